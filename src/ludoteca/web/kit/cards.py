"""Cards of both decks: their names, drawn alone, in rows and piles, in fans and hands.

A French card is called by its rank ``A 2 ... 9 T J Q K`` and suit ``S H D C``, as ``KS``, a joker
``XR`` or ``XB``; a Spanish one by its number 1 to 12 and suit ``O C E B`` (oros, copas, espadas,
bastos), as ``12O``. A drawing is one ``<use>`` of its deck's sprite, fetched once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.web.kit.buttons import key_hint, numbers
from ludoteca.web.kit.decks import french, spanish, sprite_address
from ludoteca.web.kit.html import Child, Value, classes, el, join

BACK = "back"


@dataclass(frozen=True)
class CardDeck:
    """A deck: its name, the size of a card in units of its drawing, and its cards by name."""

    name: str
    width: int
    height: int
    cards: tuple[str, ...]

    def symbol(self, card: str) -> str:
        """The id in the sprite of a card or of the back; raises ``KeyError`` for another."""
        if card != BACK and card not in self.cards:
            raise KeyError(f"the {self.name} deck has no card {card}")
        return card


DECKS = {
    "french": CardDeck("french", french.WIDTH, french.HEIGHT, french.CARDS),
    "spanish": CardDeck("spanish", spanish.WIDTH, spanish.HEIGHT, spanish.CARDS),
}

_RANKS = {"A": N_("ace"), "T": "10", "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_SPANISH_RANKS = {"1": N_("ace"), "10": N_("sota"), "11": N_("caballo"), "12": N_("king")}
_SUITS = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
_SPANISH_SUITS = {"O": N_("coins"), "C": N_("cups"), "E": N_("swords"), "B": N_("batons")}
_JOKERS = {"XR": N_("red joker"), "XB": N_("black joker")}


def card_name(deck: str, name: str) -> str:
    """The card in words of the language in use: "king of cups".

    Raises ``KeyError`` for a card that the deck lacks.
    """
    DECKS[deck].symbol(name)
    if name in _JOKERS:
        return _(_JOKERS[name])
    rank, suit = name[:-1], name[-1]
    if deck == "french":
        words, of = _RANKS.get(rank, rank), _SUITS[suit]
    else:
        words, of = _SPANISH_RANKS.get(rank, rank), _SPANISH_SUITS[suit]
    if words.isdecimal():
        # NOTE: "10 of spades"; some languages write numbers apart from the suit and names not.
        return _("{number} of {suit}").format(number=words, suit=_(of))
    return _("{rank} of {suit}").format(rank=_(words), suit=_(of))


# -- one card ------------------------------------------------------------------------------------


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


def _named(deck: str, name: str, look: str, **attributes: Value) -> Markup:
    return el(
        "span",
        picture(deck, name),
        class_=classes("card", deck, look),
        role="img",
        aria_label=card_name(deck, name),
        **attributes,
    )


def card(deck: str, name: str, *, key: str = "", look: str = "") -> Markup:
    """A face-up card without an action.

    ``key`` is unique among its siblings; ``look`` adds classes: ``dim``, ``lit``, ``small``.
    """
    return _named(deck, name, look, data_key=key or None, data_piece=name)


def told_card(deck: str, name: str) -> Markup:
    """A card as it is spoken of: small, without a place at the table."""
    return _named(deck, name, "told")


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
    begins with, for games that :mod:`keep what is tried <ludoteca.web.kit.buttons>`.
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
        key_hint(shortcut),
        class_=classes("card", deck, look),
        data_key=key or None,
        data_piece=name,
    )


_TOLD = re.compile("(10|[2-9AJQK])([♠♥♦♣])")


def cards_in(text: str) -> Markup:
    """A sentence with its French cards (``10♥``) drawn: small, without a place at the table."""
    drawn: list[Markup] = []
    end = 0
    for found in _TOLD.finditer(text):
        rank, suit = found.groups()
        name = rank.replace("10", "T") + "SHDC"["♠♥♦♣".index(suit)]
        drawn += [Markup.escape(text[end : found.start()]), told_card("french", name)]
        end = found.end()
    return join([*drawn, Markup.escape(text[end:])])


_ROW = re.compile("(?:10|[2-9AJQK])([♠♥♦♣])(?: (?:10|[2-9AJQK])\\1)*")


def signs_in(text: str) -> Markup:
    """A sentence with its French cards as they are read on a card: in their colour, on white.

    Cards of a suit in a row are one picture, in few bytes: a log has hundreds.
    """
    return Markup(_ROW.sub(_small_row, str(Markup.escape(text))))


def _small_row(found: re.Match[str]) -> str:
    return f'<i class="{"shdc"["♠♥♦♣".index(found[1])]}">{found[0]}</i>'


def back(deck: str, *, key: str = "", look: str = "") -> Markup:
    """A card face down: the same for every card, so its markup tells nothing.

    A ``key`` here must be made anew each time that the card is hidden.
    """
    return el(
        "span",
        picture(deck, BACK),
        class_=classes("card", deck, "face-down", look),
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
    return el("span", words, class_=classes("card", deck, "empty-place"))


# -- rows, piles, fans ----------------------------------------------------------------------------


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
    """A hand of ``cards``, which overlap as far as the width asks.

    ``words`` names the group for screen readers ("Your hand"). Number keys work on what is in
    it (``data-hand``). The order is the caller's. ``look`` adds classes: ``loose`` keeps a gap.
    With ``resorted`` the cards go to other places where :func:`sorter` says so, for hands
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


def rival_fan(deck: str, n: int, over: Markup | None = None) -> Markup:
    """A rival's hand: ``n`` identical backs without keys, so that the last one comes or goes.

    ``over`` is drawn over them; what it says is told elsewhere, too.
    """
    shown = min(n, _SHOWN)
    return el(
        "div",
        [_slot(back(deck)) for _ in range(shown)],
        el("span", n, class_="count", aria_hidden="true") if n > 4 else None,
        over,
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


# -- the viewer's hand ----------------------------------------------------------------------------


MANY, CROWD = 12, 17  #: cards of a hand, from which on a narrow screen has two rows, and three


def large_hand(cards: Sequence[Markup], *, resorted: Resorted, held: int = 0) -> Markup:
    """A hand of up to fifty ``cards`` in a box that keeps its height.

    They overlap in a row or, where the screen is narrow and they are many, in rows of about as many
    each. Where more are ``held`` in the same turn, the rows are as for those. The style sheet moves
    cards to the places of ``resorted``; for keys and screen readers the order is the caller's.
    """
    most = max(len(cards), held)
    rows = "" if most < MANY else "many" if most < CROWD else "many crowd"
    return el(
        "div",
        slots_of(cards, resorted),
        class_=classes("large-hand", rows, f"sorts-{resorted.by}"),
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
