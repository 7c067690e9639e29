//! `tournament`: the table of the contract, nothing lost or played twice, faults told apart, and a
//! file whose mistakes are told with their lines.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use ludoteca_games::End;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Run, finish, kills, program, run};

/// A folder with a file that asks for a tournament, which is kept in `kept` beside it.
struct Place(TempDir);

impl Place {
    fn new(asked: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("kept");
        let asked = format!("out = {:?}\n{asked}", out.display().to_string());
        fs::write(folder.path().join("asked.toml"), asked).unwrap();
        Place(folder)
    }

    fn file(&self) -> String {
        self.0.path().join("asked.toml").display().to_string()
    }

    fn kept(&self) -> PathBuf {
        self.0.path().join("kept")
    }

    fn play(&self) -> Value {
        run(&["tournament", &self.file(), "--json"]).json()
    }

    fn of(&self, what: &str) -> Value {
        of(&self.kept(), what)
    }
}

fn of(folder: &Path, what: &str) -> Value {
    run(&["tournament", what, &folder.display().to_string(), "--json"]).json()
}

fn games(folder: &Path) -> BTreeMap<(u64, u64), Value> {
    let list = of(folder, "games");
    let list = list["games"].as_array().unwrap();
    let number = |game: &Value, name: &str| game[name].as_u64().unwrap();
    let by = |game: &Value| ((number(game, "pair"), number(game, "game")), game.clone());
    let all: BTreeMap<_, _> = list.iter().map(by).collect();
    assert_eq!(all.len(), list.len(), "no pair and game stand there twice");
    all
}

const CHEAP: &str = r#"
game = "connect4"
players = ["random", "mcts:playouts=10", "alphabeta:depth=1"]
rounds = 20
opening_plies = 3
nodes = 60
seed = 5
jobs = 2
"#;

#[test]
fn a_table_adds_up_and_every_game_can_be_taken_out_as_a_record() {
    let place = Place::new(CHEAP);
    let table = place.play();
    assert_eq!(
        (&table["games"], &table["sprt"], &table["over"]),
        (&json!(120), &json!(null), &json!(true))
    );
    let players = table["players"].as_array().unwrap();
    let count = |name: &str| -> u64 { players.iter().map(|row| row[name].as_u64().unwrap()).sum() };
    assert_eq!(count("wins") + count("losses") + count("draws"), 240);
    assert_eq!(count("wins"), count("losses"));
    for row in players {
        let elo = |name: &str| row[name].as_f64().unwrap();
        assert!(elo("low") <= elo("elo") && elo("elo") <= elo("high"), "{row}");
        assert_eq!(row["faults"], json!({}));
    }
    assert_eq!(players[2]["name"], "random", "whoever moves at random is last");
    assert_eq!((&players[2]["elo"], &players[2]["low"]), (&json!(0.0), &json!(0.0)));
    let all = games(&place.kept());
    assert_eq!(all.len(), 120);
    for (pair, game) in all.keys() {
        let [one, two] = [0, 1].map(|game| &all[&(*pair, game)]);
        assert_eq!((&one["first"], &one["second"]), (&two["second"], &two["first"]), "{game}");
    }
    let record: Value = serde_json::from_str(all[&(7, 1)]["record"].as_str().unwrap()).unwrap();
    assert_eq!(record["players"], json!([all[&(7, 1)]["first"], all[&(7, 1)]["second"]]));
    let file = place.0.path().join("game.json");
    fs::write(&file, all[&(7, 1)]["record"].as_str().unwrap()).unwrap();
    let moves = run(&["convert", &file.display().to_string(), "--to", "c4"]);
    assert_eq!(moves.said().trim().len(), all[&(7, 1)]["moves"].as_u64().unwrap() as usize + 3);
    for name in ["report.html", "players.csv", "games.csv"] {
        let words = fs::read_to_string(place.kept().join(name)).unwrap();
        assert!(words.contains("mcts:playouts=10") && !words.contains("NaN"), "{name}");
    }
    assert_eq!(place.of("table"), table);
}

#[test]
fn people_read_a_table_and_those_who_test_programs_find_their_figures() {
    let place = Place::new(
        "game = \"tictactoe\"\nplayers = [\"alphabeta\", \"random\"]\nrounds = 20\nnodes = 500\n",
    );
    let told = run(&["tournament", &place.file()]);
    let told = told.said();
    assert!(told.starts_with("alphabeta is the strongest"), "{told}");
    for part in [
        "Rank  Player",
        "Results of alphabeta vs random:",
        "nElo: ",
        "LOS: 100.00 %",
        "DrawRatio: ",
        "Games: 40, Wins: ",
        "Ptnml(0-2): [0, ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let folder = place.kept().display().to_string();
    let told = run(&["tournament", "table", &folder, "--lang", "es"]);
    assert!(told.said().contains("Puesto"), "{}", told.out);
    assert!(run(&["tournament", &place.file()]).refused(1).contains("tournament resume"));
}

#[test]
fn a_cup_and_a_swiss_tournament_say_how_their_rounds_went_and_who_has_won() {
    let players = "players = [\"random\", \"alphabeta\", \"mcts:playouts=20\"]\n";
    let asked = format!("game = \"tictactoe\"\n{players}rounds = 2\nnodes = 300\nseed = 3\n");
    let cup = Place::new(&format!("{asked}form = \"knockout\"\n"));
    let table = cup.play();
    let rounds = table["rounds"].as_array().unwrap();
    assert_eq!((rounds.len(), &rounds[0]["rests"]), (2, &json!(["random"])), "{table}");
    let last = &rounds[1]["meetings"][0];
    assert_eq!((&last["winner"], &table["places"]), (&table["winner"], &Value::Null));
    assert_eq!(
        rounds[0]["meetings"][0]["winner"], last["b"],
        "whoever wins meets the one who rested"
    );
    let winner = table["winner"].as_str().unwrap();
    let folder = cup.kept().display().to_string();
    let told = run(&["tournament", "table", &folder]);
    assert!(told.said().starts_with(&format!("{winner} has won: ")), "{}", told.out);
    assert!(told.out.contains("Final") && told.out.contains("Semi-final"), "{}", told.out);
    let told = run(&["tournament", "table", &folder, "--lang", "es"]);
    assert!(told.said().starts_with(&format!("Ha ganado {winner}: ")), "{}", told.out);
    let page = fs::read_to_string(cup.kept().join("report.html")).unwrap();
    assert!(page.contains("<h2>Rounds</h2>") && page.contains("Semi-final"));

    let swiss = Place::new(&format!("{asked}form = \"swiss\"\nswiss_rounds = 2\n"));
    let table = swiss.play();
    let places = table["places"].as_array().unwrap();
    let points: f64 = places.iter().map(|place| place["points"].as_f64().unwrap()).sum();
    // In each of two rounds four games are played and one rests, who is given four points.
    assert_eq!((places.len(), points), (3, 2.0 * (4.0 + 4.0)));
    assert_eq!(
        (&places[0]["name"], &table["rounds"][0]["meetings"][0]["winner"]),
        (&table["winner"], &Value::Null)
    );
    let told = run(&["tournament", "table", &swiss.kept().display().to_string()]);
    assert!(told.said().contains("Points of those met"), "{}", told.out);
    // Who meets everybody has no rounds.
    let all = Place::new(&asked).play();
    assert_eq!((&all["rounds"], &all["winner"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_test_of_two_players_ends_as_soon_as_it_knows() {
    let place = Place::new(
        "game = \"connect4\"\nform = \"duel\"\nplayers = [\"alphabeta:depth=1\", \"random\"]\n\
         rounds = 2000\nopening_plies = 2\nnodes = 50\n\
         sprt = { elo0 = 0, elo1 = 50, alpha = 0.05, beta = 0.05 }\n",
    );
    let table = place.play();
    let sprt = &table["sprt"];
    assert_eq!((&sprt["decision"], &table["over"]), (&json!("h1"), &json!(true)));
    assert!(sprt["llr"].as_f64().unwrap() >= 2.94, "{sprt}");
    assert!(table["games"].as_u64().unwrap() < 400, "{table}");
    let told = run(&["tournament", "resume", &place.kept().display().to_string()]);
    assert!(told.said().starts_with("The test has ended: alphabeta:depth=1 is stronger"));
}

fn start(words: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Everything about a game but how long it took.
fn timeless(games: &BTreeMap<(u64, u64), Value>) -> BTreeMap<(u64, u64), Value> {
    let without = |game: &Value| {
        let mut game = game.clone();
        game["seconds"].take();
        let mut record: Value = serde_json::from_str(game["record"].as_str().unwrap()).unwrap();
        for ply in record["moves"].as_array_mut().unwrap() {
            ply["used"].take();
        }
        game["record"] = record;
        game
    };
    games.iter().map(|(number, game)| (*number, without(game))).collect()
}

#[test]
fn killed_at_any_moment_it_goes_on_with_every_game_played_once() {
    let asked = format!("{CHEAP}\nform = \"swiss\"\nswiss_rounds = 2\n")
        .replace("rounds = 20\n", &format!("rounds = {}\n", 10 * kills::kills(12)));
    let whole = Place::new(&asked);
    let table = whole.play();
    let place = Place::new(&asked);
    let folder = place.kept().display().to_string();
    let mut known = BTreeMap::new();
    let most = kills::kills(12);
    let mut kills = 0;
    let mut chance = 7u64;
    let mut tries = 0;
    loop {
        let file = place.file();
        let begin: &[&str] = &["tournament", &file];
        let go_on: &[&str] = &["tournament", "resume", &folder];
        let mut child = start(if kills == 0 { begin } else { go_on });
        // Anywhere in its life: while it begins, while it plays, while it writes.
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        tries += 1;
        thread::sleep(Duration::from_millis(20 + (chance >> 33) % 200 + 10 * tries));
        let ended = child.try_wait().unwrap().is_some();
        child.kill().ok();
        child.wait().unwrap();
        if !place.kept().join("tournament.db").exists() {
            continue;
        }
        kills += usize::from(!ended);
        let looked = finish(program().args(["tournament", "games", &folder, "--json"]));
        if looked.code != 0 {
            // Killed before the tournament was begun: the folder has none, and it can be begun.
            assert!(looked.err.contains("has no tournament"), "{}", looked.err);
            kills = 0;
            continue;
        }
        let now = games(&place.kept());
        for (number, game) in &known {
            assert_eq!(now.get(number), Some(game), "what was kept stays as it was");
        }
        known = now;
        if ended || kills == most {
            break;
        }
    }
    let end = run(&["tournament", "resume", &folder, "--json"]).json();
    eprintln!("{kills} kills while it played");
    assert!(kills > 0, "it was never killed while it played");
    assert_eq!(timeless(&games(&place.kept())), timeless(&games(&whole.kept())));
    assert_eq!(end["players"], table["players"], "the table is that of one that was left alone");
}

/// Runs a script of shell as on a disk of three megabytes at `$disk`, where the system lets us make one;
/// what it says, and nothing where it does not.
#[cfg(target_os = "linux")]
fn on_a_small_disk(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let script =
        format!("mount -t tmpfs -o size=3M none \"$disk\" || exit 9; cd \"$disk\"; {script}");
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .env("disk", folder.path())
        .env("LANG", "C")
        .env("ludoteca", assert_cmd::cargo::cargo_bin!("ludoteca"))
        .output()
        .unwrap();
    if matches!(output.status.code(), Some(1 | 9)) {
        return String::new();
    }
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_it_stops_with_words_and_where_nothing_can_be_written_it_can_be_read() {
    let asked = "game = \\\"tictactoe\\\"\\nplayers = [\\\"random\\\", \\\"mcts:playouts=5\\\"]\\n\
                 rounds = 500\\nnodes = 10\\nout = \\\"$disk/cup\\\"\\n";
    let told = on_a_small_disk(&format!(
        "printf \"{asked}\" > t.toml
         $ludoteca tournament t.toml 2>&1 && echo not full
         $ludoteca --lang es tournament resume cup 2>&1
         mount -o remount,size=60M \"$disk\"
         $ludoteca tournament resume cup --json > /dev/null || echo does not go on
         mount -o remount,ro \"$disk\"
         echo read: $($ludoteca tournament table cup)
         $ludoteca tournament resume cup 2>&1
         exit 0"
    ));
    if told.is_empty() {
        eprintln!("no small disk can be made here");
        return;
    }
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].contains("the disk is full. All games up to here are kept"), "{told}");
    assert!(lines[1].contains("el disco está lleno"), "{told}");
    assert!(
        lines[2].starts_with("read: ") && lines[2].contains("after 1,000 of 1,000 games"),
        "{told}"
    );
    assert!(lines[3].contains("the disk can only be read"), "{told}");
    assert_eq!(lines.len(), 4, "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly_and_says_how_to_go_on() {
    let place = Place::new(&CHEAP.replace("rounds = 20", "rounds = 3000"));
    let child = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(["--lang", "en", "tournament", &place.file(), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = || {
        place.kept().join("tournament.db").exists() && {
            let looked = finish(program().args([
                "tournament",
                "table",
                &place.kept().display().to_string(),
                "--json",
            ]));
            looked.code == 0 && looked.json()["games"] != 0
        }
    };
    while !begun() {
        thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("tournament resume"), "{said}");
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(table["games"].as_u64().unwrap() as usize, games(&place.kept()).len());
}

/// A program made of a few words of shell, which answers everything with nothing and moves so.
fn moving(answer: &str) -> String {
    let loops = format!(
        "while read -r c x; do case $c in genmove) {answer} ;; *) echo =; echo ;; esac; done"
    );
    format!("engine:wait=0.5,cmd=\"sh -c '{loops}'\"")
}

#[test]
fn faults_are_told_apart_and_a_program_that_fell_is_there_again_for_the_next_game() {
    let cases = [
        ("crash", moving("exit 3")),
        ("stall", moving("sleep 60")),
        ("illegal", moving("echo = a1; echo")),
        ("garbage", moving("echo nonsense; echo")),
        ("memory", moving("kill -9 $$")),
    ];
    let list: Vec<String> = cases
        .iter()
        .map(|(name, player)| format!("{{ name = \"{name}\", player = '''{player}''' }}"))
        .collect();
    // Whoever plays a1 plays what is taken.
    let openings = tempfile::NamedTempFile::new().unwrap();
    fs::write(openings.path(), "a1\n").unwrap();
    let place = Place::new(&format!(
        "game = \"hex\"\nsize = 3\nform = \"gauntlet\"\nrounds = 1\ntime = 0.1\n\
         openings = {:?}
players = [\"distance\", {}]
",
        openings.path(),
        list.join(", ")
    ));
    let table = place.play();
    for row in table["players"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        let faults = &row["faults"];
        match name {
            "distance" => assert_eq!((faults, &row["wins"]), (&json!({}), &json!(10))),
            // Both games, so that it was started anew after the first.
            _ => assert_eq!(faults, &json!({ name: 2 }), "{name}"),
        }
    }
    let all = games(&place.kept());
    assert!(all.values().all(|game| game["fault"].is_string()), "{all:?}");
    let known =
        |game: &Value| End::named(game["end"].as_str().unwrap(), Some(ludoteca_games::Side::First));
    assert!(all.values().all(|game| known(game).is_some()));
}

#[test]
fn mistakes_in_the_file_are_told_with_their_line_and_with_what_would_be_right() {
    let told = |asked: &str| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("t.toml");
        fs::write(&file, asked).unwrap();
        let said: Run = run(&["tournament", &file.display().to_string()]);
        let words = said.refused(1).to_owned();
        assert!(!folder.path().join("t").exists(), "nothing is begun");
        words
    };
    let good = "game = \"hex\"\nplayers = [\"random\", \"mcts\"]\n";
    for (asked, parts) in [
        ("game = hex\n", ["line 1", "words stand in quotes"]),
        ("game = \"chess\"\n", ["line 1", "connect4"]),
        ("form = \"swiss\"\n", ["game", "game = \"hex\""]),
        ("game = \"hex\"\nplayers = [\"random\"]\n", ["line 2", "from 2 to"]),
        ("game = \"hex\"\nplayers = [\"random\",\n \"rnadom\"]\n", ["line 3", "mcts"]),
        ("game = \"hex\"\nplayers = [\"random\", \"random\"]\n", ["line 2", "name of its own"]),
        ("game = \"hex\"\nsize = 40\n", ["line 2", "from 1 to 19"]),
        (
            &format!("{good}form = \"cup\"\n"),
            ["line 3", "round-robin, gauntlet, knockout, swiss, duel"],
        ),
        (&format!("{good}round = 3\n"), ["line 3", "rounds"]),
        (&format!("{good}time = -1\n"), ["line 3", "from 0"]),
        (&format!("{good}nodes = \"many\"\n"), ["line 3", "whole number"]),
        (&format!("{good}increment = 1\n"), ["line 3", "game_time"]),
        (&format!("{good}openings = \"nowhere\"\n"), ["line 3", "nowhere"]),
        (&format!("{good}sprt = {{ elo0 = 5, elo1 = 0 }}\n"), ["line 3", "less than"]),
        (&format!("{good}sprt = {{ elo = 5 }}\n"), ["line 3", "elo0, elo1, alpha, beta"]),
        (&format!("{good}anchor = \"best\"\n"), ["line 3", "random, mcts"]),
        (&format!("{good}size = 9\nopenings = \"balanced\"\n"), ["line 4", "size = 11"]),
        (
            "game = \"arimaa\"\nplayers = [\"random\", \"mcts\"]\nadjudication = { exact = 5 }\n",
            ["line 3", "exact"],
        ),
    ] {
        let said = told(asked);
        assert!(parts.iter().all(|part| said.contains(part)), "{asked}: {said}");
    }
    assert!(run(&["tournament", "resume", "/nowhere"]).refused(1).contains("no tournament"));
    assert!(run(&["tournament"]).refused(2).contains("FILE"));
}
