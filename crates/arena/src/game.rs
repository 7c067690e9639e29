//! One game between two machines. Each is asked in turn, by the clock, until the board, a fault, a
//! referee or a stop ends it; a record comes out, which says how it ended.

use std::time::{Duration, Instant};

use ludoteca_games::{
    End, GameTree, Position, Side,
    clock::{Control, LEAST, SideClock},
};
use ludoteca_players::{Answer, AnyPlayer, AnyWatch, Budget, Failure, Fault, Stop, Thought, ask};
use ludoteca_text::{Text, text};

/// How many more turns a machine reckons with.
const TURNS_TO_COME: f64 = 30.0;
/// Where a turn has several plies, the first gets this part of its time: then the whole turn is
/// thought about, and a player that has a plan follows it in no time. Of what is left each of the
/// others may take half.
const FIRST_PLY: f64 = 0.875;

/// How much a player may take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for each ply. The player is told of it, and nobody else looks at it.
    pub time: Option<Duration>,
    /// Positions looked at for each ply.
    pub nodes: Option<u64>,
    /// Its clock: whoever has nothing left has lost.
    pub clock: Option<Control>,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game, with the time of every ply.
    pub record: GameTree,
    /// How it ended.
    pub end: End,
    /// What was wrong, for a person, if it ended by a player's fault.
    pub fault: Option<Text>,
}

/// Looks at the game after every ply, with the thought that led to it, and may end the game: who
/// adjudicates games, and who learns from them.
pub type Referee<'a> = dyn FnMut(&GameTree, &Thought) -> Option<End> + 'a;

/// A referee who lets everybody play.
pub fn nobody(_: &GameTree, _: &Thought) -> Option<End> {
    None
}

/// Plays a game on from where its record stands, to its end.
///
/// Each side's player has limits of its own. One that fails, plays what is not allowed or has no time
/// left loses. Each ply is a [turn](Stop::turn) of its own. A stop leaves the game
/// [`End::Interrupted`], which counts for nobody.
pub fn play(
    mut record: GameTree,
    players: &mut [Box<dyn AnyPlayer>; 2],
    limits: [Limits; 2],
    stop: &Stop,
    referee: &mut Referee<'_>,
) -> Finished {
    let mut timer = Timer::new(limits);
    let (end, fault) = loop {
        if let Some(end) = record.ended() {
            break (end, None);
        }
        // Whoever waits for a turn loses no time by it.
        let Some(_turn) = stop.turn() else { break (End::Interrupted, None) };
        let side = record.position().side();
        let time = timer.plan(record.position());
        let nodes = limits[side.index()].nodes;
        let budget = Budget { time, nodes, stop: stop.clone(), ..Budget::default() };
        let begun = Instant::now();
        let thought = ask(players[side.index()].as_mut(), record.line(), &budget, AnyWatch::Nobody);
        let used = begun.elapsed();
        // A thought that was cut short is another one than that of a whole search.
        if stop.is_set() {
            break (End::Interrupted, None);
        }
        let thought = match thought {
            Ok(thought) => thought,
            Err(failure) => break lost(side, failure),
        };
        if timer.has_run_out(side, used) {
            break (End::Late(side), Some(text!("reason-late-itself")));
        }
        match &thought.answer {
            Answer::Resign => break (End::Resigned(side), None),
            Answer::Nothing => break lost(side, Fault::Garbage.told(text!("reason-no-answer"))),
            Answer::Ply(ply) => match record.play(ply) {
                Err(_) => {
                    let told = text!("reason-illegal", ply = ply.as_str());
                    break lost(side, Fault::Illegal.told(told));
                }
                Ok(node) => {
                    timer.end_ply(side, record.position());
                    let note = record.note_mut(node);
                    note.used = Some(used.as_millis() as u64);
                    note.left = timer.left(side).map(|left| left.as_millis() as u64);
                }
            },
        }
        if let Some(end) = referee(&record, &thought) {
            break (end, None);
        }
    };
    record.end_early(end.clone());
    Finished { end: record.ended().unwrap_or(end), record, fault }
}

/// A game that a side has lost by its player's failure.
fn lost(side: Side, failure: Failure) -> (End, Option<Text>) {
    let end = match failure.kind {
        Fault::Crash => End::Crash(side),
        Fault::Killed => End::OutOfMemory(side),
        Fault::Stall => End::Stall(side),
        Fault::Illegal => End::Illegal(side),
        Fault::Garbage | Fault::Refused => End::Garbage(side),
        Fault::Interrupted | Fault::Other => End::Forfeited(side),
    };
    (end, Some(failure.text))
}

/// Whether a game ended by a player's fault, and by whose.
pub fn at_fault(end: &End) -> Option<Side> {
    match end {
        End::Late(side)
        | End::Illegal(side)
        | End::Crash(side)
        | End::Stall(side)
        | End::Garbage(side)
        | End::OutOfMemory(side)
        | End::Forfeited(side) => Some(*side),
        End::Board { .. }
        | End::Resigned(_)
        | End::Unsaid(_)
        | End::Agreed
        | End::Adjudicated(_)
        | End::Interrupted => None,
    }
}

/// The clocks of a game, and the turn that is under way.
struct Timer {
    /// Time for each ply of each side, whatever its clock says.
    plies: [Option<Duration>; 2],
    clocks: [Option<SideClock>; 2],
    /// How much of its planned time this turn has left; none before its first ply.
    turn: Option<Duration>,
}

impl Timer {
    fn new(limits: [Limits; 2]) -> Timer {
        let clocks = limits.map(|limits| limits.clock.map(SideClock::new));
        Timer { plies: limits.map(|limits| limits.time), clocks, turn: None }
    }

    /// How long the next ply may take.
    fn plan(&mut self, position: &dyn Position) -> Option<Duration> {
        let side = position.side().index();
        let ply = self.plies[side];
        let Some(clock) = &self.clocks[side] else { return ply };
        let time = match self.turn {
            Some(left) => left / 2,
            None => {
                let turn = clock.share(TURNS_TO_COME, Duration::ZERO);
                self.turn = Some(turn);
                if position.one_ply_turns() { turn } else { turn.mul_f64(FIRST_PLY) }
            }
        };
        Some(ply.map_or(time, |ply| ply.min(time)).max(LEAST))
    }

    /// A side has thought for so long. Says whether it has no time left.
    fn has_run_out(&mut self, side: Side, used: Duration) -> bool {
        self.turn = self.turn.map(|left| left.saturating_sub(used));
        self.clocks[side.index()].as_mut().is_some_and(|clock| {
            clock.run(used);
            clock.is_late()
        })
    }

    /// A side has made a ply, which may have been the last of its turn.
    fn end_ply(&mut self, side: Side, after: &dyn Position) {
        if after.side() != side || after.one_ply_turns() {
            self.turn = None;
            if let Some(clock) = &mut self.clocks[side.index()] {
                clock.end_turn();
            }
        }
    }

    fn left(&self, side: Side) -> Option<Duration> {
        self.clocks[side.index()].as_ref().map(SideClock::left)
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{AnyLine, Start};
    use ludoteca_players::{Supply, machine};

    use super::*;

    type Does = fn(Thought) -> Result<Thought, Failure>;

    /// A player that does something else when so many plies have been played.
    struct Until(usize, Does, Box<dyn AnyPlayer>);

    impl AnyPlayer for Until {
        fn think(
            &mut self,
            line: &AnyLine,
            budget: &Budget,
            watch: AnyWatch<'_>,
        ) -> Result<Thought, Failure> {
            let thought = self.2.think(line, budget, watch)?;
            if line.len() < self.0 { Ok(thought) } else { (self.1)(thought) }
        }
    }

    fn random() -> Box<dyn AnyPlayer> {
        machine("connect4", "random", &Supply::seeded(3)).unwrap()
    }

    fn begin(words: &str) -> GameTree {
        GameTree::begin(Start::of("connect4").at(words)).unwrap()
    }

    /// A game whose second player does something else at its first ply.
    fn against(does: Does, limits: Limits) -> Finished {
        let mut players = [random(), Box::new(Until(1, does, random()))];
        play(begin(""), &mut players, [limits; 2], &Stop::default(), &mut nobody)
    }

    #[test]
    fn a_game_goes_on_to_its_end_on_the_board_with_the_time_of_every_ply() {
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let mut players = [random(), random()];
        let game = play(begin("414141"), &mut players, [limits; 2], &Stop::default(), &mut nobody);
        assert_eq!(game.end.kind(), "board");
        assert_eq!((game.record.ended(), game.fault), (Some(game.end), None));
        assert_eq!(game.record.plies()[..6].concat(), "414141");
        assert!(game.record.length() > 6);
        let timed = |at| game.record.note(at).used.is_some();
        assert!(game.record.main_line().skip(6).all(timed));
    }

    #[test]
    fn whoever_resigns_loses_without_a_fault_and_whoever_fails_with_one() {
        let cases: [(Does, &str, Option<&str>); 7] = [
            (|thought| Ok(Thought { answer: Answer::Resign, ..thought }), "resigned", None),
            (
                |thought| Ok(Thought { answer: Answer::Ply("9".into()), ..thought }),
                "illegal",
                Some("reason-illegal"),
            ),
            (
                |thought| Ok(Thought { answer: Answer::Nothing, ..thought }),
                "garbage",
                Some("reason-no-answer"),
            ),
            (|_| panic!("it falls"), "crash", Some("reason-crashed")),
            (|_| Err(text!("game-over").into()), "forfeited", Some("game-over")),
            (|_| Err(Fault::Stall.told(text!("game-over"))), "stall", Some("game-over")),
            (|_| Err(Fault::Killed.told(text!("game-over"))), "memory", Some("game-over")),
        ];
        for (does, kind, fault) in cases {
            let game = against(does, Limits::default());
            assert_eq!((game.end.kind(), game.end.loser()), (kind, Some(Side::Second)));
            assert_eq!(game.fault.as_ref().map(|text| text.id.as_ref()), fault);
            assert_eq!(at_fault(&game.end).is_some(), fault.is_some());
            assert_eq!(game.record.length(), 1);
        }
    }

    #[test]
    fn whoever_has_no_time_left_loses_and_the_ply_does_not_count() {
        let limits =
            |time| Limits { clock: Some(Control::game(time, Duration::ZERO)), ..Limits::default() };
        let game = against(Ok, limits(Duration::from_nanos(1)));
        assert_eq!((game.end, game.record.length()), (End::Late(Side::First), 0));
        let game = against(Ok, limits(Duration::from_secs(3600)));
        assert_eq!(game.end.kind(), "board");
        let last = game.record.note(game.record.last());
        assert!(last.left.is_some_and(|left| left <= 3_600_000));
    }

    #[test]
    fn a_stop_leaves_a_game_without_a_result_and_a_referee_ends_it_with_one() {
        let played = |referee: &mut Referee<'_>, stop: &Stop| {
            play(begin(""), &mut [random(), random()], [Limits::default(); 2], stop, referee)
        };
        let stop = Stop::default();
        let mut stops = |_: &GameTree, _: &Thought| {
            stop.set();
            None
        };
        let game = played(&mut stops, &stop);
        assert_eq!((&game.end, game.record.ended()), (&End::Interrupted, Some(End::Interrupted)));
        assert!(!game.end.counts());
        let draw = End::Adjudicated(None);
        let mut ends = |game: &GameTree, _: &Thought| (game.length() == 4).then(|| draw.clone());
        let game = played(&mut ends, &Stop::default());
        assert_eq!((&game.end, game.record.length(), game.fault), (&draw, 4, None));
    }

    #[test]
    fn the_plies_of_a_long_turn_share_its_time_and_the_next_turn_has_its_own() {
        let second = Duration::from_secs(1);
        let clock = Some(Control::game(60 * second, 2 * second));
        let mut timer = Timer::new([Limits { clock, ..Limits::default() }; 2]);
        let arimaa = GameTree::begin(Start::of("arimaa")).unwrap();
        let mut shares = Vec::new();
        for _ in 0..16 {
            let time = timer.plan(arimaa.position()).unwrap();
            assert!(!timer.has_run_out(Side::First, time));
            timer.end_ply(Side::First, arimaa.position());
            shares.push(time);
        }
        assert!(shares.is_sorted_by(|one, two| one >= two));
        let spent = 60 * second - timer.left(Side::First).unwrap();
        assert_eq!(spent, shares.iter().sum());
        assert!(spent < 5 * second, "{spent:?}");
        let other = GameTree::begin(Start::of("connect4")).unwrap();
        timer.end_ply(Side::First, other.position());
        assert_eq!(timer.left(Side::First), Some(62 * second - spent));
        assert_eq!(Timer::new([Limits::default(); 2]).plan(arimaa.position()), None);
    }
}
