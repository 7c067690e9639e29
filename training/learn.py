"""One step of training: a batch from the replay, how wrong the net is about it, and Adam."""
from collections import namedtuple
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax

import net as nets
from replay import sample

# mix: share of the search's value in the value's target; decay: of the weights; slow: of the mean of the
# weights over time, which is what plays; teach: share of a teacher's word in the targets.
Way = namedtuple("Way", "mix decay slow teach dtype", defaults=(0.3, 1e-3, 0.998, 0.0, jnp.float32))


def draw(games, rings, results, places, rng, counts, mix):
    """A batch: for each game so many positions."""
    seeds = jax.random.split(rng, len(games))
    return [sample(*parts, mix) for parts in zip(games, rings, results, places, seeds, counts)]


def wrong(games, said, batch):
    """Cross-entropy of the policy and of the value, how often the value's sign is right, and the entropy
    of the policies that were to be learnt (which is the least the first can be)."""
    sums, weights = [0.0] * 4, [1e-6] * 4
    for game, (logits, u), (board, policy, value, counts) in zip(games, said, batch):
        logs = jax.nn.log_softmax(jnp.where(game.legal(board), logits, -1e9))
        chance = 0.5 * (value + 1)
        ones = jnp.ones_like(counts)
        rows = ((-jnp.where(policy > 0, policy * logs, 0.0).sum(-1), ones),
                (-(chance * jax.nn.log_sigmoid(u) + (1 - chance) * jax.nn.log_sigmoid(-u)), counts),
                (((u > 0) == (value > 0)).astype(jnp.float32), counts * (jnp.abs(value) > 0.1)),
                (-jnp.where(policy > 0, policy * jnp.log(jnp.maximum(policy, 1e-9)), 0.0).sum(-1), ones))
        for index, (numbers, weight) in enumerate(rows):
            sums[index] += (numbers * weight).sum()
            weights[index] += weight.sum()
    return tuple(total / weight for total, weight in zip(sums, weights))


def begin(net):
    """The state of training: the net, its mean over time, two moments of Adam, and the steps done."""
    copy = lambda: jax.tree.map(lambda numbers: jnp.array(numbers, jnp.float32, copy=True), net)
    zeros = lambda: jax.tree.map(jnp.zeros_like, net)
    return copy(), copy(), zeros(), zeros(), jnp.int32(0)


def adam(state, slope, rate, way):
    net, mean, first, second, steps = state
    norm = jnp.sqrt(sum((numbers * numbers).sum() for numbers in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda numbers: numbers * jnp.minimum(1.0, 2.0 / (norm + 1e-9)), slope)
    steps = steps + 1
    first = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, first, slope)
    second = jax.tree.map(lambda old, new: 0.99 * old + 0.01 * new * new, second, slope)
    by_first, by_second = 1 / (1 - 0.9 ** steps), 1 / (1 - 0.99 ** steps)
    rate = rate * jnp.minimum(1.0, steps / 200.0)

    def move(numbers, first, second):
        decay = way.decay * numbers if numbers.ndim > 1 else 0.0
        return numbers - rate * (first * by_first / (jnp.sqrt(second * by_second) + 1e-7) + decay)

    net = jax.tree.map(move, net, first, second)
    slow = jnp.minimum(way.slow, (1 + steps) / (10 + steps))
    mean = jax.tree.map(lambda old, new: slow * old + (1 - slow) * new, mean, net)
    return (net, mean, first, second, steps), norm


@partial(jax.jit, static_argnames=("games", "counts", "steps", "way"), donate_argnums=(0,))
def train(state, rings, results, places, rng, rate, rounded=None, teacher=None, *, games, counts, steps, way):
    """So many steps. With the steps of its activations (`rounded`) a folded net is trained to be one of whole
    numbers, else one with batch normalisation is. Returns the state and the means of `wrong`."""
    def once(state, rng):
        batch = draw(games, rings, results, places, rng, counts, way.mix)
        if teacher is not None:
            batch = [taught(teacher, game, part, way) for game, part in zip(games, batch)]
        xs = [game.see(part[0], way.dtype) for game, part in zip(games, batch)]

        def loss(net):
            said = nets.trained(net, xs) if rounded is None else nets.rounding(net, xs, rounded)
            parts = wrong(games, said, batch)
            return parts[0] + parts[1], parts

        (_, parts), slope = jax.value_and_grad(loss, has_aux=True)(state[0])
        state, norm = adam(state, slope, rate, way)
        return state, parts + (norm,)

    state, seen = lax.scan(once, state, jax.random.split(rng, steps))
    return state, tuple(numbers.mean() for numbers in seen)


def taught(teacher, game, part, way):
    """A batch whose targets are in part what a teacher says."""
    board, policy, value, counts = part
    logits, said = nets.see(teacher, game, board, way.dtype)
    mixed = lambda old, new: (1 - way.teach) * old + way.teach * new
    return board, mixed(policy, jax.nn.softmax(logits)), mixed(value, said), jnp.ones_like(counts)


@partial(jax.jit, static_argnames=("games", "counts", "dtype"))
def fold(net, rings, results, places, rng, games, counts, dtype):
    """What plays: the net with its normalisation folded in, by positions it is trained on."""
    batch = draw(games, rings, results, places, rng, counts, 0.0)
    seen = {}
    nets.trained(net, [game.see(part[0], dtype) for game, part in zip(games, batch)], seen)
    return nets.fold(net, seen, dtype)


@partial(jax.jit, static_argnames=("games", "counts", "dtype"))
def unfold(net, rings, results, places, rng, games, counts, dtype):
    """A net to train of one that plays, by positions it will be trained on."""
    batch = draw(games, rings, results, places, rng, counts, 0.0)
    return nets.unfold(net, [game.see(part[0], dtype) for game, part in zip(games, batch)])


@partial(jax.jit, static_argnames=("games", "counts", "dtype"))
def measure(net, rings, results, places, rng, games, counts, dtype):
    """The steps by which a net that plays is rounded, by positions it was trained on."""
    batch = draw(games, rings, results, places, rng, counts, 0.0)
    return nets.measure(net, [game.see(part[0], dtype) for game, part in zip(games, batch)])
