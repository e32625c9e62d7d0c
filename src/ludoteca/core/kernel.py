"""The kernel: the functions that state a game, each defined once here as a generic function.

A game's ``rules.py`` has free functions of these names over one record. Un-compiled, a generic
function looks the game up by the record's dtype; compiled, Numba's type inference does it and the
game's own function is inlined. So a solver or player is an ordinary module-level compiled function
that takes an array of records and calls ``apply_action(states[i], a)``; it is specialised for every
game that it meets.

The functions of a game (``s`` is one record of its ``STATE`` layout):

=============================================  ====================================================
``init_state(s, options, standing)``           make ``s`` the position before the deal
``current_player(s) -> int``                   a seat, ``CHANCE`` or ``TERMINAL``
``legal_actions(s, out) -> n``                 ids of the current seat's moves, ascending
``chance_outcomes(s, out, prob) -> n``         ids ascending, with their probabilities
``apply_action(s, a)``                         moves and chance alike, in place, unchecked
``returns(s, out)``                            points of the deal by seat, when it is over
``observed_action(s, a, seat) -> token``       what ``seat`` sees of ``a``, before it is applied
``resample_from_infostate(s, seat, rng, out)`` change in ``out`` what ``seat`` does not know
``policy_probs(s, level, out, prob) -> n``     (in ``policy.py``) a sensible player's move; by
                                               default any move
=============================================  ====================================================

``s`` arrives in ``init_state`` zeroed but for the fields that an option or the standing has too, by
the same name and shape: these are filled (where both have it, from the option). ``out`` arrives
in ``resample_from_infostate`` as a copy of ``s``: change what the seat does not know. The function
is called for seats, never for a spectator.

A hidden choice may not change how many moves follow: where a sign may be caught, the chance move is
there, with one outcome, when nobody signed. Else the number of moves would tell.

Three of these need not be written where they follow from the record (:func:`derived`): chance draws
from a field ``deck``, or there is none; nothing is hidden, or only cards are, of a declared deal
(:mod:`ludoteca.core.deal`).

Optional, with derived defaults: ``next_standing``, ``draw_source``, ``sample_chance``,
``policy_turn``, ``hidden_ways``, ``resample_many``, ``state_key``, ``bounds``, ``move_order``; see
their docstrings. The constants (``STANDING``, ``MATCH``, ``FORFEIT``, ...) are in
:mod:`ludoteca.core.rooms`.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import cache
from typing import Any

import numpy as np

from ludoteca.core import deal
from ludoteca.core.compiling.dispatch import GAMES, function_of, generic
from ludoteca.core.ids import CHANCE, EVERYBODY, HIDDEN, NO_DRAW
from ludoteca.core.jit import njit, with_compiler
from ludoteca.core.layout import PADDING, Layout, Visibility


@njit
def _no_draw(s):
    return NO_DRAW


@njit
def _one_way(s, a):
    return 1.0


@njit
def _no_bounds(s, out):
    out[0] = -np.inf
    out[1] = np.inf


@njit
def _no_order(s, actions, n, score):
    for i in range(n):
        score[i] = 0.0


@njit
def _any_move(s, level, out, prob):
    n = legal_actions(s, out)
    for i in range(n):
        prob[i] = 1.0 / n
    return n


@njit
def _one_deal(s, out):
    out.deals += 1
    return True


@cache
def uncompiled(dtype: np.dtype[np.void], name: str) -> Callable[..., Any]:
    """The function ``name`` of the game whose record has ``dtype``, as Python itself runs it.

    For a look at a single record: a call of compiled code with one takes 1.4 us.

    Raises
    ------
    TypeError
        Where no game is registered for ``dtype``.
    """
    function = function_of(dtype, name, None)
    if function is None:
        raise TypeError(f"{name}: no game is registered for the record type {dtype}")
    text: Callable[..., Any] = getattr(function, "py_func", function)
    return text


init_state = generic("init_state")
current_player = generic("current_player")
legal_actions = generic("legal_actions")
chance_outcomes = generic("chance_outcomes")
apply_action = generic("apply_action")
returns = generic("returns")
observed_action = generic("observed_action")
resample_from_infostate = generic("resample_from_infostate")  # called by ``resample_many`` alone
policy_probs = generic("policy_probs", _any_move)

next_standing = generic("next_standing", _one_deal)
"""``next_standing(s, out) -> over``: close the deal into the standing ``out``, in place.

True when the match is over: then the highest entry of the field that ``MATCH`` names wins. ``s``
stays as it is. By default a match is one deal, and ``out.deals`` counts it."""

draw_source = generic("draw_source", _no_draw)
"""``draw_source(s) -> int``: at a chance move that draws a card, which order it is drawn from.

0 for the first shuffle, another number after each reshuffle; ``NO_DRAW`` where chance is something
else. A draw's ids are kinds of card, with probabilities in proportion to the field ``deck``."""

hidden_ways = generic("hidden_ways", _one_way)
"""``hidden_ways(s, a) -> float``: in how many ways a move can be made with physical cards.

With two copies of a card in the hand, two. It is the weight of the move, hidden or seen, in the
prior for resampling; :mod:`ludoteca.core.laws.referee` states the law."""

bounds = generic("bounds", _no_bounds)
"""``bounds(s, out)``: ``out[0] <= value <= out[1]``, of ``returns[0] - returns[1]`` (two seats)."""

move_order = generic("move_order", _no_order)
"""``move_order(s, actions, n, score)``: fill ``score[:n]``; solvers try higher scores first."""


@njit
def _undealt(s, out, prob):
    return deal.undealt(s.deck, out, prob)


@njit
def _draw_undealt(s, rng, ids, prob):
    return deal.draw_kind(s.deck, deal.left_in(s.deck), rng)


@njit
def _one_shuffle(s):
    return 0 if current_player(s) == CHANCE else NO_DRAW


@njit
def _no_chance(s, out, prob):
    return 0


@njit
def _seen_by_all(s, a, seat):
    return a


@njit
def _nothing_hidden(s, seat, rng, out):
    pass


@njit
def _seen_by_its_owner(s, a, seat):
    if current_player(s) != CHANCE:
        return a
    owner = deal.card_seen_by(s)
    return a if owner in (seat, EVERYBODY) else HIDDEN


def derived(state: Layout, own: Container[str]) -> dict[str, Callable[..., Any]]:
    """The functions that follow from the record of a game which states those named in ``own``.

    With a field ``deck`` chance draws one of its kinds, in proportion to their number, always from
    the one shuffle (``chance_outcomes``, ``sample_chance``, ``draw_source``); without it nothing is
    left to chance.
    Where every field is public each move is seen by all (``observed_action``), and there is one
    world (``resample_from_infostate``). Where the deal is declared (:mod:`ludoteca.core.deal`) the
    unseen cards are dealt again.
    """
    found: dict[str, Callable[..., Any]] = {"chance_outcomes": _no_chance}
    if any(field.name == "deck" for field in state):
        found["chance_outcomes"] = _undealt
        if "chance_outcomes" not in own:
            found["draw_source"], found["sample_chance"] = _one_shuffle, _draw_undealt
    if all(field.visibility is Visibility.PUBLIC for field in state):
        found["observed_action"] = _seen_by_all
        found["resample_from_infostate"] = _nothing_hidden
    if "full_deck" in own and deal.is_declared(state):
        single = deal.holds_one_card(state)
        found["resample_from_infostate"] = deal.redeal_single_cards if single else deal.redeal_hands
        found["count_cards"] = deal.count_single_cards if single else deal.count_in_hands
    if "card_seen_by" in own:
        found["observed_action"] = _seen_by_its_owner
    return found


@njit
def sample_index(prob, n, u):
    """The index that the uniform number ``u`` in [0, 1) picks from ``prob[:n]``.

    ``prob`` is float64 [n or more]; its first ``n`` sum to 1.
    """
    for i in range(n - 1):
        u -= prob[i]
        if u < 0.0:
            return i
    return n - 1


@njit
def sample_from_outcomes(s, rng, ids, prob):
    """A chance id drawn from :func:`chance_outcomes`.

    ``ids``, int64 [MAX_CHANCE], and ``prob``, float64 [MAX_CHANCE], are scratch.
    """
    n = chance_outcomes(s, ids, prob)
    return ids[sample_index(prob, n, rng.random())]


sample_chance = generic("sample_chance", sample_from_outcomes)
"""``sample_chance(s, rng, ids, prob) -> id``: derived; a game may state a faster one."""


@njit
def policy_move(s, level, u, ids, prob):
    """Make the move of the policy that the uniform number ``u`` draws, in place; return 1.

    ``u`` is in [0, 1); ``ids``, int64 [MAX_LEGAL], and ``prob``, float64 [MAX_LEGAL], are scratch.
    """
    n = policy_probs(s, level, ids, prob)
    apply_action(s, ids[sample_index(prob, n, u)])
    return 1


policy_turn = generic("policy_turn", policy_move)
"""``policy_turn(s, level, u, ids, prob) -> moves made``: the seat to move plays on, in place.

By default it makes one move of ``policy_probs``, drawn by the uniform number ``u``. A game whose
policy weighs several moves at once may state, in ``policy.py``, how all of them are made, each turn
as likely as its moves one after the other; simulated deals are played so."""


@njit
def _one_by_one(s, seat, rng, out):
    for j in range(len(out)):
        resample_from_infostate(s, seat, rng, out[j])


resample_many = generic("resample_many", _one_by_one)  # called by ``resample`` alone
"""``resample_many(s, seat, rng, out)``: :func:`resample_from_infostate` for each of an array.

A game may state it where much of what it draws from depends on what the seat knows alone. Like it,
it raises :class:`~ludoteca.core.errors.NoWorld` where it finds none; ``out`` is of no use then."""


@njit
def resample(states, i, seat, rng, out):
    """Fill every place of ``out`` with a world that ``seat`` cannot tell from ``states[i]``.

    Both are records [n] of one game; the game may raise
    :class:`~ludoteca.core.errors.NoWorld`.
    """
    for j in range(len(out)):
        out[j] = states[i]
    resample_many(states[i], seat, rng, out)


def fill_same_fields(states: Any, i: int, source: Any) -> None:
    """Copy the fields of ``source[0]`` that ``states[i]`` has by the same name, type and shape."""
    for name in source.dtype.names:
        if states.dtype.fields.get(name, (None,))[0] == source.dtype[name]:
            states[name][i] = source[name][0]


def _fill_same_fields(states: Any, i: Any, source: Any) -> Any:
    from numba import literal_unroll

    own, given = states.dtype.fields, source.dtype.fields
    names = tuple(name for name in given if name in own and own[name].type == given[name].type)
    if not names:
        return lambda states, i, source: None

    def fill(states: Any, i: int, source: Any) -> None:
        for name in literal_unroll(names):
            states[name][i] = source[name][0]

    return fill


def size_of_fields(states: Any) -> int:
    """Bytes of a record without its padding, which is at its end."""
    padding = states.dtype.fields.get(PADDING)
    return int(states.dtype.itemsize if padding is None else padding[1])


def _size_of_fields(states: Any) -> Any:
    padding = states.dtype.fields.get(PADDING)
    size = states.dtype.size if padding is None else padding.offset
    return lambda states: size


@njit
def hash_bytes(states, i):
    """A 62-bit hash of the bytes of ``states[i]``, of ``states``, records [n]; as uint64.

    Two polynomial hashes modulo primes below 2**31: no product overflows, so the un-compiled text
    gives the same key without a warning. Padding is left out.
    """
    low = 1
    high = 1
    for byte in states[i : i + 1].view(np.uint8)[: size_of_fields(states)]:
        low = (low * 1_000_003 + int(byte)) % 2_147_483_647
        high = (high * 69_069 + int(byte)) % 2_147_483_629
    return np.uint64(high * 2_147_483_648 + low)


def state_key(states: Any, i: int) -> Any:
    """A uint64, equal for positions with the same future: the game's own, else of all bytes."""
    function = GAMES[states.dtype]("state_key")
    return hash_bytes(states, i) if function is None else function(states[i])


def _state_key(states: Any, i: Any) -> Any:
    from numba import types

    if not isinstance(states, types.Array) or states.dtype not in GAMES:
        return None
    function = GAMES[states.dtype]("state_key")
    if function is None:
        return lambda states, i: hash_bytes(states, i)
    return lambda states, i: function(states[i])


def deck(states: Any, i: int) -> Any:
    """The field ``deck`` of ``states[i]``, not copied; empty where the game has none."""
    return states["deck"][i] if "deck" in states.dtype.names else _NO_DECK


def _deck(states: Any, i: Any) -> Any:
    if "deck" in states.dtype.fields:
        return lambda states, i: states[i].deck
    return lambda states, i: _NO_DECK


_NO_DECK = np.zeros(0, np.int64)


def _overload() -> None:
    """Give compiled code its own text of the functions above that look at a record's type."""
    from numba.extending import overload

    overload(deck, strict=False)(_deck)
    overload(state_key, strict=False)(_state_key)
    overload(size_of_fields, strict=False)(_size_of_fields)
    overload(fill_same_fields, strict=False)(_fill_same_fields)


with_compiler(_overload)
