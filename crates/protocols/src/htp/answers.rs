//! Commands beyond the protocol's own: what the player thinks, in a form that HexGui shows, what is
//! proved, and what can be set.
//!
//! They know no player: whatever layers a thought has can be asked for by name.

use std::time::Duration;

use ludoteca_games::{Hex, hex::Colour};
use ludoteca_players::{
    Budget, Solution, Thought, label,
    thought::{Layer, Verdict},
};
use ludoteca_text::text;

use super::{
    command::Reply,
    gfx, listing, names,
    session::{Session, read_colour, syntax},
    settings::{Live, seconds, switch},
};

impl Session<'_> {
    /// `hexgui-analyze_commands`: the menu, with a line for each layer of the player.
    pub fn menu(&mut self, _: &[String]) -> Reply {
        let seen = self.facing(None).ok().and_then(|line| self.glance(&line));
        Ok(listing::menu(seen.as_ref(), &self.settings.say))
    }

    /// `ludoteca-think [COLOR]`: the move, what it is worth, and the line that is expected.
    pub fn opinion(&mut self, args: &[String]) -> Reply {
        let (_, thought) = self.studied(args)?;
        let Thought { value, nodes, seconds, .. } = &thought;
        let ply = thought.ply().unwrap_or_default();
        let value = label(*value, false);
        let first =
            text!("htp-think", ply = ply, value = value, nodes = *nodes, seconds = *seconds);
        let mut lines = vec![self.say(&first)];
        lines.extend(thought.lines.iter().map(|line| {
            format!("{}  {}", line.plies.join(" "), self.say(&label(line.value, false)))
        }));
        Ok(lines.join("\n"))
    }

    /// `ludoteca-line [COLOR]`: the line that is expected, as cells.
    pub fn line(&mut self, args: &[String]) -> Reply {
        let (hex, thought) = self.studied(args)?;
        let stones = gfx::line(&hex, &thought);
        Ok(stones.iter().map(|(_, cell)| cell.name()).collect::<Vec<_>>().join(" "))
    }

    /// `ludoteca-values [COLOR]`: what each move is worth, as pairs of cell and word.
    pub fn values(&mut self, args: &[String]) -> Reply {
        let (_, thought) = self.studied(args)?;
        let pair = |ply: &str, words: String| format!("{ply} {}", gfx::one_word(&words));
        let pairs = thought.candidates.iter().filter(|each| !each.ply.starts_with("swap"));
        let pairs = pairs.map(|each| pair(&each.ply, self.say(&label(each.value, each.at_most))));
        Ok(pairs.collect::<Vec<_>>().join(" "))
    }

    /// `ludoteca-layers [COLOR]`: the layers there are, by name.
    pub fn layers(&mut self, args: &[String]) -> Reply {
        let (_, thought) = self.studied(args)?;
        let named = |layer: &Layer| format!("{}: {}", layer.id, self.say(&layer.title));
        Ok(thought.layers.iter().map(named).collect::<Vec<_>>().join("\n"))
    }

    /// `ludoteca-layer NAME [COLOR]`: what a layer draws, or says.
    pub fn layer(&mut self, args: &[String]) -> Reply {
        let Some((name, rest)) = args.split_first() else {
            return Err(syntax("ludoteca-layer NAME [COLOR]"));
        };
        let (hex, thought) = self.studied(rest)?;
        let mut written = Vec::new();
        for layer in thought.layers.iter().filter(|layer| layer.id == name) {
            written.push(if gfx::is_drawn(&layer.content) {
                gfx::layer(&hex, layer, &self.settings.say)
            } else {
                gfx::words(layer, &self.settings.say)
            });
        }
        if written.is_empty() {
            let all: Vec<&str> = thought.layers.iter().map(|layer| layer.id).collect();
            let list = all.join(", ");
            return Err(self.say(&text!("htp-no-layer", name = name.as_str(), list = list)));
        }
        Ok(written.join("\n"))
    }

    /// `ludoteca-solve [COLOR]`: who wins, and by which moves.
    pub fn solve(&mut self, args: &[String]) -> Reply {
        let (hex, solution) = self.solved(args)?;
        let name = |colour: Colour| names(colour)[1];
        let winning = winning(&solution).join(" ");
        let said = match solution.outcome {
            Some(Verdict::Win) => {
                text!("htp-solved", colour = name(hex.colour()), moves = winning)
            }
            Some(_) => text!("htp-lost", colour = name(hex.colour().other())),
            None => text!("htp-unsolved", seconds = self.choices.solve_time.as_secs_f64()),
        };
        Ok(self.say(&said))
    }

    /// `param_game [NAME VALUE]`, as in MoHex.
    pub fn param_game(&mut self, args: &[String]) -> Reply {
        let form = "param_game allow_swap 0|1, param_game game_time SECONDS";
        match args {
            [] => {
                let swap = u8::from(self.settings.start.swap() != ludoteca_games::hex::Swap::None);
                return Ok(format!(
                    "\n[bool] allow_swap {swap}\n[string] game_time {}",
                    self.game_time()
                ));
            }
            [name, value] => match (name.as_str(), switch(value), seconds(value)) {
                ("allow_swap", Some(allowed), _) => self.allow_swap(allowed),
                ("game_time", _, Some(main)) => {
                    self.clocks.set(super::clock::Rule { main, more: 0.0, stones: 0 });
                }
                _ => return Err(syntax(form)),
            },
            _ => return Err(syntax(form)),
        }
        Ok(String::new())
    }

    /// `param_ludoteca [NAME VALUE]`.
    pub fn param_ludoteca(&mut self, args: &[String]) -> Reply {
        let form = "param_ludoteca player|move_time|solve_time|resign|live_gfx VALUE";
        match args {
            [] => return Ok(self.parameters()),
            [name, value @ ..] if !value.is_empty() => {
                let value = value.join(" ");
                match name.as_str() {
                    "player" => return self.change_player(value),
                    "move_time" if value == "auto" => self.settings.time = None,
                    "move_time" => self.settings.time = Some(positive(&value, form)?),
                    "solve_time" => self.choices.solve_time = positive(&value, form)?,
                    "resign" => {
                        self.choices.resign = switch(&value).ok_or_else(|| syntax(form))?;
                    }
                    "live_gfx" => {
                        self.choices.live = Live::read(&value).ok_or_else(|| syntax(form))?;
                    }
                    _ => return Err(syntax(form)),
                }
            }
            _ => return Err(syntax(form)),
        }
        Ok(String::new())
    }

    fn parameters(&self) -> String {
        let time = self.settings.time.map(|time| time.as_secs_f64().to_string());
        let live = Live::ALL.map(|each| each.0).join("/");
        format!(
            "\n[string] player {}\n[string] move_time {}\n[string] solve_time {}\n[bool] resign \
             {}\n[list/{live}] live_gfx {}",
            self.settings.player,
            time.as_deref().unwrap_or("auto"),
            self.choices.solve_time.as_secs_f64(),
            u8::from(self.choices.resign),
            self.choices.live.name(),
        )
    }

    /// Seats another player, or leaves the old one where the text is wrong.
    fn change_player(&mut self, player: String) -> Reply {
        let before = std::mem::replace(&mut self.settings.player, player);
        if let Err(why) = self.seat() {
            self.settings.player = before;
            return Err(self.say(&why.into()));
        }
        Ok(String::new())
    }

    fn game_time(&self) -> String {
        let left = self.clocks.left(Colour::Red);
        left.map_or("0".to_owned(), |left| left.seconds.to_string())
    }

    fn studied(&mut self, args: &[String]) -> Result<(Hex, Thought), String> {
        let line = self.facing(colour(args)?)?;
        Ok((*line.position(), self.study(&line)?))
    }

    /// What is proved of the position in the time there is for that, with its moves.
    pub fn solved(&mut self, args: &[String]) -> Result<(Hex, Solution), String> {
        let (hex, budget) = self.to_solve(args)?;
        let solution = ludoteca_players::solve(&hex, &budget, &mut |_, _| {});
        Ok((hex, solution.map_err(|why| self.say(&why.into()))?))
    }

    /// The position to be solved, and how long that may take.
    pub fn to_solve(&self, args: &[String]) -> Result<(Hex, Budget), String> {
        let hex = self.facing(colour(args)?)?.into_position();
        let time = Some(self.choices.solve_time);
        Ok((hex, Budget { time, stop: self.stop.clone(), ..Budget::default() }))
    }
}

/// The moves that are proved to win.
pub fn winning(solution: &Solution) -> Vec<&str> {
    let wins = solution.moves.iter().filter(|each| each.1.verdict() == Some(Verdict::Win));
    wins.map(|each| each.0.as_str()).collect()
}

/// The colour that was named, if one was.
pub fn colour(args: &[String]) -> Result<Option<Colour>, String> {
    match args {
        [] => Ok(None),
        [colour] => read_colour(colour).map(Some),
        _ => Err(syntax("[COLOR]")),
    }
}

/// A time above nothing.
pub fn positive(words: &str, form: &str) -> Result<Duration, String> {
    let seconds = seconds(words).filter(|seconds| *seconds > 0.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| syntax(form))
}
