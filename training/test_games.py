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


class Arimaa(Referee):
    """Rank 8 is row 0. A piece is its side and its strength."""

    def __init__(self, size, setup=None, side=FIRST):
        super().__init__(size)
        self.stones, self.side, self.turns = dict(setup), side, 0
        self.begin()

    def begin(self):
        self.made, self.pushed, self.left = 0, None, None
        self.before = dict(self.stones)

    def copy(self):
        other = Arimaa(8, self.stones, self.side)
        other.before, other.made, other.turns, other.pushed, other.left = self.before, self.made, self.turns, self.pushed, self.left
        return other

    def seen(self, side, row, column):
        return (row, column) if side == FIRST else (7 - row, column)

    def board(self):
        out = np.zeros(130, np.int8)
        for start, stones in ((0, self.stones), (64, self.before)):
            for cell, (side, kind) in stones.items():
                row, column = self.seen(self.side, *cell)
                out[start + row * 8 + column] = kind * side * self.side
        for base, mark in ((10, self.pushed), (20, self.left)):
            if mark:
                row, column = self.seen(self.side, *mark[0])
                out[row * 8 + column] = base + mark[1]
        out[128:] = self.made, self.turns
        return out

    def around(self, cell):
        row, column = cell
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        return [cell for cell in beside if cell in self.every]

    every = {(row, column) for row in range(8) for column in range(8)}

    def friendless(self, cell, side):
        return all(self.stones.get(other, (0, 0))[0] != side for other in self.around(cell))

    def frozen(self, cell):
        side, kind = self.stones[cell]
        held = any(self.stones.get(other, (side, 0))[0] != side and self.stones[other][1] > kind for other in self.around(cell))
        return held and self.friendless(cell, side)

    def steps(self):
        """Steps by the rules of one turn."""
        out = set()
        for cell, (side, kind) in self.stones.items():
            for target in self.around(cell):
                if target in self.stones:
                    continue
                if self.pushed:
                    if side == self.side and target == self.pushed[0] and kind > self.pushed[1] and not self.frozen(cell):
                        out.add((cell, target))
                elif side == self.side:
                    back = kind == 1 and target[0] == cell[0] + side
                    if not self.frozen(cell) and not back:
                        out.add((cell, target))
                else:
                    if self.left and self.left[0] == target and self.left[1] > kind:
                        out.add((cell, target))
                    for pusher in self.around(cell):
                        whose, strength = self.stones.get(pusher, (side, 0))
                        if self.made < 3 and whose == self.side and strength > kind and not self.frozen(pusher):
                            out.add((cell, target))
        return out

    def may_end(self):
        return self.made > 0 and not self.pushed and self.stones != self.before

    def can_end(self):
        if self.may_end():
            return True
        return self.made < 4 and any(self.after(step).can_end() for step in self.steps())

    def after(self, step):
        """The middle of the turn after a step, the turn not passed on even by the fourth."""
        next = self.copy()
        cell, target = step
        side, kind = next.stones.pop(cell)
        next.stones[target] = side, kind
        for trap in ((2, 2), (2, 5), (5, 2), (5, 5)):
            if trap in next.stones and next.friendless(trap, next.stones[trap][0]):
                del next.stones[trap]
        next.made, next.pushed, next.left = self.made + 1, None, None
        if side != self.side:
            if not (self.left and self.left[0] == target and self.left[1] > kind):
                next.pushed = cell, kind
        elif not self.pushed:
            near = [next.stones[other] for other in self.around(cell) if other in next.stones]
            if any(whose != side and strength < kind for whose, strength in near):
                next.left = cell, kind
        return next

    def actions(self):
        out = {0: None} if self.may_end() else {}
        for step in self.steps():
            if self.after(step).can_end():
                cell, target = (self.seen(self.side, *cell) for cell in step)
                way = [(-1, 0), (0, 1), (1, 0), (0, -1)].index((target[0] - cell[0], target[1] - cell[1]))
                out[(cell[0] * 8 + cell[1]) * 4 + way] = step
        return out

    def play(self, step):
        if step:
            self.__dict__ = self.after(step).__dict__
            if self.made < 4:
                return 0
        self.side, self.turns = -self.side, self.turns + 1
        self.begin()
        return self.ended(-self.side)

    def ended(self, moved):
        rabbits = lambda side: [cell for cell, piece in self.stones.items() if piece == (side, 1)]
        home = lambda side: [cell for cell in rabbits(side) if cell[0] == (0 if side == FIRST else 7)]
        if home(moved):
            return 1
        if home(-moved):
            return 3
        if not rabbits(-moved):
            return 1
        if not rabbits(moved):
            return 3
        if not self.can_end():
            return 1
        if self.turns < 80:
            return 0
        worth = sum((0, 1, 2, 2.5, 4, 6, 9)[kind] * side for side, kind in self.stones.values()) * moved
        return 1 if worth > 0 else 3 if worth < 0 else 2


def arimaa_of(row):
    """The referee at the board of a row in which a turn of Gold begins."""
    return Arimaa(8, {(cell // 8, cell % 8): (FIRST if row[cell] > 0 else SECOND, abs(int(row[cell]))) for cell in range(64) if row[cell]})


def arimaa_row(words, side):
    """The row of a board as `arimaa-turn-counts.tsv` has it: squares a8 to h1, capitals are Gold's."""
    grid = np.array([[("RCDHME".index(letter.upper()) + 1) * (1 if letter.isupper() else -1) if letter != "." else 0
                      for letter in words[row * 8:row * 8 + 8]] for row in range(8)], np.int8)
    grid = grid if side == "g" else -grid[::-1]
    return np.concatenate([grid.reshape(-1)] * 2 + [np.zeros(2, np.int8)])


REFEREES = (("tictactoe", TicTacToe), ("connect4", Connect4), ("hex:2", Hex), ("hex:5", Hex), ("hex:11", Hex),
            ("breakthrough:8", Breakthrough), ("breakthrough:5", Breakthrough))
PERFT = {"tictactoe": (9, 72, 504, 3024, 15120, 54720, 148176), "connect4": (7, 49, 343, 2401, 16807, 117649, 823536),
         "breakthrough:8": (22, 484, 11132, 256036), "breakthrough:5": (13, 156, 1924, 23084)}


def random_games_agree(name, referee, count=32, plies=150, seed=1, rows=None):
    """Board, legal actions and result are those of the referee at each ply of random games; where one ends,
    another begins: with one of `rows`, if they are given."""
    game, dice = named(name), random.Random(seed)
    legal, play = jax.jit(game.legal), jax.jit(game.play)
    rows = np.array(game.start(count)) if rows is None else rows
    board, ends = rows[:count].copy(), {1: 0, 2: 0, 3: 0}
    tables = [referee(row) for row in board]
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
            if winning is not None and result[index] == 1 and name.partition(":")[0] not in ("breakthrough", "arimaa"):
                assert winning[index, action], name
            if winning is not None and winning[index, action] and not (name == "arimaa" and action and not result[index]):
                assert result[index] == 1, name
            if result[index]:
                ends[int(result[index])] += 1
                board[index] = dice.choice(rows)
                tables[index] = referee(board[index])
    assert ends[1] and (ends[2] or name != "tictactoe") and (ends[3] or name != "arimaa"), name
    print(f"{name}: random games as the referee says; {ends[1]} won, {ends[2]} drawn, {ends[3]} lost")


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


def sparse(count, seed=3):
    """Rows of Arimaa with few pieces, so that much happens: goals, frozen sides, the last rabbits; some are
    about to be counted."""
    dice, out = np.random.RandomState(seed), []
    while len(out) < count:
        grid, each = np.zeros(64, np.int8), (dice.randint(1, 9), dice.randint(1, 9))
        cells = dice.permutation(64)[:sum(each)]
        for index, cell in enumerate(cells):
            side = 1 if index < each[0] else -1
            grid[cell] = side * (1 if index in (0, each[0]) and dice.rand() < 0.9 else dice.choice([1, 1, 2, 3, 4, 5, 6]))
        table = arimaa_of(np.concatenate([grid, grid, [0, 0]]))
        table.turns = int(dice.choice([0, 77, 78, 79]))
        whole = all(cell not in table.stones or not table.friendless(cell, table.stones[cell][0]) for cell in ((2, 2), (2, 5), (5, 2), (5, 5)))
        if whole and table.ended(SECOND) in (0, 2, 3) and table.can_end() and not (grid[:8] == 1).any() and not (grid[56:] == -1).any() \
                and (grid == 1).any() and (grid == -1).any():
            out.append(table.board())
    return np.array(out)


def arimaa_of_row(row):
    table = arimaa_of(row)
    table.turns = int(row[129])
    return table


def arimaa_is_arimaa():
    random_games_agree("arimaa", arimaa_of_row, count=12, plies=320)
    random_games_agree("arimaa", arimaa_of_row, count=64, plies=120, rows=sparse(400))
    turns_change_nothing("arimaa")
    arimaa_turns_are_counted()
    arimaa_cases()


def arimaa_turns_are_counted(most=9000, chunk=1 << 12):
    """As many positions after a turn as three other programs say, and goals after as many steps."""
    game = named("arimaa")
    legal, play = jax.jit(game.legal), jax.jit(game.play)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "crates", "games", "tests", "data", "arimaa-turn-counts.tsv")) as file:
        lines = [line.rstrip("\n").split("\t") for line in list(file)[1:]]
    lines = [line for line in lines if int(line[2]) <= most]
    rows = np.array([arimaa_row(line[1], line[0]) for line in lines])
    padded = lambda numbers: np.concatenate([numbers, np.repeat(numbers[:1], -len(numbers) % chunk, 0)])
    # A row knows which line it came from by what would be the number of its turn.
    of, ends = np.arange(len(rows)), [[] for _ in rows]
    goals = np.full(len(rows), 9)
    for steps in range(4):
        can = np.concatenate([np.asarray(legal(part)) for part in np.split(padded(rows), -(-len(rows) // chunk))])[:len(rows)]
        parent, action = np.nonzero(can)
        children, results, begin = [], [], 0
        while begin < len(parent):
            part = slice(begin, begin + chunk)
            after, result = play(padded(rows[parent[part]]), padded(action[part].astype(np.int32)))
            children.append(np.asarray(after)[:len(parent[part])])
            results.append(np.asarray(result)[:len(parent[part])])
            begin += chunk
        children, results, of = np.concatenate(children), np.concatenate(results), of[parent]
        over = children[:, 128] == 0
        ended = np.concatenate([of[over, None].astype(np.int32).view(np.int8).reshape(-1, 4), children[over, :64]], 1)
        for row in np.unique(ended, axis=0):
            ends[row[:4].copy().view(np.int32)[0]].append(row[4:].tobytes())
        won = over & (results == 1) & (children[:, 56:64] == -1).any(1)
        np.minimum.at(goals, of[won], steps + (action[won] != 0))
        both = np.concatenate([of[~over, None].astype(np.int32).view(np.int8).reshape(-1, 4), children[~over]], 1)
        if len(both):
            both = np.unique(both, axis=0)
            of, rows = both[:, :4].copy().view(np.int32)[:, 0], both[:, 4:]
    found = [len(set(each)) for each in ends]
    assert found == [int(line[2]) for line in lines], [(a, b) for a, b in zip(found, lines) if a != int(b[2])][:5]
    assert (goals % 9).tolist() == [int(line[3]) for line in lines]
    print(f"arimaa: turns of {len(lines)} positions end in as many ways as counted elsewhere, {(goals < 9).sum()} of them at the goal")


def arimaa_cases():
    """What random games may not come to."""
    game = named("arimaa")

    def row(side="g", made=0, turns=0, **pieces):
        grid = [["."] * 8 for _ in range(8)]
        for square, letter in pieces.items():
            grid[8 - int(square[1])]["abcdefgh".index(square[0])] = letter
        return arimaa_row("".join(map("".join, grid)), side)

    def play(row, *plies):
        """Plies such as `a2n`, in Gold's view; what is then there, and the result of the last."""
        board = jnp.asarray(row)[None]
        for ply in plies:
            cell = (8 - int(ply[1])) * 8 + "abcdefgh".index(ply[0]) if ply != "end" else 0
            action = cell * 4 + "nesw".index(ply[2]) if ply != "end" else 0
            assert bool(game.legal(board)[0, action]), ply
            board, result = game.play(board, jnp.array([action], jnp.int32))
        return board, int(result[0])

    can = lambda board, ply: bool(game.legal(board)[0, ((8 - int(ply[1])) * 8 + "abcdefgh".index(ply[0])) * 4 + "nesw".index(ply[2])])
    # A pull that is taken back with the third step and the fourth would change nothing.
    begin = row(d4="E", e4="r", a1="R", h8="r")
    board, _ = play(begin, "d4w", "e4w")
    assert not can(board, "d4e") and can(board, "d4n")
    # With a camel to follow as well it can be taken back.
    board, _ = play(row(d4="E", e4="r", d5="M", a1="R", h8="r"), "d4w", "e4w")
    assert can(board, "d4e")
    board, _ = play(board[0], "d4e")
    assert can(board, "d5s") and not can(board, "c4e") and not bool(game.legal(board)[0, 0])
    # The fourth step is not for a push, and must not bring back the board.
    board, _ = play(row(d4="E", e5="r", a1="R", h8="r"), "d4e", "a1e", "b1w")
    assert not can(board, "e5n") and can(board, "d4w") is False and not can(board, "e4w") and can(board, "e4s")
    # Goals of both, the last rabbits of both, who cannot move.
    assert play(row(a7="R", h8="r"), "a7n", "end")[1] == 1
    assert play(row(a6="R", h2="r", g2="E", h1="."), "h2s", "g2e", "end")[1] == 3
    assert play(row(a7="R", h2="r", g2="E"), "h2s", "g2e", "a7n", "end")[1] == 1
    assert play(row(d4="E", d3="r", a1="R"), "d3w", "d4s", "end")[1] == 1
    assert play(row(c3="R", c2="H", e8="r"), "c2e", "end")[1] == 3
    assert play(row(b4="E", a4="r", c1="H", g7="R"), "c1w", "end")[1] == 1, "the last rabbit stands still"
    # Counting: a dog is more than two rabbits, as much is drawn.
    many = row(a1="R", b1="D", a8="r", b8="r", c8="r")
    many[129] = 79
    assert play(many, "b1n", "end")[1] == 1
    many[8 * 7 + 1], many[64 + 8 * 7 + 1] = 2, 2
    assert play(many, "b1n", "end")[1] == 2
    many[8 * 7 + 1] = many[64 + 8 * 7 + 1] = 1
    assert play(many, "b1n", "end")[1] == 3
    print("arimaa: pulls taken back, goals of both sides, counted ends")


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
    game = named("arimaa")
    board = jnp.asarray(arimaa_row("r" * 8 + "." * 24 + "...E" + "." * 4 + "...rc..." + "." * 8 + "R" * 8, "g"))[None]
    seen = np.asarray(game.see(board, jnp.float32))[0]
    assert seen.shape == (10, 10, 21) and seen[..., 12].sum() == 36 and seen[8, 1:9, 0].all() and seen[1, 1:9, 6].all()
    assert seen[5, 4, 5] and seen[6, 4, 6] and seen[6, 5, 7] and not seen[..., 13:18].any() and seen[..., 20].sum() == 4
    assert seen[3, 3, 20] and seen[6, 6, 20] and not seen[..., 18:20].any()
    pushed = np.asarray(game.see(game.play(board, jnp.array([43 * 4 + 3]))[0], jnp.float32))[0]
    assert pushed[1:9, 1:9, 13].all() and pushed[..., 13].sum() == 64 and not pushed[..., 14].any()
    assert pushed[6, 4, 16] and pushed[..., 16:18].sum() == 1 and pushed[..., 6].sum() == 8, "the rabbit is in the trap"
    left = np.asarray(game.see(game.play(board, jnp.array([35 * 4 + 1]))[0], jnp.float32))[0]
    assert left[5, 4, 17] and left[..., 16:18].sum() == 1 and left[..., 19].sum() == 0 and left[5, 5, 5]
    print("planes are as agreed")


if __name__ == "__main__":
    planes_are_as_agreed()
    for name, referee in REFEREES:
        random_games_agree(name, lambda row: referee(named(name).size))
        turns_change_nothing(name)
    arimaa_is_arimaa()
    for name, counts in PERFT.items():
        counts_are_right(name, counts)
