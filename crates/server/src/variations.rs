//! What people do with the lines of a game besides playing them: they put them in order, take some
//! out, and say something about a position.

use ludoteca_games::tree::{Mark, NodeId, ROOT, Shape, Sign, plain};
use ludoteca_text::{Text, text};

use crate::sheet::Sheet;

/// The most letters of a comment.
pub const LONGEST_COMMENT: usize = 20_000;

/// The most letters of the name of a line, or of a word on the board.
pub const LONGEST_NAME: usize = 200;

/// The most marks on one position.
pub const MOST_MARKS: usize = 400;

/// What is to be said about a position instead of what was said; what is not given stays.
#[derive(Default)]
pub struct Said {
    /// In words.
    pub comment: Option<String>,
    /// The name of the line that begins there.
    pub name: Option<String>,
    /// How good the ply was, as it is written; empty is nothing.
    pub sign: Option<String>,
    /// What is drawn on the board.
    pub marks: Option<Vec<Mark>>,
}

impl Sheet {
    /// Says something about a node.
    pub fn say(&mut self, node: NodeId, said: Said) -> Result<(), Text> {
        if !self.record.holds(node) {
            return Err(text!("no-such-node", node = node));
        }
        let sign = match said.sign.as_deref() {
            None => None,
            Some("") => Some(None),
            Some(_) if node == ROOT => return Err(text!("server-no-ply")),
            Some(words) => {
                let refused = || text!("server-no-sign", sign = words, signs = signs());
                Some(Some(Sign::read(words).ok_or_else(refused)?))
            }
        };
        if let Some(marks) = &said.marks {
            self.check_marks(marks)?;
        }
        let short = |words: &Option<String>, most: usize| match words {
            Some(words) if words.chars().count() > most => {
                Err(text!("server-said-too-long", most = most))
            }
            words => Ok(words.as_deref().map(plain)),
        };
        let comment = short(&said.comment, LONGEST_COMMENT)?;
        let name = short(&said.name, LONGEST_NAME)?;
        let note = self.record.note_mut(node);
        if let Some(comment) = comment {
            note.comment = comment.trim().to_owned();
        }
        if let Some(name) = name {
            note.name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if let Some(sign) = sign {
            note.sign = sign;
        }
        if let Some(mut marks) = said.marks {
            marks.dedup();
            for mark in &mut marks {
                if let Shape::Label { words, .. } = &mut mark.shape {
                    *words = plain(words);
                }
            }
            note.marks = marks;
        }
        Ok(())
    }

    fn check_marks(&self, marks: &[Mark]) -> Result<(), Text> {
        if marks.len() > MOST_MARKS {
            return Err(text!("server-too-many-marks", most = MOST_MARKS));
        }
        let cells = self.record.position().geometry().cells.len();
        let off = |cell: &usize| *cell >= cells;
        for mark in marks {
            let wrong = match &mark.shape {
                Shape::Cell { cell }
                | Shape::Circle { cell }
                | Shape::Square { cell }
                | Shape::Triangle { cell }
                | Shape::Cross { cell } => off(cell),
                Shape::Label { cell, words } => off(cell) || words.chars().count() > LONGEST_NAME,
                Shape::Arrow { from, to } => off(from) || off(to) || from == to,
            };
            if wrong {
                return Err(text!("server-bad-mark"));
            }
        }
        Ok(())
    }

    /// Takes a variation out; [`Sheet::restore`] puts it back.
    pub fn prune(&mut self, node: NodeId) -> Result<(), Text> {
        Ok(self.record.detach(node)?)
    }

    /// Puts a variation back that was taken out.
    pub fn restore(&mut self, node: NodeId) -> Result<(), Text> {
        Ok(self.record.attach(node)?)
    }

    /// Puts a variation before the one that stands before it.
    pub fn promote(&mut self, node: NodeId) -> Result<(), Text> {
        Ok(self.record.promote(node)?)
    }

    /// Makes a line the main one. What was the main line is called `before` from then on where the
    /// two part, unless it has a name. A game against a machine, or one on the clock, is what was
    /// played, and stays so.
    pub fn make_main(&mut self, node: NodeId, before: &str) -> Result<(), Text> {
        if self.people().len() < 2 || (self.clocks.is_some() && !self.over()) {
            return Err(text!("server-played-stays"));
        }
        let was: Vec<NodeId> = self.record.main_line().collect();
        self.record.make_main(node)?;
        let is: Vec<NodeId> = self.record.main_line().collect();
        let parts = was.iter().zip(is.iter().map(Some).chain(std::iter::repeat(None)));
        let parts = parts.into_iter().find(|(was, is)| Some(*was) != *is).map(|(was, _)| *was);
        if let Some(at) = parts.filter(|at| self.record.note(*at).name.is_empty()) {
            self.say(at, Said { name: Some(before.to_owned()), ..Said::default() })?;
        }
        Ok(())
    }
}

/// All signs in words.
fn signs() -> String {
    Sign::ALL.map(Sign::as_str).join(" ")
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;

    use super::*;
    use crate::files::Files;

    fn sheet(second: &str, position: &str) -> Sheet {
        let start = Start::of("connect4").at(position);
        Sheet::begin(start, ["human".into(), second.into()], Files::default(), 1).unwrap()
    }

    #[test]
    fn what_is_said_is_checked_and_what_is_not_given_stays() {
        let mut sheet = sheet("human", "44");
        let circle = Mark::of(Shape::Circle { cell: 3 });
        let said = Said {
            comment: Some(" so\r\nit goes\u{0} ".into()),
            name: Some("the  old\nway".into()),
            sign: Some("!?".into()),
            marks: Some(vec![circle.clone(), circle.clone()]),
        };
        sheet.say(1, said).unwrap();
        sheet.say(1, Said::default()).unwrap();
        let note = sheet.record.note(1);
        assert_eq!((note.comment.as_str(), note.name.as_str()), ("so\nit goes", "the old way"));
        assert_eq!((note.sign, &note.marks[..]), (Some(Sign::Interesting), &[circle][..]));
        let nothing = |words: &str| Some(words.to_owned());
        sheet.say(1, Said { sign: nothing(""), name: nothing(""), ..Said::default() }).unwrap();
        assert_eq!((sheet.record.note(1).sign, sheet.record.note(1).name.as_str()), (None, ""));
        for (node, said, why) in [
            (9, Said::default(), "no-such-node"),
            (0, Said { sign: nothing("!"), ..Said::default() }, "server-no-ply"),
            (1, Said { sign: nothing("!!!"), ..Said::default() }, "server-no-sign"),
            (1, Said { name: Some("x".repeat(201)), ..Said::default() }, "server-said-too-long"),
        ] {
            assert_eq!(sheet.say(node, said).unwrap_err().id, why);
        }
        for shape in [Shape::Cell { cell: 42 }, Shape::Arrow { from: 1, to: 1 }] {
            let said = Said { marks: Some(vec![Mark::of(shape)]), ..Said::default() };
            assert_eq!(sheet.say(1, said).unwrap_err().id, "server-bad-mark");
        }
    }

    #[test]
    fn another_line_becomes_the_main_one_only_between_two_people_and_the_old_one_gets_a_name() {
        let mut played = sheet("random", "443");
        let aside = played.record.explore(1, "1").unwrap();
        assert_eq!(played.make_main(aside, "played").unwrap_err().id, "server-played-stays");
        let mut sheet = sheet("human", "443");
        let aside = sheet.record.explore(1, "1").unwrap();
        sheet.make_main(aside, "played").unwrap();
        assert_eq!(sheet.record.plies(), ["4", "1"]);
        assert_eq!(sheet.record.note(2).name, "played");
        sheet.make_main(3, "other").unwrap();
        assert_eq!(sheet.record.plies(), ["4", "4", "3"]);
        assert_eq!(sheet.record.note(aside).name, "other");
        assert_eq!(sheet.record.note(2).name, "played", "a name that is there stays");
    }
}
