use std::{env, fs, path::Path};

use insta::assert_snapshot;
use ludoteca_words::languages;

use crate::{finish, line, program, run};

#[test]
fn every_command_explains_itself_in_both_languages() {
    let commands = [
        "",
        "serve",
        "games",
        "play",
        "think",
        "perft",
        "engine",
        "ggp player",
        "ggp manager",
        "match",
        "tournament",
        "tournament resume",
        "bench",
        "convert",
        "library",
        "library list",
        "library export",
        "library import",
        "library check",
        "library backup",
        "stress",
        "experiment",
        "bench playouts",
        "help",
    ];
    for lang in ["en", "es"] {
        let mut all = String::new();
        for command in commands {
            let words = format!("{command} --help --lang {lang}");
            all += &format!("$ ludoteca {}\n{}\n", words.trim(), line(words.trim()).said());
        }
        assert_snapshot!(format!("help-{lang}"), all);
    }
}

#[test]
fn the_command_help_shows_the_same() {
    assert_eq!(line("help think").said().trim(), line("think -h").said().trim());
    assert_eq!(line("help bench playouts").said().trim(), line("bench playouts -h").said().trim());
    assert_eq!(line("help").said().trim(), line("--help").said().trim());
    assert!(line("help thikn").refused(2).contains("serve, games, play"));
    let experiment = line("help experiment ants-variants");
    assert_eq!(experiment.said().trim(), line("experiment -h").said().trim());
}

#[test]
fn the_version_is_one_line_and_says_for_what_the_program_was_built() {
    let version = concat!("ludoteca ", env!("CARGO_PKG_VERSION"));
    assert_eq!(line("-V").said(), format!("{version}\n"));
    let built = line("--version").said().to_owned();
    assert_eq!(built.lines().count(), 1, "{built}");
    assert!(built.starts_with(&format!("{version} ")), "{built}");
    assert!(built.contains(env::consts::ARCH) && built.contains(env::consts::OS), "{built}");
}

#[test]
fn shells_are_told_of_every_command_and_option() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = line(&format!("completions {shell}")).said().to_owned();
        for word in ["tournament", "opening-plies", "licences"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let refused = line("completions csh").refused(2).to_owned();
    assert!(refused.contains("bash, zsh, fish, powershell, elvish"), "{refused}");
}

#[test]
fn the_manual_is_a_folder_of_pages_in_the_language_of_whoever_asks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man1");
    let told = run(&["manual", path.to_str().unwrap(), "--lang", "es"]);
    assert!(told.said().contains("páginas"), "{}", told.out);
    let page = fs::read_to_string(path.join("ludoteca-think.1")).unwrap();
    assert!(page.starts_with(".TH LUDOTECA-THINK 1 "), "{page}");
    assert!(page.contains(".SH \"SINOPSIS\"") && page.contains("\\-\\-player"), "{page}");
    assert!(path.join("ludoteca-ggp-manager.1").exists());
}

#[test]
fn the_language_is_the_one_asked_for_or_that_of_the_environment_or_of_the_system() {
    let told = |words: &str, variables: &[(&str, &str)]| {
        let mut command = program();
        command.args(words.split(' ')).envs(variables.iter().copied());
        finish(&mut command).said().contains("Jugadores")
    };
    assert!(!told("games", &[]));
    assert!(told("games", &[("LANG", "es_CL.UTF-8")]));
    assert!(told("games", &[("LC_ALL", "es_ES"), ("LANG", "en_US.UTF-8")]));
    assert!(!told("games", &[("LC_ALL", "C.UTF-8"), ("LANG", "es_ES.UTF-8")]));
    assert!(told("games", &[("LANG", "en_US.UTF-8"), ("LUDOTECA_LANG", "es")]));
    assert!(!told("games --lang en", &[("LUDOTECA_LANG", "es")]));
    assert!(told("--lang es games", &[]));
    assert!(!told("games", &[("LANG", "xx"), ("LUDOTECA_LANG", "yy")]));
}

#[test]
fn everything_the_program_says_is_said_in_every_language() {
    fn look(folder: &Path, missing: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                look(&path, missing);
                continue;
            }
            let source = fs::read_to_string(&path).unwrap();
            let ids = source.split('"').filter(|words| words.starts_with("cli-"));
            for id in ids.filter(|id| !id.contains(['{', ' '])) {
                let silent = languages().into_iter().filter(|lang| !lang.knows(id));
                missing.extend(silent.map(|lang| format!("{}: {id}", lang.code())));
            }
        }
    }
    let mut missing = Vec::new();
    look(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut missing);
    assert!(missing.is_empty(), "{missing:#?}");
}
