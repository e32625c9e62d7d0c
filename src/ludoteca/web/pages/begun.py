"""Studies that were begun, on disk: the address of a job leads on after the server ended."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import orjson

from ludoteca.web.pages.kept import Head, Shelf, head_in
from ludoteca.web.settings import Settings

MOST = 500
_ID = re.compile(r"[\w-]{16}", re.ASCII)


class Begun:
    """A folder with what each job was asked; the oldest go when there are too many."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, settings: Settings) -> Begun:
        """The folder of a server, beside its answers."""
        return cls(Shelf.of(settings).folder.with_name("begun"))

    def note(self, job_id: str, head: Head) -> None:
        """Note what a job was asked; where the disk does not take it, only its address is lost."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            # Without waiting for the disk: a server that is killed leaves what it wrote.
            (self.folder / job_id).write_bytes(orjson.dumps(asdict(head)))
            paths = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime)
            for path in paths[:-MOST]:
                path.unlink(missing_ok=True)

    def get(self, job_id: str) -> Head | None:
        """What the job of this id was asked."""
        return head_in(self.folder / job_id) if _ID.fullmatch(job_id) else None

    def forget(self, person: str) -> None:
        """Delete what was asked by ``person`` alone."""
        for path in self.folder.glob("*"):
            head = head_in(path)
            if person and head is not None and head.person == person:
                path.unlink(missing_ok=True)
