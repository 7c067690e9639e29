//! Conversations with an engine of ours.

use std::{
    io::{self, BufReader, Cursor, Read, Write},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use ludoteca_games::{GameTree, Hex, Start, hex::Swap};
use ludoteca_players::Supply;
use ludoteca_text::Text;
use proptest::prelude::*;

use super::*;
use crate::Voice;

/// A file of a game with a board that somebody set up, and one that is none.
fn load(file: &str) -> Result<GameTree, Text> {
    let start = match file {
        "a game.sgf" => Start::of("hex").with("size", "3").at("b2 a1 c2"),
        "other.sgf" => Start::of("tictactoe"),
        _ => return Err(Text::verbatim("no such file")),
    };
    Ok(GameTree::begin(start)?)
}

fn settings(player: &str, swap: Swap) -> Settings {
    let start = Hex::new(11, swap).unwrap();
    let player = player.to_owned();
    Settings { player, start, time: None, seed: 1, say: crate::english(), load: Arc::new(load) }
}

/// What is answered to the bytes of a controller, and what is said beside it.
fn spoken(settings: Settings, bytes: &[u8]) -> (String, String) {
    let (mut answers, mut beside) = (Vec::new(), Vec::new());
    let speaker = Voice { answers: &mut answers, beside: &mut beside };
    serve(settings, Supply::seeded(1), Cursor::new(bytes.to_vec()), speaker).unwrap().unwrap();
    (String::from_utf8(answers).unwrap(), String::from_utf8(beside).unwrap())
}

/// The answers to commands, one for each line.
fn asked_of(settings: Settings, commands: &str) -> Vec<String> {
    let (answers, _) = spoken(settings, commands.as_bytes());
    let mut answers: Vec<String> =
        answers.split("\n\n").map(|each| each.trim().to_owned()).collect();
    assert_eq!(answers.pop().as_deref(), Some(""), "the last answer ends too");
    answers
}

fn asked(commands: &str) -> Vec<String> {
    asked_of(settings("random", Swap::None), commands)
}

/// The last answer.
fn last(commands: &str) -> String {
    asked(commands).pop().unwrap()
}

/// The stones of a board of 3 after some commands, as rows.
fn rows(commands: &str) -> String {
    let drawn = last(&format!("boardsize 3\n{commands}\nshowboard"));
    let letters = |line: &str| line.chars().filter(|c| "RB.".contains(*c)).collect::<String>();
    let rows = drawn.lines().map(letters).filter(|row| row.len() == 3);
    rows.collect::<Vec<_>>().join("/")
}

#[test]
fn it_introduces_itself_and_knows_its_commands() {
    let answers = asked("name\nversion\nprotocol_version\nknown_command play\nknown_command pass");
    let version = format!("= {} (random)", env!("CARGO_PKG_VERSION"));
    assert_eq!(answers, ["= Ludoteca", version.as_str(), "= 2", "= true", "= false"]);
    let all = last("list_commands");
    for command in all.trim_start_matches("= ").lines() {
        assert_eq!(last(&format!("known_command {command}")), "= true");
        let answer = last(&format!("boardsize 2\n{command}"));
        assert_ne!(answer, "? unknown command", "{command}");
    }
    assert!(all.lines().count() > 20, "{all}");
}

#[test]
fn answers_carry_ids_and_comments_and_empty_lines_are_none() {
    let answers = asked("# hello\n\n12 play b f6 # the middle\n13 nonsense\nundo\n7\n");
    assert_eq!(answers[..3], ["=12", "?13 unknown command", "="]);
    assert!(answers[3].starts_with("?7 This is not a command."), "{answers:?}");
    assert_eq!(answers.len(), 4);
}

#[test]
fn nothing_is_answered_after_quit() {
    assert_eq!(asked("quit\nname"), ["="]);
}

#[test]
fn a_board_has_equal_sides_within_limits() {
    assert_eq!(asked("boardsize 19\nboardsize 5 5\nplay b e5"), ["=", "=", "="]);
    for size in ["0", "20", "5 6", "-1", "x", "99999999999999999999"] {
        let refused = last(&format!("boardsize {size}"));
        assert!(refused.starts_with("? unacceptable size: "), "{refused}");
    }
    assert_eq!(last("boardsize"), "? syntax error: boardsize N");
    assert_eq!(last("boardsize 1 1 1"), "? syntax error: boardsize N");
}

#[test]
fn stones_are_played_and_taken_back_one_by_one() {
    assert_eq!(rows("play b a1\nplay w c3\nPLAY"), "R../.../..B");
    assert_eq!(rows("play BLACK A1\nplay White c3\nundo"), "R../.../...");
    assert_eq!(rows("play red a1\nplay blue c3\nclear_board"), ".../.../...");
    assert_eq!(last("undo"), "? cannot undo");
    assert_eq!(last("play b a1\nplay w a1"), "? illegal move: a1 is taken.");
    assert!(last("play b a12").starts_with("? illegal move: A move is a cell"));
    assert!(last("play b pass").starts_with("? illegal move: "));
    assert!(last("play b").starts_with("? syntax error: play COLOR MOVE"));
    assert!(last("play green a1").starts_with("? syntax error"));
}

#[test]
fn stones_come_in_any_order_as_hexgui_sets_up_a_board() {
    assert_eq!(rows("play b a1\nplay b b1\nplay w c3\nplay w b3"), "RR./.../.BB");
    // On a finished board too.
    assert_eq!(rows("play b a1\nplay b a2\nplay b a3\nplay w b2\nplay b c1"), "R.R/RB./R..");
    assert_eq!(
        last("boardsize 3\nplay b a1\nplay b a2\nplay b a3\nplay w b2\nfinal_score"),
        "= B+"
    );
    // A move of either colour can be asked for, and is made.
    let answers = asked("boardsize 2\nplay w a1\ngenmove w\ngenmove w\nfinal_score");
    assert_eq!(answers[4], "= W+", "{answers:?}");
    assert_eq!(rows("play b a1\nplay b b1\nundo\nundo\nundo"), ".../.../...");
}

#[test]
fn a_swap_of_pieces_moves_the_stone_across_and_black_is_next() {
    assert_eq!(rows("play b a3\nplay w swap-pieces"), "..B/.../...");
    assert_eq!(rows("play b a3\nplay w swap-pieces\nundo"), ".../.../R..");
    assert_eq!(rows("play b a3\nplay w swap-pieces\nplay b b2"), "..B/.R./...");
    for wrong in [
        "play w swap-pieces",
        "play b a3\nplay b swap-pieces",
        "play b a3\nplay w b2\nplay w swap-pieces",
        "play b a3\nplay w swap-pieces\nplay w swap-pieces",
        "play w a3\nplay w swap-sides",
    ] {
        let refused = last(wrong);
        assert!(refused.starts_with("? illegal move: A swap is the second move"), "{refused}");
    }
}

#[test]
fn whoever_goes_on_with_white_after_a_swap_of_pieces_has_left_the_stone() {
    // As MoHex's scripts and old HexGui do it, whether they play, ask, or only want to know.
    assert_eq!(rows("play b a3\nplay w swap-pieces\nplay w b2"), ".../.B./R..");
    let asked = rows("play b a3\nplay w swap-pieces\ngenmove w");
    assert!(asked.ends_with("/R..") || asked.contains("/R.B") || asked.contains("/RB."), "{asked}");
    assert_eq!(asked.matches('B').count(), 1, "{asked}");
    assert_eq!(rows("play b a3\nplay w swap-pieces\nundo\nplay w b2"), ".../.B./R..");
    // The one who swapped was our engine: its stone on b2 has stayed, and Black joins it to both edges.
    let commands = "boardsize 3\nplay b b2\ngenmove w\nplay w b1\nplay b c1\nplay w a1\nplay b a3";
    let told =
        asked_of(settings("alphabeta:depth=20", Swap::Pieces), &format!("{commands}\nfinal_score"));
    assert_eq!((told[2].as_str(), told[7].as_str()), ("= swap-pieces", "= B+"), "{told:?}");
    // Black is next where the stone was moved.
    assert_eq!(rows("play b a3\nplay w swap-pieces\nplay b b2\nplay w b1"), ".BB/.R./...");
}

#[test]
fn a_swap_of_sides_leaves_the_stone_and_white_is_next() {
    assert_eq!(rows("play b b2\nplay w swap-sides\nplay w c1"), "..B/.R./...");
    // Whoever has Red now has won by Red's chain.
    assert_eq!(
        last(
            "boardsize 3\nplay b b2\nplay w swap-sides\nplay w c1\nplay b b1\nplay w a1\nplay b b3\nfinal_score"
        ),
        "= B+"
    );
}

#[test]
fn an_engine_swaps_where_it_is_allowed_and_nowhere_else() {
    // The middle of a board of 3 wins, so whoever sees to the end takes it over.
    let commands = "boardsize 3\nplay b b2\ngenmove w";
    let engine = |swap| settings("alphabeta:depth=20", swap);
    let answer = |swap, commands: &str| asked_of(engine(swap), commands).pop().unwrap();
    assert_eq!(answer(Swap::Pieces, commands), "= swap-pieces");
    assert_eq!(answer(Swap::Sides, commands), "= swap-sides");
    assert_ne!(answer(Swap::None, commands), "= swap-pieces");
    let allowed = |on| format!("boardsize 3\nplay b b2\nparam_game allow_swap {on}\ngenmove w");
    assert_eq!(answer(Swap::None, &allowed(1)), "= swap-pieces");
    assert_ne!(answer(Swap::Pieces, &allowed(0)), "= swap-pieces");
    assert_eq!(answer(Swap::Sides, &allowed(1)), "= swap-sides");
    assert!(answer(Swap::Sides, "param_game").contains("[bool] allow_swap 1"));
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    assert_eq!(last("play b f6\nplay w resign\nfinal_score"), "= B+");
    assert_eq!(last("play w resign\ngenmove b"), "? The game is over.");
    assert_eq!(last("play w resign\nplay b a1"), "? illegal move: The game is over.");
    assert_eq!(last("play w resign\nplay b resign"), "? illegal move: The game is over.");
    assert_eq!(last("play w resign\nundo\nplay b a1"), "=");
    assert_eq!(last("play b f6\nplay w resign\nundo\nfinal_score"), "? cannot score");
    // With resign on, what is proved lost is given up.
    let lost = "boardsize 2\nplay b a2\nparam_ludoteca resign 1\ngenmove w\nfinal_score";
    let answers = asked_of(settings("alphabeta:depth=9", Swap::None), lost);
    assert_eq!(answers[3..], ["= resign", "= B+"]);
}

#[test]
fn a_move_can_be_asked_for_without_making_it() {
    let answers = asked("boardsize 2\nreg_genmove b\nreg_genmove w\nplay b a1\nundo\nundo");
    assert_eq!(answers.last().unwrap(), "? cannot undo");
    assert_eq!(last("genmove"), "? syntax error: genmove COLOR");
    assert_eq!(last("boardsize 1\nplay b a1\ngenmove w"), "? The game is over.");
    assert_eq!(last("boardsize 1\nplay b a1\nreg_genmove w"), "? The game is over.");
}

#[test]
fn the_clocks_are_set_and_shown_and_a_clock_that_is_none_is_refused() {
    assert_eq!(last("time_left"), "= black: no limit, white: no limit");
    assert_eq!(last("time_settings 600 0 0\ntime_left"), "= black: 10:00, white: 10:00");
    assert_eq!(last("time_settings 600 30 5\ntime_left w 12 5\ntime_left w"), "= 0:12 (5)");
    assert_eq!(last("time_left b 90\ntime_left black"), "= 1:30");
    assert_eq!(last("param_game game_time 90\ntime_left black"), "= 1:30");
    for wrong in ["time_settings 1 2", "time_settings a 0 0", "time_left b -1", "time_left b nan"] {
        assert!(last(wrong).starts_with("? syntax error: time_"), "{wrong}");
    }
}

#[test]
fn hexgui_is_offered_a_line_for_each_layer_and_each_can_be_had() {
    let menu = asked_of(settings("mcts:playouts=50", Swap::None), "hexgui-analyze_commands");
    let menu = menu[0].trim_start_matches("= ");
    let mut kinds = Vec::new();
    for line in menu.lines() {
        let [kind, label, command] = line.split('/').collect::<Vec<_>>()[..] else {
            panic!("{line} has not three parts");
        };
        kinds.push(kind);
        assert!(!label.is_empty());
        let commands = format!(
            "boardsize 3\nparam_ludoteca live_gfx off\nplay b b1\n{}",
            command.replace("%c", "white")
        );
        let answer = asked_of(settings("mcts:playouts=50", Swap::None), &commands).pop().unwrap();
        assert!(answer.starts_with("= "), "{command}: {answer}");
        if kind == "gfx" {
            assert!(answer.contains("INFLUENCE ") && answer.contains("\nTEXT "), "{answer}");
        }
    }
    for kind in ["string", "var", "pspairs", "gfx", "plist", "param", "inferior"] {
        assert!(kinds.contains(&kind), "{kind} is not in {menu}");
    }
}

#[test]
fn what_is_proved_is_told_with_the_moves_that_win() {
    let small = |commands| last(&format!("boardsize 2\n{commands}"));
    assert_eq!(small("ludoteca-winning b"), "= b1 a2");
    assert_eq!(small("ludoteca-solve b"), "= black wins: b1 a2");
    assert_eq!(small("play b b1\nludoteca-solve"), "= black wins, whatever is played.");
    assert_eq!(small("play b b1\nludoteca-winning"), "=");
    assert_eq!(small("play b b1\nludoteca-solve black"), "= black wins: a1 a2 b2");
    assert_eq!(last("param_ludoteca solve_time 0.05\nludoteca-solve"), "= Not solved in 0.05 s.");
}

#[test]
fn what_hexguis_own_menus_send_is_answered() {
    let small = |commands: &str| last(&format!("boardsize 2 2\n{commands}"));
    assert_eq!(small("all_legal_moves"), "= a1 b1 a2 b2");
    assert_eq!(small("play b a1\nall_legal_moves white"), "= b1 a2 b2");
    assert_eq!(
        small("param_game allow_swap 1\nplay b a1\nall_legal_moves"),
        "= b1 a2 b2 swap-pieces"
    );
    assert_eq!(small("play b a1\nplay b a2\nall_legal_moves"), "=");
    // Solve state.
    assert_eq!(small("param_dfpn use_guifx 1\ndfpn-solve-state black"), "= black");
    assert_eq!(small("play b b1\ndfpn-solve-state white"), "= black");
    assert_eq!(small("dfpn-solve-state"), "= black");
    assert_eq!(last("param_dfpn timelimit 0.05\ndfpn-solve-state black"), "= empty");
    assert_eq!(small("dfpn-solver-find-winning black"), "= b1 a2");
    assert!(last("param_dfpn").contains("[bool] use_guifx 0\n[string] timelimit 10"));
    assert!(last("param_dfpn tt_size 5").starts_with("? syntax error"));
}

#[test]
fn the_cells_that_need_not_be_considered_are_told_as_benzene_tells_them() {
    let told = last("boardsize 4\nplay b b2\nplay w c2\nplay b c1\nplay w d1\nvc-build black");
    let words: Vec<&str> = told.trim_start_matches("= ").split(' ').collect();
    assert!(words.len() > 2 && words.len().is_multiple_of(2), "{told}");
    for pair in words.chunks(2) {
        let (cell, why) = (pair[0], pair[1]);
        assert!(cell.len() == 2 && cell.as_bytes()[0].is_ascii_lowercase(), "{told}");
        let filled = ["fdb", "fdw", "fcb", "fcw", "x"].contains(&why);
        let worse = (why.starts_with("id[") || why.starts_with("iv[")) && why.ends_with(']');
        assert!(filled || worse, "{told}");
    }
    assert_eq!(last("boardsize 1\nplay b a1\nvc-build white"), "? The game is over.");
}

#[test]
fn a_file_is_loaded_up_to_a_move_and_taken_back_move_by_move() {
    let board = |commands: &str| rows(&format!("boardsize 5\n{commands}"));
    assert_eq!(board("loadsgf a game.sgf"), "B../.RR/...");
    assert_eq!(board("loadsgf a game.sgf 2"), "B../.R./...");
    assert_eq!(board("loadsgf a game.sgf 0"), ".../.../...");
    assert_eq!(board("loadsgf a game.sgf 99\nundo"), "B../.R./...");
    assert_eq!(board("loadsgf a game.sgf\nclear_board\nplay w c3"), ".../.../..B");
    assert_eq!(last("loadsgf nothing.sgf"), "? cannot load file: no such file");
    assert!(last("loadsgf other.sgf").starts_with("? cannot load file: "));
    assert!(last("loadsgf").starts_with("? syntax error"));
    // What cannot be loaded leaves the game as it was.
    assert_eq!(rows("play b a1\nloadsgf other.sgf"), "R../.../...");
}

#[test]
fn settings_are_listed_as_hexgui_reads_them_and_changed_one_by_one() {
    let listed = "= \n[string] player random\n[string] move_time auto\n[string] solve_time 10\n\
                  [bool] resign 0\n[list/off/stderr/stdout] live_gfx stderr";
    assert_eq!(last("param_ludoteca"), listed);
    let changed = "param_ludoteca player mcts:playouts=20\nparam_ludoteca move_time 0.5\n\
                   param_ludoteca live_gfx off\nparam_ludoteca resign true\nparam_ludoteca";
    let listed = last(changed);
    for line in ["player mcts:playouts=20", "move_time 0.5", "resign 1", "live_gfx off"] {
        assert!(listed.contains(line), "{listed}");
    }
    let refused = asked("param_ludoteca player nobody\nparam_ludoteca");
    assert!(refused[0].contains("no player called"), "{refused:?}");
    assert!(refused[1].contains("player random"), "{refused:?}");
    for wrong in ["player", "move_time 0", "resign maybe", "live_gfx loud", "colour red"] {
        assert!(last(&format!("param_ludoteca {wrong}")).starts_with("? syntax error"), "{wrong}");
    }
}

#[test]
fn a_layer_that_is_not_there_is_refused_with_those_that_are() {
    let refused = last("ludoteca-layer links b");
    assert!(refused.contains("“links”") && refused.contains("tree"), "{refused}");
    assert!(last("ludoteca-layer").starts_with("? syntax error"));
    assert!(last("ludoteca-layers b").contains("tree: "));
}

#[test]
fn garbage_is_answered_and_the_next_command_too() {
    let mut bytes = b"\xff\xfe\x00 nonsense \x80\n".to_vec();
    bytes.extend(vec![b'x'; 1 << 20]);
    bytes.extend(b"\nname\n\x07\x01\nname without end");
    let (answers, _) = spoken(settings("random", Swap::None), &bytes);
    let answers: Vec<&str> = answers.split("\n\n").collect();
    assert_eq!(answers[0], "? unknown command");
    assert!(answers[1].starts_with("? This is not a command."), "{}", answers[1]);
    assert_eq!(answers[2..], ["= Ludoteca", "? syntax error", ""]);
}

#[test]
fn an_interrupt_ends_the_thought_and_the_best_so_far_is_played() {
    // Without the interrupt this would take an hour.
    let commands = "param_ludoteca move_time 3600\ngenmove b\n# interrupt\n";
    let answers = asked_of(settings("mcts", Swap::None), commands);
    assert!(answers[1].len() > 2 && answers[1].starts_with("= "), "{answers:?}");
}

/// What two outputs have said so far.
type Said = Arc<Mutex<String>>;

/// An output that is read elsewhere.
struct Output(Said);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A controller that asks, and interrupts as soon as something has been drawn.
struct Impatient {
    commands: Cursor<String>,
    seen: [Said; 2],
    interrupted: bool,
}

impl Read for Impatient {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.commands.read(out)?;
        if read > 0 || self.interrupted {
            return Ok(read);
        }
        while !self.seen.iter().any(|said| said.lock().unwrap().contains("TEXT")) {
            thread::sleep(Duration::from_millis(5));
        }
        self.interrupted = true;
        out[..12].copy_from_slice(b"# interrupt\n");
        Ok(12)
    }
}

#[test]
fn unfinished_thoughts_are_drawn_beside_the_answers_or_among_them_until_the_interrupt() {
    let drawn = |live: &str| {
        let commands =
            format!("param_ludoteca live_gfx {live}\nparam_ludoteca move_time 3600\ngenmove b\n");
        let seen = [Said::default(), Said::default()];
        let [mut answers, mut beside] = seen.clone().map(Output);
        let commands = Cursor::new(commands);
        let controller = Impatient { commands, seen: seen.clone(), interrupted: false };
        let speaker = Voice { answers: &mut answers, beside: &mut beside };
        let engine = settings("mcts", Swap::None);
        serve(engine, Supply::seeded(1), BufReader::new(controller), speaker).unwrap().unwrap();
        seen.map(|said| said.lock().unwrap().clone())
    };
    let [answers, beside] = drawn("stderr");
    assert!(beside.starts_with("gogui-gfx:\nVAR B "), "{beside}");
    assert!(beside.contains("\nLABEL ") && beside.contains("\nTEXT "), "{beside}");
    assert!(beside.ends_with("\n\n") && !answers.contains("gogui"), "{answers}");
    let [answers, beside] = drawn("stdout");
    assert!(answers.contains("gogui-gfx:\nab\nVAR ") && beside.is_empty(), "{answers}");
    let last = answers.trim_end().rsplit("\n\n").next().unwrap();
    assert!(last.starts_with("= ") && last.len() < 6, "{last}");
}

#[test]
fn it_ends_when_nobody_reads_the_answers() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let speaker = Voice { answers: &mut Closed, beside: &mut Closed };
    let commands = Cursor::new(b"name\n".repeat(10_000));
    let ended = serve(settings("random", Swap::None), Supply::seeded(1), commands, speaker);
    assert_eq!(ended.unwrap().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn a_wrong_player_is_told_before_the_first_answer() {
    let speaker = Voice { answers: &mut io::sink(), beside: &mut io::sink() };
    let refused =
        serve(settings("nobody", Swap::None), Supply::seeded(1), Cursor::new(""), speaker);
    assert_eq!(ludoteca_text::Text::from(refused.unwrap_err()).id, "player-unknown");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn no_conversation_is_too_strange(
        commands in proptest::collection::vec(
            ("(play|genmove|reg_genmove|undo|boardsize|time_left|param_game|showboard)",
             "( (b|w|a1|b2|c3|swap-pieces|swap-sides|resign|3|1|allow_swap|-1)){0,3}"),
            0..30,
        ),
    ) {
        let commands = commands.iter().map(|(name, args)| format!("{name}{args}\n"));
        let commands = "boardsize 3\n".to_owned() + &commands.collect::<String>();
        let answers = asked_of(settings("random", Swap::Pieces), &commands);
        prop_assert_eq!(answers.len(), commands.lines().count());
    }
}
