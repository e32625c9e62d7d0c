"""Files on disk, written whole; finished parts, checkpoints and results in files named by digests.

A name is a digest of what was asked and of the sources that the answer depends on, so results of
another version are never taken for those of this one. A file is written whole or not at all; one
that cannot be read is as good as none. Arrays are kept as NumPy's npz, all other data as JSON.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, TypeVar
from zipfile import BadZipFile

import platformdirs

from ludoteca.core.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Arrays: TypeAlias = "dict[str, NDArray[Any]]"
T = TypeVar("T")

SAVE_SECONDS = 10.0  #: between two saves of a checkpoint
MOST_UNFINISHED = 16  #: questions whose finished parts are kept, the latest

_DAY_SECONDS = 86_400
_ABOUT = "about"  #: the array that holds plain data as JSON
_SOURCES = ("*.py", "*.json", "*.npz", "*.csv", "study.md")
_UNREADABLE = (
    OSError, EOFError, ValueError, KeyError, TypeError, IndexError, AttributeError, BadZipFile,
    ImportError, MemoryError, OverflowError, RuntimeError, struct.error, zlib.error,
)  # fmt: skip


# -- names ----------------------------------------------------------------------------------------


def digest(*said: object, digits: int = 16) -> str:
    """Hex digits that name plain data; anything else counts by its ``repr``."""
    text = json.dumps(said, sort_keys=True, ensure_ascii=False, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:digits]


def files_digest(files: Iterable[Path], digits: int = 16) -> str:
    """Hex digits that change with the name or the content of any of ``files``, in order."""
    total = hashlib.sha256()
    for path in files:
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:digits]


@cache
def sources_digest(*folders: Path, skip: tuple[str, ...] = (), digits: int = 16) -> str:
    """Hex digits of the sources in ``folders`` and below: Python files, data and words of studies.

    Files and sub-folders whose names begin with one of ``skip`` are left out.
    """
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            names = path.relative_to(folder).parts
            if any(map(path.match, _SOURCES)) and not any(name.startswith(skip) for name in names):
                found.append(path)
    return files_digest(found, digits)


# -- folders --------------------------------------------------------------------------------------


def cache_folder(*names: str) -> Path:
    """A folder below the user's cache, for what can be computed again; it is not made."""
    return Path(platformdirs.user_cache_dir("ludoteca")).joinpath(*names)


def data_folder(*names: str) -> Path:
    """A folder below the user's data, for what people would miss; it is not made."""
    return Path(platformdirs.user_data_dir("ludoteca", appauthor=False)).joinpath(*names)


def unfinished_folder(*question: object) -> Path:
    """The folder for finished parts of a question, the same for the same; the oldest are removed.

    ``question`` is all that it is asked with, plain data. :func:`remove` it when it is answered.
    """
    root = cache_folder("unfinished")
    folder = root / digest(*question)
    prune((path for path in root.glob("*") if path != folder), most=MOST_UNFINISHED - 1)
    return folder


def oldest_first(paths: Iterable[Path]) -> list[Path]:
    """``paths`` by the time of their last change; without those that somebody else removes."""
    dated = []
    for path in paths:
        with suppress(FileNotFoundError):
            dated.append((path.stat().st_mtime, path))
    return [path for _at, path in sorted(dated)]


def prune(paths: Iterable[Path], *, most: int | None = None, days: float | None = None) -> None:
    """Remove the oldest of ``paths`` beyond ``most``, and those older than ``days``.

    ``days`` are of 86,400 seconds and may be a fraction.
    """
    found = oldest_first(paths)
    gone = found[: max(0, len(found) - most)] if most is not None else []
    if days is not None:
        before = time.time() - days * _DAY_SECONDS
        with suppress(FileNotFoundError):
            gone += [path for path in found if path.stat().st_mtime < before]
    for path in gone:
        remove(path)


def remove(path: Path) -> None:
    """Remove a file, or a folder with all that is in it, where it is there."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


# -- files ----------------------------------------------------------------------------------------


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write bytes into, which gets the name ``path`` when the block ends well.

    After a kill, an error or a full disk the old file stays. What is no plain file (a terminal, a
    pipe) is written to directly. Raises ``OSError`` that names ``path``, unless it names another
    file.
    """
    part = path
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
        else:
            whole = path.resolve()
            part = whole.with_name(f"{whole.name}.part{os.getpid()}-{threading.get_ident()}")
            with _in_its_place(part, whole) as file:
                yield file
    except OSError as error:
        # A full disk names no file, and people know nothing of the file that is renamed at the end.
        if error.errno is not None and error.filename in (None, str(part)):
            error.filename = str(path)
        raise


@contextmanager
def _in_its_place(part: Path, path: Path) -> Iterator[BinaryIO]:
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other process is in a block of this lock file, where the system can tell.

    A process that ends, even by a kill, releases the lock. The file is made, and stays, empty.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("ab") as file:
        with suppress(OSError):  # some network folders know no locks
            fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        yield


def check_writable(path: Path) -> None:
    """Raise ``OSError`` where no file ``path`` can be written: before the work, not after it."""
    was_there = path.exists()
    path.open("ab").close()
    if not was_there:
        path.unlink()


def writable_folder(path: Path) -> Path:
    """The folder ``path``, made if need be.

    Raises
    ------
    PermissionError
        Where nothing can be put into it.
    OSError
        Where it cannot be made.
    """
    path.mkdir(parents=True, exist_ok=True)
    if not os.access(path, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return path


# -- data in files ---------------------------------------------------------------------------------


@contextmanager
def reading(path: Path, sentence: str) -> Iterator[None]:
    """Refuse a file that a block cannot use, in one sentence.

    That is where the file is missing or damaged, and where what it holds does not fit: it is then
    of another version.

    Raises
    ------
    BadInput
        With ``sentence``, and ``path`` in it, in place of the error in the block.
    """
    try:
        yield
    except _UNREADABLE as error:
        raise BadInput(sentence.format(path=path)) from error


def write_arrays(path: Path, about: object, arrays: Mapping[str, ArrayLike]) -> None:
    """Write plain data and arrays into the file ``path`` (npz), in a folder that is made.

    ``arrays`` are of any type and shape [...], by name.
    """
    import numpy as np  # imported here: files of other kinds need none of it

    path.parent.mkdir(parents=True, exist_ok=True)
    named: dict[str, Any] = {**arrays, _ABOUT: np.array(json.dumps(about))}
    with whole_file(path) as file:
        np.savez_compressed(file, **named)


def read_arrays(path: Path) -> tuple[Any, Arrays]:
    """The plain data and the arrays of a file; to be called in a :func:`reading` block.

    The arrays are of any type and shape [...], as they were written. Every one is checked against
    the checksum that npz keeps of it.
    """
    import numpy as np

    with np.load(path, allow_pickle=False) as saved:
        arrays = {name: saved[name] for name in saved.files}
    return json.loads(str(arrays.pop(_ABOUT))), arrays


def write_json(path: Path, data: object) -> None:
    """Write plain data into the file ``path``, in a folder that is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write((json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())


@contextmanager
def checkpointed(path: Path | None, save: Callable[[Path], None]) -> Iterator[Callable[[], None]]:
    """A function to call between steps of the block, which saves the work when it is time to.

    The work is also saved where the block is interrupted; where it ends well the file is removed.
    Without a ``path`` nothing is saved.
    """
    last = time.monotonic()

    def step() -> None:
        nonlocal last
        if path is not None and time.monotonic() - last > SAVE_SECONDS:
            save(path)
            last = time.monotonic()

    try:
        yield step
    except KeyboardInterrupt:
        if path is not None:
            save(path)
        raise
    if path is not None:
        path.unlink(missing_ok=True)


# -- parts ----------------------------------------------------------------------------------------


class Parts:
    """Finished parts of long work, each a file in ``folder``; without one nothing is kept.

    A part is named by all that it depends on: ``version``, such as a digest of sources, and what
    it is asked with. Parts that nobody used for ``days`` (a fraction, too) are removed.

    Attributes
    ----------
    reused
        Parts that were found done.
    """

    def __init__(self, folder: Path | None = None, version: str = "", days: float = 30) -> None:
        self.reused = 0
        self._folder, self._version = folder, version
        self._used: set[Path] = set()
        if folder is not None:
            prune(folder.glob("*"), days=days)

    def part(self, make: Callable[[], T], *said: object) -> T:
        """The result of ``make``, or of an earlier call with the same ``said``.

        ``said`` is plain data or has a ``repr`` that tells it. The result is made of plain data,
        tuples, fractions, arrays, and dataclasses of Ludoteca.
        """
        if self._folder is None:
            return make()
        path = self._folder / f"{digest(self._version, *said, digits=24)}.npz"
        self._used.add(path)
        with suppress(BadInput), reading(path, "{path}"):
            tree, arrays = read_arrays(path)
            found: T = _decoded(tree, arrays)
            self.reused += 1
            return found
        made = make()
        new: Arrays = {}
        write_arrays(path, _encoded(made, new), new)
        return made

    def remove(self) -> None:
        """Remove the parts that were used: the work is answered."""
        for path in self._used:
            remove(path)


def _encoded(value: Any, arrays: Arrays) -> Any:
    """``value`` as JSON: what JSON has not as an object of one entry; ``arrays`` takes arrays."""
    import numpy as np

    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        name = f"array{len(arrays)}"
        arrays[name] = value
        return {"array": name}
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, list):
        return [_encoded(part, arrays) for part in value]
    if type(value) is tuple:
        return {"tuple": [_encoded(part, arrays) for part in value]}
    if isinstance(value, Mapping):
        return {"dict": [[_encoded(part, arrays) for part in pair] for pair in value.items()]}
    if is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        named = {f.name: _encoded(getattr(value, f.name), arrays) for f in fields(value) if f.init}
        return {"object": [f"{kind.__module__}:{kind.__name__}", named]}
    raise TypeError(f"a part cannot hold {value!r}")


def _decoded(tree: Any, arrays: Arrays) -> Any:
    """The value that was encoded as ``tree``."""
    if isinstance(tree, list):
        return [_decoded(part, arrays) for part in tree]
    if not isinstance(tree, dict):
        return tree
    ((kind, said),) = tree.items()
    if kind == "array":
        return arrays[said]
    if kind == "fraction":
        return Fraction(said)
    if kind == "tuple":
        return tuple(_decoded(part, arrays) for part in said)
    if kind == "dict":
        return {_decoded(name, arrays): _decoded(part, arrays) for name, part in said}
    where, named = said
    module, _colon, name = where.partition(":")
    if not module.startswith("ludoteca."):
        raise ValueError(f"not of Ludoteca: {where}")
    made = getattr(import_module(module), name)
    if not is_dataclass(made):
        raise TypeError(f"no dataclass: {where}")
    return made(**{name: _decoded(part, arrays) for name, part in named.items()})  # type: ignore[operator]
