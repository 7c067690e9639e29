//! A second, slow and plain way to follow a description, to compare the fast one with: all rules
//! are tried on all facts, stratum by stratum, until nothing new follows.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    check::Checked,
    description::{Atom, Literal, Rule, Symbol, Term},
};

/// The terms that a relation is said of.
type Facts = HashMap<Symbol, HashSet<Vec<Term>>>;

/// A description, and what always follows from it.
pub struct Oracle {
    checked: Checked,
    always: Facts,
}

/// What holds in a state, everything in KIF.
#[derive(Debug, PartialEq)]
pub struct Told {
    pub terminal: bool,
    pub legal: Vec<BTreeSet<String>>,
    pub goals: Vec<BTreeSet<String>>,
}

impl Oracle {
    pub fn new(words: &str) -> Oracle {
        let checked = Checked::read(words).unwrap();
        let mut oracle = Oracle { checked, always: Facts::new() };
        let mut always = Facts::new();
        oracle.follow(&mut always, false);
        oracle.always = always;
        oracle
    }

    pub fn roles(&self) -> Vec<Term> {
        let rules = self.checked.description.rules.iter();
        let mut roles = Vec::new();
        for role in rules.filter(|rule| rule.head.relation == Symbol::ROLE) {
            roles.push(role.head.terms[0].clone());
        }
        roles
    }

    pub fn initial(&self) -> BTreeSet<String> {
        self.single(&self.always, Symbol::INIT)
    }

    pub fn told(&self, state: &BTreeSet<String>) -> Told {
        let facts = self.all(state, &[]);
        let of = |relation: Symbol, role: &Term| {
            let facts = facts.get(&relation).into_iter().flatten();
            facts.filter(|terms| terms[0] == *role).map(|terms| self.write(&terms[1])).collect()
        };
        let roles = self.roles();
        Told {
            terminal: facts.get(&Symbol::TERMINAL).is_some_and(|facts| !facts.is_empty()),
            legal: roles.iter().map(|role| of(Symbol::LEGAL, role)).collect(),
            goals: roles.iter().map(|role| of(Symbol::GOAL, role)).collect(),
        }
    }

    pub fn after(&self, state: &BTreeSet<String>, joint: &[Option<String>]) -> BTreeSet<String> {
        let made = self.roles().into_iter().zip(joint);
        let does: Vec<Vec<Term>> =
            made.filter_map(|(role, mv)| Some(vec![role, self.term(mv.as_ref()?)])).collect();
        self.single(&self.all(state, &does), Symbol::NEXT)
    }

    fn single(&self, facts: &Facts, relation: Symbol) -> BTreeSet<String> {
        let facts = facts.get(&relation).into_iter().flatten();
        facts.map(|terms| self.write(&terms[0])).collect()
    }

    fn all(&self, state: &BTreeSet<String>, does: &[Vec<Term>]) -> Facts {
        let mut facts = self.always.clone();
        facts.insert(Symbol::TRUE, state.iter().map(|fact| vec![self.term(fact)]).collect());
        facts.insert(Symbol::DOES, does.iter().cloned().collect());
        self.follow(&mut facts, true);
        facts
    }

    fn follow(&self, facts: &mut Facts, dynamic: bool) {
        for stratum in &self.checked.strata {
            if stratum.iter().any(|relation| self.checked.dynamic.contains(relation)) != dynamic {
                continue;
            }
            let rules = self.checked.description.rules.iter();
            let rules: Vec<&Rule> =
                rules.filter(|rule| stratum.contains(&rule.head.relation)).collect();
            loop {
                let mut found = Vec::new();
                for rule in &rules {
                    let mut body: Vec<&Literal> = rule.body.iter().collect();
                    body.sort_by_key(|literal| !matches!(literal, Literal::Is(_)));
                    try_body(rule, &body, facts, &mut vec![None; rule.variables.len()], &mut found);
                }
                let mut new = false;
                for Atom { relation, terms } in found {
                    new |= facts.entry(relation).or_default().insert(terms);
                }
                if !new {
                    break;
                }
            }
        }
    }

    pub fn write(&self, term: &Term) -> String {
        let Term::Call(name, terms) = term else { panic!("no variable is left") };
        let name = self.checked.description.symbols.name(*name);
        if terms.is_empty() {
            return name.to_owned();
        }
        let terms: Vec<String> = terms.iter().map(|term| self.write(term)).collect();
        format!("({name} {})", terms.join(" "))
    }

    fn term(&self, words: &str) -> Term {
        // A fact by some other name, read as a fact, is a term.
        let mut symbols = self.checked.description.symbols.clone();
        let term = super::description::read_term(words, &mut symbols);
        term.expect("it was written here")
    }
}

type Bound = Vec<Option<Term>>;

fn try_body(rule: &Rule, body: &[&Literal], facts: &Facts, bound: &mut Bound, out: &mut Vec<Atom>) {
    let Some((literal, rest)) = body.split_first() else {
        let terms = rule.head.terms.iter().map(|term| put(term, bound)).collect();
        return out.push(Atom { relation: rule.head.relation, terms });
    };
    match literal {
        Literal::Is(atom) => {
            for fact in facts.get(&atom.relation).into_iter().flatten() {
                let mut further = bound.clone();
                if atom.terms.iter().zip(fact).all(|(term, is)| fit(term, is, &mut further)) {
                    try_body(rule, rest, facts, &mut further, out);
                }
            }
        }
        Literal::IsNot(atom) => {
            let terms: Vec<Term> = atom.terms.iter().map(|term| put(term, bound)).collect();
            if !facts.get(&atom.relation).is_some_and(|facts| facts.contains(&terms)) {
                try_body(rule, rest, facts, bound, out);
            }
        }
        Literal::Distinct(one, two) => {
            if put(one, bound) != put(two, bound) {
                try_body(rule, rest, facts, bound, out);
            }
        }
    }
}

fn put(term: &Term, bound: &Bound) -> Term {
    match term {
        Term::Variable(variable) => bound[*variable].clone().expect("rules are safe"),
        Term::Call(name, terms) => {
            Term::Call(*name, terms.iter().map(|term| put(term, bound)).collect())
        }
    }
}

fn fit(term: &Term, is: &Term, bound: &mut Bound) -> bool {
    match (term, is) {
        (Term::Variable(variable), _) => {
            let value = bound[*variable].get_or_insert_with(|| is.clone());
            value == is
        }
        (Term::Call(name, terms), Term::Call(other, others)) => {
            name == other
                && terms.len() == others.len()
                && terms.iter().zip(others).all(|(term, is)| fit(term, is, bound))
        }
        _ => false,
    }
}
