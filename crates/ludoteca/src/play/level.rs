//! The word `level`: who plays, and how strong.

use ludoteca_games::Side;
use ludoteca_players::{PlayerInfo, Spec, players};
use ludoteca_text::{Text, text};

use super::{Sitting, seated, words};
use crate::console::Failure;

impl Sitting {
    /// Says who plays, or seats another player.
    pub fn level(&mut self) -> Result<(), Failure> {
        let rest = self.input.rest();
        if rest.is_empty() {
            self.tell_players()?;
            if let Some(levels) = self.levels()? {
                self.console.tell(&levels)?;
            }
            return self.console.tell(&text!("cli-play-level-help"));
        }
        let (side, words) = match rest.split_once(char::is_whitespace) {
            Some((side, words)) if words::side(side).is_some() => (words::side(side), words.trim()),
            _ => (None, rest.as_str()),
        };
        let side = side.or(self.only_machine());
        let side = side.ok_or_else(|| text!("cli-play-level-whose"))?;
        let words = match words.parse() {
            Ok(number) => self.at_level(side, number)?,
            Err(_) => words.to_owned(),
        };
        let machine = seated(self.record.position().game(), &words, self.seed)?;
        let chair = &mut self.players[side.index()];
        (chair.words, chair.machine) = (words, machine);
        self.tell_players()
    }

    fn only_machine(&self) -> Option<Side> {
        let machines: Vec<Side> = Side::BOTH.into_iter().filter(|s| !self.is_human(*s)).collect();
        if let [side] = machines[..] { Some(side) } else { None }
    }

    /// What is known of the player at a side.
    fn player(&self, side: Side) -> Result<PlayerInfo, Text> {
        let spec = Spec::read(&self.players[side.index()].words)?;
        let all = players(self.record.position().game())?;
        Ok(all.into_iter().find(|player| player.name == spec.name).expect("it is seated"))
    }

    /// The player at a side as strong as the level of that number, counted from 1.
    fn at_level(&self, side: Side, number: usize) -> Result<String, Text> {
        let player = self.player(side)?;
        match number.checked_sub(1).and_then(|at| player.levels.get(at)) {
            Some(level) => Ok(format!("{}:{}", player.name, level.keys)),
            None if player.levels.is_empty() => {
                Err(text!("cli-play-level-none", player = player.name))
            }
            None => {
                let most = player.levels.len();
                Err(text!("cli-play-level-range", player = player.name, most = most))
            }
        }
    }

    /// The levels of the machine, by number.
    fn levels(&self) -> Result<Option<Text>, Text> {
        let Some(side) = self.only_machine() else { return Ok(None) };
        let levels = self.player(side)?.levels;
        let named = levels
            .iter()
            .enumerate()
            .map(|(at, level)| format!("{} {}", at + 1, self.console.say(&Text::new(level.name))));
        let list = named.collect::<Vec<_>>().join(", ");
        Ok((!list.is_empty()).then(|| text!("cli-play-levels", list = list)))
    }
}
