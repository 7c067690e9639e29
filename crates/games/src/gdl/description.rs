//! A description as rules: what stands in the text, with `or` written out and names as numbers.

use rustc_hash::FxHashMap;

use super::{
    error::{GdlError, GdlFault},
    limits::{MOST_ALTERNATIVES, MOST_CONDITIONS, MOST_VARIABLES, MOST_WRITTEN_OUT},
    read::{Expression, Form, Place, read},
};

/// A name: of a relation, a function or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

/// All names of a description.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    names: Vec<String>,
    known: FxHashMap<String, Symbol>,
}

/// Something a rule speaks about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// One of the rule's variables, numbered from 0.
    Variable(usize),
    /// A function of terms; an object is one of none.
    Call(Symbol, Vec<Term>),
}

/// A relation between terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Its name.
    pub relation: Symbol,
    /// What it is said of.
    pub terms: Vec<Term>,
}

/// What a rule asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// Something holds.
    Is(Atom),
    /// Something does not hold.
    IsNot(Atom),
    /// Two terms are not the same.
    Distinct(Term, Term),
}

/// The head holds if everything in the body does.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What follows.
    pub head: Atom,
    /// What it follows from.
    pub body: Vec<Literal>,
    /// Its variables, as they were written.
    pub variables: Vec<String>,
    /// Where it stands.
    pub at: Place,
    /// Where each literal of the body stands.
    pub places: Vec<Place>,
}

/// All rules of a game.
#[derive(Clone, Debug)]
pub struct Description {
    /// The names in it.
    pub symbols: Symbols,
    /// The rules in the order of the text.
    pub rules: Vec<Rule>,
    /// How many heads and conditions they have.
    written: usize,
}

/// The words of GDL, in the order of their symbols.
pub const KEYWORDS: [&str; 10] =
    ["role", "init", "true", "does", "next", "legal", "goal", "terminal", "base", "input"];

impl Symbol {
    /// `(role R)`: who plays.
    pub const ROLE: Symbol = Symbol(0);
    /// `(init F)`: holds at the beginning.
    pub const INIT: Symbol = Symbol(1);
    /// `(true F)`: holds now.
    pub const TRUE: Symbol = Symbol(2);
    /// `(does R M)`: what a role does now.
    pub const DOES: Symbol = Symbol(3);
    /// `(next F)`: holds in the next state.
    pub const NEXT: Symbol = Symbol(4);
    /// `(legal R M)`: what a role may do.
    pub const LEGAL: Symbol = Symbol(5);
    /// `(goal R N)`: what the state is worth to a role.
    pub const GOAL: Symbol = Symbol(6);
    /// `terminal`: the game is over.
    pub const TERMINAL: Symbol = Symbol(7);

    /// How many terms a word of GDL takes.
    pub fn arity(self) -> Option<usize> {
        [1, 1, 1, 2, 1, 2, 2, 0, 1, 2].get(self.0 as usize).copied()
    }
}

/// Words that look as if they meant something and do not, in GDL.
const FOREIGN: [&str; 17] = [
    "=>", "<=>", "==>", "<==", ":-", "=", "/=", "==", "!=", "and", "forall", "exists", "implies",
    "if", "iff", "sees", "knows",
];

impl Symbols {
    fn with_keywords() -> Symbols {
        let mut symbols = Symbols::default();
        for word in KEYWORDS {
            symbols.symbol(word);
        }
        symbols
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.known.get(name) {
            return *symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.known.insert(name.to_owned(), symbol);
        symbol
    }

    /// The symbol of a name, if the description has it.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.known.get(name).copied()
    }

    /// A symbol's name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }
}

impl Description {
    /// Reads a text, without asking yet whether its rules make sense together.
    pub fn read(words: &str) -> Result<Description, GdlError> {
        let symbols = Symbols::with_keywords();
        let mut description = Description { symbols, rules: Vec::new(), written: 0 };
        for expression in read(words)? {
            description.add(&expression)?;
        }
        Ok(description)
    }

    fn add(&mut self, expression: &Expression) -> Result<(), GdlError> {
        let (head, body): (&Expression, &[Expression]) = match &expression.form {
            Form::List(list) => match list.split_first() {
                Some((Expression { form: Form::Word(word), .. }, rest)) if word == "<=" => {
                    let rule = rest.split_first();
                    rule.ok_or(expression.at.error(GdlFault::RuleEmpty))?
                }
                _ => (expression, &[]),
            },
            Form::Word(_) => (expression, &[]),
        };
        let mut reading = Reading { symbols: &mut self.symbols, variables: Vec::new() };
        let head_atom = reading.atom(head)?;
        if matches!(head_atom.relation, Symbol::TRUE | Symbol::DOES) {
            let word = reading.symbols.name(head_atom.relation).to_owned();
            return Err(head.at.error(GdlFault::NotAHead(word)));
        }
        let mut bodies: Vec<Vec<(Place, Literal)>> = vec![Vec::new()];
        for condition in body {
            let alternatives = reading.condition(condition, true)?;
            bodies = times(condition.at, &bodies, &alternatives)?;
        }
        self.written += bodies.iter().map(|body| 1 + body.len()).sum::<usize>();
        if self.written > MOST_WRITTEN_OUT {
            return Err(expression.at.error(GdlFault::TooMuchWrittenOut));
        }
        let variables = reading.variables;
        self.rules.extend(bodies.into_iter().map(|body| {
            let (places, body) = body.into_iter().unzip();
            let (head, variables) = (head_atom.clone(), variables.clone());
            Rule { head, body, variables, at: expression.at, places }
        }));
        Ok(())
    }
}

/// Every one of `left` together with every one of `right`.
fn times<T: Clone>(at: Place, left: &[Vec<T>], right: &[Vec<T>]) -> Result<Vec<Vec<T>>, GdlError> {
    if left.len() * right.len() > MOST_ALTERNATIVES {
        return Err(at.error(GdlFault::TooManyAlternatives));
    }
    let longest = |ways: &[Vec<T>]| ways.iter().map(Vec::len).max().unwrap_or_default();
    if longest(left) + longest(right) > MOST_CONDITIONS {
        return Err(at.error(GdlFault::TooManyConditions));
    }
    let both = |one: &Vec<T>| right.iter().map(|two| [&one[..], two].concat()).collect::<Vec<_>>();
    Ok(left.iter().flat_map(both).collect())
}

/// A rule that is being read.
struct Reading<'a> {
    symbols: &'a mut Symbols,
    variables: Vec<String>,
}

impl Reading<'_> {
    /// The ways in which a condition can hold, or not hold: in each of them all literals do.
    fn condition(
        &mut self,
        condition: &Expression,
        holds: bool,
    ) -> Result<Vec<Vec<(Place, Literal)>>, GdlError> {
        let at = condition.at;
        if let Form::List(list) = &condition.form
            && let Some((Expression { form: Form::Word(word), .. }, terms)) = list.split_first()
        {
            let takes = |count: usize| match terms.len() == count {
                true => Ok(()),
                false => Err(at.error(arity(word, count, terms.len()))),
            };
            match word.as_str() {
                "not" => {
                    takes(1)?;
                    return self.condition(&terms[0], !holds);
                }
                "or" if holds => {
                    let mut all = Vec::new();
                    for term in terms {
                        all.extend(self.condition(term, true)?);
                    }
                    times(at, &[Vec::new()], &all)?;
                    return Ok(all);
                }
                "or" => {
                    let mut all = vec![Vec::new()];
                    for term in terms {
                        all = times(at, &all, &self.condition(term, false)?)?;
                    }
                    return Ok(all);
                }
                "distinct" => {
                    takes(2)?;
                    let (one, two) = (self.term(&terms[0])?, self.term(&terms[1])?);
                    if !holds {
                        return Err(at.error(GdlFault::NotDistinct));
                    }
                    return Ok(vec![vec![(at, Literal::Distinct(one, two))]]);
                }
                _ => {}
            }
        }
        let atom = self.atom(condition)?;
        if matches!(atom.relation, Symbol::INIT | Symbol::NEXT) {
            let word = self.symbols.name(atom.relation).to_owned();
            return Err(at.error(GdlFault::OnlyAHead(word)));
        }
        let literal = if holds { Literal::Is(atom) } else { Literal::IsNot(atom) };
        Ok(vec![vec![(at, literal)]])
    }

    /// A relation.
    fn atom(&mut self, expression: &Expression) -> Result<Atom, GdlError> {
        let at = expression.at;
        let (word, terms): (&str, &[Expression]) = match &expression.form {
            Form::Word(word) => (word, &[]),
            Form::List(list) => match list.split_first() {
                Some((Expression { form: Form::Word(word), .. }, terms)) => (word, terms),
                Some((first, _)) => return Err(first.at.error(GdlFault::NoName)),
                None => return Err(at.error(GdlFault::Nothing)),
            },
        };
        if word.starts_with('?') {
            return Err(at.error(GdlFault::VariableRelation(word.to_owned())));
        }
        if FOREIGN.contains(&word) {
            return Err(at.error(GdlFault::Foreign(word.to_owned())));
        }
        if matches!(word, "not" | "or" | "distinct" | "<=") {
            return Err(at.error(GdlFault::NotAHead(word.to_owned())));
        }
        let relation = self.symbols.symbol(word);
        if let Some(count) = relation.arity().filter(|count| *count != terms.len()) {
            return Err(at.error(arity(word, count, terms.len())));
        }
        let terms = terms.iter().map(|term| self.term(term)).collect::<Result<_, _>>()?;
        Ok(Atom { relation, terms })
    }

    fn term(&mut self, expression: &Expression) -> Result<Term, GdlError> {
        match &expression.form {
            Form::Word(word) if word.starts_with('?') => {
                let known = self.variables.iter().position(|variable| variable == word);
                let variable = known.unwrap_or(self.variables.len());
                if variable == MOST_VARIABLES {
                    return Err(expression.at.error(GdlFault::TooManyVariables));
                }
                if known.is_none() {
                    self.variables.push(word.clone());
                }
                Ok(Term::Variable(variable))
            }
            Form::Word(word) => Ok(Term::Call(self.symbols.symbol(word), Vec::new())),
            Form::List(list) => match list.split_first() {
                Some((Expression { form: Form::Word(word), .. }, terms))
                    if !word.starts_with('?') =>
                {
                    let function = self.symbols.symbol(word);
                    let terms = terms.iter().map(|term| self.term(term));
                    Ok(Term::Call(function, terms.collect::<Result<_, _>>()?))
                }
                Some((first, _)) => Err(first.at.error(GdlFault::NoName)),
                None => Err(expression.at.error(GdlFault::Nothing)),
            },
        }
    }
}

/// A term without variables, for tests.
#[cfg(test)]
pub fn read_term(words: &str, symbols: &mut Symbols) -> Option<Term> {
    let expressions = read(words).ok()?;
    Reading { symbols, variables: Vec::new() }.term(expressions.first()?).ok()
}

/// A word was given too many terms, or too few.
pub fn arity(word: &str, takes: usize, given: usize) -> GdlFault {
    GdlFault::Arity { word: word.to_owned(), takes, given }
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    fn told(words: &str) -> String {
        Lang::ENGLISH.say(&Description::read(words).unwrap_err().into())
    }

    #[test]
    fn a_rule_with_or_is_one_rule_for_each_way() {
        let read = Description::read("(<= (a ?x) (or (b ?x) (c ?x)) (not (or (d ?x) (e ?x))))");
        let rules = read.unwrap().rules;
        assert_eq!(rules.len(), 2);
        for rule in rules {
            assert_eq!(rule.body.len(), 3);
            assert!(matches!(rule.body[2], Literal::IsNot(_)));
        }
    }

    #[test]
    fn what_is_no_gdl_is_refused_where_it_stands() {
        for (words, place, says) in [
            ("(=> a b)", "Line 1, column 1", "=>"),
            ("(<= a\n (and b c))", "Line 2, column 2", "and"),
            ("(<= a (?x b))", "Line 1, column 7", "?x"),
            ("(true (a b))", "Line 1, column 1", "true"),
            ("(<= a (next b))", "Line 1, column 7", "next"),
            ("(does x)", "Line 1, column 1", "does"),
            ("(<= a (distinct b))", "Line 1, column 7", "distinct"),
            ("(<=)", "Line 1, column 1", "<="),
            ("((a) b)", "Line 1, column 2", ""),
            ("(a ())", "Line 1, column 4", ""),
        ] {
            let told = told(words);
            assert!(told.contains(place) && told.contains(says), "{words}: {told}");
        }
    }

    #[test]
    fn a_rule_that_stands_for_too_many_is_refused() {
        let or = "(or (a ?x) (b ?x))".repeat(9);
        let words = format!("(<= (c ?x) {or})");
        assert!(told(&words).contains(&MOST_ALTERNATIVES.to_string()), "{}", told(&words));
    }

    #[test]
    fn what_would_be_endless_work_to_write_out_is_refused_where_it_stands() {
        let fault = |words: &str| {
            let error = Description::read(words).unwrap_err();
            assert!(error.at.is_some());
            error.fault
        };
        let denied = format!("(<= a (not (or{})))", " b".repeat(100_000));
        assert_eq!(fault(&denied), GdlFault::TooManyConditions);
        let variables: String = (0..100_000).map(|n| format!(" ?{n}")).collect();
        assert_eq!(fault(&format!("(p{variables})")), GdlFault::TooManyVariables);
        let or = "(or a b)".repeat(8);
        let many = format!("(<= c {or})").repeat(10_000);
        assert_eq!(fault(&many), GdlFault::TooMuchWrittenOut);
    }
}
