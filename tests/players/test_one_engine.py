"""Odds, the advised move, the worth of moves and the coach agree, in every game of the house."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from deals import decisions
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import Advice, advise
from ludoteca.players.advice.verdicts import judge
from ludoteca.web.kit.odds import odds_bar

GAMES = ("bigpoints", "buraco", "eras", "mus", "poker", "vangin")
_DECISIONS = 2


def choices(name: str) -> Iterator[SeatView]:
    """Some decisions of a deal that is played at random."""
    views = (s.view(s.current_player(), remembering=True) for s in decisions(name, seed=3))
    return islice((v for v in views if len(v.legal) > 1 or name == "vangin"), _DECISIONS)


@cache
def advised(name: str) -> tuple[tuple[SeatView, Advice], ...]:
    """The advice at each."""
    return tuple((view, advise(view, seed=1)) for view in choices(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_advised_move_is_the_first_and_best_of_those_listed(name):
    for view, advice in advised(name):
        if len(view.legal) == 1:
            assert (advice.action, advice.values) == (view.legal[0], ())
            continue
        first, *others = advice.values
        assert advice.turn == first.moves
        assert advice.action == first.action
        assert not first.alike
        shown = [move.value for move in others if not move.alike]
        assert all(value.decimal < first.value.decimal for value in shown)
        assert {type(move.value) for move in others} <= {type(first.value)}, "one engine"
        assert len({move.words(view) for move in advice.values}) == len(advice.values)


@pytest.mark.parametrize("name", GAMES)
def test_the_worth_of_the_advised_move_has_one_number(name):
    for _view, advice in advised(name):
        told = [odd.value for odd in advice.odds if odd.name == advice.unit]
        assert told in ([], [value.value for value in advice.values[:1]])
        assert len({odd.name for odd in advice.odds}) == len(advice.odds)


@pytest.mark.parametrize("name", GAMES)
def test_odds_are_called_exact_only_where_they_assume_nothing_of_others(name):
    for view, advice in advised(name):
        for odd in advice.odds:
            bar = odds_bar(odd)
            assumes = bool(odd.value.condition) and view.num_players > 1
            sure = isinstance(odd.value, Exact) and not assumes
            assert (">exact<" in bar) == sure
            assert bool(odd.given) == assumes or odd.name == advice.unit


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_finds_no_fault_with_advice_that_was_followed(name):
    for view, advice in advised(name):
        verdict = judge(view, advice.turn) if len(view.legal) > 1 else None
        if verdict is not None:
            assert not verdict.clear
            told = (verdict.unit, verdict.assumption, verdict.chances)
            assert told == (advice.unit, advice.assumption, advice.chances)


@pytest.mark.parametrize("name", GAMES)
def test_the_cost_of_a_move_is_what_the_advice_says_it_is_worth_less(name):
    for view, advice in advised(name):
        worse = [move for move in advice.values[1:] if not move.alike]
        verdict = judge(view, worse[-1].moves) if worse else None
        if verdict is not None:
            first, cost = advice.values[0].value, verdict.cost
            gap = first.decimal - worse[-1].value.decimal
            noise = sum(x.high - x.low for x in (first, cost) if isinstance(x, Simulated))
            assert cost.decimal == pytest.approx(gap, abs=noise + 1e-9)
            assert noise < 0.5 or not advice.chances
