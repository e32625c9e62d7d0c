"""Tournaments: duplicates, resumed exactly, crashes isolated, stopped when clear."""

from types import SimpleNamespace

import pytest

from ludoteca.arena import balance, balance_report, results
from ludoteca.arena.balance import BalanceReport
from ludoteca.arena.duplicate import DealPlayed, score
from ludoteca.arena.results import answer_of
from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.run_log import read_records
from ludoteca.arena.statistics import Sequence95, first_clear, signed_rank
from ludoteca.arena.tournament import Terms, _Clear, compare, play
from ludoteca.arena.variants import sweep
from ludoteca.core.answers import Answer, Name
from ludoteca.core.errors import BadInput
from ludoteca.core.numbers import Simulated
from ludoteca.core.registry import load_game
from ludoteca.workers.backend import Backend

pytestmark = pytest.mark.usefixtures("uncompiled_workers")

THREE = ("basic", "random", "advanced")


def quiet(_sentence):
    pass


def met(name, players, folder, deals, seed=3, told=quiet, options=None, workers=1, **more):
    game = load_game(name)
    round_robin = RoundRobin(game, game.options(options), tuple(players), seed)
    return play(round_robin, Terms(deals, folder=folder, backend=Backend(workers), **more), told)


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """Three players at Kuhn poker, 8 deals of each pair, by two workers."""
    return met("kuhn", THREE, tmp_path_factory.mktemp("three"), 8, workers=2)


def untimed(lines):
    return [{k: v for k, v in line.items() if k != "seconds"} for pair in lines for line in pair]


def test_a_tournament_of_two_plays_the_same_deals_as_a_comparison(tmp_path):
    run = met("kuhn", ("basic", "random"), tmp_path, 12)
    beside = compare(load_game("kuhn"), None, "basic", "random", deals=12, seed=3)
    assert tuple(run.differences(0)) == beside.differences
    found = answer_of(run).to_json()
    assert found["difference"]["interval95"] == pytest.approx(
        [beside.difference.low, beside.difference.high]
    )
    assert found["wins"] == beside.a.wins
    assert found["wilcoxon_p"] == signed_rank(beside.differences)


def test_every_game_is_kept_as_a_record_that_replays(tmp_path):
    run = met("kuhn", ("basic", "random"), tmp_path, 5)
    records = list(read_records(tmp_path))
    assert len(records) == 10
    for deal, line in enumerate(run.lines[0]):
        for seating, points in enumerate(line["points"]):
            record = records[2 * deal + seating]
            assert record.replay().returns() == points
            assert record.seats == (("basic", "random"), ("random", "basic"))[seating]


def test_stopped_anywhere_and_gone_on_with_it_ends_as_if_never_stopped(three, tmp_path):
    def stop(done, total=None, words=""):
        if words == "deals of a pair" and done == 10:
            raise KeyboardInterrupt

    game = load_game("kuhn")
    round_robin = RoundRobin(game, game.options(None), THREE, 3)
    terms = Terms(8, folder=tmp_path / "part")
    with pytest.raises(KeyboardInterrupt):
        play(round_robin, terms, quiet, progress=stop)
    again = play(round_robin, terms, quiet)
    assert 0 < again.reused <= 24
    assert untimed(again.lines) == untimed(three.lines)
    assert len(list(read_records(tmp_path / "part"))) == 48


def test_more_deals_go_on_from_those_played_and_it_says_beforehand_how_many_are_needed(tmp_path):
    said = []
    few = met("kuhn", ("basic", "random"), tmp_path, 4, told=said.append)
    assert "Deals needed to show an edge 80% of the time" in said[0]
    many = met("kuhn", ("basic", "random"), tmp_path, 7)
    assert many.reused == 4
    assert untimed(many.lines)[:4] == untimed(few.lines)


def test_all_pairs_of_three_get_the_same_cards(three):
    dealt = [[m for m in r.moves if m[0] == -1] for r in read_records(three.folder)]
    for deal in range(8):
        of_deal = dealt[6 * deal : 6 * deal + 6]
        assert all(cards == of_deal[0] for cards in of_deal)
    assert any(cards != dealt[0] for cards in dealt)


@pytest.mark.soak
def test_equals_never_grow_clear_and_different_ones_do_at_the_same_deal_on_any_cores(tmp_path):
    clear = met("minirummy", ("basic", "random"), tmp_path / "a", 60, until_clear=True)
    again = met("minirummy", ("basic", "random"), tmp_path / "b", 60, until_clear=True, workers=2)
    assert clear.deals == again.deals < 60
    assert clear.deals == first_clear(clear.differences(0), clear.sequences[0])
    found = answer_of(clear).to_json()
    assert found["clear"] is True
    assert found["difference"]["interval95"][0] > 0
    equal = met("kuhn", ("basic", "basic"), tmp_path / "c", 30, until_clear=True)
    assert equal.deals == 30
    assert answer_of(equal).to_json()["clear"] is False


def test_a_run_ends_when_all_pairs_are_clear_at_once_not_one_after_the_other():
    """Else its result would say of a pair that it is not told apart."""
    test = Sequence95(1.0)
    for_a_while = [2.0, 1.0] * 7 + [2.0] + [-2.0, -1.0] * 9
    later = [0.0, 0.1] * 7 + [2.0, 1.0] * 9 + [2.0]
    assert first_clear(for_a_while, test) < 15 < first_clear(later, test)
    assert _ends(for_a_while, later, test) is None
    assert _ends(later, later, test) == first_clear(later, test)


def _ends(one, other, test):
    """After how many deals of each of two pairs a run ends."""
    clear = _Clear([test, test])
    for n, differences in enumerate(zip(one, other, strict=True), start=1):
        if [clear.after({"difference": x}) for x in differences][-1]:
            return n
    return None


def test_equal_players_share_one_half_at_any_number_of_sides():
    played = DealPlayed(points=[[5.0, 1.0, 3.0], [5.0, 1.0, 3.0], [5.0, 1.0, 3.0]])
    found = score(played, 3)
    assert (found.difference, found.share) == (0.0, 0.5)
    assert found.wins == (1, 2)


def test_three_pairs_share_the_level_of_one(tmp_path):
    """Bonferroni: any pair of equals is told apart in at most one tournament of twenty."""
    run = met("kuhn", ("basic", "random", "basic"), tmp_path, 2, until_clear=True)
    assert [test.level for test in run.sequences] == [pytest.approx(0.05 / 3)] * 3


def test_three_players_are_rated(three):
    found = answer_of(three).to_json()
    assert sum(row["rating"]["simulated"] for row in found["ratings"]) == pytest.approx(0, abs=1e-9)
    assert len(found["pairs"]) == len(found["counts"]) == 3
    assert {row["player"] for row in found["players"]} == set(THREE)
    assert all(row["seconds_per_move"] > 0 for row in found["players"])


@pytest.mark.parametrize(
    ("matches", "found", "sentence"),
    [
        (False, Simulated(38.2, 100, 15.1, 61.3),
         "Boris (advanced) beats Aino (basic) by 38.2 points a deal, almost certainly by more "
         "than 15.1."),
        (False, Simulated(-38.2, 100, -61.3, -15.1),
         "Aino (basic) beats Boris (advanced) by 38.2 points a deal, almost certainly by more "
         "than 15.1."),
        (False, Simulated(3.0, 100, -1.0, 7.0),
         "No difference between Boris (advanced) and Aino (basic) was shown; there may still be "
         "one."),
        (True, Simulated(0.4, 100, 0.3, 0.49),
         "Aino (basic) wins 60% of the matches against Boris (advanced), almost certainly more "
         "than 51%."),
        (False, None, "Too few deals were played to tell the two apart."),
    ],
)  # fmt: skip
def test_a_sentence_says_who_is_better_only_where_the_interval_does(matches, found, sentence):
    run = SimpleNamespace(round_robin=SimpleNamespace(matches=matches, game=load_game("nim")))
    pair = {"a": "advanced", "b": "basic", "win_rate" if matches else "difference": found}
    assert results._pair_told(run, pair) == sentence


@pytest.mark.parametrize(
    ("deals", "found", "says"),
    [
        (2, Simulated(38.2, 2, 15.1, 61.3), False),
        (20, Simulated(38.2, 20, 15.1, 61.3), True),
        (20, Simulated(38.2, 20, -15.1, 61.3), False),
        (20, None, False),
    ],
)
def test_a_draft_has_a_headline_only_where_two_players_are_told_apart(
    monkeypatch, deals, found, says
):
    pair = SimpleNamespace(matches=False, pairs=[(0, 1)])
    monkeypatch.setattr(results, "answer_of", lambda run: Answer({}, headline="A beats B."))
    monkeypatch.setattr(results, "pair_of", lambda run, number: {"difference": found})
    draft = results.draft_of(SimpleNamespace(round_robin=pair, deals=deals))
    assert bool(draft.headline) == says


def said_of(answer):
    """Every name of a field, table column or measure."""
    yield from answer.fields
    for table in answer.tables:
        yield from table.columns
        yield from (cell for row in table.rows for cell in row if isinstance(cell, Name))


def test_every_heading_is_in_the_catalogues(three, tmp_path, messages_known):
    game = load_game("kuhn")
    report = BalanceReport(game, tuple(sweep(game, {})) * 2, ("basic", "advanced"), 4, 3)
    balanced = balance_report.answer_of(report, balance.play([report], tmp_path))
    two = met("kuhn", ("basic", "random"), tmp_path, 3, until_clear=True)
    for answer in (answer_of(three), answer_of(two), balanced):
        names = {name.replace("_", " ") for name in said_of(answer)}
        assert len(names) > 10
        assert names - messages_known == set()


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("basic",), "at least two"),
        (("basic", "human"), "people play"),
        (("basic", "nobody"), "has no player"),
    ],
)
def test_players_that_cannot_play_are_refused(tmp_path, players, sentence):
    with pytest.raises(BadInput, match=sentence):
        met("kuhn", players, tmp_path, 3)
