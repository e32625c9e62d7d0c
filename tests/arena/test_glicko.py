"""Glicko-2 ratings: the example of their author, and what follows from the formulas."""

import math

import pytest

from ludoteca.arena.glicko import Rating


def test_the_published_example_is_reproduced():
    # M. E. Glickman, Example of the Glicko-2 system (2013), page 4.
    games = [
        (Rating(1400, 30), 1.0),
        (Rating(1550, 100), 0.0),
        (Rating(1700, 300), 0.0),
    ]
    after = Rating(1500, 200, 0.06).after(games)
    assert after.points == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_period_without_games_only_adds_uncertainty():
    after = Rating(1620, 200, 0.06).after([])
    assert after.points == 1620
    assert after.deviation == pytest.approx(math.hypot(200, 0.06 * 173.7178))


def test_a_win_and_a_loss_between_equals_move_both_sides_alike():
    won = Rating().after([(Rating(), 1.0)])
    lost = Rating().after([(Rating(), 0.0)])
    assert won.points - 1500 == pytest.approx(1500 - lost.points)
    assert won.deviation == pytest.approx(lost.deviation)
    assert won.deviation < Rating().deviation
