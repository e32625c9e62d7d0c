"""Whole matches between machines: duplicates, shares won, records, resumption, balance."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena import duplicate, results
from ludoteca.arena.balance import BalanceReport
from ludoteca.arena.balance import play as play_report
from ludoteca.arena.balance_report import answer_of
from ludoteca.arena.measures import MEASURES, of_deals
from ludoteca.arena.round_robin import RoundRobin
from ludoteca.arena.run_log import read_records
from ludoteca.arena.tournament import Terms, play
from ludoteca.arena.variants import sweep
from ludoteca.core.errors import BadInput
from ludoteca.core.registry import load_game
from ludoteca.players.policy import RandomPlayer
from ludoteca.workers.backend import Backend

pytestmark = pytest.mark.usefixtures("uncompiled_workers")

TOYS = Path(__file__).parents[1] / "players" / "toys"
ONE = Backend(1)


def meeting(*players, name="poker", options=None, seed=3):
    game = load_game(name)
    return RoundRobin(game, game.options(options), players, seed, matches=True)


def without_times(lines):
    return [{k: v for k, v in line.items() if k != "seconds"} for line in lines]


def test_a_machine_against_itself_wins_half_of_its_matches(tmp_path):
    run = play(meeting("nosso", "nosso"), Terms(4, folder=tmp_path, backend=ONE))
    for line in run.found:
        assert line["difference"] == line["points_difference"] == 0
        assert line["share"] == 0.5
        assert line["deals"] == [5, 5]


def test_all_seatings_of_a_match_have_the_same_shoes_deal_by_deal(tmp_path):
    run = play(meeting("random", "nosso"), Terms(2, folder=tmp_path, backend=ONE))
    records = [record.replay() for record in read_records(run.folder)]
    assert len(records) == 2 * 2 * 5
    for match in (records[:10], records[10:]):
        for here, there in zip(match[:5], match[5:], strict=True):
            assert here.moves[:10] == there.moves[:10]  # the cards that are dealt
            assert here.standing["played"][0] == there.standing["played"][0]
        assert [int(end.standing["played"][0]) for end in match[:5]] == [0, 1, 2, 3, 4]
        assert len({tuple(end.moves[:10]) for end in match[:5]}) == 5


def test_points_of_a_match_are_those_of_its_deals_and_most_win_it(tmp_path):
    run = play(meeting("nosso", "random"), Terms(6, folder=tmp_path, backend=ONE))
    for line in run.found:
        for points, won in zip(line["points"], line["won"], strict=True):
            best = [p == max(points) for p in points]
            assert won == [b / sum(best) for b in best]
        (a, b), (other_b, other_a) = line["points"]
        assert line["points_difference"] == ((a + other_a) - (b + other_b)) / 2
    answer = results.answer_of(run)
    assert answer.fields["matches"] == 6
    assert answer.fields["deals_per_match"].mean == 5
    assert answer.fields["win_rate"].n == 6


def test_a_stopped_run_of_matches_goes_on_where_it_was(tmp_path):
    pair = meeting("random", "nosso")
    play(pair, Terms(2, folder=tmp_path / "part", backend=ONE))
    again = play(pair, Terms(4, folder=tmp_path / "part", backend=ONE))
    assert again.reused == 2
    whole = play(pair, Terms(4, folder=tmp_path / "whole", backend=ONE))
    assert without_times(again.found) == without_times(whole.found)


def test_a_run_of_matches_is_another_than_one_of_deals(tmp_path):
    pair = meeting("random", "nosso")
    play(pair, Terms(2, folder=tmp_path, backend=ONE))
    with pytest.raises(BadInput, match="another run"):
        play(replace(pair, matches=False), Terms(2, folder=tmp_path, backend=ONE))


@pytest.mark.soak
def test_until_clear_tells_apart_by_the_share_of_matches_won(tmp_path):
    told = []
    pair = meeting("random", "nosso", options={"round": "completa"})
    terms = Terms(400, until_clear=True, folder=tmp_path, backend=ONE)
    run = play(pair, terms, told.append)
    fields = results.answer_of(run).fields
    assert fields["clear"]
    assert run.deals < 400
    assert fields["win_rate"].high < 0.5
    assert "60%" in told[0]


def test_a_game_whose_match_is_one_deal_is_refused():
    with pytest.raises(BadInput, match="a match of Kuhn poker is one deal"):
        meeting("basic", "random", name="kuhn").check()


class Failing(RandomPlayer):
    """Raises an error at its first decision."""

    def choose(self, view, rng):
        raise ValueError("no idea")


def test_who_fails_pays_for_each_deal_where_the_rules_say_what_that_costs():
    contest = meeting("random", "nosso").contest((0, 1))
    played = duplicate.play(replace(contest, makers=(Failing, "nosso")), 0)
    assert [len(ends) for ends in played.ends] == [5, 5]
    assert played.failed == [10, 0]
    assert played.won == [[0.0, 1.0], [1.0, 0.0]]


def test_who_fails_loses_the_match_where_they_do_not():
    contest = meeting("random", "basic", name="eras").contest((0, 1))
    played = duplicate.play(replace(contest, makers=(Failing, "basic")), 0)
    assert [len(ends) for ends in played.ends] == [1, 1]
    assert played.won == [None, None]
    assert duplicate.score(played, 2).wins == (0, 2)


def test_a_balance_report_of_matches(tmp_path):
    game = load_game("poker")
    report = BalanceReport(game, tuple(sweep(game, {})), ("nosso",), 4, 3, matches=True)
    (part,) = play_report([report], tmp_path, ONE)
    values = {m.name: of_deals(part.equals["nosso"], m) for m in MEASURES}
    assert values["deals_per_match"] == [5] * 4
    assert all(abs(share) in (0, 0.5) for share in values["first_seat_advantage"])
    told = answer_of(report, [part])
    assert any("matches" in note for note in told.notes)


@pytest.mark.soak
def test_the_command_counts_a_match_as_next_standing_ends_it(tmp_path):
    """A match of juegos: the toy that the equity table is tested with."""
    command = [sys.executable, "-m", "ludoteca", "arena", "ordago", "basic", "random"]
    asked = [*command, "--matches", "6", "--folder", str(tmp_path / "run"), "--format", "json"]
    own = {"LUDOTECA_GAMES": str(TOYS), "NUMBA_DISABLE_JIT": "1", "LANGUAGE": "en"}
    done = subprocess.run(asked, capture_output=True, text=True, env=os.environ | own, check=True)
    said = json.loads(done.stdout)
    assert said["matches"] == 6
    assert said["wins"] + said["ties"] + said["losses"] == 12
    assert said["ties"] == 0
    rows = (tmp_path / "run" / "results.jsonl").read_text("utf-8").splitlines()
    lines = [line for row in rows for line in json.loads(row)["tasks"]]
    assert all(sorted(won) == [0.0, 1.0] for line in lines for won in line["won"])
    refused = subprocess.run(
        [*asked, "--deals", "4"], capture_output=True, text=True, env=os.environ | own
    )
    assert refused.returncode == 2
    assert "--deals or --matches" in refused.stderr
