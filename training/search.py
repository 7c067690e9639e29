"""Gumbel AlphaZero for many boards at once: a few actions are considered at the root and halved until
one is left; below, whatever falls shortest of the improved policy is visited next.

Besides, what is known is kept apart from what is believed: the end of a game is exact, who can
win at once has won, who can go to a position lost for the other has won, and a position is known when all its actions are.
"""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from games.rules import GOES_ON, LOST, WON
from net import see

NEVER = -1e9
# The weight of the search's values against the net's policy: (VISITS + most visits) * sharp / 2.
VISITS = 50.0
# What changes in a tree on the way up.
MARKS = ("visits", "total", "open", "best", "known")


def halving(considered, count):
    """How often an action has been visited before, when it is its turn, at each of `count` simulations."""
    if considered <= 1:
        return list(range(count))
    rounds, turns, visits, left = int(np.ceil(np.log2(considered))), [], [0] * considered, considered
    while len(turns) < count:
        for _ in range(max(1, int(count / (rounds * left)))):
            turns.extend(visits[:left])
            for action in range(left):
                visits[action] += 1
        left = max(2, left // 2)
    return turns[:count]


def improved(game, logits, visits, total, value):
    """The net's logits corrected by what was found, where nothing was found by the mean of both;
    and the values they were corrected by. `total` is the sum of values of each action's visits."""
    prior = jax.nn.softmax(logits)
    visited = visits > 0
    q = total / jnp.maximum(visits, 1.0)
    count = visits.sum(-1)
    likely = jnp.where(visited, prior, 0.0)
    mean = (likely * q).sum(-1) / jnp.maximum(likely.sum(-1), 1e-8)
    mixed = (value + count * mean) / (1.0 + count)
    q = jnp.where(visited, q, mixed[:, None])
    weight = (VISITS + visits.max(-1, keepdims=True)) * game.sharp * 0.5
    return logits + weight * (q - mixed[:, None]), q, count


def expect(net, game, board, dtype):
    """What the net says, and where somebody wins at once, what is known: logits, value, whether it is known."""
    logits, value = see(net, game, board, dtype)
    winning = game.winning(board)
    if winning is None:
        return logits, value, jnp.zeros(value.shape, bool)
    wins = winning.any(-1)
    logits = jnp.where(wins[:, None] & ~winning, jnp.maximum(logits - 30.0, NEVER), logits)
    return logits, jnp.where(wins, game.hurry, value), wins


def search(net, game, board, rng, simulations, noise=1.0, dtype=jnp.float32):
    """An action for each board, the improved policy, the value of the position for its mover, and
    whether that is known."""
    count, size, considered = board.shape[0], simulations + 1, game.considered
    every = jnp.arange(count)
    legal = game.legal(board)
    logits, value, wins = expect(net, game, board, dtype)
    gumbel = noise * jax.random.gumbel(rng, legal.shape)
    turns = jnp.asarray(np.array([halving(number, simulations) for number in range(considered + 1)], np.int32))
    chosen = jnp.minimum(considered, legal.sum(-1))

    per_action = lambda kind, fill=0: jnp.full((count, size, game.actions), fill, kind)
    per_node = lambda kind, fill=0: jnp.full((count, size), fill, kind)
    tree = dict(
        board=jnp.zeros((count, size, game.cells), jnp.int8).at[:, 0].set(board),
        logits=per_action(jnp.float32).at[:, 0].set(logits), visits=per_action(jnp.float32),
        total=per_action(jnp.float32), child=per_action(jnp.int16, -1),
        value=per_node(jnp.float32).at[:, 0].set(value), ended=per_node(bool),
        parent=per_node(jnp.int32), action=per_node(jnp.int32),
        # How many actions are not known yet, the best of those that are, whether the node itself is.
        open=per_node(jnp.int16).at[:, 0].set(legal.sum(-1).astype(jnp.int16)),
        best=per_node(jnp.float32, -2.0).at[:, 0].set(jnp.where(wins, value, -2.0)),
        known=per_node(bool).at[:, 0].set(wins))

    if game.same(board) is not None:
        tree["same"] = per_node(bool)

    def at_root(tree):
        return improved(game, logits, tree["visits"][:, 0], tree["total"][:, 0], value)

    def first(tree, turn):
        scores = jnp.where(legal, gumbel + at_root(tree)[0], NEVER)
        wanted = turns[chosen, turn].astype(jnp.float32)
        return jnp.argmax(jnp.where(tree["visits"][:, 0] == wanted[:, None], scores, scores - 1e6), -1).astype(jnp.int32)

    def descend(state, tree):
        node, action, going = state
        child = tree["child"][every, node, action].astype(jnp.int32)
        going &= (child >= 0) & ~tree["ended"][every, jnp.maximum(child, 0)]
        node = jnp.where(going, child, node)
        at = lambda part: tree[part][every, node]
        better, _, seen = improved(game, at("logits"), at("visits"), at("total"), at("value"))
        short = jax.nn.softmax(better) - at("visits") / (1.0 + seen)[:, None]
        best = jnp.argmax(jnp.where(at("logits") > 0.5 * NEVER, short, NEVER), -1).astype(jnp.int32)
        return node, jnp.where(going, best, action), going

    def up(state, tree):
        """One node towards the root: `got` is what the child is worth to its mover, `told` whether
        that is known since just now."""
        node, got, told, marks = state
        visits, total, left, best, known = marks
        parent, action = tree["parent"][every, node], tree["action"][every, node]
        live = node > 0
        told &= live
        # What is known of the child counts, not what was believed of a node below it.
        got = jnp.where(known[every, node], best[every, node], got)
        got = game.before(got, tree["same"][every, node] if "same" in tree else None)
        count = visits[every, parent, action] + live
        visits = visits.at[every, parent, action].set(count)
        sums = total[every, parent, action] + jnp.where(live, got, 0.0)
        total = total.at[every, parent, action].set(jnp.where(told, got * count, sums))
        left = left.at[every, parent].add(-told.astype(jnp.int16))
        best = best.at[every, parent].max(jnp.where(told, got, -2.0))
        before = known[every, parent]
        now = before | (told & ((left[every, parent] <= 0) | (best[every, parent] > 0)))
        known = known.at[every, parent].set(now)
        return parent, got, now & ~before, (visits, total, left, best, known)

    def simulate(turn, tree):
        start = (jnp.zeros(count, jnp.int32), first(tree, turn), jnp.ones(count, bool))
        node, action, _ = lax.while_loop(lambda state: state[2].any(), lambda state: descend(state, tree), start)
        after, result = game.play(tree["board"][every, node], action)
        new_logits, new_value, wins = expect(net, game, after, dtype)
        ended = result != GOES_ON
        # Who is to move after a won game has lost it; a drawn one is worth nothing.
        worth = jnp.where(result == WON, -1.0, jnp.where(result == LOST, 1.0, 0.0))
        new_value = jnp.where(ended, worth, new_value)
        before = tree["child"][every, node, action] >= 0
        sure = ended | wins
        own = turn + 1
        tree = dict(tree)
        for part, numbers in (("board", after), ("logits", new_logits), ("value", new_value), ("ended", ended),
                              ("parent", node), ("action", action), ("known", sure),
                              ("open", game.legal(after).sum(-1).astype(jnp.int16)),
                              ("best", jnp.where(sure, new_value, -2.0))):
            tree[part] = tree[part].at[:, own].set(numbers)
        if "same" in tree:
            tree["same"] = tree["same"].at[:, own].set(game.same(after))
        tree["child"] = tree["child"].at[every, node, action].set(own.astype(jnp.int16))
        marks = tuple(tree[part] for part in MARKS)
        begin = (jnp.full(count, own, jnp.int32), new_value, sure & ~before, marks)
        marks = lax.while_loop(lambda state: (state[0] > 0).any(), lambda state: up(state, tree), begin)[3]
        return tree | dict(zip(MARKS, marks))

    tree = lax.fori_loop(0, simulations, simulate, tree)
    better, q, _ = at_root(tree)
    policy = jax.nn.softmax(jnp.where(legal, better, NEVER))
    scores = jnp.where(legal, gumbel + better, NEVER)
    most = tree["visits"][:, 0]
    action = jnp.argmax(jnp.where(most == most.max(-1, keepdims=True), scores, scores - 1e6), -1).astype(jnp.int32)
    known = tree["known"][:, 0]
    return action, policy, jnp.where(known, tree["best"][:, 0], (policy * q).sum(-1)), known
