"""The table of Big Points: each button does what it shows, and all of them are there."""

import re
from pathlib import Path

import pytest
from drawn import acts, read
from frozen import frozen_scene, moments, scene_of

from deals import positions, random_position
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.games.bigpoints import face, face_pictures, face_result
from ludoteca.games.bigpoints.notation import SYMBOLS
from ludoteca.games.bigpoints.rules import BLACK, COLOURS, EXTRA_MOVE, PASS, STAIR
from ludoteca.table.replay import Replay
from ludoteca.web.kit.whole_table import draw

END = 400  #: moves after which every deal is over
KINDS = range(7)
VARIANTS = (
    {},
    {"players": 5, "hands": "closed"},
    {"reading": "lenient", "colours": 3, "discs": 2, "white": 0, "black": 3},
    {"backward": "any", "colours": 2, "discs": 6, "black": 5},
)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_bar_has_every_legal_move_and_the_board_every_one_but_the_pass(options):
    extra = 0
    for state in positions("bigpoints", options, 5):
        if state.is_terminal():
            break
        scene = scene_of(state, state.current_player())
        legal = set(state.legal_actions())
        bar = acts(read(face.actions(scene)))
        assert {a for (a,) in bar} == legal
        assert len(bar) == len(legal)
        on_board = acts(read(face.board(scene)))
        assert sorted(a for (a,) in on_board) == sorted(legal - {PASS})
        extra += PASS in legal
    assert extra > 0 or options.get("discs") == 2


def test_the_disc_that_is_pressed_is_the_disc_that_goes():
    """Checked on the position after the move: that place of the row is empty, no other."""
    pressed = 0
    for state in positions("bigpoints", {"black": 5, "discs": 6}, 3):
        if state.is_terminal():
            break
        root = read(face.board(scene_of(state, state.current_player())))
        (track,) = root.all("bp-track")
        before = _kinds(state)
        for number, cell in enumerate(track.children):
            for (action,) in acts(cell):
                after = _kinds(state.child(action))
                assert {i for i in before if before[i] != after.get(i)} == {number}
                pressed += 1
    assert pressed > 50


def _kinds(state):
    return {
        i: kind for kind in KINDS for i in range(60) if int(state.record["track"][0][kind]) >> i & 1
    }


def test_the_row_is_drawn_disc_by_disc_and_every_pawn_once():
    for state in positions("bigpoints", {}, 9):
        root = read(face.board(scene_of(state, 0)))
        (track,) = root.all("bp-track")
        drawn = {
            i: int(re.search(r"k(\d)", cell.attributes["class"]).group(1))
            for i, cell in enumerate(track.children)
            if not cell.has("gone")
        }
        assert drawn == _kinds(state)
        pawns = [e for e in root.walk() if e.attributes.get("data-key", "").startswith("pawn-")]
        assert len(pawns) == 5
        for c in range(5):
            place = int(state.record["pawn"][0][c])
            if 0 <= place < 60:
                assert track.children[place].all(f"p{c}")


def test_pawns_that_cannot_move_are_no_buttons():
    state = random_position("bigpoints", {}, END, 4)
    assert not read(face.board(scene_of(state, 0))).all("bp-pick")
    start = random_position("bigpoints")
    assert len(read(face.board(scene_of(start, 0))).all("bp-pick")) == 5
    assert not read(face.board(scene_of(start, 1))).all("bp-pick")


def test_a_disc_that_several_moves_take_has_a_ring_that_chooses_it_and_shows_their_pawns():
    several = 0
    for state in positions("bigpoints", {}, 5):
        if state.is_terminal():
            break
        (track,) = read(face.board(scene_of(state, state.current_player()))).all("bp-track")
        for number, cell in enumerate(track.children):
            moves = acts(cell)
            stood_on = number in state.record["pawn"][0][:5]
            assert len(cell.all("bp-place")) == (bool(moves) and not stood_on)
            if len(moves) > 1 and not stood_on:
                (ring,) = cell.all("bp-ring")
                assert not ring.has("only")
                assert all(take.all("pawn") for take in cell.all("bp-take"))
                several += 1
    assert several > 5


@pytest.mark.parametrize(
    ("white", "black", "said"),
    [
        (5, 5, ["White: × the other colours held; black counts as one."]),
        (5, 0, ["White: × the other colours held."]),
        (0, 5, []),
    ],
)
def test_the_result_says_that_a_white_disc_counts_the_other_colours_held(white, black, said):
    state = random_position("bigpoints", {"white": white, "black": black}, END, 1)
    drawn = read(face.result(scene_of(state, 0)))
    assert [e.text() for e in drawn.all("bp-colours")] == said
    assert "You" in [e.text() for e in drawn.walk() if e.attributes.get("scope") == "row"]


def test_the_discs_of_others_are_counted_but_not_shown_in_closed_hands():
    for state in positions("bigpoints", {"hands": "closed", "players": 3}, 2):
        if state.is_terminal():
            break
        scene = scene_of(state, 0)
        own, other = (read(face.before(scene, seat)) for seat in (0, 1))
        assert not other.all("disc")
        assert str(int(state.record["held"][0][1].sum())) in other.text()
        assert len(own.all("disc")) == int((state.record["held"][0][0] > 0).sum())


@pytest.mark.parametrize("seed", range(4))
def test_the_table_of_points_adds_up_to_what_the_rules_say(seed):
    """Each row of the result is added up from its own cells, the points of each kind."""
    state = random_position("bigpoints", {"players": 3}, END, seed)
    root = read(face.result(scene_of(state, 0)))
    head, *rows = [e for e in root.walk() if e.tag == "tr"]
    worths = [int(n) for n in re.findall(r"× (\d)", head.text())]
    assert sorted(worths) == [0, 0, 1, 2, 3, 4]
    for seat, row in enumerate(rows):
        *cells, total = [e.text() for e in row.children if e.tag == "td"]
        held = [int(n) for n in state.record["held"][0][seat]]
        colours = sum(n > 0 for n in held[:5])
        each = [*worths[:5], colours, worths[5]]
        assert [int(n) for n in cells] == [n * w for n, w in zip(held, each, strict=True)]
        assert sum(map(int, cells)) == int(total) == state.returns()[seat]


def test_moves_are_told_in_words_with_what_is_taken():
    game = load_game("bigpoints")
    state = game.notation.board_state(game, "1122")
    bar = read(face.actions(scene_of(state, 0)))
    told = {acts(e)[0][0]: e.all("hidden-words")[0].text() for e in bar.all("bp-move")}
    assert told == {
        1: "red takes red ahead",
        2: "green takes red behind",
        3: "green takes green ahead",
    }


def test_the_step_that_comes_next_is_where_a_pawn_can_go():
    for state in positions("bigpoints", {"colours": 3, "discs": 2, "white": 1, "black": 1}, 6):
        mounts = [a for a in state.legal_actions() if STAIR <= a < STAIR + 5]
        if not mounts:
            continue
        root = read(face.board(scene_of(state, state.current_player())))
        steps = root.all("step")
        arrived = int(state.record["arrived"][0])
        assert sorted(a for (a,) in acts(steps[arrived])) == mounts
        assert steps[arrived].text().strip() == str(2 - arrived)


def test_an_extra_move_is_asked_for_in_words():
    for state in positions("bigpoints", {"black": 5, "discs": 4}, 1):
        if state.is_terminal():
            break
        mine = scene_of(state, state.current_player())
        text = face.ask(mine)
        assert ("extra move" in text) == bool(state.record["phase"][0] == EXTRA_MOVE)
        if state.record["phase"][0] == EXTRA_MOVE:
            assert state.record["held"][0][state.current_player(), BLACK] > 0


def test_every_kind_of_disc_and_every_pawn_has_a_drawing_of_its_own():
    """Colours are told apart by signs too: without its colours no drawing equals another."""
    sheet = Path(face.__file__).with_suffix(".css").read_text(encoding="utf-8")
    for prefix, number in (("k", 7), ("p", 5)):
        drawings = re.findall(rf'\.{prefix}\d \{{\s*--\w+: url\("([^"]*)"\)', sheet)
        assert len(drawings) == number
        assert len({re.sub(r"%23[0-9a-f]{3,6}", "", d) for d in drawings}) == number


def test_the_whole_table_stays_small():
    state = max(moments("bigpoints"), key=lambda s: len(s.legal_actions()))
    assert len(draw(scene_of(state, max(state.current_player(), 0)))) < 30_000


def test_the_pawn_that_moved_last_is_marked():
    scene = frozen_scene("bigpoints", after=6)
    marked = read(face.board(scene)).all("moved")
    assert len(marked) == 1
    last = next(t.token for t in reversed(scene.view.tokens) if t.actor >= 0 and t.token != PASS)
    text = f"p{int(face.pawn_of(last))}"
    assert marked[0].has(text)


def test_what_decided_is_the_kind_in_which_the_winner_was_furthest_ahead_of_the_next():
    told = 0
    for seed in range(8):
        state = random_position("bigpoints", {}, END, seed)
        result = tuple(state.returns())
        scene = scene_of(state, 0, result=result, revealed=state.record)
        decided = face.decided(scene)
        if result[0] == result[1]:
            assert decided is None
            continue
        s, winner = face.seen(scene), int(result[1] > result[0])
        by_kind = [[face_result._kind_points(s, seat, k) for k in KINDS] for seat in (0, 1)]
        assert [sum(row) for row in by_kind] == [int(face.points(s, seat)) for seat in (0, 1)]
        leads = [a - b for a, b in zip(by_kind[winner], by_kind[1 - winner], strict=True)]
        kind = leads.index(max(leads))
        words = re.search(
            r"^You (win|lose) (\d+) to (\d+): (?:the )?(\w+) "
            r"(?:discs|came (\w+) .* worth (\d) a disc,)( and)? gave "
            r"(.*) (\d+) points? and (.*) (\d+)\.$",
            decided.sentence,
        )
        assert words[1] == ("lose" if winner else "win")
        assert (int(words[2]), int(words[3])) == tuple(map(int, result))
        assert words[4] == face.kind_name(kind)
        assert (int(words[9]), int(words[11])) == (by_kind[winner][kind], by_kind[1 - winner][kind])
        assert words[10 if winner else 8] == "you"
        if kind < COLOURS:
            place = int(s.place[kind])
            assert (words[5], int(words[6])) == (
                ("first", "second", "third", "fourth")[place - 1],
                5 - place,
            )
        told += 1
    assert told > 2


def test_what_decided_is_looked_at_where_the_pawn_of_its_colour_reaches_the_stair():
    looked = 0
    for seed in range(8):
        state = random_position("bigpoints", {}, END, seed)
        decided = face.decided(scene_of(state))
        if decided is None or not decided.part:
            continue
        replay = Replay("", GameRecord.from_state(state).to_text())
        arrived = replay.positions[replay.stops[replay.end_of(decided.part)]][0]
        (colour,) = (c for c in range(COLOURS) if f"{face.kind_name(c)} came" in decided.sentence)
        assert int(arrived.place[colour]) == int(arrived.arrived) > 0
        looked += 1
    assert looked > 2


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_result_says_who_won_by_how_much_to_each_viewer(players):
    for seed in range(6):
        state = random_position("bigpoints", {"players": players}, END, seed)
        points = [int(n) for n in state.returns()]
        best, second = sorted(points, reverse=True)[:2]
        for viewer in range(-1, players):
            said = read(face.result(scene_of(state, viewer))).all("verdict")[0].text()
            numbers = [int(n) for n in re.findall(r"\b\d+\b(?! is)", said)]
            if best == second:
                assert numbers[0] == best
            elif viewer >= 0 and points[viewer] < best:
                assert (said[:8], numbers) == ("You lose", [points[viewer], best])
            else:
                assert (said[:7] == "You win", numbers) == (viewer >= 0, [best, second])


def test_a_question_draws_discs_with_the_colours_and_signs_of_the_table():
    css = Path(face.__file__).with_name("face.css").read_text()
    for kind in KINDS:
        (line,) = re.findall(rf"^\.game-bigpoints \.k{kind} {{(.*)}}$", css, re.MULTILINE)
        shade, colour, sign = face_pictures._DISCS[kind]
        assert f"%23{shade[1:]}" in line
        assert f"%23{colour[1:]}" in line
        shapes = ("path", "circle")
        # Two circles and a ring, which all discs have, are no part of the sign.
        assert [sign.count(f"<{shape}") for shape in shapes] == [
            line.count(f"%3C{shape}") - 3 * (shape == "circle") for shape in shapes
        ]
        assert sign in face_pictures.pick(SYMBOLS[kind])[0]
