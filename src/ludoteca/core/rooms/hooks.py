"""Hooks: names that a game may define, with their types; and values compared with types."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from types import UnionType
from typing import Any, Generic, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

Room: TypeAlias = Literal[
    "rules",
    "notation",
    "policy",
    "turns",
    "players",
    "students",
    "odds",
    "assist",
    "solve",
    "census",
    "study",
    "evaluate",
    "face",
    "guide",
]
ROOMS: tuple[Room, ...] = get_args(Room)
_NUMBERS = {int: Integral, float: Real}  # NumPy's are among them

T_co = TypeVar("T_co", covariant=True)
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class Hook(Generic[T_co]):
    """A name that a game may define, of type ``T_co``.

    Attributes
    ----------
    rooms
        The modules in which it is looked for, in this order.
    parameters
        Names, in order, of a function's parameters; None for a constant.
    required
        True where a game that has the room must define it.
    compiled
        True for a function of the kernel, which compiled code calls.
    """

    rooms: tuple[Room, ...]
    name: str
    doc: str
    parameters: tuple[str, ...] | None = None
    required: bool = False
    compiled: bool = False

    def __str__(self) -> str:
        return (
            self.name if self.parameters is None else f"{self.name}({', '.join(self.parameters)})"
        )

    def accepts(self, found: T_co) -> None:  # type: ignore[misc]  # nothing is kept of it
        """Let mypy compare what a game defines with the type of the hook."""


HOOKS: dict[str, Hook[Any]] = {}
"""All hooks by name; no two share one."""


def _add(hook: Hook[Any]) -> Hook[Any]:
    assert hook.name not in HOOKS
    HOOKS[hook.name] = hook
    return hook


def function(
    *rooms: Room, required: bool = False, compiled: bool = False
) -> Callable[[F], Hook[F]]:
    """Make a hook of a signature."""

    def made(signature: F) -> Hook[F]:
        parameters = tuple(inspect.signature(signature).parameters)
        doc = inspect.getdoc(signature) or ""
        return _add(Hook(rooms, signature.__name__, doc, parameters, required, compiled))

    return made


def constant(*rooms: Room, name: str, doc: str, required: bool = False) -> Hook[Any]:
    """Make a hook of a constant."""
    return _add(Hook(rooms, name, doc, None, required))


# -- values compared with the types of annotations ------------------------------------------------


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
