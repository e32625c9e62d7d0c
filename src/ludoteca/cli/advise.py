"""``ludoteca advise``: a machine's advice at a decision of a record or a typed position."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ludoteca.cli.console import Format, ShownProgress, compilation_notice, stdout, write
from ludoteca.cli.flags import given_or_new, named_options
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, number_text
from ludoteca.core.numbers import Estimate, Exact, Number
from ludoteca.core.record import GameRecord, record_of
from ludoteca.core.registry import load_game
from ludoteca.core.view import SeatView
from ludoteca.players.advice.advise import Advice
from ludoteca.players.advice.values import (
    AND_POINTS,
    SHOWN,
    alike_words,
    more_moves,
    worlds_of,
)
from ludoteca.table.assistant import Assistant, one_line
from ludoteca.table.deal import Rules, TableDeal


def advise(
    name: str,
    record: Path | None,
    position: str | None,
    option: list[str],
    at: int | None,
    by: str | None,
    seed: int | None,
    format: Format,
) -> None:
    """Advise the seat to move after ``at`` moves of a record, or in a typed ``position``.

    Raises ``BadInput`` where neither is given, or nobody is to move.
    """
    from ludoteca.players.advice.advise import advised
    from ludoteca.workers.threads import cores, use_threads

    game = load_game(name)
    seed = given_or_new(seed)
    use_threads(cores())
    with compilation_notice(f"advise {game.name}"), ShownProgress(_("thinking")) as progress:
        known = _typed(game, position or "", option) if record is None else record_of(game, record)
        if known.seen_by is not None:
            assistant = _followed(known, at)
            view, advice = assistant.deal.view(), assistant.advice(by, seed, progress)
            guessed = assistant.guessed()
        else:
            view = _decision(known, at)
            advice, guessed = advised(view, by, seed, progress=progress), ""
    if format is Format.json:
        write(_json(view, advice, seed))
        return
    for line in lines(view, advice):
        stdout().print(line, soft_wrap=True)
    if guessed:
        stdout().print(guessed, soft_wrap=True)


def _typed(game: Game, position: str, option: list[str]) -> GameRecord:
    """A record that begins in the typed ``position``, as long as there is one."""
    text = one_line(position)
    if not text:
        raise BadInput(_("give a record (a file) or --position TEXT"))
    options = game.options(named_options(option))
    return Assistant.from_position(game, options, text).record()


def _followed(record: GameRecord, at: int | None) -> Assistant:
    """The first ``at`` moves as the seat of the record saw them; it is to move."""
    _check_at(at, len(record.moves))
    assistant = Assistant.from_record(replace(record, moves=record.moves[:at]))
    if not assistant.own_turn:
        raise BadInput(_no_decision([actor for actor, _text in record.moves], record.seen_by))
    return assistant


def _check_at(at: int | None, moves: int) -> None:
    if at is not None and not 0 <= at <= moves:
        raise BadInput(
            _("--at is a whole number from 0 to {n}, the moves of this record, not {at}").format(
                n=moves, at=at
            )
        )


def _decision(record: GameRecord, at: int | None) -> SeatView:
    """The view of the seat to move after ``at`` moves of a whole record, by default all of them."""
    whole = record.replay()
    _check_at(at, len(whole.moves))
    deal = TableDeal(Rules(record.game, whole.options), whole.standing, whole.moves)
    state = deal.at(len(whole.moves) if at is None else at)
    seat = state.current_player()
    if seat < 0:
        raise BadInput(_no_decision([move.actor for move in whole.moves], None))
    return state.view(seat, remembering=True)


def _no_decision(actors: list[int], seen_by: int | None) -> str:
    """A refusal that lists where there are decisions, of ``seen_by`` alone where it is a seat."""
    found = [
        number
        for number, actor in enumerate(actors)
        if (actor >= 0 if seen_by is None else actor == seen_by)
    ]
    numbers = ", ".join(str(n) for n in found) or _("none")
    return _(
        "nobody decides here; --at N looks after N moves, and decisions come after: {n}"
    ).format(n=numbers)


def lines(view: SeatView, advice: Advice) -> list[str]:
    """The table, the advice, and what each move is worth."""
    to_move = _("Player {n} is to move.").format(n=view.seat + 1)
    return [view.table_text(), "", to_move, *advice_lines(view, advice)]


def advice_lines(view: SeatView, advice: Advice) -> list[str]:
    """The advice, what each move is worth, and the odds."""
    assert advice.action is not None
    told: list[str] = []
    line, words = advice.line, advice.words
    told.append(_("Advice: {move}").format(move=line if words == line else f"{line} ({words})"))
    if not advice.values:
        told += [f"  {reason}" for reason in advice.reasons]
    else:
        told += [f"  {advice.because}"] if advice.because else []
        told.append(_("What each move is worth, in {unit}:").format(unit=advice.unit))
        names = [worth.words(view) for worth in advice.values[:SHOWN]]
        told += [
            f"  {name:{max(map(len, names))}}  {_worth(advice, n)}" for n, name in enumerate(names)
        ]
        rest = len(advice.values) - SHOWN
        told += [f"  {more_moves(rest)}"] if rest > 0 else []
    return told + odds_lines(advice)


def _worth(advice: Advice, n: int) -> str:
    """The worth of a move of ``advice.values``, and what it rests on where others do not."""
    worth = advice.values[n]
    if worth.alike:
        number = alike_words(worlds_of(worth.value))
    else:
        number = _with_accuracy(worth.value, advice.chances)
        if advice.points:
            points = advice.points[n].mean
            number = _(AND_POINTS).format(line=number, points=points)
    return f"{number} ({worth.assumption})" if worth.assumption else number


def odds_lines(advice: Advice) -> list[str]:
    """The odds and what they rest on."""
    told = list(dict.fromkeys(odd.given for odd in advice.odds if odd.given))
    told += [f"{odd.name}: {_with_accuracy(odd.value, odd.chance)}" for odd in advice.odds]
    told += [_("No odds: {reason}.").format(reason=advice.lacks)] if advice.lacks else []
    rests_on = dict.fromkeys(odd.value.condition for odd in advice.odds)
    told += [f"  ({condition})" for condition in rests_on if condition]
    if advice.assumption:
        told.append(_("This holds {assumption}.").format(assumption=advice.assumption))
    return told


def _with_accuracy(number: Number, chance: bool = False) -> str:
    """A number with its accuracy: exact, or its interval and the number of simulated worlds."""
    if isinstance(number, Exact):
        return _("{value} (exact)").format(value=number_text(number.decimal, ".3f"))
    if isinstance(number, Estimate):
        return _("{value} (looked {n} moves ahead)").format(
            value=number_text(number.value, "+.1f"), n=number.ahead
        )
    form = ".1%" if chance else ".2f"
    return _("{mean}, {low} to {high} (95%, {n} deals)").format(
        mean=number_text(number.mean, form),
        low=number_text(number.low, form),
        high=number_text(number.high, form),
        n=number.n,
    )


def _json(view: SeatView, advice: Advice, seed: int) -> str:
    document = {"game": view.game.name, "seat": view.seat, "seed": seed, **advice.to_json()}
    document["moves"] = {str(action): view.action_text(action) for action in view.legal}
    return json.dumps(document, indent=2, ensure_ascii=False)
