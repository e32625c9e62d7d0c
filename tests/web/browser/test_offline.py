"""The rules and past puzzles without a connection."""

from __future__ import annotations

import pytest
from hands import by_mouse, make, open_table, options, play_out
from playwright.sync_api import expect

KEPT = """async ([address, lang]) => {
  await navigator.serviceWorker.ready;
  const kept = await (await caches.open("ludoteca-reading")).match(address);
  return Boolean(kept) && (await kept.text()).includes(`<html lang="${lang}"`);
}"""


def until(page, script, arg=None):
    """Wait until an asynchronous function in the page tells something, and return that."""
    for _try in range(600):
        if found := page.evaluate(script, arg):
            return found
        page.wait_for_timeout(100)
    raise AssertionError(script)


def test_rules_are_read_without_a_connection_and_nothing_else_pretends_to_work(visit):
    visitor = visit(service_workers="allow")
    page = visitor.page
    page.goto("/")
    until(page, KEPT, arg=["/games/vangin/rules", "en"])
    page.context.set_offline(True)
    visitor.expected = "ERR_INTERNET_DISCONNECTED"
    page.goto("/games/vangin/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vangin pasianssi")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.site-header')).display") == "flex"
    )
    expect(page.locator(".kept-told")).to_contain_text("everything else need the connection")
    expect(page.get_by_role("button", name="Play")).to_be_disabled()
    page.goto("/study")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.locator("a[href='/games/mus/rules']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mus")
    begins = page.locator("form[action^='/games/'] button")
    assert begins.count() > 2
    for button in begins.all():
        expect(button).to_be_disabled()


OWN = """async (number) => {
  const kept = await (await caches.open("ludoteca-own")).keys();
  return kept.length === number && kept.map(({ url }) => new URL(url).pathname);
}"""
FORGOTTEN = """async () => {
  const kept = await (await caches.open("ludoteca-own")).keys();
  return !kept.some(({ url }) => url.includes("/replay"));
}"""


def test_own_matches_are_read_without_a_connection_until_the_person_is_forgotten(visit):
    visitor = visit(service_workers="allow")
    page = visitor.page
    page.goto("/")
    until(page, KEPT, arg=["/games/mus/rules", "en"])
    open_table(page, "nim", **options(heaps=1, largest=2))
    play_out(page, by_mouse)
    open_table(page, "nim")
    make(page, by_mouse)
    page.goto("/mine")
    kept = until(page, OWN, arg=2)
    assert kept[0] == "/mine"
    page.context.set_offline(True)
    visitor.expected = "ERR_INTERNET_DISCONNECTED"
    page.goto("/")
    page.locator("main").get_by_role("link", name="My games").click()
    expect(page.locator(".kept-told")).to_be_visible()
    expect(page.locator(".match")).to_have_count(1)
    page.locator(".match a").click()
    expect(page.locator(".move-list li li")).not_to_have_count(0)
    assert page.url.partition("?")[0].endswith(kept[1])
    page.context.set_offline(False)
    page.goto("/mine")
    expect(page.locator(".kept-told")).to_be_hidden()
    page.get_by_text("Delete my data", exact=True).click()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url("/")
    until(page, FORGOTTEN)


def test_rules_are_kept_anew_when_the_language_changes(visit):
    page = visit(service_workers="allow").page
    page.goto("/")
    until(page, KEPT, arg=["/games/mus/rules", "en"])
    page.goto("/?lang=fi")
    until(page, KEPT, arg=["/games/mus/rules", "fi"])


PUZZLES = """async () => {
  await navigator.serviceWorker.ready;
  const cache = await caches.open("ludoteca-reading");
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const list = await (await cache.match("/puzzles"))?.text();
  const links = (list ?? "").matchAll(/href="(\\/puzzles\\/[^"]*)/g);
  const listed = [...links].map(([, address]) => address);
  const found = kept.filter((address) => /^\\/puzzles?\\//.test(address));
  return listed.length && listed.sort().join() === found.sort().join() && found;
}"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_past_puzzles_are_played_without_a_connection_and_todays_is_not_among_them(visit, size):
    visitor = visit(size=size, service_workers="allow")
    page = visitor.page
    page.goto("/puzzle")
    today = page.locator("h1 time").get_attribute("datetime")
    kept = until(page, PUZZLES)
    assert 12 <= len(kept) <= 20
    assert f"/puzzles/{today}" not in kept
    page.context.set_offline(True)
    visitor.expected = "ERR_INTERNET_DISCONNECTED"
    page.goto("/puzzle")
    page.get_by_role("link", name="Past puzzles").click()
    for title in ("Big Points", "Eräs korttipeli", "Simplified poker"):
        page.get_by_role("link", name=title).first.click()
        page.wait_for_url("**/puzzles/*")  # with its scripts and styles
        worths = page.locator(".puzzle-values tr")
        expect(page.locator(".puzzle-table .stage")).to_be_visible()
        expect(worths.first).to_be_hidden()
        page.get_by_text("All moves as a list").click()
        choices = page.locator(".puzzle-choices button")
        number = choices.count()
        wrong = worths.nth(1).locator("[data-of]").get_attribute("data-of")
        page.locator(f".puzzle-choices [value='{wrong}']").click()
        assert number >= 3
        expect(worths).to_have_count(number)
        expect(page.locator(".verdict:visible")).to_contain_text("Not the best")
        expect(page.locator(".tag:visible", has_text="your choice")).to_have_count(2)
        expect(page.locator(".puzzle-reasons dd:visible").first).to_be_visible()
        expect(choices.first).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.get_by_role("link", name="Past puzzles").click()


def test_a_move_made_on_the_table_of_a_past_puzzle_is_judged_at_once_and_not_sent(visit):
    page = visit().page
    page.goto("/puzzles")
    page.get_by_role("link", name="Big Points").first.click()
    page.wait_for_url("**/puzzles/*")
    address = page.url
    page.locator(".puzzle-table [data-act]:visible").first.click()
    expect(page.locator(".verdict:visible")).to_be_visible()
    assert page.url == address
    page.goto("/puzzle")
    expect(page.get_by_text("Days played")).to_have_count(0)


NEXT_DAY = """async () => {
  const cache = await caches.open("ludoteca-reading");
  const list = await (await cache.match("/puzzles")).text();
  const headers = { date: "Sat, 01 Jan 2000 00:00:00 GMT" };
  await cache.put("/puzzles", new Response(list, { headers }));
  await cache.put("/puzzles/1999-12-31", new Response("an old one"));
  await cache.delete(list.match(/href="(\\/puzzles\\/[^"]*)/)[1]);
}"""


def test_a_day_later_the_new_puzzle_is_kept_and_the_oldest_is_not(visit):
    page = visit(service_workers="allow").page
    page.goto("/")
    until(page, PUZZLES)
    page.evaluate(NEXT_DAY)
    assert not page.evaluate(PUZZLES)
    page.goto("/study")
    until(page, PUZZLES)
