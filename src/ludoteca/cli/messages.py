"""``python -m ludoteca.cli.messages``: collect the texts for translation, compile the catalogues.

Run it in the repository after texts changed. It reads every source, merges what it finds into
``locale/<language>/LC_MESSAGES/ludoteca.po`` (texts that are new are empty, none is guessed) and
writes the ``.mo`` beside it. A test fails while any text is untranslated.
"""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo

from ludoteca.core.i18n import LANGUAGES, LOCALE_DIR

PACKAGE = LOCALE_DIR.parent
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
TRANSLATIONS = tuple(code for code in LANGUAGES if code != "en")


def collected() -> Catalog:
    """Every text marked in the package, without places: they change with every edit."""
    catalog = Catalog(project="ludoteca", charset="utf-8", copyright_holder="The Ludoteca authors")
    found = extract_from_dir(
        PACKAGE,
        method_map=[("**.py", "python"), ("**/templates/**.html", "jinja2")],
        keywords=KEYWORDS,
        comment_tags=("NOTE:",),
    )
    for _file, _line, message, comments, context in found:
        catalog.add(message, auto_comments=comments, context=context)
    for path in PACKAGE.rglob("*.py"):
        for text in texts_in_f_strings(path.read_text(encoding="utf-8")):
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


def catalogue_path(language: str) -> Path:
    """Where the texts of ``language`` lie."""
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
    """The texts without a translation, or with one that nobody looked over (fuzzy)."""
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
