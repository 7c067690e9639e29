"""The trainer itself: files, whole numbers, the search, the replay, and that a training goes on where it stopped.

    python3 training/test_training.py [--whole]     with --whole a tiny training of each game, which takes minutes
"""
import os
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import checkpoint  # noqa: E402
import learn  # noqa: E402
import net as nets  # noqa: E402
import netfile  # noqa: E402
from games import game as named  # noqa: E402
from games.arimaa import MADE  # noqa: E402
from replay import Replay, UNKNOWN  # noqa: E402
from search import search  # noqa: E402
from selfplay import random_plies  # noqa: E402
from test_games import arimaa_row  # noqa: E402

RNG = jax.random.PRNGKey(5)


def some(game, count=24, most=8):
    """Boards after 0 to `most` random plies."""
    return random_plies(game, RNG, jnp.arange(count) % (most + 1), most)


def made(game, text="2x16"):
    """A net with normalisation that has seen nothing, and the same folded."""
    net, seen = nets.fresh(RNG, nets.shape_of(text, game)), {}
    # Gains and shifts as they could be after training.
    net = {name: {part: x + 0.2 * jax.random.normal(RNG, x.shape) if part in "gb" else x for part, x in layer.items()}
           for name, layer in net.items()}
    xs = [game.see(some(game), jnp.float32)]
    said = nets.trained(net, xs, seen)[0]
    return net, nets.fold(net, seen, jnp.float32), xs, said


def close(a, b, within=2e-3):
    return all(float(jnp.abs(x - y).max()) < within for x, y in zip(a, b))


def kinds_of_a_net_say_the_same(name):
    game = named(name)
    _, folded, xs, said = made(game)
    assert close(nets.folded(folded, xs)[0], said)
    again = nets.unfold(folded, xs)
    assert close(nets.trained(again, xs)[0], said)
    assert close(nets.trained(nets.grow(again, RNG, 24, 3), xs)[0], said)
    print(f"{name}: folded, unfolded and grown nets say the same")


def a_file_is_read_back_and_its_numbers_are_those_of_the_trainer(name):
    game = named(name)
    _, folded, xs, said = made(game)
    steps = nets.measure(folded, xs, 1.0)
    whole = nets.rounded(folded, steps)
    plain = netfile.unflat(netfile.flat(whole))
    data = netfile.write(plain, "a test: ¿sí?")
    back, record = netfile.read(data)
    assert record == "a test: ¿sí?" and netfile.write(back, record) == data
    assert nets.shape(back) == nets.shape_of("2x16", game)
    # What is written in half precision differs a little; the rest is the same to the last bit or two.
    ours = nets.integer(jax.tree.map(jnp.asarray, back), xs)[0]
    logits, u = netfile.integer(back, np.asarray(xs[0]))
    assert close(ours, (logits, u), 1e-3), "integer nets"
    assert logits.shape == (len(xs[0]), game.actions)
    assert close(nets.rounding(folded, xs, steps)[0], ours, 3e-2), "what is trained is what is written"
    assert close(said, ours, 0.3), "rounding changes little"
    assert close(nets.folded(jax.tree.map(jnp.asarray, netfile.reals(back)), xs)[0], ours, 0.3)
    print(f"{name}: a file of {len(data)} bytes is read back and says the same")


def an_old_file_has_one_ply_a_cell():
    path = os.path.join(HERE, "..", "nets", "hex-6x64.net")
    with open(path, "rb") as file:
        net, record = netfile.read(file.read())
    empty = np.asarray(named("hex:11").see(named("hex:11").start(1), jnp.float32))
    logits, u = netfile.integer(net, empty)
    assert np.argmax(logits) == 80 and abs(logits[0, 80] - 5.5425) < 1e-3 and abs(u[0] - 4.9883) < 1e-3
    print(f"{os.path.basename(path)}: version 1 is read, and says what it said before")


def the_search_knows_what_it_has_seen():
    """A win at once is found and known, so is that nothing saves a lost position, and a drawn end."""
    game = named("connect4")
    _, folded, _, _ = made(game)
    board = np.zeros((3, 7, 7), np.int8)
    board[0, 6, :3], board[0, 5, :3] = 1, -1                       # four in a row at column 3
    board[1, 6, 2:5], board[1, 5, 2:4] = -1, 1                     # theirs is open at both ends
    action, policy, value, known = search(folded, game, jnp.asarray(board.reshape(3, 49)), RNG, 32, noise=0.0)
    assert int(action[0]) == 45 and bool(known[0]) and abs(float(value[0]) - 0.99) < 1e-6
    assert float(policy[0, 45]) > 0.9
    assert bool(known[1]) and abs(float(value[1]) + 0.99 ** 2) < 1e-6
    assert not bool(known[2]) and abs(float(value[2])) < 0.9
    small = named("tictactoe")
    _, folded, _, _ = made(small)
    last = jnp.array([[1, -1, 1, 1, -1, -1, -1, 1, 0]], jnp.int8)
    _, _, value, known = search(folded, small, last, RNG, 4, noise=0.0)
    assert bool(known[0]) and float(value[0]) == 0
    print("the search knows what it has seen")


def the_search_knows_whose_ply_it_is():
    """In Arimaa a side makes several plies: a goal within a turn is found and good, one of the other side that
    nothing stops is bad, and who throws its own game away is not who wins."""
    game = named("arimaa")
    _, folded, _, _ = made(game)

    def row(words, side):
        letters = {word[1:]: word[0] for word in words.split()}
        return arimaa_row("".join(letters.get("abcdefgh"[cell % 8] + str(8 - cell // 8), ".") for cell in range(64)), side)

    # One and two steps from the goal, for both sides; then two rabbits of the other side are, and one of one's
    # own is too far from everything.
    boards = [row("Ra7 rh7 ee5 Eb2", "g"), row("Ra6 rh7 ee5 Ec2", "g"), row("rh3 Ra2 Ee5 ec7", "s"),
              row("rd2 rh2 Ra3", "g"), row("Ra7 Rd7 rh6", "s")]
    _, policy, value, known = search(folded, game, jnp.asarray(np.array(boards)), RNG, 400, noise=0.0)
    value = np.asarray(value)
    assert (value[:3] > 0.9).all(), value
    assert (value[3:] < -0.8).all(), value
    assert bool(known[0]) and int(jnp.argmax(policy[0])) == 8 * 4
    print(f"the search knows whose ply it is: {value.round(3).tolist()}")


def the_replay_knows_whose_ply_it_is():
    game = named("arimaa")
    replay = Replay(game, 8, 1, 8)
    boards = np.zeros((8, 1, game.cells), np.int8)
    # A turn of three plies, one of four, and the first ply of another, with which the game is lost.
    boards[:, 0, MADE] = 0, 1, 2, 0, 1, 2, 3, 0
    ends = np.full((8, 1), UNKNOWN)
    ends[7] = -1.0
    replay.add((jnp.asarray(boards), jnp.zeros((8, 1, game.actions), jnp.float16), jnp.zeros((8, 1), jnp.float16), jnp.asarray(ends, jnp.float16)))
    told = np.asarray(replay.results)[:, 0].astype(float)
    assert np.sign(told).tolist() == [-1, -1, -1, 1, 1, 1, 1, -1]
    assert np.allclose(np.abs(told), game.hurry ** np.arange(7.0, -1, -1), atol=2e-3)
    print("the replay knows whose ply it is")


def the_replay_tells_results_backwards():
    game = named("tictactoe")
    replay = Replay(game, 8, 2, 4)
    ends = np.full((4, 2), UNKNOWN)
    ends[2, 0], ends[3, 1] = 1.0, 0.0
    rows = lambda ends: (jnp.zeros((4, 2, 9), jnp.int8), jnp.zeros((4, 2, 9), jnp.float16), jnp.zeros((4, 2), jnp.float16), jnp.asarray(ends, jnp.float16))
    replay.add(rows(ends))
    told = np.asarray(replay.results)
    assert told[:4, 0].tolist() == [1, -1, 1, UNKNOWN] and told[:4, 1].tolist() == [0, 0, 0, 0] and (told[4:] == UNKNOWN).all()
    later = np.full((4, 2), UNKNOWN)
    later[1, 0] = 1.0
    replay.add(rows(later))
    replay.add(rows(np.full((4, 2), UNKNOWN)))                     # over the first rows
    told = np.asarray(replay.results)
    assert told[4:, 0].tolist() == [-1, 1, UNKNOWN, UNKNOWN] and (told[:4] == UNKNOWN).all()
    other = Replay(game, 8, 2, 4)
    assert other.restore(replay.newest(100)) and not Replay(game, 8, 3, 4).restore(replay.newest(100))
    assert (np.sort(np.asarray(other.results), 0) == np.sort(told, 0)).all()
    print("the replay tells results backwards, and is taken up again")


def a_checkpoint_is_what_was_kept():
    game = named("connect4")
    net, _, _, _ = made(game, "1x16")
    state = learn.begin(net)
    state = state[:3] + (jax.tree.map(lambda x: x * x * 1e-6, net), jnp.int32(77))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "checkpoint.npz")
        checkpoint.save(path, state, dict(games=3, history=[]))
        back, facts = checkpoint.load(path)
    near = lambda a, b: all(jnp.allclose(x, y, rtol=2e-3, atol=1e-6) for x, y in zip(jax.tree.leaves(a), jax.tree.leaves(b)))
    assert near(back[0], state[0]) and near(back[3], state[3]) and int(back[4]) == 77 and facts["games"] == 3
    print("a checkpoint is what was kept")


def trained(game, folder, minutes, *more):
    command = [sys.executable, os.path.join(HERE, "train.py"), game, "--net", "1x16", "--tiny", "--minutes", str(minutes), "--out", folder]
    subprocess.run(command + list(more), check=True, stdout=subprocess.DEVNULL)
    return checkpoint.load(os.path.join(folder, "checkpoint.npz"))[1]


def a_training_goes_on_where_it_stopped(game, minutes):
    with tempfile.TemporaryDirectory() as folder:
        first = trained(game, folder, minutes)
        kind = game.partition(":")[0]
        path = os.path.join(folder, f"{kind}-1x16.net")
        assert first["positions"] > 0 and os.path.exists(os.path.join(folder, "report.html"))
        second = trained(game, folder, minutes)
        assert second["runs"] == 2 and second["positions"] > first["positions"] and second["steps"] > first["steps"]
        assert second["history"][:len(first["history"])] == first["history"]
        print(f"{game}: {first['positions']}, then {second['positions']} positions; {netfile.read(open(path, 'rb').read())[1]}")


if __name__ == "__main__":
    an_old_file_has_one_ply_a_cell()
    for name in ("tictactoe", "connect4", "breakthrough", "hex:5", "arimaa"):
        kinds_of_a_net_say_the_same(name)
        a_file_is_read_back_and_its_numbers_are_those_of_the_trainer(name)
    the_replay_tells_results_backwards()
    a_checkpoint_is_what_was_kept()
    the_search_knows_what_it_has_seen()
    the_replay_knows_whose_ply_it_is()
    the_search_knows_whose_ply_it_is()
    if "--whole" in sys.argv:
        for game in ("tictactoe", "connect4", "breakthrough", "hex:5,4", "arimaa"):
            a_training_goes_on_where_it_stopped(game, 1.5)
