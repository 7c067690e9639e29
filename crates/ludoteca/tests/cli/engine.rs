//! `ludoteca engine`, spoken to as HexGui does, and other programs as players.

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use insta::assert_snapshot;

use crate::{Run, finish, program, run};

fn engine(words: &str, commands: impl Into<Vec<u8>>) -> Run {
    let words = words.split(' ').filter(|word| !word.is_empty());
    finish(program().arg("engine").arg("hex").args(words).write_stdin(commands))
}

/// This program as a player: what stands behind `engine:`.
fn ourselves(player: &str) -> String {
    let path = assert_cmd::cargo::cargo_bin!("ludoteca").display().to_string();
    format!("engine:cmd=\"'{path}' engine hex --player {player} --seed 1\"")
}

/// A program made of a few words of shell.
fn shell(script: &str) -> String {
    format!("engine:wait=0.3,cmd=\"sh -c '{script}'\"")
}

/// Answers everything with nothing and moves with `answer`.
fn answering(answer: &str) -> String {
    shell(&format!(
        "while read -r c x; do case $c in genmove) {answer} ;; *) echo =; echo ;; esac; done"
    ))
}

#[test]
fn a_conversation_in_both_languages() {
    let commands = "1 name\nprotocol_version\nboardsize 4 4\nclear_board\nplay black b2\n\
                    2 play white b2\nplay white swap-pieces\nplay white c4\nplay white d4\n\
                    showboard\ngenmove green\nfinal_score\nundo\nhexgui-analyze_commands\n\
                    time_left\nboardsize 4 5\nludoteca-layer tree black\n\
                    boardsize 2\nludoteca-solve black\nludoteca-winning white\nxyz\nquit\nname\n";
    for lang in ["en", "es"] {
        let said = engine(&format!("--player minimax:depth=1 --seed 3 --lang {lang}"), commands);
        assert_snapshot!(format!("engine-{lang}"), said.said());
    }
}

#[test]
fn it_plays_a_whole_game_against_itself_and_the_strongest_player_plays_unless_named() {
    let mut commands = "boardsize 3\n".to_owned();
    for _ in 0..5 {
        commands += "genmove b\ngenmove w\n";
    }
    let game = engine("--player random --size 5", commands.clone() + "final_score\n");
    assert!(game.said().trim_end().ends_with('+'), "{}", game.out);
    assert!(engine("", "version").said().contains("(neural:level=full)"));
    let swapped = engine("--swap pieces --size 3 --player alphabeta", "play b b2\ngenmove w\n");
    assert!(swapped.said().contains("= swap-pieces\n"), "{}", swapped.out);
}

#[test]
fn what_it_cannot_be_is_told_in_one_line() {
    assert!(run(&["engine", "connect4"]).refused(2).contains("hex, arimaa"));
    assert!(run(&["engine", "arimaa", "--player", "nobody"]).refused(2).contains("mcts"));
    assert!(run(&["engine", "hex", "--player", "nobody"]).refused(2).contains("mcts"));
    assert!(run(&["engine", "hex", "--player", "human"]).refused(2).contains("person"));
    assert!(run(&["engine", "hex", "--size", "20"]).refused(2).contains("19"));
}

#[test]
fn garbage_is_answered_and_the_end_of_the_input_is_the_end() {
    let mut bytes = b"\xff\xfe\x00\n".to_vec();
    bytes.extend(vec![b'x'; 1 << 20]);
    bytes.extend(b"\nname");
    let said = engine("--player random", bytes);
    assert!(said.said().ends_with("= Ludoteca\n\n"), "{}", said.out);
    assert_eq!(engine("--player random", "").said(), "");
}

#[test]
fn a_controller_that_hangs_up_ends_it() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(["engine", "hex", "--player", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"name\n").unwrap();
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "= Ludoteca\n");
    drop(output);
    // Its input stays open: it is the answer that nobody reads which ends it. A process that another
    // test starts just now may hold the output for a moment, so that one answer is not enough.
    let ended = loop {
        let _ = input.write_all(b"name\n");
        if let Some(ended) = child.try_wait().unwrap() {
            break ended;
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(ended.success());
}

#[test]
fn two_programs_play_a_match_and_no_game_is_lost_by_a_fault() {
    let (a, b) = (ourselves("mcts:playouts=30"), ourselves("random"));
    for swap in ["none", "pieces", "sides"] {
        let words = ["match", "hex", "--size", "4", "--swap", swap, "--a", &a, "--b", &b];
        let result =
            run(&[&words[..], &["--games", "6", "--opening-plies", "2", "--json"]].concat());
        let result = result.json();
        assert_eq!((&result["games"], &result["forfeits"]), (&6.into(), &0.into()), "{result}");
    }
    let result = run(&[
        "match",
        "hex",
        "--size",
        "3",
        "--a",
        "alphabeta",
        "--b",
        &b,
        "--games",
        "4",
        "--json",
    ]);
    assert_eq!(result.json()["a_wins"], 4);
}

#[test]
fn an_arimaa_controller_is_answered_in_aei() {
    for (lang, unknown) in [("en", "no message “genmove”"), ("es", "ningún mensaje «genmove»")]
    {
        let words = ["engine", "arimaa", "--player", "random", "--seed", "1", "--lang", lang];
        let messages = "aei\nisready\nnewgame\nsetoption name tcmove value 5\ngo\n";
        let said = finish(program().args(words).write_stdin(messages));
        let lines: Vec<&str> = said.said().lines().collect();
        assert_eq!(lines[..2], ["protocol-version 1", "id name Ludoteca"], "{}", said.out);
        assert_eq!(lines[4..6], ["aeiok", "readyok"], "{}", said.out);
        let turn = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        assert_eq!(turn.split(' ').count(), 16, "{turn}");
        let ended = finish(program().args(words).write_stdin("genmove\nisready\n"));
        assert!(ended.said().starts_with("log Error: ") && ended.out.contains(unknown));
        assert_eq!(ended.out.lines().count(), 1, "{}", ended.out);
    }
}

#[test]
fn two_arimaa_programs_play_whole_games_and_none_is_lost_by_a_fault() {
    let path = assert_cmd::cargo::cargo_bin!("ludoteca").display().to_string();
    let ours =
        |seed| format!("engine:cmd=\"'{path}' engine arimaa --player random --seed {seed}\"");
    let words = ["match", "arimaa", "--a", &ours(1), "--b", &ours(2), "--games", "2", "--json"];
    let result = run(&words).json();
    assert_eq!((&result["games"], &result["forfeits"]), (&2.into(), &0.into()), "{result}");
}

#[cfg(unix)]
#[test]
fn each_bad_arimaa_program_loses_its_games_with_the_reason_shown() {
    let aei = "echo protocol-version 1; echo aeiok; echo readyok; echo readyok;";
    for (bad, reason) in [
        (shell("exit 3"), "ended when it was asked “aei” (status 3)"),
        (shell("cat > /dev/null"), "within 0.3 s"),
        (shell("echo Hello; cat > /dev/null"), "which is no answer of its protocol"),
        (shell(&format!("{aei} echo bestmove Ra4; cat > /dev/null")), "wanted to play “Ra4”"),
        (shell(&format!("{aei} echo log Error: no; sleep 1")), "refused “go”: no"),
    ] {
        let words = ["match", "arimaa", "--a", &bad, "--b", "random", "--games", "2"];
        let told = run(&words);
        assert!(told.said().contains("2 games were lost by a mistake"), "{}", told.out);
        assert!(told.out.contains(reason), "{reason}: {}", told.out);
    }
}

#[cfg(unix)]
#[test]
fn each_bad_program_loses_its_games_with_the_reason_shown() {
    for (bad, reason) in [
        (shell("exit 3"), "ended when it was asked “list_commands” (status 3)"),
        (answering("exit 0"), "ended when it was asked “genmove"),
        (shell("cat > /dev/null"), "within 0.3 s"),
        (shell("echo Hello; cat > /dev/null"), "which is no answer of its protocol"),
        (answering("echo = z9; echo"), "wanted to play “z9”"),
        (shell("exec yes babble"), "which is no answer of its protocol"),
        // Long lines, so that they are many bytes before its time is up.
        (shell("exec yes $(printf =%04000d 0)"), "without end"),
        (answering("echo ? too hard; echo"), "refused “genmove"),
    ] {
        let words = ["match", "hex", "--size", "3", "--a", &bad, "--b", "random", "--games", "2"];
        let told = run(&words);
        assert!(told.said().contains("2 games were lost by a mistake"), "{}", told.out);
        assert!(
            told.out.contains("Game 1, lost by A: ") && told.out.contains(reason),
            "{}",
            told.out
        );
    }
    let words =
        ["match", "hex", "--a", "engine:cmd=no-such-program", "--b", "random", "--games", "2"];
    assert!(run(&words).refused(2).contains("no-such-program"));
    assert!(run(&["think", "hex", "--player", &shell("exit 3")]).refused(1).contains("status 3"));
}

#[cfg(unix)]
#[test]
fn in_play_the_game_waits_until_the_person_chooses_another_opponent() {
    let words = ["play", "hex", "--size", "3", "--second", &shell("exit 3")];
    let typed = "b2\nxyz\n\nhelp\nlevel random:seed=1\nquit\n";
    let game = finish(program().args(words).write_stdin(typed));
    // At the move, at the empty line, and never again.
    assert_eq!(game.said().matches("(status 3)").count(), 2, "{}", game.out);
    assert!(game.out.contains("The game waits. Enter lets Blue (B) try again"), "{}", game.out);
    assert!(game.out.contains("Blue (B) plays "), "{}", game.out);
    assert!(game.out.ends_with("Until next time.\n"), "{}", game.out);
    // Taken back, and the end of the input.
    let game = finish(program().args(words).write_stdin("b2\nundo\na1\n"));
    assert!(game.said().contains("The input ends here, after one move"), "{}", game.out);
    // Two programs have nobody to ask.
    let both = ["play", "hex", "--first", &shell("exit 3"), "--second", "random"];
    let alone = finish(program().args(both).write_stdin(""));
    assert!(alone.code == 1 && alone.err.contains("status 3"), "{}", alone.err);
}

#[cfg(unix)]
#[test]
fn a_program_that_resigns_loses_and_no_fault_is_counted() {
    let resigns = answering("echo = resign; echo");
    let words = ["match", "hex", "--a", &resigns, "--b", "random", "--games", "2", "--json"];
    let result = run(&words).json();
    assert_eq!((&result["b_wins"], &result["forfeits"]), (&2.into(), &0.into()));
    let words = ["play", "hex", "--size", "3", "--second", &resigns];
    let game = finish(program().args(words).write_stdin("b2\n"));
    assert!(game.said().contains("Blue (B) resigns.\nRed (R) wins. "), "{}", game.out);
}

#[cfg(unix)]
#[test]
fn nothing_is_left_running() {
    // A program that neither reads nor ends, and says who it is.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pid");
    let bad = shell(&format!(
        "echo $$ > {}; trap : TERM HUP INT; while :; do sleep 1; done",
        file.display()
    ));
    assert!(run(&["think", "hex", "--player", &bad]).refused(1).contains("within 0.3 s"));
    let process = std::fs::read_to_string(file).unwrap();
    let until = std::time::Instant::now() + Duration::from_secs(20);
    while Command::new("kill")
        .args(["-0", process.trim()])
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
    {
        assert!(std::time::Instant::now() < until, "it runs on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Ends a program the hard way while its engine thinks, and waits until nothing of that is left.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_killed_leaves_no_engine_behind() {
    let folder = tempfile::tempdir().unwrap();
    let told = folder.path().join("processes");
    let script = folder.path().join("engine.sh");
    // Its own number, that of a child, and that of one with a session of its own.
    let words = format!(
        "sleep 600 & a=$!; setsid sleep 600 & echo $$ $a $! > {0}.new; mv {0}.new {0}\n\
         while read -r c x; do case $c in genmove) ;; *) echo =; echo ;; esac; done; wait",
        told.display()
    );
    std::fs::write(&script, words).unwrap();
    let player = format!("engine:cmd=\"sh {}\"", script.display());
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(["think", "hex", "--time", "600", "--player", &player])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !told.exists() {
        thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    for process in std::fs::read_to_string(&told).unwrap().split_whitespace() {
        // One that nobody has taken leave of is gone too.
        let lives = || {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
        };
        while lives() {
            thread::sleep(Duration::from_millis(10));
        }
    }
}
