"""Odds of mus, exact: of a hand in every lance, of what is thrown, and of the deck.

A hand is asked about as it is dealt, beside three others from the rest of the deck, or under a
condition: what the others declared, a sign of the partner, cards that one has thrown. Ties go to
the hand nearest to the mano, so each answer is for a seat: 0 is the mano, 3 the postre.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal, TypeAlias

import numpy as np

from ludoteca.core.answers import Answer, Cell, Name, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Odd, simulated_share
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, question
from ludoteca.core.view import SeatView

from .exact import counts, gains
from .exact.known import Known, known_in
from .exact.simulation import count_worlds, dealt, wins
from .exact.table import table
from .exact.types import Deck, Ints, counted, deck_of, text_of
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
    first_steps,
)
from .hands import FACES, KINDS, KING, THREE
from .ids import DISCARDING, JUEGO, LANCES, NO_SIGNS, OVER, PARES, PUNTO, REFUSED, SEATS, WINDOW
from .notation import LANCE_NAMES, NAMED, SIGN_NAMES

Declared: TypeAlias = list[Literal["pares", "no-pares", "juego", "no-juego"]] | None
Sign: TypeAlias = (
    Literal[
        "reyes", "ases", "par", "medias", "medias-de-reyes", "medias-de-ases", "otras-medias",
        "duples", "juego", "31", "30", "29", "ciego",
    ]
    | None
)  # fmt: skip
"""The signs that tell something of a hand, as records write them."""

_SIMULATED = (1_000, 10_000, 100_000)


@question("odds", N_("A hand's chance in every lance, exact; without a hand, those of the deck."))
def lances(
    options: Options,
    cards: Annotated[list[str] | None, Param(N_("the hand: RRCA"), bare=True)] = None,
    seat: Annotated[
        int, Param(N_("your place from the mano, who is 0; the postre is 3"), low=0, high=3)
    ] = 0,
    right: Annotated[Declared, Param(N_("declarations of the rival on your right"))] = None,
    partner: Annotated[Declared, Param(N_("declarations of your partner"))] = None,
    left: Annotated[Declared, Param(N_("declarations of the rival on your left"))] = None,
    sign: Annotated[Sign, Param(N_("a sign of your partner, true of the hand"))] = None,
    thrown: Annotated[str, Param(N_("cards that you have thrown, which nobody holds: 754"))] = "",
    steps: Annotated[
        bool, Param(N_("also the chance to beat one other, two others, and all three"))
    ] = False,
    discard: Annotated[
        bool, Param(N_("what to throw: the stones to expect after every discard"))
    ] = False,
) -> Answer:
    """The chance that the hand beats the three others, and that its pair beats both rivals."""
    deck = deck_of(options)
    if not cards:
        return _best_discards(deck) if discard else _deck_answer(deck)
    hand = read_hand("".join(cards), deck)
    if discard:
        return _discard_answer(deck, hand, seat)
    gone = read_cards(thrown, deck)
    _check_left(hand, gone, deck)
    known = Known(deck)
    known.thrown(gone)
    for other, words in ((RIGHT, right), (PARTNER, partner), (LEFT, left)):
        for word in words or []:
            lance = PARES if word.endswith("pares") else JUEGO
            known.declared(other, lance, not word.startswith("no-"))
    if sign is not None:
        known.signed(PARTNER, SIGN_NAMES.index(sign), _signs_list(options))
    index = deck.types.index[hand]
    rows, deals = _counted(known, index, seat)
    if not deals:
        facts = "; ".join(known.facts)
        raise BadInput(_("no deal of the cards fits this: {facts}").format(facts=facts))
    given: dict[str, Cell] = {
        "seat": seat,
        "condition": _condition(known),
        "deals": deals,
    }
    fields = _names(hand) | given | _lance_fields(rows, deals)
    tables = [_stones_table(deck, index, rows, deals)]
    if steps and known.facts:
        raise BadInput(_("the steps are those of a hand beside which nothing is known"))
    if steps:
        tables.append(_steps_table(deck, index, seat))
    why = None if known.facts else partial(derivation, deck, index, seat)
    return Answer(fields, tables, why=why)


def _counted(known: Known, hand: int, seat: int) -> tuple[Ints, int]:
    """The counts of a hand in a seat, by lance, and all deals that fit what is known."""
    if not known.facts:
        return table(known.deck)[hand, seat], known.deck.deals
    found, deals = count(known.deck, hand, (seat,), known.gone, known.allowed)
    return found[0], deals


def _condition(known: Known) -> str:
    return "; ".join((*known.facts, _("all deals of the other cards equally likely")))


def _lance_fields(rows: Ints, deals: int) -> dict[str, Cell]:
    """The chances of each lance, and the stones of the pairs where nobody bets."""

    def chance(lance: int, column: int) -> Exact:
        return Exact(Fraction(int(rows[lance, column]), deals))

    fields: dict[str, Cell] = {}
    for lance, name in enumerate(LANCE_NAMES):
        chances: dict[str, Cell] = {
            "individual": chance(lance, INDIVIDUAL),
            "pair": chance(lance, PAIR),
        }
        if lance in (PARES, JUEGO):
            joint: dict[str, Cell] = {
                "individual_and_se_da": chance(lance, INDIVIDUAL_SE_DA),
                "pair_and_se_da": chance(lance, PAIR_SE_DA),
            }
            chances |= joint
        if lance >= PARES:
            played: dict[str, Cell] = {"se_da": chance(lance, SE_DA)}
            chances |= played
        fields[name] = chances
    own, theirs = (Fraction(int(rows[:, column].sum()), deals) for column in (OWN, RIVALS))
    stones: dict[str, Cell] = {
        "own": Exact(own),
        "rivals": Exact(theirs),
        "difference": Exact(own - theirs),
    }
    fields["stones"] = stones
    return fields


def _names(hand: Sequence[int]) -> dict[str, Cell]:
    """The hand as it is written, and its name where it has one."""
    text = text_of(hand)
    fields: dict[str, Cell] = {"hand": text}
    if text in NAMED:
        fields["name"] = NAMED[text]
    return fields


def _stones_table(deck: Deck, hand: int, rows: Ints, deals: int) -> Table:
    """The thesis' gain R of each lance, and the stones of both pairs, where nobody bets.

    R has no punto; here it is worth a stone to who wins it.
    """
    numbers = []
    for lance in range(LANCES):
        gain = gains.gain(deck, hand, rows, deals, lance)
        own, theirs = (Fraction(int(rows[lance, column]), deals) for column in (OWN, RIVALS))
        numbers.append((gain.formula, gain.joint, gain.always, own, theirs))
    total = tuple(map(sum, zip(*numbers, strict=True)))
    names = (*LANCE_NAMES, N_("all lances"))
    found: list[list[Cell]] = [
        [Name(name), *map(Exact, row)] for name, row in zip(names, (*numbers, total), strict=True)
    ]
    columns = ("lance", "R_formula", "R_joint", "R_always", "own_stones", "rival_stones")
    return Table("gains", columns, found, N_("Stones where nobody bets"))


def _steps_table(deck: Deck, hand: int, seat: int) -> Table:
    """P(A), P(AB) and P(ABC) of the thesis (equations 2.36 to 2.40), and its estimate P(A)^3."""
    rows: list[list[Cell]] = []
    for lance, name in enumerate(LANCE_NAMES):
        one, two = first_steps(deck, hand, seat, lance)
        three = Fraction(int(table(deck)[hand, seat, lance, INDIVIDUAL]), deck.deals)
        rows.append([Name(name), Exact(one), Exact(two), Exact(three), Exact(one**3)])
    columns = ("lance", "P(A)", "P(AB)", "P(ABC)", "P(A)^3")
    return Table("steps", columns, rows, N_("The others beaten one after the other"))


def derivation(deck: Deck, hand: int, seat: int, rng: np.random.Generator) -> Iterator[str]:
    """Derive the chances: all deals, those won, and simulated deals that approach them."""
    rows = table(deck)[hand, seat]
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
            words = (f"{s.mean:.4f} ({s.low:.4f} … {s.high:.4f})" for s in shares)
            yield "  {}: {}; {}".format(name, *words)


# -- what to throw ---------------------------------------------------------------------------------


def _discard_answer(deck: Deck, hand: Sequence[int], seat: int) -> Answer:
    index = deck.types.index[tuple(hand)]
    found = gains.discards(deck, index, seat)
    condition = _("the cards that are not in the hand equally likely")
    stay = Fraction(int(gains.expected(deck)[index, seat]), deck.deals)
    fields = _names(hand) | {
        "seat": seat,
        "throw": text_of(found[0].thrown),
        "gain": Exact(found[0].gain, condition),
        "without_mus": Exact(stay, condition),
    }
    rows: list[list[Cell]] = [[text_of(d.thrown), text_of(d.kept), Exact(d.gain)] for d in found]
    tables = [Table("discards", ("thrown", "kept", "gain"), rows, N_("Every discard, best first"))]
    return Answer(fields, tables, notes=[_(_GAIN)])


_GAIN = N_(
    "gain: stones of your pair less the rivals' where nobody bets, if the new hand is worth what "
    "it is at the first deal; what the others throw is not foreseen"
)


def _best_discards(deck: Deck) -> Answer:
    """The best discard of every hand in every seat."""
    rows: list[list[Cell]] = []
    stay = gains.expected(deck).tolist()
    for hand, text in enumerate(deck.types.names):
        for seat in range(SEATS):
            best = gains.discards(deck, hand, seat)[0]
            without = Exact(Fraction(stay[hand][seat], deck.deals))
            rows.append([text, seat, text_of(best.thrown), Exact(best.gain), without])
    columns = ("hand", "seat", "throw", "gain", "without_mus")
    table = Table("best_discards", columns, rows, N_("The best discard of every hand"))
    return Answer({"hands": len(deck.types)}, [table], notes=[_(_GAIN)])


# -- beside the cards ------------------------------------------------------------------------------


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of the seat's pair in each lance that is open; what to throw where that is asked.

    Exact where what the seat knows is a condition on the hands of now (:func:`known_in`), else
    from worlds drawn at random.
    """
    s, me = view.record[0], view.seat
    phase = int(s.phase)
    hand = tuple(int(n) for n in s.hand[me]) if me >= 0 else ()
    if phase < WINDOW or phase == OVER or sum(hand) != int(s.held):
        return ()
    deck, seat = deck_of(view.options), int(me - s.dealer - 1) % SEATS
    index = deck.types.index[hand]
    if phase == DISCARDING:
        return tuple(_discard_odds(deck, index, seat))
    known = known_in(view)
    if known is None:
        return tuple(_simulated_odds(view, rng))
    rows, deals = _counted(known, index, seat)
    condition = _condition(known)
    return tuple(
        Odd(_(_WINS[lance]), Exact(Fraction(int(rows[lance, PAIR]), deals), condition))
        for lance in _open_lances(s)
    )


_WINS = (
    N_("grande: your pair wins"),
    N_("chica: your pair wins"),
    N_("pares: your pair wins"),
    N_("juego: your pair wins"),
    N_("punto: nobody has juego, and your pair wins"),
)


def _open_lances(s: Any) -> list[int]:
    """The lances that are still to be won: not refused, not known to have no hand."""
    found = []
    for lance in range(LANCES):
        said = {PARES: s.pares_said, JUEGO: s.juego_said, PUNTO: s.juego_said}.get(lance, ())
        nobody = len(said) > 0 and all(word == 1 for word in said)
        somebody = any(word == 2 for word in said)
        gone = somebody if lance == PUNTO else nobody
        if int(s.outcome[lance]) != REFUSED and not gone:
            found.append(lance)
    return found


def _discard_odds(deck: Deck, hand: int, seat: int) -> Iterator[Odd]:
    """The stones to expect after the best discards."""
    condition = _("the cards that are not in your hand equally likely, nobody bets")
    for best in gains.discards(deck, hand, seat)[:_BEST]:
        words = _("throw {cards}: stones above the rivals'").format(cards=text_of(best.thrown))
        yield Odd(words, Exact(best.gain, condition), chance=False)


_BEST, _WORLDS = 3, 5_000


def _simulated_odds(view: SeatView, rng: np.random.Generator) -> Iterator[Odd]:
    """The shares of worlds in which the seat's pair wins each lance."""
    won = np.zeros(LANCES, np.int64)
    worlds = view.game.state_layout.empty(1)
    count_worlds(view.record, view.seat, rng, _WORLDS, worlds, won)
    condition = _("worlds that agree with all that you saw, drawn at random")
    for lance in _open_lances(view.record[0]):
        share = simulated_share(int(won[lance]), _WORLDS, condition)
        yield Odd(_(_WINS[lance]), share)


# -- the deck --------------------------------------------------------------------------------------


def _deck_answer(deck: Deck) -> Answer:
    played = counts.chance_of_lances(deck)
    condition = _("all deals of four hands equally likely")
    fields: dict[str, Cell] = {
        "hands": deck.hands,
        "types": len(deck.types),
        "pares_se_da": Exact(played[PARES], condition),
        "juego_se_da": Exact(played[JUEGO], condition),
        "punto_se_da": Exact(played[PUNTO], condition),
        "nobody_has_pares": Exact(counts.nobody_has_pares(deck), condition),
    }
    ways = counts.ways_of(deck)
    pairs = zip(*(counts.by_pares(deck, juego=has) for has in (None, True, False)), strict=True)
    points = counts.by_points(deck)
    patterns = [(n, shape, w) for n in points for shape, w in counts.patterns(deck, n).items()]

    def share(n: int) -> Exact:
        return Exact(Fraction(n, deck.hands))

    return Answer(
        fields,
        (
            Table(
                "named",
                ("name", "hand", "ways", "probability"),
                [[name, hand, ways[hand], share(ways[hand])] for hand, name in NAMED.items()],
                N_("Hands that have a name"),
            ),
            Table(
                "pares",
                ("pares", "ways", "probability", "with_juego", "without_juego"),
                [
                    [Name(name), n, share(n), juego, without]
                    for name, (n, juego, without) in zip(_PARES, pairs, strict=True)
                ],
                N_("Pares, with and without juego"),
            ),
            Table(
                "points",
                ("points", "ways", "probability"),
                [[n, w, share(w)] for n, w in points.items()],
                N_("Points of juego (31 and more) and of punto"),
            ),
            Table(
                "patterns",
                ("points", "pattern", "ways"),
                patterns,
                N_("Patterns by points; F is any card of ten points"),
            ),
            Table(
                "hands_of_the_deck",
                ("hand", "ways", "probability"),
                [[h, n, share(n)] for h, n in ways.items()],
                N_("All hands, the best in grande first"),
            ),
        ),
    )


_PARES = (N_("none"), N_("par"), N_("medias"), N_("duples"))


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
            _("a hand has {wanted} cards, {cards} has {n}").format(
                wanted=deck.hand, cards=text_of(hand), n=sum(hand)
            )
        )
    _check_left(hand, (0,) * KINDS, deck)
    return hand


def _check_left(hand: Sequence[int], gone: Sequence[int], deck: Deck) -> None:
    for kind, copies in enumerate(deck.cards):
        if hand[kind] + gone[kind] > copies:
            raise BadInput(
                _("the deck has {copies} cards {card}, not {n}").format(
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
