//! Terms without variables, each kept once and known by a number. Facts are such terms too.

use rustc_hash::FxHashMap;

use super::{
    description::{Symbol, Symbols, Term},
    error::GdlFault,
    limits::DEEPEST_TERM,
};

/// The number of a term.
pub type TermId = u32;

/// No term: what a variable is before it is bound.
pub const UNBOUND: TermId = u32::MAX;

/// All terms that have come up.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    known: FxHashMap<(Symbol, Box<[TermId]>), TermId>,
    /// How many bytes all this takes, about.
    bytes: usize,
}

/// Bytes of a term: its node and its key, with their boxes, and its place in the table.
const TERM: usize = 120;

#[derive(Clone, Debug)]
struct Node {
    name: Symbol,
    terms: Box<[TermId]>,
    depth: u32,
}

impl Terms {
    /// The number of a term, which is kept if it is new.
    pub fn add(&mut self, name: Symbol, terms: Box<[TermId]>) -> Result<TermId, GdlFault> {
        let key = (name, terms);
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let depth = key.1.iter().map(|term| self.nodes[*term as usize].depth + 1).max();
        let depth = depth.unwrap_or_default();
        // A fact is one level around the terms it speaks of.
        if depth as usize > DEEPEST_TERM + 1 {
            return Err(GdlFault::Endless);
        }
        self.bytes += TERM + 2 * size_of_val(&*key.1);
        let id = self.nodes.len() as TermId;
        self.nodes.push(Node { name, terms: key.1.clone(), depth });
        self.known.insert(key, id);
        Ok(id)
    }

    /// The number of a term, if it has come up.
    pub fn find(&self, name: Symbol, terms: &[TermId]) -> Option<TermId> {
        self.known.get(&(name, terms.into())).copied()
    }

    /// How many bytes all terms take, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The name of a term's function or relation.
    pub fn name(&self, id: TermId) -> Symbol {
        self.nodes[id as usize].name
    }

    /// What a function or relation is of.
    pub fn terms(&self, id: TermId) -> &[TermId] {
        &self.nodes[id as usize].terms
    }

    /// The term with its variables replaced by what they are bound to.
    pub fn ground(&mut self, term: &Term, bound: &[TermId]) -> Result<TermId, GdlFault> {
        match term {
            Term::Variable(variable) => Ok(bound[*variable]),
            Term::Call(name, terms) => {
                let terms: Result<Box<[TermId]>, GdlFault> =
                    terms.iter().map(|term| self.ground(term, bound)).collect();
                self.add(*name, terms?)
            }
        }
    }

    /// Binds a term's variables so that it becomes `id`; false if it cannot. Variables may be left
    /// bound then.
    pub fn matches(&self, term: &Term, id: TermId, bound: &mut [TermId]) -> bool {
        match term {
            Term::Variable(variable) => {
                let is = &mut bound[*variable];
                if *is == UNBOUND {
                    *is = id;
                }
                *is == id
            }
            Term::Call(name, terms) => {
                let node = &self.nodes[id as usize];
                node.name == *name
                    && node.terms.len() == terms.len()
                    && terms
                        .iter()
                        .zip(&node.terms)
                        .all(|(term, id)| self.matches(term, *id, bound))
            }
        }
    }

    /// A term in KIF.
    pub fn write(&self, id: TermId, symbols: &Symbols) -> String {
        let Node { name, terms, .. } = &self.nodes[id as usize];
        if terms.is_empty() {
            return symbols.name(*name).to_owned();
        }
        let terms: Vec<String> = terms.iter().map(|term| self.write(*term, symbols)).collect();
        format!("({} {})", symbols.name(*name), terms.join(" "))
    }
}
