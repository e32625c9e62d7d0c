"""The hand that moves tell, beside numbers worked out by hand."""

from math import log2

import numpy as np
import pytest

from deals import decisions
from ludoteca.core.registry import load_game
from ludoteca.players import make_local_player
from ludoteca.train import tells
from ludoteca.train.tells import tells_of, told_at

JACK, QUEEN, KING = 1, 2, 3
HANDS = 4_000
NEAR = 0.03  # more than three standard errors of a chance of one half in so many hands


def entropy(p):
    """Of a bet that is made with chance ``p``, in bits."""
    return -sum(q * log2(q) for q in (p, 1 - p) if q > 0)


def opening(opponent, own):
    """The first decision of a deal of Kuhn poker."""
    found = (s for seed in range(60) for s in decisions("kuhn", seed=seed) if len(s.moves) == 2)
    return next(s for s in found if s.record["hand"][0].tolist() == [own, opponent])


# Chances to open with the two cards that the seat may hold beside the opponent's. `basic` is honest
# and opens with the king alone; `advanced` is an equilibrium that bluffs: 1/3, 0 and 1.
BETS = [
    ("basic", JACK, 0, 1, 1.0),
    ("basic", QUEEN, 0, 1, 1.0),
    ("basic", KING, 0, 0, 0.0),
    ("advanced", JACK, 0, 1, 1.0),
    ("advanced", QUEEN, 1 / 3, 1, 1 / 3),  # only the jack passes, in two of three times
    ("advanced", KING, 1 / 3, 0, 1 / 6),  # only the jack bets, in one of three times
]


@pytest.mark.parametrize(("machine", "opponent", "low", "high", "shown"), BETS)
def test_an_opening_of_kuhn_tells_what_is_worked_out(machine, opponent, low, high, shown):
    """The two cards are equally likely: the entropy of the bet, less that with each."""
    state = opening(opponent, next(c for c in (JACK, QUEEN, KING) if c != opponent))
    player, rng = make_local_player(load_game("kuhn"), machine), np.random.default_rng(1)
    told = told_at(player, state, rng, HANDS)
    bits = entropy((low + high) / 2) - (entropy(low) + entropy(high)) / 2
    assert told.bits == pytest.approx(bits, abs=NEAR)
    assert told.shown == pytest.approx(shown, abs=NEAR)


def test_the_honest_machine_tells_of_its_hand_what_is_worked_out_for_each_deal():
    """By deal, the mean over its decisions: openings of 1 or 0 bits, calls with 1, 1/2 and 0."""
    game = load_game("kuhn")
    called = entropy(1 / 4) - entropy(1 / 2) / 2
    bits = (2 * (1 + called) / 2 + 2 * (0 + 1 + called) / 3 + 2 * 1) / 6
    shown = (2 * (1 + 1 / 4) / 2 + 2 * (0 + 1 + 1 / 4) / 3 + 2 * 1) / 6
    found = tells_of(game, game.options(), "basic", 100, 1)
    for told, right in ((found.bits, bits), (found.shown, shown)):
        assert told.n == 100
        assert abs(told.mean - right) < told.high - told.low  # about four standard errors
    assert tells_of(game, game.options(), "basic", 100, 1) == found


class Scripted:
    """Opens with chances by its card, another's being hardly ever, or fails with a king."""

    name = "scripted"

    def __init__(self, hardly=0.0, fails=False):
        self.hardly, self.fails = hardly, fails

    def chances(self, view):
        king = view.record["hand"][0, view.seat] == KING
        if king and self.fails:
            raise KeyError("king")
        bet = 1.0 - self.hardly if king else self.hardly
        return dict(zip(view.legal, (1.0 - bet, bet), strict=True))

    def choose(self, view, rng):
        return max(view.legal, key=self.chances(view).get)


def test_a_hand_that_would_hardly_make_a_move_does_not_hide_the_one_that_does():
    """A network gives every move some chance."""
    state = opening(JACK, KING)
    told = [told_at(Scripted(p), state, np.random.default_rng(1), HANDS) for p in (0.0, 1e-9)]
    assert told[0].shown == pytest.approx(1.0)
    assert told[1].shown == pytest.approx(1.0)


def test_of_a_machine_that_fails_nothing_is_said(monkeypatch):
    monkeypatch.setattr(tells, "make_local_player", lambda game, spec: Scripted(fails=True))
    kuhn = load_game("kuhn")
    assert tells_of(kuhn, kuhn.options(), "scripted", 20, 1) is None


def test_random_play_tells_nothing():
    game = load_game("kuhn")
    blind = tells_of(game, game.options(), "random", 20, 1)
    assert blind.bits.mean == pytest.approx(0.0, abs=1e-12)
    assert blind.shown.mean == 0.0


def test_of_a_game_that_hides_nothing_and_of_a_machine_that_tells_no_chances_nothing_is_said():
    nim, kuhn = load_game("nim"), load_game("kuhn")
    assert tells_of(nim, nim.options(), "basic", 3, 1) is None
    assert tells_of(kuhn, kuhn.options(), "belief@10", 3, 1) is None


def test_another_hand_of_the_seat_changes_nothing_of_what_its_moves_tell():
    """The opponent sees the same: of both deals the same hands are thought of."""
    player = make_local_player(load_game("kuhn"), "advanced")
    found = [told_at(player, opening(QUEEN, own), np.random.default_rng(1)) for own in (JACK, KING)]
    assert found[0] == found[1]
