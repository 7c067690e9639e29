"""Connect Four: six rows of seven columns, in a square of seven rows whose first is never used."""
import jax.numpy as jnp
import numpy as np

from .rules import Rules, completing, line, outside, placed, result, squares


class Connect4(Rules):
    """An action is the cell where the disc lands."""

    kind = "connect4"
    # Quick wins are better: where every column wins, the exact solver still knows a best one.
    hurry = 0.99
    # Positions of every length, as who plays badly against the net will bring about.
    plain = (0.12,) + (0.88 / 30,) * 30
    even = (0.04,) + (0.08,) * 12
    evenly = 0.25
    sharp = 0.75

    def __init__(self, size=7):
        if size != 7:
            raise SystemExit("connect4 has one size")
        super().__init__(size)
        self.turned(np.arange(49).reshape(7, 7)[:, ::-1].reshape(-1))

    def legal(self, board):
        grid = (board == 0).reshape(-1, 7, 7)
        below = jnp.concatenate([~grid[:, 1:], jnp.ones_like(grid[:, :1])], 1)
        return (grid & below).at[:, 0].set(False).reshape(-1, 49)

    def play(self, board, action):
        board = placed(board, action)
        won = line((board == 1).reshape(-1, 7, 7)[:, 1:], 4)
        return -board, result(won, (board[:, 7:] != 0).all(1))

    def winning(self, board):
        threats = completing((board == 1).reshape(-1, 7, 7)[:, 1:], 4).reshape(-1, 42)
        return self.legal(board) & jnp.pad(threats, ((0, 0), (7, 0)))

    def see(self, board, dtype):
        return squares(self, board, dtype, outside(7, rows_above=1))
