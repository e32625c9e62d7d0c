"""Values compared with the types of annotations: ``tuple[int, int]``, ``Literal["a", "b"]``."""

from __future__ import annotations

from numbers import Integral, Real
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

_NUMBERS = {int: Integral, float: Real}  # NumPy's are among them


def fits(value: object, kind: Any) -> bool:
    """True where ``value`` is of the type ``kind``: a class, tuple, union or ``Literal``.

    The entries of tuples are looked at too. A truth value is no number.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return value in parts
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[-1] is Ellipsis:
            return all(fits(entry, parts[0]) for entry in value)
        return len(value) == len(parts) and all(map(fits, value, parts))
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind]) and not isinstance(value, bool)
    return isinstance(value, kind)


def kind_text(kind: Any) -> str:
    """The type as annotations write it, with the names of classes alone.

    >>> kind_text(tuple[tuple[int, ...], ...] | None)
    'tuple[tuple[int, ...], ...] | None'
    >>> kind_text(Literal["matches", "deals"])
    "'matches' or 'deals'"
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(map(repr, parts))
    if origin in (Union, UnionType):
        return " | ".join(map(kind_text, parts))
    if origin is not None:
        return f"{origin.__name__}[{', '.join(map(kind_text, parts))}]"
    named = {Ellipsis: "...", type(None): "None"}
    return named.get(kind) or str(kind.__name__)
