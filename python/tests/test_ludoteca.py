"""The package as somebody uses it. `cargo test -p ludoteca-python` runs these; so does
`python -m unittest discover -s tests` where it is installed."""

from __future__ import annotations

import ast
import inspect
import io
import pickle
import runpy
import unittest
from contextlib import redirect_stdout
from pathlib import Path

import ludoteca
from ludoteca import _native
from ludoteca.learning import Game, State

HERE = Path(__file__).parent.parent
GAMES = ["hex", "arimaa", "connect4", "checkers", "breakthrough", "tictactoe"]


class Positions(unittest.TestCase):
    def test_to_play_makes_another_position_and_leaves_this_one(self) -> None:
        empty = ludoteca.begin("tictactoe")
        after = empty.play("b2")
        self.assertEqual((len(empty.moves), len(after.moves)), (9, 8))
        self.assertEqual((empty.side, after.side, after.played), ("first", "second", ["b2"]))
        self.assertEqual(after.back(), empty)
        self.assertNotEqual(after, empty)
        self.assertIsNone(empty.back())

    def test_moves_in_another_order_lead_to_equal_positions(self) -> None:
        one = ludoteca.begin("hex", "a1 b2 c3", size=5)
        other = ludoteca.begin("hex", "c3 b2 a1", size=5)
        self.assertEqual((one, hash(one)), (other, hash(other)))

    def test_a_game_ends_with_a_winner_and_a_reason(self) -> None:
        end = ludoteca.begin("connect4", "4343434")
        self.assertTrue(end.is_over)
        self.assertEqual(end.winner, "first")
        self.assertIsNotNone(end.reason())

    def test_what_is_wrong_is_said_in_the_language_that_was_chosen(self) -> None:
        with self.assertRaisesRegex(ludoteca.Error, "from 1 to 7"):
            ludoteca.begin("connect4").play("9")
        ludoteca.speak("es")
        try:
            with self.assertRaisesRegex(ludoteca.Error, "del 1 al 7"):
                ludoteca.begin("connect4").play("9")
        finally:
            ludoteca.speak("en")
        for wrong in [
            lambda: ludoteca.begin("chess"),
            lambda: ludoteca.begin("hex", size=99),
            lambda: ludoteca.player("hex", "mcts:playout=3"),
            lambda: ludoteca.player("hex", "neural:net=/nowhere"),
            lambda: ludoteca.speak("xx"),
        ]:
            self.assertRaises(ludoteca.Error, wrong)

    def test_positions_are_counted_and_played_out(self) -> None:
        self.assertEqual(ludoteca.begin("tictactoe").perft(5), 15120)
        first, second, nobody = ludoteca.begin("tictactoe").playouts(1000, 7)
        self.assertGreaterEqual(first + second + nobody, 1000)
        self.assertGreater(first, second)

    def test_games_go_into_files_and_come_back(self) -> None:
        position = ludoteca.begin("hex", "c3 b4 d2", size=5)
        file = HERE / "tests" / "game.sgf"
        file.write_text(position.write("sgf"))
        try:
            self.assertEqual(ludoteca.read(file), position)
        finally:
            file.unlink()
        self.assertIn("<svg", position._repr_svg_())

    def test_a_described_game_is_played_like_any_other(self) -> None:
        rules = (HERE.parent / "gdl" / "tictactoe.gdl").read_text()
        position = ludoteca.begin("gdl", rules=rules)
        self.assertEqual(len(position.moves), 9)
        thought = ludoteca.player("gdl", "alphabeta").think(position.play(position.moves[4]))
        self.assertIn(thought.move, position.moves)


class Players(unittest.TestCase):
    def test_every_game_has_players_and_each_answers_with_a_legal_move(self) -> None:
        self.assertEqual(set(ludoteca.games()) - {"gdl"}, set(GAMES))
        for game in GAMES:
            self.assertIn("mcts", ludoteca.players(game))
            position = ludoteca.begin(game)
            thought = ludoteca.player(game, "mcts:playouts=20").think(position)
            self.assertIn(thought.move, position.moves, game)

    def test_the_same_seed_gives_the_same_thought(self) -> None:
        position = ludoteca.begin("hex", size=5)
        thoughts = [ludoteca.player("hex", "mcts:playouts=200", seed=3).think(position) for _ in "ab"]
        self.assertEqual(thoughts[0].candidates, thoughts[1].candidates)

    def test_a_thought_shows_how_it_came_to_its_move(self) -> None:
        position = ludoteca.begin("hex", "c3 b4", size=5)
        thought = ludoteca.player("hex", "hexodus").think(position, layers=True)
        kinds = {layer.kind for layer in thought.layers}
        self.assertTrue({"links", "heat"} <= kinds, kinds)
        layer = thought.layers[0]
        self.assertNotEqual(layer.sentence("en"), layer.sentence("es"))
        self.assertEqual(ludoteca.player("hex", "hexodus").think(position).layers, [])

    def test_a_story_is_told_in_sentences(self) -> None:
        player = ludoteca.player("tictactoe", "alphabeta")
        story = player.story(ludoteca.begin("tictactoe", "b1 a1 c1 c2 a3"), "es")
        self.assertGreater(len(story), 5)

    def test_budgets_are_kept(self) -> None:
        thought = ludoteca.player("hex", "mcts").think(ludoteca.begin("hex"), nodes=50)
        self.assertLess(thought.nodes, 200)

    def test_solutions_say_what_each_move_is_worth(self) -> None:
        solution = ludoteca.solve(ludoteca.begin("connect4", "4435452266"))
        self.assertEqual((solution.outcome, solution.score), ("win", 16))
        self.assertEqual((solution.moves["1"], solution.scores["2"]), ("win", -16))
        solution = ludoteca.solve(ludoteca.begin("tictactoe", "b2 b1"))
        self.assertEqual((solution.outcome, solution.moves["a2"]), ("win", "win"))

    def test_matches_are_counted_from_any_position(self) -> None:
        match = ludoteca.match(ludoteca.begin("tictactoe"), "alphabeta", "random", games=10)
        self.assertEqual((match.games, match.b_wins), (10, 0))
        self.assertGreater(match.score, 0.5)
        won = ludoteca.match(ludoteca.begin("tictactoe", "a1 b1 a2 b2"), "alphabeta", "alphabeta", games=2)
        self.assertEqual((won.a_wins, won.b_wins, won.first_wins), (1, 1, 2))

    def test_a_net_says_how_it_was_made(self) -> None:
        file = HERE.parent / "crates" / "players" / "nets" / "hex-6x64.net"
        net = ludoteca.net(file)
        self.assertEqual((net.channels, net.blocks), (64, 6))
        self.assertTrue(net.record)


class Learning(unittest.TestCase):
    def test_in_every_game_each_move_is_one_action(self) -> None:
        games = [Game(name) for name in GAMES] + [Game("hex", size=4, swap="pieces")]
        games += [Game("gdl", rules=path.read_text()) for path in sorted((HERE.parent / "gdl").glob("*.gdl"))]
        for game in games:
            state = game.new_initial_state()
            for ply in range(40):
                if state.is_terminal():
                    break
                actions = state.legal_actions()
                self.assertEqual(len(actions), len(state.position.moves), str(game))
                self.assertEqual(sum(state.legal_actions_mask()), len(actions))
                planes, cells = game.observation_tensor_shape()
                self.assertEqual(len(state.observation_tensor()), planes * cells)
                state.apply_action(actions[(7 * ply) % len(actions)])

    def test_a_state_changes_and_its_clone_does_not(self) -> None:
        state = Game("tictactoe").new_initial_state()
        before = state.clone()
        for move in ["a1", "b1", "a2", "b2", "a3"]:
            state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(a) == move))
        self.assertTrue(state.is_terminal())
        self.assertEqual((state.returns(), state.current_player()), ([1.0, -1.0], -4))
        self.assertEqual((before.current_player(), len(before.legal_actions())), (0, 9))
        self.assertEqual(before.child(before.legal_actions()[0]).current_player(), 1)

    def test_gymnasium_finds_nothing_wrong_with_the_environment(self) -> None:
        try:
            from gymnasium.utils.env_checker import check_env
        except ImportError:
            self.skipTest("gymnasium is not installed")
        from ludoteca.learning import environment

        env = environment("tictactoe", plays="second")
        check_env(env, skip_render_check=True)
        _, info = env.reset(seed=1)
        done, reward = False, 0.0
        while not done:
            _, reward, done, _, info = env.step(int(info["action_mask"].argmax()))
        self.assertIn(reward, [-1.0, 0.0, 1.0])


class Descriptions(unittest.TestCase):
    def test_the_stubs_name_all_that_is_in_the_native_part_and_nothing_else(self) -> None:
        stubs = ast.parse((HERE / "package" / "ludoteca" / "_native.pyi").read_text()).body
        said: dict[str, set[str]] = {}
        for node in stubs:
            if isinstance(node, ast.ClassDef):
                said[node.name] = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            elif isinstance(node, ast.FunctionDef):
                said[node.name] = set()
        there = {name for name in vars(_native) if not name.startswith("__")}
        self.assertEqual(set(said), there)
        for name in ["Position", "Player"]:
            own = {part for part in vars(getattr(_native, name)) if not part.startswith("__")}
            self.assertEqual({part for part in said[name] if not part.startswith("__")}, own)

    def test_everything_that_is_offered_says_what_it_is(self) -> None:
        for name in ludoteca.__all__:
            thing = getattr(ludoteca, name)
            self.assertTrue(isinstance(thing, str) or inspect.getdoc(thing), name)

    def test_thoughts_can_be_kept(self) -> None:
        thought = ludoteca.player("tictactoe", "random").think(ludoteca.begin("tictactoe"))
        self.assertEqual(pickle.loads(pickle.dumps(thought)), thought)


class Examples(unittest.TestCase):
    def told(self, name: str) -> str:
        said = io.StringIO()
        with redirect_stdout(said):
            runpy.run_path(str(HERE / "examples" / name))
        return said.getvalue()

    def test_the_table_of_the_book_on_solving_hex_comes_out_again(self) -> None:
        told = self.told("solving_hex.py").splitlines()
        chapter = (HERE.parent / "book" / "en" / "src" / "algorithms" / "solving-hex.md").read_text()
        # Size and positions searched stand in the first and last column of the book's table.
        table = {row[1]: row[-2] for row in (
            [cell.strip() for cell in line.split("|")] for line in chapter.splitlines() if line.startswith("| ")
        )}
        sizes = [line.split()[0] for line in told]
        self.assertEqual(sizes, ["2", "3", "4", "5"])
        for line in told:
            self.assertEqual(line.split()[-1], table[line.split()[0]], line)
        self.assertIn("c1 a2 b2 c2 a3", told[1])

    def test_a_thought_is_explained(self) -> None:
        told = self.told("explaining_a_thought.py")
        self.assertIn("hexodus", told)

    def test_a_learner_learns(self) -> None:
        told = self.told("learning_tictactoe.py").splitlines()
        before, after = (float(line.split()[-1].rstrip("%")) for line in told[-2:])
        self.assertGreater(after, before + 10)


if __name__ == "__main__":
    unittest.main()
