"""Board games to play, analyse and understand.

>>> import ludoteca
>>> position = ludoteca.begin("connect4", "4435452266")
>>> ludoteca.solve(position).moves["1"]
'win'
>>> thought = ludoteca.player("connect4", "alphabeta:depth=8").think(position)
>>> thought.move
'1'

A *position* never changes: ``play`` makes another one. A *player* is chosen by text, as on the command
line (``ludoteca.players("hex")`` lists them). What it answers is a *thought*: its move, what it expects,
and *layers* that show how it came to it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _native
from ._native import Error, Player as _Player, Position, __version__, speak

__all__ = [
    "Candidate", "Error", "Layer", "Line", "Match", "Net", "Player", "Position", "Solution", "Thought",
    "__version__", "begin", "games", "match", "net", "player", "players", "read", "say", "solve", "speak",
]


@dataclass(frozen=True)
class Line:
    """Moves that are expected, and what they are worth to the side to move (from -1 to 1)."""

    moves: list[str]
    value: float
    proved: str | None = None


@dataclass(frozen=True)
class Candidate:
    """A move that a player looked at, and what it is worth to whoever makes it."""

    move: str
    value: float
    proved: str | None = None
    visits: int | None = None
    at_most: bool = False


@dataclass(frozen=True)
class Layer:
    """One way in which a player shows how it came to its move.

    ``kind`` says what is drawn (``heat``, ``links``, ``marks``, ``labels``, ``paths``, ``table``, ``tree``,
    ``words`` …), and ``content`` is all of it, as the page gets it.
    """

    id: str
    kind: str
    content: dict[str, Any] = field(repr=False)

    def sentence(self, language: str | None = None) -> str:
        """What the layer says, in one sentence."""
        return say(self.content["sentence"], language)


@dataclass(frozen=True)
class Thought:
    """What a player thinks of a position."""

    move: str | None
    value: float
    proved: str | None
    resigns: bool
    lines: list[Line] = field(repr=False)
    candidates: list[Candidate] = field(repr=False)
    nodes: int
    depth: int | None
    seconds: float
    layers: list[Layer] = field(repr=False)


@dataclass(frozen=True)
class Solution:
    """What is proved of a position: how it ends with best play, and after each of its moves."""

    outcome: str | None
    score: int | None
    moves: dict[str, str | None]
    scores: dict[str, int]
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Match:
    """What came of a match between ``a`` and ``b``. ``elo`` is how much stronger ``a`` is, with the limits
    between which it is with 95 %."""

    games: int
    a_wins: int
    b_wins: int
    draws: int
    first_wins: int
    repeated: int
    elo: tuple[float, float, float]
    seconds: float

    @property
    def score(self) -> float:
        """The points of ``a`` as a share of all games; a draw is half a point."""
        return (self.a_wins + self.draws / 2) / max(self.games, 1)


@dataclass(frozen=True)
class Net:
    """A net in a file: how it was made, and how large it is. ``neural:net=FILE`` plays with it."""

    file: Path
    record: str
    bytes: int
    planes: int
    channels: int
    blocks: int


class Player:
    """A player of a game. It may remember what it has seen from one thought to the next."""

    def __init__(self, game: str, text: str, seed: int = 1) -> None:
        self._player = _Player(game, text, seed)

    @property
    def game(self) -> str:
        """The game it plays."""
        return self._player.game

    @property
    def text(self) -> str:
        """The text that chose it."""
        return self._player.text

    def think(
        self,
        position: Position,
        seconds: float | None = None,
        nodes: int | None = None,
        layers: bool = False,
    ) -> Thought:
        """What it thinks of a position, within a budget. Ctrl-C ends the thought."""
        said = json.loads(self._player.think(position, seconds, nodes, layers))
        return Thought(
            move=said["move"],
            value=said["value"],
            proved=said.get("proved"),
            resigns=said.get("resigns", False),
            lines=[Line(line["moves"], line["value"], line.get("proved")) for line in said["lines"]],
            candidates=[
                Candidate(
                    each["move"], each["value"], each.get("proved"), each.get("visits"),
                    each.get("at_most", False),
                )
                for each in said["candidates"]
            ],
            nodes=said["nodes"],
            depth=said.get("depth"),
            seconds=said["seconds"],
            layers=[Layer(layer["id"], layer["kind"], layer) for layer in said["layers"]],
        )

    def move(self, position: Position, seconds: float | None = None, nodes: int | None = None) -> str | None:
        """Its move; nothing if it gives up or the game is over."""
        return self.think(position, seconds, nodes).move

    def story(self, position: Position, language: str | None = None) -> list[str]:
        """How it comes to its move, a sentence for each moment; empty if it tells no story."""
        story = self._player.story(position)
        moments = json.loads(story)["moments"] if story else []
        return [say(moment["sentence"], language) for moment in moments]

    def __repr__(self) -> str:
        return f"ludoteca.player({self.game!r}, {self.text!r})"


def games() -> dict[str, list[dict[str, Any]]]:
    """The games by name, each with its options."""
    found: dict[str, list[dict[str, Any]]] = json.loads(_native.games())
    return found


def players(game: str) -> list[str]:
    """The players of a game by name, the strongest last."""
    return [player["name"] for player in json.loads(_native.players_of(game)) if not player["human"]]


def begin(game: str, position: str | None = None, **options: object) -> Position:
    """The beginning of a game, or a position in its own notation: ``begin("hex", "c3 b4", size=5)``.

    A game that a text in GDL describes is ``begin("gdl", rules=TEXT)``.
    """
    return Position.begin(game, {name: str(value) for name, value in options.items()}, position)


def read(file: str | Path) -> Position:
    """The end of a game in a file: SGF, PDN, XML, JSON, an Arimaa record."""
    return Position.read(Path(file).read_bytes())


def player(game: str, text: str, seed: int = 1) -> Player:
    """A player by its text, such as ``mcts:playouts=500``; all its chance follows from the seed."""
    return Player(game, text, seed)


def solve(
    position: Position, seconds: float | None = None, nodes: int | None = None, outcome_only: bool = False
) -> Solution:
    """How a position ends with best play, and what each of its moves is worth to whoever makes it."""
    said = json.loads(_native.solve(position, seconds, nodes, outcome_only))
    scores = {move: worth for move, worth in said["moves"].items() if isinstance(worth, int)}
    words = {move: worth for move, worth in said["moves"].items() if not isinstance(worth, int)}
    sign = {move: "win" if score > 0 else "loss" if score < 0 else "draw" for move, score in scores.items()}
    outcome = said["outcome"] if said["outcome"] != "unknown" else None
    moves = {move: None if worth == "unknown" else worth for move, worth in words.items()} | sign
    return Solution(outcome, said["score"], moves, scores, said["nodes"], said["seconds"])


def match(
    position: Position,
    a: str,
    b: str,
    games: int = 10,
    opening_plies: int = 0,
    seconds: float | None = None,
    nodes: int | None = None,
    seed: int = 1,
    jobs: int = 1,
) -> Match:
    """Games between two players, with colours changed after each. Two games share each opening."""
    said = json.loads(
        _native.play(position, a, b, games, opening_plies, seconds, nodes, seed, jobs)
    )
    elo = said["elo"]
    return Match(
        said["games"], said["a_wins"], said["b_wins"], said["draws"], said["first_wins"], said["repeated"],
        (elo["diff"], elo["low"], elo["high"]), said["seconds"],
    )


def net(file: str | Path) -> Net:
    """What is known of a net in a file."""
    path = Path(file)
    return Net(path, **json.loads(_native.net(path.read_bytes())))


def say(message: dict[str, Any], language: str | None = None) -> str:
    """A message of the program in a language, ``en`` or ``es``. Players never make sentences: they hand out
    messages, a name and what stands in its gaps."""
    return _native.say(json.dumps(message), language)
