"""The most that anybody can win from a machine, exactly, where that can be computed.

Amounts are as in duplicate deals: what the opponent gets less what the machine gets, the seats
exchanged. They come from the whole tree of a deal for two where it is small enough, or from the
game's own solver (the hook ``exact_win``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.options import Options, Value
from ludoteca.core.state import State
from ludoteca.players.base import Mixer, seen_by
from ludoteca.players.factory import make_local_player
from ludoteca.solve.best_response import expected_values, nash_conv
from ludoteca.solve.questions import solvable
from ludoteca.solve.tree import Floats, GameTree, build_tree

MAX_NODES = 1_000_000  #: of a tree that is walked for this; seconds
MAX_INFOSETS = 50_000  #: of a tree, at each of which a machine is asked one by one; seconds
_FAR = 1_000.0  #: times ``MAX_NODES``, beyond which a random walk says that a tree is too large
_WALKS = 3  #: that must say so
_DIGITS = 12  #: after the point, which rounding leaves right


@dataclass(frozen=True)
class ExactWins:
    """The points that opponents win from a machine in a duplicate deal on average.

    Attributes
    ----------
    win
        of an opponent that tells its chances; of None, the most that any opponent wins
    quick
        true where it takes little time to ask for many opponents
    a_seating
        the share of a win that the solvers call exploitability: one half where points have a
        constant sum, so that what one side gets the other loses

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> kuhn = load_game("kuhn")
    >>> found = exact_wins(kuhn, kuhn.options(), "random")
    >>> round(found.most, 4), round(found.exploitability, 4)
    (0.9167, 0.4583)
    """

    game: Game
    win: Callable[[Mixer | None], float]
    quick: bool
    a_seating: float

    @cached_property
    def most(self) -> float:
        """The most points a duplicate deal that an opponent can win."""
        return round(self.win(None), _DIGITS) + 0.0

    @property
    def exploitability(self) -> float:
        """The exploitability of the machine in points, as ``ludoteca solve`` tells it."""
        return self.most * self.a_seating

    def won_by(self, opponent: str) -> float | None:
        """The points a duplicate deal that ``opponent`` wins; None if it tells no chances.

        Raises
        ------
        BadInput
            where there is no such player
        """
        player = make_local_player(self.game, opponent)
        return round(self.win(player), _DIGITS) + 0.0 if isinstance(player, Mixer) else None


def exact_wins(game: Game, options: Options, machine: str) -> ExactWins | None:
    """The exact wins from ``machine``; None where they cannot be computed.

    For that it must tell its chances, and a tree be small (:func:`small_tree`).

    Raises
    ------
    BadInput
        where there is no such machine
    """
    player = make_local_player(game, machine)
    if not isinstance(player, Mixer):
        return None
    own = game.hook(rooms.exact_win)
    if own is not None:
        return ExactWins(game, own(options, player), quick=False, a_seating=1.0)
    tree = small_tree(game, options) if game.num_players(options) == 2 else None
    if tree is None:
        return None
    strategy = strategy_of(tree, player)
    # Each seat's points above the other's are counted twice where no sum of points is constant.
    unit = 1.0 if solvable(game) else 0.5

    def win(opponent: Mixer | None) -> float:
        if opponent is None:
            return unit * nash_conv(tree, strategy)
        return unit * _won(tree, strategy, strategy_of(tree, opponent))

    return ExactWins(game, win, quick=True, a_seating=0.5 / unit)


def has_few_positions(game: Game, options: Options) -> bool:
    """True where a solver of the game, or its tree, tells the exploitability of policies."""
    return game.hook(rooms.exact_win) is not None or small_tree(game, options) is not None


def small_tree(game: Game, options: Options) -> GameTree | None:
    """The tree of a deal; None where it is too large, or players cannot recall what they saw.

    It has at most ``MAX_NODES`` nodes and ``MAX_INFOSETS`` information sets. Where two seats'
    points have no constant sum, they are those above the other's; of more such seats there is no
    tree here. Kept for the last game that was asked about.
    """
    return _small_tree(game, tuple(sorted(options.items())))


@lru_cache(maxsize=1)
def _small_tree(game: Game, chosen: tuple[tuple[str, Value], ...]) -> GameTree | None:
    options = dict(chosen)
    general = game.info.utility == "general"
    if general and game.num_players(options) != 2:
        return None
    if is_far_too_large(game, options):
        return None
    try:
        tree = build_tree(game, options, max_nodes=MAX_NODES)
    except LudotecaError:
        return None
    if len(tree.infosets) > MAX_INFOSETS:
        return None
    return of_differences(tree) if general else tree


def is_far_too_large(game: Game, options: Options) -> bool:
    """True where a few random deals show that the tree of a deal has more than ``MAX_NODES`` nodes.

    The numbers of moves and outcomes along a random walk, multiplied, are the number of leaves on
    average. So in a tree of ``MAX_NODES`` they come to 1,000 times as many in at most one walk of
    1,000, and in all of three walks in one trial of a billion. Walking a large tree up to
    ``MAX_NODES`` takes seconds, in buraco minutes.

    References
    ----------
    D. Knuth, Estimating the efficiency of backtrack programs (Mathematics of Computation 29, 1975).
    """
    rng = np.random.default_rng(0)
    for _walk in range(_WALKS):
        state, leaves = State.initial(game, options), 1.0
        while leaves <= _FAR * MAX_NODES:
            if state.is_terminal():
                return False
            if state.is_chance():
                ids = [outcome for outcome, _chance in state.chance_outcomes()]
            else:
                ids = state.legal_actions()
            leaves *= len(ids)
            state.apply(ids[int(rng.integers(len(ids)))])
    return True


def of_differences(tree: GameTree) -> GameTree:
    """The same tree of two seats with a zero sum: points above the other's."""
    points = tree.terminal_returns
    return replace(tree, terminal_returns=points - points[:, ::-1])


def strategy_of(tree: GameTree, player: Mixer) -> Floats:
    """The strategy of a machine in all seats: float64 [sequences], chances of their last moves.

    It is asked at each information set; what it remembers of a deal it is told.
    """
    strategy = np.zeros(tree.n_sequences)
    strategy[0] = 1.0
    for infoset, node in enumerate(tree.infosets["node"].tolist()):
        state = State.initial(tree.game, tree.options)
        for action in tree.history(node):
            state.apply_unchecked(action)
        view = seen_by(player, state, int(tree.infosets["owner"][infoset]))
        chances = player.chances(view)
        moves = tree.moves(infoset)
        actions = tree.sequence_action[moves].tolist()
        strategy[moves] = [chances.get(action, 0.0) for action in actions]
    return strategy


def _won(tree: GameTree, machine: Floats, opponent: Floats) -> float:
    """The points of the opponent less the machine's, the mean over the seatings."""
    owner = np.concatenate(([-1], np.repeat(tree.infosets["owner"], tree.infosets["moves"])))
    won = 0.0
    for seat in range(tree.seats):
        values = expected_values(tree, np.where(owner == seat, opponent, machine))
        won += float(values[seat] - values[1 - seat]) / tree.seats
    return won
