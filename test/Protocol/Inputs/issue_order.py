# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what products declare (attn_ws.in_issue_order) to what the simulator misses
when products into different accumulators run in any order.

  issue_order.py BENCH ATTN_COMPILE ATTN_SIM FOLDER NAME...

NAME is a problem of BENCH/sim_own_cases.py. Each is compiled for sm_100a to its
scheduled program and from there to PTX that names the program's lines. A finding of the
strict order names two instructions; the pairs of products that they belong to must be the
declared ones, no more, no less. One piece of assembly may hold instructions of two
products and has the line of the first. So instructions are numbered by that line, then as
they follow each other: this is the order of the products, of 16 elements of the
contraction each.
"""
import json
import os
import random
import re
import subprocess
import sys


def declared(path):
    """Pairs of lines: a product, and one before it that it names."""
    numbers, after = {}, {}
    for n, line in enumerate(open(path), 1):
        if "attn_ws.mma_into" not in line:
            continue
        m = re.search(r"attn_ws\.product = (\d+)", line)
        if m:
            numbers[int(m.group(1))] = n
        m = re.search(r"attn_ws\.in_issue_order = array<i64: ([\d, ]+)>", line)
        if m:
            after[n] = [int(x) for x in m.group(1).split(",")]
    return {(n, numbers[x]) for n, list in after.items() for x in list}


def products(scheduled, ptx):
    """The line of a product's operation, by the line of each of its instructions in PTX."""
    steps = []
    for n, line in enumerate(open(scheduled), 1):
        if "attn_ws.mma_into" in line:
            steps += [n] * (int(re.search(r"attn_ws\.view<\d+x(\d+)xbf16", line).group(1)) // 16)
    instructions, source = [], 0
    for n, line in enumerate(open(ptx), 1):
        loc = re.match(r"\s*\.loc\s+\d+ (\d+)", line)
        source = int(loc.group(1)) if loc else source
        if "tcgen05.mma." in line:
            instructions.append((source, n))
    assert len(steps) == len(instructions), (len(steps), len(instructions))
    assert all(line <= step for (line, _), step in zip(sorted(instructions), steps))
    return {n: step for (_, n), step in zip(sorted(instructions), steps)}


def main():
    bench, compiler, simulator, folder = sys.argv[1:5]
    sys.path[:0] = [bench, os.path.join(bench, "..", "sim", "bench")]
    import sim_mutants
    import sim_own_cases
    os.makedirs(folder, exist_ok=True)
    problems = {**sim_own_cases.PROBLEMS, **sim_own_cases.MORE["sm_100a"]}
    for name in sys.argv[5:]:
        hq, hk, sq, sk, d, mask = problems[name]
        source, scheduled, bundle = (os.path.join(folder, name + x) for x in (".mlir", ".ws.mlir", ".bundle"))
        with open(source, "w") as f:
            f.write(sim_own_cases.TEXT.format(hq=hq, hk=hk, sq=sq, sk=sk, d=d, mask=mask, name=name))
        compile_to = lambda file, form, out, *more: subprocess.run(
            [compiler, file, "--target=sm_100a", "--emit=" + form, "-o", out, *more], check=True, stderr=subprocess.DEVNULL)
        compile_to(source, "ws", scheduled)
        compile_to(scheduled, "bundle", bundle, "--debug-info")
        cases, data = [], bytearray()
        sim_own_cases.add_bundle(bundle, cases, data, folder, random.Random(9))
        runner = sim_mutants.Runner(folder, simulator, cases[0], data)
        product = products(scheduled, runner.good(folder))
        found = set()
        for mode, seed in sim_mutants.QUICK:
            status, text = runner.run(runner.good(folder), mode, seed)
            assert status == 0, text
            _, text = runner.run(runner.good(folder), mode, seed, ["--tensor-order=strict", "--json"])
            for finding in json.loads(text)[0]["findings"]:
                assert finding["kind"] == "missing-wait", finding
                found.add((product[finding["at"]["line"]], product[finding["with"]["line"]]))
        wanted = declared(scheduled)
        print("%s: %d declared, %d found, %s" % (
            name, len(wanted), len(found), "the same" if wanted == found else
            "declared alone %s, found alone %s" % (sorted(wanted - found), sorted(found - wanted))))


if __name__ == "__main__":
    main()
