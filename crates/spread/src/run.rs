//! A run: jobs of one kind that somebody asks for, and their results.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
    marker::PhantomData,
    time::{Duration, Instant},
};

use async_nats::{
    HeaderMap,
    jetstream::{
        Message,
        consumer::{PullConsumer, pull},
        stream::Stream,
    },
};
use futures_util::StreamExt;
use ludoteca_players::Stop;
use ludoteca_text::{Text, text};
use serde_json::value::to_raw_value;

use crate::{
    Spread, SpreadError, Work,
    spread::{in_time, result_queue, until, work_queue},
    wire::{Done, ENOUGH, Enough, Job, Offer, is_name, run_and_job, work_subject},
};

/// After so long without a result it is asked whether the server still has the jobs.
const QUIET: Duration = Duration::from_secs(5);
/// Results fetched at once.
const AT_ONCE: usize = 64;
/// How long to wait before something is tried again.
const AGAIN: Duration = Duration::from_millis(200);
/// What is refused so often is refused.
const REFUSED: u32 = 25;

/// Jobs of one kind that somebody asks for, and their results.
///
/// A run has a name of its own, under which it can be taken up again by whoever was killed: the queue
/// goes on with its jobs meanwhile, and keeps the results.
pub struct Run<'a, W: Work> {
    spread: &'a Spread,
    name: String,
    stop: Stop,
    /// Jobs whose result is still to come, by their names.
    open: HashMap<String, Put>,
    /// Jobs whose result was accepted.
    accepted: HashSet<String>,
    groups: HashMap<String, Offer>,
    results: Option<PullConsumer>,
    fetched: VecDeque<Message>,
    /// When something last came.
    heard: Instant,
    kind: PhantomData<W>,
}

/// A job as it was put into the queue.
struct Put {
    group: String,
    payload: Vec<u8>,
}

/// A result that has come. It is kept for others until it is accepted.
pub struct Came<D> {
    /// The name of its job.
    pub job: String,
    /// Who did it.
    pub worker: String,
    /// Seconds it took there.
    pub seconds: f64,
    /// What came of it, or why nothing can.
    pub done: Result<D, Text>,
    message: Message,
}

impl<'a, W: Work> Run<'a, W> {
    /// Begins a run, or takes up the one of this name. Nothing is waited for once `stop` is set.
    pub fn begin(spread: &'a Spread, name: &str, stop: &Stop) -> Result<Run<'a, W>, SpreadError> {
        if !is_name(name) {
            return Err(SpreadError::Name { name: name.to_owned() });
        }
        let mut run = Run {
            spread,
            name: name.to_owned(),
            stop: stop.clone(),
            open: HashMap::new(),
            accepted: HashSet::new(),
            groups: HashMap::new(),
            results: None,
            fetched: VecDeque::new(),
            heard: Instant::now(),
            kind: PhantomData,
        };
        run.results = Some(spread.runtime.block_on(run.result_consumer())?);
        Ok(run)
    }

    /// The connection it goes by.
    pub fn spread(&self) -> &'a Spread {
        self.spread
    }

    /// How many results are still to come.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Whether the result of a job is still to come.
    pub fn is_open(&self, job: &str) -> bool {
        self.open.contains_key(job)
    }

    /// The jobs whose results are still to come.
    pub fn open_jobs(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// Asks for a job under a name of its own. The same job may be asked for again at any time: while it
    /// waits, or somebody works on it, the queue has it once.
    pub fn put(&mut self, name: &str, job: &W::Job) -> Result<(), SpreadError> {
        if !is_name(name) {
            return Err(SpreadError::Name { name: name.to_owned() });
        }
        let garbled = |error: serde_json::Error| SpreadError::Garbled { what: error.to_string() };
        let mut needs = W::needs(job);
        needs.sort();
        needs.dedup();
        let (version, kind) = (self.spread.version.clone(), W::NAME.to_owned());
        let offer = Offer { version, kind, needs, run: self.name.clone() };
        let envelope = Job {
            version: offer.version.clone(),
            kind: offer.kind.clone(),
            job: to_raw_value(job).map_err(garbled)?,
        };
        let payload = serde_json::to_vec(&envelope).map_err(garbled)?;
        if payload.len() > self.spread.most_bytes() {
            return Err(SpreadError::TooLarge { name: name.to_owned() });
        }
        let group = group(&offer);
        let put = Put { group: group.clone(), payload };
        if !self.groups.contains_key(&group) {
            self.insist(async || self.offer(&group, &offer).await)?;
            self.groups.insert(group, offer);
        }
        self.insist(async || self.put_surely(name, &put).await)?;
        self.heard = Instant::now();
        self.accepted.remove(name);
        self.open.insert(name.to_owned(), put);
        Ok(())
    }

    /// The next result that was not accepted yet, if one comes within this time. While there is no
    /// server none comes, and nothing is lost.
    pub fn next(&mut self, wait: Duration) -> Result<Option<Came<W::Done>>, SpreadError> {
        let end = Instant::now() + wait;
        loop {
            while let Some(message) = self.fetched.pop_front() {
                self.heard = Instant::now();
                if let Some(came) = self.read(message) {
                    return Ok(Some(came));
                }
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.stop.is_set() {
                return Ok(None);
            }
            let fetched = self.spread.runtime.block_on(until(&self.stop, self.fetch(left)));
            match fetched {
                Some(Ok(messages)) => self.fetched.extend(messages),
                Some(Err(_)) => {
                    self.results = None;
                    std::thread::sleep(AGAIN.min(left));
                }
                None => return Ok(None),
            }
            if self.fetched.is_empty() && self.heard.elapsed() > QUIET && !self.open.is_empty() {
                self.heard = Instant::now();
                // Whoever lost the jobs has lost the way to the results as well.
                self.results = None;
                self.put_again();
            }
        }
    }

    /// Accepts a result: it is safe where it belongs, and nobody else need keep it.
    pub fn accept(&mut self, came: &Came<W::Done>) {
        self.open.remove(&came.job);
        self.accepted.insert(came.job.clone());
        // Should the server not hear of it, the result comes again, and is known.
        let _ = self.spread.runtime.block_on(came.message.ack());
    }

    /// Nobody wants the result of a job any more.
    pub fn enough(&mut self, job: &str) {
        self.accepted.insert(job.to_owned());
        if let Some(put) = self.open.remove(job) {
            let subject = work_subject(&self.name, &put.group, job);
            let job = Some(job.to_owned());
            self.spread.runtime.block_on(self.forget(&subject, job));
        }
    }

    /// Ends the run: what is still open is taken off the queue and stopped, and the server forgets it.
    pub fn end(self) {
        let Run { spread, name, groups, .. } = &self;
        spread.runtime.block_on(async {
            self.forget(&format!("ludoteca.work.{name}.>"), None).await;
            let Ok((work, results)) = spread.queues().await else { return };
            for group in groups.keys() {
                let _ = work.delete_consumer(&format!("{name}-{group}")).await;
            }
            let _ = results.delete_consumer(name).await;
            let _ = results.purge().filter(format!("ludoteca.result.{name}.>")).await;
        });
    }

    /// Takes jobs off the queue, and tells those who work on them.
    async fn forget(&self, subject: &str, job: Option<String>) {
        let enough = Enough { run: self.name.clone(), job };
        let Spread { client, context, .. } = self.spread;
        // Whatever goes wrong here, somebody works in vain, and that is all.
        if let Ok(queue) = context.get_stream_no_info(crate::wire::WORK).await {
            let _ = queue.purge().filter(subject).await;
        }
        if let Ok(payload) = serde_json::to_vec(&enough) {
            let _ = client.publish(ENOUGH, payload.into()).await;
            let _ = client.flush().await;
        }
    }

    fn read(&mut self, message: Message) -> Option<Came<W::Done>> {
        let (_, job) = run_and_job(&message.subject)?;
        let job = job.to_owned();
        if self.accepted.contains(&job) {
            let _ = self.spread.runtime.block_on(message.ack());
            return None;
        }
        let garbled = |error: serde_json::Error| text!("spread-garbled", what = error.to_string());
        let read = serde_json::from_slice::<Done>(&message.payload).map_err(garbled);
        let (worker, seconds) =
            read.as_ref().map(|done| (done.worker.clone(), done.seconds)).unwrap_or_default();
        let done = read.and_then(|done| match (done.done, done.fault) {
            (Some(done), _) => serde_json::from_str(done.get()).map_err(garbled),
            (None, Some(fault)) => Err(fault),
            (None, None) => Err(text!("spread-garbled", what = job.as_str())),
        });
        Some(Came { job, worker, seconds, done, message })
    }

    async fn fetch(&self, wait: Duration) -> Result<Vec<Message>, SpreadError> {
        let consumer = match &self.results {
            Some(consumer) => consumer.clone(),
            None => self.result_consumer().await?,
        };
        // What is there is taken at once. What is waited for is one: the rest of a request that nobody
        // listens to any more would be handed out to nobody.
        let there = consumer.fetch().max_messages(AT_ONCE).messages().await;
        let mut there = there.map_err(SpreadError::server)?;
        let mut fetched = Vec::new();
        while let Some(message) = in_time(there.next()).await? {
            fetched.push(message.map_err(SpreadError::server)?);
        }
        if fetched.is_empty() {
            let next = consumer.batch().max_messages(1).expires(wait.min(QUIET)).messages().await;
            let mut next = next.map_err(SpreadError::server)?;
            let longest = wait.min(QUIET) + AGAIN;
            let message = tokio::time::timeout(longest, next.next()).await;
            if let Some(message) = message.map_err(SpreadError::server)? {
                fetched.push(message.map_err(SpreadError::server)?);
            }
        }
        Ok(fetched)
    }

    async fn result_consumer(&self) -> Result<PullConsumer, SpreadError> {
        let queue = self.spread.queue(result_queue()).await?;
        let config = pull::Config {
            durable_name: Some(self.name.clone()),
            filter_subject: format!("ludoteca.result.{}.>", self.name),
            ack_wait: self.spread.lease,
            ..pull::Config::default()
        };
        queue.get_or_create_consumer(&self.name, config).await.map_err(SpreadError::server)
    }

    /// Offers a group of jobs to those who can do them.
    async fn offer(&self, group: &str, offer: &Offer) -> Result<(), SpreadError> {
        let queue = self.spread.queue(work_queue()).await?;
        let name = format!("{}-{group}", self.name);
        let config = pull::Config {
            durable_name: Some(name.clone()),
            description: serde_json::to_string(offer).ok(),
            filter_subject: work_subject(&self.name, group, "*"),
            ack_wait: self.spread.lease,
            max_ack_pending: -1,
            ..pull::Config::default()
        };
        let made = queue.get_or_create_consumer(&name, config).await;
        made.map(|_| ()).map_err(SpreadError::server)
    }

    async fn publish(&self, name: &str, put: &Put) -> Result<(), SpreadError> {
        let subject = work_subject(&self.name, &put.group, name);
        let payload = put.payload.clone().into();
        let context = &self.spread.context;
        let sent = context.publish_with_headers(subject, HeaderMap::new(), payload).await;
        let sent = sent.map_err(SpreadError::server)?;
        match sent.await {
            Ok(_) => Ok(()),
            // It is there already.
            Err(error) if error.to_string().contains("maximum messages per subject") => Ok(()),
            Err(error) => Err(SpreadError::server(error)),
        }
    }

    /// Puts a job where the queue is known to be, or makes the queue as well.
    async fn put_surely(&self, name: &str, put: &Put) -> Result<(), SpreadError> {
        if self.publish(name, put).await.is_ok() {
            return Ok(());
        }
        self.offer_all().await?;
        self.publish(name, put).await
    }

    /// Sees to it that the queues are there, and that workers know what is offered.
    async fn offer_all(&self) -> Result<(), SpreadError> {
        self.spread.queues().await?;
        for (group, offer) in &self.groups {
            self.offer(group, offer).await?;
        }
        Ok(())
    }

    /// Sees to it that whatever is open is on its way, where nothing has come for a while. A server that
    /// was killed may have lost what it had not written yet, all of it or the last of it, and may have
    /// jobs or results that it takes for handed out and never hands out again.
    fn put_again(&mut self) {
        let _ = self.spread.runtime.block_on(until(&self.stop, async {
            let (work, results) = self.spread.queues().await?;
            // A result is there before its job is gone, so that one of the two is seen.
            let jobs = self.there(&work, "work").await?;
            let done = self.there(&results, "result").await?;
            if !done.is_empty() {
                self.forget_idle(&results, &self.name).await;
            }
            for group in self.groups.keys() {
                if self.open.iter().any(|(job, put)| put.group == *group && jobs.contains(job)) {
                    self.forget_idle(&work, &format!("{}-{group}", self.name)).await;
                }
            }
            self.offer_all().await?;
            let known = |job: &String| jobs.contains(job) || done.contains(job);
            for (name, put) in self.open.iter().filter(|(name, _)| !known(name)) {
                self.publish(name, put).await?;
            }
            Ok::<(), SpreadError>(())
        }));
    }

    /// The jobs of this run of which a queue has something.
    async fn there(&self, queue: &Stream, kind: &str) -> Result<HashSet<String>, SpreadError> {
        let subject = format!("ludoteca.{kind}.{}.>", self.name);
        let mut found = queue.info_with_subjects(subject).await.map_err(SpreadError::server)?;
        let mut jobs = HashSet::new();
        while let Some(subject) = found.next().await {
            let (subject, _) = subject.map_err(SpreadError::server)?;
            jobs.extend(run_and_job(&subject).map(|(_, job)| job.to_owned()));
        }
        Ok(jobs)
    }

    /// Lets the server forget how far a queue was handed out, if it thinks that all of it was and that
    /// nobody has anything of it: whoever asks next begins with what is there.
    async fn forget_idle(&self, queue: &Stream, consumer: &str) {
        let Ok(info) = queue.consumer_info(consumer).await else { return };
        if info.num_pending == 0 && info.num_ack_pending == 0 {
            let _ = queue.delete_consumer(consumer).await;
        }
    }

    /// Does something, and waits for a server that is away. What a server that is there goes on
    /// refusing is an error.
    fn insist(&self, what: impl AsyncFn() -> Result<(), SpreadError>) -> Result<(), SpreadError> {
        let mut refused = 0;
        loop {
            match self.spread.runtime.block_on(until(&self.stop, what())) {
                Some(Ok(())) | None => return Ok(()),
                Some(Err(error)) if self.spread.is_connected() => {
                    refused += 1;
                    if refused == REFUSED {
                        return Err(error);
                    }
                }
                Some(Err(_)) => refused = 0,
            }
            std::thread::sleep(AGAIN);
        }
    }
}

/// The name of a group: jobs that ask for the same.
fn group(offer: &Offer) -> String {
    let mut hasher = DefaultHasher::new();
    (&offer.version, &offer.kind, &offer.needs).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
