"""The state of a table: the fold of its events, with queries.

Each event has one function in :class:`TableState`; it never fails for an event that was proposed by
:class:`~ludoteca.table.proposals.GameTable` at the table as it stood. Nothing here reads the time:
it is passed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, singledispatchmethod
from typing import Literal, Self

import numpy as np

from ludoteca.core.i18n import N_
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.match import parse_standing, standing_text
from ludoteca.core.player_names import first_name, first_names
from ludoteca.core.record import GameRecord, move_texts
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.look import Look
from ludoteca.core.shuffles.sealed_shoe import Seal, given_hash, shuffle_of
from ludoteca.core.state import State
from ludoteca.core.view import EARLIER, Memory, SeatView
from ludoteca.table import events
from ludoteca.table.chairs import Chair, guest_numbers
from ludoteca.table.clocks import Clocks
from ludoteca.table.deal import Log, PackedDeal, Rules, SealedDeal
from ludoteca.table.events import A_DAY, PHRASES, Event, Opened

Phase = Literal["waiting", "preparing", "playing", "dealt out", "over"]
"""Waiting for people; machines are being made ready; a deal; between deals; the match is over."""

Due = Literal["", "commit", "deal"]


JOINED = N_("{name} takes a seat.")
LEFT = N_("{name} has left; a machine plays on.")
STOOD_UP = N_("{name} has left.")
REMOVED = N_("The host has removed {name}.")
SAT_IN = N_("A machine is playing for {name}.")
OUT_OF_TIME = N_("{name} ran out of time; a machine plays on.")
RETURNED = N_("{name} is back.")
DEAL_BEGINS = N_("Deal {deal} begins.")
ROUND_BEGINS = N_("Round {deal} begins.")
GIVEN = N_("The first moves of this deal were supplied with the table, not dealt.")
CHOSEN = N_("These cards were chosen for the lesson.")
DEAL_OVER = N_("The deal is over.")
ROUND_OVER = N_("The round is over.")
REMATCH = N_("{name} wants to play again.")
UNDO_ASKED = N_("{name} asks to take the last move back.")
UNDO_DROPPED = N_("{name} no longer wants to take the move back.")
UNDO_REFUSED = N_("{name} does not agree to that.")
UNDONE = N_("The move is taken back.")
TO_ONESELF = {
    JOINED: N_("You take a seat."),
    SAT_IN: N_("A machine is playing for you."),
    OUT_OF_TIME: N_("You ran out of time; a machine plays on."),
    RETURNED: N_("You are back."),
    REMATCH: N_("You want to play again."),
    UNDO_ASKED: N_("You ask to take the last move back."),
    UNDO_DROPPED: N_("You no longer want to take the move back."),
    UNDO_REFUSED: N_("You do not agree to that."),
}
"""The messages on a seat, as the person there reads them."""


@dataclass(frozen=True)
class Turn:
    """A seat to act.

    Attributes
    ----------
    machine : spec of the machine that moves, its own seat or sitting in; "" for a person
    decision : what the act must carry
    """

    seat: int
    machine: str
    decision: int


@dataclass
class NextShuffle:
    """The commitment to the coming shuffle, and the nonces that the seats have added so far."""

    deal: int
    key: str
    commitment: str
    version: int
    nonces: list[str] = field(default_factory=list)

    def seal(self, table: str, given: int, digest: str) -> Seal:
        """The open seal of the deal that begins now; ``digest`` is that of its given moves."""
        parts = (table, self.deal, self.key, tuple(self.nonces), self.commitment)
        return Seal(*parts, given, digest if self.version > 1 else "", self.version)


@dataclass
class UndoRequest:
    """The request of a seat to take its last act back, and the seats that agreed.

    It lapses when the position changes.
    """

    seat: int
    agreed: set[int] = field(default_factory=set)


class TableState:
    """A table as the fold of its events.

    Attributes
    ----------
    seq : number of the last event; the opening is number 1
    decision : number of the last event that changed the position
    chairs : by seat
    turned_at : time of the last event that changed the position
    ran_out_at : time at which whoever is to move ran out of it; None where nobody did, or once a
        machine has moved for them
    players : the chairs of those who have played the present deal, by seat: two where somebody left
    scorers : the same of the match
    current : the deal under way or just finished, None before the first
    next_shuffle : the commitment to the next shuffle, None where there is none yet
    undo_request : a seat's request to take its last move back, None for none
    totals : points of the finished deals by seat
    over : the match is over
    rematch : the table at which the match is played again, "" for none
    removed : ids of the people whom the host removed
    """

    def __init__(self, table_id: str, opening: Opened) -> None:
        self.id = table_id
        self.opening = opening
        self.game = load_game(opening.game)
        self.options = self.game.options(opening.options)
        self.rules = Rules(self.game, self.options)
        seats = self.game.num_players(self.options)
        self.seq = self.decision = 1
        machines = [plan.machine for plan in opening.plans]
        names = first_names(self.game.info, machines)
        guests = guest_numbers(machines)
        seated = zip(machines, names, guests, strict=True)
        self.chairs = [Chair(n, *who) for n, who in enumerate(seated)]
        self.players: list[list[Chair]] = [[] for _chair in self.chairs]
        self.scorers: list[list[Chair]] = [[] for _chair in self.chairs]
        self.current: SealedDeal | None = None
        self.next_shuffle: NextShuffle | None = None
        self.undo_request: UndoRequest | None = None
        self.totals = np.zeros(seats)
        self.over = False
        self.rematch = ""
        self.removed: set[str] = set()
        self._came: dict[str, int] = {}  # the event by which a person came first
        self.clocks = Clocks(opening.clock, seats)
        self.turned_at = opening.at
        self.ran_out_at: float | None = None
        self.log = Log()
        self.past: list[PackedDeal] = []
        self._ended: dict[int, tuple[SeatView, ...]] = {}
        self._close_into("" if self._start is None else self._start.standing)

    @classmethod
    def of_events(cls, table_id: str, numbered: Sequence[tuple[int, Event]]) -> Self:
        """The table whose numbered events these are, beginning with its opening."""
        opened = numbered[0][1]
        assert isinstance(opened, Opened)
        table = cls(table_id, opened)
        for seq, event in numbered[1:]:
            table.apply(seq, event)
        return table

    # -- queries --------------------------------------------------------------------------------

    @cached_property
    def _start(self) -> GameRecord | None:
        return GameRecord.parse(self.opening.start) if self.opening.start else None

    @cached_property
    def started(self) -> State | None:
        """The position from which the first deal goes on, None where it begins anew."""
        return None if self._start is None else self._start.replay()

    def given_in(self, deal: int) -> int:
        """The number of moves of deal number ``deal`` that were supplied, not dealt."""
        return len(self.started.moves) if deal == 1 and self.started is not None else 0

    def given_texts(self, deal: int) -> list[tuple[int, str]]:
        """These moves, each with its actor, as a record writes them."""
        return list(move_texts(self.started, None)) if deal == 1 and self.started else []

    def given_look(self, deal: int) -> str:
        """The mark of the look of the cards that are given in deal number ``deal``."""
        return self._start.mark if deal == 1 and self._start is not None else ""

    @property
    def unhurried(self) -> bool:
        """True where people have a day for each turn."""
        return self.opening.sit_in >= A_DAY and not self.opening.day

    @property
    def sealed_as(self) -> str:
        """The table in its seals: its own id, or the name that all tables of a day share."""
        return shuffle_of(self.opening.day) if self.opening.day else self.id

    def shown_seal(self, deal: SealedDeal) -> Seal:
        """The seal of ``deal`` as everybody may see it: closed while the deal lasts.

        That of a day stays closed at its tables: others turn the same deck until the day is over.
        """
        return deal.seal.closed() if deal.returns is None or self.opening.day else deal.seal

    @property
    def written(self) -> tuple[str, ...]:
        """Those who play the present deal, or will play the first, as a record names them."""
        rows = self.players if self.current is not None else [[chair] for chair in self.chairs]
        return tuple(
            f"{row[0].name} ({row[-1].written})" if len(row) > 1 else row[0].written for row in rows
        )

    @property
    def phase(self) -> Phase:
        """The stage of the match."""
        if self.over:
            return "over"
        if self.current is not None:
            return "playing" if self.current.returns is None else "dealt out"
        waiting = any(chair.kind == "open" for chair in self.chairs)
        return "waiting" if waiting else "preparing"

    @property
    def due(self) -> Due:
        """The automatic action that is due: commit to the next shuffle, deal, or nothing.

        The commitment is due as soon as no deal is under way, so that seats can add to the shuffle.
        """
        if self.phase in ("playing", "over"):
            return ""
        if self.next_shuffle is None:
            return "commit"
        return "deal" if self.may_deal() else ""

    def may_deal(self) -> bool:
        """True where a deal can begin: all seats are held, and all people ready for it.

        Somebody alone with machines is not asked before the first deal.
        """
        if self.phase not in ("preparing", "dealt out"):
            return False
        people = [chair for chair in self.chairs if chair.attended]
        alone = self.phase == "preparing" and len(people) < 2
        return alone or all(chair.ready for chair in people)

    def turn(self) -> Turn | None:
        """The seat to act; None where no deal is under way."""
        if self.phase != "playing" or self.current is None:
            return None
        seat = self.current.state.current_player()
        if seat == TERMINAL:
            return None
        return Turn(seat, self.chairs[seat].mover, self.decision)

    @property
    def asked_to_agree(self) -> set[int]:
        """The people who have not agreed yet that a move is taken back; machines agree at once."""
        if self.undo_request is None:
            return set()
        asked = {chair.seat for chair in self.chairs if chair.attended}
        return asked - self.undo_request.agreed - {self.undo_request.seat}

    def running(self) -> int | None:
        """The seat whose clock runs, None for none."""
        if not self.clocks.kept:
            return None
        turn = self.turn()
        return None if turn is None or turn.machine else turn.seat

    def runs_out_at(self) -> float | None:
        """The time at which the running clock will be at 0 and a machine should sit in, or None."""
        return self.clocks.runs_out_at(self.running())

    def resume(self, now: float) -> None:
        """Charge nobody for the time that the table slept; this is no event."""
        self.clocks.resume(now)
        for chair in self.chairs:
            chair.said_at = min(chair.said_at, now)

    @property
    def host(self) -> int | None:
        """The seat of the person who has been at the table longest; None where there is nobody."""
        people = [chair for chair in self.chairs if chair.kind == "person"]
        return min(people, key=lambda chair: chair.since).seat if people else None

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [c.seat for c in self.chairs if c.kind == "person" and c.person == person]

    def view(
        self, seat: int, remembering: int = Memory.NOTHING, after: Sequence[int] = ()
    ) -> SeatView | None:
        """The view of ``seat`` (or ``SPECTATOR``); None before the first deal.

        With ``remembering``, it includes what the seat saw before: each move of the deal, or the
        match. ``after`` are moves of the seat to act that are not made yet.
        """
        if self.current is None:
            return None
        state = self.current.state
        if after:
            state = state.clone()
            for action in after:
                state.apply_unchecked(action)
        view = replace(state.view(seat, remembering), look=self.look(seat))
        if remembering < Memory.MATCH:
            return view
        return replace(view, earlier=tuple(views[seat] for views in self._ended_as_seen()))

    def look(self, viewer: int) -> Look:
        """The look of the cards of the present deal to ``viewer``; there must have been a deal."""
        assert self.current is not None
        first = next((chair.seat for chair in self.chairs if chair.kind == "person"), 0)
        mark = self.given_look(self.current.number) or self.current.seal.commitment
        return Look(mark, first).seen_by(viewer)

    def _ended_as_seen(self) -> Iterable[tuple[SeatView, ...]]:
        """The ends of the last deals before this one, by seat; each deal is replayed once."""
        first = max(0, len(self.past) - EARLIER)
        ended = dict[int, tuple[SeatView, ...]]()
        for number in range(first, len(self.past)):
            views = self._ended.get(number)
            if views is None:
                end = self.past[number].unpacked().state
                views = tuple(end.view(seat, Memory.DEAL) for seat in range(end.num_players))
            ended[number] = views
        self._ended = ended
        return ended.values()

    # -- folding --------------------------------------------------------------------------------

    def apply(self, seq: int, event: Event) -> None:
        """Apply event number ``seq``: the only way in which a table changes.

        Raises ``ValueError`` where it is not the next one.
        """
        if seq != self.seq + 1:
            raise ValueError(f"table {self.id}: event {seq} does not follow event {self.seq}")
        self.seq = seq
        self._fold(event)

    @singledispatchmethod
    def _fold(self, event: Event) -> None:
        raise ValueError(f"table {self.id}: {event.kind} cannot happen here")

    @property
    def _shared(self) -> bool:
        """True where several people sit, or may: somebody may want to know who comes and goes."""
        return sum(not chair.machine for chair in self.chairs) > 1

    def _tell(self, template: str, seat: int) -> None:
        chair = self.chairs[seat]
        own = TO_ONESELF[template]
        self.log.add_notice(template, guest=chair.guest, name=chair.name, seat=seat, own=own)

    def _new_position(self, at: float) -> None:
        self.decision = self.seq
        self.undo_request = None
        self.turned_at = at
        self.ran_out_at = None
        self.clocks.turned(at)

    @_fold.register
    def _on_seated(self, event: events.Seated) -> None:
        chair = self.chairs[event.seat]
        newcomer = not chair.taken
        chair.taken, chair.person, chair.name = True, event.person, event.name
        if newcomer:
            chair.since = self._came.setdefault(event.person or str(self.seq), self.seq)
            if self._shared:
                self._tell(JOINED, event.seat)

    @_fold.register
    def _on_left(self, event: events.Left) -> None:
        self._vacate(event, LEFT if event.machine else STOOD_UP)

    @_fold.register
    def _on_removed(self, event: events.Removed) -> None:
        self.removed.add(self.chairs[event.seat].person)
        self._vacate(event, REMOVED)

    def _vacate(self, event: events.Left, template: str) -> None:
        left = self.chairs[event.seat]
        self.log.add_notice(template, guest=left.guest, name=left.name, left=event.seat)
        taken = [chair.name for chair in self.chairs if chair.seat != event.seat]
        name = first_name(self.game.info, event.machine, taken) if event.machine else ""
        chair = self.chairs[event.seat] = Chair(event.seat, event.machine, name, left.guest)
        if self.phase == "playing":
            self.players[event.seat].append(chair)
            self.scorers[event.seat].append(chair)
        if self.undo_request is not None and self.undo_request.seat == event.seat:
            self.undo_request = None

    @_fold.register
    def _on_committed(self, event: events.Committed) -> None:
        nonces = [""] * len(self.chairs)
        parts = (event.deal, event.key, event.commitment, event.version)
        self.next_shuffle = NextShuffle(*parts, nonces)

    @_fold.register
    def _on_nonce(self, event: events.Nonce) -> None:
        assert self.next_shuffle is not None
        self.next_shuffle.nonces[event.seat] = event.value

    @_fold.register
    def _on_dealt(self, event: events.Dealt) -> None:
        deal = self.next_deal(event.given)
        if self.current is not None and self.current is not deal:
            self.past.append(self.current.packed())
        self.current, self._next, self.next_shuffle = deal, None, None
        for chair, scorers in zip(self.chairs, self.scorers, strict=True):
            chair.ready = False
            chair.undo_refused = 0
            if not any(chair is other for other in scorers):
                scorers.append(chair)
        self.players = [[chair] for chair in self.chairs]
        self.log.begin(ROUND_BEGINS if self.game.has_rounds else DEAL_BEGINS, event.deal)
        if event.given:
            self.log.add_notice(CHOSEN if self.opening.lesson else GIVEN)
        self.log.add_moves(event.moves, 0, deal.extend(event.moves))
        for chair in self.chairs:
            self.clocks.begin(chair.seat)
        self._new_position(event.at)

    _next: SealedDeal | None = None

    def next_deal(self, given: int) -> SealedDeal:
        """The deal with the next shuffle; the same object until it is dealt."""
        assert self.next_shuffle is not None
        digest = given_hash(self.given_texts(self.next_shuffle.deal))
        seal = self.next_shuffle.seal(self.sealed_as, given, digest)
        if self._next is None or self._next.seal != seal:
            self._next = SealedDeal(self.rules, self.standing.copy(), seal)
        return self._next

    @_fold.register
    def _on_moved(self, event: events.Moved) -> None:
        assert self.current is not None
        before = len(self.current.moves)
        steps = self.current.acted(event.seat, event.moves)
        stood_in = bool(self.chairs[event.seat].stand_in)
        if self.chairs[event.seat].mover and not self.players[event.seat][0].machine:
            made = (n for n, (actor, _move) in enumerate(event.moves, before) if actor != CHANCE)
            self.current.stood_in += tuple(made)
        self.log.add_moves(event.moves, before, steps, stood_in)
        if event.act:
            self.chairs[event.seat].acts.append(event.act)
        self.clocks.put(event.seat, event.clock)
        self._new_position(event.at)
        if self.unhurried:  # a day that is over costs one turn alone
            for chair in self.chairs:
                chair.stand_in = chair.stand_in if chair.seat == event.seat else ""

    @_fold.register
    def _on_undo_asked(self, event: events.UndoAsked) -> None:
        self.undo_request = UndoRequest(event.seat)
        self._tell(UNDO_ASKED, event.seat)

    @_fold.register
    def _on_undo_agreed(self, event: events.UndoAgreed) -> None:
        assert self.undo_request is not None
        self.undo_request.agreed.add(event.seat)

    @_fold.register
    def _on_undo_refused(self, event: events.UndoRefused) -> None:
        assert self.undo_request is not None
        own = event.seat == self.undo_request.seat
        self.chairs[self.undo_request.seat].undo_refused = self.decision
        self.undo_request = None
        self._tell(UNDO_DROPPED if own else UNDO_REFUSED, event.seat)

    @_fold.register
    def _on_undone(self, event: events.Undone) -> None:
        assert self.current is not None
        self.current.cut(event.moves)
        self.log.add_notice(UNDONE)
        for seat, left in enumerate(event.clocks):
            self.clocks.put(seat, left)
        self._new_position(event.at)

    @_fold.register
    def _on_sat_in(self, event: events.SatIn) -> None:
        self.chairs[event.seat].stand_in = event.machine
        self.clocks.put(event.seat, event.clock)
        self.ran_out_at = event.at if event.clock == 0 else None
        self._tell(OUT_OF_TIME if event.clock == 0 else SAT_IN, event.seat)
        if self.undo_request is not None and self.undo_request.seat == event.seat:
            self.undo_request = None

    @_fold.register
    def _on_returned(self, event: events.Returned) -> None:
        self.chairs[event.seat].stand_in = ""
        self.ran_out_at = None
        self.clocks.put(event.seat, event.clock)
        self.clocks.came_back(event.seat, event.at)
        self._tell(RETURNED, event.seat)

    @_fold.register
    def _on_said(self, event: events.Said) -> None:
        chair = self.chairs[event.seat]
        chair.said_at = event.at
        if event.phrase < len(PHRASES):
            self.log.add_notice(PHRASES[event.phrase], actor=event.seat)

    @_fold.register
    def _on_ready(self, event: events.Ready) -> None:
        self.chairs[event.seat].ready = True

    @_fold.register
    def _on_rematch(self, event: events.Rematch) -> None:
        self.rematch = event.table
        self.chairs[event.seat].ready = True
        if self._shared:
            self._tell(REMATCH, event.seat)

    def _close_into(self, standing: str) -> None:
        self.standing = parse_standing(self.game, standing)
        self.standing_text = standing_text(self.standing)

    @_fold.register
    def _on_closed(self, event: events.Closed) -> None:
        assert self.current is not None
        self.current.returns = tuple(event.returns)
        self.current.seats = self.written
        self._close_into(event.standing)
        for chair in self.chairs:  # time that ran out costs this deal alone
            if chair.stand_in and self.clocks.left(chair.seat, None, event.at) == 0:
                chair.stand_in = ""
                self.clocks.begin(chair.seat)
        self.totals = self.totals + event.returns
        self.over = event.over
        self.undo_request = None
        over = ROUND_OVER if self.game.has_rounds else DEAL_OVER
        self.log.add_notice(over, points=tuple(event.returns))
