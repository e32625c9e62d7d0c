# mypy: allow-untyped-defs, allow-untyped-calls
"""Inference of hands: worlds weighted by the turns of the other players, from the present back.

A filter that goes forward loses its worlds with every card that is laid or thrown: hardly any of
them had put it into that hand. Here a hand is drawn as it is now, from the cards whose place the
seat does not know, and is followed back turn by turn: cards laid and thrown come back to it, cards
taken with the pile leave it, and any of the others may be the one drawn from the stock, because all
orders of the deck are equally likely. A hand comes with a level, alike in partners, and is weighted
by the probability that a player of that level
would have done with it what was done in whole turns: draw or take the pile, lay what was
laid and nothing else, and throw that card (the likelier, the less it costs by that player's
weights). One move in ten is assumed to be random, so that a surprise does not discard every hand.
Nothing is inferred from before a morto was picked up, because the hand was another.

The players are treated one after the other. After each, hands are resampled by their weight and the
cards of those still to come, and of the deck, are dealt again: so few hands of one player do not
become few worlds. In the limit of many hands that is Bayes' rule for the last ``TURNS_BACK`` turns
of each, taken one player at a time.

Source of the idea, to weigh whole states by a policy's chance of what was seen: D. Rebstock,
C. Solinas, M. Buro, N. Sturtevant, Policy based inference in trick-taking card games, IEEE
Conference on Games 2019.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.ids import CHANCE
from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView
from ludoteca.players.particles import (
    DOUBT,
    Belief,
    Models,
    before_the_deal,
    chance_worlds,
    drawn_anew,
    drawn_levels,
)

from .ids import ACTIONS, CHOOSING, DEALING, DISCARD, DRAW, KINDS, MELD, MORTO, OPEN_JOKER
from .laying import never_thrown
from .melds import pair_of, spent
from .policy import BASIC, WEIGHTS, advanced, basic, cost_of
from .rules import apply_action, legal_actions
from .worlds import deal_unknown

HANDS = 3_000
"""Number of hands of a player that are followed back."""

TURNS_BACK = 2
"""A third turn back leaves fewer hands of weight, and tells no more of the cards."""

TEMPER = 6.0
"""Points by which throwing a card must cost more to be e times less likely."""


class ToldTurn(NamedTuple):
    """A turn of another player, or what of it came after it picked up a morto.

    Attributes
    ----------
    at : the number of its first token
    moves : its tokens; ``CHANCE`` for the card that was drawn from the stock
    """

    at: int
    moves: NDArray[np.int64]


def read_worlds(view: SeatView, size: int, models: Models, rng: np.random.Generator) -> Belief:
    """So many equally likely worlds of ``view``, which tells its past.

    The rivals play one of ``models``. Equal views and generators give equal worlds.
    """
    assert view.past is not None
    worlds, told = chance_worlds(view, HANDS, rng), 0
    levels = drawn_levels(view, models, before_the_deal(view, models), HANDS, rng)
    turns = told_turns(view)
    order = [seat for seat in turns if turns[seat]]
    unread = np.array([seat for seat in turns if not turns[seat]], np.int64)
    ids, bag = np.zeros(ACTIONS, np.int64), np.zeros(KINDS, np.int64)
    for n, seat in enumerate(order):
        weight, hands = np.ones(HANDS), worlds["hand"][:, seat].astype(np.int64)
        for turn in turns[seat]:
            _weigh(view.past[turn.at], seat, turn.moves, hands, levels[:, seat], weight, rng, ids)
            told += 1
        weight /= weight.sum()
        drawn = drawn_anew(weight, HANDS, rng)
        worlds, levels = worlds[drawn], levels[drawn]
        again = np.array([*order[n + 1 :], *unread], np.int64)
        _deal_again(worlds, again, rng, bag)
    chosen = rng.permutation(HANDS)[:size]
    return Belief(worlds[chosen], levels[chosen], told)


def told_turns(view: SeatView) -> dict[int, list[ToldTurn]]:
    """The last turns of each other player that tell of the hand that it has now, newest first."""
    assert view.past is not None
    turns: dict[int, list[ToldTurn]] = {s: [] for s in range(view.num_players) if s != view.seat}
    unread, end = set(turns), len(view.tokens)
    past = view.past

    @cache
    def before(number: int) -> tuple[int, int]:
        """Phase and seat to move before a token; a record is rebuilt once."""
        s = past[number][0]
        return int(s.phase), int(s.to_move)

    while end > 0 and unread and before(end - 1)[0] != DEALING:
        begin, seat = end - 1, before(end - 1)[1]
        while begin > 0 and before(begin - 1)[1] == seat and before(begin - 1)[0] != DEALING:
            begin -= 1
        picked = [k for k in range(begin, end) if before(k)[0] == MORTO]
        first = picked[-1] + 1 if picked else begin
        whole = bool(picked) or before(begin)[0] == CHOOSING
        if seat in unread:
            if first < end and whole:
                tokens = view.tokens[first:end]
                moves = [CHANCE if t.actor == CHANCE else t.token for t in tokens]
                turns[seat].append(ToldTurn(first, np.array(moves, np.int64)))
            if picked or not whole or len(turns[seat]) == TURNS_BACK:
                unread.discard(seat)
        end = begin
    return turns


@njit
def _weigh(before, seat, moves, hands, level, weight, rng, ids):
    """Follow ``hands`` back over a turn, in place, and multiply ``weight`` by its chance.

    ``level``, int64 [hands], is that of the player.
    """
    states = before.copy()
    # Cards that the turn spent, less those that it took, are the same for every hand.
    spends = np.zeros(KINDS, np.int64)
    for k in range(len(moves)):
        if moves[k] == CHANCE:
            apply_action(states[0], 0)
            continue
        if states[0].phase == CHOOSING and moves[k] != DRAW:
            for kind in range(KINDS):
                spends[kind] -= int(states[0].pile[kind])
        for i in range(MELD):
            kind = spent(states[0], moves[k], i)
            if kind >= 0:
                spends[kind] += 1
        apply_action(states[0], moves[k])
    drew = len(moves) > 1 and moves[1] == CHANCE
    for i in range(len(hands)):
        states[0] = before[0]
        drawn = _back(hands[i], spends, states[0].known[seat], drew, rng)
        for kind in range(KINDS):
            states[0].hand[seat, kind] = hands[i, kind]
            if hands[i, kind] < 0:
                weight[i] = 0.0
        for k in range(len(moves)):
            if weight[i] == 0.0:
                break
            if moves[k] == CHANCE:
                apply_action(states[0], drawn)
                continue
            chance = _chance(states[0], level[i], moves, k, ids)
            weight[i] *= DOUBT / max(2, int(states[0].in_hand[seat])) + (1.0 - DOUBT) * chance
            apply_action(states[0], moves[k])


@njit
def _back(hand, spends, known, drew, rng):
    """Make a hand the one before a turn, in place; returns the card that was drawn, or -1."""
    unknown = 0
    for kind in range(KINDS):
        hand[kind] += spends[kind]
        unknown += max(0, int(hand[kind]) - int(known[kind]))
    if not drew or unknown == 0:
        return -1
    left = int(rng.random() * unknown)
    for kind in range(KINDS):
        left -= max(0, int(hand[kind]) - int(known[kind]))
        if left < 0:
            hand[kind] -= 1
            return kind
    return -1


@njit
def _chance(s, level, moves, k, ids):
    """The chance that a player of ``level`` makes move number ``k`` of a turn, not in doubt.

    Cards are laid in any order: what it would lay now is laid sooner or later.
    """
    n = legal_actions(s, ids)
    wanted = basic(s, ids, n) if level == BASIC else advanced(s, WEIGHTS, ids, n)
    a = moves[k]
    if not DISCARD <= a < OPEN_JOKER:
        for later in range(k, len(moves)):
            if moves[later] == wanted:
                return 1.0
        return 0.0
    if not DISCARD <= wanted < OPEN_JOKER:
        return 0.0
    return _thrown(s, level, a - DISCARD)


@njit
def _thrown(s, level, thrown):
    """The chance that a card is thrown, by what each costs a player of ``level``."""
    me = int(s.to_move)
    pair = pair_of(me)
    own = cost_of(s, pair, s.hand[me], thrown, level, WEIGHTS)
    total = 0.0
    never = never_thrown(s)
    for kind in range(KINDS):
        if s.hand[me, kind] > 0 and kind != never:
            total += math.exp((own - cost_of(s, pair, s.hand[me], kind, level, WEIGHTS)) / TEMPER)
    return 1.0 / total


@njit
def _deal_again(worlds, seats, rng, bag):
    """Deal the hidden cards of ``seats`` anew in every world, from theirs and the deck's."""
    for i in range(len(worlds)):
        left = 0
        for kind in range(KINDS):
            bag[kind] = worlds[i].deck[kind]
            for seat in seats:
                bag[kind] += int(worlds[i].hand[seat, kind]) - int(worlds[i].known[seat, kind])
            left += bag[kind]
        for seat in seats:
            left = deal_unknown(worlds[i], seat, bag, left, rng, worlds[i])
        for kind in range(KINDS):
            worlds[i].deck[kind] = bag[kind]
