"""A bot for the tables of a Ludoteca server: it takes a seat and plays legal moves.

    python examples/bot.py http://127.0.0.1:8377 INVITATION

The invitation is the end of its link, after the #. It is good once, for the exchange; the bot then
has a token of its own. It adds to each shuffle, and holds the server to what it promised before.
"""

import asyncio
import hashlib
import json
import random
import secrets
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def choose(view: dict[str, Any]) -> int:
    """A move. All that the seat may know is in ``fields`` and ``tokens``; choose better ones."""
    return int(random.choice(view["legal"])["id"])


def take_seat(server: str, invitation: str) -> dict[str, Any]:
    """Use the invitation up: ``table``, ``seat``, and the ``token`` by which to come back."""
    body = json.dumps({"token": invitation, "name": "Bot"}).encode()
    request = Request(f"{server}/api/seats", body, {"Content-Type": "application/json"})
    return dict(json.load(urlopen(request)))


def fault(seal: dict[str, Any], commitment: str, nonces: list[str], seat: int) -> str:
    """What is wrong with the opened seal of a deal, "" where the promise was kept."""
    bound = [str(seal[name]) for name in ("table", "deal", "given", "given_hash", "key")]
    text = "\n".join(["ludoteca commitment 2", *bound])
    if seal["commitment"] != commitment:
        return "the shuffle is not the one that was promised"
    if hashlib.sha256(text.encode()).hexdigest() != commitment:
        return "the key does not open the promise"
    if seal["nonces"][seat] not in nonces:
        return "what was added to the shuffle was left out, or came too late"
    return "the first moves were supplied, not dealt" if seal["given"] else ""


async def play(server: str, invitation: str) -> list[float]:
    """Play until the match is over; the points of its last deal by seat."""
    seat = await asyncio.to_thread(take_seat, server, invitation)
    promises: dict[int, tuple[str, list[str]]] = {}
    async with connect(f"{server.replace('http', 'ws', 1)}/live/tables/{seat['table']}") as table:
        await table.send(json.dumps({"type": "hello", "as": "json", "token": seat["token"]}))
        async for text in table:
            message = json.loads(text)
            if message["type"] == "nonce-wanted":
                # The first promise for a deal counts, and is known before the nonce is sent.
                promise = promises.setdefault(message["deal"], (message["commitment"], []))
                promise[1].append(secrets.token_hex(16))
                await table.send(json.dumps({"type": "nonce", "value": promise[1][-1]}))
            scene = message.get("scene")
            if scene is None:
                continue
            promised = promises.pop(scene["deal"], None) if scene["seal"] else None
            if promised and (wrong := fault(scene["seal"], *promised, seat["seat"])):
                print(f"deal {scene['deal']}: {wrong}", file=sys.stderr)
            if scene["phase"] == "over":
                return list(scene["result"])
            if scene["phase"] == "dealt out" and not scene["seats"][seat["seat"]]["ready"]:
                await table.send(json.dumps({"type": "ready"}))
            elif scene["view"] and scene["view"]["legal"]:
                number = scene["decision"]
                act = {"decision": number, "id": str(number), "actions": [choose(scene["view"])]}
                await table.send(json.dumps({"type": "act", **act}))
    return []


if __name__ == "__main__":
    print("result:", asyncio.run(play(*sys.argv[1:3])))
