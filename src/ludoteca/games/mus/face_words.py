"""The words in the bubbles of the seats, read off the record and the last move."""

from __future__ import annotations

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
    JUEGO,
    LANCES,
    OPEN,
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
from .notation import (
    CUT_WORD,
    MUS_WORD,
    NO_QUIERO,
    ORDAGO_WORD,
    PASO_WORD,
    PHRASE_WORDS,
    QUIERO,
    declaration,
)
from .rules import may_bet, most_bet
from .signs import ASKED

_NUMBERS = (
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
)  # fmt: skip
_USUAL = 2  #: stones of a bet that is said without a number

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene


def said(scene: Scene, s: Any, seat: int) -> Markup:
    """The bubble of a seat: a bet stays until it is answered, other words go after a while."""
    text = word_of(scene, s, seat)
    stays = s.phase == BETTING and int(s.bettor) == seat + 1
    looks = classes("loud" if text == ORDAGO_WORD else "", "" if stays else "passing")
    moment = f"{int(s.mus_rounds)}-{int(s.window)}-{int(s.lance)}"
    # Bets and answers are Spanish everywhere; numbers of cards and phrases are translated.
    translated = (s.phase == DISCARDING and text != MUS_WORD) or (
        s.phase == WINDOW and int(s.said[int(s.window)][seat])
    )
    lang = "" if translated else "es"
    return bubble(text, look=looks or "", moment=moment, lang=lang)


def word_of(scene: Scene, s: Any, seat: int) -> str:
    """The word that ``seat`` said last in this part of the deal; "" where it has said nothing."""
    if s.phase in (SHOWING, OVER):
        return ""
    return _now(s, seat) or _last(scene, s, seat)


def _now(s: Any, seat: int) -> str:
    """The word that the present phase tells of."""
    turn = (seat - int(s.dealer) - 1) % SEATS
    has_spoken = turn < int(s.turn)
    if s.phase == TALKING:
        return MUS_WORD if has_spoken else ""
    if s.phase == DISCARDING:
        return _cards(int(s.threw[int(s.mus_rounds)][seat])) if has_spoken else MUS_WORD
    if s.phase == WINDOW:
        return _saying(int(s.said[int(s.window)][seat]))
    if s.phase == DECLARING:
        return declared(s, seat, int(s.lance))
    if s.phase == BETTING:
        return _bet(s, seat) or declared(s, seat, int(s.lance))
    return ""


def _cards(n: int) -> str:
    return ngettext("{n} card", "{n} cards", n).format(n=n) if n else _("none")


def _saying(said: int) -> str:
    if said >= ASKED:
        return _("Was that a sign?")
    return f"“{_(PHRASE_WORDS[said - 1])}”" if said else ""


def declared(s: Any, seat: int, lance: int) -> str:
    """``Tengo pares`` or ``No``: what a seat declared for a lance."""
    if lance not in (PARES, JUEGO):
        return ""
    said = int((s.pares_said if lance == PARES else s.juego_said)[seat])
    return declaration(lance, said == 2) if said else ""


def _bet(s: Any, seat: int) -> str:
    """A bet, a raise, or a pass in the present lance."""
    if s.bettor == 0:
        has_spoken = (seat - int(s.dealer) - 1) % SEATS < int(s.turn)
        return PASO_WORD if has_spoken and may_bet(s, seat) else ""
    bettor = int(s.bettor) - 1
    if seat != bettor:
        return PASO_WORD if s.left and seat == (bettor + 1) % SEATS else ""
    if s.all_in:
        return ORDAGO_WORD
    if s.falta and s.bet == most_bet(s):
        return "A la falta"
    return _spoken(int(s.bet) - int(s.agreed), bool(s.agreed))


def _spoken(n: int, is_raise: bool) -> str:
    """A bet as it is said: ``Envido`` for two stones, ``Envido cinco``, ``Tres más``."""
    number = _NUMBERS[n] if n < len(_NUMBERS) else str(n)
    if is_raise:
        return f"{number.capitalize()} más"
    return "Envido" if n == _USUAL else f"Envido {number}"


def _last(scene: Scene, s: Any, seat: int) -> str:
    """The move that ended a part of the deal: a cut, an answer, the last pass."""
    assert scene.view is not None
    moves = (token for token in reversed(scene.view.tokens) if token.actor >= 0)
    last = next(moves, None)
    if last is None or last.actor != seat:
        return ""
    if last.token == CUT:
        return CUT_WORD
    if last.token == ACCEPT:
        return f"¡{QUIERO}!"
    if last.token == PASS and s.bettor == 0:
        closed = [lance for lance in range(LANCES) if s.outcome[lance] != OPEN]
        outcome = int(s.outcome[closed[-1]]) if closed else OPEN
        return {PASO: PASO_WORD, REFUSED: NO_QUIERO}.get(outcome, "")
    return ""


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
