"""The shipped tables, as arrays for compiled code.

:mod:`.counting` makes those of hands of four cards, whose last axis but for ``SPANS`` is the hand's
number (:func:`..multisets.number_of`); :mod:`.juegos` makes ``JUEGO_CHANCE``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..hands import FACES
from ..multisets import CODES, MOST, NUMBERS

FILE = Path(__file__).with_name("hands.json")
JUEGO_FILE = Path(__file__).with_name("juego.json")
UNIT = 10_000  #: of the chances in the files

EIGHT, FOUR = range(2)  # decks, by their kings


_DECKS: list[dict[str, Any]] = list(json.loads(FILE.read_text("utf-8")).values())
"""The file (:func:`.counting.computed`), by deck; emptied below."""


def _numbers(hands: list[str]) -> list[int]:
    return [NUMBERS[tuple(sorted(map(FACES.index, hand)))] for hand in hands]


def _parts(key: str, unit: int) -> list[NDArray[np.float32]]:
    return [(np.array(row[key]) / unit).astype(np.float32) for row in _DECKS]


def _by_hand(rows: list[NDArray[Any]]) -> NDArray[Any]:
    """Rows of each deck by the hands that it has, with 0 for all others."""
    found = np.zeros((len(rows), *rows[0].shape[:-1], MOST), rows[0].dtype)
    for deck, row in enumerate(rows):
        found[deck][..., _numbers(_DECKS[deck]["hands"])] = row
    return found


WORSE: NDArray[np.float32] = _by_hand(_parts("worse", UNIT))
"""Chance that one other hand that takes part is worse: deck, rounds of mus, lance, hand."""

EQUAL: NDArray[np.float32] = _by_hand(_parts("equal", UNIT))
"""Chance that it is as good."""

GAIN: NDArray[np.float32] = _by_hand(_parts("gain", 100))
"""Stones that a cut is worth above mus: deck, rounds of mus, place from the mano, lance, hand."""

KEEPS: NDArray[np.int64] = _by_hand([CODES[list(map(_numbers, row["keeps"]))] for row in _DECKS])
"""The cards kept of a hand as a code: deck, place from the mano, hand."""

SPANS = np.array(_parts("spans", 1000))
"""The part of all hands that those with a sign are, both ends: deck, rounds, sign, lance."""

_DECKS.clear()  # a hundred thousand numbers, each an object

JUEGO_CHANCE: NDArray[np.float64] = np.array(json.loads(JUEGO_FILE.read_text("utf-8"))) / UNIT
"""The chance of the mano's pair to win the juego, by the stones that it and the other pair lack."""
