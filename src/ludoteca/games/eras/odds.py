"""Odds of a lay: its best combination, its rank, its chance to win; and counts of a deck.

Beside the cards stands the chance to win the trick, from the seat's view. Of the lays that the hand
allows, the best one of each type of combination is told: other cards that are laid with it change
its chance only by their number, which those who lay later see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb
from typing import Annotated, Any

import numpy as np

from ludoteca.core.answers import Answer, Cell, Pieces, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, ngettext, number_text
from ludoteca.core.numbers import Exact, Odd, deals_words
from ludoteca.core.options import Options
from ludoteca.core.questions import Param, question
from ludoteca.core.view import SeatView

from .combinations import MOST_CARDS, RUN_OF, STRENGTH, TYPE_NAMES, best_cards, count, strength
from .counts import all_strengths, subsets_by_type
from .endgame import lay_values, lay_words
from .notation import card_text, cards_text, read_cards, signs
from .rules import (
    LAYING,
    NUMBER,
    NUMBERING,
    OVER,
    SEATS,
    SHOWING,
    WITHDRAW,
    deck_kinds,
    unseen_cards,
)
from .trick_odds import Model, OddsEffort, Rivals, Strongest, hands_before, strongest

VALUES_REST_ON = N_("at least, whatever the other player lays")
EFFORT = OddsEffort(counted=5_000_000, random_lays=20_000, tricks=2_000)
QUICK = OddsEffort(counted=2_000_000, random_lays=20_000, tricks=1_000)
"""Of an answer to a question, and of the odds beside the cards."""


@question(
    "odds",
    N_("A lay's combination, its rank and its chance to win; or all sets of the deck."),
    played=((N_("How good are these cards, and will they win?"), {"later": "7,7,7"}),),
)
def lay_odds(
    options: Options,
    seed: int,
    cards: Annotated[
        list[str] | None,
        Param(
            N_("the cards laid: 3S 3H 4H; without them, all sets of the deck"),
            bare=True,
            picks="cards",
            check=lambda asked: cards_asked(asked | {"held": ""}),
            example="8S 8H 8D",
        ),
    ] = None,
    laid: Annotated[
        list[int] | None, Param(N_("numbers of cards that others laid: 2,1"), low=1, high=7)
    ] = None,
    later: Annotated[
        list[int] | None, Param(N_("cards in the hands of those who lay later: 7,7"), low=1, high=7)
    ] = None,
    held: Annotated[
        str, Param(N_("your other cards: 9C KD"), picks="cards", check=cards_asked)
    ] = "",
    piles: Annotated[
        str,
        Param(
            N_("piles: yours / of the first other / ..., as 2S 2D / 9C KC"),
            picks="cards /",
            check=partial(cards_asked, piles=True),
        ),
    ] = "",
    model: Annotated[
        Model, Param(N_("the others' cards: any, or as a machine lays them"))
    ] = "uniform",
) -> Answer:
    """Without cards the exact table of the best type over all sets of 1 to 7 cards."""
    values, suits = int(options["values"]), int(options["suits"])
    if not cards:
        return _deck_table(values, suits)
    asked = {"options": options, "cards": cards, "held": held, "piles": piles}
    lay, won, unseen = cards_asked(asked, piles=True)
    fields = _combination(lay, values, suits)
    numbers, hands = tuple(laid or ()), tuple(later or ())
    if not numbers and not hands:
        best = int(best_cards(lay))
        words = str(fields["type"])
        if int(strength(lay)) // STRENGTH in RUN_OF[2:]:
            words = _("straight flush of {n} cards").format(n=int(count(best)))
        headline = _(
            "The best in {cards} is the {words} {best}: {better} of {every} combinations beat it."
        ).format(
            cards=signs(lay),
            words=words,
            best=signs(best),
            better=fields["better"],
            every=fields["combinations"],
        )
        return Answer(fields, why=partial(derivation, lay, values, suits), headline=headline)
    _check_seats(numbers, hands, won, options)
    if sum(numbers) + sum(hands) > int(count(unseen)):
        raise BadInput(_("so many cards are not left for the others"))
    full = int(options["hand"])
    rivals = Rivals(
        (values, suits, full),
        unseen,
        numbers,
        hands_before(numbers, hands, int(count(unseen)), full),
        piles=won,
        staying=options["retreat"] == "yes",
    )
    rng = np.random.default_rng(seed)
    found = strongest(rivals, int(count(lay)), model, EFFORT, rng)
    win = found.chance(int(strength(lay)))
    fields |= {"win": win, "model": model}
    headline = _("{cards} wins the trick in {deals}.").format(
        cards=signs(lay), deals=deals_words(win.decimal)
    )
    why = partial(derivation, lay, values, suits)
    return Answer(fields, why=why, headline=headline, chances=("win",))


def cards_asked(asked: Mapping[str, Any], piles: bool = False) -> tuple[int, tuple[int, ...], int]:
    """The lay that is asked about, the piles (none unless ``piles``) and the cards left.

    Raises ``BadInput`` where the deck does not have them.
    """
    options = asked["options"]
    lay = read_cards(" ".join(asked["cards"] or ()))
    if asked["cards"] and not lay:
        raise BadInput(_("a lay has at least one card, as 4D"))
    deck = sum(1 << kind for kind in deck_kinds(int(options["values"]), int(options["suits"])))
    won = tuple(read_cards(pile) for pile in asked["piles"].split("/")) if piles else ()
    unseen = deck
    for part in (lay, read_cards(asked["held"]), *won):
        if missing := part & ~unseen:
            raise BadInput(
                _("{cards}: named twice, or not in this deck").format(cards=signs(missing))
            )
        unseen ^= part
    if count(lay) > int(options["hand"]):
        raise BadInput(_("a hand has at most {n} cards").format(n=options["hand"]))
    return lay, won, unseen


def _combination(lay: int, values: int, suits: int) -> dict[str, Cell]:
    found, every = int(strength(lay)), all_strengths(values, suits)
    better = sum(other > found for other in every)
    return {
        "combination": Pieces(cards_text(int(best_cards(lay)))),
        "type": _(TYPE_NAMES[found // STRENGTH]),
        "highest": Pieces(card_text(found % STRENGTH)),
        "rank": better + 1,
        "combinations": len(every),
        "better": better,
    }


def _check_seats(
    numbers: tuple[int, ...], hands: tuple[int, ...], piles: tuple[int, ...], options: Options
) -> None:
    others = len(numbers) + len(hands)
    if others >= SEATS:
        raise BadInput(_("at most {n} others can be at the table").format(n=SEATS - 1))
    if len(piles) > 1 + others:
        raise BadInput(_("there are more piles than players"))
    full = int(options["hand"])
    if max((*numbers, *hands)) > full:
        raise BadInput(_("a hand has at most {n} cards").format(n=full))


# -- the deck --------------------------------------------------------------------------------------


def _deck_table(values: int, suits: int) -> Answer:
    counts = subsets_by_type(values, suits)
    rows: list[list[Cell]] = [
        [k, _(TYPE_NAMES[kind]), ways, Exact(Fraction(ways, sum(counts[k])))]
        for k in range(1, MOST_CARDS + 1)
        for kind, ways in enumerate(counts[k])
        if ways
    ]
    columns = ("cards", "type", "sets", "probability")
    table = Table(
        "subsets",
        columns,
        rows,
        N_("The best combination of every set of cards"),
        chances=("probability",),
    )
    every = len(all_strengths(values, suits))
    headline = _("The deck has {n} combinations, each of them stronger or weaker than every other.")
    return Answer({"combinations": every}, (table,), headline=headline.format(n=every))


def derivation(lay: int, values: int, suits: int, rng: np.random.Generator) -> Iterator[str]:
    """The derivation: the best combination, and those of all sets of so many cards."""
    found, k = int(strength(lay)), int(count(lay))
    yield _("{cards} holds {best}: {words}.").format(
        cards=cards_text(lay),
        best=cards_text(int(best_cards(lay))),
        words=_(TYPE_NAMES[found // STRENGTH]),
    )
    every = comb(values * suits, k)
    yield _("Of the C({deck}, {k}) = {every} sets of {k} cards the best combination is:").format(
        deck=values * suits, k=k, every=every
    )
    for kind, ways in enumerate(subsets_by_type(values, suits)[k]):
        if ways:
            yield f"  {_(TYPE_NAMES[kind])}: {ways} ({number_text(ways / every, '.6f')})"


# -- whole turns -----------------------------------------------------------------------------------


def decision_words(view: SeatView, moves: Sequence[int]) -> str:
    """A whole lay, a withdrawal, or both: ``lay 6♠ 7♠``, ``take 6♠ back and show 7♠``."""
    s, rest = view.record[0], list(moves)
    told: list[str] = []
    if s.phase in (NUMBERING, LAYING):
        told.append(_lay_words(s, rest))
    if rest and rest[0] == WITHDRAW:
        told.append(_("leave the cards on the table"))
    elif rest:
        told.append(_withdrawal_words(s, rest))
    return "; ".join(told)


def _lay_words(s: Any, rest: list[int]) -> str:
    """The words of the lay that begins ``rest``, from which it is taken."""
    hand = int(s.hand[s.to_move])
    n = rest.pop(0) - NUMBER if s.phase == NUMBERING else int(s.to_come)
    cards = rest[:n]
    del rest[:n]
    if s.phase == NUMBERING and n < int(s.in_hand[s.to_move]) and len(cards) < n:
        return ngettext("lay {n} card", "lay {n} cards", n).format(n=n)
    return _("lay {card}").format(card=signs(sum(1 << kind for kind in cards) or hand))


def _withdrawal_words(s: Any, moves: list[int]) -> str:
    """The words of what is left of a withdrawal."""
    n = int(s.to_come)
    if moves[0] > WITHDRAW:
        n = moves.pop(0) - WITHDRAW
    if s.phase == SHOWING:
        return _("show {card}").format(card=_signs_of(moves))
    back, shown = moves[:n], moves[n:]
    if not back:
        return ngettext("take {n} card back", "take {n} cards back", n).format(n=n)
    if not shown:
        return _("take {card} back").format(card=_signs_of(back))
    text = _("take {back} back and show {shown}")
    return text.format(back=_signs_of(back), shown=_signs_of(shown))


def _signs_of(kinds: Sequence[int]) -> str:
    return signs(sum(1 << kind for kind in kinds))


# -- beside the cards ------------------------------------------------------------------------------


_GIVEN = N_("If the others lay at random:")


def turn_values_at(view: SeatView) -> dict[tuple[int, ...], Fraction] | None:
    """The proved worth of each lay at the end of a round of two; None elsewhere."""
    return lay_values(view)


def proof_words(view: SeatView, moves: Sequence[int]) -> str:
    """The cards against a lay, and what the worst answer to it does."""
    kinds = moves[1:]  # none where the whole hand is laid
    return lay_words(view, sum(1 << kind for kind in kinds) or int(view.record[0].hand[view.seat]))


def odds_at(view: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance that each :func:`best_lays` wins, the strongest first; later that the own does."""
    s, me = view.record[0], view.seat
    if me < 0 or s.phase == OVER or (s.phase == LAYING and s.to_move == me):
        return ()
    rivals = rivals_of(s, me)
    if not rivals.hands:
        return ()
    if mine := int(s.laid[me]):
        return (_odd(_("your lay wins the trick"), rivals, mine),)
    lays = best_lays(int(s.hand[me]))
    against = {k: _against(rivals, k) for k in {int(count(lay)) for lay in lays}}
    return tuple(
        Odd(_win_words(lay), against[int(count(lay))].chance(int(strength(lay))), given=_(_GIVEN))
        for lay in lays
    )


def odds_of_choice(view: SeatView, after: SeatView, rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance that the cards chosen to be laid, or left on the table, win."""
    if view.record[0].phase == SHOWING:
        return ()
    s, me = after.record[0], after.seat
    rivals, mine = rivals_of(s, me), int(s.laid[me])
    if not rivals.hands or not mine:
        return ()
    return (_odd(_win_words(mine), rivals, mine),)


def _odd(words: str, rivals: Rivals, lay: int) -> Odd:
    """The chance that a lay on the table wins."""
    found = _against(rivals, int(count(lay)))
    return Odd(words, found.chance(int(strength(lay))), given=_(_GIVEN))


def _against(rivals: Rivals, own: int) -> Strongest:
    """The others' strongest lay against ``own`` cards.

    What is drawn follows from the arguments: a lay has one chance, listed among the best ones of
    the hand, as the choice of a person, and once it is made.
    """
    own = own if rivals.are_later else 0
    luck = np.random.default_rng(list(repr((rivals, own)).encode()))
    return strongest(rivals, own, "uniform", QUICK, luck)


def _win_words(lay: int) -> str:
    name = _(TYPE_NAMES[int(strength(lay)) // STRENGTH])
    return _("win with {cards}, {type}").format(cards=signs(lay), type=name)


def best_lays(hand: int) -> list[int]:
    """The best combination of each type in a hand, the strongest first."""
    found: dict[int, int] = {}
    part = hand
    while part:
        if int(best_cards(part)) == part:
            kind = int(strength(part)) // STRENGTH
            if int(strength(part)) > int(strength(found.get(kind, 0))):
                found[kind] = part
        part = (part - 1) & hand
    return sorted(found.values(), key=lambda lay: -int(strength(lay)))


def rivals_of(s: Any, me: int) -> Rivals:
    """The others in the trick as the seat ``me`` sees them, from its record."""
    others = [seat for seat in range(int(s.players)) if seat != me]
    laying = [int(s.to_move)] if s.phase == LAYING else []
    laid = [seat for seat in others if s.laid_count[seat] or seat in laying]
    shown = [int(s.shown[seat]) if s.laid_count[seat] else 0 for seat in laid]
    down = [
        int(s.numbers[seat] if seat in laying else s.laid_count[seat]) - int(count(mask))
        for seat, mask in zip(laid, shown, strict=True)
    ]
    waiting = s.phase in (NUMBERING, LAYING)
    later = [seat for seat in others if seat not in laid and s.in_hand[seat] and waiting]
    return Rivals(
        deck=(int(s.values), int(s.suits), int(s.hand_size)),
        unseen=int(unseen_cards(s, me)),
        numbers=tuple(down),
        hands=tuple(int(s.in_hand[seat] + s.laid_count[seat]) for seat in (*laid, *later)),
        shown=tuple(shown),
        piles=tuple(int(s.pile[seat]) for seat in (me, *laid, *later)),
        staying=bool(s.retreat),
    )
