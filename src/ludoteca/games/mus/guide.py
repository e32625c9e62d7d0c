"""Mus for newcomers: the rules, the words, and a first deal with somebody beside you.

Mus' own words stay Spanish in every language; the glossary explains them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from markupsafe import Markup

from ludoteca.core.guide import PointsRow, read_guide
from ludoteca.core.i18n import N_, _
from ludoteca.core.player_names import seat_called
from ludoteca.core.rooms import FIRST_DEAL, LessonStep, TaughtHand
from ludoteca.web.kit.cards import card

from .exact.table import table
from .exact.types import deck_of
from .exact.wins import PAIR_SE_DA, SE_DA
from .face_signs import GESTURES, shown_sign
from .hands import (
    ACE,
    DUPLES,
    FOUR,
    KINDS,
    KING,
    POINTS,
    SEVEN,
    TWO,
    cuenta_of,
    juego_points,
    pares_class,
)
from .ids import (
    ACCEPT,
    BETTING,
    CUT,
    DISCARDING,
    ENVITE,
    JUEGO,
    MUS,
    NOTHING,
    ORDAGO,
    OVER,
    PARES,
    PASS,
    SAY,
    SEATS,
    SIGN,
    TALKING,
)
from .notation import NAMED, SIGN_NAMES, SIGN_WORDS, cards_words, hand_text, pares_word
from .rules import is_last_to_answer
from .signs import BLIND, latest_sign

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

_BEST_JUEGO = (31, 32)


def _piece(name: str) -> Markup:
    """A card, or the face that makes a sign, by its name in the guide."""
    if name in SIGN_NAMES:
        return shown_sign(SIGN_NAMES.index(name))
    return card("spanish", name)


RULES, GLOSSARY = read_guide(Path(__file__).with_suffix(".md"), _piece)


def worths(s: Any) -> dict[str, list[PointsRow]]:
    """The points of cards for juego and punto, and the stones of the count."""
    eight = s.kings == 0  # a 3 is a king, and a 2 an ace
    lowest = FOUR if eight else TWO
    numbers = ", ".join(str(POINTS[kind]) for kind in range(SEVEN, lowest - 1, -1))
    cards = [
        (_("king, 3, caballo, sota"), "12O 3C 11E 10B") if eight else
        (_("king, caballo, sota"), "12O 11E 10B"),
        (_("ace, 2"), "1O 2C") if eight else (_("ace"), "1O"),
    ]  # fmt: skip
    high, low = (
        PointsRow(words, str(POINTS[kind]), [_piece(name) for name in names.split()])
        for (words, names), kind in zip(cards, (KING, ACE), strict=True)
    )
    between = [_piece("7E"), _piece("4B" if eight else "2C")]
    held = {
        N_("grande or chica where all passed"): (1, ""),
        N_("a bet that was refused: the deje, at once"): (1, ""),
        N_("a par"): (_cuenta(PARES, SEVEN, SEVEN), "7E 7B"),
        N_("medias"): (_cuenta(PARES, SEVEN, SEVEN, SEVEN), "7E 7B 7C"),
        N_("duples"): (_cuenta(PARES, KING, KING, SEVEN, SEVEN), "12O 12C 7E 7B"),
        N_("juego"): (_cuenta(JUEGO, KING, KING, KING, FOUR), "12O 12C 11E 4B"),
        N_("juego of 31"): (_cuenta(JUEGO, KING, KING, KING, ACE), "12O 12C 11E 1B"),
        N_("punto"): (1, ""),
    }
    count = [
        PointsRow(_(words), str(stones), [_piece(name) for name in names.split()])
        for words, (stones, names) in held.items()
    ]
    return {
        "The four lances": [high, PointsRow(numbers, _("their number"), between), low],
        "The count": count,
    }


def _cuenta(lance: int, *kinds: int) -> int:
    """The stones for a hand of the winners of a lance."""
    return int(cuenta_of(lance, np.bincount(kinds, minlength=KINDS)))


def meaning(word: str) -> str:
    """The meaning of a word of the glossary in the language in use; "" for no such word."""
    return next((_(t.meaning) for t in GLOSSARY if t.word == word.casefold()), "")


def _dealt(dealer: int, hands: str) -> str:
    """The moves that deal ``hands``, from the mano on."""
    cards = [card for row in zip(*hands.split(), strict=True) for card in row]
    return " ".join([f"reparte-{dealer}", *cards])


def _taught(dealer: int, hands: str, then: str) -> str:
    """The moves of a first deal: ``hands`` from the mano on, who cuts the mus, and ``then``."""
    return f"{_dealt(dealer, hands)} no-hay-mus {then}".strip()


_ALONE: Options = {"juegos": "1", "corrido": "no", "signs": "none"}
_ONE_JUEGO: Options = {"juegos": "1", "vacas": "1", "corrido": "no", "signs": "short"}
_PASO = "paso paso paso paso"
_NONE = "no no no no"

TAUGHT = (
    TaughtHand(FIRST_DEAL, "", "", _dealt(3, "RRRA RS66 AAA4 C754"), _ONE_JUEGO),
    TaughtHand(
        "grande",
        N_("Grande"),
        N_("Three kings (a 3 counts as one), and you speak first: do you bet on grande?"),
        _taught(3, "RRR5 C764 S74A C765", ""),
        _ALONE,
    ),
    TaughtHand(
        "chica",
        N_("Chica"),
        N_(
            "Three aces (a 2 counts as one) are poor in grande, where everybody "
            "passed. And in chica?"
        ),
        _taught(3, "5AAA RC64 C764 RS54", _PASO),
        _ALONE,
    ),
    TaughtHand(
        "pares",
        N_("Pares"),
        N_(
            "Two kings (a 3 counts as one) and two fours are duples. A rival has pares, too: "
            "do you bet?"
        ),
        _taught(3, "RR44 7765 C654 S65A", f"{_PASO} {_PASO} pares pares no no"),
        _ALONE,
    ),
    TaughtHand(
        "juego",
        N_("Juego"),
        N_("Your cards make 31, and you are mano. A rival has juego, too: what can beat you?"),
        _taught(3, "RCSA RC75 7654 S764", f"{_PASO} {_PASO} {_NONE} juego juego no no"),
        _ALONE,
    ),
    TaughtHand(
        "ordago",
        N_("Órdago"),
        N_("You are mano with 31, and said paso. A rival bets the whole juego on it: do you dare?"),
        _taught(3, "RCSA RC75 7654 S764", f"{_PASO} {_PASO} {_NONE} juego juego no no paso órdago"),
        _ALONE,
    ),
)
"""The guided first deal, with the best hand of all but one lance and a sign for the partner; and
five short hands, one for each thing that is bet on: seat 0 wins what each asks about."""


def lesson_options() -> Options:
    """One juego, with signs from its first deal on."""
    return _ONE_JUEGO


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided deal.

    After a move that was not advised, its meaning comes first.
    """
    first, *more = _lesson_now(view)
    told = _told_of_the_last(view)
    return [first._replace(text=f"{told} {first.text}") if told else first, *more]


def _lesson_now(view: SeatView) -> list[LessonStep]:
    s = view.record[0]
    if s.phase == OVER:
        return _lesson_of_the_count(s, view.seat)
    if view.seat < 0 or not view.legal:
        return [LessonStep(_lesson_of_the_others(s), "rivals")]
    if s.phase == TALKING:
        own = _lesson_of_mus(s, view.seat)
        return own if _has_moved(view) else [*_welcome(s, view.seat), own[-1]]
    if s.phase == DISCARDING:
        return [LessonStep(_lesson_of_the_discard(s, view.seat), "own")]
    if s.phase == BETTING:
        bet = LessonStep(_lesson_of_the_lance(view), "lances")
        return [bet] if _has_moved(view) else [*_welcome(s, view.seat), bet]
    signs = _lesson_of_signs(view)
    return signs if _has_moved(view) else [*_welcome(s, view.seat), *signs]


def _lesson_of_signs(view: SeatView) -> list[LessonStep]:
    """The sign that the partner has made, and what the own hand has to tell."""
    s, partner = view.record[0], (view.seat + 2) % SEATS
    steps = []
    seen = int(latest_sign(s, view.seat, partner))
    if seen >= 0:
        text = _("Your partner makes a sign: {does}. It means: {sign}. Signs never lie.")
        told = text.format(does=_(GESTURES[seen].does), sign=_(SIGN_WORDS[seen]))
        steps.append(LessonStep(told, f"seat-{partner}"))
    signs = [a - SIGN for a in view.legal if SIGN <= a < SAY and a != SIGN + BLIND]
    if signs:
        text = _(
            "Your hand has a sign: {sign}. Press it, and your partner knows. Each rival may catch "
            "it."
        )
        told, press = text.format(sign=_(SIGN_WORDS[signs[0]])), SIGN + signs[0]
    else:
        press = NOTHING
        button = _("Make no sign") if SIGN + BLIND in view.legal else _("Say nothing")
        told = _("Your hand has no sign. Press {button}, and play goes on.").format(button=button)
    return [*steps, LessonStep(told, f"act-{press}")]


def _lesson_of_the_others(s: Any) -> str:
    if s.phase == BETTING:
        return _(
            "The others speak now. What they bet and what they refuse tells you about their cards."
        )
    if s.phase == DISCARDING:
        return _("Everybody throws cards away, face down: you see only how many.")
    return _(
        "From the mano on, each player says mus or no hay mus. One no hay mus is enough: "
        "nobody changes cards."
    )


def _lesson_of_mus(s: Any, seat: int) -> list[LessonStep]:
    told = _hand_words(s, seat)
    if _is_worth_playing(s, seat):
        advice, press = _("That is worth playing: press No hay mus."), CUT
    else:
        advice = _("That is not much: press Mus, and change the cards you do not need.")
        press = MUS
    return [LessonStep(told, "own"), LessonStep(advice, f"act-{press}")]


def _is_worth_playing(s: Any, seat: int) -> bool:
    """True for duples and for the best juegos."""
    hand = s.hand[seat]
    return pares_class(hand) == DUPLES or int(juego_points(hand)) in _BEST_JUEGO


def _has_moved(view: SeatView) -> bool:
    return any(token.actor == view.seat for token in view.tokens)


def _welcome(s: Any, seat: int) -> list[LessonStep]:
    """The steps before the first decision, be it on mus or on a bet."""
    lances = _(
        "You bet on four things, the lances: grande, the highest cards; chica, the lowest; "
        "pares, cards of one kind; juego, 31 points or more."
    )
    welcome = _(
        "Welcome! The player opposite is your partner. The two of you bet stones on your cards; "
        "{n} of them win."
    )
    partner = LessonStep(welcome.format(n=int(s.target)), f"seat-{(seat + 2) % 4}")
    told = " ".join((_hand_words(s, seat), _("A 3 counts as a king, a 2 as an ace.")))
    return [partner, LessonStep(lances, "lances"), LessonStep(told, "own")]


def _hand_words(s: Any, seat: int) -> str:
    """The hand in a sentence: its cards, its pares, its points."""
    hand = s.hand[seat]
    cards = cards_words(s, seat, hand)
    n = int(juego_points(hand))
    text = _("You hold {cards}: {pares}, and {n} points, so you have juego.")
    if n < _BEST_JUEGO[0]:
        text = _("You hold {cards}: {pares}, and {n} points, so no juego.")
    name = NAMED.get(hand_text(hand))
    return text.format(cards=f"{cards} ({name})" if name else cards, pares=pares_word(hand), n=n)


def _lesson_of_the_discard(s: Any, seat: int) -> str:
    hand = [int(n) for n in s.hand[seat]]
    useless = [n if n < 2 and kind != KING else 0 for kind, n in enumerate(hand)]
    if not any(useless):
        return _("You must throw at least one card. Tap it, and press Discard.")
    return _(
        "Keep kings and cards of one kind. You can throw: {cards}. Tap them, and press Discard. "
        "The others see only how many."
    ).format(cards=cards_words(s, seat, useless))


def _told_of_the_last(view: SeatView) -> str:
    """The meaning of the last word of the seat, where another was advised; "" elsewhere.

    Read off its past; nothing where the view has none.
    """
    own = [n for n, token in enumerate(view.tokens) if token.actor == view.seat]
    if view.past is None or not own or view.record[0].ordago:
        return ""
    before, made = _word(view, own[-1])
    s = before.record[0]
    if s.phase == TALKING:
        other = {CUT: MUS, MUS: CUT}[CUT if _is_worth_playing(s, view.seat) else MUS]
        return _(_OTHERWISE[made]) if made == other else ""
    if s.phase != BETTING:
        return ""
    good = _is_good(before)
    if made == ORDAGO:
        return _(_OTHERWISE[ORDAGO])
    if made == PASS:
        if not good:
            return ""
        if not s.bettor:
            # While the lance goes on, and not for two words on end.
            waits = (s.phase, s.lance) == (view.record[0].phase, view.record[0].lance)
            return _(_KEPT_BACK) if waits and not _has_waited(view, own[:-1]) else ""
        return _(_GIVEN_UP if is_last_to_answer(s) else _LEFT)
    if made == ACCEPT:
        return "" if good else _(_OTHERWISE[ACCEPT])
    if good:
        return "" if made == ENVITE + 2 and not s.bettor else _(_MORE)
    return _(_BLUFF)


def _word(view: SeatView, n: int) -> tuple[SeatView, int]:
    """The view before the move ``n`` of the seat's past, and the move."""
    assert view.past is not None
    return replace(view, record=view.past[n], past=None), int(view.tokens[n].token)


def _has_waited(view: SeatView, own: list[int]) -> bool:
    """True where the last of the ``own`` moves was Paso with a good hand, before any bet."""
    if not own:
        return False
    before, made = _word(view, own[-1])
    s = before.record[0]
    return s.phase == BETTING and made == PASS and not s.bettor and _is_good(before)


_OTHERWISE = {
    MUS: N_("Mus works too: if all four say it, everybody changes cards, the rivals as well."),
    CUT: N_("No hay mus works too: your cards stay as they are, and so do those of the rivals."),
    ACCEPT: N_("You accepted with a weak hand: it costs stones, unless your partner has better."),
    ORDAGO: N_("That is a dare: if it is accepted, one lance decides the whole juego."),
}
"""The meaning of a move that was not advised."""

_KEPT_BACK = N_("Paso works too: a good hand may wait until somebody else bets.")
_LEFT = N_("You left a good hand to your partner: if neither accepts, they take the deje.")
_GIVEN_UP = N_("You gave up a good hand: they take the deje.")
_MORE = N_("That works too: more stones, but the rivals refuse more easily.")
_BLUFF = N_("That is a bluff: it pays only if the rivals refuse.")


def _lesson_of_the_lance(view: SeatView) -> str:
    s = view.record[0]
    if s.bettor == 0:
        good, weak = _("Yours is good: press Envido 2."), _("Yours is weak here: press Paso.")
        return f"{_(_LANCES[int(s.lance)])} {good if _is_good(view) else weak}"
    name = seat_called(int(s.bettor) - 1)
    if _is_good(view):
        sure = _("Yours is almost certain to win: press Quiero.")
        advice = sure if s.all_in else _("Yours is good: press Quiero.")
    elif is_last_to_answer(s):
        advice = _("Yours is not good enough: press No quiero.")
    else:
        advice = _("Yours is not good enough: press Paso, and your partner answers.")
    text = _("{name} bets. If it is refused, they take the deje. Quiero plays for {n}. {advice}")
    if s.all_in:
        text = _("{name} says órdago: if it is accepted, this lance decides the juego. {advice}")
    return text.format(name=name, n=int(s.bet), advice=advice)


_LANCES = (
    N_("Grande: the highest cards win, so kings are best."),
    N_("Chica: the lowest cards win, so aces are best."),
    N_("Pares: duples beat medias, medias beat a par; then the higher kind."),
    N_("Juego: 31 is best, then 32, then 40 and down from there."),
    N_("Punto, because nobody has juego: the nearest to 30 wins."),
)


_GOOD, _SURE = 0.5, 0.9  #: chances to win from which a hand is worth a bet, and an órdago


def _is_good(view: SeatView) -> bool:
    """True where the hand is worth a bet, or the stones or the órdago of another's."""
    return _chance(view) > (_SURE if view.record[0].all_in else _GOOD)


def _chance(view: SeatView) -> float:
    """The chance of the hand's pair to win the present lance where it is played.

    By the table of all hands, which knows the own place and nothing of the others.
    """
    s, deck = view.record[0], deck_of(view.options)
    hand, place = tuple(s.hand[view.seat].tolist()), int(view.seat - s.dealer - 1) % SEATS
    counts = table(deck)[deck.index[hand], place, int(s.lance)]
    return float(counts[PAIR_SE_DA] / counts[SE_DA])


def _lesson_of_the_count(s: Any, seat: int) -> list[LessonStep]:
    if s.ordago:
        text = _("An órdago was accepted, so one lance has decided the whole juego.")
        return [LessonStep(text, "scores")]
    ours, theirs = int(s.points[max(seat, 0) % 2]), int(s.points[1 - max(seat, 0) % 2])
    counted = _("Stones are counted lance by lance: {ours} for you, {theirs} for them.")
    cuenta = _("Whoever wins pares or juego also gets stones for the cards themselves: the cuenta.")
    on = _(
        "Press Next deal: you play on, without a guide, until a pair has {n} stones. What a "
        "machine would do stands beside the odds."
    ).format(n=int(s.target))
    return [
        LessonStep(counted.format(ours=ours, theirs=theirs), "result"),
        LessonStep(cuenta, "result"),
        LessonStep(on, "actions"),
    ]
