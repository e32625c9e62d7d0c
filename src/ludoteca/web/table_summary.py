"""The summary of a table for the lobby, updated from event to event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludoteca.core.player_names import first_name, first_names
from ludoteca.core.registry import load_game
from ludoteca.table.events import Closed, Event, Left, Opened, Seated
from ludoteca.web.journal.heads import HeadSeat, TableHead

TOUCHED_EVERY = 3600.0
"""A head says when something last happened to within so many seconds: it is written no oftener."""


def head_of(table_id: str, opened: Opened) -> TableHead:
    """The summary of a table that was just opened."""
    machines = [plan.machine for plan in opened.plans]
    names = first_names(load_game(opened.game).info, machines)
    return TableHead(
        id=table_id,
        game=opened.game,
        opened_at=opened.at,
        touched_at=opened.at,
        listed=opened.listed,
        seats=tuple(HeadSeat("", *who) for who in zip(names, machines, strict=True)),
    )


def head_after(head: TableHead, events: Iterable[Event]) -> TableHead:
    """The summary after ``events``; the same object where nothing in it changes."""
    for event in events:
        if isinstance(event, Seated):
            seat = HeadSeat(person=event.person, name=event.name)
            head = _seated(head, event.seat, seat, event.at)
        elif isinstance(event, Left):
            head = _seated(head, event.seat, _left(head, event), event.at)
        elif isinstance(event, Closed):
            head = replace(head, over=event.over, touched_at=event.at)
        elif event.at - head.touched_at >= TOUCHED_EVERY:
            head = replace(head, touched_at=event.at)
    return head


def _left(head: TableHead, event: Left) -> HeadSeat:
    """A seat that a person left: open, or a machine's under the name that it has at the table."""
    taken = [seat.name for n, seat in enumerate(head.seats) if n != event.seat]
    info, machine = load_game(head.game).info, event.machine
    return HeadSeat("", first_name(info, machine, taken) if machine else "", machine)


def _seated(head: TableHead, seat: int, who: HeadSeat, at: float) -> TableHead:
    seats = (*head.seats[:seat], who, *head.seats[seat + 1 :])
    return replace(head, seats=seats, touched_at=at)
