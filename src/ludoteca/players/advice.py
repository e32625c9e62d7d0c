"""What the odds beside the cards and a machine's advice are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.core.numbers import Number, Odd


@dataclass(frozen=True)
class MoveValue:
    """What a legal move is worth to the seat: in points of the deal, or as a chance."""

    action: int
    value: Number


@dataclass(frozen=True)
class Advice:
    """What a seat can be told about its decision, computed from its view alone.

    Attributes
    ----------
    odds : the game's own numbers for this view
    action : the move that the machine would make, None where it was not asked
    reasons : why, a sentence each, in the language of the person
    values : what each legal move is worth, best first; empty where not computed
    unit : what the values count, in words
    assumption : what they rest on, in words
    chances : the values are chances, not points
    """

    odds: tuple[Odd, ...] = ()
    action: int | None = None
    reasons: tuple[str, ...] = ()
    values: tuple[MoveValue, ...] = ()
    unit: str = ""
    assumption: str = ""
    chances: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain data; each number says whether it is exact or simulated."""
        return {
            "odds": [odd.to_json() for odd in self.odds],
            "action": self.action,
            "reasons": list(self.reasons),
            "values": [{"action": v.action, **v.value.to_json()} for v in self.values],
            "unit": self.unit,
            "assumption": self.assumption,
        }
