"""Nets: how they see a board, how they are trained, and how they become whole numbers.

    x = relu(conv3x3 of the planes, no padding)                      `in`
    per block: y = relu(conv3x3(x)); x = relu(x + conv3x3(y))        `b0.c1`, `b0.c2`, `b1.c1`, ...
    policy: relu(conv3x3(x)) `p1`, then each cell's `plies` numbers  `p2`
    value:  relu(conv1x1(x)) `v1`, mean and maximum over the cells, relu(dense) `v2`, dense `v3` = u

A net is a dict from the layers' names to their numbers. There are three kinds: one that is trained
(`w`, and gain `g` and shift `b` of a batch normalisation), a folded one (`w` and bias `b`: what plays),
and one of whole numbers (`w` int8, factor `m`, bias `b`, and the `step` of its activations).
Boards of several sizes go through together as a list of planes.
"""
from collections import namedtuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Shape = namedtuple("Shape", "planes channels blocks plies policy value hidden", defaults=(32, 32, 64))
DENSE = ("p2", "v2", "v3")
# Activations are 0..127, so that kernels for signed bytes can run them too.
MOST = 127.0
TINY = 1e-4


def shape_of(text, game):
    """The shape of `6x64` (blocks x channels) for a game."""
    blocks, channels = (int(number) for number in text.split("x"))
    return Shape(game.planes, channels, blocks, game.plies)


def blocks(net):
    return sum(name.endswith(".c1") for name in net)


def body(net):
    """The layers whose activations are rounded, in their order."""
    return ["in"] + [f"b{block}.{part}" for block in range(blocks(net)) for part in ("c1", "c2")]


def convolutions(net):
    return body(net) + ["p1", "v1"]


def shape(net):
    return Shape(net["in"]["w"].shape[2], net["in"]["w"].shape[3], blocks(net), net["p2"]["w"].shape[1],
                 net["p1"]["w"].shape[3], net["v1"]["w"].shape[3], net["v2"]["w"].shape[1])


def size(net):
    return sum(numbers.size for numbers in jax.tree.leaves(net))


def fresh(rng, shape):
    """A net that knows nothing yet."""
    seeds = iter(jax.random.split(rng, 2 * shape.blocks + 8))

    def conv(window, inputs, outputs, gain=1.0):
        scale = np.sqrt(2.0 / (window * window * inputs))
        w = jax.random.normal(next(seeds), (window, window, inputs, outputs)) * scale
        return {"w": w, "g": jnp.full(outputs, gain), "b": jnp.zeros(outputs)}

    def dense(inputs, outputs, scale):
        return {"w": jax.random.normal(next(seeds), (inputs, outputs)) * scale, "b": jnp.zeros(outputs)}

    channels = shape.channels
    net = {"in": conv(3, shape.planes, channels)}
    for block in range(shape.blocks):
        net[f"b{block}.c1"] = conv(3, channels, channels)
        net[f"b{block}.c2"] = conv(3, channels, channels, 0.25)
    net["p1"] = conv(3, channels, shape.policy)
    net["p2"] = dense(shape.policy, shape.plies, 0.1)
    net["v1"] = conv(1, channels, shape.value)
    net["v2"] = dense(2 * shape.value, shape.hidden, np.sqrt(1.0 / shape.value))
    net["v3"] = dense(shape.hidden, 1, 0.1)
    return jax.tree.map(lambda numbers: numbers.astype(jnp.float32), net)


# ---- seeing

def conv(x, w, padding, sums=None):
    """A convolution; its sums are of the kind `sums`, or of x's own."""
    return lax.conv_general_dilated(x, w.astype(x.dtype), (1, 1), padding,
                                    dimension_numbers=("NHWC", "HWIO", "NHWC"), preferred_element_type=sums)


def padding(name):
    return "VALID" if name == "in" else "SAME"


def through(net, xs, layer):
    """What the net says of each set of planes: policy logits [boards, actions] and u [boards].
    `layer(name, xs, added)` is one convolution with all that comes after it."""
    xs = layer("in", xs, None)
    for block in range(blocks(net)):
        xs = layer(f"b{block}.c2", layer(f"b{block}.c1", xs, None), xs)
    return [heads(net, p, v) for p, v in zip(layer("p1", xs, None), layer("v1", xs, None))]


def heads(net, p, v):
    dense = lambda x, name: x @ net[name]["w"] + net[name]["b"]
    p, v = p.astype(jnp.float32), v.astype(jnp.float32)
    pooled = jnp.concatenate([v.mean((1, 2)), v.max((1, 2))], -1)
    return dense(p, "p2").reshape(p.shape[0], -1), dense(jax.nn.relu(dense(pooled, "v2")), "v3")[:, 0]


def finish(ys, added, dtype):
    """Adds what goes past the block, and cuts off below 0."""
    ys = [y.astype(dtype) for y in ys]
    if added is not None:
        ys = [y + x for y, x in zip(ys, added)]
    return [jax.nn.relu(y) for y in ys]


def moments(ys):
    """Mean and variance of each channel over all cells of all boards."""
    count = float(sum(y.size // y.shape[-1] for y in ys))
    mean = sum(y.sum((0, 1, 2)) for y in ys) / count
    return mean, jnp.maximum(sum((y * y).sum((0, 1, 2)) for y in ys) / count - mean * mean, 0.0)


def trained(net, xs, seen=None):
    """A net with batch normalisation; `seen` is told the moments of each layer."""
    def layer(name, xs, added):
        own, dtype = net[name], xs[0].dtype
        ys = [conv(x, own["w"], padding(name)).astype(jnp.float32) for x in xs]
        mean, variance = moments(ys)
        if seen is not None:
            seen[name] = mean, variance
        gain = own["g"] * lax.rsqrt(variance + TINY)
        return finish([y * gain + (own["b"] - mean * gain) for y in ys], added, dtype)
    return through(net, xs, layer)


def folded(net, xs, seen=None, active=None):
    """A folded net; `seen` is told the moments before the bias, `active` what comes out of each layer."""
    def layer(name, xs, added):
        own, dtype = net[name], xs[0].dtype
        ys = [conv(x, own["w"], padding(name)) for x in xs]
        if seen is not None:
            seen[name] = moments([y.astype(jnp.float32) for y in ys])
        ys = finish([y + own["b"].astype(dtype) for y in ys], added, dtype)
        if active is not None:
            active[name] = ys
        return ys
    return through(net, xs, layer)


def see(net, game, board, dtype):
    """What a folded net, or one of whole numbers, says of boards: logits (-1e9 where nothing can be
    played) and value in [-1, 1]."""
    kind = integer if "m" in net["in"] else folded
    logits, u = kind(net, [game.see(board, dtype)])[0]
    return jnp.where(game.legal(board), logits, -1e9), jnp.tanh(0.5 * u)


# ---- from one kind to the next

def fold(net, seen, dtype):
    """The normalisation made part of weights and biases."""
    out = {name: net[name] for name in DENSE}
    for name, (mean, variance) in seen.items():
        own = net[name]
        gain = own["g"] * lax.rsqrt(variance + TINY)
        out[name] = {"w": (own["w"] * gain).astype(dtype), "b": own["b"] - mean * gain}
    return out


def unfold(net, xs):
    """A net that can be trained and sees these planes as the folded net does."""
    net, seen = jax.tree.map(lambda numbers: numbers.astype(jnp.float32), net), {}
    folded(net, xs, seen)
    out = {name: net[name] for name in DENSE}
    for name, (mean, variance) in seen.items():
        out[name] = {"w": net[name]["w"], "g": jnp.sqrt(variance + TINY), "b": net[name]["b"] + mean}
    return out


def grow(net, rng, channels, depth):
    """A wider and deeper net to train that says the same: new channels have no weight into the old
    ones, new blocks add nothing to them."""
    old = shape(net)
    new = fresh(rng, old._replace(channels=channels, blocks=depth))

    def wider(name):
        big, small = new[name], net[name]
        inputs, outputs = small["w"].shape[2:]
        w = big["w"].at[..., :outputs].set(0.0).at[:, :, :inputs, :outputs].set(small["w"])
        put = lambda part: big[part].at[:outputs].set(small[part])
        return {"w": w, "g": put("g"), "b": put("b")}

    for name in convolutions(net):
        new[name] = wider(name)
    for block in range(old.blocks, depth):
        last = new[f"b{block}.c2"]
        last["g"] = last["g"].at[:old.channels].set(0.0)
    return new | {name: net[name] for name in DENSE}


# ---- whole numbers

def passed(x, y):
    """y, with the slope of x: what is rounded is trained as if it were not."""
    return x + lax.stop_gradient(y - x)


def unit(w):
    """What 1 of a rounded weight is worth, for each channel out."""
    return jnp.maximum(jnp.abs(w).max((0, 1, 2)), 1e-8) / MOST


def rounding(net, xs, steps):
    """A folded net that calculates with rounded weights and activations, and can be trained so."""
    def layer(name, xs, added):
        own, dtype = net[name], xs[0].dtype
        by = lax.stop_gradient(unit(own["w"]))
        w = passed(own["w"], jnp.clip(jnp.round(own["w"] / by), -MOST, MOST) * by)
        ys = [conv(x, w, padding(name)).astype(jnp.float32) + own["b"] for x in xs]
        ys = finish(ys, added, jnp.float32)
        if name in steps:
            step = steps[name]
            cut = [jnp.minimum(y, MOST * step) for y in ys]
            ys = [passed(y, jnp.round(y / step) * step) for y in cut]
        return [y.astype(dtype) for y in ys]
    return through(net, xs, layer)


def measure(net, xs, quantile=0.9999):
    """The steps with which all but the largest activations fit below 128."""
    active = {}
    folded(net, xs, active=active)
    steps = {}
    for name in body(net):
        all_of = jnp.concatenate([y.astype(jnp.float32).reshape(-1) for y in active[name]])
        some = all_of[::max(1, all_of.size // 2_000_000)]
        steps[name] = jnp.maximum(jnp.quantile(some, quantile), 1e-3) / MOST
    return steps


def rounded(net, steps):
    """A folded net as one of whole numbers."""
    out = {name: jax.tree.map(lambda numbers: numbers.astype(jnp.float32), net[name]) for name in DENSE}
    fed = jnp.float32(1.0)
    for name in convolutions(net):
        w = net[name]["w"].astype(jnp.float32)
        by = unit(w)
        out[name] = {"w": jnp.clip(jnp.round(w / by), -MOST, MOST).astype(jnp.int8), "m": by * fed,
                     "b": net[name]["b"].astype(jnp.float32)}
        if name in steps:
            out[name]["step"] = fed = jnp.float32(steps[name])
    return out


def integer(net, xs):
    """A net of whole numbers, as the kernels of `crates/nets` calculate it. Whole numbers up to 256
    are exact in half precision, and their sums are in single precision."""
    dtype = xs[0].dtype

    def layer(name, xs, added):
        own = net[name]
        by = 1.0 / own["step"] if "step" in own else jnp.float32(1.0)
        sums = [conv(x, own["w"], padding(name), jnp.float32) for x in xs]
        ys = [y * (own["m"] * by) + own["b"] * by for y in sums]
        if added is not None:
            block = int(name[1:].partition(".")[0])
            past = net["in" if block == 0 else f"b{block - 1}.c2"]["step"]
            ys = [y + x.astype(jnp.float32) * (past * by) for y, x in zip(ys, added)]
        if "step" not in own:
            return [jax.nn.relu(y) for y in ys]
        return [jnp.round(jnp.clip(y, 0, MOST)).astype(dtype) for y in ys]
    return through(net, xs, layer)
