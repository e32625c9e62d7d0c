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


Seen = tuple[Tensor, Tensor, Tensor, Tensor]  #: what :meth:`Inputs.of` makes of rows


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
        usual : float32 [N, actions or 0]
            the chances that a level gives each action
        """
        begins = np.zeros(len(rows), np.int64)
        most = len(rows) * self.size
        which, value = np.empty(most, np.int64), np.empty(most, np.float32)
        n = inputs_of_rows(self.features, rows, begins, which, value)
        arrays = (which[:n], begins, value[:n], rows[:, self.size :])
        which_, begins_, value_, usual = (torch.from_numpy(a).to(self._device) for a in arrays)
        return which_, begins_, value_, usual


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

    def logits(self, inputs: Seen, mask: Tensor) -> Tensor:
        """Logarithms of the chances of all actions, float32 [N, actions].

        Those of illegal ones are very small. ``inputs`` are those of :meth:`Inputs.of`, ``mask`` is
        bool [N, actions], true for legal ones.
        """
        scores = _through(self.policy, inputs)
        if self._corrects:
            free = FREE / mask.sum(1, keepdim=True)
            scores = scores + torch.log(free + (1.0 - FREE) * inputs[3])
        scores = scores.masked_fill(~mask, -1e9)
        return torch.log_softmax(scores, dim=1)

    def values(self, inputs: Seen) -> Tensor:
        """The expected winnings of the seat to move, float32 [N], in scaled points.

        ``inputs`` are those of :meth:`Inputs.of`.
        """
        return _through(self.value, inputs).squeeze(1)


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


def _through(layers: Any, inputs: Seen) -> Tensor:
    first, bias, second, last = layers
    which, begins, value, _usual = inputs
    hidden = torch.relu(first(which, begins, per_sample_weights=value) + bias.bias)
    found: Tensor = last(torch.relu(second(hidden)))
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
