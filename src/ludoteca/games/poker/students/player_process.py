"""The process in which a student's file plays: run by its path, it knows nothing of the library.

Usage: ``python player_process.py FILE``. A line of JSON comes in for each question, ``[player,
function, arguments]``, and a line goes out for each answer: ``["ok", answer, printed]`` or
``["error", [code, what, line], printed]``. Before all that comes ``["ready", {name: [functions]},
printed]``, with players that lack a function too, or an error where the file cannot be loaded.
The parent process keeps the time, and ends this one when it is up.

Its prints are caught, and it cannot read the keyboard. This process guards against mistakes; what
keeps a file from doing harm is the sandbox that it runs in (:mod:`ludoteca.workers.sandbox`). A
file may still write what it wants in the place of its answers: the parent trusts none of them.
"""

import importlib.util
import inspect
import io
import json
import os
import sys
import tokenize
import unicodedata
from collections.abc import Callable, Collection
from fractions import Fraction
from types import ModuleType
from typing import IO, Any

PRINTED = 200
SHOWN = 80
DIGITS = 800  # of a probability as a fraction

_STARTS_A_PROCESS = frozenset(
    ("os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.spawn", "os.system", "os.startfile",
     "os.startfile/2", "subprocess.Popen", "os.kill", "os.killpg")
)  # fmt: skip


class CaughtPrints(io.RawIOBase):
    """The bytes that the player prints: the beginning is kept, the rest dropped."""

    name = "<printed>"

    def __init__(self) -> None:
        self._begun = b""

    def writable(self) -> bool:
        """True: it takes bytes."""
        return True

    def fileno(self) -> int:
        """The number of a file for those who ask for one: what they write there is dropped."""
        return 1

    def write(self, data: Any) -> int:
        """Take in ``data``."""
        text = bytes(data)
        self._begun = (self._begun + text[: 4 * PRINTED + 4])[: 4 * PRINTED + 4]
        return len(text)

    def close(self) -> None:
        """Stay open: a stream that a player made of this one may end before it."""

    def taken(self) -> str:
        """The text printed since the last call."""
        text, self._begun = self._begun.decode("utf-8", "replace"), b""
        return text if len(text) <= PRINTED else text[:PRINTED] + "..."


def _stream(printed: CaughtPrints) -> io.TextIOWrapper:
    """A stream as Python has it for printing; it keeps nothing back."""
    return io.TextIOWrapper(printed, encoding="utf-8", errors="replace", write_through=True)


class BadAnswer(Exception):
    """An answer of a form that no player gives: a code, and what was answered."""


class NoProcesses(PermissionError):
    """A player may neither start nor end processes."""


def main(path: str) -> None:
    """Load the file and answer until there are no more questions."""
    questions, answers = _own_channels()
    printed = CaughtPrints()
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = _stream(printed)  # type: ignore[misc]
    sys.addaudithook(_refuse)

    def say(*answer: Any) -> None:
        text = json.dumps(answer, ensure_ascii=True) + "\n"
        answers.write(text.encode("ascii"))

    try:
        module = _load(path)
    except BaseException as error:
        say("error", described(error), printed.taken())
        return
    players = functions(module)
    say("ready", {name: sorted(parts) for name, parts in players.items()}, printed.taken())
    for line in questions:
        name, part, arguments = json.loads(line)
        try:
            answer = CHECKS[part](_called(players[name][part], arguments))
        except BaseException as error:
            say("error", described(error), printed.taken())
        else:
            say("ok", answer, printed.taken())


def _own_channels() -> tuple[IO[bytes], IO[bytes]]:
    """The channels to the parent, out of reach of ``input`` and ``print``."""
    questions, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open to the end
    return open(questions, "rb"), open(answers, "wb", buffering=0)


def _refuse(event: str, _arguments: Any) -> None:
    """Say in the words of a player's failure what the sandbox would refuse in the system's."""
    if event in _STARTS_A_PROCESS:
        raise NoProcesses(event)


def _called(function: Callable[..., Any], arguments: list[Any]) -> Any:
    try:
        return function(*arguments)
    except TypeError:
        if _takes(function, arguments):
            raise
    raise BadAnswer("arguments", str(len(arguments)))


def _takes(function: Callable[..., Any], arguments: list[Any]) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # nobody knows what it takes
        return True
    return True


def _load(path: str) -> ModuleType:
    try:
        with tokenize.open(path) as file:
            file.read()
    except (UnicodeDecodeError, SyntaxError):
        raise BadAnswer("encoding", "") from None
    folder = os.path.dirname(os.path.abspath(path))
    sys.path.insert(0, folder)
    sys.argv = [path]
    spec = importlib.util.spec_from_file_location("jogador", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["jogador"] = module
    spec.loader.exec_module(module)
    return module


def functions(module: ModuleType) -> dict[str, dict[str, Callable[..., Any]]]:
    """The functions of each player of a module, by its name and then by what they do.

    Those with half of what a player needs are among them: see :func:`is_whole`.
    """
    players: dict[str, dict[str, Callable[..., Any]]] = {}
    for prefix in CHECKS:
        for name, value in vars(module).items():
            if plain(name).startswith(plain(prefix)) and callable(value):
                players.setdefault(name[len(prefix) :], {})[prefix] = value
    by_plain: dict[str, tuple[str, dict[str, Callable[..., Any]]]] = {}
    for name, parts in players.items():
        by_plain.setdefault(plain(name), (name, {}))[1].update(parts)
    return {name: parts for name, parts in by_plain.values() if name}


def is_whole(parts: Collection[str]) -> bool:
    """True where these functions make a player."""
    return TRADE in parts and FOLD in parts


def plain(name: str) -> str:
    """A name without accents and case."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


# -- what is a sensible answer -------------------------------------------------------------------


def _cards(answer: Any) -> list[str]:
    if not isinstance(answer, list | tuple):
        raise BadAnswer("cards", _shown(answer))
    if not all(isinstance(card, str) for card in answer):
        raise BadAnswer("cards", _shown(answer))
    return [str(card) for card in answer]


def _yes_or_no(answer: Any) -> bool:
    if answer is None:  # a function that only ever returns True
        return False
    if not isinstance(answer, bool) and type(answer).__name__ not in ("bool", "bool_"):
        raise BadAnswer("yes", _shown(answer))
    return bool(answer)


def _chance(answer: Any) -> str:
    if isinstance(answer, bool):
        return str(int(answer))
    try:
        text = str(answer if isinstance(answer, Fraction) else Fraction(answer))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise BadAnswer("chance", _shown(answer)) from None
    if len(text) > DIGITS:
        raise BadAnswer("chance", _shown(answer))
    return text


def _chances(answer: Any) -> list[Any]:
    pairs = answer.items() if hasattr(answer, "items") else answer
    try:
        return [[_cards(lot), _chance(chance)] for lot, chance in pairs]
    except (TypeError, ValueError):
        raise BadAnswer("chances", _shown(answer)) from None


TRADE, FOLD = "trocas_", "desistir_"
CHECKS: dict[str, Callable[[Any], Any]] = {
    TRADE: _cards,
    FOLD: _yes_or_no,
    "probabilidades_trocas_": _chances,
    "probabilidades_desistir_": _chance,
}


def _shown(answer: Any) -> str:
    try:
        text = repr(answer)
    except Exception:
        text = type(answer).__name__
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def described(error: BaseException) -> list[Any]:
    """An error: its code, what it says, and the line of the file (or None)."""
    if isinstance(error, BadAnswer):
        return [*error.args, None]
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") == "jogador":
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and line is None:  # not of what it imports
        return ["syntax", error.msg[:PRINTED], error.lineno]
    for kind, code in _CODES:
        if isinstance(error, kind):
            return [code, "", line]
    try:
        said = str(error)
    except Exception:
        said = ""
    lines = f"{type(error).__name__}: {said}".splitlines()
    return ["raised", lines[0][:PRINTED], line]


_CODES = ((SystemExit, "exit"), (EOFError, "keyboard"), (NoProcesses, "process"))


if __name__ == "__main__":
    main(sys.argv[1])
