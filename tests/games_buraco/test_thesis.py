"""The document's R code under its own names: every figure that it prints, and its faults."""

import statistics
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from ludoteca.games.buraco.thesis import draws, going_out, matrix, organisations, runtime
from ludoteca.games.buraco.thesis.organisations import (
    cartas,
    n_jogos,
    organização_certa,
    organizações_jogos,
    organizações_jogos_2metades,
    organizações_jogos_metade,
    organizações_jogos_outrametade,
    permutações_possiveis,
    todas_combinações,
    todas_combinações_outrametade,
    todas_variações,
    variações_outrametade,
)

# -- a suit in games -------------------------------------------------------------------------------


def test_40_compositions_of_14_into_two_to_four_parts_of_at_least_3():
    every = {
        parts for n in (2, 3, 4) for parts in product(range(3, 12), repeat=n) if sum(parts) == 14
    }
    assert len(permutações_possiveis) == len(every) == 40
    assert set(permutações_possiveis) == every
    assert [sum(n == parts for n in n_jogos) for parts in (2, 3, 4)] == [9, 21, 10]


def test_games_of_two_halves_are_6_05_on_average():
    assert Fraction(2 * sum(n_jogos), 40) == Fraction(605, 100)


def test_the_first_organisation_is_the_one_that_the_document_prints():
    assert organizações_jogos[0] == (
        ("A", "3", "4"),
        ("5", "6", "7", "8", "9", "D", "J", "Q", "K", "A*"),
    )
    assert len(organizações_jogos) == 40


def test_organisations_as_the_thesis_has_them_leave_a_game_of_two_cards():
    assert organizações_jogos[permutações_possiveis.index((11, 3))][1] == ("K", "A*")


def test_organisations_put_right_have_14_places_and_no_game_of_two_cards():
    for sizes in permutações_possiveis:
        games = organização_certa(sizes)
        assert tuple(map(len, games)) == sizes
        assert [card for game in games for card in game] == ["A", "2", *cartas[1:]]


def test_8192_ways_to_choose_copies_with_their_other_half():
    assert len(todas_variações) == len(todas_combinações) == 2**13 == 8192
    assert todas_variações[0] == (0,) * 13
    assert todas_variações[1] == (1,) + (0,) * 12  # the first changes fastest
    assert todas_combinações[0] == (
        "A ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 ", "9 ", "D ", "J ", "Q ", "K ", "A* ",
    )  # fmt: skip
    for k in (0, 1, 4097, 8191):
        assert all(
            a + b == 1 for a, b in zip(todas_variações[k], variações_outrametade[k], strict=True)
        )
    assert todas_combinações_outrametade[8191] == todas_combinações[0]


def test_organisations_of_both_halves():
    assert len(organizações_jogos_metade) == 8192 * 40 == len(organizações_jogos_2metades)
    last = organizações_jogos_2metades[-1]
    assert last == (organizações_jogos_metade[-1], organizações_jogos_outrametade[-1])
    assert last[0][0] == ("A*", "3*", "4*", "5*")
    assert last[1][0] == ("A ", "3 ", "4 ", "5 ")
    assert organizações_jogos_metade[1:3] == [organizações_jogos_metade[k] for k in (1, 2)]


# -- states ----------------------------------------------------------------------------------------


def test_78_games_without_and_520_with_a_wild():
    assert len(matrix.jogos_possiveis) == 78
    assert len(matrix.jogos_possiveis_coringa) == 520
    assert len(matrix.todos_os_jogos) == 598
    lengths = [len(jogo) for jogo in matrix.jogos_possiveis]
    assert [lengths.count(n) for n in range(3, 15)] == list(range(12, 0, -1))
    with_wild = [len(jogo) for jogo in matrix.jogos_possiveis_coringa]
    assert [with_wild.count(n) for n in range(3, 15)] == [n * (15 - n) for n in range(3, 15)]
    assert matrix.jogos_possiveis[:3] == ("A23", "A234", "A2345")
    assert matrix.jogos_possiveis[-3:] == ("JQK", "JQKA", "QKA")


def test_two_of_the_598_texts_are_the_same():
    assert len(set(matrix.todos_os_jogos)) == 597
    assert matrix.todos_os_jogos.count("C23456789DJQKC") == 2


# -- the transition matrix -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("i", "j", "cell"),
    [
        ("A23", "A23", "1*(1-p4)*(1-pc)"),
        ("A23", "A234", "1*p4*(1-p5)*(1-pc)"),
        ("A234", "A23", "0"),
        ("234", "A234", "1*pa*pa*(1-p5)*(1-pc)"),
        ("234", "2345", "(1-pa)* 1*p5*(1-p6)*(1-pc)"),
        ("A23456789DJQK", "A23456789DJQKA", "1"),
        ("A23456789DJQKA", "A23456789DJQK", "1*(1-pa)*(1-pc)"),
        ("567", "56789", "(1-p4)* 1*p8*p9*(1-pd)*(1-pc)"),
        ("567", "45678C", "(1-p2)* (1-p3)* 1*p4*p8*pc*(1-p9)*(1-pd)"),
        ("567", "4567C9", "(1-p3)* 1*p4*pc*p9*(1-pd)"),
        ("56C", "C567", "(1-p3)*(1-p4)* 1*p7*(1-p9)*(1-p8)"),
        ("A2C", "A2C", "1"),
    ],
)
def test_a_cell_of_the_document(i, j, cell):
    assert matrix.matrix_prob(i, j) == cell


def test_numbers_of_the_matrix_are_those_of_its_texts():
    p = {card: (k + 3) / 20 for k, card in enumerate(matrix.CARTAS)}
    numbers = matrix.matriz(p).toarray()
    games = matrix.todos_os_jogos
    for row in (0, 12, 77, 100, 250, 584, 597):
        texts = [matrix.valor(matrix.matrix_prob(games[row], j), p) for j in games]
        assert numbers[row].tolist() == pytest.approx(texts, abs=1e-15)


def test_rows_of_the_document_do_not_sum_to_one():
    sums = matrix.matriz(dict.fromkeys(matrix.CARTAS, 0.25)).sum(axis=1)
    assert (min(sums), max(sums)) == (0.91796875, 2.8125)
    assert not (abs(sums - 1) < 1e-9).all()


# -- going out -------------------------------------------------------------------------------------


def test_the_example_waits_for_the_queen():
    parts = going_out.mão_separada_jogos()
    assert parts == [["3", "4", "5"], ["J", "K"], [], []]
    assert going_out.cartas_batida(parts) == "Q"
    assert going_out.prob_batida("Q") == ["1*pq"]


@pytest.mark.parametrize(
    ("parts", "missing", "texts"),
    [
        ([["3", "4"]], "2", ["1*p2"]),  # never the 5, never a wild
        ([["3"], ["7"], ["9"]], "", ["1", "1"]),  # single cards ask for nothing
        ([["2", "3"]], "A", ["1*pa*pa"]),
        ([["5", "9"]], "678", ["1*p6", "1*p6*p7", "1*p6*p7*p8"]),
        ([["5", "6", "7", "8"]], "", ["1", "1"]),
        ([["5*"]], "34", ["1*p3", "1*p3*p4"]),  # a star counts as a letter
    ],
)
def test_faults_of_the_documents_chance_to_go_out(parts, missing, texts):
    assert going_out.cartas_batida(parts) == missing
    assert going_out.prob_batida(missing) == texts


# -- drawing ---------------------------------------------------------------------------------------


def test_the_deck_has_104_cards_each_twice():
    assert len(draws.baralho) == 104
    assert all(draws.baralho.count(card) == 2 for card in draws.baralho)
    assert draws.baralho[:2] == ("AP", "2P")
    assert draws.baralho[51] == "KO"


def test_the_chance_to_draw_is_unknown_copies_by_unknown_cards():
    left = draws.remover_cartas(["3C", "3C", "4C"])
    assert draws.probabilidade_de_comprar_carta_monte("4C", left) == Fraction(1, 101)
    assert draws.probabilidade_de_comprar_carta_monte("5C", left) == Fraction(2, 101)
    assert draws.probabilidade_de_comprar_carta_monte("3C", left) is None  # NA, not 0
    assert len(draws.baralho_desconhecido) == 104  # nothing is removed unless assigned


def test_removing_a_card_that_is_not_there_loses_the_deck():
    assert draws.remover_cartas(["3C", "3C", "3C"]) == (None,)


def test_the_second_function_of_that_name_divides_by_the_hand():
    assert draws.probabilidade_de_comprar_carta_monte_parceiro("4C", 11) == Fraction(2, 11)


def test_the_law_of_copies_in_the_stock_by_those_located():
    q = Fraction(38, 93)
    assert draws.lei_de_n(2, 38, 93) == ((1 - q) ** 2, 2 * q * (1 - q), q * q)
    assert draws.lei_de_n(1, 38, 93) == (1 - q, q)
    assert draws.lei_de_n(0, 38, 93) == (1,)


def test_to_have_a_card_is_the_complement_of_having_it_from_nowhere():
    P, M, D = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
    assert draws.probabilidade_de_ter(P, M, D) == Fraction(3, 4)
    assert draws.probabilidade_de_descarte(11, 93) == Fraction(1, 93)


# -- rounds and years ------------------------------------------------------------------------------


def test_rounds_of_30_games_have_mean_13_1_and_deviation_2_771157():
    assert len(runtime.n_rodadas) == 30
    assert statistics.mean(runtime.n_rodadas) == 13.1
    assert round(statistics.stdev(runtime.n_rodadas), 6) == 2.771157
    assert [runtime.t_n(n) for n in (0, 5, 18)] == [13, 8, -5]


def test_hands_of_the_first_player_and_places_of_wilds():
    assert comb(93, 12) == 416_579_843_773_639 == runtime.MÃOS + 13
    assert runtime.CORINGAS == 735_471


def test_years_are_10_to_the_23_and_not_10_to_the_25():
    assert f"{float(runtime.anos()):.6e}" == "1.996905e+25"
    assert f"{float(runtime.anos_certos()):.6e}" == "3.328176e+23"
    assert runtime.anos() == 60 * runtime.anos_certos()


def test_lists_are_indexed_as_sequences():
    assert isinstance(todas_variações, organisations.Lista)
    with pytest.raises(IndexError):
        todas_variações[8192]
