"""The table of eras: what is drawn of lays, piles and hand, and what a choice sends."""

import re
from dataclasses import replace

import numpy as np
import pytest
from drawn import acts, read
from frozen import scene_of

from deals import positions as of_a_deal
from deals import random_position
from ludoteca.core.ids import CHANCE, HIDDEN, SPECTATOR
from ludoteca.games.eras import face
from ludoteca.games.eras.combinations import points
from ludoteca.games.eras.face_table import tricks
from ludoteca.games.eras.notation import card_text, kinds_of, read_cards, sum_text, type_words
from ludoteca.games.eras.rules import NUMBER, WITHDRAW
from ludoteca.web.kit.cards import BACK
from ludoteca.web.kit.decks import sprite_address

DEAL = "3S 5C 3H 6C 4H 7C 4D 8C 5D 9C 9H TC KS JC"


def drawn_cards(root):
    """The names of the cards drawn, backs among them, in document order."""
    start = len(sprite_address("french")) + 1
    return [e.attributes["href"][start:] for e in root.walk() if e.tag == "use"]


def on_table(scene):
    """The cards of the place of the trick, beside which the deck lies."""
    (table,) = read(face.board(scene)).all("er-table")
    return drawn_cards(table)


def form_of(root):
    (form,) = [e for e in root.walk() if e.tag == "form"]
    return form


def positions(players=2, seed=1, **options):
    """Every decision of a random round and its end."""
    return of_a_deal("eras", {"players": players, **options}, seed)


# -- the trick -------------------------------------------------------------------------------------


def test_a_lay_is_so_many_backs_with_its_number_to_the_others_and_cards_to_its_player(played):
    state = played(DEAL, "+3 3H 3S KS", players=2)
    theirs = read(face.board(scene_of(state, 1)))
    assert on_table(scene_of(state, 1)) == [BACK] * 3
    lay, place = theirs.all("er-lay")
    assert place.attributes["class"].split() == ["er-lay", "none"], "the other has laid nothing yet"
    assert lay.all("count")[0].text() == "3"
    assert "3 cards" in lay.text()
    assert on_table(scene_of(state, 0)) == ["3H", "3S", "KS"]


def test_the_reveal_shows_every_lay_marks_the_combination_and_names_the_winner(played):
    state = played(DEAL, "+3 3H 3S KS", "+2 5C 7C", players=2)
    root = read(face.board(scene_of(state, 1)))
    (won,) = root.all("won")
    assert drawn_cards(won) == ["3H", "3S", "KS"]
    assert [e.attributes["aria-label"] for e in won.all("dim")] == ["king of spades"]
    assert "pair" in won.text()
    assert "Player 1 wins 5 cards with 3♥ 3♠ (pair)" in root.text()
    assert "You" in root.all("er-lay")[1].text()


def test_the_last_trick_stays_until_the_leader_has_laid_and_then_folds_away(played):
    first = (DEAL, "+3 3H 3S KS", "+2 5C 7C", "AC AD AH AS 2C", "+2")
    state = played(*first, players=2)
    assert read(face.board(scene_of(state, 1))).all("turned")
    state.apply(state.parse("4H"))
    state.apply(state.parse("5D"))
    root = read(face.board(scene_of(state, 1)))
    assert not root.all("turned")
    (last,) = root.all("er-last")
    assert last.tag == "details"
    assert "wins 5 cards" in last.text()
    assert len(last.all("er-lay")) == 2


@pytest.mark.parametrize("players", [2, 5])
def test_tricks_are_read_off_the_tokens_as_they_were_played(players):
    for state in positions(players, seed=players):
        for viewer in range(players):
            found = list(tricks(state.view(viewer).tokens))
            assert len(found) == int(state.record[0]["tricks"])
            won = [0] * players
            for trick in found:
                won[trick.winner] |= trick.cards
            if not state.is_terminal():
                assert won == [int(p) for p in state.record[0]["pile"][:players]]


def test_the_tokens_of_others_deals_are_hidden_so_no_deal_is_taken_for_a_reveal(played):
    tokens = played(DEAL, players=2).view(0).tokens
    assert {t.actor for t in tokens} == {CHANCE}
    assert sum(t.token == HIDDEN for t in tokens) == 7
    assert list(tricks(tokens)) == []


def test_cards_shown_in_a_retreat_lie_open_beside_the_backs(played):
    deal = "2S 4C KS KH 5C 6D"
    state = played(deal, "+2 2S KS", "+2 4C KH", "-1 2S KS", players=2, hand=3, retreat="yes")
    assert on_table(scene_of(state, 1)) == ["KS", "4C", "KH"]
    laid = played(deal, "+3", "+2 4C KH", "-1 2S KS", players=2, hand=3, retreat="yes")
    assert on_table(scene_of(laid, 1)) == ["KS", BACK, "4C", "KH"]


# -- the piles -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 5])
def test_each_pile_has_its_groups_by_value_and_its_points(players):
    for state in positions(players, seed=7):
        root = read(face.board(scene_of(state, 0)))
        (table,) = root.all("er-piles")
        rows = [e for e in table.walk() if e.attributes.get("data-key", "").startswith("pile-")]
        assert len(rows) == players
        for row in rows:
            seat = int(row.attributes["data-key"].removeprefix("pile-"))
            pile = int(state.record[0]["pile"][seat])
            cells = [c for c in row.children if c.tag == "td"]
            groups = [sum(len(g.children) for g in cell.all("er-group")) for cell in cells]
            assert groups[:13] == [(pile >> 4 * v & 15).bit_count() for v in range(13)]
            assert row.all("er-points")[0].text() == str(int(points(pile)))


def test_a_smaller_deck_has_fewer_columns():
    root = read(face.board(scene_of(random_position("eras", {"values": 6}, 3), 0)))
    heads = [e.text() for e in root.all("er-piles")[0].walk() if e.attributes.get("scope") == "col"]
    assert heads == ["A", "2", "3", "4", "5", "6", "Points", "Match"]


def test_the_match_stands_beside_the_round_once_a_round_is_over():
    state = [*positions(2, seed=3)][-1]
    state.record["score"][0, :2] = 50, 20
    own, other = (int(points) for points in state.returns())
    scene = scene_of(state, 0, deal=3)
    rows = [
        r for r in read(face.board(scene)).walk() if "pile-" in r.attributes.get("data-key", "")
    ]
    assert [r.all("er-points")[1].text() for r in rows] == [str(20 + other), str(50 + own)]
    single = random_position("eras", {"rounds": 1}, 999, 3)
    assert "Match" not in read(face.board(scene_of(single, 0))).text()


# -- the hand and the moves ------------------------------------------------------------------------


def test_every_card_of_the_hand_can_be_chosen_by_mouse_and_by_number(played):
    root = read(face.hand(scene_of(played(DEAL, players=2), 0)))
    boxes = [e for e in form_of(root).walk() if e.tag == "input"]
    hand = kinds_of(read_cards("3S 3H 4H 4D 5D 9H KS"))
    assert [int(b.attributes["value"]) for b in boxes] == hand
    assert [b.attributes["aria-keyshortcuts"] for b in boxes] == list("1234567")
    assert boxes[0].attributes["aria-label"] == "3 of hearts"
    assert form_of(root).attributes["data-counted"] == str(NUMBER)


def test_the_places_by_suit_are_those_of_a_hand_sorted_by_suit(played):
    root = read(face.hand(scene_of(played(DEAL, players=2), 0)))
    places = {}
    for slot in root.all("slot"):
        (place,) = re.findall(r"ones-(\d)", slot.attributes["class"])
        (box,) = [e for e in slot.walk() if e.tag == "input"]
        places[int(place)] = card_text(int(box.attributes["value"]))
    assert [places[n] for n in range(7)] == ["3S", "KS", "3H", "4H", "9H", "4D", "5D"]


@pytest.mark.parametrize(
    ("deal", "best", "others"),
    [
        (DEAL, "4D 5D", ["3S 3H 4H 4D 5D 9H KS"]),
        ("AS 2C 2S 3C 3S 4C 4S 6C 5S 8C 6S TC 7S QC", "AS 2S 3S 4S 5S 6S 7S", []),
    ],
)
def test_the_best_combination_or_all_cards_are_picked_by_one_button_and_not_laid(
    played, deal, best, others
):
    root = read(face.actions(scene_of(played(deal, players=2), 0)))
    assert acts(root) == []
    picked = [e.attributes["data-check"] for e in root.walk() if "data-check" in e.attributes]
    sets = [sum(1 << int(kind) for kind in kinds.split()) for kinds in picked]
    assert sets == [read_cards(cards) for cards in (best, *others)]


def test_what_a_choice_sends_is_legal_to_its_last_move():
    """As the page's script sends it: how many first, which after, unless it is all of them."""
    rng = np.random.default_rng(5)
    for options in ({}, {"retreat": "yes", "values": 8}, {"hand": 3, "players": 4}):
        state = random_position("eras", options, 0, 2)
        for _act in range(400):
            if state.is_terminal():
                break
            if state.is_chance():
                state.apply_unchecked(state.sample_chance(rng))
                continue
            seat = state.current_player()
            form = form_of(read(face.hand(scene_of(state, seat))))
            for move in _chosen(form, rng):
                assert state.current_player() == seat
                state.apply(move)
        assert state.is_terminal()


def _chosen(form, rng):
    told = {name: int(v) for name, v in form.attributes.items() if re.fullmatch(r"\d+", v)}
    boxes = [int(e.attributes["value"]) for e in form.walk() if e.attributes.get("name") == "a"]
    most = told.get("data-most", len(boxes))
    n = int(rng.integers(told.get("data-least", 1), most + 1))
    picked = sorted(rng.choice(len(boxes), n, replace=False))
    chosen = [boxes[k] for k in picked]
    if "data-counted" not in told:
        return chosen
    return [told["data-counted"] + n, *(chosen if n < len(boxes) else [])]


def test_all_may_be_left_in_a_retreat(played):
    state = played("2S 4C KS KH 5C 6D", "+2 2S KS", "+2 4C KH", players=2, hand=3, retreat="yes")
    assert (WITHDRAW,) in acts(read(face.actions(scene_of(state, 0))))


# -- the end and the rest --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_result_names_who_has_most(players, viewer):
    state = [*positions(players, seed=11, values=7)][-1]
    told = read(face.result(scene_of(state, viewer))).text()
    best = int(max(state.returns()))
    winner = int(np.argmax(state.returns()))
    assert str(best) in told
    assert ("You win" in told) == (viewer == winner and list(state.returns()).count(best) == 1)


def test_the_sums_of_the_result_are_called_points_of_the_piles():
    state = random_position("eras", {"players": 2}, 999, 1)
    root = read(face.result(scene_of(state, 0, result=tuple(state.returns()))))
    (sums,) = root.all("er-sums")
    head = "Points of the groups in each pile (1, 2, 3 or 4 of a value: 1, 5, 10, 20)"
    assert sums.text().startswith(head)


def test_the_box_of_the_trick_that_scrolls_has_a_name(played):
    root = read(face.board(scene_of(played(DEAL, players=2), 0)))
    boxes = [e for e in root.walk() if e.attributes.get("tabindex") == "0"]
    assert [box.attributes.get("aria-label") for box in boxes] == ["The trick"]


FOURS = "AS AH AD AC 2S 2H 2D 2C 3S 3H 3D 3C 6S 6H 6D 6C"


@pytest.mark.parametrize(
    ("piles", "told"),
    [
        (
            (FOURS + " KS KH KD", "8S 8H 8D"),
            "You have 4 groups of 4 cards in your pile: 80 of your 90 points.",
        ),
        (
            ("8S 8H 8D", FOURS + " KS"),
            "Boris has 4 groups of 4 cards in the pile: 80 of the 81 points.",
        ),
        (
            ("AS AH AD AC 8S 8H 8D", "2S 2H 2D 2C 9S"),
            "You have 1 group of 3 cards in your pile: 10 of your 30 points.",
        ),
        (("AS", "2S 3S 4S"), "Boris has 3 single cards in the pile: 3 of the 3 points."),
    ],
)
def test_the_groups_by_which_a_round_was_won_are_told_with_their_points(piles, told):
    """Those of the size whose points put the winner furthest ahead: all of them, not one."""
    state = [*positions(2, seed=11)][-1]
    masks = [read_cards(pile) for pile in piles]
    state.record["pile"][0, :2] = masks
    result = tuple(float(points(mask)) for mask in masks)
    assert face.decided(scene_of(state, 0, result=result)).sentence == told


def test_a_shared_round_names_all_who_share_it():
    state = [*positions(2, seed=11)][-1]
    scene = replace(scene_of(state, 0), result=(60.0, 60.0))
    told = read(face.result(scene)).text()
    assert "The round is shared" in told
    assert "You" in told
    assert "Boris" in told


def test_at_the_end_of_a_match_its_points_decide():
    state = [*positions(2, seed=11)][-1]
    state.record["score"][0, :2] = 290, 110
    scene = scene_of(state, 0, phase="over", result=(10.0, 90.0))
    assert "You win the match: 300 to 200!" in read(face.result(scene)).text()


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ((290, 110), "You led the match before the last round too, with 290 points to 110."),
        ((200, 270), "Boris led the match before the last round too, with 270 points to 200."),
        ((270, 200), "The last round decided the match: before it, Boris had 200 points to 270."),
    ],
)
def test_the_end_of_a_match_tells_what_the_last_round_did_and_how_the_points_add_up(before, told):
    state = [*positions(2, seed=11)][-1]
    state.record["score"][0, :2] = before
    scene = scene_of(state, 0, phase="over", result=(10.0, 90.0))
    (sums,) = read(face.result(scene)).all("er-sums")
    assert f"You: {before[0]} + 10 = {before[0] + 10}" in sums.text().replace("\u00a0", " ")
    assert face.decided(scene).sentence == told


def test_the_button_of_a_lay_names_the_combination_chosen(played):
    state = played(DEAL, players=2)
    place = next(
        e for e in read(face.actions(scene_of(state, 0))).walk() if "data-names" in e.attributes
    )
    words = place.attributes["data-words"].split("|")
    sets = [words[int(n)] for n in place.attributes["data-sets"].split()]
    held = kinds_of(int(state.record["hand"][0, 0]))
    assert len(sets) == 2 ** len(held) - 1
    for n, name in enumerate(sets, start=1):
        cards = sum(1 << kind for bit, kind in enumerate(held) if n >> bit & 1)
        assert name == type_words(cards)


def test_a_replay_lays_hands_and_lays_open(played):
    state = played(DEAL, "+3 3H 3S KS", players=2)
    scene = replace(scene_of(state, SPECTATOR), revealed=state.record)
    assert on_table(scene) == ["3H", "3S", "KS"]
    for seat, mask in enumerate(state.record[0]["hand"]):
        hand = drawn_cards(read(str(face.before(scene, seat))))
        assert hand == [card_text(k) for k in kinds_of(int(mask))]


@pytest.mark.parametrize(
    ("pile", "told"),
    [
        ("", "0"),
        ("3S", "1"),
        ("3S 4S", "2 × 1 = 2"),
        ("KS KH KD KC", "20"),
        ("KS KH KD KC 2S 2H 5D 5C 9C", "20 + 2 × 5 + 1 = 31"),
    ],
)
def test_the_points_of_a_pile_are_told_as_their_sum(pile, told):
    assert sum_text(read_cards(pile)) == told


# -- the rounds of a match -------------------------------------------------------------------------


def end_of_match(rounds, players=2, **options):
    """The last position of a match with so many rounds, and the points of each by seat."""
    state = [*positions(players, seed=11, rounds=rounds, **options)][-1]
    deals = [tuple(float(10 * n + seat) for seat in range(players)) for n in range(1, rounds)]
    state.record["played"] = rounds - 1
    for seat in range(players):
        state.record["score"][0, seat] = sum(points[seat] for points in deals)
    deals.append(tuple(state.returns()))
    return state, tuple(deals)


def cells_of_rounds(scene):
    """The rows of the table of rounds, names and heads first."""
    (table,) = read(face.result(scene)).all("match-rounds")
    return [[cell.text() for cell in row.children] for row in table.walk() if row.tag == "tr"]


@pytest.mark.parametrize("players", [2, 4])
def test_the_end_of_a_match_has_the_points_of_every_round_and_their_sum(players):
    state, deals = end_of_match(4, players)
    scene = scene_of(state, 0, phase="over", deals=deals)
    head, *rows = cells_of_rounds(scene)
    assert head == ["Round", "1", "2", "3", "4", "Match"]
    assert len(rows) == players
    assert rows[-1][0] == "You"
    assert rows[0][0] == scene.seats[1].title, "people are named"
    for seat, row in zip([*range(1, players), 0], rows, strict=True):
        assert [float(cell) for cell in row[1:-1]] == [points[seat] for points in deals]
        assert float(row[-1]) == sum(points[seat] for points in deals)


def test_of_a_long_match_the_first_rounds_are_added_up():
    state, deals = end_of_match(12)
    head, *rows = cells_of_rounds(scene_of(state, 0, phase="over", deals=deals))
    assert head == ["Round", "1–6", "7", "8", "9", "10", "11", "12", "Match"]
    assert float(rows[-1][1]) == sum(points[0] for points in deals[:6])


def test_a_match_of_one_round_and_the_end_of_a_round_have_no_table_of_rounds():
    state, deals = end_of_match(4)
    for scene in (
        scene_of(state, 0, phase="dealt out", deals=deals),
        scene_of(state, 0, phase="over", deals=deals[-1:]),
    ):
        assert not read(face.result(scene)).all("match-rounds")


def test_the_place_where_the_next_lay_comes_is_marked(played):
    state = played(DEAL, "+3 3H 3S KS", players=2)
    for viewer in (0, 1):
        lays = read(face.board(scene_of(state, viewer))).all("er-lay")
        marked = [lay.attributes["data-key"] for lay in lays if "data-next" in lay.attributes]
        assert marked == ["lay-1"]
