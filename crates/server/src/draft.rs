//! A change to a sheet that has not happened until it is stored.

use std::ops::{Deref, DerefMut};

use crate::{clocks::Clocks, files::Files, sheet::Sheet};

/// A sheet that is being changed in place. Unless the change is kept, it is undone when the draft is
/// dropped, also where somebody falls over it.
pub struct Draft<'a> {
    sheet: &'a mut Sheet,
    before: Heading,
    kept: bool,
}

/// All that can change of a sheet besides its record.
struct Heading {
    players: [String; 2],
    files: Files,
    clocks: Option<Clocks>,
    paused: bool,
    updated: i64,
}

impl Draft<'_> {
    /// Begins to change a sheet.
    pub fn begin(sheet: &mut Sheet) -> Draft<'_> {
        sheet.record.begin_change();
        let before = Heading {
            players: sheet.players.clone(),
            files: sheet.files.clone(),
            clocks: sheet.clocks,
            paused: sheet.paused,
            updated: sheet.updated,
        };
        Draft { sheet, before, kept: false }
    }

    /// Whether the same players go on as before, if the game stands where it stood.
    pub fn goes_on(&self) -> bool {
        self.sheet.players == self.before.players
            && self.sheet.files == self.before.files
            && self.sheet.paused == self.before.paused
    }

    /// Lets the change stay.
    pub fn keep(mut self) {
        self.kept = true;
    }
}

impl Deref for Draft<'_> {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        self.sheet
    }
}

impl DerefMut for Draft<'_> {
    fn deref_mut(&mut self) -> &mut Sheet {
        self.sheet
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if self.kept {
            self.sheet.record.keep_change();
            return;
        }
        self.sheet.record.undo_change();
        self.sheet.players = std::mem::take(&mut self.before.players);
        self.sheet.files = std::mem::take(&mut self.before.files);
        self.sheet.clocks = self.before.clocks;
        self.sheet.paused = self.before.paused;
        self.sheet.updated = self.before.updated;
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;

    use super::*;

    #[test]
    fn a_draft_that_is_not_kept_leaves_the_sheet_as_it_was() {
        let players = ["human".into(), "random".into()];
        let start = Start::of("connect4").at("445566");
        let mut sheet = Sheet::begin(start, players, Files::default(), 1).unwrap();
        let before = format!("{sheet:?}");
        {
            let mut draft = Draft::begin(&mut sheet);
            draft.go_to(2).unwrap();
            draft.play("1", false).unwrap();
            draft.undo().unwrap();
            draft.seat(["random".into(), "random".into()], Files::default());
            draft.updated += 1;
            draft.resign().unwrap_err();
        }
        assert_eq!(format!("{sheet:?}"), before);
        let fallen = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut draft = Draft::begin(&mut sheet);
            draft.play("1", false).unwrap();
            panic!("somebody falls");
        }));
        assert!(fallen.is_err());
        assert_eq!(format!("{sheet:?}"), before);
        let mut draft = Draft::begin(&mut sheet);
        draft.play("1", false).unwrap();
        draft.keep();
        assert_eq!(sheet.record.length(), 7);
    }
}
