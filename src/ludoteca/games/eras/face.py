"""The page of eras: the line of the round, the hand with its form, buttons, and the result.

Cards are picked in the hand and laid by one button: the number goes first, then the cards in the
order of the hand, which is that of the rules. Sorting by suit moves them on the screen alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.buttons import (
    action_button,
    chosen_name,
    draft_form,
    pick_button,
    submit_button,
)
from ludoteca.web.kit.cards import BACK, Resorted, card, card_choice, fan, pile, rival_fan, sorter
from ludoteca.web.kit.face import seen
from ludoteca.web.kit.html import classes, el, join, kept
from ludoteca.web.kit.pictures import laid, picture_of
from ludoteca.web.kit.seats import seat_name

from .combinations import GROUP_POINTS, SUITS, best_cards, count
from .face_table import (
    DECK,
    drawn,
    last_trick,
    match_points,
    piles,
    rounds,
    seat_words,
    trick,
)
from .notation import card_text, kinds_of, signs, sum_text, type_words
from .rules import LAYING, NUMBER, NUMBERING, OVER, RETREATING, SHOWING, WITHDRAW, choosable

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

_FORM = "er-lay"


# -- the middle ------------------------------------------------------------------------------------


def board(scene: Scene) -> Markup:
    """The deck, the trick on the table with the last one, the round, and the piles."""
    if scene.view is None:
        return Markup()
    s = seen(scene)
    deck = el("div", pile(DECK, int(s.undealt), words=_("Deck")), class_="er-deck", data_key="deck")
    parts = [trick(scene), last_trick(scene)]
    table = el(
        "div",
        parts,
        class_="er-table",
        tabindex=0,
        role="region",
        aria_label=_("The trick"),
        data_key="table",
    )
    middle = el("div", deck, table, _round_line(scene, s), class_="er-middle", data_key="middle")
    return join([middle, piles(scene, s)])


def _round_line(scene: Scene, s: Any) -> Markup:
    """``Round 2 of 4``, and the leader."""
    n, rounds, target = int(s.played) + 1, int(s.rounds), int(s.target)
    words = _("Round {n} of {rounds}").format(n=n, rounds=rounds)
    if target:
        words = _("Round {n}, to {target} points").format(n=n, target=target)
    leads = _("you lead")
    if s.leader != scene.viewer:
        leads = _("{name} leads").format(name=seat_name(scene.seats[int(s.leader)]))
    return el(
        "p",
        el("b", words),
        el("span", _("with retreat")) if s.retreat else None,
        el("span", leads, class_=classes("er-leader", "past" if s.phase == OVER else "")),
        class_="er-line",
        data_key="line",
    )


def before(scene: Scene, seat: int) -> Markup:
    """The backs of the others' hands; the cards where all is open to see."""
    if scene.view is None or seat == scene.viewer:
        return Markup()
    s = seen(scene)
    if scene.revealed is None:
        return rival_fan(DECK, int(s.in_hand[seat]))
    cards = drawn(kinds_of(int(s.hand[seat])), f"open-{seat}")
    return fan(cards, _("The cards shown"), key=f"open-{seat}", look="rival")


# -- the own hand ----------------------------------------------------------------------------------


def hand(scene: Scene) -> Markup:
    """The viewer's cards; those that can be chosen now are boxes of one form."""
    if scene.view is None or scene.viewer < 0:
        return Markup()
    s, me = seen(scene), scene.viewer
    held, laid = int(s.hand[me]), int(s.laid[me])
    order = sorter(usual="rank") if held | laid else None
    if not scene.view.legal:
        return join([order, _fan(held, 0)])
    if s.phase == NUMBERING:
        return join([order, draft_form(_FORM, _fan(held, held), counted=NUMBER, odds=scene.hints)])
    if s.phase == RETREATING:
        most = int(count(laid)) // 2
        boxes = _fan(held | laid, laid)
        form = draft_form(_FORM, boxes, most=most, counted=WITHDRAW, odds=scene.hints)
        return join([order, form])
    n, cards = int(s.to_come), held if s.phase == LAYING else held | laid
    choices = _fan(cards, int(choosable(s)))
    return join([order, draft_form(_FORM, choices, most=n, least=n, odds=scene.hints)])


def _fan(cards: int, can: int) -> Markup:
    """The cards of a set: boxes for those that ``can`` be chosen, with the keys 1, 2, 3."""
    kinds = kinds_of(cards)
    shown = [
        card_choice(DECK, card_text(k), k, shortcut=str(place), key=f"own-{k}")
        if can >> k & 1
        else card(DECK, card_text(k), key=f"own-{k}", look="dim" if can else "")
        for place, k in enumerate(kinds, start=1)
    ]
    by_suit = Resorted.by_key("suit", [(-(kind % SUITS), kind) for kind in kinds])
    return fan(shown, _("Your hand"), look="er-hand", resorted=by_suit)


# -- what to do ------------------------------------------------------------------------------------


def ask(scene: Scene) -> str:
    """The prompt: the next thing for the viewer to do."""
    s = seen(scene)
    n = int(s.to_come)
    if s.phase == NUMBERING:
        if s.leader == scene.viewer:
            return _("You lead: choose the cards to lay face down.")
        return _("Choose the cards to lay face down.")
    if s.phase == LAYING:
        return ngettext("Choose {n} card to lay.", "Choose {n} cards to lay.", n).format(n=n)
    if s.phase == RETREATING:
        return _("You may take cards back. For each one you show another, which stays.")
    if s.phase == SHOWING:
        return ngettext("Choose {n} card to show.", "Choose {n} cards to show.", n).format(n=n)
    return ngettext("Choose {n} card to take back.", "Choose {n} cards to take back.", n).format(
        n=n
    )


def actions(scene: Scene) -> Markup:
    """One button for the cards chosen; beside it what can be picked at once, or to leave all."""
    assert scene.view is not None
    s = seen(scene)
    if s.phase == NUMBERING:
        held = int(s.hand[scene.viewer])
        lay = _send(_("Lay"), _("Choose cards"), _type_of_choice(held))
        return join([lay, *_picks(held)])
    if s.phase == RETREATING:
        stay = action_button(WITHDRAW, _("Leave all"), "9", look="quiet")
        return join([_send(_("Take back"), _("Choose cards")), stay])
    words = {LAYING: _("Lay"), SHOWING: _("Show")}.get(int(s.phase), _("Take back"))
    return _send(words, ask(scene))


def _send(words: str, missing: str, name: Markup | None = None) -> Markup:
    """The button for the cards chosen; as long as there are none it says what is ``missing``."""
    empty = el("span", class_="er-missing", data_words=missing)
    return submit_button(join([el("span", words, class_="er-do"), empty, name]), "0", form=_FORM)


@kept(64)
def _type_of_choice(held: int) -> Markup:
    """The type of the best combination of the cards chosen from those ``held``."""
    bits = [1 << kind for kind in kinds_of(held)]
    sets = [0]
    for bit in bits:
        sets += [chosen | bit for chosen in sets]
    return chosen_name(_FORM, [type_words(chosen) for chosen in sets[1:]], look="er-type")


def _picks(held: int) -> list[Markup]:
    """Buttons that pick the best combination of the hand, or all of it; neither is laid by that.

    How many cards should go with a combination is the question of the game, so that a button that
    laid it alone would answer it, and mostly wrong.
    """
    best = int(best_cards(held))
    told = el("span", type_words(best), class_="er-type")
    words = join([_("Pick {cards}").format(cards=signs(best)), " ", told])
    picks = [pick_button(_FORM, kinds_of(best), words, "9", key="best")]
    if best != held:
        every = kinds_of(held)
        picks.append(
            pick_button(_FORM, every, _("Pick all {n}").format(n=len(every)), "8", key="every")
        )
    return picks


# -- the end ---------------------------------------------------------------------------------------


def result(scene: Scene) -> Markup:
    """The winner of the round or the match, and how the points of piles or rounds add up.

    A replay knows the rounds before its own as their sum alone.
    """
    if scene.result is None or scene.view is None:
        return Markup()
    over, s = scene.phase == "over", seen(scene)
    verdict = _verdict(scene, match_points(scene, s) if over else scene.result, over)
    if over and (table := rounds(scene, s)):
        return join([el("p", verdict, class_="verdict"), table])
    head = _("Points of the groups in each pile (1, 2, 3 or 4 of a value: {worth})")
    head = head.format(worth=", ".join(map(str, GROUP_POINTS[1:])))
    sums = [f"{seat_words(scene, n)}: {sum_text(s.pile[n])}" for n in range(int(s.players))]
    if over and any(s.score):
        head = _("Points before the last round, and in it")
        sums = [
            f"{seat_words(scene, n)}: {int(s.score[n])} + {now:g} = {int(s.score[n]) + now:g}"
            for n, now in enumerate(scene.result)
        ]
    told = " · ".join(line.replace(" ", "\u00a0") for line in sums)  # lines end between players
    below = el("p", el("b", head), " ", told, class_="er-sums")
    return join([el("p", verdict, class_="verdict"), below])


def _verdict(scene: Scene, told: Sequence[float], over: bool) -> str:
    best = max(told)
    winners = [seat for seat, points in enumerate(told) if points == best]
    points = ngettext("{n} point", "{n} points", int(best)).format(n=int(best))
    if len(told) == 2 and len(winners) == 1:
        points = _("{n} to {other}").format(n=int(best), other=int(min(told)))
    if len(winners) > 1:
        names = ", ".join(seat_words(scene, seat) for seat in winners)
        text = (
            _("The match is shared, with {points} each: {names}.")
            if over
            else _("The round is shared, with {points} each: {names}.")
        )
        return text.format(points=points, names=names)
    if winners == [scene.viewer]:
        text = _("You win the match: {points}!") if over else _("You win the round: {points}.")
        return text.format(points=points)
    name = seat_words(scene, winners[0])
    text = _("{name} wins the match: {points}.") if over else _("{name} wins the round: {points}.")
    return text.format(name=name, points=points)


def decided(scene: Scene) -> Decided | None:
    """The groups by which the winner was furthest ahead, or what the last round of a match did.

    The groups of a pile are told by their size. None for a shared round or match.
    """
    if scene.result is None or scene.view is None:
        return None
    s, told = seen(scene), scene.result
    if scene.phase == "over" and any(s.score):
        return _last_round(scene, s)
    best = max(told)
    if told.count(best) > 1:
        return None
    winner = told.index(best)
    rest = [seat for seat in range(len(told)) if seat != winner]
    ours, theirs = (
        _groups(int(s.pile[seat])) for seat in (winner, max(rest, key=told.__getitem__))
    )
    size = max(range(1, SUITS + 1), key=lambda k: ((ours[k] - theirs[k]) * GROUP_POINTS[k], k))
    groups = ngettext("{n} single card", "{n} single cards", ours[size])
    if size > 1:
        groups = ngettext("{n} group of {size} cards", "{n} groups of {size} cards", ours[size])
    text = _("{name} has {groups} in the pile: {points} of the {all} points.")
    if winner == scene.viewer:
        text = _("You have {groups} in your pile: {points} of your {all} points.")
    groups = groups.format(n=ours[size], size=size)
    points = ours[size] * GROUP_POINTS[size]
    name = seat_name(scene.seats[winner])
    return Decided(text.format(name=name, groups=groups, points=points, all=int(best)))


def _groups(pile: int) -> Counter[int]:
    """The number of groups of each size in a pile."""
    return Counter(Counter(kind // SUITS for kind in kinds_of(pile)).values())


def _last_round(scene: Scene, s: Any) -> Decided | None:
    """Say whether the last round decided the match, or its winner led before; None for a draw."""
    after = match_points(scene, s)
    if after.count(max(after)) > 1:
        return None
    winner = after.index(max(after))
    before = [int(n) for n in s.score[: int(s.players)]]
    n, other = before[winner], max(before[:winner] + before[winner + 1 :])
    text = _("The last round decided the match: before it, {name} had {n} points to {other}.")
    if n > other:
        text = _("{name} led the match before the last round too, with {n} points to {other}.")
    if winner == scene.viewer:
        text = _("The last round decided the match: before it, you had {n} points to {other}.")
        if n > other:
            text = _("You led the match before the last round too, with {n} points to {other}.")
    return Decided(text.format(name=seat_name(scene.seats[winner]), n=n, other=other))


@cache
def picture() -> Markup:
    """Two lays face down, and the three of a kind that takes them."""
    backs = [(32, 40, -9), (46, 38, -3), (194, 38, 3), (208, 40, 9)]
    lay = (("8S", 92, 54, -10), ("8H", 120, 49, 0), ("8D", 148, 54, 10))
    return picture_of(
        *(laid(DECK, BACK, *place) for place in backs), *(laid(DECK, *card) for card in lay)
    )
