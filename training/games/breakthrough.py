"""Breakthrough: two rows of pieces each; whoever comes to the other's first row wins.

The mover goes up, towards row 0; after each ply the rows are turned over, the columns are not. An
action is the cell a piece leaves and its way: 0 up and to the left, 1 straight up, 2 up and to the right.
"""
import jax.numpy as jnp
import numpy as np

from .rules import Rules, result


class Breakthrough(Rules):
    kind = "breakthrough"
    plies = 3
    sharp = 0.5
    plain = (0.2,) + (0.05,) * 16
    even = (0.1,) + (0.1,) * 9
    evenly = 0.6

    def __init__(self, size=8):
        if not 4 <= size <= 16:
            raise SystemExit("breakthrough has 4 to 16 rows")
        super().__init__(size)
        cells = np.arange(self.cells).reshape(size, size)[:, ::-1].reshape(-1)
        self.symmetries.append((cells, (cells[:, None] * 3 + [2, 1, 0]).reshape(-1)))

    def start(self, count):
        board = np.zeros((self.size, self.size), np.int8)
        board[:2], board[-2:] = -1, 1
        return jnp.broadcast_to(jnp.asarray(board.reshape(-1)), (count, self.cells))

    def legal(self, board):
        grid = board.reshape(-1, self.size, self.size)
        mine = grid == 1
        # What is one row up and so many columns across from each cell; nobody goes over the edge.
        above = jnp.pad(grid[:, :-1], ((0, 0), (1, 0), (1, 1)), constant_values=1)
        left, up, right = (above[:, :, way:way + self.size] for way in range(3))
        legal = jnp.stack([mine & (left != 1), mine & (up == 0), mine & (right != 1)], -1)
        return legal.reshape(-1, self.actions)

    def play(self, board, action):
        here = jnp.arange(self.cells, dtype=jnp.int32)[None]
        cell, way = action // 3, action % 3
        target = cell - self.size + way - 1
        board = jnp.where(here == cell[:, None], jnp.int8(0), board)
        board = jnp.where(here == target[:, None], jnp.int8(1), board)
        won = (target < self.size) | ~(board == -1).any(1)
        turned = -board.reshape(-1, self.size, self.size)[:, ::-1]
        return turned.reshape(-1, self.cells), result(won, False)

    def winning(self, board):
        # Whatever moves on the second row from the goal.
        last = jnp.arange(self.actions) // 3 // self.size == 1
        return self.legal(board) & last[None]
