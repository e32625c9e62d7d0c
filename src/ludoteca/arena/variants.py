"""Rule options with several values: every variant of a sweep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _
from ludoteca.core.options import Options, Value
from ludoteca.lab.text import rules_words

_MOST = 40
_TO = ".."


@dataclass(frozen=True)
class Variant:
    """A variant of a game; ``name`` says what it has that others of its sweep have not."""

    name: str
    options: Options


def variant_words(game: Game, variant: Variant) -> str:
    """The rules that a variant has and others of its sweep have not, in the language in use."""
    return rules_words(game, variant.name)


def sweep(game: Game, given: Mapping[str, str | Value]) -> list[Variant]:
    """The variants that ``given`` asks for, in order; each is played on the same shoes.

    A value may be ``2..5`` or ``2,3,5``.

    Raises
    ------
    BadInput
        for what is no value of an option, and for too many variants

    Examples
    --------
    >>> from ludoteca.core.registry import load_game
    >>> [variant.name for variant in sweep(load_game("nim"), {})]
    ['as it is']
    """
    values = {name: list(_values(str(value))) for name, value in given.items()}
    swept = [name for name, several in values.items() if len(several) > 1]
    variants = []
    for chosen in product(*values.values()):
        options = dict(zip(values, chosen, strict=True))
        name = " ".join(f"{n}={options[n]}" for n in swept) or _("as it is")
        variants.append(Variant(name, game.options(options)))
        if len(variants) > _MOST:
            raise BadInput(_("these are more than {n} variants: sweep less").format(n=_MOST))
    return variants


def _values(text: str) -> Iterator[str]:
    """The values of a text: ``2..5``, ``yes,no``, or one."""
    for part in text.split(","):
        low, to, high = part.partition(_TO)
        if not to:
            yield part
            continue
        try:
            least, most = int(low), int(high)
        except ValueError:
            raise BadInput(_("a sweep is NAME=LOW..HIGH, not {given}").format(given=part)) from None
        if most < least:
            raise BadInput(_("a sweep is NAME=LOW..HIGH, not {given}").format(given=part))
        if most - least >= _MOST:
            raise BadInput(_("these are more than {n} variants: sweep less").format(n=_MOST))
        yield from map(str, range(least, most + 1))
