//! What browsers ask: a server of our own on this machine, begun anew now and then.

use std::{
    cell::RefCell,
    io::{self, Read, Write},
    net::TcpStream,
    time::Duration,
};

use ludoteca_server::{Config, Server};
use tempfile::TempDir;

use crate::answer::Answer;

pub const WORDS: &[&str] = &[
    "GET /api/",
    "POST /api/",
    "DELETE /api/",
    "PUT /api/",
    "games",
    "boards/",
    "studies",
    "story",
    "lessons",
    "files",
    "rules",
    "editor",
    "book/es/",
    "training",
    "lab",
    "catalogue",
    "{\"game\":\"hex\"",
    "\"options\":{\"size\":\"4\"}",
    "\"seats\":",
    "\"players\":",
    "\"human\"",
    "\"random\"",
    "\"ply\":\"a1\"",
    "\"position\":",
    "..%2f..%2f",
    "?since=",
    "?lang=es",
    "\r\n",
    "Host: evil\r\n",
    "Origin: http://evil\r\n",
];

/// After so many requests everything is begun anew: what they have begun is not to fill the machine.
const REQUESTS: u32 = 150;
/// An answer that streams is not waited for.
const PATIENCE: Duration = Duration::from_millis(400);

struct House {
    server: Server,
    /// A game that is there.
    game: String,
    asked: u32,
    _folder: TempDir,
}

thread_local! {
    static HOUSE: RefCell<Option<House>> = const { RefCell::new(None) };
}

/// The first line is what is asked for, the rest the body.
pub fn ask(input: &[u8]) -> Answer {
    HOUSE.with_borrow_mut(|house| {
        if let Some(old) = house.take_if(|house| house.asked >= REQUESTS) {
            old.server.stop();
        }
        if house.is_none() {
            *house = begin();
        }
        let Some(house) = house else { return Answer::of("no server") };
        house.asked += 1;
        asked(house, input).unwrap_or(Answer::of("hung up"))
    })
}

fn begin() -> Option<House> {
    let folder = tempfile::tempdir().ok()?;
    let config = Config {
        host: "127.0.0.1".to_owned(),
        port: 0,
        data: folder.path().to_owned(),
        token: None,
        names: Vec::new(),
        memory: Some(256),
        workers: None,
    };
    let mut house = House {
        server: Server::start(config).ok()?,
        game: String::new(),
        asked: 0,
        _folder: folder,
    };
    let body = br#"{"game":"hex","options":{"size":"4"},"first":"human","second":"random"}"#;
    let (_, told) = send(&house.server, b"POST /api/games", body).ok()?;
    house.game = told.split("\"id\":\"").nth(1)?.split('"').next()?.to_owned();
    Some(house)
}

/// Asks for the first line with the rest as its body. `games/id` is the game that is there.
fn asked(house: &House, input: &[u8]) -> io::Result<Answer> {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (line, body) = (&input[..end], input.get(end + 1..).unwrap_or_default());
    let mut asked = line.to_vec();
    if let Some(at) = line.windows(9).position(|part| part == b"/games/id") {
        asked.splice(at..at + 9, format!("/games/{}", house.game).into_bytes());
    }
    let (status, told) = send(&house.server, &asked, body)?;
    assert!(!status.contains(" 500 "), "{status}: {told}");
    let shape: String = told.chars().filter(|c| !c.is_numeric()).take(40).collect();
    let path: Vec<u8> = line.iter().copied().take_while(|byte| *byte != b'?').take(18).collect();
    Ok(Answer::of((status, shape, path)))
}

/// The status of the answer, and how its body begins.
fn send(server: &Server, line: &[u8], body: &[u8]) -> io::Result<(String, String)> {
    let mut stream = TcpStream::connect(server.address())?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let head = format!(
        " HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n",
        server.address(),
        body.len()
    );
    stream.write_all(&[line, head.as_bytes(), body].concat())?;
    let mut answer = [0; 1000];
    let mut length = 0;
    while let Ok(more @ 1..) = stream.read(&mut answer[length..]) {
        length += more;
    }
    let answer = String::from_utf8_lossy(&answer[..length]);
    let (head, told) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    Ok((head.lines().next().unwrap_or_default().to_owned(), told.to_owned()))
}
