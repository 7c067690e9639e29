//! Many matches between the same players, who change roles from one to the next.

use std::{sync::Arc, time::Duration};

use ludoteca_games::{gdl::Rules, scatter};
use serde::Serialize;

use super::{
    call::Address,
    error::GgpError,
    manager::{Log, Match},
    message::{Clocks, plain},
};

/// Matches of one game.
#[derive(Clone, Debug)]
pub struct Series {
    /// What its matches are called, before their number.
    pub id: String,
    rules: Arc<Rules>,
    description: String,
    players: Vec<Address>,
    /// The time there is.
    pub clocks: Clocks,
    /// How much later an answer may come.
    pub grace: Duration,
    /// What the moves for players in trouble follow from.
    pub seed: u64,
}

/// How a player did. Only matches that came to their end count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Total {
    /// Where it listens.
    pub player: String,
    /// Matches in which its goal was higher than any other; alone, it has to be the highest there is.
    pub won: u32,
    /// Matches in which another's was as high, and none higher.
    pub drawn: u32,
    /// Matches in which another's was higher.
    pub lost: u32,
    /// The mean of its goals.
    pub mean: Option<f64>,
    /// What it did wrong, in all matches.
    pub errors: usize,
}

impl Series {
    /// A series of a described game, which needs a player for each role.
    pub fn new(
        id: String,
        description: &str,
        players: Vec<Address>,
        clocks: Clocks,
    ) -> Result<Series, GgpError> {
        let rules = Rules::read(description)?;
        let roles = rules.roles();
        if players.len() != roles.len() {
            let (count, list) = (roles.len(), roles.join(", "));
            return Err(GgpError::Players { count, list, given: players.len() });
        }
        for (at, player) in players.iter().enumerate() {
            if players[..at].contains(player) {
                return Err(GgpError::PlayerTwice { player: player.as_str().to_owned() });
            }
        }
        let (description, grace) = (plain(description)?, Duration::from_secs(1));
        Ok(Series { id, rules, description, players, clocks, grace, seed: 1 })
    }

    /// One of its matches, the first with number 1. In each the players move on by one role.
    pub fn game(&self, number: u32) -> Match {
        let mut players = self.players.clone();
        let count = players.len();
        players.rotate_right((number as usize).saturating_sub(1) % count.max(1));
        Match {
            id: format!("{}.{number}", self.id),
            rules: self.rules.clone(),
            description: self.description.clone(),
            players,
            clocks: self.clocks,
            grace: self.grace,
            seed: scatter(self.seed ^ u64::from(number)),
        }
    }

    /// How each player did, in the order in which they were given.
    pub fn totals(&self, logs: &[Log]) -> Vec<Total> {
        self.players.iter().map(|player| total(player.as_str(), logs)).collect()
    }
}

fn total(player: &str, logs: &[Log]) -> Total {
    let mut total = Total {
        player: player.to_owned(),
        won: 0,
        drawn: 0,
        lost: 0,
        mean: None,
        errors: logs.iter().flat_map(|log| &log.errors).filter(|it| it.player == player).count(),
    };
    let (mut goals, mut ended) = (0, 0);
    for log in logs {
        let role = log.players.iter().position(|other| other == player);
        let Some((role, own)) = role.and_then(|role| Some((role, log.goals[role]?))) else {
            continue;
        };
        let others = log.goals.iter().enumerate().filter(|(other, _)| *other != role);
        let others = others.map(|(_, goal)| goal.unwrap_or(0)).max();
        *match own.cmp(&others.unwrap_or(99)) {
            std::cmp::Ordering::Greater => &mut total.won,
            std::cmp::Ordering::Equal => &mut total.drawn,
            std::cmp::Ordering::Less => &mut total.lost,
        } += 1;
        goals += u32::from(own);
        ended += 1;
    }
    total.mean = (ended > 0).then(|| f64::from(goals) / f64::from(ended));
    total
}

#[cfg(test)]
mod tests {
    use ludoteca_games::gdl::EXAMPLE;

    use super::*;
    use crate::ggp::Ending;

    fn series() -> Series {
        let players = ["one:1", "two:2"].map(|words| Address::read(words).unwrap());
        let clocks = Clocks { start: 1, play: 1 };
        Series::new("m".into(), EXAMPLE, players.into(), clocks).unwrap()
    }

    fn log(game: &Match, goals: [Option<u8>; 2]) -> Log {
        Log {
            id: game.id.clone(),
            roles: vec!["x".into(), "o".into()],
            players: game.players.iter().map(|player| player.as_str().to_owned()).collect(),
            startclock: 1,
            playclock: 1,
            steps: Vec::new(),
            errors: Vec::new(),
            ending: Ending::Terminal,
            goals: goals.into(),
        }
    }

    #[test]
    fn the_players_change_roles_and_each_gets_its_own_goals() {
        let series = series();
        let games = [1, 2, 3, 4].map(|number| series.game(number));
        assert_eq!(games[0].players[0].as_str(), "http://one:1");
        assert_eq!(games[1].players[0].as_str(), "http://two:2");
        assert_eq!(games[2].players, games[0].players);
        assert_eq!(games[1].id, "m.2");
        let goals = [(100, 0), (100, 0), (50, 50)].map(|(x, o)| [Some(x), Some(o)]);
        let mut logs: Vec<Log> =
            games.iter().zip(goals).map(|(it, goals)| log(it, goals)).collect();
        // One that was broken off counts for nobody.
        logs.push(log(&games[3], [None, None]));
        for total in series.totals(&logs) {
            assert_eq!((total.won, total.drawn, total.lost), (1, 1, 1), "{}", total.player);
            assert_eq!(total.mean, Some(50.0));
        }
        assert_eq!(series.totals(&logs[..1])[1].mean, Some(0.0));
    }

    #[test]
    fn every_role_needs_a_player_of_its_own() {
        let clocks = Clocks { start: 1, play: 1 };
        let made = |players: &[&str]| {
            let players = players.iter().map(|words| Address::read(words).unwrap()).collect();
            let made = Series::new("m".into(), EXAMPLE, players, clocks);
            ludoteca_text::Text::from(made.map(|_| ()).unwrap_err()).id
        };
        assert_eq!(made(&["one:1"]), "ggp-players");
        assert_eq!(made(&["one:1", "http://one:1"]), "ggp-player-twice");
    }
}
