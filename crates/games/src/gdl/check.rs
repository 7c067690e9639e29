//! Whether the rules of a description make sense together, and in which order they are to be
//! followed.
//!
//! Every variable must be bound by something that holds (*safety*), and nothing may follow from its
//! own absence (*stratification*); see Love, Hinrichs, Haley, Schkufza and Genesereth, *General
//! Game Playing: Game Description Language Specification*, 2008.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    components::components,
    description::{Atom, Description, Literal, Rule, Symbol, Symbols, Term, arity},
    error::{GdlError, GdlFault},
    read::Place,
};

/// A description whose rules make sense together.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The description.
    pub description: Description,
    /// Relations that are defined together, each after those that they need.
    pub strata: Vec<Vec<Symbol>>,
    /// The relations that depend on the state or on what the roles do.
    pub dynamic: FxHashSet<Symbol>,
    /// Where such a relation needs that another one, which needs the first, does not hold: it makes
    /// sense if no fact needs its own absence, which shows when all variables are replaced.
    pub doubtful: Vec<Doubt>,
}

/// A condition that may follow from its own absence.
#[derive(Clone, Copy, Debug)]
pub struct Doubt {
    /// What follows.
    pub head: Symbol,
    /// What must not hold.
    pub denied: Symbol,
    /// Where that stands.
    pub at: Place,
}

impl Doubt {
    /// That it does.
    pub fn error(self, symbols: &Symbols) -> GdlError {
        let [head, word] = [self.head, self.denied].map(|name| symbols.name(name).to_owned());
        self.at.error(GdlFault::NotStratified { word, head })
    }
}

impl Checked {
    /// Reads and checks a description.
    pub fn read(words: &str) -> Result<Checked, GdlError> {
        let description = Description::read(words)?;
        for word in [
            Symbol::ROLE,
            Symbol::INIT,
            Symbol::LEGAL,
            Symbol::NEXT,
            Symbol::TERMINAL,
            Symbol::GOAL,
        ] {
            if !description.rules.iter().any(|rule| rule.head.relation == word) {
                let word = description.symbols.name(word).to_owned();
                return Err(GdlFault::Missing(word).into());
            }
        }
        check_arities(&description)?;
        check_defined(&description)?;
        for rule in &description.rules {
            check_safe(rule)?;
        }
        let dynamic = depending(&description, &[Symbol::TRUE, Symbol::DOES]);
        let (strata, mut doubtful) = stratify(&description);
        doubtful.sort_by_key(|doubt| dynamic.contains(&doubt.head));
        // What no state changes is found out stratum by stratum.
        if let Some(doubt) = doubtful.first().filter(|doubt| !dynamic.contains(&doubt.head)) {
            return Err(doubt.error(&description.symbols));
        }
        let on_moves = depending(&description, &[Symbol::DOES]);
        for rule in &description.rules {
            let word = rule.head.relation;
            let forbidden = match word {
                Symbol::ROLE | Symbol::INIT => &dynamic,
                Symbol::LEGAL | Symbol::TERMINAL | Symbol::GOAL => &on_moves,
                _ => continue,
            };
            if rule.body.iter().filter_map(atom).any(|atom| forbidden.contains(&atom.relation)) {
                let word = description.symbols.name(word);
                return Err(rule.at.error(GdlFault::Depends(word.to_owned())));
            }
        }
        Ok(Checked { description, strata, dynamic, doubtful })
    }
}

/// The atom of a literal; none if it is `distinct`.
fn atom(literal: &Literal) -> Option<&Atom> {
    match literal {
        Literal::Is(atom) | Literal::IsNot(atom) => Some(atom),
        Literal::Distinct(..) => None,
    }
}

fn check_arities(description: &Description) -> Result<(), GdlError> {
    let mut relations: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut functions: FxHashMap<Symbol, usize> = FxHashMap::default();
    let check = |known: &mut FxHashMap<Symbol, usize>, name: Symbol, given, at: Place| {
        let takes = *known.entry(name).or_insert(given);
        match takes == given {
            true => Ok(()),
            false => Err(at.error(arity(description.symbols.name(name), takes, given))),
        }
    };
    for rule in &description.rules {
        let places = std::iter::once(&rule.at).chain(&rule.places);
        let heads = std::iter::once((Some(&rule.head), Vec::new()));
        let literals = heads.chain(rule.body.iter().map(|literal| match literal {
            Literal::Distinct(one, two) => (None, vec![one, two]),
            literal => (atom(literal), Vec::new()),
        }));
        for ((atom, mut terms), at) in literals.zip(places) {
            if let Some(atom) = atom {
                check(&mut relations, atom.relation, atom.terms.len(), *at)?;
                terms.extend(&atom.terms);
            }
            while let Some(term) = terms.pop() {
                if let Term::Call(function, inner) = term
                    && !inner.is_empty()
                {
                    check(&mut functions, *function, inner.len(), *at)?;
                    terms.extend(inner);
                }
            }
        }
    }
    Ok(())
}

/// Every relation that is asked for must be said somewhere.
fn check_defined(description: &Description) -> Result<(), GdlError> {
    let mut said: FxHashSet<Symbol> =
        description.rules.iter().map(|rule| rule.head.relation).collect();
    said.extend([Symbol::TRUE, Symbol::DOES]);
    for rule in &description.rules {
        for (literal, at) in rule.body.iter().zip(&rule.places) {
            if let Some(atom) = atom(literal)
                && !said.contains(&atom.relation)
            {
                let word = description.symbols.name(atom.relation);
                return Err(at.error(GdlFault::Undefined(word.to_owned())));
            }
        }
    }
    Ok(())
}

/// Adds a term's variables.
pub fn variables(term: &Term, out: &mut Vec<usize>) {
    match term {
        Term::Variable(variable) => out.push(*variable),
        Term::Call(_, terms) => terms.iter().for_each(|term| variables(term, out)),
    }
}

fn check_safe(rule: &Rule) -> Result<(), GdlError> {
    let of = |terms: &[Term]| {
        let mut found = Vec::new();
        terms.iter().for_each(|term| variables(term, &mut found));
        found
    };
    let mut bound = FxHashSet::default();
    for literal in &rule.body {
        if let Literal::Is(atom) = literal {
            bound.extend(of(&atom.terms));
        }
    }
    let free = |used: Vec<usize>, at: Place| match used.iter().find(|one| !bound.contains(one)) {
        Some(variable) => {
            let variable = rule.variables[*variable].clone();
            Err(at.error(GdlFault::Unsafe(variable)))
        }
        None => Ok(()),
    };
    free(of(&rule.head.terms), rule.at)?;
    for (literal, at) in rule.body.iter().zip(&rule.places) {
        match literal {
            Literal::Is(_) => {}
            Literal::IsNot(atom) => free(of(&atom.terms), *at)?,
            Literal::Distinct(one, two) => free(of(&[one.clone(), two.clone()]), *at)?,
        }
    }
    Ok(())
}

/// Relations in the order in which they can be found out, those of a circle together; and what is
/// denied within a circle.
fn stratify(description: &Description) -> (Vec<Vec<Symbol>>, Vec<Doubt>) {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut place: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut index = |symbol: Symbol| {
        *place.entry(symbol).or_insert_with(|| {
            symbols.push(symbol);
            symbols.len() - 1
        })
    };
    let mut edges = Vec::new();
    for rule in &description.rules {
        let head = index(rule.head.relation);
        for literal in &rule.body {
            if let Some(atom) = atom(literal) {
                edges.push((head, index(atom.relation)));
            }
        }
    }
    let mut needs = vec![Vec::new(); symbols.len()];
    edges.iter().for_each(|(head, body)| needs[*head].push(*body));
    let found = components(&needs);
    let mut component = vec![0; symbols.len()];
    for (number, members) in found.iter().enumerate() {
        members.iter().for_each(|member| component[*member] = number);
    }
    let mut doubtful = Vec::new();
    for rule in &description.rules {
        for (literal, at) in rule.body.iter().zip(&rule.places) {
            if let Literal::IsNot(atom) = literal
                && component[place[&atom.relation]] == component[place[&rule.head.relation]]
            {
                doubtful.push(Doubt { head: rule.head.relation, denied: atom.relation, at: *at });
            }
        }
    }
    let named = |members: Vec<usize>| members.into_iter().map(|at| symbols[at]).collect();
    (found.into_iter().map(named).collect(), doubtful)
}

/// The relations that some of `roots` are needed for, those included.
fn depending(description: &Description, roots: &[Symbol]) -> FxHashSet<Symbol> {
    let mut users: FxHashMap<Symbol, Vec<Symbol>> = FxHashMap::default();
    for rule in &description.rules {
        for used in rule.body.iter().filter_map(atom) {
            users.entry(used.relation).or_default().push(rule.head.relation);
        }
    }
    let mut found: FxHashSet<Symbol> = roots.iter().copied().collect();
    let mut left = roots.to_vec();
    while let Some(symbol) = left.pop() {
        for user in users.get(&symbol).into_iter().flatten() {
            if found.insert(*user) {
                left.push(*user);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    /// The least that is a game.
    const GAME: &str = "(role x) (role o) (init a) (<= (next a) (true a)) (legal x noop)
        (legal o noop) (<= terminal (true a)) (goal x 50) (goal o 50)\n";

    fn told(more: &str) -> String {
        Lang::ENGLISH.say(&Checked::read(&(GAME.to_owned() + more)).unwrap_err().into())
    }

    #[test]
    fn a_sound_description_is_put_in_order() {
        let more = "(p 1) (<= (q ?x) (p ?x) (not (r ?x))) (<= (r ?x) (p ?x) (true ?x))";
        let checked = Checked::read(&(GAME.to_owned() + more)).unwrap();
        let symbol = |name: &str| checked.description.symbols.find(name).unwrap();
        let at = |name: &str| {
            let symbol = symbol(name);
            checked.strata.iter().position(|stratum| stratum.contains(&symbol)).unwrap()
        };
        assert!(at("p") < at("r") && at("r") < at("q"));
        assert!(checked.dynamic.contains(&symbol("q")) && !checked.dynamic.contains(&symbol("p")));
    }

    #[test]
    fn what_makes_no_sense_is_named_with_its_place() {
        for (more, place, says) in [
            ("(<= (p ?y) (true a))", "Line 3, column 1", "?y"),
            ("(<= p\n (not (true ?z)))", "Line 4, column 7", "?z"),
            ("(<= p (true ?x) (distinct ?x ?z))", "Line 3, column 17", "?z"),
            ("(<= p (not q)) (<= q (not p))", "Line 3", "not"),
            ("(<= p (not p))", "Line 3, column 12", "p"),
            ("(p 1) (p 1 2)", "Line 3, column 7", "p"),
            ("(p (f 1)) (q (f 1 2))", "Line 3, column 11", "f"),
            ("(<= p (tru a))", "Line 3, column 7", "tru"),
            ("(<= (legal x m) (does o noop))", "Line 3, column 1", "legal"),
            ("(<= (init b) (true a))", "Line 3, column 1", "init"),
        ] {
            let told = told(more);
            assert!(told.contains(place) && told.contains(says), "{more}: {told}");
        }
        let missing = GdlFault::Missing("init".to_owned());
        assert_eq!(Checked::read("(role x)").unwrap_err(), missing.into());
    }
}
