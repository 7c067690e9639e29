//! `ludoteca ggp`: the protocol of general game playing, as a player and as a game manager.

use std::{fs, io, net::TcpListener, path::Path};

use clap::{Args, Subcommand, builder::NonEmptyStringValueParser};
use comfy_table::{CellAlignment, Table, presets};
use ludoteca_games::{Game, Gdl};
use ludoteca_players::{Stop, adviser, settings};
use ludoteca_protocols::ggp::{
    self, Address, Clocks, Ending, Fault, Log, MOST_SECONDS, Series, Told,
};
use ludoteca_text::{Text, text};
use serde_json::{Value, json};

use crate::{
    args::{SeedArgs, whole},
    console::{Console, Failure, reason},
    serve::link,
    subject,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Player(Player),
    Manager(Manager),
}

#[derive(Args)]
struct Player {
    #[arg(long, value_name = "host", default_value = "127.0.0.1")]
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    host: String,
    #[arg(long, value_name = "port", default_value = "9147", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--port", 0, u16::MAX.into(), words))]
    port: i64,
    #[arg(long, value_name = "player")]
    player: Option<String>,
    #[arg(long, value_name = "url", value_delimiter = ',', value_parser = origin)]
    allow: Vec<String>,
    #[command(flatten)]
    seed: SeedArgs,
}

#[derive(Args)]
struct Manager {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long, value_name = "url", required = true, value_parser = address)]
    player: Vec<Address>,
    #[arg(long, value_name = "seconds", default_value = "30", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--startclock", 1, MOST_SECONDS.into(), words))]
    startclock: i64,
    #[arg(long, value_name = "seconds", default_value = "10", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--playclock", 1, MOST_SECONDS.into(), words))]
    playclock: i64,
    #[arg(long, value_name = "n", default_value = "1", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--games", 1, 1_000_000, words))]
    games: i64,
    #[arg(long, value_name = "id", value_parser = match_name)]
    id: Option<String>,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long, value_name = "file")]
    out: Option<String>,
    #[arg(long)]
    json: bool,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match &what.what {
        What::Player(what) => play(what, console),
        What::Manager(what) => manage(what, console),
    }
}

fn play(what: &Player, console: Console) -> Result<(), Failure> {
    let seed = match what.seed.seed {
        Some(_) => what.seed.seed(),
        // Matches are to differ unless somebody says otherwise.
        None => getrandom::u64().unwrap_or(1) >> 1,
    };
    let player = what.player.as_deref().unwrap_or_else(|| adviser(Gdl::NAME));
    let supply = subject::supply(seed);
    let player = settings(Gdl::NAME, player, &supply).map_err(Failure::usage)?;
    let (host, port) = (what.host.as_str(), what.port as u16);
    let listener = TcpListener::bind((host.trim_matches(['[', ']']), port));
    let listener = listener.map_err(|error| {
        let address = format!("{host}:{port}");
        match error.kind() {
            io::ErrorKind::AddrInUse => text!("server-port-in-use", address = address),
            _ => text!("server-cannot-listen", address = address, why = error.to_string()),
        }
    })?;
    let failed = |error: io::Error| text!("server-failed", why = error.to_string());
    // A player whose output nobody reads goes on playing.
    let _ = console.print(&link(host, listener.local_addr().map_err(failed)?, None));
    console.note(&text!("cli-ggp-open"));
    let tell = move |told: &Text| console.note(told);
    ggp::serve(listener, what.allow.clone(), player, supply, console.sayer(), tell)
        .map_err(failed)?;
    Ok(())
}

fn manage(what: &Manager, console: Console) -> Result<(), Failure> {
    let description = subject::read_description(&what.file)?;
    let clocks = Clocks { start: what.startclock as u32, play: what.playclock as u32 };
    let name = what.id.clone().unwrap_or_else(|| some_name(&what.file));
    let series = Series::new(name, &description, what.player.clone(), clocks);
    let mut series =
        series.map_err(|why| text!("cli-in-file", file = what.file.as_str(), why = why))?;
    series.seed = what.seed.seed();
    if let Some(file) = &what.out {
        // Whether it can be written is found out before anything is played.
        write_log(file, &document(what, &series, &[]))?;
    }
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let mut logs = Vec::new();
    for number in 1..=what.games as u32 {
        if stop.is_set() {
            break;
        }
        let game = series.game(number);
        let told = !what.json;
        if told {
            let roles = game.rules.roles();
            let seats = roles.iter().zip(&game.players);
            let list: Vec<String> =
                seats.map(|(role, player)| format!("{role} {}", player.as_str())).collect();
            console.tell(&text!("cli-ggp-match", id = game.id.as_str(), list = list.join(", ")))?;
        }
        // Where nobody reads the answer any more, the match is still ended properly.
        let mut closed = Ok(());
        let log = game.play(&stop, &mut |happened| {
            if told && closed.is_ok() {
                closed = tell(happened, console);
            }
            if closed.is_err() {
                stop.set();
            }
        });
        closed?;
        if told {
            tell_end(&log, console)?;
        }
        logs.push(log);
        if let Some(file) = &what.out {
            write_log(file, &document(what, &series, &logs))?;
        }
    }
    if what.json {
        return console.json(&document(what, &series, &logs));
    }
    tell_totals(&series, &logs, console)?;
    match &what.out {
        Some(file) => console.tell(&text!("cli-ggp-saved", file = file.as_str())),
        None => Ok(()),
    }
}

fn document(what: &Manager, series: &Series, logs: &[Log]) -> Value {
    json!({
        "game": what.file,
        "seed": series.seed,
        "matches": logs,
        "players": series.totals(logs),
    })
}

fn write_log(file: &str, log: &Value) -> Result<(), Text> {
    let written = fs::write(file, format!("{log}\n"));
    written.map_err(|error| text!("cli-file", file = file, why = reason(&error)))
}

fn tell(happened: Told<'_>, console: Console) -> Result<(), Failure> {
    match happened {
        Told::Step(number, moves) => console.print(&format!("  {number:>3}  {}", moves.join("  "))),
        Told::Fault(Fault { step, role, player, reason, played }) => {
            let (role, player, reason) = (role.as_str(), player.as_str(), reason.clone());
            let told =
                text!("cli-ggp-fault", step = *step, role = role, player = player, reason = reason);
            let mut told = console.say(&told);
            if let Some(played) = played {
                told += " ";
                told += &console.say(&Text::new("cli-ggp-played").with("move", played.as_str()));
            }
            console.print(&format!("    !  {told}"))
        }
    }
}

fn tell_end(log: &Log, console: Console) -> Result<(), Failure> {
    let goals = log.roles.iter().zip(&log.goals).map(|(role, goal)| match goal {
        Some(goal) => format!("{role} {goal}"),
        None => format!("{role} ?"),
    });
    let told = match log.ending {
        Ending::Terminal => {
            text!("cli-ggp-goals", list = goals.collect::<Vec<_>>().join(", "))
        }
        Ending::Stuck => text!("cli-ggp-stuck"),
        Ending::Endless => text!("cli-ggp-endless", steps = log.steps.len()),
        Ending::Aborted => text!("cli-ggp-aborted"),
    };
    console.print(&format!("  {}", console.say(&told)))
}

fn tell_totals(series: &Series, logs: &[Log], console: Console) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let heads = [
        "cli-match-player",
        "cli-match-won",
        "cli-match-drawn",
        "cli-match-lost",
        "cli-ggp-mean",
        "cli-ggp-errors",
    ];
    table.set_header(heads.map(|id| console.say(&id.into())));
    for total in series.totals(logs) {
        let mean = total.mean.map_or_else(|| "?".to_owned(), |mean| format!("{mean:.1}"));
        let [won, drawn, lost] = [total.won, total.drawn, total.lost].map(|it| it.to_string());
        table.add_row([total.player, won, drawn, lost, mean, total.errors.to_string()]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    console.print("")?;
    for line in table.to_string().lines() {
        console.print(line.trim_end())?;
    }
    Ok(())
}

/// Where a page comes from, as a browser says it: `https://example.org`, without a path.
fn origin(words: &str) -> Result<String, Text> {
    let origin = words.strip_suffix('/').unwrap_or(words);
    let host = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let is_host = |host: &str| {
        let inside = |letter: char| letter.is_ascii_alphanumeric() || "-.:[]".contains(letter);
        !host.is_empty() && host.chars().all(inside)
    };
    match host.is_some_and(is_host) {
        true => Ok(origin.to_owned()),
        false => Err(text!("cli-ggp-origin", words = words)),
    }
}

/// Where a player is, as clap wants it: errors are texts there.
fn address(words: &str) -> Result<Address, Text> {
    Ok(Address::read(words)?)
}

/// A name that KIF takes for one word, and players for a name.
fn match_name(words: &str) -> Result<String, Text> {
    let inside = |letter: char| {
        letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '.' | '-' | '_')
    };
    match words.starts_with(|first: char| first.is_ascii_lowercase()) && words.chars().all(inside) {
        true => Ok(words.to_owned()),
        false => Err(text!("cli-ggp-id", words = words)),
    }
}

/// The game's name and a number that no match has had.
fn some_name(file: &str) -> String {
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let stem: String = stem.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = format!("{stem}.{:08x}", getrandom::u32().unwrap_or(0));
    match_name(&name).unwrap_or_else(|_| format!("match.{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_file_is_called_its_matches_have_a_proper_name() {
        for file in ["gdl/tictactoe.gdl", "3 en raya.kif", "ÑÑ", "", "/"] {
            let name = some_name(file);
            assert_eq!(match_name(&name).as_ref(), Ok(&name), "{file}");
            assert_ne!(name, some_name(file), "{file}");
        }
        assert_eq!(match_name("a b").unwrap_err().id, "cli-ggp-id");
    }

    #[test]
    fn a_page_is_named_by_where_it_comes_from() {
        assert_eq!(origin("https://ggp.org/").as_deref(), Ok("https://ggp.org"));
        assert_eq!(origin("http://localhost:8000").as_deref(), Ok("http://localhost:8000"));
        for wrong in ["", "*", "null", "ggp.org", "https://", "https://ggp.org/page", "http://a b"]
        {
            assert_eq!(origin(wrong).unwrap_err().id, "cli-ggp-origin", "{wrong}");
        }
    }
}
