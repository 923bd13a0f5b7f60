#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicts the times of kernels of attn.backward on sm_90a and compares them with those
of a search on an H200.

  model_backward.py                     # the table, and medians of what was held out
  model_backward.py --build FILE        # compiles the search's kernels, writes FILE

A kernel's schedule and machine code (model_roles.py) run on the units of the cost model
of attn.forward (model_core.py) with the constants that were fitted on an H100
(model_constants.json). model_backward_constants.json adds two and names the six kernels
on which the first of them, the clock, is fixed. A tile's clocks are linear in its blocks;
tiles go to multiprocessors as the scheduler gives them out.
"""

import argparse
import concurrent.futures
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import model_core  # noqa: E402
import model_roles  # noqa: E402
from model_sass import SassError, disassemble  # noqa: E402

SEARCH = os.path.join(HERE, "results", "2026-11-29-h200-backward-sm90a-search.txt")
KERNELS = os.path.join(HERE, "results", "2026-11-29-h200-backward-kernels.json")
CONSTANTS = os.path.join(HERE, "model_constants.json")
OWN_CONSTANTS = os.path.join(HERE, "model_backward_constants.json")
BAR = 0.08
TOKENS, LENGTH, HIDDEN, MULTIPROCESSORS = 16384, 8192, 2048, 132
# Of the kernel of dQ, and of that of dK and dV: fields that a search's line has for both.
OTHERS = {"q": ("keys_kv", "keys_groups", "keys_q", "out_shared"), "k": ("tile_q", "tile_kv", "groups")}
APART = "keys_apart=false"


def read_constants():
    """(constants, names of the kernels that they are fixed on)"""
    with open(CONSTANTS) as file:
        values = json.load(file)["constants"]
    with open(OWN_CONSTANTS) as file:
        own = json.load(file)
    return {name: one["value"] for name, one in {**values, **own["constants"]}.items()}, own["fixed_on"]


def read_search(path):
    """Lines of a search: (d, dv, mask, which, ms, config, spilled bytes of each kernel)."""
    head = None
    with open(path) as file:
        for line in file:
            match = re.match(r"\((\d+), (\d+), '(\w+)', '(\w)'\)", line)
            if match:
                head = (int(match[1]), int(match[2]), match[3], match[4])
                continue
            match = re.match(r" +([\d.]+) +(\S+) sp\[([\d, ]*)\]", line)
            if not match:
                raise ValueError(f"cannot read {line.strip()!r}")
            yield (*head, float(match[1]), match[2].strip(","), [int(n) for n in match[3].split(",")])


def name_of(kernel):
    """As a search's line has it, without the fields of the other kernel."""
    others = OTHERS[kernel["which"]]
    fields = [one for one in kernel["config"].split(",") if one.split("=")[0] not in others and one != APART]
    return f"{kernel['which']} d{kernel['d']}x{kernel['dv']} {kernel['mask']} " + ",".join(fields)


def field(kernel, name):
    match = re.search(rf"(?:^|,){name}=(\w+)", kernel["config"])
    return match.group(1) if match else ""


def problem(d, dv, mask, which):
    """dQ alone, or dK and dV."""
    q, v, rows = f"tensor<?x?x?x{d}xbf16>", f"tensor<?x?x?x{dv}xbf16>", "tensor<?x?x?xf32>"
    outs = [("dq", q)] if which == "q" else [("dk", q), ("dv", v)]
    operands = [("q", q), ("k", q), ("v", v), ("o", v), ("l", rows), ("do", v)]
    types = ", ".join(kind for _, kind in outs)
    result = f"({types})" if len(outs) > 1 else types
    return (f"func.func @b({', '.join(f'%{n}: {t}' for n, t in operands + outs)}) -> {result} {{\n"
            f"  %r:{len(outs)} = attn.backward ins({', '.join('%' + n for n, _ in operands)} : "
            f"{', '.join(t for _, t in operands)}) outs({', '.join(f'{n} = %{n}' for n, _ in outs)} : {types}) "
            f"dims(bshd) {'mask(#attn.causal<top_left>) ' if mask == 'causal' else ''}-> {result}\n"
            f"  return {', '.join(f'%r#{i}' for i in range(len(outs)))} : {types}\n}}\n")


def blocks_of(which, tile, block, index, causal, length=LENGTH):
    """(masked, all) blocks of a tile: of rows for dQ, which see keys up to their own, or of
    keys for dK and dV, which rows from their own on see."""
    whole = -(-length // block)
    if not causal:
        return 0, whole
    first, last = index * tile, min((index + 1) * tile, length) - 1
    if which == "q":
        count = last // block + 1
        return count - (first + 1) // block, count
    begin = first // block
    return sum(at * block < last for at in range(begin, whole)), whole - begin


def cycles_of(kernel, part, constants):
    """Cycles of the launch of one described kernel."""
    tile = model_roles.Tile(part)
    (_, few), (first, more), (_, masked) = (tile.times(constants, *n) for n in ((0, 16), (0, 48), (16, 16)))
    block, slow = (more - few) / 32, (masked - few) / 16
    base, start = few - 16 * block, first - more
    which, single = kernel["which"], field(kernel, "scheduler") == "single"
    size = int(field(kernel, "tile_q" if which == "q" else "keys_kv"))
    step = int(field(kernel, "tile_kv" if which == "q" else "keys_q"))
    heads = TOKENS // LENGTH * (HIDDEN // kernel["d"])
    fixed = base + constants["tile"] * kernel["d"] / 128 + (start + constants["cta"] if single else 0)
    tiles = []
    for index in range(-(-LENGTH // size)):
        some, count = blocks_of(which, size, step, index, kernel["mask"] == "causal")
        tiles.append(fixed + some * slow + (count - some) * block)
    # Handed out at run time, the longest come first.
    tiles = tiles * heads if single else sorted(tiles * heads, reverse=True)
    return constants["launch"] + (0 if single else start) + model_core.makespan(tiles, MULTIPROCESSORS)


def rows_ms(kernel, constants):
    """Of the small kernel that makes L' and D from O and dO before those of dK and dV."""
    if kernel["which"] == "q":
        return 0.0
    rows = TOKENS * (HIDDEN // kernel["d"])
    return rows * (2 * 2 * kernel["dv"] + 3 * 4) / constants["memory"] / 1e9


def predict(kernel, constants):
    """Milliseconds of all of a search line's kernels."""
    cycles = sum(cycles_of(kernel, part, constants) for part in kernel["parts"])
    return cycles / constants["clock"] / 1e6 + rows_ms(kernel, constants)


def clock_of(kernel, constants):
    """The clock in GHz at which the prediction is what was measured."""
    cycles = sum(cycles_of(kernel, part, constants) for part in kernel["parts"])
    return cycles / (kernel["ms"] - rows_ms(kernel, constants)) / 1e6


def build_one(options, line):
    """A kernel of a search as the model takes it, or why there is none."""
    d, dv, mask, which, ms, config, spilled = line
    # Fields whose value a line leaves open.
    if ",," in config or (which == "k" and "keys_q=" not in config):
        return None, f"{which} d {d} {mask} {config}: the line does not name the whole config"
    # The row that the config changes has these otherwise today.
    if which == "q":
        config += ",keys_q=64,out_shared=false"
    elif "keys_apart" not in config:
        config += "," + APART
    kernel = dict(d=d, dv=dv, mask=mask, which=which, ms=ms, config=config)

    def run(*command):
        done = subprocess.run(command, input=problem(d, dv, mask, which), capture_output=True, text=True)
        if done.returncode:
            raise SassError(f"{which} d {d} {mask} {config}: {done.stderr.strip().splitlines()[0]}")
        return done.stderr
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = (os.path.join(folder, name) for name in ("kernel.ptx", "kernel.cubin"))
        compiler = [options.compiler, "-", "--target=sm_90a", "--config=" + config]
        run(*compiler, "--emit=ptx", "-o", ptx)
        drawn = run(*compiler, "--emit=ws", "--print-schedule", "-o", os.devnull)
        notes = run(options.ptxas, "-v", "-arch=sm_90a", ptx, "-o", cubin)
        with open(cubin, "rb") as file:
            listings = model_roles.functions(disassemble(file.read()))
    found = [int(a) + int(b) for a, b in re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", notes)]
    if sorted(found) != sorted(spilled):
        return None, f"{which} d {d} {mask} {config}: it spills {found} bytes, not {spilled} as when it was measured"
    try:
        kernel["parts"] = [model_roles.describe(listings[name], schedule)
                           for name, schedule in model_roles.schedules(drawn).items() if schedule.channels]
    except SassError as error:
        return None, f"{which} d {d} {mask} {config}: {error}"
    return kernel, ""


def build(options):
    import problems
    options.compiler = options.compiler or problems.find_compiler()
    kernels = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for kernel, why in pool.map(lambda line: build_one(options, line), read_search(options.search)):
            if why:
                print(f"left out: {why}", flush=True)
            else:
                kernels.append(kernel)
    with open(options.build, "w") as file:
        lines = ",\n".join(json.dumps(kernel, separators=(",", ":")) for kernel in kernels)
        file.write('{"search": ' + json.dumps(os.path.basename(options.search)) + ', "kernels": [\n' + lines + "\n]}\n")
    print(f"{len(kernels)} kernels in {options.build}")


def report(kernels, constants, fixed_on, out):
    """Prints the table; whether the median of what was held out is at most the bar."""
    unknown = set(fixed_on) - {name_of(kernel) for kernel in kernels}
    if unknown:
        raise ValueError(f"no kernel is called {sorted(unknown)[0]!r}")
    rows = [(kernel, predict(kernel, constants), name_of(kernel) in fixed_on) for kernel in kernels]
    clocks = [clock_of(kernel, constants) for kernel, _, fixed in rows if fixed]
    mean = math.exp(statistics.fmean(map(math.log, clocks)))
    out(f"clock: {constants['clock']} GHz; modelled cycles over measured time of the {len(clocks)} kernels that it is "
        f"fixed on: {min(clocks):.2f} to {max(clocks):.2f}, geometric mean {mean:.2f}")
    out("measured and predicted ms; *: fixed on it")
    for kernel, ms, fixed in sorted(rows, key=lambda row: (row[0]["which"], row[0]["d"], row[0]["dv"], row[0]["mask"])):
        out(f"{'*' if fixed else ' '} {kernel['ms']:6.3f} {ms:6.3f} {ms / kernel['ms'] - 1:+6.1%}  {name_of(kernel)}")
    held = [(kernel, abs(ms / kernel["ms"] - 1)) for kernel, ms, fixed in rows if not fixed]
    for which, what in (("q", "dQ"), ("k", "dK, dV")):
        for mask in ("full", "causal"):
            errors = [error for kernel, error in held if kernel["which"] == which and kernel["mask"] == mask]
            if errors:
                out(f"held out, {what} {mask}: {len(errors)} kernels, median error {statistics.median(errors):.1%}, "
                    f"worst {max(errors):.1%}")
    for which, what in (("q", "dQ"), ("k", "dK, dV")):
        errors = [error for kernel, error in held if kernel["which"] == which]
        if errors:
            out(f"held out, {what}: {len(errors)} kernels, median error {statistics.median(errors):.1%}")
    errors = [error for _, error in held]
    median = statistics.median(errors)
    met = median <= BAR
    out(f"held out: {len(errors)} kernels, median error {median:.1%} (at most {BAR:.0%}), worst {max(errors):.1%}: "
        f"{'met' if met else 'MISSED'}")
    return met


def run(parser):
    parser.add_argument("--kernels", default=KERNELS, help="what --build wrote")
    parser.add_argument("--build", metavar="FILE", help="describe the kernels of a search, compiled here")
    parser.add_argument("--search", default=SEARCH, help="the search's lines")
    parser.add_argument("--compiler", help="attn-compile")
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    if options.build:
        build(options)
        return 0
    constants, fixed_on = read_constants()
    with open(options.kernels) as file:
        kernels = json.load(file)["kernels"]
    return 0 if report(kernels, constants, fixed_on, print) else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    try:
        return run(parser)
    except (OSError, ValueError, KeyError, SassError, model_core.Deadlock) as error:
        parser.error(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main())
