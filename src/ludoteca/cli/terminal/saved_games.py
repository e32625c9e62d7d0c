"""Saved games: a game that is left is kept in the user's data folder until it is continued.

``play`` and ``assist`` have folders of their own.
"""

from __future__ import annotations

import shlex
from itertools import count
from pathlib import Path

from ludoteca.cli.console import write
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.storage import data_folder, whole_file

_FOLDERS = {"play": "left", "assist": "followed"}  #: by the command that goes on with them


def folder(command: str = "play") -> Path:
    """The folder of games that were left without another place for their record."""
    return data_folder(_FOLDERS[command])


def free_place(game: Game, command: str = "play") -> Path:
    """A file for a game that is left now; those that were left before keep theirs."""
    names = (f"{game.name}-{n}.txt" if n > 1 else f"{game.name}.txt" for n in count(1))
    return next(path for path in map(folder(command).joinpath, names) if not path.exists())


def latest(game: Game) -> Path | None:
    """The file of the game that was left last; None where there is none."""
    found = [*folder().glob(f"{game.name}.txt"), *folder().glob(f"{game.name}-*.txt")]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def is_kept(path: Path | None, command: str = "play") -> bool:
    """True where ``path`` is a file of :func:`folder`."""
    return path is not None and path.resolve().parent == folder(command).resolve()


def write_record(path: Path, text: str, command: str = "play") -> None:
    """Write a record, or print it where the file cannot be written; raises ``OSError``."""
    try:
        if is_kept(path, command):
            path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(text.encode())
    except OSError:
        write(text)
        raise


def command_to_go_on(game: Game, path: Path, command: str = "play") -> str:
    """The command that continues the game in ``path``."""
    return f"ludoteca {command} {game.name} --from {shlex.quote(str(path))}"


def reminder(game: Game) -> str | None:
    """A sentence about the game that was left last, or None."""
    path = latest(game)
    if path is None:
        return None
    said = _("A game that you left is saved. To continue it: {command}")
    return said.format(command=command_to_go_on(game, path))
