"""Compile, or load from the cache, all code that a table needs, by using it once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import TypeAlias

import numpy as np

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import Progress, quiet
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import advise, adviser_of, reads_past
from ludoteca.players.base import Player, memory_of, seen_by
from ludoteca.players.factory import BELIEF, HUMAN, MCTS, SEARCH, available, make_player
from ludoteca.players.play import play_match
from ludoteca.players.policy import RandomPlayer

Step: TypeAlias = Callable[[], None]

_NODES = _WORLDS = 2  # what is compiled does not depend on how long a machine thinks
_DECISIONS = 6


class Stage(StrEnum):
    """A part of what a game compiles, in the order in which people come to it."""

    PLAY = "play"  #: the machines of :func:`plays_at_once`
    SEARCH = "search"  #: the general searches
    ADVICE = "advice"  #: odds, values of moves and reviews


FIRST = (Stage.PLAY, Stage.ADVICE)
"""The stages that a first game needs; general searches are compiled when one is asked for."""


def warm(game: Game, stages: Sequence[Stage] = FIRST, progress: Progress = quiet) -> None:
    """Use everything of ``stages`` once; ``progress`` counts the steps, each a deal or so."""
    steps = [step for stage in stages for step in _STEPS[stage](game)]
    words = preparing_words(game)
    for done, step in enumerate(steps):
        progress(done, len(steps), words)
        step()
    progress(len(steps), len(steps), words)


def _play_steps(game: Game) -> Iterator[Step]:
    """A deal of each machine between as few and as many as may play: machines differ in kind."""
    for name in available(game):
        if name != HUMAN and plays_at_once(name):
            for seats in dict.fromkeys(game.info.players):
                yield partial(_play, game, _least_budget(game, name), seats)


def _search_steps(game: Game) -> Iterator[Step]:
    """A deal by each search that one may ask for."""
    if SEARCH in available(game):
        yield partial(_play, game, _least_budget(game, SEARCH), 2)
    if MCTS in available(game):
        yield partial(_play, game, _least_budget(game, MCTS), game.info.players[0])
    if BELIEF in available(game):
        yield partial(_play, game, f"{BELIEF}@{_WORLDS}", game.info.players[0])


def _advice_steps(game: Game) -> Iterator[Step]:
    """Advice at the start of a deal; where moves may be proved, by a search too."""
    if SEARCH in available(game):
        yield partial(_play, game, _least_budget(game, SEARCH), 2)
    yield partial(_be_advised, game)


_STEPS: dict[Stage, Callable[[Game], Iterator[Step]]] = {
    Stage.PLAY: _play_steps,
    Stage.SEARCH: _search_steps,
    Stage.ADVICE: _advice_steps,
}


def plays_at_once(spec: str) -> bool:
    """True for every machine but the general searches, which take long to compile."""
    return spec.partition("@")[0] not in (SEARCH, MCTS, BELIEF)


class _Brief:
    """A player for its first decisions of a deal: later ones need nothing more compiled."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.remembers = memory_of(player)
        self._player = player
        self._left = _DECISIONS

    def choose(self, view: SeatView, rng: np.random.Generator) -> int:
        """The player's move, then one at random."""
        self._left -= 1
        return (self._player if self._left >= 0 else RandomPlayer()).choose(view, rng)


def _play(game: Game, spec: str, seats: int) -> None:
    low, high = game.info.players
    options = {"players": seats} if low < high else None
    players = [_Brief(make_player(game, spec)) for _seat in range(seats)]
    play_match(game, options, players, np.random.SeedSequence(1), max_deals=1)


def _be_advised(game: Game) -> None:
    """Take the first decision of a deal with all that can be told of it, then the seat's next ones.

    Of those, up to another seat's, the game's own odds are told: they differ within a turn. Where
    others' moves have a say, the same for a second seat.
    """
    adviser, wanted = adviser_of(game), 2 if reads_past(game) else 1
    odds = game.hook(rooms.odds_at)
    state, advised, told = game.new_state(), list[int](), 0
    rng = np.random.default_rng(1)
    while not state.is_terminal() and told < _DECISIONS:
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
            continue
        seat = state.current_player()
        if advised and seat == advised[-1]:
            told += 1
            if odds is not None:
                odds(state.view(seat), rng)
        elif len(advised) == wanted:
            return
        elif seat not in advised:
            advised.append(seat)
            advise(seen_by(adviser, state, seat), seed=1, worlds=_WORLDS)
        state.apply_unchecked(state.legal_actions()[0])


def preparing_words(game: Game) -> str:
    """The work of :func:`warm`, in the language in use."""
    return _("preparing {game}").format(game=_(game.info.title))


def _least_budget(game: Game, level: str) -> str:
    """The machine with the least to think about, where it takes a budget at all."""
    spec = f"{level}@{_NODES}n"
    try:
        make_player(game, spec)
    except BadInput:
        return level
    return spec
