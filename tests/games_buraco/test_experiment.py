"""The document's experiment: its numbers as the player uses them, its tests, duplicate deals."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import f as f_law

from ludoteca.games.buraco.ids import KINDS
from ludoteca.games.buraco.study import by_numbers, experiment
from ludoteca.games.buraco.study.document import rank_sum_p
from ludoteca.games.buraco.thesis.draws import chance_to_have
from ludoteca.games.buraco.thesis.going_out import cartas_batida

LETTERS = "A23456789DJQKA"


def test_a_part_waits_for_the_cards_of_the_first_shortest_game_of_the_document():
    parts = [(a, b) for a, b in combinations(range(2, 13), 2) if b - a < 4]
    parts += [(a, b, c) for a, b, c in combinations(range(2, 13), 3) if b - a < 4 and c - b < 4]
    assert len(parts) == 90
    for part in parts:
        low, high = by_numbers.missing_ends(part[0], part[-1])
        missing = [LETTERS[p] for p in range(low, high + 1) if p not in part]
        assert "".join(missing) == cartas_batida([[LETTERS[p] for p in part]]), part


def test_chances_to_have_a_card_are_those_of_the_document(at):
    state = at("3C 4C 9H KS 2D", others=["5H", "6H 7H 8H 9H TH", "3D"], pile="5C 4H")
    s = state.record[0]
    had = np.zeros(KINDS)
    unknown = by_numbers.chances_to_have(s, 0, had)
    unseen = [int(x) for x in s.hand[1:4].sum(axis=0) + s.deck]
    assert unknown == sum(unseen)
    for kind, copies in enumerate(unseen[:52]):
        assert had[kind] == pytest.approx(float(chance_to_have(copies, 5, unknown)))


def test_the_rank_sum_test_is_the_document_s():
    rng = np.random.default_rng(2)
    a, b = rng.normal(0, 1, 30), rng.normal(0.4, 1, 30)
    w = sum(x > y for x in a for y in b)
    assert experiment.rank_sum(a, b) == pytest.approx(rank_sum_p(w, 30, 30))


def test_brown_and_forsythe_compare_distances_from_the_medians():
    a, b = np.array([1.0, 2.0, 4.0, 8.0, 9.0]), np.array([10.0, 30.0, 31.0, 70.0])
    far = [abs(x - np.median(x)) for x in (a, b)]
    mean = np.concatenate(far).mean()
    between = sum(len(x) * (x.mean() - mean) ** 2 for x in far)
    within = sum(((x - x.mean()) ** 2).sum() for x in far) / (len(a) + len(b) - 2)
    p = f_law.sf(between / within, 1, len(a) + len(b) - 2)
    assert experiment.brown_forsythe(a, b) == pytest.approx(p)


def test_a_deal_that_is_tied_counts_as_half_a_deal_won():
    results = np.zeros((experiment.WAYS, 3, 3))
    results[experiment.WITH, :, experiment.OWN] = 100, 200, 300
    results[experiment.WITH, :, experiment.RIVALS] = 200
    assert list(experiment.measures(results)["deals won"][1]) == [0, 0.5, 1]


@pytest.mark.soak
def test_equal_seeds_give_equal_deals_and_without_numbers_all_seats_are_alike():
    results = experiment.played(400)
    assert (experiment.played(20) == results[:, :20]).all()
    difference = results[experiment.WITHOUT, :, 0] - results[experiment.WITHOUT, :, 1]
    assert abs(difference.mean()) < 4 * difference.std() / len(difference) ** 0.5
    assert (results[experiment.WITH] != results[experiment.WITHOUT]).any(axis=1).mean() > 0.9
