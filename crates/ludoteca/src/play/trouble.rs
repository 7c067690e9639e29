//! A machine that has no move to give, as another program may fail: the game waits, and whoever
//! plays against it says what is to be done.

use ludoteca_games::{End, Side};
use ludoteca_text::{Text, text};

use super::{Next, Sitting, words::Word};
use crate::console::Failure;

impl Sitting {
    /// Says what went wrong and asks what to do: an empty line lets the machine try again, and the
    /// words work as ever. Where only machines play, nobody can be asked, and the game ends here.
    pub fn trouble(&mut self, side: Side, why: Text) -> Result<Next, Failure> {
        if self.human_sides().next().is_none() {
            return Err(why.into());
        }
        self.console.tell(&why)?;
        let before = self.stands();
        loop {
            self.console.tell(&text!("cli-play-trouble", side = self.name(side)))?;
            match self.input.next_line()? {
                None => {
                    self.console.tell(&text!("cli-play-input-ended", moves = self.record.at()))?;
                    return Ok(Next::Leave);
                }
                Some(false) => return Ok(Next::GoOn),
                Some(true) => {}
            }
            let word = self.input.word()?.unwrap_or_default();
            // It is not the person's turn.
            if matches!(Word::read(&word), None | Some(Word::Swap | Word::End)) {
                continue;
            }
            match self.follow(side.other(), &word) {
                Ok(Next::Leave) => return Ok(Next::Leave),
                Ok(Next::GoOn) if self.stands() != before => return Ok(Next::GoOn),
                Ok(Next::GoOn) => {}
                Err(Failure::Failed(why)) => self.console.tell(&why)?,
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Where the game stands and who plays it: all that a word can change.
    fn stands(&self) -> (usize, Option<End>, [String; 2]) {
        let players = self.players.each_ref().map(|chair| chair.words.clone());
        (self.record.cursor(), self.record.early().cloned(), players)
    }
}
