"""The page of a class."""

from pathlib import Path

from .class_table import Class


def write_page(path: Path, held: Class) -> None:
    """Write the page."""
    path.write_text("", encoding="utf-8")
