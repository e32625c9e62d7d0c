"""The questions that a visitor may ask about a game: its own, and those on machines in bounds."""

from __future__ import annotations

from ludoteca.arena.questions import ContestLimits, balance, match_up
from ludoteca.core.game import Game
from ludoteca.core.questions import Question, Verb
from ludoteca.solve import questions
from ludoteca.table.setup import checked_machine
from ludoteca.train.leaderboard import has_leaderboard, leaderboard
from ludoteca.train.questions import exploit

LIMITS = ContestLimits(machine=checked_machine)


def questions_of(game: Game, verb: Verb) -> dict[str, Question]:
    """The questions of ``verb`` about ``game`` by name, its own first."""
    own = questions.questions_of(game, verb) if questions.answers(game, verb) else {}
    if game.info.players[1] == 1:  # a patience has neither opponents nor seats to compare
        return own
    every = [match_up(game, LIMITS), exploit(game, LIMITS), balance(game, LIMITS)]
    every += [leaderboard(game)] if has_leaderboard(game) else []
    return own | {question.name: question for question in every if question.verb == verb}
