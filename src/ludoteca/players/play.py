"""Play deals and matches between players."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE
from ludoteca.core.match import Match
from ludoteca.core.options import Value
from ludoteca.core.shuffles.shoe import Shoe
from ludoteca.core.state import State
from ludoteca.core.view import SeatView
from ludoteca.players.base import PersonLeft, Player, PlayerFailed, TakeBack, seen_by

Given = Mapping[str, Value | bool] | None

_SHOWN_MOVES = 12


@dataclass
class Thinking:
    """Wall-clock seconds thought and moves made, by seat; filled in place by :func:`play_deal`."""

    seats: int
    seconds: list[float] = field(init=False)
    moves: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.seconds = [0.0] * self.seats
        self.moves = [0] * self.seats


def play_deal(
    game: Game,
    options: Given,
    players: Sequence[Player],
    shoe: Shoe,
    seed: np.random.SeedSequence,
    standing: NDArray[np.void] | None = None,
    thinking: Thinking | None = None,
    earlier: Sequence[State] = (),
) -> State:
    """Play a deal from ``standing`` (by default a new match) and return its end.

    Parameters
    ----------
    players
        ``players[i]`` holds seat ``i`` and draws its chances from the ``i``-th child of ``seed``,
        whoever it is, so that the same players in exchanged seats meet the same luck
    shoe
        the cards, in the order in which they are drawn
    seed
        of the players' luck; not changed, no child is spawned
    standing
        records [1] of the game's ``standing_layout``, not changed
    thinking
        adds up time and moves, in place
    earlier
        the ends of the deals of the match before it, for players that read them

    Raises
    ------
    PlayerFailed
        where a player raises an error or chooses what is not legal
    ValueError
        where there are not as many players as seats
    """
    state = State.initial(game, options, standing, earlier)
    generators = [
        np.random.default_rng(np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, i)))
        for i in range(state.num_players)
    ]
    if len(players) != state.num_players:
        raise ValueError(f"{len(players)} players for {state.num_players} seats")
    while not state.is_terminal():
        seat = state.current_player()
        if seat == CHANCE:
            state.apply_unchecked(shoe.draw(state))
            continue
        begun = time.perf_counter()
        action = ask(players[seat], state, seat, generators[seat])
        if thinking is not None:
            thinking.seconds[seat] += time.perf_counter() - begun
            thinking.moves[seat] += 1
        state.apply_unchecked(action)
    return state


def ask(player: Player, state: State, seat: int, rng: np.random.Generator) -> int:
    """Ask ``player`` for a legal move.

    Raises
    ------
    PlayerFailed
        for any error of the player, and a choice that is not legal; it has the state
    PersonLeft, TakeBack
        as a person raises them
    """
    view = state.view(seat)
    try:
        view = seen_by(player, state, seat)
        action = player.choose(view, rng)
    except (PersonLeft, TakeBack):
        raise
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise PlayerFailed(seat, _failure(player, view, why), state) from error
    if action not in view.legal:
        why = _("chose {a}").format(a=action)
        raise PlayerFailed(seat, _failure(player, view, why), state)
    return int(action)


def forfeited(failure: PlayerFailed) -> State:
    """Forfeit the deal in which a player failed, in place, and return its end.

    Raises
    ------
    PlayerFailed
        ``failure`` itself, where the game has no such end or its state is not known
    """
    if failure.state is None or not failure.state.forfeit():
        raise failure
    return failure.state


def forfeit_words(failure: PlayerFailed) -> str:
    """A sentence on the failure, in the player's own words where it raised an error."""
    cause = failure.__cause__
    why = str(failure) if cause is None else str(cause) or type(cause).__name__
    return _("{why}. It forfeits the deal.").format(why=why)


def _failure(player: Player, view: SeatView, why: str) -> str:
    moves = " ".join(view.action_text(a) for a in view.legal[:_SHOWN_MOVES])
    more = " ..." if len(view.legal) > _SHOWN_MOVES else ""
    return _("{player}, seat {seat} of {game}, was asked for one of {moves}: {why}").format(
        player=player.name,
        seat=view.seat + 1,
        game=_(view.game.info.title),
        moves=moves + more,
        why=why,
    )


def play_match(
    game: Game,
    options: Given,
    players: Sequence[Player],
    seed: np.random.SeedSequence,
    max_deals: int | None = None,
    told: Callable[[str], None] | None = None,
) -> tuple[Match, list[State]]:
    """Play a match to its end, or for ``max_deals``; return it and the end of each deal.

    Deal ``i`` takes its cards and luck from the ``i``-th child of ``seed``.

    Parameters
    ----------
    told
        in games that know forfeits, a player that fails forfeits the deal: this is called with the
        reason, and the match goes on

    Raises
    ------
    PlayerFailed
        as :func:`play_deal` does, where it is not told, or the game knows no forfeits

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> from ludoteca.players.policy import RandomPlayer
    >>> players = [RandomPlayer(), RandomPlayer()]
    >>> match, ends = play_match(load_game("nim"), None, players, np.random.SeedSequence(1))
    >>> match.over, len(ends), sum(ends[0].returns())
    (True, 1, 0.0)
    """
    match, ends = Match(game, options), list[State]()
    while not match.over and (max_deals is None or match.deals < max_deals):
        cards, luck = deal_seeds(seed, match.deals)
        shoe = Shoe.shuffled(game, match.options, cards)
        try:
            end = play_deal(
                game, match.options, players, shoe, luck, match.standing, earlier=match.earlier
            )
        except PlayerFailed as failure:
            if told is None:
                raise
            end = forfeited(failure)
            told(forfeit_words(failure))
        ends.append(end)
        match.close(ends[-1])
    return match, ends


def deal_seeds(
    seed: np.random.SeedSequence, deal: int
) -> tuple[np.random.SeedSequence, np.random.SeedSequence]:
    """Seeds of the cards and of the players' luck of deal number ``deal``, in any order of play.

    ``seed`` is not changed: no child is spawned, and equal numbers give equal seeds.

    Examples
    --------
    >>> cards, luck = deal_seeds(np.random.SeedSequence(7), 3)
    >>> cards.spawn_key, luck.spawn_key
    ((3, 0), (3, 1))
    """
    key = (*seed.spawn_key, deal)
    return (
        np.random.SeedSequence(seed.entropy, spawn_key=(*key, 0)),
        np.random.SeedSequence(seed.entropy, spawn_key=(*key, 1)),
    )
