//! Layers of a thought as GoGui and HexGui draw them: lines such as `LABEL a1 55% b2 40%`.
//!
//! GoGui knows `VAR`, `LABEL`, `CIRCLE`, `TRIANGLE`, `MARK`, `INFLUENCE` and `TEXT`, in any order.
//! HexGui draws of an answer only `INFLUENCE`, from 0 to 1, and `TEXT` right behind it; so these two
//! come last, and every layer of cells has them. Neither knows lines between cells: a link is its
//! ends, round where it holds and three-cornered where it is one ply short, and the cells it needs.

use std::collections::BTreeMap;

use ludoteca_games::{
    Game, Hex, Side,
    hex::{Cell, Colour, HexPly},
};
use ludoteca_players::{
    Thought, label,
    thought::{Content, Layer, Link, Put, Sign},
};
use ludoteca_text::Text;

use super::letter;

use crate::Say;

/// How strongly the end of a link is drawn, the cells it needs, and those of one that is one ply
/// short.
const LINK: [f64; 3] = [1.0, 0.6, 0.3];

/// What is to be drawn, kind by kind.
#[derive(Default)]
struct Drawing {
    /// Stones one after another.
    var: Vec<(Colour, Cell)>,
    labels: Vec<(Cell, String)>,
    circles: Vec<Cell>,
    triangles: Vec<Cell>,
    marks: Vec<Cell>,
    /// From 0 to 1, each cell once.
    influence: BTreeMap<usize, (Cell, f64)>,
}

/// Whether a layer is something on the board, and not only words.
pub fn is_drawn(content: &Content) -> bool {
    !matches!(content, Content::Table { .. } | Content::Tree { .. } | Content::Words { .. })
}

/// A layer about a position.
pub fn layer(hex: &Hex, layer: &Layer, say: &Say) -> String {
    let mut drawing = Drawing::default();
    let size = hex.size();
    let at = |index: &usize| {
        Some(*index).filter(|at| *at < size * size).and_then(|at| Cell::new(at % size, at / size))
    };
    match &layer.content {
        Content::Heat { cells, .. } => {
            for warm in cells {
                if let Some(cell) = at(&warm.cell) {
                    drawing.label(cell, &say(&warm.label));
                    drawing.influence(cell, warm.heat);
                }
            }
        }
        Content::Trails { plies, frames, high, .. } => {
            let now = frames.last().map_or(&[] as &[f64], |frame| &frame.figures);
            for (trail, figure) in plies.iter().zip(now) {
                if let Some(cell) = trail.cells.last().and_then(at) {
                    drawing.label(cell, &figure.to_string());
                    drawing.influence(cell, figure / high.max(f64::MIN_POSITIVE));
                }
            }
        }
        Content::Labels { plies } => {
            for each in plies {
                if let Some(cell) = landing(hex, &each.ply) {
                    drawing.label(cell, &say(&each.label));
                    drawing.influence(cell, (each.value.result() + 1.0) / 2.0);
                    drawing.circles.extend(Some(cell).filter(|_| each.best));
                }
            }
        }
        Content::Links { links, .. } => links.iter().for_each(|link| drawing.link(link, at)),
        Content::Marks { marks } => {
            for mark in marks {
                if let Some(cell) = at(&mark.cell) {
                    match mark.sign {
                        Sign::Dead => drawing.marks.push(cell),
                        Sign::Taken => drawing.circles.push(cell),
                        Sign::Worse => drawing.triangles.push(cell),
                        Sign::Key => drawing.influence(cell, 1.0),
                    }
                }
            }
        }
        Content::Paths { paths } => paths.iter().for_each(|path| {
            drawing.numbered(path.iter().filter_map(at));
        }),
        Content::Moves { moves } => {
            let stone = |put: &Put| Some((colour(hex, put.side), at(&put.cell)?));
            drawing.var = moves.iter().filter_map(stone).collect();
            let cells: Vec<Cell> = drawing.var.iter().map(|stone| stone.1).collect();
            drawing.numbered(cells.into_iter());
        }
        Content::Spans { ply, rows, .. } => {
            drawing.circles.extend(landing(hex, ply));
            let spans = rows.iter().flat_map(|row| row.spans.iter().flatten());
            for cell in spans.filter_map(at) {
                drawing.marks.push(cell);
                drawing.influence(cell, 1.0);
            }
        }
        Content::Table { .. } | Content::Tree { .. } | Content::Words { .. } => {}
    }
    drawing.written(&say(&layer.sentence))
}

/// An unfinished thought about a position: what is expected, and what each move is worth.
pub fn unfinished(hex: &Hex, thought: &Thought, say: &Say) -> String {
    let mut drawing = Drawing { var: line(hex, thought), ..Drawing::default() };
    for each in &thought.candidates {
        if let Some(cell) = landing(hex, &each.ply) {
            drawing.label(cell, &say(&label(each.value, each.at_most)));
        }
    }
    let best = thought.ply().clone().unwrap_or_default();
    let value = say(&label(thought.value, false));
    drawing.written(&format!("{best} {value} ({})", thought.nodes))
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

/// The colour that a side plays.
fn colour(hex: &Hex, side: Side) -> Colour {
    if hex.player(Colour::Red) == side { Colour::Red } else { Colour::Blue }
}

impl Drawing {
    fn label(&mut self, cell: Cell, words: &str) {
        self.labels.push((cell, one_word(words)));
    }

    /// Where something is drawn twice the stronger counts.
    fn influence(&mut self, cell: Cell, value: f64) {
        let known = self.influence.entry(cell.number()).or_insert((cell, 0.0));
        known.1 = known.1.max(value.clamp(0.0, 1.0));
    }

    fn link(&mut self, link: &Link, at: impl Fn(&usize) -> Option<Cell>) {
        let [end, whole, semi] = LINK;
        for cell in link.cells.iter().filter_map(&at) {
            let ends = if link.semi { &mut self.triangles } else { &mut self.circles };
            if !ends.contains(&cell) {
                ends.push(cell);
            }
            self.influence(cell, end);
        }
        for cell in link.carrier.iter().filter_map(&at) {
            self.influence(cell, if link.semi { semi } else { whole });
        }
    }

    /// Cells one after another, the first the strongest.
    fn numbered(&mut self, cells: impl Iterator<Item = Cell>) {
        for (number, cell) in cells.enumerate() {
            self.label(cell, &(number + 1).to_string());
            self.influence(cell, 1.0 / (1.0 + 0.2 * number as f64));
        }
    }

    fn written(&self, sentence: &str) -> String {
        let cells = |cells: &[Cell]| cells.iter().map(|cell| cell.name()).collect::<Vec<_>>();
        let var =
            self.var.iter().map(|(colour, cell)| format!("{} {}", letter(*colour), cell.name()));
        let labels = self.labels.iter().filter(|label| !label.1.is_empty());
        let labels = labels.map(|(cell, words)| format!("{} {words}", cell.name()));
        let influence =
            self.influence.values().map(|(cell, value)| format!("{} {value:.3}", cell.name()));
        let mut lines = Vec::new();
        for (kind, words) in [
            ("VAR", var.collect::<Vec<_>>()),
            ("LABEL", labels.collect()),
            ("CIRCLE", cells(&self.circles)),
            ("TRIANGLE", cells(&self.triangles)),
            ("MARK", cells(&self.marks)),
            ("INFLUENCE", influence.collect()),
        ] {
            if !words.is_empty() {
                lines.push(format!("{kind} {}", words.join(" ")));
            }
        }
        let sentence: Vec<&str> = sentence.split_whitespace().collect();
        lines.push(format!("TEXT {}", sentence.join(" ")));
        lines.join("\n")
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
    use ludoteca_games::hex::Swap;
    use ludoteca_players::thought::{PlyLabel, SpanRow, TreeNode, Value, Verdict, Warm};

    use super::*;

    fn drawn(content: Content) -> String {
        let hex = Hex::new(3, Swap::None).unwrap();
        let title = Text::verbatim("title");
        let sentence = Text::verbatim("one\nsentence");
        layer(&hex, &Layer { id: "layer", title, sentence, content }, &crate::english())
    }

    #[test]
    fn heat_is_influence_with_its_labels_and_the_sentence_comes_last() {
        let warm = |cell, heat, label: &str| Warm { cell, heat, label: Text::verbatim(label) };
        let content = Content::Heat {
            cells: vec![warm(4, 1.0, "60 %"), warm(2, 0.25, ""), warm(9, 1.0, "off the board")],
            side: None,
            low: Text::verbatim(""),
            high: Text::verbatim(""),
            curve: 1.0,
        };
        assert_eq!(drawn(content), "LABEL b2 60%\nINFLUENCE c1 0.250 b2 1.000\nTEXT one sentence");
    }

    #[test]
    fn labels_stand_at_their_moves_with_the_best_in_a_circle_and_a_swap_nowhere() {
        let plies = [("a1", 0.5, true), ("b3", -1.0, false), ("swap-pieces", 0.0, false)];
        let plies = plies.map(|(ply, result, best)| PlyLabel {
            ply: ply.into(),
            label: Text::verbatim(format!("≈ {result}")),
            value: Value::Guess { result, score: None },
            best,
        });
        assert_eq!(
            drawn(Content::Labels { plies: plies.into() }),
            "LABEL a1 ≈0.5 b3 ≈-1\nCIRCLE a1\nINFLUENCE a1 0.750 b3 0.000\nTEXT one sentence"
        );
    }

    #[test]
    fn links_are_their_ends_and_the_cells_they_need() {
        let link = |cells: [usize; 2], semi, carrier: &[usize]| Link {
            cells: cells.into(),
            edges: Vec::new(),
            side: Side::First,
            semi,
            carrier: carrier.to_vec(),
        };
        let links = vec![link([1, 6], false, &[3, 4]), link([1, 8], true, &[4, 5])];
        let (whole, semi) = (Text::verbatim("whole"), Text::verbatim("semi"));
        assert_eq!(
            drawn(Content::Links { links, whole, semi }),
            "CIRCLE b1 a3\nTRIANGLE b1 c3\n\
             INFLUENCE b1 1.000 a2 0.600 b2 0.600 c2 0.300 a3 1.000 c3 1.000\nTEXT one sentence"
        );
    }

    #[test]
    fn moves_are_a_variation_and_paths_are_numbers() {
        let put = |cell, side| Put { cell, from: None, side };
        let moves = vec![put(0, Side::First), put(4, Side::Second)];
        assert_eq!(
            drawn(Content::Moves { moves }),
            "VAR B a1 W b2\nLABEL a1 1 b2 2\nINFLUENCE a1 1.000 b2 0.833\nTEXT one sentence"
        );
        assert_eq!(
            drawn(Content::Paths { paths: vec![vec![3, 0]] }),
            "LABEL a2 1 a1 2\nINFLUENCE a1 0.833 a2 1.000\nTEXT one sentence"
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
        assert_eq!(
            drawn(content.clone()),
            "CIRCLE a3\nMARK b1 c1\nINFLUENCE b1 1.000 c1 1.000\nTEXT one sentence"
        );
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
