# mypy: allow-untyped-defs, allow-untyped-calls
"""Inference of hidden cards from the others' lays, trick by trick from the present back.

A filter that goes forward loses nearly all its worlds whenever a lay is turned: hardly any of them
had guessed it. Here the hands are drawn as they are now, from the cards whose place the seat does
not know, and each is followed back. All orders of the deck are equally likely, so the cards that a
player drew after a trick are a random part of the hand that it had then; the others, with what it
laid, were the hand before. A history also has the level of each player, and is weighted by the
probability that a player of that level would have laid, from those hands, what was laid; for a lay
that is still face down, its number. One lay in ten is assumed to be random, so that a surprise does
not discard every history. When few
histories carry most of the weight, they are resampled.

In the limit of many histories that is Bayes' rule for the last ``TRICKS_BACK`` tricks. Lays before
them tell less, for few of the cards held then are held now.

Source of the idea, to weigh whole states by a policy's chance of what was seen: D. Rebstock,
C. Solinas, M. Buro, N. Sturtevant, Policy based inference in trick-taking card games, IEEE
Conference on Games 2019.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludoteca.core.jit import njit
from ludoteca.core.view import SeatView
from ludoteca.players.particles import (
    DOUBT,
    Belief,
    Models,
    before_the_deal,
    drawn_anew,
    drawn_levels,
    is_uneven,
)

from .combinations import KINDS, count, random_subset
from .lay_values import MOST_SETS
from .policy import lay_chances
from .rules import NUMBER, NUMBERING, REVEALING, SEATS, unseen_cards

HISTORIES = 1_000
"""Number of hands that are followed back."""

TRICKS_BACK = 3


class ToldLay(NamedTuple):
    """A lay of another player.

    Attributes
    ----------
    at : the number of the token that named its number
    number : of cards
    cards : their mask, 0 while they lie face down
    drawn : cards that its player drew after the trick
    """

    at: int
    number: int
    cards: int
    drawn: int


def read_worlds(view: SeatView, size: int, models: Models, rng: np.random.Generator) -> Belief:
    """So many equally likely worlds of ``view``, which tells its past; rounds without retreat.

    The others play one of ``models``. Equal views and generators give equal worlds.
    """
    assert view.past is not None
    hands = np.zeros((HISTORIES, SEATS), np.int64)
    weight = np.full(HISTORIES, 1.0 / HISTORIES)
    levels = drawn_levels(view, models, before_the_deal(view, models), HISTORIES, rng)
    told = told_lays(view)
    for other, lays in told.items():
        before = np.zeros(HISTORIES, np.int64)
        _deal(view.record, view.seat, other, rng, hands, before)
        for lay in lays:
            _weigh(
                view.past[lay.at], lay.number, lay.cards, lay.drawn, rng, before,
                levels[:, other], weight,
            )  # fmt: skip
            weight /= weight.sum()
            if is_uneven(weight):
                drawn = drawn_anew(weight, HISTORIES, rng)
                hands, levels, before = hands[drawn], levels[drawn], before[drawn]
                weight[:] = 1.0 / HISTORIES
    drawn = drawn_anew(weight, size, rng)
    hands, levels = hands[drawn], levels[drawn]
    worlds = view.game.state_layout.empty(size)
    _fill(view.record, view.seat, hands, worlds)
    for lay in (lays[0] for lays in told.values() if lays and not lays[0].cards):
        _lay_down(view.past[lay.at], lay.number, rng, levels, worlds)
    return Belief(worlds, levels, told=sum(len(lays) for lays in told.values()))


def told_lays(view: SeatView) -> dict[int, list[ToldLay]]:
    """The lays of each other player in the last tricks, the newest first.

    Who laid the whole hand holds no card of before: from there on back lays tell of levels alone.
    """
    assert view.past is not None
    past, now = view.past, int(view.record["tricks"][0])
    lays: dict[int, list[ToldLay]] = {s: [] for s in range(view.num_players) if s != view.seat}
    turned: dict[tuple[int, int], int] = {}
    s = view.record[0]
    held = {other: int(s.in_hand[other] + s.laid_count[other]) for other in lays}
    for at in range(len(view.tokens) - 1, -1, -1):
        actor, token = view.tokens[at]
        then = past[at][0]
        phase, trick = then["phase"], int(then["tricks"])
        if trick < now - TRICKS_BACK:
            break
        if phase == REVEALING:
            turned[trick, int(then["to_move"])] = token
        elif phase == NUMBERING and actor in lays:
            number, hand = token - NUMBER, int(then["in_hand"][actor])
            drawn = held[actor] - (hand - number) if trick < now else 0
            lays[actor].append(ToldLay(at, number, turned.get((trick, actor), 0), drawn))
            held[actor] = hand
    return lays


@njit
def _deal(seen, seat, other, rng, hands, before):
    """Deal ``other`` what it holds, face down lays included, of the cards left in each history."""
    s = seen[0]
    unseen = unseen_cards(s, seat)
    for i in range(len(hands)):
        left = unseen
        for owner in range(SEATS):
            left &= ~hands[i, owner]
        hands[i, other] = random_subset(left, s.in_hand[other] + s.laid_count[other], rng)
        before[i] = hands[i, other]


@njit
def _weigh(states, number, cards, drawn, rng, before, level, weight):
    """Go back to a lay, and multiply the weights by its chance, in place.

    ``states`` is the view of it, of which one hand is changed; ``level``, int64 [histories], is
    that of its player.
    """
    s = states[0]
    sets = np.empty(MOST_SETS, np.int64)
    prob = np.empty(MOST_SETS)
    any_lay = _any_lay(s.in_hand[s.to_move], number, cards)
    for i in range(len(before)):
        before[i] = before[i] & ~random_subset(before[i], drawn, rng) | cards
        s.hand[s.to_move] = before[i]
        found = lay_chances(s, level[i], sets, prob)
        chance = 0.0
        for j in range(found):
            if sets[j] == cards or (cards == 0 and count(sets[j]) == number):
                chance += prob[j]
        weight[i] *= DOUBT * any_lay + (1.0 - DOUBT) * chance


@njit
def _any_lay(held, number, cards):
    """The chance of a lay, or of its number, where numbers are alike, then sets of so many."""
    chance = 1.0 / held
    if cards > 0:
        for i in range(number):
            chance *= (i + 1) / (held - i)
    return chance


@njit
def _fill(seen, seat, hands, worlds):
    """Worlds like ``seen`` in which the others hold ``hands``; nothing is laid yet."""
    unseen = unseen_cards(seen[0], seat)
    for i in range(len(worlds)):
        worlds[i] = seen[0]
        deck = unseen
        for other in range(SEATS):
            if other != seat:
                worlds[i].hand[other] = hands[i, other]
                deck &= ~hands[i, other]
        for kind in range(KINDS):
            worlds[i].deck[kind] = deck >> kind & 1


@njit
def _lay_down(states, number, rng, levels, worlds):
    """Lay so many cards face down in each world, as the seat to move would.

    ``states`` is the view of it, of which one hand is changed; ``levels`` are int64 [worlds,
    seats].
    """
    s = states[0]
    me = s.to_move
    sets = np.empty(MOST_SETS, np.int64)
    prob = np.empty(MOST_SETS)
    for i in range(len(worlds)):
        s.hand[me] = worlds[i].hand[me]
        lay = _draw(s, number, rng, lay_chances(s, levels[i, me], sets, prob), sets, prob)
        worlds[i].laid[me] = lay
        worlds[i].hand[me] ^= lay


@njit
def _draw(s, number, rng, found, sets, prob):
    """A lay of so many cards of the seat to move, by the policy's lays or, in doubt, any.

    The policy's lays are ``sets[:found]``, with their probabilities.
    """
    chance = 0.0
    for j in range(found):
        if count(sets[j]) == number:
            chance += prob[j]
    doubted = DOUBT * _any_lay(s.in_hand[s.to_move], number, 0)
    left = rng.random() * (doubted + (1.0 - DOUBT) * chance) - doubted
    if left < 0.0:
        return random_subset(s.hand[s.to_move], number, rng)
    drawn = 0
    for j in range(found):
        if prob[j] > 0.0 and count(sets[j]) == number:
            drawn = sets[j]
            left -= (1.0 - DOUBT) * prob[j]
            if left < 0.0:
                break
    return drawn
