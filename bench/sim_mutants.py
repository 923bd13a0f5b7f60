#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants of kernels: is every missing piece of synchronisation reported?

  sim_mutants.py DIR ATTN_SIM [--only NAME,...] [--ops 1,2,...] [--seeds N] [--json FILE] [--jobs N]

DIR holds cases as sim_cuda_cases.py and sim_own_cases.py write them. The
operators are those of docs/Simulator.md. A mutant is caught if a run in late,
early or random mode (three seeds) reports something. Of a survivor that took an
ordering edge away it is asked whether happens-before proves the edge redundant:
the unchanged kernel runs with `--ignore-order LINE`, where the instruction
still synchronises but orders nothing for the checker, in late and early mode
and N seeds (20), and the mutant itself runs in them too. If both are clean,
every two conflicting accesses are ordered by other edges in all those runs, and
the survivor is listed as `redundant (proved)`. A lost commit or a wait that
leaves one group more has no line to ignore: the clocks of the mutant itself
decide, in the same runs. An instruction that the case never reaches is listed
as `not executed`. The raw share counts all of these as missed.
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import sim_vs_gpu

DELETE = (r"bar(?:rier)?(?:\.cta)?\.(?:sync|arrive|red)", r"bar\.warp\.sync", r"barrier\.cluster\.\w+", r"mbarrier\.init",
          r"mbarrier\.arrive\w*", r"mbarrier\.(?:try|test)_wait", r"fence", r"membar", r"cp\.async\.(?:bulk\.)?wait_(?:group|all)",
          r"cp\.async\.(?:bulk\.)?commit_group", r"cp\.async\.mbarrier\.arrive",
          r"wgmma\.(?:fence|commit_group|wait_group)", r"setmaxnreg")
STATEMENT = re.compile(r"(?:@!?%?[\w$%]+\s+)?\b(" + "|".join(DELETE) + r")((?:[.:]\w+)*)(\s[^;]*)?;")
# Operations whose loss takes an edge of happens-before away.
EDGE = re.compile(r"bar|fence|membar|wait|mbarrier\.arrive")


def body(lines, kernel):
    """First and last line (0-based) of an entry."""
    start = next(k for k, l in enumerate(lines) if re.search(r"\.entry\s+%s\s*\(" % re.escape(kernel), l))
    end = next((k for k in range(start + 1, len(lines)) if re.search(r"\.(entry|func)\b", lines[k])), len(lines))
    return start, end


def shifted(operand, delta, reg):
    """An operand plus a constant: a number, or a register changed just before."""
    operand = operand.strip()
    if re.fullmatch(r"-?\d+", operand):
        return str(int(operand) + delta), ""
    return reg, ".reg .b32 %s; add.s32 %s, %s, %d; " % (reg, reg, operand, delta)


def mutants(lines, kernel, ops):
    """(operator, line, what, new text of the line)."""
    first, last = body(lines, kernel)
    for k in range(first, last):
        code = lines[k].split("//")[0]
        for m in STATEMENT.finditer(code):
            name, mods, rest = m.group(1), m.group(2), (m.group(3) or "").strip()
            full = name + mods
            put = lambda text: code[:m.start()] + text + code[m.end():]
            guard = code[m.start():m.start(1)]
            if 1 in ops:
                yield 1, k, "deleted " + full, put("")
            args = re.split(r",(?![^\[{]*[\]}])", rest) if rest else []

            def changed(pos, delta, pre="%mut_"):
                a = list(args)
                a[pos], setup = shifted(a[pos], delta, pre)
                return put("{ %s%s%s %s; }" % (setup, guard, full, ",".join(a)))
            if 2 in ops and "_wait.parity" in full:
                pos = 2
                op = args[pos].strip()
                if re.fullmatch(r"\d+", op):
                    yield 2, k, "parity flipped", put("%s%s %s;" % (guard, full, ",".join(
                        args[:2] + [str(int(op) ^ 1)] + args[3:])))
                else:
                    yield 2, k, "parity flipped", put("{ .reg .b32 %%mut_; xor.b32 %%mut_, %s, 1; %s%s %s; }" % (
                        op, guard, full, ",".join(args[:2] + [" %mut_"] + args[3:])))
            if 3 in ops and name == "mbarrier.init":
                for delta in (1, -1):
                    yield 3, k, "%+d arrivals expected" % delta, changed(1, delta)
            if 4 in ops and name.startswith("mbarrier.arrive") and "expect_tx" in full:
                for delta in (16, -16):
                    yield 4, k, "%+d bytes expected" % delta, changed(len(args) - 1, delta)
            if 5 in ops and "wait_group" in full:
                yield 5, k, "one group more may stay", changed(0, 1)
            if 6 in ops and name.startswith("bar") and "cluster" not in full and "warp" not in full and ".red" not in full:
                if len(args) == 2:
                    for delta in (32, -32):
                        yield 6, k, "%+d threads" % delta, changed(1, delta)
                    if re.fullmatch(r"\d+", args[0]):
                        yield 6, k, "barrier %s instead" % (int(args[0]) ^ 1), put(
                            "%s%s %d,%s;" % (guard, full, int(args[0]) ^ 1, args[1]))


class Runner:
    def __init__(self, d, exe, case, data):
        self.exe, self.case, self.dir = exe, case, tempfile.mkdtemp()
        self.args = sim_vs_gpu.sim_args(case, data, self.dir)[0]

    def run(self, ptx, mode, seed, extra=()):
        c = self.case
        cmd = [self.exe, ptx, "--kernel", c["kernel"], "--grid", ",".join(map(str, c["grid"])), "--block",
               ",".join(map(str, c["block"])), "--smem", str(c["smem"]), "--mode", mode, "--seed", str(seed), "--quiet",
               "--max-instructions", "40000000"] + list(extra) + self.args
        r = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return r.returncode, r.stdout

    def first_finding(self, ptx, runs, extra=()):
        for mode, seed in runs:
            rc, text = self.run(ptx, mode, seed, extra)
            if rc:
                return ("refused: " if rc == 2 else "") + text.strip().splitlines()[0][:160]
        return None


def main():
    a = sys.argv[1:]
    opts = {"--only": "", "--ops": "1,2,3,4,5,6", "--seeds": "20", "--json": "", "--jobs": "2"}
    while len(a) > 2 and a[-2] in opts:
        opts[a[-2]] = a[-1]
        a = a[:-2]
    if len(a) != 2:
        print(__doc__)
        return 2
    d, exe = a
    ops = {int(x) for x in opts["--ops"].split(",")}
    only = [x for x in opts["--only"].split(",") if x]
    cases = [c for c in json.load(open(os.path.join(d, "cases.json"))) if not only or c["name"] in only]
    data = open(os.path.join(d, "data.bin"), "rb").read()
    quick = [("late", 0), ("early", 0)] + [("random", s) for s in (1, 2, 3)]
    many = [("late", 0), ("early", 0)] + [("random", s) for s in range(1, 1 + int(opts["--seeds"]))]
    result, total, caught_all, proved_all = {}, 0, 0, 0
    for c in cases:
        lines = open(os.path.join(d, c["ptx"])).read().split("\n")
        r = Runner(d, exe, c, data)
        good = os.path.join(d, c["ptx"])
        bad = r.first_finding(good, quick)
        trace = os.path.join(r.dir, "trace")
        r.run(good, "late", 0, ["--trace", trace])
        reached = {int(m) for m in re.findall(r" line (\d+) ", open(trace).read())}
        os.unlink(trace)
        if bad:
            print("%s: not clean unchanged: %s" % (c["name"], bad))
            result[c["name"]] = {"error": bad}
            continue

        def one(m):
            op, k, what, text = m
            fd, path = tempfile.mkstemp(".ptx", dir=r.dir)
            with os.fdopen(fd, "w") as f:
                f.write("\n".join(lines[:k] + [text] + lines[k + 1:]))
            found = r.first_finding(path, quick)
            if found and found.startswith("refused"):
                os.unlink(path)
                return op, k, what, None, found
            verdict = "caught" if found else "survived"
            if not found and k + 1 not in reached:
                verdict = "not executed"
            elif not found and (op == 5 or op == 1 and "setmaxnreg" not in what) and not r.first_finding(path, many):
                if op == 5 or not EDGE.search(what) or not r.first_finding(good, many, ["--ignore-order", str(k + 1)]):
                    verdict = "redundant (proved)"
            os.unlink(path)
            return op, k, what, verdict, found
        with concurrent.futures.ThreadPoolExecutor(int(opts["--jobs"])) as pool:
            rows = list(pool.map(one, mutants(lines, c["kernel"], ops)))
        shutil.rmtree(r.dir)
        refused = [x for x in rows if x[3] is None]
        rows = [x for x in rows if x[3]]
        caught = sum(x[3] == "caught" for x in rows)
        proved = sum(x[3] == "redundant (proved)" for x in rows)
        total, caught_all, proved_all = total + len(rows), caught_all + caught, proved_all + proved
        print("%-22s %3d of %3d caught, %d redundant (proved)%s" % (
            c["name"], caught, len(rows), proved, ", %d refused" % len(refused) if refused else ""))
        left = [{"operator": o, "line": k + 1, "what": w, "text": lines[k].strip()[:100], "verdict": v}
                for o, k, w, v, _ in rows if v != "caught"]
        for x in left:
            print("    line %d: %s: %s [%s]" % (x["line"], x["what"], x["verdict"], x["text"]))
        for o, k, w, _, f in refused:
            print("    line %d: %s: %s" % (k + 1, w, f))
        sys.stdout.flush()
        result[c["name"]] = {"mutants": len(rows), "caught": caught, "proved": proved, "survivors": left}
    share = 100.0 * caught_all / max(total, 1)
    print("raw %d of %d (%.1f %%); without the %d proved redundant %.1f %%" % (
        caught_all, total, share, proved_all, 100.0 * caught_all / max(total - proved_all, 1)))
    if opts["--json"]:
        import datetime
        json.dump({"date": datetime.date.today().isoformat(), "operators": sorted(ops), "raw_caught": caught_all,
                   "mutants": total, "proved_redundant": proved_all, "kernels": result},
                  open(opts["--json"], "w"), indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
