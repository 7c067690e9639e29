"""The rules of the trainer's games, held to slow and plain referees in random games and to known counts.

    python3 training/test_games.py
"""
import os
import random
import sys

import jax
import jax.numpy as jnp
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from games import game as named  # noqa: E402

FIRST, SECOND = 1, -1


class Referee:
    """A game as people play it: nothing is ever turned round. `seen` is the cell of the trainer's board where
    a side sees a cell of the true one."""

    def __init__(self, size):
        self.size, self.side = size, FIRST
        self.stones = {}

    def seen(self, side, row, column):
        return row, column

    def cells(self):
        return [(row, column) for row in range(self.size) for column in range(self.size)]

    def board(self):
        out = np.zeros((self.size, self.size), np.int8)
        for (row, column), side in self.stones.items():
            out[self.seen(self.side, row, column)] = side * self.side
        return out.reshape(-1)

    def actions(self):
        """What the side to move can do: the trainer's action of each, and what it does."""
        return {self.index(self.side, cell): cell for cell in self.cells() if cell not in self.stones}

    def index(self, side, cell):
        row, column = self.seen(side, *cell)
        return row * self.size + column

    def play(self, cell):
        self.stones[cell] = self.side
        result = 1 if self.won() else 2 if not self.open() else 0
        self.side = -self.side
        return result

    def open(self):
        return len(self.stones) < self.size ** 2

    def in_line(self, length):
        mine = {cell for cell, side in self.stones.items() if side == self.side}
        return any(all((row + step * down, column + step * across) in mine for step in range(length))
                   for row, column in mine for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)))


class TicTacToe(Referee):
    def won(self):
        return self.in_line(self.size)


class Connect4(Referee):
    def cells(self):
        return [(row, column) for column in range(7) for row in [max((row for row in range(1, 7) if (row, column) not in self.stones), default=0)] if row]

    def open(self):
        return len(self.stones) < 42

    def won(self):
        return self.in_line(4)


class Hex(Referee):
    def seen(self, side, row, column):
        return (row, column) if side == FIRST else (column, row)

    def won(self):
        mine = {self.seen(self.side, *cell) for cell, side in self.stones.items() if side == self.side}
        reached = [(row, column) for row, column in mine if row == 0]
        seen = set(reached)
        while reached:
            row, column = reached.pop()
            if row == self.size - 1:
                return True
            for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)):
                cell = row + down, column + across
                if cell in mine and cell not in seen:
                    seen.add(cell)
                    reached.append(cell)
        return False


class Breakthrough(Referee):
    def __init__(self, size):
        super().__init__(size)
        for row, side in ((0, SECOND), (1, SECOND), (size - 2, FIRST), (size - 1, FIRST)):
            for column in range(size):
                self.stones[row, column] = side

    def seen(self, side, row, column):
        return (row, column) if side == FIRST else (self.size - 1 - row, column)

    def actions(self):
        out = {}
        for (row, column), side in self.stones.items():
            if side != self.side:
                continue
            for way, across in enumerate((-1, 0, 1)):
                target = row - self.side, column + across
                there = self.stones.get(target)
                if not (0 <= target[0] < self.size and 0 <= target[1] < self.size):
                    continue
                if there is None or (across and there != self.side):
                    out[self.index(side, (row, column)) * 3 + way] = ((row, column), target)
        return out

    def play(self, action):
        origin, target = action
        del self.stones[origin]
        self.stones[target] = self.side
        goal = 0 if self.side == FIRST else self.size - 1
        result = 1 if target[0] == goal or -self.side not in self.stones.values() else 0
        self.side = -self.side
        return result


REFEREES = (("tictactoe", TicTacToe), ("connect4", Connect4), ("hex:2", Hex), ("hex:5", Hex), ("hex:11", Hex),
            ("breakthrough:8", Breakthrough), ("breakthrough:5", Breakthrough))
PERFT = {"tictactoe": (9, 72, 504, 3024, 15120, 54720, 148176), "connect4": (7, 49, 343, 2401, 16807, 117649, 823536),
         "breakthrough:8": (22, 484, 11132, 256036), "breakthrough:5": (13, 156, 1924, 23084)}


def random_games_agree(name, referee, count=32, plies=150, seed=1):
    """Board, legal actions and result are those of the referee at each ply of random games; where one ends,
    another begins."""
    game, dice = named(name), random.Random(seed)
    legal, play = jax.jit(game.legal), jax.jit(game.play)
    tables = [referee(game.size) for _ in range(count)]
    board, ends = np.array(game.start(count)), {1: 0, 2: 0}
    for _ in range(plies):
        can, winning = np.asarray(legal(board)), game.winning(jnp.asarray(board))
        winning = None if winning is None else np.asarray(winning)
        picked = []
        for seen, actions, table in zip(board, can, tables):
            assert (seen == table.board()).all(), name
            assert sorted(table.actions()) == np.flatnonzero(actions).tolist(), name
            picked.append(dice.choice(sorted(table.actions())))
        after, result = play(board, jnp.array(picked, jnp.int32))
        board, result = np.array(after), np.asarray(result)
        for index, action in enumerate(picked):
            assert tables[index].play(tables[index].actions()[action]) == result[index], name
            if winning is not None and result[index] == 1 and "breakthrough" not in name:
                assert winning[index, action], name
            if winning is not None and winning[index, action]:
                assert result[index] == 1, name
            if result[index]:
                ends[int(result[index])] += 1
                tables[index], board[index] = referee(game.size), np.asarray(game.start(1))[0]
    assert ends[1] and (ends[2] or name != "tictactoe"), name
    print(f"{name}: random games as the referee says; {ends[1]} won, {ends[2]} drawn")


def counts_are_right(name, counts):
    """As many ways to play as are known from elsewhere."""
    game = named(name)
    board, found = game.start(1), []
    for _ in counts:
        legal = np.asarray(game.legal(board))
        found.append(int(legal.sum()))
        parent, action = np.nonzero(legal)
        parts = []
        for begin in range(0, len(parent), 1 << 16):
            part = slice(begin, begin + (1 << 16))
            after, result = game.play(board[parent[part]], jnp.array(action[part], jnp.int32))
            parts.append(np.asarray(after)[np.asarray(result) == 0])
        board = jnp.asarray(np.concatenate(parts))
    assert tuple(found) == counts, (name, found)
    print(f"{name}: {found[-1]} ways to play {len(counts)} plies")


def turns_change_nothing(name, seed=2):
    """A turned board has the turned actions, and they lead to the turned boards."""
    game, dice = named(name), np.random.RandomState(seed)
    board = game.start(64)
    for _ in range(6):
        for cells, actions in game.symmetries:
            turned = board[:, cells]
            assert (np.asarray(game.legal(turned)) == np.asarray(game.legal(board))[:, actions]).all(), name
        legal = np.asarray(game.legal(board))
        picked = np.array([dice.choice(np.flatnonzero(row)) if row.any() else 0 for row in legal], np.int32)
        after, result = game.play(board, jnp.asarray(picked))
        for cells, actions in game.symmetries:
            back = np.argsort(actions)
            turned, same = game.play(board[:, cells], jnp.asarray(back[picked].astype(np.int32)))
            alike = any((np.asarray(turned) == np.asarray(after)[:, other]).all() for other, _ in game.symmetries)
            assert (np.asarray(same) == np.asarray(result)).all() and alike, name
        board = jnp.where((result == 0)[:, None], after, game.start(64))
    print(f"{name}: {len(game.symmetries)} turns change nothing")


def planes_are_as_agreed():
    """What the net sees, where the program and the trainer have to agree."""
    four = np.asarray(named("connect4").see(named("connect4").start(1), jnp.float32))[0]
    assert four.shape == (9, 9, 3) and four[..., 2].sum() == 81 - 42 and not four[2:8, 1:8, 2].any()
    hexes = np.asarray(named("hex:5").see(named("hex:5").start(1), jnp.float32))[0]
    assert hexes[[0, -1], :, 0].all() and hexes[:, [0, -1], 1].all() and hexes.sum() == 28
    through = np.asarray(named("breakthrough").see(named("breakthrough").start(1), jnp.float32))[0]
    assert through[7:9, 1:9, 0].all() and through[1:3, 1:9, 1].all() and through[..., 2].sum() == 36
    print("planes are as agreed")


if __name__ == "__main__":
    planes_are_as_agreed()
    for name, referee in REFEREES:
        random_games_agree(name, referee)
        turns_change_nothing(name)
    for name, counts in PERFT.items():
        counts_are_right(name, counts)
