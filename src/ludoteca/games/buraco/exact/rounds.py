"""Rounds left in a deal by its state of play, from simulated deals; a table ships.

The document takes 13 less the rounds played. Here the state of play is the mortos that lie on the
table and the cards of the stock, in steps of four. Deals are played by the machine ``advanced``
under the rules of the profile ``thesis``. Of each deal a state counts once, at the first turn in
it, so that a mean is one over independent deals. A round is a turn of every seat.

A table is made by ``ludoteca odds buraco rounds-left --deals 10000 --seed 1 --format csv --table
counts``, and one with ``--barred``, where the card of a pile of one may not be thrown back.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from ludoteca.core import calls
from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.kernel import sample_index
from ludoteca.core.numbers import Simulated, simulated_mean
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.registry import load_game

from ..ids import CHOOSING, FIRST, LAST, SEATS

LEVEL = "advanced"
STEP = 4  #: cards of the stock that make one state
Single: TypeAlias = Literal["free", "forbidden"]
SHIPPED: dict[Single, Path] = {
    "free": Path(__file__).with_name("rounds.csv"),
    "forbidden": Path(__file__).with_name("rounds_forbidden.csv"),
}


class Count(NamedTuple):
    """Deals that came to a state; the sums of their turns left and of the squares of these.

    ``mortos`` on the table and the least ``stock``; or -1, and the rounds played for the stock.
    """

    mortos: int
    stock: int
    deals: int = 0
    turns: int = 0
    squares: int = 0

    @property
    def rounds(self) -> Simulated:
        """The mean of the rounds left."""
        found = simulated_mean(self.turns / SEATS, self.squares / SEATS**2, self.deals)
        return Simulated(found.mean, found.n, found.low, found.high, _(PLAYED))


PLAYED = N_("deals played by the machine advanced, profile thesis")

Counts: TypeAlias = dict[tuple[int, int], Count]


def simulate(deals: int, seed: int, progress: Progress = quiet, single: Single = "free") -> Counts:
    """Play deals and count; the same seed gives the same ones."""
    rng = np.random.default_rng(seed)
    found: Counts = {}
    for deal in range(deals):
        if deal % 50 == 0:
            progress(deal, deals, _("deals"))
        states = list(_turns(rng, single))
        seen = set()
        for turn, state in enumerate(states):
            left = len(states) - turn
            keys = [state, (-1, turn // SEATS)] if turn % SEATS == 0 else [state]
            for key in keys:
                if key not in seen:
                    seen.add(key)
                    old = found.get(key, Count(*key))
                    found[key] = Count(
                        *key, old.deals + 1, old.turns + left, old.squares + left * left
                    )
    return dict(sorted(found.items()))


def _turns(rng: np.random.Generator, single: Single) -> Iterator[tuple[int, int]]:
    """Play a deal; the state of play at the beginning of each turn."""
    game = load_game("buraco")
    level = game.info.levels.index(LEVEL)
    record = game.new_state({"single": single}).record
    ids, prob = game.buffers()
    s = record[0]
    while True:
        seat = calls.current_player(record, 0)
        if seat == TERMINAL:
            return
        if seat == CHANCE:
            move = int(calls.sample_chance(record, 0, rng, ids, prob))
        else:
            if s.phase in (CHOOSING, LAST) or (s.phase == FIRST and s.drawn[seat]):
                yield int(s.mortos), int(s.stock) // STEP * STEP
            n = calls.policy_probs(record, 0, level, ids, prob)
            move = int(ids[sample_index(prob, n, rng.random())])
        calls.apply_action(record, 0, move)


@cache
def shipped(single: Single = "free") -> Counts:
    """The counts that ship."""
    with SHIPPED[single].open(encoding="utf-8", newline="") as file:
        rows = [Count(*map(int, row.values())) for row in csv.DictReader(file)]
    return {(row.mortos, row.stock): row for row in rows}
