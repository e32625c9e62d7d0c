"""The words of the table as players say them: several ways of each, chosen by what all know.

Which way is said follows from the score, the place and what has been said, and never from a card:
everybody at the table hears the same, and reads it in the log. Buttons and records keep the plain
words. In a guided deal these stand in the bubbles and in the log, too.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from ludoteca.core.i18n import N_, wants_plain_words

from .ids import CHICA, GRANDE, JUEGO, PARES, PUNTO, SEATS, TEAMS

LANCE_NAMES = (N_("grande"), N_("chica"), N_("pares"), N_("juego"), N_("punto"))
PASO_WORD, QUIERO, NO_QUIERO, ORDAGO_WORD = "Paso", "Quiero", "No quiero", "¡Órdago!"
MUS_WORD, CUT_WORD = "Mus", "No hay mus"

_NUMBERS = (
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
)  # fmt: skip
_USUAL = 2  #: stones of a bet that is said without a number
_MANY = 5  #: stones from which a bet is called large
_TO = {GRANDE: "a grande", CHICA: "a chica", PARES: "a pares", JUEGO: "a juego", PUNTO: "al punto"}


def declaration(lance: int, has: bool) -> str:
    """``Tengo pares``, ``Tengo juego`` or ``No``."""
    return f"Tengo {LANCE_NAMES[lance]}" if has else "No"


class Sayings:
    """The words of ``seat`` at a table; the first way of each is the plain one."""

    def __init__(self, s: Any, seat: int, *, plain: bool = False) -> None:
        self.s = s
        self.turn = (seat - int(s.dealer) - 1) % SEATS
        self.is_plain = plain or wants_plain_words()
        score = "-".join(str(int(n)) for n in s.score)
        self.moment = f"{score} {int(s.dealer)} {int(s.mus_rounds)}"

    def mus(self) -> str:
        """A wish to change cards."""
        ways = [MUS_WORD, "Venga, mus", "Por mí, mus"]
        if self.s.mus_rounds:
            ways += ["Otro mus", "Más mus"]
        elif self.turn:
            ways += ["Mus también", "Y mus"]
        return self._one_of("mus", ways)

    def cut(self) -> str:
        """The end of the mus, by a proverb where a rival speaks first."""
        ways = [CUT_WORD, "Corto", "Se acabó el mus" if self.s.mus_rounds else "Nada de mus"]
        if self.turn % TEAMS:
            ways += ["A la mano con un pimiento", "A la mano, ni agua"]
        return self._one_of("cut", ways)

    def paso(self, *, leaves: bool = False) -> str:
        """A pass; ``leaves``: it leaves the answer to the partner."""
        ways = [PASO_WORD, "Yo paso", "Por mí, paso"]
        if leaves:
            ways += ["Paso, tú verás", "Paso: habla tú"]
        elif self.turn:
            ways += ["Paso también", "Y paso"]
        return self._one_of(f"paso {leaves}", ways)

    def in_paso(self) -> str:
        """The last pass of all four."""
        return self._one_of("in paso", [PASO_WORD, "Pues en paso", "Y en paso"])

    def bet(self, n: int, *, is_raise: bool) -> str:
        """A bet or a raise: ``Envido`` for two stones, ``Envido cinco``, ``Tres más``."""
        number = _NUMBERS[n] if n < len(_NUMBERS) else str(n)
        large = number.capitalize()
        if is_raise:
            ways = [f"{large} más", f"Y {number} más", f"Subo {number}", f"Echo {number} más"]
        else:
            envido = "Envido" if n == _USUAL else f"Envido {number}"
            to = _TO[int(self.s.lance)]
            ways = [envido, f"Envido {to}", f"{large} {to}", f"Echo {number}", f"Van {number}"]
            if n != _USUAL:  # an envido without a number is one of two stones
                ways.remove(f"Envido {to}")
        return self._one_of(f"bet {n}", ways)

    def ordago(self) -> str:
        """An órdago, also in the Basque words from which it comes."""
        return self._one_of("órdago", [ORDAGO_WORD, "¡Ahí va: órdago!", "¡Hor dago!"])

    def quiero(self) -> str:
        """A bet accepted."""
        ways = [f"¡{QUIERO}!", "¡Se quiere!", "Pues quiero", "¡Quiero y veo!"]
        return self._one_of("quiero", ways)

    def no_quiero(self, n: int) -> str:
        """A bet of ``n`` stones refused; 0 for an órdago."""
        ways = [NO_QUIERO, "No, no quiero", "No: para vosotros"]
        if n == 0:
            ways += ["No quiero órdago", "Hoy no quiero"]
        elif n >= _MANY:
            ways += ["Son muchas: no"]
        return self._one_of(f"no quiero {n}", ways)

    def declared(self, lance: int, *, has: bool) -> str:
        """Pares or juego, or none."""
        name = LANCE_NAMES[lance]
        yes, no = [f"Sí, {name}", f"{name.capitalize()}, sí"], ["No tengo", f"No: sin {name}"]
        ways = [declaration(lance, has), *(yes if has else no)]
        return self._one_of(f"declared {lance}", ways)

    def _one_of(self, said: str, ways: list[str]) -> str:
        if self.is_plain:
            return ways[0]
        first = crc32(f"{self.moment} {int(self.s.lance)} {said}".encode())
        return ways[(first + self.turn) % len(ways)]  # who speaks next says it in another way
