"""The tables of a server: opened, woken, put to sleep, and their seats taken.

A sleeping table is its journal and nothing else: no object, no task and no timer of it is in
memory. One sweeper looks after all tables that are awake, and waits while there is none.

A table is a live region. Server to client, beside views: ``{"type": "ack", "id"}`` once an act is
in the journal, ``{"type": "refused", "id", "code", "sentence"}``, ``{"type": "seat", "token"}``
after a seat was taken, ``{"type": "nonce-wanted", "table", "deal", "commitment"}`` while a shuffle
is prepared.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any
from weakref import ref

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.table.chairs import clean_name
from ludoteca.table.events import Event
from ludoteca.table.proposals import GameTable
from ludoteca.table.refusal import Refusal
from ludoteca.table.setup import TableRequest, again
from ludoteca.web import gc_tuning, sockets, tokens
from ludoteca.web.engines import reading
from ludoteca.web.engines.pool import EnginePool
from ludoteca.web.engines.reading import Reader
from ludoteca.web.fair_shares import Rates
from ludoteca.web.forwarding import Elsewhere
from ludoteca.web.journal import Journal, SeatKey, TableHead
from ludoteca.web.services import LiveTable, Services
from ludoteca.web.settings import Settings
from ludoteca.web.sockets import (
    REMOVED,
    REPLACED,
    RESTART,
    Act,
    AddNonce,
    AskNextDeal,
    Back,
    ChangeSeat,
    Choose,
    Hangup,
    Hello,
    Hint,
    Leave,
    Line,
    Lines,
    Message,
    Say,
    Sit,
    Suggest,
    TryMoves,
    Undo,
    UndoAnswer,
)
from ludoteca.web.table import TableActor, head_after, head_of

log = logging.getLogger("ludoteca.web")

FIRST_SEQ = 1
_DAY = 24 * 3600.0
_ADDRESSES = 10_000
_TOKEN_BYTES = 256  #: that an invitation takes, with its entries in indexes


@dataclass(frozen=True)
class Opening:
    """A table that was opened, and the tokens of its seats by seat number."""

    table: str
    tokens: dict[int, str]


@dataclass(frozen=True)
class Claim:
    """A seat taken by a token; ``token`` is the new one of a program, else ""."""

    table: str
    seat: int
    token: str


class Tables:
    """All tables that this server has. Belongs to one event loop."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        machines: EnginePool,
        lines: Lines,
        reader: Reader,
    ) -> None:
        limits = settings.limits
        written = Rates(limits.journal_bytes_a_second, limits.journal_bytes_at_once)
        self.services = Services(settings, journal, machines, self._dropped, lines.turns, written)
        self._settings = settings
        self._journal = journal
        self._lines = lines
        self._reader = reader
        self._actors: dict[str, TableActor] = {}
        self._waking: dict[str, asyncio.Task[TableActor | None]] = {}
        self._opened: dict[str, dict[str, tuple[float, str | None]]] = {}
        self._claims = asyncio.Lock()
        self._erased: frozenset[str] = frozenset()
        self._somebody = asyncio.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the sweeper."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """End all connections and put every table to sleep."""
        self._lines.hang_up(RESTART)
        if self._sweeper is not None:
            self._sweeper.cancel()
        for actor in list(self._actors.values()):
            await actor.close()
        self._actors.clear()

    @property
    def awake(self) -> int:
        """The number of tables in memory."""
        return len(self._actors)

    # -- opening --------------------------------------------------------------------------------

    async def open(
        self, wanted: TableRequest, person: str | None, address: str, table_id: str = ""
    ) -> Opening:
        """Open a table; ``person`` takes the seat ``wanted.me``, a program (None) by a token.

        ``table_id`` is its id, by default a new one.

        Raises ``BadInput`` for a table that cannot be, and a refusal where the person or the
        address has too many or the journal cannot take it.
        """
        self._set_clock()
        now = self.services.now()
        self.services.check_share(address)
        sit_in = self._settings.sit_in_seconds
        offered = self._settings.offered(wanted.game.name)
        if wanted.start:  # a record, which takes long to read
            self._reader.check(address)
            asked = (wanted, now, sit_in, offered)
            opened = await self._reader.ask(address, reading.opening, *asked)
        else:
            opened = wanted.opening(now, sit_in, offered)
        self._count(address, person)
        table_id = table_id or tokens.new_table_id()
        table = GameTable(table_id, opened)
        events: list[Event] = [opened]
        fresh = "" if person is not None else tokens.new_token()
        if wanted.me is not None:
            who = person if person is not None else tokens.person_of(fresh)
            events += table.take_seat(wanted.me, who, wanted.name, now, wanted.ready)
        head = head_after(head_of(table_id, opened), events)
        # Counted before it is written, so that many at once are not more than are allowed.
        own = self._opened.setdefault(address, {})
        own[table_id] = now, person
        try:
            length = await self._journal.append(table_id, FIRST_SEQ, events, head)
        except BaseException:
            own.pop(table_id, None)
            raise
        self.services.charge(address, length)
        secrets = {seat: await self._new_token(table_id, seat) for seat in wanted.tokens_for}
        if wanted.me is not None and fresh:
            await self._opened_only_by(fresh, table_id, wanted.me)
            secrets[wanted.me] = fresh
        for seq, event in enumerate(events[1:], FIRST_SEQ + 1):
            table.apply(seq, event)
        actor = TableActor(table, head, self.services)
        actor.payer = address
        self._admit(actor)
        return Opening(table_id, secrets)

    async def play_again(self, actor: TableActor, person: str, name: str, address: str) -> str:
        """The table at which ``person`` plays the same game again, with everybody a seat further.

        The first who asks opens it; the others take their seats there. A patience that can no
        longer come out is played to its end before. Raises a refusal.
        """
        async with self._claims:
            before = actor.seat_of(person)
            if before == SPECTATOR:
                raise Refusal("forbidden", _("Only players at the table can play on."))
            name = actor.table.chairs[before].name or name
            seats = len(actor.table.chairs)
            seat = (before + 1) % seats
            if actor.table.rematch:
                following = await self._brought(actor.table.rematch)
                if following is not None:
                    if not following.sits(person):
                        await following.seat(seat, person, name)
                    return following.table.id
            table = actor.table
            if table.phase == "playing" and not table.game.has_choices:
                _check_lost(table, before)
            while not table.game.has_choices and (view := table.view(before)) and view.legal:
                move = partial(table.act, before, table.decision, view.legal, "", "person")
                await actor.change(move)
            if table.phase != "over":
                raise Refusal("not-now", _("the game is not over yet"))
            opening = await self.open(again(actor.table, seat, name), person, address)
            # Names are forgotten with the table that has them.
            self._actors[opening.table].follows = ref(actor)
            with contextlib.suppress(Refusal):  # the table is full, or the next one was deleted
                await actor.change(partial(actor.table.play_again, before, opening.table))
            return opening.table

    async def open_day(self, wanted: TableRequest, person: str, address: str) -> str:
        """The table at which ``person`` turns the deck of ``wanted.day``, opened the first time."""
        table_id = tokens.day_table_id(wanted.day, person)
        async with self._claims:
            if await self.actor(table_id) is None:
                await self.open(wanted, person, address, table_id)
        return table_id

    def _count(self, address: str, person: str | None) -> None:
        """Refuse where ``person`` or ``address`` has too many tables that are awake."""
        limits, now = self._settings.limits, self.services.now()
        own = self._opened.get(address, {})
        for table_id, (at, _person) in list(own.items()):
            actor = self._actors.get(table_id)
            # One that is being written is not in memory yet.
            asleep = actor is None and now - at >= self._settings.sleep_seconds
            if asleep or (actor is not None and actor.over):
                del own[table_id]
        mine = sum(who == person for _at, who in own.values()) if person else 0
        if mine >= limits.tables_a_person:
            raise Refusal(
                "too-fast",
                _(
                    "You have {n} tables open already: finish one, or close some and come back in "
                    "ten minutes."
                ).format(n=mine),
            )
        if len(own) >= limits.tables_an_address:
            raise Refusal(
                "too-fast",
                _(
                    "Too many tables are open in your network just now. Those that nobody plays at "
                    "make room within ten minutes: try again then."
                ),
            )
        if len(self._opened) > _ADDRESSES:
            self._opened.pop(next(iter(self._opened)))

    async def _new_token(self, table_id: str, seat: int) -> str:
        token = tokens.new_token()
        await self._journal.add_token(tokens.hash_of(token), table_id, seat)
        return token

    async def listed(self, limit: int) -> list[TableHead]:
        """The tables of the lobby, those touched last first.

        They are not over, and somebody is there or something happened in the last 24 hours.
        """
        since = self.services.now() - _DAY
        heads = await self._journal.tables(
            listed=True, over=False, touched_after=since, limit=limit
        )
        known = {head.id for head in heads}
        here = [actor.head for actor in self._actors.values() if actor.watched]
        heads += [h for h in here if h.listed and not h.over and h.id not in known]
        return heads[:limit]

    # -- waking and sleeping --------------------------------------------------------------------

    async def actor(self, table_id: str) -> TableActor | None:
        """The table ``table_id``, woken where it slept; None where there is none.

        Raises a refusal while somebody who sat at it is being forgotten, and :class:`Elsewhere`
        where another server has it.
        """
        if table_id in self._erased:
            raise Refusal("unsaved", _("The table has changed in the meantime; look again."))
        actor = self._actors.get(table_id)
        if actor is not None:
            actor.touch()
            return actor
        if not tokens.is_table_id(table_id):
            return None
        waking = self._waking.get(table_id)
        if waking is None:
            waking = asyncio.create_task(self._wake(table_id))
            self._waking[table_id] = waking
            waking.add_done_callback(lambda _done: self._waking.pop(table_id, None))
        return await asyncio.shield(waking)

    async def _brought(self, table_id: str) -> TableActor | None:
        """:meth:`actor`, taken from another server that has it."""
        try:
            return await self.actor(table_id)
        except Elsewhere:
            await self._journal.leases.seize([table_id])
            return await self.actor(table_id)

    async def _wake(self, table_id: str) -> TableActor | None:
        if owner := await self._journal.leases.take(table_id):
            raise Elsewhere(table_id, owner)
        numbered = await self._journal.events(table_id)
        if not numbered:
            return None
        self._set_clock()
        # A long game takes a while to replay: the others go on meanwhile.
        table = await asyncio.to_thread(_woken, table_id, numbered)
        happened = [event for _seq, event in numbered]
        head = head_after(head_of(table_id, table.opening), happened)
        return self._admit(TableActor(table, head, self.services))

    def _set_clock(self) -> None:
        """Follow the machine's clock where that changes nobody's time."""
        if not self._actors:
            self.services.clock.set()

    def _admit(self, actor: TableActor) -> TableActor:
        self._actors[actor.table.id] = actor
        self._somebody.set()
        actor.settle()
        return actor

    async def look_for_lost(self) -> None:
        """Discard the tables that another server has taken meanwhile."""
        self.lose(await self._journal.leases.lost(set(self._actors)))

    def lose(self, names: Collection[str]) -> None:
        """Discard tables that another server has now; their connections come back to it."""
        lost = [self._actors.pop(table_id) for table_id in names if table_id in self._actors]
        for actor in lost:
            actor.abandon()
        if lost:
            log.warning("tables that another server has taken over: %d", len(lost))

    def _dropped(self, actor: LiveTable) -> None:
        """Forget ``actor``, which was abandoned; a newer one of the same table stays."""
        if self._actors.get(actor.table.id) is actor:
            del self._actors[actor.table.id]

    async def _sweep(self) -> None:
        settings = self._settings
        shortest = min(settings.sit_in_seconds, settings.sleep_seconds, settings.heartbeat_seconds)
        pause = min(1.0, max(0.02, shortest / 4))
        while True:
            await self._somebody.wait()
            await asyncio.sleep(pause)
            try:
                self._lines.beat()
                await self._check_actors()
            except Exception:
                log.exception("looking after the tables failed")
            if not self._actors and not len(self._lines):
                self._somebody.clear()
                gc_tuning.tidy()

    def stir(self) -> None:
        """Wake the sweeper: a connection has come."""
        self._somebody.set()

    async def _check_actors(self) -> None:
        """Advance the clocks of all tables in memory, and put idle ones to sleep."""
        # Not a part of the loop above: a variable of it would keep the last table in memory.
        now = self.services.now()
        for actor in list(self._actors.values()):
            actor.tick(now)
            if actor.is_idle(now):
                self._actors.pop(actor.table.id, None)
                await actor.close()

    # -- seats ----------------------------------------------------------------------------------

    async def find_token(self, token: str) -> SeatKey | None:
        """The seat that ``token`` opens."""
        if not tokens.is_token(token):
            return None
        return await self._journal.find_token(tokens.hash_of(token))

    async def claim(self, token: str, person: str | None, name: str) -> Claim | None:
        """Take the seat that ``token`` opens; from then on the token opens nothing.

        It is an invitation to an open seat, or brings a seat over to another device. A program,
        which is nobody (``person`` is None), gets a token of its own. None where the token opens
        no seat; raises a refusal.
        """
        async with self._claims:
            key = await self.find_token(token)
            actor = await self.actor(key.table) if key is not None else None
            if key is None or actor is None:
                return None
            fresh = "" if person is not None else tokens.new_token()
            who = person if person is not None else tokens.person_of(fresh)
            before = actor.holder(key.seat)
            if before != who:
                await actor.seat(key.seat, who, name)
            await self._opened_only_by(fresh, key.table, key.seat)
            if before and before != who:
                actor.hang_up_on(before, REPLACED)
            return Claim(key.table, key.seat, fresh)

    async def bearer(self, actor: TableActor, token: str) -> str | None:
        """The person as whom ``token`` acts at the table: the program that holds its seat.

        None where it opens no seat of this table. Raises a refusal for an invitation, and for a
        link that brings a seat over: whoever made one has it too, so it is good for :meth:`claim`
        alone, after which it opens nothing.
        """
        key = await self.find_token(token)
        if key is None or key.table != actor.table.id:
            return None
        person = tokens.person_of(token)
        if actor.holder(key.seat) != person:
            raise Refusal(
                "forbidden",
                _("An invitation does nothing but take its seat: exchange it at /api/seats first."),
            )
        return person

    async def sit(
        self, actor: TableActor, seat: int, person: str, name: str, token: str = ""
    ) -> None:
        """Take an open seat; invitations to it are no longer good.

        ``token`` is the one by which a program comes back, "" for a person with a cookie.
        """
        async with self._claims:
            if actor.holder(seat):
                raise Refusal("taken", _("This seat is taken."))
            await actor.seat(seat, person, name)
            await self._opened_only_by(token, actor.table.id, seat)

    async def change_seat(self, actor: TableActor, seat: int, to: int, token: str = "") -> None:
        """Move the person at ``seat`` to the open seat ``to``; ``token`` is that of a program."""
        async with self._claims:
            await actor.change(partial(actor.table.change_seat, seat, to))
            await self._journal.drop_tokens(actor.table.id, seat)
            await self._opened_only_by(token, actor.table.id, to)

    async def _opened_only_by(self, token: str, table_id: str, seat: int) -> None:
        """Drop the invitations to a seat that was taken.

        ``token`` is the one of a program that holds it, "" for a person with a cookie.
        """
        kept = tokens.hash_of(token) if token else ""
        if kept:
            await self._journal.add_token(kept, table_id, seat)
        await self._journal.drop_tokens(table_id, seat, but=kept)

    async def new_link(self, table_id: str, seat: int, person: str) -> str:
        """A new token for an open seat, or for the person's own on another device.

        Raises a refusal where ``person`` does not sit at the table, or the seat is another's.
        """
        async with self._claims:
            actor = await self.actor(table_id)
            if actor is None or not actor.sits(person):
                raise Refusal("forbidden", _("Only players at the table can invite to it."))
            if actor.holder(seat) not in ("", person) or not actor.is_for_people(seat):
                raise Refusal("taken", _("This seat is taken."))
            token = await self._new_token(table_id, seat)
            self.services.charge(actor.payer, _TOKEN_BYTES)
            return token

    async def give_up(self, actor: TableActor, seat: int) -> None:
        """Give a person's seat up for good; a machine plays on, and no token opens it."""
        await actor.change(partial(actor.table.leave, seat, ""))
        await self._journal.drop_tokens(actor.table.id, seat)

    async def remove_person(self, actor: TableActor, seat: int, name: str, person: str) -> None:
        """Remove whoever sits at ``seat`` under ``name``; ``person`` is the host of the table.

        Raises a refusal where they are not, or somebody else sits there meanwhile.
        """
        async with self._claims:
            chair = actor.table.chairs[seat] if 0 <= seat < len(actor.table.chairs) else None
            if chair is None or chair.name != name:
                raise Refusal("stale", _("the table has changed in the meantime; look again"))
            host, removed = actor.seat_of(person), actor.holder(seat)
            await actor.change(partial(actor.table.remove, host, seat))
            actor.hang_up_on(removed, REMOVED)
            await self._journal.drop_tokens(actor.table.id, seat)

    async def forget(self, person: str) -> None:
        """Delete a person: their name and the tables at which they alone sat.

        Their tables are out of memory before and until it is done: what is still written of a table
        would bring the name back.
        """
        async with self._claims:
            heads = await self._journal.tables(person=person)
            self._erased = frozenset(head.id for head in heads)
            try:
                for table_id in self._erased:
                    await self._abandon(table_id)
                # Other servers write nothing of them from now on.
                await self._journal.leases.seize(self._erased)
                farewell = await self._journal.delete_person(person)
            finally:
                self._erased = frozenset()
            # Tables where they sat down meanwhile.
            for table_id in {*farewell.gone, *farewell.changed} - {head.id for head in heads}:
                await self._abandon(table_id)

    async def remove(self, table_id: str, before: float) -> bool:
        """Remove a table that sleeps and was not touched since ``before``; True where it did."""
        async with self._claims:
            if table_id in self._actors or table_id in self._waking:
                return False
            if await self._journal.leases.take(table_id):
                return False
            self._erased = frozenset({table_id})
            try:
                return await self._journal.remove_table(table_id, before)
            finally:
                self._erased = frozenset()

    async def _abandon(self, table_id: str) -> None:
        """Discard a table from memory, also one that is being read."""
        waking = self._waking.get(table_id)
        if waking is not None:  # perhaps from events as they were before
            await asyncio.wait((waking,))
        actor = self._actors.pop(table_id, None)
        if actor is not None:
            actor.abandon()


def _woken(table_id: str, numbered: list[tuple[int, Event]]) -> GameTable:
    """The table of these events, its log in words in the language of whoever wakes it."""
    table = GameTable.of_events(table_id, numbered)
    table.scene(SPECTATOR, set(), table.opening.at)
    return table


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
        self._token = ""

    async def join(self, line: Line, hello: Hello) -> None:
        """Admit the connection as the person of its token, of its cookie, or as a spectator."""
        self._tables.stir()
        self._person = tokens.person_of(line.token) if line.token else ""
        if hello.token is not None:
            bearer = await self._tables.bearer(self._actor, hello.token)
            if bearer is None:
                raise Hangup(sockets.BAD_TOKEN)
            self._person, self._token = bearer, hello.token
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
        if not isinstance(message, AddNonce):  # which the page sends by itself
            # Whoever acts is back, also where they never left but their clock ran out.
            await self._actor.is_back(self._person)
        if isinstance(message, Back):
            return
        if isinstance(message, Choose):
            self._actor.advisor.choose(seat, message.decision, message.actions)
        elif isinstance(message, TryMoves):
            self._actor.try_moves(seat, message.decision, message.actions, message.picked)
        elif isinstance(message, Suggest):
            self._actor.advisor.suggest(line, seat, message.decision, message.wanted)
        elif isinstance(message, Hint):
            self._actor.advisor.want_for(self._actor.scene(seat))
        elif isinstance(message, Leave):
            await self._tables.give_up(self._actor, seat)
        elif isinstance(message, ChangeSeat):
            await self._tables.change_seat(self._actor, seat, message.seat, self._token)
        elif isinstance(message, AddNonce):
            with contextlib.suppress(Refusal):  # it often comes too late, which is no error
                await ask(self._actor, seat, message)
        else:
            await ask(self._actor, seat, message)
        if isinstance(message, Act):
            line.post({"type": "ack", "id": message.id})

    async def _sit(self, line: Line, message: Sit) -> None:
        if not self._actor.head.listed:
            raise Refusal("forbidden", _("This table is by invitation only."))
        self._actor.charge(line.address)
        token = "" if self._person else tokens.new_token()
        person = self._person or tokens.person_of(token)
        await self._tables.sit(self._actor, message.seat, person, clean_name(message.name), token)
        self._person, self._token = person, token
        await self._actor.enter(line, self._person, False)
        if token:
            line.post({"type": "seat", "token": token})


def _check_lost(table: GameTable, seat: int) -> None:
    """Raise a refusal unless its odds, which the player may see, say that a patience is lost."""
    opening, odds = table.opening, table.game.hook(rooms.odds_at)
    view = table.view(seat)
    if view is None or odds is None or not opening.hints or opening.day or opening.lesson:
        raise Refusal("not-now", _("the game is not over yet"))
    if any(odd.value.decimal for odd in odds(view, np.random.default_rng())):
        raise Refusal("not-now", _("this patience can still come out: play it to its end first"))


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
        case AskNextDeal():
            return table.ready(seat, now)
        case AddNonce(value=value):
            return table.add_nonce(seat, value, now)
    raise Refusal("malformed", _("A table does not take this message."))
