"""The gallery: every component of the kit in every look, on one page."""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE
from ludoteca.core.numbers import Exact, Odd, simulated_share
from ludoteca.table.deal import LogLine
from ludoteca.table.scene import SeatScene
from ludoteca.web.kit import (
    bids,
    card,
    counters,
    decks,
    fan,
    glossary,
    hand,
    log,
    odds,
    seat,
)
from ludoteca.web.kit.count import Counted, count
from ludoteca.web.kit.fan import Resorted
from ludoteca.web.kit.html import Child, classes, el, join

_HANDS = {
    "french": ("3H", "4H", "5H", "TS", "QS", "KC", "AD", "XR"),
    "spanish": ("12O", "4B", "7E", "1C", "11C", "10B"),
}
_LOOKS = (("two", "normal"), ("four", "normal"), ("two", "large"), ("four", "large"))


def gallery() -> Markup:
    """The contents of the page's ``main``, in the language in use."""
    return join(
        [
            el("h1", _("The table kit")),
            el("p", _("What the tables of all games are made of."), class_="note"),
            _part(_("Hands"), [_hand(deck) for deck in decks.DECKS]),
            _part(_("A large hand"), _large_hand()),
            _part(_("Others' hands and piles"), _hidden()),
            _part(_("Seats"), _seats()),
            _part(_("Moves"), _moves()),
            _part(_("Stones and scores"), _stones()),
            _part(_("Numbers"), _numbers(), look="on-page"),
            _part(_("A count"), _count(), look="on-page"),
            _part(_("What happened"), log.log(_lines()), look="on-page"),
            _part(_("Glossary"), _word(), look="on-page"),
            [_deck(deck) for deck in decks.DECKS],
            _part(_("Four colours and large indices"), _all_looks()),
        ]
    )


def _part(title: str, *body: Child, look: str = "") -> Markup:
    return el(
        "section",
        el("h2", title),
        el("div", body, class_=classes("kit-part", look or "on-felt")),
        class_="kit-section",
    )


def _hand(deck: str) -> Markup:
    """A hand to pick cards from; nothing is sent, as the page is not live."""
    choices = [
        card.card_choice(deck, name, n, shortcut=str(n + 1), key=name)
        for n, name in enumerate(_HANDS[deck])
    ]
    return fan.fan(choices, _("Your hand"), key=f"hand-{deck}")


def _large_hand() -> list[Markup | None]:
    names = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"][::2]
    ranks = "A23456789TJQK".index
    by_rank = Resorted.by_key("rank", [(ranks(name[0]), n) for n, name in enumerate(names)])
    cards = [card.card_choice("french", name, n, key=name) for n, name in enumerate(names)]
    return [hand.sorter(usual="suit"), hand.large_hand(cards, resorted=by_rank)]


def _hidden() -> list[Markup]:
    return [
        fan.rival_fan("spanish", 4),
        fan.rival_fan("french", 11),
        fan.row(
            [
                fan.pile("french", 52, words=_("Stock")),
                fan.pile("french", 3, top=card.card("french", "7C"), words=_("Discards")),
                fan.pile("spanish", 0, words=_("Empty")),
                card.card("spanish", "12E", look="lit"),
                card.card("spanish", "3O", look="dim"),
                card.blank_card("17"),
            ]
        ),
    ]


def _seats() -> list[Markup]:
    told = (
        (SeatScene(0, "person", "Ana", to_move=True), "Mus", (_("first"),)),
        (SeatScene(1, "machine", "Clara", level="expert"), _("Pass"), ()),
        (SeatScene(2, "person", "João", present=False, clock=8.0), "", ()),
        (SeatScene(3, "person", "Maija", stood_in=True, clock=65.0), "", ()),
        (SeatScene(4, "open"), "", ()),
    )
    return [
        el(
            "div",
            seat.bubble(said),
            seat.seat_chip(who, you=who.seat == 0, marks=marks),
            class_="seat",
        )
        for who, said, marks in told
    ]


def _moves() -> list[Markup]:
    return [
        bids.steps(("Grande", "Chica", "Pares", "Juego"), 1),
        bids.action_button(0, _("Pass"), "1"),
        bids.action_button(1, _("Bet {n}").format(n=2), "2", look="main"),
        bids.raise_form(_("Raise"), [(n, str(n)) for n in range(2, 8)]),
        bids.send_button({"type": "undo"}, _("Take the last move back")),
    ]


def _stones() -> list[Markup]:
    return [
        counters.score(_("Us"), "16", marks=counters.stones(16, fives=8, ones=4, side=0), side=0),
        counters.score(_("Them"), "8", marks=counters.stones(8, fives=8, ones=4, side=1), side=1),
        counters.tally(3, 5),
    ]


def _count() -> Markup:
    lines = [
        Counted(_("Cards"), (120, 85)),
        Counted(_("Bonus"), (200, 0), (_("first"),)),
        Counted(_("Cards in hand"), (0, -35)),
    ]
    return count(lines, (_("Us"), _("Them")))


def _numbers() -> list[Markup]:
    condition = _("unknown cards are equally likely; what anybody said is not used")
    shown = [
        Odd("Grande", Exact(Fraction(9139, 11110), condition)),
        Odd("Pares", simulated_share(412, 1000)),
        Odd(_("points"), Exact(Fraction(7, 3)), chance=False),
    ]
    return odds.odds_bars(shown)


def _lines() -> list[LogLine]:
    return [
        LogLine(1, None, _("Deal {n}").format(n=1)),
        LogLine(2, CHANCE, _("The cards are dealt")),
        LogLine(3, 1, "João: Mus"),
    ]


def _word() -> Markup:
    return el("p", glossary.term("Mus", _("A request to discard and draw."), place="kit"))


def _deck(deck: str) -> Markup:
    tables = decks.DECKS[deck]
    return _part(
        {"french": _("French deck"), "spanish": _("Spanish deck")}[deck],
        fan.row([card.card(deck, name) for name in tables.cards] + [card.back(deck)]),
        look="on-felt whole-deck",
    )


def _all_looks() -> list[Markup]:
    """The looks side by side: the attributes of ``<html>`` work on any element."""
    return [
        el(
            "div",
            [card.card("french", name) for name in ("AS", "TD", "JC", "QH")],
            [card.card("spanish", name) for name in ("7B", "12O")],
            class_="card-row",
            data_deck=colours,
            data_index=index,
        )
        for colours, index in _LOOKS
    ]
