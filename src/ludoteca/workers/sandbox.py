"""Sandboxes for scripts of strangers: no files but those named, no network, no other processes.

A script is run by bubblewrap where the system has it and it works, else under Landlock; in both
cases its process refuses all calls that reach other processes (see :mod:`.confine`). Where there is
neither, scripts run with the rights of the user, limited in memory and time only, and their results
are marked so.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import ludoteca

_PROBE_SECONDS = 20.0
_PROBE_MEMORY = 1 << 30
_OF_THE_SYSTEM = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/lib32",
                  "/etc/ld.so.cache", "/etc/alternatives", "/nix/store", "/gnu/store")  # fmt: skip
_OF_PYTHON = ("bin", "lib", "lib64", "pyvenv.cfg")  # of a prefix: it may be anybody's folder
_PATHS_OF_PYTHON = ("stdlib", "platstdlib", "purelib", "platlib")
_FOLDERS_OF_PACKAGES = ("site-packages", "dist-packages")
_OF_WINDOWS = ("SYSTEMROOT", "SYSTEMDRIVE", "WINDIR")


@dataclass(frozen=True)
class Sandbox:
    """A way to run scripts; ``name`` is that of its program or of what the kernel has, or ""."""

    name: str

    @property
    def confines(self) -> bool:
        """True where scripts reach nothing but what they may."""
        return bool(self.name)

    def command(self, folder: Path, memory: int, *script: str) -> list[str]:
        """The command that runs a ``script`` of Python, with its arguments, in ``folder``.

        It may read that folder and the installed Python and packages, and may use so many bytes of
        memory.
        """
        readable = [*map(str, _readable()), str(folder)]
        policy = {
            "memory": memory,
            "landlock": readable if self.name == LANDLOCK.name else None,
            "seccomp": self.confines,
        }
        # -P: the folder of confine.py is not searched for what the script imports.
        confine = str(_package() / "workers" / "confine.py")
        python = [sys.executable, "-P", "-B", confine, json.dumps(policy), *script]
        return [*_bubblewrap(readable), *python] if self.name == BUBBLEWRAP.name else python


BUBBLEWRAP, LANDLOCK, NONE = Sandbox("bubblewrap"), Sandbox("Landlock"), Sandbox("")


@cache
def sandbox() -> Sandbox:
    """The sandbox that this system has."""
    return next((found for found in (BUBBLEWRAP, LANDLOCK) if _works(found)), NONE)


def environment(folder: Path) -> dict[str, str]:
    """The environment of a script, whose home is ``folder``; nothing is the user's.

    Sets have the same order every time.
    """
    own = {name: os.environ[name] for name in _OF_WINDOWS if name in os.environ}
    return own | {
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(_package().parent),
        "PYTHONHASHSEED": "0",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }


@cache
def _works(found: Sandbox) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    command = found.command(_package(), _PROBE_MEMORY)
    try:
        said = subprocess.run(
            command,
            capture_output=True,
            timeout=_PROBE_SECONDS,
            env=environment(_package()),
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return said.stdout.split() == [b"confined"]


def _bubblewrap(readable: Sequence[str]) -> list[str]:
    program = shutil.which("bwrap") or "bwrap"
    shown = [text for path in readable for text in ("--ro-bind", path, path)]
    null = ["--dev-bind", os.devnull, os.devnull]
    last = ["--remount-ro", "/", "--chdir", readable[-1], "--"]
    return [program, "--unshare-all", "--die-with-parent", *shown, *null, *last]


def _package() -> Path:
    """The folder of Ludoteca."""
    return Path(ludoteca.__file__).resolve().parent


@cache
def _readable() -> tuple[Path, ...]:
    """The files that every script may read: libraries of the system, Python, and its packages."""
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    found = [Path(path) for path in _OF_THE_SYSTEM]
    found += [Path(prefix, name) for prefix in sorted(prefixes) for name in _OF_PYTHON]
    found += [Path(sysconfig.get_path(name)) for name in _PATHS_OF_PYTHON]
    found += [path for path in map(Path, sys.path) if path.name in _FOLDERS_OF_PACKAGES]
    return tuple(dict.fromkeys(path for path in (*found, _package()) if path.exists()))
