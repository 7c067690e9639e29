//! `train`, and a player that uses what came of it.

use std::fs;

use crate::line;

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
