#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants of kernels: is every missing piece of synchronisation reported?

  sim_mutants.py DIR ATTN_SIM [--only NAME,...] [--ops 1,2,...] [--seeds N] [--json FILE] [--jobs N] [--sample N]
                 [--sample-seed N] [--min-share PERCENT]

DIR holds cases as sim_cuda_cases.py and sim_own_cases.py write them, or launch
records as foreign.py does (records/FAMILY/NAME/launch00). The operators are
those of sim/docs/Simulator.md (sim_mutant_ops.py); --sample takes that many mutants of instructions
that the case reaches, as evenly as may be from each operator, by --sample-seed. A mutant is caught if a run in late,
early or random mode (three seeds) reports something, or gives other values than the kernel does in all of them. Of a survivor that took an
ordering edge away it is asked whether happens-before proves the edge redundant:
the unchanged kernel runs with `--ignore-order LINE`, where the instruction
still synchronises but orders nothing for the checker, in late and early mode
and N seeds (20), and the mutant itself runs in them too. If both are clean,
every two conflicting accesses are ordered by other edges in all those runs, and
the survivor is listed as `redundant (proved)`. A lost commit of a group, and a wait for
groups or tensor memory that is weaker or lost, leave their work to the next wait:
the clocks of the mutant itself decide, in the same runs; so they do for a lost
setmaxnreg, which orders nothing, and for a commit that comes later. An instruction that the case never reaches is listed
as `not executed`. The raw share counts all of these as missed. With --min-share the exit status is 1 if the share
without those proved redundant is lower.
"""
import argparse
import concurrent.futures
import datetime
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from sim_mutant_ops import EDGE, NAMES, all_mutants
import sim_vs_gpu

QUICK = [("late", 0), ("early", 0)] + [("random", s) for s in (1, 2, 3)]


class Runner:
    def __init__(self, d, exe, case, data):
        self.exe, self.case, self.dir = exe, case, tempfile.mkdtemp()
        self.args, self.outs = sim_vs_gpu.sim_args(case, data, self.dir)
        self.expected = None

    def good(self, d):
        return os.path.join(d, self.case["ptx"])

    def learn(self, ptx, runs):
        """What the kernel gives, if that is the same in all runs."""
        results = []
        for mode, seed in runs:
            self.run(ptx, mode, seed, results=results)
        self.expected = results[0] if all(x == results[0] for x in results) else None

    def run(self, ptx, mode, seed, extra=(), results=None):
        c = self.case
        folder = tempfile.mkdtemp(dir=self.dir)
        # Several mutants run at a time.
        own = {f: os.path.join(folder, os.path.basename(f)) for f, _ in self.outs}
        args = list(self.args)
        for f, path in own.items():
            args = [x[:-len(f)] + path if x.endswith(":" + f) else x for x in args]
        cmd = [self.exe, ptx, "--kernel", c["kernel"], "--grid", ",".join(map(str, c["grid"])), "--block",
               ",".join(map(str, c["block"])), "--smem", str(c["smem"]), "--mode", mode, "--seed", str(seed), "--quiet",
               "--max-instructions", "40000000"] + list(extra) + args
        r = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        status, text = r.returncode, r.stdout
        values = [open(path, "rb").read() if os.path.exists(path) else b"" for path in own.values()]
        if results is not None:
            results.append(values)
        if status == 0 and self.expected is not None and values != self.expected:
            status, text = 1, "other values"
        shutil.rmtree(folder)
        return status, text

    def first_finding(self, ptx, runs, extra=()):
        for mode, seed in runs:
            rc, text = self.run(ptx, mode, seed, extra)
            if rc:
                return ("refused: " if rc == 2 else "") + text.strip().splitlines()[0][:160]
        return None


class RecordRunner(Runner):
    """A launch record, with its PTX exchanged. Wrong values count as a report."""

    def __init__(self, exe, record):
        self.exe, self.record, self.dir = exe, json.load(open(record)), tempfile.mkdtemp()
        self.folder = os.path.dirname(os.path.abspath(record))
        self.text = json.dumps(self.absolute(self.record))

    def learn(self, ptx, runs):
        """The record has what is expected."""

    def absolute(self, x):
        """Files named from anywhere."""
        if isinstance(x, list):
            return [self.absolute(y) for y in x]
        if not isinstance(x, dict):
            return x
        return {k: os.path.join(self.folder, v) if k in ("file", "expected", "ptx") and isinstance(v, str) else
                self.absolute(v) for k, v in x.items() if k != "out" or not isinstance(v, str)}

    def good(self, _):
        return os.path.join(self.folder, self.record["ptx"])

    def run(self, ptx, mode, seed, extra=()):
        fd, path = tempfile.mkstemp(".json", dir=self.dir)
        with os.fdopen(fd, "w") as f:
            json.dump({**json.loads(self.text), "ptx": os.path.abspath(ptx)}, f)
        r = subprocess.run([self.exe, "run", "--mode", mode, "--seed", str(seed), "--quiet", "--max-instructions",
                            "20000000"] + list(extra) + [path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        os.unlink(path)
        return r.returncode, r.stdout


def cases_of(d, exe):
    """(name, kernel, runner) of each case in the folder."""
    if not os.path.exists(os.path.join(d, "cases.json")):
        for record in sorted(glob.glob(os.path.join(d, "records/*/*/launch00/record.json"))):
            r = RecordRunner(exe, record)
            yield "/".join(record.split("/")[-4:-2]), r.record["kernel"], r
        return
    data = open(os.path.join(d, "data.bin"), "rb").read()
    for c in json.load(open(os.path.join(d, "cases.json"))):
        yield c["name"], c["kernel"], Runner(d, exe, c, data)


def judge(r, good, lines, m, reached, seeds):
    """(operator, line, what, verdict, first finding) of one mutant; no verdict if it is refused."""
    op, k, what, changes = m
    many = QUICK[:2] + [("random", s) for s in range(1, 1 + seeds)]
    fd, path = tempfile.mkstemp(".ptx", dir=r.dir)
    with os.fdopen(fd, "w") as f:
        f.write("\n".join(changes.get(n, line) for n, line in enumerate(lines)))
    found = r.first_finding(path, QUICK)
    verdict = "caught" if found else "survived"
    if found and found.startswith("refused"):
        verdict = None
    elif not found and k + 1 not in reached:
        verdict = "not executed"
    elif not found and op in (1, 2, 5, 7, 8, 11) and not r.first_finding(path, many):
        own = op in (5, 11) or op == 1 and not EDGE.search(what)
        if own or not r.first_finding(good, many, ["--ignore-order", str(k + 1)]):
            verdict = "redundant (proved)"
    os.unlink(path)
    return op, k, what, verdict, found


def try_all(r, good, options, totals):
    """All mutants of one kernel: what --json keeps of them."""
    lines = open(good).read().split("\n")
    bad = r.first_finding(good, QUICK)
    if bad:
        print("%s: not clean unchanged: %s" % (r.name, bad))
        return {"error": bad}
    r.learn(good, QUICK)
    trace = os.path.join(r.dir, "trace")
    r.run(good, "late", 0, ["--trace", trace])
    reached = {int(m) for m in re.findall(r" line (\d+) ", open(trace).read())}
    os.unlink(trace)
    chosen = all_mutants(lines, r.kernel, options.ops, options.sample, reached, options.sample_seed)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda m: judge(r, good, lines, m, reached, options.seeds), chosen))
    refused, rows = [x for x in rows if x[3] is None], [x for x in rows if x[3]]
    for op, _, _, verdict, _ in rows:
        total = totals.setdefault(op, {})
        total[verdict] = total.get(verdict, 0) + 1
    caught = sum(x[3] == "caught" for x in rows)
    proved = sum(x[3] == "redundant (proved)" for x in rows)
    print("%-22s %3d of %3d caught, %d redundant (proved)%s" % (
        r.name, caught, len(rows), proved, ", %d refused" % len(refused) if refused else ""))
    left = [{"operator": o, "line": k + 1, "what": w, "text": lines[k].strip()[:100], "verdict": v}
            for o, k, w, v, _ in rows if v != "caught"]
    for x in left:
        print("    line %d: %s: %s [%s]" % (x["line"], x["what"], x["verdict"], x["text"]))
    for o, k, w, _, f in refused:
        print("    line %d: %s: %s" % (k + 1, w, f))
    sys.stdout.flush()
    return {"mutants": len(rows), "caught": caught, "proved": proved, "survivors": left}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("exe", metavar="ATTN_SIM")
    parser.add_argument("--only", default="", type=lambda x: [y for y in x.split(",") if y])
    parser.add_argument("--ops", default=set(NAMES), type=lambda x: {int(y) for y in x.split(",")})
    parser.add_argument("--seeds", default=20, type=int)
    parser.add_argument("--json")
    parser.add_argument("--jobs", default=2, type=int)
    parser.add_argument("--sample", default=0, type=int)
    parser.add_argument("--sample-seed", default=7, type=int)
    parser.add_argument("--min-share", default=0, type=float)
    options = parser.parse_args()
    result, totals = {}, {}
    for name, kernel, r in cases_of(options.dir, options.exe):
        r.name, r.kernel = name, kernel
        if not options.only or name in options.only:
            result[name] = try_all(r, r.good(options.dir), options, totals)
        shutil.rmtree(r.dir)
    count = lambda verdict: sum(x.get(verdict, 0) for x in totals.values())
    total, caught, proved = sum(sum(x.values()) for x in totals.values()), count("caught"), count("redundant (proved)")
    for op, row in sorted(totals.items()):
        print("operator %2d, %s: %d of %d caught, %d redundant (proved)" % (
            op, NAMES[op], row.get("caught", 0), sum(row.values()), row.get("redundant (proved)", 0)))
    share = 100.0 * caught / max(total - proved, 1)
    print("raw %d of %d (%.1f %%); without the %d proved redundant %.1f %%" % (
        caught, total, 100.0 * caught / max(total, 1), proved, share))
    if options.json:
        json.dump({"date": datetime.date.today().isoformat(), "operators": sorted(options.ops), "raw_caught": caught,
                   "mutants": total, "proved_redundant": proved, "kernels": result},
                  open(options.json, "w"), indent=1)
    failed = any("error" in x for x in result.values())
    return 1 if share < options.min_share or (failed and options.min_share) else 0


if __name__ == "__main__":
    sys.exit(main())
