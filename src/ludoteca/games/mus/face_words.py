"""The words in the bubbles of the seats, read off the record and the last move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.html import classes
from ludoteca.web.kit.seats import bubble

from .ids import (
    ACCEPT,
    BETTING,
    CUT,
    DECLARING,
    DISCARDING,
    ENVITE,
    JUEGO,
    LANCES,
    OPEN,
    ORDAGO,
    OVER,
    PARES,
    PASO,
    PASS,
    REFUSED,
    ROUNDS,
    SEATS,
    SHOWING,
    TALKING,
    TEAMS,
    WINDOW,
)
from .notation import PHRASE_WORDS
from .rules import may_bet, most_bet
from .sayings import Sayings
from .signs import ASKED

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

_SHORT = 12  #: letters that one line of a bubble has room for on a phone


def said(scene: Scene, s: Any, seat: int) -> Markup:
    """The bubble of a seat: a bet stays until it is answered, other words go after a while."""
    text = word_of(scene, s, seat)
    stays = s.phase == BETTING and int(s.bettor) == seat + 1
    looks = classes(
        "loud" if stays and s.all_in else "",
        "" if stays else "passing",
        "long" if len(text) > _SHORT else "",
    )
    moment = f"{int(s.mus_rounds)}-{int(s.window)}-{int(s.lance)}"
    # Bets and answers are Spanish everywhere; numbers of cards and phrases are translated.
    translated = (s.phase == DISCARDING and _has_spoken(s, seat)) or (
        s.phase == WINDOW and int(s.said[int(s.window)][seat])
    )
    lang = "" if translated else "es"
    return bubble(text, look=looks or "", moment=moment, lang=lang)


def word_of(scene: Scene, s: Any, seat: int) -> str:
    """The word that ``seat`` said last in this part of the deal; "" where it has said nothing."""
    if s.phase in (SHOWING, OVER):
        return ""
    says = Sayings(s, seat, plain=bool(scene.lesson))
    return _now(says, s, seat) or _last(says, scene, s, seat)


def _has_spoken(s: Any, seat: int) -> bool:
    return (seat - int(s.dealer) - 1) % SEATS < int(s.turn)


def _now(says: Sayings, s: Any, seat: int) -> str:
    """The word that the present phase tells of."""
    if s.phase == TALKING:
        return says.mus() if _has_spoken(s, seat) else ""
    if s.phase == DISCARDING:
        if _has_spoken(s, seat):
            return _cards(int(s.threw[int(s.mus_rounds)][seat]))
        return says.mus()
    if s.phase == WINDOW:
        return _saying(int(s.said[int(s.window)][seat]))
    if s.phase == DECLARING:
        return _declared(says, s, seat)
    if s.phase == BETTING:
        return _bet(says, s, seat) or _declared(says, s, seat)
    return ""


def _cards(n: int) -> str:
    return ngettext("{n} card", "{n} cards", n).format(n=n) if n else _("none")


def _saying(said: int) -> str:
    if said >= ASKED:
        return _("Was that a sign?")
    return f"“{_(PHRASE_WORDS[said - 1])}”" if said else ""


def _declared(says: Sayings, s: Any, seat: int) -> str:
    """The declaration of a seat for the present lance; "" where it has made none."""
    lance = int(s.lance)
    if lance not in (PARES, JUEGO):
        return ""
    said = int((s.pares_said if lance == PARES else s.juego_said)[seat])
    return says.declared(lance, has=said == 2) if said else ""


def _bet(says: Sayings, s: Any, seat: int) -> str:
    """A bet, a raise, or a pass in the present lance."""
    if s.bettor == 0:
        return says.paso() if _has_spoken(s, seat) and may_bet(s, seat) else ""
    bettor = int(s.bettor) - 1
    if seat != bettor:
        leaves = s.left and seat == (bettor + 1) % SEATS
        return says.paso(leaves=True) if leaves else ""
    if s.all_in:
        return says.ordago()
    if s.falta and s.bet == most_bet(s):
        return "A la falta"
    return says.bet(int(s.bet) - int(s.agreed), is_raise=bool(s.agreed))


def _last(says: Sayings, scene: Scene, s: Any, seat: int) -> str:
    """The move that ended a part of the deal: a cut, an answer, the last pass."""
    assert scene.view is not None
    moves = (token for token in reversed(scene.view.tokens) if token.actor >= 0)
    last = next(moves, None)
    if last is None or last.actor != seat:
        return ""
    if last.token == CUT:
        return says.cut()
    if last.token == ACCEPT:
        return says.quiero()
    if last.token == PASS and s.bettor == 0:
        closed = [lance for lance in range(LANCES) if s.outcome[lance] != OPEN]
        outcome = int(s.outcome[closed[-1]]) if closed else OPEN
        if outcome == REFUSED:
            return says.no_quiero(_refused(before.token for before in moves))
        return says.in_paso() if outcome == PASO else ""
    return ""


def _refused(moves: Iterator[int]) -> int:
    """The stones of the bet that was refused, from the moves before, the latest first."""
    bet = next(token for token in moves if token != PASS)
    return 0 if bet == ORDAGO else bet - ENVITE


# -- signs -----------------------------------------------------------------------------------------


def seen_sign(scene: Scene, s: Any, seat: int) -> int:
    """The latest sign about its present cards that the viewer saw ``seat`` give; -1 for none."""
    for window in (ROUNDS + 2, ROUNDS + 1, int(s.mus_rounds)):
        if s.told[window][seat]:
            return int(s.told[window][seat]) - 1
        made = int(s.signed[seat % TEAMS][window][seat // TEAMS])
        if scene.viewer >= 0 and (scene.viewer - seat) % TEAMS:
            right = (scene.viewer + 1) % SEATS == seat
            made = max(made, int(s.caught[scene.viewer][window][0 if right else 1]))
        if made > 1:
            return made - 2
    return -1
