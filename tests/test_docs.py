"""The documents agree with the program."""

import dataclasses
import doctest
import inspect
import re
import shlex
import textwrap
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from ludoteca.cli.app import command
from ludoteca.cli.main import main
from ludoteca.core import options
from ludoteca.core.game import GameInfo, Rung
from ludoteca.core.i18n import speaking
from ludoteca.core.player_names import first_name
from ludoteca.core.registry import games, load_game
from ludoteca.core.sources import EXAMPLES, PACKAGE

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("src/**/README.md"),
    )
)


def test_the_page_for_python_shows_what_happens():
    with speaking("en"):
        failed, tried = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert tried > 20
    assert failed == 0


def test_the_page_on_solvers_shows_what_happens():
    failed, tried = doctest.testfile(str(ROOT / "docs" / "extend.md"), module_relative=False)
    assert (failed, tried) == (0, 5)


def test_the_readme_runs_in_python():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("### From Python\n")[1].split("\n## ")[0]
    code = textwrap.dedent("".join(re.findall(r"^(?: {4}.*)?\n", section, re.M)))
    known: dict = {}
    exec(code, known)
    assert known["win"](known["Deal"](4, 13, 13, 13)) == Fraction(964444044208, 262190765217675)
    assert known["view"].seat == 0


# -- Kuhn poker, whole -----------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["README.md", "docs/add-a-game.md"])
def test_the_documents_show_kuhn_poker_as_it_is(page):
    shown = re.findall(r"^`([\w.]+)`\n\n```python\n(.*?)```\n", text_of(page), re.M | re.S)
    folder = EXAMPLES / "kuhn"
    files = {path for path in folder.glob("*.py") if path.name != "test_rules.py"}
    assert dict(shown) == {path.name: path.read_text("utf-8") for path in files}
    assert sum(text.count("\n") for _name, text in shown) < 260


def test_the_front_shows_what_the_commands_about_kuhn_poker_say(capsys):
    shown = re.findall(
        r"^    \$ ludoteca (\w+ kuhn.*)\n((?:    .+\n)+)", text_of("README.md"), re.M
    )
    assert len(shown) == 2
    for line, lines in shown:
        assert main(["--lang", "en", *line.split()]) == 0
        said = [text.rstrip() for text in capsys.readouterr().out.splitlines()]
        for text in textwrap.dedent(lines).splitlines():
            assert text in said


def test_the_ladders_in_the_documents_are_those_that_the_page_tells():
    page = (ROOT / "docs/players.md").read_text()
    row = r"^\| (\w+) \| (\w+) \| `(\w+)` \| (?:([\d.]+) of (\w+) )?\|"
    told = re.findall(row, page, re.MULTILINE)
    measured = [
        (game.name, first_name(game.info, rung.player), rung.player)
        + (("", "") if rung.share is None else (f"{rung.share:g}", rung.unit))
        for game in games().values()
        for rung in game.info.ladder
    ]
    assert told == measured


def test_every_path_that_a_document_names_is_there():
    for page in PAGES:
        folder = (ROOT / page).parent
        prose = re.sub(r"^ {4}.*$", "", text_of(page), flags=re.M)  # no links in code
        links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", prose)
        paths = re.findall(r"`((?:tests|src|docs|examples|benchmarks)/[\w./-]+)`", text_of(page))
        assert [x for x in links if not (folder / x).exists()] == [], page
        assert [x for x in paths if not (ROOT / x).exists()] == [], page


# -- tables of the code ----------------------------------------------------------------------------


def cells(page):
    """The rows of all tables of a page, each as its cells."""
    rows = re.findall(r"^\| (`.*) \|$", text_of(page), re.M)
    return [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)] for row in rows
    ]


def test_the_table_of_the_entry_of_a_game_is_that_of_the_code():
    code = []
    for entry in dataclasses.fields(GameInfo):
        default = "" if entry.default is dataclasses.MISSING else f"`{entry.default!r}`"
        code.append([f"`{entry.name}`", f"`{entry.type}`".replace("'", '"'), default])
    told = [row for row in cells("docs/add-a-game.md") if len(row) == 4]
    assert [[*row[:2], row[2].replace('"', "'")] for row in told] == code
    assert f"`Rung{written(Rung)}`" in text_of("docs/add-a-game.md")


def test_the_table_of_options_is_that_of_the_code():
    made = {row[0] for row in cells("docs/add-a-game.md")}
    for function in (options.whole, options.choice, options.yes_no, options.OptionSchema):
        assert f"`{function.__name__}{written(function)}`" in made


def written(function):
    """The parameters of a function as a call writes them, with ``...`` for a function."""
    shown = []
    for parameter in inspect.signature(function).parameters.values():
        default = "..." if callable(parameter.default) else repr(parameter.default)
        has_none = parameter.default is parameter.empty
        shown.append(parameter.name if has_none else f"{parameter.name}={default}")
    return f"({', '.join(shown)})".replace("'", '"')


# -- modules by name -------------------------------------------------------------------------------

PACKAGES = (
    "core", "core/laws", "exact", "workers", "solve", "players", "players/advice",
    "players/learned", "envs", "envs/openspiel", "arena", "train", "table", "lab", "cli",
)  # fmt: skip


@pytest.mark.parametrize("package", PACKAGES)
def test_the_docstring_of_a_package_lists_its_modules(package):
    text = (PACKAGE / package / "__init__.py").read_text(encoding="utf-8")
    listed = [
        name
        for row in re.findall(r"^(``\w+``(?:, ``\w+``)*)  ", text, re.M)
        for name in re.findall(r"\w+", row)
    ]
    present = {
        path.stem
        for path in (PACKAGE / package).iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert sorted(listed) == sorted(present - {"__init__"})


@pytest.mark.parametrize("game", [path.parent.name for path in PACKAGE.glob("games/*/README.md")])
def test_the_readme_of_a_game_names_all_of_its_modules(game):
    folder = PACKAGE / "games" / game
    named = set(
        re.findall(
            r"`(?:\w+/)?(\w+)(?:\.py|/)?`", (folder / "README.md").read_text(encoding="utf-8")
        )
    )
    present = {p.stem for p in folder.rglob("*.py")} - {"__init__"}
    assert sorted(present - named) == []


def test_every_module_that_a_document_names_is_there():
    """As ``core/kernel.py``, seen from the package, or as ``ludoteca.core.kernel``."""
    folders = "|".join(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
    for page in PAGES:
        roots = (PACKAGE, ROOT, (ROOT / page).parent)
        text = text_of(page)
        files = re.findall(rf"`(?:ludoteca/)?((?:{folders})/[\w/]+\.\w+)`", text)
        assert [x for x in files if not any((root / x).exists() for root in roots)] == [], page
        for module in re.findall(rf"\bludoteca\.((?:{folders})(?:\.\w+)*)", text):
            path = PACKAGE / module.replace(".", "/")
            found = path.exists() or path.with_suffix(".py").exists()
            inside = path.parent.with_suffix(".py"), path.parent / "__init__.py"
            texts = (file.read_text(encoding="utf-8") for file in inside if file.exists())
            assert found or any(path.name in text for text in texts), f"{page}: {module}"


# -- every command line ----------------------------------------------------------------------------

LINE = re.compile(r"^ {4}(?:\$ )?(?:\w+=\S+ )?ludoteca(?: (.*))?$", re.M)
YOURS = {"evening.txt", "./my-bot"}
"""Files that the documents say are the reader's own."""


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def lines_of(page):
    """The command lines of a page; a game that it made is told as the one that it is a copy of."""
    found = [shlex.split(line, comments=True) for line in LINE.findall(text_of(page))]
    made = [words[1] for words in found if words[:1] == ["new"]]
    return [
        words if words[:1] == ["new"] else ["kuhn" if word in made else word for word in words]
        for words in found
    ]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_line_of_the_documents_can_be_given(page):
    """Parsed by the real commands, down to the options and the names of games; none is run."""
    for words in lines_of(page):
        try:
            parse(words)
        except Exception as error:
            pytest.fail(f"ludoteca {shlex.join(words)}: {error}")


def parse(words):
    """Raise what the command line ``words`` would fail with before anything runs."""
    # ``main`` takes this one off the line wherever it stands.
    context = command().make_context("ludoteca", [word for word in words if word != "--debug"])
    while hasattr(context.command, "resolve_command"):
        rest = [*context._protected_args, *context.args]
        if not rest:
            break
        name, below, left = context.command.resolve_command(context, rest)
        context = below.make_context(name, left, parent=context)
    named = context.params.get("name") or context.params.get("game")
    if words[0] in ("check", "warm", "verify"):
        for game in [named] if isinstance(named, str) else named or ():
            load_game(game)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_command_reads_is_here_or_said_to_be_the_readers_own(page):
    writing = ("--record", "--save", "--folder", "--page")
    for words in lines_of(page):
        for before, word in pairwise(words):
            for name in re.findall(r"[\w./*-]+\.(?:py|txt)\b", word):
                there = before in writing or name in YOURS or any(ROOT.glob(name))
                assert there, f"ludoteca {shlex.join(words)}"


def test_no_folder_of_the_documents_takes_two_answers():
    """Given one after the other, the commands would refuse it."""
    saved: dict = {}
    for page in PAGES:
        for words in lines_of(page):
            if "--save" in words:
                where = saved.setdefault(words[words.index("--save") + 1], set())
                where.add((words[0], words[1]))
    assert len(saved) > 4
    assert {folder: asked for folder, asked in saved.items() if len(asked) > 1} == {}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("arena chess a b", "there is no game chess"),
        ("check chess", "there is no game chess"),
        ("odds vangin --suit 4", "--suit"),
        ("solve poker matsch", "matsch"),
        ("plaij vangin", "plaij"),
    ],
)
def test_a_line_that_cannot_be_given_is_found(line, sentence):
    with pytest.raises(Exception, match=sentence):
        parse(line.split())
