"""A run of regret minimisation on disk: what it is about, and what its seats have learned."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.files import whole_file
from ludoteca.core.i18n import _

Arrays = dict[str, NDArray[Any]]


def save_run(path: Path, about: Mapping[str, Any], learned: Sequence[NamedTuple]) -> None:
    """Write plain data and the arrays of each seat into the file ``path`` (NumPy's npz)."""
    arrays: dict[str, Any] = {
        f"{name}{seat}": array
        for seat, own in enumerate(learned)
        for name, array in own._asdict().items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)


@contextmanager
def saved_run(path: Path) -> Iterator[tuple[dict[str, Any], Arrays]]:
    """What :func:`save_run` wrote, for a block that goes on from it.

    Raises ``BadInput`` where there is no such file, where it is damaged, and where the block finds
    in it what does not fit: it is then of another version.
    """
    try:
        with np.load(path) as saved:
            arrays = {name: saved[name] for name in saved.files}
        yield json.loads(str(arrays.pop("about"))), arrays
    except (OSError, EOFError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise BadInput(_("{path} holds no run that can go on").format(path=path)) from error


def take_over(learned: Sequence[NamedTuple], arrays: Arrays) -> None:
    """Fill what the seats have learned, in place, with what they had learned."""
    for seat, own in enumerate(learned):
        for name, array in own._asdict().items():
            array[:] = arrays[f"{name}{seat}"]
