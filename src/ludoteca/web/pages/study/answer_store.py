"""Storage of finished answers and of the questions of jobs, so that a study opens at once again.

Everything here can be computed again, so the oldest files are removed when there is too much.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from textwrap import shorten
from typing import Any

import orjson

from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import _
from ludoteca.core.storage import cache_folder, oldest_first, prune, whole_file
from ludoteca.web.settings import Settings

MOST_BYTES = 256 * 1024 * 1024
MOST_SHOWN = 50
MOST_BEGUN = 500
KEY_DIGITS = 24
LONGEST_TOLD = 120  #: letters of an answer in a list
LOCAL = "local"
"""The owner of answers that this machine's keyboard asked for: shown at this machine alone."""

COMMON: frozenset[str] = frozenset({"solve", "census", "study", "evaluate"})
SENTENCE_END = re.compile(r"(?<=[^.]\.) ")  #: no ellipsis, as in an interval
_JOB_ID = re.compile(r"[\w-]{16}(\.[\w-]{8})?", re.ASCII)


@dataclass(frozen=True)
class Head:
    """The question of an answer, as plain texts that fill the form again, and its time.

    Attributes
    ----------
    person : the owner, "" for everybody: see :meth:`~.forms.Asked.owner`; :data:`LOCAL`
    told : the beginning of the answer's first sentence
    """

    key: str
    game: str
    verb: str
    question: str
    filled: dict[str, str]
    language: str
    at: float = 0.0
    person: str = ""
    told: str = ""

    def is_listed_for(self, people: Collection[str]) -> bool:
        """True where a list for ``people`` may have it: their own answers, and common ones."""
        return self.person in people if self.person else self.verb in COMMON


@dataclass(frozen=True)
class Kept:
    """A stored answer: the question and the document."""

    head: Head
    document: dict[str, Any] = field(default_factory=dict)


# -- on disk --------------------------------------------------------------------------------------


def _head_in(path: Path) -> Head | None:
    try:
        return Head(**orjson.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


class AnswerStore:
    """A folder of answers: ``KEY.json`` with the document, ``KEY.head`` with the head."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._most_bytes = most_bytes

    @classmethod
    def of(cls, settings: Settings) -> AnswerStore:
        """The store of a server."""
        return cls((settings.folder or cache_folder("web")) / "answers")

    def put(self, head: Head, document: Mapping[str, Any]) -> None:
        """Keep an answer; the oldest ones make room for it. Waits for the disk.

        Raises ``LudotecaError`` where the disk does not take it; an older answer stays then.
        """
        first = SENTENCE_END.split(document.get("headline", ""), maxsplit=1)[0]
        told = shorten(first, LONGEST_TOLD, placeholder=" …")
        dated = asdict(head) | {"at": time.time(), "told": told}
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            text = orjson.dumps(document, option=orjson.OPT_SERIALIZE_NUMPY)
            self._write(f"{head.key}.json", text)
            # The head comes last: what has a head is whole.
            self._write(f"{head.key}.head", orjson.dumps(dated))
        except OSError as error:
            reason = _(error.strerror) if error.strerror else str(error)
            raise LudotecaError(
                _("the answer was found but cannot be kept: {reason}").format(reason=reason)
            ) from error
        self._make_room(head.key)

    def get(self, key: str) -> Kept | None:
        """The answer of this key, while it is kept."""
        head = _head_in(self.folder / f"{key}.head")
        if head is None:
            return None
        try:
            return Kept(head, orjson.loads((self.folder / f"{key}.json").read_bytes()))
        except (OSError, ValueError):
            return None

    def has(self, key: str) -> bool:
        """True where :meth:`get` would find an answer."""
        return (self.folder / f"{key}.head").is_file()

    def heads(self, game: str, people: Collection[str]) -> list[Head]:
        """The answers about ``game`` that ``people`` may see in a list, the newest first."""
        found = [h for h in self._heads() if h.game == game and h.is_listed_for(people)]
        return sorted(found, key=lambda head: -head.at)[:MOST_SHOWN]

    def forget(self, person: str) -> None:
        """Delete the answers that belong to ``person`` alone."""
        for head in list(self._heads()):
            if person and head.person == person:
                self.remove(head.key)

    def _heads(self) -> Iterator[Head]:
        for path in self.folder.glob("*.head"):
            head = _head_in(path)
            if head is not None:
                yield head

    def _write(self, name: str, data: bytes) -> None:
        with whole_file(self.folder / name) as file:
            file.write(data)

    def _make_room(self, newest: str) -> None:
        sizes = {}
        for path in oldest_first(self.folder.glob("*.json")):
            with suppress(FileNotFoundError):  # somebody else makes room, too
                sizes[path.stem] = path.stat().st_size
        total = sum(sizes.values())
        for key, size in sizes.items():
            if total <= self._most_bytes or key == newest:
                break
            total -= size
            self.remove(key)

    def remove(self, key: str) -> None:
        """Delete the answer of this key, if it is kept."""
        for ending in (".head", ".json"):
            (self.folder / f"{key}{ending}").unlink(missing_ok=True)


class BegunJobs:
    """A folder with the question of each job: its address leads on after the server ended."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, settings: Settings) -> BegunJobs:
        """The folder of a server, beside its answers."""
        return cls(AnswerStore.of(settings).folder.with_name("begun"))

    def note(self, job_id: str, head: Head) -> None:
        """Note the question of a job; where the disk does not take it, its address is lost."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            # Without waiting for the disk: a server that is killed leaves what it wrote.
            (self.folder / job_id).write_bytes(orjson.dumps(asdict(head)))
            prune(self.folder.iterdir(), most=MOST_BEGUN)

    def get(self, job_id: str) -> Head | None:
        """The question of the job of this id."""
        return _head_in(self.folder / job_id) if _JOB_ID.fullmatch(job_id) else None

    def forget(self, person: str) -> None:
        """Delete the questions that ``person`` alone asked."""
        for path in self.folder.glob("*"):
            head = _head_in(path)
            if person and head is not None and head.person == person:
                path.unlink(missing_ok=True)
