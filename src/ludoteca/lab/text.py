"""Values of answers in words: fields that stand alone, cells of tables, and headings.

Numbers are written from their plain data (:func:`~ludoteca.core.answers.plain`), so that an answer
reads alike as it is found and as it was kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ludoteca.core.answers import Name, plain
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _, number_text
from ludoteca.core.player_names import PLAYER_COLUMNS, cell_words, is_level, labels_of

Number = Mapping[str, Any]
"""An exact or a simulated number as plain data."""

LONGEST_FRACTION = 50  #: letters of a fraction that stands alone
_LONGEST_INTEGER = 4_000  #: digits, below every limit that Python can be told to have


def heading(name: str) -> str:
    """The name of a field, table or column in words, in the language in use."""
    return _(name.replace("_", " ").strip())


def duration(seconds: float) -> str:
    """A time in words, in the largest unit of which there are two or more.

    >>> duration(90), duration(7_200), duration(1e7)
    ('90 seconds', '2 hours', '116 days')
    """
    for unit, words in _UNITS:
        if seconds >= 2 * unit:
            return _(words).format(n=seconds / unit)
    return _("{n:.0f} seconds").format(n=max(seconds, 2.0))


_UNITS = (
    (31_557_600, N_("{n:,.0f} years")),
    (86_400, N_("{n:.0f} days")),
    (3_600, N_("{n:.0f} hours")),
    (60, N_("{n:.0f} minutes")),
)


def in_words(game: Game | None, name: str, cell: Any) -> Any:
    """A plain cell of the field or column ``name`` with labels for ids, as people read it.

    ``game``, its players and its rule options have labels; players are also the keys of a mapping,
    where each has a number, and so are the options, where they are listed. A list of players is
    one text; ids stand where two players have the same label.
    """
    if game is None or is_exact(cell) or is_simulated(cell):
        return cell
    options = {option.name: option for option in game.schema}
    if isinstance(cell, Mapping):
        docs = {key: _(options[key].doc) for key in cell if name == "options" and key in options}
        others = {key: key for key in cell if key.isidentifier() and not is_level(game.info, key)}
        words = labels_of(game.info, cell) | others | docs
        return {words[key]: in_words(game, key, part) for key, part in cell.items()}
    if isinstance(cell, list):
        if cell and name in PLAYER_COLUMNS and all(isinstance(part, str) for part in cell):
            words = labels_of(game.info, cell)
            return ", ".join(words[part] for part in cell)
        return [in_words(game, name, part) for part in cell]
    if name in options and cell in options[name].choices:
        return options[name].label(cell)
    if name in ("variant", "from", "to") and isinstance(cell, str):
        return rules_words(game, cell)
    if name == "game" and cell == game.name:
        return _(game.info.title)
    return cell_words(game.info, name, cell)


def rules_words(game: Game, variant: str) -> str:
    """The name of a variant, ``players=3 retreat=yes``, in words; a name without rules as it is."""
    options = {option.name: option for option in game.schema}
    parts = [part.partition("=") for part in variant.split()]
    if not all(name in options for name, _is, _value in parts):
        return variant
    return ", ".join(f"{_(options[n].doc)}: {options[n].label(value)}" for n, _is, value in parts)


def is_exact(cell: Any) -> bool:
    """True for an exact number as plain data."""
    return isinstance(cell, Mapping) and "exact" in cell


def is_simulated(cell: Any) -> bool:
    """True for a simulated number as plain data."""
    return isinstance(cell, Mapping) and "simulated" in cell


def number_in(cell: Any) -> float | None:
    """The number in a plain cell, None where there is none."""
    if isinstance(cell, Mapping):
        found = cell.get("decimal", cell.get("simulated"))
        return None if found is None else float(found)
    return float(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else None


def field_text(value: Any, longest: int = LONGEST_FRACTION) -> str:
    """A value that stands alone: exact and simulated numbers say which they are.

    Fractions of up to ``longest`` letters are written out.

    >>> from fractions import Fraction
    >>> from ludoteca.core.numbers import Exact
    >>> field_text(Exact(Fraction(1, 3), "a fair coin"))
    '1/3 ≈ 0.333333  (exact: a fair coin)'
    """
    return text(plain(value), partial(_field_number, longest=longest))


def cell_text(cell: Any, longest: int = 0) -> str:
    """A cell of a table: exact numbers as decimals, simulated ones with their interval.

    Fractions of up to ``longest`` letters are written out. A simulated number has as many digits
    as its interval leaves certain.

    >>> from fractions import Fraction
    >>> from ludoteca.core.numbers import Exact, Simulated
    >>> cell_text(Exact(Fraction(1, 3))), cell_text((1, None)), cell_text(12345)
    ('0.333333', '1 –', '12,345')
    >>> cell_text(Exact(Fraction(1, 3)), longest=24)
    '1/3 ≈ 0.333333'
    >>> cell_text(Simulated(0.0125, 50, -0.0609755, 0.0859755))
    '0.013 [−0.061 … 0.086]'
    """
    return text(plain(cell), partial(_cell_number, longest=longest))


def _field_number(number: Number, longest: int) -> str:
    condition = number.get("condition", "")
    if is_exact(number):
        said = _("exact: {condition}").format(condition=condition) if condition else _("exact")
        return f"{_exact_text(number, longest)}  ({said})"
    found = _("{mean:.6g}  (simulated: n = {n:,}, 95% interval {interval})").format(
        mean=number["simulated"],
        n=number["n"],
        interval=" … ".join(number_text(end, ".6g") for end in number["interval95"]),
    )
    return f"{found[:-1]}; {condition})" if condition else found


def _cell_number(number: Number, longest: int) -> str:
    if is_exact(number):
        return _exact_text(number, longest)
    low, high = number["interval95"]
    mean, low, high = _rounded((number["simulated"], low, high), (high - low) / 2)
    return f"{mean} [{low} … {high}]"


def _rounded(numbers: Sequence[float], error: float) -> list[str]:
    """``numbers`` to the place of the second digit of ``error``."""
    if not 1e-6 < error < math.inf:
        return [number_text(number, ".6g") for number in numbers]
    places = max(0, 1 - math.floor(math.log10(error)))
    # To add 0 makes of -0.0, which a small number is rounded to, plain 0.
    return [number_text(round(number, places) + 0.0, f".{places}f") for number in numbers]


def _exact_text(number: Number, longest: int) -> str:
    fraction, decimal = number["exact"], number_text(number["decimal"], ".6g")
    if "/" not in fraction:
        return number_text(int(fraction), ",") if len(fraction) < _LONGEST_INTEGER else fraction
    return f"{number_text(fraction, '')} ≈ {decimal}" if len(fraction) <= longest else decimal


def text(
    cell: Any,
    of_number: Callable[[Number], str],
    of_float: Callable[[float], str] = lambda number: number_text(number, ".6g"),
) -> str:
    """A plain cell in words, with its numbers written by ``of_number`` and ``of_float``."""
    if cell is None:
        return "–"
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, int):
        return number_text(cell, ",")
    if isinstance(cell, float):
        return of_float(cell)
    if is_exact(cell) or is_simulated(cell):
        return of_number(cell)
    if isinstance(cell, Mapping):
        parts = cell.items()
        return "; ".join(f"{heading(n)} {text(part, of_number, of_float)}" for n, part in parts)
    if isinstance(cell, list):
        return " ".join(text(part, of_number, of_float) for part in cell) or "–"
    return heading(cell) if isinstance(cell, Name) else str(cell)
