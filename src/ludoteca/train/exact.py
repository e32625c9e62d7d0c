"""The most that anybody can win from a machine, exactly, where the whole game is small enough.

Amounts are as in duplicate deals: what the opponent gets less what the machine gets, the seats
exchanged. For two seats whose points have a constant sum the most is what the two best responses
gain together (``nash_conv``), twice the exploitability that ``ludoteca solve`` tells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.options import Options
from ludoteca.core.state import State
from ludoteca.players.base import Mixer, seen_by
from ludoteca.players.factory import make_local_player
from ludoteca.solve.best_response import expected_values, nash_conv
from ludoteca.solve.questions import solvable
from ludoteca.solve.tree import Floats, GameTree, build_tree

MAX_NODES = 500_000  #: of a tree that is walked for this; less than a second
_DIGITS = 12  #: after the point, which rounding leaves right


@dataclass(frozen=True)
class ExactWins:
    """The whole tree of a deal with the strategy that a machine plays in it."""

    tree: GameTree
    machine: Floats

    @property
    def most(self) -> float:
        """The most that an opponent can win a duplicate deal from the machine."""
        return round(nash_conv(self.tree, self.machine), _DIGITS)

    def won_by(self, opponent: str) -> float | None:
        """The amount that ``opponent`` wins a duplicate deal; None if it tells no chances."""
        other = strategy_of(self.tree, opponent)
        return None if other is None else self._won(other)

    def _won(self, other: Floats) -> float:
        owner = np.concatenate(
            ([-1], np.repeat(self.tree.infosets["owner"], self.tree.infosets["moves"]))
        )
        won = 0.0
        for seat in range(self.tree.seats):
            values = expected_values(self.tree, np.where(owner == seat, other, self.machine))
            won += float(values[seat] - values[1 - seat]) / 2
        return round(won, _DIGITS) + 0.0


def exact_wins(game: Game, options: Options, machine: str) -> ExactWins | None:
    """The exact wins from ``machine``; None where they cannot be computed.

    For that it must tell its chances, there must be two seats whose points have a constant sum, and
    a deal whose whole tree has at most ``MAX_NODES`` nodes.
    """
    if game.num_players(options) != 2 or not solvable(game):
        return None
    if not isinstance(make_local_player(game, machine), Mixer):
        return None
    try:
        tree = build_tree(game, options, max_nodes=MAX_NODES)
    except BadInput:
        return None
    strategy = strategy_of(tree, machine)
    return None if strategy is None else ExactWins(tree, strategy)


def strategy_of(tree: GameTree, spec: str) -> Floats | None:
    """The strategy array of a machine in all seats; None if it tells no chances."""
    strategy = np.zeros(tree.n_sequences)
    strategy[0] = 1.0
    for infoset, node in enumerate(tree.infosets["node"].tolist()):
        player = make_local_player(tree.game, spec)
        if not isinstance(player, Mixer):
            return None
        state = State.initial(tree.game, tree.options)
        for action in tree.history(node):
            state.apply_unchecked(action)
        view = seen_by(player, state, int(tree.infosets["owner"][infoset]))
        chances = player.chances(view)
        moves = tree.moves(infoset)
        actions = tree.sequence_action[moves].tolist()
        strategy[moves] = [chances.get(action, 0.0) for action in actions]
    return strategy
