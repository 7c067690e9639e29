"""Arimaa: turns of one to four steps; whoever brings a rabbit to the other end wins.

The mover goes up, towards row 0; after each turn, not after each step, the rows are turned over, the
columns are not. An action is the cell that a piece, own or enemy, leaves and its way: 0 up, 1 right, 2 down,
3 left. The turn ends with the action of cell 0 and way up, which is no step, or by itself after the fourth step.

A row holds the board, the board as it was when the turn began, the steps made and the turns played. On the
board are the pieces, 1 (rabbit) to 6 (elephant), negative where they are the other side's, and on an empty
cell perhaps a mark: PUSHED and the kind of what was pushed off it, where a stronger piece has to follow, or
LEFT and the kind of what has left it, where a weaker enemy beside it can be pulled.

Positions may come about as often as they will. So that every game ends, after MOST turns who has more
material wins.
"""
import jax
import jax.numpy as jnp
import numpy as np

from .rules import DRAWN, GOES_ON, LOST, WON, Rules

PUSHED, LEFT = 10, 20
# Where the steps made and the turns played are in a row.
MADE, TURNS, WIDTH = 128, 129, 130
STEPS, MOST = 4, 80
END = 0
UP, RIGHT, DOWN, LEFTWARDS = range(4)
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
# Halves of a rabbit: nothing, rabbit, cat, dog, horse, camel, elephant.
WORTH = (0, 2, 4, 5, 8, 12, 18)
TRAPS = np.zeros((8, 8), bool)
TRAPS[np.ix_((2, 5), (2, 5))] = True
# Second row and first row of what the program sets up.
REPERTOIRE = ("RHCMECHR RRRDDRRR", "RHCMECHR RRDRRDRR", "RHCMECHR RRDRDRRR", "RHDMEDHR RRRCCRRR", "RHDMEDHR RRCRRCRR",
              "RHDMEDHR RRCRCRRR", "DHCMECHD RRRRRRRR", "RDHMEHDR RRRCCRRR", "RDHMEHDR RRCRRCRR", "RDHMEHDR RRCRCRRR")


def setups(count, seed=7):
    """So many rows before the first step, both sides set up: some of the repertoire as it is, most of it with
    up to six pieces exchanged, one side in seven by chance alone."""
    dice = np.random.default_rng(seed)
    known = np.array([["-RCDHME".index(letter) for letter in words.replace(" ", "")] for words in REPERTOIRE], np.int8)

    def side():
        pieces = known[dice.integers(len(known))].reshape(2, 8)
        pieces = (pieces[:, ::-1] if dice.integers(2) else pieces).reshape(-1).copy()
        if dice.random() < 0.14:
            return dice.permutation(pieces).reshape(2, 8)
        for _ in range(dice.choice(4, p=(0.35, 0.3, 0.2, 0.15))):
            one, other = dice.integers(16, size=2)
            pieces[[one, other]] = pieces[[other, one]]
        return pieces.reshape(2, 8)

    rows = np.zeros((count, WIDTH), np.int8)
    for row in rows:
        grid = np.zeros((8, 8), np.int8)
        grid[6:], grid[:2] = side(), -side()[::-1]
        row[:64] = row[64:128] = grid.reshape(-1)
    return rows


def at(grid, way):
    """What is beside each cell on one side; 0 beyond the edge."""
    down, across = WAYS[way]
    edge = ((0, 0), (max(0, -down), max(0, down)), (max(0, -across), max(0, across)))
    return jnp.pad(grid, edge)[:, max(0, down):8 + max(0, down), max(0, across):8 + max(0, across)]


def beside(grid):
    """The largest of what is on the four sides of each cell, or 0 where nothing larger is."""
    return jnp.maximum(jnp.maximum(at(grid, 0), at(grid, 1)), jnp.maximum(at(grid, 2), at(grid, 3)))


def kinds(pieces):
    """The mover's pieces by their kinds and the other side's, 0 elsewhere."""
    return jnp.maximum(pieces, 0), jnp.maximum(-pieces, 0)


def frozen(own, other):
    """Pieces that cannot move by themselves: a stronger enemy beside them and no friend."""
    return (own > 0) & (beside(own) == 0) & (beside(other) > own)


def able(own, other):
    """The kinds of the pieces that can move."""
    return jnp.where(frozen(own, other), jnp.int8(0), own)


def walks(pieces, free):
    """For each way whether one of the able pieces (`free`) can step so by itself."""
    empty = (pieces == 0).astype(jnp.int8)
    return [(free > (1 if way == DOWN else 0)) & (at(empty, way) > 0) for way in range(4)]


def pushes(pieces, free, other):
    """For each way whether an enemy can be pushed so by an able piece."""
    empty = (pieces == 0).astype(jnp.int8)
    weak = (other > 0) & (beside(free) > other)
    return [weak & (at(empty, way) > 0) for way in range(4)]


def any_step(pieces):
    """Whether a turn can begin: a step or a push can always be completed, and changes the position."""
    own, other = kinds(pieces)
    free = able(own, other)
    return sum(walks(pieces, free) + pushes(pieces, free, other)).astype(bool).any((1, 2))


def worth(kind):
    """What the pieces of one side are worth together."""
    return sum(WORTH[value] * (kind == value).sum((1, 2)) for value in range(1, 7))


class Arimaa(Rules):
    kind = "arimaa"
    planes = 21
    plies = 4
    turn = 4
    # A ply; a game of 30 turns has about 100.
    hurry = 0.999
    # A step changes the value little.
    sharp = 1.0
    resign = 0.9
    # There are 15 to 30 steps, of which a tree of 24 can try 8 well.
    considered = 8
    plain = (0.28,) + (0.06,) * 12
    even = (0.1,) + (0.1,) * 9

    def __init__(self, size=8):
        if size != 8:
            raise SystemExit("arimaa has one size")
        super().__init__(size)
        cells, width = np.arange(64).reshape(8, 8)[:, ::-1].reshape(-1), np.arange(MADE, WIDTH)
        actions = (cells[:, None] * 4 + [UP, LEFTWARDS, DOWN, RIGHT]).reshape(-1)
        # The end of the turn stays where it is; the ply of the other corner that would become it is no step.
        corner = cells[0] * 4
        actions[END], actions[corner] = END, corner
        self.cells = WIDTH
        self.symmetries = [(np.arange(WIDTH), np.arange(self.actions)),
                           (np.concatenate([cells, 64 + cells, width]), actions)]
        self.setups = setups(4096)

    def start(self, count):
        return jnp.asarray(self.setups)[jnp.arange(count) % len(self.setups)]

    def begin(self, rng, count):
        return jnp.asarray(self.setups)[jax.random.randint(rng, (count,), 0, len(self.setups))]

    def same(self, board):
        return board[..., MADE] > 0

    def parts(self, board):
        """The pieces, where a piece has to go to complete a push and where one can be pulled to (by the kind
        that was pushed or that could pull), the board at the beginning of the turn, and the steps made."""
        grid = board[:, :64].reshape(-1, 8, 8)
        pieces = jnp.where(grid > 6, jnp.int8(0), grid)
        pushed = jnp.where((grid > PUSHED) & (grid < LEFT), grid - PUSHED, 0).astype(jnp.int8)
        left = jnp.where(grid > LEFT, grid - LEFT, 0).astype(jnp.int8)
        return pieces, pushed, left, board[:, 64:128].reshape(-1, 8, 8), board[:, MADE]

    def steps(self, board):
        """For each way which pieces can be stepped so."""
        pieces, pushed, left, before, made = self.parts(board)
        own, other = kinds(pieces)
        free = able(own, other)
        every = lambda flags: flags[:, None, None]
        pushing = every((pushed > 0).any((1, 2)))
        changed = pieces != before
        changes = changed.sum((1, 2))
        # The fourth step must not bring back the board with which the turn began.
        last = every((made == STEPS - 1) & (changes == 2)) & changed & (before == 0)
        # A push as the third step that takes back a pull can be completed only by what does not do so:
        # by a piece that has not moved.
        nothing_lost = (pieces != 0).sum((1, 2)) == (before != 0).sum((1, 2))
        back = every((made == STEPS - 2) & (changes == 3) & nothing_lost) & changed & (before > 0)
        back &= ~(beside(jnp.where(changed, jnp.int8(0), free)) > other)
        out = []
        ahead = zip(walks(pieces, free), pushes(pieces, free, other))
        for way, (walk, push) in enumerate(ahead):
            then, was, moved = at(pushed, way), at(before, way), at(changed.astype(jnp.int8), way) > 0
            returns = moved & (was == pieces)
            push &= every(made < STEPS - 1) & ~(back & returns)
            pull = (other > 0) & (at(left, way) > other)
            step = jnp.where(pushing, (then > 0) & (free > then), walk | push | pull)
            out.append(step & ~(last & returns))
        return out, every(made > 0)[:, 0, 0] & ~pushing[:, 0, 0] & (changes > 0)

    def legal(self, board):
        steps, end = self.steps(board)
        legal = jnp.stack(steps, -1).reshape(-1, self.actions)
        return legal.at[:, END].set(end)

    def winning(self, board):
        """A rabbit on the last row wins when the turn ends, which after a step to there can be at once."""
        steps, end = self.steps(board)
        there = end & (board[:, :8] == 1).any(1)
        goes = jnp.zeros((board.shape[0], 8, 8, 4), bool).at[:, 1, :, UP].set(steps[UP][:, 1] & (board[:, 8:16] == 1))
        return goes.reshape(-1, self.actions).at[:, END].set(there)

    def play(self, board, action):
        pieces, _, left, before, made = self.parts(board)
        pushing = ((board[:, :64] > PUSHED) & (board[:, :64] < LEFT)).any(1)
        ends = action == END
        cell, way = action // 4, action % 4
        target = cell + jnp.asarray([-8, 1, 8, -1], jnp.int32)[way]
        here = jnp.arange(64, dtype=jnp.int32)[None]
        origin, goal = ((here == there[:, None]).reshape(-1, 8, 8) & ~ends[:, None, None] for there in (cell, target))
        piece = jnp.where(origin, pieces, 0).sum((1, 2)).astype(jnp.int8)
        puller = jnp.where(goal, left, 0).sum((1, 2)).astype(jnp.int8)
        every = lambda numbers: numbers[:, None, None]
        after = jnp.where(origin, jnp.int8(0), jnp.where(goal, every(piece), pieces))
        own, other = kinds(after)
        lonely = ((own > 0) & (beside(own) == 0)) | ((other > 0) & (beside(other) == 0))
        after = jnp.where(jnp.asarray(TRAPS)[None] & lonely, jnp.int8(0), after)
        own, other = kinds(after)
        # What is pending.
        kind = jnp.abs(piece)
        weaker = jnp.where((other > 0) & (other < every(kind)), jnp.int8(1), jnp.int8(0))
        pulls = (piece > 0) & ~pushing & ((beside(weaker) > 0) & origin).any((1, 2))
        pushes = (piece < 0) & (puller <= kind)
        mark = jnp.where(pulls, LEFT + kind, jnp.where(pushes, PUSHED + kind, 0)).astype(jnp.int8)
        middle = jnp.where(origin, every(mark), after)
        made = made + (~ends).astype(jnp.int8)
        ends |= made == STEPS
        turned = -after[:, ::-1]
        turns = board[:, TURNS] + ends.astype(jnp.int8)
        row = lambda now, then, made: jnp.concatenate([now.reshape(-1, 64), then.reshape(-1, 64), made[:, None], turns[:, None]], 1)
        next_row = jnp.where(ends[:, None], row(turned, turned, jnp.zeros_like(made)), row(middle, before, made))
        # How it ends.
        more = worth(own) - worth(other)
        counted = jnp.where(more > 0, WON, jnp.where(more < 0, LOST, DRAWN))
        result = jnp.where(turns >= MOST, counted, GOES_ON)
        for is_so, what in ((~any_step(turned), WON), (~(own == 1).any((1, 2)), LOST), (~(other == 1).any((1, 2)), WON),
                            ((other[:, 7] == 1).any(1), LOST), ((own[:, 0] == 1).any(1), WON)):
            result = jnp.where(is_so, what, result)
        return next_row.astype(jnp.int8), jnp.where(ends, result, GOES_ON).astype(jnp.int8)

    def see(self, board, dtype):
        pieces, pushed, left, _, made = self.parts(board)
        own, other = kinds(pieces)
        planes = [own == kind for kind in range(1, 7)] + [other == kind for kind in range(1, 7)] + [jnp.zeros_like(own, bool)]
        planes += [jnp.broadcast_to((made >= least)[:, None, None], own.shape) for least in (1, 2, 3)]
        planes += [pushed > 0, left > 0, frozen(own, other), frozen(other, own), jnp.broadcast_to(jnp.asarray(TRAPS), own.shape)]
        inside = jnp.pad(jnp.stack(planes, -1).astype(dtype), ((0, 0), (1, 1), (1, 1), (0, 0)))
        ring = np.zeros((10, 10, self.planes), np.float32)
        ring[..., 12] = 1
        ring[1:-1, 1:-1, 12] = 0
        return inside + jnp.asarray(ring, dtype)[None]
