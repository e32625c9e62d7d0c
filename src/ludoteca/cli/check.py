"""``ludoteca check``: every law, un-compiled first, then compiled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from ludoteca.cli.console import say, stdout
from ludoteca.cli.flags import named_options
from ludoteca.core.i18n import _
from ludoteca.core.registry import load_game

BROKEN = 1


def check(name: str, seed: int, pairs: Sequence[str], compiled_only: bool) -> int:
    """Check the game ``name``; returns the exit code, 0 where every law holds."""
    game = load_game(name)
    named = named_options(pairs)
    game.options(named)
    runs = [(False, _("compiled"))]
    if not compiled_only:
        runs.insert(0, (True, _("un-compiled")))
    broken = 0
    for uncompiled, title in runs:
        stdout().print(title, style="bold")
        broken += _run(game.name, seed, named, uncompiled)
        if broken:
            break
    if not broken:
        stdout().print(_("{game} obeys every law").format(game=game.name), style="green")
    return BROKEN if broken else 0


def _run(name: str, seed: int, named: dict[str, str], uncompiled: bool) -> int:
    """Run the laws in a process of their own and show each; returns how many are broken."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1" if uncompiled else "0"}
    request = json.dumps({"game": name, "seed": seed, "options": named})
    child = subprocess.Popen(
        [sys.executable, "-m", "ludoteca.cli.check", request],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert child.stdout is not None
    broken = finished = 0
    with child:
        try:
            for line in child.stdout:
                result = _result(line)
                if result is None:
                    say(line.rstrip())
                    continue
                finished += 1
                broken += not result["ok"]
                _show(result)
        except KeyboardInterrupt:
            child.kill()  # who asked this process to end may not have asked that one
            raise
    if child.returncode and not broken:
        stdout().print(_("✗ the laws could not be run to their end"), style="red")
        broken = 1
    return broken


def _result(line: str) -> dict[str, Any] | None:
    try:
        result = json.loads(line)
    except ValueError:
        return None
    return result if isinstance(result, dict) and "ok" in result else None


def _show(result: dict[str, Any]) -> None:
    console = stdout()
    if result["ok"]:
        console.print(f"✓ {result['name']}")
        return
    seed = _("seed {seed}").format(seed=result["seed"])
    sentence = f"✗ {result['name']}: {result['sentence']} ({seed})"
    console.print(sentence, style="red", soft_wrap=True)


def _child(request: str) -> int:
    """Run the laws here and print each result as a line of JSON."""
    from dataclasses import asdict

    from ludoteca.core.errors import LudotecaError
    from ludoteca.core.laws import check as run_laws

    asked = json.loads(request)
    try:
        game = load_game(asked["game"])
        for result in run_laws(game, game.options(asked["options"]), asked["seed"]):
            print(json.dumps(asdict(result)), flush=True)
    except LudotecaError as error:
        print(str(error), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever waits for the answer says it
    sys.exit(_child(sys.argv[1]))
