"""The sealed shoe: a shuffle to which a table commits before the deal, and that anybody can redo.

The server draws a random key and shows its commitment; each seat may then add a nonce; the deal is
dealt from the orders that key and nonces decide together; once the deal is over the key is shown.
A deal that goes on from a record has moves that were given, not dealt: the commitment binds them
too.
Everything is SHA-256 and HMAC-SHA256 over short ASCII texts, so that any language can redo it:
``docs/fair-shuffles.md`` states it byte by byte, with numbers to check against.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ludoteca.core import calls
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import _
from ludoteca.core.ids import CHANCE, NO_DRAW
from ludoteca.core.shuffles.shoe import OrderedShoe, kinds_of_cards

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.options import Options
    from ludoteca.core.state import Move, State

VERSION = 2
"""Of new seals. The commitment of version 1 binds neither how many moves were given nor which."""

_SPAN = 2**64  # numbers are the first eight bytes of a digest
_HEAD = ("seal", "table", "deal", "commitment")
_NO_NONCE = "-"
_DAY = "day-"

_TABLE = re.compile(r"[!-~]{1,64}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{0,64}")


def new_key() -> str:
    """A random key: 32 bytes as 64 hex digits."""
    return secrets.token_hex(32)


def given_hash(moves: Iterable[tuple[int, str]]) -> str:
    """The hash of given moves, each an actor and the text of its move; "" where none is given."""
    lines = [f"{'*' if actor == CHANCE else actor} {text}" for actor, text in moves]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest() if lines else ""


def shuffle_of(day: str) -> str:
    """The name that stands for the table in the seal of a day (ISO 8601), the same at all tables.

    >>> shuffle_of("2026-11-23")
    'day-2026-11-23'
    """
    return f"{_DAY}{day}"


def checked_nonce(value: str) -> str:
    """Return ``value`` in small letters.

    Raises
    ------
    BadInput
        Unless it is at most 64 hexadecimal digits.
    """
    nonce = value.lower()
    if not _NONCE.fullmatch(nonce):
        raise BadInput(_("a nonce is at most 64 hexadecimal digits"))
    return nonce


@dataclass(frozen=True)
class Seal:
    """The commitment, key and nonces of a deal's shuffle; raises :class:`BadInput` if malformed.

    Attributes
    ----------
    table
        The table's id, at most 64 printable ASCII characters without spaces.
    deal
        The number of the deal at that table.
    key
        64 hex digits in small letters, secret while the deal lasts; "" where it is not shown.
    nonces
        By seat, at most 64 hex digits in small letters; "" from a seat that added nothing.
    commitment
        64 hex digits, shown before the deal.
    given
        How many moves at the start of the record were taken over from another record, not dealt.
    given_hash
        Their :func:`given_hash`, 64 hex digits; "" where the key is not shown, since with it hidden
        cards among them could be guessed, and in version 1.
    version
        Of the seal.

    Raises
    ------
    BadInput
        Where a part is not written as a seal has it.
    """

    table: str
    deal: int
    key: str
    nonces: tuple[str, ...]
    commitment: str
    given: int = 0
    given_hash: str = ""
    version: int = VERSION

    def __post_init__(self) -> None:
        if not _TABLE.fullmatch(self.table):
            raise BadInput(_("a table's id is at most 64 letters, digits and signs, no spaces"))
        if self.key and not _DIGEST.fullmatch(self.key):
            raise BadInput(_("the key of a seal is 64 hexadecimal digits in small letters"))
        if not _DIGEST.fullmatch(self.commitment):
            raise BadInput(_("the commitment of a seal is 64 hexadecimal digits in small letters"))
        if not all(_NONCE.fullmatch(nonce) for nonce in self.nonces):
            raise BadInput(_("a nonce is at most 64 hexadecimal digits"))
        if self.deal < 0 or self.given < 0:
            raise BadInput(_("the head of the record has a number that cannot be read"))

    @classmethod
    def made(
        cls,
        table: str,
        deal: int,
        key: str,
        nonces: tuple[str, ...] = (),
        given: Sequence[tuple[int, str]] = (),
        version: int = VERSION,
    ) -> Seal:
        """The seal of a deal, with its commitment; ``given`` has actor and text of given moves."""
        digest = given_hash(given) if version > 1 else ""
        open_seal = cls(table, deal, key, nonces, "0" * 64, len(given), digest, version)
        return replace(open_seal, commitment=open_seal.expected_commitment())

    @property
    def of_a_day(self) -> bool:
        """True for the seal of a deal of the day, whose key is shown when the day is over."""
        return self.table.startswith(_DAY)

    def expected_commitment(self) -> str:
        """The commitment that the key and, from version 2 on, the given moves make."""
        given = [] if self.version == 1 else [str(self.given), self.given_hash]
        head = f"ludoteca commitment {self.version}"
        text = "\n".join([head, self.table, str(self.deal), *given, self.key])
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    def closed(self) -> Seal:
        """The seal without its key: what a running deal shows."""
        return replace(self, key="", given_hash="")

    def keeps_its_promise(self) -> bool:
        """True where key and given moves are those that were committed to."""
        return bool(self.key) and self.expected_commitment() == self.commitment

    def lines(self) -> list[str]:
        """The seal in the head of a record; :func:`seal_from_lines` reads it back.

        All but the hash of the given moves, which the record has itself.
        """
        lines = [f"seal: {self.version}", f"table: {self.table}", f"deal: {self.deal}"]
        lines.append(f"commitment: {self.commitment}")
        lines += [f"nonce: {nonce or _NO_NONCE}" for nonce in self.nonces]
        if self.given:
            lines.append(f"given: {self.given}")
        return [*lines, f"key: {self.key}"] if self.key else lines

    def to_json(self) -> dict[str, Any]:
        """Plain data; the key is None where it is not shown."""
        data = asdict(self)
        return {**data, "nonces": list(self.nonces), "key": self.key or None}


def seal_from_lines(head: Mapping[str, str], nonces: Sequence[str]) -> Seal | None:
    """The seal in the head of a record; None where there is none.

    ``head`` has the lines of which there is one, by name; ``nonces`` those of the seats in order.

    Raises
    ------
    BadInput
        Where a line is missing or cannot be read, or the seal is of an unknown version.
    """
    if not nonces and not any(name in head for name in _HEAD):
        return None
    missing = [name for name in _HEAD if name not in head]
    if missing:
        text = _("the seal of the record is not whole: it has no line '{name}'")
        raise BadInput(text.format(name=missing[0]))
    if head["seal"] not in ("1", "2"):
        text = _("the seal of the record is of version {found}; this program knows 1 and 2")
        raise BadInput(text.format(found=head["seal"]))
    try:
        deal, given = int(head["deal"]), int(head.get("given", 0))
    except ValueError:
        raise BadInput(_("the head of the record has a number that cannot be read")) from None
    added = tuple("" if nonce == _NO_NONCE else nonce for nonce in nonces)
    parts = (head["table"], deal, head.get("key", ""), added, head["commitment"])
    return Seal(*parts, given=given, version=int(head["seal"]))


class SealedShoe(OrderedShoe):
    """The shoe that a seal's key and nonces decide.

    What it draws depends on the seal and on the moves of the state alone: a shoe made anew for a
    table that was restored, or asked again after a move that could not be kept, or after moves were
    taken back, draws what the first would have drawn. Moves that another shoe dealt are taken as
    they are.

    Raises
    ------
    BadInput
        Where the seal is closed, without its key.
    """

    def __init__(self, game: Game, options: Options, seal: Seal) -> None:
        super().__init__(kinds_of_cards(game, options))
        if not seal.key:
            raise BadInput(_("the seal is closed: its key is shown when the deal is over"))
        self._seed = _seed(seal)
        self._known: list[Move | tuple[int, int]] = []

    def draw(self, state: State) -> int:
        """The id of the coming chance move: the next card of the order, or chance."""
        if not self._knows(state):
            self._replay(state)
        action = super().draw(state)
        self._known = [*state.moves, (CHANCE, action)]
        return action

    def _knows(self, state: State) -> bool:
        """True where nothing was dealt in ``state`` but what this shoe has dealt."""
        n = len(self._known)
        return state.moves[:n] == self._known and all(m.actor != CHANCE for m in state.moves[n:])

    def _replay(self, state: State) -> None:
        """Take the cards that were dealt in ``state``."""
        self._in_deck = set(range(len(self.kinds)))
        self.drawn = []
        before = state.game.new_state(state.options, state.standing)
        for actor, action in state.moves:
            if actor == CHANCE:
                self._take_dealt(before, action)
            before.apply_unchecked(action)

    def _take_dealt(self, before: State, kind: int) -> None:
        source = int(calls.draw_source(before.record, 0))
        if source == NO_DRAW:
            return
        self._follow(before.record["deck"][0])
        present = (c for c in self.order(source) if c in self._in_deck)
        self._take(source, next(c for c in present if self.kinds[c] == kind))

    def _shuffle(self, source: int) -> list[int]:
        """Fisher and Yates from the last place to the second, by rejection: no order is favoured.

        Source: Knuth, The Art of Computer Programming 2, section 3.4.2, algorithm P.
        """
        numbers = _numbers(self._seed, f"order {source}")
        order = list(range(len(self.kinds)))
        for last in range(len(order) - 1, 0, -1):
            place = below(last + 1, numbers)
            order[last], order[place] = order[place], order[last]
        return order

    def _chance(self, state: State) -> int:
        """The outcome that the number for the deal's k-th chance move picks, draws counted too."""
        k = sum(move.actor == CHANCE for move in state.moves)
        u = (next(_numbers(self._seed, f"chance {k}")) >> 11) / 2**53
        outcomes = state.chance_outcomes()
        for action, probability in outcomes:
            u -= probability
            if u < 0.0:
                return action
        return outcomes[-1][0]


def below(n: int, numbers: Iterator[int], span: int = _SPAN) -> int:
    """A number below ``n``, each equally likely where those of ``numbers`` below ``span`` are.

    The numbers that would make some likelier than others are passed over.
    """
    whole = span - span % n
    return next(x for x in numbers if x < whole) % n


def _seed(seal: Seal) -> bytes:
    head = f"ludoteca shuffle {seal.version}"
    text = "\n".join([head, seal.table, str(seal.deal), *seal.nonces])
    return hmac.digest(bytes.fromhex(seal.key), text.encode("ascii"), "sha256")


def _numbers(seed: bytes, label: str) -> Iterator[int]:
    """Random numbers below 2**64, without end."""
    counter = 0
    while True:
        digest = hmac.digest(seed, f"{label} {counter}".encode("ascii"), "sha256")
        yield int.from_bytes(digest[:8], "big")
        counter += 1
