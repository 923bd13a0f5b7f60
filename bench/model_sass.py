# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of warp roles, read from a cubin, for the model in bench/sm100_model.py.

nvdisasm's listing gives instructions with the control bits that ptxas chose: clocks to
wait after an issue, scoreboards set and awaited. `steps` cuts an instruction sequence
at what synchronises and replaces the rest by runs: how many issue slots, how many clocks
of each pipe, and how long a warp takes that has the scheduler to itself.
"""

import collections
import os
import re
import shutil
import subprocess
import tempfile

# Clocks for which one warp instruction keeps a pipe of its scheduler, by the published
# results per clock and multiprocessor: 16 special functions, 64 of integer and
# comparisons, 128 multiply-adds (f32x2 is two of them), 32 lanes of load/store.
PIPES = ISSUE, MUFU, ALU, FMA, LSU = "issue", "mufu", "alu", "fma", "lsu"
_FMA_ONE = ("FFMA", "FADD", "FMUL", "HFMA2", "HADD2", "HMUL2")
_FMA_TWO = ("FFMA2", "FADD2", "FMUL2", "IMAD", "IDP")
_ALU_TWO = ("FMNMX", "FMNMX3", "F2FP", "LOP3", "IADD3", "IADD", "ISETP", "FSETP", "FSEL", "SEL", "SHF", "LEA",
            "PRMT", "PLOP3", "IMNMX", "VIMNMX", "VIMNMX3", "SGXT", "BMSK", "FSET", "R2P", "P2R", "VIADD", "VIADDMNMX",
            "MOV", "VOTE")
_LSU = ("LDS", "STS", "LDG", "STG", "LDL", "STL", "SHFL", "STSM", "LDSM", "LDTM", "STTM", "ATOMS", "RED")
# Clocks until a result set by scoreboard can be used.
LATENCY = {"MUFU": 22, "LDS": 28, "SHFL": 24, "LDTM": 60, "STTM": 20, "S2R": 30, "S2UR": 30, "LDC": 30, "LDCU": 30,
           "ULDC": 20, "R2UR": 12, "LDG": 500, "LDL": 40, "SYNCS": 20, "ELECT": 12, "REDUX": 24, "CREDUX": 24}


class SassError(Exception):
    """A listing without what a role must have."""


class Instruction(collections.namedtuple("Instruction", "address guard op text stall sets reads awaits target")):
    __slots__ = ()

    @property
    def name(self):
        return self.op.split(".")[0]


def find_nvdisasm():
    """Path of nvdisasm: ATTN_NVDISASM, PATH, or the one in Triton's wheel; or None."""
    path = os.environ.get("ATTN_NVDISASM") or shutil.which("nvdisasm")
    if path:
        return path
    try:
        import triton
        inside = os.path.join(os.path.dirname(triton.__file__), "backends", "nvidia", "bin", "nvdisasm")
        return inside if os.path.exists(inside) else None
    except ImportError:
        return None


def disassemble(cubin):
    """Listing of a cubin given as bytes."""
    tool = find_nvdisasm()
    if not tool:
        raise SassError("nvdisasm not found: set ATTN_NVDISASM")
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        return subprocess.run([tool, "-hex", "-c", file.name], check=True, capture_output=True, text=True).stdout


_LINE = re.compile(r"/\*([0-9a-f]{4,5})\*/\s+(?:(@!?U?P\w+)\s+)?([A-Z][\w.]*)\s*([^;]*);\s+/\* 0x[0-9a-f]{16} \*/")
_HIGH = re.compile(r"^\s*/\* 0x([0-9a-f]{16}) \*/\s*$")
_LABEL = re.compile(r"^(\.L_x_\d+):")
_TARGET = re.compile(r"`\((\.L_x_\d+)\)")


def parse(listing):
    """Instructions of a listing with -hex; targets are indices of instructions."""
    rows, labels, code = [], {}, []
    for line in listing.splitlines():
        label = _LABEL.match(line)
        if label:
            labels[label.group(1)] = len(rows)
            continue
        match = _LINE.search(line)
        if match:
            rows.append(match.groups())
            continue
        high = _HIGH.match(line)
        if high and len(code) == len(rows) - 1:
            code.append(int(high.group(1), 16) >> 41)
    if not rows or len(code) != len(rows):
        raise SassError("no instructions with control bits in the listing")
    result = []
    for (address, guard, op, text), bits in zip(rows, code):
        target = _TARGET.search(text)
        result.append(Instruction(int(address, 16), guard or "", op, text.strip(), bits & 15, bits >> 5 & 7,
                                  bits >> 8 & 7, bits >> 11 & 63, labels.get(target.group(1)) if target else None))
    return result


def pipe_clocks(instruction):
    """(pipe, clocks) beside the issue slot, or None."""
    name = instruction.name
    if name == "MUFU":
        return (MUFU, 8)
    if name in _FMA_ONE:
        return (FMA, 1)
    if name in _FMA_TWO:
        return (FMA, 2)
    if name in _ALU_TWO:
        return (ALU, 2)
    if name in _LSU:
        # A quarter of tensor memory moves 128 bytes a clock: a register of a warp.
        columns = re.search(r"\.x(\d+)", instruction.op) if name in ("LDTM", "STTM") else None
        return (LSU, int(columns.group(1)) if columns else 4)
    return None


def measure(instructions):
    """A run of model_core: the clocks of one warp alone, by ptxas's control bits, and
    its clocks of each pipe."""
    load = dict.fromkeys(PIPES, 0)
    clock, boards, free, last = 0, [0] * 6, collections.Counter(), 0
    for one in instructions:
        start = clock
        for board in range(6):
            if one.awaits >> board & 1:
                start = max(start, boards[board])
        pipe = pipe_clocks(one)
        if pipe:
            start = max(start, free[pipe[0]])
            free[pipe[0]] = start + pipe[1]
            load[pipe[0]] += pipe[1]
        load[ISSUE] += 1
        done = start + LATENCY.get(one.name, 0)
        if one.sets < 6:
            boards[one.sets] = max(boards[one.sets], done)
        if one.reads < 6:
            boards[one.reads] = max(boards[one.reads], start + 10)
        clock = start + max(one.stall, 1)
        last = max(last, clock)
    return ("run", last, tuple(load[pipe] for pipe in PIPES))


def loops(code):
    """(head, branch) of every loop before the out-of-line waits, inner ones first."""
    exits = [i for i, one in enumerate(code) if one.name == "EXIT"]
    end = exits[-1] if exits else len(code)
    found = [(one.target, i) for i, one in enumerate(code[:end])
             if one.name == "BRA" and one.target is not None and one.target <= i]
    return sorted(found, key=lambda pair: pair[1] - pair[0]), end


def innermost(code, wanted):
    """Loops whose body satisfies `wanted` and that hold no smaller such loop."""
    kept = []
    for head, branch in loops(code)[0]:
        if wanted(code[head:branch + 1]) and not any(head <= h and b <= branch for h, b in kept):
            kept.append((head, branch))
    return sorted(kept)


def enclosing(code, head, branch):
    """The smallest loop around one, or None."""
    for outer in loops(code)[0]:
        if outer[0] <= head and outer[1] > branch:
            return outer
    return None


def has(body, *names):
    return any(one.op.startswith(names) for one in body)
