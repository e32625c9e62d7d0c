"""A scene: all that one viewer of a table is told, the one source of its HTML and its JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ludoteca.core.i18n import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludoteca.core.game import Game
    from ludoteca.core.numbers import Odd
    from ludoteca.core.options import Options
    from ludoteca.core.sealed import Seal
    from ludoteca.core.view import SeatView
    from ludoteca.players.advice import Advice
    from ludoteca.players.coaching import Coached

Phase = Literal["waiting", "preparing", "playing", "dealt out", "over"]
"""Waiting for people; machines are being made ready; a deal; between deals; the match is over."""

Kind = Literal["open", "person", "machine"]

Undo = Literal["no", "may ask", "asked", "to answer"]


@dataclass(frozen=True)
class SeatScene:
    """Who sits at a seat, as everybody may know.

    Attributes
    ----------
    name : what a person calls themselves; "" at an open seat and for machines
    level : the machine's spec, or of the machine that sits in
    present : a person is connected (always true for machines)
    stood_in : a machine sits in for the person
    ready : the person has asked for the next deal
    clock : seconds left to think, None where there is no clock
    """

    seat: int
    kind: Kind
    name: str = ""
    level: str = ""
    present: bool = True
    stood_in: bool = False
    ready: bool = False
    to_move: bool = False
    clock: float | None = None

    @property
    def title(self) -> str:
        """What the seat is called: a person's name, or that it is a machine, or open."""
        if self.kind == "open":
            return _("open seat")
        if self.kind == "machine":
            return _("Machine {n}").format(n=self.seat + 1)
        return self.name or _("Guest {n}").format(n=self.seat + 1)


@dataclass(frozen=True)
class Line:
    """A line of the table's log; ``number`` grows from line to line of a table.

    It counts what happened, also what this viewer did not see: numbers may be left out. ``actor``
    is a seat, ``CHANCE``, or None for the table itself; ``text`` is in the viewer's language and
    says only what this viewer saw.
    """

    number: int
    actor: int | None
    text: str


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
    totals : points of the finished deals by seat
    result : points of this deal by seat once it is over
    log : the lines of this deal, oldest first; of very many the last 500
    undo : what the viewer may do about taking a move back
    asked : the seat that asked to take back, None if none
    hints : whether the host allows odds and advice
    lesson : the sentence of the guided deal for this moment, "" where there is none
    advice : odds and advice for the viewer's present decision, when they are known
    chosen : the odds of what the viewer has chosen and not done yet, when they are known
    coached : what decisions of the viewer in this deal cost, as far as it is known
    commitment : the promise about the shuffle of this deal or, once it is made, of the next
    nonces : what each seat added to that shuffle, by seat; "" where it added nothing
    seal : what opens the promise of this deal, once the deal is over
    preparing : words that say what is being waited for
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
    log: tuple[Line, ...] = ()
    undo: Undo = "no"
    asked: int | None = None
    hints: bool = False
    lesson: str = ""
    advice: Advice | None = None
    chosen: tuple[Odd, ...] = ()
    coached: tuple[Coached, ...] = ()
    commitment: str = ""
    seal: Seal | None = None
    nonces: tuple[str, ...] = ()
    preparing: str = ""

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
            "lesson": self.lesson,
            "advice": None if self.advice is None else self.advice.to_json(),
            "chosen": [odd.to_json() for odd in self.chosen],
            "coached": [coached.to_json() for coached in self.coached],
            "commitment": self.commitment,
            "seal": None if self.seal is None else self.seal.to_json(),
            "nonces": list(self.nonces),
            "preparing": self.preparing,
        }

    def _revealed_json(self) -> dict[str, Any] | None:
        if self.revealed is None:
            return None
        return {f.name: self.revealed[f.name][0].tolist() for f in self.game.state_layout}
