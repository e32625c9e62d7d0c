"""The turns of poker: every exchange, each once; or to fold, or to stay."""

from ludoteca.core.view import SeatView


def turns_at(view: SeatView) -> list[tuple[int, ...]]:
    """Every way to go on, card by card, to the end of the exchange."""
    if view.current_player != view.seat:
        return [()]
    return [(move, *rest) for move in view.legal for rest in turns_at(view.after((move,)))]
