"""What a question has finished before it was stopped: kept until the same question is answered."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import platformdirs

MOST_KEPT = 16  #: stopped questions whose parts are kept, those stopped last


def folder_of(asked: object) -> Path:
    """The folder for the finished parts of a question, the same for the same; the oldest go.

    ``asked`` is all that the question is asked with, plain data.
    """
    root = Path(platformdirs.user_cache_dir("ludoteca")) / "unfinished"
    folder = root / hashlib.sha256(repr(asked).encode()).hexdigest()[:16]
    others = [path for path in root.glob("*") if path != folder]
    others.sort(key=lambda path: -path.stat().st_mtime)
    for old in others[MOST_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def forget(folder: Path) -> None:
    """The question is answered: its parts are of no more use."""
    shutil.rmtree(folder, ignore_errors=True)
