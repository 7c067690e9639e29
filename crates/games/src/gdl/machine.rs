//! Runs a program for one state or for many side by side: bit `l` of every slot belongs to state
//! `l`.

use super::network::{Block, Program, Signal};

/// What a slot holds: `64 × WORDS` states side by side.
pub type Slot<const WORDS: usize> = [u64; WORDS];

/// The slots of a program while it runs.
#[derive(Clone, Debug)]
pub struct Machine<const WORDS: usize> {
    slots: Vec<Slot<WORDS>>,
}

impl<const WORDS: usize> Machine<WORDS> {
    /// Slots for a program, all empty.
    pub fn new(program: &Program) -> Machine<WORDS> {
        Machine { slots: vec![[0; WORDS]; program.slots] }
    }

    /// The slots from `first` on, to be filled in.
    #[inline]
    pub fn slots_mut(&mut self, first: usize, count: usize) -> &mut [Slot<WORDS>] {
        &mut self.slots[first..first + count]
    }

    /// What a signal says.
    #[inline]
    pub fn signal(&self, signal: Signal) -> Slot<WORDS> {
        let denied = 0u64.wrapping_sub(u64::from(signal & 1));
        self.slots[signal as usize >> 1].map(|word| word ^ denied)
    }

    /// Runs blocks of a program.
    #[inline]
    pub fn run(&mut self, blocks: &[Block]) {
        for block in blocks {
            if block.cleared.is_empty() {
                self.once(&block.code);
            } else {
                block.cleared.iter().for_each(|slot| self.slots[*slot as usize] = [0; WORDS]);
                while self.once(&block.code) {}
            }
        }
    }

    /// Runs gates once; whether anything changed that was denied, as the facts of a loop are.
    #[inline]
    fn once(&mut self, code: &[u32]) -> bool {
        let slots = &mut self.slots[..];
        let mut changed = 0;
        let mut rest = code;
        while let [head, count, after @ ..] = rest {
            let (inputs, after) = after.split_at(*count as usize);
            rest = after;
            let mut value = [u64::MAX; WORDS];
            for input in inputs {
                let denied = 0u64.wrapping_sub(u64::from(input & 1));
                let slot = &slots[*input as usize >> 1];
                for word in 0..WORDS {
                    value[word] &= slot[word] ^ denied;
                }
            }
            let slot = &mut slots[*head as usize >> 1];
            if head & 1 != 0 {
                for word in 0..WORDS {
                    value[word] = !value[word];
                    changed |= value[word] ^ slot[word];
                }
            }
            *slot = value;
        }
        changed != 0
    }
}
