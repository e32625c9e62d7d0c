"""Odds of mus, exact: of a hand in every lance, of what is thrown, and of the deck.

A hand is asked about as it is dealt, beside three others from the rest of the deck, or under a
condition: what the others declared, a sign of the partner, cards that one has thrown. Ties go to
the hand nearest to the mano, so each answer is for a seat: 0 is the mano, 3 the postre.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np

from ludoteca.core import calls
from ludoteca.core.answers import Answer, Cell, Name, table
from ludoteca.core.errors import BadInput, NoWorld
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.numbers import Exact, Odd, chance_words, simulated_share
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, question
from ludoteca.core.view import SeatView

from .cards_shown import cards_of, throw_words
from .exact import gains
from .exact.answers import (
    best_discards,
    deck_answer,
    discard_answer,
    hand_named,
    place,
    steps_table,
    stones_table,
)
from .exact.known import Known, known_in
from .exact.simulation import count_wins, dealt, wins
from .exact.table import table as table_of_hands
from .exact.types import Deck, Ints, counted, deck_of
from .exact.wins import (
    INDIVIDUAL,
    INDIVIDUAL_SE_DA,
    LEFT,
    OWN,
    PAIR,
    PAIR_SE_DA,
    PARTNER,
    RIGHT,
    RIVALS,
    SE_DA,
    count,
)
from .hands import FACES, KINDS, KING, THREE, juego_points
from .ids import DISCARDING, JUEGO, LANCES, OPEN, OVER, PARES, PUNTO, SEATS, WINDOW
from .notation import LANCE_NAMES, PLACES, SIGN_NAMES
from .record import thrown_by
from .rules import was_seen
from .signs import NO_SIGNS

Declared: TypeAlias = list[Literal["pares", "no-pares", "juego", "no-juego"]] | None
Sign: TypeAlias = (
    Literal[
        "reyes", "ases", "par", "medias", "medias-de-reyes", "medias-de-ases", "otras-medias",
        "duples", "juego", "31", "30", "29", "ciego",
    ]
    | None
)  # fmt: skip
"""The signs that tell something of a hand, as records write them."""

CARDS = "R C S 7 6 5 4 3 2 A"
"""The cards to press: a 3 counts as a king and a 2 as an ace, but where there are four kings."""

_SIMULATED = (1_000, 10_000, 100_000)


@question(
    "odds",
    N_("A hand's chance in every lance, exact; without a hand, those of the deck."),
    played=(
        (N_("What are my chances in each lance?"), {}),
        (N_("Should I cut with this hand, and what do I throw?"), {"discard": "yes"}),
    ),
)
def lances(
    options: Options,
    cards: Annotated[
        list[str] | None,
        Param(N_("your hand: RRCA"), bare=True, picks=CARDS, check=hand_asked, example="R3C7"),
    ] = None,
    seat: Annotated[
        int,
        Param(
            N_("your place in the order of speaking"),
            low=0,
            high=3,
            labels=PLACES,
            title=N_("your place"),
        ),
    ] = 0,
    right: Annotated[
        Declared,
        Param(N_("declarations of the rival on your right"), title=N_("rival on the right")),
    ] = None,
    partner: Annotated[Declared, Param(N_("declarations of your partner"))] = None,
    left: Annotated[
        Declared,
        Param(N_("declarations of the rival on your left"), title=N_("rival on the left")),
    ] = None,
    sign: Annotated[Sign, Param(N_("a sign of your partner, true of the hand"))] = None,
    thrown: Annotated[
        str,
        Param(
            N_("cards that you have thrown, which nobody holds: 754"),
            picks=CARDS,
            check=thrown_asked,
        ),
    ] = "",
    steps: Annotated[
        bool, Param(N_("also the chance to beat one other, two others, and all three"))
    ] = False,
    discard: Annotated[
        bool, Param(N_("what to throw: the stones to expect after every discard"))
    ] = False,
) -> Answer:
    """The chance that the hand beats the three others, and that its pair beats both rivals."""
    deck = deck_of(options)
    if any((right, partner, left, sign, thrown, steps)) and (discard or not cards):
        raise BadInput(
            _("declarations, a sign, cards thrown and steps go with a hand, not with a discard")
        )
    if not cards:
        return best_discards(deck) if discard else deck_answer(deck)
    asked = {"options": options, "cards": cards, "thrown": thrown}
    hand = hand_asked(asked)
    if discard:
        return discard_answer(deck, hand, seat)
    gone = thrown_asked(asked)
    known = Known(deck)
    known.thrown(gone)
    for other, words in ((RIGHT, right), (PARTNER, partner), (LEFT, left)):
        for word in words or []:
            lance = PARES if word.endswith("pares") else JUEGO
            known.declared(other, lance, not word.startswith("no-"))
    if sign is not None:
        known.signed(PARTNER, SIGN_NAMES.index(sign), _signs_list(options))
    index = deck.index[hand]
    rows, deals = _counted(known, index, seat)
    if not deals:
        facts = "; ".join(known.facts)
        raise BadInput(_("no deal of the cards fits this: {facts}").format(facts=facts))
    given: dict[str, Cell] = {
        "seat": place(seat),
        "condition": _condition(known),
        "deals": deals,
    }
    fields = hand_named(hand) | given | {"stones": _stones(rows, deals)}
    data = _by_lance(rows, deals)
    tables = [chances_table(data), stones_table(deck, index, rows, deals)]
    if steps and known.facts:
        raise BadInput(_("the steps are those of a hand beside which nothing is known"))
    if steps:
        tables.append(steps_table(deck, index, seat))
    why = None if known.facts else partial(derivation, deck, index, seat)
    headline, notes = _chances_words(rows, deals), _chances_notes(rows)
    return Answer(fields, tables, why=why, headline=headline, data=data, notes=notes)


def hand_asked(asked: Mapping[str, Any]) -> tuple[int, ...]:
    """The hand that :func:`lances` is asked about; raises ``BadInput``."""
    return read_hand("".join(asked["cards"]), deck_of(asked["options"]))


def thrown_asked(asked: Mapping[str, Any]) -> tuple[int, ...]:
    """The cards that were thrown beside the hand; raises ``BadInput``."""
    deck = deck_of(asked["options"])
    gone = read_cards(asked["thrown"], deck)
    _check_left(hand_asked(asked) if asked["cards"] else (0,) * KINDS, gone, deck)
    return gone


def _counted(known: Known, hand: int, seat: int) -> tuple[Ints, int]:
    """The counts of a hand in a seat, by lance, and all deals that fit what is known."""
    if not known.facts:
        return table_of_hands(known.deck)[hand, seat], known.deck.deals
    found, deals = count(known.deck, hand, (seat,), known.gone, known.allowed)
    return found[0], deals


def _condition(known: Known) -> str:
    return "; ".join((*known.facts, _("all deals of the other cards are equally likely")))


def _chances_words(rows: Ints, deals: int) -> str:
    """A sentence on how often the pair wins each lance that may be played."""
    told = ", ".join(
        f"{_(name)} {chance_words(int(rows[lance, PAIR]) / deals)}"
        for lance, name in enumerate(LANCE_NAMES)
        if lance < PARES or rows[lance, SE_DA]
    )
    return _("Your side wins: {chances}.").format(chances=told)


def _chances_notes(rows: Ints) -> list[str]:
    """A note on whose chances these are, and in which deals; on punto where it can be played."""
    told = [
        _(
            "Each chance is the share of all deals in which you or your partner wins: in pares and "
            "juego by the best one, or by the only one."
        )
    ]
    if rows[PUNTO, SE_DA]:
        told.append(_("Punto counts the deals in which nobody has juego."))
    return [" ".join(told)]


def _stones(rows: Ints, deals: int) -> dict[str, Cell]:
    """The stones of the pairs where nobody bets."""
    own, theirs = (Fraction(int(rows[:, column].sum()), deals) for column in (OWN, RIVALS))
    return {"own": Exact(own), "rivals": Exact(theirs), "difference": Exact(own - theirs)}


@table(
    "chances",
    N_("Chances to win"),
    "lance your_side_wins you_alone is_played side_and_played alone_and_played",
    chances="your_side_wins you_alone is_played side_and_played alone_and_played",
)
def chances_table(by_lance: Mapping[str, Mapping[str, Any]]) -> Iterator[list[Cell]]:
    """The chances of each lance, alone and as a pair; those of being played where that is open.

    Without a lance that cannot be played, as the punto with juego in the hand.
    """
    columns = ("pair", "individual", "se_da", "pair_and_se_da", "individual_and_se_da")
    for name, chances in by_lance.items():
        if chances["ways"].get("se_da") != 0:
            yield [Name(name), *map(chances.get, columns)]


def _by_lance(rows: Ints, deals: int) -> dict[str, Any]:
    """The chances of each lance in lowest terms; ``ways`` are the deals of each, of all ``deals``.

    Without the chance of being played where that is certain.
    """
    found: dict[str, Any] = {}
    for lance, name in enumerate(LANCE_NAMES):
        columns = {"individual": INDIVIDUAL, "pair": PAIR}
        if lance in (PARES, JUEGO):
            columns |= {"individual_and_se_da": INDIVIDUAL_SE_DA, "pair_and_se_da": PAIR_SE_DA}
        if lance >= PARES:
            columns["se_da"] = SE_DA
        ways = {key: int(rows[lance, column]) for key, column in columns.items()}
        found[name] = {key: Exact(Fraction(n, deals)) for key, n in ways.items()} | {"ways": ways}
    return found


def derivation(deck: Deck, hand: int, seat: int, rng: np.random.Generator) -> Iterator[str]:
    """Derive the chances: all deals, those won, and simulated deals that approach them."""
    rows = table_of_hands(deck)[hand, seat]
    yield _(
        "The three others hold 4 cards each of the 36 that are not in the hand: "
        "C(36, 4) x C(32, 4) x C(28, 4) = {deals:,} deals."
    ).format(deals=deck.deals)
    for lance, name in enumerate(LANCE_NAMES):
        yield _("{lance}: {alone:,} won by the hand, {pair:,} by the pair").format(
            lance=name, alone=rows[lance, INDIVIDUAL], pair=rows[lance, PAIR]
        )
    for n in _SIMULATED:
        alone, pair = wins(deck, hand, seat, dealt(deck, hand, (0,) * KINDS, n, rng))
        yield _("{n} deals simulated:").format(n=n)
        for lance, name in enumerate(LANCE_NAMES):
            shares = (simulated_share(int(won[:, lance].sum()), n) for won in (alone, pair))
            ends = ([number_text(x, ".4f") for x in (s.mean, s.low, s.high)] for s in shares)
            words = (f"{mean} ({low} … {high})" for mean, low, high in ends)
            yield "  {}: {}; {}".format(name, *words)


# -- beside the cards ------------------------------------------------------------------------------


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of the seat's pair in each lance that is open; what to throw where that is asked.

    Exact where what the seat knows is a condition on the hands of now (:func:`known_in`), else
    from worlds drawn at random. Raises ``NoWorld`` where no deal fits what the seat knows.
    """
    s, me = view.record[0], view.seat
    phase = int(s.phase)
    hand = tuple(int(n) for n in s.hand[me]) if me >= 0 else ()
    if phase < WINDOW or phase == OVER or sum(hand) != int(s.held):
        return ()
    deck, seat = deck_of(view.options), int(me - s.dealer - 1) % SEATS
    index = deck.index[hand]
    if phase == DISCARDING:
        return tuple(_discard_odds(view, deck, index, seat))
    known = known_in(view)
    if known is None:
        return tuple(_simulated_odds(view, rng))
    rows, deals = _counted(known, index, seat)
    if not deals:
        raise NoWorld
    condition = _condition(known)
    given = "" if known.allowed.all() else _(_GIVEN)
    return tuple(
        Odd(_(_WINS[lance]), Exact(Fraction(int(rows[lance, PAIR]), deals), condition), given=given)
        for lance in _open_lances(s, me)
    )


_GIVEN = N_("If unseen cards are random, but fit the signs and words that you know:")
_WINS = (
    N_("grande: your side wins"),
    N_("chica: your side wins"),
    N_("pares: your side wins"),
    N_("juego: your side wins"),
    N_("punto: nobody has juego, and your side wins"),
)


def _open_lances(s: Any, me: int) -> list[int]:
    """The lances that are still to be bet on: not settled, and not known not to be played."""
    found = []
    for lance in range(LANCES):
        said = {PARES: s.pares_said, JUEGO: s.juego_said, PUNTO: s.juego_said}.get(lance, ())
        nobody = len(said) > 0 and all(word == 1 for word in said)
        somebody = any(word == 2 for word in said) or juego_points(s.hand[me]) >= 31
        gone = somebody if lance == PUNTO else nobody
        if int(s.outcome[lance]) == OPEN and not gone:
            found.append(lance)
    return found


def _discard_odds(view: SeatView, deck: Deck, hand: int, seat: int) -> Iterator[Odd]:
    """The stones to expect after the best discards."""
    s, me = view.record[0], view.seat
    if int(s.shuffles) == 0:
        gone = thrown_by(s, me)
        condition = _("the cards that you have not had are equally likely, and nobody bets")
    else:  # what one has thrown may be drawn again
        gone = (0,) * KINDS
        condition = _("the cards that are not in your hand are equally likely, and nobody bets")
    for best in gains.discards(deck, hand, seat, gone, stand=bool(was_seen(s)))[:_BEST]:
        if any(best.thrown):
            words = _("throw {cards}: stones ahead")
        else:
            words = _("throw nothing: stones ahead")
        cards = throw_words(cards_of(s, view.look, me, best.thrown))
        odd = words.format(cards=cards)
        yield Odd(odd, Exact(best.gain, condition), chance=False)


_BEST, _WORLDS = 3, 5_000


def _simulated_odds(view: SeatView, rng: np.random.Generator) -> Iterator[Odd]:
    """The shares of worlds in which the seat's pair wins each lance."""
    won = np.zeros(LANCES, np.int64)
    worlds = view.game.state_layout.empty(_WORLDS)
    calls.resample_all(view.record, 0, view.seat, rng, worlds)
    count_wins(worlds, view.seat, won)
    condition = _("deals that agree with all that you saw are drawn at random")
    for lance in _open_lances(view.record[0], view.seat):
        share = simulated_share(int(won[lance]), _WORLDS, condition)
        yield Odd(_(_WINS[lance]), share, given=_(_GIVEN))


# -- reading ---------------------------------------------------------------------------------------


def read_cards(text: str, deck: Deck) -> tuple[int, ...]:
    """Cards by kind, written in any order and case; with 8 kings a 3 is a king, a 2 an ace.

    Raises ``BadInput`` for what is no card.
    """
    kinds = []
    for symbol in text.upper().replace(" ", ""):
        kind = FACES.find(symbol)
        if kind >= 0 and not deck.cards[kind]:
            kind = KING if kind == THREE else 0
        if kind < 0:
            raise BadInput(
                _("{symbol} is no card: cards are written with {symbols}").format(
                    symbol=symbol, symbols=" ".join(reversed(FACES))
                )
            )
        kinds.append(kind)
    return counted(kinds)


def read_hand(text: str, deck: Deck) -> tuple[int, ...]:
    """A hand, as :func:`read_cards` reads it; raises ``BadInput`` where it is none of the deck."""
    hand = read_cards(text, deck)
    if sum(hand) != deck.hand:
        raise BadInput(
            _("A hand has {wanted} cards; you have chosen {n}.").format(
                wanted=deck.hand, n=sum(hand)
            )
        )
    _check_left(hand, (0,) * KINDS, deck)
    return hand


def _check_left(hand: Sequence[int], gone: Sequence[int], deck: Deck) -> None:
    for kind, copies in enumerate(deck.cards):
        if hand[kind] + gone[kind] > copies:
            raise BadInput(
                _("there are {copies} of {card} in the deck, and you have chosen {n}").format(
                    copies=copies, card=FACES[kind], n=hand[kind] + gone[kind]
                )
            )
    if sum(gone) > sum(deck.cards) - SEATS * deck.hand:
        raise BadInput(_("so many cards cannot have been thrown"))


def _signs_list(options: Options) -> int:
    """The list of signs that is played; raises ``BadInput`` where there is none."""
    played = ("none", "short", "federation").index(str(options["signs"]))
    if played == NO_SIGNS:
        raise BadInput(_("no signs are given under these options"))
    return played
