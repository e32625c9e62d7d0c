"""Random deals: cards are conserved after every move, there is always a move, and deals end."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core import calls, kernel
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.games.buraco.ids import EARLY, KINDS, MELDS, PAIRS, UNDRAWN
from ludoteca.games.buraco.melds import add_meld_cards
from ludoteca.games.buraco.options import PROFILES
from ludoteca.games.buraco.rules import MAX_LENGTH

FINE, NO_MOVE, NOT_ASCENDING, CARDS_LOST, HANDS_WRONG, TOO_LONG = range(6)


@njit
def sound(s, deck, found):
    """True where the cards of each kind are those of the ``deck``, and the counts are right."""
    undealt = 0
    pile = 0
    for kind in range(KINDS):
        found[kind] = s.deck[kind] + s.pile[kind]
        undealt += s.deck[kind]
        pile += s.pile[kind]
    for pair in range(PAIRS):
        if s.melds[pair] > MELDS:
            return HANDS_WRONG
        for meld in range(s.melds[pair]):
            add_meld_cards(s, pair, meld, found, 1)
    for owner in range(s.players):
        held = 0
        for kind in range(KINDS):
            found[kind] += s.hand[owner, kind]
            held += s.hand[owner, kind]
            if s.known[owner, kind] > s.hand[owner, kind]:
                return HANDS_WRONG
        if held != s.in_hand[owner]:
            return HANDS_WRONG
    for kind in range(KINDS):
        if found[kind] != deck[kind]:
            return CARDS_LOST
    to_deal = s.to_come if s.phase == 0 or s.phase == 5 else 0
    left = UNDRAWN if s.stock_ends == EARLY else 0
    if undealt != s.undealt or undealt != s.stock + s.mortos * s.morto_size + to_deal + left:
        return HANDS_WRONG
    return FINE if pile == s.pile_cards else HANDS_WRONG


@njit
def play_deals(states, deals, deck, level, rng, ids, prob, found):
    """Play ``deals`` deals by the policy, or at random (``level`` -1); the first fault, or FINE.

    ``states[2]`` is left as it was before the fault.
    """
    for _deal in range(deals):
        states[1] = states[0]
        moves = 0
        while True:
            player = kernel.current_player(states[1])
            if player == TERMINAL:
                break
            states[2] = states[1]
            if player == CHANCE:
                action = kernel.sample_chance(states[1], rng, ids, prob)
            else:
                n = kernel.legal_actions(states[1], ids)
                if n == 0:
                    return NO_MOVE
                for i in range(1, n):
                    if ids[i - 1] >= ids[i]:
                        return NOT_ASCENDING
                action = ids[int(rng.random() * n)]
                if level >= 0:
                    n = kernel.policy_probs(states[1], level, ids, prob)
                    action = ids[kernel.sample_index(prob, n, rng.random())]
            kernel.apply_action(states[1], action)
            fault = sound(states[1], deck, found)
            if fault != FINE:
                return fault
            moves += 1
            if moves > MAX_LENGTH:
                return TOO_LONG
    return FINE


def soak(game, options, deals, level=-1):
    """Play deals and compare the cards with the deck after every move."""
    options = game.options(options)
    states = game.state_layout.empty(3)
    calls.init(states, 0, game.schema.compile(options), game.standing_layout.empty(1))
    deck = np.bincount(game.rules.cards(options), minlength=KINDS)
    scratch = (np.random.default_rng(1), *game.buffers(), np.zeros(KINDS, np.int64))
    return play_deals(states, deals, deck, level, *scratch)


VARIED = {
    "aces": {"profile": "aberto", "sets": "aces", "moving": "yes", "wilds": "2"},
    "strict": {"profile": "fechado", "morto": "direct", "dry": "no", "going_out": "clean"},
    "minimum": {"profile": "stbl", "first_meld": 75, "morto": "indirect", "stock_end": "ends"},
    "small": {"ranks": 6, "suits": 2, "held": 3, "morto_size": 2, "canastra": 4, "sets": "yes",
              "moving": "yes", "wilds": "2", "players": 2},
    "two players": {"profile": "aberto", "players": 2, "unused_morto": "yes"},
}  # fmt: skip
ALL = {name: {"profile": name} for name in PROFILES} | VARIED


@pytest.mark.parametrize("name", ALL)
def test_cards_are_conserved_in_random_deals(buraco, name):
    """One deal without the compiled loop, which takes long to compile."""
    rng, options = np.random.default_rng(1), buraco.options(ALL[name])
    deck = np.bincount(buraco.rules.cards(options), minlength=KINDS)
    found = np.zeros(KINDS, np.int64)
    state = buraco.new_state(options)
    while not state.is_terminal():
        moves = state.possible_actions()
        assert moves
        state.apply_unchecked(int(rng.choice(moves)))
        assert getattr(sound, "py_func", sound)(state.record[0], deck, found) == FINE


@pytest.mark.soak
@pytest.mark.parametrize("name", ALL)
def test_cards_are_conserved_in_100000_random_deals(buraco, name):
    assert soak(buraco, ALL[name], 100_000) == FINE


@pytest.mark.soak
@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("name", ALL)
def test_cards_are_conserved_in_10000_deals_of_the_policy(buraco, name, level):
    assert soak(buraco, ALL[name], 10_000, level) == FINE


@pytest.mark.soak
def test_no_index_is_out_of_bounds_in_random_deals_and_in_those_of_the_policy():
    code = "from test_soak import *\nfrom ludoteca.core.registry import load_game\n"
    code += "game = load_game('buraco')\n"
    code += "for options in ALL.values():\n for level in (-1, 0, 1):\n"
    code += "  assert soak(game, options, 300, level) == FINE"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
