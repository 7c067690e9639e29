//! Images of positions under the board's symmetries.

use std::collections::HashSet;

use super::{Listed, Sample, Spot};
use crate::Game;

pub fn holds<G: Game>(sample: &Sample<G>) {
    for spot in sample.spots() {
        let position = spot.position;
        assert!(position.image(0) == *position, "image 0 is not the position itself: {spot}");
        let images: Vec<G> = (0..position.symmetries()).map(|s| position.image(s)).collect();
        for (symmetry, image) in images.iter().enumerate() {
            assert!(
                image.outcome() == position.outcome(),
                "image {symmetry} ends otherwise: {spot}"
            );
            assert!(image.side() == position.side(), "image {symmetry} changes sides: {spot}");
            assert!(
                image.symmetries() == images.len(),
                "image {symmetry} has other symmetries: {spot}"
            );
            for again in 0..images.len() {
                assert!(
                    images.contains(&image.image(again)),
                    "image {again} of image {symmetry} is no image: {spot}"
                );
            }
            legal_plies_have_legal_images(&spot, symmetry, image, sample.listed);
        }
    }
    images_are_played_to(sample);
}

fn legal_plies_have_legal_images<G: Game>(
    spot: &Spot<'_, G>,
    symmetry: usize,
    image: &G,
    listed: Listed,
) {
    let plies = spot.position.legal_plies();
    let images: Vec<G::Ply> =
        plies.iter().map(|ply| spot.position.ply_image(symmetry, ply)).collect();
    if symmetry == 0 {
        assert!(images == plies, "image 0 of a ply is not the ply itself: {spot}");
    }
    let same = match listed {
        Listed::Each => set(images) == set(image.legal_plies()),
        Listed::OnePerResult => {
            let results = |plies: Vec<G::Ply>| {
                let after = plies.into_iter().map(|ply| {
                    let mut next = image.clone();
                    next.play_unchecked(&ply);
                    next.key()
                });
                set(after.collect())
            };
            results(images) == results(image.legal_plies())
        }
    };
    assert!(same, "the legal plies of image {symmetry} are not the images of those of {spot}");
}

fn set<T: Eq + std::hash::Hash>(items: Vec<T>) -> HashSet<T> {
    items.into_iter().collect()
}

/// Playing the images of a game's plies from the image of its beginning leads through the images
/// of its positions, keys included, though the two come about in different ways.
fn images_are_played_to<G: Game>(sample: &Sample<G>) {
    for record in &sample.records {
        for symmetry in 0..record.positions[0].symmetries() {
            let mut played = record.positions[0].image(symmetry);
            for (at, ply) in record.plies.iter().enumerate() {
                let (here, next) = (record.spot(at), record.spot(at + 1));
                let ply = here.position.ply_image(symmetry, ply);
                if let Err(why) = played.play(&ply) {
                    panic!("{ply:?} of image {symmetry} is refused (\"{why}\"): {here}");
                }
                let image = next.position.image(symmetry);
                assert!(played == image, "image {symmetry} is not what its plies lead to: {next}");
                assert!(played.key() == image.key(), "image {symmetry} has a wrong key: {next}");
            }
        }
    }
}
