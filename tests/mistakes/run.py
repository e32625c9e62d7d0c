"""Put the mistakes of ``mistakes.toml`` into a copy of the tree, and see which the tests find.

For each mistake a file of the copy is changed and the tests of its package alone are run, up to the
first that fails. Before, they must pass on the unchanged copy, or nothing would follow. A run that
takes several times as long has found it, too: it never ends. A test that fails, and then alone does
not, found nothing.

Results are written to ``results.csv`` as they are found. A mistake is left out where there is a
result already for the same change and tests and the same commit: the last one that changed sources
or tests, this folder aside. What is not committed is not tried.
"""

from __future__ import annotations

import argparse
import csv
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from venv import EnvBuilder

HERE = Path(__file__).resolve().parent
ROOT, RESULTS = HERE.parents[1], HERE / "results.csv"
WORK = ROOT / ".venv" / "mistakes"
TREE, LOG, PYTHON = WORK / "tree", WORK / "log", WORK / "venv" / "bin" / "python"

PASSES, FAILS = "passes", "fails"  #: the unchanged copy
FOUND, ENDLESS, SURVIVES = "found", "never ends", "survives"
LEAST, TIMES = 300, 5  #: seconds of a run at least, and times the unchanged copy's, till it ends
SLOWEST = 1200  #: seconds of a run on the unchanged copy
COLUMNS = ("name", "outcome", "by", "seconds", "day", "commit", "digest")
_TRIED = ("src", "tests", ":!tests/mistakes")
_FAILURE = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
_NOT_LOADED = 2  #: the largest exit code of pytest that a mistake may cause

Row = dict[str, str]
"""A line of ``results.csv``: ``name`` is a mistake's, or a package's whose files were unchanged;
``by`` the first test that failed; ``digest`` that of the change and the tests."""


class Runner:
    """The mistakes, their tests and the results so far, by name; and a copy of the tree."""

    def __init__(self) -> None:
        described = tomllib.loads((HERE / "mistakes.toml").read_text("utf-8"))
        self.mistakes, self.tests = described["mistake"], described["tests"]
        self._compiled = described["compiled"]
        WORK.mkdir(parents=True, exist_ok=True)
        self._alone = (WORK / "lock").open("w")
        fcntl.flock(self._alone, fcntl.LOCK_EX)  # another run changes the copy, too
        text = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
        self.rows = {row["name"]: row for row in csv.DictReader(text.splitlines())}
        self._commit = _git(ROOT, "log", "-1", "--format=%h", "--", *_TRIED)
        self._copy()

    def _copy(self) -> None:
        """Make the copy as it is committed, with a Python of its own that imports from it."""
        if not TREE.exists():
            _git(WORK, "clone", "--quiet", "--shared", "--no-checkout", str(ROOT), str(TREE))
            EnvBuilder(symlinks=True).create(WORK / "venv")
        _git(TREE, "checkout", "--quiet", "--force", "--detach", _git(ROOT, "rev-parse", "HEAD"))
        (site,) = (WORK / "venv").glob("lib/*/site-packages")
        installed = [path for path in sys.path if path.endswith("site-packages")]
        own = f"import sys; sys.path.insert(0, {str(TREE / 'src')!r})"
        (site / "mistakes.pth").write_text("\n".join([*installed, own]), "utf-8")

    def result(self, mistake: dict[str, str]) -> Row | None:
        """The result of a mistake where it was tried as it is now."""
        row = self.rows.get(mistake["id"])
        return row if row is not None and self._is_of_now(row, self._digest(mistake)) else None

    def try_out(self, mistake: dict[str, str]) -> Row:
        """Make a mistake and run its tests; the run without it, where these do not pass."""
        package = mistake["package"]
        unchanged = self.rows.get(package, {})
        if not self._is_of_now(unchanged, self._digest({"package": package})):
            unchanged = self._run(package, {"package": package}, SLOWEST)
        if unchanged["outcome"] != PASSES:
            return unchanged
        file = TREE / mistake["file"]
        text, times = file.read_text("utf-8"), file.stat()
        if text.count(mistake["old"]) != 1:
            raise SystemExit(f"{mistake['id']}: its text is not found once in {mistake['file']}")
        file.write_text(text.replace(mistake["old"], mistake["new"]), "utf-8")
        try:
            return self._run(mistake["id"], mistake, max(LEAST, TIMES * int(unchanged["seconds"])))
        finally:
            file.write_text(text, "utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _digest(self, mistake: dict[str, str]) -> str:
        change = [mistake.get(part, "") for part in ("file", "old", "new")]
        texts = [*change, *self.tests[mistake["package"]]]
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]

    def _is_of_now(self, row: Row, digest: str) -> bool:
        return (row.get("commit"), row.get("digest")) == (self._commit, digest)

    def _run(self, name: str, mistake: dict[str, str], limit: int) -> Row:
        """Run the tests of a package on the copy, and keep the result under ``name``."""
        changed, tests = "old" in mistake, list(self.tests[mistake["package"]])
        began = time.monotonic()
        code, by = self._tested(mistake, tests, limit)
        while changed and by and self._tested(mistake, [by], limit)[0] == 0:
            tests.append(f"--deselect={by}")  # it fails now and then, whatever is changed
            code, by = self._tested(mistake, tests, limit)
        if code is not None and code > _NOT_LOADED:
            raise SystemExit(f"pytest did not run the tests of {mistake['package']}: see {LOG}")
        outcomes = (SURVIVES, ENDLESS, FOUND) if changed else (PASSES, FAILS, FAILS)
        outcome = outcomes[0 if code == 0 else 1 if code is None else 2]
        seconds, day = str(round(time.monotonic() - began)), time.strftime("%Y-%m-%d")
        told = (name, outcome, by, seconds, day, self._commit, self._digest(mistake))
        self.rows[name] = dict(zip(COLUMNS, told, strict=True))
        names = [*self.tests, *(one["id"] for one in self.mistakes)]
        with RESULTS.open("w", newline="", encoding="utf-8") as file:
            rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            rows.writeheader()
            rows.writerows(self.rows[name] for name in names if name in self.rows)
        return self.rows[name]

    def _tested(
        self, mistake: dict[str, str], tests: list[str], limit: int
    ) -> tuple[int | None, str]:
        """The exit code of pytest, None at the limit, and the first test that failed or ""."""
        environment = os.environ | {
            "NUMBA_DISABLE_JIT": str(int(mistake["package"] not in self._compiled)),
            "PYTHONDONTWRITEBYTECODE": "1" if "old" in mistake else "",
            "XDG_CACHE_HOME": str(WORK / "cache"),
            "XDG_DATA_HOME": str(WORK / "data"),
        }
        shutil.rmtree(TREE / ".hypothesis", ignore_errors=True)  # examples that failed before
        command = [str(PYTHON), "-m", "pytest", "-x", "--tb=short", "-p", "no:cacheprovider"]
        with LOG.open("w") as log:
            code = _ended(
                subprocess.Popen(
                    [*command, *tests],
                    cwd=TREE, env=environment, stdout=log, stderr=log, start_new_session=True,
                ),
                limit,
            )  # fmt: skip
        failures = _FAILURE.findall(LOG.read_text("utf-8", "replace"))
        return code, failures[0] if failures else ""

    def table(self) -> str:
        """The mistakes of each package that are found, and the words of those that survive."""
        lines, every = [], 0
        for package in self.tests:
            own = [mistake for mistake in self.mistakes if mistake["package"] == package]
            results = [(mistake["id"], mistake["words"], self.result(mistake)) for mistake in own]
            found = sum(row is not None and row["outcome"] != SURVIVES for *_told, row in results)
            lines.append(f"{package:24} {found} of {len(own)}")
            lines += [
                f"    {name} {row['outcome'] if row else 'was not tried'}: {words}"
                for name, words, row in results
                if row is None or row["outcome"] == SURVIVES
            ]
            every += found
        return "\n".join([*lines, f"{every} of {len(self.mistakes)} are found"])


def _ended(run: subprocess.Popen[bytes], limit: int) -> int | None:
    """The exit code of ``run``; None where it was killed at its limit of seconds."""
    try:
        return run.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()


def _git(folder: Path, *arguments: str) -> str:
    asked = ["git", "-C", str(folder), *arguments]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def main() -> None:
    """Try the mistakes that were not tried, and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--only", default="", metavar="PREFIX", help="of ids or packages")
    arguments.add_argument("--again", action="store_true", help="though there is a result")
    asked = arguments.parse_args()
    runner = Runner()
    for mistake in runner.mistakes:
        wanted = any(mistake[name].startswith(asked.only) for name in ("id", "package"))
        if wanted and (asked.again or runner.result(mistake) is None):
            print(f"{mistake['id']:22}", end=" ", flush=True)
            row = runner.try_out(mistake)
            print(f"{row['outcome']} {row['by']} ({row['seconds']} s)", flush=True)
    print(runner.table())


if __name__ == "__main__":
    main()
