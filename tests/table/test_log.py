"""The log of a deal in sentences: one for each turn or trick, in the words of each game."""

import re
from collections import Counter

import pytest

from deals import random_position
from ludoteca.core.i18n import LANGUAGES, speaking
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games, load_game
from ludoteca.games.buraco.ids import DISCARD, DRAW, OPEN_JOKER
from ludoteca.table.events import PHRASES
from ludoteca.table.replay import Replay

GAMES = [name for name, game in games().items() if not game.example]

CODE = re.compile(r"\b[A2-9TJQK][CDHS]\b|\*\*|\bx\b|\?")


def told(name, moves, viewer, options=None):
    """The lines of a deal with these moves in notation, as ``viewer`` reads them."""
    state = load_game(name).new_state(options)
    for move in moves:
        state.apply(state.parse(move))
    names = tuple(f"Name{seat}" for seat in range(state.num_players))
    replay = Replay("k", GameRecord.from_state(state, names).to_text())
    return [line.text for line in replay.lines(viewer)]


@pytest.mark.parametrize("name", GAMES)
def test_no_line_has_a_code_for_a_card_in_any_language(name, playing):
    here = playing(name, seed=8)
    here.play(acts=60)
    for lang in LANGUAGES:
        with speaking(lang):
            for viewer in (SPECTATOR, 0, 1):
                if viewer < len(here.table.chairs):
                    lines = here.table.scene(viewer, set(), here.now).log
                    assert [n.text for n in lines if CODE.search(n.text)] == []


def test_eras_says_who_wins_a_trick_with_what_and_what_the_viewer_loses_with():
    options = {"hand": 2, "values": 5, "suits": 3}
    moves = ["3S", "2H", "3H", "5D", "+2", "+1", "2H", "3H-3S", "2H", "AS", "4S", "5S"]
    own = told("eras", moves, 0, options)
    assert own == [
        "You lay 3♥ 3♠.",
        "Name1 lays 1 card.",
        "You win 3 cards with 3♥ 3♠ (pair).",
        "You draw A♠ 5♠.",
    ]
    other = told("eras", moves, 1, options)
    assert other[:3] == [
        "Name0 lays 2 cards.",
        "You lay 2♥.",
        "Name0 wins 3 cards with 3♥ 3♠ (pair). You lose with 2♥.",
    ]


def test_eras_names_the_winner_of_a_trick_who_has_no_card_left_to_lead():
    options = {"hand": 2, "values": 4, "suits": 2}
    first = ["4H", "4S", "2S", "AH", "+2", "+2", "2S-4H", "AH-4S", "3S", "2H", "AS", "3H"]
    last = ["+2", "+1", "AS", "2H-3H", "AS", "3S"]
    assert told("eras", [*first, *last], 0, options)[-2:] == [
        "Name1 wins 3 cards with 2♥ 3♥ (straight flush of 2). You lose with A♠.",
        "Only you still have cards. They go onto your pile: 3♠.",
    ]


def test_poker_says_an_exchange_with_the_cards_that_came_for_it():
    moves = [*"AA77KKQQJJ", "A", "stop", "A", "stop", "stay", "fold"]
    assert told("poker", moves, 0) == [
        "You exchange A and draw A.",
        "Name1 keeps all cards.",
        "You stay.",
        "Name1 folded: 3 points for you.",
    ]
    assert told("poker", moves, 1)[0] == "Name0 exchanges 1 card."


def test_vangin_says_what_the_card_that_counted_took_away():
    options = {"suits": 2, "values": 3, "board": 2, "step": 2}
    moves = ["A", "2", "turn", "3", "A", "turn", "2", "3"]
    assert [text.partition(": ")[2] for text in told("vangin", moves, 0, options)] == [
        "A takes a pile of 1 card.",
        "no pile of 3; nothing is taken.",
    ]


def test_big_points_has_a_line_for_a_move_and_none_for_no_extra_move():
    options = {"colours": 2, "discs": 3, "white": 1, "black": 1}
    moves = [*"1B221W12", "1+", "2+", "1-", "pass", "2-"]
    assert told("bigpoints", moves, 1, options) == [
        "Name0 moves the red pawn and takes the black disc ahead of it.",
        "You move the green pawn and take the green disc ahead of it.",
        "Name0 moves the red pawn and takes the red disc behind it.",
        "You move the green pawn and take the red disc behind it.",
    ]


def test_big_points_says_which_move_was_bought_with_a_black_disc():
    options = {"colours": 2, "discs": 3, "white": 1, "black": 1}
    moves = [*"1B221W12", "1+", "2+", "1-", "2-"]
    assert told("bigpoints", moves, 0, options)[-2:] == [
        "You move the red pawn and take the red disc behind it.",
        "Extra move: You move the green pawn and take the red disc behind it.",
    ]


def test_what_is_moved_taken_or_laid_has_the_form_of_an_object_in_finnish():
    with speaking("fi"):
        options = {"colours": 2, "discs": 3, "white": 1, "black": 1}
        moves = [*"1B221W12", "1+", "2+", "1-", "pass", "2-"]
        assert told("bigpoints", moves, 1, options)[:2] == [
            "Name0 siirtää punaisen nappulan ja ottaa mustan kiekon edestä.",
            "Siirrät vihreän nappulan ja otat vihreän kiekon edestä.",
        ]
        state = random_position("buraco", None, 200, 3)
        lines = Replay("k", GameRecord.from_state(state).to_text()).lines(0)
        objects = r"(?:heit\S+ pois|nost\S+|lask\S+|pan\S+) "
        bare = re.compile(objects + r"(?:\d|[AJQK][♠♥♦♣]|jokeri\b)", re.IGNORECASE)
        assert [line.text for line in lines if bare.search(line.text)] == []


def test_buraco_has_a_line_for_a_turn_and_one_for_the_card_that_the_viewer_draws():
    state = random_position("buraco", None, 200, 3)
    lines = Replay("k", GameRecord.from_state(state).to_text()).lines(0)
    thrown = Counter(m.actor for m in state.moves if DISCARD <= m.action < OPEN_JOKER)
    assert sum(thrown.values()) > 60
    told = Counter(line.actor for line in lines if "discard" in line.text)
    assert thrown == told
    drawn = [line for line in lines if line.actor == 0 and "draw " in line.text]
    draws = [move for move in state.moves if (move.actor, move.action) == (0, DRAW)]
    assert len(drawn) == len(draws) + 1  # the first card was not kept


def test_mus_says_what_is_said_and_in_the_end_what_each_lance_paid():
    hands = ["RRRC", "7654", "CCAA", "S775"]
    dealt = [hand[card] for card in range(4) for hand in hands]
    said = ["no-hay-mus", *["paso"] * 8, "pares", "no", "pares", "pares", "envido2", "no-quiero"]
    shown = ["juego", "no", "no", "no", *(f"={hand}" for hand in hands)]
    lines = told("mus", ["reparte-3", *dealt, *said, *shown], 0, {"kings": "4"})
    assert lines[:2] == ["You say “Corto”.", "Grande: you say “Por mí, paso”."]
    assert "Pares: Name1 says “No: sin pares”." in lines
    assert lines[-5] == "Juego: Name3 says “No: sin juego”."
    # Grande and chica pay 1; the refusal 1, duples 3 and medias 2; a juego that is not 31 pays 2.
    assert lines[-4:] == [
        "You show king, king, king, caballo.",
        "Name1 shows seven, six, five, four (tío perete).",
        "Name2 shows caballo, caballo, ace, ace.",
        "Name3 shows sota, seven, seven, five.\n"
        "Stones: You + Name2 10 (grande 1, chica 1, pares 6, juego 2); Name1 + Name3 0.",
    ]


@pytest.mark.parametrize(
    ("name", "line"),
    [("poker", "Round 1 begins."), ("eras", "Round 1 begins."), ("mus", "Deal 1 begins.")],
)
def test_a_deal_is_called_a_round_where_a_match_has_so_many_rounds(name, line, playing):
    here = playing(name, seed=8)
    here.play(acts=1)
    assert here.table.scene(0, set(), here.now).log[0].text == line


@pytest.mark.parametrize("name", ["nim", "eras"])
def test_only_a_finished_deal_tells_which_lines_are_of_moves_without_a_choice(name, playing):
    here, log = playing(name, seed=2), ()
    while here.table.current.returns is None:
        assert all(line.at >= 0 for line in log if line.actor is not None)
        here.play(acts=1)
        log = here.table.scene(0, set(), here.now).log
    chosen = {line.at for line in log if line.at >= 0}
    assert chosen <= set(here.table.current.choices())
    assert any(line.at < 0 for line in log if line.actor is not None)


def test_what_was_said_before_a_deal_stays_when_it_begins_under_the_name_of_who_said_it(rig):
    here = rig("poker", {"rounds": 3}).seat_all()

    def log():
        lines = here.table.scene(1, set(), here.now).log
        assert [line.number for line in lines] == sorted({line.number for line in lines})
        return [(line.by, line.text) for line in lines]

    here.do(here.table.say(0, 0, here.now))
    here.play(acts=1)
    assert log()[:2] == [("", "Hello!"), ("", "Round 1 begins.")]
    here.play(deals=1)
    here.do(here.table.say(0, 2, here.now))
    here.do(here.table.leave(0, "", here.now))
    here.play(acts=1)
    said = ("Name0", PHRASES[2])
    left = ("", "Name0 has left; a machine plays on.")
    assert log()[:3] == [said, left, ("", "Round 2 begins.")]
    here.play(deals=1)
    here.play(acts=1)
    assert log()[0] == ("", "Round 3 begins.")


def test_what_is_told_of_a_person_is_told_to_themselves_as_you(rig):
    """Until they leave: whoever sits there then reads the name."""
    here = rig("poker", {"rounds": 3})

    def log(viewer, table=here.table):
        return [line.text for line in table.scene(viewer, set(), here.now).log]

    here.do(here.table.take_seat(0, "person0", "Ana", here.now))
    assert (log(0), log(1)) == (["You take a seat."], ["Ana takes a seat."])
    here.do(here.table.leave(0, "", here.now))
    here.seat_all()
    assert log(0)[:3] == ["Ana takes a seat.", "Ana has left.", "You take a seat."]
    here.deal()
    here.do(here.table.sit_in(0, here.now))
    here.do(here.table.give_back(0, here.now))
    for table in (here.table, here.replayed()):
        assert log(0, table)[-2:] == ["A machine is playing for you.", "You are back."]
        for other in (1, SPECTATOR):
            told = ["A machine is playing for Name0.", "Name0 is back."]
            assert log(other, table)[-2:] == told


def test_in_a_guided_deal_of_mus_the_log_has_the_plain_words_of_the_bubbles(playing):
    plain = re.compile(
        r"Mus|No hay mus|Paso|Envido( \w+)?|\w+ más|¡Quiero!|No quiero|¡Órdago!|Tengo \w+|No"
    )
    for lesson in (True, False):
        here = playing("mus", lesson=lesson, seed=8)
        here.play(acts=24)
        log = here.table.scene(0, set(), here.now).log
        said = [word for line in log for word in re.findall("“(.*?)”", line.text)]
        assert said
        assert all(map(plain.fullmatch, said)) == lesson
