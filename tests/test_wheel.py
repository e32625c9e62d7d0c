"""The wheel alone, away from the repository; and the package where the system is not POSIX."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
_POSIX = (
    "fcntl",
    "grp",
    "posix_ipc",
    "pty",
    "pwd",
    "readline",
    "resource",
    "termios",
    "tty",
    "uvloop",
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "package")
    return folder


def _run(folder: Path, *words: str, **more: str) -> str:
    environment = {
        **os.environ, "PYTHONPATH": str(folder / "package"), "NUMBA_DISABLE_JIT": "1",
        "XDG_DATA_HOME": str(folder / "data"), "LANGUAGE": "en", **more,
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("odds vangin", "964444044208/262190765217675"),
        ("solve nim --heaps 2 --largest 2", "value"),
        ("arena kuhn advanced random --deals 20", "advanced"),
        ("games", "Buraco"),
        ("new hearth --like bets", "hearth"),
    ],
)
def test_the_wheel_does_what_the_tour_says(unpacked: Path, words: str, told: str) -> None:
    assert told in _run(unpacked, "-m", "ludoteca", *words.split())


def test_the_wheel_speaks_portuguese_and_draws_the_page(unpacked: Path) -> None:
    assert "exato" in _run(unpacked, "-m", "ludoteca", "odds", "vangin", LANGUAGE="pt")
    code = (
        "import ludoteca, ludoteca.web.app as app\n"
        "from ludoteca.web.pages.templating import draw\n"
        "from ludoteca.web.kit.decks import sprite\n"
        "print(ludoteca.__file__, (app.STATIC / 'ludoteca.js').is_file(), len(sprite('french')))\n"
    )
    where, script, _deck = _run(unpacked, "-c", code).split()
    assert Path(where).is_relative_to(unpacked)
    assert script == "True"


def test_every_module_is_imported_where_modules_of_posix_are_missing() -> None:
    code = (
        "import pkgutil, sys\n"
        f"hidden = {_POSIX!r}\n"
        "class Hidden:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name in hidden:\n"
        "            raise ModuleNotFoundError(name, name=name)\n"
        "sys.meta_path.insert(0, Hidden())\n"
        "for name in hidden: sys.modules.pop(name, None)\n"
        "import ludoteca\n"
        "failed = []\n"
        "for module in pkgutil.walk_packages(ludoteca.__path__, 'ludoteca.'):\n"
        "    if module.name.endswith('__main__'): continue\n"
        "    try: __import__(module.name)\n"
        "    except ModuleNotFoundError as error:\n"
        "        if error.name in hidden: failed.append((module.name, error.name))\n"
        "print(failed)\n"
    )
    assert _run(ROOT, "-c", code, PYTHONPATH=str(ROOT / "src")).strip() == "[]"
