//! Cells that a stone on an end captures: its parts may share them, as whatever the other colour plays
//! there is answered there.

use super::{Cells, Connections, Node};
use crate::hex::inferior;

impl<const W: usize> Connections<W> {
    /// Finds what stones on these empty cells would capture.
    pub(super) fn find_captured(&mut self, cells: Cells<W>) {
        if self.captured.is_empty() {
            return;
        }
        let mut stones = [self.ground.all.without(&(self.own | self.empty)); 2];
        stones[self.colour as usize] = self.own;
        for cell in cells & self.empty {
            self.captured[cell] = inferior::captured_from(&self.ground, stones, self.colour, cell);
        }
    }

    /// After stones were added: what was captured where one of them stands now, or near by, is found
    /// anew.
    pub(super) fn follow_captured(&mut self, from: &Connections<W>, new: Cells<W>) {
        if self.captured.is_empty() {
            return;
        }
        self.captured.copy_from_slice(&from.captured);
        let near = new.fold(Cells::NONE, |all, cell| all | inferior::around(&self.ground, cell));
        let stale = self.empty.filter(|cell| near.has(*cell) || self.captured[*cell].meets(&new));
        let stale: Cells<W> = stale.collect();
        for cell in new {
            self.captured[cell] = Cells::NONE;
        }
        self.find_captured(stale);
    }

    /// What a stone on an end captures, beside the ends of a connection.
    #[inline]
    pub(super) fn captured_by(&self, end: Node, ends: [Node; 2]) -> Cells<W> {
        let Some(mut captured) = self.captured.get(usize::from(end)).copied() else {
            return Cells::NONE;
        };
        for end in ends.map(usize::from) {
            if end < self.ground.count() && captured.has(end) {
                captured = Cells::NONE;
            }
        }
        captured
    }

    /// Cells that one of these ends captures and that all of the shared ones are among.
    #[inline]
    pub(super) fn allowed(
        &self,
        shared: &Cells<W>,
        by: [Node; 3],
        ends: [Node; 2],
    ) -> Option<Cells<W>> {
        if self.captured.is_empty() {
            return None;
        }
        by.into_iter()
            .map(|end| self.captured_by(end, ends))
            .find(|captured| shared.within(captured))
    }
}
