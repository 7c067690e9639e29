//! What a colony does, seen from outside.

use ludoteca_games::{GAMES, Position, find};
use ludoteca_players::{
    Answer, AnyPlayer, AnyWatch, Budget, Stop, Supply, Thought, machine, seat,
    thought::{Content, Layer, Value, Verdict},
};
use ludoteca_text::Text;
use ludoteca_words::{Lang, languages};

const VARIANTS: [&str; 5] = ["as", "acs", "mmas", "bwas", "ggp"];

fn ants(game: &str, words: &str) -> Box<dyn AnyPlayer> {
    machine(game, words, &Supply::seeded(1)).unwrap()
}

/// Whether a turn that wins at once was found without any search.
fn won_at_once(thought: &Thought) -> bool {
    let won = matches!(thought.value, Value::Proved { result: Verdict::Win, .. });
    won && thought.nodes == 0 && matches!(thought.answer, Answer::Ply(_))
}

fn thought(game: &str, words: &str, position: &str) -> Thought {
    think(ants(game, words).as_mut(), at(game, position).as_ref(), AnyWatch::AtTheEnd)
}

fn think(player: &mut dyn AnyPlayer, at: &dyn Position, watch: AnyWatch<'_>) -> Thought {
    player.consider(at, &Budget::default(), watch).unwrap()
}

fn at(game: &str, position: &str) -> Box<dyn Position> {
    let start = find(game).unwrap().begin([]).unwrap();
    start.read_position(position).unwrap().position().boxed()
}

/// The same thought, however long it took.
fn timeless(thought: Thought) -> Thought {
    Thought { seconds: 0.0, ..thought }
}

#[test]
fn every_variant_plays_whole_games_of_every_game() {
    for game in GAMES {
        let options: &[(&str, &str)] = if game.name == "hex" { &[("size", "4")] } else { &[] };
        for variant in VARIANTS {
            let mut at = game.begin(options.iter().copied()).unwrap();
            let words = format!("ants:variant={variant},ants=4,searches=3");
            let mut player = ants(game.name, &words);
            // Weak games of Arimaa have no end.
            let plies = if game.name == "arimaa" { 150 } else { 1000 };
            for _ in 0..plies {
                if at.outcome().is_some() {
                    break;
                }
                let thought = think(player.as_mut(), at.as_ref(), AnyWatch::Nobody);
                at.play(&thought.ply().unwrap()).unwrap();
            }
            assert!(at.outcome().is_some() || game.name == "arimaa", "{} {variant}", game.name);
            let over = think(player.as_mut(), at.as_ref(), AnyWatch::Nobody);
            assert_eq!(over.ply().is_none(), at.outcome().is_some());
        }
    }
}

#[test]
fn threads_change_nothing() {
    for variant in VARIANTS {
        let of = |threads| {
            let words = format!("ants:variant={variant},ants=7,searches=40,threads={threads}");
            timeless(thought("connect4", &words, "4433"))
        };
        let alone = of(1);
        assert!(alone.nodes > 1000);
        assert_eq!(alone, of(2), "{variant}");
        assert_eq!(alone, of(5), "{variant}");
    }
    let turn = |threads| {
        let start = "g [rrrrrrrrhdcemcdh                                HDCEMCDHRRRRRRRR]";
        timeless(thought("arimaa", &format!("ants:ants=9,searches=9,threads={threads}"), start))
    };
    assert_eq!(turn(1), turn(3));
}

#[test]
fn the_same_seed_gives_the_same_move_and_another_seed_other_games() {
    let of = |seed| timeless(thought("connect4", &format!("ants:searches=20,seed={seed}"), "44"));
    assert_eq!(of(7), of(7));
    assert_ne!(of(7).candidates, of(8).candidates);
}

#[test]
fn a_turn_that_wins_at_once_is_played_without_a_search() {
    let goal = [
        "r.......", ".R......", "........", "........", "........", "........", "...r....",
        "........",
    ];
    let run = [
        "r.......", "........", "........", ".R......", "........", "........", "...r....",
        "........",
    ];
    let last = [
        ".......c", "........", "Er......", "........", "........", "........", "........",
        "R.......",
    ];
    for (game, position, first) in [
        ("connect4", "112233", "4"),
        ("connect4", "7171616", "1"),
        ("tictactoe", "a1 b1 a2 b2", "a3"),
        ("arimaa", &format!("g [{}]", goal.concat()), "Rb7n"),
        ("arimaa", &format!("g [{}]", run.concat()), "Rb5n"),
        // The last rabbit is pushed into a trap.
        ("arimaa", &format!("g [{}]", last.concat()), "rb6e"),
    ] {
        for variant in VARIANTS {
            for learn in ["move", "before"] {
                let words = format!("ants:ants=2,searches=2,variant={variant},learn={learn}");
                let mut player = ants(game, &words);
                let mut here = at(game, position);
                let side = here.side();
                let mut plies = Vec::new();
                while here.outcome().is_none() && here.side() == side {
                    let thought = think(player.as_mut(), here.as_ref(), AnyWatch::AtTheEnd);
                    assert!(won_at_once(&thought), "{game} {position} {variant}");
                    let ply = thought.ply().unwrap();
                    here.play(&ply).unwrap();
                    plies.push(ply);
                }
                assert_eq!(here.outcome().unwrap().winner, Some(side), "{game} {position}");
                assert!(plies[0].starts_with(first), "{game}: {plies:?}");
            }
        }
    }
    assert!(!won_at_once(&thought("connect4", "ants:searches=3", "1122")));
}

#[test]
fn an_only_move_needs_no_search_unless_somebody_wants_to_see_one() {
    let here = at("tictactoe", "a1 b1 c1 a2 c2 b2 a3 c3");
    assert_eq!(here.plies(), ["b3"]);
    let unseen = think(ants("tictactoe", "ants").as_mut(), here.as_ref(), AnyWatch::Nobody);
    assert_eq!((unseen.ply().as_deref(), unseen.nodes), (Some("b3"), 0));
    assert!(!won_at_once(&unseen));
    let seen = think(ants("tictactoe", "ants").as_mut(), here.as_ref(), AnyWatch::AtTheEnd);
    assert!(seen.nodes > 0 && !seen.layers.is_empty());
}

#[test]
fn an_unstoppable_threat_is_not_overlooked() {
    // Whoever does not answer in the middle loses at once.
    for variant in ["as", "mmas", "ggp"] {
        let words = format!("ants:variant={variant}");
        assert_eq!(thought("connect4", &words, "112233").ply().as_deref(), Some("4"), "{variant}");
        assert_eq!(thought("tictactoe", &words, "a1 c3 a2").ply().as_deref(), Some("a3"));
    }
}

#[test]
fn what_was_learned_before_is_learned_once_and_never_changes() {
    let words = "ants:learn=before,ants=10,searches=30";
    let mut player = ants("tictactoe", words);
    let first = timeless(think(player.as_mut(), at("tictactoe", "").as_ref(), AnyWatch::Nobody));
    let mut nodes = Vec::new();
    for position in ["b2", "b2 a1", "a1 b2 c3", "c1 a3 b1"] {
        let here = at("tictactoe", position);
        let used = timeless(think(player.as_mut(), here.as_ref(), AnyWatch::Nobody));
        let fresh = think(ants("tictactoe", words).as_mut(), here.as_ref(), AnyWatch::Nobody);
        assert_eq!(fresh.nodes, first.nodes);
        nodes.push(used.nodes);
        assert_eq!(used, timeless(Thought { nodes: 0, ..fresh }), "{position}");
    }
    assert!(nodes.iter().all(|nodes| *nodes == 0), "{nodes:?}");
    let again = think(player.as_mut(), at("tictactoe", "").as_ref(), AnyWatch::Nobody);
    assert_eq!(Thought { nodes: 0, ..first }, timeless(again));
}

#[test]
fn what_was_learned_is_of_the_board_that_is_played_on() {
    let mut player = ants("tictactoe", "ants:learn=before,ants=10,searches=10");
    for (size, least) in [("3", 1), ("5", 10)] {
        let start = find("tictactoe").unwrap().begin([("size", size)]).unwrap();
        let thought = think(player.as_mut(), start.as_ref(), AnyWatch::Nobody);
        let tried = thought.candidates.len();
        assert!((least..=start.plies().len()).contains(&tried), "{size}: {tried}");
    }
}

#[test]
fn an_unseen_state_is_played_at_random_after_learning_before() {
    let mut plies = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let words = format!("ants:learn=before,ants=2,searches=1,seed={seed}");
        let thought = thought("connect4", &words, "4444445");
        assert!(thought.candidates.is_empty());
        plies.insert(thought.ply().unwrap());
    }
    assert!(plies.len() >= 4, "{plies:?}");
}

#[test]
fn a_spent_budget_ends_it_in_the_middle_of_a_search_and_it_plays_all_the_same() {
    let here = at("connect4", "44");
    let stop = Stop::default();
    stop.set();
    let none = Budget { stop, ..Budget::default() };
    let stopped =
        ants("connect4", "ants").consider(here.as_ref(), &none, AnyWatch::Nobody).unwrap();
    assert!(here.plies().contains(&stopped.ply().unwrap()));
    assert_eq!(stopped.nodes, 0);
    let one = ants("connect4", "ants:searches=1");
    let round =
        { one }.consider(here.as_ref(), &Budget::default(), AnyWatch::Nobody).unwrap().nodes;
    for (words, nodes) in [("ants", 10 * round + round / 2), ("ants:ants=10000", 500)] {
        let few = Budget::nodes(nodes);
        let thought =
            ants("connect4", words).consider(here.as_ref(), &few, AnyWatch::Nobody).unwrap();
        // The last ant's game may go on for as long as the board has room.
        assert!((nodes..nodes + 40).contains(&thought.nodes), "{} {nodes}", thought.nodes);
        assert!(thought.candidates.iter().any(|ply| ply.visits > Some(1)), "{words}");
    }
}

#[test]
fn wrong_keys_and_values_are_refused_with_what_is_allowed() {
    let refused = |words: &str| {
        Lang::ENGLISH
            .say(&seat("connect4", words, &Supply::seeded(1)).map(|_| ()).unwrap_err().into())
    };
    for (words, right) in [
        ("ants:variant=queen", "as, acs, mmas, bwas, ggp"),
        ("ants:ants=0", "1 to 10,000"),
        ("ants:searches=0", "1 to"),
        ("ants:depth=0", "1 to 999"),
        ("ants:alpha=-1", "0 to 10"),
        ("ants:beta=11", "0 to 10"),
        ("ants:rho=0", "0.001 to 1"),
        ("ants:phi=1.5", "0.001 to 1"),
        ("ants:q0=2", "0 to 1"),
        ("ants:tau0=0", "0.001 to 1,000"),
        ("ants:tau_min=-1", "0 to 1,000"),
        ("ants:tau_max=0", "0.001 to 1,000"),
        ("ants:tau_min=2,tau_max=1", "no more than"),
        ("ants:best=worst", "round, sofar"),
        ("ants:mutation=NaN", "0 to 1"),
        ("ants:sigma=101", "0 to 100"),
        ("ants:stall=0", "1 to"),
        ("ants:local=maybe", "on, off"),
        ("ants:theta=-0.1", "0 to 100"),
        ("ants:consult=1.1", "0 to 1"),
        ("ants:greedy=sum", "product, weighted"),
        ("ants:learn=never", "move, before"),
        ("ants:desire=no", "flat, eval"),
        ("ants:grow=0", "1 to"),
        ("ants:table=0", "1 to"),
        ("ants:threads=65", "1 to 64"),
        ("ants:colour=red", "variant, ants, searches"),
    ] {
        assert!(refused(words).contains(right), "{words}: {}", refused(words));
    }
}

#[test]
fn a_small_table_suffices_for_long_games_of_many_states() {
    let words = "ants:table=1,grow=200,ants=20,searches=60";
    let here = find("hex").unwrap().begin([("size", "9")]).unwrap();
    let mut player = ants("hex", words);
    let thought = think(player.as_mut(), here.as_ref(), AnyWatch::AtTheEnd);
    assert!(here.plies().contains(&thought.ply().unwrap()));
}

#[test]
fn trails_are_shown_as_they_build_up_in_words_of_every_language() {
    let mut reports = Vec::new();
    let mut sink = |thought: Thought| reports.push(thought);
    let watch = AnyWatch::Live(std::time::Duration::ZERO, &mut sink);
    let mut player = ants("connect4", "ants:searches=12,ants=10");
    let last = think(player.as_mut(), at("connect4", "44").as_ref(), watch);
    assert_eq!(reports.len(), 12);
    let rows = |thought: &Thought| match layer(thought, "ants-searches").content {
        Content::Table { rows, .. } => rows.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!((rows(&reports[0]), rows(&reports[5]), rows(&last)), (1, 6, 12));
    for id in ["values", "ants-pheromone", "ants-desire", "ants-table", "ants-path", "ants-along"] {
        layer(&last, id);
    }
    let Content::Trails { plies, frames, low, high } = layer(&last, "ants-pheromone").content
    else {
        panic!()
    };
    assert_eq!((plies.len(), frames.len()), (7, 12), "each column after each search");
    assert!(frames.iter().all(|frame| frame.figures.len() == 7));
    let grows = |at: usize| frames[at].figures.iter().sum::<f64>();
    assert!(grows(11) > grows(0), "trails build up");
    assert!(frames.iter().flat_map(|frame| &frame.figures).all(|tau| (low..=high).contains(tau)));
    let steps = thought("breakthrough", "ants:searches=100,ants=4", "");
    let Content::Trails { plies, frames, .. } = layer(&steps, "ants-pheromone").content else {
        panic!()
    };
    assert!(plies.iter().all(|trail| trail.cells.len() == 2), "from where and to where");
    assert!(frames.len() <= 41, "{} frames", frames.len());
    let Content::Moves { moves } = layer(&steps, "ants-path").content else { panic!() };
    assert!(moves.iter().all(|put| put.from.is_some()));
    let long = thought("tictactoe", "ants:searches=700,ants=2", "b2");
    let Content::Table { rows, .. } = layer(&long, "ants-searches").content else { panic!() };
    let ends = [&rows[0], &rows[rows.len() - 1]].map(|row| Lang::ENGLISH.say(&row[0]));
    assert_eq!((rows.len(), ends), (12, ["1".to_owned(), "700".to_owned()]));
    let won = thought("connect4", "ants", "112233");
    layer(&won, "ants-terminal");
    for each in last.layers.iter().chain(&won.layers) {
        for text in texts(each) {
            for language in languages() {
                assert!(language.knows(&text.id), "{} in {}", text.id, language.code());
            }
        }
    }
}

#[test]
fn without_win_a_win_at_once_is_looked_for_like_anything_else() {
    let mut player = ants("connect4", "ants:win=off,searches=20");
    let thought = think(player.as_mut(), at("connect4", "112233").as_ref(), AnyWatch::Nobody);
    assert!(thought.nodes > 0);
    assert_eq!(thought.ply().as_deref(), Some("4"));
    let mut blind = ants("connect4", "ants:form=thesis,searches=1,unseen=first");
    let thought = think(blind.as_mut(), at("connect4", "776655").as_ref(), AnyWatch::Nobody);
    assert_eq!(thought.ply().as_deref(), Some("1"), "the first in the list");
}

#[test]
fn what_is_played_is_never_shown_to_be_worth_less_than_another_move() {
    for variant in VARIANTS {
        for (game, position) in [("connect4", "4455"), ("tictactoe", "b2 a1"), ("breakthrough", "")]
        {
            for words in ["ants=5,searches=8", "ants=4,searches=30,form=thesis,learn=move,win=off"]
            {
                let words = format!("ants:variant={variant},{words}");
                let thought = think(
                    ants(game, &words).as_mut(),
                    at(game, position).as_ref(),
                    AnyWatch::Nobody,
                );
                let worth: Vec<f64> =
                    thought.candidates.iter().map(|each| each.value.result()).collect();
                assert!(worth.is_sorted_by(|a, b| a >= b), "{game} {words}: {worth:?}");
                assert_eq!(thought.value, thought.candidates[0].value);
                assert_eq!(thought.ply().unwrap(), thought.candidates[0].ply);
            }
        }
    }
}

#[test]
fn a_short_look_is_judged_by_the_evaluation() {
    // Looking one turn ahead, the centre has most open lines.
    let words = "ants:depth=1,variant=mmas,eval=lines";
    assert_eq!(thought("connect4", words, "").ply().as_deref(), Some("4"));
}

fn layer(thought: &Thought, id: &str) -> Layer {
    let found = thought.layers.iter().find(|layer| layer.id == id);
    found.unwrap_or_else(|| panic!("no layer {id}")).clone()
}

fn texts(layer: &Layer) -> Vec<Text> {
    let mut all = vec![layer.title.clone(), layer.sentence.clone()];
    match &layer.content {
        Content::Trails { frames, .. } => {
            all.extend(frames.iter().map(|frame| frame.label.clone()));
        }
        Content::Table { columns, rows } => {
            all.extend(columns.iter().chain(rows.iter().flatten()).cloned());
        }
        Content::Words { paragraphs } => all.extend_from_slice(paragraphs),
        _ => {}
    }
    all
}
