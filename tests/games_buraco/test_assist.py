"""A real game of buraco, followed by hand: turns as people say them, positions, refusals."""

import numpy as np
import pytest

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.games.buraco import assist
from ludoteca.games.buraco.ids import CHOOSING, JOKER, LAST, PLAYING, SET
from ludoteca.games.buraco.notation import meld_text
from ludoteca.games.buraco.positions import read_cards, read_position
from ludoteca.table.assistant import Assistant

HAND = "hand 3H 4H 5H 9S KC KD AC 2C"
TABLE = "we 567H, 89TJS; they TJQD; pile 9C 6S 4D; counts 11 8 5; morto they; score 1200 900"


@pytest.fixture(scope="module")
def game():
    return load_game("buraco")


def followed(game, position=f"{HAND}; {TABLE}; now play", **options):
    return Assistant(game, game.options(options), 0, None, position)


def record(assistant):
    return assistant.deal.record[0]


def refused(assistant, line, sentence):
    """A line that leaves all as it was, for a reason that begins with ``sentence``."""
    before = assistant.record()
    with pytest.raises(BadInput) as raised:
        assistant.enter(line)
    assert str(raised.value).startswith(sentence)
    assert assistant.record() == before


# -- the pile of one card --------------------------------------------------------------------------


def test_the_card_of_a_pile_of_one_is_refused_with_its_reason(game):
    position = f"{HAND}; they TJQD; pile KC; counts 11 8 5"
    assistant = followed(game, position, single="forbidden")
    assistant.enter("take")
    refused(assistant, "xKC", "K♣ was the whole pile")
    twin = followed(game, position, single="twin")
    twin.enter("take xKC")
    assert record(twin).known[0].sum() == 1


def test_what_another_seat_throws_of_a_pile_of_one_shows_its_twin(game):
    position = f"{HAND}; they TJQD; counts 11 8 5"
    assistant = followed(game, f"{position}; now play", single="twin")
    assistant.enter("xAC")
    assistant.enter("takes pile; throws AC")
    assert record(assistant).known[1].sum() == 1
    strict = followed(game, f"{position}; now play", single="forbidden")
    strict.enter("xAC")
    strict.enter("takes pile")
    refused(strict, "throws AC", "A♣ was the whole pile")


def test_a_pile_of_one_that_could_not_be_thrown_again_is_refused_with_its_reason(game):
    assistant = followed(game, "hand KC; pile KC; counts 11 8 5", single="forbidden")
    refused(assistant, "take", "K♣ is the whole pile")


def test_a_position_tells_which_card_was_the_pile(game):
    position = f"{HAND}; they TJQD; counts 11 8 5; now play; taken KC"
    refused(followed(game, position, single="forbidden"), "xKC", "K♣ was the whole pile")
    followed(game, position, single="free").enter("xKC")
    with pytest.raises(BadInput, match="where now is play"):
        followed(game, position.replace("now play", "now draw"), single="forbidden")


def test_another_seat_lays_its_last_two_cards_one_after_the_other(game):
    position = f"{HAND}; they 45678S; counts 1 8 5; morto we they; now play"
    assistant = followed(game, position)
    assistant.enter("xAC")
    assistant.enter("adds 9S to 1")
    assert record(assistant).in_hand[1] == 1
    assistant.enter("adds TS to 1")
    assert record(assistant).went_out == 2


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["5H 6H 7H", "567H", "567 hearts", "567 copas", "5h-6h-7h", "5♥,6♥ 7♥", "5H67H"]
)
def test_cards_are_typed_singly_or_together(text):
    assert [k % 13 for k in read_cards(text)] == [4, 5, 6]
    assert {k // 13 for k in read_cards(text)} == {2}


def test_tens_and_jokers_are_typed_as_people_write_them():
    assert read_cards("10JH") == read_cards("TH JH")
    assert read_cards("10J hearts") == read_cards("TH JH")
    assert read_cards("** joker") == [JOKER, JOKER]


@pytest.mark.parametrize("text", ["5X", "hearts", "567", "", "5H 6", "hello"])
def test_what_is_no_card_is_none(text):
    assert read_cards(text) is None


# -- turns -----------------------------------------------------------------------------------------


def test_a_turn_is_entered_as_it_is_said(game):
    assistant = followed(game)
    told = assistant.enter("throws KD; left: takes pile; melds 345 clubs; throws 9C")
    assert [line.partition(":")[0] for line in told] == ["You", "Left"]
    assert told[1].count(",") == 2
    s = record(assistant)
    assert int(s.in_hand[1]) == 11 + 4 - 3 - 1
    assert int(s.melds[1]) == 2


def test_who_throws_without_more_has_drawn_from_the_stock(game):
    assistant = followed(game)
    stock = int(record(assistant).stock)
    assistant.enter("throws KD; left throws 9D")
    s = record(assistant)
    assert int(s.stock) == stock - 1
    assert (int(s.in_hand[1]), int(s.top)) == (11, 1 + read_cards("9D")[0])


def test_more_than_three_cards_open_a_meld_and_add_to_it(game):
    assistant = followed(game)
    assistant.enter("throws KD; left draws; melds 3456C 2D")
    s = record(assistant)
    assert int(s.melds[1]) == 2
    assert int(s.high[1, 1]) - int(s.low[1, 1]) == 4


WILD_OR_NOT = (
    "hand 3H 4H 5H 9S KC KD 6C 2C 2S; we 89TJS, 345C; they TJQD; pile 9C 6S 4D; counts 11 8 5; "
    "now play"
)


def melds(assistant):
    s = record(assistant)
    return [meld_text(s, 0, meld) for meld in range(int(s.melds[0]))]


@pytest.mark.parametrize(
    ("line", "now"),
    [
        ("adds 2C to 2", ["8S-9S-TS-JS", "2C-3C-4C-5C"]),
        ("adds 2C", ["8S-9S-TS-JS", "2C-3C-4C-5C"]),
        ("adds 6C 2C", ["8S-9S-TS-JS", "2C-3C-4C-5C-6C"]),
        ("melds 345H; adds 2C", ["8S-9S-TS-JS", "2C-3C-4C-5C", "3H-4H-5H"]),
        ("melds 3H 4H 2S", ["8S-9S-TS-JS", "3C-4C-5C", "3H-4H-2S"]),
        ("2>2C", ["8S-9S-TS-JS", "3C-4C-5C-2C"]),
    ],
)
def test_a_two_goes_to_its_own_place_unless_another_is_typed(game, line, now):
    assistant = followed(game, WILD_OR_NOT)
    assistant.enter(line)
    assert melds(assistant) == now


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("adds 2C to 1", ["1>2C", "1<2C"]),
        ("adds 2S to 2", ["2>2S", "2<2S"]),
        ("adds 2S", ["1>2S", "1<2S", "2>2S", "2<2S"]),
        ("adds 6C 2S to 2", ["2>6C 2>2S", "2<2S 2>6C"]),
    ],
)
def test_cards_that_can_lie_in_several_places_are_asked_about_and_each_way_can_be_typed(
    game, line, ways
):
    assistant = followed(game, WILD_OR_NOT)
    with pytest.raises(BadInput, match="can be added in several ways: type ") as refusal:
        assistant.enter(line)
    assert set(str(refusal.value).partition(": type ")[2].split(" or ")) == set(ways)
    results = set()
    for way in ways:
        assistant = followed(game, WILD_OR_NOT)
        assistant.enter(way)
        results.add(tuple(melds(assistant)))
    assert len(results) == len(ways)


def test_a_card_that_fits_two_melds_must_say_which(game):
    position = WILD_OR_NOT.replace("89TJS, 345C", "9TJS, 567S").replace("3H", "8S")
    assistant = followed(game, position)
    refused(assistant, "8S", "8S can be added in several ways: type ")
    assistant.enter("adds 8S to 2")
    assert melds(assistant) == ["9S-TS-JS", "5S-6S-7S-8S"]


def test_of_two_copies_the_known_one_is_played_first(game):
    assistant = followed(game)
    assistant.enter("throws KD; left takes pile")
    king = read_cards("KD")[0]
    assert int(record(assistant).known[1, king]) == 1
    assistant.enter("throws KD")
    assert int(record(assistant).known[1, king]) == 0


def test_a_closed_pile_is_taken_with_the_meld_of_its_top_card(game):
    position = f"{HAND}; we 567H; pile 9C 4D; counts 11 8 5; now play"
    assistant = followed(game, position, profile="stbl")
    assistant.enter("throws KD")
    with pytest.raises(BadInput, match="the pile is closed"):
        assistant.enter("left takes pile")
    assistant.enter("left takes JQKD; throws 9C")
    s = record(assistant)
    assert int(s.melds[1]) == 1
    assert int(s.in_hand[1]) == 11 - 2 + 2 - 1


def test_a_discard_that_nobody_noted_is_guessed_and_keeps_the_count(game):
    assistant = followed(game)
    assistant.enter("throws KD; left draws; throws ?; partner takes pile")
    assert "1 card or move was not noted" in assistant.guessed()
    assert int(record(assistant).known[2].sum()) == 5
    again = Assistant.from_record(GameRecord.parse(assistant.record().to_text()))
    assert int(record(again).known[2].sum()) == 5
    drawn = {view.record["known"][0, 2].tobytes() for view in again.deal.views(6)}
    assert len(drawn) > 1


# -- what cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("throws KD; left throws 5H", "5H cannot be: 1 in your hand, 1 on the table"),
        ("adds 8C; left throws 3D", "you do not hold 8C"),
        ("melds 345H 6H", "you do not hold 6H"),
        ("throws KD; left draws; melds KAC", "KC AC cannot be laid so"),
        ("throws KD; left takes pile; throws 5H", "5H cannot be"),
        ("throws KD; right throws 9D", "the next to move is Left, not Right"),
        ("throws KD; left throws XX", "is not what can come here"),
        ("throws KD; left ²<5H", "is not what can come here"),
        ("throws ?", "what you alone know cannot be left open"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_known_of_it(game, line, sentence):
    assistant = followed(game)
    with pytest.raises(BadInput, match=sentence):
        assistant.enter(line)
    assert not assistant.deal.events


def test_a_hand_of_known_cards_throws_none_other(game):
    position = f"{HAND}; we 567H; pile 9C; counts 2 8 5; left 9D TD; now play"
    assistant = followed(game, position)
    assistant.enter("throws KD; left takes pile")
    with pytest.raises(BadInput, match="all cards of Left are known"):
        assistant.enter("throws 7S")


# -- positions -------------------------------------------------------------------------------------


def test_a_position_is_read_whole(game):
    s = record(followed(game))
    assert (int(s.phase), int(s.to_move)) == (PLAYING, 0)
    assert [int(n) for n in s.in_hand] == [8, 11, 8, 5]
    assert [int(n) for n in s.score] == [1200, 900]
    assert [int(n) for n in s.took_morto] == [0, 2]
    assert int(s.mortos) == 1
    assert int(s.stock) == 104 - 32 - 10 - 3 - 11
    assert int(s.undealt) == int(s.stock) + 11
    assert [int(n) for n in s.melds] == [2, 1]


def test_a_position_has_worlds_that_conserve_every_card(game):
    assistant = followed(game, f"{HAND}; {TABLE}; left 9H 4D")
    for _world in range(20):
        world = assistant.deal.a_world()
        assert game.rules.count_cards(world[0]) == [2] * 52 + [0]
        assert int(world["hand"][0, 1].sum()) == 11
    assert int(record(assistant).phase) == CHOOSING


def test_an_unknown_card_of_the_pile_is_drawn_anew(game):
    rng = np.random.default_rng(1)
    tops = set()
    for _try in range(12):
        out = game.state_layout.empty()
        read_position(f"{HAND}; pile 9C ?", game.options(), rng, out[0])
        tops.add(int(out["top"][0]))
        assert int(out["pile"][0].sum()) == 2
    assert len(tops) > 3


def test_wild_cards_of_typed_melds_lie_where_they_are_typed(game):
    s = record(followed(game, "hand 3H 9S; we 5H 2S 7H 8H, A2C3C"))
    assert int(s.wild_at[0, 0, 0]) == 5
    assert int(s.wild_kind[0, 0, 0]) == read_cards("2S")[0]
    assert int(s.wild_kind[0, 1, 0]) == -1  # the two of clubs in its own place is no wild card
    assert int(s.low[0, 1]) == 0


def test_sets_are_melds_where_the_rules_have_them(game):
    s = record(followed(game, "hand 3H 9S; they KKC KD", profile="fechado"))
    assert int(s.meld_suit[1, 0]) == SET
    with pytest.raises(BadInput, match="no meld by these rules"):
        followed(game, "hand 3H 9S; they KKC KD")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("", "needs the own hand"),
        ("pile 9C", "needs the own hand"),
        ("hand", "the own hand has no cards"),
        ("hand 3H; hand 4H", "hand is there twice"),
        ("hand 3H; foo 4H", "a position has parts such as: hand we they"),
        ("hand 3H ?", "it cannot hold a card that is"),
        ("hand 3H 3H 3H", "3H is there 3 times, and the deck has 2"),
        ("hand 3H 1X", "hand is no list of cards"),
        ("hand 3H; we 56H", "no meld by these rules"),
        ("hand 3H; we xyz", "is no meld"),
        ("hand 3H; counts 11 11", "counts is 3 whole numbers from 0 to 99, not: 11 11"),
        ("hand 3H; counts 60 60 60", "more than the 104 of the deck"),
        ("hand 3H; counts 99 99 99", "more than the 104 of the deck"),
        ("hand " + "3H " * 200, "hand has more cards than the deck"),
        ("hand 3H; morto them", "morto says who has taken it"),
        ("hand 3H; now sleep", "now is draw or play"),
        ("hand 3H; counts 1 1 1; left 9S 8S", "more cards are known in a hand"),
        ("hand 3H; other 9S", "there is no other at this table"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_sentence(game, position, sentence):
    out = game.state_layout.empty()
    with pytest.raises(BadInput, match=sentence):
        read_position(position, game.options(), np.random.default_rng(0), out[0])


def test_the_score_of_a_position_is_that_before_the_deal(game):
    assistant = followed(game)
    assert [int(n) for n in assistant.deal.standing["score"][0]] == [1200, 900]
    assert [int(n) for n in assistant.deal.view().standing["score"][0]] == [1200, 900]


def test_without_a_stock_a_position_is_the_last_turn_or_has_a_morto_for_stock(game):
    rest = "pile 9C; counts 48 33 10"
    s = record(followed(game, f"hand 3H; {rest}; morto we"))
    assert (int(s.mortos), int(s.stock), int(s.phase)) == (0, 11, CHOOSING)
    s = record(followed(game, f"hand 3H; {rest}; morto we", stock_end="ends"))
    assert (int(s.mortos), int(s.stock), int(s.phase)) == (1, 0, LAST)


# -- what is seen ----------------------------------------------------------------------------------


def test_cards_that_are_not_seen_are_counted(game):
    unseen = dict(followed(game).unseen())
    assert unseen["3H"] == 1
    assert "5H" not in unseen
    assert sum(unseen.values()) == 104 - 8 - 10 - 3


def test_every_move_of_another_is_read_as_its_record_writes_it(game):
    state = game.new_state({"profile": "fechado"})
    rng = np.random.default_rng(5)
    ids, prob = game.buffers()
    while not state.is_terminal():
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
            continue
        mover = state.current_player()
        n = calls.policy_probs(state.record, 0, 0, ids, prob)
        action = int(rng.choice(ids[:n], p=prob[:n] / prob[:n].sum()))
        seen = state.view((mover + 1) % 4).record[0]
        text = game.action_text(seen, action)
        assert assist.read_event(seen, mover, text) == [action]
        state.apply_unchecked(action)
