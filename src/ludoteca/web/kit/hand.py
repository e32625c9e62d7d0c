"""The viewer's hand: its order on the screen, by suit or by rank; a large one in a fixed box."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.fan import Resorted, slots_of
from ludoteca.web.kit.html import el


def large_hand(cards: Sequence[Markup], *, resorted: Resorted) -> Markup:
    """A hand of ten to fifty ``cards`` (any of :mod:`.card`) in a box that keeps its height.

    They overlap in a row, or in rows of eleven where the screen is narrow. The style sheet moves
    them to the places of ``resorted``; for keys and screen readers the order is the caller's.
    """
    return el(
        "div",
        slots_of(cards, resorted),
        class_=f"large-hand sorts-{resorted.by}",
        role="group",
        aria_label=_("Your hand"),
        data_hand=True,
        data_key="hand",
    )


def sorter(*, usual: str) -> Markup:
    """The choice between the orders by suit and by rank, which the browser keeps for all games.

    ``usual`` is the order of a browser that has not chosen: ``suit`` or ``rank``.
    """
    return el(
        "div",
        _order("suit", "♠♥♦♣", _("Sort by suit"), usual),
        _order("rank", "A 2 3", _("Sort by rank"), usual),
        class_="sorter",
        role="group",
        aria_label=_("Order of your hand"),
        data_key="sorter",
    )


def _order(by: str, sign: str, words: str, usual: str) -> Markup:
    radio = el(
        "input",
        type="radio",
        name="hand-order",
        value=by,
        id=f"hand-by-{by}",
        checked=by == usual,
        aria_label=words,
        autocomplete="off",
        data_kept=True,
    )
    return el("label", radio, el("span", sign, aria_hidden="true"), title=words)
