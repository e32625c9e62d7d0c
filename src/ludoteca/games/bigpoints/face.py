"""The table of Big Points: a winding row of discs, pawns on it, the stair, and the discs held.

A pawn is chosen by a native radio button, which the browser keeps while views come in; the style
sheet then shows the discs that it can take. Where only one pawn can take a disc, one press does.
The action bar has the legal moves of each pawn, with the discs behind and ahead of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.rooms import Decided
from ludoteca.table.scene import verdict
from ludoteca.web.kit.face import reading
from ludoteca.web.kit.html import el, join, kept
from ludoteca.web.kit.pictures import picture_of
from ludoteca.web.kit.seats import seat_name

from .bits import index
from .notation import SYMBOLS, kind_name, move_words
from .rules import (
    AHEAD,
    BACK,
    BLACK,
    CLOSED,
    COLOURS,
    EXTRA_MOVE,
    KINDS,
    LAYING,
    NOTHING,
    ON_STAIR,
    OVER,
    PASS,
    STAIR,
    START,
    WHITE,
    pawn_of,
    points,
    side_of,
    taken_disc,
    taken_kind,
    target_of,
    white_worth,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene

_IN_A_LINE = 11  #: places of the row in a line, as ``face.css`` lays them
_KEYS = "1234567890"


# -- legal moves, as they are drawn -------------------------------------------------------------


@dataclass(frozen=True)
class Offer:
    """A legal move as it is drawn: which pawn, the cell it goes to, the cell that is taken.

    ``target`` and ``taken`` are cells of the row, -1 where there is none; ``kind`` is the kind of
    the disc that is taken.
    """

    action: int
    pawn: int
    target: int
    taken: int
    kind: int

    @property
    def mounts(self) -> bool:
        """True for a move to the stair."""
        return STAIR <= self.action < NOTHING

    @property
    def pressed(self) -> int:
        """The cell that is pressed for this move: what is taken, else where the pawn goes."""
        return self.taken if self.taken >= 0 else self.target


@lru_cache(maxsize=16)
def _reading(record: bytes, dtype: Any) -> Any:
    return reading(np.frombuffer(record, dtype))


def seen(scene: Scene) -> Any:
    """The position; the parts of one picture share the reading of its record."""
    record = scene.revealed if scene.revealed is not None else scene.view.record  # type: ignore[union-attr]
    return _reading(record.tobytes(), record.dtype)


def offers(scene: Scene, s: Any) -> list[Offer]:
    """The legal moves of the viewer."""
    view = scene.view
    if view is None or scene.phase != "playing":
        return []
    return [_offer(s, action) for action in view.legal]


def _offer(s: Any, action: int) -> Offer:
    return Offer(
        action,
        pawn=int(pawn_of(action)),
        target=_cell(int(target_of(s, action))),
        taken=_cell(int(taken_disc(s, action))),
        kind=int(taken_kind(s, action)),
    )


def _cell(disc: int) -> int:
    """The place of the one disc in a set of the row; -1 for the empty set."""
    return int(index(disc)) if disc else -1


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


@kept(4 * COLOURS)
def _pawn(c: int, movable: bool, is_last: bool) -> str:
    moved = " moved" if is_last else ""
    name = Markup.escape(_("{pawn} pawn").format(pawn=kind_name(c)))
    at = f'data-key="pawn-{c}" data-piece="pawn-{c}"'
    if not movable:
        return f'<span class="pawn p{c}{moved}" role="img" aria-label="{name}" {at}></span>'
    return (
        f'<label class="pawn p{c} can{moved}" {at}><input type="radio" name="pawn" value="{c}" '
        f'class="card-check bp-pick" id="bp-pick-{c}" autocomplete="off" '
        f'aria-label="{name}"></label>'
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
    shown = _cells()
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


@kept(1)
def _cells() -> dict[int, str]:
    """The contents of a place of the row, by kind of disc; -1 for none."""
    cells = {
        kind: f'cell k{kind}"><i class="disc k{kind}" data-piece="disc-{kind}"></i>'
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
        f'data-key="take-{o.action}" aria-label="{_name(o)}">{_arrow(o)}</button>'
        for o in legal
    )
    return f'<span class="bp-takes" data-key="takes">{buttons}</span>'


def _name(offer: Offer) -> str:
    """The label of a button on the board, for screen readers."""
    pawn = kind_name(offer.pawn)
    if offer.mounts:
        text = _("{pawn} pawn to the stair").format(pawn=pawn)
    elif offer.kind < 0:
        text = _("{pawn} pawn ahead; there is no disc to take").format(pawn=pawn)
    else:
        text = _("{pawn} pawn takes {disc}").format(pawn=pawn, disc=kind_name(offer.kind))
    return str(Markup.escape(text))


def _arrow(offer: Offer) -> str:
    """The sign of a move that goes backwards."""
    return "↩" if offer.action >= BACK else ""


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


# -- the action bar -----------------------------------------------------------------------------


def ask(scene: Scene) -> str:
    """The request to the viewer."""
    if seen(scene).phase == EXTRA_MOVE:
        return _(
            "Spend a black disc on an extra move, forward or back ↩: choose a pawn, or keep the "
            "disc."
        )
    return _("Choose a pawn, then the disc to take.")


def actions(scene: Scene) -> Markup:
    """The legal moves by pawn: buttons with what each takes, behind or ahead, and its key."""
    s = seen(scene)
    found = sorted(offers(scene, s), key=lambda o: o.action != PASS)
    groups: dict[int, list[str]] = {}
    for n, offer in enumerate(found):
        groups.setdefault(offer.pawn, []).append(_move(s, offer, n))
    drawn = "".join(
        f'<span class="bp-group of{pawn}" data-key="of-{pawn}"><i class="pawn p{pawn}"></i>'
        f"{''.join(buttons)}</span>"
        if pawn >= 0
        else "".join(buttons)
        for pawn, buttons in groups.items()
    )
    look = "bp-moves extra" if s.phase == EXTRA_MOVE else "bp-moves"
    return Markup(f'<div class="{look}" data-key="moves">{drawn}</div>')


def _move(s: Any, offer: Offer, n: int) -> str:
    key = _KEYS[n] if n < len(_KEYS) else ""
    shortcut = f' aria-keyshortcuts="{key}"' if key else ""
    hint = f'<kbd class="key" aria-hidden="true">{key}</kbd>' if key else ""
    whose = "" if offer.pawn >= 0 else " main"
    return (
        f'<button type="button" class="button act bp-move{whose}" data-act="{offer.action}" '
        f'title="{Markup.escape(move_words(s, offer.action))}" '
        f'data-key="act-{offer.action}"{shortcut}>{_words(s, offer)}{hint}</button>'
    )


def _words(s: Any, offer: Offer) -> str:
    """The disc of a move and on which side it lies; it in words for those who cannot see it."""
    long = Markup.escape(move_words(s, offer.action))
    if offer.action == PASS:
        return f"<span>{long}</span>"
    disc = f'<i class="disc k{offer.kind}"></i>' if offer.kind >= 0 else ""
    if offer.mounts or offer.kind < 0:
        told = f"{_arrow(offer)} {disc} {Markup.escape(_short_words(s, offer))}"
    elif side_of(offer.action) == AHEAD:
        told = f"{_arrow(offer)} {disc} ▸"
    else:
        told = f"◂ {disc} {_arrow(offer)}"
    return (
        f'<span class="bp-told" aria-hidden="true">{told}</span>'
        f'<span class="hidden-words">{long}</span>'
    )


def _pieces(offer: Offer) -> str:
    disc = f'<i class="disc k{offer.kind}"></i>' if offer.kind >= 0 else ""
    return f'<i class="pawn p{offer.pawn}"></i>{disc}'


def _short_words(s: Any, offer: Offer) -> str:
    if offer.mounts:
        return _("stair: {worth}").format(worth=int(s.colours - 1 - s.arrived))
    return _("no disc")


def move(view: SeatView, turn: Sequence[int], scene: Scene | None) -> Markup:
    """Pawn and disc of a move, with its words."""
    s, (action, *_rest) = reading(view.record), turn
    words = Markup.escape(move_words(s, action))
    return words if action == PASS else Markup(f"{_pieces(_offer(s, action))} {words}")


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


@kept(512)
def _open_hand(held: tuple[int, ...], n: int) -> Markup:
    discs = "".join(_held(kind, number) for kind, number in enumerate(held) if number)
    so_far = ngettext("{n} point", "{n} points", n).format(n=n)
    return Markup(
        f'<p class="bp-held" data-key="held">{discs}<b class="bp-points" data-key="points" '
        f'data-piece="points">{so_far}</b></p>'
    )


def _held(kind: int, n: int) -> str:
    name = Markup.escape(kind_name(kind))
    return (
        f'<span class="k{kind}" data-key="{kind}" data-piece="held-{kind}"><i class="disc"></i>{n}'
        f'<span class="hidden-words"> {name}</span></span>'
    )


# -- the end ------------------------------------------------------------------------------------


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
        text = _("The largest difference: {kind}, {ours} points for you and {theirs} for {other}.")
    elif scene.viewer == other:
        text = _("The largest difference: {kind}, {ours} points for {name} and {theirs} for you.")
    else:
        text = _(
            "The largest difference: {kind}, {ours} points for {name} and {theirs} for {other}."
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
    cells = []
    for kind in kinds:
        held = int(s.held[seat, kind])
        times = f" × {int(white_worth(s, seat))}" if kind == WHITE and held else ""
        cells.append(el("td", f"{held}{times}"))
    name = el("th", seat_name(scene.seats[seat]), scope="row")
    return el("tr", name, cells, el("td", el("b", int(points(s, seat)))))


@cache
def pick(text: str) -> tuple[Markup, ...]:
    """A disc of the kind that a question writes so; a move is its pawn with an arrow.

    A move back has a bar behind its arrow; ``pass`` is the black disc crossed out.
    """
    if text == "pass":
        text = "Bpass"
    kind, way = text[:1], text[1:]
    if not kind or kind not in SYMBOLS or way not in _WAYS:
        return ()
    ink = "#fbfaf2" if way == "pass" else "#0d1f18"
    arrow = f'<path d="{_WAYS[way]}" fill="none" stroke="{ink}" stroke-width="2.4"/>'
    return (
        Markup(
            '<svg class="face" viewBox="0 0 24 24" aria-hidden="true">'
            f'<circle cx="12" cy="12" r="10" fill="{_INKS[SYMBOLS.index(kind)]}" stroke="#0d1f18"/>'
            f"{arrow if way else ''}</svg>"
        ),
    )


_WAYS = {
    "": "",
    "+": "M6 12H18M13 7L18 12L13 17",
    "-": "M18 12H6M11 7L6 12L11 17",
    "^": "M12 18V6M7 11L12 6L17 11",
    "<+": "M6 6V18M8 12H19M14 7L19 12L14 17",
    "<-": "M18 6V18M16 12H5M10 7L5 12L10 17",
    "pass": "M7 7L17 17M17 7L7 17",
}
"""Arrows of moves: the disc ahead is taken, the one behind, or the one at the stair."""


_INKS = ("#d8433f", "#2f9e57", "#2f74d0", "#f3c22b", "#8d52c4", "#fbfaf2", "#2b2f36")
"""Of the discs of each kind, as in ``face.css``."""


def picture() -> Markup:
    """Discs in a row, pawns on them, and the stair."""
    discs = "".join(
        f'<circle cx="{18 + 22 * i}" cy="44" r="9.500" fill="{colour}" stroke="#0d1f18"/>'
        for i, colour in enumerate(("#d8433f", "#f3c22b", "#2f74d0", "#8d52c4", "#2f9e57") * 2)
        if i < 7
    )
    steps = "".join(
        f'<rect x="{170 + 13 * i}" y="{25 + 9 * i}" width="13" height="{80 - 9 * i}" '
        f'fill="{shade}"/>'
        for i, shade in enumerate(("#e7d6ac", "#d9c592", "#cbb47b", "#bba266", "#a88f54"))
    )
    pawns = "".join(
        f'<g transform="translate({x} {y}) scale(1.15)" fill="{colour}" stroke="#15181c">'
        '<path d="M-7 16c0-3 4-6 4.500-14h5c.5 8 4.500 11 4.500 14z"/><circle r="5.500"/></g>'
        for x, y, colour in (
            (40, 19, "#2f9e57"),
            (84, 19, "#8d52c4"),
            (128, 19, "#f3c22b"),
            (176.5, 7, "#d8433f"),
            (189.5, 16, "#2f74d0"),
        )
    )
    row = '<rect x="4" y="32" width="160" height="24" rx="12" fill="#e7d6ac"/>'
    return picture_of(Markup(f"{row}{steps}{discs}{pawns}"))
