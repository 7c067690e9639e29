"""Nets as files: the one that the program reads (`.net`), and what training itself keeps (`.npz`).

A `.net` file, little-endian, reals of 32 bits, in this order (`crates/nets/src/file.rs` reads it):

    `LUDONET` and a zero                                              8 bytes
    version, 2                                                        u32
    CRC-32 (of gzip) of everything after it                           u32
    planes, channels, blocks, policy, value, hidden, plies            u16 each
    the record of how it was made: its length in bytes, and UTF-8     u32, text
    convolutions: `in`, two for each block, `p1`, `v1`                w (row and column of the window,
        channel in, channel out; i8), m and b for each channel out, and, but for `p1` and `v1`, its step
    dense layers `p2`, `v2`, `v3`                                     w (in, out), b

`plies` is how many numbers the policy has for each cell: logit `cell * plies + way`. Version 1 is the
same without it, and has 1. What each number does is in `integer` below, which is what the kernels do.

An `.npz` holds `<layer>.w`, `.b` (and `.m` and `act.<layer>`, its step, of whole numbers), biases and
factors in single precision, weights as bytes or in half precision. Needs numpy only.
"""
import struct
import zlib

import numpy as np

MAGIC, VERSION, MOST = b"LUDONET\0", 2, 127
DENSE = ("p2", "v2", "v3")


def blocks(net):
    return sum(name.endswith(".c1") for name in net)


def body(net):
    """The layers that are rounded, in their order."""
    return ["in"] + [f"b{block}.{part}" for block in range(blocks(net)) for part in ("c1", "c2")]


def flat(net):
    """A net as the parts of an `.npz`."""
    out = {}
    for name, layer in net.items():
        for part, numbers in layer.items():
            numbers = np.asarray(numbers)
            kind = numbers.dtype if numbers.dtype == np.int8 else np.float16 if part == "w" else np.float32
            out[f"act.{name}" if part == "step" else f"{name}.{part}"] = numbers.astype(kind)
    return out


def unflat(parts):
    """The net of such parts, in single precision and bytes."""
    net = {}
    for key in parts:
        layer, part = (key[4:], "step") if key.startswith("act.") else key.rsplit(".", 1)
        numbers = np.asarray(parts[key])
        net.setdefault(layer, {})[part] = numbers if numbers.dtype == np.int8 else numbers.astype(np.float32)
    return net


def write(net, record):
    """The bytes of a `.net` file of a net of whole numbers."""
    planes, channels = net["in"]["w"].shape[2:]
    shape = [planes, channels, blocks(net), net["p1"]["w"].shape[3], net["v1"]["w"].shape[3],
             net["v2"]["w"].shape[1], net["p2"]["w"].shape[1]]
    record = record.encode()
    out = struct.pack("<7HI", *shape, len(record)) + record
    reals = lambda numbers: np.asarray(numbers, "<f4").tobytes()
    for name in body(net) + ["p1", "v1"]:
        layer = net[name]
        out += np.asarray(layer["w"], np.int8).tobytes() + reals(layer["m"]) + reals(layer["b"])
        if name not in ("p1", "v1"):
            out += reals(layer["step"])
    for name in DENSE:
        out += reals(net[name]["w"]) + reals(net[name]["b"])
    return MAGIC + struct.pack("<2I", VERSION, zlib.crc32(out)) + out


def read(data):
    """The net of such a file, and its record."""
    version, check = struct.unpack_from("<2I", data, 8)
    if data[:8] != MAGIC or version not in (1, VERSION) or zlib.crc32(data[16:]) != check:
        raise SystemExit("this is no net file that can be read here")
    at = 16

    def take(kind, *shape):
        nonlocal at
        count = int(np.prod(shape, dtype=np.int64))
        numbers = np.frombuffer(data, kind, count, at).reshape(shape)
        at += numbers.nbytes
        return numbers.copy()

    planes, channels, depth, policy, value, hidden = (int(number) for number in take("<u2", 6))
    plies = int(take("<u2")) if version > 1 else 1
    record = take("u1", int(take("<u4"))).tobytes().decode()
    net = {}

    def convolution(name, window, inputs, outputs, step=True):
        net[name] = {"w": take("i1", window, window, inputs, outputs), "m": take("<f4", outputs), "b": take("<f4", outputs)}
        if step:
            net[name]["step"] = take("<f4")

    convolution("in", 3, planes, channels)
    for block in range(depth):
        for part in ("c1", "c2"):
            convolution(f"b{block}.{part}", 3, channels, channels)
    convolution("p1", 3, channels, policy, step=False)
    convolution("v1", 1, channels, value, step=False)
    for name, inputs, outputs in (("p2", policy, plies), ("v2", 2 * value, hidden), ("v3", hidden, 1)):
        net[name] = {"w": take("<f4", inputs, outputs), "b": take("<f4", outputs)}
    if at != len(data):
        raise SystemExit("the net file is longer than its net")
    return net, record


def reals(net):
    """A net of whole numbers as one of real ones, to go on from."""
    out = {name: net[name] for name in DENSE}
    fed = np.float32(1)
    for name in body(net) + ["p1", "v1"]:
        layer = net[name]
        out[name] = {"w": layer["w"] * (layer["m"] / fed), "b": layer["b"]}
        fed = layer.get("step", fed)
    return out


def load(path):
    """The net of a file of either kind, as it is there."""
    if str(path).endswith(".net"):
        with open(path, "rb") as file:
            return read(file.read())[0]
    with np.load(path) as parts:
        return unflat(dict(parts))


def conv(x, w, padded=True):
    """Cross-correlation of [board, row, column, channel]."""
    window = w.shape[0]
    if padded and window == 3:
        x = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    rows, columns = x.shape[1] - window + 1, x.shape[2] - window + 1
    return sum(x[:, down:down + rows, across:across + columns] @ w[down, across].astype(np.float32)
               for down in range(window) for across in range(window))


def integer(net, planes):
    """Policy logits [boards, cells * plies] and u of a net of whole numbers, as `crates/nets` calculates
    them: steps are divided out of factors and biases beforehand, so that the last bits are the same."""
    def layer(x, name, added=None, past=None, padded=True):
        own = net[name]
        by = np.float32(1) / own.get("step", np.float32(1))
        y = conv(x, own["w"], padded) * (own["m"] * by) + own["b"] * by
        if added is not None:
            y = y + added * (past * by)
        return np.round(np.clip(y, 0, MOST)) if "step" in own else np.maximum(y, 0)

    x, past = layer(planes.astype(np.float32), "in", padded=False), net["in"]["step"]
    for block in range(blocks(net)):
        x = layer(layer(x, f"b{block}.c1"), f"b{block}.c2", x, past)
        past = net[f"b{block}.c2"]["step"]
    dense = lambda x, name: x @ net[name]["w"] + net[name]["b"]
    p, v = layer(x, "p1"), layer(x, "v1")
    pooled = np.concatenate([v.mean((1, 2)), v.max((1, 2))], -1)
    return dense(p, "p2").reshape(len(p), -1), dense(np.maximum(dense(pooled, "v2"), 0), "v3")[:, 0]
