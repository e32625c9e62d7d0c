"""Questions as forms: their fields, what may be pressed in them, and reading what was filled in.

No page lets a visitor name a file of the server: a parameter ``record`` that is a path becomes a
place for a record's text, every other path is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ludoteca import __version__
from ludoteca.core import rooms
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import _, number_text
from ludoteca.core.options import Options
from ludoteca.core.player_names import PLAYER_COLUMNS, name_and_level
from ludoteca.core.questions import Parameter, Question
from ludoteca.core.storage import digest, sources_digest
from ludoteca.lab.text import heading
from ludoteca.players.factory import HUMAN, available
from ludoteca.web.kit.face import pick as drawn_pick
from ludoteca.web.kit.face import pick_words
from ludoteca.web.kit.html import el
from ludoteca.web.pages.forms import (
    OPTION,
    Filled,
    FormField,
    Pick,
    first_upper,
    read_options,
    setting_field,
    whole_number,
    with_value,
)
from ludoteca.web.pages.study.answer_store import COMMON, KEY_DIGITS
from ludoteca.web.pages.study.uploads import FILES, UPLOAD, Upload
from ludoteca.web.pages.table_rules import school_of

RECORD = "record"
CARDS = "cards"  #: what a parameter picks, perhaps with the mark between groups after it
MOST_SEED = 2**32 - 1
MOST_UNFOLDED = 2  #: fields of a question, the others are folded unless they are needed
_LONGEST_SAID = 60
_MANY = 99


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

    def owner(self, person: str) -> str:
        """The owner of the answer to a question of ``person``: "" where it is everybody's.

        Odds, records, files and words typed freely are about a hand that is perhaps being played,
        or are somebody's work: they belong to the person alone. Solutions, censuses and studies,
        asked by numbers and choices, are common.
        """
        texts = [p for p in self.question.parameters if p.kind is str and not p.choices]
        typed = any(self.given.get(p.name) not in (None, "", [], p.default) for p in texts)
        common = self.question.verb in COMMON and not (self.record or self.upload or typed)
        return "" if common else person

    def key(self, language: str, owner: str) -> str:
        """The key of its answer: another question, parameter, program or language has another one.

        Where the answer has an owner, everybody has another one too, so that nobody can tell what
        others asked.
        """
        said = {
            "game": self.game.name,
            "sources": sources_digest(self.game.folder),
            "version": __version__,
            "verb": self.question.verb,
            "question": self.question.name,
            "given": {
                name: value if isinstance(value, bool | int | float | str | None) else str(value)
                for name, value in self.given.items()
            },
            "options": self.options,
            "seed": self.seed,
            "record": self.record,
            "language": language,
            "owner": owner,
        }
        if self.upload is not None:  # files count by what they hold
            said["files"] = self.upload.key
        return digest(said, digits=KEY_DIGITS)


def unusual(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The filled in texts, without rule options at their default."""
    usual = {OPTION + option.name: str(option.default) for option in game.schema}
    return {name: text for name, text in given.items() if usual.get(name) != text.strip()}


def said_of(
    game: Game, question: Question | None, given: Mapping[str, str]
) -> list[tuple[str, str]]:
    """The fields of a filled form in words.

    Without empty ones, long texts, what is drawn, usual options, usual choices and other usual
    values that the form folds, switches that are off, what the sentence of players says, who need
    no seed, and what was not asked; the options of a school are told by its title. ``question`` is
    None where it is not known.
    """
    known = {OPTION + option.name: option for option in game.schema}
    known |= {} if question is None else {p.name: p for p in question.parameters}
    sentence = _played(question, given) if question else None
    first = [] if question is None else [p.name for p in asked_parameters(question)][:MOST_UNFOLDED]
    said = []
    takes_rules = question is not None and question.takes("options")
    school = school_of(game, Filled(given)) if takes_rules else None
    by_school = {OPTION + option for option in school["options"]} if school else set()
    if school and by_school & given.keys():
        said.append((_("Rules"), school["title"]))
    for name, text in unusual(game, given).items():
        if name in by_school:
            continue
        if sentence and (name == "seed" or name in sentence[1]):
            continue
        asked = known.get(name)
        if question is not None and asked is None and name not in ("seed", RECORD, FILES):
            continue
        off = asked is not None and asked.default is False and text.strip() == "no"
        folded = asked is not None and (asked.choices or name not in first)
        usual = asked is not None and folded and text == asked.default_text()
        if usual or (asked is not None and asked.picks and is_drawn(game, asked, given)):
            continue
        parts = [part.strip() for part in text.split(",")]
        words = [_said(game, asked, name, part) for part in parts]
        efforts = {asked.text(n): _(told) for n, told in asked.efforts} if asked else {}
        if text in efforts:
            said.append((_("how thorough"), efforts[text].partition(":")[0]))
            continue
        if 0 < len(text.strip()) < _LONGEST_SAID and not off:
            said.append((_title(asked, name), ", ".join(words)))
    return said


def _title(asked: Parameter | None, name: str) -> str:
    """The filled field ``name`` in words: rule options have those of their form."""
    if asked is not None and asked.title:
        return _(asked.title)
    if asked is not None and name.startswith(OPTION):
        return re.split("[:;]", _(asked.doc))[0]
    return heading(name)


def _said(game: Game, asked: Parameter | None, name: str, text: str) -> str:
    """One value of the filled field ``name`` as people read it."""
    if asked is not None and asked.values:
        return asked.label(text)
    if asked is not None and asked.kind is int and text.isdecimal():
        return number_text(int(text), ",")
    return name_and_level(game.info, text) if name in PLAYER_COLUMNS and text else text


def asked_parameters(question: Question) -> Iterator[Parameter]:
    """The parameters that a page asks for."""
    for parameter in question.parameters:
        if not parameter.local and (parameter.kind is not Path or parameter.name == RECORD):
            yield parameter


def question_fields(game: Game, question: Question, filled: Filled) -> list[FormField]:
    """The fields of a question: its parameters and the seed, without the rule options."""
    fields = [_with_picks(game, p, filled) for p in asked_parameters(question)]
    if question.files is not None:
        files = filled.field(
            FILES,
            _("Player files"),
            value=filled.text(UPLOAD),
            doc=filled.text(FILES),
            range=_(
                "they run in a sandbox on this machine; a file whose name begins with _ does not "
                "play, and the others may import it"
            ),
            files=question.files.files,
        )
        fields.insert(1, files)
    if question.takes("seed"):
        same = _("the same seed gives the same answer")
        usual = str(_usual_seed(question))
        fields.append(filled.field("seed", _("Random seed"), usual, range=same, folded=True))
    return fields


def _with_picks(game: Game, parameter: Parameter, filled: Filled) -> FormField:
    """The field of a parameter, with what may be pressed instead of typing."""
    picks = picks_of(game, parameter.picks, filled.given)
    if parameter.picks == "machines" and not parameter.many:
        machines = tuple((pick.text, first_upper(pick.words)) for pick in picks)
        found = setting_field(parameter, parameter.name, filled)
        return with_value(replace(found, choices=machines, range=""))
    if parameter.many:
        picks += tuple(Pick(choice, parameter.label(choice), 1) for choice in parameter.choices)
    short = all(len(pick.text) == 1 for pick in picks)
    cards = bool(picks) and (short or parameter.picks.startswith(CARDS))
    between = "" if short else "," if parameter.many and not cards else " "
    found = setting_field(parameter, parameter.name, filled, between if cards else ",")
    many = parameter.many and bool(parameter.choices or parameter.picks == "machines")
    pressed = many or any(pick.pictures for pick in picks)
    if not pressed:
        return replace(found, picks=picks, between=between)
    # How it is written is for those who write it.
    words, _mark, example = found.words.partition(": ")
    hint = "; ".join(part for part in (example, found.range) if part)
    return replace(
        found,
        words=words,
        range=hint,
        picks=picks,
        between=between,
        apart=apart_in(parameter),
        pressed=True,
        example=parameter.example,
    )


def option_fields(game: Game) -> dict[str, str]:
    """The fields of a question for the rule options, by option."""
    return {option.name: OPTION + option.name for option in game.schema}


def apart_in(parameter: Parameter) -> str:
    """The mark between groups of cards in the text of a parameter; "" where it takes no groups."""
    cards, _blank, mark = parameter.picks.partition(" ")
    return mark if cards == CARDS else ""


def picks_of(game: Game, offered: str, given: Mapping[str, str]) -> tuple[Pick, ...]:
    """The buttons that write into a field; see :class:`~ludoteca.core.options.Param`.

    Cards are those of the deck under the rules that are filled in.
    """
    if offered == "machines":
        machines = (name for name in available(game) if name != HUMAN)
        return tuple(Pick(name, name_and_level(game.info, name), 1) for name in machines)
    if offered.startswith(CARDS):
        deck = game.hook(rooms.unseen_cards)
        options = read_options(game, Filled(given), option_fields(game))
        cards = list(deck(game.new_state(options).record[0], 0)) if deck is not None else []
        cards.sort(key=lambda card: card[0][1:])  # suit by suit, where they have suits
        return tuple(
            Pick(text, pick_words(game, text), copies, drawn_pick(game, text), _row(text))
            for text, copies in cards
        )
    called = dict(game.info.called)  # names of players among them
    found = []
    for text in offered.split():
        pictures = drawn_pick(game, text)
        most = len(pictures) if len(pictures) > 1 else _MANY
        words = pick_words(game, text) if pictures else text
        words = name_and_level(game.info, text) if text in called else words
        found.append(Pick(text, words, most, pictures))
    return tuple(found)


def _row(card: str) -> str:
    """The row of a card among the buttons: its suit, jokers below."""
    return card[1:] if card[1:].isalpha() else "~"


def drawn_text(game: Game, text: str) -> Markup | None:
    """The pieces of a text as small pictures, each group apart; None where one has no picture."""
    groups = []
    for group in filter(None, re.split(r"[,/]", text)):
        tokens = _pieces(game, group)
        pictures = _pictures(tokens, {token: drawn_pick(game, token) for token in tokens})
        if len(pictures) < len(tokens):
            return None
        groups.append(el("span", pictures))
    words_of = _spoken(game, text)
    return el("span", groups, class_="kept-cards", role="img", aria_label=words_of)


def _pieces(game: Game, group: str) -> list[str]:
    """The texts of the pieces that stand together, with or without blanks and hyphens."""
    if drawn_pick(game, group.strip()):
        return [group.strip()]
    words = group.replace("-", " ").split() if len(group) > 2 else [group]
    return [t for word in words for t in ([word] if drawn_pick(game, word) else word)]


def _spoken(game: Game, text: str) -> str:
    """The names of the pieces of a text, for those who do not see them."""
    groups = filter(None, re.split(r"[,/]", text))
    return "; ".join(
        ", ".join(pick_words(game, piece) for piece in _pieces(game, group)) for group in groups
    )


def _pictures(texts: Sequence[str], drawings: Mapping[str, tuple[Markup, ...]]) -> list[Markup]:
    """The drawings of texts in order, of equal ones each by its next drawing."""
    taken: Counter[str] = Counter()
    found = []
    for text in texts:
        if drawings.get(text):
            found.append(drawings[text][taken[text] % len(drawings[text])])
            taken[text] += 1
    return found


def is_drawn(game: Game, parameter: Parameter, given: Mapping[str, str]) -> bool:
    """True where the texts of a parameter are drawn."""
    return any(pick.pictures for pick in picks_of(game, parameter.picks, given))


def cards_words(game: Game, question: Question, given: Mapping[str, str]) -> str:
    """The cards that :func:`drawn_cards` draws, in words for those who do not see it."""
    texts = [given.get(p.name, "") for p in question.parameters if is_drawn(game, p, given)]
    return "; ".join(_spoken(game, text.upper()) for text in texts if text)


def drawn_cards(
    game: Game, question: Question, given: Mapping[str, str]
) -> list[tuple[str, list[Markup]]]:
    """The cards of a filled form as pictures, those of each field together, and its name.

    The name is "" where the cards of one field are all there are.
    """
    rows: list[tuple[str, list[Markup]]] = []
    for parameter in question.parameters:
        drawings = {p.text.upper(): p.pictures for p in picks_of(game, parameter.picks, given)}
        if any(drawings.values()):
            alone = all(len(text) == 1 for text in drawings)
            title = _(parameter.title) if parameter.title else heading(parameter.name)
            text, apart = given.get(parameter.name, "").upper(), apart_in(parameter)
            for group in text.split(apart) if apart else [text]:
                cards = _pictures(re.findall(r"[^\s,]" if alone else r"[^\s,]+", group), drawings)
                rows += [(first_upper(title), cards)] if cards else []
    only_one = len({name for name, _cards in rows}) == 1
    return [("" if only_one else name, cards) for name, cards in rows]


def played_sentence(question: Question, given: Mapping[str, str]) -> str:
    """The sentence in which players ask what is filled in; "" where there is none."""
    found = _played(question, given)
    return _(found[0]) if found else ""


def _played(question: Question, given: Mapping[str, str]) -> tuple[str, Mapping[str, str]] | None:
    picked = {p.name for p in question.parameters if p.picks and p.kind is str}
    for sentence, texts in reversed(question.played):
        # Another hand or board than that of the example is the same question.
        if all(given.get(name) == text for name, text in texts.items() if name not in picked):
            return sentence, texts
    return None


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
        options = read_options(game, filled, option_fields(game))
    seed = _read_seed(question, filled)
    drawn = [p.name for p in question.parameters if is_drawn(game, p, filled.given)]
    needed = question.verb == "odds" or any(p.required for p in question.parameters)
    of_a_hand = needed and drawn and played_sentence(question, filled.given)
    if of_a_hand and not any(map(filled.text, drawn)):
        filled.errors[drawn[0]] = _("Tap your cards first.")
    takes_record = any(p.kind is Path for p in asked_parameters(question))
    record = filled.given.get(RECORD, "") if takes_record else ""
    if not filled.errors:
        filled.errors |= question.refused(given, options)
    if filled.errors:
        return None
    return Asked(game, question, given, options, seed, record.strip() and record, upload)


def _read_parameter(parameter: Parameter, filled: Filled, given: dict[str, Any]) -> None:
    if parameter.name not in filled.given and not parameter.required:
        return
    text = filled.text(parameter.name)
    try:
        if text:
            given[parameter.name] = parameter.parse(text)
        elif parameter.required:
            wanted = _("required") if parameter.kind is str else parameter.wanted()
            filled.errors[parameter.name] = wanted
        elif parameter.optional:
            given[parameter.name] = None
    except BadInput as error:
        filled.errors[parameter.name] = str(error)


def _read_seed(question: Question, filled: Filled) -> int:
    if not question.takes("seed"):
        return 0
    text = filled.text("seed") or str(_usual_seed(question))
    seed = whole_number(text, -1)
    if 0 <= seed <= MOST_SEED:
        return seed
    filled.errors["seed"] = _("a whole number from {low} to {high}").format(low=0, high=MOST_SEED)
    return 0
