"""Makes a net file (`crates/nets/src/file.rs` describes it) of a net that the trainer saved.

    convert.py IN.npz OUT.net --record TEXT                 of an integer net
    convert.py IN.npz OUT.net --record TEXT --fit FILE.npz  of a float net, rounded here

An integer net has int8 weights `<layer>.w`, factors `<layer>.m`, biases `<layer>.b` and steps
`act.<layer>`. A float net has weights and biases alone: the positions in FILE (`board11`, canonical)
say how large its activations become, and so what their steps are. Needs numpy.
"""
import argparse, struct, zlib
import numpy as np

MAGIC, VERSION, MOST = b"LUDONET\0", 1, 127


def blocks(net):
    return len([name for name in net if name.endswith(".c1.w")])


def body(net):
    """The names of the rounded layers, in their order."""
    return ["in"] + [f"b{i}.{part}" for i in range(blocks(net)) for part in ("c1", "c2")]


def planes(boards, size):
    """Canonical boards as the net sees them: mine, theirs, with the edges around."""
    x = np.zeros((len(boards), size + 2, size + 2, 2), np.float32)
    grid = boards.reshape(-1, size, size)
    x[:, 1:-1, 1:-1, 0] = grid == 1
    x[:, 1:-1, 1:-1, 1] = grid == -1
    x[:, [0, -1], :, 0] = 1
    x[:, :, [0, -1], 1] = 1
    return x


def conv(x, weights, padded=True):
    """Cross-correlation of [board, row, column, channel]."""
    window = weights.shape[0]
    if padded and window == 3:
        x = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    rows, columns = x.shape[1] - window + 1, x.shape[2] - window + 1
    out = np.zeros((len(x), rows, columns, weights.shape[3]), np.float32)
    for down in range(window):
        for across in range(window):
            part = x[:, down:down + rows, across:across + columns]
            out += part @ weights[down, across].astype(np.float32)
    return out


def heads(p, v, net):
    f = lambda name: net[name].astype(np.float32)
    logits = (p @ f("p2.w") + f("p2.b"))[..., 0].reshape(len(p), -1)
    pooled = np.concatenate([v.mean((1, 2)), v.max((1, 2))], -1)
    hidden = np.maximum(pooled @ f("v2.w") + f("v2.b"), 0)
    return logits, (hidden @ f("v3.w") + f("v3.b"))[..., 0]


def see_float(net, x, note=lambda name, y: None):
    """Policy logits and value of a float net; `note` is told every activation."""
    def layer(x, name, added=0.0, padded=True):
        y = np.maximum(conv(x, net[name + ".w"], padded) + net[name + ".b"] + added, 0)
        note(name, y)
        return y
    x = layer(x, "in", padded=False)
    for i in range(blocks(net)):
        x = layer(layer(x, f"b{i}.c1"), f"b{i}.c2", x)
    return heads(layer(x, "p1"), layer(x, "v1"), net)


def see_integer(net, x):
    """Policy logits and value of an integer net, as `crates/nets` calculates them: steps are divided
    out of factors and biases beforehand, so that the last bits are the same."""
    def layer(x, name, block=None, step=0.0, padded=True):
        own = net.get("act." + name)
        by = np.float32(1) / (np.float32(1) if own is None else own)
        y = conv(x, net[name + ".w"], padded) * (net[name + ".m"] * by) + net[name + ".b"] * by
        if block is not None:
            y = y + block * (step * by)
        return np.maximum(y, 0) if own is None else np.round(np.clip(y, 0, MOST))
    step = net["act.in"]
    x = layer(x, "in", padded=False)
    for i in range(blocks(net)):
        x = layer(layer(x, f"b{i}.c1"), f"b{i}.c2", x, step)
        step = net[f"act.b{i}.c2"]
    return heads(layer(x, "p1"), layer(x, "v1"), net)


def steps(net, boards, size, quantile):
    """The step of each layer, so that all but the largest activations fit below 128 of them."""
    seen = {}
    keep = lambda name, y: seen.setdefault(name, []).append(np.quantile(y, quantile))
    for part in range(0, len(boards), 64):
        see_float(net, planes(boards[part:part + 64], size), keep)
    return {name: np.float32(np.mean(seen[name]) / MOST) for name in body(net)}


def rounded(net, step):
    """A float net as an integer net with these steps."""
    out = {name: net[name] for name in net if name[:2] in ("p2", "v2", "v3")}
    fed = 1.0
    for name in body(net) + ["p1", "v1"]:
        weights = net[name + ".w"].astype(np.float32)
        unit = np.maximum(np.abs(weights).max((0, 1, 2)), 1e-8) / MOST
        out[name + ".w"] = np.clip(np.round(weights / unit), -MOST, MOST).astype(np.int8)
        out[name + ".m"], out[name + ".b"] = (unit * fed).astype(np.float32), net[name + ".b"].astype(np.float32)
        if name in step:
            fed = step[name]
            out["act." + name] = step[name]
    return out


def write(net, record):
    """The bytes of the file."""
    shape = [net["in.w"].shape[2], net["in.w"].shape[3], blocks(net), net["p1.w"].shape[3], net["v1.w"].shape[3], net["v2.w"].shape[1]]
    record = record.encode()
    out = struct.pack("<6H", *shape) + struct.pack("<I", len(record)) + record
    reals = lambda numbers: np.asarray(numbers, "<f4").tobytes()
    for name in body(net) + ["p1", "v1"]:
        out += net[name + ".w"].astype(np.int8).tobytes() + reals(net[name + ".m"]) + reals(net[name + ".b"])
        if name not in ("p1", "v1"):
            out += reals(net["act." + name])
    for name in ("p2", "v2", "v3"):
        out += reals(net[name + ".w"]) + reals(net[name + ".b"])
    return MAGIC + struct.pack("<2I", VERSION, zlib.crc32(out)) + out


if __name__ == "__main__":
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("net")
    ask.add_argument("out")
    ask.add_argument("--record", required=True, help="how the net was made")
    ask.add_argument("--fit", help="positions by which a float net is rounded")
    ask.add_argument("--quantile", type=float, default=0.9999, help="activations that are not cut off")
    ask.add_argument("--boards", type=int, default=512, help="how many positions are used")
    asked = ask.parse_args()
    net = dict(np.load(asked.net))
    if "act.in" not in net:
        if not asked.fit:
            ask.error("a float net is rounded by positions: --fit")
        boards = np.load(asked.fit)["board11"][:asked.boards]
        net = rounded(net, steps(net, boards, 11, asked.quantile))
    data = write(net, asked.record)
    open(asked.out, "wb").write(data)
    print(f"{asked.out}: {len(data)} bytes")
