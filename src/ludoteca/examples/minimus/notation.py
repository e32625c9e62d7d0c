"""Minimus in text: cards are ranks from 1, ``x3`` throws a 3, ``=31`` shows a hand."""

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE
from ludoteca.core.player_names import seat_marked

from .rules import (
    CAUGHT,
    DECLARING,
    HIGH,
    KINDS,
    LOW,
    MISSED,
    SEATS,
    SHOW,
    SHOWING,
    current_player,
    seat_at,
)

_MOVES = ("keep", *(f"x{kind + 1}" for kind in range(KINDS)), "silent", "sign", "pass", "bet")
_ANSWERS = ("refuse", "accept", "leave")
_CHANCE = {MISSED: "missed", CAUGHT: "caught", LOW: "low", HIGH: "high"}
_WORDS = {
    "keep": N_("keep the cards"),
    "silent": N_("make no sign"),
    "sign": N_("sign to your partner"),
    "pass": N_("pass"),
    "bet": N_("bet"),
    "refuse": N_("refuse the bet"),
    "accept": N_("accept the bet"),
    "leave": N_("leave it to your partner"),
    "missed": N_("no sign seen"),
    "caught": N_("a sign caught"),
    "low": N_("low"),
    "high": N_("high"),
}


def action_text(s, a: int) -> str:
    """A word for a move; for chance a rank, what was caught or declared, or ``=`` and a hand."""
    if current_player(s) >= 0:
        return (*_MOVES, *_ANSWERS)[a]
    if a < KINDS:
        return str(a + 1)
    return _CHANCE.get(a) or "=" + _ranks_of_code(a - SHOW)


def action_words(seen, a: int) -> str:
    """The same for people, in their language."""
    text = action_text(seen, a)
    if text[0] == "x":
        return _("throw the {rank}").format(rank=text[1:])
    if text[0] == "=":
        return _("show {cards}").format(cards=text[1:])
    return _(_WORDS[text]) if text in _WORDS else text


def speaker(seen, a: int) -> int:
    """The seat that declares or shows; nobody says that a sign is caught or missed."""
    return int(seat_at(seen, seen.turn)) if seen.phase in (DECLARING, SHOWING) else CHANCE


def _ranks_of_code(code: int) -> str:
    return _ranks_of_code(code // (KINDS + 1)) + str(code % (KINDS + 1)) if code else ""


def token_text(s, token: int) -> str:
    """The one coarse token: a card thrown face down."""
    return "x?"


def _hand_text(counts) -> str:
    return "".join(str(kind + 1) * int(counts[kind]) for kind in range(KINDS - 1, -1, -1))


def table_text(seen, seat: int) -> str:
    """Score and stock, then a line a seat: hand, what it threw, declared and bid."""
    head = _("score {score}  stock {stock}  discards {discards}")
    score = f"{int(seen.score[0])}-{int(seen.score[1])}"
    lines = [head.format(score=score, stock=seen.stock, discards=seen.pile)]
    for i in range(SEATS):
        me = (int(seen.dealer) + 1 + i) % SEATS
        hand = "".join(cards_at(seen, me))
        threw = "x" * int(seen.threw[:, me].sum())
        said = " ".join(
            word
            for word in (
                threw,
                ("", _("low"), _("high"))[int(seen.declared[me])],
                ("", _("pass"), _("bet"))[int(seen.said[me])],
                _("sign") if _signed(seen, me, seat) else "",
            )
            if word
        )
        name = seat_marked(me, seat)
        lines.append(f"{'*' if me == seat else ' '} {name}: {hand} {said}".rstrip())
    return "\n".join(lines)


def cards_at(seen, seat: int) -> list[str]:
    """The hand where it is seen or was shown, else as many cards face down as are held."""
    return list(_hand_text(seen.hand[seat]) or _hand_text(seen.shown[seat]) or "?" * seen.held)


def _signed(seen, me: int, seat: int) -> bool:
    """True where ``seat`` knows that ``me`` signed in the latest window."""
    if seat < 0:
        return False
    window = int(seen.exchange)
    return bool(seen.signs[me % 2, window, me // 2] == 2 or seen.caught[seat, window, me] == 2)
