"""Writes what `crates/nets/tests/data/trainer.net` and `trainer.tsv` hold: a small net of whole numbers with
three plies a cell, planes of a board of 4, and what `netfile.integer` says of them. Needs numpy only.

    vector.py DIR
"""
import os
import sys

import numpy as np

import netfile

rng = np.random.default_rng(1)
CHANNELS, PLANES, PLIES, HIDDEN = 16, 3, 3, 4


def conv(window, inputs, step=None):
    layer = dict(w=rng.integers(-128, 128, (window, window, inputs, CHANNELS)).astype(np.int8),
                 m=rng.uniform(1e-4, 1e-3, CHANNELS).astype(np.float32), b=rng.uniform(-1, 1, CHANNELS).astype(np.float32))
    return layer | ({} if step is None else {"step": np.float32(step)})


def dense(inputs, outputs):
    return dict(w=rng.uniform(-1, 1, (inputs, outputs)).astype(np.float32), b=rng.uniform(-1, 1, outputs).astype(np.float32))


net = {"in": conv(3, PLANES, 0.05), "b0.c1": conv(3, CHANNELS, 0.03), "b0.c2": conv(3, CHANNELS, 0.04), "p1": conv(3, CHANNELS),
       "v1": conv(1, CHANNELS), "p2": dense(CHANNELS, PLIES), "v2": dense(2 * CHANNELS, HIDDEN), "v3": dense(HIDDEN, 1)}
planes = rng.integers(0, 2, (1, 6, 6, PLANES))
logits, u = netfile.integer(net, planes)
with open(os.path.join(sys.argv[1], "trainer.net"), "wb") as file:
    file.write(netfile.write(net, "breakthrough:4 1x16, untrained"))
with open(os.path.join(sys.argv[1], "trainer.tsv"), "w") as file:
    for row in (planes.reshape(-1), logits[0], u):
        file.write("\t".join(f"{number:.9g}" for number in row) + "\n")
