use std::collections::{BTreeMap, BTreeSet};

use ludoteca_players::Stop;
use proptest::prelude::*;

use super::*;
use crate::{Decision, EloModel, Pace};

fn entrants(count: usize) -> Vec<Entrant> {
    let pace = Pace { nodes: Some(20), ..Pace::default() };
    (0..count)
        .map(|at| Entrant { name: format!("p{at}"), player: "random".to_owned(), pace })
        .collect()
}

fn plan(form: Form, players: usize, pairs: u32) -> Plan {
    Plan {
        start: Start::of("tictactoe"),
        form,
        entrants: entrants(players),
        pairs,
        swiss_rounds: 3,
        openings: vec![Opening::default()],
        adjudication: Adjudication::default(),
        seed: 1,
        anchor: (0, 0.0),
        sprt: None,
    }
}

/// A game that nobody played, unlike any other.
fn made_up(pair: u32, game: u32, winner: Option<Side>) -> GameDone {
    GameDone {
        pair,
        game,
        plies: vec![pair.to_string(), game.to_string()],
        used: vec![1, 1],
        left: Vec::new(),
        end: if winner.is_some() { "resigned" } else { "agreed" }.to_owned(),
        winner,
        fault: None,
        seconds: 0.0,
        worker: String::new(),
    }
}

/// Plays what is open, round by round; the stronger of two wins by a rule.
fn play_out(tournament: &mut Tournament, stronger: impl Fn(usize, usize) -> Option<usize>) {
    while !tournament.is_over() {
        let open: Vec<_> = tournament.open().collect();
        assert!(!open.is_empty(), "a tournament that is not over has something to play");
        for (pair, game) in open {
            let [a, b] = tournament.pairings()[pair as usize].players;
            let first = if game == 0 { a } else { b };
            let winner = stronger(a, b);
            let side = winner.map(|w| if w == first { Side::First } else { Side::Second });
            tournament.take(&made_up(pair, game, side));
        }
    }
}

fn meetings(tournament: &Tournament) -> BTreeMap<[usize; 2], u32> {
    let mut all = BTreeMap::new();
    for Pairing { players: [a, b], .. } in tournament.pairings() {
        *all.entry([*a.min(b), *a.max(b)]).or_insert(0) += 1;
    }
    all
}

#[test]
fn games_of_a_pair_begin_alike_with_colours_changed_and_no_two_have_the_same_seed() {
    let mut plan = plan(Form::RoundRobin, 4, 3);
    plan.openings = random_openings(&plan.start, 2, 3, 7).unwrap();
    let tournament = Tournament::new(plan);
    assert_eq!((tournament.open().count(), tournament.progress()), (36, [0, 36]));
    let mut seeds = BTreeSet::new();
    for pair in 0..18 {
        let [one, two] = [0, 1].map(|game| tournament.job(pair, game).unwrap());
        assert_eq!((&one.opening, one.opening.len()), (&two.opening, 2));
        let [a, b] = &one.players;
        assert_eq!([b, a], two.players.each_ref());
        assert!(seeds.insert(one.seed) && seeds.insert(two.seed));
    }
    assert_eq!(tournament.job(18, 0), None);
    assert_eq!(tournament.job(0, 2), None);
}

#[test]
fn a_game_comes_back_as_it_was_played_and_what_was_not_is_refused() {
    let mut plan = plan(Form::RoundRobin, 2, 1);
    plan.openings = random_openings(&plan.start, 1, 1, 7).unwrap();
    plan.check(&Supply::seeded(0)).unwrap();
    let job = Tournament::new(plan).job(0, 1).unwrap();
    let written = serde_json::to_string(&job).unwrap();
    let job: GameJob = serde_json::from_str(&written).unwrap();
    let play = || job.play(&Supply::seeded(0), &Stop::default()).unwrap().unwrap();
    let done = play();
    assert_eq!(play().plies, done.plies, "the same work gives the same game");
    let written = serde_json::to_string(&done).unwrap();
    let done: GameDone = serde_json::from_str(&written).unwrap();
    let record = done.record(&job).unwrap();
    assert_eq!((record.length(), record.player(Side::First)), (done.plies.len() + 1, "p1"));
    assert_eq!(record.ended().unwrap().winner(), done.winner);
    let change = |how: fn(&mut GameDone)| {
        let mut other = done.clone();
        how(&mut other);
        other.record(&job)
    };
    assert!(change(|done| done.pair = 1).is_err());
    assert!(change(|done| done.plies.truncate(2)).is_err());
    assert!(change(|done| done.plies[1] = "z9".to_owned()).is_err());
    assert!(change(|done| done.winner = done.winner.map_or(Some(Side::First), |_| None)).is_err());
    assert!(change(|done| done.end = "crash".to_owned()).is_err());
    let stop = Stop::default();
    stop.set();
    assert_eq!(job.play(&Supply::seeded(0), &stop).unwrap(), None);
}

#[test]
fn forms_let_those_meet_who_should() {
    let mut gauntlet = Tournament::new(plan(Form::Gauntlet, 5, 2));
    play_out(&mut gauntlet, |_, _| None);
    assert_eq!(meetings(&gauntlet), (1..5).map(|other| ([0, other], 2)).collect());
    let mut all = Tournament::new(plan(Form::RoundRobin, 4, 1));
    play_out(&mut all, |a, b| Some(a.max(b)));
    assert_eq!(meetings(&all).len(), 6);
    let order: Vec<usize> = all.standings().rows.iter().map(|row| row.player).collect();
    assert_eq!(order, [3, 2, 1, 0]);
}

#[test]
fn in_a_swiss_tournament_nobody_meets_twice_nor_rests_twice() {
    for players in [2, 3, 6, 7, 12, 15] {
        let mut plan = plan(Form::Swiss, players, 2);
        plan.swiss_rounds = (players as u32 - 1).min(4);
        let rounds = plan.swiss_rounds;
        let mut tournament = Tournament::new(plan);
        play_out(&mut tournament, |a, b| Some(a.min(b)));
        assert!(meetings(&tournament).values().all(|count| *count == 2), "{players}");
        for player in 0..players {
            let played = tournament.pairings().iter().filter(|p| p.players.contains(&player));
            let rests = rounds - played.count() as u32 / 2;
            assert!(rests <= u32::from(players % 2 == 1), "{players}: {player} rested {rests}");
        }
        assert_eq!(tournament.standings().rows[0].player, 0);
        assert_eq!(tournament.progress()[0], tournament.progress()[1]);
    }
}

#[test]
fn whoever_loses_a_meeting_is_out_and_the_first_two_meet_last() {
    for players in [2, 3, 5, 8, 13] {
        let mut tournament = Tournament::new(plan(Form::Knockout, players, 2));
        play_out(&mut tournament, |a, b| Some(a.min(b)));
        let met = meetings(&tournament);
        assert_eq!(met.len(), players - 1, "every meeting puts one out");
        let last = tournament.pairings().last().unwrap().players;
        assert_eq!([last[0].min(last[1]), last[0].max(last[1])], [0, 1]);
    }
}

#[test]
fn an_even_meeting_goes_on_and_ends_all_the_same() {
    let mut tournament = Tournament::new(plan(Form::Knockout, 4, 2));
    play_out(&mut tournament, |_, _| None);
    // Two pairs and four more, in three meetings; then the one listed first goes on.
    assert_eq!(tournament.pairings().len(), 18);
    assert_eq!(tournament.pairings().last().unwrap().players, [0, 1]);
}

#[test]
fn the_rounds_of_a_knockout_say_who_went_on_and_who_has_won() {
    let mut tournament = Tournament::new(plan(Form::Knockout, 5, 2));
    assert_eq!((tournament.winner(), tournament.rounds().len()), (None, 1));
    // Half of a meeting decides nothing.
    tournament.take(&made_up(0, 0, Some(Side::First)));
    let first = tournament.rounds().remove(0);
    assert_eq!((first.meetings[0].points, first.meetings[0].winner), ([1.0, 0.0], None));
    assert_eq!(first.rests, [0, 1, 2], "who is listed first rests where there are too few");
    play_out(&mut tournament, |a, b| Some(a.max(b)));
    let rounds = tournament.rounds();
    let of = |round: &Round| -> Vec<_> {
        round.meetings.iter().map(|met| (met.players, met.points, met.winner)).collect()
    };
    assert_eq!(of(&rounds[0]), [([3, 4], [1.0, 3.0], Some(4))]);
    assert_eq!(
        of(&rounds[1]),
        [([0, 4], [0.0, 4.0], Some(4)), ([1, 2], [0.0, 4.0], Some(2))],
        "nobody rests any more: {:?}",
        rounds[1].rests
    );
    assert_eq!(of(&rounds[2]), [([4, 2], [4.0, 0.0], Some(4))]);
    assert_eq!((rounds.len(), tournament.winner()), (3, Some(4)));
    assert!(tournament.places().is_empty());
    // Even to the end: who is listed first has won, as the next round will have it.
    let mut even = Tournament::new(plan(Form::Knockout, 2, 1));
    play_out(&mut even, |_, _| None);
    assert_eq!(even.rounds()[0].meetings[0].points, [5.0, 5.0]);
    assert_eq!(even.winner(), Some(0));
    let mut all = Tournament::new(plan(Form::RoundRobin, 3, 1));
    play_out(&mut all, |a, b| Some(a.min(b)));
    assert_eq!((all.rounds().len(), all.winner()), (0, None));
}

#[test]
fn in_a_swiss_tournament_points_decide_and_then_the_points_of_those_one_has_met() {
    let mut tournament = Tournament::new(plan(Form::Swiss, 5, 1));
    play_out(&mut tournament, |a, b| Some(a.min(b)));
    let places = tournament.places();
    let all: f64 = places.iter().map(|place| place.points).sum();
    // Two meetings of two games and one who rests in each of three rounds.
    assert_eq!(all, 3.0 * (2.0 * 2.0 + 2.0));
    assert_eq!((places[0].player, places[0].points), (0, 6.0));
    assert_eq!(tournament.winner(), Some(0));
    for two in places.windows(2) {
        let [one, other] = [0, 1].map(|at| (two[at].points, two[at].met));
        assert!(one >= other, "{places:?}");
    }
    let met = |player: usize| -> f64 {
        let points =
            |other: usize| places.iter().find(|place| place.player == other).unwrap().points;
        let meetings = tournament.rounds().into_iter().flat_map(|round| round.meetings);
        meetings
            .filter_map(|met| match met.players {
                [a, b] if a == player => Some(points(b)),
                [a, b] if b == player => Some(points(a)),
                _ => None,
            })
            .sum()
    };
    assert!(places.iter().all(|place| place.met == met(place.player)), "{places:?}");
    for round in tournament.rounds() {
        assert_eq!((round.meetings.len(), round.rests.len()), (2, 1));
    }
}

#[test]
fn openings_differ_as_long_as_the_game_has_enough() {
    let start = Start::of("tictactoe");
    let distinct = |plies, count| {
        let all = random_openings(&start, plies, count, 3).unwrap();
        assert_eq!(all.len(), count);
        all.into_iter().collect::<std::collections::HashSet<_>>().len()
    };
    assert_eq!((distinct(2, 60), distinct(1, 20)), (60, 9));
    let long = random_openings(&start, 4, 50, 3).unwrap();
    assert_eq!(random_openings(&start, 4, 20, 3).unwrap(), long[..20]);
    assert!(random_openings(&start, 30, 1, 3).is_err());
    let read = read_openings(&start, "# three\nb2\n\nb2 a1\n").unwrap();
    assert_eq!(read.len(), 2);
    assert_eq!(read_openings(&start, "b2\nb2 b2").unwrap_err().0, 2);
}

/// Whom of two even players luck lets win a game.
fn luck(pair: u32, game: u32) -> Option<Side> {
    match ludoteca_games::scatter(u64::from(2 * pair + game)) % 10 {
        0..4 => Some(Side::First),
        4..7 => Some(Side::Second),
        _ => None,
    }
}

#[test]
fn the_test_decides_by_the_order_of_pairs_and_not_by_who_was_quick() {
    let mut plan = plan(Form::RoundRobin, 2, 400);
    let model = EloModel::Logistic;
    plan.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, model });
    let mut forth = Tournament::new(plan.clone());
    let mut back = Tournament::new(plan);
    for pair in 0..400 {
        for game in [0, 1] {
            forth.take(&made_up(pair, game, luck(pair, game)));
            let pair = 399 - pair;
            back.take(&made_up(pair, game, luck(pair, game)));
            if pair > 0 {
                assert!(!back.is_over(), "nothing is decided before the gap is closed");
            }
        }
    }
    let [one, two] = [&forth, &back].map(|tournament| tournament.trial().unwrap());
    assert_eq!(one.ratios(), two.ratios());
    assert_eq!((one.decision(), two.decision()), (Some(Decision::H0), Some(Decision::H0)));
    assert!(one.ratios().len() < 400 && forth.is_over() && forth.open().count() == 0);
}

#[test]
fn games_that_repeat_are_told_and_count_once() {
    let mut tournament = Tournament::new(plan(Form::RoundRobin, 2, 30));
    for pair in 0..30 {
        for game in [0, 1] {
            let same = GameDone { pair, game, ..made_up(0, game, Some(Side::First)) };
            assert!(tournament.take(&same) && !tournament.take(&same));
        }
    }
    let standings = tournament.standings();
    assert_eq!((standings.games, standings.repeated), (60, 58));
    assert_eq!(standings.cells[0][1].scores.pairs(), [0, 0, 1, 0, 0]);
    assert_eq!(standings.rows[0].wins + standings.rows[1].wins, 60);
}

#[test]
fn faults_are_told_by_player_and_kind_and_lopsided_scores_have_finite_strengths() {
    let mut tournament = Tournament::new(plan(Form::RoundRobin, 3, 2));
    play_out(&mut tournament, |a, b| Some(a.min(b)));
    for row in &tournament.standings().rows {
        assert!(row.low.is_finite() && row.high.is_finite() && row.low <= row.high, "{row:?}");
    }
    let mut tournament = Tournament::new(plan(Form::RoundRobin, 2, 2));
    for (number, kind) in (0..).zip(["crash", "late", "memory", "illegal"]) {
        // The second side is p1 in even games and p0 in odd ones.
        let game = made_up(number / 2, number % 2, Some(Side::First));
        tournament.take(&GameDone { end: kind.to_owned(), ..game });
    }
    let rows = tournament.standings().rows;
    let faults = |player| rows.iter().find(|row| row.player == player).unwrap().faults.clone();
    assert_eq!(faults(0), BTreeMap::from([("late", 1), ("illegal", 1)]));
    assert_eq!(faults(1), BTreeMap::from([("crash", 1), ("memory", 1)]));
}

proptest! {
    #[test]
    fn games_may_come_in_any_order_and_often(order in Just((0..24u32).collect::<Vec<_>>()).prop_shuffle()) {
        let all = |order: &[u32]| {
            let mut tournament = Tournament::new(plan(Form::RoundRobin, 4, 2));
            for number in order.iter().chain(order.iter().take(5)) {
                let (pair, game) = (number / 2, number % 2);
                tournament.take(&made_up(pair, game, luck(pair, game)));
            }
            (tournament.standings().rows, tournament.is_over())
        };
        let straight: Vec<u32> = (0..24).collect();
        prop_assert_eq!(all(&order), all(&straight));
    }
}
