"""Games of a net against itself, many at once, and how they begin."""
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

from games.rules import DRAWN, GOES_ON, LOST, WON
from net import see
from replay import UNKNOWN
from search import search


def random_plies(game, rng, plies, most):
    """Boards after so many random plies each (`plies`, at most `most`); none that would end the game is played."""
    def step(index, state):
        board, rng = state
        rng, now = jax.random.split(rng)
        legal = game.legal(board)
        action = jnp.argmax(jnp.where(legal, jax.random.uniform(now, legal.shape), -1.0), -1).astype(jnp.int32)
        after, result = game.play(board, action)
        return jnp.where(((index < plies) & (result == GOES_ON))[:, None], after, board), rng
    begin = game.begin(jax.random.fold_in(rng, most), plies.shape[0])
    return lax.fori_loop(0, most, step, (begin, rng))[0]


def openings(game, nets, rng, count, dtype, tries=8, loose=0.12, evenly=None):
    """So many openings. A share `evenly` is near balance: of `tries` boards with the same number of random
    plies one is drawn, the more readily the closer to 0 the nets' mean value is; the others are simply random."""
    evenly = game.evenly if evenly is None else evenly
    shares, pick_plain, pick_even, play, draw = jax.random.split(rng, 5)
    weights = lambda shares: jnp.asarray(shares) / sum(shares)
    pick = lambda rng, shares: jax.random.choice(rng, len(shares), (count,), p=weights(shares))
    is_even = jax.random.bernoulli(shares, evenly, (count,))
    plies = jnp.where(is_even, pick(pick_even, game.even), pick(pick_plain, game.plain))
    most = max(len(game.plain) if evenly < 1 else 1, len(game.even)) - 1
    if evenly == 0:
        return random_plies(game, play, plies, most)
    boards = random_plies(game, play, jnp.repeat(plies, tries), most)
    value = sum(see(net, game, boards, dtype)[1] for net in nets) / len(nets)
    score = jnp.where(is_even[:, None], -jnp.abs(value.reshape(count, tries)) / loose, 0.0)
    best = jnp.argmax(score + jax.random.gumbel(draw, score.shape), -1)
    return boards.reshape(count, tries, game.cells)[jnp.arange(count), best]


@partial(jax.jit, static_argnames=("game", "simulations", "plies", "dtype"))
def selfplay(net, board, rng, game, simulations, plies, dtype):
    """So many plies of every game. Where one ends, another begins. What is kept of each ply: the board, the
    improved policy, the search's value, and what the game came to if it ended here (for the mover).

    Four of five games end when the search knows how they end, or is sure that the mover has lost; the others
    are played out, so that the net also learns how to end a game.
    """
    count = board.shape[0]
    rng, now = jax.random.split(rng)
    pool = openings(game, (net,), now, max(64, count // 4), dtype)
    early = jnp.arange(count) % 5 != 0

    def ply(state, _):
        board, rng = state
        rng, at_search, at_pool = jax.random.split(rng, 3)
        action, policy, value, known = search(net, game, board, at_search, simulations, dtype=dtype)
        after, result = game.play(board, action)
        worth = jnp.where(result == WON, game.hurry, jnp.where(result == DRAWN, 0.0, jnp.where(result == LOST, -game.hurry, UNKNOWN)))
        short = (result == GOES_ON) & early & (known | (value < -game.resign))
        worth = jnp.where(short, value, worth)
        over = (result != GOES_ON) | short
        begin = pool[jax.random.randint(at_pool, (count,), 0, pool.shape[0])]
        half = lambda numbers: numbers.astype(jnp.float16)
        return (jnp.where(over[:, None], begin, after), rng), (board, half(policy), half(value), half(worth))

    (board, rng), seen = lax.scan(ply, (board, rng), None, length=plies)
    return board, rng, seen
