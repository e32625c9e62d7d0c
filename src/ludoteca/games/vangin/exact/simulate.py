"""Vangin pasianssi played out many times with its real dealing, to check the exact chances.

Nothing of the mathematics is assumed here: the whole deck is shuffled, the board laid, and the
rest turned ``step`` cards at a time with only the last of each group counting.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.numbers import Simulated, simulated_share
from ludoteca.games.vangin.exact.deal import Deal, whole

_CARDS_AT_ONCE = 50_000_000  #: half a second's work

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Simulation:
    """Results of ``n`` simulated games.

    ``piles_left[k]`` and ``cards_left[k]`` are the games that ended with k piles and with k cards
    on the table; ``won_at[k]`` the games whose table was empty for the first time after k looks.
    """

    deal: Deal
    step: int
    seed: int
    n: int
    piles_left: tuple[int, ...]
    cards_left: tuple[int, ...]
    won_at: tuple[int, ...]

    @property
    def win(self) -> Simulated:
        """The share of games won, with its interval."""
        return simulated_share(self.piles_left[0], self.n)


def simulate(deal: Deal, step: int, n: int, seed: int) -> Simulation:
    """Play ``n`` games; the same seed gives the same games.

    ``deal.picks`` looks are made, each at the last of ``step`` turned cards. Raises ``ValueError``
    where the deck is too short for that, or ``step`` or ``n`` is below 1.
    """
    step = whole(N_("step"), step, least=1)
    n = whole(N_("games"), n, least=1)
    if deal.board + step * deal.picks > deal.cards:
        text = _(
            "{picks} looks of {step} cards after a board of {board} need more than {cards} cards"
        )
        raise ValueError(
            text.format(picks=deal.picks, step=step, board=deal.board, cards=deal.cards)
        )
    piles = np.zeros(deal.most_piles + 1, np.int64)
    cards = np.zeros(deal.board + 1, np.int64)
    won_at = np.zeros(deal.picks + 1, np.int64)
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(deal.values), deal.suits)
    # In slices, for an interrupt waits until compiled code returns.
    at_once = max(1, _CARDS_AT_ONCE // deal.cards)
    for begin in range(0, n, at_once):
        games = min(at_once, n - begin)
        play_games(rng, deck, deal.values, deal.board, step, games, piles, cards, won_at)
    return Simulation(
        deal,
        step,
        seed,
        n,
        piles_left=tuple(piles.tolist()),
        cards_left=tuple(cards.tolist()),
        won_at=tuple(won_at.tolist()),
    )


@njit
def play_games(
    rng: np.random.Generator,
    deck: Counts,
    values: int,
    board: int,
    step: int,
    games: int,
    piles_left: Counts,
    cards_left: Counts,
    won_at: Counts,
) -> None:
    """Play ``games`` games and add their ends to the three arrays of counts, in place.

    ``deck`` (int64, one value in 0..values-1 per card) is shuffled in place. ``piles_left`` has
    min(values, board) + 1 entries, ``cards_left`` board + 1, ``won_at`` looks + 1, which is also
    what says how many looks there are.
    """
    looks = won_at.size - 1
    table = np.zeros(values, np.int64)
    for _game in range(games):
        # Fisher and Yates over the whole deck.
        for last in range(deck.size - 1, 0, -1):
            chosen = rng.integers(0, last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
        table[:] = 0
        piles = 0
        for place in range(board):
            value = deck[place]
            if table[value] == 0:
                piles += 1
            table[value] += 1
        if piles == 0:
            won_at[0] += 1
        for look in range(1, looks + 1):
            value = deck[board + look * step - 1]
            if table[value] > 0:
                table[value] = 0
                piles -= 1
                if piles == 0:
                    won_at[look] += 1
        piles_left[piles] += 1
        cards_left[table.sum()] += 1
