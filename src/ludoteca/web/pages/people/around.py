"""The table drawn from above: who sits where, who is there now, and which chairs are empty."""

from __future__ import annotations

from typing import Any

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.player_names import rank_words
from ludoteca.table.scene import SeatScene
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.seats import open_words, places, portrait
from ludoteca.web.table import TableActor

_WHERE = {
    "left": N_("on your left"),
    "right": N_("on your right"),
    "top": N_("opposite you"),
    "top-left": N_("opposite you, on the left"),
    "top-right": N_("opposite you, on the right"),
}


def around(actor: TableActor, viewer: int, *, invited: bool = False) -> dict[str, Any]:
    """The context of ``around.html`` as seen from the seat ``viewer``.

    ``invited`` marks that seat as the one that is offered.
    """
    game = actor.table.game
    scene = actor.scene(SPECTATOR)
    teams = game.teams(actor.table.options)
    where = _places(actor, viewer)
    seats = []
    for seat in scene.seats:
        side = next(n for n, team in enumerate(teams) if seat.seat in team)
        is_machine = seat.kind == "machine"
        own = seat.seat == viewer
        # Whoever looks at a page that is drawn before it is connected is here.
        here = seat.kind == "person" and (seat.present or (own and not invited))
        title = seat.title
        if own and seat.kind == "open" and invited:
            title = _("Your seat")
        seats.append(
            {
                "place": where[seat.seat],
                "side": side,
                "kind": seat.kind,
                "title": title,
                "badge": portrait(title) if is_machine else _initial(seat),
                "note": _note(actor, seat, own=own, here=here),
                "partner": not own and viewer in teams[side],
                "here": here,
                "marked": own and invited,
                "you": own and not invited,
            }
        )
    return {
        "seats": seats,
        "picture": face_of(game).picture(),
        "told": open_words(scene.seats),
        "complete": all(seat.kind != "open" for seat in scene.seats),
    }


def seat_words(actor: TableActor, seat: int, viewer: int) -> str:
    """A seat as somebody at the table would point at it: "Your partner, opposite you"."""
    if viewer == SPECTATOR:
        return _("Seat {n}").format(n=seat + 1)
    words = _WHERE.get(_places(actor, viewer)[seat], "")
    if not words:
        return _("Seat {n}").format(n=seat + 1)
    team = next(team for team in actor.table.game.teams(actor.table.options) if seat in team)
    if viewer in team:
        return _("Your partner, {where}").format(where=_(words))
    return _("The seat {where}").format(where=_(words))


def _places(actor: TableActor, viewer: int) -> dict[int, str]:
    turn = face_of(actor.table.game).counter_clockwise
    return places(len(actor.table.chairs), viewer, counter_clockwise=turn)


def _initial(seat: SeatScene) -> str:
    return "?" if seat.kind == "open" else seat.title[:1].upper()


def _note(actor: TableActor, seat: SeatScene, *, own: bool, here: bool) -> str:
    """The state of a seat in a few words."""
    if seat.kind == "machine":
        return rank_words(actor.table.game.info, seat.level)
    if seat.kind == "open":
        if own:
            return ""
        opened = seat.seat in actor.looked_at
        return _("has opened the link") if opened else _("invitation not opened yet")
    if not here:
        return _("away: a machine plays") if seat.stood_in else _("not here now")
    return _("here, ready") if seat.ready else _("here now")
