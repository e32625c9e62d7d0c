"""Seeds: what is random in a command repeats with the seed that it names."""

from __future__ import annotations

import secrets

from ludoteca.cli.console import say
from ludoteca.core.i18n import _


def new_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbelow(2**32)


def given_or_new(seed: int | None) -> int:
    """``seed``, or a new one, which is said on standard error."""
    if seed is None:
        seed = new_seed()
        say(_("seed {seed}").format(seed=seed), style="dim")
    return seed
