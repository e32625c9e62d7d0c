"""Numbers and their accuracy: exact, simulated with an interval, or estimated by a search."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from ludoteca.core.i18n import _, number_text

_SHORT_BITS = 2_000  #: about 600 digits, below every limit that Python can be told to have


@dataclass(frozen=True)
class Exact:
    """An exact number and, where it is a probability, the condition in words that it rests on."""

    value: Fraction
    condition: str = ""

    @property
    def decimal(self) -> float:
        """The nearest float, a probability or points.

        It is 0.0 only where the value is below the smallest float.
        """
        return float(self.value)

    @property
    def fraction(self) -> str:
        """The value as ``n/d``, of any length."""
        n, d = (_digits(part) for part in self.value.as_integer_ratio())
        return n if d == "1" else f"{n}/{d}"

    def to_json(self) -> dict[str, Any]:
        """``{"exact": "n/d", "decimal": x}`` and the condition where there is one."""
        out: dict[str, Any] = {"exact": self.fraction, "decimal": self.decimal}
        if self.condition:
            out["condition"] = self.condition
        return out


def _digits(number: int) -> str:
    """``number`` in decimal digits: Python's own ``str`` refuses numbers above 4,300 of them."""
    if number.bit_length() <= _SHORT_BITS:
        return str(number)
    from flint import fmpz  # imported here: few numbers are so long

    return str(fmpz(number))


@dataclass(frozen=True)
class Simulated:
    """A mean over ``n`` independent samples with its 95 % interval.

    Attributes
    ----------
    mean
        A probability or points, as the samples are.
    n
        The number of samples.
    low, high
        The ends of the interval, in the same unit: a probability or points.
    condition
        The words that say what the samples rest on, where that is not said beside the number.
    """

    mean: float
    n: int
    low: float
    high: float
    condition: str = ""

    @property
    def decimal(self) -> float:
        """The mean, a probability or points, under the name that exact numbers have, too."""
        return self.mean

    def to_json(self) -> dict[str, Any]:
        """``{"simulated": mean, "n": n, "interval95": [low, high]}``, the condition if any."""
        out = {"simulated": self.mean, "n": self.n, "interval95": [self.low, self.high]}
        return {**out, "condition": self.condition} if self.condition else out

    def contains(self, value: float) -> bool:
        """True if ``value``, a probability or points, lies inside the interval."""
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Estimate:
    """An estimate by a search: neither exact nor simulated.

    The numbers of one search compare with each other.

    Attributes
    ----------
    value
        A probability or points.
    ahead
        Moves that the search looked ahead.
    """

    value: float
    ahead: int

    @property
    def decimal(self) -> float:
        """The number, a probability or points."""
        return self.value

    @property
    def condition(self) -> str:
        """The condition that it rests on, in words."""
        return _("as a search of a few moves ahead judges it")

    def to_json(self) -> dict[str, Any]:
        """``{"estimate": x, "ahead": moves}``."""
        return {"estimate": self.value, "ahead": self.ahead}


Number: TypeAlias = Exact | Simulated | Estimate


@dataclass(frozen=True)
class Odd:
    """A number beside the cards: its name in words, and whether it is a chance or points.

    ``given`` is what the number assumes about other players, or how far several differ, in a few
    words; "" for nothing. It is ``best`` where it is the highest of several that compare moves.
    """

    name: str
    value: Number
    chance: bool = True
    given: str = ""
    best: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain data; says whether it is exact, simulated or judged."""
        plain = {"name": self.name, "chance": self.chance, **self.value.to_json()}
        if self.best:
            plain["best"] = True
        return {**plain, "given": self.given} if self.given else plain


def simulated_share(hits: float, n: int, condition: str = "") -> Simulated:
    """The share ``hits / n`` with the Wilson score interval, which holds near 0 and 1 too.

    A sample may count in part, as a draw counts half: then the interval is a little too wide.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    JASA 22 (1927).

    Raises
    ------
    ValueError
        Where there is no sample, or more hits than samples.
    """
    if n <= 0 or not 0 <= hits <= n:
        raise ValueError(f"{hits} hits in {n} samples: need 0 <= hits <= samples and a sample")
    z = 1.959963984540054
    share = hits / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # The ends are exactly 0 and 1 there, which rounding would miss.
    low = 0.0 if hits == 0 else centre - half
    high = 1.0 if hits == n else centre + half
    return Simulated(share, n, low, high, condition)


def simulated_mean(total: float, total_of_squares: float, n: int) -> Simulated:
    """The mean of ``n`` samples, points for example, with its Student t interval.

    ``total`` is the sum of the samples, ``total_of_squares`` that of their squares.

    Raises
    ------
    ValueError
        Where there are fewer than two samples.
    """
    from scipy.special import stdtrit  # imported here: SciPy costs start-up time

    if n < 2:
        raise ValueError("an interval needs at least two samples")
    mean = total / n
    variance = max(0.0, (total_of_squares - n * mean * mean) / (n - 1))
    half = float(stdtrit(n - 1, 0.975)) * math.sqrt(variance / n)
    return Simulated(mean, n, mean - half, mean + half)


def figure(number: float) -> str:
    """A number in three significant digits, without an exponent; no whole digit is left out.

    >>> figure(4001 / 3), figure(1.5), figure(-1 / 300)
    ('1334', '1.5', '−0.00333')
    """
    short = f"{number:.0f}" if abs(number) >= 100 else f"{number:z.3g}"
    return number_text(Decimal(short), "f")


def deals_words(chance: float) -> str:
    """A chance as a count of deals: ``62 of 100 deals``, ``about 1 of 272 deals``."""
    if 0 < chance < 0.1:
        return _("about 1 of {n:,} deals").format(n=round(1 / chance))
    if 0.995 <= chance < 1:
        return _("over 99 of 100 deals")
    return _("{n} of 100 deals").format(n=round(100 * chance))


def chance_words(chance: float) -> str:
    """A chance in words of a sentence: ``37%``, ``0.37% (about 1 in 272)``.

    No line ends before the percent sign.
    """
    if chance == 0 or chance >= 0.1:
        return number_text(f"{100 * chance:.3g}%", "")
    if chance < 1e-9:
        return _("under 1 in a billion")
    words = _("{percent}% (about 1 in {n:,})")
    text = words.format(percent=number_text(100 * chance, ".2g"), n=round(1 / chance))
    return text.replace(" %", "\u00a0%")
