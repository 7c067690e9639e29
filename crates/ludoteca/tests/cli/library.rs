//! The stored games of the page, from a terminal.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Run, run, serve::served};

/// A folder with games in it, which the page would show.
struct Library(TempDir);

const CHECKERS: &str = "[White \"Ana\"]\n1. 11-15 {Old Fourteenth} (1. 9-13) 23-19! 2. 8-11 22-17 0-1\n\n\
                        [White \"Luis\"]\n1. 9-13 22-18 1/2-1/2\n";
const HEX: &str = "(;FF[4]GM[11]SZ[5]PB[Ana]C[Sunday];B[c3];W[swap-pieces](;B[b2];W[d2])(;B[a1]))";

impl Library {
    /// With three games: two of checkers and one of Hex.
    fn new() -> Library {
        let library = Library(tempfile::tempdir().unwrap());
        fs::write(library.path("games.pdn"), CHECKERS).unwrap();
        fs::write(library.path("game.sgf"), HEX).unwrap();
        let brought = library.run("import", &["games.pdn", "game.sgf"]);
        let said = brought.said();
        assert!(said.contains("games.pdn: added 2, there already 0, refused 0."), "{said}");
        assert!(said.contains("game.sgf: added 1, there already 0, refused 0."), "{said}");
        library
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn data(&self) -> String {
        self.path("data").display().to_string()
    }

    /// A command, in which names of files are those of the folder.
    fn run(&self, command: &str, words: &[&str]) -> Run {
        let here = |word: &&str| match Path::new(word).extension() {
            Some(_) => self.path(word).display().to_string(),
            None => (*word).to_owned(),
        };
        let words: Vec<String> = words.iter().map(here).collect();
        let words = words.iter().map(String::as_str);
        let (data, first) = (self.data(), ["library", command]);
        run(&first.into_iter().chain(words).chain(["--data", &data]).collect::<Vec<_>>())
    }

    fn list(&self, more: &[&str]) -> Value {
        self.run("list", &[&["--json"], more].concat()).json()
    }

    /// The name of the one game of a kind.
    fn id(&self, game: &str) -> String {
        let list = self.list(&["--game", game]);
        list["games"][0]["id"].as_str().unwrap().to_owned()
    }

    /// Changes the file behind the program's back.
    fn spoil(&self, change: impl Fn(Vec<u8>) -> Vec<u8>) {
        let file = self.path("data").join("ludoteca.db");
        fs::write(&file, change(fs::read(&file).unwrap())).unwrap();
    }
}

#[test]
fn stored_games_are_listed_the_last_one_first_and_as_many_as_wanted() {
    let library = Library::new();
    let all = library.list(&[]);
    assert_eq!(all["total"], 3);
    let games = all["games"].as_array().unwrap();
    let updated: Vec<i64> = games.iter().map(|game| game["updated"].as_i64().unwrap()).collect();
    assert!(updated.is_sorted_by(|one, two| one >= two), "{updated:?}");
    let hex = library.list(&["--game", "hex"]);
    assert_eq!(hex["total"], 1);
    let expected = json!({
        "game": "hex", "players": ["human", "human"], "names": ["Ana", ""],
        "result": null, "end": null, "plies": 4,
    });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&hex["games"][0][key], value, "{key}");
    }
    let some = library.list(&["--game", "checkers", "--limit", "1"]);
    assert_eq!((some["games"].as_array().unwrap().len(), &some["total"]), (1, &json!(2)));
    let told = library.run("list", &["--limit", "2"]);
    assert!(told.said().ends_with("2 of 3 games. --limit N shows more.\n"), "{}", told.out);
    assert!(library.run("list", &["--game", "arimaa"]).said().starts_with("No such games"));
    let results = library.list(&["--game", "checkers"]);
    let results: Vec<&Value> =
        results["games"].as_array().unwrap().iter().map(|game| &game["result"]).collect();
    assert!(results.contains(&&json!("first")) && results.contains(&&json!("draw")), "{results:?}");
}

#[test]
fn where_nothing_is_stored_everything_but_import_says_so_and_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("no/where");
    let data = data.to_str().unwrap();
    for words in [&["list"][..], &["export", "--all", "--to", "sgf"], &["check"], &["backup", "x"]]
    {
        let refused = run(&[&["library"], words, &["--data", data]].concat());
        assert!(refused.refused(1).starts_with("No games are kept in "), "{words:?}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn games_go_into_one_file_and_come_back_the_same() {
    let library = Library::new();
    let exported =
        library.run("export", &["--game", "checkers", "--to", "pdn", "--out", "all.pdn"]);
    assert!(exported.said().starts_with("2 games are in "), "{}", exported.out);
    let file = fs::read_to_string(library.path("all.pdn")).unwrap();
    for part in ["Ana", "Luis", "{Old Fourteenth}", "(1. 9-13)", "23-19!", "0-1", "1/2-1/2"] {
        assert!(file.contains(part), "{part}: {file}");
    }
    // What is there is there once.
    let again = library.run("import", &["all.pdn", "games.pdn", "game.sgf", "--json"]).json();
    assert_eq!((&again["added"], &again["refused"]), (&json!([]), &json!([])));
    let there: Vec<&Value> =
        again["there"].as_array().unwrap().iter().map(|game| &game["number"]).collect();
    assert_eq!(there, [1, 2, 1, 2, 1]);
    assert_eq!(library.list(&[])["total"], 3);
    // Said otherwise it is another game.
    fs::write(library.path("other.pdn"), CHECKERS.replace("Old", "New")).unwrap();
    let other = library.run("import", &["other.pdn", "--json"]).json();
    assert_eq!(
        (other["added"].as_array().unwrap().len(), library.list(&[])["total"].clone()),
        (1, json!(4))
    );
    let twice = library.run("export", &["--game", "hex", "--to", "sgf"]);
    assert!(twice.said().starts_with("(;FF[4]"), "{}", twice.out);
}

#[test]
fn games_go_into_a_folder_one_file_each_and_nothing_is_written_over() {
    let library = Library::new();
    let out = library.path("out").display().to_string();
    let words = ["--all", "--to", "json", "--out", &out];
    assert!(library.run("export", &words).said().starts_with("3 games are in "));
    let names: Vec<String> = fs::read_dir(&out)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    let hex = format!("hex-{}.json", library.id("hex"));
    assert!(names.len() == 3 && names.contains(&hex), "{names:?}");
    fs::write(library.path("out").join(&hex), "mine").unwrap();
    let again = library.run("export", &words);
    assert!(again.refused(1).ends_with("is there already. --force writes over it."));
    let forced = library.run("export", &[&words[..], &["--force", "--json"]].concat()).json();
    assert_eq!(forced["games"].as_array().unwrap().len(), 3);
    assert!(fs::read_to_string(library.path("out").join(&hex)).unwrap().contains("Sunday"));
    let apart = library.run("export", &["--all", "--to", "json"]);
    assert!(apart.refused(2).contains("name a folder"), "{}", apart.err);
    assert!(library.run("export", &["--to", "json"]).refused(2).starts_with("Which games?"));
}

#[test]
fn what_cannot_be_exported_or_carried_is_said() {
    let library = Library::new();
    let id = library.id("hex");
    let link = library.run("export", &[&id[..6], "--to", "hexworld"]);
    assert_eq!((link.code, &*link.out), (0, "https://hexworld.org/board/#5c1,c3:sb2d2\n"));
    assert!(link.err.contains("no place for it: comments"), "{}", link.err);
    assert!(link.err.contains("no place for it: variations"), "{}", link.err);
    let json = library.run("export", &[&id, "--to", "hexworld", "--json"]).json();
    let left = ["variations", "comments", "players"];
    assert_eq!(json["games"][0]["leaves_out"], json!(left));
    assert_eq!(json["games"][0]["record"], "https://hexworld.org/board/#5c1,c3:sb2d2\n");
    let other = library.run("export", &[&id, "--to", "pdn"]);
    assert_eq!((other.code, &*other.out), (1, ""));
    assert!(other.err.contains("Hex cannot be written as pdn"), "{}", other.err);
    let all = library.run("export", &["--all", "--to", "sgf"]);
    assert_eq!((all.code, all.out.matches("(;FF").count()), (0, 1), "{}", all.err);
    assert!(all.err.starts_with("2 games of other kinds cannot be written as sgf"), "{}", all.err);
    let none = library.run("export", &["nobody", "--to", "sgf"]);
    assert!(none.refused(1).contains("no game “nobody”"), "{}", none.err);
}

#[test]
fn a_picture_of_a_stored_game_is_made_too() {
    let library = Library::new();
    let id = library.id("hex");
    library.run("export", &[&id, "--to", "png", "--out", "x.png"]).said();
    assert!(fs::read(library.path("x.png")).unwrap().starts_with(b"\x89PNG\r\n"));
}

#[test]
fn of_a_file_with_faults_what_is_right_is_added_and_the_rest_is_named() {
    let library = Library::new();
    let file = "[Event \"1\"]\n1. 12-16 *\n\n[Event \"2\"]\n1. 11-15 22-18\n2. 9-13 *\n\n[Event \"3\"]\n1. 10-14 *\n";
    fs::write(library.path("some.pdn"), file).unwrap();
    fs::write(library.path("letter.txt"), "Dear all").unwrap();
    let brought = library.run("import", &["some.pdn", "letter.txt", "none.pdn"]);
    assert_eq!(brought.code, 1);
    assert_eq!(brought.err, "3 files or games were refused.\n");
    for part in [
        "some.pdn, game 2: Line 6, column 4: A capture is forced: 15x22.",
        "some.pdn: added 2, there already 0, refused 1.",
        "letter.txt: ",
        "no game that Ludoteca can read",
        "none.pdn",
    ] {
        assert!(brought.out.contains(part), "{part}: {}", brought.out);
    }
    let again = library.run("import", &["some.pdn", "--json"]);
    assert_eq!(again.code, 1);
    let document: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(document["refused"][0]["number"], 2);
    assert_eq!(
        (library.list(&[])["total"].clone(), document["added"].clone()),
        (json!(5), json!([]))
    );
}

#[test]
fn a_whole_library_is_told_from_a_damaged_one() {
    let library = Library::new();
    let whole = library.run("check", &[]);
    assert_eq!(whole.said(), "The file is whole, and so are all 3 games in it.\n");
    assert_eq!(library.run("check", &["--json"]).json(), json!({ "games": 3, "faults": [] }));
    // One ply of one game becomes another that cannot be played.
    let replaced = |bytes: Vec<u8>, from: &[u8], to: &[u8]| {
        let at = bytes.windows(from.len()).position(|part| part == from).unwrap();
        [&bytes[..at], to, &bytes[at + from.len()..]].concat()
    };
    library.spoil(|bytes| replaced(bytes, b"swap-pieces", b"swap-nieces"));
    let id = library.id("hex");
    let damaged = library.run("check", &["--json"]);
    assert_eq!(damaged.code, 1);
    let document: Value = serde_json::from_str(&damaged.out).unwrap();
    assert_eq!((&document["games"], &document["faults"][0]["id"]), (&json!(3), &json!(id)));
    let told = library.run("check", &[]);
    assert!(told.out.starts_with(&format!("The stored game {id} cannot be read")), "{}", told.out);
    assert!(told.err.starts_with("One fault was found (3 games looked at)"), "{}", told.err);
    // What is left can still be taken out.
    let out = library.run(
        "export",
        &["--all", "--to", "xml", "--out", &library.path("out").display().to_string()],
    );
    assert_eq!(
        (out.code, fs::read_dir(library.path("out")).unwrap().count()),
        (1, 2),
        "{}",
        out.err
    );
    library.spoil(|mut bytes| {
        bytes[100..].fill(7);
        bytes
    });
    let ruined = library.run("check", &[]);
    assert_eq!(ruined.code, 1, "{}{}", ruined.out, ruined.err);
    assert!((ruined.out + &ruined.err).contains("damaged"));
}

#[test]
fn a_copy_is_made_and_read_beside_a_server_that_goes_on() {
    let library = Library::new();
    let data = library.data();
    let server = served(&["serve"], &data);
    let saved = library.run("backup", &["copy.db"]);
    assert!(saved.said().starts_with("A copy with all 3 games is in "), "{}", saved.out);
    assert!(library.run("backup", &["copy.db"]).refused(1).contains("is there already"));
    fs::write(library.path("more.txt"), "4435").unwrap();
    assert!(library.run("import", &["more.txt"]).said().contains("added 1"));
    let list = ureq::get(format!("{}/api/games", server.link())).call().unwrap();
    let list: Value = serde_json::from_reader(list.into_body().into_reader()).unwrap();
    assert_eq!(list["total"], 4, "the server shows what was added");
    assert!(library.run("check", &[]).said().contains("all 4 games"));
    let forced = library.run("backup", &["copy.db", "--force", "--json"]).json();
    assert_eq!(forced["games"], 4);
    let itself = library.path("data").join("ludoteca.db").display().to_string();
    let refused = run(&["library", "backup", &itself, "--force", "--data", &data]);
    assert!(refused.refused(1).contains("the file that is to be copied"), "{}", refused.err);
    drop(server);
    // The copy is a library of its own.
    let other = library.path("other");
    fs::create_dir(&other).unwrap();
    fs::rename(library.path("copy.db"), other.join("ludoteca.db")).unwrap();
    let other = other.display().to_string();
    let whole = run(&["library", "check", "--data", &other]);
    assert!(whole.said().contains("all 4 games"), "{}", whole.out);
    let exported = run(&["library", "export", "--game", "hex", "--to", "sgf", "--data", &other]);
    assert!(exported.said().contains("C[Sunday]"), "{}", exported.out);
}

#[test]
fn games_of_an_older_version_are_brought_up_to_date_as_a_server_does() {
    let library = Library(tempfile::tempdir().unwrap());
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/tests/data/version-4.db");
    fs::create_dir(library.path("data")).unwrap();
    let file = library.path("data").join("ludoteca.db");
    fs::copy(old, &file).unwrap();
    // A copy is a copy: it changes nothing.
    let before = fs::read(&file).unwrap();
    library.run("backup", &["old.db"]).said();
    assert_eq!(fs::read(&file).unwrap(), before);
    let games = library.list(&[])["total"].as_u64().unwrap();
    assert!(games > 1);
    assert!(library.run("check", &[]).said().contains(&format!("all {games} games")));
}
