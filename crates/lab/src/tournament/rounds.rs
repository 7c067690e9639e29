//! How a knockout or a Swiss tournament went, in tables: who stands where, and who met whom.

use ludoteca_arena::tournament::{Form, Place, Round, RoundMeeting, Tournament};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::drawing::half;
use crate::report::Grid;

/// The tables with their headings; none where everybody just meets everybody.
pub fn rounds(tournament: &Tournament, lang: Lang) -> Vec<(String, Grid)> {
    let say = |id: &'static str| lang.say(&Text::new(id));
    let places = tournament.places();
    let rounds = tournament.rounds();
    let mut tables = Vec::new();
    if !places.is_empty() {
        tables.push((say("tournament-places"), stand(tournament, &places, lang)));
    }
    if !rounds.is_empty() {
        tables.push((say("tournament-rounds"), went(tournament, &rounds, lang)));
    }
    tables
}

/// Who has won a tournament in rounds that is over, and how.
pub fn won(tournament: &Tournament) -> Option<Text> {
    let name = |player: usize| tournament.plan().entrants[player].name.as_str();
    let winner = tournament.winner()?;
    if let [first, second, ..] = &tournament.places()[..] {
        let even = (first.points, first.met) == (second.points, second.met);
        let id = match first.points > second.points {
            true => "tournament-won-swiss",
            false if even => "tournament-won-swiss-listed",
            false => "tournament-won-swiss-met",
        };
        let text =
            Text::new(id).with("first", name(first.player)).with("second", name(second.player));
        return Some(text.with("points", half(first.points)).with("behind", half(second.points)));
    }
    let rounds = tournament.rounds();
    let RoundMeeting { players, points, .. } = rounds.last()?.meetings.last()?;
    let at = usize::from(players[1] == winner);
    let [own, other] = [points[at], points[1 - at]];
    let id = if own > other { "tournament-won-final" } else { "tournament-won-final-listed" };
    let text = Text::new(id).with("first", name(winner)).with("second", name(players[1 - at]));
    Some(text.with("points", half(own)).with("behind", half(other)))
}

fn heads(ids: &[&'static str], lang: Lang) -> Vec<String> {
    ids.iter().map(|id| lang.say(&Text::new(format!("tournament-head-{id}")))).collect()
}

fn stand(tournament: &Tournament, places: &[Place], lang: Lang) -> Grid {
    let row = |(number, place): (usize, &Place)| {
        let name = tournament.plan().entrants[place.player].name.clone();
        vec![number.to_string(), name, half(place.points), half(place.met)]
    };
    Grid {
        heads: heads(&["rank", "player", "points", "met"], lang),
        rows: (1..).zip(places).map(row).collect(),
        words: vec![1],
    }
}

fn went(tournament: &Tournament, rounds: &[Round], lang: Lang) -> Grid {
    let plan = tournament.plan();
    let is_cup = plan.form == Form::Knockout;
    let name = |player: usize| plan.entrants[player].name.clone();
    let mut rows = Vec::new();
    for (number, round) in rounds.iter().enumerate() {
        let round_name = match (is_cup, rounds_of(plan.entrants.len()) - number) {
            (true, 1) => text!("tournament-final"),
            (true, 2) => text!("tournament-semifinal"),
            _ => text!("tournament-round", n = number + 1),
        };
        let round_name = lang.say(&round_name);
        for RoundMeeting { players: [a, b], points, winner } in &round.meetings {
            let [own, other] = points.map(half);
            let score = format!("{own}–{other}");
            let mut row = vec![round_name.clone(), name(*a), score, name(*b)];
            row.extend(is_cup.then(|| winner.map_or_else(String::new, name)));
            rows.push(row);
        }
        for player in &round.rests {
            let rests = lang.say(&text!("tournament-rests"));
            let mut row = vec![round_name.clone(), name(*player), String::new(), rests];
            row.extend(is_cup.then(|| name(*player)));
            rows.push(row);
        }
    }
    let goes_on = is_cup.then_some("goes-on");
    let ids: Vec<_> =
        ["round", "player", "points", "opponent"].into_iter().chain(goes_on).collect();
    Grid { heads: heads(&ids, lang), rows, words: vec![0, 1, 3, 4] }
}

/// The rounds of a knockout of so many.
fn rounds_of(players: usize) -> usize {
    players.next_power_of_two().ilog2() as usize
}
