"""The assistant's lines: seats by their words, several events at once, means over guesses."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact, Odd, Simulated
from ludoteca.core.registry import load_game
from ludoteca.players.advice.advise import Advice
from ludoteca.players.advice.averages import averaged
from ludoteca.players.advice.values import MoveValue
from ludoteca.table.assistant import Assistant, seat_titles, seat_words


@pytest.fixture(scope="module")
def poker():
    return load_game("poker")


def assisted(game, *lines, **options):
    assistant = Assistant(game, game.options(options), 0)
    for line in lines:
        assistant.enter(line)
    return assistant


# -- seats -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["partner north", "parceiro norte", "companero", "pari pohjoinen"]
)
def test_the_partner_sits_across_in_every_language(words):
    game = load_game("mus")
    known = seat_words(game, game.options(), 1)
    assert {known[word] for word in words.split()} == {3}


def test_who_plays_next_sits_where_the_game_s_table_has_them():
    mus, eras = load_game("mus"), load_game("eras")
    assert seat_words(mus, mus.options(), 0)["right"] == 1  # counter-clockwise
    assert seat_words(eras, eras.options({"players": 3}), 0)["left"] == 1
    assert seat_titles(eras, eras.options({"players": 3}), 0) == ["You", "Left", "Right"]


def test_with_two_players_there_is_one_other(poker):
    known = seat_words(poker, poker.options(), 1)
    assert known["other"] == known["they"] == known["p1"] == 0
    assert "left" not in known


# -- lines -----------------------------------------------------------------------------------------


def test_lines_are_taken_back_one_after_the_other(poker):
    assistant = assisted(poker, "KQJ", "77", "keep")
    for cards in (5, 3, 0):
        assistant.undo()
        assert int(assistant.deal.record["in_hand"][0, 0]) == cards
    with pytest.raises(BadInput, match="nothing to take back"):
        assistant.undo()


def test_a_deal_that_is_over_is_followed_by_the_next_and_can_be_taken_back(poker):
    assistant = assisted(poker, "KQJ77; keep; they keep; stay; they fold")
    with pytest.raises(BadInput, match="the deal is over"):
        assistant.enter("stay")
    assistant.next_deal()
    assert [int(n) for n in assistant.deal.standing["score"][0]] == [6, 0]
    assistant.undo()
    assert assistant.over


def test_the_next_deal_begins_with_a_score_that_is_typed(poker):
    assistant = assisted(poker, "KQJ77; keep; they keep; stay; they fold")
    assistant.next_deal("4 2")
    standing = assistant.deal.standing
    assert [int(n) for n in standing["score"][0]] == [4, 2]
    assert int(standing["played"][0]) == 1


def test_a_score_that_rests_on_unseen_cards_must_be_said():
    game = load_game("buraco")
    position = "hand 3H; we A23456789TJQKAC; counts 9 9 9; morto we; now play"
    assistant = Assistant(game, game.options({"profile": "aberto"}), 0, None, position)
    assistant.enter("throws 3H")
    assert assistant.over
    with pytest.raises(BadInput, match="say it, as in: next 120 95"):
        assistant.next_deal()
    assistant.next_deal("1200 -90")
    assert [int(n) for n in assistant.deal.standing["score"][0]] == [1200, -90]


def test_what_goes_on_elsewhere_is_no_part_of_one_event(poker):
    with pytest.raises(BadInput, match="KQJ77K is more than can come here"):
        assisted(poker, "KQJ77K")


# -- means over guesses ----------------------------------------------------------------------------


def advice(action, *worth, chance=0.5):
    values = tuple(MoveValue(a, Simulated(w, 10, w - 1, w + 1)) for a, w in worth)
    points = tuple(Simulated(10 * w, 10, w, 20 * w) for _action, w in worth)
    return Advice((Odd("win", Exact(Fraction(chance))),), action, values=values, points=points)


def test_advice_over_guesses_is_that_of_the_best_mean(poker):
    view = assisted(poker, "KQJ77").deal.view()
    a, b, c = view.legal[:3]
    told = [
        advice(a, (a, 4.0), (c, 9.0), (b, 3.0), chance=0.25),
        advice(b, (b, 6.0), (a, 1.0), chance=0.75),
    ]
    found = averaged(view, told)
    assert found.action == b
    assert [(v.action, v.value.mean, v.value.n) for v in found.values] == [
        (b, 4.5, 20),
        (a, 2.5, 20),
    ]
    assert [points.mean for points in found.points] == [45.0, 25.0]
    assert found.odds[0].value.mean == 0.5


def test_the_best_mean_may_be_no_guess_s_own_best(poker):
    view = assisted(poker, "KQJ77").deal.view()
    a, b, c = view.legal[:3]
    told = [
        replace(advice(a, (a, 4.0), (b, 3.0), (c, 0.0)), reasons=("because",)),
        advice(c, (c, 4.0), (b, 3.0), (a, 0.0)),
    ]
    found = averaged(view, told)
    assert (found.action, found.reasons) == (b, ())
    assert found.words == view.action_words(b)


def test_where_one_guess_has_no_odds_there_are_none_and_its_reason_is_told(poker):
    view = assisted(poker, "KQJ77").deal.view()
    a = view.legal[0]
    known = advice(a, (a, 4.0))
    lacking = replace(advice(a, (a, 3.0)), odds=(), lacks="because")
    for told in ([known, lacking], [lacking, known]):
        found = averaged(view, told)
        assert (found.odds, found.lacks) == ((), "because")
    assert averaged(view, [known, known]).lacks == ""
