"""A whole game tree in flat arrays: walked once over the kernel, then read by the solvers.

The information state of a seat is the sequence of (who acted, what this seat saw of it) since the
deal began. Every such sequence gets a number in a table of steps, exactly, without hashing it away;
two decisions of a seat with the same number are one information set. A walk that finds different
legal moves, or a different own past, inside one information set stops with an error: such a game
has no perfect recall, and what the solvers compute would be wrong for it.

Terms: a *sequence* is one move at one information set, standing for all the moves of its owner
that led there; sequence 0 is the empty one, shared by all seats (B. von Stengel, Efficient
computation of behavior strategies, Games and Economic Behavior 14 (1996)). Information sets and
sequences are numbered in the order of discovery, so parents come before children.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls, rooms
from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, number_text
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.options import Options, Value
from ludoteca.solve.tree_walk import (
    DONE,
    FORGETS,
    LEGAL_DIFFER,
    NO_MOVES,
    TOO_LARGE,
    TOO_LONG,
    walk_tree,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DEFAULT_MAX_NODES = 20_000_000


@dataclass(frozen=True, eq=False)
class GameTree:
    """The whole tree of one deal.

    Structured arrays have the fields of :mod:`ludoteca.solve.tree_walk`.

    Attributes
    ----------
    game
        The game.
    options
        The rule options of the deal.
    root : records [1]
        The position before the deal.
    seats
        The number of seats.
    nodes : NODE [nodes]
        In depth-first order.
    steps : STEP [steps]
        In order of discovery.
    infosets : INFOSET [information sets]
        In order of discovery.
    sequence_action : int64 [sequences]
        The move of each sequence, -1 for the empty one.
    terminal_node : int32 [ends]
        The node of each end of the deal.
    terminal_chance : float64 [ends]
        The product of the chance probabilities.
    terminal_returns : float64 [ends, seats]
        Points.
    terminal_sequence : int32 [ends, seats]
        The last sequence of each seat.
    """

    game: Game
    options: Options
    root: NDArray[np.void] = field(repr=False)
    seats: int
    nodes: NDArray[np.void] = field(repr=False)
    steps: NDArray[np.void] = field(repr=False)
    infosets: NDArray[np.void] = field(repr=False)
    sequence_action: Integers = field(repr=False)
    terminal_node: NDArray[np.int32] = field(repr=False)
    terminal_chance: Floats = field(repr=False)
    terminal_returns: Floats = field(repr=False)
    terminal_sequence: NDArray[np.int32] = field(repr=False)

    @property
    def n_sequences(self) -> int:
        """Number of sequences, the empty one included: the length of every strategy array."""
        return len(self.sequence_action)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hex digits of everything that a solver reads."""
        digest = hashlib.sha256()
        for array in (self.infosets, self.sequence_action, self.terminal_chance):
            digest.update(array.tobytes())
        digest.update(self.terminal_returns.tobytes() + self.terminal_sequence.tobytes())
        return digest.hexdigest()[:16]

    def counts(self) -> dict[str, int]:
        """Nodes by kind, information sets and sequences (the empty one not counted)."""
        actor = self.nodes["actor"]
        return {
            "nodes": len(actor),
            "chance": int(np.sum(actor == CHANCE)),
            "decisions": int(np.sum(actor >= 0)),
            "terminals": len(self.terminal_node),
            "infosets": len(self.infosets),
            "sequences": self.n_sequences - 1,
        }

    def moves(self, infoset: int) -> slice:
        """The sequences of ``infoset``: where its moves lie in a strategy array."""
        first = int(self.infosets["first"][infoset])
        return slice(first, first + int(self.infosets["moves"][infoset]))

    def uniform_strategy(self) -> Floats:
        """The strategy, float64 [sequences], that gives every legal move the same probability."""
        per_infoset = 1.0 / self.infosets["moves"]
        return np.concatenate(([1.0], np.repeat(per_infoset, self.infosets["moves"])))

    def history(self, node: int) -> list[int]:
        """Ids of all moves and chance outcomes from the root to ``node``."""
        ids = []
        while node > 0:
            ids.append(int(self.nodes["action"][node]))
            node = int(self.nodes["parent"][node])
        return ids[::-1]

    def position(self, node: int) -> NDArray[np.void]:
        """The record at ``node``, in a new array of length 1."""
        state = self.root.copy()
        for action in self.history(node):
            calls.apply_action(state, 0, action)
        return state

    def find(self, seat: int, observed: Iterable[tuple[int, int]]) -> int | None:
        """The information set of ``seat`` after it observed these (actor, token) pairs, or None."""
        step = seat
        for actor, token in observed:
            child = self._children.get((step, actor, token))
            if child is None:
                return None
            step = child
        infoset = int(self.steps["infoset"][step])
        return infoset if infoset >= 0 else None

    @cached_property
    def _children(self) -> dict[tuple[int, int, int], int]:
        triples = zip(
            self.steps["parent"].tolist(),
            self.steps["actor"].tolist(),
            self.steps["token"].tolist(),
            strict=True,
        )
        return {key: i for i, key in enumerate(triples) if i >= self.seats}

    @cached_property
    def information_states(self) -> tuple[str, ...]:
        """For people: each information set as ``<seat>: <what the seat saw, in order>``."""
        return tuple(self._information_state(k) for k in range(len(self.infosets)))

    def _information_state(self, infoset: int) -> str:
        owner = int(self.infosets["owner"][infoset])
        words = []
        state = self.root.copy()
        for action in self.history(int(self.infosets["node"][infoset])):
            token = int(calls.observed_action(state, 0, action, owner))
            words.append(self._token_text(state, action, token))
            calls.apply_action(state, 0, action)
        return f"{owner}: {' '.join(words)}"

    def _token_text(self, state: NDArray[np.void], action: int, token: int) -> str:
        if token == HIDDEN:
            return "?"
        coarse = self.game.hook(rooms.token_text) if token != action else None
        return str((coarse or self.game.action_text)(state[0], token))

    def move_texts(self, infoset: int) -> list[str]:
        """The legal moves of ``infoset`` in the game's notation."""
        state = self.position(int(self.infosets["node"][infoset]))
        ids = self.sequence_action[self.moves(infoset)].tolist()
        text = self.game.action_text
        return [text(state[0], action) for action in ids]

    def strategy_table(self, strategy: Floats) -> dict[str, dict[str, float]]:
        """A strategy for people: information state to move to probability, all in text.

        ``strategy`` is float64 [sequences].
        """
        return {
            name: dict(zip(self.move_texts(k), strategy[self.moves(k)].tolist(), strict=True))
            for k, name in enumerate(self.information_states)
        }


def build_tree(
    game: Game,
    options: Mapping[str, Value | bool] | None = None,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
) -> GameTree:
    """Walk the whole tree of the first deal of a match of ``game``.

    Raises
    ------
    BadInput
        Where the tree has more than ``max_nodes`` nodes.
    GameDefinitionError
        Where the game lacks perfect recall or breaks its own caps.
    """
    chosen = game.options(options)
    rules = game.rules
    root = game.state_layout.empty()
    calls.init(root, 0, game.schema.compile(chosen), game.standing_layout.empty())
    seats = game.num_players(chosen)
    width = max(rules.MAX_LEGAL, rules.MAX_CHANCE)
    outcome, found = walk_tree(root, seats, width, rules.MAX_LENGTH, max_nodes)
    tree = GameTree(game, chosen, root, seats, *found)
    if outcome != DONE:
        raise _refusal(tree, outcome, max_nodes)
    return tree


def _refusal(tree: GameTree, outcome: int, max_nodes: int) -> Exception:
    name = tree.game.name
    if outcome == TOO_LARGE:
        return BadInput(
            _("the tree of {game} has more than {limit} nodes: too large to solve whole").format(
                game=name, limit=number_text(max_nodes, ",")
            )
        )
    faults = {
        TOO_LONG: "a deal is longer than MAX_LENGTH",
        NO_MOVES: "there is nothing to do at a position that is not terminal",
        LEGAL_DIFFER: "two positions that the seat cannot tell apart have different legal moves",
        FORGETS: "a seat forgets its own moves (no perfect recall)",
    }
    return GameDefinitionError(
        f"{name}: {faults[outcome]}; after ids {tree.history(len(tree.nodes) - 1)}"
    )
