"""``python -m ludoteca.cli.messages``: collect the texts for translation, compile the catalogues.

Run it in the repository after texts changed. It reads every source, merges what it finds into
``locale/<language>/LC_MESSAGES/ludoteca.po`` (texts that are new are empty, none is guessed) and
writes the ``.mo`` beside it. A test fails while any text is untranslated.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from ludoteca.core.i18n import LANGUAGES, LOCALE_DIR

PACKAGE = LOCALE_DIR.parent
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
_FIELDS = "dict[str, Cell]"  #: the type of the fields of an answer
TRANSLATIONS = tuple(code for code in LANGUAGES if code != "en")


def collected() -> Catalog:
    """Every text marked in the package, without places: they change with every edit."""
    catalog = Catalog(project="ludoteca", charset="utf-8", copyright_holder="The Ludoteca authors")
    templates = [(f"**/templates/**.{kind}", "jinja2") for kind in ("html", "md")]
    found = extract_from_dir(
        PACKAGE,
        method_map=[("**.py", "python"), *templates],
        keywords=KEYWORDS,
        comment_tags=("NOTE:",),
    )
    for _file, _line, message, comments, context in found:
        catalog.add(message, auto_comments=comments, context=context)
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for text in texts_in_f_strings(source):
            catalog.add(text)
        if "ludoteca.core.answers" in source:
            for text in names_in_answers(source):
                catalog.add(text)
    return catalog


def texts_in_f_strings(source: str) -> Iterator[str]:
    r"""Texts marked within f-strings, which Babel reads over.

    >>> list(texts_in_f_strings("f'{_(\"Row\")}: {x}'"))
    ['Row']
    """
    for string in ast.walk(ast.parse(source)):
        if isinstance(string, ast.JoinedStr):
            for call in ast.walk(string):
                match call:
                    case ast.Call(ast.Name("_"), [ast.Constant(str(text))]):
                        yield text


def names_in_answers(source: str) -> Iterator[str]:
    r"""The names of fields, columns and keys of the answers made in ``source``, in words.

    They are literals among the arguments of ``Answer``, ``Table``, ``table`` and ``Name``, in what
    is typed ``dict[str, Cell]``, and in the variables and functions that these refer to. A name put
    together otherwise, such as ``f"best_of_{size}"``, is marked with ``N_`` where that is done.

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
                yield text.replace("_", " ")


def _named(node: ast.AST) -> list[ast.expr]:
    """The expressions of a node that hold names which people read."""
    match node:
        case ast.Call(ast.Name("Name" | "Answer" | "study_answer"), [names, *_]):
            return [names]
        case ast.Call(ast.Name("Table"), [name, columns, _rows]):
            return [name, columns]  # without a title, the name stands for it
        case ast.Call(ast.Name("Table"), [_name, columns, _rows, _title]):
            return [columns]
        case ast.Call(ast.Name("table")):
            return [node]
        case ast.AnnAssign(annotation=kind, value=ast.expr() as value):
            return [value] if ast.unparse(kind) == _FIELDS else []
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
                case ast.Tuple(elts) | ast.List(elts):
                    yield from self.of(elts)
                case ast.ListComp(value) | ast.Starred(value) | ast.Subscript(value):
                    yield from self.of([value])
                case ast.BinOp(left=left, right=right) | ast.IfExp(body=left, orelse=right):
                    yield from self.of([left, right])
                case ast.Call(ast.Name("N_"), [text]):
                    yield from self.of([text])
                case ast.Call(ast.Name("table"), [_name, _title, columns]):
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


def catalogue_path(language: str) -> Path:
    """The path of the texts of ``language``."""
    return LOCALE_DIR / language / "LC_MESSAGES" / "ludoteca.po"


def read(language: str) -> Catalog:
    """The catalogue of ``language`` as it is on disk; an empty one where there is none."""
    path = catalogue_path(language)
    if not path.is_file():
        return Catalog(
            locale=language,
            project="ludoteca",
            copyright_holder="The Ludoteca authors",
            fuzzy=False,
        )
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language)


def merged(language: str) -> Catalog:
    """The catalogue with exactly the texts of the sources; nothing is guessed."""
    catalog = read(language)
    catalog.update(collected(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """The bytes of the ``.mo`` file."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def write(language: str, catalog: Catalog) -> None:
    """The catalogue and its compiled form onto disk."""
    path = catalogue_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        pofile.write_po(file, catalog, sort_output=True, width=100, no_location=True)
    path.with_suffix(".mo").write_bytes(compiled(catalog))


def untranslated(catalog: Catalog) -> list[str]:
    """The texts without a translation, or with one that was not reviewed (fuzzy)."""
    open_texts = []
    for message in catalog:
        forms = message.string if isinstance(message.string, list | tuple) else [message.string]
        if message.id and (message.fuzzy or not all(forms)):
            open_texts.append(str(message.id))
    return open_texts


def main() -> None:
    """Bring every catalogue up to date and say what is left to translate."""
    for language in TRANSLATIONS:
        catalog = merged(language)
        write(language, catalog)
        left = untranslated(catalog)
        print(f"{language}: {len(catalog)} texts, {len(left)} to translate")
        for text in left:
            print(f"  {text}")


if __name__ == "__main__":
    main()
