//! What a tournament says in a terminal: for scripts as JSON, and for people in the form that those
//! know who test programs of chess.

use ludoteca_arena::{
    Decision, Elo, GameDone, Sprt,
    tournament::{Cell, Form, Place, Round, RoundMeeting, Standing, Standings, Tournament},
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
use serde::Serialize;

use super::{Hall, rounds::won};
use crate::report::Grid;

/// All that a tournament says, as the contract has it and more.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    title: String,
    game: String,
    form: &'static str,
    games: u32,
    of: u32,
    over: bool,
    repeated: u32,
    anchor: String,
    players: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Stood>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rounds: Vec<Went>,
    meetings: Vec<Meeting>,
    sprt: Option<Trial>,
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    #[serde(flatten)]
    standing: Standing,
    points: f64,
    player: String,
}

/// Where somebody stands in a Swiss tournament.
#[derive(Clone, Debug, Serialize)]
struct Stood {
    name: String,
    points: f64,
    /// The points of all it has met.
    met: f64,
}

/// A round of a knockout or of a Swiss tournament.
#[derive(Clone, Debug, Serialize)]
struct Went {
    meetings: Vec<WentMeeting>,
    rests: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct WentMeeting {
    a: String,
    b: String,
    points: [f64; 2],
    /// Who goes on, in a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

/// What two players scored against each other.
#[derive(Clone, Debug, Serialize)]
struct Meeting {
    a: String,
    b: String,
    wins: u32,
    losses: u32,
    draws: u32,
    pairs: [u32; 5],
    elo: Elo,
    normalized: Elo,
    los: f64,
}

/// The test, as far as it has come.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    #[serde(flatten)]
    sprt: Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    pairs: usize,
    decision: Option<Decision>,
}

/// All that a tournament says so far.
pub fn answer(hall: &Hall) -> Answer {
    let tournament = hall.tournament();
    let plan = tournament.plan();
    let standings = tournament.standings();
    let [games, of] = tournament.progress();
    let row = |standing: &Standing| Row {
        standing: standing.clone(),
        points: standing.points(),
        player: plan.entrants[standing.player].player.clone(),
    };
    let name = |player: usize| plan.entrants[player].name.clone();
    let places = tournament.places();
    let stood = |Place { player, points, met }| Stood { name: name(player), points, met };
    let meeting = |RoundMeeting { players: [a, b], points, winner }| WentMeeting {
        a: name(a),
        b: name(b),
        points,
        winner: winner.map(name),
    };
    let went = |Round { meetings, rests }| Went {
        meetings: meetings.into_iter().map(meeting).collect(),
        rests: rests.into_iter().map(name).collect(),
    };
    Answer {
        title: hall.folder().title().to_owned(),
        game: plan.start.game.clone(),
        form: plan.form.name(),
        games,
        of,
        over: tournament.is_over(),
        repeated: standings.repeated,
        anchor: plan.entrants[plan.anchor.0].name.clone(),
        players: standings.rows.iter().map(row).collect(),
        winner: tournament.winner().map(name),
        places: places.into_iter().map(stood).collect(),
        rounds: tournament.rounds().into_iter().map(went).collect(),
        meetings: meetings(tournament, &standings),
        sprt: trial(tournament),
    }
}

fn meetings(tournament: &Tournament, standings: &Standings) -> Vec<Meeting> {
    let name = |player: usize| tournament.plan().entrants[player].name.clone();
    let mut meetings = Vec::new();
    for (a, row) in standings.cells.iter().enumerate() {
        for (b, cell) in row.iter().enumerate().skip(a + 1).filter(|(_, cell)| cell.games() > 0) {
            let Cell { wins, losses, draws, scores } = *cell;
            meetings.push(Meeting {
                a: name(a),
                b: name(b),
                wins,
                losses,
                draws,
                pairs: scores.pairs(),
                elo: scores.elo(),
                normalized: scores.normalised(),
                los: scores.superiority(),
            });
        }
    }
    meetings
}

/// The test of a tournament, if it has one.
pub fn trial(tournament: &Tournament) -> Option<Trial> {
    let course = tournament.trial()?;
    let [lower, upper] = course.sprt().bounds();
    let llr = course.ratios().last().copied().unwrap_or(0.0);
    let (pairs, decision) = (course.ratios().len(), course.decision());
    Some(Trial { sprt: *course.sprt(), llr, lower, upper, pairs, decision })
}

/// What the tournament says in one sentence.
pub fn summary(tournament: &Tournament, standings: &Standings) -> Text {
    let [games, of] = tournament.progress();
    let decision = tournament.trial().and_then(|course| course.decision());
    if let (Some(decision), Some(course)) = (decision, tournament.trial()) {
        let id = match decision {
            Decision::H0 => "tournament-found-h0",
            Decision::H1 => "tournament-found-h1",
        };
        let entrants = &tournament.plan().entrants;
        let Sprt { elo0, elo1, .. } = *course.sprt();
        let [a, b] = [0, 1].map(|player| entrants[player].name.as_str());
        return Text::new(id).with("a", a).with("b", b).with("elo0", elo0).with("elo1", elo1);
    }
    if let Some(won) = won(tournament) {
        return won;
    }
    let Some(first) = standings.rows.first().filter(|_| games > 0) else {
        return text!("tournament-no-games", of = of);
    };
    let second = standings.rows.get(1);
    let ahead = second.map(|second| standings.ratings.above(first.player, second.player));
    let id = match ahead {
        Some(elo) if elo.low > 0.0 => "tournament-first",
        _ => "tournament-first-open",
    };
    let diff = ahead.map_or(0.0, |elo| elo.diff.round());
    let second = second.map_or("", |second| second.name.as_str());
    let text = Text::new(id).with("first", first.name.as_str()).with("second", second);
    text.with("diff", diff).with("games", games).with("of", of)
}

/// The table for a terminal: a row for each player.
pub fn ranking(tournament: &Tournament, standings: &Standings, lang: Lang) -> Grid {
    let heads =
        ["rank", "player", "elo", "error", "games", "score", "wins", "losses", "draws", "faults"];
    let say = |text: &Text| lang.say(text);
    let row = |(rank, row): (usize, &Standing)| {
        let share = 100.0 * row.points() / f64::from(row.games().max(1));
        let anchor = row.player == tournament.plan().anchor.0;
        vec![
            rank.to_string(),
            row.name.clone(),
            format!("{:.1}", row.elo),
            if anchor { "–".to_owned() } else { format!("{:.1}", (row.high - row.low) / 2.0) },
            row.games().to_string(),
            format!("{share:.1} %"),
            row.wins.to_string(),
            row.losses.to_string(),
            row.draws.to_string(),
            faults(row).as_ref().map_or_else(String::new, say),
        ]
    };
    Grid {
        heads: heads
            .iter()
            .map(|head| say(&Text::new(format!("tournament-head-{head}"))))
            .collect(),
        rows: (1..).zip(&standings.rows).map(row).collect(),
        words: vec![1, 9],
    }
}

/// The faults by which a player lost games, each kind with how often.
pub fn faults(row: &Standing) -> Option<Text> {
    let one = |(kind, count): (&&'static str, &u32)| {
        text!("tournament-fault", kind = fault_name(kind), count = *count)
    };
    let together = |all: Text, one: Text| text!("tournament-faults", all = all, one = one);
    row.faults.iter().map(one).reduce(together)
}

/// What a kind of fault is called.
pub fn fault_name(kind: &str) -> Text {
    Text::new(format!("fault-{kind}"))
}

/// How a game ended, with the reason if somebody was at fault.
pub fn end(done: &GameDone) -> Text {
    let end = match done.at_fault() {
        Some(_) => fault_name(&done.end),
        None => Text::new(format!("tournament-end-{}", done.end)),
    };
    match &done.fault {
        Some(why) => text!("tournament-end-why", end = end, why = why.clone()),
        None => end,
    }
}

/// What a form is called.
pub fn form_name(form: Form) -> Text {
    Text::new(format!("tournament-form-{}", form.name()))
}

/// What is said of two players beside the table, in the form of fastchess.
pub fn lines(tournament: &Tournament, standings: &Standings) -> Vec<Text> {
    let [one, other] = &tournament.plan().entrants[..] else { return Vec::new() };
    let cell = &standings.cells[0][1];
    let scores = &cell.scores;
    let shown = |number: f64| format!("{number:.2}");
    let error = |elo: Elo| shown((elo.high - elo.low) / 2.0);
    let (elo, normalized) = (scores.elo(), scores.normalised());
    let [ll, ld, even, wd, ww] = scores.pairs();
    let pairs = ll + ld + even + wd + ww;
    let share = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all.max(1));
    let ratio = if ll + ld == 0 {
        "–".to_owned()
    } else {
        shown(f64::from(wd + ww) / f64::from(ld + ll))
    };
    let mut lines = vec![
        text!("tournament-results", a = one.name.as_str(), b = other.name.as_str()),
        text!(
            "tournament-elo",
            elo = shown(elo.diff),
            error = error(elo),
            normalized = shown(normalized.diff),
            spread = error(normalized)
        ),
        text!(
            "tournament-los",
            los = shown(100.0 * scores.superiority()),
            draws = shown(share(even, pairs)),
            pairs = ratio
        ),
        text!(
            "tournament-counts",
            games = cell.games().to_string(),
            wins = cell.wins.to_string(),
            losses = cell.losses.to_string(),
            draws = cell.draws.to_string(),
            points = format!("{:.1}", cell.points()),
            share = shown(100.0 * cell.points() / f64::from(cell.games().max(1)))
        ),
        text!("tournament-pairs", pairs = format!("[{ll}, {ld}, {even}, {wd}, {ww}]")),
    ];
    lines.extend(trial(tournament).map(|trial| {
        text!(
            "tournament-llr",
            llr = shown(trial.llr),
            lower = shown(trial.lower),
            upper = shown(trial.upper),
            elo0 = shown(trial.sprt.elo0),
            elo1 = shown(trial.sprt.elo1)
        )
    }));
    lines
}
