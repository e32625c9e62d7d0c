"""What a script in a sandbox cannot do, each of which it can where there is none."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.workers import sandbox
from ludoteca.workers.sandbox import BUBBLEWRAP, LANDLOCK, NONE, environment

MEMORY = 1 << 30
LONG = 60.0

SCRIPT = """
import ctypes, fcntl, json, os, resource, signal, socket, sys, threading
told = json.loads(sys.argv[1])
parent, there, secret = told["parent"], told["there"], told["secret"]
libc = ctypes.CDLL(None, use_errno=True)

def fork():
    if (child := libc.fork()) == 0:
        os._exit(0)
    if child < 0:
        raise OSError(ctypes.get_errno(), "fork")
    os.waitpid(child, 0)

def spawn():
    os.waitpid(os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}), 0)

def connect():
    with socket.create_connection(("127.0.0.1", told["port"])):
        pass

def datagram():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))

def own_signals():
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, parent)

ATTEMPTS = {
    "read": lambda: open(secret).read(),
    "list": lambda: os.listdir(there),
    "write": lambda: open(os.path.join(there, "new"), "w"),
    "write here": lambda: open("new", "w"),
    "append": lambda: open(secret, "a"),
    "truncate": lambda: os.truncate(os.path.join(there, "old"), 0),
    "remove": lambda: os.remove(os.path.join(there, "old")),
    "rights": lambda: os.chmod(secret, 0o644),
    "times": lambda: os.utime(secret),
    "fork": fork,
    "spawn": spawn,
    "thread": lambda: threading.Thread(target=int).start(),
    "signal": lambda: os.kill(parent, 0),
    "signal by descriptor": lambda: signal.pidfd_send_signal(os.pidfd_open(parent), 0),
    "signal by a pipe": own_signals,
    "limits of the parent": lambda: resource.prlimit(parent, resource.RLIMIT_CORE),
    "priority of the parent": lambda: os.setpriority(os.PRIO_PROCESS, parent, told["nice"]),
    "memory of the parent": lambda: open(f"/proc/{parent}/mem", "rb"),
    "environment of the parent": lambda: open(f"/proc/{parent}/environ", "rb").read(),
    "memory of nobody": lambda: os.memfd_create("x"),
    "connect": connect,
    "datagram": datagram,
    "own environment": lambda: os.environ["LUDOTECA_TEST_SECRET"],
    "rename": lambda: os.rename(secret, secret + "2"),
}
done = []
for name, attempt in ATTEMPTS.items():
    try:
        attempt()
        done.append(name)
    except (OSError, RuntimeError, KeyError):
        pass
print(json.dumps([list(ATTEMPTS), done]))
"""


@pytest.fixture(params=(BUBBLEWRAP, LANDLOCK), ids=("bubblewrap", "Landlock"))
def found(request):
    """A sandbox of this system."""
    if not sandbox._works(request.param):
        pytest.skip("not on this system")
    return request.param


@pytest.fixture
def tried(tmp_path, monkeypatch):
    """``tried(sandbox)``: the names of all attempts, and of those that succeeded."""
    monkeypatch.setenv("LUDOTECA_TEST_SECRET", "1")
    own, there = tmp_path / "own", tmp_path / "there"
    for folder in (own, there):
        folder.mkdir()
    (own / "script.py").write_text(SCRIPT, encoding="utf-8")
    secret = there / "secret"
    secret.write_text("do not tell", encoding="utf-8")
    (there / "old").write_text("", encoding="utf-8")
    server = socket.create_server(("127.0.0.1", 0))

    def run(found, environment=None):
        told = {
            "parent": os.getpid(), "there": str(there), "secret": str(secret),
            "port": server.getsockname()[1], "nice": os.getpriority(os.PRIO_PROCESS, 0),
        }  # fmt: skip
        command = found.command(own, MEMORY, str(own / "script.py"), json.dumps(told))
        ran = subprocess.run(
            command, cwd=own, env=environment, capture_output=True, timeout=LONG, check=False
        )
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    with server:
        yield run


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="calls of Linux")
def test_without_a_sandbox_all_of_it_can_be_done(tried):
    """Else what the sandboxes refuse would say nothing."""
    every, done = tried(NONE)
    assert done == every


def test_in_a_sandbox_none_of_it_can_be_done(tried, found):
    every, done = tried(found, environment(Path("/")))
    assert len(every) > 20
    assert done == []


def test_in_a_sandbox_packages_are_imported_and_the_own_folder_is_read(tmp_path, found):
    text = "import numpy, beside, ludoteca\nprint(beside.WORD, open('beside.py').read(4))\n"
    (tmp_path / "script.py").write_text(text, encoding="utf-8")
    (tmp_path / "beside.py").write_text("WORD = 'here'\n", encoding="utf-8")
    script = "import sys; sys.path.insert(0, '.')\n" + text
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    command = found.command(tmp_path, MEMORY, str(tmp_path / "script.py"))
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        timeout=LONG,
        check=False,
    )
    assert ran.stdout.split() == [b"here", b"WORD"], ran.stderr


def test_a_sandbox_that_cannot_be_had_runs_nothing(tmp_path):
    """A script that was to be confined never runs unconfined."""
    script = tmp_path / "script.py"
    script.write_text("print('ran')\n", encoding="utf-8")
    command = LANDLOCK.command(tmp_path / "nowhere", MEMORY, str(script))
    ran = subprocess.run(
        command, env=environment(tmp_path), capture_output=True, timeout=LONG, check=False
    )
    assert ran.returncode != 0
    assert ran.stdout == b""


def test_this_system_has_the_first_sandbox_that_works(monkeypatch):
    for working, name in (
        ({"bubblewrap", "Landlock"}, "bubblewrap"), ({"Landlock"}, "Landlock"), (set(), "")
    ):  # fmt: skip
        monkeypatch.setattr(sandbox, "_works", lambda found, working=working: found.name in working)
        sandbox.sandbox.cache_clear()
        assert sandbox.sandbox().name == name
        assert sandbox.sandbox().confines == bool(working)
    sandbox.sandbox.cache_clear()
