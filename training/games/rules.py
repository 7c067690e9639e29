"""What a game is to the trainer: everything else here (net, search, training) knows no game.

A board is a row of cells, int8 [boards, size * size], as the side to move sees it: +1 its own, -1
theirs, 0 nothing. After every turn it is turned round so that the same holds for the other side; a turn is
one ply, or up to `turn` of them, and then `same` tells whose the ply before was. Numbers that belong to no
cell may follow the cells in a row.
An action is a cell and one of `plies` ways to use it: `cell * plies + way`, as the net's policy has it.
"""
import jax.numpy as jnp
import numpy as np

GOES_ON, WON, DRAWN, LOST = 0, 1, 2, 3


class Rules:
    """One game on one board. Results are the mover's: it goes on, the mover has won, nobody has, it has lost.

    symmetries  turns of the board that change nothing: for each, where each cell and where each
                action comes from; the first leaves everything as it is
    plain       how often a game of self-play begins with 0, 1, 2, ... random plies
    even        the same for the share `evenly` of openings that are chosen to be near balance
    hurry       what a result is worth one ply earlier: below 1, quick wins and slow losses are better
    sharp       how much the search's values change its policy
    considered  how many actions the search tries at its root
    """

    kind = ""
    planes = 3
    plies = 1
    turn = 1
    hurry = 1.0
    sharp = 1.0
    considered = 16
    resign = 0.95
    plain = (1.0,)
    even = (1.0,)
    evenly = 0.0

    def __init__(self, size):
        self.size = size
        self.cells = size * size
        self.actions = self.cells * self.plies
        self.name = f"{self.kind}:{size}"
        self.symmetries = [(np.arange(self.cells), np.arange(self.actions))]

    def start(self, count):
        """So many boards before the first ply."""
        return jnp.zeros((count, self.cells), jnp.int8)

    def begin(self, rng, count):
        """So many boards to begin games with, by chance where there are several."""
        return self.start(count)

    def same(self, board):
        """Whether the mover has made the ply before, too: bool [boards]; None where nobody ever has."""
        return None

    def before(self, value, same):
        """What a value is worth to who made the ply before, as `same` has it."""
        return -self.hurry * value if same is None else jnp.where(same, self.hurry, -self.hurry) * value

    def legal(self, board):
        """Which actions there are: bool [boards, actions]."""
        raise NotImplementedError

    def play(self, board, action):
        """What is to be seen after an action of each board, and what the mover has made of the game."""
        raise NotImplementedError

    def winning(self, board):
        """Which actions win at once, for the search to see without trying: bool [boards, actions]; it may
        miss some, and None where this is not cheap to say."""
        return None

    def see(self, board, dtype):
        """Planes for the net, [boards, size + 2, size + 2, planes]: mine, theirs, and where there is no board."""
        return squares(self, board, dtype, outside(self.size))

    def turned(self, cells):
        """A turn of the board, for games whose actions are cells alone."""
        self.symmetries.append((cells, cells))


def squares(game, board, dtype, edge):
    """Mine and theirs with a ring around, and what is there of the board itself (`edge`)."""
    grid = board.reshape(-1, game.size, game.size)
    ring = ((0, 0), (1, 1), (1, 1))
    planes = [jnp.pad((grid == side).astype(dtype), ring) for side in (1, -1)]
    planes += [jnp.zeros_like(planes[0])] * (edge.shape[-1] - 2)
    return jnp.stack(planes, -1) + jnp.asarray(edge, dtype)[None]


def outside(size, rows_above=0):
    """Nothing on the planes of the two sides; on the third, 1 wherever no stone can ever be."""
    edge = np.zeros((size + 2, size + 2, 3), np.float32)
    edge[..., 2] = 1
    edge[1 + rows_above:-1, 1:-1, 2] = 0
    return edge


def placed(board, action, stone=1):
    """The boards with a stone where each action says."""
    here = jnp.arange(board.shape[1], dtype=jnp.int32)[None] == action[:, None]
    return jnp.where(here, jnp.int8(stone), board)


def line(mine, length):
    """Has somebody `length` in line? mine: bool [boards, rows, columns]."""
    rows, columns = mine.shape[1:]
    found = jnp.zeros(mine.shape[0], bool)
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        high, wide = rows - (length - 1) * down, columns - (length - 1) * abs(across)
        if high < 1 or wide < 1:
            continue
        begin = (length - 1) if across < 0 else 0
        run = jnp.ones((mine.shape[0], high, wide), bool)
        for step in range(length):
            top, left = step * down, begin + step * across
            run &= mine[:, top:top + high, left:left + wide]
        found |= run.any((1, 2))
    return found


def completing(mine, length):
    """The cells where one more stone makes `length` in line: bool [boards, rows, columns]."""
    rows, columns = mine.shape[1:]
    wide = length - 1
    padded = jnp.pad(mine, ((0, 0), (wide, wide), (wide, wide)))
    found = jnp.zeros(mine.shape, bool)
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        at = {step: padded[:, wide + step * down:wide + step * down + rows, wide + step * across:wide + step * across + columns]
              for step in range(-wide, wide + 1) if step}
        for begin in range(-wide, 1):
            run = jnp.ones(mine.shape, bool)
            for step in range(begin, begin + length):
                run = run & at[step] if step else run
            found |= run
    return found


def result(won, drawn):
    return jnp.where(won, WON, jnp.where(drawn, DRAWN, GOES_ON)).astype(jnp.int8)
