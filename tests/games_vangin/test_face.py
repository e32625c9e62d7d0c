"""The table of vangin pasianssi: the cards that are there, each once, and the exact chance."""

import re
from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest
from drawn import read
from frozen import frozen_scene, scene_of

from deals import positions, random_position
from ludoteca.core.numbers import Exact, Odd
from ludoteca.games.vangin import face
from ludoteca.games.vangin.odds import chance_of_winning
from ludoteca.players.advice.advise import Advice
from ludoteca.web.kit.decks import sprite_address
from ludoteca.web.kit.odds import short

SEEN = {"skipped": "seen"}


def _cards(root):
    """The names of the cards drawn in document order, backs among them."""
    return [
        e.attributes["href"].removeprefix(sprite_address("french")).lstrip("#")
        for e in root.walk()
        if e.tag == "use"
    ]


@pytest.mark.parametrize("options", [{}, SEEN, {"suits": 2, "values": 6, "board": 5}], ids=str)
def test_the_piles_drawn_are_the_piles_of_the_table(options):
    for state in positions("vangin", options, 2):
        root = read(face.board(scene_of(state, 0)))
        (piles,) = root.all("va-piles")
        drawn = Counter(
            int(pile.attributes["data-key"].removeprefix("pile-"))
            for pile in piles.children
            for _card in pile.all("card")
            if not pile.all("empty-place")
        )
        sizes = {v: int(n) for v, n in enumerate(state.record["pile"][0]) if n}
        assert drawn == sizes


@pytest.mark.parametrize("options", [{}, SEEN], ids=str)
def test_no_card_is_drawn_twice(options):
    for state in positions("vangin", options, 3):
        shown = [c for c in _cards(read(face.board(scene_of(state, 0)))) if "back" not in c]
        assert len(set(shown)) == len(shown)


def test_two_cards_lie_face_down_and_the_third_counts():
    for state in islice(positions("vangin", {}, 4), 1, None):
        (group,) = read(face.board(scene_of(state, 0))).all("va-group")
        assert len(group.all("face-down")) == 2
        (counting,) = group.all("counting")
        assert counting is group.children[-1]
        value = "A23456789TJQK"[int(state.record["last"][0]) - 1]
        assert re.search(rf"{value}[SHDC]$", _cards(counting)[0])
        assert counting.has("hit") == bool(state.record["hit"][0])


def test_the_option_shows_the_cards_that_do_not_count():
    for state in islice(positions("vangin", SEEN, 4), 1, None):
        (group,) = read(face.board(scene_of(state, 0))).all("va-group")
        assert not group.all("face-down")
        values = [t.token for t in state.tokens(0)][-3:]
        drawn = [re.search(r"(.)[SHDC]$", c).group(1) for c in _cards(group)]
        assert drawn == ["A23456789TJQK"[v] for v in values]


@pytest.mark.parametrize("hints", [True, False])
def test_the_exact_chance_is_a_bar_where_the_host_allows_it(hints):
    state = random_position("vangin", {"values": 4, "board": 3, "step": 2}, 1)
    chance = chance_of_winning(state.view(0))
    assert 0 < chance < 1
    advice = Advice(odds=(Odd("Chance", Exact(chance, "every order equally likely")),))
    bars = read(face.board(scene_of(state, 0, advice=advice, hints=hints))).all("va-chance")
    assert len(bars) == hints
    if hints:
        value = re.search(r"exact: (\d+/\d+)", bars[0].text()).group(1)
        assert Fraction(value) == chance
        (filled,) = [e for e in bars[0].walk() if e.has("filled")]
        assert float(filled.attributes["width"]) == pytest.approx(100 * float(chance), abs=0.01)


@pytest.mark.parametrize("seed", range(12))
def test_the_end_says_whether_it_came_out(seed):
    state = random_position("vangin", {"suits": 4, "values": 3, "board": 2, "step": 2}, 99, seed)
    left = int((state.record["pile"][0] > 0).sum())
    text = read(face.result(scene_of(state, 0))).text()
    assert (state.returns() == [1.0]) == ("You did it!" in text) == (left == 0)
    if left:
        assert str(left) in text


def test_large_decks_are_drawn_with_plain_cards():
    scene = frozen_scene("vangin", {"suits": 6, "values": 20, "board": 30}, after=2)
    root = read(face.board(scene))
    (piles,) = root.all("va-piles")
    assert piles.all("blank")
    assert not piles.all("face-down")


def test_looks_are_counted():
    state = random_position("vangin", {}, 4)
    text = read(face.board(scene_of(state, 0))).text()
    assert "9 looks left" in text


@pytest.mark.parametrize("options", [{}, SEEN, {"values": 6, "step": 2, "board": 5}], ids=str)
def test_each_look_changes_the_chance_that_is_told(options):
    told, chances = [], []
    for state in positions("vangin", options, 3):
        chance = chance_of_winning(state.view(0))
        if not state.legal_actions():
            break
        (left,) = read(face.board(scene_of(state, 0))).all("va-left")
        if chance and (not chances or chance != chances[-1]):
            told.append(left.text())
            chances.append(chance)
            assert ("▲" in told[-1]) == (len(chances) > 1 and chance > chances[-2])
    assert len(set(told)) == len(chances) > 2
    assert ("1 in " in told[0]) == (chances[0] < Fraction(1, 10))


def test_no_chance_is_told_where_the_host_allows_none():
    root = read(face.board(scene_of(random_position("vangin", {}, 2), 0, hints=False)))
    assert root.all("va-left")[0].text().strip() == "11 looks left"


@pytest.mark.parametrize("options", [{}, SEEN], ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_the_end_names_the_look_after_which_it_could_not_come_out(options, seed):
    fatal = 0
    for state in positions("vangin", options, seed):
        if not fatal and not chance_of_winning(state.view(0)):
            fatal = int(state.record[0]["looks"])
    told = read(face.result(scene_of(state, 0))).text()
    assert state.returns() == [0.0]
    assert ("decided it" in told) == (fatal > 0)
    if fatal:
        assert f"Look {fatal} decided it" in told


def test_the_sentence_of_what_decided_names_the_last_look_or_a_pile_that_never_counted():
    told = {True: 0, False: 0}
    for options in ({"board": 2, "suits": 4, "values": 3, "step": 1}, {}, SEEN):
        for seed in range(6):
            state = random_position("vangin", options, 999, seed)
            s = state.record[0]
            scene = scene_of(state, 0, result=tuple(state.returns()), revealed=state.record)
            words = face.decided(scene).sentence
            left = [v for v in range(int(s["values"])) if s["pile"][v]]
            if not left:
                assert f"look {s['looks']} of {s['picks']}" in words
            else:
                name = words.removeprefix("The pile of value ").partition(" stayed")[0]
                (value,) = (v for v in left if face.value_text(s, v) == name)
                turned = [
                    int(s["skipped"][w]) + int(s["seen"][w]) - int(s["pile"][w]) for w in left
                ]
                missed = turned[left.index(value)]
                assert missed == max(turned)
                assert f"{missed or 'no'} other card" in words
                assert ("took nothing" in words) == (missed > 0)
            told[not left] += 1
    assert all(told.values())


def test_the_button_that_turns_until_a_pile_goes_goes_on_while_none_went():
    for state in positions("vangin", {}, 4):
        scene = scene_of(state, 0)
        on = [e for e in read(face.actions(scene)).walk() if "data-repeats" in e.attributes]
        assert len(on) == bool(scene.view.legal)
        for button in on:
            goes_on = bool(state.record["looks"][0]) and not state.record["hit"][0]
            assert ("data-goes-on" in button.attributes) == goes_on


def test_a_patience_that_cannot_come_out_says_so_and_is_turned_to_its_end():
    for state in islice(positions("vangin", {}, 4), 1, None):
        scene = scene_of(state, 0, hints=True)
        lost = not chance_of_winning(state.view(0))
        assert ("Turn to the end" in str(face.actions(scene))) == (lost and bool(scene.view.legal))
        (main,) = [e.text() for e in read(face.actions(scene)).all("main")] or [""]
        wanted = "New deal" if lost else "Turn 3 cards1"  # with its key
        assert main == (wanted if scene.view.legal else "")
        assert not scene.view.legal or "Turn 3 cards" in str(face.actions(scene))
        told = "It can no longer come out" in str(face.board(scene))
        assert told == (lost and bool(scene.view.legal) and not state.record["hit"][0])


def test_the_chance_is_on_the_table_before_any_advice():
    state = random_position("vangin", {}, 3)
    (chance,) = read(face.board(scene_of(state, 0))).all("va-chance")
    assert "data-await" not in chance.attributes
    (value,) = chance.all("odd-value")
    assert value.text().strip() == short(Exact(chance_of_winning(state.view(0))))


@pytest.mark.parametrize("seed", range(6))
def test_the_piles_have_the_room_of_the_largest_from_first_to_last(seed):
    looks = set()
    for state in positions("vangin", {}, seed):
        (piles,) = read(face.board(scene_of(state, 0))).all("va-piles")
        looks |= {look for look in piles.attributes["class"].split() if look.startswith("deep-")}
        if not state.record["looks"][0]:
            largest = max(len(pile.all("card")) for pile in piles.children)
    assert looks == {f"deep-{largest}"}
