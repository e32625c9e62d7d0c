"""Deals in compiled code: four hands, rounds of mus, who cuts, and the hands and stones after it.

Nothing of the mathematics is assumed: physical cards are drawn one by one; where the stock runs out
all cards thrown become the stock, as in the rules. A level is given by tables over hand types:
whether it cuts and which cards it keeps. The places at the table stay as they are (no mus corrido),
and nobody signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.i18n import _
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Simulated, simulated_mean
from ludoteca.core.questions import Progress, quiet

from ..exact.types import Deck, Ints
from ..hands import ACE, HAND, KINDS, KING
from ..ids import JUEGO, PARES, PUNTO, SEATS
from ..policies.tables import JUEGO_CHANCE

Floats = NDArray[np.float64]

HANDS = HAND * SEATS  #: cards that are held
AT_ONCE = 500_000  #: deals between two looks for an interrupt

MOST_ROUNDS = 3

QUANTITIES = (
    "par", "medias", "duples", "juego", "thirty_one", "kings", "aces",
    "pares_played", "juego_played", "punto_played", "stones_of_the_mano", "stones_of_the_postre",
)  # fmt: skip
"""Measures of a deal: of all four hands the share, or the mean number, that are or hold
something; whether a lance is played (0 or 1); stones of both pairs without bets."""


@cache
def types_by_cards(deck: Deck) -> Ints:
    """The type of four cards in any order, of shape (kinds, kinds, kinds, kinds); -1 for none."""
    found = np.full((KINDS,) * deck.hand, -1, np.int64)
    for index, hand in enumerate(deck.types.hands.tolist()):
        cards = [kind for kind, n in enumerate(hand) for _card in range(n)]
        for order in set(permutations(cards)):
            found[order] = index
    return found


def in_parts(deals: int, progress: Progress) -> Iterator[int]:
    """The deals in parts, between which ``progress`` is told and an interrupt is heard."""
    for done in range(0, deals, AT_ONCE):
        progress(done, deals, _("deals"))
        yield min(AT_ONCE, deals - done)


@njit
def deal_types(rng, cards, types_of, held):  # type: ignore[no-untyped-def]
    """Deal four hands into the first 16 places of ``cards``; write their types."""
    for place in range(HANDS):
        chosen = place + int(rng.random() * (cards.size - place))
        cards[place], cards[chosen] = cards[chosen], cards[place]
    name_types(cards, types_of, held)


@njit
def name_types(cards, types_of, held):  # type: ignore[no-untyped-def]
    """Write the types of the four hands in the first 16 places of ``cards``."""
    for seat in range(SEATS):
        at = HAND * seat
        held[seat] = types_of[cards[at], cards[at + 1], cards[at + 2], cards[at + 3]]


@dataclass(frozen=True)
class Frequencies:
    """Hands counted over ``deals`` deals of four.

    Attributes
    ----------
    held : seats that held each type, summed over the deals
    squares : the square of the number of seats that held it in a deal, summed
    """

    deals: int
    held: Ints
    squares: Ints

    def share(self, index: int) -> Simulated:
        """The share of hands that are of a type; the interval is that of whole deals."""
        total, squares = int(self.held[index]), int(self.squares[index])
        return simulated_mean(total / SEATS, squares / SEATS**2, self.deals)


def frequencies(deck: Deck, deals: int, seed: int, progress: Progress = quiet) -> Frequencies:
    """Deal four hands ``deals`` times; the same seed deals the same."""
    rng = np.random.default_rng(seed)
    cards = np.repeat(np.arange(KINDS), deck.cards)
    held, squares = np.zeros((2, len(deck.types)), np.int64)
    for n in in_parts(deals, progress):
        _count_hands(rng, cards, types_by_cards(deck), n, held, squares)
    return Frequencies(deals, held, squares)


@njit
def _count_hands(rng, cards, types_of, deals, held, squares):  # type: ignore[no-untyped-def]
    """Add the hands of so many deals to ``held`` and ``squares``; ``cards`` are moved about."""
    here = np.zeros(SEATS, np.int64)
    for _deal in range(deals):
        deal_types(rng, cards, types_of, here)
        for seat in range(SEATS):
            before = 0
            for other in range(seat):
                before += here[other] == here[seat]
            held[here[seat]] += 1
            squares[here[seat]] += 2 * before + 1


# -- rounds of mus ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class LevelTables:
    """A player's words before the bets, by hand type.

    Attributes
    ----------
    cuts : 1 where it cuts, of shape (rounds of mus so far, seats, types)
    kept : cards that it keeps by kind, of shape (seats, types, kinds)
    """

    cuts: Ints
    kept: Ints


@njit
def count_stones(held, classes, cuenta, stones):  # type: ignore[no-untyped-def]
    """Write the stones of both pairs in each lance where nobody bets; returns nothing.

    ``held`` are the types of the seats from the mano, ``classes`` and ``cuenta`` those of
    :class:`~ludoteca.games.mus.exact.types.Types`; ``stones`` is of shape (lances, 2).
    """
    for lance in range(classes.shape[0]):
        stones[lance, 0] = stones[lance, 1] = 0
        best = -1
        top = 0
        taking = 0
        for seat in range(SEATS):
            own = classes[lance, held[seat]]
            taking += own > 0
            if own > top:
                top = own
                best = seat
        if best < 0 or (lance == PUNTO and taking < SEATS):
            continue
        pair = best % 2
        if lance in (PARES, JUEGO):
            stones[lance, pair] = cuenta[lance, held[pair]] + cuenta[lance, held[pair + 2]]
        else:
            stones[lance, pair] = 1


@njit
def lay_out(cards, table, sizes):  # type: ignore[no-untyped-def]
    """Copy a deal to a table: hands, then the stock; ``sizes`` is that of the stock, 0 thrown."""
    for i in range(cards.size):
        table[0, i] = cards[i]
    sizes[0] = cards.size - HANDS
    sizes[1] = 0


@njit
def throw_and_draw(rng, table, sizes, kept, types_of, held):  # type: ignore[no-untyped-def]
    """All four throw what they do not keep, then draw seat by seat; write their new types.

    ``table[0]`` holds the hands and, from place 16 on, ``sizes[0]`` cards of the stock;
    ``table[1]`` the ``sizes[1]`` cards thrown since the latest shuffle.
    """
    need = np.zeros(KINDS, np.int64)
    empty = np.zeros(HANDS, np.int64)
    gone = 0
    for seat in range(SEATS):
        for kind in range(KINDS):
            need[kind] = kept[seat, held[seat], kind]
        for place in range(HAND * seat, HAND * seat + HAND):
            card = table[0, place]
            if need[card] > 0:
                need[card] -= 1
            else:
                table[1, sizes[1]] = card
                sizes[1] += 1
                empty[gone] = place
                gone += 1
    for i in range(gone):
        if sizes[0] == 0:
            for n in range(sizes[1]):
                table[0, HANDS + n] = table[1, n]
            sizes[0] = sizes[1]
            sizes[1] = 0
        chosen = HANDS + int(rng.random() * sizes[0])
        table[0, empty[i]] = table[0, chosen]
        sizes[0] -= 1
        table[0, chosen] = table[0, HANDS + sizes[0]]
    name_types(table[0], types_of, held)


@dataclass(frozen=True, eq=False)
class Rounds:
    """Deals by the rounds of mus that were agreed to at least; row 0 holds all deals.

    Attributes
    ----------
    deals : how many came so far, of shape (rounds + 1)
    sums, squares : of the :data:`QUANTITIES` of a deal, of shape (rounds + 1, quantities)
    held : hands of each type, of shape (rounds + 1, types)
    """

    deals: Ints
    sums: Floats
    squares: Floats
    held: Ints

    def mean(self, rounds: int, quantity: int) -> Simulated | None:
        """The mean of a quantity after so many rounds of mus; None where hardly a deal came."""
        n = int(self.deals[rounds])
        if n < 2:
            return None
        return simulated_mean(
            float(self.sums[rounds, quantity]), float(self.squares[rounds, quantity]), n
        )


def play_rounds(
    deck: Deck, level: LevelTables, deals: int, seed: int, progress: Progress = quiet
) -> Rounds:
    """Deal, and play mus at a level until somebody cuts, at most three rounds."""
    types, rng = deck.types, np.random.default_rng(seed)
    held = np.zeros((MOST_ROUNDS + 1, len(types)), np.int64)
    counted = np.zeros(MOST_ROUNDS + 1, np.int64)
    sums, squares = np.zeros((2, MOST_ROUNDS + 1, len(QUANTITIES)))
    cards = np.repeat(np.arange(KINDS), deck.cards)
    for part in in_parts(deals, progress):
        _play_rounds(
            rng, cards, types_by_cards(deck), types.hands, types.classes, types.cuenta,
            types.points, level.cuts, level.kept, part, counted, sums,
            squares, held,
        )  # fmt: skip
    return Rounds(counted, sums, squares, held)


@njit
def _play_rounds(  # type: ignore[no-untyped-def]
    rng, cards, types_of, hands, classes, cuenta, points, cuts, kept, deals, counted, sums,
    squares, held,
):  # fmt: skip
    """Play so many deals and add what they are; see :class:`Rounds`."""
    here = np.zeros(SEATS, np.int64)
    stones = np.zeros((classes.shape[0], 2), np.int64)
    values = np.zeros(sums.shape[1])
    table = np.zeros((2, cards.size), np.int64)
    sizes = np.zeros(2, np.int64)
    for _deal in range(deals):
        deal_types(rng, cards, types_of, here)
        lay_out(cards, table, sizes)
        for rounds in range(len(counted)):
            counted[rounds] += 1
            _measure(here, hands, classes, cuenta, points, stones, values)
            for i in range(len(values)):
                sums[rounds, i] += values[i]
                squares[rounds, i] += values[i] * values[i]
            for seat in range(SEATS):
                held[rounds, here[seat]] += 1
            if rounds + 1 == len(counted):
                break
            cutting = 0
            for seat in range(SEATS):
                cutting += cuts[rounds, seat, here[seat]]
            if cutting > 0:
                break
            throw_and_draw(rng, table, sizes, kept, types_of, here)


@njit
def _measure(here, hands, classes, cuenta, points, stones, values):  # type: ignore[no-untyped-def]
    """Write the :data:`QUANTITIES` of a deal."""
    for i in range(len(values)):
        values[i] = 0.0
    pares = np.zeros(2, np.int64)
    juego = np.zeros(2, np.int64)
    for seat in range(SEATS):
        own = here[seat]
        kind = cuenta[PARES, own]
        if kind > 0:
            values[kind - 1] += 1 / SEATS
            pares[seat % 2] = 1
        if points[own] > 30:
            values[3] += 1 / SEATS
            juego[seat % 2] = 1
        if points[own] == 31:
            values[4] += 1 / SEATS
        values[5] += hands[own, KING] / SEATS
        values[6] += hands[own, ACE] / SEATS
    values[7] = pares[0] * pares[1]
    values[8] = juego[0] * juego[1]
    values[9] = 1 - max(juego[0], juego[1])
    count_stones(here, classes, cuenta, stones)
    for lance in range(len(stones)):
        values[10] += stones[lance, 0]
        values[11] += stones[lance, 1]


# -- to cut or not ---------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Cutting:
    """The gain of playing a hand as it is above a round of mus, where nobody bets.

    Over the deals in which the three others want mus: only there does a seat decide. Row 0 of
    the sums is in stones of the own pair above the rivals', row 1 + i in chances of the juego at
    score i.

    Attributes
    ----------
    n : such deals by seat and type, of shape (seats, types)
    sums, squares : of the difference, of shape (1 + scores, seats, types)
    """

    n: Ints
    sums: Floats
    squares: Floats

    def means(self, row: int = 0) -> Floats:
        """The mean gain of a cut, of shape (seats, types); 0 where no deal was seen."""
        return self.sums[row] / np.maximum(self.n, 1)

    def gain(self, row: int, seat: int, index: int) -> Simulated | None:
        """The mean gain of a cut with its interval; None where too few deals were seen."""
        n = int(self.n[seat, index])
        if n < 2:
            return None
        total = self.sums[row, seat, index]
        return simulated_mean(float(total), float(self.squares[row, seat, index]), n)


def weigh_cutting(
    deck: Deck,
    level: LevelTables,
    lacking: Sequence[tuple[int, int]],
    deals: int,
    seed: int,
    progress: Progress = quiet,
) -> Cutting:
    """Play deals as they are and after a round of mus in which all throw as ``level`` does.

    ``lacking`` are the stones that the own pair and the rivals lack, at each score. The chance to
    win the juego is 1 or 0 where a pair counts out, in order, else as the expert sees the score.
    """
    types, rng = deck.types, np.random.default_rng(seed)
    n = np.zeros((SEATS, len(types)), np.int64)
    sums, squares = np.zeros((2, 1 + len(lacking), SEATS, len(types)))
    cards = np.repeat(np.arange(KINDS), deck.cards)
    scores = np.array(lacking, np.int64).reshape(-1, 2)
    for part in in_parts(deals, progress):
        _weigh_cutting(
            rng, cards, types_by_cards(deck), types.classes, types.cuenta, level.cuts[0],
            level.kept, scores, part, n, sums, squares,
        )  # fmt: skip
    return Cutting(n, sums, squares)


@njit
def _weigh_cutting(  # type: ignore[no-untyped-def]
    rng, cards, types_of, classes, cuenta, cuts, kept, scores, deals, n, sums, squares
):
    """Play so many deals and add what they are worth; see :class:`Cutting`."""
    first = np.zeros(SEATS, np.int64)
    here = np.zeros(SEATS, np.int64)
    before = np.zeros((classes.shape[0], 2), np.int64)
    stones = np.zeros((classes.shape[0], 2), np.int64)
    table = np.zeros((2, cards.size), np.int64)
    sizes = np.zeros(2, np.int64)
    for _deal in range(deals):
        deal_types(rng, cards, types_of, first)
        cutting = 0
        for seat in range(SEATS):
            cutting += cuts[seat, first[seat]]
            here[seat] = first[seat]
        if cutting > 1:
            continue
        count_stones(first, classes, cuenta, before)
        lay_out(cards, table, sizes)
        throw_and_draw(rng, table, sizes, kept, types_of, here)
        count_stones(here, classes, cuenta, stones)
        for seat in range(SEATS):
            own = first[seat]
            if cutting > cuts[seat, own]:
                continue
            n[seat, own] += 1
            pair = seat % 2
            gain = 0.0
            for lance in range(len(stones)):
                gain += before[lance, pair] - before[lance, 1 - pair]
                gain -= stones[lance, pair] - stones[lance, 1 - pair]
            sums[0, seat, own] += gain
            squares[0, seat, own] += gain * gain
            for i in range(len(scores)):
                gain = worth_of(before, pair, scores[i]) - worth_of(stones, pair, scores[i])
                sums[1 + i, seat, own] += gain
                squares[1 + i, seat, own] += gain * gain


@njit
def worth_of(stones, pair, lacking):  # type: ignore[no-untyped-def]
    """The chance of ``pair`` to win the juego, by the stones of a deal and what was lacking.

    The lances are counted in order; the pair that counts out first wins.
    """
    own = lacking[0]
    rivals = lacking[1]
    for lance in range(len(stones)):
        own -= stones[lance, pair]
        rivals -= stones[lance, 1 - pair]
        if own <= 0:
            return 1.0
        if rivals <= 0:
            return 0.0
    if pair == 1:  # the mano turns to the other pair
        return JUEGO_CHANCE[own, rivals]
    return 1.0 - JUEGO_CHANCE[rivals, own]
