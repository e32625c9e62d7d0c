"""Groups of cards: a hand, a rival's hand, a pile, a row on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ludoteca.core.i18n import ngettext
from ludoteca.web.kit.card import back, empty_place
from ludoteca.web.kit.html import Child, classes, el


@dataclass(frozen=True)
class Resorted:
    """Another order of a hand: ``by`` "suit" or "rank", with the place of each card, below 100."""

    by: str
    places: tuple[int, ...]

    @classmethod
    def by_key(cls, by: str, keys: Sequence[tuple[int, ...]]) -> Resorted:
        """The order in which the ``keys`` of the cards ascend."""
        order = sorted(range(len(keys)), key=keys.__getitem__)
        return cls(by, tuple(order.index(card) for card in range(len(keys))))


_ONE_ROW = 11  #: longer hands are laid in two rows on narrow screens
_SHOWN = 13  #: a rival's longer hand is shown as so many backs and a number


def fan(
    cards: Sequence[Markup],
    words: str,
    *,
    key: str = "hand",
    look: str = "",
    resorted: Resorted | None = None,
) -> Markup:
    """A hand of ``cards`` (any of :mod:`.card`), which overlap as far as the width asks.

    ``words`` names the group for screen readers ("Your hand"). Number keys work on what is in
    it (``data-hand``). The order is the caller's. ``look`` adds classes: ``loose`` keeps a gap.
    With ``resorted`` the cards go to other places where :func:`~.hand.sorter` says so, for hands
    of one row.
    """
    half = (len(cards) + 1) // 2 if len(cards) > _ONE_ROW else len(cards)
    slots = slots_of(cards, resorted)
    rows = [part for part in (slots[:half], slots[half:]) if part]
    return el(
        "div",
        [el("div", part, class_="fan-row", data_key=n) for n, part in enumerate(rows)],
        class_=classes(
            "fan",
            "two-rows" if len(rows) > 1 else "",
            "" if resorted is None else f"sorts-{resorted.by}",
            look,
        ),
        role="group",
        aria_label=words,
        data_hand=True,
        data_key=key,
    )


def rival_fan(deck: str, n: int) -> Markup:
    """A rival's hand: ``n`` identical backs without keys, so that the last one comes or goes."""
    shown = min(n, _SHOWN)
    return el(
        "div",
        [_slot(back(deck)) for _ in range(shown)],
        el("span", n, class_="count", aria_hidden="true") if n > 4 else None,
        class_="fan rival",
        role="img",
        aria_label=cards_words(n),
    )


def pile(deck: str, n: int, *, top: Markup | None = None, words: str = "") -> Markup:
    """A pile of ``n`` cards, face down or with ``top`` open on it; an outline where empty."""
    shown = empty_place(deck) if n == 0 else top or back(deck)
    depth = "" if n < 2 else "deep" if n > 8 else "some"
    label = f"{words}: {cards_words(n)}" if words else cards_words(n)
    return el(
        "div",
        el("div", shown, class_=classes("heap", depth)),
        el("span", words, class_="pile-words", aria_hidden="true", data_key=words)
        if words
        else None,
        el("span", n, class_="count", aria_hidden="true"),
        class_="pile",
        role="group",
        aria_label=label,
    )


def row(items: Iterable[Child], words: str = "", *, look: str = "") -> Markup:
    """Cards or piles side by side with gaps, wrapping where they must."""
    named = {"role": "group", "aria_label": words} if words else {}
    return el("div", items, class_=classes("card-row", look), **named)


def cards_words(n: int) -> str:
    """The words for ``n`` cards."""
    return ngettext("{n} card", "{n} cards", n).format(n=n)


def slots_of(cards: Sequence[Markup], resorted: Resorted | None = None) -> list[Markup]:
    """Each card in its slot, which knows its place in the other order."""
    if resorted is None:
        return [_slot(card) for card in cards]
    return [
        _slot(card, f"slot tens-{place // 10} ones-{place % 10}")
        for card, place in zip(cards, resorted.places, strict=True)
    ]


def _slot(item: Markup, look: str = "slot") -> Markup:
    return el("div", item, class_=look)
