//! In which order the literals of a rule are looked at, so that few facts have to be.

use rustc_hash::FxHashSet;

use super::{
    check::variables,
    description::{Atom, Literal, Rule, Symbol, Term},
};

/// What is done one after the other.
pub type Plan = Vec<Step>;

/// One thing that is done.
#[derive(Clone, Debug)]
pub enum Step {
    /// Go through the facts of a view that agree with what is bound.
    Look {
        /// The view.
        view: usize,
        /// The rule's variable for each variable of the view's shape.
        variables: Vec<usize>,
        /// Whether only facts count that are older than the one the plan begins with.
        before: bool,
    },
    /// Go on if two terms differ.
    Distinct(Term, Term),
    /// Go on if a fact, which no state changes, does not hold.
    Absent(Atom),
}

/// An atom whose variables are numbered as they come, and those of them that are known when facts
/// are looked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The atom.
    pub atom: Atom,
    /// How many variables it has.
    pub variables: usize,
    /// Those that are known.
    pub known: Vec<usize>,
}

/// The plan for a rule, given a fact for one literal of it or for none. `view` finds the view of a
/// shape.
pub fn plan(
    rule: &Rule,
    given: Option<usize>,
    dynamic: &FxHashSet<Symbol>,
    view: &mut dyn FnMut(Shape) -> usize,
) -> Plan {
    let used: Vec<Vec<usize>> = rule
        .body
        .iter()
        .map(|literal| match literal {
            Literal::Is(atom) | Literal::IsNot(atom) => of(&atom.terms),
            Literal::Distinct(one, two) => of(&[one.clone(), two.clone()]),
        })
        .collect();
    let mut bound = vec![false; rule.variables.len()];
    if let Some(given) = given {
        used[given].iter().for_each(|variable| bound[*variable] = true);
    }
    let mut left: Vec<usize> =
        (0..rule.body.len()).filter(|literal| Some(*literal) != given).collect();
    let mut plan = Vec::new();
    loop {
        left.retain(|literal| {
            let step = match &rule.body[*literal] {
                Literal::Is(_) => return true,
                Literal::IsNot(atom) if dynamic.contains(&atom.relation) => return false,
                Literal::IsNot(atom) => Step::Absent(atom.clone()),
                Literal::Distinct(one, two) => Step::Distinct(one.clone(), two.clone()),
            };
            let ready = used[*literal].iter().all(|variable| bound[*variable]);
            if ready {
                plan.push(step);
            }
            !ready
        });
        // The literal with the fewest variables that are not bound yet; of those the one with most
        // that are.
        let best = left.iter().copied().filter_map(|literal| match &rule.body[literal] {
            Literal::Is(atom) => {
                let used = &used[literal];
                let free = used.iter().filter(|variable| !bound[**variable]).count();
                Some((free, used.len() - free, literal, atom))
            }
            _ => None,
        });
        let best = best.min_by_key(|(free, known, literal, _)| {
            // Something without any link to the rest comes last.
            (*known == 0 && *free > 0, *free, usize::MAX - known, *literal)
        });
        let Some((_, _, literal, atom)) = best else { return plan };
        let mut order = Vec::new();
        let terms = atom.terms.iter().map(|term| renumbered(term, &mut order)).collect();
        let known = (0..order.len()).filter(|at| bound[order[*at]]).collect();
        let shape =
            Shape { atom: Atom { relation: atom.relation, terms }, variables: order.len(), known };
        let before = given.is_some_and(|given| literal < given);
        order.iter().for_each(|variable| bound[*variable] = true);
        plan.push(Step::Look { view: view(shape), variables: order, before });
        left.retain(|other| *other != literal);
    }
}

/// The variables of terms, each once.
fn of(terms: &[Term]) -> Vec<usize> {
    let mut found = Vec::new();
    terms.iter().for_each(|term| variables(term, &mut found));
    found.sort_unstable();
    found.dedup();
    found
}

fn renumbered(term: &Term, order: &mut Vec<usize>) -> Term {
    match term {
        Term::Variable(variable) => {
            let known = order.iter().position(|other| other == variable);
            Term::Variable(known.unwrap_or_else(|| {
                order.push(*variable);
                order.len() - 1
            }))
        }
        Term::Call(name, terms) => {
            Term::Call(*name, terms.iter().map(|term| renumbered(term, order)).collect())
        }
    }
}
