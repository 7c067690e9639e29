//! Tests of how a search is told.

use ludoteca_games::{Breakthrough, Game, Hex, Side, TicTacToe, hex::Swap};
use ludoteca_text::Text;

use super::*;
use crate::story::{
    Moment, MomentKind, NodeState, Story,
    checks::{number, told, word},
};

/// A story, and the tries and the result of each candidate.
fn simulations<G: Game>(
    position: &G,
    playouts: u64,
    most: usize,
) -> (Story<G::Ply>, Vec<(u64, f64)>) {
    let settings = Settings { playouts: Some(playouts), explore: 0.6, threads: 1, seed: 7 };
    let (story, thought) = told(position, most, &Budget::default(), || Mcts::new(settings));
    let candidates = thought.candidates.iter();
    let known = candidates.map(|each| (each.visits.unwrap(), each.value.result())).collect();
    (story, known)
}

/// The moments of each simulation, and after them those of the choice.
fn chapters<P>(story: &Story<P>) -> Vec<&[Moment<P>]> {
    let starts: Vec<usize> =
        (0..story.moments.len()).filter(|at| story.moments[*at].chapter.is_some()).collect();
    let ends = starts.iter().skip(1).copied().chain([story.moments.len()]);
    starts.iter().zip(ends).map(|(from, to)| &story.moments[*from..to]).collect()
}

fn figure_of(text: &Text) -> f64 {
    number(text, "words")
}

/// The sum of a row, worked out again from the numbers of its formula.
fn sum_again(row: &[Text]) -> f64 {
    let [_, tries, value, explored, sum] = row else { panic!("{row:?}") };
    match (explored.id.as_ref(), sum.id.as_ref()) {
        ("mcts-untried", "mcts-untried") => {
            assert_eq!(figure_of(tries), 0.0);
            f64::INFINITY
        }
        ("mcts-explored", "verbatim") => {
            let [c, total, visits, bonus] =
                ["c", "total", "visits", "bonus"].map(|gap| number(explored, gap));
            assert_eq!(visits, figure_of(tries));
            assert!((bonus - c * (total.ln() / visits).sqrt()).abs() < 1e-12);
            let again = figure_of(value) + bonus;
            assert!((again - figure_of(sum)).abs() < 1e-12);
            again
        }
        (_, "label-draw") => 0.5,
        (_, "label-loss") => -1.0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_simulation_chooses_by_its_formula_adds_a_node_plays_on_and_hands_its_result_up() {
    let (story, known) = simulations(&TicTacToe::new(3, 3).unwrap(), 60, 1000);
    assert!(!story.more);
    let chapters = chapters(&story);
    let (choice, simulations) = chapters.split_last().unwrap();
    assert_eq!(simulations.len(), 60);
    let mut visits = 0;
    for (count, moments) in simulations.iter().enumerate() {
        // The root is visited once a simulation.
        let kinds: Vec<MomentKind> = moments.iter().map(|moment| moment.kind).collect();
        let down = kinds.iter().take_while(|kind| **kind == MomentKind::Choose).count();
        assert!(down > 0);
        let rest = [MomentKind::New, MomentKind::Visit, MomentKind::Up];
        assert_eq!(kinds[down..], rest, "selection, expansion, playout, backup");
        for moment in &moments[..down] {
            let sum = moment.sum.as_ref().unwrap();
            let sums: Vec<f64> = sum.rows.iter().map(|row| sum_again(row)).collect();
            let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(sums[sum.chosen.unwrap()], most, "{sums:?}");
            if moment.node == Some(0) {
                let tried: f64 = sum.rows.iter().map(|row| figure_of(&row[1])).sum();
                assert_eq!(tried, count as f64, "all tries so far were of some move");
                visits += 1;
            }
        }
        let playout = &moments[down + 1];
        assert!(!playout.plies.is_empty());
        let at = story.moments.iter().position(|moment| std::ptr::eq(moment, playout)).unwrap();
        let mut end = TicTacToe::new(3, 3).unwrap();
        story.line_at(at).iter().for_each(|ply| end.play_unchecked(ply));
        let winner = end.outcome().unwrap().winner;
        // What the way back learns is what came of the game.
        let up = &moments[down + 2];
        let sum = up.sum.as_ref().unwrap();
        assert_eq!(sum.rows.len(), down + 1, "every node of the way learns");
        for (row, change) in sum.rows.iter().zip(&up.changes) {
            let [points, tries] = ["points", "visits"].map(|gap| number(&row[2], gap));
            let gained = figure_of(&row[3]);
            assert_eq!(number(&row[4], "points"), points + gained);
            assert_eq!(number(&row[4], "visits"), tries + 1.0);
            assert_eq!(change.value.as_ref(), Some(&row[4]));
        }
        let side = story.nodes[up.changes[1].node].side.unwrap();
        let expected = winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        assert_eq!(figure_of(&sum.rows[1][3]), expected);
    }
    assert_eq!(visits, 60);
    // The choice: tries add up, and value is points by tries.
    let sum = choice[0].sum.as_ref().unwrap();
    assert_eq!(sum.rows.iter().map(|row| figure_of(&row[1])).sum::<f64>(), 60.0);
    for (row, (tries, result)) in sum.rows.iter().zip(known) {
        assert_eq!(figure_of(&row[1]), tries as f64);
        assert!((figure_of(&row[2]) / tries as f64 - figure_of(&row[3])).abs() < 1e-12);
        assert!((2.0 * figure_of(&row[3]) - 1.0 - result).abs() < 1e-12);
    }
    let most = sum.rows.iter().map(|row| figure_of(&row[1])).fold(0.0, f64::max);
    assert_eq!(figure_of(&sum.rows[sum.chosen.unwrap()][1]), most);
    assert_eq!(story.curves[0].points.last(), Some(&(story.moments.len() - 1, most)));
    assert!(story.levels.len() >= 2);
}

#[test]
fn a_proof_is_told_where_it_is_found() {
    // Whoever moves wins on b3 or c3 at once.
    let start = TicTacToe::new(3, 3).unwrap();
    let position = start.read_position("a1 a2 b1 b2").unwrap().into_position();
    let (story, _) = simulations(&position, 100, 1000);
    let last = story.moments.last().unwrap();
    assert_eq!(last.sentence.id, "mcts-end-win");
    assert_eq!(word(&last.sentence, "ply"), "c1");
    let root = last.changes.iter().find(|change| change.node == 0).unwrap();
    assert_eq!(root.state, NodeState::Proved);
    assert!(story.moments.iter().any(|moment| moment.sentence.id.starts_with("mcts-proved")));
}

#[test]
fn a_proved_draw_counts_and_the_search_goes_on_beside_it() {
    let start = TicTacToe::new(3, 3).unwrap();
    let position = start.read_position("b2 a1 b1 b3").unwrap().into_position();
    let mut seen = 0;
    for seed in 0..20 {
        let settings = Settings { playouts: Some(300), explore: 0.1, threads: 1, seed };
        let (story, _) = told(&position, 5000, &Budget::default(), || Mcts::new(settings));
        for moments in chapters(&story).into_iter().rev().skip(1) {
            assert_eq!(moments.last().unwrap().kind, MomentKind::Up);
            let draws = moments.iter().filter(|each| each.sentence.id == "mcts-choose-draw");
            let ups = moments.iter().filter(|each| each.kind == MomentKind::Up).count();
            let draws = draws.count();
            assert_eq!(ups, draws + 1, "a draw teaches on the way");
            seen += draws;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_long_search_is_told_from_its_beginning_with_its_end() {
    for most in [1, 2, 17, 50] {
        let (story, known) = simulations(&Hex::new(4, Swap::Pieces).unwrap(), 400, most);
        assert!(story.more && story.moments.len() == most);
        let last = story.moments.last().unwrap();
        let tries = figure_of(&last.sum.as_ref().unwrap().rows[0][1]);
        assert_eq!(tries, known[0].0 as f64);
    }
    let (story, _) = simulations(&Breakthrough::new(5).unwrap(), 30, 300);
    assert_eq!(chapters(&story).len(), 31);
}

#[test]
fn an_evaluation_with_no_random_games_is_told_too_and_priors_are_part_of_the_sum() {
    use crate::evaluations::{Evaluation, none};
    /// Likes the last ply best, and every position is even.
    struct Last;
    impl<G: Game> Evaluation<G> for Last {
        fn judge(&mut self, _: &G) -> i32 {
            0
        }
        fn scale(&self) -> f64 {
            1.0
        }
        fn another(&self) -> Box<dyn Evaluation<G>> {
            none()
        }
        fn priors(&mut self, _: &G, plies: &[G::Ply], priors: &mut Vec<f32>) -> bool {
            let sum = (plies.len() * (plies.len() + 1) / 2) as f32;
            *priors = (1..=plies.len()).map(|place| place as f32 / sum).collect();
            true
        }
    }
    let position = Hex::new(3, Swap::None).unwrap();
    let settings = Settings { playouts: Some(40), explore: 1.0, threads: 1, seed: 7 };
    let (story, _) = told(&position, 1000, &Budget::default(), || Mcts::judging(settings, || Last));
    let mut sums = 0;
    for moment in story.moments.iter().filter(|moment| moment.kind == MomentKind::Choose) {
        let sum = moment.sum.as_ref().unwrap();
        let worth = |row: &Vec<Text>| {
            if row[3].id != "mcts-explored-prior" {
                return None;
            }
            let [c, prior, total, visits, bonus] =
                ["c", "prior", "total", "visits", "bonus"].map(|gap| number(&row[3], gap));
            assert!((bonus - c * prior * total.sqrt() / (1.0 + visits)).abs() < 1e-12);
            Some(figure_of(&row[2]) + bonus)
        };
        let worths: Option<Vec<f64>> = sum.rows.iter().map(worth).collect();
        if let Some(worths) = worths.filter(|worths| !worths.is_empty()) {
            let most = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert_eq!(worths[sum.chosen.unwrap()], most);
            sums += 1;
        }
    }
    assert!(sums > 40, "{sums}");
    assert!(story.moments.iter().any(|moment| moment.sentence.id == "mcts-judged"));
    assert_eq!(story.nodes[1].side, Some(Side::First));
}
