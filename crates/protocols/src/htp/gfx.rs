//! Layers of a thought as HexGui draws them.
//!
//! Of the answer to a command of its menu HexGui draws `INFLUENCE`, cells with a number from 0 to 1,
//! shows `TEXT` below the board, and shows neither where the first is missing. So a layer is these two
//! lines and no others. It knows no lines between cells: a link is its ends, and the cells it needs.
//! While a player thinks HexGui draws its line (`VAR`) and what its moves are worth (`LABEL`).

use std::collections::BTreeMap;

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, Colour, HexPly},
};
use ludoteca_players::{
    Thought, label,
    thought::{Content, Layer, Link, Sign},
};
use ludoteca_text::Text;

use super::letter;

use crate::Say;

/// How strongly the end of a link is drawn, the cells it needs, and those of one that is one ply
/// short.
const LINK: [f64; 3] = [1.0, 0.6, 0.3];

/// How strongly cells are drawn, from 0 to 1, each once.
#[derive(Default)]
struct Influence(BTreeMap<usize, (Cell, f64)>);

/// Whether a layer is something on the board, and not only words.
pub fn is_drawn(content: &Content) -> bool {
    !matches!(content, Content::Table { .. } | Content::Tree { .. } | Content::Words { .. })
}

/// A layer about a position.
pub fn layer(hex: &Hex, layer: &Layer, say: &Say) -> String {
    let mut drawn = Influence::default();
    let size = hex.size();
    let at = |index: &usize| {
        Some(*index).filter(|at| *at < size * size).and_then(|at| Cell::new(at % size, at / size))
    };
    match &layer.content {
        Content::Heat { cells, .. } => {
            for warm in cells {
                drawn.put(at(&warm.cell), warm.heat);
            }
        }
        Content::Trails { plies, frames, high, .. } => {
            let now = frames.last().map_or(&[] as &[f64], |frame| &frame.figures);
            for (trail, figure) in plies.iter().zip(now) {
                drawn.put(trail.cells.last().and_then(at), figure / high.max(f64::MIN_POSITIVE));
            }
        }
        Content::Labels { plies } => {
            for each in plies {
                drawn.put(landing(hex, &each.ply), (each.value.result() + 1.0) / 2.0);
            }
        }
        Content::Links { links, .. } => links.iter().for_each(|link| drawn.link(link, at)),
        Content::Marks { marks } => {
            for mark in marks {
                let strength = match mark.sign {
                    Sign::Dead => 0.0,
                    Sign::Worse => 0.25,
                    Sign::Taken => 0.5,
                    Sign::Key => 1.0,
                };
                drawn.put(at(&mark.cell), strength);
            }
        }
        Content::Paths { paths } => paths.iter().for_each(|path| {
            drawn.numbered(path.iter().map(at));
        }),
        Content::Moves { moves } => drawn.numbered(moves.iter().map(|put| at(&put.cell))),
        Content::Spans { rows, .. } => {
            let spans = rows.iter().flat_map(|row| row.spans.iter().flatten());
            spans.for_each(|cell| drawn.put(at(cell), 1.0));
        }
        Content::Table { .. } | Content::Tree { .. } | Content::Words { .. } => {}
    }
    let cells = drawn.0.values().map(|(cell, value)| format!(" {} {value:.3}", cell.name()));
    format!("INFLUENCE{}\n{}", cells.collect::<String>(), below(&say(&layer.sentence)))
}

/// An unfinished thought about a position: what is expected, and what each move is worth.
pub fn unfinished(hex: &Hex, thought: &Thought, say: &Say) -> String {
    let var = line(hex, thought);
    let var = var.iter().map(|(colour, cell)| format!(" {} {}", letter(*colour), cell.name()));
    let labels = thought.candidates.iter().filter_map(|each| {
        let cell = landing(hex, &each.ply)?;
        let words = one_word(&say(&label(each.value, each.at_most)));
        (!words.is_empty()).then(|| format!(" {} {words}", cell.name()))
    });
    let best = thought.ply().clone().unwrap_or_default();
    let value = say(&label(thought.value, false));
    let text = below(&format!("{best} {value} ({})", thought.nodes));
    format!("VAR{}\nLABEL{}\n{text}", var.collect::<String>(), labels.collect::<String>())
}

/// What is shown below the board: one line.
fn below(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    format!("TEXT {}", words.join(" "))
}

/// The stones of the line that a thought expects, up to a swap.
pub fn line(hex: &Hex, thought: &Thought) -> Vec<(Colour, Cell)> {
    let mut at = *hex;
    let mut stones = Vec::new();
    for words in thought.lines.first().map(|line| line.plies.as_slice()).unwrap_or_default() {
        let Ok(ply @ HexPly::Stone(cell)) = at.read_ply(words) else { break };
        stones.push((at.colour(), cell));
        if at.play(&ply).is_err() {
            break;
        }
    }
    stones
}

/// A label as both programs want it: one word.
pub fn one_word(words: &str) -> String {
    words.split_whitespace().collect()
}

/// Where a ply puts its stone; none for a swap.
fn landing(hex: &Hex, words: &str) -> Option<Cell> {
    match hex.read_ply(words) {
        Ok(HexPly::Stone(cell)) => Some(cell),
        _ => None,
    }
}

impl Influence {
    /// Where something is drawn twice the stronger counts.
    fn put(&mut self, cell: Option<Cell>, value: f64) {
        let Some(cell) = cell else { return };
        let known = self.0.entry(cell.number()).or_insert((cell, 0.0));
        known.1 = known.1.max(value.clamp(0.0, 1.0));
    }

    fn link(&mut self, link: &Link, at: impl Fn(&usize) -> Option<Cell>) {
        let [end, whole, semi] = LINK;
        link.cells.iter().for_each(|cell| self.put(at(cell), end));
        let needed = if link.semi { semi } else { whole };
        link.carrier.iter().for_each(|cell| self.put(at(cell), needed));
    }

    /// Cells one after another, the first the strongest.
    fn numbered(&mut self, cells: impl Iterator<Item = Option<Cell>>) {
        for (number, cell) in cells.enumerate() {
            self.put(cell, 1.0 / (1.0 + 0.2 * number as f64));
        }
    }
}

/// What a layer of words says, line by line.
pub fn words(layer: &Layer, say: &Say) -> String {
    let row = |cells: &[Text]| cells.iter().map(|text| say(text)).collect::<Vec<_>>().join(" | ");
    let mut lines = vec![say(&layer.sentence)];
    match &layer.content {
        Content::Table { columns, rows } => {
            lines.push(row(columns));
            lines.extend(rows.iter().map(|cells| row(cells)));
        }
        Content::Spans { ply, columns, rows } => {
            lines.push(format!("{ply}: {}", row(columns)));
            lines.extend(rows.iter().map(|each| row(&each.texts)));
        }
        Content::Words { paragraphs } => lines.extend(paragraphs.iter().map(|text| say(text))),
        Content::Tree { root } => super::listing::tree(root, say, &mut lines),
        _ => {}
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Side, hex::Swap};
    use ludoteca_players::thought::{
        Mark, PlyLabel, Put, SpanRow, TreeNode, Unit, Value, Verdict, Warm,
    };

    use super::*;

    fn drawn(content: Content) -> String {
        let hex = Hex::new(3, Swap::None).unwrap();
        let title = Text::verbatim("title");
        let sentence = Text::verbatim("one\nsentence");
        layer(&hex, &Layer { id: "layer", title, sentence, content }, &crate::english())
    }

    #[test]
    fn heat_is_influence_and_the_sentence_comes_last() {
        let warm = |cell, heat, label: &str| Warm { cell, heat, label: Text::verbatim(label) };
        let content = Content::Heat {
            cells: vec![warm(4, 1.0, "60 %"), warm(2, 0.25, ""), warm(9, 1.0, "off the board")],
            side: None,
            low: Text::verbatim(""),
            high: Text::verbatim(""),
            curve: 1.0,
        };
        assert_eq!(drawn(content), "INFLUENCE c1 0.250 b2 1.000\nTEXT one sentence");
    }

    #[test]
    fn what_moves_are_worth_is_drawn_at_their_cells_and_a_swap_nowhere() {
        let plies = [("a1", 0.5, true), ("b3", -1.0, false), ("swap-pieces", 0.0, false)];
        let plies = plies.map(|(ply, result, best)| PlyLabel {
            ply: ply.into(),
            label: Text::verbatim(format!("≈ {result}")),
            value: Value::Guess { result, score: None, unit: Unit::Playouts },
            best,
        });
        assert_eq!(
            drawn(Content::Labels { plies: plies.into() }),
            "INFLUENCE a1 0.750 b3 0.000\nTEXT one sentence"
        );
    }

    #[test]
    fn marks_of_every_kind_are_drawn_and_where_nothing_is_the_sentence_is_shown() {
        let mark = |cell, sign| Mark {
            cell,
            sign,
            label: Text::verbatim("label"),
            reason: Text::verbatim("reason"),
            because: Vec::new(),
            side: None,
        };
        let signs = [Sign::Dead, Sign::Worse, Sign::Taken, Sign::Key].into_iter().enumerate();
        let marks = signs.map(|(cell, sign)| mark(cell, sign)).collect();
        assert_eq!(
            drawn(Content::Marks { marks }),
            "INFLUENCE a1 0.000 b1 0.250 c1 0.500 a2 1.000\nTEXT one sentence"
        );
        assert_eq!(drawn(Content::Marks { marks: Vec::new() }), "INFLUENCE\nTEXT one sentence");
    }

    #[test]
    fn links_are_their_ends_and_the_cells_they_need() {
        let link = |cells: [usize; 2], semi, carrier: &[usize]| Link {
            cells: cells.into(),
            edges: Vec::new(),
            side: Side::First,
            semi,
            carrier: carrier.to_vec(),
            depth: None,
        };
        let links = vec![link([1, 6], false, &[3, 4]), link([1, 8], true, &[4, 5])];
        let (whole, semi) = (Text::verbatim("whole"), Text::verbatim("semi"));
        assert_eq!(
            drawn(Content::Links { links, whole, semi }),
            "INFLUENCE b1 1.000 a2 0.600 b2 0.600 c2 0.300 a3 1.000 c3 1.000\nTEXT one sentence"
        );
    }

    #[test]
    fn moves_and_paths_are_the_fainter_the_later_they_come() {
        let put = |cell, side| Put { cell, from: None, side };
        let moves = vec![put(0, Side::First), put(4, Side::Second)];
        assert_eq!(
            drawn(Content::Moves { moves }),
            "INFLUENCE a1 1.000 b2 0.833\nTEXT one sentence"
        );
        assert_eq!(
            drawn(Content::Paths { paths: vec![vec![3, 0]] }),
            "INFLUENCE a1 0.833 a2 1.000\nTEXT one sentence"
        );
    }

    #[test]
    fn places_that_speak_for_a_move_are_marked_and_words_are_written() {
        let row = SpanRow {
            texts: vec![Text::verbatim("because")],
            about: None,
            spans: vec![vec![1, 2]],
        };
        let columns = vec![Text::verbatim("Why")];
        let content = Content::Spans { ply: "a3".into(), columns, rows: vec![row] };
        assert_eq!(drawn(content.clone()), "INFLUENCE b1 1.000 c1 1.000\nTEXT one sentence");
        let (title, sentence) = (Text::verbatim("title"), Text::verbatim("sentence"));
        let spans = Layer { id: "spans", title, sentence, content };
        assert_eq!(words(&spans, &crate::english()), "sentence\na3: Why\nbecause");
        let child = TreeNode {
            ply: Some("b2".into()),
            value: Some(Value::Proved { result: Verdict::Win, plies: None }),
            more: 3,
            ..TreeNode::default()
        };
        let root = TreeNode { children: vec![child], ..TreeNode::default() };
        let tree = Layer { content: Content::Tree { root }, ..spans };
        assert_eq!(words(&tree, &crate::english()), "sentence\nb2 wins\n  …3");
    }
}
