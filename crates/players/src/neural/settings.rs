//! How `neural` plays: what can be set of it.

use std::sync::Arc;

use ludoteca_games::{
    Hex,
    params::{Key, Kind, Values},
};
use ludoteca_nets::Model;

use super::{
    eyes::{Named, fits, has_shape, is_of},
    levels::{self, Step, Strength},
    sight::{self, HexEyes, Size},
};
use crate::{FileKind, Form, Level, PlayerError, PlayerKind, kind::ANY_MEGABYTES, played::Played};

/// The net that looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Which {
    /// One that comes with the program, as the budget suggests.
    Auto,
    /// One that comes with the program.
    BuiltIn(Size),
    /// One out of a file.
    Own(Named),
}

/// How it comes to a move, in any game.
#[derive(Clone, Debug, PartialEq)]
pub struct Manner {
    /// Positions it looks at for a move; as many as its budget allows if nobody says. With one it
    /// plays by what it sees at first.
    pub looks: Option<u64>,
    /// How readily it plays what looks less good at first sight, where it looks only once.
    pub temperature: f64,
    /// How many moves it considers where it looks only once.
    pub view: usize,
    /// How much it tries what it knows little of.
    pub explore: f64,
    /// Whether it gives up when there is no hope.
    pub resigns: bool,
    /// Threads it may use to try moves out.
    pub threads: usize,
}

/// How a Neural plays Hex.
#[derive(Clone, Debug, PartialEq)]
pub struct HexSettings {
    pub net: Which,
    pub manner: Manner,
    /// Whether it works out what is certain.
    pub proves: bool,
    /// Room for proofs, in megabytes.
    pub table: usize,
}

/// How a Neural plays any other game.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub net: Named,
    pub manner: Manner,
}

/// The key `level`.
fn level<G: Played>(form: &mut Form<'_>, usual: &str) -> Strength {
    let levels = G::neural_levels();
    let strengths = levels.iter().map(|step| (step.key, step.strength));
    let usual = levels.iter().find(|step| step.key == usual).unwrap_or(&levels[0]);
    form.choice("level", strengths, "key-neural-level").or(usual.strength)
}

/// The key `net`.
fn net(form: &mut Form<'_>, built_in: Vec<&'static str>, help: &'static str) -> Option<String> {
    form.file("net", FileKind { language: "net", built_in, needs: None }, help).optional()
}

/// The keys that say how a level is played.
fn manner(form: &mut Form<'_>, level: Strength) -> Manner {
    let looks = form.whole("looks", 1..=1_000_000_000, "key-neural-looks").optional();
    let temperature = form.real("temperature", 0.0..=100.0, "key-neural-temperature").optional();
    let view = form.whole("view", 1..=361, "key-neural-view").optional();
    Manner {
        looks: looks.or(level.looks),
        temperature: temperature.unwrap_or(level.temperature),
        view: view.unwrap_or(level.view),
        explore: form.real("explore", 0.0..=10.0, "key-explore").or(1.25),
        resigns: form.switch("resign", "key-neural-resign").or(false),
        threads: form.whole("threads", 1..=64, "key-threads").or(1),
    }
}

/// The net of a file.
fn read_net(form: &Form<'_>, file: String) -> Result<Named, PlayerError> {
    let bytes = form.read(&file, Model::LARGEST_FILE)?;
    match Model::read(&bytes) {
        Ok(model) => Ok(Named { name: file, model: Arc::new(model) }),
        Err(why) => Err(PlayerError::Net { file, why }),
    }
}

/// How Hex is to be played.
pub fn read_hex(form: &mut Form<'_>) -> Result<HexSettings, PlayerError> {
    let level = level::<Hex>(form, levels::USUAL);
    let net = net(form, sight::built_in(), "key-neural-net");
    let manner = manner(form, level);
    let table = form.whole("table", 1..=4096, "key-neural-table").or(32);
    let net = match net {
        None => Which::Auto,
        Some(file) => match Size::named(&file) {
            Some(size) => Which::BuiltIn(size),
            None => {
                let own = read_net(form, file)?;
                if !fits::<Hex>(&own.model, &HexEyes) {
                    return Err(PlayerError::NetOfAnother { file: own.name });
                }
                Which::Own(own)
            }
        },
    };
    Ok(HexSettings { net, manner, proves: level.proves, table })
}

/// How any other game is to be played.
pub fn read<G: Played>(form: &mut Form<'_>) -> Result<Settings, PlayerError> {
    let built_in = G::nets();
    let usual = if built_in.is_empty() { levels::FULL } else { levels::USUAL };
    let level = level::<G>(form, usual);
    let names = built_in.iter().map(|net| net.name).collect();
    let help = if built_in.is_empty() { "key-neural-net-needed" } else { "key-neural-net-own" };
    let net = net(form, names, help);
    let manner = manner(form, level);
    let known = |name: &str| built_in.iter().find(|built_in| built_in.name == name);
    let net = match net {
        None => match built_in.first() {
            Some(usual) => usual.named()?,
            None => return Err(PlayerError::NoNet { game: G::NAME }),
        },
        Some(file) => match known(&file) {
            Some(built_in) => built_in.named()?,
            None => read_net(form, file)?,
        },
    };
    // A game out of a file is not known here; its player says so when it is asked to play.
    let out_of_a_file = |key: &Key| matches!(key.kind, Kind::Text { .. });
    let known = !G::options().iter().any(out_of_a_file);
    let usual = Values::read(G::NAME, &G::options(), []).ok().filter(|_| known);
    let start = usual.and_then(|options| G::start(&options).ok());
    let eyes = start.and_then(|start| G::eyes(&start));
    let fits =
        is_of::<G>(&net.model) && eyes.is_none_or(|eyes| has_shape(&net.model, eyes.as_ref()));
    match fits {
        true => Ok(Settings { net, manner }),
        false => Err(PlayerError::NetOfAnother { file: net.name }),
    }
}

/// The levels, as people choose them.
pub fn with_levels<G: Played>(kind: PlayerKind<G>) -> PlayerKind<G> {
    let level = |step: &Step| Level { name: step.name, keys: format!("level={}", step.key) };
    kind.with_levels(G::neural_levels().iter().map(level).collect()).at_its_best("level=full")
}

/// What any player takes, and the positions looked at.
pub const MEGABYTES: usize = ANY_MEGABYTES + 256;
