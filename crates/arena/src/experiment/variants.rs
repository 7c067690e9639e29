//! `ants-variants`: the variants of the ant colony against each other and against other players at
//! equal time, and what each of their parameters does.

use std::time::Duration;

use ludoteca_players::{Stop, Supply, settings};
use serde::{Deserialize, Serialize};

use super::{
    Run,
    field::{ARIMAA, BREAKTHROUGH, CHECKERS, CONNECT4, Field, HEX_7, TICTACTOE, TICTACTOE_5},
};
use crate::{ExperimentError, Limits, Match, Openings, Share, play_match};

/// Who plays: a name and the player's text. Ants search until their time is over; `thesis` is the colony
/// as the thesis prints it, which learns on every move so that all have the same time.
pub const CONTENDERS: [(&str, &str); 8] = [
    ("thesis", "ants:form=thesis,learn=move,searches=1000000"),
    ("as", "ants:variant=as,searches=1000000"),
    ("acs", "ants:variant=acs,searches=1000000"),
    ("mmas", "ants:variant=mmas,searches=1000000"),
    ("bwas", "ants:variant=bwas,searches=1000000"),
    ("ggp", "ants:variant=ggp,searches=1000000"),
    ("mcts", "mcts"),
    ("alphabeta", "alphabeta"),
];
/// Further matches of Arimaa, where our colony has more than `alphabeta`: the colony without knowledge
/// of goals and with the same weights, and `alphabeta` with the colony's weights against it without
/// goals.
pub const EVEN_MATCHES: [[(&str, &str); 2]; 2] = [
    [
        ("ggp, goals=off, w1=1", "ants:goals=off,w1=1,searches=1000000"),
        ("alphabeta, w1=1", "alphabeta"),
    ],
    [("ggp, goals=off", "ants:goals=off,searches=1000000"), ("alphabeta, w1=4", "alphabeta:w1=4")],
];
/// What they play.
pub const VARIANT_FIELDS: [Field; 7] =
    [TICTACTOE, TICTACTOE_5, CONNECT4, BREAKTHROUGH, CHECKERS, HEX_7, ARIMAA];
/// Where the effect of parameters is looked at.
pub const EFFECT_FIELDS: [Field; 3] = [TICTACTOE_5, CONNECT4, BREAKTHROUGH];
/// The time of all players for a ply, in milliseconds.
pub const MILLISECONDS: u64 = 10;
/// Games of each row if nobody says.
pub const VARIANT_GAMES: u32 = 20;
const SEED: u64 = 1;

/// A parameter of a variant, its values from the least to the most, and which of them is usual.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The variant.
    pub variant: &'static str,
    /// The key of the parameter.
    pub key: &'static str,
    /// Its values.
    pub values: &'static [&'static str],
    /// The usual one among them.
    pub usual: usize,
}

/// All parameters that are looked at, each alone.
pub const EFFECTS: [Effect; 19] = [
    effect("as", "form", &["own", "thesis"], 0),
    effect("acs", "form", &["own", "thesis"], 0),
    effect("mmas", "form", &["own", "thesis"], 0),
    effect("bwas", "form", &["own", "thesis"], 0),
    effect("ggp", "form", &["own", "thesis"], 0),
    effect("ggp", "ants", &["10", "20", "40", "80"], 2),
    effect("ggp", "alpha", &["0.3", "0.6", "1.2", "2.4"], 1),
    effect("ggp", "beta", &["0.4", "0.8", "1.6", "3.2"], 1),
    effect("ggp", "rho", &["0.5", "0.8", "0.9", "0.99"], 2),
    effect("ggp", "theta", &["0", "0.5", "1", "2"], 2),
    effect("ggp", "consult", &["0", "0.25", "0.5", "1"], 2),
    effect("ggp", "grow", &["1", "2", "4"], 0),
    effect("as", "rho", &["0.02", "0.1", "0.3"], 1),
    effect("acs", "q0", &["0", "0.25", "0.5", "0.9"], 2),
    effect("acs", "phi", &["0.01", "0.1", "0.3"], 1),
    effect("mmas", "rho", &["0.02", "0.1", "0.3"], 1),
    effect("mmas", "q0", &["0", "0.5", "0.9"], 1),
    effect("bwas", "mutation", &["0", "0.1", "0.3"], 1),
    effect("bwas", "sigma", &["1", "4", "8"], 1),
];

const fn effect(
    variant: &'static str,
    key: &'static str,
    values: &'static [&'static str],
    usual: usize,
) -> Effect {
    Effect { variant, key, values, usual }
}

/// How a match came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantRow {
    /// The game's name among [`VARIANT_FIELDS`].
    pub game: String,
    /// Who played: names among [`CONTENDERS`], or where a parameter is looked at, player texts.
    pub a: String,
    /// Against whom.
    pub b: String,
    /// The variant, key and value that are looked at; `b` then has the usual value.
    pub variant: Option<String>,
    /// The key.
    pub key: Option<String>,
    /// The value.
    pub value: Option<String>,
    /// Won by `a`.
    pub wins: u32,
    /// Won by `b`.
    pub losses: u32,
    /// Won by nobody.
    pub draws: u32,
    /// By how much `a` is stronger in Elo points.
    pub elo: f64,
    /// Lower end of the 95% interval.
    pub elo_low: f64,
    /// Upper end of the interval.
    pub elo_high: f64,
}

impl VariantRow {
    fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    fn half_points(&self) -> u32 {
        2 * self.wins + self.draws
    }
}

impl Effect {
    /// The player with one of the values. More ants search less often, so that all play as many games.
    pub fn player_text(&self, value: &str) -> String {
        let (variant, key) = (self.variant, self.key);
        match value.parse::<u32>() {
            Ok(ants) if key == "ants" => {
                format!("ants:variant={variant},ants={ants},searches={}", ANT_GAMES / ants)
            }
            // Before a game nobody has the same number of games in its head as on every move.
            _ if key == "form" => format!("ants:variant={variant},form={value},learn=move"),
            _ => format!("ants:variant={variant},{key}={value}"),
        }
    }

    fn is_of(&self, row: &VariantRow) -> bool {
        row.variant.as_deref() == Some(self.variant) && row.key.as_deref() == Some(self.key)
    }

    /// The score of one of the values against the usual one in a game; none where nothing was played.
    pub fn score(&self, rows: &[VariantRow], field: Field, value: &str) -> Option<Share> {
        let own = |row: &&VariantRow| {
            self.is_of(row) && row.game == field.name && row.value.as_deref() == Some(value)
        };
        score(rows.iter().filter(own).map(|row| (row.half_points(), row.games())))
    }
}

/// Games that the ants of a usual colony play: 40 ants, 200 searches.
const ANT_GAMES: u32 = 8000;

/// The score of a contender against all others, or against one, in a game or in all; none where
/// nothing was played.
pub fn contender_score(
    rows: &[VariantRow],
    field: Option<Field>,
    who: &str,
    against: Option<&str>,
) -> Option<Share> {
    let own = rows
        .iter()
        .filter(|row| row.key.is_none() && field.is_none_or(|field| field.name == row.game));
    score(own.filter_map(|row| {
        let games = row.games();
        let met = |other: &str| against.is_none_or(|name| name == other);
        if row.a == who && met(&row.b) {
            Some((row.half_points(), games))
        } else if row.b == who && met(&row.a) {
            Some((2 * games - row.half_points(), games))
        } else {
            None
        }
    }))
}

/// The share of half points in games that had so many.
fn score(matches: impl Iterator<Item = (u32, u32)>) -> Option<Share> {
    let sum = |(points, games): (u32, u32), (more, of): (u32, u32)| (points + more, games + of);
    let (half_points, games) = matches.fold((0, 0), sum);
    (games > 0).then(|| Share::of_half_points(half_points as usize, games as usize))
}

/// Every contender against every other in every game, and every value of a parameter against the
/// usual one.
pub fn variant_runs(games: u32) -> Vec<Run<VariantRow>> {
    let mut runs = Vec::new();
    for field in VARIANT_FIELDS {
        for (at, a) in CONTENDERS.iter().enumerate() {
            for b in &CONTENDERS[at + 1..] {
                runs.push(contest(field, *a, *b, games));
            }
        }
    }
    runs.extend(EVEN_MATCHES.map(|[a, b]| contest(ARIMAA, a, b, games)));
    for effect in EFFECTS {
        let others = effect.values.iter().enumerate().filter(|(at, _)| *at != effect.usual);
        for (_, value) in others {
            runs.extend(EFFECT_FIELDS.map(|field| difference(field, effect, value, games)));
        }
    }
    runs
}

type Contender = (&'static str, &'static str);

fn contest(field: Field, a: Contender, b: Contender, games: u32) -> Run<VariantRow> {
    let time = Some(Duration::from_millis(MILLISECONDS));
    Run {
        name: format!("{} {} {} {MILLISECONDS}ms {SEED} {games}", field.name, a.1, b.1),
        make: Box::new(move |stop| {
            let limits = Limits { time, ..Limits::default() };
            let row = played(field, [a.1, b.1], limits, games, stop)?;
            Ok(row.map(|row| VariantRow { a: a.0.into(), b: b.0.into(), ..row }))
        }),
    }
}

fn difference(field: Field, effect: Effect, value: &'static str, games: u32) -> Run<VariantRow> {
    let a = effect.player_text(value);
    let b = effect.player_text(effect.values[effect.usual]);
    Run {
        name: format!("{} {a} {b} {SEED} {games}", field.name),
        make: Box::new(move |stop: &Stop| {
            let row = played(field, [&a, &b], Limits::default(), games, stop)?;
            Ok(row.map(|row| VariantRow {
                variant: Some(effect.variant.into()),
                key: Some(effect.key.into()),
                value: Some(value.into()),
                ..row
            }))
        }),
    }
}

/// Plays a match; none if it was stopped before its end.
fn played(
    field: Field,
    [a, b]: [&str; 2],
    limits: Limits,
    games: u32,
    stop: &Stop,
) -> Result<Option<VariantRow>, ExperimentError> {
    let (start, supply) = (field.start(), Supply::seeded(0));
    let what = Match {
        a: settings(&start.game, a, &supply)?,
        b: settings(&start.game, b, &supply)?,
        start,
        games,
        openings: Openings::Plies(field.opening),
        limits: [limits; 2],
        seed: SEED,
        jobs: 1,
    };
    let result = play_match(&what, &supply, stop, &mut |_| {})?;
    if let Some(fault) = result.faults.into_iter().next() {
        return Err(fault.reason.into());
    }
    Ok((result.games == games).then(|| VariantRow {
        game: field.name.into(),
        a: a.into(),
        b: b.into(),
        variant: None,
        key: None,
        value: None,
        wins: result.a_wins,
        losses: result.b_wins,
        draws: result.draws,
        elo: result.elo.diff,
        elo_low: result.elo.low,
        elo_high: result.elo.high,
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ludoteca_players::{Budget, machine};

    use super::*;

    #[test]
    fn every_two_contenders_meet_once_in_every_game_and_every_value_meets_the_usual_one() {
        let names: BTreeSet<String> = variant_runs(2).into_iter().map(|run| run.name).collect();
        let values: usize = EFFECTS.iter().map(|effect| effect.values.len() - 1).sum();
        let contests = CONTENDERS.len() * (CONTENDERS.len() - 1) / 2 * VARIANT_FIELDS.len();
        let more = EVEN_MATCHES.len() + values * EFFECT_FIELDS.len();
        assert_eq!(names.len(), contests + more);
        assert_eq!(names.len(), variant_runs(2).len());
    }

    #[test]
    fn every_player_text_is_one_and_every_usual_value_is_what_the_player_has_anyway() {
        for (_, player) in EVEN_MATCHES.iter().flatten() {
            settings("arimaa", player, &Supply::seeded(0)).unwrap();
        }
        for (_, player) in CONTENDERS {
            for field in VARIANT_FIELDS {
                settings(&field.start().game, player, &Supply::seeded(0)).unwrap();
            }
        }
        for effect in EFFECTS {
            for value in effect.values {
                settings("connect4", &effect.player_text(value), &Supply::seeded(0)).unwrap();
            }
            let at = ludoteca_games::find("connect4").unwrap().begin([]).unwrap();
            let moved = |player: &str| {
                let mut player = machine("connect4", player, &Supply::seeded(3)).unwrap();
                let budget = Budget::default();
                let thought =
                    player.consider(at.as_ref(), &budget, ludoteca_players::AnyWatch::Nobody);
                thought.unwrap().candidates
            };
            let usual = effect.player_text(effect.values[effect.usual]);
            assert_eq!(
                moved(&usual),
                moved(&format!("ants:variant={}", effect.variant)),
                "{usual}"
            );
        }
    }

    #[test]
    fn a_short_match_is_a_row_and_scores_are_seen_from_both_sides() {
        let run = contest(TICTACTOE, CONTENDERS[5], CONTENDERS[7], 2);
        let row = (run.make)(&Stop::default()).unwrap().unwrap();
        assert_eq!((row.a.as_str(), row.b.as_str(), row.games()), ("ggp", "alphabeta", 2));
        let row = VariantRow { wins: 1, losses: 5, draws: 4, ..row };
        let rows = [row];
        let score = |who, against| {
            contender_score(&rows, Some(TICTACTOE), who, against).map(|share| share.share)
        };
        assert_eq!(score("ggp", None), Some(0.3));
        assert_eq!(score("alphabeta", Some("ggp")), Some(0.7));
        assert_eq!(score("alphabeta", Some("mcts")), None);
        assert_eq!(contender_score(&rows, Some(ARIMAA), "ggp", None), None);
        let stop = Stop::default();
        stop.set();
        assert_eq!((run.make)(&stop), Ok(None));
    }

    #[test]
    fn a_value_is_scored_by_its_own_rows_alone() {
        let effect = EFFECTS[11];
        assert_eq!((effect.key, effect.values[1]), ("grow", "2"));
        let run = difference(TICTACTOE_5, effect, "2", 2);
        let row = (run.make)(&Stop::default()).unwrap().unwrap();
        let rows = [VariantRow { wins: 2, losses: 0, draws: 0, ..row }];
        let score = effect.score(&rows, TICTACTOE_5, "2").unwrap();
        assert_eq!(score.share, 1.0);
        assert_eq!(effect.score(&rows, TICTACTOE_5, "4"), None);
        assert_eq!(effect.score(&rows, CONNECT4, "2"), None);
        assert_eq!(EFFECTS[0].score(&rows, TICTACTOE_5, "2"), None);
        assert_eq!(contender_score(&rows, None, "ggp", None), None);
    }
}
