"""The rules without a connection."""

from __future__ import annotations

from playwright.sync_api import expect

KEPT = """async ([address, lang]) => {
  await navigator.serviceWorker.ready;
  const kept = await (await caches.open("ludoteca-reading")).match(address);
  return Boolean(kept) && (await kept.text()).includes(`<html lang="${lang}"`);
}"""


def test_rules_are_read_without_a_connection_and_nothing_else_pretends_to_work(visit):
    visitor = visit(service_workers="allow")
    page = visitor.page
    page.goto("/")
    page.wait_for_function(KEPT, arg=["/games/vangin/rules", "en"])
    page.context.set_offline(True)
    visitor.expected = "ERR_INTERNET_DISCONNECTED"
    page.goto("/games/vangin/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text("Vangin pasianssi")
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.site-header')).display") == "flex"
    )
    page.goto("/mine")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.locator("a[href='/games/mus/rules']").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mus")


def test_rules_are_kept_anew_when_the_language_changes(visit):
    page = visit(service_workers="allow").page
    page.goto("/")
    page.wait_for_function(KEPT, arg=["/games/mus/rules", "en"])
    page.goto("/?lang=fi")
    page.wait_for_function(KEPT, arg=["/games/mus/rules", "fi"])
