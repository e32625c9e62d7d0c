"""After the game: which decisions cost most, from what each seat saw."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import xor

import numpy as np
import pytest

from deals import played
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Estimate, Exact, Simulated
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.players.advice.review import review
from ludoteca.players.advice.verdicts import Verdict


def random_deal(name, seed, options=None):
    state, rng = load_game(name).new_state(options), np.random.default_rng(seed)
    while not state.is_terminal():
        state.apply_unchecked(int(rng.choice(state.possible_actions())))
    return state


def test_nim_costs_are_games_thrown_away():
    for seed in range(3):
        state = random_deal("nim", seed, {"heaps": 3, "largest": 4})
        thrown_away, course = {}, []
        position = state.game.new_state(state.options)
        for at, (seat, action) in enumerate(state.moves):
            won = reduce(xor, (int(n) for n in position.record["heap"][0])) != 0
            chosen = len(position.legal_actions()) > 1
            position.apply_unchecked(action)
            lost = reduce(xor, (int(n) for n in position.record["heap"][0])) != 0
            course += [(at, seat, -1.0 if lost else 1.0)] if chosen else []
            if won and lost:
                thrown_away[at] = seat
        found = review(GameRecord.from_state(state))
        assert {c.at: c.seat for c in found.costly} == thrown_away
        assert found.course == tuple(course)
        assert all(c.cost == Exact(2, found.assumptions[0]) for c in found.costly)
        own = review(GameRecord.from_state(state), seat=1)
        assert {c.at for c in own.costly} == {at for at, seat in thrown_away.items() if seat == 1}


# A king against a jack with a king on the table: the pair cannot lose, and is folded to a raise.
FOLDED_PAIR = ("Ks", "Js", "check", "check", "Kh", "check", "raise", "fold")


def test_folding_the_best_hand_is_the_worst_decision():
    found = review(GameRecord.from_state(played("leduc", *FOLDED_PAIR)))
    worst = found.costly[0]
    assert (worst.at, worst.seat, worst.played_words) == (7, 0, "fold")
    assert isinstance(worst.cost, Simulated)
    # Folding loses 1; a raise wins at least the 5 that a call would.
    assert worst.cost.low >= 6.0 - 1e-9
    assert "fold" in worst.sentence
    assert "simulated deals" in worst.sentence
    costs = [c.cost.mean for c in found.costly]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize(
    ("cost", "chances", "told"),
    [
        (Simulated(0.997, 1000, 0.99, 1.0), True, "99.7 percentage points"),
        (Simulated(0.0123, 1000, 0.0004, 0.0242), True, "1.23 percentage points"),
        (Simulated(123.4, 1000, 120.0, 126.8), False, "123.4"),
        (Exact(Fraction(1234)), False, "1234"),
        (Exact(Fraction(1, 3)), False, "0.3"),
        (Exact(Fraction(1, 50)), False, "0.02"),
        (Estimate(1234.5, 7), False, "1234.5"),
    ],
)
def test_a_cost_alone_has_the_digits_and_the_unit_that_its_sentence_has(cost, chances, told):
    verdict = Verdict(0, 0, (1,), (2,), "a", "b", cost, 0.0, "", "", chances)
    assert verdict.cost_words == told
    assert all(part in verdict.sentence.split() for part in told.split())


def test_a_review_uses_only_what_the_seat_saw():
    state = played("leduc", *FOLDED_PAIR)
    whole = review(GameRecord.from_state(state), seat=0)
    seen = review(GameRecord.seen_from(state, 0))
    assert seen.costly == whole.costly
    other = played("leduc", "Ks", "Qs", *FOLDED_PAIR[2:])
    assert review(GameRecord.from_state(other), seat=0).costly == whole.costly


def test_a_review_of_another_seat_than_the_record_tells_of_is_refused():
    state = played("leduc", *FOLDED_PAIR)
    with pytest.raises(BadInput, match="another seat"):
        review(GameRecord.seen_from(state, 0), seat=1)
    with pytest.raises(BadInput, match="no such seat"):
        review(GameRecord.from_state(state), seat=2)
    with pytest.raises(BadInput, match="spectator"):
        review(GameRecord.seen_from(state, -1))


def test_progress_and_plain_data():
    told = []
    record = GameRecord.from_state(random_deal("nim", 1, {"heaps": 2, "largest": 3}))
    found = review(record, progress=lambda done, total=None, words="": told.append((done, total)))
    assert told[-1] == (found.decisions, found.decisions)
    plain = found.to_json()
    assert plain["unit"] == "points"
    assert [c["at"] for c in plain["costly"]] == [c.at for c in found.costly]


def test_a_game_without_choices_has_nothing_to_review():
    found = review(GameRecord.from_state(random_deal("vangin", 1)))
    assert (found.decisions, found.costly, found.assumptions) == (0, (), ())


def test_what_was_found_so_far_is_told_after_each_decision():
    record, told = GameRecord.from_state(played("leduc", *FOLDED_PAIR)), []
    found = review(record, interim=told.append)
    n = found.decisions
    # A first look at all, in which nothing is told as found, and then each with all its worlds.
    assert [len(so_far.course) for so_far in told] == [*range(1, n + 1), *[n] * n]
    assert [so_far.decisions for so_far in told] == [*[0] * n, *range(1, n + 1)]
    assert [so_far.first_looks for so_far in told] == [*range(1, n + 1), *range(n - 1, -1, -1)]
    assert all(so_far.costly == () for so_far in told[:n])
    assert (told[-1].costly, told[-1].course) == (found.costly, found.course)
    assert all(so_far.decisions + so_far.left_out == n for so_far in told)


def test_what_seems_to_have_cost_most_is_judged_first_and_told_as_a_suspect_before():
    record, told = GameRecord.from_state(played("leduc", *FOLDED_PAIR)), []
    found = review(record, interim=told.append)
    before = told[found.decisions - 1]
    worst = (found.costly[0].at, found.costly[0].seat)
    assert before.suspected[0] == worst
    first = told[found.decisions]
    assert [(v.at, v.seat) for v in first.costly] == [worst]
    assert worst not in first.suspected
    assert found.suspected == ()
    alone = {v.at: v for v in found.costly}[worst[0]]
    assert alone == first.costly[0], "it is not judged again"


def test_the_decisions_of_the_reader_are_judged_before_those_of_the_others():
    record, told = GameRecord.from_state(played("leduc", *FOLDED_PAIR)), []
    found = review(record, interim=told.append, reader=1)
    own = [point for point in found.course if point[1] == 1]
    done = next(so_far for so_far in told if so_far.decisions == len(own))
    assert {seat for _at, seat, _worth in done.course} == {1}
    assert found == review(record), "the order changes nothing"


@pytest.mark.parametrize(
    ("low", "clear", "doubtful"),
    [(0.3, True, False), (0.1, True, True), (-0.1, False, True), (0.0, False, True)],
)
def test_a_cost_within_its_own_noise_is_doubtful(low, clear, doubtful):
    cost = Simulated(0.5, 400, low, 1.0 - low)
    verdict = Verdict(0, 0, (1,), (2,), "a", "b", cost, 0.0, "", "")
    assert (verdict.clear, verdict.doubtful) == (clear, doubtful)
    assert verdict.costly == (clear and not doubtful)
    assert not replace(verdict, best=(1,)).doubtful, "the best was played"


def test_a_trifle_is_no_costly_move():
    cost = Exact(Fraction(1, 50), "")
    verdict = Verdict(0, 0, (1,), (2,), "a", "b", cost, 0.0, "", "", because="c is held")
    assert verdict.sentence.endswith("“b” was best. The reason: c is held.")
    assert (verdict.clear, verdict.costly, verdict.doubtful) == (True, False, True)
    assert replace(verdict, cost=Exact(Fraction(1, 10), "")).costly
    assert replace(verdict, chances=True).costly, "two of a hundred matches"
