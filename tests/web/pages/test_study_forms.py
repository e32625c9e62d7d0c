"""Every form of a study: it can be sent as it opens, and names machines as tables do."""

import re
from html.parser import HTMLParser

import pytest

from ludoteca.core.registry import load_game
from ludoteca.web.pages.jobs import jobs_of
from ludoteca.web.pages.study import questions

GAMES = ("bigpoints", "buraco", "eras", "mus", "poker", "vangin")


class Controls(HTMLParser):
    """The controls of the form that asks a question, as a browser would send them."""

    def __init__(self):
        super().__init__()
        self.sent = {}
        self.inside, self.menu, self.area = False, "", ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.inside = given.get("class") == "sheet"
        if not self.inside:
            return
        name = given.get("name", "")
        if given.get("type") in ("checkbox", "radio") and "checked" not in given:
            return
        if tag == "input" and name and given.get("type") != "file":
            self.sent[name] = given.get("value") or ""
        elif tag == "select":
            self.menu = name
        elif tag == "option" and (self.menu not in self.sent or "selected" in given):
            self.sent[self.menu] = given.get("value") or ""
        elif tag == "textarea":
            self.sent[name] = ""

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = False


def form_of(visitor, game, question):
    found = Controls()
    found.feed(visitor.page(f"/games/{game}/study/{question.verb}/{question.name}"))
    return found


def forms(game):
    return [q for q in questions._questions(load_game(game)) if not q.at_once]


@pytest.mark.parametrize("game", GAMES)
def test_every_form_can_be_sent_as_it_opens(visitor, game):
    visitor.pool.hold = True
    jobs_of(visitor.app.state)._an_address = 100
    for question in forms(game):
        sent = form_of(visitor, game, question).sent
        for parameter in question.parameters:
            assert not parameter.required or sent[parameter.name], (question.name, parameter.name)
        visitor.form(f"/games/{game}/study/{question.verb}/{question.name}", **sent)


@pytest.mark.parametrize("game", GAMES)
def test_machines_are_chosen_by_the_names_that_they_have_at_a_table(visitor, game):
    for question in forms(game):
        html = visitor.page(f"/games/{game}/study/{question.verb}/{question.name}")
        for parameter in question.parameters:
            if parameter.picks == "machines" and not parameter.many:
                menu = re.search(rf'<select id="{parameter.name}".*?</select>', html, re.DOTALL)
                assert re.search(r">(Clara|Igor|Otto) \(", menu.group()), question.name
            elif parameter.picks == "machines":
                assert re.search(r'class="pick" data-text="[^"]+"[^>]*>Aino \(', html)


def test_a_study_begins_with_the_rules_that_are_played_and_has_the_cards_of_the_school(visitor):
    asked = "/games/buraco/study/odds/going-out"
    html = visitor.page(asked)
    assert 'name="option-profile" value="aberto"' in html
    assert re.search(r'data-text="\*\*"[^>]*aria-label="joker"', html), "a card of this school"
    other = visitor.page(f"{asked}?hand=5H&school=thesis")
    assert 'name="option-profile" value="thesis"' in other
    assert 'data-text="**"' not in other
    assert 'id="hand" name="hand" value="5H"' in other
    assert html.count('<details class="rule-group"') == 6


@pytest.mark.parametrize("game", GAMES)
def test_a_form_begins_with_the_quickest_effort(visitor, game):
    for question in forms(game):
        sent = form_of(visitor, game, question).sent
        for parameter in question.parameters:
            if parameter.efforts:
                assert sent[parameter.name] == parameter.text(parameter.efforts[0][0])


def test_no_page_offers_what_takes_hours_or_has_nothing_to_decide(visitor):
    visitor.page("/games/vangin/study/solve/full", 404)
    visitor.page("/games/mus/study/solve/tables", 404)
