use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::line;

/// Where the program is packed for.
const TARGETS: [&str; 6] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-pc-windows-msvc",
    "aarch64-pc-windows-msvc",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
];

/// What libraries carry of somebody else's, and whose it is.
const CARRIED: [(&str, &str); 1] =
    [("ttf-noto-sans", "Google Inc. (the font Noto Sans, under Apache-2.0)")];

/// A library that is part of the program on a system.
struct Library {
    name: String,
    version: String,
    licence: String,
    authors: Value,
    source: Value,
    folder: PathBuf,
}

/// The libraries by others that the program is linked with on a system, as cargo knows them. Those of
/// another system than this one may have to be fetched.
fn libraries(target: &str, fetched: bool) -> Vec<Library> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", target]);
    cargo.args(fetched.then_some("--offline"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: HashMap<String, Value> = list(&metadata["packages"])
        .into_iter()
        .map(|package| (of(&package["id"]), package))
        .collect();
    let nodes: HashMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (of(&node["id"]), node))
        .collect();
    let own = packages.values().find(|package| package["name"] == "ludoteca").unwrap();
    let mut open = vec![of(&own["id"])];
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(id) = open.pop() {
        for dependency in list(&nodes[&id]["deps"]) {
            // What only builds or tests the program is not part of it.
            let linked = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let id = of(&dependency["pkg"]);
            if linked && seen.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    let foreign =
        seen.iter().map(|id| &packages[id]).filter(|package| !package["source"].is_null());
    let library = |package: &Value| {
        // A procedural macro has done its work when the program is built.
        let is_macro =
            list(&package["targets"]).iter().any(|part| part["kind"] == json!(["proc-macro"]));
        (!is_macro).then(|| Library {
            name: of(&package["name"]),
            version: of(&package["version"]),
            licence: of(&package["license"]),
            authors: authors(&package["name"], &package["authors"]),
            source: package["repository"].clone(),
            folder: Path::new(&of(&package["manifest_path"])).parent().unwrap().to_owned(),
        })
    };
    foreign.filter_map(library).collect()
}

/// Who made a library and what it carries.
fn authors(name: &Value, authors: &Value) -> Value {
    let carried =
        CARRIED.iter().filter(|(library, _)| name == *library).map(|(_, whose)| json!(whose));
    authors.as_array().into_iter().flatten().cloned().chain(carried).collect()
}

/// The licences in a folder of a library, in the order of their names.
fn texts(folder: &Path) -> Vec<String> {
    let is_licence = |name: &str| {
        let name = name.to_uppercase();
        ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"]
            .iter()
            .any(|word| name.starts_with(word))
    };
    let files: BTreeSet<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && is_licence(&path.file_name().unwrap().to_string_lossy()))
        .collect();
    let text = |path: &PathBuf| {
        let words = String::from_utf8_lossy(&fs::read(path).unwrap()).replace('\r', "");
        let lines: Vec<&str> = words.trim_end().lines().map(str::trim_end).collect();
        lines.join("\n").trim_start_matches('\n').to_owned()
    };
    files.iter().map(text).collect()
}

/// What a licence says, however its lines are broken. Of the Apache licence only the terms: before and
/// after them stand a title and an example of how it is used.
fn said(text: &str) -> String {
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let terms = words.find("terms and conditions for use, reproduction, and distribution");
    let words = words.split_off(terms.unwrap_or(0));
    words.split("end of terms and conditions").next().unwrap_or_default().replace("https:", "http:")
}

fn written_anew() -> String {
    let mut all = BTreeMap::new();
    for library in TARGETS.into_iter().flat_map(|target| libraries(target, false)) {
        all.insert((library.name.clone(), library.version.clone()), library);
    }
    let mut every: Vec<String> = Vec::new();
    let mut libraries = Vec::new();
    for Library { name, version, licence, authors, source, folder } in all.into_values() {
        let mut numbers = Vec::new();
        for text in texts(&folder) {
            let known = every.iter().position(|known| said(known) == said(&text));
            numbers.push(known.unwrap_or_else(|| {
                every.push(text);
                every.len() - 1
            }));
        }
        libraries.push(json!({
            "name": name, "version": version, "licence": licence, "authors": authors,
            "source": source.as_str().unwrap_or_default(), "texts": numbers,
        }));
    }
    serde_json::to_string_pretty(&json!({ "libraries": libraries, "texts": every })).unwrap() + "\n"
}

#[test]
fn the_licences_are_those_of_the_libraries_that_are_part_of_the_program() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/licences.json");
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, written_anew()).unwrap();
    }
    let kept: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    let kept: BTreeSet<[String; 3]> = kept["libraries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|library| {
            ["name", "version", "licence"].map(|key| library[key].as_str().unwrap().to_owned())
        })
        .collect();
    let how = "write them anew with UPDATE=1 cargo test -p ludoteca --test cli licences";
    let here = format!("{}-unknown-{}-gnu", env::consts::ARCH, env::consts::OS);
    for Library { name, version, licence, .. } in libraries(&here, true) {
        assert_ne!(licence, "", "{name} says nothing about its licence");
        let library = [name, version, licence];
        assert!(kept.contains(&library), "{library:?} is missing: {how}");
    }
    // Those of other systems are at least of the versions that are built.
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock"));
    let lock = lock.unwrap();
    for [name, version, _] in &kept {
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(lock.contains(&entry), "{name} {version} is not part of it any more: {how}");
    }
}

#[test]
fn every_licence_that_a_library_comes_with_can_be_read() {
    let all = line("licences --json").json();
    let libraries = all["libraries"].as_array().unwrap();
    assert!(libraries.iter().any(|library| library["name"] == "tokio"));
    let texts = line("licences --texts").said().to_owned();
    for library in libraries {
        let called = format!(
            "{} {}",
            library["name"].as_str().unwrap(),
            library["version"].as_str().unwrap()
        );
        assert!(texts.contains(&called), "{called}");
    }
    let table = line("licences --lang es").said().to_owned();
    assert!(table.contains("bibliotecas ajenas") && table.contains("tokio"), "{table}");
}
