"""Learned players: the network in numbers, its file, and what it may see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludoteca.arena.run_log import versions
from ludoteca.core import calls, storage
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.player_names import first_name, level_words, name_and_level, rank_words
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players.belief import BeliefPlayer
from ludoteca.players.factory import available, make_local_player, make_player
from ludoteca.players.learned.actions import ActionSpace
from ludoteca.players.learned.features import MOST_VALUES, features_of, inputs_of
from ludoteca.players.learned.model import FREE, MOST_BYTES, Model, chances, scratch_of
from ludoteca.players.learned.observation import ObservationSpace
from ludoteca.players.learned.player import LearnedPlayer
from ludoteca.players.learned.policy import learned_policy, learned_probs
from ludoteca.players.policy import PolicyPlayer
from networks import model_of


def played_on(game: Game, moves: int, seed: int = 1) -> State:
    """A position of a seat after some random moves."""
    rng = np.random.default_rng(seed)
    state = game.new_state()
    while moves or state.current_player() < 0:
        ids = [a for a, _p in state.chance_outcomes()] if state.current_player() < 0 else None
        moves -= ids is None
        ids = state.legal_actions() if ids is None else ids
        state.apply_unchecked(int(rng.choice(ids)))
    return state


def inputs_in_full(row: np.ndarray, seen: ObservationSpace) -> np.ndarray:
    """Every input of a row, by its description."""
    found: list[float] = []
    for x, low, high in zip(row, seen.low, seen.high, strict=True):
        if high - low < MOST_VALUES:
            found += [float(x == low + 1 + k) for k in range(int(high - low))]
        else:
            found.append((x - low) / (high - low))
    return np.array(found)


@pytest.mark.parametrize("name", ["leduc", "mus"])
def test_the_chances_are_those_of_the_whole_network(name: str) -> None:
    game = load_game(name)
    model, state = model_of(game), played_on(game, 1)
    net, seen = model.network, ObservationSpace(game)
    row = seen.of(state.record, state.current_player())
    x = inputs_in_full(row, seen)
    hidden = np.maximum(x @ net.first.astype(float) + net.first_bias, 0)
    above = np.maximum(hidden @ net.second + net.second_bias, 0)
    legal = ActionSpace(game).places[list(state.legal_actions())]
    logits = net.last[legal].astype(float) @ above + net.last_bias[legal]
    expected = np.exp(np.maximum(logits - logits.max(), -30))
    expected /= expected.sum()
    scratch = scratch_of(net)
    chances(net, row, legal, len(legal), scratch)
    assert scratch.prob[: len(legal)] == pytest.approx(expected, rel=1e-3, abs=1e-9)
    assert len({round(p, 6) for p in expected}) > 1


def test_compiled_and_plain_python_give_the_same_numbers() -> None:
    game = load_game("leduc")
    model, state = model_of(game), played_on(game, 1)
    row = ObservationSpace(game).of(state.record, state.current_player())
    legal = ActionSpace(game).places[list(state.legal_actions())]
    compiled, plain = scratch_of(model.network), scratch_of(model.network)
    chances(model.network, row, legal, len(legal), compiled)
    getattr(chances, "py_func", chances)(model.network, row, legal, len(legal), plain)
    assert compiled.prob.tobytes() == plain.prob.tobytes()


def test_a_number_at_its_least_value_is_no_input() -> None:
    game = load_game("mus")
    seen = ObservationSpace(game)
    features, _inputs = features_of(seen)
    which, value = np.zeros(seen.size, np.int64), np.zeros(seen.size, np.float32)
    assert inputs_of(features, seen.low.astype(np.float32), which, value) == 0


@pytest.mark.parametrize("name", ["leduc", "mus"])
def test_a_world_that_the_seat_cannot_tell_apart_gives_the_same_chances(name: str) -> None:
    game = load_game(name)
    player, state = LearnedPlayer("learned", model_of(game)), played_on(game, 1)
    seat = state.current_player()
    worlds = game.state_layout.empty(5)
    calls.resample_all(state.record, 0, seat, np.random.default_rng(3), worlds)
    assert len({world.tobytes() for world in worlds}) > 1
    view = state.view(seat)
    of_whole = {
        tuple(player.chances(replace(view, record=worlds[k : k + 1])).items()) for k in range(5)
    }
    assert of_whole == {tuple(player.chances(view).items())}


def test_a_file_plays_as_what_was_saved(tmp_path: Path) -> None:
    game, path = load_game("leduc"), tmp_path / "player.npz"
    model, state = model_of(game), played_on(game, 1)
    model.save(path)
    view = state.view(state.current_player())
    read = make_local_player(game, f"learned:{path}")
    assert isinstance(read, LearnedPlayer)
    assert read.chances(view) == LearnedPlayer("learned", model).chances(view)
    assert read.name == f"learned:{path}"
    assert Model.load(game, path).about == {"seed": 4}


@pytest.mark.parametrize("name", ["leduc", "mus"])
def test_a_correction_multiplies_the_chances_of_its_level(name: str) -> None:
    game = load_game(name)
    level, state = game.info.levels[-1], played_on(game, 1)
    view = state.view(state.current_player())
    alone = LearnedPlayer("alone", model_of(game, spread=0.2)).chances(view)
    usual = PolicyPlayer(game, level).chances(view)
    weight = {a: p * (FREE / len(alone) + (1 - FREE) * usual.get(a, 0.0)) for a, p in alone.items()}
    expected = {a: w / sum(weight.values()) for a, w in weight.items()}
    corrected = LearnedPlayer("corrected", model_of(game, spread=0.2, level=level))
    assert corrected.chances(view) == pytest.approx(expected, rel=1e-5)
    assert expected != pytest.approx(alone, rel=1e-2)


def test_a_correction_is_the_same_for_one_record_for_many_and_in_searches() -> None:
    game = load_game("leduc")
    model = model_of(game, spread=0.2, level="basic")
    player, state = LearnedPlayer("corrected", model), played_on(game, 1)
    view = state.view(state.current_player())
    expected = list(player.chances(view).values())
    records = np.concatenate([view.record, state.record])
    assert player.chances_at(records, view.seat, view.legal).tolist() == [expected, expected]
    ids, prob = game.buffers()
    n = learned_probs(state.record, 0, learned_policy(model), ids, prob)
    assert tuple(ids[:n].tolist()) == view.legal
    assert prob[:n].tolist() == expected


def test_a_file_names_the_level_that_it_corrects(tmp_path: Path) -> None:
    game, path = load_game("leduc"), tmp_path / "player.npz"
    model_of(game, level="basic").save(path)
    assert Model.load(game, path).level == "basic"
    about, arrays = storage.read_arrays(path)
    storage.write_arrays(path, about | {"level": "unheard of"}, arrays)
    with pytest.raises(BadInput, match="another version"):
        Model.load(game, path)


def test_a_player_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "player.npz"
    model_of(load_game("leduc")).save(path)
    with pytest.raises(BadInput, match="of leduc, not of kuhn"):
        make_local_player(load_game("kuhn"), f"learned:{path}")


@pytest.mark.parametrize("key", ["rules", "observation", "actions", "format"])
def test_another_version_is_refused(tmp_path: Path, key: str) -> None:
    game, path = load_game("kuhn"), tmp_path / "player.npz"
    model_of(game).save(path)
    about, arrays = storage.read_arrays(path)
    storage.write_arrays(path, about | {key: 99}, arrays)
    with pytest.raises(BadInput, match="another version"):
        Model.load(game, path)


@pytest.mark.parametrize("content", [b"", b"import os", b"PK\x03\x04 cut"])
def test_a_damaged_file_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "player.npz"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="holds no learned player"):
        Model.load(load_game("kuhn"), path)
    with pytest.raises(BadInput, match="there is no file"):
        Model.load(load_game("kuhn"), tmp_path / "none.npz")


def test_weights_of_other_shapes_and_no_numbers_are_refused(tmp_path: Path) -> None:
    game, path = load_game("kuhn"), tmp_path / "player.npz"
    model_of(game).save(path)
    about, arrays = storage.read_arrays(path)
    for changed in ({"second": arrays["second"][1:]}, {"last": arrays["last"] * np.nan}):
        storage.write_arrays(path, about, arrays | changed)
        with pytest.raises(BadInput, match="another version"):
            Model.load(game, path)


def test_a_file_has_two_megabytes_at_most(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="too large"):
        model_of(load_game("mus"), units=512).save(tmp_path / "player.npz")
    assert MOST_BYTES == 2_000_000


def dealt_to(game: Game, seats: int) -> SeatView:
    """The view of who begins at a table of so many ``seats``."""
    state = game.new_state({"players": seats})
    rng = np.random.default_rng(1)
    while state.current_player() < 0:
        state.apply_unchecked(int(rng.choice([a for a, _p in state.chance_outcomes()])))
    return state.view(state.current_player())


def test_a_player_is_for_the_seats_that_it_was_trained_for() -> None:
    game = load_game("eras")
    player = LearnedPlayer("learned", model_of(game))
    with pytest.raises(BadInput, match="trained for 2 players"):
        player.choose(dealt_to(game, 4), np.random.default_rng(1))


def test_a_correction_plays_as_its_level_at_tables_of_other_seats() -> None:
    game = load_game("eras")
    player, view = LearnedPlayer("corrected", model_of(game, level="advanced")), dealt_to(game, 4)
    usual = PolicyPlayer(game, "advanced").chances(view)
    assert player.chances(view) == {a: usual.get(a, 0.0) for a in view.legal}
    assert player.choose(view, np.random.default_rng(1)) in usual


def test_a_learned_player_is_called_as_its_file() -> None:
    info = load_game("kuhn").info
    for spec in ("learned:/some/where/anna.npz", "learned:anna.npz"):
        assert first_name(info, spec) == level_words(info, spec) == "anna"
        assert name_and_level(info, spec) == "anna"
    assert level_words(info, "calls:learned:some@where/anna.npz") == "anna, never gives up"


def test_a_search_with_a_network_is_called_as_the_search() -> None:
    info = load_game("kuhn").info
    named = {
        first_name(info, spec)
        for spec in ("belief", "belief:learned:anna.npz", "belief@50:learned:anna.npz")
    }
    assert named == {"Vera"}
    spec = "belief@50:learned:/some/where/anna.npz"
    assert level_words(info, spec) == "belief search, 50, anna"
    assert rank_words(info, spec) == "machine, 50"


@pytest.mark.parametrize("name", ["kuhn", "mus", "buraco"])
@pytest.mark.parametrize("search", ["belief@50", "belief@0.5s"])
def test_a_search_with_a_network_is_made_by_its_name(
    tmp_path: Path, name: str, search: str
) -> None:
    game, path = load_game(name), tmp_path / "player.npz"
    model_of(game).save(path)
    made = make_local_player(game, f"{search}:learned:{path}")
    assert isinstance(made, BeliefPlayer)
    assert made.name == f"{search}:learned:{path}"


@pytest.mark.parametrize("search", ["basic", "mcts@50n", "nobody"])
def test_only_a_belief_search_takes_a_network(tmp_path: Path, search: str) -> None:
    game, path = load_game("kuhn"), tmp_path / "player.npz"
    model_of(game).save(path)
    with pytest.raises(BadInput, match=f"^{search.partition('@')[0]} cannot search"):
        make_local_player(game, f"{search}:learned:{path}")


def test_results_of_another_file_of_the_same_name_are_not_reused(tmp_path: Path) -> None:
    game, path = load_game("kuhn"), tmp_path / "player.npz"
    model_of(game).save(path)
    before = versions(game, (f"calls:learned:{path}",))
    model_of(game, units=4).save(path)
    assert versions(game, (f"calls:learned:{path}",)) != before


def test_results_of_a_search_with_another_file_are_not_reused(tmp_path: Path) -> None:
    game, path = load_game("kuhn"), tmp_path / "player.npz"
    model_of(game).save(path)
    before = versions(game, (f"errs@20:belief@50:learned:{path}",))
    model_of(game, units=4).save(path)
    assert versions(game, (f"errs@20:belief@50:learned:{path}",)) != before


def test_a_player_in_the_folder_of_a_game_is_a_level() -> None:
    game = load_game("mus")
    assert "autodidacta" in available(game)
    player = make_player(game, "autodidacta")
    assert player.name == "autodidacta"
    assert isinstance(player, LearnedPlayer)


def test_a_player_in_the_folder_of_a_game_takes_no_budget() -> None:
    with pytest.raises(BadInput, match="takes no budget"):
        make_player(load_game("mus"), "autodidacta@5n")


@pytest.mark.parametrize(
    ("name", "search", "level"),
    [("mus", "belief@40", "autodidacta"), ("eras", "belief@30", "self-taught")],
)
def test_a_search_over_a_trained_level_plays_as_that_over_its_file(
    name: str, search: str, level: str
) -> None:
    game = load_game(name)
    searching = make_local_player(game, f"{search}:{level}")
    assert searching.name == f"{search}:{level}"
    file = game.folder / "learned" / f"{level}.npz"
    same = make_local_player(game, f"{search}:learned:{file}")
    state = played_on(game, 8)
    view = state.view(state.current_player())
    assert len(view.legal) > 1
    for seed in range(5):
        chosen = searching.choose(view, np.random.default_rng(seed))
        assert chosen == same.choose(view, np.random.default_rng(seed))


def test_a_search_is_called_after_the_trained_level_that_it_is_over() -> None:
    info = load_game("mus").info
    assert level_words(info, "belief@50:autodidacta") == "belief search, 50, self-taught"
    assert first_name(info, "belief@50:autodidacta") == "Vera"


def test_a_level_that_was_not_trained_is_not_searched_over() -> None:
    with pytest.raises(BadInput, match=r"^experto was not trained: a search takes learned:FILE"):
        make_local_player(load_game("mus"), "belief@50:experto")
