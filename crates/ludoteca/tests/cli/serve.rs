use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::Duration,
};

use crate::run;

/// Sends a signal to a process.
#[cfg(unix)]
pub fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([format!("-{name}"), process.to_string()]).status();
    assert!(sent.unwrap().success());
}

/// A server at work, ended with the test.
pub struct Served {
    child: Child,
    link: String,
}

impl Served {
    /// Where it can be reached.
    pub fn link(&self) -> &str {
        &self.link
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn served(words: &[&str], data: &str) -> Served {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(words)
        .args(["--port", "0", "--data", data])
        .env("LUDOTECA_LANG", "es")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut link = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
    Served { child, link: link.trim_end().to_owned() }
}

fn status(link: &str) -> u16 {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(10)))
        .http_status_as_error(false)
        .build()
        .into();
    agent.get(link).call().unwrap().status().as_u16()
}

#[cfg(unix)]
#[test]
fn it_prints_its_address_answers_there_and_ends_when_asked_to() {
    use std::io::Read;
    let folder = tempfile::tempdir().unwrap();
    // With a command and without one.
    for words in [&["serve"][..], &[]] {
        let mut served = served(words, folder.path().to_str().unwrap());
        assert!(served.link.starts_with("http://127.0.0.1:"), "{}", served.link);
        assert_eq!(status(&served.link), 200);
        assert_eq!(status(&format!("{}/", served.link)), 200);
        signal("TERM", served.child.id());
        assert!(served.child.wait().unwrap().success());
        let mut told = String::new();
        served.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(told, "Ludoteca está abierta. Ctrl-C la cierra.\n");
    }
}

#[cfg(unix)]
#[test]
fn what_nobody_who_plays_is_told_is_written_down_as_much_as_is_wanted() {
    use std::io::Read;
    let folder = tempfile::tempdir().unwrap();
    for (words, written) in [(&["serve", "--log", "info"][..], true), (&["serve"], false)] {
        let mut served = served(words, folder.path().to_str().unwrap());
        signal("TERM", served.child.id());
        assert!(served.child.wait().unwrap().success());
        let mut told = String::new();
        served.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(told.contains(" INFO serving address="), written, "{told}");
    }
    let refused = run(&["serve", "--log", "loud"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("off, error, warn, info, debug, trace"), "{}", refused.err);
}

#[test]
fn the_address_carries_the_word_that_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    let served = served(&["serve", "--token", "open sesame"], folder.path().to_str().unwrap());
    assert!(served.link.ends_with("/?token=open%20sesame"), "{}", served.link);
    assert_eq!(status(&served.link), 200);
}

#[test]
fn a_port_in_use_and_a_folder_that_cannot_be_written_are_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let told = run(&["serve", "--port", &port, "--data", data]);
    assert!(told.refused(1).contains(&port), "{}", told.err);
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let inside = file.join("data");
    let told = run(&["serve", "--port", "0", "--data", inside.to_str().unwrap()]);
    assert!(told.refused(1).contains("file"), "{}", told.err);
}

#[test]
fn the_word_that_opens_it_can_be_said_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let file = folder.path().join("word");
    std::fs::write(&file, "open sesame\n").unwrap();
    let words = ["serve", "--token-file", file.to_str().unwrap()];
    let by_file = served(&words, data.to_str().unwrap());
    assert!(by_file.link.ends_with("/?token=open%20sesame"), "{}", by_file.link);
    let bare = by_file.link.split("/?").next().unwrap().to_owned();
    assert_eq!((status(&by_file.link), status(&format!("{bare}/api/games"))), (200, 401));
    drop(by_file);
    let mut around = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"));
    around.args(["serve", "--port", "0", "--data", data.to_str().unwrap()]);
    around.env("LUDOTECA_TOKEN", "sesame").stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = around.spawn().unwrap();
    let mut link = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
    let around = Served { child, link };
    assert!(around.link.trim_end().ends_with("/?token=sesame"), "{}", around.link);
    std::fs::write(&file, " \n").unwrap();
    let told = run(&["serve", "--token-file", file.to_str().unwrap()]);
    assert!(told.refused(1).contains("no word"), "{}", told.err);
    let told = run(&["serve", "--token", "a", "--token-file", file.to_str().unwrap()]);
    assert_eq!(told.code, 2);
}

#[test]
fn on_a_network_it_wants_a_word_or_names() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let told = run(&["serve", "--host", "0.0.0.0", "--port", "0", "--data", data]);
    assert!(told.refused(1).contains("--allow NAME"), "{}", told.err);
    let words = ["serve", "--host", "0.0.0.0", "--allow", "games.home,10.0.0.7"];
    let served = served(&words, data);
    assert_eq!(status(&served.link), 200);
}

/// What a server answers to a request, and what it says.
fn asked(method: &str, link: &str, body: &str) -> (u16, String) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = match method {
        "DELETE" => agent.delete(link).call().unwrap(),
        _ => agent.post(link).content_type("application/json").send(body).unwrap(),
    };
    (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
}

/// On a disk of a few megabytes, where the system lets us make one.
#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_games_can_still_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=8M none \"$1\" && shift && exec \"$@\"";
    let program = assert_cmd::cargo::cargo_bin!("ludoteca");
    let data = folder.path().to_str().unwrap();
    let mut child = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", script, "sh", data])
        .arg(program)
        .args(["serve", "--port", "0", "--data", data])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut link = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
    let served = Served { child, link: link.trim_end().to_owned() };
    if served.link.is_empty() {
        eprintln!("no small disk can be made here");
        return;
    }
    let comment = "x".repeat(100_000);
    let game = format!("{{\"game\": \"hex\", \"comment\": \"{comment}\"}}");
    let body = serde_json::json!({ "text": game }).to_string();
    let mut games = Vec::new();
    let full = loop {
        match asked("POST", &format!("{}/api/open", served.link), &body) {
            (201, said) => {
                let said: serde_json::Value = serde_json::from_str(&said).unwrap();
                games.push(said["id"].as_str().unwrap().to_owned());
            }
            other => break other,
        }
    };
    assert_eq!(full.0, 507, "{}", full.1);
    assert!(games.len() > 10, "{}", games.len());
    let delete = |id: &str| asked("DELETE", &format!("{}/api/games/{id}", served.link), "").0;
    assert!(games.iter().all(|id| delete(id) == 204));
    assert_eq!(asked("POST", &format!("{}/api/open", served.link), &body).0, 201);
}
