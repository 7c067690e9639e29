"""What a training goes on from: `checkpoint.npz` (the nets, the optimiser, counters and curves) and, beside
it or wherever is said, the newest positions of the replay.

The checkpoint is small: everything in half precision, the second moment of Adam as its root, and not the
first moment, which is there again after ten steps. A file is written whole under another name first.
"""
import json
import os

import jax
import jax.numpy as jnp
import numpy as np

# Roots of second moments are so small that half precision needs them larger.
LARGER = 4096.0


def keep(path, parts):
    unfinished = path + ".unfinished.npz"
    np.savez(unfinished, **parts)
    os.replace(unfinished, path)


def save(path, state, facts):
    """Keeps the state of training and whatever else there is to know, as JSON can say it."""
    net, mean, _, second, steps = state
    parts = {"facts": np.frombuffer(json.dumps(facts).encode(), np.uint8), "steps": np.int32(steps)}
    kinds = (("net", net), ("mean", mean), ("root", jax.tree.map(lambda v: LARGER * jnp.sqrt(v), second)))
    for kind, layers in kinds:
        for name, layer in layers.items():
            for part, numbers in layer.items():
                parts[f"{kind}/{name}/{part}"] = np.asarray(numbers).astype(np.float16)
    keep(path, parts)


def load(path):
    """What was kept: the state and the facts."""
    kinds = {"net": {}, "mean": {}, "root": {}}
    with np.load(path) as parts:
        facts, steps = json.loads(parts["facts"].tobytes()), jnp.int32(parts["steps"])
        for key in parts:
            kind, _, rest = key.partition("/")
            if kind in kinds:
                name, part = rest.split("/")
                kinds[kind].setdefault(name, {})[part] = jnp.asarray(parts[key].astype(np.float32))
    second = jax.tree.map(lambda root: (root / LARGER) ** 2, kinds["root"])
    return (kinds["net"], kinds["mean"], jax.tree.map(jnp.zeros_like, second), second, steps), facts


def save_replay(path, replays, boards, most):
    """Keeps the newest positions of each game, and the games that are going on."""
    parts = {}
    for index, (replay, board) in enumerate(zip(replays, boards)):
        for part, numbers in enumerate(replay.newest(most // len(replays))):
            parts[f"{index}.{part}"] = numbers
        parts[f"{index}.board"] = np.asarray(board)
    keep(path, parts)


def load_replay(path, replays, boards):
    """Takes them up again; the boards to go on with. A game of which other numbers were played at once
    begins anew."""
    with np.load(path) as parts:
        for index, replay in enumerate(replays):
            if replay.restore([parts[f"{index}.{part}"] for part in range(4)]):
                boards[index] = jnp.asarray(parts[f"{index}.board"])
    return boards
