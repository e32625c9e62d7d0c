"""The levels: flow charts of their policies, and their words before the bets by hand type."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from ludoteca.core import calls
from ludoteca.core.i18n import N_, _
from ludoteca.core.registry import load_game
from ludoteca.lab.study import Section, sections_beside

from ..exact.types import Deck
from ..hands import KINDS
from ..ids import CUT, DISCARD, DISCARDING, SEATS, TALKING
from ..policies.flow import charts_of, plot_of, table_of
from .dealing import MOST_ROUNDS, LevelTables

section = sections_beside(__file__)

NAMES = (N_("basic"), N_("advanced"), N_("expert"))
"""The levels in the order of ``INFO.levels``, as its aliases call them."""


@cache
def level_tables(deck: Deck, level: int) -> LevelTables:
    """Ask a level for its words at the beginning of a juego, where nobody has signed or spoken."""
    game = load_game("mus")
    record = game.new_state({"kings": str(deck.cards[-1])}).record
    s = record[0]
    s.dealer = SEATS - 1  # seat 0 is the mano
    types = deck.types
    cuts = np.zeros((MOST_ROUNDS, SEATS, len(types)), np.int64)
    kept = np.zeros((SEATS, len(types), KINDS), np.int64)
    ids, probs = game.buffers()
    for index, hand in enumerate(types.hands):
        cards = np.repeat(np.arange(KINDS), hand)
        for seat in range(SEATS):
            s.to_move = s.turn = seat
            s.hand[seat] = hand
            s.phase = TALKING
            for rounds in range(MOST_ROUNDS):
                s.mus_rounds = rounds
                calls.policy_probs(record, 0, level, ids, probs)
                cuts[rounds, seat, index] = ids[0] == CUT
            s.mus_rounds = 0
            s.phase = DISCARDING
            calls.policy_probs(record, 0, level, ids, probs)
            stays = (int(ids[0]) - DISCARD) >> np.arange(len(cards)) & 1 == 0
            kept[seat, index] = np.bincount(cards[stays], minlength=KINDS)
            s.hand[seat] = 0
    return LevelTables(cuts, kept)


def of_flow() -> Section:
    """The section on the levels: what the document's figures 4.1 to 4.12 showed."""
    found = {name: tuple(charts_of(number)) for number, name in enumerate(NAMES)}
    return section(
        "flow",
        [
            replace(
                table_of(f"policy_{name}", charts),
                title=_("The level {level}, question by question").format(level=_(name)),
            )
            for name, charts in found.items()
        ],
        [plot_of(name, chart) for name, charts in found.items() for chart in charts],
        n=len(found[NAMES[0]]),
    )
