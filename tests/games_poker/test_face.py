"""The table of simplified poker: cards that are tapped, what the other shows, every phase drawn."""

import re
from dataclasses import replace

from drawn import acts, read
from frozen import moments, scene_of

from ludoteca.core.i18n import speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.player_names import seat_names
from ludoteca.core.record import GameRecord
from ludoteca.games.poker import face
from ludoteca.games.poker.rules import EXCHANGING, FOLD, FOLDING, STAY, STOP
from ludoteca.table.replay import Replay
from ludoteca.web.kit.whole_table import draw

KINDS = ("rapida", "estrategica", "completa")
NAMES = ("ace", "seven", "king", "queen", "jack")


def _boxes(root):
    return [e for e in root.walk() if e.attributes.get("type") == "checkbox"]


def _shown(root):
    """The ranks of the open cards, in document order."""
    return [NAMES.index(e.attributes["aria-label"]) for e in root.all("pk-card")]


def test_each_card_of_the_hand_is_a_box_that_stands_for_its_rank(played):
    state = played("AA7QJ 77KKJ")
    root = read(face.hand(scene_of(state, 0)))
    boxes = _boxes(root)
    assert [int(b.attributes["value"]) for b in boxes] == [0, 0, 1, 3, 4]
    assert [b.attributes["aria-keyshortcuts"] for b in boxes] == list("12345")
    assert [b.attributes["aria-label"] for b in boxes] == ["ace", "ace", "seven", "queen", "jack"]
    (form,) = [e for e in root.walk() if e.tag == "form"]
    assert (form.attributes["data-most"], form.attributes["data-stop"]) == ("3", str(STOP))
    keys = [e.attributes["data-key"] for e in root.all("pk-card")]
    assert len(set(keys)) == 5


def test_what_a_form_sends_is_legal_whatever_is_tapped(played):
    """All choices within the most, in document order, with the stop after fewer than the most."""
    start = played("AA7QJ 77KKJ")
    for chosen in range(32):
        ids = [a for place, a in enumerate([0, 0, 1, 3, 4]) if chosen >> place & 1]
        if len(ids) > 3:
            continue
        state = start.clone()
        for action in ids + [STOP] * (len(ids) < 3):
            assert action in state.legal_actions()
            state.apply(action)
        assert state.record["exchanged"][0, 0] == len(ids)
        assert state.current_player() != 0


def test_an_exchange_that_was_begun_goes_on_where_it_stands(played):
    state = played("AA7QJ 77KKJ", "7")
    scene = scene_of(state, 0)
    assert [int(b.attributes["value"]) for b in _boxes(read(face.hand(scene)))] == [3, 4]
    assert "up to 2" in face.ask(scene)
    assert "No more cards" in face.actions(scene)


def test_keeping_all_is_a_button_and_folding_names_its_price(played):
    keep = read(face.actions(scene_of(played("AA7QJ 77KKJ"), 0)))
    assert acts(keep) == [(STOP,)]
    first = read(face.actions(scene_of(played("AA7QJ 77KKJ", "stop stop"), 0)))
    assert acts(first) == [(STAY,), (FOLD,)]
    assert re.search("2 points for [A-Z]", first.text())
    second = read(face.actions(scene_of(played("AA7QJ 77KKJ", "stop stop stay"), 1)))
    assert re.search("3 points for [A-Z]", second.text())


def test_the_points_of_all_hands_are_in_sight_and_the_own_hand_says_what_it_scores(played):
    scene = scene_of(played("AA7QJ 77KKJ"), 0)
    (scale,) = read(face.before(scene, 1)).all("pk-scale")
    assert [row.text() for row in scale.all("now")] == ["a pair1"]
    assert "five of a kind50" in scale.text()
    assert "a pair: 1 point at the showdown" in read(face.before(scene, 0)).text()
    watched = read(face.before(scene_of(played("AA7QJ 77KKJ"), SPECTATOR), 1))
    assert not watched.all("now")


def test_the_steps_of_a_round_name_who_exchanges(played):
    for viewer, names in ((0, ("You exchange", "Boris exchanges")), (1, ("Ana", "You exchange"))):
        scene = scene_of(played("AA7QJ 77KKJ", "stop"), viewer)
        scene = replace(
            scene,
            seats=tuple(
                replace(seat, name="" if seat.seat == viewer else ("Ana", "Boris")[seat.seat])
                for seat in scene.seats
            ),
        )
        (shown,) = read(face.board(scene)).all("steps")
        told = [step.text() for step in shown.walk() if step.tag == "li"]
        assert len(told) == 4
        assert all(words.startswith(name) for words, name in zip(told, names, strict=False))
        assert [step.text() for step in shown.all("now")] == told[1:2]


def test_half_points_are_written_as_the_language_does(played):
    state = played("AAA7J AAKQ7", "stop stop stay stay")
    scene = scene_of(state, 0)
    scene = replace(scene, result=(1.5, 1.5))
    with speaking("pt"):
        assert "1,5" in read(face.result(scene)).text()


def test_the_other_shows_backs_and_a_number(played):
    state = played("AA7QJ 77KKJ", "Q J stop A A 7 7 stop A Q")
    assert int(state.record["phase"][0]) == FOLDING
    root = read(face.before(scene_of(state, 1), 0))
    assert len(root.all("face-down")) == 5
    assert not _shown(root)
    assert "exchanged 2 cards" in root.text()
    (theirs,) = read(face.board(scene_of(state, 1))).all("theirs")
    assert len(theirs.all("face-down")) == 2
    assert not _shown(theirs)


def test_a_replay_lays_both_hands_open_before_the_end(played):
    state = played("AA7QJ 77KKJ", "Q J stop A K stop")
    scene = replace(scene_of(state, SPECTATOR), revealed=state.record)
    for seat, hand in enumerate(state.record["hand"][0]):
        shown = _shown(read(face.before(scene, seat)))
        assert [shown.count(rank) for rank in range(len(NAMES))] == list(hand)


def test_new_cards_are_marked(played):
    state = played("AA7QJ 77KKJ", "Q J stop A K stop")
    root = read(face.hand(scene_of(state, 0)))
    assert [NAMES.index(e.attributes["aria-label"]) for e in root.all("fresh")] == [0, 2]


def test_the_showdown_has_both_hands_and_their_values_in_words(played):
    state = played("AAA7J 77KKJ", "stop stop stay stay")
    scene = scene_of(state, 0)
    assert _shown(read(face.before(scene, 1))) == [1, 1, 2, 2, 4]
    assert "two pairs (2 points)" in read(face.before(scene, 1)).text()
    assert "three of a kind (3 points)" in read(face.before(scene, 0)).text()
    told = read(face.result(scene)).text()
    assert "You win the round: three of a kind (A A A) against two pairs (7 7 K K)." in told
    assert "You lead the match, 3 to 0." in told
    assert re.search(r"You\s*3\s*3", told)
    won = [bool(read(face.before(scene, seat)).all("won")) for seat in (0, 1)]
    assert won == [True, False], "the winner's hand is marked"


def test_a_fold_is_told_under_the_name_of_who_folded(played):
    """Somebody has left since, and a machine has their seat: the log calls them so, too."""
    state = played("AA7QJ 77KKJ", "stop stop stay fold")
    html = draw(replace(scene_of(state, 0), players=("Ana", "Guest 2")))
    assert "Guest 2 folded: 3 points for you." in html
    assert "Bruno folded" not in html


def test_a_fold_says_who_gets_what(played):
    with seat_names(("Ana", "Bruno")):
        state = played("AA7QJ 77KKJ", "stop stop fold")
        assert "You folded: 2 points for Bruno." in face.result(scene_of(state, 0))
        state = played("AA7QJ 77KKJ", "stop stop stay fold")
        assert "Bruno folded: 3 points for you." in face.result(scene_of(state, 0))


def test_what_decided_a_round_is_told_with_both_hands(played):
    three, two, pair = (
        "three of a kind (A A A 7 J)",
        "two pairs (7 7 K K J)",
        "a pair (A A 7 Q J)",
    )
    shown = played("AAA7J 77KKJ", "stop stop stay stay")
    folded = played("AA7QJ 77KKJ", "stop stop stay fold")
    for state, viewer, words in (
        (shown, 0, f"You won with {three}; {{1}} had {two}."),
        (shown, 1, f"{{0}} won with {three}; you had {two}."),
        (shown, SPECTATOR, f"{{0}} won with {three}; {{1}} had {two}."),
        (folded, 0, f"{{1}} folded the better hand, {two}; you had {pair}."),
        (folded, 1, f"You folded the better hand, {two}; {{0}} had {pair}."),
        (folded, SPECTATOR, f"{{1}} folded {two}; {{0}} had {pair}."),
    ):
        scene = scene_of(state, viewer)
        names = [seat.title for seat in scene.seats]
        assert face.decided(scene).sentence == words.format(*names)
    assert face.decided(scene_of(played("AAKQJ 77AQJ", "stop stop stay stay"), 0)) is None


def test_a_tie_gives_each_half(played):
    state = played("AAKQJ 77AQJ", "stop stop stay stay")
    assert "Both have a pair: each gets half." in face.result(scene_of(state, 0))


def test_the_round_and_who_is_first_are_said(game, played):
    standing = game.standing_layout.empty()
    standing["played"], standing["score"] = 1, [[6, 0]]
    state = played("AA7QJ 77KKJ", standing=standing)
    assert "Round 2 of 5" in face.board(scene_of(state, 0))
    assert "Clara is first" in face.board(scene_of(state, 0))
    assert "you are first" in face.board(scene_of(state, 1))


def test_the_end_of_a_match_names_its_winner(game, played):
    standing = game.standing_layout.empty()
    for halves, verdict in (
        (7, "You win the match, 4 to 3.5!"),
        (8, "The match is a draw, 4 to 4."),
    ):
        standing["score"] = [[2, halves]]
        state = played("AAA7J 77KKJ", "stop stop stay stay", standing=standing)
        assert verdict in face.result(scene_of(state, 0, phase="over"))


def test_the_end_of_a_match_shows_the_points_of_each_round(game, played):
    standing = game.standing_layout.empty()
    standing["played"], standing["score"] = 2, [[2, 7]]
    state = played("AAA7J 77KKJ", "stop stop stay stay", standing=standing)
    deals = ((0.0, 2.5), (1.0, 1.0), (3.0, 0.0))
    scene = scene_of(state, 0, phase="over", deals=deals)
    (table,) = read(face.result(scene)).all("match-rounds")
    cells = [[part.text() for part in row.walk() if part.tag == "td"] for row in rows_of(table)]
    assert cells == [["0", "1", "3", "4"], ["2.5", "1", "0", "3.5"]]
    scene = scene_of(state, 0, deals=deals)
    assert not read(face.result(scene)).all("match-rounds"), "only at the end of the match"


def rows_of(table):
    return [row for row in table.walk() if row.tag == "tr"][1:]


def test_a_replay_has_the_score_of_the_match(game, played):
    standing = game.standing_layout.empty()
    standing["played"], standing["score"] = 4, [[3, 23]]
    state = played("AAA7J 77KKJ", "stop stop stay stay", standing=standing)
    replay = Replay("k", GameRecord.from_state(state, ("Ana", "Bruno")).to_text())
    points = read(face.result(replay.scene(replay.last, 0))).all("points")[0]
    match = [part.text() for part in points.walk() if part.tag == "b"]
    assert match == ["4.5", "11.5"]
    heads = [read(draw(replay.scene(at, 0))).all("scores")[0] for at in (replay.first, replay.last)]
    shown = [[part.text() for part in head.all("score-points")] for head in heads]
    assert shown == [["1.5", "11.5"], ["4.5", "11.5"]]


def test_the_kernel_has_no_phase_that_the_face_forgets():
    seen = {int(s.record["phase"][0]) for seed in range(6) for s in moments("poker", seed)}
    assert {EXCHANGING, FOLDING} <= seen
