"""A position in the middle of a game as it is typed: the row with its gaps, and who holds what.

A row is written as before a game, with a dot for each disc that was taken and a circled digit for
a disc that the pawn of its colour stands on: ``·①5·422``. In place of a circled digit may stand one
in brackets, ``[1]``. Pawns that stand on no disc are on the stair or still before the row.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import SPECTATOR
from ludoteca.core.options import Options
from ludoteca.core.registry import load_game
from ludoteca.core.state import State

from .notation import GAP, SYMBOLS, kind_name
from .rules import (
    BLACK,
    CLOSED,
    COLOURS,
    EXTRA_MOVE,
    KINDS,
    LONGEST_ROW,
    MOST_OF_A_KIND,
    MOST_WHITE,
    ON_STAIR,
    OVER,
    OWN_MOVE,
    START,
    WHITE,
)

STOOD_ON = "①②③④⑤"
"""The discs with the pawn of their colour on them."""

_BRACKETS = re.compile(r"\[([1-5])\]")


def one_sign_a_place(board: str) -> str:
    """The row with one sign for each place, however it was typed."""
    row = _BRACKETS.sub(lambda found: STOOD_ON[int(found[1]) - 1], board)
    return "".join(row.upper().replace(".", GAP).split())


def is_begun(board: str) -> bool:
    """True for a row from which discs were taken, or on which a pawn stands."""
    return bool(set(one_sign_a_place(board)) & {GAP, *STOOD_ON})


def typed_state(
    board: str, stair: str, mine: str, theirs: str, extra: bool, options: Options
) -> State:
    """The position of two players on ``board``, seat 0 to move.

    ``stair`` are the colours on the stair in order of arrival, ``mine`` and ``theirs`` the discs
    that the player to move and the other hold. With ``extra`` the extra move is to be made. Raises
    :class:`BadInput` with one sentence.
    """
    game, row = load_game("bigpoints"), one_sign_a_place(board)
    if len(row) > LONGEST_ROW:
        raise BadInput(_("a row has at most {n} discs").format(n=LONGEST_ROW))
    record = game.state_layout.empty()
    s = record[0]
    on_row = [0] * KINDS
    pawns = [START] * COLOURS
    for i, symbol in enumerate(row):
        if symbol == GAP:
            continue
        if symbol in STOOD_ON:
            kind = STOOD_ON.index(symbol)
            if pawns[kind] != START:
                raise BadInput(
                    _("the {pawn} pawn stands on one disc only").format(pawn=kind_name(kind))
                )
            pawns[kind] = i
        else:
            kind = _kind(symbol)
            s.vacant |= 1 << i
        on_row[kind] += 1
        s.track[kind] |= 1 << i
    order = [_kind(symbol) for symbol in stair.strip()]
    if len(set(order)) < len(order) or any(c >= COLOURS or pawns[c] != START for c in order):
        raise BadInput(_("on the stair is each colour once whose pawn stands on no disc: 25"))
    held = [Counter(_kind(symbol) for symbol in "".join(text.split())) for text in (mine, theirs)]
    named = {k for k in range(COLOURS) if on_row[k] or held[0][k] or held[1][k]} | set(order)
    if not named:
        raise BadInput(_("a board has at least one coloured disc, 1 to 5"))
    s.players, s.colours, s.length, s.laid = 2, max(named) + 1, len(row), len(row)
    for kind in range(KINDS):
        every = on_row[kind] + held[0][kind] + held[1][kind]
        most = MOST_OF_A_KIND + (kind in order) if kind < COLOURS else MOST_WHITE
        if every > most:
            raise BadInput(
                _("{disc}: at most {n} discs, not {given}").format(
                    disc=kind_name(kind), n=most, given=every
                )
            )
        s.full[kind] = min(every, MOST_OF_A_KIND)
        s.held[0, kind], s.held[1, kind] = held[0][kind], held[1][kind]
    for c in range(COLOURS):
        s.pawn[c] = pawns[c] if c < s.colours and c not in order else ON_STAIR
    for place, c in enumerate(order, 1):
        s.place[c] = place
    s.arrived = len(order)
    complete = game.options(
        {
            "colours": int(s.colours),
            "discs": max(1, *map(int, s.full[:COLOURS])),
            "white": int(s.full[WHITE]),
            "black": int(s.full[BLACK]),
            **options,
        }
    )
    compiled = game.schema.compile(complete)[0]
    s.reading, s.backward = compiled["reading"], compiled["backward"]
    s.phase = OVER if s.arrived == s.colours else EXTRA_MOVE if extra else OWN_MOVE
    s.ready = s.held[0, BLACK] > 0
    if extra and not s.ready:
        raise BadInput(_("an extra move takes a black disc, which the player to move must hold"))
    seen: dict[int, list[object]] = {viewer: [] for viewer in (SPECTATOR, 0, 1)}
    state = State(game, complete, game.standing_layout.empty(), record, [], seen)  # type: ignore[arg-type]
    if not state.is_terminal() and not state.legal_actions():
        raise BadInput(_("no pawn can move and take a disc here"))
    return state


def _kind(symbol: str) -> int:
    if symbol.upper() not in SYMBOLS:
        raise BadInput(
            _("a board is written with 1 to 5, W and B, not {symbol}").format(symbol=symbol)
        )
    return SYMBOLS.index(symbol.upper())


def texts_of(s: Any) -> dict[str, str] | None:
    """The texts that :func:`typed_state` reads this position from; None where it has none."""
    if int(s.players) != 2 or s.phase not in (OWN_MOVE, EXTRA_MOVE) or s.hands == CLOSED:
        return None
    row = [GAP] * int(s.length)
    for kind in range(KINDS):
        for i in range(len(row)):
            if int(s.track[kind]) >> i & 1:
                on_it = kind < COLOURS and int(s.pawn[kind]) == i
                row[i] = STOOD_ON[kind] if on_it else SYMBOLS[kind]
    order = sorted((int(s.place[c]), c) for c in range(int(s.colours)) if s.place[c])
    me = int(s.to_move)
    mine, theirs = (
        "".join(SYMBOLS[k] * int(s.held[seat, k]) for k in range(KINDS)) for seat in (me, 1 - me)
    )
    texts = {
        "board": "".join(row),
        "stair": "".join(SYMBOLS[c] for _place, c in order),
        "mine": mine,
        "theirs": theirs,
        "reading": ("strict", "lenient")[int(s.reading)],
        "backward": ("nearest", "any")[int(s.backward)],
    }
    return texts | ({"extra": "yes"} if s.phase == EXTRA_MOVE else {})
