"""Ids as text."""


def action_text(s, a: int) -> str:
    """The id."""
    return str(a)
