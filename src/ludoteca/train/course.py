"""The course of training: its effort, and how strong the player was on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludoteca.core.i18n import N_
from ludoteca.core.numbers import Simulated

EXPLOITABILITY, POINTS, MATCHES_WON = "exploitability", "points", "matches_won"
MEASURE_NAMES = (
    N_("exploitability"), N_("points"), N_("matches_won"), N_("decisions"), N_("minutes"),
    N_("curve"),
)  # fmt: skip


@dataclass
class Course:
    """Training as far as it is done.

    Attributes
    ----------
    seconds
        seconds of wall-clock time spent so far
    updates, decisions
        number of them so far
    measure
        of strength, ``EXPLOITABILITY``, or ``POINTS`` a deal against ``opponent``, or
        ``MATCHES_WON``, the share of the matches against it
    curve
        of each measure, the seconds, the decisions and what it found
    """

    seconds: float = 0.0
    updates: int = 0
    decisions: int = 0
    measure: str = POINTS
    opponent: str = ""
    curve: list[tuple[float, int, float | Simulated | None]] = field(default_factory=list)
