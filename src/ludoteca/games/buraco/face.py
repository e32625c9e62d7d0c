"""The page of buraco: a hand that is picked from, melds tried before they are laid, the table.

Cards are picked in the hand; what they make is lit on the table and named in the buttons. All that
is tried is laid by one act, together with the discard; where a morto comes in between, the act
ends there.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.ids import TERMINAL
from ludoteca.web.kit.buttons import (
    action_button,
    ahead,
    pick_form,
    picked,
    send_button,
    take_apart,
    tried,
    try_button,
)
from ludoteca.web.kit.cards import (
    BACK,
    Resorted,
    card,
    card_choice,
    fan,
    large_hand,
    rival_fan,
    sorter,
)
from ludoteca.web.kit.html import el, join
from ludoteca.web.kit.pictures import laid, picture_of

from .face_cards import DECK, by_rank, drawn_from, kinds_of, name, pick, pick_words
from .face_count import decided, result, scores, side_points
from .face_moves import can_discard, lays, partners, plays
from .face_table import table
from .ids import (
    CHOOSING,
    DISCARD,
    DRAW,
    FIRST,
    KEEP,
    LAST,
    PASS,
    PLAYING,
    TAKE,
    TAKE_BACK,
)
from .laying import never_thrown
from .notation import sign, why_kept, why_not_out, why_not_taken

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene

__all__ = [
    "OF_THE_DAY",
    "actions",
    "ask",
    "before",
    "board",
    "decided",
    "hand",
    "own_cards",
    "pick",
    "pick_words",
    "picture",
    "result",
    "scores",
    "side_points",
]

OF_THE_DAY = True

_FORM = "bu-hand"
_KEYS = "123456789"
_UNCOUNTED = 4  #: backs that need no number where they are drawn


def board(scene: Scene) -> Markup:
    """The stock, the pile and the melds."""
    return Markup() if scene.view is None else table(scene)


def before(scene: Scene, seat: int) -> Markup:
    """The backs of a hand, and how many they are; in the end the cards."""
    if scene.view is None or seat == scene.viewer:
        return Markup()
    s = drawn_from(scene)
    if scene.revealed is None:
        n = int(s.in_hand[seat])
        few = el("span", n, class_="count bu-few", aria_hidden="true") if n <= _UNCOUNTED else None
        return join([rival_fan(DECK, n), few])
    cards = [card(DECK, name(kind)) for kind in kinds_of(s.hand[seat])]
    if not cards:
        return Markup()
    return fan(cards, _("The cards shown"), key=f"open-{seat}", look="rival")


# -- the own hand ----------------------------------------------------------------------------------


def hand(scene: Scene) -> Markup:
    """The viewer's cards; in their turn each can be picked, and what goes with it is lit."""
    if scene.view is None or scene.viewer < 0:
        return Markup()
    s = drawn_from(scene)
    kinds = kinds_of(s.hand[scene.viewer])
    if scene.view.legal and (s.phase == PLAYING or (s.phase == CHOOSING and s.closed)):
        cards = _choices(scene, kinds)
    else:
        new = int(s.drawn[scene.viewer]) - 1
        cards = [
            card(DECK, name(kind), key=key, look="lit" if kind == new else "")
            for kind, key in zip(kinds, _keys(kinds), strict=True)
        ]
    order = Resorted.by_key("rank", [(*by_rank(kind), n) for n, kind in enumerate(kinds)])
    none = None if kinds else el("p", _("Your hand is empty."), class_="hand-empty")
    shown = large_hand(cards, resorted=order, held=_held(scene))
    return join([sorter(usual="suit"), pick_form(_FORM, shown, none, scene=scene)])


def _held(scene: Scene) -> int:
    """The cards of the viewer's whole turn: with one still to be drawn, and those only tried."""
    assert scene.view is not None
    s = scene.view.record[0]
    drawn = scene.view.current_player == scene.viewer and s.phase == PLAYING
    return int(s.in_hand[scene.viewer]) + (not drawn)


def own_cards(view: SeatView) -> tuple[str, list[str]]:
    """The deck, and the seat's cards in it."""
    return DECK, [name(kind) for kind in kinds_of(view.record[0].hand[view.seat])]


def _keys(kinds: list[int]) -> list[str]:
    """A key for each card: its kind, and which of the copies it is."""
    met: Counter[int] = Counter()
    found = []
    for kind in kinds:
        met[kind] += 1
        found.append(f"own-{kind}-{met[kind]}")
    return found


def _choices(scene: Scene, kinds: list[int]) -> list[Markup]:
    view, left = ahead(scene), Counter(_in_hand(scene))
    lit = partners(view, list(left.elements()))
    look = "lit" if left else "can"
    cards = []
    for n, (kind, key) in enumerate(zip(kinds, _keys(kinds), strict=True)):
        chosen = left[kind] > 0
        left[kind] -= chosen
        cards.append(
            card_choice(
                DECK,
                name(kind),
                kind,
                shortcut=_KEYS[n] if n < len(_KEYS) else "",
                key=key,
                picked=chosen,
                look=look if kind in lit and not chosen else "",
            )
        )
    return cards


def _in_hand(scene: Scene) -> list[int]:
    """The cards picked, as far as it is in the hand that the viewer has after what they try."""
    view = ahead(scene)
    held = Counter(kinds_of(view.record[0]["hand"][scene.viewer]))
    return sorted((Counter(picked(scene)) & held).elements())


# -- what to do ------------------------------------------------------------------------------------


def ask(scene: Scene) -> str:
    """The viewer's next step, in a sentence."""
    assert scene.view is not None
    view, s = ahead(scene), ahead(scene).record[0]
    if tried(scene) and view.current_player != scene.viewer:
        if view.current_player == TERMINAL:
            return _("Your hand is empty: lay it down, and you go out.")
        return _("Your hand is empty: lay it down, and you take a morto and play on.")
    if s.phase == FIRST:
        new = sign(int(s.drawn[scene.viewer]) - 1)
        return _("You drew {card}: keep it, or throw it away and draw another.").format(card=new)
    if s.phase == LAST:
        return _("The stock is empty. This is the last turn: take the pile, or leave it.")
    if s.phase == CHOOSING:
        if s.closed and (s.pile_for_one or s.in_hand[scene.viewer] > 1):
            return _("Draw a card, or take the pile if you can meld its top card.")
        if TAKE not in view.legal:
            return why_not_taken(s) or _("Draw a card.")
        return _("Draw a card, or take the whole pile.")
    chosen = _in_hand(scene)
    if len(chosen) == 1 and chosen[0] == never_thrown(s):
        return why_kept(s)
    if len(chosen) == 1 and (why := why_not_out(s)):
        return why
    if len(chosen) > 1 and not plays(view, chosen) and not partners(view, chosen):
        return _("These cards cannot be laid together: put some of them back.")
    if tried(scene):
        return _("Only you see this. Lay it down, throw a card away, or take it back.")
    if not chosen and lays(view):
        return _("Cards with a dot can be laid down. Throw one away to end your turn.")
    return _("Pick cards to lay them; pick one card to throw it away.")


def actions(scene: Scene) -> Markup:
    """The buttons of this moment."""
    assert scene.view is not None
    view, done = ahead(scene), tried(scene)
    if done and view.current_player != scene.viewer:
        words = (
            _("Lay down and go out")
            if view.current_player == TERMINAL
            else _("Lay down and take the morto")
        )
        return join([action_button(done, words, "c", look="main", key="lay"), *take_apart(scene)])
    s = view.record[0]
    if s.phase == FIRST:
        return _first(int(s.drawn[scene.viewer]) - 1, view.legal)
    if s.phase in (CHOOSING, LAST):
        return join([*_choosing(scene, s), *_plays(scene)])
    # What is tried can be laid down and taken back in the same place, whatever is picked.
    parts = [*_lay_down(scene, view.legal), *_discard(scene), *_plays(scene)]
    return join(parts or _nothing_yet(scene))


def _nothing_yet(scene: Scene) -> list[Markup]:
    """Buttons for the whole hand, where any of it can be laid; else those for picked cards."""
    if picked(scene) or not lays(ahead(scene)):
        return [
            el("button", words, type="button", class_="button act", disabled=True)
            for words in (_("Lay"), _("Throw away"))
        ]
    message = {"type": "suggest", "decision": scene.decision}
    return [
        send_button({**message, "wanted": wanted}, words, look="act quiet")
        for wanted, words in (("points", _("Try most points")), ("cards", _("Try fewest cards")))
    ]


def _first(kind: int, legal: tuple[int, ...]) -> Markup:
    parts = [action_button(KEEP, _("Keep {card}").format(card=sign(kind)), "1")]
    if DISCARD + kind in legal:
        words = _("Throw {card} away and draw another").format(card=sign(kind))
        parts.append(action_button(DISCARD + kind, words, "2"))
    return join(parts)


def _choosing(scene: Scene, s: Any) -> list[Markup]:
    legal = ahead(scene).legal
    parts = []
    if DRAW in legal:
        # Where there is a choice the page does not make it: the pile may be the better move.
        look = "" if TAKE in legal else "main"
        parts.append(action_button(DRAW, _("Draw from the stock"), "d", look=look))
    if TAKE in legal:
        n = int(s.pile_cards)
        words = ngettext("Take the pile ({n} card)", "Take the pile ({n} cards)", n).format(n=n)
        parts.append(action_button(TAKE, words, "t", key="take"))
    if PASS in legal:
        parts.append(action_button(PASS, _("Leave the pile"), "p"))
    return parts


def _plays(scene: Scene) -> list[Markup]:
    """A button for each way of laying what is picked; one that takes the pile does it at once.

    The first is golden, unless a single card is picked, which is thrown away more often.
    """
    view, done, chosen = ahead(scene), tried(scene), _in_hand(scene)
    parts = []
    for n, play in enumerate(plays(view, chosen)):
        moves, shortcut, key = (*done, *play.actions), "" if n else "l", f"play-{n}"
        if view.record[0].phase == CHOOSING:
            parts.append(action_button(moves, play.words, shortcut, key=key))
        else:
            look = "act" if n or len(chosen) == 1 else "act main"
            parts.append(try_button(moves, play.words, shortcut, look=look, key=key))
    return parts


def _discard(scene: Scene) -> list[Markup]:
    """The button that throws the one card that is picked away, with all that is tried before it."""
    chosen, done = _in_hand(scene), tried(scene)
    if len(chosen) != 1 or not can_discard(ahead(scene), chosen[0]):
        return []
    words = _("Lay down, throw {card} away") if done else _("Throw {card} away")
    words, moves = words.format(card=sign(chosen[0])), (*done, DISCARD + chosen[0])
    return [action_button(moves, words, "x", look="main", key="discard")]


def _lay_down(scene: Scene, legal: tuple[int, ...]) -> list[Markup]:
    """The buttons for all that is tried: lay it down, or take it apart."""
    done, parts = tried(scene), take_apart(scene)
    if TAKE_BACK in legal:
        words = _("Too few points: take the melds back")
        parts.insert(0, action_button((*done, TAKE_BACK), words, key="too-little"))
    if not done:
        return parts
    return [action_button(done, _("Lay down"), "c", key="lay"), *parts]


@cache
def picture() -> Markup:
    """A clean canastra of hearts with the card that makes it, beside the morto."""
    run = ("5H", "6H", "7H", "8H", "9H", "TH")
    cards = [laid(DECK, card, 74 + 21 * n, 50) for n, card in enumerate(run)]
    morto = [laid(DECK, BACK, 24 + 3 * n, 50 - 2 * n, -8) for n in range(3)]
    return picture_of(*morto, *cards, laid(DECK, "JH", 211, 46, 10))
