//! Which of given connections are found, how long that takes, and how many there are in all, from
//! narrow limits to wide ones: what one looks at before limits are changed.
//!
//! `cargo bench -p ludoteca-players --bench joined -- FILE`, with one connection a line: the rows of
//! the board from the top, the colour, an end, the other ends (all of them are asked for), and whether
//! it is `full` or `semi` (`..R/.B./... red c1 south full`). Ends are cells, and the edges `north`,
//! `south`, `west` and `east`.

use std::{sync::Arc, time::Duration};

use cpu_time::ThreadTime;
use ludoteca_games::{
    Game, Hex,
    hex::{Colour, Swap},
};
use ludoteca_players::hex::{
    HexodusSettings,
    cells::Ground,
    connections::{Connections, Limits, Node, Until},
    inferior::{Stones, fill},
    stones,
};

/// The limits that are tried.
const WIDE: Limits =
    Limits { fulls: 12, semis: 24, size: usize::MAX, ors: 4, steps: usize::MAX, captures: false };
const LIMITS: [(&str, Limits); 7] = [
    ("normal", HexodusSettings::NORMAL.limits),
    ("expert", HexodusSettings::EXPERT.limits),
    ("wide", WIDE),
    ("captures", Limits { captures: true, ..WIDE }),
    ("wider", Limits { fulls: 24, semis: 48, ..WIDE }),
    ("widest", Limits { fulls: 48, semis: 96, ors: 5, ..WIDE }),
    ("all", Limits { fulls: 48, semis: 96, ors: 5, captures: true, ..WIDE }),
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let file = args.first().expect("a file of connections is named");
    let lines = std::fs::read_to_string(file).expect("the file can be read");
    let lines: Vec<&str> = lines.lines().filter(|line| !line.trim().is_empty()).collect();
    println!("{:8} {:>6} {:>12} {:>12}  missed", "limits", "found", "ms (CPU)", "connections");
    for (name, limits) in LIMITS {
        let (mut found, mut all, mut missed) = (0, 0, Vec::new());
        let mut time = Duration::ZERO;
        for (number, line) in lines.iter().enumerate() {
            let asked = Asked::read(line);
            let begun = ThreadTime::now();
            let (is_there, count) = asked.look(limits);
            time += begun.elapsed();
            found += usize::from(is_there);
            all += count;
            if !is_there {
                missed.push((number + 1).to_string());
            }
        }
        let mean = time.as_secs_f64() * 1e3 / lines.len() as f64;
        let count = all / lines.len();
        println!("{name:8} {found:6} {mean:12.2} {count:12}  {}", missed.join(" "));
    }
}

/// A connection that is asked for.
struct Asked {
    position: Hex,
    colour: Colour,
    from: String,
    to: Vec<String>,
    semi: bool,
}

impl Asked {
    fn read(line: &str) -> Asked {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rows, colour, from, to, kind] = words[..] else { panic!("not five words: {line}") };
        let size = 1 + rows.matches('/').count();
        let start = Hex::new(size, Swap::None).expect("the size is allowed");
        let position = start.read_position(&format!("{rows} {colour}"));
        Asked {
            position: position.expect("the rows are a position").into_position(),
            colour: if colour == "red" { Colour::Red } else { Colour::Blue },
            from: from.to_owned(),
            to: to.split(',').map(str::to_owned).collect(),
            semi: kind == "semi",
        }
    }

    fn look(&self, limits: Limits) -> (bool, usize) {
        match self.position.size() {
            0..=8 => self.look_on::<1>(limits),
            9..=11 => self.look_on::<2>(limits),
            12..=16 => self.look_on::<4>(limits),
            _ => self.look_on::<6>(limits),
        }
    }

    /// Whether it is found, also with what is filled in for nothing, and how many there are.
    fn look_on<const W: usize>(&self, limits: Limits) -> (bool, usize) {
        let ground = Arc::new(Ground::<W>::new(self.position.size()));
        let plain = stones(&self.position, &ground);
        let filled = fill(&ground, plain, ground.all).stones;
        let (is_there, count) = self.look_in(&ground, plain, limits);
        (is_there || self.look_in(&ground, filled, limits).0, count)
    }

    fn look_in<const W: usize>(
        &self,
        ground: &Arc<Ground<W>>,
        stones: Stones<W>,
        limits: Limits,
    ) -> (bool, usize) {
        let mut connections = Connections::new(ground, self.colour, limits);
        let [own, other] = [self.colour, self.colour.other()].map(|each| stones[each as usize]);
        if ground.joined(self.colour, &own) {
            return (true, 0);
        }
        connections.build(own, other, Until::All);
        let node = |word: &str| self.node(&connections, word);
        let from = node(&self.from);
        let there = self.to.iter().all(|to| {
            let to = node(to);
            let full = from == to || !connections.full(from, to).is_empty();
            full || self.semi && !connections.semi(from, to).is_empty()
        });
        (there, connections.all().count())
    }

    fn node<const W: usize>(&self, connections: &Connections<W>, word: &str) -> Node {
        match word {
            "north" | "west" => connections.edge(false),
            "south" | "east" => connections.edge(true),
            word => {
                let column = usize::from(word.as_bytes()[0] - b'a');
                let row: usize = word[1..].parse().expect("a cell has a row");
                connections.node((row - 1) * self.position.size() + column)
            }
        }
    }
}
