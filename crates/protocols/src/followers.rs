//! What a program has started, and its end: with the program, and with us if we are killed.
//!
//! A program gets a process group of its own, which is killed as a whole. On Linux it also gets a
//! mark in its environment, which everything it starts inherits: so those are found too that have
//! made groups or sessions of their own. If we are killed ourselves we can do nothing any more, so a
//! watch is set beside each program: a shell that waits for the end of a pipe whose other end is ours
//! alone, and then does the same.

use std::{
    io,
    process::{Child, Command},
};

/// What a program has started. It ends when this is dropped.
pub struct Followers {
    #[cfg(unix)]
    group: rustix::process::Pid,
    #[cfg(unix)]
    mark: String,
    #[cfg(unix)]
    watch: Option<Child>,
}

#[cfg(not(unix))]
impl Followers {
    /// Starts a program.
    pub fn start(command: &mut Command) -> io::Result<(Child, Followers)> {
        Ok((command.spawn()?, Followers {}))
    }
}

#[cfg(unix)]
mod unix {
    use std::{
        hash::{BuildHasher, RandomState},
        os::unix::process::CommandExt,
        process::Stdio,
    };

    use rustix::process::{Pid, Signal, kill_process_group};

    use super::*;

    /// The name of the mark in the environment.
    const MARK: &str = "LUDOTECA_ENGINE";

    /// Waits until we are gone; then kills the group `$1`, and whoever has the mark `$2`.
    const WATCH: &str = r#"
        while read -r line; do :; done
        kill -KILL -- "-$1"
        for process in /proc/[0-9]*; do
            grep -qsaF "$2" "$process/environ" && kill -KILL "${process#/proc/}"
        done
    "#;

    impl Followers {
        /// Starts a program, whose followers they will be.
        pub fn start(command: &mut Command) -> io::Result<(Child, Followers)> {
            let any = RandomState::new().hash_one(std::process::id());
            let mark = format!("{}-{any:016x}", std::process::id());
            let child = command.process_group(0).env(MARK, &mark).spawn()?;
            let group = Pid::from_child(&child);
            let mark = format!("{MARK}={mark}");
            // Where there is no shell, nobody watches.
            let watch = Command::new("sh")
                .args(["-c", WATCH, "sh", &group.to_string(), &mark])
                .process_group(0)
                // Whoever ends us by a mark of theirs is not to end the watch.
                .env_remove(MARK)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn();
            Ok((child, Followers { group, mark, watch: watch.ok() }))
        }
    }

    impl Drop for Followers {
        fn drop(&mut self) {
            // Where it is gone by now there is nothing to kill.
            let _ = kill_process_group(self.group, Signal::KILL);
            kill_marked(&self.mark);
            // It is ended before it hears that its pipe has.
            if let Some(mut watch) = self.watch.take() {
                let _ = watch.kill();
                let _ = watch.wait();
            }
        }
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn kill_marked(_: &str) {}

#[cfg(target_os = "linux")]
use linux::kill_marked;

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    /// Kills whoever has a mark in its environment, as long as there is somebody: one that is killed
    /// may have started another just before.
    pub fn kill_marked(mark: &str) {
        const ROUNDS: usize = 10;
        for _ in 0..ROUNDS {
            let Ok(processes) = fs::read_dir("/proc") else { return };
            let numbers = processes.flatten().filter_map(|entry| {
                entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok())
            });
            let killed = numbers.filter_map(Pid::from_raw).filter(|id| kill(*id, mark)).count();
            if killed == 0 {
                return;
            }
        }
    }

    /// Kills a process if it has the mark. Held by its descriptor it cannot become another one
    /// between the look and the blow.
    fn kill(id: Pid, mark: &str) -> bool {
        let has_mark = || {
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes())
        };
        if !has_mark() {
            return false;
        }
        let Ok(held) = pidfd_open(id, PidfdFlags::empty()) else { return false };
        has_mark() && pidfd_send_signal(held, Signal::KILL).is_ok()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::{
        fs,
        io::{BufRead, BufReader},
        process::Stdio,
        thread,
        time::Duration,
    };

    use super::*;

    /// Starts a shell with a script, and hands out the number of a process that it tells.
    fn followed(script: &str) -> (Child, Followers, u32) {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::piped());
        let (mut child, followers) = Followers::start(&mut command).unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
        (child, followers, told.trim().parse().unwrap())
    }

    /// Waits until a process is gone; those that nobody has taken leave of are gone too.
    fn wait_until_gone(process: u32) {
        let lives = || {
            let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
        };
        while lives() {
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn those_who_have_left_the_group_end_too() {
        let (mut child, followers, alone) = followed("setsid sleep 600 & echo $!; exit 0");
        child.wait().unwrap();
        drop(followers);
        wait_until_gone(alone);
    }

    #[test]
    fn when_nobody_is_left_to_end_them_the_watch_does() {
        for script in ["sleep 600 & echo $!; wait", "setsid sleep 600 & echo $!; wait"] {
            let (mut child, mut followers, alone) = followed(script);
            // What the end of this program would do: the pipe has no other end any more.
            let mut watch = followers.watch.take().unwrap();
            drop(watch.stdin.take());
            watch.wait().unwrap();
            wait_until_gone(alone);
            child.wait().unwrap();
        }
    }
}
