"""Positions kept once with their moves: their records, and what a seat may want at the end."""

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.solve.backward_induction import solve_fully
from ludoteca.solve.positions import explore


@pytest.mark.parametrize("backwards", [False, True])
def test_each_record_is_that_of_its_position_in_whatever_order_moves_are(backwards):
    state = load_game("nim").new_state({"heaps": 2, "largest": 3})
    order = range(100, 0, -1) if backwards else ()  # of more ids than there are
    graph = explore(state, order=order)
    records = graph.records()
    assert [graph.find(records[i : i + 1]) for i in range(len(graph))] == list(range(len(graph)))


def test_an_objective_of_a_single_seat_has_no_other_seat_to_look_at():
    state = load_game("vangin").new_state({"suits": 2, "values": 3, "board": 2, "step": 2})
    plain = solve_fully(state)
    doubled = solve_fully(state, objective=lambda own, other: 2 * own + other)
    assert np.allclose(doubled.worth, 2 * plain.worth)
    assert plain.root[0] > 0
