"""Bodies of plain forms: small, read once, every field a text."""

from __future__ import annotations

from urllib.parse import parse_qsl

from fastapi import Request
from starlette.exceptions import HTTPException

_MOST_FIELDS = 200


async def text_of(request: Request, most: int) -> str:
    """The body as text; raises 413 where it is longer than ``most`` bytes, 400 where no text."""
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise HTTPException(413)
    parts: list[bytes] = []
    length = 0
    async for part in request.stream():
        parts.append(part)
        length += len(part)
        if length > most:
            raise HTTPException(413)
    try:
        return b"".join(parts).decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400) from None


async def fields_of(request: Request, most: int = 16_384) -> dict[str, str]:
    """The fields of a form sent as ``application/x-www-form-urlencoded``, the last of each name."""
    text = await text_of(request, most)
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(400) from None
    return dict(pairs)
