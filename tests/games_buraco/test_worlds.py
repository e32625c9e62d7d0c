"""Resampled worlds of buraco against brute force, on small decks."""

import numpy as np
import pytest

from deals import decisions
from ludoteca.core import calls
from ludoteca.core.laws.referee import TooManyWorlds, resample_matches
from ludoteca.games.buraco.ids import CHOOSING, FIRST, JOKER, KINDS, TAKE

TINY = {"ranks": 5, "suits": 1, "held": 2, "morto_size": 2, "canastra": 4, "takes": 2}

# Options, and what must be met in the positions that are compared.
CASES = {
    "two_players": (TINY | {"players": 2}, {"known", "morto", "stock out"}),
    "four_players": (TINY | {"ranks": 6, "held": 1}, {"known", "morto", "stock out"}),
    "closed_pile": (TINY | {"players": 2, "pile": "closed", "ranks": 6}, {"known"}),
    "sets_jokers_and_moving_wild_cards": (
        TINY | {"players": 2, "suits": 2, "ranks": 3, "sets": "yes", "jokers": "yes",
                "moving": "yes", "wilds": "2", "single": "free"}, {"known", "morto"},
    ),
    "a_twin_is_thrown": (
        TINY | {"players": 2, "ranks": 6, "held": 3, "single": "twin"}, {"known", "lone"},
    ),
    "closed_and_a_twin": (
        TINY | {"players": 2, "pile": "closed", "ranks": 6, "held": 3, "single": "twin"},
        {"known", "lone"},
    ),
    "melds_taken_back": (
        TINY | {"players": 2, "held": 3, "ranks": 6, "first_meld": 45}, {"known", "back"},
    ),
}  # fmt: skip


def eager(state, rng):
    """A move; the pile is often taken, and melds are laid."""
    legal = state.legal_actions()
    wanted = [a for a in legal if a == TAKE or is_meld(state, a)]
    return int(rng.choice(wanted if wanted and rng.random() < 0.7 else legal))


def is_meld(state, action):
    """True for a move that lays cards."""
    return state.action_text(action)[0] not in "xdkpb"


def met(state):
    """What a position shows."""
    s = state.record[0]
    found = set()
    if s.known.any():
        found.add("known")
    if s.took_morto.any():
        found.add("morto")
    if s.stock == 0:
        found.add("stock out")
    if s.backs.any():
        found.add("back")
    if s.phase == FIRST:
        found.add("first")
    if s.lone and state.current_player() == s.to_move:
        found.add("lone")
    return found


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, marks=pytest.mark.soak if c == "two_players" else ()) for c in CASES],
)
def test_resampled_worlds_are_as_frequent_as_all_that_brute_force_finds(buraco, case):
    options, wanted = CASES[case]
    rng = np.random.default_rng(3)
    seen, compared = set(), 0
    for seed in range(40):
        for state in decisions(buraco, options, seed, choose=eager):
            shows = met(state)
            if shows <= seen and rng.random() > 0.03:
                continue
            for seat in range(state.num_players):
                try:
                    sentence = resample_matches(state, seat, rng, draws=600, limit=3_000)
                except TooManyWorlds:
                    continue
                assert sentence is None, f"{sentence}: seed {seed}, seat {seat}, {state.moves}"
                compared += 1
                seen |= shows
        if wanted | {"first"} <= seen and compared > 12:
            break
    assert wanted | {"first"} <= seen


def test_a_card_known_to_be_in_a_hand_is_in_it_in_every_world(buraco, at):
    state = at("9C 9D", others=["5H 6H KC"], phase=CHOOSING)
    state.record[0].known[1, 13 * 2 + 4] = 1
    out = buraco.state_layout.empty(1)
    rng = np.random.default_rng(1)
    for _draw in range(50):
        calls.resample(state.record, 0, 0, rng, out, 0)
        assert out[0].hand[1, 13 * 2 + 4] >= 1
        assert out[0].hand[1].sum() == 3


def test_the_unseen_copies_are_drawn_in_proportion(buraco, at):
    """Of 104 cards two jokers' places are none: a card with one copy unseen is half as likely."""
    state = at("9C", others=["KC", "KC", "KC"], phase=CHOOSING)
    rng, out = np.random.default_rng(2), buraco.state_layout.empty(1)
    found = np.zeros(KINDS)
    for _draw in range(3000):
        calls.resample(state.record, 0, 0, rng, out, 0)
        found += out[0].hand[1]
    assert found[JOKER] == 0
    expected = 3000 / 103
    assert abs(found[8] - expected) < 5 * expected**0.5
    others = np.delete(found[:52], 8)
    assert abs(others.mean() - 2 * expected) < 2
