"""Checking a shuffle from the record of a finished deal: its commitment, its shoe, every card.

Nothing but the record is needed: the commitment is computed from the key, the shoe from key and
nonces, and every chance move is drawn again and compared.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludoteca.core import calls
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import _, ngettext
from ludoteca.core.ids import NO_DRAW
from ludoteca.core.record import GameRecord, apply_text, move_texts
from ludoteca.core.shuffles.sealed_shoe import Seal, SealedShoe, given_hash
from ludoteca.core.state import State


class SealBroken(LudotecaError):
    """The record does not agree with its seal; the message says what does not."""


@dataclass(frozen=True)
class Verified:
    """The result of a check in which everything agreed.

    Attributes
    ----------
    seal
        The seal, open.
    chance_moves
        Moves of chance that were drawn again.
    cards
        How many of them drew a card.
    orders
        By the source that these were drawn from, all physical cards in their order, each as the
        record writes its kind, or the number of a kind that was never drawn.
    """

    seal: Seal
    chance_moves: int
    cards: int
    orders: dict[int, list[str]]

    @property
    def warning(self) -> str:
        """A sentence that says what was not checked; "" where everything was."""
        return self.warning_of(self.seal.given)

    def warning_of(self, moves: int) -> str:
        """:attr:`warning` where the moves that were taken over are counted as ``moves``."""
        if not self.seal.given:
            return ""
        n = moves or self.seal.given  # where cards alone were taken over, each counts
        if self.seal.version == 1:
            return ngettext(
                "The first {n} move was not checked: a seal of version 1 does not bind moves that "
                "were taken over, so anybody could have written it.",
                "The first {n} moves were not checked: a seal of version 1 does not bind moves "
                "that were taken over, so anybody could have written them.",
                n,
            ).format(n=n)
        return ngettext(
            "The first {n} move, with its cards, was supplied by whoever opened the table and was "
            "not dealt; only what follows it was shuffled.",
            "The first {n} moves, with their cards, were supplied by whoever opened the table and "
            "were not dealt; only what follows them was shuffled.",
            n,
        ).format(n=n)


def verify(record: GameRecord) -> Verified:
    """Check the shuffle of ``record``.

    Raises
    ------
    BadInput
        Where a record cannot be checked (no seal, no key yet, seen by one seat, of other
        rules).
    SealBroken
        Where it was changed or the promise not kept.
    """
    seal = _with_given(record, _open_seal(record))
    if len(seal.nonces) != record.game.num_players(record.options):
        raise SealBroken(_("the record has not one line 'nonce' for each seat"))
    if not seal.keeps_its_promise():
        raise SealBroken(
            _(
                "the key does not open the commitment: key, commitment, table, deal or what was "
                "taken over was changed"
            )
        )
    return _redone(record, seal)


def _with_given(record: GameRecord, seal: Seal) -> Seal:
    """The seal with the hash of the moves that it says were taken over."""
    if seal.given > len(record.moves):
        raise SealBroken(_("the record has fewer moves than it says were taken over"))
    if seal.version == 1:
        return seal
    state = record.start()
    for number, (actor, text) in enumerate(record.moves[: seal.given], 1):
        _make(state, actor, text, number)
    return replace(seal, given_hash=given_hash(move_texts(state, None)))


def _open_seal(record: GameRecord) -> Seal:
    record.check_version()
    if record.seal is None:
        raise BadInput(
            _("the record has no seal: it was not dealt at a table that commits to its shuffles")
        )
    if record.seen_by is not None:
        raise BadInput(_("the record shows what one seat saw; only a whole record can be checked"))
    if record.result is None and not record.seal.key:
        raise BadInput(
            _("the deal is not finished: its key is shown when it is, and then it can be checked")
        )
    if not record.seal.key:
        raise BadInput(_("the record has no key: without it the shuffle cannot be checked"))
    return record.seal


def _redone(record: GameRecord, seal: Seal) -> Verified:
    """Deal and play the record again."""
    shoe = SealedShoe(record.game, record.options, seal)
    state = record.start()
    names: dict[int, str] = {}
    sources: list[int] = []
    dealt = 0
    for number, (actor, text) in enumerate(record.moves, 1):
        source = int(calls.draw_source(state.record, 0)) if state.is_chance() else NO_DRAW
        if number > seal.given and state.is_chance():
            _draw_again(shoe, state, text, number)
            dealt += 1
            sources += [source] if source != NO_DRAW else []
        _make(state, actor, text, number)
        if source != NO_DRAW:
            names[state.moves[-1].action] = text
    found = tuple(state.returns()) if state.is_terminal() else None
    if found != record.result:
        raise SealBroken(_("the record's result is not the result of its moves"))
    orders: dict[int, list[str]] = {}
    for source in sorted(set(sources)):
        kinds = [int(shoe.kinds[card]) for card in shoe.order(source)]
        orders[source] = [names.get(kind, str(kind)) for kind in kinds]
    return Verified(seal, dealt, len(sources), orders)


def _draw_again(shoe: SealedShoe, state: State, text: str, number: int) -> None:
    drawn = shoe.draw(state)
    wanted = state.action_text(drawn)
    if wanted != text:
        raise SealBroken(
            _(
                "move {n}: the sealed shoe gives {drawn}, the record has {found}; "
                "the move, a nonce or the deal was changed"
            ).format(n=number, drawn=wanted, found=text)
        )


def _make(state: State, actor: int, text: str, number: int) -> None:
    try:
        apply_text(state, actor, text, number)
    except BadInput as error:
        raise SealBroken(str(error)) from None
