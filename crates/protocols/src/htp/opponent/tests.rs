//! Programs that do everything wrong, and games told move by move.

use std::{io::Cursor, thread};

use ludoteca_players::{Answer, Fault, Supply};

use super::*;
use crate::{english, htp, start_engine};

/// Answers every command, `genmove` with the first free cell of the first column.
const FAIR: &str = r#"
n=0
while read -r cmd colour rest; do
  echo "$cmd $colour $rest" >> "$0.log"
  case $cmd in
    list_commands) printf '= boardsize\nplay\nundo\ngenmove\ntime_settings\ngogui-interrupt\n\n' ;;
    genmove) n=$((n + 1)); printf '= a%s\n\n' $n ;;
    quit) printf '= \n\n'; exit ;;
    *) printf '= \n\n' ;;
  esac
done
"#;

/// A script that is a program, and what it was told.
struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    fn new(script: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("engine"), script).unwrap();
        Script { folder }
    }

    fn player(&self) -> Opponent {
        self.patient(Duration::from_secs(20))
    }

    fn patient(&self, wait: Duration) -> Opponent {
        let file = self.folder.path().join("engine").to_str().unwrap().to_owned();
        Opponent::new(vec!["sh".into(), file], "the engine", wait)
    }

    fn log(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.folder.path().join("engine.log")).unwrap();
        log.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

fn hex(size: usize, swap: Swap, moves: &str) -> Line<Hex> {
    Game::read_position(&Hex::new(size, swap).unwrap(), moves).unwrap()
}

fn answer(player: &mut Opponent, line: &Line<Hex>) -> Result<String, Failure> {
    let thought = player.think(&line.erased(), &Budget::default(), AnyWatch::Nobody)?;
    Ok(thought.ply().unwrap())
}

/// The failure of a script that is asked for a move on an empty board.
fn fault(script: &str) -> Failure {
    answer(&mut Script::new(script).player(), &hex(3, Swap::None, "")).unwrap_err()
}

#[test]
fn a_game_is_told_move_by_move() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    assert_eq!(answer(&mut player, &hex(3, Swap::None, "")).unwrap(), "a1");
    assert_eq!(answer(&mut player, &hex(3, Swap::None, "a1 c1")).unwrap(), "a2");
    drop(player);
    let told = [
        "list_commands",
        "boardsize 3",
        "clear_board",
        "genmove black",
        "play white c1",
        "genmove black",
        "quit",
    ];
    assert_eq!(script.log(), told);
}

#[test]
fn the_order_of_moves_that_is_told_is_the_order_they_were_played_in() {
    let script = Script::new(FAIR);
    answer(&mut script.player(), &hex(4, Swap::None, "d4 b3 c1 d2 b2 c3")).unwrap();
    let moves = ["black d4", "white b3", "black c1", "white d2", "black b2", "white c3"];
    assert_eq!(script.log()[3..9], moves.map(|each| format!("play {each}")));
}

#[test]
fn what_was_taken_back_is_taken_back_and_only_that() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    assert_eq!(answer(&mut player, &hex(4, Swap::None, "c3 c2 d1 d2")).unwrap(), "a1");
    // Its own move and two more are taken back, and others played.
    assert_eq!(answer(&mut player, &hex(4, Swap::None, "c3 c2 b1")).unwrap(), "a2");
    // Asked for the same again, it takes its own move back.
    assert_eq!(answer(&mut player, &hex(4, Swap::None, "c3 c2 b1")).unwrap(), "a3");
    let log = script.log();
    let then = ["undo", "undo", "undo", "play black b1", "genmove white", "undo", "genmove white"];
    assert_eq!(log[8..15], then);
}

#[test]
fn an_engine_behind_an_engine_is_told_the_same_game() {
    let script = Script::new(FAIR);
    let player = format!("engine:cmd=\"sh {}/engine\"", script.folder.path().display());
    let start = Hex::new(4, Swap::Pieces).unwrap();
    let settings = htp::Settings { player, start, time: None, seed: 1, say: english() };
    let supply = Supply { engine: &start_engine, ..Supply::seeded(1) };
    let heard = "play b d4\nplay w swap-pieces\nplay b c1\ngenmove w\nundo\nundo\nplay b b2\n\
                 genmove w\n";
    let (mut answers, mut beside) = (Vec::new(), Vec::new());
    let speaker = htp::Speaker { answers: &mut answers, beside: &mut beside };
    htp::serve(settings, supply, Cursor::new(heard), speaker).unwrap().unwrap();
    let told = [
        "play black d4",
        "play white swap-pieces",
        "play black c1",
        "genmove white",
        "undo",
        "undo",
        "play black b2",
        "genmove white",
        "quit",
    ];
    assert_eq!(script.log()[3..], told);
}

#[test]
fn one_that_cannot_take_back_is_told_from_the_beginning() {
    let unknown = FAIR.replace("undo\\n", "");
    let unable = FAIR.replace("    quit)", "    undo) printf '? cannot undo\\n\\n' ;;\n    quit)");
    for (script, asked) in [(unknown, &[][..]), (unable, &["undo"][..])] {
        let script = Script::new(&script);
        let mut player = script.player();
        assert_eq!(answer(&mut player, &hex(3, Swap::None, "c3 c2")).unwrap(), "a1");
        assert_eq!(answer(&mut player, &hex(3, Swap::None, "b3 c2")).unwrap(), "a2");
        let log = script.log();
        assert_eq!(log[2..6], ["clear_board", "play black c3", "play white c2", "genmove black"]);
        let (back, again) = log[6..].split_at(asked.len());
        assert_eq!(back, asked);
        assert_eq!(again[..4], ["clear_board", "play black b3", "play white c2", "genmove black"]);
    }
}

#[test]
fn of_a_board_that_was_set_up_the_stones_are_laid_and_the_moves_from_there_played() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    let board = hex(3, Swap::None, ".RR/..B/B..");
    assert_eq!(answer(&mut player, &board).unwrap(), "a1");
    let plies = ["b2", "c3"].map(|ply| board.position().read_ply(ply).unwrap());
    let later = plies.iter().try_fold(board, |line, ply| line.play(ply)).unwrap();
    assert_eq!(answer(&mut player, &later).unwrap(), "a2");
    let log = script.log();
    let laid = ["play black b1", "play white c2", "play black c1", "play white a3"];
    assert_eq!(log[3..7], laid);
    let then = ["genmove black", "undo", "play black b2", "play white c3", "genmove black"];
    assert_eq!(log[7..], then);
}

#[test]
fn swaps_are_told_in_their_word_and_in_stones_where_it_is_not_known() {
    let script = Script::new(FAIR);
    answer(&mut script.player(), &hex(3, Swap::Pieces, "c2 swap-pieces")).unwrap();
    assert_eq!(script.log()[3..6], ["play black c2", "play white swap-pieces", "genmove black"]);
    let script = Script::new(FAIR);
    answer(&mut script.player(), &hex(3, Swap::Sides, "c2 swap-sides")).unwrap();
    assert_eq!(script.log()[3..6], ["play black c2", "play white swap-sides", "genmove white"]);
    let deaf = FAIR.replace("    quit)", "    play) case $rest in swap*) printf '? what\\n\\n' ;; *) printf '= \\n\\n' ;; esac ;;\n    quit)");
    let script = Script::new(&deaf);
    let mut player = script.player();
    answer(&mut player, &hex(3, Swap::Pieces, "c2 swap-pieces c1")).unwrap();
    let log = script.log();
    assert_eq!(
        log[3..9],
        [
            "play black c2",
            "play white swap-pieces",
            "clear_board",
            "play black c1",
            "play white b3",
            "genmove white"
        ]
    );
    // The game goes on from the stones that were laid.
    answer(&mut player, &hex(3, Swap::Pieces, "c2 swap-pieces c1 a1 c3")).unwrap();
    assert_eq!(script.log()[9..], ["play black c3", "genmove white"]);
}

#[test]
fn a_swap_that_is_taken_back_is_told_on_a_clear_board() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    answer(&mut player, &hex(3, Swap::Pieces, "c2 swap-pieces")).unwrap();
    answer(&mut player, &hex(3, Swap::Pieces, "c2 b2")).unwrap();
    let log = script.log();
    assert_eq!(log[6..], ["clear_board", "play black c2", "play white b2", "genmove black"]);
}

#[test]
fn the_time_for_a_move_is_told_once() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    let budget = Budget::time(Duration::from_millis(1500));
    for moves in ["", "a1 c1"] {
        player.think(&hex(3, Swap::None, moves).erased(), &budget, AnyWatch::Nobody).unwrap();
    }
    let log = script.log();
    let times = log.iter().filter(|line| line.starts_with("time_settings"));
    assert_eq!(times.collect::<Vec<_>>(), ["time_settings 0 1.5 1"]);
}

#[test]
fn a_resignation_and_a_swap_are_answers() {
    let script = Script::new(&FAIR.replace("= a%s", "= Resign"));
    let start = hex(3, Swap::None, "").erased();
    let thought = script.player().think(&start, &Budget::default(), AnyWatch::Nobody).unwrap();
    assert_eq!((thought.answer, thought.lines), (Answer::Resign, Vec::new()));
    for (said, swap) in [("swap-pieces", Swap::Pieces), ("swap", Swap::Sides)] {
        let script = Script::new(&FAIR.replace("= a%s", &format!("= {said}")));
        let swapped = answer(&mut script.player(), &hex(3, swap, "b2")).unwrap();
        assert!(swapped.starts_with("swap-"), "{swapped}");
    }
}

#[test]
fn what_is_drawn_meanwhile_and_ids_are_passed_over() {
    let script = FAIR.replace("= a%s", "gogui-gfx:\\nab\\nVAR\\nLABEL\\nTEXT 1\\n\\n=7 A%s");
    assert_eq!(answer(&mut Script::new(&script).player(), &hex(3, Swap::None, "")).unwrap(), "a1");
}

#[test]
fn each_fault_is_told_apart() {
    let crash = fault("echo no licence >&2; exit 4");
    assert_eq!((crash.kind, &*crash.text.id), (Fault::Crash, "engine-ended-saying"));
    assert_eq!(
        english()(&crash.text),
        "the engine ended when it was asked “list_commands” (status 4). Its last words: no licence"
    );
    let in_the_middle = fault(&FAIR.replace("n=$((n + 1)); printf '= a%s\\n\\n' $n", "exit 0"));
    assert_eq!((in_the_middle.kind, &*in_the_middle.text.id), (Fault::Crash, "engine-ended"));
    assert!(in_the_middle.to_string().contains("genmove black"), "{in_the_middle}");
    let killed = fault("kill -KILL $$");
    assert_eq!(killed.kind, Fault::Killed);
    assert!(english()(&killed.text).contains("memory"), "{killed}");
    let genmove = |answer: &str| FAIR.replace("= a%s", answer);
    for (script, kind, id) in [
        ("echo Welcome to the engine; cat".to_owned(), Fault::Garbage, "engine-garbage"),
        ("printf '\\377\\376\\0\\n\\n'; cat".to_owned(), Fault::Garbage, "engine-garbage"),
        ("exec yes '= x'".to_owned(), Fault::Garbage, "engine-babbles"),
        (genmove("= z%s"), Fault::Illegal, "engine-illegal"),
        (genmove("= swap-pieces"), Fault::Illegal, "engine-illegal"),
        (genmove("= "), Fault::Illegal, "engine-illegal"),
        (genmove("? no idea"), Fault::Refused, "engine-refused"),
        (
            "while read -r x; do printf '? no\\n\\n'; done".to_owned(),
            Fault::Refused,
            "engine-refused",
        ),
    ] {
        let failure = fault(&script);
        assert_eq!((failure.kind, &*failure.text.id), (kind, id), "{script}");
    }
    let mut nobody = Opponent::new(vec!["./nobody".into()], "nobody", Duration::from_secs(1));
    let never = answer(&mut nobody, &hex(3, Swap::None, "")).unwrap_err();
    assert_eq!((never.kind, &*never.text.id), (Fault::Crash, "engine-not-started"));
}

#[test]
fn one_that_stalls_is_ended_and_so_is_one_that_talks_without_answering() {
    for script in ["exec sleep 600", "trap '' TERM; while :; do sleep 1; done", "cat /dev/zero"] {
        let file = Script::new(script);
        let mut player = file.patient(Duration::from_millis(200));
        let late = answer(&mut player, &hex(3, Swap::None, "")).unwrap_err();
        assert_eq!((late.kind, &*late.text.id), (Fault::Stall, "engine-stalled"), "{script}");
        assert!(english()(&late.text).contains("within 0.2 s"), "{late}");
    }
}

#[test]
fn after_a_fault_it_is_started_anew_and_the_game_goes_on() {
    // It ends at its first move, and leaves a sign that it was there.
    let script = "if [ ! -e \"$0.seen\" ]; then : > \"$0.seen\"; exit 1; fi\n".to_owned() + FAIR;
    let script = Script::new(&script);
    let mut player = script.player();
    let position = hex(3, Swap::None, "c3 c2");
    assert_eq!(answer(&mut player, &position).unwrap_err().kind, Fault::Crash);
    assert_eq!(answer(&mut player, &position).unwrap(), "a1");
    assert_eq!(script.log()[3..5], ["play black c3", "play white c2"]);
}

/// What comes of a thought that is stopped once the program has been asked for its move.
fn stopped(script: &str) -> Result<Option<String>, Failure> {
    let script = Script::new(script);
    let budget = Budget::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            let log = script.folder.path().join("engine.log");
            let asked = || std::fs::read_to_string(&log).unwrap_or_default().contains("genmove");
            while !asked() {
                thread::sleep(Duration::from_millis(5));
            }
            budget.stop.set();
        });
        let start = hex(3, Swap::None, "").erased();
        Ok(script.player().think(&start, &budget, AnyWatch::Nobody)?.ply())
    })
}

#[test]
fn one_that_is_stopped_says_what_it_has_or_is_ended() {
    let deaf = FAIR.replace("gogui-interrupt\\n", "").replace("n=$((n + 1));", "sleep 600;");
    assert_eq!(stopped(&deaf).unwrap_err().kind, Fault::Interrupted);
    let hears = FAIR.replace("n=$((n + 1));", "read -r x; n=$((n + 1));");
    assert_eq!(stopped(&hears).unwrap().as_deref(), Some("a1"));
    let draws = FAIR
        .replace("gogui-interrupt\\n", "")
        .replace("n=$((n + 1));", "while :; do printf 'gogui-gfx:\\nab\\n\\n'; done;");
    assert_eq!(stopped(&draws).unwrap_err().kind, Fault::Interrupted);
}

#[test]
fn drawing_without_end_is_no_answer_in_time() {
    let script = Script::new("while :; do printf 'gogui-gfx:\\nab\\n\\n'; done");
    let mut player = script.patient(Duration::from_millis(200));
    let late = answer(&mut player, &hex(3, Swap::None, "")).unwrap_err();
    assert_eq!(late.kind, Fault::Stall);
}
