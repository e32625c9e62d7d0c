"""Players by name."""

import pytest

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import speaking
from ludoteca.core.registry import load_game
from ludoteca.players import Budget, available, make_local_player, make_player


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("0.5s", Budget(seconds=0.5)),
        ("2S", Budget(seconds=2.0)),
        ("2000n", Budget(nodes=2000)),
        (" 10 n ", Budget(nodes=10)),
    ],
)
def test_budgets_are_seconds_or_nodes(text, budget):
    assert Budget.parse(text) == budget
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize("text", ["", "5", "s", "-1s", "0n", "0s", "1.5n", "2000 nodes", "1s2"])
def test_other_budgets_are_refused_with_an_example(text):
    with pytest.raises(BadInput, match=r"such as 0\.5s or 2000n"):
        Budget.parse(text)


def test_no_budget_is_the_players_own():
    assert not Budget()
    assert Budget(nodes=1)


def test_levels_come_first_then_those_that_play_anything():
    assert available(load_game("kuhn")) == ("basic", "advanced", "random", "belief", "human")
    assert available(load_game("nim")) == ("basic", "random", "search", "mcts", "human")


@pytest.mark.parametrize("spec", ["basic", "BASIC", " Básic "])
def test_names_are_taken_without_accents_and_case(spec):
    assert make_player(load_game("nim"), spec).name == "basic"


def test_names_are_taken_in_the_language_in_use():
    with speaking("pt"):
        assert make_player(load_game("nim"), "Basico").name == "basic"


def test_a_search_carries_its_budget_in_its_name():
    game = load_game("nim")
    for spec in ("search@500n", "search@0.25s"):
        assert make_player(game, spec).name == spec


@pytest.mark.parametrize("spec", ["", "grandmaster", "@2s", "master"])
def test_an_unknown_player_is_refused_with_those_there_are(spec):
    with pytest.raises(BadInput, match="there are: basic, random, search, mcts, human"):
        make_player(load_game("nim"), spec)


def test_a_budget_for_a_player_that_does_not_search_is_refused():
    with pytest.raises(BadInput, match="takes no budget: leave out @2s"):
        make_player(load_game("nim"), "basic@2s")


def test_hidden_information_leaves_no_search():
    with pytest.raises(BadInput, match="there are: basic, advanced, random, belief, human"):
        make_player(load_game("kuhn"), "search")


def test_a_games_own_players_are_made_by_its_room(monkeypatch):
    from types import SimpleNamespace

    game = load_game("nim")
    made = []

    def make(level, budget):
        made.append((level, budget))
        return SimpleNamespace(name=level)

    room = SimpleNamespace(LEVELS=("expert",), make=make)
    whole = game.room
    monkeypatch.setattr(game, "room", lambda name: room if name == "players" else whole(name))
    assert available(game) == ("basic", "expert", "random", "search", "mcts", "human")
    assert make_player(game, "expert@7n").name == "expert"
    make_player(game, "EXPERT")
    assert made == [("expert", Budget(nodes=7)), ("expert", Budget())]
    assert make_player(game, "basic").name == "basic"


@pytest.fixture
def schemes(tmp_path, monkeypatch):
    """Three registered schemes: one that works, one without its package, one that is broken."""
    info = tmp_path / "zoo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: zoo\nVersion: 1.0\n")
    lines = ["owl = owls:player", "bat = bats:player", "cat = cats:player"]
    (info / "entry_points.txt").write_text("\n".join(["[ludoteca.players]", *lines]))
    (tmp_path / "owls.py").write_text(
        "from ludoteca.players.policy import PolicyPlayer\n"
        "def player(game, rest):\n"
        "    return PolicyPlayer(game, rest)\n"
    )
    (tmp_path / "bats.py").write_text("import echolocation")
    (tmp_path / "cats.py").write_text("import ludoteca.no_such_module")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("schemes")
def test_a_registered_scheme_makes_the_players_of_its_specs():
    game = load_game("nim")
    assert make_local_player(game, " Owl:basic").name == "basic"
    with pytest.raises(BadInput, match="bat: players need the package echolocation, which is not"):
        make_local_player(game, "bat:any")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        make_local_player(game, "cat:any")
    for spec in ("dog:basic", "owl", "basic:owl"):
        with pytest.raises(BadInput, match="Nim has no player"):
            make_local_player(game, spec)
    with pytest.raises(BadInput, match="Nim has no player"):
        make_player(game, "owl:basic")  # at this machine's keyboard alone
