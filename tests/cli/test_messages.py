"""``messages``: a game outside the library speaks other languages too, in words and on pages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import pofile

from ludoteca.cli import messages
from ludoteca.cli.new import new_files
from ludoteca.core.i18n import LIBRARY, Home

TESTS = Path(__file__).parent.parent

OWN = {
    "Take any number of objects from one heap; the last object wins.": "Whoever takes last wins.",
    "number of heaps": "how many heaps there are",
    "The nim sum of given heaps.": "The sum without carrying.",
    "{n} random positions: {mean:.4f}": "{n} positions drawn at random: {mean:.4f}",
}
PORTUGUESE = {
    "Hearth": "Lareira",
    "Whoever takes last wins.": "Quem tira por último ganha.",
    "how many heaps there are": "quantos montes há",
    "The sum without carrying.": "A soma sem vai um.",
    "{n} positions drawn at random: {mean:.4f}, 95% {low:.4f} to {high:.4f}": (
        "{n} posições sorteadas: {mean:.4f}, 95% {low:.4f} a {high:.4f}"
    ),
}
_TERMINAL = """
from ludoteca.cli.main import main

for line in ("games", "play hearth --help", "odds hearth --help", "odds hearth win --why"):
    assert main(["--lang", "pt", *line.split()]) == 0
"""
_PAGES = """
import sys
from dataclasses import replace
from pathlib import Path
from servers import QUICK
from visitors import ADDRESS, Pool, Visitor, words
from ludoteca.web.app import create_app

folder = Path(sys.argv[1])
database = f"sqlite:///{folder / 'journal.sqlite'}"
app = create_app(replace(QUICK, database=database, folder=folder), pool=Pool())
with Visitor(app, base_url=ADDRESS, follow_redirects=False) as visitor:
    for path in ("/", "/games/hearth/new", "/games/hearth/study", "/games/hearth/study/odds/win"):
        print(path, words(visitor.page(path + "?lang=pt")))
"""


@pytest.fixture
def hearth(tmp_path) -> Path:
    """A game of texts that the library has not, except a few."""
    folder = tmp_path / "games" / "hearth"
    folder.mkdir(parents=True)
    for name, text in new_files("hearth", "open").items():
        for old, new in OWN.items():
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def own(hearth) -> dict[str, str]:
    return {"LUDOTECA_GAMES": str(hearth.parent), "NUMBA_DISABLE_JIT": "1", "COLUMNS": "200"}


@pytest.fixture
def portuguese(hearth) -> None:
    """The translations of the game, compiled."""
    home = Home("hearth", hearth)
    (catalog,) = messages.merged("pt", {home: messages.collected_from(home)}).values()
    for text, translation in PORTUGUESE.items():
        catalog[text].string = translation
    messages.write(home, "pt", catalog)


def script(text: str, *arguments: str, **environment: str) -> str:
    """What a script of its own process says."""
    paths = [TESTS.parent / "src", TESTS / "web", TESTS / "web" / "server"]
    done = subprocess.run(
        [sys.executable, "-c", text, *arguments],
        env=os.environ | environment | {"PYTHONPATH": os.pathsep.join(map(str, paths))},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def translate(path: Path, translations: dict[str, str]) -> None:
    with path.open("rb") as file:
        catalog = pofile.read_po(file)
    for message in catalog:
        message.string = translations.get(message.id, message.string)
    with path.open("wb") as file:
        pofile.write_po(file, catalog)


def test_the_texts_of_a_game_outside_the_library_are_collected_and_compiled(process, hearth, own):
    path = hearth / "locale" / "pt" / "LC_MESSAGES" / "hearth.po"
    made = process("messages", "hearth", "pt", **own)
    assert made.returncode == 0, made.stderr
    assert f"pt: {len(PORTUGUESE)} texts, {len(PORTUGUESE)} to translate" in made.stdout
    assert str(path) in made.stdout
    assert {line.strip() for line in made.stdout.splitlines()} > set(PORTUGUESE)
    assert not (hearth / "locale" / "es").exists()

    translate(path, PORTUGUESE)
    done = process("messages", "hearth", "pt", **own)
    assert f"pt: {len(PORTUGUESE)} texts, 0 to translate" in done.stdout
    listed = process("--lang", "pt", "games", **own)
    assert "Lareira" in listed.stdout


def test_its_title_options_and_questions_are_portuguese_in_the_terminal(portuguese, own):
    told = " ".join(script(_TERMINAL, **own).split())
    assert "Lareira" in told
    assert "quantos montes há" in told
    assert "A soma sem vai um." in told
    assert "posições sorteadas" in told


@pytest.mark.soak
def test_its_title_options_and_questions_are_portuguese_on_the_page(portuguese, own, tmp_path):
    lobby, new, study, question = script(_PAGES, str(tmp_path), **own).splitlines()
    assert "Lareira" in lobby
    assert "Quem tira por último ganha." in lobby
    assert "Quantos montes há" in new
    assert "A soma sem vai um." in study
    assert "Quantos montes há" in question


def test_texts_that_the_library_has_are_not_translated_again(hearth):
    catalog = messages.collected_from(Home("hearth", hearth))
    assert {message.id for message in catalog if message.id} == set(PORTUGUESE)


def test_a_translation_with_other_blanks_is_named(command, registered, hearth):
    registered(hearth.parent, "hearth")
    command("messages", "hearth", "pt")
    wrong = {"Hearth": "Lareira", "The sum without carrying.": "A soma {sem} vai um."}
    translate(hearth / "locale" / "pt" / "LC_MESSAGES" / "hearth.po", wrong)
    _code, out, _err = command("messages", "hearth", "pt")
    assert "other blanks than in the text: A soma {sem} vai um." in " ".join(out.split())
    assert out.count("other blanks") == 1


def test_a_catalogue_that_cannot_be_read_costs_its_game_alone(process, hearth, own):
    path = hearth / "locale" / "pt" / "LC_MESSAGES" / "hearth.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no catalogue")
    listed = process("games", **own)
    assert listed.returncode == 0
    assert "nim" in listed.stdout
    played = process("play", "hearth", **own)
    assert played.returncode == 2
    assert "the game in ludoteca_games.hearth cannot be loaded" in played.stderr
    path.unlink()
    path.with_suffix(".po").write_text("msgid Hearth\n")
    done = process("messages", "hearth", "pt", **own)
    assert done.returncode == 2
    assert "hearth.po cannot be read" in done.stderr


def test_a_text_that_a_second_game_uses_keeps_its_translation(tmp_path, monkeypatch):
    first, second = Home("first", tmp_path / "first"), Home("second", tmp_path / "second")
    texts = {home: messages.Catalog() for home in (first, second)}
    texts[first].add("a heap")
    catalogs = messages.merged("pt", texts)
    catalogs[first]["a heap"].string = "um monte"
    for home, catalog in catalogs.items():
        messages.write(home, "pt", catalog)
    texts[second].add("a heap")
    texts[first] = messages.Catalog()
    moved = messages.merged("pt", texts)
    assert moved[second]["a heap"].string == "um monte"
    assert "a heap" not in moved[first]


def test_a_translation_into_one_language_is_none_into_another(tmp_path):
    home = Home("first", tmp_path)
    texts = {home: messages.Catalog()}
    texts[home].add("a heap")
    messages.merged("pt", texts)[home]["a heap"].string = "um monte"
    assert not messages.merged("es", texts)[home]["a heap"].string


def test_games_of_the_library_and_unknown_languages_are_refused(command):
    assert "nim" in {home.name for home in LIBRARY}
    code, _out, err = command("messages", "nim")
    assert (code, "nim is a game of the library" in err) == (2, True)
    code, _out, err = command("messages", "nim", "tlh")
    assert (code, "LANGUAGE is one of pt, es, fi, not tlh" in err) == (2, True)
