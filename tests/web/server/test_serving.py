"""The command ``serve``: sockets, addresses, and a process that ends cleanly."""

import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest
from servers import QUICK, opened, table_for_two

from ludoteca.core.errors import BadInput
from ludoteca.web import server
from ludoteca.web.server import address_for_others, address_of, listen
from ludoteca.web.settings import Settings


def test_the_next_free_port_is_taken_unless_one_was_asked_for() -> None:
    with listen(Settings(port=0), port_is_wanted=True) as first:
        taken = first.getsockname()[1]
        with listen(Settings(port=taken), port_is_wanted=False) as second:
            assert second.getsockname()[1] != taken
        with pytest.raises(BadInput, match=str(taken)):
            listen(Settings(port=taken), port_is_wanted=True)


def test_the_address_is_one_that_a_browser_opens() -> None:
    with listen(Settings(host="0.0.0.0", port=0), port_is_wanted=True) as everywhere:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", address_of(everywhere))


def test_others_are_told_an_address_that_is_not_this_machines_name_for_itself() -> None:
    with listen(Settings(host="0.0.0.0", port=0), port_is_wanted=True) as everywhere:
        told = address_for_others(everywhere)
        # A machine without a network has no such address.
        assert told is None or re.fullmatch(r"http://(?!127\.)[\d.]+:\d+", told)
    with listen(Settings(port=0), port_is_wanted=True) as alone:
        assert address_for_others(alone) is None


def test_a_journal_that_cannot_be_opened_is_one_sentence(monkeypatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # which serving sets, and is taken back here
    elsewhere = Settings(port=0, database="oracle://somewhere")
    with pytest.raises(BadInput, match="A database is sqlite"):
        server.run(elsewhere, open_browser=False, port_is_wanted=False, say=print)


def test_serve_prints_its_address_never_compiles_and_ends_on_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludoteca", "serve", "--no-browser", "--port", "0"]
    command += ["--workers", "1", "--database", f"sqlite:///{tmp_path / 'journal.sqlite'}"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C"},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, line
        with urlopen(found[0], timeout=120) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        _out, errors = process.communicate(timeout=120)
        assert process.returncode in (0, 130)
        assert "Traceback" not in errors
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("origins", "proxies", "believed"),
    [
        ((), "127.0.0.1", False),
        (("https://play.example.org",), "", True),
        (("https://play.example.org",), "127.0.0.1", True),
        (("https://play.example.org",), "10.0.0.5", False),
    ],
)
async def test_a_proxy_is_believed_on_this_machine_or_where_it_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    origins: tuple[str, ...],
    proxies: str,
    believed: bool,
) -> None:
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    if proxies:
        monkeypatch.setenv("FORWARDED_ALLOW_IPS", proxies)

    async with opened(tmp_path, replace(QUICK, origins=origins)) as server:
        headers = {"accept": "text/html", "x-forwarded-proto": "https"}
        answer = await server.visitor().get("/", headers=headers)
        assert ("Secure" in answer.headers["set-cookie"]) == believed


@pytest.mark.parametrize("machines", [[], ["nim:Ana=random"]])
def test_the_process_of_the_page_has_nothing_that_is_compiled(machines: list[str]) -> None:
    """Before it serves, the command reads what machines are offered, and which games there are."""
    code = (
        "from ludoteca.web import server\n"
        "def run(settings, **given):\n"
        "    from ludoteca.core.jit import JIT_ENABLED\n"
        "    print(JIT_ENABLED, given['environment'])\n"
        "server.run = run\n"
        "from ludoteca.cli.serve import serve\n"
        f"serve(no_browser=True, machine={machines})\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("False {}\n", "")


async def test_the_numbers_of_the_server_are_for_its_own_machine(tmp_path: Path) -> None:
    async with opened(tmp_path) as server:
        ana = await server.person()
        await table_for_two(server, ana)
        told = await ana.get("/metrics")
        assert told.headers["content-type"].startswith("text/plain")
        assert "ludoteca_tables_awake 1.0\n" in told.text
        assert "ludoteca_connections 0.0\n" in told.text
        passed_on = await ana.get("/metrics", headers={"x-forwarded-for": "203.0.113.7"})
        assert passed_on.status_code == 404


async def test_whoever_hosts_is_reached_where_they_name_a_contact(tmp_path: Path) -> None:
    told = replace(QUICK, contact="mailto:host@example.org")
    async with opened(tmp_path, told) as server:
        visitor = server.visitor()
        text = (await visitor.get("/.well-known/security.txt")).text
        assert text.startswith("Contact: mailto:host@example.org\nExpires: ")
        page = (await visitor.get("/about", headers={"accept": "text/html"})).text
        assert '<a href="mailto:host@example.org">host@example.org</a>' in page
    async with opened(tmp_path) as server:
        visitor = server.visitor()
        assert (await visitor.get("/.well-known/security.txt")).status_code == 404
