"""Every failure as one sentence and an exit code; a stack trace is shown only with ``--debug``."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys

from ludoteca.cli.signals import STOPPED
from ludoteca.core.errors import LudotecaError, alternatives
from ludoteca.core.i18n import N_, _

# What systems say of files, for the catalogues.
REASONS = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File name too long"),
    N_("Read-only file system"),
    N_("File too large"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
)

_WRONGLY_NAMED = (FileNotFoundError, FileExistsError, IsADirectoryError, NotADirectoryError)

debugging = False  #: True with ``--debug``

BAD_INPUT = 2
FAILED = 1
WARNED = 3


class Stopped(Exception):
    """The person stopped the work; the message says how to continue it."""


def quiet_broken_pipe() -> int:
    """Silence standard output, which its reader has closed; returns the exit code."""
    # Python flushes at exit and would complain; the null device takes what is left.
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def sentence_and_code(error: BaseException) -> tuple[str, int]:
    """The sentence for the person about ``error``, and the exit code."""
    if isinstance(error, Stopped):
        return str(error), STOPPED
    if isinstance(error, KeyboardInterrupt | EOFError) or type(error).__name__ == "Abort":
        return _("stopped"), STOPPED
    if isinstance(error, LudotecaError):
        return str(error), BAD_INPUT
    if hasattr(error, "format_message"):
        return _usage(error), BAD_INPUT
    if isinstance(error, OSError):
        return _system(error)
    if isinstance(error, MemoryError):
        return _("there is not enough memory for this; try something smaller"), FAILED
    if isinstance(error, ImportError) and error.name in ("altair", "polars", "vl_convert"):
        return _("this needs the extra 'lab': pip install \"ludoteca[lab]\""), FAILED
    if isinstance(error, ImportError) and (error.name or "").partition(".")[0] == "babel":
        return _("this needs the extra 'web': pip install \"ludoteca[web]\""), FAILED
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    unexpected = _("something went wrong that should not ({what}); add --debug to see where")
    return unexpected.format(what=what), FAILED


def _system(error: OSError) -> tuple[str, int]:
    """A failure of the system: a full disk, a file that cannot be used."""
    if error.errno == errno.ENOSPC:
        return _("the disk is full; make room and give the same command again"), FAILED
    name = error.filename if error.filename is not None else _("the system")
    # What is there already where a folder is to be made is no folder.
    said = os.strerror(errno.ENOTDIR) if error.errno == errno.EEXIST else error.strerror
    code = BAD_INPUT if isinstance(error, _WRONGLY_NAMED) else FAILED
    reason = _(said) if said else str(error)
    return _("{name}: {reason}").format(name=name, reason=reason), code


def _usage(error: BaseException) -> str:
    """A mistake on the command line, in the person's language."""
    # Told apart by name: older versions of Typer raise Click's classes, newer ones their own.
    kind = type(error).__name__
    if kind == "NoSuchOption":
        given = str(getattr(error, "option_name", ""))
        return _("there is no option {given}; {alternatives}").format(
            given=given, alternatives=alternatives(given, _known_options(error))
        )
    if kind == "MissingParameter":
        parameter = getattr(error, "param", None)
        shown = getattr(parameter, "metavar", None) or getattr(parameter, "name", "?")
        if getattr(parameter, "param_type_name", "") == "option":
            shown = f"{getattr(parameter, 'opts', '?')[0]} {shown}"
        return _("{name} is missing").format(name=shown)
    message = str(error.format_message()).rstrip(".")  # type: ignore[attr-defined]
    if kind == "BadOptionUsage":
        given = str(getattr(error, "option_name", ""))
        sentence = (
            _("{name} takes no value") if "not take" in message else _("{name} needs a value")
        )
        return sentence.format(name=given)
    surplus = re.search(r"extra arguments?(?:\(s\))? \((.*)\)", message)
    if surplus:
        return _("{given} is not expected here: --help says what can be given").format(
            given=surplus[1]
        )
    return message


def _known_options(error: BaseException) -> list[str]:
    context = getattr(error, "ctx", None)
    parameters = context.command.get_params(context) if context is not None else []
    return [p.opts[0] for p in parameters if p.opts and p.opts[0].startswith("--")]
