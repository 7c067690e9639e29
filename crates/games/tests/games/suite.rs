//! The conformance suite finds what is wrong with a game: one fault at a time in a sound one.

use std::panic::catch_unwind;

use ludoteca_games::{
    Game, Outcome, Side, TicTacToe, below,
    params::Values,
    picture::{Geometry, Gesture, Layout, Picture},
    testing::conforms,
};
use ludoteca_text::{Text, text};
use rand::Rng;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    ForgetsAPly,
    ListsAPlyTwice,
    GoesOnAfterTheEnd,
    RefusesWithoutWords,
    WritesPliesAlike,
    ForgetsASideInTheKey,
    ChangesTheKeyByTheWay,
    TurnsOnlyTheBoard,
    PrefersTheFirstPly,
    LetsTheFirstSideWin,
    MiscountsPlies,
    TellsAnotherGame,
    PaintsWithNoColour,
    CallsCellsAlike,
    StacksPieces,
    HidesTheLine,
    TakesATapForTwoPlies,
    WritesAnotherBoard,
}

/// Tic-tac-toe with a fault.
#[derive(Clone, Debug)]
struct Faulty {
    game: TicTacToe,
    fault: Fault,
    /// A number for the way to the position, which no rule asks for.
    way: u64,
}

impl PartialEq for Faulty {
    fn eq(&self, other: &Faulty) -> bool {
        self.game == other.game
    }
}

impl Faulty {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }
}

impl Game for Faulty {
    type Ply = u8;
    type Refusal = Text;
    const NAME: &'static str = "faulty";

    fn start(options: &Values) -> Result<Self, Text> {
        Ok(Faulty { game: TicTacToe::start(options)?, fault: Fault::None, way: 0 })
    }

    fn side(&self) -> Side {
        self.game.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn plies(&self, out: &mut Vec<u8>) {
        let begun = out.len();
        self.game.plies(out);
        match self.fault {
            Fault::ForgetsAPly if out.len() > begun + 1 => drop(out.pop()),
            Fault::ListsAPlyTwice => out.extend(out.last().copied()),
            Fault::GoesOnAfterTheEnd if out.len() == begun => out.push(0),
            _ => {}
        }
    }

    fn check(&self, ply: &u8) -> Result<(), Text> {
        match self.game.check(ply).map_err(Text::from) {
            Err(_) if self.is(Fault::RefusesWithoutWords) => Err(text!("no-such-message")),
            result => result,
        }
    }

    fn play_unchecked(&mut self, ply: &u8) {
        self.way = self.way.wrapping_mul(31).wrapping_add(u64::from(*ply) + 1);
        self.game.play_unchecked(ply);
    }

    fn key(&self) -> u64 {
        match self.fault {
            Fault::ForgetsASideInTheKey => self.game.picture().pieces.len() as u64,
            Fault::ChangesTheKeyByTheWay => self.game.key() ^ self.way,
            _ => self.game.key(),
        }
    }

    fn write_ply(&self, ply: &u8) -> String {
        if self.is(Fault::WritesPliesAlike) { "a1".into() } else { self.game.write_ply(ply) }
    }

    fn read_ply(&self, words: &str) -> Result<u8, Text> {
        Ok(self.game.read_ply(words)?)
    }

    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u8> {
        let ply = self.game.random_ply(rng)?;
        if self.is(Fault::PrefersTheFirstPly) && below(rng, 4) == 0 {
            return self.legal_plies().first().copied();
        }
        Some(ply)
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        let (outcome, plies) = self.game.playout(rng);
        if self.is(Fault::LetsTheFirstSideWin) && plies > 0 && below(rng, 8) == 0 {
            return (Outcome::win(Side::First, "reason-line"), plies);
        }
        (outcome, plies + u32::from(self.is(Fault::MiscountsPlies) && plies > 0))
    }

    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<u8> {
        if self.is(Fault::TellsAnotherGame) {
            rng.next_u32();
        }
        self.game.playout_plies(rng)
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn image(&self, symmetry: usize) -> Self {
        Faulty { game: self.game.image(symmetry), ..self.clone() }
    }

    fn ply_image(&self, symmetry: usize, ply: &u8) -> u8 {
        if self.is(Fault::TurnsOnlyTheBoard) { *ply } else { self.game.ply_image(symmetry, ply) }
    }

    fn geometry(&self) -> Geometry {
        let mut geometry = self.game.geometry();
        match self.fault {
            Fault::PaintsWithNoColour => geometry.cells[3].fill = Some("bleu"),
            Fault::CallsCellsAlike => geometry.cells[3].name = "a1".into(),
            _ => {}
        }
        geometry
    }

    fn picture(&self) -> Picture {
        let mut picture = self.game.picture();
        match self.fault {
            Fault::StacksPieces => picture.pieces.extend(picture.pieces.first().cloned()),
            Fault::HidesTheLine if picture.pieces.len().is_multiple_of(2) => {
                picture.winning.clear()
            }
            _ => {}
        }
        picture
    }

    fn write_board(&self, _: &Layout) -> Option<String> {
        self.is(Fault::WritesAnotherBoard).then(|| "a1 b1".to_owned())
    }

    fn gesture(&self, ply: &u8) -> Gesture {
        let mut gesture = self.game.gesture(ply);
        if let Gesture::Tap { cells, lands, .. } = &mut gesture
            && self.is(Fault::TakesATapForTwoPlies)
        {
            *cells = vec![*lands, (*lands + 1) % 9];
        }
        gesture
    }
}

/// What the suite says about a game with that fault; nothing if it finds none.
fn verdict(fault: Fault) -> Option<String> {
    let start = Faulty { game: TicTacToe::new(3, 3).unwrap(), fault, way: 0 };
    let panic = catch_unwind(|| conforms(&start)).err()?;
    Some(panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(verdict(Fault::None), None);
}

#[test]
fn every_fault_is_found_and_named() {
    let named = [
        (Fault::ForgetsAPly, "is not listed and yet accepted"),
        (Fault::ListsAPlyTwice, "is listed twice"),
        (Fault::GoesOnAfterTheEnd, "though the game is over"),
        (Fault::RefusesWithoutWords, "no message no-such-message"),
        (Fault::WritesPliesAlike, "is written a1, read"),
        (Fault::ForgetsASideInTheKey, "one key for two positions"),
        (Fault::ChangesTheKeyByTheWay, "keys"),
        (Fault::TurnsOnlyTheBoard, "are not the images of those of"),
        (Fault::PrefersTheFirstPly, "are not equally likely"),
        (Fault::LetsTheFirstSideWin, "won, lost, drawn at random"),
        (Fault::MiscountsPlies, "plies at random"),
        (Fault::TellsAnotherGame, "a random game"),
        (Fault::PaintsWithNoColour, "paints with bleu"),
        (Fault::CallsCellsAlike, "are called a1"),
        (Fault::StacksPieces, "two pieces on cell"),
        (Fault::HidesTheLine, "sometimes shows winning cells and sometimes not"),
        (Fault::TakesATapForTwoPlies, "makes both"),
        (Fault::WritesAnotherBoard, "is another position"),
    ];
    for (fault, words) in named {
        let said = verdict(fault);
        assert!(said.as_ref().is_some_and(|said| said.contains(words)), "{fault:?}: {said:?}");
    }
}
