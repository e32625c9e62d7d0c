"""The server is killed without a word and started anew: the page comes back by itself."""

from __future__ import annotations

import signal

import pytest
from hands import CAME_FURTHER, last_event, make, open_table, options
from playwright.sync_api import Page, expect
from visits import Server


@pytest.fixture
def server(tmp_path, games):
    """A server of its own, which may be killed."""
    started = Server(f"sqlite:///{tmp_path / 'journal.sqlite'}", games)
    started.start()
    yield started
    started.stop()


def guest(visit, server: Server) -> Page:
    """Somebody at a table of the server, who has read that it went away for a while."""
    visitor = visit(at=server)
    visitor.expected = "ERR_CONNECTION|WebSocket connection"
    open_table(visitor.page, "bigpoints", **options(colours=3, discs=3, white=0, black=0))
    visitor.page.locator(".bp-move").first.wait_for()
    return visitor.page


def test_the_page_reconnects_by_itself_and_play_goes_on_where_it_was(visit, server):
    page = guest(visit, server)
    make(page, lambda p: p.locator(".bp-move").first.click())
    page.locator(".bp-move").first.wait_for()
    board, lines = page.locator(".board").inner_html(), last_event(page)

    server.stop(signal.SIGKILL)
    expect(page.locator(".link-lost")).to_be_visible()
    pawn = page.locator("label.pawn.can").first
    pawn.click()
    server.start()

    expect(page.locator(".link-lost")).to_be_hidden()
    assert page.locator(".board").inner_html() == board
    assert last_event(page) == lines
    expect(page.locator(".bp-take:visible").first).to_be_visible()
    make(page, lambda p: p.locator(".bp-take:visible").first.click())


def test_a_move_made_while_the_server_is_away_is_made_once_it_is_back(visit, server):
    page = guest(visit, server)
    lines = last_event(page)
    server.stop(signal.SIGKILL)
    expect(page.locator(".link-lost")).to_be_visible()
    page.locator(".bp-move").first.click()
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    server.start()
    page.wait_for_function(CAME_FURTHER, arg=lines)
    expect(page.locator("main")).not_to_have_attribute("aria-busy", "true")
    assert page.locator(".log li:not([class])", has_text="You ").count() == 1


def test_a_network_that_is_silently_gone_is_told_and_so_is_its_return(visit, server):
    page = guest(visit, server)
    server.process.send_signal(signal.SIGSTOP)
    expect(page.locator(".link-lost")).to_be_visible()
    server.process.send_signal(signal.SIGCONT)
    expect(page.locator(".link-lost")).to_be_hidden()


def test_a_device_that_goes_offline_is_told_at_once(visit, server):
    page = guest(visit, server)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".link-lost")).to_be_visible()


def test_the_form_of_a_new_table_says_that_the_server_is_gone_and_loses_nothing(visit, server):
    visitor = visit(at=server)
    visitor.expected = "ERR_CONNECTION"
    page = visitor.page
    page.goto("/games/bigpoints/new")
    page.fill("#name", "Ana")
    server.stop(signal.SIGKILL)
    page.locator(".tab", has_text="3 players").click()
    expect(page.locator("#notice")).to_contain_text("does not answer")
    server.start()
    page.select_option("#seat1", "friend")
    expect(page.locator(".drawn-seat")).to_have_count(3)
    expect(page.locator("#notice")).to_have_text("")
    assert (page.input_value("#name"), page.input_value("#seat1")) == ("Ana", "friend")
