//! `ludoteca play`: a game in the terminal, or in a pipe.
//!
//! Whoever plays types moves and the words of [`Word`]; the machine answers at once. All of it is a
//! conversation, so it all goes to standard output, mistakes included. At a terminal it begins with
//! the question who plays, and a game is followed by the score and the next one.

mod again;
mod choosing;
mod input;
mod level;
mod saving;
mod trouble;
mod words;

use std::{
    io::{self, IsTerminal},
    time::Duration,
};

use clap::Args;
use indicatif::ProgressBar;
use ludoteca_games::{End, GameTree, Position, Side, Start, picture::Piece};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Fault, Seat, Thought, adviser, ask, at_its_best, machine, seat,
    thought::{Content, Value},
};
use ludoteca_text::{Text, text};

use self::{choosing::USUAL, input::Input, words::Word};
use crate::{
    args::{GameArgs, SeedArgs},
    board,
    console::{Console, Failure},
    subject, think,
};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "player")]
    first: Option<String>,
    #[arg(long, value_name = "player")]
    second: Option<String>,
    #[arg(long)]
    choose: bool,
    #[arg(long, value_name = "letters")]
    letters: Option<String>,
    #[arg(long, value_name = "position")]
    position: Option<String>,
    #[command(flatten)]
    seed: SeedArgs,
}

/// Positions a hint may take, so that the same seed gives the same hint on any machine.
const HINT: u64 = 20_000;
/// So many legal moves are named in the help.
const MOVES_NAMED: usize = 60;
/// So many moves are shown with what the machine thinks of them.
const MOVES_JUDGED: usize = 12;

/// A game under way, and the two who play it.
struct Sitting {
    record: GameTree,
    /// What the next game begins from.
    start: Start,
    /// Who plays each side.
    players: [Chair; 2],
    draws: u32,
    seed: u64,
    input: Input,
    console: Console,
}

/// One who plays, on one side or the other.
struct Chair {
    /// 1 for whoever began the first game, and 2.
    number: u32,
    /// The text that describes it.
    words: String,
    /// None is a person.
    machine: Option<Box<dyn AnyPlayer>>,
    wins: u32,
}

/// Whether the game goes on after a word.
enum Next {
    GoOn,
    Leave,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let seed = match what.seed.seed {
        Some(_) => what.seed.seed(),
        // Games with the same player are to differ unless somebody says otherwise.
        None => getrandom::u64().unwrap_or(1) >> 1,
    };
    let terminal = io::stdin().is_terminal();
    let given = [&what.first, &what.second];
    let choose = what.choose || terminal && given == [&None, &None];
    let chair = |side: Side, words: &str| {
        Chair::new(side, what.game.game.name, words, seed + side.index() as u64)
    };
    let usual = |side: Side| {
        let words = given[side.index()].as_deref();
        let words = words.or((!choose).then_some(USUAL[side.index()]));
        words.map(|words| chair(side, words)).transpose().map_err(Failure::Usage)
    };
    let [first, second] = [usual(Side::First)?, usual(Side::Second)?];
    let record = subject::begin(&what.game, what.position.as_deref())?;
    let letters = what.letters.as_deref().map(|words| letters(words, record.position()));
    let console = Console { letters: letters.transpose().map_err(Failure::Usage)?, ..console };
    let mut input = Input::default();
    let mut seated = |side: Side, chair| match chair {
        Some(chair) => Ok(Some(chair)),
        None => choosing::ask(side, record.position(), seed, &mut input, console),
    };
    let Some(first) = seated(Side::First, first)? else { return Ok(()) };
    let Some(second) = seated(Side::Second, second)? else { return Ok(()) };
    let players = [first, second];
    let start = again::start(&record);
    let mut sitting = Sitting { record, start, players, draws: 0, seed, input, console };
    sitting.welcome()?;
    while let Next::GoOn = sitting.play()? {
        if !(what.choose || terminal) || !sitting.again()? {
            break;
        }
    }
    Ok(())
}

/// The letters of both sides, in a game in which each has one kind of piece.
fn letters(words: &str, position: &dyn Position) -> Result<[char; 2], Text> {
    let pieces = position.geometry().pieces;
    if Side::BOTH.iter().any(|side| of_side(&pieces, *side) != 1) {
        return Err(text!("letters-many", game = Text::new(format!("game-{}", position.game()))));
    }
    match words.chars().collect::<Vec<_>>()[..] {
        [first, second]
            if first != second && [first, second].iter().all(|l| l.is_alphanumeric()) =>
        {
            Ok([first, second])
        }
        _ => Err(text!("letters-wrong")),
    }
}

fn of_side(pieces: &[Piece], side: Side) -> usize {
    pieces.iter().filter(|piece| piece.side == Some(side.index())).count()
}

/// Builds the player that a text describes; none is a person.
fn seated(game: &str, words: &str, seed: u64) -> Result<Option<Box<dyn AnyPlayer>>, Text> {
    let supply = subject::supply(seed);
    match seat(game, words, &supply)? {
        Seat::Human => Ok(None),
        Seat::Machine(settings) => Ok(Some(settings.build(&supply)?)),
    }
}

impl Chair {
    fn new(side: Side, game: &str, words: &str, seed: u64) -> Result<Chair, Text> {
        let (number, machine) = (side.index() as u32 + 1, seated(game, words, seed)?);
        Ok(Chair { number, words: words.to_owned(), machine, wins: 0 })
    }
}

impl Sitting {
    /// One game, to its end or until somebody leaves.
    fn play(&mut self) -> Result<Next, Failure> {
        self.show()?;
        if let Some(ending) = self.record.ended_here() {
            // Nobody has played it.
            self.part(&ending)?;
            return Ok(Next::Leave);
        }
        loop {
            if let Some(ending) = self.record.ended_here() {
                self.part(&ending)?;
                self.count(&ending);
                return Ok(Next::GoOn);
            }
            let side = self.record.position().side();
            let next =
                if self.is_human(side) { self.human_turn(side)? } else { self.machine_turn(side)? };
            if let Next::Leave = next {
                return Ok(Next::Leave);
            }
        }
    }

    fn welcome(&self) -> Result<(), Failure> {
        let game = self.record.position().game();
        self.console.tell(&Text::new(format!("game-{game}-about")))?;
        self.tell_players()?;
        if self.human_sides().next().is_some() {
            self.console.tell(&text!("cli-play-welcome"))?;
        }
        Ok(())
    }

    fn tell_players(&self) -> Result<(), Failure> {
        for side in Side::BOTH {
            let player = self.players[side.index()].words.as_str();
            self.console.tell(&text!(
                "cli-play-player",
                side = self.name(side),
                player = player
            ))?;
        }
        Ok(())
    }

    /// The board, and what there is to know about it.
    fn show(&self) -> Result<(), Failure> {
        let last = self.record.last_ply().and_then(|handle| handle.lands());
        self.console.print("")?;
        board::show(self.record.position(), last, self.console)
    }

    fn part(&self, ending: &End) -> Result<(), Failure> {
        let reason = ending.reason();
        self.console.tell(&match ending.winner() {
            Some(side) => text!("cli-play-won", side = self.name(side), reason = reason),
            None => text!("cli-play-drawn", reason = reason),
        })
    }

    fn machine_turn(&mut self, side: Side) -> Result<Next, Failure> {
        let name = self.name(side);
        let waiting = self.waiting(&name);
        let Some(player) = &mut self.players[side.index()].machine else {
            return Ok(Next::GoOn);
        };
        let line = self.record.line();
        let thought = ask(player.as_mut(), line, &Budget::default(), AnyWatch::AtTheEnd);
        waiting.finish_and_clear();
        let thought = match thought {
            Ok(thought) => thought,
            Err(failure) => {
                if failure.kind == Fault::Crash {
                    self.seat_anew(side)?;
                }
                return self.trouble(side, failure.text);
            }
        };
        self.tell_values(&thought)?;
        thought.answer.make(&mut self.record)?;
        if self.record.early().is_some() {
            self.console.tell(&text!("cli-play-resigns", side = name))?;
            return Ok(Next::GoOn);
        }
        // Once the game is over its end says more than any expectation.
        let value = board::value(thought.value).filter(|_| self.record.ended_here().is_none());
        let sentence = match (&value, thought.value) {
            (None, _) => "cli-play-plays",
            (_, Value::Proved { .. }) => "cli-play-plays-proved",
            (_, Value::Guess { .. }) => "cli-play-plays-guess",
        };
        let value = value.unwrap_or_else(|| Text::verbatim(""));
        let sentence =
            Text::new(sentence).with("side", name).with("ply", thought.ply().unwrap_or_default());
        self.console.tell(&sentence.with("value", value))?;
        self.show()?;
        Ok(Next::GoOn)
    }

    /// Builds the machine of a side again: nobody knows what one that broke down remembers.
    fn seat_anew(&mut self, side: Side) -> Result<(), Text> {
        let chair = &mut self.players[side.index()];
        chair.machine = seated(self.record.game(), &chair.words, self.seed)?;
        Ok(())
    }

    /// What the machine thinks of the moves, in the order of the game; of the best where there are
    /// many.
    fn tell_values(&self, thought: &Thought) -> Result<(), Failure> {
        let labels = thought.layers.iter().find_map(|layer| match &layer.content {
            Content::Labels { plies } if layer.id == "values" => Some(plies),
            _ => None,
        });
        let Some(labels) = labels.filter(|labels| !labels.is_empty()) else { return Ok(()) };
        let shown = &labels[..labels.len().min(MOVES_JUDGED)];
        let legal = self.record.position().plies();
        let judged = legal.iter().filter_map(|ply| shown.iter().find(|label| label.ply == *ply));
        let judged = judged.map(|each| format!("{}: {}", each.ply, self.console.say(&each.label)));
        let more = if labels.len() > MOVES_JUDGED { "   …" } else { "" };
        let list = judged.collect::<Vec<_>>().join("   ") + more;
        self.console.tell(&text!("cli-play-values", list = list))
    }

    /// Shows on a terminal that the machine is at work.
    fn waiting(&self, name: &Text) -> ProgressBar {
        if !self.console.is_watched() {
            return ProgressBar::hidden();
        }
        let line = ProgressBar::new_spinner();
        line.set_message(self.console.say(&text!("cli-play-thinks", side = name.clone())));
        line.enable_steady_tick(Duration::from_millis(120));
        line
    }

    fn human_turn(&mut self, side: Side) -> Result<Next, Failure> {
        if self.input.is_at_line_start() {
            for note in self.record.position().picture().notes {
                self.console.tell(&note.text)?;
            }
            let alone = self.human_sides().count() == 1;
            let whose = if alone { "cli-play-your-turn" } else { "cli-to-move" };
            self.console.tell(&Text::new(whose).with("side", self.name(side)))?;
        }
        match self.input.word()? {
            None => {
                self.console.tell(&text!("cli-play-input-ended", moves = self.record.at()))?;
                Ok(Next::Leave)
            }
            Some(word) => match self.follow(side, &word) {
                Ok(next) => Ok(next),
                Err(Failure::Failed(why)) => {
                    // What stands behind a mistake was meant for another position.
                    self.input.rest();
                    self.console.tell(&why)?;
                    Ok(Next::GoOn)
                }
                Err(failure) => Err(failure),
            },
        }
    }

    /// Does what a word says. `Failed` tells what is wrong with it, and nothing has changed.
    fn follow(&mut self, side: Side, word: &str) -> Result<Next, Failure> {
        let legal = self.record.position().plies();
        let command = if legal.iter().any(|ply| ply == word) { None } else { Word::read(word) };
        match command {
            None => self.make(word)?,
            Some(Word::Hint) => self.hint()?,
            Some(Word::Undo) => self.undo()?,
            Some(Word::Redo) => self.redo()?,
            Some(Word::Level) => self.level()?,
            Some(Word::Swap) => match legal.iter().find(|ply| ply.starts_with("swap")) {
                Some(ply) => self.make(ply)?,
                None => return Err(self.no_swap().into()),
            },
            Some(Word::Save) => {
                let file = self.input.rest();
                saving::save(
                    &self.record,
                    self.players.each_ref().map(|c| c.words.as_str()),
                    &file,
                )?;
                self.console.tell(&text!("cli-play-saved", file = file))?;
            }
            Some(Word::End) => return Err(text!("cli-play-no-end").into()),
            Some(Word::Resign) => self.record.resign(side)?,
            Some(Word::Help) => self.help(&legal)?,
            Some(Word::Quit) => {
                self.console.tell(&text!("cli-play-bye"))?;
                return Ok(Next::Leave);
            }
        }
        Ok(Next::GoOn)
    }

    fn make(&mut self, ply: &str) -> Result<(), Failure> {
        let shown: String = ply.chars().take(40).collect();
        let refused = |why| text!("cli-play-refused", word = shown, why = why);
        self.record.play(ply).map_err(refused)?;
        // The machine answers at once, and the board is shown with its answer.
        let next = self.record.position().side();
        if self.record.ended_here().is_some() || self.is_human(next) { self.show() } else { Ok(()) }
    }

    fn hint(&self) -> Result<(), Failure> {
        let position = self.record.position();
        let words = at_its_best(position.game(), adviser(position.game()));
        let mut adviser = machine(position.game(), &words, &subject::supply(self.seed))?;
        let budget = Budget::nodes(HINT);
        let thought = ask(adviser.as_mut(), self.record.line(), &budget, AnyWatch::AtTheEnd);
        self.console.tell(&think::sentence(&thought.map_err(Text::from)?))
    }

    /// Back to the last choice that a person had.
    fn undo(&mut self) -> Result<(), Failure> {
        let path = self.record.path(self.record.cursor());
        let chose = |at: &&usize| self.record.mover(**at).is_some_and(|side| self.is_human(side));
        let at = path.iter().rfind(chose).and_then(|at| self.record.node(*at).parent());
        self.record.go_to(at.ok_or_else(|| text!("nothing-to-undo"))?)?;
        self.show()
    }

    /// Forward to the next choice that a person had, or to the end of what was played.
    fn redo(&mut self) -> Result<(), Failure> {
        self.record.redo()?;
        while !self.is_human(self.record.position().side()) && self.record.redo().is_ok() {}
        self.show()
    }

    fn no_swap(&self) -> Text {
        let swap = self.record.start().options.get("swap");
        if swap.is_some_and(|kind| kind != "none") {
            text!("cli-play-no-swap-now")
        } else {
            text!("cli-play-no-swap")
        }
    }

    fn help(&self, legal: &[String]) -> Result<(), Failure> {
        let named: Vec<&str> = legal.iter().take(MOVES_NAMED).map(String::as_str).collect();
        let more = if legal.len() > MOVES_NAMED { " …" } else { "" };
        self.console.tell(&text!("cli-play-moves", list = named.join(" ") + more))?;
        for word in Word::ALL {
            let [name, also] = word.names();
            let help = self.console.say(&Text::new(format!("cli-word-{name}")));
            let names = if name == also { name.to_owned() } else { format!("{name}, {also}") };
            self.console.print(&format!("  {names:<20} {help}"))?;
        }
        Ok(())
    }

    fn is_human(&self, side: Side) -> bool {
        self.players[side.index()].machine.is_none()
    }

    fn human_sides(&self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(|side| self.is_human(*side))
    }

    fn name(&self, side: Side) -> Text {
        board::side(self.record.position(), side, self.console)
    }
}
