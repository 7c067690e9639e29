//! The rules of a described game, ready to be played: states, joint moves, goals.

use std::{cell::RefCell, fmt, sync::Arc};

use ludoteca_words::{Text, text};

use super::{
    check::Checked,
    description::{Symbol, Symbols},
    ground::{Ground, ground},
    machine::Machine,
    network::{Network, Program, Signal},
    read::{Expression, Form, read},
    terms::{TermId, Terms},
};

/// A game read from a description. Any number of roles, who may all move at once.
pub struct Rules {
    pub(super) symbols: Symbols,
    pub(super) terms: Terms,
    pub(super) roles: Vec<Role>,
    /// The facts that may hold in a state: `cell(1, 1, x)`.
    pub(super) bases: Vec<TermId>,
    pub(super) next: Vec<Signal>,
    pub(super) program: Program,
    pub(super) terminal: Signal,
    initial: State,
    /// Tells the rules apart from all others on this thread's machine.
    number: u64,
}

/// One who plays.
pub(super) struct Role {
    pub name: TermId,
    /// The first of its moves among those of all roles.
    pub first: usize,
    /// All it can ever do.
    pub moves: Vec<TermId>,
    pub legal: Vec<Signal>,
    /// What a state may be worth to it, and when it is.
    pub goals: Vec<(u8, Signal)>,
}

/// The facts that hold, one bit each, in the order of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State(pub(super) Box<[u64]>);

/// What is true of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether the game is over.
    pub terminal: bool,
    /// The moves that each role may make, by their numbers.
    pub legal: Vec<Vec<usize>>,
}

/// A machine, the rules it belongs to, and the state for which it has run.
struct Running {
    number: u64,
    machine: Machine<1>,
    state: Option<State>,
}

thread_local! {
    /// The machine that ran last.
    static MACHINE: RefCell<Option<Running>> = const { RefCell::new(None) };
}

impl Rules {
    /// Reads a description. What is wrong with it is named with its place.
    pub fn read(words: &str) -> Result<Arc<Rules>, Text> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let checked = Checked::read(words)?;
        let mut ground = ground(&checked)?;
        let symbols = checked.description.symbols;
        let of = |relation: Symbol, ground: &Ground| -> Vec<TermId> {
            let facts = ground.facts.iter().copied();
            facts.filter(|fact| ground.terms.name(*fact) == relation).collect()
        };
        let names: Vec<TermId> =
            of(Symbol::ROLE, &ground).iter().map(|fact| ground.terms.terms(*fact)[0]).collect();
        let true_facts = of(Symbol::TRUE, &ground);
        let does = of(Symbol::DOES, &ground);
        let mut does_facts = Vec::new();
        let mut roles = Vec::new();
        for name in names {
            let first = does_facts.len();
            let own = does.iter().filter(|fact| ground.terms.terms(**fact)[0] == name);
            does_facts.extend(own);
            let moves =
                does_facts[first..].iter().map(|fact| ground.terms.terms(*fact)[1]).collect();
            roles.push(Role { name, first, moves, legal: Vec::new(), goals: Vec::new() });
        }
        let network = Network::new(&ground, &true_facts, &does_facts);
        let about = |ground: &Ground, relation: Symbol, terms: &[TermId]| {
            network.signal(ground, ground.terms.find(relation, terms))
        };
        for role in &mut roles {
            let legal = |mv: &TermId| about(&ground, Symbol::LEGAL, &[role.name, *mv]);
            role.legal = role.moves.iter().map(legal).collect();
        }
        for fact in of(Symbol::GOAL, &ground) {
            let [whose, worth] = ground.terms.terms(fact) else { continue };
            let written = symbols.name(ground.terms.name(*worth));
            let number = written.parse().ok().filter(|number| *number <= 100);
            let Some(number) = number.filter(|_| ground.terms.terms(*worth).is_empty()) else {
                let fact = ground.terms.write(fact, &symbols);
                return Err(text!("gdl-goal-value", fact = fact));
            };
            if let Some(role) = roles.iter_mut().find(|role| role.name == *whose) {
                role.goals.push((number, network.signal(&ground, Some(fact))));
            }
        }
        let bases: Vec<TermId> =
            true_facts.iter().map(|fact| ground.terms.terms(*fact)[0]).collect();
        let next: Vec<Signal> =
            bases.iter().map(|base| about(&ground, Symbol::NEXT, &[*base])).collect();
        let terminal = about(&ground, Symbol::TERMINAL, &[]);
        let asked = next.iter().copied().chain([terminal]);
        let of_roles = roles.iter().flat_map(|role| {
            role.legal.iter().copied().chain(role.goals.iter().map(|(_, signal)| *signal))
        });
        let program = network.program(asked.chain(of_roles));
        let mut initial = State(vec![0; bases.len().div_ceil(64)].into());
        for (at, base) in bases.iter().enumerate() {
            let init = ground.terms.find(Symbol::INIT, &[*base]);
            if init.is_some_and(|init| ground.always.contains(&init)) {
                initial.0[at / 64] |= 1 << (at % 64);
            }
        }
        let terms = std::mem::take(&mut ground.terms);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::new(Rules {
            symbols,
            terms,
            roles,
            bases,
            next,
            program,
            terminal,
            initial,
            number,
        }))
    }

    /// The names of the roles, in the order of the description.
    pub fn roles(&self) -> Vec<String> {
        self.roles.iter().map(|role| self.write(role.name)).collect()
    }

    /// How many facts may ever hold in a state.
    pub fn fact_count(&self) -> usize {
        self.bases.len()
    }

    /// How many moves there may ever be, of all roles together.
    pub fn move_count(&self) -> usize {
        self.roles.iter().map(|role| role.moves.len()).sum()
    }

    /// The state a game begins with.
    pub fn initial(&self) -> &State {
        &self.initial
    }

    /// Whether the game is over, and what each role may do.
    pub fn standing(&self, state: &State) -> Standing {
        self.run(state, |machine| {
            let holds = |signal: &Signal| machine.signal(*signal)[0] & 1 == 1;
            let legal =
                |role: &Role| (0..role.moves.len()).filter(|mv| holds(&role.legal[*mv])).collect();
            let legal = self.roles.iter().map(legal).collect();
            Standing { terminal: holds(&self.terminal), legal }
        })
    }

    /// What a state is worth to a role, 0 to 100; none if the description does not say.
    pub fn goal(&self, state: &State, role: usize) -> Option<u8> {
        self.run(state, |machine| {
            let mut goals = self.roles[role].goals.iter();
            goals.find(|(_, signal)| machine.signal(*signal)[0] & 1 == 1).map(|(worth, _)| *worth)
        })
    }

    /// The state after each role has made a move, or none where it has no legal one.
    pub fn after(&self, state: &State, joint: &[Option<usize>]) -> State {
        self.run(state, |machine| self.step(machine, joint))
    }

    /// The facts of a state in KIF.
    pub fn facts(&self, state: &State) -> Vec<String> {
        self.holding(state).map(|base| self.write(base)).collect()
    }

    /// A move of a role in KIF: `(mark 2 3)`.
    pub fn write_move(&self, role: usize, mv: usize) -> String {
        self.write(self.roles[role].moves[mv])
    }

    /// Finds a move of a role: `(mark 2 3)`, or `mark(2,3)` for short.
    pub fn read_move(&self, role: usize, words: &str) -> Result<usize, Text> {
        let term = self.find(words)?;
        let known = self.roles[role].moves.iter().position(|mv| Some(*mv) == term);
        known.ok_or_else(|| {
            let name = self.write(self.roles[role].name);
            text!("gdl-no-move", role = name, words = shortened(words))
        })
    }

    /// The facts that hold in a state.
    pub(super) fn holding<'a>(&'a self, state: &'a State) -> impl Iterator<Item = TermId> + 'a {
        let held = self.bases.iter().enumerate();
        held.filter(|(at, _)| state.0[at / 64] >> (at % 64) & 1 == 1).map(|(_, base)| *base)
    }

    pub(super) fn write(&self, term: TermId) -> String {
        self.terms.write(term, &self.symbols)
    }

    /// The term that is written there; none if this game has no such term.
    fn find(&self, words: &str) -> Result<Option<TermId>, Text> {
        let wrong = || text!("gdl-not-a-move", words = shortened(words));
        let one = |words: &str| match read(words).map_err(|_| wrong())?.as_slice() {
            [expression] => Ok(expression.clone()),
            _ => Err(wrong()),
        };
        let compact = !words.trim_start().starts_with('(') && words.contains('(');
        let expression =
            if compact { one(&in_kif(words).ok_or_else(wrong)?)? } else { one(words)? };
        Ok(self.term(&expression))
    }

    fn term(&self, expression: &Expression) -> Option<TermId> {
        let (name, terms): (&str, &[Expression]) = match &expression.form {
            Form::Word(word) => (word, &[]),
            Form::List(list) => match list.split_first()? {
                (Expression { form: Form::Word(word), .. }, terms) => (word, terms),
                _ => return None,
            },
        };
        let terms: Option<Vec<TermId>> = terms.iter().map(|term| self.term(term)).collect();
        self.terms.find(self.symbols.find(name)?, &terms?)
    }

    /// Runs this thread's machine for a state, unless that is what it has done last.
    fn run<T>(&self, state: &State, then: impl FnOnce(&mut Machine<1>) -> T) -> T {
        MACHINE.with_borrow_mut(|kept| {
            if kept.as_ref().is_none_or(|kept| kept.number != self.number) {
                let machine = Machine::new(&self.program);
                *kept = Some(Running { number: self.number, machine, state: None });
            }
            let Running { machine, state: last, .. } = kept.as_mut().expect("just made");
            if last.as_ref() != Some(state) {
                let slots = machine.slots_mut(1, self.bases.len());
                for (slots, word) in slots.chunks_mut(64).zip(&state.0) {
                    slots.iter_mut().enumerate().for_each(|(at, slot)| slot[0] = word >> at & 1);
                }
                machine.run(&self.program.state);
                match last {
                    Some(last) => last.0.copy_from_slice(&state.0),
                    None => *last = Some(state.clone()),
                }
            }
            then(machine)
        })
    }

    /// Makes a joint move in the state that the machine has run for.
    fn step(&self, machine: &mut Machine<1>, joint: &[Option<usize>]) -> State {
        let first = 1 + self.bases.len();
        let made = joint.iter().zip(&self.roles).filter_map(|(mv, role)| Some(role.first + (*mv)?));
        for mv in made.clone() {
            machine.slots_mut(first + mv, 1)[0] = [1];
        }
        machine.run(&self.program.moved);
        let mut next = State(vec![0; self.bases.len().div_ceil(64)].into());
        for (at, signal) in self.next.iter().enumerate() {
            next.0[at / 64] |= (machine.signal(*signal)[0] & 1) << (at % 64);
        }
        for mv in made {
            machine.slots_mut(first + mv, 1)[0] = [0];
        }
        next
    }
}

/// `f(a,g(b))` as `(f a (g b))`; none if it is neither.
fn in_kif(words: &str) -> Option<String> {
    let mut kif = String::new();
    let mut name = String::new();
    for letter in words.chars() {
        match letter {
            '(' if name.is_empty() => return None,
            '(' => {
                kif += &format!(" ({name} ");
                name.clear();
            }
            ',' | ')' => {
                kif += &name;
                kif.push(if letter == ',' { ' ' } else { ')' });
                name.clear();
            }
            _ => name.push(letter),
        }
    }
    Some(kif + &name)
}

/// So much of what somebody typed that it can be recognised.
fn shortened(words: &str) -> String {
    const LONGEST: usize = 40;
    words.chars().take(LONGEST).collect()
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("roles", &self.roles()).finish_non_exhaustive()
    }
}
