"""The assistant: a real game followed in the browser, for the phone beside the cards.

All that was entered is in the address of the page, packed: nothing is stored, a page that is
loaded again is the same, and "back" takes a line back.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import zlib
from collections import OrderedDict
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.exceptions import HTTPException

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.options import Options
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import Advice
from ludoteca.players.advice.averages import averaged
from ludoteca.table.assistant import FollowedLook, one_line
from ludoteca.table.refusal import Refusal
from ludoteca.web import security
from ludoteca.web.engines import reading
from ludoteca.web.kit.card import card
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.odds import odds_bars
from ludoteca.web.kit.side_panel import own_assumptions, value_row, value_tables, worth_words
from ludoteca.web.pages.cards import game_named
from ludoteca.web.pages.forms import (
    OPTION,
    Choice,
    Field,
    Filled,
    first_upper,
    read_options,
    setting_field,
    whole_number,
)
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.templating import draw, page
from ludoteca.web.sockets import Hello, Line, Message, Region

MOST_BYTES = 65_536  #: of a record that is unpacked
MOST_KEPT = 32
SEED = 1
_MOST_TEXT = 4_000  #: letters of a line that is entered

log = logging.getLogger("ludoteca.web")
router = APIRouter()


# -- the address ----------------------------------------------------------------------------------


def packed(text: str) -> str:
    """A record as a part of an address."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(deal: str) -> str:
    """The record in an address; raises ``BadInput`` where it holds none."""
    opened = zlib.decompressobj()
    try:
        data = base64.urlsafe_b64decode(deal + "=" * (-len(deal) % 4))
        text = opened.decompress(data, MOST_BYTES)
        if not opened.eof:
            raise BadInput(_("this address holds no game that can be followed"))
        return text.decode()
    except (ValueError, zlib.error):
        raise BadInput(_("this address holds no game that can be followed")) from None


class Looks:
    """A cache of what was shown last, so that the advice beside it need not replay the deal."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], FollowedLook] = OrderedDict()

    async def of(self, state: Any, deal: str, address: str) -> FollowedLook:
        """The look of the game in an address; raises ``BadInput`` and refusals."""
        key = deal, language()
        look = self._kept.get(key)
        if look is None:
            look = await _followed(state, unpacked(deal), "", "", address)
        self.keep(deal, look)
        return look

    def keep(self, deal: str, look: FollowedLook) -> None:
        """Have a look at hand."""
        key = deal, language()
        self._kept[key] = look
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _looks(state: Any) -> Looks:
    if not hasattr(state, "assisted"):
        state.assisted = Looks()
    found: Looks = state.assisted
    return found


async def _followed(state: Any, text: str, act: str, line: str, address: str) -> FollowedLook:
    reading.check_text(text)
    state.reader.check(address)
    look: FollowedLook = await state.reader.ask(address, reading.followed, text, act, line)
    return look


# -- pages ----------------------------------------------------------------------------------------


@router.get("/assist/{name}")
async def show(request: Request, name: str) -> Response:
    """The form in which a game begins, or the game in the address."""
    game = game_named(name)
    deal = request.query_params.get("deal", "")
    if not deal:
        return _form(request, game, Filled({}))
    state, address = request.app.state, security.address_of(request.scope)
    look = await _looks(state).of(state, deal, address)
    return _page(request, game, deal, look)


@router.post("/assist/{name}")
async def enter(request: Request, name: str) -> Response:
    """Begin a game, or enter a line about it."""
    game = game_named(name)
    given = await fields_of(request, 3 * MOST_BYTES)
    if "deal" not in given:
        return await _begun(request, game, Filled(given))
    line = given.get("line", "")
    if len(line) > _MOST_TEXT:
        raise HTTPException(413)
    state, address = request.app.state, security.address_of(request.scope)
    text, act = unpacked(given["deal"]), given.get("act", "enter")
    look = await _followed(state, text, act, line, address)
    if look.refused:
        return _page(request, game, given["deal"], look, line, status=422)
    return _shown(request, game, look)


def _shown(request: Request, game: Game, look: FollowedLook) -> Response:
    deal = packed(look.record)
    _looks(request.app.state).keep(deal, look)
    return RedirectResponse(f"/assist/{game.name}?deal={deal}", status_code=303)


def _page(
    request: Request, game: Game, deal: str, look: FollowedLook, line: str = "", status: int = 200
) -> Response:
    if look.views[0].game is not game:
        raise HTTPException(404)
    return page(
        request,
        "assist.html",
        status=status,
        game=game.name,
        title=_(game.info.title),
        deal=deal,
        followed=look,
        line=line,
        wanted=first_upper(look.wanted),
        waits=not look.over,
        cards=_own_cards(look.views[0]),
        advice=None,
        failed="",
    )


def _own_cards(view: SeatView) -> list[Markup]:
    """The seat's own cards, drawn; none where the game's face does not name them."""
    named = view.game.hook(rooms.own_cards)
    deck, names = named(view) if named is not None else ("", ())
    return [card(deck, name) for name in names]


# -- the beginning --------------------------------------------------------------------------------


async def _begun(request: Request, game: Game, filled: Filled) -> Response:
    state, address = request.app.state, security.address_of(request.scope)
    record = filled.text("record").replace("\r\n", "\n")
    field = "record" if record else "position" if filled.text("position") else "seat"
    try:
        if record:
            look = await _followed(state, record, "", "", address)
        else:
            given = _given(game, filled)
            if filled.errors:
                return _form(request, game, filled, status=422)
            state.reader.check(address)
            look = await state.reader.ask(address, reading.followed_from, game.name, *given)
    except Refusal:
        raise
    except BadInput as error:
        filled.errors[field] = str(error)
        return _form(request, game, filled, status=422)
    return _shown(request, game, look)


def _given(game: Game, filled: Filled) -> tuple[Options, int, str]:
    """Rule options, seat and position of a game that begins; wrong fields are noted."""
    options = read_options(game, filled, {o.name: OPTION + o.name for o in game.schema})
    position = one_line(filled.text("position"))
    seats = game.num_players(options) if not filled.errors else game.info.players[1]
    return options, 0 if position else _seat(filled.text("seat") or "1", seats), position


def _seat(text: str, seats: int) -> int:
    number = whole_number(text, 0)
    if not 1 <= number <= seats:
        raise BadInput(_("a whole number from 1 to {seats}").format(seats=seats))
    return number - 1


def _form(request: Request, game: Game, filled: Filled, status: int = 200) -> Response:
    high = game.info.players[1]
    names = {option.name: OPTION + option.name for option in game.schema}
    seat = Field(
        id="seat",
        words=_("Your seat"),
        value=filled.given.get("seat", "1"),
        doc=_("1 is dealt to first"),
        choices=tuple(Choice(str(n), str(n)) for n in range(1, high + 1)),
        error=filled.errors.get("seat", ""),
    )
    position = Field(
        id="position",
        words=_("From the middle of a deal"),
        value=filled.given.get("position", ""),
        doc=_(game.position_form),
        long=True,
        error=filled.errors.get("position", ""),
    )
    record = Field(
        id="record",
        words=_("Go on with a record that you kept"),
        value=filled.given.get("record", ""),
        long=True,
        error=filled.errors.get("record", ""),
    )
    return page(
        request,
        "assist_begin.html",
        status=status,
        game=game.name,
        title=_(game.info.title),
        seat=seat,
        options=[
            replace(setting_field(o, names[o.name], filled), folded=n > 0)
            for n, o in enumerate(game.schema.offered)  # the first says most of the game
        ],
        position=position,
        record=record,
        error=_("Please check the marked fields.") if status > 400 else "",
    )


# -- advice beside the page -----------------------------------------------------------------------


class AssistRegion:
    """The live region of the odds and the best move: empty until they are there."""

    def __init__(self, state: Any, look: FollowedLook) -> None:
        self._state, self._look = state, look
        self._task: asyncio.Task[None] | None = None
        self._told: dict[str, Any] | None = None

    async def join(self, line: Line, hello: Hello) -> None:
        """Work the advice out for ``line``, in its language."""
        self._task = asyncio.create_task(self._work_out(line))

    async def _work_out(self, line: Line) -> None:
        pool = self._state.pool
        try:
            views = self._look.views
            told = [await pool.advise(view, line.lang, SEED) for view in views]
            advice = averaged(views[0], told)
            self._told = advice_parts(self._look, advice)
        except LudotecaError as failure:
            log.warning("no advice about a game that is followed: %s", failure)
            self._told = {"advice": None, "failed": str(failure)}
        except Exception:  # among it a game author's code: it may raise anything
            log.exception("no advice about a game that is followed")
            self._told = {"advice": None, "failed": _("An internal error stopped it.")}
        line.refresh()

    async def hear(self, line: Line, message: Message) -> None:
        """Refuse all messages: lines are entered by forms."""
        raise Refusal("malformed", _("This page takes no such message."))

    def leave(self, line: Line) -> None:
        """Stop working for ``line``."""
        if self._task is not None:
            self._task.cancel()

    def newest(self, line: Line) -> dict[str, Any] | None:
        """The odds and the best move, None until they are there."""
        if self._told is None:
            return None
        return {"type": "view", "html": draw("assist_part.html", **self._told)}


def advice_parts(look: FollowedLook, advice: Advice) -> dict[str, Any]:
    """The context of ``assist_part.html``."""
    view = look.views[0]
    draw_move = face_of(view.game).move
    rows = [
        value_row(worth, advice, draw_move(view, worth.moves, None))
        for worth in advice.values
        if worth.action in view.legal
    ]
    best = None if advice.action is None else draw_move(view, advice.turn or (advice.action,), None)
    return {
        "advice": advice,
        "best": best,
        "bars": odds_bars(advice.odds, advice.lacks),
        "worth": worth_words(advice),
        "own": own_assumptions(view, advice),
        "values": value_tables(rows) if rows else [],
        "failed": "",
    }


async def find_assist(state: Any, name: str, address: str) -> Region | None:
    """The region of the game that is packed in ``name``."""
    try:
        return AssistRegion(state, await _looks(state).of(state, name, address))
    except BadInput:
        return None
