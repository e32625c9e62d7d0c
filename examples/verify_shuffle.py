"""Check the shuffle of a patience of Vangin from its record, with Python's standard library alone.

    python verify_shuffle.py RECORD

It shares no code with Ludoteca: docs/fair-shuffles.md says all that it needs to know.
"""

import hashlib
import hmac
import sys
from pathlib import Path

head, nonces = {"given": "0"}, []
top, _, body = Path(sys.argv[1]).read_text(encoding="utf-8").partition("\n\n")
for name, value in (line.split(":", 1) for line in top.splitlines() if not line.startswith(";")):
    nonces += [value.strip().strip("-")] if name == "nonce" else []
    head[name] = value.strip()
cards = [card for line in body.splitlines() if line[:1] == "*" for card in line.split()[1:]]
version, deal = head["seal"], [head["table"], head["deal"]]
given = [] if version == "1" else ["0", ""]  # how many moves were taken over, and their hash
promise = "\n".join([f"ludoteca commitment {version}", *deal, *given, head["key"]])
if head["given"] != "0" or hashlib.sha256(promise.encode()).hexdigest() != head["commitment"]:
    sys.exit("the key does not open the commitment to a deal in which nothing was taken over")
recipe = "\n".join([f"ludoteca shuffle {version}", *deal, *nonces])
seed = hmac.digest(bytes.fromhex(head["key"]), recipe.encode(), "sha256")
rules = dict(pair.split("=") for pair in head["options"].split())
suits, values = int(rules["suits"]), int(rules["values"])
order, counter = list(range(suits * values)), 0
for last in range(len(order) - 1, 0, -1):
    number = 2**64
    while number >= 2**64 - 2**64 % (last + 1):
        digest = hmac.digest(seed, b"order 0 %d" % counter, "sha256")
        number, counter = int.from_bytes(digest[:8], "big"), counter + 1
    place = number % (last + 1)
    order[last], order[place] = order[place], order[last]
figures = {1: "A", 11: "J", 12: "Q", 13: "K"} if values <= 13 else {}
shoe = [figures.get(card % values + 1, str(card % values + 1)) for card in order]
if cards != shoe[: len(cards)]:
    sys.exit("the cards of the record are not those of the shoe")
print(f"all {len(cards)} cards agree; the shoe:", *shoe)
