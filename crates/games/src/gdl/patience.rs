//! How long a description may take to load, and how much it may keep: what a machine bears. Whoever
//! loads one may be told how far it has come, may stop it, and may count what all of them take.

use std::{
    any::Any,
    cell::RefCell,
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use ludoteca_text::Text;

use super::error::GdlFault;

/// How far the loading of a description has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loading {
    /// Rules without variables so far.
    pub rules: usize,
    /// Bytes that are kept, about.
    pub bytes: usize,
    /// How long it has taken.
    pub time: Duration,
    /// Whether it is over, well or not.
    pub over: bool,
}

/// Is told how far it has come, a few times a second and when it is over, and says whether to go on.
/// Of what is loaded at once it hears nothing.
pub type Watch = Arc<dyn Fn(&Loading) -> bool>;

/// Whoever counts the memory of several games together. It is asked for so many bytes more before they
/// are taken, and says why there are none, or hands out a claim to them.
pub type Account = Arc<dyn Fn(usize) -> Result<Claim, Text>>;

/// Bytes that are counted as taken until it is dropped, which is when the game is.
pub type Claim = Box<dyn Any + Send + Sync>;

/// How long loading may take, and how much it may keep.
#[derive(Clone)]
pub struct Patience {
    /// The longest time.
    pub time: Duration,
    /// The most bytes.
    pub bytes: usize,
    /// Who is told; none if nobody wants to know.
    pub watch: Option<Watch>,
    /// Who counts what a game takes; none if nobody does.
    pub account: Option<Account>,
}

/// Loading that is under way.
pub(super) struct Patient {
    patience: Patience,
    begun: Instant,
    told: Instant,
    /// What was told last, if anything was.
    last: Option<Loading>,
    claims: Vec<Claim>,
    /// How many bytes they are for.
    claimed: usize,
}

/// Bytes are asked for in no smaller pieces: a game that is loaded at once takes none worth counting.
const PIECE: usize = 8_000_000;

/// The watch hears of it no more often than this.
const TELL_EVERY: Duration = Duration::from_millis(100);

thread_local! {
    static PATIENCE: RefCell<Patience> = RefCell::default();
}

/// Does something, and loads all descriptions that this thread needs for it with that patience.
pub fn with_patience<T>(patience: Patience, then: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also if something falls.
    struct Before(Option<Patience>);
    impl Drop for Before {
        fn drop(&mut self) {
            PATIENCE.set(self.0.take().unwrap_or_default());
        }
    }
    let _before = Before(Some(PATIENCE.replace(patience)));
    then()
}

impl Default for Patience {
    /// Ten seconds and a gigabyte, and nobody is told or counts.
    fn default() -> Patience {
        let (time, bytes) = (Duration::from_secs(10), 1_000_000_000);
        Patience { time, bytes, watch: None, account: None }
    }
}

impl Patience {
    /// The patience that this thread loads with.
    pub fn here() -> Patience {
        PATIENCE.with_borrow(Patience::clone)
    }
}

impl Patient {
    /// Loading begins, with the patience of this thread.
    pub fn begin() -> Patient {
        let now = Instant::now();
        let patience = Patience::here();
        Patient { patience, begun: now, told: now, last: None, claims: Vec::new(), claimed: 0 }
    }

    /// Its time begins now: until here it had to wait for others. Whether anybody still waits for it.
    pub fn start(&mut self) -> Result<(), GdlFault> {
        let now = Instant::now();
        let time = now - self.begun;
        (self.begun, self.told) = (now, now);
        match &self.patience.watch {
            Some(watch) if time >= TELL_EVERY => {
                let loading = Loading { rules: 0, bytes: 0, time, over: false };
                self.last = Some(loading);
                if watch(&loading) { Ok(()) } else { Err(GdlFault::Stopped) }
            }
            _ => Ok(()),
        }
    }

    /// The claims to what was loaded, for whoever keeps it.
    pub fn claims(&mut self) -> Vec<Claim> {
        std::mem::take(&mut self.claims)
    }

    /// Whether it may go on; otherwise why not.
    pub fn look(&mut self, rules: usize, bytes: usize) -> Result<(), GdlFault> {
        let Patience { time: longest, bytes: most, watch, account } = &self.patience;
        if bytes > *most {
            return Err(GdlFault::TooMuch { most: *most });
        }
        if let Some(account) = account.as_ref().filter(|_| bytes > self.claimed) {
            let more = (bytes - self.claimed).max(PIECE);
            self.claims.push(account(more).map_err(GdlFault::NoRoom)?);
            self.claimed += more;
        }
        let now = Instant::now();
        let time = now - self.begun;
        if time > *longest {
            return Err(GdlFault::TooLong { time: *longest });
        }
        if let Some(watch) = watch.as_ref().filter(|_| now - self.told >= TELL_EVERY) {
            let loading = Loading { rules, bytes, time, over: false };
            (self.told, self.last) = (now, Some(loading));
            if !watch(&loading) {
                return Err(GdlFault::Stopped);
            }
        }
        Ok(())
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        if let (Some(last), Some(watch)) = (self.last, &self.patience.watch) {
            watch(&Loading { time: self.begun.elapsed(), over: true, ..last });
        }
    }
}

impl fmt::Debug for Patience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Patience { time, bytes, watch, account } = self;
        let (watched, counted) = (watch.is_some(), account.is_some());
        write!(f, "{time:?}, {bytes} bytes, watched: {watched}, counted: {counted}")
    }
}
