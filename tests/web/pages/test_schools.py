"""Which rules somebody plays: asked for once, remembered, and changed."""

import re

import pytest
from visitors import words

from ludoteca.core.registry import games, load_game
from ludoteca.table.events import Opened

SCHOOLS = load_game("buraco").info.schools
PLAY, ASK, NEW = "/games/buraco/play", "/games/buraco/schools", "/games/buraco/new"


def opening(visitor, answer):
    table = re.fullmatch(r"/tables/([A-Za-z0-9]+)", answer.headers["location"])[1]
    found = visitor.portal.call(visitor.app.state.journal.events, table)
    return next(event for _seq, event in found if isinstance(event, Opened))


def chosen(html):
    """The schools that a page shows as chosen."""
    found = re.findall(r'<button class="school" name="school" value="(\w+)" aria-current', html)
    tab = r'class="tab" name="school"[^>]* aria-current="true">([^<]+)</button>'
    return found + re.findall(tab, html)


def test_play_asks_once_and_then_deals_what_was_chosen(visitor):
    asked = visitor.form(PLAY, level="basic")
    assert asked.headers["location"] == f"{ASK}?level=basic"
    html = visitor.page(asked.headers["location"])
    assert 'name="level" value="basic"' in html
    first = opening(visitor, visitor.form(PLAY, level="basic", school="burraco"))
    assert (first.options["profile"], first.plans[1].machine) == ("burraco", "basic")
    assert opening(visitor, visitor.form(PLAY)).options["profile"] == "burraco"


def test_a_game_without_schools_is_dealt_at_once_and_has_no_such_page(visitor):
    for game in games().values():
        if not game.info.schools:
            visitor.page(f"/games/{game.name}/schools", 404)
    assert opening(visitor, visitor.form("/games/nim/play", school="burraco"))


def test_the_first_school_is_advised_until_one_was_chosen(visitor):
    advised = re.findall(r'value="(\w+)"(?:(?!</button>).)*Choose this one', visitor.page(ASK))
    assert advised == [SCHOOLS[0].name]
    visitor.form(PLAY, school="burraco")
    assert "Choose this one" not in visitor.page(ASK)


def test_each_school_is_a_button_with_what_differs_and_the_documents_is_folded(visitor):
    html = visitor.page(ASK)
    shown, _mark, folded = html.partition('<details class="more-schools"')
    for school in SCHOOLS:
        assert f'name="school" value="{school.name}"' in (folded if school.rare else shown)
        assert school.about in words(html)
    assert [school.name for school in SCHOOLS if school.rare] == ["thesis"]


@pytest.mark.parametrize("school", SCHOOLS, ids=lambda school: school.name)
def test_the_choice_can_be_changed_and_is_shown(visitor, school):
    visitor.form(PLAY, school="stbl")
    visitor.form(PLAY, school=school.name)
    assert chosen(visitor.page(ASK)) == [school.name]
    assert f'href="{ASK}"' in visitor.page("/")
    assert school.title in chosen(visitor.page(NEW))


def test_a_school_that_is_not_there_is_asked_for_again(visitor):
    assert visitor.form(PLAY, school="bridge").headers["location"] == ASK
    visitor.cookies.set("ludoteca_school_buraco", "bridge")
    assert visitor.form(PLAY).headers["location"] == ASK


def test_a_level_of_the_address_is_text_on_the_page(visitor):
    assert "<b>" not in visitor.page(f"{ASK}?level=%22%3E%3Cb%3E")


def test_the_form_of_a_new_table_begins_with_them_and_is_for_one_table(visitor):
    assert "Buraco aberto" in chosen(visitor.page(NEW))
    assert "Buraco fechado" in chosen(visitor.page(f"{NEW}?school=fechado"))
    made = visitor.form(NEW, **{"option-profile": "fechado", "option-wilds": "2"})
    assert opening(visitor, made).options["wilds"] == "2"
    assert visitor.form(PLAY).headers["location"] == ASK, "nobody has said what they always play"


def test_the_options_of_every_school_can_be_played():
    for game in games().values():
        for school in game.info.schools:
            assert game.options(dict(school.options))


@pytest.mark.parametrize(("game", "title"), [("mus", "Eight kings"), ("buraco", "Buraco aberto")])
def test_a_new_table_shows_the_school_by_whose_rules_it_begins(visitor, game, title):
    (current,) = chosen(visitor.page(f"/games/{game}/new"))
    assert current.casefold() == title.casefold()


def test_a_school_that_is_pressed_has_nothing_of_the_one_that_is_remembered(visitor):
    visitor.form("/games/mus/play", school="cuatro")
    assert "Four kings" in chosen(visitor.page("/games/mus/new"))
    assert chosen(visitor.page("/games/mus/new?option-kings=4&school=ocho")) == ["Eight kings"]


def test_on_the_page_of_rules_usual_is_what_the_school_has_that_is_played(visitor):
    def told():
        options = visitor.page("/games/buraco/rules").partition('id="options"')[2]
        assert options.count('<details class="rule-group"') > 3, "folded by headings"
        return words(options)

    first = told()
    assert "as in the set of rules" not in first
    assert f"{SCHOOLS[0].title} (usual)" in first
    assert "1 to 9999; usually 3000" in first
    assert "an open pile (usual) · a closed pile" in first
    visitor.form(PLAY, school="fechado")
    assert "Buraco fechado (usual)" in told()
    assert "a closed pile (usual) · an open pile" in told()


def test_a_game_at_a_real_table_begins_with_the_rules_that_are_played(visitor):
    for school in (SCHOOLS[0].name, "burraco"):
        profile = dict(next(s for s in SCHOOLS if s.name == school).options)["profile"]
        html = visitor.page("/assist/buraco")
        assert re.search(rf'value="{profile}"[^>]*(selected|checked)', html)
        visitor.form(PLAY, school="burraco")


def test_the_rules_draw_the_table_of_points_of_the_school_that_the_visitor_plays(visitor):
    visitor.page("/")
    for school, semi_clean in (("aberto", False), ("burraco", True)):
        visitor.cookies.set("ludoteca_school_buraco", school)
        table = visitor.page("/games/buraco/rules").partition('<table class="worths">')[2]
        rows = table.partition("</table>")[0]
        assert ("a semi-clean canastra" in rows) == semi_clean
        assert rows.count('class="card') >= 5
