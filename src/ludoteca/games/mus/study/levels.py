"""The levels' words before the bets as tables over hand types, asked of their own policy."""

from __future__ import annotations

from functools import cache

import numpy as np

from ludoteca.core import calls
from ludoteca.core.i18n import N_
from ludoteca.core.registry import load_game

from ..exact.types import Deck
from ..hands import KINDS
from ..ids import CUT, DISCARD, DISCARDING, SEATS, TALKING
from .mus_loop import MOST_ROUNDS, Level

NAMES = (N_("basic"), N_("advanced"), N_("expert"))
"""The levels in the order of ``INFO.levels``, as its aliases call them."""


@cache
def level_tables(deck: Deck, level: int) -> Level:
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
    return Level(cuts, kept)
