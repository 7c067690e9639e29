//! Descriptions to try things on that few games have, some written and others made up.

use proptest::prelude::*;

/// Small games, each with something that few games have; and whether it is found out beforehand
/// what each move changes.
pub const ODD: [(&str, &str, bool); 6] = [
    (
        "nothing stays unless a rule says so for each move, and a clock runs",
        "(role x) (role o) (init (cell 1 b)) (init (cell 2 b)) (init (cell 3 b)) (init (turn x))
        (init (clock 0)) (after 0 1) (after 1 2) (after 2 3) (other x o) (other o x)
        (<= (legal ?r (mark ?c)) (true (turn ?r)) (true (cell ?c b)))
        (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (cell ?c ?r)) (does ?r (mark ?c)) (true (cell ?c b)))
        (<= (next (cell ?c ?s)) (true (cell ?c ?s)) (does ?r (mark ?d)) (distinct ?c ?d))
        (<= (next (turn ?o)) (true (turn ?r)) (other ?r ?o))
        (<= (next (clock ?n)) (true (clock ?m)) (after ?m ?n))
        (<= terminal (true (clock 3))) (<= (goal ?r 60) (true (cell 2 ?r))) (<= (goal ?r 40) (role ?r) (not (true (cell 2 ?r))))",
        true,
    ),
    (
        "waiting is asked for too",
        "(role x) (role o) (init (turn x)) (init (heap 4)) (less 4 3) (less 3 2) (less 2 1) (less 1 0)
        (<= (legal ?r take) (true (turn ?r))) (<= (legal ?r leave) (true (turn ?r)))
        (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (turn ?r)) (does ?r noop)) (<= taken (does ?r take))
        (<= (next (heap ?m)) (true (heap ?n)) (less ?n ?m) taken)
        (<= (next (heap ?n)) (true (heap ?n)) (not taken))
        (<= terminal (true (heap 0))) (goal x 50) (<= (goal o 0) (true (turn x))) (<= (goal o 70) (true (turn o)))",
        true,
    ),
    (
        "both move at once",
        "(role x) (role o) (init even) (<= (legal ?r (show ?n)) (role ?r) (n ?n)) (n 0) (n 1)
        (<= (next (shown ?r ?n)) (does ?r (show ?n)))
        (<= same (true (shown x ?n)) (true (shown o ?n)))
        (<= terminal same) (<= (goal x 100) same) (<= (goal o 100) (not same)) (goal o 1) (<= (goal x 0) (not same))",
        false,
    ),
    (
        "what a move brings about depends on itself",
        "(role x) (role o) (init (turn x)) (init (lit 1)) (next-to 1 2) (next-to 2 3) (next-to 3 1) (next-to 3 4)
        (<= (legal ?r (light ?c)) (true (turn ?r)) (next-to ?c ?any))
        (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (burns ?c) (does ?r (light ?c)))
        (<= (burns ?d) (burns ?c) (next-to ?c ?d) (not (true (lit ?c))))
        (<= (next (lit ?c)) (burns ?c)) (<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))
        (<= terminal (true (lit 4)) (true (lit 2))) (goal x 0) (goal o 100)",
        false,
    ),
    (
        "what holds depends on itself, comes and goes",
        "(role x) (role o) (init (turn x)) (init (open 1 2)) (link 1 2) (link 2 3) (link 3 4) (link 4 1) (link 3 1)
        (<= (legal ?r (turn-over ?a ?b)) (true (turn ?r)) (link ?a ?b))
        (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (open ?a ?b)) (does ?r (turn-over ?a ?b)) (not (true (open ?a ?b))))
        (<= (next (open ?a ?b)) (true (open ?a ?b)) (not (turned ?a ?b)))
        (<= (turned ?a ?b) (does ?r (turn-over ?a ?b)))
        (<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))
        (<= (way ?a ?b) (true (open ?a ?b))) (<= (way ?a ?c) (way ?a ?b) (way ?b ?c))
        (<= terminal (way 1 1) (way 3 1)) (<= (goal x 100) (way 4 4)) (<= (goal x 0) (not (way 4 4))) (goal o 5)",
        true,
    ),
    (
        "three move in turn, one of them without a choice",
        "(role a) (role b) (role c) (init (at a)) (follows a b) (follows b c) (follows c a)
        (<= (legal ?r (say ?n)) (true (at ?r)) (distinct ?r c) (n ?n)) (n 1) (n 2) (n 3)
        (<= (legal ?r wait) (role ?r) (not (true (at ?r)))) (<= (legal c pass) (true (at c)))
        (<= (next (at ?s)) (true (at ?r)) (follows ?r ?s)) (<= (next (said ?n)) (does ?r (say ?n)))
        (<= (next (said ?n)) (true (said ?n)))
        (<= terminal (true (said 1)) (true (said 2)) (true (said 3))) (<= (goal ?r 10) (role ?r))",
        true,
    ),
];

/// A made-up description: facts, what follows from them (perhaps in a circle), what follows from
/// the moves, and what holds next.
pub fn made_up() -> impl Strategy<Value = String> {
    let literal = |most: usize| (0..most, 0usize..5, any::<bool>());
    let of_state = |(what, at, holds): (usize, usize, bool)| match what {
        0 if holds => format!("(true f{at})"),
        0 => format!("(not (true f{at}))"),
        _ => format!("p{at}"),
    };
    let of_moves = move |(what, at, holds): (usize, usize, bool)| {
        let role = if at % 2 == 0 { "x" } else { "o" };
        match what {
            0 | 1 => of_state((what, at, holds)),
            2 if holds => format!("(does {role} m{at})"),
            2 => format!("(not (does {role} m{at}))"),
            _ => format!("q{at}"),
        }
    };
    let rules = |head: &'static str, most: usize, count: usize| {
        let rule = (0usize..5, prop::collection::vec(literal(most), 1..4));
        prop::collection::vec(rule, 1..count).prop_map(move |rules| {
            let write = |(at, body): (usize, Vec<(usize, usize, bool)>)| {
                let body: Vec<String> = body.into_iter().map(of_moves).collect();
                let head = head.replace('#', &at.to_string());
                format!("(<= {head} {})\n", body.join(" "))
            };
            rules.into_iter().map(write).collect::<String>()
        })
    };
    let all = (
        rules("p#", 2, 8),
        rules("q#", 4, 8),
        rules("(next f#)", 4, 10),
        rules("(legal x m#)", 2, 4),
        rules("(legal o m#)", 2, 4),
        prop::collection::vec((any::<bool>(), 0usize..5), 0..4),
    );
    all.prop_map(|(p, q, next, x, o, denied)| {
        let known: String = (0..5)
            .map(|n| format!("(<= p{n} (true f{n}) (true f0))\n(<= q{n} (does x m{n}) p{n})\n"))
            .collect();
        let denied: String = denied
            .into_iter()
            .map(|(of_p, n)| {
                format!("(<= (next f{n}) (not {}{n}))\n", if of_p { "p" } else { "q" })
            })
            .collect();
        format!(
            "(role x) (role o) (init f0) (init f2) (legal x wait) (legal o wait)\n\
             {p}{q}{next}{x}{o}{known}{denied}\
             (<= terminal p4 (not p3)) (<= (goal x 100) p1) (<= (goal x 1) (not p1)) (goal o 50)"
        )
    })
}
