//! A game that a controller leads: the commands of the protocol, and what they do to the board.
//!
//! A controller may put stones of any colour in any order, and ask for a move of either colour. As
//! long as the colours take turns the position is one of a game. Where they do not, it is set up
//! from its stones, the other colour moves next, and from then on there is no swap to be made.

use std::{io, time::Duration};

use ludoteca_games::{
    Game, Hex, Illegal, Line,
    hex::{Cell, Colour, HexPly, HexRefusal, Swap},
};
use ludoteca_players::{PlayerError, Stop, Supply};
use ludoteca_text::{Text, text};

use super::{
    clock::{Clocks, Left, Rule},
    command::Reply,
    names,
    settings::{Choices, Settings, seconds},
    thinking::Mind,
};
use crate::{engine::Voice, opponent::RESIGN};

/// An engine and its game.
pub struct Session<'a> {
    pub(super) settings: Settings,
    pub(super) choices: Choices,
    pub(super) supply: Supply<'a>,
    pub(super) speaker: Voice<'a>,
    pub(super) mind: Mind,
    /// Ends the thought of the command that is being answered.
    pub(super) stop: Stop,
    pub(super) clocks: Clocks,
    /// What was played after each move, nothing first.
    history: Vec<Step>,
}

/// What was played, and who has given up then.
#[derive(Clone)]
struct Step {
    line: Line<Hex>,
    resigned: Option<Colour>,
}

impl Step {
    fn begin(start: Hex) -> Step {
        Step { line: Line::still(start), resigned: None }
    }
}

type Run = fn(&mut Session<'_>, &[String]) -> Reply;

/// Every command.
pub const COMMANDS: &[(&str, Run)] = &[
    ("all_legal_moves", |it, args| it.all_legal_moves(args)),
    ("boardsize", |it, args| it.boardsize(args)),
    ("clear_board", |it, args| it.clear_board(args)),
    ("dfpn-solve-state", |it, args| it.solve_state(args)),
    ("dfpn-solver-find-winning", |it, args| it.find_winning(args)),
    ("final_score", |it, args| it.final_score(args)),
    ("genmove", |it, args| it.genmove(args)),
    ("gogui-interrupt", |_, args| none(args)),
    ("hexgui-analyze_commands", |it, args| it.menu(args)),
    ("known_command", known_command),
    ("list_commands", list_commands),
    ("loadsgf", |it, args| it.loadsgf(args)),
    ("ludoteca-layer", |it, args| it.layer(args)),
    ("ludoteca-layers", |it, args| it.layers(args)),
    ("ludoteca-line", |it, args| it.line(args)),
    ("ludoteca-solve", |it, args| it.solve(args)),
    ("ludoteca-think", |it, args| it.opinion(args)),
    ("ludoteca-values", |it, args| it.values(args)),
    ("ludoteca-winning", |it, args| it.find_winning(args)),
    ("name", |_, args| none(args).map(|_| "Ludoteca".to_owned())),
    ("param_dfpn", |it, args| it.param_dfpn(args)),
    ("param_game", |it, args| it.param_game(args)),
    ("param_ludoteca", |it, args| it.param_ludoteca(args)),
    ("play", |it, args| it.play(args)),
    ("protocol_version", |_, args| none(args).map(|_| "2".to_owned())),
    ("quit", |_, args| none(args)),
    ("reg_genmove", |it, args| it.reg_genmove(args)),
    ("showboard", |it, args| it.showboard(args)),
    ("time_left", |it, args| it.time_left(args)),
    ("time_settings", |it, args| it.time_settings(args)),
    ("undo", |it, args| it.undo(args)),
    ("vc-build", |it, args| it.vc_build(args)),
    ("version", |it, args| it.version(args)),
];

impl<'a> Session<'a> {
    /// An empty board. An error says what is wrong with the player's text.
    pub fn new(
        settings: Settings,
        supply: Supply<'a>,
        speaker: Voice<'a>,
    ) -> Result<Session<'a>, PlayerError> {
        let mut session = Session {
            choices: Choices::of(&settings),
            history: vec![Step::begin(settings.start)],
            settings,
            supply,
            speaker,
            mind: Mind::default(),
            stop: Stop::default(),
            clocks: Clocks::default(),
        };
        session.seat()?;
        Ok(session)
    }

    /// Does what a command asks. A thought ends when `stop` is set.
    pub fn answer(&mut self, name: &str, args: &[String], stop: Stop) -> Reply {
        self.stop = stop;
        match COMMANDS.iter().find(|command| command.0 == name) {
            Some((_, run)) => run(self, args),
            None => Err("unknown command".to_owned()),
        }
    }

    /// Sends an answer.
    pub fn speak(&mut self, words: &str) -> io::Result<()> {
        self.speaker.answers.write_all(words.as_bytes())?;
        self.speaker.answers.flush()
    }

    /// A message in the engine's language.
    pub fn say(&self, text: &Text) -> String {
        (self.settings.say)(text)
    }

    /// The position.
    pub fn hex(&self) -> Hex {
        *self.last().line.position()
    }

    /// What was played, with a colour to move, the one whose turn it is unless given. An error if
    /// the game is over.
    pub fn facing(&self, colour: Option<Colour>) -> Result<Line<Hex>, String> {
        let Step { line, resigned } = self.last();
        if line.position().winner().is_some() || resigned.is_some() {
            return Err(self.say(&text!("game-over")));
        }
        let Some(colour) = colour else { return Ok(line) };
        let line = as_meant(line, colour).map_err(|why| self.say(&why.into()))?;
        let hex = line.position();
        if colour == hex.colour() {
            return Ok(line);
        }
        let stones: Vec<_> = hex.stones().collect();
        let set_up = hex.set_up(&stones, colour).map(Line::still);
        set_up.map_err(|why| self.say(&why.into()))
    }

    /// Allows a swap or forbids it, from now on.
    pub fn allow_swap(&mut self, allowed: bool) {
        let swap = if allowed { self.choices.swap } else { Swap::None };
        let Ok(start) = Hex::new(self.settings.start.size(), swap) else { return };
        self.settings.start = start;
        for step in self.history.iter_mut().filter(|step| !step.line.position().swapped()) {
            let stones: Vec<_> = step.line.start().stones().collect();
            let begun = start.set_up(&stones, step.line.start().colour());
            let again = begun.ok().and_then(|begun| {
                let mut plies = step.line.plies().into_iter();
                plies.try_fold(Line::still(begun), |line, ply| line.play(&ply).ok())
            });
            step.line = again.unwrap_or_else(|| step.line.clone());
        }
        self.forget();
    }

    fn last(&self) -> Step {
        self.history.last().cloned().unwrap_or_else(|| Step::begin(self.settings.start))
    }

    fn push(&mut self, line: Line<Hex>, resigned: Option<Colour>) {
        self.history.push(Step { line, resigned });
    }

    fn begin(&mut self, start: Hex) -> Reply {
        self.begin_with(vec![Line::still(start)])
    }

    /// Begins a game with what was played in it, line by line, the first of them the beginning.
    pub fn begin_with(&mut self, lines: Vec<Line<Hex>>) -> Reply {
        let Some(first) = lines.first() else { return Ok(String::new()) };
        self.settings.start = first.position().beginning();
        self.history = lines.into_iter().map(|line| Step { line, resigned: None }).collect();
        self.clocks.restart();
        self.mind.games += 1;
        self.forget();
        Ok(String::new())
    }

    fn boardsize(&mut self, args: &[String]) -> Reply {
        let unacceptable = |why: String| Err(format!("unacceptable size: {why}"));
        let size = match args {
            [side] => side,
            [width, height] if width == height => width,
            [_, _] => return unacceptable(self.say(&text!("htp-unequal"))),
            _ => return Err(syntax("boardsize N")),
        };
        match Hex::new(size.parse().unwrap_or(0), self.settings.start.swap()) {
            Ok(start) => self.begin(start),
            Err(why) => unacceptable(self.say(&why.into())),
        }
    }

    fn clear_board(&mut self, args: &[String]) -> Reply {
        none(args)?;
        self.begin(self.settings.start)
    }

    fn play(&mut self, args: &[String]) -> Reply {
        let [colour, words] = args else { return Err(syntax("play COLOR MOVE")) };
        let colour = read_colour(colour)?;
        let done = match words.to_lowercase().as_str() {
            // As long as nobody takes it back.
            _ if self.last().resigned.is_some() => Err(Illegal::Over),
            RESIGN => Ok((self.last().line, Some(colour))),
            "swap" => self.swapped(colour, self.choices.swap).map(|line| (line, None)),
            "swap-pieces" => self.swapped(colour, Swap::Pieces).map(|line| (line, None)),
            "swap-sides" => self.swapped(colour, Swap::Sides).map(|line| (line, None)),
            cell => self.with_stone(colour, cell).map(|line| (line, None)),
        };
        let (line, resigned) =
            done.map_err(|why| format!("illegal move: {}", self.say(&why.into())))?;
        self.push(line, resigned);
        Ok(String::new())
    }

    /// What was played with one stone more; then the other colour is to move.
    fn with_stone(&self, colour: Colour, words: &str) -> Result<Line<Hex>, Illegal<HexRefusal>> {
        let line = as_meant(self.last().line, colour)?;
        let hex = *line.position();
        let HexPly::Stone(cell) = hex.read_ply(words)? else {
            return Err(HexRefusal::NoSwap.into());
        };
        if colour == hex.colour() && hex.winner().is_none() {
            return line.play(&HexPly::Stone(cell));
        }
        let stones: Vec<_> = hex.stones().chain([(cell, colour)]).collect();
        Ok(Line::still(hex.set_up(&stones, colour.other())?))
    }

    /// What was played with a swap, whichever was agreed on: the controller is the referee.
    fn swapped(&self, colour: Colour, swap: Swap) -> Result<Line<Hex>, Illegal<HexRefusal>> {
        let hex = self.hex();
        let stones: Vec<(Cell, Colour)> = hex.stones().collect();
        let [(cell, Colour::Red)] = stones[..] else { return Err(HexRefusal::SwapSecond.into()) };
        if colour != Colour::Blue || hex.swapped() || hex.winner().is_some() {
            return Err(HexRefusal::SwapSecond.into());
        }
        let ply = if swap == Swap::Sides { HexPly::SwapSides } else { HexPly::SwapPieces };
        swap_after(hex.size(), &HexPly::Stone(cell), &ply)
    }

    fn undo(&mut self, args: &[String]) -> Reply {
        none(args)?;
        if self.history.len() < 2 {
            return Err("cannot undo".to_owned());
        }
        self.history.pop();
        Ok(String::new())
    }

    fn genmove(&mut self, args: &[String]) -> Reply {
        let colour = only_colour(args, "genmove COLOR")?;
        let line = self.facing(Some(colour))?;
        let time = self.clocks.for_move(colour, line.position());
        let (chosen, spent) = self.choose(&line, time)?;
        self.clocks.spend(colour, spent);
        let Some(words) = chosen else {
            self.push(line, Some(colour));
            return Ok(RESIGN.to_owned());
        };
        let ply = line.position().read_ply(&words).map_err(Illegal::Refused);
        let played = ply.and_then(|ply| line.play(&ply));
        let line = played.map_err(|why| self.say(&why.into()))?;
        self.push(line, None);
        Ok(words)
    }

    fn reg_genmove(&mut self, args: &[String]) -> Reply {
        let colour = only_colour(args, "reg_genmove COLOR")?;
        let line = self.facing(Some(colour))?;
        let time = self.clocks.for_move(colour, line.position());
        let (chosen, _) = self.choose(&line, time)?;
        Ok(chosen.unwrap_or_else(|| RESIGN.to_owned()))
    }

    fn showboard(&mut self, args: &[String]) -> Reply {
        none(args)?;
        let hex = self.hex();
        Ok(format!("\n{}", ludoteca_games::draw_text(&hex.geometry(), &hex.picture())))
    }

    fn final_score(&mut self, args: &[String]) -> Reply {
        none(args)?;
        let Step { line, resigned } = self.last();
        match line.position().winner().or(resigned.map(Colour::other)) {
            Some(colour) => Ok(format!("{}+", super::letter(colour))),
            None => Err("cannot score".to_owned()),
        }
    }

    fn time_settings(&mut self, args: &[String]) -> Reply {
        let form = "time_settings MAIN_SECONDS MORE_SECONDS STONES";
        let [main, more, stones] = args else { return Err(syntax(form)) };
        match (seconds(main), seconds(more), stones.parse()) {
            (Some(main), Some(more), Ok(stones)) => self.clocks.set(Rule { main, more, stones }),
            _ => return Err(syntax(form)),
        }
        Ok(String::new())
    }

    fn time_left(&mut self, args: &[String]) -> Reply {
        let form = "time_left COLOR SECONDS STONES";
        let (colour, time, stones) = match args {
            [] => {
                let each = |colour| format!("{}: {}", names(colour)[1], self.shown(colour));
                return Ok(Colour::BOTH.map(each).join(", "));
            }
            [colour] => return Ok(self.shown(read_colour(colour)?)),
            [colour, time] => (colour, time, Ok(0)),
            [colour, time, stones] => (colour, time, stones.parse()),
            _ => return Err(syntax(form)),
        };
        let colour = read_colour(colour)?;
        match (seconds(time), stones) {
            (Some(seconds), Ok(stones)) => self.clocks.correct(colour, Left { seconds, stones }),
            _ => return Err(syntax(form)),
        }
        Ok(String::new())
    }

    /// What a colour has left, for a person.
    fn shown(&self, colour: Colour) -> String {
        match self.clocks.left(colour) {
            None => self.say(&text!("htp-no-limit")),
            Some(Left { seconds, stones }) => {
                let time = Duration::from_secs_f64(seconds.max(0.0)).as_secs();
                let clock = format!("{}:{:02}", time / 60, time % 60);
                if stones > 0 { format!("{clock} ({stones})") } else { clock }
            }
        }
    }

    fn version(&mut self, args: &[String]) -> Reply {
        none(args)?;
        Ok(format!("{} ({})", env!("CARGO_PKG_VERSION"), self.settings.player))
    }
}

fn known_command(_: &mut Session<'_>, args: &[String]) -> Reply {
    let [name] = args else { return Err(syntax("known_command NAME")) };
    Ok(COMMANDS.iter().any(|command| command.0 == name).to_string())
}

fn list_commands(_: &mut Session<'_>, args: &[String]) -> Reply {
    none(args)?;
    Ok(COMMANDS.iter().map(|command| command.0).collect::<Vec<_>>().join("\n"))
}

/// A line of play as whoever goes on with that colour means it. After a swap of pieces Black moves. A
/// controller that goes on with White left the stone where it was and let the players change colours,
/// whatever word it has for that: so do the scripts around MoHex, and HexGui up to its version 0.9.
fn as_meant(line: Line<Hex>, next: Colour) -> Result<Line<Hex>, Illegal<HexRefusal>> {
    match line.plies()[..] {
        [stone, HexPly::SwapPieces] if next == Colour::Blue => {
            swap_after(line.position().size(), &stone, &HexPly::SwapSides)
        }
        _ => Ok(line),
    }
}

/// A game of its first stone and the swap after it.
fn swap_after(
    size: usize,
    stone: &HexPly,
    swap: &HexPly,
) -> Result<Line<Hex>, Illegal<HexRefusal>> {
    let kind = if *swap == HexPly::SwapSides { Swap::Sides } else { Swap::Pieces };
    Line::still(Hex::new(size, kind)?).play(stone)?.play(swap)
}

/// An error where something was given that nobody asked for.
fn none(args: &[String]) -> Reply {
    if args.is_empty() { Ok(String::new()) } else { Err("syntax error".to_owned()) }
}

/// What would have been right.
pub fn syntax(form: &str) -> String {
    format!("syntax error: {form}")
}

fn only_colour(args: &[String], form: &str) -> Result<Colour, String> {
    match args {
        [colour] => read_colour(colour),
        _ => Err(syntax(form)),
    }
}

/// A colour by its name in HTP, or by ours.
pub fn read_colour(words: &str) -> Result<Colour, String> {
    let words = words.to_lowercase();
    let ours = |colour| if colour == Colour::Red { "red" } else { "blue" };
    Colour::BOTH
        .into_iter()
        .find(|colour| names(*colour).contains(&words.as_str()) || words == ours(*colour))
        .ok_or_else(|| syntax("black | white"))
}
