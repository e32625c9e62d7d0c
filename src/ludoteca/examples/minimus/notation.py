"""Minimus in text: cards are ranks from 1, ``x3`` throws a 3, ``=31`` shows a hand."""

from ludoteca.core.i18n import N_, _
from ludoteca.core.ids import CHANCE
from ludoteca.core.moves import Range, Word, Written, moves
from ludoteca.core.player_names import seat_marked

from .rules import (
    ACCEPT,
    BET,
    CAUGHT,
    DECLARING,
    HAND,
    HIGH,
    KEEP,
    KINDS,
    LEAVE,
    LOW,
    MISSED,
    PASS,
    REFUSE,
    SEATS,
    SHOW,
    SHOWING,
    SIGN,
    SILENT,
    THROW,
    seat_at,
)


def _ranks_of_code(code: int) -> str:
    return _ranks_of_code(code // (KINDS + 1)) + str(code % (KINDS + 1)) if code else ""


MOVES = moves(
    Word(KEEP, "keep", N_("keep the cards")),
    Range(THROW - 1, 1, KINDS, "x{rank}", N_("throw the {rank}")),
    Word(SILENT, "silent", N_("make no sign")),
    Word(SIGN, "sign", N_("sign to your partner")),
    Word(PASS, "pass", N_("pass")),
    Word(BET, "bet", N_("bet"), mark="raises"),
    Word(REFUSE, "refuse", N_("refuse the bet"), mark="gives_up"),
    Word(ACCEPT, "accept", N_("accept the bet"), mark="stays"),
    Word(LEAVE, "leave", N_("leave it to your partner")),
    outcomes=[
        Range(-1, 1, KINDS, "{rank}"),
        Word(MISSED, "missed", N_("no sign seen")),
        Word(CAUGHT, "caught", N_("a sign caught")),
        Word(LOW, "low", N_("low")),
        Word(HIGH, "high", N_("high")),
        Written(
            SHOW,
            (KINDS + 1) ** HAND,
            lambda s, a: "=" + _ranks_of_code(a - SHOW),
            lambda seen, a: _("show {cards}").format(cards=_ranks_of_code(a - SHOW)),
        ),
    ],
)


def speaker(seen, a: int) -> int:
    """The seat that declares or shows; nobody says that a sign is caught or missed."""
    return int(seat_at(seen, seen.turn)) if seen.phase in (DECLARING, SHOWING) else CHANCE


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
