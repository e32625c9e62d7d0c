"""Solved rounds on disk: those that ship with the package, and what a run leaves.

A file holds the merged strategy in whole numbers, some ten kilobytes of JSON, with the proof of how
near to an equilibrium it is. Reading one and spreading it over all paths takes milliseconds.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _, language
from ludoteca.core.storage import (
    Parts,
    cache_folder,
    data_folder,
    reading,
    sources_digest,
    whole_file,
)

from .. import EQUILIBRIUM
from .compact import Compact, SolvedRound
from .round_paths import SEATS, Round
from .strategy import Strategy, patient

SOLVED = Path(__file__).parent / "solved"
_ROUND_TARGET = 1e-6  # of rounds that no file holds: they are solved on the spot
_KEPT_TARGET = 1e-5  # of rounds solved before: one further from it is solved again


def write(path: Path, solved: SolvedRound) -> None:
    """Write ``solved`` as JSON."""
    compact = solved.compact
    data = {
        "round": asdict(solved.played),
        "value": str(solved.value),
        "low": str(solved.low),
        "high": str(solved.high),
        "iterations": solved.iterations,
        "method": solved.method,
        "unit": compact.unit,
        "exchange": [rows.tolist() for rows in compact.exchange],
        "fold": [rows.tolist() for rows in compact.fold],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, separators=(",", ":"))
    with whole_file(path) as file:
        file.write((text.replace("],[", "],\n[").replace(',"', ',\n"') + "\n").encode())


def read(path: Path) -> SolvedRound:
    """The solved round in a file; raises ``BadInput`` with one sentence where it holds none."""
    with reading(path, _("{path} holds no solved round")):
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        played = Round.read(data["round"])
        first, second, folds, others = (
            np.array(data[name][seat], np.int64) for name in ("exchange", "fold") for seat in SEATS
        )
        return SolvedRound(
            played=played,
            compact=Compact(played.deck, (first, second), (folds, others), data["unit"]),
            value=Fraction(data["value"]),
            low=Fraction(data["low"]),
            high=Fraction(data["high"]),
            iterations=data["iterations"],
            method=data["method"],
        )


@cache
def shipped(kind: str) -> SolvedRound:
    """The solved round of this kind that comes with the package, of the game as it is set."""
    return read(SOLVED / f"{kind}.json")


@cache
def equilibrium(played: Round) -> Strategy:
    """The equilibrium player of a round; see :func:`solved_round`."""
    if played.kind == "rapida":
        return patient(played.deck, EQUILIBRIUM)
    return solved_round(played).strategy()


@cache
def solved_round(played: Round) -> SolvedRound:
    """A round with exchanges solved: shipped, kept on disk, or solved now and kept.

    Solving takes one to three seconds, and compiling the solver a few more the first time.
    """
    if played == Round.named(played.kind):
        return shipped(played.kind)
    file = f"{round_name(played)}.json"
    kept = cache_folder("poker") / file
    for path in (kept, data_folder("poker") / file):
        with suppress(BadInput):
            found = read(path)
            if found.played == played and found.exploitability <= _KEPT_TARGET:
                return found
    from .equilibrium import Solver  # imported here: few rounds are solved on the spot

    found = Solver(played).run(_ROUND_TARGET)
    with suppress(OSError):
        write(kept, found)
    return found


def round_name(played: Round) -> str:
    """A name of a round that is fit for a file."""
    deck = played.deck
    numbers = (deck.ranks, deck.copies, deck.hand, deck.most, played.fold_first, played.fold_second)
    return "-".join(map(str, (played.kind, *numbers)))


def user_parts() -> Parts:
    """The finished parts of long work, in the user's data; another version has others."""
    version = sources_digest(Path(__file__).parent.parent, skip=("leaderboard",)) + language()
    return Parts(data_folder("poker", "parts"), version)
