//! What a colony tells of its searches.

use ludoteca_games::{Connect4, TicTacToe};
use ludoteca_text::Text;

use super::*;
use crate::{
    ants::{Ants, Ground},
    evaluations_of,
    story::{
        Moment, MomentKind, Story,
        checks::{number, told},
    },
};

fn story_of<G: Played>(position: &G, words: &str, most: usize) -> Story<G::Ply> {
    let make = || {
        let evaluation = evaluations_of::<G>()[0].make();
        Ants::new(settings::<G>(words), Ground::plain(evaluation))
    };
    told(position, most, &Budget::default(), make).0
}

fn figure_of(text: &Text) -> f64 {
    number(text, "words")
}

/// The updates with the moments of the ant before each.
fn searches<P>(story: &Story<P>) -> Vec<(&[Moment<P>], &Moment<P>)> {
    let mut from = 0;
    let mut searches = Vec::new();
    for (at, moment) in story.moments.iter().enumerate() {
        if moment.kind == MomentKind::Up {
            searches.push((&story.moments[from..at], moment));
            from = at + 1;
        }
    }
    searches
}

#[test]
fn an_ant_chooses_by_trails_and_desirability_and_what_it_is_told_adds_up() {
    let position = TicTacToe::new(3, 3).unwrap();
    let (mut chosen, mut updates) = (0, 0);
    for variant in VARIANTS {
        let words = format!("variant={variant},ants=8,searches=12,alpha=1.5,beta=0.5");
        let story = story_of(&position, &words, 2000);
        let rho = settings::<TicTacToe>(&words).rho;
        let searches = searches(&story);
        assert_eq!(searches.len(), 12);
        let mut last: Option<Vec<f64>> = None;
        for (walk, update) in &searches {
            for moment in walk.iter().filter_map(|moment| moment.sum.as_ref()) {
                let mut products = Vec::new();
                for row in &moment.rows {
                    let [tau, alpha, eta, beta, product] =
                        ["tau", "alpha", "eta", "beta", "product"].map(|gap| number(&row[3], gap));
                    assert_eq!((tau, eta), (figure_of(&row[1]), figure_of(&row[2])));
                    assert_eq!((alpha, beta), (1.5, 0.5));
                    let again = tau.powf(alpha) * eta.powf(beta);
                    assert!((product - again).abs() <= 1e-9 * again, "{product} {again}");
                    products.push(product);
                }
                let total: f64 = products.iter().sum();
                for (row, product) in moment.rows.iter().zip(products) {
                    let percent = number(&row[4], "percent");
                    // Where nothing draws an ant, all plies are as likely.
                    let even = 1.0 / moment.rows.len() as f64;
                    let chance = if total > 0.0 { product / total } else { even };
                    assert!((percent - 100.0 * chance).abs() < 1e-9);
                }
                assert!(moment.chosen.is_some());
                chosen += 1;
            }
            let rows = &update.sum.as_ref().unwrap().rows;
            for row in rows {
                let [before, kept, ants] = [1, 2, 3].map(|column| figure_of(&row[column]));
                let (added, after) = (number(&row[5], "change"), figure_of(&row[6]));
                assert!((kept + added - after).abs() < 1e-9);
                match variant {
                    "ggp" if ants > 0.0 => {
                        assert!((kept - rho * before).abs() < 1e-9);
                        assert!((added - figure_of(&row[4])).abs() < 1e-9, "the mean result");
                    }
                    "ggp" => assert_eq!((added, kept), (0.0, before)),
                    "as" => {
                        assert!((kept - (1.0 - rho) * before).abs() < 1e-9);
                        let results = if ants > 0.0 { ants * figure_of(&row[4]) } else { 0.0 };
                        assert!((added - results).abs() < 1e-9, "every ant adds its result");
                    }
                    _ => {}
                }
                updates += 1;
            }
            // The root has nine plies, which are all in the table.
            if let Some(last) = &last {
                let before: Vec<f64> = rows.iter().map(|row| figure_of(&row[1])).collect();
                assert_eq!(last, &before, "{variant}: a search begins where the last one ended");
            }
            last = Some(rows.iter().map(|row| figure_of(&row[6])).collect());
        }
        assert_eq!(story.curves[0].points.len(), 13);
    }
    assert!(chosen > 20 && updates == 5 * 12 * 9, "{chosen} {updates}");
}

#[test]
fn the_move_that_is_played_is_told_at_the_end_however_little_room_there_is() {
    for most in [1, 5, 40] {
        let story = story_of(&Connect4::default(), "ants=6,searches=30", most);
        assert!(story.more);
        let last = story.moments.last().unwrap();
        assert_eq!((last.kind, last.sentence.id.as_ref()), (MomentKind::Choose, "ants-end"));
        let sum = last.sum.as_ref().unwrap();
        let worth = |row: &Vec<Text>| figure_of(&row[3]);
        assert!(sum.rows.iter().all(|row| worth(row) <= worth(&sum.rows[0])));
    }
}
