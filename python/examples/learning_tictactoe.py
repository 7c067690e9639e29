"""A learner that knows nothing but states, actions and returns learns tic-tac-toe against chance."""

# %%
import random
from collections import defaultdict

from ludoteca.learning import Game, State

chance = random.Random(1)
game = Game("tictactoe")
worth: dict[tuple[int, int], float] = defaultdict(float)


# %%
def choose(state: State, curious: float) -> int:
    """An action: any at times, else the one that was worth most so far."""
    actions = state.legal_actions()
    if chance.random() < curious:
        return chance.choice(actions)
    return max(actions, key=lambda action: worth[state.position.key, action])


def play(curious: float, learns: bool = False) -> float:
    """A game against chance, from which the first side may learn; what it got."""
    state, seen = game.new_initial_state(), []
    while not state.is_terminal():
        mine = state.current_player() == 0
        action = choose(state, curious) if mine else chance.choice(state.legal_actions())
        if mine:
            seen.append((state.position.key, action))
        state.apply_action(action)
    got = state.returns()[0]
    if learns:
        for pair in seen:
            worth[pair] += 0.2 * (got - worth[pair])
    return got


def share(curious: float, games: int = 300) -> str:
    """The points in so many games, as a share."""
    return f"{sum(play(curious) + 1 for _ in range(games)) / 2 / games:.0%}"


# %%
print("by chance", share(curious=1.0))
for _ in range(2000):
    play(curious=0.2, learns=True)
print("learnt", share(curious=0.0))
