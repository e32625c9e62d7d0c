"""The course project, question by question; every number also counted in another way."""

import builtins
import itertools
import random
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from ludoteca.core import calls
from ludoteca.games.poker import hands, projeto
from ludoteca.games.poker.projeto import ErroNoJogo, jogadores, jogo
from ludoteca.games.poker.rules import DRAWING

EVERY_LIST = [list(cards) for cards in itertools.product("A7KQJ", repeat=5)]
NAMES = ("aleatório", "ganancioso", "cauteloso", "blefe", "nosso")


def counts(cards):
    return hands.counted("A7KQJ".index(card) for card in cards)


# -- question 1 ---------------------------------------------------------------------------------


def test_question_1a_every_hand_has_its_value():
    for hand in EVERY_LIST:
        assert projeto.valor(hand) == hands.value_of(counts(hand))


def test_question_1a_the_deck_has_so_many_hands_of_each_value():
    ways = Counter()
    for cards in itertools.combinations_with_replacement("A7KQJ", 5):
        n = 1
        for number in Counter(cards).values():
            n *= comb(5, number)
        ways[projeto.valor(list(cards))] += n
    assert ways == {50: 5, 10: 500, 5: 2000, 3: 7500, 2: 15000, 1: 25000, 0: 3125}
    assert sum(v * n for v, n in ways.items()) == Fraction(1325, 759) * comb(25, 5)


@pytest.mark.parametrize(
    ("one", "other", "points"),
    [
        ("AAKQJ", "77KKJ", (0, 2)),
        ("77KKJ", "AAKQJ", (2, 0)),
        ("AAKQJ", "77KQJ", (0.5, 0.5)),
        ("AAAKQ", "777QJ", (1.5, 1.5)),
        ("AA77K", "KKQQJ", (1, 1)),
        ("A7KQJ", "A7KQJ", (0, 0)),
        ("AAAAA", "7777K", (50, 0)),
    ],
)
def test_question_1b_the_better_hand_scores_and_a_tie_is_shared(one, other, points):
    assert projeto.pontos(list(one), list(other)) == points


def test_question_1c_what_is_held_once_does_not_contribute():
    assert projeto.não_contribuem(["A", "K", "7", "A", "Q"]) == ["K", "7", "Q"]
    assert projeto.não_contribuem(["A", "A", "7", "7", "7"]) == []
    for hand in EVERY_LIST:
        assert counts(projeto.não_contribuem(hand)) == hands.useless(counts(hand))


def test_question_1d_at_most_three_and_of_nothing_the_three_lowest():
    assert projeto.no_máximo_três(["J", "A", "K", "7", "Q"]) == ["J", "K", "Q"]
    for hand in EVERY_LIST:
        assert counts(projeto.no_máximo_três(hand)) == hands.greedy_exchange(counts(hand))


# -- question 2 ---------------------------------------------------------------------------------


def test_question_2a_a_hand_comes_as_often_as_it_can_be_drawn():
    found = projeto.possibilidades(["A", "A"], 3, ["A"] * 3 + ["7"] * 5)
    assert next(found) == ["A", "A", "A", "A", "A"]
    assert Counter(map(tuple, map(sorted, found)))[tuple("777AA")] == comb(5, 3)


@pytest.mark.parametrize(
    ("away", "better", "same", "worse"),
    [("KQJ", 836, 304, 0), ("QJ", 134, 56, 0), ("J", 11, 9, 0),
     ("A", 0, 15, 5), ("AA", 66, 109, 15), ("AK", 55, 115, 20)],
)  # fmt: skip
def test_questions_2b_and_2c_a_pair_and_what_is_exchanged(away, better, same, worse):
    found = projeto.resultados_troca(list("AAKQJ"), list(away))
    assert found == {"melhor": better, "igual": same, "pior": worse}
    assert sum(found.values()) == comb(20, len(away))


@pytest.mark.parametrize(
    ("hand", "mean"),
    [("AAAAA", 50), ("AAAA7", 12), ("AAA77", 5), ("AAAKQ", Fraction(933, 190)),
     ("AAKKQ", Fraction(29, 10)), ("AAKQJ", Fraction(1537, 570)), ("A7KQJ", Fraction(497, 285))],
)  # fmt: skip
def test_question_2d_the_mean_after_the_greedy_exchange(hand, mean):
    assert projeto.valor_médio_troca(list(hand), projeto.no_máximo_três(list(hand))) == mean


# -- arguments that make no sense ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: projeto.valor(["A", "A", "10", "Q", "J"]), "a carta '10' não existe"),
        (lambda: projeto.valor(["A", "7", "K", "Q", "J", "J"]), "tem 6 cartas"),
        (lambda: projeto.valor(["A"]), "tem 1 carta:"),
        (lambda: projeto.valor("AAKQJ"), "esperava uma lista de cartas"),
        (lambda: projeto.valor(None), "esperava uma lista de cartas"),
        (lambda: projeto.valor(["A", 7, "K", "Q", "J"]), "a carta 7 não existe"),
        (lambda: projeto.pontos(["A"] * 5, list("AKQJ7")), "há 6 cartas A"),
        (lambda: projeto.valor_médio_troca(list("AAKQJ"), ["7"]), "não tem nenhuma"),
        (lambda: projeto.valor_médio_troca(list("AAKQJ"), ["K", "K"]), "só tem 1"),
        (lambda: projeto.valor_médio_troca(list("AAKQJ"), list("AAKQ")), "no máximo 3"),
        (lambda: projeto.possibilidades(["A"] * 4, 1, ["A"] * 2), "há 6 cartas A"),
        (lambda: projeto.possibilidades(["A"] * 4, 2, ["7"] * 5), "dão 6"),
        (lambda: projeto.possibilidades(["A"] * 2, 3, ["7"] * 2), "restam 2"),
        (lambda: projeto.possibilidades(["A"] * 2, True, ["7"] * 2), "um inteiro"),
        (lambda: projeto.partida("ganancioso", "fulano"), "não há um jogador 'fulano'"),
        (lambda: projeto.partida("blefe", "nosso", "longa"), "rápida, estratégica ou completa"),
        (lambda: projeto.partida("blefe", "blefe"), "se chamam"),
        (lambda: projeto.desistir_blefe(list("77777"), list("AAKQJ"), ["K"]), "não pode virar"),
    ],
)
def test_what_makes_no_sense_is_refused_in_portuguese(wrong, sentence):
    with pytest.raises(ErroNoJogo, match=sentence):
        wrong()


# -- questions 3 to 8 ---------------------------------------------------------------------------


def test_question_3_the_random_player_exchanges_as_often_as_it_says():
    hand = ["A", "K", "7", "A", "Q"]
    says = projeto.probabilidades_trocas_aleatório(hand)
    sizes = Counter()
    for lot, chance in says.items():
        sizes[len(lot)] += chance
    assert [sizes[n] * 32 for n in range(4)] == [1, 5, 10, 16]
    random.seed(5)
    n = 8_000
    drawn = Counter(tuple(projeto.trocas_aleatório(hand)) for _ in range(n))
    for lot, chance in says.items():
        deviation = (n * chance * (1 - chance)) ** 0.5
        assert abs(drawn[lot] - n * chance) < 5 * deviation
    folds = sum(projeto.desistir_aleatório(hand, hand, []) for _ in range(n))
    assert abs(folds - n / 2) < 5 * (n / 4) ** 0.5


def conversation(monkeypatch, *answers):
    """The screen after the person typed ``answers``."""
    shown, left = [], list(answers)

    def ask(prompt=""):
        shown.append(f"{prompt}{left[0]}\n")
        return left.pop(0)

    def tell(*parts, end="\n"):
        shown.append(" ".join(parts) + end)

    monkeypatch.setattr(builtins, "input", ask)
    monkeypatch.setattr(builtins, "print", tell)
    return shown


def test_question_4_the_example_of_the_document(monkeypatch):
    shown = conversation(monkeypatch, "K7A", "Sim")
    hand = ["A", "K", "7", "A", "Q"]
    away = projeto.trocas_humano(hand, 2)
    assert away == ["K", "7", "A"]
    new = projeto.trocar(hand, away, ["Q", "J", "J"])
    assert projeto.desistir_humano(new, hand, away, 2, True) is False
    assert "".join(shown) == (
        "Seu adversário trocou 2 cartas. Você possui [A, K, 7, A, Q].\n"
        "Quais deseja trocar? K7A\n"
        "Seu adversário decidiu continuar.\n"
        "Sua mão agora é [Q, J, J, A, Q]. Quer continuar? Sim\n"
    )


def test_question_4_asks_until_the_answer_is_right(monkeypatch):
    shown = conversation(monkeypatch, "J", "KK", "X", "", "talvez", " não ")
    hand = ["A", "K", "7", "A", "Q"]
    assert projeto.trocas_humano(hand) == []
    assert projeto.desistir_humano(hand, hand, [], 0) is True
    assert sum("Não entendi" in line for line in shown) == 3
    assert "Responda sim ou não." in "".join(shown)


@pytest.mark.parametrize("kind", [0, 1])
def test_question_5_the_greedy_player_folds_below(kind):
    for hand in EVERY_LIST[::7]:
        value = projeto.valor(hand)
        expected = value < 3 if kind else value <= 1
        assert projeto.desistir_ganancioso(hand, hand, [], 3, bool(kind)) is expected
        assert projeto.trocas_ganancioso(hand) == projeto.no_máximo_três(hand)


def test_question_6_the_cautious_player_believes_the_number():
    triple, four = list("AAAKQ"), list("AAAAQ")
    assert projeto.desistir_cauteloso(triple, triple, [], 1, False)
    assert not projeto.desistir_cauteloso(four, four, [], 1, False)
    assert projeto.desistir_cauteloso(list("AA77Q"), list("AA77Q"), [], 2, False)
    assert not projeto.desistir_cauteloso(triple, triple, [], 2, True)
    for number in (0, 3):
        for hand in EVERY_LIST[::11]:
            for second in (False, True):
                same = projeto.desistir_ganancioso(hand, hand, [], number, second)
                assert projeto.desistir_cauteloso(hand, hand, [], number, second) is same


def test_question_7_the_bluffer_exchanges_at_most_its_lowest_useless_card():
    assert projeto.trocas_blefe(list("QAJAK")) == ["J"]
    assert projeto.trocas_blefe(list("A7KQJ")) == ["J"]
    assert projeto.trocas_blefe(list("AA777")) == []


def test_question_8_is_described():
    assert "Desistir" in projeto.nosso.__doc__
    assert len(projeto.nosso.__doc__.splitlines()) > 10


# -- rounds and the match -----------------------------------------------------------------------


def test_a_hand_is_a_list_and_the_round_a_tuple_of_hands():
    state, rest = projeto.distribuir(random.Random(1))
    assert isinstance(state, tuple)
    assert [len(hand) for hand in state] == [5, 5]
    assert sorted([*state[0], *state[1], *rest]) == sorted(projeto.BARALHO)


@pytest.mark.parametrize("kind", projeto.ESPÉCIES)
def test_the_same_seed_gives_the_same_match_and_the_score_is_a_dictionary(kind):
    first, again = (
        projeto.partida("ganancioso", "nosso", kind, random.Random(3)) for _time in range(2)
    )
    assert first == again
    number, names, score = first
    assert (number, names) == (6, ("ganancioso", "nosso"))
    assert set(score) == set(names)
    assert projeto.vencedor(first) in (*names, None)


def test_the_order_alternates():
    game = projeto.novo_jogo("blefe", "nosso")
    orders = []
    while game[0] <= 5:
        orders.append(projeto.ordem(game)[0])
        game = projeto.jogar_rodada(game, sorteio=random.Random(game[0]))
    assert orders == ["blefe", "nosso", "blefe", "nosso", "blefe"]


@pytest.mark.parametrize(("seat", "points"), [(0, (0, 2)), (1, (3, 0))])
def test_who_folds_gives_two_or_three_points(monkeypatch, seat, points):
    stays = jogo.Jogador(lambda *a: [], lambda *a: False)
    folds = jogo.Jogador(lambda *a: [], lambda *a: True)
    monkeypatch.setitem(jogo.JOGADORES, "fica", stays)
    monkeypatch.setitem(jogo.JOGADORES, "sai", folds)
    names = ("fica", "sai") if seat else ("sai", "fica")
    assert projeto.rodada_completa(*names) == points
    assert projeto.rodada("completa", *names) == points


@pytest.mark.parametrize("name", NAMES)
def test_names_are_accepted_without_their_accents(name):
    plain = name.replace("ó", "o").upper()
    assert projeto.jogador(plain) is projeto.jogador(name)


@pytest.mark.parametrize(
    ("trade", "fold"),
    [
        (lambda *a: ["J"] * 3, lambda *a: False),
        (lambda *a: 1 / 0, lambda *a: False),
        (lambda *a: None, lambda *a: False),
        (lambda *a: [], lambda *a: "talvez"),
        (lambda *a: [], lambda *a: 1 / 0),
    ],
)
def test_a_player_that_fails_loses_the_round_and_is_named(monkeypatch, trade, fold):
    monkeypatch.setitem(jogo.JOGADORES, "falho", jogo.Jogador(trade, fold))
    monkeypatch.setattr(jogo, "distribuir", lambda sorteio: (
        (list("AA7KQ"), list("AA7KQ")), list("777KKKQQQJJJJJA")))  # fmt: skip
    told = []
    assert projeto.rodada("completa", "nosso", "falho", None, told.append) in ((3, 0), (0, 2))
    assert projeto.rodada("completa", "falho", "nosso", None, told.append) == (0, 2)
    assert any("falho falhou" in sentence for sentence in told)


def test_no_player_changes_the_hands_that_it_is_shown(monkeypatch):
    def vandal(hand, *_rest):
        hand[:] = ["A"] * 5
        return []

    def fold(now, before, away, *_rest):
        now[:], before[:] = ["A"] * 5, ["A"] * 5
        return False

    monkeypatch.setitem(jogo.JOGADORES, "vândalo", jogo.Jogador(vandal, fold))
    dealt = (list("A7KQJ"), list("A7KQJ")), list("A7KQJA7KQJA7KQJ")
    monkeypatch.setattr(jogo, "distribuir", lambda sorteio: dealt)
    assert projeto.rodada_estratégica("vândalo", "vândalo") == (0, 0)


def test_what_a_random_player_says_adds_up_for_every_hand():
    for hand in EVERY_LIST[::97]:
        assert sum(jogadores.probabilidades_trocas_aleatório(hand).values()) == 1


def test_a_round_of_the_project_is_that_of_the_kernel(monkeypatch, game):
    """The same cards and players: the kernel and its policy come to the same points."""
    rng, (ids, prob) = random.Random(4), game.buffers()
    for _round in range(60):
        cards = list(projeto.BARALHO)
        rng.shuffle(cards)
        hands_dealt, stock = (cards[:5], cards[5:10]), cards[10:]
        names = rng.sample(["ganancioso", "cauteloso", "blefe", "nosso"], 2)
        monkeypatch.setattr(jogo, "distribuir", lambda _s, d=(hands_dealt, list(stock)): d)
        points = projeto.rodada_completa(*names)
        state = game.new_state()
        coming = [card for pair in zip(*hands_dealt, strict=True) for card in pair] + stock[::-1]
        while not state.is_terminal():
            seat = state.current_player()
            if seat >= 0:
                level = game.info.levels.index(names[seat])
                assert calls.policy_probs(state.record, 0, level, ids, prob) == 1
                state.apply(int(ids[0]))
            elif len(coming) > len(stock) or state.record["phase"][0] == DRAWING:
                state.apply(hands.SYMBOLS.index(coming.pop(0)))
            else:
                state.apply(state.chance_outcomes()[0][0])
        assert state.returns() == list(points)
