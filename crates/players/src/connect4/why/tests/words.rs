//! What the paragraphs say: plans that work when they are followed to the letter, reasons that fit
//! the result, and the wording in every language.

use ludoteca_words::{Lang, languages};

use super::{
    super::story::{paired, plan},
    *,
};

/// A game from `start`, in which the side that is not to move follows its plan to the letter and
/// the other plays at random; none if the side to move can win at once.
fn follow(start: &Connect4, rng: &mut Xoshiro256PlusPlus) -> Option<Connect4> {
    let view = View::of(start);
    let mut pairs = paired(&view, plan(&view)?);
    let mut at = *start;
    while let Some(ply) = at.random_ply(rng) {
        let before = View::of(&at).taken();
        at.play_unchecked(&ply);
        let stone = before ^ View::of(&at).taken();
        let answer = if pairs & stone != 0 {
            pairs ^= stone;
            let other = columns_of(pairs)[0];
            pairs &= pairs - 1;
            other
        } else {
            ply
        };
        if at.outcome().is_some() {
            break;
        }
        at.check(&answer).expect("the plan always has an answer");
        at.play_unchecked(&answer);
    }
    Some(at)
}

#[test]
fn a_plan_followed_as_it_is_told_does_what_is_said_of_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut seen = [[0; 2]; 2];
    for solved in samples(6, 22, 1500) {
        let view = View::of(&solved.position);
        let Some(found) = plan(&view) else { continue };
        let planner = view.side.other();
        assert!(solved.score <= found.bound, "{:?}", solved.position);
        for _ in 0..20 {
            let end = follow(&solved.position, &mut rng).unwrap();
            let winner = end.outcome().unwrap().winner;
            assert_ne!(winner, Some(view.side));
            if found.bound < 0 {
                assert_eq!(winner, Some(planner));
            }
        }
        seen[planner.index()][usize::from(found.bound < 0)] += 1;
    }
    assert!(seen[0][1] > 5 && seen[1][0] > 5 && seen[1][1] > 5, "{seen:?}");
}

#[test]
fn reasons_fit_the_result() {
    let mut seen = [0; 8];
    for solved in samples(7, 16, 800) {
        let layers = solved.layers();
        let said = |id| said(&layers, id);
        let (score, line) = (solved.score, Line::follow(&solved.position, &solved.line));
        if said("why-plan").is_some() {
            assert!(score <= 0);
            seen[0] += 1;
        }
        if said("why-plan-after").is_some() {
            assert!(score >= 0);
            seen[1] += 1;
        }
        if said("why-plan-target").is_some() || said("why-plan-rows").is_some() {
            assert!(score != 0);
        }
        if said("why-neither").is_some() || said("why-cannot").is_some() {
            assert!(score == 0);
            seen[2] += 1;
        }
        if said("why-plan-holds").is_some() {
            assert!(score == 0);
            seen[3] += 1;
        }
        let Some((winner, cell)) = line.four() else { continue };
        let loser = winner.other();
        if let Some(decides) = said("why-decides") {
            let made = number(decides, "number") - 1;
            let [before, after] = [line.steps[made].before, line.steps[made].after]
                .map(|view| has_four(view.stones[winner.index()] | cell));
            assert!(!before && after && line.steps[made].side() == winner);
            seen[4] += 1;
        }
        let all = said("why-forced-all").map(|_| 1);
        if let Some(from) = all.or(said("why-forced").map(|text| number(text, "number"))) {
            let mut at = solved.position;
            for (index, column) in solved.line.iter().enumerate() {
                if index + 1 >= from && at.side() == loser {
                    let safe = at.legal_plies().len() - losing(&at).len();
                    assert!(winning(&at).is_empty() && safe <= 1, "{at:?}");
                }
                at.play_unchecked(column);
            }
            seen[5] += 1;
        }
        if said("why-end-odd").is_some() || said("why-end-even").is_some() {
            assert_eq!(said("why-end-odd").is_some(), winner == Side::First);
            seen[6] += 1;
        }
        if said("why-end-fours").is_some() || said("why-end-zugzwang").is_some() {
            seen[7] += 1;
        }
    }
    assert!(seen.into_iter().all(|count| count > 0), "{seen:?}");
}

#[test]
fn everything_is_said_in_every_language() {
    for solved in samples(8, 14, 300) {
        for layer in solved.layers() {
            for text in texts(&layer) {
                for language in languages() {
                    assert!(language.knows(&text.id), "{} lacks {}", language.code(), text.id);
                    let words = language.say(text);
                    assert!(!words.contains('{'), "{words}");
                }
            }
        }
    }
}

#[test]
fn no_position_and_no_line_make_it_fail() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let scores = [Some(1); WIDTH];
    let lines: [&[u8]; 4] = [&[], &[3, 3, 3, 3, 3, 3, 3], &[9, 200], &[0, 1, 2, 3, 4, 5, 6]];
    for _ in 0..300 {
        let mut position = Connect4::default();
        while let Some(ply) = position.random_ply(&mut rng) {
            for line in lines {
                for score in [-18, -1, 0, 1, 18] {
                    assert!(!layers(&position, score, &scores, line).is_empty());
                }
            }
            position.play_unchecked(&ply);
        }
        assert_eq!(layers(&position, 0, &[None; WIDTH], &[]), []);
    }
}

#[test]
fn columns_are_compared_only_when_all_are_known() {
    let mut solved = Solved::read("2313545713655732353");
    assert!(said(&solved.layers(), "why-longest").is_some());
    solved.scores[3] = None;
    assert!(said(&solved.layers(), "why-longest").is_none());
}

#[test]
fn it_is_said_as_a_player_would_say_it() {
    let positions = [
        ("two threats at once", "44444152"),
        ("an even row at the end of a long game", "4444435"),
        ("a plan with an odd row", "2313545713655732353"),
        ("a draw held by a plan", "25335621666531555611614217733"),
        ("zugzwang in three columns", "243663155523627651"),
        ("two fours on top of each other", "2252576253462244111563365343671351441"),
    ];
    let solved = positions.map(|(what, columns)| (what, columns, Solved::read(columns)));
    for language in languages() {
        let told = solved.each_ref().map(|(what, columns, solved)| {
            let layers: Vec<String> =
                solved.layers().iter().map(|layer| spoken(layer, language)).collect();
            format!("# {what}: {columns}\n\n{}\n", layers.join("\n\n"))
        });
        insta::assert_snapshot!(format!("why-{}", language.code()), told.join("\n"));
    }
}

/// A layer as it is read: its sentence, then each paragraph or row.
fn spoken(layer: &Layer, lang: Lang) -> String {
    let mut lines = vec![format!("[{}] {}", lang.say(&layer.title), lang.say(&layer.sentence))];
    match &layer.content {
        Content::Words { paragraphs } => lines.extend(paragraphs.iter().map(|text| lang.say(text))),
        Content::Table { rows, .. } => lines.extend(rows.iter().map(|row| {
            let row: Vec<String> = row.iter().map(|text| lang.say(text)).collect();
            row.join(" | ")
        })),
        _ => {}
    }
    lines.join("\n")
}
