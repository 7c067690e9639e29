//! Programs that do everything wrong, and games told move by move.

use std::thread;

use ludoteca_games::below;
use ludoteca_words::Lang;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::*;

/// Answers every command, `genmove` with the first free cell of the first column.
const FAIR: &str = r#"
n=0
while read -r cmd colour rest; do
  echo "$cmd $colour $rest" >> "$0.log"
  case $cmd in
    list_commands) printf '= boardsize\nplay\ngenmove\ntime_settings\ngogui-interrupt\n\n' ;;
    genmove) n=$((n + 1)); printf '= a%s\n\n' $n ;;
    quit) printf '= \n\n'; exit ;;
    *) printf '= \n\n' ;;
  esac
done
"#;

/// A script that is a program, and what it was told.
struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    fn new(script: &str) -> Script {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("engine"), script).unwrap();
        Script { folder }
    }

    fn player(&self) -> Opponent {
        self.patient(Duration::from_secs(20))
    }

    fn patient(&self, wait: Duration) -> Opponent {
        let file = self.folder.path().join("engine").to_str().unwrap().to_owned();
        Opponent::new(vec!["sh".into(), file], "the engine", wait)
    }

    fn log(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.folder.path().join("engine.log")).unwrap();
        log.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

fn hex(size: usize, swap: Swap, moves: &str) -> Hex {
    Game::read_position(&Hex::new(size, swap).unwrap(), moves).unwrap().into_position()
}

fn answer(player: &mut Opponent, hex: &Hex) -> Result<String, Text> {
    let thought = player.consider(hex, &Budget::default(), AnyWatch::Nobody)?;
    Ok(thought.ply().unwrap())
}

/// The error of a script that is asked for a move on an empty board.
fn fault(script: &str) -> Text {
    answer(&mut Script::new(script).player(), &hex(3, Swap::None, "")).unwrap_err()
}

#[test]
fn a_game_is_told_move_by_move() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    assert_eq!(answer(&mut player, &hex(3, Swap::None, "")).unwrap(), "a1");
    assert_eq!(answer(&mut player, &hex(3, Swap::None, "a1 c1")).unwrap(), "a2");
    drop(player);
    let told = [
        "list_commands",
        "boardsize 3",
        "clear_board",
        "genmove black",
        "play white c1",
        "genmove black",
        "quit",
    ];
    assert_eq!(script.log(), told);
}

#[test]
fn a_game_that_went_elsewhere_is_told_from_the_beginning() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    assert_eq!(answer(&mut player, &hex(3, Swap::None, "c3 c2")).unwrap(), "a1");
    // Taken back, and something else played.
    assert_eq!(answer(&mut player, &hex(3, Swap::None, "b3 c2")).unwrap(), "a2");
    let log = script.log();
    assert_eq!(log[2..6], ["clear_board", "play black c3", "play white c2", "genmove black"]);
    assert_eq!(log[6..10], ["clear_board", "play black b3", "play white c2", "genmove black"]);
}

#[test]
fn swaps_are_told_in_their_word_and_in_stones_where_it_is_not_known() {
    let script = Script::new(FAIR);
    answer(&mut script.player(), &hex(3, Swap::Pieces, "c2 swap-pieces")).unwrap();
    assert_eq!(script.log()[3..6], ["play black c2", "play white swap-pieces", "genmove black"]);
    let script = Script::new(FAIR);
    answer(&mut script.player(), &hex(3, Swap::Sides, "c2 swap-sides")).unwrap();
    assert_eq!(script.log()[3..6], ["play black c2", "play white swap-sides", "genmove white"]);
    let deaf = FAIR.replace("    quit)", "    play) case $rest in swap*) printf '? what\\n\\n' ;; *) printf '= \\n\\n' ;; esac ;;\n    quit)");
    let script = Script::new(&deaf);
    answer(&mut script.player(), &hex(3, Swap::Pieces, "c2 swap-pieces c1")).unwrap();
    let log = script.log();
    assert_eq!(
        log[3..9],
        [
            "play black c2",
            "play white swap-pieces",
            "clear_board",
            "play black c1",
            "play white b3",
            "genmove white"
        ]
    );
}

#[test]
fn the_time_for_a_move_is_told_once() {
    let script = Script::new(FAIR);
    let mut player = script.player();
    let budget = Budget::time(Duration::from_millis(1500));
    for moves in ["", "a1 c1"] {
        player.consider(&hex(3, Swap::None, moves), &budget, AnyWatch::Nobody).unwrap();
    }
    let log = script.log();
    let times = log.iter().filter(|line| line.starts_with("time_settings"));
    assert_eq!(times.collect::<Vec<_>>(), ["time_settings 0 1.5 1"]);
}

#[test]
fn a_resignation_and_a_swap_are_answers() {
    let script = Script::new(&FAIR.replace("= a%s", "= Resign"));
    assert_eq!(answer(&mut script.player(), &hex(3, Swap::None, "")).unwrap(), RESIGN);
    for (said, swap) in [("swap-pieces", Swap::Pieces), ("swap", Swap::Sides)] {
        let script = Script::new(&FAIR.replace("= a%s", &format!("= {said}")));
        let swapped = answer(&mut script.player(), &hex(3, swap, "b2")).unwrap();
        assert!(swapped.starts_with("swap-"), "{swapped}");
    }
}

#[test]
fn what_is_drawn_meanwhile_and_ids_are_passed_over() {
    let script = FAIR.replace("= a%s", "gogui-gfx:\\nab\\nVAR\\nLABEL\\nTEXT 1\\n\\n=7 A%s");
    assert_eq!(answer(&mut Script::new(&script).player(), &hex(3, Swap::None, "")).unwrap(), "a1");
}

#[test]
fn each_fault_is_told_apart() {
    let crash = fault("echo no licence >&2; exit 4");
    assert_eq!(crash.id, "engine-ended-saying");
    assert_eq!(
        Lang::ENGLISH.say(&crash),
        "the engine ended when it was asked “list_commands” (status 4). Its last words: no licence"
    );
    let in_the_middle = fault(&FAIR.replace("n=$((n + 1)); printf '= a%s\\n\\n' $n", "exit 0"));
    assert_eq!(in_the_middle.id, "engine-ended");
    assert!(Lang::ENGLISH.say(&in_the_middle).contains("genmove black"), "{in_the_middle}");
    assert_eq!(fault("echo Welcome to the engine; cat").id, "engine-garbage");
    assert_eq!(fault("printf '\\377\\376\\0\\n\\n'; cat").id, "engine-garbage");
    assert_eq!(fault("exec yes '= x'").id, "engine-babbles");
    assert_eq!(fault(&FAIR.replace("= a%s", "= z%s")).id, "engine-illegal");
    assert_eq!(fault(&FAIR.replace("= a%s", "= swap-pieces")).id, "engine-illegal");
    assert_eq!(fault(&FAIR.replace("= a%s", "= ")).id, "engine-illegal");
    assert_eq!(fault(&FAIR.replace("= a%s", "? no idea")).id, "engine-refused");
    assert_eq!(fault("while read -r x; do printf '? no\\n\\n'; done").id, "engine-refused");
    let start = || Hex::new(3, Swap::None).unwrap();
    let mut nobody = Opponent::new(vec!["./nobody".into()], "nobody", Duration::from_secs(1));
    assert_eq!(answer(&mut nobody, &start()).unwrap_err().id, "engine-not-started");
}

#[test]
fn one_that_stalls_is_ended_and_so_is_one_that_talks_without_answering() {
    for script in ["exec sleep 600", "trap '' TERM; while :; do sleep 1; done", "cat /dev/zero"] {
        let file = Script::new(script);
        let mut player = file.patient(Duration::from_millis(200));
        let late = answer(&mut player, &hex(3, Swap::None, "")).unwrap_err();
        assert_eq!(late.id, "engine-stalled", "{script}");
        assert!(Lang::ENGLISH.say(&late).contains("within 0.2 s"), "{late}");
    }
}

#[test]
fn after_a_fault_it_is_started_anew_and_the_game_goes_on() {
    // It ends at its first move, and leaves a sign that it was there.
    let script = "if [ ! -e \"$0.seen\" ]; then : > \"$0.seen\"; exit 1; fi\n".to_owned() + FAIR;
    let script = Script::new(&script);
    let mut player = script.player();
    let position = hex(3, Swap::None, "c3 c2");
    assert_eq!(answer(&mut player, &position).unwrap_err().id, "engine-ended");
    assert_eq!(answer(&mut player, &position).unwrap(), "a1");
    assert_eq!(script.log()[3..5], ["play black c3", "play white c2"]);
}

/// What comes of a thought that is stopped once the program has been asked for its move.
fn stopped(script: &str) -> Result<Option<String>, Text> {
    let script = Script::new(script);
    let budget = Budget::default();
    thread::scope(|scope| {
        scope.spawn(|| {
            let log = script.folder.path().join("engine.log");
            let asked = || std::fs::read_to_string(&log).unwrap_or_default().contains("genmove");
            while !asked() {
                thread::sleep(Duration::from_millis(5));
            }
            budget.stop.set();
        });
        let thought = script.player().consider(&hex(3, Swap::None, ""), &budget, AnyWatch::Nobody);
        Ok(thought?.ply())
    })
}

#[test]
fn one_that_is_stopped_says_what_it_has_or_is_ended() {
    let deaf = FAIR.replace("gogui-interrupt\\n", "").replace("n=$((n + 1));", "sleep 600;");
    assert_eq!(stopped(&deaf).unwrap_err().id, "engine-stopped");
    let hears = FAIR.replace("n=$((n + 1));", "read -r x; n=$((n + 1));");
    assert_eq!(stopped(&hears).unwrap().as_deref(), Some("a1"));
    let draws = FAIR
        .replace("gogui-interrupt\\n", "")
        .replace("n=$((n + 1));", "while :; do printf 'gogui-gfx:\\nab\\n\\n'; done;");
    assert_eq!(stopped(&draws).unwrap_err().id, "engine-stopped");
}

#[test]
fn drawing_without_end_is_no_answer_in_time() {
    let script = Script::new("while :; do printf 'gogui-gfx:\\nab\\n\\n'; done");
    let mut player = script.patient(Duration::from_millis(200));
    let late = answer(&mut player, &hex(3, Swap::None, "")).unwrap_err();
    assert_eq!(late.id, "engine-stalled");
}

#[test]
fn any_position_of_a_game_is_reached_from_the_empty_board_and_from_any_before_it() {
    let mut rng = SplitMix64::seed_from_u64(1);
    for swap in [Swap::None, Swap::Pieces, Swap::Sides] {
        for _ in 0..60 {
            let start = Hex::new(1 + below(&mut rng, 6) as usize, swap).unwrap();
            let mut game = vec![start];
            while let Some(ply) = game[game.len() - 1].random_ply(&mut rng) {
                let mut next = game[game.len() - 1];
                next.play_unchecked(&ply);
                game.push(next);
            }
            // The end itself need not be told to anybody.
            game.pop();
            for (at, to) in game.iter().enumerate() {
                for from in [start, game[below(&mut rng, at as u32 + 1) as usize]] {
                    let plies = path(&from, to).unwrap();
                    let mut at = from;
                    plies.iter().for_each(|ply| Game::play(&mut at, ply).unwrap());
                    assert_eq!(at, *to);
                }
            }
        }
    }
    assert_eq!(path(&hex(3, Swap::None, "a1"), &hex(3, Swap::None, "a2")), None);
    assert_eq!(path(&hex(3, Swap::None, "a1"), &hex(3, Swap::None, "")), None);
}
