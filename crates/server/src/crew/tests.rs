use std::sync::{Mutex, mpsc};

use super::*;

fn asks(need: Need, stop: &Stop) -> Thinking<'_> {
    Thinking { need, stop, told: Arc::new(|_| ()) }
}

/// Thinks until it is stopped.
fn on_and_on(place: Place) {
    while !place.stop.is_set() {
        thread::yield_now();
    }
}

#[test]
fn the_dismissed_have_all_gone_and_nobody_new_begins() {
    let crew = Crew::default().on(2);
    for _ in 0..3 {
        crew.think(asks(Need::Analysis, &Stop::default()), on_and_on).unwrap();
    }
    assert_eq!(crew.busy(), 3);
    crew.dismiss();
    assert_eq!(crew.busy(), 0);
    let late = crew.think(asks(Need::Move, &Stop::default()), |_| ());
    assert_eq!(late.unwrap_err().id, "server-closing");
}

#[test]
fn who_will_not_go_is_left_behind() {
    let crew = Crew::default();
    let (go, wait) = mpsc::channel::<()>();
    let deaf = Stop::default();
    crew.think(asks(Need::Move, &deaf), move |_| {
        let _ = wait.recv();
    })
    .unwrap();
    crew.dismiss_within(Duration::from_millis(1));
    assert!(deaf.is_set() && crew.is_dismissed());
    assert_eq!(crew.busy(), 1);
    // It goes when it can.
    drop(go);
    crew.dismiss();
}

#[test]
fn who_finds_no_place_is_told_how_many_are_before_them_and_has_no_thread() {
    let crew = Crew::default().on(1);
    let stops = [(); 4].map(|()| Stop::default());
    let (tell, told) = mpsc::channel();
    let think = |number: usize| {
        let tell = tell.clone();
        let told: Told = Arc::new(move |before| tell.send((number, before)).unwrap());
        let stop = &stops[number];
        crew.think(Thinking { need: Need::Hint, stop, told }, on_and_on).unwrap()
    };
    assert_eq!([0, 1, 2, 3].map(think), [None, Some(0), Some(1), Some(2)]);
    let present = crew.common.roster().present;
    assert_eq!((present, crew.busy()), (1, 4));
    stops[0].set();
    let mut news = [told.recv().unwrap(), told.recv().unwrap()];
    news.sort();
    assert_eq!(news, [(2, 0), (3, 1)]);
    // Who is to think no more does not wait for a place.
    stops[3].set();
    while crew.busy() > 2 {
        thread::yield_now();
    }
    crew.dismiss();
}

#[test]
fn whoever_is_slow_to_hear_how_many_are_before_them_holds_up_nobody() {
    let crew = Crew::default().on(1);
    let (begun, seen) = mpsc::channel();
    let (hold, held) = mpsc::channel::<()>();
    let held = Mutex::new(held);
    let told: Told = Arc::new(move |_| {
        let _ = held.lock().unwrap().recv();
    });
    for number in 0..4 {
        let (begun, stop) = (begun.clone(), Stop::default());
        let thinking = Thinking { need: Need::Analysis, stop: &stop, told: told.clone() };
        crew.think(thinking, move |place| {
            let _ = begun.send(number);
            on_and_on(place);
        })
        .unwrap();
    }
    let mut all: Vec<i32> = (0..4).map(|_| seen.recv().unwrap()).collect();
    all.sort();
    assert_eq!(all, [0, 1, 2, 3]);
    drop(hold);
    crew.dismiss();
}

#[test]
fn the_second_analysis_has_its_turn_although_the_first_has_no_end() {
    let crew = Crew::default().on(1);
    let (tell, told) = mpsc::channel();
    for number in 0..2 {
        let tell = tell.clone();
        crew.think(asks(Need::Analysis, &Stop::default()), move |place| {
            let _ = tell.send(number);
            on_and_on(place);
        })
        .unwrap();
    }
    assert_eq!([told.recv().unwrap(), told.recv().unwrap()], [0, 1]);
    crew.dismiss();
}

#[test]
fn who_thinks_aside_makes_way_and_goes_on_when_nobody_waits_any_more() {
    let crew = Crew::default().on(1);
    let never = Stop::default();
    let mut aside = crew.aside();
    let cut = aside.turn(&never).unwrap();
    let (go, wait) = mpsc::channel::<()>();
    crew.think(asks(Need::Move, &Stop::default()), move |_| {
        let _ = wait.recv();
    })
    .unwrap();
    assert!(cut.is_set(), "somebody waits for another thought");
    aside.over(true);
    let given_up = Stop::default();
    given_up.set();
    assert!(aside.turn(&given_up).is_none(), "there is no way yet");
    drop(go);
    let cut = aside.turn(&never).unwrap();
    crew.work(Stop::default(), || ()).unwrap();
    assert!(!cut.is_set(), "nobody waits for work that goes on by itself");
    crew.dismiss();
    assert!(cut.is_set());
}

#[test]
fn a_review_of_one_who_has_asked_for_too_much_waits_until_there_is_less() {
    let crew = Crew::default().on(1);
    let stop = Stop::default();
    for _ in 0..MOST_EACH {
        crew.think(asks(Need::Hint, &stop), on_and_on).unwrap();
    }
    assert!(crew.think(asks(Need::Hint, &stop), on_and_on).is_err());
    let (tell, told) = mpsc::channel();
    let mut aside = crew.aside();
    let never = Stop::default();
    crew.work(never.clone(), move || {
        let turn = aside.turn(&never).is_some();
        let _ = tell.send(turn);
    })
    .unwrap();
    assert!(told.try_recv().is_err());
    stop.set();
    assert!(told.recv().unwrap());
    crew.dismiss();
}

#[test]
fn work_waits_for_its_turns_while_others_think_until_it_is_stopped() {
    let crew = Crew::default().on(1);
    let stop = crew.stop_in_turn();
    let turn = stop.turn().expect("nobody thinks");
    let (go, wait) = mpsc::channel::<()>();
    crew.think(asks(Need::Move, &Stop::default()), move |_| {
        let _ = wait.recv();
    })
    .unwrap();
    assert_eq!(crew.common.roster().placed.len(), 2, "nobody waits for work to end its turn");
    drop(turn);
    let (tell, told) = mpsc::channel();
    let own = stop.clone();
    crew.work(stop, move || {
        while let Some(_turn) = own.turn() {
            let _ = tell.send(());
        }
    })
    .unwrap();
    assert!(told.try_recv().is_err(), "it has no turn yet");
    drop(go);
    told.recv().unwrap();
    crew.dismiss();
    assert_eq!(crew.busy(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn who_thinks_is_less_urgent_than_who_answers_and_the_less_the_lesser_the_need() {
    let crew = Crew::default();
    let urgency = |need| {
        let (tell, told) = mpsc::channel();
        crew.think(asks(need, &Stop::default()), move |_| {
            tell.send(rustix::process::getpriority_process(None).unwrap()).unwrap();
        })
        .unwrap();
        told.recv().unwrap()
    };
    let here = rustix::process::getpriority_process(None).unwrap();
    let (moves, analysis) = (urgency(Need::Move), urgency(Need::Analysis));
    assert!(here < moves || here >= 4, "{here} {moves}");
    assert!(moves < analysis || here >= 7, "{moves} {analysis}");
    crew.dismiss();
}
