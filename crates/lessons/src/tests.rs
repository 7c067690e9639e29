use std::collections::BTreeSet;

use ludoteca_games::{
    Connect4, GAMES, Game, Side,
    hex::{Cell, Colour},
};
use ludoteca_players::{
    Budget, Clock,
    arimaa::puzzles::puzzles as puzzles_of_arimaa,
    hex::{cells::Cells, solver::Solver, subgame::Subgame},
};
use ludoteca_text::Text;
use ludoteca_words::languages;

use crate::{
    Prover, Standing, hex,
    lessons::{Goal, Lesson, Seat, Step, Task, lessons},
    making::{games, make},
    puzzles::{Puzzle, puzzles, read_all},
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
    for (lesson, at, step) in topics().filter(|(_, _, step)| step.has_task()) {
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
fn who_is_pushed_past_the_trap_is_not_captured() {
    for (id, pushed) in [("traps", 'd'), ("ends", 'r')] {
        let (_, _, step) = topics().find(|(lesson, _, _)| lesson.id == id).unwrap();
        for (way, standing) in [('n', Standing::Open), ('s', Standing::Open), ('e', Standing::Done)]
        {
            let moves = [format!("{pushed}b6{way}"), "Ea6e".into()];
            assert_eq!(step.turn("arimaa", &moves, 0).unwrap().standing, standing, "{id} {way}");
        }
    }
}

/// What serves the side to move after these moves of a step's task.
fn good(step: &Step, game: &str, moves: &[String]) -> Vec<String> {
    let start = step.start(game).unwrap();
    let (mut position, mut made) = (start.boxed(), 0);
    for ply in moves {
        made += u8::from(Some(position.side()) == step.you());
        position.play(ply).unwrap();
    }
    step.good(start.as_ref(), position.as_ref(), made, &mut Prover::default()).unwrap()
}

#[test]
fn every_puzzle_of_arimaa_is_solved_by_its_solution_and_by_no_turn_that_is_given_up() {
    let all = puzzles("arimaa");
    assert_eq!(all.len(), puzzles_of_arimaa().len());
    for puzzle in all {
        let answer = puzzle.solution().unwrap().line;
        let solved = puzzle.turn(&answer, 0).unwrap();
        assert_eq!(solved.standing, Standing::Done, "{}", puzzle.id);
        let begun = puzzle.turn(&answer[..1], 0).unwrap();
        assert_eq!(begun.standing, Standing::Open, "{}", puzzle.id);
        assert!(!begun.handles.is_empty());
        let first = puzzle.start().unwrap().plies().remove(0);
        if let Ok(given_up) = puzzle.turn(&[first, "end".into()], 0) {
            assert_eq!(given_up.standing, Standing::Lost, "{}", puzzle.id);
            assert!(given_up.says.unwrap().id.starts_with("puzzle-"));
        }
    }
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
            let good = good(step, "breakthrough", &turn.moves);
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
fn subgame(step: &Step) -> (Subgame, Seat) {
    let Some(Task { goal: Goal::Join { side, ends }, .. }) = &step.task else { panic!("{step:?}") };
    let start = step.start("hex").unwrap();
    (hex::subgame(step, start.as_ref(), *side, ends, &[]).unwrap(), *side)
}

#[test]
fn every_lesson_opens_and_has_its_words_in_every_language() {
    assert!(lessons("hex").len() >= 12);
    let all = GAMES.iter().map(|kind| kind.name);
    let all = all.flat_map(|game| steps_of(game).map(move |step| (game, step)));
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
                let good = good(step, "hex", &turn.moves);
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
    assert_eq!(turn.says.as_ref().unwrap().id, "lesson-wrong");
    let right = step("ziggurat", 2).turn("hex", &["c6".into(), "d6".into()], 0).unwrap();
    assert_ne!(right.standing, Standing::Lost);
    assert!(turn.better.contains(&"d6".to_owned()), "{:?}", turn.better);
    assert!(!turn.better.contains(&"e5".to_owned()));
    assert_eq!(turn.better_cells().len(), turn.better.len());
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
    let good = |at| good(step("swap", at), "hex", &[]);
    assert_eq!(good(1), ["swap-pieces"]);
    assert!(!good(2).contains(&"swap-pieces".to_owned()) && !good(2).is_empty());
}

#[test]
fn every_task_of_connect_four_and_tic_tac_toe_is_done_by_good_moves_whatever_the_program_answers() {
    let mut tasks = 0;
    for game in ["connect4", "tictactoe"] {
        for (lesson, at, step) in steps_of(game).filter(|(_, _, step)| step.has_task()) {
            tasks += 1;
            let mut turn = step.turn(game, &[], 0).unwrap();
            let first = good(step, game, &[]);
            assert!(first.len() < turn.handles.len(), "{game} {} {at}: {first:?}", lesson.id);
            while turn.standing == Standing::Open {
                let good = good(step, game, &turn.moves);
                assert!(!good.is_empty(), "{game} {} {at} after {:?}", lesson.id, turn.moves);
                turn.moves.push(good[0].clone());
                turn = step.turn(game, &turn.moves, 0).unwrap();
            }
            assert_eq!(turn.standing, Standing::Done, "{game} {} {at}", lesson.id);
        }
    }
    assert!(tasks >= 13, "{tasks}");
}

/// How many lines of four a cell of Connect Four is in.
fn lines_through(column: i32, row: i32) -> usize {
    let on_board = |column: i32, row: i32| (0..7).contains(&column) && (0..6).contains(&row);
    let line = |(across, up): (i32, i32), at: i32| {
        (0..4).all(|n| on_board(column + (n - at) * across, row + (n - at) * up))
    };
    let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
    ways.iter().map(|way| (0..4).filter(|at| line(*way, *at)).count()).sum()
}

#[test]
fn what_the_lessons_of_connect_four_and_tic_tac_toe_say_is_so() {
    let all = (0..7).flat_map(|column| (0..6).map(move |row| lines_through(column, row)));
    let (sum, most) = (all.clone().sum::<usize>(), all.max());
    assert_eq!((sum / 4, most, lines_through(0, 0)), (69, Some(13), 3));
    let of = |game: &str, id: &str, at: usize| {
        let lesson = lessons(game).iter().find(|lesson| lesson.id == id).unwrap();
        good(&lesson.steps[at - 1], game, &[])
    };
    assert_eq!(of("connect4", "centre", 2), ["4"]);
    assert_eq!(of("connect4", "below", 2), ["1", "2", "3", "4", "5", "7"]);
    let first = |column: &str| {
        let mut board = Connect4::default();
        let ply = board.read_ply(column).unwrap();
        Game::play(&mut board, &ply).unwrap();
        Prover::default().ends(&board).unwrap().winner
    };
    let (draw, red) = (None, Some(Side::Second));
    assert_eq!(["1", "2", "3", "5", "6", "7"].map(first), [red, red, draw, draw, red, red]);
    let answers = |at| of("tictactoe", "whole", at);
    assert_eq!(answers(3), ["a1", "c1", "a3", "c3"]);
    assert_eq!(answers(4), ["b2"]);
    assert_eq!(BTreeSet::from_iter(answers(5)), ["a1", "b2", "b3", "c1"].map(String::from).into());
    assert_eq!(BTreeSet::from_iter(answers(6)), ["a2", "b1", "b3", "c2"].map(String::from).into());
}

/// The puzzles that are kept here, those of Arimaa being kept beside its players.
fn kept() -> impl Iterator<Item = &'static Puzzle> {
    GAMES.iter().flat_map(|kind| puzzles(kind.name)).filter(|puzzle| puzzle.game != "arimaa")
}

#[test]
fn there_are_enough_puzzles_of_every_theme_and_grade_and_none_twice() {
    let least = [("connect4", 40), ("hex", 60), ("checkers", 30), ("breakthrough", 30)];
    for (game, least) in least {
        let all = puzzles(game);
        assert!(all.len() >= least, "{game}: {}", all.len());
        let ids: BTreeSet<&String> = all.iter().map(|puzzle| &puzzle.id).collect();
        assert_eq!(ids.len(), all.len(), "{game}");
        let themes: BTreeSet<&String> = all.iter().map(|puzzle| &puzzle.theme).collect();
        assert!(themes.len() >= 4, "{game}: {themes:?}");
        assert!(all.is_sorted_by_key(|puzzle| puzzle.grade));
    }
    for grade in 1..=5 {
        assert!(kept().filter(|puzzle| puzzle.grade == grade).count() > 5, "{grade}");
    }
    let sizes: BTreeSet<usize> = puzzles("hex").iter().map(|one| one.step.rows.len()).collect();
    assert!(sizes.contains(&4) && sizes.contains(&11), "{sizes:?}");
}

#[test]
fn every_puzzle_has_the_one_solution_that_it_says_by_trying_all_moves() {
    let prover = &mut Prover::default();
    for puzzle in kept() {
        let keys = puzzle.proved(prover).unwrap();
        assert_eq!(keys.as_ref(), Some(&puzzle.keys), "{} {}", puzzle.game, puzzle.id);
        assert_eq!(puzzle.keys.len(), 1);
        assert!(!puzzle.tries.is_empty() && !puzzle.tries.contains(&puzzle.keys[0]));
    }
}

#[test]
fn grades_are_what_the_examiners_find() {
    for puzzle in kept() {
        assert_eq!(puzzle.measured().unwrap(), puzzle.grade, "{} {}", puzzle.game, puzzle.id);
    }
}

#[test]
fn every_solution_solves_its_puzzle_and_every_wrong_try_is_refuted_at_once() {
    for puzzle in kept() {
        let solution = puzzle.solution().unwrap();
        let solved = puzzle.turn(&solution.line, 0).unwrap();
        assert_eq!(solved.standing, Standing::Done, "{} {}", puzzle.game, puzzle.id);
        for wrong in &puzzle.tries[..1] {
            let turn = puzzle.turn(std::slice::from_ref(wrong), 0).unwrap();
            assert_eq!(turn.standing, Standing::Lost, "{} {} {wrong}", puzzle.game, puzzle.id);
            let says = turn.says.unwrap();
            assert!(["puzzle-refuted", "puzzle-late"].contains(&&*says.id), "{says:?}");
            assert!(turn.better.is_empty());
        }
    }
}

#[test]
fn every_puzzle_has_its_words_in_every_language() {
    for puzzle in GAMES.iter().flat_map(|kind| puzzles(kind.name)) {
        let [idea, place] = puzzle.hints().unwrap();
        for text in [puzzle.words().unwrap(), puzzle.idea(), idea, place] {
            for language in languages() {
                assert!(language.knows(&text.id), "{} in {}", text.id, language.code());
            }
        }
    }
}

#[test]
fn puzzles_are_made_of_games_that_machines_play_and_are_what_they_say() {
    for game in games() {
        let mut lines = Vec::new();
        make(game, 1, &Default::default(), &mut |puzzle| {
            lines.push(puzzle.line().unwrap());
            lines.len() < 2
        })
        .unwrap();
        let read: Vec<Puzzle> = read_all(game, &lines.join("\n")).map(Result::unwrap).collect();
        for (puzzle, line) in read.iter().zip(&lines) {
            assert_eq!(puzzle.line().as_ref(), Some(line));
            let keys = puzzle.proved(&mut Prover::default()).unwrap().unwrap();
            assert_eq!(keys, puzzle.keys, "{line}");
            assert_eq!(puzzle.measured().unwrap(), puzzle.grade, "{line}");
        }
        assert_eq!(read.len(), 2, "{game}");
    }
}

#[test]
fn a_line_that_is_no_puzzle_is_told_with_its_number() {
    let wrong = read_all("hex", "\n{ \"theme\": 4 }").next().unwrap();
    assert_eq!(wrong.unwrap_err().0, 2);
}
