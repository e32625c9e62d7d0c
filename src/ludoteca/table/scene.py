"""Scenes: all that one viewer of a table is told, the one source of its HTML and its JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from ludoteca.core import rooms
from ludoteca.core.i18n import N_, _, in_plain_words
from ludoteca.core.ids import SPECTATOR, TERMINAL
from ludoteca.core.match import parse_standing
from ludoteca.core.player_names import seat_names
from ludoteca.core.rooms import LessonStep
from ludoteca.core.shuffles.look import Look, looking
from ludoteca.core.view import Memory
from ludoteca.table.chairs import Chair, Kind, guest_title
from ludoteca.table.events import A_DAY
from ludoteca.table.state import Phase, TableState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludoteca.core.game import Game
    from ludoteca.core.numbers import Odd
    from ludoteca.core.options import Options
    from ludoteca.core.rooms import TaughtHand
    from ludoteca.core.shuffles.sealed_shoe import Seal
    from ludoteca.core.state import State
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice.advise import Advice
    from ludoteca.players.advice.verdicts import Verdict
    from ludoteca.table.deal import LogLine, TableDeal

Undo = Literal["no", "may ask", "asked", "to answer"]


@dataclass(frozen=True)
class SeatScene:
    """A seat as everybody may see it.

    Attributes
    ----------
    name : what a person calls themselves, or the first name of the machine that holds the seat;
        "" at an open seat
    guest : the number by which a person without a name is called
    level : the machine's spec, or of the machine that sits in
    present : a person is connected (always true for machines)
    stood_in : a machine sits in for the person
    ready : the person is ready for the first deal, or has asked for the next, or to play again
    clock : seconds left to think, None where there is no clock; in a game of days what is left of
        the day of whoever is to move
    ticking : the clock runs
    """

    seat: int
    kind: Kind
    name: str = ""
    guest: int = 0
    level: str = ""
    present: bool = True
    stood_in: bool = False
    ready: bool = False
    to_move: bool = False
    clock: float | None = None
    ticking: bool = False

    @property
    def title(self) -> str:
        """The title of the seat: a name, "Guest 2" without one, or "open seat"."""
        return seat_title(self)


def seat_title(seat: SeatScene | Chair) -> str:
    """The title of a seat: a name, "Guest 2" without one, or "open seat"."""
    if seat.kind == "open":
        return _("open seat")
    return seat.name or guest_title(seat.guest)


@dataclass(frozen=True)
class Draft:
    """Moves of the seat to act that are not made yet; nobody else is told of them.

    Attributes
    ----------
    actions : the moves, in order; all of them are legal
    picked : numbers of what is picked for the next move; what they mean is up to the game's face
    view : the seat's view after ``actions``
    """

    actions: tuple[int, ...]
    picked: tuple[int, ...]
    view: SeatView

    def to_json(self) -> dict[str, Any]:
        """The draft as plain data."""
        return {
            "actions": list(self.actions),
            "picked": list(self.picked),
            "view": self.view.to_json(),
        }


@dataclass(frozen=True)
class Scene:
    """A table as one viewer sees it.

    Attributes
    ----------
    table : the id of the table
    viewer : a seat, or ``SPECTATOR``
    seq : number of the last event; every change has a larger one
    decision : number of the last event that changed the position; acts carry it
    view : what the viewer sees of the deal, None before the first
    revealed : the whole record (one element) once the deal is over, else None
    deal : deals begun so far, 1 for the first
    standing : the standing of the match after the last finished deal, as text
    totals : points of the finished deals by seat; empty in a replay, as no record has them
    result : points of this deal by seat once it is over
    deals : the same of each finished deal of the match, in order; empty in a replay
    log : the lines of this deal, oldest first; of very many the last ones
    undo : what the viewer may do about taking a move back
    asked : the seat that asked to take back, None if none
    hints : whether the host allows odds and advice
    lesson : the steps of the guided deal for this moment; none where it has nothing to say
    taught : the name of the taught hand that is played, "" for none
    advice : odds and advice for the viewer's present decision, when they are known
    chosen : the odds of what the viewer has chosen and not done yet, when they are known
    draft : the moves that the viewer tries and has not made yet, None for none
    coached : what decisions of the viewer in this deal cost, as far as it is known
    judging : decisions of the viewer whose cost is being worked out
    commitment : the commitment to the shuffle of this deal or, once it is made, of the next
    nonces : what each seat added to that shuffle, by seat; "" where it added nothing
    seal : the opened seal of this deal, once the deal is over
    day : the date whose shuffle is dealt, with the game where it is not the patience; "" for none
    listed : whether the lobby lists the table, so that anybody may sit down
    given : how many moves of this deal (before the first, of the coming one) were supplied by
        whoever opened the table, cards included, and not dealt
    preparing : words that say what is being waited for
    rematch : the table at which the match is played again, "" for none
    players : the titles of those who have played this deal, by seat; of all where somebody has left
    scorers : the same of the match; () in a replay, as no record has them
    clock_setting : seconds at the start of a deal and seconds added a turn; () without clocks
    sit_in : seconds after which a machine plays for a person who is away at their turn
    ran_out : whoever is to move ran out of time, and a machine waits a few seconds for them
    awaited : the titles of those who played the last game and have not come to this one yet
    watching : how many watch without a seat
    """

    table: str
    game: Game
    options: Options
    viewer: int
    seq: int
    decision: int
    phase: Phase
    seats: tuple[SeatScene, ...]
    view: SeatView | None = None
    revealed: NDArray[np.void] | None = None
    deal: int = 0
    standing: str = ""
    totals: tuple[float, ...] = ()
    result: tuple[float, ...] | None = None
    deals: tuple[tuple[float, ...], ...] = ()
    log: tuple[LogLine, ...] = ()
    undo: Undo = "no"
    asked: int | None = None
    hints: bool = False
    lesson: tuple[LessonStep, ...] = ()
    taught: str = ""
    advice: Advice | None = None
    chosen: tuple[Odd, ...] = ()
    draft: Draft | None = None
    coached: tuple[Verdict, ...] = ()
    judging: int = 0
    commitment: str = ""
    seal: Seal | None = None
    day: str = ""
    nonces: tuple[str, ...] = ()
    given: int = 0
    listed: bool = False
    preparing: str = ""
    rematch: str = ""
    awaited: tuple[str, ...] = ()
    watching: int = 0
    players: tuple[str, ...] = ()
    scorers: tuple[str, ...] = ()
    clock_setting: tuple[float, ...] = ()
    sit_in: float = 60.0
    ran_out: bool = False

    @contextmanager
    def called(self, names: Sequence[str]) -> Iterator[Scene]:
        """The scene with its seats called by ``names``, in words of the game too; () changes none.

        A name belongs to the seat that it had when something was done there.
        """
        scene = self
        if any(names):
            seats = zip(self.seats, names, strict=True)
            named = tuple(replace(seat, name=name) for seat, name in seats)
            scene = replace(self, seats=named)
        with seat_names([seat.title for seat in scene.seats]):
            yield scene

    @property
    def look(self) -> Look:
        """The look of the cards to the viewer; to a spectator as the first person sees them."""
        if self.view is not None and self.view.look is not None:
            return self.view.look
        mark = self.commitment if self.seal is None else self.seal.commitment
        return look_of(mark or f"{self.table} {self.deal}", self.seats, self.viewer)

    @property
    def unready(self) -> tuple[SeatScene, ...]:
        """The people for whom the first deal waits; none where one plays alone."""
        people = [seat for seat in self.seats if seat.kind != "machine"]
        if self.phase not in ("waiting", "preparing") or len(people) < 2:
            return ()
        return tuple(seat for seat in people if seat.kind == "person" and not seat.ready)

    def to_json(self) -> dict[str, Any]:
        """The scene as plain data, one schema for every game: what programs get."""
        return {
            "table": self.table,
            "game": self.game.name,
            "viewer": self.viewer,
            "seq": self.seq,
            "decision": self.decision,
            "phase": self.phase,
            "seats": [vars(seat) for seat in self.seats],
            "view": None if self.view is None else self.view.to_json(),
            "revealed": self._revealed_json(),
            "options": self.options,
            "deal": self.deal,
            "standing": self.standing,
            "totals": list(self.totals),
            "result": None if self.result is None else list(self.result),
            "log": [vars(line) for line in self.log],
            "undo": self.undo,
            "asked": self.asked,
            "hints": self.hints,
            "lesson": " ".join(step.text for step in self.lesson),
            "advice": None if self.advice is None else self.advice.to_json(),
            "chosen": [odd.to_json() for odd in self.chosen],
            "draft": None if self.draft is None else self.draft.to_json(),
            "coached": [coached.to_json() for coached in self.coached],
            "judging": self.judging,
            "commitment": self.commitment,
            "seal": None if self.seal is None else self.seal.to_json(),
            "day": self.day,
            "nonces": list(self.nonces),
            "given": self.given,
            "preparing": self.preparing,
            "rematch": self.rematch,
            "awaited": list(self.awaited),
            "watching": self.watching,
        }

    def _revealed_json(self) -> dict[str, Any] | None:
        if self.revealed is None:
            return None
        return {f.name: self.revealed[f.name][0].tolist() for f in self.game.state_layout}


def _lines_of_choices(log: Sequence[LogLine], deal: TableDeal) -> tuple[LogLine, ...]:
    """The lines of a finished deal, each with the first move that its seat chose among several.

    It is -1 where there is none. During a deal this would tell how many moves somebody has.
    """
    told: list[LogLine] = []
    end = len(deal.moves)
    for line in reversed(log):
        if line.at >= 0:
            own = (n for n in deal.choices() if line.at <= n < end)
            chosen = next((n for n in own if deal.moves[n].actor == line.actor), -1)
            end, line = line.at, replace(line, at=chosen)
        told.append(line)
    return tuple(reversed(told))


def scene_of(
    table: TableState,
    viewer: int,
    present: Set[int],
    now: float,
    advice: Advice | None,
    preparing: str,
    *,
    log_too: bool = True,
) -> Scene:
    """The scene of ``viewer`` (a seat or ``SPECTATOR``), in the language in use.

    The log takes most of the time; without ``log_too`` it is empty.
    """
    deal = table.current
    log: tuple[LogLine, ...] = ()
    # Before the view: a log that is written anew finds the position, too.
    look = None if deal is None else table.look(viewer)
    with looking(look), in_plain_words(_is_guided(table, viewer)):
        if log_too:
            log = table.log.lines(deal, viewer, tuple(map(seat_title, table.chairs)))
    view = table.view(viewer)
    over = deal is not None and deal.returns is not None
    if deal is not None and over:
        log = _lines_of_choices(log, deal)
    hints = table.opening.hints and viewer != SPECTATOR
    commitment, nonces = _commitment(table)
    return Scene(
        table=table.id,
        game=table.game,
        options=table.options,
        viewer=viewer,
        seq=table.seq,
        decision=table.decision,
        phase=table.phase,
        seats=_seats(table, view, present, now),
        view=view,
        revealed=deal.state.record.copy() if deal is not None and over else None,
        deal=0 if deal is None else deal.number,
        standing=table.standing_text,
        totals=tuple(float(points) for points in table.totals),
        result=None if deal is None else deal.returns,
        deals=tuple(
            d.returns for d in (*table.past, deal) if d is not None and d.returns is not None
        ),
        log=log,
        undo=undo_state(table, viewer),
        asked=None if table.undo_request is None else table.undo_request.seat,
        hints=hints,
        lesson=_lesson(table, view, viewer),
        taught=table.opening.taught,
        advice=advice if hints and table.phase == "playing" else None,
        commitment=commitment,
        seal=deal.seal if deal is not None and over and not table.opening.day else None,
        day=table.opening.day,
        nonces=nonces,
        given=table.given_in(1) if deal is None else deal.seal.given,
        listed=table.opening.listed,
        preparing=preparing,
        ran_out=table.ran_out_at is not None,
        rematch=table.rematch,
        players=tuple(", ".join(map(seat_title, row)) for row in table.players),
        scorers=tuple(", ".join(map(seat_title, row)) for row in table.scorers),
        clock_setting=tuple(table.opening.clock or ()),
        sit_in=table.opening.sit_in,
    )


def look_of(mark: str, seats: Iterable[SeatScene | Chair], viewer: int) -> Look:
    """The look of the cards to ``viewer``; to a spectator it is that of the first person."""
    first = next((seat.seat for seat in seats if seat.kind == "person"), 0)
    return Look(mark, first).seen_by(viewer)


def with_draft(scene: Scene, draft: Draft | None) -> Scene:
    """The scene with what its viewer tries; the lesson speaks of the table after that."""
    if draft is None:
        return scene
    lesson = scene.game.hook(rooms.lesson)
    if not scene.lesson or lesson is None:
        return replace(scene, draft=draft)
    if draft.view.current_player == TERMINAL:  # the deal is not over before that is confirmed
        told = LessonStep(
            _("This ends the deal. Press the golden button, or take it back."), "actions"
        )
        return replace(scene, draft=draft, lesson=(told,))
    with seat_names([seat.title for seat in scene.seats]), looking(scene.look):
        return replace(scene, draft=draft, lesson=tuple(lesson(draft.view)))


def verdict(points: Sequence[float], viewer: int) -> str:
    """The result of a deal for the viewer, in a sentence."""
    if viewer < 0:
        return _("The deal is over.")
    if len(points) == 1:
        return _("You win!") if points[0] > 0 else _("Not this time.")
    best = max(points)
    if points[viewer] < best:
        return _("You lose.")
    return _("A draw.") if list(points).count(best) == len(points) else _("You win!")


def undo_state(table: TableState, viewer: int) -> Undo:
    """The part of the viewer in taking a move back."""
    if viewer == SPECTATOR or table.phase != "playing" or table.current is None:
        return "no"
    if table.undo_request is not None:
        if table.undo_request.seat == viewer:
            return "asked"
        return "to answer" if viewer in table.asked_to_agree else "no"
    chair = table.chairs[viewer]
    if not chair.attended or chair.undo_refused == table.decision:
        return "no"
    return "no" if table.current.back_to(viewer) is None else "may ask"


def _commitment(table: TableState) -> tuple[str, tuple[str, ...]]:
    """The commitment in force, to the coming shuffle or to the last, and its nonces."""
    if table.next_shuffle is not None:
        return table.next_shuffle.commitment, tuple(table.next_shuffle.nonces)
    if table.current is not None:
        return table.current.seal.commitment, table.current.seal.nonces
    return "", tuple("" for _chair in table.chairs)


def _seats(
    table: TableState, view: SeatView | None, present: Set[int], now: float
) -> tuple[SeatScene, ...]:
    acting = view.current_player if view is not None and table.phase == "playing" else None
    running = None if acting is None or table.chairs[acting].mover else acting
    return tuple(
        _seat(
            chair,
            present=chair.kind == "machine" or chair.seat in present,
            to_move=chair.seat == acting,
            clock=_left(table, chair, running, now),
            ticking=(table.clocks.kept or table.unhurried) and chair.seat == running,
        )
        for chair in table.chairs
    )


def _left(table: TableState, chair: Chair, running: int | None, now: float) -> float | None:
    """The seconds of the seat's clock, or of the day that whoever is to move has."""
    if table.unhurried and chair.seat == running:
        return max(0.0, table.turned_at + A_DAY - now)
    return None if chair.machine else table.clocks.left(chair.seat, running, now)


def _seat(
    chair: Chair, *, present: bool, to_move: bool, clock: float | None, ticking: bool
) -> SeatScene:
    return SeatScene(
        seat=chair.seat,
        kind=chair.kind,
        name=chair.name,
        guest=chair.guest,
        level=chair.mover,
        present=present,
        stood_in=bool(chair.stand_in),
        ready=chair.ready,
        to_move=to_move,
        clock=None if clock is None else round(clock, 1),
        ticking=ticking,
    )


LESSON_BEGINS = N_("Starting in a moment. You will be told here what to do.")
"""The step before anything is dealt: without words that a game's glossary may explain."""


def _is_guided(table: TableState, viewer: int) -> bool:
    """True for those who play in the first deal of a lesson."""
    first = table.current is not None and table.current.number == 1
    return table.opening.lesson and viewer != SPECTATOR and first


def _lesson(table: TableState, view: SeatView | None, viewer: int) -> tuple[LessonStep, ...]:
    """The steps of the game's guide for this moment of the first deal, for those who play."""
    if not table.opening.lesson or viewer == SPECTATOR:
        return ()
    if view is None:  # from now on the steps have their place on the page
        return (LessonStep(_(LESSON_BEGINS)),)
    if table.current is None or not _is_guided(table, viewer):
        return ()
    lesson = table.game.hook(rooms.lesson)
    if lesson is None:
        return ()
    # A guide may look back on what its reader did, once they have done something.
    is_begun = len(view.tokens) > table.current.seal.given
    seen = table.view(viewer, Memory.DEAL if is_begun else Memory.NOTHING)
    assert seen is not None
    with seat_names([seat_title(chair) for chair in table.chairs]), looking(view.look):
        steps = tuple(lesson(seen))
    taught = taught_hand(table.game, table.opening.taught)
    if taught is None or not taught.question:
        return steps
    if view.current_player == TERMINAL:
        return *steps[:-1], _closing(table.game, taught)
    if is_begun:
        return steps
    return LessonStep(_(taught.question), "own"), steps[-1]


def _closing(game: Game, taught: TaughtHand) -> LessonStep:
    """The last step of a taught hand: what comes after it."""
    coming = hand_after(game, taught.name)
    if coming is None:
        text = _("That was the last of these hands. Press Play a whole game: you know enough.")
        return LessonStep(text, "actions")
    button = _("Next: {hand}").format(hand=_(coming.title))
    return LessonStep(_("Press “{button}” for another hand.").format(button=button), "actions")


def hands_to_learn(game: Game) -> list[TaughtHand]:
    """The taught hands that ask a question: all but the guided first deal."""
    return [hand for hand in game.hook(rooms.TAUGHT) or () if hand.question]


def hand_after(game: Game, name: str) -> TaughtHand | None:
    """The hand to learn after the one of this name, None after the last."""
    pairs = pairwise(hands_to_learn(game))
    return next((after for hand, after in pairs if hand.name == name), None)


def taught_state(game: Game, hand: TaughtHand) -> State:
    """The position from which a taught hand is played."""
    standing = parse_standing(game, hand.standing) if hand.standing else None
    return game.new_state(hand.options, standing).play(hand.moves)


def taught_hand(game: Game, name: str) -> TaughtHand | None:
    """The taught hand of this name, if the game has it."""
    return next((hand for hand in game.hook(rooms.TAUGHT) or () if hand.name == name), None)
