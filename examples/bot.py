"""A bot for the tables of a Ludoteca server: it takes a seat by its token and plays legal moves.

    python examples/bot.py http://127.0.0.1:8377 TOKEN

The token is the end of an invitation's link, after the #.
"""

import asyncio
import json
import random
import sys
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def choose(view: dict) -> int:
    """A move. All that the seat may know is in ``fields`` and ``tokens``; choose better ones."""
    return random.choice(view["legal"])["id"]


def take_seat(server: str, invitation: str) -> dict:
    """Use the invitation up: ``table``, ``seat``, and the ``token`` by which to come back."""
    body = json.dumps({"token": invitation, "name": "Bot"}).encode()
    request = Request(f"{server}/api/seats", body, {"Content-Type": "application/json"})
    return json.load(urlopen(request))


async def play(server: str, invitation: str) -> list[float]:
    """Play until the match is over; the points of its last deal by seat."""
    seat = await asyncio.to_thread(take_seat, server, invitation)
    async with connect(f"{server.replace('http', 'ws', 1)}/live/tables/{seat['table']}") as table:
        await table.send(json.dumps({"type": "hello", "as": "json", "token": seat["token"]}))
        async for message in table:
            scene = json.loads(message).get("scene")
            if scene is None:
                continue
            if scene["phase"] == "over":
                return scene["result"]
            if scene["phase"] == "dealt out" and not scene["seats"][seat["seat"]]["ready"]:
                await table.send(json.dumps({"type": "ready"}))
            elif scene["view"] and scene["view"]["legal"]:
                number = scene["decision"]
                act = {"decision": number, "id": str(number), "actions": [choose(scene["view"])]}
                await table.send(json.dumps({"type": "act", **act}))
    return []


if __name__ == "__main__":
    print("result:", asyncio.run(play(*sys.argv[1:3])))
