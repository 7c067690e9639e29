//! `hexodus` at its best against itself in other ways, in CPU time of one thread, so that whatever else
//! runs makes no difference: what more time brings, what looking closer does, and what was fitted.
//!
//! `cargo bench -p ludoteca-players --bench duel -- closer:1 plain:1 10 0`: who plays whom, with how many
//! seconds a move (`closer` is the level `master`, `plain` the same without looking closer), how many
//! games on 11x11, and with which of the openings they begin. Each opening is played by both sides.

use std::time::Duration;

use cpu_time::ProcessTime;
use ludoteca_games::{
    Game, Hex,
    hex::{Colour, Swap},
};
use ludoteca_players::{
    Budget, Player, Timer, Watch,
    hex::{Hexodus, HexodusSettings, Judge},
};

/// Openings of two moves that leave both sides about even.
const OPENINGS: [[&str; 2]; 24] = [
    ["a2", "d10"],
    ["k3", "h9"],
    ["d2", "f10"],
    ["d1", "i6"],
    ["e1", "i7"],
    ["a3", "e7"],
    ["g2", "d9"],
    ["f2", "b10"],
    ["f2", "h6"],
    ["i2", "e9"],
    ["d2", "c9"],
    ["d1", "f11"],
    ["g2", "e10"],
    ["e1", "c7"],
    ["g1", "c7"],
    ["h2", "e6"],
    ["f1", "i7"],
    ["h1", "c8"],
    ["g2", "f4"],
    ["f1", "c10"],
    ["e1", "c10"],
    ["b1", "f2"],
    ["a2", "f5"],
    ["b2", "g5"],
];

#[derive(Clone)]
struct Contender {
    settings: HexodusSettings,
    time: Duration,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let [one, two, rest @ ..] = &args[..] else { return };
    let contenders = [one, two].map(|words| Contender::read(words));
    let number =
        |at: usize, usual| rest.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, first) = (number(0, 2), number(1, 0));
    let mut won = [0, 0];
    for game in first..first + games {
        let red = game % 2;
        let winner = play(&contenders, red, OPENINGS[game / 2 % OPENINGS.len()]);
        won[winner] += 1;
        println!("game {game}: {one} {} – {} {two}", won[0], won[1]);
    }
}

impl Contender {
    fn read(words: &str) -> Contender {
        let (name, seconds) = words.split_once(':').expect("a name and seconds");
        let closer = name != "plain";
        let seconds = seconds.parse().expect("seconds are a number");
        let judge = if name == "circuit" { Judge::Circuit } else { Judge::Fitted };
        let settings = HexodusSettings { closer, judge, ..HexodusSettings::MASTER };
        Contender { settings, time: Duration::from_secs_f64(seconds) }
    }

    fn budget(&self) -> Budget {
        let begun = ProcessTime::now();
        Budget { timer: Timer::new(move |_| begun.elapsed()), ..Budget::time(self.time) }
    }
}

/// Who of the two wins.
fn play(contenders: &[Contender; 2], red: usize, opening: [&str; 2]) -> usize {
    let mut players = contenders.each_ref().map(|contender| Hexodus::new(contender.settings));
    let mut position = Hex::new(11, Swap::None).expect("the size is allowed");
    for words in opening {
        let ply = position.read_ply(words).expect("the opening is legal");
        position.play_unchecked(&ply);
    }
    while position.winner().is_none() {
        let mover = if position.colour() == Colour::Red { red } else { 1 - red };
        let budget = contenders[mover].budget();
        let thought = players[mover].consider(&position, &budget, &mut Watch::nobody());
        position.play_unchecked(&thought.ply().expect("the game goes on"));
    }
    if position.winner() == Some(Colour::Red) { red } else { 1 - red }
}
