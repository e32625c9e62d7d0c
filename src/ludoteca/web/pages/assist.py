"""The assistant: a real game followed in the browser, for the phone beside the cards.

All that was entered is in the address of the page, packed: nothing is stored, a page that is
loaded again is the same, and "back" takes a line back.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, language
from ludoteca.core.options import Options
from ludoteca.players.advice.advise import Advice
from ludoteca.table.assistant import FollowedLook, one_line
from ludoteca.table.refusal import Refusal
from ludoteca.web import security
from ludoteca.web.engines import reading
from ludoteca.web.kit.cards import card
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.odds import odds_bars
from ludoteca.web.kit.side_panel import assumed, unit_words, value_tables
from ludoteca.web.pages import schools
from ludoteca.web.pages.forms import (
    OPTION,
    Filled,
    first_upper,
    read_options,
    setting_field,
    whole_number,
)
from ludoteca.web.pages.game_cards import GameHere
from ludoteca.web.pages.requests import Recent, at_hand, fields_of
from ludoteca.web.pages.table_rules import filled_in
from ludoteca.web.pages.templating import page

MOST_BYTES = 65_536  #: of a record that is unpacked
MOST_KEPT = 32
SEED = 1
_MOST_TEXT = 4_000  #: letters of a line that is entered

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


def _looks(state: Any) -> Recent[tuple[str, str], FollowedLook]:
    """The looks shown last, so that the advice beside them need not replay the deal."""
    return at_hand(state, "assisted", lambda: Recent(MOST_KEPT))


async def look_at(state: Any, deal: str, address: str) -> FollowedLook:
    """The look of the game in an address; raises ``BadInput`` and refusals."""
    key, kept = (deal, language()), _looks(state)
    look = kept.get(key) or await _followed(state, unpacked(deal), "", "", address)
    kept.keep(key, look)
    return look


async def _followed(state: Any, text: str, act: str, line: str, address: str) -> FollowedLook:
    reading.check_text(text)
    state.reader.check(address)
    look: FollowedLook = await state.reader.ask(address, reading.followed, text, act, line)
    return look


# -- pages ----------------------------------------------------------------------------------------


@router.get("/assist/{name}")
async def show(request: Request, game: GameHere) -> Response:
    """The form in which a game begins, or the game in the address."""
    deal = request.query_params.get("deal", "")
    if not deal:
        return _form(request, game, Filled(filled_in(game, schools.usual(request, game))))
    state, address = request.app.state, security.address_of(request.scope)
    look = await look_at(state, deal, address)
    return _page(request, game, deal, look)


@router.post("/assist/{name}")
async def enter(request: Request, game: GameHere) -> Response:
    """Begin a game, or enter a line about it."""
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
    _looks(request.app.state).keep((deal, language()), look)
    return RedirectResponse(f"/assist/{game.name}?deal={deal}", status_code=303)


def _page(
    request: Request, game: Game, deal: str, look: FollowedLook, line: str = "", status: int = 200
) -> Response:
    if look.views[0].game is not game:
        raise HTTPException(404)
    own_cards = game.hook(rooms.own_cards)
    cards = []  # the seat's own, where the game's face names them
    if own_cards is not None:
        deck, names = own_cards(look.views[0])
        cards = [card(deck, name) for name in names]
    return page(
        request,
        "assist.html",
        status=status,
        about=game,
        deal=deal,
        followed=look,
        line=line,
        wanted=first_upper(look.wanted),
        waits=not look.over,
        cards=cards,
        advice=None,
        failed="",
    )


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
    names = {option.name: OPTION + option.name for option in game.schema}
    seats = range(1, game.info.players[1] + 1)
    seat = filled.field(
        "seat",
        _("Your seat"),
        "1",
        doc=_("1 is dealt to first"),
        choices=tuple((str(n), str(n)) for n in seats),
    )
    middle, go_on = _("From the middle of a deal"), _("Continue from a saved record")
    position = filled.field("position", middle, doc=_(game.position_form), long=True)
    record = filled.field("record", go_on, long=True)
    return page(
        request,
        "assist_begin.html",
        status=status,
        about=game,
        seat=seat,
        options=[
            replace(setting_field(o, names[o.name], filled), folded=n > 0)
            for n, o in enumerate(game.schema.offered)  # the first says most of the game
        ],
        position=position,
        record=record,
        error=_("Please check the marked fields.") if status > 400 else "",
    )


def advice_parts(look: FollowedLook, advice: Advice) -> dict[str, Any]:
    """The context of ``assist_part.html``."""
    view = look.views[0]
    draw_move = face_of(view.game).move
    rows = [
        (worth, draw_move(view, worth.moves, None), None)
        for worth in advice.values
        if worth.action in view.legal
    ]
    best = None if advice.action is None else draw_move(view, advice.turn or (advice.action,), None)
    return {
        "advice": advice,
        "best": best,
        "bars": odds_bars(advice.odds, advice.lacks),
        "unit": unit_words(advice),
        "assumed": assumed(view, advice) if rows else None,
        "values": value_tables(advice, rows) if rows else [],
        "failed": "",
    }
