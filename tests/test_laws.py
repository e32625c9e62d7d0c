"""Every registered game obeys every law; adding a game adds it here."""

import pytest

from ludoteca.core.laws import LAWS, check
from ludoteca.core.registry import games, load_game


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", sorted(games()))
def test_law(name: str, law: str) -> None:
    (result,) = check(load_game(name), seed=1, deals=3, names=[law])
    assert result.ok, f"{result.sentence} (seed {result.seed})"
