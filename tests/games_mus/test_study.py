"""The study of mus: what its document prints, and table 3.1 simulated anew."""

import json
from fractions import Fraction
from math import comb
from xml.etree import ElementTree

import numpy as np
import pytest

from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.questions import questions, quiet
from ludoteca.games.mus import study
from ludoteca.games.mus.exact.types import Deck
from ludoteca.games.mus.study import (
    dealing,
    document,
    frequencies,
)
from ludoteca.games.mus.study.levels import NAMES
from ludoteca.lab.figures import is_right

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code"),
]

DECK = Deck.of(8)
SMALL = Deck((4, 0, 0, 0, 0, 4, 4, 4, 0, 4))  # 70 hands of aces, sixes, sevens, sotas and kings


def index_of(deck, hand):
    return deck.types.names.index(hand)


# -- the document ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def printed():
    return {(row[0], row[1]): row for row in document.document_table().rows}


PRINTED = """
table 2.1: RRRA 448 .00490, RRCS 448 .00490, RRAA 784 .00857 wrong, RRCC 168 .00183 wrong
table 2.1: RR66 168 .00183 wrong, 7654 256 .00280
equation 2.2: all hands 91390
equation 2.4: two cards beside AA 496
equation 2.5: two equal cards beside AA 64
equation 2.6: par of aces 12096
equation 2.7: par of kings or aces 24192
equation 2.8: two cards beside 44 630
equation 2.9: two equal cards beside 44 86
equation 2.10: par of fours 3264
equation 2.11: par neither of kings nor of aces 19584
equation 2.13: par 43776 .479
equation 2.18: medias - .0487
equation 2.19: RRXX 2016 wrong, AAXX 2016 wrong
equation 2.20: XXYY 540
equation 2.21: RRRR 140 wrong, AAAA 140 wrong
equation 2.22: RRAA 784
equation 2.23: duples 3480 wrong
table 2.2: FFFA 4480, FF56 1920, FF74 1920, F777 64
equation 2.24: 31 points 8384 .0917
table 2.3: FF75 1920, FF66 720
equation 2.25: 32 points 2640 .0289
table 2.4: FF76 1920
equation 2.26: 33 points 1920 .0210
table 2.5: FFF4 2240, FF77 720
equation 2.27: 34 points 2960 .0324
table 2.6: FFF5 2240
equation 2.28: 35 points 2240 .0245
table 2.7: FFF6 2240
equation 2.29: 36 points 2240 .0245
table 2.8: FFF7 2240
equation 2.30: 37 points 2240 .0245
table 2.9: FFFF 1820
equation 2.31: 40 points 1820 .0199
table 2.10: FF55 720, FF64 1920, F776 384
equation 2.32: 30 points 3024 .0331
table 2.11: FF54 1920, F667 384, F775 384
equation 2.33: 29 points 2688 .0294
table 2.12: FF7A 3840, 7777 1, FF44 720, F774 384, F765 1024, F666 64
equation 2.34: 28 points 6033 .0660
table 2.13: FF6A 3840, F755 384, F764 1024, F665 384, 7776 16
equation 2.35: 27 points 5648 .061801
table 2.14: juego without pares 8192 .0896, simple par without juego 35458 .388 wrong
table 2.14: duples and juego 924 .0101, medias and juego 2144 .0235, par and juego 16252 .178 wrong
"""


def printed_cases():
    """Each value that the document prints, as it is printed: place, what, ways, share, right."""
    for line in PRINTED.split("\n")[1:-1]:
        place, values = line.split(": ")
        for value in values.split(", "):
            words = value.split()
            right = words[-1] != "wrong"
            words = words if right else words[:-1]
            share = words.pop() if words[-1].startswith(".") else None
            ways = words.pop()
            yield pytest.param(
                place,
                " ".join(words),
                None if ways == "-" else int(ways),
                share and f"0{share}",
                right,
                id=f"{place} {' '.join(words)}",
            )


@pytest.mark.parametrize(("place", "what", "ways", "share", "right"), list(printed_cases()))
def test_a_value_of_the_document_stands_beside_the_exact_one(
    printed, place, what, ways, share, right
):
    _place, _what, ways_printed, exact, share_printed, probability, agrees = printed[place, what]
    assert (ways_printed, share_printed, agrees) == (ways, share, right)
    if right and ways is not None:
        assert exact == ways
    if right and share is not None:
        assert is_right(share, probability.value)


def test_no_value_of_the_document_is_left_out(printed):
    assert len(printed) == len(list(printed_cases())) == 71


EXACT_WHERE_PRINTED_WRONG = [
    ("equation 2.19", "RRXX", 1008),
    ("equation 2.19", "AAXX", 1008),
    ("equation 2.21", "RRRR", 70),
    ("equation 2.21", "AAAA", 70),
    ("equation 2.23", "duples", 3486),
    ("table 2.14", "simple par without juego", 30592),
    ("table 2.14", "par and juego", 13184),
]


@pytest.mark.parametrize(("place", "what", "exact"), EXACT_WHERE_PRINTED_WRONG)
def test_the_right_value_of_an_erratum(printed, place, what, exact):
    assert printed[place, what][3] == exact


def test_errata_of_the_document_with_the_right_values():
    errata, _document = document.of_document().tables
    found = {(row[0], str(row[1]), str(row[2])) for row in errata.rows}
    assert found == {
        ("example 1.6.3.1", "3", "5"),
        ("example 1.6.3.1", "the second has no juego", "the third has no juego"),
        ("table 2.1", "0.00857", "0.00858"),
        ("table 2.1", "0.00183", "0.00184"),
        ("equation 2.19", "2016", "1008"),
        ("equation 2.21", "140", "70"),
        ("equation 2.23", "3480", "3486"),
        ("equation 2.34", "F666 + F666", "F765 + F666"),
        ("equation 2.35", "C(16,2)", "C(16,1)"),
        ("table 2.14", "35458", "30592"),
        ("table 2.14", "16252", "13184"),
    }
    assert all(row[3] for row in errata.rows)


def test_results_of_equations_2_34_and_2_35_are_right_though_a_term_is_misprinted():
    assert 3840 + 1 + 720 + 384 + 1024 + 64 == 6033
    assert 16 * comb(4, 2) * 4 == 384 != comb(16, 2) * comb(4, 2) * 4


# -- table 3.1 -------------------------------------------------------------------------------------


def test_table_3_1_has_314_legible_rows_in_the_order_of_grande():
    rows = frequencies.printed_rows()
    assert list(rows) == list(DECK.types.names[:314])
    assert list(rows)[-1] == "64AA"


def test_all_theoretical_values_of_table_3_1_are_right():
    for hand, row in frequencies.printed_rows().items():
        exact = Fraction(int(DECK.types.ways[index_of(DECK, hand)]), 91390)
        assert is_right(row["theory"], exact), hand


def test_all_relative_errors_of_table_3_1_follow_from_its_columns():
    """To the rounding of the simulated probability, which has five digits."""
    for hand, row in frequencies.printed_rows().items():
        exact = float(DECK.types.ways[index_of(DECK, hand)]) / 91390
        error = abs(float(row["simulated"]) / exact - 1) * 100
        assert abs(error - float(row["error"])) < 0.01, hand


def test_the_simulation_of_table_3_1_is_within_three_sigmas():
    off = [
        (float(row["simulated"]) - DECK.types.ways[index_of(DECK, hand)] / 91390)
        / frequencies.deviation(index_of(DECK, hand), 1_000_000)
        for hand, row in frequencies.printed_rows().items()
    ]
    assert 2.5 < max(map(abs, off)) < 2.6
    assert 0.9 < np.std(off) < 1.1


@pytest.fixture(scope="module")
def dealt():
    return dealing.frequencies(DECK, 400_000, seed=7)


def test_dealt_hands_agree_with_theory(dealt):
    """330 hands within 5 sigmas: wrong once in 5,000 seeds."""
    assert dealt.held.sum() == 4 * dealt.deals
    for index, ways in enumerate(DECK.types.ways.tolist()):
        sigma = frequencies.deviation(index, dealt.deals)
        assert abs(dealt.share(index).mean - ways / 91390) < 5 * sigma


def test_the_deviation_is_that_of_whole_deals():
    """On a deck so small that four hands hang together: against the spread of many deals."""
    found = dealing.frequencies(SMALL, 200_000, seed=1)
    n = found.deals
    for hand in ("R76A", "RRAA", "RR7A"):
        i = index_of(SMALL, hand)
        mean, square = found.held[i] / n / 4, found.squares[i] / n / 16
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(frequencies, "DECK", SMALL)
            expected = frequencies.deviation(i, 1)
        assert (square - mean**2) ** 0.5 == pytest.approx(expected, rel=0.03)


def test_the_same_seed_deals_the_same(dealt):
    again = dealing.frequencies(DECK, 400_000, seed=7)
    assert (again.held == dealt.held).all()
    assert (dealing.frequencies(DECK, 400_000, seed=8).held != dealt.held).any()


def test_the_section_on_frequencies_names_both_simulations(dealt):
    section = frequencies.of_frequencies(dealt)
    rows, deviations = section.tables
    assert len(rows.rows) == 330
    assert [row[0] for row in rows.rows if row[2] is None] == list(DECK.types.names[314:])
    for name in ("table 3.1", "here", "normal"):
        shares = [row[2] for row in deviations.rows if row[1] == name]
        assert sum(shares) == pytest.approx(1)
    assert "314" in section.answer
    assert "400,000" in section.answer


# -- the whole study -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    return tmp_path_factory.mktemp("parts")


@pytest.fixture(scope="module")
def few_estimates():
    """The document's short cuts over a small deck: over the whole one they take long."""

    def few(function):
        return lambda _deck, progress: function(SMALL, progress)

    with pytest.MonkeyPatch.context() as patched:
        for name in ("cubes", "cut_sums"):
            patched.setattr(study.approximations, name, few(getattr(study.approximations, name)))
        yield


def ask(parts, progress=quiet):
    given = {"deals": 20_000, "folder": str(parts)}
    return questions(study)["report"].ask(given, seed=1, progress=progress)


@pytest.fixture(scope="module")
def answer(parts, few_estimates):
    return ask(parts)


def test_every_section_has_a_question_an_answer_and_a_method(answer):
    overview = answer.tables[0]
    names = [row[0] for row in overview.rows]
    assert names == [
        "document", "frequencies", "win_chances", "estimates", "stones", "declared", "signs",
        "rounds", "cutting", "flow", "four_kings",
    ]  # fmt: skip
    for row in overview.rows:
        assert all(row)
        assert not any("{" in cell for cell in row)


def test_the_first_numbers_are_the_chances_of_the_lances(answer):
    played = [answer.fields[f"{lance}_se_da"].decimal for lance in ("pares", "juego", "punto")]
    assert [round(chance, 6) for chance in played] == [0.659043, 0.19777, 0.246781]
    assert answer.fields["deals"] == 20_000


def test_every_heading_is_a_message(answer, without_message):
    assert without_message(answer) == set()


def test_rows_are_as_wide_as_their_tables(answer):
    for table in answer.tables:
        assert table.rows, table.name
        assert all(len(row) == len(table.columns) for row in table.rows), table.name


def test_it_is_written_as_json(answer):
    said = json.loads(json.dumps(answer.to_json()))
    assert said["document"][0]["ways"] == 91390
    assert len(said["win_chances"]) == 330 * 4
    assert set(said["frequencies"][0]["simulated"]) == {"simulated", "n", "interval95"}


def test_a_stopped_study_goes_on_with_what_is_finished(answer, parts, few_estimates, monkeypatch):
    def again(*_args):
        raise AssertionError("worked out twice")

    for module, name in (
        (study.dealing, "frequencies"),
        (study.approximations, "cubes"),
        (study.signs, "worth_of_signs"),
        (study.cutting, "unravelling"),
    ):
        monkeypatch.setattr(module, name, again)
    weighed = sorted(parts.iterdir(), key=lambda path: path.stat().st_mtime)[-2]
    weighed.unlink()  # where a run was stopped
    assert ask(parts).to_json() == answer.to_json()


def test_it_can_be_interrupted_between_deals(tmp_path, few_estimates):
    def interrupt(_done, _total=None, words=""):
        if words == "deals":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(tmp_path, interrupt)
    assert list(tmp_path.iterdir()) == []


def test_every_plot_is_drawn(answer):
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    charts = [plot for plot in answer.plots if not plot.name.startswith(NAMES)]
    assert len(answer.plots) - len(charts) == 12 * len(NAMES)
    for plot in charts:  # the flow charts have tests of their own
        root = ElementTree.fromstring(plot.svg())
        assert len([e for e in root.iter() if e.tag.endswith("text")]) > 5, plot.name
