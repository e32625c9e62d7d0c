"""A table as a live region: who comes in as whom, and what they may ask of it.

Server to client, beside views: ``{"type": "ack", "id"}`` once an act is in the journal,
``{"type": "refused", "id", "code", "sentence"}``, ``{"type": "seat", "token"}`` after a seat was
taken, ``{"type": "nonce-wanted"}`` while a shuffle is being prepared.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.web import live, security, tokens
from ludoteca.web.live import Hangup, Line
from ludoteca.web.messages import (
    Act,
    Choose,
    Hello,
    Hint,
    Leave,
    Message,
    Nonce,
    Ready,
    Say,
    Sit,
    Undo,
    UndoAnswer,
)
from ludoteca.web.room import Room
from ludoteca.web.table.refusal import Refusal

if TYPE_CHECKING:
    from ludoteca.web.house import House
    from ludoteca.web.table.events import Event
    from ludoteca.web.table.table import Table


async def find_table(state: Any, table_id: str) -> TableRegion | None:
    """The region of a table, woken where it slept; ``state`` is the application's."""
    house: House = state.house
    room = await house.room(table_id)
    return TableRegion(house, room) if room is not None else None


class TableRegion:
    """One connection's door to a table."""

    def __init__(self, house: House, room: Room) -> None:
        self._house = house
        self._room = room
        self._person = ""

    async def join(self, line: Line, hello: Hello) -> None:
        """Come in as the person of the token, of the cookie, or to watch."""
        self._house.stir()
        self._person = tokens.person_of(line.token) if line.token else ""
        if hello.token is not None:
            bearer = await self._house.bearer(self._room, hello.token)
            if bearer is None:
                raise Hangup(live.BAD_TOKEN)
            self._person = bearer
        # Those who watch never keep out those who play.
        if self._room.crowded and not self._room.sits(self._person):
            raise Hangup(live.TOO_MANY)
        await self._room.enter(line, self._person, hello.watch)
        if self._room.viewer(line) in self._room.driver.without_nonce():
            line.post({"type": "nonce-wanted"})

    def leave(self, line: Line) -> None:
        """The connection has ended."""
        self._room.exit(line)

    def newest(self, line: Line) -> dict[str, Any]:
        """The table as this connection sees it."""
        return self._room.newest(line)

    async def hear(self, line: Line, message: Message) -> None:
        """Do what a message asks, for the seat of the connection."""
        if isinstance(message, Sit):
            await self._sit(line, message)
            return
        seat = self._room.viewer(line)
        if seat == SPECTATOR:
            raise Refusal("forbidden", _("You are watching; only who sits here can do that."))
        if not isinstance(message, Nonce):  # which the page sends by itself
            # Who does something is back, also where they never went but their clock ran out.
            await self._room.is_back(self._person)
        if isinstance(message, Choose):
            self._room.advisor.choose(seat, message.decision, message.actions)
        elif isinstance(message, Hint):
            self._room.advisor.want_for(self._room.scene(seat))
        elif isinstance(message, Leave):
            await self._house.give_up(self._room, seat)
        elif isinstance(message, Nonce):
            with contextlib.suppress(Refusal):  # an offer that may well come too late
                await ask(self._room, seat, message)
        else:
            await ask(self._room, seat, message)
        if isinstance(message, Act):
            line.post({"type": "ack", "id": message.id})

    async def _sit(self, line: Line, message: Sit) -> None:
        if not self._room.head.listed:
            raise Refusal("forbidden", _("The seats of this table are taken by invitation."))
        token = "" if self._person else tokens.new_token()
        person = self._person or tokens.person_of(token)
        await self._house.sit(
            self._room, message.seat, person, security.clean_name(message.name), token
        )
        self._person = person
        await self._room.enter(line, self._person, False)
        if token:
            line.post({"type": "seat", "token": token})


async def ask(room: Room, seat: int, message: Message) -> None:
    """Have the table do what ``message`` asks for ``seat``; raises its refusal."""
    await room.change(lambda now: _proposed(room.table, seat, message, now))


def _proposed(table: Table, seat: int, message: Message, now: float) -> list[Event]:
    match message:
        case Act(decision=decision, actions=actions, id=act_id):
            return table.act(seat, decision, actions, act_id, "person", now)
        case Undo():
            return table.ask_undo(seat, now)
        case UndoAnswer(yes=yes):
            return table.answer_undo(seat, yes, now)
        case Say(phrase=phrase):
            return table.say(seat, phrase, now)
        case Ready():
            return table.ready(seat, now)
        case Nonce(value=value):
            return table.add_nonce(seat, value, now)
    raise Refusal("malformed", _("A table does not understand that."))
