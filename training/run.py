"""One training from its beginning or its checkpoint to its report, phase by phase."""
import math
import os
import time

import jax
import jax.numpy as jnp
import numpy as np

import arena
import checkpoint
import learn
import net as nets
import netfile
import report
from ready import Ready
from replay import Replay
from selfplay import random_plies, selfplay

# Training steps in one call.
STEPS = 16
# Matches, copies and points of the curves on the way.
LOOKS = 8


def falling(share, flat=0.35):
    """The rate of learning over the time given, between 1 and 0: flat, then half a cosine."""
    return 1.0 if share < flat else 0.5 * (1 + math.cos(math.pi * min(1.0, (share - flat) / (1 - flat))))


class Run:
    def __init__(self, wish, games, size, dtype, started):
        self.wish, self.games, self.size, self.dtype, self.started = wish, games, size, dtype, started
        os.makedirs(wish.out, exist_ok=True)
        self.logged = open(self.path("log.txt"), "a")
        self.rng = jax.random.PRNGKey(wish.seed + int(started))
        self.stopped = False
        self.facts = dict(positions=0, games=0, steps=0, minutes=0.0, runs=0, elo=0.0, history=[])
        length = 60 * wish.minutes
        # The end: rounding takes longer where a student has to learn first; without one, three minutes do.
        ending = 0.42 * length if wish.student else min(0.22 * length, 180.0)
        self.playing_until, self.rounding_until = started + length - ending, started + length - 0.35 * ending
        self.deadline = started + length - 0.05 * ending
        name = f"{games[0].kind}-{wish.student or wish.net}"
        self.net_path, self.matches = self.path(f"{name}.net"), []
        self.log(f"{wish.game} on {jax.devices()[0].device_kind}, jax {jax.__version__}, {vars(wish)}, {size}")

    def path(self, name):
        return os.path.join(self.wish.out, name)

    def log(self, *words):
        line = f"[{time.time() - self.started:.0f} s] " + " ".join(map(str, words))
        print(line, flush=True)
        self.logged.write(line + "\n")
        self.logged.flush()

    def stop(self):
        self.stopped = True

    def over(self, until):
        return self.stopped or time.time() >= until

    def seed(self):
        self.rng, now = jax.random.split(self.rng)
        return now

    # ---- before

    def whole(self):
        self.prepare()
        self.play_and_learn()
        self.save()
        self.round_and_learn()
        self.compare()
        self.tell()

    def prepare(self):
        """Makes or takes up the net and the replay, and compiles everything."""
        size, wish = self.size, self.wish
        self.counts = shares(size.batch, len(self.games))
        numbers = shares(size.games, len(self.games))
        self.replays = [Replay(game, size.rows, count, size.plies) for game, count in zip(self.games, numbers)]
        self.boards = [game.start(count) for game, count in zip(self.games, numbers)]
        shape = nets.shape_of(wish.net, self.games[0])
        self.state = learn.begin(nets.fresh(self.seed(), shape))
        kept, self.begins_with = self.path("checkpoint.npz"), None
        if os.path.exists(kept):
            self.state, self.facts = checkpoint.load(kept)
            if nets.shape(self.state[0]) != shape:
                raise SystemExit(f"{kept} is of a net of another shape: --net or another --out")
            self.log(f"goes on from {kept}: {self.facts['positions']} positions, {self.facts['steps']} steps")
        elif wish.start:
            given = jax.tree.map(jnp.asarray, netfile.load(wish.start))
            self.begins_with = jax.tree.map(jnp.asarray, netfile.reals(given)) if "m" in given["in"] else given
            old, new = nets.shape(self.begins_with), shape
            if old._replace(blocks=0, channels=0) != new._replace(blocks=0, channels=0):
                raise SystemExit(f"{wish.start} is a net for another game")
            if old.blocks > new.blocks or old.channels > new.channels:
                raise SystemExit(f"{wish.start} is larger than {wish.net}")
            self.log(f"begins with {wish.start}")
        self.facts["runs"] += 1
        self.before = dict(minutes=self.facts["minutes"])
        self.compile()
        self.net = self.first_net()
        if self.replay_path() and os.path.exists(self.replay_path()):
            self.boards = checkpoint.load_replay(self.replay_path(), self.replays, self.boards)
            self.log("replay taken up:", [replay.filled * replay.games for replay in self.replays], "positions")
        self.first = self.last = self.net

    def replay_path(self):
        return None if self.wish.replay == "none" else self.wish.replay or self.path("replay.npz")

    def parts(self, window=None, least=0):
        """The replay as the functions of `learn` want it."""
        places = [replay.place(window or self.wish.window, least) for replay in self.replays]
        return [r.ring for r in self.replays], [r.results for r in self.replays], places

    def compile(self):
        ready = self.ready = Ready(self.log)
        games, size, dtype, rng = self.games, self.size, self.dtype, self.rng
        rate, fixed = jnp.float32(0), dict(games=games, counts=self.counts)
        folding = dict(games=games, counts=tuple(2 * count for count in self.counts))
        shape_of = lambda function, *arguments, **fixed: jax.eval_shape(lambda *a: function(*a, **fixed), *arguments)
        # From shape to shape: the net that is trained, the one that plays, the steps, the rounded one.
        net = self.state[1]
        plays = shape_of(learn.fold, net, *self.parts(), rng, **folding, dtype=dtype)
        exact = shape_of(learn.fold, net, *self.parts(), rng, **folding, dtype=jnp.float32)
        for game, board in zip(games, self.boards):
            ready.add(f"self-play {game.name}", selfplay, plays, board, rng, game=game, simulations=size.simulations,
                      plies=size.plies, dtype=dtype)
        self.way = learn.Way(dtype=dtype)
        ready.add("train", learn.train, self.state, *self.parts(), rng, rate, steps=STEPS, way=self.way, **fixed)
        ready.add("fold", learn.fold, net, *self.parts(), rng, **folding, dtype=jnp.float32)
        if self.begins_with is not None:
            ready.add("unfold", learn.unfold, self.begins_with, *self.parts(), rng, **folding, dtype=dtype)
        ends = exact
        if self.wish.student:
            self.student = nets.fresh(self.seed(), nets.shape_of(self.wish.student, games[0]))
            pupil = jax.eval_shape(learn.begin, self.student)
            self.teaching = learn.Way(mix=0.6, teach=0.5, dtype=dtype)
            ready.add("teach", learn.train, pupil, *self.parts(), rng, rate, None, plays, steps=STEPS,
                      way=self.teaching, **fixed)
            ends = shape_of(learn.fold, pupil[1], *self.parts(), rng, **folding, dtype=jnp.float32)
            ready.add("fold student", learn.fold, pupil[1], *self.parts(), rng, **folding, dtype=jnp.float32)
        ready.add("measure", learn.measure, ends, *self.parts(), rng, **folding, dtype=dtype)
        steps = shape_of(learn.measure, ends, *self.parts(), rng, **folding, dtype=dtype)
        self.rounding = learn.Way(decay=0.0, slow=0.999, dtype=dtype)
        ready.add("round", learn.train, jax.eval_shape(learn.begin, ends), *self.parts(), rng, rate, steps,
                  steps=STEPS, way=self.rounding, **fixed)
        whole = jax.eval_shape(nets.rounded, ends, steps)
        main, count = games[0], size.openings
        board = jax.ShapeDtypeStruct((count, main.cells), jnp.int8)
        points = jax.ShapeDtypeStruct((count,), jnp.float32)
        ready.add("openings", arena.fair, (plays,), rng, game=main, count=count, dtype=dtype)
        for name, a, simulations in (("raw", plays, 0), ("int raw", whole, 0), ("int search", whole, size.tried)):
            ready.add(name, arena.turn, a, plays, board, board, points, points, rng, game=main,
                      simulations=(simulations, simulations), dtype=dtype)
        ready.wait()

    def playing(self, net):
        """A net in the precision that it plays with here: dense layers and biases stay as they are."""
        cast = lambda name, part, numbers: numbers.astype(self.dtype) if part == "w" and name not in nets.DENSE else numbers
        return {name: {part: cast(name, part, numbers) for part, numbers in layer.items()} for name, layer in net.items()}

    def unfolded(self, seed):
        """The state of training of the net to begin with, by the positions there are; grown if need be."""
        net = self.ready("unfold", self.begins_with, *self.parts(), seed)
        blocks, channels = map(int, self.wish.net.split("x"))
        if (blocks, channels) != (nets.blocks(net), net["in"]["w"].shape[3]):
            net = nets.grow(net, self.seed(), channels, blocks)
        return learn.begin(net)

    def first_net(self):
        """The net that plays first. It is folded by random positions, as there are no others yet; a net to begin
        with is unfolded by the same, so that it plays as it did."""
        for replay in self.replays:
            game = replay.game
            plies = jnp.arange(replay.games) % (2 * game.size)
            some = jax.jit(lambda rng: random_plies(game, rng, plies, 2 * game.size))(self.seed())
            replay.ring = (replay.ring[0].at[:].set(some[None]),) + replay.ring[1:]
            replay.filled = replay.rows
        seed = self.seed()
        if self.begins_with is not None:
            self.state = self.unfolded(seed)
        net = self.ready("fold", self.state[1], *self.parts(), seed)
        for replay in self.replays:
            replay.filled = 0
        return self.playing(net)

    # ---- self-play and training

    def play_and_learn(self):
        start, due, owed, look = time.time(), 0.0, 0.0, 0
        used, plies_seen, over_seen, learnt = [0.0] * len(self.games), 0, 0, []
        while not self.over(self.playing_until):
            share = (time.time() - start) / max(1.0, self.playing_until - start)
            index = min(range(len(self.games)), key=lambda i: used[i] / self.counts[i])
            began = time.time()
            self.boards[index], _, seen = self.ready(f"self-play {self.games[index].name}", self.net, self.boards[index], self.seed())
            self.replays[index].add(seen)
            over = int((seen[3] != 2.0).sum())
            used[index] += time.time() - began
            new = int(np.prod(seen[3].shape))
            plies_seen, over_seen = plies_seen + new, over_seen + over
            self.facts["positions"] += new
            self.facts["games"] += over
            if any(replay.filled < 4 * self.size.plies for replay in self.replays):
                continue
            if self.begins_with is not None and not self.facts["steps"]:
                self.state = self.unfolded(self.seed())
            owed += new * self.wish.reuse / self.size.batch
            rate, calls = jnp.float32(self.wish.rate * max(0.05, falling(share))), 0
            while owed >= STEPS and not self.over(self.playing_until):
                self.state, aux = self.ready("train", self.state, *self.parts(least=4 * self.size.plies), self.seed(), rate)
                owed, calls = owed - STEPS, calls + 1
                self.facts["steps"] += STEPS
            if calls:
                learnt.append([float(number) for number in aux])
                self.net = self.playing(self.ready("fold", self.state[1], *self.parts(least=4 * self.size.plies), self.seed()))
            if share >= (look + 1) / LOOKS and learnt:
                look = int(share * LOOKS)
                self.look(np.mean(learnt, 0), plies_seen, over_seen, time.time() - start - due)
                due, plies_seen, over_seen, learnt = time.time() - start, 0, 0, []

    def minute(self):
        return self.before["minutes"] + (time.time() - self.started) / 60

    def look(self, learnt, plies, over, seconds):
        """A point of the curves, a match against the net at the last one, and a copy of everything."""
        opening = self.ready("openings", (self.net,), self.seed())
        score = arena.score(*arena.match(self.net, self.last, opening, self.seed(), lambda *a: self.ready("raw", *a), lambda: self.over(self.playing_until)))
        self.last = self.net
        if score:
            self.facts["elo"] += score["elo"]
        policy, value, sign, entropy, norm = (float(number) for number in learnt)
        self.facts["history"].append(dict(
            minute=self.minute(), policy=policy, value=value, sign=sign, entropy=entropy, elo=self.facts["elo"],
            plies=plies / max(1, over), speed=plies / seconds))
        self.log(f"{self.facts['positions']} positions, {self.facts['games']} games of {plies / max(1, over):.1f} plies, "
                 f"{plies / seconds:.0f} positions/s, {self.facts['steps']} steps; policy {policy:.3f} ({entropy:.3f}), "
                 f"value {value:.3f}, sign {sign:.3f}, slope {norm:.2f}; against the last: {arena.told(score)}")
        self.save()

    def save(self):
        """Keeps everything, with a net that is merely rounded, in case no more comes of it."""
        self.facts["minutes"] = self.minute()
        checkpoint.save(self.path("checkpoint.npz"), self.state, self.facts)
        if self.replay_path():
            checkpoint.save_replay(self.replay_path(), self.replays, self.boards, self.wish.keep)
        if not self.wish.student and all(replay.filled for replay in self.replays):
            exact = self.ready("fold", self.state[1], *self.parts(), self.seed())
            self.export(nets.rounded(exact, self.ready("measure", exact, *self.parts(), self.seed())), "rounded without training")

    # ---- whole numbers

    def export(self, net, how):
        record = (f"{self.wish.game} {self.wish.student or self.wish.net}, {self.facts['games']} games against itself, "
                  f"{self.facts['positions']} positions with {self.size.simulations} simulations each, {self.facts['steps']} steps, "
                  f"{self.facts['minutes']:.1f} minutes; {how}")
        with open(self.net_path + ".unfinished", "wb") as file:
            file.write(netfile.write(netfile.unflat(netfile.flat(net)), record))
        os.replace(self.net_path + ".unfinished", self.net_path)

    def learn_until(self, name, state, until, rate, *more, least=1e-2):
        """Trains with a falling rate; the state, how many steps, and the points of the curve."""
        start, steps, curve = time.time(), 0, []
        while not self.over(until):
            share = (time.time() - start) / max(1e-3, until - start)
            now = jnp.float32(rate * max(least, falling(share, 0.1)))
            state, aux = self.ready(name, state, *self.parts(0.9), self.seed(), now, *more)
            steps += STEPS
            if steps % (4 * STEPS) == 0 or not curve:
                curve.append((self.minute(), float(aux[0]), float(aux[1])))
        return state, steps, curve

    def round_and_learn(self):
        """The net in whole numbers, trained as such; a student learns from the net before."""
        if not all(replay.filled for replay in self.replays):
            return self.log("no position was seen: nothing to export")
        self.exact = self.ready("fold", self.state[1], *self.parts(), self.seed())
        taught = 0
        if self.wish.student:
            until = time.time() + 0.7 * max(0.0, self.rounding_until - time.time())
            pupil, taught, _ = self.learn_until("teach", learn.begin(self.student), until, 1e-3, None, self.playing(self.exact))
            self.exact = self.ready("fold student", pupil[1], *self.parts(), self.seed())
        rounding = self.ready("measure", self.exact, *self.parts(), self.seed())
        self.whole_net = nets.rounded(self.exact, rounding)
        state, steps, curve = self.learn_until("round", learn.begin(self.exact), self.rounding_until, 2e-4, rounding)
        if steps:
            self.whole_net = nets.rounded(state[1], rounding)
        for minute, policy, value in curve:
            self.facts["history"].append({"minute": minute, "int policy": policy, "int value": value})
        how = f"rounded with {steps} steps of training" + (f", after {taught} steps with a teacher {self.wish.net}" if taught else "")
        self.export(self.whole_net, how)
        self.log(f"{self.net_path}: {how}; policy and value", curve[-1][1:] if curve else "")

    # ---- the end

    def compare(self):
        """Matches of what is in the file against the net this run began with, and the one it was rounded from."""
        if not hasattr(self, "whole_net"):
            return
        rest = [("raw policies, against the net this run began with", "int raw", self.first),
                ("with search, against the net this run began with", "int search", self.first)]
        if not self.wish.student:
            rest.insert(1, ("raw policies, against itself in real numbers", "int raw", self.playing(self.exact)))
        for who, play, other in rest:
            if self.over(self.deadline):
                break
            opening = self.ready("openings", (self.playing(self.exact) if not self.wish.student else self.net,), self.seed())
            score = arena.score(*arena.match(self.whole_net, other, opening, self.seed(), lambda *a: self.ready(play, *a), lambda: self.over(self.deadline)))
            self.matches.append((who, arena.told(score)))
            self.log(f"{who}: {arena.told(score)}")

    def tell(self):
        facts = self.facts
        facts["minutes"] = self.minute()
        checkpoint.save(self.path("checkpoint.npz"), self.state, facts)
        lead = (f"{facts['games']} games and {facts['positions']} positions in {facts['minutes']:.1f} minutes "
                f"({facts['runs']} runs), {facts['steps']} steps of training.")
        made = [f"{name} = {value}" for name, value in {**vars(self.wish), **vars(self.size)}.items()]
        made.append(f"jax {jax.__version__} on {jax.devices()[0].device_kind}")
        with open(self.path("report.html"), "w") as file:
            file.write(report.page(f"{self.wish.game}, {self.wish.net}", lead, facts["history"], self.matches, made))
        self.log("end")


def shares(count, boards):
    """A number divided over the boards of a game: the first has 3 of 5 parts, and of the rest each twice
    what the one after it has."""
    if boards == 1:
        return (count,)
    parts = 2 ** (boards - 1) - 1
    rest = [max(1, 2 * count * 2 ** (boards - 2 - later) // (5 * parts)) for later in range(boards - 1)]
    return (count - sum(rest), *rest)
