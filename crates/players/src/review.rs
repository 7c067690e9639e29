//! What a whole game says about those who played it, once every position of it has been judged: where
//! something was lost, how much, and whether a result was thrown away that was proved.
//!
//! Nothing is judged here. Whoever has asked a player about the positions hands its answers over, as
//! far as they are known; a ply counts when the positions before and after it are.
//!
//! What a ply costs is the chance of winning that it gives away, in points of a hundred. Nobody can
//! make a position of one's own better by a move: where a judge thinks so, it was wrong before. How
//! much it is wrong by on the whole says from how many points on a loss means anything in this game
//! and with this judge ([`Scale`]). A proof is never wrong, so a proved win that is gone is a blunder
//! whatever the figures say.

use ludoteca_games::Side;
use serde::{Deserialize, Serialize};

use crate::thought::{Value, Verdict};

/// A position of a game, and what its judge says of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Who moves there.
    pub side: Side,
    /// What it is worth to that side; none if nobody has judged it yet.
    pub value: Option<Value>,
    /// Whether the ply that was played there is the one that the judge would play.
    pub advised: bool,
    /// Whether there was no other ply.
    pub forced: bool,
}

/// What is to be said of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// What each position is worth to the side that moves there. What is proved of one proves
    /// something of those before and after it.
    pub values: Vec<Option<Value>>,
    /// The plies that lost something, in order.
    pub errors: Vec<Error>,
    /// How well each side played.
    pub sides: [Care; 2],
}

/// A ply that lost something.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ReviewError))]
pub struct Error {
    /// After how many plies it was played.
    pub at: usize,
    /// Who played it.
    pub side: Side,
    /// How bad it was.
    pub grade: Grade,
    /// The chance of winning it gave away, in points of a hundred.
    pub cost: f64,
    /// The proved result that it threw away.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub thrown: Option<Thrown>,
}

/// How bad a ply was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// It could have been better: `?!`.
    Doubtful,
    /// It was wrong: `?`.
    Mistake,
    /// It may have cost the game: `??`.
    Blunder,
}

/// A result that was proved and is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Thrown {
    /// The game was won.
    Win,
    /// The game was drawn.
    Draw,
}

/// How well a side played, as far as that is known. Plies without a choice do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Care {
    /// How many plies are counted.
    pub plies: usize,
    /// How many of them lost nothing that matters.
    pub good: usize,
    /// What all of them gave away together, in points of a hundred.
    pub lost: f64,
}

/// From how many points on a loss is doubtful, a mistake, a blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale([f64; 3]);

impl Scale {
    /// For a judge that is never wrong.
    pub const EXACT: Scale = Scale([10.0, 20.0, 30.0]);
    /// How many times what a judge is usually wrong by a loss has to be.
    const TIMES: [f64; 3] = [2.0, 3.0, 4.0];

    /// For a judge that is usually wrong by so many points.
    pub fn for_noise(points: f64) -> Scale {
        let mut scale = Scale::EXACT.0;
        for (least, times) in scale.iter_mut().zip(Scale::TIMES) {
            *least = least.max(times * points);
        }
        Scale(scale)
    }

    /// What a loss of so many points is.
    pub fn grade(self, cost: f64) -> Option<Grade> {
        let grades = [Grade::Doubtful, Grade::Mistake, Grade::Blunder];
        // What is counted in halves and thirds does not meet a border exactly.
        let least = self.0.into_iter().map(|least| least - 1e-6);
        grades
            .into_iter()
            .zip(least)
            .rev()
            .find(|(_, least)| cost >= *least)
            .map(|(grade, _)| grade)
    }
}

/// The chance of winning that a value stands for, in points of a hundred.
pub fn points(value: &Value) -> f64 {
    (value.result().clamp(-1.0, 1.0) + 1.0) * 50.0
}

/// What the value of one position is to the side that moves in another.
pub fn seen_by(side: Side, value: Value, mover: Side) -> Value {
    if side == mover { value } else { value.flipped() }
}

/// Looks at a game whose positions have been judged: the first is its beginning, and each ply leads
/// from one to the next.
pub fn review(points: &[Point]) -> Review {
    let values = hindsight(points);
    let plies: Vec<Ply> = (1..points.len()).filter_map(|to| ply(points, &values, to - 1)).collect();
    let scale = Scale::for_noise(noise(&plies));
    let mut sides = [Care::default(); 2];
    let mut errors = Vec::new();
    for ply in plies.iter().filter(|ply| !ply.forced) {
        let error = judge(ply, scale);
        let care = &mut sides[ply.side.index()];
        care.plies += 1;
        care.good += usize::from(error.is_none());
        care.lost += if ply.advised { 0.0 } else { ply.cost().max(0.0) };
        errors.extend(error);
    }
    Review { values, errors, sides }
}

/// What a single ply lost, that was played where a position was worth `before` to the side that
/// played it, and led to one that is worth `after` to that side.
pub fn verdict_on(side: Side, before: Value, after: Value) -> Option<Error> {
    let ply = Ply { at: 0, side, before, after, advised: false, forced: false };
    judge(&ply, Scale::EXACT)
}

/// A ply between two positions that have been judged, both seen by whoever played it.
struct Ply {
    at: usize,
    side: Side,
    before: Value,
    after: Value,
    advised: bool,
    forced: bool,
}

impl Ply {
    fn cost(&self) -> f64 {
        points(&self.before) - points(&self.after)
    }

    /// The proved result that is gone.
    fn thrown(&self) -> Option<Thrown> {
        let (Value::Proved { result: was, .. }, Value::Proved { result: is, .. }) =
            (self.before, self.after)
        else {
            return None;
        };
        match was {
            Verdict::Win if is < was => Some(Thrown::Win),
            Verdict::Draw if is < was => Some(Thrown::Draw),
            _ => None,
        }
    }
}

fn ply(points: &[Point], values: &[Option<Value>], at: usize) -> Option<Ply> {
    let Point { side, advised, forced, .. } = points[at];
    let after = seen_by(points[at + 1].side, values[at + 1]?, side);
    Some(Ply { at, side, before: values[at]?, after, advised, forced })
}

fn judge(ply: &Ply, scale: Scale) -> Option<Error> {
    let Ply { at, side, .. } = *ply;
    let (thrown, cost) = (ply.thrown(), ply.cost());
    let grade = match thrown {
        Some(_) => Grade::Blunder,
        // The judge would have done the same: it was wrong before, or is now.
        None if ply.advised => return None,
        None => scale.grade(cost)?,
    };
    Some(Error { at, side, grade, cost, thrown })
}

/// By how many points the judge is usually wrong: how much better plies seem to make the position of
/// whoever plays them, which no ply can.
fn noise(plies: &[Ply]) -> f64 {
    let guessed = |value: &Value| matches!(value, Value::Guess { .. });
    let guesses = plies.iter().filter(|ply| guessed(&ply.before) && guessed(&ply.after));
    let gains: Vec<f64> = guesses.map(|ply| -ply.cost()).filter(|gain| *gain > 0.0).collect();
    // From a few nothing follows.
    if gains.len() < FEW {
        return 0.0;
    }
    (gains.iter().map(|gain| gain * gain).sum::<f64>() / gains.len() as f64).sqrt()
}

/// So many values say something about all of them.
const FEW: usize = 4;

/// The values with all that follows from what is proved: where somebody played a ply after which they
/// win, they could win before it; and whatever is played in a lost position, it is lost.
fn hindsight(points: &[Point]) -> Vec<Option<Value>> {
    let mut values: Vec<Option<Value>> = points.iter().map(|point| point.value).collect();
    let proved = |value: Option<Value>| match value {
        Some(Value::Proved { result, plies }) => Some((result, plies)),
        _ => None,
    };
    for to in (1..points.len()).rev() {
        let (at, mover) = (to - 1, points[to - 1].side);
        let after = proved(values[to].map(|value| seen_by(points[to].side, value, mover)));
        if let (Some((Verdict::Win, plies)), None) = (after, proved(values[at])) {
            let plies = plies.map(|plies| plies + 1);
            values[at] = Some(Value::Proved { result: Verdict::Win, plies });
        }
    }
    for at in 0..points.len().saturating_sub(1) {
        let (to, mover) = (at + 1, points[at].side);
        if let (Some((Verdict::Loss, _)), None) = (proved(values[at]), proved(values[to])) {
            let lost = Value::Proved { result: Verdict::Loss, plies: None };
            values[to] = Some(seen_by(mover, lost, points[to].side));
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const fn proved(result: Verdict) -> Value {
        Value::Proved { result, plies: None }
    }
    const WIN: Value = proved(Verdict::Win);
    const DRAW: Value = proved(Verdict::Draw);
    const LOSS: Value = proved(Verdict::Loss);

    /// A guess, from the chance of the side that moves in points.
    fn guess(points: f64) -> Value {
        serde_json::from_value(json!({ "value": points / 50.0 - 1.0 })).unwrap()
    }

    /// A game of plies in turn, the values being those of the side that moves.
    fn game(values: impl IntoIterator<Item = Value>) -> Vec<Point> {
        let sides = Side::BOTH.into_iter().cycle();
        let point =
            |(value, side)| Point { side, value: Some(value), advised: false, forced: false };
        values.into_iter().zip(sides).map(point).collect()
    }

    fn grades(points: &[Point]) -> Vec<(usize, Grade)> {
        review(points).errors.iter().map(|error| (error.at, error.grade)).collect()
    }

    #[test]
    fn a_loss_is_graded_by_what_it_gives_away() {
        // 55 for the first; it plays, and 55 is left to it, then 44, 24, 0.
        for (after, grade) in [
            (55.0, None),
            (46.0, None),
            (45.0, Some(Grade::Doubtful)),
            (35.0, Some(Grade::Mistake)),
            (24.0, Some(Grade::Blunder)),
        ] {
            let found = grades(&game([guess(55.0), guess(100.0 - after)]));
            assert_eq!(found.first().map(|(_, grade)| *grade), grade, "{after}");
        }
    }

    #[test]
    fn the_error_belongs_to_whoever_played_and_what_the_other_gives_back_to_the_other() {
        let review = review(&game([guess(50.0), guess(85.0), guess(60.0)]));
        let [first, second] = review.errors[..] else { panic!("{:?}", review.errors) };
        assert_eq!((first.at, first.side, first.grade), (0, Side::First, Grade::Blunder));
        assert_eq!((second.at, second.side, second.grade), (1, Side::Second, Grade::Blunder));
        assert!((first.cost - 35.0).abs() < 1e-9 && (second.cost - 45.0).abs() < 1e-9);
    }

    #[test]
    fn a_proved_win_that_is_gone_is_a_blunder_and_named_and_so_is_a_draw() {
        for (before, after, thrown) in [
            (WIN, WIN, Some(Thrown::Win)),
            (WIN, DRAW, Some(Thrown::Win)),
            (DRAW, WIN, Some(Thrown::Draw)),
            (WIN, LOSS, None),
            (LOSS, WIN, None),
            (DRAW, DRAW, None),
        ] {
            let errors = review(&game([before, after])).errors;
            let found = errors.first().map(|error| (error.grade, error.thrown));
            assert_eq!(found, thrown.map(|_| (Grade::Blunder, thrown)), "{before:?} {after:?}");
        }
    }

    #[test]
    fn a_slower_win_is_a_win() {
        let win = |plies| Value::Proved { result: Verdict::Win, plies: Some(plies) };
        let loss = |plies| Value::Proved { result: Verdict::Loss, plies: Some(plies) };
        assert!(review(&game([win(3), loss(20)])).errors.is_empty());
    }

    #[test]
    fn the_thresholds_fit_a_judge_that_is_often_wrong() {
        // Each ply seems to gain some 15 points, which no ply can; one seems to lose 25.
        let swings = [50.0, 35.0, 50.0, 35.0, 50.0, 35.0, 50.0, 75.0];
        let mut points = game(swings.map(guess));
        assert_eq!(grades(&points), []);
        // The same loss, told by a judge that is never wrong, is a mistake.
        points.truncate(2);
        points[1].value = Some(guess(75.0));
        assert_eq!(grades(&points), [(0, Grade::Mistake)]);
    }

    #[test]
    fn who_plays_as_the_judge_would_or_has_no_choice_makes_no_error() {
        let mut points = game([guess(60.0), guess(90.0)]);
        points[0].advised = true;
        let found = review(&points);
        assert!(found.errors.is_empty());
        assert_eq!(found.sides[0], Care { plies: 1, good: 1, lost: 0.0 });
        points[0] = Point { advised: false, forced: true, ..points[0] };
        let found = review(&points);
        assert!(found.errors.is_empty());
        assert_eq!(found.sides[0], Care::default(), "nobody chose");
    }

    #[test]
    fn a_side_that_moves_twice_keeps_its_own_view() {
        let mut points = game([guess(50.0), guess(20.0), guess(20.0)]);
        points[1].side = Side::First;
        let found = review(&points);
        assert_eq!(found.errors.len(), 1);
        assert_eq!((found.errors[0].at, found.errors[0].side), (0, Side::First));
        assert_eq!(found.sides[0].plies, 2);
    }

    #[test]
    fn what_is_proved_later_proves_what_came_before_and_the_other_way_round() {
        // The second wins at the end by its own ply: it could have before; nothing else is known.
        let found = review(&game([guess(50.0), guess(55.0), LOSS]));
        assert_eq!(found.values, [Some(guess(50.0)), Some(WIN), Some(LOSS)]);
        assert_eq!(found.errors.len(), 1, "the first ply led from an even position to a lost one");
        // A lost position stays lost, whatever the judge says of those after it.
        let found = review(&game([LOSS, guess(60.0)]));
        assert_eq!(found.values, [Some(LOSS), Some(WIN)]);
        let far = Value::Proved { result: Verdict::Loss, plies: Some(4) };
        let found = review(&game([guess(50.0), far]));
        let won = Value::Proved { result: Verdict::Win, plies: Some(5) };
        assert_eq!(found.values[0], Some(won));
    }

    #[test]
    fn what_nobody_has_judged_is_neither_good_nor_bad() {
        let mut points = game([guess(60.0), guess(90.0), guess(20.0), guess(60.0)]);
        points[1].value = None;
        let found = review(&points);
        assert_eq!(found.errors, []);
        assert_eq!(found.sides, [Care { plies: 1, good: 1, lost: 0.0 }, Care::default()]);
        assert_eq!(review(&[]).values, []);
    }

    #[test]
    fn a_try_is_judged_by_itself() {
        assert_eq!(verdict_on(Side::First, WIN, WIN), None);
        let error = verdict_on(Side::Second, WIN, LOSS).unwrap();
        assert_eq!((error.side, error.thrown), (Side::Second, Some(Thrown::Win)));
        assert_eq!(verdict_on(Side::First, guess(50.0), guess(45.0)), None);
    }
}
