//! Answering over HTTP whoever connects, and not letting those who never say what they want keep the
//! others out.

use std::{pin::pin, sync::Arc, time::Duration};

use axum::{Router, serve::Listener};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
    service::TowerToHyperService,
};
use tokio::{
    net::TcpListener,
    select,
    sync::{Semaphore, watch},
    task::JoinSet,
};

/// How long whoever connects may take to say what it wants, and how many may be connected at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long the head of a request may take to arrive. It is also how long somebody may be
    /// connected between two requests.
    pub patience: Duration,
    /// How many may be connected; others wait until one of them has gone.
    pub connections: usize,
}

impl Limits {
    /// As long as a bad line may take, and half of what this process may have open: files and
    /// programs need some too.
    pub fn usual() -> Limits {
        Limits { patience: Duration::from_secs(15), connections: (most_open() / 2).clamp(8, 4096) }
    }
}

/// How many files and connections this process may have open.
fn most_open() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let most = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        usize::try_from(most).unwrap_or(usize::MAX)
    }
    #[cfg(not(unix))]
    8192
}

/// Serves whoever connects until `closing` turns true or nobody could tell it to any more; then
/// those who are being answered are waited for, and nobody else.
pub async fn listen(
    mut listener: TcpListener,
    routes: Router,
    limits: Limits,
    mut closing: watch::Receiver<bool>,
) {
    let mut server = auto::Builder::new(TokioExecutor::new()).http1_only();
    server.http1().timer(TokioTimer::new()).header_read_timeout(limits.patience);
    let seats = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        let accepted = async {
            let seat = seats.clone().acquire_owned().await;
            (seat, Listener::accept(&mut listener).await.0)
        };
        let (seat, stream) = select! {
            accepted = accepted => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        while connections.try_join_next().is_some() {}
        // Answers are short and wanted at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone());
        let (server, mut closing) = (server.clone(), closing.clone());
        connections.spawn(async move {
            let _seat = seat;
            let mut connection = pin!(server.serve_connection(TokioIo::new(stream), service));
            select! {
                _ = connection.as_mut() => return,
                _ = closing.wait_for(|closing| *closing) => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        });
    }
    while connections.join_next().await.is_some() {}
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    use axum::routing::get;

    use super::*;

    #[test]
    fn those_who_never_say_what_they_want_are_hung_up_on_and_make_room() {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let (close, closing) = watch::channel(false);
        let (address, serving) = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let routes = Router::new().route("/", get(|| async { "here" }));
            let limits = Limits { patience: Duration::from_millis(200), connections: 4 };
            (address, tokio::spawn(listen(listener, routes, limits, closing)))
        });
        // Some say half of it, some nothing.
        let silent: Vec<TcpStream> = (0..8)
            .map(|number| {
                let mut stream = TcpStream::connect(address).unwrap();
                stream.write_all(&b"GET / HTTP/1.1\r\n"[..number * 2]).unwrap();
                stream
            })
            .collect();
        let mut asking = TcpStream::connect(address).unwrap();
        asking.write_all(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap();
        let mut answer = String::new();
        asking.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("here"), "{answer}");
        for mut stream in silent {
            // It ends, with or without a word.
            let _ = stream.read_to_string(&mut answer);
        }
        close.send_replace(true);
        runtime.block_on(serving).unwrap();
    }
}
