"""Deals of equal machines at tables of 2 to 5 by the printed rules: the arena's, and from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ludoteca.arena.balance import Played, Report, play
from ludoteca.arena.crew import cores
from ludoteca.arena.means import Means
from ludoteca.arena.variants import sweep
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress
from ludoteca.core.registry import load_game

from .balance import Solved

LEVELS = ("basic", "advanced")


def report_of(deals: int, meetings: int, seed: int) -> Report:
    """What is played: ``deals`` between equals, ``meetings`` of each pair of levels."""
    game = load_game("bigpoints")
    return Report(game, tuple(sweep(game, {"players": "2..5"})), LEVELS, deals, seed, meetings)


def played_of(report: Report, folder: Path | None, progress: Progress) -> list[Played]:
    """The deals of a report, for 2 to 5 players; what is finished is kept in ``folder``."""
    return play([report], folder, Means(cores()), progress)


def as_solved(played: Played, name: str) -> Solved:
    """The differences of two equal machines, in the shape of solved boards; not exact."""
    lines = [line for line in played.equals[LEVELS[-1]] if "failed" not in line]
    differences = np.array([line["points"][0] - line["points"][1] for line in lines])
    method = _("{n} games of advanced machines, not best play").format(n=len(lines))
    return Solved(name, 0, np.rint(differences).astype(np.int64), False, method)
