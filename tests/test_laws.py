"""Every registered game obeys every law; adding a game adds it here."""

import pytest

from ludoteca.core.laws import LAWS
from ludoteca.core.registry import games, load_game


@pytest.mark.parametrize("law", LAWS.values(), ids=list(LAWS))
@pytest.mark.parametrize("name", sorted(games()))
def test_law(name: str, law) -> None:
    game = load_game(name)
    for seed in (1, 2, 3):
        law(game, game.options(), seed)
