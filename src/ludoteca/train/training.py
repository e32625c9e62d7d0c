"""Training, from its first update to the file of a player: in steps, kept, resumed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ludoteca.core import storage
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.numbers import Simulated
from ludoteca.core.options import Options
from ludoteca.core.questions import Progress, quiet
from ludoteca.envs.vector import VectorEnv
from ludoteca.players.base import Mixer
from ludoteca.players.learned.model import Model
from ludoteca.train.course import Course
from ludoteca.train.deals import DealSource
from ludoteca.train.experience import (
    Collector,
    DecisionSource,
    LevelOpponents,
    Opponents,
    margins,
    strongest_level,
)
from ludoteca.train.learner import Hyperparameters, Learner
from ludoteca.train.network import Inputs, units_for
from ludoteca.train.rivals import MixedOpponents, level_seen, machine_opponents
from ludoteca.train.trees import TreeCollector
from ludoteca.workers.pool import Pool

MEASURES = 20  #: of strength, in the whole of training

_CHECKPOINT = "training.pt"
_PILOT = 256  # deals that tell how many points are won


@dataclass(frozen=True)
class Duration:
    """The end of training: after so many seconds, or updates where they are given."""

    seconds: float = 600.0
    updates: int | None = None


class Training:
    """Training of a player of ``game``.

    Parameters
    ----------
    duration
        when it ends
    settings
        the constants; of more ``units`` than a file may hold, or 0, there are as many as it may
    seed
        of weights, deals and moves; equal ones give equal players on the same machine where
        ``duration`` counts updates
    matches
        whole matches are played, and their shares are what is won; else deals for points
    opponent
        the machine that holds the other sides in all deals; by default the network holds all, but
        for the earlier policies that the settings ask for
    source
        makes that from which decisions come, of the scale of points and a seed; by default it is a
        vector of deals, or matches. One that is given has opponents of its own: then neither
        ``matches`` nor earlier policies are asked for
    against
        machines that hold the other sides as earlier policies do, each in as many deals; only where
        the settings ask for these
    level
        of the game's policy, whose chances the network corrects; of a ``start`` that corrects one,
        the same
    start
        a player to go on from; its values are learned anew
    folder
        of what is kept; None to keep nothing

    Attributes
    ----------
    course
        training as far as it is done
    rivals
        the earlier policies and machines that play; None where the settings ask for none

    Raises
    ------
    BadInput
        for a machine that cannot be trained against, and where players correct several levels
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        duration: Duration,
        settings: Hyperparameters,
        seed: int,
        matches: bool = False,
        opponent: str | None = None,
        source: Callable[[float, int], DecisionSource] | None = None,
        against: Sequence[str] = (),
        level: str | None = None,
        start: Model | None = None,
        folder: Path | None = None,
    ) -> None:
        self.game, self.options, self.duration, self.seed = game, options, duration, seed
        self.course = Course()
        assert source is None or not (matches or opponent or settings.past)
        assert not (opponent and settings.past)
        assert settings.past or not against
        env = VectorEnv(game, settings.envs, options=options, seed=seed, matches=matches)
        inputs = Inputs(env.observations, torch.device("cpu")).number
        most = units_for(inputs, env.num_actions)
        settings = replace(settings, units=min(settings.units or most, most))
        if start is not None:
            settings = replace(settings, units=len(start.network.first_bias))
            level = start.level
        self.settings = settings
        self._learner = Learner(env, settings, seed, level)
        if start is not None:
            self._learner.start_from(start)
        machines = [machine_opponents(self._learner, game, spec) for spec in against]
        self.rivals = MixedOpponents(self._learner, machines) if settings.past else None
        self._path = folder and folder / _CHECKPOINT
        # What cannot be read, or is of another version, is as good as none.
        if self._path is not None:
            with suppress(BadInput), storage.reading(self._path, "{path}"):
                self._restore(self._path)
        deals = seed + self.course.updates  # resumed, other deals than those that were played
        env.reset(deals)
        scale = 1.0 / spread_of(game, options, matches)
        if source is None:
            others: Opponents | None = self.rivals
            if opponent is not None:
                others = machine_opponents(self._learner, game, opponent)
            met = settings.past or 1.0
            seen = level_seen(game, level, [*against, *([opponent] if opponent else [])])
            self._source: DecisionSource = Collector(env, settings.steps, scale, others, met, seen)
        else:
            self._source = source(scale, deals)

    def run(
        self,
        measure: Callable[[Model], Any] | None = None,
        progress: Progress = quiet,
        told: Callable[[], object] = lambda: None,
        measures: int = MEASURES,
    ) -> Model:
        """Train to the end, and return the player.

        ``KeyboardInterrupt`` passes through; what was learned is kept.

        Parameters
        ----------
        measure
            tells how strong a player is; it is asked ``measures`` times, and at the end
        progress
            gets the seconds, or updates, that are done
        told
            called after each measure but the last
        """
        course, duration = self.course, self.duration
        with storage.checkpointed(self._path, self._save) as save:
            while (done := self._done()) < 1.0:
                if measure is not None and done >= len(course.curve) / measures:
                    found = measure(self.model())
                    course.curve.append((course.seconds, course.decisions, found))
                    told()
                begun = time.monotonic()
                decisions = self._source.collect(self._learner, self.settings.trace)
                self._learner.learn(decisions, done)
                if self.rivals is not None:
                    self.rivals.remember(done)
                course.seconds += time.monotonic() - begun
                course.updates += 1
                course.decisions += decisions.decisions
                save()
                words = _("{n:,} decisions learned from").format(n=course.decisions)
                if duration.updates is None:
                    progress(int(course.seconds), int(duration.seconds), words)
                else:
                    progress(course.updates, duration.updates, words)
        if measure is not None:
            course.curve.append((course.seconds, course.decisions, measure(self.model())))
        return self.model()

    def model(self) -> Model:
        """The player as far as it was trained."""
        about = {
            "seconds": round(self.course.seconds, 1),
            "updates": self.course.updates,
            "decisions": self.course.decisions,
            "seed": self.seed,
            "settings": asdict(self.settings),
        }
        return self._learner.model(self.options, about)

    def _done(self) -> float:
        if self.duration.updates is not None:
            return self.course.updates / self.duration.updates
        return self.course.seconds / self.duration.seconds

    def _save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with storage.whole_file(path) as file:
            state = {"learner": self._learner.state(), "course": asdict(self.course)}
            if self.rivals is not None:
                state["rivals"] = self.rivals.state()
            torch.save(state, file)

    def _restore(self, path: Path) -> None:
        # Numbers and arrays alone are read; nothing that the file names is run.
        state = torch.load(path, weights_only=True)
        course = Course(**state["course"])
        self._learner.restore(state["learner"])
        if self.rivals is not None:
            self.rivals.restore(state["rivals"])
        course.curve = [
            (seconds, decisions, Simulated(**found) if isinstance(found, dict) else found)
            for seconds, decisions, found in course.curve
        ]
        self.course = course


_RESPONSE = Hyperparameters(
    entropy=0.03, least_entropy=0.003, pull=0.0, trace=0.95, epochs=2, average=0.02
)  # fmt: skip
_SLOW_RESPONSE = replace(_RESPONSE, envs=1, epochs=4, parts=2)
_SLOW_DEALS = 256  # for an update, against a machine that is asked move by move
# Rows that are seldom met weigh more than their number: by it alone they are learned too slowly.
_SMALL_RESPONSE = replace(
    _RESPONSE, steps=32, least_entropy=0.001, epochs=8, parts=1, evenness=0.5, rate=3e-3
)  # fmt: skip


def train_against_chances(
    game: Game, options: Options, machine: Mixer, seconds: float, seed: int, folder: Path,
    progress: Progress,
) -> Model:  # fmt: skip
    """A response to a machine that tells its chances, in a game of few positions.

    It is trained for ``seconds`` of wall-clock time, kept in ``folder`` and resumed from there.
    """
    training = Training(
        game, options, Duration(seconds), _SMALL_RESPONSE, seed, folder=folder,
        source=tree_source(game, options, _SMALL_RESPONSE, machine),
    )  # fmt: skip
    return training.run(progress=progress).decided()


def train_in_vector(
    game: Game, options: Options, machine: str, seconds: float, seed: int, folder: Path,
    progress: Progress,
) -> Model:  # fmt: skip
    """A response to a level of the game's policy, random play or a learned player.

    It is trained for ``seconds`` of wall-clock time, kept in ``folder`` and resumed from there.

    Raises
    ------
    BadInput
        for any other machine
    """
    training = Training(
        game, options, Duration(seconds), _RESPONSE, seed, opponent=machine, folder=folder
    )
    return training.run(progress=progress).decided()


def tree_source(
    game: Game, options: Options, settings: Hyperparameters, machine: Mixer | None = None
) -> Callable[[float, int], DecisionSource]:
    """The ``source`` of a :class:`Training` in which one seat tries all its moves in each deal.

    It takes the scale by which points are multiplied, and a seed. With ``machine`` only the side of
    that seat learns, against it.
    """
    decisions = settings.envs * settings.steps
    return lambda scale, seed: TreeCollector(game, options, decisions, scale, seed, machine)


def train_against_machine(
    game: Game, options: Options, machine: str, pool: Pool, seconds: float, seed: int,
    folder: Path, progress: Progress,
) -> Model:  # fmt: skip
    """A response to any machine, which the worker processes of ``pool`` ask.

    It is trained for ``seconds`` of wall-clock time, kept in ``folder`` and resumed from there.

    Raises
    ------
    BadInput
        where the machine kills its process
    PlayerFailed
        where it fails and the game has no forfeit
    """
    training = Training(
        game, options, Duration(seconds), _SLOW_RESPONSE, seed, folder=folder,
        source=lambda scale, deals: DealSource(
            game, options, machine, pool, _SLOW_DEALS, scale, deals
        ),
    )  # fmt: skip
    return training.run(progress=progress).decided()


def spread_of(game: Game, options: Options, matches: bool = False) -> float:
    """The standard deviation, in points, of a seat's margin in a deal of the strongest policy.

    Of random play where that policy always draws; 1 where nobody wins anything. With ``matches``
    that of the chance of the match, each deal of which is taken to change it as much: the variances
    of all deals together make that of the end.
    """
    played = (_spread(game, options, matches, level) for level in (strongest_level(game), None))
    return next((found for found in played if found > 0.0), 1.0)


def _spread(game: Game, options: Options, matches: bool, level: str | None) -> float:
    env = VectorEnv(game, _PILOT, options=options, seed=0, matches=matches)
    everybody = LevelOpponents(level)
    batch, each = env.reset(), np.arange(_PILOT)
    margin = margins(game, options)
    won: list[list[float]] = [[] for _env in each]
    deals = np.zeros(_PILOT)
    while not all(won):
        batch = env.step(everybody.actions(env, batch, each))
        ended = batch.terminated | batch.truncated
        going = np.array([not found for found in won])
        deals += going & (batch.points.any(1) | ended)
        for i in np.flatnonzero(ended & going):
            won[i] = (margin @ batch.reward[i]).tolist()
    return float(np.std(won) / np.sqrt(deals.mean()))
