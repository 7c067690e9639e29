//! The score sheet of one game: all that is stored of it, and what its players may do with it.
//!
//! The game as it is played is its main line, and it grows only at its end while it goes on: there a
//! machine moves by itself. Whatever is played elsewhere, or after the end, is a variation. Taking
//! back moves the end of the game, and keeps what was taken back beside it. Whoever looks elsewhere
//! finds the game waiting; one between two machines waits until somebody says that it goes on.

use std::time::{SystemTime, UNIX_EPOCH};

use ludoteca_games::{End, GameTree, Side, Start, TreeError, tree::NodeId};
use ludoteca_players::{Answer, HUMAN, Spec};
use ludoteca_text::{Text, text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    clocks::{Clocks, Control},
    files::Files,
    rearrange,
};

/// A game, who plays it, and when.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its name in addresses.
    pub id: String,
    /// What was played, and what could have been.
    pub record: GameTree,
    /// Who plays, as player texts.
    pub players: [String; 2],
    /// The files they follow, as they were when they sat down.
    pub files: Files,
    /// What they had won of each other before this game, in games one after another.
    pub before: Score,
    /// What the machines' choices begin from.
    pub seed: u64,
    /// The clocks, where the game is played with some.
    pub clocks: Option<Clocks>,
    /// Whether machines wait until they are told to go on.
    pub paused: bool,
    /// When it was begun, in milliseconds of Unix time.
    pub created: i64,
    /// When it was last touched.
    pub updated: i64,
}

/// How many games two players have won of each other. It goes with the players, not with the sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Score {
    /// Those won by whoever plays each side now.
    pub won: [u32; 2],
    /// Those that nobody won.
    pub drawn: u32,
}

impl Sheet {
    /// A new game. The player texts have been checked and their files gathered.
    pub fn begin(
        start: Start,
        players: [String; 2],
        files: Files,
        seed: u64,
    ) -> Result<Sheet, Text> {
        Sheet::of(GameTree::begin(start)?, players, files, seed)
    }

    /// A new sheet for a game that was begun elsewhere.
    pub fn of(
        record: GameTree,
        players: [String; 2],
        files: Files,
        seed: u64,
    ) -> Result<Sheet, Text> {
        let now = now();
        let id = new_id()?;
        let before = Score::default();
        Ok(Sheet {
            id,
            record,
            players,
            files,
            before,
            seed,
            clocks: None,
            paused: false,
            created: now,
            updated: now,
        })
    }

    /// A game from a file as one between two people. How it ended stays, unless it has no result.
    pub fn arrived(mut record: GameTree) -> Result<Sheet, Text> {
        if record.early() == Some(&End::Interrupted) {
            record.go_on();
        }
        let people = [HUMAN, HUMAN].map(str::to_owned);
        Sheet::of(record, people, Files::default(), chance()? >> 11)
    }

    /// The game as files keep it: with its machines by name.
    pub fn named(&self) -> GameTree {
        let mut record = self.record.clone();
        for side in Side::BOTH.into_iter().filter(|side| !self.human(*side)) {
            record.name_player(side, &self.players[side.index()]);
        }
        record
    }

    /// The same game with clocks.
    pub fn with_clocks(self, control: Option<Control>) -> Sheet {
        Sheet { clocks: control.map(Clocks::new), ..self }
    }

    /// Whether the clock of the side to move runs while somebody watches.
    pub fn clock_runs(&self) -> bool {
        self.clocks.is_some()
            && self.record.length() > 0
            && self.live()
            && !(self.paused && self.machine_to_move())
    }

    /// Whether a person sits at a side.
    pub fn human(&self, side: Side) -> bool {
        human(&self.players[side.index()])
    }

    /// Who moves next at the position shown.
    pub fn side(&self) -> Side {
        self.record.position().side()
    }

    /// Whether the position shown is where the game goes on: what is played there is part of it.
    pub fn live(&self) -> bool {
        !self.over() && self.at_the_end()
    }

    /// Whether a machine moves next in the game.
    pub fn machine_to_move(&self) -> bool {
        self.live() && !self.human(self.side())
    }

    /// Whether a machine moves next and nothing holds it back.
    pub fn machine_goes_on(&self) -> bool {
        self.machine_to_move() && !self.paused
    }

    /// Whether the game as a whole has ended, wherever one is looking.
    pub fn over(&self) -> bool {
        self.record.ended().is_some()
    }

    /// What the players have won of each other, this game included if it has ended.
    pub fn score(&self) -> Score {
        let mut score = self.before;
        match self.record.ended().filter(End::counts).map(|end| end.winner()) {
            Some(Some(winner)) => score.won[winner.index()] += 1,
            Some(None) => score.drawn += 1,
            None => {}
        }
        score
    }

    /// The next game of the same two: begun alike, with the sides exchanged. Their files have been
    /// gathered.
    pub fn again(&self, files: Files, seed: u64) -> Result<Sheet, Text> {
        let Score { won: [first, second], drawn } = self.score();
        let before = Score { won: [second, first], drawn };
        let sheet = Sheet::begin(self.record.start().clone(), self.exchanged(), files, seed)?;
        let control = self.clocks.map(|clocks| clocks.control);
        Ok(Sheet { before, ..sheet }.with_clocks(control))
    }

    /// The players with the sides exchanged.
    pub fn exchanged(&self) -> [String; 2] {
        let [first, second] = self.players.clone();
        [second, first]
    }

    /// Plays a person's ply at the position shown, or several divided by spaces: in the game where it
    /// goes on, beside it otherwise, or where it is only to be tried (`aside`). Or puts a piece
    /// elsewhere that the turn has put down ([`rearrange`]). Where one of them is refused, those
    /// before it have been played: whoever does not want that works on a draft.
    pub fn play(&mut self, words: &str, aside: bool) -> Result<(), Text> {
        let live = self.live() && !aside;
        if let Some(anew) = rearrange::anew(&self.record, words.trim()) {
            let (back, plies) = anew?;
            let before = self.record.path(self.record.cursor());
            self.record.go_to(back)?;
            plies.iter().try_for_each(|ply| self.put(ply, live))?;
            self.let_go(&before);
        } else {
            let mut plies = words.split_whitespace();
            self.put(plies.next().unwrap_or_default(), live)?;
            for ply in plies {
                if live && self.machine_to_move() {
                    let player = self.players[self.side().index()].as_str();
                    return Err(text!("server-machines-turn", player = player));
                }
                self.put(ply, live)?;
            }
        }
        if live {
            self.go_on_for_people();
        }
        Ok(())
    }

    /// Takes out a turn that was put in order anew while it went on: nobody has played it like that.
    fn let_go(&mut self, before: &[NodeId]) {
        let now = self.record.path(self.record.cursor());
        let parts = before.iter().zip(&now).find(|(before, now)| before != now);
        let Some((gone, _)) = parts else { return };
        let mut waiting = vec![*gone];
        while let Some(at) = waiting.pop() {
            if !self.record.note(at).is_empty() {
                return;
            }
            waiting.extend(self.record.node(at).next());
        }
        // Where it is part of what was played it stays.
        let _ = self.record.detach(*gone);
    }

    fn put(&mut self, ply: &str, live: bool) -> Result<(), Text> {
        if live {
            self.record.play(ply)?;
        } else {
            let node = self.record.explore(self.record.cursor(), ply)?;
            self.record.go_to(node)?;
        }
        Ok(())
    }

    /// Does what a machine answered: a ply, or its resignation.
    pub fn answer(&mut self, answer: &Answer) -> Result<(), Text> {
        answer.make(&mut self.record)?;
        self.go_on_for_people();
        Ok(())
    }

    /// A person who plays wants answers, and the turn after one.
    fn go_on_for_people(&mut self) {
        self.paused &= self.people().is_empty();
    }

    /// Takes back where the game goes on: against a machine to the person's previous decision,
    /// otherwise one ply. A loss that the board does not show is taken back alone; after one for
    /// want of time the game goes on without clocks. Elsewhere it only looks one ply back.
    pub fn undo(&mut self) -> Result<(), Text> {
        let early = self.record.early().cloned();
        if !self.at_the_end() || (self.over() && early.is_none()) {
            self.record.undo()?;
            self.wait_if_machines_play();
            return Ok(());
        }
        self.record.take_back()?;
        if let Some(early) = early {
            if let End::Late(_) = early {
                self.clocks = None;
            }
            self.wait_if_machines_play();
            return Ok(());
        }
        while self.people().len() == 1 && self.machine_to_move() && self.record.at() > 0 {
            self.record.take_back()?;
        }
        self.paused = self.machine_to_move();
        Ok(())
    }

    /// The way back of [`Sheet::undo`].
    pub fn redo(&mut self) -> Result<(), Text> {
        if self.live() {
            self.record.put_back()?;
            while self.people().len() == 1
                && self.machine_to_move()
                && self.record.put_back().is_ok()
            {}
            self.paused = false;
        } else {
            self.record.redo()?;
        }
        self.wait_if_machines_play();
        Ok(())
    }

    /// Looks one ply on along the line, or at the end of the game where the line leads no further.
    pub fn step_on(&mut self) -> Result<(), Text> {
        if self.record.redo().is_err() {
            self.record.go_to(self.record.last())?;
        }
        Ok(())
    }

    /// Shows the position after `at` plies of the line that is looked at.
    pub fn go_to(&mut self, at: usize) -> Result<(), Text> {
        self.record.go_to_ply(at)?;
        self.wait_if_machines_play();
        Ok(())
    }

    /// Shows a node of the tree.
    pub fn go_to_node(&mut self, node: NodeId) -> Result<(), Text> {
        self.record.go_to(node)?;
        self.wait_if_machines_play();
        Ok(())
    }

    /// Gives up for the person who plays, or for the one of two who moves next.
    pub fn resign(&mut self) -> Result<(), Text> {
        if self.over() {
            return Err(TreeError::Over.into());
        }
        self.record.go_to(self.record.last())?;
        let side = match self.people()[..] {
            [] => return Err(text!("server-nobody-resigns")),
            [person] => person,
            _ => self.side(),
        };
        Ok(self.record.resign(side)?)
    }

    /// Seats other players. The texts have been checked and their files gathered.
    pub fn seat(&mut self, players: [String; 2], files: Files) {
        self.players = players;
        self.files = files;
        self.paused &= self.people().len() < 2;
    }

    /// Holds the machines back, or lets them go on where the game stands.
    pub fn pause(&mut self, paused: bool) -> Result<(), Text> {
        if !paused && !self.over() {
            self.record.go_to(self.record.last())?;
        }
        self.paused = paused && self.people().len() < 2;
        Ok(())
    }

    /// The sides at which people sit.
    pub fn people(&self) -> Vec<Side> {
        Side::BOTH.into_iter().filter(|side| self.human(*side)).collect()
    }

    fn wait_if_machines_play(&mut self) {
        self.paused |= self.people().is_empty() && !self.over();
    }

    /// Whether the position shown is the last of the game.
    pub fn at_the_end(&self) -> bool {
        self.record.cursor() == self.record.last()
    }
}

/// Whether a player text stands for a person.
pub fn human(player: &str) -> bool {
    Spec::read(player).is_ok_and(|spec| spec.name == HUMAN)
}

/// Milliseconds of Unix time.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// A number nobody can guess.
pub fn chance() -> Result<u64, Text> {
    getrandom::u64().map_err(|error| text!("server-no-chance", why = error.to_string()))
}

/// Twelve letters and figures that nobody can guess and that cannot be mistaken for one another.
fn new_id() -> Result<String, Text> {
    const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let chance = chance()?;
    Ok((0..12).map(|i| char::from(LETTERS[(chance >> (5 * i) & 31) as usize])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(first: &str, second: &str, position: &str) -> Sheet {
        let start = Start::of("connect4").at(position);
        Sheet::begin(start, [first.into(), second.into()], Files::default(), 1).unwrap()
    }

    #[test]
    fn the_score_goes_with_the_players_and_counts_what_has_ended() {
        let mut first = sheet("human", "random", "121212");
        assert_eq!(first.score(), Score::default());
        first.play("1", false).unwrap();
        assert_eq!(first.score(), Score { won: [1, 0], drawn: 0 });
        first.go_to(2).unwrap();
        assert_eq!(first.score().won, [1, 0], "looking back changes nothing");
        let mut second = first.again(Files::default(), 2).unwrap();
        assert_eq!(second.players, ["random", "human"]);
        assert_eq!(second.score().won, [0, 1]);
        assert_eq!(second.record.start(), first.record.start(), "it begins alike");
        second.resign().unwrap();
        assert_eq!(second.score().won, [1, 1]);
        second.undo().unwrap();
        assert_eq!(second.score().won, [0, 1], "what is taken back is not won");
        let draw = "656173566152215676422337377473141445425321";
        let drawn = sheet("human", "human", draw).again(Files::default(), 3).unwrap();
        assert_eq!(drawn.before, Score { won: [0, 0], drawn: 1 });
    }

    #[test]
    fn several_plies_are_played_as_one_but_never_for_a_machine() {
        let mut people = sheet("human", "human", "");
        people.play("4 4  5", false).unwrap();
        assert_eq!(people.record.plies(), ["4", "4", "5"]);
        assert_eq!(people.play("4 9", false).unwrap_err().id, "not-a-column");
        let mut against = sheet("human", "random", "");
        assert_eq!(against.play("4 4", false).unwrap_err().id, "server-machines-turn");
        assert!(sheet("human", "human", "").play(" ", false).is_err());
    }

    #[test]
    fn taking_back_against_a_machine_goes_to_the_persons_previous_decision() {
        let mut sheet = sheet("human", "random", "4455");
        sheet.undo().unwrap();
        assert_eq!((sheet.record.at(), sheet.paused), (2, false));
        sheet.redo().unwrap();
        assert_eq!((sheet.record.at(), sheet.paused), (4, false));
    }

    #[test]
    fn taking_back_while_the_machine_thinks_takes_back_one_ply() {
        let mut sheet = sheet("human", "random", "445");
        sheet.undo().unwrap();
        assert_eq!(sheet.record.at(), 2);
        sheet.redo().unwrap();
        assert_eq!((sheet.record.at(), sheet.machine_goes_on()), (3, true));
    }

    #[test]
    fn a_machine_that_began_waits_when_its_first_ply_is_taken_back() {
        let mut sheet = sheet("random", "human", "4");
        sheet.undo().unwrap();
        assert_eq!((sheet.record.at(), sheet.paused, sheet.machine_goes_on()), (0, true, false));
    }

    #[test]
    fn two_people_and_two_machines_take_back_one_ply() {
        let mut people = sheet("human", "human", "4455");
        people.undo().unwrap();
        assert_eq!((people.record.at(), people.paused), (3, false));
        let mut machines = sheet("random", "random", "4455");
        machines.undo().unwrap();
        assert_eq!((machines.record.at(), machines.paused), (3, true));
        machines.redo().unwrap();
        assert_eq!((machines.record.at(), machines.paused), (4, true));
    }

    #[test]
    fn what_is_played_in_the_past_is_a_variation_and_the_machine_answers_only_in_the_game() {
        let mut sheet = sheet("human", "random", "44556");
        assert!(sheet.machine_goes_on());
        for (at, ply) in [(2, "1"), (3, "1")] {
            sheet.go_to(at).unwrap();
            assert!(!sheet.machine_goes_on());
            sheet.play(ply, false).unwrap();
            assert!(!sheet.machine_goes_on(), "either side is moved by hand");
            assert_eq!(sheet.record.plies(), ["4", "4", "5", "5", "6"]);
        }
        assert_eq!(sheet.record.variations(), 1);
        sheet.go_to_node(sheet.record.last()).unwrap();
        assert!(sheet.machine_goes_on(), "it goes on where the game stands");
        sheet.answer(&Answer::Ply("1".into())).unwrap();
        sheet.play("2", true).unwrap();
        assert_eq!((sheet.record.length(), sheet.record.at(), sheet.live()), (6, 7, false));
    }

    #[test]
    fn an_ended_game_is_explored_and_stays_what_it_was() {
        let mut sheet = sheet("human", "random", "1212121");
        let last = sheet.record.last();
        assert!(sheet.play("3", false).is_err(), "the board says that it is over");
        sheet.undo().unwrap();
        sheet.undo().unwrap();
        sheet.play("5", false).unwrap();
        assert_eq!((sheet.record.last(), sheet.over(), sheet.live()), (last, true, false));
        assert_eq!(sheet.record.ended().unwrap().winner(), Some(Side::First));
        assert_eq!(sheet.resign().unwrap_err().id, "game-over");
        sheet.redo().unwrap_err();
    }

    #[test]
    fn the_person_resigns_even_on_the_machines_turn_and_two_machines_never() {
        let mut against = sheet("human", "random", "4");
        against.resign().unwrap();
        assert_eq!(against.record.ended_here().unwrap().winner(), Some(Side::Second));
        against.undo().unwrap();
        assert_eq!((against.record.at(), against.machine_goes_on()), (1, true));
        assert_eq!(sheet("random", "random", "").resign().unwrap_err().id, "server-nobody-resigns");
    }

    #[test]
    fn ids_are_short_safe_in_addresses_and_never_the_same() {
        let (a, b) = (new_id().unwrap(), new_id().unwrap());
        assert!(a != b && a.len() == 12 && a.chars().all(|c| c.is_ascii_alphanumeric()));
    }
}
