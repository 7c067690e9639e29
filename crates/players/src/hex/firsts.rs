//! Who wins small boards after each first move.

/// All first moves that win without a swap, by the size of the board, as benzene has found them and
/// the solver here finds them again; up to 5x5 by brute force as well.
pub const WINNING: [(usize, &str); 7] = [
    (1, "a1"),
    (2, "b1 a2"),
    (3, "c1 a2 b2 c2 a3"),
    (4, "d1 c2 b3 a4"),
    (5, "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"),
    (6, "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6"),
    (7, "g1 c2 e2 f2 g2 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 g4 b5 c5 d5 e5 f5 a6 b6 c6 e6 a7"),
];
