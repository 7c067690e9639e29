//! What is kept, and comes from other machines or other days.

use std::{fs, path::Path, sync::Arc};

use ludoteca_arena::{Entrant, GameDone, GameJob, Pace, SelfPlayed};
use ludoteca_games::{GameTree, Start};
use ludoteca_lab::{import, tournament as tournaments};
use ludoteca_nets::{Model, learn::Learner};
use ludoteca_players::{
    AnyWatch, Budget, Supply, arimaa::strong::read_weights, ask, hex::strategy::Strategy, machine,
};
use ludoteca_server::Library;
use ludoteca_words::learn;

use crate::answer::{Answer, about};

pub const STRATEGY: &[&str] =
    &["size ", "red ", "blue ", "a1 ", "b2 ", "winner ", "claim ", "\n", "c3 d4 "];
pub const TOURNAMENT: &[&str] = &[
    "game = ",
    "\"hex\"\n",
    "form = ",
    "\"round-robin\"",
    "\"swiss\"",
    "\"knockout\"",
    "\"gauntlet\"",
    "\"duel\"",
    "[[player]]\n",
    "name = ",
    "player = ",
    "time = ",
    "games = ",
    "rounds = ",
    "seed = ",
    "openings = ",
    "[options]\n",
    "[adjudication]\n",
    "[sprt]\n",
    "elo0 = ",
    "jobs = ",
    "[limits]\n",
    "nodes = ",
    "increment = ",
    "anchor = ",
    "concurrency = ",
    "folder = ",
];
pub const RESULT: &[&str] = &[
    "\"pair\":",
    "\"game\":",
    "\"plies\":",
    "\"used\":",
    "\"left\":",
    "\"end\":",
    "\"winner\":",
    "\"first\"",
    "\"second\"",
    "\"fault\":",
    "\"seconds\":",
    "\"a1\"",
    "\"board\"",
    "\"resign\"",
    "\"time\"",
    "\"crash\"",
    "\"number\":",
    "\"found\":",
    "\"chances\":",
    "\"expected\":",
    "\"proved\":",
    "null",
    "1e308",
];
pub const ROWS: &[&str] = &[
    "{\"experiment\":\"arimaa-puzzles\",\"version\":\"0.1.0\"}\n",
    "\"run\":",
    "\"row\":",
    "\"settings\":",
    "\"machine\":",
    "\"hextress\"",
    "\"ants-vs-random\"",
    "\"games\":",
    "\"wins\":",
    "\n",
    "null",
];
pub const LANGUAGE: &[&str] = &[
    "language-name = ",
    "game-hex = ",
    "{ $side }",
    "{ $n ->\n",
    "   *[other] ",
    "    [one] ",
    "}\n",
    "-term = ",
    "\n    .attr = ",
    "{ \"",
    "{ NUMBER($n) }",
    "# ",
    "\u{feff}",
];

/// A net; and what it plays, if it is one.
pub fn net(input: &[u8]) -> Answer {
    let file = mended(input, 12);
    Answer::from(Model::read(&file), |model| {
        let file: Arc<[u8]> = file.clone().into();
        let read_file = |_: &str, _: usize| Ok(Arc::clone(&file));
        let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
        let played = ["tictactoe", "hex"].map(|game| {
            let tree = GameTree::begin(Start::of(game)).ok()?;
            let mut player = machine(game, "neural:level=casual,net=x", &supply).ok()?;
            let budget = Budget { nodes: Some(4), ..Budget::default() };
            ask(player.as_mut(), tree.line(), &budget, AnyWatch::Nobody).ok()?;
            Some(game)
        });
        let shape = model.shape();
        Answer::of((shape.planes, shape.channels, shape.blocks, about(model.record.len()), played))
    })
}

/// What a training goes on with.
pub fn checkpoint(input: &[u8]) -> Answer {
    Answer::from(Learner::read(&mended(input, 9)), |(learner, record)| {
        Answer::of((learner.shape().planes, about(record.len())))
    })
}

/// The same with the checksum that it should have behind so many bytes: what is damaged by chance is
/// found by that, and what is made by somebody has the right one.
fn mended(input: &[u8], at: usize) -> Vec<u8> {
    let mut file = input.to_vec();
    if let Some((head, body)) = file.split_at_mut_checked(at + 4) {
        head[at..].copy_from_slice(&crc32fast::hash(body).to_le_bytes());
    }
    file
}

/// Weights of Arimaa's strongest player.
pub fn weights(input: &[u8]) -> Answer {
    Answer::of(read_weights(&String::from_utf8_lossy(input)).is_some())
}

/// A kept strategy for Hex, played against every move.
pub fn strategy(input: &[u8]) -> Answer {
    let read = Strategy::read(&String::from_utf8_lossy(input));
    Answer::from(read.and_then(|strategy| strategy.check()), |_| Answer::of("it holds"))
}

/// What is asked for in the file of a tournament.
pub fn tournament(input: &[u8]) -> Answer {
    let words = String::from_utf8_lossy(input);
    let read_text = |_: &str| Ok("a1\nb2 c3\n# nothing\n".to_owned());
    let asked = tournaments::read(Path::new("t.toml"), &words, &Supply::seeded(1), &read_text);
    Answer::from(asked, |asked| Answer::of(about(format!("{:?}", asked.plan).len())))
}

/// A game that a worker says it has played: of a tournament, or of a net that learns.
pub fn result(input: &[u8]) -> Answer {
    let start = Start::of("hex").with("size", "3").with("swap", "none");
    let entrant = |name: &str| Entrant {
        name: name.to_owned(),
        player: "random".to_owned(),
        pace: Pace::default(),
    };
    let job = GameJob {
        pair: 0,
        game: 0,
        start: start.clone(),
        opening: vec!["a1".to_owned()],
        players: [entrant("a"), entrant("b")],
        adjudication: Default::default(),
        seed: 1,
    };
    let played = serde_json::from_slice::<GameDone>(input).ok().map(|done| {
        let _ = done.at_fault();
        Answer::from(done.record(&job), Answer::game)
    });
    let learnt = serde_json::from_slice::<SelfPlayed>(input)
        .ok()
        .map(|done| Answer::from(done.record(&start), Answer::game));
    Answer::of((played, learnt))
}

/// The rows of an experiment from another machine, with what they say.
pub fn rows(input: &[u8]) -> Answer {
    Answer::from(import(&String::from_utf8_lossy(input), "x"), |kept| {
        let Ok((experiment, _)) = kept.asked() else { return Answer::of("no experiment") };
        let report = experiment.compared(std::slice::from_ref(kept), ludoteca_words::Lang::ENGLISH);
        Answer::of((experiment.name(), about(kept.rows.len()), about(report.table.rows.len())))
    })
}

/// A store of games: of any version, and damaged.
pub fn store(input: &[u8]) -> Answer {
    let Ok(folder) = tempfile::tempdir() else { return Answer::of("no folder") };
    if fs::write(folder.path().join("ludoteca.db"), input).is_err() {
        return Answer::of("no file");
    }
    let checked = Library::check_file(folder.path()).ok().map(|faults| about(faults.len()));
    let games = Library::open(folder.path()).and_then(|library| {
        let ids = library.ids()?;
        let whole = ids.iter().filter(|id| library.check(id).is_none());
        Ok((about(library.list()?.0.len()), about(ids.len()), about(whole.count())))
    });
    Answer::from(games, |games| Answer::of((games, checked)))
}

/// A language of the user's own.
pub fn language(input: &[u8]) -> Answer {
    let Ok(folder) = tempfile::tempdir() else { return Answer::of("no folder") };
    if fs::write(folder.path().join("fr.ftl"), input).is_err() {
        return Answer::of("no file");
    }
    let notes = learn(folder.path());
    Answer::of(notes.iter().map(|note| note.text.id.to_string()).collect::<Vec<_>>())
}
