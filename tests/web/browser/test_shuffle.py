"""The browser holds the server to its shuffle: what was promised, and what it added itself."""

import json

import pytest
from hands import by_mouse, from_lobby, play_out
from playwright.sync_api import WebSocketRoute, expect

KEPT = "JSON.parse(localStorage.getItem('ludoteca-shuffles') ?? '{}')"
NOTICE = "#notice"
OTHER = "12" * 32
BROKEN = "is not the one that was promised to this browser"
LEFT_OUT = "What your browser added to this shuffle is not in it"


class Tampering:
    """A server that opens another seal than it promised."""

    def __init__(self, **changes):
        self.changes = changes
        self.seals = 0
        self.asked = []

    def connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def change(text: str) -> None:
            message = json.loads(text)
            if message["type"] == "nonce-wanted":
                self.asked.append(message["commitment"])
            if message.get("seal"):
                self.seals += 1
                message["seal"] |= self.changes
            route.send(json.dumps(message))

        server.on_message(change)


def played(visit, **changes):
    """A page that played a deal to its end, and the server between."""
    page, between = visit().page, Tampering(**changes)
    page.route_web_socket("**/live/tables/*", between.connect)
    from_lobby(page, "kuhn")
    play_out(page, by_mouse)
    page.wait_for_function(f"() => Object.keys({KEPT}).length === 0")
    assert between.seals
    return page, between


def test_a_kept_promise_is_not_mentioned(visit):
    page, between = played(visit)
    assert len(between.asked) >= 1
    expect(page.locator(NOTICE)).to_be_empty()
    page.locator(".fairness > summary").click()
    expect(page.locator(".fairness > .left-out")).to_be_hidden()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"commitment": OTHER}, BROKEN),
        ({"key": OTHER}, BROKEN),
        ({"given": 3}, BROKEN),
    ],
)
def test_a_broken_promise_is_said(visit, changes, sentence):
    page, _between = played(visit, **changes)
    expect(page.locator(NOTICE)).to_contain_text(sentence)


def test_a_part_that_was_left_out_is_told_beside_the_shuffle_and_covers_no_cards(visit):
    page, _between = played(visit, nonces=["", "aa"])
    page.locator(".fairness > summary").click()
    told = page.locator(".fairness > .left-out")
    expect(told).to_contain_text(LEFT_OUT)
    expect(told).to_be_visible()
    expect(page.locator(NOTICE)).to_be_empty()


def test_who_is_promised_two_shuffles_for_a_deal_adds_to_none(visit):
    page = visit().page
    page.goto("/")
    page.evaluate(
        """([table, commitment]) => {
            const sent = [];
            window.sent = sent;
            keepPromise(table, { deal: 1, commitment, nonces: ["ab"] });
            const live = { region: document.body, post: (message) => sent.push(message) };
            document.body.dataset.broken = "two promises";
            Live.prototype.addNonce.call(live, { table, deal: 1, commitment: commitment + "0" });
        }""",
        ["t", OTHER],
    )
    assert page.evaluate("sent.length") == 0
    expect(page.locator(NOTICE)).to_have_text("two promises")
