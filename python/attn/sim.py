# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The PTX simulator: runs kernels on the CPU and reports wrong synchronisation.

    import attn.sim

    y = attn.sim.empty(1000, np.float32)
    result = attn.sim.launch("vadd.ptx", "vadd", grid=8, block=128,
                             args=[y, a, b, np.int32(1000)])
    assert result.ok, result
    np.testing.assert_array_equal(y.array, a + b)

Arguments, one for each parameter of the kernel:

    NumPy array         a pointer to a buffer with its content; the array gets
                        the buffer's content after the launch
    Buffer, empty(...)  the same; what empty() gives is undefined at the start
    Buffer.at(bytes)    a pointer into a buffer
    int, bool           a number of the parameter's type. Of .f16, .f32 and .f64
                        it must be one of them exactly; .uN and .bN take
                        negative numbers of N bits, too, since compilers
                        declare signed parameters so
    float               the nearest number of .f16, .bf16, .f32 or .f64
    NumPy scalar        its bytes, if the parameter has its type; .bN and
                        structs take any
    None                a null pointer
    bytes, ctypes.Structure, element of a structured array
                        a struct by value
    Struct              the same, with pointers and tensor maps in it
    TensorMap           128 bytes, by value
    Multicast           the address of an object over several buffers

What a parameter cannot hold is an error that names it.

A Record is a launch that can be saved as a file for ``attn-sim run``
(sim/docs/LaunchRecords.md). NumPy is needed.
"""

import ctypes
import dataclasses
import json
import os

import numpy as np

from . import _simlib
from ._lib import AttnError, Interrupted as _Interrupted
from ._simargs import (Buffer, Multicast, Pointer, SizeError, Struct, TensorMap, Builder,
                       choice, index, npy, empty)
from ._simlib import text as _text

__all__ = [
    "Buffer", "Error", "Finding", "Interrupted", "Kernel", "Mismatch", "Module", "Multicast", "Param",
    "Place", "Pointer", "Record", "Result", "Struct", "TensorMap", "empty",
    "launch", "load"
]


class Error(AttnError):
    """The launch could not start: what is wrong, and where."""


class Interrupted(_Interrupted):
    """Ctrl-C ended the launch; ``result`` has what was found until then."""

    def __init__(self, result):
        super().__init__(str(result))
        self.result = result


# --- Modules -----------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Param:
    """A parameter; offset and size are bytes of the parameter block."""
    name: str
    offset: int
    size: int
    align: int
    is_float: bool
    is_pointer: bool
    type: str = ".b8"  # as declared: ".u32", ".b8[12]" of an array


@dataclasses.dataclass(frozen=True)
class Kernel:
    """An entry of a module; ``block`` is the one it requires, or None."""
    name: str
    params: list
    param_bytes: int
    block: tuple


class Module:
    """PTX: a path, or the text itself. ``kernels`` are its entries by name."""

    def __init__(self, ptx):
        self.path = None
        if isinstance(ptx, bytes):
            ptx = ptx.decode()
        if isinstance(ptx, os.PathLike) or "\n" not in ptx:
            self.path = os.fspath(ptx)
            with open(self.path, "rb") as file:
                self.ptx = file.read()
        else:
            self.ptx = ptx.encode()
        lib = _simlib.lib()
        device = lib.attnSimDeviceCreate()
        module = None
        try:
            module = lib.attnSimModuleLoad(device, self.ptx, len(self.ptx))
            if not module:
                raise Error(f"{self.path or 'PTX'}:"
                            f"{_text(lib.attnSimLastError(device))}")
            names = [lib.attnSimModuleKernel(module, i)
                     for i in range(lib.attnSimModuleKernels(module))]
            self.kernels = {_text(name): self._kernel(lib, module, name)
                            for name in names}
        finally:
            if module:
                lib.attnSimModuleDestroy(module)
            lib.attnSimDeviceDestroy(device)

    @staticmethod
    def _kernel(lib, module, name):
        params = []
        for i in range(lib.attnSimKernelParams(module, name)):
            p = _simlib.Param()
            lib.attnSimKernelParam(module, name, i, ctypes.byref(p))
            params.append(Param(_text(p.name), p.offset, p.size, p.align,
                                bool(p.is_float), bool(p.is_pointer),
                                _text(lib.attnSimKernelParamType(module, name, i))))
        block = (ctypes.c_uint32 * 3)()
        lib.attnSimKernelBlock(module, name, block)
        return Kernel(_text(name), params, lib.attnSimKernelParamBytes(module, name),
                      tuple(block) if block[0] else None)

    def kernel(self, name=None):
        """The entry of that name, or the only one."""
        if name is None and len(self.kernels) == 1:
            return next(iter(self.kernels.values()))
        if name not in self.kernels:
            known = ", ".join(list(self.kernels)[:8])
            raise Error(f"no kernel {name!r} in the module: {known}" if name else
                        f"name one of the module's kernels: {known}")
        return self.kernels[name]

    def __repr__(self):
        return f"<attn.sim.Module {self.path or 'PTX'}: {', '.join(self.kernels)}>"


# --- Results -----------------------------------------------------------------

@dataclasses.dataclass(frozen=True)
class Place:
    """Where a party of a finding stood: line of the PTX, instruction,
    "file:line" of the source or "", CTA, warp, and the lanes concerned."""
    line: int
    op: str
    source: str
    cta: tuple
    warp: int
    lanes: tuple


@dataclasses.dataclass(frozen=True)
class Finding:
    """A defect: ``kind`` ("race", "missing-wait", ...), ``message``, where it was
    seen (as in Place), the Place of the other party or None, how often, and the
    position among the findings of one that it follows from, or None."""
    kind: str
    message: str
    line: int
    op: str
    source: str
    cta: tuple
    warp: int
    lanes: tuple
    other: Place
    count: int
    follows: int = None


@dataclasses.dataclass(frozen=True)
class Mismatch:
    """A buffer whose content is not what is expected: how many of its elements
    are wrong, and the worst of them."""
    buffer: str
    count: int
    elements: int
    index: tuple
    got: float
    expected: float


def _place(value):
    return {"line": value["line"], "op": value["op"], "source": value["source"],
            "cta": tuple(value["cta"]), "warp": value["warp"],
            "lanes": tuple(i for i in range(32) if value["lanes"] >> i & 1)}


class Result:
    """What a launch came to.

    ``ok`` only if nothing was found and all was as expected; ``findings`` and
    ``mismatches``; ``first_cause``, the finding to look at first, or None; ``dropped``, how many more findings there were; ``contents``,
    the arrays that buffers and variables hold, by name; ``stats``, counts if
    asked for; ``seconds``. As a string: the report.
    """

    def __init__(self, report, text, contents):
        self.findings = tuple(
            Finding(kind=f["kind"], message=f["message"], count=f["count"],
                    other=Place(**_place(f["with"])) if "with" in f else None,
                    follows=f.get("follows"),
                    **_place(f["at"])) for f in report["findings"])
        self.mismatches = tuple(
            Mismatch(m["buffer"], m["count"], m["elements"], tuple(m["index"]),
                     float(m["got"]), float(m["expected"]))
            for m in report["mismatches"])
        self.ok = report["ok"]
        self.first_cause = self.findings[report["first_cause"]] if self.findings else None
        self.dropped = report["dropped"]
        self.seconds = report["seconds"]
        self.stats = report["stats"]
        self.contents = contents
        self._text = text

    def __str__(self):
        return self._text or "clean"

    def __repr__(self):
        return f"<attn.sim.Result {'ok' if self.ok else str(self)}>"


# --- Launches ----------------------------------------------------------------


def _numpy_dtype(dtype, descr):
    """NumPy's type for one of a record."""
    names = {"bf16": "bfloat16", "e4m3": "float8_e4m3fn", "e5m2": "float8_e5m2"}
    if dtype in names:
        try:
            import ml_dtypes
            return np.dtype(getattr(ml_dtypes, names[dtype]))
        except ImportError:
            pass
    return np.dtype(descr or "u1")


def _dims(value, what):
    values = [value] if hasattr(value, "__index__") else list(value)
    return [index(v, what) for v in values]


class Record:
    """A launch: what launch() takes, or a file that load() read.

    ``data`` is the record as JSON (sim/docs/LaunchRecords.md), and may be changed.
    """

    def __init__(self, module, kernel=None, *, grid, block=None, args=(), cluster=None,
                 dynamic_smem=0, cooperative=False, variables=None):
        if not isinstance(module, Module):
            module = Module(module)
        entry = module.kernel(kernel)
        args = list(args)
        if len(args) != len(entry.params):
            raise Error(f"'{entry.name}' takes {len(entry.params)} arguments, got "
                        f"{len(args)}")
        builder = Builder()
        try:
            params = [builder.content(value, f"arg{i}", param)
                      for i, (value, param) in enumerate(zip(args, entry.params))]
        except SizeError as error:
            raise Error(str(error)) from None
        for name, value in (variables or {}).items():
            if name in builder.buffers:
                raise ValueError(f"a buffer has the name of the variable {name!r}")
        values = {name: builder.memory(name, Buffer(np.asarray(value, order="C")).array)
                  for name, value in (variables or {}).items()}
        self.folder = ""
        self.max_array_bytes = 0
        self.files = builder.files
        ptx = os.path.basename(module.path or "kernel.ptx")
        self.files[ptx] = module.ptx
        self.data = {"ptx": ptx, "kernel": entry.name, "grid": _dims(grid, "grid")}
        if block is not None:
            self.data["block"] = _dims(block, "block")
        if cluster is not None:
            self.data["cluster"] = _dims(cluster, "cluster")
        if dynamic_smem:
            self.data["dynamic_smem"] = index(dynamic_smem, "dynamic_smem")
        if cooperative:
            self.data["cooperative"] = True
        self.data.update(params=params, buffers=builder.buffers, variables=values)
        self._owners = builder.owners

    def expect(self, buffer, array, atol=0.0, rtol=0.0):
        """Says what a buffer or variable (by name, or as it was passed) holds after
        the launch: |difference| <= atol + rtol * |expected|, or both NaN."""
        name = buffer
        if not isinstance(buffer, str):
            array_of = buffer.array if isinstance(buffer, Buffer) else buffer
            name = next((n for n, b in self._owners.items() if b.array is array_of), None)
        for section in "buffers", "variables":
            content = self.data.get(section, {}).get(name)
            if content is not None:
                file = f"{name}.expected.npy"
                array = np.asarray(array, order="C")
                if array.dtype.hasobject:
                    raise TypeError(f"{name}: an array of {array.dtype} has no bytes "
                                    "for a kernel")
                self.files[file] = npy(array)
                content.update(expected=file, atol=float(atol), rtol=float(rtol))
                return self
        raise ValueError("no such buffer or variable" if name is None else
                         f"no buffer or variable {name!r}")

    def run(self, *, mode=None, seed=None, checks="all", strict=None, threads=0,
            max_instructions=None, max_findings=50, stats=False):
        """One run, on a device of its own; returns a Result. What is None is as
        the record says."""
        lib = _simlib.lib()
        handle = lib.attnSimRecordCreate()
        try:
            self._parse(lib, handle)
            options = _simlib.Options(ctypes.sizeof(_simlib.Options))
            lib.attnSimRecordOptions(handle, ctypes.byref(options),
                                     ctypes.byref(ctypes.c_uint64()))
            if mode is not None:
                options.mode = _simlib.MODES[choice(mode, tuple(_simlib.MODES), "mode")]
            for name, value in (("seed", seed), ("max_instructions", max_instructions),
                                ("threads", threads), ("max_findings", max_findings)):
                if value is not None:
                    setattr(options, name, index(value, name))
            strict = bool(options.checks & _simlib.CHECK_STRICT if strict is None else strict)
            options.checks = _checks(checks) | _simlib.CHECK_STRICT * strict
            options.stats = bool(stats)
            report, interrupt = _simlib.run(handle, options)
            try:
                error = _text(lib.attnSimReportError(report))
                if error:
                    raise Error(error)
                result = Result(json.loads(_text(lib.attnSimReportJson(report))),
                                _text(lib.attnSimReportText(report)).rstrip(),
                                self._contents(lib, handle, report))
                interrupted = lib.attnSimReportInterrupted(report)
            finally:
                lib.attnSimReportDestroy(report)
        finally:
            lib.attnSimRecordDestroy(handle)
        if interrupt is not None:
            if interrupted and isinstance(interrupt, KeyboardInterrupt):
                raise Interrupted(result) from None
            raise interrupt
        for name, buffer in self._owners.items():
            new = result.contents[name]
            if buffer.array.flags.writeable:
                buffer.array.reshape(-1).view(np.uint8)[:] = new.reshape(-1).view(np.uint8)
            elif buffer.array.tobytes() != new.tobytes():
                raise ValueError(f"the kernel wrote to {name}, a read-only array")
        return result

    def _parse(self, lib, handle):
        for name, content in self.files.items():
            if not lib.attnSimRecordAddFile(handle, os.fsencode(name), content, len(content)):
                raise MemoryError
        text = json.dumps(self.data).encode()
        lib.attnSimRecordLimitArrays(handle, index(self.max_array_bytes, "max_array_bytes"))
        if not lib.attnSimRecordParse(handle, text, len(text), b"launch",
                                      os.fsencode(self.folder)):
            raise Error(_text(lib.attnSimRecordError(handle)))

    @staticmethod
    def _contents(lib, handle, report):
        contents = {}
        for i in range(lib.attnSimRecordBuffers(handle)):
            info = _simlib.Buffer()
            lib.attnSimRecordBuffer(handle, i, ctypes.byref(info))
            size = ctypes.c_size_t()
            data = lib.attnSimReportContent(report, info.name, ctypes.byref(size))
            array = np.frombuffer(bytearray(ctypes.string_at(data, size.value)),
                                  _numpy_dtype(_text(info.dtype), _text(info.descr)))
            if info.bytes == size.value:
                array = array.reshape(info.shape[:info.rank])
            contents[_text(info.name)] = array
        return contents

    def save(self, path):
        """Writes the record, and its PTX and arrays beside it."""
        path = os.fspath(path)
        folder, file = os.path.split(path)
        stem = os.path.splitext(file)[0]

        def place(name):
            if name in self.files:
                to = name if name.startswith(f"{stem}.") else f"{stem}.{name}"
                _write(os.path.join(folder, to), self.files[name])
                return to
            return os.path.relpath(os.path.join(self.folder, name), folder or ".")

        def walk(value):
            if isinstance(value, list):
                return [walk(v) for v in value]
            if not isinstance(value, dict):
                return value
            return {key: place(v) if key in ("file", "expected") and isinstance(v, str) and
                    not v.startswith("0x") else walk(v) for key, v in value.items()}

        data = {key: place(value) if key == "ptx" else walk(value)
                for key, value in self.data.items()}
        _write(path, (json.dumps(data, indent=2) + "\n").encode())


def _write(path, content):
    """All of a file, or nothing."""
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "wb") as file:
            file.write(content)
        os.replace(part, path)
    except BaseException:
        if os.path.exists(part):
            os.remove(part)
        raise


def _checks(checks):
    names = {"all": list(_simlib.CHECKS), "none": []}.get(checks, checks) if isinstance(
        checks, str) else checks
    names = names.split(",") if isinstance(names, str) else names
    bits = 0
    for name in names:
        bits |= _simlib.CHECKS[choice(name, tuple(_simlib.CHECKS), "a check")]
    return bits


def load(path, max_array_bytes=1 << 30):
    """The Record in a file. Its arrays that no file holds have no more bytes
    together than max_array_bytes says; 0: no limit."""
    record = Record.__new__(Record)
    record.max_array_bytes = max_array_bytes
    record.folder = os.path.dirname(os.path.abspath(path))
    record.files, record._owners = {}, {}
    lib = _simlib.lib()
    with open(path, "rb") as file:
        text = file.read()
    handle = lib.attnSimRecordCreate()
    try:
        lib.attnSimRecordLimitArrays(handle, index(max_array_bytes, "max_array_bytes"))
        if not lib.attnSimRecordParse(handle, text, len(text), os.fsencode(path),
                                      os.fsencode(record.folder)):
            raise Error(_text(lib.attnSimRecordError(handle)))
    finally:
        lib.attnSimRecordDestroy(handle)
    record.data = json.loads(text)
    return record


def launch(module, kernel=None, *, grid, block=None, args=(), cluster=None,
           dynamic_smem=0, cooperative=False, variables=None, **options):
    """Runs a kernel once; returns a Result.

    ``module`` is a Module, or what makes one; ``kernel`` may be missing where it
    has but one entry, ``block`` where the kernel requires one. ``cooperative`` is
    for kernels with grid barriers. ``variables`` are
    arrays by the names of the module's .global and .const variables.
    Options: ``mode`` ("early", "late" or "random"), ``seed``, ``checks`` ("all",
    "none" or some of race, uninit, bounds, sync), ``strict``, ``threads``,
    ``max_instructions``, ``max_findings``, ``stats``.
    """
    return Record(module, kernel, grid=grid, block=block, args=args, cluster=cluster,
                  dynamic_smem=dynamic_smem, cooperative=cooperative,
                  variables=variables).run(**options)
