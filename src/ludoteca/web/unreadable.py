"""What is said of a request that could not be read: one sentence, in the visitor's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.i18n import N_, _

_WHOLE = N_("{field} has to be a whole number.")
_NUMBER = N_("{field} has to be a number.")
_TEXT = N_("{field} has to be text.")
_YES_OR_NO = N_("{field} has to be true or false.")

_SENTENCES = {
    "missing": N_("{field} is missing."),
    "json_invalid": N_("That is not JSON that can be read."),
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "bool_type": _YES_OR_NO,
    "bool_parsing": _YES_OR_NO,
    "string_type": _TEXT,
    "list_type": N_("{field} has to be a list."),
    "dict_type": N_("{field} has to be an object of names and values."),
    "greater_than": N_("{field} has to be more than {gt}."),
    "greater_than_equal": N_("{field} has to be {ge} or more."),
    "less_than": N_("{field} has to be less than {lt}."),
    "less_than_equal": N_("{field} has to be {le} or less."),
    "string_too_short": N_("{field} is too short: at least {min_length}."),
    "string_too_long": N_("{field} is too long: at most {max_length}."),
    "too_short": N_("{field} is too short: at least {min_length}."),
    "too_long": N_("{field} is too long: at most {max_length}."),
}
"""By the type that Pydantic gives to what is wrong; its own words are English alone."""


def why_unreadable(errors: Sequence[Mapping[str, Any]]) -> str:
    """The first of what Pydantic found, in the language in use."""
    first = errors[0] if errors else {}
    # What was asked for begins with where it stood: the body, the path, the query.
    where = ".".join(str(part) for part in first.get("loc", ())[1:])
    template = _SENTENCES.get(first.get("type", ""), N_("{field} is not what is expected here."))
    return _(template).format(field=where or _("The request"), **first.get("ctx", {}))
