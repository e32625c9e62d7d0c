"""Which games there are: the library's own, installed ones, and folders of the user's.

- every folder of ``ludoteca/games/`` with an ``INFO``;
- packages that name theirs by the entry point group ``ludoteca.games``;
- game folders in the user's games folder and in those that ``LUDOTECA_GAMES`` lists
  (separated as in ``PATH``). They are imported as ``ludoteca_games.<name>``.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import pkgutil
import sys
from functools import cache
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import platformdirs

from ludoteca.core.errors import GameDefinitionError, UnknownGame
from ludoteca.core.game import Game, GameInfo
from ludoteca.core.i18n import _
from ludoteca.core.sources import GAMES

FOLDERS_VARIABLE = "LUDOTECA_GAMES"
_USER_PACKAGE = "ludoteca_games"


def user_games_folder() -> Path:
    """Where ``ludoteca new`` puts a game unless told otherwise."""
    return Path(platformdirs.user_data_dir("ludoteca")) / "games"


def _user_folders() -> list[Path]:
    listed = os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep)
    return [Path(entry).resolve() for entry in listed if entry] + [user_games_folder()]


def _user_package() -> ModuleType:
    """The namespace package ``ludoteca_games`` over the user's folders."""
    module = sys.modules.get(_USER_PACKAGE)
    if module is None:
        spec = ModuleSpec(_USER_PACKAGE, None, is_package=True)
        module = importlib.util.module_from_spec(spec)
        sys.modules[_USER_PACKAGE] = module
    module.__path__ = [str(folder) for folder in _user_folders() if folder.is_dir()]
    return module


def _packages() -> list[str]:
    names = [f"ludoteca.games.{m.name}" for m in pkgutil.iter_modules([str(GAMES)]) if m.ispkg]
    names += [entry.value for entry in entry_points(group="ludoteca.games")]
    found = pkgutil.iter_modules(_user_package().__path__)
    names += [f"{_USER_PACKAGE}.{m.name}" for m in found if m.ispkg]
    return names


@cache
def _registry() -> tuple[dict[str, Game], dict[str, str]]:
    """The games by name, and for each folder that is none why it is none."""
    found: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for package in _packages():
        name = package.rpartition(".")[2]
        try:
            info = getattr(importlib.import_module(package), "INFO", None)
        except Exception as error:  # the game is somebody else's code: it may raise anything
            broken[name] = _("the game in {package} cannot be loaded: {error}").format(
                package=package, error=f"{type(error).__name__}: {error}"
            )
            continue
        if not isinstance(info, GameInfo):
            continue
        if info.name != name:
            broken[name] = _(
                "the game in {package} calls itself {name}: a game is named as its folder"
            ).format(package=package, name=info.name)
        elif name in found:
            broken[package] = _("two games are called {name}: {first} and {second}").format(
                name=name, first=found[name].package, second=package
            )
        else:
            found[name] = Game(info, package)
    return found, broken


def games() -> dict[str, Game]:
    """All registered games by name, in the order of the module's docstring.

    A game that cannot be imported, or whose name another has, is left out: see
    :func:`broken_games`.
    """
    return _registry()[0]


def broken_games() -> dict[str, str]:
    """For each game that had to be left out, by name, a sentence that says why."""
    return _registry()[1]


def load_game(name: str) -> Game:
    """The game called ``name``.

    Raises :class:`UnknownGame` with the list of those there are, and ``GameDefinitionError`` where
    it is there and cannot be loaded.
    """
    known = games()
    if name in broken_games():
        raise GameDefinitionError(broken_games()[name])
    if name not in known:
        raise UnknownGame(
            _("there is no game {name}; there are: {known}").format(
                name=name, known=", ".join(sorted(known))
            )
        )
    return known[name]
