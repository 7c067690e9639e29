//! How `neural` plays: its levels, and what can be set of each.

use std::sync::Arc;

use ludoteca_games::{
    Game, Hex,
    params::{Key, Kind, Values},
};
use ludoteca_nets::Model;

use super::{
    eyes::{Named, fits, has_shape, is_of},
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

/// What makes a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    looks: Option<u64>,
    temperature: f64,
    view: usize,
    pub proves: bool,
}

const fn at_a_glance(temperature: f64, view: usize) -> Strength {
    Strength { looks: Some(1), temperature, view, proves: false }
}

const fn looking(looks: Option<u64>) -> Strength {
    Strength { looks, temperature: 0.0, view: 1, proves: true }
}

/// The levels by name, the weakest first. Of Hex, on 11x11, each up to `strong` wins 66 to 76 of
/// 100 games against the one before.
const LEVELS: [(&str, &str, Strength); 17] = [
    ("child", "level-child", at_a_glance(9.0, 60)),
    ("pupil", "level-pupil", at_a_glance(7.0, 50)),
    ("beginner", "level-beginner", at_a_glance(6.0, 40)),
    ("improver", "level-improver", at_a_glance(4.5, 28)),
    ("casual", "level-casual", at_a_glance(4.0, 24)),
    ("hobby", "level-hobby", at_a_glance(3.5, 20)),
    ("regular", "level-regular", at_a_glance(2.8, 16)),
    ("normal", "level-normal", at_a_glance(2.5, 14)),
    ("keen", "level-keen", at_a_glance(2.2, 12)),
    ("skilled", "level-skilled", at_a_glance(1.9, 11)),
    ("club", "level-club", at_a_glance(1.6, 10)),
    ("league", "level-league", at_a_glance(1.0, 6)),
    ("strong", "level-strong", at_a_glance(0.6, 4)),
    ("expert", "level-expert", at_a_glance(0.0, 1)),
    ("veteran", "level-veteran", looking(Some(48))),
    ("master", "level-master", looking(Some(128))),
    ("full", "level-full", looking(None)),
];
/// The level for somebody who has not chosen.
const USUAL: usize = 4;
/// The same for somebody who brings a net: it is to show what it can do.
const FULL: usize = LEVELS.len() - 1;

/// The key `level`.
fn level(form: &mut Form<'_>, usual: usize) -> Strength {
    let strengths = LEVELS.map(|(key, _, strength)| (key, strength));
    form.choice("level", strengths, "key-neural-level").or(LEVELS[usual].2)
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
    let level = level(form, USUAL);
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
    let level = level(form, if built_in.is_empty() { FULL } else { USUAL });
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
pub fn with_levels<G: Game>(kind: PlayerKind<G>) -> PlayerKind<G> {
    let level = |(key, name, _)| Level { name, keys: format!("level={key}") };
    kind.with_levels(LEVELS.into_iter().map(level).collect()).at_its_best("level=full")
}

/// What any player takes, and the positions looked at.
pub const MEGABYTES: usize = ANY_MEGABYTES + 256;
