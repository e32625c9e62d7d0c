"""Tokens of people and seats: random, handed over once, stored only as hashes."""

from __future__ import annotations

import hashlib
import re
import secrets

PERSON_COOKIE = "ludoteca_person"
YEAR = 365 * 24 * 3600

_BYTES = 24
_FORM = re.compile(r"[A-Za-z0-9_-]{32}")
_ID_LETTERS = 32
_TABLE = re.compile(r"[A-Za-z0-9]{1,64}")


def new_token() -> str:
    """A token of 24 random bytes in 32 characters that fit into an address."""
    return secrets.token_urlsafe(_BYTES)


def is_token(text: object) -> bool:
    """True where ``text`` has the form of a token."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None


def hash_of(token: str) -> str:
    """The stored form of a token: its SHA-256 in hexadecimal."""
    return hashlib.sha256(token.encode()).hexdigest()


def person_of(token: str) -> str:
    """The opaque id of the person who holds this token, which cannot be told from the id."""
    return hash_of(token)[:_ID_LETTERS]


def new_table_id() -> str:
    """The id of a new table, which cannot be guessed."""
    return secrets.token_urlsafe(9).replace("-", "A").replace("_", "B")


def day_prefix(day: str) -> str:
    """The beginning of the ids of all tables of a day: a date (ISO 8601), with a game after it.

    >>> day_prefix("2026-11-23"), day_prefix("2026-11-23-mus")
    ('day20261123', 'daymus20261123')
    """
    # The game comes first: no prefix begins another.
    return f"day{day[11:]}{day[:10].replace('-', '')}"


def day_table_id(day: str, person: str) -> str:
    """The id of the table of a person on a day: one for each, which others cannot guess."""
    return day_prefix(day) + hash_of(f"{day} {person}")[:_ID_LETTERS]


def is_table_id(text: str) -> bool:
    """True where ``text`` has the form of a table's id."""
    return _TABLE.fullmatch(text) is not None
