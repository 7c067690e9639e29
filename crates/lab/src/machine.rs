//! The machine something was measured on.

use std::{env, num::NonZero, thread};

use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// What has to be known of a machine to compare times with those of another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// How many processors the program could use.
    pub processors: u64,
    /// The processor's name.
    pub cpu: String,
    /// Memory in bytes; 0 where the system does not say.
    pub memory: u64,
    /// The system and its version.
    pub os: String,
}

impl Machine {
    /// The one this runs on.
    pub fn here() -> Machine {
        let asked = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(asked).ok();
        let cpu = system.as_ref().and_then(|system| system.cpus().first());
        let cpu = cpu.map(|cpu| cpu.brand().trim()).filter(|name| !name.is_empty());
        Machine {
            processors: thread::available_parallelism().map_or(1, NonZero::get) as u64,
            cpu: cpu.unwrap_or(env::consts::ARCH).to_owned(),
            memory: system.as_ref().map_or(0, System::total_memory),
            os: System::long_os_version().unwrap_or_else(|_| env::consts::OS.to_owned()),
        }
    }

    /// It in a sentence, with the version of the program that ran on it.
    pub fn text(&self, version: &str) -> Text {
        let Machine { processors, cpu, memory, os } = self;
        let gibibytes = (*memory as f64 / f64::from(1 << 30) * 10.0).round() / 10.0;
        text!(
            "cli-stress-machine",
            processors = *processors,
            cpu = cpu.as_str(),
            memory = gibibytes,
            os = os.as_str(),
            version = version
        )
    }
}

/// What this machine is called among others.
pub fn host() -> Option<String> {
    System::host_name().ok().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_processors_memory_and_a_system() {
        let here = Machine::here();
        assert!(here.processors > 0 && !here.cpu.is_empty() && !here.os.is_empty(), "{here:?}");
        assert!(here.memory > 0, "{here:?}");
    }
}
