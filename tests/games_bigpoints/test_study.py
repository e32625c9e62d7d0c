"""``study bigpoints``: each section's numbers found again in a second way; the report folder."""

import csv
import itertools
import json
import math
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest
from brute_force import Brute
from plain_study import RULES, Plain, rating, win_share

from ludoteca.arena.measures import win_shares
from ludoteca.arena.run_log import read_records
from ludoteca.cli.main import main
from ludoteca.core.answers import Answer
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.numbers import Exact, Simulated
from ludoteca.core.registry import load_game
from ludoteca.games.bigpoints import study
from ludoteca.games.bigpoints.exact import graph
from ludoteca.games.bigpoints.study import balance, contest, counting
from ludoteca.games.bigpoints.study import heuristics as rules_of_thumb
from ludoteca.games.bigpoints.study.balance import HALVES
from ludoteca.games.bigpoints.study.opening import FirstMoves, moves_table

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code"),
]

TINY = study.Scale(
    sizes=((2, 1, None), (2, 2, None), (2, 3, None), (3, 2, None), (3, 3, 30)),
    kinds=((2, 2, 1, 0, None), (2, 1, 1, 1, None), (2, 2, 1, 1, 10)),
    deals=32,
    meetings=4,
    openings=((2, 3, None), (3, 2, None), (3, 3, 10)),
    decisions=((2, 2), (2, 3)),
    rows_of_pairs=32,
    counts=((2, 1), (2, 2), (2, 3)),
    random_games=200,
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """The deals that the machines played, kept by the arena."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def sections(kept):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(study, "cores", lambda: 1)  # a second process would only take time to start
        return list(study.sections_of(TINY, seed=1, folder=kept))


@pytest.fixture(scope="module")
def tables(sections):
    return {table.name: table for section in sections for table in section.tables}


@pytest.fixture(scope="module")
def brute():
    return Brute(load_game("bigpoints"))


@pytest.fixture(scope="module")
def plain():
    """``plain(colours, discs)``: every single board, by the second text of the rules."""
    known = {}

    def games(colours, discs):
        if (colours, discs) not in known:
            kinds = [str(c + 1) for c in range(colours)] * discs
            boards = sorted({"".join(row) for row in itertools.permutations(kinds)})
            known[colours, discs] = {board: Plain(board, colours) for board in boards}
        return known[colours, discs]

    return games


def rows_of(table, **wanted):
    """The rows with these values, as dictionaries."""
    named = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return [row for row in named if all(row[k] == v for k, v in wanted.items())]


def test_every_section_states_its_question_answer_and_method(sections):
    assert len(sections) == 11
    for section in sections:
        assert section.tables
        assert all(table.rows for table in section.tables)
        assert section.title
        assert section.answer
        method = section.method.casefold()
        assert any(w in method for w in ("exact", "simulated", "random", "distribution"))


def test_every_heading_is_a_message(sections, without_message):
    tables = [table for section in sections for table in section.tables]
    assert without_message(Answer({}, tables)) == {"best moves 2x2"}  # no size of the real study


# -- the document -------------------------------------------------------------------------------


def test_table_2_is_reproduced(tables, brute, laid):
    for row in rows_of(tables["table_2"]):
        points, states = brute.thesis(laid(row["board"]))
        assert row["points"] == row["points_printed"] == points
        assert row["states"] == row["states_printed"] == states
        assert row["points_ordered"] == (2, 1)
        assert row["difference"] == brute.difference(laid(row["board"]))
        assert row["agrees"]


def test_errata_are_true(tables, plain):
    assert len(tables["errata"].rows) == 8
    boards = plain(2, 2).values()
    assert {(g.nodes[g.root], g.games[g.root]) for g in boards} == {(32, 10), (37, 12)}
    assert max(len(c) for g in boards for c in g.children.values()) == 3
    assert all(g.value[g.root] > 0 for g in boards)
    assert all(g.value[g.root] < 0 for g in plain(2, 1).values())
    assert sum(g.value[g.root] == 0 for g in plain(2, 3).values()) == 8
    assert f"{counting.number_of_matches():.1e}" == "5.6e+41"


# -- who wins -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("colours", "discs"), [(2, 1), (2, 2), (2, 3), (3, 2)])
def test_advantage_over_all_single_boards(colours, discs, tables, plain):
    values = [g.value[g.root] for g in plain(colours, discs).values()]
    (row,) = rows_of(tables["advantage"], size=f"{colours}x{discs}")
    assert row["boards"] == len(values)
    assert row["first_wins"].value == Fraction(sum(v > 0 for v in values), len(values))
    assert row["ties"].value == Fraction(sum(v == 0 for v in values), len(values))
    assert row["first_loses"].value == Fraction(sum(v < 0 for v in values), len(values))
    assert row["mean_difference"].value == Fraction(sum(values), len(values))


def test_a_sampled_size_has_an_interval(tables):
    (row,) = rows_of(tables["advantage"], size="3x3")
    assert isinstance(row["first_wins"], Simulated)
    assert row["first_wins"].n == row["solved"] == 30
    assert row["boards"] == 1680


@pytest.mark.parametrize("kind", [(2, 2, 1, 0), (2, 1, 1, 1)])
def test_boards_with_white_and_black_discs(kind, tables, brute, laid):
    colours, discs, white, black = kind
    text = "".join(str(c + 1) for c in range(colours)) * discs + "W" * white + "B" * black
    every = sorted({"".join(row) for row in itertools.permutations(text)})
    values = [brute.difference(laid(board)) for board in every]
    (row,) = rows_of(tables["specials"], size=balance.name_of(*kind))
    assert row["boards"] == len(every)
    assert row["first_wins"].value == Fraction(sum(v > 0 for v in values), len(values))
    assert row["mean_difference"].value == Fraction(sum(values), len(values))


# -- seats --------------------------------------------------------------------------------------


def test_seats_length_and_ties_are_those_of_the_deals_that_the_arena_kept(tables, kept):
    """Each deal's record replayed here, and the levels told apart by the plans beside them."""
    for folder in kept.iterdir():
        plan = json.loads((folder / "plan.json").read_text())
        if plan["kind"] == "equals":
            name, level = f"players={plan['options']['players']}", plan["level"]
            ends = [record.replay() for record in read_records(folder)]
            points = np.array([end.returns() for end in ends])
            assert len(points) == 32
            wins = win_shares(points).mean(axis=0)
            rows = rows_of(tables["seats"], variant=name, level=level)
            assert [row["wins"].mean for row in rows] == pytest.approx(list(wins))
            moves = [sum(actor >= 0 for actor, _action in end.moves) for end in ends]
            (length,) = rows_of(tables["measures"], variant=name, level=level, measure="length")
            assert length["value"].mean == pytest.approx(np.mean(moves))
            (ties,) = rows_of(tables["measures"], variant=name, level=level, measure="ties")
            tied = (points == points.max(axis=1, keepdims=True)).sum(axis=1) > 1
            assert ties["value"].mean == pytest.approx(tied.mean())
            if (len(points[0]), level) == (2, "advanced"):
                (row,) = rows_of(tables["handicap"], size="printed, machines", handicap=Exact(0))
                assert row["first_wins"].mean == pytest.approx((points[:, 0] > points[:, 1]).mean())


def test_shares_of_wins_are_shared_among_those_who_tie():
    points = np.array([[[3.0, 5.0, 5.0]], [[4.0, 1.0, 0.0]], [[2.0, 2.0, 2.0]]])
    third = 1 / 3
    expected = [[[0, 0.5, 0.5]], [[1, 0, 0]], [[third] * 3]]
    assert np.allclose(win_shares(points), expected)


def test_games_are_those_of_the_seed_and_of_the_rules():
    codes = (rules_of_thumb.BALANCE, rules_of_thumb.ANY)
    one, again, other = (contest.match({}, codes, 40, 2, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
    # At least every step is worth a disc beside the stair: 4 + 3 + 2 + 1 points.
    assert (one.sum(axis=2) >= 10).all()


# -- first moves and remedies -------------------------------------------------------------------


def first_moves(game, board):
    """Value for the first player of each first move, named as the study does."""
    rank = {colour: place for place, colour in enumerate(dict.fromkeys(board), start=1)}
    sides = {"+": "ahead", "-": "behind"}
    return {
        (rank[text[0]], sides[text[1]]): game.value[child]
        for text, child in game.children[game.root].items()
    }


def test_a_mean_of_one_sampled_board_is_not_called_exact():
    tally = FirstMoves("5x4", False, [{(1, "ahead"): 3, (1, "behind"): 1}, {(1, "ahead"): 2}])
    assert [row[-1] and row[-1].n for row in moves_table([tally]).rows] == [2, None]


@pytest.mark.parametrize(("colours", "discs"), [(2, 3), (3, 2)])
def test_first_moves_over_all_single_boards(colours, discs, tables, plain):
    found = [first_moves(g, board) for board, g in plain(colours, discs).items()]
    size = f"{colours}x{discs}"
    for row in rows_of(tables["first_moves"], size=size):
        move = (row["pawn"], row["side"])
        legal = [values for values in found if move in values]
        best = sum(values[move] == max(values.values()) for values in legal)
        lost = sum(max(values.values()) - values[move] for values in legal)
        # The study counts one board of each class of renamed colours.
        assert row["solved"] * math.factorial(colours) == len(legal)
        assert row["best"].value == Fraction(best, len(legal))
        assert row["wins"].value == Fraction(sum(v[move] > 0 for v in legal), len(legal))
        assert row["mean_lost"].value == Fraction(lost, len(legal))
    for row in rows_of(tables["first_move_choices"], size=size):
        k, n = row["first_moves"], len(found)
        winning = sum(sum(x > 0 for x in v.values()) == k for v in found)
        assert row["so_many_win"].value == Fraction(winning, n)
        if k:
            best = sum(sum(x == max(v.values()) for x in v.values()) == k for v in found)
            assert row["so_many_are_best"].value == Fraction(best, n)
    (pie,) = rows_of(tables["pie_rule"], size=size)
    evenness = [max(-abs(x) for x in v.values()) for v in found]
    assert pie["ties"].value == Fraction(evenness.count(0), len(found))
    assert pie["mean_lead_of_second"].value == Fraction(-sum(evenness), len(found))


@pytest.mark.parametrize(("colours", "discs"), [(2, 2), (2, 3), (3, 2)])
def test_handicap_is_points_added_at_the_end(colours, discs, tables, plain):
    ends = [g.value[g.root] for g in plain(colours, discs).values()]
    rows = rows_of(tables["handicap"], size=f"{colours}x{discs}")
    assert [row["handicap"].value for row in rows] == [Fraction(h, 2) for h in HALVES]
    for row in rows:
        after = [end - row["handicap"].value for end in ends]
        wins, losses = sum(v > 0 for v in after), sum(v < 0 for v in after)
        assert row["first_wins"].value == Fraction(wins, len(ends))
        assert row["first_loses"].value == Fraction(losses, len(ends))
        assert row["gap"].value == Fraction(abs(wins - losses), len(ends))
    smallest = min(row["gap"].value for row in rows)
    assert all(row["fairest"] == (row["gap"].value == smallest) for row in rows)


# -- rules of thumb -----------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["1212", "121212", "112221", "123321"])
def test_rules_of_thumb_are_rated_like_their_second_text(board, laid):
    games = [Plain(board, len(set(board)))]
    rated = {r.heuristic.name: r for r in rules_of_thumb.rate([graph.reachable(laid(board))])}
    assert rated.keys() == RULES.keys()
    for name, found in rated.items():
        expected = rating(games, name)
        assert (
            found.decisions,
            found.critical,
            found.best,
            found.best_critical,
            found.lost,
        ) == expected, name


def test_six_or_more_rules_of_thumb_in_one_sentence_each(tables):
    rows = rows_of(tables["heuristics"])
    advice = [row for row in rows if row["heuristic"] != "random"]
    assert len(advice) >= 6
    assert all(row["sentence"].endswith(".") for row in rows)
    shares = [row["best_moves_2x3"] for row in rows]
    assert shares == sorted(shares, reverse=True)


def test_rules_of_thumb_win_as_often_as_in_a_plain_simulation():
    by_name = {h.name: h for h in rules_of_thumb.HEURISTICS}
    options = {"colours": 3, "discs": 3, "white": 0, "black": 0}
    for name, against in (("lead", "random"), ("behind", "worth")):
        fast = contest.win_share(options, by_name[name], by_name[against], 2000, seed=3)
        slow = win_share(name, against, 3, 3, rows=300, seed=3)
        # The plain share of 600 games is within 4 standard errors of the other.
        assert abs(fast.mean - slow) < 4 * 0.5 / math.sqrt(600) + fast.high - fast.mean


def test_pairs_of_rules_of_thumb_are_mirrored(tables):
    wins = {(r["heuristic"], r["against"]): r["wins"] for r in rows_of(tables["heuristic_pairs"])}
    n = len(rules_of_thumb.HEURISTICS)
    assert len(wins) == n * (n - 1)
    for (one, other), share in wins.items():
        assert math.isclose(share.mean + wins[other, one].mean, 1.0)


# -- how large ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("colours", "discs"), [(2, 1), (2, 2), (2, 3)])
def test_positions_games_and_nodes_of_every_single_board(
    colours, discs, tables, plain, brute, laid
):
    boards = plain(colours, discs)
    (row,) = rows_of(tables["counts"], size=f"{colours}x{discs}")
    for what, found in (
        ("positions", [len(g.positions) for g in boards.values()]),
        ("games", [g.games[g.root] for g in boards.values()]),
        ("nodes", [g.nodes[g.root] for g in boards.values()]),
    ):
        assert (row[f"{what}_least"], row[f"{what}_most"]) == (min(found), max(found))
        assert row[f"{what}_mean"].value == Fraction(sum(found), len(found))
    nodes, games = brute.tree(laid(next(iter(boards))))
    first = boards[next(iter(boards))]
    assert (nodes, games) == (first.nodes[first.root], first.games[first.root])


@pytest.mark.parametrize("board", ["1122WB", "12B12W", "112233", "1B2B12"])
def test_graph_has_the_value_and_the_tree_of_brute_force(board, brute, laid):
    found = graph.reachable(laid(board))
    assert found.values[0] == brute.difference(laid(board))
    games, nodes = found.counts
    assert (nodes, games) == brute.tree(laid(board))
    assert found.decisions == len(Plain(board, len(set(board) & set("123"))).positions)


def test_number_of_matches(tables):
    left, product = 55, 4
    for discs in (5, 5, 9, 9, 9, 9, 9):  # the document's own product of binomials
        product *= math.comb(left, discs)
        left -= discs
    assert product == counting.number_of_matches() == int(counting.PRINTED)
    shown = dict(tables["printed_game"].rows)
    assert shown["the same"] is True


def test_the_document_s_estimate():
    assert counting.estimate(2, 2) == 1 + 4 + 16 + 64 + 256 == 341


def test_graph_of_1122(tables, plain):
    positions, moves = tables["graph_positions"], tables["graph_moves"]
    game = plain(2, 2)["1122"]
    assert len(rows_of(positions, over=False)) == len(game.positions) == 17
    assert len(rows_of(positions, over=True)) == 6
    assert len(moves.rows) == sum(len(c) for c in game.children.values())
    values = sorted(row["difference"] for row in rows_of(positions))
    assert values == sorted(game.value.values())
    best = sum(game.lost(k, text) == 0 for k, c in game.children.items() for text in c)
    assert len(rows_of(moves, best=True)) == best


# -- the folder and the command -----------------------------------------------------------------


def test_report_folder(kept, tmp_path, monkeypatch, capsys):
    pytest.importorskip("altair")
    monkeypatch.setattr(study, "QUICK", TINY)
    code = main(
        (
            "study",
            "bigpoints",
            "--quick",
            "--seed",
            "1",
            "--format",
            "json",
            "--save",
            str(tmp_path / "out"),
            "--folder",
            str(kept),
        )
    )
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["matches"] == int(counting.PRINTED)
    assert len(found["sections"]) == 11
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    drawn = list((tmp_path / "out").glob("*.svg"))
    assert len(drawn) >= 10
    for path in drawn:
        assert ElementTree.parse(path).getroot().tag.endswith("svg")
        assert f"({path.name})" in report
        assert f'"{path.name}"' in page
    written = list((tmp_path / "out").glob("*.csv"))
    for path in written:
        assert f"({path.name})" in report or path.stem == "sections"  # these are its headings
        with path.open(encoding="utf-8") as file:
            rows = list(csv.reader(file))
        assert len(rows) == 1 + len(found[path.stem])
    for section in found["sections"]:
        assert section["answer"] in report


def test_exact_cells_are_exact(tables):
    for name in ("advantage", "specials"):
        for row in rows_of(tables[name]):
            kind = Exact if row["method"] == "all boards solved" else Simulated
            assert isinstance(row["first_wins"], kind)
