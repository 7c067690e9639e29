//! The line of play that led to a position, as a list that all lines through it share: whoever is
//! given a position may look back at how it came about, and handing it on costs nothing.
//!
//! [`Line`] knows its game; [`AnyLine`] is the same with its type erased, for whoever knows none.

use std::{any::Any, fmt, sync::Arc};

use ludoteca_text::Text;

use crate::{
    Game, Handle, Illegal, Position, Unread, WrongGame, notation::point, tree::MOST_PLIES,
};

/// A position and the plies that led to it from another.
///
/// ```
/// use ludoteca_games::{Connect4, Line};
/// let line = Line::still(Connect4::default()).play(&3).unwrap().play(&2).unwrap();
/// assert_eq!((line.len(), line.plies()), (2, vec![3, 2]));
/// assert_eq!(line.start(), &Connect4::default());
/// ```
#[derive(Clone, Debug)]
pub struct Line<G: Game>(Arc<Link<G>>);

/// The last position of a line, and the way to it.
#[derive(Debug)]
struct Link<G: Game> {
    position: G,
    way: Option<(Line<G>, G::Ply)>,
    length: usize,
}

impl<G: Game> Line<G> {
    /// A position nothing was played from.
    pub fn still(start: G) -> Line<G> {
        Line(Arc::new(Link { position: start, way: None, length: 0 }))
    }

    /// Plays the plies of a text, given as pieces of it.
    pub fn replay<'a>(
        start: G,
        words: &str,
        tokens: impl Iterator<Item = &'a str>,
    ) -> Result<Line<G>, Unread<G>> {
        let mut line = Line::still(start);
        for token in tokens {
            let ply = line.position().read_ply(token).map_err(Illegal::Refused);
            let played = ply.and_then(|ply| line.play(&ply));
            line = played.map_err(|why| point::<Illegal<_>>(words, token, why))?;
        }
        Ok(line)
    }

    /// The line with one more ply, if it is legal; otherwise why not. No line is longer than a tree
    /// may be: each of its positions is kept.
    pub fn play(&self, ply: &G::Ply) -> Result<Line<G>, Illegal<G::Refusal>> {
        if self.len() >= MOST_PLIES {
            return Err(Illegal::TooLong);
        }
        let mut position = self.position().clone();
        position.play(ply)?;
        let way = Some((self.clone(), ply.clone()));
        Ok(Line(Arc::new(Link { position, way, length: self.len() + 1 })))
    }

    /// Where it ends.
    pub fn position(&self) -> &G {
        &self.0.position
    }

    /// Where it ends, for whoever has no use for the rest.
    pub fn into_position(self) -> G {
        self.0.position.clone()
    }

    /// The last ply; none where nothing was played.
    pub fn last(&self) -> Option<&G::Ply> {
        self.0.way.as_ref().map(|(_, ply)| ply)
    }

    /// The line before the last ply; none where nothing was played.
    pub fn before(&self) -> Option<&Line<G>> {
        self.0.way.as_ref().map(|(before, _)| before)
    }

    /// How many plies were played.
    pub fn len(&self) -> usize {
        self.0.length
    }

    /// Whether nothing was played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it begins.
    pub fn start(&self) -> &G {
        self.back().last().unwrap_or(self).position()
    }

    /// What was played from there.
    pub fn plies(&self) -> Vec<G::Ply> {
        let mut plies: Vec<G::Ply> = self.back().filter_map(|line| line.last().cloned()).collect();
        plies.reverse();
        plies
    }

    /// The line itself and every shorter one, down to its start.
    fn back(&self) -> impl Iterator<Item = &Line<G>> {
        std::iter::successors(Some(self), |line| line.before())
    }

    /// The same with its type erased.
    pub fn erased(&self) -> AnyLine {
        AnyLine(self.0.clone())
    }
}

impl<G: Game> Drop for Link<G> {
    /// A long line is let go ply by ply, not by as many calls inside each other.
    fn drop(&mut self) {
        let mut way = self.way.take();
        while let Some(mut link) = way.and_then(|(before, _)| Arc::into_inner(before.0)) {
            way = link.way.take();
        }
    }
}

/// A line of some game, its plies as text.
#[derive(Clone)]
pub struct AnyLine(Arc<dyn AnyLink>);

trait AnyLink: Send + Sync {
    fn position(&self) -> &dyn Position;
    fn handle(&self) -> Option<Handle>;
    fn ply(&self) -> Option<String>;
    fn before(&self) -> Option<AnyLine>;
    fn len(&self) -> usize;
    fn play(self: Arc<Self>, words: &str) -> Result<AnyLine, Text>;
    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
}

impl<G: Game> AnyLink for Link<G> {
    fn position(&self) -> &dyn Position {
        &self.position
    }

    fn handle(&self) -> Option<Handle> {
        self.way.as_ref().map(|(before, ply)| Handle::of(before.position(), ply))
    }

    fn ply(&self) -> Option<String> {
        self.way.as_ref().map(|(before, ply)| before.position().write_ply(ply))
    }

    fn before(&self) -> Option<AnyLine> {
        self.way.as_ref().map(|(before, _)| before.erased())
    }

    fn len(&self) -> usize {
        self.length
    }

    fn play(self: Arc<Self>, words: &str) -> Result<AnyLine, Text> {
        let ply = self.position.read_ply(words.trim()).map_err(Into::into)?;
        Ok(Line(self).play(&ply)?.erased())
    }

    fn into_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }
}

impl AnyLine {
    /// Where it ends.
    pub fn position(&self) -> &dyn Position {
        self.0.position()
    }

    /// The last ply and how a person makes it; none where nothing was played.
    pub fn handle(&self) -> Option<Handle> {
        self.0.handle()
    }

    /// The last ply; none where nothing was played.
    pub fn ply(&self) -> Option<String> {
        self.0.ply()
    }

    /// The line before the last ply; none where nothing was played.
    pub fn before(&self) -> Option<AnyLine> {
        self.0.before()
    }

    /// How many plies were played.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it begins.
    pub fn start(&self) -> AnyLine {
        self.back().last().unwrap_or_else(|| self.clone())
    }

    /// What was played from there.
    pub fn plies(&self) -> Vec<String> {
        let mut plies: Vec<String> = self.back().filter_map(|line| line.ply()).collect();
        plies.reverse();
        plies
    }

    /// The line itself and every shorter one, down to its start.
    pub fn back(&self) -> impl Iterator<Item = AnyLine> + use<> {
        std::iter::successors(Some(self.clone()), AnyLine::before)
    }

    /// The line with one more ply, given in the game's notation; otherwise what is wrong with it.
    pub fn play(&self, words: &str) -> Result<AnyLine, Text> {
        self.0.clone().play(words)
    }

    /// The same as a line of `G`, if that is its game; otherwise that it is not.
    pub fn typed<G: Game>(&self) -> Result<Line<G>, WrongGame> {
        let typed = self.0.clone().into_any().downcast::<Link<G>>().map(Line);
        typed.map_err(|_| WrongGame::Other { player: G::NAME, position: self.position().game() })
    }
}

impl fmt::Debug for AnyLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyLine").field(&self.plies()).field(&self.position()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Connect4, Hex, TicTacToe, find};

    #[test]
    fn lines_that_part_share_what_came_before_and_go_on_by_themselves() {
        let both = Line::still(Connect4::default()).play(&3).unwrap();
        let (one, other) = (both.play(&3).unwrap(), both.play(&0).unwrap());
        assert_eq!((one.plies(), other.plies()), (vec![3, 3], vec![3, 0]));
        assert!(Arc::ptr_eq(&one.before().unwrap().0, &other.before().unwrap().0));
        assert_eq!(one.before().unwrap().position(), both.position());
        assert_eq!((both.len(), both.last()), (1, Some(&3)));
    }

    #[test]
    fn a_line_without_its_type_says_the_same_and_gets_its_type_back() {
        let start = find("hex").unwrap().begin([("size", "3")]).unwrap();
        let line = start.line().play("b2").unwrap().play(" a1 ").unwrap();
        assert_eq!((line.len(), line.plies()), (2, vec!["b2".to_owned(), "a1".to_owned()]));
        assert_eq!(line.handle().unwrap().ply, "a1");
        assert_eq!(line.start().position().key(), start.key());
        let typed = line.typed::<Hex>().unwrap();
        assert_eq!((typed.len(), Position::key(typed.position())), (2, line.position().key()));
        let other = WrongGame::Other { player: "tictactoe", position: "hex" };
        assert_eq!(line.typed::<TicTacToe>().unwrap_err(), other);
        assert_eq!(line.play("a1").unwrap_err().id, "cell-taken");
    }

    #[test]
    fn a_very_long_line_is_let_go_without_a_deep_stack() {
        let mut line = Line::still(Connect4::default());
        for length in 1..=200_000 {
            let (position, way) = (*line.position(), Some((line, 3)));
            line = Line(Arc::new(Link { position, way, length }));
        }
        assert_eq!(line.plies().len(), 200_000);
        drop(line);
    }
}
