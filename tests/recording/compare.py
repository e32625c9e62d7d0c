"""What users see of this tree beside what they saw of the last intended change.

``python tests/recording/compare.py [PATTERN]`` records this tree and the commit that wrote
``hashes.json`` last, both in full or only the keys in which the regular expression PATTERN is
found, and prints what differs; the exit status is 1 where something does. With ``--record`` it
writes ``hashes.json`` anew and lists the keys that differ.

Texts are compared byte for byte. Of JSON documents, simulated numbers are taken out: they differ
where their ``n`` does, or where their intervals do not overlap.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TREE = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent.relative_to(TREE)
HASHES = HERE / "hashes.json"
KEPT = TREE / ".venv" / "frozen"  #: recordings by the digest of their hashes, trees by commit
LOCKS = "requirements/*.lock"
SHOWN_LINES, SHOWN_KEYS, SHOWN_LETTERS = 12, 8, 200

Interval = tuple[int, float, float]


# -- two recordings -------------------------------------------------------------------------------


def told_apart(text: str) -> tuple[str, list[Interval]]:
    """The exact part of a text, a line for each of its parts, and its simulated numbers."""
    if text[:1] not in ("{", "["):
        return text.replace("><", ">\n<"), []
    try:
        document = json.loads(text)
    except ValueError:
        return text, []
    found: list[Interval] = []
    return json.dumps(_exact(document, found), ensure_ascii=False, indent=1), found


def _exact(value: Any, found: list[Interval]) -> Any:
    """``value`` without its simulated numbers but for ``n``; they are added to ``found``."""
    if isinstance(value, list):
        return [_exact(part, found) for part in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("interval95"), list):
        found.append((value["n"], *value["interval95"]))
        value = {k: v for k, v in value.items() if k not in ("simulated", "interval95")}
    return {name: _exact(part, found) for name, part in value.items()}


def hash_of(text: str) -> str:
    """The hash of the exact part of a text."""
    return hashlib.sha256(told_apart(text)[0].encode()).hexdigest()[:16]


def difference(before: str, after: str) -> list[str]:
    """What differs between two texts, in a few lines; none where nothing does."""
    (old, seen), (new, found) = told_apart(before), told_apart(after)
    if old != new:
        lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0)
        return [line for line in list(lines)[2:] if not line.startswith("@@")]
    return [
        f"simulated: {a[1]} to {a[2]} before, {b[1]} to {b[2]} now (n {a[0]})"
        for a, b in zip(seen, found, strict=True)
        if a[2] < b[1] or b[2] < a[1]
    ]


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """What differs by key; a key may have come or gone."""
    told = {key: ["is gone"] for key in before.keys() - after.keys()}
    told |= {key: ["is new"] for key in after.keys() - before.keys()}
    told |= {key: difference(before[key], after[key]) for key in before.keys() & after.keys()}
    return {key: tuple(told[key]) for key in sorted(told) if told[key]}


def report(differing: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The differences in lines, keys that differ alike together."""
    alike = defaultdict(list)
    for key, lines in differing.items():
        alike[lines].append(key)
    for lines, keys in alike.items():
        yield from keys[:SHOWN_KEYS]
        if len(keys) > SHOWN_KEYS:
            yield f"and {len(keys) - SHOWN_KEYS} more that differ alike"
        yield from (f"    {line[:SHOWN_LETTERS]}" for line in lines[:SHOWN_LINES])
        if len(lines) > SHOWN_LINES:
            yield f"    and {len(lines) - SHOWN_LINES} more lines"


# -- two trees ------------------------------------------------------------------------------------


def git(*words: str) -> bytes:
    """What git says of this tree."""
    return subprocess.run(["git", "-C", TREE, *words], check=True, stdout=subprocess.PIPE).stdout


def base() -> str:
    """The commit of the last intended change."""
    return git("log", "-1", "--format=%h", "--", str(HASHES)).decode().strip()


def tree_of(commit: str) -> tuple[Path, str]:
    """The folder of a commit and a Python that runs it, both made where they are not there."""
    tree = KEPT / commit
    python = tree / ".venv" / "bin" / "python"
    if python.exists():
        return tree, str(python)
    tree.mkdir(parents=True, exist_ok=True)
    subprocess.run(["tar", "-x", "-C", tree], input=git("archive", commit), check=True)
    locks = [{p.name: p.read_bytes() for p in where.glob(LOCKS)} for where in (TREE, tree)]
    if locks[0] != locks[1]:
        subprocess.run(["make", "-C", tree, ".venv/.ready-test"], check=True)
        return tree, str(python)
    # The packages that are installed for this tree, behind the commit's own source.
    venv.create(tree / ".venv", symlinks=True)
    packages = [str(tree / "src"), *(p for p in sys.path if p.endswith("site-packages"))]
    site = sysconfig.get_path("purelib", "venv", {"base": str(tree / ".venv")})
    Path(site, "frozen.pth").write_text("\n".join(packages), encoding="utf-8")
    return tree, str(python)


def recording(tree: Path, python: str, pattern: str) -> dict[str, str]:
    """The recording that a tree makes of itself."""
    print(f"recording {tree}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "recording.json")
        subprocess.run([python, tree / HERE / "record.py", file, pattern], check=True, cwd=tree)
        return _read(file)


def _read(file: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return found


def recording_of_base(pattern: str) -> dict[str, str]:
    """The recording of the last intended change, kept once it was made in full."""
    hashes = git("show", f"HEAD:{HASHES}")
    kept = _kept(hashes)
    if kept.exists():
        return _read(kept)
    commit = base()
    found = recording(*tree_of(commit), pattern)
    if not pattern:
        kept.write_text(json.dumps(found), encoding="utf-8")
        said = json.loads(hashes)
        others = sum(hash_of(text) != said.get(key) for key, text in found.items())
        if others:
            print(f"{commit} was recorded elsewhere: there {others} of its keys were otherwise")
    return found


def _kept(hashes: bytes) -> Path:
    return KEPT / f"{hashlib.sha256(hashes).hexdigest()[:16]}.json"


def record() -> int:
    """Write the hashes of this tree, and list those that differ from those that were there."""
    found = recording(TREE, sys.executable, "")
    before = _read(TREE / HASHES) if (TREE / HASHES).exists() else {}
    hashes = {key: hash_of(found[key]) for key in sorted(found)}
    text = json.dumps(hashes, ensure_ascii=False, indent=0) + "\n"
    (TREE / HASHES).write_text(text, encoding="utf-8")
    KEPT.mkdir(parents=True, exist_ok=True)
    _kept(text.encode()).write_text(json.dumps(found), encoding="utf-8")
    differing = [key for key in sorted({**before, **hashes}) if before.get(key) != hashes.get(key)]
    print("\n".join(differing))
    print(f"{len(hashes):,} keys recorded, {len(differing):,} of them otherwise than before")
    return 0


def compare(pattern: str) -> int:
    """Print what differs; 1 where something does."""
    after = recording(TREE, sys.executable, pattern)
    if not after:
        print(f"no key has {pattern}")
        return 1
    before = recording_of_base(pattern)
    if pattern:
        before = {key: text for key, text in before.items() if key in after}
    differing = differences(before, after)
    for line in report(differing):
        print(line)
    print(f"{len(after):,} keys, {len(differing):,} differ")
    return bool(differing)


if __name__ == "__main__":
    wanted = " ".join(sys.argv[1:])
    sys.exit(record() if wanted == "--record" else compare(wanted))
