"""The proved worth of lays at the end of a round of two, when both know all cards.

Once the deck is empty, the cards that a seat has not seen are the other's hand. What stays unknown
is the lay of this trick: of it only the number is seen. So a lay is worth what it brings at least,
whatever the other lays in this trick and both lay later. The best lay is proved where no other
brings as much against the best answer of somebody who sees the number alone.
``tests/games_eras/test_endgame.py`` walks it beside the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from ludoteca.core.i18n import _
from ludoteca.core.view import SeatView

from . import combinations
from .notation import combination_signs, signs
from .rules import NUMBERING, unseen_cards
from .turns import lay_turn

MOST_HELD = 4  #: cards of a hand; with more the ways to go on are too many

Turn = tuple[int, ...]
Bounds = tuple[int, int]
strength = lru_cache(maxsize=None)(combinations.strength)


def lays_of(hand: int) -> Iterator[int]:
    """The sets that can be laid of a hand, as masks."""
    lay = hand
    while lay:
        yield lay
        lay = (lay - 1) & hand


@lru_cache(maxsize=200_000)
def _ahead(leads: int, follows: int, own: int, others: int) -> Bounds:
    """Bounds of the points that the leader ends ahead, from both hands and both piles."""
    if not leads and not follows:
        points = combinations.points(own) - combinations.points(others)
        return points, points
    if not follows:
        return _ahead(0, 0, own | leads, others)
    if not leads:
        low, high = _ahead(follows, 0, others, own)
        return -high, -low
    lows, highs = {}, {}
    for lay in lays_of(leads):
        for answer in lays_of(follows):
            lows[lay, answer], highs[lay, answer] = _after(leads, follows, own, others, lay, answer)
    answers = list(lays_of(follows))
    low = max(min(lows[lay, answer] for answer in answers) for lay in lays_of(leads))
    # Who answers sees the number: one answer to all lays of as many cards.
    sizes = {lay.bit_count() for lay in lays_of(leads)}
    high = max(
        min(
            max(highs[lay, answer] for lay in lays_of(leads) if lay.bit_count() == size)
            for answer in answers
        )
        for size in sizes
    )
    return low, high


def _after(leads: int, follows: int, own: int, others: int, lay: int, answer: int) -> Bounds:
    """Bounds of the points that the leader ends ahead once both have laid."""
    won = lay | answer
    if strength(lay) > strength(answer):
        return _ahead(leads ^ lay, follows ^ answer, own | won, others)
    low, high = _ahead(follows ^ answer, leads ^ lay, others | won, own)
    return -high, -low


def _end(mine: int, others: int, own: int, theirs: int, leads: bool) -> tuple[int, int]:
    """Both piles at the end, where each plays for the bound that the worth of a lay is."""
    if not mine or not others:
        return own | mine, theirs | others
    if leads:
        by = {
            lay: {a: _after(mine, others, own, theirs, lay, a)[0] for a in lays_of(others)}
            for lay in lays_of(mine)
        }
        lay = max(by, key=lambda lay: min(by[lay].values()))
        answer = min(by[lay], key=by[lay].__getitem__)
    else:
        rows = {
            (size, a): max(
                (_after(others, mine, theirs, own, lay, a)[1], lay)
                for lay in lays_of(others)
                if lay.bit_count() == size
            )
            for size in range(1, others.bit_count() + 1)
            for a in lays_of(mine)
        }
        best = [min((rows[size, a], a) for a in lays_of(mine)) for size, _own in rows]
        (_high, answer), lay = max(best)
    return _end_after(mine, others, own, theirs, lay, answer, leads)


def _end_after(
    mine: int, others: int, own: int, theirs: int, lay: int, answer: int, leads: bool
) -> tuple[int, int]:
    """Both piles at the end, after the own ``lay`` and the other's ``answer`` in a trick."""
    mine, others, won = mine ^ lay, others ^ answer, lay | answer
    if strength(lay) > strength(answer) or (not leads and strength(lay) == strength(answer)):
        return _end(mine, others, own | won, theirs, True)
    return _end(mine, others, own, theirs | won, False)


def lay_words(view: SeatView, lay: int) -> str:
    """The cards that the other holds or has laid, the worst answer to ``lay``, and the end."""
    s, me = view.record[0], view.seat
    hand, others = int(s.hand[me]), int(unseen_cards(s, me))
    piles, leads = (int(s.pile[me]), int(s.pile[1 - me])), not s.laid_count[1 - me]
    if not leads:  # the other laid all that it held
        answer = others
        text = _("{lay} does not beat {answer}, which the other player must have laid: {lost}.")
        if strength(lay) >= strength(answer):
            text = _("{lay} beats {answer}, which the other player must have laid: {kept}.")
    else:
        after = {a: _after(hand, others, *piles, lay, a)[0] for a in lays_of(others)}
        answer = min(after, key=after.__getitem__)
        text = _(
            "The other player still holds {cards} and does best with {answer}, which beats {lay}: "
            "{lost}."
        )
        if all(strength(lay) > strength(a) for a in after):
            text = _("The other player still holds {cards}, and nothing of it beats {lay}: {kept}.")
        elif strength(lay) > strength(answer):
            text = _(
                "The other player still holds {cards} and does best to lose the trick with "
                "{answer}: {kept}."
            )
    keeps, loses = _("you keep {cards}"), _("you lose {cards}")
    told = text.format(
        cards=signs(others),
        lay=combination_signs(lay),
        answer=combination_signs(answer),
        kept=keeps.format(cards=signs(lay)),
        lost=loses.format(cards=signs(lay)),
    )
    own, theirs = _end_after(hand, others, *piles, lay, answer, leads)
    rest = hand ^ lay
    then = keeps if rest & own else loses
    if rest & own and rest & theirs:
        then = _("you keep {cards} and lose {lost}")
    text = _("At worst the round ends {n} to {other}.")
    if rest:
        text = _("At worst, of the rest {then}, and the round ends {n} to {other}.")
    end = text.format(
        then=then.format(cards=signs(rest & own or rest), lost=signs(rest & theirs)),
        n=combinations.points(own),
        other=combinations.points(theirs),
    )
    return f"{told} {end}"


def lay_values(view: SeatView) -> dict[Turn, Fraction] | None:
    """The points ahead that each lay brings at least, by its moves; None where none is proved best.

    Of the seat that leads a trick, or that answers a lay of all that the other held.
    """
    s = view.record[0]
    me, other = view.seat, 1 - view.seat
    if view.num_players != 2 or s.retreat or s.undealt:
        return None
    hand, unseen = int(s.hand[me]), int(unseen_cards(s, me))
    if s.phase != NUMBERING or max(hand.bit_count(), unseen.bit_count()) > MOST_HELD:
        return None
    own, others = int(s.pile[me]), int(s.pile[other])
    if int(s.laid_count[other]):
        if int(s.in_hand[other]):
            return None
        worth = {lay: -_after(unseen, hand, others, own, unseen, lay)[1] for lay in lays_of(hand)}
        best = max(worth, key=worth.__getitem__)
        highs = {lay: -_after(unseen, hand, others, own, unseen, lay)[0] for lay in worth}
        if any(highs[lay] >= worth[best] for lay in worth if lay != best):
            return None
    else:
        bounds = {
            lay: {a: _after(hand, unseen, own, others, lay, a) for a in lays_of(unseen)}
            for lay in lays_of(hand)
        }
        worth = {lay: min(low for low, _high in by.values()) for lay, by in bounds.items()}
        best = max(worth, key=worth.__getitem__)
        for size in {lay.bit_count() for lay in bounds}:
            alike = [lay for lay in bounds if lay.bit_count() == size and lay != best]
            if alike and not any(
                all(bounds[lay][answer][1] < worth[best] for lay in alike)
                and (size != best.bit_count() or bounds[best][answer][1] <= worth[best])
                for answer in lays_of(unseen)
            ):
                return None
    return {lay_turn(view, lay): Fraction(points) for lay, points in worth.items()}
