//! A program that is talked to line by line, and that may do anything: end, fall silent, or talk
//! without end.
//!
//! It runs in a process group of its own, so that an interrupt at the terminal reaches us and not
//! it. Whoever drops a [`Process`] ends it: its input is closed, and if it is not gone soon it is
//! killed. Whatever it has started ends with it, also if it ended by itself, and all of it ends with
//! us, also if we are killed ([`Followers`]).

use std::{
    io::{self, BufReader, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use ludoteca_players::Stop;
use ludoteca_text::{Text, text};

use crate::{followers::Followers, lines::limited_line};

/// No line is longer; the rest is passed over.
const LONGEST: usize = 64 << 10;
/// So many lines wait to be read before the program has to wait.
const WAITING: usize = 256;
/// How long a program that has nothing more to say may take to be gone.
const FAREWELL: Duration = Duration::from_millis(300);
/// So much of a command or an answer is shown in a message.
const SHOWN: usize = 80;
/// How often a wait looks around.
const LOOK: Duration = Duration::from_millis(20);

/// A program at work.
pub struct Process {
    child: Child,
    /// What it has started; none once that has been ended.
    followers: Option<Followers>,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The last line on its standard error.
    last_words: Arc<Mutex<String>>,
    /// Hangs up when its standard error has ended.
    mute: Receiver<()>,
    /// Whether we have ended it.
    is_ended: bool,
}

/// Why a line did not come.
#[derive(Debug, PartialEq)]
pub enum Silence {
    /// The program has ended.
    Ended {
        /// How.
        status: Text,
        /// Whether somebody other than us killed it.
        killed: bool,
        /// What it last said on its standard error.
        last_words: String,
    },
    /// The time was over.
    Late,
    /// Somebody asked to stop.
    Stopped,
}

impl Silence {
    /// The same as a message: `command` was asked this, and had so much time for its answer.
    pub fn told(self, command: &str, asked: &str, limit: Duration) -> Text {
        match self {
            Silence::Ended { status, last_words, .. } if last_words.is_empty() => {
                text!("engine-ended", command = command, asked = asked, status = status)
            }
            Silence::Ended { status, last_words, .. } => text!(
                "engine-ended-saying",
                command = command,
                asked = asked,
                status = status,
                words = last_words
            ),
            Silence::Late => {
                let seconds = limit.as_secs_f64();
                text!("engine-stalled", command = command, asked = asked, seconds = seconds)
            }
            Silence::Stopped => text!("engine-stopped", command = command),
        }
    }
}

/// Words of a stranger, short enough for a message, and without what would make a terminal do
/// something.
pub fn cut(words: &str) -> String {
    let words = words.trim();
    let mut shown: String = words.chars().take(SHOWN).map(plain).collect();
    if words.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

fn plain(letter: char) -> char {
    match letter {
        _ if letter.is_whitespace() => ' ',
        _ if letter.is_control() => '\u{fffd}',
        _ => letter,
    }
}

impl Process {
    /// Starts a program, its name first.
    pub fn start(command: &[String]) -> io::Result<Process> {
        let (name, args) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(name);
        command.args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, followers) = Followers::start(&mut command)?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let last_words = Arc::new(Mutex::new(String::new()));
        let (heard, lines) = sync_channel(WAITING);
        let (muted, mute) = sync_channel(1);
        let (is_ended, words) = (false, last_words.clone());
        let followers = Some(followers);
        let process = Process { child, followers, input, lines, last_words: words, mute, is_ended };
        if let Some(output) = output {
            let each = move |line| heard.send(line).is_ok();
            thread::Builder::new().name("engine".into()).spawn(move || listen(output, each))?;
        }
        if let Some(errors) = errors {
            let each = move |line: String| keep(&line, &last_words);
            thread::Builder::new().name("engine errors".into()).spawn(move || {
                listen(errors, each);
                drop(muted);
            })?;
        }
        Ok(process)
    }

    /// Says a line to the program.
    pub fn send(&mut self, line: &str) -> Result<(), Silence> {
        let said = self.input.as_mut().map(|input| {
            input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush())
        });
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// The next line the program says, if it comes in time.
    pub fn line(&mut self, until: Instant, stop: Option<&Stop>) -> Result<String, Silence> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::Late);
            }
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if stop.is_some_and(Stop::is_set) => {
                    return Err(Silence::Stopped);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the program ended, once it has hung up.
    fn ended(&mut self) -> Silence {
        self.input = None;
        let status = self.exit_status();
        let killed = !self.is_ended && status.is_some_and(was_killed);
        let status = match status.map(|status| status.code()) {
            Some(_) if killed => text!("engine-status-killed"),
            Some(Some(code)) => text!("engine-status-code", code = code),
            Some(None) => text!("engine-status-signal"),
            None => text!("engine-status-unknown"),
        };
        let _ = self.mute.recv_timeout(FAREWELL);
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Silence::Ended { status, killed, last_words }
    }

    /// Waits a little for the program to be gone. Whatever it has left behind goes too.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.followers = None;
                    return Some(status);
                }
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Process {
    /// Ends the program and whatever it has started.
    fn end(&mut self) {
        self.input = None;
        if self.exit_status().is_some() {
            return;
        }
        self.is_ended = true;
        self.followers = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a program was killed: nothing else ends it so, and it cannot say why itself. The system
/// does it where memory is short. Of a program that it has started a shell tells it by a number.
fn was_killed(status: ExitStatus) -> bool {
    #[cfg(unix)]
    if std::os::unix::process::ExitStatusExt::signal(&status) == Some(9) {
        return true;
    }
    status.code() == Some(128 + 9)
}

/// Hands on each line until there are no more or nobody wants them.
fn listen(output: impl io::Read, mut each: impl FnMut(String) -> bool) {
    let mut output = BufReader::new(output);
    while let Ok(Some(bytes)) = limited_line(&mut output, LONGEST) {
        // What is not text stays visible as such.
        if !each(String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned()) {
            return;
        }
    }
}

/// Remembers a line in which something was said.
fn keep(line: &str, last_words: &Mutex<String>) -> bool {
    let words = line.trim();
    if !words.is_empty() {
        *last_words.lock().unwrap_or_else(PoisonError::into_inner) =
            words.chars().take(200).map(plain).collect();
    }
    true
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(&["sh".to_owned(), "-c".to_owned(), script.to_owned()]).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    #[test]
    fn words_of_a_stranger_do_nothing_to_a_terminal() {
        assert_eq!(cut(" a\x1b[31m\tb\r\nc\u{9b} "), "a\u{fffd}[31m b  c\u{fffd}");
        assert_eq!(cut(&"é".repeat(80)), "é".repeat(80));
        assert_eq!(cut(&"é".repeat(81)), "é".repeat(80) + "…");
        let mut process = shell("printf '\\033[2J' >&2; exit 1");
        let Err(Silence::Ended { last_words, .. }) = process.line(soon(), None) else {
            panic!("it goes on");
        };
        assert_eq!(last_words, "\u{fffd}[2J");
    }

    #[test]
    fn what_is_said_is_answered_line_by_line() {
        let mut process = shell("while read -r line; do echo \"you said $line\"; done");
        for words in ["one", "two words"] {
            process.send(words).unwrap();
            assert_eq!(process.line(soon(), None).unwrap(), format!("you said {words}"));
        }
    }

    #[test]
    fn a_program_that_ends_is_told_with_its_status_and_its_last_words() {
        let mut process = shell("echo one; echo sorry >&2; exit 3");
        assert_eq!(process.line(soon(), None).as_deref(), Ok("one"));
        let status = text!("engine-status-code", code = 3);
        let ended = Silence::Ended { status, killed: false, last_words: "sorry".into() };
        assert_eq!(process.line(soon(), None).unwrap_err(), ended);
        let ended = |script: &str| match shell(script).line(soon(), None) {
            Err(Silence::Ended { status, killed, .. }) => (status.id.into_owned(), killed),
            other => panic!("{other:?}"),
        };
        assert_eq!(ended("kill -TERM $$"), ("engine-status-signal".to_owned(), false));
        assert_eq!(ended("kill -KILL $$"), ("engine-status-killed".to_owned(), true));
        assert_eq!(
            ended("sh -c 'kill -KILL $$'; exit $?"),
            ("engine-status-killed".to_owned(), true)
        );
    }

    #[test]
    fn one_that_says_nothing_is_late_and_one_that_is_stopped_is_not_waited_for() {
        let mut process = shell("exec sleep 600");
        assert_eq!(process.line(Instant::now(), None).unwrap_err(), Silence::Late);
        let stop = Stop::default();
        stop.set();
        assert_eq!(process.line(soon(), Some(&stop)).unwrap_err(), Silence::Stopped);
    }

    #[test]
    fn whatever_it_has_started_ends_with_it() {
        let mut process = shell("sleep 600 & echo begun; wait");
        assert_eq!(process.line(soon(), None).as_deref(), Ok("begun"));
        process.end();
        // As long as somebody could still say something, nobody has hung up.
        let gone = process.line(soon(), None).unwrap_err();
        assert!(matches!(gone, Silence::Ended { killed: false, .. }), "{gone:?}");
    }

    #[test]
    fn whatever_it_has_started_ends_with_it_also_if_it_goes_first() {
        // Nobody hears the end of what is said while a child could still say something.
        let mut process = shell("sleep 600 & echo begun; exit 4");
        assert_eq!(process.line(soon(), None).as_deref(), Ok("begun"));
        while process.child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(2));
        }
        process.end();
        let gone = process.line(soon(), None).unwrap_err();
        let status = text!("engine-status-code", code = 4);
        assert_eq!(gone, Silence::Ended { status, killed: false, last_words: String::new() });
        // Those who listened go home.
        while Arc::strong_count(&process.last_words) > 1 {
            thread::sleep(Duration::from_millis(2));
        }
    }
}
