"""Cards of games for the lobby: picture, players, time, machines."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.player_names import player_words
from ludoteca.core.registry import games
from ludoteca.players.factory import BELIEF, HUMAN, MCTS, RANDOM, SEARCH, available
from ludoteca.web.kit.face import face_of
from ludoteca.web.pages.forms import Choice

GENERAL = (SEARCH, MCTS, BELIEF)  #: searches that play any game


@dataclass(frozen=True)
class GameCard:
    """The card of a game, in the language in use."""

    name: str
    title: str
    sentence: str
    picture: Markup
    players: str
    minutes: str
    levels: tuple[Choice, ...]
    level: str
    lesson: bool


def game_named(name: str) -> Game:
    """The game of an address; raises 404."""
    game = games().get(name)
    if game is None:
        raise HTTPException(404)
    return game


def game_card(game: Game) -> GameCard:
    """The card of ``game``."""
    info = game.info
    return GameCard(
        name=game.name,
        title=_(info.title),
        sentence=_(info.sentence),
        picture=face_of(game).picture(),
        players=players_words(info.players),
        minutes=ngettext("about {n} minute", "about {n} minutes", info.minutes).format(
            n=info.minutes
        ),
        levels=levels(game) if info.players[1] > 1 else (),
        level=usual_level(game),
        lesson=game.has_room("guide"),
    )


def players_words(players: tuple[int, int]) -> str:
    """The numbers of players in words: ``2 players``, ``2 to 5 players``."""
    low, high = players
    if low == high:
        return ngettext("{n} player", "{n} players", low).format(n=low)
    return _("{low} to {high} players").format(low=low, high=high)


def levels(game: Game) -> tuple[Choice, ...]:
    """The machines that can play ``game``, by id."""
    names = [name for name in available(game) if name != HUMAN]
    return tuple(Choice(name, player_words(game.info, name)) for name in names)


def usual_level(game: Game) -> str:
    """The default machine of a game: a fair one, not the hardest."""
    names = [name for name in available(game) if name not in (HUMAN, RANDOM, *GENERAL)]
    return "advanced" if "advanced" in names else (names or [RANDOM])[0]
