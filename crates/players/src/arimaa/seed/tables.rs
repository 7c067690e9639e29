//! The figures of the evaluation: tables 5.6 to 5.19 of the thesis it comes from.
//!
//! Kinds go from the rabbit to the elephant, as [`Kind::ALL`] does, save in the tables of mobility,
//! which stand as they are printed.

use ludoteca_games::arimaa::Kind;

/// What a piece is worth (table 5.6). Rabbits are worth what is left of them together.
pub const MATERIAL: [i64; 6] = [0, 5, 6, 8, 13, 17];

/// What all rabbits of a side are worth together, by how many are left (table 5.7).
pub const RABBITS: [i64; 9] = [0, 18, 20, 24, 28, 32, 36, 38, 40];

/// What a square is worth to a piece, from the far rank down to its own first (tables 5.8 and 5.10
/// to 5.14).
///
/// The fifth rank of cats and dogs is printed 0 0 1 0 0 0 0 0. All other ranks of all tables are the
/// same from left and right, so that the 1 missing on the f-file is a slip, put right here.
pub const SQUARES: [[[i64; 8]; 8]; 6] = [
    [
        [999, 999, 999, 999, 999, 999, 999, 999],
        [7, 6, 5, 4, 4, 5, 6, 7],
        [6, 2, -1, 0, 0, -1, 2, 6],
        [5, 1, 0, 0, 0, 0, 1, 5],
        [4, 1, 0, 0, 0, 0, 1, 4],
        [3, 1, -1, 0, 0, -1, 1, 3],
        [2, 2, 1, 1, 1, 1, 2, 2],
        [2, 2, 2, 2, 2, 2, 2, 2],
    ],
    SMALL,
    SMALL,
    [
        [0, 0, 1, 2, 2, 1, 0, 0],
        [0, 0, 2, 3, 3, 2, 0, 0],
        [1, 2, -1, 4, 4, -1, 2, 1],
        [2, 3, 4, 5, 5, 4, 3, 2],
        [2, 3, 4, 5, 5, 4, 3, 2],
        [1, 2, -1, 4, 4, -1, 2, 1],
        [0, 0, 2, 3, 3, 2, 0, 0],
        [0, 0, 1, 2, 2, 1, 0, 0],
    ],
    [
        [0, 0, 1, 2, 2, 1, 0, 0],
        [0, 0, 2, 4, 4, 2, 0, 0],
        [1, 2, -1, 4, 4, -1, 2, 1],
        [2, 4, 4, 5, 5, 4, 4, 2],
        [2, 4, 4, 5, 5, 4, 4, 2],
        [1, 2, -1, 4, 4, -1, 2, 1],
        [0, 0, 2, 4, 4, 2, 0, 0],
        [0, 0, 1, 2, 2, 1, 0, 0],
    ],
    [
        [0, 0, 1, 2, 2, 1, 0, 0],
        [0, 0, 2, 3, 3, 2, 0, 0],
        [1, 2, -1, 5, 5, -1, 2, 1],
        [2, 3, 5, 5, 5, 5, 3, 2],
        [2, 3, 5, 5, 5, 5, 3, 2],
        [1, 2, -1, 5, 5, -1, 2, 1],
        [0, 0, 2, 3, 3, 2, 0, 0],
        [0, 0, 1, 2, 2, 1, 0, 0],
    ],
];

/// Cats and dogs: tables of their own that say the same.
const SMALL: [[i64; 8]; 8] = [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, -1, 0, 0, -1, 0, 0],
    [0, 0, 1, 0, 0, 1, 0, 0],
    [1, 1, 2, 1, 1, 2, 1, 1],
    [3, 5, -1, 5, 5, -1, 5, 3],
    [2, 4, 5, 4, 4, 5, 4, 2],
    [1, 2, 3, 2, 2, 3, 2, 1],
];

/// What a rabbit with a friend beside it gets besides, by its own rank (table 5.9).
pub const WITH_FRIEND: [i64; 8] = [1, 2, 3, 4, 5, 6, 8, 10];

/// How much a piece controls a trap from the square beside it (table 5.15). Two squares away, in
/// line or diagonally, it is half of that (table 5.16), which is whole for every piece.
pub const CONTROL: [i64; 6] = [2, 4, 6, 8, 10, 12];

/// What a piece (row) loses beside an enemy (column), elephant to rabbit (table 5.17).
const BESIDE_ENEMY: [[i64; 6]; 6] = [
    [0, 0, 0, 0, 0, 0],
    [-5, 0, 0, 0, 0, 0],
    [-4, -4, 0, 0, 0, 0],
    [-3, -3, -3, 0, 0, 0],
    [-2, -2, -2, -2, 0, 0],
    [-1, -1, -1, -1, -1, 0],
];

/// What a piece (row) gains beside a friend (column), elephant to rabbit (table 5.19).
const BESIDE_FRIEND: [[i64; 6]; 6] = [
    [0, 0, 0, 0, 0, 0],
    [5, 0, 0, 0, 0, 0],
    [4, 4, 0, 0, 0, 0],
    [3, 3, 3, 0, 0, 0],
    [2, 2, 2, 2, 0, 0],
    [1, 1, 1, 1, 1, 0],
];

/// What a piece loses beside an enemy, as a negative number.
pub fn beside_enemy(piece: Kind, enemy: Kind) -> i64 {
    BESIDE_ENEMY[5 - piece.index()][5 - enemy.index()]
}

/// What a piece gains beside a friend.
pub fn beside_friend(piece: Kind, friend: Kind) -> i64 {
    BESIDE_FRIEND[5 - piece.index()][5 - friend.index()]
}
