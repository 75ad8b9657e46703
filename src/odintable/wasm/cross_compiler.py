"""Points numba's compiler at WebAssembly.

After `install`, every compiled function of this process is LLVM code for wasm32 from its first
instruction on, and can no longer run here. Code that was optimised for this machine must not be
relabelled: it has the sizes of this machine's pointers in it.

An error in compiled code (an exception, a failed assertion) is a trap where it happens. So no
message, file name or line number gets into the module, and calls need not check for errors.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import callconv, cgutils, codegen, compiler, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from odintable.compile_cache import function_cache

from .export import Export

TRIPLE = "wasm32-unknown-unknown"
# Every browser that is kept up to date has these (Safari was last, with 16.4 in 2023).
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"


class TrappingCalls(callconv.CPUCallConv):  # type: ignore[misc]
    """numba's calling convention, except that errors are traps."""

    def return_user_exc(self, builder: ir.IRBuilder, *_error: object, **_where: object) -> None:
        """Trap instead of returning an exception."""
        trap(builder)

    def return_dynamic_user_exc(
        self, builder: ir.IRBuilder, *_error: object, **_where: object
    ) -> None:
        """Trap instead of returning an exception with values known at run time."""
        trap(builder)

    def return_status_propagate(self, builder: ir.IRBuilder, _status: object) -> None:
        """Trap; never reached, since no function returns an error."""
        trap(builder)

    def _get_return_status(self, builder: ir.IRBuilder, code: Any, excinfoptr: Any) -> Any:
        """Return the status of a call: always successful."""
        status = super()._get_return_status(builder, code, excinfoptr)
        return status._replace(is_ok=cgutils.true_bit, is_error=cgutils.false_bit)


class WasmLibrary(codegen.AOTCodeLibrary):  # type: ignore[misc]
    """Compiled functions that stay LLVM code."""

    def get_pointer_to_function(self, _name: str) -> int:
        """Return no address: the function cannot run here."""
        return 0


class WasmCodegen(codegen.CPUCodegen):  # type: ignore[misc]
    """numba's code generator, with WebAssembly as its target."""

    _library_class = WasmLibrary

    def _init(self, _module: object) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._tm_features = FEATURES
        self._tm = llvm.Target.from_triple(TRIPLE).create_target_machine(
            features=FEATURES, opt=3, reloc="static", codemodel="default"
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0  # of the pass before reference counts are pruned

    def _create_empty_module(self, name: str) -> ir.Module:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def _add_module(self, _module: object) -> None:
        """Do nothing: there is no machine to load it into."""

    def set_env(self, _name: str, _env: object) -> None:
        """Do nothing: environments belong to functions that can run."""

    def _scan_and_fix_unresolved_refs(self, _module: object) -> None:
        """Do nothing: the linker resolves references."""


def install() -> None:
    """Make numba compile for WebAssembly, for the rest of this process.

    Call it before any module with compiled functions is imported.
    """
    codegen.JITCPUCodegen = WasmCodegen
    callconv.CPUCallConv = TrappingCalls
    function_cache.store_in_cache = no_cache


def no_cache(function: Any) -> Any:
    """Return a compiled function without a cache, which would have code for this machine."""
    return function


def trap(builder: ir.IRBuilder) -> None:
    """End the current block with a trap."""
    nothing = ir.FunctionType(ir.VoidType(), [])
    builder.call(builder.module.declare_intrinsic("llvm.trap", (), nothing), [])
    builder.unreachable()


@global_compiler_lock
def compile_object(
    exports: Mapping[str, Export], runtime: str, runtime_functions: Iterable[str]
) -> bytes:
    """Compile exported functions, and all they call, to one WebAssembly object file.

    `runtime` is LLVM code for what numba expects of its own runtime. `runtime_functions` are those
    of its functions that must stay, since calls to them appear only in the last step.
    """
    context = cpu_target.target_context
    library = context.codegen().create_library("engine")
    entries = context.create_module("exports")
    for name, export in exports.items():
        compiled = compile_export(export)
        add_entry(entries, compiled.fndesc, name)
        library.add_linking_library(compiled.library)
    library.add_ir_module(entries)
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{context.codegen()._data_layout}"\n'
    library.add_llvm_module(llvm.parse_assembly(head + runtime))
    module = library._final_module
    for linked in dict.fromkeys(library._linking_libraries):
        module.link_in(linked._get_module_for_linking(), preserve=True)
    make_internal(module, {*exports, *runtime_functions})
    library._optimize_final_module()
    module.verify()
    emitted: bytes = context.codegen()._tm.emit_object(library._final_module)
    return emitted


def compile_export(export: Export) -> Any:
    """Compile one function with numba's compiler."""
    flags = compiler.Flags()
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True
    flags.nrt = True
    flags.error_model = "python"  # as in native code
    typing, target = cpu_target.typing_context, cpu_target.target_context
    return compiler.compile_extra(
        typing, target, export.function, export.arguments, export.result, flags, {}
    )


def add_entry(module: ir.Module, compiled: Any, name: str) -> None:
    """Add a function that WebAssembly can call, which calls one of numba's."""
    context = cpu_target.target_context
    calls = context.call_conv
    result, arguments = compiled.restype, compiled.argtypes
    callee = ir.Function(
        module, calls.get_function_type(result, arguments), compiled.llvm_func_name
    )
    has_result = result != types.none
    returned = context.get_value_type(result) if has_result else ir.VoidType()
    taken = [context.get_value_type(argument) for argument in arguments]
    entry = ir.Function(module, ir.FunctionType(returned, taken), name)
    builder = ir.IRBuilder(entry.append_basic_block())
    _, value = calls.call_function(builder, callee, result, arguments, entry.args)
    if has_result:
        builder.ret(value)
    else:
        builder.ret_void()


def make_internal(module: llvm.ModuleRef, kept: set[str]) -> None:
    """Hide everything but some functions, so that the optimiser may inline and drop the rest."""
    for function in module.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration and not variable.name.startswith("llvm."):
            variable.linkage = "internal"
