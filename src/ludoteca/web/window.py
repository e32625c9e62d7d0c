"""A deal in the browser without a table: the page of one position, which follows what is shown.

The render mode ``human`` of environments (:mod:`ludoteca.envs.rendering`). A small server on this
machine sends one page, drawn as a table's, and its cards; nothing else can be asked of it.
"""

from __future__ import annotations

import logging
import webbrowser
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from markupsafe import Markup

from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.state import State
from ludoteca.table.deal import Log, Rules, TableDeal
from ludoteca.table.scene import Scene, SeatScene
from ludoteca.web.kit.assets import asset, with_imports
from ludoteca.web.kit.decks import sprite, sprite_address
from ludoteca.web.kit.face import sheets
from ludoteca.web.kit.whole_table import draw

_DECKS = {sprite_address(deck).partition("?")[0]: deck for deck in ("french", "spanish")}
# Nothing can be done here, and no other page is there.
_WITHOUT_ACTS = """
.tools, .actions, .side-tools { display: none }
.stage-title a { pointer-events: none }
"""
_SECONDS = 0.5
_FOLLOW = f"""
setInterval(async () => {{
  const answer = await fetch("/").catch(() => null);
  if (!answer) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.getElementById("main"), old = document.getElementById("main");
  if (now.innerHTML !== old.innerHTML) old.innerHTML = now.innerHTML;
}}, {1000 * _SECONDS:.0f});
"""  # the innerHTML of both: what a browser writes differs from what it was sent


class Window:
    """A page of this machine's browser that shows one table; it is opened by the first position."""

    def __init__(self) -> None:
        self.page = b""
        self._server: ThreadingHTTPServer | None = None

    def show(self, state: State, viewer: int) -> None:
        """Show the position as ``viewer``, a seat or ``SPECTATOR``, sees it."""
        self.page = page_of(state, viewer).encode()
        if self._server is None:
            self._open()

    def close(self) -> None:
        """End the server; the page stays in the browser as it is."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def answer(self, path: str) -> tuple[str, bytes]:
        """The type and the bytes of what is asked for: the page or the cards, else nothing."""
        deck = _DECKS.get(path)
        if deck is not None:
            return "image/svg+xml", sprite(deck).encode()
        return "text/html; charset=utf-8", self.page if path == "/" else b""

    def _open(self) -> None:
        window = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kind, body = window.answer(self.path.partition("?")[0])
                self.send_response(HTTPStatus.OK if body else HTTPStatus.NOT_FOUND)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing of requests."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # It looks so often, in seconds, whether it is to end: close() waits for that.
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        address = f"http://127.0.0.1:{self._server.server_port}/"
        if not webbrowser.open(address):
            logging.getLogger("ludoteca.web").warning("the table is shown at %s", address)


def page_of(state: State, viewer: int) -> str:
    """The whole page of a position, with its style sheets in it."""
    game = state.game
    return str(
        Markup(
            '<!doctype html><html lang="{lang}" data-theme="auto" data-deck="two"'
            ' data-index="normal"><head><meta charset="utf-8"><title>{title} · Ludoteca</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            "<style>{style}</style></head>"
            '<body class="play"><main id="main">{table}</main><script>{script}</script>'
            "</body></html>"
        ).format(
            lang=language(),
            title=_(game.info.title),
            style=Markup(_style(game)),
            table=draw(scene_of(state, viewer)),
            script=Markup(_FOLLOW),
        )
    )


def scene_of(state: State, viewer: int) -> Scene:
    """The position as ``viewer`` sees it; the whole table once the deal is over."""
    seats = tuple(
        SeatScene(seat, "machine", f"player_{seat}", to_move=state.current_player() == seat)
        for seat in range(state.num_players)
    )
    deal = TableDeal(Rules(state.game, state.options), state.standing, state.moves)
    log = Log()
    log.add_moves([list(move) for move in state.moves], 0, None)
    over = state.is_terminal()
    return Scene(
        table="",
        game=state.game,
        options=state.options,
        viewer=viewer,
        seq=len(state.moves),
        decision=len(state.moves),
        phase="dealt out" if over else "playing",
        seats=seats,
        view=state.view(viewer),
        revealed=state.record.copy() if over else None,
        deal=1,
        result=tuple(state.returns()) if over else None,
        log=log.lines(deal, viewer, tuple(seat.title for seat in seats)),
    )


@cache
def _style(game: Game) -> str:
    """The style sheets of the pages of ``game``, one after the other."""
    own = [with_imports(game.folder / name) for name in sheets(game)]
    return "\n".join([asset("ludoteca.css"), *own, _WITHOUT_ACTS])
