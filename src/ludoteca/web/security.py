"""Security middleware: host, origin, size and rate of requests, headers and cookie of responses.

The guard is plain ASGI around the whole application. A refusal is one sentence and the right
status; a WebSocket is refused after its handshake, because only then does a browser see the code
that says why.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
import time
import unicodedata
from urllib.parse import urlsplit

from markupsafe import escape
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.core.i18n import _
from ludoteca.web.fair_shares import Rates
from ludoteca.web.settings import Settings
from ludoteca.web.tokens import PERSON_COOKIE, YEAR, is_token, new_token

log = logging.getLogger("ludoteca.web")

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITES = frozenset({"", "same-origin", "none"})
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([\w.-]+))(?::\d{1,5})?", re.ASCII)

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; object-src 'none'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    # With no-referrer browsers would say "Origin: null" when they send our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def clean_line(written: str) -> str:
    """``written`` in one line, without control characters and what is no character.

    >>> clean_line("two \\n lines" + chr(0) + chr(0xD800))
    'two lines'
    """
    kinds = ((letter, unicodedata.category(letter)) for letter in " ".join(written.split()))
    return "".join(letter for letter, kind in kinds if kind not in ("Cc", "Cs"))


def address_of(scope: Scope) -> str:
    """The address that bounds count; in IPv6 the /64 network, which one visitor has."""
    client = scope.get("client")
    text = str(client[0]) if client else ""
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return text
    if parsed.version == 4:
        return text
    if parsed.ipv4_mapped is not None:  # IPv4 mapped into IPv6, at a server that listens to both
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed), 64), strict=False))


def is_loopback(scope: Scope) -> bool:
    """True where the request comes from this machine itself."""
    client = scope.get("client")
    return (
        client is not None
        and _is_address(client[0])
        and ipaddress.ip_address(client[0]).is_loopback
    )


class Origins:
    """The host names that this server answers to, and the origins that may connect.

    A host is an address, this machine, or a name of the settings. A foreign name that was made to
    point here (DNS rebinding) is refused.
    """

    def __init__(self, settings: Settings) -> None:
        self._listed = frozenset(origin.rstrip("/").lower() for origin in settings.origins)
        own = {"localhost", socket.gethostname().lower(), settings.host.lower()}
        own |= {f"{name}.local" for name in own}
        own |= {urlsplit(origin).hostname or "" for origin in self._listed}
        self._names = frozenset(own - {""})

    def knows_host(self, host: str) -> bool:
        """True where the header ``Host`` names this server."""
        found = _HOST.fullmatch(host)
        name = (found[1] or found[2]).lower() if found else ""
        return name in self._names or _is_address(name)

    def allows(self, origin: str | None, host: str) -> bool:
        """True where a page of ``origin`` may send requests; only browsers name one."""
        if origin is None:
            return True
        if origin.lower() in self._listed:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware: host, origin, rate and size of requests; headers and cookie of responses."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._limits = settings.limits
        self._takes_files = settings.is_local
        self._origins = Origins(settings)
        self._rates = Rates(self._limits.requests_a_second, self._limits.requests_at_once)
        self._now = time.monotonic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request (ASGI)."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            scope["ludoteca.refusal"] = self._websocket_refusal(scope)
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = _Answer(scope, send)
        refusal = self._http_refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, answer.send)
            return
        body = _BoundedBody(receive, self._most(scope))
        await self._app(scope, body.receive, answer.send)

    def _http_refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._origins.knows_host(host):
            return _refused(
                headers,
                421,
                "forbidden",
                _("This server does not answer to the name {host}.").format(host=host[:80]),
            )
        if not self._rates.take(address_of(scope), self._now()):
            return _refused(headers, 429, "too-fast", _("Too many requests; wait a few seconds."))
        if scope["method"] not in _SAFE_METHODS and not self._from_here(headers, host):
            sentence = _("This came from another site, so it was refused.")
            return _refused(headers, 403, "forbidden", sentence)
        declared = headers.get("content-length", "0")
        if not declared.isdigit() or int(declared) > self._most(scope):
            return _refused(headers, 413, "too-big", _("This is too long."))
        return None

    def _from_here(self, headers: Headers, host: str) -> bool:
        site = headers.get("sec-fetch-site", "")
        origin = headers.get("origin")
        if origin is None or origin == "null":
            return site in ({"same-origin"} if origin else _OWN_SITES)
        return self._origins.allows(origin, host)

    def _websocket_refusal(self, scope: Scope) -> int | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._origins.knows_host(host):
            return 4403
        if not self._origins.allows(headers.get("origin"), host):
            return 4403
        if not self._rates.take(address_of(scope), self._now()):
            return 4429
        return None

    def _most(self, scope: Scope) -> int:
        # A record in a form has three bytes for some of its characters.
        limits = self._limits
        if self._takes_files and "/study/" in scope["path"]:
            return limits.files_bytes
        return 3 * limits.record_bytes if "record" in scope["path"] else limits.message_bytes


class _BoundedBody:
    """A request's body; reading more than it may hold raises 413."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._left = receive, most

    async def receive(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(413)
        return message


class _Answer:
    """A response: adds our headers and, for a new visitor, their cookie."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if is_encrypted(self._scope):
                headers.setdefault("strict-transport-security", f"max-age={YEAR}")
            if self._is_first_page(message["status"], headers):
                headers.append("set-cookie", person_cookie(new_token(), self._scope))
        await self._send(message)

    def _is_first_page(self, status: int, headers: MutableHeaders) -> bool:
        given = Headers(scope=self._scope)
        html = headers.get("content-type", "").startswith("text/html")
        # A link from another site comes without our cookie even where there is one.
        here = given.get("sec-fetch-site", "") in _OWN_SITES
        name = person_cookie_name(self._scope)
        known = is_token(cookie_of(self._scope)) or any(
            cookie.startswith(name) for cookie in headers.getlist("set-cookie")
        )
        return status == 200 and html and here and not known


def is_encrypted(scope: Scope) -> bool:
    """True where the visitor reached the server, or its proxy, by TLS."""
    return scope.get("scheme") in ("https", "wss")


def person_cookie_name(scope: Scope) -> str:
    """The name of the person's cookie; by TLS one that no other host of the domain can set."""
    return f"__Host-{PERSON_COOKIE}" if is_encrypted(scope) else PERSON_COOKIE


def cookie_of(scope: Scope) -> str:
    """The secret of the person in the cookies, "" where there is none."""
    wanted = person_cookie_name(scope)
    for part in Headers(scope=scope).get("cookie", "").split(";"):
        name, _equals, value = part.strip().partition("=")
        if name == wanted:
            return value
    return ""


def person_cookie(token: str, scope: Scope) -> str:
    """The header that sets the visitor's cookie to ``token``, or deletes it where empty."""
    name, secure = person_cookie_name(scope), "; Secure" if is_encrypted(scope) else ""
    age = YEAR if token else 0
    return f"{name}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}"


def _refused(headers: Headers, status: int, code: str, sentence: str) -> Response:
    """A refusal before any page is drawn: a bare page where a browser shows it, else JSON."""
    if "text/html" not in headers.get("accept", ""):
        return JSONResponse({"code": code, "sentence": sentence}, status_code=status)
    # Who came too fast is shown the page that was asked for as soon as there is room.
    again = '<meta http-equiv="refresh" content="5">' if status == 429 else ""
    head = f'<!doctype html><meta charset="utf-8"><title>Ludoteca</title>{again}'
    return HTMLResponse(f"{head}<p>{escape(sentence)}</p>", status_code=status)
