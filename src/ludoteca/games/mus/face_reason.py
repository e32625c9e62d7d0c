"""The lance that decided a deal, in a sentence with the cards, read off the count alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import _, ngettext
from ludoteca.core.rooms import Decided
from ludoteca.web.kit.face import seen
from ludoteca.web.kit.seats import seat_name

from .face_count import NO_QUIERO, payments
from .face_lances import NAMES, side_words
from .hands import key_of
from .ids import JUEGO, PARES, PUNTO, SEATS, TEAMS
from .notation import LANCE_NAMES, cards_words, lance_hand_text, pares_word

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene


def decided(scene: Scene) -> Decided | None:
    """The lance that brought the winners of the deal most: by which hands, or that it was refused.

    Who reached the target has won, whoever counted more; of an even deal all lances are told. None
    for a deal that was given up.
    """
    if scene.result is None or scene.view is None or scene.revealed is None:
        return None
    s = seen(scene)
    if s.ordago:
        lance, side = int(s.lance), int(s.ordago) - 1
        return Decided(_by_cards(scene, s, lance, side, _("the juego")), NAMES[lance])
    brought = _brought(s)
    reached = [int(s.score[side] + s.points[side]) >= int(s.target) for side in range(TEAMS)]
    if s.points[0] == s.points[1] and not any(reached):
        return _even(scene, brought) if all(brought) else None
    side = reached.index(True) if any(reached) else int(s.points[1] > s.points[0])
    by_lance = brought[side]
    if not by_lance:  # the deal was given up
        return None
    lance = max(by_lance, key=by_lance.__getitem__)
    n = by_lance[lance]
    stones = ngettext("{n} stone", "{n} stones", n).format(n=n)
    if any((p.lance, p.side, p.why) == (lance, side, NO_QUIERO) for p in payments(s)):
        sentence = _refused(scene, side).format(lance=NAMES[lance], stones=stones)
        if s.cuenta[lance]:
            sentence += " " + _of_the_cuenta(lance, int(s.cuenta[lance]))
        sentence += " " + _better_hand(scene, s, lance)
        return Decided(sentence, NAMES[lance])
    return Decided(_by_cards(scene, s, lance, side, stones), NAMES[lance])


def _brought(s: Any) -> list[dict[int, int]]:
    """The stones that each lance brought each pair, in the order of the count."""
    found: list[dict[int, int]] = [{} for _side in range(TEAMS)]
    for paid in payments(s):
        found[paid.side][paid.lance] = found[paid.side].get(paid.lance, 0) + paid.stones
    return found


def _even(scene: Scene, brought: list[dict[int, int]]) -> Decided:
    """The lances of both pairs, which brought them as much; the largest is looked at."""
    own = max(scene.viewer, 0) % TEAMS
    told = [
        " + ".join(f"{_(LANCE_NAMES[lance])} {n}" for lance, n in by_lance.items())
        for by_lance in brought
    ]
    text = _("Even: {ours} for you, {theirs} for them.")
    if scene.viewer < 0:
        text = _("Even: {ours} for {side}, {theirs} for {others}.")
    sentence = text.format(
        ours=told[own],
        theirs=told[1 - own],
        side=side_words(scene, own),
        others=side_words(scene, 1 - own),
    )
    largest = max((n, -lance) for by_lance in brought for lance, n in by_lance.items())
    return Decided(sentence, NAMES[-largest[1]])


def _of_the_cuenta(lance: int, n: int) -> str:
    if lance == PUNTO:
        return _("One of these is for the punto itself.")
    text = ngettext("{n} of these is the cuenta.", "{n} of these are the cuenta.", n)
    return text.format(n=n)


def _refused(scene: Scene, side: int) -> str:
    if scene.viewer < 0:
        return _("{lance} made the difference: the bet was refused, {stones}.")
    if scene.viewer % TEAMS == side:
        return _("{lance} made the difference: they refused your bet, {stones} for you.")
    return _("{lance} made the difference: you refused their bet, {stones} for them.")


def _better_hand(scene: Scene, s: Any, lance: int) -> str:
    """The better hand of a lance whose bet was refused, and the best of the other pair."""
    best = _best(s, lance, *range(TEAMS))
    other = _best(s, lance, 1 - best % TEAMS)
    told = {
        "name": seat_name(scene.seats[best]),
        "other": seat_name(scene.seats[other]),
        "cards": _held(s, lance, best),
        "others": _held(s, lance, other),
    }
    if scene.viewer == best:
        text = _("You had the better hand: {cards}, and {other} had {others}.")
    elif scene.viewer == other:
        text = _("{name} had the better hand: {cards}, and you had {others}.")
    else:
        text = _("{name} had the better hand: {cards}, and {other} had {others}.")
    return text.format(**told) + _of_equals(s, lance, best, other)


def _of_equals(s: Any, lance: int, *seats: int) -> str:
    """A sentence on who wins where the hands of two seats are equal in a lance; "" elsewhere."""
    keys = {int(key_of(lance, s.hand[seat], s.real_)) for seat in seats}
    if len(keys) > 1:
        return ""
    return " " + _("The hands are equal: the one nearer to the mano wins.")


def _by_cards(scene: Scene, s: Any, lance: int, side: int, stones: str) -> str:
    winner, loser = _best(s, lance, side), _best(s, lance, 1 - side)
    told = {
        "lance": _(LANCE_NAMES[lance]),
        "stones": stones,
        "name": seat_name(scene.seats[winner]),
        "other": seat_name(scene.seats[loser]),
        "cards": _held(s, lance, winner),
        "others": _held(s, lance, loser),
    }
    alone = not key_of(lance, s.hand[loser], s.real_)
    if scene.viewer == winner:
        text = _("You won {lance} with {cards}, and {other} had {others}: {stones}.")
        if alone:
            text = _("You won {lance} with {cards}, and they had none: {stones}.")
    elif scene.viewer >= 0 and scene.viewer % TEAMS == side:
        text = _("{name} won {lance} for you with {cards}, and {other} had {others}: {stones}.")
        if alone:
            text = _("{name} won {lance} for you with {cards}, and they had none: {stones}.")
    elif scene.viewer == loser and not alone:
        text = _("{name} won {lance} with {cards}, and you had {others}: {stones}.")
    elif alone and scene.viewer >= 0:
        text = _("{name} won {lance} with {cards}, and you had none: {stones}.")
    elif alone:
        text = _("{name} won {lance} with {cards}, and the others had none: {stones}.")
    else:
        text = _("{name} won {lance} with {cards}, and {other} had {others}: {stones}.")
    return text.format(**told) + _of_equals(s, lance, winner, loser)


def _best(s: Any, lance: int, *sides: int) -> int:
    """The seat of these pairs with the best hand in a lance, the nearest to the mano of equals."""
    turns = ((int(s.dealer) + 1 + turn) % SEATS for turn in range(SEATS))
    able = [seat for seat in turns if seat % TEAMS in sides]
    return max(able, key=lambda seat: int(key_of(lance, s.hand[seat], s.real_)))


def _held(s: Any, lance: int, seat: int) -> str:
    """A hand as the lance counts it: the cards, the pares alone, the points of juego and punto."""
    if lance >= JUEGO:
        return lance_hand_text(lance, s.hand[seat])
    held = [int(n) for n in s.hand[seat]]
    if lance != PARES:
        return cards_words(s, seat, held)
    cards = cards_words(s, seat, [n if n > 1 else 0 for n in held])
    return f"{pares_word(s.hand[seat])} ({cards})"
