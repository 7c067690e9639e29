//! `ludoteca rules`: whether a file of rules is right, and what its rules say of a position.

mod page;

use std::{collections::BTreeSet, fs};

use clap::{Args, Subcommand};
use comfy_table::{CellAlignment, Table, presets};
use ludoteca_games::{Connect4, GameTree, Start};
use ludoteca_players::rules::{
    self, Fault, HEADS, Reading, Report, Rule, RuleBook, Rules, Worth, score_text,
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
use serde_json::{Value, json};

use crate::{
    args::{SeedArgs, whole},
    board,
    console::{Console, Failure, reason},
    subject,
};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Check(Check),
    Report(ReportOptions),
    Show(Show),
}

#[derive(Args)]
struct Show {
    #[arg(value_name = "file")]
    file: String,
}

#[derive(Args)]
struct Check {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct ReportOptions {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long, value_name = "position")]
    position: String,
    #[arg(long, value_name = "n", default_value = "3", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--level", 1, rules::MOST_LEVEL, words))]
    level: i64,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long)]
    json: bool,
    #[arg(long, value_name = "file")]
    html: Option<String>,
}

/// What a report is about: all that its text, JSON and HTML are made from.
struct Asked<'a> {
    file: &'a str,
    level: i64,
    record: &'a GameTree,
    rules: &'a [Rule],
    report: &'a Report,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match &what.what {
        What::Check(what) => check(what, console),
        What::Report(what) => report(what, console),
        What::Show(what) => show(what, console),
    }
}

/// A file as it is; a built-in one with its comments in words.
fn show(what: &Show, console: Console) -> Result<(), Failure> {
    let file = match rules::explained(&what.file, |text| console.say(text)) {
        Some(file) => file,
        None => subject::read_rules(&what.file)?,
    };
    console.print(file.trim_end())
}

fn check(what: &Check, console: Console) -> Result<(), Failure> {
    let file = match rules::built_in(&what.file) {
        Some(file) => file.to_owned(),
        None => subject::read_rules(&what.file)?,
    };
    let Reading { rules, faults } = rules::read(&file)?;
    if what.json {
        let errors: Vec<Value> = faults.iter().map(|fault| error(fault, console)).collect();
        console.json(&json!({ "rules": rules.len(), "errors": errors }))?;
    } else {
        for fault in &faults {
            console.tell(&fault.text())?;
        }
    }
    if !faults.is_empty() {
        let (count, right) = (faults.len(), rules.len());
        return Err(text!(
            "cli-rules-bad",
            file = what.file.as_str(),
            count = count,
            right = right
        )
        .into());
    }
    if what.json {
        return Ok(());
    }
    console.tell(&text!("cli-rules-good", file = what.file.as_str(), count = rules.len()))
}

fn error(fault: &Fault, console: Console) -> Value {
    json!({
        "line": fault.line,
        "column": fault.column,
        "found": console.say(&fault.found.text()),
        "expected": console.say(&fault.expected.text()),
    })
}

fn report(what: &ReportOptions, console: Console) -> Result<(), Failure> {
    let book = RuleBook::new(rules::open(&what.file, subject::read_rules)?);
    let record = subject::begin_at(Start::of("connect4"), Some(&what.position))?;
    if let Some(ending) = record.ended_here() {
        return Err(text!("cli-think-over", reason = ending.reason()).into());
    }
    let position = record.position().as_any().downcast_ref::<Connect4>();
    let position = position.expect("a game of Connect Four has positions of Connect Four");
    let listed = book.rules().to_vec();
    let report = Rules::new(book, what.level, what.seed.seed()).report(position);
    let asked = Asked {
        file: &what.file,
        level: what.level,
        record: &record,
        rules: &listed,
        report: &report,
    };
    if let Some(file) = &what.html {
        let page = page::page(&asked, console.lang);
        let failed = |error| text!("cli-file", file = file.as_str(), why = reason(&error));
        fs::write(file, page).map_err(failed)?;
    }
    if what.json {
        return console.json(&asked.json(console));
    }
    tell(&asked, console)?;
    match &what.html {
        Some(file) => console.tell(&text!("cli-rules-html", file = file.as_str())),
        None => Ok(()),
    }
}

impl Asked<'_> {
    fn json(&self, console: Console) -> Value {
        let worth = |worth: Worth| match worth {
            Worth::Number(number) => json!(number),
            limit => json!(limit.to_string()),
        };
        let columns = self.report.columns.iter().enumerate().map(|(index, column)| {
            let fired = column.fired.iter().map(|fired| {
                let rule = &self.rules[fired.rule];
                json!({
                    "line": rule.line,
                    "rule": rule.to_string(),
                    "count": fired.matches.len(),
                    "value": worth(rule.worth),
                    "cells": fired.matches,
                    "about": rule.about().map(|about| console.say(&about)),
                })
            });
            json!({
                "column": index + 1,
                "score": column.score.map(worth),
                "level_score": column.level_score.map(worth),
                "fired": fired.collect::<Vec<_>>(),
            })
        });
        let choice = self.report.choice.map(|column| column + 1);
        json!({ "columns": columns.collect::<Vec<_>>(), "choice": choice })
    }

    /// The choice in a sentence.
    fn sentence(&self) -> Text {
        let Some(choice) = self.report.choice else { return text!("reason-full") };
        match self.report.columns[usize::from(choice)].level_score {
            Some(score) => text!("rules-chosen", column = choice + 1, score = score.text()),
            None => text!("rules-chosen-blind", column = choice + 1),
        }
    }

    /// Who is `O` in the rules: not always who is drawn so.
    fn own(&self) -> Text {
        let position = self.record.position();
        let look = &position.geometry().sides[position.side().index()];
        text!("cli-rules-own", side = look.name.clone())
    }

    /// Each column with its score and, where the level blurs it, the blurred one.
    fn heading(&self, column: usize) -> Text {
        let entry = &self.report.columns[column];
        let column = column + 1;
        match (entry.open, entry.score, entry.level_score) {
            (false, ..) => text!("column-full", column = column),
            (true, score, level) if score != level => text!(
                "cli-rules-column-level",
                column = column,
                score = score_text(score),
                level = self.level as f64,
                shown = score_text(level)
            ),
            (true, score, _) => {
                text!("cli-rules-column", column = column, score = score_text(score))
            }
        }
    }

    /// What the file says of the rules that fired: each comment once, with the rules it is about.
    fn reasons(&self) -> Vec<(String, Text)> {
        let fired = self.report.columns.iter().flat_map(|column| &column.fired);
        let fired: BTreeSet<usize> = fired.map(|fired| fired.rule).collect();
        let mut reasons: Vec<(String, Text)> = Vec::new();
        for rule in fired.into_iter().map(|rule| &self.rules[rule]) {
            let Some(about) = rule.about() else { continue };
            match reasons.last_mut().filter(|(_, last)| *last == about) {
                Some((rules, _)) => rules.extend([", ", &rule.to_string()]),
                None => reasons.push((rule.to_string(), about)),
            }
        }
        reasons
    }

    /// Line, rule, how often, worth and what that adds up to, for each rule that fired in a column.
    fn rows(&self, column: usize, lang: Lang) -> impl Iterator<Item = [String; 5]> {
        self.report.columns[column].fired.iter().map(move |fired| {
            let rule = &self.rules[fired.rule];
            let count = fired.matches.len();
            [
                rule.line.to_string(),
                rule.to_string(),
                count.to_string(),
                lang.say(&rule.worth.text()),
                lang.say(&rule.worth.times(count).text()),
            ]
        })
    }
}

fn tell(asked: &Asked<'_>, console: Console) -> Result<(), Failure> {
    let position = asked.record.position();
    console.print(&board::draw(
        position,
        asked.record.last_ply().and_then(|last| last.lands()),
        console,
    ))?;
    console.print("")?;
    console.tell(&text!("cli-to-move", side = board::side(position, position.side(), console)))?;
    console.tell(&asked.sentence())?;
    console.tell(&asked.own())?;
    for column in 0..rules::COLUMNS {
        console.print("")?;
        console.tell(&asked.heading(column))?;
        let rows: Vec<[String; 5]> = asked.rows(column, console.lang).collect();
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(HEADS.map(|id| console.say(&id.into()))).add_rows(rows);
        for (index, column) in table.column_iter_mut().enumerate() {
            if index != 1 {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for line in table.to_string().lines() {
            console.print(format!("  {line}").trim_end())?;
        }
    }
    let reasons = asked.reasons();
    if !reasons.is_empty() {
        console.print("")?;
        console.tell(&text!("rules-why"))?;
    }
    for (rules, about) in reasons {
        console.print(&format!("  {rules}"))?;
        console.print(&format!("      {}", console.say(&about)))?;
    }
    Ok(())
}
