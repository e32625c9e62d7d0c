"""The middle of the table: the trick that is being laid or was turned, and the piles by value.

The cards turned in earlier tricks are read off the tokens of the view, as everybody saw them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.cards import back, card, card_name, cards_words
from ludoteca.web.kit.face import seen
from ludoteca.web.kit.html import Child, classes, el
from ludoteca.web.kit.scores import points_text, round_points
from ludoteca.web.kit.seats import seat_name

from .combinations import (
    MOST_CARDS,
    SUITS,
    best_cards,
    count,
    points,
    strength,
)
from .notation import card_text, kinds_of, type_words, value_sign, won_words
from .rules import LAYING, NUMBER, NUMBERING, OVER

if TYPE_CHECKING:
    from ludoteca.core.view import Token
    from ludoteca.table.scene import Scene

DECK = "french"
SUIT_SIGNS = ("♣", "♦", "♥", "♠")
SUIT_CLASSES = ("c", "d", "h", "s")


def drawn(
    kinds: Iterable[int], key: str, look: Callable[[int], str] = lambda _kind: ""
) -> list[Markup]:
    """Open cards, each with the ``look`` of its kind."""
    return [card(DECK, card_text(k), key=f"{key}-{k}", look=look(k)) for k in kinds]


def drawn_lay(cards: int, key: str) -> list[Markup]:
    """The cards of a lay that was turned; those outside its combination are dim."""
    best = int(best_cards(cards))
    return drawn(kinds_of(cards), key, lambda kind: "" if best >> kind & 1 else "dim")


@dataclass(frozen=True)
class Trick:
    """A trick whose cards were turned: the lays by seat, as masks, in the order of play."""

    lays: dict[int, int]

    @property
    def winner(self) -> int:
        """The seat with the best combination."""
        return max(self.lays, key=lambda seat: int(strength(self.lays[seat])))

    @property
    def cards(self) -> int:
        """All cards of the trick."""
        return sum(self.lays.values())


def tricks(tokens: Sequence[Token]) -> Iterator[Trick]:
    """The tricks that are over, in order.

    Whoever lays names a number first; when all have, as many lays are turned, in the same order.
    """
    laying: list[int] = []
    turned: list[int] = []
    for token in tokens:
        if token.actor >= 0:
            if NUMBER < token.token <= NUMBER + MOST_CARDS:
                laying.append(token.actor)
        elif laying:
            turned.append(token.token)
            if len(turned) == len(laying):
                yield Trick(dict(zip(laying, turned, strict=True)))
                laying, turned = [], []


def seat_words(scene: Scene, seat: int) -> str:
    """The name of a seat at this table; the viewer is "You"."""
    return _("You") if seat == scene.viewer else seat_name(scene.seats[seat])


def around(scene: Scene) -> list[int]:
    """The seats from the viewer's left, the viewer last."""
    n, own = len(scene.seats), max(scene.viewer, 0)
    return [(own + step) % n for step in range(1, n + 1)]


def trick(scene: Scene) -> Markup:
    """The trick that is being laid, or the last one until the next has its first lay."""
    assert scene.view is not None
    s = seen(scene)
    over = list(tricks(scene.view.tokens))
    if over and not _is_begun(s):
        return _turned(scene, over[-1], len(over))
    rows = [
        _laid_by(scene, s, seat)
        if s.laid_count[seat]
        else _lay_place(scene, seat, s.leader, is_next=scene.seats[seat].to_move)
        for seat in around(scene)
    ]
    lays = el("ul", rows, class_="er-lays", data_key="lays")
    return el("div", lays, class_="er-trick", data_key="laid")


def last_trick(scene: Scene) -> Markup | None:
    """The last trick in a line while the next one is being laid; opened, its cards."""
    assert scene.view is not None
    if not _is_begun(seen(scene)):
        return None
    over = list(tricks(scene.view.tokens))
    if not over:
        return None
    last = over[-1]
    head = el("summary", _("Last trick"), ": ", _won_words(scene, last))
    return el("details", head, _lays(scene, last), class_="er-last", data_key="last")


def _is_begun(s: Any) -> bool:
    """True while a trick has at least its first whole lay and is not turned."""
    opening = s.phase in (NUMBERING, LAYING) and s.to_move == s.leader
    return s.phase != OVER and any(int(n) for n in s.laid_count) and not opening


# -- a trick that is over -------------------------------------------------------------------------


def _turned(scene: Scene, last: Trick, n: int) -> Markup:
    """The trick that was turned, the ``n``-th of the deal; the page lets it be seen for a while."""
    head = el("p", el("b", _("Last trick")), ": ", _won_words(scene, last), class_="er-told")
    return el(
        "div",
        head,
        _lays(scene, last),
        class_="er-trick turned",
        data_linger=n,
        data_key="turned",
    )


def _won_words(scene: Scene, last: Trick) -> str:
    """``Machine 2 wins 5 cards with 4♦ 5♦ (straight flush of 2)``."""
    return won_words(last.lays[last.winner], int(count(last.cards)), last.winner, scene.viewer)


def _lays(scene: Scene, last: Trick) -> Markup:
    rows = [
        _lay(
            scene,
            seat,
            drawn_lay(last.lays[seat], "turned"),
            type_words(last.lays[seat]),
            "won" if seat == last.winner else "",
        )
        if seat in last.lays
        else _lay_place(scene, seat)
        for seat in around(scene)
    ]
    return el("ul", rows, class_="er-lays", data_key="lays")


# -- the trick that is being laid ------------------------------------------------------------------


def _laid_by(scene: Scene, s: Any, seat: int) -> Markup:
    """A lay: its own player sees it; of the others', only the cards shown in a retreat are open."""
    n, shown = int(s.laid_count[seat]), int(s.shown[seat])
    open_to_see = seat == scene.viewer or scene.revealed is not None
    own = int(s.laid[seat]) if open_to_see else 0
    down = n - int(count(shown))
    cards = drawn(kinds_of(own), "own", lambda kind: "" if shown >> kind & 1 else "secret")
    if not own:
        cards = [*drawn(kinds_of(shown), "shown"), *(back(DECK) for _card in range(down))]
    words = cards_words(n)
    if shown:
        words = ngettext("{n} card face down", "{n} cards face down", down).format(n=down)
    leads = "leads" if seat == s.leader else ""
    return _lay(scene, seat, cards, words, leads, el("span", n, class_="count", aria_hidden="true"))


def _lay(
    scene: Scene, seat: int, cards: Sequence[Child], words: str, look: str, number: Child = None
) -> Markup:
    """The name of its player, the cards, the combination in words."""
    return el(
        "li",
        el("b", seat_words(scene, seat), class_="er-who"),
        el("div", cards, number, class_="er-cards"),
        el("span", words, class_="er-what"),
        class_=classes("er-lay", look),
        data_key=f"lay-{seat}",
    )


def _lay_place(scene: Scene, seat: int, leader: int = -1, is_next: bool = False) -> Markup:
    """The place of a seat that has laid nothing yet, in this trick or at all; lit if it is next."""
    return el(
        "li",
        el("b", seat_words(scene, seat), class_="er-who"),
        el("div", class_="er-cards"),
        class_=classes("er-lay none", "leads" if seat == leader else ""),
        aria_hidden="true",
        data_next=is_next,
        data_key=f"lay-{seat}",
    )


# -- the piles -------------------------------------------------------------------------------------


def piles(scene: Scene, s: Any) -> Markup:
    """The piles by value; the points of the round and, of several rounds, of the match."""
    values = range(int(s.values))
    heads = [el("th", value_sign(value), scope="col") for value in values]
    sums = [_("Points"), _("Match")] if _has_match(s) else [_("Points")]
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
        el("td", points_text(match_points(scene, s)[seat]), class_="er-points")
        if _has_match(s)
        else None,
        class_="own-pile" if own else None,
        data_key=f"pile-{seat}",
    )


def _has_match(s: Any) -> bool:
    """True where a match has more than one round."""
    return int(s.rounds) > 1 or int(s.target) > 0


def match_points(scene: Scene, s: Any) -> list[float]:
    """The points of the match before this round, with it once it is over; also in a replay."""
    now = scene.result or (0.0,) * int(s.players)
    return [int(score) + points for score, points in zip(s.score, now, strict=False)]


def rounds(scene: Scene, s: Any) -> Markup | None:
    """The points of each round of a match that is over, and their sum; None in a replay."""
    names = {seat: seat_words(scene, seat) for seat in around(scene)}
    return round_points(scene.deals, int(s.played) + 1, match_points(scene, s), names)


def _cell(pile: int, value: int) -> Markup:
    """The group of a value: its suits in their places, stronger the more there are."""
    suits = [suit for suit in reversed(range(SUITS)) if pile >> (value * SUITS + suit) & 1]
    if not suits:
        return el("td")
    names = [card_name(DECK, card_text(value * SUITS + suit)) for suit in suits]
    signs = [
        el("i", SUIT_SIGNS[suit] + "\ufe0e", class_=f"in-{SUIT_CLASSES[suit]}", data_key=suit)
        for suit in suits
    ]
    group = el(
        "span",
        signs,
        class_=f"er-group of-{len(suits)}",
        role="img",
        aria_label=", ".join(names),
    )
    return el("td", group)
