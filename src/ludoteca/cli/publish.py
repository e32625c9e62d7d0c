"""Publication, on this machine's page, of answers to questions that only the terminal may ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import shorten
from typing import Any

from ludoteca.cli.console import say
from ludoteca.core.answers import Answer, document_of
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.options import Options
from ludoteca.core.questions import Question

_SAID = 58  #: letters of a list of players on the page


def publish(
    game: Game,
    question: Question,
    given: Mapping[str, Any],
    options: Options,
    seed: int,
    answer: Answer,
) -> None:
    """Keep ``answer`` for the study pages of a server that serves this machine alone.

    The same question replaces its older answer. Nothing happens where the extra ``web`` is missing
    or the folder cannot be written: the answer is delivered all the same.
    """
    try:
        from ludoteca.web.pages.answer_store import LOCAL, AnswerStore, Head
        from ludoteca.web.pages.forms import Asked
        from ludoteca.web.settings import Settings
    except ImportError:
        return
    asked = Asked(game, question, dict(given), options, seed)
    key = asked.key(language(), LOCAL)
    # Readers of the answer learn nothing from a switch, or from the place of a file.
    filled = {n: _in_short(v) for n, v in given.items() if not isinstance(v, bool | Path)}
    head = Head(key, game.name, question.verb, question.name, filled, language(), person=LOCAL)
    document = document_of(answer, _(question.sentence), seed)
    try:
        AnswerStore.of(Settings()).put(head, document)
    except LudotecaError:
        return
    said = _("The page of this machine (ludoteca) shows it among the studies of {game}.")
    say(said.format(game=_(game.info.title)), style="dim")


def _in_short(value: Any) -> str:
    """A value in few letters: of files their names alone."""
    parts = value if isinstance(value, list) else [value]
    words = [Path(str(part)).stem if str(part).endswith(".py") else str(part) for part in parts]
    return shorten(" ".join(words), _SAID, placeholder=" …")
