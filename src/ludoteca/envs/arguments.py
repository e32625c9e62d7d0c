"""Arguments of environments, checked as rule options are: a wrong one is one sentence."""

from __future__ import annotations

from typing import Any

from ludoteca.core.options import Parameter


def whole_number(name: str, given: Any, low: float | None = None, high: float | None = None) -> int:
    """The argument ``name``, a whole number: at least the number ``low`` and at most ``high``.

    None is no bound; a bound of infinite points to either side is one too.

    Raises
    ------
    BadInput
        for anything else, with one sentence that names the argument

    Examples
    --------
    >>> whole_number("threads", "4", 1)
    4
    """
    return Parameter("", low, high, name=name, kind=int).parse(given)


def one_of(name: str, given: Any, *known: str) -> str:
    """The argument ``name``, one of ``known``.

    Raises
    ------
    BadInput
        for anything else, with what there is

    Examples
    --------
    >>> one_of("device", "cpu", "cpu", "cuda")
    'cpu'
    """
    return Parameter("", name=name, kind=str, choices=known).parse(given)
