//! All that reads what others wrote: a line for each.

mod api;
mod files;
mod kept;
mod programs;
mod texts;

use crate::answer::Answer;

/// One thing that reads what others wrote.
pub struct Target {
    /// Its name, and the name of the folder with its corpus.
    pub name: &'static str,
    /// How often it is tried in the usual tests: less often where once takes long.
    pub often: u64,
    /// Words that mean something to it.
    pub words: &'static [&'static str],
    /// Reads an input. It may refuse it, and it may not fall.
    pub run: fn(&[u8]) -> Answer,
}

const fn target(
    name: &'static str,
    often: u64,
    words: &'static [&'static str],
    run: fn(&[u8]) -> Answer,
) -> Target {
    Target { name, often, words, run }
}

/// All targets.
pub const TARGETS: &[Target] = &[
    // Files of games.
    target("sgf", 1500, files::SGF, files::any),
    target("xml", 1500, files::XML, files::any),
    target("json", 1500, files::JSON, files::any),
    target("pdn", 1500, files::PDN, files::any),
    target("arimaa", 1500, files::ARIMAA, files::any),
    target("hexworld", 1500, files::HEXWORLD, files::any),
    target("moves", 1500, files::MOVES, files::any),
    // What people type.
    target("position", 1500, texts::POSITION, texts::position),
    target("ply", 1500, texts::POSITION, texts::ply),
    target("player", 1500, texts::PLAYER, texts::player),
    target("rules", 1500, texts::RULES, texts::rules),
    target("gdl", 300, texts::GDL, texts::description),
    // Programs that talk to us, and programs that we talk to.
    target("htp", 300, programs::HTP, programs::htp),
    target("aei", 300, programs::AEI, programs::aei),
    target("ggp", 300, programs::GGP, programs::ggp),
    target("htp-opponent", 10, programs::HTP, programs::htp_opponent),
    target("aei-opponent", 10, programs::AEI, programs::aei_opponent),
    // What is kept, and comes from other machines or other days.
    target("net", 1500, &[], kept::net),
    target("checkpoint", 1500, &[], kept::checkpoint),
    target("weights", 1500, &[], kept::weights),
    target("strategy", 1500, kept::STRATEGY, kept::strategy),
    target("tournament", 1000, kept::TOURNAMENT, kept::tournament),
    target("result", 1500, kept::RESULT, kept::result),
    target("rows", 1500, kept::ROWS, kept::rows),
    target("store", 40, &[], kept::store),
    target("language", 60, kept::LANGUAGE, kept::language),
    // What browsers ask.
    target("api", 150, api::WORDS, api::ask),
];
