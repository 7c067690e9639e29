//! Languages of the user's own, from a folder.

use std::{
    fs,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
};

use crate::{finish, program, run};

/// A folder with one language that hardly says anything, and one that is broken.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let words = "language-name = Xish\ngame-hex = Xex\ncolumn-full = Tocolo { $column }.\n";
    fs::write(folder.path().join("xx.ftl"), words).unwrap();
    let broken = "game-hex = Yex\n\nthis is no message\ngame-arimaa = { $nobody }\n";
    fs::write(folder.path().join("yy.ftl"), broken).unwrap();
    folder
}

#[test]
fn a_language_of_ones_own_is_spoken_and_what_it_lacks_is_english_and_told() {
    let folder = folder();
    let place = folder.path().to_str().unwrap();
    let told = run(&["--languages", place, "games", "--lang", "xx"]);
    assert_eq!(told.code, 0);
    assert!(told.out.contains("Xex") && told.out.contains("Tic-tac-toe"), "{}", told.out);
    assert_eq!(told.err.lines().count(), 1, "{}", told.err);
    assert!(told.err.contains("xx.ftl") && told.err.contains("missing"), "{}", told.err);
    // The same by a variable, and nobody else hears of it.
    let named = finish(program().env("LUDOTECA_LANGUAGES", place).args(["games", "--lang=xx"]));
    assert_eq!((named.out, named.err), (told.out, told.err));
    let english = run(&["games", "--languages", place]);
    assert!(english.said().contains("Hex") && !english.out.contains("Xex"));
}

#[test]
fn what_is_wrong_in_a_file_is_told_with_its_line_and_stops_nothing() {
    let folder = folder();
    let place = folder.path().to_str().unwrap();
    let told = run(&["games", "--languages", place, "--lang", "yy"]);
    assert!(told.code == 0 && told.out.contains("Yex"), "{}", told.err);
    let first = told.err.lines().next().unwrap();
    assert!(first.contains("yy.ftl, line 3: “this is no message”"), "{first}");
    assert!(first.contains("one more"), "{first}");
    let refused = run(&["games", "--languages", place, "--lang", "zz"]);
    assert!(refused.refused(2).contains("en, es, xx, yy"), "{}", refused.err);
    let nowhere = run(&["games", "--languages", "/no/such/folder"]);
    assert_eq!(nowhere.code, 0);
    assert!(nowhere.err.contains("/no/such/folder"), "{}", nowhere.err);
}

#[test]
fn the_page_is_offered_every_language_and_the_server_tells_of_all_files() {
    let (folder, data) = (folder(), tempfile::tempdir().unwrap());
    let place = folder.path().to_str().unwrap();
    let mut server = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"))
        .args(["--lang", "en", "--languages", place, "serve", "--port", "0", "--data"])
        .arg(data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let get = |path: &str| {
        let url = format!("{}{path}", address.trim_end());
        ureq::get(url).call().unwrap().into_body().read_to_string().unwrap()
    };
    assert_eq!(get("/api/languages"), r#"["en","es","xx","yy"]"#);
    let words = get("/api/words/xx.ftl");
    // The page takes the last message of a name.
    let last = words.lines().rfind(|line| line.starts_with("game-hex ="));
    assert_eq!(last, Some("game-hex = Xex"));
    assert!(words.contains("\npage-home = Home\n"));
    assert!(get("/").contains("&quot;xx&quot;:&quot;Xish&quot;"));
    server.kill().unwrap();
    let told = server.wait_with_output().unwrap().stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("xx.ftl") && told.contains("yy.ftl, line 3"), "{told}");
}
