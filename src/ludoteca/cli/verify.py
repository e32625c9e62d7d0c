"""``ludoteca verify``: the shuffle of a finished deal, checked from its record."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from ludoteca.cli import console
from ludoteca.cli.errors import FAILED, WARNED
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.record import read_record
from ludoteca.core.shuffles.verify import SealBroken, Verified, verify

_WIDTH = 96


def check(record: Path) -> int:
    """Check ``record`` and print what was checked; returns the exit code.

    0 where everything agreed, 1 where something did not, 3 where all that was checked agreed and
    some was not: a warning says what. Raises :class:`ludoteca.core.errors.BadInput` for a record
    that cannot be checked.
    """
    read = read_record(record)
    try:
        with console.compilation_notice("verify"):
            verified = verify(read)
    except SealBroken as broken:
        console.say(str(broken), style="red")
        return FAILED
    for line in lines(verified):
        console.stdout().print(line, soft_wrap=True)
    if verified.warning:
        console.say(verified.warning, style="yellow")
        return WARNED
    return 0


def lines(verified: Verified) -> Iterator[str]:
    """A report of the checks that passed, and the shoe."""
    seal = verified.seal
    yield _("The key opens the commitment {commitment} of deal {deal} at table {table}.").format(
        commitment=seal.commitment, deal=seal.deal, table=seal.table
    )
    added = sum(1 for nonce in seal.nonces if nonce)
    if added:
        yield ngettext(
            "{n} seat added random digits of its own.",
            "{n} seats added random digits of their own.",
            added,
        ).format(n=added)
    else:
        yield _("No seat added random digits: the shuffle is the server's alone.")
    yield from _chance(verified)
    for source, order in verified.orders.items():
        yield _("Shoe {n}, from the top:").format(n=source + 1)
        yield textwrap.fill(" ".join(order), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _chance(verified: Verified) -> Iterator[str]:
    n = verified.chance_moves
    if not n:
        yield _("Nothing was left to chance: no card was drawn.")
        return
    yield ngettext(
        "{n} random step was redrawn, {cards} of them from the shoe, and matches.",
        "{n} random steps were redrawn, {cards} of them from the shoe: all match.",
        n,
    ).format(n=n, cards=verified.cards)
