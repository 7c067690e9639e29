use ludoteca_games::hex::{Cell, Colour};
use ludoteca_words::languages;

use super::{drill::Standing, *};
use crate::{
    Budget, Clock,
    arimaa::puzzles::puzzles,
    hex::{cells::Cells, solver::Solver},
};

fn steps() -> impl Iterator<Item = (&'static Lesson, usize, &'static Step)> {
    steps_of("hex")
}

/// The rules of Arimaa by topic.
fn topics() -> impl Iterator<Item = (&'static Lesson, usize, &'static Step)> {
    steps_of("arimaa")
}

fn steps_of(game: &str) -> impl Iterator<Item = (&'static Lesson, usize, &'static Step)> {
    let all = lessons(game).iter();
    all.flat_map(|lesson| lesson.steps.iter().enumerate().map(move |(at, step)| (lesson, at, step)))
}

/// Whether some plies of one turn do what a task wants.
fn can_be_reached(step: &Step, moves: &mut Vec<String>) -> bool {
    let turn = step.turn("arimaa", moves, 0).unwrap();
    if turn.standing != Standing::Open {
        return turn.standing == Standing::Done;
    }
    turn.position.plies().into_iter().any(|ply| {
        moves.push(ply);
        let found = can_be_reached(step, moves);
        moves.pop();
        found
    })
}

#[test]
fn every_task_of_arimaa_can_be_done_within_its_turn_but_not_by_ending_it() {
    let mut tasks = 0;
    let rules = topics().filter(|(lesson, at, _)| lesson.hint(*at).is_none());
    for (lesson, at, step) in rules.filter(|(_, _, step)| step.has_task()) {
        tasks += 1;
        assert!(can_be_reached(step, &mut Vec::new()), "{} {at}", lesson.id);
        let ply = step.start("arimaa").unwrap().plies().remove(0);
        let turn = step.turn("arimaa", &[ply, "end".into()], 0).unwrap();
        assert_eq!(turn.standing, Standing::Lost, "{} {at}", lesson.id);
        assert_eq!(turn.says.unwrap().id, "lesson-turn-over");
    }
    assert!(tasks >= 10);
}

#[test]
fn every_puzzle_is_a_step_of_its_grade_and_solved_by_its_solutions_alone() {
    let mut tried = 0;
    for lesson in lessons("arimaa").iter().filter(|lesson| lesson.hint(0).is_some()) {
        for (at, step) in lesson.steps.iter().enumerate() {
            let Some(Task { goal: Goal::Puzzle(puzzle), .. }) = &step.task else {
                panic!("{} {at}", lesson.id)
            };
            tried += 1;
            assert_eq!(lesson.id, format!("puzzles-{}", puzzle.grade));
            let begin = &puzzle.position;
            let answer = &puzzle.aim.solutions(begin)[0];
            let mut position = begin.clone();
            let mut moves = Vec::new();
            for ply in answer.plies(begin) {
                moves.push(Game::write_ply(&position, &ply));
                Game::play_unchecked(&mut position, &ply);
            }
            let solved = step.turn("arimaa", &moves, 0).unwrap();
            assert_eq!(solved.standing, Standing::Done, "{} {at}", lesson.id);
            let begun = step.turn("arimaa", &moves[..1], 0).unwrap();
            assert_eq!(begun.standing, Standing::Open, "{} {at}", lesson.id);
            assert!(!begun.handles.is_empty());
            let short = [begin.legal_plies()[0]].map(|ply| Game::write_ply(begin, &ply));
            let given_up = step.turn("arimaa", &[short[0].clone(), "end".into()], 0);
            if let Ok(given_up) = given_up {
                assert_eq!(given_up.standing, Standing::Lost, "{} {at}", lesson.id);
                assert!(given_up.says.unwrap().id.starts_with("puzzle-"));
            }
        }
    }
    assert_eq!(tried, puzzles().len());
}

#[test]
fn every_task_of_checkers_and_breakthrough_is_done_by_some_moves_and_missed_by_others() {
    let mut missed = 0;
    for game in ["checkers", "breakthrough"] {
        for (lesson, at, step) in steps_of(game).filter(|(_, _, step)| step.has_task()) {
            let plies = step.start(game).unwrap().plies();
            let after =
                |ply: &String| step.turn(game, std::slice::from_ref(ply), 0).unwrap().standing;
            let standings: Vec<Standing> = plies.iter().map(after).collect();
            let good = |standing: &Standing| match step.answered() {
                true => *standing == Standing::Open,
                false => *standing == Standing::Done,
            };
            assert!(standings.iter().any(good), "{game} {} {at}: {standings:?}", lesson.id);
            missed += standings.iter().filter(|standing| **standing == Standing::Lost).count();
        }
    }
    assert!(missed >= 8, "{missed}");
}

#[test]
fn every_race_of_breakthrough_is_won_by_good_moves_whatever_the_program_answers() {
    let races = steps_of("breakthrough").filter(|(_, _, step)| step.answered());
    let mut won = 0;
    for (lesson, at, step) in races {
        let mut turn = step.turn("breakthrough", &[], 0).unwrap();
        while turn.standing == Standing::Open {
            let good = step.good(turn.position.as_ref()).unwrap();
            turn.moves.push(good[0].clone());
            turn = step.turn("breakthrough", &turn.moves, 0).unwrap();
        }
        assert_eq!(turn.standing, Standing::Done, "{} {at}: {:?}", lesson.id, turn.moves);
        won += 1;
    }
    assert_eq!(won, 2);
}

fn step(id: &str, at: usize) -> &'static Step {
    &lessons("hex").iter().find(|lesson| lesson.id == id).unwrap().steps[at - 1]
}

fn names(cells: &[Cell]) -> String {
    let mut names: Vec<String> = cells.iter().map(|cell| cell.name()).collect();
    names.sort();
    names.join(" ")
}

/// The subgame of a step's task, as it begins.
fn subgame(step: &Step) -> (crate::hex::subgame::Subgame, Seat) {
    let Some(Task { goal: Goal::Join { side, ends }, .. }) = &step.task else { panic!("{step:?}") };
    let start = step.start("hex").unwrap();
    (hex::subgame(step, start.as_ref(), *side, ends, &[]).unwrap(), *side)
}

#[test]
fn every_lesson_opens_and_has_its_words_in_every_language() {
    assert!(lessons("hex").len() >= 12);
    assert!(lessons("connect4").is_empty());
    let all = ["hex", "arimaa", "checkers", "breakthrough"];
    let all = all.into_iter().flat_map(|game| steps_of(game).map(move |step| (game, step)));
    for (game, (lesson, at, step)) in all {
        let mut words = vec![lesson.title(game), lesson.about(game), lesson.words(game, at)];
        words.extend(step.has_task().then(|| lesson.praise(game, at)));
        for lang in languages() {
            for text in &words {
                assert_ne!(lang.say(text), text.id, "{} in {}", text.id, lang.code());
            }
        }
        step.layer(game, &words[2]).unwrap();
        let turn = step.turn(game, &[], 0).unwrap();
        assert_eq!(turn.standing == Standing::Told, !step.has_task(), "{} {at}", lesson.id);
        assert_eq!(turn.handles.is_empty(), !step.has_task(), "{} {at}", lesson.id);
    }
}

/// Regions with more cells are too large to try everything in.
const LARGE: usize = 24;

/// Whether a lone red stone is joined with the edge below it though Blue moves, by the solver: Red
/// comes down to it from above, and all cells beside the region are Blue's.
fn red_reaches_the_bottom(rows: &[String]) -> bool {
    let size = rows.len();
    let cells = || rows.iter().flat_map(|row| row.bytes()).enumerate();
    let stone = cells().find(|(_, byte)| *byte == b'R').unwrap().0;
    let red: Cells<2> = (0..=stone / size).map(|row| row * size + stone % size).collect();
    let free: Cells<2> = cells().filter(|(_, byte)| *byte == b'*').map(|(i, _)| i).collect();
    let mut solver = Solver::<2>::new(size, 64, Clock::start(&Budget::default()));
    let blue = solver.ground().all.without(&(red | free));
    !solver.solve([red, blue], Colour::Blue).unwrap().wins
}

#[test]
fn every_connection_that_is_drawn_is_one() {
    let mut proved = 0;
    for (lesson, at, step) in steps() {
        let start = step.start("hex").unwrap();
        for line in &step.links {
            let ends = [line.joins[0].clone(), line.joins.last().unwrap().clone()];
            proved += 1;
            if step.rows.concat().matches('*').count() > LARGE {
                assert!(red_reaches_the_bottom(&step.rows), "{} {at}: {line:?}", lesson.id);
                continue;
            }
            let mut game =
                hex::subgame(step, start.as_ref(), line.side, &ends, &line.carrier).unwrap();
            let own = hex::colour(line.side.side());
            let holds = game.carrier(own.other()).is_some();
            assert_eq!(holds, !line.semi, "{} {at}: {line:?}", lesson.id);
            assert!(game.carrier(own).is_some(), "{} {at}: {line:?}", lesson.id);
            if line.semi {
                let key = &line.joins[1];
                assert!(names(&game.good(own)).contains(key), "{} {at}: {key}", lesson.id);
            }
        }
    }
    assert!(proved >= 8, "{proved}");
}

#[test]
fn every_task_is_done_by_good_moves_whatever_the_program_answers() {
    for (lesson, at, step) in steps().filter(|(_, _, step)| step.has_task()) {
        for attempt in 0..3 {
            let mut turn = step.turn("hex", &[], attempt).unwrap();
            let mut moves = 0;
            while turn.standing == Standing::Open {
                let good = step.good(turn.position.as_ref()).unwrap();
                assert!(!good.is_empty(), "{} {at} after {:?}", lesson.id, turn.moves);
                turn.moves.push(good[attempt % good.len()].clone());
                turn = step.turn("hex", &turn.moves, attempt).unwrap();
                moves += 1;
                assert!(moves < 20, "{} {at}: {:?}", lesson.id, turn.moves);
            }
            assert_eq!(turn.standing, Standing::Done, "{} {at}: {:?}", lesson.id, turn.moves);
        }
    }
}

#[test]
fn a_wrong_answer_is_told_at_once_with_the_right_one() {
    let ziggurat = step("ziggurat", 2);
    let begun = ziggurat.turn("hex", &[], 0).unwrap();
    assert_eq!(begun.moves, ["c6"]);
    let turn = ziggurat.turn("hex", &["c6".into(), "e5".into()], 0).unwrap();
    assert_eq!(turn.standing, Standing::Lost);
    let says = turn.says.unwrap();
    assert_eq!(says.id, "lesson-wrong");
    let right = step("ziggurat", 2).turn("hex", &["c6".into(), "d6".into()], 0).unwrap();
    assert_ne!(right.standing, Standing::Lost);
    let cell = |name: &str| turn.position.geometry().cells.iter().position(|c| c.name == name);
    assert!(turn.better.contains(&cell("d6").unwrap()), "{:?}", turn.better);
    assert!(!turn.better.contains(&cell("e5").unwrap()));
}

#[test]
fn what_a_task_does_not_allow_is_refused_with_a_reason() {
    let bridge = step("bridge", 2);
    let refused = |moves: &[&str]| {
        let moves: Vec<String> = moves.iter().map(|ply| (*ply).to_owned()).collect();
        Text::from(bridge.turn("hex", &moves, 0).unwrap_err()).id
    };
    assert_eq!(refused(&["b3", "e5"]), "lesson-outside");
    assert_eq!(refused(&["b3", "b3"]), "cell-taken");
    assert_eq!(refused(&["b3", "z99"]), "not-a-cell");
    assert_eq!(refused(&["b3", "c3", "a1"]), "game-over");
}

#[test]
fn a_bridge_that_is_tried_again_is_entered_on_the_other_side() {
    let tried = |attempt| step("bridge", 2).turn("hex", &[], attempt).unwrap().moves;
    assert_ne!(tried(0), tried(1));
}

#[test]
fn the_ziggurat_needs_each_of_its_cells() {
    let step = step("ziggurat", 1);
    let start = step.start("hex").unwrap();
    let all: Vec<String> = hex::region(step).iter().map(|cell| cell.name()).collect();
    assert_eq!(all.len(), 8);
    let ends = ["d5".to_owned(), "bottom".to_owned()];
    for spare in &all {
        let rest: Vec<String> = all.iter().filter(|name| *name != spare).cloned().collect();
        let mut game = hex::subgame(step, start.as_ref(), Seat::First, &ends, &rest).unwrap();
        assert_eq!(game.carrier(hex::colour(Side::Second)), None, "without {spare}");
    }
}

#[test]
fn a_ladder_without_an_escape_never_arrives_even_with_the_third_row() {
    let text = r#"{ "rows": [".......", ".......", ".......", ".......", ".B*****", ".R*****", "BB*****"],
        "next": "red", "task": { "you": "blue", "goal": { "join": { "side": "red", "ends": ["b6", "bottom"] } } } }"#;
    let (mut game, side) = subgame(&serde_json::from_str(text).unwrap());
    assert_eq!(game.carrier(hex::colour(side.side())), None);
    // With an escape there is only one way to begin.
    let (mut game, side) = subgame(step("escape", 2));
    assert_eq!(names(&game.good(hex::colour(side.side()))), "c6");
}

#[test]
fn of_the_blocks_only_those_hold_that_the_lesson_names() {
    let (mut game, side) = subgame(step("blocks", 4));
    assert_eq!(names(&game.good(hex::colour(side.side()).other())), "b6 c5 d4");
}

#[test]
fn the_must_play_cells_are_those_that_both_threats_need() {
    let both = [1, 2].map(|at| hex::region(step("must-play", at)));
    let overlap: Vec<Cell> =
        both[0].iter().copied().filter(|cell| both[1].contains(cell)).collect();
    let (mut game, side) = subgame(step("must-play", 3));
    assert_eq!(names(&game.good(hex::colour(side.side()).other())), names(&overlap));
    assert_eq!(names(&overlap), "a5 b4 b5 c3");
}

#[test]
fn the_swap_is_right_after_the_centre_and_wrong_after_the_corner() {
    let good = |at| {
        let step = step("swap", at);
        step.good(step.start("hex").unwrap().as_ref()).unwrap()
    };
    assert_eq!(good(1), ["swap-pieces"]);
    assert!(!good(2).contains(&"swap-pieces".to_owned()) && !good(2).is_empty());
}
