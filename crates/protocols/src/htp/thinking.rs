//! The player behind an engine: asked for a move, or for what it thinks.

use std::time::{Duration, Instant};

use ludoteca_games::{Hex, Line};
use ludoteca_players::{
    Answer, AnyPlayer, AnyWatch, Budget, Fault, PlayerError, Supply, Thought, ask, machine,
    thought::{Value, Verdict},
};

use super::{gfx, session::Session, settings::Live};
use crate::Voice;

/// Unfinished thoughts are drawn no more often than this.
const DRAW_EVERY: Duration = Duration::from_millis(500);

/// The player, and what it last thought about.
#[derive(Default)]
pub struct Mind {
    /// None until it is needed, and after it has fallen.
    player: Option<Box<dyn AnyPlayer>>,
    /// How many games it has begun.
    pub games: u64,
    last: Option<(Hex, Thought)>,
}

impl Session<'_> {
    /// Seats the player anew: it remembers nothing.
    pub fn seat(&mut self) -> Result<(), PlayerError> {
        let seed = self.settings.seed.wrapping_add(self.mind.games);
        let supply = Supply { seed, ..self.supply };
        self.mind.player = Some(machine("hex", &self.settings.player, &supply)?);
        self.mind.last = None;
        Ok(())
    }

    /// Forgets what was thought so far; another game begins, or another player plays on.
    pub fn forget(&mut self) {
        self.mind.player = None;
        self.mind.last = None;
    }

    /// A move, or none if the game is given up; and the seconds it took.
    pub fn choose(
        &mut self,
        line: &Line<Hex>,
        time: Option<Duration>,
    ) -> Result<(Option<String>, f64), String> {
        let begun = Instant::now();
        let thought = self.think(line, time, false)?;
        let lost = matches!(thought.value, Value::Proved { result: Verdict::Loss, .. });
        let resigns = thought.answer == Answer::Resign || lost && self.choices.resign;
        Ok((thought.ply().filter(|_| !resigns), begun.elapsed().as_secs_f64()))
    }

    /// What the player thinks of a position, with layers. Asked again about the same one, it is not
    /// thought about twice.
    pub fn study(&mut self, line: &Line<Hex>) -> Result<Thought, String> {
        let hex = *line.position();
        if let Some((_, thought)) = self.mind.last.as_ref().filter(|last| last.0 == hex) {
            return Ok(thought.clone());
        }
        let thought = self.think(line, None, true)?;
        self.mind.last = Some((hex, thought.clone()));
        Ok(thought)
    }

    /// A quick look, to see which layers the player has.
    pub fn glance(&mut self, line: &Line<Hex>) -> Option<Thought> {
        let budget = Budget { time: Some(Duration::from_millis(50)), ..Budget::nodes(1000) };
        let supply = Supply { seed: self.settings.seed, ..self.supply };
        let mut player = machine("hex", &self.settings.player, &supply).ok()?;
        ask(player.as_mut(), &line.erased(), &budget, AnyWatch::AtTheEnd).ok()
    }

    /// Lets the player think, with layers where they are wanted.
    fn think(
        &mut self,
        line: &Line<Hex>,
        time: Option<Duration>,
        layers: bool,
    ) -> Result<Thought, String> {
        if self.mind.player.is_none() {
            self.seat().map_err(|why| self.say(&why.into()))?;
        }
        let Session { settings, choices, speaker, mind, stop, .. } = self;
        let Some(player) = &mut mind.player else { return Err(String::new()) };
        let time = time.or(settings.time);
        let budget = Budget { time, stop: stop.clone(), ..Budget::default() };
        let live = choices.live;
        let mut draw = |thought: Thought| {
            speaker.draw(live, &gfx::unfinished(line.position(), &thought, &settings.say));
        };
        let watch = match live {
            Live::Off if layers => AnyWatch::AtTheEnd,
            Live::Off => AnyWatch::Nobody,
            _ => AnyWatch::Live(DRAW_EVERY, &mut draw),
        };
        ask(player.as_mut(), &line.erased(), &budget, watch).map_err(|failure| {
            if failure.kind == Fault::Crash {
                self.forget();
            }
            self.say(&failure.text)
        })
    }
}

impl Voice<'_> {
    /// Draws an unfinished thought.
    fn draw(&mut self, live: Live, drawing: &str) {
        let (out, kind) = match live {
            Live::Off => return,
            Live::Stderr => (&mut self.beside, ""),
            // HexGui takes a drawing only from a kind of player that it knows; this one has few
            // wishes: VAR, LABEL and TEXT, in this order and all of them.
            Live::Stdout => (&mut self.answers, "ab\n"),
        };
        // Who does not read this may still read the answer.
        let _ = write!(out, "gogui-gfx:\n{kind}{drawing}\n\n");
        let _ = out.flush();
    }
}
