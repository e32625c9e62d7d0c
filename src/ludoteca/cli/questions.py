"""Commands derived from questions: ``odds``, ``solve``, ``arena`` and the others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any, TypeAlias

import typer

from ludoteca.cli import output, signals
from ludoteca.cli.commands import Command, GameGroup, Group
from ludoteca.cli.console import ShownProgress, compilation_notice, say, write
from ludoteca.cli.errors import Stopped
from ludoteca.cli.flags import (
    Flag,
    answer_flags,
    chosen_options,
    command_of,
    given_options,
    given_or_new,
    parameter_flag,
    seed_flag,
    single_command,
    switch,
    with_options,
)
from ludoteca.core.answers import Answer
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import Question, Verb, own_questions

_Parts: TypeAlias = tuple[Any, list[Flag], str]


def verb_group(verb: Verb, sentence: str) -> GameGroup:
    """``ludoteca <verb>``, with a command for each game that answers it."""

    def offers(game: Game) -> bool:
        if verb != "solve":
            return game.has_questions(verb)
        from ludoteca.solve.questions import answers

        return answers(game, verb)

    def refusal(game: Game) -> str:
        return _("{game} has no answers to '{verb}'").format(game=game.name, verb=verb)

    return GameGroup(sentence, partial(_game_command, verb), offers, refusal)


def game_questions(name: str, sentence: str) -> GameGroup:
    """``ludoteca arena``, ``balance``, ``exploit`` or ``train``: a question about each game."""

    def command(game: Game) -> Any:
        from ludoteca.arena.questions import balance, match_up
        from ludoteca.train.questions import exploit, train

        make = {"arena": match_up, "balance": balance, "exploit": exploit, "train": train}[name]
        with compilation_notice(f"{name} {game.name}"):
            return single_command(*_parts(name, game, make(game)))

    return GameGroup(sentence, command)


def _game_command(verb: Verb, game: Game) -> Any:
    """The command of the questions that ``game`` answers under ``verb``.

    The first one answers the bare command, and may be named as the others.
    """
    asked = list(_questions(verb, game).values())
    first, *others = asked
    parts = _parts(verb, game, first)
    command = _several(verb, game, parts, others) if others else single_command(*parts)
    if not any(parameter.bare for parameter in first.parameters):
        command.first_question = first.name
    return command


def _several(verb: Verb, game: Game, first: _Parts, others: Sequence[Question]) -> Any:
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    function, flags, sentence = first

    def main(given: dict[str, Any]) -> None:
        if given.pop("context").invoked_subcommand is None:
            function(given)

    context = Flag("context", Flag.KEYWORD_ONLY, annotation=typer.Context)
    app.callback(invoke_without_command=True, help=sentence, cls=Group)(
        command_of(main, [context, *flags])
    )
    for other in others:
        other_function, other_flags, other_sentence = _parts(verb, game, other)
        command = command_of(other_function, other_flags)
        app.command(other.name, help=other_sentence, cls=Command)(command)
    return typer.main.get_command(app)


def _questions(verb: Verb, game: Game) -> dict[str, Question]:
    with compilation_notice(f"{verb} {game.name}"):
        if verb != "solve":
            return own_questions(game, verb)
        from ludoteca.solve.questions import questions_of

        return questions_of(game, verb)


def _parts(verb: str, game: Game, question: Question) -> _Parts:
    """The function, the flags and the help of one question's command."""
    flags = [*(parameter_flag(p) for p in question.parameters), *_common_flags()]
    if question.takes("options"):
        flags = with_options(game, flags)

    def function(given: dict[str, Any]) -> None:
        with compilation_notice(f"{verb} {game.name}"):
            _answer(verb, game, question, given)

    return function, flags, _(question.sentence)


def _common_flags() -> list[Flag]:
    """The flags of every question's command besides its own parameters."""
    return [
        seed_flag(),
        *answer_flags(),
        switch("why", _("Show how the answer comes about.")),
        switch("schema", _("Print the JSON schema of the parameters, and no more.")),
    ]


def _answer(verb: str, game: Game, question: Question, given: dict[str, Any]) -> None:
    if given["schema"]:
        write(json.dumps(question.schema(), indent=2, ensure_ascii=False))
        return
    import numpy as np

    seed = given["seed"]
    if question.takes("seed") or given["why"]:
        seed = given_or_new(seed)
    asked = f"{question.verb} {game.name} {question.name}"
    output.make_ready(given["save"], asked)
    # The question of a command of its own, such as arena, is not named by who asks it.
    work = asked if verb == question.verb else f"{verb} {game.name}"
    answer = _asked(game, question, given, seed, work)
    rng = np.random.default_rng(seed) if given["why"] else None
    output.hand_over(answer, asked, given, rng, game)


def _asked(
    game: Game, question: Question, given: dict[str, Any], seed: int | None, work: str
) -> Answer:
    """The answer, with the progress of ``work`` while it is worked out."""
    values = {p.name: given[p.name] for p in question.parameters if given[p.name] is not None}
    for parameter in question.parameters:
        if parameter.many and not parameter.bare and parameter.name in values:
            values[parameter.name] = ",".join(values[parameter.name])
    with ShownProgress(work) as progress:
        filled: dict[str, Any] = {"seed": seed, "progress": progress, "say": say}
        if question.takes("options"):
            options = given_options if question.sweeps else chosen_options
            filled["options"] = options(game, given)
        try:
            with signals.failure_after_interrupt_is_one():
                answer = question.ask(values, **filled)
        except KeyboardInterrupt:
            raise Stopped(_stopped_words(question, seed)) from None
    if question.local:
        output.publish(game, question, values, filled.get("options", {}), seed or 0, answer)
    return answer


def _stopped_words(question: Question, seed: int | None) -> str:
    if not question.resumable:
        return _("stopped")
    if not question.takes("seed"):
        return _("stopped; the same command continues from here")
    text = _("stopped; finished parts are kept: the same command with --seed {seed} continues")
    return text.format(seed=seed)
