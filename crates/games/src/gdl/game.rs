//! A described game of two roles who move in turn, as a [`Game`].

use std::sync::Arc;

use ludoteca_text::{Text, text};
use rand::Rng;

use super::{
    course::{Course, count, moves, nth},
    described::{BY_GOALS, Described, ToMove},
    error::{GdlError, GdlFault},
    lanes,
    rules::{Rules, State},
    text::{compact, plies},
    walker::Walker,
};
use crate::{
    Game, Line, Outcome, Side, Tally, Unread, below,
    params::{Key, Kind, Values},
    picture::{Geometry, Gesture, Picture},
    scatter,
};

/// The description that is played when none is given.
pub const EXAMPLE: &str = include_str!("tictactoe.gdl");

/// The game's option that holds the description.
pub const RULES: &str = "rules";

/// A position of a game described in GDL.
#[derive(Clone, Debug)]
pub struct Gdl {
    game: Arc<Described>,
    state: State,
    derived: Derived,
}

/// What is known of a state.
#[derive(Clone, Debug)]
struct Derived {
    /// The role that moves next, and how the game ended if it is over.
    mover: usize,
    over: Option<Outcome>,
    /// What the mover may do, a bit for each of its moves, and what the other role does meanwhile.
    legal: Box<[u64]>,
    meanwhile: Option<usize>,
}

impl Gdl {
    /// The beginning of the game that a description describes.
    pub fn new(words: &str) -> Result<Gdl, GdlError> {
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
        self.derived.mover
    }

    /// What the state is worth to each role, in the order of the description.
    pub fn goals(&self) -> [Option<u8>; 2] {
        [0, 1].map(|role| self.game.rules.goal(&self.state, role))
    }

    fn at(game: Arc<Described>, state: State) -> Gdl {
        let words = game.rules.roles.iter().map(|role| role.moves.len().div_ceil(64)).max();
        let legal = vec![0; words.unwrap_or_default()].into();
        let mut derived = Derived { mover: 0, over: None, legal, meanwhile: None };
        game.rules.walk(|course, walker| {
            course.go(walker, &state);
            derived.look(&game, course, walker);
        });
        Gdl { game, state, derived }
    }

    fn legal(&self) -> impl Iterator<Item = u32> {
        moves(self.derived.legal.iter().copied()).map(|mv| mv as u32)
    }

    /// The state after a ply.
    fn after(&self, ply: u32) -> State {
        let Derived { mover, meanwhile, .. } = self.derived;
        let mut joint = [meanwhile; 2];
        joint[mover] = Some(ply as usize);
        self.game.rules.after(&self.state, &joint)
    }
}

impl Derived {
    /// Looks at the state that a walker is in.
    fn look(&mut self, game: &Described, course: &Course, walker: &Walker) {
        let legal = |role: usize| course.legal(walker, role);
        (self.mover, self.over) = (game.first, None);
        if course.is_over(walker) {
            self.over = Some(game.by_goals([0, 1].map(|role| course.goal(walker, role))));
        } else {
            match game.to_move([0, 1].map(|role| count(legal(role))), |role| nth(legal(role), 0)) {
                ToMove::Of(role) => self.mover = role,
                ToMove::Stuck(reason) => self.over = Some(Outcome::draw(reason)),
            }
        }
        self.meanwhile = nth(legal(1 - self.mover), 0);
        self.legal.fill(0);
        if self.over.is_none() {
            self.legal.iter_mut().zip(legal(self.mover)).for_each(|(word, legal)| *word = legal);
        }
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
    type Refusal = GdlError;
    const NAME: &'static str = "gdl";

    fn options() -> Vec<Key> {
        vec![Key::new(RULES, Kind::Text { language: "gdl" }, "option-gdl-rules").or(EXAMPLE)]
    }

    fn start(options: &Values) -> Result<Self, GdlError> {
        Gdl::new(options.word(RULES).unwrap_or(EXAMPLE))
    }

    fn beginning(&self) -> Self {
        self.in_state(self.game.rules.initial().clone())
    }

    fn side(&self) -> Side {
        self.game.side(self.derived.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.derived.over
    }

    fn reason(&self) -> Option<Text> {
        let Outcome { reason, .. } = self.derived.over?;
        if reason != BY_GOALS {
            return Some(Text::new(reason));
        }
        let worth = |(role, goal): (String, Option<u8>)| match goal {
            Some(goal) => format!("{role} {goal}"),
            None => format!("{role} –"),
        };
        let all = self.game.rules.roles().into_iter().zip(self.goals());
        let list: Vec<String> = all.map(worth).collect();
        Some(text!("reason-gdl-goals", list = list.join(", ")))
    }

    fn plies(&self, out: &mut Vec<u32>) {
        out.extend(self.legal());
    }

    fn check(&self, ply: &u32) -> Result<(), GdlError> {
        match self.legal().any(|legal| legal == *ply) {
            true => Ok(()),
            false => Err(GdlFault::Illegal(self.write_ply(ply)).into()),
        }
    }

    fn play_unchecked(&mut self, ply: &u32) {
        let Gdl { game, state, derived } = self;
        let made = game.made(derived.mover, *ply as usize, derived.meanwhile);
        game.rules.walk(|course, walker| {
            course.go(walker, state);
            game.rules.after_here(course, walker, made, state);
            course.step(walker, state);
            derived.look(game, course, walker);
        });
    }

    fn key(&self) -> u64 {
        self.state.0.iter().fold(0, |key, word| scatter(key ^ *word).wrapping_add(1))
    }

    fn write_ply(&self, ply: &u32) -> String {
        let moves = &self.game.rules.roles[self.derived.mover].moves;
        moves.get(*ply as usize).map_or_else(String::new, |mv| compact(&self.game.rules, *mv))
    }

    /// `mark(2,3)` or `(mark 2 3)`.
    fn read_ply(&self, words: &str) -> Result<u32, GdlError> {
        self.game.rules.read_move(self.derived.mover, words).map(|mv| mv as u32)
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        Line::replay(self.clone(), words, plies(words))
    }

    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u32> {
        let legal = || self.derived.legal.iter().copied();
        let count = count(legal()) as u32;
        nth(legal(), below(rng, count.max(1))).map(|mv| mv as u32)
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        match self.derived.over {
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
        self.game.look.picture(&self.game.rules, &self.state)
    }

    fn gesture(&self, ply: &u32) -> Gesture {
        let after = || self.after(*ply);
        let look = &self.game.look;
        look.gesture(
            &self.game.rules,
            [self.derived.mover, *ply as usize],
            &self.legal_plies(),
            &self.state,
            after,
        )
    }
}
