//! What can be wrong with a file of rows, or with what somebody asks of the lab.

use std::{io, path::Path};

use ludoteca_games::params::SettingError;
use ludoteca_text::{Text, errors, text};
use ludoteca_words::reason;

use crate::{ALL, stress::MeasurementError};

errors! {
    /// What is wrong.
    pub enum LabError {
        /// There is no such experiment.
        UnknownExperiment(name: String) => {
            let list = ALL.map(|experiment| experiment.name()).join(", ");
            text!("cli-experiment-unknown", name = name, list = list)
        },
        /// An experiment has no such run.
        UnknownRun(run: String) => text!("lab-unknown-run", run = run),
        /// The file is none of rows.
        NoLedger => text!("cli-experiment-no-ledger"),
        /// Its rows are of another experiment, or of another version of it.
        Other { experiment: String, version: String } => {
            text!("cli-experiment-other", experiment = experiment, version = version)
        },
        /// A line is no row of its experiment.
        WrongLine(line: usize) => text!("cli-experiment-line", line = line),
        /// It has no rows.
        NoRows => text!("lab-no-rows"),
        /// Somebody else writes to it.
        Busy => text!("cli-experiment-busy"),
        /// It cannot be read or written.
        Unusable(why: Text) => why,
        /// All this, of a file.
        InFile { file: String, why: Box<LabError> } => {
            text!("cli-in-file", file = file, why = Text::from(*why))
        },
    }
    from {
        /// What is set is refused.
        Setting(SettingError),
        /// It is no measurement of Hextress either.
        Measurement(MeasurementError),
    }
}

impl LabError {
    /// What the system said.
    pub(crate) fn io(error: &io::Error) -> LabError {
        LabError::Unusable(reason(error))
    }

    /// The same with the file it is about.
    pub(crate) fn of(self, path: &Path) -> LabError {
        LabError::InFile { file: path.display().to_string(), why: Box::new(self) }
    }
}
