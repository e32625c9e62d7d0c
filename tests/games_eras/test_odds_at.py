"""The odds beside the cards of eras: which lays are told, and that each number is right."""

import re
from fractions import Fraction

import numpy as np
import pytest

from deals import decisions, random_position
from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.games.eras import guide, odds
from ludoteca.games.eras.combinations import count, strength
from ludoteca.games.eras.notation import kinds_of, read_cards, signs
from ludoteca.games.eras.odds import best_lays, lay_odds, odds_at, rivals_of
from ludoteca.games.eras.policy import ADVANCED, policy_probs
from ludoteca.games.eras.rules import NUMBER, NUMBERING, OVER
from ludoteca.games.eras.trick_odds import Rivals
from ludoteca.players.advice.advise import advise, odds_of_choice

DEAL = "3S 5C 3H 6C 4H 7C 4D 8C 5D 9C 9H TC KS JC"
"""Two hands of seven, card by card: 3S 3H 4H 4D 5D 9H KS, and clubs from 5 to J."""


def told(state, seat):
    return told_of(state.view(seat))


def told_of(view):
    return odds_at(view, np.random.default_rng(1))


@pytest.mark.parametrize(
    ("hand", "lays"),
    [
        ("3S 3H 4H 4D 5D 9H KS", ["4D 5D", "4D 4H", "KS"]),
        ("AC AD AH AS 2S 3S KD", ["AC AD AH AS", "AS 2S 3S", "AD AH AS", "2S 3S", "AH AS", "KD"]),
        ("2C 5D", ["5D"]),
    ],
)
def test_the_best_lay_of_each_type_is_told_the_strongest_first(hand, lays):
    assert best_lays(read_cards(hand)) == [read_cards(lay) for lay in lays]


def test_the_chance_of_who_lays_last_is_exact_and_that_of_the_question(played, eras):
    state = played(DEAL, "+2 3S KS", players=2)
    odds = told(state, 1)
    assert [type(odd.value) for odd in odds] == [Exact] * len(odds)
    lay = read_cards("5C 6C 7C 8C 9C TC JC")
    assert signs(lay) in odds[0].name
    run = next(odd for odd in odds if odd.name.endswith("straight flush of 2"))
    asked = lay_odds(eras.options({}), 1, ["TC", "JC"], laid=[2], held="5C 6C 7C 8C 9C")
    assert run.value.value == asked.fields["win"].value
    assert run.value.condition == asked.fields["win"].condition


def test_a_lay_that_is_chosen_has_the_odds_of_that_lay_alone(played, eras):
    """Those of the list where it is listed, those of the question where it is not."""
    view = played(DEAL, "+2 3S KS", players=2).view(1)
    pair, none = (kinds_of(read_cards(cards)) for cards in ("TC JC", "5C JC"))
    listed = next(odd for odd in told_of(view) if odd.name.endswith("straight flush of 2"))
    assert odds_of_choice(view, [NUMBER + 2, *pair], 1) == (listed,)
    (odd,) = odds_of_choice(view, [NUMBER + 2, *none], 1)
    held = "6C 7C 8C 9C TC"
    asked = lay_odds(eras.options({}), 1, ["5C", "JC"], laid=[2], held=held)
    assert odd.value.value == asked.fields["win"].value
    assert "5♣ J♣, single card" in odd.name
    with pytest.raises(BadInput, match="cannot play that now"):
        odds_of_choice(view, [NUMBER + 1, *kinds_of(read_cards("3S"))], 1)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [2, 3])
def test_a_simulated_chance_is_the_same_in_the_list_as_a_choice_and_once_it_is_made(
    seed, players, eras
):
    state = random_position(eras, {"players": players}, seed=seed)
    view = state.view(state.current_player())
    lays = best_lays(int(view.record[0]["hand"][view.seat]))
    for lay, listed in zip(lays, told_of(view), strict=True):
        assert isinstance(listed.value, Simulated)
        moves = [NUMBER + int(count(lay)), *kinds_of(lay)]
        assert odds_of_choice(view, moves, seed + 5) == (listed,)
        after = state.clone()
        for move in moves:
            after.apply(move)
        (made,) = told(after, view.seat)
        assert made.value == listed.value


def test_nobody_is_told_a_certain_win_before_all_have_laid_but_with_the_best_of_all(played):
    state = played(DEAL, players=2)
    odds = told(state, 0)
    assert all(isinstance(odd.value, Simulated) for odd in odds)
    assert all("choose their numbers" in odd.value.condition for odd in odds)
    chances = [odd.value.mean for odd in odds]
    assert chances == sorted(chances, reverse=True)
    assert 0 < chances[-1] < chances[0] < 1


def test_cards_shown_in_a_retreat_count(played):
    """The king of spades lies open, alone: the king of hearts cannot win any more."""
    laid = ("2S 4C KS KH 5C 6D", "+2 2S KS", "+2 4C KH")
    options = {"players": 2, "hand": 3, "retreat": "yes"}
    (before,) = told(played(*laid, **options), 1)
    (after,) = told(played(*laid, "-1 2S KS", **options), 1)
    assert 0 < before.value.value < 1
    assert "nobody takes cards back" in before.value.condition
    assert after.value == Exact(Fraction(0), before.value.condition)


def test_the_odds_agree_with_worlds_drawn_for_the_seat(played):
    """The last seat to lay: the others' lays in resampled worlds are weaker as often as is told."""
    state = played(
        "3S 5C 9C 3H 6C 8D 4H 7C 7D 4D 8C QC 5D 2C QD 9H TC JD KS JC AD",
        "+3 3H 3S 4H",
        "+1 5C",
        players=3,
    )
    world, hits, n = np.zeros_like(state.record), 0, 4_000
    rng = np.random.default_rng(3)
    lay = best_lays(int(state.record[0]["hand"][2]))[0]
    for _sample in range(n):
        calls.resample(state.record, 0, 2, rng, world, 0)
        hits += all(strength(int(world[0]["laid"][k])) < strength(lay) for k in (0, 1))
    chance = told(state, 2)[0].value
    assert isinstance(chance, Exact)
    assert abs(hits / n - chance.decimal) < 4 * (chance.decimal * (1 - chance.decimal) / n) ** 0.5


@pytest.mark.parametrize(
    ("players", "moves", "seed"), [(2, 0, 1), (4, 0, 2), (4, 9, 5), (3, 30, 6)]
)
def test_the_odds_of_who_is_to_lay_agree_with_the_rules_played_on(players, moves, seed):
    """Worlds drawn for the seat, its lay made, numbers by the policy, the cards any of the hand."""
    state = random_position("eras", {"players": players}, moves, seed)
    while state.record[0]["phase"] != NUMBERING:
        state.apply(state.possible_actions()[0])
    me = state.current_player()
    lay = best_lays(int(state.record[0]["hand"][me]))[-1]
    name = f"win with {signs(lay)},"
    wanted = next(odd.value for odd in told(state, me) if odd.name.startswith(name))
    rng, n = np.random.default_rng(8), 1_000
    hits = sum(_wins(state, me, lay, rng) for _sample in range(n))
    share = (hits + 1) / (n + 2)
    both = 1 / n + (0 if isinstance(wanted, Exact) else 1 / wanted.n)
    chance = wanted.decimal if isinstance(wanted, Exact) else wanted.mean
    assert abs(hits / n - chance) < 4 * (share * (1 - share) * both) ** 0.5


def _wins(state, me, lay, rng):
    world = np.zeros_like(state.record)
    calls.resample(state.record, 0, me, rng, world, 0)
    s = world[0]
    lays = [int(s["laid"][k]) for k in range(int(s["players"])) if k != me and s["laid"][k]]
    for move in [NUMBER + int(count(lay)), *(kinds_of(lay) if lay != s["hand"][me] else ())]:
        calls.apply_action(world, 0, move)
    ids, prob = np.zeros(60, np.int64), np.zeros(60)
    while s["phase"] == NUMBERING and s["to_move"] != s["leader"]:
        seat = int(s["to_move"])
        k = policy_probs(s, ADVANCED, ids, prob)
        number = int(rng.choice(ids[:k], p=prob[:k] / prob[:k].sum()))
        hand = kinds_of(int(s["hand"][seat]))
        cards = sorted(int(c) for c in rng.choice(hand, number - NUMBER, replace=False))
        lays.append(sum(1 << c for c in cards))
        for move in [number, *(cards if len(cards) < len(hand) else ())]:
            calls.apply_action(world, 0, move)
    return all(strength(other) < strength(lay) for other in lays)


@pytest.mark.parametrize("seed", range(3))
def test_all_odds_of_a_round_are_made_of_the_view_and_of_cards_that_are_there(seed):
    for state in decisions("eras", seed=seed):
        s = state.record[0]
        for seat in range(2):
            rivals = rivals_of(s, seat)
            assert int(count(rivals.unseen)) == sum(
                int(s.in_hand[k] + s.laid_count[k]) - int(count(s.shown[k] & s.laid[k]))
                for k in range(2)
                if k != seat
            ) + int(s.undealt)
            odds = told(state, seat)
            assert (s.phase == OVER) <= (odds == ())
            for odd in odds:
                assert 0 <= getattr(odd.value, "mean", getattr(odd.value, "value", 0)) <= 1
        if s.phase == NUMBERING:
            mine = int(s.hand[s.to_move])
            assert set(kinds_of(best_lays(mine)[0])) <= set(kinds_of(mine))


def test_a_lay_that_is_made_has_one_chance(played):
    state = played(DEAL, "+2 4D 5D", players=2)
    (odd,) = told(state, 0)
    assert odd.name == "your lay wins the trick"
    assert 0 < odd.value.mean < 1


def test_odds_that_say_what_they_rest_on_get_no_other_assumption(played):
    advice = advise(played(DEAL, players=2).view(1), seed=1)
    assert advice.odds
    assert advice.assumption == ""


@pytest.mark.parametrize("seed", range(10))
def test_the_lesson_of_an_answer_advises_what_the_odds_beside_it_say(seed, eras):
    """Cards that it names are likely to win; where it speaks of a loss, the best are not."""
    answers = 0
    for state in decisions(eras, guide.lesson_options(), seed):
        view = state.view(state.current_player())
        s = view.record[0]
        if s.phase != NUMBERING or not s.laid_count.any():
            continue
        answers += 1
        chances = {odd.name: odd.value.decimal for odd in told_of(view)}
        (step,) = guide.lesson(view)
        named = re.search("Tap (.+), and press Lay: that beats most", step.text)
        marked = read_cards(" ".join(piece.removeprefix("own:") for piece in step.pieces))
        assert marked & int(s.hand[view.seat]) == marked > 0, "what is to be tapped is marked"
        assert not named or signs(marked) == named[1]
        if named:
            start = f"win with {named[1]},"
            (chance,) = (n for name, n in chances.items() if name.startswith(start))
            assert chance > 0.5
        elif "Your combination may lose" in step.text:
            assert 0.25 <= max(chances.values()) <= 0.5
        else:
            assert "Most of what may lie there beats your combination" in step.text
            assert max(chances.values()) <= 0.5
    assert answers


@pytest.mark.parametrize("laid", [1, 3, 5, 7])
def test_the_lesson_reckons_with_the_chance_that_stands_beside_it(laid, eras):
    """The very number, also of more lays than a page could go through one by one."""
    own = read_cards("4D 4H 6S 7S 9C 2D 3H")
    deck = sum(1 << kind for kind in range(36))
    rivals = Rivals((9, 4, 7), deck & ~own, (laid,), (7,), (0,), (0, 0))
    for lay in best_lays(own):
        beside = odds._against(rivals, int(count(lay))).chance(int(strength(lay)))
        assert beside.decimal == guide._chance(rivals, int(strength(lay)))
