"""The trick on the table of eras: who laid how many, and what it was once it is turned.

What was turned in earlier tricks is read off the tokens of the view, as everybody saw it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.card import back
from ludoteca.web.kit.fan import cards_words
from ludoteca.web.kit.html import Child, classes, el
from ludoteca.web.kit.plain import seen
from ludoteca.web.kit.seat import seat_name

from .combinations import MOST_CARDS, best_cards, count, strength
from .face_cards import DECK, drawn, drawn_lay, type_words
from .notation import kinds_of, signs
from .state import LAYING, NUMBER, NUMBERING, OVER

if TYPE_CHECKING:
    from ludoteca.core.state import Token
    from ludoteca.web.table.scene import Scene


@dataclass(frozen=True)
class Trick:
    """A trick whose cards were turned: the lays by seat, as masks, in the order of play."""

    lays: dict[int, int]

    @property
    def winner(self) -> int:
        """Whose combination was the best."""
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
    """A seat as it is called at this table; the viewer is "You"."""
    return _("You") if seat == scene.viewer else seat_name(scene.seats[seat])


def around(scene: Scene) -> list[int]:
    """The seats from the viewer's left, the viewer last."""
    n, own = len(scene.seats), max(scene.viewer, 0)
    return [(own + step) % n for step in range(1, n + 1)]


def trick(scene: Scene) -> Markup | None:
    """The trick that is being laid, or the last one until the next has its first lay."""
    assert scene.view is not None
    s = seen(scene)
    over = list(tricks(scene.view.tokens))
    if _is_begun(s):
        return _laid(scene, s)
    return _turned(scene, over[-1]) if over else None


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


def _turned(scene: Scene, last: Trick) -> Markup:
    head = el("p", el("b", _("Last trick")), ": ", _won_words(scene, last), class_="er-told")
    return el("div", head, _lays(scene, last), class_="er-trick turned", data_key="turned")


def _won_words(scene: Scene, last: Trick) -> str:
    """``Machine 2 wins 5 cards with 4♦ 5♦, straight flush of 2``."""
    cards, lay = int(count(last.cards)), last.lays[last.winner]
    told = {"n": cards, "combination": f"{signs(int(best_cards(lay)))}, {type_words(lay)}"}
    if last.winner == scene.viewer:
        text = ngettext(
            "you win {n} card with {combination}", "you win {n} cards with {combination}", cards
        )
        return text.format(**told)
    text = ngettext(
        "{name} wins {n} card with {combination}", "{name} wins {n} cards with {combination}", cards
    )
    return text.format(name=seat_words(scene, last.winner), **told)


def _lays(scene: Scene, last: Trick) -> Markup:
    rows = [
        _lay(
            scene,
            seat,
            drawn_lay(last.lays[seat], "turned"),
            type_words(last.lays[seat]),
            "won" if seat == last.winner else "",
        )
        for seat in around(scene)
        if seat in last.lays
    ]
    return el("ul", rows, class_="er-lays", data_key="lays")


# -- the trick that is being laid ------------------------------------------------------------------


def _laid(scene: Scene, s: Any) -> Markup:
    rows = [_laid_by(scene, s, seat) for seat in around(scene) if s.laid_count[seat]]
    lays = el("ul", rows, class_="er-lays", data_key="lays")
    return el("div", lays, class_="er-trick", data_key="laid")


def _laid_by(scene: Scene, s: Any, seat: int) -> Markup:
    """A lay: its own player sees it, of the others' only what was shown in a retreat."""
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
    """Who laid it, its cards, what it is."""
    return el(
        "li",
        el("b", seat_words(scene, seat), class_="er-who"),
        el("div", cards, number, class_="er-cards"),
        el("span", words, class_="er-what"),
        class_=classes("er-lay", look),
        data_key=f"lay-{seat}",
    )
