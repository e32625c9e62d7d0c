"""The turns of minirummy: every way to lay cards and to discard one, each once."""

from ludoteca.core.view import SeatView


def turns_at(view: SeatView) -> list[tuple[int, ...]]:
    """Draw or take the pile; or all that may be laid, in every way, up to the discard."""
    if view.current_player != view.seat:
        return [()]
    return [(move, *rest) for move in view.legal for rest in turns_at(view.after((move,)))]
