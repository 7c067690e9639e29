//! The report of a tournament: one HTML file that needs nothing else, and its tables as CSV.

use std::fmt::Write;

use ludoteca_arena::{
    GameDone,
    tournament::{Standing, Standings, Tournament},
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{
    Hall, TournamentError,
    words::{fault_name, form_name, lines, ranking, summary},
};
use crate::report::{Grid, escaped, plot, whole};

const STYLE: &str = include_str!("report.css");
/// So many of the last games are listed.
const LISTED: usize = 200;
/// A curve has at most so many points.
const POINTS: usize = 400;

/// The page.
pub fn page(hall: &Hall, lang: Lang) -> Result<String, TournamentError> {
    let tournament = hall.tournament();
    let standings = tournament.standings();
    let say = |text: &Text| escaped(&lang.say(text));
    let title = escaped(hall.folder().title());
    let mut body = format!("<h1>{title}</h1>\n<p>{}</p>\n", say(&about(tournament)));
    let _ = writeln!(body, "<p class=\"lead\">{}</p>", say(&summary(tournament, &standings)));
    body += &progress(tournament, &standings, lang);
    body += &crosstable(tournament, &standings, lang);
    body += &bars(tournament, &standings, lang);
    body += &curve(tournament, lang);
    let told = lines(tournament, &standings);
    if !told.is_empty() {
        let told: Vec<String> = told.iter().map(say).collect();
        let heading = say(&text!("tournament-figures"));
        let _ = writeln!(
            body,
            "<section>\n<h2>{heading}</h2>\n<pre>{}</pre>\n</section>",
            told.join("\n")
        );
    }
    body += &ranking(tournament, &standings, lang).html(&lang.say(&text!("tournament-table")));
    let games = hall.folder().games(0)?;
    body += &last_games(hall, &games, lang).html(&lang.say(&text!("tournament-last-games")));
    if standings.repeated > 0 {
        let _ = writeln!(
            body,
            "<p>{}</p>",
            say(&text!("cli-match-repeated", games = standings.repeated))
        );
    }
    let anchor = &tournament.plan().entrants[tournament.plan().anchor.0].name;
    let scale =
        text!("tournament-scale", anchor = anchor.as_str(), elo = tournament.plan().anchor.1);
    let _ = writeln!(body, "<p>{}</p>", say(&scale));
    Ok(whole(&title, &format!("{}{STYLE}", plot::STYLE), &body, lang))
}

/// The game, the form and how many games.
fn about(tournament: &Tournament) -> Text {
    let plan = tournament.plan();
    let options: Vec<String> = plan
        .start
        .options
        .iter()
        .filter(|(_, value)| !value.contains('\n'))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let options =
        if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
    text!(
        "tournament-about",
        game = Text::new(format!("game-{}", plan.start.game)),
        options = options,
        form = form_name(plan.form),
        games = 2 * plan.pairs
    )
}

/// How far it has come, with what went wrong.
fn progress(tournament: &Tournament, standings: &Standings, lang: Lang) -> String {
    let [games, of] = tournament.progress();
    let part = 100.0 * f64::from(games) / f64::from(of.max(1));
    let count: u32 = standings.rows.iter().flat_map(|row| row.faults.values()).sum();
    let say = |text: &Text| escaped(&lang.say(text));
    let told = say(&text!("tournament-progress", games = games, of = of));
    let wrong = say(&text!("tournament-fault-count", faults = count));
    format!(
        "<section class=\"progress\">\n<p><span>{told}</span><span>{wrong}</span></p>\n\
         <div class=\"way\"><i style=\"width:{part:.2}%\"></i></div>\n</section>\n"
    )
}

/// Who scored how much against whom, the strongest first.
fn crosstable(tournament: &Tournament, standings: &Standings, lang: Lang) -> String {
    let heading = escaped(&lang.say(&text!("tournament-crosstable")));
    let order: Vec<usize> = standings.rows.iter().map(|row| row.player).collect();
    let numbers = (1..=order.len()).map(|number| format!("<th scope=\"col\">{number}</th>"));
    let sum = escaped(&lang.say(&text!("tournament-sum")));
    let mut html = format!(
        "<section>\n<h2>{heading}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
         aria-label=\"{heading}\">\n<table class=\"cross\">\n<thead><tr><th></th>{}<th>{sum}</th></tr>\
         </thead>\n<tbody>\n",
        numbers.collect::<String>()
    );
    for (place, row) in standings.rows.iter().enumerate() {
        let name = escaped(&row.name);
        let _ = write!(html, "<tr><th scope=\"row\"><span>{}</span> {name}</th>", place + 1);
        for other in &order {
            let cell = &standings.cells[row.player][*other];
            let all = cell.games();
            if *other == row.player {
                html += "<td class=\"self\"></td>";
            } else if all == 0 {
                html += "<td></td>";
            } else {
                let heat = 100.0 * cell.points() / f64::from(all);
                let told = text!(
                    "tournament-cell",
                    a = row.name.as_str(),
                    b = tournament.plan().entrants[*other].name.as_str(),
                    wins = cell.wins,
                    losses = cell.losses,
                    draws = cell.draws
                );
                let told = escaped(&lang.say(&told));
                let points = half(cell.points());
                let _ =
                    write!(html, "<td title=\"{told}\" style=\"--heat:{heat:.0}%\">{points}</td>");
            }
        }
        let _ = writeln!(html, "<td class=\"sum\">{}</td></tr>", half(row.points()));
    }
    html + "</tbody>\n</table>\n</div>\n</section>\n"
}

/// Points, a half as ½.
fn half(points: f64) -> String {
    let whole = points.floor();
    match (whole, points > whole) {
        (_, false) => format!("{whole:.0}"),
        (0.0, true) => "½".to_owned(),
        _ => format!("{whole:.0}½"),
    }
}

const WIDTH: f64 = 700.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 110.0;
const ROW: f64 = 34.0;

/// The strengths with their intervals.
fn bars(tournament: &Tournament, standings: &Standings, lang: Lang) -> String {
    let rows = &standings.rows;
    let low = rows.iter().map(|row| row.low).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|row| row.high).fold(f64::NEG_INFINITY, f64::max);
    let reach = (high - low).max(1.0);
    let [low, high] = [low - 0.06 * reach, high + 0.02 * reach];
    let x = |elo: f64| LEFT + (elo - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    let height = ROW * rows.len() as f64 + 28.0;
    let heading = escaped(&lang.say(&text!("tournament-strengths")));
    let mut svg = format!(
        "<section>\n<h2>{heading}</h2>\n<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{heading}\">\n"
    );
    let step = nice(reach / 5.0);
    // Nothing is not written as less than nothing.
    let mut tick = (low / step).ceil() * step + 0.0;
    while tick <= high {
        let (x, bottom) = (x(tick), height - 22.0);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} 0V{bottom}\"/>\
             <text class=\"column\" x=\"{x:.1}\" y=\"{}\">{tick:.0}</text>",
            height - 8.0
        );
        tick += step;
    }
    for (place, row) in rows.iter().enumerate() {
        let y = ROW * place as f64 + ROW / 2.0;
        let Standing { elo, low: from, high: to, name, player, .. } = row;
        let [at, left, right] = [*elo, *from, *to].map(x);
        let first = if place == 0 { " first" } else { "" };
        let name = escaped(&shortened(name));
        let error = if *player == tournament.plan().anchor.0 {
            String::new()
        } else {
            format!(" ± {:.0}", (to - from) / 2.0)
        };
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{y}\">{name}</text>\
             <rect class=\"bar{first}\" x=\"{LEFT}\" y=\"{}\" width=\"{:.1}\" height=\"14\" rx=\"3\"/>\
             <path class=\"reach\" d=\"M{left:.1} {y}H{right:.1}M{left:.1} {}v10M{right:.1} {}v10\"/>\
             <text x=\"{:.1}\" y=\"{y}\"><tspan class=\"elo\">{elo:.0}</tspan>{error}</text>",
            y - 7.0,
            (at - LEFT).max(1.0),
            y - 5.0,
            y - 5.0,
            right + 10.0
        );
    }
    svg + "</svg>\n</section>\n"
}

/// A name no longer than there is room for.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 26;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).collect::<String>() + "…"
}

/// The next round number.
fn nice(rough: f64) -> f64 {
    let ten = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * ten)
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}

/// The course of the test between its bounds.
fn curve(tournament: &Tournament, lang: Lang) -> String {
    let Some(course) = tournament.trial().filter(|course| !course.ratios().is_empty()) else {
        return String::new();
    };
    let ratios = course.ratios();
    let [lower, upper] = course.sprt().bounds();
    let least = ratios.iter().copied().fold(lower, f64::min);
    let most = ratios.iter().copied().fold(upper, f64::max);
    let (left, height) = (46.0, 220.0);
    let y = |ratio: f64| 14.0 + (most - ratio) / (most - least) * (height - 40.0);
    let x = |pair: usize| left + (WIDTH - left - 12.0) * pair as f64 / ratios.len() as f64;
    let every = ratios.len().div_ceil(POINTS);
    let last = ratios.len() - 1;
    let points = ratios
        .iter()
        .enumerate()
        .filter(|(pair, _)| pair % every == 0 || *pair == last)
        .map(|(pair, ratio)| format!("{:.1},{:.1}", x(pair + 1), y(*ratio)));
    let points: Vec<String> =
        std::iter::once(format!("{:.1},{:.1}", x(0), y(0.0))).chain(points).collect();
    let heading = escaped(&lang.say(&text!("tournament-sprt")));
    let mut svg = format!(
        "<section>\n<h2>{heading}</h2>\n<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{heading}\">\n"
    );
    for (at, class) in [(lower, "bound low"), (0.0, "grid"), (upper, "bound high")] {
        let y = y(at);
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{left} {y:.1}H{}\"/>\
             <text class=\"figure\" x=\"{}\" y=\"{y:.1}\">{at:.2}</text>",
            WIDTH - 12.0,
            left - 6.0
        );
    }
    let pairs = escaped(&lang.say(&text!("tournament-sprt-pairs", pairs = ratios.len())));
    let _ = writeln!(
        svg,
        "<polyline class=\"line c0\" points=\"{}\"/>\
         <text class=\"figure\" x=\"{}\" y=\"{}\">{pairs}</text>",
        points.join(" "),
        WIDTH - 12.0,
        height - 8.0
    );
    svg + "</svg>\n</section>\n"
}

/// The last games, the latest first.
fn last_games(hall: &Hall, games: &[GameDone], lang: Lang) -> Grid {
    let say = |text: &Text| lang.say(text);
    let heads = ["pair", "first", "second", "result", "moves", "end"];
    let row = |done: &GameDone| {
        let [first, second] = hall.names(done).unwrap_or_default();
        let end = match done.at_fault() {
            Some(_) => fault_name(&done.end),
            None => Text::new(format!("tournament-end-{}", done.end)),
        };
        let result = match done.winner {
            None => "½–½",
            Some(ludoteca_games::Side::First) => "1–0",
            Some(ludoteca_games::Side::Second) => "0–1",
        };
        let end = match &done.fault {
            Some(why) => format!("{}: {}", say(&end), say(why)),
            None => say(&end),
        };
        vec![
            format!("{}.{}", done.pair + 1, done.game + 1),
            first.to_owned(),
            second.to_owned(),
            result.to_owned(),
            done.plies.len().to_string(),
            end,
        ]
    };
    Grid {
        heads: heads
            .iter()
            .map(|head| say(&Text::new(format!("tournament-head-{head}"))))
            .collect(),
        rows: games.iter().rev().take(LISTED).map(row).collect(),
        words: vec![1, 2, 5],
    }
}

/// The table, a line for each player.
pub fn csv(hall: &Hall) -> String {
    let standings = hall.tournament().standings();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heads =
        ["player", "elo", "low", "high", "games", "wins", "losses", "draws", "points", "faults"];
    let mut put = |row: &[String]| writer.write_record(row).expect("memory takes every row");
    put(&heads.map(str::to_owned));
    for row in &standings.rows {
        let faults: Vec<String> =
            row.faults.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let figures = [row.elo, row.low, row.high].map(|elo| format!("{elo:.1}"));
        let counts = [row.games(), row.wins, row.losses, row.draws].map(|count| count.to_string());
        let mut all = vec![row.name.clone()];
        all.extend(figures);
        all.extend(counts);
        all.extend([row.points().to_string(), faults.join("; ")]);
        put(&all);
    }
    finished(writer)
}

/// The games, a line for each.
pub fn games_csv(hall: &Hall) -> Result<String, TournamentError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut put = |row: &[&str]| writer.write_record(row).expect("memory takes every row");
    put(&["pair", "game", "first", "second", "winner", "end", "plies", "seconds", "moves"]);
    for done in hall.folder().games(0)? {
        let [first, second] = hall.names(&done).unwrap_or_default();
        let winner = done.winner.map_or("", |side| ["first", "second"][side.index()]);
        let (pair, game) = (done.pair.to_string(), done.game.to_string());
        let (length, seconds) = (done.plies.len().to_string(), format!("{:.3}", done.seconds));
        let moves = done.plies.join(" ");
        put(&[&pair, &game, first, second, winner, &done.end, &length, &seconds, &moves]);
    }
    Ok(finished(writer))
}

fn finished(writer: csv::Writer<Vec<u8>>) -> String {
    let bytes = writer.into_inner().expect("memory takes every row");
    String::from_utf8(bytes).expect("texts and figures are text")
}
