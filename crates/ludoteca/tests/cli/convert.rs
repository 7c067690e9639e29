use std::{fs, path::PathBuf};

use tempfile::TempDir;

use crate::{Run, finish, line, program, run};

/// A folder with files in it, by their names.
struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        files.iter().for_each(|(name, words)| fs::write(folder.path(name), words).unwrap());
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn convert(&self, file: &str, to: &str) -> Run {
        run(&["convert", &self.name(file), "--to", to])
    }
}

const SGF: &str = "(;FF[4]GM[11]SZ[5]PB[Ana]C[Sunday];B[c3];W[swap-pieces](;B[b2];W[d2])(;B[a1]))";

#[test]
fn a_game_goes_from_format_to_format_and_comes_back_the_same() {
    let folder = Folder::with(&[("game.sgf", SGF)]);
    let first = folder.convert("game.sgf", "sgf").said().to_owned();
    fs::write(folder.path("x.xml"), folder.convert("game.sgf", "xml").said()).unwrap();
    fs::write(folder.path("x.json"), folder.convert("x.xml", "json").said()).unwrap();
    assert_eq!(folder.convert("x.json", "sgf").said(), first);
    let xml = fs::read_to_string(folder.path("x.xml")).unwrap();
    assert!(xml.contains("<game name=\"hex\" size=\"5\" swap=\"pieces\">"), "{xml}");
    assert!(xml.contains("<move side=\"white\">swap-pieces</move>"), "{xml}");
}

#[test]
fn what_a_format_has_no_place_for_is_left_out_and_said() {
    let folder = Folder::with(&[("game.sgf", SGF)]);
    let link = folder.convert("game.sgf", "hexworld");
    assert_eq!((link.code, &*link.out), (0, "https://hexworld.org/board/#5c1,c3:sb2d2\n"));
    assert!(link.err.contains("1 comment and 1 variation"), "{}", link.err);
    let text = folder.convert("game.sgf", "text");
    assert_eq!(text.out, "# ludoteca play hex --size 5 --swap pieces\nc3 swap-pieces b2 d2\n");
    let picture = folder.convert("game.sgf", "svg");
    assert!(picture.said().starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
}

#[test]
fn a_picture_of_dots_is_as_wide_as_somebody_says() {
    let folder = Folder::with(&[("game.sgf", SGF)]);
    let [game, out] = ["game.sgf", "out.png"].map(|name| folder.name(name));
    let width = |more: &[&str]| {
        run(&[&["convert", &game, "--to", "png", "--out", &out], more].concat()).said();
        let file = fs::read(&out).unwrap();
        assert!(file.starts_with(b"\x89PNG\r\n\x1a\n"));
        u32::from_be_bytes(file[16..20].try_into().unwrap())
    };
    assert_eq!([width(&[]), width(&["--pixels", "333"])], [1000, 333]);
    let other = run(&["convert", &game, "--to", "svg", "--pixels", "333"]);
    assert!(other.refused(2).contains("--to png"), "{}", other.err);
    assert!(run(&["convert", &game, "--to", "png", "--pixels", "5"]).refused(2).contains("16"));
    let piped = program().args(["convert", &game, "--to", "png"]).output().unwrap();
    assert!(piped.status.success() && piped.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn links_and_the_standard_input_are_read_too() {
    let link = "https://hexworld.org/board/#5c1,e4c3a2b2";
    let sgf = run(&["convert", link, "--to", "sgf"]);
    assert!(sgf.said().contains(";B[e4]\n;W[c3]\n;B[a2]\n;W[b2])"), "{}", sgf.out);
    let columns = finish(program().args(["convert", "-", "--to", "xml"]).write_stdin("4435\n"));
    assert!(columns.said().contains("<move side=\"yellow\">4</move>"), "{}", columns.out);
    let back = finish(program().args(["convert", "-", "--to", "c4"]).write_stdin(columns.out));
    assert_eq!(back.said(), "4435\n");
}

#[test]
fn the_result_goes_into_a_file_where_one_is_named() {
    let folder = Folder::with(&[("game.sgf", SGF)]);
    let out = folder.name("out.xml");
    let done = run(&["convert", &folder.name("game.sgf"), "--to", "xml", "--out", &out]);
    assert_eq!(done.said(), format!("The game is in {out}.\n"));
    assert_eq!(fs::read_to_string(&out).unwrap(), folder.convert("game.sgf", "xml").out);
    let nowhere = run(&["convert", &out, "--to", "sgf", "--out", "/no/such/folder/x"]);
    assert!(nowhere.refused(1).contains("/no/such/folder/x"));
}

#[test]
fn what_cannot_be_converted_is_refused_with_what_could() {
    let folder = Folder::with(&[
        ("four.txt", "4435"),
        ("wrong.sgf", "(;GM[11]\n;B[a1]\n;W[a1])"),
        ("letter.txt", "Dear all"),
    ]);
    let other = folder.convert("four.txt", "sgf");
    let said = "Connect Four cannot be written as sgf, only as xml, json, text, c4, svg, png.";
    assert_eq!(other.refused(1), said);
    let wrong = folder.convert("wrong.sgf", "xml");
    assert!(
        wrong.refused(1).ends_with("wrong.sgf: Line 3, column 4: a1 is taken."),
        "{}",
        wrong.err
    );
    assert!(
        folder.convert("letter.txt", "xml").refused(1).contains("no game that Ludoteca can read")
    );
    assert!(folder.convert("none.sgf", "xml").refused(1).contains("does not exist"));
    let format = folder.convert("four.txt", "pdf");
    assert!(
        format.refused(2).contains("sgf, xml, hexworld, json, text, c4, arimaa, pdn, svg, png"),
        "{}",
        format.err
    );
    assert!(line("convert x.sgf").refused(2).contains("--to"));
}

#[test]
fn a_position_is_the_end_of_a_game_in_any_file() {
    let folder = Folder::with(&[("game.sgf", SGF), ("board.sgf", "(;GM[11]SZ[3]AB[a1];W[b1])")]);
    let count = |file: &str, more: &[&str]| {
        let at = format!("@{}", folder.name(file));
        run(&[&["perft", "hex", "1", "--position", &at, "--json"], more].concat())
    };
    assert_eq!(count("game.sgf", &[]).json()["nodes"], 22, "of 25 cells three are taken");
    assert_eq!(count("game.sgf", &["--size", "5"]).json()["nodes"], 22);
    assert_eq!(count("board.sgf", &[]).json()["nodes"], 7);
    let size = count("game.sgf", &["--size", "11"]);
    assert!(size.refused(1).ends_with("a game with size 5, and 11 was asked for."), "{}", size.err);
    let at = format!("@{}", folder.name("game.sgf"));
    let other = run(&["perft", "connect4", "1", "--position", &at]);
    assert!(other.refused(1).ends_with("The file holds a game of Hex."), "{}", other.err);
}

#[test]
fn a_record_of_arimaa_is_converted_and_is_a_position() {
    let record = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n\
                  1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7\n\
                  2g Ee2n Ee3n\n2s resigns\n";
    let folder = Folder::with(&[("game.txt", record)]);
    assert_eq!(folder.convert("game.txt", "arimaa").said(), record);
    assert!(folder.convert("game.txt", "json").said().contains("Ee3n"));
    let at = format!("@{}", folder.name("game.txt"));
    let answer = run(&["perft", "arimaa", "0", "--position", &at, "--json"]).json();
    assert_eq!(answer["nodes"], 1);
}

#[test]
fn a_game_is_saved_in_the_format_its_name_ends_with_and_goes_on() {
    let folder = Folder::with(&[("theirs.sgf", "(;GM[11];B[a1])")]);
    let play = |words: &str, typed: String| {
        finish(program().arg("play").args(words.split(' ')).write_stdin(typed))
    };
    let [sgf, xml, theirs] = ["mine.sgf", "mine.xml", "theirs.sgf"].map(|name| folder.name(name));
    let typed = format!("c3 swap\nsave {sgf}\nb2\nsave {sgf}\nsave {xml}\nsave {theirs}\nquit\n");
    let game = play("hex --size 5 --swap pieces --second human", typed);
    assert_eq!(game.said().matches("Saved in ").count(), 3, "{}", game.out);
    assert!(game.out.contains("theirs.sgf is there already"), "{}", game.out);
    let saved = fs::read_to_string(&sgf).unwrap();
    assert!(saved.ends_with(";B[c3]\n;W[swap-pieces]\n;B[b2])\n"), "{saved}");
    for file in [&sgf, &xml] {
        let again = play(&format!("hex --second human --position @{file}"), "b2\nquit\n".into());
        assert!(again.said().contains("b2 is taken"), "{}", again.out);
    }
    let four = play("connect4 --second human", format!("4\nsave {}\nquit\n", folder.name("x.sgf")));
    assert!(four.said().contains("Connect Four cannot be written as sgf"), "{}", four.out);
    let rows = "......./......./......./......./......./...X...";
    let board = folder.name("board.xml");
    let set_up =
        play(&format!("connect4 --second human --position {rows}"), format!("4\nsave {board}\n"));
    assert!(set_up.said().contains("Saved in "), "{}", set_up.out);
    assert!(fs::read_to_string(&board).unwrap().contains(&format!("<position>{rows}</position>")));
}

#[test]
fn checkers_goes_to_pdn_and_back_and_is_thought_about() {
    let game = "[White \"Ana\"]\n1. 11-15 {Old Fourteenth} 23-19 2. 8-11 22-17 0-1\n";
    let folder = Folder::with(&[("game.pdn", game), ("wrong.pdn", "1. 11-15 22-18\n2. 9-13")]);
    fs::write(folder.path("x.xml"), folder.convert("game.pdn", "xml").said()).unwrap();
    let again = folder.convert("x.xml", "pdn").said().to_owned();
    assert!(again.contains("1. 11-15 {Old Fourteenth} 1... 23-19 2. 8-11 22-17 0-1"), "{again}");
    let position = format!("@{}", folder.name("game.pdn"));
    let count = run(&["perft", "checkers", "1", "--position", &position, "--json"]).json();
    assert_eq!(count["nodes"], 8);
    let several = "1. 11-15 *\n\n1. 9-13 22-18 1/2-1/2\n";
    fs::write(folder.path("several.pdn"), several).unwrap();
    let first = folder.convert("several.pdn", "pdn");
    assert!(first.out.contains("1. 11-15 *"), "{}", first.out);
    assert!(first.err.contains("holds 2 games, and this is the first"), "{}", first.err);
    let file = folder.name("several.pdn");
    let second = run(&["convert", &file, "--to", "pdn", "--game", "2"]);
    assert!(second.said().contains("1. 9-13 22-18 1/2-1/2"), "{}", second.out);
    let third = run(&["convert", &file, "--to", "pdn", "--game", "3"]);
    assert!(third.refused(1).ends_with("There is no game 3 here: the file holds 2 games."));
    let position = format!("@{file}");
    let which = run(&["perft", "checkers", "1", "--position", &position]);
    assert!(which.refused(1).contains("holds 2 games, and one is needed here"));
    let wrong = folder.convert("wrong.pdn", "xml");
    let wrong = wrong.refused(1);
    assert!(wrong.ends_with("Line 2, column 4: A capture is forced: 15x22."), "{wrong}");
}
