"""The players of the study: beside the project's own rounds and the kernel's, and by symmetry."""

import random
from fractions import Fraction
from itertools import permutations

import pytest

from ludoteca.arena.tournament import compare
from ludoteca.core.numbers import simulated_mean, simulated_share
from ludoteca.games.poker import hands, projeto
from ludoteca.games.poker.solver.policy_tables import SIMPLE, policy_player
from ludoteca.games.poker.solver.round_paths import KINDS, RoundDeck, paths_of
from ludoteca.games.poker.solver.store import shipped
from ludoteca.games.poker.study import players_compared, readings

pytestmark = pytest.mark.soak

SIGMAS = 4.5  # a true value leaves so wide an interval once in 150,000 times
ROUNDS = 4_000


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


@pytest.fixture(scope="module")
def found():
    return players_compared.fields()


def within(simulated, value):
    """True where ``value`` is inside the interval stretched from 95 % to :data:`SIGMAS`."""
    half = (simulated.high - simulated.low) / 2 / 1.96 * SIGMAS
    return abs(simulated.mean - float(value)) < half


def test_all_pairs_of_all_kinds_are_there(found):
    table = players_compared.pairs_table(found)
    assert len(table.rows) == len(KINDS) * 36
    for row in table.rows:
        first, second, difference, won, drawn, lost = (cell.value for cell in row[3:])
        assert first - second == difference
        assert won + drawn + lost == 1


def test_quick_round_by_all_pairs_of_hands(found):
    deck = hands.full_deck()
    total = whole = 0
    for one in hands.all_hands():
        for other in hands.all_hands():
            left = hands.minus(deck, one)
            if min(hands.minus(left, other)) < 0:
                continue
            ways = hands.ways(one, deck) * hands.ways(other, left)
            mine, theirs = hands.value_of(one), hands.value_of(other)
            total += ways * (mine if mine == theirs else 2 * mine * (mine > theirs))
            whole += ways
    value = found["rapida"].values["blefe", "nosso"]
    assert value.first == value.second == Fraction(total, 2 * whole)


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("completa", "blefe", "cauteloso"),
        ("completa", "nosso", "ganancioso"),
        ("completa", "aleatório", "nosso"),
        ("estrategica", "blefe", "ganancioso"),
    ],
)
def test_the_project_s_own_rounds_agree(found, kind, one, other):
    rng = random.Random(3)
    played = [projeto.rodada(kind, one, other, rng) for _round in range(ROUNDS)]
    value = found[kind].values[one, other]
    for points, exact in zip(zip(*played, strict=True), (value.first, value.second), strict=True):
        squares = sum(p * p for p in points)
        assert within(simulated_mean(float(sum(points)), float(squares), ROUNDS), exact)


def test_the_project_s_own_matches_agree(found):
    rng, n = random.Random(4), 1_500
    one, other = "nosso", "blefe"
    winners = [
        projeto.vencedor(projeto.partida(one, other, "completa", rng)) for _match in range(n)
    ]
    match = found["completa"].matches[one, other]
    assert within(simulated_share(winners.count(one), n), match.win)
    assert within(simulated_share(winners.count(None), n), match.draw)
    assert within(simulated_share(winners.count(other), n), match.loss)


@pytest.mark.soak
def test_the_kernel_s_players_agree(game, found):
    """The equilibrium and nosso in small moves, both orders of each deal."""
    difference = compare(game, {}, "equilíbrio", "nosso", 1_500, 5).difference
    assert difference is not None
    exact = found["completa"].above("equilíbrio", "nosso")
    assert abs(difference.mean - float(exact)) < SIGMAS / 1.96 * (difference.high - difference.low)


def test_what_one_gets_above_the_other_the_other_gets_below(found):
    field = found["completa"]
    for one, other in permutations(field.strategies, 2):
        assert field.above(one, other) == -field.above(other, one)
        assert field.score(one, other) + field.score(other, one) == 1


def test_the_ranking_is_the_mean_of_the_averages(found):
    ranking, averages = (
        players_compared.ranking_table(found), players_compared.averages_table(found)
    )  # fmt: skip
    for kind, name, points, score in ranking.rows:
        lines = [row for row in averages.rows if row[:2] == [kind, name]]
        assert len(lines) == 5
        assert points.value == sum(row[3].value for row in lines) / 5
        assert score.value == sum(row[4].value for row in lines) / 5
    for kind in KINDS:
        points = [row[2].value for row in ranking.rows if row[0] == kind]
        assert points == sorted(points, reverse=True)
        assert sum(points) == 0


def test_nobody_takes_more_from_the_equilibrium_than_its_exploitability(found):
    for kind in ("estrategica", "completa"):
        for name in found[kind].strategies:
            assert found[kind].above(name, "equilíbrio") <= shipped(kind).exploitability


def test_question_7_and_question_8_tell_the_signs(found):
    """The bluffer takes from cauteloso and aleatório alone, ours from all but the equilibrium."""
    field = found["completa"]
    prey = {name for name in field.strategies if field.above("blefe", name) > 0}
    assert prey == {"cauteloso", "aleatório"}
    prey = {name for name in field.strategies if field.above("nosso", name) > 0}
    assert prey == set(SIMPLE)
    assert "cauteloso +1.276" in players_compared.of_bluffer(found).answer
    assert "ganancioso +0.147" in players_compared.of_ours(found).answer


def test_the_first_seat_between_equals(found):
    table = players_compared.seat_table(found)
    worth = {(row[0], row[1]): row[4].value for row in table.rows}
    assert worth["completa", "equilíbrio"] == shipped("completa").value
    # The first folds in half of all rounds, the second in a quarter; a showdown favours nobody.
    assert worth["completa", "aleatório"] == Fraction(1, 2) * -2 + Fraction(1, 4) * 3
    assert all(worth["rapida", name] == 0 for name in found["rapida"].strategies)


def test_our_player_is_the_project_s():
    """Its table against its functions, at every exchange and a sample of decisions to fold."""
    deck = RoundDeck()
    paths, strategy = paths_of(deck), policy_player("nosso", deck)
    for number in range(len(paths.hands)):
        cards = paths.cards(number)
        listed = [hands.SYMBOLS[rank] for rank in hands.ranks_of(cards)]
        lot = hands.read_cards("".join(projeto.trocas_nosso(listed)))
        assert strategy.first.exchange[0, paths.exchange_number(cards, lot)] == 1


# -- readings -----------------------------------------------------------------------------------


def test_aleatorio_of_sorted_hands_has_a_mean_of_its_own():
    """RULES: 1325/759 in the order dealt, 1.76051 with sorted hands."""
    deck = RoundDeck()
    paths, side = paths_of(deck), readings.random_of_a_sorted_hand(deck).first
    falling = (1, 5, 20, 60, 120, 120)
    total = Fraction(0)
    used = paths.used[paths.spot_used[paths.path_spot]].tolist()
    for p, x in enumerate(paths.path_exchange.tolist()):
        whole = orders = 1
        for i in range(5 + int(paths.path_size[p])):
            whole *= 25 - i
        for n in used[p]:
            orders *= falling[n]
        value = hands.VALUES[int(paths.path_class[p])]
        weight = int(paths.path_weight[p]) * int(side.exchange[0, x])
        total += Fraction(orders * value * weight, whole * side.exchange_unit)
    assert float(total) == pytest.approx(1.76051, abs=5e-6)


def test_a_cautious_player_that_folds_at_a_tie(from_choices):
    """The same player from its rule, asked at every information set."""
    deck = RoundDeck()

    def exchange(_seat, cards, _other):
        return {hands.greedy_exchange(cards): Fraction(1)}

    def fold(seat, _hand, _lot, final, other):
        value = hands.value_of(final)
        if other in (1, 2):
            return Fraction(value <= {1: 10, 2: 3}[other])
        return Fraction(value < (3 if seat else 2))

    asked = from_choices("cauteloso", deck, exchange, fold)
    ours = readings.cautious_at_a_tie(deck)
    assert readings.above_greedy(asked) == readings.above_greedy(ours)


def test_a_cautious_player_as_second_alone_folds_as_first_like_the_greedy_one():
    deck = RoundDeck()
    one, cautious = readings.cautious_as_second_alone(deck), policy_player("cauteloso", deck)
    assert (one.second.fold == cautious.second.fold).all()
    assert (one.first.fold == policy_player("ganancioso", deck).first.fold).all()


def test_which_cards_are_the_lowest_changes_no_mean_of_equals():
    """By symmetry: turning the order of the ranks round turns one reading into the other."""
    assert readings.above_greedy(readings.greedy_with_the_highest(RoundDeck())) == 0
    assert readings.highest((1, 1, 1, 1, 1), 3) == (1, 1, 1, 0, 0)


def test_readings_stand_beside_what_they_change():
    table, misprints = readings.of_readings().tables
    field = {row[1]: row[5].value for row in table.rows}
    for row in table.rows:
        assert row[6].value - row[5].value == row[7].value
    assert field["cauteloso"] == Fraction(-2537327300, 5153445297)
    assert misprints.rows
