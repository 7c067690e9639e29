//! Answering over HTTP whoever connects, and not letting those who never say what they want keep the
//! others out.

mod open;

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

use self::open::Open;

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
            let mut connection =
                pin!(server.serve_connection(TokioIo::new(Open::new(stream)), service));
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
        convert::Infallible,
        io::{Read, Write},
        net::{Shutdown, SocketAddr, TcpStream},
        sync::mpsc,
    };

    use axum::{body::Body, routing::get};
    use futures_util::stream;
    use tokio::{runtime::Runtime, task::JoinHandle, time::sleep};

    use super::*;

    /// Somebody who answers, and what ends it.
    struct Answering {
        runtime: Runtime,
        address: SocketAddr,
        close: watch::Sender<bool>,
        serving: JoinHandle<()>,
    }

    impl Answering {
        fn begin(limits: Limits, routes: Router) -> Answering {
            let runtime = Runtime::new().unwrap();
            let (close, closing) = watch::channel(false);
            let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
            let address = listener.local_addr().unwrap();
            let serving = runtime.spawn(listen(listener, routes, limits, closing));
            Answering { runtime, address, close, serving }
        }

        fn ask(&self, path: &str, version: &str) -> TcpStream {
            let mut asking = TcpStream::connect(self.address).unwrap();
            write!(asking, "GET {path} HTTP/{version}\r\nHost: localhost\r\n\r\n").unwrap();
            asking
        }

        fn end(self) {
            self.close.send_replace(true);
            self.runtime.block_on(self.serving).unwrap();
        }
    }

    /// More than a connection takes at once.
    const MUCH: usize = 20_000_000;

    #[test]
    fn who_has_said_all_and_closes_that_half_of_the_line_hears_the_answer() {
        let slowly = || async {
            sleep(Duration::from_millis(50)).await;
            "here"
        };
        let much = || async { vec![b'.'; MUCH] };
        let routes = Router::new().route("/", get(slowly)).route("/much", get(much));
        let answering = Answering::begin(Limits::usual(), routes);
        for version in ["1.0", "1.1"] {
            for (path, length) in [("/", 4), ("/much", MUCH)] {
                let mut asking = answering.ask(path, version);
                asking.shutdown(Shutdown::Write).unwrap();
                let mut answer = String::new();
                asking.read_to_string(&mut answer).unwrap();
                let (_, body) = answer.split_once("\r\n\r\n").unwrap();
                assert_eq!(body.len(), length, "{path} {version}");
            }
        }
        answering.end();
    }

    #[test]
    fn what_is_told_to_one_who_has_gone_ends() {
        struct Ends(mpsc::Sender<()>);
        impl Drop for Ends {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let (tell, told) = mpsc::channel();
        let for_ever = move || async move {
            let never = stream::unfold(Ends(tell), async |ends| {
                std::future::pending::<()>().await;
                Some((Ok::<_, Infallible>(""), ends))
            });
            Body::from_stream(never)
        };
        let routes = Router::new().route("/", get(for_ever));
        let answering = Answering::begin(Limits::usual(), routes);
        let mut asking = answering.ask("/", "1.1");
        let mut head = [0; 12];
        asking.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        drop(asking);
        told.recv().unwrap();
        answering.end();
    }

    #[test]
    fn those_who_never_say_what_they_want_are_hung_up_on_and_make_room() {
        let limits = Limits { patience: Duration::from_millis(200), connections: 4 };
        let routes = Router::new().route("/", get(|| async { "here" }));
        let answering = Answering::begin(limits, routes);
        // Some say half of it, some nothing.
        let silent: Vec<TcpStream> = (0..8)
            .map(|number| {
                let mut stream = TcpStream::connect(answering.address).unwrap();
                stream.write_all(&b"GET / HTTP/1.1\r\n"[..number * 2]).unwrap();
                stream
            })
            .collect();
        let mut asking = answering.ask("/", "1.0");
        let mut answer = String::new();
        asking.read_to_string(&mut answer).unwrap();
        assert!(answer.ends_with("here"), "{answer}");
        for mut stream in silent {
            // It ends, with or without a word.
            let _ = stream.read_to_string(&mut answer);
        }
        answering.end();
    }
}
