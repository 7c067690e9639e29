//! Kinds of players: how a player text becomes settings, and settings become a player.
//!
//! Reading is cheap and finds everything that can be wrong; what is read can be kept, compared,
//! written and sent around. Only building makes tables and whatever else is large, and it cannot
//! fail, but for another program that is no longer there.
//!
//! Every player imports this module, and this module imports none: the list of them is
//! [`crate::registry`].

use std::{any::Any, fmt, marker::PhantomData, sync::Arc};

use ludoteca_games::{
    AnyLine, Game, Line,
    params::{Key, Values},
};
use ludoteca_text::Text;
use serde::Serialize;

use crate::{
    AnyPlayer, AnyWatch, Budget, Erased, Failure, Player, PlayerError, Spec, Supply, Thought,
    Watch, form::Form,
};

/// A player of `G` that can be chosen by name.
pub struct PlayerKind<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// Its strengths for somebody who does not want to choose keys, weakest first.
    pub levels: Vec<Level>,
    /// The keys with which it plays as well as it can, where its usual ones are gentler.
    pub(crate) best: &'static str,
    /// The keys with which its story is short enough to be followed, if it tells one.
    pub(crate) tells: Option<&'static str>,
    /// The key without which it does not play.
    pub(crate) needs: Option<&'static str>,
    read: Read,
    takes: fn(&Values) -> usize,
    game: PhantomData<fn(G)>,
}

/// A strength of a player, by the keys that make it so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Level {
    /// The name of the message that names it.
    pub name: &'static str,
    /// The player text after the name: `playouts=200`.
    pub keys: String,
}

/// What a player text says, read and found to be right: a player that has yet to be built.
///
/// Two are equal if the same player would be built, however their texts were written. As text it is
/// the player text with its keys in the order of their description.
#[derive(Clone)]
pub struct PlayerSettings {
    game: &'static str,
    spec: Spec,
    seed: Option<u64>,
    megabytes: usize,
    ready: Arc<dyn Ready>,
}

/// Settings of one type with how a player is built from them.
trait Ready: Send + Sync {
    fn build(&self, supply: &Supply<'_>, seed: u64) -> Result<Box<dyn AnyPlayer>, PlayerError>;
    fn settings(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

struct Of<S> {
    settings: S,
    build: Build<S>,
}

/// The settings that are read, and the seed if one was given.
type Read = Box<dyn Fn(&mut Form<'_>) -> Result<(Arc<dyn Ready>, Option<u64>), PlayerError>>;
type Build<S> =
    Arc<dyn Fn(&S, &Supply<'_>, u64) -> Result<Box<dyn AnyPlayer>, PlayerError> + Send + Sync>;

/// How a player is built that has no seed of its own.
type BuildOutside<S> = fn(&S, &Supply<'_>) -> Result<Box<dyn AnyPlayer>, PlayerError>;

/// What the settings of a player are: a small value.
pub trait Settings: PartialEq + fmt::Debug + Send + Sync + 'static {}

impl<S: PartialEq + fmt::Debug + Send + Sync + 'static> Settings for S {}

/// The names of strengths, weakest first.
const LEVELS: [&str; 5] =
    ["level-beginner", "level-casual", "level-club", "level-expert", "level-master"];

/// Strengths that differ in one key, at most five.
pub(crate) fn levels<const N: usize>(key: &str, values: [u32; N]) -> Vec<Level> {
    let level = |(name, value)| Level { name, keys: format!("{key}={value}") };
    LEVELS.into_iter().zip(values).map(level).collect()
}

/// The levels 1, 2 and so on of a key, each called by what it does: how strong it is, matches say.
pub(crate) fn levels_called<const N: usize>(key: &str, names: [&'static str; N]) -> Vec<Level> {
    let level = |(value, name)| Level { name, keys: format!("{key}={value}") };
    (1..).zip(names).map(level).collect()
}

/// Strengths by the keys of each, at most five.
pub(crate) fn levels_of<const N: usize>(keys: [&str; N]) -> Vec<Level> {
    let level = |(name, keys): (_, &str)| Level { name, keys: keys.to_owned() };
    LEVELS.into_iter().zip(keys).map(level).collect()
}

impl<G: Game> PlayerKind<G> {
    /// A player that leaves nothing to chance.
    pub fn new<S: Settings, P: Player<G> + 'static>(
        name: &'static str,
        read: impl Fn(&mut Form<'_>) -> Result<S, PlayerError> + 'static,
        build: fn(&S) -> P,
    ) -> PlayerKind<G> {
        let build: Build<S> = Arc::new(move |settings, _, _| Ok(Erased::boxed(build(settings))));
        PlayerKind::reading(name, move |form| Ok((of(read(form)?, &build), None)))
    }

    /// A player whose choices are partly left to chance: it has the key `seed`, and is built with
    /// what that says or else with the seed from outside.
    pub fn by_chance<S: Settings, P: Player<G> + 'static>(
        name: &'static str,
        read: impl Fn(&mut Form<'_>) -> Result<S, PlayerError> + 'static,
        build: fn(&S, u64) -> P,
    ) -> PlayerKind<G> {
        let build: Build<S> =
            Arc::new(move |settings, _, seed| Ok(Erased::boxed(build(settings, seed))));
        PlayerKind::reading(name, move |form| {
            let settings = read(form);
            let seed = form.whole("seed", 0..=i64::MAX, "key-seed").optional();
            Ok((of(settings?, &build), seed))
        })
    }

    /// A player that is made outside of this library.
    pub(crate) fn from_outside<S: Settings>(
        name: &'static str,
        read: impl Fn(&mut Form<'_>) -> Result<S, PlayerError> + 'static,
        build: BuildOutside<S>,
    ) -> PlayerKind<G> {
        let build: Build<S> = Arc::new(move |settings, supply, _| build(settings, supply));
        PlayerKind::reading(name, move |form| Ok((of(read(form)?, &build), None)))
    }

    fn reading(
        name: &'static str,
        read: impl Fn(&mut Form<'_>) -> Result<(Arc<dyn Ready>, Option<u64>), PlayerError> + 'static,
    ) -> PlayerKind<G> {
        let takes = with_table;
        PlayerKind {
            name,
            levels: Vec::new(),
            best: "",
            tells: None,
            needs: None,
            read: Box::new(read),
            takes,
            game: PhantomData,
        }
    }

    /// The same where what it says of its table is not all the memory it may take: how many
    /// megabytes are, by its keys.
    pub fn taking(self, takes: fn(&Values) -> usize) -> PlayerKind<G> {
        PlayerKind { takes, ..self }
    }

    /// The same where it is gentle unless told otherwise: the keys that make it as strong as it is.
    pub fn at_its_best(self, best: &'static str) -> PlayerKind<G> {
        PlayerKind { best, ..self }
    }

    /// The same where it tells the story of its thought ([`Watch::recording`]): the keys with which
    /// that is short enough to be followed.
    pub fn telling(self, keys: &'static str) -> PlayerKind<G> {
        PlayerKind { tells: Some(keys), ..self }
    }

    /// The same where it does not play unless this key is given.
    pub fn needing(self, key: &'static str) -> PlayerKind<G> {
        PlayerKind { needs: Some(key), ..self }
    }

    /// The same with these strengths.
    pub fn with_levels(self, levels: Vec<Level>) -> PlayerKind<G> {
        PlayerKind { levels, ..self }
    }

    /// Its keys.
    pub fn keys(&self) -> Vec<Key> {
        let (nothing, nobody) = (Values::default(), Supply::seeded(0));
        let mut form = Form::new(&nothing, &nobody);
        // What is missing from an empty form is no matter here.
        let _ = (self.read)(&mut form);
        form.keys()
    }

    /// Reads what is said about it, and the files that names.
    pub fn read(&self, spec: &Spec, supply: &Supply<'_>) -> Result<PlayerSettings, PlayerError> {
        let keys = self.keys();
        let pairs = spec.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let values = Values::read(self.name, &keys, pairs)?;
        let mut form = Form::new(&values, supply);
        let (ready, seed) = (self.read)(&mut form)?;
        debug_assert_eq!(form.keys(), keys, "{} has keys only at times", self.name);
        let given = keys.iter().filter(|key| values.given(key.name));
        let pairs = given.filter_map(|key| Some((key.name, values.get(key.name)?.to_string())));
        let pairs = pairs.map(|(name, value)| (name.to_owned(), value)).collect();
        let spec = Spec { name: self.name.to_owned(), pairs };
        let megabytes = (self.takes)(&values);
        Ok(PlayerSettings { game: G::NAME, spec, seed, megabytes, ready })
    }

    /// The player that a text describes, for tests that would otherwise have the registry build every
    /// player of every game with them.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn machine(
        &self,
        words: &str,
        supply: &Supply<'_>,
    ) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        self.read(&Spec::read(words)?, supply)?.build(supply)
    }
}

/// The megabytes that any player may take: lists of moves, lines, what it shows of its thoughts.
pub(crate) const ANY_MEGABYTES: usize = 16;

/// The megabytes of a player, as far as its table says.
fn with_table(values: &Values) -> usize {
    ANY_MEGABYTES + values.int("table").map_or(0, |table| table as usize)
}

fn of<S: Settings>(settings: S, build: &Build<S>) -> Arc<dyn Ready> {
    Arc::new(Of { settings, build: build.clone() })
}

impl<S: Settings> Ready for Of<S> {
    fn build(&self, supply: &Supply<'_>, seed: u64) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        (self.build)(&self.settings, supply, seed)
    }

    fn settings(&self) -> &dyn Any {
        &self.settings
    }

    fn equals(&self, other: &dyn Any) -> bool {
        // Settings of another type are other settings.
        other.downcast_ref() == Some(&self.settings)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}

impl PlayerSettings {
    /// The game it plays.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// The player's name.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// How many megabytes the player may come to take, by and large.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Builds the player. What it is given now is its chance; its files have been read.
    pub fn build(&self, supply: &Supply<'_>) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        self.ready.build(supply, self.seed.unwrap_or(supply.seed))
    }
}

impl PlayerSettings {
    /// The player, built by whoever first asks it to think: what is large is made on the thread that
    /// thinks, and not for a player that is never asked.
    pub fn build_when_asked(self, supply: Supply<'static>) -> Box<dyn AnyPlayer> {
        Box::new(Later { settings: self, supply, player: None })
    }
}

/// A player that is built when it is first asked to think.
struct Later {
    settings: PlayerSettings,
    supply: Supply<'static>,
    player: Option<Box<dyn AnyPlayer>>,
}

impl AnyPlayer for Later {
    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        let player = match &mut self.player {
            Some(player) => player,
            none => none.insert(self.settings.build(&self.supply)?),
        };
        player.think(line, budget, watch)
    }

    /// Nobody knows before it is built.
    fn plans_turns(&self) -> bool {
        self.player.as_ref().is_some_and(|player| player.plans_turns())
    }
}

impl PartialEq for PlayerSettings {
    fn eq(&self, other: &PlayerSettings) -> bool {
        (self.game, &self.spec.name, self.seed) == (other.game, &other.spec.name, other.seed)
            && self.ready.equals(other.ready.settings())
    }
}

impl fmt::Display for PlayerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spec.fmt(f)
    }
}

impl fmt::Debug for PlayerSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: ", self.spec, self.game)?;
        self.ready.write(f)
    }
}

/// Where a kind has players of several types.
impl<G: Game> Player<G> for Box<dyn Player<G>> {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        self.as_mut().think(line, budget, watch)
    }

    fn plans_turns(&self) -> bool {
        self.as_ref().plans_turns()
    }

    fn refuses(&self, position: &G) -> Option<Text> {
        self.as_ref().refuses(position)
    }
}
