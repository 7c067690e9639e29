//! Conversations with an engine of ours.

use std::{
    io::{self, BufReader, Cursor, Read},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use ludoteca_games::{Arimaa, Game};
use ludoteca_players::Supply;
use proptest::prelude::*;

use super::*;

const BOARD: &str = "[rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

fn settings(player: &str) -> Settings {
    let player = player.to_owned();
    Settings { player, time: None, seed: 1, say: crate::english() }
}

/// What is said to the bytes of a controller that hangs up at the end.
fn spoken(player: &str, bytes: &[u8]) -> Vec<String> {
    let mut out = Vec::new();
    let input = Cursor::new(bytes.to_vec());
    serve(settings(player), Supply::seeded(1), input, &mut out).unwrap().unwrap();
    String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
}

fn said(messages: &str) -> Vec<String> {
    spoken("random", messages.as_bytes())
}

/// The last line that is said.
fn last(messages: &str) -> String {
    said(messages).pop().unwrap_or_default()
}

fn bestmove(lines: &[String]) -> &str {
    lines
        .last()
        .and_then(|line| line.strip_prefix("bestmove "))
        .unwrap_or_else(|| panic!("{lines:?}"))
}

/// A controller that talks to an engine while it thinks.
struct Controller {
    input: Sender<String>,
    heard: Arc<Mutex<Vec<u8>>>,
    engine: Option<thread::JoinHandle<()>>,
}

/// What a controller says, as something to read from.
struct Lines(Receiver<String>);

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else { return Ok(0) };
        let bytes = line.as_bytes();
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

/// Where an engine speaks, for somebody who listens at the same time.
struct Voice(Arc<Mutex<Vec<u8>>>);

impl io::Write for Voice {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Controller {
    fn new(player: &str) -> Controller {
        let (input, lines) = channel();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (settings, mut voice) = (settings(player), Voice(heard.clone()));
        let engine = thread::spawn(move || {
            let input = BufReader::new(Lines(lines));
            serve(settings, Supply::seeded(1), input, &mut voice).unwrap().unwrap();
        });
        Controller { input, heard, engine: Some(engine) }
    }

    fn say(&self, line: &str) {
        self.input.send(format!("{line}\n")).unwrap();
    }

    fn lines(&self) -> Vec<String> {
        let heard = String::from_utf8(self.heard.lock().unwrap().clone()).unwrap();
        heard.lines().map(str::to_owned).collect()
    }

    /// Waits for a line that begins so.
    fn wait(&self, begin: &str) -> String {
        self.wait_through(begin).pop().unwrap_or_default()
    }

    /// What is said up to a line that begins so; it is not heard again.
    fn wait_through(&self, begin: &str) -> Vec<String> {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let mut lines = self.lines();
            if let Some(at) = lines.iter().position(|line| line.starts_with(begin)) {
                lines.truncate(at + 1);
                let bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
                self.heard.lock().unwrap().drain(..bytes);
                return lines;
            }
            assert!(Instant::now() < until, "no {begin} in {:?}", self.lines());
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn quit(mut self) {
        self.say("quit");
        self.engine.take().unwrap().join().unwrap();
    }
}

#[test]
fn it_introduces_itself_and_is_ready() {
    let version = format!("id version {} (random)", env!("CARGO_PKG_VERSION"));
    let lines = said("aei\nisready\n\nquit\nisready\n");
    let id = ["protocol-version 1", "id name Ludoteca", "id author Ludoteca", &version, "aeiok"];
    assert_eq!(lines[..5], id);
    assert_eq!(lines[5..], ["readyok"], "and nothing after quit");
}

#[test]
fn a_message_that_does_not_exist_is_an_error_and_the_end() {
    for bad in ["genmove b", "hello", "quit now", "\u{fffd}\u{0}", &"x".repeat(100_000)] {
        let lines = said(&format!("{bad}\nisready\n"));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("log Error: "), "{lines:?}");
    }
    assert!(last("genmove b").contains("“genmove b”"));
    // Half of one is an error and no end.
    for half in ["setoption tcmove 15", "setposition", "makemove", "go away"] {
        let lines = said(&format!("{half}\nisready\n"));
        assert!(lines[0].starts_with("log Error: "), "{lines:?}");
        assert_eq!(lines[1], "readyok");
    }
}

#[test]
fn both_setups_and_the_turns_after_them_are_whole() {
    let gold = said("newgame\ngo\n");
    let gold = bestmove(&gold);
    assert_eq!(gold.split(' ').count(), 16, "{gold}");
    let silver = said(&format!("newgame\nmakemove {gold}\ngo\n"));
    let silver = bestmove(&silver);
    assert!(
        silver.split(' ').all(|word| word.len() == 3 && word.ends_with(['7', '8'])),
        "{silver}"
    );
    let turn = said(&format!("newgame\nmakemove {gold}\nmakemove {silver}\ngo\n"));
    let start =
        Arimaa::default().read_position(&format!("1g {gold} 1s {silver}")).unwrap().into_position();
    super::turn::read(&start, bestmove(&turn)).unwrap();
}

#[test]
fn a_position_is_set_for_either_side_and_old_letters_do() {
    for (side, pieces) in [("g", "EMHDCR"), ("s", "emhdcr"), ("w", "EMHDCR"), ("b", "emhdcr")] {
        let lines = said(&format!("setposition {side} {BOARD}\ngo\n"));
        assert!(bestmove(&lines).starts_with(|c| pieces.contains(c)), "{lines:?}");
    }
    for wrong in ["g", "g [RR]", "x []", "g Ee2n", &format!("g {BOARD} Ra2n")] {
        let line = last(&format!("setposition {wrong}\n"));
        assert!(line.starts_with("log Error: "), "{wrong}: {line}");
    }
}

#[test]
fn moves_are_made_with_captures_and_wrong_ones_change_nothing() {
    let board = format!("r      r         c       E      {}R      R", " ".repeat(24));
    let set = format!("setposition g [{board}]\n");
    assert_eq!(said(&format!("{set}makemove cb6e cc6x Eb5n\nisready\n")), ["readyok"]);
    for wrong in ["cb6e", "Eb5n", "Ra1n cc6x", "Ra1s", "ra8s", "nonsense", "resign"] {
        let lines = said(&format!("{set}makemove {wrong}\nmakemove Ra1n\nisready\n"));
        assert!(lines[0].starts_with("log Error: "), "{lines:?}");
        assert!(lines[0].contains(wrong.split(' ').next_back().unwrap()), "{lines:?}");
        assert_eq!(lines[1..], ["readyok"]);
    }
}

#[test]
fn a_game_that_is_over_is_said_to_be_over() {
    let board = format!("       rR       {}", " ".repeat(48));
    let set = format!("setposition g [{board}]\nmakemove Ra7n\n");
    assert_eq!(last(&format!("{set}go\n")), "log Error: The game is over.");
    assert!(last(&format!("{set}makemove rh8s\n")).starts_with("log Error: "));
}

#[test]
fn known_options_are_taken_in_silence_and_others_with_a_warning() {
    for name in super::clock::Clock::OPTIONS {
        assert_eq!(last(&format!("setoption name {name} value 10\n")), "", "{name}");
        let wrong = last(&format!("setoption name {name} value soon\n"));
        assert!(wrong.starts_with("log Warning: ") && wrong.contains("soon"), "{wrong}");
    }
    for name in ["opponent", "opponent_rating", "rated", "rating", "event"] {
        assert_eq!(last(&format!("setoption name {name} value x y\n")), "", "{name}");
        assert_eq!(last(&format!("setoption name {name}\n")), "", "{name}");
    }
    let warned = said("setoption name goldfish value 1\nisready\n");
    assert!(warned[0].starts_with("log Warning: ") && warned[0].contains("goldfish"), "{warned:?}");
    assert_eq!(warned[1], "readyok");
}

#[test]
fn options_of_the_player_reach_it_or_are_warned_of() {
    let lines =
        |player, option: &str| spoken(player, format!("setoption name {option}\n").as_bytes());
    assert!(lines("mcts", "threads value 2").is_empty());
    assert!(lines("alphabeta", "depth value 8").is_empty());
    assert!(lines("alphabeta", "depth value 0").is_empty());
    assert!(lines("strong", "hash value 16").is_empty());
    for (player, option) in [
        ("random", "depth value 8"),
        ("mcts", "threads value 1000"),
        ("mcts", "threads value many"),
    ] {
        let lines = lines(player, option);
        assert!(lines[0].starts_with("log Warning: "), "{player} {option}: {lines:?}");
    }
    // One step and four steps are one turn.
    let depth = |steps: u32| {
        let messages = format!("setoption name depth value {steps}\nsetposition g {BOARD}\ngo\n");
        bestmove(&spoken("minimax:depth=3", messages.as_bytes())).to_owned()
    };
    assert_eq!(depth(1), depth(4));
}

#[test]
fn it_says_what_it_thinks_before_it_answers() {
    let lines = spoken("mcts:playouts=20", format!("setposition g {BOARD}\ngo\n").as_bytes());
    for kind in ["score", "nodes", "pv", "time"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("info {kind} "))), "{lines:?}");
    }
    let pv = lines.iter().rfind(|line| line.starts_with("info pv ")).unwrap();
    assert!(pv["info pv ".len()..].starts_with(bestmove(&lines)), "{lines:?}");
}

#[test]
fn while_it_thinks_it_hears_and_stop_brings_the_best_turn_so_far() {
    let engine = Controller::new("mcts");
    engine.say(&format!("setposition g {BOARD}"));
    engine.say("setoption name tcmove value 3600");
    engine.say("go");
    engine.say("isready");
    engine.wait("readyok");
    engine.say("go");
    assert!(engine.wait("log Error: ").contains("already"));
    engine.say("stop");
    let words = engine.wait("bestmove ")["bestmove ".len()..].to_owned();
    let start = Arimaa::default().read_position(&format!("g {BOARD}")).unwrap().into_position();
    super::turn::read(&start, &words).unwrap();
    engine.say("stop");
    engine.wait("log Warning: ");
    engine.quit();
}

#[test]
fn a_move_ends_a_search_without_an_answer_and_so_do_a_new_game_and_the_end() {
    for player in ["mcts", "random"] {
        let engine = Controller::new(player);
        for message in ["makemove Ha2n", "newgame", &format!("setposition s {BOARD}")] {
            engine.say("newgame");
            engine.say(&format!("setposition g {BOARD}"));
            engine.say("go ponder");
            engine.say(message);
            engine.say("isready");
            let lines = engine.wait_through("readyok");
            assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
        }
        engine.say("go ponder");
        engine.quit();
    }
}

#[test]
fn pondering_is_answered_when_it_is_stopped_however_early_the_player_was_done() {
    for player in ["mcts", "random"] {
        let engine = Controller::new(player);
        engine.say(&format!("setposition g {BOARD}"));
        engine.say("go ponder");
        engine.say("isready");
        engine.wait("readyok");
        engine.say("stop");
        engine.wait("bestmove ");
        // And it thinks again.
        engine.say("go ponder");
        engine.say("go");
        engine.say("stop");
        engine.wait("bestmove ");
        engine.quit();
    }
}

#[test]
fn a_whole_game_is_played_with_itself() {
    let engine = Controller::new("random");
    engine.say("newgame");
    let mut at = Arimaa::default();
    while at.outcome().is_none() {
        engine.say("go");
        let words = engine.wait("bestmove ")["bestmove ".len()..].to_owned();
        at = super::turn::read(&at, &words).unwrap().1;
        engine.say(&format!("makemove {words}"));
    }
    engine.say("go");
    assert_eq!(engine.wait("log "), "log Error: The game is over.");
    engine.quit();
}

#[test]
fn what_is_wrong_with_its_player_is_said_before_anything_is_heard() {
    let mut out = Vec::new();
    let input = Cursor::new(Vec::new());
    let refused = serve(settings("nobody"), Supply::seeded(1), input, &mut out);
    assert_eq!(ludoteca_text::Text::from(refused.unwrap_err()).id, "player-unknown");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_message_is_too_strange(lines in prop::collection::vec(
        "(makemove|setposition|setoption name|go|stop|newgame|)( |\\[|value|g|s|tcmove|[a-hREx1-8n]{0,4}|\\PC){0,8}", 0..6,
    )) {
        for line in spoken("random", lines.join("\n").as_bytes()) {
            let first = line.split(' ').next().unwrap_or_default().to_owned();
            prop_assert!(["log", "info", "bestmove", "readyok"].contains(&first.as_str()), "{}", line);
        }
    }
}
