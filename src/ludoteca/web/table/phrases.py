"""What can be said at a table: a few set phrases instead of free chat."""

from __future__ import annotations

from ludoteca.core.i18n import N_

PHRASES = (
    N_("Hello!"),
    N_("Good luck!"),
    N_("Well played!"),
    N_("Thank you!"),
    N_("Sorry, one moment."),
    N_("I am thinking."),
    N_("Oh no!"),
    N_("That was close."),
    N_("Shall we play another?"),
    N_("I have to go. Goodbye!"),
)
"""Message ids; events and messages hold the number of a phrase, so new ones go to the end."""
