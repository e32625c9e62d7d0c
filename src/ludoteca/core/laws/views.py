"""Laws of who sees what."""

from __future__ import annotations

from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ludoteca.core import calls
from ludoteca.core.game import Game
from ludoteca.core.ids import HIDDEN, SPECTATOR, TERMINAL
from ludoteca.core.jit import JIT_ENABLED
from ludoteca.core.laws.deals import DEALS, LawBroken, decisions, demand, masked, random_deal
from ludoteca.core.options import Options
from ludoteca.core.state import State, observe

_POSITIONS = 2 if JIT_ENABLED else 1  #: positions of a deal that are compared with brute force
_UNCOMPILED = 100, 500  # draws, and worlds at most: more would take seconds


def own_moves_are_seen(game: Game, options: Options, seed: int) -> None:
    """A seat sees its own moves in full."""
    for state, action in decisions(game, options, seed):
        seat = state.current_player()
        token = calls.observed_action(state.record, 0, action, seat)
        demand(token == action, f"seat {seat} sees its own move {action} as {token}")


def views_show_what_their_seat_may_know(game: Game, options: Options, seed: int) -> None:
    """A view lists the moves of its own seat alone; its record and all of its past are masked."""
    seen: dict[int, list[bytes]] = {}
    for state, action in random_deal(game, options, seed):
        for viewer in (SPECTATOR, *range(state.num_players)):
            seen.setdefault(viewer, []).append(masked(state, viewer).tobytes())
            view = state.view(viewer, remembering=action == TERMINAL)
            demand(
                view.record.tobytes() == seen[viewer][-1],
                f"the view of {_name(viewer)} shows more than it may",
            )
            own = state.legal_actions() if viewer == state.current_player() else []
            demand(list(view.legal) == own, f"the view of {_name(viewer)} has another's moves")
            demand(
                view.past is None or [one.tobytes() for one in view.past] == seen[viewer],
                f"the past in the view of {_name(viewer)} is not what it saw",
            )


def _name(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"


def legality_needs_only_what_the_seat_sees(game: Game, options: Options, seed: int) -> None:
    """The masked record has the same legal moves and policy as the full one."""
    for state, _action in decisions(game, options, seed):
        seat = state.current_player()
        _same_choices(state, state.record, masked(state, seat), "on the seat's view")


def _same_choices(
    state: State,
    one: NDArray[np.void],
    two: NDArray[np.void],
    where: str,
) -> None:
    ids, prob = state.game.buffers()
    legal = [set(ids[: calls.legal_actions(record, 0, ids)].tolist()) for record in (one, two)]
    if legal[0] != legal[1]:
        differing = " ".join(state.action_text(a) for a in sorted(legal[0] ^ legal[1]))
        raise LawBroken(f"legal moves differ {where}: {differing}")
    for level, name in enumerate(state.game.info.levels):
        found = []
        for record in (one, two):
            count = calls.policy_probs(record, 0, level, ids, prob)
            found.append((ids[:count].tolist(), prob[:count].tolist()))
        demand(found[0] == found[1], f"policy_probs of {name} differs {where}")


def tokens_determine_the_view(game: Game, options: Options, seed: int) -> None:
    """Equal sequences of tokens give equal views (perfect recall), over many random deals.

    Raises
    ------
    LawBroken
        Where two views differ after the same tokens.
    """
    # A sequence is the number of the sequence before it, and a token: no list is kept.
    sequences: dict[tuple[int, int, int], int] = {}
    views: dict[tuple[int, int], tuple[bytes, int, int]] = {}
    for deal in range(DEALS):
        at: dict[int, int] = {}
        for state, _action in random_deal(game, options, seed + deal):
            last = state.newest_tokens() if state.moves else {}
            for viewer in (SPECTATOR, *range(state.num_players)):
                if viewer in at:
                    step = (at[viewer], state.moves[-1].actor, last[viewer])
                else:
                    step = (-1, 0, hash(state.standing.tobytes()))
                at[viewer] = sequences.setdefault(step, len(sequences))
                view = masked(state, viewer)
                found = (sha256(view.tobytes()).digest(), deal, len(state.moves))
                known = views.setdefault((viewer, at[viewer]), found)
                if known[0] != found[0]:
                    other = masked(_replayed(game, options, seed + known[1], known[2]), viewer)
                    raise LawBroken(
                        f"{_name(viewer)} saw the same {known[2]} moves and has two different "
                        f"views: {_differing_fields(view, other)}"
                    )


def _replayed(game: Game, options: Options, seed: int, moves: int) -> State:
    """The position of a random deal after so many moves."""
    return next(s for s, _a in random_deal(game, options, seed) if len(s.moves) == moves)


def resampled_worlds_look_the_same(game: Game, options: Options, seed: int) -> None:
    """A resampled world has the same view, legal moves and policy, and keeps the view.

    It needs only the seat's view; and a move that looks the same in both leads to equal views.

    Raises
    ------
    LawBroken
        Where a world looks different to its seat, or more than the view was used.
    """
    rng = np.random.default_rng(seed)
    world = game.state_layout.empty(2)
    for state, action in random_deal(game, options, seed):
        for seat in range(state.num_players):
            view = masked(state, seat)
            draw = int(rng.integers(2**32))
            world.view(np.uint8)[:] = 1
            calls.resample(state.record, 0, seat, np.random.default_rng(draw), world, 0)
            calls.resample(view, 0, seat, np.random.default_rng(draw), world, 1)
            if world[:1].tobytes() != world[1:].tobytes():
                used = _used_by_resample(state, view, seat, draw, world[1:])
                raise LawBroken(f"resample for seat {seat} uses more than the seat's view: {used}")
            twin = State(game, options, state.standing, world[:1].copy(), [], {})
            demand(
                masked(twin, seat).tobytes() == view.tobytes(),
                f"a resampled world looks different to seat {seat}: "
                f"{_differing_fields(masked(twin, seat), view)}",
            )
            demand(
                twin.current_player() == state.current_player(),
                f"another player is to move in a world resampled for seat {seat}",
            )
            if state.current_player() == seat:
                _same_choices(state, state.record, twin.record, "in a resampled world")
            if action != TERMINAL:
                _keeps_the_view(state, twin, action, seat)


def _used_by_resample(
    state: State, view: NDArray[np.void], seat: int, draw: int, world: NDArray[np.void]
) -> str:
    """Fields that make another world than ``world``, of ``view``, where they are not masked.

    `resample` reads such a field, or leaves it as it is.
    """
    hidden = [n for n in view.dtype.names or () if not np.array_equal(view[n], state.record[n])]
    found = []
    for name in hidden:
        told, other = view.copy(), world.copy()
        told[name] = state.record[name]
        calls.resample(told, 0, seat, np.random.default_rng(draw), other, 0)
        if other.tobytes() != world.tobytes():
            found.append(name)
    return ", ".join(found or hidden)


def _differing_fields(one: NDArray[np.void], two: NDArray[np.void]) -> str:
    names = one.dtype.names or ()
    return ", ".join(n for n in names if not np.array_equal(one[n], two[n]))


def _keeps_the_view(state: State, twin: State, action: int, seat: int) -> None:
    token = calls.observed_action(state.record, 0, action, seat)
    alike = [
        a
        for a in twin.possible_actions()
        if calls.observed_action(twin.record, 0, a, seat) == token
    ]
    if not alike:
        return
    after, twin_after = state.record.copy(), twin.record.copy()
    calls.apply_action(after, 0, action)
    calls.apply_action(twin_after, 0, alike[0])
    mask = state.game.masks(state.options)[seat]
    demand(
        observe(after, mask).tobytes() == observe(twin_after, mask).tobytes(),
        f"after the token {'hidden' if token == HIDDEN else token} seat {seat} sees two different "
        f"tables: {_differing_fields(observe(after, mask), observe(twin_after, mask))}",
    )


def resample_has_the_right_frequencies(game: Game, options: Options, seed: int) -> None:
    """On the small variant, resampled worlds have the frequencies that brute force finds.

    Raises
    ------
    LawBroken
        Where they differ by more than chance allows.
    """
    from ludoteca.core.laws.referee import (
        MAX_WORLDS,
        TooManyWorlds,
        sample_matches,
        worlds_on_the_way,
    )

    small = game.options(dict(game.info.small)) if game.info.small else options
    rng = np.random.default_rng(seed)
    states = [s.clone() for s, _action in decisions(game, small, seed)]
    chosen = [states[n] for n in sorted(rng.permutation(len(states))[:_POSITIONS].tolist())]
    if not chosen:
        return
    lengths = [len(state.moves) for state in chosen]
    draws, limit = (None, MAX_WORLDS) if JIT_ENABLED else _UNCOMPILED
    for seat in range(game.num_players(small)):
        try:
            for state, worlds in zip(
                chosen, worlds_on_the_way(chosen[-1], seat, lengths, limit), strict=True
            ):
                sentence = sample_matches(worlds, state, seat, rng, draws)
                demand(sentence is None, f"seat {seat}, after {len(state.moves)} moves: {sentence}")
        except TooManyWorlds as error:
            if JIT_ENABLED:  # else the compiled run compares these
                raise LawBroken(f"{error}; name options of a smaller game in INFO.small") from None
