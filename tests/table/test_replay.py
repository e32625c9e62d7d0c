"""A replay: its stops, the eyes it is seen with, and the words that the table's log had."""

import pickle
import subprocess
import sys

import pytest

from deals import random_position
from ludoteca.core.ids import CHANCE, SPECTATOR, TERMINAL
from ludoteca.core.match import parse_standing
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.state import State
from ludoteca.players.turns import turn_words
from ludoteca.table.deal import MOST_LINES
from ludoteca.table.replay import Replay

LANCES = ["Grande", "Chica", "Pares", "Juego", "The cards shown"]


def test_the_stops_of_a_replay_are_the_decisions_and_the_end():
    state = random_position("leduc", None, 400, 3)
    replay = Replay("k", GameRecord.from_state(state).to_text())
    walked = state.game.new_state(state.options)
    decisions = []
    for n, move in enumerate(state.moves):
        if walked.current_player() >= 0:
            decisions.append(n)
        walked.apply(move.action)
    assert list(replay.stops) == [*decisions, len(state.moves)]
    assert replay.mover(replay.last) == TERMINAL
    assert replay.place(0) == replay.stops[0]
    assert replay.place(10**6) == replay.last


def test_a_machine_that_stood_in_is_told_at_its_moves_alone(rig):
    here = rig("poker", {"rounds": 1}).seat_all().deal()
    here.act()
    here.do(here.table.sit_in(0, here.now))
    here.play()
    record = here.replayed().record(None)
    assert record.seats == (f"Name0 ({here.table.chairs[0].stand_in})", "Name1")
    assert GameRecord.parse(record.to_text()) == record
    replay = Replay("k", record.to_text())
    assert [seat.title for seat in replay.seats(0)] == ["Name0", "Name1"]
    lines = [line for line in replay.lines(None) if line.actor in (0, 1)]
    marked = [line for line in lines if line.text.endswith("(machine)")]
    assert marked == [
        line for line in lines if line.actor == 0 and line.number - 1 in record.stood_in
    ]
    assert 0 < len(marked) < len(lines)


def test_an_exchange_of_a_machine_that_stood_in_is_marked_though_cards_end_its_line(rig):
    here = rig("poker", {"rounds": 1}).seat_all().deal()
    while here.table.turn().seat == 0:
        here.act()
    here.do(here.table.sit_in(1, here.now))
    here.play()
    live = here.table.scene(1, set(), here.now).log
    replayed = Replay("k", here.replayed().record(None).to_text()).lines(None, 1)
    for lines in (live, replayed):
        told = [line.text for line in lines if line.text.startswith("You exchange")]
        assert len(told) == 1
        assert told[0].endswith("(machine)")
        other = [line.text for line in lines if line.actor == 0]
        assert other
        assert not any("(machine)" in text for text in other)


@pytest.mark.parametrize(("name", "seed"), [("poker", 3), ("eras", 3)])
def test_a_set_of_cards_face_down_is_one_stop_and_is_told_whole(name, seed):
    state = random_position(name, None, 400, seed)
    replay = Replay("k", GameRecord.from_state(state).to_text())
    actors = [move.actor for move in state.moves]
    several = 0
    for at in replay.stops[:-1]:
        moves = replay.moves_after(at)
        assert [move.action for move in state.moves[at : at + len(moves)]] == moves
        assert set(actors[at : at + len(moves)]) == {replay.mover(at)}
        assert replay.place(at + len(moves)) - at >= len(moves), "no stop within"
        if len(moves) > 1:
            several += 1
            assert replay.words_after(at) == turn_words(replay.seen(at), moves)
    assert several


# Poker counts halves: its standing is not the points of its deals.
@pytest.mark.parametrize(
    ("name", "field", "unit"),
    [("eras", "score", 1), ("bigpoints", "totals", 1), ("poker", "score", 2)],
)
def test_a_replay_has_the_standing_before_its_deal_and_with_it_and_no_totals(name, field, unit):
    game = load_game(name)
    standing = game.standing_layout.empty()
    standing[field][0][:2] = 7, 11
    state = State.initial(game, game.options({}), standing)
    while not state.is_terminal():
        chance = state.is_chance()
        state.apply(state.chance_outcomes()[0][0] if chance else state.legal_actions()[0])
    replay = Replay("k", GameRecord.from_state(state).to_text())
    before, after = (replay.scene(at, 0) for at in (replay.first, replay.last))
    assert (before.totals, after.totals) == ((), ())
    now = state.returns()
    for scene, points in ((before, (7, 11)), (after, (7 + unit * now[0], 11 + unit * now[1]))):
        assert tuple(parse_standing(game, scene.standing)[field][0][:2]) == points
    assert before.deal > 1


def test_a_record_that_ends_at_its_first_decision_has_no_words_yet():
    state = random_position("poker", None, 400, 3)
    first = next(n for n, move in enumerate(state.moves) if move.actor != CHANCE)
    replay = Replay("k", GameRecord.from_state(state).to_text())
    begun = Replay("k", replay.until(first).to_text())
    assert begun.scene(begun.last, SPECTATOR).log == ()


def test_a_seat_s_eyes_see_what_the_seat_saw_and_no_more():
    state = random_position("leduc", None, 400, 3)
    replay = Replay("k", GameRecord.from_state(state).to_text())
    at = replay.stops[1]
    walked = state.game.new_state(state.options)
    for move in state.moves[:at]:
        walked.apply(move.action)
    for seat in (0, 1):
        scene = replay.scene(at, seat)
        assert scene.view.record.tobytes() == walked.view(seat).record.tobytes()
        assert scene.revealed is None
        assert scene.view.legal == ()
    assert replay.scene(at, SPECTATOR).revealed.tobytes() == walked.record.tobytes()


def test_a_seat_reads_in_a_replay_the_words_that_it_read_at_the_table(playing, game):
    here = playing(game, seed=7).play()
    replay = Replay("k", here.table.record(None).to_text())
    for seat in range(len(here.table.chairs)):
        log = here.table.scene(seat, set(), here.now).log
        at_table = [line.text for line in log if line.actor not in (None, CHANCE)]
        told = [line.text for line in replay.lines(seat) if line.actor != CHANCE]
        # At the table consecutive moves of a seat are one line.
        wanted = [text for text in at_table if text != "a move that is not shown"]
        whole, shown = ", ".join(told), ", ".join(wanted)
        # Of a long deal the table shows the last lines.
        assert whole.endswith(shown) if len(log) == MOST_LINES else whole == shown


def test_who_declares_in_a_replay_is_named_to_every_viewer():
    state = random_position("minimus", {"exchanges": 0}, 400, 3)
    replay = Replay("k", GameRecord.from_state(state).to_text())
    mano = (int(state.record["dealer"][0]) + 1) % 4
    for viewer in (None, SPECTATOR, 0, 3):
        said = [line for line in replay.lines(viewer) if line.text in ("low", "high")]
        assert [line.actor for line in said] == [(mano + turn) % 4 for turn in range(4)]


def test_a_machine_of_a_record_is_known_in_any_writing():
    state = random_position("leduc", None, 400, 3)
    replay = Replay("k", GameRecord.from_state(state, ["Ana", "BASIC@2"]).to_text())
    assert [replay.machine(seat) for seat in (0, 1, 2)] == ["", "BASIC@2", ""]
    assert [seat.kind for seat in replay.seats(0)] == ["person", "machine"]


@pytest.mark.parametrize(
    ("name", "options", "seed", "titles"),
    [
        ("poker", {}, 3, ["First exchanges", "Second exchanges", "Fold or stay"]),
        ("mus", {"signs": "none"}, 17, ["Mus, or cut?", *LANCES]),
        ("vangin", {}, 3, [""]),
    ],
)
def test_the_lines_of_a_replay_are_grouped_by_the_parts_of_the_deal(name, options, seed, titles):
    state = random_position(name, options, 999, seed)
    replay = Replay("k", GameRecord.from_state(state).to_text())
    parts = replay.parts(None)
    assert [title for title, _lines in parts] == titles
    assert [line for _title, lines in parts for line in lines] == list(replay.lines(None))


def test_each_trick_of_eras_ends_with_who_wins_it():
    replay = Replay("k", GameRecord.from_state(random_position("eras", None, 999, 3)).to_text())
    parts = replay.parts(None)
    tricks = [lines for title, lines in parts if title]
    assert [title for title, _lines in parts if title] == [
        f"Trick {n}" for n in range(1, len(tricks) + 1)
    ]
    for lines in tricks:
        assert [" wins " in line.text for line in lines] == [False, False, True]


def test_a_replay_can_be_stepped_through_where_its_game_was_not_loaded_before():
    replay = Replay("k", GameRecord.from_state(random_position("leduc", None, 400, 3)).to_text())
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).mover(0))"
    done = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(replay), capture_output=True, check=True
    )
    assert int(done.stdout) == CHANCE
