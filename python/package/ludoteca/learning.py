"""Our games for whoever learns to play: as states in the manner of OpenSpiel, and as an environment of
Gymnasium in which a player of ours is the opponent.

An *action* is what a hand does at the board, as a number: tap a cell, drag from a cell to another, put a
piece down, press a button. So every game has a fixed set of actions without a line of code for it, also a
game that a file describes.
"""

from __future__ import annotations

import json
import random
from typing import Any

from . import Error, Player, Position, begin

__all__ = ["Game", "State", "environment"]


class Game:
    """A game with its options, seen by a learner."""

    def __init__(self, game: str, **options: object) -> None:
        self._start = begin(game, None, **options)
        geometry = json.loads(self._start.geometry())
        self.cells = len(geometry["cells"])
        """How many cells the board has."""
        self.pieces = len(geometry["pieces"])
        """How many kinds of pieces there are, those of both sides."""
        self.buttons = 4
        """How many buttons are told apart at most, such as the swap and the end of a turn."""

    def new_initial_state(self) -> State:
        """The beginning."""
        return State(self, self._start)

    def num_distinct_actions(self) -> int:
        """Taps, drags, pieces put down, buttons."""
        return self.cells + self.cells * self.cells + self.pieces * self.cells + self.buttons

    def num_players(self) -> int:
        """Two."""
        return 2

    def max_utility(self) -> float:
        """What a win is worth."""
        return 1.0

    def min_utility(self) -> float:
        """What a loss is worth."""
        return -1.0

    def observation_tensor_shape(self) -> tuple[int, int]:
        """A plane for each kind of piece, and one that says whose move it is; cells in the order of the
        board."""
        return (self.pieces + 1, self.cells)

    def __str__(self) -> str:
        return self._start.game


class State:
    """A position, seen by a learner. Like OpenSpiel's, it changes when an action is applied."""

    def __init__(self, game: Game, position: Position) -> None:
        self._game = game
        self._set(position)

    def _set(self, position: Position) -> None:
        self.position = position
        self._moves: dict[int, str] | None = None

    def _legal(self) -> dict[int, str]:
        """The moves by their actions."""
        if self._moves is None:
            self._moves = {}
            open_moves = set() if self.position.is_over else set(self.position.moves)
            for handle in json.loads(self.position.handles()) if open_moves else []:
                # What is several moves at once, or one in another way, is made of the first ways here.
                if handle["ply"] not in open_moves:
                    continue
                open_moves.remove(handle["ply"])
                number = self._free(self._number(handle))
                if number in self._moves:
                    raise Error(f"{handle['ply']} and {self._moves[number]} are made by the same hand")
                self._moves[number] = handle["ply"]
        return self._moves

    def _number(self, handle: dict[str, Any]) -> int:
        cells, pieces = self._game.cells, self._game.pieces
        match handle["kind"]:
            case "tap":
                return int(handle["lands"])
            case "path":
                return cells + int(handle["cells"][0]) * cells + int(handle["cells"][-1])
            case "place":
                return cells + cells * cells + int(handle["piece"]) * cells + int(handle["lands"])
            case _:
                return cells + cells * cells + pieces * cells

    def _free(self, number: int) -> int:
        """Of two buttons the second has the next number; cells are never shared."""
        first_button = self._game.num_distinct_actions() - self._game.buttons
        assert self._moves is not None
        while number in self._moves and first_button <= number < self._game.num_distinct_actions() - 1:
            number += 1
        return number

    def current_player(self) -> int:
        """0 or 1; -4 when the game is over, as in OpenSpiel."""
        if self.is_terminal():
            return -4
        return 0 if self.position.side == "first" else 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.is_over

    def legal_actions(self) -> list[int]:
        """The actions that are possible, in order."""
        return sorted(self._legal())

    def legal_actions_mask(self) -> list[int]:
        """A 1 for each action that is possible."""
        mask = [0] * self._game.num_distinct_actions()
        for action in self._legal():
            mask[action] = 1
        return mask

    def action_to_string(self, action: int) -> str:
        """The move that an action makes, in the game's notation."""
        return self._legal()[action]

    def apply_action(self, action: int) -> None:
        """Makes the move of an action."""
        self._set(self.position.play(self._legal()[action]))

    def returns(self) -> list[float]:
        """What each side got: 1, 0 or -1."""
        match self.position.winner:
            case "first":
                return [1.0, -1.0]
            case "second":
                return [-1.0, 1.0]
            case _:
                return [0.0, 0.0]

    def observation_tensor(self) -> list[float]:
        """The board, plane by plane; see ``Game.observation_tensor_shape``."""
        cells, pieces = self._game.cells, self._game.pieces
        tensor = [0.0] * ((pieces + 1) * cells)
        for placed in json.loads(self.position.picture())["pieces"]:
            tensor[placed["piece"] * cells + placed["cell"]] = 1.0
        if self.position.side == "second":
            tensor[pieces * cells :] = [1.0] * cells
        return tensor

    def clone(self) -> State:
        """The same state once more."""
        return State(self._game, self.position)

    def child(self, action: int) -> State:
        """The state after an action."""
        after = self.clone()
        after.apply_action(action)
        return after

    def __str__(self) -> str:
        return str(self.position)


def environment(game: str, opponent: str = "random", plays: str = "first", **options: object) -> Any:
    """An environment of Gymnasium: one learns as ``first`` or ``second``, a player of ours is the opponent.

    Needs ``pip install ludoteca[gymnasium]``. What is seen is the observation tensor; ``info["action_mask"]``
    says which actions are possible. An impossible one loses at once.
    """
    import gymnasium
    import numpy

    class Environment(gymnasium.Env):  # type: ignore[misc, unused-ignore]
        """A game of ours against a player of ours."""

        metadata: dict[str, Any] = {"render_modes": ["ansi"]}

        def __init__(self) -> None:
            self.game = Game(game, **options)
            self.side = 0 if plays == "first" else 1
            self.render_mode = "ansi"
            self.action_space = gymnasium.spaces.Discrete(self.game.num_distinct_actions())
            shape = self.game.observation_tensor_shape()
            self.observation_space = gymnasium.spaces.Box(0.0, 1.0, shape, numpy.float32)
            self.state = self.game.new_initial_state()
            self.opponent = Player(game, opponent)

        def _seen(self) -> Any:
            shape = self.game.observation_tensor_shape()
            return numpy.array(self.state.observation_tensor(), numpy.float32).reshape(shape)

        def _info(self) -> dict[str, Any]:
            return {"action_mask": numpy.array(self.state.legal_actions_mask(), numpy.int8)}

        def _answer(self) -> None:
            """The opponent moves for as long as it is its turn."""
            while not self.state.is_terminal() and self.state.current_player() != self.side:
                move = self.opponent.move(self.state.position)
                if move is None:
                    break
                self.state = State(self.game, self.state.position.play(move))

        def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
            super().reset(seed=seed)
            chance = seed if seed is not None else random.getrandbits(32)
            self.opponent = Player(game, opponent, chance)
            self.state = self.game.new_initial_state()
            self._answer()
            return self._seen(), self._info()

        def step(self, action: Any) -> Any:
            if int(action) not in self.state.legal_actions():
                return self._seen(), -1.0, True, False, self._info()
            self.state.apply_action(int(action))
            self._answer()
            over = self.state.is_terminal()
            reward = self.state.returns()[self.side] if over else 0.0
            return self._seen(), reward, over, False, self._info()

        def render(self) -> str:
            return str(self.state)

    return Environment()
