"""A table is the fold of its events: the same events make the same table."""

import numpy as np
import pytest

from ludoteca.core.ids import SPECTATOR
from ludoteca.table.events import Event, Moved


def _same(rig, table) -> None:
    mine = rig.table
    assert (table.seq, table.decision, table.phase) == (mine.seq, mine.decision, mine.phase)
    assert table.standing.tobytes() == mine.standing.tobytes()
    assert np.array_equal(table.totals, mine.totals)
    if mine.current is not None:
        assert table.current.moves == mine.current.moves
        assert table.current.state.record.tobytes() == mine.current.state.record.tobytes()
    for viewer in (SPECTATOR, *range(len(mine.chairs))):
        assert rig.told(viewer, table) == rig.told(viewer)


@pytest.mark.parametrize("seed", [1, 2])
def test_events_replayed_make_the_identical_table(rig, game, seed):
    here = rig(game, seed=seed).seat_all()
    _same(here, here.replayed())
    for _deal in range(2):
        here.play(acts=5)
        _same(here, here.replayed())
        here.play()
        _same(here, here.replayed())


def test_a_position_taken_over_from_a_proposal_is_the_replayed_one(playing, game):
    """At every decision: the shortcut through the draft changes nothing."""
    here = playing(game, seed=3)
    for _act in range(12):
        if here.table.phase != "playing":
            break
        here.act()
        state, again = here.table.current.state, here.replayed().current.state
        assert state.record.tobytes() == again.record.tobytes()
        for viewer in (SPECTATOR, *range(state.num_players)):
            assert state.tokens(viewer) == again.tokens(viewer)


def test_a_proposal_that_never_reached_the_journal_leaves_no_trace(playing, game):
    here = playing(game, seed=4)
    turn = here.table.turn()
    legal = here.table.view(turn.seat).legal
    before = here.told(turn.seat)
    given = (turn.seat, turn.decision)
    lost = here.table.act(*given, [legal[-1]], "x", "person", here.now)
    assert here.told(turn.seat) == before
    again = here.table.act(*given, [legal[-1]], "x", "person", here.now)
    assert again == lost  # nothing is dealt twice
    here.table.act(*given, [legal[0]], "y", "person", here.now)
    here.do(again)
    assert here.table.current.state.record.tobytes() == (
        here.replayed().current.state.record.tobytes()
    )


def test_events_are_taken_in_their_order_alone(playing):
    here = playing("nim")
    event = Moved(here.now, 0, [[0, 0]], "person")
    with pytest.raises(ValueError, match="does not follow"):
        here.table.apply(here.table.seq + 2, event)
    with pytest.raises(ValueError, match="cannot happen"):
        here.table.apply(here.table.seq + 1, Event(here.now))


def test_waking_a_table_replays_only_the_deal_under_way(rig):
    here = rig("minimus", seed=5).seat_all().play(deals=3)
    woken = here.replayed()
    assert woken.current._state is None
    assert woken.standing.tobytes() == here.table.standing.tobytes()
