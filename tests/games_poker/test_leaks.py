"""Leaks: what each kind of decision costs a player against a perfect opponent."""

from dataclasses import replace
from fractions import Fraction

import pytest

from ludoteca.games.poker.hands import PAIR, TRIPLE, TWO_PAIRS, value_of
from ludoteca.games.poker.solver.leaks import leaks, words
from ludoteca.games.poker.solver.policy_tables import policy_player
from ludoteca.games.poker.solver.response import exploited
from ludoteca.games.poker.solver.round_paths import SEATS, SECOND, Round, RoundDeck, paths_of
from ludoteca.games.poker.solver.store import equilibrium


@pytest.fixture(scope="module")
def best():
    return equilibrium(Round())


def test_the_equilibrium_has_no_leak(best):
    for seat in SEATS:
        assert leaks(Round(), best, best, seat) == ()


def test_one_mistake_is_found_and_costs_what_it_is_exploited_for(best):
    """The equilibrium, but that as second it folds three of a kind to one exchanged card."""
    paths = paths_of(RoundDeck())
    fold = best.second.fold.copy()
    fold[1, paths.path_class == TRIPLE] = best.second.fold_unit
    player = replace(best, name="timid", second=replace(best.second, fold=fold))
    (leak,) = leaks(Round(), player, best, SECOND)
    assert (leak.seat, leak.deed, leak.seen, leak.hand) == (SECOND, "fold", 1, TRIPLE)
    assert (leak.chance, leak.fitting) == (1.0, 0.0)
    lost = exploited(Round(), player).as_second - exploited(Round(), best).as_second
    assert leak.cost == pytest.approx(float(lost), abs=1e-9)
    assert words(leak).startswith(
        "as second, having seen one card exchanged, you fold three of a kind; it costs 0."
    )


def test_the_cautious_player_believes_one_exchanged_card_too_much(best):
    for seat in SEATS:
        found = leaks(Round(), policy_player("cauteloso", RoundDeck()), best, seat)
        assert found[0].deed == "fold"
        assert found[0].seen == 1
        assert [leak.cost for leak in found] == sorted((leak.cost for leak in found), reverse=True)
        assert all(0 < leak.often <= 1 for leak in found)


def test_keeping_a_pair_with_two_others_is_a_leak_of_the_bluffer(best):
    first = leaks(Round(), policy_player("blefe", RoundDeck()), best, 0)[0]
    assert (first.deed, first.hand, first.seen) == ("exchange", PAIR, None)
    assert (first.given.cards, first.better.cards) == (1, 3)
    assert words(first).startswith("as first, you exchange one card of a pair, not three cards")


def test_without_folding_only_exchanges_leak():
    played = Round.named("estrategica")
    found = leaks(played, policy_player("aleatório", RoundDeck()), equilibrium(played), SECOND)
    assert found
    assert {leak.deed for leak in found} == {"exchange"}


def test_a_small_deck_is_judged_too(from_choices):
    played = Round("completa", RoundDeck(ranks=3, copies=3, hand=2, most=1))

    def keep(seat, cards, other):
        return {(0,) * 5: Fraction(1)}

    def fold(seat, cards, lot, final, other):
        return Fraction(value_of(final) > 0)

    perverse = from_choices("folds pairs", played.deck, keep, fold)
    found = leaks(played, perverse, equilibrium(played), SECOND)
    assert any((leak.deed, leak.hand) == ("fold", PAIR) for leak in found)
    assert all(leak.hand < TWO_PAIRS for leak in found)
