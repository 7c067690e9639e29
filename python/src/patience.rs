//! Waiting for a long thought without holding up Python, and hearing meanwhile that somebody wants it
//! to end (Ctrl-C, or the stop button of a notebook).

use std::{
    sync::{Mutex, mpsc},
    thread,
    time::Duration,
};

use ludoteca_players::Stop;
use pyo3::{exceptions::PyRuntimeError, prelude::*};

/// How often it is looked whether somebody wants an end.
const LOOK: Duration = Duration::from_millis(50);

/// Searches call themselves, and are to have as much room as in the program itself.
const STACK: usize = 32 << 20;

/// Does some work on a thread of its own. `stop` ends it when somebody interrupts.
pub fn wait<T: Send>(py: Python<'_>, stop: &Stop, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, waiting) = mpsc::channel();
        let waiting = Mutex::new(waiting);
        let worker = thread::Builder::new().stack_size(STACK);
        worker.spawn_scoped(scope, move || {
            let _ = done.send(work());
        })?;
        let fallen = || PyRuntimeError::new_err("the thought broke down");
        loop {
            let heard = py.detach(|| {
                let waiting = waiting.lock().unwrap_or_else(|broken| broken.into_inner());
                waiting.recv_timeout(LOOK)
            });
            match heard {
                Ok(answer) => return Ok(answer),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(fallen()),
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        stop.set();
                        return Err(interrupt);
                    }
                }
            }
        }
    })
}
