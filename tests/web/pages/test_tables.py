"""Filtering and sorting, against a plain reading of what they promise."""

import csv
import io
import random
import re
from fractions import Fraction

import pytest

from ludoteca.core.answers import Table, plain
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.registry import load_game
from ludoteca.lab.tables import csv_text as written
from ludoteca.lab.text import number_in
from ludoteca.web.pages.study import answer_tables
from ludoteca.web.pages.study.answer_tables import (
    CONDITIONS,
    ROWS_A_PAGE,
    Asking,
    chosen,
    csv_text,
    shown,
)

rng = random.Random(4)


def some_cell():
    return rng.choice(
        [
            rng.randint(-3, 3),
            rng.random(),
            None,
            rng.choice(["ab", "B", "c"]),
            {"exact": f"{rng.randint(1, 6)}/7", "decimal": rng.random()},
            {"simulated": rng.random(), "n": 10, "interval95": [0.0, 1.0]},
        ]
    )


@pytest.fixture
def table():
    rows = [[n, some_cell(), rng.choice(["x", "y"])] for n in range(137)]
    return {"name": "t", "title": "T", "columns": ["n", "cell", "letter"], "rows": rows}


def test_sorting_keeps_every_row_once_and_in_order(table):
    for sort in ("cell", "-cell"):
        rows = chosen(table, Asking(sort=sort))
        assert sorted(row[0] for row in rows) == list(range(137))
        there = [row[1] for row in rows if row[1] is not None]
        assert all(row[1] is None for row in rows[len(there) :])
        keys = [answer_tables.sort_key(cell) for cell in there]
        assert keys == sorted(keys, reverse=sort.startswith("-"))


def test_a_condition_keeps_exactly_the_rows_that_meet_it(table):
    for how in CONDITIONS:
        rows = chosen(table, Asking(column="n", how=how, than="40"))
        met = {"least": range(40, 137), "most": range(41), "is": [40]}.get(how)
        wanted = [n for n in range(137) if n != 40] if met is None else list(met)
        assert [row[0] for row in rows] == wanted


def test_bounds_may_be_written_as_fractions_and_with_commas(table):
    for than in ("1/2", "0.5", "0,5", " 2 / 4 "):
        rows = chosen(table, Asking(column="cell", how="least", than=than))
        wanted = [r for r in table["rows"] if (v := number_in(r[1])) is not None and v >= 0.5]
        assert rows == wanted
    assert chosen(table, Asking(column="cell", how="least", than="1/0")) == []


def test_pages_hold_every_row_once(table):
    seen = []
    pages = shown(table, Asking(), "/a")["pages"]
    for page in range(1, pages + 1):
        part = shown(table, Asking(page=page), "/a")
        assert len(part["rows"]) <= ROWS_A_PAGE
        seen += [str(row[0]) for row in part["rows"]]
    assert len(seen) == len(set(seen)) == 137
    assert shown(table, Asking(page=99), "/a")["page"] == pages
    assert shown(table, Asking(), "/a")["before"] == ""
    assert shown(table, Asking(page=pages), "/a")["after"] == ""


@pytest.mark.parametrize(
    "query",
    [
        {"page": "-1"},
        {"page": "x"},
        {"page": "9" * 30},
        {"how": "evil"},
        {"sort": "none"},
        {"page": "0"},
    ],
)
def test_an_address_that_asks_for_nonsense_shows_the_table(table, query):
    assert shown(table, Asking.read(query), "/a")["found"] == 137


def test_csv_has_the_same_columns_as_the_command_line():
    from fractions import Fraction

    rows = [(1, Exact(Fraction(1, 3)), Simulated(0.5, 9, 0.1, 0.9)), (2, None, None)]
    table = Table("t", ("k", "p", "q"), rows)
    document = {
        "name": "t",
        "title": "",
        "columns": list(table.columns),
        "rows": [[plain(cell) for cell in row] for row in rows],
    }
    own = list(csv.reader(io.StringIO(csv_text(document, Asking()))))
    theirs = list(csv.reader(io.StringIO(written(table))))
    assert own == theirs


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ({"exact": "1/3", "decimal": 1 / 3}, "0.333333…"),
        ({"exact": "1/4", "decimal": 0.25}, "0.25"),
        ({"exact": "7", "decimal": 7.0}, "7"),
        ({"exact": "1/3000000000", "decimal": 1 / 3e9}, "3.33333…\u00a0·\u00a010⁻¹⁰"),
        ({"simulated": 0.51234567, "n": 9, "interval95": [0.4, 0.6]}, "0.512346"),
        (1234567, "1,234,567"),
        (True, "yes"),
        (None, "–"),
        ([1, None, "x"], "1 – x"),
    ],
)
def test_a_cell_in_words(cell, text):
    assert answer_tables.text(cell) == text


def test_every_number_says_what_it_is():
    exact = str(
        answer_tables.told({"exact": "1/3", "decimal": 1 / 3, "condition": "a <fair> coin"})
    )
    assert "exact: a &lt;fair&gt; coin" in exact
    simulated = str(answer_tables.told({"simulated": 0.5, "n": 1000, "interval95": [0.4, 0.6]}))
    assert "simulated: n = 1,000, 95% interval 0.4 to 0.6" in simulated
    assert "≈" in simulated
    assert "≈" not in exact


@pytest.mark.parametrize(
    ("column", "exact", "told"),
    [
        ("win", "47/50", "94%"),
        ("win", "1/22", "4.5%"),
        ("win", "1/50000", "1 in 50,000"),
        ("win", "99999/100000", "over 99.9%"),
        ("own_stones", "47/50", "0.94"),
        ("mean", "10017/3001", "3.34"),
    ],
)
def test_chances_are_told_in_percent_and_what_is_counted_in_three_digits(column, exact, told):
    number = {"exact": exact, "decimal": float(Fraction(exact))}
    chances = ["win"]
    table = {"name": "t", "title": "", "columns": [column], "chances": chances, "rows": [[number]]}
    (((cell,),), words) = shown(table, Asking(), "/a")["rows"], f">{told}<"
    assert words in cell
    assert f"= {exact}" in cell, "the fraction is one press away"


def test_only_long_tables_are_searched(table):
    assert shown(table, Asking(), "/a")["searched"]
    few = {**table, "rows": table["rows"][:30]}
    assert not shown(few, Asking(), "/a")["searched"]


def test_what_cards_are_worth_is_drawn_beside_them_all_but_the_first_few_folded():
    worth = [["RR", {"exact": f"{n}/2", "decimal": n / 2}] for n in (9, 6, 3, 1, 0, -1, -2)]
    table = {"name": "t", "title": "T", "columns": ["thrown", "gain"], "rows": worth}
    assert answer_tables.chance_bars(table) is None, "nothing is drawn of texts alone"
    bars = str(answer_tables.chance_bars({**table, "drawn": ["thrown"]}, load_game("mus")))
    told = re.findall(r"<dd>([+−][\d.]+)</dd>", bars)
    assert told == ["+4.50", "+3.00", "+1.50", "+0.50", "+0.00", "−0.50", "−1.00"]
    assert bars.count("spanish.svg") == 14
    assert bars.index("−0.50") < bars.index("<summary>1 more</summary>") < bars.index("−1.00")


def test_the_first_chances_of_a_short_table_are_drawn_as_bars():
    half, sure = {"exact": "1/2", "decimal": 0.5}, {"exact": "1", "decimal": 1.0}
    points = {"exact": "7/2", "decimal": 3.5}
    rows = [["grande", points, half], ["chica", points, sure]]
    columns = ["lance", "points", "won"]
    short = {"name": "t", "title": "T", "columns": columns, "chances": ["won"], "rows": rows}
    bars = str(answer_tables.chance_bars(short))
    assert re.findall(r"<dt>(\w+)</dt>.*?width=\"([\d.]+)\"", bars) == [
        ("grande", "50.00"),
        ("chica", "100.00"),
    ]
    for other in (rows[:1], rows * 17):
        assert answer_tables.chance_bars({**short, "rows": other}) is None
    assert answer_tables.chance_bars({**short, "chances": []}) is None, "nothing is guessed"


def test_what_is_won_from_players_is_drawn_where_anything_is_won():
    few, many = {"exact": "1/2", "decimal": 0.5}, {"exact": "2", "decimal": 2.0}
    table = {"name": "t", "title": "T", "columns": ["opponent", "points"]}
    table["rows"] = [["basic", few], ["random", many]]
    bars = str(answer_tables.chance_bars(table))
    assert re.findall(r"width=\"([\d.]+)\"", bars) == ["25.00", "100.00"]
    lost = {"exact": "-1", "decimal": -1.0}
    table["rows"] = [["basic", lost], ["random", {"exact": "0", "decimal": 0.0}]]
    assert answer_tables.chance_bars(table) is None


def test_a_date_stays_in_a_line():
    assert 'class="date"' in str(answer_tables.drawn("2026-11-28"))
    assert "date" not in str(answer_tables.drawn("28 days"))


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (0.00355026, "0.00355"),
        (0.0000347117, "3.47\u00a0·\u00a010⁻⁵"),
        ({"exact": "142389/25", "decimal": 5695.56}, "5,696"),
        ({"simulated": 1169.4, "n": 9, "interval95": [838.22, 1500.6]}, "≈ 1,169 838 … 1,501"),
        (1.99691e25, "2\u00a0·\u00a010²⁵"),
    ],
)
def test_a_number_in_a_table_has_three_digits_and_all_its_whole_ones(cell, text):
    assert re.sub(r" = \S+|<[^>]+>", "", str(answer_tables.drawn(cell))) == text
