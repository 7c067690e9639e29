"""The games that the trainer knows. `game("hex:11")` is one; without a size it has its usual one."""
from functools import lru_cache

from .arimaa import Arimaa
from .breakthrough import Breakthrough
from .connect4 import Connect4
from .hex import Hex
from .tictactoe import TicTacToe

GAMES = {"hex": Hex, "breakthrough": Breakthrough, "connect4": Connect4, "arimaa": Arimaa, "tictactoe": TicTacToe}


@lru_cache(maxsize=None)
def game(name):
    """The game of a name such as `connect4` or `hex:11`: always the same object, so that what is
    compiled for it is compiled once."""
    kind, _, size = name.partition(":")
    if kind not in GAMES:
        raise SystemExit(f"no such game: {kind}; there are {', '.join(sorted(GAMES))}")
    return GAMES[kind](int(size)) if size else GAMES[kind]()


def games(names):
    """`hex:11,9,7` is three boards of one game, which one net plays; the first is the one that counts most."""
    kind, _, sizes = names.partition(":")
    return tuple(game(f"{kind}:{size}") for size in sizes.split(",")) if sizes else (game(kind),)
