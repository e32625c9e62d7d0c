"""Hands that teach one thing: offered with the rules, dealt up to a question, one after another."""

from visitors import words

from ludoteca.core import rooms
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import games, load_game
from ludoteca.table.events import Opened
from ludoteca.table.scene import taught_hand, taught_state

HANDS = [hand for hand in load_game("mus").hook(rooms.TAUGHT) if hand.question]


def test_the_rules_offer_each_taught_hand_with_its_question(visitor):
    html = visitor.page("/games/mus/rules")
    for hand in HANDS:
        assert f'action="/games/mus/taught/{hand.name}"' in html
        assert hand.question in words(html)
    assert 'href="/games/mus/rules#taught"' in visitor.page("/")


def test_a_taught_hand_is_dealt_as_a_lesson_up_to_its_question(visitor):
    visitor.page("/")
    for hand in HANDS:
        answer = visitor.form(f"/games/mus/taught/{hand.name}")
        table = answer.headers["location"].rpartition("/")[2]
        found = visitor.portal.call(visitor.app.state.journal.events, table)
        opened = next(event for _seq, event in found if isinstance(event, Opened))
        assert (opened.lesson, opened.taught) == (True, hand.name)
        assert "órdago" in opened.start or hand.name != "ordago"


def test_the_guided_first_deal_of_chosen_cards_is_a_taught_hand_without_a_question(visitor):
    visitor.page("/")
    hand = taught_hand(load_game("buraco"), rooms.FIRST_DEAL)
    answer = visitor.form("/games/buraco/lesson")
    table = answer.headers["location"].rpartition("/")[2]
    found = visitor.portal.call(visitor.app.state.journal.events, table)
    opened = next(event for _seq, event in found if isinstance(event, Opened))
    assert (opened.lesson, opened.taught) == (True, "")
    dealt = taught_state(load_game("buraco"), hand)
    assert dealt.current_player() == 0
    assert (GameRecord.parse(opened.start).replay().record == dealt.record).all()
    assert "buraco/taught" not in visitor.page("/games/buraco/rules")


def test_there_is_no_taught_hand_but_those_of_the_game(visitor):
    visitor.form("/games/mus/taught/nothing", 404)
    for game in games().values():
        if not game.hook(rooms.TAUGHT):
            visitor.form(f"/games/{game.name}/taught/grande", 404)
