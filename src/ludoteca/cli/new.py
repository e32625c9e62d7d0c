"""``ludoteca new``: a copy of a teaching game under a name of its own, to be changed from there."""

from __future__ import annotations

import keyword
import os
import re
from pathlib import Path

from ludoteca.cli.console import stdout
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Parameter
from ludoteca.core.registry import FOLDERS_VARIABLE, games, load_game, user_games_folder
from ludoteca.core.sources import EXAMPLES

_NAME = re.compile(r"[a-z][a-z0-9_]*")

_CONFTEST = '''"""The place of the game, for its tests. Run ``pytest`` in this folder."""

import os
from pathlib import Path

os.environ["LUDOTECA_GAMES"] = str(Path(__file__).resolve().parent.parent)
'''

_LAWS = '''"""{title} obeys every law: ``ludoteca check {name}``, on a few deals."""

import pytest

from ludoteca.core.laws import LAWS, check
from ludoteca.core.registry import load_game


@pytest.mark.parametrize("law", LAWS)
def test_law(law):
    (result,) = check(load_game("{name}"), deals=10, names=[law])
    assert result.ok, result.sentence
'''


EXAMPLE = {
    "bets": "kuhn",
    "melds": "minirummy",
    "open": "nim",
    "partners": "minimus",
    "tricks": "tricks",
}
"""The teaching game of each kind that ``--like`` names."""


def create(name: str, folder: str | None, like: str) -> None:
    """Make the folder of the game ``name`` and say what to do next; raises ``BadInput``."""
    _check_name(name)
    Parameter("", name="--like", kind=str, choices=tuple(EXAMPLE)).parse(like)
    parent = Path(folder).expanduser() if folder else user_games_folder()
    place = parent / name
    if place.exists():
        raise BadInput(
            _("there is already something at {place}; choose another name or folder").format(
                place=place
            )
        )
    try:
        place.mkdir(parents=True)
        for file_name, text in new_files(name, like).items():
            (place / file_name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(
            _("{place} cannot be made: {reason}").format(place=place, reason=error.strerror)
        ) from error
    _say_what_next(name, place, parent, load_game(EXAMPLE[like]))


def new_files(name: str, like: str) -> dict[str, str]:
    """The files of a new game ``name``: file name and text.

    Those of the teaching game, of which ``test_rules.py`` says the rules as lines of play, and what
    lets ``pytest`` find the game and try the laws.
    """
    title = name.replace("_", " ").capitalize()
    folder = EXAMPLES / EXAMPLE[like]
    old = load_game(EXAMPLE[like]).info
    found = {"conftest.py": _CONFTEST, "test_laws.py": _LAWS.format(name=name, title=title)}
    for path in sorted([*folder.glob("*.py"), *folder.glob("*.md")]):
        text = path.read_text(encoding="utf-8")
        text = re.sub(rf'(name=|load_game\()"{old.name}"', rf'\1"{name}"', text)
        text = re.sub(rf"(ludoteca \w+) {old.name}\b", rf"\1 {name}", text)
        lines = text.splitlines(keepends=True)
        # The source of the rules stays that of the game that was copied.
        renamed = (
            line if line.startswith("Source:") else line.replace(old.title, title) for line in lines
        )
        found[path.name] = "".join(renamed)
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


def _say_what_next(name: str, place: Path, parent: Path, example: Game) -> None:
    console = stdout()
    text = _("A small complete game, still called {title}, is in {place}")
    console.print(text.format(title=_(example.info.title), place=place), soft_wrap=True)
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
    lines = [
        (f"ludoteca check {name}", _("obeys every law; check it again as you change it")),
        (f"ludoteca play {name}", _("play it")),
    ]
    if example.has_questions("odds"):
        lines.append((f"ludoteca odds {name} --why", _("a probability of it, derived")))
    machine = f"ludoteca arena {name} {example.info.levels[0]} random"
    lines.append((machine, _("whether its machine plays better than chance")))
    for command, words in lines:
        console.print(f"  {command:34} {words}", soft_wrap=True)
