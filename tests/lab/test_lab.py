"""Tables become flat columns, data frames and charts."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from ludoteca.core.answers import Name, Table, plain
from ludoteca.core.i18n import speaking
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.lab.study import Section, study_answer
from ludoteca.lab.tables import flat_rows, records
from ludoteca.lab.text import cell_text

TABLE = Table(
    "odds",
    ("step", "win", "seen", "type"),
    [
        [1, Fraction(1, 4), Simulated(0.26, 100, 0.18, 0.35), (3, 1)],
        [2, Exact(Fraction(1, 8), "fair"), Simulated(0.12, 100, 0.07, 0.2), ()],
        [3, Fraction(0), Simulated(0.01, 100, 0.0, 0.04), (4,)],
    ],
)


def test_exact_and_simulated_columns_are_spread():
    columns, rows = flat_rows(TABLE)
    assert columns == [
        "step",
        "win",
        "win_exact",
        "seen",
        "seen_n",
        "seen_low",
        "seen_high",
        "type",
    ]
    assert rows[0] == [1, 0.25, "1/4", 0.26, 100, 0.18, 0.35, "3 1"]
    assert records(TABLE)[1]["win_exact"] == "1/8"


def test_a_data_frame_has_the_same_columns():
    polars = pytest.importorskip("polars")
    from ludoteca.lab.tables import frame

    found = frame(TABLE)
    assert found.rows() == [tuple(row) for row in flat_rows(TABLE)[1]]
    assert found.schema["win"] == polars.Float64


def texts(svg):
    return [e.text for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("text")]


@pytest.fixture
def charts():
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    from ludoteca.lab import charts

    return charts


def test_a_column_that_is_no_kind_of_number_is_text_in_a_frame():
    pytest.importorskip("polars")
    from ludoteca.lab.tables import frame

    table = Table("facts", ("name", "value"), [["boards", 10**41], ["the same", True]])
    assert frame(table).rows() == [("boards", str(10**41)), ("the same", "True")]
    numbers = Table("sizes", ("value",), [[1], [2.5], [None]])
    assert frame(numbers).rows() == [(1.0,), (2.5,), (None,)]


def test_a_log_scale_leaves_out_zero(charts):
    def rows(chart):
        return [row["step"] for row in chart.to_dict()["data"]["values"]]

    assert rows(charts.lines(TABLE, "step", "win", log=True)) == [1, 2]
    assert rows(charts.lines(TABLE, "step", "win")) == rows(charts.bars(TABLE, "step", "win"))
    assert rows(charts.bars(TABLE, "step", "win")) == [1, 2, 3]


def test_bars_are_as_high_as_their_numbers(charts):
    """Bars are drawn from the axis up: their heights are in the proportion of the numbers."""
    svg = charts.svg(charts.bars(TABLE, "step", "win"))
    found = re.findall(r'aria-label="step: [^"]*" [^>]*d="M[^"]*v(\d+\.?\d*)h', svg)
    heights = [float(height) for height in found]
    assert heights[0] > 100
    assert heights == pytest.approx([heights[0], heights[0] / 2, 0])


def test_a_box_goes_from_the_first_to_the_third_quartile(charts):
    row = ("a", 0.0, 10.0, 30.0, 40.0, 100.0)
    table = Table("b", ("who", "low", "q1", "median", "q3", "high"), [row])
    svg = charts.svg(charts.boxes(table, "who"))
    whisker, box = (
        float(re.search(pattern, svg)[1])
        for pattern in (
            r'aria-roledescription="rule mark"[^>]* x2="(\d+\.?\d*)"',
            r'aria-label="q1: [^>]* d="M[^"h]*h(\d+\.?\d*)v',
        )
    )
    assert box == pytest.approx(0.3 * whisker, rel=0.02)


def test_lines_heatmaps_and_intervals_are_drawn(charts):
    grid = Table("g", ("a", "b", "p"), [[a, b, (a + b) / 10] for a in range(3) for b in range(3)])
    for chart in (
        charts.lines(grid, "a", "p", colour="b"),
        charts.lines(grid, "a", "p", colour="b", log=True, log_x=True),
        charts.lines(TABLE, "step", "win"),
        charts.heatmap(grid, "a", "b", "p"),
        charts.bars(grid, "a", "p", colour="b"),
    ):
        assert "a" in texts(charts.svg(chart)) or "step" in texts(charts.svg(chart))
    assert "0.4" in texts(charts.svg(charts.heatmap(grid, "a", "b", "p")))
    drawn = charts.svg(charts.intervals(TABLE, "step", "seen", exact=0.1))
    assert charts.COLOURS[1] in drawn
    assert {"step", "seen"} <= set(texts(drawn))


def test_a_chart_has_the_numbers_of_the_language(charts):
    with speaking("fi"):
        assert "0,25" in texts(charts.svg(charts.bars(TABLE, "step", "win")))
        grid = Table("g", ("a", "b", "p"), [["x", "y", 0.4]])
        assert "0,4" in texts(charts.svg(charts.heatmap(grid, "a", "b", "p")))


@pytest.mark.parametrize("missing", ["altair", "vl_convert"])
def test_without_the_extra_the_error_names_what_is_missing(missing):
    code = f"""
import sys
sys.modules[{missing!r}] = None
from ludoteca.core.answers import Table
from ludoteca.lab import charts
try:
    charts.bars(Table("t", ("a", "b"), [[1, 2]]), "a", "b")
except ImportError as error:
    print(error.name)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == missing


def test_simulated_bars_have_their_interval_and_exact_ones_none():
    charts = pytest.importorskip("ludoteca.lab.charts")
    pytest.importorskip("altair")
    table = Table(
        "t",
        ("size", "wins"),
        [["2x2", Exact(Fraction(1, 2))], ["5x4", Simulated(0.9, 60, 0.8, 0.95)]],
    )
    drawn = charts.bars(table, "size", "wins").to_dict()
    bars, rules = drawn["layer"]
    assert [row["size"] for row in bars["data"]["values"]] == ["2x2", "5x4"]
    assert [row["size"] for row in rules["data"]["values"]] == ["5x4"]


def test_a_name_is_a_key_in_plain_data_and_words_to_people():
    assert cell_text(Name("lead_changes")) == "lead changes"
    assert cell_text("lead_changes") == "lead_changes"
    assert json.dumps(plain(Name("lead_changes"))) == '"lead_changes"'


def test_a_study_begins_with_the_answer_of_the_section_that_was_asked():
    sections = [Section("one", "", "", "The first."), Section("two", "", "", "The second.")]
    assert study_answer({}, sections, "").headline == "The first."
    assert study_answer({}, sections, "", asked="two").headline == "The second."


def test_a_study_tells_each_section_as_it_is_found():
    sections = [Section("one", "", "", "The first."), Section("two", "", "", "The second.")]
    told = []
    study_answer({}, iter(sections), "", asked=["one"], interim=told.append)
    assert [draft.headline for draft in told] == ["The first.", "The first."]
    assert [len(draft.tables[0].rows) for draft in told] == [1, 2]
