"""Faults of the reference: of docstrings of public names, read from the source alone."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from ludoteca.core.sources import PACKAGE

DTYPE = r"(?:float(?:16|32|64)|u?int(?:8|16|32|64)|bool|complex128|records?|[A-Z]{4,}|object)"
ARRAY = re.compile(
    rf"(?:\b{DTYPE}\b|``{DTYPE}``|of any type|of that type)[^.;\[]*\[[^\]\n]+\]"
    r"|\brecord\b|\bstanding\b"
)
"""An array as the reference writes it: ``float64 [seats, cards]``, ``records [n]``; a record."""

UNITS = re.compile(
    r"\b(?:points?|stones?|chips?|chances?|probabilit(?:y|ies)|shares?|fractions?|seconds?|minutes?"
    r"|bits?|nats?|per cent|percentiles?|weights?|weighs|factors?|ratios?|exponents?|regrets?"
    r"|standard (?:errors?|deviations?)|variances?|correlations?|ratings?|rates?|loss(?:es)?"
    r"|temperature|logits?|entropy|frequenc(?:y|ies)|number of|count of|ids?|bytes|pixels)\b",
    re.IGNORECASE,
)
"""Words that say what a float is."""

SECTIONS = (
    "Parameters", "Attributes", "Returns", "Yields", "Raises", "See Also", "Notes", "References",
    "Examples",
)  # fmt: skip
ENTRIES = SECTIONS[:5]
_ARRAY_TYPES = {"NDArray", "ndarray", "ArrayLike", "Tensor"}
_MAKING = {"__init__", "__new__", "__post_init__"}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Docstring:
    """A docstring by its sections."""

    def __init__(self, text: str | None) -> None:
        self.text = inspect.cleandoc(text or "")
        self.sections: dict[str, list[str]] = {"": []}
        lines, name = self.text.splitlines(), ""
        for line, under in pairwise([*lines, ""]):
            if line in SECTIONS and set(under) == {"-"}:
                name = line
                self.sections[name] = []
            else:
                self.sections[name].append(line)

    def entries(self, section: str) -> dict[str, tuple[str, str]]:
        """The type and the description of each name of a section."""
        found: dict[str, tuple[str, str]] = {}
        names: list[str] = []
        for line in self.sections.get(section, []):
            if line and not line.startswith((" ", "-")):
                head, _colon, kind = line.partition(" : ")
                names = head.split(", ")
                found.update({name.lstrip("*"): (kind, "") for name in names})
            for name in names if line.startswith(" ") else ():
                kind, description = found[name.lstrip("*")]
                found[name.lstrip("*")] = kind, f"{description} {line.strip()}"
        return found

    def about(self, name: str) -> str:
        """The words on a parameter: its entry, or all that stands outside such entries."""
        entry = self.entries("Parameters").get(name) or self.entries("Attributes").get(name)
        if entry is not None:
            return " ".join(entry)
        rest = (lines for key, lines in self.sections.items() if key not in ENTRIES[:2])
        return " ".join(" ".join(lines) for lines in rest)

    def names(self, name: str) -> bool:
        """True where a parameter has an entry or stands in the prose."""
        return (
            name in self.entries("Parameters")
            or name in self.entries("Attributes")
            or re.search(rf"``{name}\b[^`]*``", self.text) is not None
        )


def public_files(package: str) -> Iterator[Path]:
    """The modules of a package that the reference shows."""
    for path in sorted((PACKAGE / package).rglob("*.py")):
        if not any(part.startswith("_") and part != "__init__.py" for part in path.parts):
            yield path


def array_names(tree: ast.Module) -> set[str]:
    """The names by which annotations of a module mean arrays, its aliases among them."""
    names = _ARRAY_TYPES | _aliases(tree)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludoteca."):
            path = PACKAGE.parent.joinpath(*str(node.module).split(".")).with_suffix(".py")
            if path.exists():
                theirs = _aliases(ast.parse(path.read_text(encoding="utf-8")))
                names |= theirs & {alias.name for alias in node.names}
    return names


def _aliases(tree: ast.Module) -> set[str]:
    """The names that a module gives to types of arrays."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            written = isinstance(node.value, ast.Subscript | ast.Constant)
            if written and _words(node.value) & _ARRAY_TYPES:
                names |= {t.id for t in targets if isinstance(t, ast.Name)}
    return names


def _words(annotation: ast.expr | None) -> set[str]:
    """The names in an annotation, written out or as text, but for those of functions' types."""
    if annotation is None:
        return set()
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:  # a text, as in Literal
            return set()
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Callable":
        return {"Callable"}
    if isinstance(annotation, ast.Name | ast.Attribute):
        return set(ast.unparse(annotation).split("."))
    parts = [part for part in ast.iter_child_nodes(annotation) if isinstance(part, ast.expr)]
    return set().union(*map(_words, parts))


def faults_of(source: str, where: str) -> list[str]:
    """The faults of the docstrings of a module, each as a line."""
    tree = ast.parse(source)
    found = _Faults(where, array_names(tree))
    if not ast.get_docstring(tree):
        found.add(tree, "", "has no docstring")
    found.examples(tree, "", Docstring(ast.get_docstring(tree)))
    found.visit(tree.body, "", None)
    return found.lines


class _Faults:
    def __init__(self, where: str, arrays: set[str]) -> None:
        self.where, self.arrays, self.lines = where, arrays, list[str]()

    def add(self, node: ast.AST, name: str, fault: str) -> None:
        self.lines.append(f"{self.where}:{getattr(node, 'lineno', 1)}: {name}: {fault}")

    def visit(self, body: list[ast.stmt], inside: str, owner: Docstring | None) -> None:
        for node in body:
            if isinstance(node, ast.If):
                self.visit([*node.body, *node.orelse], inside, owner)
            if not isinstance(node, _Function | ast.ClassDef):
                continue
            name = f"{inside}{node.name}"
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                self.class_(node, name)
            elif isinstance(node, _Function) and not node.name.startswith("_"):
                words = set().union(*(_words(d) for d in node.decorator_list))
                if not words & {"overload", "setter"}:
                    self.function(node, name, owner)

    def class_(self, node: ast.ClassDef, name: str) -> None:
        doc = Docstring(ast.get_docstring(node))
        if not doc.text:
            self.add(node, name, "has no docstring")
            return
        self.format(node, name, doc)
        made = [m for m in node.body if isinstance(m, _Function) and m.name in _MAKING]
        fields = [m for m in node.body if isinstance(m, ast.AnnAssign)]
        for method in made:
            self.values(method, name, doc, None)
            self.errors(method, name, doc)
        told = _documented(node.body)
        for field in fields:
            if isinstance(field.target, ast.Name) and not field.target.id.startswith("_"):
                text = f"{doc.about(field.target.id)} {told.get(field.target.id, '')}"
                self.value(field, name, field.target.id, field.annotation, text)
        self.visit(node.body, f"{name}.", doc)

    def function(self, node: _Function, name: str, owner: Docstring | None) -> None:
        doc = Docstring(ast.get_docstring(node))
        if not doc.text:
            self.add(node, name, "has no docstring")
            return
        self.format(node, name, doc)
        self.values(node, name, doc, owner)
        self.errors(node, name, doc)

    # -- what a docstring must say ------------------------------------------------------------

    def values(self, node: _Function, name: str, doc: Docstring, owner: Docstring | None) -> None:
        signature = node.args
        indexed = {
            part.value.id
            for part in ast.walk(node)
            if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name)
        }
        for argument in (*signature.posonlyargs, *signature.args, *signature.kwonlyargs):
            named = argument.arg
            text = doc.about(named)
            if not doc.names(named) and owner is not None and owner.names(named):
                text = owner.text if not owner.about(named) else owner.about(named)
            array = argument.annotation is None and named in indexed
            self.value(node, name, named, argument.annotation, text, array)
            if (array or _words(argument.annotation) & self.arrays) and not (
                doc.names(named) or (owner is not None and owner.names(named))
            ):
                self.add(node, name, f"does not name the array ``{named}``")
        if node.name not in _MAKING:
            rest = [doc.about(""), *(" ".join(e) for e in doc.entries("Returns").values())]
            self.value(node, name, "what it returns", node.returns, " ".join(rest))

    def value(
        self,
        node: ast.AST,
        name: str,
        named: str,
        annotation: ast.expr | None,
        text: str,
        array: bool = False,
    ) -> None:
        words = _words(annotation)
        if (array or words & self.arrays) and not ARRAY.search(text):
            self.add(node, name, f"{named}: shape and dtype, as float64 [seats], are not said")
        elif "float" in words and not UNITS.search(text):
            self.add(node, name, f"{named}: the unit or meaning of the float is not said")

    def errors(self, node: _Function, name: str, doc: Docstring) -> None:
        told = {entry.rpartition(".")[2].strip("`") for entry in doc.entries("Raises")}
        for error in sorted(_raised(node) - told):
            if error or not told:  # "" is one that an expression makes
                self.add(node, name, f"{error or 'an error'}: not in a section Raises")

    # -- how it is written --------------------------------------------------------------------

    def format(self, node: ast.AST, name: str, doc: Docstring) -> None:
        self.examples(node, name, doc)
        for section in ENTRIES:
            for entry, (_kind, description) in doc.entries(section).items():
                if not description.strip():
                    self.add(node, name, f"{section}: {entry}: no description on a line below")

    def examples(self, node: ast.AST, name: str, doc: Docstring) -> None:
        if re.search(r">>> *#", doc.text):
            self.add(node, name, "an example that runs nothing")


def _documented(body: list[ast.stmt]) -> dict[str, str]:
    """The docstrings that stand under fields, by name."""
    return {
        field.target.id: under.value.value
        for field, under in pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(under, ast.Expr)
        and isinstance(under.value, ast.Constant)
        and isinstance(under.value.value, str)
    }


def _raised(node: ast.AST) -> set[str]:
    """The names of errors that the body raises itself; "" for one that is no plain class."""
    found: set[str] = set()
    if isinstance(node, _Function) and _is_abstract(node):
        return found
    for part in ast.iter_child_nodes(node):
        if isinstance(part, _Function | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(part, ast.Raise) and part.exc is not None:
            made = part.exc.func if isinstance(part.exc, ast.Call) else part.exc
            last = made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")
            if isinstance(part.exc, ast.Call) or last[:1].isupper():
                found.add(last if last[:1].isupper() else "")
        inner = _raised(part)
        if isinstance(part, ast.Try):
            for handler in part.handlers:
                caught = _words(handler.type)
                inner -= caught - set().union(*(_raised(line) for line in handler.body))
        found |= inner
    return found


def _is_abstract(node: _Function) -> bool:
    """True where the body is ``raise NotImplementedError`` alone, for a subclass to fill."""
    last = node.body[-1]
    return (
        len(node.body) <= 2
        and isinstance(last, ast.Raise)
        and "NotImplementedError" in _words(last.exc)
    )
