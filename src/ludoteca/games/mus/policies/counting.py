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
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..exact.types import compare
from ..hands import (
    COPIES_4_KINGS,
    COPIES_8_KINGS,
    HAND,
    KINDS,
    REAL_NONE,
    code_of,
)
from ..ids import (
    BET_MORE,
    CHICA,
    CUT_IT,
    FEDERATION,
    GRANDE,
    JUEGO,
    LANCES,
    PARES,
    PUNTO,
    SEATS,
    SHORT,
    SIGNS,
)
from ..signs import signs_of
from .hand_numbers import HANDS, ROUNDS, hand_number, hands_by_number, text_of_code

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_WISHES = 1 << CUT_IT | 1 << BET_MORE

DECKS = (COPIES_8_KINGS, COPIES_4_KINGS)


class Deck(NamedTuple):
    """The hands of a deck, with what they are worth in each lance.

    Attributes
    ----------
    counts : cards by kind, shape (hands, kinds)
    keys : of each lance, shape (lances, hands); 0 in pares and juego for none, in punto for juego
    cuenta : stones that a winner counts for the hand, shape (lances, hands)
    beside : in how many ways one other holds a hand beside another, shape (own, other)
    dealt : in how many ways the first hand is dealt
    """

    copies: Sequence[int]
    counts: Ints
    keys: Ints
    cuenta: Ints
    beside: Floats
    dealt: Floats


def deck_of(copies: Sequence[int]) -> Deck:
    """The hands of the deck with so many copies of each kind."""
    counts = hands_by_number()
    keys, cuenta = np.zeros((2, LANCES, HANDS), np.int64)
    compare(counts, REAL_NONE, keys, cuenta, np.zeros(HANDS, np.int64))
    dealt = _beside(np.zeros((1, KINDS), np.int64), counts, copies)[0]
    return Deck(copies, counts, keys, cuenta, _beside(counts, counts, copies), dealt)


def _beside(own: Ints, other: Ints, copies: Sequence[int]) -> Floats:
    """Ways to take each of ``other`` from the deck without each of ``own``, shape (own, other)."""
    choose = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(max(copies) + 1)])
    ways = np.ones((len(own), len(other)))
    for kind, number in enumerate(copies):
        left = number - own[:, kind]
        ways *= np.where(left[:, None] >= 0, choose[np.maximum(left, 0)][:, other[:, kind]], 0)
    return ways


# -- one other hand --------------------------------------------------------------------------------


def against_one(deck: Deck, likely: Floats) -> tuple[Floats, Floats]:
    """Chances against one other hand, whose ways are weighed by ``likely``.

    Returns the chance that it takes part in the lance, shape (lances, hands), and where it does,
    that it is worse and that it is as good, shape (lances, hands, 2). All take part in grande and
    chica, in punto those without juego. Zeros for hands that the deck has not.
    """
    ways = deck.beside * likely
    total = np.maximum(ways.sum(axis=1), 1e-300)
    part, chance = np.zeros((LANCES, HANDS)), np.zeros((LANCES, HANDS, 2))
    for lance, keys in enumerate(deck.keys):
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
    worth: Floats = np.zeros((SEATS, LANCES, HANDS))
    for seat in range(SEATS):
        others = [(seat + after) % SEATS for after in (1, 2, 3)]
        wins = np.array([chance[..., 0] + chance[..., 1] * (seat < at) for at in others])
        for lance in (GRANDE, CHICA, PUNTO):
            best = _best_of_pair(wins[:, lance], 1.0, 1.0)
            played = part[PUNTO] ** 3 * (deck.keys[PUNTO] > 0) if lance == PUNTO else 1.0
            worth[seat, lance] = played * (1 + BETS[lance]) * (2 * best - 1)
        for lance in (PARES, JUEGO):
            stones = deck.cuenta[lance]
            usual = _usual(deck, likely, stones)
            worth[seat, lance] = _cuenta(stones, usual, part[lance], wins[:, lance], BETS[lance])
    ways = deck.dealt * likely
    worth -= (worth * ways).sum(axis=(0, 2), keepdims=True) / (SEATS * ways.sum())
    return worth


def _usual(deck: Deck, likely: Floats, stones: Ints) -> float:
    """The mean cuenta of a hand that has one."""
    ways = deck.dealt * likely
    return float((ways * stones).sum() / (ways * (stones > 0)).sum())


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
    best: Floats = (1 - mate * (1 - partner)) * mine + mate * (1 - partner) * better
    return best


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
    best = np.full((SEATS, HANDS), -np.inf)
    means_of = np.zeros((SEATS, LANCES, HANDS))
    keeps = np.zeros((SEATS, HANDS), np.int64)
    after = np.zeros((HANDS, HANDS))
    for kept in range(HAND):
        kept_hands, drawn = _multisets(kept), _multisets(HAND - kept)
        ways = _beside(deck.counts, drawn, deck.copies)
        ways /= np.maximum(ways.sum(axis=1, keepdims=True), 1.0)
        sums = kept_hands[:, None, :] + drawn[None]
        numbers = np.array(
            [[hand_number(h) if h.max() <= HAND else 0 for h in row] for row in sums]
        )
        inside = (deck.counts[:, None, :] >= kept_hands[None]).all(axis=2)
        for seat in range(SEATS):
            means = np.where(inside, ways @ worth[seat].sum(axis=0)[numbers].T, -np.inf)
            which = means.argmax(axis=1)
            found = means[np.arange(HANDS), which]
            better = found > best[seat]
            best[seat][better] = found[better]
            keeps[seat][better] = (kept_hands @ 16 ** np.arange(KINDS))[which[better]]
            reached = worth[seat][:, numbers[which[better]]]
            means_of[seat][:, better] = (reached * ways[better]).sum(axis=2)
            if seat == 0:
                after[better] = 0.0
                for n in np.flatnonzero(better):
                    np.add.at(after[n], numbers[which[n]], ways[n])
    return Discards(keeps, means_of, after)


def _multisets(cards: int) -> Ints:
    """All multisets of so many cards, as counts by kind."""
    found = combinations_with_replacement(range(KINDS), cards)
    return np.array([[some.count(kind) for kind in range(KINDS)] for some in found], np.int64)


# -- signs -----------------------------------------------------------------------------------------


def spans(deck: Deck, found: Round, signed: NDArray[np.bool_]) -> Floats:
    """The part of all hands that those with each sign are, from the worst (0) to the best (1).

    ``signed``: shape (signs, hands). Returns both ends, shape (signs, lances, 2): those of a
    uniform distribution with the mean and the variance that the signed hands have.
    """
    ends = np.zeros((len(signed), LANCES, 2))
    ends[..., 1] = 1.0
    quantile = found.chance[..., 0] + found.chance[..., 1] / 2
    for lance, keys in enumerate(deck.keys):
        for sign, hands in enumerate(signed):
            ways = deck.dealt * found.likely * hands * ((keys > 0) if lance >= PARES else 1)
            if ways.sum() > 0:
                ways /= ways.sum()
                mean = (ways * quantile[lance]).sum()
                half = np.sqrt(3 * (ways * (quantile[lance] - mean) ** 2).sum())
                ends[sign, lance] = max(0.0, mean - half), min(1.0, mean + half)
    return ends


# -- all together ----------------------------------------------------------------------------------


class Round(NamedTuple):
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


def rounds_of(deck: Deck) -> Iterator[Round]:
    """The tables for no round of mus, one, two, and three."""
    likely = np.ones(HANDS)
    for _number in range(ROUNDS):
        part, chance = against_one(deck, likely)
        worth = worths(deck, part, chance, likely)
        guess = best_discards(deck, worth)
        both = worth - guess.after
        wanting = likely * (both.sum(axis=1).mean(axis=0) < 0.0)
        afterwards = _after_mus(deck, wanting, guess)
        discards = best_discards(deck, worths(deck, *against_one(deck, afterwards), afterwards))
        cut = worths(deck, *against_one(deck, wanting), wanting)
        yield Round(chance, cut - discards.after, discards, likely)
        likely = afterwards


def _after_mus(deck: Deck, wanting: Floats, discards: Discards) -> Floats:
    """The chance of each hand after a round of mus, beside that of its deal."""
    ways = (deck.dealt * wanting) @ discards.chances
    likely: Floats = np.divide(ways, deck.dealt, out=np.zeros(HANDS), where=deck.dealt > 0)
    likely *= deck.dealt.sum() / (likely * deck.dealt).sum()
    return likely


def computed(copies: Sequence[int]) -> dict[str, Any]:
    """The tables of a deck in plain data, for the hands that it has, by number.

    ``hands`` names them; ``worse`` and ``equal`` are chances in ten-thousandths by rounds of mus
    and lance; ``gain`` is what a cut is worth above mus in hundredths of a stone, by rounds, seat
    and lance; ``keeps`` are the cards that each seat keeps; ``spans`` the ends of each sign's part
    of the hands in thousandths.
    """
    deck = deck_of(copies)
    there = deck.dealt > 0
    found = list(rounds_of(deck))
    signed = np.array([[_may_sign(hand, sign) for hand in deck.counts] for sign in range(SIGNS)])
    chances = np.array([r.chance[:, there] for r in found])
    gain = np.array([r.gain[..., there] for r in found])
    return {
        "hands": [text_of_code(code_of(deck.counts[n])) for n in np.flatnonzero(there)],
        "worse": np.rint(10_000 * chances[..., 0]).astype(int).tolist(),
        "equal": np.rint(10_000 * chances[..., 1]).astype(int).tolist(),
        "gain": np.rint(100 * gain).astype(int).tolist(),
        "keeps": [[text_of_code(code) for code in row[there]] for row in found[0].discards.keeps],
        "spans": [np.rint(1000 * spans(deck, r, signed)).astype(int).tolist() for r in found],
    }


def _may_sign(hand: Ints, sign: int) -> bool:
    """True where the sign is true of the hand in one of the lists, or tells nothing of it."""
    true_ones = int(signs_of(hand, SHORT)) | int(signs_of(hand, FEDERATION)) | _WISHES
    return bool(true_ones >> sign & 1)


def write_tables() -> None:
    """Compute all tables anew and write them into the file that the game ships."""
    rows = {name: computed(copies) for name, copies in zip(("eight", "four"), DECKS, strict=True)}
    Path(__file__).with_name("hands.json").write_text(
        json.dumps(rows, separators=(",", ":")).replace("]],", "]],\n"), "utf-8"
    )


if __name__ == "__main__":
    write_tables()
