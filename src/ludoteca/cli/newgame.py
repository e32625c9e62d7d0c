"""``ludoteca new``: the folder of a small complete game, to be changed into one's own."""

from __future__ import annotations

import keyword
import os
import re
from importlib import resources
from pathlib import Path

from ludoteca.cli.console import stdout
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.registry import FOLDERS_VARIABLE, games, user_games_folder

_TEMPLATE = "template"
_SUFFIX = ".tmpl"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def create(name: str, folder: str | None) -> None:
    """Make the folder of the game ``name`` and say what to do next; raises ``BadInput``."""
    _check_name(name)
    parent = Path(folder).expanduser() if folder else user_games_folder()
    place = parent / name
    if place.exists():
        raise BadInput(
            _("there is already something at {place}; choose another name or folder").format(
                place=place
            )
        )
    place.mkdir(parents=True)
    for file_name, text in template(name).items():
        (place / file_name).write_text(text, encoding="utf-8")
    _say_what_next(name, place, parent)


def template(name: str) -> dict[str, str]:
    """The files of a new game ``name``: file name and text."""
    title = name.replace("_", " ").capitalize()
    found = {}
    for entry in resources.files("ludoteca.cli").joinpath(_TEMPLATE).iterdir():
        if entry.name.endswith(_SUFFIX):
            file_name = entry.name.removesuffix(_SUFFIX).replace("test_game", f"test_{name}")
            text = entry.read_text(encoding="utf-8")
            found[file_name] = text.replace("{{name}}", name).replace("{{title}}", title)
    return found


def _check_name(name: str) -> None:
    if keyword.iskeyword(name):
        raise BadInput(_("{name} is a word of Python; choose another name").format(name=name))
    if not _NAME.fullmatch(name):
        raise BadInput(
            _(
                "a game's name is a letter and then small letters, digits or _, not {name}; "
                "my_game would do"
            ).format(name=name or "''")
        )
    if name in games():
        raise BadInput(_("there is already a game {name}; choose another name").format(name=name))


def _say_what_next(name: str, place: Path, parent: Path) -> None:
    console = stdout()
    console.print(_("A small complete game is in {place}").format(place=place), soft_wrap=True)
    known = [user_games_folder().resolve()]
    known += [
        Path(p).resolve() for p in os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep) if p
    ]
    if parent.resolve() not in known:
        console.print(
            _("Name its folder in the environment first: {variable}={folder}").format(
                variable=FOLDERS_VARIABLE, folder=parent.resolve()
            ),
            soft_wrap=True,
        )
    console.print(_("What to do next:"))
    for command, words in (
        (f"ludoteca check {name}", _("obeys every law, and goes on saying so while you change it")),
        (f"ludoteca play {name}", _("play it")),
        (f"ludoteca odds {name} --why", _("a probability of it, derived")),
    ):
        console.print(f"  {command:34} {words}", soft_wrap=True)
