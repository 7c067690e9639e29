//! Rows as CSV: a column for each field, in the order in which the rows have them.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor},
};
use serde_json::Value;

/// The rows under the names of their fields; a list is written as its values with gaps between them.
pub fn csv(rows: &[impl Serialize]) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let words = serde_json::to_string(row).expect("rows have only text for keys");
        let Ordered(fields) = serde_json::from_str(&words).expect("a row is an object");
        if at == 0 {
            table.write_record(fields.iter().map(|(name, _)| name)).expect("memory takes all");
        }
        let cells = fields.iter().map(|(_, value)| cell(value));
        table.write_record(cells).expect("memory takes all, and rows have the same fields");
    }
    table.into_inner().expect("nothing fails in memory")
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(words) => words.clone(),
        Value::Array(all) => all.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The fields of an object in their order.
struct Ordered(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Ordered, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Ordered(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row {
        z: u32,
        a: Option<f64>,
        list: Vec<&'static str>,
        words: &'static str,
    }

    #[test]
    fn fields_keep_their_order_and_lists_and_gaps_are_written_out() {
        let rows = [
            Row { z: 1, a: Some(0.5), list: vec!["b2", "a1"], words: "x,y" },
            Row { z: 2, a: None, list: vec![], words: "" },
        ];
        let words = String::from_utf8(csv(&rows)).unwrap();
        assert_eq!(words, "z,a,list,words\n1,0.5,b2 a1,\"x,y\"\n2,,,\n");
        assert_eq!(csv(&[] as &[Row]), b"");
    }
}
