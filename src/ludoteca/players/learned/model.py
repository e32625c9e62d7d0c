# mypy: allow-untyped-defs, allow-untyped-calls
"""A learned policy: a small network whose weights are in a file, played without a library for it.

Two hidden layers of rectified linear units over the inputs of :mod:`.features`; the last layer is
computed for legal actions alone, and its softmax are their chances. Sums are made one term after
the other and the exponential from multiplications, so that the same file plays the same moves on
every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import kernel, storage
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.jit import njit
from ludoteca.core.options import Options
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.features import Features, features_of, inputs_of
from ludoteca.players.learned.observation import ObservationSpace

MOST_BYTES = 2_000_000  #: of a file

_FORMAT = 1
_DECIDED = 16.0  # by which differences of logarithms grow
_SQUARINGS = 20  # of 1 + x / 2**20, which is exp(x) but for a part in a million
_LEAST = -30.0  # logarithm of the least chance, beside the greatest
FREE = 0.05  #: the share of the chances of a corrected level that all legal actions have alike


_OTHER_VERSION = N_("{path} was trained on another version of the game or of its rows: train anew")


class Network(NamedTuple):
    """The weights, as compiled code reads them: float32, inputs of a layer first.

    Attributes
    ----------
    features
        of the rows that it reads
    first, first_bias
        float32 [inputs, units] and [units]
    second, second_bias
        float32 [units, units] and [units]
    last, last_bias
        float32 [actions, units] and [actions], an action's weights beside each other
    """

    features: Features
    first: NDArray[np.float32]
    first_bias: NDArray[np.float32]
    second: NDArray[np.float32]
    second_bias: NDArray[np.float32]
    last: NDArray[np.float32]
    last_bias: NDArray[np.float32]


WEIGHTS = Network._fields[1:]  #: the arrays that are in a file


@dataclass(frozen=True)
class Model:
    """A learned policy of ``game``, trained with ``options``.

    Attributes
    ----------
    network
        its weights
    about
        how it was trained, plain data
    level
        of the game's policy, which the network corrects; None where it stands alone
    """

    game: Game
    options: Options
    network: Network
    about: dict[str, Any]
    level: str | None = None

    @cached_property
    def observations(self) -> ObservationSpace:
        """The rows that it reads, of any options with as many seats."""
        return ObservationSpace(self.game, self.options)

    @cached_property
    def actions(self) -> ActionSpace:
        """The actions that it chooses from."""
        return ActionSpace(self.game)

    def rows_of(self, records: NDArray[np.void], seat: int) -> NDArray[np.float32]:
        """The rows of ``seat``, which is to move in ``records`` [N]: float32 [N, size].

        Those of a network that corrects a level end with the chances that it gives each action.
        """
        rows = self.observations.rows_of(records, seat)
        if self.level is None:
            return rows
        usual = np.zeros((len(records), self.actions.num_actions), np.float32)
        level = self.game.info.levels.index(self.level)
        write_level_chances(records, level, self.actions.places, *self.game.buffers(), usual)
        return np.hstack((rows, usual))

    @cached_property
    def seats(self) -> int:
        """The seats of a table at which it can play."""
        return self.game.num_players(self.options)

    def save(self, path: Path) -> None:
        """Write the policy to a file, whole or not at all, with weights of 16 bits.

        Raises
        ------
        BadInput
            where it would be larger than :data:`MOST_BYTES`
        """
        arrays = {name: getattr(self.network, name).astype(np.float16) for name in WEIGHTS}
        size = sum(array.nbytes for array in arrays.values())
        if size > MOST_BYTES:
            raise BadInput(
                _("a learned player of {size:,} bytes is too large: {most:,} at most").format(
                    size=size, most=MOST_BYTES
                )
            )
        about = _versions(self.game, self.options) | {"trained": self.about, "level": self.level}
        storage.write_arrays(path, about, arrays)

    def decided(self) -> Model:
        """The policy that makes the move that this one thinks best nearly always.

        Against a fixed opponent no mixture of moves wins more. It is none that corrects a level.
        """
        assert self.level is None  # whose chances would have to be sharpened, too
        network = self.network
        last, last_bias = network.last * _DECIDED, network.last_bias * _DECIDED
        return replace(self, network=network._replace(last=last, last_bias=last_bias))

    @classmethod
    def load(cls, game: Game, path: Path) -> Model:
        """The policy in a file, which is read as numbers and never run.

        Raises
        ------
        BadInput
            where there is none, and where it was trained on another game, on other rules, or on
            other rows or actions than those of this version
        """
        if not path.is_file():
            raise BadInput(_("there is no file {path}").format(path=path))
        with storage.reading(path, _("{path} holds no learned player")):
            if path.stat().st_size > 2 * MOST_BYTES:
                raise BadInput(_("{path} holds no learned player").format(path=path))
            about, arrays = storage.read_arrays(path)
            name, options = about["game"], about["options"]
        if name != game.name:
            raise BadInput(
                _("{path} holds a player of {other}, not of {game}").format(
                    path=path, other=name, game=game.name
                )
            )
        with storage.reading(path, _(_OTHER_VERSION)):
            of_now = _versions(game, game.options(options))
            if {**about, **of_now} != about:
                raise BadInput(_(_OTHER_VERSION).format(path=path))
            weights = {name: arrays[name].astype(np.float32) for name in WEIGHTS}
            network = _checked(game, game.options(options), weights)
            level = about.get("level")
            if level is not None:
                game.info.levels.index(level)
        return cls(game, game.options(options), network, about["trained"], level)


def _versions(game: Game, options: Options) -> dict[str, Any]:
    """The meaning of the inputs and outputs of a network; of a file, they are those of now."""
    seen = ObservationSpace(game, options)
    return {
        "format": _FORMAT,
        "game": game.name,
        "rules": game.info.rules_version,
        "observation": storage.digest(seen.names, seen.low.tolist(), seen.high.tolist()),
        "actions": ActionSpace(game).version,
        "options": dict(options),
    }


def _checked(game: Game, options: Options, weights: dict[str, NDArray[np.float32]]) -> Network:
    """The network of these weights; raises ``ValueError`` where their shapes do not fit."""
    features, inputs = features_of(ObservationSpace(game, options))
    units, actions = len(weights["first_bias"]), ActionSpace(game).num_actions
    shapes = ((inputs, units), (units,), (units, units), (units,), (actions, units), (actions,))
    for name, shape in zip(WEIGHTS, shapes, strict=True):
        if weights[name].shape != shape or not np.isfinite(weights[name]).all():
            raise ValueError(name)
    return Network(features, *(weights[name] for name in WEIGHTS))


class Scratch(NamedTuple):
    """Memory that :func:`chances` writes in, and its result.

    Attributes
    ----------
    which : int64 [size]
        the inputs that are not 0
    value : float32 [size]
        their values
    hidden, above : float32 [units]
        the two hidden layers
    prob : float64 [actions]
        the chances of the legal actions, in their order
    """

    which: NDArray[np.int64]
    value: NDArray[np.float32]
    hidden: NDArray[np.float32]
    above: NDArray[np.float32]
    prob: NDArray[np.float64]


def scratch_of(network: Network) -> Scratch:
    """New memory for :func:`chances` of ``network``."""
    size, units, actions = len(network.features.low), len(network.first_bias), len(network.last)
    return Scratch(
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
        np.zeros(units, np.float32),
        np.zeros(units, np.float32),
        np.zeros(actions),
    )


@njit
def chances(network, row, legal, n, scratch):
    """Fill ``scratch.prob[:n]`` with the probabilities of the actions ``legal[:n]``.

    Where ``row`` goes on with the chances that a level gives each action, they are these as the
    network corrects them: multiplied by the exponentials of its outputs.

    Parameters
    ----------
    row : float32 [size or size + actions]
        what the seat to move sees
    legal
        int32 [n or more] or other whole numbers, actions
    scratch
        changed in place; made by :func:`scratch_of` of the same network
    """
    # Once, for each look into a tuple counts references to all that is in it.
    features, first, first_bias, second, second_bias, last, last_bias = network
    which, value, hidden, above, prob = scratch
    units, size = len(hidden), len(features.low)
    inputs = inputs_of(features, row, which, value)
    for j in range(units):
        hidden[j] = first_bias[j]
        above[j] = second_bias[j]
    for i in range(inputs):
        weights, x = first[which[i]], value[i]
        for j in range(units):
            hidden[j] += x * weights[j]
    for i in range(units):
        x = hidden[i]
        if x > 0:
            weights = second[i]
            for j in range(units):
                above[j] += x * weights[j]
    most = -np.inf
    for k in range(n):
        weights, x = last[legal[k]], last_bias[legal[k]]
        for j in range(units):
            if above[j] > 0:
                x += above[j] * weights[j]
        prob[k] = x
        most = max(most, prob[k])
    total = 0.0
    for k in range(n):
        prob[k] = _exponential(max(prob[k] - most, _LEAST))
        if len(row) > size:
            prob[k] *= FREE / n + (1.0 - FREE) * row[size + legal[k]]
        total += prob[k]
    for k in range(n):
        prob[k] /= total


@njit
def write_level_chances(states, level, places, ids, prob, out):
    """Write the chances that a level of the game's policy gives each action into ``out``.

    Parameters
    ----------
    states
        records [N], whole or as the seat to move sees them; not changed
    level
        its number
    places : int32 [greatest id + 1]
        the action of each id
    ids, prob
        int64 [most] and float64 [most], the game's buffers, scratch
    out
        float32 [N, actions]
    """
    for i in range(len(states)):
        out[i] = 0.0
        n = kernel.policy_probs(states[i], level, ids, prob)
        for k in range(n):
            out[i, places[ids[k]]] += prob[k]


@njit
def chances_of_rows(network, rows, legal, first, moves, scratch, out):
    """Write the probabilities of actions at each of ``rows`` into ``out``.

    Parameters
    ----------
    rows
        float32 [N, size], as :meth:`Model.rows_of` makes them
    legal
        int32 [M] or other whole numbers; those of row ``i`` are ``legal[first[i]]`` and the next
        ones
    first, moves : int64 [N]
        the place of a row's first action, and the number of its actions
    out : float64 [M]
        gets the probabilities at the same places
    """
    for i in range(len(rows)):
        n = moves[i]
        chances(network, rows[i], legal[first[i] : first[i] + n], n, scratch)
        for k in range(n):
            out[first[i] + k] = scratch.prob[k]


@njit
def _exponential(x):
    """``exp(x)`` for -30 to 0, by multiplications alone: the same number on every machine."""
    power = 1.0 + x / (1 << _SQUARINGS)
    for _squaring in range(_SQUARINGS):
        power *= power
    return power
