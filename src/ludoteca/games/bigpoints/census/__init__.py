"""``ludoteca census bigpoints``: every board of a size solved, or a sample of them.

Boards that differ in the names of colours alone are one class and are solved once; all classes of a
size hold ``colours!`` boards. Results are kept in a folder, shard by shard, so that a census that
was stopped or killed goes on where it was.
"""

from __future__ import annotations

import csv
import io
import time
from collections import Counter
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.answers import Answer, Cell, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import chance_words, simulated_share
from ludoteca.core.questions import Param, Progress, Say, in_parts, question, quiet, silent
from ludoteca.core.storage import cache_folder, check_writable, whole_file
from ludoteca.lab.tables import frame
from ludoteca.lab.text import duration
from ludoteca.workers.threads import completed, cores

from ..exact.boards import (
    board_text,
    class_size,
    number_of_boards,
    number_of_classes,
    random_boards,
)
from ..exact.position import MOST_DISCS
from ..exact.threads import Crew
from ..shares import mean_of_boards, share_of
from . import shards
from .shards import Plan, Shard, on_cluster, on_threads, parts

MOST_CLASSES = 200_000
"""Classes at most that are all solved unless asked for: some minutes."""

AUTOMATIC_SAMPLE = 400
# Unless asked for, positions are counted on boards of so few discs: on all boards if they are few.
MOST_DISCS_COUNTED = 12
MOST_BOARDS_COUNTED = 40_000
STATES_SAMPLE = 32
_SHARD, _SAMPLE_SHARD = 256, 16

_SECONDS = {
    1: (0.0, 10, 1.0),
    2: (0.001, 10, 2.0),
    3: (0.53, 10, 3.0),
    4: (2.4, 7, 6.0),
    5: (2.6, 5, 11.0),
}
"""Seconds of a core a board, by colours: with so many discs of each, and the factor for one disc
more (measured, ``benchmarks/results.md``)."""

_LONG_SECONDS = 120.0

OUTCOMES = {1: "win", 0: "tie", -1: "loss"}


@question(
    "census",
    N_("How often does the first player win? Every board of a size, solved."),
    resumable=True,
)
def boards(
    colours: Annotated[int, Param(N_("colours of the reduced game"), low=1, high=5)] = 3,
    discs: Annotated[int, Param(N_("discs of each colour in the row"), low=1, high=10)] = 3,
    sample: Annotated[
        int | None,
        Param(
            N_(
                "solve this many random boards (give --seed too, to continue after a stop); 0: "
                "solve all; by default all if they are few enough"
            ),
            low=0,
        ),
    ] = None,
    states: Annotated[
        bool | None,
        Param(N_("count the positions of each board; without it, on small boards only")),
    ] = None,
    rows: Annotated[
        Path | None, Param(N_("write one row a board into this file, .csv or .parquet"))
    ] = None,
    folder: Annotated[
        Path | None, Param(N_("keep finished parts here; without it, in your cache folder"))
    ] = None,
    cluster: Annotated[
        str | None,
        Param(
            N_("solve on this Ray cluster instead: an address as ray.init takes it, or auto"),
            local=True,
        ),
    ] = None,
    seed: int = 1,
    progress: Progress = quiet,
    say: Say = silent,
) -> Answer:
    """Wins, ties and losses of the first player, and by how much, over all boards of a size."""
    if colours * discs < 2:
        raise BadInput(_("with a single disc in the row nobody could move"))
    if colours * discs > MOST_DISCS:
        raise BadInput(_("the exact solver takes rows of at most 55 discs, 10 of a colour"))
    if rows is not None:
        _check_rows(rows)
    plan = _plan(colours, discs, sample, states, seed)
    folder = folder or cache_folder("census", "bigpoints")
    if cluster is None:
        _warn(plan, say)
    began = time.perf_counter()
    solved, counted = in_parts(progress, 4, 1 if _samples_states(plan) else 0)
    found, reused = run(plan, folder, solved, cluster)
    states_fields = _states_fields(plan, found, counted)
    answer = _answer(plan, found, states_fields, time.perf_counter() - began, reused)
    if rows is not None:
        write_rows(rows, plan, found)
    return answer


def _warn(plan: Plan, say: Say) -> None:
    """Say how long the census takes where that is more than a minute or two."""
    measured, discs, growth = _SECONDS[plan.colours]
    each = measured * growth ** (plan.discs - discs)
    boards = plan.sample or number_of_classes(plan.colours, plan.discs)
    seconds = each * boards / cores()
    if seconds > _LONG_SECONDS:
        text = _("{n:,} boards to solve: about {time} on the {cores} cores of this machine")
        say(text.format(n=boards, time=duration(seconds), cores=cores()))


def _plan(colours: int, discs: int, sample: int | None, states: bool | None, seed: int) -> Plan:
    if sample is None and number_of_classes(colours, discs) > MOST_CLASSES:
        sample = AUTOMATIC_SAMPLE
    if sample == 1:
        raise BadInput(_("an interval needs a sample of at least 2 boards"))
    few = number_of_boards(colours, discs) <= MOST_BOARDS_COUNTED
    small = colours * discs <= MOST_DISCS_COUNTED
    counted = few and small if states is None else states
    if sample:
        return Plan(colours, discs, counted, sample, seed, _SAMPLE_SHARD)
    return Plan(colours, discs, counted, None, 0, _SHARD)


# -- the work -----------------------------------------------------------------------------------


def run(
    plan: Plan, folder: Path, progress: Progress = quiet, cluster: str | None = None
) -> tuple[Shard, int]:
    """All results of ``plan`` in the order of its boards, and how many were found in ``folder``.

    Finished shards are written into ``folder`` at once; Ctrl-C leaves within a second or so.
    ``cluster``: the address of machines that work instead of this one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    boards_of = parts(plan)
    found: dict[int, Shard] = {}
    for index, part in enumerate(boards_of):
        shard = shards.read(shards.path_of(folder, plan, index), part, plan.counted)
        if shard is not None:
            found[index] = shard
    total = sum(map(len, boards_of))
    done = reused = sum(len(shard.boards) for shard in found.values())
    progress(done, total, _("boards"))
    missing = [index for index in range(len(boards_of)) if index not in found]
    finished = on_cluster(plan, missing, cluster) if cluster else on_threads(plan, missing)
    with closing(finished):
        for index, shard in finished:
            shards.write(shards.path_of(folder, plan, index), shard)
            found[index] = shard
            done += len(shard.boards)
            progress(done, total, _("boards"))
    ordered = [found[index] for index in range(len(boards_of))]
    return (
        Shard(
            np.concatenate([s.boards for s in ordered]),
            np.concatenate([s.values for s in ordered]),
            np.concatenate([s.states for s in ordered]),
        ),
        reused,
    )


# -- the answer ---------------------------------------------------------------------------------


def _answer(
    plan: Plan, found: Shard, states: dict[str, Cell], seconds: float, reused: int
) -> Answer:
    size, every = class_size(plan.colours), number_of_boards(plan.colours, plan.discs)
    counts = Counter(found.values.tolist())
    outcome = Counter(np.sign(found.values).tolist())
    fields: dict[str, Cell] = {
        "boards": every,
        "classes": number_of_classes(plan.colours, plan.discs),
    }
    notes, n, whole = [], len(found.values), plan.sample is None
    if whole:
        said: dict[str, Cell] = {"method": "every class of boards solved"}
    else:
        size = 1
        method = "a sample, uniform over all boards, each solved exactly"
        said = {"sample": n, "method": method}
        notes.append(_("wins, ties and losses are shares of the sample, with 95% intervals"))
    for name, sign in (("first_wins", 1), ("ties", 0), ("first_loses", -1)):
        fields[name] = outcome[sign] * size if whole else simulated_share(outcome[sign], n)
    fields |= {"mean_difference": mean_of_boards(found.values, whole), **said}
    fields |= {**states, "seconds": seconds, "found_from_before": reused}
    rows = [[v, counts[v] * size, share_of(counts[v], n, whole)] for v in sorted(counts)]
    title = N_("Points of the first player above the second under best play")
    table = Table("differences", ("difference", "boards", "share"), rows, title, chances=("share",))
    wins, losses = (chance_words(outcome[sign] / len(found.values)) for sign in (1, -1))
    headline = _("With best play the first player wins {wins} of the boards and loses {losses}.")
    headline = headline.format(wins=wins, losses=losses)
    shares = () if whole else ("first_wins", "ties", "first_loses")
    return Answer(fields, (table,), notes=notes, headline=headline, chances=shares)


def _states_fields(plan: Plan, found: Shard, progress: Progress) -> dict[str, Cell]:
    """The positions of all boards added up, and their mean; None where they are not counted."""
    if _samples_states(plan):
        return {
            "states": None,
            "mean_states": mean_of_boards(_sampled_states(plan, progress), exact=False),
        }
    if not plan.counted:
        return {"states": None, "mean_states": None}
    whole = plan.sample is None
    total = int(found.states.sum()) * class_size(plan.colours) if whole else None
    return {"states": total, "mean_states": mean_of_boards(found.states, whole)}


def _samples_states(plan: Plan) -> bool:
    """True where the positions of a few boards alone are counted."""
    return not plan.counted and plan.colours * plan.discs <= MOST_DISCS_COUNTED


def _sampled_states(plan: Plan, progress: Progress) -> NDArray[np.int64]:
    """The positions of a few random boards, the same ones whenever they are asked for."""
    rng = np.random.default_rng(plan.colours * 100 + plan.discs)
    some = random_boards(plan.colours, plan.discs, STATES_SAMPLE, rng)
    crew = Crew(plan.colours, plan.discs)
    found = []
    for _board, count in completed(
        lambda k: crew.states(some[k : k + 1]), range(len(some)), crew.stop
    ):
        found.append(int(count[0]))
        progress(len(found), len(some), _("boards whose positions are counted"))
    return np.array(found, np.int64)


# -- rows ---------------------------------------------------------------------------------------


def _check_rows(path: Path) -> None:
    if path.suffix not in (".csv", ".parquet"):
        raise BadInput(_("rows are written as .csv or .parquet, not {name}").format(name=path.name))
    if not path.parent.is_dir():
        raise BadInput(_("there is no folder {folder}").format(folder=path.parent))
    check_writable(path)
    if path.suffix == ".parquet":
        try:
            import polars  # noqa: F401 - looked for before the work, not after it
        except ImportError:
            raise BadInput(
                _("Parquet needs the extra 'lab': pip install \"ludoteca[lab]\"; or take .csv")
            ) from None


def write_rows(path: Path, plan: Plan, found: Shard) -> None:
    """One row a class (a board, where sampled): board, multiplicity, difference, outcome, states.

    ``states`` is empty where positions were not counted.
    """
    columns = ("board", "multiplicity", "difference", "outcome", "states")
    size = class_size(plan.colours) if plan.sample is None else 1
    rows = (
        (board_text(board), size, value, OUTCOMES[(value > 0) - (value < 0)], states)
        for board, value, states in zip(
            found.boards,
            found.values.tolist(),
            found.states.tolist() if plan.counted else [None] * len(found.values),
            strict=True,
        )
    )
    with whole_file(path) as file:
        if path.suffix == ".parquet":
            frame(Table(name="boards", columns=columns, rows=list(rows))).write_parquet(file)
        else:
            # A row at a time: a large size has millions.
            text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
            csv.writer(text, lineterminator="\n").writerows(chain([columns], rows))
            text.detach()
