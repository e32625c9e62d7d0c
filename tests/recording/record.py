"""A recording of all that users see of the tree in which this file lies.

``python tests/recording/record.py FILE [PATTERN]`` writes a JSON object of texts by key into FILE;
with a PATTERN (a regular expression) only those in whose key it is found. A key begins with what
it is of: ``command``, ``help``, ``page``, ``scene``, ``route`` or ``api``.

All of it runs in this process and in folders that are empty, in an order that does not matter. What
is random has a seed, tokens have one by their key, and the date stands still.
"""

from __future__ import annotations

import io
import json
import os
import re
import secrets
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from unittest import mock

import platformdirs

TREE = Path(__file__).resolve().parents[2]
FOLDER = Path(tempfile.mkdtemp(prefix="frozen-")).resolve()
COMPILED = Path(platformdirs.user_cache_dir("ludoteca"), "compiled")
sys.path[:0] = [str(TREE / name) for name in ("src", "tests", "tests/web", "tests/web/server")]
os.environ |= {
    "NUMBA_CACHE_DIR": os.environ.get("NUMBA_CACHE_DIR", str(COMPILED)),
    "XDG_CACHE_HOME": str(FOLDER / "cache"),
    "XDG_DATA_HOME": str(FOLDER / "data"),
    "LANGUAGE": "en",
    "COLUMNS": "100",
    "OPENBLAS_NUM_THREADS": "1",
}
TOKENS = Random()
secrets.token_bytes = lambda many=32: TOKENS.randbytes(many)

from commands import every_command, recorded  # noqa: E402
from frozen import scene_of  # noqa: E402
from servers import QUICK  # noqa: E402
from visitors import ADDRESS, PAGE, Pool, Visitor, answered  # noqa: E402

import ludoteca  # noqa: E402
from deals import random_position  # noqa: E402
from ludoteca.cli.main import main as ludoteca_main  # noqa: E402
from ludoteca.core.i18n import LANGUAGES, speaking, use_language  # noqa: E402
from ludoteca.core.ids import SPECTATOR  # noqa: E402
from ludoteca.core.record import GameRecord  # noqa: E402
from ludoteca.core.registry import games, load_game  # noqa: E402
from ludoteca.web.app import create_app  # noqa: E402
from ludoteca.web.pages import puzzle  # noqa: E402
from ludoteca.web.pages.daily import days  # noqa: E402
from ludoteca.web.settings import Limits  # noqa: E402
from ludoteca.web.table import Renderer, as_html, as_json  # noqa: E402

VOLATILE = (
    (re.escape(str(FOLDER)), "FOLDER"),
    (r"(FOLDER/data/[\w/]+/)[\da-f]{12}\b", r"\1..."),  # digests of sources
    (r'("seconds\w*": )[-+.\de]+', r'\1"..."'),
    (date.today().isoformat(), "TODAY"),
    (r"(\.(?:css|js|svg)\?)[\w.=-]+", r"\1..."),  # versions of files in their addresses
)
"""All that is not recorded as it is: patterns, and what stands in their place."""

SEED = 3  #: of the deals
MOVES = (0, 3, 12, 40, 400)  #: decisions after which a deal is looked at, the last at its end
DAY = date(2026, 1, 9)

Recorded = Iterator[tuple[str, Callable[[], str]]]


# -- commands -------------------------------------------------------------------------------------


def commands() -> Recorded:
    """The commands of the list: what they print, how they fail, the files that they write."""
    (FOLDER / "records").mkdir()
    for name in games():
        state = random_position(name, None, MOVES[-1], SEED)
        whole, seen = GameRecord.from_state(state, ["Ana"]), GameRecord.seen_from(state, 0, ["Ana"])
        (FOLDER / "records" / f"{name}.txt").write_text(whole.to_text(), encoding="utf-8")
        (FOLDER / "records" / f"{name}-seen.txt").write_text(seen.to_text(), encoding="utf-8")
    shutil.copytree(TREE / "examples", FOLDER / "examples")
    shutil.copy(Path(__file__).with_name("sealed.txt"), FOLDER / "records")
    for line in recorded():
        yield f"command {line}", partial(command, line)


def helps() -> Recorded:
    """The help of every command in every language."""
    for name in ["", *every_command()]:
        for language in LANGUAGES:
            yield f"help {language} {name}", partial(command, f"{name} --help --lang {language}")


def command(line: str) -> str:
    """What comes of a line as it is typed; words after ``<<<`` are the lines that are entered."""
    words = shlex.split(line)
    typed = words[words.index("<<<") + 1 :] if "<<<" in words else []
    before, out, err = _files(), io.StringIO(), io.StringIO()
    entered = io.StringIO("".join(f"{text}\n" for text in typed))
    with (
        mock.patch.dict(os.environ),
        mock.patch("sys.stdin", entered),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = ludoteca_main(words[: words.index("<<<")] if "<<<" in words else words)
    use_language("en")
    told = out.getvalue() + (f"exit {code}: {err.getvalue().splitlines()[-1:]}\n" if code else "")
    for file in sorted(_files() - before):
        if file.suffix != ".parquet":
            told += f"-- {file.relative_to(FOLDER)}\n{file.read_text('utf-8', 'replace')}"
        file.unlink()
    for kept in ("cache", "data"):
        shutil.rmtree(FOLDER / kept, ignore_errors=True)
    return told


def _files() -> set[Path]:
    """The files in this folder; those that the program keeps for itself are not shown."""
    kept = (FOLDER / "cache", FOLDER / "data")
    return {p for p in FOLDER.rglob("*") if p.is_file() and not set(kept) & set(p.parents)}


# -- pages ----------------------------------------------------------------------------------------

ANSWERS = {
    "eras/study/odds/lay-odds": {"cards": "4D 5D", "laid": "2,1"},
    "kuhn/study/odds/queen": {"bluffs": "3"},
    "mus/study/odds/lances": {"cards": "RRRA"},
    "nim/study/odds/nim-sum": {"sizes": "5,4,3"},
    "poker/study/odds/exchange-odds": {"cards": "AAKQJ"},
    "vangin/study/odds/win": {"suits": "4", "values": "5", "board": "5", "picks": "5", "step": ""},
}
"""Questions that are asked by their forms."""


class Guest(Visitor):
    """A visitor who remembers what tokens are of, and calls them by that."""

    def __init__(self, app: object) -> None:
        super().__init__(app, base_url=ADDRESS, follow_redirects=False)  # type: ignore[arg-type]
        self.tokens: dict[str, str] = {}

    def name(self, address: str, words: str) -> str:
        """``address``, whose last part is a token."""
        self.tokens[address.rpartition("/")[2]] = words
        return address

    def look(self, address: str, language: str) -> str:
        """A page, or where it leads to."""
        answer = self.get(address, headers=PAGE | {"accept-language": language})
        text = answer.text if answer.charset_encoding else answer.headers.get("content-type", "")
        if answer.status_code != 200:
            text = f"{answer.status_code} {answer.headers.get('location', '')}\n{text}"
        for token, words in self.tokens.items():
            text = text.replace(token, words)
        return text


def pages(guest: Guest) -> Recorded:
    """All pages to which links lead, and those of forms that are sent, in every language."""

    def shown(words: str, address: str) -> Recorded:
        for language in LANGUAGES:
            yield f"page {language} {words}", partial(guest.look, address, language)

    found = ["/", "/seat", "/offline", "/manifest.webmanifest", "/static/decks/french.svg",
             "/static/decks/spanish.svg", "/api/games", "/api/tables", "/nothing"]  # fmt: skip
    found += [f"/games/{name}/new" for name in games()]
    found += [f"/puzzle/2026-01-0{day}{query}" for day in (1, 2, 8) for query in ("", "?chosen=0")]
    for address in found:
        yield from shown(address, address)
        for link in re.findall(r'href="(/[^"?#]*)"', guest.look(address, "en")):
            if link not in found and not link.startswith("/static"):
                found.append(link)
    for name in games():
        record = GameRecord.from_state(
            random_position(name, None, MOVES[-1], SEED), ["Ana"]
        ).to_text()
        kept = guest.name(guest.form("/records", record=record).headers["location"], "RECORD")
        for query in ("?move=0", "?move=9", "?move=9&as=0", "?move=9999"):
            yield from shown(f"/records of {name}{query}", kept + query)
        followed = guest.form(f"/assist/{name}", seat="1").headers["location"]
        yield from shown(f"/assist of {name} begun", followed)
    for question, fields in ANSWERS.items():
        address = guest.name(answered(guest, f"/games/{question}", **fields), "ANSWER")
        yield from shown(f"/answers to {question}", address)
    asked = {"game": "nim", "seats": ["me", "friend"], "name": "Ana"}
    table = guest.post("/api/tables", json=asked).json()
    guest.tokens |= {table["id"]: "TABLE", **dict.fromkeys(table["tokens"].values(), "TOKEN")}
    for below in ("", "/links"):
        yield from shown(f"/tables{below}", f"/tables/{table['id']}{below}")


def routes(guest: Guest) -> Recorded:
    """Every route, and what programs may read about them."""
    waiting = list(guest.app.routes)  # type: ignore[attr-defined]
    for route in waiting:
        if hasattr(route, "original_router"):  # FastAPI's own, of a router that is included
            waiting += route.original_router.routes
            continue
        methods = ",".join(sorted(getattr(route, "methods", None) or [type(route).__name__]))
        yield f"route {methods} {route.path}", partial(str, route.name)
    document = guest.get("/api/openapi.json").json()
    for kind, parts in (("path", document.pop("paths")), *document.pop("components").items()):
        for name, part in parts.items():
            yield f"api {kind} {name}", partial(json.dumps, part)
    yield "api", partial(json.dumps, document)


def server() -> Recorded:
    """What an empty server answers."""
    limits = Limits(requests_a_second=1e6, reading_seconds_at_once=1e6)
    place = f"sqlite:///{FOLDER / 'journal.sqlite'}"
    settings = replace(QUICK, database=place, folder=FOLDER / "data", limits=limits)
    today = partial(mock.patch.object, attribute="today", new=lambda: DAY)
    still = mock.patch.object(days, "minutes_left", return_value=90)
    with today(days), today(puzzle), still, Guest(create_app(settings, pool=Pool())) as guest:
        TOKENS.seed("secrets of the server")
        guest.look("/day", "en")
        yield from routes(guest)
        yield from pages(guest)


# -- scenes ---------------------------------------------------------------------------------------


def scenes() -> Recorded:
    """Tables of deals as a seat and a spectator see them, of few players and of many."""
    for name in games():
        game = load_game(name)
        usual = game.num_players(game.options())
        for given in [{}, *({"players": n} for n in game.info.players if n != usual)]:
            for moves in MOVES:
                state = random_position(name, given, moves, SEED)
                for viewer in (max(state.current_player(), 0), SPECTATOR):
                    key = " ".join([name, *map(str, given.values()), f"at {moves} as {viewer}"])
                    yield f"scene json {key}", partial(scene, state, viewer, "")
                    for language in LANGUAGES:
                        yield f"scene {language} {key}", partial(scene, state, viewer, language)
                if state.is_terminal():
                    break


def scene(state: object, viewer: int, language: str) -> str:
    """A table as HTML in a language, or without one as JSON in English."""
    with speaking(language or "en"):
        seen = scene_of(state, viewer)  # type: ignore[arg-type]
        return as_html(seen, Renderer())["html"] if language else json.dumps(as_json(seen))


# -- all of it ------------------------------------------------------------------------------------


def everything() -> Recorded:
    """All keys, each with the function that makes its text."""
    for part in (helps, commands, server, scenes):
        yield from part()


def main(file: str, pattern: str = "") -> None:
    """Write the recording into ``file``."""
    assert Path(ludoteca.__file__).is_relative_to(TREE), f"{ludoteca.__file__} is of another tree"
    target, found, began = Path(file).resolve(), dict[str, str](), time.monotonic()
    os.chdir(FOLDER)
    for key, make in everything():
        if not re.search(pattern, key):
            continue
        TOKENS.seed(key)
        begun, text = time.monotonic(), make()
        for volatile, stead in VOLATILE:
            text = re.sub(volatile, stead, text)
        assert key not in found, f"recorded twice: {key}"
        found[key] = text
        now = time.monotonic()
        if now - begun > 1 or len(found) % 100 == 0:
            told = f"{now - began:6.1f} s, {len(found)}: {key}, {now - begun:.1f} s"
            print(told, file=sys.stderr, flush=True)
    target.write_text(json.dumps(found, ensure_ascii=False, indent=0), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
