"""Buraco in the browser: a meld is tried, taken back and laid; the hand is sorted; boxes stand."""

from __future__ import annotations

from dataclasses import replace

from eyes import SIZES
from frozen import scene_of
from hands import SENT, last_event, make
from playwright.sync_api import Locator, Page, expect
from visits import Server, Visitor

from deals import positions, random_position
from ludoteca.core import rooms
from ludoteca.core.i18n import speaking
from ludoteca.core.record import GameRecord
from ludoteca.core.registry import load_game
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.games.buraco.face_moves import NEW, lays, plays
from ludoteca.games.buraco.ids import CHOOSING, JOKER, KEEP, PAIRS, PLAYING, TAKE
from ludoteca.games.buraco.melds import is_wild_card
from ludoteca.games.buraco.notation import read_card
from ludoteca.table.scene import Draft, taught_state

HAND = "#bu-hand label.card"
GRIP = {"x": 10, "y": 20}  #: of a card, others lie over the rest
ORDER = f"""() => [...document.querySelectorAll("{HAND}")].sort(
    (a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x
  ).map((card) => Number(card.querySelector("input").value))"""


def dealt() -> tuple[GameRecord, tuple[int, ...]]:
    """A deal in which seat 0, who begins, has a run without a wild card; and that run."""
    game = load_game("buraco")
    for seed in range(1000):
        state = game.new_state()
        shoe = Shoe.shuffled(game, state.options, seed)
        while state.is_chance():
            state.apply_unchecked(shoe.draw(state))
        state.apply_unchecked(KEEP)
        for lay in lays(state.view(0)):
            if lay.meld == NEW and not any(is_wild_card(kind) for kind in lay.cards):
                return GameRecord.from_state(state, ["Ana", *["random"] * 3]), lay.cards
    raise AssertionError("no such deal")


def sit_down(visitor: Visitor, server: Server) -> tuple[Page, tuple[int, ...]]:
    """Ana at a table of that deal; the cards of her run."""
    page, (record, run) = visitor.page, dealt()
    page.goto("/")
    asked = {"game": "buraco", "seats": ["me", *record.seats[1:]], "start": record.to_text()}
    headers = {"Origin": server.address}
    opened = page.request.post("/api/tables", data={**asked, "name": "Ana"}, headers=headers)
    assert opened.ok, opened.text()
    page.goto(f"/tables/{opened.json()['id']}")
    page.locator(HAND).first.wait_for()
    return page, run


def test_a_request_for_melds_is_seen_to_be_pressed_until_it_is_answered(visit, server):
    page, _run = sit_down(visit(), server)
    page.evaluate(SENT)
    button = page.locator("[data-send*=points]")
    button.click()
    assert button.get_attribute("data-pressed") == ""
    page.reload()
    button.click()
    button.wait_for(state="detached")


def card(page: Page, kind: int) -> Locator:
    return page.locator(f"{HAND}:has(input[value='{kind}'])").first


def drag(page: Page, moved: Locator, place: str, target: str) -> None:
    """Carry a card there by the mouse, and drop it once the target is pressable."""
    moved.hover(position=GRIP)
    page.mouse.down()
    page.mouse.move(*middle(page, place), steps=5)
    page.locator(target).first.wait_for()
    page.mouse.up()


def drag_by_finger(page: Page, moved: Locator, place: str, target: str) -> None:
    """The same by touch."""
    box, finger = moved.bounding_box(), page.context.new_cdp_session(page)
    assert box is not None
    points = [(box["x"] + GRIP["x"], box["y"] + GRIP["y"]), middle(page, place)]
    for event, point in zip(("touchStart", "touchMove"), points, strict=True):
        at = [{"x": point[0], "y": point[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": at})
    page.locator(target).first.wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(place).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_meld_is_tried_taken_back_and_laid_by_one_act(visit, server):
    page, run = sit_down(visit(), server)
    before, held = last_event(page), page.locator(HAND).count()
    card(page, run[0]).click()
    expect(page.locator(f"{HAND}.lit").first).to_be_visible()
    for kind in run[1:]:
        card(page, kind).click()
    page.locator(".action-bar [data-key=play-0]").click()
    expect(page.locator(".bu-card.tried")).to_have_count(3)
    expect(page.locator(HAND)).to_have_count(held - 3)
    page.reload()
    expect(page.locator(".bu-card.tried")).to_have_count(3)
    page.keyboard.press("Backspace")
    expect(page.locator(".bu-card.tried")).to_have_count(0)
    expect(page.locator(HAND)).to_have_count(held)
    assert last_event(page) == before, "nothing was done so far"
    for kind in run[:2]:
        card(page, kind).click()
    drag(page, card(page, run[2]), ".own-pair .bu-melds", ".bu-new")
    expect(page.locator(".bu-card.tried")).to_have_count(3)
    pile = "[data-key=pile]"
    make(page, lambda p: drag_by_finger(p, p.locator(HAND).last, pile, f"{pile}[data-act]"))
    expect(page.locator(".bu-card.tried")).to_have_count(0)
    expect(page.locator(".own-pair .bu-meld")).to_have_count(1)
    assert page.locator(".large-hand .slot").count() == held - 4


def test_a_hand_is_sorted_by_rank_and_stays_so_after_a_reload(visit, server):
    page, _run = sit_down(visit(), server)
    by_suit = page.evaluate(ORDER)
    assert by_suit == sorted(by_suit, key=lambda kind: (-(kind // 13), kind % 13))
    page.get_by_label("Sort by rank").check()
    for _look in range(2):
        by_rank = page.evaluate(ORDER)
        assert by_rank == sorted(by_suit, key=lambda kind: (kind % 13, -(kind // 13)))
        page.reload()
        page.locator(HAND).first.wait_for()


def test_no_box_around_the_melds_is_measured_by_its_contents(visit, server):
    """They have their sizes from their box: else each change would style and lay out all twice."""
    page, _run = sit_down(visit(), server)
    basis = """(melds) => { const found = [];
      for (let box = melds; !box.matches(".felt"); box = box.parentElement)
        if (getComputedStyle(box.parentElement).flexDirection === "column" &&
            getComputedStyle(box.parentElement).display === "flex")
          found.push(getComputedStyle(box).flexBasis);
      return found; }"""
    assert set(page.locator(".bu-melds").first.evaluate(basis)) == {"0px"}


def test_the_guided_deal_marks_the_cards_that_it_names_and_then_the_button(frozen):
    game = load_game("buraco")
    (taught,) = game.hook(rooms.TAUGHT)
    state, lesson = taught_state(game, taught), game.hook(rooms.lesson)
    wrong, middles = [], set()
    state.apply_unchecked(TAKE)
    view = state.view(0)
    while (play := _named_play(view, lesson(view)[-1])) is not None:
        cards, play = play
        for picked in ((), cards):
            scene = replace(scene_of(state), lesson=tuple(lesson(view)))
            page = frozen.show(replace(scene, draft=Draft((), picked, view)))
            page.evaluate("document.querySelector('[data-frozen]').dataset.live = ''; pointOut()")
            values = "all => all.map((card) => Number(card.value))"
            marked = page.locator("[data-told] input").evaluate_all(values)
            ring = page.locator(".pointer rect").bounding_box()
            button = page.locator(".action-bar [data-key=play-0]")
            at_button = button.count() and abs(button.bounding_box()["x"] - ring["x"]) < 10
            told = sorted(marked), bool(at_button)
            wrong += [] if told == (list(cards), bool(picked)) else [(told, ring)]
            middles.add(page.locator("[data-key=middle]").bounding_box()["y"])
        for action in play.actions:
            state.apply_unchecked(action)
        view = state.view(0)
    assert wrong == []
    assert len(middles) == 1, "one step and the next leave the table where it is"


def _named_play(view, step):
    """The cards of the hand that a step marks, and how they are laid; None where they are not."""
    cards = tuple(sorted(read_card(piece[4:]) for piece in step.pieces if piece[:4] == "own:"))
    return next(((cards, play) for play in plays(view, cards)), None)


LONG = ((0, 11, 8), (2, 12, 7), (4, 11, -1), (6, 13, -1), (1, 8, 2), (0, 13, -1))
"""The lowest place of a run, the highest one and that of its wild card."""

READ = """() => [...document.querySelectorAll(".bu-meld")].flatMap((meld) => {
  meld.scrollIntoView({ block: "nearest" });
  const cards = [...meld.querySelectorAll(".bu-card")], mark = meld.querySelector(".bu-mark");
  const [first, second] = cards.map((card) => card.getBoundingClientRect());
  const box = meld.closest(".bu-melds").getBoundingClientRect(), sign = first.width * 0.25;
  const corner = (card) => {
    const { x, y, width } = card.getBoundingClientRect();
    return [[0.08, 0.1], [0.25, 0.1], [0.15, 0.35]].every(([dx, dy]) =>
      card.contains(document.elementFromPoint(x + dx * width, y + dy * width)));
  };
  const told = mark.getBoundingClientRect();
  return [
    corner(cards[0]) && second.x - first.x >= sign ? "" : "the first card",
    corner(cards.at(-1)) ? "" : "the last card",
    mark.scrollWidth <= mark.clientWidth && told.left >= box.left - 1 ? "" : "the mark",
    first.width >= 18 ? "" : "small cards",
  ].filter(Boolean).map((what) => `${meld.getAttribute("aria-label")}: ${what}`);
})"""


def test_the_ends_of_long_melds_their_number_and_what_they_are_can_be_read(frozen):
    state = random_position(load_game("buraco"), {"profile": "aberto"}, 60, 1)
    s = state.record[0]
    for pair in range(PAIRS):
        s.melds[pair] = len(LONG)
        for meld, (low, high, wild) in enumerate(LONG):
            s.meld_suit[pair, meld], s.low[pair, meld], s.high[pair, meld] = meld % 4, low, high
            s.wild_kind[pair, meld, 0] = JOKER if wild >= 0 else -1
            s.wild_at[pair, meld, 0] = max(wild, 0)
    wrong = []
    for language, marks in (("en", ("12 dirty", "14 clean")), ("fi", ("12 likainen", "14 puhdas"))):
        with speaking(language):
            page = frozen.show(scene_of(state), language)
        for width, height in (*SIZES, (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            wrong += [f"{language} {width}x{height}: {what}" for what in page.evaluate(READ)]
        for mark in marks:
            expect(page.locator(".bu-mark").get_by_text(mark, exact=True)).to_have_count(PAIRS)
    assert wrong == []


def test_a_semi_clean_canastra_is_called_so_in_full_among_twelve_melds_on_a_phone(frozen):
    state = random_position(load_game("buraco"), {"profile": "burraco"}, 60, 1)
    s = state.record[0]
    for pair in range(PAIRS):
        s.melds[pair] = 12
        s.meld_suit[pair, :12], s.low[pair, :12], s.high[pair, :12] = 0, 3, 5
        s.wild_kind[pair, :12] = -1
        s.high[pair, 1], s.wild_kind[pair, 1, 0], s.wild_at[pair, 1, 0] = 10, JOKER, 10
    page = frozen.show(scene_of(state))
    page.set_viewport_size({"width": 390, "height": 844})
    marks = page.locator(".bu-mark.semi")
    expect(marks).to_have_text(["8 semi-clean"] * PAIRS)
    expect(page.locator("[data-feat]")).to_have_count(PAIRS)  # each is heard when it is made
    assert marks.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth).length") == 0


NARROW = """() => [...document.querySelectorAll(".bu-meld")].flatMap((meld) => {
  const cards = [...meld.querySelectorAll(".bu-card")].map((e) => e.getBoundingClientRect());
  const width = cards[0].width, seen = cards.slice(1).map((e, n) => e.x - cards[n].x);
  const next = meld.nextElementSibling?.getBoundingClientRect();
  const gap = next && Math.abs(next.y - meld.getBoundingClientRect().y) < 1
    ? next.x - cards.at(-1).right : 0;
  return [
    width < (innerWidth < 500 ? 26 : 30) ? `cards of ${width} px` : "",
    seen.some((strip) => strip < width * 0.28) ? "a card that cannot be read" : "",
    gap > 0.6 * width ? `${gap} px between melds` : "",
  ].filter(Boolean);
})"""


def test_nine_melds_lie_side_by_side_and_each_of_their_cards_is_read(frozen):
    state = random_position(load_game("buraco"), {"profile": "aberto"}, 60, 1)
    s = state.record[0]
    short = [(3 + n, 6 + n, -1) for n in range(3)]
    for pair in range(PAIRS):
        s.melds[pair] = 9
        for meld, (low, high, wild) in enumerate((*LONG, *short)):
            s.meld_suit[pair, meld], s.low[pair, meld], s.high[pair, meld] = meld % 4, low, high
            s.wild_kind[pair, meld, 0] = JOKER if wild >= 0 else -1
            s.wild_at[pair, meld, 0] = max(wild, 0)
    page = frozen.show(scene_of(state))
    for width, height in ((390, 844), (1280, 800), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(NARROW) == [], (width, height)
        scrolls = "all => all.filter((e) => e.scrollHeight > e.clientHeight + 1).length"
        assert page.locator(".bu-melds").evaluate_all(scrolls) == 0, (width, height)


def test_thirteen_melds_are_all_seen_on_a_low_screen_and_most_on_a_lower_one(frozen):
    state = random_position(load_game("buraco"), {"profile": "aberto"}, 60, 1)
    s = state.record[0]
    for pair in range(PAIRS):
        s.melds[pair] = 13
        for meld, (low, high, wild) in enumerate((*LONG, *[(3, 7, -1)] * 7)):
            s.meld_suit[pair, meld], s.low[pair, meld], s.high[pair, meld] = meld % 4, low, high
            s.wild_kind[pair, meld, 0] = JOKER if wild >= 0 else -1
            s.wild_at[pair, meld, 0] = max(wild, 0)
    page = frozen.show(scene_of(state))
    hidden = "all => Math.max(...all.map((e) => e.scrollHeight - e.clientHeight))"
    for width, height, most in ((1024, 768, 0), (1000, 700, 0), (800, 640, 60)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".bu-melds").evaluate_all(hidden) <= most, (width, height)
        if not most:
            widths = page.locator(".bu-card").evaluate_all("all => all.map((e) => e.clientWidth)")
            assert min(widths) >= 24


HIDDEN_CARDS = """() => [...document.querySelectorAll(".rivals .card")].filter((card) => {
  const { x, y } = card.getBoundingClientRect();
  return !card.contains(document.elementFromPoint(x + 3, y + 5));
}).length"""


def test_the_hands_that_counted_are_seen_with_the_count_at_the_end_of_a_deal(frozen):
    state = random_position(load_game("buraco"), {"profile": "aberto"}, 9999, 3)
    hands = state.record[0].hand
    hands[1:] = 0
    hands[1, :3], hands[2, 5:9], hands[3, 13:36] = 1, 1, 1
    page = frozen.show(scene_of(state))
    for width, height in (*SIZES, (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".rivals .card")).to_have_count(3 + 4 + 23)
        assert page.evaluate(HIDDEN_CARDS) == 0, (width, height)
        expect(page.locator(".count-lines")).to_be_in_viewport()


PHONES = (*SIZES[:3], (360, 640))
IN_HAND = """() => {
  const hand = document.querySelector(".large-hand"), box = hand.getBoundingClientRect();
  const cards = [...hand.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
  const rows = Object.values(Object.groupBy(cards, (card) => card.top));
  const seen = (row) => row.map((card, n) => (row[n + 1]?.left ?? card.right) - card.left);
  return {
    rows: rows.map((row) => row.length),
    narrow: rows.flatMap((row) => seen(row).filter((w) => w < Math.min(40, row[0].width) - 0.1)),
    cut: cards.some((card) => card.left < box.left + 4 || card.right > box.right - 4),
    scrolls: [hand.scrollWidth - hand.clientWidth, hand.scrollHeight - hand.clientHeight],
    box: [box.top, box.height],
  };
}"""


def with_hand(cards: int) -> State:
    """A position in which seat 0 holds so many cards and plays them."""
    moves = positions(load_game("buraco"), {"profile": "aberto"}, 5)
    state = next(s for s in moves if s.current_player() == 0 and s.record[0].phase == PLAYING)
    s = state.record[0]
    s.hand[0] = 0
    s.hand[0, :cards] = 1
    s.in_hand[0] = cards
    return state


def rows_of(cards: int, size: tuple[int, int]) -> list[int]:
    """The rows of a hand: three from 17 cards on where there is the height."""
    if cards < 12:
        return [cards]
    if cards < 17 or size != (390, 844):
        return [(cards + 1) // 2, cards // 2]
    columns = max(6, -(-cards // 3))
    return [columns, columns, cards - 2 * columns]


def test_each_card_of_a_hand_in_rows_is_seen_40_px_wide_on_phones(frozen):
    wrong, boxes = [], {}
    for cards in (7, 11, 12, 13, 14, 15, 16, 17, 24):
        page = frozen.show(scene_of(with_hand(cards)))
        for size in PHONES:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            found = page.evaluate(IN_HAND)
            assert sum(found["rows"]) == cards
            boxes.setdefault(size, found["box"])
            rows, most = rows_of(cards, size), {320: 14, 390: 24}.get(size[0], 16)
            narrow = found["narrow"] if 12 <= cards <= most else []
            if (found["rows"], narrow, found["cut"]) != (rows, [], False):
                wrong.append((cards, size, found))
            if found["box"] != boxes[size] or found["scrolls"][0] > 0 or found["scrolls"][1] > 1:
                wrong.append((cards, size, found))
    assert wrong == []


def test_a_box_without_melds_is_a_line_on_phones_and_the_hand_has_its_room(frozen):
    high = {}
    for melds in (0, 1):
        state = with_hand(12)
        s = state.record[0]
        s.melds[:] = 0, melds
        s.wild_kind[1, 0], s.low[1, 0], s.high[1, 0] = -1, 3, 5
        page = frozen.show(scene_of(state))
        page.set_viewport_size({"width": 390, "height": 844})
        own, theirs = page.locator(".bu-pair").evaluate_all("all => all.map((e) => e.clientHeight)")
        high[melds] = page.locator(".large-hand").evaluate("hand => hand.clientHeight")
        assert own < 45
        assert (theirs < 45) is (melds == 0)
    assert high[0] > 0.28 * 844
    assert high[1] > 0.22 * 844


def test_no_row_of_a_hand_lies_over_the_key_of_a_card(frozen):
    covered = """() => [...document.querySelectorAll(".large-hand .key")].filter((key) => {
      const { x, y, width, height } = key.getBoundingClientRect();
      const there = document.elementFromPoint(x + width / 2, y + height / 2);
      return key.checkVisibility() && there !== key;
    }).length"""
    for cards in (11, 12, 16, 17, 24):
        page = frozen.show(scene_of(with_hand(cards)))
        for size in ((390, 844), (360, 640), (1280, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            keys = 0 if cards >= 17 and size == (360, 640) else 9
            assert page.locator(".large-hand .key:visible").count() == keys
            assert page.evaluate(covered) == 0, (cards, size)


def test_the_rows_of_a_hand_stay_as_they_are_in_a_turn(frozen):
    """Before a card is drawn, and while cards are tried, they are as for the whole turn."""
    for cards, rows in ((11, [6, 5]), (10, [10])):
        state = with_hand(cards)
        state.record[0].phase = CHOOSING
        page = frozen.show(scene_of(state))
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate(IN_HAND)["rows"] == rows
    view = with_hand(12).view(0)
    run = next(lay.cards for lay in lays(view) if lay.meld == NEW and len(lay.cards) == 3)
    moves = plays(view, run)[0].actions
    draft = Draft(moves, (), view.after(moves))
    page = frozen.show(scene_of(with_hand(12), draft=draft))
    assert page.evaluate(IN_HAND)["rows"] == [6, 3]
    for cards, rows in ((8, [6, 2]), (7, [7]), (6, [6])):
        for card in page.locator(".large-hand > .slot").all()[cards:]:
            card.evaluate("slot => slot.remove()")
        assert page.evaluate(IN_HAND)["rows"] == rows, "no single card lies over the first"


def test_at_the_end_the_box_of_more_melds_has_more_of_the_height_on_a_phone(frozen):
    state = random_position(load_game("buraco"), {"profile": "aberto"}, 9999, 3)
    s = state.record[0]
    for pair, melds in ((0, 12), (1, 3)):
        s.melds[pair], s.wild_kind[pair, :melds] = melds, -1
        s.meld_suit[pair, :melds], s.low[pair, :melds], s.high[pair, :melds] = 0, 3, 5
    page = frozen.show(scene_of(state))
    page.set_viewport_size({"width": 390, "height": 844})
    own, theirs = page.locator(".bu-pair").evaluate_all("all => all.map((e) => e.clientHeight)")
    assert own > 2 * theirs
    wide = "all => all.map((e) => e.clientWidth)"
    assert min(page.locator(".bu-meld .bu-card").evaluate_all(wide)) > 30
