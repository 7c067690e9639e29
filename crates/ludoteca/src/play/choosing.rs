//! Asks who plays a side: the player, its level, and its file where it reads one.
//!
//! An empty line takes what is proposed. An answer that will not do is followed by the reason and
//! the same question.

use ludoteca_games::{Position, Side, params::Kind};
use ludoteca_players::{HUMAN, PlayerInfo, Spec, players, seat};
use ludoteca_text::{Text, text};

use super::{Chair, input::Input, words::Word};
use crate::{
    board,
    console::{Console, Failure},
    subject,
};

/// Who plays when nobody chooses, and who is proposed.
pub const USUAL: [&str; 2] = [HUMAN, "mcts:playouts=2000"];

/// Asks who plays a side. None if whoever was asked leaves.
pub fn ask(
    side: Side,
    position: &dyn Position,
    seed: u64,
    input: &mut Input,
    console: Console,
) -> Result<Option<Chair>, Failure> {
    let seed = seed + side.index() as u64;
    let mut talk = Talk { game: position.game(), seed, input, console };
    // Whoever needs more than a name is typed with what it needs.
    let all: Vec<PlayerInfo> =
        players(talk.game)?.into_iter().filter(|player| player.needs.is_none()).collect();
    let Some(mut spec) = talk.player(&board::side(position, side, console), side, &all)? else {
        return Ok(None);
    };
    // Somebody who gave keys has said how it is to play.
    if let (Some(player), []) = (all.iter().find(|p| p.name == spec.name), &spec.pairs[..]) {
        if !player.levels.is_empty() {
            let Some(levelled) = talk.level(player)? else { return Ok(None) };
            spec = levelled;
        }
        if let Some(usual) = Talk::usual_file(player, &spec) {
            let Some(filed) = talk.file(&spec, &usual)? else { return Ok(None) };
            spec = filed;
        }
    }
    let words = spec.to_string();
    let chair = Chair::new(side, talk.game, &words, seed)?;
    console.tell(&text!("cli-choose-ready", number = side.index() + 1, player = words.as_str()))?;
    Ok(Some(chair))
}

struct Talk<'a> {
    game: &'a str,
    seed: u64,
    input: &'a mut Input,
    console: Console,
}

impl Talk<'_> {
    /// Asks until an answer will do. None if whoever was asked leaves.
    fn until<T>(
        &mut self,
        question: &Text,
        read: impl Fn(&Talk<'_>, &str) -> Result<T, Text>,
    ) -> Result<Option<T>, Failure> {
        loop {
            self.console.tell(question)?;
            let Some(line) = self.input.line()? else {
                self.console.tell(&text!("cli-choose-input-ended"))?;
                return Ok(None);
            };
            match read(self, &line) {
                Ok(answer) => return Ok(Some(answer)),
                Err(_) if Word::read(&line) == Some(Word::Quit) => {
                    self.console.tell(&text!("cli-play-bye"))?;
                    return Ok(None);
                }
                Err(why) => self.console.tell(&why)?,
            }
        }
    }

    /// Whether a player can be seated; if not, why not.
    fn try_seat(&self, spec: &Spec) -> Result<(), Text> {
        Ok(seat(self.game, &spec.to_string(), &subject::supply(self.seed)).map(|_| ())?)
    }

    /// The player: by number, by name, or by the whole text.
    fn player(
        &mut self,
        name: &Text,
        side: Side,
        all: &[PlayerInfo],
    ) -> Result<Option<Spec>, Failure> {
        let number = side.index() + 1;
        self.console.tell(&text!("cli-choose-player", number = number, side = name.clone()))?;
        for (at, player) in all.iter().enumerate() {
            let help = self.console.say(&Text::new(player.help.clone()));
            self.console.print(&format!("  {:>2}  {:<10} {help}", at + 1, player.name))?;
        }
        let usual = Spec::read(USUAL[side.index()])?.name;
        let question = text!("cli-choose-which", most = all.len(), usual = usual.as_str());
        self.until(&question, |talk, line| {
            let by_number = line.parse().ok().map(|number: usize| {
                let player = number.checked_sub(1).and_then(|at| all.get(at));
                player.ok_or_else(|| text!("cli-choose-range", most = all.len()))
            });
            let words = match by_number {
                Some(player) => player?.name,
                None if line.is_empty() => usual.as_str(),
                None => line,
            };
            let spec = Spec::read(words)?;
            talk.try_seat(&spec)?;
            Ok(spec)
        })
    }

    /// The player at one of its levels.
    fn level(&mut self, player: &PlayerInfo) -> Result<Option<Spec>, Failure> {
        let named = player.levels.iter().enumerate();
        let named = named
            .map(|(at, level)| format!("{} {}", at + 1, self.console.say(&Text::new(level.name))));
        let most = player.levels.len();
        let usual = most / 2 + 1;
        let list = named.collect::<Vec<_>>().join(", ");
        let question = text!("cli-choose-level", list = list, usual = usual);
        self.until(&question, |_, line| {
            let number = if line.is_empty() { Some(usual) } else { line.parse().ok() };
            let level = number.and_then(|number| player.levels.get(number.checked_sub(1)?));
            let wrong = || text!("cli-play-level-range", player = player.name, most = most);
            Ok(Spec::read(&format!("{}:{}", player.name, level.ok_or_else(wrong)?.keys))?)
        })
    }

    /// The file a player reads if nobody names another; none if it reads no file as it is set.
    fn usual_file(player: &PlayerInfo, spec: &Spec) -> Option<String> {
        let key = player.keys.iter().find(|key| key.name == "file")?;
        let Kind::File { needs, .. } = key.kind else { return None };
        // A search that was given a depth judges without rules.
        (needs.is_none() || spec.get("level").is_some())
            .then_some(key.default.as_ref()?.to_string())
    }

    /// The player with a file of its own.
    fn file(&mut self, spec: &Spec, usual: &str) -> Result<Option<Spec>, Failure> {
        self.until(&text!("cli-choose-file", usual = usual), |talk, line| {
            let filed = if line.is_empty() { spec.clone() } else { with_file(spec, line) };
            talk.try_seat(&filed)?;
            Ok(filed)
        })
    }
}

fn with_file(spec: &Spec, file: &str) -> Spec {
    let mut filed = spec.clone();
    filed.pairs.push(("file".to_owned(), file.to_owned()));
    filed
}
