# mypy: disable-error-code="empty-body"
"""The hooks of ``guide.py``: rules, words and a first deal for readers of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoteca.core.rooms.hooks import Hook, constant, function

if TYPE_CHECKING:
    from ludoteca.core.guide import GuideSection, PointsRow, Term
    from ludoteca.core.options import Options
    from ludoteca.core.view import SeatView


class LessonStep(NamedTuple):
    """Some sentences of the guided first deal, and the part of the table that they mean.

    Attributes
    ----------
    text
        In the language in use.
    part
        The ``data-key`` with which the table draws it: ``own`` (the viewer's hand), ``actions``,
        ``rivals``, ``board`` at every table, or one of the game's face; "" for none. Of several,
        with spaces between them, the first that is in sight is meant. ``a>b`` is ``b`` in ``a``.
    pieces
        The cards that the text names, each as part and ``data-piece``, such as ``own:5H``. They are
        marked.
    press
        The part that the step means once those cards that can be picked are: a button.
    """

    text: str
    part: str = ""
    pieces: tuple[str, ...] = ()
    press: str = "actions"


class TaughtHand(NamedTuple):
    """A deal whose cards a guide chooses, played from a decision of seat 0 on.

    Attributes
    ----------
    name
        A word for addresses.
    title
        A message id.
    question
        What the hand teaches to answer, a message id; the hand ``FIRST_DEAL`` has none: it is the
        guided first deal.
    moves
        In notation, cards included; they lead from the beginning of the first deal to the decision.
    options
        Those that are not at their default, by name.
    standing
        That of the match, as a record writes it; "" for the beginning of one.
    """

    name: str
    title: str
    question: str
    moves: str
    options: Options
    standing: str = ""


FIRST_DEAL = "first-deal"  #: the name of the hand that is the guided first deal

RULES: Hook[tuple[GuideSection, ...]] = constant("guide", name="RULES", doc="the rules in sections")
GLOSSARY: Hook[tuple[Term, ...]] = constant("guide", name="GLOSSARY", doc="words with meanings")
TAUGHT: Hook[tuple[TaughtHand, ...]] = constant(
    "guide", name="TAUGHT", doc="deals of chosen cards, each to teach something, in their order"
)


@function("guide")
def worths(s: Any, /) -> Mapping[str, Sequence[PointsRow]]:
    """Return tables of what counts how much by the rules in use.

    By default the rules have no tables.

    Parameters
    ----------
    s
        The record before a deal.

    Returns
    -------
    mapping of str to sequence of PointsRow
        Rows in the language in use, by the title of the section of ``RULES`` that they stand in.
    """


@function("guide")
def lesson_options() -> Options:
    """Return the rule options of the guided first deal: a short match, or fewer cards.

    By default no option is changed. Where ``TAUGHT`` has a hand ``FIRST_DEAL``, that is dealt
    instead, with its own options.

    Returns
    -------
    dict
        The options that are not at their default, by name.
    """


@function("guide")
def lesson(view: SeatView, /) -> Sequence[LessonStep]:
    """Return what the guide says at this moment of a guided or taught deal, to be read in order.

    Asked anew for every view of the table, of the moves that the person tries too; after the first
    deal nothing is said. By default there is no guide.

    Parameters
    ----------
    view
        What the person sees: at its turn, while others move, and at the end of the deal; at a
        table with its past, but for moves that are tried.

    Returns
    -------
    sequence of LessonStep
        Texts in the language in use, each with the part of the table that it means; () for
        nothing, but not at the decision of a taught hand, where the last stands below the question.
    """
