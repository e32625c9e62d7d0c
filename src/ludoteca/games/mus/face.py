"""The page of mus: four seats with their words and signs, the lances, the own hand, the moves.

Suits are for show (:mod:`.cards_shown`). The next to speak sits at the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _
from ludoteca.web.kit.buttons import action_button, draft_form, raise_form, submit_button
from ludoteca.web.kit.cards import card, card_choice, empty_place, fan, rival_fan, told_card
from ludoteca.web.kit.cards import picture as drawing
from ludoteca.web.kit.face import reading, seen
from ludoteca.web.kit.guide import term
from ludoteca.web.kit.html import Child, el, join
from ludoteca.web.kit.pictures import laid, picture_of
from ludoteca.web.kit.scores import reason
from ludoteca.web.kit.seats import bubble

from .cards_shown import Hand, hands, rank_words
from .face_count import points_words as points_words
from .face_count import result as counted
from .face_count import scores as scores
from .face_count import side_points as side_points
from .face_lances import NAMES, lances, stake_line
from .face_reason import decided as decided
from .face_signs import gesture, made_sign
from .face_words import said, seen_sign
from .guide import meaning
from .hands import HAND, KINDS, code_count, thrown_of
from .ids import (
    ACCEPT,
    ASK,
    BETTING,
    CUT,
    DISCARD,
    DISCARDING,
    ENVITE,
    MUS,
    NOTHING,
    ORDAGO,
    PASS,
    ROUNDS,
    SAY,
    SEATS,
    SIGN,
    TALKING,
    WINDOW,
)
from .notation import BET_WORD, NAMED, ORDAGO_WORD, is_falta, said_word, text_of_code
from .rules import is_last_to_answer

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene

OF_THE_DAY = True
COUNTER_CLOCKWISE = True

DECK = "spanish"

_FORM = "mus-discard"
_ORDAGO = "mus-ordago"
_FIRST_BET = 2  #: stones of the bet that has a button of its own


# -- the middle ------------------------------------------------------------------------------------


def board(scene: Scene) -> Markup:
    """The lances, how each was bet on, and what is at stake now; in the end the count tells."""
    if scene.view is None or scene.result is not None:
        return Markup()
    s = seen(scene)
    return el("div", lances(scene, s), stake_line(scene, s), class_="mus-table", data_key="table")


def result(scene: Scene) -> Markup:
    """The count at the end of a deal, and what decided it."""
    return join([counted(scene), reason(decided(scene), folds=True)])


# -- before the seats ------------------------------------------------------------------------------


def before(scene: Scene, seat: int) -> Markup:
    """The word of a seat, marks of what is known of it, and its cards, face down until shown."""
    if scene.view is None:  # the places of what comes
        return join([bubble(""), el("div", class_="mus-marks"), rival_fan(DECK, 0)])
    s = seen(scene)
    told = [said(scene, s, seat), _marks(scene, s, seat)]
    sign = seen_sign(scene, s, seat)
    if sign >= 0 and scene.result is None:
        told.append(made_sign(sign, f"{int(s.mus_rounds)}-{int(s.window)}"))
    if seat == scene.viewer:
        return join(told)
    shown = hands(s, scene.look)[seat]
    if not shown:
        backs = rival_fan(DECK, int(s.held) - int(s.due[seat]), _thrown(s, seat))
        return join([*told, backs])
    cards = [card(DECK, name, key=name) for _kind, name in shown]
    return join([*told, fan(cards, _("The cards shown"), key=f"shown-{seat}", look="rival")])


def _marks(scene: Scene, s: Any, seat: int) -> Markup:
    """Marks: mano and postre, and what was declared."""
    dealer = int(s.dealer)
    found = [
        _mark(word, "place", _explained(seat, word))
        for word, at in (("mano", (dealer + 1) % SEATS), ("postre", dealer))
        if seat == at
    ]
    for word, told in (("pares", int(s.pares_said[seat])), ("juego", int(s.juego_said[seat]))):
        if told:  # the heading of the lance explains the word
            no = None if told == 2 else el("span", _("no"), " ", class_="visually-hidden")
            found.append(_mark(word, "has" if told == 2 else "lacks", [no, word]))
    name = NAMED.get(text_of_code(s.shown[seat]))
    if name is not None:
        found.append(_mark(name, "shown", _explained(seat, name)))
    return el("div", found, class_="mus-marks", data_key=f"marks-{seat}")


def _thrown(s: Any, seat: int) -> Markup | None:
    """The cards that a seat threw in each round of mus, over its cards; None before the first."""
    counts = [str(int(row[seat])) for row in s.threw if row[seat]]
    if not counts:
        return None
    words = _("Cards thrown: {counts}").format(counts=", ".join(counts))
    text = " ".join(f"−{n}" for n in counts)
    return el("span", text, class_="mus-thrown", title=words, data_key=f"thrown {text}")


def _mark(word: str, kind: str, told: Child) -> Markup:
    return el("span", told, class_=f"mus-mark {kind}", data_key=word)


def _explained(seat: int, word: str) -> Markup:
    """A word on a seat, which shows its meaning when it is pressed."""
    return term(word, meaning(word), place=f"seat-{seat}")


# -- the own hand ----------------------------------------------------------------------------------


def hand(scene: Scene) -> Markup:
    """The viewer's cards, highest first; while they may be thrown, each can be tapped."""
    if scene.viewer < 0:
        return Markup()
    if scene.view is None:
        return fan([empty_place(DECK)] * HAND, _("Your hand"), look="mus-hand")
    s = seen(scene)
    held = hands(s, scene.look)[scene.viewer]
    if not (s.phase == DISCARDING and scene.view.legal):
        lacking = int(s.held) - len(held)
        cards = [
            card(
                DECK, name, key=name, look="fresh" if _is_new(s, scene.viewer, held, place) else ""
            )
            for place, (_kind, name) in enumerate(held)
        ]
        return fan([*cards, *[empty_place(DECK)] * lacking], _("Your hand"), look="mus-hand")
    choices = [
        card_choice(DECK, name, len(held) - 1 - i, shortcut=str(i + 1), key=name)
        for i, (_kind, name) in enumerate(held)
    ]
    return draft_form(
        _FORM,
        fan(choices, _("Your hand"), look="mus-hand"),
        sets=_discards(held, scene.view.legal),
        odds=scene.hints,
    )


def _is_new(s: Any, me: int, held: Hand, place: int) -> bool:
    """True until the lances for a card that came in exchange: those held longest come first."""
    if s.mus_rounds == 0 or s.phase not in (WINDOW, TALKING) or s.window > ROUNDS:
        return False
    kind = held[place][0]
    later = sum(other == kind for other, _name in held[place + 1 :])
    return later < int(code_count(s.fresh[me], kind))


def _discards(held: Hand, legal: tuple[int, ...]) -> dict[str, int]:
    """The move of each set of boxes: places from the lowest card, from the highest on.

    Of equal cards the record throws the first ones, whichever were tapped.
    """
    kinds = [kind for kind, _name in reversed(held)]
    found = {}
    for n in range(1, len(held) + 1):
        for chosen in combinations(reversed(range(len(held))), n):
            mask, thrown = 0, [kinds[place] for place in chosen]
            for place, kind in enumerate(kinds):
                if kinds[:place].count(kind) < thrown.count(kind):
                    mask |= 1 << place
            assert DISCARD + mask in legal
            found[" ".join(map(str, chosen))] = DISCARD + mask
    return found


# -- what to do ------------------------------------------------------------------------------------


def ask(scene: Scene) -> str:
    """The viewer's next step, in a sentence."""
    s = seen(scene)
    if s.phase == TALKING:
        return _("Change cards, or cut the mus and play?")
    if s.phase == DISCARDING:
        return _("Tap the cards you want to throw away.")
    if s.phase != BETTING:
        assert scene.view is not None
        if scene.view.legal == (NOTHING,):
            return _("Your hand has no sign.")
        return _("You may make a sign to your partner.")
    name = NAMES[int(s.lance)]
    if not s.bettor:
        return _("{lance}: paso, or envido?").format(lance=name)
    if not is_last_to_answer(s):
        return _("{lance}: your partner may answer if you pass.").format(lance=name)
    return _("{lance}: your answer?").format(lance=name)


def actions(scene: Scene) -> Markup:
    """The buttons of this phase; numbers are their keys."""
    assert scene.view is not None
    s, legal = seen(scene), scene.view.legal
    if s.phase == TALKING:
        return join([_button(s, MUS, "1"), _button(s, CUT, "2")])
    if s.phase == DISCARDING:
        keep = [_button(s, DISCARD, "9", look="quiet")] if DISCARD in legal else []
        return join([submit_button(_("Discard"), "0", form=_FORM), *keep])
    if s.phase == BETTING:
        return _bets(s, legal)
    return _window(scene, legal)


def _bets(s: Any, legal: tuple[int, ...]) -> Markup:
    """Pass or refuse, accept, the usual bet, more of it, the falta; apart from them, órdago."""
    parts = [_button(s, PASS, "1")]
    if ACCEPT in legal:
        parts.append(_button(s, ACCEPT, "2"))
    amounts = [action - ENVITE for action in legal if action > ENVITE and not is_falta(s, action)]
    if amounts:
        n = _FIRST_BET if _FIRST_BET in amounts else amounts[0]
        parts.append(_button(s, ENVITE + n, "3" if s.bettor else "2"))
        amounts.remove(n)
    if amounts:
        options = [(ENVITE + n, _word(s, ENVITE + n)) for n in sorted(amounts)]
        parts.append(raise_form(_("Another bet"), options, submit=BET_WORD))
    parts += [_button(s, action, "f") for action in legal if is_falta(s, action)]
    if ORDAGO in legal:
        parts.append(_ordago(s))
    return join(parts)


def _ordago(s: Any) -> Markup:
    """A button that opens the one that says it: nobody bets a juego by a slip."""
    opener = el(
        "button",
        el("span", "Órdago…"),
        el("kbd", "o", class_="key", aria_hidden="true"),
        type="button",
        class_="button act mus-ordago",
        popovertarget=_ORDAGO,
        aria_keyshortcuts="o",
        data_key="ordago",
    )
    words = _("Órdago: if it is accepted, {lance} decides the whole juego.")
    sure = el(
        "div",
        el("p", words.format(lance=NAMES[int(s.lance)])),
        el(
            "button",
            _("Back"),
            type="button",
            class_="button quiet",
            popovertarget=_ORDAGO,
            popovertargetaction="hide",
        ),
        el(
            "button",
            ORDAGO_WORD,
            type="button",
            class_="button act mus-dare",
            data_act=str(ORDAGO),
            autofocus=True,
            data_key="sure",
        ),
        id=_ORDAGO,
        popover=True,
        class_="mus-sure",
        data_key="ordago-sure",
    )
    return join([opener, sure])


def _window(scene: Scene, legal: tuple[int, ...]) -> Markup:
    """To go on without, a sign as a gesture; questions and set phrases in one list.

    Who has no sign, among machines alone, need not say so: people would see that it was quick.
    """
    assert scene.view is not None
    others = (seat.kind for seat in scene.seats if seat.seat != scene.viewer)
    alone = all(kind == "machine" for kind in others) and not scene.lesson
    forced = legal == (NOTHING,)
    parts = [action_button(NOTHING, _without(legal), "1", by_itself=forced and alone)]
    signs = [action - SIGN for action in legal if SIGN <= action < SAY]
    parts += [
        action_button(SIGN + sign, gesture(sign), str(n) if n <= 9 else "")
        for n, sign in enumerate(signs, start=2)
    ]
    words = scene.view.action_words
    phrases = [(a, words(a)) for a in legal if a in (ASK, ASK + 1) or SAY <= a < ENVITE]
    if phrases:
        parts.append(raise_form(_("Say"), phrases, key="say"))
    return join(parts)


def _without(legal: Sequence[int]) -> str:
    """The move that does nothing, in the word of its button."""
    has_sign = any(SIGN <= action < SAY for action in legal)
    return _("Make no sign") if has_sign else _("Say nothing")


def _button(s: Any, action: int, shortcut: str, look: str = "") -> Markup:
    return action_button(action, _word(s, action), shortcut, look=look)


def _word(s: Any, action: int) -> str:
    """A move in the word of its button."""
    return _("Keep all") if action == DISCARD else said_word(s, action)


def move(view: SeatView, turn: Sequence[int], scene: Scene | None) -> Markup:
    """A discard with its cards, a sign as its gesture, any other move in the word of its button.

    A real table has suits of its own: for it cards are told in words.
    """
    s, (action,) = reading(view.record), turn
    if DISCARD < action < SIGN and scene is not None:
        cards = join(told_card(DECK, name) for name in _going(scene, action - DISCARD))
        return Markup.escape(_("throw {cards}")).format(cards=cards)
    if SIGN <= action < SAY:
        return gesture(action - SIGN)
    if action == NOTHING:
        return Markup.escape(_without(view.legal))
    if action in (ASK, ASK + 1) or DISCARD < action < ENVITE:
        return Markup.escape(view.action_words(action))
    return Markup.escape(_word(s, action))


def _going(scene: Scene, mask: int) -> Iterator[str]:
    """The names of the viewer's cards that a discard throws: those held longest of each kind."""
    s, me = seen(scene), scene.viewer
    left = [int(thrown_of(s.hand[me], mask, kind)) for kind in range(KINDS)]
    for kind, name in hands(s, scene.look)[me]:
        if left[kind]:
            left[kind] -= 1
            yield name


@cache
def pick(text: str) -> tuple[Markup, ...]:
    """The cards of the kind that a question writes so, those of its own number first."""
    cards = [f"{number}{suit}" for number in _NUMBERS_OF.get(text, ()) for suit in "OCEB"]
    return tuple(drawing(DECK, card) for card in cards)


def pick_words(text: str) -> str:
    """The kind that a question writes so: king, caballo."""
    return rank_words([(0, f"{number}O") for number in _NUMBERS_OF.get(text, ())[:1]]) or text


def picture() -> Markup:
    """A hand of four, with juego of 31 and a pair of kings."""
    hand = (("7E", 66, 58, -15), ("1B", 102, 49, -5), ("12C", 138, 49, 5), ("12O", 174, 58, 15))
    return picture_of(*(laid(DECK, *card) for card in hand))


_NUMBERS_OF: dict[str, tuple[int, ...]] = {
    "R": (12,), "C": (11,), "S": (10,), "7": (7,), "6": (6,), "5": (5,), "4": (4,), "3": (3,),
    "2": (2,), "A": (1,),
}  # fmt: skip
