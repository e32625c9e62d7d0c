"""The end of a deal of Big Points: the winner, the points by kind, and the kind that decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.core.rooms import Decided
from ludoteca.table.scene import verdict
from ludoteca.web.kit.face import seen, side_label
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.seats import seat_name

from .notation import kind_name
from .rules import BLACK, KINDS, WHITE, points, white_worth

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene


def result(scene: Scene) -> Markup:
    """The winner, and the points of each seat by kind of disc."""
    if scene.result is None:
        return Markup()
    s = seen(scene)
    kinds = [k for k in range(KINDS) if s.full[k] > 0]
    head = el(
        "tr",
        el("td"),
        [el("th", _disc(kind), _worth(s, kind), scope="col") for kind in kinds],
        el("th", _("Points"), scope="col"),
    )
    rows = [_row(scene, s, seat, kinds) for seat in range(int(s.players))]
    table = el("table", el("thead", head), el("tbody", rows), class_="points bp-result")
    return join([el("p", verdict(scene.result, scene.viewer), class_="verdict"), table])


def decided(scene: Scene) -> Decided | None:
    """The kind of disc in which the winner was furthest ahead of the next; None for a draw."""
    if scene.result is None:
        return None
    points_of = scene.result
    order = sorted(range(len(points_of)), key=lambda seat: -points_of[seat])
    if points_of[order[0]] == points_of[order[1]]:
        return None
    s, (winner, other) = seen(scene), order[:2]
    ours, theirs = ([_kind_points(s, seat, k) for k in range(KINDS)] for seat in (winner, other))
    kind = max(range(KINDS), key=lambda k: ours[k] - theirs[k])
    if scene.viewer == winner:
        text = _(
            "What made the difference: {kind}, {ours} points for you and {theirs} for {other}."
        )
    elif scene.viewer == other:
        text = _("What made the difference: {kind}, {ours} points for {name} and {theirs} for you.")
    else:
        text = _(
            "What made the difference: {kind}, {ours} points for {name} and {theirs} for {other}."
        )
    told = text.format(
        kind=kind_name(kind),
        ours=ours[kind],
        theirs=theirs[kind],
        name=seat_name(scene.seats[winner]),
        other=seat_name(scene.seats[other]),
    )
    return Decided(told)


def _kind_points(s: Any, seat: int, kind: int) -> int:
    """The points of a seat for its discs of one kind at the end."""
    held = int(s.held[seat, kind])
    if kind == WHITE:
        return held * int(white_worth(s, seat))
    place = 0 if kind == BLACK else int(s.place[kind])
    return held * (int(s.colours) - place) if place else 0


def _disc(kind: int) -> Markup:
    return el("i", class_=f"disc k{kind}", role="img", aria_label=kind_name(kind))


def _worth(s: Any, kind: int) -> Markup:
    if kind == WHITE:
        return Markup("<small>&nbsp;</small>")
    return el("small", f"× {0 if kind == BLACK else int(s.colours) - int(s.place[kind])}")


def _row(scene: Scene, s: Any, seat: int, kinds: list[int]) -> Markup:
    cells = [el("td", _kind_points(s, seat, kind)) for kind in kinds]
    name = el("th", side_label(scene, (seat,)), scope="row")
    return el("tr", name, cells, el("td", el("b", int(points(s, seat)))))
