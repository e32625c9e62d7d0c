"""Whole turns of buraco: each once, none missing, and alike whatever the order of their moves."""

import pytest

from deals import decisions
from ludoteca.games.buraco.ids import CHOOSING, DRAW
from ludoteca.games.buraco.melds import pair_of
from ludoteca.games.buraco.turns import TRIED, every_turn, turns_at

SMALL = {"ranks": 8, "suits": 3, "held": 6, "morto_size": 4, "canastra": 4, "first_meld": 0}
RULES = (
    {"profile": "thesis"},
    pytest.param({"profile": "aberto"}, marks=pytest.mark.soak),
    pytest.param({"profile": "fechado"}, marks=pytest.mark.soak),
    pytest.param({"profile": "stbl", "wilds": 2, "first_meld": 30}, marks=pytest.mark.soak),
)
MOST = 3_000  #: orders of moves that are walked at a position


def without_rows(record, pair):
    """All bytes of a record, the melds of a pair and the wild cards of a meld in one order."""
    record = record.copy()
    s = record[0]
    rows = []
    for meld in range(int(s["melds"][pair])):
        wild = sorted(zip(s["wild_kind"][pair, meld], s["wild_at"][pair, meld], strict=True))
        rows.append((*(s[name][pair, meld] for name in ("meld_suit", "low", "high")), wild,
                     s["set_suits"][pair, meld]))  # fmt: skip
    for meld, (suit, low, high, wild, suits) in enumerate(sorted(rows)):
        s["wild_kind"][pair, meld] = [kind for kind, _at in wild]
        s["wild_at"][pair, meld] = [at for _kind, at in wild]
        for name, value in zip(
            ("meld_suit", "low", "high", "set_suits"), (suit, low, high, suits), strict=True
        ):
            s[name][pair, meld] = value
    return record.tobytes()


class TooMany(Exception):
    pass


def every_order(state):
    """The ends of all turns, by making every move in every order; counts the orders."""
    seat, ends, orders = state.current_player(), set(), 0
    waiting = [state]
    while waiting:
        at = waiting.pop()
        if at.current_player() != seat:
            orders += 1
            ends.add(without_rows(at.record, pair_of(seat)))
            if orders > MOST:
                raise TooMany
        else:
            waiting += [at.child(move) for move in at.legal_actions()]
    return ends, orders


def laying(state, rng):
    """A random move, rather one that lays."""
    legal = state.legal_actions()
    return legal[int(rng.random() ** 2 * len(legal))]


@pytest.mark.parametrize("rules", RULES, ids=["thesis", "aberto", "fechado", "stbl"])
def test_turns_are_those_of_all_orders_of_moves_each_once(rules):
    walked = several = 0
    for state in decisions("buraco", {**SMALL, **rules}, 6, choose=laying):
        try:
            ends, orders = every_order(state.clone())
        except TooMany:
            continue
        seat = state.current_player()
        found = every_turn(state.view(seat).record)
        assert found.complete
        shown = set()
        for turn in found.turns:
            at = state.clone()
            for move in turn:
                at.apply(move)
            assert at.current_player() != seat
            shown.add(without_rows(at.record, pair_of(seat)))
        assert shown == ends
        assert len(found.turns) == len(ends)
        walked += 1
        several += orders > len(ends)
    assert walked > 20
    assert several > 3


def test_to_draw_is_tried_beside_the_pile_and_all_that_follows():
    tried = 0
    for state in decisions("buraco", {}, 5, choose=laying):
        if state.record["phase"][0] == CHOOSING and len(state.legal_actions()) == 2:
            turns = turns_at(state.view(state.current_player()))
            assert (DRAW,) in turns
            assert max(map(len, turns)) > 1
            tried += 1
    assert tried > 5


def test_a_search_tries_the_most_promising_turns_and_not_too_many():
    most = 0
    for state in decisions("buraco", {"profile": "aberto"}, 8, choose=laying):
        view = state.view(state.current_player())
        turns, found = turns_at(view), every_turn(view.record)
        best = found.turns[int(found.worth.argmax())]
        assert turns[0] == best
        assert set(turns) <= set(found.turns)
        most = max(most, len(found.turns))
        assert len(turns) <= TRIED + 3
    assert most > TRIED
