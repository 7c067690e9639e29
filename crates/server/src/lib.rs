//! The web application: its API, live thoughts, stored games, and the page.
//!
//! [`serve`] runs it until it is told to end. [`Server`] is the same for whoever wants to hold it.
#![warn(missing_docs)]

mod api;
mod app;
mod asked;
mod blackboard;
mod boards;
mod catalogue;
mod clocks;
mod crew;
mod draft;
mod error;
mod events;
mod files;
mod gestures;
mod guard;
mod heard;
mod house;
mod judging;
mod lab;
mod library;
mod memory;
mod owner;
mod page;
mod queue;
mod rearrange;
mod review;
mod routes;
mod sheet;
mod small;
mod store;
mod story;
mod summary;
mod table;
mod thinking;
mod tournaments;
mod training;
mod trial;
mod twigs;
mod variations;
mod view;
mod watching;
mod workers;

use std::{
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use axum::middleware;
use ludoteca_protocols::{
    http::{Limits, listen},
    start_engine,
};
use ludoteca_text::{Text, text};
use tokio::{
    runtime::Runtime,
    sync::watch,
    task::{JoinHandle, spawn_blocking},
    time::{sleep, timeout},
};

use crate::{
    app::App, catalogue::Catalogue, crew::Crew, guard::Guard, house::House, lab::Lab, store::Store,
    tournaments::Tournaments, training::Trainings,
};
pub use crate::{
    library::{Added, Library},
    store::{BackedUp, Damage, Ended, Listed},
    workers::{AskWorkers, QueuedWork, Worker, Workers},
};

/// How long a request that is being answered may hold up the end.
const LAST_ORDERS: Duration = Duration::from_secs(3);

/// How often tables are cleared away that nobody sits at.
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// Where to serve, and what.
#[derive(Clone, Debug)]
pub struct Config {
    /// A name or address of this machine.
    pub host: String,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// The folder the games and the results of experiments are kept in.
    pub data: PathBuf,
    /// What everybody who uses the API has to know. Only with one may other programs be started as
    /// players.
    pub token: Option<String>,
    /// Further names that it goes by. Without a token it serves others than this machine only if it
    /// is said by which names they may call it.
    pub names: Vec<String>,
    /// How many megabytes all those who think may take together; none is half of what the machine
    /// has.
    pub memory: Option<usize>,
    /// How to ask those who work for others; none if nobody said where they are.
    pub workers: Option<AskWorkers>,
}

/// A server at work.
pub struct Server {
    address: SocketAddr,
    house: Arc<House>,
    runtime: Runtime,
    closing: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

/// Serves until the program is asked to end (Ctrl-C, SIGTERM). `ready` is told the address.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), Text> {
    let server = Server::start(config)?;
    let end = server.runtime.block_on(async { ends() }).map_err(failed)?;
    ready(server.address());
    server.runtime.block_on(end);
    server.stop();
    Ok(())
}

impl Server {
    /// Binds the address, opens the store and serves.
    pub fn start(config: Config) -> Result<Server, Text> {
        let listener = bind(&config)?;
        let address = listener.local_addr().map_err(failed)?;
        if config.token.is_none() && config.names.is_empty() && !address.ip().is_loopback() {
            // Whoever is near could play with it, and any page that somebody near looks at.
            return Err(text!("server-open-to-all", host = config.host));
        }
        let store = Store::open(&config.data).map_err(|error| Text::from(&error))?;
        // Whoever has a token may do here what its owner may; without one, any page could.
        let engines = config.token.is_some();
        let crew = if engines { Crew::with_engines(&start_engine) } else { Crew::default() };
        let crew = crew.within(config.memory);
        let house = Arc::new(House::new(store, crew));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(failed)?;
        let (closing, closed) = watch::channel(false);
        let guard = Guard::new(&config.host, address, config.token, config.names);
        let guard = Arc::new(guard);
        let app = Arc::new(App {
            house: house.clone(),
            closing: closed.clone(),
            lab: Arc::new(Lab::new(config.data.join("lab"), house.crew())),
            workers: config.workers,
            tournaments: Arc::new(Tournaments::new(config.data.join("tournaments"), house.clone())),
            trainings: Arc::new(Trainings::new(config.data.join("nets"), house.clone())),
            catalogue: Catalogue::asset(engines)?,
        });
        let routes = api::router(app)
            .layer(middleware::from_fn(small::send))
            .layer(middleware::from_fn(owner::note))
            .layer(middleware::from_fn_with_state(guard, guard::stand))
            .layer(middleware::from_fn(heard::out));
        let listener = {
            let _context = runtime.enter();
            listener.set_nonblocking(true).map_err(failed)?;
            tokio::net::TcpListener::from_std(listener).map_err(failed)?
        };
        let tidied = house.clone();
        runtime.spawn(async move {
            loop {
                sleep(TIDY_EVERY).await;
                let house = tidied.clone();
                let _ = spawn_blocking(move || house.tidy()).await;
            }
        });
        let serving = runtime.spawn(listen(listener, routes, Limits::usual(), closed));
        tracing::info!(%address, data = %config.data.display(), "serving");
        Ok(Server { address, house, runtime, closing, serving })
    }

    /// Where it can be reached.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many threads are thinking now.
    pub fn thoughts(&self) -> usize {
        self.house.thoughts()
    }

    /// Ends: no more requests, every stream closed, every thought stopped and its thread gone.
    pub fn stop(self) {
        let Server { house, runtime, closing, serving, .. } = self;
        closing.send_replace(true);
        house.close();
        runtime.block_on(async {
            let _ = timeout(LAST_ORDERS, serving).await;
        });
        runtime.shutdown_timeout(LAST_ORDERS);
    }
}

fn bind(config: &Config) -> Result<TcpListener, Text> {
    let Config { host, port, .. } = config;
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    TcpListener::bind((bare, *port)).map_err(|error| {
        let address = format!("{host}:{port}");
        match error.kind() {
            io::ErrorKind::AddrInUse => text!("server-port-in-use", address = address),
            _ => text!("server-cannot-listen", address = address, why = error.to_string()),
        }
    })
}

fn failed(error: io::Error) -> Text {
    text!("server-failed", why = error.to_string())
}

/// Comes true when the program is asked to end. It listens from the moment it is made.
#[cfg(unix)]
fn ends() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Comes true when the program is asked to end. It listens from the moment it is made.
#[cfg(not(unix))]
fn ends() -> io::Result<impl Future<Output = ()>> {
    let mut interrupted = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupted.recv().await;
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A game of Connect Four that nobody wins.
    const DRAW: &str = "656173566152215676422337377473141445425321";

    #[test]
    fn on_a_full_disk_every_change_is_refused_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(Config {
            host: "localhost".into(),
            port: 0,
            data: folder.path().to_owned(),
            token: None,
            names: Vec::new(),
            memory: None,
            workers: None,
        })
        .unwrap();
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let ask = |path: &str, body: Option<Value>| -> (u16, Value) {
            let url = format!("http://{}/api/games{path}", server.address());
            let answer = match body {
                Some(body) => {
                    agent.post(url).content_type("application/json").send(body.to_string()).unwrap()
                }
                None => agent.get(url).call().unwrap(),
            };
            let status = answer.status().as_u16();
            (status, serde_json::from_reader(answer.into_body().into_reader()).unwrap())
        };
        let (opening, rest) = DRAW.split_at(8);
        let begin = || ask("", Some(json!({ "game": "connect4", "position": opening })));
        let (_, game) = begin();
        let mut ids = vec![game["id"].as_str().unwrap().to_owned()];
        server.house.store().fill_disk(true);
        let refused = loop {
            match begin() {
                (201, game) => ids.push(game["id"].as_str().unwrap().to_owned()),
                refused => break refused,
            }
        };
        assert_eq!((refused.0, &refused.1["error"]["id"]), (507, &json!("server-disk-full")));
        assert_eq!(ask("", None).1["total"], ids.len());

        // What little room is left goes to moves, until there is none.
        let play = |id: &str, at: usize| {
            let ply = &rest[at - 8..at - 7];
            ask(&format!("/{id}/moves"), Some(json!({ "move": ply, "at": at })))
        };
        let moves = (8..DRAW.len()).flat_map(|at| ids.iter().map(move |id| (id, at)));
        let (id, at) = moves.clone().find(|(id, at)| play(id, *at).0 == 507).unwrap();
        assert_eq!(ask(&format!("/{id}"), None).1["at"], at);
        server.house.store().fill_disk(false);
        let (status, view) = play(id, at);
        assert_eq!((status, &view["at"]), (200, &json!(at + 1)));
        server.stop();
    }
}
