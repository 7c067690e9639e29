//! The local optimiser: an ant's path with one of its moves replaced.

use ludoteca_games::{Game, below};
use rand::Rng;

use super::walk::{Course, Scratch, Stop, Walk, Walker};
use crate::Clock;

impl<G: Game> Walker<'_, G> {
    /// Replaces one own move of a path, any of them, by the best by evaluation, and replays the rest
    /// as far as it is possible; beyond that the ant walks on. The better of both games is kept.
    pub(super) fn improve<R: Rng>(
        &self,
        walk: &mut Walk<G::Ply>,
        scratch: &mut Scratch<G>,
        rng: &mut R,
        clock: &mut Clock,
    ) {
        let count = walk.own().count() as u32;
        if count == 0 || walk.result >= 1.0 {
            return;
        }
        let mut own = (0..walk.path.len()).filter(|at| walk.path[*at].side == walk.role);
        let Some(stop) = own.nth(below(rng, count) as usize) else { return };
        // The path has a stop for each of the first plies.
        let mut course = Course { at: self.root.clone(), turn: 0, grow: self.settings.grow };
        let mut better = Walk::new(walk.role);
        for (ply, passed) in walk.plies[..stop].iter().zip(&walk.path) {
            self.play(&mut course, ply, &mut better);
            course.grow -= usize::from(passed.new);
        }
        better.path.extend_from_slice(&walk.path[..stop]);
        scratch.plies.clear();
        course.at.plies(&mut scratch.plies);
        let played = walk.path[stop].ply as usize;
        let Scratch { plies, evaluation, .. } = &mut *scratch;
        let mut worth = |ply: &G::Ply| {
            let mut next = course.at.clone();
            next.play_unchecked(ply);
            self.prospect(&next, walk.role, evaluation.as_mut())
        };
        let Some(usual) = plies.get(played).map(&mut worth) else { return };
        let mut best = (played, usual);
        for (at, ply) in plies.iter().enumerate() {
            if clock.tick() {
                return;
            }
            let worth = worth(ply);
            if worth > best.1 {
                best = (at, worth);
            }
        }
        if best.0 == played {
            return;
        }
        let etas = walk.path[..stop].iter().filter(|stop| stop.new).map(|stop| stop.count as usize);
        let etas = etas.sum::<usize>();
        if self.settings.informed {
            let here = if walk.path[stop].new { walk.path[stop].count as usize } else { 0 };
            better.etas.extend_from_slice(&walk.etas[..etas + here]);
        }
        course.grow -= usize::from(walk.path[stop].new);
        better.path.push(Stop { ply: best.0 as u32, ..walk.path[stop] });
        let ply = scratch.plies[best.0].clone();
        self.play(&mut course, &ply, &mut better);
        self.replay(&mut course, &walk.plies[stop + 1..], &mut better, scratch, clock);
        let whole = self.go_on(course, &mut better, scratch, rng, clock);
        if whole && better.result > walk.result {
            *walk = better;
        }
    }

    /// Plays the plies of another game as long as they are legal, noting them on the path where there
    /// are trails.
    fn replay(
        &self,
        course: &mut Course<G>,
        replay: &[G::Ply],
        walk: &mut Walk<G::Ply>,
        scratch: &mut Scratch<G>,
        clock: &mut Clock,
    ) {
        for ply in replay {
            let deep = self.settings.depth.is_some_and(|depth| course.turn >= depth);
            if deep || course.at.outcome().is_some() || course.at.check(ply).is_err() {
                break;
            }
            if course.grow > 0 {
                let key = course.at.key();
                scratch.plies.clear();
                course.at.plies(&mut scratch.plies);
                let Some(number) = scratch.plies.iter().position(|other| other == ply) else {
                    break;
                };
                let known = self.trails.find(key);
                if known.is_none() {
                    course.grow -= 1;
                    if self.settings.informed {
                        self.smell_new(&course.at, scratch, clock);
                        walk.etas.extend(scratch.scents.iter().map(|scent| scent.tau));
                    }
                }
                walk.path.push(Stop {
                    key,
                    side: course.at.side(),
                    ply: number as u32,
                    count: scratch.plies.len() as u32,
                    turn: course.turn,
                    new: known.is_none(),
                });
            }
            clock.tick();
            self.play(course, ply, walk);
        }
    }
}
