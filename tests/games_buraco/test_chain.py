"""The proper chain of a meld: its rows sum to 1, and every event leads where the rule says."""

from fractions import Fraction

import numpy as np
import pytest

from ludoteca.games.buraco.exact.chain import (
    BY_NAME,
    EMPTY,
    EVENTS,
    INDEX,
    LETTERS,
    PLACES,
    STATES,
    WILD,
    Chain,
)
from ludoteca.games.buraco.thesis import matrix

BOTH = pytest.mark.parametrize("moving", [False, True])


def test_599_states_the_empty_one_included():
    assert len(STATES) == len(BY_NAME) == len(INDEX) == 599
    names = {state.name for state in STATES}
    assert set(matrix.todos_os_jogos) - names == {"C23456789DJQKC"}
    assert names - set(matrix.todos_os_jogos) == {"-", "C23456789DJQKA", "A23456789DJQKC"}


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("-", 0), ("A23", 30), ("567", 15), ("56C", 20), ("QKA", 35), ("3456789", 45 + 200),
        ("345678C", 45 + 100), ("C345678", 45 + 100), ("A23456789DJQKA", 125 + 200),
        ("AC3456789DJQKA", 125 + 100),
    ],
)  # fmt: skip
def test_points_of_a_meld(name, points):
    assert BY_NAME[name].points == points


def contains(state, present, moving):
    """True if ``state`` has all cards of ``present``; a wild stays unless ``moving``."""
    natural, before = (
        {place for place in range(s.first, s.last + 1) if place != s.wild} for s in (state, present)
    )
    if present.wild >= 0 and (state.wild < 0 or (not moving and state.wild != present.wild)):
        return False
    return before <= natural


def reached(present, event, moving):
    """The longest state that the event allows, found among all."""
    best = EMPTY
    for state in STATES[1:]:
        if not contains(state, present, moving):
            continue
        held = set(range(present.first, present.last + 1)) - {present.wild}
        needed = set(range(state.first, state.last + 1)) - {state.wild} - held
        has_wild = event & WILD or present.wild >= 0
        if (state.wild < 0 or has_wild) and all(event >> place & 1 for place in needed):
            best = max(best, state, key=lambda s: (s.length, s.points, -s.first, -s.wild))
    return best


@BOTH
def test_an_event_leads_to_the_longest_state_that_contains_the_present_one(moving):
    rng = np.random.default_rng(3)
    chain = Chain(moving)
    for state in [EMPTY, *(STATES[k] for k in rng.choice(len(STATES), 60, replace=False))]:
        event = int(rng.integers(EVENTS) | rng.integers(EVENTS))
        found = [
            c.target for c in chain.row(state) if event & c.had == c.had and not event & c.lacked
        ]
        assert found == [reached(state, event, moving)], (state.name, bin(event))


@BOTH
def test_events_of_a_row_are_all_and_exclude_each_other(moving):
    """Counted over the 2^15 events: each is in one cube."""
    for name in ("-", "567", "A23", "56C8", "C89", "A23456789DJQK"):
        events = sum(
            2 ** (15 - bin(cube.had | cube.lacked).count("1"))
            for cube in Chain(moving).row(BY_NAME[name])
        )
        assert events == EVENTS


@BOTH
def test_rows_sum_to_one(moving):
    p = np.linspace(0.05, 0.9, PLACES)
    for wild in (0.0, 0.3, 1.0):
        sums = Chain(moving).matrix(p, wild).sum(axis=1)
        assert abs(sums - 1).max() < 1e-12


@BOTH
@pytest.mark.parametrize("name", ["567", "4567C9", "C89", "JQK", "A23456789DJQK"])
def test_rows_sum_to_one_in_fractions(moving, name):
    p = [Fraction(k + 1, 17) for k in range(PLACES)]
    row = Chain(moving).exact_row(BY_NAME[name], p, Fraction(2, 7))
    assert sum(row.values()) == 1
    numbers = Chain(moving).matrix([float(x) for x in p], 2 / 7)
    for state, chance in row.items():
        assert numbers[INDEX[BY_NAME[name]], INDEX[state]] == pytest.approx(
            float(chance), abs=1e-15
        )


def test_the_empty_row_sums_to_one_in_fractions():
    row = Chain().exact_row(EMPTY, [Fraction(1, 4)] * PLACES, Fraction(1, 4))
    assert sum(row.values()) == 1
    assert row[EMPTY] > Fraction(1, 3)


@pytest.mark.parametrize(
    ("i", "j", "cell"),
    [
        ("567", "56789", "(1-p4)*p8*p9*(1-pd)*(1-pc)"),
        ("567", "567", "(1-p4)*(1-p8)*(1-pc)"),
        ("567", "4567C9", "(1-p2)*(1-p3)*p4*(1-p8)*p9*(1-pd)*pc"),
        ("567", "45678C", "0"),  # as long and worth as much as C45678, which begins lower
        ("567", "C45678", "(1-p2)*(1-p3)*p4*p8*(1-p9)*(1-pd)*pc"),
        ("A23", "A23", "(1-p4)*(1-pc)"),
        ("56C", "56C", "(1-p4)*(1-p8)"),
        ("56C", "C567", "0"),
        ("A23456789DJQK", "A23456789DJQKA", "ph"),
    ],
)
def test_a_cell_of_the_proper_chain(i, j, cell):
    assert Chain().text(BY_NAME[i], BY_NAME[j]) == cell


def test_a_laid_wild_moves_in_the_second_chain_alone():
    moved = Chain(moving=True)
    assert moved.text(BY_NAME["56C"], BY_NAME["C567"]) == "(1-p3)*(1-p4)*p7*(1-p8)*(1-p9)"
    p = [0.25] * PLACES
    stays = Chain().matrix(p, 0.25)[INDEX[BY_NAME["56C"]]]
    assert stays[INDEX[BY_NAME["C567"]]] == 0


def test_texts_of_a_row_have_the_numbers_of_the_matrix():
    p = {"p" + c: (k + 2) / 20 for k, c in enumerate("a23456789djqkhc")}
    for moving in (False, True):
        numbers = Chain(moving).matrix(list(p.values())[:14], p["pc"])
        for i in ("567", "5C7", "JQKA", "-"):
            row = numbers[INDEX[BY_NAME[i]]].toarray().ravel()
            for j in np.flatnonzero(row)[::60]:
                text = Chain(moving).text(BY_NAME[i], STATES[j])
                assert eval(text, {}, p) == pytest.approx(row[j], rel=1e-9)


@BOTH
def test_steps_are_powers_of_the_matrix(moving):
    chain, p = Chain(moving), [0.2 + 0.02 * k for k in range(PLACES)]
    matrix = chain.matrix(p, 0.15).toarray()
    worth = np.array([state.points for state in STATES])
    for name in ("-", "567", "C89"):
        after = np.linalg.matrix_power(matrix, 5)[INDEX[BY_NAME[name]]]
        assert chain.after(BY_NAME[name], p, 0.15, 5) == pytest.approx(after, abs=1e-13)
        mean = chain.expected_points(BY_NAME[name], p, 0.15, 5)
        assert mean == pytest.approx(float(after @ worth))


def test_a_meld_only_grows_and_ends_complete():
    after = Chain().after(BY_NAME["567"], [0.5] * PLACES, 0.0, 60)
    assert after[INDEX[BY_NAME[LETTERS]]] == pytest.approx(1)
    assert Chain().expected_points(BY_NAME["567"], [0.5] * PLACES, 0.0, 0) == 15


def test_the_chain_agrees_with_rounds_that_are_played():
    """Simulated with the rule itself; 4 standard errors."""
    rng = np.random.default_rng(8)
    n, points = 250, []
    for _deal in range(n):
        state = BY_NAME["567"]
        for _round in range(2):
            event = sum(1 << bit for bit in range(15) if rng.random() < 0.3)
            state = reached(state, event, moving=False)
        points.append(state.points)
    mean = Chain().expected_points(BY_NAME["567"], [0.3] * PLACES, 0.3, 2)
    assert abs(np.mean(points) - mean) < 4 * np.std(points) / n**0.5
