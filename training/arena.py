"""Matches between two nets: every opening twice, with colours changed, all games side by side.

    arena.py GAME A B [--games 1024] [--a 0] [--b 0]     simulations a ply; 0 plays the raw policy
"""
import argparse
import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from games.rules import DRAWN, LOST, WON
from net import see
from search import search
from selfplay import openings

# A game that is not over yet; else 1, a half or 0 points.
PLAYING = -1.0


@partial(jax.jit, static_argnames=("game", "count", "dtype"))
def fair(nets, rng, game, count, dtype):
    """Openings near balance, by the mean value of the nets."""
    return openings(game, nets, rng, count, dtype, tries=16, loose=0.03, evenly=1.0)


def choose(net, game, board, rng, simulations, dtype):
    if simulations == 0:
        return jnp.argmax(see(net, game, board, dtype)[0], -1).astype(jnp.int32)
    return search(net, game, board, rng, simulations, noise=0.0, dtype=dtype)[0]


@partial(jax.jit, static_argnames=("game", "simulations", "dtype"))
def turn(a, b, x, y, points_x, points_y, rng, game, simulations, dtype):
    """A turn: A plays on x and B on y; then it is the other way round. Points are those of A."""
    at_a, at_b = jax.random.split(rng)

    def move(net, board, points, rng, simulations, win):
        after, result = game.play(board, choose(net, game, board, rng, simulations, dtype))
        now = jnp.where(result == WON, win, jnp.where(result == DRAWN, 0.5, jnp.where(result == LOST, 1.0 - win, PLAYING)))
        # A game that is over stands still.
        over = points != PLAYING
        return jnp.where(over[:, None], game.start(len(board)), after), jnp.where(over, points, now)

    def whole(net, board, points, rng, simulations, win):
        """Plies until all games are with the other side; those that are sooner wait."""
        if game.turn == 1:
            return move(net, board, points, rng, simulations, win)

        def ply(index, state):
            board, points, waits = state
            after, now = move(net, board, points, jax.random.fold_in(rng, index), simulations, win)
            board = jnp.where(waits[:, None], board, after)
            return board, jnp.where(waits, points, now), waits | ~game.same(board)
        return lax.fori_loop(0, game.turn, ply, (board, points, points != PLAYING))[:2]

    x, points_x = whole(a, x, points_x, at_a, simulations[0], 1.0)
    y, points_y = whole(b, y, points_y, at_b, simulations[1], 0.0)
    return y, x, points_y, points_x, ((points_x == PLAYING) | (points_y == PLAYING)).any()


def match(a, b, boards, rng, play, late=lambda: False):
    """A's points of each opening, as first and as second; nan where it was too late to end the game.
    `play` is `turn` for some game and simulations."""
    points = [jnp.full(len(boards), PLAYING)] * 2
    x = y = boards
    turns = 0
    more = True
    while more and not late():
        rng, now = jax.random.split(rng)
        x, y, *points, still = play(a, b, x, y, *points, now)
        turns += 1
        more = turns % 4 != 0 or bool(still)
    first, second = points[::-1] if turns % 2 else points
    return [np.where(np.asarray(side) == PLAYING, np.nan, np.asarray(side)) for side in (first, second)]


def score(first, second):
    """Share of the points, its standard error (openings are the sample), Elo, share as first and as
    second, and games played, of what `match` gives; None where nothing was played to the end."""
    whole = ~np.isnan(first + second)
    if not whole.any():
        return None
    first, second = first[whole], second[whole]
    pairs = (first + second) / 2
    share = float(pairs.mean())
    error = float(pairs.std() / math.sqrt(len(pairs)))
    inside = min(max(share, 1e-3), 1 - 1e-3)
    return dict(share=share, error=error, elo=-400 * math.log10(1 / inside - 1), first=float(first.mean()),
                second=float(second.mean()), games=2 * len(pairs))


def told(score):
    """A score in words."""
    if score is None:
        return "not played to the end"
    return (f"{100 * score['share']:.1f} ± {196 * score['error']:.1f} % of {score['games']} games (95 %), "
            f"Elo {score['elo']:+.0f}, first {100 * score['first']:.0f}, second {100 * score['second']:.0f}")


if __name__ == "__main__":
    import netfile
    from games import game as named

    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("a_net")
    ask.add_argument("b_net")
    ask.add_argument("--games", type=int, default=1024)
    ask.add_argument("--a", type=int, default=0)
    ask.add_argument("--b", type=int, default=0)
    ask.add_argument("--seed", type=int, default=0)
    asked = ask.parse_args()
    game, rng = named(asked.game), jax.random.PRNGKey(asked.seed)
    dtype = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
    a, b = (jax.tree.map(jnp.asarray, netfile.load(path)) for path in (asked.a_net, asked.b_net))
    boards = fair((a, b), rng, game=game, count=asked.games // 2, dtype=dtype)
    play = partial(turn, game=game, simulations=(asked.a, asked.b), dtype=dtype)
    print(told(score(*match(a, b, boards, rng, play))))
