"""A hint says why where the machine can say it."""

from dataclasses import dataclass

import numpy as np

from ludoteca.core import load_game
from ludoteca.players.human import advice


@dataclass
class Thought:
    action: int
    reasons: tuple[str, ...]


class Mute:
    name = "mute"

    def choose(self, view, rng):
        return view.legal[0]


class Speaking(Mute):
    def think(self, view, rng):
        return Thought(view.legal[1], ("it looks best", "it was tried"))


def test_advice_is_the_move_and_its_reasons() -> None:
    view = load_game("nim").new_state().view(0)
    assert advice(Mute(), view, np.random.default_rng(1)) == "Advice: a1 (take 1 object from a)"
    said = advice(Speaking(), view, np.random.default_rng(1))
    assert said == "Advice: a2 (take 2 objects from a)\n  it looks best\n  it was tried"
