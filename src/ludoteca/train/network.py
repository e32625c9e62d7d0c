"""The network in training: a policy and a value over the inputs of a row, in PyTorch."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from ludoteca.core.options import Options
from ludoteca.players.learned.features import features_of, inputs_of_rows
from ludoteca.players.learned.model import FREE, MOST_BYTES, Model, Network
from ludoteca.players.learned.observation import ObservationSpace

_WIDTHS = (256, 192, 128, 96, 64, 32)
_LEAST_UNITS = 64
_MANY = 256  # actions, of which few are legal: scores of legal ones alone are computed

NEVER = -1e9  #: the logarithm of the chance of what is not legal
Seen = tuple[Tensor, Tensor, Tensor]  #: what :meth:`Inputs.of` makes of rows
Legal = tuple[Tensor, Tensor]  #: what :meth:`Inputs.legal` makes of rows and masks


class Inputs:
    """Rows of an :class:`ObservationSpace` as inputs of a network, on a device.

    Attributes
    ----------
    features
        the rule by which rows become inputs
    number
        of inputs that there are
    size
        numbers of a row, beyond which it may have the chances that a level gives each action
    """

    def __init__(self, observations: ObservationSpace, device: torch.device) -> None:
        self.features, self.number = features_of(observations)
        self.size = observations.size
        self._device = device

    def of(self, rows: NDArray[np.float32]) -> Seen:
        """The inputs of ``rows``, float32 [N, size], that are not 0, for ``EmbeddingBag``.

        Returns
        -------
        which : int64 [M]
            numbers of inputs, row after row
        begins : int64 [N]
            where each row's begin
        values
            float32 [M]
        """
        begins = np.zeros(len(rows), np.int64)
        most = len(rows) * self.size
        which, value = np.empty(most, np.int64), np.empty(most, np.float32)
        n = inputs_of_rows(self.features, rows, begins, which, value)
        return self._moved(which[:n]), self._moved(begins), self._moved(value[:n])

    def legal(self, rows: NDArray[np.float32], masks: NDArray[np.bool_]) -> Legal:
        """The legal actions of masks, and what a level thinks of them.

        Parameters
        ----------
        rows : float32 [N, size or size + actions]
            what the seats see, and the chances that a level gives each action
        masks : bool [N, actions]
            what is legal

        Returns
        -------
        legal : int64 [N, most]
            their numbers, ascending, then -1
        usual : float32 [N, most or 0]
            the chances that a level gives them
        """
        numbers = masks.sum(1)
        legal = np.full((len(masks), numbers.max(initial=1)), -1)
        legal[np.arange(legal.shape[1]) < numbers[:, None]] = masks.nonzero()[1]
        usual = rows[:, self.size :]
        if usual.shape[1]:
            usual = np.take_along_axis(usual, legal.clip(0), 1)
        return self._moved(legal), self._moved(usual)

    def _moved(self, array: NDArray[Any]) -> Tensor:
        return torch.from_numpy(array).to(self._device)


class PolicyValue(nn.Module):
    """Two networks of the same size: the logits of all actions, and the value of the seat.

    Parameters
    ----------
    inputs, units, actions
        numbers of inputs, of units of each hidden layer, and of actions
    corrects
        its outputs correct the chances of a level, which rows end with
    """

    def __init__(self, inputs: int, units: int, actions: int, corrects: bool = False) -> None:
        super().__init__()
        self._corrects = corrects
        self.policy = nn.ModuleList(_layers(inputs, units, actions))
        self.value = nn.ModuleList(_layers(inputs, units, 1))

    def logits(self, inputs: Seen, moves: Legal) -> Tensor:
        """Logarithms of the chances of the legal actions, float32 [N, most].

        After those of a row that has fewer they are very small. ``inputs`` are those of
        :meth:`Inputs.of`, ``moves`` those of :meth:`Inputs.legal`.
        """
        legal, usual = moves
        last: Any = self.policy[3]
        mask, hidden = legal >= 0, _hidden(self.policy, inputs)
        if len(last.weight) > _MANY:
            actions, row = legal[mask], mask.nonzero()[:, 0]
            weights = nn.functional.embedding(actions, last.weight)
            told = (weights * hidden[row]).sum(1) + last.bias[actions]
            scores = torch.zeros(legal.shape, device=legal.device).masked_scatter(mask, told)
        else:
            scores = last(hidden).gather(1, legal.clamp(min=0))
        if self._corrects:
            free = FREE / mask.sum(1, keepdim=True)
            scores = scores + torch.log(free + (1.0 - FREE) * usual)
        return torch.log_softmax(scores.masked_fill(~mask, NEVER), dim=1)

    def values(self, inputs: Seen) -> Tensor:
        """The expected winnings of the seat to move, float32 [N], in scaled points.

        ``inputs`` are those of :meth:`Inputs.of`.
        """
        last: Any = self.value[3]
        found: Tensor = last(_hidden(self.value, inputs)).squeeze(1)
        return found


def _layers(inputs: int, units: int, outputs: int) -> list[nn.Module]:
    first = nn.EmbeddingBag(inputs, units, mode="sum")
    nn.init.normal_(first.weight, std=0.1)
    last = nn.Linear(units, outputs)
    nn.init.normal_(last.weight, std=0.01)
    nn.init.zeros_(last.bias)
    return [first, _Bias(units), nn.Linear(units, units), last]


class _Bias(nn.Module):
    def __init__(self, units: int) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(units))


def _hidden(layers: Any, inputs: Seen) -> Tensor:
    first, bias, second, _last = layers
    which, begins, value = inputs
    hidden = torch.relu(first(which, begins, per_sample_weights=value) + bias.bias)
    found: Tensor = torch.relu(second(hidden))
    return found


def units_for(inputs: int, actions: int) -> int:
    """Units of a hidden layer: no more than there are inputs, and than a file may hold."""
    for units in _WIDTHS:
        size = 2 * ((inputs + units + actions + 2) * units + actions)
        if units <= max(inputs, _LEAST_UNITS) and size < MOST_BYTES:
            return units
    return _WIDTHS[-1]


def exported(
    net: PolicyValue, observations: ObservationSpace, options: Options, about: dict[str, Any],
    level: str | None = None,
) -> Model:  # fmt: skip
    """The policy as it is played, with weights rounded to 16 bits as they are in a file."""
    first, bias, second, last = net.policy

    def rounded(weights: Any) -> NDArray[np.float32]:
        found: NDArray[np.float32] = (
            weights.detach().cpu().numpy().astype(np.float16).astype(np.float32)
        )
        return np.ascontiguousarray(found)

    network = Network(
        features_of(observations)[0],
        rounded(first.weight),
        rounded(bias.bias),
        rounded(second.weight.T),
        rounded(second.bias),
        rounded(last.weight),
        rounded(last.bias),
    )
    return Model(observations.game, options, network, about, level)
