"""Every registered game obeys every law; adding a game adds it here."""

import re
from pathlib import Path

import pytest

from ludoteca.core.laws import LAWS, check
from ludoteca.core.registry import games, load_game

VALUES = "option values can be played"
MANY_VALUES = ("bigpoints", "buraco", "eras", "mus")


def _checks():
    for name in sorted(games()):
        for law in LAWS:
            long = law == VALUES and name in MANY_VALUES
            yield pytest.param(name, law, marks=[pytest.mark.soak] if long else [])


@pytest.mark.parametrize(("name", "law"), list(_checks()))
def test_law(name: str, law: str) -> None:
    # These play every value of every option, and write every text in every language.
    deals = 1 if law in (VALUES, "texts answer for every viewer") else 2
    (result,) = check(load_game(name), seed=1, deals=deals, names=[law])
    assert result.ok, f"{result.sentence} (seed {result.seed})"


def test_the_documentation_lists_every_law() -> None:
    text = (Path(__file__).parents[1] / "docs" / "add-a-game.md").read_text("utf-8")
    table = text.partition("| law | broken when |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| ([a-z ]+) \|", table, re.M) == list(LAWS)
