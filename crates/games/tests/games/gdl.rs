//! Described games are the games they describe: move for move the same as ours, and as sound.

use std::collections::{BTreeMap, BTreeSet};

use ludoteca_games::{
    Breakthrough, Checkers, Connect4, Game, Gdl, Hex, Position, TicTacToe, below, boards,
    hex::Swap, picture::Gesture, testing::conforms,
};
use ludoteca_text::Text;
use ludoteca_words::Lang;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

const TICTACTOE: &str = include_str!("../../../../gdl/tictactoe.gdl");
const TICTACTOE_5: &str = include_str!("../../../../gdl/tictactoe5.gdl");
const CONNECT4: &str = include_str!("../../../../gdl/connect4.gdl");
const BREAKTHROUGH: &str = include_str!("../../../../gdl/breakthrough.gdl");
const HEX: &str = include_str!("../../../../gdl/hex.gdl");
const CHECKERS: &str = include_str!("../../../../gdl/checkers.gdl");

/// Plays random games in both, by the moves of the one of ours; `described` says what each of them is
/// in the description. A move of ours may be several plies there, divided by spaces, as long as they
/// are all of one side.
fn is_the_same<G: Game>(words: &str, ours: G, games: u64, described: impl Fn(&str) -> String) {
    let start = Gdl::new(words).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..games {
        let (mut one, mut two) = (ours.clone(), start.clone());
        loop {
            let (over, other) = (Game::outcome(&one), Game::outcome(&two));
            // GDL has no memory of its own.
            if over.is_some_and(|over| over.reason == "reason-repetition") {
                break;
            }
            assert_eq!(over.map(|over| over.winner), other.map(|over| over.winner), "{two:?}");
            if over.is_some() {
                break;
            }
            assert_eq!(Game::side(&one), Game::side(&two), "{two:?}");
            let all = one.legal_plies();
            let names: Vec<String> = all.iter().map(|ply| described(&one.write_ply(ply))).collect();
            let mut theirs = BTreeMap::new();
            whole_turns(&two, "", &mut theirs);
            assert!(names.iter().collect::<BTreeSet<_>>().into_iter().eq(theirs.keys()), "{two:?}");
            let pick = below(&mut rng, all.len() as u32) as usize;
            two = theirs.remove(&names[pick]).unwrap();
            one.play_unchecked(&all[pick]);
        }
    }
}

/// Every way to play until the other side moves, and where it leads.
fn whole_turns(position: &Gdl, begun: &str, out: &mut BTreeMap<String, Gdl>) {
    for ply in position.legal_plies() {
        let mut next = position.clone();
        next.play_unchecked(&ply);
        let words = format!("{begun}{}", position.write_ply(&ply));
        if Game::outcome(&next).is_none() && Game::side(&next) == Game::side(position) {
            whole_turns(&next, &(words + " "), out);
        } else {
            out.insert(words, next);
        }
    }
}

/// `b3` as `mark(b,3)`.
fn on_cell(function: &'static str) -> impl Fn(&str) -> String {
    move |cell| {
        let (column, row) = boards::read_name(cell).unwrap();
        format!("{function}({},{})", boards::letter(column), row + 1)
    }
}

#[test]
fn the_described_tic_tac_toe_is_ours() {
    is_the_same(TICTACTOE, TicTacToe::new(3, 3).unwrap(), 3000, on_cell("mark"));
    is_the_same(TICTACTOE_5, TicTacToe::new(5, 5).unwrap(), 2000, on_cell("mark"));
}

#[test]
fn the_described_connect_four_is_ours() {
    is_the_same(CONNECT4, Connect4::default(), 2000, |column| format!("drop({column})"));
}

#[test]
fn the_described_hex_is_ours() {
    is_the_same(HEX, Hex::new(6, Swap::None).unwrap(), 2000, on_cell("place"));
}

#[test]
fn the_described_breakthrough_is_ours() {
    is_the_same(BREAKTHROUGH, Breakthrough::new(8).unwrap(), 2000, |ply| {
        format!("move({},{},{},{})", &ply[..1], &ply[1..2], &ply[2..3], &ply[3..])
    });
}

#[test]
fn the_described_checkers_is_ours() {
    // Squares are numbered by fours from the top, and lie on the dark cells.
    let cell = |number: &str| {
        let at = number.parse::<usize>().unwrap() - 1;
        let (row, shift) = (8 - at / 4, (at / 4 + 1) % 2);
        format!("{},{row}", boards::letter(2 * (at % 4) + shift))
    };
    is_the_same(CHECKERS, Checkers::default(), 2000, |ply| {
        let (function, between) = if ply.contains('x') { ("jump", 'x') } else { ("step", '-') };
        let squares: Vec<String> = ply.split(between).map(cell).collect();
        let moves = squares.windows(2).map(|two| format!("{function}({},{})", two[0], two[1]));
        moves.collect::<Vec<_>>().join(" ")
    });
}

#[test]
fn described_games_keep_the_contract_of_games() {
    for words in [TICTACTOE, CONNECT4, BREAKTHROUGH] {
        conforms(&Gdl::new(words).unwrap());
    }
}

#[test]
fn plies_are_read_in_both_ways_and_errors_point_at_the_wrong_one() {
    let start = Gdl::new(TICTACTOE).unwrap();
    let line = Game::read_position(&start, "mark(a,1) (mark b 2)\n(MARK c 3)").unwrap();
    assert_eq!(Position::plies(&line.into_position()).len(), 6);
    let wrong = Game::read_position(&start, "mark(a,1) (mark a 1) mark(b,2)").unwrap_err().erased();
    assert_eq!(
        (wrong.token.as_str(), wrong.at, wrong.why.id.as_ref()),
        ("(mark a 1)", 11, "gdl-illegal")
    );
    let wrong = Game::read_position(&start, "mark(a,1) noop").unwrap_err().erased();
    assert_eq!((wrong.token.as_str(), wrong.why.id.as_ref()), ("noop", "gdl-illegal"));
    for words in ["mark(d,9)", "mark", "(mark", "mark(a,1", "((a) b)", "(", ")", "é(,)", ",", "f()"]
    {
        assert!(Game::read_position(&start, words).is_err(), "{words}");
    }
}

#[test]
fn games_that_are_not_for_two_in_turn_are_refused_by_name() {
    let told = |words: &str| Text::from(Gdl::new(words).unwrap_err()).id;
    let rest = "(init a) (<= (next b) (true a)) (<= terminal (true b)) (<= (goal ?r 50) (role ?r))";
    let both = format!("(role x) (role o) (<= (legal ?r go) (role ?r)) {rest}");
    assert!(Gdl::new(&both).is_ok(), "{:?}", Gdl::new(&both));
    assert_eq!(told(&both.replace("(role o)", "")), "gdl-one-role");
    assert_eq!(told(&both.replace("(role o)", "(role o) (role p)")), "gdl-many-roles");
    assert_eq!(told(&format!("{both} (<= (legal ?r stay) (role ?r))")), "gdl-simultaneous");
    assert_eq!(told(&both.replace("(role ?r)) (init", "(role ?r) (true b)) (init")), "gdl-stuck");
    assert_eq!(told(&both.replace("terminal (true b)", "terminal (true c)")), "gdl-never-ends");
    assert_eq!(told(&both.replace("(goal ?r 50)", "(goal ?r 101)")), "gdl-goal-value");
    assert_eq!(
        told(&both.replace("(goal ?r 50) (role ?r)", "(goal x 50) (role x)")),
        "gdl-no-goal"
    );
}

#[test]
fn a_game_without_a_board_is_facts_in_words_and_buttons() {
    let words = "(role left) (role right) (init (heap 5)) (init (control left))
        (less 5 4) (less 4 3) (less 3 2) (less 2 1) (less 1 0)
        (<= (legal ?r (take 1)) (true (control ?r)))
        (<= (legal ?r (take 2)) (true (control ?r)) (true (heap ?n)) (less ?n ?m) (distinct ?m 0))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (next (heap ?m)) (true (heap ?n)) (does ?r (take 1)) (less ?n ?m))
        (<= (next (heap ?k)) (true (heap ?n)) (does ?r (take 2)) (less ?n ?m) (less ?m ?k))
        (<= (next (control left)) (true (control right)))
        (<= (next (control right)) (true (control left)))
        (<= terminal (true (heap 0)))
        (<= (goal ?r 100) (role ?r) (not (true (control ?r)))) (<= (goal ?r 0) (true (control ?r)))";
    let start = Gdl::new(words).unwrap();
    conforms(&start);
    assert!(Lang::ENGLISH.say(&Game::picture(&start).notes[0].text).contains("heap(5)"));
    let pressed = |handle: ludoteca_games::Handle| matches!(handle.gesture, Gesture::Press { .. });
    assert!(start.handles().into_iter().all(pressed));
}

/// Two put what they may where they like, until all four cells are full.
fn filling(contents: &[(&str, &str)]) -> String {
    let contents: String =
        contents.iter().map(|(role, what)| format!("(may {role} {what})")).collect();
    format!(
        "(role white) (role black) (init (control white)) (at 1) (at 2) {contents}
        (<= (legal ?r (put ?x ?y ?w)) (true (control ?r)) (at ?x) (at ?y) (may ?r ?w)
            (not (full ?x ?y)))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (full ?x ?y) (true (cell ?x ?y ?w)))
        (<= (next (cell ?x ?y ?w)) (does ?r (put ?x ?y ?w)))
        (<= (next (cell ?x ?y ?w)) (true (cell ?x ?y ?w)))
        (<= (next (control white)) (true (control black)))
        (<= (next (control black)) (true (control white)))
        (<= terminal (full 1 1) (full 1 2) (full 2 1) (full 2 2)) (goal white 50) (goal black 50)"
    )
}

/// Each kind of piece after those of the roles, with its letter, its side and its drawing.
fn kinds(game: &Gdl) -> Vec<(String, char, Option<usize>, usize)> {
    let pieces = Game::geometry(game).pieces.into_iter().skip(2);
    let kind = |piece: ludoteca_games::picture::Piece| {
        (
            ludoteca_words::Lang::ENGLISH.say(&piece.name),
            piece.letter,
            piece.side,
            piece.shapes.len(),
        )
    };
    pieces.map(kind).collect()
}

#[test]
fn pieces_belong_to_those_who_bring_them_whatever_they_are_called() {
    let game = Gdl::new(&filling(&[("white", "x"), ("black", "o")])).unwrap();
    conforms(&game);
    assert_eq!(kinds(&game), [("x".into(), 'X', Some(0), 2), ("o".into(), 'o', Some(1), 2)]);
    // What both bring is a block with nothing but its label.
    let all = ["white", "black"].map(|role| [(role, "p0"), (role, "p1")]).concat();
    let shared = kinds(&Gdl::new(&filling(&all)).unwrap());
    assert_eq!(shared, [("p0".into(), 'p', None, 2), ("p1".into(), '1', None, 2)]);
}

#[test]
fn a_cell_may_say_whose_and_what_in_several_words() {
    let all = ["white", "black"].map(|role| [(role, "man"), (role, "king")]).concat();
    let words = filling(&all).replace("(cell ?x ?y ?w)", "(cell ?x ?y ?r ?w)");
    let game = Gdl::new(&words).unwrap();
    conforms(&game);
    assert_eq!(
        kinds(&game),
        [
            ("white man".into(), 'M', Some(0), 3),
            ("white king".into(), 'K', Some(0), 3),
            ("black man".into(), 'm', Some(1), 3),
            ("black king".into(), 'k', Some(1), 3),
        ]
    );
    // Facts that only look like a board, however many, are none where there are cells; and lines
    // between cells are none at all.
    let many = "(number 1) (number 2) (number 3) (number 4) (number 5)
        (<= (next (seen ?n ?x ?y)) (number ?n) (at ?x) (at ?y))
        (<= (next (line ?n ?m ?x ?y)) (number ?n) (number ?m) (at ?x) (at ?y))";
    assert_eq!(kinds(&Gdl::new(&format!("{words} {many}")).unwrap()), kinds(&game));
    let renamed = words.replace("(cell", "(thing").replace("?x ?y ?r ?w", "?r ?x ?y ?w");
    let renamed = Gdl::new(&format!("{renamed} {}", many.replace("seen ?n", "seen"))).unwrap();
    assert_eq!(kinds(&renamed), kinds(&game));
}

#[test]
fn coordinates_may_be_numbers_after_a_word_and_rows_may_come_first() {
    let named = [
        ("(at 1) (at 2)", "(row r1) (row r2) (column c1) (column c2)"),
        ("(at ?x) (at ?y)", "(row ?x) (column ?y)"),
        (
            "(full 1 1) (full 1 2) (full 2 1) (full 2 2)",
            "(full r1 c1) (full r1 c2) (full r2 c1) (full r2 c2)",
        ),
    ];
    let plain = filling(&[("white", "x"), ("black", "o")]);
    let words = named.iter().fold(plain, |words, (from, to)| words.replace(from, to));
    let mut game = Gdl::new(&words).unwrap();
    conforms(&game);
    let geometry = Game::geometry(&game);
    assert_eq!(geometry.cells.len(), 4);
    let tapped = |handle: ludoteca_games::Handle| matches!(handle.gesture, Gesture::Tap { .. });
    assert!(game.handles().into_iter().all(tapped));
    // Of the second column and the first row: to the right of the one that is named first.
    for ply in ["put(r1,c1,x)", "put(r1,c2,o)"] {
        let ply = game.read_ply(ply).unwrap();
        Game::play(&mut game, &ply).unwrap();
    }
    let placed = Game::picture(&game).pieces;
    let at = |name: &str| {
        let cell = geometry.cells.iter().position(|cell| cell.name == name).unwrap();
        assert!(placed.iter().any(|piece| piece.cell == cell), "{name}: {placed:?}");
        [geometry.cells[cell].x, geometry.cells[cell].y]
    };
    let [first, second] = ["c1r1", "c2r1"].map(at);
    assert!(first[0] < second[0] && first[1] == second[1]);
}

#[test]
fn moves_that_name_cells_only_by_chance_are_buttons_all_of_them() {
    let put = "(does ?r (put ?x ?y ?w))";
    let words = filling(&[("white", "x"), ("black", "o")]).replace(put, &format!("{put} (at ?x)"));
    let tapped = |words: &str| {
        let handles = Gdl::new(words).unwrap().handles();
        handles.iter().filter(|handle| matches!(handle.gesture, Gesture::Tap { .. })).count()
    };
    assert_eq!(tapped(&words), 4);
    // Where 3 is no column, half of the moves would be taps and the others buttons.
    let wider = "(<= (legal ?r (put 3 ?y ?w)) (true (control ?r)) (at ?y) (may ?r ?w))
        (<= (next (put-aside ?y)) (does ?r (put 3 ?y ?w)))";
    assert_eq!(tapped(&format!("{words} {wider}")), 0);
}

#[test]
fn a_game_on_half_of_the_squares_is_played_on_dark_ones() {
    // The columns from the other side: the pieces stand where a board for chess is light.
    let mirrored: String = CHECKERS
        .split_inclusive([' ', '(', ')', '\n'])
        .map(|word| match word.as_bytes() {
            [column @ b'a'..=b'h', end] => {
                format!("{}{}", (b'a' + b'h' - column) as char, *end as char)
            }
            _ => word.to_owned(),
        })
        .collect();
    for (words, on) in [(CHECKERS, "b8"), (&mirrored, "a8")] {
        let start = Gdl::new(words).unwrap();
        let (geometry, picture) = (Game::geometry(&start), Game::picture(&start));
        let cells = || picture.pieces.iter().map(|placed| &geometry.cells[placed.cell]);
        assert!(cells().any(|cell| cell.name == on));
        assert!(cells().all(|cell| cell.fill == Some("w3")), "{on}");
    }
}

#[test]
fn the_end_says_what_it_is_worth_to_each_role() {
    let mut position = Gdl::new(TICTACTOE).unwrap();
    for ply in ["mark(a,1)", "mark(a,2)", "mark(b,1)", "mark(b,2)", "mark(c,1)"] {
        assert_eq!(Game::reason(&position), None);
        let ply = position.read_ply(ply).unwrap();
        Game::play(&mut position, &ply).unwrap();
    }
    let reason = Game::reason(&position).unwrap();
    for (language, says) in [
        ("en", "By the goals of the description: x 100, o 0."),
        ("es", "Por las metas de la descripción: x 100, o 0."),
    ] {
        let language =
            ludoteca_words::languages().into_iter().find(|one| one.code() == language).unwrap();
        assert_eq!(language.say(&reason), says);
    }
}

#[test]
fn many_games_side_by_side_end_as_single_ones_do() {
    const GAMES: u64 = 8000;
    for words in [TICTACTOE, CONNECT4, BREAKTHROUGH, HEX, CHECKERS] {
        let start = Gdl::new(words).unwrap();
        let games = if words == CHECKERS { GAMES / 10 } else { GAMES };
        let many = start.playouts(1, &mut |tally| tally.games < games);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let (mut wins, mut plies) = (0.0, 0.0);
        for _ in 0..games {
            let (outcome, length) = start.clone().playout(&mut rng);
            wins += f64::from(outcome.winner == Some(ludoteca_games::Side::First));
            plies += f64::from(length);
        }
        let n = games as f64;
        let share = many.results[0] as f64 / many.games as f64;
        assert!((share - wins / n).abs() < 5.0 / (2.0 * n).sqrt(), "{share} and {}", wins / n);
        let length = many.plies as f64 / many.games as f64;
        assert!((length / (plies / n) - 1.0).abs() < 0.1, "{length} and {}", plies / n);
        assert_eq!(many.results.iter().sum::<u64>(), many.games);
    }
}

#[test]
fn a_comma_may_be_a_name_and_every_ply_is_read_back() {
    let words = "(role x) (role o) (init (turn x)) (sign ,) (sign a,b) (sign c)
        (<= (legal ?r (say ?s (to ?s))) (true (turn ?r)) (sign ?s))
        (<= (legal ?r ,) (true (turn ?r)))
        (<= (legal x noop) (true (turn o))) (<= (legal o noop) (true (turn x)))
        (<= (next (turn o)) (true (turn x))) (<= (next done) (true (turn o)))
        (<= terminal (true done)) (goal x 50) (goal o 50)";
    let start = Gdl::new(words).unwrap();
    let plies = Game::legal_plies(&start);
    let written: BTreeSet<String> = plies.iter().map(|ply| start.write_ply(ply)).collect();
    assert_eq!(written.len(), 4);
    assert!(written.contains("say(c,to(c))") && written.contains("(say a,b (to a,b))"));
    for ply in &plies {
        assert_eq!(start.read_ply(&start.write_ply(ply)).unwrap(), *ply);
    }
    let all: Vec<String> = written.into_iter().collect();
    let line = Game::read_position(&start, &format!("{} {}", all[0], all[1])).unwrap();
    assert_eq!(line.len(), 2);
}
