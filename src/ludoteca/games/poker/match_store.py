"""Solved matches on disk: the one that ships, and what a run leaves.

A file is NumPy's npz: the strategies in whole numbers one after the other, each once, and which of
them is played at which stage.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import platformdirs

from ludoteca.core.errors import BadInput
from ludoteca.core.files import whole_file
from ludoteca.core.i18n import _

from .match import SolvedMatch, Stage
from .paths import Deck, Round
from .sides import Compact
from .store import SOLVED, round_name
from .strategy import SEATS

NAME = "campeão"
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
    arrays["about"] = np.array(json.dumps(about))
    arrays["stages"] = np.array([(*stage, number) for stage, number in match.stages.items()])
    arrays["scores"] = np.array([match.scores[stage] for stage in match.stages])
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        np.savez_compressed(file, **arrays)


def read(path: Path) -> SolvedMatch:
    """The match in a file; raises ``BadInput`` with one sentence where it holds none."""
    try:
        with np.load(path) as saved:
            about = json.loads(str(saved["about"]))
            stages, scores = saved["stages"].tolist(), saved["scores"].tolist()
            columns = [saved[name].astype(np.int64) for name in _ARRAYS]
        played = Round(**{**about["round"], "deck": Deck(**about["round"]["deck"])})
        strategies = tuple(
            Compact(played.deck, (first, second), (folds, others), about["unit"])
            for first, second, folds, others in zip(*columns, strict=True)
        )
        numbers = {Stage(left, lead): number for left, lead, number in stages}
        by_stage = dict(zip(numbers, scores, strict=True))
        return SolvedMatch(played, about["rounds"], numbers, strategies, by_stage)
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadInput(_("{path} holds no solved match").format(path=path)) from error


def path_of_the_user(played: Round, rounds: int) -> Path:
    """Where the user's own solved match is kept."""
    folder = Path(platformdirs.user_data_dir("ludoteca")) / "poker"
    return folder / f"match-{rounds}-{round_name(played)}.npz"


@cache
def solved_match(played: Round, rounds: int) -> SolvedMatch | None:
    """The match that ships, or that the user has solved; None where there is none.

    A shorter match is the end of a longer one, so it is found in the one that ships.
    """
    shipped = SOLVED / f"match-{played.kind}.npz"
    if played == Round.named(played.kind) and rounds <= ROUNDS and shipped.is_file():
        return read(shipped)
    own = path_of_the_user(played, rounds)
    return read(own) if own.is_file() else None
