"""A hook of MkDocs: links of the pages in ``docs`` that lead elsewhere in the repository."""

from __future__ import annotations

import sys
from pathlib import Path, PurePosixPath
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from layout import ROOT, relinked


def on_page_markdown(markdown: str, *, page: Any, **_more: Any) -> str:
    """The text of a page with links as the site has them; generated pages have these already."""
    here = PurePosixPath(page.file.src_uri)
    if not (ROOT / "docs" / here).is_file():
        return markdown
    return relinked(markdown, PurePosixPath("docs") / here, here)
