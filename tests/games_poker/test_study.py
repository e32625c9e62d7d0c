"""The study as a question: asked as a command, its tables, plots and report."""

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ludoteca.cli import output
from ludoteca.cli.main import main
from ludoteca.core.i18n import _
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.questions import questions
from ludoteca.games.poker import study
from ludoteca.games.poker.solver.match import MatchStage
from ludoteca.games.poker.solver.round_paths import Round
from ludoteca.games.poker.solver.store import shipped
from ludoteca.games.poker.solver.value import round_value
from ludoteca.games.poker.study import losses
from ludoteca.games.poker.study.match_play import shipped_match

LOSING = ("cauteloso", "equilíbrio")

pytestmark = [  # the sections have tests of their own, which are quicker
    pytest.mark.soak,
    pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code"),
]


@pytest.fixture(scope="module")
def told():
    return []


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("study")


@pytest.fixture(scope="module")
def few_lose():
    """The losses of two players, which ``test_study_solved`` looks at; those of all take long."""

    def of_few(function):
        def run(found, progress):
            few = {
                kind: replace(field, strategies={n: field.strategies[n] for n in LOSING})
                for kind, field in found.items()
            }
            return function(few, progress)

        return run

    with pytest.MonkeyPatch.context() as patched:
        for name in ("losses", "leaks_of"):
            patched.setattr(losses, name, of_few(getattr(losses, name)))
        yield


@pytest.fixture(scope="module")
def answer(folder, told, few_lose):
    def progress(done, total=None, words="", share=None):
        told.append((done, total, words, share))

    given = {"prizes": 1}
    found = questions(study)["report"].ask(given, progress=progress)
    output.save(found, "study poker report", str(folder))
    return found


def test_every_section_answers(answer):
    (overview, *_rest) = answer.tables
    names = [row[0] for row in overview.rows]
    assert len(names) == len(set(names)) == 13
    assert all(row[2] and row[3] for row in overview.rows)
    assert not any("{" in row[2] for row in overview.rows)


def test_the_first_numbers(answer):
    assert str(answer.fields["value_of_a_hand"].value) == "1325/759"
    assert str(answer.fields["strategic_value"].value) == "-226925/104110006"
    assert answer.fields["complete_value"] == float(shipped("completa").value)
    low, high = answer.fields["complete_value_at_least"], answer.fields["complete_value_at_most"]
    assert low <= answer.fields["complete_value"] <= high


def test_folding_in_the_match_is_that_of_the_exact_round(answer):
    """With prizes that no showdown gives, the outcomes of the round count who folds."""
    (table,) = (t for t in answer.tables if t.name == "match_stages")
    folds = {(row[0], row[1]): row[3:5] for row in table.rows}
    played = Round("completa", fold_first=7, fold_second=9)
    strategy = shipped_match().strategy(MatchStage(2, 3)).strategy("stage")
    outcomes = round_value(played, strategy, strategy).outcomes
    exact = [float(outcomes[points]) for points in ((0, 14), (18, 0))]
    assert folds[2, 3] == pytest.approx(exact, abs=1e-9)
    assert folds[2, -3][0] < 1e-6
    assert folds[1, 0][0] < 1e-6


def test_every_heading_is_a_message(answer, without_message):
    assert without_message(answer) == set()


def test_rows_are_as_wide_as_their_tables(answer):
    for table in answer.tables:
        assert table.rows
        assert _(table.title)
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_it_is_written_as_json(answer):
    data = json.loads(json.dumps(answer.to_json()))
    pair = data["pairs"][40]
    assert set(pair["points_of_first"]) == {"exact", "decimal"}


def test_progress_is_told(told, answer):
    assert len(told) > 100
    assert all(words for _done, _total, words, _share in told)
    shares = [share for *_part, share in told]
    assert shares == sorted(shares), "of the whole study"


def test_the_report_ties_everything_together(folder, answer):
    pytest.importorskip("altair")
    page = (folder / "report.html").read_text(encoding="utf-8")
    for table in answer.tables[1:]:
        assert f'href="{table.name}.csv"' in page
        assert (folder / f"{table.name}.csv").exists()
    for plot in answer.plots:
        assert f'src="{plot.name}.svg"' in page
        root = ElementTree.parse(folder / f"{plot.name}.svg").getroot()
        assert root.tag.endswith("svg")


def test_it_is_a_command(capsys):
    assert main(["study", "poker", "--help"]) == 0
    assert "--prizes" in capsys.readouterr().out
