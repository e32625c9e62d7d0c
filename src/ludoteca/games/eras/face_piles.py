"""The piles of eras: a column for each value, a row for each player, the points beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.card import card_name
from ludoteca.web.kit.html import classes, el

from .combinations import SUITS, points
from .face_cards import DECK, SUIT_CLASSES, SUIT_SIGNS
from .face_tricks import around, seat_words
from .notation import card_text, value_sign

if TYPE_CHECKING:
    from ludoteca.web.table.scene import Scene


def piles(scene: Scene, s: Any) -> Markup:
    """What everybody has won, by value; the points of the round and, once there are, the match."""
    values = range(int(s.values))
    heads = [el("th", value_sign(value), scope="col") for value in values]
    sums = [_("Points"), _("Match")] if _has_match(scene, s) else [_("Points")]
    ends = [el("th", words, scope="col", class_="er-points") for words in sums]
    head = el("tr", el("td"), heads, ends)
    rows = [_row(scene, s, seat) for seat in around(scene)]
    return el(
        "table",
        el("caption", _("The piles"), class_="visually-hidden"),
        el("thead", head),
        el("tbody", rows),
        class_=f"er-piles values-{int(s.values)}",
        data_key="piles",
    )


def _row(scene: Scene, s: Any, seat: int) -> Markup:
    pile = int(s.pile[seat])
    own = seat == scene.viewer
    return el(
        "tr",
        el(
            "th",
            el("i", class_=f"er-dot colour-{seat}", aria_hidden="true"),
            el("span", seat_words(scene, seat)),
            scope="row",
        ),
        [_cell(pile, value) for value in range(int(s.values))],
        el("td", el("b", int(points(pile))), class_="er-points"),
        el("td", _match(scene, s, seat), class_="er-points") if _has_match(scene, s) else None,
        class_="own-pile" if own else None,
        data_key=f"pile-{seat}",
    )


def _has_match(scene: Scene, s: Any) -> bool:
    """True from the end of the first round on, where a match has more than one."""
    several = int(s.rounds) > 1 or int(s.target) > 0
    return several and (bool(s.played) or scene.result is not None)


def _match(scene: Scene, s: Any, seat: int) -> str:
    """The points of the match before this round, with it once it is over."""
    return f"{scene.totals[seat] if scene.result is not None else int(s.score[seat]):g}"


def _cell(pile: int, value: int) -> Markup:
    """The group of a value: its suits in their places, stronger the more there are."""
    suits = [suit for suit in reversed(range(SUITS)) if pile >> (value * SUITS + suit) & 1]
    if not suits:
        return el("td")
    names = [card_name(DECK, card_text(value * SUITS + suit)) for suit in suits]
    signs = [
        el("i", SUIT_SIGNS[suit] + "\ufe0e", class_=f"in-{SUIT_CLASSES[suit]}") for suit in suits
    ]
    group = el(
        "span",
        signs,
        class_=classes("er-group", f"of-{len(suits)}"),
        role="img",
        aria_label=", ".join(names),
    )
    return el("td", group)
