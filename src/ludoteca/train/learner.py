"""A network that learns from decisions.

The policy gradient of PPO with a regularised policy: in each update the chance of an action that
won more than was expected grows, within a bound, while the policy is drawn towards equal chances
and towards the average of what was played lately. Without these two players run round in circles,
each beating what the other just did. The average of the weights is what is played in the end.

Where rows are told with all decisions at them, the logits themselves are moved by what actions won
(neural replicator dynamics): what is rarely done is learned as fast as what is often done.

Sources: J. Schulman et al., Proximal policy optimization algorithms (2017); S. Sokota et al., A
unified approach to reinforcement learning, quantal response equilibria, and two-player zero-sum
games (ICLR 2023), for magnetic mirror descent; D. Hennes et al., Neural replicator dynamics
(AAMAS 2020); M. Rudolph et al., Reevaluating policy gradient
methods for imperfect-information games (2025), that such regularised methods learn less
exploitable policies than those built on fictitious play or regret.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from ludoteca.core.options import Options
from ludoteca.envs.vector import VectorEnv
from ludoteca.players.learned.model import Model
from ludoteca.train.experience import Decisions, Tallies
from ludoteca.train.network import NEVER, Inputs, PolicyValue, exported

_LEAST_RATE = 0.1  # of the first rate of learning, at the end
_NORM = 1.0  # of a gradient, at most
_ROWS = 2048  # of a part, at most, where rows are told with all decisions at them
_OFTEN = 16  # decisions at a row in an update: as often it is met for the whole pull to be felt
_TINY = 1e-30  # of a random number, so that it has a logarithm


@dataclass(frozen=True)
class Hyperparameters:
    """The constants of training.

    Parameters
    ----------
    envs, steps
        deals at once, and decisions of each between two updates
    units
        of a hidden layer; 0 for as many as the file may hold
    rate
        the rate of learning, at first
    entropy, least_entropy
        weights of the entropy of the policy, at first and in the end
    pull
        weight of the divergence from the average policy; where rows are told with all decisions at
        them, in proportion to how often they are met in an update, up to 16 times
    clip
        by which the ratio of chances may differ from 1
    trace
        weight of later gains, as :meth:`ludoteca.train.experience.Collector.collect` has it
    epochs, parts
        passes over the decisions, and updates in each
    average
        the half-life of the average of weights, as a share of all training
    past
        the share of the deals in which earlier policies of the network, and machines to train
        against, hold all sides but one
    values_first
        the share of training at its beginning in which values alone are learned
    evenness
        of rows that are told with all decisions at them: the exponent of their number by which
        a row is weighed
    least_chance
        of such rows: the chance below which the gains of an action count in proportion to it, so
        that no logit goes so far that it does not come back
    """

    envs: int = 1024
    steps: int = 16
    units: int = 0
    rate: float = 1e-3
    entropy: float = 0.1
    least_entropy: float = 0.02
    pull: float = 0.3
    clip: float = 0.2
    trace: float = 1.0
    epochs: int = 1
    parts: int = 4
    average: float = 0.1
    past: float = 0.0
    values_first: float = 0.0
    evenness: float = 1.0
    least_chance: float = 0.02


class Learner:
    """A network, its optimiser, and the average of its weights, which is what is played.

    It is an :class:`ludoteca.train.experience.Actor`.

    Parameters
    ----------
    env
        says what rows and actions there are; it is not played
    settings
        the constants; ``units`` are not 0
    seed
        of the weights, and of the actions that are drawn; sets the generator of PyTorch
    level
        of the game's policy, whose chances the network corrects; rows end with them

    References
    ----------
    J. Schulman et al., Proximal policy optimization algorithms (2017); S. Sokota et al., A unified
    approach to reinforcement learning, quantal response equilibria, and two-player zero-sum games
    (ICLR 2023).
    """

    def __init__(
        self, env: VectorEnv, settings: Hyperparameters, seed: int, level: str | None = None
    ) -> None:
        torch.manual_seed(seed)
        self._env, self._settings, self._level = env, settings, level
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._inputs = Inputs(env.observations, self._device)
        self._net = PolicyValue(
            self._inputs.number, settings.units, env.num_actions, level is not None
        )
        self._net.to(self._device)
        self._average = copy.deepcopy(self._net)
        self._optimizer = torch.optim.Adam(
            self._net.parameters(), lr=settings.rate, eps=1e-5, fused=True
        )
        self._rng = np.random.default_rng(seed)
        self._averaged_at = 0.0

    @property
    def seats(self) -> int:
        """The seats of a table that it learns for."""
        return self._env.seats

    def act(self, rows: Any, masks: Any) -> tuple[Any, Any, Any]:
        """Actions drawn by the policy, the logarithms of their chances, and values.

        They are int64 [K], float32 [K] and float32 [K]; ``rows`` are float32 [K, size], ``masks``
        bool [K, actions].
        """
        with torch.no_grad():
            inputs, moves = self._inputs.of(rows), self._inputs.legal(rows, masks)
            logs = self._net.logits(inputs, moves).cpu().numpy()
            values = self._net.values(inputs).cpu().numpy()
        each, drawn = np.arange(len(logs)), self._drawn(logs)
        return moves[0].cpu().numpy()[each, drawn], logs[each, drawn], values

    def act_as(self, net: PolicyValue, rows: Any, masks: Any) -> Any:
        """Actions, int64 [K], drawn by the policy of another network of the same shape.

        ``rows`` are float32 [K, size], ``masks`` bool [K, actions].
        """
        with torch.no_grad():
            moves = self._inputs.legal(rows, masks)
            logs = net.logits(self._inputs.of(rows), moves).cpu().numpy()
        return moves[0].cpu().numpy()[np.arange(len(logs)), self._drawn(logs)]

    def _drawn(self, logs: Any) -> Any:
        # The greatest of logarithms with Gumbel noise is drawn with their chances.
        noise = np.maximum(self._rng.standard_exponential(logs.shape, np.float32), _TINY)
        return (logs - np.log(noise)).argmax(1)

    def logs(self, rows: Any, masks: Any) -> Any:
        """Logarithms of the chances of all actions, float32 [K, actions].

        ``rows`` are float32 [K, size], ``masks`` bool [K, actions]; of illegal actions they are
        very small.
        """
        with torch.no_grad():
            moves = self._inputs.legal(rows, masks)
            logs = self._net.logits(self._inputs.of(rows), moves).cpu().numpy()
        found = np.full(masks.shape, NEVER, np.float32)
        found[masks] = logs[moves[0].cpu().numpy() >= 0]
        return found

    def values(self, rows: Any) -> Any:
        """The expected winnings at rows, in scaled points: float32 [K] for float32 [K, size]."""
        with torch.no_grad():
            return self._net.values(self._inputs.of(rows)).cpu().numpy()

    def acting(self, options: Options) -> Model:
        """The policy by which it acts, not averaged."""
        return exported(self._net, self._env.observations, options, {}, self._level)

    def learn(self, decisions: Decisions | Tallies, progress: float) -> None:
        """Update the weights, in place, by what came of ``decisions``.

        ``progress`` is the share of training that is done, from 0 to 1: rates fall with it.
        """
        s = self._settings
        for group in self._optimizer.param_groups:
            group["lr"] = s.rate * (1.0 - (1.0 - _LEAST_RATE) * progress)
        entropy = s.entropy * (s.least_entropy / s.entropy) ** progress
        of_policy = float(progress >= s.values_first)
        weights, parts, epochs = np.ones(len(decisions.rows), np.float32), s.parts, s.epochs
        pull = s.pull
        if isinstance(decisions, Tallies):
            weights = decisions.counts**s.evenness
            pull *= min(1.0, decisions.decisions / len(weights) / _OFTEN)
            parts = max(parts, len(weights) // _ROWS)
            epochs = max(1, s.epochs * s.parts // parts)
        weights /= weights.sum() / parts
        order = np.arange(len(weights))
        for _epoch in range(epochs):
            self._rng.shuffle(order)
            for part in np.array_split(order, parts):
                self._update(decisions.some(part), weights[part], entropy, pull, of_policy)
        kept = 0.5 ** ((progress - self._averaged_at) / s.average)
        self._averaged_at = progress
        with torch.no_grad():
            pairs = zip(self._average.parameters(), self._net.parameters(), strict=True)
            for average, now in pairs:
                average.lerp_(now, 1.0 - kept)

    def average(self) -> PolicyValue:
        """A copy of the averaged network."""
        return copy.deepcopy(self._average)

    def model(self, options: Options, about: dict[str, Any]) -> Model:
        """The averaged policy as it is played."""
        return exported(self._average, self._env.observations, options, about, self._level)

    def state(self) -> dict[str, Any]:
        """All that :meth:`restore` needs to go on."""
        return {
            "net": self._net.state_dict(),
            "average": self._average.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "averaged_at": self._averaged_at,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Stand as the learner did of which this is the :meth:`state`.

        Raises
        ------
        RuntimeError
            where the networks have other shapes
        """
        self._net.load_state_dict(state["net"])
        self._average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(state["optimizer"])
        self._averaged_at = state["averaged_at"]

    def start_from(self, model: Model) -> None:
        """Begin with the policy of ``model``, of as many units; values are learned anew."""
        self._net.policy.load_state_dict(self.net_of(model).policy.state_dict())
        self._average.load_state_dict(self._net.state_dict())

    def net_of(self, model: Model) -> PolicyValue:
        """A network with the policy of ``model``, which may have other units than this one."""
        weights = model.network
        net = PolicyValue(
            self._inputs.number, len(weights.first_bias), self._env.num_actions,
            model.level is not None,
        )  # fmt: skip
        first, bias, second, last = net.policy
        with torch.no_grad():
            for own, given in (
                (first.weight, weights.first),
                (bias.bias, weights.first_bias),
                (second.weight, weights.second.T),
                (second.bias, weights.second_bias),
                (last.weight, weights.last),
                (last.bias, weights.last_bias),
            ):
                own.copy_(torch.from_numpy(np.ascontiguousarray(given)))
        return net.to(self._device)

    def _moved(self, array: Any) -> Any:
        return torch.from_numpy(array).to(self._device)

    def _update(
        self, told: Decisions | Tallies, weights: Any, entropy: float, pull: float, of_policy: float
    ) -> None:
        """Make one step; ``weights`` are those of the rows, whose sum is 1 on average."""
        inputs, moves = self._inputs.of(told.rows), self._inputs.legal(told.rows, told.masks)
        weigh, legal = self._moved(weights), moves[0]
        logs = self._net.logits(inputs, moves)
        with torch.no_grad():
            usual = self._average.logits(inputs, moves)
        if isinstance(told, Tallies):
            loss = -(weigh * self._of_tallies(logs, usual, legal, told, entropy, pull)).sum()
        else:
            loss = -of_policy * (weigh * self._of(logs, usual, legal, told, entropy, pull)).sum()
            errors = self._net.values(inputs) - self._moved(told.targets)
            loss = loss + (weigh * errors.square()).sum() / 2.0
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), _NORM)
        self._optimizer.step()

    def _of(
        self, logs: Tensor, usual: Tensor, legal: Tensor, told: Decisions, entropy: float,
        pull: float,
    ) -> Tensor:  # fmt: skip
        """The gains of decisions [K] with the chances of now, bounded, and the two pulls."""
        actions, before, gains = map(self._moved, (told.actions, told.logs, told.gains))
        ratio = torch.exp(logs[legal == actions[:, None]] - before)
        clip, chances = self._settings.clip, logs.exp()
        won = torch.minimum(ratio * gains, ratio.clamp(1.0 - clip, 1.0 + clip) * gains)
        spread = -(chances * logs.masked_fill(legal < 0, 0.0)).sum(1)
        apart = (chances * (logs - usual)).sum(1)
        return won + entropy * spread - pull * apart

    def _of_tallies(
        self, logs: Tensor, usual: Tensor, legal: Tensor, told: Tallies, entropy: float,
        pull: float,
    ) -> Tensor:  # fmt: skip
        """The gain by which the logits at each row [K] move: as fast where an action is rare.

        An action gains what it won on average, not in proportion to its chance: by the gradient of
        what is won, an action that became rare would stay so whatever it is worth by now. Only
        where it is very rare does it gain less.
        """
        before, gains, counts = map(self._moved, (told.logs, told.gains, told.counts))
        at, mask, s = legal.clamp(min=0), legal >= 0, self._settings
        before, gains = before.gather(1, at), gains.gather(1, at)
        with torch.no_grad():
            ratio = torch.exp(logs - before)
            near = torch.where(gains > 0.0, ratio <= 1.0 + s.clip, ratio >= 1.0 - s.clip)
            slowed = (before.exp() / s.least_chance).clamp(max=1.0)
            gains = near * slowed * gains / counts[:, None]
            push = gains - entropy * logs - pull * (logs - usual)
            push = push.masked_fill(~mask, 0.0)
            # With a sum of 0 it moves the logits, not the chances that they are made into.
            push -= mask * (push.sum(1) / mask.sum(1))[:, None]
        return (push * logs.masked_fill(~mask, 0.0)).sum(1)
