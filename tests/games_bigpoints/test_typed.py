"""Positions in the middle of a game, typed: the same game goes on from them; what is refused."""

from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
from drawn import read
from frozen import scene_of

from deals import positions, random_position
from ludoteca.core.errors import BadInput
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.numbers import Simulated
from ludoteca.core.record import GameRecord
from ludoteca.games.bigpoints import face, solve
from ludoteca.games.bigpoints.rules import EXTRA_MOVE
from ludoteca.games.bigpoints.typed import STOOD_ON, one_sign_a_place, texts_of, typed_state
from ludoteca.web.kit.side_panel import side_panel

SAME = ("track", "vacant", "pawn", "place", "arrived", "phase", "ready", "reading", "length")
compiled = pytest.mark.skipif(not JIT_ENABLED, reason="minutes without compiled code")


def state_of(texts):
    texts = dict(texts)
    extra = texts.pop("extra", "no") == "yes"
    options = {name: texts.pop(name) for name in ("reading", "backward")}
    return typed_state(**texts, extra=extra, options=options)


@pytest.mark.parametrize(
    "options",
    [{}, {"colours": 3, "discs": 3, "black": 3}, {"reading": "lenient", "discs": 2}],
    ids=str,
)
def test_a_position_that_is_typed_is_the_position(options):
    extra = 0
    for state in positions("bigpoints", options, 7):
        if state.is_terminal():
            break
        s = state.record[0]
        found = state_of(texts_of(s))
        for name in SAME:
            assert np.array_equal(s[name], found.record[0][name]), name
        me = state.current_player()
        assert np.array_equal(s.held[[me, 1 - me]], found.record[0].held[:2])
        assert found.legal_actions() == state.legal_actions()
        extra += int(s.phase) == EXTRA_MOVE
    assert extra > 0 or "reading" in options


@compiled
def test_a_position_that_is_typed_is_solved_as_the_one_that_was_played(laid):
    state, seen = laid("121323"), 0
    while not state.is_terminal():
        found = solve.position(**texts_of(state.record[0])).fields
        played = solve.solve_state(state, "difference").fields
        for name in ("value", "best", "points", "outcome"):
            assert found[name] == played[name]
        seen += 1
        state.apply(state.legal_actions()[-1])
    assert seen > 4


@compiled
def test_a_board_need_not_have_equal_colours_where_discs_were_taken():
    assert solve.position(board="1.2[1]2").fields["best"]
    with pytest.raises(BadInput, match="write a dot where a disc was taken"):
        solve.position(board="112")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"board": "[1]·[1]2"}, "stands on one disc only"),
        ({"board": "1·2", "stair": "11"}, "on the stair is each colour once"),
        ({"board": "[1]·2", "stair": "1"}, "on the stair is each colour once"),
        ({"board": "1·2", "stair": "W"}, "on the stair is each colour once"),
        ({"board": "1·2", "mine": "x"}, "not x"),
        ({"board": "1·2", "mine": "1" * 12}, "at most 10 discs, not 13"),
        ({"board": "1·2", "theirs": "W" * 6}, "white: at most 5 discs"),
        ({"board": "····"}, "at least one coloured disc"),
        ({"board": "1·2" * 21}, "at most 60 discs"),
        ({"board": "1·2", "extra": True}, "takes a black disc"),
        ({"board": "·1", "mine": "1"}, "no pawn can move"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(given, why):
    with pytest.raises(BadInput, match=why):
        solve.position(**given)


def test_pawns_are_written_in_brackets_or_in_circles():
    assert one_sign_a_place("[1] . w[5]") == f"{STOOD_ON[0]}·W{STOOD_ON[4]}"


@compiled
def test_what_cannot_be_solved_is_judged_with_an_interval_where_that_is_asked_for():
    state = random_position("bigpoints", {}, 9, 2)
    texts = texts_of(state.record[0]) | {"extra": int(state.record[0].phase) == EXTRA_MOVE}
    with pytest.raises(BadInput, match="takes at most 22 discs"):
        solve.position(**texts)
    answer = solve.position(**texts, judge=True)
    assert answer.headline.startswith("Probably the best move:")
    assert "not proved: the exact solver" in answer.headline
    (table,) = answer.tables
    legal = [state.action_text(a) for a in state.legal_actions()]
    assert sorted(row[0] for row in table.rows) == sorted(legal)
    for _move, _disc, _judged, wins in table.rows:
        assert isinstance(wins, Simulated)
        assert 0 <= wins.low <= wins.mean <= wins.high <= 1
        assert wins.n == solve.PLAYED_OUT


@compiled
def test_a_record_of_three_players_is_judged(tmp_path, laid):
    path = tmp_path / "three.txt"
    path.write_text(GameRecord.from_state(laid("112233", players=3)).to_text(), encoding="utf-8")
    answer = solve.position(record=path, judge=True)
    assert "only games of two players are solved" in answer.headline


def test_the_page_asks_about_a_game_that_has_begun():
    example = solve.EXAMPLE
    state = typed_state(
        *(example[name] for name in ("board", "stair", "mine", "theirs")), False, {}
    )
    assert len(state.legal_actions()) > 3


def test_a_link_leads_from_the_table_to_the_study_of_its_position():
    state = random_position("bigpoints", {}, 8, 3)
    scene = scene_of(state, state.current_player())
    drawn = read("".join(str(part) for part in side_panel(scene) if part))
    (link,) = (e for e in drawn.walk() if e.tag == "a" and e.text() == "Study this position")
    address = urlsplit(link.attributes["href"].replace("&amp;", "&"))
    assert address.path == "/games/bigpoints/study/solve/position"
    given = dict(parse_qsl(address.query, keep_blank_values=True))
    assert given.pop("judge") == "yes"
    assert state_of(given).legal_actions() == state.legal_actions()


def test_no_link_tells_what_closed_hands_hold_or_asks_about_more_than_two():
    for options in ({"hands": "closed"}, {"players": 3}):
        assert face.study_of(random_position("bigpoints", options, 5, 3).record[0]) is None
