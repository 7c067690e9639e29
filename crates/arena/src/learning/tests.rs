use super::*;

const TINY: Body = Body { blocks: 1, channels: 16 };

fn school(game: &str, seed: u64) -> School {
    let start = match game {
        "hex" => Start::of(game).with("size", "4"),
        game => Start::of(game),
    };
    School::begin(start, None, TINY, seed).unwrap()
}

fn lessons(games: u64, jobs: usize) -> Lessons {
    let time = Duration::from_secs(100_000);
    Lessons { time, games: Some(games), jobs, looks: 16, seed: 1 }
}

#[test]
fn after_some_games_the_net_beats_the_one_it_began_with() {
    let mut school = school("hex", 1);
    school.learn(&lessons(128, 1), &Stop::default(), &mut |_| ()).unwrap();
    let progress = school.progress();
    assert_eq!(progress.games, 128);
    let against = school.against_start(1, 2, &Stop::default()).unwrap();
    assert_eq!(against.games, AGAINST_START);
    assert!(against.a_wins > 2 * against.b_wins, "{against:?}");
    // And again as the net that is written.
    let model = school.net().unwrap();
    assert!(model.record.starts_with("hex: 1x16"), "{}", model.record);
    assert_eq!(Model::read(&model.write()), Ok(model));
}

#[test]
fn so_many_games_make_the_same_net_however_many_threads_play_them() {
    let after = |jobs| {
        let mut school = school("tictactoe", 1);
        school.learn(&lessons(32, jobs), &Stop::default(), &mut |_| ()).unwrap();
        let seen = school.progress();
        (school.checkpoint(), seen.games, seen.positions)
    };
    // But for the time it took, which the record says in seconds.
    assert_eq!(Learner::read(&after(1).0).unwrap().0, Learner::read(&after(3).0).unwrap().0);
    assert_eq!(after(1).1, 32);
}

#[test]
fn a_school_goes_on_where_it_stopped_and_only_with_its_own_net() {
    let mut school = school("tictactoe", 1);
    school.learn(&lessons(16, 1), &Stop::default(), &mut |_| ()).unwrap();
    let (model, checkpoint) = (school.net().unwrap(), school.checkpoint());
    let start = Start::of("tictactoe");
    let mut again = School::go_on(start.clone(), model.clone(), &checkpoint).unwrap();
    assert_eq!(again.progress().games, 16);
    assert!(again.net().is_none(), "nothing new was learnt yet");
    again.learn(&lessons(16, 1), &Stop::default(), &mut |_| ()).unwrap();
    assert_eq!(again.progress().games, 32);
    let other = School::go_on(Start::of("connect4"), model.clone(), &checkpoint).err();
    assert_eq!(other, Some(MatchError::OtherNet));
    let damaged = School::go_on(start, model, &checkpoint[..100]).err();
    assert!(matches!(damaged, Some(MatchError::Checkpoint(_))), "{damaged:?}");
}

#[test]
fn whoever_is_stopped_keeps_what_was_learnt() {
    let mut school = school("tictactoe", 1);
    let stop = Stop::default();
    let mut rounds = 0;
    let mut each = |_: &School| {
        rounds += 1;
        stop.set();
    };
    school.learn(&lessons(1000, 1), &stop, &mut each).unwrap();
    assert_eq!((rounds, school.progress().games), (1, GAMES));
    assert!(school.net().is_some());
}

#[test]
fn any_game_can_be_learnt() {
    for game in ["checkers", "hex", "connect4", "gdl"] {
        let start = Start::of(game);
        let start = if game == "hex" { start.with("size", "3") } else { start };
        let mut school = School::begin(start, None, TINY, 1).unwrap();
        let how = Lessons { looks: 4, ..lessons(2, 1) };
        school.learn(&how, &Stop::default(), &mut |_| ()).unwrap();
        assert_eq!(school.progress().games, 2, "{game}");
        assert!(school.net().is_some(), "{game}");
    }
}

#[test]
fn games_of_others_teach_a_net_that_has_not_played_any() {
    let stop = Stop::default();
    let mut school = school("hex", 1);
    let read = |words: &str| settings("hex", words, &Supply::seeded(1)).unwrap();
    let what = Match {
        start: Start::of("hex").with("size", "4"),
        a: read("dijkstra"),
        b: read("alphabeta:depth=2"),
        games: 60,
        openings: Openings::Plies(3),
        limits: [Limits::default(); 2],
        seed: 3,
        jobs: 1,
    };
    let mut games = Vec::new();
    play_match(&what, &Supply::seeded(1), &stop, &mut |game| games.push(game.game.record)).unwrap();
    // Of no use are games that are not over, and those of another game or another board.
    let unfinished = GameTree::begin(what.start.clone().at("a1 b2")).unwrap();
    let mut resigned = GameTree::begin(Start::of("hex").with("size", "5").at("a1 b2")).unwrap();
    resigned.resign(ludoteca_games::Side::First).unwrap();
    games.extend([unfinished, resigned, GameTree::begin(Start::of("connect4")).unwrap()]);
    let how = lessons(1, 1);
    let mut used = 0;
    for _ in 0..3 {
        used += school.learn_from(&games, &how, &stop).unwrap();
    }
    assert_eq!((used, school.progress().others, school.progress().games), (180, 180, 0));
    let against = school.against_start(1, 2, &stop).unwrap();
    assert!(against.a_wins > 2 * against.b_wins, "{against:?}");
    let record = school.net().unwrap().record;
    assert!(record.contains("learnt from 180 games of others"), "{record}");
    // What was learnt from is known to whoever goes on.
    let again = School::go_on(what.start, school.net().unwrap(), &school.checkpoint()).unwrap();
    assert_eq!(again.progress().others, 180);
}
