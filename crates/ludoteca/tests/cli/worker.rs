//! `worker`, and what others do with workers.

use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use ludoteca_spread::testing::Server;
use tempfile::TempDir;

use crate::{line, run};

/// Workers that end with their value.
struct Workers(Vec<Child>);

impl Workers {
    fn start(url: &str, many: usize) -> Workers {
        let worker = |_| {
            Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
                .args(["worker", "--nats", url, "--jobs", "1"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        };
        Workers((0..many).map(worker).collect())
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for worker in &mut self.0 {
            let _ = worker.kill();
            let _ = worker.wait();
        }
    }
}

#[test]
fn workers_prove_together_what_one_machine_proves_and_the_proof_can_be_checked() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(&folder.path().join("queue"), &[]).unwrap();
    let mut workers = Workers::start(&server.url(), 2);
    let file = folder.path().join("proof.txt").display().to_string();
    for (opening, save) in [("a1", false), ("d3", true)] {
        let asked = format!("solve hex --size 5 --position {opening} --outcome --json");
        let alone = line(&asked).json();
        let shared = format!("{asked} --workers {} --part 5", server.url());
        let shared = if save { format!("{shared} --save {file}") } else { shared };
        let together = line(&shared).json();
        assert_eq!(together["outcome"], alone["outcome"], "{opening}");
        assert!(!together["shared"]["parts"].as_array().unwrap().is_empty());
        // One of the two is lost, and it goes on.
        if !save {
            workers.0[0].kill().unwrap();
        }
    }
    let held = line(&format!("solve verify {file} --json")).json();
    assert_eq!((&held["holds"], &held["size"]), (&true.into(), &5.into()));
    assert!(line(&format!("solve verify {file}")).said().contains("holds against every move"));
    // Without its last line the strategy has no answer to something.
    let words = fs::read_to_string(&file).unwrap();
    let cut = &words[..words.trim_end().rfind('\n').unwrap()];
    fs::write(&file, cut).unwrap();
    let failed = line(&format!("solve verify {file}"));
    assert_eq!(failed.code, 1);
    assert!(failed.err.contains("has no answer to"), "{}", failed.err);
}

#[test]
fn it_is_told_who_works_and_who_is_asked_in_vain() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]).unwrap();
    let url = server.url();
    let status = |json: &str| line(&format!("worker --nats {url} --status{json}"));
    assert!(status("").said().starts_with("Nobody works"));
    let workers = Workers::start(&url, 1);
    while status(" --json").json()["workers"].as_array().unwrap().is_empty() {
        thread::sleep(Duration::from_millis(100));
    }
    let told = status(" --lang es");
    assert!(told.said().starts_with("Un obrero"), "{}", told.out);
    drop(workers);
    drop(server);
    for (words, why) in [
        (["worker", "--nats", url.as_str()], "No NATS server answers at"),
        (["worker", "--nats", "nats://:::"], "is no address of a NATS server"),
    ] {
        let refused = run(&words);
        assert_eq!(refused.code, 1);
        assert!(refused.err.contains(why), "{}", refused.err);
    }
    let refused = line(&format!("solve hex --size 5 --swap pieces --workers {url}"));
    assert!(refused.err.contains("may still swap"), "{}", refused.err);
    let refused = line("solve tictactoe --save x");
    assert!(refused.err.contains("Only positions of Hex"), "{}", refused.err);
}
