"""Hooks of MkDocs: links of pages, cross-references of docstrings, the style sheet of notebooks."""

from __future__ import annotations

import re
import sys
from pathlib import Path, PurePosixPath
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from layout import ROOT, relinked

_NOTEBOOK_STYLE = re.compile(r'<style[^>]*>\s*(@charset "UTF-8";\.jupyter-.*?)</style>', re.S)
_ROLE = re.compile(r":(?:mod|class|func|meth|data|attr|exc):<code>(~?)([\w.]+)</code>")


def on_page_markdown(markdown: str, *, page: Any, **_more: Any) -> str:
    """The text of a page with links as the site has them; generated pages have these already."""
    here = PurePosixPath(page.file.src_uri)
    if not (ROOT / "docs" / here).is_file():
        return markdown
    return relinked(markdown, PurePosixPath("docs") / here, here)


def on_page_content(html: str, **_more: Any) -> str:
    """The HTML of a page with Sphinx's roles, which docstrings use, as references."""

    def reference(found: re.Match[str]) -> str:
        shown = found[2].rpartition(".")[2] if found[1] else found[2]
        name = found[2] if found[2].startswith("ludoteca") else f"ludoteca.{found[2]}"
        return f'<autoref optional identifier="{name}"><code>{shown}</code></autoref>'

    return _ROLE.sub(reference, html)


def on_post_page(html: str, *, page: Any, **_more: Any) -> str:
    """The page with the style sheet of notebooks, 570 kB, in a file beside it that they share."""
    found = _NOTEBOOK_STYLE.search(html)
    if found is None:
        return html
    sheet = Path(page.file.abs_dest_path).with_name("notebook.css")
    sheet.parent.mkdir(exist_ok=True)
    sheet.write_text(found[1], encoding="utf-8")
    return html.replace(found[0], '<link rel="stylesheet" href="notebook.css">')
