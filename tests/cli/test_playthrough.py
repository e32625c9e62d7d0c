"""``playthrough`` writes the golden deal of a game, and others on request."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "playthroughs"


def test_it_is_the_golden_deal_in_whatever_language(command):
    golden = (GOLDEN / "kuhn.txt").read_text(encoding="utf-8")
    assert command("playthrough", "kuhn") == (0, golden, "")
    assert command("--lang", "pt", "playthrough", "kuhn", "--seed", "1") == (0, golden, "")


def test_it_is_saved_as_it_is_shown(command, tmp_path):
    path = tmp_path / "kuhn.txt"
    assert command("playthrough", "kuhn", "--save", str(path)) == (0, "", "")
    assert path.read_bytes() == (GOLDEN / "kuhn.txt").read_bytes()
    code, _out, err = command("playthrough", "kuhn", "--save", str(path / "below"))
    assert code == 2
    assert "cannot be made" in err


def test_another_seed_and_an_option_give_another_deal(command):
    _code, out, _err = command("playthrough", "nim", "--seed", "2", "--option", "heaps=1")
    assert out.startswith("nim, rules version 1, seed 2\noptions: heaps=1 largest=5\n")


def test_a_player_makes_moves_that_the_first_level_never_makes(command):
    """Kuhn's basic machine never folds a king; one that moves at random does."""

    def folded_king(*player: str) -> bool:
        deals = (command("playthrough", "kuhn", "--seed", str(n), *player)[1] for n in range(20))
        return any(
            "plays fold" in move and ("cards K?" in move or "cards ?K" in move)
            for deal in deals
            for move in deal.split("\n\n")
        )

    assert not folded_king()
    assert folded_king("--player", "random")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["kuhn", "--player", "nobody"], "has no player nobody"),
        (["kuhn", "--player", "human"], "people play at a table, not here"),
        (["nim", "--option", "heaps=9"], "heaps is a whole number from 1 to 5"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(command, arguments, sentence):
    code, _out, err = command("playthrough", *arguments)
    assert code == 2
    assert sentence in err
