"""Whole turns: what may be laid is judged by how the turn can end, move by move in the rules.

The referee states a turn as a whole. Any cards may be laid in any order in which they fit; what is
asked is how the turn ends: a card is thrown, or none is left.
"""

import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from literal_cards import Brute, in_order, lay_out, some_case, without

from ludoteca.games.buraco.arrange.moves import arrangement
from ludoteca.games.buraco.ids import (
    CHOOSING,
    DISCARD,
    FORBIDDEN,
    FREE,
    JOKER,
    OPEN_JOKER,
    PLAYING,
    SET,
    TAKE,
    TAKE_BACK,
    TWIN,
)
from ludoteca.games.buraco.melds import meld_cards
from ludoteca.games.buraco.odds_beside import CRITERIA, goes_out_now, goes_out_with_pile

PROFILES = ("thesis", "aberto", "fechado", "stbl")
VARIED = {
    "dry": ("yes", "no"),
    "morto": ("either", "direct", "indirect"),
    "going_out": ("clean", "any"),
    "first_meld": (0, 0, 40, 75),
    "moving": ("no", "natural", "yes"),
    "wilds": ("1", "2"),
    "single": ("free", "twin", "forbidden"),
    "canastra": (4, 5, 7),
}
NOBODY, LEFT, TAKEN = range(3)
"""Mortos: none for the pair and none taken; one to take; the pair has taken its own."""


class End(NamedTuple):
    """How a turn ends: the table, the cards left before the discard, and the discard or -1."""

    table: tuple
    left: tuple
    thrown: int


class Turn(NamedTuple):
    """A turn of one seat, its card or pile taken; ``barred`` is the kind that is not thrown."""

    brute: Brute
    options: dict
    morto: int
    fresh: bool
    hand: tuple
    table: tuple
    barred: int = -1

    def ends(self):
        """Every way in which the turn may end."""
        found = set()
        for cards, made in self.brute.reached(self.hand, self.table):
            left = in_order(cards)
            if self.enough(left, made) and not left and self.may_have_none(made, thrown=False):
                found.add(End(made, (), -1))
            for kind in set(left):
                last = len(left) == 1
                if kind == self.barred or not self.enough(left, made):
                    continue
                if not last or self.may_have_none(made, thrown=True):
                    found.add(End(made, left, kind))
        return found

    def enough(self, left, made):
        """True where the first melds of a pair are worth the points that they need."""
        points = sum(map(self.brute.points, without(self.hand, left)))
        need = int(self.options["first_meld"])
        return not self.fresh or made == self.table or points >= need

    def may_have_none(self, made, thrown):
        """True where the last card may go so: for the morto, or to go out."""
        if self.morto == LEFT:
            return not thrown or self.options["morto"] != "direct"
        right = self.brute.canastras_to_go_out(made) > 0
        return self.morto == TAKEN and right and (thrown or self.options["dry"] == "yes")


# -- the rules' own turns --------------------------------------------------------------------------


def table_of(s):
    """The melds of pair 0 as the referee writes them."""
    melds = []
    for meld in range(int(s.melds[0])):
        kinds = [int(kind) for kind, _wild in meld_cards(s, 0, meld)]
        suit = int(s.meld_suit[0, meld])
        melds.append((suit, int(s.low[0, meld]), in_order(kinds) if suit == SET else tuple(kinds)))
    return tuple(sorted(melds))


def hand_of(s):
    return in_order(np.repeat(np.arange(len(s.hand[0])), s.hand[0]).tolist())


def ends_by_the_rules(state):
    """Every end of the turn that legal moves lead to; after each there is a next one."""
    found, seen, waiting = set(), set(), [state]
    while waiting:
        at = waiting.pop()
        s = at.record[0]
        legal = at.legal_actions()
        assert legal or at is state, (table_of(s), hand_of(s))
        for a in legal:
            if a == TAKE_BACK:
                continue
            if DISCARD <= a < OPEN_JOKER:
                found.add(End(table_of(s), hand_of(s), a - DISCARD))
                continue
            after = at.child(a)
            now = after.record[0]
            key = (table_of(now), hand_of(now))
            if int(now.in_hand[0]) == 0:
                found.add(End(key[0], (), -1))
            elif key not in seen:
                seen.add(key)
                waiting.append(after)
    return found


def chosen_options(rng):
    """A profile, and some options that say something else."""
    options = {"profile": rng.choice(PROFILES), "canastra": 7, "first_meld": 0, "jokers": "yes"}
    for name, values in VARIED.items():
        if rng.random() < 0.4:
            options[name] = rng.choice(values)
    return {"dry": "yes", "morto": "either"} | options


def set_up(game, options, hand, table, morto, fresh, phase, pile):
    """The state of a turn that begins so, and the referee with its rules."""
    state = game.new_state(options)
    s = state.record[0]
    brute = lay_out(s, table)
    s.fresh = 0 if fresh else len(table)
    s.mortos = 1 if morto == LEFT else 0
    s.took_morto[0] = 1 if morto == TAKEN else 0
    s.to_come, s.begun, s.to_move, s.phase, s.stock = 0, 1, 0, phase, 5
    for kind in hand:
        s.hand[0, kind] += 1
    s.in_hand[:] = len(hand), 3, 3, 3
    for kind in pile:
        s.pile[kind] += 1
        s.pile_cards, s.top = s.pile_cards + 1, kind + 1
    return state, brute


def small_case(rng, options):
    """A hand of few cards, and a table on which many of them fit."""
    hand, table = some_case(rng, options, 6)
    hand = hand[: rng.randrange(1, 6)]
    if rng.random() < 0.3:  # copies of one kind, such as only a ban makes hard to get rid of
        kind = rng.choice([JOKER, rng.choice(hand)])
        hand = [kind] * rng.randrange(1, 4 if kind == JOKER else 2)
    return hand, table


def too_many(cards):
    """True for more copies of a card than there are."""
    return any(n > (4 if kind == JOKER else 2) for kind, n in Counter(cards).items())


def compare(game, seed, cases, phases=(PLAYING, CHOOSING)):
    """Compare random turns with the referee; returns what was met."""
    rng, met = random.Random(seed), set()
    for _case in range(cases):
        options = chosen_options(rng)
        hand, table = small_case(rng, options)
        morto, phase = rng.randrange(3), rng.choice(phases)
        if rng.random() < 0.5 and options["first_meld"] > 0:
            table = []
        fresh = not table
        pile = [rng.choice([*hand, rng.choice(hand), 3, 17])]
        if phase != PLAYING and rng.random() < 0.3:
            pile.insert(0, rng.choice([3, 30, JOKER]))
        if phase == PLAYING:
            pile = []
        if too_many([*hand, *pile, *(kind for meld in table for kind in meld[2])]):
            continue
        state, brute = set_up(game, options, hand, table, morto, fresh, phase, pile)
        s = state.record[0]
        told = (options, in_order(hand), table, morto, fresh, phase, pile)
        made = tuple(sorted(table))
        single, closed = int(s.single), bool(s.closed)
        turn = Turn(brute, options, morto, fresh, in_order(hand), made)
        if phase == PLAYING:
            expected, found = turn.ends(), ends_by_the_rules(state)
        else:
            barred = pile[-1] if len(pile) == 1 else -1
            if single == FREE or (single == TWIN and barred in hand):
                barred = -1
            turn = turn._replace(hand=in_order([*hand, *pile]), barred=barred)
            if closed:
                expected = closed_ends(turn, hand, pile)
                starts = [state.child(a) for a in state.legal_actions() if a > TAKE]
            else:
                expected = turn.ends()
                starts = [state.child(TAKE)] if TAKE in state.legal_actions() else []
            assert bool(starts) == bool(expected), told
            found = set()
            for start in starts:
                now = start.record[0]
                if now.in_hand[0] == 0:
                    found.add(End(table_of(now), (), -1))
                else:
                    found |= ends_by_the_rules(start)
            met.add(("take", single == FORBIDDEN and barred >= 0, bool(expected)))
        assert found == expected, (told, found ^ expected)
        if turn.options["first_meld"] == 0 and not (closed and phase == CHOOSING):
            check_machines(state, phase, turn, expected, told)
        met |= {(phase, bool(end.left), end.thrown >= 0) for end in found}
    return met


def check_machines(state, phase, turn, ends, told):
    """Compare what is told of going out, and of the best arrangement, with all ends of a turn."""
    record = state.record if phase == PLAYING else None
    if phase == CHOOSING and TAKE in state.legal_actions():
        record = state.child(TAKE).record
    if turn.options["morto"] == "either":
        out = any(len(end.left) - (end.thrown >= 0) == 0 for end in ends)
        does = goes_out_now(state.record[0], 0) if phase == PLAYING else goes_out_with_pile(
            state.record, 0)  # fmt: skip
        assert does == out, told
    if record is None or not ends:
        return
    held, before = len(turn.hand), turn.brute.value(turn.table)
    worths = [(turn.brute.value(end.table) - before, held - len(end.left)) for end in ends]
    for name, criterion in CRITERIA.items():
        found = arrangement(record, 0, criterion)
        points, cards = (found.points, found.cards) if found else (0, 0)
        if found and not found.sure:
            continue
        if name == "points":
            assert (points, cards) == max(worths), (told, name)
        else:
            assert (cards, points) == max((b, a) for a, b in worths), (told, name)


def closed_ends(turn, hand, pile):
    """The ends of turns whose first lay uses the top card with cards of the hand."""
    if turn.fresh and turn.options["first_meld"] > 0:
        return set()
    top = pile[-1]
    ends = set()
    for left, made in turn.brute.after(in_order([*hand, top]), turn.table):
        if top not in without([*hand, top], left):
            continue
        after = turn._replace(hand=in_order([*left, *pile[:-1]]), table=made, fresh=False)
        ends |= after.ends()
    return ends


@pytest.fixture
def game():
    from ludoteca.core.registry import load_game

    return load_game("buraco")


def test_a_move_is_legal_where_the_turn_can_end_as_a_whole(game):
    met = compare(game, 10, 45)
    assert {("take", True, True), ("take", True, False), (PLAYING, False, False)} <= met


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_a_move_is_legal_where_the_turn_can_end_as_a_whole_in_1500_turns(game, seed):
    compare(game, 100 + seed, 1_500)
