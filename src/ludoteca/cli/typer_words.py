"""The words that Typer itself writes in a help page, for the catalogues."""

from ludoteca.core.i18n import N_

WORDS = (
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("[required]"),
    N_("[default: {}]"),
)
