//! Every target for a moment: its corpus, and some of what becomes of it. Longer:
//! `cargo run --release -p ludoteca-fuzz -- --minutes 10`.

use std::{fs, path::Path};

use ludoteca_fuzz::{TARGETS, Watched, chase};

#[test]
fn nothing_that_reads_falls_over_its_corpus_and_what_becomes_of_it() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut wrong = Vec::new();
    for target in TARGETS {
        let files = fs::read_dir(corpus.join(target.name)).map_or(0, |files| files.count() as u64);
        assert!(files > 0, "{} has no corpus", target.name);
        let mut more = |tried| tried < files + target.often;
        let chase = chase(target, &corpus, 1, &Watched::default(), &mut more).unwrap();
        assert!(chase.answers > 1, "{} answers everything alike", target.name);
        wrong.extend(chase.finds.into_iter().map(|find| {
            let input = String::from_utf8_lossy(&find.input).into_owned();
            format!("{}: {input:?}\n{}", target.name, find.told)
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let folders = fs::read_dir(corpus).unwrap().count();
    assert_eq!(folders, TARGETS.len(), "every folder of the corpus belongs to a target");
}

#[test]
fn whatever_falls_is_found_and_told_once_for_each_place() {
    let target = ludoteca_fuzz::Target {
        name: "sgf",
        often: 0,
        words: &[],
        run: |input| {
            assert!(!input.starts_with(b"(;"), "a game begins");
            std::thread::spawn(|| panic!("somewhere else")).join().unwrap_err();
            ludoteca_fuzz::Answer::of(0)
        },
    };
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut more = |tried| tried < 60;
    let chase = chase(&target, &corpus, 1, &Watched::default(), &mut more).unwrap();
    assert_eq!(chase.tried, 60);
    let told: Vec<&str> = chase.finds.iter().map(|find| find.told.as_str()).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().any(|told| told.contains("a game begins")), "{told:?}");
    assert!(told.iter().any(|told| told.contains("somewhere else")), "{told:?}");
}
