"""The page of buraco: whose cards are drawn, what picked cards can do, what is tried, the count."""

import json
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from drawn import acts, read
from frozen import scene_of

from deals import positions
from ludoteca.core.ids import CHANCE, SPECTATOR
from ludoteca.core.registry import load_game
from ludoteca.core.rooms import FIRST_DEAL
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.games.buraco import face, face_table, guide
from ludoteca.games.buraco.face_cards import DECK, kinds_of
from ludoteca.games.buraco.face_moves import NEW, lays, partners, plays, without
from ludoteca.games.buraco.ids import CHOOSING, DISCARD, DRAW, NEVER, OVER, PAIRS, PLAYING, TAKE
from ludoteca.games.buraco.melds import meld_cards
from ludoteca.games.buraco.notation import card_text, read_card
from ludoteca.games.buraco.rules import pair_points
from ludoteca.table.deal import LogLine
from ludoteca.table.scene import Draft, taught_state
from ludoteca.web.kit.cards import BACK
from ludoteca.web.kit.decks import sprite_address
from ludoteca.web.kit.whole_table import draw

GAME = load_game("buraco")
PROFILES = ("thesis", "aberto", "fechado", "stbl", "burraco", "canastra")


def laying(state, rng):
    """A move; most that can be laid is laid."""
    legal = state.legal_actions()
    laid = [lay.action for lay in lays(state.view(state.current_player()))]
    if laid and rng.random() < 0.8:
        legal = laid
    elif TAKE in legal and rng.random() < 0.3:
        legal = [TAKE]
    return int(rng.choice(legal))


def deal(seed, **options):
    return positions(GAME, options, seed, choose=laying)


def playing(hand, *laid, **options):
    """Seat 0 is to lay or discard and holds ``hand``; its pair has laid the runs ``laid``."""
    state = GAME.new_state(options)
    shoe = Shoe.shuffled(GAME, state.options, 1)
    while state.current_player() == CHANCE:
        state.apply_unchecked(shoe.draw(state))
    state.apply_unchecked(state.legal_actions()[0])
    s = state.record[0]
    assert s["phase"] == PLAYING
    kinds = [read_card(text) for text in hand.split()]
    s["hand"][0] = np.bincount(kinds, minlength=len(s["hand"][0]))
    s["in_hand"][0] = len(kinds)
    for meld, text in enumerate(laid):
        run = [read_card(card) for card in text.split("-")]
        s["meld_suit"][0, meld] = run[0] // 13
        s["low"][0, meld], s["high"][0, meld] = run[0] % 13, run[-1] % 13
    s["melds"][0] = len(laid)
    return state


def kinds(text):
    return tuple(sorted(read_card(card) for card in text.split()))


def kinds_in(text):
    return [read_card(card) for card in text.split()]


def with_draft(state, actions=(), picked=()):
    """The scene of seat 0 that tries these moves, and has picked these cards."""
    scene = scene_of(state, 0)
    return replace(scene, draft=Draft(tuple(actions), tuple(picked), scene.view.after(actions)))


def names_of(root):
    start = len(sprite_address(DECK)) + 1
    return [e.attributes["href"][start:] for e in root.walk() if e.tag == "use"]


def buttons(root):
    """The words of the buttons with what they try or act."""
    found = {}
    for e in root.walk():
        for name in ("data-try", "data-act"):
            if e.tag == "button" and name in e.attributes:
                moves = tuple(int(n) for n in e.attributes[name].split())
                found[e.children[0].text()] = (name, moves)
    return found


def test_the_guide_names_the_button_of_a_run_and_only_what_can_be_done():
    state = playing("5H 6H 7H 9C KD")
    (step,) = guide.lesson(state.view(0))
    words = re.search(r"Pick these cards and press (.*?)\.", step.text)[1]
    drawn = read(face.actions(with_draft(state, picked=kinds("5H 6H 7H"))))
    assert words in buttons(drawn)
    # One card must be kept: the run cannot be laid, so a card is to be thrown away.
    state = playing("5H 6H 7H")
    state.record[0]["took_morto"][0] = 1
    (step,) = guide.lesson(state.view(0))
    assert "throw it away with the button below" in step.text


def test_whoever_does_what_the_guide_says_takes_the_pile_lays_runs_and_reaches_the_morto():
    (hand,) = guide.TAUGHT
    state, took, laid = taught_state(GAME, hand), False, 0
    assert hand.name == FIRST_DEAL
    while state.current_player() == 0:
        view = state.view(0)
        step = guide.lesson(view)[-1]
        text, named = step.text, {read_card(piece.partition(":")[2]) for piece in step.pieces}
        told, _pick, _button = text.partition("Pick ")
        cards = tuple(read_card(word) for word in re.findall(r"(?:10|[2-9AJQK])[♣♦♥♠]", told))
        assert named >= set(cards), "the cards of the text are marked"
        assert named
        if "Take the whole pile" in text:
            moves, took = (TAKE,), True
        elif "Pick these cards" in text or "goes on a run" in text:
            moves, laid = plays(view, cards)[0].actions, laid + 1
        else:
            assert "take a morto" in text
            (kind,) = kinds_of(state.record[0]["hand"][0])
            moves = (DISCARD + kind,)
        for move in moves:
            state.apply_unchecked(move)
    s = state.record[0]
    assert took
    assert laid >= 4
    assert s["took_morto"][0] == 1
    assert meld_cards(s, 0, 0)[-1][0] == read_card("QD"), "the run of the partner is longer"


# -- whose cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", ["thesis", "stbl"])
def test_the_page_shows_the_own_hand_the_table_and_backs(profile):
    for n, state in enumerate(deal(3, profile=profile)):
        if n % 60 or state.is_terminal():
            continue
        s = state.record[0]
        for viewer in (0, 1, SPECTATOR):
            hand = read(face.hand(scene_of(state, viewer)))
            own = [] if viewer == SPECTATOR else kinds_of(s["hand"][viewer])
            assert names_of(hand) == ["XR" if k == 52 else card_text(k) for k in own]
            board = read(face.board(scene_of(state, viewer)))
            open_cards = [name for name in names_of(board) if name != BACK]
            laid = sum(
                len(meld_cards(s, pair, meld))
                for pair in range(PAIRS)
                for meld in range(int(s["melds"][pair]))
            )
            shown = min(1, int(s["pile_cards"])) if profile == "stbl" else int(s["pile_cards"])
            assert len(open_cards) == laid + shown


def test_two_players_are_two_sides():
    for n, state in enumerate(deal(2, players=2)):
        if n % 200 == 0 or state.is_terminal():
            root = read(draw(scene_of(state, 0)))
            assert len(root.all("bu-pair")) == 2
            assert len(root.all("seat")) == 1


# -- what picked cards can do ----------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_every_move_that_lays_cards_is_found_by_picking_them(profile):
    found = 0
    for n, state in enumerate(deal(7, profile=profile)):
        if state.is_terminal() or n % 9:
            continue
        view = state.view(state.current_player())
        for lay in lays(view):
            found += 1
            assert lay.action in [p.actions[0] for p in plays(view, lay.cards)]
            for kind in set(lay.cards):
                rest = list(lay.cards)
                rest.remove(kind)
                assert kind in partners(view, rest)
    assert found


def test_five_cards_in_a_row_go_down_together():
    view = playing("3H 4H 5H 6H 7H KS 9C").view(0)
    (play,) = plays(view, kinds("3H 4H 5H 6H 7H"))
    assert play.meld == NEW
    after = view.after(play.actions)
    assert [kind for kind, _wild in meld_cards(after.record[0], 0, 0)] == list(
        kinds("3H 4H 5H 6H 7H")
    )
    assert partners(view, kinds("3H 4H 5H")) >= set(kinds("6H 7H"))


def test_a_wild_card_fills_the_gap_among_many_cards():
    view = playing("3H 4H 5H 7H 8H 2S 9C KS").view(0)
    (play,) = plays(view, kinds("3H 4H 5H 7H 8H 2S"))
    after = view.after(play.actions).record[0]
    assert len(meld_cards(after, 0, 0)) == 6


def test_a_tried_meld_is_taken_apart_alone_and_those_after_it_move_up():
    state = playing("3H 4H 5H 6H 8C 9C TC JC 7D 8D 9D TD KS", "4S-5S-6S")
    view, moves = state.view(0), []
    for cards in ("3H 4H 5H 6H", "8C 9C TC JC", "7D 8D 9D TD"):
        (play, *_others) = plays(view.after(moves), kinds(cards))
        moves += play.actions
    after = view.after(without(view, moves, 2)).record[0]
    assert [meld_cards(after, 0, n)[0][0] for n in range(3)] == kinds_in("4S 3H 7D")
    assert [len(meld_cards(after, 0, n)) for n in range(3)] == [3, 4, 4]
    # An addition to a meld that lies goes alone.
    view = playing("7S 3H 4H 5H KS", "4S-5S-6S").view(0)
    added, laid = (plays(view, kinds(cards))[0].actions for cards in ("7S", "3H 4H 5H"))
    assert without(view, (*laid, *added), 0) == laid


def test_the_page_says_why_the_card_of_a_pile_of_one_is_not_thrown():
    state = playing("3H KC KD", single="forbidden")
    s = state.record[0]
    s.lone, s.lone_needs = 1 + read_card("KC"), NEVER
    scene = with_draft(state, picked=kinds_in("KC"))
    assert face.ask(scene).startswith("K♣ was the whole pile")
    assert not any("Throw K♣" in text for text in buttons(read(str(face.actions(scene)))))
    other = with_draft(state, picked=kinds_in("KD"))
    assert "whole pile" not in face.ask(other)


def test_cards_that_make_nothing_together_are_said_to_while_those_that_may_go_on_are_not():
    state = playing("3H 4H 5H KC KS")
    for picked, refused in (("3H KC", True), ("KC KS", True), ("3H 4H", False), ("KC", False)):
        told = face.ask(with_draft(state, picked=kinds_in(picked)))
        assert told.startswith("These cards cannot be laid together") == refused


def test_a_tried_meld_is_a_button_that_takes_it_back():
    state = playing("3H 4H 5H 8C 9C TC KS")
    first, second = (plays(state.view(0), kinds(c))[0].actions for c in ("3H 4H 5H", "8C 9C TC"))
    root = read(draw(with_draft(state, (*first, *second))))
    tries = [e.attributes["data-try"] for e in root.all("taken-apart")]
    assert tries == [" ".join(map(str, second)), " ".join(map(str, first))]


def test_what_of_the_whole_hand_can_be_laid_is_offered_until_cards_are_picked():
    def asked(state):
        sends = [e.attributes.get("data-send") for e in read(draw(scene_of(state, 0))).walk()]
        return [json.loads(text)["wanted"] for text in sends if text and "suggest" in text]

    assert asked(playing("3H 4H 7H 8C KS")) == []
    state = playing("3H 4H 5H 8C 9C TC KS")
    assert asked(state) == ["points", "cards"]
    picked = read(draw(with_draft(state, (), kinds("KS"))))
    assert not any("suggest" in e.attributes.get("data-send", "") for e in picked.walk())


def test_cards_of_both_ends_are_added_to_a_run_together():
    view = playing("3H 7H 8H KS 9C", "4H-5H-6H").view(0)
    (play,) = plays(view, kinds("3H 7H 8H"))
    assert play.meld == 0
    assert len(play.actions) == 3
    assert plays(view, kinds("3H 9C")) == []


def test_a_wild_card_that_fits_at_both_ends_has_two_buttons():
    view = playing("2S KS 9C", "4H-5H-6H").view(0)
    words = [play.words for play in plays(view, kinds("2S"))]
    assert words == ["Add 2♠ before 4♥", "Add 2♠ after 6♥"]


def test_cards_that_do_not_exist_and_cards_that_are_not_held_do_nothing():
    state = playing("3H 4H 5H KS 9C")
    for picked in ((999,), (51, 51, 51, 51), (10**12,) * 60):
        draw(with_draft(state, picked=picked))


# -- what is tried ---------------------------------------------------------------------------------


def test_what_is_tried_is_marked_and_leaves_the_hand():
    state = playing("3H 4H 5H 6H KS 9C")
    open_run = plays(state.view(0), kinds("3H 4H 5H"))[0].actions
    root = read(draw(with_draft(state, open_run)))
    assert len(root.all("tried")) == 3
    boxes = [e for e in root.walk() if e.attributes.get("name") == "a"]
    assert sorted(int(b.attributes["value"]) for b in boxes) == list(kinds("6H KS 9C"))
    assert len(read(draw(scene_of(state, 0))).all("tried")) == 0


def test_a_card_added_below_a_run_is_marked_there():
    state = playing("3H KS 9C", "4H-5H-6H")
    root = read(face.board(with_draft(state, plays(state.view(0), kinds("3H"))[0].actions)))
    cards = root.all("own-pair")[0].all("bu-card")
    assert [card.has("tried") for card in cards] == [True, False, False, False]


def test_the_discard_makes_all_that_is_tried_in_one_act():
    state = playing("3H 4H 5H KS 9C")
    tried = plays(state.view(0), kinds("3H 4H 5H"))[0].actions
    shown = buttons(read(face.actions(with_draft(state, tried, kinds("9C")))))
    nine = DISCARD + read_card("9C")
    assert shown["Lay down, throw 9♣ away"] == ("data-act", (*tried, nine))
    assert shown["Lay down"] == ("data-act", tried)
    assert shown["Take back"] == ("data-try", tried[:-1])
    pile = next(e for e in read(face.board(with_draft(state, tried, kinds("9C")))).all("can"))
    assert pile.attributes["data-act"] == " ".join(map(str, (*tried, nine)))


def test_a_hand_laid_to_its_last_card_stops_before_the_morto_and_says_so():
    state = playing("3H 4H 5H")
    tried = plays(state.view(0), kinds("3H 4H 5H"))[0].actions
    scene = with_draft(state, tried)
    assert scene.draft.view.current_player == CHANCE
    assert "you take a morto" in face.ask(scene)
    shown = buttons(read(face.actions(scene)))
    assert shown["Lay down and take the morto"] == ("data-act", tried)
    assert acts(read(face.hand(scene))) == []


def test_one_press_takes_the_open_pile():
    for state in deal(1):
        if state.current_player() == 0 and state.record[0]["phase"] == CHOOSING:
            break
    shown = buttons(read(face.actions(scene_of(state, 0))))
    assert ("data-act", (DRAW,)) in shown.values()
    assert ("data-act", (TAKE,)) in shown.values()
    board = read(face.board(scene_of(state, 0)))
    pile = next(e for e in board.walk() if e.attributes.get("data-key") == "pile")
    assert pile.attributes["data-act"] == str(TAKE)


# -- the count and the size ------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_the_count_adds_up_to_the_points_of_both_pairs(profile):
    *_decisions, end = deal(11, profile=profile, unused_morto="yes")
    rows = read(face.result(scene_of(end, 0))).all("counted")
    sums = [cell.text().split()[-1].replace("−", "-") for cell in rows[-1].children[-2:]]
    assert [int(n) for n in sums] == [int(pair_points(end.record[0], pair)) for pair in range(2)]


@pytest.mark.parametrize("seed", range(4))
def test_what_decided_a_deal_is_told_alike_to_both_sides_with_its_canastras(seed):
    *_decisions, end = deal(seed, profile="aberto")
    told = [face.decided(scene_of(end, viewer)).sentence for viewer in (0, 1, SPECTATOR)]
    won = pair_points(end.record[0], 0) > pair_points(end.record[0], 1)
    assert [words.startswith("You won by ") for words in told] == [won, not won, False]
    assert told[2].startswith("The deal was won by ")
    for words in told:
        melds = re.findall(r"canastras[^(]*\((.*)\): ", words)
        assert ("canastras" in words) == bool(melds)
        assert all("–" in meld for each in melds for meld in each.split(", "))


def test_the_head_has_the_points_of_the_deal_beside_those_of_the_match_once_there_are_some():
    state = playing("KS 9C 3D 4D")

    def told():
        head = read(face.scores(scene_of(state, 0)))
        return [part.text().strip() for part in head.all("bu-now")]

    assert told() == ["", ""]
    s = state.record[0]
    s["melds"][0], s["low"][0, 0], s["high"][0, 0] = 1, 4, 6
    ours, theirs = told()
    assert ours.startswith("+")
    assert theirs == ""


def test_a_push_of_a_table_of_a_hundred_cards_is_under_60_kilobytes():
    state = playing("KS 9C 3D 4D")
    s = state.record[0]
    for pair in range(PAIRS):
        s["melds"][pair] = 4
        s["meld_suit"][pair, :4], s["low"][pair, :4], s["high"][pair, :4] = range(4), 0, 12
    assert sum(len(meld_cards(s, p, m)) for p in range(PAIRS) for m in range(4)) == 104
    log = tuple(LogLine(n, n % 4, "draw from the stock, lay 3♥ 4♥ 5♥") for n in range(160))
    assert len(str(draw(scene_of(state, 0, log=log))).encode()) < 60_000


def test_no_morto_is_awaited_once_the_deal_is_over():
    s = SimpleNamespace(took_morto=[0, 0], phase=PLAYING)
    assert face_table._morto(None, s, 0) == "no morto yet"
    s.phase = OVER
    assert face_table._morto(None, s, 0) == "no morto"


def test_all_melds_find_a_place_in_rows_of_the_room_that_their_box_reckons_with():
    """Laid one after the other in rows of that room, they need no more rows than were meant."""
    rng = np.random.default_rng(1)
    for _deal in range(200):
        melds = tuple(int(n) for n in rng.integers(3, 15, size=rng.integers(1, 18)))
        tens, ones = (int(n) for n in re.findall(r"\d+", face_table._room_for(melds)))
        wide = [1.28 + 0.3 * (cards - 1) for cards in melds]
        for rows in range(1, min(4, (len(melds) + 1) // 2) + 1):
            assert face_table._rows(wide, (10 * tens + ones) / rows) <= rows, (melds, rows)
        assert face_table._room_for(()) == "tens-0 ones-2"


@pytest.mark.parametrize(
    ("profile", "told"),
    [
        ("thesis", {"a 2": "10", "a card left in hand": "0"}),
        (
            "aberto",
            {
                "a 2": "10",
                "a joker": "50",
                "a clean run from ace to king": "500",
                "a clean run from ace to ace": "1,000",
                "a card left in hand": "minus its points",
            },
        ),
        (
            "burraco",
            {
                "a 2": "20",
                "a joker": "30",
                "a semi-clean canastra": "150",
                "a card left in hand": "minus its points",
            },
        ),
    ],
)
def test_the_rules_tell_the_points_of_the_profile_that_is_played(profile, told):
    s = GAME.new_state(GAME.options({"profile": profile})).record[0]
    found = {row.words: row.points for row in guide.worths(s)["Points"]}
    always = {
        "an ace": "15",
        "8, 9, 10, jack, queen, king": "10",
        "3 to 7": "5",
        "a clean canastra": "200",
        "a dirty canastra": "100",
        "going out": "100",
        "no morto taken": "−100",
    }
    assert found == always | told
