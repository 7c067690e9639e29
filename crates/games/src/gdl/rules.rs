//! The rules of a described game, ready to be played: states, joint moves, goals.

use std::{
    cell::RefCell,
    fmt,
    sync::{Arc, OnceLock},
    thread::LocalKey,
};

use super::{
    check::{Checked, Doubt},
    course::{Course, moves},
    description::{Symbol, Symbols},
    error::{GdlError, GdlFault},
    ground::{Ground, ground},
    limits::MOST_ROLES,
    network::{Network, Program, Signal},
    patience::Patient,
    read::{Expression, Form, read},
    terms::{TermId, Terms},
    walker::Walker,
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
    /// The course that most moves are made on, if there is one, and the one for all others.
    quick: Option<Course>,
    full: OnceLock<Course>,
    initial: State,
    /// Tells the rules apart from all others.
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

impl State {
    /// Whether a fact holds, by its place.
    pub(super) fn holds(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
}

/// What is true of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whether the game is over.
    pub terminal: bool,
    /// The moves that each role may make, by their numbers.
    pub legal: Vec<Vec<usize>>,
}

/// A walker, and the number of its rules.
type Kept = RefCell<Option<(u64, Walker)>>;

thread_local! {
    /// The walkers that were needed last, on a quick course and on a full one.
    static QUICK: Kept = const { RefCell::new(None) };
    static FULL: Kept = const { RefCell::new(None) };
}

impl Rules {
    /// Reads a description. What is wrong with it is named with its place.
    pub fn read(words: &str) -> Result<Arc<Rules>, GdlError> {
        Rules::read_with(words, &mut Patient::begin())
    }

    /// The same, where more is to be done in the time there is.
    pub(super) fn read_with(words: &str, patient: &mut Patient) -> Result<Arc<Rules>, GdlError> {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let checked = Checked::read(words)?;
        let mut ground = ground(&checked, patient)?;
        let of = |relation: Symbol, ground: &Ground| -> Vec<TermId> {
            let facts = ground.facts.iter().copied();
            facts.filter(|fact| ground.terms.name(*fact) == relation).collect()
        };
        let names: Vec<TermId> =
            of(Symbol::ROLE, &ground).iter().map(|fact| ground.terms.terms(*fact)[0]).collect();
        if names.len() > MOST_ROLES {
            return Err(GdlFault::TooManyRoles { count: names.len() }.into());
        }
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
        let mut network = network.map_err(|(head, denied)| {
            let [head, denied] = [head, denied].map(|fact| ground.terms.name(fact));
            let exact = |doubt: &&Doubt| (doubt.head, doubt.denied) == (head, denied);
            // What depends on its own absence without variables did so with them.
            let doubt = checked.doubtful.iter().find(exact).or(checked.doubtful.first());
            doubt.map(|doubt| doubt.error(&checked.description.symbols)).unwrap_or_else(|| {
                let symbols = &checked.description.symbols;
                let [head, word] = [head, denied].map(|name| symbols.name(name).to_owned());
                GdlFault::NotStratified { word, head }.into()
            })
        })?;
        let symbols = checked.description.symbols;
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
                return Err(GdlFault::GoalValue(fact).into());
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
        let quick = Course::quick(&mut network, &roles, &next, terminal);
        let terms = std::mem::take(&mut ground.terms);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Ok(Arc::new(Rules {
            symbols,
            terms,
            roles,
            bases,
            next,
            program,
            quick,
            full: OnceLock::new(),
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
        self.visit(state, |course, walker| {
            let legal = |role: usize| moves(course.legal(walker, role)).collect();
            let legal = (0..self.roles.len()).map(legal).collect();
            Standing { terminal: course.is_over(walker), legal }
        })
    }

    /// What a state is worth to a role, 0 to 100; none if the description does not say.
    pub fn goal(&self, state: &State, role: usize) -> Option<u8> {
        self.visit(state, |course, walker| course.goal(walker, role))
    }

    /// The state after each role has made a move, or none where it has no legal one.
    pub fn after(&self, state: &State, joint: &[Option<usize>]) -> State {
        let made = joint.iter().zip(&self.roles);
        let moves = made.filter_map(|(mv, role)| Some(role.first + (*mv)?));
        let mut next = state.clone();
        self.visit(state, |course, walker| self.after_here(course, walker, moves, &mut next));
        next
    }

    /// The state after moves, numbered among those of all roles, where a walker is.
    #[inline]
    pub(super) fn after_here(
        &self,
        course: &Course,
        walker: &mut Walker,
        moves: impl Iterator<Item = usize> + Clone,
        next: &mut State,
    ) {
        if !course.after(walker, moves.clone(), next) {
            walk(&FULL, self.number, self.full(), |course, full| {
                course.go(full, walker.state());
                course.after(full, moves, next);
            });
        }
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
    pub fn read_move(&self, role: usize, words: &str) -> Result<usize, GdlError> {
        let term = self.find(words)?;
        let known = self.roles[role].moves.iter().position(|mv| Some(*mv) == term);
        known.ok_or_else(|| {
            let role = self.write(self.roles[role].name);
            GdlFault::NoMove { role, words: shortened(words) }.into()
        })
    }

    /// The facts that hold in a state.
    pub(super) fn holding<'a>(&'a self, state: &'a State) -> impl Iterator<Item = TermId> + 'a {
        let held = self.bases.iter().enumerate();
        held.filter(|(at, _)| state.holds(*at)).map(|(_, base)| *base)
    }

    pub(super) fn write(&self, term: TermId) -> String {
        self.terms.write(term, &self.symbols)
    }

    /// The term that is written there; none if this game has no such term.
    fn find(&self, words: &str) -> Result<Option<TermId>, GdlError> {
        let wrong = || GdlError::from(GdlFault::NotAMove(shortened(words)));
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

    /// Sends this thread's walker to a state.
    fn visit<T>(&self, state: &State, then: impl FnOnce(&Course, &mut Walker) -> T) -> T {
        self.walk(|course, walker| {
            course.go(walker, state);
            then(course, walker)
        })
    }

    /// Takes this thread's walker, wherever it is.
    #[inline]
    pub(super) fn walk<T>(&self, then: impl FnOnce(&Course, &mut Walker) -> T) -> T {
        match &self.quick {
            Some(course) => walk(&QUICK, self.number, course, then),
            None => walk(&FULL, self.number, self.full(), then),
        }
    }

    /// Whether it is known what each move changes.
    #[cfg(test)]
    pub(super) fn is_quick(&self) -> bool {
        self.quick.is_some()
    }

    fn full(&self) -> &Course {
        let lay = || Course::full(&self.program, &self.roles, &self.next, self.terminal);
        self.full.get_or_init(lay)
    }

    /// The slot of a role's move.
    pub(super) fn slot(&self, role: usize, mv: usize) -> usize {
        1 + self.bases.len() + self.roles[role].first + mv
    }
}

/// Takes a walker that this thread keeps, wherever it is.
fn walk<T>(
    kept: &'static LocalKey<Kept>,
    number: u64,
    course: &Course,
    then: impl FnOnce(&Course, &mut Walker) -> T,
) -> T {
    kept.with_borrow_mut(|kept| match kept {
        Some((known, walker)) if *known == number => then(course, walker),
        _ => then(course, &mut kept.insert((number, course.walker())).1),
    })
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
