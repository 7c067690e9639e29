//! `ludoteca games`: the games, their options, and the players each game has.

use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use ludoteca_games::{
    GAMES, Game, GameKind, Gdl,
    params::{Key, Kind},
};
use ludoteca_players::{Level, PlayerInfo, players};
use ludoteca_text::{Text, text};
use ludoteca_words::languages;
use serde_json::{Map, Value, json};

use crate::{
    board,
    console::{Console, Failure},
    help::range,
    subject,
};

#[derive(Args)]
pub struct Options {
    #[arg(long, value_name = "file")]
    gdl: Option<String>,
    #[arg(long)]
    json: bool,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    if let Some(file) = &what.gdl {
        return described(file, what.json, console);
    }
    if what.json {
        let games: Result<Vec<Value>, Text> = GAMES.iter().map(game).collect();
        return console.json(&json!({ "games": games? }));
    }
    for kind in GAMES {
        tell_game(kind, console)?;
    }
    console.tell(&text!("cli-games-players"))?;
    for (player, games) in all_players()? {
        tell_player(&player, &games, console)?;
    }
    console.print("")?;
    console.tell(&text!("cli-games-after"))
}

/// The game that a file describes.
fn described(file: &str, as_json: bool, console: Console) -> Result<(), Failure> {
    let words = subject::read_description(file)?;
    let start = Gdl::new(&words).map_err(|why| text!("cli-in-file", file = file, why = why))?;
    let (rules, name) = (start.rules(), format!("{}:{file}", Gdl::NAME));
    let [facts, moves] = [rules.fact_count(), rules.move_count()];
    if as_json {
        let game = json!({
            "name": name,
            "options": {},
            "roles": rules.roles(),
            "facts": facts,
            "moves": moves,
            "players": players_of(Gdl::NAME)?,
        });
        return console.json(&json!({ "games": [game] }));
    }
    console.print(&name)?;
    let roles = rules.roles().join(", ");
    let about = text!("cli-games-gdl-file", roles = roles, facts = facts, moves = moves);
    print_wrapped("  ", &console.say(&about), console)?;
    tell_names(Gdl::NAME, console)?;
    console.print("")?;
    board::show(&start, None, console)
}

fn players_of(game: &str) -> Result<Vec<Value>, Text> {
    let players = players(game)?.into_iter().map(|player| {
        json!({
            "name": player.name,
            "help": in_all_languages(&player.help),
            "human": player.human,
            "keys": keys(&player.keys),
            "levels": levels(&player),
        })
    });
    Ok(players.collect())
}

fn game(kind: &GameKind) -> Result<Value, Text> {
    Ok(json!({
        "name": kind.name,
        "title": in_all_languages(&title(kind)),
        "help": in_all_languages(&about(kind)),
        "options": keys(&kind.options()),
        "players": players_of(kind.name)?,
    }))
}

/// Its strengths by name, weakest first, each with the keys that make it.
fn levels(player: &PlayerInfo) -> Vec<Value> {
    let level = |level: &Level| json!({ "name": in_all_languages(level.name), "keys": level.keys });
    player.levels.iter().map(level).collect()
}

/// Keys by name, each with its help in all languages.
fn keys(keys: &[Key]) -> Map<String, Value> {
    let described = keys.iter().map(|key| {
        let mut value = serde_json::to_value(key).expect("a key is a JSON object");
        let fields = value.as_object_mut().expect("a key is a JSON object");
        fields.remove("name");
        fields.insert("help".into(), in_all_languages(key.help));
        (key.name.to_owned(), value)
    });
    described.collect()
}

fn in_all_languages(id: &str) -> Value {
    let text = Text::new(id.to_owned());
    languages()
        .into_iter()
        .map(|lang| (lang.code().to_owned(), Value::from(lang.say(&text))))
        .collect()
}

fn title(kind: &GameKind) -> String {
    format!("game-{}", kind.name)
}

fn about(kind: &GameKind) -> String {
    format!("game-{}-about", kind.name)
}

fn tell_game(kind: &GameKind, console: Console) -> Result<(), Failure> {
    let [title, about] = [title(kind), about(kind)].map(|id| console.say(&Text::new(id)));
    let whole_text = |key: &Key| matches!(key.kind, Kind::Text { .. });
    let (texts, options): (Vec<Key>, Vec<Key>) = kind.options().into_iter().partition(whole_text);
    let file = match texts.is_empty() {
        true => String::new(),
        false => format!(":{}", console.say(&text!("cli-value-file"))),
    };
    console.print(&format!("{}{file}   {title}", kind.name))?;
    print_wrapped("  ", &about, console)?;
    tell_names(kind.name, console)?;
    let rows = options.into_iter().map(|key| row(&format!("--{}", key.name), &key, console));
    print_rows(rows.collect(), console)?;
    console.print("")
}

/// The names of a game's players.
fn tell_names(game: &str, console: Console) -> Result<(), Failure> {
    let names: Vec<&str> = players(game)?.iter().map(|player| player.name).collect();
    let list = console.say(&text!("cli-games-list", list = names.join(", ")));
    print_wrapped("  ", &list, console)
}

/// Every player once, with the games that have it; none if all do.
fn all_players() -> Result<Vec<(PlayerInfo, Vec<&'static str>)>, Text> {
    let mut all: Vec<(PlayerInfo, Vec<&'static str>)> = Vec::new();
    for kind in GAMES {
        for player in players(kind.name)? {
            match all.iter_mut().find(|(known, _)| *known == player) {
                Some((_, games)) => games.push(kind.name),
                None => all.push((player, vec![kind.name])),
            }
        }
    }
    for (_, games) in &mut all {
        if games.len() == GAMES.len() {
            games.clear();
        }
    }
    Ok(all)
}

fn tell_player(player: &PlayerInfo, games: &[&str], console: Console) -> Result<(), Failure> {
    let games = if games.is_empty() { String::new() } else { format!(" ({})", games.join(", ")) };
    let help = console.say(&Text::new(player.help.clone()));
    console.print(&format!("  {}{games}", player.name))?;
    print_wrapped("    ", &help, console)?;
    print_rows(player.keys.iter().map(|key| row(key.name, key, console)).collect(), console)?;
    if player.levels.is_empty() {
        return Ok(());
    }
    let level = |level: &Level| format!("{} {}", console.say(&level.name.into()), level.keys);
    let list = player.levels.iter().map(level).collect::<Vec<_>>().join(", ");
    print_wrapped("    ", &console.say(&text!("cli-games-levels", list = list)), console)
}

/// A key's name, what it takes, what it is if nobody says, and what it means.
fn row(name: &str, key: &Key, console: Console) -> [String; 3] {
    let range = console.say(&match &key.default {
        Some(value) => {
            text!("cli-games-default", range = range(&key.kind), value = value.to_string())
        }
        None => range(&key.kind),
    });
    [name.to_owned(), range, console.say(&key.help.into())]
}

fn print_rows(rows: Vec<[String; 3]>, console: Console) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(console.width() as u16 - 4)
        .add_rows(rows);
    for line in table.to_string().lines() {
        console.print(format!("    {}", line.trim_end()).trim_end())?;
    }
    Ok(())
}

/// Words in as many lines as they need.
fn print_wrapped(indent: &str, words: &str, console: Console) -> Result<(), Failure> {
    let mut line = indent.to_owned();
    for word in words.split(' ') {
        let full = line.chars().count() + 1 + word.chars().count() > console.width();
        if full && line.len() > indent.len() {
            console.print(&line)?;
            line = format!("{indent}  ");
        } else if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(word);
    }
    console.print(&line)
}
