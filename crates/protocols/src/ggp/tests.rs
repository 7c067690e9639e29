//! Both ends over real ports: our player before a scripted manager, our manager before players
//! that misbehave, and one of ours against the other.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use ludoteca_games::{Game, Gdl, gdl::EXAMPLE};
use ludoteca_players::{Stop, Supply, settings};
use ludoteca_words::Lang;

use super::{Address, Clocks, Ending, GgpError, Log, Series, call::Caller, message::plain, serve};

/// One step: the roles say 1 or 2, and whoever said 2 has won.
const ONE_STEP: &str = "(role a) (role b) (init silence) (value 1) (value 2)
    (<= (legal ?r (say ?v)) (role ?r) (value ?v))
    (<= (next (said ?r ?v)) (does ?r (say ?v)))
    (<= terminal (true (said ?r ?v)))
    (<= (goal ?r 100) (true (said ?r 2))) (<= (goal ?r 0) (true (said ?r 1)))";

/// A player of ours at a port of its own, and what it tells whoever runs it.
fn player(text: &'static str) -> (Address, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = Address::read(&listener.local_addr().unwrap().to_string()).unwrap();
    let (tell, told) = channel();
    thread::spawn(move || {
        let tell = move |text: &ludoteca_text::Text| drop(tell.send(text.id.to_string()));
        let player = settings(Gdl::NAME, text, &Supply::seeded(1)).unwrap();
        let pages = vec!["https://manager.example".to_owned()];
        serve(listener, pages, player, Supply::seeded(1), crate::english(), tell)
    });
    (address, told)
}

/// A player that reads a request and does `answer` with its connection.
fn scripted(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + Clone + 'static) -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = Address::read(&listener.local_addr().unwrap().to_string()).unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, answer) = (stream.unwrap(), answer.clone());
            thread::spawn(move || {
                let message = request(&mut stream);
                answer(&message, &mut stream);
            });
        }
    });
    address
}

/// The body of a request whose length is given.
fn request(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    let mut part = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&heard).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let head = head.to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return body.to_owned();
            }
        }
        match stream.read(&mut part) {
            Ok(count) if count > 0 => heard.extend(&part[..count]),
            _ => return text,
        }
    }
}

fn reply(stream: &mut TcpStream, words: &str) {
    let length = words.len();
    let _ = write!(stream, "HTTP/1.0 200 OK\r\nContent-Length: {length}\r\n\r\n{words}");
}

/// Ready at once, and `say` for every move.
fn saying(say: &'static str) -> Address {
    scripted(move |message, stream| match message.starts_with("(play") {
        true => reply(stream, say),
        false => reply(stream, if message.starts_with("(start") { "READY" } else { "done" }),
    })
}

/// Like [`saying`], but whatever is done instead of a move is up to `answer`.
fn moving(answer: impl Fn(&mut TcpStream) + Send + Sync + Clone + 'static) -> Address {
    scripted(move |message, stream| match message.starts_with("(play") {
        true => answer(stream),
        false => reply(stream, if message.starts_with("(start") { "ready" } else { "done" }),
    })
}

fn played(description: &str, players: [Address; 2], clocks: Clocks) -> Log {
    let series = Series::new("test".into(), description, players.into(), clocks).unwrap();
    series.game(1).play(&Stop::default(), &mut |_| {})
}

const LONG: Clocks = Clocks { start: 120, play: 120 };
const SHORT: Clocks = Clocks { start: 60, play: 1 };

#[test]
fn a_player_answers_a_manager_from_info_to_stop() {
    let (address, told) = player("mcts:playouts=300");
    let caller = Caller::new();
    let ask = |message: &str| {
        caller
            .ask(&address, message, Duration::from_secs(120))
            .map_err(|why| Lang::ENGLISH.say(&why.into()))
    };
    let said = |message: &str| ask(message).unwrap();
    assert_eq!(said("(info)"), "((name ludoteca) (status available))");
    let rules = plain(EXAMPLE).unwrap().replace("(mark ", "(Mark ");
    assert_eq!(said(&format!("(START One X ({rules}) 100 100)")), "ready");
    assert_eq!(said("(INFO)"), "((name ludoteca) (status busy))");
    assert_eq!(said(&format!("(START Two X ({rules}) 100 100)")), "busy");
    let first = said("(PLAY One NIL)");
    assert!(first.starts_with("(Mark "), "{first}");
    assert_eq!(said(&format!("(PLAY One ({first} NOOP))")), "noop");
    // A manager that has lost a step is answered all the same.
    assert_eq!(said(&format!("(PLAY One ({first} NOOP))")), "noop");
    let refused = ask("(play two nil)").unwrap_err();
    assert!(refused.contains("404") && refused.contains("two"), "{refused}");
    let refused = ask("(play one").unwrap_err();
    assert!(refused.contains("400") && refused.contains("column 1"), "{refused}");
    assert!(ask("(stop two nil)").is_err());
    let other = if first == "(Mark a 1)" { "(Mark a 2)" } else { "(Mark a 1)" };
    assert_eq!(said(&format!("(STOP One (noop {other}))")), "done");
    assert_eq!(said("(info)"), "((name ludoteca) (status available))");
    assert_eq!(said(&format!("(start three o ({rules}) 100 100)")), "ready");
    assert_eq!(said("(abort three)"), "aborted");
    assert!(ask("(abort three)").is_err());
    let told: Vec<String> = told.try_iter().collect();
    assert_eq!(told, ["ggp-started", "ggp-unfit", "ggp-done", "ggp-started", "ggp-aborted"]);
}

#[test]
fn a_manager_that_hangs_up_while_a_move_is_thought_about_gets_its_next_one() {
    let (address, _told) = player("mcts:playouts=50000");
    let caller = Caller::new();
    let ask = |message: &str| caller.ask(&address, message, Duration::from_secs(120));
    let rules = plain(EXAMPLE).unwrap();
    assert_eq!(ask(&format!("(start m x ({rules}) 100 100)")).unwrap(), "ready");
    let host = address.as_str().trim_start_matches("http://");
    let play = "(play m nil)";
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n{play}", play.len()).unwrap();
    drop(stream);
    // Until the thought nobody waits for is over, the player says so.
    let mut answers = std::iter::repeat_with(|| {
        thread::sleep(Duration::from_millis(50));
        ask(play)
    });
    let answer = answers.by_ref().take(1000).find_map(Result::ok).unwrap();
    assert!(answer.starts_with("(mark "), "{answer}");
}

/// Sends a message as a page or a program would, and hands out all that comes back.
fn sent(address: &Address, method: &str, headers: &str, message: &str) -> String {
    let mut stream = TcpStream::connect(address.as_str().trim_start_matches("http://")).unwrap();
    let length = message.len();
    let head = format!("{method} / HTTP/1.0\r\nContent-Length: {length}\r\n{headers}\r\n");
    stream.write_all((head + message).as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn no_page_is_a_manager_but_those_that_were_named() {
    let (address, told) = player("random");
    let start = format!("(start m a ({ONE_STEP}) 100 100)");
    for origin in ["https://evil.example", "null", "http://127.0.0.1:9147", "\u{ff}"] {
        let origin = format!("Origin: {origin}\r\n");
        for (method, message) in [("POST", start.as_str()), ("OPTIONS", ""), ("GET", "")] {
            let answer = sent(&address, method, &origin, message);
            assert!(answer.starts_with("HTTP/1.0 403 "), "{origin}{answer}");
            assert!(!answer.to_lowercase().contains("access-control"), "{answer}");
        }
    }
    assert!(sent(&address, "POST", "", "(info)").ends_with("(status available))"));
    let page = "Origin: https://Manager.example\r\n";
    let asked = sent(&address, "OPTIONS", page, "");
    assert!(asked.starts_with("HTTP/1.0 200 ") && asked.contains("POST, OPTIONS"), "{asked}");
    let answer = sent(&address, "POST", page, &start);
    assert!(answer.ends_with("ready"), "{answer}");
    let granted = "access-control-allow-origin: https://manager.example\r\n";
    assert!(answer.to_lowercase().contains(granted), "{answer}");
    assert_eq!(told.try_iter().count(), 1, "one match has begun");
}

#[test]
fn nobody_thinks_on_when_the_manager_has_hung_up() {
    let (address, _told) = player("mcts");
    let caller = Caller::new();
    let ask = |message: &str, seconds| caller.ask(&address, message, Duration::from_secs(seconds));
    let rules = plain(include_str!("../../../../gdl/hex.gdl")).unwrap();
    // A day for each move.
    assert_eq!(ask(&format!("(start m black ({rules}) 86400 86400)"), 300).unwrap(), "ready");
    let asked = |seconds| {
        ludoteca_text::Text::from(ask("(play m nil)", seconds).unwrap_err()).id.into_owned()
    };
    assert_eq!(asked(1), "ggp-late");
    // As long as somebody thinks, nobody else is answered.
    while asked(1) != "ggp-late" {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_description_that_cannot_be_played_leaves_the_player_free() {
    let (address, _told) = player("random");
    let caller = Caller::new();
    let ask = |message: &str| caller.ask(&address, message, Duration::from_secs(120));
    for (role, rules) in [("x", "(role x) (<= a (next b))"), ("nobody", ONE_STEP)] {
        let refused = ask(&format!("(start m {role} ({rules}) 100 100)")).unwrap_err();
        assert!(Lang::ENGLISH.say(&refused.clone().into()).contains("400"), "{refused}");
        assert_eq!(ask("(info)").unwrap(), "((name ludoteca) (status available))");
    }
    let huge = ask(&"x".repeat(2 << 20)).unwrap_err();
    assert!(
        ["ggp-status", "ggp-unreachable"].contains(&&*ludoteca_text::Text::from(huge.clone()).id),
        "{huge}"
    );
    assert!(matches!(ask("(start m a (").unwrap_err(), GgpError::Status { .. }));
    assert_eq!(ask(&format!("(start m a ({ONE_STEP}) 100 1)")).unwrap(), "ready");
    assert!(ask("(play m nil)").unwrap().starts_with("(say "));
}

#[test]
fn two_of_our_players_play_a_whole_match_through_our_manager() {
    let players = [player("mcts:playouts=300").0, player("alphabeta:depth=9").0];
    let log = played(EXAMPLE, players, LONG);
    assert_eq!((log.ending, &log.errors), (Ending::Terminal, &Vec::new()));
    assert_eq!(log.roles, ["x", "o"]);
    // Both see everything there is to see on such a board.
    assert_eq!((log.steps.len(), log.goals), (9, vec![Some(50), Some(50)]));
    assert!(log.steps.iter().all(|step| step.contains(&"noop".to_owned())), "{:?}", log.steps);
}

#[test]
fn a_player_that_trusts_to_chance_plays_another_match_every_time() {
    let series = {
        let players = vec![player("random").0, player("random").0];
        Series::new("test".into(), EXAMPLE, players, LONG).unwrap()
    };
    let steps = |number| series.game(number).play(&Stop::default(), &mut |_| {}).steps;
    assert_ne!(steps(1), steps(3));
}

#[test]
fn what_is_no_legal_move_is_noted_and_a_legal_one_is_played_for_it() {
    for (wrong, id) in [
        (saying("(say 3)"), "ggp-illegal"),
        (saying("((((("), "ggp-illegal"),
        (saying("¿qué? \u{0} <html>"), "ggp-illegal"),
        (saying(""), "ggp-said-nothing"),
        (moving(|stream| drop(stream.write_all(b"SMTP hello\r\n\r\n"))), "ggp-unreachable"),
        (moving(|_| {}), "ggp-unreachable"),
        (moving(|stream| drop(stream.write_all(b"HTTP/1.0 500 Oh no\r\n\r\nno"))), "ggp-status"),
        (
            moving(|stream| {
                let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
                while stream.write_all(&[b'x'; 4096]).is_ok() {}
            }),
            "ggp-endless",
        ),
    ] {
        let log = played(ONE_STEP, [wrong, saying("(SAY 2)")], LONG);
        let [fault] = log.errors.as_slice() else { panic!("{:?}", log.errors) };
        assert_eq!((&*fault.reason.id, fault.step, &*fault.role), (id, 1, "a"), "{fault:?}");
        assert_eq!(fault.played.as_ref(), Some(&log.steps[0][0]));
        assert_eq!((log.ending, log.goals[1]), (Ending::Terminal, Some(100)));
    }
}

#[test]
fn players_that_are_silent_or_trickle_or_are_not_there_do_not_hold_the_match_up() {
    let silent = || moving(|_| thread::sleep(Duration::from_secs(60)));
    let trickling = moving(|stream| {
        let _ = stream.write_all(b"HTTP/1.0 200 OK\r\n\r\n");
        while stream.write_all(b" ").is_ok() {
            thread::sleep(Duration::from_millis(50));
        }
    });
    let log = played(ONE_STEP, [silent(), trickling], SHORT);
    let told: Vec<&str> = log.errors.iter().map(|fault| &*fault.reason.id).collect();
    assert_eq!(told, ["ggp-late", "ggp-late"]);
    assert_eq!(log.ending, Ending::Terminal);
    // A port at which nobody listens any more.
    let gone = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        Address::read(&listener.local_addr().unwrap().to_string()).unwrap()
    };
    let log = played(ONE_STEP, [gone, saying("(say 1)")], LONG);
    let told: Vec<_> = log.errors.iter().map(|it| (it.step, &*it.reason.id)).collect();
    assert_eq!(told, [0, 1, 1].map(|step| (step, "ggp-unreachable")));
    assert_eq!(log.goals[1], Some(0));
}

#[test]
fn a_player_that_is_not_ready_is_noted_and_a_match_that_is_stopped_is_aborted() {
    let busy = scripted(|message, stream| {
        reply(stream, if message.starts_with("(abort test.1)") { "aborted" } else { "busy" });
    });
    let players = vec![busy, saying("(say 1)")];
    let series = Series::new("test".into(), ONE_STEP, players, LONG).unwrap();
    let stop = Stop::default();
    stop.set();
    let log = series.game(1).play(&stop, &mut |_| {});
    assert_eq!(log.ending, Ending::Aborted);
    assert_eq!((log.goals, log.steps.len()), (vec![None, None], 0));
    let told: Vec<_> = log.errors.iter().map(|it| (it.step, &*it.reason.id)).collect();
    assert_eq!(told, [(0, "ggp-not-ready")]);
}
