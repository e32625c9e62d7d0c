"""A past: the records of a deal, kept as the bytes that each move changed."""

import pickle

import numpy as np
import pytest

from ludoteca.core.registry import load_game
from ludoteca.core.state import observe
from ludoteca.core.view import Past

NARROW = np.dtype([("a", "i8"), ("b", "i1", 40)])
WIDE = np.dtype([("a", "i8"), ("b", "i1", 70_000)])


def records(dtype, seed, n=50):
    """Records of which each differs from the one before in a few bytes, one of them in none."""
    rng = np.random.default_rng(seed)
    found = [np.zeros(1, dtype)]
    for number in range(n):
        found.append(found[-1].copy())
        if number != 3:
            found[-1]["a"] = rng.integers(-5, 5)
            found[-1]["b"][0, rng.integers(0, dtype["b"].shape[0], 3)] = rng.integers(-100, 100, 3)
    return found


@pytest.mark.parametrize("dtype", [NARROW, WIDE], ids=["narrow", "wide"])
def test_every_record_is_rebuilt_by_its_number_and_in_order(dtype):
    kept = records(dtype, 1)
    past = Past.of(kept)
    assert len(past) == len(kept)
    assert [r.tobytes() for r in past] == [r.tobytes() for r in kept]
    for number in (0, 1, 17, 4, 50, -1, -51):
        assert past[number].tobytes() == kept[number].tobytes()
    assert [r.tobytes() for r in past[-2:]] == [r.tobytes() for r in kept[-2:]]
    for number in (51, -52):
        with pytest.raises(IndexError):
            past[number]


def test_what_is_done_to_a_record_or_a_copy_does_not_change_the_past():
    past = Past.of(records(NARROW, 2))
    before = past.packed()
    for record in (past[0], past[20], past[-1], *past):
        record["a"] += 1
    past.copy().append(past[3])
    assert past.packed() == before


def test_changes_that_a_viewer_does_not_see_leave_no_trace():
    kept = records(NARROW, 3)
    mask = np.full(NARROW.itemsize, 255, np.uint8)
    mask[10:30] = 0
    others = [record.copy() for record in kept]
    for number, record in enumerate(others):
        record["b"][0, 3:20] = number
    seen = Past.of(kept).seen(mask)
    assert [r.tobytes() for r in seen] == [observe(r, mask).tobytes() for r in kept]
    assert seen == Past.of(others).seen(mask) != Past.of(kept)


@pytest.mark.parametrize("name", ["leduc", "eras"])
def test_a_view_remembers_the_same_whenever_it_was_asked_before(name):
    """Also where moves were made, or a copy was, since it was asked the last time."""
    game, rng = load_game(name), np.random.default_rng(1)
    asked, untold = game.new_state(), game.new_state()
    while not asked.is_terminal():
        action = int(rng.choice(asked.possible_actions()))
        copy = asked.clone()
        if rng.random() < 0.5:
            asked.view(0, remembering=True)
        asked, earlier = copy, asked
        asked.apply_unchecked(action)
        untold.apply_unchecked(action)
        before = earlier.view(0, remembering=True).past
        assert [r.tobytes() for r in before] == [
            r.tobytes() for r in asked.view(0, remembering=True).past[:-1]
        ]
    for seat in range(game.num_players(asked.options)):
        seen = asked.view(seat, remembering=True)
        assert seen.past == untold.view(seat, remembering=True).past
        assert pickle.loads(pickle.dumps(seen)).past == seen.past
