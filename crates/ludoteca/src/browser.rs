//! Opening an address in the user's browser: one of the few places where systems differ.

use std::{
    io,
    process::{Command, Stdio},
};

#[cfg(target_os = "windows")]
const OPENER: (&str, &[&str]) = ("rundll32", &["url.dll,FileProtocolHandler"]);
#[cfg(target_os = "macos")]
const OPENER: (&str, &[&str]) = ("open", &[]);
#[cfg(not(any(target_os = "windows", target_os = "macos")))]
const OPENER: (&str, &[&str]) = ("xdg-open", &[]);

/// Asks the system to open an address. Nobody waits for the browser.
pub fn open(address: &str) -> io::Result<()> {
    let (program, words) = OPENER;
    let mut command = Command::new(program);
    command.args(words).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(|_| ())
}
