"""The choices of those who had the same cards on a day, compared decision by decision.

All who have moved alike stand at the same position, as the machines of a day answer the same moves
alike: where their next turns differ they part.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludoteca.core.state import Move
from ludoteca.players.turns import Turn
from ludoteca.table.events import Dealt, Event, Moved, Undone

OWN_SEAT = 0  #: that of everybody at their table of the day
TOLD: tuple[type[Event], ...] = (Dealt, Moved, Undone)
"""The events that :func:`history_of` reads."""

History = tuple[Move, ...]
"""All moves of a deal, those of chance too."""


@dataclass(frozen=True)
class Parting:
    """A decision at which not all chose alike: after how many moves, and who made which turn.

    ``chosen`` has the tables by turn, that of one's own first.
    """

    at: int
    chosen: Mapping[Turn, tuple[str, ...]]


def history_of(events: Iterable[Event]) -> History:
    """The moves of a deal, from its events."""
    moves: list[Move] = []
    for event in events:
        if isinstance(event, Dealt | Moved):
            moves += [Move(*move) for move in event.moves]
        elif isinstance(event, Undone):
            del moves[event.moves :]
    return tuple(moves)


def turn_at(history: History, at: int, whole: bool) -> Turn:
    """The move of the own seat there; where turns are ``whole``, all to those of another."""
    turn = []
    for move in history[at:] if whole else history[at : at + 1]:
        if move.actor != OWN_SEAT:
            break
        turn.append(move.action)
    return tuple(turn)


def partings(own: str, histories: Mapping[str, History], whole: bool) -> list[Parting]:
    """The decisions of the table ``own`` at which others, who had moved alike, chose otherwise.

    ``whole``: all moves that a seat makes one after the other are one decision.
    """
    mine, here, found = histories[own], dict(histories), []
    at = 0
    while at < len(mine) and len(here) > 1:
        turn = turn_at(mine, at, whole)
        if not turn:
            at += 1
            continue
        chosen: dict[Turn, list[str]] = {turn: []}
        for table, history in here.items():
            chosen.setdefault(turn_at(history, at, whole), []).append(table)
        if len(chosen) > 1:
            found.append(Parting(at, {moves: tuple(who) for moves, who in chosen.items()}))
        here = {
            table: history
            for table, history in here.items()
            if turn_at(history, at, whole) == turn and _alike(mine, history, at + len(turn))
        }
        at += len(turn)
    return found


def _alike(mine: History, history: History, at: int) -> bool:
    """True where what others and chance did up to the next own turn is the same."""
    end = next((n for n in range(at, len(mine)) if mine[n].actor == OWN_SEAT), len(mine))
    return mine[at:end] == history[at:end]
