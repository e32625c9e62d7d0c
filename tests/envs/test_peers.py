"""Every game in the own test suites of PettingZoo and Gymnasium, a user's game included."""

from pathlib import Path

import pytest

from ludoteca.cli.new import new_files
from ludoteca.core.registry import games


@pytest.mark.parametrize("peer", ["pettingzoo", "gymnasium"])
def test_every_game_passes_the_suite_of(peer, uncompiled, tmp_path):
    pytest.importorskip(peer)
    mine = tmp_path / "games" / "my_bets"
    mine.mkdir(parents=True)
    for file, text in new_files("my_bets", "bets").items():
        (mine / file).write_text(text, "utf-8")
    suites = Path(__file__).with_name("peers.py")
    passed = uncompiled(suites, peer, LUDOTECA_GAMES=str(mine.parent)).split()
    assert sorted(passed) == sorted([*games(), "my_bets"])
