"""The chances of vangin pasianssi: of a whole game for any deck, and of one in progress."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

import numpy as np

from ludoteca.core.answers import Answer, Cell, Table
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.ids import CHANCE, HIDDEN
from ludoteca.core.numbers import Exact, Odd, chance_words, simulated_share
from ludoteca.core.questions import Param, question
from ludoteca.core.view import SeatView
from ludoteca.games.vangin.exact import closed_form
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.games.vangin.exact.types import count_types, win_by_types

CONDITION = N_("every order of the deck is equally likely")
CONDITION_UNSEEN = N_("every order of the unseen cards is equally likely")
STEP = 3

MAX_DIGITS = 10_000_000
"""A distribution whose fractions are longer in all is left out: nobody reads it, and it is slow."""

MAX_WORK = 12_000_000
"""Cards shuffled at most by the simulation of a derivation, some tenths of a second's work."""

FIRST_GAMES, MAX_GAMES = 1_000, 100_000

MAX_SUMMED_TYPES = 10_000
"""A derivation adds the document's own sum where it has at most so many terms."""


def _deck_asked(asked: Mapping[str, Any]) -> None:
    """Check the deck of a form; raises ``BadInput``."""
    deal_of(asked["suits"], asked["values"], 0, 0, None)


def _looks_asked(asked: Mapping[str, Any]) -> None:
    """Check that a form does not ask for looks and for a step; raises ``BadInput``."""
    deal_of(asked["suits"], asked["values"], asked["board"], asked["picks"], asked["step"])


@question(
    "odds",
    N_("The exact chance that the table is emptied, and what is left otherwise."),
    played=(
        (N_("How often does the patience come out?"), {}),
        (N_("Does it come out more often with the cards turned one at a time?"), {"step": "1"}),
    ),
)
def win(
    suits: Annotated[int, Param(N_("number of suits"), low=1)] = 4,
    values: Annotated[int, Param(N_("values in each suit"), low=1, check=_deck_asked)] = 13,
    board: Annotated[int, Param(N_("cards laid on the table at the start"), low=0)] = 13,
    picks: Annotated[
        int | None, Param(N_("number of draws; by default as many as the deck allows"), low=0)
    ] = None,
    step: Annotated[
        int | None,
        Param(
            N_("cards turned at a time, of which the last counts; 3 unless given"),
            low=1,
            check=_looks_asked,
        ),
    ] = None,
) -> Answer:
    """P(win) and the distributions of the piles and of the cards left, all exact."""
    deal = deal_of(suits, values, board, picks, step)
    fields: dict[str, Cell] = {"win": Exact(closed_form.win(deal), _(CONDITION))}
    tables: list[Table] = []
    notes: list[str] = []
    if deal.possible:
        fields["mean_piles_left"] = Exact(closed_form.mean_piles_left(deal))
        fields["mean_cards_left"] = Exact(closed_form.mean_cards_left(deal))
        _add_distributions(deal, tables, notes)
    else:
        text = _("a board of {board} and {picks} looks need more than {cards} cards: no win")
        notes.append(text.format(board=deal.board, picks=deal.picks, cards=deal.cards))
    fields |= {"cards": deal.cards, "board": deal.board, "picks": deal.picks}
    told = _("The chance that the table is emptied is {chance}.")
    usual = deal
    if step not in (None, STEP):
        told = _("The chance that the table is emptied is {chance}; three at a time, {usual}.")
        usual = deal_of(suits, values, board, None, STEP)
    headline = told.format(
        chance=chance_words(float(closed_form.win(deal))),
        usual=chance_words(float(closed_form.win(usual))),
    )
    why = partial(derivation, deal, step)
    return Answer(fields, tables, notes=notes, why=why, headline=headline, chances=("win",))


def deal_of(suits: int, values: int, board: int, picks: int | None, step: int | None) -> Deal:
    """The deal that is asked for; raises ``BadInput`` where the numbers describe none."""
    if picks is not None and step is not None:
        raise BadInput(
            _("picks and step exclude each other: give the looks, or the cards turned at a time")
        )
    try:
        if picks is None:
            return Deal.by_step(suits, values, board, STEP if step is None else step)
        return Deal(suits, values, board, picks)
    except ValueError as error:
        raise BadInput(str(error)) from error


def _add_distributions(deal: Deal, tables: list[Table], notes: list[str]) -> None:
    """Add the piles left and the cards left, or a note where they are too long."""
    digits = 2 * (deal.count().bit_length() * 3 // 10 + 1)
    for name, column, title, most, distribution in (
        ("piles_left", "piles", N_("Piles left"), deal.most_piles, closed_form.piles_left),
        ("cards_left", "cards", N_("Cards left"), deal.board, closed_form.cards_left),
    ):
        length = (most + 1) * digits
        if length > MAX_DIGITS:
            text = _(
                "{name} is left out: its fractions would have {n:,} digits, more than {limit:,}"
            )
            notes.append(text.format(name=name, n=length, limit=MAX_DIGITS))
            continue
        rows: list[list[Cell]] = [[left, Exact(p)] for left, p in enumerate(distribution(deal))]
        tables.append(Table(name, (column, "probability"), rows, title, chances=("probability",)))


# -- derivation ---------------------------------------------------------------------------------


def derivation(deal: Deal, step: int | None, rng: np.random.Generator) -> Iterator[str]:
    """The derivation of the chance, line by line: counts, formula, a simulation."""
    s, v, b, p, n = deal.suits, deal.values, deal.board, deal.picks, deal.cards
    if not deal.possible:
        yield _("There are only {n} cards: a deal of {b} + {p} cards does not exist.").format(
            n=n, b=b, p=p
        )
        return
    yield _(
        "The cards that count are as random as any others, so a deal is a random set of {b} cards "
        "for the table and another of {p} cards that are looked at."
    ).format(b=b, p=p)
    yield _("Deals: C({n}, {b}) x C({rest}, {p}) = {deals}").format(
        n=n, b=b, p=p, rest=n - b, deals=shown(deal.count())
    )
    yield _(
        "Draw the cards that are looked at first. A value stays on the table if they miss it and "
        "the board holds it; by inclusion and exclusion over m such values, the deals won are"
    )
    yield (
        f"  sum over m of (-1)^m C({v}, m) C({s} ({v} - m), {p}) D(m),  "
        f"D(m) = sum over j of (-1)^j C(m, j) C({n - p} - {s} j, {b})"
    )
    won, exact = closed_form.winning_deals(deal), closed_form.win(deal)
    yield _("Deals won: {won}").format(won=shown(won))
    number = Exact(exact)
    fraction = number.fraction if len(number.fraction) <= 80 else _("the fraction of the two")
    yield f"P = {fraction} = {number_text(number.decimal, '.12g')}"
    if count_types(deal) <= MAX_SUMMED_TYPES:
        same = _("the same") if win_by_types(deal) == exact else _("NOT the same")
        yield _(
            "Second way: the sum of A(t) B(t) over the {n} types of board (the sizes of its piles) "
            "is {same}."
        ).format(n=count_types(deal), same=same)
    yield from _simulation(deal, step, rng)


def _simulation(deal: Deal, step: int | None, rng: np.random.Generator) -> Iterator[str]:
    """Growing numbers of games with the real dealing, added up."""
    from ludoteca.games.vangin.exact.simulate import simulate  # imported here: it compiles

    if step is None:
        step = min(STEP, (deal.cards - deal.board) // max(1, deal.picks)) or 1
    yield _("Simulation: the whole deck shuffled, then {step} turned at a time:").format(step=step)
    hits = games = 0
    most = min(MAX_GAMES, MAX_WORK // deal.cards)
    while games == 0 or 10 * games <= most:
        n = 9 * games or min(FIRST_GAMES, most)
        batch = simulate(deal, step, n, seed=int(rng.integers(2**63)))
        hits, games = hits + batch.piles_left[0], games + batch.n
        share = simulated_share(hits, games)
        yield _("  n = {n:>9,}: {mean:.6g}, 95% interval {low:.6g} to {high:.6g}").format(
            n=games, mean=share.mean, low=share.low, high=share.high
        )
    inside = share.contains(float(closed_form.win(deal)))
    yield (
        _("The exact value lies inside the last interval.")
        if inside
        else _("The exact value lies outside the last interval, as it does once in twenty times.")
    )


def shown(number: int) -> str:
    """A count for people: all its digits up to 40 of them, else how large it is."""
    if number < 10**40:
        return number_text(number, ",")
    return _("a number of {n:,} digits").format(n=len(Exact(Fraction(number)).fraction))


# -- a game in progress -------------------------------------------------------------------------


def chance_line(view: SeatView) -> str | None:
    """The exact chance of still winning, from what the player sees; a line for the table."""
    exact = Exact(chance_of_winning(view))
    text = exact.fraction
    if exact.value.denominator > 1:
        text = f"{text} ≈ {number_text(exact.decimal, '.6g')}"
    return _("Exact chance of winning: {chance} ({condition})").format(
        chance=text, condition=_(CONDITION_UNSEEN)
    )


def chance_of_winning(view: SeatView) -> Fraction:
    """The chance of winning, given what ``view`` shows.

    Every order of the unseen cards is equally likely; see ``closed_form.chance_to_clear``.
    """
    s = view.record[0]
    suits, values = int(s.suits), int(s.values)
    unseen = [suits - int(s.seen[value]) for value in range(values)]
    waiting = [unseen[value] for value in range(values) if s.pile[value] > 0]
    picks = int(s.picks) - int(s.looks)
    to_lay = int(s.board) - int(s.laid)
    if to_lay == 0:
        return closed_form.chance_to_clear(waiting, sum(unseen) - sum(waiting), picks)
    return closed_form.chance_while_laying(waiting, values - len(waiting), suits, to_lay, picks)


class Turned(NamedTuple):
    """A look: its value, whether it took a pile, and the chance of winning and the piles after it.

    The first of a deal is the board itself, of the value -1.
    """

    value: int
    took: bool
    chance: Fraction
    piles: int


def looks_of(view: SeatView) -> list[Turned]:
    """The board and the looks so far, read out of what the seat saw."""
    s = view.record[0]
    board, picks = int(s.board), int(s.picks)
    seen, piles = [0] * int(s.values), set[int]()
    found: list[Turned] = []

    def add(value: int, took: bool) -> None:
        unseen = [int(s.suits) - known for known in seen]
        waiting = [unseen[each] for each in piles]
        rest = sum(unseen) - sum(waiting)
        chance = closed_form.chance_to_clear(waiting, rest, picks - len(found))
        found.append(Turned(value, took, chance, len(piles)))

    drawn = [token.token for token in view.tokens if token.actor == CHANCE]
    for n, value in enumerate(drawn, 1 - board):
        if value != HIDDEN:
            seen[value] += 1
        if n <= 0:
            piles.add(value)
        elif n % int(s.step) == 0:
            took = value in piles
            piles.discard(value)
            add(value, took)
        if n == 0:
            add(-1, False)
    return found


def course(view: SeatView) -> list[tuple[Fraction, bool]]:
    """The chance of winning after each look, and whether the look took a pile.

    A test plays them beside the kernel.
    """
    return [(look.chance, look.took) for look in looks_of(view) if look.value >= 0]


@cache
def so_far_or_farther(suits: int, values: int, board: int, picks: int, left: int) -> Fraction:
    """The share of all deals that leave at most ``left`` piles."""
    return sum(closed_form.piles_left(Deal(suits, values, board, picks))[: left + 1], Fraction())


def odds_at(view: SeatView, _rng: np.random.Generator) -> tuple[Odd, ...]:
    """The chance of winning, given what the player sees."""
    return exact_odds(view)


def exact_odds(view: SeatView) -> tuple[Odd, ...]:
    """:func:`odds_at`, which needs no chance."""
    return (Odd(_("chance of winning"), Exact(chance_of_winning(view), _(CONDITION_UNSEEN))),)
