"""Languages, light and dark, decks: what somebody chooses is seen at once, and kept."""

from __future__ import annotations

import re

import pytest
from hands import from_lobby, my_turn
from playwright.sync_api import Page, expect

from ludoteca.core.i18n import speaking
from ludoteca.games.bigpoints.notation import kind_name
from ludoteca.games.bigpoints.rules import COLOURS

PLAY = {"en": "Play", "pt": "Jogar", "es": "Jugar", "fi": "Pelaa"}
RULES = {"en": "Rules", "pt": "Regras", "es": "Reglas", "fi": "Säännöt"}
INK = "getComputedStyle(document.querySelector('h1, h2')).color"


def is_dark(page: Page) -> bool:
    """True where the page is written in light letters."""
    red, green, blue = map(int, re.findall(r"\d+", page.evaluate(INK))[:3])
    return red + green + blue > 450


def choose(page: Page, words: str) -> None:
    """Choose from the menu of a table; the page comes back with it."""
    page.get_by_role("button", name="Menu").click()
    with page.expect_navigation():
        page.locator("#table-menu").get_by_role("radio", name=words, exact=True).click()
    page.locator("#table-root .chip").first.wait_for()


@pytest.mark.parametrize("language", PLAY)
def test_the_page_and_the_moves_of_a_game_speak_the_language_of_the_browser(visit, language):
    page = visit(locale=language).page
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    button = page.locator("#bigpoints .game-play button")
    assert button.inner_text().split()[0] == PLAY[language]
    button.click()
    page.wait_for_url("**/tables/*")
    assert my_turn(page)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".stage-head").get_by_role("link", name=RULES[language])).to_be_visible()
    expect(page.get_by_role("link", name=RULES[language], exact=True)).to_have_count(1)
    others = {words for code, words in RULES.items() if code != language}
    assert not others & set(page.locator(".stage-head").inner_text().split())
    with speaking(language):
        pawns = tuple(kind_name(colour).capitalize() for colour in range(COLOURS))
    said = page.locator(".bp-move .hidden-words").first.text_content() or ""
    assert said.capitalize().startswith(pawns)


def test_a_language_chosen_at_the_table_is_kept_on_every_page(visit):
    page = visit().page
    from_lobby(page, "tictactoe")
    page.get_by_role("button", name="Menu").click()
    page.locator("#table-menu").get_by_role("link", name="Suomi").click()
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    expect(page.get_by_role("link", name=RULES["fi"]).first).to_be_visible()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fi")


def test_light_and_dark_follow_the_device_until_somebody_chooses(visit):
    page = visit(color_scheme="dark").page
    page.goto("/")
    assert is_dark(page)
    page.emulate_media(color_scheme="light")
    assert not is_dark(page)
    page.locator(".site-menus summary", has_text="Look").click()
    with page.expect_navigation():
        page.get_by_role("radio", name="dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert is_dark(page)
    page.goto("/mine")
    assert is_dark(page)


def test_four_colours_and_large_corners_are_seen_on_the_cards_of_a_table(visit):
    page = visit().page
    from_lobby(page, "vangin")
    page.locator(".card use").first.wait_for()
    before = picture(page)
    choose(page, "four colours")
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    four = picture(page)
    assert four != before
    choose(page, "large")
    expect(page.locator("html")).to_have_attribute("data-index", "large")
    assert picture(page) not in (four, before)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-index", "large")


def picture(page: Page) -> bytes:
    """The cards as they are seen, once they are all drawn."""
    page.wait_for_load_state("networkidle")
    return page.locator(".board").screenshot(animations="disabled")


def test_a_menu_of_the_head_is_closed_by_escape_and_by_a_press_elsewhere(visit):
    page = visit().page
    page.goto("/games/mus/new")
    summary, menu = page.locator(".site-menus summary", has_text="Look"), "details.menu[open]"
    for close in (lambda: page.keyboard.press("Escape"), lambda: page.locator("h1").click()):
        summary.click()
        expect(page.locator(menu)).to_have_count(1)
        close()
        expect(page.locator(menu)).to_have_count(0)
