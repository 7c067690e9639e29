//! The book as it is: whatever its chapters name is there, in both languages.

use super::*;

fn chapters() -> impl Iterator<Item = (&'static Edition, &'static Chapter)> {
    LANGUAGES
        .into_iter()
        .map(edition)
        .flat_map(|edition| edition.chapters().iter().map(move |chapter| (edition, chapter)))
}

#[test]
fn both_languages_have_the_same_chapters_and_every_chapter_has_words_and_its_title() {
    let names = |language| edition(language).chapters().iter().map(|chapter| &chapter.name);
    assert!(names("es").eq(names("en")));
    assert!(names("en").count() > 60);
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../book"));
    for (edition, chapter) in chapters() {
        let file = root.join(edition.language).join("src").join(format!("{}.md", chapter.name));
        let text = std::fs::read_to_string(&file).unwrap();
        let title = text.lines().next().unwrap().trim_start_matches("# ");
        assert_eq!(title.replace('`', ""), chapter.title, "{}", file.display());
        let address = |name: &str, _: &str| name.to_owned();
        assert!(!edition.shown(chapter, &address).is_empty(), "{}", file.display());
    }
}

#[test]
fn every_file_is_in_the_contents() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../book"));
    for language in LANGUAGES {
        let source = root.join(language).join("src");
        for folder in std::fs::read_dir(&source).unwrap().flatten().filter(|at| at.path().is_dir())
        {
            for file in std::fs::read_dir(folder.path()).unwrap().flatten() {
                let file = file.path();
                let name = file.strip_prefix(&source).unwrap().with_extension("");
                let name = name.to_string_lossy().replace('\\', "/");
                assert!(edition(language).chapter(&name).is_some(), "{language} {name}");
            }
        }
    }
}

#[test]
fn whatever_is_explained_is_explained_by_a_chapter() {
    let Explained { studies, layers, players } = explained();
    assert!(!players.is_empty());
    for (what, chapter) in [studies, layers, players].into_iter().flatten() {
        assert!(edition("en").chapter(chapter).is_some(), "{what}: {chapter}");
    }
}

#[test]
fn every_link_leads_to_a_chapter_and_every_citation_to_a_work() {
    for (edition, chapter) in chapters() {
        for link in chapter.links() {
            assert!(
                edition.chapter(&link).is_some(),
                "{} {}: {link}",
                edition.language,
                chapter.name
            );
        }
        for key in chapter.cites() {
            let known = edition.sources.get(&key).is_some();
            assert!(known, "{} {}: {key}", edition.language, chapter.name);
        }
    }
}

#[test]
fn every_work_says_what_it_is_called_and_why_one_would_read_it() {
    for language in LANGUAGES {
        let sources = &edition(language).sources;
        assert!(sources.iter().count() > 45);
        for source in sources.iter() {
            assert!(!source.title.is_empty() && !source.why.is_empty(), "{source:?}");
        }
        let address = |name: &str, place: &str| format!("{name} {place}");
        let chapter = edition(language).chapter(BIBLIOGRAPHY).unwrap();
        let shown = edition(language).shown(chapter, &address);
        assert!(matches!(shown.last(), Some(Block::Html(html)) if html.contains("<dt id=")));
    }
}

#[test]
fn every_board_can_be_read_and_is_the_same_in_both_languages() {
    for english in edition("en").chapters() {
        let spanish = edition("es").chapter(&english.name).unwrap();
        let boards = |chapter: &Chapter| {
            let boards = chapter.boards().into_iter().map(|board| {
                let mut board = board.unwrap_or_else(|why| panic!("{}: {why}", chapter.name));
                assert!(!board.caption.is_empty(), "{}", chapter.name);
                board.caption.clear();
                board
            });
            boards.collect::<Vec<_>>()
        };
        assert_eq!(boards(english), boards(spanish), "{}", english.name);
    }
}

#[test]
fn words_are_found_in_both_languages() {
    let first = |language, words| edition(language).search(words)[0].name;
    assert_eq!(first("en", "ladder"), "play/hex-ladders");
    assert_eq!(first("es", "escaleras"), "play/hex-ladders");
    assert_eq!(first("es", "numeros de prueba"), "algorithms/proof-numbers");
    assert!(edition("fr").search("bridge").len() > 2, "who speaks neither reads English");
}
