"""The tables of the policies, counted: chances against one other hand, worth, best discards, signs.

The chances are exact: all hands that one other may hold beside the own hand are counted, as they
are dealt, and as they are after one, two and three rounds of mus in which all wanted mus and threw
the best discard of these tables. What a hand is worth, and so the discards and the gain of a cut,
take the three others for independent of each other. Whether to cut matters only where the three
others want mus: a cut is worth what the hand is against theirs, mus what the best discard becomes
against what they draw. ``python -m ludoteca.games.mus.policies.counting`` writes the file
that the game ships; a test repeats the deck of eight kings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact.types import Deck
from ..exact.wins import ways_to_take
from ..hands import HAND
from ..ids import CHICA, GRANDE, JUEGO, LANCES, PARES, PUNTO, SEATS
from ..multisets import CODES, COUNTS, STARTS
from ..notation import text_of_code
from ..signs import BET_MORE, CUT_IT, FEDERATION, SHORT, SIGNS, signs_of
from .tables import FILE

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROUNDS = 4  #: columns of the tables: none, one, two, three or more rounds of mus

_WISHES = 1 << CUT_IT | 1 << BET_MORE


@cache
def beside(deck: Deck) -> Ints:
    """In how many ways one other holds a hand beside another, shape (own, other)."""
    hands = deck.types.hands
    return ways_to_take(hands, (np.array(deck.cards) - hands)[:, None])


# -- one other hand --------------------------------------------------------------------------------


def against_one(deck: Deck, likely: Floats) -> tuple[Floats, Floats]:
    """Chances against one other hand, whose ways are weighed by ``likely``.

    Returns the chance that it takes part in the lance, shape (lances, hands), and where it does,
    that it is worse and that it is as good, shape (lances, hands, 2). All take part in grande and
    chica, in punto those without juego.
    """
    ways = beside(deck) * likely
    total = np.maximum(ways.sum(axis=1), 1e-300)
    part, chance = np.zeros((LANCES, len(likely))), np.zeros((LANCES, len(likely), 2))
    for lance, keys in enumerate(deck.types.keys):
        taking = ways * (keys > 0) if lance >= PARES else ways
        those = taking.sum(axis=1)
        part[lance] = those / total
        those = np.maximum(those, 1e-300)
        chance[lance, :, 0] = (taking * (keys[:, None] > keys)).sum(axis=1) / those
        chance[lance, :, 1] = (taking * (keys[:, None] == keys)).sum(axis=1) / those
    return part, chance


# -- what a hand is worth --------------------------------------------------------------------------

BETS = (0.6, 0.6, 1.0, 1.5, 0.6)
"""Stones that are bet on a lance on average, beside what it pays in paso; a judgement."""


def worths(deck: Deck, part: Floats, chance: Floats, likely: Floats) -> Floats:
    """Stones of each lance expected above the rivals' with each hand, shape (seats, lances, hands).

    Grande, chica and punto count 1, pares and juego their cuenta, and all ``BETS`` on what is
    played. The others' hands are taken to be independent; the mean over hands and seats is made 0,
    for what one pair wins the other loses.
    """
    worth: Floats = np.zeros((SEATS, LANCES, len(likely)))
    ways = deck.types.ways * likely
    for seat in range(SEATS):
        others = [(seat + after) % SEATS for after in (1, 2, 3)]
        wins = np.array([chance[..., 0] + chance[..., 1] * (seat < at) for at in others])
        for lance in (GRANDE, CHICA, PUNTO):
            best = _best_of_pair(wins[:, lance], 1.0, 1.0)
            played = part[PUNTO] ** 3 * (deck.types.keys[PUNTO] > 0) if lance == PUNTO else 1.0
            worth[seat, lance] = played * (1 + BETS[lance]) * (2 * best - 1)
        for lance in (PARES, JUEGO):
            stones = deck.types.cuenta[lance]
            usual = float((ways * stones).sum() / (ways * (stones > 0)).sum())  # of those with one
            worth[seat, lance] = _cuenta(stones, usual, part[lance], wins[:, lance], BETS[lance])
    worth -= (worth * ways).sum(axis=(0, 2), keepdims=True) / (SEATS * ways.sum())
    return worth


def _best_of_pair(wins: Floats, share: Floats | float, mate: Floats | float) -> Floats:
    """The chance that the own hand or the partner's beats both rivals.

    ``wins``: that the one on the right, the partner and the one on the left are worse than the own
    hand, where they take part; ``share``: that a rival takes part; ``mate``: that the partner does.
    A better hand of the partner is anywhere above the own.
    """
    right, partner, left = wins
    mine = (1 - share + share * right) * (1 - share + share * left)
    middle = (right + left) / 2
    # The mean of ((1 - share) + share * y) ** 2 for y from middle to 1.
    square = (1 + middle + middle**2) / 3
    better = (1 - share) ** 2 + share * (1 - share) * (1 + middle) + share**2 * square
    return (1 - mate * (1 - partner)) * mine + mate * (1 - partner) * better


def _cuenta(stones: Ints, usual: float, share: Floats, wins: Floats, bet: float) -> Floats:
    """Own stones minus the rivals', in pares or juego, for each hand."""
    have = stones > 0
    wins = wins * have
    win = _best_of_pair(wins, share, share)
    nobody = (1 - share) ** 2
    win = np.where(have, win, share * _best_of_pair(wins, share, 1.0))
    beaten = win - nobody * np.where(have, 1.0, share)
    own = win * (stones + share * usual) * have + win * usual * ~have
    lost = 2 * share - beaten * 2 * share / np.maximum(1 - nobody, 1e-300)
    played = (1 - nobody) * np.where(have, 1.0, share)
    return own - lost * usual + bet * (2 * beaten - played)


# -- discards --------------------------------------------------------------------------------------


class Discards(NamedTuple):
    """The best discard of each hand, by seat.

    Attributes
    ----------
    keeps : the cards kept, as counts by kind as a code, shape (seats, hands)
    after : what the hand is worth after them, shape (seats, lances, hands)
    chances : the chances of each hand afterwards, shape (own, afterwards); of the mano's discards
    """

    keeps: Ints
    after: Floats
    chances: Floats


def best_discards(deck: Deck, worth: Floats) -> Discards:
    """The discards (of one card or more) with the best mean after the draw.

    Of the sum of ``worth`` over the lances, shape (seats, lances, hands).
    """
    hands = deck.types.hands
    best = np.full((SEATS, len(hands)), -np.inf)
    means_of = np.zeros((SEATS, LANCES, len(hands)))
    keeps = np.zeros((SEATS, len(hands)), np.int64)
    after = np.zeros((len(hands), len(hands)))
    for n in range(HAND):
        kept, drawn = (slice(STARTS[cards], STARTS[cards + 1]) for cards in (n, HAND - n))
        ways = ways_to_take(COUNTS[drawn], (np.array(deck.cards) - hands)[:, None]).astype(float)
        ways /= np.maximum(ways.sum(axis=1, keepdims=True), 1.0)
        # Where the deck has no such hand it cannot be drawn, and any other stands for it.
        sums = COUNTS[kept][:, None] + COUNTS[drawn]
        numbers = np.array(
            [[deck.index.get(tuple(hand), 0) for hand in row] for row in sums.tolist()]
        )
        inside = (hands[:, None, :] >= COUNTS[kept]).all(axis=2)
        for seat in range(SEATS):
            means = np.where(inside, ways @ worth[seat].sum(axis=0)[numbers].T, -np.inf)
            which = means.argmax(axis=1)
            found = means[np.arange(len(hands)), which]
            better = found > best[seat]
            best[seat][better] = found[better]
            keeps[seat][better] = CODES[kept][which[better]]
            reached = worth[seat][:, numbers[which[better]]]
            means_of[seat][:, better] = (reached * ways[better]).sum(axis=2)
            if seat == 0:
                after[better] = 0.0
                for own in np.flatnonzero(better):
                    np.add.at(after[own], numbers[which[own]], ways[own])
    return Discards(keeps, means_of, after)


# -- signs -----------------------------------------------------------------------------------------


def spans(deck: Deck, found: RoundTables, signed: NDArray[np.bool_]) -> Floats:
    """The part of all hands that those with each sign are, from the worst (0) to the best (1).

    ``signed``: shape (signs, hands). Returns both ends, shape (signs, lances, 2): those of a
    uniform distribution with the mean and the variance that the signed hands have.
    """
    ends = np.zeros((len(signed), LANCES, 2))
    ends[..., 1] = 1.0
    quantile = found.chance[..., 0] + found.chance[..., 1] / 2
    for lance, keys in enumerate(deck.types.keys):
        for sign, hands in enumerate(signed):
            ways = deck.types.ways * found.likely * hands * ((keys > 0) if lance >= PARES else 1)
            if ways.sum() > 0:
                ways /= ways.sum()
                mean = (ways * quantile[lance]).sum()
                half = np.sqrt(3 * (ways * (quantile[lance] - mean) ** 2).sum())
                ends[sign, lance] = max(0.0, mean - half), min(1.0, mean + half)
    return ends


# -- all together ----------------------------------------------------------------------------------


class RoundTables(NamedTuple):
    """The tables of a number of rounds of mus; see the module.

    Attributes
    ----------
    chance : against one other hand, shape (lances, hands, 2)
    gain : what a cut is worth above mus, shape (seats, lances, hands)
    discards : the best ones, if there is mus
    likely : how likely each hand is beside how it is dealt
    """

    chance: Floats
    gain: Floats
    discards: Discards
    likely: Floats


def rounds_of(deck: Deck) -> Iterator[RoundTables]:
    """The tables for no round of mus, one, two, and three."""
    likely = np.ones(len(deck.types))
    for _number in range(ROUNDS):
        part, chance = against_one(deck, likely)
        worth = worths(deck, part, chance, likely)
        guess = best_discards(deck, worth)
        both = worth - guess.after
        wanting = likely * (both.sum(axis=1).mean(axis=0) < 0.0)
        afterwards = _after_mus(deck, wanting, guess)
        discards = best_discards(deck, worths(deck, *against_one(deck, afterwards), afterwards))
        cut = worths(deck, *against_one(deck, wanting), wanting)
        yield RoundTables(chance, cut - discards.after, discards, likely)
        likely = afterwards


def _after_mus(deck: Deck, wanting: Floats, discards: Discards) -> Floats:
    """The chance of each hand after a round of mus, beside that of its deal."""
    dealt = deck.types.ways
    likely: Floats = (dealt * wanting) @ discards.chances / dealt
    likely *= dealt.sum() / (likely * dealt).sum()
    return likely


def computed(kings: int) -> dict[str, Any]:
    """The tables of a deck with 8 or 4 kings in plain data.

    ``hands`` names its hands, which are the last axis of all but ``spans``; ``worse`` and ``equal``
    are chances in ten-thousandths by rounds of mus and lance; ``gain`` is what a cut is worth above
    mus in hundredths of a stone, by rounds, seat and lance; ``keeps`` are the cards that each seat
    keeps; ``spans`` the ends of each sign's part of the hands in thousandths.
    """
    deck = Deck.of(kings)
    found = list(rounds_of(deck))
    # Signs that are true of a hand in one of the lists, or tell nothing of it.
    bits = [signs_of(h, SHORT) | signs_of(h, FEDERATION) | _WISHES for h in deck.types.hands]
    signed = (np.array(bits, np.int64) >> np.arange(SIGNS)[:, None] & 1) > 0
    chances = np.array([r.chance for r in found])
    return {
        "hands": list(deck.types.names),
        "worse": np.rint(10_000 * chances[..., 0]).astype(int).tolist(),
        "equal": np.rint(10_000 * chances[..., 1]).astype(int).tolist(),
        "gain": np.rint(100 * np.array([r.gain for r in found])).astype(int).tolist(),
        "keeps": [[text_of_code(code) for code in row] for row in found[0].discards.keeps],
        "spans": [np.rint(1000 * spans(deck, r, signed)).astype(int).tolist() for r in found],
    }


def write_tables() -> None:
    """Compute all tables anew and write them into the file that the game ships."""
    rows = {name: computed(kings) for name, kings in (("eight", 8), ("four", 4))}
    FILE.write_text(json.dumps(rows, separators=(",", ":")).replace("]],", "]],\n"), "utf-8")


if __name__ == "__main__":
    write_tables()
