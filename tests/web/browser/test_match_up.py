"""Match-ups on the study pages, of machines and of files: watched while they run, stopped, done."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ludoteca.workers.sandbox import sandbox

MATCH = "/games/kuhn/study/evaluate/match-up"
CLASS = "/games/poker/study/evaluate/class-of-players"
KEEPS = """
def trocas_{name}(mão, trocas1=None):
    return []

def desistir_{name}(mão_atual, mão_original, trocas_minhas, trocas_outro=None, segundo=False):
    return False
"""
DONE = "parseInt(document.querySelector('.job-count')?.textContent.replace(',', '') ?? 0)"


@pytest.mark.soak
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_figures_come_while_it_runs_and_then_the_answer(visit, size):
    page = visit(size=size).page
    page.goto(MATCH)
    page.get_by_text("Write it instead").click()
    page.fill("[name=machines]", "advanced, basic")
    page.get_by_text("Other settings").click()
    page.select_option("[name=deals]", "500")
    page.fill("[name=seed]", str(size[0]))
    page.get_by_role("button", name="Show the answer").click()
    page.wait_for_url("**/jobs/*")
    draft = page.locator(".draft")
    expect(draft).to_be_visible(timeout=90_000)
    expect(draft).to_contain_text("Interim results")
    expect(draft).to_contain_text("95% interval")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0], "nothing runs out of the page"
    answer = page.get_by_text("Ask something else")
    expect(answer).to_be_visible(timeout=90_000)
    expect(draft).to_have_count(0)
    expect(page.locator("dl.numbers")).to_contain_text("500")


def test_a_match_up_is_stopped_and_goes_on(visit):
    page = visit().page
    page.goto(MATCH)
    page.get_by_text("Write it instead").click()
    page.fill("[name=machines]", "belief@1000, basic")
    page.get_by_text("Other settings").click()
    page.select_option("[name=deals]", "500")
    page.get_by_role("button", name="Show the answer").click()
    page.wait_for_url("**/jobs/*")
    page.wait_for_function(f"() => {DONE} > 4")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped; it continues from here.")).to_be_visible()
    expect(page.get_by_role("link", name="Back")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    # What is kept is counted at once: the first number that there is.
    first = page.wait_for_function(f"() => {DONE}").json_value()
    assert first > 4, "not from the first deal"
    page.get_by_role("button", name="Stop").click()


@pytest.mark.skipif(not sandbox().confines, reason="this system has no sandbox")
def test_a_class_of_files_is_watched_stopped_and_gone_on_with(visit, tmp_path):
    for name in ("ana", "bia"):  # enough not to be done when it is stopped
        (tmp_path / f"{name}.py").write_text(KEEPS.format(name=name), encoding="utf-8")
    (tmp_path / "elisa.py").write_text("def trocas_elisa(:\n", encoding="utf-8")
    page = visit(size=(390, 844)).page
    page.goto(CLASS)
    page.get_by_role("button", name="Aino (greedy)").click()
    page.get_by_label("or a whole folder").set_input_files(tmp_path)
    page.get_by_role("button", name="Show the answer").click()
    page.wait_for_url("**/jobs/*")
    draft = page.locator(".draft")
    expect(draft).to_contain_text("elisa forfeits every round", timeout=90_000)
    expect(draft).to_contain_text("line 1")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing runs out of the page"
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped; it continues from here.")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(draft).to_contain_text("elisa forfeits every round")  # the files are still there
    page.get_by_role("button", name="Stop").click()
