"""The betting of one lance as a public game: the kernel's own bets, and what they pay.

The tree is walked over ``rules.py``, with few sizes of bets: a first bet of 2, a raise of
:data:`RAISE`, órdago at any time. What an end pays is stated here
(:func:`payoffs`) since the kernel counts whole deals; ``tests/games_mus/test_solver_lances.py``
plays ends on to the count beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.ids import CHANCE
from ludoteca.core.registry import load_game
from ludoteca.solve.public_game import Deals, PublicGame
from ludoteca.solve.public_tree import Position, PublicTree, public_tree

from ..ids import (
    ACCEPTED,
    BETTING,
    CHICA,
    CUT,
    DEALING,
    ENVITE,
    GRANDE,
    JUEGO,
    MOST_STONES,
    OPEN,
    PARES,
    PASO,
    PASS,
    PUNTO,
    REFUSED,
    SEATS,
    TALKING,
)
from .deals import HandDeals, outcome_parts, table_deals

Floats = NDArray[np.float64]
Pair = tuple[int, int]  # of the mano's pair and of the other

FIRST_BET = 2
RAISE = 3
MOST_RAISES = 1
LUMPS = (1, 2, 3, 5)
"""Stones that are won at a time, each as often, in the juego to come (:func:`juego_chances`)."""

EVERYBODY = (True,) * SEATS

_HOLDER = (9, 9, 7, 0)  # RRSA, with pares and juego
_OTHER = (6, 5, 4, 3)  # 7654, with neither


@dataclass(frozen=True)
class Spot:
    """A lance that is bet on, who may bet, and the stones that each pair lacks.

    Seats are counted from the mano.
    """

    lance: int
    holders: tuple[bool, ...] = EVERYBODY
    missing: Pair = (MOST_STONES, MOST_STONES)


def spots(lance: int, missing: Pair) -> list[Spot]:
    """The spots of a lance: in pares and juego by who holds, at least one seat of each pair."""
    if lance not in (PARES, JUEGO):
        return [Spot(lance, EVERYBODY, missing)]
    every = product((True, False), repeat=SEATS)
    return [Spot(lance, h, missing) for h in every if (h[0] or h[2]) and (h[1] or h[3])]


@cache
def lance_game(spot: Spot, worth: str) -> PublicGame:
    """The betting of ``spot``; ``worth`` is ``stones`` or ``juego``, the chance to win it."""
    tree = betting_tree(spot)
    pay = payoffs(spot, tree, stones if worth == "stones" else juego_change(spot.missing))
    batch = 1_000 if spot.lance in (GRANDE, CHICA) else 2_000
    return PublicGame(tree, _deals(spot.lance, spot.holders), pay, (0, 1, 0, 1), batch)


@cache
def _deals(lance: int, holders: tuple[bool, ...]) -> Deals:
    return HandDeals(lance) if lance in (GRANDE, CHICA) else table_deals(lance, holders)


def betting_tree(spot: Spot) -> PublicTree:
    """The bets of ``spot`` that are looked at."""
    return public_tree(
        load_game("mus"),
        start(spot),
        lambda position: bool(position[0]["outcome"][spot.lance] != OPEN),
        _choose,
    )


def _choose(position: Position, ids: list[int]) -> list[int]:
    """All moves but bets; a first bet of 2, or one raise, smaller only if the cap is nearer."""
    s = position[0]
    bets = [a for a in ids if a > ENVITE]
    most = RAISE if s["bettor"] else FIRST_BET
    chosen = [a for a in bets if a <= ENVITE + most][-1:]
    if s["bettor"] and s["raises"] >= MOST_RAISES:
        chosen = []
    return [a for a in ids if a < ENVITE] + chosen


def start(spot: Spot, hands: Sequence[Sequence[int]] | None = None) -> Position:
    """The position in which the lance's first speaker is to move; seat 0 is the mano.

    ``hands`` are the kinds of each seat's cards, which must declare as ``spot`` says.
    """
    game = load_game("mus")
    standing = game.standing_layout.empty()
    standing["begun"] = 1
    standing["dealer"] = SEATS - 1
    standing["score"] = [MOST_STONES - lacking for lacking in spot.missing]
    record = game.state_layout.empty()
    options = game.options({"signs": "none", "corrido": "no"})
    calls.init(record, 0, game.schema.compile(options), standing)
    if hands is None:
        declared = spot.lance in (PARES, JUEGO)
        hands = [_HOLDER if holds and declared else _OTHER for holds in spot.holders]
    left = [list(hand) for hand in hands]
    ids, prob = game.buffers()
    s = record[0]
    while s["phase"] != BETTING or s["lance"] != spot.lance:
        if s["phase"] == DEALING:
            move = left[s["to_move"]].pop()
        elif calls.current_player(record, 0) == CHANCE:
            calls.chance_outcomes(record, 0, ids, prob)
            move = int(ids[0])
        else:
            move = CUT if s["phase"] == TALKING else PASS
        calls.apply_action(record, 0, move)
    return record


# -- what is won -----------------------------------------------------------------------------------


def payoffs(spot: Spot, tree: PublicTree, worth: Callable[[int, int], float]) -> Floats:
    """The worth of each end of the betting with each outcome of a deal, for the mano's pair.

    ``worth`` is asked with the stones that each pair wins in this lance, its cuenta with it.
    """
    outcomes = _deals(spot.lance, spot.holders).outcomes
    found = np.zeros((len(tree.ends), outcomes))
    for z, end in enumerate(tree.ends):
        for number in range(outcomes):
            found[z, number] = worth(*won(spot, end, *outcome_parts(number)))
    return found


def won(spot: Spot, end: Position, winner: int, mine: int, theirs: int) -> Pair:
    """Stones of the mano's pair and the other at an end, if ``winner`` has the better hand.

    ``mine`` and ``theirs`` are the cuentas of their hands. Nobody wins more than it lacks.
    """
    s = end[0]
    outcome, stake = s["outcome"][spot.lance], int(s["stake"][spot.lance])
    if outcome == REFUSED:
        winner = int(s["winner"][spot.lance]) - 1
    if outcome == ACCEPTED and s["all_in"]:
        stones = spot.missing[winner]
    else:
        stones = (mine, theirs)[winner] + (1 if spot.lance == PUNTO else 0)
        if outcome == PASO:
            stones += 1 if spot.lance in (GRANDE, CHICA) else 0
        else:
            stones += stake
    stones = min(stones, spot.missing[winner])
    return (stones, 0) if winner == 0 else (0, stones)


def stones(mine: int, theirs: int) -> float:
    """The stones of the mano's pair less those of the other."""
    return float(mine - theirs)


def juego_change(missing: Pair) -> Callable[[int, int], float]:
    """The change in the chance of the mano's pair to win the juego, which lacks ``missing``."""
    chances = juego_chances()
    before = chances[missing]

    def change(mine: int, theirs: int) -> float:
        return float(chances[missing[0] - mine, missing[1] - theirs] - before)

    return change


def stone_worth(missing: Pair) -> float:
    """The chance to win the juego that a stone more is worth, on average over both pairs."""
    chances, (mine, theirs) = juego_chances(), missing
    return float(chances[mine - 1, theirs] - chances[mine, theirs - 1]) / 2.0


@cache
def juego_chances() -> Floats:
    """The chance to win the juego by the stones that one pair and the other lack.

    The problem of points: stones are taken to be won in lumps (:data:`LUMPS`), each by either pair
    with the same chance.
    """
    found = np.full((MOST_STONES + 1, MOST_STONES + 1), 0.5)
    found[0, 1:], found[1:, 0] = 1.0, 0.0
    for mine, theirs in product(range(1, MOST_STONES + 1), repeat=2):
        after = [found[max(0, mine - n), theirs] + found[mine, max(0, theirs - n)] for n in LUMPS]
        found[mine, theirs] = np.mean(after) / 2.0
    return found
