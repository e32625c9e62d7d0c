"""The page of vangin pasianssi: piles by value, the cards just turned, the chance to come out.

A kind of card is a value: the rules know no suits. The cards are drawn with suits all the same,
which follow from what has been seen: the first card of a value is of its first suit, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext, number_text
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.numbers import Exact
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.buttons import action_button
from ludoteca.web.kit.cards import BACK, back, blank_card, card, empty_place
from ludoteca.web.kit.cards import pile as heap
from ludoteca.web.kit.html import classes, el, join
from ludoteca.web.kit.odds import odds_bars, short
from ludoteca.web.kit.pictures import laid, picture_of

from .notation import NAMES, turned, value_text
from .odds import chance_of_winning, course, exact_odds, looks_of, so_far_or_farther

if TYPE_CHECKING:
    from ludoteca.core.view import Token
    from ludoteca.table.scene import Scene

_DECK = "french"
_SUITS = "SHDC"
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
_MOST_BACKS = 4  #: of a larger group of turned cards only so many backs are drawn
_MOST_BARS = 26  #: more looks than these are told in words alone
_FEW_BARS = 10  #: fewer would be too broad where they fill the width of their title
_OFTEN = Fraction(1, 10)  #: chances from here on are told in per cent

Seen = tuple[int, int]
"""A card as it is drawn: its value, and the how-manieth of its value it is, from 0."""


def board(scene: Scene) -> Markup:
    """The piles, then the deck, the cards turned last, and the looks."""
    if scene.view is None:
        return Markup()
    s = scene.view.record[0]
    laid, group = _cards(scene.view.tokens, int(s.board))
    return join([_chance(scene), _piles(s, laid), _turned(scene, s, group)])


def _cards(tokens: Sequence[Token], on_board: int) -> tuple[list[Seen], list[Seen | None]]:
    """The cards laid at the start, and those of the last look, None for one that nobody saw."""
    met: dict[int, int] = {}
    laid: list[Seen] = []
    group: list[Seen | None] = []
    for token in tokens:
        if token.actor != CHANCE:
            group = []
            continue
        seen = None
        if token.token != HIDDEN:
            seen = (token.token, met.get(token.token, 0))
            met[token.token] = seen[1] + 1
        if len(laid) < on_board and seen is not None:
            laid.append(seen)
        else:
            group.append(seen)
    return laid, group


# -- cards --------------------------------------------------------------------------------------


def _card(s: Any, seen: Seen, *, look: str = "", key: str = "") -> Markup:
    """A French card where the deck has at most thirteen values in four suits, else a plain one."""
    value, nth = seen
    if int(s.values) <= len(NAMES) and int(s.suits) <= len(_SUITS):
        # Values begin with different suits, so that a table of single cards is not all spades.
        return card(_DECK, _RANKS[value] + _SUITS[(value + nth) % len(_SUITS)], look=look, key=key)
    return blank_card(value_text(s, value), look=look, key=key)


def _piles(s: Any, laid: Sequence[Seen]) -> Markup:
    """A pile for each value laid at the start; an outline where it was taken away.

    The room of each is that of the largest.
    """
    values = sorted({value for value, _nth in laid})
    cards = {value: [c for c in laid if c[0] == value] for value in values}
    deep = min(max(map(len, cards.values()), default=4), 4)
    shown = [_pile(s, value, cards[value]) for value in values]
    words = ngettext("{n} pile on the table", "{n} piles on the table", _left(s))
    return el(
        "ol",
        shown,
        class_=classes("va-piles", f"deep-{deep}", "many" if len(values) > len(NAMES) else ""),
        aria_label=words.format(n=_left(s)),
        data_key="piles",
    )


def _pile(s: Any, value: int, cards: Sequence[Seen]) -> Markup:
    name = value_text(s, value)
    gone = int(s.pile[value]) == 0
    just = gone and int(s.last) == value + 1 and int(s.hit) > 0
    heap = [_card(s, c, key=str(c[1])) for c in cards]
    inside: list[Markup] = [empty_place(_DECK, name)] if gone else heap
    if just:  # seen once more as they go
        inside.append(el("div", heap, class_="va-gone", aria_hidden="true", data_key="gone"))
    return el(
        "li",
        inside,
        class_=classes("va-pile", f"cards-{min(len(cards), 4)}", "just" if just else ""),
        aria_label=_("{value}: taken away").format(value=name) if gone else None,
        data_feat=gone,
        data_key=f"pile-{value}",
    )


def _left(s: Any) -> int:
    return sum(int(s.pile[value]) > 0 for value in range(int(s.values)))


def _turned(scene: Scene, s: Any, group: Sequence[Seen | None]) -> Markup:
    """The deck, the cards of the last look with the one that counts at the end, the looks."""
    undealt = int(s.suits) * int(s.values) - int(s.laid) - turned(s)
    return el(
        "div",
        _deck(scene, undealt),
        el("div", list(_group(s, group)), class_="va-group", data_key="group"),
        _looks(scene, s),
        class_="va-turned",
        data_key="turned",
    )


def _deck(scene: Scene, undealt: int) -> Markup:
    """The deck, which can be pressed for the next look."""
    drawn = heap(_DECK, undealt, words=_("Deck"))
    if scene.view is None or not scene.view.legal:
        return el("div", drawn, class_="va-deck", data_key="deck")
    (action,) = scene.view.legal
    words = scene.view.action_words(action)
    return el(
        "button",
        drawn,
        type="button",
        class_="va-deck",
        title=words,
        aria_label=words,
        data_act=action,
        data_key="deck",
    )


def _group(s: Any, group: Sequence[Seen | None]) -> Iterator[Markup]:
    if not group:
        yield empty_place(_DECK)
        return
    *skipped, counting = group
    for seen in skipped[-_MOST_BACKS:]:
        yield back(_DECK, look="dim") if seen is None else _card(s, seen, look="dim")
    look = "counting hit" if int(s.hit) else "counting"
    yield back(_DECK) if counting is None else _card(s, counting, look=look)


def _looks(scene: Scene, s: Any) -> Markup:
    picks = int(s.picks)
    left = picks - int(s.looks)
    words = ngettext("{n} look left", "{n} looks left", left).format(n=left)
    change = _change(scene)
    return el(
        "div",
        el("p", _last_look(scene, s), class_="va-last"),
        _course(scene, picks) if picks <= _MOST_BARS else None,
        el("p", words, " · " if change else None, change, class_="va-left"),
        class_="va-looks",
        data_key="looks",
    )


def _change(scene: Scene) -> Markup | None:
    """``▼ 1 in 279``: the chance in a form that shows every change, and which way the look went."""
    view = scene.view
    if view is None or not scene.hints or not view.legal:
        return None
    looks = looks_of(view)
    if not looks or not looks[-1].chance:
        return None
    now = looks[-1].chance
    if len(looks) == 1:
        return el("span", _one_in(now), class_="va-now")
    before = looks[-2].chance
    rose = now > before
    told = _("the chance rose") if rose else _("the chance fell")
    return el(
        "span",
        el("span", told, class_="visually-hidden"),
        el("b", "▲" if rose else "▼", aria_hidden="true"),
        " ",
        _one_in(now),
        class_="va-rose" if rose else "va-fell",
    )


def _one_in(chance: Fraction) -> str:
    """A small chance as one in so many: per cent would often be rounded to the same."""
    if chance >= _OFTEN:
        return short(Exact(chance))
    return _("1 in {n}").format(n=number_text(round(1 / chance), ","))


def _is_lost(scene: Scene) -> bool:
    """True once it cannot come out any more, where the host allows odds."""
    assert scene.view is not None
    return scene.hints and not chance_of_winning(scene.view)


def _course(scene: Scene, picks: int) -> Markup:
    """A bar for each look: as high as the chance after it, and golden where it took a pile."""
    assert scene.view is not None
    looks = course(scene.view)
    most = max((chance for chance, _took in looks), default=0) if scene.hints else 0
    bars = []
    for n in range(picks):
        chance, took = looks[n] if n < len(looks) else (0, False)
        height = 5 + (float(chance / most) * 39 if most else 0)
        look = classes("ahead" if n >= len(looks) else "", "took" if took else "")
        bars.append(
            el("rect", x=12 * n, y=44 - height, width=9, height=height, rx=3, class_=look or None)
        )
    title = _("Chance after each look") if scene.hints else _("The looks")
    drawing = el(
        "svg",
        bars,
        class_="va-course",
        viewBox=f"0 0 {12 * picks} 44",
        preserveAspectRatio="none" if picks >= _FEW_BARS else None,
        role="img",
        aria_label=f"{title}: {_course_words(scene, looks)}",
    )
    legend = [
        el("small", el("i", class_=look), words, aria_hidden="true")  # the drawing is told by look
        for look, words in (("took", _("took a pile")), (None, _("took nothing")))
    ]
    caption = el("figcaption", el("b", title), legend)
    return el("figure", caption, drawing, class_="va-bars", data_key="course")


def _course_words(scene: Scene, looks: Sequence[tuple[Fraction, bool]]) -> str:
    """The looks in words: whether each took a pile, and the chance after it where odds may be."""
    if not looks:
        return _("no look yet")
    told = []
    for n, (chance, took) in enumerate(looks, start=1):
        words = _("look {n} took a pile") if took else _("look {n} took nothing")
        share = f" ({short(Exact(chance))})" if scene.hints else ""
        told.append(words.format(n=n) + share)
    return ", ".join(told)


def _last_look(scene: Scene, s: Any) -> str:
    """The effect of the last card that counted; before the first, which cards count."""
    if scene.view and scene.view.legal and not int(s.hit) and _is_lost(scene):
        return _("It can no longer come out.")
    if not int(s.last):
        n = int(s.step)
        return _("Of {n} cards only the last one counts.").format(n=n) if n > 1 else ""
    value, hit = value_text(s, int(s.last) - 1), int(s.hit)
    if not hit:
        return _("{value} takes nothing; there is no such pile").format(value=value)
    text = ngettext("{value} takes a pile of {n} card", "{value} takes a pile of {n} cards", hit)
    return text.format(value=value, n=hit)


def _chance(scene: Scene) -> Markup | None:
    """The chance that it comes out, where the host allows odds; its empty room at the end.

    It is known at once: nobody waits for advice to see it.
    """
    if not scene.hints or scene.view is None:
        return None
    bars = odds_bars(exact_odds(scene.view) if scene.result is None else ())
    return el("div", bars, class_="va-chance", data_key="chance")


# -- moves and the end --------------------------------------------------------------------------


def actions(scene: Scene) -> Markup:
    """The one move there is, once, and again and again until a pile is taken, or to the end.

    What cannot come out any more is mainly dealt anew.
    """
    view = scene.view
    if view is None or not view.legal:
        return Markup()
    s, (action,) = view.record[0], view.legal
    words = ngettext("Turn {n} card", "Turn {n} cards", int(s.step)).format(n=int(s.step))
    lost = _is_lost(scene)
    anew = _anew(scene) if lost else None
    once = action_button(action, words, "1", look="quiet" if lost else "main big")
    on = el(
        "button",
        _("Turn to the end") if lost else _("Turn until a pile is taken"),
        type="button",
        class_="button act main big" if lost and anew is None else "button act quiet",
        data_act=action,
        data_repeats=True,
        data_goes_on=lost or (int(s.last) > 0 and not int(s.hit)),
        data_key="on",
    )
    return join([anew, on, once] if lost else [once, on])


def _anew(scene: Scene) -> Markup | None:
    """The button that begins the next deal; None where there is this one alone."""
    if scene.day or scene.lesson or scene.taught:
        return None
    button = el("button", _("New deal"), class_="button act main big")
    return el(
        "form", button, method="post", action=f"/tables/{scene.table}/again", data_key="again"
    )


def result(scene: Scene) -> Markup:
    """The result: come out, or the number of piles left."""
    if scene.result is None or scene.view is None:
        return Markup()
    left = _left(scene.view.record[0])
    if not left:
        return el("p", _("You did it! The table is clear."), class_="verdict")
    text = ngettext("Not this time: {n} pile left.", "Not this time: {n} piles left.", left)
    s = scene.view.record[0]
    deck = (int(s.suits), int(s.values), int(s.board), int(s.picks))
    share = short(Exact(so_far_or_farther(*deck, left)))
    far = _("{share} of all deals get at least this far.").format(share=share)
    verdict = el("p", text.format(n=left), class_="verdict")
    fatal = _fatal_look(scene)
    told = el("p", fatal, class_="va-fatal") if fatal else None
    return join([verdict, " ", told, " ", el("p", far, class_="va-far")])


def _fatal_look(scene: Scene) -> str:
    """The look after which it could not come out any more, and why; "" where it never could."""
    assert scene.view is not None
    looks = looks_of(scene.view)
    n = next((n for n, look in enumerate(looks) if not look.chance), 0)
    if not n:
        return ""
    look, left = looks[n], int(scene.view.record[0].picks) - n
    if look.piles <= left:  # another card of a pile was the last of its value
        text = _("Look {n} decided it: a card that was needed was turned and did not count.")
        return text.format(n=n)
    text = _(
        "Look {n} decided it: {value} took nothing (piles left: {piles}, looks left: {looks})."
    )
    value = value_text(scene.view.record[0], look.value)
    return text.format(n=n, value=value, piles=look.piles, looks=left)


def decided(scene: Scene) -> Decided | None:
    """The look that cleared the table; else the pile left whose value was turned most often."""
    if scene.result is None or scene.view is None or scene.revealed is None:
        return None
    s = scene.revealed[0]
    looks, picks = int(s["looks"]), int(s["picks"])
    left = [value for value in range(int(s["values"])) if s["pile"][value]]
    if not left:
        if not looks:
            return None
        text = _("The last pile, {value}, was taken by look {n} of {picks}.")
        value = value_text(s, int(s["last"]) - 1)
        return Decided(text.format(value=value, n=looks, picks=picks))
    # A pile that is left was never reduced, and none of its value has counted.
    missed = {v: int(s["suits"]) - int(s["pile"][v]) - int(s["deck"][v]) for v in left}
    nearest = max(left, key=lambda value: missed[value])
    n, value = missed[nearest], value_text(s, nearest)
    if not n:
        text = _("The pile of value {value} stayed: no other card of this value was turned.")
        return Decided(text.format(value=value))
    text = ngettext(
        "The pile of value {value} stayed: {n} other card of this value was turned, but it was not "
        "one that counts, so it took nothing.",
        "The pile of value {value} stayed: {n} other cards of this value were turned, but none was "
        "one that counts, so they took nothing.",
        n,
    )
    return Decided(text.format(value=value, n=n))


@cache
def picture() -> Markup:
    """Piles of the patience, and the card that takes one of them away."""
    piles = (("4S", 30, 46), ("4D", 33, 54), ("KD", 88, 48), ("9C", 143, 48))
    deck = [laid("french", BACK, 190 + 2 * n, 46 - 2 * n) for n in range(3)]
    cards = [laid("french", *card) for card in piles]
    return picture_of(*cards, *deck, laid("french", "9H", 210, 52, 10))
