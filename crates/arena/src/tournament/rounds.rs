//! How a tournament in rounds went: who met whom, who went on, and in a Swiss one who stands where.
//!
//! Points decide these forms, and the strengths do not: whoever has won the final has won, however few
//! games that were.

use std::cmp::Reverse;

use super::{Form, Tournament, knockout};

/// A round of a knockout or of a Swiss tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Who meets whom.
    pub meetings: Vec<RoundMeeting>,
    /// Who rests, by their places among the entrants.
    pub rests: Vec<usize>,
}

/// The games of two players in a round.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundMeeting {
    /// Their places among the entrants.
    pub players: [usize; 2],
    /// The points of each so far.
    pub points: [f64; 2],
    /// Who goes on; none as long as that is open, and where nobody is put out.
    pub winner: Option<usize>,
}

/// Where somebody stands in a Swiss tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The place among the entrants.
    pub player: usize,
    /// All points, with those for resting.
    pub points: f64,
    /// The points of all it has met, which tell those apart who have as many themselves (Buchholz).
    pub met: f64,
}

impl Tournament {
    /// Its rounds as far as they are known; none where everybody just meets everybody.
    pub fn rounds(&self) -> Vec<Round> {
        let form = self.plan().form;
        if form.is_known_at_once() {
            return Vec::new();
        }
        let last = self.pairings().last().map_or(0, |pairing| pairing.round);
        (0..=last).map(|round| self.round(round, form)).collect()
    }

    fn round(&self, round: u32, form: Form) -> Round {
        let mut meetings: Vec<RoundMeeting> = Vec::new();
        let mut open = Vec::new();
        for (pairing, over) in self.pairings().iter().zip(&self.over) {
            if pairing.round != round {
                continue;
            }
            let [one, two] = pairing.players;
            let at = meetings.iter().position(|meeting| meeting.players == [one, two]);
            let at = at.unwrap_or_else(|| {
                let points = [0.0; 2];
                meetings.push(RoundMeeting { players: [one, two], points, winner: None });
                open.push(false);
                meetings.len() - 1
            });
            for game in over {
                let Some(game) = game else {
                    open[at] = true;
                    continue;
                };
                let lower = f64::from(game.points as u32) / 2.0;
                let first = if one < two { lower } else { 1.0 - lower };
                meetings[at].points[0] += first;
                meetings[at].points[1] += 1.0 - first;
            }
        }
        if form == Form::Knockout {
            for (meeting, open) in meetings.iter_mut().zip(open) {
                meeting.winner =
                    if open { None } else { knockout::winner(self, meeting.players, round) };
            }
        }
        // In a knockout only the first round may lack somebody; later nobody is left over.
        let plays =
            |player: &usize| meetings.iter().any(|meeting| meeting.players.contains(player));
        let all = if form == Form::Swiss || round == 0 { self.plan().entrants.len() } else { 0 };
        let rests = (0..all).filter(|player| !plays(player)).collect();
        Round { meetings, rests }
    }

    /// Who stands where in a Swiss tournament, the first first; nobody in others.
    pub fn places(&self) -> Vec<Place> {
        if self.plan().form != Form::Swiss {
            return Vec::new();
        }
        let players = self.plan().entrants.len();
        let rounds = self.rounds();
        let mut points = vec![0.0; players];
        for round in &rounds {
            for RoundMeeting { players, points: won, .. } in &round.meetings {
                for (player, won) in players.iter().zip(won) {
                    points[*player] += won;
                }
            }
            for player in &round.rests {
                points[*player] += f64::from(2 * self.plan().pairs);
            }
        }
        let mut met = vec![0.0; players];
        for RoundMeeting { players: [a, b], .. } in rounds.iter().flat_map(|round| &round.meetings)
        {
            met[*a] += points[*b];
            met[*b] += points[*a];
        }
        let mut places: Vec<Place> = (0..players)
            .map(|player| Place { player, points: points[player], met: met[player] })
            .collect();
        // Points are halves.
        let halves = |points: f64| Reverse((2.0 * points) as u64);
        places.sort_by_key(|place| (halves(place.points), halves(place.met), place.player));
        places
    }

    /// Who has won a knockout or a Swiss tournament that is over.
    pub fn winner(&self) -> Option<usize> {
        if !self.is_over() {
            return None;
        }
        match self.plan().form {
            Form::Knockout => self.rounds().last()?.meetings.last()?.winner,
            _ => Some(self.places().first()?.player),
        }
    }
}
