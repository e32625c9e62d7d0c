"""The deal of a day as its machines play it among themselves, one of them in the visitor's seat.

They draw from the same shuffle and the same seeds as at the tables of the day: the machine has the
visitor's cards, and is answered as a visitor who moves like it.
"""

from __future__ import annotations

import asyncio
from functools import partial

from fastapi import Request

from ludoteca.core.shuffles.sealed_shoe import SealedShoe
from ludoteca.web import security
from ludoteca.web.machines import day_seed
from ludoteca.web.pages import requests
from ludoteca.web.pages.daily.comparison import OWN_SEAT
from ludoteca.web.pages.daily.days import DayContest

_PATIENCE = 2.0  #: seconds that a page waits; one that is asked for later has the points
_MOST_KEPT = 64  #: deals of days

Kept = requests.Recent[str, "asyncio.Task[float]"]


async def machine_score(request: Request, contest: DayContest, day: str) -> float | None:
    """The points of the machine in the visitor's seat; None while they are not there.

    For who has played the deal alone: they tell how good the cards are. Each deal is played once.
    """
    kept = requests.at_hand(request.app.state, "machine_scores", partial(Kept, _MOST_KEPT))
    name = contest.name(day)
    if name not in kept:
        kept.keep(name, asyncio.create_task(_played(request, contest, day)))
    playing = kept[name]
    await asyncio.wait([playing], timeout=_PATIENCE)
    if not playing.done():
        return None
    if playing.cancelled() or playing.exception():
        kept.pop(name, None)  # the next page tries again
        return None
    return playing.result()


async def _played(request: Request, contest: DayContest, day: str) -> float:
    name, address = contest.name(day), security.address_of(request.scope)
    keys = await requests.journal(request).day_keys([name])
    pool, seconds = requests.pool(request), requests.settings(request).delays.thinking
    state = contest.game.new_state()
    shoe = SealedShoe(contest.game, state.options, contest.seal(day, keys[name]))
    while not state.is_terminal():
        if state.is_chance():
            move = shoe.draw(state)
        else:
            seat = state.current_player()
            seed = day_seed(keys[name], seat, state.moves)
            move = await pool.choose(state.view(seat), contest.machine, seed, seconds, address)
        state.apply_unchecked(move)
    return float(state.returns()[OWN_SEAT])
