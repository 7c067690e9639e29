//! What can be spread: kinds of work.

use std::marker::PhantomData;

use ludoteca_players::{Stop, Supply};
use ludoteca_text::{Text, text};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};

use crate::Spread;

/// A kind of work: what is asked for, what comes of it, and how it is done.
///
/// A job depends on nothing but what it says. Done twice it may give another result, if time decides,
/// and each is as good as the other.
pub trait Work: 'static {
    /// Its name on the wire.
    const NAME: &'static str;
    /// What is asked for.
    type Job: Serialize + DeserializeOwned;
    /// What comes of it.
    type Done: Serialize + DeserializeOwned;
    /// What a worker keeps from one job to the next, because it is dear to make.
    type Kept: Default + Send;

    /// The programs that a worker has to have for a job, by the commands that start them.
    fn needs(_job: &Self::Job) -> Vec<String> {
        Vec::new()
    }

    /// Does a job. Nothing comes of one that is stopped; what is wrong with it is told.
    fn work(
        job: Self::Job,
        kept: &mut Self::Kept,
        bench: &Bench<'_>,
    ) -> Result<Option<Self::Done>, Text>;
}

/// Where a job is done.
pub struct Bench<'a> {
    /// What players need from outside.
    pub supply: &'a Supply<'a>,
    /// Set when the job is to be given back, or nobody wants it any more.
    pub stop: Stop,
    /// The connection it came by.
    pub spread: &'a Spread,
    /// The run it belongs to.
    pub run: &'a str,
}

/// A kind of work, as a worker sees it.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name on the wire.
    pub name: &'static str,
    begin: fn() -> Box<dyn Hand>,
}

/// Does jobs of one kind, one after the other.
pub(crate) trait Hand {
    fn work(&mut self, job: &RawValue, bench: &Bench<'_>) -> Result<Option<Box<RawValue>>, Text>;
}

struct HandOf<W: Work> {
    kept: W::Kept,
    kind: PhantomData<W>,
}

impl Kind {
    /// A kind of work by its type.
    pub const fn of<W: Work>() -> Kind {
        Kind {
            name: W::NAME,
            begin: || Box::new(HandOf::<W> { kept: W::Kept::default(), kind: PhantomData }),
        }
    }

    pub(crate) fn begin(&self) -> Box<dyn Hand> {
        (self.begin)()
    }
}

impl<W: Work> Hand for HandOf<W> {
    fn work(&mut self, job: &RawValue, bench: &Bench<'_>) -> Result<Option<Box<RawValue>>, Text> {
        let garbled = |error: serde_json::Error| text!("spread-garbled", what = error.to_string());
        let job = serde_json::from_str(job.get()).map_err(garbled)?;
        match W::work(job, &mut self.kept, bench)? {
            Some(done) => Ok(Some(to_raw_value(&done).map_err(garbled)?)),
            None => Ok(None),
        }
    }
}
