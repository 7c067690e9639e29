//! Programs that do everything wrong, and games told move by move.

use std::{io::Cursor, thread};

use ludoteca_players::{Answer, Fault, Supply};
use proptest::{prelude::*, sample::select};

use super::*;
use crate::{
    english, htp,
    script::{Script, patient},
    start_engine,
};

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

fn player(script: &Script) -> Opponent {
    waiting(script, Duration::from_secs(20))
}

/// The same that waits so long for an answer.
fn waiting(script: &Script, wait: Duration) -> Opponent {
    Opponent::new(script.words(), &patient("hex", wait))
}

fn hex(size: usize, swap: Swap, moves: &str) -> Line<Hex> {
    Game::read_position(&Hex::new(size, swap).unwrap(), moves).unwrap()
}

fn answer(player: &mut Opponent, line: &Line<Hex>) -> Result<String, Failure> {
    Ok(answered(player, line)?.unwrap())
}

/// Its ply; none where it gives up.
fn answered(player: &mut Opponent, line: &Line<Hex>) -> Result<Option<String>, Failure> {
    let thought = player.think(&line.erased(), &Budget::default(), AnyWatch::Nobody)?;
    Ok(thought.ply())
}

/// The failure of a script that is asked for a move on an empty board.
fn fault(script: &str) -> Failure {
    answer(&mut player(&Script::new(script)), &hex(3, Swap::None, "")).unwrap_err()
}

#[test]
fn a_game_is_told_move_by_move() {
    let script = Script::new(FAIR);
    let mut player = player(&script);
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
    answer(&mut player(&script), &hex(4, Swap::None, "d4 b3 c1 d2 b2 c3")).unwrap();
    let moves = ["black d4", "white b3", "black c1", "white d2", "black b2", "white c3"];
    assert_eq!(script.log()[3..9], moves.map(|each| format!("play {each}")));
}

#[test]
fn what_was_taken_back_is_taken_back_and_only_that() {
    let script = Script::new(FAIR);
    let mut player = player(&script);
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
    let player = format!("engine:cmd=\"sh {}\"", script.path());
    let start = Hex::new(4, Swap::Pieces).unwrap();
    let load: htp::Load = std::sync::Arc::new(|_| panic!("no file is named"));
    let settings = htp::Settings { player, start, time: None, seed: 1, say: english(), load };
    let supply = Supply { engine: &start_engine, ..Supply::seeded(1) };
    let heard = "play b c1\nplay w swap-pieces\nplay b c1\ngenmove w\nundo\nundo\nplay b b2\n\
                 genmove w\n";
    let (mut answers, mut beside) = (Vec::new(), Vec::new());
    let speaker = crate::Voice { answers: &mut answers, beside: &mut beside };
    htp::serve(settings, supply, Cursor::new(heard), speaker).unwrap().unwrap();
    let told = [
        "play white a3",
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
        let mut player = player(&script);
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
    let mut player = player(&script);
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
fn after_a_swap_the_stone_is_laid_and_nobody_is_told_of_the_swap() {
    let known = FAIR.replace("undo\\n", "undo\\nparam_game\\n");
    for (kind, ply, laid, next) in [
        (Swap::Pieces, "swap-pieces", "play white b3", "genmove black"),
        (Swap::Sides, "swap-sides", "play black c2", "genmove white"),
    ] {
        let script = Script::new(&known);
        let mut player = player(&script);
        answer(&mut player, &hex(3, kind, &format!("c2 {ply}"))).unwrap();
        let told = ["boardsize 3", "clear_board", laid, "param_game allow_swap 0", next];
        assert_eq!(script.log()[1..], told);
        // Back before the swap it may be made again, and what came before it is told anew.
        answer(&mut player, &hex(3, kind, "c2")).unwrap();
        let told = ["clear_board", "play black c2", "param_game allow_swap 1", "genmove white"];
        assert_eq!(script.log()[6..], told);
    }
}

/// A program with a board of its own. Asked to move it swaps if there is one stone of the other
/// colour, and otherwise takes the first cell, row by row, that is free on its board. What becomes
/// of its board by a swap is up to `SWAPS`.
const WITH_A_BOARD: &str = r#"
stones=; swap=0
while read -r cmd colour cell; do
  echo "$cmd $colour $cell" >> "$0.log"
  said=
  case $cmd in
    list_commands) said='boardsize play genmove param_game' ;;
    clear_board) stones= ;;
    param_game) swap=$cell ;;
    play) stones="$stones $colour:$cell" ;;
    genmove)
      set -- $stones
      if [ $colour$# = white1 ] && [ $swap = 1 ]; then
        said=swap-pieces
        SWAPS
      else
        for row in 1 2 3; do for column in a b c; do
          case "$stones " in
            *:$column$row\ *) ;;
            *) [ "$said" ] || said=$column$row ;;
          esac
        done; done
        stones="$stones $colour:$said"
      fi ;;
    quit) printf '= \n\n'; exit ;;
  esac
  printf '= %s\n\n' "$said"
done
"#;

/// MoHex and HexGui up to 0.9: the stone stays.
const LEAVES: &str = ":";
/// HexGui and ourselves: the stone is the other colour's, across the long diagonal.
const MIRRORS: &str = "stones=' white:c1'";

#[test]
fn with_programs_of_either_kind_a_game_with_a_swap_stays_the_same_game() {
    for becomes in [LEAVES, MIRRORS] {
        for (kind, first, then) in [(Swap::Pieces, "a1", "b1"), (Swap::Sides, "a1", "b1")] {
            let script = Script::new(&WITH_A_BOARD.replace("SWAPS", becomes));
            let mut player = player(&script);
            let mut line = hex(3, kind, "a3");
            let swapped = answer(&mut player, &line).unwrap();
            let ply = line.position().read_ply(&swapped).unwrap();
            line = line.play(&ply).unwrap();
            // We play, and it answers on the board as it is: c1 is taken after a swap of pieces.
            let stone = line.position().read_ply(first).unwrap();
            line = line.play(&stone).unwrap();
            assert_eq!(answer(&mut player, &line).unwrap(), then, "{kind:?} {becomes}");
            let answered = line.position().read_ply(then).unwrap();
            line = line.play(&answered).unwrap();
            let stone = line.position().read_ply("b2").unwrap();
            line = line.play(&stone).unwrap();
            let last = if kind == Swap::Pieces { "a2" } else { "c1" };
            assert_eq!(answer(&mut player, &line).unwrap(), last, "{kind:?} {becomes}");
        }
    }
}

#[test]
fn a_swap_by_any_name_is_the_one_that_was_agreed_on() {
    for said in ["swap", "swap-pieces", "Swap-Sides"] {
        for (kind, meant) in [(Swap::Pieces, "swap-pieces"), (Swap::Sides, "swap-sides")] {
            let script = Script::new(&FAIR.replace("= a%s", &format!("= {said}")));
            assert_eq!(answer(&mut player(&script), &hex(3, kind, "b2")).unwrap(), meant);
        }
    }
}

#[test]
fn what_it_is_to_be_sent_it_is_sent_before_the_first_game() {
    let script = Script::new(FAIR);
    let wishes = ["param_mohex max_time 1", "param_mohex ponder 0"].map(str::to_owned);
    let program = patient("hex", Duration::from_secs(20));
    let mut player = Opponent::new(script.words(), &Program { wishes: &wishes, ..program });
    answer(&mut player, &hex(3, Swap::None, "")).unwrap();
    assert_eq!(script.log()[1..3], wishes);
    assert_eq!(script.log()[3], "boardsize 3");
    let script =
        Script::new(&FAIR.replace("    quit)", "    param_*) printf '? what\\n\\n' ;;\n    quit)"));
    let mut player = Opponent::new(script.words(), &Program { wishes: &wishes, ..program });
    let refused = answer(&mut player, &hex(3, Swap::None, "")).unwrap_err();
    assert_eq!((refused.kind, &*refused.text.id), (Fault::Refused, "engine-refused"));
}

#[test]
fn the_time_for_a_move_is_told_once() {
    let script = Script::new(FAIR);
    let mut player = player(&script);
    let budget = Budget::time(Duration::from_millis(1500));
    for moves in ["", "a1 c1"] {
        player.think(&hex(3, Swap::None, moves).erased(), &budget, AnyWatch::Nobody).unwrap();
    }
    let log = script.log();
    let times = log.iter().filter(|line| line.starts_with("time_settings"));
    assert_eq!(times.collect::<Vec<_>>(), ["time_settings 0 1.5 1"]);
}

#[test]
fn a_resignation_is_an_answer() {
    let script = Script::new(&FAIR.replace("= a%s", "= Resign"));
    let start = hex(3, Swap::None, "").erased();
    let thought = player(&script).think(&start, &Budget::default(), AnyWatch::Nobody).unwrap();
    assert_eq!((thought.answer, thought.lines), (Answer::Resign, Vec::new()));
}

#[test]
fn what_is_drawn_meanwhile_and_ids_are_passed_over() {
    let script = FAIR.replace("= a%s", "gogui-gfx:\\nab\\nVAR\\nLABEL\\nTEXT 1\\n\\n=7 A%s");
    assert_eq!(answer(&mut player(&Script::new(&script)), &hex(3, Swap::None, "")).unwrap(), "a1");
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
    let mut nobody =
        Opponent::new(vec!["./nobody".into()], &patient("hex", Duration::from_secs(1)));
    let never = answer(&mut nobody, &hex(3, Swap::None, "")).unwrap_err();
    assert_eq!((never.kind, &*never.text.id), (Fault::Crash, "engine-not-started"));
}

#[test]
fn one_that_stalls_is_ended_and_so_is_one_that_talks_without_answering() {
    for script in ["exec sleep 600", "trap '' TERM; while :; do sleep 1; done", "cat /dev/zero"] {
        let file = Script::new(script);
        let mut player = waiting(&file, Duration::from_millis(200));
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
    let mut player = player(&script);
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
            while !script.log().iter().any(|line| line.starts_with("genmove")) {
                thread::sleep(Duration::from_millis(5));
            }
            budget.stop.set();
        });
        let start = hex(3, Swap::None, "").erased();
        Ok(player(&script).think(&start, &budget, AnyWatch::Nobody)?.ply())
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
    let mut player = waiting(&script, Duration::from_millis(200));
    let late = answer(&mut player, &hex(3, Swap::None, "")).unwrap_err();
    assert_eq!(late.kind, Fault::Stall);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn whatever_a_program_says_it_has_moved_or_failed(words in prop::collection::vec(select(vec![
        "=", "?", "= ", "=1 ", "= é", "a1", "z9", "swap-pieces", "resign", "gogui-gfx:", "\n", "\n\n",
        "\r", "\0", "\u{1b}[2J", " ",
    ]), 0..12)) {
        let script = Script::new(r#"while read -r line; do cat "$0.said"; done"#);
        let script = script.with(".said", &words.concat());
        let mut player = waiting(&script, Duration::from_millis(30));
        let line = hex(3, Swap::Pieces, "a1");
        if let Ok(Some(ply)) = answered(&mut player, &line) {
            prop_assert!(line.position().read_ply(&ply).is_ok(), "{}", ply);
        }
    }
}
