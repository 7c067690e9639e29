//! A description of a game for two who move in turn: who moves when, who wins, and random games.

use std::{
    collections::BTreeSet,
    hash::BuildHasher,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use rand::Rng;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use rustc_hash::FxBuildHasher;

use super::{
    course::{count, moves, nth},
    error::{GdlError, GdlFault},
    limits::{LONGEST_GAME, PROBED_PLIES, PROBES},
    look::Look,
    patience::{Claim, Patient},
    rules::{Rules, State},
};
use crate::{Outcome, Side, below};

/// The reason of a game that the description itself ends.
pub const BY_GOALS: &str = "reason-gdl-goals";

/// A description of a game for two in turn.
#[derive(Debug)]
pub struct Described {
    /// The description.
    pub words: Box<str>,
    /// Its rules.
    pub rules: Arc<Rules>,
    /// The role that moves first.
    pub first: usize,
    /// Moves that are made while the other role moves, of each role.
    idle: [BTreeSet<usize>; 2],
    /// What it looks like.
    pub look: Look,
    _claims: Vec<Claim>,
}

/// The one that was asked for last.
static LAST: Mutex<Option<Arc<Described>>> = Mutex::new(None);

/// Moves that are made together.
pub type Made = std::iter::Chain<std::iter::Once<usize>, std::option::IntoIter<usize>>;

/// Who moves in a state.
pub enum ToMove {
    /// This role.
    Of(usize),
    /// Nobody can: the name of the message that says why.
    Stuck(&'static str),
}

impl Described {
    /// Reads a description and tries it in some random games. Those that somebody holds are not read
    /// again, nor is the one that was asked for last; all others are let go, as they may be large. One
    /// is loaded at a time, and the last one let go before, as each may take all that a machine bears.
    pub fn read(words: &str) -> Result<Arc<Described>, GdlError> {
        // Each with a number for its words, so that nobody holds another one, be it for a moment.
        static HELD: Mutex<Vec<(u64, Weak<Described>)>> = Mutex::new(Vec::new());
        static LOADING: Mutex<()> = Mutex::new(());
        let held = || HELD.lock().unwrap_or_else(PoisonError::into_inner);
        let number = FxBuildHasher.hash_one(words);
        let find = || {
            let held = held();
            let alike = held.iter().filter(|(other, _)| *other == number);
            alike.filter_map(|(_, game)| game.upgrade()).find(|game| *game.words == *words)
        };
        let load = || {
            let mut patient = Patient::begin();
            let _one = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
            // Somebody else may have loaded it meanwhile.
            if let Some(game) = find() {
                return Ok(game);
            }
            patient.start()?;
            let_go();
            let game = Arc::new(Described::new(words, &mut patient)?);
            let mut held = held();
            held.retain(|(_, game)| game.strong_count() > 0);
            held.push((number, Arc::downgrade(&game)));
            Ok::<_, GdlError>(game)
        };
        let game = match find() {
            Some(game) => game,
            None => load()?,
        };
        // The one before is let go, which may take a moment, when nobody waits for the lock.
        let before = last().replace(game.clone());
        drop(before);
        Ok(game)
    }

    fn new(words: &str, patient: &mut Patient) -> Result<Described, GdlError> {
        let rules = Rules::read_with(words, patient)?;
        let roles = rules.roles();
        match roles.len() {
            2 => {}
            1 => return Err(GdlFault::OneRole(roles[0].clone()).into()),
            _ => return Err(GdlFault::ManyRoles(roles).into()),
        }
        let Probed { idle, brought } = Probed::of(&rules, patient)?;
        let legal = rules.standing(rules.initial()).legal;
        let counts = [legal[0].len(), legal[1].len()];
        let first = match to_move(&idle, counts, |role| legal[role].first().copied()) {
            ToMove::Of(first) => first,
            ToMove::Stuck(_) => 0,
        };
        let look = Look::of(&rules, first, &brought);
        let _claims = patient.claims();
        Ok(Described { words: words.into(), rules, first, idle, look, _claims })
    }

    /// Who moves, by how many moves each role has, and the first of them.
    #[inline]
    pub fn to_move(&self, counts: [usize; 2], first: impl Fn(usize) -> Option<usize>) -> ToMove {
        to_move(&self.idle, counts, first)
    }

    /// Who won, by what the state is worth to each role.
    #[inline]
    pub fn winner(&self, goals: [Option<u8>; 2]) -> Option<Side> {
        let [one, two] = goals.map(Option::unwrap_or_default);
        match one.cmp(&two) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(self.side(0)),
            std::cmp::Ordering::Less => Some(self.side(1)),
        }
    }

    /// Plays at random to the end.
    pub fn random_game<R: Rng + ?Sized>(&self, mut state: State, rng: &mut R) -> (Outcome, u32) {
        let rules = &self.rules;
        rules.walk(|course, walker| {
            course.go(walker, &state);
            for plies in 0..LONGEST_GAME {
                if course.is_over(walker) {
                    let goals = [0, 1].map(|role| course.goal(walker, role));
                    return (self.by_goals(goals), plies);
                }
                let legal = |role: usize| course.legal(walker, role);
                let counts = [0, 1].map(|role| count(legal(role)));
                let mover = match self.to_move(counts, |role| nth(legal(role), 0)) {
                    ToMove::Of(mover) => mover,
                    ToMove::Stuck(reason) => return (Outcome::draw(reason), plies),
                };
                let pick = below(rng, counts[mover] as u32);
                let Some(chosen) = nth(legal(mover), pick) else { break };
                let made = self.made(mover, chosen, nth(legal(1 - mover), 0));
                rules.after_here(course, walker, made, &mut state);
                course.step(walker, &state);
            }
            (Outcome::draw("reason-gdl-long"), LONGEST_GAME)
        })
    }

    /// What is done when a role moves, numbered among the moves of both roles.
    #[inline]
    pub fn made(&self, mover: usize, chosen: usize, meanwhile: Option<usize>) -> Made {
        let roles = &self.rules.roles;
        let chosen = roles[mover].first + chosen;
        let meanwhile = meanwhile.map(|mv| roles[1 - mover].first + mv);
        std::iter::once(chosen).chain(meanwhile)
    }

    pub fn by_goals(&self, goals: [Option<u8>; 2]) -> Outcome {
        Outcome { winner: self.winner(goals), reason: BY_GOALS }
    }

    pub fn side(&self, role: usize) -> Side {
        if role == self.first { Side::First } else { Side::Second }
    }
}

/// Lets the description go that was asked for last, unless somebody holds it.
pub fn let_go() {
    let before = last().take();
    drop(before);
}

fn last() -> MutexGuard<'static, Option<Arc<Described>>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What some random games show of a description.
struct Probed {
    /// Moves that are made while the other role moves, of each role.
    idle: [BTreeSet<usize>; 2],
    /// How often each fact came with a move of each role.
    brought: Vec<[u32; 2]>,
}

impl Probed {
    /// Plays the games. A description with states that no game here can have is refused; the time
    /// for loading it has to suffice for one of them.
    fn of(rules: &Rules, patient: &mut Patient) -> Result<Probed, GdlError> {
        let mut idle =
            [0, 1].map(|role| rules.read_move(role, "noop").into_iter().collect::<BTreeSet<_>>());
        let mut brought = vec![[0; 2]; rules.bases.len()];
        let roles = rules.roles();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut played = 0;
        'games: for probe in 0..PROBES {
            let mut state = rules.initial().clone();
            for ply in 0.. {
                let standing = rules.standing(&state);
                if standing.terminal {
                    break;
                }
                match patient.look(0, 0) {
                    Err(_) if probe > 0 => break 'games,
                    looked => looked?,
                }
                let counts = (standing.legal[0].len(), standing.legal[1].len());
                let mover = match counts {
                    (0, 0) => return Err(GdlFault::Stuck { plies: ply }.into()),
                    (2.., 2..) => return Err(GdlFault::Simultaneous { plies: ply }.into()),
                    (2.., _) => Some(0),
                    (_, 2..) => Some(1),
                    _ => None,
                };
                if let Some(mover) = mover {
                    idle[1 - mover].extend(standing.legal[1 - mover].first());
                }
                if ply == LONGEST_GAME {
                    return Err(GdlFault::NeverEnds.into());
                }
                let joint = standing.legal.iter().map(|legal| {
                    let pick = below(&mut rng, legal.len().max(1) as u32) as usize;
                    legal.get(pick).copied()
                });
                let after = rules.after(&state, &joint.collect::<Vec<_>>());
                if let Some(mover) = mover {
                    let came = after.0.iter().zip(&state.0).map(|(after, before)| after & !before);
                    moves(came).for_each(|at| brought[at][mover] += 1);
                }
                state = after;
                played += 1;
            }
            for (role, name) in roles.iter().enumerate() {
                if rules.goal(&state, role).is_none() {
                    return Err(GdlFault::NoGoal(name.clone()).into());
                }
            }
            if played > PROBED_PLIES && probe > 0 {
                break;
            }
        }
        Ok(Probed { idle, brought })
    }
}

/// Who moves, by how many moves each role has, and the first of them.
#[inline]
fn to_move(
    idle: &[BTreeSet<usize>; 2],
    counts: [usize; 2],
    first: impl Fn(usize) -> Option<usize>,
) -> ToMove {
    match (counts[0], counts[1]) {
        (0, 0) => ToMove::Stuck("reason-gdl-stuck"),
        (2.., 0 | 1) | (1, 0) => ToMove::Of(0),
        (0 | 1, 2..) | (0, 1) => ToMove::Of(1),
        (1, 1) => {
            let idles = first(0).is_some_and(|only| idle[0].contains(&only));
            ToMove::Of(usize::from(idles))
        }
        _ => ToMove::Stuck("reason-gdl-simultaneous"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gdl::EXAMPLE;

    #[test]
    fn a_description_that_nobody_holds_is_let_go_when_another_is_read() {
        let words = format!("{EXAMPLE}\n; held for a while");
        let game = Described::read(&words).unwrap();
        let again = Described::read(&words).unwrap();
        assert!(Arc::ptr_eq(&game, &again));
        let other = Described::read(&format!("{EXAMPLE}\n; another one")).unwrap();
        assert!(Arc::ptr_eq(&game, &Described::read(&words).unwrap()), "somebody holds it");
        Described::read(&other.words).unwrap();
        let weak = Arc::downgrade(&game);
        drop((game, again));
        assert!(weak.upgrade().is_none());
    }
}
