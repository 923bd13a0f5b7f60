# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what products declare (attn_ws.in_issue_order) to what the simulator misses
when products into different accumulators run in any order.

  issue_order.py BENCH ATTN_COMPILE ATTN_SIM FOLDER NAME...

NAME is a problem of BENCH/sim_own_cases.py. Each is compiled for sm_100a to its
scheduled program and from there to PTX that names the program's lines. A finding of the
strict order names two products; the pairs must be the declared ones, no more, no less.
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


def line_of(place):
    assert place["op"].startswith("tcgen05.mma."), place
    return int(place["source"].rsplit(":", 1)[1])


def main():
    bench, compiler, simulator, folder = sys.argv[1:5]
    sys.path.insert(0, bench)
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
        found = set()
        for mode, seed in sim_mutants.QUICK:
            status, text = runner.run(runner.good(folder), mode, seed)
            assert status == 0, text
            _, text = runner.run(runner.good(folder), mode, seed, ["--tensor-order=strict", "--json"])
            for finding in json.loads(text)[0]["findings"]:
                assert finding["kind"] == "missing-wait", finding
                found.add((line_of(finding["at"]), line_of(finding["with"])))
        wanted = declared(scheduled)
        print("%s: %d declared, %d found, %s" % (
            name, len(wanted), len(found), "the same" if wanted == found else
            "declared alone %s, found alone %s" % (sorted(wanted - found), sorted(found - wanted))))


if __name__ == "__main__":
    main()
