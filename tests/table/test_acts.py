"""Acts: who may, when, and what is refused without a change."""

import pytest

from ludoteca.core.record import GameRecord
from ludoteca.table.proposals import MOST_ACTIONS


def test_every_act_but_the_right_one_is_refused_without_a_change(playing, game):
    here = playing(game, seed=1)
    table, turn = here.table, here.table.turn()
    legal = list(table.view(turn.seat).legal)
    move, wrong = legal[0], max(legal) + 1
    act, now = table.act, here.now
    assert here.refused(act, turn.seat, turn.decision - 1, [move], "a", "person", now) == "stale"
    assert here.refused(act, turn.seat, turn.decision + 1, [move], "a", "person", now) == "stale"
    refused = here.refused(act, turn.seat, turn.decision, [wrong], "a", "person", now)
    assert refused == "illegal"
    refused = here.refused(act, turn.seat, turn.decision, [move], "a", "machine", now)
    assert refused == "forbidden"
    assert here.refused(act, 99, turn.decision, [move], "a", "person", now) == "no-such-seat"
    assert here.refused(act, -1, turn.decision, [move], "a", "person", now) == "no-such-seat"
    for other in range(len(table.chairs)):
        if other != turn.seat:
            refused = here.refused(act, other, turn.decision, [move], "a", "person", now)
            assert refused == "not-your-turn"
    here.do(act(turn.seat, turn.decision, [move], "a", "person", now))
    assert here.refused(act, turn.seat, turn.decision, [move], "a", "person", now) == "repeated"


@pytest.mark.parametrize(
    "actions", [[], [0] * (MOST_ACTIONS + 1), [True], ["1"], [1.0], [None], [[1]], [10**40, "x"]]
)
def test_what_is_no_act_is_malformed(playing, actions):
    here = playing("nim")
    turn = here.table.turn()
    given = (turn.seat, turn.decision, actions, "a", "person", here.now)
    assert here.refused(here.table.act, *given) == "malformed"


def test_huge_and_negative_ids_are_illegal(playing):
    here = playing("nim")
    turn = here.table.turn()
    for action in (-1, 10**40, -(2**63)):
        given = (turn.seat, turn.decision, [action], "a", "person", here.now)
        assert here.refused(here.table.act, *given) == "illegal"


def test_an_act_id_is_at_most_64_characters(playing):
    here = playing("nim")
    turn = here.table.turn()
    given = (turn.seat, turn.decision, [here.any_move()])
    assert here.refused(here.table.act, *given, "x" * 65, "person", here.now) == "malformed"
    here.do(here.table.act(*given, "x" * 64, "person", here.now))


def test_several_moves_of_one_act_are_one_event(playing):
    """A rummy turn: draw, then discard the first card; a draw is made before one can discard."""
    here = playing("minirummy", seed=2)
    table, turn = here.table, here.table.turn()
    took = next(a for a in (1, 0) if a in table.view(turn.seat).legal)
    after = table.current.state.child(took)
    if after.is_chance():
        here.act(took, 0)
        assert table.turn().seat == turn.seat, "the card that was drawn is seen first"
        after = table.current.state
    first = after.legal_actions()[0]
    second = after.child(first)
    if second.current_player() == turn.seat:
        moved = here.act(first, second.legal_actions()[0])[0]
        assert len([m for m in moved.moves if m[0] == turn.seat]) == 2


def test_no_act_reaches_over_another_seats_turn(playing):
    here = playing("tictactoe")
    here.act(0, 1)
    assert [list(move) for move in here.table.current.moves] == [[0, 0]]


def test_acts_before_and_after_the_deal_are_refused(rig):
    here = rig("kuhn").seat_all()
    assert here.refused(here.table.act, 0, 1, [0], "a", "person", here.now) == "not-now"
    here.play()
    given = (0, here.table.decision, [0], "a", "person", here.now)
    assert here.refused(here.table.act, *given) == "over"


def test_machines_move_at_their_own_seats_alone(rig):
    here = rig("tictactoe", machines=["", "basic"]).seat_all().deal()
    assert here.table.turn().machine == ""
    here.act()
    turn = here.table.turn()
    assert (turn.seat, turn.machine) == (1, "basic")
    given = (1, turn.decision, [here.any_move()], "a", "person", here.now)
    assert here.refused(here.table.act, *given) == "forbidden"
    here.act()
    assert here.table.turn().seat == 0


def test_the_moves_of_a_table_are_those_of_its_record(playing, game):
    here = playing(game, seed=7).play()
    record = here.table.record(None, 1)
    again = GameRecord.parse(record.to_text()).replay()
    assert list(again.moves) == [tuple(m) for m in here.table._deal_number(1).moves]
    assert tuple(again.returns()) == record.result
