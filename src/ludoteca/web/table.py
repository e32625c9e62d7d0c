"""One live table, owned by its actor: its events, its connections, its views, its clocks.

Everything that happens goes one way: the table proposes events or refuses; the journal keeps them;
only then are they applied and shown. One change at a time; a client that goes away in the middle of
one does not stop it. What machines do at the table is in :mod:`ludoteca.web.machines`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import ref

from ludoteca.core.i18n import _, language, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.player_names import first_name, first_names
from ludoteca.core.registry import load_game
from ludoteca.table.events import Closed, Event, Left, Opened, Seated
from ludoteca.table.proposals import GameTable
from ludoteca.table.refusal import Refusal
from ludoteca.table.scene import Draft, seat_title, with_draft
from ludoteca.web.journal import HeadSeat, JournalConflict, TableHead
from ludoteca.web.kit.whole_table import draw, draw_plain, title
from ludoteca.web.machines import Advisor, EngineTurns, TableCoach
from ludoteca.web.services import Proposal, Services
from ludoteca.web.settings import PACES
from ludoteca.web.sockets import RESTART, Line

if TYPE_CHECKING:
    from markupsafe import Markup

    from ludoteca.table.scene import Scene

log = logging.getLogger("ludoteca.web")


class Renderer:
    """Draws the scenes of one table; with the plain face where the game's own fails."""

    def __init__(self) -> None:
        self._told = False

    def draw(self, scene: Scene, side: Markup | None = None) -> Markup:
        """The table, in the language in use; the first failure of its face is logged.

        ``side`` stands in its side panel instead of odds and log.
        """
        try:
            return draw(scene, side)
        except Exception:  # a face is a game author's code: it may raise anything
            if not self._told:
                self._told = True
                log.exception("the face of %s cannot draw %s", scene.game.name, scene.table)
            return draw_plain(scene, side)


def as_json(scene: Scene) -> dict[str, Any]:
    """The message ``view`` of a program."""
    return {**_head(scene), "scene": scene.to_json()}


def as_html(scene: Scene, renderer: Renderer) -> dict[str, Any]:
    """The message ``view`` of the page, in the language in use; its script checks the ``seal``."""
    seal = {} if scene.seal is None else {"seal": scene.seal.to_json()}
    return {**_head(scene), **seal, "title": title(scene), "html": str(renderer.draw(scene))}


def _head(scene: Scene) -> dict[str, Any]:
    return {"type": "view", "seq": scene.seq, "decision": scene.decision}


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


class Guest(NamedTuple):
    """A connection at a table: its person, "" for nobody, and whether it only watches."""

    line: Line
    person: str
    watch: bool


class TableActor:
    """One table in memory, through which all its changes go.

    Attributes
    ----------
    table : the fold of the events so far; changed only by what the journal has
    head : what the lobby is told of it
    payer : the address that is charged for what is written of the table and for its machines'
        time: of whoever acted last
    follows : the table whose game is played again here, everybody a seat further, as long as it is
        in memory; None where there is none
    onlookers : connections to pages about the people here, which are told of every change, and
        the person of each, "" for nobody
    looked_at : the open seats whose invitation somebody has looked at
    """

    def __init__(self, table: GameTable, head: TableHead, services: Services) -> None:
        self.table = table
        self.services = services
        self.head = head
        self.payer = ""
        self.follows: ref[TableActor] | None = None
        self.onlookers: dict[Line, str] = {}
        self.looked_at: set[int] = set()
        self._lock = asyncio.Lock()
        self._guests: dict[Line, Guest] = {}
        self._changes: set[asyncio.Task[None]] = set()
        self._touched = services.now()
        self._turn_since = self._touched
        self._seen: dict[int, float] = {}
        self._decision = table.decision
        self._drafts: dict[int, Draft] = {}
        self._drawn: dict[tuple[int, str, str], dict[str, Any]] = {}
        self._renderer = Renderer()
        self._closed = False
        table.resume(self._touched)
        self.advisor = Advisor(self)
        self.coach = TableCoach(self)
        self.turns = EngineTurns(self)

    # -- changes --------------------------------------------------------------------------------

    async def change(self, propose: Proposal) -> None:
        """Journal, apply and show the events of ``propose``; raises its refusal."""
        await self.keep(propose)
        self.settle()

    async def keep(self, propose: Proposal) -> None:
        """:meth:`change` for the automatic turns, which are not settled again."""
        task = asyncio.create_task(self._change(propose))
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:  # nobody waits for it any more
            task.add_done_callback(_note_failure)
            raise

    async def _change(self, propose: Proposal) -> None:
        async with self._lock:
            if self._closed:
                raise Refusal("unsaved", _("The table has changed in the meantime; look again."))
            if self.full:
                raise Refusal(
                    "over", _("This table has reached its limit of moves. Please open a new one.")
                )
            events = list(propose(self.services.now()))
            if not events:
                return
            head = head_after(self.head, events)
            changed = head if head is not self.head else None
            try:
                length = await self.services.journal.append(
                    self.table.id, self.table.seq + 1, events, changed
                )
            except JournalConflict:
                self._give_up("another server has taken it over")
                raise
            except Refusal:
                raise
            except BaseException:
                self._give_up("nobody knows whether its last change was written")
                raise
            self.services.charge(self.payer, length)
            for event in events:
                self.table.apply(self.table.seq + 1, event)
            self.head = head
        self._touched = self.services.now()
        if self.table.decision != self._decision:
            self._decision = self.table.decision
            self._turn_since = self._touched
            self._drafts.clear()
            self.advisor.forget()
        self.refresh()

    def charge(self, address: str) -> None:
        """Charge what is written from now on to ``address``; raises a refusal without a share."""
        self.services.check_share(address)
        self.payer = address

    @property
    def full(self) -> bool:
        """True where the table has as many events as a table may have: nothing more happens."""
        return self.table.seq >= self.services.settings.limits.events_a_table

    def _give_up(self, why: str) -> None:
        if not self._closed:
            log.warning("table %s is read again: %s", self.table.id, why)
        self.abandon()
        self.services.drop(self)

    def settle(self) -> None:
        """Start what is due now: a machine's move, a shuffle, a deal."""
        if not self._closed:
            self.turns.settle()

    # -- connections ----------------------------------------------------------------------------

    async def enter(self, line: Line, person: str, watch: bool) -> None:
        """Admit ``line``; give a seat back that a machine held for its person.

        A connection to an actor that was closed meanwhile is ended, to connect to the new one.
        """
        if self._closed:
            line.hang_up(RESTART)
            return
        self._guests[line] = Guest(line, person, watch)
        self.payer = self.payer or line.address  # where machines play by themselves
        self._touched = self.services.now()
        self.refresh()
        self.settle()
        if not watch:
            await self.is_back(person)

    async def is_back(self, person: str) -> None:
        """Give ``person`` the seat back that a machine holds for them."""
        now = self.services.now()
        for seat in self.seats_of(person):
            self._seen[seat] = now
            if self.table.chairs[seat].stand_in and not self.full:
                await self.change(partial(self.table.give_back, seat))

    def look_at(self, seat: int) -> None:
        """Note that somebody has opened an invitation to ``seat``."""
        self.looked_at.add(seat)
        for line in self.onlookers:
            line.refresh()

    def touch(self) -> None:
        """Note that the table was asked for: it stays in memory for a while."""
        self._touched = self.services.now()

    def exit(self, line: Line) -> None:
        """Forget ``line``, which has gone."""
        guest = self._guests.pop(line, None)
        person = guest.person if guest is not None else self.onlookers.pop(line, None)
        if person is None:
            return
        self._touched = self.services.now()
        for seat in self.seats_of(person):
            self._seen[seat] = self._touched
        self.refresh()
        self.settle()

    @property
    def crowded(self) -> bool:
        """True where no further connection is admitted."""
        return len(self._guests) >= self.services.settings.limits.connections_a_table

    @property
    def watched(self) -> bool:
        """True while somebody is connected."""
        return bool(self._guests)

    @property
    def pace(self) -> float:
        """The factor of machines' delays: the slowest that somebody who plays here has chosen."""
        pages = (g for g in self._guests.values() if self._seats(g) and g.line.form == "html")
        return max((PACES[guest.line.pace] for guest in pages), default=1.0)

    def lines_of(self, seat: int) -> list[Line]:
        """The connections of the person at ``seat``."""
        return [g.line for g in self._guests.values() if seat in self._seats(g)]

    def hang_up_on(self, person: str, code: int) -> None:
        """End the connections of ``person``."""
        for guest in self._guests.values():
            if guest.person == person:
                guest.line.hang_up(code)

    def seats_of(self, person: str) -> list[int]:
        """The seats of ``person``; none for nobody."""
        return list(self.table.seats_of(person)) if person else []

    def _seats(self, guest: Guest) -> list[int]:
        return [] if guest.watch else self.seats_of(guest.person)

    def seat_of(self, person: str) -> int:
        """The seat of ``person``, ``SPECTATOR`` where they have none."""
        seats = self.seats_of(person)
        return seats[0] if seats else SPECTATOR

    def present(self) -> set[int]:
        """The seats whose people are connected, at the table or to a page about its people."""
        looking = {seat for person in self.onlookers.values() for seat in self.seats_of(person)}
        return looking.union(*map(self._seats, self._guests.values()))

    # -- seats ----------------------------------------------------------------------------------

    def holder(self, seat: int) -> str:
        """The person at ``seat``, "" at an open one."""
        return self.head.seats[seat].person if 0 <= seat < len(self.head.seats) else ""

    def sits(self, person: str) -> bool:
        """True where ``person`` has a seat here."""
        return bool(person) and any(seat.person == person for seat in self.head.seats)

    def is_for_people(self, seat: int) -> bool:
        """True where the seat exists and no machine holds it."""
        return 0 <= seat < len(self.head.seats) and not self.head.seats[seat].machine

    async def seat(self, seat: int, person: str, name: str) -> None:
        """Give ``person`` an open seat, or their own under another name."""
        if self.sits(person):
            raise Refusal("forbidden", _("You already sit at this table."))

        def propose(now: float) -> list[Event]:
            if self.holder(seat):
                return self.table.hand_over(seat, person, now)
            return self.table.take_seat(seat, person, name, now)

        await self.change(propose)

    # -- views ----------------------------------------------------------------------------------

    def scene(self, viewer: int) -> Scene:
        """The table as ``viewer`` sees it, in the language in use."""
        advice = self.advisor.known(viewer, language())
        preparing = self.turns.preparing() or self.advisor.preparing(viewer)
        scene = self.table.scene(viewer, self.present(), self.services.now(), advice, preparing)
        chosen = self.advisor.known_of_choice(viewer, language())
        guests = [guest for guest in self._guests.values() if not self.sits(guest.person)]
        watching = len({guest.person or guest.line for guest in guests})
        told = replace(
            scene,
            coached=self.coach.known(viewer),
            judging=self.coach.pending(viewer),
            chosen=chosen,
            awaited=self._awaited(),
            watching=watching,
        )
        return with_draft(told, self._drafts.get(viewer))

    def _awaited(self) -> tuple[str, ...]:
        """The titles of those who played the game before this one and may still come."""
        before = self.follows() if self.follows is not None else None
        if before is None:
            return ()
        still_open = [chair.seat for chair in self.table.chairs if chair.kind == "open"]
        held = [before.table.chairs[seat - 1] for seat in still_open]
        return tuple(
            seat_title(chair) for chair in held if chair.person and not self.sits(chair.person)
        )

    def try_moves(
        self, seat: int, decision: int, actions: Sequence[int], picked: Sequence[int]
    ) -> None:
        """Show ``seat`` alone the table after ``actions``, which it has not made yet."""
        self._drafts[seat] = self.table.draft(seat, decision, actions, picked)
        self.advisor.choose(seat, decision, actions)
        self.refresh_seat(seat)

    def viewer(self, line: Line) -> int:
        """The seat as which ``line`` sees the table, or ``SPECTATOR``."""
        guest = self._guests.get(line)
        seats = self._seats(guest) if guest is not None else []
        return seats[0] if seats else SPECTATOR

    def newest(self, line: Line) -> dict[str, Any]:
        """The view of ``line``, drawn once for all who see the same."""
        viewer = self.viewer(line)
        key = (viewer, line.lang, line.form)
        if key not in self._drawn or self.table.clocks.kept:
            self._drawn[key] = self._draw(viewer, line.form)
        return self._drawn[key]

    def _draw(self, viewer: int, form: str) -> dict[str, Any]:
        if form == "json":
            return as_json(self.scene(viewer))
        self.coach.want_for(viewer)
        scene = self.scene(viewer)
        self.advisor.want_for(scene)
        return as_html(scene, self._renderer)

    def refresh(self) -> None:
        """Drop the drawn views and send everybody a new one."""
        self._drawn.clear()
        for line in (*self._guests, *self.onlookers):
            line.refresh()

    def refresh_seat(self, seat: int) -> None:
        """Send a new view to ``seat`` alone: others are not told when its advice is ready."""
        for key in [key for key in self._drawn if key[0] == seat]:
            del self._drawn[key]
        for line in self.lines_of(seat):
            line.refresh()

    def tell(
        self, code: str, sentence: Callable[[], str], to: Sequence[Line] | None = None
    ) -> None:
        """Send everybody, or those of ``to``, a sentence about a failure.

        Each is told in their language.
        """
        for line in self._guests if to is None else to:
            with speaking(line.lang):
                line.post({"type": "refused", "id": None, "code": code, "sentence": sentence()})

    # -- time -----------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Have machines sit in for people who are away or out of time; called at intervals."""
        seat = self._overdue(now)
        if seat is not None:
            task = asyncio.create_task(self._sit_in(seat))
            self._changes.add(task)
            task.add_done_callback(self._changes.discard)

    def _overdue(self, now: float) -> int | None:
        """A seat whose absent person keeps others waiting, None where there is none."""
        if not self._guests or self.full:
            return None
        runs_out = self.table.runs_out_at()
        turn = self.table.turn()
        if turn is not None:
            late = runs_out is not None and runs_out <= now
            waited_for = [] if turn.machine else [turn.seat]
            return next((s for s in waited_for if late or self._is_away(s, now)), None)
        if self.table.phase != "dealt out":
            return None
        unready = [c.seat for c in self.table.chairs if c.attended and not c.ready]
        return next((seat for seat in unready if self._is_away(seat, now)), None)

    def _is_away(self, seat: int, now: float) -> bool:
        if seat in self.present():
            return False
        if self.table.unhurried:  # counted while the table sleeps, too
            since = self.table.turned_at
        else:
            since = max(self._turn_since, self._seen.get(seat, 0.0))
        return now - since >= self.table.opening.sit_in

    async def _sit_in(self, seat: int) -> None:
        try:
            await self._change(partial(self.table.sit_in, seat))
            self.settle()
        except Refusal as refusal:
            log.info("nobody sits in at %s: %s", self.table.id, refusal)

    def is_idle(self, now: float) -> bool:
        """True where the table may go to sleep: nobody is here, and nothing happened for long."""
        quiet = now - self._touched >= self.services.settings.sleep_seconds
        watched = self._guests or self.onlookers
        return quiet and not watched and not self._changes

    @property
    def over(self) -> bool:
        """True once the match is over."""
        return self.head.over

    async def close(self) -> None:
        """Stop all work once the write under way is done."""
        self._closed = True
        self.turns.stop()
        self.advisor.forget()
        self.coach.stop()
        if self._changes:
            await asyncio.wait(set(self._changes))

    def abandon(self) -> None:
        """Discard a wrong state: end all connections, which come back to a table read anew."""
        self._closed = True
        self.turns.stop()
        self.advisor.forget()
        self.coach.stop()
        for line in (*self._guests, *self.onlookers):
            line.hang_up(RESTART)


def _note_failure(change: asyncio.Task[None]) -> None:
    """Log how a change failed that nobody waits for; a refusal needs no line of its own."""
    failure = None if change.cancelled() else change.exception()
    if failure is not None and not isinstance(failure, Refusal):
        log.error("a change of a table failed", exc_info=failure)
