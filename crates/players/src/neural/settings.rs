//! How `neural` plays: its levels, and what can be set of each.

use std::{fmt, sync::Arc};

use ludoteca_games::Hex;
use ludoteca_nets::{Model, Net};

use super::{
    Neural,
    sight::{self, Size},
};
use crate::{FileKind, Form, Level, PlayerError, PlayerKind, kind::ANY_MEGABYTES};

/// The net that looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Which {
    /// One that comes with the program, as the budget suggests.
    Auto,
    /// One that comes with the program.
    BuiltIn(Size),
    /// One out of a file.
    Own(OwnNet),
}

/// A net out of a file, by the file's name.
#[derive(Clone, PartialEq)]
pub struct OwnNet {
    file: String,
    model: Arc<Model>,
}

impl OwnNet {
    pub fn net(&self) -> Net {
        Net::new(&self.model)
    }
}

impl fmt::Debug for OwnNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)
    }
}

/// How a Neural plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub net: Which,
    /// Positions it looks at for a move; as many as its budget allows if nobody says. With one it
    /// plays by what it sees at first.
    pub looks: Option<u64>,
    /// How readily it plays what looks less good at first sight, where it looks only once.
    pub temperature: f64,
    /// How many moves it considers where it looks only once.
    pub view: usize,
    /// Whether it works out what is certain.
    pub proves: bool,
    /// How much it tries what it knows little of.
    pub explore: f64,
    /// Whether it gives up when there is no hope.
    pub resigns: bool,
    /// Room for proofs, in megabytes.
    pub table: usize,
}

/// What makes a level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Strength {
    looks: Option<u64>,
    temperature: f64,
    view: usize,
    proves: bool,
}

const fn at_a_glance(temperature: f64, view: usize) -> Strength {
    Strength { looks: Some(1), temperature, view, proves: false }
}

const fn looking(looks: Option<u64>) -> Strength {
    Strength { looks, temperature: 0.0, view: 1, proves: true }
}

/// The levels by name, the weakest first. Up to the one that plays what looks best at a glance each
/// wins about 70 of 100 games against the one before, on 11x11.
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

fn read(form: &mut Form<'_>) -> Result<Settings, PlayerError> {
    let strengths = LEVELS.map(|(key, _, strength)| (key, strength));
    let level = form.choice("level", strengths, "key-neural-level").or(LEVELS[USUAL].2);
    let files = FileKind { language: "net", built_in: sight::built_in(), needs: None };
    let net = form.file("net", files, "key-neural-net").optional();
    let looks = form.whole("looks", 1..=1_000_000_000, "key-neural-looks").optional();
    let temperature = form.real("temperature", 0.0..=100.0, "key-neural-temperature").optional();
    let view = form.whole("view", 1..=361, "key-neural-view").optional();
    let explore = form.real("explore", 0.0..=10.0, "key-explore").or(1.25);
    let resigns = form.switch("resign", "key-neural-resign").or(false);
    let table = form.whole("table", 1..=4096, "key-neural-table").or(32);
    let net = match net {
        None => Which::Auto,
        Some(file) => match Size::named(&file) {
            Some(size) => Which::BuiltIn(size),
            None => {
                let bytes = form.read(&file, Model::LARGEST_FILE)?;
                match Model::read(&bytes) {
                    Ok(model) if model.shape().planes == 2 => {
                        Which::Own(OwnNet { file, model: Arc::new(model) })
                    }
                    Ok(_) => return Err(PlayerError::NetOfAnother { file }),
                    Err(why) => return Err(PlayerError::Net { file, why }),
                }
            }
        },
    };
    Ok(Settings {
        net,
        looks: looks.or(level.looks),
        temperature: temperature.unwrap_or(level.temperature),
        view: view.unwrap_or(level.view),
        proves: level.proves,
        explore,
        resigns,
        table,
    })
}

/// `neural` for the registry.
pub(crate) fn kind() -> PlayerKind<Hex> {
    let level = |(key, name, _)| Level { name, keys: format!("level={key}") };
    PlayerKind::by_chance("neural", read, |settings, seed| Neural::new(settings.clone(), seed))
        .with_levels(LEVELS.into_iter().map(level).collect())
        .at_its_best("level=full")
        .telling("level=full,looks=40")
        // Positions looked at, connections, and what the solver has.
        .taking(|values| {
            let table = values.int("table").map_or(32, |table| table as usize);
            ANY_MEGABYTES + 256 + 128 + 2 * table
        })
}
