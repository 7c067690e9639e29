//! A measurement: the machine, the program and the times; made here or read from a file.

use ludoteca_arena::{StressLevel, StressRow};
use ludoteca_games::hex::LARGEST;
use ludoteca_text::{Text, errors, text};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Machine, VERSION};

/// What a file of a measurement holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// How many processors the program could use.
    pub processors: u64,
    /// The version of the program.
    pub version: String,
    /// The processor's name.
    pub cpu: String,
    /// Memory in bytes; 0 where the system does not say.
    pub memory: u64,
    /// The system and its version.
    pub os: String,
    /// The boards of each level, the smallest first.
    pub rows: Vec<StressRow>,
}

errors! {
    /// Why a file holds no measurement.
    pub enum MeasurementError {
        /// It is not JSON.
        NotJson { line: usize, column: usize } => {
            text!("cli-stress-not-json", line = line, column = column)
        },
        /// It is JSON, and no object.
        NotAnObject => text!("cli-stress-not-object"),
        /// A field is not there.
        Missing { field: String } => text!("cli-stress-missing", field = field),
        /// A field is something else than it has to be.
        Wrong { field: String, expected: Expected } => {
            text!("cli-stress-wrong", field = field, expected = Text::from(expected))
        },
        /// It has a board more than once.
        Twice { size: usize } => text!("cli-stress-twice", size = size),
    }
}

errors! {
    /// What a field has to be.
    #[derive(Copy, Eq)]
    pub enum Expected {
        /// Text.
        Words => text!("cli-stress-expects-text"),
        /// The name of a level.
        Level => {
            let list = StressLevel::ALL.map(StressLevel::name).join(", ");
            text!("cli-stress-expects-level", list = list)
        },
        /// A list.
        List => text!("cli-stress-expects-list"),
        /// A list of boards.
        Rows => text!("cli-stress-expects-rows"),
        /// A board.
        Row => text!("cli-stress-expects-row"),
        /// A list of moves.
        Moves => text!("cli-stress-expects-moves"),
        /// A whole number from here on.
        Whole { low: u64 } => text!("cli-stress-expects-whole", low = low),
        /// The size of a board.
        Size { low: u64, high: u64 } => {
            text!("cli-stress-expects-size", low = low, high = high)
        },
        /// Seconds above 0.
        Seconds => text!("cli-allowed-seconds"),
    }
}

impl Measurement {
    /// Rows that were measured on this machine, just now.
    pub fn here(rows: Vec<StressRow>) -> Measurement {
        Measurement::on(Machine::here(), VERSION, rows)
    }

    /// Rows that were measured on a machine.
    pub fn on(machine: Machine, version: &str, rows: Vec<StressRow>) -> Measurement {
        let Machine { processors, cpu, memory, os } = machine;
        Measurement { processors, version: version.to_owned(), cpu, memory, os, rows }
    }

    /// As it is written to a file.
    pub fn document(&self) -> String {
        let document = serde_json::to_string_pretty(self);
        document.expect("measurements have only text for keys") + "\n"
    }

    /// The machine.
    pub fn machine(&self) -> Machine {
        let Measurement { processors, cpu, memory, os, .. } = self.clone();
        Machine { processors, cpu, memory, os }
    }

    /// The measurement of a file, or what is wrong with it.
    pub fn read(words: &str) -> Result<Measurement, MeasurementError> {
        let document: Value = serde_json::from_str(words).map_err(|error| {
            let (line, column) = (error.line(), error.column().max(1));
            MeasurementError::NotJson { line, column }
        })?;
        let Value::Object(document) = &document else {
            return Err(MeasurementError::NotAnObject);
        };
        let fields = Fields { fields: document, path: String::new() };
        let mut rows = Vec::new();
        for (index, row) in fields.list("rows")?.iter().enumerate() {
            let path = format!("rows[{index}]");
            let Value::Object(row) = row else {
                return Err(wrong(&path, Expected::Row));
            };
            rows.push(read_row(&Fields { fields: row, path: path + "." })?);
        }
        rows.sort_by_key(|row| (row.level, row.size));
        if rows.is_empty() {
            return Err(wrong("rows", Expected::Rows));
        }
        let same =
            |pair: &&[StressRow]| (pair[0].level, pair[0].size) == (pair[1].level, pair[1].size);
        if let Some(twice) = rows.windows(2).find(same) {
            return Err(MeasurementError::Twice { size: twice[0].size });
        }
        Ok(Measurement {
            processors: fields.whole("processors", 1, u64::MAX)?,
            version: fields.text("version")?,
            cpu: fields.text("cpu")?,
            memory: fields.whole("memory", 0, u64::MAX)?,
            os: fields.text("os")?,
            rows,
        })
    }
}

fn read_row(fields: &Fields<'_>) -> Result<StressRow, MeasurementError> {
    let moves = fields.list("moves")?.iter().map(|ply| ply.as_str().map(str::to_owned));
    let moves: Option<Vec<String>> = moves.collect();
    // What older versions and other programs write need not say everything.
    let level = match fields.fields.get("level") {
        Some(_) => fields.level("level")?,
        None => StressLevel::Bridges,
    };
    let positions = |name| match fields.fields.get(name) {
        Some(_) => fields.whole(name, 1, u64::MAX).map(Some),
        None => Ok(None),
    };
    Ok(StressRow {
        level,
        size: fields.whole("size", 1, LARGEST as u64)? as usize,
        parallel_seconds: fields.seconds("parallel_seconds")?,
        shared_seconds: match fields.fields.get("shared_seconds") {
            Some(_) => Some(fields.seconds("shared_seconds")?),
            None => None,
        },
        sequential_seconds: fields.seconds("sequential_seconds")?,
        parallel_positions: positions("parallel_positions")?,
        sequential_positions: positions("sequential_positions")?,
        games: match fields.fields.get("games") {
            Some(_) => fields.whole("games", 1, u32::MAX.into())? as u32,
            None => 1,
        },
        moves: moves.ok_or_else(|| wrong(&fields.at("moves"), Expected::Moves))?,
    })
}

/// The fields of an object, and where it is in its document.
struct Fields<'a> {
    fields: &'a Map<String, Value>,
    path: String,
}

impl Fields<'_> {
    fn at(&self, name: &str) -> String {
        format!("{}{name}", self.path)
    }

    fn get(&self, name: &str) -> Result<&Value, MeasurementError> {
        let missing = || MeasurementError::Missing { field: self.at(name) };
        self.fields.get(name).ok_or_else(missing)
    }

    fn text(&self, name: &str) -> Result<String, MeasurementError> {
        let words = self.get(name)?.as_str();
        words.map(str::to_owned).ok_or_else(|| wrong(&self.at(name), Expected::Words))
    }

    fn level(&self, name: &str) -> Result<StressLevel, MeasurementError> {
        let words = self.text(name)?;
        let level = StressLevel::ALL.into_iter().find(|level| level.name() == words);
        level.ok_or_else(|| wrong(&self.at(name), Expected::Level))
    }

    fn list(&self, name: &str) -> Result<&[Value], MeasurementError> {
        let list = self.get(name)?.as_array();
        list.map(Vec::as_slice).ok_or_else(|| wrong(&self.at(name), Expected::List))
    }

    fn whole(&self, name: &str, low: u64, high: u64) -> Result<u64, MeasurementError> {
        let number = self.get(name)?.as_u64().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| {
            let expected = if high <= LARGEST as u64 {
                Expected::Size { low, high }
            } else {
                Expected::Whole { low }
            };
            wrong(&self.at(name), expected)
        })
    }

    fn seconds(&self, name: &str) -> Result<f64, MeasurementError> {
        let number = self.get(name)?.as_f64().filter(|number| number.is_normal() && *number > 0.0);
        number.ok_or_else(|| wrong(&self.at(name), Expected::Seconds))
    }
}

fn wrong(field: &str, expected: Expected) -> MeasurementError {
    MeasurementError::Wrong { field: field.to_owned(), expected }
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({
            "processors": 2, "version": "0.1.0", "cpu": "Intel Core 2 Duo", "memory": 1_073_741_824,
            "os": "Mac OS 10.4.9",
            "rows": [{
                "level": "bridges", "size": 3, "parallel_seconds": 0.5, "sequential_seconds": 0.25, "moves": ["b2", "a1"],
            }],
        })
    }

    fn told(document: &Value) -> String {
        Lang::ENGLISH.say(&Measurement::read(&document.to_string()).unwrap_err().into())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let read = Measurement::read(&document().to_string()).unwrap();
        assert_eq!((read.rows[0].games, read.rows[0].moves.len()), (1, 2));
        assert_eq!((read.rows[0].level, read.rows[0].shared_seconds), (StressLevel::Bridges, None));
        let mut older = document();
        older["rows"][0].as_object_mut().unwrap().remove("level");
        assert_eq!(Measurement::read(&older.to_string()).as_ref(), Ok(&read));
        let measured = Measurement { cpu: "\"<ñ>\"".to_owned(), ..Measurement::here(read.rows) };
        let written = serde_json::to_string(&measured).unwrap();
        assert_eq!(Measurement::read(&written), Ok(measured));
    }

    #[test]
    fn every_field_that_is_missing_is_named() {
        for name in ["processors", "version", "cpu", "memory", "os", "rows"] {
            let mut document = document();
            document.as_object_mut().unwrap().remove(name);
            assert_eq!(told(&document), format!("the field {name} is missing."));
        }
        for name in ["size", "parallel_seconds", "sequential_seconds", "moves"] {
            let mut document = document();
            document["rows"][0].as_object_mut().unwrap().remove(name);
            assert_eq!(told(&document), format!("the field rows[0].{name} is missing."));
        }
    }

    #[test]
    fn every_field_of_another_kind_is_told_with_what_would_be_right() {
        let wrong = [
            ("/processors", json!(0), "processors has to be a whole number from 1 on."),
            ("/processors", json!(2.5), "processors has to be a whole number from 1 on."),
            ("/cpu", json!(7), "cpu has to be text."),
            ("/memory", json!(-1), "memory has to be a whole number from 0 on."),
            ("/rows", json!([]), "rows has to be a list with at least one board."),
            ("/rows", json!({}), "rows has to be a list."),
            ("/rows/0", json!(3), "rows[0] has to be an object with the times of a board."),
            (
                "/rows/0/level",
                json!("champion"),
                "rows[0].level has to be one of bridges, normal, expert.",
            ),
            ("/rows/0/size", json!(20), "rows[0].size has to be a whole number from 1 to 19."),
            (
                "/rows/0/parallel_seconds",
                json!(0),
                "rows[0].parallel_seconds has to be a number of seconds above 0.",
            ),
            ("/rows/0/moves", json!([1]), "rows[0].moves has to be a list of moves, each as text."),
        ];
        for (place, value, message) in wrong {
            let mut document = document();
            *document.pointer_mut(place).unwrap() = value;
            assert_eq!(told(&document), message);
        }
    }

    #[test]
    fn what_is_no_measurement_at_all_is_refused() {
        let told = |words: &str| Lang::ENGLISH.say(&Measurement::read(words).unwrap_err().into());
        assert_eq!(told("{\n  \"cpu\": oops"), "it is not JSON from line 2, column 10 on.");
        assert_eq!(
            told("[]"),
            "it is not a measurement: that is an object, as stress --save writes it."
        );
        let mut document = document();
        let row = document["rows"][0].clone();
        document["rows"].as_array_mut().unwrap().push(row);
        assert_eq!(told(&document.to_string()), "it has the board 3×3 twice.");
    }
}
