"""The entry point: set the language and the streams, run the command, report its failure.

Commands are imported after the language is chosen and import compiled code only when they run, so
``ludoteca --help`` answers at once.
"""

from __future__ import annotations

import contextlib
import errno
import gettext
import os
import sys
from collections.abc import Sequence

from ludoteca.cli import console, errors, signals
from ludoteca.core.errors import BadInput, alternatives
from ludoteca.core.i18n import LANGUAGES, LOCALE_DIR, _, use_language

_LANGUAGE = "LANGUAGE"
_COMPLETING = "_LUDOTECA_COMPLETE"  #: set by a shell that asks what may come next on the line


def run() -> None:
    """The console script ``ludoteca``."""
    signals.handle()
    signals.leave(main(sys.argv[1:]))


def main(arguments: Sequence[str]) -> int:
    """Run the command line ``arguments``; returns the exit code and never raises."""
    console.accept_any_text()
    if _COMPLETING in os.environ:
        return _complete()
    errors.debugging = "--debug" in arguments
    environment = os.environ.get(_LANGUAGE)
    try:
        with signals.closed_terminal_is_a_hangup(alone=False):
            code = _command(_speak([word for word in arguments if word != "--debug"]))
            sys.stdout.flush()
    except BrokenPipeError:
        return errors.quiet_broken_pipe()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else errors.FAILED
    except BaseException as error:
        if isinstance(error, OSError) and error.errno == errno.EPIPE:
            return errors.quiet_broken_pipe()
        if errors.debugging:
            import traceback

            traceback.print_exc()
        sentence, code = errors.sentence_and_code(error)
        with contextlib.suppress(OSError):  # the terminal may be gone
            console.say(sentence, style="red" if code != signals.STOPPED else "")
    finally:
        if environment is None:
            os.environ.pop(_LANGUAGE, None)
        else:
            os.environ[_LANGUAGE] = environment
    return code


def _complete() -> int:
    """Answer a shell that asks what may come next on the line, and say nothing else."""
    use_language()
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        try:
            return _command([])
        except SystemExit as leaving:
            return errors.FAILED if leaving.code else 0
        except Exception:
            return errors.FAILED


def _command(arguments: list[str]) -> int:
    from ludoteca.cli.app import command

    with signals.failure_after_interrupt_is_one():
        code = command().main(arguments, prog_name="ludoteca", standalone_mode=False)
    if code == signals.STOPPED:
        # Typer turns Ctrl-C into this code without a word.
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _speak(arguments: list[str]) -> list[str]:
    """Choose the language, from ``--lang`` anywhere on the line or the environment."""
    rest: list[str] = []
    wanted: str | None = None
    words = iter(arguments)
    for word in words:
        if word == "--lang":
            wanted = next(words, "")
        elif word.startswith("--lang="):
            wanted = word.removeprefix("--lang=")
        else:
            rest.append(word)
    spoken = use_language(wanted)
    if wanted is not None and wanted.replace("-", "_").split("_")[0].lower() not in LANGUAGES:
        raise BadInput(
            _("there is no language {wanted}; {alternatives}").format(
                wanted=wanted or "?", alternatives=alternatives(wanted, LANGUAGES)
            )
        )
    # Typer's own words ("Options") are looked up in our catalogues too, by this variable.
    os.environ[_LANGUAGE] = spoken
    gettext.textdomain("ludoteca")
    gettext.bindtextdomain("ludoteca", str(LOCALE_DIR))
    return rest
