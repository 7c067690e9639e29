"""Hex: the mover always joins the first row to the last. After each ply the board is transposed.

Neighbours of (r, c) are (r, c +- 1), (r +- 1, c), (r - 1, c + 1) and (r + 1, c - 1).
"""
import jax.numpy as jnp
import numpy as np
from jax import lax

from .rules import Rules, placed, result, squares


class Hex(Rules):
    kind = "hex"
    planes = 2
    sharp = 0.5
    plain = (0.30, 0.50, 0.20)
    even = (0.0, 0.30, 0.20, 0.15, 0.12, 0.10, 0.08, 0.05)
    evenly = 0.8

    def __init__(self, size=11):
        if not 2 <= size <= 19:
            raise SystemExit("hex has 2 to 19 rows")
        super().__init__(size)
        self.turned(np.arange(self.cells)[::-1].copy())
        self.edge = np.zeros((size + 2, size + 2, 2), np.float32)
        self.edge[[0, -1], :, 0] = 1
        self.edge[:, [0, -1], 1] = 1

    def legal(self, board):
        return board == 0

    def play(self, board, action):
        board = placed(board, action)
        turned = -board.reshape(-1, self.size, self.size).transpose(0, 2, 1)
        return turned.reshape(-1, self.cells), result(joined(board, self.size), False)

    def see(self, board, dtype):
        return squares(self, board, dtype, self.edge)


def joined(board, size):
    """Do the mover's stones join the first row to the last?

    A row is the bits of one number, and what is reached goes down and up through the rows until
    nothing is added; where a row has no stone, nothing is joined and nothing is begun.
    """
    bits = jnp.arange(size, dtype=jnp.int32)
    rows = jnp.sum((board.reshape(-1, size, size) == 1).astype(jnp.int32) << bits, -1)

    def along(seeds, row):
        """The runs of stones of a row in which there is a seed."""
        seeds = (((row + seeds) ^ row) | seeds) & row
        for shift in (1, 2, 4, 8, 16):
            seeds |= row & (seeds >> shift)
            row &= row >> shift
        return seeds

    def sweep(state):
        before, _ = state
        reached = [before[:, row] for row in range(size)]
        for row in range(1, size):
            above = reached[row - 1]
            reached[row] = along(reached[row] | (rows[:, row] & (above | (above >> 1))), rows[:, row])
        for row in range(size - 2, -1, -1):
            below = reached[row + 1]
            reached[row] = along(reached[row] | (rows[:, row] & (below | (below << 1))), rows[:, row])
        after = jnp.stack(reached, 1)
        return after, ((after != before).any(1) & (after[:, -1] == 0)).any()

    possible = (rows != 0).all(1)
    begin = jnp.where(possible[:, None], rows.at[:, 1:].set(0), 0)
    reached, _ = lax.while_loop(lambda state: state[1], sweep, (begin, possible.any()))
    return reached[:, -1] != 0
