"""Taking a move back: by agreement, and never past what was hidden."""

import pytest

from ludoteca.table.deal import keeps_secrets


def _bytes(here) -> bytes:
    return here.table.current.state.record.tobytes()


def test_all_others_agree_and_the_move_is_taken_back(playing):
    here = playing("bigpoints", {"players": 3}, seed=1)
    first = here.table.turn().seat
    before = _bytes(here)
    here.act()
    after = _bytes(here)
    here.do(here.table.ask_undo(first, here.now))
    others = [s for s in range(3) if s != first]
    scenes = [here.table.scene(s, set(), here.now).undo for s in (first, *others)]
    assert scenes == ["asked", "to answer", "to answer"]
    here.do(here.table.answer_undo(others[0], True, here.now))
    assert _bytes(here) == after
    assert here.refused(here.table.answer_undo, others[0], True, here.now) == "repeated"
    here.do(here.table.answer_undo(others[1], True, here.now))
    assert _bytes(here) == before
    assert here.table.turn().seat == first
    assert here.table.decision == here.table.seq
    assert here.replayed().current.state.record.tobytes() == before


def test_machines_agree_at_once(rig):
    here = rig("tictactoe", machines=["", "basic"], seed=2).seat_all().deal()
    before = _bytes(here)
    here.act()
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    assert _bytes(here) == before
    assert here.refused(here.table.ask_undo, 0, here.now) == "not-now"


def test_a_refusal_holds_until_somebody_moves(playing):
    here = playing("tictactoe", seed=3)
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    assert here.refused(here.table.ask_undo, 0, here.now) == "repeated"
    here.do(here.table.answer_undo(1, False, here.now))
    assert here.table.undo_request is None
    assert here.table.scene(0, set(), here.now).undo == "no"
    assert here.refused(here.table.ask_undo, 0, here.now) == "not-now"
    here.act()
    assert here.table.scene(0, set(), here.now).undo == "may ask"


def test_who_asked_may_change_their_mind(playing):
    here = playing("tictactoe", seed=4)
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    assert here.refused(here.table.answer_undo, 0, True, here.now) == "repeated"
    here.do(here.table.answer_undo(0, False, here.now))
    assert here.refused(here.table.answer_undo, 1, True, here.now) == "not-now"


def test_a_wish_lapses_with_the_next_move(playing):
    here = playing("tictactoe", seed=5)
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    here.act()
    assert here.table.undo_request is None
    assert here.refused(here.table.answer_undo, 1, True, here.now) == "not-now"


def test_nothing_of_ones_own_to_take_back(playing):
    here = playing("tictactoe")
    assert here.refused(here.table.ask_undo, 0, here.now) == "not-now"
    assert here.refused(here.table.ask_undo, 7, here.now) == "no-such-seat"


def test_no_move_is_taken_back_where_hands_are_hidden_or_chance_moved_since(playing, game):
    """Wherever the table offers it, the whole position after it was open to everybody."""
    here = playing(game, seed=6)
    for _act in range(20):
        if here.table.phase != "playing":
            break
        here.act()
        for seat in range(len(here.table.chairs)):
            if here.table.scene(seat, set(), here.now).undo != "may ask":
                continue
            current = here.table.current
            assert not keeps_secrets(current.game)
            before = current.last_act(seat)
            assert all(move.actor >= 0 for move in current.moves[before:])


@pytest.mark.parametrize("hiding", ["kuhn", "leduc", "minimus", "minirummy", "vangin"])
def test_games_with_hidden_cards_never_offer_it(playing, hiding):
    here = playing(hiding, seed=7)
    seat = here.table.turn().seat
    here.act()
    assert here.refused(here.table.ask_undo, seat, here.now) == "not-now"


def test_one_wish_at_a_time(playing):
    here = playing("tictactoe", seed=8)
    here.act()
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    assert here.refused(here.table.ask_undo, 1, here.now) == "not-now"


def test_the_wish_of_somebody_who_is_sat_in_for_lapses(playing):
    here = playing("tictactoe", seed=8)
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    here.do(here.table.sit_in(0, here.now))
    assert here.table.undo_request is None


def test_the_last_one_asked_leaves_or_is_sat_in_for(playing):
    for way in ("leave", "sit_in"):
        here = playing("tictactoe", seed=8)
        before = _bytes(here)
        here.act()
        here.do(here.table.ask_undo(0, here.now))
        if way == "leave":
            here.do(here.table.leave(1, "basic", here.now))
        else:
            here.do(here.table.sit_in(1, here.now))
        assert _bytes(here) == before


def test_the_wish_of_somebody_who_leaves_lapses(playing):
    here = playing("tictactoe", seed=9)
    here.act()
    here.do(here.table.ask_undo(0, here.now))
    here.do(here.table.leave(0, "basic", here.now))
    assert here.table.undo_request is None
    assert here.refused(here.table.answer_undo, 1, True, here.now) == "not-now"


def test_the_log_keeps_what_was_taken_back_and_numbers_go_on(playing):
    here = playing("tictactoe", seed=10)
    for _act in range(4):
        here.act()
    numbers = [line.number for line in here.table.scene(0, set(), here.now).log]
    here.do(here.table.ask_undo(0, here.now))
    here.do(here.table.answer_undo(1, True, here.now))
    assert len(here.table.current.moves) == 2
    here.act()
    here.act()
    log = here.table.scene(0, set(), here.now).log
    assert [line.number for line in log][: len(numbers)] == numbers
    assert sorted({line.number for line in log}) == [line.number for line in log]
    assert here.replayed().scene(0, set(), here.now).log == log
