"""The contests of a day: games of which everybody has the same deal on a date (UTC).

The key of each is derived from a secret of the server: nobody else can know a deal before its day.
Its commitment is shown the day before, and the key the day after. Machines at such a table are
policies, whose choices follow from the key and the moves before them (:func:`.machines.day_seed`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe, shuffle_of
from ludoteca.table.events import Closed, Event, Left, Removed, SeatPlan
from ludoteca.table.setup import TableRequest

DAYS = 7  #: past days whose shuffles the page opens
SCORED = (Left, Removed, Closed)
"""The events that :func:`scores_of` reads."""


def today() -> date:
    """The date of the deals that are played now."""
    return datetime.now(UTC).date()


def minutes_left() -> int:
    """The minutes until the next deals, the one that runs among them."""
    now = datetime.now(UTC)
    return 24 * 60 - now.hour * 60 - now.minute


@dataclass(frozen=True)
class DayContest:
    """A game of which everybody has the same deal on a day; ``machine`` plays the other seats.

    Without a machine it is the patience, which leaves nothing to choose.
    """

    game: Game
    machine: str = ""

    def name(self, day: str) -> str:
        """The name of its shuffle of a day: the date, with the game where it is no patience."""
        return f"{day}-{self.game.name}" if self.machine else day

    def wanted(self, day: str) -> TableRequest:
        """The request for a visitor's table of a day."""
        game, options = self.game, self.game.options()
        seats = range(game.num_players(options))
        plans = [SeatPlan(self.machine if seat else "") for seat in seats]
        # Advice would play for whoever presses it.
        return TableRequest(game, options, plans, hints=not self.machine, me=0, day=self.name(day))

    def seal(self, day: str, key: str) -> Seal:
        """The seal of the deal of a day, open: nobody adds to it."""
        nonces = ("",) * self.game.num_players(self.game.options())
        return Seal.made(shuffle_of(self.name(day)), 1, key, nonces)


@lru_cache(maxsize=1)
def patience() -> DayContest | None:
    """The patience: one player, who has nothing to choose; None where there is none.

    Only such a deal goes the same way for everybody with the same deck.
    """
    for game in games().values():
        if game.info.players == (1, 1) and not game.example:
            with suppress(Exception):  # a game is its author's code: it may raise anything
                if game.rules.MAX_LEGAL == 1:
                    return DayContest(game)
    return None


@lru_cache(maxsize=1)
def contests() -> tuple[DayContest, ...]:
    """The games with decisions of which everybody has the same deal, then the patience.

    The machine is the best of a game's policies: it has neither a clock nor a search.
    """
    found = [
        DayContest(game, game.info.levels[-1])
        for game in games().values()
        if not game.example and game.hook(rooms.OF_THE_DAY) and game.info.levels
    ]
    alone = patience()
    return (*found, *([] if alone is None else [alone]))


@lru_cache(maxsize=64)
def record_of(contest: DayContest, day: str, key: str) -> GameRecord:
    """The record of the deal of a day with its seal open, up to the first decision.

    Of a patience that is all of it.
    """
    state = contest.game.new_state()
    seal = contest.seal(day, key)
    shoe = SealedShoe(contest.game, state.options, seal)
    while not state.is_terminal() and (state.is_chance() or not contest.machine):
        move = shoe.draw(state) if state.is_chance() else state.legal_actions()[0]
        state.apply_unchecked(move)
    return GameRecord.from_state(state, [""] * state.num_players, seal)


def scores_of(happened: Mapping[str, Sequence[Event]]) -> dict[str, float]:
    """The points of the visitor's seat, the first, at each table where the deal was played out."""
    scores = {}
    for table, events in happened.items():
        last = events[-1]
        if isinstance(last, Closed) and not any(isinstance(event, Left) for event in events):
            scores[table] = float(last.returns[0])
    return scores


def spread(scores: Iterable[float], most: int = 8) -> list[tuple[float, float, int]]:
    """The people by score: least, greatest and number, best first, in ``most`` rows at most.

    >>> spread([3, -1, 3, 7])
    [(7, 7, 1), (3, 3, 2), (-1, -1, 1)]
    """
    best_first = sorted(scores, reverse=True)
    different = sorted(set(best_first), reverse=True)
    size = -(-len(different) // most) or 1
    groups = [different[n : n + size] for n in range(0, len(different), size)]
    return [
        (group[-1], group[0], sum(group[-1] <= score <= group[0] for score in best_first))
        for group in groups
    ]
