"""The proxy of ``docs/hosting.md``: nginx, as the page sets it up, on ports of its own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

LONG = 30.0
DOCS = Path(__file__).resolve().parents[3] / "docs" / "hosting.md"
HOST = "play.example.org"
_CERTIFICATE = [
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
]


def needed(*programs: str) -> None:
    """Skip the test where a program is not installed."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def block(language: str, number: int = 0) -> str:
    """A block of the page."""
    found = re.findall(rf"^```{language}\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.M | re.S)
    return found[number]


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def upstream_of(site: str) -> str:
    found = re.search(r"^upstream .*?^}\n", site, re.M | re.S)
    assert found is not None
    return found[0]


class Proxy:
    """nginx with the configuration of the page, in front of servers at these ``host:port``.

    ``changed`` are further changes of the text.
    """

    def __init__(
        self, folder: Path, servers: Sequence[str], changed: Sequence[tuple[str, str]] = ()
    ) -> None:
        self.port, self.plain = free_port(), free_port()
        key, certificate = folder / "key.pem", folder / "cert.pem"
        subprocess.run(
            [*_CERTIFICATE, "-subj", f"/CN={HOST}", "-keyout", key, "-out", certificate],
            check=True, capture_output=True,
        )  # fmt: skip
        site = block("nginx")
        if len(servers) == 2:
            site = site.replace(upstream_of(site), block("nginx", 1))
        for old, new in (
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
            (f"/etc/letsencrypt/live/{HOST}/fullchain.pem", str(certificate)),
            (f"/etc/letsencrypt/live/{HOST}/privkey.pem", str(key)),
            *((f"127.0.0.1:{8377 + number}", server) for number, server in enumerate(servers)),
            *changed,
        ):
            assert old in site
            site = site.replace(old, new)
        temporary = "".join(
            f"{kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = folder / "nginx.conf"
        config.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/errors.log;\n"
            f"events {{}}\nhttp {{\n{temporary}{site}\n}}\n"
        )
        if os.geteuid() == 0:
            config.write_text("user root;\n" + config.read_text())
        self._process = subprocess.Popen(["nginx", "-c", config, "-p", folder])
        deadline = time.monotonic() + LONG
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                assert self._process.poll() is None, (folder / "errors.log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def visitor(self, **headers: str) -> httpx.AsyncClient:
        address = f"https://127.0.0.1:{self.port}"
        return httpx.AsyncClient(
            base_url=address, verify=False, headers={"host": HOST, **headers}, timeout=LONG
        )

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(LONG)
