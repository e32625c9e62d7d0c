"""Numba's compiler as :mod:`ludoteca.core.jit` sets it up: entries, callees, and their cache.

Numba compiles each function as if it were called from Python: with a wrapper for that, optimised
together with all that it calls, down to machine code. Here this is done for the functions that
Python calls, the entries. What an entry calls is only translated, once for all entries, and
becomes machine code as a part of them: a game compiles in two thirds of the time and runs no
slower. A function that is both is compiled twice. Nothing need be declared: a call from Python
makes an entry, a call from compiled code a callee.

A long callee, such as all legal moves of a game, would be optimised again in each entry that
reaches it. It becomes machine code once, which the others call. On disk an entry is kept with all
such code that it calls.

Only :mod:`ludoteca.core.jit` imports this module, for it loads Numba.
"""

from __future__ import annotations

import gc
import importlib
import operator
import pickle
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import cgutils, event, ir, types
from numba.core.base import BaseContext
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    NullCache,
    UserProvidedCacheLocator,
)
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.runtime.context import NRTContext
from numba.core.targetconfig import TargetConfig
from numba.core.typing import npydecl
from numba.extending import lower_builtin, overload
from numba.np import arrayobj, linalg
from numba.np.arrayobj import basic_indexing, make_array

from ludoteca.core.compiling import code_cache
from ludoteca.core.storage import alone

_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "boundscheck": None,  # as NUMBA_BOUNDSCHECK says
    "no_cfunc_wrapper": True,  # no caller in C ever asks for these functions
}
_ENVIRONMENT = "_ZN08NumbaEnv"  #: how Numba begins the name of a function's environment

_NARROW = {types.int8, types.int16, types.int32, types.uint8, types.uint16, types.uint32}

# Callees are not optimised when LLVM judges whether they are short enough to be inlined. With its
# own threshold for them, 325, a tenth of poker's speed is lost.
_INLINED = '"function-inline-threshold"="450"'

_LONG = 50_000  # bytes of a callee in LLVM's language, with all that it calls, to be compiled once


class EntryDispatcher(CPUDispatcher):  # type: ignore[misc]
    """A function as Python calls it; compiled code that calls it is given its callee."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=_OPTIONS)
        self._cache = _cache_of(function, _Cache)

    @cached_property
    def _callee(self) -> Any:
        options = _OPTIONS | {"no_cpython_wrapper": True}
        callee = CPUDispatcher(self.py_func, None, options, _CalleeCompiler)
        callee._cache = _cache_of(self.py_func, _CalleeCache)
        return callee

    def compile(self, sig: Any) -> Any:
        """Compile the function for the types ``sig``, or load it, and return it.

        Python's collector waits meanwhile. It would find next to nothing among the many objects of
        a compiler that lives on, and search them for a tenth of the time.
        """
        if not gc.isenabled():
            return super().compile(sig)
        gc.disable()
        try:
            return super().compile(sig)
        finally:
            gc.enable()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile the callee for a call from compiled code, and return Numba's type of it.

        All whole numbers that fit are passed as int64: a field of a byte, a constant and a sum
        would else compile the same function three times, and True and False twice.
        """
        wide = {name: _widened(kind) for name, kind in dict(kws).items()}
        return self._callee.get_call_template(tuple(map(_widened, args)), wide)

    def get_overload(self, sig: Any) -> Any:
        """The callee compiled for the types ``sig``."""
        return self._callee.get_overload(sig)


def _widened(kind: Any) -> Any:
    """Numba's type of an argument, int64 where every value of it is one."""
    if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral):
        kind = kind.literal_type
    return types.int64 if kind in _NARROW else kind


class _CalleeCompiler(Compiler):  # type: ignore[misc]
    def compile_extra(self, func: Any) -> Any:
        # Machine code of other processes may be loaded beside this: no two have one name.
        self._unique = secrets.randbits(62)
        name = f"{func.__qualname__}-{self._unique}"
        self.state.library = _CalleeLibrary(self.state.targetctx.codegen(), name)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)

    def _compile_bytecode(self) -> Any:
        self.state.func_id.unique_id = self._unique
        return super()._compile_bytecode()


class _CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A function and all that it calls: in LLVM's language, to be linked into entries.

    Where that is ``long``, it is machine code, and what is linked into entries is nothing.
    """

    long = False
    kept: Any = None  # what was on disk of it
    loaded: tuple[_CalleeLibrary, ...] = ()  # the long ones that came with it

    def add_ir_module(self, ir_module: Any) -> None:
        """Add a module, whose functions are to be inlined where they are not too long."""
        for function in ir_module.functions:
            if not function.is_declaration:
                set.add(function.attributes, _INLINED)  # llvmlite knows no attributes with numbers
        super().add_ir_module(ir_module)

    def _optimize_final_module(self) -> None:
        """Leave what is short to the entries, which are optimised with all linked into them."""
        self.long = len(self._final_module.as_bitcode()) > _LONG
        if self.long:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if self.long:
            _long_callees_here[self.name] = self
            super()._finalize_final_module()
            return
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        # No machine code, but the places of environments: Numba fills them in for each function.
        names = (variable.name for variable in self._final_module.global_variables)
        places = [f'@"{n}" = common global i8* null' for n in names if n.startswith(_ENVIRONMENT)]
        self._codegen._add_module(llvm.parse_assembly("\n".join(places)))
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        return llvm.parse_assembly("") if self.long else super()._get_module_for_linking()


_long_callees_here: dict[str, _CalleeLibrary] = {}  # compiled or loaded by this process, by name


def _long_callees(library: Any) -> dict[str, _CalleeLibrary]:
    """The long libraries whose code that of ``library`` calls, by name; first what others need."""
    found = dict[str, _CalleeLibrary]()
    for other in (*getattr(library, "loaded", ()), *library._linking_libraries):
        found |= _long_callees(other)
        if getattr(other, "long", False):
            found[other.name] = other
    return found


def _reduced(library: _CalleeLibrary) -> Any:
    """The parts of a library to keep on disk: its code, and the environments of its functions."""
    if library.kept is not None:
        return library.kept
    module = library._final_module
    code = library._get_compiled_object() if library.long else module.as_bitcode()
    names = (variable.name for variable in module.global_variables)
    found = (lookup_environment(name) for name in names if name.startswith(_ENVIRONMENT))
    environments = [each for each in found if each is not None and each.can_cache()]
    return library.name, library.long, code, environments


def _rebuilt(codegen: Any, kept: Any, loaded: Sequence[_CalleeLibrary]) -> _CalleeLibrary:
    """The library of which that was kept; a long one is loaded once."""
    name, long, code, environments = kept
    if name in _long_callees_here:
        return _long_callees_here[name]
    library = _CalleeLibrary(codegen, name)
    library.kept, library.long, library.loaded = kept, long, tuple(loaded)
    if long:
        library.enable_object_caching()
        library._set_compiled_object(code)
    else:
        library._final_module = llvm.parse_bitcode(code)
    library._finalize_final_module()
    for each in environments:
        codegen.set_env(each.env_name, each)
    return library


def _load_all(codegen: Any, reduced: Any) -> list[_CalleeLibrary]:
    libraries = list[_CalleeLibrary]()
    for each in reduced:
        libraries.append(_rebuilt(codegen, each, libraries))
    return libraries


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Numba names the folder after the path of the source; this one is named by contents."""

    def __init__(self, function: Any, file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(code_cache.cache_dir(Path(file).resolve()))

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        return cls(function, file)  # the folder is made when there is something to keep


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)

    def reduce(self, result: Any) -> Any:
        """The parts of a function to keep on disk: long callees, and the rest as Numba has it."""
        callees = [_reduced(library) for library in _long_callees(result.library).values()]
        return callees, super().reduce(result)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The function of which that was kept."""
        callees, own = payload
        _load_all(target_context.codegen(), callees)
        return super().rebuild(target_context, own)


class _Cache(FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, written by one at a time.

    Numba reads, changes and rewrites a list of what was compiled for which types: two processes at
    a time would lose an entry, or give one file name to both, and the code for one game would then
    be loaded for another. What cannot be read or written is compiled, and is not kept.
    """

    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            with _errors_warned_of():
                return super().load_overload(sig, target_context)
        except (EOFError, pickle.UnpicklingError):  # files that a failure of power left without end
            with _errors_warned_of(), alone(Path(self.cache_path) / ".lock"):
                self.flush()
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with _errors_warned_of():
            self._impl.locator.ensure_cache_path()
            with alone(Path(self.cache_path) / ".lock"):
                super().save_overload(sig, data)


def _cache_of(function: Callable[..., Any], kind: type[_Cache]) -> Any:
    """The cache of a function, or none where there can be no folder for it."""
    with _errors_warned_of():
        return kind(function)
    return NullCache()


@contextmanager
def _errors_warned_of() -> Iterator[None]:
    """Warn where the cache cannot be read or written in the block, and go on."""
    try:
        yield
    except OSError as error:
        code_cache.not_kept(error)


class _CalleeCacheImpl(_CacheImpl):
    def get_filename_base(self, fullname: str, abiflags: str) -> str:
        return f"callee-{super().get_filename_base(fullname, abiflags)}"

    def reduce(self, result: Any) -> Any:
        """The parts of a callee to keep on disk."""
        callees = [_reduced(library) for library in _long_callees(result.library).values()]
        own = _reduced(result.library)
        # As Numba does: they may not be kept.
        result.fndesc.typemap = result.fndesc.calltypes = None
        return callees, own, result.fndesc, result.environment, result.signature

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """The callee of which that was kept."""
        callees, own, fndesc, environment, signature = payload
        codegen = target_context.codegen()
        library = _rebuilt(codegen, own, _load_all(codegen, callees))
        return compile_result(
            typing_context=target_context.typing_context,
            target_context=target_context,
            entry_point=target_context.get_executable(library, fndesc, environment),
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=fndesc,
            library=library,
            environment=environment,
        )


class _CalleeCache(_Cache):
    _impl_class = _CalleeCacheImpl


def _trust_scipy() -> None:
    """Let Numba load its arithmetic of arrays without a look at SciPy's linear algebra.

    It looks again when a function needs that. The first look alone takes a process that has nothing
    to compile a fifth of its time.
    """
    look, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    importlib.import_module("numba.np.arraymath")
    linalg.ensure_blas = look


_trust_scipy()


def _equal_flags(flags: Any, other: Any) -> Any:
    """Numba's comparison of two sets of flags, which first asks for all that were not set."""
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return flags._values == other._values or flags.values() == other.values()


# What Numba works out anew for every variable and every call. Its own hash of flags is that of
# their names, which are those of the class. Together it is a fifteenth of what a game takes.
TargetConfig.__eq__ = _equal_flags
TargetConfig.__hash__ = lambda flags: hash(type(flags))
BaseContext.get_abi_sizeof = cache(BaseContext.get_abi_sizeof)
types.Record.__repr__ = cache(types.Record.__repr__)  # type: ignore[method-assign]


_list_vars = ir.Inst._rec_list_vars
_count_references = NRTContext._call_incref_decref
_find_loop = cache(npydecl.ufunc_find_matching_loop)
_no_variables = {str, int, bool, float, type(None), ir.Loc}
_not_counted = {types.Integer, types.Float, types.Boolean, type(types.none), types.Record}


def _quick_list_vars(instruction: Any, value: Any) -> Any:
    """Numba's list of the variables in a part of an instruction, which asks for its type thrice."""
    return [] if type(value) in _no_variables else _list_vars(instruction, value)


def _quick_count(runtime: Any, builder: Any, kind: Any, *rest: Any) -> None:
    """Numba's counting of references to a value, which looks for some in numbers too."""
    if type(kind) not in _not_counted:
        _count_references(runtime, builder, kind, *rest)


def _unless_lock(tell: Any) -> Any:
    """Numba tells of each lock that it takes, a hundred thousand times a game, to nobody."""
    return lambda kind, *rest, **named: (
        None if kind in ("numba:compiler_lock", "numba:llvm_lock") else tell(kind, *rest, **named)
    )


ir.Inst._rec_list_vars = _quick_list_vars
NRTContext._call_incref_decref = _quick_count
npydecl.ufunc_find_matching_loop = lambda ufunc, kinds: _find_loop(ufunc, tuple(kinds))
event.start_event, event.end_event = map(_unless_lock, (event.start_event, event.end_event))


@lower_builtin(operator.setitem, types.Array, types.Integer, types.Record)
def _put_record(context: Any, builder: Any, sig: Any, args: Any) -> None:
    """Compile ``states[i] = s`` to the copy of a block.

    Numba would load the record as one value, of as many parts as it has bytes, and store that: a
    tenth of the time that a game takes to compile.
    """
    array_type, index_type, record_type = sig.args
    array, index, record = args
    place, _shape, _strides = basic_indexing(
        context,
        builder,
        array_type,
        make_array(array_type)(context, builder, array),
        (index_type,),
        (index,),
        boundscheck=context.enable_boundscheck,
    )
    source = context.cast(builder, record, record_type, array_type.dtype)
    size = context.get_constant(types.intp, array_type.dtype.size)
    cgutils.raw_memcpy(builder, place, source, size, 1)


def _refuse_shape(_source: Any, _target: Any) -> None:
    """Raise an error where an array is assigned to a part of another shape."""


@overload(_refuse_shape)
def _refuse_shape_compiled(_source: Any, _target: Any) -> Any:
    def refuse(_source: Any, _target: Any) -> None:
        raise ValueError("cannot assign an array of another shape")

    return refuse


# Numba's own writes the shapes into a text, and takes two seconds to compile that.
arrayobj.raise_with_shape_context = _refuse_shape


class _Teller(event.Listener):  # type: ignore[misc]
    """Passes Numba's compilations on to the listeners of ``code_cache``."""

    def on_start(self, started: Any) -> None:
        function = started.data["dispatcher"].py_func
        code_cache.tell(f"{function.__module__}.{function.__qualname__}")

    def on_end(self, ended: Any) -> None:
        """Nothing is told at the end."""


event.register("numba:compile", _Teller())
