//! The page's types: `web/types.js` is written out of the API's own description, so that the page is
//! checked against what the server really says. `UPDATE=1 cargo test -p ludoteca-server types` writes
//! it again.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use serde_json::{Map, Value};

use crate::client::House;

const OPENING: &str = "\
// The shapes of what the server says and reads, as JSDoc types. Nothing here runs.
//
// Written by the tests of crates/server out of the API's description; see CONTRIBUTING.md.
";

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let description = House::open().get("/api/openapi.json").json();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/types.js");
    let wanted = types(&description);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &wanted).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap();
    let differs = || found.lines().zip(wanted.lines()).find(|(a, b)| a != b);
    assert!(
        found == wanted,
        "the page's types are old: UPDATE=1 cargo test -p ludoteca-server types\n{:?}",
        differs()
    );
}

#[test]
fn nothing_in_the_description_is_only_some_object() {
    let description = House::open().get("/api/openapi.json").json();
    let mut vague = Vec::new();
    find_vague("", &description, &mut vague);
    // The description does not describe itself.
    vague.retain(|place| !place.starts_with("/paths//api/openapi.json"));
    assert_eq!(vague, Vec::<String>::new());
}

fn find_vague(place: &str, value: &Value, vague: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            let says_more =
                ["properties", "additionalProperties"].iter().any(|key| map.contains_key(*key));
            if map.get("type") == Some(&Value::from("object")) && !says_more {
                vague.push(place.to_owned());
            }
            map.iter().for_each(|(key, value)| find_vague(&format!("{place}/{key}"), value, vague));
        }
        Value::Array(all) => {
            all.iter()
                .enumerate()
                .for_each(|(i, value)| find_vague(&format!("{place}/{i}"), value, vague));
        }
        _ => {}
    }
}

/// The file of types.
fn types(description: &Value) -> String {
    let schemas = description["components"]["schemas"].as_object().unwrap();
    let named: BTreeMap<String, &Value> =
        schemas.iter().map(|(name, schema)| (called(name), schema)).collect();
    assert_eq!(named.len(), schemas.len(), "two types of one name");
    let mut out = OPENING.to_owned();
    for (name, schema) in named.into_iter().filter(|(name, _)| !is_alias(name)) {
        match variants(schema) {
            Some(variants) => {
                let names: Vec<String> =
                    variants.keys().map(|tag| format!("{}{name}", capital(tag))).collect();
                for (one, schema) in names.iter().zip(variants.values()) {
                    typedef(&mut out, one, schema);
                }
                let about = about(schema);
                let _ = write!(out, "\n/** @typedef {{{}}} {name}{about} */\n", names.join(" | "));
            }
            None => typedef(&mut out, &name, schema),
        }
    }
    out.push_str("\nexport {};\n");
    out
}

fn typedef(out: &mut String, name: &str, schema: &Value) {
    let about = about(schema);
    let Some(properties) = schema["properties"].as_object() else {
        let _ = write!(out, "\n/** @typedef {{{}}} {name}{about} */\n", written(schema));
        return;
    };
    let _ = write!(out, "\n/**\n * @typedef {{object}} {name}{about}\n");
    for (key, property) in properties {
        let optional = !is_required(schema, key);
        let key = if optional { format!("[{key}]") } else { key.clone() };
        let _ =
            writeln!(out, " * @property {{{}}} {key}{}", written(property), self::about(property));
    }
    out.push_str(" */\n");
}

/// The variants of an enumeration by what their tag says, if it has such.
fn variants(schema: &Value) -> Option<BTreeMap<String, &Value>> {
    let all = schema["oneOf"].as_array()?;
    let tag = |one: &Value| {
        let properties = one["properties"].as_object()?;
        let mut tags =
            properties.iter().filter(|(key, _)| ["kind", "form", "event"].contains(&key.as_str()));
        Some(tags.next()?.1["enum"][0].as_str()?.to_owned())
    };
    all.iter().map(|one| Some((tag(one)?, one))).collect()
}

/// A schema as a type.
fn written(schema: &Value) -> String {
    let map = schema.as_object().unwrap();
    if let Some(name) = map.get("$ref").and_then(Value::as_str) {
        return match called(name.rsplit('/').next().unwrap()) {
            name if name == "str" => "string".to_owned(),
            name if is_alias(&name) => "number".to_owned(),
            name => name,
        };
    }
    for (key, between) in [("allOf", " & "), ("oneOf", " | "), ("anyOf", " | ")] {
        if let Some(all) = map.get(key).and_then(Value::as_array) {
            let all: Vec<String> = all.iter().map(written).collect();
            return if all.len() == 1 {
                all[0].clone()
            } else {
                format!("({})", all.join(between))
            };
        }
    }
    if let Some(all) = map.get("enum").and_then(Value::as_array) {
        let all: Vec<String> =
            all.iter().map(|value| value.to_string().replace('"', "'")).collect();
        return all.join(" | ");
    }
    match map.get("type") {
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().map(|kind| plain(kind.as_str().unwrap(), map));
            kinds.collect::<Vec<_>>().join(" | ")
        }
        Some(Value::String(kind)) => plain(kind, map),
        _ => "unknown".to_owned(),
    }
}

fn plain(kind: &str, map: &Map<String, Value>) -> String {
    match kind {
        "integer" => "number".to_owned(),
        "array" => list(map),
        "object" => match (map.get("properties"), map.get("additionalProperties")) {
            (Some(Value::Object(properties)), _) => {
                let whole = Value::Object(map.clone());
                let one = |(key, property): (&String, &Value)| {
                    let mark = if is_required(&whole, key) { "" } else { "?" };
                    format!("{key}{mark}: {}", written(property))
                };
                format!("{{{}}}", properties.iter().map(one).collect::<Vec<_>>().join(", "))
            }
            (_, Some(values)) => format!("Record<string, {}>", written(values)),
            _ => "object".to_owned(),
        },
        other => other.to_owned(),
    }
}

fn list(map: &Map<String, Value>) -> String {
    if let Some(all) = map.get("prefixItems").and_then(Value::as_array) {
        return format!("[{}]", all.iter().map(written).collect::<Vec<_>>().join(", "));
    }
    let item = written(&map["items"]);
    match (map.get("minItems"), map.get("maxItems")) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; least.as_u64().unwrap() as usize].join(", "))
        }
        _ if item.contains(' ') && !item.starts_with(['(', '{', '[']) => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn is_required(schema: &Value, key: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|one| one == key))
}

/// What a type is called on the page: plies are text there.
fn called(name: &str) -> String {
    name.trim_end_matches("_String").to_owned()
}

/// Whether it is a type of the language that has another name where it is used: the number of a cell.
fn is_alias(name: &str) -> bool {
    name.starts_with(char::is_lowercase)
}

fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn about(schema: &Value) -> String {
    let either = schema["oneOf"].as_array().into_iter().flatten();
    let mut said = std::iter::once(schema).chain(either).map(|one| &one["description"]);
    let words = said.find_map(Value::as_str).unwrap_or_default();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { words } else { format!(" {words}").replace("*/", "") }
}
