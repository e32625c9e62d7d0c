"""A study of vangin pasianssi: the document's types, other decks, the erratum, a simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from math import comb, factorial, prod
from typing import Annotated

from ludoteca.core.answers import Answer, Plot, Rows, Table, table
from ludoteca.core.i18n import N_, _
from ludoteca.core.numbers import Exact, simulated_share
from ludoteca.core.questions import (
    QUICK,
    THOROUGH,
    USUAL,
    Interim,
    Param,
    Progress,
    in_parts,
    question,
    quiet,
    unheard,
)
from ludoteca.games.vangin.exact import closed_form
from ludoteca.games.vangin.exact.deal import Deal
from ludoteca.games.vangin.exact.types import (
    Type,
    boards_of_type,
    probability_of_cover,
    probability_of_type,
    types,
)
from ludoteca.games.vangin.odds import CONDITION, STEP
from ludoteca.lab import charts

STANDARD = Deal()
DECK_SUITS = range(2, 9)
DECK_VALUES = range(2, 15)
STEPS = range(1, 7)
CHECKED = (
    (Deal(4, 13, 13, 13), 3),
    (Deal(4, 13, 13, 39), 1),
    (Deal(4, 13, 7, 15), 3),
    (Deal(4, 9, 9, 9), 3),
    (Deal(8, 6, 12, 9), 4),
    (Deal(2, 20, 5, 17), 2),
)
"""Decks, with the step of their dealing, that are both computed and simulated."""


@question(
    "study",
    N_("The types of board, other decks and steps, the erratum, and a simulation."),
    played=((N_("Which tables are lucky, and would another deck help?"), {}),),
)
def report(
    games: Annotated[
        int,
        Param(
            N_("games simulated for each comparison"),
            low=1_000,
            high=1_000_000_000,
            efforts=((100_000, QUICK), (10_000_000, USUAL), (60_000_000, THOROUGH)),
        ),
    ] = 100_000,
    seed: int = 1,
    progress: Progress = quiet,
    interim: Interim = unheard,
) -> Answer:
    """Everything that the document says about the game, computed again, and what it leaves open."""
    win = closed_form.win(STANDARD)
    interim(Answer({"win": Exact(win, _(CONDITION))}, headline=_told(win), chances=("win",)))
    grows, compared = in_parts(progress, 1, len(CHECKED))
    growing = simulation_table(games, seed, grows)
    tables = {
        table.name: table
        for table in (
            types_table(),
            erratum_table(),
            decks_table(),
            steps_table(),
            boards_table(),
            looks_table(),
            left_table(),
            growing,
            checks_table(games, seed, compared),
        )
    }
    return Answer(
        {
            "win": Exact(win, _(CONDITION)),
            "simulated": growing.rows[-1][1],
            "number_of_types": len(types(STANDARD)),
            "number_of_boards": comb(STANDARD.cards, STANDARD.board),
            "number_of_boards_as_printed": sum(
                (boards_as_printed(t, STANDARD) for t in types(STANDARD)), Fraction(0)
            ),
            "win_as_printed": Exact(
                _win_as_printed(), _("by the formula of the text, which is wrong")
            ),
        },
        tuple(tables.values()),
        chances=("win", "simulated", "win_as_printed"),
        plots=_plots(tables, float(win)),
        notes=[
            _(
                "Each of the intervals holds the exact value in 95 cases of 100, so that one of "
                "twenty misses it by chance."
            ),
            _(
                "Erratum: the text's product over (13 - j) C(4, t_j) must have (14 - j), since the "
                "first pile may have any of the 13 values; the document's code has it right."
            ),
        ],
        headline=_told(win),
    )


def _told(win: Fraction) -> str:
    """Sentences on the luckiest tables, and on what other rules would do."""
    best = max(types(STANDARD), key=lambda t: probability_of_cover(t, STANDARD))
    small = Deal.by_step(4, 8, 8, STEP)
    each = Deal.by_step(STANDARD.suits, STANDARD.values, STANDARD.board, 1)
    return _(
        "The luckiest tables have {n} piles (of {sizes} cards): {best:.2%} of them come out, of "
        "all tables {win:.2%}. With 32 cards, 8 of them on the table, {small:.1%} come out; if "
        "every card counts and not every third one, {each:.1%}."
    ).format(
        n=len(best),
        sizes=", ".join(map(str, best)),
        best=float(probability_of_cover(best, STANDARD)),
        win=float(win),
        small=float(closed_form.win(small)),
        each=float(closed_form.win(each)),
    )


# -- the document -------------------------------------------------------------------------------


@table(
    "types",
    N_("Types of board, their chance A and that of a win B"),
    "type boards A B A_times_B",
    chances="A B A_times_B",
)
def types_table() -> Rows:
    """The 39 types of the standard board with A, B and A times B: they sum to 1 and to P(win)."""
    for t in types(STANDARD):
        a, b = probability_of_type(t, STANDARD), probability_of_cover(t, STANDARD)
        yield [t, boards_of_type(t, STANDARD), a, b, a * b]


def boards_as_printed(t: Type, deal: Deal) -> Fraction:
    """The number of boards of type ``t`` by the formula of the document's text.

    The product over j = 1, 2, ... of (values - j) C(suits, t_j), which gives the first pile one
    value too few; ``types.boards_of_type`` has (values + 1 - j).
    """
    ways = prod((deal.values - j) * comb(deal.suits, size) for j, size in enumerate(t, start=1))
    return Fraction(ways, prod(factorial(n) for n in Counter(t).values()))


def _win_as_printed() -> Fraction:
    ways = (
        boards_as_printed(t, STANDARD) * probability_of_cover(t, STANDARD) for t in types(STANDARD)
    )
    return sum(ways, Fraction(0)) / comb(STANDARD.cards, STANDARD.board)


@table(
    "erratum",
    N_("Erratum: boards of each type with (13 - j), as printed, and with (14 - j)"),
    "type boards_as_printed boards_corrected",
)
def erratum_table() -> Rows:
    """The boards of each type by the formula as printed and as corrected, side by side."""
    for t in types(STANDARD):
        yield [t, boards_as_printed(t, STANDARD), boards_of_type(t, STANDARD)]


# -- other decks --------------------------------------------------------------------------------


@table(
    "decks",
    N_("Chance of a win by deck; as many cards on the table as values, every third counts"),
    "suits values board picks win",
    chances="win",
)
def decks_table() -> Rows:
    """The chance over suits and values: as many cards laid as values, every third counting."""
    for suits in DECK_SUITS:
        for values in DECK_VALUES:
            deal = Deal.by_step(suits, values, board=values, step=STEP)
            yield [suits, values, deal.board, deal.picks, closed_form.win(deal)]


@table(
    "steps",
    N_("Chance of a win by the number of cards turned at a time"),
    "step picks win",
    chances="win",
)
def steps_table() -> Rows:
    """The standard deck and board, with other steps."""
    for step in STEPS:
        deal = Deal.by_step(4, 13, 13, step)
        yield [step, deal.picks, closed_form.win(deal)]


@table(
    "boards",
    N_("Chance of a win by the number of cards on the table"),
    "board picks win",
    chances="win",
)
def boards_table() -> Rows:
    """The standard deck, every third card counting, with other boards."""
    for board in range(40):
        deal = Deal.by_step(4, 13, board, STEP)
        yield [deal.board, deal.picks, closed_form.win(deal)]


@table(
    "looks",
    N_("Chance that the table is empty by a look, and at that look"),
    "look win_by_then win_at_this_look",
    chances="win_by_then win_at_this_look",
)
def looks_table() -> Rows:
    """The chance of each number of looks that empties the table, in the standard game."""
    before = Fraction(0)
    for k, p in enumerate(closed_form.win_by_look(STANDARD)):
        yield [k, p, p - before]
        before = p


@table("left", N_("Chance of piles and of cards left"), "left piles cards", chances="piles cards")
def left_table() -> Rows:
    """Piles and cards left in the standard game."""
    piles, cards = closed_form.piles_left(STANDARD), closed_form.cards_left(STANDARD)
    for k, (p, c) in enumerate(zip(piles, cards, strict=True)):
        yield [k, p, c]


# -- simulation ---------------------------------------------------------------------------------


@table(
    "simulation",
    N_("The real dealing, simulated: the share of wins and its 95% interval"),
    "games win exact inside",
    chances="win exact",
)
def simulation_table(games: int, seed: int, progress: Progress = quiet) -> Rows:
    """The real dealing of three at a time, with its interval as the number of games grows."""
    from ludoteca.games.vangin.exact.simulate import simulate  # imported here: it compiles

    exact = closed_form.win(STANDARD)
    hits = done = 0
    for index, until in enumerate(_milestones(games)):
        progress(done, games, _("simulated games"))
        batch = simulate(STANDARD, STEP, n=until - done, seed=seed + index)
        hits, done = hits + batch.piles_left[0], until
        share = simulated_share(hits, done)
        yield [done, share, exact, share.contains(float(exact))]


def _milestones(games: int) -> list[int]:
    """1,000, 2,000, 5,000, 10,000, ... below ``games``, and ``games``."""
    steps = [digit * 10**power for power in range(3, 9) for digit in (1, 2, 5)]
    return [n for n in steps if n < games] + [games]


@table(
    "checks",
    N_("Exact and simulated chances of several decks"),
    "suits values board step exact simulated inside",
    chances="exact simulated",
)
def checks_table(games: int, seed: int, progress: Progress = quiet) -> Rows:
    """Exact and simulated chances of several decks side by side."""
    from ludoteca.games.vangin.exact.simulate import simulate

    for index, (deal, step) in enumerate(CHECKED):
        progress(index, len(CHECKED), _("decks compared"))
        share = simulate(deal, step, games, seed=seed + 1_000 + index).win
        exact = closed_form.win(deal)
        inside = share.contains(float(exact))
        yield [deal.suits, deal.values, deal.board, step, exact, share, inside]


# -- words and pictures -------------------------------------------------------------------------


def _plots(tables: dict[str, Table], win: float) -> list[Plot]:
    growing = tables["simulation"]
    return [
        Plot(
            "types",
            N_("What each type of board adds to the chance of a win"),
            partial(charts.bars, tables["types"], "type", "A_times_B"),
        ),
        Plot(
            "decks",
            N_("Chance of a win by suits and values"),
            partial(charts.heatmap, tables["decks"], "values", "suits", "win", log=True),
        ),
        Plot(
            "steps",
            N_("Chance of a win by the cards turned at a time"),
            partial(charts.lines, tables["steps"], "step", "win", log=True),
        ),
        Plot(
            "boards",
            N_("Chance of a win by the cards on the table"),
            partial(charts.lines, tables["boards"], "board", "win", log=True),
        ),
        Plot(
            "looks",
            N_("Chance that the table is empty by a look"),
            partial(charts.lines, tables["looks"], "look", "win_by_then"),
        ),
        Plot(
            "left",
            N_("Chance of so many piles left"),
            partial(charts.bars, tables["left"], "left", "piles"),
        ),
        Plot(
            "simulation",
            N_("The simulated chance closes in on the exact one"),
            partial(charts.intervals, growing, "games", "win", exact=win, log_x=True),
        ),
    ]
