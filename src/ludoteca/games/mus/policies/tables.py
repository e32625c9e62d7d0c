"""The shipped tables, as arrays for compiled code.

:mod:`.counting` makes those of hands of four cards, whose last axis but for ``SPANS`` is the hand's
number; :mod:`.juegos` makes ``JUEGO_CHANCE``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..hands import FACES
from ..ids import LANCES, SEATS, SIGNS
from .hand_numbers import HANDS, ROUNDS, code_of_text, hand_number

FILE = Path(__file__).with_name("hands.json")
JUEGO_FILE = Path(__file__).with_name("juego.json")
UNIT = 10_000  #: of the chances in the files


class _Tables:
    """The arrays of the file (:func:`.counting.computed`); 0 for a hand that a deck has not."""

    def __init__(self, rows: dict[str, Any]) -> None:
        decks = len(rows)
        self.worse = np.zeros((decks, ROUNDS, LANCES, HANDS), np.float32)
        self.equal = np.zeros_like(self.worse)
        self.gain = np.zeros((decks, ROUNDS, SEATS, LANCES, HANDS), np.float32)
        self.keeps = np.zeros((decks, SEATS, HANDS), np.int64)
        self.spans = np.zeros((decks, ROUNDS, SIGNS, LANCES, 2), np.float32)
        for deck, row in enumerate(rows.values()):
            counts = [[hand.count(face) for face in FACES] for hand in row["hands"]]
            at = [hand_number(np.array(hand)) for hand in counts]
            self.worse[deck][..., at] = np.array(row["worse"]) / UNIT
            self.equal[deck][..., at] = np.array(row["equal"]) / UNIT
            self.gain[deck][..., at] = np.array(row["gain"]) / 100
            self.keeps[deck][..., at] = [
                [code_of_text(keep) for keep in keeps] for keeps in row["keeps"]
            ]
            self.spans[deck] = np.array(row["spans"]) / 1000


_TABLES = _Tables(json.loads(FILE.read_text("utf-8")))

WORSE: NDArray[np.float32] = _TABLES.worse
"""Chance that one other hand that takes part is worse: deck, rounds of mus, lance, hand."""

EQUAL: NDArray[np.float32] = _TABLES.equal
"""Chance that it is as good."""

GAIN: NDArray[np.float32] = _TABLES.gain
"""Stones that a cut is worth above mus: deck, rounds of mus, place from the mano, lance, hand."""

KEEPS: NDArray[np.int64] = _TABLES.keeps
"""The cards kept of a hand as a code: deck, place from the mano, hand."""

SPANS: NDArray[np.float32] = _TABLES.spans
"""The part of all hands that those with a sign are, both ends: deck, rounds, sign, lance."""

JUEGO_CHANCE: NDArray[np.float64] = np.array(json.loads(JUEGO_FILE.read_text("utf-8"))) / UNIT
"""The chance of the mano's pair to win the juego, by the stones that it and the other pair lack."""
