"""Minimus in text: cards are ranks from 1, ``x3`` throws a 3, ``=31`` shows a hand."""

from .play import current_player
from .state import (
    CAUGHT,
    HIGH,
    KINDS,
    LOW,
    MISSED,
    SEATS,
    SHOW,
)

_MOVES = ("keep", *(f"x{kind + 1}" for kind in range(KINDS)), "silent", "sign", "pass", "bet")
_ANSWERS = ("refuse", "accept", "leave")
_CHANCE = {MISSED: "missed", CAUGHT: "caught", LOW: "low", HIGH: "high"}
_BIDS = ("", "pass", "bet")


def action_text(s, a: int) -> str:
    """A word for a move; for chance a rank, what was caught or declared, or ``=`` and a hand."""
    if current_player(s) >= 0:
        return (*_MOVES, *_ANSWERS)[a]
    if a < KINDS:
        return str(a + 1)
    return _CHANCE.get(a) or "=" + _ranks_of_code(a - SHOW)


def _ranks_of_code(code: int) -> str:
    return _ranks_of_code(code // (KINDS + 1)) + str(code % (KINDS + 1)) if code else ""


def token_text(s, token: int) -> str:
    """The one coarse token: a card thrown face down."""
    return "x?"


def _hand_text(counts) -> str:
    return "".join(str(kind + 1) * int(counts[kind]) for kind in range(KINDS - 1, -1, -1))


def table_text(view, seat: int) -> str:
    """Score and stock, then a line a seat: hand, what it threw, declared and bid."""
    lines = [
        f"score {int(view.score[0])}-{int(view.score[1])}  "
        f"stock {int(view.stock)}  discards {int(view.pile)}"
    ]
    for i in range(SEATS):
        me = (int(view.dealer) + 1 + i) % SEATS
        hand = _hand_text(view.hand[me]) or _hand_text(view.shown[me]) or "?"
        threw = "x" * int(view.threw[:, me].sum())
        said = " ".join(
            word
            for word in (
                threw,
                ("", "low", "high")[int(view.declared[me])],
                _BIDS[int(view.said[me])],
                "sign" if _signed(view, me, seat) else "",
            )
            if word
        )
        lines.append(f"{'*' if me == seat else ' '}{me} {hand} {said}".rstrip())
    return "\n".join(lines)


def _signed(view, me: int, seat: int) -> bool:
    """True where ``seat`` knows that ``me`` signed in the latest window."""
    if seat < 0:
        return False
    window = int(view.exchange)
    return bool(view.signs[me % 2, window, me // 2] == 2 or view.caught[seat, window, me] == 2)
