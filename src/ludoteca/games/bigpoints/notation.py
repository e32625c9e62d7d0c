"""Big Points in text.

Discs and pawns are written ``1`` to ``5`` (red, green, blue, yellow, violet), ``W`` and ``B``; a
row from the start to the stair is a string of them: ``33545221551224441133``. Moves:

=========  ======================================================================
``3+``     pawn 3 to its next disc; take the first free disc ahead of it
``3-``     the same; take the first free disc behind it
``3^``     pawn 3 to the stair; take the disc of its colour that lies beside it
``3=``     pawn 3 to its next disc where no disc is free (lenient reading)
``3<+``    back to the nearest own disc behind, take ahead (``3<2+``: the second one behind)
``pass``   no extra move
=========  ======================================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, ngettext
from ludoteca.core.moves import Each, Word, Written, moves
from ludoteca.core.options import Value
from ludoteca.core.player_names import seat_called, seat_marked
from ludoteca.core.state import State

from .rules import (
    AHEAD,
    BACK,
    BLACK,
    CLOSED,
    COLOURS,
    EXTRA_MOVE,
    KINDS,
    LAYING,
    MOST_BEHIND,
    NOTHING,
    ON_STAIR,
    OVER,
    PASS,
    STAIR,
    START,
    WHITE,
    pawn_of,
    points,
    side_of,
    taken_kind,
)

SYMBOLS = "12345WB"
KIND_NAMES = (
    N_("red"),
    N_("green"),
    N_("blue"),
    N_("yellow"),
    N_("violet"),
    N_("white"),
    N_("black"),
)
_PAWNS_MOVED = (
    N_("the red pawn"),
    N_("the green pawn"),
    N_("the blue pawn"),
    N_("the yellow pawn"),
    N_("the violet pawn"),
)
_DISCS_TAKEN = (
    N_("the red disc"),
    N_("the green disc"),
    N_("the blue disc"),
    N_("the yellow disc"),
    N_("the violet disc"),
    N_("the white disc"),
    N_("the black disc"),
)
"""The words for what was moved and taken; some languages have another form for an object."""

GAP = "·"

_COLOURS = ("red", "green", "bright_blue", "yellow", "magenta", "bold", "bright_black")
STYLES = dict(zip(SYMBOLS, _COLOURS, strict=True))
# A word of nothing but discs, pawns and gaps, not the number of a player or of points.
_DISCS = re.compile(rf"(?<!\S)[{SYMBOLS}{GAP}]+(?!\S)")


def kind_name(kind: int) -> str:
    """The name of a kind of disc in the language in use."""
    return _(KIND_NAMES[kind])


def _pawn_text(s, a: int) -> str:
    """A move of a pawn, as in the table above."""
    pawn = SYMBOLS[int(pawn_of(a))]
    if a < STAIR:
        return f"{pawn}{_sign(a)}"
    if a < NOTHING:
        return f"{pawn}^"
    if a < PASS:
        return f"{pawn}="
    k = (a - BACK) // 2 % MOST_BEHIND + 1
    return f"{pawn}<{k if k > 1 else ''}{_sign(a)}"


def _sign(a: int) -> str:
    return "+" if side_of(a) == AHEAD else "-"


def move_words(seen, a: int) -> str:
    """A move in a few words of the player's language."""
    if a == PASS:
        return _("keep the black disc")
    pawn = kind_name(int(pawn_of(a)))
    if STAIR <= a < NOTHING:
        worth = int(seen.colours - 1 - seen.arrived)
        return ngettext(
            "{pawn} to the stair, worth {worth} point",
            "{pawn} to the stair, worth {worth} points",
            worth,
        ).format(pawn=pawn, worth=worth)
    if NOTHING <= a < PASS:
        return _("{pawn} takes none").format(pawn=pawn)
    ahead = side_of(a) == AHEAD
    words = _("{pawn} takes {disc} ahead") if ahead else _("{pawn} takes {disc} behind")
    told = words.format(pawn=pawn, disc=kind_name(int(taken_kind(seen, a))))
    return _("back: {move}").format(move=told) if a >= BACK else told


MOVES = moves(
    Word(PASS, "pass", move_words),
    Written(0, BACK + 2 * MOST_BEHIND * COLOURS, _pawn_text, move_words),
    outcomes=[Each(0, SYMBOLS, "{disc}", N_("a {disc} disc is laid"), said=KIND_NAMES)],
)


def log_line(moves, after, viewer: int) -> tuple[int, str] | None:
    """A sentence for each move of a pawn; no extra move is none."""
    seen, a = moves[-1]
    me = int(seen.to_move)
    if a == PASS:
        return me, ""
    c = int(pawn_of(a))
    own = me == viewer
    told = {"name": seat_called(me), "pawn": _(_PAWNS_MOVED[c])}
    if STAIR <= a < NOTHING:
        told["worth"] = str(int(seen.colours - 1 - seen.arrived))
        text = (
            _("You move {pawn} to the stair, worth {worth}, and take its disc.")
            if own
            else _("{name} moves {pawn} to the stair, worth {worth}, and takes its disc.")
        )
    elif NOTHING <= a < PASS:
        text = (
            _("You move {pawn}; there is no disc to take.")
            if own
            else _("{name} moves {pawn}; there is no disc to take.")
        )
    else:
        told["disc"] = _(_DISCS_TAKEN[int(taken_kind(seen, a))])
        text = _(_MOVED[own, a >= BACK, side_of(a) == AHEAD])
    line = text.format(**told)
    return me, _("Extra move: {line}").format(line=line) if seen.phase == EXTRA_MOVE else line


_MOVED = {  # by whether it is the viewer's own move, goes back, takes ahead
    (True, False, True): N_("You move {pawn} and take {disc} ahead of it."),
    (True, False, False): N_("You move {pawn} and take {disc} behind it."),
    (True, True, True): N_("You move {pawn} back and take {disc} ahead of it."),
    (True, True, False): N_("You move {pawn} back and take {disc} behind it."),
    (False, False, True): N_("{name} moves {pawn} and takes {disc} ahead of it."),
    (False, False, False): N_("{name} moves {pawn} and takes {disc} behind it."),
    (False, True, True): N_("{name} moves {pawn} back and takes {disc} ahead of it."),
    (False, True, False): N_("{name} moves {pawn} back and takes {disc} behind it."),
}


def deal_part(seen) -> str:
    """The race for the next step of the stair."""
    return race_words(int(seen.colours - 1 - seen.arrived))


def race_words(worth: int) -> str:
    """The part of a deal that ends when a pawn takes the step of this worth."""
    return _("Race for step {worth}").format(worth=worth)


def row_text(seen) -> str:
    """The discs laid, from the start to the stair, a dot for each that was taken."""
    symbols = [GAP] * int(seen.laid)
    for kind in range(KINDS):
        for i in range(len(symbols)):
            if int(seen.track[kind]) >> i & 1:
                symbols[i] = SYMBOLS[kind]
    return "".join(symbols)


def table_text(seen, seat: int) -> str:
    """The row with the pawns above it, the stair and the discs held, in lines of at most 80."""
    pawns = [" "] * int(seen.laid)
    waiting = []
    for c in range(int(seen.colours)):
        if seen.pawn[c] == START:
            waiting.append(SYMBOLS[c])
        elif seen.pawn[c] != ON_STAIR:
            pawns[int(seen.pawn[c])] = SYMBOLS[c]
    lines = [
        "  ".join(f"{SYMBOLS[k]} {kind_name(k)}" for k in range(KINDS) if seen.full[k] > 0),
        _("Before the row: {pawns}").format(pawns=" ".join(waiting) or "-"),
        f"{_('Pawns'):<8}{''.join(pawns)}".rstrip(),
        f"{_('Row'):<8}{row_text(seen)}",
        f"{_('Stair'):<8}{_stair_text(seen)}",
    ]
    lines += [_player_line(seen, player, seat) for player in range(int(seen.players))]
    return "\n".join(lines)


def table_styles(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and colour (a style of Rich) of the discs and pawns in a :func:`table_text`."""
    start = 0
    for line in text.splitlines(keepends=True):
        begin, end = 0, len(line)
        if line[:2] in ("> ", "  "):
            # A player's number comes before his discs and his points after them.
            begin = line.find(":") + 1
            end = line.find("   ", begin)
        for word in _DISCS.finditer(line, begin, max(begin, end)):
            for i in range(word.start(), word.end()):
                if line[i] != GAP:
                    yield start + i, start + i + 1, STYLES[line[i]]
        start += len(line)


def _stair_text(seen) -> str:
    by_place = {int(seen.place[c]): SYMBOLS[c] for c in range(int(seen.colours)) if seen.place[c]}
    steps = [
        f"{int(seen.colours) - place}:{by_place.get(place, '-')}"
        for place in range(1, int(seen.colours) + 1)
    ]
    beside = [SYMBOLS[c] for c in range(int(seen.colours)) if seen.place[c] == 0]
    return f"{'  '.join(steps)}   " + _("beside it: {discs}").format(discs=" ".join(beside) or "-")


def _player_line(seen, player: int, seat: int) -> str:
    turn = ">" if seen.phase not in (LAYING, OVER) and player == seen.to_move else " "
    name = seat_marked(player, seat)
    held = [int(n) for n in seen.held[player]]
    if seen.hands == CLOSED and seen.phase != OVER and player != seat:
        n = sum(held)
        shown = ngettext("{n} disc", "{n} discs", n).format(n=n)
    else:
        discs = " ".join(SYMBOLS[k] * n for k, n in enumerate(held) if n) or "-"
        n = int(points(seen, player))
        so_far = ngettext("{n} point so far", "{n} points so far", n).format(n=n)
        at_end = ngettext("{n} point", "{n} points", n).format(n=n)
        shown = f"{discs}   {at_end if seen.phase == OVER else so_far}"
    extra = f"   {_('extra move')}" if seen.phase == EXTRA_MOVE and turn == ">" else ""
    return f"{turn} {name}: {shown}{extra}"


def read_board(board: str) -> tuple[dict[str, Value], list[int]]:
    """The options and the chance ids that lay the row ``board``.

    Raises :class:`BadInput` with one sentence where the string is not a row of discs.
    """
    kinds = []
    for symbol in board.strip().upper():
        if symbol not in SYMBOLS:
            raise BadInput(
                _("a board is written with 1 to 5, W and B, not {symbol}").format(symbol=symbol)
            )
        kinds.append(SYMBOLS.index(symbol))
    found = Counter(kinds)
    colours = 1 + max((k for k in found if k < COLOURS), default=-1)
    if colours == 0:
        raise BadInput(_("a board has at least one coloured disc, 1 to 5"))
    each = {found[c] for c in range(colours)}
    if len(each) > 1:
        counts = ", ".join(f"{kind_name(c)} {found[c]}" for c in range(colours))
        raise BadInput(
            _(
                "every colour up to the highest has equally many discs, not {counts}; write a dot "
                "where a disc was taken"
            ).format(counts=counts)
        )
    options: dict[str, Value] = {
        "colours": colours,
        "discs": each.pop(),
        "white": found[WHITE],
        "black": found[BLACK],
    }
    return options, kinds


def board_state(game: Game, board: str, options: Mapping[str, Value | bool] | None = None) -> State:
    """The position before the first move on the row ``board``.

    ``options`` may set what the board does not: players, reading and the like. Raises
    :class:`BadInput` with one sentence, also where they contradict the board.
    """
    read, kinds = read_board(board)
    chosen: dict[str, Value | bool] = {**read, **(options or {})}
    for name, value in read.items():
        if str(chosen[name]) != str(value):
            raise BadInput(
                _("the board has {name} {value}, the options say {given}").format(
                    name=name, value=value, given=chosen[name]
                )
            )
    state = game.new_state(chosen)
    for kind in kinds:
        state.apply(kind)
    return state
