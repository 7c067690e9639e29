//! Programs that do everything wrong, and games told turn by turn.

use std::io::Cursor;

use ludoteca_players::{Answer, Fault, Supply};
use proptest::{prelude::*, sample::select};

use super::*;
use crate::{
    aei, english,
    script::{Script, patient},
    start_engine,
};

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

/// A program with the turns it plays.
fn script(lines: &str, turns: &[&str]) -> Script {
    Script::new(lines).with(".turns", &(turns.join("\n") + "\n"))
}

fn player(script: &Script) -> Opponent {
    waiting(script, Duration::from_secs(20))
}

/// The same that waits so long for an answer.
fn waiting(script: &Script, wait: Duration) -> Opponent {
    Opponent::new(script.words(), &patient("arimaa", wait))
}

/// What a program was told, but for whether it is ready.
fn log(script: &Script) -> Vec<String> {
    script.log().into_iter().filter(|line| line != "isready").collect()
}

/// What was played after some turns.
fn line(words: &str) -> Line<Arimaa> {
    Game::read_position(&Arimaa::default(), words).unwrap()
}

/// The same with further turns.
fn with(line: &Line<Arimaa>, words: &str) -> Line<Arimaa> {
    let more = Game::read_position(line.position(), words).unwrap().plies();
    more.iter().try_fold(line.clone(), |line, ply| line.play(ply)).unwrap()
}

/// The same with further plies.
fn with_plies(line: &Line<Arimaa>, plies: &[&str]) -> Line<Arimaa> {
    let play = |line: Line<Arimaa>, words: &&str| {
        let ply = line.position().read_ply(words).ok()?;
        line.play(&ply).ok()
    };
    plies.iter().try_fold(line.clone(), play).unwrap()
}

/// After both setups.
fn set_up() -> Line<Arimaa> {
    line(&format!("1g {GOLD} 1s {SILVER}"))
}

/// The plies with which it would end the turn.
fn rest(player: &mut Opponent, line: &Line<Arimaa>) -> Result<Vec<String>, Failure> {
    let thought = player.think(&line.erased(), &Budget::default(), AnyWatch::Nobody)?;
    assert_eq!(thought.ply().as_ref(), thought.lines[0].plies.first());
    Ok(thought.lines[0].plies.clone())
}

fn ply(player: &mut Opponent, line: &Line<Arimaa>) -> Result<String, Failure> {
    Ok(rest(player, line)?.remove(0))
}

/// Lets it play its turn, ply by ply.
fn play_turn(player: &mut Opponent, mut line: Line<Arimaa>) -> Line<Arimaa> {
    let side = Game::side(line.position());
    while Game::side(line.position()) == side {
        let words = ply(player, &line).unwrap();
        line = line.play(&line.position().read_ply(&words).unwrap()).unwrap();
    }
    line
}

/// The failure of a script that is asked for its setup.
fn fault(lines: &str, turn: &str) -> Failure {
    ply(&mut player(&script(lines, &[turn])), &line("")).unwrap_err()
}

#[test]
fn a_game_is_told_turn_by_turn_and_its_own_turns_are_played_ply_by_ply() {
    let engine = script(FAIR, &[GOLD, "Ed2n Ed3n", "Ed4n Ed5n Ra1n Ra2n"]);
    let mut player = player(&engine);
    let at = play_turn(&mut player, line(""));
    let at = with(&at, &format!("1s {SILVER}"));
    let at = play_turn(&mut player, at);
    let at = with(&at, "2s ed7s ed6s");
    // Its third turn pushes nothing and runs into Silver's elephant: that is illegal.
    let wrong = ply(&mut player, &at).unwrap_err();
    assert_eq!((wrong.kind, &*wrong.text.id), (Fault::Illegal, "engine-illegal"), "{wrong}");
    drop(player);
    let told = [
        "aei",
        "newgame",
        "go",
        &format!("makemove {GOLD}"),
        &format!("makemove {SILVER}"),
        "go",
        "makemove Ed2n Ed3n",
        "makemove ed7s ed6s",
        "go",
        "quit",
    ];
    assert_eq!(log(&engine), told);
}

#[test]
fn a_game_that_went_elsewhere_or_was_taken_up_in_the_middle_is_told_turn_by_turn_too() {
    let engine = script(FAIR, &["Ed2n"; 4]);
    let mut player = player(&engine);
    assert_eq!(ply(&mut player, &set_up()).unwrap(), "Ed2n");
    // Asked again about what it knows, it is told nothing.
    assert_eq!(ply(&mut player, &set_up()).unwrap(), "Ed2n");
    let other = with(&set_up(), "2g Ha2n 2s ha7s");
    assert_eq!(ply(&mut player, &other).unwrap(), "Ed2n");
    // That was taken back.
    let another = with(&set_up(), "2g Hh2n 2s ha7s");
    assert_eq!(ply(&mut player, &another).unwrap(), "Ed2n");
    drop(player);
    let (gold, silver) = (format!("makemove {GOLD}"), format!("makemove {SILVER}"));
    let told = [
        "aei",
        "newgame",
        &gold,
        &silver,
        "go",
        "go",
        "makemove Ha2n",
        "makemove ha7s",
        "go",
        "newgame",
        &gold,
        &silver,
        "makemove Hh2n",
        "makemove ha7s",
        "go",
        "quit",
    ];
    assert_eq!(log(&engine), told);
}

#[test]
fn only_a_board_that_was_set_up_is_told_as_a_board() {
    let engine = script(FAIR, &["Ed2n"; 2]);
    let mut player = player(&engine);
    let board = write_board(&set_up().position().state().board, Side::First);
    let begin = line(&board);
    assert_eq!(ply(&mut player, &begin).unwrap(), "Ed2n");
    assert_eq!(ply(&mut player, &with(&begin, "2g Ha2n 2s ha7s")).unwrap(), "Ed2n");
    let told = ["aei", "newgame", &format!("setposition {board}"), "go"];
    assert_eq!(log(&engine)[..4], told);
    assert_eq!(log(&engine)[4..], ["makemove Ha2n", "makemove ha7s", "go"]);
}

#[test]
fn a_bare_position_is_told_by_its_pieces_while_they_are_set_up() {
    let engine = script(FAIR, &[SILVER]);
    let bare = Line::still(line(&format!("1g {GOLD}")).into_position());
    assert_eq!(ply(&mut player(&engine), &bare).unwrap(), "ra8");
    let log = log(&engine);
    assert_eq!(log[1], "newgame");
    assert!(log[2].starts_with("makemove Ra1 "), "{log:?}");
}

#[test]
fn an_engine_from_before_version_1_hears_of_white_and_black() {
    let engine = script(&FAIR.replace("echo protocol-version 1;", ""), &["ed7s"]);
    let bare = Line::still(with(&set_up(), "2g Ed2n").into_position());
    assert_eq!(ply(&mut player(&engine), &bare).unwrap(), "ed7s");
    assert!(log(&engine)[2].starts_with("setposition b ["), "{:?}", log(&engine));
}

#[test]
fn an_engine_behind_an_engine_is_told_the_same_game() {
    let engine = script(FAIR, &["Ed2n"]);
    let player = format!("engine:cmd=\"sh {}\"", engine.path());
    let settings = aei::Settings { player, time: None, seed: 1, say: english() };
    let supply = Supply { engine: &start_engine, ..Supply::seeded(1) };
    let turns = [GOLD, SILVER, "Ha2n", "ha7s"].map(|turn| format!("makemove {turn}"));
    let heard = format!("newgame\n{}\ngo\n", turns.join("\n"));
    let mut said = Vec::new();
    aei::serve(settings, supply, Cursor::new(heard.into_bytes()), &mut said).unwrap().unwrap();
    assert!(String::from_utf8(said).unwrap().ends_with("bestmove Ed2n\n"));
    assert_eq!(log(&engine)[2..6], turns);
}

#[test]
fn a_turn_that_begins_like_its_own_it_takes_over_as_it_is() {
    let engine = script(FAIR, &["Ha2n Ha3n Ra1n"]);
    let mut player = player(&engine);
    let half = with_plies(&set_up(), &["Ha2n"]);
    assert_eq!(rest(&mut player, &half).unwrap(), ["Ha3n", "Ra1n", "end"]);
    // The rest of it is known, and nothing is asked again.
    let more = with_plies(&half, &["Ha3n"]);
    assert_eq!(rest(&mut player, &more).unwrap(), ["Ra1n", "end"]);
    assert_eq!(log(&engine).iter().filter(|line| *line == "go").count(), 1);
}

#[test]
fn any_other_turn_it_takes_over_as_the_board_stands_and_as_far_as_steps_are_left() {
    let engine = script(FAIR, &["Ed2n", "Ed2n Ed3n Ed4n Ed5n"]);
    let mut player = player(&engine);
    let half = with_plies(&set_up(), &["Ha2n", "Ha3n"]);
    assert_eq!(rest(&mut player, &half).unwrap(), ["Ed2n", "Ed3n"]);
    let board = write_board(&half.position().state().board, Side::First);
    let log = log(&engine);
    assert_eq!(log[log.len() - 3..], ["newgame", &format!("setposition {board}"), "go"]);
}

#[test]
fn back_to_where_the_turn_began_it_does_not_lead() {
    let engine = script(FAIR, &["Ed2n", "Ha3s"]);
    let half = with_plies(&set_up(), &["Ha2n"]);
    let plies = rest(&mut player(&engine), &half).unwrap();
    let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
    let after = with_plies(&half, &plies);
    assert_eq!(Game::side(after.position()), Side::Second);
}

#[test]
fn a_push_that_is_half_done_is_completed_before_it_is_asked() {
    let engine = script(FAIR, &["Ra1n", "Ra1n Ra2n Ra3n Ra4n"]);
    let mut rows = ["        "; 8];
    rows[0] = "r      r"; // 8
    rows[2] = "   c    "; // 6
    rows[3] = "   E    "; // 5
    rows[7] = "R      R"; // 1
    let start = line(&format!("g [{}]", rows.concat()));
    let half = with_plies(&start, &["cd6n"]);
    assert_eq!(rest(&mut player(&engine), &half).unwrap(), ["Ed5n", "Ra1n", "Ra2n"]);
}

#[test]
fn a_setup_that_is_begun_is_completed_with_what_still_fits() {
    let engine = script(FAIR, &[GOLD]);
    let half = with_plies(&line(""), &["Ea1"]);
    let plies = rest(&mut player(&engine), &half).unwrap();
    assert_eq!(plies[..3], ["Rb1", "Rc1", "Rd1"]);
    assert_eq!((plies.len(), plies.last().map(String::as_str)), (15, Some("Rd2")));
    // The same for a bare position.
    let engine = script(FAIR, &[GOLD]);
    let bare = Line::still(half.into_position());
    assert_eq!(rest(&mut player(&engine), &bare).unwrap(), plies);
}

#[test]
fn where_nobody_knows_how_a_turn_began_it_is_asked_as_the_board_stands() {
    let engine = script(FAIR, &["Ed2n Ed3n Ed4n Ed5n"]);
    let half = Line::still(with_plies(&set_up(), &["Ha2n"]).into_position());
    assert_eq!(rest(&mut player(&engine), &half).unwrap(), ["Ed2n", "Ed3n", "Ed4n"]);
    assert_eq!(log(&engine).iter().filter(|line| *line == "go").count(), 1);
}

#[test]
fn the_time_for_a_turn_is_told_in_whole_seconds() {
    let engine = script(FAIR, &["Ed2n", "Ed2n"]);
    let mut player = player(&engine);
    let begin = set_up();
    let budget = Budget::time(Duration::from_millis(1500));
    for _ in 0..2 {
        player.think(&begin.erased(), &budget, AnyWatch::Nobody).unwrap();
    }
    let log = log(&engine);
    let set = |name: &str| log.iter().filter(|line| line.contains(name)).count();
    assert!(log.contains(&"setoption name tcmove value 2".to_owned()), "{log:?}");
    assert_eq!((set("tcmove"), set("moveused")), (1, 2));
}

#[test]
fn both_sides_have_a_reserve_at_every_turn_as_one_without_is_played_in_a_hurry() {
    let engine = script(FAIR, &["Ed2n", "Ed2n"]);
    let mut player = player(&engine);
    for _ in 0..2 {
        let budget = Budget::time(Duration::from_secs(5));
        player.think(&set_up().erased(), &budget, AnyWatch::Nobody).unwrap();
    }
    let told = |name: &str| {
        let begin = format!("setoption name {name} value ");
        let values =
            log(&engine).into_iter().filter_map(|line| Some(line.strip_prefix(&begin)?.to_owned()));
        values.collect::<Vec<_>>()
    };
    assert_eq!((told("tcmove"), told("tcreserve")), (vec!["5".to_owned()], vec!["20".to_owned()]));
    // bot_sharp takes a turn's own time where there are 8 seconds and 1.6 turns in reserve.
    for side in ["greserve", "sreserve"] {
        assert_eq!(told(side), ["20", "20"]);
    }
}

#[test]
fn what_it_is_to_be_set_to_it_is_told_before_the_first_game() {
    let wishes = ["hash=200", "opponent = a b", "ponder"].map(str::to_owned);
    let seated = |engine: &Script| {
        let program = patient("arimaa", Duration::from_secs(20));
        Opponent::new(engine.words(), &Program { wishes: &wishes, ..program })
    };
    let engine = script(FAIR, &["Ed2n", "Ed2n"]);
    let mut player = seated(&engine);
    ply(&mut player, &set_up()).unwrap();
    ply(&mut player, &set_up()).unwrap();
    let options = ["name hash value 200", "name opponent value a b", "name ponder value"];
    assert_eq!(log(&engine)[1..4], options.map(|option| format!("setoption {option}")));
    assert_eq!(log(&engine)[4], "newgame");
    assert_eq!(log(&engine).iter().filter(|line| line.contains("hash")).count(), 1);
    let strict = script(&FAIR.replace("go) ", "setoption) echo log Error: what ;;\n go) "), &[]);
    let refused = ply(&mut seated(&strict), &set_up()).unwrap_err();
    assert_eq!(refused.kind, Fault::Refused);
    assert!(english()(&refused.text).contains("hash"), "{refused}");
}

#[test]
fn one_that_thinks_on_is_stopped_when_its_time_is_over() {
    let slow = FAIR.replace("    go)", "    go) ;;\n    stop)");
    let engine = script(&slow, &["Ed2n"]);
    let begin = set_up();
    let budget = Budget::time(Duration::from_millis(50));
    let thought = player(&engine).think(&begin.erased(), &budget, AnyWatch::Nobody).unwrap();
    assert_eq!(thought.ply().as_deref(), Some("Ed2n"));
    assert_eq!(thought.lines[0].plies, ["Ed2n", "end"]);
}

#[test]
fn a_resignation_is_an_answer() {
    let engine = script(FAIR, &["resign"]);
    let start = line("").erased();
    let thought = player(&engine).think(&start, &Budget::default(), AnyWatch::Nobody).unwrap();
    assert_eq!((thought.answer, thought.lines), (Answer::Resign, Vec::new()));
}

#[test]
fn each_fault_is_told_apart() {
    let crash = fault("echo no licence >&2; exit 4", "");
    assert_eq!((crash.kind, &*crash.text.id), (Fault::Crash, "engine-ended-saying"));
    assert_eq!(
        english()(&crash.text),
        "the engine ended when it was asked “aei” (status 4). Its last words: no licence"
    );
    let in_the_middle = fault(&FAIR.replace("go) ", "go) exit 0; "), "");
    assert_eq!((in_the_middle.kind, &*in_the_middle.text.id), (Fault::Crash, "engine-ended"));
    assert!(english()(&in_the_middle.text).contains("“go”"), "{in_the_middle}");
    assert_eq!(fault(&FAIR.replace("go) ", "go) kill -KILL $$; "), "").kind, Fault::Killed);
    for noise in
        ["echo Welcome to the engine; cat", "printf '\\377\\376\\0\\n'; cat", "exec yes babble"]
    {
        let garbage = fault(noise, "");
        assert_eq!(
            (garbage.kind, &*garbage.text.id),
            (Fault::Garbage, "engine-garbage"),
            "{noise}"
        );
    }
    for turn in ["", "Ra1 Rb1", "Ee2n", "pass", "Ra1 Ra1"] {
        let illegal = fault(FAIR, turn);
        assert_eq!((illegal.kind, &*illegal.text.id), (Fault::Illegal, "engine-illegal"), "{turn}");
    }
    // One that ended has ended, and its complaint says why.
    let refused = fault(&FAIR.replace("go) ", "go) echo log Error: no idea; exit 1; "), "");
    assert_eq!((refused.kind, &*refused.text.id), (Fault::Crash, "engine-refused"));
    assert!(english()(&refused.text).contains("no idea"), "{refused}");
    // An error it tells on the way to its board is a refusal, even if it goes on.
    let doubts = FAIR.replace("isready) ", "newgame) echo log Error: not now ;;\n    isready) ");
    assert_eq!(fault(&doubts, GOLD).kind, Fault::Refused);
    let mut nobody =
        Opponent::new(vec!["./nobody".into()], &patient("arimaa", Duration::from_secs(1)));
    let never = ply(&mut nobody, &line("")).unwrap_err();
    assert_eq!((never.kind, &*never.text.id), (Fault::Crash, "engine-not-started"));
}

#[test]
fn one_that_stalls_is_ended_and_so_is_one_that_talks_without_answering() {
    for lines in ["exec sleep 600", "trap '' TERM; while :; do sleep 1; done", "exec yes info x"] {
        let file = script(lines, &[]);
        let mut player = waiting(&file, Duration::from_millis(200));
        let late = ply(&mut player, &line("")).unwrap_err();
        assert_eq!((late.kind, &*late.text.id), (Fault::Stall, "engine-stalled"), "{lines}");
        assert!(english()(&late.text).contains("within 0.2 s"), "{late}");
    }
}

#[test]
fn after_a_fault_it_is_started_anew_and_the_game_goes_on() {
    // It ends at once, and leaves a sign that it was there.
    let lines = "if [ ! -e \"$0.seen\" ]; then : > \"$0.seen\"; exit 1; fi\n".to_owned() + FAIR;
    let engine = script(&lines, &["Ed2n"]);
    let mut player = player(&engine);
    let begin = set_up();
    assert_eq!(ply(&mut player, &begin).unwrap_err().kind, Fault::Crash);
    assert_eq!(ply(&mut player, &begin).unwrap(), "Ed2n");
}

#[test]
fn one_that_is_stopped_says_what_it_has_found_or_is_ended() {
    let stop = Stop::default();
    stop.set();
    let budget = Budget { stop, ..Budget::default() };
    let silent = script("exec sleep 600", &[]);
    let stopped = player(&silent).think(&line("").erased(), &budget, AnyWatch::Nobody);
    assert_eq!(stopped.unwrap_err().kind, Fault::Interrupted);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn whatever_a_program_says_it_has_moved_or_failed(words in prop::collection::vec(select(vec![
        "aeiok", "readyok", "bestmove ", "protocol-version 1", "log Error: ", "info ", "id name é",
        "Ra1 ", "resign", "\n", "\r", "\0", "\u{1b}[2J", " ",
    ]), 0..16)) {
        let script = Script::new(r#"while read -r line; do cat "$0.said"; done"#);
        let script = script.with(".said", &format!("aeiok\nreadyok\n{}\n", words.concat()));
        let mut player = waiting(&script, Duration::from_millis(30));
        let line = line("");
        let thought = player.think(&line.erased(), &Budget::default(), AnyWatch::Nobody);
        if let Some(ply) = thought.ok().and_then(|thought| thought.ply()) {
            prop_assert!(line.position().read_ply(&ply).is_ok(), "{}", ply);
        }
    }
}
