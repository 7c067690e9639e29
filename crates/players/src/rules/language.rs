//! The language of the rules, read by a deterministic finite automaton.
//!
//! Each line of a file is one rule, a comment, or nothing. Every bad line is found, each with its
//! own place and its own reason.

use std::{fmt, sync::Arc};

use ludoteca_text::{Text, errors, text};

use super::automaton;

/// A file may have so many bytes.
pub const MOST_BYTES: usize = 10_000_000;
/// It may have so many lines that are neither blank nor a comment: each of them is looked for in every
/// column, and a report tells of each.
pub const MOST_RULES: usize = 10_000;
/// Of a comment so many characters are kept.
const MOST_COMMENT: usize = 400;
/// A rule's number is at most this, above and below zero, so that no sum of them overflows.
pub const MOST_WORTH: i64 = 1_000_000_000;

/// One rule: where its sequence is found on the board, its worth is added to the column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its line in the file, from 1.
    pub line: usize,
    /// What it looks for; exactly one element is a mark.
    pub sequence: Vec<Element>,
    /// Where it looks.
    pub directions: Directions,
    /// What it is worth.
    pub worth: Worth,
    /// What the file says of it: the comment behind it, or the one above it and its neighbours.
    pub comment: Option<Arc<str>>,
}

/// What a sequence asks of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `O`: a stone of the side to move.
    Own,
    /// `X`: a stone of the opponent.
    Other,
    /// `_`: empty, and can be played now.
    Playable,
    /// `z`: empty, and cannot be played yet.
    Floating,
    /// `I`: the wall around the board.
    Wall,
    /// `E`: empty, playable or not.
    Empty,
    /// `?`: anything on the board or its wall.
    Any,
    /// `#`: the cell that is being judged.
    Here,
    /// `=`: the cell above it, once an own stone stands on the cell that is being judged.
    Above,
}

/// The directions of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directions {
    /// Along the rows.
    pub horizontal: bool,
    /// Along the columns.
    pub vertical: bool,
    /// Along both diagonals.
    pub diagonal: bool,
}

/// What a rule or a column is worth: `MIN` is below and `MAX` above every number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// Never, if there is anything else.
    Min,
    /// So much.
    Number(i64),
    /// At once.
    Max,
}

/// What came of reading a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The lines that are rules.
    pub rules: Vec<Rule>,
    /// What is wrong with the others, one entry for each bad line.
    pub faults: Vec<Fault>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1; one after the last if the line ends too soon.
    pub column: usize,
    /// What stands there.
    pub found: Actual,
    /// What should stand there.
    pub expected: Expected,
}

/// What stands where a line goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actual {
    /// The line ends.
    End,
    /// A character.
    Character(char),
    /// A whole number.
    Number(String),
}

/// What would have been right where a line goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A sequence or a comment.
    Sequence,
    /// An element; the mark of the sequence is still missing.
    Mark,
    /// An element that is no mark, or the end of the sequence.
    Element,
    /// No second mark.
    OneMark,
    /// Directions or a value.
    DirectionsOrValue,
    /// One more direction or a space.
    Direction,
    /// A value.
    Value,
    /// A digit after the sign.
    Digit,
    /// A digit, or the end of the number.
    NumberEnd,
    /// The rest of `MAX` or `MIN`.
    Limit,
    /// The end of `MAX` or `MIN`.
    LimitEnd,
    /// A comment or the end of the line.
    Comment,
    /// The second `/` of a comment.
    Slash,
    /// A smaller number.
    SmallerNumber,
}

errors! {
    /// Why a file of rules cannot be followed.
    pub enum RulesError {
        /// It is too large.
        TooLarge { bytes: usize } => text!("rules-too-large", bytes = bytes, most = MOST_BYTES),
        /// It has too many lines.
        TooMany => text!("rules-too-many", most = MOST_RULES),
        /// One of these is so with a file that has a name.
        Refused { file: String, why: Box<RulesError> } => {
            text!("rules-refused", file = file, why = Text::from(*why))
        },
        /// It has errors, of which this is the first.
        Faulty { file: String, count: usize, first: Fault } => {
            text!("rules-faulty", file = file, count = count, first = first.text())
        },
    }
    from {
        /// It cannot be read.
        Unread(Text),
    }
}

/// Reads a file. Only one that is too large or has too many rules is refused as a whole; what is wrong with single lines
/// is part of the answer.
///
/// ```
/// use ludoteca_players::rules::read;
/// let reading = read("#OE HVD 10  // two in line, and room\n#O H ten\n").unwrap();
/// assert_eq!(reading.rules[0].to_string(), "#OE HVD 10");
/// assert_eq!((reading.faults[0].line, reading.faults[0].column), (2, 6));
/// ```
pub fn read(file: &str) -> Result<Reading, RulesError> {
    if file.len() > MOST_BYTES {
        return Err(RulesError::TooLarge { bytes: file.len() });
    }
    // Some editors open every file with a mark of its encoding.
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    let mut reading = Reading::default();
    let mut above: Option<Arc<str>> = None;
    // Whether the line before was a comment too, which then goes on.
    let mut goes_on = false;
    for (index, line) in file.lines().enumerate() {
        let comment = line.split_once("//").map(|(_, words)| words.trim());
        match read_line(line, index + 1) {
            Ok(Some(rule)) => {
                let comment = comment.map(shortened).or_else(|| above.clone());
                reading.rules.push(Rule { comment, ..rule });
                goes_on = false;
            }
            Ok(None) => {
                above = match (&above, comment) {
                    (Some(before), Some(words)) if goes_on => Some(joined(before, words)),
                    (_, comment) => comment.map(shortened),
                };
                goes_on = comment.is_some();
            }
            Err(fault) => reading.faults.push(fault),
        }
        if reading.rules.len() + reading.faults.len() > MOST_RULES {
            return Err(RulesError::TooMany);
        }
    }
    Ok(reading)
}

fn shortened(words: &str) -> Arc<str> {
    words.chars().take(MOST_COMMENT).collect::<String>().into()
}

/// A comment of several lines; what is too long already stays as it is.
fn joined(before: &Arc<str>, words: &str) -> Arc<str> {
    if before.len() >= MOST_COMMENT {
        before.clone()
    } else {
        shortened(&format!("{before} {words}"))
    }
}

/// A line's rule; none if it is blank or a comment.
fn read_line(line: &str, number: usize) -> Result<Option<Rule>, Fault> {
    automaton::accept(line).map_err(|stuck| Fault {
        line: number,
        column: stuck.at + 1,
        found: stuck.letter.map_or(Actual::End, Actual::Character),
        expected: stuck.expected,
    })?;
    meaning(line, number)
}

/// The rule that a line the automaton accepts stands for.
fn meaning(line: &str, number: usize) -> Result<Option<Rule>, Fault> {
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let Some(sequence) = words.next().filter(|word| !word.starts_with('/')) else {
        return Ok(None);
    };
    let mut value = words.next().unwrap_or_default();
    let mut directions = Directions::ALL;
    if value.starts_with(['H', 'V', 'D']) {
        directions = Directions {
            horizontal: value.contains('H'),
            vertical: value.contains('V'),
            diagonal: value.contains('D'),
        };
        value = words.next().unwrap_or_default();
    }
    let worth = match value.as_bytes().get(1) {
        Some(b'A' | b'a') => Some(Worth::Max),
        Some(b'I' | b'i') => Some(Worth::Min),
        _ => {
            value.parse().ok().filter(|n| (-MOST_WORTH..=MOST_WORTH).contains(n)).map(Worth::Number)
        }
    };
    let Some(worth) = worth else {
        // The automaton has no measure of numbers: this is the one thing it leaves to look at.
        let before = value.as_ptr() as usize - line.as_ptr() as usize;
        return Err(Fault {
            line: number,
            column: line[..before].chars().count() + 1,
            found: Actual::Number(value.chars().take(24).collect()),
            expected: Expected::SmallerNumber,
        });
    };
    let sequence = sequence.chars().filter_map(Element::of).collect();
    Ok(Some(Rule { line: number, sequence, directions, worth, comment: None }))
}

impl Element {
    /// The element that a letter stands for.
    pub fn of(letter: char) -> Option<Element> {
        ELEMENTS.into_iter().find(|element| element.letter() == letter)
    }

    /// The letter that stands for it.
    pub fn letter(self) -> char {
        match self {
            Element::Own => 'O',
            Element::Other => 'X',
            Element::Playable => '_',
            Element::Floating => 'z',
            Element::Wall => 'I',
            Element::Empty => 'E',
            Element::Any => '?',
            Element::Here => '#',
            Element::Above => '=',
        }
    }

    /// Whether it is one of the two of which a sequence has exactly one.
    pub fn is_mark(self) -> bool {
        matches!(self, Element::Here | Element::Above)
    }
}

const ELEMENTS: [Element; 9] = [
    Element::Own,
    Element::Other,
    Element::Playable,
    Element::Floating,
    Element::Wall,
    Element::Empty,
    Element::Any,
    Element::Here,
    Element::Above,
];

impl Directions {
    /// All of them, which is meant where a rule names none.
    pub const ALL: Directions = Directions { horizontal: true, vertical: true, diagonal: true };
}

impl Actual {
    /// What it is, for a person.
    pub fn text(&self) -> Text {
        match self {
            Actual::End => text!("rules-found-end"),
            Actual::Character(' ') => text!("rules-found-space"),
            Actual::Character('\t') => text!("rules-found-tab"),
            Actual::Character(letter) if letter.is_control() => {
                Text::verbatim(letter.escape_default().to_string())
            }
            Actual::Character(letter) => Text::verbatim(*letter),
            Actual::Number(digits) => Text::verbatim(digits.as_str()),
        }
    }
}

impl Expected {
    /// What it is, for a person.
    pub fn text(self) -> Text {
        match self {
            Expected::Sequence => text!("rules-expected-sequence"),
            Expected::Mark => text!("rules-expected-mark"),
            Expected::Element => text!("rules-expected-element"),
            Expected::OneMark => text!("rules-expected-one-mark"),
            Expected::DirectionsOrValue => text!("rules-expected-directions-or-value"),
            Expected::Direction => text!("rules-expected-direction"),
            Expected::Value => text!("rules-expected-value"),
            Expected::Digit => text!("rules-expected-digit"),
            Expected::NumberEnd => text!("rules-expected-number-end"),
            Expected::Limit => text!("rules-expected-limit"),
            Expected::LimitEnd => text!("rules-expected-limit-end"),
            Expected::Comment => text!("rules-expected-comment"),
            Expected::Slash => text!("rules-expected-slash"),
            Expected::SmallerNumber => {
                text!("rules-expected-smaller", most = MOST_WORTH as f64)
            }
        }
    }
}

impl Fault {
    /// The whole of it in a sentence: where, what, and what instead.
    pub fn text(&self) -> Text {
        text!(
            "rules-fault",
            line = self.line,
            column = self.column,
            found = self.found.text(),
            expected = self.expected.text()
        )
    }
}

impl Worth {
    /// What it adds up to when it is found so often.
    pub fn times(self, count: usize) -> Worth {
        match self {
            Worth::Number(number) => Worth::Number(number * count as i64),
            limit => limit,
        }
    }

    /// How it is shown to a person.
    pub fn text(self) -> Text {
        match self {
            Worth::Number(number) => Text::new("verbatim").with("words", number as f64),
            limit => Text::verbatim(limit.to_string()),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Min => f.write_str("MIN"),
            Worth::Number(number) => write!(f, "{number}"),
            Worth::Max => f.write_str("MAX"),
        }
    }
}

impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = [(self.horizontal, "H"), (self.vertical, "V"), (self.diagonal, "D")];
        letters.iter().filter(|(there, _)| *there).try_for_each(|(_, letter)| f.write_str(letter))
    }
}

/// The rule as it would be written.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sequence: String = self.sequence.iter().map(|element| element.letter()).collect();
        write!(f, "{sequence} {} {}", self.directions, self.worth)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use ludoteca_words::Lang;
    use proptest::prelude::*;

    use super::*;

    /// Any rule, as the language can say it.
    pub fn any_rule() -> impl Strategy<Value = Rule> {
        let element = prop::sample::select(&ELEMENTS[..7]);
        let short = prop::collection::vec(element, 0..4);
        let worth = prop_oneof![
            8 => (-MOST_WORTH..=MOST_WORTH).prop_map(Worth::Number),
            8 => (-50i64..=50).prop_map(Worth::Number),
            1 => Just(Worth::Max),
            1 => Just(Worth::Min),
        ];
        let mark = prop::sample::select(&ELEMENTS[7..]);
        (short.clone(), mark, short, 1u8..8, worth).prop_map(
            |(before, mark, after, bits, worth)| Rule {
                line: 1,
                sequence: before.into_iter().chain([mark]).chain(after).collect(),
                directions: Directions {
                    horizontal: bits & 1 != 0,
                    vertical: bits & 2 != 0,
                    diagonal: bits & 4 != 0,
                },
                worth,
                comment: None,
            },
        )
    }

    /// The place and the reason of what is wrong with a line.
    fn fault(line: &str) -> (usize, Actual, Expected) {
        let reading = read(line).unwrap();
        assert_eq!((reading.rules.len(), reading.faults.len()), (0, 1), "{line:?}");
        let fault = reading.faults[0].clone();
        (fault.column, fault.found, fault.expected)
    }

    #[test]
    fn a_rule_is_a_sequence_directions_and_a_value_in_any_white_space() {
        let same =
            ["#OE HVD 10", "  #OE\tDVH   +10", "#OE 10 // two", "#OE HVDH 010\t//", "#OE 10 "];
        for line in same {
            let reading = read(line).unwrap();
            assert_eq!(reading.faults, [], "{line:?}");
            assert_eq!(reading.rules[0].to_string(), "#OE HVD 10", "{line:?}");
        }
        let worth = |line: &str| read(line).unwrap().rules[0].worth;
        for word in ["MAX", "Max", "max"] {
            assert_eq!(worth(&format!("# H {word}")), Worth::Max);
        }
        for word in ["MIN", "Min", "min"] {
            assert_eq!(worth(&format!("= {word} // never")), Worth::Min);
        }
        assert_eq!(worth("# -0"), Worth::Number(0));
    }

    #[test]
    fn blank_lines_and_comments_are_no_rules_and_no_faults() {
        let reading =
            read("\u{feff}// ours\r\n\r\n \t \n  // more // and more\n# H 1\r\n").unwrap();
        assert_eq!((reading.rules.len(), reading.faults.len()), (1, 0));
        assert_eq!(reading.rules[0].line, 5);
        assert_eq!(read("").unwrap(), Reading::default());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        use Actual::{Character as C, End};
        use Expected as E;
        for (line, right) in [
            ("H 1", (1, C('H'), E::Sequence)),
            ("0#O H 1", (1, C('0'), E::Sequence)),
            ("O0# H 1", (2, C('0'), E::Mark)),
            ("OOO H 1", (4, C(' '), E::Mark)),
            ("OOO", (4, End, E::Mark)),
            ("##", (2, C('#'), E::OneMark)),
            ("#= H 1", (2, C('='), E::OneMark)),
            ("#Oo H 1", (3, C('o'), E::Element)),
            ("#H 1", (2, C('H'), E::Element)),
            ("#", (2, End, E::Element)),
            ("# ", (3, End, E::DirectionsOrValue)),
            ("# // no value", (3, C('/'), E::DirectionsOrValue)),
            ("# h 1", (3, C('h'), E::DirectionsOrValue)),
            ("# HX 1", (4, C('X'), E::Direction)),
            ("# H", (4, End, E::Direction)),
            ("# H V 1", (5, C('V'), E::Value)),
            ("# H ", (5, End, E::Value)),
            ("# H +", (6, End, E::Digit)),
            ("# H -+1", (6, C('+'), E::Digit)),
            ("# H 1.5", (6, C('.'), E::NumberEnd)),
            ("# H 1// x", (6, C('/'), E::NumberEnd)),
            ("# H mAX", (6, C('A'), E::Limit)),
            ("# H MAx", (7, C('x'), E::Limit)),
            ("# H MAXI", (8, C('I'), E::LimitEnd)),
            ("# H 1 2", (7, C('2'), E::Comment)),
            ("# H 1 / x", (8, C(' '), E::Slash)),
            ("/", (2, End, E::Slash)),
            ("ñ", (1, C('ñ'), E::Sequence)),
            ("# H 1000000001", (5, Actual::Number("1000000001".into()), E::SmallerNumber)),
        ] {
            assert_eq!(fault(line), right, "{line:?}");
        }
        assert_eq!(
            Lang::ENGLISH.say(&read("# H one").unwrap().faults[0].text()),
            "Line 1, column 5: found “o”, expected a value: a whole number, MAX or MIN."
        );
    }

    #[test]
    fn every_bad_line_is_reported_and_not_only_the_first() {
        let reading = read("x\n# H 1\n#\n\n##\n").unwrap();
        let lines: Vec<usize> = reading.faults.iter().map(|fault| fault.line).collect();
        assert_eq!((lines, reading.rules.len()), (vec![1, 3, 5], 1));
    }

    #[test]
    fn a_file_that_is_too_large_is_refused_before_it_is_read() {
        assert!(read(&" ".repeat(MOST_BYTES)).is_ok());
        for line in ["#O H 1\n", "wrong\n"] {
            assert!(read(&("// and\n\n".repeat(9) + &line.repeat(MOST_RULES))).is_ok());
            let told = read(&line.repeat(MOST_RULES + 1)).unwrap_err();
            assert_eq!(told, RulesError::TooMany);
        }
        let told = Lang::ENGLISH.say(&read(&"x\n".repeat(MOST_BYTES / 2 + 1)).unwrap_err().into());
        assert!(told.contains("10,000,002"), "{told}");
    }

    proptest! {
        #[test]
        fn a_written_rule_is_read_back(rule in any_rule()) {
            let reading = read(&rule.to_string()).unwrap();
            prop_assert_eq!(&reading.faults, &[]);
            prop_assert_eq!(&reading.rules, &[rule]);
        }

        #[test]
        fn any_text_is_read_and_every_fault_lies_inside_it(
            file in prop_oneof!["\\PC{0,60}", "[#=OXzEI?_HVD +MAXINminax/0-9\t\r\n-]{0,80}", any::<String>()],
        ) {
            let reading = read(&file).unwrap();
            let file = file.strip_prefix('\u{feff}').unwrap_or(&file);
            let lines: Vec<&str> = file.lines().collect();
            for fault in &reading.faults {
                let line = lines[fault.line - 1];
                prop_assert!((1..=line.chars().count() + 1).contains(&fault.column));
                let there = line.chars().nth(fault.column - 1);
                match &fault.found {
                    Actual::End => prop_assert_eq!(there, None),
                    Actual::Character(letter) => prop_assert_eq!(there, Some(*letter)),
                    Actual::Number(digits) => prop_assert_eq!(there, digits.chars().next()),
                }
                prop_assert!(!Lang::ENGLISH.say(&fault.text()).contains("rules-"));
            }
            prop_assert!(reading.rules.len() + reading.faults.len() <= lines.len());
        }
    }
}
