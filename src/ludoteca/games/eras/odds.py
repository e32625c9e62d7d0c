"""What a lay is worth: its best combination, its rank, its chance to win; and counts of a deck."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb
from typing import Annotated, Literal

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, Number, simulated_share
from ludoteca.core.options import Options
from ludoteca.core.questions import Answer, Cell, Param, Table, question

from .combinations import MOST_CARDS, STRENGTH, TYPE_NAMES, best_cards, count, strength
from .counting import all_strengths, assignments, sampled_below, subsets_by_type, ways_below
from .lays import sampled_tricks, trick_record
from .notation import card_text, cards_text, read_cards
from .state import SEATS, deck_kinds

CONDITION = N_("the cards that each other laid are a uniformly random set of those unseen")
BY_POLICY = N_("the others lay as the advanced machine would; hands before it uniformly random")
SIZES = N_("those who lay later choose their numbers as the advanced machine would")

MOST_EXACT = 5_000_000
"""Ways to lay that are counted one by one; more are sampled."""

MOST_TABLE = MOST_CARDS
SAMPLES = 20_000
SAMPLES_BY_POLICY = 2_000

HEADINGS = (
    N_("combination"), N_("type"), N_("rank"), N_("combinations"), N_("better"), N_("win"),
    N_("cards"), N_("sets"), N_("probability"), N_("model"),
)  # fmt: skip


@question(
    "odds", N_("A lay's combination, its rank and its chance to win; or all sets of the deck.")
)
def lay_odds(
    options: Options,
    seed: int,
    cards: Annotated[
        list[str] | None,
        Param(N_("the cards laid: 3S 3H 4H; without them, all sets of the deck"), bare=True),
    ] = None,
    laid: Annotated[
        list[int] | None, Param(N_("numbers of cards that others laid: 2,1"), low=1, high=7)
    ] = None,
    later: Annotated[
        list[int] | None, Param(N_("cards in the hands of those who lay later: 7,7"), low=1, high=7)
    ] = None,
    held: Annotated[str, Param(N_("your other cards: 9C KD"))] = "",
    piles: Annotated[str, Param(N_("cards in the piles of all: 2S 2D"))] = "",
    model: Annotated[
        Literal["uniform", "policy"], Param(N_("the others' cards: any, or as a machine lays them"))
    ] = "uniform",
) -> Answer:
    """Without cards the exact table of the best type over all sets of 1 to 7 cards."""
    values, suits = int(options["values"]), int(options["suits"])
    if not cards:
        return _deck_table(values, suits)
    lay = read_cards(" ".join(cards))
    deck = sum(1 << kind for kind in deck_kinds(values, suits))
    unseen = _unseen(deck, (lay, read_cards(held), read_cards(piles)))
    if count(lay) > int(options["hand"]):
        raise BadInput(_("a hand has at most {n} cards").format(n=options["hand"]))
    fields = _combination(lay, values, suits)
    numbers, hands = tuple(laid or ()), tuple(later or ())
    if not numbers and not hands:
        return Answer(fields, why=partial(derivation, lay, values, suits))
    _check_seats(numbers, hands, unseen, options)
    fields["win"] = _chance(lay, unseen, numbers, hands, model, options, seed)
    fields["model"] = model
    notes = [_(SIZES)] if hands and model == "uniform" else []
    return Answer(fields, notes=notes, why=partial(derivation, lay, values, suits))


def _unseen(deck: int, known: tuple[int, ...]) -> int:
    """The cards of the deck that are in none of the sets, which may not meet."""
    left = deck
    for part in known:
        missing = part & ~left
        if missing:
            raise BadInput(
                _("{cards}: named twice, or not in this deck").format(cards=cards_text(missing))
            )
        left ^= part
    return left


def _combination(lay: int, values: int, suits: int) -> dict[str, Cell]:
    found, every = int(strength(lay)), all_strengths(values, suits)
    better = sum(other > found for other in every)
    return {
        "combination": cards_text(int(best_cards(lay))),
        "type": _(TYPE_NAMES[found // STRENGTH]),
        "highest": card_text(found % STRENGTH),
        "rank": better + 1,
        "combinations": len(every),
        "better": better,
    }


def _check_seats(
    numbers: tuple[int, ...], hands: tuple[int, ...], unseen: int, options: Options
) -> None:
    if len(numbers) + len(hands) >= SEATS:
        raise BadInput(_("at most {n} others can be at the table").format(n=SEATS - 1))
    full = int(options["hand"])
    if max((*numbers, *hands)) > full:
        raise BadInput(_("a hand has at most {n} cards").format(n=full))
    if sum(numbers) + sum(hands) > int(count(unseen)):
        raise BadInput(_("so many cards are not left for the others"))


def _chance(
    lay: int,
    unseen: int,
    numbers: tuple[int, ...],
    hands: tuple[int, ...],
    model: str,
    options: Options,
    seed: int,
) -> Number:
    """The chance that every other lay is weaker."""
    rng = np.random.default_rng(seed)
    best = int(strength(lay))
    if model == "uniform" and not hands:
        every = assignments(unseen, numbers)
        if every <= MOST_EXACT:
            return Exact(Fraction(ways_below(unseen, numbers, best), every), _(CONDITION))
        sizes = np.array(numbers, np.int64)
        return simulated_share(int(sampled_below(unseen, sizes, best, SAMPLES, rng)), SAMPLES)
    deck = int(options["values"]), int(options["suits"]), int(options["hand"])
    before = (*_hands_before(numbers, sum(hands), unseen, deck[2]), *hands)
    states = trick_record(deck, lay, numbers, before)
    hits, n = sampled_tricks(
        states, unseen, np.array(numbers, np.int64), np.array(before, np.int64),
        model == "policy", SAMPLES_BY_POLICY, rng,
    )  # fmt: skip
    if n == 0:
        raise BadInput(_("the machine would not lay so many cards: ask for the model uniform"))
    return simulated_share(int(hits), int(n))


def _hands_before(numbers: tuple[int, ...], taken: int, unseen: int, full: int) -> tuple[int, ...]:
    """Cards that each other had before it laid: full hands while the unseen cards suffice."""
    left = int(count(unseen)) - taken - sum(numbers)
    hands = []
    for n in numbers:
        more = min(full - n, left)
        left -= more
        hands.append(n + more)
    return tuple(hands)


# -- the deck --------------------------------------------------------------------------------------


def _deck_table(values: int, suits: int) -> Answer:
    counts = subsets_by_type(values, suits)
    rows: list[list[Cell]] = [
        [k, _(TYPE_NAMES[kind]), ways, Exact(Fraction(ways, sum(counts[k])))]
        for k in range(1, MOST_TABLE + 1)
        for kind, ways in enumerate(counts[k])
        if ways
    ]
    columns = ("cards", "type", "sets", "probability")
    table = Table("subsets", columns, rows, N_("The best combination of every set of cards"))
    every = len(all_strengths(values, suits))
    return Answer({"combinations": every}, (table,))


def derivation(lay: int, values: int, suits: int, rng: np.random.Generator) -> Iterator[str]:
    """Why the combination is the best one, and what sets of so many cards usually hold."""
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
            yield f"  {_(TYPE_NAMES[kind])}: {ways} ({ways / every:.6f})"
