//! How a colony works: its keys, their ranges, and what they are if nobody says.

use ludoteca_games::{
    Game,
    params::{Key, Kind, Values},
};
use ludoteca_text::{Text, text};

use crate::{evaluations, registry::seed_key};

/// The least of what must not be nothing: a share of a trail, a trail.
const LEAST: f64 = 0.001;
/// The strongest trail somebody may ask for.
const STRONGEST: f64 = 1000.0;

/// How trails are followed and updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Ant System: every ant deposits.
    System,
    /// Ant Colony System: mostly the best is followed, and only the best path so far deposits.
    Colony,
    /// Max-Min: the same choice; trails are held between bounds.
    MaxMin,
    /// Best-Worst: the best deposits, the worst evaporates, trails mutate and restart.
    BestWorst,
    /// For games: trails are mean results, and desirabilities grow with them.
    Games,
}

impl Variant {
    const ALL: [(&str, Variant); 5] = [
        ("as", Variant::System),
        ("acs", Variant::Colony),
        ("mmas", Variant::MaxMin),
        ("bwas", Variant::BestWorst),
        ("ggp", Variant::Games),
    ];

    fn of(values: &Values) -> Variant {
        let name = values.word("variant");
        let found = Variant::ALL.into_iter().find(|(other, _)| name == Some(other));
        found.map_or(Variant::Games, |(_, variant)| variant)
    }

    /// Whether ants mostly take the best pair at once.
    pub fn takes_the_best(self) -> bool {
        matches!(self, Variant::Colony | Variant::MaxMin)
    }
}

/// How a colony works.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How trails are followed and updated.
    pub variant: Variant,
    /// Ants in each search.
    pub ants: usize,
    /// Searches: rounds in which every ant plays once.
    pub searches: u32,
    /// Turns after which a game is judged instead of played on.
    pub depth: Option<u32>,
    /// The exponent of trails, α.
    pub alpha: f64,
    /// The exponent of desirabilities, β.
    pub beta: f64,
    /// ρ: the share of a trail that is kept in `ggp`, and that is lost in all others.
    pub rho: f64,
    /// φ: the share of a trail that a step renews.
    pub phi: f64,
    /// How often the best pair is taken at once.
    pub q0: f64,
    /// τ0: what a trail begins with.
    pub tau0: f64,
    /// The least a trail can be; none follows from the greatest.
    pub tau_min: Option<f64>,
    /// The most a trail can be; none follows from the best result.
    pub tau_max: Option<f64>,
    /// Whether in `mmas` the best path so far deposits, and not the best of the round.
    pub best_so_far: bool,
    /// Pm: how likely a trail mutates.
    pub mutation: f64,
    /// σ: how much a trail mutates.
    pub sigma: f64,
    /// Searches without a better path after which all trails restart.
    pub stall: u32,
    /// Whether a path is improved before it deposits.
    pub local: bool,
    /// ϑ: how much a near end counts for a desirability.
    pub theta: f64,
    /// p: how often an ant that moves for the opponent consults the opponent's trails.
    pub consult: f64,
    /// Whether the move played is the greatest τ^α·η^β, and not the greatest τ·η.
    pub weighted: bool,
    /// Whether all searches are made before the game, from where it begins.
    pub before: bool,
    /// Whether desirabilities begin with the evaluation of the state a pair leads to.
    pub informed: bool,
    /// How many new states each game may add to those with trails.
    pub grow: usize,
    /// Memory for trails, in megabytes.
    pub table: usize,
    /// Threads it may start.
    pub threads: usize,
    /// Where its chances come from.
    pub seed: u64,
}

/// What depends on the game if nobody says.
#[derive(Clone, Copy, Debug)]
pub struct Usual {
    /// Turns after which a game is judged; none is its end.
    pub depth: Option<i64>,
    /// New states that a game may add.
    pub grow: i64,
    /// Whether all variants improve paths, and not only those that always do.
    pub local: bool,
    /// The exponent of trails.
    pub alpha: f64,
    /// The share of a trail that is kept in `ggp`.
    pub kept: f64,
}

impl Default for Usual {
    fn default() -> Usual {
        Usual { depth: None, grow: 1, local: false, alpha: 0.6, kept: 0.9 }
    }
}

/// The keys of `ants`.
pub fn keys<G: Game>(usual: Usual) -> Vec<Key> {
    let share = |name, help| Key::new(name, Kind::Real(LEAST, 1.0), help);
    let chance = |name, help| Key::new(name, Kind::Real(0.0, 1.0), help);
    let exponent = |name, help| Key::new(name, Kind::Real(0.0, 10.0), help);
    let of = |name, words: &[&'static str], help| Key::new(name, Kind::Choice(words.into()), help);
    let variants = Variant::ALL.map(|(name, _)| name);
    let turns = Key::new("depth", Kind::Int(1, 999), "key-ants-depth");
    let local = Key::new("local", Kind::Switch, "key-local");
    vec![
        of("variant", &variants, "key-variant").or("ggp"),
        Key::new("ants", Kind::Int(1, 10_000), "key-ants").or(40),
        Key::new("searches", Kind::Int(1, 1_000_000), "key-searches").or(200),
        match usual.depth {
            Some(depth) => turns.or(depth),
            None => turns,
        },
        exponent("alpha", "key-alpha").or(usual.alpha),
        exponent("beta", "key-beta").or(0.8),
        share("rho", "key-rho"),
        share("phi", "key-phi").or(0.1),
        chance("q0", "key-q0").or(0.5),
        Key::new("tau0", Kind::Real(LEAST, STRONGEST), "key-tau0").or(0.5),
        Key::new("tau_min", Kind::Real(0.0, STRONGEST), "key-tau-min"),
        Key::new("tau_max", Kind::Real(LEAST, STRONGEST), "key-tau-max"),
        of("best", &["round", "sofar"], "key-best").or("round"),
        chance("mutation", "key-mutation").or(0.1),
        Key::new("sigma", Kind::Real(0.0, 100.0), "key-sigma").or(4.0),
        Key::new("stall", Kind::Int(1, 1_000_000), "key-stall").or(30),
        match usual.local {
            true => local.or(true),
            false => local,
        },
        Key::new("theta", Kind::Real(0.0, 100.0), "key-theta").or(1.0),
        chance("consult", "key-consult").or(0.5),
        of("greedy", &["product", "weighted"], "key-greedy").or("product"),
        of("learn", &["move", "before"], "key-learn").or("move"),
        of("desire", &["flat", "eval"], "key-desire"),
        evaluations::key::<G>(),
        Key::new("grow", Kind::Int(1, 10_000), "key-grow").or(usual.grow),
        Key::new("table", Kind::Int(1, 65_536), "key-ants-table").or(64),
        Key::new("threads", Kind::Int(1, 64), "key-threads").or(1),
        seed_key(),
    ]
}

impl Settings {
    /// What somebody chose, and what is usual where nobody did.
    pub fn read(values: &Values, usual: Usual, seed: u64) -> Result<Settings, Text> {
        let variant = Variant::of(values);
        let real = |name: &str, other: f64| values.real(name).unwrap_or(other);
        let whole = |name: &str, other: i64| values.int(name).unwrap_or(other);
        let local = matches!(variant, Variant::MaxMin | Variant::BestWorst);
        let (tau_min, tau_max) = (values.real("tau_min"), values.real("tau_max"));
        if let (Some(least), Some(most)) = (tau_min, tau_max)
            && least > most
        {
            return Err(text!("ants-bounds-crossed", least = least, most = most));
        }
        Ok(Settings {
            variant,
            ants: whole("ants", 40) as usize,
            searches: whole("searches", 200) as u32,
            depth: values.int("depth").map(|depth| depth as u32),
            alpha: real("alpha", usual.alpha),
            beta: real("beta", 0.8),
            rho: real("rho", if variant == Variant::Games { usual.kept } else { 0.1 }),
            phi: real("phi", 0.1),
            q0: real("q0", 0.5),
            tau0: real("tau0", 0.5),
            tau_min,
            tau_max,
            best_so_far: values.word("best") == Some("sofar"),
            mutation: real("mutation", 0.1),
            sigma: real("sigma", 4.0),
            stall: whole("stall", 30) as u32,
            local: values.switch("local") || local && !values.given("local"),
            theta: real("theta", 1.0),
            consult: real("consult", 0.5),
            weighted: values.word("greedy") == Some("weighted"),
            before: values.word("learn") == Some("before"),
            informed: match values.word("desire") {
                Some(desire) => desire == "eval",
                None => variant != Variant::Games,
            },
            grow: whole("grow", 1) as usize,
            table: whole("table", 64) as usize,
            threads: whole("threads", 1) as usize,
            seed,
        })
    }
}
