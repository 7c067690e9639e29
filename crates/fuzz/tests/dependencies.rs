//! What we build on is what `deny.toml` allows: licences, sources, versions. And our own crates know
//! each other as the tables of the house say.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    path::Path,
    process::Command,
};

use serde_json::Value;

/// All packages that this machine builds, as cargo knows them.
fn packages() -> Vec<Value> {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let told = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--offline",
            "--filter-platform",
            host,
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let built: BTreeSet<&str> = told["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|node| node["id"].as_str())
        .collect();
    let all = told["packages"].as_array().unwrap().iter();
    all.filter(|package| built.contains(package["id"].as_str().unwrap())).cloned().collect()
}

/// The texts that stand in a list of `deny.toml`: `allow = [`, a line each.
fn listed(list: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deny.toml");
    let file = std::fs::read_to_string(file).unwrap();
    let after = file.split_once(&format!("\n{list} = [")).expect("there is such a list").1;
    let inside = after.split_once("\n]").map_or(after, |(inside, _)| inside);
    let inside = inside.split_once("]\n").map_or(inside, |(one_line, _)| one_line);
    let first = |line: &str| line.split('"').nth(1).map(str::to_owned);
    inside.lines().filter_map(first).collect()
}

/// Whether somebody may choose licences out of an expression that are all allowed.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ");
    // No expression of ours has brackets around anything but its first part.
    if let Some((first, rest)) =
        expression.strip_prefix('(').and_then(|rest| rest.split_once(") AND "))
    {
        return is_allowed(first, allowed) && is_allowed(rest, allowed);
    }
    let all_of = |part: &str| part.split(" AND ").all(|licence| allowed.contains(licence.trim()));
    expression.split(" OR ").any(all_of)
}

#[test]
fn everything_we_build_on_may_be_passed_on_and_comes_from_the_registry() {
    let (allowed, excepted) = (listed("allow"), listed("exceptions"));
    let mut wrong = Vec::new();
    for package in packages() {
        let Some(source) = package["source"].as_str() else { continue };
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("none");
        if !excepted.contains(name) && !is_allowed(licence, &allowed) {
            wrong.push(format!("{name}: {licence}"));
        }
        if !source.starts_with("registry+") {
            wrong.push(format!("{name}: {source}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn nothing_is_built_in_two_versions_without_a_reason() {
    let skipped = listed("skip");
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let [name, version] =
            ["name", "version"].map(|key| package[key].as_str().unwrap().to_owned());
        versions.entry(name).or_default().insert(version);
    }
    let twice =
        versions.iter().filter(|(name, versions)| versions.len() > 1 && !skipped.contains(*name));
    assert_eq!(twice.collect::<Vec<_>>(), []);
}

/// What each crate knows by a table whose rows are a crate, what it is and what it knows; whoever
/// knows a crate may know what that one knows.
fn house(file: &str) -> BTreeMap<String, BTreeSet<String>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let mut house: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let cells: Vec<&str> = line.split(" | ").collect();
        let row = match cells.as_slice() {
            &[name, _, known] => name.strip_prefix("| `").zip(Some(known)),
            _ => None,
        };
        let Some((name, known)) = row else {
            // The first such table is that of the house.
            if house.is_empty() { continue } else { break }
        };
        let name = name.trim_end_matches('`');
        let name = name.strip_prefix("crates/").unwrap_or(name);
        let known = known.trim_end_matches(" |").replace('`', "");
        let mut knows: BTreeSet<String> = match known.as_str() {
            "nothing" | "nada" => BTreeSet::new(),
            all if all.starts_with("all ") || all.starts_with("todas ") => {
                let but = |other: &&String| !all.ends_with(&format!(" {other}"));
                house.keys().filter(but).cloned().collect()
            }
            some => some.split(", ").map(str::to_owned).collect(),
        };
        for known in knows.clone() {
            let further = house.get(&known);
            knows.extend(further.unwrap_or_else(|| panic!("{name}: {known}?")).iter().cloned());
        }
        house.insert(name.to_owned(), knows);
    }
    house
}

#[test]
fn every_crate_knows_what_the_house_says_and_no_other() {
    let ours: Vec<Value> =
        packages().into_iter().filter(|package| package["source"].is_null()).collect();
    let short = |name: &Value| {
        let name = name.as_str().unwrap();
        name.strip_prefix("ludoteca-").unwrap_or(name).to_owned()
    };
    let names: BTreeSet<String> = ours.iter().map(|package| short(&package["name"])).collect();
    for file in [
        "CONTRIBUTING.md",
        "book/en/src/engines/architecture.md",
        "book/es/src/engines/architecture.md",
    ] {
        let house = house(file);
        assert_eq!(house.keys().cloned().collect::<BTreeSet<_>>(), names, "{file}");
        for package in &ours {
            let name = short(&package["name"]);
            for other in package["dependencies"].as_array().unwrap() {
                let own = other["name"].as_str().unwrap().starts_with("ludoteca");
                // Tests may look further, and what only they need is optional.
                if own && other["kind"].is_null() && other["optional"] == false {
                    let other = short(&other["name"]);
                    assert!(house[&name].contains(&other), "{file}: {name} knows {other}");
                }
            }
        }
    }
}

#[test]
fn an_expression_of_licences_is_read_as_lawyers_read_it() {
    let allowed = BTreeSet::from(["MIT", "Zlib"].map(str::to_owned));
    for (expression, so) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("MIT AND Zlib", true),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("(MIT OR Zlib) AND GPL-3.0", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), so, "{expression}");
    }
}
