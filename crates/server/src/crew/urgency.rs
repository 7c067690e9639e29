//! How urgent a thread is to the system.

use crate::queue::Need;

/// Makes this thread, and those that it will start, less urgent to the system than the ones that answer
/// requests. Where a system does not tell threads apart in this, they are all the same to it.
#[cfg(target_os = "linux")]
pub(super) fn step_back(need: Need) {
    let nice = match need {
        Need::Move | Need::Hint => 4,
        Need::Analysis => 7,
        Need::Review => 10,
        Need::Work => 12,
    };
    // Whoever is less urgent already stays so.
    let _ = rustix::process::setpriority_process(None, nice);
}

#[cfg(not(target_os = "linux"))]
pub(super) fn step_back(_: Need) {}
