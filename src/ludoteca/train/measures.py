"""The strength of a policy in training: exact where the game is small, else against the ladder."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludoteca.arena.statistics import mean_of
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.kernel import sample_index
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.envs.vector import VectorEnv
from ludoteca.players.learned.model import Model, chances, scratch_of
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.solve import best_response
from ludoteca.solve.tree import GameTree, build_tree
from ludoteca.train.exact import strategy_of

MOST_NODES = 200_000  #: of a game tree in which a policy is measured exactly
DEALS, MATCHES = 2_000, 500  #: against the ladder
_ENVS, _SEED = 250, 0  # of the deals against the ladder


def small_tree(game: Game, options: Options) -> GameTree | None:
    """The tree of a deal; None where it is too large, or players cannot recall what they saw."""
    try:
        return build_tree(game, options, max_nodes=MOST_NODES)
    except LudotecaError:
        return None


def exploitability(model: Model, tree: GameTree) -> float:
    """The exact exploitability: the sum of what best responses gain, divided by the seats."""
    return best_response.exploitability(tree, strategy_of(tree, LearnedPlayer("learned", model)))


@dataclass
class Ladder:
    """Deals, or matches, against the strongest level of the game's policy, the same ones each time.

    Each side is held in as many environments.
    """

    game: Game
    options: Options
    matches: bool = False

    def __post_init__(self) -> None:
        levels = self.game.info.levels if self.game.room("policy") is not None else ()
        #: the name of the opponents
        self.opponent: str | None = levels[-1] if levels else None

    def measure(self, model: Model) -> Simulated | None:
        """Points that ``model`` wins a deal, or its share of the matches."""
        env = VectorEnv(self.game, _ENVS, options=self.options, seed=_SEED, matches=self.matches)
        sides = self.game.teams(self.options)
        side_of = np.array([[s in side for side in sides].index(True) for s in range(env.seats)])
        held = np.arange(_ENVS) % len(sides)
        rng = np.random.default_rng(_SEED)
        scratch = scratch_of(model.network)
        batch = env.reset()
        # As many of each environment: the first to end are the short ones.
        won: list[list[float]] = [[] for _env in range(_ENVS)]
        wanted = (MATCHES if self.matches else DEALS) // _ENVS
        even = 1 / len(sides) if self.matches else 0.0  # rewards are shares less an equal one
        while min(map(len, won)) < wanted:
            actions = env.sample(self.opponent).copy()
            for i in np.flatnonzero(side_of[batch.current_player] == held):
                legal = batch.legal[i, : batch.num_legal[i]]
                chances(model.network, batch.observation[i], legal, len(legal), scratch)
                drawn = sample_index(scratch.prob, len(legal), rng.random())
                actions[i] = legal[drawn]
            batch = env.step(actions)
            for i in np.flatnonzero(batch.terminated | batch.truncated):
                won[i].append(float(batch.reward[i, sides[held[i]][0]]) + even)
        return mean_of([found for each in won for found in each[:wanted]])
