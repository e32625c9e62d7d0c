"""The viewer's hand, the count of a deal, and moves that are tried, as the kit draws them."""

import re

import pytest
from drawn import read
from frozen import frozen_scene

from ludoteca.core.i18n import speaking
from ludoteca.table.scene import Draft
from ludoteca.web.kit.card import card, card_choice
from ludoteca.web.kit.count import Counted, count, points_text, signed
from ludoteca.web.kit.drafts import ahead, pick_form, picked, take_apart, tried
from ludoteca.web.kit.fan import Resorted, fan
from ludoteca.web.kit.hand import large_hand, sorter

CARDS = [(suit, rank) for suit in range(4) for rank in (2, 7, 5)]


@pytest.mark.parametrize("drawn", [large_hand, lambda cards, **more: fan(cards, "Hand", **more)])
def test_a_hand_knows_the_place_of_each_card_in_the_other_order(drawn):
    by_rank = Resorted.by_key("rank", [(rank, suit) for suit, rank in CARDS])
    root = read(drawn([card("french", "AS")] * len(CARDS), resorted=by_rank))
    found = []
    for slot, (suit, rank) in zip(root.all("slot"), CARDS, strict=True):
        tens, ones = re.search(r"tens-(\d) ones-(\d)", slot.attributes["class"]).groups()
        found.append((10 * int(tens) + int(ones), (rank, suit)))
    assert [place for place, _card in sorted(found)] == list(range(len(CARDS)))
    assert [key for _place, key in sorted(found)] == sorted(key for _place, key in found)
    assert len(root.all("sorts-rank")) == 1


def test_a_sorter_begins_with_the_usual_order():
    radios = {
        e.attributes["value"]: "checked" in e.attributes
        for e in read(sorter(usual="rank")).walk()
        if e.tag == "input"
    }
    assert radios == {"suit": False, "rank": True}


def test_a_count_tells_the_sums_after_each_line_with_real_minus_signs():
    lines = [Counted("Cards", (1085, 40)), Counted("Morto", (0, -1100), ("not taken",))]
    drawn = count(lines, ("Us", "Them"), (10, 0))
    notes = {row.count("count-note") for row in str(drawn).split("<tr")[1:]}
    assert len(notes) == 1, "where phones leave notes out, heads stay above their columns"
    rows = read(drawn).all("counted")
    assert [[cell.text().strip() for cell in row.children] for row in rows] == [
        ["Cards", "", "+1,085 1,095", "+40 40"],
        ["Morto", "not taken", "1,095", "−1,100 −1,060"],
    ]
    assert signed(0) == "0"
    with speaking("pt"):
        assert (signed(1085), points_text(-1085.0)) == ("+1.085", "−1.085")


def test_without_a_draft_a_face_draws_the_table_as_it_is():
    scene = frozen_scene("minirummy")
    assert ahead(scene) is scene.view
    assert (tried(scene), picked(scene), take_apart(scene)) == ((), (), [])


def test_a_draft_can_be_taken_apart_and_its_picks_stay_with_what_is_tried():
    scene = frozen_scene("minirummy")
    draft = Draft((4, 17), (5,), scene.view.after(scene.view.legal[:1]))
    scene = frozen_scene("minirummy", draft=draft)
    assert ahead(scene) is draft.view
    buttons = [e for part in take_apart(scene) for e in read(part).walk() if e.tag == "button"]
    assert [b.attributes["data-try"] for b in buttons] == ["4", ""]
    choice = card_choice("french", "AS", 5, picked=5 in picked(scene))
    (form,) = [e for e in read(pick_form("f", choice, scene=scene)).walk() if e.tag == "form"]
    assert form.attributes["data-picks"] == "4 17"
    assert any("checked" in e.attributes for e in form.walk())
