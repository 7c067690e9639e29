//! What only the whole process shows: no player starts a thread unless asked, and none uses more
//! memory than its table and a stated rest.
//!
//! One test alone, so that nobody else starts threads or uses memory meanwhile. It reads what Linux
//! tells of a process, and does nothing elsewhere.
#![cfg(target_os = "linux")]

use std::{
    fs,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use ludoteca_games::{Connect4, GAMES, Game, Line, find};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Clock, Erased, Player, Random, Supply, Thought, Timer, Watch,
    machine, players,
};

/// What a player may use beside its table, in megabytes.
const REST: usize = 48;
/// The table of players that have one, in megabytes.
const TABLE: usize = 2;
const POSITIONS: u64 = 3000;

/// What was seen of the process during a thought.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    threads: usize,
    /// In megabytes.
    memory: usize,
}

/// How many threads there are. One that has just ended is listed for a moment longer, so the least of
/// several looks counts.
fn threads() -> usize {
    let look = |_| {
        thread::yield_now();
        fs::read_dir("/proc/self/task").unwrap().count()
    };
    (0..4).map(look).min().unwrap()
}

/// Memory in use, in megabytes.
fn memory() -> usize {
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    let resident: usize = pages.split(' ').nth(1).unwrap().parse().unwrap();
    (resident * 4096) >> 20
}

/// What a player uses more than there was before, at the looks at its clock and at the end.
fn used(game: &str, plies: usize, player: &mut dyn AnyPlayer) -> Seen {
    let mut position = find(game).unwrap().begin([]).unwrap();
    for _ in 0..plies {
        let ply = position.plies().swap_remove(0);
        position.play(&ply).unwrap();
    }
    let before = Seen { threads: threads(), memory: memory() };
    let most = Arc::new(Mutex::new(before));
    let seen = Arc::clone(&most);
    let look = move || {
        let mut seen = seen.lock().unwrap();
        seen.threads = seen.threads.max(threads());
        seen.memory = seen.memory.max(memory());
    };
    let at_looks = look.clone();
    let timer = Timer::new(move |_| {
        at_looks();
        Duration::ZERO
    });
    let budget = Budget { timer, ..Budget::nodes(POSITIONS) };
    player.consider(position.as_ref(), &budget, AnyWatch::Nobody).unwrap();
    look();
    let most = *most.lock().unwrap();
    Seen { threads: most.threads - before.threads, memory: most.memory - before.memory }
}

/// A player that starts a thread, or keeps more than it needs.
struct Spendthrift {
    starts_a_thread: bool,
    megabytes: usize,
}

impl Player<Connect4> for Spendthrift {
    fn think(
        &mut self,
        line: &Line<Connect4>,
        budget: &Budget,
        watch: &mut Watch<'_, Connect4>,
    ) -> Thought<u8> {
        let mut clock = Clock::start(budget);
        let kept = vec![1u8; self.megabytes << 20];
        let mut work = move || {
            clock.look();
            kept.len()
        };
        let kept = if self.starts_a_thread { thread::spawn(work).join().unwrap() } else { work() };
        assert_eq!(kept, self.megabytes << 20);
        Random::new(1).think(line, budget, watch)
    }
}

#[test]
fn no_player_starts_a_thread_unless_asked_nor_uses_more_memory_than_its_table() {
    for game in GAMES {
        // Arimaa begins with a setup of 32 plies.
        let plies = if game.name == "arimaa" { 32 } else { 3 };
        for player in players(game.name).unwrap() {
            if player.human || player.needs.is_some() {
                continue;
            }
            let has = |name| player.keys.iter().any(|key| key.name == name);
            let (keys, table) =
                if has("table") { (format!(":table={TABLE}"), TABLE) } else { (String::new(), 0) };
            let text = format!("{}{keys}", player.name);
            let mut seated = machine(game.name, &text, &Supply::seeded(1)).unwrap();
            let seen = used(game.name, plies, seated.as_mut());
            assert_eq!(seen.threads, 0, "{text} of {}", game.name);
            assert!(seen.memory <= table + REST, "{text} of {}: {seen:?}", game.name);
            if has("threads") {
                let comma = if keys.is_empty() { ":" } else { "," };
                let text = format!("{text}{comma}threads=3");
                let mut seated = machine(game.name, &text, &Supply::seeded(1)).unwrap();
                let seen = used(game.name, plies, seated.as_mut());
                assert!(seen.threads <= 2, "{text} of {}: {seen:?}", game.name);
            }
        }
    }
    // Whoever did would be found.
    let seen = |starts_a_thread, megabytes| {
        let mut player = Erased::boxed(Spendthrift { starts_a_thread, megabytes });
        used(Connect4::NAME, 3, player.as_mut())
    };
    assert_eq!(seen(true, 1).threads, 1);
    assert!(seen(false, 2 * REST).memory > REST);
}
