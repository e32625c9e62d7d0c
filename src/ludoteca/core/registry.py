"""The registered games: the library's own, installed ones, and folders of the user's.

- every folder of ``ludoteca/games/`` with an ``INFO``;
- packages that name theirs by the entry point group ``ludoteca.games``;
- game folders in the user's games folder and in those that ``LUDOTECA_GAMES`` lists
  (separated as in ``PATH``). They are imported as ``ludoteca_games.<name>``;
- every folder of ``ludoteca/examples/``, the teaching games. They come last, and one of them gives
  way to a game of the same name.
"""

from __future__ import annotations

import copyreg
import importlib.util
import os
import pkgutil
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import platformdirs

from ludoteca.core.errors import GameDefinitionError, UnknownGame, alternatives
from ludoteca.core.game import EXAMPLES_PACKAGE, Game, GameInfo, cannot_be_loaded, import_of_game
from ludoteca.core.i18n import Home, _, add_catalogues, fold
from ludoteca.core.sources import EXAMPLES, GAMES

FOLDERS_VARIABLE = "LUDOTECA_GAMES"
_USER_PACKAGE = "ludoteca_games"


def user_games_folder() -> Path:
    """The folder in which ``ludoteca new`` puts a game unless told otherwise."""
    return Path(platformdirs.user_data_dir("ludoteca")) / "games"


def _user_package() -> ModuleType:
    """The namespace package ``ludoteca_games`` over the user's folders."""
    module = sys.modules.get(_USER_PACKAGE)
    if module is None:
        spec = ModuleSpec(_USER_PACKAGE, None, is_package=True)
        module = importlib.util.module_from_spec(spec)
        sys.modules[_USER_PACKAGE] = module
    listed = os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep)
    folders = [*(Path(entry).resolve() for entry in listed if entry), user_games_folder()]
    module.__path__ = [str(folder) for folder in folders if folder.is_dir()]
    return module


@cache
def _packages() -> list[str]:
    """The packages of all folders of games, in order; nothing of them is imported."""
    from importlib.metadata import entry_points  # imported here: a help page needs none of it

    names = _folders_of("ludoteca.games", [str(GAMES)])
    names += [entry.value for entry in entry_points(group="ludoteca.games")]
    names += _folders_of(_USER_PACKAGE, _user_package().__path__)
    return names + _folders_of(EXAMPLES_PACKAGE, [str(EXAMPLES)])


def _folders_of(package: str, places: Iterable[str]) -> list[str]:
    return [f"{package}.{module.name}" for module in pkgutil.iter_modules(places) if module.ispkg]


@cache
def _game_in(package: str) -> Game | str | None:
    """The game of ``package``; a sentence where it cannot be used, None where there is no game."""
    name = package.rpartition(".")[2]
    try:
        module = import_of_game(package)
        info = getattr(module, "INFO", None)
        if not isinstance(info, GameInfo):
            return None
        if module.__file__:
            add_catalogues(Home(name, Path(module.__file__).resolve().parent))
    except GameDefinitionError as error:
        return str(error)
    except (OSError, ValueError) as error:  # of a catalogue
        return str(cannot_be_loaded(package, error))
    if info.name != name:
        return _("the game in {package} calls itself {name}: a game is named as its folder").format(
            package=package, name=info.name
        )
    return Game(info, package)


@cache
def _registry() -> tuple[dict[str, Game], dict[str, str]]:
    """The games by name, and for each folder that is none why it is none."""
    found: dict[str, Game] = {}
    broken: dict[str, str] = {}
    for package in _packages():
        home, _dot, name = package.rpartition(".")
        if home == EXAMPLES_PACKAGE and name in found:
            continue
        game = _game_in(package)
        if isinstance(game, str):
            broken[name] = game
        elif game is not None and name in found:
            broken[package] = _("two games are called {name}: {first} and {second}").format(
                name=name, first=found[name].package, second=package
            )
        elif game is not None:
            found[name] = game
    return found, broken


@lru_cache(maxsize=256)  # it is asked for at every view, and by names that people type
def _alone(name: str) -> Game | None:
    """A game of the library whose name no other has, without a look into the others; else None."""
    packages = [each for each in _packages() if each.rpartition(".")[2] == name]
    if len(packages) != 1 or not packages[0].startswith("ludoteca."):
        return None
    found = _game_in(packages[0])
    return found if isinstance(found, Game) else None


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
    """The game called ``name``, in any case and without its accents.

    Raises
    ------
    UnknownGame
        Where there is none of this name; with those there are.
    GameDefinitionError
        Where the game is there and cannot be loaded.
    """
    alone = _alone(name)
    if alone is not None:
        return alone
    known = games()
    if name not in known:
        folded = {fold(other): other for other in (*broken_games(), *known)}
        name = folded.get(fold(name), name)
    if name in broken_games():
        raise GameDefinitionError(broken_games()[name])
    if name not in known:
        raise UnknownGame(
            _("there is no game {name}; {alternatives}").format(
                name=name, alternatives=alternatives(name, sorted(known))
            )
        )
    return known[name]


# Unpickled as the game of that name in the other process.
copyreg.pickle(Game, lambda game: (load_game, (game.name,)))
