//! Files and folders that only their owner can read: what people play and write is their own matter.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

/// A folder, which is made for its owner alone if it is not there.
pub fn folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// A file as it is, which is made for its owner alone if it is not there. What the database keeps
/// beside its file has the same permissions.
pub fn file(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.read(true).write(true).create(true).truncate(false).open(file)
}
