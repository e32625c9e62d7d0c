"""The best arrangement of a hand, against brute force that tries every move on literal cards."""

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from literal_cards import is_wild, position, some_case

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
from ludoteca.games.buraco.ids import KINDS
from ludoteca.games.buraco.notation import read_card

VARIED = {
    "thesis": {},
    "aberto": {"profile": "aberto"},
    "fechado": {"profile": "fechado"},
    "stbl": {"profile": "stbl"},
    "burraco": {"profile": "burraco", "canastra": 4},
    "canastra": {"profile": "canastra"},
    "semi-clean": {"profile": "aberto", "semi_clean": "yes", "canastra": 5, "wilds": "2"},
    "aces": {"profile": "aberto", "sets": "aces", "moving": "yes", "joker_points": 20},
    "two wilds": {"wilds": "2", "jokers": "yes"},
    "all": {"profile": "fechado", "moving": "yes", "wilds": "2", "joker_points": 5},
}
LIMITS = ((0, 0), (2, 0), (2, 2), (1, 1))
"""Cards that must be left at least: without and with a canastra to go out."""


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
    folder = Path(__file__).parent
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(folder / "reference"), *sys.path]),
    }
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
    """Compare whether a hand goes out, with cards that may help, with brute force.

    Whatever the rules say of the last card, which matters where no morto follows.
    """
    rng = random.Random(seed)
    answers = set()
    for _case in range(cases):
        cards, table = some_case(rng, options := VARIED[rng.choice(names)], most)
        s, brute = position(options, table)
        hand = cards[: rng.randrange(1, len(cards) + 1)]
        helpers = cards[len(hand) :]
        reached = brute.reached(cards, table)
        had = brute.canastras_to_go_out(table)
        for final, s.dry, s.wild_out in product((False, True), (0, 1), (0, 1)):
            s.took_morto[0] = 1 if final else 0
            found = any(
                (not final or brute.canastras_to_go_out(made) > 0 or had > 0)
                and may_end(hand, left, helpers, not final or s.dry, not final or s.wild_out)
                for left, made in reached
            )
            told = (options, hand, helpers, final, s.dry, s.wild_out)
            assert goes_out(s, 0, counts(hand), counts(helpers)) == found, told
            answers.add((final, found))
    return answers


def may_end(hand, left, helpers, by_laying, by_a_wild):
    """True where the cards left are helpers, and a card of the hand that may be thrown."""
    own = Counter(left) - Counter(helpers)
    if not own and by_laying:
        return True
    thrown = set(own) if own else set(left) & set(hand)
    return own.total() <= 1 and any(by_a_wild or not is_wild(kind) for kind in thrown)


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
    # A run has one natural ace: the wild card of the table stays above the king, or in place of the
    # low ace, and the other ace stays in the hand.
    whole = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    for run, low, hand in (
        (f"AS 2S {whole}", 0, "AS 2D KD"),
        (f"AS 2S {whole} 2D", 0, "AS KD"),
        (f"2S {whole} AS", 1, "AS 2D KD"),
        (f"2D 2S {whole} AS", 0, "AS KD"),
        ("3S 4S 5S 6S 2D 8S 9S TS JS QS KS AS", 2, "AS 2S 7S KD"),
        (whole, 2, "AS AS 2S 2D KD"),
    ):
        for options in (
            {"profile": "burraco"},
            {"profile": "canastra", "two_aces": "no"},
            {"profile": "aberto", "two_aces": "no"},
        ):
            s, brute = position(options, table := [(3, low, tuple(kinds(run)))])
            for criterion in (MOST_POINTS, FEWEST_CARDS):
                told = arranged(s, kinds(hand), criterion)[1]
                best = brute.best(kinds(hand), table, criterion == MOST_POINTS, 0, 0)
                assert (told[POINTS], told[CARDS]) == best, (run, hand, options, criterion)
                assert not told[INEXACT]
    # Nothing can be left of an empty hand.
    assert arranged(s, [], MOST_POINTS, 1, 1) is None


def test_arrangements_of_chosen_hands_with_much_room_at_first_and_with_little():
    """More room is made for the nodes of a part that needs it, and that part is begun again."""
    uncompiled("chosen_hands(); nodes._AT_FIRST = 8; chosen_hands()")
