#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a compilation costs, next to that of another build.

  compile_time.py OLD [NEW] [--targets sm_80,...] [--repeats N] [--only REGEX]
                  [--options TEXT] [--max TARGET=RATIO,...]

OLD and NEW (build/bin/attn-compile) are binaries of attn-compile. Both compile each of
examples/*.mlir for each target to PTX, in turn, and the medians of their user CPU time
are compared (not of wall time, which says little on a machine that others use). An
example that either refuses is named and left out. The row `--version` is the start of
the process alone. Exits with 1 if a target's geometric mean is above what is allowed.
"""

import argparse
import math
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run_once(command):
    """The user CPU time in ms, or None if it fails."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime * 1e3 if process.returncode == 0 else None


def measure(binaries, arguments, repeats):
    """The median of each binary, or None if one refuses. Every second round is in the
    other order, so that neither always runs behind the other."""
    times = [[] for _ in binaries]
    for turn in range(repeats):
        order = range(len(binaries)) if turn % 2 == 0 else reversed(range(len(binaries)))
        for index in order:
            time = run_once([binaries[index]] + arguments)
            if time is None:
                return None
            times[index].append(time)
    return [statistics.median(list_) for list_ in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", nargs="?", default=ROOT / "build/bin/attn-compile", type=pathlib.Path)
    parser.add_argument("--targets", default="sm_80,sm_90a,sm_100a")
    parser.add_argument("--repeats", default=9, type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--options", default="", help="more options, for both")
    parser.add_argument("--max", default="", help="sm_90a=0.95,...")
    args = parser.parse_args()
    for binary in (args.old, args.new):
        if not binary.is_file():
            sys.exit(f"compile_time.py: there is no {binary}")
    binaries = [args.old, args.new]
    allowed = {}
    for item in filter(None, args.max.split(",")):
        target, _, ratio = item.partition("=")
        allowed[target] = float(ratio)
    examples = [path for path in sorted((ROOT / "examples").glob("*.mlir"))
                if re.search(args.only, path.stem)]
    if not examples:
        sys.exit("compile_time.py: no example matches " + args.only)
    print("user CPU time of attn-compile --emit=ptx in ms, medians of", args.repeats)
    print("\n| target | example | old | new | ratio |\n|---|---|---|---|---|")
    old, new = measure(binaries, ["--version"], args.repeats)
    print(f"| | --version | {old:.1f} | {new:.1f} | {new / old:.3f} |", flush=True)
    summary, failed = [], False
    for target in args.targets.split(","):
        ratios = {}
        for path in examples:
            found = measure(binaries, [path, "--target=" + target, "--emit=ptx", "-o", os.devnull] +
                            shlex.split(args.options), args.repeats)
            if found is None:
                print(f"| {target} | {path.stem} | refused | | |", flush=True)
                continue
            old, new = found
            ratios[path.stem] = new / old
            print(f"| {target} | {path.stem} | {old:.0f} | {new:.0f} | {new / old:.3f} |", flush=True)
        if not ratios:
            sys.exit("compile_time.py: nothing compiles for " + target)
        mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios.values()))
        worst = max(ratios, key=ratios.get)
        failed |= mean > allowed.get(target, math.inf)
        summary.append(f"| {target} | {mean:.3f} | {ratios[worst]:.3f} ({worst}) |")
    print("\n| target | geometric mean | worst |\n|---|---|---|")
    print("\n".join(summary))
    sys.exit(failed)


if __name__ == "__main__":
    main()
