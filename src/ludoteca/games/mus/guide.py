"""Mus for newcomers: the rules, the words, and a first deal with somebody beside you.

Mus' own words stay Spanish in every language; the glossary explains them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import N_, _
from ludoteca.core.player_names import seat_called
from ludoteca.core.rooms import LessonStep
from ludoteca.web.kit.card import card
from ludoteca.web.kit.guide import Picture, Section, Term

from .exact.table import table
from .exact.types import deck_of
from .exact.wins import PAIR_SE_DA, SE_DA
from .hands import DUPLES, KING, MEDIAS, NO_PARES, juego_points, pares_class
from .ids import BETTING, CHICA, DISCARDING, GRANDE, JUEGO, OVER, PARES, SEATS, TALKING
from .notation import NAMED, cards_words, hand_text
from .rules import is_last_to_answer

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

_BEST_JUEGO = (31, 32)

_spanish = partial(card, "spanish")

RULES = (
    Section(
        N_("What it is about"),
        (
            N_(
                "Four players in two pairs; partners sit opposite each other. Everybody holds "
                "four cards, and the pairs bet stones on who has the better hand, in four contests "
                "one after the other: the lances. The first pair to count 40 stones wins the juego."
            ),
            N_(
                "Cards are the 40 of the Spanish deck. From the highest: king, caballo, sota, 7, "
                "6, 5, 4, ace. A 3 counts as a king and a 2 as an ace, so there are eight of each."
            ),
            N_(
                "Play goes to the right. The player to the right of the dealer is the mano: the "
                "mano speaks first, and of two equal hands the one nearer to the mano wins. The "
                "dealer is the postre and speaks last."
            ),
        ),
    ),
    Section(
        N_("Mus, or no mus"),
        (
            N_(
                "Each in turn says mus, to change cards, or no hay mus, which cuts it. When all "
                "four say mus, everybody throws one to four cards away, face down, and gets as "
                "many new ones. Then they are asked again, until somebody cuts."
            ),
        ),
    ),
    Section(
        N_("The four lances"),
        (
            N_("Grande: the highest cards win; first the highest card of each, then the next."),
            N_("Chica: the lowest cards win. Aces are best."),
            N_(
                "Pares: cards of one kind. Duples (two pairs, or four of a kind) beat medias "
                "(three), and medias beat a par (two). Among equals the higher kind wins. All say "
                "whether they have pares, which must be true; there is betting if both pairs have "
                "some."
            ),
            N_(
                "Juego: cards worth 31 or more. Court cards are worth 10, aces 1, the others their "
                "number. The best is 31, then 32, 40, 37, 36, 35, 34, 33. If nobody has juego, the "
                "punto is played instead: the nearest to 30 wins."
            ),
        ),
        (
            Picture("12O 12C 7E 7B", N_("Duples: kings and sevens."), _spanish),
            Picture("12O 3C 12B 1E", N_("Medias, because a 3 is a king; 31 points."), _spanish),
            Picture("7O 6C 5E 4B", N_("Neither pares nor juego: 22 points."), _spanish),
        ),
    ),
    Section(
        N_("Bets"),
        (
            N_(
                "In each lance the mano speaks first: paso, or an envite of 2 stones or more. The "
                "other pair answers. Quiero accepts: the better hand takes it when all is shown. "
                "No quiero refuses: the bettors take the deje at once, 1 stone or what was agreed "
                "before the last raise. Or they raise."
            ),
            N_(
                "The first rival may say paso and leave the answer to the partner. When the last "
                "one passes too, the bet is refused."
            ),
            N_(
                "An órdago bets the whole juego on one lance. If it is accepted, the cards are "
                "shown at once, and the pair that wins that lance wins the juego."
            ),
        ),
    ),
    Section(
        N_("The count"),
        (
            N_(
                "At the end the hands are shown and stones are counted in the order of the lances. "
                "Grande and chica that all passed are worth 1 stone, and so is the punto besides "
                "any bet. The winners of pares and juego count their hands too, both partners': "
                "that is the cuenta. A par is worth 1, medias 2, duples 3; juego 2, but 31 is "
                "worth 3."
            ),
            N_(
                "The first pair to reach the target wins, and the rest is not counted. So the "
                "order matters. Five stones are an amarraco. An agreed number of juegos make a "
                "vaca, and an agreed number of vacas the match."
            ),
        ),
    ),
    Section(
        N_("Signs and words"),
        (
            N_(
                "Partners may tell each other what they hold by a seña, a sign from a fixed list. "
                "It must be true. The partner always sees it; each rival may catch it. A rival "
                "who caught one may ask about it, and gets a true answer."
            ),
            N_(
                "With talk allowed you may also say a set phrase that all hear. It may be a lie, "
                "but not about having pares or juego."
            ),
        ),
    ),
    Section(
        N_("Ways to play"),
        (
            N_(
                "Mus corrido: in the first juego the deal passes to the right with each mus, and "
                "there are no signs. Mus visto: a card may be seen as it is dealt; then the mano "
                "alone decides on the mus. La real: 31 of three sevens and a court card beats "
                "every other juego. With four kings, the 3 and the 2 are cards of their own."
            ),
        ),
    ),
    Section(
        N_("Hands with names"),
        (
            N_(
                "Solomillo: three kings and an ace, 31. Ley del mus: two kings, caballo and sota, "
                "which is 40. Gallegos: two kings and two aces. Castellanos: two kings and two "
                "caballos. Tío perete: 7, 6, 5, 4, the worst hand of all."
            ),
        ),
        (
            Picture("12O 12C 12E 1B", "Solomillo", _spanish),
            Picture("12O 12C 11E 10B", "Ley del mus", _spanish),
            Picture("12O 12C 1E 1B", "Gallegos", _spanish),
        ),
    ),
    Section(
        N_("Some advice"),
        (
            N_(
                "Cut the mus with duples, with 31, or with a hand that is strong in two lances, "
                "above all when you are mano. Keep kings when you throw cards away: they are good "
                "in grande and help pares and juego."
            ),
            N_(
                "A refused bet costs one stone, a lost one two or more: refuse it if you would "
                "win less than one time in four. And leave the word to your partner when your own "
                "hand is weak in a lance."
            ),
        ),
    ),
)

GLOSSARY = (
    Term("mus", N_("“Let us change cards”; all four must say so. Also the game itself.")),
    Term("no hay mus", N_("“No mus”: nobody changes cards any more, the lances begin.")),
    Term("lances", N_("The four contests of a deal: grande, chica, pares, and juego or punto.")),
    Term(
        "mano",
        N_(
            "The player to the right of the dealer, who speaks first. Of equal hands the one "
            "nearer to the mano wins."
        ),
    ),
    Term("postre", N_("The dealer, who speaks last.")),
    Term("grande", N_("The first lance: the highest cards win.")),
    Term("chica", N_("The second lance: the lowest cards win, aces first.")),
    Term("pares", N_("The third lance: cards of one kind. Duples beat medias, medias beat a par.")),
    Term("medias", N_("Three cards of one kind; they count 2 stones.")),
    Term("duples", N_("Two pairs, or four cards of one kind; they count 3 stones.")),
    Term("juego", N_("Cards worth 31 or more: the last lance. Also what 40 stones win.")),
    Term("punto", N_("Played when nobody has juego: the nearest to 30 points wins.")),
    Term("caballo", N_("The knight, number 11: worth 10, below the king.")),
    Term("sota", N_("The knave, number 10: worth 10, below the caballo.")),
    Term("paso", N_("“I pass”: no bet; or the answer is left to the partner.")),
    Term("envite", N_("A bet of at least 2 stones. “Envido 2”: I bet two.")),
    Term("quiero", N_("“I want it”: the bet is accepted, and paid when the hands are shown.")),
    Term("no quiero", N_("“I do not want it”: the bet is refused; the bettors take the deje.")),
    Term("deje", N_("What a refused bet pays at once: 1, or what was agreed before the raise.")),
    Term("órdago", N_("A bet of everything: accepted, this one lance decides the whole juego.")),
    Term("cuenta", N_("Stones for the hands that win pares or juego, besides any bet.")),
    Term(N_("stone"), N_("What is bet and counted; 40 of them win a juego.")),
    Term("amarraco", N_("Five stones, as one partner keeps them.")),
    Term("vaca", N_("An agreed number of juegos won; a match is one vaca or more.")),
    Term(
        "seña", N_("A sign to the partner from a fixed list; always true, and a rival may see it.")
    ),
    Term("mus corrido", N_("In the first juego the deal passes on with each mus; no signs.")),
    Term("mus visto", N_("A card was seen as it was dealt: the mano alone decides on the mus.")),
    Term("la real", N_("31 of three sevens and a court card, the best juego where it is played.")),
    Term("solomillo", N_("Three kings and an ace: the best 31.")),
    Term("ley del mus", N_("Two kings, caballo and sota: 40.")),
    Term("gallegos", N_("Two kings and two aces: duples.")),
    Term("castellanos", N_("Two kings and two caballos: duples, and 40.")),
    Term("tío perete", N_("7, 6, 5, 4: worth nothing anywhere.")),
)


def meaning(word: str) -> str:
    """The meaning of a word of the glossary in the language in use; "" for no such word."""
    return next((_(t.meaning) for t in GLOSSARY if t.word == word.casefold()), "")


def lesson_options() -> Options:
    """One juego, without signs: the cards and the bets are enough for a first deal."""
    return {"juegos": 1, "vacas": 1, "corrido": "no", "signs": "none"}


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided deal."""
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
    text = _("Here you may make a sign to your partner, say something, or just go on.")
    return [LessonStep(text, "actions")]


def _lesson_of_the_others(s: Any) -> str:
    if s.phase == BETTING:
        return _("The others speak. What they bet and what they refuse tells you what they hold.")
    if s.phase == DISCARDING:
        return _("Everybody throws cards away, face down: you see only how many.")
    return _(
        "Each in turn, from the mano on, says mus or no hay mus. One player is enough to cut it."
    )


def _lesson_of_mus(s: Any, seat: int) -> list[LessonStep]:
    hand = s.hand[seat]
    told = _hand_words(hand)
    if _is_worth_playing(hand):
        advice = _("That is worth playing: say no hay mus.")
    else:
        advice = _("That is not much: say mus, and change what is of no use.")
    return [LessonStep(told, "own"), LessonStep(advice, "actions")]


def _has_moved(view: SeatView) -> bool:
    return any(token.actor == view.seat for token in view.tokens)


def _welcome(s: Any, seat: int) -> list[LessonStep]:
    """The steps before the first decision, be it on mus or on a bet."""
    lances = _(
        "Four lances are bet on: grande, the highest cards; chica, the lowest; pares, cards of one "
        "kind; juego, 31 points or more."
    )
    partner = LessonStep(
        _("Welcome! The player opposite is your partner."), f"seat-{(seat + 2) % 4}"
    )
    told = " ".join((_hand_words(s.hand[seat]), _("A 3 counts as a king, a 2 as an ace.")))
    return [partner, LessonStep(lances, "lances"), LessonStep(told, "own")]


def _hand_words(hand: Any) -> str:
    """The hand in a sentence: its cards, its pares, its points."""
    letters = hand_text(hand)
    cards = cards_words(letters)
    pares = {
        NO_PARES: _("no pares"),
        MEDIAS: "medias",
        DUPLES: "duples",
    }.get(int(pares_class(hand)), _("a par"))
    n = int(juego_points(hand))
    text = _("You hold {cards}: {pares}, and {n} points, which is juego.")
    if n < _BEST_JUEGO[0]:
        text = _("You hold {cards}: {pares}, and {n} points, which is not juego.")
    name = NAMED.get(letters)
    return text.format(cards=f"{cards} ({name})" if name else cards, pares=pares, n=n)


def _is_worth_playing(hand: Any) -> bool:
    return bool(pares_class(hand) == DUPLES or int(juego_points(hand)) in _BEST_JUEGO)


def _lesson_of_the_discard(s: Any, seat: int) -> str:
    hand = [int(n) for n in s.hand[seat]]
    useless = hand_text([n if n < 2 and kind != KING else 0 for kind, n in enumerate(hand)])
    if not useless:
        return _("You must throw at least one card. Tap it, and press Discard.")
    return _(
        "Keep kings and cards of one kind. {cards} can go: tap what you throw, and press Discard. "
        "The others see only how many."
    ).format(cards=cards_words(useless))


def _lesson_of_the_lance(view: SeatView) -> str:
    s, good = view.record[0], _is_good(view)
    lance = int(s.lance)
    if s.bettor == 0:
        return f"{_lance_words(lance)} " + (
            _("Yours is good: bet, envido 2.") if good else _("Yours is weak here: paso.")
        )
    name = seat_called(int(s.bettor) - 1)
    if s.all_in:
        return _(
            "{name} says órdago: accept, and this lance decides the whole juego. No quiero is "
            "nearly always right, unless you are almost sure to win."
        ).format(name=name)
    if good:
        advice = _("Yours is good: quiero.")
    elif is_last_to_answer(s):
        advice = _("Yours is weak here: no quiero.")
    else:
        advice = _("Yours is weak here: paso, which leaves the answer to your partner.")
    return _(
        "{name} bets. If it is refused, they take the deje. Quiero plays for {n}. {advice}"
    ).format(name=name, n=int(s.bet), advice=advice)


def _lance_words(lance: int) -> str:
    if lance == GRANDE:
        return _("Grande: the highest cards win, so kings are best.")
    if lance == CHICA:
        return _("Chica: the lowest cards win, so aces are best.")
    if lance == PARES:
        return _("Pares: duples beat medias, medias beat a par; then the higher kind.")
    if lance == JUEGO:
        return _("Juego: 31 is best, then 32, then 40 and down from there.")
    return _("Punto, because nobody has juego: the nearest to 30 wins.")


def _is_good(view: SeatView) -> bool:
    """A hand to bet on in the present lance: its pair wins more often than not where it is played.

    By the table of all hands, which knows the own place and nothing of the others.
    """
    s, deck = view.record[0], deck_of(view.options)
    hand, place = tuple(s.hand[view.seat].tolist()), int(view.seat - s.dealer - 1) % SEATS
    counts = table(deck)[deck.index[hand], place, int(s.lance)]
    return bool(2 * counts[PAIR_SE_DA] > counts[SE_DA])


def _lesson_of_the_count(s: Any, seat: int) -> list[LessonStep]:
    if s.ordago:
        text = _("An órdago was accepted, so one lance has decided the whole juego.")
        return [LessonStep(text, "scores")]
    ours, theirs = int(s.points[max(seat, 0) % 2]), int(s.points[1 - max(seat, 0) % 2])
    counted = _("Stones are counted lance by lance: {ours} for you, {theirs} for them.")
    cuenta = _("The winners of pares and juego count their hands too: the cuenta.")
    on = _("The next deal follows, until a pair has enough stones.")
    return [
        LessonStep(counted.format(ours=ours, theirs=theirs), "scores"),
        LessonStep(cuenta, "result"),
        LessonStep(on, "actions"),
    ]
