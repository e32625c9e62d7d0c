"""A table of cards made of the kit alone: four seats, a hand of four and a hand of twenty.

No shipped game has such hands yet; the ones to come meet these sizes and languages first.
"""

from __future__ import annotations

from importlib.resources import files

import pytest
from eyes import LANGUAGES, SIZES, outside, serious
from playwright.sync_api import Browser, Page, Route

from ludoteca.core.i18n import _, speaking
from ludoteca.table.deal import LogLine
from ludoteca.table.scene import SeatScene
from ludoteca.web.kit import buttons, cards, scores, seats, side_panel, whole_table
from ludoteca.web.kit.cards import card_name
from ludoteca.web.kit.decks import french, sprite
from ludoteca.web.kit.gallery import gallery
from ludoteca.web.security import HEADERS

STATIC = files("ludoteca.web") / "static"
HANDS = {
    "mus": ("spanish", ("12O", "4B", "1C", "10E")),
    "buraco": ("french", french.CARDS[:14] + french.CARDS[-6:]),
}
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}

CUT = """() => {
  const found = [];
  for (const card of document.querySelectorAll(".own .card")) {
    const box = card.getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth)
      found.push(card.textContent + JSON.stringify(box));
    const seen = document.elementFromPoint(box.left + 8, box.top + 18);
    if (!card.contains(seen)) found.push(`covered: ${card.innerHTML.slice(0, 90)}`);
  }
  return found;
}"""
PAINTED = """async () => {
  const uses = [...document.querySelectorAll("use")];
  for (let n = 0; n < 60 && uses.some((use) => !use.getBBox().width); n++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return uses.length && uses.every((use) => use.getBBox().width > 90);
}"""


def table(deck: str, names: tuple[str, ...]) -> str:
    """The stage of a game for four with a hand to choose from."""
    machines = [SeatScene(n, "machine", level="expert") for n in range(4)]
    where = seats.places(4, 0)
    rivals = [
        seats.seat_block(
            n,
            where[n],
            seats.bubble("Mus"),
            seats.seat_chip(machines[n], marks=("mano",) if n == 2 else ()),
            cards.rival_fan(deck, len(names)),
        )
        for n in (1, 2, 3)
    ]
    choices = [
        cards.card_choice(deck, name, n, shortcut=str(n + 1) if n < 9 else "", key=f"{name}-{n}")
        for n, name in enumerate(names)
    ]
    own = SeatScene(0, "person", "Ana", to_move=True, clock=42.0)
    points = [
        scores.score(_("Us"), "6", marks=scores.stones(6, fives=8, ones=4), side=0),
        scores.score(_("Them"), "19", marks=scores.stones(19, fives=8, ones=4), side=1),
    ]
    lines = [LogLine(n, n % 4, f"{card_name(deck, names[0])} {n}") for n in range(30)]
    return str(
        whole_table.stage(
            head=whole_table.stage_head("Mus", points),
            rivals=rivals,
            centre=[
                buttons.steps(("Grande", "Chica", "Pares", "Juego"), 1),
                whole_table.prompt(_("Your turn")),
            ],
            own=[
                seats.bubble("Mus"),
                seats.seat_chip(own, you=True),
                buttons.draft_form("draft", cards.fan(choices, _("Your hand"))),
            ],
            actions=[
                whole_table.latest(lines[-1:]),
                buttons.action_bar(
                    buttons.submit_button(_("Play"), form="draft"),
                    buttons.action_button(90, "Mus", "m"),
                ),
            ],
            side=side_panel.side_part(_("Log"), side_panel.log(lines), key="log"),
            game="cards",
        )
    )


def serve(route: Route, body: str, language: str) -> None:
    """The page and its files, with the policy that the server sends."""
    name = route.request.url.split("://kit/")[1].split("?")[0]
    if name == "page":
        route.fulfill(
            body=f'<!doctype html><html lang="{language}"><head><title>Mus</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            '<link rel="stylesheet" href="/static/ludoteca.css">'
            '<link rel="stylesheet" href="/static/css/kit.css"></head>'
            f"<body><main>{body}</main></body></html>",
            headers={
                "content-security-policy": HEADERS["content-security-policy"],
                "content-type": "text/html; charset=utf-8",
            },
        )
    elif name.startswith("static/decks/"):
        route.fulfill(body=sprite(name.split("/")[2][:-4]), content_type="image/svg+xml")
    elif name.startswith("static/"):
        file = STATIC / name.removeprefix("static/")
        route.fulfill(body=file.read_text(), content_type=KINDS[name.rsplit(".")[-1]])
    else:
        route.fulfill(status=404, body="")


@pytest.fixture
def page(browser: Browser):
    context = browser.new_context(reduced_motion="reduce")
    yield context.new_page()
    context.close()


def show(page: Page, body: str, language: str = "en") -> None:
    page.unroute_all()
    page.route("http://kit/**", lambda route: serve(route, body, language))
    page.goto("http://kit/page")


@pytest.mark.parametrize("hand", HANDS)
def test_every_card_of_the_hand_can_be_seen_and_pressed(page, hand):
    wrong = []
    for language in LANGUAGES:
        with speaking(language):
            show(page, table(*HANDS[hand]), language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found = [*outside(page), *page.evaluate(CUT)]
            wrong += [f"{language} {width}x{height}: {what}" for what in found]
    assert wrong == []


def test_cards_are_drawn_under_the_servers_policy(page):
    problems: list[str] = []
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    for deck, names in HANDS.values():
        show(page, table(deck, names))
        assert page.evaluate(PAINTED)
    assert [what for what in problems if "favicon" not in what and "404" not in what] == []


def test_a_hand_is_picked_by_mouse_and_by_keys(page):
    show(page, table(*HANDS["mus"]))
    page.get_by_role("checkbox", name="king of coins").focus()
    page.keyboard.press("Space")
    page.get_by_role("checkbox", name="ace of cups").click()
    chosen = "[...new FormData(document.forms.draft).getAll('a')]"
    assert page.evaluate(chosen) == ["0", "2"]


@pytest.mark.parametrize(("size", "scheme"), [((390, 844), "light"), ((1280, 800), "dark")])
def test_neither_the_table_nor_the_kit_page_has_a_serious_violation(page, size, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for body in (table(*HANDS["mus"]), str(gallery())):
        show(page, body)
        assert serious(page) == []
