"""The house: which tables are awake, who may open and enter them, and when they go to sleep.

A sleeping table is its journal and nothing else: no object, no task and no timer of it is in
memory. One sweeper looks after all tables that are awake, and waits while there is none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.i18n import _
from ludoteca.web import memory, tokens
from ludoteca.web.heads import head_after, head_of
from ludoteca.web.journal import Journal, SeatKey, TableHead
from ludoteca.web.live import REPLACED, RESTART, Lines
from ludoteca.web.office import Machines, Office
from ludoteca.web.room import Room
from ludoteca.web.settings import Settings
from ludoteca.web.table.events import Event, Opened
from ludoteca.web.table.refusal import Refusal
from ludoteca.web.table.table import Table
from ludoteca.web.wish import Wish

log = logging.getLogger("ludoteca.web")

FIRST_SEQ = 1
_DAY = 24 * 3600.0
_ADDRESSES = 10_000


@dataclass(frozen=True)
class Opening:
    """A table that was opened, and the secrets of its seats by seat number."""

    table: str
    tokens: dict[int, str]


@dataclass(frozen=True)
class Claim:
    """A seat that somebody took by a token; ``token`` is the new one of a program, else ""."""

    table: str
    seat: int
    token: str


class House:
    """All tables of a server. Belongs to one event loop."""

    def __init__(
        self, settings: Settings, journal: Journal, machines: Machines, lines: Lines
    ) -> None:
        self.office = Office(settings, journal, machines, self._dropped, lines.turns)
        self._settings = settings
        self._journal = journal
        self._lines = lines
        self._rooms: dict[str, Room] = {}
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._opened: dict[str, dict[str, float]] = {}
        self._claims = asyncio.Lock()
        self._erased: frozenset[str] = frozenset()
        self._somebody = asyncio.Event()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look after tables."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Hang up on everybody and put every table to sleep."""
        self._lines.hang_up(RESTART)
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in list(self._rooms.values()):
            await room.close()
        self._rooms.clear()

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._rooms)

    # -- opening --------------------------------------------------------------------------------

    async def open(self, wish: Wish, person: str | None, address: str) -> Opening:
        """Open a table; ``person`` takes the seat ``wish.me``.

        Raises ``BadInput`` for a table that cannot be, and a refusal where the address has too
        many or the journal cannot take it.
        """
        now = self.office.now()
        opened = wish.opening(now, self._settings.sit_in_seconds)
        self._count(address)
        table_id = tokens.new_table_id()
        table = Table.opened(table_id, opened)
        events: list[Event] = [opened]
        if wish.me is not None and person is not None:
            events += table.take_seat(wish.me, person, wish.name, now)
        head = head_after(head_of(table_id, opened), events)
        # Counted before it is written, so that many at once are not more than are allowed.
        own = self._opened.setdefault(address, {})
        own[table_id] = now
        try:
            await self.office.keep(table_id, FIRST_SEQ, events, head)
        except BaseException:
            own.pop(table_id, None)
            raise
        secrets = await self._new_tokens(table_id, wish.tokens_for)
        for seq, event in enumerate(events[1:], FIRST_SEQ + 1):
            table.apply(seq, event)
        self._admit(Room(table, head, self.office))
        return Opening(table_id, secrets)

    def _count(self, address: str) -> None:
        """Refuse where ``address`` has too many tables; those of yesterday do not count."""
        now = self.office.now()
        own = self._opened.get(address, {})
        for table_id, at in list(own.items()):
            room = self._rooms.get(table_id)
            if now - at > _DAY or (room is not None and room.over):
                del own[table_id]
        if len(own) >= self._settings.limits.tables_an_address:
            raise Refusal(
                "too-fast",
                _("You have {n} tables open already; finish one first.").format(n=len(own)),
            )
        if len(self._opened) > _ADDRESSES:
            self._opened.pop(next(iter(self._opened)))

    async def _new_tokens(self, table_id: str, seats: Sequence[int]) -> dict[int, str]:
        return {seat: await self._new_token(table_id, seat) for seat in seats}

    async def _new_token(self, table_id: str, seat: int) -> str:
        token = tokens.new_token()
        await self.office.saved(self._journal.add_token(tokens.hash_of(token), table_id, seat))
        return token

    async def listed(self, limit: int) -> list[TableHead]:
        """The tables of the lobby, those touched last first.

        They are not over, and somebody is there or something happened in the last 24 hours.
        """
        since = self.office.now() - _DAY
        heads = await self.office.saved(
            self._journal.tables(listed=True, over=False, touched_after=since, limit=limit)
        )
        known = {head.id for head in heads}
        here = [room.head for room in self._rooms.values() if room.watched]
        heads += [h for h in here if h.listed and not h.over and h.id not in known]
        return heads[:limit]

    # -- waking and sleeping --------------------------------------------------------------------

    async def room(self, table_id: str) -> Room | None:
        """The table ``table_id``, woken where it slept; None where there is none.

        Raises a refusal while somebody who sat at it is being forgotten.
        """
        if table_id in self._erased:
            raise Refusal("unsaved", _("Something else happened at this table; look again."))
        room = self._rooms.get(table_id)
        if room is not None:
            room.touch()
            return room
        if not tokens.is_table_id(table_id):
            return None
        waking = self._waking.get(table_id)
        if waking is None:
            waking = asyncio.create_task(self._wake(table_id))
            self._waking[table_id] = waking
            waking.add_done_callback(lambda _done: self._waking.pop(table_id, None))
        return await asyncio.shield(waking)

    async def table(self, table_id: str) -> Table | None:
        """The table ``table_id`` to look something up in it; one that sleeps goes on sleeping."""
        room = self._rooms.get(table_id)
        if room is not None:
            return room.table
        numbered = await self.office.saved(self._journal.events(table_id))
        return await asyncio.to_thread(_replayed, table_id, numbered) if numbered else None

    async def _wake(self, table_id: str) -> Room | None:
        numbered = await self.office.saved(self._journal.events(table_id))
        if not numbered:
            return None
        # A long game takes a while to replay: the others go on meanwhile.
        table = await asyncio.to_thread(_replayed, table_id, numbered)
        happened = [event for _seq, event in numbered]
        head = head_after(head_of(table_id, table.opening), happened)
        return self._admit(Room(table, head, self.office))

    def _admit(self, room: Room) -> Room:
        self._rooms[room.table.id] = room
        self._somebody.set()
        room.settle()
        return room

    def _dropped(self, room: Room) -> None:
        """Forget ``room``, which was abandoned; a newer one of the same table stays."""
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]

    async def _sweep(self) -> None:
        settings = self._settings
        shortest = min(settings.sit_in_seconds, settings.sleep_seconds, settings.heartbeat_seconds)
        pause = min(1.0, max(0.02, shortest / 4))
        while True:
            await self._somebody.wait()
            await asyncio.sleep(pause)
            try:
                self._lines.beat()
                await self._look_after_rooms()
            except Exception:
                log.exception("looking after the tables failed")
            if not self._rooms and not len(self._lines):
                self._somebody.clear()
                memory.tidy()

    def stir(self) -> None:
        """A connection has come: there is something to look after."""
        self._somebody.set()

    async def _look_after_rooms(self) -> None:
        now = self.office.now()
        for room in list(self._rooms.values()):
            room.tick(now)
            if room.is_idle(now):
                self._rooms.pop(room.table.id, None)
                await room.close()

    # -- seats ----------------------------------------------------------------------------------

    async def find_token(self, token: str) -> SeatKey | None:
        """The seat that ``token`` opens."""
        if not tokens.is_token(token):
            return None
        return await self.office.saved(self._journal.find_token(tokens.hash_of(token)))

    async def claim(self, token: str, person: str | None, name: str) -> Claim | None:
        """Take the seat that ``token`` opens; from then on the token opens nothing.

        It is an invitation to an open seat, or brings a seat over to another device. A program,
        which is nobody (``person`` is None), gets a token of its own. None where the token opens
        no seat; raises a refusal.
        """
        async with self._claims:
            key = await self.find_token(token)
            room = await self.room(key.table) if key is not None else None
            if key is None or room is None:
                return None
            fresh = "" if person is not None else tokens.new_token()
            who = person if person is not None else tokens.person_of(fresh)
            before = room.holder(key.seat)
            if before != who:
                await room.seat(key.seat, who, name)
            await self._opened_only_by(fresh, key.table, key.seat)
            if before and before != who:
                room.hang_up_on(before, REPLACED)
            return Claim(key.table, key.seat, fresh)

    async def bearer(self, room: Room, token: str) -> str | None:
        """The person as whom ``token`` acts at ``room``; an open seat is taken by it.

        None where it opens no seat of this table.
        """
        key = await self.find_token(token)
        if key is None or key.table != room.table.id:
            return None
        async with self._claims:
            if not room.holder(key.seat):
                # Before, so that who comes in is there as soon as they sit.
                await self._opened_only_by(token, key.table, key.seat)
                await room.seat(key.seat, tokens.person_of(token), "")
        return room.holder(key.seat)

    async def sit(self, room: Room, seat: int, person: str, name: str, token: str = "") -> None:
        """Take an open seat; invitations to it are no longer good.

        ``token`` is the one by which a program comes back, "" for a person with a cookie.
        """
        async with self._claims:
            if room.holder(seat):
                raise Refusal("taken", _("Somebody sits there already."))
            await room.seat(seat, person, name)
            await self._opened_only_by(token, room.table.id, seat)

    async def _opened_only_by(self, token: str, table_id: str, seat: int) -> None:
        """Who was invited to a seat cannot come into it once it is somebody's.

        ``token`` is the one of a program that holds it, "" for a person with a cookie.
        """
        kept = tokens.hash_of(token) if token else ""
        if kept:
            await self.office.saved(self._journal.add_token(kept, table_id, seat))
        await self.office.saved(self._journal.drop_tokens(table_id, seat, but=kept))

    async def new_link(self, table_id: str, seat: int, person: str) -> str:
        """A token to hand on: for an open seat, or for one's own on another device.

        Raises a refusal where ``person`` does not sit at the table, or the seat is another's.
        """
        async with self._claims:
            room = await self.room(table_id)
            if room is None or not room.sits(person):
                raise Refusal("forbidden", _("Only who sits at the table can invite to it."))
            if room.holder(seat) not in ("", person) or not room.is_for_people(seat):
                raise Refusal("taken", _("Somebody sits there already."))
            return await self._new_token(table_id, seat)

    async def give_up(self, room: Room, seat: int) -> None:
        """The person at ``seat`` leaves for good; a machine goes on, and no token opens it."""
        await room.leave_seat(seat)
        await self.office.saved(self._journal.drop_tokens(room.table.id, seat))

    async def forget(self, person: str) -> None:
        """Delete a person: their name and the tables at which they alone sat.

        Their tables are out of memory before and until it is done: what is still written of a table
        would bring the name back.
        """
        async with self._claims:
            heads = await self.office.saved(self._journal.tables(person=person))
            self._erased = frozenset(head.id for head in heads)
            try:
                for table_id in self._erased:
                    await self._abandon(table_id)
                farewell = await self.office.saved(self._journal.delete_person(person))
            finally:
                self._erased = frozenset()
            # Where they sat down meanwhile.
            for table_id in {*farewell.gone, *farewell.changed} - {head.id for head in heads}:
                await self._abandon(table_id)

    async def _abandon(self, table_id: str) -> None:
        """Forget what is in memory of a table, or is being read into it."""
        waking = self._waking.get(table_id)
        if waking is not None:  # perhaps from events as they were before
            await asyncio.wait((waking,))
        room = self._rooms.pop(table_id, None)
        if room is not None:
            room.abandon()


def _replayed(table_id: str, numbered: Sequence[tuple[int, Event]]) -> Table:
    opened = numbered[0][1]
    assert isinstance(opened, Opened)
    table = Table.opened(table_id, opened)
    for seq, event in numbered[1:]:
        table.apply(seq, event)
    table.turn()  # works the position out, which is otherwise left to whoever asks first
    return table
