//! After a game: the score so far, and another game with sides changed.

use ludoteca_games::{End, GameTree, Start};
use ludoteca_text::text;

use super::{Sitting, words};
use crate::console::Failure;

/// What games after this one begin from: the position that this one was begun at, by its plies or by
/// its board.
pub fn start(game: &GameTree) -> Start {
    let position = game.board().map(str::to_owned).or_else(|| Some(game.line().plies().join(" ")));
    Start { position: position.filter(|words| !words.is_empty()), ..game.start().clone() }
}

impl Sitting {
    /// Adds a finished game to the score, which belongs to whoever plays and not to the side.
    pub fn count(&mut self, ending: &End) {
        match ending.winner() {
            Some(side) => self.players[side.index()].wins += 1,
            None => self.draws += 1,
        }
    }

    /// Tells the score and asks for another game. Where there is one, it stands ready, begun by
    /// whoever was second.
    pub fn again(&mut self) -> Result<bool, Failure> {
        self.tell_score()?;
        loop {
            self.console.tell(&text!("cli-play-again"))?;
            let Some(line) = self.input.line()? else { return Ok(false) };
            match words::agrees(&line) {
                Some(true) => break,
                Some(false) => return Ok(false),
                None => self.console.tell(&text!("cli-play-again-how"))?,
            }
        }
        self.record = GameTree::begin(self.start.clone())?;
        self.players.swap(0, 1);
        self.console.tell(&text!("cli-play-sides-change"))?;
        self.tell_players()?;
        Ok(true)
    }

    fn tell_score(&self) -> Result<(), Failure> {
        let [mut one, mut two] = self.players.each_ref();
        if one.number > two.number {
            (one, two) = (two, one);
        }
        self.console.tell(&text!(
            "cli-play-score",
            one = one.words.as_str(),
            ones = one.wins,
            two = two.words.as_str(),
            twos = two.wins,
            draws = self.draws
        ))
    }
}
