//! A player that any game manager can run: it listens for messages over HTTP, plays one match at a
//! time and keeps the clocks.

use std::{
    convert::Infallible,
    io,
    net::TcpListener,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::to_bytes,
    extract::{Request, State},
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
    serve::Listener,
};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto,
    service::TowerToHyperService,
};
use ludoteca_games::gdl::limits::MOST_BYTES;
use ludoteca_players::{AnyPlayer, Budget, PlayerSettings, Stop, Supply};
use ludoteca_text::{Text, text};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tokio::time::{timeout, timeout_at};

use super::{
    message::{Clocks, Message},
    seat::{Seat, Spelling},
};
use crate::{Say, process::cut};

/// How long a message may take to arrive.
const LONGEST_LISTENING: Duration = Duration::from_secs(30);
/// How much longer than two clocks a silent manager is waited for before its match is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the player says of itself and its matches to whoever runs it.
type Tell = Box<dyn Fn(&Text) + Send + Sync>;

/// The player, between messages.
struct Player {
    settings: PlayerSettings,
    supply: Supply<'static>,
    say: Say,
    tell: Tell,
    /// How many matches were begun.
    matches: AtomicU64,
    current: Mutex<Option<Match>>,
}

/// The match that is played.
struct Match {
    /// Tells it apart from all matches before it, whatever they are called.
    number: u64,
    id: String,
    clocks: Clocks,
    /// When the manager last said something.
    heard: Instant,
    /// Empty while the rules are being read.
    seat: Option<Seat>,
    /// Empty while it thinks, and after it has once not stopped in time.
    player: Option<Box<dyn AnyPlayer>>,
    /// Ends the thought that is under way.
    thinking: Option<Stop>,
}

/// What is answered: a word of the protocol, or why not.
type Answer = Result<String, (StatusCode, Text)>;

/// Answers game managers until the program ends, as the player with these settings. What
/// happens is told to `tell`; what managers asked wrongly is answered in the words of `say`.
pub fn serve(
    listener: TcpListener,
    settings: PlayerSettings,
    supply: Supply<'static>,
    say: Say,
    tell: impl Fn(&Text) + Send + Sync + 'static,
) -> io::Result<()> {
    let tell = Box::new(tell);
    let (matches, current) = (AtomicU64::new(0), Mutex::new(None));
    let player = Arc::new(Player { settings, supply, say, tell, matches, current });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let routes = Router::new().fallback(answer).with_state(player);
        match listen(listener, routes, LONGEST_LISTENING).await {}
    })
}

/// Serves whoever connects. Who does not say what it wants within `patience` is hung up on, so that
/// those who never do cannot keep a manager out.
pub(super) async fn listen(
    mut listener: tokio::net::TcpListener,
    routes: Router,
    patience: Duration,
) -> Infallible {
    let mut server = auto::Builder::new(TokioExecutor::new()).http1_only();
    server.http1().timer(TokioTimer::new()).header_read_timeout(patience);
    loop {
        let (stream, _) = Listener::accept(&mut listener).await;
        let service = TowerToHyperService::new(routes.clone());
        let connection = server.serve_connection(TokioIo::new(stream), service).into_owned();
        tokio::spawn(connection);
    }
}

async fn answer(State(player): State<Arc<Player>>, request: Request) -> Response {
    let say = player.say.clone();
    let answer = match *request.method() {
        Method::POST => post(player, request).await,
        // A manager that is a page asks first whether it may ask.
        Method::OPTIONS => Ok(String::new()),
        _ => Err((StatusCode::METHOD_NOT_ALLOWED, text!("ggp-post"))),
    };
    let (status, kind, words) = match answer {
        Ok(words) => (StatusCode::OK, "text/acl", words),
        Err((status, why)) => (status, "text/plain; charset=utf-8", say(&why)),
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "POST, OPTIONS"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "*"),
    ];
    (status, headers, words).into_response()
}

/// Hears a message of a manager and answers it.
async fn post(player: Arc<Player>, request: Request) -> Answer {
    let now = Instant::now();
    let heard = timeout(LONGEST_LISTENING, to_bytes(request.into_body(), MOST_BYTES)).await;
    let heard = heard.map_err(|_| (StatusCode::REQUEST_TIMEOUT, text!("ggp-message-late")))?;
    let too_large = |_| (StatusCode::PAYLOAD_TOO_LARGE, text!("ggp-too-large", most = MOST_BYTES));
    let words = String::from_utf8_lossy(&heard.map_err(too_large)?).into_owned();
    // As a task of its own it goes on if the manager hangs up, and the match stays in order.
    let answering = tokio::spawn(async move { player.hear(&words, now).await });
    let broken = |_| Err((StatusCode::INTERNAL_SERVER_ERROR, text!("ggp-broken")));
    answering.await.unwrap_or_else(broken)
}

/// What is kept of a clock for the way to the manager and back.
fn margin(clock: u32) -> Duration {
    (Duration::from_secs(clock.into()) / 5).min(Duration::from_secs(1))
}

/// When a thought has to end, and when it is no longer waited for.
fn limits(now: Instant, clock: u32) -> (Instant, Instant) {
    let (clock, margin) = (Duration::from_secs(clock.into()), margin(clock));
    (now + clock - margin, now + clock - margin / 2)
}

impl Match {
    /// Whether its manager has been silent for so long that it must be gone.
    fn is_abandoned(&self) -> bool {
        let clock = self.clocks.start.max(self.clocks.play);
        self.heard.elapsed() > Duration::from_secs(u64::from(clock) * 2) + PATIENCE
    }
}

impl Player {
    fn current(&self) -> MutexGuard<'_, Option<Match>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player for a match. Chance takes another course in each.
    fn make(&self, number: u64) -> Result<Box<dyn AnyPlayer>, Text> {
        self.settings.build(&Supply { seed: self.seed(number), ..self.supply })
    }

    fn seed(&self, number: u64) -> u64 {
        self.supply.seed.wrapping_add(number)
    }

    /// Answers a message that arrived at `now`.
    async fn hear(&self, words: &str, now: Instant) -> Answer {
        let message = Message::read(words).map_err(|why| (StatusCode::BAD_REQUEST, why))?;
        match message {
            Message::Info => {
                let free = self.current().as_ref().is_none_or(Match::is_abandoned);
                let status = if free { "available" } else { "busy" };
                Ok(format!("((name ludoteca) (status {status}))"))
            }
            Message::Start { id, role, rules, clocks } => {
                self.start((id, role, rules), clocks, Spelling::of(words), now).await
            }
            Message::Play { id, moves } => self.play(&id, moves.as_deref(), now).await,
            Message::Stop { id, moves } => {
                let current = self.end(&id)?;
                if let Some(mut seat) = current.seat {
                    let followed = seat.follow(moves.as_deref());
                    let goal = seat.goal().map_or_else(|| "?".to_owned(), |goal| goal.to_string());
                    match followed {
                        Ok(()) => (self.tell)(&text!("ggp-done", id = id, goal = goal)),
                        Err(why) => (self.tell)(&text!("ggp-unfit", id = id, why = why)),
                    }
                }
                Ok("done".to_owned())
            }
            Message::Abort { id } => {
                self.end(&id)?;
                (self.tell)(&text!("ggp-aborted", id = id));
                Ok("aborted".to_owned())
            }
        }
    }

    async fn start(
        &self,
        (id, role, rules): (String, String, String),
        clocks: Clocks,
        spelling: Spelling,
        now: Instant,
    ) -> Answer {
        let unable = |why| (StatusCode::SERVICE_UNAVAILABLE, why);
        let number = self.matches.fetch_add(1, Ordering::Relaxed);
        {
            let mut current = self.current();
            if current.as_ref().is_some_and(|current| !current.is_abandoned()) {
                return Ok("busy".to_owned());
            }
            let player = Some(self.make(number).map_err(unable)?);
            let (heard, id) = (now, id.clone());
            let fresh = Match { number, id, clocks, heard, seat: None, player, thinking: None };
            if let Some(Match { thinking: Some(stop), .. }) = current.replace(fresh) {
                stop.set();
            }
        }
        let asked = role.clone();
        let reading = tokio::task::spawn_blocking(move || Seat::new(&asked, &rules, spelling));
        let seat = match timeout_at(limits(now, clocks.start).1.into(), reading).await {
            Ok(Ok(seat)) => seat.map_err(|why| (StatusCode::BAD_REQUEST, why)),
            // Reading ends by itself, as descriptions have limits; only nobody waits for it.
            _ => Err(unable(text!("ggp-start-late", seconds = clocks.start))),
        };
        let mut current = self.current();
        let Some(own) = current.as_mut().filter(|current| current.number == number) else {
            return Err(unknown(&id));
        };
        match seat {
            Ok(seat) => {
                let Clocks { start, play } = clocks;
                let known = if seat.is_known() { "ggp-started" } else { "ggp-started-unknown" };
                own.seat = Some(seat);
                (self.tell)(&text!(known, id = id, role = role, start = start, play = play));
                Ok("ready".to_owned())
            }
            Err(why) => {
                *current = None;
                (self.tell)(&text!("ggp-not-started", id = id, why = why.1.clone()));
                Err(why)
            }
        }
    }

    async fn play(&self, id: &str, moves: Option<&[String]>, now: Instant) -> Answer {
        let stop = Stop::default();
        let (number, seat, player, clock) = {
            let mut current = self.current();
            let current = own(&mut current, id)?;
            current.heard = now;
            let Some(seat) = current.seat.as_mut().filter(|_| current.thinking.is_none()) else {
                return Err((StatusCode::CONFLICT, text!("ggp-thinking", id = id)));
            };
            // A manager that lost a step, or asks twice, still gets a move that is legal here.
            if let Err(why) = seat.follow(moves) {
                (self.tell)(&text!("ggp-unfit", id = id, why = why));
            }
            let player = match current.player.take() {
                Some(player) => player,
                None => {
                    let made = self.make(current.number);
                    made.map_err(|why| (StatusCode::SERVICE_UNAVAILABLE, why))?
                }
            };
            current.thinking = Some(stop.clone());
            (current.number, seat.clone(), player, current.clocks.play)
        };
        let (until, last) = limits(now, clock);
        let any = seat.any_move();
        let (thinker, budget) = (seat.clone(), Budget { stop: stop.clone(), ..Budget::default() });
        let seed = self.seed(number);
        let thought = tokio::task::spawn_blocking(move || {
            let (mut player, mut rng) = (player, Xoshiro256PlusPlus::seed_from_u64(seed));
            let mv = thinker.think(&mut *player, &budget, until, &mut rng);
            (player, mv)
        });
        let (player, mv) = match timeout_at(last.into(), thought).await {
            Ok(Ok((player, mv))) => (Some(player), mv),
            _ => {
                stop.set();
                (self.tell)(&text!("ggp-no-thought", id = id));
                (None, any)
            }
        };
        if let Some(current) = self.current().as_mut().filter(|current| current.number == number) {
            current.player = player;
            current.thinking = None;
        }
        Ok(mv.map_or_else(|| "nil".to_owned(), |mv| seat.write(mv)))
    }

    /// Ends a match, and the thought about it.
    fn end(&self, id: &str) -> Result<Match, (StatusCode, Text)> {
        let mut current = self.current();
        if let Some(stop) = &own(&mut current, id)?.thinking {
            stop.set();
        }
        current.take().ok_or_else(|| unknown(id))
    }
}

/// The match of that name.
fn own<'a>(current: &'a mut Option<Match>, id: &str) -> Result<&'a mut Match, (StatusCode, Text)> {
    current.as_mut().filter(|current| current.id == id).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> (StatusCode, Text) {
    (StatusCode::NOT_FOUND, text!("ggp-no-match", id = cut(id)))
}
