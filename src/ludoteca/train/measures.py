"""The strength of a policy in training: exact where the game is small, else against the ladder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.statistics import mean_of
from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.envs.vector import VectorEnv
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.model import Model, chances_of_rows, scratch_of
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.solve.best_response import exploitability
from ludoteca.solve.tree import Floats, GameTree
from ludoteca.train.exact import small_tree
from ludoteca.train.experience import margins, strongest_level, with_chances

DEALS, MATCHES = 2_000, 500  #: against the ladder
_ENVS, _SEED = 250, 0  # of the deals against the ladder


def exact_measure(game: Game, options: Options) -> Callable[[Model], float] | None:
    """The exact exploitability of policies, in points; None where it cannot be computed.

    It is what best responses gain, the mean over the seats: of points above the other's where two
    seats' points have no constant sum.
    """
    own = game.hook(rooms.exact_win)
    if own is not None:
        return lambda model: own(options, LearnedPlayer("learned", model))(None)
    tree = small_tree(game, options)
    return None if tree is None else TreeMeasure(tree)


class TreeMeasure:
    """The exploitability of policies in a tree, whose rows are made once."""

    def __init__(self, tree: GameTree) -> None:
        self._tree = tree
        space = ObservationSpace(tree.game, tree.options)
        infosets = zip(tree.infosets["node"].tolist(), tree.infosets["owner"].tolist(), strict=True)
        self._rows: NDArray[np.float32] = np.array(
            [space.of(tree.position(node), seat) for node, seat in infosets]
        )
        self._places = ActionSpace(tree.game).places[np.maximum(tree.sequence_action, 0)]

    def __call__(self, model: Model) -> float:
        """The exploitability of ``model``."""
        return exploitability(self._tree, self.strategy(model))

    def strategy(self, model: Model) -> Floats:
        """The chances of ``model`` at all information sets: float64 [sequences]."""
        strategy = np.ones(self._tree.n_sequences)
        first = self._tree.infosets["first"].astype(np.int64)
        moves = self._tree.infosets["moves"].astype(np.int64)
        chances_of_rows(
            model.network, self._rows, self._places, first, moves, scratch_of(model.network),
            strategy,
        )  # fmt: skip
        return strategy


@dataclass
class Ladder:
    """Deals, or matches, against the strongest level of the game's policy, the same ones each time.

    Each side is held in as many environments.

    Attributes
    ----------
    opponent
        the name of the level; None where the opponents play at random
    """

    game: Game
    options: Options
    matches: bool = False

    def __post_init__(self) -> None:
        #: the name of the opponents; None where they play at random
        self.opponent = strongest_level(self.game)

    def measure(self, model: Model) -> Simulated | None:
        """Points that ``model`` wins a deal, or its share of the matches, with a 95 % interval.

        They are those above the mean of all sides.
        """
        env = VectorEnv(self.game, _ENVS, options=self.options, seed=_SEED, matches=self.matches)
        sides = self.game.teams(self.options)
        side_of = np.array([[s in side for side in sides].index(True) for s in range(env.seats)])
        held = np.arange(_ENVS) % len(sides)
        rng = np.random.default_rng(_SEED)
        scratch = scratch_of(model.network)
        margin = margins(self.game, self.options)
        batch = with_chances(env, env.reset(), model.level)
        # As many of each environment: the first to end are the short ones.
        won: list[list[float]] = [[] for _env in range(_ENVS)]
        wanted = (MATCHES if self.matches else DEALS) // _ENVS
        even = 1 / len(sides) if self.matches else 0.0  # rewards are shares less an equal one
        while min(map(len, won)) < wanted:
            actions = env.sample(self.opponent).copy()
            mine = np.flatnonzero(side_of[batch.current_player] == held)
            moves = batch.num_legal[mine].astype(np.int64)
            legal = batch.legal[mine][np.arange(batch.legal.shape[1]) < moves[:, None]]
            last = np.cumsum(moves)
            prob = np.zeros(len(legal))
            chances_of_rows(
                model.network, batch.observation[mine], legal, last - moves, moves, scratch, prob
            )
            # The chances of row k reach from k to k + 1 in their sum over all rows.
            drawn = np.searchsorted(np.cumsum(prob), np.arange(len(mine)) + rng.random(len(mine)))
            actions[mine] = legal[np.clip(drawn, last - moves, last - 1)]
            batch = with_chances(env, env.step(actions), model.level)
            for i in np.flatnonzero(batch.terminated | batch.truncated):
                won[i].append(float(margin[sides[held[i]][0]] @ batch.reward[i]) + even)
        return mean_of([found for each in won for found in each[:wanted]])
