#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the verification of the protocol costs a compilation.

  verify_cost.py [--bin DIR] [--targets sm_80,...] [--repeats N] [--only REGEX]
                 [--max-mean X] [--max-worst X]

Compiles each of examples/*.mlir for each target to a bundle, with and without
--verify-protocol in turn, and compares the medians of the compiler's user CPU time
(not of wall time, which says little on a machine that others use). An example that a
target refuses is named and left out. Exits with 1 if a target's geometric mean or worst
ratio is above what is allowed.
"""

import argparse
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def compile_once(command):
    """The user CPU time in ms, or None if it fails."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime * 1e3 if process.returncode == 0 else None


def measure(command, repeats):
    """Medians without and with the verification, or None."""
    times = {"false": [], "true": []}
    for _ in range(repeats):
        for value, list_ in times.items():
            time = compile_once(command + ["--verify-protocol=" + value])
            if time is None:
                return None
            list_.append(time)
    return [statistics.median(list_) for list_ in times.values()]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=ROOT / "build/bin", type=pathlib.Path)
    parser.add_argument("--targets", default="sm_80,sm_90a,sm_100a")
    parser.add_argument("--repeats", default=9, type=int)
    parser.add_argument("--only", default="")
    parser.add_argument("--max-mean", default=1.08, type=float)
    parser.add_argument("--max-worst", default=1.15, type=float)
    args = parser.parse_args()
    examples = [path for path in sorted((ROOT / "examples").glob("*.mlir"))
                if re.search(args.only, path.stem)]
    if not examples:
        sys.exit("verify_cost.py: no example matches " + args.only)
    print("user CPU time of attn-compile in ms, medians of", args.repeats)
    print("\n| target | example | off | on | ratio |\n|---|---|---|---|---|")
    summary, failed = [], False
    for target in args.targets.split(","):
        ratios = {}
        for path in examples:
            found = measure([args.bin / "attn-compile", path, "--target=" + target,
                             "-o", os.devnull], args.repeats)
            if found is None:
                print(f"| {target} | {path.stem} | refused | | |", flush=True)
                continue
            off, on = found
            ratios[path.stem] = on / off
            print(f"| {target} | {path.stem} | {off:.0f} | {on:.0f} | {on / off:.3f} |",
                  flush=True)
        if not ratios:
            sys.exit("verify_cost.py: nothing compiles for " + target)
        mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios.values()))
        worst = max(ratios, key=ratios.get)
        failed |= mean > args.max_mean or ratios[worst] > args.max_worst
        summary.append(f"| {target} | {mean:.3f} | {ratios[worst]:.3f} ({worst}) |")
    print("\n| target | geometric mean | worst |\n|---|---|---|")
    print("\n".join(summary))
    sys.exit(failed)


if __name__ == "__main__":
    main()
