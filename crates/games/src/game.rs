//! The one trait every game implements.

use std::{error::Error, fmt, hash::Hash};

use ludoteca_text::{Text, text};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::{
    line::Line,
    notation::{Unread, tokens},
    params::{Key, Values},
    picture::{Geometry, Gesture, Layout, Picture, Touched},
    position::{Count, Tally, perft},
    tree::MOST_PLIES,
};

/// One of the two who play: the one who makes the first ply of the game, and the other.
///
/// A side is a *player*, not a colour. Where players may change colours (Hex with `swap-sides`),
/// the geometry shows who has which, and results stay with the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Makes the first ply of the game.
    First,
    /// The other one.
    Second,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// The name of the message that says why.
    pub reason: &'static str,
}

/// Why a ply is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal<R> {
    /// The game is over.
    Over,
    /// The line is as long as lines may be.
    TooLong,
    /// It is against the rules.
    Refused(R),
}

/// A position of a game, and all its rules.
///
/// A position is a cheap value: copying it is how a move is taken back. A *ply* is the smallest
/// thing a side does; the same side may make the next one, so that a turn of several steps is
/// several plies.
///
/// ```
/// use ludoteca_games::{Connect4, Game, Side};
/// let mut position = Connect4::default();
/// let centre = position.read_ply("4").unwrap();
/// position.play(&centre).unwrap();
/// assert_eq!(position.side(), Side::Second);
/// assert_eq!(position.legal_plies().len(), 7);
/// ```
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The smallest thing a side does.
    type Ply: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Why the game refuses options, plies and positions: an enum of `ludoteca_text::errors!`, each
    /// case beside its sentence for the player.
    type Refusal: Into<Text> + Error + Clone + PartialEq + Send + Sync + 'static;

    /// The game's name on the command line and in files.
    const NAME: &'static str;

    /// Whether every ply is a whole turn: nobody makes two in a row.
    const ONE_PLY_TURNS: bool = true;

    /// What can be chosen before a game begins.
    fn options() -> Vec<Key> {
        Vec::new()
    }

    /// The position a game begins with. `options` were read against [`Game::options`]; what is
    /// wrong about their combination is said here.
    fn start(options: &Values) -> Result<Self, Self::Refusal>;

    /// The position that the game of this one began with: the same options, nothing played.
    fn beginning(&self) -> Self {
        let usual = Values::read(Self::NAME, &Self::options(), []).ok();
        usual.and_then(|options| Self::start(&options).ok()).unwrap_or_else(|| self.clone())
    }

    /// Whose ply it is. Of no meaning once the game is over.
    fn side(&self) -> Side;

    /// How the game ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game ended as it did, in a sentence, if it is over. A game whose reasons need more
    /// than the name of a message adds that here.
    fn reason(&self) -> Option<Text> {
        self.outcome().map(|outcome| Text::new(outcome.reason))
    }

    /// Adds every legal ply to `out`, each once; none if the game is over.
    fn plies(&self, out: &mut Vec<Self::Ply>);

    /// Whether a ply is legal, and if not, why not. The game is not over.
    fn check(&self, ply: &Self::Ply) -> Result<(), Self::Refusal>;

    /// Plays a ply known to be legal.
    fn play_unchecked(&mut self, ply: &Self::Ply);

    /// A number that is equal for equal positions and almost never for different ones: in most games
    /// a *Zobrist key*, the exclusive or of a number for each piece on its cell.
    fn key(&self) -> u64;

    /// A number that is equal only where all that can follow is, for searches that remember what
    /// they found. A game whose rules look back adds to the key what was before.
    fn future_key(&self) -> u64 {
        self.key()
    }

    /// A ply in the game's notation.
    fn write_ply(&self, ply: &Self::Ply) -> String;

    /// Reads a ply from the game's notation. It need not be legal yet.
    fn read_ply(&self, words: &str) -> Result<Self::Ply, Self::Refusal>;

    /// A position that shows what the game is about, for a small picture of it; none leaves that to
    /// whoever draws.
    fn sample() -> Option<Self> {
        None
    }

    /// The board, the same for all positions of one game, save that the players may have changed
    /// colours ([`Geometry::exchanged`]).
    fn geometry(&self) -> Geometry;

    /// What is on the board.
    fn picture(&self) -> Picture;

    /// How a person makes a legal ply.
    fn gesture(&self, ply: &Self::Ply) -> Gesture;

    /// Other ways to make legal plies by hand: several of them by one gesture, or one by a gesture
    /// besides its own.
    fn shortcuts(&self) -> Vec<(Vec<Self::Ply>, Gesture)> {
        Vec::new()
    }

    /// Why what somebody has tried with the hand makes no ply, in a sentence for the player; none
    /// if there is nothing to say but that it does not. The cells need not be on the board.
    fn why_not(&self, touched: &Touched) -> Option<Text> {
        let _ = touched;
        None
    }

    /// A legal ply as it stands in a list of moves, perhaps with what it brings about; empty if it
    /// is not listed.
    fn list_ply(&self, ply: &Self::Ply) -> String {
        self.write_ply(ply)
    }

    /// What the turn that is begun or goes on here is called in a list of moves, in games whose
    /// turns have names.
    fn turn_name(&self) -> Option<String> {
        None
    }

    /// All legal plies in a list of their own.
    fn legal_plies(&self) -> Vec<Self::Ply> {
        let mut plies = Vec::new();
        self.plies(&mut plies);
        plies
    }

    /// Plays a ply if it is legal; otherwise says why not and leaves the position as it was.
    fn play(&mut self, ply: &Self::Ply) -> Result<(), Illegal<Self::Refusal>> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        self.check(ply)?;
        self.play_unchecked(ply);
        Ok(())
    }

    /// A legal ply, each equally likely; none if the game is over.
    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Ply> {
        let mut plies = self.legal_plies();
        (!plies.is_empty()).then(|| plies.swap_remove(below(rng, plies.len() as u32) as usize))
    }

    /// Plays at random to the end; the outcome and the number of plies.
    fn playout<R: Rng + ?Sized>(mut self, rng: &mut R) -> (Outcome, u32) {
        let mut plies = 0;
        loop {
            if let Some(outcome) = self.outcome() {
                return (outcome, plies);
            }
            let ply = self.random_ply(rng).expect("an unfinished game has a legal ply");
            self.play_unchecked(&ply);
            plies += 1;
        }
    }

    /// The plies of the game that [`Game::playout`] plays with the same chances.
    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<Self::Ply> {
        let mut at = self.clone();
        let mut plies = Vec::new();
        while at.outcome().is_none()
            && let Some(ply) = at.random_ply(rng)
        {
            at.play_unchecked(&ply);
            plies.push(ply);
        }
        plies
    }

    /// Plays random games from here for as long as `go_on` wants more. It is asked before the first
    /// and then often: every few thousand short games, every few long ones.
    fn random_games<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        go_on: &mut dyn FnMut(&Tally) -> bool,
    ) -> Tally {
        let mut tally = Tally::default();
        while go_on(&tally) {
            let until = Tally { games: tally.games + 4096, plies: tally.plies + 100_000, ..tally };
            while tally.games < until.games && tally.plies < until.plies {
                let (outcome, plies) = self.clone().playout(rng);
                tally.games += 1;
                tally.plies += u64::from(plies);
                tally.results[outcome.winner.map_or(2, Side::index)] += 1;
            }
        }
        tally
    }

    /// Counts the ways to play `depth` moves from here: as a rule plies. A game whose moves are
    /// turns of several plies counts turns, and those with the same end once.
    fn count(&self, depth: u32) -> Count {
        Count { nodes: perft(self, depth), sequences: None }
    }

    /// Reads a position from text; `self` is the position a game begins with. As a rule the text
    /// is the plies of the game so far.
    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        Line::replay(self.clone(), words, tokens(words))
    }

    /// A board that somebody set up, as [`Game::read_position`] reads it, be it possible or not:
    /// reading says what is wrong with it. None in a game whose positions cannot be set up.
    fn write_board(&self, board: &Layout) -> Option<String> {
        let _ = board;
        None
    }

    /// How many images a position has under the board's symmetries, itself included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image number `symmetry` of this position; number 0 is the position itself.
    fn image(&self, symmetry: usize) -> Self {
        debug_assert_eq!(symmetry, 0);
        self.clone()
    }

    /// The same ply in the image number `symmetry` of this position.
    fn ply_image(&self, symmetry: usize, ply: &Self::Ply) -> Self::Ply {
        debug_assert_eq!(symmetry, 0);
        ply.clone()
    }
}

impl<R> From<R> for Illegal<R> {
    fn from(refusal: R) -> Illegal<R> {
        Illegal::Refused(refusal)
    }
}

impl<R: Into<Text>> From<Illegal<R>> for Text {
    fn from(illegal: Illegal<R>) -> Text {
        match illegal {
            Illegal::Over => text!("game-over"),
            Illegal::TooLong => text!("tree-full", most = MOST_PLIES),
            Illegal::Refused(refusal) => refusal.into(),
        }
    }
}

impl<R: Into<Text> + Clone> fmt::Display for Illegal<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::from(self.clone()).fmt(f)
    }
}

impl<R: Into<Text> + Clone + fmt::Debug> Error for Illegal<R> {}

impl Side {
    /// Both sides in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first, 1 for the second.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Outcome {
    /// A win.
    pub fn win(side: Side, reason: &'static str) -> Outcome {
        Outcome { winner: Some(side), reason }
    }

    /// A draw.
    pub fn draw(reason: &'static str) -> Outcome {
        Outcome { winner: None, reason }
    }
}

/// Small random numbers, several out of each word of a generator.
///
/// A word is a fraction of 2⁶⁴: times a bound, its whole part is the number and the rest is a
/// fraction again. A word is used up before the product of its bounds passes 2³², so that no number
/// is more likely than another by more than one part in 2³².
#[derive(Debug)]
pub struct Dice<'a, R: Rng + ?Sized> {
    rng: &'a mut R,
    rest: u64,
    /// The product of the bounds since the last word.
    used: u64,
}

impl<'a, R: Rng + ?Sized> Dice<'a, R> {
    /// Dice that take what they need from a generator.
    #[inline]
    pub fn new(rng: &'a mut R) -> Self {
        Dice { rng, rest: 0, used: 1 << 32 }
    }

    /// A number below `bound`, each equally likely.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        self.used *= u64::from(bound);
        if self.used > 1 << 32 {
            self.rest = self.rng.next_u64();
            self.used = u64::from(bound);
        }
        let product = u128::from(self.rest) * u128::from(bound);
        self.rest = product as u64;
        (product >> 64) as u32
    }
}

/// A number below `bound`, each equally likely to within `bound` / 2³².
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(bound)) >> 32) as u32
}

/// The plies of a game at random whose dice choose among the legal plies in their order.
pub(crate) fn plies_by_dice<G: Game>(from: &G, rng: &mut (impl Rng + ?Sized)) -> Vec<G::Ply> {
    let mut at = from.clone();
    let mut plies = Vec::new();
    let mut dice = Dice::new(rng);
    while at.outcome().is_none() {
        let mut legal = at.legal_plies();
        let ply = legal.swap_remove(dice.below(legal.len() as u32) as usize);
        at.play_unchecked(&ply);
        plies.push(ply);
    }
    plies
}

/// The same where a ply stays legal until somebody makes it, and the last one takes the place of
/// one that was made.
pub(crate) fn plies_off_a_list<G: Game>(from: &G, rng: &mut (impl Rng + ?Sized)) -> Vec<G::Ply> {
    let mut at = from.clone();
    let mut plies = Vec::new();
    let mut dice = Dice::new(rng);
    let mut left = at.legal_plies();
    while at.outcome().is_none() {
        let ply = left.swap_remove(dice.below(left.len() as u32) as usize);
        at.play_unchecked(&ply);
        plies.push(ply);
    }
    plies
}

/// Scatters the bits of a number that already tells positions apart, so that every bit of the
/// result depends on every bit of it (the finaliser of SplitMix64).
#[inline]
pub const fn scatter(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
