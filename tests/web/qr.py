"""A reader of the QR codes of the pages, made without the library that draws them.

Source: ISO/IEC 18004. It reads versions 1 to 6 of level M in bytes, which a link takes, and
corrects no errors: a page draws none.
"""

import re
from collections.abc import Iterator

_DATA = {1: (1, 16), 2: (1, 28), 3: (1, 44), 4: (2, 32), 5: (2, 43), 6: (4, 27)}
"""By version: the blocks of level M, and the bytes of data in each."""

_MASKS = (
    lambda i, j: (i + j) % 2,
    lambda i, j: i % 2,
    lambda i, j: j % 3,
    lambda i, j: (i + j) % 3,
    lambda i, j: (i // 2 + j // 3) % 2,
    lambda i, j: i * j % 2 + i * j % 3,
    lambda i, j: (i * j % 2 + i * j % 3) % 2,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2,
)
_FORMAT = 0b101010000010010
QUIET = 4  #: modules around the code that a reader needs empty


def links_in(html: str) -> list[str]:
    """What the codes of a page say, in order."""
    drawn = re.findall(r'<svg viewBox="0 0 (\d+) \1" class="segno">(.*?)</svg>', html, re.DOTALL)
    return [_text(_modules(int(size) - 2 * QUIET, inside)) for size, inside in drawn]


def _modules(size: int, drawn: str) -> list[list[int]]:
    """The modules as rows of bits, from the strokes of the path."""
    rows = [[0] * size for _row in range(size)]
    ((left, top, strokes),) = re.findall(r'd="M(\d+) (\d+)\.5([^"]*)"', drawn)
    x, y = int(left), int(top)
    for dx, dy, run in re.findall(r"m(-?\d+) (\d+)|h(\d+)", strokes):
        if run:
            for at in range(x, x + int(run)):
                rows[y - QUIET][at - QUIET] = 1
        x, y = (x + int(run), y) if run else (x + int(dx), y + int(dy))
    return rows


def _text(rows: list[list[int]]) -> str:
    size = len(rows)
    format_at = [
        *((8, n) for n in range(6)),
        (8, 7),
        (8, 8),
        (7, 8),
        *((n, 8) for n in range(5, -1, -1)),
    ]
    told = int("".join(str(rows[i][j]) for i, j in format_at), 2) ^ _FORMAT
    assert told >> 13 == 0, "level M"
    masked = _MASKS[told >> 10 & 7]
    bits = [rows[i][j] ^ (not masked(i, j)) for i, j in _places(size)]
    words = [
        int("".join(map(str, map(int, bits[n : n + 8]))), 2) for n in range(0, len(bits) - 7, 8)
    ]
    blocks, length = _DATA[(size - 17) // 4]
    data = [word for block in range(blocks) for word in words[block : blocks * length : blocks]]
    text = "".join(f"{word:08b}" for word in data)
    assert text[:4] == "0100", "bytes"
    count = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * n : 20 + 8 * n], 2) for n in range(count)).decode()


def _places(size: int) -> Iterator[tuple[int, int]]:
    """The places of the data in their order: up and down in columns of two from the right."""
    up = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for i in range(size - 1, -1, -1) if up else range(size):
            for j in (right, right - 1):
                corner = (i < 9 and (j < 9 or j >= size - 8)) or (i >= size - 8 and j < 9)
                middle = size > 21 and abs(i - size + 7) <= 2 and abs(j - size + 7) <= 2
                if not corner and not middle and 6 not in (i, j):
                    yield i, j
        up = not up
