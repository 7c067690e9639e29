//! The lab: experiments that run and stop, results that are kept, compared and exchanged.

use std::{
    fs,
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::client::{Client, House, LIMIT};

fn lab(client: &Client) -> Value {
    client.get("/api/lab").json()
}

/// Waits until no run goes on.
fn quiet(client: &Client) -> Value {
    let begun = Instant::now();
    loop {
        let lab = lab(client);
        if lab["going"].is_null() {
            return lab;
        }
        assert!(begun.elapsed() < LIMIT, "{lab}");
        sleep(Duration::from_millis(20));
    }
}

fn run(client: &Client, wish: Value) -> String {
    let answer = client.post("/api/lab/run", wish);
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// An experiment that takes hours.
fn long() -> Value {
    json!({ "experiment": "ants-variants", "settings": { "games": 1000 } })
}

#[test]
fn an_experiment_runs_and_its_report_has_plots_and_tables_in_both_languages() {
    let house = House::open();
    let before = lab(&house);
    let names: Vec<&str> = before["experiments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|experiment| experiment["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"hextress") && names.contains(&"hex-bruteforce"), "{names:?}");
    assert_eq!(before["results"], json!([]));
    let wish = json!({ "experiment": "hextress", "settings": { "smallest": "2", "largest": 3 } });
    let id = run(&house, wish);
    let after = quiet(&house);
    let result = &after["results"][0];
    assert_eq!(
        (&result["id"], &result["done"], &result["all"]),
        // Two boards at three levels.
        (&json!(id), &json!(6), &json!(6))
    );
    assert_eq!(result["settings"], json!({ "smallest": "2", "largest": "3" }));
    assert_eq!((&after["trouble"], &result["broken"]), (&json!(null), &json!(null)));
    for (lang, word) in [("es", "segundos"), ("en", "seconds")] {
        let report = house.get(&format!("/api/lab/report?results={id}&lang={lang}")).json();
        assert_eq!(report["tables"][0]["rows"].as_array().unwrap().len(), 6);
        let plot = &report["plots"][0];
        assert!(plot["title"].as_str().unwrap().contains(word), "{plot}");
        assert!(plot["drawing"].as_str().unwrap().starts_with("<svg "), "{plot}");
    }
}

#[test]
fn one_experiment_runs_at_a_time_and_what_was_stopped_goes_on() {
    let mut house = House::open();
    let wish = json!({ "experiment": "ants-vs-random", "settings": { "games": 1000 } });
    let id = run(&house, wish);
    house.post("/api/lab/run", long()).assert_error(409, "lab-busy");
    house.delete(&format!("/api/lab/results/{id}")).assert_error(409, "lab-busy");
    let begun = Instant::now();
    while lab(&house)["going"]["done"].as_u64().is_none_or(|done| done < 2) {
        assert!(begun.elapsed() < LIMIT);
        sleep(Duration::from_millis(20));
    }
    assert_eq!(house.delete("/api/lab/run").status, 204);
    let stopped = quiet(&house);
    let done = stopped["results"][0]["done"].as_u64().unwrap();
    assert!(done >= 2 && stopped["results"][0]["open"] == true, "{stopped}");
    assert_eq!(house.thoughts(), 0);
    // Also after the program was begun again.
    house.restart();
    assert_eq!(lab(&house)["results"][0]["done"], done);
    assert_eq!(run(&house, json!({ "result": id })), id);
    let begun = Instant::now();
    while lab(&house)["going"]["done"].as_u64().is_none_or(|now| now < done) {
        assert!(begun.elapsed() < LIMIT);
        sleep(Duration::from_millis(20));
    }
    house.delete("/api/lab/run");
    assert!(quiet(&house)["results"][0]["done"].as_u64().unwrap() >= done);
    assert_eq!(house.delete(&format!("/api/lab/results/{id}")).status, 204);
    assert_eq!(lab(&house)["results"], json!([]));
}

#[test]
fn a_server_that_ends_does_not_wait_for_an_experiment() {
    let mut house = House::open();
    run(&house, long());
    house.restart();
    assert!(lab(&house)["going"].is_null());
}

/// A measurement of another machine, as `stress --save` writes it.
fn measurement(cpu: &str, seconds: f64) -> String {
    let row = |size: u64| {
        json!({ "level": "bridges", "size": size, "parallel_seconds": seconds, "sequential_seconds": 2.0 * seconds,
            "games": 1, "moves": ["b2"] })
    };
    json!({ "processors": 4, "version": "0.0.9", "cpu": cpu, "memory": 1, "os": "Mac OS 10.4.9",
        "rows": [row(3), row(5)] })
    .to_string()
}

#[test]
fn results_of_other_machines_stand_side_by_side_and_go_back_to_files() {
    let house = House::open();
    let import = |text: &str, name: &str| {
        house.post("/api/lab/results", json!({ "text": text, "name": name }))
    };
    let old = measurement("Core 2 <Duo>", 0.5);
    let answer = import(&old, "old");
    assert_eq!(answer.status, 201, "{}", answer.body);
    let first = answer.json()["id"].as_str().unwrap().to_owned();
    let second =
        import(&measurement("EPYC", 0.25), "new").json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/lab/report?results={first},{second}&lang=en");
    let report = house.get(&path).json();
    let machines: Vec<&str> = report["machines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|words| words.as_str().unwrap())
        .collect();
    assert!(machines[0].starts_with("#1 old: ") && machines[1].contains("EPYC"), "{machines:?}");
    let heads = report["tables"][0]["heads"].as_array().unwrap();
    assert!(heads.contains(&json!("#1")) && heads.contains(&json!("#2")), "{heads:?}");
    let drawing = report["plots"][0]["drawing"].as_str().unwrap();
    assert!(drawing.contains("#2") && !drawing.contains("<Duo>"), "{drawing}");
    // What it says as a file is what came in.
    let file = house.get(&format!("/api/lab/results/{first}/file"));
    assert!(file.headers["content-disposition"].to_str().unwrap().contains(".json"));
    let back: Value = serde_json::from_str(&file.body).unwrap();
    assert_eq!(back, serde_json::from_str::<Value>(&old).unwrap());
    // Rows of an experiment come back, too.
    let id = run(&house, json!({ "experiment": "hex-bruteforce", "settings": { "played": 2 } }));
    quiet(&house);
    let rows = house.get(&format!("/api/lab/results/{id}/file")).body;
    let copy = import(&rows, "copy").json();
    assert_eq!((&copy["done"], &copy["experiment"]), (&json!(10), &json!("hex-bruteforce")));
    let both = format!("{id},{}", copy["id"].as_str().unwrap());
    let report = house.get(&format!("/api/lab/report?results={both}")).json();
    assert_eq!(report["plots"].as_array().unwrap().len(), 4);
    assert_eq!(report["tables"][0]["rows"].as_array().unwrap().len(), 20);
    let mixed = format!("/api/lab/report?results={id},{first}");
    house.get(&mixed).assert_error(422, "lab-other-experiment");
}

#[test]
fn what_cannot_be_done_is_said_in_words() {
    let house = House::open();
    let begin = |wish: Value| house.post("/api/lab/run", wish);
    begin(json!({ "experiment": "luck" })).assert_error(422, "cli-experiment-unknown");
    let wish =
        |key: &str, value: Value| json!({ "experiment": "hextress", "settings": { key: value } });
    begin(wish("largest", json!(99))).assert_error(422, "value-refused");
    begin(wish("colour", json!("red"))).assert_error(422, "key-unknown");
    begin(wish("smallest", json!(7))).assert_error(422, "lab-no-runs");
    begin(json!({ "result": "hextress-1" })).assert_error(404, "lab-no-result");
    begin(json!({})).assert_error(422, "cli-experiment-unknown");
    assert_eq!(lab(&house)["results"], json!([]), "nothing is left behind");
    let import = |text: &str| house.post("/api/lab/results", json!({ "text": text, "name": "x" }));
    import("hello").assert_error(422, "cli-stress-not-json");
    import("[]").assert_error(422, "cli-stress-not-object");
    let head = json!({ "experiment": "hex-bruteforce", "version": "0.1.0" }).to_string();
    import(&head).assert_error(422, "lab-no-rows");
    import(&format!("{head}\n{{\"run\":\"2\",\"row\":{{}}}}\n"))
        .assert_error(422, "cli-experiment-line");
    for path in ["/api/lab/report", "/api/lab/report?results=..%2Fgames"] {
        assert!([400, 404].contains(&house.get(path).status), "{path}");
    }
    house.get("/api/lab/results/..%2Fx-1/file").assert_error(404, "lab-no-result");
    house.delete("/api/lab/results/hextress-9").assert_error(404, "lab-no-result");
}

#[test]
fn a_file_that_somebody_broke_is_told_and_can_be_deleted() {
    let house = House::open();
    let folder = house.folder.path().join("lab");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("hextress-3.jsonl"), "what is this\n").unwrap();
    fs::write(folder.join("holidays.jsonl"), "nothing of ours\n").unwrap();
    let results = lab(&house)["results"].clone();
    assert_eq!(results.as_array().unwrap().len(), 1);
    assert_eq!(results[0]["broken"]["id"], "cli-experiment-no-ledger");
    house.get("/api/lab/report?results=hextress-3").assert_error(422, "cli-experiment-no-ledger");
    assert_eq!(house.delete("/api/lab/results/hextress-3").status, 204);
    assert!(folder.join("holidays.jsonl").exists());
}
