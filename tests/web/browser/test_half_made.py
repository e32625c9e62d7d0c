"""Half-done input of a person stays: a view that comes in between takes none of it away."""

from __future__ import annotations

from hands import make, open_table, options
from parties import party, say
from playwright.sync_api import Page, expect

CHOSEN = "[...document.querySelectorAll('#table-root input:checked')].map((i) => i.id || i.value)"
FOCUSED = "document.activeElement.id || document.activeElement.dataset.key"
LOG = "document.querySelector('#table-root .log')"
AT_END = f"Math.abs({LOG}.scrollTop) < 2 && {LOG}.scrollHeight > {LOG}.clientHeight"
TOP_LINE = f"""() => {{
  const log = {LOG}.getBoundingClientRect();
  const lines = [...document.querySelectorAll(".log li")];
  // A line that grows by a fraction of a pixel is scrolled by whole ones.
  return lines.find((line) => line.getBoundingClientRect().top >= log.top - 8).dataset.number;
}}"""


def heard(page: Page, phrase: str) -> None:
    expect(page.get_by_role("log")).to_contain_text(phrase)


def choose_a_pawn(page: Page) -> None:
    page.locator("label.pawn.can").first.click()
    page.locator(".bp-take:visible").first.wait_for()


def test_a_pawn_picked_up_stays_in_the_hand_when_somebody_speaks(visit):
    people = party(visit, "bigpoints", **options(colours=3, discs=3))
    mover = people.mover()
    other = people.bruno if mover is people.ana else people.ana
    choose_a_pawn(mover)
    chosen, focused = mover.evaluate(CHOSEN), mover.evaluate(FOCUSED)
    assert chosen
    say(other, "Good luck!")
    heard(mover, "Good luck!")
    assert mover.evaluate(CHOSEN) == chosen
    assert mover.evaluate(FOCUSED) == focused
    make(mover, lambda page: page.locator(".bp-take:visible").first.click())
    assert mover.evaluate(CHOSEN) == [], "the next decision begins with nothing chosen"


def test_an_open_dialog_open_details_and_a_chosen_phrase_stay(visit):
    people = party(visit, "bigpoints", **options(colours=3, discs=3))
    ana, bruno = people.pages
    ana.get_by_label("Phrases").select_option("Thank you!")
    ana.get_by_text("Glossary").click()
    ana.get_by_role("button", name="Menu").click()
    say(bruno, "Hello!")
    heard(ana, "Hello!")
    expect(ana.locator("#table-menu")).to_be_visible()
    ana.keyboard.press("Escape")
    expect(ana.locator(".side-words")).to_have_attribute("open", "")
    assert ana.get_by_label("Phrases").locator("option:checked").inner_text() == ("Thank you!")


def test_words_typed_to_narrow_the_moves_down_stay_and_go_on_narrowing(visit):
    people = party(visit, "nim", **options(heaps=4, largest=9))
    mover = people.mover()
    other = people.bruno if mover is people.ana else people.ana
    field = mover.get_by_role("searchbox")
    every = mover.locator("#plain-moves > :visible").count()
    field.press_sequentially("a3")
    narrowed = mover.locator("#plain-moves > :visible").count()
    assert 0 < narrowed < every
    say(other, "Let me think.")
    heard(mover, "Let me think.")
    expect(field).to_have_value("a3")
    expect(field).to_be_focused()
    assert mover.locator("#plain-moves > :visible").count() == narrowed


def test_the_log_begins_at_its_end_and_stays_there_as_it_grows(visit):
    page = visit(size=(1280, 600)).page
    open_table(page, "bigpoints", **options(colours=3, discs=6))
    for _act in range(6):
        make(page, lambda p: p.locator(".bp-move").first.click())
        page.locator(".bp-move").first.wait_for()
    assert page.evaluate(AT_END)
    page.reload()
    page.locator(".bp-move").first.wait_for()
    assert page.evaluate(AT_END)


def test_whoever_reads_back_in_the_log_is_not_carried_off(visit):
    people = party(visit, "bigpoints", **options(colours=3, discs=6))
    ana, bruno = people.pages
    ana.set_viewport_size({"width": 1280, "height": 520})
    for _act in range(10):
        make(people.mover(), lambda page: page.locator(".bp-move").first.click())
    ana.get_by_role("log").hover()
    ana.mouse.wheel(0, -300)
    ana.wait_for_function(f"() => {LOG}.scrollTop < -40")
    reading = ana.evaluate(TOP_LINE)
    say(bruno, "Oh no!")
    heard(ana, "Oh no!")
    assert ana.evaluate(TOP_LINE) == reading


def test_the_log_of_a_phone_opens_at_its_end(visit):
    page = visit(size=(390, 844), has_touch=True, is_mobile=True).page
    open_table(page, "bigpoints", **options(colours=3, discs=6))
    for _act in range(6):
        make(page, lambda p: p.locator(".bp-move").first.tap())
        page.locator(".bp-move").first.wait_for()
    page.get_by_role("button", name="Odds and log").tap()
    expect(page.locator("#side")).to_be_visible()
    assert page.evaluate(AT_END)
