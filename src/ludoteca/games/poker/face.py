"""The table in the browser: five cards that are tapped to exchange, and what the other shows.

Cards of one rank are alike, so any tapped copy stands for its rank; the hand lies in the order of
the ranks, in which an exchange is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.buttons import action_button, draft_form, steps, submit_button
from ludoteca.web.kit.cards import back, fan, pile, rival_fan
from ludoteca.web.kit.face import seen, side_label
from ludoteca.web.kit.html import classes, el, join
from ludoteca.web.kit.pictures import picture_of
from ludoteca.web.kit.scores import points_text, round_points, tally
from ludoteca.web.kit.seats import seat_name

from .face_cards import DECK, card, choice, drawing, rank_name, sketch, told_card
from .hands import (
    CLASS_NAMES,
    SYMBOLS,
    VALUES,
    all_hands,
    class_of,
    minus,
    ranks_of,
    value_of,
)
from .notation import (
    ROUND_NAMES,
    STEPS,
    deal_part,
    exchange_words,
    folded_words,
    hand_words,
    showdown_words,
    step_of,
    whole_hand_words,
)
from .odds import decision_words
from .rules import (
    COMPLETA,
    EXCHANGING,
    FOLD,
    FOLDING,
    RAPIDA,
    SEATS,
    STAY,
    STOP,
    lowest_to_discard,
)

if TYPE_CHECKING:
    from ludoteca.core.view import SeatView
    from ludoteca.table.scene import Scene

_FORM = "pk-exchange"


# -- the middle ---------------------------------------------------------------------------------


def board(scene: Scene) -> Markup:
    """The round and who is first, its steps, the deck, and what each player has put away."""
    if scene.view is None:
        return Markup()
    s = seen(scene)
    heaps = [_away(scene, s, seat) for seat in (_other(scene), _own(scene))]
    middle = el("div", heaps[0], _deck(s), heaps[1], class_="pk-middle", data_key="middle")
    return join([_round_line(scene, s), _steps(scene, s), middle if s.kind != RAPIDA else None])


def _own(scene: Scene) -> int:
    return max(scene.viewer, 0)


def _other(scene: Scene) -> int:
    return 1 - _own(scene)


def _round_line(scene: Scene, s: Any) -> Markup:
    """``Round 2 of 5``, a dot for each round, the score so far, who is first."""
    n, rounds = int(s.played) + 1, int(s.rounds)
    words = _("Round {n} of {rounds}").format(n=n, rounds=rounds)
    if int(s.kind) != COMPLETA:
        words = f"{words} ({_(ROUND_NAMES[int(s.kind)])})"
    first = _("you are first")
    if s.first != scene.viewer:
        first = _("{name} is first").format(name=seat_name(scene.seats[int(s.first)]))
    dots = tally(n, rounds) if rounds <= 9 else None
    return el("p", el("b", words), dots, el("span", first), class_="pk-line", data_key="line")


def _steps(scene: Scene, s: Any) -> Markup | None:
    """The steps of the round, the present one lit."""
    if s.kind == RAPIDA:
        return None
    order = (int(s.first), 1 - int(s.first))
    exchanges = [
        _("You exchange")
        if seat == scene.viewer
        else _("{name} exchanges").format(name=seat_name(scene.seats[seat]))
        for seat in order
    ]
    names = [*exchanges, *map(_, STEPS[2:])]
    lit = step_of(s)
    if s.kind != COMPLETA:  # nobody may fold
        del names[2]
        lit = min(lit, 2)
    return steps(names, lit, _("Steps of the round"))


def _scale(scene: Scene, s: Any) -> Markup:
    """The points of each class of hand at the showdown, that of the viewer's own lit."""
    classes_dealt = {class_of(h) for h in all_hands(int(s.ranks), int(s.copies), int(s.hand_size))}
    own = -1
    if scene.viewer >= 0 and int(s.in_hand[scene.viewer]) == int(s.hand_size):
        own = class_of([int(n) for n in s.hand[scene.viewer]])
    rows = [
        el("li", _(CLASS_NAMES[n]), el("b", VALUES[n]), class_="now" if n == own else None)
        for n in sorted(classes_dealt)
    ]
    head = el("p", _("Points at the showdown"))
    return el("div", head, el("ul", rows), class_="pk-scale", data_key="scale")


def _deck(s: Any) -> Markup:
    """The undealt cards: how many there are, everybody can count."""
    gone = sum(int(s.in_hand[seat]) + int(s.exchanged[seat]) for seat in range(SEATS))
    return pile(DECK, int(s.ranks) * int(s.copies) - gone)


def _away(scene: Scene, s: Any, seat: int) -> Markup:
    """The cards that a seat exchanged: open to itself, face down to the others."""
    n = int(s.exchanged[seat])
    own = seat == scene.viewer
    cards = _cards(s.given[seat], "away") if own else [back(DECK) for _card in range(n)]
    return el(
        "div",
        cards,
        class_=classes("pk-away", "" if seat == _own(scene) else "theirs"),
        role="group",
        aria_label=exchange_words(s, seat),
        data_key=f"away-{seat}",
    )


def _cards(counts: Sequence[int], key: str, fresh: Any = None) -> list[Markup]:
    """Cards in the order of the ranks; the last of each rank are the ``fresh`` ones."""
    drawn = []
    for rank, n in enumerate(int(n) for n in counts):
        new = int(fresh[rank]) if fresh is not None else 0
        drawn += [
            card(rank, key=f"{key}-{rank}-{i}", look="fresh" if i >= n - new else "")
            for i in range(n)
        ]
    return drawn


# -- before the seats ---------------------------------------------------------------------------


def before(scene: Scene, seat: int) -> Markup:
    """The other's cards, face down until they are shown; the points of all hands; one's own."""
    if scene.view is None:
        return Markup()
    s = seen(scene)
    if seat == scene.viewer:
        return _worth(scene, s, seat)
    if scene.revealed is None:
        told = exchange_words(s, seat) if s.kind != RAPIDA else ""
        cards, words = rival_fan(DECK, int(s.in_hand[seat])), _said(told)
    else:
        shown = _cards(s.hand[seat], f"shown-{seat}")
        cards = fan(shown, _("The cards shown"), key=f"shown-{seat}", look="loose")
        words = _worth(scene, s, seat)
    return join([cards, words, _scale(scene, s) if seat == _other(scene) else None])


def _said(told: str) -> Markup:
    """The exchanges of a seat; other words are another element, which does not move."""
    look = classes("pk-said", "" if told else "none")
    return el("p", told, class_=look, data_key=f"said {told}")


def _worth(scene: Scene, s: Any, seat: int) -> Markup:
    """The class and the value of a whole hand; that it was folded, and that it won."""
    if int(s.in_hand[seat]) != int(s.hand_size):
        return Markup()
    words = hand_words(s.hand[seat])
    if s.folded == seat + 1:
        words = _("folded: {hand}").format(hand=words)
    elif scene.result is None:
        cards = [int(n) for n in s.hand[seat]]
        n = value_of(cards)
        words = ngettext(
            "{hand}: {n} point at the showdown", "{hand}: {n} points at the showdown", n
        ).format(hand=_(CLASS_NAMES[class_of(cards)]), n=n)
    look = classes("pk-worth")
    if scene.result is not None:
        won = scene.result[seat] > scene.result[1 - seat]
        look = classes("pk-worth", "told-last", "won" if won else "")
    return el("p", words, class_=look, data_key="worth")


# -- the own hand and moves ---------------------------------------------------------------------


def hand(scene: Scene) -> Markup:
    """The viewer's five cards; while they may be exchanged, each can be tapped."""
    if scene.view is None or scene.viewer < 0:
        return Markup()
    s, me = seen(scene), scene.viewer
    if not _is_exchanging(scene):
        cards = _cards(s.hand[me], "own", fresh=_drawn(s, me) if s.phase == FOLDING else None)
        return fan(cards, _("Your hand"), look="pk-hand")
    left = int(s.most) - int(s.exchanged[me])
    choices = fan(_choices(s, me), _("Your hand"), look="pk-hand")
    return draft_form(_FORM, choices, most=left, stop=STOP, odds=scene.hints)


def _is_exchanging(scene: Scene) -> bool:
    return scene.view is not None and STOP in scene.view.legal


def _choices(s: Any, me: int) -> list[Markup]:
    """Every card of the hand; one that may no longer be discarded lies there as a card."""
    least = int(lowest_to_discard(s))
    copies: dict[int, int] = {}
    cards = []
    for place, rank in enumerate(ranks_of([int(n) for n in s.hand[me]]), start=1):
        copies[rank] = copies.get(rank, -1) + 1
        key = f"own-{rank}-{copies[rank]}"
        cards.append(
            choice(rank, shortcut=str(place), key=key) if rank >= least else card(rank, key=key)
        )
    return cards


def _drawn(s: Any, me: int) -> list[int]:
    """The cards that came for those exchanged, by rank, where the exchange is over."""
    held, kept = ([int(n) for n in row] for row in (s.hand[me], s.dealt[me] - s.given[me]))
    return list(minus(held, kept)) if sum(held) >= sum(kept) else [0] * len(held)


def ask(scene: Scene) -> str:
    """The viewer's next step."""
    s = seen(scene)
    if _is_exchanging(scene):
        left = int(s.most) - int(s.exchanged[scene.viewer])
        return ngettext(
            "Tap the card that you exchange, or keep all.",
            "Tap the cards that you exchange, up to {n}; or keep all.",
            left,
        ).format(n=left)
    prizes = int(s.fold_first), int(s.fold_second)
    if prizes[0] == prizes[1]:
        return _("Do you stay for the showdown, where the better hand scores its points?")
    if s.to_move == s.first:  # the reason of the price
        text = ngettext(
            "Do you stay? You are first: folding gives {n} point (the second: {other}).",
            "Do you stay? You are first: folding gives {n} points (the second: {other}).",
            prizes[0],
        )
        return text.format(n=prizes[0], other=prizes[1])
    text = ngettext(
        "Do you stay? You are second: folding gives {n} point (the first: {other}).",
        "Do you stay? You are second: folding gives {n} points (the first: {other}).",
        prizes[1],
    )
    return text.format(n=prizes[1], other=prizes[0])


def actions(scene: Scene) -> Markup:
    """Keep all or exchange those chosen; or stay and fold."""
    s = seen(scene)
    if _is_exchanging(scene):
        keep = _("Keep all") if not s.exchanged[scene.viewer] else _("No more cards")
        exchange = submit_button(_("Exchange"), form=_FORM)
        return join([action_button(STOP, keep, "0", look="pk-keep"), exchange])
    prize = int(s.fold_first if s.to_move == s.first else s.fold_second)
    name = seat_name(scene.seats[_other(scene)])
    fold = ngettext("Fold: {n} point for {name}", "Fold: {n} points for {name}", prize)
    words = fold.format(n=prize, name=name)
    return join([action_button(STAY, _("Stay"), "1"), action_button(FOLD, words, "2")])


def move(view: SeatView, turn: Sequence[int], scene: Scene | None) -> Markup:
    """An exchange with its cards drawn; any other answer in words."""
    lot = [rank for rank in turn if rank != STOP]
    if int(view.record[0].phase) != EXCHANGING or not lot:
        return Markup.escape(decision_words(view, turn))
    cards = join(told_card(rank) for rank in lot)
    return Markup.escape(_("exchange {cards}")).format(cards=cards)


# -- the end ------------------------------------------------------------------------------------


def result(scene: Scene) -> Markup:
    """The winner of the round, both hands, the points of the round and how the match stands."""
    if scene.result is None or scene.view is None:
        return Markup()
    s = seen(scene)
    round_words, standing = _round_verdict(scene, s), _standing(scene, s)
    if scene.phase == "over" and int(s.rounds) > 1:
        head, note = standing, round_words
    else:
        head, note = round_words, standing if int(s.rounds) > 1 else ""
    told = el("p", note, class_="note") if note else None
    played = None  # the rounds of the match, where that is over
    if scene.phase == "over":
        names = {seat: side_label(scene, (seat,)) for seat in range(SEATS)}
        played = round_points(scene.deals, int(s.played) + 1, _match(scene, s), names)
    return join([el("p", head, class_="verdict"), told, played or _points(scene, s)])


def _round_verdict(scene: Scene, s: Any) -> str:
    if s.folded:
        return folded_words(s, scene.viewer)
    return showdown_words(s, scene.viewer)


def decided(scene: Scene) -> Decided | None:
    """The hands with their cards; that the better one was folded. None where both get as much."""
    if scene.result is None or scene.view is None or scene.result[0] == scene.result[1]:
        return None
    s = seen(scene)
    folder = int(s.folded) - 1
    first = folder if s.folded else int(scene.result[1] > scene.result[0])
    hands = [[int(n) for n in s.hand[seat]] for seat in (first, 1 - first)]
    told = {
        "name": seat_name(scene.seats[first]),
        "other": seat_name(scene.seats[1 - first]),
        "hand": whole_hand_words(hands[0]),
        "theirs": whole_hand_words(hands[1]),
    }
    if s.folded:
        text = _folded_hands(scene.viewer == first, scene.viewer < 0, *map(value_of, hands))
    elif scene.viewer == first:
        text = _("You won with {hand}; {other} had {theirs}.")
    elif scene.viewer >= 0:
        text = _("{name} won with {hand}; you had {theirs}.")
    else:
        text = _("{name} won with {hand}; {other} had {theirs}.")
    return Decided(text.format(**told), deal_part(s))


def _folded_hands(mine: bool, watched: bool, folded: int, kept: int) -> str:
    """The sentence on a hand that was folded and that of the other, by what they are worth."""
    if watched:
        return _("{name} folded {hand}; {other} had {theirs}.")
    if folded > kept:
        if mine:
            return _("You folded the better hand, {hand}; {other} had {theirs}.")
        return _("{name} folded the better hand, {hand}; you had {theirs}.")
    if mine:
        return _("You folded {hand}; {other} had {theirs}.")
    return _("{name} folded {hand}; you had {theirs}.")


def side_points(scene: Scene) -> Sequence[float]:
    """The points of a match of several rounds, from the first on: their place stays."""
    if scene.view is None or seen(scene).rounds == 1:
        return ()
    return _match(scene, seen(scene))


def _match(scene: Scene, s: Any) -> list[float]:
    """The points of the match, with those of the round once it is over: a replay has them, too."""
    now = scene.result or (0.0,) * SEATS
    return [int(s.score[seat]) / 2 + now[seat] for seat in range(SEATS)]


def _standing(scene: Scene, s: Any) -> str:
    """A sentence on the match so far, or on its end, with the score."""
    totals, own = _match(scene, s), _own(scene)
    ours, theirs = totals[own], totals[1 - own]
    leader = own if ours > theirs else 1 - own
    told = {
        "name": seat_name(scene.seats[leader]),
        "more": points_text(max(ours, theirs)),
        "less": points_text(min(ours, theirs)),
    }
    is_own, over = leader == scene.viewer, scene.phase == "over"
    if ours == theirs:
        text = _("The match is a draw, {more} to {less}.")
        if not over:
            text = _("The match stands at {more} to {less}.")
    elif over:
        text = _("{name} wins the match, {more} to {less}.")
        if is_own:
            text = _("You win the match, {more} to {less}!")
    else:
        text = _("{name} leads the match, {more} to {less}.")
        if is_own:
            text = _("You lead the match, {more} to {less}.")
    return text.format(**told)


def _points(scene: Scene, s: Any) -> Markup:
    """The points of the round, and of the match so far where it has several rounds."""
    assert scene.result is not None
    several, totals = int(s.rounds) > 1, _match(scene, s)
    match = [el("th", _("Match"), scope="col")] if several else []
    head = el("tr", el("td"), el("th", _("Round"), scope="col"), match)
    rows = [
        el(
            "tr",
            el("th", side_label(scene, (seat,)), scope="row"),
            el("td", points_text(scene.result[seat])),
            [el("td", el("b", points_text(totals[seat])))] if several else [],
        )
        for seat in range(SEATS)
    ]
    return el("table", el("thead", head), el("tbody", rows), class_="points")


@cache
def pick(text: str) -> tuple[Markup, ...]:
    """A card of the rank that a question writes so."""
    return (drawing(SYMBOLS.index(text)),) if len(text) == 1 and text in SYMBOLS else ()


def pick_words(text: str) -> str:
    """The rank that a question writes so."""
    return rank_name(SYMBOLS.index(text)) if text in SYMBOLS else text


def picture() -> Markup:
    """A hand in a fan, one of its cards pushed out to be exchanged."""
    hand = ((0, 48, 62, -18), (0, 84, 52, -9), (2, 120, 48, 0), (3, 156, 52, 9), (1, 196, 48, 18))
    return picture_of(*(sketch(*card) for card in hand))
