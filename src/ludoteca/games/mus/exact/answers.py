"""Answers about hands: stones, steps, discards, and the deck."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ludoteca.core.answers import Answer, Cell, Name, Pieces, Table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, chance_words

from ..cards_shown import cards_of, throw_words
from ..ids import JUEGO, LANCES, PARES, PUNTO, SEATS
from ..notation import LANCE_NAMES, NAMED, PLACES, hand_text
from . import counts, gains
from .table import table
from .types import Deck, Ints
from .wins import INDIVIDUAL, OWN, RIVALS, first_steps


def hand_named(hand: Sequence[int]) -> dict[str, Cell]:
    """The hand as it is written, and its name where it has one."""
    text = hand_text(hand)
    fields: dict[str, Cell] = {"hand": Pieces(text)}
    if text in NAMED:
        fields["name"] = NAMED[text]
    return fields


def place(seat: int) -> Name:
    """The place at the table of a seat, counted from the mano."""
    return Name(PLACES[seat])


def stones_table(deck: Deck, hand: int, rows: Ints, deals: int) -> Table:
    """The thesis' gain R of each lance, and the stones of both pairs, where nobody bets.

    R has no punto; here it is worth a stone to who wins it.
    """
    numbers: list[list[Fraction]] = []
    for lance in range(LANCES):
        gain = gains.gain(deck, hand, rows, deals, lance)
        own, theirs = (Fraction(int(rows[lance, column]), deals) for column in (OWN, RIVALS))
        numbers.append([gain.formula, gain.joint, gain.always, own, theirs])
    numbers.append([sum(column, Fraction(0)) for column in zip(*numbers, strict=True)])
    names = (*LANCE_NAMES, N_("all lances"))
    found: list[list[Cell]] = [
        [Name(name), *map(Exact, row)] for name, row in zip(names, numbers, strict=True)
    ]
    columns = ("lance", "R_formula", "R_joint", "R_always", "own_stones", "rival_stones")
    return Table("gains", columns, found, N_("Stones where nobody bets"))


def steps_table(deck: Deck, hand: int, seat: int) -> Table:
    """P(A), P(AB) and P(ABC) of the thesis (equations 2.36 to 2.40), and its estimate P(A)^3."""
    rows: list[list[Cell]] = []
    for lance, name in enumerate(LANCE_NAMES):
        one, two = first_steps(deck, hand, seat, lance)
        three = Fraction(int(table(deck)[hand, seat, lance, INDIVIDUAL]), deck.deals)
        rows.append([Name(name), Exact(one), Exact(two), Exact(three), Exact(one**3)])
    columns = ("lance", "P(A)", "P(AB)", "P(ABC)", "P(A)^3")
    return Table(
        "steps",
        columns,
        rows,
        N_("The others beaten one after the other"),
        chances=columns[1:],
    )


def discard_answer(deck: Deck, hand: Sequence[int], seat: int) -> Answer:
    """Every discard of a hand in a seat, the best first."""
    index = deck.index[tuple(hand)]
    found = gains.discards(deck, index, seat)
    condition = _("the cards that are not in the hand are equally likely")
    stay = Fraction(int(gains.expected(deck)[index, seat]), deck.deals)
    fields = hand_named(hand) | {
        "seat": place(seat),
        "throw": Pieces(hand_text(found[0].thrown)),
        "gain": Exact(found[0].gain, condition),
        "without_mus": Exact(stay, condition),
    }
    rows: list[list[Cell]] = [
        [Pieces(hand_text(d.thrown)), Pieces(hand_text(d.kept)), Exact(d.gain)] for d in found
    ]
    tables = [Table("discards", ("thrown", "kept", "gain"), rows, N_("Every discard, best first"))]
    headline = (
        _(
            "Ask for mus and throw {cards}. If nobody bets and the others keep the cards they were "
            "dealt, that is worth {gain:+.3g} stones to your pair on average, the hand as it is "
            "{stay:+.3g}."
        )
        if found[0].gain > stay
        else _(
            "Cut: play the hand as it is. If nobody bets and the others keep the cards they were "
            "dealt, it is worth {stay:+.3g} stones to your pair on average; the best discard, "
            "{cards}, {gain:+.3g}."
        )
    )
    thrown = throw_words(cards_of(None, None, 0, found[0].thrown))
    return Answer(
        fields,
        tables,
        notes=[_(_GAIN)],
        headline=headline.format(cards=thrown, gain=float(found[0].gain), stay=float(stay)),
    )


_GAIN = N_(
    "gain: the stones of your pair less those of the rivals, if nobody bets and the others keep "
    "the cards they were dealt. The machines also reckon with bets and with the cards that others "
    "draw, so they may throw other cards."
)


def best_discards(deck: Deck) -> Answer:
    """The best discard of every hand in every seat."""
    rows: list[list[Cell]] = []
    better = [0] * SEATS
    stay = gains.expected(deck).tolist()
    for hand, text in enumerate(deck.types.names):
        for seat in range(SEATS):
            best = gains.discards(deck, hand, seat)[0]
            without = Exact(Fraction(stay[hand][seat], deck.deals))
            thrown = Pieces(hand_text(best.thrown))
            rows.append([Pieces(text), place(seat), thrown, Exact(best.gain), without])
            better[seat] += best.gain > without.value
    columns = ("hand", "seat", "throw", "gain", "without_mus")
    table = Table("best_discards", columns, rows, N_("The best discard of every hand"))
    headline = _(
        "The best discard is worth more than the cards as they are for {mano} of the {hands} hands "
        "as mano, for {postre} as postre."
    ).format(mano=better[0], hands=len(deck.types), postre=better[-1])
    return Answer({"hands": len(deck.types)}, [table], notes=[_(_GAIN)], headline=headline)


def deck_answer(deck: Deck) -> Answer:
    """The hands of a deck counted, and the chance that each lance is played."""
    played = counts.chance_of_lances(deck)
    condition = _("all deals of four hands are equally likely")
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
                [[NAMED[h], h, ways[h], share(ways[h])] for h in NAMED],
                N_("Hands that have a name"),
                chances=("probability",),
            ),
            Table(
                "pares",
                ("pares", "ways", "probability", "with_juego", "without_juego"),
                [
                    [Name(name), n, share(n), juego, without]
                    for name, (n, juego, without) in zip(_PARES, pairs, strict=True)
                ],
                N_("Pares, with and without juego"),
                chances=("probability",),
            ),
            Table(
                "points",
                ("points", "ways", "probability"),
                [[n, w, share(w)] for n, w in points.items()],
                N_("Points of juego (31 and more) and of punto"),
                chances=("probability",),
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
                chances=("probability",),
            ),
        ),
        chances=("pares_se_da", "juego_se_da", "punto_se_da", "nobody_has_pares"),
        headline=_("Pares are played in {pares} of the deals, juego in {juego}.").format(
            pares=chance_words(float(played[PARES])), juego=chance_words(float(played[JUEGO]))
        ),
    )


_PARES = (N_("none"), N_("par"), N_("medias"), N_("duples"))
