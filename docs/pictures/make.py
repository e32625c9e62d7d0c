"""Draw the pictures of the README anew: ``.venv/bin/python docs/pictures/make.py``.

Each is what a command really prints, run now, as an SVG.
"""

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent
WIDTH = 92

# A game played by keystrokes: the first moves of a person at a table with a machine.
PICTURES = {
    "bigpoints": (["play", "bigpoints", "--against", "advanced", "--seed", "4"], "2+\n3-\n"),
    "vangin": (["play", "vangin", "--seed", "3"], "\n\n"),
}

STUDY = ("advantage", "state_graph")


PROMPT = re.compile(r"^(?:\S+ )+> ", re.MULTILINE)


def printed(arguments: list[str], keys: str) -> str:
    """The output of the command up to the last question, with what was typed after each prompt."""
    run = subprocess.run(
        [sys.executable, "-m", "ludoteca", *arguments],
        input=keys,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": str(WIDTH), "LANGUAGE": "en", "FORCE_COLOR": "1"},
        check=False,
    )
    typed = iter(keys.splitlines())
    # A pipe does not echo, so the answer of the program follows the prompt on the same line.
    shown = PROMPT.sub(lambda prompt: f"{prompt[0]}{next(typed, '')}\n", run.stdout)
    last = list(PROMPT.finditer(shown))[-1]
    return f"$ ludoteca {' '.join(arguments)}\n{shown[: last.end()]}"


def save_study() -> None:
    """Keep the plots of a quick study of Big Points that the README shows."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["study", "bigpoints", "--quick", "--seed", "1", "--save", folder]
        subprocess.run([sys.executable, "-m", "ludoteca", *command], check=True)
        for name in STUDY:
            shutil.copy(Path(folder) / f"{name}.svg", FOLDER)


def main() -> None:
    """Write every picture."""
    save_study()
    for name, (arguments, keys) in PICTURES.items():
        console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
        console.print(Text.from_ansi(printed(arguments, keys)))
        console.save_svg(str(FOLDER / f"{name}.svg"), title="ludoteca")


if __name__ == "__main__":
    main()
