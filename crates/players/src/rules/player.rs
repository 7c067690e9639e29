//! `rules`: scores every column by rules and plays the highest.
//!
//! It does not look ahead. A lower level blurs the scores, so that columns of nearly the same score
//! become equal, and the choice among equals is left to chance.

use std::cmp::Reverse;

use ludoteca_games::{
    Connect4, Game, Line, Side, below,
    connect4::{CENTRE_FIRST, cells, completing},
};
use ludoteca_text::{Text, text};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{COLUMNS, Fired, MOST_BYTES, Rule, RuleBook, Worth, telling};
use crate::{
    Budget, Clock, Form, Player, PlayerError, PlayerKind, Watch,
    evaluations::Curve,
    form::FileKind,
    kind::levels_called,
    search,
    thought::{Content, Layer, PlyLabel, PlyValue, SpanRow, Thought, Unit, Value, Variation},
};

/// The strongest level, which blurs nothing.
pub const MOST_LEVEL: i64 = 3;

/// Follows rules.
pub struct Rules {
    book: RuleBook,
    level: i64,
    rng: Xoshiro256PlusPlus,
}

/// What the rules say of a position.
#[derive(Clone, Debug)]
pub struct Report {
    /// The columns, from the first.
    pub columns: [ColumnReport; COLUMNS],
    /// The column to play, from 0; none if all are full.
    pub choice: Option<u8>,
    /// Whether the budget sufficed for all rules; otherwise no column has a score.
    pub whole: bool,
}

/// What the rules say of a column.
#[derive(Clone, Debug)]
pub struct ColumnReport {
    /// Whether a stone can be put there.
    pub open: bool,
    /// What it is worth; none if it is full or nothing fired.
    pub score: Option<Worth>,
    /// The same, blurred by the level.
    pub level_score: Option<Worth>,
    /// The rules that were found there.
    pub fired: Vec<Fired>,
}

/// The bounds that scores are lowered to at level 1.
const COARSE: [i64; 17] =
    [-2000, -1500, -1000, -500, -300, -100, -50, -20, 0, 20, 50, 100, 300, 500, 1000, 1500, 2000];

/// A score as a level sees it: lowered to the nearest bound, except at the strongest level.
///
/// ```
/// use ludoteca_players::rules::{Worth, blurred};
/// assert_eq!(blurred(Worth::Number(-41), 2), Worth::Number(-50));
/// assert_eq!(blurred(Worth::Number(-41), 3), Worth::Number(-41));
/// ```
pub fn blurred(score: Worth, level: i64) -> Worth {
    let Worth::Number(number) = score else { return score };
    let lowered = match level {
        1 => COARSE.into_iter().rev().find(|bound| *bound <= number).unwrap_or(COARSE[0]),
        2 => {
            let number = number.clamp(-1000, 1000);
            // The bounds are hundreds apart, and tens apart between -100 and 100.
            let gap = if (-100..100).contains(&number) { 10 } else { 100 };
            number.div_euclid(gap) * gap
        }
        _ => number,
    };
    Worth::Number(lowered)
}

impl Rules {
    /// A player of these rules at a level from 1 to [`MOST_LEVEL`]; among equal columns the seed
    /// decides.
    pub fn new(book: RuleBook, level: i64, seed: u64) -> Rules {
        Rules { book, level, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// What the rules say of a position, and the choice that follows.
    pub fn report(&mut self, position: &Connect4) -> Report {
        self.report_within(position, true, &mut Clock::start(&Budget::default()))
    }

    /// The same within a budget; which rules fired is found out for who wants to see them. Where
    /// the budget did not suffice for all rules, they say nothing.
    fn report_within(&mut self, position: &Connect4, layers: bool, clock: &mut Clock) -> Report {
        clock.look();
        let mut work = |patterns| clock.work(patterns);
        let scores = self.book.score_within(position, position.side(), &mut work);
        let fired = match &scores {
            Some(_) if layers => self.book.fired_within(position, &mut work),
            _ => None,
        };
        let whole = scores.is_some();
        let (scores, mut fired) = (scores.unwrap_or_default(), fired.unwrap_or_default());
        let columns = std::array::from_fn(|column| ColumnReport {
            open: position.check(&(column as u8)).is_ok(),
            score: scores[column],
            level_score: scores[column].map(|score| blurred(score, self.level)),
            fired: std::mem::take(&mut fired[column]),
        });
        let choice = if whole { self.choose(&columns) } else { hasty_choice(position) };
        Report { columns, choice, whole }
    }

    /// One of the open columns of the highest score. A column without a score is chosen only where
    /// none has one.
    fn choose(&mut self, columns: &[ColumnReport; COLUMNS]) -> Option<u8> {
        let open = |column: &u8| columns[usize::from(*column)].open;
        let score = |column: &u8| columns[usize::from(*column)].level_score;
        let best = (0..COLUMNS as u8).filter(open).map(|column| score(&column)).max()?;
        let equal: Vec<u8> =
            (0..COLUMNS as u8).filter(open).filter(|column| score(column) == best).collect();
        Some(equal[below(&mut self.rng, equal.len() as u32) as usize])
    }
}

/// What to play when there was no time for the rules: four in a row, or where the other side would
/// make it, or else near the middle.
fn hasty_choice(position: &Connect4) -> Option<u8> {
    let makes_four = |side: Side| {
        let fours = completing(position.stones(side)) & position.playable();
        cells(fours).next().map(|cell| (cell % COLUMNS) as u8)
    };
    let mut middle = CENTRE_FIRST.into_iter().filter(|column| position.check(column).is_ok());
    makes_four(position.side()).or(makes_four(position.side().other())).or(middle.next())
}

/// The score that leans to one side by three quarters of a win: an open three.
const SCALE: f64 = 1500.0;

/// A score as an expectation. The rules are somebody's opinion, so even `MAX` is no proof.
fn value(score: Option<Worth>) -> Value {
    match score {
        None => Value::NOTHING,
        Some(Worth::Number(number)) => Curve { unit: Unit::Points, scale: SCALE }.guess(number),
        Some(Worth::Max) => Value::Guess { result: 1.0, score: None, unit: Unit::Points },
        Some(Worth::Min) => Value::Guess { result: -1.0, score: None, unit: Unit::Points },
    }
}

/// A score, for a person.
pub fn score_text(score: Option<Worth>) -> Text {
    score.map_or_else(|| text!("rules-no-score"), Worth::text)
}

impl Player<Connect4> for Rules {
    fn think(
        &mut self,
        line: &Line<Connect4>,
        budget: &Budget,
        watch: &mut Watch<'_, Connect4>,
    ) -> Thought<u8> {
        let position = line.position();
        let mut clock = Clock::start(budget);
        let over = search::known(position);
        let recorder = watch.recorder.take();
        let fired = watch.wants_layers() || recorder.is_some();
        let report = self.report_within(position, fired, &mut clock);
        if let Some(recorder) = recorder {
            watch.recorder = Some(match over {
                None => telling::tell(recorder, position, self.book.rules(), &report),
                Some(_) => recorder,
            });
        }
        let choice = report.choice.filter(|_| over.is_none());
        let level_score = |column: u8| report.columns[usize::from(column)].level_score;
        let mut plies = position.legal_plies();
        plies.sort_by_key(|ply| (Reverse(level_score(*ply)), Some(*ply) != choice));
        let candidate =
            |ply| PlyValue { ply, value: value(level_score(ply)), at_most: false, visits: None };
        let lines =
            choice.map(|ply| Variation { plies: vec![ply], value: value(level_score(ply)) });
        let layers = match choice {
            Some(choice) if watch.wants_layers() => {
                self.layers(position, &report, choice, &plies, &mut clock)
            }
            _ => Vec::new(),
        };
        clock.tick();
        Thought {
            answer: choice.into(),
            value: over.unwrap_or(choice.map_or(Value::NOTHING, |ply| value(level_score(ply)))),
            lines: lines.into_iter().collect(),
            candidates: plies.into_iter().map(candidate).collect(),
            nodes: clock.nodes(),
            depth: None,
            seconds: clock.seconds(),
            layers,
        }
    }
}

impl Rules {
    /// Which rules fired is told as far as the budget goes: of a long file there is much to tell.
    fn layers(
        &self,
        position: &Connect4,
        report: &Report,
        choice: u8,
        plies: &[u8],
        clock: &mut Clock,
    ) -> Vec<Layer> {
        let column = &report.columns[usize::from(choice)];
        let label = |ply: &u8| PlyLabel {
            ply: position.write_ply(ply),
            label: score_text(report.columns[usize::from(*ply)].level_score),
            value: value(report.columns[usize::from(*ply)].level_score),
            best: *ply == choice,
        };
        let sentence = match column.level_score {
            Some(score) => text!("rules-chosen", column = choice + 1, score = score.text()),
            None if report.whole => text!("rules-chosen-blind", column = choice + 1),
            None => text!("rules-chosen-hastily", column = choice + 1),
        };
        let values = Layer {
            id: "values",
            title: text!("layer-rules-scores"),
            sentence,
            content: Content::Labels { plies: plies.iter().map(label).collect() },
        };
        let fired = plies.iter().map(|ply| self.fired(position, report, *ply, clock));
        std::iter::once(values).chain(fired).collect()
    }

    /// The rules that fired in a column, and where.
    fn fired(&self, position: &Connect4, report: &Report, ply: u8, clock: &mut Clock) -> Layer {
        let column = &report.columns[usize::from(ply)];
        let count = column.fired.iter().map(|fired| fired.matches.len()).sum::<usize>();
        let row = |fired: &Fired| {
            let rule = &self.book.rules()[fired.rule];
            let count = fired.matches.len();
            let texts = vec![
                Text::verbatim(rule.line.to_string()),
                Text::verbatim(rule.to_string()),
                Text::verbatim(count.to_string()),
                rule.worth.text(),
                rule.worth.times(count).text(),
            ];
            SpanRow { texts, about: rule.about(), spans: fired.matches.clone() }
        };
        Layer {
            id: "fired",
            title: text!("layer-rules-fired"),
            sentence: text!(
                "rules-fired",
                column = ply + 1,
                count = count,
                score = score_text(column.score)
            ),
            content: Content::Spans {
                ply: position.write_ply(&ply),
                columns: HEADS.map(Text::new).to_vec(),
                rows: column.fired.iter().take_while(|_| !clock.work(TOLD)).map(row).collect(),
            },
        }
    }
}

/// What it costs to tell of a rule, for the clock.
const TOLD: u64 = 1 << 9;

/// What stands above the columns of a table of fired rules.
pub const HEADS: [&str; 5] =
    ["rules-line", "rules-rule", "rules-times", "rules-value", "rules-sum"];

/// The files of rules, and what else has to be said for one to be followed.
pub(crate) fn file_kind(needs: Option<&'static str>) -> FileKind {
    let built_in = super::BUILT_IN.iter().map(|(name, _)| *name).collect();
    FileKind { language: "rules", built_in, needs }
}

/// What is asked of whoever wants [`Rules`].
#[derive(Debug, PartialEq)]
struct Settings {
    level: i64,
    rules: Vec<Rule>,
}

impl Settings {
    fn read(form: &mut Form<'_>) -> Result<Settings, PlayerError> {
        let level = form.whole("level", 1..=MOST_LEVEL, "key-rules-level").or(MOST_LEVEL);
        let file = form.file("file", file_kind(None), "key-rules-file").or("@rules".to_owned());
        let rules = super::open(&file, |name| form.read_text(name, MOST_BYTES))?;
        Ok(Settings { level, rules })
    }
}

pub(crate) fn kind() -> PlayerKind<Connect4> {
    PlayerKind::by_chance("rules", Settings::read, |settings, seed| {
        Rules::new(RuleBook::new(settings.rules.clone()), settings.level, seed)
    })
    .with_levels(levels_called(
        "level",
        ["level-wide-steps", "level-narrow-steps", "level-no-steps"],
    ))
    .telling("")
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;
    use crate::rules;

    fn player(file: &str, level: i64, seed: u64) -> Rules {
        Rules::new(RuleBook::new(rules::read(file).unwrap().rules), level, seed)
    }

    fn built_in(level: i64, seed: u64) -> Rules {
        player(rules::built_in("@rules").unwrap(), level, seed)
    }

    fn at(columns: &str) -> Connect4 {
        Connect4::default().read_position(columns).unwrap().into_position()
    }

    fn think(player: &mut Rules, columns: &str) -> Thought<u8> {
        player.consider(&at(columns), &Budget::default(), &mut Watch::at_the_end())
    }

    #[test]
    fn level_two_shows_the_first_reply_as_seed_004_prints_it() {
        let report = built_in(2, 1).report(&at("4"));
        let shown = report.columns.map(|column| column.level_score.unwrap().to_string());
        assert_eq!(shown.join(" "), "-50 -40 -40 0 -40 -40 -50");
        assert_eq!(report.choice, Some(3));
    }

    #[test]
    fn scores_are_lowered_to_the_bounds_of_seed_004() {
        let fine: Vec<i64> = (-10..=-1)
            .map(|n| n * 100)
            .chain((-9..=9).map(|n| n * 10))
            .chain((1..=10).map(|n| n * 100))
            .collect();
        for (level, bounds) in [(1, COARSE.to_vec()), (2, fine)] {
            for number in -2600..2600 {
                let below = bounds.iter().rev().find(|bound| **bound <= number);
                let right = *below.unwrap_or(&bounds[0]);
                assert_eq!(blurred(Worth::Number(number), level), Worth::Number(right), "{number}");
            }
        }
        for level in 1..=3 {
            assert_eq!(blurred(Worth::Max, level), Worth::Max);
            assert_eq!(blurred(Worth::Min, level), Worth::Min);
        }
        assert_eq!(blurred(Worth::Number(-123_456), 3), Worth::Number(-123_456));
    }

    #[test]
    fn equal_columns_are_drawn_with_the_seed() {
        let choice = |seed| player("# H 1", 3, seed).report(&at("")).choice.unwrap();
        let mut seen: Vec<u8> = (0..200).map(choice).collect();
        assert!((0..200).all(|seed| choice(seed) == seen[seed as usize]));
        seen.sort();
        seen.dedup();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
        // At level 1 the blur makes equals of columns that differ.
        let blurred = |seed| player("# H 21\n#z H 1", 1, seed).report(&at("4")).choice.unwrap();
        assert!((1..50).any(|seed| blurred(seed) != blurred(0)));
    }

    #[test]
    fn it_wins_at_once_and_stops_the_opponent_who_would() {
        assert_eq!(think(&mut built_in(1, 7), "112233").ply(), Some(3));
        assert_eq!(think(&mut built_in(1, 7), "1122334").ply(), None, "the game is over");
        assert_eq!(think(&mut built_in(3, 7), "17273").ply(), Some(3));
    }

    #[test]
    fn a_column_without_a_score_is_played_only_where_none_has_one() {
        let thought = think(&mut player("#X H MIN", 3, 1), "4");
        assert!([Some(2), Some(4)].contains(&thought.ply()), "{:?}", thought.ply());
        let thought = think(&mut player("", 3, 1), "4");
        assert!(thought.ply().is_some());
        assert_eq!(thought.value, Value::NOTHING);
        assert!(Lang::ENGLISH.say(&thought.layers[0].sentence).contains("no column"));
    }

    #[test]
    fn its_layers_show_the_scores_and_what_fired() {
        let thought = think(&mut built_in(2, 1), "4");
        let Content::Labels { plies } = &thought.layers[0].content else { panic!() };
        assert_eq!(
            (plies[0].ply.as_str(), Lang::ENGLISH.say(&plies[0].label)),
            ("4", "0".to_owned())
        );
        assert_eq!(Lang::ENGLISH.say(&plies[6].label), "−50");
        assert_eq!(Lang::ENGLISH.say(&thought.layers[0].sentence), "Column 4 scores highest: 0.");
        // One layer for each column, the chosen one first; all its places are at the judged cell.
        assert_eq!(thought.layers.len(), 8);
        for (layer, (column, cell)) in thought.layers[1..].iter().zip([("4", 10), ("2", 1)]) {
            let Content::Spans { ply, columns, rows } = &layer.content else { panic!() };
            assert_eq!((layer.id, ply.as_str()), ("fired", column));
            assert!(rows.iter().all(|row| row.texts.len() == columns.len()));
            assert!(rows.iter().flat_map(|row| &row.spans).all(|span| span.contains(&cell)));
            let first: Vec<String> =
                rows[0].texts.iter().map(|text| Lang::ENGLISH.say(text)).collect();
            assert_eq!(first[1..], ["# H 1", "1", "1", "1"]);
        }
        assert!(Lang::ENGLISH.say(&thought.layers[1].sentence).ends_with("9."), "the exact score");
    }
}
