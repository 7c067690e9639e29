"""Trains a net by games against itself, and leaves a file that the program plays with.

    train.py GAME --minutes M --out DIR [--net 6x64] [--from FILE] [--student 6x64]

GAME is `arimaa`, `connect4`, `breakthrough`, `hex:11`, or several boards of a game that one net learns, `hex:11,9,7`.
The minutes are all there is: compiling, self-play with training, rounding to whole numbers with training,
matches. DIR then holds GAME-BLOCKSxCHANNELS.net, checkpoint.npz, replay.npz, report.html and log.txt; the
same command again goes on from there; `training/checkpoints/GAME` is such a DIR for the nets that come with
the program, without its positions. Ctrl-C or SIGTERM ends it early and leaves the same files. One training
has an accelerator to itself: two beside each other ran at a fifth of their speed each.
"""
import argparse
import os
import signal
import sys
import time
from dataclasses import dataclass

import jax
import jax.numpy as jnp

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import games  # noqa: E402
from run import Run  # noqa: E402


@dataclass
class Size:
    """How much is done at once: `games` side by side, `plies` of them to a row of calls, `rows` of replay,
    `simulations` a ply, `batch` positions a step, `openings` a match, `tried` simulations in matches."""
    games: int
    plies: int
    rows: int
    simulations: int
    batch: int
    openings: int
    tried: int


SIZES = {"gpu": Size(8192, 4, 1024, 64, 4096, 512, 32), "cpu": Size(64, 8, 512, 32, 256, 64, 16),
         "tiny": Size(16, 4, 64, 8, 32, 8, 4)}


def asked():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("--minutes", type=float, required=True)
    ask.add_argument("--out", required=True)
    ask.add_argument("--net", default="6x64", help="blocks x channels")
    ask.add_argument("--from", dest="start", help="a net to begin with (.net or .npz); a larger --net is grown from it")
    ask.add_argument("--student", help="a smaller net that learns from this one at the end and is the one in the file")
    ask.add_argument("--games", type=int, help="games side by side")
    ask.add_argument("--rows", type=int, help="rows of the replay; each is one ply of all games")
    ask.add_argument("--simulations", type=int, help="simulations a ply")
    ask.add_argument("--batch", type=int, help="positions a step")
    ask.add_argument("--reuse", type=float, default=6.0, help="how often each position is learnt")
    ask.add_argument("--rate", type=float, default=1e-3, help="of learning; it falls over the time given")
    ask.add_argument("--window", type=float, default=0.6, help="share of the replay that is learnt from")
    ask.add_argument("--replay", help="where the replay is kept, if not in DIR; `none` for nowhere")
    ask.add_argument("--keep", type=int, default=400_000, help="positions of the replay that are kept")
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--tiny", action="store_true", help="very little of everything, to see whether all of it runs")
    return ask.parse_args()


def main():
    started = time.time()
    wish = asked()
    kind = "tiny" if wish.tiny else "gpu" if jax.default_backend() == "gpu" else "cpu"
    size = SIZES[kind]
    for name in ("games", "rows", "simulations", "batch"):
        if getattr(wish, name) and not wish.tiny:
            setattr(size, name, getattr(wish, name))
    dtype = jnp.bfloat16 if jax.default_backend() == "gpu" else jnp.float32
    run = Run(wish, games.games(wish.game), size, dtype, started)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: run.stop())
    run.whole()


if __name__ == "__main__":
    main()
