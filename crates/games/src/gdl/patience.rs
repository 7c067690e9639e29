//! How long a description may take to load, and how much it may keep: what a machine bears. Whoever
//! loads one may be told how far it has come, and may stop it.

use std::{
    cell::RefCell,
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

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

/// How long loading may take, and how much it may keep.
#[derive(Clone)]
pub struct Patience {
    /// The longest time.
    pub time: Duration,
    /// The most bytes.
    pub bytes: usize,
    /// Who is told; none if nobody wants to know.
    pub watch: Option<Watch>,
}

/// Loading that is under way.
pub(super) struct Patient {
    patience: Patience,
    begun: Instant,
    told: Instant,
    /// What was told last, if anything was.
    last: Option<Loading>,
}

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
    /// Ten seconds and a gigabyte, and nobody is told.
    fn default() -> Patience {
        Patience { time: Duration::from_secs(10), bytes: 1_000_000_000, watch: None }
    }
}

impl Patient {
    /// Loading begins, with the patience of this thread.
    pub fn begin() -> Patient {
        let now = Instant::now();
        let patience = PATIENCE.with_borrow(Patience::clone);
        Patient { patience, begun: now, told: now, last: None }
    }

    /// Whether it may go on; otherwise why not.
    pub fn look(&mut self, rules: usize, bytes: usize) -> Result<(), GdlFault> {
        let Patience { time: longest, bytes: most, watch } = &self.patience;
        if bytes > *most {
            return Err(GdlFault::TooMuch { most: *most });
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
        let Patience { time, bytes, watch } = self;
        write!(f, "{time:?}, {bytes} bytes, watched: {}", watch.is_some())
    }
}
