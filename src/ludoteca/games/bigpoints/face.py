"""How Big Points looks: a winding row of discs, pawns on it, the stair, and the discs held.

A pawn is chosen by a native radio button, which the browser keeps while views come in; the style
sheet then shows the discs that it can take. Where only one pawn can take a disc, one press does.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, language, ngettext
from ludoteca.web.kit.html import el, join, kept
from ludoteca.web.kit.plain import verdict
from ludoteca.web.kit.seat import seat_name

from .face_moves import BACKWARDS, actions, ask
from .keys import KINDS
from .moves import pawn_of, points, white_worth
from .notation import kind_name
from .offers import Offer, offers, seen
from .record import (
    BACK,
    BLACK,
    CLOSED,
    LAYING,
    ON_STAIR,
    OVER,
    PASS,
    START,
    WHITE,
)

if TYPE_CHECKING:
    from ludoteca.web.table.scene import Scene

__all__ = ["actions", "ask", "before", "board", "picture", "result"]

_IN_A_LINE = 11  #: places of the row in a line, as ``face.css`` lays them


# -- the board ----------------------------------------------------------------------------------


def board(scene: Scene) -> Markup:
    """The pawns before the row, the row, the stair and the discs beside it."""
    if scene.view is None:
        return Markup()
    s = seen(scene)
    found = offers(scene, s)
    moved = _moved(scene)
    pawns = [_pawn(c, any(o.pawn == c for o in found), c == moved) for c in range(int(s.colours))]
    return Markup(
        f'<form class="bp lines{-(-int(s.length) // _IN_A_LINE)}" data-acts data-key="bp">'
        f"{_start(s, pawns)}{_track(s, pawns, found)}{_stair(s, pawns, found)}"
        f'<button type="reset" class="button quiet bp-reset">{_("All pawns")}</button></form>'
    )


def _moved(scene: Scene) -> int:
    """The pawn that moved last, -1 before the first move."""
    assert scene.view is not None
    moves = (t.token for t in reversed(scene.view.tokens) if t.actor >= 0 and t.token != PASS)
    last = next(moves, PASS)
    return int(pawn_of(last))


def _pawn(c: int, movable: bool, moved: bool) -> str:
    return _pawn_in(language(), c, movable, " moved" if moved else "")


@cache
def _pawn_in(_language: str, c: int, movable: bool, moved: str) -> str:
    name = Markup.escape(_("{pawn} pawn").format(pawn=kind_name(c)))
    at = f'data-key="pawn-{c}" data-glide="pawn-{c}"'
    if not movable:
        return f'<span class="pawn p{c}{moved}" role="img" aria-label="{name}" {at}></span>'
    return (
        f'<label class="pawn p{c} can{moved}" {at}><input type="radio" name="pawn" value="{c}" '
        f'class="bp-pick" id="bp-pick-{c}" autocomplete="off" aria-label="{name}"></label>'
    )


def _start(s: Any, pawns: list[str]) -> str:
    waiting = "".join(pawns[c] for c in range(int(s.colours)) if s.pawn[c] == START)
    return f'<div class="bp-start" data-key="start"><span>{_("Start")}</span>{waiting}</div>'


def _track(s: Any, pawns: list[str], legal: list[Offer]) -> str:
    """The row from the start to the stair; a place whose disc was taken stays, empty."""
    length = int(s.laid if s.phase == LAYING else s.length)
    kinds = _kinds(s)
    stands = {int(s.pawn[c]): c for c in range(int(s.colours)) if s.pawn[c] != ON_STAIR}
    extras = _extras(legal, stands)
    for cell, c in stands.items():
        extras[cell] = pawns[c] + extras.get(cell, "")
    shown = _cells(language())
    cells = [
        f'<li data-key="{i}" class="{shown[kinds.get(i, -1)]}{extras.get(i, "")}</li>'
        for i in range(length)
    ]
    return f'<ol class="bp-track" data-key="track" aria-label="{_("Row")}">{"".join(cells)}</ol>'


def _kinds(s: Any) -> dict[int, int]:
    """The kind of the disc at each place of the row that has one."""
    found = {}
    for kind in range(KINDS):
        left = int(s.track[kind])
        while left:
            disc = left & -left
            found[disc.bit_length() - 1] = kind
            left ^= disc
    return found


@cache
def _cells(_language: str) -> dict[int, str]:
    """What stands in a place of the row, by kind of disc; -1 for none."""
    cells = {
        kind: f'cell k{kind}"><i class="disc"></i>'
        f'<span class="hidden-words">{Markup.escape(kind_name(kind))}</span>'
        for kind in range(KINDS)
    }
    return cells | {-1: 'cell gone">'}


def _extras(legal: list[Offer], stands: dict[int, int]) -> dict[int, str]:
    """For each place: where pawns would land, and the buttons that take its disc.

    A press on a pawn chooses it, so its own place is no button until it is chosen.
    """
    landings: dict[int, set[int]] = {}
    presses: dict[int, list[Offer]] = {}
    for offer in legal:
        if offer.target >= 0:
            landings.setdefault(offer.target, set()).add(offer.pawn)
        if offer.pressed >= 0:
            presses.setdefault(offer.pressed, []).append(offer)
    extras = {
        cell: "".join(f'<i class="bp-land of{c}"></i>' for c in sorted(found))
        for cell, found in landings.items()
    }
    for cell, found in presses.items():
        extras[cell] = extras.get(cell, "") + _takes(found, cell not in stands)
    return extras


def _takes(legal: list[Offer], at_once: bool = True) -> str:
    """The buttons on one place; each shows when its pawn is chosen, a single one at once."""
    alone = " only" if at_once and len(legal) == 1 else ""
    buttons = "".join(
        f'<button type="button" class="bp-take of{o.pawn}{alone}" data-act="{o.action}" '
        f'data-key="take-{o.action}" aria-label="{_name(o)}">{_arrow(o.action)}</button>'
        for o in legal
    )
    return f'<span class="bp-takes" data-key="takes">{buttons}</span>'


def _name(offer: Offer) -> str:
    """What a button on the board does, for screen readers."""
    pawn = kind_name(offer.pawn)
    if offer.mounts:
        text = _("{pawn} pawn to the stair").format(pawn=pawn)
    elif offer.kind < 0:
        text = _("{pawn} pawn ahead; there is no disc to take").format(pawn=pawn)
    else:
        text = _("{pawn} pawn takes {disc}").format(pawn=pawn, disc=kind_name(offer.kind))
    return str(Markup.escape(text))


def _arrow(action: int) -> str:
    return BACKWARDS if action >= BACK else ""


def _stair(s: Any, pawns: list[str], legal: list[Offer]) -> str:
    colours = int(s.colours)
    on_step = {int(s.place[c]): pawns[c] for c in range(colours) if s.place[c] > 0}
    mounts = [o for o in legal if o.mounts]
    steps = []
    for place in range(1, colours + 1):
        worth = colours - place
        what = on_step.get(place, "")
        if mounts and place == int(s.arrived) + 1:
            what += _takes(mounts)
        label = _("worth {worth}").format(worth=worth)
        steps.append(
            f'<li class="step worth{worth}" data-key="{place}" aria-label="{label}">'
            f"{what}<b>{worth}</b></li>"
        )
    beside = "".join(
        f'<i class="disc k{c}" role="img" aria-label="{Markup.escape(kind_name(c))}"></i>'
        for c in range(colours)
        if s.place[c] == 0
    )
    return (
        f'<div class="bp-end" data-key="end"><ol class="bp-stair" aria-label="{_("Stair")}">'
        f'{"".join(steps)}</ol><p class="bp-beside"><span>{_("Beside the stair")}</span>'
        f"{beside}</p></div>"
    )


# -- what each player holds ---------------------------------------------------------------------


def before(scene: Scene, seat: int) -> Markup:
    """The discs that a seat holds and their points so far; their number where hands are closed."""
    if scene.view is None:
        return Markup()
    s = seen(scene)
    held = [int(n) for n in s.held[seat]]
    if s.hands == CLOSED and s.phase != OVER and seat != scene.viewer:
        n = sum(held)
        text = ngettext("{n} disc", "{n} discs", n).format(n=n)
        return Markup(f'<p class="bp-held" data-key="held"><span>{text}</span></p>')
    return _open_hand(tuple(held), int(points(s, seat)))


@kept(2048)
def _open_hand(held: tuple[int, ...], n: int) -> Markup:
    discs = "".join(_held(kind, number) for kind, number in enumerate(held) if number)
    so_far = ngettext("{n} point", "{n} points", n).format(n=n)
    return Markup(
        f'<p class="bp-held" data-key="held">{discs}<b class="bp-points">{so_far}</b></p>'
    )


def _held(kind: int, n: int) -> str:
    name = Markup.escape(kind_name(kind))
    return (
        f'<span class="k{kind}" data-key="{kind}"><i class="disc"></i>{n}'
        f'<span class="hidden-words"> {name}</span></span>'
    )


# -- the end ------------------------------------------------------------------------------------


def result(scene: Scene) -> Markup:
    """Who won, and the points of each seat by kind of disc."""
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


def _disc(kind: int) -> Markup:
    return el("i", class_=f"disc k{kind}", role="img", aria_label=kind_name(kind))


def _worth(s: Any, kind: int) -> Markup:
    if kind == WHITE:
        return Markup("<small>&nbsp;</small>")
    return el("small", f"× {0 if kind == BLACK else int(s.colours) - int(s.place[kind])}")


def _row(scene: Scene, s: Any, seat: int, kinds: list[int]) -> Markup:
    held = Counter({kind: int(s.held[seat, kind]) for kind in kinds})
    cells = [el("td", held[kind]) for kind in kinds]
    if WHITE in kinds:
        white = f"{held[WHITE]} × {int(white_worth(s, seat))}" if held[WHITE] else "0"
        cells[kinds.index(WHITE)] = el("td", white)
    name = el("th", seat_name(scene.seats[seat]), scope="row")
    return el("tr", name, cells, el("td", el("b", int(points(s, seat)))))


@cache
def picture() -> Markup:
    """Discs in a row, two pawns on them, and the stair."""
    discs = "".join(
        f'<circle cx="{12 + 17 * i}" cy="62" r="7.500" fill="{colour}" stroke="#0d1f18"/>'
        for i, colour in enumerate(("#d8433f", "#f3c22b", "#2f74d0", "#8d52c4"))
    )
    steps = "".join(
        f'<rect x="{72 + 9 * i}" y="{22 + 10 * i}" width="9" height="{48 - 10 * i}" '
        f'fill="{shade}"/>'
        for i, shade in enumerate(("#e7d6ac", "#d9c592", "#cbb47b", "#bba266", "#a88f54"))
    )
    pawns = "".join(
        f'<g transform="translate({x} {y})" fill="{colour}" stroke="#15181c">'
        '<path d="M-7 16c0-3 4-6 4.500-14h5c.5 8 4.500 11 4.500 14z"/><circle r="5.500"/></g>'
        for x, y, colour in ((29, 40, "#2f9e57"), (76.5, 6, "#d8433f"), (63, 40, "#8d52c4"))
    )
    return Markup(
        '<svg class="game-picture" viewBox="0 0 120 80" aria-hidden="true" focusable="false">'
        '<rect width="120" height="80" rx="8" fill="#1d5c45"/>'
        '<rect x="4" y="53" width="68" height="18" rx="9" fill="#e7d6ac"/>'
        f"{steps}{discs}{pawns}</svg>"
    )
