//! Room on the disk that is kept free, by a file that nobody needs: to delete something takes a little
//! room, and on a disk that is quite full nothing could be deleted any more.

use std::{
    fs, io,
    io::Write,
    path::{Path, PathBuf},
};

use super::private;

/// As much as what the log holds before it is brought home, and some more.
const BYTES: usize = 2 << 20;

/// The file that can be done without.
#[derive(Debug)]
pub struct Spare(PathBuf);

impl Spare {
    /// The one of a folder.
    pub fn new(folder: &Path) -> Spare {
        Spare(folder.join("ludoteca.spare"))
    }

    /// Makes it, if it is not there. Where there is no room for it, there is none to keep.
    pub fn keep(&self) {
        let there = fs::metadata(&self.0).is_ok_and(|found| found.len() == BYTES as u64);
        if !there && self.make().is_err() {
            let _ = fs::remove_file(&self.0);
        }
    }

    fn make(&self) -> io::Result<()> {
        // Some disks keep no room for what is all alike.
        let mut any = 1u64;
        let bytes: Vec<u8> = (0..BYTES / 8)
            .flat_map(|_| {
                any = any.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                any.to_ne_bytes()
            })
            .collect();
        private::file(&self.0)?.write_all(&bytes)
    }

    /// Gives the room away while something is done that ends with more of it.
    pub fn lend<T>(&self, work: impl FnOnce() -> T) -> T {
        let _ = fs::remove_file(&self.0);
        let done = work();
        self.keep();
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_is_there_whenever_it_is_needed_and_then_again() {
        let folder = tempfile::tempdir().unwrap();
        let spare = Spare::new(folder.path());
        spare.keep();
        assert_eq!(fs::metadata(&spare.0).unwrap().len(), BYTES as u64);
        assert!(!spare.lend(|| spare.0.exists()));
        assert!(spare.0.exists());
        Spare::new(Path::new("/nowhere/at/all")).keep();
    }
}
