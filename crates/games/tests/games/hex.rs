//! Hex: chains against a search that nobody can get wrong, both swaps, and boards set up by hand.

use std::collections::{HashMap, HashSet};

use ludoteca_games::{
    Game, Hex, NotationError, Side, below, draw_text,
    hex::{Cell, Colour, HexPly, HexRefusal, Swap},
    picture::{Gesture, Layout},
};
use ludoteca_text::Text;
use ludoteca_words::Lang;
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

const SWAPS: [Swap; 3] = [Swap::None, Swap::Pieces, Swap::Sides];

fn start(size: usize, swap: Swap) -> Hex {
    Hex::new(size, swap).unwrap()
}

fn after(start: &Hex, words: &str) -> Hex {
    start.read_position(words).unwrap().into_position()
}

fn board(hex: &Hex) -> String {
    ludoteca_games::Position::board_text(hex).unwrap()
}

/// The board as a table of letters.
fn table(hex: &Hex) -> Vec<Vec<char>> {
    let words = board(hex);
    let rows = words.split_whitespace().next().unwrap();
    rows.split('/').map(|row| row.chars().collect()).collect()
}

/// The slow twin: how many stones the shortest chain of a colour has, found cell by cell.
fn shortest(table: &[Vec<char>], letter: char) -> Option<usize> {
    let size = table.len() as i32;
    let along = |(row, column): (i32, i32)| if letter == 'R' { row } else { column };
    let stands = |(row, column): (i32, i32)| {
        (0..size).contains(&row)
            && (0..size).contains(&column)
            && table[row as usize][column as usize] == letter
    };
    let all = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let mut layer: HashSet<_> = all.filter(|at| along(*at) == 0 && stands(*at)).collect();
    let mut seen = layer.clone();
    for length in 1.. {
        if layer.iter().any(|at| along(*at) == size - 1) {
            return Some(length);
        }
        if layer.is_empty() {
            return None;
        }
        let near = layer.iter().flat_map(|(r, c)| {
            [(*r, c - 1), (*r, c + 1), (r - 1, *c), (r + 1, *c), (r - 1, c + 1), (r + 1, c - 1)]
        });
        layer = near.filter(|at| stands(*at) && !seen.contains(at)).collect();
        seen.extend(&layer);
    }
    None
}

/// A random game, each position of it, and the letters of a board filled up afterwards.
fn random_game(start: &Hex, rng: &mut SplitMix64) -> (Vec<Hex>, Vec<Vec<char>>) {
    let mut positions = vec![*start];
    let mut hex = *start;
    while let Some(ply) = hex.random_ply(rng) {
        hex.play_unchecked(&ply);
        positions.push(hex);
    }
    let mut full = table(&hex);
    let mut letters = ['R', 'B'].into_iter().cycle().skip(below(rng, 2) as usize);
    for row in &mut full {
        for letter in row.iter_mut().filter(|letter| **letter == '.') {
            *letter = letters.next().unwrap();
        }
    }
    (positions, full)
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
    }
}

#[test]
fn a_game_is_over_with_the_first_chain_and_the_full_board_has_no_other() {
    let mut rng = SplitMix64::seed_from_u64(1);
    for size in 1..=19 {
        for swap in SWAPS {
            let (positions, full) = random_game(&start(size, swap), &mut rng);
            let step = if size < 8 { 1 } else { 7 };
            for hex in positions.iter().rev().step_by(step) {
                let table = table(hex);
                for colour in Colour::BOTH {
                    let chain = shortest(&table, letter(colour));
                    assert_eq!(hex.winner() == Some(colour), chain.is_some(), "{hex:?}");
                }
            }
            let last = positions.last().unwrap();
            let winner = last.winner().expect("a game ends with a chain");
            assert!(shortest(&full, letter(winner)).is_some());
            assert!(shortest(&full, letter(winner.other())).is_none());
        }
    }
}

#[test]
fn the_chain_that_is_shown_is_a_shortest_one() {
    let mut rng = SplitMix64::seed_from_u64(2);
    for size in (1..=19).chain([5; 40]).chain([11; 20]) {
        let (positions, _) = random_game(&start(size, Swap::None), &mut rng);
        let hex = positions.last().unwrap();
        let colour = hex.winner().unwrap();
        let cells: Vec<Cell> = hex.cells().collect();
        let chain: Vec<Cell> = hex.picture().winning.iter().map(|cell| cells[*cell]).collect();
        assert_eq!(Some(chain.len()), shortest(&table(hex), letter(colour)), "{hex:?}");
        assert!(chain.iter().all(|cell| hex.stone(*cell) == Some(colour)), "{hex:?}");
        for pair in chain.windows(2) {
            assert!(hex.neighbours(pair[0]).any(|near| near == pair[1]), "{hex:?}");
        }
    }
}

#[test]
fn swapped_pieces_change_colour_across_the_diagonal_and_red_moves_next() {
    let hex = after(&start(5, Swap::Pieces), "a3 swap-pieces");
    assert_eq!(board(&hex), "..B../...../...../...../..... swap-pieces");
    assert_eq!((hex.colour(), hex.side()), (Colour::Red, Side::First));
    let hex = after(&start(5, Swap::Pieces), "c3 swap-pieces a1");
    assert_eq!(board(&hex), "R..../...../..B../...../..... swap-pieces");
    assert_eq!((hex.colour(), hex.side()), (Colour::Blue, Side::Second));
    // Blue's second stone makes the chain, and Blue is still whoever did not begin.
    let hex = after(&start(2, Swap::Pieces), "a1 swap-pieces b2 b1");
    assert_eq!(hex.outcome().unwrap().winner, Some(Side::Second));
    assert_eq!(hex.outcome().unwrap().reason, "reason-hex-blue");
}

#[test]
fn swapped_sides_leave_the_stone_and_whoever_began_goes_on_with_blue() {
    let hex = after(&start(5, Swap::Sides), "a3 swap-sides");
    assert_eq!(board(&hex), "...../...../R..../...../..... swap-sides");
    assert_eq!((hex.colour(), hex.side()), (Colour::Blue, Side::First));
    let hex = after(&start(5, Swap::Sides), "a3 swap-sides e5");
    assert_eq!((hex.colour(), hex.side()), (Colour::Red, Side::Second));
    // Red's chain is the win of whoever took over the colour.
    let hex = after(&start(2, Swap::Sides), "a1 swap-sides b2 a2");
    assert_eq!((hex.winner(), hex.player(Colour::Red)), (Some(Colour::Red), Side::Second));
    assert_eq!(hex.outcome().unwrap().winner, Some(Side::Second));
    let hex = after(&start(2, Swap::Sides), "a1 swap-sides b1 b2 a2");
    assert_eq!(hex.outcome().unwrap().winner, Some(Side::First));
}

#[test]
fn the_sides_look_like_the_colours_they_have() {
    let begun = start(3, Swap::Sides);
    let swapped = after(&begun, "b2 swap-sides");
    let names = |hex: &Hex| hex.geometry().sides.map(|look| Lang::ENGLISH.say(&look.name));
    assert_eq!(names(&begun), ["Red", "Blue"]);
    assert_eq!(names(&after(&begun, "b2")), ["Red", "Blue"]);
    assert_eq!(names(&swapped), ["Blue", "Red"]);
    assert_eq!(names(&after(&start(3, Swap::Pieces), "b2 swap-pieces")), ["Red", "Blue"]);
    // The next stone is blue, and blue stones belong to whoever began.
    let ply = swapped.read_ply("a1").unwrap();
    let Gesture::Tap { piece, .. } = swapped.gesture(&ply) else { panic!("a stone is tapped") };
    let piece = &swapped.geometry().pieces[piece];
    assert_eq!((piece.letter, piece.side), ('B', Some(Side::First.index())));
}

#[test]
fn a_swap_is_said_once_and_then_no_more() {
    let said = |swap, words: &str| -> Vec<String> {
        let notes = after(&start(5, swap), words).picture().notes;
        notes.iter().map(|note| Lang::ENGLISH.say(&note.text)).collect()
    };
    assert_eq!(
        said(Swap::Pieces, "a3 swap-pieces"),
        ["The first stone has been taken over: red on a3 before, now blue on c1."]
    );
    assert_eq!(
        said(Swap::Sides, "a3 swap-sides"),
        ["The players have changed colours. Whoever began now plays Blue, and is to move."]
    );
    for words in ["", "a3", "a3 b3", "a3 swap-sides b3"] {
        assert!(said(Swap::Sides, words).is_empty(), "{words}");
    }
}

fn refused(start: &Hex, words: &str) -> NotationError {
    start.read_position(words).expect_err(words).erased()
}

#[test]
fn moves_that_cannot_be_are_pointed_at_in_both_languages() {
    let [none, pieces, sides] = SWAPS.map(|swap| start(5, swap));
    let cases = [
        (
            refused(&none, "c3 f1"),
            "“f1”, at character 4: A move is a cell, from a1 to e5.",
            "«f1», en el carácter 4: Una jugada es una casilla, de a1 a e5.",
        ),
        (
            refused(&pieces, "c3 swap"),
            "“swap”, at character 4: A move is a cell, from a1 to e5, or swap-pieces.",
            "«swap», en el carácter 4: Una jugada es una casilla, de a1 a e5, o swap-pieces.",
        ),
        (
            refused(&none, "c3 b2 c3"),
            "“c3”, at character 7: c3 is taken.",
            "«c3», en el carácter 7: c3 está ocupada.",
        ),
        (
            refused(&none, "c3 swap-pieces"),
            "“swap-pieces”, at character 4: This game is played without the swap.",
            "«swap-pieces», en el carácter 4: Esta partida se juega sin intercambio.",
        ),
        (
            refused(&sides, "c3 swap-pieces"),
            "“swap-pieces”, at character 4: This game has the other kind of swap, swap-sides.",
            "«swap-pieces», en el carácter 4: En esta partida el intercambio es de la otra clase, \
             swap-sides.",
        ),
        (
            refused(&pieces, "swap-pieces"),
            "“swap-pieces”, at character 1: A swap is the second move of a game, or it is not made \
             at all.",
            "«swap-pieces», en el carácter 1: El intercambio es la segunda jugada de la partida, o \
             no se hace.",
        ),
        (
            refused(&start(1, Swap::Pieces), "a1 swap-pieces"),
            "“swap-pieces”, at character 4: The game is over.",
            "«swap-pieces», en el carácter 4: La partida ha terminado.",
        ),
    ];
    for (error, in_english, in_spanish) in cases {
        let text = Text::from(error);
        assert_eq!(Lang::ENGLISH.say(&text), in_english);
        assert_eq!(Lang::named("es").unwrap().say(&text), in_spanish);
    }
    for words in ["c3 b2 swap-sides", "c3 swap-sides swap-sides", "c3 swap-sides b2 swap-sides"] {
        assert_eq!(refused(&sides, words).why.id, "hex-swap-second", "{words}");
    }
    let far = HexPly::Stone(Cell::new(18, 0).unwrap());
    assert_eq!(
        Lang::ENGLISH.say(&none.check(&far).unwrap_err().into()),
        "A move is a cell, from a1 to e5."
    );
}

#[test]
fn boards_that_cannot_be_read_are_refused_with_the_reason() {
    let [none, pieces, sides] = SWAPS.map(|swap| start(3, swap));
    let cases = [
        (&none, ".../.../..", 9, "A row has 3 cells, and this one has 2."),
        (&none, ".../...", 1, "A board has 3 rows divided by “/”, and here there are 2."),
        (&none, ".../.x./...", 6, "A cell is R, B, or a dot when it is empty."),
        (&none, ".../.R./... swap-sides", 13, "This game is played without the swap."),
        (
            &pieces,
            ".../.B./... swap-sides",
            13,
            "This game has the other kind of swap, swap-pieces.",
        ),
        (
            &pieces,
            ".../.R./... swap-pieces",
            1,
            "After the swap the first stone is blue (B) and Red (R) moves next, so Blue has as many \
             stones as Red or one more. Here Red has 1 and Blue has 0.",
        ),
        (
            &sides,
            ".../.../... swap-sides",
            1,
            "There is no stone on the board, so nothing has been swapped.",
        ),
        (
            &sides,
            ".../.R./... b1",
            13,
            "After a board there is nothing more, or the swap that was made (swap-pieces or \
             swap-sides), and the colour to move if the stones do not tell (red or blue).",
        ),
        (
            &none,
            ".../.R./... red blue",
            17,
            "After a board there is nothing more, or the swap that was made (swap-pieces or \
             swap-sides), and the colour to move if the stones do not tell (red or blue).",
        ),
        (
            &sides,
            ".../.R./... swap-sides swap-sides",
            24,
            "A swap is the second move of a game, or it is not made at all.",
        ),
    ];
    for (start, words, at, why) in cases {
        let error = refused(start, words);
        assert_eq!((error.at, Lang::ENGLISH.say(&error.why).as_str()), (at, why), "{words}");
    }
}

#[test]
fn boards_that_no_game_leads_to_are_positions_that_say_so() {
    for (words, colour, over) in [
        // Too many stones of a colour: who has fewer moves, unless it is said.
        (".../.B./...", Colour::Red, false),
        (".../RR./...", Colour::Blue, false),
        (".../RR./... red", Colour::Red, false),
        ("BB./..R/... blue", Colour::Blue, false),
        // As many as there should be, and the other colour to move.
        (".../.../... blue", Colour::Blue, false),
        ("B../.R./... blue", Colour::Blue, false),
        // Moves after the end.
        ("RB./RB./R.B", Colour::Red, true),
        ("RRB/RRB/RRB", Colour::Blue, true),
    ] {
        let mut hex = start(3, Swap::None).read_position(words).unwrap().into_position();
        assert_eq!((hex.colour(), hex.outcome().is_some()), (colour, over), "{words}");
        assert!(hex.is_unreachable(), "{words}");
        let notes = hex.picture().notes;
        assert_eq!(notes[0].text.id, "hex-note-unreachable", "{words}");
        // What is played on from there comes from there, and is written as it is read.
        if let Some(ply) = hex.legal_plies().first() {
            hex.play(ply).unwrap();
        }
        let text = board(&hex);
        let again = start(3, Swap::None).read_position(&text).unwrap().into_position();
        assert_eq!(again, hex, "{text}");
    }
    // Two chains of Red share no stone, so that one of them was there before the last move.
    for words in ["R.R./R.RB/RBRB/RBRB", "R.RB/RBRB/RBRB/RBRB"] {
        assert!(start(4, Swap::None).read_position(words).unwrap().position().is_unreachable());
    }
    // With the right colour nothing is strange about a board.
    let usual = start(3, Swap::Pieces).read_position(".../.R./... blue").unwrap().into_position();
    assert_eq!(usual, after(&start(3, Swap::Pieces), "b2"));
    assert!(usual.picture().notes.is_empty());
}

/// Every position that a game leads to, by its text.
fn reached(start: &Hex) -> HashMap<String, Hex> {
    let mut all = HashMap::new();
    let mut waiting = vec![*start];
    while let Some(hex) = waiting.pop() {
        if all.insert(board(&hex), hex).is_none() {
            waiting.extend(hex.legal_plies().iter().map(|ply| {
                let mut next = hex;
                next.play_unchecked(ply);
                next
            }));
        }
    }
    all
}

#[test]
fn a_board_is_one_of_a_game_if_and_only_if_a_game_leads_to_it_and_each_has_its_own_key() {
    for swap in SWAPS {
        for size in [1, 2, 3] {
            let start = start(size, swap);
            let reached = reached(&start);
            let keys: HashSet<u64> = reached.values().map(Game::key).collect();
            assert_eq!(keys.len(), reached.len(), "{start:?}");
            let cells = size * size;
            for number in 0..3usize.pow(cells as u32) {
                let letter = |cell: usize| ['.', 'R', 'B'][number / 3usize.pow(cell as u32) % 3];
                let rows: Vec<String> = (0..size)
                    .map(|row| (0..size).map(|column| letter(row * size + column)).collect())
                    .collect();
                for ending in ["", " swap-pieces", " swap-sides"] {
                    let words = rows.join("/") + ending;
                    let read = start.read_position(&words).ok().map(|line| line.into_position());
                    assert!(read.is_some() || !ending.is_empty(), "{words}");
                    let read = read.filter(|hex| !hex.is_unreachable());
                    assert_eq!(read.as_ref(), reached.get(&words), "{words} with {swap:?}");
                }
            }
        }
    }
}

#[test]
fn a_board_laid_by_hand_supposes_a_swap_only_where_nothing_else_explains_it() {
    let lay = |swap, pieces: &[(usize, usize)]| {
        let layout = Layout { pieces: pieces.to_vec(), side: Side::First };
        start(3, swap).write_board(&layout).unwrap()
    };
    assert_eq!(lay(Swap::Pieces, &[(4, 1)]), ".../.B./... swap-pieces");
    assert_eq!(lay(Swap::Pieces, &[(4, 1), (0, 0)]), "R../.B./...");
    assert_eq!(lay(Swap::Sides, &[(4, 0)]), ".../.R./...");
    assert_eq!(lay(Swap::None, &[(4, 1)]), ".../.B./...");
}

fn cell(name: &str) -> Cell {
    match start(19, Swap::None).read_ply(name).unwrap() {
        HexPly::Stone(cell) => cell,
        _ => panic!("{name} is no cell"),
    }
}

#[test]
fn stones_can_be_laid_that_no_game_leads_to_and_any_colour_may_move_next() {
    for swap in SWAPS {
        let empty = start(3, swap);
        let stones = [(cell("b1"), Colour::Red), (cell("b2"), Colour::Red)];
        let [red, blue] = Colour::BOTH.map(|next| empty.set_up(&stones, next).unwrap());
        assert_eq!((red.colour(), blue.colour()), (Colour::Red, Colour::Blue));
        assert_ne!(red.key(), blue.key());
        assert_eq!(red.legal_plies().len(), 7, "{swap:?}");
        let mut won = red;
        won.play(&HexPly::Stone(cell("a3"))).unwrap();
        assert_eq!(won.winner(), Some(Colour::Red));
        // A lone blue stone was not the first of any game, so that it cannot be taken over.
        let lone = empty.set_up(&[(cell("c1"), Colour::Blue)], Colour::Blue).unwrap();
        assert_eq!(lone.legal_plies().len(), 8, "{swap:?}");
        // What a game leads to is the position of that game, swap and all.
        let first = empty.set_up(&[(cell("b2"), Colour::Red)], Colour::Blue).unwrap();
        assert_eq!(first, after(&empty, "b2"));
        let won = empty.set_up(&[stones[0], stones[1], (cell("b3"), Colour::Red)], Colour::Red);
        assert_eq!(won.unwrap().winner(), Some(Colour::Red));
    }
    let empty = start(3, Swap::None);
    let twice = [(cell("b1"), Colour::Red), (cell("b1"), Colour::Blue)];
    assert_eq!(empty.set_up(&twice, Colour::Red).unwrap_err(), HexRefusal::Taken(cell("b1")));
    let outside = [(cell("d1"), Colour::Red)];
    assert_eq!(empty.set_up(&outside, Colour::Red).unwrap_err(), HexRefusal::NotACell { size: 3 });
}

#[test]
fn the_terminal_sees_a_rhombus() {
    let hex = after(&start(4, Swap::None), "b2 c3 a4");
    let drawn = draw_text(&hex.geometry(), &hex.picture());
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    let expected = ["  a b c d", " 1 . . . .", "  2 . R . .", "   3 . . B .", "    4 R . . ."];
    assert_eq!(lines, expected, "{drawn}");
    let smallest = start(1, Swap::None);
    assert_eq!(draw_text(&smallest.geometry(), &smallest.picture()), "  a\n 1 .\n");
}

#[test]
fn sizes_that_there_are_not_are_refused() {
    for size in [0, 20, 1000] {
        let why = Hex::new(size, Swap::None).unwrap_err().into();
        assert!(
            Lang::ENGLISH
                .say(&why)
                .ends_with("does not fit size, which takes a number from 1 to 19.")
        );
    }
}

proptest! {
    #[test]
    fn no_text_is_too_strange_for_hex(words in prop_oneof![
        any::<String>(),
        "[RB./ñ ]{0,30}( swap-(pieces|sides)){0,2}",
        "[a-t][0-9]{1,2}( [a-e][1-5]| swap-pieces| swap-sides){0,30}",
    ]) {
        for swap in SWAPS {
            for size in [1, 3, 19] {
                let start = start(size, swap);
                let _ = start.read_position(&words);
                if let Ok(ply) = start.read_ply(&words) {
                    let _ = start.check(&ply);
                    let _ = start.clone().play(&ply);
                    prop_assert_eq!(start.write_ply(&ply), words.clone());
                }
            }
        }
    }
}
