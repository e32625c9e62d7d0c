"""The sentence on what decided a deal: the lance that brought most, with the hands held in it."""

import re

import pytest
from frozen import scene_of

from deals import random_position
from ludoteca.core.ids import SPECTATOR
from ludoteca.games.mus.counting import best_seat
from ludoteca.games.mus.face import decided
from ludoteca.games.mus.face_count import payments
from ludoteca.games.mus.face_lances import NAMES
from ludoteca.games.mus.ids import TEAMS
from ludoteca.web.kit.seats import seat_name

VIEWERS = (SPECTATOR, 0, 1, 2, 3)


def ended(seed):
    """The end of a deal of random moves."""
    return random_position("mus", {"signs": "none"}, 400, seed)


@pytest.mark.parametrize("seed", range(12))
def test_the_lance_told_is_the_one_that_brought_its_side_most(seed):
    state = ended(seed)
    s, told = state.record[0], [decided(scene_of(state, viewer)) for viewer in VIEWERS]
    parts = {one.part for one in told if one is not None}
    if s.points[0] == s.points[1] and not s.ordago:
        assert all(one.sentence.startswith("Even: ") for one in told)
    elif not s.ordago:
        side = int(s.points[1] > s.points[0])
        brought = dict.fromkeys(NAMES, 0)
        for paid in payments(s):
            if paid.side == side:
                brought[NAMES[paid.lance]] += paid.stones
        assert parts <= {name for name, n in brought.items() if n == max(brought.values())}
    assert len(parts) == 1


def test_the_winner_named_has_the_best_hand_of_the_lance():
    """As the rules find it, which the sentence does not ask."""
    named = 0
    for seed in range(60):
        state = ended(seed)
        scene = scene_of(state, SPECTATOR)
        told = decided(scene)
        found = told and re.match(r"(.+) won (\S+) with", told.sentence)
        if not found:
            continue
        lance = list(NAMES).index(told.part)
        best = int(best_seat(state.record[0], lance))
        assert found[1] == seat_name(scene.seats[best]), seed
        side = int(state.record[0].points[1] > state.record[0].points[0])
        assert state.record[0].ordago or best % TEAMS == side
        named += 1
    assert named > 5


def test_stones_of_the_cuenta_are_told_in_their_number(played):
    """A par counts one stone besides the refused bet on it, duples count three."""
    for hand, told in (("RR54", "1 of these is"), ("RRAA", "3 of these are")):
        moves = " ".join(["no-hay-mus", *["paso"] * 8, "envido2 no-quiero"])
        state = played(f"{hand} CC54 7654 7654", moves, *["paso"] * 4)
        assert told in decided(scene_of(state, 0)).sentence


def test_a_bet_that_was_refused_is_told_with_the_hands(played):
    moves = " ".join(["no-hay-mus", *["paso"] * 8, "envido2 no-quiero"])
    state = played("RR54 CC54 7654 7654", moves, *["paso"] * 4)
    mine, others = "a par (king, king)", "a par (caballo, caballo)"
    told = decided(scene_of(state, 1)).sentence
    assert told.endswith(f"had the better hand: {mine}, and you had {others}.")
    assert told.startswith("Pares made the difference: you refused their bet, ")
    assert f"You had the better hand: {mine}, and " in decided(scene_of(state, 0)).sentence


EVEN = "RC54 7654 R654 AAS7"
"""Hands that win two lances for each pair, a stone each, where nobody bets."""


def test_of_an_even_deal_the_lances_of_both_pairs_are_told(played):
    state = played(EVEN, "no-hay-mus", *["paso"] * 12)
    assert state.record[0].points.tolist() == [2, 2]
    ours, theirs = "grande 1 + punto 1", "chica 1 + pares 1"
    told = [decided(scene_of(state, viewer)) for viewer in VIEWERS]
    sentences = [one.sentence for one in told]
    assert sentences[1] == sentences[3] == f"Even: {ours} for you, {theirs} for them."
    assert sentences[2] == sentences[4] == f"Even: {theirs} for you, {ours} for them."
    assert sentences[0].startswith(f"Even: {ours} for Ana and ")
    assert {one.part for one in told} == {"Grande"}


def test_of_an_even_deal_that_ends_the_juego_the_winners_are_told(played):
    state = played(EVEN, "no-hay-mus", *["paso"] * 12, score=(38, 10))
    assert state.record[0].points.tolist() == [2, 2]
    assert decided(scene_of(state, 0)).sentence.startswith("You won grande with ")


def test_who_reached_the_target_has_won_with_fewer_stones(played):
    bet = ["paso"] * 4 + ["paso", "envido2", "paso", "quiero"]
    state = played(EVEN, "no-hay-mus", *bet, *["paso"] * 4, score=(38, 10))
    s = state.record[0]
    assert s.points[1] > s.points[0]
    assert s.score[0] + s.points[0] == 40
    assert decided(scene_of(state, 1)).part in ("Grande", "Punto")


def test_of_equal_hands_it_is_told_why_one_wins(played):
    why = " The hands are equal: the one nearer to the mano wins."
    moves = ["no-hay-mus", "envido5", "quiero", *["paso"] * 8]
    state = played("RC54 RC54 7654 7654", *moves)
    for viewer in VIEWERS:
        told = decided(scene_of(state, viewer))
        assert told.part == "Grande"
        assert told.sentence.endswith(why)
    unlike = played(EVEN, *moves)
    assert not decided(scene_of(unlike, 0)).sentence.endswith(why)
