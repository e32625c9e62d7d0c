"""Words for the seats around a real table, as the one who follows it calls them.

Who follows the game sits at the south. The words of all four languages are understood at any time.
"""

from __future__ import annotations

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options

_SELF = "me i you south eu voce sul yo tu sur mina sina etela"
_RIGHT = "right east direita leste derecha este oikea ita"
_LEFT = "left west esquerda oeste izquierda vasen lansi"
_ACROSS = "partner across north parceiro parceira norte companero companera pareja pari pohjoinen"
_OTHER = "other opponent rival they adversario adversaria outro outra otro otra vastustaja toinen"


def seat_words(game: Game, options: Options, seat: int) -> dict[str, int]:
    """The seat that each word means to ``seat``; words are as :func:`~ludoteca.core.i18n.fold`."""
    seats = game.num_players(options)
    words = dict.fromkeys(_SELF.split(), seat)
    right = 1 if game.hook(rooms.COUNTER_CLOCKWISE) else seats - 1
    if seats == 2:
        for word in (*_OTHER.split(), *_ACROSS.split()):
            words[word] = 1 - seat
    if seats > 2:
        words |= dict.fromkeys(_RIGHT.split(), (seat + right) % seats)
        words |= dict.fromkeys(_LEFT.split(), (seat - right) % seats)
    if seats == 4:
        words |= dict.fromkeys(_ACROSS.split(), (seat + 2) % seats)
    return words | {f"p{other + 1}": other for other in range(seats)}


def seat_titles(game: Game, options: Options, seat: int) -> list[str]:
    """The name of each seat for the one in ``seat``, in the language in use."""
    seats = game.num_players(options)
    right = 1 if game.hook(rooms.COUNTER_CLOCKWISE) else seats - 1
    titles = [_("Player {n}").format(n=other + 1) for other in range(seats)]
    if seats == 2:
        titles[1 - seat] = _("Other")
    if seats > 2:
        titles[(seat + right) % seats] = _("Right")
        titles[(seat - right) % seats] = _("Left")
    if seats == 4:
        partners = any({seat, (seat + 2) % 4} <= set(side) for side in game.teams(options))
        titles[(seat + 2) % 4] = _("Partner") if partners else _("Across")
    titles[seat] = _("You")
    return titles
