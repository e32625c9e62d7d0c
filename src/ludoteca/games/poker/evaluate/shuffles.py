"""Shuffles that no player can foresee: their generator is keyed with a secret.

A seed alone is public: it stands in the command, and whoever knows it can shuffle the same cards.
So where files play, the seed is mixed with 128 random bits of this user, which are kept where no
file in a sandbox can read them: the same command deals the same cards again, on this machine.
Outside a sandbox nothing is out of a file's reach; then the bits are drawn anew for every run and
kept nowhere.
"""

from __future__ import annotations

import hmac
import os
import random
import secrets
from contextlib import suppress

from ludoteca.core.storage import data_folder

SECRET_BYTES = 16


class KeyedRandom(random.Random):
    """A generator whose numbers tell nothing about those that follow: HMAC-SHA256 of a counter."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._blocks = 0
        self._bits, self._length = 0, 0
        super().__init__()

    def getrandbits(self, k: int, /) -> int:
        """``k`` random bits."""
        while self._length < k:
            block = hmac.digest(self._key, self._blocks.to_bytes(8), "sha256")
            self._bits |= int.from_bytes(block) << self._length
            self._length += 8 * len(block)
            self._blocks += 1
        found = self._bits & ((1 << k) - 1)
        self._bits >>= k
        self._length -= k
        return found

    def random(self) -> float:
        """A number from 0 to below 1."""
        return self.getrandbits(53) / (1 << 53)


def key_of(secret: bytes, *said: object) -> bytes:
    """The key of the shuffles for what is ``said``, such as a seed and two players."""
    return hmac.digest(secret, repr(said).encode(), "sha256")


def lasting_secret() -> bytes:
    """The secret of this user, made when it is first needed."""
    path = data_folder("poker") / "shuffles.key"
    with suppress(OSError, ValueError):
        found = bytes.fromhex(path.read_text(encoding="ascii"))
        if len(found) == SECRET_BYTES:
            return found
    made = secrets.token_bytes(SECRET_BYTES)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(made.hex())
    return made
