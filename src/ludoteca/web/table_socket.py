"""A table as a live region: admission of connections, and their messages.

Server to client, beside views: ``{"type": "ack", "id"}`` once an act is in the journal,
``{"type": "refused", "id", "code", "sentence"}``, ``{"type": "seat", "token"}`` after a seat was
taken, ``{"type": "nonce-wanted", "table", "deal", "commitment"}`` while a shuffle is prepared.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.table.refusal import Refusal
from ludoteca.table.state import clean_name
from ludoteca.web import sockets, tokens
from ludoteca.web.messages import (
    Act,
    Back,
    Choose,
    Draft,
    Hello,
    Hint,
    Leave,
    Message,
    Nonce,
    Ready,
    Say,
    Sit,
    Suggest,
    Undo,
    UndoAnswer,
)
from ludoteca.web.sockets import Hangup, Line
from ludoteca.web.table_actor import TableActor

if TYPE_CHECKING:
    from ludoteca.table.events import Event
    from ludoteca.table.proposals import GameTable
    from ludoteca.web.tables import Tables


async def find_table(state: Any, table_id: str, _address: str) -> TableRegion | None:
    """The region of a table, woken where it slept; ``state`` is the application's."""
    tables: Tables = state.tables
    actor = await tables.actor(table_id)
    return TableRegion(tables, actor) if actor is not None else None


class TableRegion:
    """The live region of a table, one for each connection."""

    def __init__(self, tables: Tables, actor: TableActor) -> None:
        self._tables = tables
        self._actor = actor
        self._person = ""

    async def join(self, line: Line, hello: Hello) -> None:
        """Admit the connection as the person of its token, of its cookie, or as a spectator."""
        self._tables.stir()
        self._person = tokens.person_of(line.token) if line.token else ""
        if hello.token is not None:
            bearer = await self._tables.bearer(self._actor, hello.token)
            if bearer is None:
                raise Hangup(sockets.BAD_TOKEN)
            self._person = bearer
        # Those who watch never keep out those who play.
        if self._actor.crowded and not self._actor.sits(self._person):
            raise Hangup(sockets.TOO_MANY)
        await self._actor.enter(line, self._person, hello.watch)
        self._actor.turns.tell_trouble(line)
        if self._actor.viewer(line) in self._actor.turns.without_nonce():
            self._actor.turns.ask_for_nonce(line)

    def leave(self, line: Line) -> None:
        """Forget the connection, which has ended."""
        self._actor.exit(line)

    def newest(self, line: Line) -> dict[str, Any]:
        """The table as this connection sees it."""
        return self._actor.newest(line)

    async def hear(self, line: Line, message: Message) -> None:
        """Carry a message out for the seat of the connection."""
        if isinstance(message, Sit):
            await self._sit(line, message)
            return
        seat = self._actor.viewer(line)
        if seat == SPECTATOR:
            raise Refusal(
                "forbidden", _("You are watching; only players at the table can do that.")
            )
        self._actor.charge(line.address)
        if not isinstance(message, Nonce):  # which the page sends by itself
            # Whoever acts is back, also where they never left but their clock ran out.
            await self._actor.is_back(self._person)
        if isinstance(message, Back):
            return
        if isinstance(message, Choose):
            self._actor.advisor.choose(seat, message.decision, message.actions)
        elif isinstance(message, Draft):
            self._actor.try_moves(seat, message.decision, message.actions, message.picked)
        elif isinstance(message, Suggest):
            self._actor.advisor.suggest(line, seat, message.decision, message.wanted)
        elif isinstance(message, Hint):
            self._actor.advisor.want_for(self._actor.scene(seat))
        elif isinstance(message, Leave):
            await self._tables.give_up(self._actor, seat)
        elif isinstance(message, Nonce):
            with contextlib.suppress(Refusal):  # it often comes too late, which is no error
                await ask(self._actor, seat, message)
        else:
            await ask(self._actor, seat, message)
        if isinstance(message, Act):
            line.post({"type": "ack", "id": message.id})

    async def _sit(self, line: Line, message: Sit) -> None:
        if not self._actor.head.listed:
            raise Refusal("forbidden", _("The seats of this table are taken by invitation."))
        self._actor.charge(line.address)
        token = "" if self._person else tokens.new_token()
        person = self._person or tokens.person_of(token)
        await self._tables.sit(self._actor, message.seat, person, clean_name(message.name), token)
        self._person = person
        await self._actor.enter(line, self._person, False)
        if token:
            line.post({"type": "seat", "token": token})


async def ask(actor: TableActor, seat: int, message: Message) -> None:
    """Apply ``message`` for ``seat``; raises the table's refusal."""
    await actor.change(lambda now: _proposed(actor.table, seat, message, now))


def _proposed(table: GameTable, seat: int, message: Message, now: float) -> list[Event]:
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
    raise Refusal("malformed", _("A table does not take this message."))
