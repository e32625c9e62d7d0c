"""Finished answers, kept on disk by what was asked: a study opens at once the second time.

They can all be made again, so the oldest go when there are too many.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import platformdirs

from ludoteca import __version__
from ludoteca.core.errors import LudotecaError
from ludoteca.core.files import whole_file
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.lab.cells import heading
from ludoteca.web.pages.forms import OPTION, Asked
from ludoteca.web.settings import Settings

MOST_BYTES = 256 * 1024 * 1024
MOST_SHOWN = 50
LONGEST_SAID = 60
_KEY_LETTERS = 24
LOCAL = "local"
"""Whose the answers are that this machine's keyboard asked for: shown at this machine alone."""

_COMMON: frozenset[str] = frozenset({"solve", "census", "study", "evaluate"})


@dataclass(frozen=True)
class Head:
    """What was asked, as plain texts that fill the form again, and when it was answered.

    Attributes
    ----------
    person : whose it is, "" for everybody's: see :func:`owner_of`; :data:`LOCAL`
    """

    key: str
    game: str
    verb: str
    question: str
    filled: dict[str, str]
    language: str
    at: float = 0.0
    person: str = ""

    def is_listed_for(self, people: Collection[str]) -> bool:
        """Whether a list for ``people`` may have it: what is theirs, and what is common."""
        return self.person in people if self.person else self.verb in _COMMON


@dataclass(frozen=True)
class Kept:
    """An answer on disk: what was asked, and the document."""

    head: Head
    document: dict[str, Any] = field(default_factory=dict)


def said_of(filled: Mapping[str, str]) -> list[tuple[str, str]]:
    """What a form was filled in with, in words: what was left empty and long texts left out."""
    return [
        (heading(name.removeprefix(OPTION)), text.strip())
        for name, text in filled.items()
        if 0 < len(text.strip()) < LONGEST_SAID
    ]


def owner_of(asked: Asked, person: str) -> str:
    """Whose the answer to a question of ``person`` is: "" where it is everybody's.

    Odds, records and words typed freely are about a hand that is perhaps being played: they are of
    who asked alone. Solutions, censuses and studies, asked by numbers and choices, are common.
    """
    texts = [p for p in asked.question.parameters if p.kind is str and not p.choices]
    typed = any(asked.given.get(p.name) not in (None, "", [], p.default) for p in texts)
    common = asked.question.verb in _COMMON and not asked.record and not typed
    return "" if common else person


def key_of(asked: Asked, language: str, owner: str) -> str:
    """The key of an answer: another question, parameter, program or language has another one.

    Where the answer has an owner, everybody has another one too, so that nobody can tell what
    others asked.
    """
    said = {
        "game": asked.game.name,
        "sources": _sources(asked.game),
        "version": __version__,
        "verb": asked.question.verb,
        "question": asked.question.name,
        "given": {name: _plain(value) for name, value in asked.given.items()},
        "options": asked.options,
        "seed": asked.seed,
        "record": asked.record,
        "language": language,
        "owner": owner,
    }
    text = json.dumps(said, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:_KEY_LETTERS]


def _plain(value: Any) -> Any:
    return value if isinstance(value, bool | int | float | str | None) else str(value)


@cache
def _sources(game: Game) -> str:
    """Changes with any file of the game's folder that has a say in its answers."""
    digest = hashlib.sha256()
    for path in sorted(game.folder.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def head_in(path: Path) -> Head | None:
    """The head in a file, None where there is none that can be read."""
    try:
        return Head(**orjson.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


class Shelf:
    """The folder of kept answers: ``KEY.json`` with the document, ``KEY.head`` with the head."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self.folder = folder
        self._most_bytes = most_bytes

    @classmethod
    def of(cls, settings: Settings) -> Shelf:
        """The shelf of a server."""
        folder = settings.folder or Path(platformdirs.user_cache_dir("ludoteca")) / "web"
        return cls(folder / "answers")

    def put(self, head: Head, document: Mapping[str, Any]) -> None:
        """Keep an answer; the oldest ones make room for it. Waits for the disk.

        Raises ``LudotecaError`` where the disk does not take it; an older answer stays then.
        """
        dated = asdict(head) | {"at": time.time()}
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
        head = head_in(self.folder / f"{key}.head")
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
        """Delete the answers that are of ``person`` alone."""
        for head in list(self._heads()):
            if person and head.person == person:
                for ending in (".head", ".json"):
                    (self.folder / f"{head.key}{ending}").unlink(missing_ok=True)

    def _heads(self) -> Iterator[Head]:
        for path in self.folder.glob("*.head"):
            head = head_in(path)
            if head is not None:
                yield head

    def _write(self, name: str, data: bytes) -> None:
        with whole_file(self.folder / name) as file:
            file.write(data)

    def _make_room(self, newest: str) -> None:
        documents = []
        for path in self.folder.glob("*.json"):
            with suppress(FileNotFoundError):  # somebody else makes room, too
                stat = path.stat()
                documents.append((stat.st_mtime, stat.st_size, path))
        total = sum(size for _at, size, _path in documents)
        for _at, size, path in sorted(documents):
            if total <= self._most_bytes or path.stem == newest:
                break
            total -= size
            path.with_suffix(".head").unlink(missing_ok=True)
            path.unlink(missing_ok=True)
