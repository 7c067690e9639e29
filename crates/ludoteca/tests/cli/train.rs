//! `train`, and a player that uses what came of it.

use std::fs;

use crate::{line, run};

#[test]
fn weights_are_learnt_from_games_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.txt");
    let file = file.to_str().unwrap();
    let answer = line(&format!(
        "train arimaa --minutes 0 --nodes 300 --jobs 16 --seed 1 --out {file} --json"
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
    assert!(refused.err.contains("has no player that learns this way"), "{}", refused.err);
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
