"""Machines that whoever runs a server offers at its tables, beside those of each game.

A visitor chooses one by its name and sends nothing else: what makes it, a command or a file, is
known to the server alone, and is no part of a table's events or of what a page shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, fold
from ludoteca.core.registry import load_game
from ludoteca.players.factory import make_player
from ludoteca.table.chairs import LONGEST_NAME

Offered: TypeAlias = Mapping[str, Mapping[str, str]]
"""By the name of a game and that of a machine: a spec of ``make_local_player``."""

EXAMPLE = "mus:Ana=remote:python bot.py"
_WRITTEN = re.compile(r"(?P<game>\w+):(?P<name>[^\W_][\w -]*?)=(?P<spec>.+)", re.DOTALL)
_PEOPLE = ("me", "friend")  #: in place of a machine's name, where a table is asked for


def read_offered(written: Iterable[str]) -> Offered:
    """The machines of ``written``, each as ``GAME:NAME=SPEC``; none is made or started.

    Raises :class:`BadInput` where one is written otherwise, where there is no such game, and where
    the game has a player of that name.
    """
    offered: dict[str, dict[str, str]] = {}
    for text in written:
        parts = _WRITTEN.fullmatch(text.strip())
        if parts is None or len(parts["name"]) > LONGEST_NAME:
            raise BadInput(
                _(
                    "a machine is offered as GAME:NAME=SPEC, such as {example}, not as {given}"
                ).format(example=EXAMPLE, given=text)
            )
        game, name = load_game(parts["game"]), parts["name"]
        own = offered.setdefault(game.name, {})
        if fold(name) in (*_PEOPLE, *map(fold, own)) or _plays(game, name):
            raise BadInput(
                _("{game} has a player {name} already: offer this machine by another name").format(
                    game=_(game.info.title), name=name
                )
            )
        own[name] = parts["spec"].strip()
    return offered


def _plays(game: Game, name: str) -> bool:
    try:
        make_player(game, name)
    except BadInput:
        return False
    return True
