//! Moves for described games that no [`Player`](crate::Player) plays: those of one role, of more than
//! two, or of roles that move at once. Every role keeps to what has worked for itself, whatever the others do
//! (decoupled UCT), and below the states that are remembered games go on at random. Whoever is alone
//! keeps the best line it has met, as nobody comes between.

use ludoteca_games::{
    below,
    gdl::{Rules, State, limits::LONGEST_GAME},
};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use crate::{Budget, Clock};

/// After so many games one more changes nothing.
const ENOUGH: usize = 200_000;
/// The most moves that are remembered, of all states together.
const MOST_MOVES: usize = 4_000_000;
/// How much is tried that has not worked so well: the more, the more.
const CURIOSITY: f64 = 0.7;

/// The best line that a role alone has met.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it begins.
    from: State,
    moves: Vec<usize>,
    /// What its end is worth.
    goal: u8,
}

/// Something a role may do, and how that went.
struct Tried {
    mv: usize,
    times: u32,
    /// The sum of what the ends were worth, each from 0 to 1.
    worth: f64,
}

/// A state that is remembered: what each role may do there.
struct Node {
    visits: u32,
    roles: Vec<Vec<Tried>>,
}

/// One of some moves at random; none of none.
pub fn random(legal: &[usize], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    match legal.len() as u32 {
        0 => None,
        count => Some(legal[below(rng, count) as usize]),
    }
}

/// A move for a role; none if it has none. `line` is what it has met in earlier states of the same
/// game, and is brought up to date.
pub fn best(
    rules: &Rules,
    (state, role): (&State, usize),
    budget: &Budget,
    line: &mut Option<Line>,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<usize> {
    let alone = rules.roles().len() == 1;
    let mut tree = Tree {
        rules,
        clock: Clock::start(budget),
        nodes: Vec::new(),
        known: FxHashMap::default(),
        moves: 0,
    };
    tree.add(state);
    line.take_if(|line| line.from != *state || line.moves.is_empty());
    for _ in 0..ENOUGH {
        if alone && line.as_ref().is_some_and(|line| line.goal == 100) {
            break;
        }
        let mut moves = Vec::new();
        let Some(goals) = tree.game(state, &mut moves, rng) else { break };
        if alone && line.as_ref().is_none_or(|line| line.goal < goals[0]) {
            *line = Some(Line { from: state.clone(), moves, goal: goals[0] });
        }
    }
    if alone && let Some(line) = line.as_mut().filter(|line| !line.moves.is_empty()) {
        let mv = line.moves.remove(0);
        line.from = rules.after(state, &[Some(mv)]);
        return Some(mv);
    }
    let tried = &tree.nodes[0].roles[role];
    let most = tried.iter().map(|tried| tried.times).max()?;
    // Without time any of them will do.
    let often = tried.iter().filter(|tried| tried.times == most).map(|tried| tried.mv);
    random(&often.collect::<Vec<_>>(), rng)
}

struct Tree<'a> {
    rules: &'a Rules,
    clock: Clock,
    nodes: Vec<Node>,
    known: FxHashMap<State, usize>,
    /// Moves that are remembered.
    moves: usize,
}

impl Tree<'_> {
    /// Remembers a state, unless there are too many.
    fn add(&mut self, state: &State) {
        if self.moves > MOST_MOVES {
            return;
        }
        let legal = self.rules.standing(state).legal.into_iter();
        let tried = |mv| Tried { mv, times: 0, worth: 0.0 };
        let roles: Vec<Vec<Tried>> =
            legal.map(|legal| legal.into_iter().map(tried).collect()).collect();
        self.moves += roles.iter().map(Vec::len).sum::<usize>();
        self.known.insert(state.clone(), self.nodes.len());
        self.nodes.push(Node { visits: 0, roles });
    }

    /// Plays a game and remembers how it went; the moves of the first role are added to `line`. What
    /// its end is worth to each role; none if the budget was spent before it.
    fn game(
        &mut self,
        from: &State,
        line: &mut Vec<usize>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Vec<u8>> {
        let mut state = from.clone();
        let mut path: Vec<(usize, Vec<Option<usize>>)> = Vec::new();
        while path.len() < LONGEST_GAME as usize
            && !self.clock.tick()
            && let Some(&at) = self.known.get(&state)
        {
            let node = &self.nodes[at];
            let choice: Vec<Option<usize>> =
                node.roles.iter().map(|tried| choose(tried, node.visits, rng)).collect();
            let joint: Vec<Option<usize>> = choice
                .iter()
                .zip(&node.roles)
                .map(|(choice, tried)| choice.map(|choice| tried[choice].mv))
                .collect();
            if joint.iter().all(Option::is_none) {
                break;
            }
            line.extend(joint[0]);
            state = self.rules.after(&state, &joint);
            path.push((at, choice));
        }
        let goals = self.random_game(state.clone(), line, rng)?;
        if !self.known.contains_key(&state) && !self.rules.standing(&state).terminal {
            self.add(&state);
        }
        for (at, choice) in path {
            let node = &mut self.nodes[at];
            node.visits += 1;
            for ((tried, choice), goal) in node.roles.iter_mut().zip(choice).zip(&goals) {
                if let Some(choice) = choice {
                    tried[choice].times += 1;
                    tried[choice].worth += f64::from(*goal) / 100.0;
                }
            }
        }
        Some(goals)
    }

    /// Plays at random from a state on. A game that does not end is worth nothing.
    fn random_game(
        &mut self,
        mut state: State,
        line: &mut Vec<usize>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Vec<u8>> {
        let roles = self.nodes[0].roles.len();
        for _ in 0..LONGEST_GAME {
            if self.clock.tick() {
                return None;
            }
            let standing = self.rules.standing(&state);
            if standing.terminal {
                let goal = |role| self.rules.goal(&state, role).unwrap_or(0);
                return Some((0..roles).map(goal).collect());
            }
            if standing.legal.iter().all(Vec::is_empty) {
                break;
            }
            let joint: Vec<Option<usize>> =
                standing.legal.iter().map(|legal| random(legal, rng)).collect();
            line.extend(joint[0]);
            state = self.rules.after(&state, &joint);
        }
        Some(vec![0; roles])
    }
}

/// What a role tries next: something new, or what has worked and was not tried too often.
fn choose(tried: &[Tried], visits: u32, rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let new: Vec<usize> = (0..tried.len()).filter(|at| tried[*at].times == 0).collect();
    if !new.is_empty() {
        return random(&new, rng);
    }
    let worth = |at: &usize| {
        let Tried { times, worth, .. } = tried[*at];
        let times = f64::from(times);
        worth / times + CURIOSITY * (f64::from(visits.max(1)).ln() / times).sqrt()
    };
    (0..tried.len()).max_by(|one, two| worth(one).total_cmp(&worth(two)))
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    /// What a role does in a state, with all the time it wants.
    fn chosen(rules: &Rules, state: &State, role: usize, line: &mut Option<Line>) -> String {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mv = best(rules, (state, role), &Budget::default(), line, &mut rng);
        rules.write_move(role, mv.unwrap())
    }

    /// One role alone turns a lock of five digits; only 4 2 1 3 0 opens it.
    const LOCK: &str =
        "(role me) (init (turned 0)) (digit 0) (digit 1) (digit 2) (digit 3) (digit 4)
        (right 0 4) (right 1 2) (right 2 1) (right 3 3) (right 4 0)
        (then 0 1) (then 1 2) (then 2 3) (then 3 4) (then 4 5)
        (<= (legal me (turn ?d)) (digit ?d))
        (<= (next (turned ?m)) (true (turned ?n)) (then ?n ?m))
        (<= wrong (does me (turn ?d)) (true (turned ?n)) (not (right ?n ?d)))
        (<= (next spoilt) wrong) (<= (next spoilt) (true spoilt))
        (<= terminal (true (turned 5)))
        (<= (goal me 100) (true (turned 5)) (not (true spoilt))) (<= (goal me 0) (true spoilt))";

    #[test]
    fn whoever_is_alone_goes_the_way_that_was_found_to_its_end() {
        let rules = Rules::read(LOCK).unwrap();
        let (mut state, mut line, mut turns) = (rules.initial().clone(), None, Vec::new());
        while !rules.standing(&state).terminal {
            let turn = chosen(&rules, &state, 0, &mut line);
            let mv = rules.read_move(0, &turn).unwrap();
            state = rules.after(&state, &[Some(mv)]);
            turns.push(turn);
        }
        assert_eq!(turns, ["(turn 4)", "(turn 2)", "(turn 1)", "(turn 3)", "(turn 0)"]);
        // A line that began elsewhere is not followed.
        line = Some(Line { from: state, moves: vec![0], goal: 100 });
        assert_eq!(chosen(&rules, rules.initial(), 0, &mut line), "(turn 4)");
    }

    /// `a` is sure of 60, or risks that `b`, the next, takes everything by one of its three doors.
    const RISK: &str = "(role a) (role b) (role c) (init (at a)) (door 1) (door 2) (door 3)
        (<= (legal a safe) (true (at a))) (<= (legal a risk) (true (at a)))
        (<= (legal b (open ?d)) (true (at b)) (door ?d))
        (<= (legal ?r noop) (role ?r) (not (true (at ?r))))
        (<= (next (at b)) (true (at a))) (<= (next safe) (does a safe)) (<= (next safe) (true safe))
        (<= (next (opened ?d)) (does b (open ?d)))
        (<= over (true (opened ?d))) (<= terminal over)
        (<= (goal a 60) over (true safe)) (<= (goal a 0) (not (true safe)) (true (opened 2)))
        (<= (goal a 100) over (not (true safe)) (not (true (opened 2))))
        (<= (goal b 100) (true (opened 2))) (<= (goal b 0) over (not (true (opened 2)))) (goal c 10)";

    #[test]
    fn what_the_others_will_do_is_what_is_best_for_them() {
        let rules = Rules::read(RISK).unwrap();
        assert_eq!(chosen(&rules, rules.initial(), 0, &mut None), "safe");
        // The same with both moves at once.
        let at_once = RISK
            .replace("(true (at a))", "(true (at a)) (role a)")
            .replace(
                "(<= (legal b (open ?d)) (true (at b))",
                "(<= (legal b (open ?d)) (true (at a))",
            )
            .replace("(not (true (at ?r)))", "(distinct ?r a) (distinct ?r b)");
        let rules = Rules::read(&at_once).unwrap();
        assert_eq!(rules.standing(rules.initial()).legal.iter().map(Vec::len).max(), Some(3));
        assert_eq!(chosen(&rules, rules.initial(), 0, &mut None), "safe");
        assert_eq!(chosen(&rules, rules.initial(), 1, &mut None), "(open 2)");
    }

    #[test]
    fn without_time_it_is_a_legal_move_all_the_same() {
        let rules = Rules::read(LOCK).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20 {
            let mv = best(&rules, (rules.initial(), 0), &Budget::nodes(0), &mut None, &mut rng);
            assert!(mv.unwrap() < 5);
        }
    }
}
