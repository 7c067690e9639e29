//! How a colony works: its keys, their ranges, and what they are if nobody says.

use ludoteca_games::Game;

use crate::{Form, Played, PlayerError, evaluations::EvaluationKind, played::evaluation_asked};

/// The least of what must not be nothing: a share of a trail, a trail.
const LEAST: f64 = 0.001;
/// More new states than any game comes through.
pub const ALL_STATES: usize = 10_000;
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

    /// Whether ants mostly take the best pair at once.
    pub fn takes_the_best(self) -> bool {
        matches!(self, Variant::Colony | Variant::MaxMin)
    }
}

/// How a colony works.
#[derive(Clone, Debug, PartialEq)]
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
    /// Whether a game changes the trails of every move in it, and not only those of the ant's own.
    pub whole_paths: bool,
    /// Whether in `acs` a step renews its trail at once, so that the next ant smells it, and not
    /// after the round.
    pub renews_at_once: bool,
    /// Whether a draw is half a win in desirabilities, and not none.
    pub half_wins: bool,
    /// Whether a turn that wins at once is played without a search.
    pub wins_at_once: bool,
    /// Whether a judged state in which somebody wins at once, or cannot prevent it, is decided.
    pub sees_goals: bool,
    /// Whether a state no ant has seen is answered with its first ply, and not with any.
    pub unseen_first: bool,
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
    pub depth: Option<u32>,
    /// New states that a game may add.
    pub grow: usize,
    /// Whether all variants improve paths, and not only those that always do.
    pub local: bool,
    /// The exponent of trails.
    pub alpha: f64,
    /// The share of a trail that is kept in `ggp`.
    pub kept: f64,
    /// Which part of the thesis is about the game.
    pub thesis: Thesis,
}

/// The parts of the thesis on ants: Arimaa in its chapters 5 and 6, other games
/// in its annex D. Where they differ, `form=thesis` is the one that is about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thesis {
    /// 50 ants, 350 searches on every move; what wins at once needs no search.
    Arimaa,
    /// 40 ants, 200 searches before the game; nothing but trails decides.
    OtherGames,
}

impl Default for Usual {
    fn default() -> Usual {
        let thesis = Thesis::OtherGames;
        Usual { depth: None, grow: 1, local: false, alpha: 0.6, kept: 0.9, thesis }
    }
}

/// What is asked of whoever wants a colony.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked<G: Game> {
    settings: Settings,
    /// How positions are judged.
    pub evaluation: EvaluationKind<G>,
    /// Whether everything that nobody says is as the thesis has it.
    pub as_printed: bool,
}

impl<G: Played> Asked<G> {
    /// What somebody chose, and what is usual where nobody did.
    pub fn read(form: &mut Form<'_>, usual: Usual) -> Result<Asked<G>, PlayerError> {
        let as_printed =
            form.choice("form", [("own", false), ("thesis", true)], "key-form").or(false);
        let variant = form.choice("variant", Variant::ALL, "key-variant").or(Variant::Games);
        let ants = form.whole("ants", 1..=10_000, "key-ants").or(40);
        let searches = form.whole("searches", 1..=1_000_000, "key-searches").or(200);
        let turns = form.whole("depth", 1..=999, "key-ants-depth");
        let depth = match usual.depth {
            Some(depth) => Some(turns.or(depth)),
            None => turns.optional(),
        };
        let alpha = form.real("alpha", 0.0..=10.0, "key-alpha").or(usual.alpha);
        let beta = form.real("beta", 0.0..=10.0, "key-beta").or(0.8);
        let rho = form.real("rho", LEAST..=1.0, "key-rho").optional();
        let phi = form.real("phi", LEAST..=1.0, "key-phi").or(0.1);
        let q0 = form.real("q0", 0.0..=1.0, "key-q0").or(0.5);
        let tau0 = form.real("tau0", LEAST..=STRONGEST, "key-tau0").or(0.5);
        let tau_min = form.real("tau_min", 0.0..=STRONGEST, "key-tau-min").optional();
        let tau_max = form.real("tau_max", LEAST..=STRONGEST, "key-tau-max").optional();
        let best_so_far =
            form.choice("best", [("round", false), ("sofar", true)], "key-best").or(false);
        let mutation = form.real("mutation", 0.0..=1.0, "key-mutation").or(0.1);
        let sigma = form.real("sigma", 0.0..=100.0, "key-sigma").or(4.0);
        let stall = form.whole("stall", 1..=1_000_000, "key-stall").or(30);
        let local = form.switch("local", "key-local");
        let local = if usual.local { Some(local.or(true)) } else { local.optional() };
        let theta = form.real("theta", 0.0..=100.0, "key-theta").or(1.0);
        let consult = form.real("consult", 0.0..=1.0, "key-consult").or(0.5);
        let weighted =
            form.choice("greedy", [("product", false), ("weighted", true)], "key-greedy").or(false);
        let before =
            form.choice("learn", [("move", false), ("before", true)], "key-learn").or(false);
        let informed = form.choice("desire", [("flat", false), ("eval", true)], "key-desire");
        let informed = informed.optional().unwrap_or(variant != Variant::Games);
        let evaluation = evaluation_asked(form);
        let grow = form.whole("grow", 1..=ALL_STATES as i64, "key-grow").or(usual.grow);
        let whole_paths =
            form.choice("trails", [("own", false), ("path", true)], "key-trails").or(false);
        let renews_at_once =
            form.choice("renew", [("round", false), ("step", true)], "key-renew").or(false);
        let half_wins =
            form.choice("draws", [("half", true), ("none", false)], "key-draws").or(true);
        let wins_at_once = form.switch("win", "key-win").or(true);
        let sees_goals = form.switch("goals", "key-goals").or(true);
        let unseen_first =
            form.choice("unseen", [("any", false), ("first", true)], "key-unseen").or(false);
        let table = form.whole("table", 1..=65_536, "key-ants-table").or(64);
        let threads = form.whole("threads", 1..=64, "key-threads").or(1);
        if let (Some(least), Some(most)) = (tau_min, tau_max)
            && least > most
        {
            return Err(PlayerError::BoundsCrossed { least, most });
        }
        let improves = matches!(variant, Variant::MaxMin | Variant::BestWorst);
        let mut settings = Settings {
            variant,
            ants,
            searches,
            depth,
            alpha,
            beta,
            rho: rho.unwrap_or(if variant == Variant::Games { usual.kept } else { 0.1 }),
            phi,
            q0,
            tau0,
            tau_min,
            tau_max,
            best_so_far,
            mutation,
            sigma,
            stall,
            local: local.unwrap_or(improves),
            theta,
            consult,
            weighted,
            before,
            informed,
            grow,
            whole_paths,
            renews_at_once,
            half_wins,
            wins_at_once,
            sees_goals,
            unseen_first,
            table,
            threads,
            seed: 0,
        };
        if as_printed {
            settings.print(usual.thesis, |key| form.given(key));
        }
        Ok(Asked { settings, evaluation, as_printed })
    }

    /// Whether all searches are made before the game.
    pub fn learns_before(&self) -> bool {
        self.settings.before
    }

    /// How the colony works that has this seed.
    pub fn settings(&self, seed: u64) -> Settings {
        Settings { seed, ..self.settings.clone() }
    }
}

impl Settings {
    /// What the thesis prints takes the place of what is usual here, but for the keys that are given.
    /// What it does not print (ρ, τ0, φ, q0, the bounds of `mmas`, Pm, σ, when `bwas` restarts) stays.
    fn print(&mut self, thesis: Thesis, given: impl Fn(&str) -> bool) {
        fn set<T>(place: &mut T, printed: T, given: bool) {
            if !given {
                *place = printed;
            }
        }
        let improves = matches!(self.variant, Variant::MaxMin | Variant::BestWorst);
        let (ants, searches) = match thesis {
            Thesis::Arimaa => (50, 350),
            Thesis::OtherGames => (40, 200),
        };
        set(&mut self.ants, ants, given("ants"));
        set(&mut self.searches, searches, given("searches"));
        set(&mut self.alpha, 0.6, given("alpha"));
        set(&mut self.beta, 0.8, given("beta"));
        set(&mut self.theta, 1.0, given("theta"));
        set(&mut self.consult, 0.5, given("consult"));
        if self.variant == Variant::Games {
            set(&mut self.rho, Usual::default().kept, given("rho"));
        }
        set(&mut self.local, improves, given("local"));
        set(&mut self.grow, ALL_STATES, given("grow"));
        set(&mut self.whole_paths, true, given("trails"));
        set(&mut self.renews_at_once, true, given("renew"));
        set(&mut self.half_wins, false, given("draws"));
        set(&mut self.wins_at_once, thesis == Thesis::Arimaa, given("win"));
        set(&mut self.sees_goals, false, given("goals"));
        set(&mut self.before, thesis == Thesis::OtherGames, given("learn"));
    }
}
