//! Parts of a proof in Hex, searched by many, who tell each other what they have proved.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use ludoteca_players::{
    Stop,
    hex::shared::{Fact, Part, Proved, Searched, Searcher, SharedProof, searcher},
};
use ludoteca_text::Text;

use super::WAIT;
use crate::{Bench, Run, Spread, Work, table::Table};

/// The search of one part of a proof.
pub struct Proofs;

/// What a worker remembers of boards of each size.
#[derive(Default)]
pub struct Kept(HashMap<usize, (Box<dyn Searcher>, Option<Table>)>);

/// Room for what one job at a time remembers, in megabytes.
const MEGABYTES: usize = 256;

impl Work for Proofs {
    const NAME: &'static str = "hex-proof";
    type Job = Part;
    type Done = Searched;
    type Kept = Kept;

    fn work(part: Part, kept: &mut Kept, bench: &Bench<'_>) -> Result<Option<Searched>, Text> {
        if !part.is_sound() {
            return Err(ludoteca_text::text!("spread-garbled", what = format!("{part:?}")));
        }
        let (searcher, table) = kept.0.entry(part.size).or_insert_with(|| {
            // Without a table this worker finds out everything itself.
            let table = Table::open(bench.spread, &format!("hex-{}", part.size)).ok();
            (searcher(part.size, MEGABYTES), table)
        });
        if let Some(table) = table {
            for news in table.news(bench.spread) {
                if let Ok(fact) = serde_json::from_slice::<Fact>(&news) {
                    searcher.learn(&fact);
                }
            }
        }
        let searched = searcher.search(&part, &bench.stop);
        for fact in searcher.found() {
            let told = table.as_mut().zip(serde_json::to_vec(&fact).ok());
            if let Some((table, told)) = told {
                table.tell(bench.spread, &key(&fact.part), told);
            }
        }
        Ok(searched)
    }
}

/// What workers of this version have ever proved on boards of a size.
pub fn recall(spread: &Spread, size: usize) -> Vec<Fact> {
    let Ok(mut table) = Table::open(spread, &format!("hex-{size}")) else { return Vec::new() };
    let news = table.all(spread);
    news.iter().filter_map(|news| serde_json::from_slice(news).ok()).collect()
}

/// The name of a position in the table.
fn key(part: &Part) -> String {
    let colour = if part.blue_moves { "b" } else { "r" };
    let cells = |cells: &[u16]| {
        let mut bits = vec![0_u8; part.size * part.size / 8 + 1];
        cells.iter().for_each(|cell| bits[usize::from(cell / 8)] |= 1 << (cell % 8));
        bits.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    format!("{colour}-{}-{}", cells(&part.red), cells(&part.blue))
}

/// How a shared proof goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Parts that came back.
    pub parts: u64,
    /// Parts that somebody has.
    pub under_way: usize,
    /// Positions looked at.
    pub nodes: u64,
    /// Jobs that the workers there are do at the same time.
    pub slots: usize,
}

/// What came of a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What is proved; nothing if it was stopped.
    pub proved: Option<Proved>,
    /// A move that wins, if the side to move does.
    pub winning_move: Option<u16>,
    /// How it went.
    pub progress: Progress,
    /// Seconds that all parts took together.
    pub work: f64,
    /// Seconds it took.
    pub seconds: f64,
    /// Seconds of each part, in the order in which they came.
    pub parts: Vec<f64>,
}

/// How often it is asked who works.
const ASKED: Duration = Duration::from_secs(5);

/// Proves a position of Hex with all workers there are, in parts of `effort` positions each.
pub fn prove(
    spread: &Spread,
    name: &str,
    root: &Part,
    effort: u64,
    stop: &Stop,
    told: &mut dyn FnMut(Progress),
) -> Result<Outcome, Text> {
    let begun = Instant::now();
    let mut run = Run::<Proofs>::begin(spread, name, stop)?;
    let mut shared = SharedProof::new(root, effort);
    let mut progress = Progress::default();
    let (mut asked, mut parts) = (None::<Instant>, Vec::new());
    while shared.proved().is_none() && !stop.is_set() {
        if asked.is_none_or(|asked| asked.elapsed() > ASKED) {
            asked = Some(Instant::now());
            progress.slots = spread.slots(Proofs::NAME);
        }
        // One more than there is room for, so that nobody waits for the next.
        while run.open() < progress.slots + 1
            && let Some((at, part)) = shared.hand_out()
        {
            run.put(&at.to_string(), &part)?;
        }
        if shared.proved().is_some() {
            break;
        }
        progress.under_way = run.open();
        told(progress);
        let Some(came) = run.next(WAIT)? else { continue };
        let searched = match &came.done {
            Ok(searched) => searched,
            Err(why) => {
                let why = why.clone();
                run.end();
                return Err(why);
            }
        };
        progress.parts += 1;
        progress.nodes += searched.nodes;
        parts.push(came.seconds);
        if let Ok(at) = came.job.parse() {
            shared.take(at, searched);
        }
        run.accept(&came);
        let wanted = shared.wanted();
        for job in run.open_jobs() {
            if job.parse().is_ok_and(|at| !wanted.contains(&at)) {
                run.enough(&job);
            }
        }
    }
    run.end();
    Ok(Outcome {
        proved: shared.proved(),
        winning_move: shared.winning_move(),
        progress,
        work: parts.iter().sum(),
        seconds: begun.elapsed().as_secs_f64(),
        parts,
    })
}
