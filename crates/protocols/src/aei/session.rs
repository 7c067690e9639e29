//! An engine of ours and its game: what each message of a controller does.
//!
//! A search runs on a thread of its own, which has the player meanwhile and hands it back with what
//! was found. There is never more than one.

use std::{
    collections::{BTreeMap, VecDeque},
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender},
    thread,
    time::Duration,
};

use ludoteca_games::{Arimaa, Game, Line, arimaa::read_board};
use ludoteca_players::{AnyPlayer, Fault, PlayerError, Spec, Stop, Supply, machine};
use ludoteca_text::{Text, text};

use super::{
    Settings,
    clock::Clock,
    message::{Message, Misheard},
    thinking::{FoundTurn, Info, Question},
    turn,
};
use crate::{htp::seconds, opponent::RESIGN, process::cut};

/// A thought in the other side's time goes on until it is stopped; no turn is that long.
const ENDLESS: Duration = Duration::from_secs(86_400);
/// Options about the game and who plays it, on which nothing depends here.
const NOTED: [&str; 5] = ["opponent", "opponent_rating", "rated", "rating", "event"];
/// Options of a player, and the key each is here.
const KEYS: [(&str, &str); 3] = [("hash", "table"), ("depth", "depth"), ("threads", "threads")];

/// What happens.
pub enum Event {
    /// The controller has said a line; none if it was too long to be one.
    Heard(Option<String>),
    /// It will say no more.
    HungUp,
    /// The search has something to tell.
    Told(Info),
    /// The search is over.
    Done(Searched),
}

/// What comes of a search.
pub struct Searched {
    /// None if it has fallen.
    player: Option<Box<dyn AnyPlayer>>,
    found: Result<FoundTurn, Text>,
}

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Yes.
    GoOn,
    /// No.
    End,
}

/// An engine and its game.
pub struct Session<'a> {
    settings: Settings,
    supply: Supply<'a>,
    out: &'a mut dyn Write,
    events: Receiver<Event>,
    tells: SyncSender<Event>,
    /// Events that came while a search was awaited.
    waiting: VecDeque<Event>,
    /// None while it thinks, until it is needed, and after it has fallen.
    player: Option<Box<dyn AnyPlayer>>,
    /// Keys of the player that the controller has set.
    wishes: BTreeMap<&'static str, String>,
    games: u64,
    /// What was played.
    line: Line<Arimaa>,
    clock: Clock,
    search: Option<Search>,
}

/// A search that is under way, or waits to be asked what it has found.
struct Search {
    question: Question,
    ponder: bool,
    found: Option<FoundTurn>,
}

impl<'a> Session<'a> {
    /// An empty board. An error says what is wrong with the player's text.
    pub fn new(
        settings: Settings,
        supply: Supply<'a>,
        out: &'a mut dyn Write,
        (tells, events): (SyncSender<Event>, Receiver<Event>),
    ) -> Result<Session<'a>, PlayerError> {
        let mut session = Session {
            settings,
            supply,
            out,
            events,
            tells,
            waiting: VecDeque::new(),
            player: None,
            wishes: BTreeMap::new(),
            games: 0,
            line: Line::still(Arimaa::default()),
            clock: Clock::default(),
            search: None,
        };
        session.seat()?;
        Ok(session)
    }

    /// Lives through events until the controller, or nobody any more, wants to go on.
    pub fn run(&mut self) -> io::Result<()> {
        let mut hung_up = false;
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match self.events.recv() {
                    Ok(event) => event,
                    Err(_) => return Ok(()),
                },
            };
            match event {
                Event::Heard(line) => {
                    if self.hear(line.as_deref())? == Then::End {
                        self.halt();
                        return Ok(());
                    }
                }
                Event::HungUp => hung_up = true,
                Event::Told(info) => self.tell(&info)?,
                Event::Done(answer) => self.done(answer)?,
            }
            // What was asked before the end of the input is still answered.
            let asked = self.search.as_ref().is_some_and(|search| !search.ponder);
            if hung_up && !asked && self.waiting.is_empty() {
                self.halt();
                return Ok(());
            }
        }
    }

    fn hear(&mut self, line: Option<&str>) -> io::Result<Then> {
        let unknown = |line: &str| text!("aei-unknown", line = cut(line));
        let message = match line.map(Message::read) {
            None => {
                self.error(&text!("aei-too-long"))?;
                return Ok(Then::End);
            }
            Some(Err(Misheard::Unknown)) => {
                self.error(&unknown(line.unwrap_or_default()))?;
                return Ok(Then::End);
            }
            Some(Err(Misheard::Form(form))) => {
                self.error(&text!("aei-form", form = form))?;
                return Ok(Then::GoOn);
            }
            Some(Ok(None)) => return Ok(Then::GoOn),
            Some(Ok(Some(message))) => message,
        };
        match message {
            Message::Aei => self.introduce()?,
            Message::IsReady => self.say("readyok")?,
            Message::NewGame => self.new_game(),
            Message::SetPosition(words) => self.set_position(&words)?,
            Message::SetOption { name, value } => self.set_option(&name, &value)?,
            Message::MakeMove(words) => self.make_move(&words)?,
            Message::Go { ponder } => self.go(ponder)?,
            Message::Stop => self.stop()?,
            Message::Quit => return Ok(Then::End),
        }
        Ok(Then::GoOn)
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say("protocol-version 1")?;
        self.say("id name Ludoteca")?;
        self.say("id author Ludoteca")?;
        let version = format!("{} ({})", env!("CARGO_PKG_VERSION"), self.settings.player);
        self.say(&format!("id version {version}"))?;
        self.say("aeiok")
    }

    fn new_game(&mut self) {
        self.halt();
        self.line = Line::still(Arimaa::default());
        self.clock.restart();
        self.games += 1;
        self.player = None;
    }

    fn set_position(&mut self, words: &str) -> io::Result<()> {
        self.halt();
        let read = read_board(words).and_then(|_| Arimaa::default().read_position(words));
        match read {
            Ok(line) => self.line = line,
            Err(why) => self.error(&why.into())?,
        }
        Ok(())
    }

    fn make_move(&mut self, words: &str) -> io::Result<()> {
        self.halt();
        let position = self.line.position();
        let played = if position.outcome().is_some() {
            Err(text!("game-over"))
        } else {
            turn::read(position, words).and_then(|(plies, _)| {
                let mut plies = plies.iter();
                plies.try_fold(self.line.clone(), |line, ply| Ok(line.play(ply)?))
            })
        };
        match played {
            Ok(line) => self.line = line,
            Err(why) => self.error(&text!("aei-illegal", turn = cut(words), why = why))?,
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        if Clock::OPTIONS.contains(&name) {
            match seconds(value) {
                Some(value) => self.clock.set(name, value),
                None => {
                    self.warn(&text!("aei-not-a-number", name = cut(name), value = cut(value)))?
                }
            }
        } else if let Some((_, key)) = KEYS.iter().find(|option| option.0 == name) {
            let wish = match (name, value.parse::<i64>()) {
                (_, Err(_)) => {
                    let why = text!("aei-not-a-number", name = cut(name), value = cut(value));
                    return self.warn(&why);
                }
                // AEI counts steps, our players count turns.
                ("depth", Ok(steps)) if steps > 0 => Some((steps + 3) / 4),
                (_, Ok(value)) => Some(value).filter(|value| *value > 0),
            };
            let before = self.wishes.clone();
            match wish {
                Some(value) => self.wishes.insert(key, value.to_string()),
                None => self.wishes.remove(key),
            };
            if let Err(why) = self.seat() {
                self.wishes = before;
                self.warn(&why.into())?;
            }
        } else if !NOTED.contains(&name) {
            self.warn(&text!("aei-unknown-option", name = cut(name)))?;
        }
        Ok(())
    }

    fn go(&mut self, ponder: bool) -> io::Result<()> {
        if self.search.as_ref().is_some_and(|search| !search.ponder) {
            return self.error(&text!("aei-searching"));
        }
        self.halt();
        if self.line.position().outcome().is_some() {
            return self.error(&text!("game-over"));
        }
        if self.player.is_none()
            && let Err(why) = self.seat()
        {
            return self.error(&why.into());
        }
        let Some(mut player) = self.player.take() else { return Ok(()) };
        let time = if ponder {
            Some(ENDLESS)
        } else {
            self.clock.for_turn(self.line.position()).or(self.settings.time)
        };
        let question = Question { line: self.line.clone(), time, stop: Stop::default() };
        let (asked, tells) = (question.clone(), self.tells.clone());
        let think = move || {
            let mut tell = |info| {
                // A controller in such a hurry that there is no room misses no more than this.
                let _ = tells.try_send(Event::Told(info));
            };
            let found = asked.ask(player.as_mut(), &mut tell);
            let fell = found.as_ref().is_err_and(|failure| failure.kind == Fault::Crash);
            let player = (!fell).then_some(player);
            let answer = Searched { player, found: found.map_err(Text::from) };
            let _ = tells.send(Event::Done(answer));
        };
        thread::Builder::new().name("search".into()).spawn(think)?;
        self.search = Some(Search { question, ponder, found: None });
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        let Some(search) = &mut self.search else {
            return self.warn(&text!("aei-no-search"));
        };
        search.ponder = false;
        search.question.stop.set();
        match search.found.take() {
            Some(found) => self.answer(&found),
            None => Ok(()),
        }
    }

    /// A search is over: answers, unless nobody has asked yet.
    fn done(&mut self, answer: Searched) -> io::Result<()> {
        self.take_back(answer.player);
        let Some(search) = &mut self.search else { return Ok(()) };
        match answer.found {
            Ok(found) if search.ponder => {
                search.found = Some(found);
                Ok(())
            }
            Ok(found) => {
                // The other side's time is not ours.
                if search.question.time != Some(ENDLESS) {
                    self.clock.spend(self.line.position(), found.info.seconds);
                }
                self.answer(&found)
            }
            Err(why) => {
                self.search = None;
                self.error(&why)
            }
        }
    }

    fn answer(&mut self, found: &FoundTurn) -> io::Result<()> {
        self.search = None;
        self.tell(&found.info)?;
        self.say(&format!("bestmove {}", found.words.as_deref().unwrap_or(RESIGN)))
    }

    /// Ends a search without an answer.
    fn halt(&mut self) {
        let Some(search) = self.search.take().filter(|search| search.found.is_none()) else {
            return;
        };
        search.question.stop.set();
        while let Ok(event) = self.events.recv() {
            match event {
                Event::Done(answer) => return self.take_back(answer.player),
                Event::Told(_) => {}
                event => self.waiting.push_back(event),
            }
        }
    }

    /// The player is back, unless another was seated meanwhile.
    fn take_back(&mut self, player: Option<Box<dyn AnyPlayer>>) {
        self.player = self.player.take().or(player);
    }

    /// Seats the player anew, with all that the controller wishes: it remembers nothing.
    fn seat(&mut self) -> Result<(), PlayerError> {
        let mut spec = Spec::read(&self.settings.player)?;
        for (key, value) in &self.wishes {
            spec.pairs.retain(|pair| pair.0 != *key);
            spec.pairs.push(((*key).to_owned(), value.clone()));
        }
        let seed = self.settings.seed.wrapping_add(self.games);
        let supply = Supply { seed, ..self.supply };
        self.player = Some(machine(Arimaa::NAME, &spec.to_string(), &supply)?);
        Ok(())
    }

    fn tell(&mut self, info: &Info) -> io::Result<()> {
        info.lines().iter().try_for_each(|line| self.say(line))
    }

    fn error(&mut self, why: &Text) -> io::Result<()> {
        let why = (self.settings.say)(why).replace('\n', " ");
        self.say(&format!("log Error: {why}"))
    }

    fn warn(&mut self, why: &Text) -> io::Result<()> {
        let why = (self.settings.say)(why).replace('\n', " ");
        self.say(&format!("log Warning: {why}"))
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.out.write_all(format!("{line}\n").as_bytes())?;
        self.out.flush()
    }
}
