"""Commands derived from questions: formats, tables, seeds, why, schema, files."""

import csv
import html
import io
import json
import sys
import types
from fractions import Fraction
from typing import Annotated

import pytest

from ludoteca.cli import output
from ludoteca.cli.console import Format
from ludoteca.cli.flags import Flag, chosen_options, with_options
from ludoteca.core.answers import Answer, Plot, Table
from ludoteca.core.errors import BadInput, GameDefinitionError
from ludoteca.core.numbers import Exact, simulated_share
from ludoteca.core.options import Options, OptionSchema, choice
from ludoteca.core.questions import Param, question
from ludoteca.core.registry import load_game
from ludoteca.lab import charts
from ludoteca.lab.study import Section, study_answer
from ludoteca.lab.tables import csv_text
from ludoteca.solve.questions import questions_of

QUARTER = Exact(Fraction(1, 4), "all equal")
ANSWER = Answer(
    {"win": QUARTER, "seen": simulated_share(25, 100)},
    (
        Table("by_card", ("card", "p"), [("A", Fraction(1, 3)), ("K", Fraction(2, 3))]),
        Table("long", ("n",), [(n,) for n in range(100)]),
    ),
    notes=["A note."],
    why=lambda rng: iter([f"first {rng.integers(0, 1)}", "then"]),
)


def test_json_is_plain_data_on_standard_output(command):
    code, out, err = command("solve", "nim", "--heaps", "2", "--largest", "2", "--format", "json")
    assert code == 0
    # Heaps of 2 and 1: taking one from the first leaves 1 and 1, which loses for who is to move.
    answer = json.loads(out)
    assert (answer["value"], answer["best"]) == (2.0, ["a1"])
    assert "{" not in err


def test_rule_options_are_flags_and_named_options_alike(command):
    flags = command("solve", "nim", "--heaps", "2", "--largest", "2", "--format", "json")[1]
    named = command(
        "solve", "nim", "--option", "heaps=2", "--option", "largest=2", "--format", "json"
    )[1]
    # Heaps 2 and 1 have nim sum 3, so the first player wins; the default heaps 5, 4, 3 differ.
    drop = {"seconds"}
    answers_ = [{k: v for k, v in json.loads(t).items() if k not in drop} for t in (flags, named)]
    assert answers_[0] == answers_[1]


@pytest.mark.soak
def test_kuhn_is_solved_to_its_known_value(command):
    code, out, _err = command("solve", "kuhn", "--target", "1e-5", "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["value"] == pytest.approx(-1 / 18, abs=2e-5)
    assert answer["exploitability"] <= 1e-5


def test_csv_is_the_table_asked_for(command):
    code, out, _err = command("solve", "kuhn", "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 0
    assert rows[0] == ["information", "move", "probability"]
    assert len(rows) == 1 + 24  # twelve information sets of two moves
    fields = command("solve", "kuhn", "--format", "csv", "--table", "fields")[1]
    assert fields.startswith("name,value\nvalue,")
    code, _out, err = command("solve", "kuhn", "--format", "csv", "--table", "x")
    assert (code, err) == (2, "there is no table x; there are: strategy, fields\n")


def test_schema_lists_the_parameters_and_computes_nothing(command):
    code, out, _err = command("solve", "kuhn", "--schema")
    assert code == 0
    assert set(json.loads(out)["properties"]) == {"target", "iterations"}


def test_help_of_one_question_names_its_flags_and_its_sisters(command):
    code, out, _err = command("solve", "kuhn", "--help")
    assert code == 0
    for words in ("--target", "--seed", "--format", "--why"):
        assert words in out
    out = command("solve", "nim", "--help")[1]
    for words in ("--heaps", "--record", "full", "equilibrium"):
        assert words in out


@pytest.mark.soak
def test_a_patience_is_solved_by_its_exact_chance(command):
    small = ("--suits", "2", "--values", "3", "--board", "2", "--step", "1")
    out = command("solve", "vangin", *small, "--format", "json")[1]
    exact = command("odds", "vangin", *small, "--format", "json")[1]
    assert json.loads(out)["values"] == [
        pytest.approx(json.loads(exact)["win"]["decimal"], abs=1e-12)
    ]


def test_a_question_below_the_first_is_a_command(command):
    code, out, _err = command("odds", "nim", "nim-sum", "--sizes", "1,2,7", "--format", "json")
    assert code == 0
    assert json.loads(out) == {"nim_sum": 4}
    code, _out, err = command("odds", "nim", "nim-sum")
    assert (code, err) == (2, "sizes is missing: a whole number of at least 0\n")


def test_a_seed_chosen_by_the_program_is_printed_and_repeats(command):
    code, out, err = command("odds", "nim", "--why")
    assert code == 0
    # 64 positions of three heaps of 0 to 3: each pair of heaps has one third of nim sum 0.
    assert "64 positions, 16 of them" in out
    assert "3/4 ≈ 0.75  (exact: every size is equally likely)" in out
    seed = next(line.split()[1] for line in err.splitlines() if line.startswith("seed"))
    assert command("odds", "nim", "--why", "--seed", seed)[1] == out
    # Another seed counts the same once in some 70 times, four others once in 24 million.
    others = {command("odds", "nim", "--why", "--seed", f"{int(seed) + n}")[1] for n in range(1, 5)}
    assert others != {out}


def test_an_answer_for_people_labels_exact_and_simulated(capsys):
    output.deliver(ANSWER, Format.table, None, None)
    out = " ".join(capsys.readouterr().out.split())
    assert "1/4 ≈ 0.25 (exact: all equal)" in out
    assert "0.25 (simulated: n = 100, 95% interval" in out
    assert "A note." in out
    assert "40 more rows" in out


def test_people_read_labels_of_players_and_rule_values_and_programs_their_ids(capsys):
    rows = Table("kinds", ("round", "player"), [("rapida", "nosso")])
    answer = Answer({"round": "completa", "exploitability": {"ganancioso": 0.5}}, [rows])
    game = load_game("poker")
    output.deliver(answer, Format.table, None, None, game=game)
    out = capsys.readouterr().out
    for label in ("complete", "Aino (greedy): 0.5", "quick", "(our own)"):
        assert label in out
    assert "rapida" not in out
    output.deliver(answer, Format.json, None, None, game=game)
    assert json.loads(capsys.readouterr().out) == answer.to_json()


def test_csv_spells_out_exact_and_simulated_numbers():
    table = Table("t", ("k", "p", "q"), [(1, QUARTER, simulated_share(1, 2)), (2, None, None)])
    rows = list(csv.reader(io.StringIO(csv_text(table))))
    assert rows[0] == ["k", "p", "p_exact", "q", "q_n", "q_low", "q_high"]
    assert rows[1][:5] == ["1", "0.25", "1/4", "0.5", "2"]
    assert rows[2] == ["2", "", "", "", "", "", ""]


def test_why_goes_with_json_and_never_into_csv(capsys):
    import numpy as np

    output.deliver(ANSWER, Format.json, None, np.random.default_rng(1))
    assert json.loads(capsys.readouterr().out)["why"] == ["first 0", "then"]
    output.deliver(ANSWER, Format.csv, None, np.random.default_rng(1))
    out, err = capsys.readouterr()
    assert "then" not in out
    assert "then" in err


def test_save_writes_every_table(tmp_path, capsys):
    output.save(ANSWER, "odds nim", str(tmp_path / "deep" / "folder"))
    capsys.readouterr()
    place = tmp_path / "deep" / "folder"
    assert json.loads((place / "answer.json").read_text())["win"]["exact"] == "1/4"
    assert (place / "by_card.csv").read_text().splitlines()[0] == "card,p,p_exact"
    polars = pytest.importorskip("polars")
    assert polars.read_parquet(place / "long.parquet")["n"].to_list() == list(range(100))


def test_an_answer_that_cannot_be_saved_is_written_all_the_same(capsys, tmp_path):
    (tmp_path / "answer.json").mkdir()
    given = {"save": str(tmp_path), "format": Format.json, "table": None, "exact": False}
    with pytest.raises(IsADirectoryError):
        output.hand_over(ANSWER, "odds nim", given)
    assert json.loads(capsys.readouterr().out)["win"]["exact"] == "1/4"


def test_a_folder_that_cannot_be_is_refused_before_the_work(command, tmp_path):
    (tmp_path / "file").write_text("")
    code, out, err = command("solve", "nim", "--heaps", "2", "--save", str(tmp_path / "file" / "x"))
    assert (code, out) == (2, "")
    assert "Not a directory" in err


def test_a_folder_with_another_answer_is_refused_before_the_work(command, tmp_path):
    folder = tmp_path / "kept"
    for _time in range(2):  # the newer answer to the same question replaces the older
        assert command("odds", "kuhn", "--save", str(folder))[0] == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    code, out, err = command("odds", "vangin", "--save", str(folder))
    assert (code, out) == (2, "")
    assert err == f"{folder} holds another answer (odds kuhn queen); name a folder of its own\n"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_report_is_saved_with_the_answer_of_a_study(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "altair", None)
    section = Section(
        "first", "How?", "By hand.", "So.", ANSWER.tables, [Plot("p", "P", charts.altair)]
    )
    answer = study_answer({"win": QUARTER}, [section], "A study")
    output.save(answer, "study nim", str(tmp_path))
    names = {path.name for path in tmp_path.iterdir()}
    assert {"answer.json", "by_card.csv", "report.html", "report.md", "sections.csv"} <= names
    page = (tmp_path / "report.html").read_text()
    assert "the plot 'P' needs the extra" in html.unescape(page)


WIDE = Answer(
    {"a_long_name_of_a_field": Exact(Fraction(4851163165, 2498640144)), "seed": 2477534436},
    (
        Table(
            "points",
            ("players", "first", "second", "win", "loss"),
            [("cauteloso ganancioso", *[Fraction(4851163165, 2498640144)] * 4)] * 2,
        ),
        Table("words", tuple("abcdefghij"), [["estrategica"] * 10] * 2),
    ),
)


def told(capsys, answer, exact=False):
    output.deliver(answer, Format.table, None, None, exact)
    return capsys.readouterr().out


def test_tables_have_decimals_and_fractions_when_asked_for(capsys):
    assert told(capsys, WIDE).split().count("1.94152") == 1 + 8
    assert "4851163165/2498640144 ≈ 1.94152" in told(capsys, WIDE)
    assert told(capsys, WIDE, exact=True).count("4851163165/2498640144 ≈ 1.94152") == 1 + 8


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("columns", [50, 60, 80, 100])
def test_no_word_and_no_number_is_broken(capsys, monkeypatch, columns, exact):
    monkeypatch.setenv("COLUMNS", str(columns))
    out = told(capsys, WIDE, exact)
    assert all(len(line.rstrip()) <= columns for line in out.splitlines())
    words = {w for w in out.split() if not set(w) <= set("─")}
    fraction = "4851163165/2498640144"
    known = "a long name of field seed points players first second win loss words cauteloso "
    known += f"ganancioso estrategica (exact) ≈ 1.94152 2477534436 {fraction} b c d e f g h i j"
    assert words <= set(known.split())


def test_a_seed_can_be_typed_again(capsys):
    assert "seed" in told(capsys, WIDE)
    assert "2477534436" in told(capsys, WIDE)


def test_parts_of_a_field_stand_below_each_other(capsys):
    parts = {"first": {"win": QUARTER, "n": 2000}, "none": {}}
    lines = [line.split(maxsplit=1)[-1].strip() for line in
             told(capsys, Answer({"score": parts})).splitlines()]  # fmt: skip
    assert lines[0] == "first, win: 1/4 ≈ 0.25  (exact: all equal)"
    assert lines[1].endswith("n: 2,000")


def test_an_unknown_table_says_which_there_are():
    with pytest.raises(BadInput, match="there are: by_card, long, fields"):
        output.deliver(ANSWER, Format.csv, "short", None)


@pytest.mark.parametrize("game", ["kuhn", "nim"])
def test_the_first_question_may_be_named_as_the_others(command, game):
    code, bare, _err = command("solve", game, "--schema")
    assert code == 0
    name = json.loads(bare)["title"].split()[1]
    assert command("solve", game, name, "--schema") == (0, bare, "")
    assert command("solve", game, "everything", "--schema")[0] == 2


def test_a_parameter_called_like_a_rule_option_is_its_authors_error(monkeypatch):
    game = load_game("nim")

    @question("odds", "A question.")
    def clash(options: Options, heaps: Annotated[int, Param("a number")] = 1) -> Answer:
        return Answer({})

    monkeypatch.setitem(game._rooms, "odds", types.SimpleNamespace(clash=clash))
    with pytest.raises(GameDefinitionError, match="odds clash has a parameter heaps, which is"):
        questions_of(game, "odds")


def test_another_flag_is_never_taken_for_the_rule_option_of_its_name(monkeypatch):
    game = load_game("nim")
    rules = OptionSchema((choice("save", ("no", "yes"), "no", "a rule"),))
    monkeypatch.setattr(type(game), "schema", rules)
    flags = with_options(game, [Flag("save", Flag.KEYWORD_ONLY)])
    assert "rule_save" not in [flag.name for flag in flags]
    assert chosen_options(game, {"save": "a folder"}) == {"save": "no"}
    assert chosen_options(game, {"save": "a folder", "option": ["save=yes"]}) == {"save": "yes"}


@pytest.mark.parametrize(
    ("random", "said"),
    [
        (True, "stopped; finished parts are kept: the same command with --seed 7 continues"),
        (False, "stopped; the same command continues from here"),
    ],
)
def test_how_a_stopped_answer_goes_on_names_the_seed_where_chance_plays(
    command, monkeypatch, random, said
):
    def stopped() -> Answer:
        raise KeyboardInterrupt

    def stopped_by_chance(seed: int = 1) -> Answer:
        raise KeyboardInterrupt

    asked = question("odds", "A question.", resumable=True)(
        stopped_by_chance if random else stopped
    )
    monkeypatch.setitem(load_game("nim")._rooms, "odds", types.SimpleNamespace(asked=asked))
    code, _out, err = command("odds", "nim", "--seed", "7")
    assert (code, err) == (130, f"{said}\n")
