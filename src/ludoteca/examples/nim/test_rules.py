"""The rules of nim as lines of play: a3 takes three objects from the first heap."""

import pytest

from ludoteca.core.errors import IllegalMove
from ludoteca.core.registry import load_game


def after(line, **options):
    """The position after the moves of ``line``."""
    return load_game("nim").new_state(options).play(line)


def test_a_turn_takes_objects_from_one_heap_and_the_other_player_is_next():
    state = after("b2", heaps=3, largest=3)
    assert state.record[0].heap.tolist() == [3, 0, 1, 0, 0]
    assert state.current_player() == 1


def test_no_heap_gives_more_than_it_has():
    with pytest.raises(IllegalMove, match="b3 is not a move here; possible are: a1 a2 a3 b1 b2"):
        after("b3", heaps=2, largest=3)


def test_who_takes_the_last_object_wins():
    assert after("a2", heaps=1, largest=2).returns() == [1, -1]
    assert after("a1 a1", heaps=1, largest=2).returns() == [-1, 1]
