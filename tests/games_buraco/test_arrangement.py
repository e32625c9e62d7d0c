"""The best arrangement of a hand, against brute force that tries every move on literal cards.

In the brute force a meld is ``(suit, low, cards)``: suit 0 to 3 and the cards by place from ``low``
up, or ``SET``, its rank and its sorted cards, wild ones last. Of the game's own code it uses only
constants.
"""

import os
import random
import subprocess
import sys
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.games.buraco.arrange import nodes as nodes
from ludoteca.games.buraco.arrange.best import (
    CARDS,
    DISCARDED,
    FEWEST_CARDS,
    INEXACT,
    KIND,
    MOST_LAID,
    MOST_POINTS,
    POINTS,
    arrange,
)
from ludoteca.games.buraco.arrange.out import goes_out
from ludoteca.games.buraco.ids import JOKER, KINDS, RANKS, SET, SUITS, TWO
from ludoteca.games.buraco.notation import read_card

VARIED = {
    "thesis": {},
    "aberto": {"profile": "aberto"},
    "fechado": {"profile": "fechado"},
    "stbl": {"profile": "stbl"},
    "aces": {"profile": "aberto", "sets": "aces", "moving": "yes", "joker_points": 20},
    "two wilds": {"wilds": "2", "jokers": "yes"},
    "all": {"profile": "fechado", "moving": "yes", "wilds": "2", "joker_points": 5},
}
LIMITS = ((0, 0), (2, 0), (2, 2), (1, 1))
"""Cards that must be left at least: without and with a canastra to go out."""


def is_wild(kind):
    return kind == JOKER or kind % RANKS == TWO


def in_order(cards):
    return tuple(sorted(cards, key=lambda kind: (is_wild(kind), kind)))


def natural(suit, place):
    return suit * RANKS + place % RANKS


class Brute:
    """Rules as a mapping: sets, moving, most_wilds, long_bonus, jokers' and twos' points."""

    def __init__(self, rules):
        self.rules = rules
        self.seen = {}

    # -- values --

    def points(self, kind):
        if kind == JOKER:
            return self.rules["joker_points"]
        rank = kind % RANKS
        if rank == TWO:
            return self.rules["two_points"]
        return 15 if rank == 0 else 10 if rank >= 7 else 5

    def wilds(self, meld):
        """Places (or, in a set, indices) of the wild cards of a meld."""
        suit, low, cards = meld
        if suit == SET:
            return [i for i, kind in enumerate(cards) if is_wild(kind)]
        return [low + i for i, kind in enumerate(cards) if kind != natural(suit, low + i)]

    def bonus(self, meld):
        suit, low, cards = meld
        if len(cards) < 7:
            return 0
        if self.wilds(meld):
            return 100
        if self.rules["long_bonus"] and suit != SET and low == 0 and len(cards) >= 13:
            return 1000 if len(cards) == 14 else 500
        return 200

    def value(self, table):
        return sum(self.bonus(m) + sum(map(self.points, m[2])) for m in table)

    def canastras_to_go_out(self, table):
        any_will_do = self.rules["out_needs"] == 1
        return sum(len(m[2]) >= 7 and (any_will_do or not self.wilds(m)) for m in table)

    # -- moves --

    def additions(self, meld, hand):
        """Melds after one more card, with the card."""
        suit, low, cards = meld
        held = set(hand)
        room = len(self.wilds(meld)) < self.rules["most_wilds"]
        if suit == SET:
            for kind in held:
                if is_wild(kind) and room:
                    yield (SET, low, (*cards, kind)), kind
                elif kind % RANKS == low and not is_wild(kind):
                    yield (
                        (SET, low, tuple(sorted((*cards, kind), key=lambda k: (is_wild(k), k)))),
                        kind,
                    )
            return
        high = low + len(cards) - 1
        for kind in held:
            for place, made in ((low - 1, (kind, *cards)), (high + 1, (*cards, kind))):
                if 0 <= place <= RANKS:
                    new = (suit, min(low, place), made)
                    if kind == natural(suit, place) or (is_wild(kind) and room):
                        yield new, kind
        yield from self.replacements(meld, held)

    def replacements(self, meld, held):
        suit, low, cards = meld
        high = low + len(cards) - 1
        if self.rules["moving"] == 0:
            return
        for place in self.wilds(meld):
            kind = natural(suit, place)
            if kind not in held:
                continue
            at = place - low
            wild = cards[at]
            mended = (*cards[:at], kind, *cards[at + 1 :])
            for end, made in ((low - 1, (wild, *mended)), (high + 1, (*mended, wild))):
                own = end == TWO and wild == natural(suit, TWO)
                if 0 <= end <= RANKS and (self.rules["moving"] == 2 or own):
                    yield (suit, min(low, end), made), kind

    def openings(self, hand):
        held = sorted(set(hand))
        for cards in combinations_with_replacement(held, 3):
            if any(cards.count(kind) > hand.count(kind) for kind in cards):
                continue
            plain = [k for k in cards if not is_wild(k)]
            ranks = {k % RANKS for k in plain}
            sets = self.rules["sets"]
            if len(plain) >= 2 and len(ranks) == 1 and (sets == 2 or (sets == 1 and ranks == {0})):
                yield (SET, ranks.pop(), in_order(cards)), cards
            for order in set(permutations3(cards)):
                for suit in range(SUITS):
                    for low in range(RANKS - 1):
                        wild = sum(k != natural(suit, low + i) for i, k in enumerate(order))
                        if wild <= 1 and all(
                            k == natural(suit, low + i) or is_wild(k) for i, k in enumerate(order)
                        ):
                            yield (suit, low, order), cards

    def after(self, hand, table):
        """Hands and tables one move further."""
        for at, meld in enumerate(table):
            for new, kind in self.additions(meld, hand):
                yield without(hand, [kind]), tuple(sorted((*table[:at], new, *table[at + 1 :])))
        for new, cards in self.openings(hand):
            yield without(hand, cards), tuple(sorted((*table, new)))

    def reached(self, hand, table):
        """All hands and tables that moves lead to."""
        start = (tuple(sorted(hand)), tuple(sorted(table)))
        seen = {start}
        open_ = [start]
        while open_:
            for found in self.after(*open_.pop()):
                if found not in seen:
                    seen.add(found)
                    open_.append(found)
        return seen

    def best(self, hand, table, by_points, least, least_out):
        """Points laid and cards laid of the best arrangement; None where nothing is possible."""
        before, had = self.value(table), self.canastras_to_go_out(table)
        found = None
        for left, made in self.reached(hand, table):
            may_go_out = self.canastras_to_go_out(made) > had
            if len(left) < (least_out if may_go_out else least):
                continue
            points, cards = self.value(made) - before, len(hand) - len(left)
            worth = (points, cards) if by_points else (cards, points)
            if found is None or worth > found[0]:
                found = (worth, points, cards)
        return found and found[1:]


def permutations3(cards):
    a, b, c = cards
    return [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


def without(hand, cards):
    rest = list(hand)
    for kind in cards:
        rest.remove(kind)
    return tuple(rest)


# -- positions -------------------------------------------------------------------------------------


def position(options, table):
    """The record of a deal with these melds on the table of pair 0, and its rules for ``Brute``."""
    s = load_game("buraco").new_state(options).record[0]
    names = (
        "sets",
        "moving",
        "most_wilds",
        "long_bonus",
        "two_points",
        "joker_points",
        "out_needs",
    )
    brute = Brute({name: int(s[name]) for name in names})
    s.melds[0] = len(table)
    for slot, meld in enumerate(table):
        suit, low, cards = meld
        s.meld_suit[0, slot], s.low[0, slot] = suit, low
        s.high[0, slot] = len(cards) if suit == SET else low + len(cards) - 1
        for i, wild in enumerate(brute.wilds(meld)):
            s.wild_at[0, slot, i] = 0 if suit == SET else wild
            s.wild_kind[0, slot, i] = cards[wild] if suit == SET else cards[wild - low]
    return s, brute


def some_case(rng, options, most):
    """A hand and a table at random, of few suits and ranks, so that much can be laid."""
    _s, brute = position(options, [])
    suits, low = rng.sample(range(SUITS), 2), rng.randrange(9)
    deck = [
        kind for kind in range(JOKER)
        if kind % RANKS == TWO or (kind // RANKS in suits and (kind % RANKS - low) % RANKS < 6)
    ] * 2 + [JOKER] * (4 if options else 0)  # fmt: skip
    rng.shuffle(deck)
    hand, pool = deck[: rng.randrange(3, most + 1)], tuple(sorted(deck[most : most + 16]))
    table = []
    for _meld in range(rng.randrange(4)):
        found = list(brute.openings(pool))
        if not found:
            break
        meld, cards = rng.choice(found)
        pool = without(pool, cards)
        for _card in range(rng.randrange(5)):
            added = list(brute.additions(meld, pool))
            if added:
                meld, card = rng.choice(added)
                pool = without(pool, [card])
        table.append(meld)
    return hand, table


def counts(hand):
    return np.bincount(hand, minlength=KINDS).astype(np.int8)


def arranged(s, hand, criterion, least=0, least_out=0):
    """The rows laid, and what is told; None where nothing is possible."""
    laid, told = np.zeros((MOST_LAID, 3), np.int64), np.zeros(4, np.int64)
    rows = arrange(s, 0, counts(hand), criterion, least, least_out, laid, told)
    return None if rows < 0 else (laid[:rows], told)


def compare(seed, cases, most, names=tuple(VARIED)):
    """Compare random cases with brute force."""
    rng = random.Random(seed)
    for _case in range(cases):
        options = VARIED[rng.choice(names)]
        hand, table = some_case(rng, options, most)
        s, brute = position(options, table)
        for criterion in (MOST_POINTS, FEWEST_CARDS):
            for limits in LIMITS:
                if limits[0] != limits[1] and brute.canastras_to_go_out(table):
                    continue  # the limits differ only until there is a canastra to go out
                best = brute.best(hand, table, criterion == MOST_POINTS, *limits)
                found = arranged(s, hand, criterion, *limits)
                if found is not None and found[1][INEXACT]:
                    continue
                told = found and (int(found[1][POINTS]), int(found[1][CARDS]))
                assert told == best, (options, sorted(hand), table, criterion, limits)


def uncompiled(code):
    """Run code of this module in a process that compiles nothing."""
    command = [sys.executable, "-c", f"from test_arrangement import *; {code}"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    folder = Path(__file__).parent
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_arrangements_of_small_hands_are_those_of_brute_force():
    uncompiled("compare(1, 5, 6)")


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIED)
def test_arrangements_of_200_hands_are_those_of_brute_force(name):
    compare(2, 200, 8, (name,))


# -- going out -------------------------------------------------------------------------------------


def compare_going_out(seed, cases, most, names=tuple(VARIED)):
    """Compare whether a hand goes out, with cards that may help, with brute force."""
    rng = random.Random(seed)
    answers = set()
    for _case in range(cases):
        cards, table = some_case(rng, options := VARIED[rng.choice(names)], most)
        s, brute = position(options, table)
        hand = cards[: rng.randrange(1, len(cards) + 1)]
        helpers = cards[len(hand) :]
        reached = brute.reached(cards, table)
        had = brute.canastras_to_go_out(table)
        for final in (False, True):
            s.took_morto[0] = 1 if final else 0
            found = any(
                (not final or brute.canastras_to_go_out(made) > 0 or had > 0)
                and left_of(hand, left, helpers) <= 1
                for left, made in reached
            )
            assert goes_out(s, 0, counts(hand), counts(helpers)) == found, (options, hand, helpers)
            answers.add((final, found))
    return answers


def left_of(hand, left, helpers):
    """The cards of the hand among those left, where helpers are left first."""
    return sum(max(0, left.count(kind) - helpers.count(kind)) for kind in set(left))


def test_hands_go_out_as_brute_force_finds():
    uncompiled("assert len(compare_going_out(3, 8, 6)) > 2")


@pytest.mark.soak
@pytest.mark.parametrize("name", VARIED)
def test_200_hands_go_out_as_brute_force_finds(name):
    assert len(compare_going_out(4, 200, 8, (name,))) > 2


def kinds(text):
    return [read_card(card) for card in text.split()]


def chosen_hands():
    """Hands whose best arrangement anybody sees."""
    s, _brute = position({}, [(2, 3, tuple(kinds("4H 5H 6H 7H 8H 9H")))])
    # The ten makes a clean canastra; the two would make a dirty one, and is laid at the end.
    rows, told = arranged(s, kinds("TH 2C KS"), MOST_POINTS)
    assert [int(kind) for kind in rows[:, KIND]] == kinds("TH")
    assert (told[POINTS], told[CARDS], told[DISCARDED]) == (210, 1, read_card("KS"))
    # To have fewest cards left the two is laid too, though the canastra is dirty then.
    assert arranged(s, kinds("TH 2C KS"), FEWEST_CARDS)[1][CARDS] == 2
    # Two cards must be left: the worse one of the two that could be laid stays.
    rows, told = arranged(s, kinds("TH 3H"), MOST_POINTS, 2, 1)
    assert told[CARDS] == 1
    # The two goes to its own place, and only then another to that of the low ace.
    table = [(0, 2, tuple(kinds("3C 4C 5C 2C 7C 8C 9C TC JC QC KC AC")))]
    for options in ({"profile": "aberto"}, {"profile": "aberto", "wilds": "2"}):
        s, brute = position(options, table)
        for hand in ("6C 2H", "6C ** KS", "6C 2C 2D"):
            told = arranged(s, kinds(hand), MOST_POINTS)[1]
            assert (told[POINTS], told[CARDS]) == brute.best(kinds(hand), table, True, 0, 0)
            assert not told[INEXACT]
    # Nothing can be left of an empty hand.
    assert arranged(s, [], MOST_POINTS, 1, 1) is None


def test_arrangements_of_chosen_hands_with_much_room_at_first_and_with_little():
    """More room is made for the nodes of a part that needs it, and that part is begun again."""
    uncompiled("chosen_hands(); nodes._AT_FIRST = 8; chosen_hands()")
