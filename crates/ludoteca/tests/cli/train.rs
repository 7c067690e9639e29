//! `train`, and a player that uses what came of it.

use std::fs;

use crate::{line, run};

#[test]
fn weights_are_learnt_from_games_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.txt");
    let file = file.to_str().unwrap();
    let answer = line(&format!(
        "train arimaa --minutes 0 --nodes 1000 --jobs 16 --seed 1 --out {file} --json"
    ))
    .json();
    assert!(answer["games"].as_u64().unwrap() > 0, "{answer}");
    assert!(answer["error_after"].as_f64() < answer["error_before"].as_f64(), "{answer}");
    let again =
        line(&format!("train arimaa --minutes 0 --nodes 300 --jobs 4 --from {file} --out {file}"));
    assert!(again.said().contains("Mean error"), "{}", again.out);
    let thought = line(&format!("think arimaa --player strong:weights={file},nodes=100 --json"));
    assert!(thought.json()["move"].is_string());
}

#[test]
fn a_net_is_learnt_gone_on_with_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.net");
    let file = file.to_str().unwrap();
    let gdl = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gdl/tictactoe.gdl");
    for (number, game) in ["tictactoe", &format!("gdl:{gdl}")].into_iter().enumerate() {
        let file = format!("{file}{number}");
        let learn = format!(
            "train {game} --minutes 1000 --games 16 --nodes 8 --net 1x16 --jobs 1 --out {file}"
        );
        let answer = line(&format!("{learn} --json")).json();
        assert_eq!(answer["games"], 16, "{answer}");
        assert!(answer["positions"].as_u64() > Some(50) && answer["minutes"].is_number());
        let against = &answer["against_start"];
        let counts = ["wins", "losses", "draws"].map(|name| against[name].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 40, "{answer}");
        // The same again goes on with what is there.
        let again = line(&learn);
        assert!(again.said().starts_with("32 games"), "{}", again.out);
        let words = format!("think {game} --player neural:net={file},looks=30 --json");
        assert!(line(&words).json()["move"].is_string());
    }
    let refused = line(&format!("think checkers --player neural:net={file}0"));
    assert!(refused.refused(2).contains("another game"), "{}", refused.err);
    let refused = line(&format!("train checkers --minutes 1 --from {file}0 --out {file}"));
    assert!(refused.refused(1).contains("another game"), "{}", refused.err);
    let refused = line(&format!("train checkers --minutes 1 --net 3x17 --out {file}"));
    assert!(refused.refused(2).contains("3x32"), "{}", refused.err);
    assert!(line("think checkers --player neural").refused(2).contains("ludoteca train checkers"));
}

#[test]
fn a_net_learns_from_games_that_people_have_played() {
    let folder = tempfile::tempdir().unwrap();
    let [net, games] = ["mine.net", "games.sgf"].map(|name| folder.path().join(name));
    let [net, games] = [&net, &games].map(|path| path.to_str().unwrap());
    let won = "(;FF[4]GM[11]SZ[3];B[b2];W[a2];B[b1];W[a3];B[b3])";
    let unfinished = "(;FF[4]GM[11]SZ[3];B[b2];W[a2])";
    fs::write(games, format!("{won}{unfinished}")).unwrap();
    let learn = |from: &str| {
        let words = "train hex --size 3 --minutes 1000 --games 1 --nodes 8 --net 1x16 --jobs 1";
        run(&[words.split(' ').collect(), vec!["--out", net, "--learn-from", from]].concat())
    };
    let told = learn(games);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(told.err.contains("One of 2 games"), "{}", told.err);
    let empty = folder.path().to_str().unwrap();
    assert!(learn(empty).err.contains("0 of 0 games"));
    assert!(learn("/no/such/file").refused(1).contains("/no/such/file"));
}

#[test]
fn what_is_no_file_of_weights_and_who_does_not_learn_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.txt");
    fs::write(&file, "material 1 2 3\n").unwrap();
    let file = file.to_str().unwrap();
    for (words, code) in [
        (format!("train arimaa --minutes 0 --out {file} --from {file}"), 1),
        (format!("think arimaa --player strong:weights={file}"), 2),
    ] {
        let refused = line(&words);
        assert_eq!(refused.code, code, "{words}");
        assert!(refused.err.contains("not a whole file of weights"), "{words}: {}", refused.err);
    }
    let refused = line(&format!("train hex --minutes 0 --out {file}"));
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("it holds no net"), "{}", refused.err);
    let refused = line(&format!("train arimaa --minutes 0 --games 3 --out {file}"));
    assert!(refused.refused(2).contains("--games"), "{}", refused.err);
    assert_eq!(fs::read_to_string(file).unwrap(), "material 1 2 3\n", "nothing is lost");
}

#[test]
fn where_nothing_can_be_written_nothing_is_played() {
    // A day of games would be lost.
    let refused = line("train arimaa --minutes 1440 --out /no/such/folder/weights.txt");
    assert!(refused.refused(1).contains("/no/such/folder"), "{}", refused.err);
    let folder = tempfile::tempdir().unwrap();
    let refused =
        run(&["train", "arimaa", "--minutes", "1440", "--out", folder.path().to_str().unwrap()]);
    assert_eq!(refused.code, 1);
}

#[cfg(unix)]
#[test]
fn whoever_interrupts_it_keeps_what_was_learnt() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.txt");
    let child = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(["train", "arimaa", "--minutes", "1440", "--nodes", "1", "--jobs", "8"])
        .args(["--json", "--out", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It listens to interrupts from the moment its file is there.
    while !file.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    crate::serve::signal("INT", child.id());
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8(ended.stderr).unwrap();
    match ended.status.code() {
        Some(0) => assert!(!fs::read_to_string(&file).unwrap().is_empty()),
        // No game was over yet: then nothing is left behind.
        Some(1) => assert!(said.contains("Nothing was written") && !file.exists(), "{said}"),
        other => panic!("{other:?}: {said}"),
    }
}
