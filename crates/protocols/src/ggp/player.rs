//! A player that any game manager can run: it listens for messages over HTTP, plays one match at a
//! time and keeps the clocks.

use std::{
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
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use ludoteca_games::gdl::limits::MOST_BYTES;
use ludoteca_players::{AnyPlayer, Budget, PlayerError, PlayerSettings, Stop, Supply};
use ludoteca_text::{Text, text};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use tokio::{
    sync::watch,
    time::{timeout, timeout_at},
};

use super::{
    message::{Clocks, Message},
    seat::{Seat, Spelling},
};
use crate::{
    Say,
    http::{Limits, listen},
    process::cut,
};

/// How long a message may take to arrive.
const LONGEST_LISTENING: Duration = Duration::from_secs(30);
/// How much longer than two clocks a silent manager is waited for before its match is given up.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the player says of itself and its matches to whoever runs it.
type Tell = Box<dyn Fn(&Text) + Send + Sync>;

/// The player, between messages.
struct Player {
    settings: PlayerSettings,
    /// The pages that may be managers, by their origins.
    pages: Vec<String>,
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
type Reply = Result<String, (StatusCode, Text)>;

/// Answers game managers until the program ends, as the player with these settings. Of the pages in
/// browsers only those of the origins `pages` may be managers. What happens is told to `tell`; what
/// managers asked wrongly is answered in the words of `say`.
pub fn serve(
    listener: TcpListener,
    pages: Vec<String>,
    settings: PlayerSettings,
    supply: Supply<'static>,
    say: Say,
    tell: impl Fn(&Text) + Send + Sync + 'static,
) -> io::Result<()> {
    let tell = Box::new(tell);
    let (matches, current) = (AtomicU64::new(0), Mutex::new(None));
    let player = Arc::new(Player { settings, pages, supply, say, tell, matches, current });
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    listener.set_nonblocking(true)?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let routes = Router::new().fallback(answer).with_state(player);
        let limits = Limits { patience: LONGEST_LISTENING, ..Limits::usual() };
        let (_open, closing) = watch::channel(false);
        listen(listener, routes, limits, closing).await;
        Ok(())
    })
}

/// Every page in a browser says where it comes from when it sends something, and no program does: what
/// some page sends is not what its reader wants, unless somebody said so.
async fn answer(State(player): State<Arc<Player>>, request: Request) -> Response {
    let say = player.say.clone();
    let origin = request.headers().get(header::ORIGIN).cloned();
    let is_known = |origin: &HeaderValue| {
        player.pages.iter().any(|page| page.as_bytes().eq_ignore_ascii_case(origin.as_bytes()))
    };
    let answer = match (&origin, request.method()) {
        (Some(origin), _) if !is_known(origin) => {
            let origin = cut(&String::from_utf8_lossy(origin.as_bytes()));
            Err((StatusCode::FORBIDDEN, text!("ggp-other-page", origin = origin)))
        }
        (_, &Method::POST) => post(player, request).await,
        // A manager that is a page asks first whether it may ask.
        (Some(_), &Method::OPTIONS) => Ok(String::new()),
        _ => Err((StatusCode::METHOD_NOT_ALLOWED, text!("ggp-post"))),
    };
    let page = origin.filter(|_| !matches!(answer, Err((StatusCode::FORBIDDEN, _))));
    let (status, kind, words) = match answer {
        Ok(words) => (StatusCode::OK, "text/acl", words),
        Err((status, why)) => (status, "text/plain; charset=utf-8", say(&why)),
    };
    let mut response = (status, [(header::CONTENT_TYPE, kind)], words).into_response();
    if let Some(page) = page {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, page);
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
        let methods = HeaderValue::from_static("POST, OPTIONS");
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, methods);
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("*"));
    }
    response
}

/// Ends a thought when whoever asked for it has hung up: the answer to them is dropped, and this with
/// it.
struct HangUp(Stop);

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Hears a message of a manager and answers it.
async fn post(player: Arc<Player>, request: Request) -> Reply {
    let now = Instant::now();
    let heard = timeout(LONGEST_LISTENING, to_bytes(request.into_body(), MOST_BYTES)).await;
    let heard = heard.map_err(|_| (StatusCode::REQUEST_TIMEOUT, text!("ggp-message-late")))?;
    let too_large = |_| (StatusCode::PAYLOAD_TOO_LARGE, text!("ggp-too-large", most = MOST_BYTES));
    let words = String::from_utf8_lossy(&heard.map_err(too_large)?).into_owned();
    // As a task of its own it goes on to its end if the manager hangs up, and the match stays in
    // order; only nobody thinks any more.
    let hung_up = Stop::default();
    let _hang_up = HangUp(hung_up.clone());
    let answering = tokio::spawn(async move { player.hear(&words, now, hung_up).await });
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
    fn make(&self, number: u64) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        self.settings.build(&Supply { seed: self.seed(number), ..self.supply })
    }

    fn seed(&self, number: u64) -> u64 {
        self.supply.seed.wrapping_add(number)
    }

    /// Answers a message that arrived at `now`, until whoever sent it has hung up.
    async fn hear(&self, words: &str, now: Instant, hung_up: Stop) -> Reply {
        let message = Message::read(words).map_err(|why| (StatusCode::BAD_REQUEST, why.into()))?;
        match message {
            Message::Info => {
                let free = self.current().as_ref().is_none_or(Match::is_abandoned);
                let status = if free { "available" } else { "busy" };
                Ok(format!("((name ludoteca) (status {status}))"))
            }
            Message::Start { id, role, rules, clocks } => {
                self.start((id, role, rules), clocks, Spelling::of(words), (now, &hung_up)).await
            }
            Message::Play { id, moves } => self.play(&id, moves.as_deref(), (now, hung_up)).await,
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
        (now, hung_up): (Instant, &Stop),
    ) -> Reply {
        let unable = |why| (StatusCode::SERVICE_UNAVAILABLE, why);
        let number = self.matches.fetch_add(1, Ordering::Relaxed);
        {
            let mut current = self.current();
            if current.as_ref().is_some_and(|current| !current.is_abandoned()) {
                return Ok("busy".to_owned());
            }
            let player = Some(self.make(number).map_err(|why| unable(why.into()))?);
            let (heard, id) = (now, id.clone());
            let fresh = Match { number, id, clocks, heard, seat: None, player, thinking: None };
            if let Some(Match { thinking: Some(stop), .. }) = current.replace(fresh) {
                stop.set();
            }
        }
        let asked = role.clone();
        let reading = tokio::task::spawn_blocking(move || Seat::new(&asked, &rules, spelling));
        let seat = match timeout_at(limits(now, clocks.start).1.into(), reading).await {
            // Nobody waits for the match to begin.
            _ if hung_up.is_set() => Err(unable(text!("ggp-hung-up"))),
            Ok(Ok(seat)) => seat.map_err(|why| (StatusCode::BAD_REQUEST, why.into())),
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

    async fn play(
        &self,
        id: &str,
        moves: Option<&[String]>,
        (now, stop): (Instant, Stop),
    ) -> Reply {
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
                    made.map_err(|why| (StatusCode::SERVICE_UNAVAILABLE, why.into()))?
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
