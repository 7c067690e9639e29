//! Replaces the variables of all rules by everything they can stand for.
//!
//! Facts are found from rules and rules from facts until nothing new turns up. What no state
//! changes is found out exactly, stratum by stratum. For the rest every fact that may ever hold is
//! taken to hold, whatever is denied, and each way in which it may come about is kept as a rule
//! without variables. A fact is followed up once, when it is taken from the queue (*semi-naive*
//! evaluation): joined with all facts before it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    check::Checked,
    description::{Atom, Literal, Rule, Symbol, Term},
    error::{GdlError, GdlFault},
    limits::LOOK_EVERY,
    patience::Patient,
    plan::{Plan, Shape, Step, plan},
    read::Place,
    terms::{TermId, Terms, UNBOUND},
};

/// A rule without variables: the head holds if all of `is` hold and none of `not` does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroundRule {
    /// What follows.
    pub head: TermId,
    /// Facts that must hold.
    pub is: Vec<TermId>,
    /// Facts that must not hold.
    pub not: Vec<TermId>,
}

/// A description without variables.
#[derive(Debug)]
pub struct Ground {
    /// All terms and facts.
    pub terms: Terms,
    /// Which facts hold in every state.
    pub always: FxHashSet<TermId>,
    /// Which facts may hold, those that always do included, in the order in which they were found.
    pub facts: Vec<TermId>,
    /// How facts come about that may or may not hold.
    pub rules: Vec<GroundRule>,
}

/// Facts of one shape, found by the values of some of its variables.
struct View {
    shape: Shape,
    /// A rule that it was made for.
    rule: usize,
    rows: FxHashMap<Box<[TermId]>, Vec<Row>>,
}

/// A fact in a view.
struct Row {
    /// When it was followed up.
    number: u32,
    /// The values of the shape's variables.
    values: Box<[TermId]>,
}

/// What facts are told apart by before anything else: the relation, and the function of the last
/// thing it is said of. Atoms that have a variable there let all facts in.
type Door = (Symbol, Option<Symbol>);

/// Where the facts that come by a door go: into which views, and to which rules.
#[derive(Default)]
struct Outlet {
    views: Vec<usize>,
    /// A rule, the literal of it that the fact fits, and the plan for the rest.
    rules: Vec<(usize, usize, Plan)>,
}

struct Grounder<'a> {
    rules: &'a [Rule],
    /// How many steps it counts for to look at each rule once.
    weights: Vec<usize>,
    /// The rule that something was concluded from last.
    last: usize,
    dynamic: &'a FxHashSet<Symbol>,
    terms: Terms,
    views: Vec<View>,
    shapes: FxHashMap<Shape, usize>,
    outlets: FxHashMap<Door, Outlet>,
    /// When each fact was followed up.
    number: FxHashMap<TermId, u32>,
    facts: Vec<TermId>,
    always: FxHashSet<TermId>,
    queued: FxHashSet<TermId>,
    queue: Vec<TermId>,
    found: FxHashSet<GroundRule>,
    made: Vec<GroundRule>,
    /// How many steps until somebody looks at the time.
    steps: usize,
    /// What views and rules take, about.
    bytes: usize,
    patient: &'a mut Patient,
}

/// Bytes of a fact in a view, and of a rule, which is kept twice and becomes gates: without those of
/// the numbers they are made of.
const ROW: usize = 90;
const RULE: usize = 520;

/// Grounds a description.
pub fn ground(checked: &Checked, patient: &mut Patient) -> Result<Ground, GdlError> {
    let rules = &checked.description.rules;
    let mut grounder = Grounder {
        rules,
        weights: rules.iter().map(weight).collect(),
        last: 0,
        dynamic: &checked.dynamic,
        terms: Terms::default(),
        views: Vec::new(),
        shapes: FxHashMap::default(),
        outlets: FxHashMap::default(),
        number: FxHashMap::default(),
        facts: Vec::new(),
        always: FxHashSet::default(),
        queued: FxHashSet::default(),
        queue: Vec::new(),
        found: FxHashSet::default(),
        made: Vec::new(),
        steps: LOOK_EVERY,
        bytes: 0,
        patient,
    };
    let of = |relations: &[Symbol]| -> Vec<usize> {
        (0..rules.len()).filter(|rule| relations.contains(&rules[*rule].head.relation)).collect()
    };
    let dynamic: Vec<Symbol> = checked.dynamic.iter().copied().collect();
    let mut strata: Vec<(Vec<Symbol>, Vec<usize>)> = Vec::new();
    for stratum in &checked.strata {
        if stratum.iter().all(|relation| !checked.dynamic.contains(relation)) {
            strata.push((stratum.clone(), of(stratum)));
        }
    }
    let changing: Vec<usize> = (0..rules.len())
        .filter(|rule| checked.dynamic.contains(&rules[*rule].head.relation))
        .collect();
    // All views are there before the first fact.
    let mut begins = Vec::new();
    for (relations, members) in strata.iter().chain([&(dynamic, changing)]) {
        let mut own = Vec::new();
        for rule in members {
            own.push((*rule, grounder.prepare(*rule, None)?));
            for (at, literal) in rules[*rule].body.iter().enumerate() {
                if let Literal::Is(atom) = literal
                    && relations.contains(&atom.relation)
                {
                    let plan = grounder.prepare(*rule, Some(at))?;
                    let outlet = grounder.outlets.entry(door(atom)).or_default();
                    outlet.rules.push((*rule, at, plan));
                }
            }
        }
        begins.push(own);
    }
    let last = begins.len() - 1;
    for (number, begin) in begins.into_iter().enumerate() {
        if number == last {
            grounder.carry_over()?;
        }
        for (rule, plan) in begin {
            let mut bound = vec![UNBOUND; rules[rule].variables.len()];
            grounder.join(rule, &plan, 0, u32::MAX, &mut bound)?;
        }
        grounder.follow_up()?;
    }
    let Grounder { terms, facts, always, made, .. } = grounder;
    Ok(Ground { terms, always, facts, rules: made })
}

impl Grounder<'_> {
    /// Makes the plan for a rule, one literal of which is given, and the views it looks into.
    fn prepare(&mut self, rule: usize, given: Option<usize>) -> Result<Plan, GdlError> {
        // Of all pairs of conditions a good many are quickly compared.
        let conditions = self.rules[rule].body.len();
        self.count(rule, conditions * conditions / 16)?;
        let dynamic = self.dynamic;
        let (views, outlets, shapes) = (&mut self.views, &mut self.outlets, &mut self.shapes);
        Ok(plan(&self.rules[rule], given, dynamic, &mut |shape: Shape| {
            *shapes.entry(shape.clone()).or_insert_with(|| {
                outlets.entry(door(&shape.atom)).or_default().views.push(views.len());
                views.push(View { shape, rule, rows: FxHashMap::default() });
                views.len() - 1
            })
        }))
    }

    /// What holds at first may hold later; what is always legal may be done.
    fn carry_over(&mut self) -> Result<(), GdlError> {
        for fact in self.facts.clone() {
            self.follows(fact)?;
        }
        Ok(())
    }

    /// Adds what follows from a fact by the meaning of GDL's own words.
    fn follows(&mut self, fact: TermId) -> Result<(), GdlError> {
        let relation = match self.terms.name(fact) {
            Symbol::INIT | Symbol::NEXT => Symbol::TRUE,
            Symbol::LEGAL => Symbol::DOES,
            _ => return Ok(()),
        };
        let terms = self.terms.terms(fact).into();
        let at = self.at(self.last);
        let follows = self.terms.add(relation, terms).map_err(|why| at.error(why))?;
        self.enqueue(follows);
        Ok(())
    }

    fn enqueue(&mut self, fact: TermId) {
        if self.queued.insert(fact) {
            self.queue.push(fact);
        }
    }

    fn follow_up(&mut self) -> Result<(), GdlError> {
        let mut at = 0;
        while at < self.queue.len() {
            let fact = self.queue[at];
            at += 1;
            let number = self.facts.len() as u32;
            self.facts.push(fact);
            self.number.insert(fact, number);
            let relation = self.terms.name(fact);
            if self.dynamic.contains(&relation) {
                self.follows(fact)?;
            } else {
                self.always.insert(fact);
            }
            let last = self.terms.terms(fact).last().map(|term| self.terms.name(*term));
            for door in last.map(Some).into_iter().chain([None]).map(|name| (relation, name)) {
                let Some(outlet) = self.outlets.remove(&door) else { continue };
                let done = self.offer(&outlet, fact, number);
                self.outlets.insert(door, outlet);
                done?;
            }
        }
        self.queue.clear();
        Ok(())
    }

    /// Puts a fact into its views and joins it with what is there.
    fn offer(&mut self, outlet: &Outlet, fact: TermId, number: u32) -> Result<(), GdlError> {
        for view in &outlet.views {
            self.step(self.views[*view].rule)?;
            let View { shape, rows, .. } = &mut self.views[*view];
            let mut bound = vec![UNBOUND; shape.variables];
            if fits(&self.terms, &shape.atom, fact, &mut bound) {
                let key = shape.known.iter().map(|variable| bound[*variable]).collect();
                self.bytes += ROW + 4 * (bound.len() + shape.known.len());
                let row = Row { number, values: bound.into() };
                rows.entry(key).or_default().push(row);
            }
        }
        for (rule, literal, plan) in &outlet.rules {
            let Literal::Is(atom) = &self.rules[*rule].body[*literal] else { continue };
            let mut bound = vec![UNBOUND; self.rules[*rule].variables.len()];
            self.step(*rule)?;
            if fits(&self.terms, atom, fact, &mut bound) {
                self.join(*rule, plan, 0, number, &mut bound)?;
            }
        }
        Ok(())
    }

    /// A rule is looked at once more.
    fn step(&mut self, rule: usize) -> Result<(), GdlError> {
        self.count(rule, self.weights[rule])
    }

    fn count(&mut self, rule: usize, steps: usize) -> Result<(), GdlError> {
        self.steps = self.steps.saturating_sub(steps);
        if self.steps > 0 {
            return Ok(());
        }
        self.steps = LOOK_EVERY;
        let bytes = self.bytes + self.terms.bytes();
        self.patient.look(self.made.len(), bytes).map_err(|why| self.at(rule).error(why))
    }

    fn at(&self, rule: usize) -> Place {
        self.rules[rule].at
    }

    /// Follows a plan from one of its steps on. `number` is that of the fact it began with.
    fn join(
        &mut self,
        rule: usize,
        plan: &Plan,
        step: usize,
        number: u32,
        bound: &mut [TermId],
    ) -> Result<(), GdlError> {
        self.step(rule)?;
        let at = self.at(rule);
        let Some(next) = plan.get(step) else { return self.conclude(rule, bound) };
        match next {
            Step::Distinct(one, two) => {
                let one = self.terms.ground(one, bound).map_err(|why| at.error(why))?;
                let two = self.terms.ground(two, bound).map_err(|why| at.error(why))?;
                if one != two { self.join(rule, plan, step + 1, number, bound) } else { Ok(()) }
            }
            Step::Absent(atom) => {
                let fact = self.fact(rule, atom, bound)?;
                match self.number.contains_key(&fact) {
                    true => Ok(()),
                    false => self.join(rule, plan, step + 1, number, bound),
                }
            }
            Step::Look { view, variables, before } => {
                let known = &self.views[*view].shape.known;
                let key: Box<[TermId]> = known.iter().map(|at| bound[variables[*at]]).collect();
                let count = self.views[*view].rows.get(&key).map_or(0, Vec::len);
                for row in 0..count {
                    let row = &self.views[*view].rows[&key][row];
                    // Facts before the given literal must be older, so that no pair is met twice.
                    if *before && row.number >= number {
                        break;
                    }
                    for (value, variable) in row.values.iter().zip(variables) {
                        bound[*variable] = *value;
                    }
                    self.join(rule, plan, step + 1, number, bound)?;
                }
                Ok(())
            }
        }
    }

    fn fact(&mut self, rule: usize, atom: &Atom, bound: &[TermId]) -> Result<TermId, GdlError> {
        let at = self.at(rule);
        let terms: Result<Box<[TermId]>, GdlFault> =
            atom.terms.iter().map(|term| self.terms.ground(term, bound)).collect();
        terms.and_then(|terms| self.terms.add(atom.relation, terms)).map_err(|why| at.error(why))
    }

    /// All that a rule asks for holds.
    fn conclude(&mut self, rule: usize, bound: &[TermId]) -> Result<(), GdlError> {
        let rules = self.rules;
        let Rule { head, body, .. } = &rules[rule];
        self.last = rule;
        self.count(rule, body.len())?;
        let head_fact = self.fact(rule, head, bound)?;
        self.enqueue(head_fact);
        if !self.dynamic.contains(&head.relation) {
            return Ok(());
        }
        let mut made = GroundRule { head: head_fact, is: Vec::new(), not: Vec::new() };
        for literal in body {
            let (atom, list) = match literal {
                Literal::Is(atom) => (atom, &mut made.is),
                Literal::IsNot(atom) => (atom, &mut made.not),
                Literal::Distinct(..) => continue,
            };
            if self.dynamic.contains(&atom.relation) {
                list.push(self.fact(rule, atom, bound)?);
            }
        }
        for list in [&mut made.is, &mut made.not] {
            list.sort_unstable();
            list.dedup();
        }
        if self.found.insert(made.clone()) {
            self.bytes += RULE + 16 * (made.is.len() + made.not.len());
            self.made.push(made);
        }
        Ok(())
    }
}

/// How many steps it counts for to look at a rule once: one for all that are not very large.
fn weight(rule: &Rule) -> usize {
    let mut size = 0;
    let mut left: Vec<&Term> = rule.head.terms.iter().collect();
    for literal in &rule.body {
        match literal {
            Literal::Is(atom) | Literal::IsNot(atom) => left.extend(&atom.terms),
            Literal::Distinct(one, two) => left.extend([one, two]),
        }
    }
    while let Some(term) = left.pop() {
        size += 1;
        if let Term::Call(_, terms) = term {
            left.extend(terms);
        }
    }
    1 + size / 32
}

fn door(atom: &Atom) -> Door {
    let last = atom.terms.last().and_then(|term| match term {
        Term::Variable(_) => None,
        Term::Call(name, _) => Some(*name),
    });
    (atom.relation, last)
}

/// Whether an atom becomes the fact, and by which variables.
fn fits(terms: &Terms, atom: &Atom, fact: TermId, bound: &mut [TermId]) -> bool {
    let of = terms.terms(fact);
    of.len() == atom.terms.len()
        && atom
            .terms
            .iter()
            .zip(of)
            .all(|(term, id): (&Term, &TermId)| terms.matches(term, *id, bound))
}
