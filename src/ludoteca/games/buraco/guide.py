"""Buraco told to people: rules, glossary, and the sentences of the guided first deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core.guide import PointsRow, read_guide
from ludoteca.core.i18n import _
from ludoteca.core.player_names import seat_called
from ludoteca.core.rooms import FIRST_DEAL, LessonStep, TaughtHand
from ludoteca.web.kit.guide import french_card
from ludoteca.web.kit.scores import points_text

from .face_cards import name
from .face_moves import plays
from .ids import (
    ACE,
    CHOOSING,
    DISCARD,
    FIRST,
    JOKER,
    LAST,
    MELD,
    OVER,
    RANKS,
    SUITS,
    TAKE,
    THREE,
    TWO,
)
from .melds import canastra_bonus, canastras, card_points, fits_table, pair_of
from .notation import sign, signs
from .rules import points_by_reason

if TYPE_CHECKING:
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView

RULES, GLOSSARY = read_guide(Path(__file__).with_suffix(".md"), french_card)

_NEAR = 2  #: ranks between cards that may still become a run


def worths(s: Any) -> dict[str, list[PointsRow]]:
    """The points of cards, canastras, going out and the morto."""
    over = s.copy()
    over.went_out = 1
    _laid, _canastras, out, no_morto, _held = points_by_reason(over, 0)
    clean, dirty = (canastra_bonus(s, 0, TWO, s.canastra, wilds, 0) for wilds in (0, 1))
    semi = canastra_bonus(s, 0, TWO, s.canastra + 1, 1, s.canastra)
    king, ace = (canastra_bonus(s, 0, ACE, cards, 0, cards) for cards in (s.ranks, s.ranks + 1))
    found = [
        (_("an ace"), card_points(s, ACE), "AS"),
        (_("8, 9, 10, jack, queen, king"), card_points(s, RANKS - 1), "8S JS KS"),
        (_("3 to 7"), card_points(s, THREE), "3S 7S"),
        (_("a 2"), card_points(s, TWO), "2S"),
    ]
    if s.jokers:
        found.append((_("a joker"), card_points(s, JOKER), "XR"))
    found += [
        (_("a clean canastra"), clean, ""),
        (_("a dirty canastra"), dirty, ""),
    ]
    if semi != dirty:
        found.append((_("a semi-clean canastra"), semi, ""))
    if king != clean:
        found.append((_("a clean run from ace to king"), king, ""))
        if s.two_aces:
            found.append((_("a clean run from ace to ace"), ace, ""))
    found += [(_("going out"), out, ""), (_("no morto taken"), no_morto, "")]
    lines = [
        PointsRow(words, points_text(int(points)), [french_card(name) for name in cards.split()])
        for words, points, cards in found
    ]
    against = _("minus its points") if s.minus_hand else "0"
    return {"Points": [*lines, PointsRow(_("a card left in hand"), against)]}


def lesson_options() -> Options:
    """The document's rules: no jokers, no sets, an open pile."""
    return {"profile": "thesis"}


TAUGHT = (
    TaughtHand(
        FIRST_DEAL,
        "",
        "",
        Path(__file__).with_name("lesson.txt").read_text(encoding="utf-8"),
        lesson_options(),
        "first=1 played=0 score=0,0",
    ),
)
"""The guided first deal: pile, runs and morto come to a newcomer in their first turn."""


def lesson(view: SeatView) -> list[LessonStep]:
    """The comment for a newcomer at this moment of the guided deal."""
    s = view.record[0]
    if s.phase == OVER:
        text = _(
            "The deal is over. Cards on the table and canastras count, going out is worth 100, "
            "and a pair without a morto loses 100. Press Next deal to play on."
        )
        return [LessonStep(text)]
    if view.seat >= 0 and view.seat == s.to_move and s.in_hand[view.seat] == 0:
        text = _(
            "Your hand is empty. Lay down with the golden button, and the morto is your new hand."
        )
        return [LessonStep(text, "lay actions")]
    if view.seat < 0 or not view.legal:
        return [LessonStep(_lesson_of_the_others(s), "rivals")]
    if s.phase == FIRST:
        return _lesson_of_the_first(s, view.seat)
    if s.phase == CHOOSING:
        return [*_lesson_before_drawing(s, view), _lesson_of_drawing(s, view)]
    if s.phase == LAST:
        text = _("The stock is empty. Take the pile if its top card fits, or leave it.")
        return [LessonStep(text, "pile")]
    return [_lesson_of_laying(s, view)]


def _lesson_of_the_others(s: Any) -> str:
    return _(
        "{name} is playing. What they take and throw away tells you what they need. The player "
        "opposite is your partner, and you share your runs."
    ).format(name=seat_called(int(s.to_move)))


def _lesson_of_the_first(s: Any, seat: int) -> list[LessonStep]:
    kind = int(s.drawn[seat]) - 1
    drawn = _("You drew {card}. Keep it if it is close to other cards of its suit.")
    return [
        LessonStep(drawn.format(card=sign(kind)), "own", _pieces("own", [kind])),
        LessonStep(_("Otherwise throw it away and draw another."), f"act-{DISCARD + kind}"),
    ]


def _lesson_before_drawing(s: Any, view: SeatView) -> Iterator[LessonStep]:
    """The news of a position: at their first move the game itself, and later the morto."""
    pair = int(pair_of(view.seat))
    if all(actor != view.seat for actor, _token in view.tokens):
        yield LessonStep(
            _(
                "Welcome! You and your partner opposite lay runs of one suit, such as 5♥ 6♥ 7♥. "
                "Seven cards are a canastra, and pay most."
            ),
            f"pair-{pair}",
        )
        if s.melds[pair]:
            text = _("Your partner has laid one. It is yours too: both of you may make it longer.")
            yield LessonStep(text, f"pair-{pair}>{int(s.melds[pair]) - 1}")
    elif s.took_morto[pair] == view.seat + 1 and not s.used_morto[pair]:
        text = _(
            "This is your morto, a whole new hand. Now your pair needs a clean "
            "canastra, a run of seven cards without a wild one: then whoever runs "
            "out of cards ends the deal."
        )
        yield LessonStep(text, "own")


def _lesson_of_drawing(s: Any, view: SeatView) -> LessonStep:
    pair = int(pair_of(view.seat))
    top = int(s.top) - 1
    if top >= 0 and TAKE in view.legal:
        if fits_table(s, pair, top):
            text = _(
                "The top of the pile, {card}, fits a run of your pair. Take the "
                "pile, and all of it goes into your hand; or draw one card from "
                "the stock."
            ).format(card=sign(top))
            return LessonStep(text, "pile", _pieces("pile", [top]))
        more = s.hand[view.seat].copy()
        more[top] += 1
        run = next((row for row in _natural_runs(more) if top in row), None)
        if run:
            text = _(
                "The top of the pile makes a run with your cards: {cards}. Take the whole pile and "
                "lay the run; or draw one card from the stock."
            ).format(cards=signs(run))
            held = _pieces("own", [kind for kind in run if kind != top])
            return LessonStep(text, "pile", (*_pieces("pile", [top]), *held))
        text = _(
            "Each turn begins with a card: draw from the stock, or take the whole pile. The top "
            "of the pile does not fit you now, so draw."
        )
        return LessonStep(text, "stock")
    return LessonStep(_("Each turn begins with a card: draw one from the stock."), "stock")


def _lesson_of_laying(s: Any, view: SeatView) -> LessonStep:
    hand, pair = s.hand[view.seat], int(pair_of(view.seat))
    for run in _natural_runs(hand):
        for play in plays(view, run):  # none where a card must be kept
            text = _(
                "You hold a run: {cards}. Pick these cards and press {button}. You can take it "
                "back until you press Lay down or throw a card away."
            ).format(cards=signs(run), button=play.words)
            return LessonStep(text, "own", _pieces("own", run), "play-0")
    held = [kind for kind in range(SUITS * RANKS) if hand[kind]]
    fitting = [kind for kind in held if kind % RANKS != TWO and plays(view, [kind])]
    if fitting:
        play = plays(view, fitting[:1])[0]
        text = _(
            "{card} goes on a run of your pair. Pick it and press {button}. Seven cards are a "
            "canastra."
        ).format(card=sign(fitting[0]), button=play.words)
        return LessonStep(text, f"pair-{pair}>{play.meld}", _pieces("own", fitting[:1]), "play-0")
    if s.in_hand[view.seat] == 1 and not s.took_morto[pair] and s.mortos:
        text = _(
            "One card is left: pick it and throw it away. Then your hand is empty, and you take a "
            "morto: eleven new cards for your next turn."
        )
        return LessonStep(text, "mortos", _pieces("own", held), "discard")
    lone = _loneliest(hand, s, pair)
    if lone >= 0:
        told = _(
            "Throw one card away to end your turn. {card} has no neighbours in your hand: pick it, "
            "then throw it away with the button below."
        ).format(card=sign(lone))
        if int(canastras(s, pair, 1)) and s.took_morto[pair]:
            told += " " + _("Your pair may go out: whoever has no cards left ends the deal.")
        return LessonStep(told, "own", _pieces("own", [lone]), "discard")
    text = _("Pick the card you need least, then throw it away with the button below.")
    return LessonStep(text, "own")


def _pieces(part: str, kinds: Iterable[int]) -> tuple[str, ...]:
    """Cards in a part of the table, as a step names them."""
    return tuple(f"{part}:{name(kind)}" for kind in kinds)


def _natural_runs(hand: Any) -> list[list[int]]:
    """Runs of three cards and more in a hand, the longest first, without wild cards."""
    found = []
    for suit in range(SUITS):
        row: list[int] = []
        for place in range(RANKS + 2):
            kind = suit * RANKS + place % RANKS
            if place <= RANKS and hand[kind]:
                row.append(kind)
                continue
            if len(row) >= MELD:
                found.append(row)
            row = []
    return sorted(found, key=len, reverse=True)


def _loneliest(hand: Any, s: Any, pair: int) -> int:
    """A card without neighbours of its suit, that does not help the others; -1 for none."""
    kinds = [kind for kind in range(SUITS * RANKS) if hand[kind] and kind % RANKS != TWO]

    def worth(kind: int) -> tuple[int, int, int]:
        near = sum(
            other != kind and other // RANKS == kind // RANKS and abs(other - kind) <= _NEAR
            for other in kinds
        )
        return (bool(fits_table(s, 1 - pair, kind)), near, int(card_points(s, kind)))

    return min(kinds, key=worth, default=-1)
