//! Plain moves: the text that `ludoteca play` saves, whose first line is the command that goes on
//! with the game, and Connect Four's columns one after another.

use ludoteca_games::{Game, GameTree, Gdl, Start, find};

use crate::{
    error::{FileError, FileFault},
    kind::{FormatKind, Holds, Told, all_is_read, any_game, if_so, moves_only, only},
    place::{at, of_notation},
    sides::done,
};

/// The moves of any game.
pub const MOVES: FormatKind = FormatKind {
    name: "text",
    ending: "txt",
    media_type: "text/plain; charset=utf-8",
    // A whole description does not fit into a line.
    serves: |game| game != Gdl::NAME && any_game(game),
    told: |words| if_so(words.starts_with(MARK), Told::Surely),
    holds: Holds::Game,
    read: |words| Ok(only(move || read(words))),
    unplaced: all_is_read,
    write: |tree| Ok(write(tree)?.into()),
    stops_early: false,
    keeps: moves_only,
};

/// The columns of Connect Four.
pub const COLUMNS: FormatKind = FormatKind {
    name: "c4",
    ending: "txt",
    media_type: "text/plain; charset=utf-8",
    serves: |game| game == "connect4",
    told: |words| if_so(is_columns(words), Told::Perhaps),
    holds: Holds::Game,
    read: |words| Ok(only(move || read_columns(words))),
    unplaced: all_is_read,
    write: |tree| Ok(write_columns(tree)?.into()),
    stops_early: false,
    keeps: moves_only,
};

/// How such a text begins.
const MARK: &str = "# ludoteca play ";

/// Whether a text can only be the columns of Connect Four.
fn is_columns(words: &str) -> bool {
    let digit = |c: char| ('1'..='7').contains(&c) || c.is_whitespace();
    !words.trim().is_empty() && words.chars().all(digit)
}

/// A saved game. Of the command in its first line only the game and its options matter.
fn read(words: &str) -> Result<GameTree, FileError> {
    let command = words.lines().next().unwrap_or_default();
    let mut said = command[MARK.len().min(command.len())..].split_whitespace();
    let refused = |why: FileFault| at(words, MARK.len(), why);
    let kind = find(said.next().unwrap_or_default()).map_err(|why| refused(why.into()))?;
    let mut options = Vec::new();
    while let Some(word) = said.next() {
        let known = |name: &&str| kind.options().iter().any(|key| key.name == *name);
        if let Some(name) = word.strip_prefix("--").filter(known) {
            options.push((name, said.next().unwrap_or_default()));
        }
    }
    let start = kind.begin(options.iter().copied()).map_err(|why| refused(why.into()))?;
    // Comments become spaces, so that every place in the moves stays what it is in the file.
    let blank = |line: &str| match line.starts_with('#') {
        true => " ".repeat(line.trim_end_matches('\n').chars().count()) + "\n",
        false => line.to_owned(),
    };
    let moves: String = words.split_inclusive('\n').map(blank).collect();
    if let Err(error) = start.read_position(&moves) {
        return Err(of_notation(words, error));
    }
    let mut begin = Start::of(kind.name).at(moves);
    begin.options = options.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    Ok(done(GameTree::begin(begin)?))
}

/// A game as a text that begins with the command to go on with it.
fn write(tree: &GameTree) -> Result<String, FileError> {
    let mut command = format!("{MARK}{}", tree.game());
    for (name, value) in tree.options() {
        command += &format!(" --{name} {value}");
    }
    let moves = match (tree.board(), tree.plies()) {
        (None, plies) => plies.join(" "),
        (Some(board), plies) if plies.is_empty() => board.to_owned(),
        (Some(_), _) => return Err(FileFault::MovesOnly.into()),
    };
    Ok(format!("{command}\n{moves}\n"))
}

/// The columns of a game of Connect Four.
fn read_columns(words: &str) -> Result<GameTree, FileError> {
    let mut tree = GameTree::begin(Start::of("connect4"))?;
    for (offset, column) in words.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        tree.play(&column.to_string()).map_err(|why| at(words, offset, why))?;
    }
    Ok(tree)
}

/// A game of Connect Four as its columns.
fn write_columns(tree: &GameTree) -> Result<String, FileError> {
    match tree.board() {
        // Nothing at all would say nothing of its game.
        None if tree.length() == 0 => write(tree),
        None => Ok(tree.plies().concat() + "\n"),
        Some(_) => Err(FileFault::MovesOnly.into()),
    }
}
