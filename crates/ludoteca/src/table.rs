//! Prints a table.

use comfy_table::{CellAlignment, Table, presets};
use ludoteca_lab::report::Grid;

use crate::console::{Console, Failure};

/// Prints it with figures at the right.
pub fn print(grid: Grid, console: Console) -> Result<(), Failure> {
    let Grid { heads, rows, words } = grid;
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(heads).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        if !words.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string().lines().try_for_each(|line| console.print(line.trim_end()))
}
