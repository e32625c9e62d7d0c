"""The study of buraco: the document's figures computed again, and the right ones."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

from ludoteca.core.questions import questions
from ludoteca.games.buraco import study
from ludoteca.games.buraco.study import batidas, document, experiment, matrices

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def answer():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(batidas, "HANDS", batidas.HANDS[:2])
        points = np.random.default_rng(1).normal(500, 200, (experiment.WAYS, 20, 3)).round(-1)
        patched.setattr(experiment, "played", lambda deals: points)
        yield questions(study)["report"].ask({})


def test_figures_of_the_document_that_agree_and_those_that_do_not():
    wrong = {row[1]: row[2] for row in document.figures_table().rows if not row[3]}
    assert wrong == {
        "416579843773626": "416579843773639",
        "1.996905e+25": "3.328176e+23",
        "0.1037": "0.1039",  # the ties are not printed
    }
    right = [row[1] for row in document.figures_table().rows if row[3]]
    assert right == [
        "104", "38", "40", "8192", "78", "520", "598", "13.1", "2.771157", "6.05", "735471",
        "0.9234",
    ]  # fmt: skip


def test_errata_have_the_right_values():
    rows = document.of_document().tables[1].rows
    errata = {(row[1], row[2]) for row in rows}
    for pair in (
        ("598", "597"),
        ("598", "599"),
        ("40", "41"),
        ("pa*pa", "pa"),
        ("1.996905e+25", "3.328176e+23"),
        ("416579843773626", "416579843773639"),
        ("N / c", "c / b^"),
    ):
        assert pair in errata
    assert all(row[0] and row[3] for row in rows)


def test_whole_printed_cells_of_the_matrix_are_those_of_the_code():
    """Of the corner, 20 x 20; the others have lost letters in the middle."""
    rows = matrices.corner_table().rows
    assert len(rows) == 175
    assert sum(bool(row[4]) for row in rows) == 139
    for _i, _j, printed, cell, agrees in rows:
        assert agrees or len(printed) < len(cell) or "pk" in cell
        assert set(printed.split("*")) - {"(1-pa)", "(1-pc)"} <= set(cell.split("*"))


def test_rows_of_the_document_sum_to_0_918_up_to_2_8125_at_a_quarter():
    sums = {(row[0], row[1]): (row[2], row[3]) for row in matrices.sums_table().rows}
    assert sums["the thesis", 0.25] == (0.91796875, 2.8125)
    for name in ("a wild stays", "a wild may move"):
        assert sums[name, 0.25] == (1, 1)


def test_every_section_has_a_question_an_answer_and_a_method(answer):
    sections = answer.tables[0].rows
    assert [row[0] for row in sections][:5] == ["document", "matrices", "melds", "cards", "batidas"]
    for row in sections:
        assert all(row)
        assert not any("{" in cell for cell in row)


def test_the_study_says_how_long_the_best_move_takes(answer):
    assert f"{answer.fields['years']:.6e}" == "3.328176e+23"
    assert f"{answer.fields['years_by_the_thesis']:.6e}" == "1.996905e+25"
    assert answer.fields["example_from_the_stock"].fraction == "10/99"


def test_rows_are_as_wide_as_their_tables_and_written_as_json(answer):
    for table in answer.tables:
        assert table.rows, table.name
        assert all(len(row) == len(table.columns) for row in table.rows), table.name
    said = json.loads(json.dumps(answer.to_json()))
    assert said["batidas"][0]["from_the_stock"]["exact"] == "10/99"


def test_every_heading_is_a_message(answer, without_message):
    assert without_message(answer) == set()


def test_every_plot_is_drawn(answer):
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    for plot in answer.plots:
        root = ElementTree.fromstring(plot.svg())
        assert len([e for e in root.iter() if e.tag.endswith("text")]) > 5, plot.name


def test_the_report_tells_how_far_it_is(monkeypatch):
    told = []
    monkeypatch.setattr(study.experiment, "of_experiment", lambda _deals: None)
    list(study.sections_of(20, lambda *now: told.append(now)))
    assert [(done, total) for done, total, _words in told] == [(n, 7) for n in range(7)]
