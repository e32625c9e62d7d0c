"""The actions at a table.

Each method checks an action, and returns the events to be written to the journal and then applied,
in this order, numbered from ``seq + 1``; nothing changes before. An action that is not allowed
raises :class:`~ludoteca.table.refusal.Refusal`. The time is passed in, and the key of a shuffle is
the only thing drawn at random.

Whether a person is connected, and how long a machine takes to be shown, is left to the caller. A
clock that has run out (:meth:`~ludoteca.table.state.TableState.runs_out_at`) means that a
machine sits in, as for somebody who is away.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.sealed_shoe import Seal, checked_nonce, new_key
from ludoteca.table import events
from ludoteca.table.chairs import Chair, clean_name, free_name, stand_in_for
from ludoteca.table.events import PHRASES, Event
from ludoteca.table.refusal import Refusal
from ludoteca.table.scene import Draft, Scene, scene_of, undo_state
from ludoteca.table.state import TableState

if TYPE_CHECKING:
    from ludoteca.players.advice.advise import Advice
    from ludoteca.table.deal import SealedDeal

MOST_ACTIONS = 64
LONGEST_ACT_ID = 64
SECONDS_BETWEEN_PHRASES = 2.0

By = Literal["person", "machine"]


class GameTable(TableState):
    """A table with the actions that propose its next events."""

    # -- seats ----------------------------------------------------------------------------------

    def take_seat(
        self, seat: int, person: str, name: str, now: float, ready: bool = True
    ) -> list[Event]:
        """Seat ``person`` at an open seat under ``name``; one seat a person.

        A name that somebody has here gets a number after it. With ``ready`` they are ready for the
        first deal, where others are to be waited for.
        """
        chair = self._chair(seat)
        if person and chair.kind == "person" and chair.person == person:
            raise Refusal("repeated", _("you already sit there"))
        if chair.kind != "open":
            raise Refusal("taken", _("this seat is taken"))
        self._check_seatless(person)
        rest = [other for other in self.chairs if other is not chair]
        free = free_name(clean_name(name), [held for other in rest for held in other.held_names])
        seated = events.Seated(now, seat, person, free)
        others = any(other.kind != "machine" for other in rest)
        return [seated, events.Ready(now, seat)] if ready and others else [seated]

    def change_seat(self, seat: int, to: int, now: float) -> list[Event]:
        """Move the person at ``seat`` to an open one, before the first deal; they stay as ready."""
        chair = self._held(seat)
        if self.current is not None:
            raise Refusal("not-now", _("seats are changed before the first deal"))
        if self._chair(to).kind != "open":
            raise Refusal("taken", _("this seat is taken"))
        moved = [events.Left(now, seat, ""), events.Seated(now, to, chair.person, chair.name)]
        return [*moved, events.Ready(now, to)] if chair.ready else moved

    def hand_over(self, seat: int, person: str, now: float) -> list[Event]:
        """Move a seat to another device, whose holder showed its token and is now ``person``."""
        chair = self._chair(seat)
        if chair.kind != "person":
            raise Refusal("not-now", _("nobody holds this seat"))
        if chair.person == person:
            raise Refusal("repeated", _("you already sit there"))
        self._check_seatless(person)
        return [events.Seated(now, seat, person, chair.name)]

    def _check_seatless(self, person: str) -> None:
        if person and self.seats_of(person):
            raise Refusal("taken", _("you already have a seat at this table"))
        if person and person in self.removed:
            raise Refusal("forbidden", _("the host has removed you from this table"))

    def leave(self, seat: int, machine: str, now: float) -> list[Event]:
        """Give a seat up to ``machine``, or to nobody ("") before the first deal.

        Later, "" stands for the machine that sits in or the game's usual one.
        """
        chair = self._held(seat)
        if self.phase == "over":
            raise Refusal("over", _("the game is over"))
        if self.current is not None:
            machine = machine or chair.stand_in or stand_in_for(self.game)
        return [events.Left(now, seat, machine), *self._agreed_without(seat, now)]

    def remove(self, host: int, seat: int, now: float) -> list[Event]:
        """Remove the person at ``seat``, who may not sit here again; ``host`` alone may do so."""
        if host != self.host or seat == host:
            raise Refusal("forbidden", _("only the host of the table can remove somebody else"))
        left, *rest = self.leave(seat, "", now)
        assert isinstance(left, events.Left)
        return [events.Removed(now, seat, left.machine), *rest]

    def sit_in(self, seat: int, now: float, machine: str = "") -> list[Event]:
        """Let a machine (by default the game's usual one) sit in for the person at ``seat``."""
        chair = self._held(seat)
        if chair.stand_in:
            raise Refusal("repeated", _("a machine is already playing there"))
        if self.phase not in ("playing", "dealt out"):
            raise Refusal("not-now", _("no deal is under way"))
        clock = self.clocks.left(seat, self.running(), now)
        sat_in = events.SatIn(now, seat, machine or stand_in_for(self.game), clock)
        return [sat_in, *self._agreed_without(seat, now)]

    def give_back(self, seat: int, now: float) -> list[Event]:
        """Give the seat back to its person."""
        if not self._held(seat).stand_in:
            raise Refusal("repeated", _("no machine is playing there"))
        return [events.Returned(now, seat, self.clocks.on_return(seat))]

    # -- shuffles and deals ---------------------------------------------------------------------

    def commit(self, now: float, key: str | None = None) -> list[Event]:
        """Commit to the next shuffle, and to the moves that are given before it.

        ``key`` is that of the day at a table of one, by default a new one.
        """
        if self.due != "commit":
            raise Refusal("not-now", _("there is no shuffle to commit to now"))
        deal = 1 if self.current is None else self.current.number + 1
        seal = Seal.made(self.sealed_as, deal, key or new_key(), given=self.given_texts(deal))
        return [events.Committed(now, deal, seal.key, seal.commitment, seal.version)]

    def add_nonce(self, seat: int, value: str, now: float) -> list[Event]:
        """Add a seat's nonce to the coming shuffle, once."""
        self._attended(seat)
        if self.opening.day:
            raise Refusal("forbidden", _("everybody has the same deck today: nobody adds to it"))
        if self.next_shuffle is None:
            raise Refusal("not-now", _("the cards are dealt; the next shuffle can be added to"))
        if self.next_shuffle.nonces[seat]:
            raise Refusal("repeated", _("this seat has added to the shuffle already"))
        try:
            nonce = checked_nonce(value)
        except BadInput as error:
            raise Refusal("malformed", str(error)) from None
        if not nonce:
            raise Refusal("malformed", _("an empty nonce adds nothing"))
        return [events.Nonce(now, seat, nonce)]

    def ready(self, seat: int, now: float) -> list[Event]:
        """Note that a person asks for the next deal, or is ready for the first."""
        chair = self._attended(seat)
        if self.phase == "over":
            raise Refusal("over", _("the game is over"))
        if self.phase == "playing":
            raise Refusal("not-now", _("the deal is not over yet"))
        if chair.ready:
            raise Refusal("repeated", _("you have already asked for the next deal"))
        return [events.Ready(now, seat)]

    def play_again(self, seat: int, table: str, now: float) -> list[Event]:
        """Name the table that the person at ``seat`` opened to play the same again."""
        self._held(seat)
        if self.phase != "over":
            raise Refusal("not-now", _("the game is not over yet"))
        if self.rematch:
            raise Refusal("repeated", _("somebody has already opened the next game"))
        return [events.Rematch(now, seat, table)]

    def deal(self, now: float) -> list[Event]:
        """Begin the next deal, and close it where it ends without a decision."""
        if self.due != "deal":
            raise Refusal("not-now", _("the next deal cannot begin yet"))
        assert self.next_shuffle is not None
        n = self.given_in(self.next_shuffle.deal)
        given = self.started.moves[:n] if self.started is not None else []
        deal = self.next_deal(n)
        dealt = events.Dealt(now, deal.number, deal.opening(given), len(given))
        return [dealt, *self._closing(deal, now)]

    def _closing(self, deal: SealedDeal, now: float) -> list[Event]:
        """The end of ``deal`` where its moves end it; a table of the day is over with it."""
        closed = deal.closing(now)
        return [replace(event, over=True) if self.opening.day else event for event in closed]

    # -- acts -----------------------------------------------------------------------------------

    def act(
        self, seat: int, decision: int, actions: Sequence[int], act_id: str, by: By, now: float
    ) -> list[Event]:
        """Make the moves ``actions`` for ``seat``, and close the deal where it ends."""
        chair = self._chair(seat)
        if act_id and act_id in chair.acts:
            raise Refusal("repeated", _("this move has already been made"))
        _check_form(actions, act_id)
        self._check_turn(chair, decision, by)
        assert self.current is not None
        moves = self.current.acting(actions)
        clock = None
        if chair.stand_in:  # the clock stands still, so that the table says why a machine plays
            clock = self.clocks.left(seat, self.running(), now)
        elif not chair.machine:
            ends = self.current.ends_turn(seat)
            clock = self.clocks.after_act(seat, self.running(), now, turn_ends=ends)
        moved = events.Moved(now, seat, moves, by, act_id, clock)
        return [moved, *self._closing(self.current, now)]

    def draft(
        self, seat: int, decision: int, actions: Sequence[int], picked: Sequence[int]
    ) -> Draft:
        """Moves that the person at ``seat`` tries; this proposes no event."""
        self._check_turn(self._chair(seat), decision, "person")
        view = self.view(seat)
        assert view is not None
        try:
            return Draft(tuple(actions), tuple(picked), view.after(actions))
        except IllegalMove as error:
            raise Refusal("illegal", str(error)) from None

    def _check_turn(self, chair: Chair, decision: int, by: By) -> None:
        if self.phase in ("over", "dealt out"):
            raise Refusal("over", _("the deal is over: no move can be made"))
        if self.phase != "playing":
            raise Refusal("not-now", _("the deal has not begun"))
        if decision != self.decision:
            raise Refusal("stale", _("the table has changed in the meantime; look again"))
        turn = self.turn()
        if turn is None or turn.seat != chair.seat:
            raise Refusal("not-your-turn", _("it is not your turn"))
        if by == "machine" and not chair.mover:
            raise Refusal("forbidden", _("a person plays in this seat"))
        if by == "person" and chair.machine:
            raise Refusal("forbidden", _("a machine plays in this seat"))
        if by == "person" and chair.stand_in:
            raise Refusal("not-now", _("a machine is playing for you: take your seat back first"))

    # -- taking back ----------------------------------------------------------------------------

    def ask_undo(self, seat: int, now: float) -> list[Event]:
        """A person asks to take their last act back; among machines it is done at once."""
        self._attended(seat)
        may = undo_state(self, seat)
        if may == "asked":
            raise Refusal("repeated", _("you have asked already"))
        if may != "may ask":
            raise Refusal("not-now", self._why_no_undo(seat))
        others = {chair.seat for chair in self.chairs if chair.attended} - {seat}
        asked = events.UndoAsked(now, seat)
        return [asked] if others else [asked, self._undone(seat, now)]

    def _why_no_undo(self, seat: int) -> str:
        if self.current is None or self.phase != "playing":
            return _("the deal is over: no move can be taken back")
        if self.undo_request is not None:
            return _("somebody else has asked to take a move back")
        if self.chairs[seat].undo_refused == self.decision:
            return _("that was refused: wait until somebody has moved")
        if self.current.last_act(seat) is None:
            return _("you have no move to take back")
        return _("this move cannot be taken back: cards are hidden or have been drawn since")

    def answer_undo(self, seat: int, yes: bool, now: float) -> list[Event]:
        """A person agrees or does not; who asked may change their mind by a no."""
        self._attended(seat)
        if self.undo_request is None:
            raise Refusal("not-now", _("nobody has asked to take a move back"))
        if not yes:
            return [events.UndoRefused(now, seat)]
        waiting = self.asked_to_agree
        if seat not in waiting:
            raise Refusal("repeated", _("you have agreed already"))
        agreed = events.UndoAgreed(now, seat)
        return [agreed] if waiting - {seat} else [agreed, self._undone(self.undo_request.seat, now)]

    def _agreed_without(self, seat: int, now: float) -> list[Event]:
        """The undo, where ``seat``, which is asked no more, was the last that had not agreed."""
        if self.undo_request is None or self.asked_to_agree != {seat}:
            return []
        return [self._undone(self.undo_request.seat, now)]

    def _undone(self, seat: int, now: float) -> Event:
        assert self.current is not None
        moves = self.current.back_to(seat)
        assert moves is not None
        running = self.running()
        clocks = [self.clocks.left(chair.seat, running, now) for chair in self.chairs]
        return events.Undone(now, moves, clocks)

    # -- phrases --------------------------------------------------------------------------------

    def say(self, seat: int, phrase: int, now: float) -> list[Event]:
        """Say a set phrase."""
        chair = self._attended(seat)
        if not 0 <= phrase < len(PHRASES):
            raise Refusal("malformed", _("there is no such phrase"))
        if now - chair.said_at < SECONDS_BETWEEN_PHRASES:
            raise Refusal("too-fast", _("one phrase at a time, please"))
        return [events.Said(now, seat, phrase)]

    # -- scenes and records ---------------------------------------------------------------------

    def scene(
        self,
        viewer: int,
        present: Set[int],
        now: float,
        advice: Advice | None = None,
        preparing: str = "",
    ) -> Scene:
        """The scene of ``viewer`` (a seat or ``SPECTATOR``), in the language in use."""
        self._check_viewer(viewer)
        return scene_of(self, viewer, present, now, advice, preparing)

    def record(self, viewer: int | None, deal: int | None = None) -> GameRecord:
        """The record of a deal (by default the last) as ``viewer`` saw it, or whole (None).

        The whole record, and the key of the shuffle, are given out only when the deal is over.
        """
        found = self._deal_number(deal)
        names = found.seats or self.written
        look = self.given_look(found.number)
        if viewer is not None:
            self._check_viewer(viewer)
        elif found.returns is None:
            raise Refusal("forbidden", _("the whole record is shown when the deal is over"))
        seal = self.shown_seal(found)
        record = GameRecord.from_state(found.state, names, seal, viewer, look)
        return replace(record, stood_in=found.stood_in)

    def record_for(self, viewer: int, deal: int | None = None) -> GameRecord:
        """The record of a deal (by default the last): whole once it is over, else as seen."""
        try:
            return self.record(None, deal)
        except Refusal as refusal:
            if refusal.code != "forbidden":
                raise
            return self.record(viewer, deal)

    def _deal_number(self, number: int | None) -> SealedDeal:
        if self.current is not None and number in (None, self.current.number):
            return self.current
        if number is not None and 1 <= number <= len(self.past):
            return self.past[number - 1].unpacked()
        raise Refusal("not-now", _("there is no such deal"))

    # -- checks ---------------------------------------------------------------------------------

    def _check_viewer(self, viewer: int) -> None:
        if viewer != SPECTATOR:
            self._chair(viewer)

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refusal("no-such-seat", _("there is no such seat at this table"))
        return self.chairs[seat]

    def _held(self, seat: int) -> Chair:
        chair = self._chair(seat)
        if chair.kind != "person":
            raise Refusal("forbidden", _("no person holds this seat"))
        return chair

    def _attended(self, seat: int) -> Chair:
        chair = self._held(seat)
        if chair.stand_in:
            raise Refusal("not-now", _("a machine is playing for you: take your seat back first"))
        return chair


def _check_form(actions: Sequence[int], act_id: str) -> None:
    """Raise :class:`Refusal` for a malformed act, whatever the game."""
    whole = all(type(action) is int for action in actions)
    if not whole or not 1 <= len(actions) <= MOST_ACTIONS or len(act_id) > LONGEST_ACT_ID:
        raise Refusal("malformed", _("an act is 1 to {n} moves").format(n=MOST_ACTIONS))
