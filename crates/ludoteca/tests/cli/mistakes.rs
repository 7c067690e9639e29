//! What is wrong is said in one line, in the language asked for, with the right exit status.

use std::fs;

use crate::{finish, line, program, run};

#[test]
fn what_cannot_be_understood_ends_with_status_two_and_says_what_would_be_right() {
    let wrong = [
        ("gaems", "There is no command “gaems”. Did you mean games?"),
        (
            "xyzzy",
            "There are serve, games, play, think, solve, perft, engine, ggp, match, tournament, ladder, convert, library, rules, book, puzzles, stress, experiment, train, bench, worker, completions, manual, licences, help.",
        ),
        ("bench", "A command is missing. There are playouts."),
        ("bench playout", "Did you mean playouts?"),
        ("rules", "A command is missing. There are check, report, show."),
        ("rules check", "Something is missing: <FILE>."),
        ("rules report @rules", "Something is missing: --position <POS>."),
        ("rules report @rules --position 4 --level 4", "a number from 1 to 3"),
        (
            "play chess",
            "There is no game called “chess”. There are hex, arimaa, connect4, checkers, breakthrough, tictactoe, gdl.",
        ),
        ("train chess", "There is no game called “chess”."),
        ("convert four.txt --to pdf", "sgf, xml, hexworld, json"),
        ("play", "Something is missing: <GAME>. See ludoteca play --help."),
        ("think connect4", "Something is missing: --player <PLAYER>."),
        (
            "think connect4 --player nobody",
            "It has human, random, ants, minimax, alphabeta, mcts, rules, neural, perfect.",
        ),
        ("think connect4 --player human", "A person cannot play here."),
        ("think connect4 --player mcts:foo=1", "It has playouts, explore, threads, eval, seed."),
        ("think connect4 --player mcts:playouts=0", "a number from 1 to 1,000,000,000"),
        ("think connect4 --player mcts:playouts=x", "“x” does not fit playouts"),
        ("think connect4 --player :depth=1", "A player has a name"),
        ("think connect4 --player mcts:playouts", "“playouts” cannot be read."),
        ("think connect4 --player mcts --time -1", "“-1” does not fit --time"),
        ("think connect4 --player mcts --time 0", "a number of seconds above 0"),
        ("think connect4 --player mcts --time nan", "a number of seconds above 0"),
        ("match hex --a random --b random --games 2 --time 1e19", "up to 1,000,000,000"),
        ("think connect4 --player mcts --nodes 0", "a whole number from 1 up"),
        ("think connect4 --player mcts --seed -4", "a whole number from 0 up"),
        ("think connect4 --player mcts --tme 1", "Did you mean --time?"),
        ("think connect4 --player mcts --zzz", "There is no option “--zzz” here."),
        ("think connect4 --player mcts --time", "--time needs a value."),
        ("think connect4 --player mcts --player mcts", "--player is given twice"),
        ("think connect4 --player mcts more", "“more” is one word too many."),
        ("think connect4 --size 9 --player mcts", "connect4 has no “size”"),
        (
            "think tictactoe --size 4 --player mcts",
            "“4” does not fit size, which takes one of 3, 5.",
        ),
        ("think tictactoe --line 4 --player mcts", "a line can be 3 long, not 4"),
        ("think tictactoe --swap pieces --player mcts", "tictactoe has no “swap”"),
        ("play hex --size 20", "“20” does not fit size, which takes a number from 1 to 19."),
        (
            "solve hex --size 3x4",
            "has edges of equal length here, and this one has 3 columns and 4 rows.",
        ),
        ("play hex --swap stones", "which takes one of none, pieces, sides."),
        ("perft connect4 -1", "“-1” does not fit DEPTH"),
        ("perft connect4 many", "“many” does not fit DEPTH"),
        ("perft connect4 10001", "a number from 0 to 10,000"),
        ("match connect4 --a random --b random --games 0", "a number from 1 to 1,000,000"),
        ("match connect4 --a random --b human --games 1", "A person cannot play here."),
        ("match connect4 --a random --b random --games 2 --jobs 0", "does not fit --jobs"),
        (
            "match connect4 --a random --b random --games 2 --openings f --opening-plies 2",
            "--openings and --opening-plies exclude each other.",
        ),
        ("bench playouts connect4 --seconds 0", "does not fit --seconds"),
        (
            "bench playouts gdl:../../gdl/tictactoe.gdl --size 3",
            "gdl has no “size”: there is nothing to choose.",
        ),
        ("play connect4 --second nobody", "connect4 has no player called “nobody”."),
        ("serve --port 70000", "a number from 0 to 65,535"),
        ("--port x", "“x” does not fit --port"),
        ("play gdl", "Say which file describes the game: gdl:FILE."),
        ("games --lang fr", "“fr” does not fit --lang, which takes one of en, es."),
        ("--lang", "--lang needs a value."),
        ("games --json=yes", "--json takes no value."),
    ];
    let mut not_so = Vec::new();
    for (words, told) in wrong {
        let answer = line(words);
        if !answer.refused(2).contains(told) {
            not_so.push(format!("{words}: {}", answer.err));
        }
    }
    assert!(not_so.is_empty(), "{not_so:#?}");
}

#[test]
fn the_same_in_spanish() {
    let wrong = [
        ("gaems", "No hay ningún comando «gaems». ¿Querías decir games?"),
        ("play ajedrez", "No hay ningún juego llamado «ajedrez»."),
        ("think connect4", "Falta algo: --player <JUGADOR>. Mira ludoteca think --help."),
        (
            "think connect4 --player nadie",
            "Tiene human, random, ants, minimax, alphabeta, mcts, rules, neural, perfect.",
        ),
        ("think connect4 --player mcts --time 0", "un número de segundos mayor que 0"),
        ("think connect4 --player mcts --tme 1", "¿Querías decir --time?"),
        ("perft connect4", "Falta algo: <PROFUNDIDAD>."),
    ];
    for (words, told) in wrong {
        let answer = line(&format!("--lang es {words}"));
        assert!(answer.refused(2).contains(told), "{words}: {}", answer.err);
    }
}

#[test]
fn a_position_that_is_wrong_ends_with_status_one_and_points_at_the_word() {
    let told = |game: &str, position: &str| {
        run(&["perft", game, "1", "--position", position]).refused(1).to_owned()
    };
    assert_eq!(told("tictactoe", "b2 a1 b2"), "“b2”, at character 7: b2 is taken.");
    assert!(told("connect4", "4448").starts_with("“8”, at character 4: A move is the number"));
    assert!(told("connect4", "4444444").contains("Column 4 is full."));
    assert!(told("connect4", "X/./.").contains("has 6 rows"));
    assert!(told("connect4", "ñandú").starts_with("“ñ”, at character 1:"));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("moves"), "# ours\n44 9\n").unwrap();
    fs::write(path("bytes"), [0xff, 0xfe]).unwrap();
    let told = |name: &str| {
        let at = format!("@{}", path(name));
        run(&["perft", "connect4", "1", "--position", &at]).refused(1).to_owned()
    };
    assert_eq!(told("missing"), format!("{}: it does not exist.", path("missing")));
    assert!(
        told("bytes")
            .ends_with("/bytes: Line 1, column 1: From here on the file is not text in UTF-8.")
    );
    assert!(told("").ends_with(": it is a folder."));
    assert!(told("moves").starts_with(&format!("{}: “9”, at character 4:", path("moves"))));
    let words = "match connect4 --a random --b random --games 1 --openings /no/such/file";
    assert_eq!(line(words).refused(1), "/no/such/file: it does not exist.");
}

#[cfg(unix)]
#[test]
fn a_word_that_is_not_text_is_refused() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let mut command = program();
    command.args(["perft", "connect4", "1", "--position"]).arg(OsStr::from_bytes(&[0xff]));
    assert!(finish(&mut command).refused(2).contains("not text"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_nobody_reads_is_no_failure_and_a_full_disk_is_one() {
    use std::process::{Command, Stdio};
    let bin = assert_cmd::cargo::cargo_bin!("ludoteca");
    let mut child = Command::new(bin)
        .arg("games")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let full = fs::File::create("/dev/full").unwrap();
    let output =
        Command::new(bin).arg("games").env("LUDOTECA_LANG", "es").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "No se puede escribir la respuesta: el disco está lleno.\n");
}

#[test]
fn what_a_file_says_does_nothing_to_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("\u{1b}[31m name");
    let escape = "\u{1b}]0;title\u{7}\u{9b}2J";
    for (words, way) in [
        (format!("(;GM[{escape}])"), "convert"),
        (format!("<{escape}/>"), "convert"),
        (format!("[GameType \"{escape}\"]"), "convert"),
        (format!("{{\"game\": \"{escape}\"}}"), "convert"),
        (format!("#O H {escape}"), "rules"),
        (format!("(role {escape}x)"), "games"),
    ] {
        fs::write(&name, words).unwrap();
        let file = name.to_str().unwrap();
        let told = match way {
            "convert" => run(&["convert", file, "--to", "xml"]),
            "rules" => run(&["rules", "check", file]),
            _ => run(&["games", "--gdl", file]),
        };
        assert_eq!(told.code, 1, "{}", told.err);
        let said = told.out + &told.err;
        assert!(!said.contains(|letter: char| letter.is_control() && letter != '\n'), "{said:?}");
    }
}
