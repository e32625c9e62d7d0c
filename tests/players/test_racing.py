"""Racing: candidates compared in the same worlds."""

import numpy as np

from ludoteca.players.racing import Tried


def test_a_turn_is_worth_its_least_against_several_levels():
    """Of turn 1 the second trial is worse; of turn 2 it was dropped after 10 worlds, as worst."""
    worth = [np.full(40, 0.5), np.full(40, 0.9), np.full(40, 0.2), np.full(40, 0.7), np.ones(10)]
    tried = Tried(worth, [10 * w for w in worth]).least([0, 1, 1, 2, 2])
    assert [w.mean() for w in tried.worth] == [0.5, 0.2, 1.0]
    assert [len(w) for w in tried.points] == [40, 40, 10]
    assert tried.ranked() == [0, 1, 2]
