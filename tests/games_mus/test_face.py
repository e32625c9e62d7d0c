"""The page of mus: whose cards are drawn, what the buttons send, what is told of bets and count."""

import json
from dataclasses import replace

import numpy as np
import pytest
from drawn import acts, read
from frozen import NAMES, scene_of

from deals import positions
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.shuffles.sealed_shoe import Seal
from ludoteca.games.mus import face
from ludoteca.games.mus.cards_shown import hands
from ludoteca.games.mus.counting import best_seat
from ludoteca.games.mus.face import DECK
from ludoteca.games.mus.face_count import payments, points_words
from ludoteca.games.mus.face_lances import deje
from ludoteca.games.mus.face_signs import GESTURES, gesture
from ludoteca.games.mus.hands import ACE, KING, thrown_of
from ludoteca.games.mus.ids import (
    BETTING,
    CUT,
    ENVITE,
    ORDAGO,
    PASS,
    PUNTO,
    REFUSED,
    SAY,
    SEATS,
    SIGN,
    TEAMS,
    WINDOW,
)
from ludoteca.games.mus.notation import log_line
from ludoteca.games.mus.signs import SIGNS
from ludoteca.table.deal import Rules, SentenceWriter, advance, row_words
from ludoteca.table.replay import Replay
from ludoteca.web.kit.cards import BACK
from ludoteca.web.kit.decks import sprite_address
from ludoteca.web.kit.whole_table import draw

from .dealing import GAME, QUIET, certain, dealt, later, word

KIND_OF = {"1": ACE, "2": ACE, "3": KING, "10": 7, "11": 8, "12": KING}


def careful(state, rng):
    """A random move of somebody who bets little."""
    legal = [a for a in state.legal_actions() if a < ENVITE + 3]
    return int(rng.choice([a for a in legal if a != ORDAGO] or legal))


def names_of(root):
    """The names of the cards drawn, backs among them, in document order."""
    start = len(sprite_address(DECK)) + 1
    return [e.attributes["href"][start:] for e in root.walk() if e.tag == "use"]


def kinds_of(names):
    return sorted(KIND_OF.get(name[:-1], int(name[:-1]) - 1) for name in names)


def counted(row):
    return sorted(kind for kind, n in enumerate(row) for _card in range(int(n)))


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_page_shows_the_own_hand_and_backs_until_hands_are_shown(seed):
    for state in positions(GAME, {"talk": "yes", "catch": 50}, seed):
        if state.is_terminal():
            continue
        s = state.record[0]
        for viewer in range(SEATS):
            names = names_of(read(draw(scene_of(state, viewer))))
            own = [name for name in names if name != BACK]
            assert kinds_of(own) == counted(s["hand"][viewer])
            others = sum(4 - int(s["due"][seat]) for seat in range(SEATS) if seat != viewer)
            assert names.count(BACK) == others


def test_somebody_who_watches_sees_backs_alone():
    for state in positions(GAME, seed=5):
        if not state.is_terminal():
            assert set(names_of(read(draw(scene_of(state, SPECTATOR))))) <= {BACK}


@pytest.mark.parametrize("kings", ["8", "4"])
def test_no_two_cards_on_a_screen_are_alike_and_each_is_of_its_kind(kings):
    for state in [s for seed in range(6) for s in positions(GAME, {"kings": kings}, seed)]:
        for viewer in range(-1, SEATS):
            scene = scene_of(state, viewer)
            seen = scene.revealed[0] if scene.revealed is not None else scene.view.record[0]
            held = [card for hand in hands(seen, scene.look).values() for card in hand]
            names = [name for _kind, name in held]
            assert len(set(names)) == len(names)
            for kind, name in held:
                number = name[:-1]
                wanted = {7: "10", 8: "11", 9: "12"}.get(kind, str(kind + 1))
                two = {"8": {ACE: "2", KING: "3"}, "4": {}}[kings]
                assert number in (wanted, two.get(kind))


@pytest.mark.parametrize("seed", range(4))
def test_a_card_keeps_its_suit_until_it_is_thrown_and_to_the_end_of_the_deal(seed):
    before: dict[str, int] = {}
    thrown = 0
    for state in positions(GAME, QUIET, seed, standing=later(), choose=careful):
        scene = scene_of(state, 0)
        seen = scene.revealed[0] if scene.revealed is not None else scene.view.record[0]
        now = {name: kind for kind, name in hands(seen, scene.look)[0]}
        gone = int(np.asarray(state.record[0]["threw"])[:, 0].sum())
        kept = len(before.keys() & now.keys())
        assert kept >= len(before) - (gone - thrown), "what was not thrown stays"
        before, thrown = now, gone


def test_a_replay_from_a_seat_shows_the_cards_of_the_table():
    *_before, state = positions(GAME, QUIET, 2, standing=later(), choose=careful)
    seal = Seal.made("t", 3, "ab" * 32, ("",) * SEATS)
    replay = Replay("k", GameRecord.from_state(state, NAMES[:SEATS], seal).to_text())
    for at in (replay.first, replay.last):
        before = replay.deal.at(at)
        for viewer in range(SEATS):
            live = scene_of(before, viewer, table="t", deal=3, commitment=seal.commitment)
            again = replay.scene(at, viewer)
            assert hands(again.view.record[0], again.look) == hands(live.view.record[0], live.look)
    over = replace(live, seal=seal, commitment="12" * 32)  # to the shuffle of the next deal
    assert hands(over.view.record[0], over.look) == hands(again.view.record[0], again.look)


@pytest.mark.parametrize("person", range(SEATS))
def test_a_replay_with_all_hands_open_shows_the_cards_that_the_only_person_saw(person):
    *_before, state = positions(GAME, QUIET, 2, standing=later(), choose=careful)
    seal = Seal.made("t", 3, "ab" * 32, ("",) * SEATS)
    names = [NAMES[0] if seat == person else GAME.info.levels[-1] for seat in range(SEATS)]
    replay = Replay("k", GameRecord.from_state(state, names, seal).to_text())
    for at in replay.stops:
        live = scene_of(replay.deal.at(at), person, commitment=seal.commitment)
        again = replay.scene(at, SPECTATOR)
        shown = hands(again.revealed[0], again.look)
        assert shown[person] == hands(live.view.record[0], live.look)[person]
    assert shown == hands(live.revealed[0], live.look), "at the end, those of all seats"


# -- the moves -------------------------------------------------------------------------------------


def test_late_in_a_juego_every_legal_move_can_be_made_and_no_other():
    options = {"signs": "short", "talk": "yes", "catch": 60, "visto": 20}
    for state in [s for seed in range(2) for s in positions(GAME, options, seed, standing=later())]:
        if not state.is_terminal():
            scene = scene_of(state, state.current_player())
            root = read(str(face.hand(scene)) + str(face.actions(scene)))
            assert sorted(acts(root)) == [(action,) for action in state.legal_actions()]


@pytest.mark.parametrize("hand", ["RRRA", "RR77", "7654", "AAAA", "S777"])
def test_the_cards_tapped_are_of_the_kinds_that_go(hand):
    state = dealt(f"{hand} 44CC 55SS 66CS", "mus", "mus", "mus", "mus")
    root = read(face.hand(scene_of(state, 0)))
    (form,) = [e for e in root.walk() if e.tag == "form"]
    boxes = [e for e in form.walk() if e.tag == "input"]
    assert [b.attributes["aria-keyshortcuts"] for b in boxes] == list("1234")
    kind_at = {
        box.attributes["value"]: kind
        for box, (kind, _name) in zip(
            boxes, hands(state.record[0], scene_of(state, 0).look)[0], strict=True
        )
    }
    sets = json.loads(form.attributes["data-sets"])
    assert len(sets) == 15, "every set of one card or more"
    order = [box.attributes["value"] for box in boxes]
    for chosen, move in sets.items():
        places = chosen.split()
        assert places == sorted(places, key=order.index), "as the form lists them"
        tapped = sorted(kind_at[place] for place in places)
        gone = [
            kind
            for kind in range(10)
            for _n in range(thrown_of(state.record["hand"][0, 0], move - 10, kind))
        ]
        assert tapped == gone


def test_a_discard_that_is_advised_shows_the_cards_that_then_go():
    for hand in ("R774", "RRRA", "7AAA"):
        state = dealt(f"{hand} CS64 C654 765A", *["mus"] * 4)
        scene = scene_of(state, 0)
        held = {name for _kind, name in hands(scene.view.record[0], scene.look)[0]}
        for action in scene.view.legal:
            going = names_of(read(face.move(scene.view, (action,), scene)))
            after = state.child(action)
            seen = scene_of(after, 0)
            left = {name for _kind, name in hands(seen.view.record[0], seen.look)[0]}
            assert held - left == set(going), (hand, state.action_text(action))
            assert len(going) == len(held) - len(left)


def test_a_discard_at_a_real_table_is_advised_in_words():
    view = scene_of(dealt("R774 CS64 C654 RA5A", *["mus"] * 4), 0).view
    told = [face.move(view, (action,), None) for action in view.legal]
    assert told == [view.action_words(action) for action in view.legal]


def test_a_bet_and_a_sign_are_advised_as_their_buttons_show_them():
    states = [dealt("RRRA CS64 C654 765A"), dealt("RRRA CS64 C654 765A", "no-hay-mus", "envido2")]
    states.append(dealt("RRAA CS64 C654 765A", options={"signs": "short"}))
    for state in states:
        view = state.view(state.current_player())
        scene = scene_of(state, view.seat)
        buttons = [e for e in read(face.actions(scene)).walk() if e.tag == "button" and acts(e)]
        assert len(buttons) > 1
        for button in buttons:
            shown = face.move(view, (int(button.attributes["data-act"]),), scene)
            assert button.text().startswith(read(shown).text())


@pytest.mark.parametrize("moves", [["no-hay-mus"], ["no-hay-mus", "envido2"]])
def test_other_bets_are_listed_from_the_smallest(moves):
    state = dealt("RRRA CS64 C654 765A", *moves)
    root = read(face.actions(scene_of(state, state.current_player())))
    bets = [int(e.attributes["value"]) for e in root.walk() if e.tag == "option"]
    assert len(bets) > 30
    assert bets == sorted(bets)


def test_an_ordago_is_said_in_two_steps():
    root = read(face.actions(scene_of(dealt("RRRA 7654 RRAA S775", "no-hay-mus"), 0)))
    (opener,) = root.all("mus-ordago")
    (sure,) = root.all("mus-sure")
    assert "data-act" not in opener.attributes
    assert opener.attributes["popovertarget"] == sure.attributes["id"]
    assert opener.attributes["aria-keyshortcuts"] == "o"
    assert acts(sure) == [(ORDAGO,)]
    (back,) = [e for e in sure.walk() if e.attributes.get("popovertargetaction") == "hide"]
    assert back.attributes["popovertarget"] == sure.attributes["id"]
    assert acts(root).count((ORDAGO,)) == 1


def test_the_falta_has_a_button_and_a_bubble_of_its_own():
    """At 0 to 0 all is 40 stones; the double of 2 has the usual button, and there is no list."""
    options = {**QUIET, "doubling": "yes", "falta": "yes"}
    state = dealt("RRRA CS64 C654 765A", "no-hay-mus", "envido2", options=options)
    root = read(face.actions(scene_of(state, 1)))
    offered = [e for e in root.walk() if "data-act" in e.attributes]
    buttons = {e.attributes["data-act"]: e.text() for e in offered}
    assert buttons[str(ENVITE + 38)].startswith("A la falta: 40")
    assert buttons[str(ENVITE + 2)].startswith("2 más")
    assert len(buttons) == 5, "no quiero, quiero, the double, the falta, órdago"
    state.apply(ENVITE + 38)
    assert word(state, 1) == "A la falta"


def test_a_pass_is_called_what_it_is():
    cards = "RRRA 7654 RRAA S775"
    first = scene_of(dealt(cards, "no-hay-mus"), 0)
    assert "Paso" in read(face.actions(first)).text()
    bet = dealt(cards, "no-hay-mus", "envido2")
    assert "Paso" in read(face.actions(scene_of(bet, 1))).text()
    assert "partner may answer" in face.ask(scene_of(bet, 1))
    left = dealt(cards, "no-hay-mus", "envido2", "paso")
    assert "No quiero" in read(face.actions(scene_of(left, 3))).text()


def test_the_next_to_speak_sits_at_the_right_and_the_partner_opposite():
    root = read(draw(scene_of(dealt("RRRA 7654 RRAA S775"), 0)))
    where = {e.attributes["data-key"]: e.attributes["data-place"] for e in root.all("seat")}
    assert where == {"seat-1": "right", "seat-2": "top", "seat-3": "left"}
    assert "mano" not in read(face.before(scene_of(dealt("RRRA 7654 RRAA S775"), 0), 1)).text()
    assert "mano" in read(face.before(scene_of(dealt("RRRA 7654 RRAA S775"), 1), 0)).text()
    assert "postre" in read(face.before(scene_of(dealt("RRRA 7654 RRAA S775"), 1), 3)).text()


# -- what is told ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_no_answer_to_a_bet_is_the_golden_button(seed):
    for state in positions(GAME, QUIET, seed, choose=careful):
        if not state.is_terminal() and state.record[0]["phase"] == BETTING:
            assert not read(face.actions(scene_of(state, state.current_player()))).all("main")


def test_the_own_side_stands_first_in_head_and_count():
    *_before, state = positions(GAME, QUIET, 2, standing=later(), choose=careful)
    for viewer in range(SEATS):
        scene = scene_of(state, viewer)
        names = [name.text() for name in read(face.scores(scene)).all("score-name")]
        assert names == ["Us", "Them"]
        table = read(face.result(scene)).all("count-lines")
        columns = [e.text() for e in table[0].walk() if e.attributes.get("scope") == "col"]
        assert columns == ["Us", "Them"]
        cells = [e.text().split() for e in table[0].walk() if e.tag == "td"][-2:]
        last = [cell[-1] for cell in cells]
        own = viewer % TEAMS
        sums = [
            int(state.record[0]["score"][n] + state.record[0]["points"][n]) for n in (own, 1 - own)
        ]
        assert last == [str(n) for n in sums]


def test_a_discard_tells_how_many_cards_go_and_backs_how_many_are_left():
    state = dealt("RRCA 7654 RRAA S775", *["mus"] * 4, "xCA")
    root = read(face.before(scene_of(state, 1), 0))
    assert root.all("bubble")[0].text() == "2 cards"
    assert names_of(root) == [BACK] * 2


def test_how_many_cards_a_seat_threw_in_each_round_stays_over_its_cards_until_they_are_shown():
    state = dealt("RRCA 7654 RRAA S775", *["mus"] * 4, "xCA", "x765", "xA", "xS7")
    while state.is_chance():
        state.apply(state.possible_actions()[0])

    def thrown(seat):
        return [e.text() for e in read(face.before(scene_of(state, 1), seat)).all("mus-thrown")]

    assert [thrown(seat) for seat in range(SEATS)] == [["−2"], [], ["−1"], ["−2"]]
    for move in ("mus", "mus", "mus", "mus"):
        state.apply(state.parse(move))
    state.apply(max(state.legal_actions()))
    assert thrown(0) == ["−2 −4"]
    while not state.is_terminal():
        moves = state.possible_actions()
        state.apply(CUT if CUT in moves else PASS if PASS in moves else moves[0])
    assert not any(map(thrown, range(SEATS)))


def test_what_was_declared_stays_beside_the_seat():
    grande, chica = ["paso"] * 4, ["paso"] * 4
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", *grande, *chica)
    assert word(state, 0, 1) == "Tengo pares"
    assert word(state, 1) == "No"
    has = read(face.before(scene_of(state, 0), 2)).all("has")[0]
    assert has.text() == "pares"
    assert read(face.before(scene_of(state, 0), 1)).all("lacks")[0].text().startswith("no pares")


def test_a_mark_of_a_seat_shows_its_meaning_when_it_is_pressed():
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", *["paso"] * 8)
    ids = []
    for seat in range(SEATS):
        root = read(face.before(scene_of(state, 0), seat))
        for mark in root.all("place"):
            word, told = mark.all("term")[0], mark.all("meaning")[0]
            assert told.text().startswith(word.text())
            assert len(told.text()) > len(word.text()) + 10
            ids.append(told.attributes["id"])
    assert len(ids) == len(set(ids)) == 2, "mano and postre; the lance explains pares"


def test_a_refusal_costs_what_the_page_says():
    looked_at = set()
    for state in [
        s
        for seed in range(60)
        for s in positions(GAME, QUIET, seed, standing=later(), choose=careful)
    ]:
        s = state.record[0]
        if state.is_terminal() or s["phase"] != BETTING or s["bettor"] == 0:
            continue
        lance, told = int(s["lance"]), deje(s)
        line = read(face.board(scene_of(state, 0))).all("mus-stake")[0].text()
        assert f" gives {told} to" in line.replace("\u00a0", " ")
        refused = state.clone()
        while refused.record[0]["outcome"][lance] == 0 and refused.record[0]["lance"] == lance:
            refused.apply(PASS)
        after = refused.record[0]
        assert after["outcome"][lance] == REFUSED
        assert int(after["paid"][lance]) + (lance == PUNTO) == told
        looked_at.add((lance == PUNTO, int(s["agreed"]) > 0))
    assert looked_at == {(False, False), (False, True), (True, False), (True, True)}


def test_no_line_break_parts_a_number_from_its_word_in_the_line_of_the_stake():
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", "envido2")
    line = read(face.board(scene_of(state, SPECTATOR))).all("mus-stake")[0].text()
    assert "gives\u00a01\u00a0to Ana and " in line
    assert ",\u00a02\u00a0are at stake." in line
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus")
    line = read(face.board(scene_of(state, 0))).all("mus-stake")[0].text()
    assert "1\u00a0stone" in line


def test_each_lance_tells_how_it_was_bet_on():
    cards = "RRCA 7654 RRAA S775"
    moves = ("no-hay-mus", *["paso"] * 4, "envido2", "reenvido2", "quiero")
    root = read(face.board(scene_of(dealt(cards, *moves), 0)))
    told = [box.text() for box in root.all("mus-lance")]
    assert "paso" in told[0]
    assert "envite 4" in told[1]
    assert "quiero" in told[1]
    (now,) = root.all("now")
    assert now.attributes["data-key"] == "lance-2"
    refused = dealt(cards, "no-hay-mus", "envido2", "paso", "no-quiero")
    grande = read(face.board(scene_of(refused, 1))).all("mus-lance")[0]
    assert "no quiero" in grande.text()
    assert "Them +1" in grande.text()


def test_pares_that_one_pair_alone_has_are_said_to_be_its_own():
    state = dealt("RR4A 7654 RRAA C765", "no-hay-mus", *["paso"] * 8)
    told = [box.text() for box in read(face.board(scene_of(state, 1))).all("mus-lance")]
    assert "only Them" in told[2]


# -- signs -----------------------------------------------------------------------------------------


def test_a_sign_is_shown_to_the_partner_and_to_a_rival_who_caught_it():
    options = {"signs": "short", "catch": 50}
    cards = "RRC4 7654 RRAA S775"
    for caught, sees in (("nadie", set()), ("derecha", {1}), ("izquierda", {3}), ("ambos", {1, 3})):
        state = dealt(cards, "seña-reyes", caught, options=options)
        for viewer in range(SPECTATOR, SEATS):
            root = read(face.before(scene_of(state, viewer), 0))
            made = root.all("mus-made")
            assert bool(made) == (viewer in {0, 2} | sees), (caught, viewer)
            assert all("two kings" in e.text() and "bites the lip" in e.text() for e in made)


def test_a_sign_about_cards_that_were_thrown_is_not_shown_any_more():
    options = {"signs": "short", "catch": 0}
    window = ["seña-reyes", "callo", "callo", "callo"]
    moves = [*window, *["mus"] * 4, "xC4", "x7654", "xA", "x5"]
    state = dealt("RRC4 7654 RRAA S775", *moves, *"RSAAAA56", options=options)
    assert state.record[0]["phase"] == WINDOW
    assert not read(face.before(scene_of(state, 2), 0)).all("mus-made")


def test_a_hand_that_is_counted_has_no_sign_over_it():
    options = {"signs": "short", "catch": 0}
    moves = ["seña-reyes", "callo", "callo", "callo", "no-hay-mus", *["paso"] * 8]
    state = dealt("RRC4 7654 R6AA S775", *moves, options=options)
    assert read(face.before(scene_of(state, 2), 0)).all("mus-made")
    while not state.is_terminal():
        state.apply(PASS)
        certain(state)
    assert not read(face.before(scene_of(state, 2), 0)).all("mus-made")


@pytest.mark.parametrize("school", [s for s in GAME.info.schools if not s.rare])
def test_signs_are_made_from_the_first_deal_on_by_the_rules_that_play_offers(school):
    *_cards, state = (s for s, _n in zip(positions(GAME, dict(school.options)), [1], strict=False))
    assert state.record[0]["phase"] == WINDOW
    assert any(SIGN <= action < SAY for action in state.legal_actions())


def test_every_sign_has_a_gesture_of_its_own():
    assert len(GESTURES) == SIGNS
    drawings = [str(gesture(sign)).split("</svg>")[0].split("<svg")[1] for sign in range(SIGNS)]
    alike = [(a, b) for a in range(SIGNS) for b in range(a) if drawings[a] == drawings[b]]
    assert len(alike) == 1, "medias, and other medias, are one gesture: the lips to one side"


# -- the count -------------------------------------------------------------------------------------


def test_the_payments_of_the_count_add_up_to_what_was_counted_in_order():
    ended_early = 0
    for seed in range(80):
        standing = later(score=(32, 30))
        state = [*positions(GAME, QUIET, seed, standing=standing, choose=careful)][-1]
        s = state.record[0]
        found, running = list(payments(s)), s["score"].copy()
        for side in range(TEAMS):
            assert sum(e.stones for e in found if e.side == side) == s["points"][side]
        last = tuple(int(s["score"][side] + s["points"][side]) for side in range(TEAMS))
        for payment in found:
            assert max(running) < 40, "nothing is counted after the target"
            running[payment.side] += payment.stones
        assert tuple(running) == last
        ended_early += max(last) == 40
        order = [e.lance for e in found if e.why != "no quiero"]
        assert order == sorted(order)
    assert ended_early


def test_the_count_names_who_had_the_best_hand():
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus")
    while not state.is_terminal():
        state.apply(state.possible_actions()[0] if state.is_chance() else PASS)
    root = read(face.result(scene_of(state, 0)))
    rows = {row.children[0].text(): row.text() for row in root.all("counted")}
    assert best_seat(state.record[0], 0) == 0
    assert "You" in rows["Grande"]
    assert "paso" in rows["Grande"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"score": (10, 10)}, "You win the deal"),
        ({"score": (39, 0)}, "You win the juego!"),
        ({"score": (39, 0), "juegos_won": (1, 0)}, "You win the vaca!"),
    ],
)
def test_the_result_says_the_largest_thing_that_was_won(fields, words):
    fields = {"juegos_won": (0, 0), **fields}
    options = {**QUIET, "vacas": "3"}
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", options=options, standing=later(**fields))
    while not state.is_terminal():
        state.apply(state.possible_actions()[0] if state.is_chance() else PASS)
    assert words in read(face.result(scene_of(state, 0))).text()
    rival = read(face.result(scene_of(state, 1))).text()
    assert words.replace("You win", "They win").replace("!", "") in rival


def test_an_ordago_that_was_seen_is_told_and_may_win_the_match():
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", "órdago", "quiero")
    told = read(face.result(scene_of(state, 0, phase="over"))).text()
    assert "grande decided the juego" in told
    assert "You win the match!" in told
    assert "They win the match." in read(face.result(scene_of(state, 3, phase="over"))).text()


def test_the_head_counts_stones_as_amarracos_and_stones():
    root = read(
        face.scores(scene_of(dealt("RRCA 7654 RRAA S775", standing=later(score=(23, 4))), 1))
    )
    us, them = root.all("side-1")[0], root.all("side-0")[0]
    assert us.all("score-points")[0].text() == "4"
    full = [
        (
            len([m for m in side.all("five") if m.has("full")]),
            len([m for m in side.all("one") if m.has("full")]),
        )
        for side in (them, us)
    ]
    assert full == [(4, 3), (0, 4)]
    assert "1 juego" in root.text()


def test_a_raise_that_is_refused_is_counted_in_the_head_at_once():
    cards = "RRCA 7654 RRAA S775"
    state = dealt(cards, "no-hay-mus", "envido2", "paso", "no-quiero")
    assert face.scores(scene_of(state, 0)) != face.scores(scene_of(dealt(cards, "no-hay-mus"), 0))


# -- the log ---------------------------------------------------------------------------------------


def logged(state, viewer):
    """The words of each move of the deal as ``viewer`` reads them in the log; "" for no line."""
    rules, begun = Rules(GAME, state.options), GAME.new_state(state.options, state.standing)
    steps = [(actor, advance(begun, action)) for actor, action in state.moves]
    return [row_words(rules, viewer, actor, [step]) for actor, step in steps]


def sentences(state, viewer, reader=SPECTATOR):
    """The lines of the log of the deal, as ``viewer`` reads them; with open cards ``reader``."""
    begun = GAME.new_state(state.options, state.standing)
    steps = [advance(begun, action) for _actor, action in state.moves]
    writer = SentenceWriter(Rules(GAME, state.options), viewer, reader)
    return [line.text for line in writer.lines(0, 1, steps)]


def test_the_log_tells_a_sign_to_those_who_saw_it_and_the_others_nothing():
    options = {"signs": "short", "catch": 50}
    state = dealt("RRC4 7654 RRAA S775", "seña-reyes", "derecha", options=options)
    told = {viewer: sentences(state, viewer)[1:] for viewer in range(SEATS)}
    assert told[2] == ["Player 1 makes a sign: two kings."]
    assert told[1] == ["You catch Player 1 making a sign: two kings."]
    assert told[3] == []
    with_all_cards = {"nadie": [], "derecha": ["Player 2 catches the sign."]}
    with_all_cards["ambos"] = ["Player 2 and Player 4 catch the sign."]
    for caught, lines in with_all_cards.items():
        state = dealt("RRC4 7654 RRAA S775", "seña-reyes", caught, options=options)
        assert sentences(state, None)[1:] == lines


def test_a_replay_calls_its_reader_you_where_a_sign_is_caught_or_asked_about():
    options = {"signs": "short", "catch": 50}
    told = {"derecha": "You catch the sign.", "ambos": "You and Player 4 catch the sign."}
    for caught, line in told.items():
        state = dealt("RRC4 7654 RRAA S775", "seña-reyes", caught, options=options)
        assert sentences(state, None, 1)[-1] == line
    state = dealt(
        "RRC4 7654 RRAA S775", "seña-reyes", "derecha", "pregunto-izquierda", options=options
    )
    assert "Player 2 asks you about a sign." in sentences(state, 0)


@pytest.mark.parametrize("signs", ["short", "federation"])
def test_every_line_of_the_log_is_a_sentence_whoever_reads_it(signs):
    options = {"signs": signs, "talk": "yes", "catch": 60, "visto": 20, "corrido": "no"}
    for seed in range(4):
        *_before, end = positions(GAME, options, seed)
        for viewer in (None, SPECTATOR, *range(SEATS)):
            told = sentences(end, viewer)
            assert told
            assert [text for text in told if text[-1] != "." or text[0].islower()] == []


def test_the_log_names_the_lance_of_every_word():
    state = dealt("RRCA 7654 RRAA S775", "no-hay-mus", *["paso"] * 4, "envido2", "quiero")
    words = [text for text in logged(state, 0) if "·" in text]
    assert [text.split(" · ")[0] for text in words] == ["grande"] * 4 + ["chica"] * 2


def test_the_log_tells_a_card_that_is_seen_and_nothing_where_none_is():
    state = dealt("RRCA 7654 RRAA S775", options={**QUIET, "visto": 50})
    none, card, *_others = state.possible_actions()
    lines = [
        log_line([(state.record[0], token)], state.child(token).record[0], 0)
        for token in (none, card)
    ]
    assert lines == [(CHANCE, ""), (CHANCE, "A card of yours is seen: ace.")]
    assert log_line([(state.record[0], card)], state.child(card).record[0], 1) == (
        CHANCE,
        "A card of Player 1 is seen: ace.",
    )


def test_a_hand_with_a_name_is_called_by_it_when_it_is_shown():
    state = dealt("RRRA 7654 RRAA S775", "no-hay-mus", "órdago", "quiero")
    assert "show king, king, king, ace (solomillo)" in logged(state, 1)
    for seat, name in enumerate(("solomillo", "tío perete", "gallegos")):
        marks = read(face.before(scene_of(state, 3), seat)).all("mus-mark")
        assert name in [word.text() for mark in marks for word in mark.all("term")]


def test_lost_stones_have_the_minus_of_all_points():
    assert points_words(-7, of_match=False) == "−7 stones"
    assert points_words(1, of_match=True) == "1 vaca"
