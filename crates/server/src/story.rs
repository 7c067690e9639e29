//! Thoughts told moment by moment, with the board of each moment.
//!
//! Most boards of a story differ from another one by a stone or two, so each is told by what is
//! different on it. A story is told again whenever somebody asks: it is the same every time, as chance
//! follows from one number and the thought ends by itself or when as much is told as is kept.

use std::{collections::HashMap, sync::Arc, time::Duration};

use ludoteca_games::{
    AnyLine, Start,
    picture::{CellIndex, Picture, Placed},
};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Fault, Story, Supply, ask, in_slow_motion, settings,
};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use crate::{
    app::Waiting,
    boards,
    crew::Thinking,
    error::Problem,
    files::{Files, kept, of_game},
    house::House,
    memory::Roomed,
    queue::Need,
    view::touched,
};

/// The most moments of a story.
const MOST: usize = 2000;

/// How long a story may take to happen.
const LONGEST: Duration = Duration::from_secs(20);

/// The number all chance in a story follows from, so that it is the same whenever it is told.
const SEED: u64 = 1;

/// A position and who thinks about it: all that is needed to tell the story again.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
pub struct Subject {
    #[serde(flatten)]
    pub start: Start,
    /// What has been played since.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who thinks, as a player text.
    pub player: String,
}

/// A thought, told moment by moment.
#[derive(Serialize, ToSchema)]
pub struct Told {
    /// What it is about.
    pub subject: Subject,
    /// The board that was thought about, by its tag.
    pub tag: String,
    /// Every board that is seen, each after the one it is told by.
    pub boards: Vec<Board>,
    /// The board of each moment.
    pub shown: Vec<usize>,
    /// What happened.
    pub story: Story,
}

/// A board, told by what is different from another one.
#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Board {
    /// The other one; the first board is told whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub from: Option<usize>,
    /// The cells on which something stands there, and here something else or nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<CellIndex>,
    /// What stands here and not there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Placed>,
    /// The cells of a line or chain that has won.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winning: Vec<CellIndex>,
    /// Where each ply ends that leads here from there; null where it ends on no cell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<Option<CellIndex>>,
    /// The tag of the board itself, where it is another one than that of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tag: Option<String>,
}

/// Tells how somebody thinks about the end of a line. Files are read from `files` where they are not
/// kept here any more.
pub async fn tell(
    house: &House,
    subject: Subject,
    line: AnyLine,
    files: &Files,
) -> Result<Told, Problem> {
    if line.position().outcome().is_some() {
        return Err(Problem::refused(text!("game-over")));
    }
    let known = in_slow_motion(&subject.start.game, &subject.player);
    let refused = || Problem::refused(text!("story-none", player = subject.player.as_str()));
    let player = known.ok_or_else(refused)?;
    let subject = Subject { player, ..subject };
    let mut teller = teller(house, &subject, files)?;
    let waiting = Waiting::default();
    let stop = waiting.0.clone();
    let (answer, answered) = oneshot::channel();
    let budget = Budget { stop: stop.clone(), ..Budget::time(LONGEST) };
    let asking = Thinking { need: Need::Hint, stop: &stop, told: Arc::new(|_| ()) };
    let work = move |_place| {
        let told = happen(teller.as_mut(), &subject.player, &line, &budget)
            .and_then(|story| Told::of(subject, &line, story));
        // Whoever waited may have gone.
        let _ = answer.send(told);
    };
    house.crew().think(asking, work).map_err(Problem::unavailable)?;
    let told = answered.await.unwrap_or_else(|_| Err(text!("server-panic")));
    drop(waiting);
    told.map_err(Problem::refused)
}

/// Who thinks, with the memory that takes.
fn teller(house: &House, subject: &Subject, files: &Files) -> Result<Box<dyn AnyPlayer>, Problem> {
    let crew = house.crew();
    let supply = Supply { engine: crew.engines(), ..Supply::seeded(SEED) };
    let read_file =
        |name: &str, _: usize| kept(house.store(), name).or_else(|_| of_game(files, name));
    let read = Supply { read_file: &read_file, ..supply };
    let settings =
        settings(&subject.start.game, &subject.player, &read).map_err(Problem::refused)?;
    let room = crew.room_for(Need::Hint, settings.megabytes()).map_err(Problem::unavailable)?;
    Ok(Roomed::boxed(settings.build_when_asked(supply), room))
}

/// The thought itself.
fn happen(
    teller: &mut dyn AnyPlayer,
    player: &str,
    line: &AnyLine,
    budget: &Budget,
) -> Result<Story, Text> {
    let mut story = None;
    let watch = AnyWatch::Recording(MOST, &mut story);
    ask(teller, line, budget, watch).map_err(|failure| match failure.kind {
        Fault::Crash => text!("server-player-fell", player = player, why = failure.text),
        _ => failure.text,
    })?;
    story.ok_or_else(|| text!("story-none", player = player))
}

impl Told {
    /// A story with its boards.
    fn of(subject: Subject, line: &AnyLine, story: Story) -> Result<Told, Text> {
        let mut album = Album::begin(line);
        let ways: Vec<Vec<String>> = (0..story.moments.len()).map(|at| story.line_at(at)).collect();
        let shown = ways.iter().map(|way| album.board(way)).collect::<Result<_, _>>()?;
        let tag = boards::tag(&line.position().geometry());
        Ok(Told { subject, tag, boards: album.boards, shown, story })
    }
}

/// Boards that are each told once.
struct Album {
    tag: String,
    boards: Vec<Board>,
    pictures: Vec<(AnyLine, Picture)>,
    /// The boards by the plies that lead to them.
    known: HashMap<Vec<String>, usize>,
}

impl Album {
    fn begin(line: &AnyLine) -> Album {
        let picture = line.position().picture();
        let board = Board {
            pieces: picture.pieces.clone(),
            winning: picture.winning.clone(),
            ..Board::default()
        };
        Album {
            tag: boards::tag(&line.position().geometry()),
            boards: vec![board],
            pictures: vec![(line.clone(), picture)],
            known: HashMap::from([(Vec::new(), 0)]),
        }
    }

    /// The number of the board to which these plies lead. It is told by the one that is the nearest
    /// before it.
    fn board(&mut self, plies: &[String]) -> Result<usize, Text> {
        let before = (0..=plies.len()).rev().find_map(|len| {
            let known = self.known.get(&plies[..len])?;
            Some((len, *known))
        });
        let (len, from) = before.unwrap_or((0, 0));
        if len == plies.len() {
            return Ok(from);
        }
        let (mut line, mut ends) = (self.pictures[from].0.clone(), Vec::new());
        for ply in &plies[len..] {
            line = line.play(ply)?;
            ends.push(line.handle().and_then(|handle| handle.lands()));
        }
        let (picture, before) = (line.position().picture(), &self.pictures[from].1);
        let changed = touched(&before.pieces, &picture.pieces);
        let stood = before.pieces.iter().filter(|placed| changed.contains(&placed.cell));
        let tag = boards::tag(&line.position().geometry());
        self.boards.push(Board {
            from: Some(from),
            gone: stood.map(|placed| placed.cell).collect(),
            pieces: picture
                .pieces
                .iter()
                .filter(|placed| changed.contains(&placed.cell))
                .cloned()
                .collect(),
            winning: picture.winning.clone(),
            ends,
            tag: (tag != self.tag).then_some(tag),
        });
        self.pictures.push((line, picture));
        self.known.insert(plies.to_vec(), self.boards.len() - 1);
        Ok(self.boards.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_players::{
        Stop,
        story::{Moment, MomentKind},
    };

    use super::*;

    /// A story in which these lines are seen, one after the other.
    fn told(start: Start, lines: &[&str]) -> (AnyLine, Told) {
        let line = start.reached().unwrap();
        let moment = |plies: &&str| Moment {
            plies: plies.split_whitespace().map(str::to_owned).collect(),
            ..Moment::new(MomentKind::Visit, Text::verbatim(""), Text::verbatim(""))
        };
        let story = Story {
            sentence: Text::verbatim(""),
            nodes: Vec::new(),
            values: None,
            levels: Vec::new(),
            drawn: Vec::new(),
            kinds: Vec::new(),
            moments: lines.iter().map(moment).collect(),
            curves: Vec::new(),
            more: false,
        };
        let subject = Subject { start, moves: Vec::new(), player: "made-up".to_owned() };
        let told = Told::of(subject, &line, story).unwrap();
        (line, told)
    }

    /// What stands on a board, put together as the page does.
    fn stands(told: &Told, board: usize) -> Vec<Placed> {
        let Board { from, gone, pieces, .. } = &told.boards[board];
        let before = from.map(|from| stands(told, from)).unwrap_or_default();
        let stay = before.into_iter().filter(|placed| !gone.contains(&placed.cell));
        let mut all: Vec<Placed> = stay.chain(pieces.iter().cloned()).collect();
        all.sort_by_key(|placed| placed.cell);
        all
    }

    #[test]
    fn boards_put_together_are_those_of_the_lines_in_every_game_that_takes_pieces_or_moves_them() {
        for (start, lines) in [
            (Start::of("tictactoe"), vec!["", "a1", "a1 b2", "c3", "a1 b2 c1", ""]),
            (Start::of("connect4").at("4455"), vec!["4", "4 4 4", "4 4", "1"]),
            (Start::of("checkers"), vec!["11-15", "11-15 22-18", "11-15 22-18 15x22"]),
        ] {
            let game = start.game.clone();
            let (line, told) = told(start, &lines);
            assert_eq!(told.shown.len(), lines.len());
            for (words, shown) in lines.iter().zip(&told.shown) {
                let plies = words.split_whitespace();
                let reached = plies.clone().try_fold(line.clone(), |at, ply| at.play(ply)).unwrap();
                let mut picture = reached.position().picture().pieces;
                picture.sort_by_key(|placed| placed.cell);
                assert_eq!(stands(&told, *shown), picture, "{game}: {words}");
                let back = std::iter::successors(Some(*shown), |at| told.boards[*at].from);
                let ends: usize = back.map(|at| told.boards[at].ends.len()).sum();
                assert_eq!(ends, plies.count(), "each ply ends somewhere");
            }
        }
    }

    #[test]
    fn a_board_is_told_once_and_by_the_nearest_one_before_it() {
        let (_, told) = told(Start::of("tictactoe"), &["a1", "a1 b2 c3", "a1 b2", "a1 b2 c3", ""]);
        assert_eq!(told.shown, [1, 2, 3, 2, 0]);
        let from: Vec<_> = told.boards.iter().map(|board| board.from).collect();
        assert_eq!(from, [None, Some(0), Some(1), Some(1)]);
        assert_eq!((told.boards[2].pieces.len(), told.boards[2].ends.len()), (2, 2));
    }

    #[test]
    fn a_story_of_moves_that_cannot_be_made_is_no_story() {
        let line = Start::of("tictactoe").reached().unwrap();
        let mut album = Album::begin(&line);
        assert!(album.board(&["a1".to_owned(), "a1".to_owned()]).is_err());
    }

    #[test]
    fn a_board_on_which_the_sides_have_changed_has_a_tag_of_its_own() {
        let start = Start::of("hex").with("size", "3").with("swap", "sides");
        let (_, told) = told(start, &["a1", "a1 swap-sides"]);
        assert_eq!(told.boards[1].tag, None);
        assert!(told.boards[2].tag.as_ref().is_some_and(|tag| *tag != told.tag));
    }

    #[test]
    fn a_thought_ends_when_nobody_waits_for_its_story() {
        let stop = Stop::default();
        drop(Waiting(stop.clone()));
        assert!(stop.is_set());
    }
}
