"""Solved matches on disk: the one that ships, and what a run leaves.

A file is NumPy's npz: the strategies in whole numbers one after the other, each once, and which of
them is played at which stage.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.i18n import _
from ludoteca.core.storage import data_folder, read_arrays, reading, write_arrays

from .compact import Compact
from .match import MatchStage, SolvedMatch
from .round_paths import SEATS, Round
from .store import SOLVED, round_name

ROUNDS = 5

_ARRAYS = tuple(f"{part}{seat}" for part in ("exchange", "fold") for seat in SEATS)


def write(path: Path, match: SolvedMatch) -> None:
    """Write ``match``; raises ``OSError`` where that cannot be."""
    units = {strategy.unit for strategy in match.strategies}
    about = {"round": asdict(match.played), "rounds": match.rounds, "unit": max(units)}
    if len(units) > 1:
        raise ValueError(f"strategies over different units: {sorted(units)}")
    columns = zip(*((*s.exchange, *s.fold) for s in match.strategies), strict=True)
    arrays: dict[str, Any] = {
        name: np.array(column, np.uint32) for name, column in zip(_ARRAYS, columns, strict=True)
    }
    arrays["stages"] = [(*stage, number) for stage, number in match.stages.items()]
    arrays["scores"] = [match.scores[stage] for stage in match.stages]
    write_arrays(path, about, arrays)


def read(path: Path) -> SolvedMatch:
    """The match in a file; raises ``BadInput`` with one sentence where it holds none."""
    with reading(path, _("{path} holds no solved match")):
        about, arrays = read_arrays(path)
        played = Round.read(about["round"])
        columns = (arrays[name].astype(np.int64) for name in _ARRAYS)
        strategies = tuple(
            Compact(played.deck, (first, second), (folds, others), about["unit"])
            for first, second, folds, others in zip(*columns, strict=True)
        )
        numbers = {
            MatchStage(left, lead): number for left, lead, number in arrays["stages"].tolist()
        }
        scores = dict(zip(numbers, arrays["scores"].tolist(), strict=True))
        return SolvedMatch(played, about["rounds"], numbers, strategies, scores)


def path_of_the_user(played: Round, rounds: int) -> Path:
    """The file of the user's own solved match."""
    return data_folder("poker") / f"match-{rounds}-{round_name(played)}.npz"


@cache
def solved_match(played: Round, rounds: int) -> SolvedMatch | None:
    """The match of ``rounds`` that ships, or that the user has solved; None where there is none.

    A shorter match is the end of a longer one, so it is found in the one that ships.
    """
    shipped = SOLVED / f"match-{played.kind}.npz"
    if played == Round.named(played.kind) and rounds <= ROUNDS and shipped.is_file():
        return replace(read(shipped), rounds=rounds)
    own = path_of_the_user(played, rounds)
    return read(own) if own.is_file() else None
