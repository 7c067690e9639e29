//! A worker: takes jobs it can do, says that it still works on them, and sends what came of them.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use async_nats::{
    HeaderMap,
    header::NATS_MESSAGE_ID,
    jetstream::{
        AckKind, Message,
        consumer::{Consumer, FromConsumer, pull},
    },
};
use futures_util::StreamExt;
use ludoteca_players::{Stop, Supply, threads};
use ludoteca_text::{Text, text};
use serde_json::value::RawValue;
use tokio::task::JoinHandle;

use crate::{
    Bench, Kind, Seen, Spread, SpreadError,
    spread::{in_time, until},
    wire::{Done, ENOUGH, Enough, Job, Offer, RESULTS, STATUS, result_subject, run_and_job},
    work::Hand,
};

/// A job that was handed out so often kills whoever takes it.
const MOST_TRIES: i64 = 10;
/// How long an idle worker waits before it looks again: at first, and at most.
const IDLE: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(500)];
/// A result that cannot be sent is tried for so long after somebody wants to stop.
const LAST_TRY: Duration = Duration::from_secs(3);
const MINUTE: Duration = Duration::from_secs(60);

/// What a worker can do.
#[derive(Clone, Debug, Default)]
pub struct Able {
    /// What it is called.
    pub name: String,
    /// How many jobs at the same time.
    pub jobs: usize,
    /// The programs it may start, by the commands that start them.
    pub programs: Vec<String>,
}

/// What a worker tells of itself.
// A field is explained by its name and its case.
#[allow(missing_docs)]
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// It is ready for jobs.
    Ready,
    /// It has taken a job; `again` if somebody had it before.
    Took { run: String, job: String, kind: String, again: bool },
    /// A job is done.
    Did { run: String, job: String, seconds: f64 },
    /// Nothing came of a job but a reason.
    Failed { run: String, job: String, why: Text },
    /// Nobody wants a job any more.
    Dropped { run: String, job: String },
    /// It gives a job back, as it is to stop.
    GaveBack { run: String, job: String },
    /// There is work for another version.
    OtherVersion { run: String, version: String },
    /// There is work that needs programs it has not.
    Lacking { run: String, programs: String },
    /// The server does not answer.
    Away,
    /// The server answers again.
    Back,
}

/// What all threads of a worker know.
struct Shop {
    seen: Mutex<Seen>,
    begun: Instant,
    /// What is being done, by run and job.
    running: Mutex<HashMap<(String, String), Running>>,
    /// When jobs of the last minute were done.
    lately: Mutex<VecDeque<Instant>>,
}

#[derive(Clone, Default)]
struct Running {
    stop: Stop,
    unwanted: Stop,
}

/// A job that was taken, and how long it is this worker's without a word.
struct Taken {
    offer: Offer,
    lease: Duration,
    message: Arc<Message>,
}

/// One of the threads of a worker.
struct Slot<'a> {
    spread: &'a Spread,
    kinds: &'a [Kind],
    able: &'a Able,
    supply: &'a Supply<'a>,
    stop: &'a Stop,
    shop: &'a Shop,
    tell: &'a (dyn Fn(Told) + Sync),
    said: &'a Mutex<HashSet<String>>,
    hands: HashMap<&'static str, Box<dyn Hand>>,
}

/// Takes jobs until `stop` is set; what is being done then goes back to the queue at once.
///
/// Which programs may be started is up to the supply.
pub fn work(
    spread: &Spread,
    kinds: &[Kind],
    able: &Able,
    supply: &Supply<'_>,
    stop: &Stop,
    tell: &(dyn Fn(Told) + Sync),
) -> Result<(), SpreadError> {
    let shop = Arc::new(Shop::new(spread, kinds, able));
    let listening = spread.runtime.block_on(Arc::clone(&shop).listen(spread, stop))?;
    tell(Told::Ready);
    let said = Mutex::default();
    let slot = |_| Slot {
        spread,
        kinds,
        able,
        supply,
        stop,
        shop: &shop,
        tell,
        said: &said,
        hands: HashMap::new(),
    };
    let others = (1..able.jobs.max(1)).map(|number| move || slot(number).go(number));
    threads::beside(others, || slot(0).go(0));
    listening.into_iter().for_each(|task| task.abort());
    Ok(())
}

impl Shop {
    fn new(spread: &Spread, kinds: &[Kind], able: &Able) -> Shop {
        let seen = Seen {
            worker: able.name.clone(),
            version: spread.version.clone(),
            jobs: able.jobs,
            kinds: kinds.iter().map(|kind| kind.name.to_owned()).collect(),
            programs: able.programs.clone(),
            busy: Vec::new(),
            done: 0,
            faults: 0,
            last_minute: 0,
            seconds: 0.0,
        };
        Shop {
            seen: Mutex::new(seen),
            begun: Instant::now(),
            running: Mutex::default(),
            lately: Mutex::default(),
        }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<(String, String), Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, fault: bool) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if fault {
            seen.faults += 1;
        } else {
            seen.done += 1;
            self.lately.lock().unwrap_or_else(PoisonError::into_inner).push_back(Instant::now());
        }
    }

    /// How it goes now.
    fn seen(&self) -> Seen {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        while lately.front().is_some_and(|done| done.elapsed() > MINUTE) {
            lately.pop_front();
        }
        seen.last_minute = lately.len() as u64;
        seen.busy = self.running().keys().map(|(run, job)| format!("{run} {job}")).collect();
        seen.busy.sort();
        seen.seconds = self.begun.elapsed().as_secs_f64();
        seen
    }

    /// Answers those who ask how it goes, and stops what nobody wants any more, or everything.
    async fn listen(
        self: Arc<Shop>,
        spread: &Spread,
        stop: &Stop,
    ) -> Result<Vec<JoinHandle<()>>, SpreadError> {
        let client = spread.client.clone();
        let mut asked = client.subscribe(STATUS).await.map_err(SpreadError::server)?;
        let mut enough = client.subscribe(ENOUGH).await.map_err(SpreadError::server)?;
        let shop = Arc::clone(&self);
        let answers = tokio::spawn(async move {
            while let Some(message) = asked.next().await {
                if let (Some(reply), Ok(seen)) = (message.reply, serde_json::to_vec(&shop.seen())) {
                    let _ = client.publish(reply, seen.into()).await;
                }
            }
        });
        let shop = Arc::clone(&self);
        let drops = tokio::spawn(async move {
            while let Some(message) = enough.next().await {
                if let Ok(enough) = serde_json::from_slice::<Enough>(&message.payload) {
                    shop.drop_jobs(&enough);
                }
            }
        });
        let stop = stop.clone();
        let stops = tokio::spawn(async move {
            loop {
                tokio::time::sleep(Duration::from_millis(25)).await;
                if stop.is_set() {
                    self.running().values().for_each(|running| running.stop.set());
                }
            }
        });
        Ok(vec![answers, drops, stops])
    }

    fn drop_jobs(&self, enough: &Enough) {
        for ((run, job), running) in self.running().iter() {
            if *run == enough.run && enough.job.as_ref().is_none_or(|one| one == job) {
                running.unwanted.set();
                running.stop.set();
            }
        }
    }
}

impl Slot<'_> {
    fn go(mut self, number: usize) {
        let mut idle = IDLE[0];
        while !self.stop.is_set() {
            let taken = self.spread.runtime.block_on(until(self.stop, self.take(number)));
            match taken {
                Some(Ok(Some(taken))) => {
                    self.say_once("away", false, Told::Back);
                    idle = IDLE[0];
                    self.take_up(taken);
                    continue;
                }
                Some(Ok(None)) => self.say_once("away", false, Told::Back),
                Some(Err(_)) => self.say_once("away", true, Told::Away),
                None => break,
            }
            thread::sleep(idle);
            idle = (2 * idle).min(IDLE[1]);
        }
    }

    /// Tells of something when it begins to be so, or ends.
    fn say_once(&self, what: &str, is_so: bool, told: Told) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let new = if is_so { said.insert(what.to_owned()) } else { said.remove(what) };
        if new {
            (self.tell)(told);
        }
    }

    /// A job that this worker can do, if there is any. Runs take turns, and each worker begins with
    /// another one.
    async fn take(&self, number: usize) -> Result<Option<Taken>, SpreadError> {
        let mut groups = self.spread.groups().await?;
        groups.retain(|(_, info)| info.num_pending > 0 || info.num_ack_pending > 0);
        if !groups.is_empty() {
            let turn = self.shop.seen.lock().map_or(0, |seen| seen.done as usize);
            let first = (number + turn) % groups.len();
            groups.rotate_left(first);
        }
        for (offer, info) in groups {
            if !self.fits(&offer) {
                continue;
            }
            let config = pull::Config::try_from_consumer_config(info.config.clone())
                .map_err(SpreadError::server)?;
            let lease = config.ack_wait;
            let consumer = Consumer::new(config, info, self.spread.context.clone());
            let mut batch =
                consumer.fetch().max_messages(1).messages().await.map_err(SpreadError::server)?;
            if let Some(message) = in_time(batch.next()).await? {
                let message = Arc::new(message.map_err(SpreadError::server)?);
                return Ok(Some(Taken { offer, lease, message }));
            }
        }
        Ok(None)
    }

    /// Whether this worker can do what is offered; if not, why not is said once.
    fn fits(&self, offer: &Offer) -> bool {
        let run = offer.run.clone();
        if offer.version != self.spread.version {
            let version = offer.version.clone();
            let what = format!("version {run} {version}");
            self.say_once(&what, true, Told::OtherVersion { run, version });
            return false;
        }
        let has = |need: &&String| self.able.programs.contains(need);
        let lacking: Vec<&str> =
            offer.needs.iter().filter(|need| !has(need)).map(String::as_str).collect();
        if !lacking.is_empty() {
            let programs = lacking.join(", ");
            self.say_once(
                &format!("lacking {run} {programs}"),
                true,
                Told::Lacking { run, programs },
            );
            return false;
        }
        self.kinds.iter().any(|kind| kind.name == offer.kind)
    }

    fn take_up(&mut self, taken: Taken) {
        let Taken { offer, lease, message } = taken;
        let Some((run, job)) = run_and_job(&message.subject) else { return };
        let (run, job) = (run.to_owned(), job.to_owned());
        let (tries, number) =
            message.info().map_or((1, 0), |info| (info.delivered, info.stream_sequence));
        let again = tries > 1;
        let subject = result_subject(&run, &job);
        if again && self.is_done(&subject) {
            return self.acknowledge(&message, AckKind::Ack);
        }
        (self.tell)(Told::Took {
            run: run.clone(),
            job: job.clone(),
            kind: offer.kind.clone(),
            again,
        });
        let running = Running::default();
        self.shop.running().insert((run.clone(), job.clone()), running.clone());
        let lease = self.extend(Arc::clone(&message), lease);
        let begun = Instant::now();
        let came = match tries > MOST_TRIES {
            true => Err(text!("spread-given-up", times = MOST_TRIES as f64)),
            false => self.do_it(&message.payload, &run, running.stop.clone()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let told = match came {
            _ if running.unwanted.is_set() => {
                self.acknowledge(&message, AckKind::Ack);
                Told::Dropped { run: run.clone(), job: job.clone() }
            }
            Ok(None) => {
                self.acknowledge(&message, AckKind::Nak(None));
                Told::GaveBack { run: run.clone(), job: job.clone() }
            }
            Ok(Some(done)) => {
                let done =
                    Done { worker: self.able.name.clone(), seconds, done: Some(done), fault: None };
                match self.send(&subject, number, &done, &message) {
                    Ok(()) => Told::Did { run: run.clone(), job: job.clone(), seconds },
                    Err(why) => self.fail(&run, &job, why, seconds, number, &message),
                }
            }
            Err(why) => self.fail(&run, &job, why, seconds, number, &message),
        };
        lease.abort();
        self.shop.running().remove(&(run, job));
        match told {
            Told::Did { .. } => self.shop.count(false),
            Told::Failed { .. } => self.shop.count(true),
            _ => {}
        }
        (self.tell)(told);
    }

    /// Sends why nothing came of a job.
    fn fail(
        &self,
        run: &str,
        job: &str,
        why: Text,
        seconds: f64,
        number: u64,
        message: &Message,
    ) -> Told {
        let (worker, fault) = (self.able.name.clone(), Some(why.clone()));
        let done = Done { worker, seconds, done: None, fault };
        let _ = self.send(&result_subject(run, job), number, &done, message);
        Told::Failed { run: run.to_owned(), job: job.to_owned(), why }
    }

    fn do_it(
        &mut self,
        payload: &[u8],
        run: &str,
        stop: Stop,
    ) -> Result<Option<Box<RawValue>>, Text> {
        let garbled = |error: serde_json::Error| text!("spread-garbled", what = error.to_string());
        let Job { version, kind, job } = serde_json::from_slice(payload).map_err(garbled)?;
        if version != self.spread.version {
            let (theirs, ours) = (version, self.spread.version.as_str());
            return Err(text!("spread-other-version", theirs = theirs, ours = ours));
        }
        let Some(known) = self.kinds.iter().find(|known| known.name == kind) else {
            return Err(text!("spread-unknown-kind", kind = kind));
        };
        let hand = self.hands.entry(known.name).or_insert_with(|| known.begin());
        let bench = Bench { supply: self.supply, stop, spread: self.spread, run };
        let done = catch_unwind(AssertUnwindSafe(|| hand.work(&job, &bench)));
        done.unwrap_or_else(|_| {
            // What it kept may be half of something.
            self.hands.remove(known.name);
            Err(text!("spread-broke"))
        })
    }

    /// Says all the time that the job is not lost.
    fn extend(&self, message: Arc<Message>, lease: Duration) -> JoinHandle<()> {
        let often = lease / 4;
        self.spread.runtime.spawn(async move {
            loop {
                tokio::time::sleep(often).await;
                let _ = message.ack_with(AckKind::Progress).await;
            }
        })
    }

    /// Whether the result of a job that was handed out again is there already: who did it was lost
    /// before it could say so.
    fn is_done(&self, subject: &str) -> bool {
        self.spread.runtime.block_on(async {
            match self.spread.context.get_stream_no_info(RESULTS).await {
                Ok(queue) => queue.get_last_raw_message_by_subject(subject).await.is_ok(),
                Err(_) => false,
            }
        })
    }

    /// Sends a result, as often as it takes, and then says that the job is done.
    fn send(&self, subject: &str, number: u64, done: &Done, job: &Message) -> Result<(), Text> {
        let garbled = |error: serde_json::Error| text!("spread-garbled", what = error.to_string());
        let payload = serde_json::to_vec(done).map_err(garbled)?;
        if payload.len() > self.spread.most_bytes() {
            return Err(SpreadError::TooLarge { name: subject.to_owned() }.into());
        }
        // The same result of the same job in the queue is one, however often it is sent.
        let id = format!("{subject} {number}");
        let mut stopped = None;
        loop {
            let mut headers = HeaderMap::new();
            headers.insert(NATS_MESSAGE_ID, id.as_str());
            let (subject, payload) = (subject.to_owned(), payload.clone().into());
            let sent = self.spread.runtime.block_on(async {
                let sent =
                    self.spread.context.publish_with_headers(subject, headers, payload).await;
                sent.map_err(SpreadError::server)?.await.map_err(SpreadError::server)
            });
            match sent {
                Ok(_) => break,
                Err(_) => self.say_once("away", true, Told::Away),
            }
            if self.stop.is_set() && stopped.get_or_insert_with(Instant::now).elapsed() > LAST_TRY {
                // Somebody else does it again.
                return Ok(());
            }
            thread::sleep(IDLE[1]);
        }
        self.acknowledge(job, AckKind::Ack);
        Ok(())
    }

    fn acknowledge(&self, message: &Message, kind: AckKind) {
        // Should the server not hear of it, the job is handed out again, and found to be done.
        let _ = self.spread.runtime.block_on(message.double_ack_with(kind));
    }
}
