"""Any player as a strategy of a round, beside those whose chances are known as arrays."""

import numpy as np
import pytest

from ludoteca.core import load_game
from ludoteca.games.poker.solver.of_player import sides_of
from ludoteca.games.poker.solver.policy_tables import policy_player
from ludoteca.games.poker.solver.response import exploited
from ludoteca.games.poker.solver.round_paths import SEATS, Round
from ludoteca.games.poker.solver.value import round_value
from ludoteca.players import make_local_player
from ludoteca.train.exact import exact_wins

SMALL = {"ranks": 3, "copies": 3, "hand": 3, "most": 1}
KINDS = ("rapida", "estrategica", "completa")


def of(kind):
    """The options of a small round of a kind, and the round."""
    options = load_game("poker").options(SMALL | {"round": kind})
    return options, Round.of(options)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["nosso", "cauteloso", "aleatório"])
def test_a_level_asked_at_every_decision_is_the_level_as_arrays(level, kind):
    options, played = of(kind)
    found = sides_of(make_local_player(load_game("poker"), level), options)
    right = policy_player(level, played.deck).in_round(played)
    for seat in SEATS:
        np.testing.assert_allclose(found[seat].exchange, right.side(seat).floats().exchange)
        np.testing.assert_allclose(found[seat].fold, right.side(seat).floats().fold)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_won_is_what_the_exact_solver_of_the_round_tells(kind):
    options, played = of(kind)
    exact = exact_wins(load_game("poker"), options, "cauteloso")
    machine, other = (policy_player(name, played.deck).in_round(played)
                      for name in ("cauteloso", "nosso"))  # fmt: skip
    assert exact.most == pytest.approx(float(exploited(played, machine).mean))
    assert exact.exploitability == exact.most
    as_first = round_value(played, other, machine).difference
    as_second = -round_value(played, machine, other).difference
    assert exact.won_by("nosso") == pytest.approx(float(as_first + as_second) / 2)
    assert exact.won_by("cauteloso") == pytest.approx(0.0, abs=1e-9)
    assert exact.won_by("nosso") <= exact.most + 1e-9


def test_who_never_folds_has_a_strategy_too():
    """A machine with a habit has no arrays of its own; it wins what it wins as it is played."""
    options, _played = of("completa")
    exact = exact_wins(load_game("poker"), options, "calls:cauteloso")
    assert exact.won_by("folds:cauteloso") == pytest.approx(-2.5)
    assert exact.most > 0
