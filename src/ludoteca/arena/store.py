"""Where runs are kept, each in a folder that its plan names."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import platformdirs

from ludoteca import players
from ludoteca.arena.journal import Line
from ludoteca.core.game import Game

_NOT_PLAYED = ("face", "guide", "study")  #: rooms of a game that change no move
_FILE = ".py"


def runs_folder(game: Game) -> Path:
    """Where the runs of a game are kept unless another folder is named."""
    return Path(platformdirs.user_data_dir("ludoteca", appauthor=False)) / "arena" / game.name


def folder_of(game: Game, plan: Line) -> Path:
    """The folder of the run ``plan``: the same for the same run."""
    return runs_folder(game) / name_of(plan)


def name_of(plan: Line) -> str:
    """A name for the folder of the run ``plan``."""
    said = json.dumps(plan, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:12]


def versions(game: Game, specs: tuple[str, ...] = ()) -> Line:
    """What results depend on beside a plan: rules version, and a hash of who plays and how.

    A file that ``specs`` name as a player is part of it, by what it holds.
    """
    digest = hashlib.sha256()
    for folder in (game.folder, Path(players.__file__).parent):
        for path in sorted(folder.rglob("*")):
            played = not path.stem.startswith(_NOT_PLAYED)
            if path.suffix in (".py", ".json", ".npz") and played and path.is_file():
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    for spec in specs:
        file = Path(spec.partition(_FILE)[0] + _FILE)
        if _FILE in spec and file.is_file():
            digest.update(file.read_bytes())
    return {"rules": game.info.rules_version, "sources": digest.hexdigest()[:12]}
