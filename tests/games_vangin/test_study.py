"""The study of vangin pasianssi: its tables hold the document's figures, its plots are drawn."""

import json
import sys
from fractions import Fraction
from math import comb
from xml.etree import ElementTree

import pytest

from ludoteca.cli.main import main
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.questions import questions
from ludoteca.games.vangin import study
from ludoteca.games.vangin.exact.closed_form import win
from ludoteca.games.vangin.exact.deal import Deal

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")

PUBLISHED = Fraction(964444044208, 262190765217675)


@pytest.fixture(scope="module")
def shares():
    return []


@pytest.fixture(scope="module")
def answer(shares):
    def progress(done, total=None, words="", share=None):
        shares.append(share)

    return questions(study)["report"].ask({"games": 20_000}, seed=1, progress=progress)


@pytest.fixture(scope="module")
def tables(answer):
    return {table.name: table for table in answer.tables}


def column(table, name):
    return [row[table.columns.index(name)] for row in table.rows]


def test_the_types_and_their_chances(tables):
    types = tables["types"]
    assert len(types.rows) == 39
    assert sum(column(types, "A")) == 1
    assert sum(column(types, "A_times_B")) == PUBLISHED
    assert sum(column(types, "boards")) == comb(52, 13)
    for _t, boards, a, b, product in types.rows:
        assert a == Fraction(boards, comb(52, 13))
        assert product == a * b
    # The type of the document's picture.
    assert (3, 2, *[1] * 8) in column(types, "type")


def test_the_erratum_side_by_side(answer, tables):
    erratum = tables["erratum"]
    assert sum(column(erratum, "boards_corrected")) == comb(52, 13)
    for t, printed, corrected in erratum.rows:
        # 13 values for the first pile against 12: the whole product is off by (13 - r) / 13.
        assert printed == corrected * Fraction(13 - len(t), 13)
    assert answer.fields["number_of_boards_as_printed"] == sum(column(erratum, "boards_as_printed"))
    assert answer.fields["win_as_printed"].value < answer.fields["win"].value == PUBLISHED


def test_a_board_of_thirteen_values_is_no_board_as_printed(tables):
    assert tables["erratum"].rows[-1] == [(1,) * 13, 0, 4**13]


def test_the_progress_of_both_simulations_is_that_of_the_whole(answer, shares):
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] > 0.7


def test_other_decks_steps_and_boards_meet_in_the_standard_game(tables):
    decks = {tuple(row[:2]): row[-1] for row in tables["decks"].rows}
    assert decks[4, 13] == dict(zip(*columns(tables["steps"], "step", "win"), strict=True))[3]
    assert decks[4, 13] == dict(zip(*columns(tables["boards"], "board", "win"), strict=True))[13]
    assert decks[4, 13] == column(tables["looks"], "win_by_then")[-1] == PUBLISHED
    assert decks[6, 10] == win(Deal(6, 10, 10, 50 // 3))
    assert column(tables["steps"], "picks") == [39, 19, 13, 9, 7, 6]


def columns(table, *names):
    return [column(table, name) for name in names]


def test_no_name_in_the_plain_data_means_two_things(answer):
    names = [*answer.fields, *(table.name for table in answer.tables), "notes"]
    assert len(names) == len(set(names)) == len(answer.to_json())


def test_every_heading_is_a_message(answer, without_message):
    assert without_message(answer) == set()


def test_the_looks_add_up(tables):
    assert sum(column(tables["looks"], "win_at_this_look")) == PUBLISHED
    left = tables["left"]
    assert sum(column(left, "piles")) == sum(column(left, "cards")) == 1


def test_the_simulation_grows_and_says_its_interval(tables):
    grown = tables["simulation"]
    assert column(grown, "games") == [1_000, 2_000, 5_000, 10_000, 20_000]
    shares = column(grown, "win")
    assert [share.n for share in shares] == column(grown, "games")
    widths = [share.high - share.low for share in shares]
    assert widths == sorted(widths, reverse=True)
    for _n, share, exact, inside in grown.rows:
        assert exact == PUBLISHED
        assert inside == (share.low <= float(PUBLISHED) <= share.high)


def test_simulated_decks_land_on_their_exact_chances(tables):
    """Within four standard errors of the exact value, six times: wrong once in 2,500 seeds."""
    checks = tables["checks"]
    for exact, share in zip(*columns(checks, "exact", "simulated"), strict=True):
        p = float(exact)
        assert abs(share.mean - p) < 4 * (p * (1 - p) / share.n) ** 0.5


def test_the_same_seed_gives_the_same_study(answer):
    ask = questions(study)["report"].ask
    assert ask({"games": 20_000}, seed=1).to_json() == answer.to_json()
    assert ask({"games": 20_000}, seed=2).to_json() != answer.to_json()


def test_every_plot_is_drawn(answer):
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    from ludoteca.lab.charts import svg

    assert {plot.name for plot in answer.plots} >= {"types", "decks", "steps", "simulation"}
    for plot in answer.plots:
        root = ElementTree.fromstring(svg(plot.draw()))
        assert len([e for e in root.iter() if e.tag.endswith("text")]) > 5


def test_the_command_writes_tables_and_pictures(capsys, tmp_path):
    pytest.importorskip("altair")
    arguments = ["study", "vangin", "--games", "1000", "--seed", "1", "--format", "json"]
    assert main([*arguments, "--save", str(tmp_path), "--lang", "en"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["win"]["exact"] == "964444044208/262190765217675"
    assert said["types"][0]["type"] == [4, 4, 4, 1]
    assert "closes in on the exact one" in (tmp_path / "simulation.svg").read_text("utf-8")
    names = {path.name for path in tmp_path.iterdir()}
    assert {"answer.json", "types.csv", "erratum.parquet", "decks.svg", "simulation.svg"} <= names


def test_without_the_extra_the_command_says_what_to_install(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    arguments = ["study", "vangin", "--games", "1000", "--seed", "1", "--format", "json"]
    assert main([*arguments, "--save", str(tmp_path), "--lang", "en"]) == 0
    assert 'pip install "ludoteca[lab]"' in capsys.readouterr().err
    assert (tmp_path / "types.csv").exists()
    assert not list(tmp_path.glob("*.svg"))
