"""The side of a sandbox in the process itself: run by its path, it knows nothing of the library.

Usage: ``python confine.py POLICY SCRIPT ARGUMENTS...``, where POLICY is JSON::

    {"memory": bytes, "landlock": [folders and files that may be read], "seccomp": true}

The process bounds itself, for good, and then runs SCRIPT as its main program; without a SCRIPT it
says ``confined`` and ends. Without ``landlock`` (null) files are not confined, without ``seccomp``
neither are processes, signals and sockets. What is asked for and cannot be had raises ``OSError``:
no script runs with less.

Landlock (Linux 5.13) leaves those files readable and no file writable but the null device. Seccomp
refuses whatever starts, ends, traces or changes a process or a thread, opens a socket, shares
memory or changes the rights of a file. Both need no privileges and cannot be undone.
Sources: ``landlock(7)``, ``seccomp(2)``, and Linux's tables of system calls.
"""

import contextlib
import ctypes
import errno
import json
import os
import platform
import runpy
import struct
import sys
from collections.abc import Iterator, Sequence
from typing import Any

FILE_BYTES = 1 << 20
OPEN_FILES = 64
SECONDS = 3600  #: of computing: a limit even where the parent was killed


def main(arguments: Sequence[str]) -> None:
    """Confine this process as the first of ``arguments`` says, and run the script of the others."""
    policy = json.loads(arguments[0])
    limit(policy["memory"])
    if policy["landlock"] is not None or policy["seccomp"]:
        _drop_privileges()
    if policy["landlock"] is not None:
        allow_files(policy["landlock"])
    if policy["seccomp"]:
        refuse_calls()
    if len(arguments) == 1:
        print("confined")
        return
    sys.argv = list(arguments[1:])
    runpy.run_path(arguments[1], run_name="__main__")


def limit(memory: int) -> None:
    """Bound memory, files and computing, where the system has such bounds."""
    with contextlib.suppress(ImportError):
        import resource

        for kind, most in (
            (resource.RLIMIT_AS, memory),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_NOFILE, OPEN_FILES),
            (resource.RLIMIT_CPU, SECONDS),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, most))


# -- calls of the system --------------------------------------------------------------------------

_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_CAPABILITY_VERSION = 0x20080522


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def _checked(answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer


def _drop_privileges() -> None:
    """Give up all capabilities, and gain none from any program."""
    libc = _libc()
    head = struct.pack("=Ii", _CAPABILITY_VERSION, 0)
    _checked(libc.capset(head, bytes(24)))
    _checked(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))


# -- files ----------------------------------------------------------------------------------------

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION, _PATH_BENEATH = 1, 1
_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
#: of each version of Landlock: how many kinds of access to files it knows
_KINDS_OF_ACCESS = (13, 14, 15, 15, 16)


def allow_files(readable: Sequence[str]) -> None:
    """Forbid all files but those ``readable`` and below; raises ``OSError`` without Landlock."""
    libc = _libc()
    version = _checked(libc.syscall(_CREATE_RULESET, None, 0, _VERSION))
    kinds = _KINDS_OF_ACCESS[min(version, len(_KINDS_OF_ACCESS)) - 1]
    # Files; from version 4 TCP too, bound and connected; from 6 abstract sockets and signals.
    handled = struct.pack("=QQQ", (1 << kinds) - 1, 3, 3)
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = _checked(libc.syscall(_CREATE_RULESET, handled, size, 0))
    for path in readable:
        access = _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0)
        _allow(libc, rules, path, access)
    _allow(libc, rules, os.devnull, _READ_FILE | _WRITE_FILE)
    _checked(libc.syscall(_RESTRICT_SELF, rules, 0))
    os.close(rules)


def _allow(libc: Any, rules: int, path: str, access: int) -> None:
    file = os.open(path, os.O_PATH)
    rule = struct.pack("=Qi", access, file)
    _checked(libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0))
    os.close(file)


# -- processes, signals, sockets ------------------------------------------------------------------

# Numbers of system calls that are refused: new ones are the same on all machines.
_EVERYWHERE = (
    424, 425, 434, 435, 438, 440, 447, 448, 452, 463, 466, 469
)  # fmt: skip
# pidfd_send_signal io_uring_setup pidfd_open clone3 pidfd_getfd process_madvise memfd_secret
# process_mrelease fchmodat2 setxattrat removexattrat file_setattr
_MACHINES = {
    "x86_64": (
        0xC000003E,
        72,  # fcntl
        302,  # prlimit64
        # shmget socket clone fork vfork execve kill semget msgget truncate chmod fchmod chown
        (29, 41, 56, 57, 58, 59, 62, 64, 68, 76, 90, 91, 92,
         # fchown lchown
         93, 94,
         # ptrace rt_sigqueueinfo utime setpriority sched_setparam sched_setscheduler setxattr
         101, 129, 132, 141, 142, 144, 188,
         # lsetxattr fsetxattr removexattr lremovexattr fremovexattr tkill sched_setaffinity tgkill
         189, 190, 197, 198, 199, 200, 203, 234,
         # utimes mq_open add_key request_key keyctl ioprio_set migrate_pages fchownat futimesat
         235, 240, 248, 249, 250, 251, 256, 260, 261,
         # fchmodat unshare move_pages utimensat rt_tgsigqueueinfo perf_event_open setns
         268, 272, 279, 280, 297, 298, 308,
         # process_vm_readv process_vm_writev kcmp sched_setattr memfd_create bpf execveat
         310, 311, 312, 314, 319, 321, 322,
         # userfaultfd
         323),
    ),
    "aarch64": (
        0xC00000B7,
        25,
        261,
        # setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr ioprio_set truncate
        (5, 6, 7, 14, 15, 16, 30, 45,
         # fchmod
         52,
         # fchmodat fchownat fchown utimensat unshare ptrace sched_setparam sched_setscheduler
         53, 54, 55, 88, 97, 117, 118, 119,
         # sched_setaffinity kill tkill tgkill rt_sigqueueinfo setpriority mq_open msgget semget
         122, 129, 130, 131, 138, 140, 180, 186, 190,
         # shmget socket add_key request_key keyctl clone execve migrate_pages move_pages
         194, 198, 217, 218, 219, 220, 221, 238, 239,
         # rt_tgsigqueueinfo perf_event_open setns process_vm_readv process_vm_writev kcmp
         240, 241, 268, 270, 271, 272,
         # sched_setattr memfd_create bpf execveat userfaultfd
         274, 279, 280, 281, 282),
    ),
}  # fmt: skip
_OTHER_NUMBERS = 0x40000000  # of calls of x32, on the machine of the same name as x86_64
_NUMBER, _MACHINE, _FIRST_ARGUMENT, _SECOND_ARGUMENT = 0, 4, 16, 24  # where a filter finds them
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOWED, _REFUSED, _KILLED = 0x7FFF0000, 0x00050000 | errno.EPERM, 0x80000000
_OWNER_OF_SIGNALS = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX of fcntl

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, constant


def refuse_calls() -> None:
    """Refuse what reaches other processes, for good; raises ``OSError`` without seccomp."""
    if platform.machine() not in _MACHINES:
        raise OSError(errno.ENOSYS, platform.machine())
    program = list(_filter(*_MACHINES[platform.machine()]))
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in program))
    told = struct.pack("@HP", len(program), ctypes.addressof(code))
    _checked(_libc().prctl(_SET_SECCOMP, _FILTER, ctypes.c_char_p(told), 0, 0))


def _filter(
    machine: int, fcntl: int, prlimit: int, numbers: Sequence[int]
) -> Iterator[Instruction]:
    """The filter, as instructions of BPF: each test refuses, or falls through to the next."""
    refuse = (_RETURN, 0, 0, _REFUSED)
    yield _LOAD, 0, 0, _MACHINE
    yield _EQUAL, 1, 0, machine
    yield _RETURN, 0, 0, _KILLED
    yield _LOAD, 0, 0, _NUMBER
    yield _AT_LEAST, 0, 1, _OTHER_NUMBERS
    yield refuse
    for number in (*numbers, *_EVERYWHERE):
        yield _EQUAL, 0, 1, number
        yield refuse
    # The limits of other processes, by their number; those of this one are asked for with 0.
    yield _EQUAL, 0, 4, prlimit
    yield _LOAD, 0, 0, _FIRST_ARGUMENT
    yield _EQUAL, 1, 0, 0
    yield refuse
    yield _LOAD, 0, 0, _NUMBER
    yield _EQUAL, 0, 2 + 2 * len(_OWNER_OF_SIGNALS), fcntl
    yield _LOAD, 0, 0, _SECOND_ARGUMENT
    for command in _OWNER_OF_SIGNALS:
        yield _EQUAL, 0, 1, command
        yield refuse
    yield _LOAD, 0, 0, _NUMBER
    yield _RETURN, 0, 0, _ALLOWED


if __name__ == "__main__":
    main(sys.argv[1:])
