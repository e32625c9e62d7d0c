"""Scenes: the part of a table that each viewer is told."""

import json
from dataclasses import replace
from types import SimpleNamespace

from ludoteca.core.game import Game
from ludoteca.core.i18n import speaking
from ludoteca.core.ids import CHANCE, SPECTATOR, TERMINAL
from ludoteca.core.player_names import seat_called
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.rooms import LessonStep
from ludoteca.core.state import State
from ludoteca.players.advice.advise import Advice
from ludoteca.table import deal
from ludoteca.table.scene import Draft, hands_to_learn, taught_state, with_draft

ADVICE = Advice(action=0, reasons=("because",))


def test_all_is_revealed_when_the_deal_is_over_and_not_before(playing, game):
    here = playing(game, seed=1)
    while here.table.phase == "playing":
        for viewer in (SPECTATOR, *range(len(here.table.chairs))):
            scene = here.table.scene(viewer, set(), here.now)
            assert scene.revealed is None
            assert scene.result is None
        here.act()
    for viewer in (SPECTATOR, *range(len(here.table.chairs))):
        scene = here.table.scene(viewer, set(), here.now)
        assert scene.revealed.tobytes() == here.table.current.state.record.tobytes()
        assert scene.result == tuple(here.table.current.state.returns())


def test_a_viewer_sees_their_own_view(playing, game):
    here = playing(game, seed=2)
    for viewer in (SPECTATOR, *range(len(here.table.chairs))):
        view = here.table.scene(viewer, set(), here.now).view
        seen = here.table.current.state.view(viewer)
        assert view.seat == viewer
        assert view.to_json() == seen.to_json()
        assert bool(view.legal) == (viewer == here.table.turn().seat)


def test_there_is_no_such_viewer(playing):
    here = playing("nim")
    assert here.refused(here.table.scene, 2, set(), 0.0) == "no-such-seat"
    assert here.refused(here.table.record, -2) == "no-such-seat"


def test_advice_is_for_players_where_the_host_allows_it(playing):
    here = playing("nim")
    assert here.table.scene(0, set(), 0.0, ADVICE).advice is ADVICE
    watched = here.table.scene(SPECTATOR, set(), 0.0, ADVICE)
    assert (watched.advice, watched.hints) == (None, False)
    strict = playing("nim", hints=False)
    scene = strict.table.scene(0, set(), 0.0, ADVICE)
    assert (scene.advice, scene.hints) == (None, False)


def test_the_steps_of_a_guided_deal_have_their_place_before_it_is_dealt(rig):
    table = rig("minimus", lesson=True).seat_all().table
    assert [len(table.scene(seat, set(), 0.0).lesson) for seat in (0, SPECTATOR)] == [1, 0]
    assert rig("minimus").seat_all().table.scene(0, set(), 0.0).lesson == ()


def test_the_guided_deal_speaks_to_players_in_their_first_deal(playing, monkeypatch):
    assert load_game("minimus").rules  # read before its other rooms are replaced
    guide = SimpleNamespace(
        lesson=lambda view: [LessonStep(f"seat {view.seat}, {len(view.tokens)} moves", "own")]
    )
    monkeypatch.setattr(Game, "room", lambda _self, name: guide if name == "guide" else None)
    here = playing("minimus", lesson=True, seed=3)
    moves = len(here.table.current.moves)
    assert here.table.scene(2, set(), 0.0).lesson == (LessonStep(f"seat 2, {moves} moves", "own"),)
    assert here.table.scene(SPECTATOR, set(), 0.0).lesson == ()
    assert playing("minimus").table.scene(2, set(), 0.0).lesson == ()
    guide.lesson = lambda view: [LessonStep(seat_called(0))]
    named = playing("minimus", lesson=True).table
    assert named.scene(2, set(), 0.0).lesson == (LessonStep(named.chairs[0].name),)
    scene = named.scene(2, set(), 0.0)
    assert with_draft(scene, Draft((), (), scene.view)).lesson == scene.lesson
    ended = Draft((), (), replace(scene.view, current_player=TERMINAL))
    (step,) = with_draft(scene, ended).lesson  # it is not confirmed yet: nothing is over
    assert (step.part, "golden button" in step.text) == ("actions", True)
    here.play().deal()
    assert here.table.scene(2, set(), 0.0).lesson == ()


def test_a_taught_hand_closes_with_what_comes_after_it(rig):
    game = load_game("mus")
    first, *_more, last = hands_to_learn(game)
    for hand, told in ((first, "Press “Next: Chica”"), (last, "Press Play a whole game")):
        state = taught_state(game, hand)
        record = GameRecord.from_state(state).to_text()
        wishes = {"start": record, "lesson": True, "taught": hand.name}
        here = rig("mus", state.options, [""] * 4, **wishes).seat_all().deal()
        question, advice = here.table.scene(0, set(), 0.0).lesson
        assert (question.part, advice.part) == ("own", "lances")
        assert "works too" not in advice.text, "what was given before is nobody's choice"
        step = here.play().table.scene(0, set(), 0.0).lesson[-1]
        assert (told in step.text, step.part) == (True, "actions")


def test_a_game_without_a_guide_has_no_lesson(playing, monkeypatch):
    monkeypatch.setattr(Game, "room", lambda _self, _name: None)
    assert playing("minimus", lesson=True).table.scene(0, set(), 0.0).lesson == ()


def test_who_is_a_machine_is_shown(rig):
    here = rig("tictactoe", machines=["", "advanced"])
    kinds = [(s.kind, s.level, s.present) for s in here.table.scene(-1, set(), 0.0).seats]
    assert kinds == [("open", "", False), ("machine", "advanced", True)]
    here.seat_all().deal()
    seats = here.table.scene(-1, {0}, 0.0).seats
    assert (seats[0].kind, seats[0].name, seats[0].present) == ("person", "Name0", True)
    assert (seats[0].to_move, seats[1].to_move) == (True, False)


def test_a_scene_is_json_at_every_moment(rig, game):
    here = rig(game, seed=3)
    moments = [here.told(0)]
    here.seat_all()
    moments.append(here.told(0))
    here.play(acts=6)
    moments.append(here.told(0))
    here.play()
    moments.append(here.told(0))
    phases = [json.loads(text)["phase"] for text in moments]
    assert phases[:2] == ["waiting", "preparing"]
    assert phases[3] in ("dealt out", "over")


def test_decisions_grow_with_the_position_alone(playing):
    here = playing("tictactoe")
    decision = here.table.decision
    here.do(here.table.say(0, 0, here.now))
    here.do(here.table.sit_in(1, here.now))
    here.do(here.table.give_back(1, here.now))
    assert here.table.decision == decision
    here.act()
    assert here.table.decision == here.table.seq > decision


def test_lines_drawn_as_they_come_are_those_drawn_at_once(playing, game):
    here = playing(game, seed=4)
    viewers = (SPECTATOR, *range(len(here.table.chairs)))
    for _act in range(40):
        if here.table.phase != "playing":
            break
        here.act()
        for viewer in viewers:
            here.table.scene(viewer, set(), here.now)
    woken = here.replayed()
    for viewer in viewers:
        log = here.table.scene(viewer, set(), here.now).log
        assert woken.scene(viewer, set(), here.now).log == log
        assert [line.number for line in log] == sorted({line.number for line in log})


def test_a_log_that_nobody_read_for_long_is_whole(playing):
    here = playing("bigpoints", seed=5)
    here.table.scene(0, set(), here.now)
    here.play(acts=30)
    assert here.table.scene(0, set(), here.now).log == (
        here.replayed().scene(0, set(), here.now).log
    )


def test_a_table_that_wakes_plays_its_deal_once_and_has_its_last_lines_in_words(
    playing, monkeypatch
):
    """Of a game that tells move by move: a sentence of other games needs the moves before it."""
    monkeypatch.setattr(deal, "MOST_LINES", 2)
    here = playing("tictactoe", seed=5)
    for _act in range(4):
        here.act()
        told = here.table.scene(0, set(), here.now).log
    assert len(told) == 2
    made, worded = [], []
    apply, words = State.apply_unchecked, deal.row_words
    monkeypatch.setattr(
        State, "apply_unchecked", lambda state, a: (made.append(a), apply(state, a))[1]
    )
    monkeypatch.setattr(deal, "row_words", lambda *given: (worded.append(given), words(*given))[1])
    woken = here.replayed()
    assert woken.scene(0, set(), here.now).log == told
    assert made == [move.action for move in here.table.current.moves]
    assert len(worded) == 2 * (1 + len(here.table.chairs))


def test_each_viewer_reads_the_log_in_their_language(playing):
    here = playing("tictactoe")
    with speaking("en"):
        english = here.table.scene(0, set(), here.now).log
    with speaking("fi"):
        finnish = here.table.scene(0, set(), here.now).log
    with speaking("en"):
        assert here.table.scene(0, set(), here.now).log == english
    assert [line.number for line in english] == [line.number for line in finnish]


def test_cards_that_a_viewer_did_not_see_are_not_in_their_lines(playing):
    """In minirummy the seat that draws reads the card, the rival only that one was drawn."""
    here = playing("minirummy", seed=6)
    seat = here.table.turn().seat
    here.act(0)
    drawn = here.table.current.moves[-1]
    card = here.table.record(seat).moves[-1][1]
    assert drawn.actor == -1
    own, rival, watcher = (
        [line.text for line in here.table.scene(v, set(), here.now).log]
        for v in (seat, 1 - seat, SPECTATOR)
    )
    assert own[-1] == card
    assert rival == watcher == own[:-1]


def test_phrases_said_for_hours_do_not_make_views_ever_longer(playing):
    rig = playing("tictactoe")
    for number in range(deal.MOST_LINES + 50):
        rig.now += 2.0
        rig.do(rig.table.say(number % 2, 0, rig.now))
    lines = rig.table.scene(0, {0, 1}, rig.now).log
    assert len(lines) == deal.MOST_LINES
    assert [line.number for line in lines] == sorted(line.number for line in lines)
    assert lines[-1].actor == (deal.MOST_LINES + 49) % 2


def test_what_is_seen_but_has_no_words_of_its_own_is_no_line(playing):
    """Eras: a number is told to all, the cards that follow it only to who lays them."""
    here = playing("eras", {"players": 2}, seed=4)
    mover = here.table.turn().seat
    view = here.table.scene(mover, set(), here.now).view
    here.act(view.legal[1], *_two_lowest(view))
    here.act()
    own, others = (
        [line.text for line in here.table.scene(v, set(), here.now).log if line.actor == mover]
        for v in (mover, 1 - mover)
    )
    assert others == ["Name0 lays 2 cards."]
    assert own[0].startswith("You lay ")


def test_the_log_calls_the_seats_as_the_table_does(playing, monkeypatch):
    called = lambda seen, a: f"move of {seat_called(int(seen.to_move))}"  # noqa: E731
    monkeypatch.setattr(load_game("nim"), "action_words", called)
    here = playing("nim", machines=["", "basic"])
    here.act()
    here.act()
    scene = here.table.scene(0, {0}, here.now)
    assert scene.seats[1].title == "Aino"
    assert [line.text for line in scene.log][-2:] == ["move of Name0", "move of Aino"]


def test_what_chance_reveals_is_said_by_the_seat_that_declares_or_shows_it(playing):
    """Minimus: from the mano on, each seat declares; the signs that are caught nobody says."""
    here = playing("minimus", {"exchanges": 0}, seed=2)
    while not here.table.view(0).record["declared"].all():
        here.act()
    declared = here.table.view(0).record["declared"][0].tolist()
    mano = (int(here.table.view(0).record["dealer"][0]) + 1) % 4
    seats = [(mano + turn) % 4 for turn in range(4)]
    for table in (here.table, here.replayed()):
        for viewer in (SPECTATOR, 0, 1, 2, 3):
            lines = table.scene(viewer, set(), here.now).log
            said = [(n.actor, n.text) for n in lines if n.text in ("low", "high")]
            assert said == [(seat, ("low", "high")[declared[seat] - 1]) for seat in seats]
            caught = [
                line.actor for line in lines if line.text in ("no sign seen", "a sign caught")
            ]
            assert set(caught) <= {CHANCE}


def _two_lowest(view):
    mask = int(view.record[0]["hand"][view.seat])
    return [kind for kind in range(52) if mask >> kind & 1][:2]


def test_the_points_of_every_finished_deal_are_told_in_order(rig):
    short = {"rounds": 3, "values": 5, "suits": 2, "hand": 4}
    here = rig("eras", short).seat_all()
    told = []
    for _deal in range(3):
        here.play()
        told.append(tuple(here.table.current.state.returns()))
        assert here.table.scene(0, set(), here.now).deals == tuple(told)
    assert here.table.phase == "over"
    assert tuple(map(sum, zip(*told, strict=True))) == here.table.scene(0, set(), 0.0).totals
