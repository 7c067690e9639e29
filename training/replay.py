"""What self-play has seen: a ring of rows, each one ply of all games, so that what a game came to can be
told to all its plies by going backwards through the rows."""
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

# Stands for a result that is not known: of a game that goes on.
UNKNOWN = 2.0


def empty(game, rows, games):
    """Boards, policies, values of the search, and how games ended."""
    return (jnp.zeros((rows, games, game.cells), jnp.int8), jnp.zeros((rows, games, game.actions), jnp.float16),
            jnp.zeros((rows, games), jnp.float16), jnp.full((rows, games), UNKNOWN, jnp.float16))


@partial(jax.jit, donate_argnums=(0,))
def store(ring, seen, at):
    return jax.tree.map(lambda old, new: lax.dynamic_update_slice_in_dim(old, new, at, 0), ring, seen)


@partial(jax.jit, static_argnames=("game",))
def results(boards, ends, at, filled, game):
    """What each stored ply's game came to, for its mover; row `at` is the next to be written."""
    rows, games = ends.shape
    order = (at - 1 - jnp.arange(rows)) % rows
    same = game.same(boards)

    def back(later, index):
        end = ends[order[index]].astype(jnp.float32)
        # The ply after this one has been looked at just before.
        after = None if same is None else same[order[index - 1]]
        earlier = jnp.where(later == UNKNOWN, UNKNOWN, game.before(later, after))
        now = jnp.where(end == UNKNOWN, earlier, end)
        now = jnp.where(index < filled, now, UNKNOWN)
        return now, now.astype(jnp.float16)

    _, told = lax.scan(back, jnp.full(games, UNKNOWN), jnp.arange(rows))
    return jnp.zeros((rows, games), jnp.float16).at[order].set(told)


def sample(game, ring, results, place, rng, count, mix):
    """So many positions of the newest place[1] rows before row place[0], each turned in one of the ways that
    change nothing: boards, policies, results mixed with a share `mix` of the search's value, and how much
    the value counts (not at all while the game goes on)."""
    rows, games = results.shape
    at_row, at_game, at_turn = jax.random.split(rng, 3)
    row = (place[0] - 1 - jax.random.randint(at_row, (count,), 0, place[1])) % rows
    column = jax.random.randint(at_game, (count,), 0, games)
    cells, actions = (jnp.asarray(np.stack(maps)) for maps in zip(*game.symmetries))
    turn = jax.random.randint(at_turn, (count,), 0, len(game.symmetries))
    board = jnp.take_along_axis(ring[0][row, column], cells[turn], 1)
    policy = jnp.take_along_axis(ring[1][row, column].astype(jnp.float32), actions[turn], 1)
    result, value = results[row, column].astype(jnp.float32), ring[2][row, column].astype(jnp.float32)
    known = result != UNKNOWN
    return board, policy, jnp.where(known, (1 - mix) * result + mix * value, value), known.astype(jnp.float32)


class Replay:
    """The ring of one game, and where it stands."""

    def __init__(self, game, rows, games, plies):
        """Rows come `plies` at a time."""
        self.game, self.rows, self.games, self.plies = game, -(-rows // plies) * plies, games, plies
        rows = self.rows
        self.ring = empty(game, rows, games)
        self.results = jnp.full((rows, games), UNKNOWN, jnp.float16)
        self.at = self.filled = 0

    def add(self, seen):
        count = seen[3].shape[0]
        self.ring = store(self.ring, seen, jnp.int32(self.at))
        self.at, self.filled = (self.at + count) % self.rows, min(self.rows, self.filled + count)
        self.results = results(self.ring[0], self.ring[3], jnp.int32(self.at), jnp.int32(self.filled), self.game)

    def place(self, share=1.0, least=1):
        """The newest `share` of the rows, as `sample` wants to know it."""
        rows = min(self.filled, max(least, int(share * self.filled)))
        return jnp.array([self.at, max(rows, 1)], jnp.int32)

    def newest(self, most):
        """The newest rows with at most so many positions, oldest first, for keeping."""
        count = min(self.filled, max(1, most // self.games // self.plies) * self.plies)
        order = (self.at - count + np.arange(count)) % self.rows
        return [np.asarray(part)[order] for part in self.ring]

    def restore(self, parts):
        """Takes up what was kept, if it is of as many games; says whether."""
        rows = min(len(parts[3]), self.rows) // self.plies * self.plies
        if parts[3].shape[1] != self.games or not rows:
            return False
        self.add(tuple(jnp.asarray(part[-rows:]) for part in parts))
        return True
