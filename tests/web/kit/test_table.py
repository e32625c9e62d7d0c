"""Tables of every registered game: exactly the legal moves, and nothing that the JSON lacks."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from drawn import acts, read
from frozen import frozen_scene, log_of, moments, scene_of

from deals import random_position
from ludoteca.cli.new import new_files
from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.layout import Visibility
from ludoteca.core.match import standing_text
from ludoteca.core.numbers import Exact, Odd, Simulated
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games, load_game
from ludoteca.core.rooms import LessonStep
from ludoteca.core.shuffles.sealed_shoe import Seal
from ludoteca.core.state import State
from ludoteca.players.advice.advise import Advice
from ludoteca.players.advice.values import MoveValue
from ludoteca.table.deal import LogLine
from ludoteca.table.events import PHRASES
from ludoteca.table.replay import Replay
from ludoteca.web.kit.face import PLAIN, face_of, sheets
from ludoteca.web.kit.guide import terms_of
from ludoteca.web.kit.whole_table import draw

GAMES = sorted(games())
EVIL = "<script>alert('x')</script>\" onclick=\"y"


VARIANTS = [
    ("bigpoints", {"players": 5, "hands": "closed"}),
    ("bigpoints", {"reading": "lenient", "colours": 3, "discs": 2, "white": 0, "black": 3}),
    ("buraco", {"profile": "fechado"}),
    ("buraco", {"profile": "stbl"}),
    ("buraco", {"profile": "aberto", "players": 2}),
    ("eras", {"players": 4, "hand": 3, "retreat": "yes"}),
    ("mus", {"signs": "short", "talk": "yes", "catch": 60, "visto": 20}),
    ("mus", {"signs": "federation", "talk": "yes", "catch": 60}),
    ("mus", {"signs": "none", "corrido": "no", "doubling": "yes", "falta": "yes"}),
    ("poker", {"round": "rapida"}),
    ("poker", {"round": "estrategica"}),
    ("vangin", {"skipped": "seen"}),
]
CASES = [*((name, {}) for name in GAMES), *VARIANTS]


def _some(name, seed, options=None):
    """Some dozen positions of a deal, all of a short one, its end among them."""
    found = list(moments(name, seed, options))
    return [*found[: -1 : 1 + len(found) // 12], found[-1]]


def _viewers(state):
    return (SPECTATOR, *range(state.num_players))


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_the_table_offers_exactly_the_legal_moves_and_to_nobody_else(name, options):
    for state in _some(name, 1, options):
        for viewer in _viewers(state):
            root = read(draw(scene_of(state, viewer)))
            offered = {a for a, *_rest in acts(root)}
            mine = viewer >= 0 and state.current_player() == viewer
            legal = set(state.legal_actions()) if mine else set()
            if any("data-picks" in e.attributes for e in root.walk()):
                assert offered <= legal, "the others are offered once their cards are picked"
            else:
                assert offered == legal


@pytest.mark.parametrize("name", GAMES)
def test_the_plain_face_offers_each_legal_move_once(name):
    for state in moments(name, seed=2):
        if not state.is_terminal():
            scene = scene_of(state, state.current_player())
            assert sorted(acts(read(PLAIN.actions(scene)))) == [(a,) for a in state.legal_actions()]


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_moves_that_were_supplied_are_said_at_the_table_and_not_folded_away(viewer):
    state = next(iter(moments("leduc")))
    scene = replace(scene_of(state, viewer), given=3)
    root = read(draw(scene))
    folded = {id(e) for fold in root.walk() if fold.tag == "details" for e in fold.walk()}
    (note,) = [e for e in root.walk() if e.attributes.get("data-key") == "given"]
    assert id(note) not in folded
    assert "The beginning of this deal, cards included, was supplied" in draw(scene)
    assert "supplied" not in draw(replace(scene, given=0))


def test_after_a_deal_its_own_commitment_stands_beside_its_key():
    """The number for the next deal is another, which this key does not open."""
    state = next(iter(moments("leduc")))
    seal, coming = Seal.made("t", 1, "ab" * 32, ("", "")), "12" * 32
    html = draw(replace(scene_of(state, 0), seal=seal, commitment=coming))
    own, key, after = (html.index(text) for text in (seal.commitment, seal.key, coming))
    assert own < key < after
    assert "The number for the next deal" in html[key:after]


@pytest.mark.parametrize(
    ("name", "options", "seed"),
    [*((*case, 4) for case in CASES), *((g, {}, s) for g in ("eras", "poker") for s in (5, 6, 7))],
    ids=str,
)
def test_what_a_viewer_does_not_see_changes_no_byte_of_its_page(name, options, seed):
    """Neither rubbish in the hidden fields, which the JSON leaves out, nor any other world."""
    rng = np.random.default_rng(5)
    for state in _some(name, seed, options):
        if state.is_terminal():
            continue
        drawn = {}
        for viewer in _viewers(state):
            scene = scene_of(state, viewer)
            drawn[viewer], told = draw(scene), json.dumps(scene.to_json())
            for field in state.game.state_layout:
                if field.visibility is Visibility.HIDDEN:
                    scene.view.record[field.name] = 77
            assert json.dumps(scene.to_json()) == told
            assert draw(scene) == drawn[viewer]
        for seat in range(state.num_players):
            world = state.game.state_layout.empty()
            calls.resample(state.record, 0, seat, rng, world, 0)
            twin = State(state.game, state.options, state.standing, world, state.moves, state._seen)
            for viewer in (seat, SPECTATOR):  # who watches sees less than any seat
                scene = scene_of(twin, viewer, log=log_of(state, viewer))
                assert draw(scene) == drawn[viewer]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_moments_of_a_deal_are_drawn_in_every_language_and_well_formed(name, lang):
    """Other moments in each language, for words alone differ."""
    every = 4 * len(LANGUAGES)
    first = 4 * LANGUAGES.index(lang)
    with speaking(lang):
        for number, state in enumerate(moments(name, seed=7)):
            if number % every == first or state.is_terminal():
                for viewer in _viewers(state):
                    _well_formed(read(draw(scene_of(state, viewer))))


def _well_formed(root):
    (table,) = root.children
    assert table.attributes["id"] == "table-root"
    ids = Counter(e.attributes["id"] for e in root.walk() if "id" in e.attributes)
    assert max(ids.values()) == 1
    keys = Counter(
        key for e in root.walk() for key in e.attributes.get("aria-keyshortcuts", "").split()
    )
    assert max(keys.values(), default=1) == 1
    for element in root.walk():
        siblings = Counter(
            c.attributes["data-key"]
            for c in element.children
            if not isinstance(c, str) and "data-key" in c.attributes
        )
        assert max(siblings.values(), default=1) == 1, siblings
        assert not [n for n in element.attributes if n == "style" or n.startswith("on")]
        if element.tag == "button":
            assert element.text().strip() or element.attributes.get("aria-label")


@pytest.mark.parametrize("name", GAMES)
def test_what_people_wrote_is_escaped_wherever_it_stands(name):
    state = list(moments(name, seed=8))[-1]
    scene = scene_of(state, 0)
    seats = tuple(
        type(s)(**{**vars(s), "kind": "person", "name": EVIL, "level": EVIL}) for s in scene.seats
    )
    lines = tuple(type(line)(line.number, line.actor, EVIL) for line in scene.log)
    lesson = (LessonStep(EVIL),)
    for phase in ("waiting", "preparing", "playing", "dealt out", "over"):
        html = draw(
            scene_of(
                state, 0, seats=seats, log=lines, lesson=lesson, preparing=EVIL, phase=phase,
                asked=0, undo="to answer", commitment=EVIL, nonces=(EVIL,) * len(seats), deal=3,
            )
        )  # fmt: skip
        assert "<script" not in html
        tree = read(html)
        assert not [e for e in tree.walk() if "onclick" in e.attributes]
        assert EVIL in tree.text()


def test_the_words_of_the_game_are_explained_at_the_table_and_in_the_lesson():
    for name in ("bigpoints", "vangin"):
        game = load_game(name)
        scene = frozen_scene(game, lesson=(LessonStep(", ".join(t.word for t in terms_of(game))),))
        root = read(draw(scene))
        (lesson,) = root.all("lesson")
        (side,) = root.all("side-words")
        for word in terms_of(game):
            for place in (lesson, side):
                assert word.word in [e.text() for e in place.all("term")]
                assert word.meaning in place.text()


def test_a_word_inside_another_is_not_explained():
    root = read(draw(frozen_scene("bigpoints", lesson=(LessonStep("pawnshop Pawn pawn"),))))
    (lesson,) = root.all("lesson")
    assert [e.text() for e in lesson.all("term")] == ["Pawn"]


def test_open_seats_can_be_taken_by_those_who_have_none_and_invited_to_by_the_others():
    def scene(viewer, listed=True):
        state = next(moments("leduc"))
        seats = tuple(
            type(s)(seat=s.seat, kind="open" if s.seat else "person", name="Ana" * (not s.seat))
            for s in scene_of(state).seats
        )
        return scene_of(
            state, viewer, seats=seats, view=None, phase="waiting", log=(), listed=listed
        )

    watching, sitting = read(draw(scene(SPECTATOR))), read(draw(scene(0)))
    assert 'data-says="sit"' not in str(draw(scene(SPECTATOR, listed=False))), "by invitation only"
    forms = [e for e in watching.walk() if e.attributes.get("data-says") == "sit"]
    assert [e.attributes.get("value") for f in forms for e in f.walk() if "value" in e.attributes]
    assert len(forms) == 1
    assert not [e for e in sitting.walk() if e.attributes.get("data-says") == "sit"]
    assert "/tables/frozen/links" in str(draw(scene(0)))
    (change,) = [e for e in sitting.walk() if e.attributes.get("data-says") == "change-seat"]
    assert "Take seat 2" in change.text()


def test_who_waits_for_people_is_told_how_many_seats_are_open_and_has_something_to_do():
    state = next(moments("mus"))
    seats = tuple(
        type(s)(seat=s.seat, kind="open" if s.seat in (1, 2) else "person", name=f"P{s.seat}")
        for s in scene_of(state).seats
    )
    shown = {"seats": seats, "view": None, "phase": "waiting", "log": ()}
    waits, watches = (read(draw(scene_of(state, viewer, **shown))) for viewer in (0, SPECTATOR))
    assert "2 seats are still open." in waits.text()
    (meanwhile,) = waits.all("meanwhile")
    led = {e.attributes.get("href") or e.attributes.get("action") for e in meanwhile.walk()}
    assert led - {None} == {"/games/mus/rules", "/games/mus/lesson", "/puzzle"}
    assert not watches.all("meanwhile")


def test_who_plays_without_a_name_is_you_on_their_own_chip_alone():
    state = next(moments("nim"))
    first, *others = scene_of(state).seats
    seats = (replace(first, name="", guest=1), *others)
    own, other = (read(draw(scene_of(state, seat, seats=seats))) for seat in (0, 1))
    assert [
        page.all("chip-name")[seat].text().strip() for page, seat in ((own, 1), (other, 0))
    ] == [
        "You",
        "Guest 1",
    ]


def test_a_phrase_is_shown_beside_who_has_said_it_while_it_is_among_the_last_lines():
    state = next(moments("nim"))
    phrase, line = PHRASES[0], LogLine(7, 1, PHRASES[0])
    said = read(draw(scene_of(state, log=(line,)))).all("said")
    assert [(e.text(), e.attributes["data-key"]) for e in said] == [(phrase, "said-7")]
    later = (line, *(LogLine(n, 0, "…") for n in range(8, 12)))
    assert not read(draw(scene_of(state, log=later))).all("said")


def test_an_open_seat_is_offered_with_whom_one_would_play():
    state = next(moments("mus"))
    seats = tuple(
        type(s)(seat=s.seat, kind="open" if s.seat in (1, 2) else "person", name=f"P{s.seat}")
        for s in scene_of(state).seats
    )
    shown = {"seats": seats, "view": None, "phase": "waiting", "log": (), "listed": True}
    words = {
        viewer: [
            e.text()
            for e in read(draw(scene_of(state, viewer, **shown))).walk()
            if e.tag == "option" and "Take seat" in e.text()
        ]
        for viewer in (SPECTATOR, 0)
    }
    assert words[SPECTATOR] == ["Take seat 2, with P3", "Take seat 3, with P0"]
    assert words[0] == ["Take seat 2, with P3", "Take seat 3"]


def test_taking_back_is_asked_and_answered_by_buttons():
    sends = re.compile(r'data-send="([^"]*)"')

    def sent(**changes):
        html = str(draw(frozen_scene("nim", after=2, **changes)))
        return [json.loads(s.replace("&#34;", '"')) for s in sends.findall(html)]

    assert {"type": "undo"} in sent(undo="may ask")
    answers = sent(undo="to answer", asked=1)
    assert {"type": "undo-answer", "yes": True} in answers
    assert {"type": "undo-answer", "yes": False} in answers
    assert {"type": "undo"} not in sent(undo="no")


def test_hints_are_not_even_offered_where_the_host_forbids_them():
    state = next(moments("nim"))
    offered = '"hint"'.replace('"', "&#34;")
    assert offered in draw(scene_of(state, 0, hints=True))
    assert offered not in draw(scene_of(state, 0, hints=False))
    assert offered not in draw(scene_of(state, SPECTATOR, hints=True))


@pytest.mark.parametrize("name", ["eras", "minimus", "vangin"])
def test_neither_odds_nor_advice_of_before_stay_beside_a_result(name):
    playing, over = random_position(name, moves=1), random_position(name, moves=400)
    drawn = read(draw(scene_of(over, 0)))
    assert any("data-await" in e.attributes for e in read(draw(scene_of(playing, 0))).walk())
    assert not any("data-await" in e.attributes for e in drawn.walk())
    (odds,) = drawn.all("side-odds")
    assert not odds.all("odd"), "nothing is uncertain any more"
    rooms = drawn.all("side-advice")
    assert len(rooms) == (name != "vangin"), "nobody chooses in a patience of luck alone"
    for room in rooms:
        assert "past" in room.attributes["class"].split()
        assert room.text() == "What would a machine do?", "unseen, with nothing in it"


def test_odds_that_are_awaited_say_that_they_are_of_the_position_before():
    state = random_position("eras", moves=1)
    odd = Odd("to win", Exact(Fraction(1, 3), "always"))
    for advice, said in ((None, "of the position before"), (Advice(odds=(odd,)), None)):
        root = read(draw(scene_of(state, state.current_player(), advice=advice)))
        keyed = ((e, e.attributes.get("data-key") or "") for e in root.walk())
        (odds,) = [e for e, key in keyed if key.startswith("side-odds-")]
        (part,) = [e for e in odds.walk() if e.tag == "section"]
        assert part.attributes.get("data-await") == said


def test_the_button_of_the_side_names_what_is_in_it():
    state = random_position("nim", moves=1)
    named = [
        read(draw(scene_of(state, 0, hints=hints))).all("side-button") for hints in (True, False)
    ]
    assert [button.text() for (button,) in named] == ["Chances: Odds and log", "Log"]


def test_many_moves_are_grouped_and_very_many_can_be_narrowed_down():
    few = read(PLAIN.actions(frozen_scene("nim", {"heaps": 2, "largest": 3})))
    some = read(PLAIN.actions(frozen_scene("nim", {"heaps": 3, "largest": 5})))
    many = read(PLAIN.actions(frozen_scene("nim", {"heaps": 5, "largest": 9})))
    assert not few.all("move-row")
    assert not few.all("narrow-moves")
    assert [len(row.all("act")) for row in some.all("move-row")] == [5, 4, 3]
    (field,) = many.all("narrow-moves")
    (listed,) = many.all("listed")
    assert field.attributes["data-filter"] == listed.attributes["id"]
    assert len(listed.children) == 9 + 8 + 7 + 6 + 5


def test_the_end_of_a_deal_is_read_out_where_the_prompt_was():
    scene = frozen_scene("eras", {"players": 3}, after=400)
    assert scene.result is not None
    (prompt,) = read(draw(scene)).all("prompt")
    assert prompt.attributes["role"] == "status"
    assert prompt.text() == "You win!"
    (told,) = read(draw(scene)).all("unseen")
    assert told.attributes["aria-live"] == "polite"
    assert told.text().endswith(scene.log[-1].text)


def test_a_finished_deal_shows_all_hands():
    state = list(moments("leduc", seed=11))[-1]
    hidden = read(draw(scene_of(state, SPECTATOR, revealed=None))).text()
    shown = read(draw(scene_of(state, SPECTATOR))).text()
    cards = state.game.notation.table_text(state.record[0], SPECTATOR).splitlines()[0]
    assert "?" not in cards
    assert cards in shown
    assert cards not in hidden


def test_every_game_has_a_picture_and_those_with_a_look_of_their_own_a_sheet():
    for name in GAMES:
        game = load_game(name)
        picture = read(face_of(game).picture())
        assert picture.children[0].tag == "svg"
        assert picture.children[0].attributes["aria-hidden"] == "true"
        own = ("bigpoints", "buraco", "eras", "mus", "poker", "vangin")
        assert ("face.css" in sheets(game)) == (name in own)


_NEW_GAME = """
from drawn import acts, read
from frozen import moments, scene_of
from ludoteca.web.kit.whole_table import draw
seen = 0
for state in moments("hearth"):
    for seat in range(2):
        offered = {a for (a,) in acts(read(draw(scene_of(state, seat))))}
        mine = state.current_player() == seat
        assert offered == (set(state.legal_actions()) if mine else set())
        seen += len(offered)
print(seen)
"""


def test_a_game_just_made_plays_with_no_page_code(tmp_path):
    folder = tmp_path / "hearth"
    folder.mkdir()
    for file, text in new_files("hearth", "bets").items():
        (folder / file).write_text(text, encoding="utf-8")
    env = {
        **os.environ,
        "LUDOTECA_GAMES": str(tmp_path),
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", _NEW_GAME], env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 2


def test_the_page_says_who_declares():
    replay = Replay(
        "k", GameRecord.from_state(random_position("minimus", {"exchanges": 0}, 400, 3)).to_text()
    )
    drawn = read(draw(replay.scene(replay.last, 0))).walk()
    lines = [element for element in drawn if "data-number" in element.attributes]
    said = [line.text() for line in lines if line.text().endswith((": low", ": high"))]
    assert len(said) == 4
    assert {text.partition(":")[0] for text in said} == {"You", "Guest 2", "Guest 3", "Guest 4"}


def test_a_match_is_won_by_what_decides_it_and_not_by_the_points_of_its_deals():
    """A vaca of mus may be won with fewer stones: 0 to 40, 40 to 39, 40 to 39."""
    over = frozen_scene("mus", after=999, phase="over")
    over = replace(over, totals=(-38, 38, -38, 38), standing=_won_by_the_first_pair(over.game))
    for viewer, outcome in ((0, "won"), (1, "lost"), (2, "won"), (SPECTATOR, None)):
        (result,) = read(draw(replace(over, viewer=viewer))).all("result")
        assert result.attributes.get("data-outcome") == outcome


def _won_by_the_first_pair(game: Game) -> str:
    standing = game.standing_layout.empty()
    standing[game.match_field][0] = (1, 0)
    return standing_text(standing)


def test_the_end_of_a_guided_deal_leads_to_the_whole_game():
    game = load_game("bigpoints")
    over = frozen_scene(game, game.room("guide").lesson_options(), after=999, phase="over")
    for lesson, address in (((), "/tables/"), ((LessonStep("Done."),), "/games/bigpoints/play")):
        (bar,) = read(draw(replace(over, lesson=lesson))).all("action-bar")
        (form,) = [e for e in bar.walk() if e.tag == "form"]
        assert form.attributes["action"].startswith(address)


def test_a_spectator_of_a_match_that_is_over_gets_links_and_no_rules_to_change():
    over = frozen_scene("nim", after=999, phase="over")
    for viewer, rematch, offered in (
        (0, "", ["Change the rules", "Replay"]),
        (SPECTATOR, "", ["Replay"]),
        (SPECTATOR, "t2", ["Go to the next game", "Replay"]),
    ):
        (bar,) = read(draw(replace(over, viewer=viewer, rematch=rematch))).all("action-bar")
        assert [e.text() for e in bar.walk() if e.tag == "a"] == offered


def test_advice_is_folded_away_and_says_what_each_number_is():
    state = next(moments("nim"))
    first, second = state.legal_actions()[:2]
    worth = Simulated(0.25, 400, 0.2, 0.3)
    advice = Advice(
        odds=(Odd("to win", Exact(Fraction(1, 3), "always")),),
        action=second,
        reasons=("It leaves an even sum.",),
        values=(MoveValue(second, worth), MoveValue(first, Exact(Fraction(-1)))),
        unit="points",
    )
    root = read(draw(scene_of(state, 0, advice=advice)))
    (folded,) = root.all("side-advice")
    assert folded.tag == "details"
    assert "open" not in folded.attributes
    assert acts(folded) == [(second,), (first,)], "pressed, a move is made"
    rows = [[cell.text() for cell in row.children] for row in folded.walk() if row.tag == "tr"]
    assert rows == [
        [state.view(0).action_words(second), "≈ 0.25"],
        [state.view(0).action_words(first), "−1"],
    ]
    assert folded.all("advised")[0].text().startswith(state.view(0).action_words(second))
    assert "n = 400" in "".join(e.attributes.get("title", "") for e in folded.walk())
    assert root.all("odd")[0].all("mark")[0].text() == "exact"
    assert "as soon as they are worked out" not in root.text()
    awaited = read(draw(scene_of(state, 0)))
    assert "as soon as they are worked out" in awaited.all("side-odds")[0].text()


def test_advice_begins_with_the_moves_and_what_they_are_based_on_is_folded():
    state = next(moments("nim"))
    first, second, third = state.legal_actions()[:3]
    close = Simulated(0.24, 400, 0.19, 0.29)
    values = (
        MoveValue(second, Simulated(0.25, 400, 0.2, 0.3)),
        MoveValue(first, close, alike=True),
        MoveValue(third, Simulated(0.1, 400, 0.05, 0.15), assumption="assuming otherwise"),
    )
    advice = Advice(action=second, values=values, unit="points", assumption="assuming this")
    (folded,) = read(draw(scene_of(state, 0, advice=advice))).all("side-advice")
    assert [e.text() for e in folded.children[:2]] == ["What would a machine do?", "Points:"]
    rows = [[cell.text() for cell in row.children] for row in folded.walk() if row.tag == "tr"]
    words = state.view(0).action_words
    assert rows[1:3] == [
        ["no clear difference in 400 simulated deals"],
        [words(first), "≈ 0.24"],
    ], "what cannot be told apart has a figure, too"
    (rests,) = (e for e in folded.walk() if e.attributes.get("data-key") == "rests")
    assert rests.tag == "details"
    assert "open" not in rests.attributes
    assert [e.text() for e in rests.children] == [
        "What the numbers are based on",
        "This holds assuming this.",
        f"{words(third)}: assuming otherwise.",
    ]


def test_what_waits_for_odds_is_another_part_in_another_deal():
    """A part that waits keeps what it shows: not the result of the deal before."""
    state = random_position("nim", moves=1)
    keys = [
        next(e.attributes["data-key"] for e in read(drawn).walk() if "data-await" in e.attributes)
        for drawn in (draw(scene_of(state, 0)), draw(scene_of(state, 0, deal=2)))
    ]
    assert keys == ["side-odds-1", "side-odds-2"]


def test_a_game_without_choices_has_no_box_for_the_advice_of_a_machine():
    boxes = {
        name: len(read(draw(scene_of(random_position(name, moves=1), 0))).all("side-advice"))
        for name in ("vangin", "eras")
    }
    assert boxes == {"vangin": 0, "eras": 1}


def test_the_viewer_is_you_in_the_table_of_points():
    scene = scene_of(random_position("bigpoints", moves=400), 0)
    (table,) = read(draw(scene)).all("bp-result")
    assert "You" in table.text()
    assert scene.seats[0].title not in table.text()
