"""The end of a round of two, solved: beside the kernel, and from what a seat sees alone."""

import re

import pytest

from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.games.eras.odds import proof_words, turn_values_at
from ludoteca.players.advice.puzzles import puzzles_of

GAME = load_game("eras")
PUZZLES = puzzles_of(GAME)


def lays(state: State, seat: int, begun: bool = False):
    """Each lay of ``seat``: its moves, and the table once it is made."""
    if begun and (state.current_player() != seat or not state.record["to_come"][0]):
        yield (), state
        return
    for move in state.legal_actions():
        after = state.clone()
        after.apply(move)
        yield from (((move, *rest), end) for rest, end in lays(after, seat, True))


def turned(state: State) -> State:
    """The table once all cards are turned, and given to whom they are due."""
    while state.is_chance():
        state.apply(state.chance_outcomes()[0][0])
    return state


def ahead(state: State, seat: int) -> tuple[float, float]:
    """The points that ``seat``, who leads, ends ahead: at least, and at most."""
    if state.is_terminal():
        points = state.returns()
        return points[seat] - points[1 - seat], points[seat] - points[1 - seat]
    if state.current_player() != seat:
        low, high = ahead(state, 1 - seat)
        return -high, -low
    after = {lay: answers(table, seat) for lay, table in lays(state, seat)}
    low = max(min(low for low, _high in found.values()) for found in after.values())
    high = max(
        min(
            max(found[answer][1] for lay, found in after.items() if lay[0] == number)
            for answer in next(iter(after.values()))
        )
        for number in {lay[0] for lay in after}
    )
    return low, high


def answers(table: State, seat: int) -> dict[tuple[int, ...], tuple[float, float]]:
    """What ``seat`` ends ahead by each answer to its lay."""
    return {a: ahead(turned(end), seat) for a, end in lays(table, 1 - seat)}


@pytest.mark.parametrize("puzzle", PUZZLES[::3], ids=lambda puzzle: str(len(puzzle.values)))
def test_the_reason_for_a_lay_tells_an_end_of_the_round_that_has_its_worth(puzzle):
    state = GameRecord.parse(puzzle.record).replay()
    view = state.view(state.current_player())
    told = {lay: proof_words(view, lay) for lay in turn_values_at(view)}
    for lay, worth in turn_values_at(view).items():
        own, other = map(int, re.findall(r"the round ends (\d+) to (\d+)\.$", told[lay])[0])
        assert own - other == worth
        assert ("At worst, of the rest you" in told[lay]) is (lay[0] != max(told)[0])
    assert len(set(told.values())) == len(told)


@pytest.mark.parametrize("which", range(3))
def test_lays_are_worth_what_the_rules_make_of_them(which):
    small = [p for p in PUZZLES if len(p.values) <= 7][which]
    state = GameRecord.parse(small.record).replay()
    seat = state.current_player()
    found = turn_values_at(state.view(seat))
    leads = not state.record["laid_count"][0].any()
    for lay, table in lays(state, seat):
        if leads:
            worth = min(low for low, _high in answers(table, seat).values())
        else:
            worth = ahead(turned(table), seat)[0]
        assert found[lay] == worth
    best = max(found.values())
    assert list(found.values()).count(best) == 1
