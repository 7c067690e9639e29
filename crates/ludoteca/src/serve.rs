//! `ludoteca serve`: the web application.

use std::{
    env,
    io::{self, Read, Write},
    net::{SocketAddr, TcpStream, ToSocketAddrs},
    sync::Arc,
    time::Duration,
};

use clap::{Args, builder::NonEmptyStringValueParser};
use ludoteca_games::params::{Key, Kind};
use ludoteca_server::{AskWorkers, Config, QueuedWork, Worker, Workers};
use ludoteca_spread::{Queued, Seen, Spread, Status};
use ludoteca_text::{Text, text};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use crate::{
    args::{DataArgs, whole},
    browser,
    console::{Console, Failure, reason},
    subject,
    worker::WorkersArgs,
};

/// Where the level is said for every time.
const LOG: &str = "LUDOTECA_LOG";

/// Where the token is said for every time.
const TOKEN: &str = "LUDOTECA_TOKEN";

/// How much is written down, from nothing to everything.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

#[derive(Args)]
pub struct Options {
    #[arg(long, value_name = "host", default_value = "127.0.0.1")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    host: String,
    #[arg(long, value_name = "port", default_value = "7878", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--port", 0, u16::MAX.into(), words))]
    port: i64,
    #[command(flatten)]
    data: DataArgs,
    #[arg(long, value_name = "token", value_parser = NonEmptyStringValueParser::new())]
    token: Option<String>,
    #[arg(long, value_name = "file", conflicts_with = "token")]
    token_file: Option<String>,
    #[arg(long, value_name = "name", value_delimiter = ',')]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    allow: Vec<String>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--memory", 64, 1 << 24, words))]
    memory: Option<i64>,
    #[command(flatten)]
    workers: WorkersArgs,
    #[arg(long, value_name = "level", value_parser = level)]
    log: Option<LevelFilter>,
    #[arg(long)]
    open: bool,
}

pub fn run(what: Options, console: Console) -> Result<(), Failure> {
    let Options { host, port, data, token, token_file, allow, memory, workers, log, open } = what;
    write_down(log)?;
    let token = told_token(token, token_file.as_deref())?;
    let config = Config {
        host: host.clone(),
        port: port as u16,
        data: data.folder()?,
        token: token.clone(),
        names: allow,
        memory: memory.map(|megabytes| megabytes as usize),
        workers: workers.connect()?.map(asks),
    };
    let served = ludoteca_server::serve(config, |address| {
        // A server whose output nobody reads goes on serving.
        let link = link(&host, address, token.as_deref());
        let _ = console.print(&link);
        if open {
            show(&link, console);
        }
        console.note(&text!("cli-serve-ready"));
        if address.ip().is_unspecified() {
            console.note(&text!("cli-serve-open-network"));
        }
    });
    match served {
        Err(why) if open && why.id == "server-port-in-use" => {
            // Somebody who presses the icon once more wants to see what is running already.
            let Some(address) = ours_at(&host, port as u16) else { return Err(why.into()) };
            let link = link(&host, address, token.as_deref());
            show(&link, console);
            console.print(&link)
        }
        served => Ok(served?),
    }
}

/// Shows the page in the user's browser.
fn show(link: &str, console: Console) {
    if let Err(error) = browser::open(link) {
        console.note(&text!("cli-serve-no-browser", why = reason(&error)));
    }
}

/// Where a Ludoteca answers that somebody has started before.
fn ours_at(host: &str, port: u16) -> Option<SocketAddr> {
    let patience = Duration::from_secs(2);
    let address = (host.trim_matches(['[', ']']), port).to_socket_addrs().ok()?.next()?;
    let mut stream = TcpStream::connect_timeout(&address, patience).ok()?;
    stream.set_read_timeout(Some(patience)).ok()?;
    write!(stream, "GET /manifest.webmanifest HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.take(64 << 10).read_to_string(&mut answer).ok()?;
    answer.contains("\"name\": \"Ludoteca\"").then_some(address)
}

/// How the page asks those who work on a queue.
fn asks(spread: Spread) -> AskWorkers {
    AskWorkers(Arc::new(move || {
        let Status { workers, queued, results } = spread.status()?;
        let worker = |seen: Seen| Worker {
            name: seen.worker,
            version: seen.version,
            jobs: seen.jobs,
            busy: seen.busy.len(),
            done: seen.done,
            last_minute: seen.last_minute,
            faults: seen.faults,
        };
        let work = |group: Queued| QueuedWork {
            run: group.run,
            kind: group.kind,
            version: group.version,
            waiting: group.waiting,
            working: group.working,
            again: group.again,
        };
        Ok(Workers {
            workers: workers.into_iter().map(worker).collect(),
            queued: queued.into_iter().map(work).collect(),
            results,
        })
    }))
}

/// The token, from wherever it was said: of what stands in a command everybody on a machine can see,
/// which is not so of a file, nor of what is around a program.
fn told_token(given: Option<String>, file: Option<&str>) -> Result<Option<String>, Failure> {
    let found = match file {
        Some(file) => {
            let token = subject::read(file)?.trim().to_owned();
            if token.is_empty() {
                return Err(text!("cli-serve-empty-token", file = file).into());
            }
            Some(token)
        }
        None => env::var(TOKEN).ok().filter(|token| !token.is_empty()),
    };
    Ok(given.or(found))
}

/// Writes on stderr what nobody who plays is told: what could not be read or kept, and above all why.
fn write_down(log: Option<LevelFilter>) -> Result<(), Failure> {
    let given = || env::var(LOG).ok().filter(|words| !words.is_empty());
    let log = match (log, given()) {
        (Some(log), _) => log,
        (None, Some(words)) => level_of(LOG, &words).map_err(Failure::Usage)?,
        (None, None) => LevelFilter::WARN,
    };
    // Only what our own crates say: a library's details help nobody.
    let ours = Targets::new().with_target("ludoteca", log);
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(false).with_target(false);
    // Where somebody else writes it down already, it is written down.
    let _ = tracing_subscriber::registry().with(lines.with_filter(ours)).try_init();
    Ok(())
}

fn level(words: &str) -> Result<LevelFilter, Text> {
    level_of("--log", words)
}

fn level_of(name: &'static str, words: &str) -> Result<LevelFilter, Text> {
    let word = Key::new(name, Kind::Choice(LEVELS.to_vec()), "").read(words)?;
    Ok(word.to_string().parse().expect("each of the levels is one"))
}

/// What to open in a browser on this machine, or to ask from it.
pub fn link(host: &str, address: SocketAddr, token: Option<&str>) -> String {
    let host = match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => "127.0.0.1".to_owned(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => "[::1]".to_owned(),
        _ if host.contains(':') => format!("[{}]", host.trim_matches(['[', ']'])),
        _ => host.to_owned(),
    };
    let port = address.port();
    match token {
        Some(token) => format!("http://{host}:{port}/?token={}", encoded(token)),
        None => format!("http://{host}:{port}"),
    }
}

/// A value as it stands in an address.
fn encoded(value: &str) -> String {
    let letter = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    value.bytes().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_can_be_opened_on_this_machine() {
        let at = |host: &str, address: &str, token| link(host, address.parse().unwrap(), token);
        assert_eq!(at("127.0.0.1", "127.0.0.1:80", None), "http://127.0.0.1:80");
        assert_eq!(at("localhost", "127.0.0.1:80", None), "http://localhost:80");
        assert_eq!(at("::1", "[::1]:80", None), "http://[::1]:80");
        assert_eq!(at("0.0.0.0", "0.0.0.0:80", Some("a b")), "http://127.0.0.1:80/?token=a%20b");
    }
}
