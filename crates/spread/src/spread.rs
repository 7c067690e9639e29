//! The connection to a server, and the queues it keeps.

use std::{path::PathBuf, time::Duration};

use async_nats::{
    Client, ConnectOptions, RequestErrorKind,
    connection::State,
    jetstream::{
        Context,
        context::ContextBuilder,
        stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream},
    },
};
use ludoteca_players::Stop;
use tokio::runtime::{Builder, Runtime};

use crate::{
    SpreadError,
    wire::{RESULTS, VERSION, WORK},
};

/// Where a server that keeps queues says so.
const ACCOUNT: &str = "$JS.API.INFO";
/// A worker that has said nothing for so long has lost its job.
const LEASE: Duration = Duration::from_secs(10);
/// Results that nobody fetches are kept for so long.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// A result that is sent twice within this time is kept once by the server itself.
const TWICE: Duration = Duration::from_secs(10 * 60);
/// A server that does not answer for so long is away.
const LONGEST: Duration = Duration::from_secs(2);
/// How often it is looked at whether somebody wants to stop.
const LOOKED_AT: Duration = Duration::from_millis(25);
/// How long a lost server is left alone before it is called again.
const CALLED_AGAIN: Duration = Duration::from_millis(250);

/// Where a server is and how it is talked to.
#[derive(Clone, Debug, Default)]
pub struct Address {
    /// `nats://host:port`, `nats://user:password@host`, `tls://host`; several, divided by commas, are
    /// servers of one cluster.
    pub url: String,
    /// A file of credentials.
    pub credentials: Option<PathBuf>,
    /// The certificates of those who may vouch for the server, beside those that this machine knows.
    pub authorities: Option<PathBuf>,
}

/// A connection to a server that keeps the queues. It comes back by itself when the server does.
pub struct Spread {
    pub(crate) runtime: Runtime,
    pub(crate) client: Client,
    pub(crate) context: Context,
    /// The server, without a password.
    pub(crate) address: String,
    pub(crate) version: String,
    pub(crate) lease: Duration,
}

impl Address {
    /// A server by its address alone.
    pub fn new(url: impl Into<String>) -> Address {
        Address { url: url.into(), ..Address::default() }
    }

    /// The address as it may be shown: who comes there, and with which password, is left out.
    fn shown(&self) -> String {
        let shown = |url: &str| match (url.split_once("://"), url.rsplit_once('@')) {
            (Some((scheme, _)), Some((_, host))) => format!("{scheme}://{host}"),
            (None, Some((_, host))) => host.to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(shown).collect::<Vec<_>>().join(",")
    }
}

impl Spread {
    /// Connects to a server and sees to it that the queues are there.
    pub fn connect(address: &Address) -> Result<Spread, SpreadError> {
        Spread::connect_as(address, VERSION, LEASE)
    }

    /// The same as a program of some version, whose jobs are lost to a worker that is silent for so
    /// long.
    pub fn connect_as(
        address: &Address,
        version: &str,
        lease: Duration,
    ) -> Result<Spread, SpreadError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| SpreadError::Threads { why: error.to_string() })?;
        let (client, context) = runtime.block_on(async {
            let client = connect(address).await?;
            // What was sent while the connection broke is sent again, and soon.
            let context = ContextBuilder::new().timeout(LONGEST).ack_timeout(LONGEST);
            let context = context.build(client.clone());
            // What a server answers here differs from version to version; that it answers is enough.
            match client.request(ACCOUNT, Vec::new().into()).await {
                Ok(_) => Ok((client, context)),
                Err(error) if error.kind() == RequestErrorKind::NoResponders => {
                    Err(SpreadError::NoQueue { address: address.shown() })
                }
                Err(error) => Err(SpreadError::server(error)),
            }
        })?;
        let (address, version) = (address.shown(), version.to_owned());
        let spread = Spread { runtime, client, context, address, version, lease };
        spread.runtime.block_on(spread.queues())?;
        Ok(spread)
    }

    /// The version whose jobs are done and asked for.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The server, without a password.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The queues of jobs and of results, which are made where there are none.
    pub(crate) async fn queues(&self) -> Result<(Stream, Stream), SpreadError> {
        Ok((self.queue(work_queue()).await?, self.queue(result_queue()).await?))
    }

    /// Whether the server is there now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// The largest job or result the server takes, in bytes.
    pub(crate) fn most_bytes(&self) -> usize {
        self.client.server_info().max_payload.saturating_sub(1024)
    }

    pub(crate) async fn queue(&self, config: Config) -> Result<Stream, SpreadError> {
        self.context.get_or_create_stream(config).await.map_err(SpreadError::server)
    }
}

/// What comes of something that the server answers at once. What was asked while the connection broke
/// is never answered.
pub(crate) async fn in_time<T>(what: impl Future<Output = T>) -> Result<T, SpreadError> {
    tokio::time::timeout(LONGEST, what).await.map_err(SpreadError::server)
}

/// What comes of something, unless `stop` is set before.
pub(crate) async fn until<T>(stop: &Stop, what: impl Future<Output = T>) -> Option<T> {
    let stopped = async {
        while !stop.is_set() {
            tokio::time::sleep(LOOKED_AT).await;
        }
    };
    tokio::select! {
        biased;
        done = what => Some(done),
        () = stopped => None,
    }
}

async fn connect(address: &Address) -> Result<Client, SpreadError> {
    let mut options = ConnectOptions::new()
        .name("ludoteca")
        .connection_timeout(Duration::from_secs(5))
        .reconnect_delay_callback(|_| CALLED_AGAIN);
    if let Some(file) = &address.credentials {
        let unreadable = |error: std::io::Error| SpreadError::Credentials {
            file: file.display().to_string(),
            why: error.to_string(),
        };
        options = options.credentials_file(file).await.map_err(unreadable)?;
    }
    if let Some(file) = &address.authorities {
        options = options.add_root_certificates(file.clone()).require_tls(true);
    }
    let servers: Result<Vec<async_nats::ServerAddr>, _> =
        address.url.split(',').map(|url| url.trim().parse()).collect();
    let servers = servers.map_err(|_| SpreadError::Address { address: address.shown() })?;
    // The library reads who somebody is from the address and makes no use of it.
    if let Some((server, user)) =
        servers.iter().find_map(|server| Some((server, server.username()?)))
    {
        options = match server.password() {
            Some(password) => options.user_and_password(user.to_owned(), password.to_owned()),
            None => options.token(user.to_owned()),
        };
    }
    let failed = |error| SpreadError::connecting(&address.shown(), &error);
    options.connect(servers).await.map_err(failed)
}

/// Of two jobs at one place the queue takes the first: what is put again while it waits, or while
/// somebody works on it, is there once.
pub(crate) fn work_queue() -> Config {
    Config {
        name: WORK.to_owned(),
        subjects: vec!["ludoteca.work.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_messages_per_subject: 1,
        discard: DiscardPolicy::New,
        discard_new_per_subject: true,
        ..Config::default()
    }
}

pub(crate) fn result_queue() -> Config {
    Config {
        name: RESULTS.to_owned(),
        subjects: vec!["ludoteca.result.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_age: KEPT,
        duplicate_window: TWICE,
        ..Config::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        for (url, shown) in [
            ("nats://ana:secret@host:4222", "nats://host:4222"),
            ("host", "host"),
            ("ana:secret@host", "host"),
            ("tls://a,nats://t0ken@b", "tls://a,nats://b"),
        ] {
            assert_eq!(Address::new(url).shown(), shown);
        }
    }
}
