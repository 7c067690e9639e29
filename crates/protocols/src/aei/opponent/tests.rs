//! Programs that do everything wrong, and games told turn by turn.

use ludoteca_words::Lang;

use super::*;

const GOLD: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2";
const SILVER: &str = "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";

/// Answers every message, `go` with the turns of a file, one after the other.
const FAIR: &str = r#"
while read -r cmd rest; do
  echo "$cmd $rest" >> "$0.log"
  case $cmd in
    aei) echo protocol-version 1; echo id name Fair; echo aeiok ;;
    isready) echo readyok ;;
    go) n=$((n + 1)); echo info depth 4; echo "log Debug: $n"; echo "bestmove $(sed -n ${n}p "$0.turns")" ;;
    quit) exit ;;
  esac
done
"#;

/// A script that is a program, and what it was told.
struct Script {
    folder: tempfile::TempDir,
}

impl Script {
    fn new(script: &str, turns: &[&str]) -> Script {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("engine"), script).unwrap();
        std::fs::write(folder.path().join("engine.turns"), turns.join("\n") + "\n").unwrap();
        Script { folder }
    }

    fn player(&self) -> Opponent {
        self.patient(Duration::from_secs(20))
    }

    fn patient(&self, wait: Duration) -> Opponent {
        let file = self.folder.path().join("engine").to_str().unwrap().to_owned();
        Opponent::new(vec!["sh".into(), file], "the engine", wait)
    }

    /// What it was told, but for whether it is ready.
    fn log(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.folder.path().join("engine.log")).unwrap();
        let lines = log.lines().map(|line| line.trim_end().to_owned());
        lines.filter(|line| line != "isready").collect()
    }
}

fn position(words: &str) -> Arimaa {
    Game::read_position(&Arimaa::default(), words).unwrap().into_position()
}

fn ply(player: &mut Opponent, position: &Arimaa) -> Result<String, Text> {
    let thought = player.consider(position, &Budget::default(), AnyWatch::Nobody)?;
    Ok(thought.ply().unwrap())
}

/// Lets it play its turn, ply by ply, and returns the position after it.
fn play_turn(player: &mut Opponent, mut at: Arimaa) -> Arimaa {
    let side = Game::side(&at);
    while Game::side(&at) == side {
        let words = ply(player, &at).unwrap();
        let ply = at.read_ply(&words).unwrap();
        Game::play(&mut at, &ply).unwrap();
    }
    at
}

/// The error of a script that is asked for its setup.
fn fault(script: &str, turn: &str) -> Text {
    ply(&mut Script::new(script, &[turn]).player(), &Arimaa::default()).unwrap_err()
}

#[test]
fn a_game_is_told_turn_by_turn_and_its_own_turns_are_played_ply_by_ply() {
    let script = Script::new(FAIR, &[GOLD, "Ed2n Ed3n", "Ed4n Ed5n Ra1n Ra2n"]);
    let mut player = script.player();
    let at = play_turn(&mut player, Arimaa::default());
    let at = Game::read_position(&at, &format!("1s {SILVER}")).unwrap().into_position();
    let at = play_turn(&mut player, at);
    let at = Game::read_position(&at, "2s ed7s ed6s").unwrap().into_position();
    // Its third turn pushes nothing and runs into Silver's elephant: that is illegal.
    let wrong = ply(&mut player, &at).unwrap_err();
    assert_eq!(wrong.id, "engine-illegal", "{wrong}");
    drop(player);
    let told = [
        "aei",
        "newgame",
        "go",
        &format!("makemove {GOLD}"),
        // The pieces of the other side are told from a1 to h8.
        "makemove ha7 db7 cc7 ed7 me7 cf7 dg7 hh7 ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8",
        "go",
        "makemove Ed2n Ed3n",
        "makemove ed7s ed6s",
        "go",
        "quit",
    ];
    assert_eq!(script.log(), told);
}

#[test]
fn a_game_that_went_elsewhere_is_told_as_a_board() {
    let script = Script::new(FAIR, &["Ed2n", "Ed2n", "Ed2n", "Ed2n"]);
    let mut player = script.player();
    let begin = position(&format!("1g {GOLD} 1s {SILVER}"));
    let board = write_board(&begin.state().board, Side::First);
    assert_eq!(ply(&mut player, &begin).unwrap(), "Ed2n");
    // Asked again about what it knows, it is told nothing.
    assert_eq!(ply(&mut player, &begin).unwrap(), "Ed2n");
    // Somebody played another turn in its place.
    let other = position(&format!("1g {GOLD} 1s {SILVER} 2g Ha2n 2s ha7s"));
    assert_eq!(ply(&mut player, &other).unwrap(), "Ed2n");
    let elsewhere = write_board(&other.state().board, Side::First);
    drop(player);
    let told = [
        "aei".to_owned(),
        "newgame".to_owned(),
        format!("setposition {board}"),
        "go".to_owned(),
        "go".to_owned(),
        "newgame".to_owned(),
        format!("setposition {elsewhere}"),
        "go".to_owned(),
        "quit".to_owned(),
    ];
    assert_eq!(script.log(), told);
}

#[test]
fn for_silver_golds_setup_is_a_move() {
    let script = Script::new(FAIR, &[SILVER]);
    let mut player = script.player();
    let at = position(&format!("1g {GOLD}"));
    assert_eq!(ply(&mut player, &at).unwrap(), "ra8");
    let log = script.log();
    assert_eq!(log[1], "newgame");
    assert!(log[2].starts_with("makemove Ra1 "), "{log:?}");
}

#[test]
fn an_engine_from_before_version_1_hears_of_white_and_black() {
    let script = Script::new(&FAIR.replace("echo protocol-version 1;", ""), &["ed7s"]);
    let at = position(&format!("1g {GOLD} 1s {SILVER} 2g Ed2n"));
    assert_eq!(ply(&mut script.player(), &at).unwrap(), "ed7s");
    assert!(script.log()[2].starts_with("setposition b ["), "{:?}", script.log());
}

#[test]
fn a_turn_that_somebody_else_began_cannot_be_told() {
    let script = Script::new(FAIR, &["Ed2n"]);
    let mut player = script.player();
    let begin = position(&format!("1g {GOLD} 1s {SILVER}"));
    let half = Game::read_position(&begin, "Ha2n").unwrap().into_position();
    assert_eq!(ply(&mut player, &half).unwrap_err().id, "engine-half-turn");
    let half = position("Ra1 Rb1");
    assert_eq!(ply(&mut player, &half).unwrap_err().id, "engine-half-turn");
    // It plays on all the same.
    assert_eq!(ply(&mut player, &begin).unwrap(), "Ed2n");
}

#[test]
fn the_time_for_a_turn_is_told_in_whole_seconds() {
    let script = Script::new(FAIR, &["Ed2n", "Ed2n"]);
    let mut player = script.player();
    let begin = position(&format!("1g {GOLD} 1s {SILVER}"));
    let budget = Budget::time(Duration::from_millis(1500));
    for _ in 0..2 {
        player.consider(&begin, &budget, AnyWatch::Nobody).unwrap();
    }
    let log = script.log();
    let set = |name: &str| log.iter().filter(|line| line.contains(name)).count();
    assert!(log.contains(&"setoption name tcmove value 2".to_owned()), "{log:?}");
    assert_eq!((set("tcmove"), set("moveused")), (1, 2));
}

#[test]
fn one_that_thinks_on_is_stopped_when_its_time_is_over() {
    let slow = FAIR.replace("    go)", "    go) ;;\n    stop)");
    let script = Script::new(&slow, &["Ed2n"]);
    let begin = position(&format!("1g {GOLD} 1s {SILVER}"));
    let budget = Budget::time(Duration::from_millis(50));
    let thought = script.player().consider(&begin, &budget, AnyWatch::Nobody).unwrap();
    assert_eq!(thought.ply().as_deref(), Some("Ed2n"));
    assert_eq!(thought.lines[0].plies, ["Ed2n", "end"]);
}

#[test]
fn a_resignation_is_an_answer() {
    let script = Script::new(FAIR, &["resign"]);
    assert_eq!(ply(&mut script.player(), &Arimaa::default()).unwrap(), RESIGN);
}

#[test]
fn each_fault_is_told_apart() {
    let crash = fault("echo no licence >&2; exit 4", "");
    assert_eq!(crash.id, "engine-ended-saying");
    assert_eq!(
        Lang::ENGLISH.say(&crash),
        "the engine ended when it was asked “aei” (status 4). Its last words: no licence"
    );
    let in_the_middle = fault(&FAIR.replace("go) ", "go) exit 0; "), "");
    assert_eq!(in_the_middle.id, "engine-ended");
    assert!(Lang::ENGLISH.say(&in_the_middle).contains("“go”"), "{in_the_middle}");
    assert_eq!(fault("echo Welcome to the engine; cat", "").id, "engine-garbage");
    assert_eq!(fault("printf '\\377\\376\\0\\n'; cat", "").id, "engine-garbage");
    assert_eq!(fault("exec yes babble", "").id, "engine-garbage");
    for turn in ["", "Ra1 Rb1", "Ee2n", "pass", "Ra1 Ra1"] {
        assert_eq!(fault(FAIR, turn).id, "engine-illegal", "{turn}");
    }
    let refuses = FAIR.replace("go) ", "go) echo log Error: no idea; exit 1; ");
    let refused = fault(&refuses, "");
    assert_eq!(refused.id, "engine-refused");
    assert!(Lang::ENGLISH.say(&refused).contains("no idea"), "{refused}");
    // An error it tells on the way to its board is a refusal, even if it goes on.
    let doubts = FAIR.replace("isready) ", "newgame) echo log Error: not now ;;\n    isready) ");
    assert_eq!(fault(&doubts, GOLD).id, "engine-refused");
    let mut nobody = Opponent::new(vec!["./nobody".into()], "nobody", Duration::from_secs(1));
    assert_eq!(ply(&mut nobody, &Arimaa::default()).unwrap_err().id, "engine-not-started");
}

#[test]
fn one_that_stalls_is_ended_and_so_is_one_that_talks_without_answering() {
    for script in ["exec sleep 600", "trap '' TERM; while :; do sleep 1; done", "exec yes info x"] {
        let file = Script::new(script, &[]);
        let mut player = file.patient(Duration::from_millis(200));
        let late = ply(&mut player, &Arimaa::default()).unwrap_err();
        assert_eq!(late.id, "engine-stalled", "{script}");
        assert!(Lang::ENGLISH.say(&late).contains("within 0.2 s"), "{late}");
    }
}

#[test]
fn after_a_fault_it_is_started_anew_and_the_game_goes_on() {
    // It ends at once, and leaves a sign that it was there.
    let script = "if [ ! -e \"$0.seen\" ]; then : > \"$0.seen\"; exit 1; fi\n".to_owned() + FAIR;
    let script = Script::new(&script, &["Ed2n"]);
    let mut player = script.player();
    let begin = position(&format!("1g {GOLD} 1s {SILVER}"));
    assert_eq!(ply(&mut player, &begin).unwrap_err().id, "engine-ended");
    assert_eq!(ply(&mut player, &begin).unwrap(), "Ed2n");
}

#[test]
fn one_that_is_stopped_says_what_it_has_found_or_is_ended() {
    let stop = Stop::default();
    stop.set();
    let budget = Budget { stop, ..Budget::default() };
    let silent = Script::new("exec sleep 600", &[]);
    let stopped = silent.player().consider(&Arimaa::default(), &budget, AnyWatch::Nobody);
    assert_eq!(stopped.unwrap_err().id, "engine-stopped");
}
