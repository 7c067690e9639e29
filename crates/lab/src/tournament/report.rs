//! The report of a tournament: one HTML file that needs nothing else, and its tables as CSV.

use std::fmt::Write;

use ludoteca_arena::{GameDone, tournament::Tournament};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{
    Hall, TournamentError,
    drawing::{Crosstable, course, strengths},
    rounds::rounds,
    words::{end, form_name, lines, ranking, summary},
};
use crate::report::{Grid, escaped, plot, whole};

const STYLE: &str = include_str!("report.css");
/// So many of the last games are listed.
const LISTED: usize = 200;

/// All that a tournament says so far, in the words of a language.
#[derive(Clone, Debug)]
pub struct Told {
    /// What it is called.
    pub title: String,
    /// What is played, and how.
    pub about: String,
    /// What came of it, in a sentence.
    pub summary: String,
    /// Games that are over, and how many there are to be as far as is known.
    pub games: [u32; 2],
    /// Whether nothing is left to be played.
    pub over: bool,
    /// How far it has come.
    pub progress: String,
    /// How many games were lost by a fault.
    pub faults: String,
    /// Who scored how much against whom.
    pub crosstable: Crosstable,
    /// The strengths with their intervals, as SVG.
    pub strengths: String,
    /// The course of the test as SVG, if there is one.
    pub course: Option<String>,
    /// Of two players, what test programs of chess say.
    pub figures: Vec<String>,
    /// A row for each player.
    pub ranking: Grid,
    /// Where there are rounds: who stands where and who met whom, with their headings.
    pub rounds: Vec<(String, Grid)>,
    /// What has to be known to read the figures.
    pub notes: Vec<String>,
}

impl Told {
    /// What it says now.
    pub fn of(hall: &Hall, lang: Lang) -> Told {
        let tournament = hall.tournament();
        let standings = tournament.standings();
        let plan = tournament.plan();
        let [games, of] = tournament.progress();
        let count: u32 = standings.rows.iter().flat_map(|row| row.faults.values()).sum();
        let repeated = (standings.repeated > 0)
            .then(|| text!("cli-match-repeated", games = standings.repeated));
        let anchor = plan.entrants[plan.anchor.0].name.as_str();
        let scale = text!("tournament-scale", anchor = anchor, elo = plan.anchor.1);
        let say = |text: &Text| lang.say(text);
        Told {
            title: hall.folder().title().to_owned(),
            about: say(&about(tournament)),
            summary: say(&summary(tournament, &standings)),
            games: [games, of],
            over: tournament.is_over(),
            progress: say(&text!("tournament-progress", games = games, of = of)),
            faults: say(&text!("tournament-fault-count", faults = count)),
            crosstable: Crosstable::of(tournament, &standings, lang),
            strengths: strengths(tournament, &standings, lang),
            course: course(tournament, lang),
            figures: lines(tournament, &standings).iter().map(say).collect(),
            ranking: ranking(tournament, &standings, lang),
            rounds: rounds(tournament, lang),
            notes: repeated.iter().chain([&scale]).map(say).collect(),
        }
    }
}

/// The page.
pub fn page(hall: &Hall, lang: Lang) -> Result<String, TournamentError> {
    let told = Told::of(hall, lang);
    let say = |id: &'static str| lang.say(&Text::new(id));
    let section = |heading: &str, inner: &str| {
        format!("<section>\n<h2>{}</h2>\n{inner}</section>\n", escaped(heading))
    };
    let title = escaped(&told.title);
    let mut body = format!("<h1>{title}</h1>\n<p>{}</p>\n", escaped(&told.about));
    let _ = writeln!(body, "<p class=\"lead\">{}</p>", escaped(&told.summary));
    body += &progress(&told);
    for (heading, table) in &told.rounds {
        body += &table.html(heading);
    }
    body += &section(&told.crosstable.heading, &told.crosstable.html());
    body += &section(&say("tournament-strengths"), &told.strengths);
    if let Some(course) = &told.course {
        body += &section(&say("tournament-sprt"), course);
    }
    if !told.figures.is_empty() {
        let figures = format!("<pre>{}</pre>\n", escaped(&told.figures.join("\n")));
        body += &section(&say("tournament-figures"), &figures);
    }
    body += &told.ranking.html(&say("tournament-table"));
    let games = hall.folder().games(0)?;
    body += &last_games(hall, &games, lang).html(&say("tournament-last-games"));
    for note in &told.notes {
        let _ = writeln!(body, "<p>{}</p>", escaped(note));
    }
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
fn progress(told: &Told) -> String {
    let [games, of] = told.games;
    let part = 100.0 * f64::from(games) / f64::from(of.max(1));
    format!(
        "<section class=\"progress\">\n<p><span>{}</span><span>{}</span></p>\n\
         <div class=\"way\"><i style=\"width:{part:.2}%\"></i></div>\n</section>\n",
        escaped(&told.progress),
        escaped(&told.faults)
    )
}

/// The last games, the latest first.
fn last_games(hall: &Hall, games: &[GameDone], lang: Lang) -> Grid {
    let say = |text: &Text| lang.say(text);
    let heads = ["pair", "first", "second", "result", "moves", "end"];
    let row = |done: &GameDone| {
        let [first, second] = hall.names(done).unwrap_or_default();
        let result = match done.winner {
            None => "½–½",
            Some(ludoteca_games::Side::First) => "1–0",
            Some(ludoteca_games::Side::Second) => "0–1",
        };
        let end = say(&end(done));
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
