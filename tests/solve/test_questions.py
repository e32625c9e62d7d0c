"""The generic solver of a whole game: stopped, it goes on; done, it leaves nothing."""

import pytest

from ludoteca.core import storage
from ludoteca.core.errors import BadInput
from ludoteca.core.questions import VERBS
from ludoteca.core.registry import games, load_game
from ludoteca.solve import backward_induction
from ludoteca.solve.positions import ExplorationProgress
from ludoteca.solve.questions import ask as ask_question
from ludoteca.solve.questions import questions_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of runs that were stopped."""
    monkeypatch.setattr(storage.platformdirs, "user_cache_dir", lambda _name: str(tmp_path))
    return tmp_path / "solve"


def ask(target, progress=lambda *_told: None):
    return ask_question("kuhn", "solve", "equilibrium", target=target, progress=progress).fields


def test_a_stopped_solution_goes_on_from_there_and_leaves_nothing_when_it_is_done(folder):
    reached = []

    def stop(done, _total, _words):
        reached.append(done)
        if done > 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(0.0, stop)
    assert len(list(folder.iterdir())) == 1
    found = ask(1e-4)
    assert found["resumed_at"] == reached[-1] > 50
    assert found["exploitability"] <= 1e-4
    assert found["value"] == pytest.approx(-1 / 18, abs=2e-4)
    assert list(folder.iterdir()) == []


def test_a_damaged_file_is_begun_anew(folder):
    def stop(done, _total, _words):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(0.0, stop)
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:50])
    assert ask(1e-3)["resumed_at"] is None


def test_how_long_a_whole_solution_may_take_is_said_once(monkeypatch):
    """At 10,000 positions a second, less the compiler's time: 50 million take 83 minutes."""
    solve_fully = backward_induction.solve_fully

    def slow(state, progress):
        for seconds in (40, 42, 46, 50):
            positions = 1_000 + 10_000 * (seconds - 40)
            progress(ExplorationProgress(positions, 0, float(seconds)))
        return solve_fully(state)

    monkeypatch.setattr(backward_induction, "solve_fully", slow)
    game, said = load_game("nim"), []
    questions_of(game, "solve")["full"].ask({}, options=game.options(), say=said.append)
    assert len(said) == 1
    assert said[0].endswith("at most 50,000,000 are solved, which takes up to 83 minutes")


EVERY = [(game, verb) for game in games() for verb in VERBS]


@pytest.mark.parametrize(("game", "verb"), EVERY)
def test_a_question_is_asked_by_the_words_of_its_command(game, verb):
    """Each refuses a parameter that it does not have, and says its name."""
    for name in questions_of(load_game(game), verb):
        for words in ((f"{verb} {name}",), (verb, name), (verb, name.replace("-", "_"))):
            with pytest.raises(BadInput, match=f"^{name} has no parameter nonsense"):
                ask_question(game, *words, nonsense=1)


@pytest.mark.parametrize("words", [("odds nonsense",), ("sums",), ("odds going-out", "draw")])
def test_what_a_game_does_not_answer_is_refused_with_all_that_it_answers(words):
    with pytest.raises(BadInput, match=r"it answers: odds draw, odds going-out, .*, study report$"):
        ask_question("buraco", *words)
