"""The seats of a table: the holder of each, and the names of people, guests and stand-ins."""

from __future__ import annotations

import unicodedata
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, count
from typing import Literal
from zlib import crc32

from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES, N_, _, fold, speaking
from ludoteca.players.factory import RANDOM

Kind = Literal["open", "person", "machine"]

LONGEST_NAME = 24
_MARKS_A_LETTER = 2
_REMEMBERED_ACTS = 64  # more than a client ever has under way
_STANDS_IN = "advanced"  # strong enough to keep a seat, quick enough for every game
_SUGGESTED = (
    N_("Otter"),
    N_("Lynx"),
    N_("Heron"),
    N_("Badger"),
    N_("Swallow"),
    N_("Hedgehog"),
    N_("Dolphin"),
    N_("Squirrel"),
    N_("Owl"),
    N_("Swan"),
    N_("Fox"),
)


@dataclass
class Chair:
    """The state of one seat.

    Attributes
    ----------
    machine : spec of the machine that holds the seat for good, "" at a person's seat
    guest : the number by which a person without a name is called
    name : what a person calls themselves, or the first name of the machine
    taken : a person holds the seat, whose id and name may since have been deleted
    stand_in : spec of the machine that sits in for the person, else ""
    ready : the person asked for the next deal, or to play again
    acts : ids of the last acts made here, by which a repeated one is known
    said_at : time of the last phrase
    undo_refused : decision at which the wish to take back was refused, 0 for none
    since : number of the event by which the person came, 0 where none did
    """

    seat: int
    machine: str = ""
    name: str = ""
    guest: int = 0
    taken: bool = False
    person: str = ""
    stand_in: str = ""
    ready: bool = False
    acts: deque[str] = field(default_factory=lambda: deque(maxlen=_REMEMBERED_ACTS))
    said_at: float = float("-inf")
    undo_refused: int = 0
    since: int = 0

    @property
    def kind(self) -> Kind:
        """The holder of the seat, whether or not a machine sits in."""
        if self.machine:
            return "machine"
        return "person" if self.taken else "open"

    @property
    def mover(self) -> str:
        """Spec of the machine that moves here, "" where a person does."""
        return self.machine or self.stand_in

    @property
    def attended(self) -> bool:
        """True where a person holds the seat and plays: one to be asked and waited for."""
        return self.kind == "person" and not self.stand_in

    @property
    def held_names(self) -> list[str]:
        """The names that nobody else may have: the one here and, in each language, that of a guest.

        A person's name may be deleted, and one without a name come to an open seat.
        """
        names = [self.name]
        if not self.machine:
            for lang in LANGUAGES:
                with speaking(lang):
                    names.append(guest_title(self.guest))
        return names

    @property
    def written(self) -> str:
        """The seat in a record: a name, or a machine's spec."""
        if self.machine:
            return self.machine
        return f"{self.name} ({self.stand_in})" if self.stand_in else self.name


def guest_numbers(machines: Sequence[str]) -> list[int]:
    """The number of each seat as a guest's: people's seats alone are counted.

    One who plays alone with machines is the first guest, whatever the seat.

    >>> guest_numbers(["basic", "", "basic", ""])
    [0, 1, 1, 2]
    """
    return list(accumulate(int(not machine) for machine in machines))


def guest_title(number: int) -> str:
    """The title of a person without a name."""
    return _("Guest {n}").format(n=number)


def suggested_name(visitor: str, taken: Iterable[str] = ()) -> str:
    """A name for who has none yet: the same for a visitor, but none that somebody has."""
    held = set(map(fold, taken))
    first = crc32(visitor.encode())
    names = (_(_SUGGESTED[(first + n) % len(_SUGGESTED)]) for n in range(len(_SUGGESTED)))
    return next((name for name in names if fold(name) not in held), "")


def clean_name(written: str) -> str:
    """A name as it may be shown: one line, at most 24 letters, no control characters.

    Marks that pile up on a letter and characters that turn the line around are left out.

    >>> clean_name("  Ana\\u202e <b> " + chr(0))
    'Ana <b>'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", written[: 40 * LONGEST_NAME]):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") else 0
        if kind.startswith("Z") or letter in "\t\n\r":
            kept.append(" ")
        elif not kind.startswith("C") and marks <= _MARKS_A_LETTER:
            kept.append(letter)
    return " ".join("".join(kept).split())[:LONGEST_NAME].strip()


def free_name(name: str, taken: Iterable[str]) -> str:
    """``name``, with a number after it where somebody at the table has it, in any spelling.

    >>> free_name("aino", ["Aino", "Aino 2"])
    'aino 3'
    """
    held = set(map(fold, taken))
    numbered = (f"{name[: LONGEST_NAME - 4].rstrip()} {n}" for n in count(2))
    return next(free for free in chain([name], numbered) if not free or fold(free) not in held)


def stand_in_for(game: Game) -> str:
    """Spec of the machine that sits in for people at a game's table."""
    levels = game.info.levels
    if not levels:
        return RANDOM
    return _STANDS_IN if _STANDS_IN in levels else levels[-1]
