"""Plays a whole game against a machine over the HTTP API, with nothing but Python:

    python3 examples/client.py [ADDRESS [GAME [OPPONENT]]]

It asks the server itself for a hint whenever it is to move, so it plays every game.
"""

import json
import sys
from urllib.request import Request, urlopen

address, game, opponent = [*sys.argv[1:], *["http://127.0.0.1:7878", "tictactoe", "mcts:playouts=50"][len(sys.argv) - 1 :]]


def ask(path, what):
    """Asks for something to be done, and returns the answer."""
    request = Request(f"{address}/api{path}", json.dumps(what).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.loads(answer.read() or "null")


def events(path):
    """What happens at a table, as it happens: the kind of each event, and what it says."""
    with urlopen(f"{address}/api{path}") as stream:
        kind = ""
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "event":
                kind = value
            elif name == "data":
                yield kind, json.loads(value)


table = ask("/games", {"game": game, "first": "human", "second": opponent})["id"]
asked = -1
# Machines think while somebody watches: as long as this stream is open.
for kind, said in events(f"/games/{table}/events"):
    if kind == "thought" and said["purpose"] == "hint" and said["done"]:
        ask(f"/games/{table}/moves", {"move": said["thought"]["move"], "at": said["at"]})
    if kind not in ("view", "change"):
        continue
    if said["outcome"]:
        print(json.dumps(said["outcome"]))
        break
    if said["side"] == "first" and said["at"] > asked:
        asked = said["at"]
        ask(f"/games/{table}/hint", {"at": said["at"]})

with urlopen(f"{address}/api/games/{table}/file?format=text") as file:
    print(file.read().decode())
