//! Who thinks next: those who have a place, and the line of those who wait for one.
//!
//! There are two kinds of places, and of each two for every processor: some for whatever a person waits
//! for ([`Need::Move`], [`Need::Hint`]), some for what a person looks at ([`Need::Analysis`]). What goes
//! on in the background ([`Need::Review`], [`Need::Work`]) has the processors on which nobody else
//! thinks; where there are none, one of it has a turn when it has waited for as long as a turn lasts.
//!
//! A place that is free goes to the greatest need; among equals to the owner who has the fewest places
//! and was served longest ago, so that whoever asks for a hundred thoughts holds up only themselves;
//! then to who came first. An analysis may go on for as long as nobody waits for its place; otherwise it
//! has its turn and goes back in line, and the more wait, the shorter are the turns, so that everybody
//! sees something soon. Whoever was overtaken often enough is served before all others, so that nobody
//! waits for ever.
//!
//! It knows no clock and no thread: somebody says when time passes ([`Queue::tick`]).

use std::collections::BTreeMap;

use crate::owner::Owner;

/// What a thought is needed for, the greatest need first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// A machine's move in a game that somebody follows.
    Move,
    /// What somebody has asked for and waits for.
    Hint,
    /// What somebody looks at while it is thought.
    Analysis,
    /// What nobody waits for, but somebody will look at.
    Review,
    /// What goes on by itself: a game of a tournament, a row of an experiment, what a net learns from.
    Work,
}

/// A thought in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ticket(u64);

/// An owner has asked for as much as one may.
#[derive(Debug, PartialEq, Eq)]
pub struct TooMuch;

/// Who thinks and who waits.
#[derive(Debug)]
pub struct Queue {
    processors: usize,
    /// How many places of a kind there are.
    places: usize,
    came: u64,
    served: u64,
    waiting: Vec<Entry>,
    thinking: Vec<Entry>,
    /// When each owner who has something here was served last.
    turns: BTreeMap<Owner, u64>,
}

#[derive(Clone, Debug)]
struct Entry {
    ticket: Ticket,
    owner: Owner,
    need: Need,
    /// The number under which it came, or came back.
    came: u64,
    /// How many were served while it waited, though they came later.
    overtaken: usize,
    /// How much time has passed since it has its place, and how much while it waited.
    ticks: usize,
    waited: usize,
    /// It was told to make way.
    cut: bool,
}

/// So much may be asked for by one owner at once, besides moves of machines and what works by itself.
pub const MOST_EACH: usize = 100;

/// An analysis for whose place somebody waits has so many ticks, or fewer where many wait: all of them
/// together are to have had their turns within so many.
pub const SLICE: usize = 16;
const ROUND: usize = 4 * SLICE;

/// Whoever was overtaken so often is served next.
pub const OFTEN: usize = 24;

impl Need {
    /// Whether two needs share their places.
    fn shares(self, other: Need) -> bool {
        let kind = |need: Need| match need {
            Need::Move | Need::Hint => 0,
            Need::Analysis => 1,
            Need::Review | Need::Work => 2,
        };
        kind(self) == kind(other)
    }

    /// Whether nobody waits for it.
    pub fn is_background(self) -> bool {
        self.shares(Need::Work)
    }

    /// Whether one owner may ask for only so much of it: a game goes on whatever else its owner has
    /// asked for, and there is never more work at once than the machine has processors.
    fn is_limited(self) -> bool {
        !matches!(self, Need::Move | Need::Work)
    }
}

impl Entry {
    /// Whether it was overtaken so often that it goes before all others.
    fn is_late(&self) -> bool {
        self.overtaken >= OFTEN
    }

    /// Whether it thinks even where all processors are taken.
    fn is_due(&self) -> bool {
        self.is_late() || self.waited >= SLICE
    }
}

impl Queue {
    /// A queue for a machine with so many processors, and so many places of each kind. There are more
    /// places than processors, as some who think wait for another program or look at a disk.
    pub fn new(processors: usize, places: usize) -> Queue {
        Queue {
            processors: processors.max(1),
            places: places.max(1),
            came: 0,
            served: 0,
            waiting: Vec::new(),
            thinking: Vec::new(),
            turns: BTreeMap::new(),
        }
    }

    /// Somebody waits from now on.
    pub fn enter(&mut self, owner: Owner, need: Need) -> Result<Ticket, TooMuch> {
        let asked = self.waiting.iter().chain(&self.thinking);
        let count = asked.filter(|at| at.owner == owner && at.need.is_limited()).count();
        if need.is_limited() && count >= MOST_EACH {
            return Err(TooMuch);
        }
        self.came += 1;
        let (came, ticket) = (self.came, Ticket(self.came));
        let (overtaken, ticks, waited, cut) = (0, 0, 0, false);
        self.waiting.push(Entry { ticket, owner, need, came, overtaken, ticks, waited, cut });
        // Whoever is new stands beside those who were served longest ago, and not before them: else
        // one who comes again and again would always be new.
        let longest_ago = self.turns.values().min().copied().unwrap_or(self.served);
        self.turns.entry(owner).or_insert(longest_ago);
        Ok(ticket)
    }

    /// Somebody who had to make way waits again: at the end of the line, or where they were if they
    /// did not have their turn.
    pub fn back(&mut self, ticket: Ticket) {
        let Some(place) = self.thinking.iter().position(|entry| entry.ticket == ticket) else {
            return;
        };
        let mut entry = self.thinking.remove(place);
        if entry.ticks >= self.slice() {
            self.came += 1;
            (entry.came, entry.overtaken, entry.waited) = (self.came, 0, 0);
        }
        self.stamp(entry.owner);
        self.waiting.push(Entry { ticks: 0, cut: false, ..entry });
    }

    /// Somebody is done, or waits no longer.
    pub fn leave(&mut self, ticket: Ticket) {
        let had = self.thinking.iter().find(|entry| entry.ticket == ticket);
        if let Some(owner) = had.map(|entry| entry.owner) {
            self.stamp(owner);
        }
        self.waiting.retain(|entry| entry.ticket != ticket);
        self.thinking.retain(|entry| entry.ticket != ticket);
        let (waiting, thinking) = (&self.waiting, &self.thinking);
        self.turns.retain(|owner, _| waiting.iter().chain(thinking).any(|at| at.owner == *owner));
    }

    /// Gives a place to whoever is next, if one is free for them.
    pub fn next(&mut self) -> Option<Ticket> {
        let standing = self.standing();
        let free = (0..self.waiting.len()).filter(|at| self.is_free(&self.waiting[*at]));
        let at = free.min_by_key(|at| standing.rank(&self.waiting[*at]))?;
        let entry = self.waiting.remove(at);
        for other in &mut self.waiting {
            // Who waits for a place of another kind is overtaken too: it is the same machine.
            other.overtaken += usize::from(other.came < entry.came);
        }
        self.stamp(entry.owner);
        let ticket = entry.ticket;
        self.thinking.push(entry);
        Some(ticket)
    }

    /// Those who wait, each with how many are before them.
    pub fn line(&self) -> Vec<(Ticket, usize)> {
        let order = self.order();
        let before = |(place, entry): (usize, &&Entry)| {
            let same = order[..place].iter().filter(|other| other.need.shares(entry.need));
            (entry.ticket, same.count())
        };
        order.iter().enumerate().map(before).collect()
    }

    /// Some time has passed.
    pub fn tick(&mut self) {
        self.thinking.iter_mut().for_each(|entry| entry.ticks += 1);
        self.waiting.iter_mut().for_each(|entry| entry.waited += 1);
    }

    /// Those who are to make way now, each told once. Work ends by itself before long.
    pub fn cuts(&mut self) -> Vec<Ticket> {
        let analyses = self.thinking.iter().filter(|entry| entry.need == Need::Analysis).count();
        let awaited = self.waiting.iter().any(|entry| entry.need == Need::Analysis);
        let (crowded, slice) = (awaited && analyses >= self.places, self.slice());
        let mut free = self.processors.saturating_sub(self.people());
        let mut cut = Vec::new();
        for entry in &mut self.thinking {
            let way = match entry.need {
                Need::Move | Need::Hint | Need::Work => false,
                Need::Analysis => crowded && entry.ticks >= slice,
                Need::Review if free > 0 => {
                    free -= 1;
                    false
                }
                Need::Review => !entry.is_due(),
            };
            if way && !entry.cut {
                entry.cut = true;
                cut.push(entry.ticket);
            }
        }
        cut
    }

    /// Whether anybody waits.
    pub fn is_awaited(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// How many think or wait for whom a person waits.
    fn people(&self) -> usize {
        let all = self.waiting.iter().chain(&self.thinking);
        all.filter(|entry| !entry.need.is_background()).count()
    }

    /// How long the turn of an analysis is while others wait for its place.
    fn slice(&self) -> usize {
        let waiting = self.waiting.iter().filter(|entry| entry.need == Need::Analysis).count();
        (ROUND / waiting.div_ceil(self.places).max(1)).clamp(1, SLICE)
    }

    /// An owner has just been served.
    fn stamp(&mut self, owner: Owner) {
        self.served += 1;
        self.turns.insert(owner, self.served);
    }

    fn is_free(&self, entry: &Entry) -> bool {
        let taken = self.thinking.iter().filter(|other| other.need.shares(entry.need)).count();
        if !entry.need.is_background() {
            return taken < self.places;
        }
        self.people() + taken < self.processors || (taken == 0 && entry.is_due())
    }

    /// Those who wait, in the order in which they will be served as far as is known: whoever is served
    /// makes their owner wait for the others.
    fn order(&self) -> Vec<&Entry> {
        let mut left: Vec<&Entry> = self.waiting.iter().collect();
        let mut standing = self.standing();
        let mut order = Vec::new();
        while let Some(at) = (0..left.len()).min_by_key(|at| standing.rank(left[*at])) {
            let entry = left.remove(at);
            standing.serve(entry.owner, self.served + 1 + order.len() as u64);
            order.push(entry);
        }
        order
    }

    fn standing(&self) -> Standing {
        let mut has = BTreeMap::new();
        for entry in &self.thinking {
            *has.entry(entry.owner).or_default() += 1;
        }
        Standing { has, turns: self.turns.clone() }
    }
}

/// How many places each owner has, and when they were served last.
struct Standing {
    has: BTreeMap<Owner, usize>,
    turns: BTreeMap<Owner, u64>,
}

impl Standing {
    /// The smaller, the sooner: nothing at all for those who were overtaken too often.
    fn rank(&self, entry: &Entry) -> (Option<Need>, usize, u64, u64) {
        if entry.is_late() {
            return (None, 0, 0, entry.came);
        }
        let has = self.has.get(&entry.owner).copied().unwrap_or(0);
        let turn = self.turns.get(&entry.owner).copied().unwrap_or(0);
        (Some(entry.need), has, turn, entry.came)
    }

    fn serve(&mut self, owner: Owner, now: u64) {
        *self.has.entry(owner).or_default() += 1;
        self.turns.insert(owner, now);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const A: Owner = Owner::of(1);
    const B: Owner = Owner::of(2);

    fn enter(queue: &mut Queue, owner: Owner, need: Need) -> Ticket {
        queue.enter(owner, need).unwrap()
    }

    fn serve(queue: &mut Queue) -> Vec<Ticket> {
        std::iter::from_fn(|| queue.next()).collect()
    }

    #[test]
    fn the_greater_need_is_served_first_and_whoever_came_first_among_equals() {
        let mut queue = Queue::new(1, 1);
        let busy = enter(&mut queue, A, Need::Move);
        assert_eq!(serve(&mut queue), [busy]);
        let hint = enter(&mut queue, A, Need::Hint);
        let moves = [0, 1].map(|_| enter(&mut queue, A, Need::Move));
        let all = [moves[0], moves[1], hint];
        assert_eq!(queue.line(), [(all[0], 0), (all[1], 1), (all[2], 2)]);
        let mut last = busy;
        for next in all {
            assert_eq!(queue.next(), None);
            queue.leave(last);
            assert_eq!(queue.next(), Some(next));
            last = next;
        }
    }

    #[test]
    fn whoever_asks_for_much_holds_up_only_themselves() {
        let mut queue = Queue::new(1, 1);
        let mut many: Vec<_> = (0..20).map(|_| enter(&mut queue, A, Need::Analysis)).collect();
        let first = queue.next().unwrap();
        let one = enter(&mut queue, B, Need::Analysis);
        assert_eq!(queue.line().iter().find(|(ticket, _)| *ticket == one), Some(&(one, 0)));
        queue.leave(first);
        assert_eq!(queue.next(), Some(one));
        queue.leave(one);
        assert_eq!(queue.next(), Some(many.remove(1)));
    }

    #[test]
    fn an_analysis_has_its_turn_where_others_wait_and_no_end_where_nobody_does() {
        let mut queue = Queue::new(1, 1);
        let one = enter(&mut queue, A, Need::Analysis);
        queue.next();
        (0..10 * SLICE).for_each(|_| queue.tick());
        assert_eq!(queue.cuts(), []);
        let other = enter(&mut queue, A, Need::Analysis);
        assert_eq!(queue.next(), None);
        assert_eq!(queue.cuts(), [one]);
        assert_eq!(queue.cuts(), [], "it is told once");
        queue.back(one);
        assert_eq!(queue.next(), Some(other));
        assert_eq!(queue.cuts(), [], "the other has its turn first");
        (0..SLICE).for_each(|_| queue.tick());
        assert_eq!(queue.cuts(), [other]);
    }

    #[test]
    fn a_review_makes_way_for_everybody_but_not_for_ever() {
        let mut queue = Queue::new(1, 1);
        let review = enter(&mut queue, A, Need::Review);
        assert_eq!(queue.next(), Some(review));
        for _ in 1..OFTEN {
            let asked = enter(&mut queue, B, Need::Move);
            assert_eq!(queue.cuts(), [review]);
            queue.back(review);
            assert_eq!(queue.next(), Some(asked));
            assert_eq!(queue.next(), None, "somebody thinks whom a person waits for");
            queue.leave(asked);
            assert_eq!(queue.next(), Some(review));
        }
        enter(&mut queue, B, Need::Move);
        assert_eq!(queue.cuts(), [review]);
        queue.back(review);
        assert!(serve(&mut queue).contains(&review), "it was overtaken often enough");
        assert_eq!(queue.cuts(), [], "and may think to its end");
    }

    #[test]
    fn an_owner_may_ask_for_so_much_and_their_games_go_on() {
        let mut queue = Queue::new(2, 2);
        let all: Vec<_> = (0..MOST_EACH).map(|_| enter(&mut queue, A, Need::Analysis)).collect();
        serve(&mut queue);
        assert_eq!(queue.enter(A, Need::Hint), Err(TooMuch));
        assert!(queue.enter(A, Need::Move).is_ok() && queue.enter(B, Need::Hint).is_ok());
        queue.leave(all[0]);
        assert!(queue.enter(A, Need::Hint).is_ok());
    }

    #[test]
    fn what_goes_on_by_itself_has_the_processors_on_which_nobody_else_thinks() {
        let mut queue = Queue::new(3, 6);
        let work: Vec<_> = (0..4).map(|_| enter(&mut queue, A, Need::Work)).collect();
        assert_eq!(serve(&mut queue), work[..3]);
        let [asked, review] = [Need::Analysis, Need::Review].map(|need| enter(&mut queue, B, need));
        assert_eq!(serve(&mut queue), [asked], "nobody waits for work to end");
        assert_eq!(queue.cuts(), [], "and it ends by itself");
        queue.leave(work[0]);
        assert_eq!(queue.next(), None, "there is one processor less for it");
        queue.leave(work[1]);
        assert_eq!(serve(&mut queue), [review], "which somebody will look at");
        queue.leave(work[2]);
        assert_eq!(serve(&mut queue), [work[3]]);
    }

    #[test]
    fn where_people_take_every_processor_the_background_has_a_turn_now_and_then() {
        let mut queue = Queue::new(2, 4);
        for _ in 0..4 {
            enter(&mut queue, A, Need::Analysis);
        }
        serve(&mut queue);
        let work = [(); 2].map(|()| enter(&mut queue, B, Need::Work));
        for _ in 1..SLICE {
            queue.tick();
            assert_eq!(queue.next(), None);
        }
        queue.tick();
        assert_eq!(serve(&mut queue), work[..1], "one of it, and no more");
    }

    fn need() -> impl Strategy<Value = Need> {
        prop_oneof![
            4 => Just(Need::Move),
            2 => Just(Need::Hint),
            3 => Just(Need::Analysis),
            1 => Just(Need::Review),
            1 => Just(Need::Work),
        ]
    }

    /// What happens between two ticks: who comes, and how many of those who think are done.
    type Step = (Vec<(u64, Need)>, usize);

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let come = prop::collection::vec((0..5u64, need()), 0..4);
        prop::collection::vec((come, 0..3usize), 1..60)
    }

    proptest! {
        #[test]
        fn places_are_never_more_than_there_are_and_none_stays_empty(
            places in 1..4usize, steps in steps()
        ) {
            let mut queue = Queue::new(places, places);
            for (come, done) in steps {
                for (owner, need) in come {
                    let _ = queue.enter(Owner::of(owner), need);
                }
                while let Some(ticket) = queue.next() {
                    let at = queue.thinking.iter().find(|at| at.ticket == ticket).unwrap();
                    let background =
                        queue.thinking.iter().filter(|at| at.need.is_background()).count();
                    // What goes on in the background has what is left, and one place when it is due.
                    prop_assert!(
                        !at.need.is_background()
                            || queue.people() + background <= places
                            || (at.is_due() && background == 1)
                    );
                }
                let think = |need: Need| {
                    queue.thinking.iter().filter(|at| at.need.shares(need)).count()
                };
                let wait = |need: Need| queue.waiting.iter().any(|at| at.need.shares(need));
                for need in [Need::Move, Need::Analysis] {
                    prop_assert!(think(need) <= places);
                    prop_assert!(!wait(need) || think(need) == places);
                }
                let left = places.saturating_sub(queue.people());
                prop_assert!(!wait(Need::Work) || think(Need::Work) >= left);
                queue.tick();
                for ticket in queue.cuts() {
                    queue.back(ticket);
                }
                for _ in 0..done.min(queue.thinking.len()) {
                    let first = queue.thinking[0].ticket;
                    queue.leave(first);
                }
            }
        }

        /// Whatever else comes, and as much of it as one likes: who waits is served.
        #[test]
        fn nobody_waits_for_ever(
            places in 1..3usize, victim in need(), rivals in prop::collection::vec((0..9u64, need()), 1..6)
        ) {
            let mut queue = Queue::new(places, places);
            for (owner, need) in rivals.iter().cycle().take(40) {
                let _ = queue.enter(Owner::of(*owner), *need);
            }
            serve(&mut queue);
            let victim = queue.enter(Owner::of(99), victim).unwrap();
            let bound = (40 + OFTEN + 2) * (SLICE + 2) * 4;
            let mut served = false;
            for _ in 0..bound {
                served |= serve(&mut queue).contains(&victim);
                if served {
                    break;
                }
                queue.tick();
                for ticket in queue.cuts() {
                    queue.back(ticket);
                }
                // A move ends by itself, and its owner asks for the next at once.
                let done: Vec<Entry> =
                    queue.thinking.iter().filter(|at| at.need != Need::Analysis).cloned().collect();
                for Entry { ticket, owner, need, .. } in done {
                    queue.leave(ticket);
                    queue.enter(owner, need).unwrap();
                }
            }
            prop_assert!(served);
        }

        /// However many ask for an analysis, each of them sees something soon.
        #[test]
        fn the_more_wait_for_an_analysis_the_shorter_are_their_turns(
            places in 1..5usize, count in 1..150usize, owners in 2..5u64
        ) {
            let mut queue = Queue::new(places, places);
            let mut unseen: std::collections::BTreeSet<Ticket> = (0..count)
                .map(|at| enter(&mut queue, Owner::of(at as u64 % owners), Need::Analysis))
                .collect();
            let mut ticks = 0;
            while !unseen.is_empty() {
                for ticket in serve(&mut queue) {
                    unseen.remove(&ticket);
                }
                queue.tick();
                ticks += 1;
                for ticket in queue.cuts() {
                    queue.back(ticket);
                }
            }
            let rounds = count.div_ceil(places);
            prop_assert!(ticks <= ROUND.max(rounds) + rounds, "{ticks} for {rounds} rounds");
        }

        #[test]
        fn of_owners_who_ask_alike_none_is_served_twice_before_the_others(
            owners in 2..6u64, each in 1..6usize
        ) {
            let mut queue = Queue::new(1, 1);
            for owner in 0..owners {
                for _ in 0..each {
                    enter(&mut queue, Owner::of(owner), Need::Hint);
                }
            }
            let mut counts = vec![0usize; owners as usize];
            while let Some(ticket) = queue.next() {
                let owner = queue.thinking[0].owner;
                counts[(0..owners).find(|at| Owner::of(*at) == owner).unwrap() as usize] += 1;
                let (most, least) = (counts.iter().max(), counts.iter().min());
                prop_assert!(most.unwrap() - least.unwrap() <= 1, "{counts:?}");
                queue.leave(ticket);
            }
            prop_assert!(counts.iter().all(|count| *count == each));
        }
    }
}
