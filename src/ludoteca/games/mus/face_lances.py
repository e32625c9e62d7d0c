"""The lances in a row: how each was bet on, what is at stake now, what a refusal would cost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.face import side_label
from ludoteca.web.kit.guide import explained, term
from ludoteca.web.kit.html import classes, el
from ludoteca.web.kit.scores import stones
from ludoteca.web.kit.seats import seat_name

from .guide import meaning
from .ids import (
    ACCEPTED,
    BETTING,
    CHICA,
    DECLARING,
    GRANDE,
    JUEGO,
    NOT_BET,
    OVER,
    PARES,
    PASO,
    PUNTO,
    REFUSED,
    ROUNDS,
    SEATS,
    SHOWING,
    TEAMS,
)
from .notation import LANCE_NAMES

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene

NAMES = tuple(name.capitalize() for name in LANCE_NAMES)


def lances(scene: Scene, s: Any) -> Markup:
    """A box for each lance of this deal, in order, that of now lit."""
    last = PUNTO if s.lance == PUNTO or s.outcome[PUNTO] else JUEGO
    boxes = [_box(scene, s, lance) for lance in (GRANDE, CHICA, PARES, last)]
    return el("ol", boxes, class_="mus-lances", aria_label=_("The lances"), data_key="lances")


def is_now(s: Any, lance: int) -> bool:
    """True while ``lance`` is declared or bet on."""
    return bool(s.lance == lance) and s.phase in (DECLARING, BETTING)


def _box(scene: Scene, s: Any, lance: int) -> Markup:
    now, side = is_now(s, lance), int(s.winner[lance]) - 1
    text, detail = _told(scene, s, lance)
    return el(
        "li",
        term(NAMES[lance], meaning(NAMES[lance]), place="board"),
        el("b", text, title=text if scene.viewer < 0 else None),
        # Another text is another element: else it would seem to move, as its middle stays.
        el(
            "small",
            detail,
            title=detail if scene.viewer < 0 else None,
            data_key=f"paid-{min(lance, JUEGO)} {detail}",
        ),
        class_=classes(
            "mus-lance",
            "now" if now else "",
            "open" if not s.outcome[lance] and not now else "",
            f"won side-{side}" if side >= 0 else "",
        ),
        aria_current="step" if now else None,
        data_key=f"lance-{min(lance, JUEGO)}",
    )


def _told(scene: Scene, s: Any, lance: int) -> tuple[str, str]:
    """The bet of a lance or its answer, and the stones that it paid, as far as they are known."""
    paid, winner = int(s.paid[lance]) + int(s.cuenta[lance]), int(s.winner[lance])
    gained = f"{side_words(scene, winner - 1)} +{paid}" if winner and paid else ""
    outcome = int(s.outcome[lance])
    if outcome == NOT_BET:
        return _nobody(scene, s, lance), gained
    if outcome == PASO:
        return "paso", gained
    if outcome == REFUSED:
        return "no quiero", gained
    if outcome == ACCEPTED:
        stake = "órdago" if s.ordago and s.lance == lance else f"envite {int(s.stake[lance])}"
        return stake, gained or "quiero"
    if not is_now(s, lance):
        return "", ""
    if s.all_in:
        return "órdago", ""
    return (f"envite {int(s.bet)}", "") if s.bet else ("", "")


def _nobody(scene: Scene, s: Any, lance: int) -> str:
    """Why pares or juego was not bet on: nobody has it, or one pair alone."""
    said = s.pares_said if lance == PARES else s.juego_said
    with_it = {seat % TEAMS for seat in range(SEATS) if int(said[seat]) == 2}
    if len(with_it) != 1:
        return _("nobody")
    return _("only {side}").format(side=side_words(scene, with_it.pop()))


def side_words(scene: Scene, side: int) -> str:
    """A pair as the viewer calls it: ``Us``, ``Them``; by its names for those who watch."""
    return side_label(scene, (side, side + TEAMS))


def _unbroken(words: str) -> str:
    """``words`` with numbers that no line break parts from the words beside them."""
    return re.sub(r" (?=\d)|(?<=\d) (?=\w)", "\u00a0", words)


# -- what is at stake ------------------------------------------------------------------------------


def stake_line(scene: Scene, s: Any) -> Markup:
    """The stake of now, large and in words; it keeps its place when there is nothing to say."""
    words = _unbroken(_stake_words(scene, s))
    look = classes("mus-stones", "all" if s.all_in else "")
    stake = el("b", _stake(s), class_=look, data_key=f"stones {_stake(s)}")
    pot = stones(int(s.bet), side=(int(s.bettor) - 1) % TEAMS) if _is_counted(s) else None
    # With other words or stones they are other elements: else all in the line would seem to move.
    line = f"{int(s.bet) if pot else 0} {words}"
    put = el("span", pot, class_="pot", data_key=f"pot {line}")
    said = el("span", explained(scene.game, words, place="stake"), data_key=f"said {line}")
    return el("p", stake, put, said, class_="mus-stake", data_key="stake")


def _is_counted(s: Any) -> bool:
    """True while a bet waits for its answer that is no órdago."""
    return bool(s.phase == BETTING and s.bettor and not s.all_in)


def _stake(s: Any) -> str:
    """The stones that are bet on now, ``órdago``, or what the best hand gets if all pass."""
    if s.phase != BETTING:
        return ""
    if s.bettor:
        return "¡Órdago!" if s.all_in else str(int(s.bet))
    return "" if s.lance in (PARES, JUEGO) else "1"


def _stake_words(scene: Scene, s: Any) -> str:
    if s.phase == BETTING:
        return _bet_words(scene, s) if s.bettor else _pass_words(int(s.lance))
    if s.phase in (DECLARING, SHOWING, OVER) or s.window > ROUNDS:
        return ""
    rounds, stock = int(s.mus_rounds), int(s.stock)
    cards = ngettext("{n} card in the stock", "{n} cards in the stock", stock).format(n=stock)
    if not rounds:
        return cards
    words = ngettext("{n} round of mus", "{n} rounds of mus", rounds).format(n=rounds)
    return f"{words} · {cards}"


def _pass_words(lance: int) -> str:
    if lance == PUNTO:
        return _("If all pass, the best punto gets 1 stone.")
    if lance in (PARES, JUEGO):
        return _("If all pass, nothing is bet; the winners still count what their hands are worth.")
    return _("If all pass, the best hand gets 1 stone.")


def _bet_words(scene: Scene, s: Any) -> str:
    """The latest bet, the price of a refusal, and the stake if it is accepted."""
    bettor = int(s.bettor) - 1
    told = {
        "name": _("You") if bettor == scene.viewer else seat_name(scene.seats[bettor]),
        "side": side_words(scene, bettor % TEAMS),
        "deje": deje(s),
        "bet": int(s.bet),
        "raise": int(s.bet) - int(s.agreed),
    }
    if s.all_in:
        return _(
            "{name}: órdago! No quiero gives {deje} to {side}; with quiero, this lance decides "
            "the juego."
        ).format(**told)
    if s.agreed:
        return _(
            "{name}: {raise} more. No quiero gives {deje} to {side}; with quiero, {bet} are at "
            "stake."
        ).format(**told)
    return _(
        "{name}: envido {bet}. No quiero gives {deje} to {side}; with quiero, {bet} are at stake."
    ).format(**told)


def deje(s: Any) -> int:
    """Stones that a refusal pays now, with the one that punto is worth itself."""
    return max(int(s.agreed), 1) + int(s.lance == PUNTO)
