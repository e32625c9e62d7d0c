"""The log of a run on disk: a line of JSON for each finished task, and compressed records.

``results.jsonl`` holds a line for each task, in order; ``records.txt.gz`` the text of all its
records (``zcat`` reads it, :func:`read_records` parses it), one gzip member a batch. A batch's
records are on disk before the line that says so: after a kill at any moment, what no line accounts
for is cut off, so that nothing is lost and nothing counted twice.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from ludoteca import players
from ludoteca.core import storage
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.player_names import machine_in, read_search_over
from ludoteca.core.record import GameRecord
from ludoteca.workers.pool import Pool, PoolJob

RESULTS, RECORDS, PLAN = "results.jsonl", "records.txt.gz", "plan.json"
_BETWEEN = "; ----\n"
_NOT_PLAYED = ("face", "guide", "leaderboard", "study")  #: parts of a game that change no move
_FILE = ".py"

Line = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """The result of a task: plain data for the log, and the texts of its records."""

    line: Line
    records: tuple[str, ...] = ()


class RunLog:
    """The finished tasks of one run, in a folder that is made; one process writes at a time.

    It is a context manager, which closes the files.

    Parameters
    ----------
    folder
        made with those above it
    plan
        plain data that tells the run from others, kept beside the results

    Attributes
    ----------
    lines
        of the finished tasks, in order

    Raises
    ------
    BadInput
        where the folder holds another run, or another process is at this one
    """

    def __init__(self, folder: Path, plan: Line) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._results: IO[bytes] = (folder / RESULTS).open("a+b")
        _lock(self._results, folder)
        _agree(folder / PLAN, plan)
        self.lines, good, end = _read(self._results)
        self._results.truncate(good)
        self._records: IO[bytes] = (folder / RECORDS).open("a+b")
        self._records.truncate(end)

    def __enter__(self) -> RunLog:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._results.close()
        self._records.close()

    def work(
        self, job: PoolJob[Outcome], end: int, batch: int, pool: Pool
    ) -> Iterator[Sequence[Line]]:
        """The lines of the tasks of ``job`` below ``end``, in order.

        Those of before come at once, then new ones as they are kept, ``batch`` of them at a time.
        """
        found = self.lines[:end]
        yield found
        for outcomes in pool.work(job, len(found), end, batch):
            self.append(outcomes)
            yield [outcome.line for outcome in outcomes]

    def append(self, outcomes: Sequence[Outcome]) -> None:
        """Keep a batch of outcomes; it is on disk when this returns."""
        text = "".join(_BETWEEN + record for outcome in outcomes for record in outcome.records)
        if text:
            self._records.write(gzip.compress(text.encode(), mtime=0))
            _to_disk(self._records)
        end = self._records.seek(0, os.SEEK_END)
        lines = [outcome.line for outcome in outcomes]
        row = json.dumps({"records_end": end, "tasks": lines}, ensure_ascii=False) + "\n"
        self._results.write(row.encode())
        _to_disk(self._results)
        self.lines += lines


def run_folder(plan: Line, root: Path | None = None) -> Path:
    """The folder of the run ``plan``, the same for the same: in ``root``, or the user's data.

    It is not made.
    """
    return (root or storage.data_folder("arena", plan["game"])) / storage.digest(plan, digits=12)


def versions(game: Game, specs: tuple[str, ...] = ()) -> Line:
    """The part of a plan that changes with the rules and with the code of game and players.

    A file that ``specs`` name as a player, or after a scheme, counts by its content.
    """
    folders = (game.folder, Path(players.__file__).parent)
    own = map(_file_of, map(machine_in, specs))
    files = storage.files_digest(path for path in own if path.is_file())
    sources = storage.digest(storage.sources_digest(*folders, skip=_NOT_PLAYED), files, digits=12)
    return {"rules": game.info.rules_version, "sources": sources}


def _file_of(spec: str) -> Path:
    """The path of the file that makes the player ``spec``, if one does."""
    over = read_search_over(spec)
    if over is not None:
        return _file_of(over.machine)
    path, is_file, _player = spec.partition(_FILE)
    return Path(path + _FILE if is_file else spec.partition(":")[2])


def read_records(folder: Path) -> Iterator[GameRecord]:
    """Every record of a run, in order.

    Raises
    ------
    FileNotFoundError
        where ``folder`` holds no run
    """
    with gzip.open(folder / RECORDS, "rt", encoding="utf-8") as file:
        text = file.read()
    yield from (GameRecord.parse(part) for part in text.split(_BETWEEN) if part)


def _read(file: IO[bytes]) -> tuple[list[Line], int, int]:
    """Finished tasks, the bytes that hold them, and the bytes of records that they account for."""
    file.seek(0)
    lines: list[Line] = []
    good = end = 0
    for row in file:
        try:
            batch = json.loads(row)
        except ValueError:
            break
        if not row.endswith(b"\n"):
            break
        lines += batch["tasks"]
        good += len(row)
        end = batch["records_end"]
    return lines, good, end


def _agree(path: Path, plan: Line) -> None:
    """Write the plan, or check that it is the one that was begun."""
    if not path.exists():
        storage.write_json(path, plan)
    elif json.loads(path.read_text(encoding="utf-8")) != plan:
        raise BadInput(
            _("{folder} holds another run; name another folder").format(folder=path.parent)
        )


def _to_disk(file: IO[bytes]) -> None:
    file.flush()
    os.fsync(file.fileno())


def _lock(file: IO[bytes], folder: Path) -> None:
    """Keep other processes out until the file is closed, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        sentence = _("another process is working on the run in {folder}").format(folder=folder)
        raise BadInput(sentence) from None
