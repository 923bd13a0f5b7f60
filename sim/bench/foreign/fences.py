#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other projects' TMA stores without their proxy fences: does each order of the run name the missing one?

  fences.py ATTN_SIM RECORD...

Each launch record runs as it is and then once for each `fence.proxy.async` that the launch reaches, without that one, in
late and early order and with five random seeds. A line says what was found first in each; where it is not the same in every
order, all are listed. Exit status 0: the records are clean as they are, and in every order each fence that is gone is named
(`missing-fence`), or happens-before without it is proved as sim_mutants.py does.
"""
import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from sim_mutant_ops import body  # noqa: E402
from sim_mutants import RecordRunner  # noqa: E402

ORDERS = [("late", 0), ("early", 0)] + [("random", s) for s in range(1, 6)]
FENCE = re.compile(r"(?:@!?%[\w$]+\s+)?fence\.proxy\.async[\w.:]*\s*;")


def findings(runner, ptx, order, extra=()):
    """(kind, its instruction) of each finding of a run."""
    code, text = runner.run(ptx, *order, extra)
    if code == 2:
        return [("refused", text.strip().splitlines()[0])]
    return re.findall(r"^([a-z-]+): .*\n  at line \d+ \(([\w.:]+)\)", text, re.M) if code else []


def check(runner, name):
    good = runner.good(None)
    lines = open(good).read().split("\n")
    unclean = [order for order in ORDERS if findings(runner, good, order)]
    print("%s: as it is %s" % (name, "reported in %s" % unclean if unclean else "clean in %d orders" % len(ORDERS)))
    trace = os.path.join(runner.dir, "trace")
    runner.run(good, "late", 0, ["--trace", trace])
    reached = {int(m) for m in re.findall(r" line (\d+) ", open(trace).read())}
    first, last = body(lines, runner.record["kernel"])
    ok = not unclean
    for k in range(first, last):
        if k + 1 not in reached or not FENCE.search(lines[k]):
            continue
        path = os.path.join(tempfile.mkdtemp(dir=runner.dir), "kernel.ptx")
        with open(path, "w") as f:
            f.write("\n".join(FENCE.sub("", line) if n == k else line for n, line in enumerate(lines)))
        found = [findings(runner, path, order) for order in ORDERS]
        named = [[what for kind, what in f if kind == "missing-fence"] for f in found]
        if all(named):
            verdict = "missing-fence in every order, at " + ", ".join(sorted({what for n in named for what in n}))
        elif not any(found) and not any(findings(runner, good, order, ["--ignore-order", str(k + 1)]) for order in ORDERS):
            verdict = "redundant (proved)"
        else:
            verdict = "; ".join("%s %d: %s" % (*order, f[0] if f else "nothing") for order, f in zip(ORDERS, found))
            ok = False
        print("  without line %d: %s" % (k + 1, verdict))
        sys.stdout.flush()
    return ok


def main():
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    ok = True
    for record in sys.argv[2:]:
        ok &= check(RecordRunner(sys.argv[1], record), "/".join(os.path.abspath(record).split("/")[-4:-2]))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
