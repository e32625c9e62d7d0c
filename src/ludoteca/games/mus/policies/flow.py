"""Flow charts of the policies, made of the numbers that the compiled policies read.

A chart is a column of questions: the first that is answered yes says what is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import wrap
from typing import Any, NamedTuple

import numpy as np

from ludoteca.core.answers import Cell, Plot, Table
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.lab import charts

from ..hands import DUPLES, KING, MEDIAS, PAR, pares_class
from ..ids import GRANDE, LANCES
from ..multisets import CODES, COUNTS
from ..notation import (
    CUT_WORD,
    LANCE_NAMES,
    MUS_WORD,
    NO_QUIERO,
    ORDAGO_WORD,
    PASO_WORD,
    QUIERO,
    bet_word,
    lance_hand_text,
    raise_word,
    text_of_code,
)
from .betting import MORE, TWO, bluff_share
from .levels import LEVELS, NEVER, LevelPolicy
from .tables import EIGHT, EQUAL, KEEPS, WORSE

CUT_WORDS = {
    "duples": N_("duples?"),
    "medias": N_("medias?"),
    "thirty_one": N_("31?"),
    "juego_and_pares": N_("juego and pares?"),
    "juego": N_("juego?"),
}


class Branch(NamedTuple):
    """A question, and what is done where it is answered yes."""

    asks: str
    does: str


class Chart(NamedTuple):
    """A flow chart: its key, its title, its questions in order, and what is done after all."""

    name: str
    title: str
    steps: tuple[Branch, ...]
    otherwise: str


def charts_of(number: int) -> Iterator[Chart]:
    """The flow charts of the level: cut, discard, and opening and answering in each lance."""
    level = LEVELS[number]
    yield _cut(level)
    yield _discard(level)
    for lance in range(LANCES):
        yield _opening(level, lance)
        yield _answering(level, lance)


# -- mus and discards ------------------------------------------------------------------------------


def _cut(level: LevelPolicy) -> Chart:
    steps = [Branch(_(CUT_WORDS[name]), CUT_WORD) for name in level.cuts]
    if level.looks:
        steps = [Branch(_("a cut is worth more than mus, if the others want mus?"), CUT_WORD)]
    return Chart("cut", _("Mus or cut?"), tuple(steps), MUS_WORD)


def _discard(level: LevelPolicy) -> Chart:
    title = _("Which cards are kept?")
    if not level.looks:
        steps = (
            Branch(_("kings?"), _("keep the kings")),
            Branch(_("pares?"), _("keep the highest par")),
        )
        return Chart("discard", title, steps, _("throw all four"))
    groups: tuple[tuple[str, Callable[[Any], bool]], ...] = (
        (_("three or four kings?"), lambda hand: hand[KING] >= 3),
        (_("two kings?"), lambda hand: hand[KING] == 2),
        (_("duples?"), lambda hand: pares_class(hand) == DUPLES),
        (_("medias?"), lambda hand: pares_class(hand) == MEDIAS),
        (_("one king?"), lambda hand: hand[KING] == 1),
        (_("a par?"), lambda hand: pares_class(hand) == PAR),
    )
    left = np.flatnonzero(WORSE[EIGHT, 0, GRANDE] + EQUAL[EIGHT, 0, GRANDE]).tolist()
    found = []
    for words, belongs in groups:
        those = [n for n in left if belongs(COUNTS[n])]
        left = [n for n in left if not belongs(COUNTS[n])]
        found.append(Branch(words, _kept(those)))
    return Chart("discard", title, tuple(found), _kept(left))


def _kept(numbers: Sequence[int]) -> str:
    """The cards that the mano mostly keeps of such hands, with an example."""
    kept = [int(KEEPS[EIGHT, 0, n]) for n in numbers]
    usual = max(set(kept), key=kept.count)
    share = kept.count(usual) / len(kept)
    example = next(n for n, keep in zip(numbers, kept, strict=True) if keep == usual)
    text = _("mostly {cards} ({share} of them, as of {hand})")
    return text.format(
        cards=text_of_code(usual) or _("nothing"),
        share=number_text(share, ".0%"),
        hand=text_of_code(CODES[example]),
    )


# -- lances ----------------------------------------------------------------------------------------


def _opening(level: LevelPolicy, lance: int) -> Chart:
    name = LANCE_NAMES[lance]
    title = _("{lance}: to open").format(lance=_(name))
    bets = level.bets[lance]
    two, five = bet_word(TWO), bet_word(MORE)
    if level.looks < 2:
        rows = ((bets.ordago, ORDAGO_WORD), (bets.five, five), (bets.opens, two))
        steps = _partner_first(level) + _reached(level, lance, rows)
    else:
        best = _("{word} wins the juego most often?")
        ordago = _("órdago wins the juego more often than all else by {percent}?")
        steps = (
            *_partner_first(level),
            Branch(ordago.format(percent=number_text(level.clearly, ".0%")), ORDAGO_WORD),
            Branch(best.format(word=five), five),
            Branch(best.format(word=two), two),
            Branch(
                _("the hand is of the worst third?"),
                _("{word}, {share} of the time").format(
                    word=two,
                    share=number_text(bluff_share(level.bluffs, level.reading.opened), ".0%"),
                ),
            ),
        )
    return Chart(f"{name}_opening", title, tuple(steps), PASO_WORD)


def _answering(level: LevelPolicy, lance: int) -> Chart:
    name = LANCE_NAMES[lance]
    title = _("{lance}: to answer a bet").format(lance=_(name))
    bets = level.bets[lance]
    more, refuse = raise_word(TWO), f"{PASO_WORD} / {NO_QUIERO}"
    if level.looks < 2:
        steps = (
            *_partner_first(level),
            *_reached(level, lance, ((bets.sees, QUIERO),), _("órdago, and {question}")),
            Branch(_("órdago?"), refuse),
            *_reached(level, lance, ((bets.raises, more),)),
            *_reached(
                level,
                lance,
                ((bets.accepts, QUIERO),),
                _("{question} (and {more} for each stone above 2)").replace(
                    "{more}", number_text(bets.dearer, ".0%")
                ),
            ),
        )
    else:
        best = _("{word} wins the juego most often?")
        steps = (
            *_partner_first(level),
            *(Branch(best.format(word=word), word) for word in (ORDAGO_WORD, more, QUIERO)),
        )
    return Chart(f"{name}_answering", title, tuple(steps), refuse)


def _partner_first(level: LevelPolicy) -> tuple[Branch, ...]:
    """The word is left to a partner who signed a better hand."""
    if not level.signs:
        return ()
    return (Branch(_("the partner, yet to speak, signed a better hand?"), PASO_WORD),)


def _reached(
    level: LevelPolicy, lance: int, rows: Sequence[tuple[float, str]], text: str = "{question}"
) -> tuple[Branch, ...]:
    """Questions whether a threshold is reached; one that no hand reaches is left out."""
    return tuple(
        Branch(text.format(question=_asks(level, lance, least)), does)
        for least, does in rows
        if least < NEVER and (level.looks or weakest(lance, least))
    )


def _asks(level: LevelPolicy, lance: int, least: float) -> str:
    """A threshold as a question: for the own hand alone as the weakest hand that reaches it."""
    if level.looks:
        return _("the pair wins with a chance of {percent}?").format(
            percent=number_text(least, ".0%")
        )
    return _("{hand} or better?").format(hand=weakest(lance, least))


def weakest(lance: int, least: float) -> str:
    """The weakest hand, of the deck with eight kings, that beats that share of single others.

    Cards, or points in juego and punto; "" where there is none.
    """
    share = WORSE[EIGHT, 0, lance] + EQUAL[EIGHT, 0, lance] / 2
    there = np.flatnonzero(share >= least)
    if not len(there):
        return ""
    number = int(there[share[there].argmin()])
    return lance_hand_text(lance, COUNTS[number])


# -- shown -----------------------------------------------------------------------------------------


def table_of(name: str, found: Sequence[Chart]) -> Table:
    """The charts as rows."""
    rows: list[list[Cell]] = [
        [chart.title, number, step.asks, step.does]
        for chart in found
        for number, step in enumerate((*chart.steps, Branch(_("otherwise"), chart.otherwise)), 1)
    ]
    return Table(name, ("policy", "step", "question", "move"), rows)


def plot_of(level: str, chart: Chart) -> Plot:
    """A chart drawn."""
    return Plot(f"{level}_{chart.name}", f"{_(level)}: {chart.title}", lambda: drawn(chart))


_HEIGHT, _GAP = 46, 26  #: of a box, and between two
_QUESTION, _MOVE = (0, 400), (470, 690)  #: left and right ends of the columns
_LETTERS = {_QUESTION: 54, _MOVE: 30}  #: in a line of a box


def drawn(chart: Chart) -> Any:
    """The chart as an Altair chart: questions below each other, moves to their right."""
    alt = charts.altair()
    boxes, arrows, words = [], [], []
    middle = sum(_QUESTION) / 2
    for row, step in enumerate((*chart.steps, None)):
        top = row * (_HEIGHT + _GAP)
        if step is None:
            boxes.append(_box(_QUESTION, top, chart.otherwise, "move"))
            break
        boxes.append(_box(_QUESTION, top, step.asks, "question"))
        boxes.append(_box(_MOVE, top, step.does, "move"))
        half, below = top + _HEIGHT / 2, top + _HEIGHT
        arrows.append({"x": _QUESTION[1], "x2": _MOVE[0], "y": half, "y2": half})
        arrows.append({"x": middle, "x2": middle, "y": below, "y2": below + _GAP})
        words.append({"x": (_QUESTION[1] + _MOVE[0]) / 2, "y": half - 8, "text": _("yes")})
        words.append({"x": middle + 18, "y": below + _GAP / 2, "text": _("no")})
    height = len(chart.steps) * (_HEIGHT + _GAP) + _HEIGHT
    across = alt.Scale(domain=[-5, _MOVE[1] + 5], nice=False, zero=False)
    down = alt.Scale(domain=[height + 5, -5], nice=False, zero=False)
    x = alt.X("x:Q", scale=across, axis=None)
    y = alt.Y("y:Q", scale=down, axis=None)
    fill = alt.Color(
        "kind:N", legend=None, scale=alt.Scale(domain=["question", "move"], range=_FILLS)
    )
    layers = (
        _of(boxes).mark_rect(stroke="#555", cornerRadius=6).encode(
            x=x, x2="x2", y=y, y2="y2", color=fill
        ),
        _of(boxes).mark_text(fontSize=13, lineBreak="\n", baseline="middle").encode(
            x=alt.X("middle:Q", scale=across, axis=None),
            y=alt.Y("text_y:Q", scale=down, axis=None),
            text="text:N",
        ),
        _of(arrows).mark_rule(color="#555").encode(x=x, x2="x2", y=y, y2="y2"),
        _of(words).mark_text(fontSize=12, fontStyle="italic").encode(x=x, y=y, text="text:N"),
    )  # fmt: skip
    picture = alt.layer(*layers).properties(width=_MOVE[1], height=height, background="white")
    return picture.configure_view(strokeWidth=0)


_FILLS = ["#fff6dd", "#ddeeff"]


def _box(ends: tuple[int, int], top: float, text: str, kind: str) -> dict[str, Any]:
    lines = wrap(text, _LETTERS[ends])
    return {
        "x": ends[0], "x2": ends[1], "y": top, "y2": top + _HEIGHT, "kind": kind,
        "middle": sum(ends) / 2, "text_y": top + _HEIGHT / 2 - 8 * (len(lines) - 1),
        "text": "\n".join(lines),
    }  # fmt: skip


def _of(rows: Sequence[dict[str, Any]]) -> Any:
    alt = charts.altair()
    return alt.Chart(alt.Data(values=list(rows)))
