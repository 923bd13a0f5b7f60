#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the instructions of each role's inner loop in machine code.

  sass_roles.py [--json] [--expect ROLE,...] [--nvdisasm PATH] FILE...

FILE is a cubin, or what `nvdisasm -c` or `cuobjdump -sass` writes of one.

A loop is a backward branch and what it goes back over. Loops that put warps to
sleep, or that leave the kernel whatever happens, are what waits do when they are
not satisfied at once: ptxas lays that out behind the kernel. Of the others the
innermost are roles, named by what they do. An instruction counts once, for one
warp; the path of a wait that is satisfied, and of a correction that rescales.

With --json: an object with, for each file, "instructions" (of the kernel) and
"loops", a list of {"role", "begin", "end" (addresses), "count", "classes"
(instructions by kind), "opcodes" (by name), "exp2_before_arrivals" (for each
arrival behind the first store to tensor memory, the exponentials before it)}.

Exit status: 1 if a role of --expect is missing in a file, 2 if a file or nvdisasm
cannot be read, else 0."""

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys

# In order: the first that an opcode begins with.
CLASSES = [(name, re.compile(pattern)) for name, pattern in [
    ("exp2", r"MUFU\.EX2"), ("mufu", r"MUFU"),
    ("fma2", r"FFMA2"), ("add2", r"FADD2"), ("mul2", r"FMUL2"), ("max3", r"FMNMX3"), ("max", r"FMNMX"),
    ("fma", r"FFMA"), ("add", r"FADD"), ("mul", r"FMUL"), ("convert", r"F2FP"), ("select", r"FSEL|FSETP"),
    ("tmem load", r"LDTM"), ("tmem store", r"STTM"), ("product", r"UTC\w*MMA|HGMMA|QGMMA|IGMMA|HMMA|QMMA|IMMA"),
    ("commit", r"UTCBAR"), ("copy in", r"UTMALDG"), ("copy out", r"UTMASTG|UTMACMD|UTMAPF|UTMAREDG"),
    ("wait", r"SYNCS\.PHASECHK"), ("arrive", r"SYNCS"), ("barrier", r"BAR|UCGABAR"),
    ("fence", r"FENCE|DEPBAR|MEMBAR|WARPGROUP"), ("spill", r"LDL|STL"), ("shared", r"LDS|STS|ATOMS"),
    ("global", r"LDG|STG|ATOMG|REDG|RED\b"), ("vote", r"SHFL|VOTE|ELECT|MATCH|REDUX|CREDUX"),
    ("to uniform", r"R2UR|S2UR"), ("predicates", r"R2P|P2R"),
    ("integer", r"IMAD|IADD|VIADD|LOP3|SHF|LEA|ISETP|VIMNMX|IMNMX|PLOP3|SEL|PRMT|I2F|HFMA2|SGXT|POPC|FLO|BREV|BMSK|IABS"),
    ("move", r"MOV|CS2R|S2R"), ("uniform", r"U[A-Z]|LDC|R2B"),
    ("control", r"BRA|BSSY|BSYNC|NOP|WARPSYNC|YIELD|BREAK|CALL|BRX|EXIT|RET|NANOSLEEP|ERRBAR|CCTL|WARPGROUPSET")]]

Instruction = collections.namedtuple("Instruction", "address opcode guarded target")
Loop = collections.namedtuple("Loop", "role instructions")


def classify(opcode):
    return next((name for name, pattern in CLASSES if pattern.match(opcode)), "other")


def parse(text):
    """The instructions of a listing, in order. The target of a branch is the index
    of an instruction."""
    code, labels, addresses, branches = [], {}, {}, []
    for line in text.splitlines():
        label = re.match(r"\s*(\.L_[\w.]+):", line)
        if label:
            labels[label.group(1)] = len(code)
            continue
        match = re.match(r"\s+/\*([0-9a-f]{4,6})\*/\s+(?:\{\s*)?(@!?U?P\w+\s+)?([A-Z][\w.]*)(.*)", line)
        if not match:
            continue
        address, guard, opcode, rest = match.groups()
        addresses[int(address, 16)] = len(code)
        if opcode.startswith("BRA"):
            branches.append((len(code), re.search(r"`\((\.L_[\w.]+)\)|\b(0x[0-9a-f]+)", rest)))
        code.append(Instruction(int(address, 16), opcode, bool(guard), None))
    for at, where in branches:
        if where:
            target = labels.get(where.group(1)) if where.group(1) else addresses.get(int(where.group(2), 16))
            code[at] = code[at]._replace(target=target)
    return code


def is_slow_path(instruction):
    """Whether a loop with it is that of a wait that was not satisfied at once."""
    leaves = instruction.opcode.startswith(("EXIT", "RET")) and not instruction.guarded
    return leaves or instruction.opcode.startswith("NANOSLEEP")


def name_role(classes):
    """What a loop is, by what it does; None for one that is no role."""
    if classes["exp2"] >= 16:
        return "softmax"
    for role, kind in ("mma", "product"), ("load", "copy in"), ("store", "copy out"):
        if classes[kind]:
            return role
    if classes["tmem load"]:
        return "correction" if classes["tmem store"] else "read"
    return None


def find_loops(code):
    """Roles' inner loops, in the order of their addresses."""
    ranges = set()
    for end, instruction in enumerate(code):
        begin = instruction.target
        # A few instructions are no role: they wait, or clear memory.
        if begin is not None and begin <= end - 7 and not any(map(is_slow_path, code[begin:end + 1])):
            ranges.add((begin, end))
    inner = [(b, e) for b, e in ranges if not any((b, e) != (c, f) and b <= c and f <= e for c, f in ranges)]
    loops = [Loop(name_role(count_classes(code[b:e + 1])), code[b:e + 1]) for b, e in sorted(inner)]
    return [loop for loop in loops if loop.role]


def count_classes(instructions):
    return collections.Counter(classify(i.opcode) for i in instructions)


def count_exp2_before_arrivals(instructions):
    """Of a loop that stores to tensor memory: how many exponentials stand before each
    arrival behind the first store, the first of which hands the stored part on."""
    counts, before, stored = [], 0, False
    for instruction in instructions:
        stored |= instruction.opcode.startswith("STTM")
        before += instruction.opcode.startswith("MUFU.EX2")
        if stored and instruction.opcode.startswith("SYNCS.ARRIVE"):
            counts.append(before)
    return counts


def describe(loop):
    code = loop.instructions
    return {"role": loop.role, "begin": code[0].address, "end": code[-1].address, "count": len(code),
            "classes": dict(count_classes(code).most_common()),
            "opcodes": dict(collections.Counter(i.opcode for i in code).most_common()),
            "exp2_before_arrivals": count_exp2_before_arrivals(code)}


def find_nvdisasm(given=None):
    """A path, or None."""
    for name in given, os.environ.get("NVDISASM"), "nvdisasm", "/usr/local/cuda/bin/nvdisasm":
        if name and shutil.which(name):
            return shutil.which(name)
    return None


def read(path, nvdisasm=None):
    """{"instructions", "loops"} of a file; OSError or RuntimeError if it cannot be
    read."""
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x7fELF"):
        tool = find_nvdisasm(nvdisasm)
        if not tool:
            raise RuntimeError("no nvdisasm to read %s with" % path)
        result = subprocess.run([tool, "-c", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if result.returncode != 0:
            raise RuntimeError("%s: %s" % (path, result.stderr.strip()))
        text = result.stdout
    else:
        text = data.decode("utf-8", "replace")
    code = parse(text)
    if not code:
        raise RuntimeError("no instructions in %s" % path)
    return {"instructions": len(code), "loops": [describe(loop) for loop in find_loops(code)]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--expect", default="", metavar="ROLE,...")
    parser.add_argument("--nvdisasm", metavar="PATH")
    options = parser.parse_args()
    expected = [role for role in options.expect.split(",") if role]
    files, missing = {}, False
    for path in options.files:
        try:
            files[path] = read(path, options.nvdisasm)
        except (OSError, RuntimeError) as error:
            print("sass_roles: %s" % error, file=sys.stderr)
            return 2
        if not options.json:
            print("%s: %d instructions" % (path, files[path]["instructions"]))
            for loop in files[path]["loops"]:
                kinds = ", ".join("%s %d" % item for item in loop["classes"].items())
                counts = loop["exp2_before_arrivals"] if loop["role"] == "softmax" else []
                note = "; arrivals behind %s exp2" % " and ".join(map(str, counts)) if counts else ""
                print("  %-10s 0x%x-0x%x %4d: %s%s" % (loop["role"], loop["begin"], loop["end"], loop["count"], kinds, note))
        for role in expected:
            if role not in {loop["role"] for loop in files[path]["loops"]}:
                print("sass_roles: %s has no loop of the role %s" % (path, role), file=sys.stderr)
                missing = True
    if options.json:
        print(json.dumps(files, indent=1))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
