//! What is wrong in a text is pointed at, in words that help.

use ludoteca_games::{Connect4, Game, NotationError, TicTacToe, find, params::Values};
use ludoteca_text::Text;
use ludoteca_words::Lang;

fn english(error: &NotationError) -> String {
    Lang::ENGLISH.say(&Text::from(error.clone()))
}

fn spanish(error: &NotationError) -> String {
    Lang::named("es").unwrap().say(&Text::from(error.clone()))
}

fn refused(words: &str) -> NotationError {
    Connect4::default().read_position(words).expect_err(words).erased()
}

/// The same rows with the bottom ones given, the others empty.
fn rows(bottom: &[&str]) -> String {
    let mut rows = vec!["......."; 6 - bottom.len()];
    rows.extend(bottom);
    rows.join("/")
}

#[test]
fn a_letter_among_columns_is_pointed_at() {
    let error = refused("4443x");
    assert_eq!(
        english(&error),
        "“x”, at character 5: A move is the number of a column, from 1 to 7."
    );
    assert_eq!(
        spanish(&error),
        "«x», en el carácter 5: Una jugada es el número de una columna, del 1 al 7."
    );
}

#[test]
fn a_full_column_is_pointed_at() {
    let error = refused("4444444");
    assert_eq!(english(&error), "“4”, at character 7: Column 4 is full.");
    assert_eq!(spanish(&error), "«4», en el carácter 7: La columna 4 está llena.");
}

#[test]
fn a_column_beside_the_board_is_pointed_at() {
    for (words, at) in [("8", 1), ("40", 2), ("44 9", 4)] {
        let error = refused(words);
        assert_eq!((error.at, error.why.id.as_ref()), (at, "not-a-column"), "{words}");
    }
    let why = Connect4::default().check(&7).unwrap_err().into();
    assert_eq!(Lang::ENGLISH.say(&why), "There is no column 8; they go from 1 to 7.");
    assert_eq!(Lang::named("es").unwrap().say(&why), "No hay columna 8; van de la 1 a la 7.");
}

#[test]
fn a_move_after_the_end_is_pointed_at() {
    let error = refused("4343434 1");
    assert_eq!(english(&error), "“1”, at character 9: The game is over.");
    assert_eq!(spanish(&error), "«1», en el carácter 9: La partida ha terminado.");
}

#[test]
fn characters_are_counted_and_not_bytes() {
    for (words, token, at) in
        [("44é4", "é", 3), ("4 ñ", "ñ", 3), ("ññ", "ñ", 1), ("４", "４", 1), ("44👍🏽", "👍", 3)]
    {
        let error = refused(words);
        assert_eq!((error.token.as_str(), error.at), (token, at), "{words}");
    }
    let error = refused(&rows(&["…ñ....."]));
    assert_eq!((error.token.as_str(), error.at), ("…", 41));
    let error = refused(&("\u{2003}\n".to_owned() + &rows(&["...x..."])));
    assert_eq!((error.token.as_str(), error.at), ("x", 46));
    let error = TicTacToe::new(3, 3).unwrap().read_position("a1  ñandú").unwrap_err().erased();
    assert_eq!((error.token.as_str(), error.at), ("ñandú", 5));
}

#[test]
fn rows_are_read_whatever_white_is_around_them() {
    let position = Connect4::default().read_position("4453").unwrap().into_position();
    for words in [rows(&["...O...", "..OXX.."]), format!(" {}\n", rows(&["...O...", "..OXX.."]))] {
        let line = Connect4::default().read_position(&words).unwrap();
        assert_eq!((*line.position(), line.len()), (position, 0));
    }
}

#[test]
fn rows_of_a_wrong_shape_are_pointed_at() {
    let error = refused("......./.......");
    assert_eq!(
        english(&error),
        "“......./.......”, at character 1: A board has 6 rows divided by “/”, and here there are 2."
    );
    assert_eq!(
        spanish(&error),
        "«......./.......», en el carácter 1: Un tablero tiene 6 filas separadas por «/», y aquí hay 2."
    );
    let error = refused(&rows(&["......"]));
    assert_eq!(
        english(&error),
        "“......”, at character 41: A row has 7 cells, and this one has 6."
    );
    assert_eq!(
        spanish(&error),
        "«......», en el carácter 41: Una fila tiene 7 casillas, y esta tiene 6."
    );
    let error = refused(&rows(&[""]));
    assert_eq!((error.token.as_str(), error.at), ("", 41));
    let error = refused(&rows(&["..x...."]));
    assert_eq!(english(&error), "“x”, at character 43: A cell is X, O, or a dot when it is empty.");
    assert_eq!(
        spanish(&error),
        "«x», en el carácter 43: Una casilla es X, O, o un punto si está vacía."
    );
}

#[test]
fn boards_that_no_game_leads_to_are_refused_with_the_reason() {
    let cases = [
        (
            rows(&["X......", "......."]),
            "In column 1 a disc floats above an empty cell.",
            "En la columna 1 hay una ficha en el aire, sobre una casilla vacía.",
        ),
        (
            rows(&["XX....."]),
            "Yellow (X) begins and the sides take turns, so it has as many discs as Red (O) or one \
             more. Here Yellow has 2 and Red has 0.",
            "Amarillo (X) empieza y los bandos se turnan, así que tiene tantas fichas como Rojo (O) \
             o una más. Aquí Amarillo tiene 2 y Rojo tiene 0.",
        ),
        (
            rows(&["OOOO...", "XXXX..."]),
            "Both sides have four in line; the game would have ended with the first of them.",
            "Los dos bandos tienen cuatro en línea; la partida habría terminado con el primero.",
        ),
        (
            rows(&["OOO....", "XXXXO.."]),
            "One side has four in line, and the other one moved after that.",
            "Un bando tiene cuatro en línea, y el otro jugó después.",
        ),
        (
            rows(&["XX.....", "OO....."]),
            "No order of moves leads to this board.",
            "Ningún orden de jugadas lleva a este tablero.",
        ),
    ];
    for (words, in_english, in_spanish) in cases {
        let error = refused(&words);
        assert_eq!(error.at, 1);
        assert_eq!(error.token, words.chars().take(40).chain(['…']).collect::<String>());
        assert_eq!(Lang::ENGLISH.say(&error.why), in_english, "{words}");
        assert_eq!(Lang::named("es").unwrap().say(&error.why), in_spanish, "{words}");
    }
}

#[test]
fn a_line_longer_than_four_is_read_when_one_disc_completed_it() {
    let position = Connect4::default().read_position("1122335566774").unwrap().into_position();
    let words = rows(&["OOO.OOO", "XXXXXXX"]);
    assert_eq!(Connect4::default().read_position(&words).unwrap().into_position(), position);
    let error = refused(&rows(&["OOO....", "XXXXX.."]));
    assert_eq!(error.why.id, "stones-unbalanced");
    // Two fours apart, of which each must have been the last.
    let error = refused(&rows(&["X......", "XO.....", "XOOO...", "XXXXOO."]));
    assert_eq!(error.why.id, "no-legal-order");
}

#[test]
fn stones_outside_the_board_or_on_each_other_are_refused() {
    for stones in [[1, 1], [1 << 6, 0], [1 << 49, 0]] {
        let why = Connect4::from_stones(stones).unwrap_err().into();
        assert_eq!(
            Lang::ENGLISH.say(&why),
            "Two discs share a cell, or one lies outside the board."
        );
    }
}

#[test]
fn a_taken_cell_and_no_cell_at_all_are_pointed_at() {
    let start = TicTacToe::new(3, 3).unwrap();
    let error = start.read_position("b2 a1 b2").unwrap_err().erased();
    assert_eq!(english(&error), "“b2”, at character 7: b2 is taken.");
    assert_eq!(spanish(&error), "«b2», en el carácter 7: b2 está ocupada.");
    let error = start.read_position("b2 d1").unwrap_err().erased();
    assert_eq!(english(&error), "“d1”, at character 4: A move is a cell, from a1 to c3.");
    assert_eq!(spanish(&error), "«d1», en el carácter 4: Una jugada es una casilla, de a1 a c3.");
}

fn begin(game: &str, options: &[(&str, &str)]) -> Result<Box<dyn ludoteca_games::Position>, Text> {
    find(game)?.begin(options.iter().copied())
}

#[test]
fn options_that_do_not_fit_are_refused_with_what_would() {
    let cases = [
        (
            begin("tictactoe", &[("size", "4")]),
            "“4” does not fit size, which takes one of 3, 5.",
            "«4» no vale para «size», que admite uno de estos valores: 3, 5.",
        ),
        (
            begin("tictactoe", &[("line", "x")]),
            "“x” does not fit line, which takes a number from 3 to 5.",
            "«x» no vale para «line», que admite un número de 3 a 5.",
        ),
        (
            begin("tictactoe", &[("size", "3"), ("line", "5")]),
            "On a board of size 3 a line can be 3 long, not 5.",
            "En un tablero de tamaño 3 la línea puede ser de 3, no de 5.",
        ),
        (
            begin("tictactoe", &[("size", "5"), ("line", "3")]),
            "On a board of size 5 a line can be 4, 5 long, not 3.",
            "En un tablero de tamaño 5 la línea puede ser de 4, 5, no de 3.",
        ),
        (
            begin("tictactoe", &[("sise", "5")]),
            "tictactoe has no “sise”. It has size, line.",
            "tictactoe no tiene «sise». Tiene size, line.",
        ),
        (
            begin("connect4", &[("size", "5")]),
            "connect4 has no “size”: there is nothing to choose.",
            "connect4 no tiene «size»: no hay nada que elegir.",
        ),
        (
            begin("tictactoe", &[("size", "5"), ("size", "5")]),
            "“size” is given twice for tictactoe; once is enough.",
            "«size» aparece dos veces en tictactoe; basta con una.",
        ),
        (
            begin("chess", &[]),
            "There is no game called “chess”. There are hex, arimaa, connect4, checkers, breakthrough, tictactoe, gdl.",
            "No hay ningún juego llamado «chess». Hay hex, arimaa, connect4, checkers, breakthrough, tictactoe, gdl.",
        ),
    ];
    for (result, in_english, in_spanish) in cases {
        let why = result.expect_err(in_english);
        assert_eq!(Lang::ENGLISH.say(&why), in_english);
        assert_eq!(Lang::named("es").unwrap().say(&why), in_spanish);
    }
    assert_eq!(
        Lang::ENGLISH.say(&TicTacToe::new(4, 3).unwrap_err().into()),
        "“4” does not fit size, which takes one of 3, 5."
    );
}

#[test]
fn a_default_is_there_and_is_not_given() {
    let values = Values::read("tictactoe", &TicTacToe::options(), [("line", "4")]).unwrap();
    assert_eq!((values.int("size"), values.given("size")), (Some(3), false));
    assert_eq!((values.int("line"), values.given("line")), (Some(4), true));
    assert_eq!((values.int("depth"), values.given("depth")), (None, false));
}
