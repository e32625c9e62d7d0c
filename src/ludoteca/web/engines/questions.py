"""The questions that a visitor may ask about a game: its own, and those of the arena in bounds."""

from __future__ import annotations

from ludoteca.arena.questions import ContestLimits, balance, match_up
from ludoteca.core.game import Game
from ludoteca.core.questions import Question, Verb
from ludoteca.solve import questions
from ludoteca.table.setup import checked_machine

LIMITS = ContestLimits(machine=checked_machine)


def questions_of(game: Game, verb: Verb) -> dict[str, Question]:
    """The questions of ``verb`` about ``game`` by name, its own first."""
    own = questions.questions_of(game, verb) if questions.answers(game, verb) else {}
    both = (match_up(game, LIMITS), balance(game, LIMITS))
    return own | {question.name: question for question in both if question.verb == verb}
