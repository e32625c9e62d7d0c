"""The searching player of eras: what it tries, how its rounds go on, that it is better."""

import numpy as np
import pytest

from ludoteca.arena.tournament import compare
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.eras.combinations import KINDS, strength
from ludoteca.games.eras.lay_values import MOST_SETS, every_set, weigh_sets
from ludoteca.games.eras.notation import cards_text
from ludoteca.games.eras.players import expert
from ludoteca.games.eras.policy import ADVANCED, draw_lay
from ludoteca.games.eras.rules import LAYING, NUMBERING
from ludoteca.games.eras.turns import turns_at
from ludoteca.players.budget import Budget
from ludoteca.players.factory import make_player
from ludoteca.players.play import play_deal
from ludoteca.players.policy import PolicyPlayer
from ludoteca.workers.threads import use_threads

from .test_policy import SEVEN, lays

AFTER_A_LAY = "+2 2S QC"


def test_whole_lays_are_drawn_as_often_as_the_kernel_makes_them(played):
    state = played(SEVEN, AFTER_A_LAY)
    n, found = 20_000, {}
    scratch = np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS)
    for k in range(n):
        lay = cards_text(draw_lay(state.record[0], (k + 0.5) / n, *scratch))
        found[lay] = found.get(lay, 0) + 1 / n
    told = lays(state, ADVANCED)
    assert set(found) <= set(told)
    assert all(abs(found.get(lay, 0) - p) < 2 / n for lay, p in told.items())


def test_every_set_of_a_hand_is_weighed_once(played):
    sets, worth = np.zeros(MOST_SETS, np.int64), np.zeros(MOST_SETS)
    assert weigh_sets(played(SEVEN).record[0], sets, worth) == MOST_SETS - 1
    assert sorted({int(lay).bit_count() for lay in sets[:-1]}) == list(range(1, 8))
    assert len(set(sets[:-1].tolist())) == MOST_SETS - 1


def test_there_is_a_lay_to_try_for_every_move(eras, played):
    state = played(SEVEN)
    for view in (state.view(0), state.child(state.parse("+3")).view(0)):
        assert sorted({turn[0] for turn in turns_at(view)}) == sorted(view.legal)


def deal(eras, options, player, seed):
    options = eras.options(options)
    players = [player] + [PolicyPlayer(eras, "advanced") for _seat in range(options["players"] - 1)]
    shoe = Shoe.shuffled(eras, options, seed)
    return play_deal(eras, options, players, shoe, np.random.SeedSequence(seed))


def test_a_lay_is_chosen_once(eras):
    player, searched = expert(Budget(nodes=10)), []
    search = player._search

    def noted(view, rng, **how):
        searched.append(int(view.record["phase"][0]))
        return search(view, rng, **how)

    player._search = noted
    deal(eras, {"players": 2}, player, 3)
    assert NUMBERING in searched
    assert LAYING not in searched


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "retreat": "yes"}])
def test_equal_seeds_give_equal_rounds(eras, options):
    one, other = (deal(eras, options, make_player(eras, "expert@10n"), 8) for _time in range(2))
    assert one.moves == other.moves


def test_it_plays_in_the_middle_of_a_lay(eras, played):
    state = played(SEVEN, "+3")
    choice = make_player(eras, "expert@20n").choose(state.view(0), np.random.default_rng(1))
    assert choice in state.view(0).legal


def test_it_tells_whole_lays_and_the_chosen_first(eras, played):
    view = played(SEVEN).view(0)
    thought = expert(Budget(nodes=60)).think(view, np.random.default_rng(1))
    told = [move.moves for move in thought.values]
    assert set(told) <= set(turns_at(view))
    assert told[0] == thought.turn
    assert all(view.after(turn).current_player != view.seat for turn in told)


def test_its_name_makes_it_again(eras):
    for spec in ("expert", "expert@40n", "expert@0.5s"):
        assert make_player(eras, make_player(eras, spec).name).name == spec


@pytest.mark.soak
def test_expert_beats_advanced(eras):
    found = compare(eras, {"players": 2}, "expert@50n", "advanced", deals=10, seed=31)
    assert found.difference is not None
    assert found.difference.mean > 0


def test_strengths_are_those_of_the_combinations(eras, played):
    rng = np.random.default_rng(6)
    s = played(SEVEN).record[0]
    for _time in range(50):
        hand = sum(1 << int(k) for k in rng.choice(KINDS, 7, replace=False))
        sets, strengths = np.zeros((2, MOST_SETS), np.int64)
        assert (
            every_set(s, 0, hand, sets, strengths, np.zeros(MOST_SETS), np.zeros((2, MOST_SETS)))
            == MOST_SETS
        )
        assert all(strengths[j] == strength(int(sets[j])) for j in range(MOST_SETS))


def test_expert_chooses_the_same_on_any_number_of_threads(played):
    view = played(SEVEN, AFTER_A_LAY).view(1, remembering=True)
    thoughts = []
    try:
        for threads in (1, 3):
            use_threads(threads)
            thoughts.append(expert(Budget(nodes=60)).think(view, np.random.default_rng(2)))
    finally:
        use_threads(1)
    assert thoughts[0] == thoughts[1]
    assert thoughts[0].unit == "chance of winning the match"
