"""Use once whatever people wait for at a table: it is compiled, or loaded from the cache."""

from __future__ import annotations

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.questions import VERBS
from ludoteca.players.advising import advise, adviser_of, reads_past
from ludoteca.players.base import seen_by
from ludoteca.players.deals import play_match
from ludoteca.players.factory import BELIEF, HUMAN, MCTS, SEARCH, available, make_player

_NODES, _WORLDS = 100, 2


def warm(game: Game) -> None:
    """All that a first use of ``game`` needs: to play, to be advised, to ask its questions.

    A room of questions may have a function ``warm()`` that uses what its questions compile.
    """
    warm_play(game)
    warm_search(game)
    warm_advice(game)
    for verb in VERBS:
        getattr(game.room(verb), "warm", _nothing)()


def warm_play(game: Game) -> None:
    """Play a deal with each machine of :func:`plays_at_once`.

    One between as few as may play and one between as many: machines may differ in kind.
    """
    for name in available(game):
        if name != HUMAN and plays_at_once(name):
            for seats in dict.fromkeys(game.info.players):
                _play(game, _short_of_breath(game, name), seats)


def warm_search(game: Game) -> None:
    """Play a deal by each search that one may: the machines that do not play at once."""
    if SEARCH in available(game):
        _play(game, _short_of_breath(game, SEARCH), seats=2)
    if MCTS in available(game):
        _play(game, _short_of_breath(game, MCTS), game.info.players[0])
    if BELIEF in available(game):
        _play(game, f"{BELIEF}@{_WORLDS}", game.info.players[0])


def warm_advice(game: Game) -> None:
    """Be advised at the start of a deal; where moves may be proved, by a search too."""
    if SEARCH in available(game):
        _play(game, _short_of_breath(game, SEARCH), seats=2)
    _be_advised(game)


def plays_at_once(spec: str) -> bool:
    """True for every machine but the general searches, which take long to compile."""
    return spec.partition("@")[0] not in (SEARCH, MCTS, BELIEF)


def _play(game: Game, spec: str, seats: int) -> None:
    low, high = game.info.players
    options = {"players": seats} if low < high else None
    players = [make_player(game, spec) for _seat in range(seats)]
    play_match(game, options, players, np.random.SeedSequence(1), max_deals=1)


def _be_advised(game: Game) -> None:
    """Take the first decision of a deal with all that can be told of it.

    Where others' moves have a say, the first one of a second seat too.
    """
    adviser, wanted = adviser_of(game), 2 if reads_past(game) else 1
    state, advised = game.new_state(), set[int]()
    rng = np.random.default_rng(1)
    while not state.is_terminal() and len(advised) < wanted:
        if state.is_chance():
            state.apply_unchecked(state.sample_chance(rng))
            continue
        seat = state.current_player()
        if seat not in advised:
            advised.add(seat)
            advise(seen_by(adviser, state, seat), seed=1)
        state.apply_unchecked(state.legal_actions()[0])


def compiling_words(game: Game, functions: int) -> str:
    """What is being waited for while ``game`` is warmed."""
    text = _("compiling {game}, function {n} ...")
    return text.format(game=_(game.info.title), n=functions)


def _short_of_breath(game: Game, level: str) -> str:
    """The machine with the least to think about, where it takes a budget at all."""
    spec = f"{level}@{_NODES}n"
    try:
        make_player(game, spec)
    except BadInput:
        return level
    return spec


def _nothing() -> None:
    """A room that has nothing to compile."""
