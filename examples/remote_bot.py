"""A bot that plays any game over standard input and output: one JSON object a line.

    ludoteca play poker --against "remote:python examples/remote_bot.py"

It plays what is first in the alphabet half of the time, else anything legal; write better ones.
Only the standard library is needed, and no other part of Ludoteca.
"""

import json
import random
import sys
from typing import Any


def choose(view: dict[str, Any], rng: random.Random) -> int:
    """A move: all that the seat may know is in ``fields`` and ``tokens`` of the view."""
    moves = sorted(view["legal"], key=lambda move: move["text"])
    return int((moves[0] if rng.random() < 0.5 else rng.choice(moves))["id"])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        move = choose(message["view"], random.Random(message["seed"]))
        print(json.dumps({"move": move}), flush=True)
