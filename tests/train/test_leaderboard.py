"""Leaderboards: what is kept with the games, and what the documents show of it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.core import load_game
from ludoteca.core.registry import games
from ludoteca.players import make_local_player
from ludoteca.train.leaderboard import (
    BoardRow,
    has_leaderboard,
    leaderboard,
    merged,
    read_rows,
    summary,
    write_rows,
)
from ludoteca.web.engines.questions import questions_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "players.md"
ROW = BoardRow("pool", "basic", "random", 1.5, -0.25, 3.25, 40, 1e-05, "2026-11-27", "1-abc")
KEPT = sorted(name for name, game in games().items() if has_leaderboard(game))


def test_a_leaderboard_is_read_as_it_was_written(tmp_path, monkeypatch):
    game = load_game("kuhn")
    rows = [ROW, replace(ROW, opponent="calls:basic, or so", points=0.0)]
    monkeypatch.setitem(vars(game), "folder", tmp_path)
    assert read_rows(game) == []
    write_rows(tmp_path / "leaderboard.csv", rows)
    assert read_rows(game) == rows


def test_new_rows_take_the_place_of_old_ones_with_the_same_players():
    again = replace(ROW, part="best_again", opponent="calls:basic")
    other = replace(again, opponent="folds:basic", points=-1.0)
    newer = replace(ROW, points=2.0)
    assert merged([ROW, again], [newer, other]) == [other, newer]


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_is_of_players_that_there_are(name):
    game = load_game(name)
    rows = read_rows(game)
    for row in rows:
        for spec in (row.machine, row.opponent):
            assert make_local_player(game, spec).name == spec
        assert row.low <= row.points <= row.high
        assert re.fullmatch(r"2\d{3}-\d\d-\d\d", row.measured)
    # Of every machine that met the pool the best opponent was measured again.
    assert {r.machine for r in rows if r.part == "pool"} == {
        r.machine for r in rows if r.part == "best_again"
    }
    assert len(merged([], rows)) == len(rows)


def test_the_document_shows_what_is_kept():
    text = DOCUMENT.read_text(encoding="utf-8")
    shown = re.search(r"<!-- leaderboard: begin -->\n(.*)<!-- leaderboard: end -->", text, re.S)
    assert shown[1] == summary(game for game in games().values() if not game.example)


def test_a_page_shows_the_rows():
    game = load_game(KEPT[0])
    assert "leaderboard" in questions_of(game, "evaluate")
    answer = leaderboard(game).ask({})
    won, table = answer.tables
    assert len(table.rows) == len(read_rows(game))
    points = [cell.mean for _opponent, cell in won.rows]
    assert points == sorted(points)
    assert max(points) > 0
