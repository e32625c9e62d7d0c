"""A real game of mus, followed by hand: what is typed, and worlds that fit a hand that is shown.

Own cards, and hands that are shown, are typed together (``RRCA``); of another's discard its number
(``2``, ``servido``), of a declaration ``yes`` or ``no``. With signs every window is asked for, so a
table that makes none is followed with ``--signs none``.
"""

from __future__ import annotations

import numpy as np

from ludoteca.core.i18n import _, fold
from ludoteca.core.ids import CHANCE

from .hands import FACES, HAND, KINDS, code_count, code_of, counts_of, juego_points, pares_key
from .ids import BETTING, DEALING, DECLARING, DISCARDING, SHOWING, TALKING, THREW, YES
from .notation import MOVES, text_of_code
from .rules import MAX_LEGAL, legal_actions
from .worlds.fitting import LEFT, NOW, PAST, read_past

_YES = {"yes", "si", "sim", "has", "tiene", "tem", "on", "kylla", "y", "s"}
_NO = {"no", "nao", "ei", "n"}
_KEEPS = {"servido", "keeps", "0", "nada", "nothing"}


def read_event(seen, actor: int, text: str) -> list[int] | None:
    """The tokens of cards, of a hand shown, of a declaration, or of another's move."""
    words = text.split()
    letters = "".join(words).upper()
    cards = [FACES.index(face) for face in letters] if set(letters) <= set(FACES) else []
    if actor == CHANCE:
        if seen.phase == DEALING:
            return cards or None
        if seen.phase == SHOWING and len(cards) == HAND:
            return [int(code_of(np.bincount(cards, minlength=KINDS)))]
        if seen.phase == DECLARING and fold(words[-1]) in _YES | _NO:
            return [YES if fold(words[-1]) in _YES else 1 - YES]
        return None
    if seen.phase == DISCARDING:
        return _thrown(words[-1])
    if seen.phase in (TALKING, BETTING):
        ids = np.zeros(MAX_LEGAL, np.int64)
        found = MOVES.read(seen, ids[: legal_actions(seen, ids)].tolist(), text)
        return None if found is None else [found]
    return None


def _thrown(word: str) -> list[int] | None:
    """The token of a number of cards thrown face down: ``2``, ``x??``."""
    if fold(word) in _KEEPS:
        return [THREW]
    if word.isdecimal() and len(word) == 1 and int(word) <= HAND:
        return [THREW - int(word)]
    marks = word.removeprefix("x")
    return [THREW - len(marks)] if word[:1] == "x" and set(marks) <= {"?"} else None


def assume(seen, seat: int, token: int) -> bool:
    """The hand that is shown next is known, where no sign or word tells of it."""
    if seen.phase != SHOWING:
        return True
    if _missing(seen, seat, token) or _contradicts(seen, token):
        return False
    if seen.signs == 0 and seen.talk == 0:
        seen.shown[seen.to_move] = token
    return True


def _missing(seen, seat: int, code: int) -> str:
    """The first card of a hand of which too few are left, "" for none."""
    counts = np.zeros((2 * LEFT, KINDS + 1), np.int64)
    read_past(seen, seat, counts, np.zeros(PAST, np.int64))
    own = seen.hand[seat] if int(seen.to_move) == seat else np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        if code_count(code, kind) > counts[NOW, kind] + own[kind]:
            return FACES[kind]
    return ""


def _contradicts(seen, code: int) -> bool:
    """True where the seat has said otherwise of its pares or its juego."""
    me = int(seen.to_move)
    counts = np.array(counts_of(code))
    pares, juego = int(seen.pares_said[me]), int(seen.juego_said[me])
    has_pares, has_juego = pares_key(counts) > 0, juego_points(counts) >= 31
    return (pares > 0 and (pares == 2) != has_pares) or (juego > 0 and (juego == 2) != has_juego)


def known_of(seen, seat: int, token: int) -> str:
    """Say why a hand cannot be shown."""
    if seen.phase != SHOWING:
        return ""
    card = _missing(seen, seat, token)
    if card:
        return _("{cards} cannot be: too few {card} are left").format(
            cards=text_of_code(token), card=card
        )
    if _contradicts(seen, token):
        return _("that hand contradicts what was declared of it")
    return ""
