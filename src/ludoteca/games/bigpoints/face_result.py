"""The end of a deal of Big Points: who won by how much, the points by kind, what decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.face import seen, side_label
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.scores import reason
from ludoteca.web.kit.seats import seat_name

from .notation import kind_name, race_words
from .rules import BLACK, KINDS, WHITE, points, white_worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.table.scene import Scene


_CAME = (
    N_("came first to the stair"),
    N_("came second to the stair"),
    N_("came third to the stair"),
    N_("came fourth to the stair"),
)
"""The arrival of a colour; the last is worth nothing, and decides nothing."""


def result(scene: Scene) -> Markup:
    """The winner with the points, those of each seat by kind of disc, and what decided."""
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
    told = f"{_outcome(scene)}."
    why = None
    if compared := _compared(scene):
        words = _reason(scene, s, *compared)[0]
        why = reason(Decided(f"{words[0].upper()}{words[1:]}."))
    colours = None
    if s.full[WHITE] > 0:
        text = _("{white}: × the other colours held")
        if s.full[BLACK] > 0:
            text = _("{white}: × the other colours held; {black} counts as one")
        text = text.format(white=kind_name(WHITE), black=kind_name(BLACK))
        colours = el("p", f"{text[0].upper()}{text[1:]}.", class_="bp-colours")
    return join([el("p", told, class_="verdict"), table, colours, why])


def decided(scene: Scene) -> Decided | None:
    """The points, and the kind of disc in which the winner was furthest ahead; None for a draw.

    A colour was decided when its pawn reached the stair.
    """
    compared = _compared(scene)
    if compared is None:
        return None
    why, part = _reason(scene, seen(scene), *compared)
    told = _("{result}: {reason}.").format(result=_outcome(scene), reason=why)
    return Decided(told, part)


def _compared(scene: Scene) -> tuple[int, int] | None:
    """The winner, and the viewer or the next best; None while it is played, and for a draw."""
    if scene.result is None:
        return None
    points_of = scene.result
    order = sorted(range(len(points_of)), key=lambda seat: -points_of[seat])
    if points_of[order[0]] == points_of[order[1]]:
        return None
    return order[0], scene.viewer if scene.viewer in order[1:] else order[1]


def _outcome(scene: Scene) -> str:
    """The points of the viewer beside those of the winner, or of the next, without a full stop."""
    assert scene.result is not None
    compared = _compared(scene)
    if compared is None:
        return _drawn(scene, scene.result)
    winner, other = compared
    if scene.viewer == winner:
        text = _("You win {ours} to {theirs}")
    elif scene.viewer == other:
        text = _("You lose {theirs} to {ours}")
    else:
        text = _("{name} wins {ours} to {theirs}")
    ours, theirs = (int(scene.result[seat]) for seat in compared)
    return text.format(name=seat_name(scene.seats[winner]), ours=ours, theirs=theirs)


def _drawn(scene: Scene, points_of: Sequence[float]) -> str:
    best = max(points_of)
    shared = [seat for seat, n in enumerate(points_of) if n == best]
    n = ngettext("{n} point", "{n} points", int(best)).format(n=int(best))
    if len(shared) == len(points_of):
        return _("A draw: {points} each").format(points=n)
    names = ", ".join(_("You") if i == scene.viewer else seat_name(scene.seats[i]) for i in shared)
    return _("The win is shared, with {points} each: {names}").format(points=n, names=names)


def _reason(scene: Scene, s: Any, winner: int, other: int) -> tuple[str, str]:
    """The kind in which the winner was furthest ahead, in words, and the part that decided it."""
    ours, theirs = ([_kind_points(s, seat, k) for k in range(KINDS)] for seat in (winner, other))
    kind = max(range(KINDS), key=lambda k: ours[k] - theirs[k])
    told: dict[str, object] = {
        "ours": ngettext("{n} point", "{n} points", ours[kind]).format(n=ours[kind]),
        "theirs": theirs[kind],
        "name": seat_name(scene.seats[winner]),
        "other": seat_name(scene.seats[other]),
    }
    part = ""
    if kind == WHITE:
        text = _("the white discs gave {name} {ours} and {other} {theirs}")
        if scene.viewer == winner:
            text = _("the white discs gave you {ours} and {other} {theirs}")
        elif scene.viewer == other:
            text = _("the white discs gave {name} {ours} and you {theirs}")
    else:
        place = int(s.place[kind])
        worth = int(s.colours) - place
        told |= {"kind": kind_name(kind), "came": _(_CAME[place - 1]), "worth": worth}
        part = race_words(worth)
        text = _("{kind} {came}, worth {worth} a disc, and gave {name} {ours} and {other} {theirs}")
        if scene.viewer == winner:
            text = _(
                "{kind} {came}, worth {worth} a disc, and gave you {ours} and {other} {theirs}"
            )
        elif scene.viewer == other:
            text = _("{kind} {came}, worth {worth} a disc, and gave {name} {ours} and you {theirs}")
    return text.format(**told), part


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
