"""Decisions against any machine: deals played singly, by worker processes.

A search, a program or a student's file chooses one move at a time and takes its time; it gets the
views that it gets at a table, with the past of the deal. The network that learns holds the other
side, in as many deals of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.forfeits import TracedPlayer, death_sentence
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.kernel import sample_index
from ludoteca.core.options import Options
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players.base import Player, PlayerFailed
from ludoteca.players.factory import make_local_player
from ludoteca.players.learned.model import Model
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.play import deal_seeds, forfeited, play_deal
from ludoteca.train.experience import Actor, Decisions
from ludoteca.workers.pool import Pool
from ludoteca.workers.trace import Trace, Tracer

_BATCH = 4  # deals that a worker plays at a time


class NotingPlayer(LearnedPlayer):
    """A network that notes its decisions in a deal, one entry of each list for each.

    Attributes
    ----------
    rows : float32 [size]
        what the seat saw
    masks : bool [num_actions]
        what was legal
    actions
        the action made
    logs
        the logarithm of its chance
    seats
        that decided
    """

    def __init__(self, model: Model) -> None:
        super().__init__("learner", model)
        self.rows: list[NDArray[np.float32]] = []
        self.masks: list[NDArray[np.bool_]] = []
        self.actions: list[int] = []
        self.logs: list[float] = []
        self.seats: list[int] = []

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """A move drawn by the network, which is noted."""
        prob = self._chances(view)
        drawn = int(sample_index(prob, len(prob), rng.random()))
        legal = self.model.actions.places[list(view.legal)]
        mask = np.zeros(self.model.actions.num_actions, np.bool_)
        mask[legal] = True
        self.rows.append(self.model.rows_of(view.record, view.seat)[0])
        self.masks.append(mask)
        self.actions.append(int(legal[drawn]))
        self.logs.append(float(np.log(prob[drawn])))
        self.seats.append(view.seat)
        return view.legal[drawn]


Told = tuple[Any, ...]


@dataclass(frozen=True)
class DealsOfUpdate:
    """The deals of one update, as a job of worker processes.

    Parameters
    ----------
    model
        the policy that learns
    machine
        the spec of its opponents
    seed
        of cards and luck
    """

    model: Model
    machine: str
    seed: int

    def do(self, task: int, tracer: Tracer) -> Told:
        """The decisions of the network in deal ``task``, as arrays.

        Returns
        -------
        rows, masks, actions, logs, points and seats : float32 [K, size]
            bool [K, num_actions], int64 [K], float32 [K], float32 [K] (of the deal, to the seat
            that decided) and int64 [K]

        Raises
        ------
        PlayerFailed
            where the machine fails and the game has no forfeit
        """
        game, options = self.model.game, self.model.options
        sides = game.teams(options)
        own = sides[task % len(sides)]
        noted = NotingPlayer(self.model)
        machine = TracedPlayer(make_local_player(game, self.machine), "machine", tracer)
        players: list[Player] = [
            noted if seat in own else machine for seat in range(game.num_players(options))
        ]
        # Neighbouring tasks have the same cards, each side of which is held once.
        cards, luck = deal_seeds(np.random.SeedSequence(self.seed), task // len(sides))
        shoe = Shoe.shuffled(game, options, cards)
        try:
            end: State = play_deal(game, options, players, shoe, luck)
        except PlayerFailed as failure:
            end = forfeited(failure)
        points = end.returns()
        return (
            np.array(noted.rows, np.float32),
            np.array(noted.masks, np.bool_),
            np.array(noted.actions, np.int64),
            np.array(noted.logs, np.float32),
            np.array([points[seat] for seat in noted.seats], np.float32),
            np.array(noted.seats, np.int64),
        )

    def died(self, trace: Trace) -> Told:
        """Refuse to learn from a machine that kills its process.

        Raises
        ------
        BadInput
            always
        """
        raise BadInput(death_sentence(trace, self.machine))

    def sources(self) -> str:
        """Nothing: what was learned from is not kept."""
        return ""


class DealSource:
    """Decisions in deals against ``machine``, which worker processes of ``pool`` play.

    Parameters
    ----------
    machine
        a spec
    deals
        played for each update
    scale
        by which points are multiplied
    seed
        of cards and luck; each update has others
    """

    def __init__(
        self, game: Game, options: Options, machine: str, pool: Pool, deals: int, scale: float,
        seed: int,
    ) -> None:  # fmt: skip
        self._game, self._options, self._machine = game, options, machine
        self._pool, self._deals, self._scale, self._seed = pool, deals, scale, seed
        self._updates = 0

    def collect(self, actor: Actor, trace: float) -> Decisions:
        """Decisions of ``actor`` in deals against the machine.

        ``trace`` is the weight of later gains, as
        :meth:`ludoteca.train.experience.Collector.collect` has it.

        Raises
        ------
        BadInput
            where the machine kills its process
        PlayerFailed
            where it fails and the game has no forfeit
        """
        self._updates += 1
        job = DealsOfUpdate(actor.acting(self._options), self._machine, self._seed + self._updates)
        told: list[Decisions] = []
        played = chain.from_iterable(self._pool.work(job, 0, self._deals, _BATCH))
        for rows, masks, actions, logs, points, seats in played:
            if not len(actions):
                continue
            values = actor.values(rows)
            gains = np.zeros(len(actions), np.float32)
            for seat in np.unique(seats):
                gain, worth = 0.0, float(points[seats == seat][0]) * self._scale
                for k in np.flatnonzero(seats == seat)[::-1]:
                    gain = worth - values[k] + trace * gain
                    gains[k], worth = gain, values[k]
            told.append(Decisions(rows, masks, actions, logs, gains, gains + values))
        return Decisions.joined(told)
