//! Shows what a player thinks of a position, with every layer that shows how it came to its move:
//! `cargo run --example explain -- hex hexodus "c3 b4"`.

use std::env;

use ludoteca_games::{GameTree, Start};
use ludoteca_players::{AnyWatch, Budget, Supply, machine};
use ludoteca_text::Text;

fn main() -> Result<(), Text> {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |at: usize, usual: &str| words.get(at).cloned().unwrap_or_else(|| usual.to_owned());
    let (game, player) = (word(0, "connect4"), word(1, "alphabeta:depth=6"));
    let mut start = Start::of(&game);
    if let Some(position) = words.get(2) {
        start = start.at(position.as_str());
    }
    let tree = GameTree::begin(start)?;
    let mut player = machine(&game, &player, &Supply::seeded(1))?;
    let thought = player.think(tree.line(), &Budget::default(), AnyWatch::AtTheEnd)?;
    println!("{:?} is worth {:+.2}", thought.answer, thought.value.result());
    for layer in &thought.layers {
        println!("{:>12}  {}", layer.id, layer.sentence);
    }
    Ok(())
}
