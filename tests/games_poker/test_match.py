"""The match for who wins it: each stage against the generic solver, the whole by best responses."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ludoteca.cli.main import main
from ludoteca.core.registry import load_game
from ludoteca.games import poker
from ludoteca.games.poker.evaluate.entrants import BUILT_IN, read_entrants
from ludoteca.games.poker.players import Champion, stage_of
from ludoteca.games.poker.rules import FOLD
from ludoteca.games.poker.solver import match_store
from ludoteca.games.poker.solver.match import MatchStage, decided, solve_match
from ludoteca.games.poker.solver.match_value import by_the_score, duel, whatever_the_score
from ludoteca.games.poker.solver.round_paths import FIRST, Round, RoundDeck
from ludoteca.games.poker.solver.store import equilibrium, solved_round, user_parts
from ludoteca.games.poker.solver.value import match_value
from ludoteca.games.poker.study import match_play
from ludoteca.players import deal_samples, make_player
from ludoteca.players.equity import Equity
from ludoteca.solve.best_response import nash_conv
from ludoteca.solve.cfr import solve_cfr

COMPLETE = Round.named("completa")
TINY = Round("completa", RoundDeck(ranks=3, copies=3, hand=2, most=1))


@pytest.fixture(scope="module")
def tiny():
    return solve_match(TINY, 2, 1e-6)


@pytest.fixture(scope="module")
def shipped():
    return match_store.solved_match(COMPLETE, 5)


@pytest.fixture(scope="module")
def champion(shipped):
    return by_the_score(shipped, solved_round(COMPLETE).compact)


@pytest.fixture(scope="module")
def tree():
    from ludoteca.solve.tree import build_tree

    game = load_game("poker")
    return build_tree(game, game.options({"ranks": 3, "copies": 3, "hand": 2, "most": 1}))


@pytest.mark.parametrize(
    "stage", [MatchStage(1, 0), MatchStage(1, -3), MatchStage(1, 2), MatchStage(2, 0)]
)
def test_a_stage_is_worth_what_the_generic_solver_says(tiny, tree, on_tree, stage):
    """The kernel's own tree of a round, its ends worth what the rest of the match is worth."""

    def score(points):
        after = stage.after(points)
        return -(decided(after) if not after.left else tiny.scores[after])

    ahead = tree.terminal_returns[:, 0] - tree.terminal_returns[:, 1]
    worth = np.array([score(int(points)) for points in ahead])
    staked = replace(tree, terminal_returns=np.stack((worth, -worth), axis=1))
    generic = solve_cfr(staked, 2e-4)
    assert generic.values[0] == pytest.approx(tiny.scores[stage], abs=4e-4)
    ours = tiny.strategy(stage).strategy("stage")
    assert nash_conv(staked, on_tree(ours, staked)) / 2 < 3e-6


@pytest.mark.soak
def test_the_equity_table_is_the_exact_match_within_the_noise_of_its_deals(game, monkeypatch):
    """Of both seats playing greedily: all deals against 20,000 sampled ones from each place."""
    monkeypatch.setattr(deal_samples, "DEALS", 20_000)
    (greedy,) = (e.strategy(COMPLETE) for e in read_entrants(["ganancioso"], COMPLETE))
    itself = whatever_the_score(COMPLETE, greedy)
    table = Equity(game, game.options(None), game.info.levels.index("ganancioso"))
    for played in (0, 3):
        told = table.chances(score_of(game, played, 20, 20), np.zeros(1, np.bool_))[0]
        exact = duel(COMPLETE, 5 - played, itself, itself).chance
        # Seat 0 is first in rounds 1, 3 and 5.
        assert told[played % 2] == pytest.approx(exact, abs=0.015)


def test_both_bounds_hold_the_score_of_the_strategy_against_itself(tiny):
    low, high = tiny.bounds
    itself = by_the_score(tiny, solved_round(TINY).compact)
    outcome = duel(TINY, 2, itself, itself)
    assert low - 1e-9 <= outcome.win - outcome.loss <= high + 1e-9
    assert tiny.exploitability < 1e-5


def test_the_chain_of_stages_is_the_exact_match_where_nobody_looks_at_the_score():
    greedy, ours = (e.strategy(COMPLETE) for e in read_entrants(["ganancioso", "nosso"], COMPLETE))
    exact = match_value(COMPLETE, greedy, ours)
    players = [whatever_the_score(COMPLETE, one) for one in (greedy, ours)]
    found = duel(COMPLETE, 5, *players)
    told = (found.win, found.draw, found.loss)
    assert told == pytest.approx([float(p) for p in (exact.win, exact.draw, exact.loss)], abs=1e-12)


# -- the match that ships -----------------------------------------------------------------------


def test_the_match_that_ships_is_an_equilibrium(shipped, champion):
    low, high = shipped.bounds
    assert shipped.exploitability < 2e-6
    assert (1 + low) / 2 == pytest.approx(0.514691, abs=2e-6)
    for name in BUILT_IN:
        (entrant,) = read_entrants([name], COMPLETE)
        other = whatever_the_score(COMPLETE, entrant.strategy(COMPLETE))
        taken = duel(COMPLETE, 5, other, champion)
        assert taken.win - taken.loss <= high + 1e-9


def test_folding_keeps_a_lead_of_three_and_makes_up_none_of_four(shipped):
    """In the last round the first's folding gives two points away, and the second's three."""
    chance = {lead: (1 + shipped.scores[MatchStage(1, lead)]) / 2 for lead in (-4, -3, 0, 2, 3)}
    assert chance[3] == pytest.approx(1, abs=1e-6)
    assert chance[-4] == pytest.approx(0, abs=1e-6)
    assert 0.2 < chance[-3] < 0.3
    assert chance[0] == pytest.approx(0.5, abs=1e-5)
    assert 0.6 < chance[2] < 0.7


def test_it_wins_more_matches_than_the_equilibrium_of_the_points(champion):
    points = whatever_the_score(COMPLETE, equilibrium(COMPLETE))
    begun = duel(COMPLETE, 5, champion, points).chance
    answered = 1 - duel(COMPLETE, 5, points, champion).chance
    assert (begun + answered) / 2 == pytest.approx(0.522680, abs=2e-6)


def test_a_match_is_read_as_it_was_written(tiny, tmp_path):
    match_store.write(tmp_path / "m.npz", tiny)
    again = match_store.read(tmp_path / "m.npz")
    assert again.bounds == tiny.bounds
    assert dict(again.scores) == dict(tiny.scores)
    assert (again.played, again.rounds) == (tiny.played, tiny.rounds)


# -- at the table -------------------------------------------------------------------------------


def score_of(game, rounds, mine, theirs):
    """A standing after so many rounds, with half points."""
    standing = game.standing_layout.empty()
    standing["played"], standing["score"] = rounds, (mine, theirs)
    return standing


def test_who_leads_by_three_folds_four_of_a_kind_to_win_the_match(game, played):
    """The two points that folding gives away do not make up the lead; the showdown might."""
    view = played("AAAAJ 77QQK", "stop stop", score_of(game, 4, 11, 5)).view(0)
    assert stage_of(view) == MatchStage(1, 3)
    assert make_player(game, "campeao").chances(view)[FOLD] == pytest.approx(1, abs=1e-3)
    assert make_player(game, "equilibrio").chances(view).get(FOLD, 0) < 1e-3


def test_the_stage_is_read_from_the_score_of_who_is_first(game, played):
    state = played("AAAAJ 77QQK", "", score_of(game, 3, 11, 3))
    assert state.current_player() == 1
    for seat in (0, 1):
        assert stage_of(state.view(seat)) == MatchStage(2, -4)


def test_of_a_match_that_nobody_has_solved_it_plays_the_points(game, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match_store.solved_match.cache_clear()
    options = {"ranks": 3, "copies": 3, "hand": 2, "most": 1}
    state = game.new_state(options)
    for card in "A7AK":
        state.apply(state.parse(card))
    view = state.view(0)
    points = make_player(game, "equilibrio").chances(view)
    assert Champion().chances(view) == points
    match_store.solved_match.cache_clear()


# -- the command --------------------------------------------------------------------------------

SMALL = ("--ranks", "3", "--copies", "3", "--hand", "2", "--most", "1", "--rounds", "2")


def test_a_stopped_solution_goes_on_and_is_saved_for_the_champion(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match_store.solved_match.cache_clear()
    parts = user_parts()

    def stop(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_match(TINY, 2, 2e-6, parts, stop)
    again = user_parts()
    solve_match(TINY, 2, 2e-6, again)
    assert again.reused == 1
    assert main(["solve", "poker", "match", *SMALL, "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["exploitability"] < 1e-5
    assert said["value_at_least"] <= said["value"] <= said["value_at_most"]
    assert {row["player"] for row in said["against"]} == set(BUILT_IN)
    assert all(row["gain"] > -1e-6 for row in said["against"] if row["player"] == "equilíbrio")
    assert not list((tmp_path / "ludoteca" / "poker" / "parts").glob("*"))
    found = match_store.solved_match(TINY, 2)
    assert found is not None
    assert found.strategy(MatchStage(2, 0)) is not None
    match_store.solved_match.cache_clear()


def test_the_champion_is_evaluated_over_the_leads_and_played_beside(evaluated):
    said = evaluated("campeao", "equilibrio", "--seed", "1", "--matches", "300")
    assert said["score"] == pytest.approx(0.522680, abs=2e-6)
    assert sum(said["match"].values()) == pytest.approx(1, abs=1e-12)
    assert 0 < said["exploitability"]["campeão"]["match"] < 2e-6
    assert any("champion looks at the score" in note for note in said["notes"])
    pairs = (
        (said["first"], said["simulation"]["first"]),
        (said["other_order"]["first"], said["simulation"]["other_order"]["first"]),
        (said["match"]["win"], said["simulation"]["match"]["win"]),
        (said["score"], said["simulation"]["score"]),
    )
    for worked_out, simulated in pairs:
        low, high = simulated["interval95"]
        assert abs(worked_out - simulated["simulated"]) < 4.5 * (high - low) / 3.92


def test_the_champion_of_a_match_that_nobody_has_solved_is_not_evaluated(english, capsys):
    match_store.solved_match.cache_clear()
    assert main(["evaluate", "poker", "campeão", "nosso", "--rounds", "6"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "ludoteca solve poker match with the same options" in said


def test_a_quick_round_has_nothing_to_solve(capsys):
    assert main(["solve", "poker", "match", "--round", "rapida"]) == 2
    assert "nothing to decide" in capsys.readouterr().err


# -- in the study -------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_folding_wins_from_the_lead_that_the_study_names_and_not_from_one_less(shipped, seat):
    sign = 1 - 2 * seat
    for left in (1, 2, 3):
        lead = match_play.lead_to_fold_home(COMPLETE, left, seat)
        chances = [
            sign * shipped.scores[MatchStage(left, sign * points)] for points in (lead, lead - 1)
        ]
        assert chances[0] == pytest.approx(1, abs=1e-6)
        assert chances[1] < 0.9


def test_the_readme_rounds_what_a_lead_is_worth_once():
    readme = Path(poker.__file__).with_name("README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^  \| (\d) \| ((?:\d+ % \| ?)+)$", readme, re.MULTILINE)
    assert len(rows) == 3
    match = match_play.shipped_match()
    for left, cells in rows:
        shown = [int(cell) for cell in re.findall(r"\d+", cells)]
        worth = [match_play._chance(match, int(left), FIRST, lead) for lead in range(-5, 6)]
        assert shown == [round(100 * chance) for chance in worth], left
