//! Hextress: measurements of machines, in files, tables and plots.

mod measurement;
mod report;
pub mod tables;

use ludoteca_text::Text;
use serde::Serialize;

pub use self::{
    measurement::{Expected, Measurement, MeasurementError},
    report::report,
};

/// A measurement and where it comes from.
#[derive(Serialize)]
pub struct Named {
    /// What it is called.
    #[serde(skip)]
    pub name: Text,
    /// The file it was read from; none for the machine this runs on.
    pub file: Option<String>,
    /// The measurement.
    #[serde(flatten)]
    pub measurement: Measurement,
}
