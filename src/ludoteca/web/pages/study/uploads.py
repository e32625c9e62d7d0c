"""Files that a visitor gives to a question: read from a form, and kept to be asked about again."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import orjson
from fastapi import Request
from starlette.datastructures import UploadFile

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.storage import cache_folder, digest, prune, whole_file
from ludoteca.web.settings import Settings

FILES, UPLOAD = N_("files"), "upload"  #: the fields of a form for new files, and for those kept
MOST_FILES = 200
MOST_KEPT = 50
_MOST_DEEP = 4
_LONGEST_NAME = 100
_KEY_DIGITS = 64  #: so many that no list of what was asked shows the key as words
_SHOWN = 56  #: letters of a list of files


@dataclass(frozen=True)
class Upload:
    """Files by their paths below the folder that they came from.

    ``key`` is a digest of their paths and contents.
    """

    files: Mapping[str, bytes]

    @cached_property
    def key(self) -> str:
        """Hex digits that change with the name or the content of any file."""
        said = [[name, data.hex()] for name, data in sorted(self.files.items())]
        return digest(said, digits=_KEY_DIGITS)

    @property
    def words(self) -> str:
        """The names of the files in one line that is not too long."""
        names = ", ".join(sorted(self.files))
        return names if len(names) <= _SHOWN else f"{names[:_SHOWN]} …"


def upload_of(files: Iterable[tuple[str, bytes]], ending: str) -> Upload | None:
    """The files with this ending, None where there are none; those of hidden folders are left out.

    Raises ``BadInput`` with one sentence.
    """
    found: dict[str, bytes] = {}
    for name, data in files:
        parts = name.replace("\\", "/").split("/")
        if not name.endswith(ending) or any(re.match(r"\.[^.]|__pycache__", p) for p in parts):
            continue
        if len(parts) > _MOST_DEEP or not all(_is_name(part) for part in parts):
            raise BadInput(_("a file cannot be called {name} here").format(name=repr(name)[:80]))
        place = "/".join(parts)
        if place in found:
            raise BadInput(_("two files are called {name}").format(name=place))
        found[place] = data
    if len(found) > MOST_FILES:
        raise BadInput(_("{n} files at most are taken at once").format(n=MOST_FILES))
    return Upload(found) if found else None


def _is_name(part: str) -> bool:
    """True for a name that means no other place, and no player of a file, wherever it is read."""
    short = 0 < len(part) <= _LONGEST_NAME
    return short and part.isprintable() and part not in (".", "..") and ":" not in part


async def form_with_files(request: Request) -> tuple[dict[str, str], list[tuple[str, bytes]]]:
    """The fields, and the names and contents of the files, of a ``multipart/form-data`` form."""
    async with request.form(max_files=5 * MOST_FILES) as form:
        fields = {name: text for name, text in form.multi_items() if isinstance(text, str)}
        given = [f for name, f in form.multi_items() if name == FILES and isinstance(f, UploadFile)]
        files = [(file.filename or "", await file.read()) for file in given]
    return fields, files


class Uploads:
    """A folder of uploads, each its owner's alone; the oldest make room for new ones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, settings: Settings) -> Uploads:
        """The folder of a server, beside its answers."""
        return cls((settings.folder or cache_folder("web")) / "uploads")

    def put(self, person: str, upload: Upload) -> None:
        """Keep an upload; where the disk does not take it, it is not there to be asked again."""
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            coded = {name: base64.b64encode(data).decode() for name, data in upload.files.items()}
            with whole_file(self._path(person, upload.key)) as file:
                file.write(orjson.dumps(coded))
            prune(self.folder.iterdir(), most=MOST_KEPT)

    def get(self, person: str, key: str) -> Upload | None:
        """The upload of this key, while it is kept."""
        if not key.isalnum():
            return None
        try:
            coded = orjson.loads(self._path(person, key).read_bytes())
        except (OSError, ValueError):
            return None
        return Upload({name: base64.b64decode(data) for name, data in coded.items()})

    def forget(self, person: str) -> None:
        """Delete the uploads of ``person``."""
        for path in self.folder.glob(f"{person}-*"):
            path.unlink(missing_ok=True)

    def _path(self, person: str, key: str) -> Path:
        return self.folder / f"{person}-{key}.json"
