"""Looking at processes from outside, and a job for one that needs next to no imports."""

import time
from pathlib import Path


def is_running(pid: int) -> bool:
    """False where the process has ended, though its parent may not have noticed."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] not in ("Z", "X")


def have_ended(pids, seconds: float = 120.0) -> bool:
    """True as soon as none of them runs, False after ``seconds``."""
    until = time.monotonic() + seconds
    while any(is_running(pid) for pid in pids):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def hungry(_report, size: int) -> int:
    """A job of a worker that takes so many bytes."""
    return len(bytearray(size))
