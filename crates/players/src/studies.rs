//! Small positions on which an algorithm is seen at work: for each, who thinks and about what. They
//! are few and simple enough for each moment to be understood.

use ludoteca_games::{AnyLine, Start};
use ludoteca_text::Text;

/// A position and who is to be watched thinking about it.
#[derive(Clone, Copy, Debug)]
pub struct Study {
    /// Its name, in addresses and messages.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// The game's options, as they would be typed.
    pub options: &'static [(&'static str, &'static str)],
    /// The position in the game's notation; none is the usual beginning.
    pub position: Option<&'static str>,
    /// Who thinks, as a player text.
    pub player: &'static str,
}

/// Every study, the easiest first.
pub const STUDIES: &[Study] = &[
    Study {
        id: "minimax",
        game: "tictactoe",
        options: &[],
        position: Some("c2 b1 b3 a3 c3"),
        player: "minimax:depth=4",
    },
    Study {
        id: "alphabeta",
        game: "tictactoe",
        options: &[],
        position: Some("c2 b1 b3 a3 c3"),
        player: "alphabeta:depth=4,plain=on",
    },
    Study {
        id: "mcts",
        game: "tictactoe",
        options: &[],
        position: Some("c2 b1 b3 a3 c3"),
        player: "mcts:playouts=24",
    },
    Study { id: "rules", game: "connect4", options: &[], position: Some("4453"), player: "rules" },
    Study {
        id: "perfect",
        game: "connect4",
        options: &[],
        position: Some("44444152265617"),
        player: "perfect:table=64",
    },
    Study {
        id: "distance",
        game: "hex",
        options: &[("size", "4")],
        position: Some("c2 b3"),
        player: "distance:depth=1",
    },
    Study {
        id: "dijkstra",
        game: "hex",
        options: &[("size", "5")],
        position: Some("c3 b4"),
        player: "dijkstra:depth=1",
    },
    Study {
        id: "hexodus",
        game: "hex",
        options: &[("size", "5")],
        position: Some("d1 d5 c3"),
        player: "hexodus:level=normal",
    },
    Study {
        id: "proof",
        game: "hex",
        options: &[("size", "5")],
        position: Some("a4"),
        player: "hexodus:level=master",
    },
    Study {
        id: "minimax-hex",
        game: "hex",
        options: &[("size", "3")],
        position: None,
        player: "minimax:depth=3",
    },
    Study {
        id: "alphabeta-hex",
        game: "hex",
        options: &[("size", "3")],
        position: None,
        player: "alphabeta:depth=3,plain=on",
    },
    Study {
        id: "mcts-hex",
        game: "hex",
        options: &[("size", "4")],
        position: Some("b3"),
        player: "mcts:playouts=30",
    },
    Study {
        id: "ants",
        game: "hex",
        options: &[("size", "4")],
        position: Some("b3"),
        player: "ants:ants=6,searches=8",
    },
    Study {
        id: "neural",
        game: "hex",
        options: &[("size", "8")],
        position: Some("d2 c3 d5"),
        player: "neural:level=full,looks=40",
    },
    Study {
        id: "strong",
        game: "arimaa",
        options: &[],
        position: Some("g [  rrr   h    r     e  h     E    C       R  r R   D    R        ]"),
        player: "strong:nodes=20000,table=16",
    },
];

impl Study {
    /// What it is called.
    pub fn title(&self) -> Text {
        Text::new(format!("study-{}", self.id))
    }

    /// What there is to see, in one sentence.
    pub fn about(&self) -> Text {
        Text::new(format!("study-{}-about", self.id))
    }

    /// What a game begins from that is at the position.
    pub fn start(&self) -> Start {
        let begun = Start { position: self.position.map(str::to_owned), ..Start::of(self.game) };
        self.options.iter().fold(begun, |start, (name, value)| start.with(name, *value))
    }

    /// The position, with the plies that led to it where it is given by those.
    pub fn line(&self) -> Result<AnyLine, Text> {
        self.start().reached()
    }
}
