use std::collections::BTreeSet;

use ludoteca_games::arimaa::{
    Board, Square, TRAPS, WholeTurn, beside, goal as goal_row, squares, turns, write_board,
};
use ludoteca_words::languages;

use super::*;
use crate::{
    Budget, Player, Watch,
    arimaa::{
        Judge, Seed, TurnSearch, Weights,
        strong::{Settings, Strong},
        tactics,
    },
    thought::{Value, Verdict},
};

/// Where the turn ends that `alphabeta` makes of a puzzle.
fn played(puzzle: &Puzzle, depth: u32, limit: usize) -> Arimaa {
    let seed = Seed::new(Weights::default());
    let mut player = TurnSearch::new(depth, limit, seed, Judge::Seed, true);
    let mut position = puzzle.position.clone();
    while position.outcome().is_none() && position.side() == puzzle.position.side() {
        let thought = player.consider(&position, &Budget::default(), &mut Watch::nobody());
        position.play(&thought.ply().unwrap()).unwrap();
    }
    position
}

#[test]
fn there_are_enough_puzzles_of_every_kind_and_for_both_sides() {
    let all = puzzles();
    assert!(all.len() >= 40);
    let count = |test: &dyn Fn(&Puzzle) -> bool| all.iter().filter(|one| test(one)).count();
    assert!(count(&|one| one.aim == Aim::GoalInOne) >= 10);
    assert!(count(&|one| one.aim == Aim::GoalInTwo) >= 10);
    assert!(count(&|one| one.aim == Aim::Defend) >= 10);
    assert!(count(&|one| matches!(one.aim, Aim::Capture(_))) >= 10);
    for side in Side::BOTH {
        assert!(count(&|one| one.position.side() == side) * 3 > all.len());
    }
    assert!(all.is_sorted_by_key(|one| one.grade));
    for grade in 1..=5 {
        assert!(count(&|one| one.grade == grade) > 2, "grade {grade}");
    }
}

#[test]
fn positions_could_come_from_a_game_and_none_is_another_seen_in_a_mirror_or_from_the_other_side() {
    let mut seen = BTreeSet::new();
    for puzzle in puzzles() {
        let (board, side) = (puzzle.position.state().board, puzzle.position.side());
        assert!((8..=32).contains(&board.all().count()), "{}", puzzle.number);
        assert!(puzzle.position.outcome().is_none(), "{}", puzzle.number);
        for own in Side::BOTH {
            for kind in Kind::ALL {
                let count = board.pieces(own, kind).count_ones() as usize;
                assert!(count <= kind.count(), "{}", puzzle.number);
            }
            let own = board.of(own);
            assert_eq!(own & TRAPS & !beside(own), 0, "{}", puzzle.number);
        }
        // As Gold would see it, and in the mirror.
        let seen_as = |mirrored: bool| {
            let mut other = Board::default();
            for (square, whose, kind) in board.all() {
                let column = if mirrored { 7 - square.column() } else { square.column() };
                let (row, whose) = match side {
                    Side::First => (square.row(), whose),
                    Side::Second => (7 - square.row(), whose.other()),
                };
                other.put(whose, kind, Square::new(column, row));
            }
            write_board(&other, Side::First)
        };
        let twins = [seen_as(false), seen_as(true)];
        assert!(!twins.iter().any(|twin| seen.contains(twin)), "{}", puzzle.number);
        seen.extend(twins);
    }
}

#[test]
fn every_puzzle_is_proved_by_trying_all_its_turns() {
    for puzzle in puzzles() {
        let begin = &puzzle.position;
        let side = begin.side();
        let all = turns(begin);
        let ends: Vec<Arimaa> = all.iter().map(|turn| turn.played(begin)).collect();
        let solved = ends.iter().filter(|end| puzzle.solved_by(end)).count();
        assert_eq!(solved, puzzle.solutions, "{}", puzzle.number);
        assert!(solved > 0 && solved * 20 < all.len(), "{}: {solved}", puzzle.number);
        let wins = |end: &Arimaa| end.outcome().is_some_and(|outcome| outcome.winner == Some(side));
        let won = ends.iter().filter(|end| wins(end)).count();
        let threatened = tactics::goal(&begin.state().ended()).is_some();
        match puzzle.aim {
            Aim::GoalInOne => {
                let goals = ends.iter().filter(|end| {
                    end.state().board.pieces(side, Kind::Rabbit) & goal_row(side) != 0
                });
                assert_eq!((won, goals.count()), (solved, solved), "{}", puzzle.number);
            }
            Aim::GoalInTwo => assert_eq!(won, 0, "{}", puzzle.number),
            Aim::Defend => assert!(won == 0 && threatened, "{}", puzzle.number),
            Aim::Capture(kind) => {
                assert!(won == 0 && !threatened, "{}", puzzle.number);
                let prey = begin.state().board.pieces(side.other(), kind);
                let hunted = tactics::captures(begin.state()).all() & prey;
                assert!(squares(hunted).next().is_some(), "{}", puzzle.number);
            }
        }
    }
}

/// The same by the plainest means there are, where that does not take too long: every ply of every
/// reply, and every ply of the turn after it.
#[test]
fn a_goal_that_cannot_be_held_is_there_after_every_reply_of_the_rules() {
    let mut checked = 0;
    for puzzle in puzzles().iter().filter(|puzzle| puzzle.aim == Aim::GoalInTwo) {
        let begin = &puzzle.position;
        let side = begin.side();
        let answer = &puzzle.aim.solutions(begin)[0];
        let replies = turns(&answer.played(begin));
        if replies.len() > 1200 {
            continue;
        }
        checked += 1;
        for reply in replies {
            let then = reply.played(&answer.played(begin));
            let arrives =
                |turn: &WholeTurn| turn.end().pieces(side, Kind::Rabbit) & goal_row(side) != 0;
            let over = then.outcome().map(|outcome| outcome.winner == Some(side));
            let through = over.unwrap_or_else(|| turns(&then).iter().any(arrives));
            assert!(through, "{}: {reply:?}", puzzle.number);
        }
    }
    assert!(checked >= 4, "{checked}");
}

/// A puzzle asks for the best turn there is: whatever else wins by force would be better than a
/// capture, and as good as a goal in two turns.
#[test]
fn a_turn_that_is_seen_to_win_by_force_is_a_solution() {
    let mut won = 0;
    for puzzle in puzzles() {
        let nodes = Some(1_300_000);
        let mut player =
            Strong::new(Settings { depth: None, nodes, threads: 1, megabytes: 16, seed: 1 });
        let mut position = puzzle.position.clone();
        let mut wins = true;
        while position.outcome().is_none() && position.side() == puzzle.position.side() {
            let thought = player.consider(&position, &Budget::default(), &mut Watch::nobody());
            wins &= matches!(thought.value, Value::Proved { result: Verdict::Win, .. });
            position.play(&thought.ply().unwrap()).unwrap();
        }
        assert!(!wins || puzzle.solved_by(&position), "{}", puzzle.number);
        won += usize::from(wins);
    }
    assert!(won >= 20, "{won}");
}

#[test]
fn grades_are_what_is_measured() {
    for puzzle in puzzles() {
        let all = turns(&puzzle.position).len();
        let solutions = puzzle.aim.solutions(&puzzle.position);
        let hard = [
            solutions.iter().all(|turn| turn.len() == 4),
            solutions.len() * 1000 < all,
            !puzzle.solved_by(&played(puzzle, 1, 5000)),
            !puzzle.solved_by(&played(puzzle, 2, 30)),
        ];
        let grade = 1 + hard.into_iter().filter(|hard| *hard).count();
        assert_eq!(usize::from(puzzle.grade), grade, "{}", puzzle.number);
    }
}

#[test]
fn every_puzzle_has_its_task_and_its_idea_in_every_language() {
    for puzzle in puzzles() {
        for text in [puzzle.task(), puzzle.theme()] {
            for language in languages() {
                assert!(language.knows(&text.id), "{} in {}", text.id, language.code());
            }
        }
    }
    let beyond = format!("puzzle-arimaa-{}", puzzles().len() + 1);
    assert!(languages().iter().all(|language| !language.knows(&beyond)));
}
