//! The chapter on what strangers may try names tests that are there.

use std::{
    collections::BTreeSet,
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
};

use ludoteca_server::{Config, Server};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What stands between backticks in the last column of each table, line by line.
fn named(language: &str) -> Vec<BTreeSet<String>> {
    let chapter = root().join(format!("book/{language}/src/engines/security.md"));
    let chapter = fs::read_to_string(chapter).unwrap();
    let lines = chapter.lines().filter(|line| line.starts_with('|') && !line.starts_with("|--"));
    let column = |line: &str| {
        let last = line.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        last.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<String>>()
    };
    let heads = ["| test |", "| prueba |"];
    lines.filter(|line| !heads.iter().any(|head| line.ends_with(head))).map(column).collect()
}

/// All source text of the crates.
fn source(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source(&path, all);
        } else if path.extension().is_some_and(|end| end == "rs") {
            all.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_line_of_the_chapter_names_tests_that_there_are() {
    let (english, spanish) = (named("en"), named("es"));
    assert!(english.len() > 30, "{}", english.len());
    assert_eq!(english, spanish);
    let mut all = String::new();
    source(&root().join("crates"), &mut all);
    for names in english {
        assert!(!names.is_empty(), "a line names no test");
        for name in names {
            assert!(all.contains(&format!("fn {name}(")), "there is no test {name}");
        }
    }
}

#[test]
fn a_name_that_is_a_script_is_words_and_no_script_runs_but_our_own() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Config {
        host: "127.0.0.1".to_owned(),
        port: 0,
        data: folder.path().to_owned(),
        token: None,
        names: Vec::new(),
        memory: None,
        workers: None,
    })
    .unwrap();
    let ask = |line: &str, body: &str| {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        let head = format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{body}",
            server.address(),
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    };
    let page = ask("GET /", "").to_ascii_lowercase();
    let policy = page.lines().find_map(|line| line.strip_prefix("content-security-policy:"));
    let policy = policy.expect("the page says what it may load");
    for part in ["default-src 'self'", "form-action 'self'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"), "{policy}");
    // Whatever a stranger's file says comes back as JSON, which no browser takes for a page.
    let file = "(;GM[11]SZ[3]PB[<script>alert(1)</script>];B[a1]C[<img src=x onerror=alert(1)>])";
    let opened = ask("POST /api/open", file);
    let lower = opened.to_ascii_lowercase();
    assert!(lower.contains("application/json") && lower.contains("nosniff"), "{opened}");
    server.stop();
}
