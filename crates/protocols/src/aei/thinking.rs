//! A player asked for a whole turn, ply by ply, and what it tells of its thoughts meanwhile.

use std::time::{Duration, Instant};

use ludoteca_games::{
    Arimaa, Game, Illegal, Line,
    arimaa::{ArimaaPly, Kind, STEPS},
};
use ludoteca_players::{
    Answer, AnyPlayer, AnyWatch, Budget, Failure, Stop, Thought, ask,
    thought::{Value, Verdict},
};

use super::turn;

/// Unfinished thoughts are told no more often than this.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// The first step of a turn gets this part of its time from a player that may need some for the
/// others too. One that plans its turns gets all of it.
const FIRST: f64 = 0.875;
/// With less time left a plan is followed as it is.
const HURRY: Duration = Duration::from_millis(5);
/// A proved win in centi-rabbits, less the plies until then.
const WIN: i64 = 100_000;
/// Everything that is not proved is less than this.
const UNPROVED: f64 = 50_000.0;
/// A result of about three quarters is a lead of so many centi-rabbits: the first rabbit is then worth
/// a result of about one sixth.
const SCALE: f64 = 600.0;

/// What is thought about.
#[derive(Clone, Debug)]
pub struct Question {
    /// What was played; it ends where a turn begins.
    pub line: Line<Arimaa>,
    /// How long the turn may take; none leaves it to the player.
    pub time: Option<Duration>,
    /// Ends the thought.
    pub stop: Stop,
}

/// A turn that was found.
#[derive(Debug)]
pub struct FoundTurn {
    /// As AEI writes it; none if the game is given up.
    pub words: Option<String>,
    /// What the player thought.
    pub info: Info,
}

/// What a player thinks, in AEI's words.
#[derive(Clone, Debug)]
pub struct Info {
    /// In centi-rabbits, for the side to move.
    score: Option<i64>,
    /// In steps.
    depth: Option<u32>,
    unfinished: bool,
    nodes: u64,
    pv: String,
    /// Seconds since the search began.
    pub seconds: f64,
}

impl Question {
    /// Asks a player for its turn. Unfinished thoughts go to `tell`.
    pub fn ask(
        &self,
        player: &mut dyn AnyPlayer,
        tell: &mut dyn FnMut(Info),
    ) -> Result<FoundTurn, Failure> {
        let begun = Instant::now();
        let begin = self.line.position();
        let mut line = self.line.clone();
        let mut plies = Vec::new();
        let mut first: Option<Info> = None;
        let mut nodes = 0;
        // What the last thought expects after its ply.
        let mut plan = Vec::new();
        while line.position().side() == begin.side() && line.position().outcome().is_none() {
            let at = line.position();
            let left = self.time.map(|time| time.saturating_sub(begun.elapsed()));
            let pressed = self.stop.is_set() || left.is_some_and(|left| left < HURRY);
            if pressed && !plan.is_empty() {
                let ply: ArimaaPly = plan.remove(0);
                line = line.play(&ply)?;
                plies.push(ply);
                continue;
            }
            let time = left.map(|left| share(at, left, player.plans_turns()));
            let budget = Budget { time, stop: self.stop.clone(), ..Budget::default() };
            let mut report = |thought: Thought| {
                let expected = self.expected(&plies, &thought);
                tell(self.info(&thought, &expected, nodes, true, begun));
            };
            let watch = if first.is_none() && !at.in_setup() {
                AnyWatch::Live(TELL_EVERY, &mut report)
            } else {
                AnyWatch::Nobody
            };
            let thought = ask(player, &line.erased(), &budget, watch)?;
            let expected = self.expected(&plies, &thought);
            let info = self.info(&thought, &expected, nodes, false, begun);
            nodes += thought.nodes;
            if thought.answer == Answer::Resign {
                return Ok(FoundTurn { words: None, info });
            }
            let ply = at.read_ply(&thought.ply().unwrap_or_default());
            let ply = ply.map_err(Illegal::Refused)?;
            plan = match expected.get(plies.len()..) {
                Some([next, rest @ ..]) if *next == ply => rest.to_vec(),
                _ => Vec::new(),
            };
            line = line.play(&ply)?;
            plies.push(ply);
            first.get_or_insert(info);
        }
        let words = Some(turn::write(begin, &plies));
        plies.extend(plan);
        let info = Info {
            nodes,
            pv: turn::write(begin, &plies),
            seconds: begun.elapsed().as_secs_f64(),
            ..first.unwrap_or_else(Info::nothing)
        };
        Ok(FoundTurn { words, info })
    }

    /// The plies that were made, and those of a thought's best line as far as they can be played.
    fn expected(&self, made: &[ArimaaPly], thought: &Thought) -> Vec<ArimaaPly> {
        let mut at = self.line.position().clone();
        for ply in made {
            at.play_unchecked(ply);
        }
        let mut line = made.to_vec();
        for words in thought.lines.first().map_or(&[][..], |line| &line.plies) {
            let Ok(ply) = at.read_ply(words) else { break };
            if at.play(&ply).is_err() {
                break;
            }
            line.push(ply);
        }
        line
    }

    fn info(
        &self,
        thought: &Thought,
        line: &[ArimaaPly],
        before: u64,
        unfinished: bool,
        begun: Instant,
    ) -> Info {
        Info {
            score: score(thought.value),
            depth: thought.depth,
            unfinished,
            nodes: before + thought.nodes,
            pv: turn::write(self.line.position(), line),
            seconds: begun.elapsed().as_secs_f64(),
        }
    }
}

impl Info {
    fn nothing() -> Info {
        let (score, depth) = (None, None);
        Info { score, depth, unfinished: false, nodes: 0, pv: String::new(), seconds: 0.0 }
    }

    /// The messages that say so.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.score.map(|score| format!("info score {score}")));
        let more = if self.unfinished { "+" } else { "" };
        lines.extend(self.depth.map(|depth| format!("info depth {depth}{more}")));
        lines.push(format!("info nodes {}", self.nodes));
        if !self.pv.is_empty() {
            lines.push(format!("info pv {}", self.pv));
        }
        lines.push(format!("info time {:.0}", self.seconds));
        lines
    }
}

/// How much of the time that is left the next ply gets, of a player that plans its turns or not.
fn share(at: &Arimaa, left: Duration, plans: bool) -> Duration {
    if at.in_setup() {
        let waiting: usize = Kind::ALL.into_iter().map(|kind| at.waiting(kind)).sum();
        left / waiting.max(1) as u32
    } else if plans {
        left
    } else if at.state().made == 0 {
        left.mul_f64(FIRST)
    } else {
        left / u32::from(STEPS - at.state().made + 1)
    }
}

/// A value in centi-rabbits; none if nothing is known. As every player measures in its own way, the
/// result it expects is what counts.
fn score(value: Value) -> Option<i64> {
    match value {
        Value::NOTHING => None,
        Value::Proved { result, plies } => {
            let far = i64::from(plies.unwrap_or(0)).min(1000);
            Some(match result {
                Verdict::Win => WIN - far,
                Verdict::Draw => 0,
                Verdict::Loss => far - WIN,
            })
        }
        Value::Guess { result, .. } => {
            Some((SCALE * result.clamp(-1.0, 1.0).atanh()).clamp(-UNPROVED, UNPROVED).round() as i64)
        }
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_players::{Supply, machine, thought::Unit};

    use super::*;

    #[test]
    fn a_score_grows_with_what_is_expected_and_a_proof_is_beyond_every_guess() {
        let guess = |result| score(Value::Guess { result, score: Some(7), unit: Unit::Points });
        assert_eq!(guess(0.0), Some(0));
        assert_eq!(guess(1.0), Some(50_000));
        assert_eq!(guess(-1.0), Some(-50_000));
        assert!((95..=105).contains(&guess(1.0 / 6.0).unwrap()));
        assert_eq!(score(Value::Proved { result: Verdict::Loss, plies: Some(4) }), Some(-99_996));
        assert_eq!(score(Value::NOTHING), None);
    }

    #[test]
    fn the_first_step_gets_most_of_the_time_and_the_placements_share_it_evenly() {
        let second = Duration::from_secs(1);
        assert_eq!(share(&Arimaa::default(), second, false), second / 16);
        assert_eq!(share(&Arimaa::default(), second, true), second / 16);
        let start = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
        let begin = Arimaa::default().read_position(start).unwrap().into_position();
        assert!(share(&begin, second, false) > second / 2);
        assert_eq!(share(&begin, second, true), second, "nothing is left over");
        let later =
            Arimaa::default().read_position(&format!("{start} Ha2n")).unwrap().into_position();
        assert_eq!(share(&later, second, false), second / 4);
    }

    #[test]
    fn whoever_plans_its_turns_follows_the_plan_and_needs_no_time_for_it() {
        let start = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
        let begin = Arimaa::default().read_position(start).unwrap();
        for (name, plans) in
            [("strong", true), ("alphabeta:depth=1,limit=50", true), ("mcts", false)]
        {
            let mut player = machine("arimaa", name, &Supply::seeded(2)).unwrap();
            assert_eq!(player.plans_turns(), plans, "{name}");
            if !plans {
                continue;
            }
            let thought = |player: &mut dyn AnyPlayer, line: &Line<Arimaa>, budget: &Budget| {
                ask(player, &line.erased(), budget, AnyWatch::Nobody).unwrap()
            };
            let mut line = begin.clone();
            let mut nodes = Vec::new();
            while line.position().side() == begin.position().side() {
                let thought = thought(player.as_mut(), &line, &Budget::nodes(500));
                let ply = line.position().read_ply(&thought.ply().unwrap()).unwrap();
                line = line.play(&ply).unwrap();
                nodes.push(thought.nodes);
            }
            assert!(nodes[0] > 0 && nodes[1..].iter().all(|each| *each == 0), "{name}: {nodes:?}");
        }
    }

    #[test]
    fn a_turn_is_whole_also_when_the_thought_is_stopped_before_it_begins() {
        let start = "s [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";
        let position = Arimaa::default().read_position(start).unwrap().into_position();
        for player in ["random", "mcts", "alphabeta"] {
            let mut player = machine("arimaa", player, &Supply::seeded(2)).unwrap();
            let line = Line::still(position.clone());
            let question = Question { line, time: None, stop: Stop::default() };
            question.stop.set();
            let found = question.ask(player.as_mut(), &mut |_| {}).unwrap();
            let (_, after) = turn::read(&position, &found.words.unwrap()).unwrap();
            assert_ne!(after.side(), position.side());
        }
    }
}
