# mypy: allow-untyped-defs, allow-untyped-calls
"""Deals in which one seat tries all its moves: for games of few different positions.

In each deal one seat learns. It makes every move at each of its decisions, each on a copy of the
position; of what others do, and of what chance does, one move is drawn. So what its moves are worth
is told of all of them at once, by the same cards, and with as much care where it would hardly ever
come to.

Where a seat sees the same, a policy has the same chances and a move is worth the same on average.
So each row is judged by the network once in an update, however often it is met, and is learned from
once, with the sums of what came of it.

Source: M. Lanctot et al., Monte Carlo sampling for regret minimization in extensive games
(NeurIPS 2009), for sampling of all but one seat's moves (external sampling).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.ids import CHANCE, TERMINAL
from ludoteca.core.jit import njit
from ludoteca.core.options import Options
from ludoteca.core.state import State, seen_alone
from ludoteca.core.view import Memory, SeatView
from ludoteca.players.base import Mixer, memory_of
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.observation import ObservationSpace, words_of, write_rows
from ludoteca.train.experience import Actor, Tallies, margins
from ludoteca.train.rows import RowTable

_NOBODY = -1  # the position before that with which a deal begins


class TreeCollector:
    """Deals of ``game`` in which one seat after the other tries all its moves.

    Parameters
    ----------
    decisions
        of an update, at least
    scale
        by which points are multiplied, so that a usual win is about 1
    seed
        of cards, and of the moves that are drawn
    machine
        holds all sides but that of the seat that learns, and is asked once about each row: what
        looks the same is taken to be played as where it was first met. It reads the position and
        no more than the deal (:attr:`~ludoteca.core.view.Memory.DEAL`). None where the network
        holds all seats
    """

    def __init__(
        self, game: Game, options: Options, decisions: int, scale: float, seed: int,
        machine: Mixer | None = None,
    ) -> None:  # fmt: skip
        self._game, self._options, self._decisions = game, options, decisions
        self._machine, self._rng = machine, np.random.default_rng(seed)
        self._margins = margins(game, options) * scale
        self._seats = len(self._margins)
        self._side = np.zeros(self._seats, np.int64)
        for number, side in enumerate(game.teams(options)):
            self._side[list(side)] = number
        self._space, self._actions = ObservationSpace(game, options), ActionSpace(game)
        self._first = game.new_state(options).record
        self._ids, self._prob = game.buffers()
        actions = self._actions.num_actions
        self._table = RowTable(self._space.size, actions)
        self._judged, self._asked = np.zeros((2, 0), np.bool_)
        self._counts = np.zeros(0)
        self._logs, self._chances, self._others = np.zeros((3, 0, actions), np.float32)
        self._gains = np.zeros((0, actions))
        # Positions, the seat that learns from them, the decision before and the move made there,
        # the row of a decision, what a position is worth to that seat, and, for a machine that
        # reads the deal, its moves after their number.
        self._states = self._first[:0]
        told = 1 + game.rules.MAX_LENGTH if memory_of(machine) else 0
        self._lines = np.zeros((0, told), np.int32)
        self._learner, self._before, self._move, self._row = np.zeros((4, 0), np.int64)
        self._worth = np.zeros(0)
        self._deals = self._made = 0  # deals and decisions so far: how many deals are needed

    def collect(self, actor: Actor, trace: float) -> Tallies:
        """Decisions of the seats that learn, with what came of every move.

        ``trace``, the weight of later gains, is not used: what was won counts, as with a trace of
        1.
        """
        self._judged[:], self._counts[:], self._gains[:] = False, 0, 0
        wanted = self._made + self._decisions
        while self._made < wanted:
            rounds = (wanted - self._made) * self._deals // max(self._made, 1) // self._seats
            self._walk(actor, self._seats * (rounds + 1))
        met = np.flatnonzero(self._counts)
        return Tallies(
            self._table.rows[met],
            self._table.masks[met],
            self._counts[met].astype(np.float32),
            self._logs[met],
            self._gains[met].astype(np.float32),
        )

    def _walk(self, actor: Actor, deals: int) -> None:
        """Play ``deals`` deals, and count what came of them; each seat learns from as many."""
        self._have_positions(deals)
        self._states[:deals] = self._first[0]
        self._learner[:deals] = np.arange(deals) % self._seats
        self._before[:deals] = _NOBODY
        self._lines[:deals] = 0
        number, going = deals, np.arange(deals)
        while len(going):
            movers = play_on(
                self._states, self._lines, going, self._learner, self._worth, self._margins,
                self._rng, self._ids, self._prob,
            )  # fmt: skip
            going, movers = going[movers != TERMINAL], movers[movers != TERMINAL]
            if not len(going):
                break
            rows, masks = self._shown(going, movers)
            own = movers == self._learner[going]
            self._made += int(own.sum())
            others = self._side[movers] != self._side[self._learner[going]]
            others &= self._machine is not None
            self._judge(actor, rows[~others])
            self._ask(rows[others], going[others], movers[others])
            tried = int(masks[own].sum())
            self._have_positions(number + tried)
            going = make_moves(
                self._states, self._lines, going, own, others, rows, masks,
                self._chances, self._others, self._rng.random(len(going)), self._actions.ids,
                self._learner, self._before, self._move, self._row, self._worth,
                number, tried + int((~own).sum()),
            )  # fmt: skip
            number += tried
        count_gains(
            self._before[:number], self._move, self._row, self._worth, self._chances,
            self._counts, self._gains,
        )  # fmt: skip
        self._deals += deals

    def _shown(
        self, going: NDArray[np.int64], movers: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The numbers of what ``movers`` see, int64 [K], and their legal actions, bool [K, A]."""
        n, states = len(going), self._states[going]
        seen = np.zeros((n, self._space.size), np.float32)
        write_rows(words_of(states), self._space.sources, self._space.plan, 0, n, movers, seen)
        masks = np.zeros((n, self._actions.num_actions), np.bool_)
        mark_legal(states, self._actions.places, masks, self._ids)
        rows = np.empty(n, np.int64)
        self._table.find(seen, masks, rows)
        self._have_rows(len(self._table.rows))
        return rows, masks

    def _judge(self, actor: Actor, rows: NDArray[np.int64]) -> None:
        """Ask ``actor`` about those of ``rows`` about which it was not asked in this update."""
        new = np.unique(rows[~self._judged[rows]])
        if len(new):
            logs = actor.logs(self._table.rows[new], self._table.masks[new])
            self._logs[new], self._chances[new], self._judged[new] = logs, np.exp(logs), True

    def _ask(
        self, rows: NDArray[np.int64], going: NDArray[np.int64], movers: NDArray[np.int64]
    ) -> None:
        """Ask the machine about those of ``rows`` about which it was never asked."""
        new = np.flatnonzero(~self._asked[rows])
        for k in new[np.unique(rows[new], return_index=True)[1]].tolist():
            assert self._machine is not None
            chances = self._machine.chances(self._view(int(going[k]), int(movers[k])))
            self._others[rows[k], self._actions.places[list(chances)]] = list(chances.values())
            self._asked[rows[k]] = True

    def _view(self, position: int, seat: int) -> SeatView:
        """The view that the machine gets of a position, with the deal where it reads that."""
        if not self._lines.shape[1]:
            state = self._states[position : position + 1]
            return seen_alone(self._game, self._options, state, seat)
        played = State.initial(self._game, self._options)
        line = self._lines[position]
        for action in line[1 : 1 + line[0]].tolist():
            played.apply_unchecked(action)
        return played.view(seat, Memory.DEAL)

    def _have_positions(self, number: int) -> None:
        """Have room for so many positions."""
        more = max(number, 2 * len(self._states)) - len(self._states)
        if number > len(self._states):
            for name in (
                "_states", "_learner", "_before", "_move", "_row", "_worth", "_lines",
            ):  # fmt: skip
                setattr(self, name, _longer(getattr(self, name), more))

    def _have_rows(self, number: int) -> None:
        """Have room for what is known of so many rows."""
        more = number - len(self._counts)
        if more > 0:
            for name in (
                "_judged", "_asked", "_counts", "_logs", "_chances", "_others", "_gains",
            ):  # fmt: skip
                setattr(self, name, _longer(getattr(self, name), more))


def _longer(array: NDArray[Any], more: int) -> NDArray[Any]:
    """A copy of ``array`` with as many as ``more`` zeros after it."""
    return np.concatenate((array, np.zeros((more, *array.shape[1:]), array.dtype)))


@njit
def note_move(lines, position, action):
    """Add a move to the line of a position, where lines are kept.

    ``lines`` is int32 [N, 1 + moves] or [N, 0], changed in place.
    """
    if lines.shape[1]:
        lines[position, 0] += 1
        lines[position, lines[position, 0]] = action


@njit
def play_on(states, lines, going, learners, worth, margins, rng, ids, prob):
    """Play the positions ``going`` on to a decision or the end of the deal.

    Parameters
    ----------
    states : records [N]
        changed in place
    lines : int32 [N, 1 + moves] or [N, 0]
        the number of moves that led to each, and the moves; changed in place
    going
        int64 [K], numbers of positions
    learners, worth
        int64 [N] and float64 [N], the seat that learns and what the position is worth to it, the
        latter changed in place where the deal is over
    margins
        float64 [seats, seats], those of :func:`~ludoteca.train.experience.margins`
    rng
        a generator
    ids, prob
        the game's buffers, scratch

    Returns
    -------
    movers : int64 [K]
        the seats to move, ``TERMINAL`` where the deal is over
    """
    movers, points = np.empty(len(going), np.int64), np.empty(len(margins))
    for k in range(len(going)):
        i = going[k]
        mover = kernel.current_player(states[i])
        while mover == CHANCE:
            drawn = kernel.sample_chance(states[i], rng, ids, prob)
            kernel.apply_action(states[i], drawn)
            note_move(lines, i, drawn)
            mover = kernel.current_player(states[i])
        movers[k] = mover
        if mover == TERMINAL:
            kernel.returns(states[i], points)
            worth[i] = 0.0
            for seat in range(len(points)):
                worth[i] += margins[learners[i], seat] * points[seat]
    return movers


@njit
def mark_legal(states, places, masks, ids):
    """Write what is legal in ``states``, records [K], into ``masks``, bool [K, actions] of false.

    ``places`` are those of an :class:`~ludoteca.players.learned.actions.ActionSpace`, int32
    [greatest id + 1]; ``ids``, int64 [MAX_LEGAL], is scratch.
    """
    for k in range(len(states)):
        for n in range(kernel.legal_actions(states[k], ids)):
            masks[k, places[ids[n]]] = True


@njit
def make_moves(
    states, lines, going, own, others, rows, masks, chances, of_others, numbers, ids,
    learners, before, moves, row_of, worth, number, left,
):  # fmt: skip
    """Make all moves of the seats that learn, each on a copy, and one drawn move of all others.

    Parameters
    ----------
    states : records [N]
        with room for the copies, which are added from ``number`` on; changed in place
    lines : int32 [N, 1 + moves] or [N, 0]
        the number of moves that led to each, and the moves; changed in place
    going : int64 [K]
        numbers of positions, at each of which a seat is to move
    own, others : bool [K]
        whether it learns, and whether a machine moves
    rows, masks : int64 [K]
        what it sees, and bool [K, actions], what it may do
    chances, of_others
        float32 [rows, actions], of the network and of the machine
    numbers : float64 [K]
        uniform in [0, 1)
    ids
        int64 [actions], the kernel's ids
    learners, before, moves, row_of, worth
        int64 [N], and ``worth`` float64 [N], of all positions; changed in place
    number
        of positions that there are
    left
        positions from which is played on

    Returns
    -------
    going : int64 [left]
        their numbers
    """
    on, told = np.empty(left, np.int64), 0
    for k in range(len(going)):
        i, row = going[k], rows[k]
        if own[k]:
            row_of[i], worth[i] = row, 0.0
            for action in range(masks.shape[1]):
                if masks[k, action]:
                    states[number], lines[number] = states[i], lines[i]
                    kernel.apply_action(states[number], ids[action])
                    note_move(lines, number, ids[action])
                    learners[number], before[number], moves[number] = learners[i], i, action
                    on[told] = number
                    told += 1
                    number += 1
            continue
        drawn, rest = 0, numbers[k]
        for action in range(masks.shape[1]):
            if masks[k, action]:
                drawn = action
                rest -= of_others[row, action] if others[k] else chances[row, action]
                if rest < 0.0:
                    break
        kernel.apply_action(states[i], ids[drawn])
        note_move(lines, i, ids[drawn])
        on[told] = i
        told += 1
    return on


@njit
def count_gains(before, moves, row_of, worth, chances, counts, gains):
    """Add what came of all decisions: what each move won above what the decision was worth.

    Parameters
    ----------
    before : int64 [N]
        the decision before each position, whose number is smaller; -1 for none
    moves, row_of, worth
        int64 [N or more], and ``worth`` float64 [N or more], that of decisions 0 at first; changed
        in place
    chances
        float32 [rows, actions], by which the network moves
    counts : float64 [rows]
        decisions, changed in place
    gains
        float64 [rows, actions], changed in place
    """
    for i in range(len(before) - 1, -1, -1):
        if before[i] >= 0:
            worth[before[i]] += chances[row_of[before[i]], moves[i]] * worth[i]
    for i in range(len(before)):
        at = before[i]
        if at >= 0:
            gains[row_of[at], moves[i]] += worth[i] - worth[at]
            if i == 0 or before[i - 1] != at:  # the moves of a decision stand side by side
                counts[row_of[at]] += 1
