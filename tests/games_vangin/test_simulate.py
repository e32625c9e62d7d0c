"""The real dealing of three at a time lands on the exact chances."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from ludoteca.core.jit import JIT_ENABLED
from ludoteca.games.vangin.exact import simulate as simulate_module
from ludoteca.games.vangin.exact.closed_form import cards_left, piles_left, win, win_by_look
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.games.vangin.exact.simulate import play_games, simulate

many_games = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")

STANDARD = Deal()
GAMES = 400_000
LEAST_P = 1e-4
"""About ten checks at seeds fixed in advance: a right simulator fails here once in 1000 choices."""


@pytest.fixture(scope="module")
def played():
    return simulate(STANDARD, step=3, n=GAMES, seed=2019)


def fits(counts, shares):
    """Chi-squared p-value, cells expected fewer than ten times put together."""
    expected = np.array([float(p) for p in shares]) * sum(counts)
    rare = expected < 10
    observed = np.append(np.array(counts)[~rare], np.array(counts)[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    keep = expected > 0
    assert observed[~keep].sum() == 0
    if keep.sum() == 1:
        return 1.0
    return chisquare(observed[keep], expected[keep]).pvalue


@many_games
def test_the_share_of_wins_is_the_exact_chance(played):
    assert played.win.n == GAMES
    assert binomtest(played.piles_left[0], GAMES, float(win(STANDARD))).pvalue > LEAST_P


@many_games
@pytest.mark.soak
def test_the_interval_holds_the_exact_value_as_often_as_it_says():
    """95 % of intervals; of 60, fewer than 49 hold it with a chance of 3e-5 (binomial)."""
    exact = float(win(STANDARD))
    intervals = [simulate(STANDARD, step=3, n=20_000, seed=seed).win for seed in range(60)]
    assert sum(interval.contains(exact) for interval in intervals) >= 49


@many_games
def test_piles_and_cards_left_are_distributed_as_computed(played):
    assert sum(played.piles_left) == sum(played.cards_left) == GAMES
    assert fits(played.piles_left, piles_left(STANDARD)) > LEAST_P
    assert fits(played.cards_left, cards_left(STANDARD)) > LEAST_P


@many_games
def test_wins_come_at_the_look_computed(played):
    assert sum(played.won_at) == played.piles_left[0]
    cumulative = win_by_look(STANDARD)
    at_look = [cumulative[0]] + [b - a for a, b in pairwise(cumulative)]
    lost = GAMES - sum(played.won_at)
    assert fits([*played.won_at, lost], [*at_look, 1 - cumulative[-1]]) > LEAST_P


@many_games
@pytest.mark.parametrize(
    "deal", [Deal(2, 5, 3, 2), Deal(3, 7, 6, 5), Deal(4, 13, 0, 3), Deal(1, 6, 2, 1)], ids=str
)
def test_other_decks_and_rests_that_show_no_card(deal):
    games = simulate(deal, step=3, n=50_000, seed=5)
    assert fits(games.piles_left, piles_left(deal)) > LEAST_P
    assert fits(games.cards_left, cards_left(deal)) > LEAST_P


def test_the_same_seed_plays_the_same_games():
    first, again = (simulate(STANDARD, step=3, n=1000, seed=7) for _ in range(2))
    assert first == again
    assert first != simulate(STANDARD, step=3, n=1000, seed=8)


def test_slices_play_the_same_games_as_one_call(monkeypatch):
    whole = simulate(STANDARD, step=3, n=1000, seed=7)
    monkeypatch.setattr(simulate_module, "_CARDS_AT_ONCE", 52 * 300)
    assert simulate(STANDARD, step=3, n=1000, seed=7) == whole


def test_a_deck_too_short_for_the_looks_is_refused():
    with pytest.raises(
        ValueError, match="13 looks of 4 cards after a board of 13 need more than 52"
    ):
        simulate(STANDARD, step=4, n=10, seed=0)
    with pytest.raises(ValueError, match="games must be a whole number of at least 1"):
        simulate(STANDARD, step=3, n=0, seed=0)


def test_compiled_and_un_compiled_play_the_same_games():
    def counts(function):
        piles, cards, won_at = (np.zeros(size, np.int64) for size in (7, 8, 6))
        deck = np.repeat(np.arange(6), 4)
        function(np.random.default_rng(3), deck, 6, 7, 3, 300, piles, cards, won_at)
        return [*piles, *cards, *won_at, *deck]

    assert counts(play_games) == counts(getattr(play_games, "py_func", play_games))
