"""The table of Big Points: a winding row of discs, pawns on it, the stair, and the discs held.

A pawn is chosen by a native radio button, which the browser keeps while views come in; the style
sheet then shows the discs that it can take. Before that each disc that can be taken has a ring:
where only one move takes it, one press does; else it is chosen, and its moves show beneath it.
The action bar has the legal moves of each pawn, with the discs behind and ahead of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.face import reading
from ludoteca.web.kit.html import kept

from .bits import index
from .face_pictures import pick as pick
from .face_pictures import pick_words as pick_words
from .face_pictures import picture as picture
from .face_result import decided as decided
from .face_result import result as result
from .notation import kind_name, move_words
from .rules import (
    AHEAD,
    BACK,
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
    pawn_of,
    points,
    side_of,
    taken_disc,
    taken_kind,
    target_of,
)
from .typed import texts_of

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
    """The buttons on one place, which show when their pawn or the place is chosen.

    A single one shows at once, where a finger does not easily miss it.
    """
    alone = " only" if at_once and len(legal) == 1 else ""
    buttons = "".join(
        f'<button type="button" class="bp-take of{o.pawn}{alone}" data-act="{o.action}" '
        f'data-key="take-{o.action}" aria-label="{_name(o)}">{_arrow(o)}'
        f'<i class="pawn p{o.pawn}"></i></button>'
        for o in legal
    )
    choice = _choice(legal[0], alone) if at_once else ""
    return f'<span class="bp-takes" data-key="takes">{choice}{buttons}</span>'


def _choice(offer: Offer, alone: str) -> str:
    """The ring that chooses a place, whose moves then show beneath it."""
    words = _("Stair: choose the move")
    if not offer.mounts:
        disc = kind_name(offer.kind) if offer.kind >= 0 else _("no disc")
        words = _("{disc}: choose the move").format(disc=disc)
    return (
        f'<label class="bp-ring{alone}" data-key="ring"><input type="radio" name="pawn" '
        f'value="at-{offer.pressed}" class="card-check bp-place" autocomplete="off" '
        f'aria-label="{Markup.escape(words)}"></label>'
    )


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
        return _("An extra move, forward or back ↩, for a black disc?")
    return _("Choose a pawn and its disc: ◂ behind it, ahead ▸.")


def actions(scene: Scene) -> Markup:
    """The legal moves by pawn: buttons with what each takes, behind or ahead, and its key."""
    s = seen(scene)
    found = sorted(offers(scene, s), key=lambda o: o.action != PASS)
    groups: dict[int, list[str]] = {}
    for n, offer in enumerate(found):
        groups.setdefault(offer.pawn, []).append(_move(s, offer, n))
    drawn = "".join(
        f'<span class="bp-group of{pawn}" data-key="of-{pawn}">'
        f'<label class="pawn p{pawn}" for="bp-pick-{pawn}"></label>'
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


def study_of(s: Any) -> tuple[str, dict[str, str]] | None:
    """The question for the best move in this position."""
    texts = texts_of(s)
    return None if texts is None else ("solve/position", texts | {"judge": "yes"})


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
