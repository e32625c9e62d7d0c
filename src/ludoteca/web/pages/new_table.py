"""New tables: at once against machines, as a lesson, or from a form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.player_names import first_name
from ludoteca.core.record import GameRecord
from ludoteca.core.rooms import TaughtHand
from ludoteca.table.chairs import clean_name
from ludoteca.table.clocks import late_words
from ludoteca.table.events import SeatPlan
from ludoteca.table.scene import taught_hand, taught_state
from ludoteca.table.setup import TableRequest
from ludoteca.web.kit.face import face_of
from ludoteca.web.kit.seats import places
from ludoteca.web.pages import preferences, requests, schools
from ludoteca.web.pages.forms import OPTION, Choices, Filled, FormField, read_options
from ludoteca.web.pages.game_cards import (
    FIRST,
    GameHere,
    Opponent,
    machine_at_table,
    machine_ids,
    opponent_words,
    opponents,
    usual_level,
)
from ludoteca.web.pages.own_results import own_results, won_from
from ludoteca.web.pages.people.links import lead_to_links
from ludoteca.web.pages.requests import fields_of
from ludoteca.web.pages.table_rules import (
    filled_in,
    names_of,
    pressed,
    rule_groups,
    school_of,
    school_tabs,
    set_by_schools,
)
from ludoteca.web.pages.templating import page
from ludoteca.web.table import TableActor

ME, FRIEND = "me", "friend"
LEAST_MINUTES, MOST_MINUTES, MOST_INCREMENT = 0.1, 600.0, 600.0

router = APIRouter()


def number(filled: Filled, name: str, high: float) -> float:
    """The number in a field, 0 where it is empty; what is wrong is noted."""
    text = filled.text(name).replace(",", ".")
    value = float(text or 0) if re.fullmatch(r"\d{0,6}(\.\d{0,3})?", text) and text != "." else -1.0
    if not 0 <= value <= high:
        filled.errors[name] = _("a number from 0 to {high:g}").format(high=high)
        return 0.0
    return value


@router.post("/games/{name}/play")
async def play_at_once(request: Request, game: GameHere) -> Response:
    """One click from the lobby to a game against machines, by the rules that the visitor plays."""
    given = await fields_of(request)
    asked = given.get("level", "")
    chosen = schools.named(game, given.get("school", ""))
    school = chosen or schools.remembered(request, game)
    if game.info.schools and school is None:
        return schools.ask(game, asked)
    options = game.options(dict(school.options) if school else {})
    level = machine_at_table(game, asked, requests.offered(request, game))
    response = await requests.sit_down(request, _against(request, game, options, level))
    if chosen:
        schools.remember(response, game, chosen)
    return response


@router.post("/games/{name}/lesson")
async def guided(request: Request, game: GameHere) -> Response:
    """The guided first deal of a game."""
    if not game.has_room("guide"):
        raise HTTPException(404)
    chosen = taught_hand(game, rooms.FIRST_DEAL)
    if chosen is not None:
        return await _deal_taught(request, game, chosen)
    lesson_options = game.hook(rooms.lesson_options)
    options = game.options({} if lesson_options is None else lesson_options())
    wanted = _against(request, game, options, game.info.levels[0], lesson=True)
    return await requests.sit_down(request, wanted)


@router.post("/games/{name}/taught/{hand}")
async def teach(request: Request, game: GameHere, hand: str) -> Response:
    """A hand that teaches one thing, dealt up to its question."""
    taught = taught_hand(game, hand)
    if taught is None:
        raise HTTPException(404)
    return await _deal_taught(request, game, taught)


async def _deal_taught(request: Request, game: Game, taught: TaughtHand) -> Response:
    """A table at which a taught hand is dealt; one without a question is not one of a series."""
    state = taught_state(game, taught)
    wanted = _against(
        request,
        game,
        state.options,
        game.info.levels[0],
        lesson=True,
        taught=taught.name if taught.question else "",
        start=GameRecord.from_state(state).to_text(),
    )
    return await requests.sit_down(request, wanted)


def _against(
    request: Request, game: Game, options: Options, level: str, **settings: Any
) -> TableRequest:
    """A table of the visitor and machines of one level."""
    others = game.num_players(options) - 1
    plans = [SeatPlan(), *(SeatPlan(level) for _other in range(others))]
    name = preferences.name_of(request)
    return TableRequest(game, options, plans, name=name, me=0, **settings)


@router.get("/games/{name}/new")
async def new_table(request: Request, game: GameHere) -> Response:
    """The form of a new table; the address may fill it in."""
    given = pressed(game, dict(request.query_params))
    like = await requests.tables(request).actor(given.pop("like", ""))
    if like is not None and like.table.game is game:
        return await form(request, game, Filled({**_filled_like(like), **given}))
    usual = filled_in(game, schools.usual(request, game))
    return await form(request, game, Filled({"hints": "yes", **usual, **given}))


def _filled_like(actor: TableActor) -> dict[str, str]:
    """The form as it opens a table like the one of ``actor``."""
    table, opening = actor.table, actor.table.opening
    offered = {o.name for o in table.game.schema.offered}
    options = {name: value for name, value in table.options.items() if name in offered}
    filled = filled_in(table.game, options)
    for chair in table.chairs:
        filled[f"seat{chair.seat}"] = chair.machine or FRIEND
    people = [chair.seat for chair in table.chairs if not chair.machine]
    if people:
        filled[f"seat{people[0]}"] = ME
    if opening.clock:
        start, added = opening.clock
        filled["minutes"], filled["increment"] = f"{start / 60:g}", f"{added:g}"
    if table.unhurried:
        filled["clock"] = UNHURRIED
    for flag in ("hints", "coach", "listed"):
        filled[flag] = "yes" if getattr(opening, flag) else "no"
    return filled


@router.post("/games/{name}/new")
async def open_new_table(request: Request, game: GameHere) -> Response:
    """Open the table that the form describes, or show the form again with its errors."""
    filled = Filled(await fields_of(request))
    wanted = read(game, filled, requests.offered(request, game))
    if wanted is None:
        return await form(request, game, filled, status=422)
    opening = await requests.open_table(request, wanted)
    response = RedirectResponse(f"/tables/{opening.table}", status_code=303)
    if opening.tokens:
        response = lead_to_links(request, opening.table, opening.tokens)
    if wanted.name:
        preferences.set_name(response, wanted.name)
    return requests.greet(request, response)


# -- reading ------------------------------------------------------------------------------------


def read(game: Game, filled: Filled, offered: Sequence[str]) -> TableRequest | None:
    """Read the form; None where a field is wrong, which ``filled`` then notes."""
    options = read_options(game, filled, names_of(game))
    clock = filled.given.get("clock", "yes")  # a program sends no choice
    minutes, increment = PRESETS.get(clock, (0.0, 0.0))
    if clock == "yes":
        minutes = number(filled, "minutes", MOST_MINUTES)
        increment = number(filled, "increment", MOST_INCREMENT)
        is_wanted = "clock" in filled.given or minutes or increment
        if increment and filled.text("minutes"):
            minutes = max(minutes, increment / 60)  # at least the seconds of a turn
        is_short = minutes < LEAST_MINUTES and not (minutes and increment)
        if is_wanted and not filled.errors and is_short:
            words = _("the clock needs {n:g} minutes or more; to play without one, choose “None”")
            filled.errors["minutes"] = words.format(n=LEAST_MINUTES)
    if filled.errors:
        return None
    machines = machine_ids(game, offered)
    chosen = [
        filled.given.get(f"seat{seat}", _usual_seat(game, seat))
        for seat in range(game.num_players(options))
    ]
    for seat, who in enumerate(chosen):
        if who not in {ME, FRIEND, *machines}:
            filled.errors[f"seat{seat}"] = _("choose who sits here")
    if chosen.count(ME) > 1:
        filled.errors[f"seat{_last(chosen, ME)}"] = _("you can sit at one seat only")
    if not filled.errors and ME not in chosen and FRIEND not in chosen:
        filled.errors["seat0"] = _("somebody has to play: take a seat or invite a friend")
    if filled.errors:
        return None
    return TableRequest(
        game,
        options,
        [SeatPlan(who if who in machines else "") for who in chosen],
        hints=filled.given.get("hints") == "yes",
        clock=[60.0 * minutes, increment] if minutes else None,
        coach=filled.given.get("coach") == "yes",
        listed=filled.given.get("listed") == "yes",
        unhurried=clock == UNHURRIED,
        name=clean_name(filled.given.get("name", "")),
        me=chosen.index(ME) if ME in chosen else None,
        ready=False,
        tokens_for=tuple(seat for seat, who in enumerate(chosen) if who == FRIEND),
    )


def _last(items: list[str], wanted: str) -> int:
    return len(items) - 1 - items[::-1].index(wanted)


# -- drawing ------------------------------------------------------------------------------------


async def form(request: Request, game: Game, filled: Filled, status: int = 200) -> Response:
    """The form with the values filled in, and a sentence beside each field that is wrong."""
    players = _players(game, filled)
    current = school_of(game, filled)
    usual = current["options"] if current else schools.usual(request, game)
    groups = rule_groups(game, filled, usual)
    rules = [rule for group in groups.values() for rule in group]
    ranked = _ranked(game, requests.offered(request, game))
    found = await own_results(requests.journal(request), requests.person(request))
    won = won_from(found, game.name)
    seats = _seats(game, ranked, won, filled, players)
    clocks = [
        filled.field(name, _(words), usual, doc=_(doc))
        for name, (words, doc, usual) in CLOCKS.items()
    ]
    error = filled.errors.get("") or (_("Please check the marked fields.") if status > 400 else "")
    given = filled.given
    return page(
        request,
        "new_table.html",
        status=status,
        about=game,
        counts=[int(n) for n in _counts(game)],
        players=players,
        which=_(game.info.which) if game.info.which else "",
        schools=school_tabs(game, filled),
        school=current["name"] if current else "",
        by_school=[
            (OPTION + name, given.get(OPTION + name, game.schema.usual(name)))
            for name in set_by_schools(game)
        ],
        seats=seats,
        picture=face_of(game).picture(),
        opponents=ranked,
        rules=groups,
        rules_changed=any(rule.changed for rule in rules),
        rules_open=any(rule.field.error for rule in rules) or bool(filled.errors.get("")),
        clocks=clocks,
        clock=given.get("clock", _clock_filled(given)),
        presets=_presets(),
        late=late_words(requests.tables(request).services.settings.sit_in_seconds),
        chooses=game.has_choices,
        hints=given.get("hints") == "yes",
        coach=given.get("coach") == "yes",
        listed=given.get("listed") == "yes",
        name=given.get("name") or _own_name(request, seats),
        error=error,
    )


def _own_name(request: Request, seats: Sequence[dict[str, Any]]) -> str:
    """The visitor's name; friends get one to know them by where they have none yet."""
    among = any(seat["field"].value == FRIEND for seat in seats)
    return (preferences.name_offered if among else preferences.name_of)(request)


def _counts(game: Game) -> list[str]:
    """The numbers of players that the rules allow: buraco is for two or for four."""
    low, high = game.info.players
    return [str(n) for n in range(low, high + 1) if low == high or _is_played_by(game, n)]


def _is_played_by(game: Game, n: int) -> bool:
    try:
        return game.num_players(game.options({"players": n})) == n
    except BadInput:
        return False


def _players(game: Game, filled: Filled) -> int:
    asked = filled.given.get("players", "")
    if asked in _counts(game):
        return int(asked)
    return game.num_players(game.options())


def _usual_seat(game: Game, seat: int) -> str:
    return ME if seat == 0 else usual_level(game)


def _ranked(game: Game, offered: Sequence[str]) -> list[Opponent]:
    """The machines of a game, up the ladder, and then those that are not on it."""
    return [one for few in opponents(game, offered) for one in few]


def _seats(
    game: Game,
    ranked: Sequence[Opponent],
    won: Mapping[str, tuple[int, int]],
    filled: Filled,
    players: int,
) -> list[dict[str, Any]]:
    """The seats around the table as it is drawn: the place, the side and the field of each.

    Machines have the names that they get at the table, those of one level different ones.
    """
    around = places(players, 0, counter_clockwise=face_of(game).counter_clockwise)
    teams = game.info.teams or tuple((seat,) for seat in range(players))
    found = []
    taken: list[str] = []
    for seat in range(players):
        side = next(number for number, team in enumerate(teams) if seat in team)
        partners = [other for other in teams[side] if other != seat and other < players]
        called = {one.id: first_name(game.info, one.id, taken) for one in ranked}
        machines = tuple(
            (one.id, opponent_words(replace(one, name=called[one.id]), won.get(one.id)))
            for one in ranked
        )
        chosen = _seat_field(game, machines, filled, seat, partners)
        taken += [called[chosen.value]] if chosen.value in called else []
        found.append({"place": around[seat], "side": side, "field": chosen})
    return found


def _seat_field(
    game: Game, machines: Choices, filled: Filled, seat: int, partners: Sequence[int]
) -> FormField:
    """The choice of who sits at a seat, and who its partners are."""
    usual = len(game.info.ladder) or FIRST
    first, more = machines[:usual], machines[usual:]
    told = ", ".join(str(other + 1) for other in partners)
    return filled.field(
        f"seat{seat}",
        _("Seat {n}").format(n=seat + 1),
        _usual_seat(game, seat),
        choices=((ME, _("me")), (FRIEND, _("a friend, by link")), *first),
        more=more,
        doc=_("partner: seat {n}").format(n=told) if told else "",
    )


def _clock_filled(given: Mapping[str, str]) -> str:
    """The clock of these figures: a preset, ``yes`` for others, ``no`` for none."""
    if not given.get("minutes"):
        return "no"
    figures = given["minutes"], given.get("increment", "0")
    same = (n for n, preset in PRESETS.items() if figures == tuple(f"{f:g}" for f in preset))
    return next(same, "yes")


def _presets() -> list[tuple[str, str, str]]:
    """The clocks to choose from: name, title, figures in words."""
    words = _("{minutes:g} min + {seconds:g} s")
    titles = {"quick": _("Quick"), "calm": _("Calm")}
    presets = [
        (name, titles[name], words.format(minutes=minutes, seconds=seconds))
        for name, (minutes, seconds) in PRESETS.items()
    ]
    return [*presets, (UNHURRIED, _("Days"), "")]


UNHURRIED = "days"  #: among the clocks: nobody plays on for who is away
PRESETS = {"quick": (5.0, 5.0), "calm": (15.0, 10.0)}
"""Clocks by name: minutes for each and a deal, seconds added after a turn."""

CLOCKS = {
    "minutes": (N_("Minutes each"), N_("time per player for the whole deal"), "10"),
    "increment": (N_("Seconds added"), N_("after each move"), "5"),
}
