"""``odds``, ``solve``, ``census``, ``study``, ``evaluate``: commands derived from questions."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import typer

from ludoteca.cli import answers
from ludoteca.cli.console import ShownProgress, compilation_notice, write
from ludoteca.cli.failures import Stopped
from ludoteca.cli.flags import (
    Flag,
    answer_flags,
    chosen_options,
    command_of,
    option_flags,
    parameter_flag,
    seed_flag,
    single_command,
    switch,
)
from ludoteca.cli.groups import game_group
from ludoteca.cli.helping import Command, Group
from ludoteca.cli.seeds import given_or_new
from ludoteca.cli.shelving import shelve
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import Answer, Question, Verb


def verb_group(verb: Verb) -> typer.Typer:
    """``ludoteca <verb>``, with a command for each game that answers it."""

    def offers(game: Game) -> bool:
        from ludoteca.solve.asked import answers

        return answers(game, verb)

    def refusal(game: Game) -> str:
        return _("{game} has no answers to '{verb}'").format(game=game.name, verb=verb)

    return game_group(offers, lambda game: _game_command(verb, game), refusal)


def _game_command(verb: Verb, game: Game) -> Any:
    """The command of the questions that ``game`` answers under ``verb``."""
    asked = list(_questions(verb, game).values())
    first, *others = asked
    if not others:
        return single_command(*_parts(game, first))
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    function, flags, sentence = _parts(game, first)

    def main(given: dict[str, Any]) -> None:
        if given.pop("context").invoked_subcommand is None:
            function(given)

    context = Flag("context", Flag.KEYWORD_ONLY, annotation=typer.Context)
    app.callback(invoke_without_command=True, help=sentence, cls=Group)(
        command_of(main, [context, *flags])
    )
    for other in others:
        function_of_other, flags_of_other, help_of_other = _parts(game, other)
        command = command_of(function_of_other, flags_of_other)
        app.command(other.name, help=help_of_other, cls=Command)(command)
    return typer.main.get_command(app)


def _questions(verb: Verb, game: Game) -> dict[str, Question]:
    from ludoteca.solve.asked import questions_of

    with compilation_notice(game.name):
        return questions_of(game, verb)


def _parts(game: Game, question: Question) -> tuple[Any, list[Flag], str]:
    """What is called, the flags, and the help of one question's command."""
    flags = [*(parameter_flag(p) for p in question.parameters), *_common_flags()]
    if question.takes("options"):
        flags += option_flags(game, {f.name for f in flags})

    def function(given: dict[str, Any]) -> None:
        _answer(game, question, given)

    return function, flags, _(question.sentence)


def _common_flags() -> list[Flag]:
    """What every question's command takes besides its own parameters."""
    return [
        seed_flag(),
        *answer_flags(),
        switch("why", _("Show how the answer comes about.")),
        switch("schema", _("Print the JSON schema of the parameters, and no more.")),
    ]


def _answer(game: Game, question: Question, given: dict[str, Any]) -> None:
    if given["schema"]:
        write(json.dumps(question.schema(), indent=2, ensure_ascii=False))
        return
    seed = given["seed"]
    if question.takes("seed") or given["why"]:
        seed = given_or_new(seed)
    answers.make_ready(given["save"])
    answer = _asked(game, question, given, seed)
    answers.hand_over(answer, given, np.random.default_rng(seed) if given["why"] else None)


def _asked(game: Game, question: Question, given: dict[str, Any], seed: int | None) -> Answer:
    values = {p.name: given[p.name] for p in question.parameters if given[p.name] is not None}
    with compilation_notice(game.name), ShownProgress() as progress:
        filled: dict[str, Any] = {"seed": seed, "progress": progress}
        if question.takes("options"):
            filled["options"] = chosen_options(game, given)
        try:
            answer = question.ask(values, **filled)
        except KeyboardInterrupt:
            sentence = _("stopped; the same command goes on from here")
            raise Stopped(sentence if question.resumable else _("stopped")) from None
    if question.local:
        shelve(game, question, values, filled.get("options", {}), seed or 0, answer)
    return answer
