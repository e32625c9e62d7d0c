"""Forms of questions and rule options: their fields, and reading what was filled in.

No page lets a visitor name a file of the server: a parameter ``record`` that is a path becomes a
place for a record's text, every other path is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import N_, _
from ludoteca.core.options import Options
from ludoteca.core.player_names import level_words, player_words
from ludoteca.core.questions import Parameter, Question
from ludoteca.lab.text import heading
from ludoteca.players.factory import HUMAN, available
from ludoteca.web.pages.uploads import FILES, UPLOAD, Upload

T = TypeVar("T")

RECORD = "record"
MOST_SEED = 2**32 - 1
OPTION = "option-"
_LONGEST_SAID = 60
_MANY = 99
_SIGNS = str.maketrans("CDHS", "♣♦♥♠")  #: of suits, in texts of cards


@dataclass(frozen=True)
class Choice:
    """One entry of a menu."""

    id: str
    words: str


@dataclass(frozen=True)
class Pick:
    """A button that writes ``text`` into a field, at most so many times."""

    text: str
    words: str
    most: int = 1


@dataclass(frozen=True)
class Field:
    """A field of a form as it is drawn: what it holds, and what is wrong with it."""

    id: str
    words: str
    value: str
    doc: str = ""
    choices: tuple[Choice, ...] = ()
    more: tuple[Choice, ...] = ()  #: further choices, in a group of their own
    range: str = ""
    long: bool = False
    error: str = ""
    picks: tuple[Pick, ...] = ()
    between: str = " "  #: what stands between picked texts
    folded: bool = False  #: among what is seldom changed
    files: str = ""  #: the ending of files to choose; the value is the key of those kept

    @property
    def name(self) -> str:
        """The name under which the field is sent."""
        return self.id


@dataclass
class Filled:
    """A form as somebody filled it in: texts by name, and a sentence for each that is wrong."""

    given: Mapping[str, str]
    errors: dict[str, str] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The text of a field, stripped."""
        return self.given.get(name, "").strip()


@dataclass(frozen=True)
class Asked:
    """A question with all that it is asked with, checked.

    ``record`` is the text of a record, "" where none was given; ``upload`` are files.
    """

    game: Game
    question: Question
    given: dict[str, Any]
    options: Options
    seed: int
    record: str = ""
    upload: Upload | None = None


def whole_number(text: str, otherwise: T) -> int | T:
    """The whole number that ``text`` is, of ten digits at most, else ``otherwise``."""
    return int(text) if text.isdecimal() and len(text) <= 10 else otherwise


def first_upper(sentence: str) -> str:
    """Capitalise the first letter of ``sentence``, which may follow a ``¿``."""
    return re.sub(r"\w", lambda first: first[0].upper(), sentence, count=1)


def setting_field(parameter: Parameter, name: str, filled: Filled, between: str = ",") -> Field:
    """The field ``name`` of a rule option or of a question's parameter.

    ``between`` stands between the values of a list: a comma, a space or nothing.
    """
    choices = _choices(parameter)
    return Field(
        id=name,
        words=first_upper(_(parameter.doc)),
        value=filled.given.get(name, parameter.default_text()),
        choices=choices,
        range="" if choices or parameter.kind in (bool, Path) else _range(parameter, between),
        long=parameter.kind is Path,
        error=filled.errors.get(name, ""),
    )


def _choices(parameter: Parameter) -> tuple[Choice, ...]:
    if parameter.many:
        return ()
    if parameter.kind is bool:
        named: tuple[Choice, ...] = (Choice("yes", _("yes")), Choice("no", _("no")))
    else:
        named = tuple(Choice(value, parameter.label(value)) for value in parameter.values)
    if named and (parameter.optional or parameter.required):
        return (Choice("", "–"), *named)
    return named


_SEVERAL = {
    ",": N_("several, with commas"),
    " ": N_("several, with spaces"),
    "": N_("several, written together"),
}


def _range(parameter: Parameter, between: str) -> str:
    words = [] if parameter.kind is str else [parameter.wanted()]
    if parameter.many:
        words.append(_(_SEVERAL[between]))
    if parameter.optional:
        words.append(_("may stay empty"))
    return "; ".join(words)


def unusual(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The filled in texts, without rule options at their default."""
    usual = {OPTION + option.name: str(option.default) for option in game.schema}
    return {name: text for name, text in given.items() if usual.get(name) != text.strip()}


def said_of(
    game: Game, question: Question | None, given: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The fields of a filled form in words.

    Without empty ones, long texts, usual options, and switches that are off. ``question`` is None
    where it is not known.
    """
    known = {OPTION + option.name: option for option in game.schema}
    known |= {} if question is None else {p.name: p for p in question.parameters}
    said = []
    for name, text in unusual(game, given).items():
        asked = known.get(name)
        off = asked is not None and asked.default is False and text.strip() == "no"
        parts = [part.strip() for part in text.split(",")]
        words = [
            asked.label(part) if asked and asked.values else level_words(game.info, part)
            for part in parts
        ]
        if 0 < len(text.strip()) < _LONGEST_SAID and not off:
            title = _(asked.title) if asked and asked.title else heading(name.removeprefix(OPTION))
            said.append((title, ", ".join(words)))
    return said


# -- questions ----------------------------------------------------------------------------------


def asked_parameters(question: Question) -> Iterator[Parameter]:
    """The parameters that a page asks for."""
    for parameter in question.parameters:
        if not parameter.local and (parameter.kind is not Path or parameter.name == RECORD):
            yield parameter


def question_fields(game: Game, question: Question, filled: Filled) -> list[Field]:
    """The fields of a question: its parameters, the rule options, the seed."""
    fields = [_with_picks(game, p, filled) for p in asked_parameters(question)]
    if question.files is not None:
        fields.insert(1, _files_field(question.files.files, filled))
    if question.takes("options"):
        options = (setting_field(o, OPTION + o.name, filled) for o in game.schema.offered)
        fields += [replace(option, folded=True) for option in options]
    if question.takes("seed"):
        fields.append(
            Field(
                id="seed",
                words=_("Random seed"),
                value=filled.given.get("seed", str(_usual_seed(question))),
                range=_("the same seed gives the same answer"),
                error=filled.errors.get("seed", ""),
                folded=True,
            )
        )
    return fields


def _files_field(ending: str, filled: Filled) -> Field:
    return Field(
        id=FILES,
        words=_("Files of players"),
        value=filled.text(UPLOAD),
        doc=filled.text(FILES),
        range=_(
            "they run in a sandbox on this machine; a file whose name begins with _ does not play, "
            "and the others may import it"
        ),
        error=filled.errors.get(FILES, ""),
        files=ending,
    )


def _with_picks(game: Game, parameter: Parameter, filled: Filled) -> Field:
    """The field of a parameter, with what may be pressed instead of typing."""
    picks = _picks(game, parameter.picks)
    if parameter.many:
        picks += tuple(Pick(choice, parameter.label(choice)) for choice in parameter.choices)
    short = all(len(pick.text) == 1 for pick in picks)
    cards = bool(picks) and (short or parameter.picks == "cards")
    between = "" if short else "," if parameter.many and not cards else " "
    found = setting_field(parameter, parameter.name, filled, between if cards else ",")
    return replace(found, picks=picks, between=between)


def _picks(game: Game, offered: str) -> tuple[Pick, ...]:
    """The buttons that write into a field; see :class:`~ludoteca.core.options.Param`."""
    if offered == "machines":
        machines = (name for name in available(game) if name != HUMAN)
        return tuple(Pick(name, player_words(game.info, name)) for name in machines)
    if offered == "cards":
        deck = game.hook(rooms.unseen_cards)
        cards = list(deck(game.new_state().record[0], 0)) if deck is not None else []
        cards.sort(key=lambda card: card[0][1:])  # suit by suit, where they have suits
        return tuple(Pick(text, _card_words(text), copies) for text, copies in cards)
    called = dict(game.info.called)  # names of players among them
    return tuple(Pick(text, _(called.get(text, text)), _MANY) for text in offered.split())


def _card_words(text: str) -> str:
    """A card as a button tells it: ``10♣`` for ``TC``, ``A`` for ``A``."""
    return text.replace("T", "10").translate(_SIGNS) if len(text) > 1 else text


def _usual_seed(question: Question) -> int:
    default = question.signature.parameters["seed"].default
    return default if isinstance(default, int) else 1


def read_question(
    game: Game, question: Question, filled: Filled, upload: Upload | None = None
) -> Asked | None:
    """The question as the form asks it; None where a field is wrong, which ``filled`` then says."""
    given: dict[str, Any] = {}
    for parameter in asked_parameters(question):
        if parameter.kind is not Path:
            _read_parameter(parameter, filled, given)
    options: Options = {}
    if question.takes("options"):
        options = read_options(game, filled, {o.name: OPTION + o.name for o in game.schema})
    seed = _read_seed(question, filled)
    record = filled.given.get(RECORD, "") if _takes_record(question) else ""
    if not filled.errors:
        filled.errors |= question.refused(given, options)
    if filled.errors:
        return None
    return Asked(game, question, given, options, seed, record.strip() and record, upload)


def _takes_record(question: Question) -> bool:
    return any(p.kind is Path for p in asked_parameters(question))


def _read_parameter(parameter: Parameter, filled: Filled, given: dict[str, Any]) -> None:
    if parameter.name not in filled.given and not parameter.required:
        return
    text = filled.text(parameter.name)
    try:
        if text:
            given[parameter.name] = parameter.parse(text)
        elif parameter.required:
            wanted = _("this is needed") if parameter.kind is str else parameter.wanted()
            filled.errors[parameter.name] = wanted
        elif parameter.optional:
            given[parameter.name] = None
    except BadInput as error:
        filled.errors[parameter.name] = str(error)


def read_options(game: Game, filled: Filled, names: Mapping[str, str]) -> Options:
    """The rule options, from the fields ``names`` by option; what is wrong is noted."""
    values: dict[str, int | str | bool] = {}
    for option in game.schema:
        name = names[option.name]
        if not filled.text(name):
            continue
        try:
            values[option.name] = option.parse(filled.text(name))
        except BadInput as error:
            filled.errors[name] = str(error)
    if filled.errors:
        return {}
    try:
        return game.options(values)
    except BadInput as error:
        filled.errors[""] = str(error)
        return {}


def _read_seed(question: Question, filled: Filled) -> int:
    if not question.takes("seed"):
        return 0
    text = filled.text("seed") or str(_usual_seed(question))
    seed = whole_number(text, -1)
    if 0 <= seed <= MOST_SEED:
        return seed
    filled.errors["seed"] = _("a whole number from {low} to {high}").format(low=0, high=MOST_SEED)
    return 0
