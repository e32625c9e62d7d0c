"""The plain table: cards that a game lists, names instead of numbers, sides instead of seats."""

from dataclasses import replace

from drawn import read
from frozen import frozen_scene

from ludoteca.core.game import Game
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.match import standing_text
from ludoteca.web.kit import face
from ludoteca.web.kit.whole_table import draw


def cards(drawn) -> list[str]:
    """The cards of a part, as they are read out; "" for one face down."""
    return [
        card.attributes.get("aria-label", "") or card.text()
        for card in read(str(drawn)).all("card")
    ]


def test_a_seat_sees_its_own_cards_and_the_backs_of_the_others():
    scene = frozen_scene("kuhn", viewer=0, after=1, seed=2)
    card = "JQK"[int(scene.view.record["hand"][0][0]) - 1]
    assert cards(face.hand(scene)) == [card]
    assert cards(face.before(scene, 0)) == []
    assert cards(face.before(scene, 1)) == [""]


def test_a_spectator_sees_backs_and_all_see_what_is_shown_in_the_end():
    held = {"held": 2, "exchanges": 0}
    scene = frozen_scene("minimus", held, viewer=SPECTATOR, after=3)
    assert [cards(face.before(scene, seat)) for seat in range(4)] == [["", ""]] * 4
    assert cards(face.hand(scene)) == []
    over = frozen_scene("minimus", held, viewer=SPECTATOR, after=999)
    hands = over.revealed["hand"][0]
    for seat in range(4):
        ranks = [str(kind + 1) for kind in (3, 2, 1, 0) for _copy in range(hands[seat, kind])]
        assert cards(face.before(over, seat)) == ranks


def test_cards_of_a_deck_are_its_pictures_and_lie_on_the_table_too():
    scene = frozen_scene("leduc", {"suits": "yes"}, viewer=0, after=999, seed=1)
    assert scene.revealed["board"][0], "a deal in which the public card is dealt"
    ranks, suits = ("jack", "queen", "king"), ("spades", "hearts")
    board, *held = (
        f"{ranks[int(card - 1) // 2]} of {suits[int(card - 1) % 2]}"
        for card in (scene.revealed["board"][0], *scene.revealed["hand"][0])
    )
    assert cards(face.board(scene)) == [board]
    assert cards(face.hand(scene)) == [held[0]]
    assert cards(face.before(scene, 1)) == [held[1]]


def test_a_card_that_a_seat_played_has_its_name(monkeypatch):
    scene = frozen_scene("minimus", viewer=0, after=1)
    trick = ["4", ("2", 1), ("3", 2)]
    notation = scene.game.notation
    monkeypatch.setattr(notation, "cards_on_table", lambda _seen: trick, raising=False)
    drawn = read(str(face.board(scene)))
    assert cards(face.board(scene)) == ["4", "2", "3"]
    assert [part.text() for part in drawn.all("plain-played")] == ["2Boris", "3Dina"]


def test_a_game_that_lists_no_cards_has_none():
    scene = frozen_scene("nim", viewer=0, after=1)
    assert cards(face.hand(scene)) == cards(face.before(scene, 1)) == cards(face.board(scene)) == []


def points(scene) -> list[str]:
    drawn = read(str(face.scores(scene)))
    return [part.text() for part in drawn.all("score-points")]


def test_the_score_is_what_decides_the_match_as_far_as_it_is_known():
    eras, nim = (replace(frozen_scene(name, viewer=0), deal=2) for name in ("eras", "nim"))
    standing = eras.game.standing_layout.empty()
    standing["score"][0][:2] = 7, 11
    assert points(replace(eras, standing=standing_text(standing), totals=())) == ["7", "11"]
    # No standing decides: the points of the finished deals do, which a replay has not.
    assert points(replace(nim, totals=(3.0, 1.0))) == ["3", "1"]
    assert points(replace(nim, totals=())) == []
    assert points(replace(nim, totals=(3.0, 1.0), deal=1)) == []


def test_the_text_calls_the_seats_as_their_badges_do():
    (text,) = read(draw(frozen_scene("minimus", viewer=0, after=6))).all("plain-table")
    assert "Boris:" in text.text()
    assert "Ana (you):" in text.text()
    assert "Player" not in text.text()


def _marks(scene) -> list[list[str]]:
    chips = read(draw(scene)).all("chip")
    chips.sort(key=lambda chip: chip.attributes["data-key"])
    return [[mark.text() for mark in chip.all("mark-word")] for chip in chips]


def test_it_is_shown_who_is_whose_partner():
    assert _marks(frozen_scene("minimus", viewer=1, after=6)) == [[], [], [], ["partner"]]
    scene = frozen_scene("minimus", viewer=SPECTATOR, after=6)
    names = [seat.title for seat in scene.seats]
    assert _marks(scene) == [[f"with {names[other]}"] for other in (2, 3, 0, 1)]
    assert _marks(frozen_scene("kuhn", viewer=0, after=1)) == [[], []]


def test_of_three_sides_partners_tell_of_each_other(monkeypatch):
    monkeypatch.setattr(Game, "teams", lambda game, options: ((0, 3), (1,), (2,)))
    scene = frozen_scene("minimus", viewer=1, after=6)
    names = [seat.title for seat in scene.seats]
    assert _marks(scene) == [[f"with {names[3]}"], [], [], [f"with {names[0]}"]]


def test_the_end_lists_the_pairs_with_their_points():
    for viewer, names in ((0, ("Us", "Them")), (-1, ("Ana and Dina", "Boris and Emil"))):
        scene = frozen_scene("minimus", viewer=viewer, after=999, seed=3)
        rows = [row.text() for row in read(str(face.result(scene))).walk() if row.tag == "tr"]
        points = [f"{scene.result[side]:g}" for side in (0, 1)]
        assert rows == [names[0] + points[0], names[1] + points[1]]


def test_a_button_says_its_move_once():
    scene = frozen_scene("minimus", {"exchanges": 0}, viewer=0, after=0)
    scene = frozen_scene("minimus", {"exchanges": 0}, viewer=scene.view.current_player, after=0)
    words = [button.children[0].text() for button in read(str(face.actions(scene))).all("act")]
    assert words == [scene.view.action_words(a) for a in scene.view.legal]
    assert "make no sign" in words
