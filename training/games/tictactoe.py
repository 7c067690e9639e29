"""Tic-tac-toe: three in line on nine cells. Small enough to see in seconds whether training works."""
import numpy as np

from .rules import Rules, completing, line, placed, result


class TicTacToe(Rules):
    kind = "tictactoe"
    plain = (0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)
    even = (0.2, 0.4, 0.4)

    def __init__(self, size=3):
        super().__init__(size)
        grid = np.arange(self.cells).reshape(size, size)
        for flip in (grid, grid.T):
            for quarter in range(4):
                if flip is not grid or quarter:
                    self.turned(np.rot90(flip, quarter).reshape(-1))

    def legal(self, board):
        return board == 0

    def play(self, board, action):
        board = placed(board, action)
        won = line((board == 1).reshape(-1, self.size, self.size), self.size)
        return -board, result(won, (board != 0).all(1))

    def winning(self, board):
        grid = (board == 1).reshape(-1, self.size, self.size)
        return self.legal(board) & completing(grid, self.size).reshape(-1, self.cells)
