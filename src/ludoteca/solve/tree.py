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

from ludoteca.core import calls, kernel
from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, HIDDEN, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.options import Options, Value

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

NODE = np.dtype(
    (
        np.record,
        [
            ("action", np.int64),  # id of the move or chance outcome that led here; -1 at the root
            ("parent", np.int32),  # node it was made at; -1 at the root
            ("infoset", np.int32),  # information set of the seat to move; -1 at chance and at the end
            ("actor", np.int32),  # seat to move, CHANCE or TERMINAL
            ("depth", np.int32),  # moves and chance outcomes since the root
        ],
    )
)
STEP = np.dtype(
    (
        np.record,
        [
            ("token", np.int64),  # what the seat saw
            ("parent", np.int32),  # step before; steps 0 to seats - 1 are the empty sequences
            ("actor", np.int32),  # seat that acted, or CHANCE
            ("infoset", np.int32),  # information set after this step; -1 if the seat does not decide
            ("_", np.int32),
        ],
    )
)
INFOSET = np.dtype(
    (
        np.record,
        [
            ("owner", np.int32),  # seat that decides
            ("parent", np.int32),  # sequence of the owner that leads here
            ("first", np.int32),  # its sequences are first, first + 1, ... first + moves - 1
            ("moves", np.int32),  # number of legal moves
            ("step", np.int32),  # its information state, as a step
            ("node", np.int32),  # the first node that was found in it
        ],
    )
)

# What the walk found, as its first result.
_DONE, _TOO_LARGE, _TOO_LONG, _NO_MOVES, _LEGAL_DIFFER, _FORGETS = range(6)

DEFAULT_MAX_NODES = 20_000_000


@dataclass(frozen=True, eq=False)
class GameTree:
    """The whole tree of one deal.

    ``nodes`` (dtype ``NODE``) in depth-first order, ``steps`` (``STEP``) and ``infosets``
    (``INFOSET``) in order of discovery; ``sequence_action`` (int64, by sequence; entry 0 unused).
    For each end of the deal: ``terminal_node``, ``terminal_chance`` (product of the chance
    probabilities), ``terminal_returns`` (ends x seats) and ``terminal_sequence`` (ends x seats, the
    last sequence of each seat).
    """

    game: Game
    options: Options
    root: NDArray[np.record] = field(repr=False)
    seats: int
    nodes: NDArray[np.record] = field(repr=False)
    steps: NDArray[np.record] = field(repr=False)
    infosets: NDArray[np.record] = field(repr=False)
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
        """The strategy array that gives every legal move the same probability."""
        per_infoset = 1.0 / self.infosets["moves"]
        return np.concatenate(([1.0], np.repeat(per_infoset, self.infosets["moves"])))

    def history(self, node: int) -> list[int]:
        """Ids of all moves and chance outcomes from the root to ``node``."""
        ids = []
        while node > 0:
            ids.append(int(self.nodes["action"][node]))
            node = int(self.nodes["parent"][node])
        return ids[::-1]

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

    def _token_text(self, state: NDArray[np.record], action: int, token: int) -> str:
        notation = self.game.notation
        if token == HIDDEN:
            return "?"
        if token == action or not hasattr(notation, "token_text"):
            text: str = notation.action_text(state[0], token)
        else:
            text = notation.token_text(state[0], token)
        return text

    def move_texts(self, infoset: int) -> list[str]:
        """The legal moves of ``infoset`` in the game's notation."""
        state = self.root.copy()
        for action in self.history(int(self.infosets["node"][infoset])):
            calls.apply_action(state, 0, action)
        ids = self.sequence_action[self.moves(infoset)].tolist()
        return [self.game.notation.action_text(state[0], action) for action in ids]

    def strategy_table(self, strategy: Floats) -> dict[str, dict[str, float]]:
        """A strategy array for people: information state to move to probability, all in text."""
        return {
            name: dict(zip(self.move_texts(k), strategy[self.moves(k)].tolist(), strict=True))
            for k, name in enumerate(self.information_states)
        }


def build_tree(
    game: Game,
    options: Mapping[str, Value | bool] | None = None,
    standing: NDArray[np.record] | None = None,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
) -> GameTree:
    """Walk the whole tree of one deal of ``game`` from ``standing`` (by default a new match).

    Raises ``BadInput`` where the tree has more than ``max_nodes`` nodes, and
    ``GameDefinitionError`` where the game lacks perfect recall or breaks its own caps.
    """
    chosen = game.options(options)
    rules = game.rules
    root = game.state_layout.empty()
    if standing is None:
        standing = game.standing_layout.empty()
    calls.init(root, 0, game.schema.compile(chosen), standing)
    seats = game.num_players(chosen)
    width = max(rules.MAX_LEGAL, rules.MAX_CHANCE)
    outcome, node, *arrays = _walk(root, seats, width, rules.MAX_LENGTH, max_nodes)
    tree = GameTree(game, chosen, root, seats, *arrays)
    if outcome != _DONE:
        raise _refusal(tree, outcome, node, max_nodes)
    return tree


def _refusal(tree: GameTree, outcome: int, node: int, max_nodes: int) -> Exception:
    name = tree.game.name
    if outcome == _TOO_LARGE:
        return BadInput(
            _("the tree of {game} has more than {limit} nodes: too large to solve whole").format(
                game=name, limit=f"{max_nodes:,}"
            )
        )
    faults = {
        _TOO_LONG: "a deal is longer than MAX_LENGTH",
        _NO_MOVES: "there is nothing to do at a position that is not terminal",
        _LEGAL_DIFFER: "two positions that the seat cannot tell apart have different legal moves",
        _FORGETS: "a seat forgets its own moves (no perfect recall)",
    }
    return GameDefinitionError(f"{name}: {faults[outcome]}; after ids {tree.history(node)}")


@njit
def _grown(array):  # type: ignore[no-untyped-def]
    """A copy of ``array`` with twice as many rows; those added are not initialised."""
    bigger = np.empty((2 * array.shape[0], *array.shape[1:]), array.dtype)
    bigger[: array.shape[0]] = array
    return bigger


@njit
def _slot(table, steps, parent, actor, token):  # type: ignore[no-untyped-def]
    """Where the step (parent, actor, token) is in the open-addressing ``table``, or belongs."""
    prime = 2_147_483_647
    mixed = (int(parent) * 1_000_003 + int(token) % prime) % prime
    mixed = (mixed * 69_069 + int(actor) + 7) % prime
    mask = table.shape[0] - 1
    slot = (mixed ^ (mixed >> 15)) & mask
    while table[slot] >= 0:
        step = steps[table[slot]]
        if step.token == token and step.parent == parent and step.actor == actor:
            break
        slot = (slot + 1) & mask
    return slot


@njit
def _rehashed(steps, n, seats, capacity):  # type: ignore[no-untyped-def]
    """A table of ``capacity`` slots (a power of two) that holds steps ``seats`` to ``n - 1``."""
    table = np.full(capacity, -1, np.int32)
    for i in range(seats, n):
        step = steps[i]
        table[_slot(table, steps, step.parent, step.actor, step.token)] = i
    return table


@njit
def _same_moves(sequence_action, first, ids, n):  # type: ignore[no-untyped-def]
    """True if the moves recorded from ``first`` are ``ids[:n]``."""
    for j in range(n):
        if sequence_action[first + j] != ids[j]:
            return False
    return True


@njit
def _walk(root, seats, width, max_length, max_nodes):  # type: ignore[no-untyped-def]
    """Walk the tree below ``root[0]`` depth first, with an own stack.

    ``width`` bounds legal moves and chance outcomes, ``max_length`` the depth. Returns the outcome
    (``_DONE`` or what went wrong), the last node, and the arrays of :class:`GameTree` in its order.
    """
    nodes = np.empty(1024, NODE)
    steps = np.empty(1024, STEP)
    infosets = np.empty(256, INFOSET)
    sequence_action = np.empty(1024, np.int64)
    terminal_node = np.empty(256, np.int32)
    terminal_chance = np.empty(256, np.float64)
    terminal_returns = np.empty((256, seats), np.float64)
    terminal_sequence = np.empty((256, seats), np.int32)
    n_nodes = 0
    n_infosets = 0
    n_sequences = 1
    n_terminals = 0
    sequence_action[0] = -1
    n_steps = seats
    for seat in range(seats):
        steps[seat].token = 0
        steps[seat].parent = -1
        steps[seat].actor = CHANCE
        steps[seat].infoset = -1
    table = _rehashed(steps, n_steps, seats, 4096)

    # By depth: the position, its node, what can happen there and how much of it is done.
    stack = np.empty(max_length + 1, root.dtype)
    node_at = np.empty(max_length + 1, np.int64)
    ids = np.empty((max_length + 1, width), np.int64)
    prob = np.ones((max_length + 1, width), np.float64)
    count = np.zeros(max_length + 1, np.int64)
    done = np.empty(max_length + 1, np.int64)
    reach = np.ones(max_length + 1, np.float64)
    step_at = np.empty((max_length + 1, seats), np.int64)
    last = np.zeros((max_length + 1, seats), np.int64)

    outcome = _DONE
    stack[0] = root[0]
    step_at[0] = np.arange(seats)
    entered = True
    depth = 0
    while depth >= 0:
        if entered:
            entered = False
            if n_nodes == max_nodes:
                outcome = _TOO_LARGE
                break
            if n_nodes == nodes.shape[0]:
                nodes = _grown(nodes)
            actor = int(kernel.current_player(stack[depth]))
            node = n_nodes
            n_nodes += 1
            nodes[node].action = ids[depth - 1, done[depth - 1] - 1] if depth > 0 else -1
            nodes[node].parent = node_at[depth - 1] if depth > 0 else -1
            nodes[node].infoset = -1
            nodes[node].actor = actor
            nodes[node].depth = depth
            node_at[depth] = node
            done[depth] = 0

            if actor == TERMINAL:
                if n_terminals == terminal_node.shape[0]:
                    terminal_node = _grown(terminal_node)
                    terminal_chance = _grown(terminal_chance)
                    terminal_returns = _grown(terminal_returns)
                    terminal_sequence = _grown(terminal_sequence)
                terminal_node[n_terminals] = node
                terminal_chance[n_terminals] = reach[depth]
                terminal_sequence[n_terminals] = last[depth]
                terminal_returns[n_terminals] = 0.0
                kernel.returns(stack[depth], terminal_returns[n_terminals])
                n_terminals += 1
                count[depth] = 0
            elif actor == CHANCE:
                count[depth] = kernel.chance_outcomes(stack[depth], ids[depth], prob[depth])
            else:
                n = int(kernel.legal_actions(stack[depth], ids[depth]))
                count[depth] = n
                k = int(steps[step_at[depth, actor]].infoset)
                if k < 0:
                    k = n_infosets
                    n_infosets += 1
                    if k == infosets.shape[0]:
                        infosets = _grown(infosets)
                    infosets[k].owner = actor
                    infosets[k].parent = last[depth, actor]
                    infosets[k].first = n_sequences
                    infosets[k].moves = n
                    infosets[k].step = step_at[depth, actor]
                    infosets[k].node = node
                    steps[step_at[depth, actor]].infoset = k
                    while n_sequences + n > sequence_action.shape[0]:
                        sequence_action = _grown(sequence_action)
                    for j in range(n):
                        sequence_action[n_sequences + j] = ids[depth, j]
                    n_sequences += n
                elif infosets[k].parent != last[depth, actor]:
                    outcome = _FORGETS
                    break
                elif infosets[k].moves != n or not _same_moves(
                    sequence_action, infosets[k].first, ids[depth], n
                ):
                    outcome = _LEGAL_DIFFER
                    break
                nodes[node].infoset = k
            if actor != TERMINAL and count[depth] == 0:
                outcome = _NO_MOVES
                break
            if actor != TERMINAL and depth == max_length:
                outcome = _TOO_LONG
                break

        if done[depth] == count[depth]:
            depth -= 1
            continue
        j = done[depth]
        done[depth] += 1
        node = node_at[depth]
        actor = int(nodes[node].actor)
        action = ids[depth, j]
        if n_steps + seats > steps.shape[0]:
            steps = _grown(steps)
        if 2 * (n_steps + seats) > table.shape[0]:
            table = _rehashed(steps, n_steps, seats, 2 * table.shape[0])
        for seat in range(seats):
            token = int(kernel.observed_action(stack[depth], action, seat))
            before = step_at[depth, seat]
            slot = _slot(table, steps, before, actor, token)
            if table[slot] < 0:
                table[slot] = n_steps
                steps[n_steps].token = token
                steps[n_steps].parent = before
                steps[n_steps].actor = actor
                steps[n_steps].infoset = -1
                n_steps += 1
            step_at[depth + 1, seat] = table[slot]
            last[depth + 1, seat] = last[depth, seat]
        reach[depth + 1] = reach[depth]
        if actor == CHANCE:
            reach[depth + 1] *= prob[depth, j]
        else:
            last[depth + 1, actor] = infosets[nodes[node].infoset].first + j
        stack[depth + 1] = stack[depth]
        kernel.apply_action(stack[depth + 1], action)
        depth += 1
        entered = True

    return (
        outcome,
        n_nodes - 1,
        nodes[:n_nodes].copy(),
        steps[:n_steps].copy(),
        infosets[:n_infosets].copy(),
        sequence_action[:n_sequences].copy(),
        terminal_node[:n_terminals].copy(),
        terminal_chance[:n_terminals].copy(),
        terminal_returns[:n_terminals].copy(),
        terminal_sequence[:n_terminals].copy(),
    )

