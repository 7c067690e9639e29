//! A server of our own in a folder of its own, and somebody who asks it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

use ludoteca_server::{Config, Server};
use ludoteca_words::languages;
use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::{Agent, Body, http::Request};

/// How long anything may take before a test gives up on it.
pub const LIMIT: Duration = Duration::from_secs(60);

/// A server for one test.
pub struct House {
    pub server: Option<Server>,
    pub folder: TempDir,
    pub client: Client,
}

/// Somebody who asks a server.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    agent: Agent,
    token: Option<String>,
}

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: ureq::http::HeaderMap,
    pub body: String,
}

/// A stream of server-sent events, and the game as it stands after those that were read.
pub struct Events {
    stream: BufReader<Box<dyn Read + Send>>,
    view: Value,
    /// How much has come, as it was sent.
    pub bytes: usize,
}

pub fn config(data: &Path) -> Config {
    let (host, names) = ("127.0.0.1".into(), Vec::new());
    Config { host, port: 0, data: data.to_owned(), token: None, names, memory: None, workers: None }
}

impl House {
    pub fn open() -> House {
        House::open_with(|_| ())
    }

    pub fn open_with(change: impl FnOnce(&mut Config)) -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut config = config(folder.path());
        change(&mut config);
        let server = Server::start(config).unwrap();
        let client = Client::new(server.address());
        House { server: Some(server), folder, client }
    }

    pub fn thoughts(&self) -> usize {
        self.server.as_ref().unwrap().thoughts()
    }

    /// Ends the server and begins it again on the same folder.
    pub fn restart(&mut self) {
        self.server.take().unwrap().stop();
        let server = Server::start(config(self.folder.path())).unwrap();
        self.client = Client::new(server.address());
        self.server = Some(server);
    }
}

impl std::ops::Deref for House {
    type Target = Client;
    fn deref(&self) -> &Client {
        &self.client
    }
}

impl Client {
    pub fn new(address: SocketAddr) -> Client {
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(LIMIT))
            .build()
            .new_agent();
        Client { address, agent, token: None }
    }

    /// The same, who says a token with everything.
    pub fn knowing(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..self.clone() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub fn post(&self, path: &str, body: Value) -> Answer {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    pub fn post_bytes(&self, path: &str, body: &[u8]) -> Answer {
        self.ask("POST", path, &[("content-type", "application/json")], body)
    }

    pub fn put(&self, path: &str, body: Value) -> Answer {
        let headers = [("content-type", "application/json")];
        self.ask("PUT", path, &headers, body.to_string().as_bytes())
    }

    pub fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path, &[], b"")
    }

    /// How many bytes the body of an answer has on the way to whoever reads it small or plain.
    pub fn size(&self, path: &str, small: bool) -> usize {
        let gzip = [("accept-encoding", "gzip")];
        self.size_of("GET", path, if small { &gzip } else { &[] }, b"")
    }

    /// How many bytes the body of an answer has on the way.
    pub fn size_of(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> usize {
        let mut response = self.send(method, path, headers, body);
        assert_eq!(response.status().as_u16(), 200);
        response.body_mut().read_to_vec().unwrap().len()
    }

    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut response = self.send(method, path, headers, body);
        Answer {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            body: String::from_utf8_lossy(&response.body_mut().read_to_vec().unwrap()).into(),
        }
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> ureq::http::Response<Body> {
        let url = format!("http://{}{path}", self.address);
        let mut request = Request::builder().method(method).uri(url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if ["POST", "PUT"].contains(&method) {
            self.agent.run(request.body(body).unwrap()).unwrap()
        } else {
            self.agent.run(request.body(()).unwrap()).unwrap()
        }
    }

    /// Sends a request as it is and reads until the server hangs up.
    pub fn raw(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    /// Sends a request in two parts, with another request on a line of its own between them, and reads
    /// until the server hangs up.
    pub fn halting(&self, first: &[u8], then: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream.write_all(first).unwrap();
        assert_eq!(self.get("/api/languages").status, 200);
        // The server may have hung up.
        let _ = stream.write_all(then);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Sends what need not be a request, and reads what comes back, if anything does.
    pub fn noise(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        // The server may hang up before it has read everything.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// Begins a game and returns its id.
    pub fn begin(&self, game: &str, first: &str, second: &str) -> String {
        let answer =
            self.post("/api/games", json!({ "game": game, "first": first, "second": second }));
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    /// Does something to a game.
    pub fn act(&self, id: &str, what: &str, body: Value) -> Answer {
        self.post(&format!("/api/games/{id}/{what}"), body)
    }

    pub fn play(&self, id: &str, at: usize, ply: &str) -> Answer {
        self.act(id, "moves", json!({ "move": ply, "at": at }))
    }

    pub fn view(&self, id: &str) -> Value {
        self.get(&format!("/api/games/{id}")).view()
    }

    /// The board that a view names.
    pub fn board(&self, view: &Value) -> Value {
        self.get(&format!("/api/boards/{}", view["tag"].as_str().unwrap())).view()
    }

    pub fn watch(&self, id: &str) -> Events {
        let response = self.send("GET", &format!("/api/games/{id}/events"), &[], b"");
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let stream: Box<dyn Read + Send> = Box::new(response.into_body().into_reader());
        Events { stream: BufReader::new(stream), view: Value::Null, bytes: 0 }
    }
}

impl Answer {
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// A view or a change that was granted.
    #[track_caller]
    pub fn view(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.body);
        self.json()
    }

    /// The name of the error, which every language has a sentence for.
    #[track_caller]
    pub fn error(&self) -> (u16, String) {
        let error = self.json()["error"]["id"].as_str().expect("an error has a name").to_owned();
        for language in languages() {
            assert!(language.knows(&error), "no {error} in {}", language.code());
        }
        (self.status, error)
    }

    #[track_caller]
    pub fn assert_error(&self, status: u16, id: &str) {
        assert_eq!(self.error(), (status, id.to_owned()), "{}", self.body);
    }
}

impl Events {
    /// The next event; none when the stream has ended. A change comes as the view that it leads to,
    /// unless it tells nothing new.
    pub fn next(&mut self) -> Option<(String, Value)> {
        loop {
            let (name, data) = self.next_as_sent()?;
            match name.as_str() {
                "view" => self.view = data,
                "change" if data["revision"].as_i64() <= self.view["revision"].as_i64() => continue,
                "change" => fold(&mut self.view, &data),
                _ => return Some((name, data)),
            }
            return Some(("view".to_owned(), self.view.clone()));
        }
    }

    /// The next event as it is.
    pub fn next_as_sent(&mut self) -> Option<(String, Value)> {
        let (mut name, mut data) = (String::new(), String::new());
        let mut line = String::new();
        loop {
            line.clear();
            self.bytes += match self.stream.read_line(&mut line).ok()? {
                0 => return None,
                read => read,
            };
            if let Some(given) = line.strip_prefix("event: ") {
                name = given.trim_end().to_owned();
            } else if let Some(given) = line.strip_prefix("data: ") {
                data.push_str(given.trim_end());
            } else if line.trim_end().is_empty() && !name.is_empty() {
                return Some((name, serde_json::from_str(&data).expect("data is JSON")));
            }
        }
    }

    /// Reads on to the end, which the server has to have meant.
    #[track_caller]
    pub fn end(mut self) {
        self.stream.read_to_end(&mut Vec::new()).expect("the stream is ended, not broken off");
    }

    /// Reads on to the first event of a name that is as wanted.
    #[track_caller]
    pub fn until(&mut self, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.next() {
                Some((found, data)) if found == name && wanted(&data) => return data,
                Some(_) => {}
                None => panic!("the stream ended before the {name} that was waited for"),
            }
        }
    }
}

/// Puts a change in its place, as every client has to.
#[track_caller]
pub fn fold(view: &mut Value, change: &Value) {
    assert_eq!(change["since"], view["revision"], "a change was missed");
    let kept = change["kept"].as_u64().unwrap() as usize;
    for (name, value) in change.as_object().unwrap() {
        match (name.as_str(), value) {
            ("since" | "kept" | "touched", _) => {}
            ("tree", Value::Array(changed)) => {
                let all = view[name].as_array_mut().unwrap();
                for twig in changed {
                    match all.iter_mut().find(|old| old["id"] == twig["id"]) {
                        Some(old) => *old = twig.clone(),
                        None => all.push(twig.clone()),
                    }
                }
            }
            ("moves" | "movers" | "listed", Value::Array(more)) => {
                let all = view[name].as_array_mut().unwrap();
                all.truncate(kept);
                all.extend(more.iter().cloned());
            }
            ("picture", picture) => {
                let touched = change["touched"].as_array().unwrap();
                let pieces = view["picture"]["pieces"].as_array().unwrap().iter();
                let same = pieces.filter(|placed| !touched.contains(&placed["cell"]));
                let mut all: Vec<Value> = same.cloned().collect();
                all.extend(picture["pieces"].as_array().unwrap().iter().cloned());
                all.sort_by_key(|placed| placed["cell"].as_u64());
                view["picture"] = picture.clone();
                view["picture"]["pieces"] = Value::Array(all);
            }
            _ => view[name] = value.clone(),
        }
    }
}

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LIMIT, "waited in vain until {what}");
        sleep(Duration::from_millis(5));
    }
}
