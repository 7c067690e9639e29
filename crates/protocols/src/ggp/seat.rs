//! A match as one of its players knows it: the rules, its role, and the state as far as it was told.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use ludoteca_games::{
    Game, Gdl, Line,
    gdl::{GdlError, GdlFault, Rules, State},
};
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, roles};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::error::GgpError;
use crate::process::cut;

/// One role's place in a match.
#[derive(Clone)]
pub struct Seat {
    rules: Arc<Rules>,
    /// What was played, where the game is one that our players play.
    played: Option<Line<Gdl>>,
    role: usize,
    state: State,
    begun: bool,
    /// Where it is alone: the best line it has met.
    line: Arc<Mutex<Option<roles::Line>>>,
    spelling: Arc<Spelling>,
}

/// How a manager writes its words. To KIF capitals are small letters, but not to every manager.
#[derive(Debug, Default)]
pub struct Spelling(FxHashMap<String, String>);

impl Seat {
    /// Sits down at a game.
    pub fn new(role: &str, rules: &str, spelling: Spelling) -> Result<Seat, GgpError> {
        let game = Gdl::new(rules).ok();
        let rules = match &game {
            Some(game) => game.rules().clone(),
            None => Rules::read(rules)?,
        };
        let roles = rules.roles();
        let known = roles.iter().position(|known| known == role);
        let unknown = || GgpError::NoRole { role: cut(role), list: cut(&roles.join(", ")) };
        let role = known.ok_or_else(unknown)?;
        let state = rules.initial().clone();
        let (played, line) = (game.map(Line::still), Arc::default());
        Ok(Seat { rules, played, role, state, begun: false, line, spelling: Arc::new(spelling) })
    }

    /// Whether our players know the game; otherwise its moves are tried out.
    pub fn is_known(&self) -> bool {
        self.played.is_some()
    }

    /// What each role has done. If that does not fit the state, the state stays as it is.
    pub fn follow(&mut self, moves: Option<&[String]>) -> Result<(), GgpError> {
        let Some(moves) = moves else {
            let first = !self.begun;
            self.begun = true;
            return if first { Ok(()) } else { Err(GgpError::NoMoves) };
        };
        self.begun = true;
        let standing = self.rules.standing(&self.state);
        let roles = standing.legal.len();
        if moves.len() != roles {
            return Err(GgpError::Count { count: moves.len(), roles });
        }
        if standing.terminal {
            return Err(GgpError::Over);
        }
        let mut joint = Vec::new();
        for (role, (words, legal)) in moves.iter().zip(&standing.legal).enumerate() {
            // Who has no move makes none, whatever the manager writes for it.
            if legal.is_empty() {
                joint.push(None);
                continue;
            }
            let mv = self.rules.read_move(role, words)?;
            if !legal.contains(&mv) {
                return Err(GdlError::from(GdlFault::Illegal(cut(words))).into());
            }
            joint.push(Some(mv));
        }
        self.state = self.rules.after(&self.state, &joint);
        self.played = self.played.take().map(|line| {
            let position = line.position();
            let ply = joint[position.role()].and_then(|mv| u32::try_from(mv).ok());
            let next = ply.and_then(|ply| line.play(&ply).ok());
            // The moves of a manager are what counts, also where the game as ours is another.
            next.filter(|next| *next.position().state() == self.state)
                .unwrap_or_else(|| Line::still(position.in_state(self.state.clone())))
        });
        Ok(())
    }

    /// Some legal move, without a thought.
    pub fn any_move(&self) -> Option<usize> {
        self.rules.standing(&self.state).legal[self.role].first().copied()
    }

    /// A legal move, chosen by `until`; none if there is none.
    pub fn think(
        &self,
        player: &mut dyn AnyPlayer,
        budget: &Budget,
        until: Instant,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<usize> {
        let legal = self.rules.standing(&self.state).legal.swap_remove(self.role);
        if legal.len() < 2 {
            return legal.first().copied();
        }
        let time = Some(until.saturating_duration_since(Instant::now()));
        let budget = Budget { time, ..budget.clone() };
        let own_turn = |game: &Gdl| game.outcome().is_none() && game.role() == self.role;
        let played = self.played.as_ref().filter(|line| own_turn(line.position()));
        if let Some(played) = played {
            let thought = player.think(&played.erased(), &budget, AnyWatch::Nobody);
            let ply = thought.ok().and_then(|thought| thought.ply());
            let mv = ply.and_then(|ply| self.rules.read_move(self.role, &ply).ok());
            if let Some(mv) = mv.filter(|mv| legal.contains(mv)) {
                return Some(mv);
            }
        }
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        roles::best(&self.rules, (&self.state, self.role), &budget, &mut line, rng)
    }

    /// A move the way the manager spells it.
    pub fn write(&self, mv: usize) -> String {
        self.spelling.respell(&self.rules.write_move(self.role, mv))
    }

    /// What the state is worth to this role, if the game is over.
    pub fn goal(&self) -> Option<u8> {
        let over = self.rules.standing(&self.state).terminal;
        self.rules.goal(&self.state, self.role).filter(|_| over)
    }
}

impl Spelling {
    /// The spelling of a message: of each word, as it is written first.
    pub fn of(message: &str) -> Spelling {
        let mut spelling = Spelling::default();
        for line in message.lines() {
            let code = line.split(';').next().unwrap_or_default();
            for word in code.split(is_between).filter(|word| !word.is_empty()) {
                spelling.0.entry(word.to_lowercase()).or_insert_with(|| word.to_owned());
            }
        }
        spelling
    }

    fn respell(&self, term: &str) -> String {
        let parts = term.split_inclusive(is_between).map(|part| {
            let word = part.trim_end_matches(is_between);
            let spelt = self.0.get(word).map_or(word, String::as_str);
            format!("{spelt}{}", &part[word.len()..])
        });
        parts.collect()
    }
}

/// What stands between words.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '(' | ')')
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;
    use std::time::Duration;

    use ludoteca_games::gdl::EXAMPLE;
    use ludoteca_players::{Supply, machine};
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn moves(words: [&str; 2]) -> Vec<String> {
        words.map(str::to_owned).to_vec()
    }

    fn thought(seat: &Seat) -> String {
        let mut player = machine(Gdl::NAME, "mcts:playouts=200", &Supply::seeded(1)).unwrap();
        let until = Instant::now() + Duration::from_secs(60);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mv = seat.think(&mut *player, &Budget::default(), until, &mut rng);
        seat.write(mv.unwrap())
    }

    #[test]
    fn whoever_waits_does_nothing_and_whoever_moves_takes_the_win() {
        let spelling = || Spelling::of("(start m X ((Mark 1)) 1 1)");
        let [mut x, mut o] = ["x", "o"].map(|role| Seat::new(role, EXAMPLE, spelling()).unwrap());
        for seat in [&mut x, &mut o] {
            seat.follow(None).unwrap();
            for step in [
                ["(mark a 1)", "noop"],
                ["noop", "(mark b 1)"],
                ["(mark a 2)", "noop"],
                ["noop", "(mark b 2)"],
            ] {
                seat.follow(Some(&moves(step))).unwrap();
            }
        }
        for seat in [&x, &o] {
            let played = seat.played.as_ref().unwrap();
            assert_eq!(played.len(), 4, "the order is known");
            assert_eq!(*played.position().state(), seat.state);
        }
        assert_eq!(thought(&x), "(Mark a 3)");
        assert_eq!(thought(&o), "noop");
        x.follow(Some(&moves(["(mark a 3)", "noop"]))).unwrap();
        assert_eq!((x.goal(), o.goal()), (Some(100), None));
    }

    #[test]
    fn moves_that_do_not_fit_change_nothing() {
        let mut seat = Seat::new("o", EXAMPLE, Spelling::default()).unwrap();
        seat.follow(None).unwrap();
        seat.follow(Some(&moves(["(mark a 1)", "noop"]))).unwrap();
        let before = seat.state.clone();
        for (wrong, id) in [
            (Some(moves(["(mark a 1)", "noop"])), "gdl-illegal"),
            (Some(moves(["noop", "(mark z 9)"])), "gdl-no-move"),
            (Some(moves(["noop", "(((("])), "gdl-not-a-move"),
            (Some(vec!["noop".to_owned()]), "ggp-count"),
            (None, "ggp-no-moves"),
        ] {
            assert_eq!(
                ludoteca_text::Text::from(seat.follow(wrong.as_deref()).unwrap_err()).id,
                id
            );
        }
        assert_eq!(seat.state, before);
        assert!(thought(&seat).starts_with("(mark "));
    }

    #[test]
    fn a_game_of_both_at_once_is_played_too_and_an_unknown_role_is_refused() {
        let rules = "(role a) (role b) (init silence) (value 1) (value 2)
            (<= (legal ?r (say ?v)) (role ?r) (value ?v))
            (<= (next (said ?r ?v)) (does ?r (say ?v)))
            (<= terminal (true (said ?r ?v)))
            (<= (goal ?r 100) (true (said ?r 2))) (<= (goal ?r 0) (true (said ?r 1)))";
        let seat = Seat::new("b", rules, Spelling::default()).unwrap();
        assert!(!seat.is_known());
        let mut player = machine(Gdl::NAME, "random", &Supply::seeded(1)).unwrap();
        let until = Instant::now() + Duration::from_secs(600);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mv = seat.think(&mut *player, &Budget::default(), until, &mut rng);
        assert_eq!(seat.write(mv.unwrap()), "(say 2)");
        let refused = Seat::new("c", rules, Spelling::default()).err().unwrap();
        assert!(Lang::ENGLISH.say(&refused.clone().into()).contains("a, b"), "{refused}");
    }
}
