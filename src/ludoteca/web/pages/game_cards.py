"""Cards of games for the lobby: picture, players, time, machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.player_names import about_machine, first_name, rank_words
from ludoteca.core.registry import games
from ludoteca.players.factory import BELIEF, HUMAN, MCTS, RANDOM, SEARCH, available
from ludoteca.table.scene import hands_to_learn
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.seats import portrait
from ludoteca.web.pages import requests

CANNOT_BE_SHOWN = N_("The game {name} cannot be shown; the log of the server says why.")
GENERAL = (SEARCH, MCTS, BELIEF)  #: searches that play any game


FIRST = 3  #: opponents that are shown at once


@dataclass(frozen=True)
class Opponent:
    """A machine as people meet it, in the language in use; ``id`` is its name for programs."""

    id: str
    name: str
    rank: str
    about: str
    picture: Markup


def cannot_be_shown(request: Request, name: str, why: str = "") -> str:
    """A sentence about a game that is not shown; its author, at this machine, is told ``why``."""
    if why and requests.is_local(request):
        return why
    return _(CANNOT_BE_SHOWN).format(name=name)


def game_named(name: str) -> Game:
    """The game of an address; raises 404."""
    game = games().get(name)
    if game is None:
        raise HTTPException(404)
    return game


async def _of_address(name: str) -> Game:
    return game_named(name)


GameHere = Annotated[Game, Depends(_of_address)]
"""The game that the address of a page names; 404 where there is none."""


def game_card(game: Game, offered: Sequence[str]) -> dict[str, Any]:
    """The card of ``game``, in the language in use; ``offered`` as in :func:`machine_ids`.

    ``friend`` is the seat that the form of a new table offers to a friend: that of the partner
    where there is one; 0 at a patience.
    """
    info = game.info
    first, others = opponents(game, offered)
    ours = next((side for side in info.teams or () if 0 in side), (0,))
    return {
        "name": game.name,
        "title": _(info.title),
        "sentence": _(info.sentence),
        "picture": face_of(game).picture(),
        "players": players_words(info.players),
        "minutes": ngettext("about {n} minute", "about {n} minutes", info.minutes).format(
            n=info.minutes
        ),
        "opponents": first,
        "others": others,
        "level": usual_level(game),
        "lesson": game.has_room("guide"),
        "taught": bool(hands_to_learn(game)),
        "friend": max(ours) or min(info.players[1] - 1, 1),
    }


def players_words(players: tuple[int, int]) -> str:
    """The numbers of players in words: ``2 players``, ``2 to 5 players``."""
    low, high = players
    if low == high:
        return ngettext("{n} player", "{n} players", low).format(n=low)
    return _("{low} to {high} players").format(low=low, high=high)


def machine_ids(game: Game, offered: Sequence[str]) -> tuple[str, ...]:
    """The ids of the machines that a person can meet at ``game``; none at a patience.

    Those whose strength was measured come first, the weakest before the others. Those last that the
    server offers beside the game's own: ``offered`` are their names.
    """
    if game.info.players[1] == 1:
        return ()
    ids = [name for name in available(game) if name != HUMAN]
    ladder = [rung.player for rung in game.info.ladder if rung.player in ids]
    return (*ladder, *(name for name in ids if name not in ladder), *offered)


def machine_at_table(game: Game, asked: str, offered: Sequence[str]) -> str:
    """The machine that a form asks for, else the default one."""
    return asked if asked in machine_ids(game, offered) else usual_level(game)


def opponents(
    game: Game, offered: Sequence[str]
) -> tuple[tuple[Opponent, ...], tuple[Opponent, ...]]:
    """The machines of ``game``: those whose strength was measured, the weakest first; the others.

    Where none was measured the first ones are those to choose from.
    """
    ranked = [_opponent(game, name) for name in machine_ids(game, offered)]
    first = len(game.info.ladder) or FIRST
    return tuple(ranked[:first]), tuple(ranked[first:])


def _opponent(game: Game, machine: str) -> Opponent:
    name = first_name(game.info, machine)
    rank, about = rank_words(game.info, machine), about_machine(game.info, machine)
    return Opponent(machine, name, rank, about, portrait(name))


def opponent_words(one: Opponent, met: tuple[int, int] | None = None) -> str:
    """A machine in a list to choose from, with what the visitor ``met``: matches won, and all."""
    words = f"{one.name}, {one.rank}" if one.rank else one.name
    if met is None:
        return words
    won, played = met
    return _("{machine}; you won {won} of {n}").format(machine=words, won=won, n=played)


def usual_level(game: Game) -> str:
    """The default machine of a game: a fair one, not the hardest."""
    names = [name for name in available(game) if name not in (HUMAN, RANDOM, *GENERAL)]
    usual = dict(game.info.aliases).get("advanced", "advanced")
    return usual if usual in names else (names or [RANDOM])[0]
