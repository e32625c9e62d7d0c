"""``ludoteca messages``: collect the texts of a game for translation, and compile the catalogues.

A game has catalogues in its folder, ``locale/<language>/LC_MESSAGES/<game>.po``, and the library
has its own. Texts that are new are empty in them, none is guessed; the ``.mo`` is written beside.
A text is in one catalogue: in that of the one game that uses it, else in the library's. So what
another game uses too is not translated twice, and cannot be in two ways.

``python -m ludoteca.cli.messages`` does so in the repository for the library and all its games. Run
it after texts changed; a test fails while any text is untranslated.
"""

from __future__ import annotations

import ast
import io
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path

from babel.messages import pofile
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo

from ludoteca.cli import console
from ludoteca.core.errors import BadInput
from ludoteca.core.guide import texts_in_guide
from ludoteca.core.i18n import LANGUAGES, LIBRARY, Home, _
from ludoteca.core.options import Parameter
from ludoteca.core.questions import FILLED
from ludoteca.core.registry import load_game
from ludoteca.core.sources import PACKAGE, game_folder
from ludoteca.lab.words import texts_in_words

KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "NN_": (1, 2)}
_FIELDS = "dict[str, Cell]"  #: the type of the fields of an answer
TRANSLATIONS = tuple(code for code in LANGUAGES if code != "en")


# -- the texts of the sources ----------------------------------------------------------------------


def collected() -> dict[Home, Catalog]:
    """Every text marked in the package, by the home of its catalogues."""
    texts = list(_marked(PACKAGE))
    users = defaultdict(set)
    for path, text, _comments in texts:
        users[_key(text)].add(game_folder(path))
    homes = {home.folder: home for home in LIBRARY}
    catalogs = {home: _empty(home) for home in LIBRARY}
    for _path, text, comments in texts:
        (folder,) = users[_key(text)] if len(users[_key(text)]) == 1 else {None}
        catalogs[homes[folder or PACKAGE]].add(text, auto_comments=comments)
    return catalogs


def collected_from(home: Home) -> Catalog:
    """Every text marked in the folder of a game that no catalogue of the library has."""
    compiled_here = (own.catalogue(code) for own in LIBRARY for code in TRANSLATIONS)
    known = [read_mo(io.BytesIO(p.read_bytes())) for p in compiled_here if p.is_file()]
    catalog = _empty(home)
    for _path, text, comments in _marked(home.folder):
        if not any(text in other for other in known):
            catalog.add(text, auto_comments=comments)
    return catalog


def _marked(folder: Path) -> Iterator[tuple[Path, str | tuple[str, ...], list[str]]]:
    """Every text marked in the files of ``folder``: file, text (or its two forms), comments."""
    templates = [(f"**/templates/**.{kind}", "jinja2") for kind in ("html", "md")]
    found = extract_from_dir(
        folder,
        method_map=[("**.py", "python"), *templates],
        keywords=KEYWORDS,
        comment_tags=("NOTE:",),
    )
    for file, _line, message, comments, _context in found:
        yield folder / file, message, comments
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        texts = [*texts_in_f_strings(source)]
        if "ludoteca.core.answers" in source:
            texts += names_in_answers(source)
        yield from ((path, text, []) for text in texts)
    for path in folder.rglob("guide.md"):
        yield from ((path, text, []) for text in texts_in_guide(path.read_text(encoding="utf-8")))
    for path in folder.rglob("study.md"):
        yield from ((path, text, []) for text in texts_in_words(path.read_text(encoding="utf-8")))


def texts_in_f_strings(source: str) -> Iterator[str]:
    r"""Texts marked within f-strings, which Babel reads over.

    >>> list(texts_in_f_strings("f'{_(\"Row\")}: {x}'"))
    ['Row']
    """
    for joined in ast.walk(ast.parse(source)):
        if isinstance(joined, ast.JoinedStr):
            for call in ast.walk(joined):
                match call:
                    case ast.Call(ast.Name("_"), [ast.Constant(str(text))]):
                        yield text


def names_in_answers(source: str) -> Iterator[str]:
    r"""The names of what questions ask, and of fields, columns and keys of answers.

    The latter are literals among the arguments of ``Answer``, ``Table``, ``table``, ``study_table``
    and ``Name``, in what is typed ``dict[str, Cell]``, and in the variables and functions that
    these refer to. A name put together otherwise, such as ``f"best_of_{size}"``, is marked with
    ``N_`` there.

    >>> source = "columns = ('size', 'first_wins')\nTable('sizes', columns, [], N_('Sizes'))"
    >>> sorted(names_in_answers(source))
    ['first wins', 'size']
    """
    tree = ast.parse(source)
    functions = {f.name: f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)}
    for scope in (tree, *functions.values()):
        literals = _Literals(tree, scope, functions)
        for node in ast.walk(scope):
            for text in literals.of(_named(node)):
                yield text.replace("_", " ").strip()


def _named(node: ast.AST) -> list[ast.expr]:
    """The expressions of a node that hold names which people read."""
    match node:
        case ast.Call(ast.Name("Name" | "Answer" | "study_answer"), [names, *_]):
            return [names]
        case ast.Call(ast.Name("Table"), [name, columns, _rows]):
            return [name, columns]  # without a title, the name stands for it
        case ast.Call(ast.Name("Table"), [_name, columns, _rows, _title]):
            return [columns]
        case ast.Call(ast.Name("table" | "study_table")):
            return [node]
        case ast.AnnAssign(annotation=kind, value=ast.expr() as value):
            return [value] if ast.unparse(kind) == _FIELDS else []
        case ast.FunctionDef(decorator_list=[ast.Call(ast.Name("question"))]):
            asked = [*node.args.args, *node.args.kwonlyargs]
            return [ast.Constant(name.arg) for name in asked if name.arg not in FILLED]
        case ast.FunctionDef(returns=ast.expr() as kind):
            return [ast.Call(ast.Name(node.name), [], [])] if ast.unparse(kind) == _FIELDS else []
    return []


class _Literals:
    """The texts that expressions of a function may hold, as far as the source says."""

    def __init__(
        self, tree: ast.Module, scope: ast.AST, functions: Mapping[str, ast.FunctionDef]
    ) -> None:
        self._tree, self._scope, self._functions = tree, scope, functions
        self._followed: set[str] = set()

    def of(self, parts: Iterable[ast.expr | None]) -> Iterator[str]:
        """Every text in ``parts``; of dictionaries, the keys."""
        for part in parts:
            match part:
                case ast.Constant(str(text)):
                    yield text
                case ast.Dict(keys, values):
                    yield from self.of(keys)
                    inner = zip(keys, values, strict=True)
                    yield from self.of(v for k, v in inner if k is None or isinstance(v, ast.Dict))
                case ast.DictComp(
                    generators=[ast.comprehension(iter=ast.Call(ast.Attribute(several, "items")))]
                ):
                    yield from self.of([several])
                case ast.Tuple(elts) | ast.List(elts):
                    yield from self.of(elts)
                case ast.ListComp(value) | ast.Starred(value) | ast.Subscript(value):
                    yield from self.of([value])
                case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
                    yield from self.of([left, right])
                case ast.Call(ast.Name("N_"), [text]):
                    yield from self.of([text])
                case ast.Call(ast.Name("table" | "study_table"), [_name, *_title, columns]):
                    for names in self.of([columns]):
                        yield from names.split()
                case ast.Call(ast.Name(name)) if name in self._functions:
                    function = self._functions[name]
                    returned = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
                    within = _Literals(self._tree, function, self._functions)
                    yield from within.of(found.value for found in returned)
                case ast.Name(name) if name not in self._followed:
                    self._followed.add(name)
                    yield from self.of(self._bound(name))

    def _bound(self, name: str) -> list[ast.expr | None]:
        """The values of a variable of the function or, if it has none of that name, the module."""
        for scope in (self._scope, self._tree):
            found: list[ast.expr | None] = []
            for node in ast.walk(scope):
                match node:
                    case (
                        ast.Assign([ast.Name(bound)], value)
                        | ast.AnnAssign(ast.Name(bound), value=value)
                        | ast.AugAssign(ast.Name(bound), value=value)
                    ) if bound == name:
                        found.append(value)
                    case ast.Assign([ast.Subscript(ast.Name(bound), key)], value) if bound == name:
                        found += [key, value] if isinstance(value, ast.Dict) else [key]
            if found:
                return found
        return []


# -- the catalogues --------------------------------------------------------------------------------


def _empty(home: Home, language: str | None = None) -> Catalog:
    """A catalogue without texts."""
    holder = "The Ludoteca authors" if home in LIBRARY else None
    return Catalog(language, project=home.name, copyright_holder=holder, fuzzy=False)


def _key(text: str | Sequence[str]) -> str:
    """The text, of two forms the singular: a catalogue has it once."""
    return text if isinstance(text, str) else text[0]


def catalogue_path(home: Home, language: str) -> Path:
    """The path of the texts of ``home`` in ``language``."""
    return home.catalogue(language).with_suffix(".po")


def read(home: Home, language: str) -> Catalog:
    """The catalogue as it is on disk; an empty one where there is none."""
    path = catalogue_path(home, language)
    if not path.is_file():
        return _empty(home, language)
    try:
        with path.open("rb") as file:
            return pofile.read_po(file, locale=language, abort_invalid=True)
    except (pofile.PoFileError, UnicodeDecodeError) as error:
        raise BadInput(
            _("{path} cannot be read: {reason}").format(path=path, reason=error)
        ) from error


def merged(language: str, texts: Mapping[Home, Catalog]) -> dict[Home, Catalog]:
    """The catalogues with exactly ``texts``, and the translations that any of them had.

    So a text whose home is another now, because a second game uses it, keeps its translation.
    """
    catalogs = {home: read(home, language) for home in texts}
    had = {_key(m.id): m for catalog in catalogs.values() for m in catalog if m.id}
    for home, catalog in catalogs.items():
        for new in texts[home]:
            old = had.get(_key(new.id))
            if old and new.id not in catalog:
                catalog.add(old.id, old.string, flags=old.flags)
        # A catalogue takes over the messages themselves: each language needs its own.
        fresh = deepcopy(texts[home])
        catalog.update(fresh, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
    return catalogs


def compiled(catalog: Catalog) -> bytes:
    """The bytes of the ``.mo`` file."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def write(home: Home, language: str, catalog: Catalog) -> None:
    """The catalogue and its compiled form onto disk."""
    path = catalogue_path(home, language)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            pofile.write_po(file, catalog, sort_output=True, width=100, no_location=True)
        path.with_suffix(".mo").write_bytes(compiled(catalog))
    except OSError as error:
        raise BadInput(
            _("{place} cannot be made: {reason}").format(place=path, reason=error.strerror)
        ) from error


def forms(message: Message) -> list[str]:
    """The translations of a text: one, or one of each number."""
    found = message.string
    return list(found) if isinstance(found, list | tuple) else [found or ""]


def untranslated(catalog: Catalog) -> list[str]:
    """The texts without a translation, or with one that was not reviewed (fuzzy)."""
    return [str(m.id) for m in catalog if m.id and (m.fuzzy or not all(forms(m)))]


def misfilled(catalog: Catalog) -> list[str]:
    """The translations that have other blanks, such as ``{name}``, than their text.

    A singular may leave out the number, as that of the text may.
    """
    found = []
    for message in catalog:
        if message.id:
            texts = [message.id] if isinstance(message.id, str) else message.id
            wanted = set[tuple[str, str, str]]().union(*map(_blanks, texts))
            singular, *plurals = forms(message)
            if singular and _blanks(singular) not in (wanted, _blanks(texts[0])):
                found.append(singular)
            found += [form for form in plurals if form and _blanks(form) != wanted]
    return found


def _blanks(text: str) -> set[tuple[str, str, str]]:
    """The blanks of a text: name, format and conversion."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:  # it cannot be filled in, and only the same text fits it
        return {(text, "", "")}
    return {(name, spec or "", how or "") for _text, name, spec, how in parts if name is not None}


# -- the commands ----------------------------------------------------------------------------------


def of_game(name: str, languages: Sequence[str] | None) -> None:
    """Bring the catalogues of the game ``name`` up to date, in all languages unless some are named.

    Raises ``BadInput``, also for a game of the library itself.
    """
    which = Parameter("", name="LANGUAGE", kind=str, choices=TRANSLATIONS)
    chosen = [str(which.parse(language)) for language in languages or ()] or TRANSLATIONS
    game = load_game(name)
    home = Home(game.name, game.folder.resolve())
    if home in LIBRARY:
        raise BadInput(
            _("{game} is a game of the library: 'make messages' in its repository").format(
                game=game.name
            )
        )
    _bring_up_to_date(chosen, {home: collected_from(home)})


def _bring_up_to_date(languages: Sequence[str], texts: Mapping[Home, Catalog]) -> None:
    """Write the catalogues of ``texts`` and say what is left to do in them."""
    for language in languages:
        catalogs = merged(language, texts)
        for home, catalog in catalogs.items():
            write(home, language, catalog)
        left = [text for catalog in catalogs.values() for text in untranslated(catalog)]
        wrong = [text for catalog in catalogs.values() for text in misfilled(catalog)]
        count = sum(map(len, catalogs.values()))
        text = _("{language}: {n} texts, {left} to translate")
        console.write(text.format(language=language, n=count, left=len(left)))
        for text in left:
            console.write(f"  {text}")
        for text in wrong:
            console.write(
                "  " + _("other blanks than in the text: {translation}").format(translation=text)
            )
        for home in catalogs:
            if home not in LIBRARY:
                console.write(f"  {catalogue_path(home, language)}")


if __name__ == "__main__":
    _bring_up_to_date(TRANSLATIONS, collected())
