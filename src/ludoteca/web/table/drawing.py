"""The scene of a viewer, from how the table stands."""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from ludoteca.core.ids import SPECTATOR
from ludoteca.core.view import SeatView
from ludoteca.web.table.scene import Scene, SeatScene, Undo
from ludoteca.web.table.undo import back_to, still_to_agree

if TYPE_CHECKING:
    from ludoteca.players.advice import Advice
    from ludoteca.web.table.seats import Chair
    from ludoteca.web.table.situation import Situation


def draw_scene(
    table: Situation,
    viewer: int,
    present: Set[int],
    now: float,
    advice: Advice | None,
    preparing: str,
) -> Scene:
    """What ``viewer`` (a seat or ``SPECTATOR``) is told, in the language in use."""
    deal = table.current
    view = table.view(viewer)
    over = deal is not None and deal.returns is not None
    hints = table.opening.hints and viewer != SPECTATOR
    commitment, nonces = _promised(table)
    seats = _seats(table, view, present, now)
    return Scene(
        table=table.id,
        game=table.game,
        options=table.options,
        viewer=viewer,
        seq=table.seq,
        decision=table.decision,
        phase=table.phase,
        seats=seats,
        view=view,
        revealed=deal.state.record.copy() if deal is not None and over else None,
        deal=0 if deal is None else deal.number,
        standing=table.standing_text,
        totals=tuple(float(points) for points in table.totals),
        result=None if deal is None else deal.returns,
        log=table.log.lines(deal, viewer, tuple(seat.title for seat in seats)),
        undo=what_undo(table, viewer),
        asked=None if table.wish is None else table.wish.seat,
        hints=hints,
        lesson=_lesson(table, view),
        advice=advice if hints and table.phase == "playing" else None,
        commitment=commitment,
        seal=deal.seal if deal is not None and over else None,
        nonces=nonces,
        preparing=preparing,
    )


def what_undo(table: Situation, viewer: int) -> Undo:
    """What the viewer may do about taking a move back."""
    if viewer == SPECTATOR or table.phase != "playing" or table.current is None:
        return "no"
    if table.wish is not None:
        if table.wish.seat == viewer:
            return "asked"
        return "to answer" if viewer in still_to_agree(table.wish, table.chairs) else "no"
    chair = table.chairs[viewer]
    if not chair.attended or chair.undo_refused == table.decision:
        return "no"
    return "no" if back_to(table.current, viewer) is None else "may ask"


def _promised(table: Situation) -> tuple[str, tuple[str, ...]]:
    """The commitment that counts now, to the coming shuffle or to the last, and its nonces."""
    if table.promise is not None:
        return table.promise.commitment, tuple(table.promise.nonces)
    if table.current is not None:
        return table.current.seal.commitment, table.current.seal.nonces
    return "", tuple("" for _chair in table.chairs)


def _seats(
    table: Situation, view: SeatView | None, present: Set[int], now: float
) -> tuple[SeatScene, ...]:
    acting = view.current_player if view is not None and table.phase == "playing" else None
    running = None if acting is None or table.chairs[acting].mover else acting
    return tuple(
        _seat(
            chair,
            present=chair.kind == "machine" or chair.seat in present,
            to_move=chair.seat == acting,
            clock=table.clocks.left(chair.seat, running, now) if not chair.machine else None,
        )
        for chair in table.chairs
    )


def _seat(chair: Chair, *, present: bool, to_move: bool, clock: float | None) -> SeatScene:
    return SeatScene(
        seat=chair.seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.mover,
        present=present,
        stood_in=bool(chair.stand_in),
        ready=chair.ready,
        to_move=to_move,
        clock=None if clock is None else round(clock, 1),
    )


def _lesson(table: Situation, view: SeatView | None) -> str:
    """What the game's guide says at this moment of the first deal, to those who play."""
    if not table.opening.lesson or view is None or view.seat == SPECTATOR:
        return ""
    if table.current is None or table.current.number != 1:
        return ""
    lesson = getattr(table.game.room("guide"), "lesson", None)
    return "" if lesson is None else str(lesson(view))
