//! A described game of two roles who move in turn, as a [`Game`].

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use ludoteca_words::{Text, text};
use rand::Rng;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    lanes,
    limits::{LONGEST_GAME, PROBED_PLIES, PROBES},
    look::Look,
    rules::{Rules, State},
    text::{compact, plies},
};
use crate::{
    Game, Line, NotationError, Outcome, Side, Tally, below,
    params::{Key, Kind, Values},
    picture::{Geometry, Gesture, Picture},
    scatter,
};

/// The description that is played when none is given.
pub const EXAMPLE: &str = include_str!("../../../../gdl/tictactoe.gdl");

/// The game's option that holds the description.
pub const RULES: &str = "rules";

/// A position of a game described in GDL.
#[derive(Clone, Debug)]
pub struct Gdl {
    game: Arc<Described>,
    state: State,
    /// The role that moves next, and how the game ended if it is over.
    mover: usize,
    over: Option<Outcome>,
    /// What the mover may do, and what the other role does meanwhile.
    legal: Box<[u32]>,
    meanwhile: Option<u32>,
}

/// A description of a game for two in turn.
#[derive(Debug)]
pub struct Described {
    words: Box<str>,
    pub(super) rules: Arc<Rules>,
    /// The role that moves first.
    first: usize,
    /// Moves that are made while the other role moves, of each role.
    idle: [BTreeSet<usize>; 2],
    look: Look,
}

/// Who moves in a state.
pub(super) enum Turn {
    /// This role.
    Of(usize),
    /// Nobody can: the name of the message that says why.
    Stuck(&'static str),
}

impl Described {
    /// Reads a description and tries it in some random games. Descriptions that were read lately
    /// are remembered.
    pub fn read(words: &str) -> Result<Arc<Described>, Text> {
        const REMEMBERED: usize = 8;
        static KNOWN: Mutex<Vec<Arc<Described>>> = Mutex::new(Vec::new());
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = known().iter().find(|game| *game.words == *words) {
            return Ok(game.clone());
        }
        let game = Arc::new(Described::new(words)?);
        let mut known = known();
        known.insert(0, game.clone());
        known.truncate(REMEMBERED);
        Ok(game)
    }

    fn new(words: &str) -> Result<Described, Text> {
        let rules = Rules::read(words)?;
        let roles = rules.roles();
        match roles.len() {
            2 => {}
            1 => return Err(text!("gdl-one-role", role = roles[0].as_str())),
            count => return Err(text!("gdl-many-roles", count = count, list = roles.join(", "))),
        }
        let look = Look::of(&rules, 0);
        let mut game =
            Described { words: words.into(), rules, first: 0, idle: Default::default(), look };
        for (role, idle) in game.idle.iter_mut().enumerate() {
            idle.extend(game.rules.read_move(role, "noop"));
        }
        game.probe()?;
        let standing = game.rules.standing(game.rules.initial());
        if let Turn::Of(first) = game.turn_in(&standing.legal) {
            game.first = first;
            game.look = Look::of(&game.rules, first);
        }
        Ok(game)
    }

    /// Plays some random games, to find out which moves are made while the other role moves, and
    /// whether there are states that no game here can have.
    fn probe(&mut self) -> Result<(), Text> {
        let rules = self.rules.clone();
        let roles = rules.roles();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut played = 0;
        for probe in 0..PROBES {
            let mut state = rules.initial().clone();
            for ply in 0.. {
                let standing = rules.standing(&state);
                if standing.terminal {
                    break;
                }
                let counts = (standing.legal[0].len(), standing.legal[1].len());
                match counts {
                    (0, 0) => return Err(text!("gdl-stuck", plies = ply)),
                    (2.., 2..) => return Err(text!("gdl-simultaneous", plies = ply)),
                    (2.., 1) => drop(self.idle[1].insert(standing.legal[1][0])),
                    (1, 2..) => drop(self.idle[0].insert(standing.legal[0][0])),
                    _ => {}
                }
                if ply == LONGEST_GAME {
                    return Err(text!("gdl-never-ends", plies = LONGEST_GAME));
                }
                let joint = standing.legal.iter().map(|legal| {
                    let pick = below(&mut rng, legal.len().max(1) as u32) as usize;
                    legal.get(pick).copied()
                });
                state = rules.after(&state, &joint.collect::<Vec<_>>());
                played += 1;
            }
            for (role, name) in roles.iter().enumerate() {
                if rules.goal(&state, role).is_none() {
                    return Err(text!("gdl-no-goal", role = name.as_str()));
                }
            }
            if played > PROBED_PLIES && probe > 0 {
                break;
            }
        }
        Ok(())
    }

    fn turn_in(&self, legal: &[Vec<usize>]) -> Turn {
        self.turn([legal[0].len(), legal[1].len()], |role| legal[role].first().copied())
    }

    /// Who moves, by how many moves each role has, and the first of them.
    #[inline]
    pub(super) fn turn(&self, counts: [usize; 2], first: impl Fn(usize) -> Option<usize>) -> Turn {
        match (counts[0], counts[1]) {
            (0, 0) => Turn::Stuck("reason-gdl-stuck"),
            (2.., 0 | 1) | (1, 0) => Turn::Of(0),
            (0 | 1, 2..) | (0, 1) => Turn::Of(1),
            (1, 1) => {
                let idles = first(0).is_some_and(|only| self.idle[0].contains(&only));
                Turn::Of(usize::from(idles))
            }
            _ => Turn::Stuck("reason-gdl-simultaneous"),
        }
    }

    /// Who won, by what the state is worth to each role.
    #[inline]
    pub(super) fn winner(&self, goals: [Option<u8>; 2]) -> Option<Side> {
        let [one, two] = goals.map(Option::unwrap_or_default);
        match one.cmp(&two) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(self.side(0)),
            std::cmp::Ordering::Less => Some(self.side(1)),
        }
    }

    /// Plays at random to the end.
    fn random_game<R: Rng + ?Sized>(&self, mut state: State, rng: &mut R) -> (Outcome, u32) {
        let rules = &self.rules;
        let mut next = state.clone();
        let mut legal = [Vec::new(), Vec::new()];
        rules.walk(|walker| {
            for plies in 0..LONGEST_GAME {
                walker.go(&rules.wires, &state);
                if walker.holds(rules.terminal) {
                    let goals = [0, 1].map(|role| rules.goal_here(walker, role));
                    return (self.by_goals(goals), plies);
                }
                for (role, legal) in rules.roles.iter().zip(&mut legal) {
                    legal.clear();
                    let all = role.legal.iter().enumerate();
                    legal.extend(all.filter(|(_, may)| walker.holds(**may)).map(|(mv, _)| mv));
                }
                let mover = match self.turn_in(&legal) {
                    Turn::Of(mover) => mover,
                    Turn::Stuck(reason) => return (Outcome::draw(reason), plies),
                };
                let pick = below(rng, legal[mover].len() as u32) as usize;
                let chosen = rules.slot(mover, legal[mover][pick]);
                let slots = match legal[1 - mover].first() {
                    Some(meanwhile) => &[chosen, rules.slot(1 - mover, *meanwhile)][..],
                    None => &[chosen],
                };
                walker.look_ahead(&rules.wires, slots, &rules.next, &mut next);
                std::mem::swap(&mut state, &mut next);
            }
            (Outcome::draw("reason-gdl-long"), LONGEST_GAME)
        })
    }

    fn by_goals(&self, goals: [Option<u8>; 2]) -> Outcome {
        Outcome { winner: self.winner(goals), reason: "reason-gdl-goals" }
    }

    fn side(&self, role: usize) -> Side {
        if role == self.first { Side::First } else { Side::Second }
    }
}

impl Gdl {
    /// The beginning of the game that a description describes.
    pub fn new(words: &str) -> Result<Gdl, Text> {
        let game = Described::read(words)?;
        let state = game.rules.initial().clone();
        Ok(Gdl::at(game, state))
    }

    /// The same game in another state of its rules.
    pub fn in_state(&self, state: State) -> Gdl {
        Gdl::at(self.game.clone(), state)
    }

    /// The rules, with all that GDL itself knows of.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.game.rules
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The number of the role that moves next, in the order of the description.
    pub fn role(&self) -> usize {
        self.mover
    }

    /// What the state is worth to each role, in the order of the description.
    pub fn goals(&self) -> [Option<u8>; 2] {
        [0, 1].map(|role| self.game.rules.goal(&self.state, role))
    }

    fn at(game: Arc<Described>, state: State) -> Gdl {
        let standing = game.rules.standing(&state);
        let (mut mover, mut over) = (game.first, None);
        if standing.terminal {
            over = Some(game.by_goals([0, 1].map(|role| game.rules.goal(&state, role))));
        } else {
            match game.turn_in(&standing.legal) {
                Turn::Of(role) => mover = role,
                Turn::Stuck(reason) => over = Some(Outcome::draw(reason)),
            }
        }
        let legal = match over {
            Some(_) => Box::default(),
            None => standing.legal[mover].iter().map(|mv| *mv as u32).collect(),
        };
        let meanwhile = standing.legal[1 - mover].first().map(|mv| *mv as u32);
        Gdl { game, state, mover, over, legal, meanwhile }
    }

    fn joint(&self, ply: u32) -> [Option<usize>; 2] {
        let mut joint = [self.meanwhile.map(|mv| mv as usize); 2];
        joint[self.mover] = Some(ply as usize);
        joint
    }
}

impl PartialEq for Gdl {
    fn eq(&self, other: &Gdl) -> bool {
        let same = Arc::ptr_eq(&self.game, &other.game) || self.game.words == other.game.words;
        same && self.state == other.state
    }
}

impl Game for Gdl {
    /// The number of a move of the role that moves.
    type Ply = u32;
    const NAME: &'static str = "gdl";

    fn options() -> Vec<Key> {
        vec![Key::new(RULES, Kind::Text { language: "gdl" }, "option-gdl-rules").or(EXAMPLE)]
    }

    fn start(options: &Values) -> Result<Self, Text> {
        Gdl::new(options.word(RULES).unwrap_or(EXAMPLE))
    }

    fn side(&self) -> Side {
        self.game.side(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    fn plies(&self, out: &mut Vec<u32>) {
        out.extend(&self.legal);
    }

    fn check(&self, ply: &u32) -> Result<(), Text> {
        match self.legal.contains(ply) {
            true => Ok(()),
            false => Err(text!("gdl-illegal", ply = self.write_ply(ply))),
        }
    }

    fn play_unchecked(&mut self, ply: &u32) {
        let state = self.game.rules.after(&self.state, &self.joint(*ply));
        *self = Gdl::at(self.game.clone(), state);
    }

    fn key(&self) -> u64 {
        self.state.0.iter().fold(0, |key, word| scatter(key ^ *word).wrapping_add(1))
    }

    fn write_ply(&self, ply: &u32) -> String {
        let moves = &self.game.rules.roles[self.mover].moves;
        moves.get(*ply as usize).map_or_else(String::new, |mv| compact(&self.game.rules, *mv))
    }

    /// `mark(2,3)` or `(mark 2 3)`.
    fn read_ply(&self, words: &str) -> Result<u32, Text> {
        self.game.rules.read_move(self.mover, words).map(|mv| mv as u32)
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, NotationError> {
        Line::replay(self.clone(), words, plies(words))
    }

    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u32> {
        let count = self.legal.len() as u32;
        (count > 0).then(|| self.legal[below(rng, count) as usize])
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        match self.over {
            Some(outcome) => (outcome, 0),
            None => self.game.random_game(self.state, rng),
        }
    }

    fn random_games<R: Rng + ?Sized>(
        &self,
        rng: &mut R,
        go_on: &mut dyn FnMut(&Tally) -> bool,
    ) -> Tally {
        lanes::play(&self.game, &self.state, rng, go_on)
    }

    fn geometry(&self) -> Geometry {
        self.game.look.geometry().clone()
    }

    fn picture(&self) -> Picture {
        let goals = self.over.is_some().then(|| self.goals());
        self.game.look.picture(&self.game.rules, &self.state, goals)
    }

    fn gesture(&self, ply: &u32) -> Gesture {
        let after = || self.game.rules.after(&self.state, &self.joint(*ply));
        let look = &self.game.look;
        look.gesture(&self.game.rules, [self.mover, *ply as usize], &self.legal, &self.state, after)
    }
}
