"""Cards of both decks: shown, as buttons that act, as choices, and face down.

A card is named as in :mod:`ludoteca.web.kit.decks`: ``KS`` of the deck ``french``, ``12O`` of
``spanish``. The drawing is one ``<use>`` of the deck's sprite, which the browser fetches once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markupsafe import Markup

from ludoteca.web.kit.decks import BACK, DECKS, card_name, sprite_address
from ludoteca.web.kit.html import classes, el, join


def picture(deck: str, symbol: str) -> Markup:
    """The bare drawing of a card or of ``back``, without a name for screen readers."""
    style = DECKS[deck]
    return el(
        "svg",
        el("use", href=f"{sprite_address(deck)}#{style.symbol(symbol)}"),
        class_="face",
        viewBox=f"0 0 {style.width} {style.height}",
        aria_hidden="true",
    )


def card(deck: str, name: str, *, key: str = "", look: str = "") -> Markup:
    """A face-up card without an action.

    ``key`` is unique among its siblings; ``look`` adds classes: ``dim``, ``lit``, ``small``.
    """
    return el(
        "span",
        picture(deck, name),
        class_=classes("card", DECKS[deck].kind, look),
        role="img",
        aria_label=card_name(deck, name),
        data_key=key or None,
        data_piece=name,
    )


def card_choice(
    deck: str,
    name: str,
    actions: int | Sequence[int],
    *,
    shortcut: str = "",
    key: str = "",
    picked: bool = False,
    look: str = "",
) -> Markup:
    """A card that is picked or put back, inside a ``<form data-acts>``.

    Whether it is picked is the browser's business; ``picked`` is what a page that is loaded anew
    begins with, for games that :mod:`keep what is tried <ludoteca.web.kit.drafts>`.
    """
    box = el(
        "input",
        type="checkbox",
        name="a",
        value=numbers(actions),
        class_="card-check",
        checked=picked,
        aria_label=card_name(deck, name),
        aria_keyshortcuts=shortcut or None,
        autocomplete="off",
    )
    return el(
        "label",
        box,
        picture(deck, name),
        _key_hint(shortcut),
        class_=classes("card", DECKS[deck].kind, look),
        data_key=key or None,
        data_piece=name,
    )


def cards_in(text: str) -> Markup:
    """A sentence with its French cards (``10♥``) drawn: small, without a place at the table."""
    parts = _NAMED.split(text)
    # Between the texts stand value and suit of each card.
    drawn = [told_card("french", _symbol(*parts[n : n + 2])) for n in range(1, len(parts), 3)]
    texts = [Markup.escape(part) for part in parts[::3]]
    return join([texts[0], *(one for pair in zip(drawn, texts[1:], strict=True) for one in pair)])


def told_card(deck: str, name: str) -> Markup:
    """A card as it is spoken of: small, without a place at the table."""
    return el(
        "span",
        picture(deck, name),
        class_=classes("card", DECKS[deck].kind, "told"),
        role="img",
        aria_label=card_name(deck, name),
    )


_NAMED = re.compile("(10|[2-9AJQK])([♠♥♦♣])")


def _symbol(value: str, suit: str) -> str:
    return ("T" if value == "10" else value) + "SHDC"["♠♥♦♣".index(suit)]


def back(deck: str, *, key: str = "", look: str = "") -> Markup:
    """A card face down: the same for every card, so its markup tells nothing.

    A ``key`` here must be made anew each time that the card is hidden.
    """
    return el(
        "span",
        picture(deck, BACK),
        class_=classes("card", DECKS[deck].kind, "face-down", look),
        data_key=key or None,
        data_piece="",
    )


def blank_card(text: str, *, key: str = "", look: str = "") -> Markup:
    """A card of no deck with ``text`` on it: a value, a letter, a short word."""
    return el(
        "span",
        el("span", text, class_=classes("blank-text", "long" if len(text) > 3 else "")),
        class_=classes("card", "french", "blank", look),
        data_key=key or None,
        data_piece=text,
    )


def empty_place(deck: str = "french", words: str = "") -> Markup:
    """The outline of an empty place for a card, with a word in it or none."""
    return el("span", words, class_=classes("card", DECKS[deck].kind, "empty-place"))


def numbers(actions: int | Sequence[int]) -> str:
    """Action ids for the script: ``17`` or ``17 23``."""
    return str(actions) if isinstance(actions, int) else " ".join(map(str, actions))


def _key_hint(shortcut: str) -> Markup | None:
    return el("kbd", shortcut, class_="key", aria_hidden="true") if shortcut else None
