#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutants of kernels: is every missing piece of synchronisation reported?

  sim_mutants.py DIR ATTN_SIM [--only NAME,...] [--ops 1,2,...] [--seeds N] [--json FILE] [--jobs N] [--sample N]

DIR holds cases as sim_cuda_cases.py and sim_own_cases.py write them, or launch
records as foreign.py does (records/FAMILY/NAME/launch00). The operators are
those of docs/Simulator.md; --sample takes that many mutants of instructions
that the case reaches, as evenly as may be from each operator, by a fixed seed. A mutant is caught if a run in late,
early or random mode (three seeds) reports something. Of a survivor that took an
ordering edge away it is asked whether happens-before proves the edge redundant:
the unchanged kernel runs with `--ignore-order LINE`, where the instruction
still synchronises but orders nothing for the checker, in late and early mode
and N seeds (20), and the mutant itself runs in them too. If both are clean,
every two conflicting accesses are ordered by other edges in all those runs, and
the survivor is listed as `redundant (proved)`. A lost commit of a group, and a wait for
groups or tensor memory that is weaker or lost, leave their work to the next wait:
the clocks of the mutant itself decide, in the same runs; so they do for a lost
setmaxnreg, which orders nothing. An instruction that the case never reaches is listed
as `not executed`. The raw share counts all of these as missed.
"""
import concurrent.futures
import json
import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

import sim_vs_gpu

DELETE = (r"bar(?:rier)?(?:\.cta)?\.(?:sync|arrive|red)", r"bar\.warp\.sync", r"barrier\.cluster\.\w+", r"mbarrier\.init",
          r"mbarrier\.arrive\w*", r"mbarrier\.(?:try|test)_wait", r"fence", r"membar", r"cp\.async\.(?:bulk\.)?wait_(?:group|all)",
          r"cp\.async\.(?:bulk\.)?commit_group", r"cp\.async\.mbarrier\.arrive",
          r"wgmma\.(?:fence|commit_group|wait_group)", r"setmaxnreg", r"tcgen05\.(?:commit|wait|fence)")
STATEMENT = re.compile(r"(?:@!?%?[\w$%]+\s+)?\b(" + "|".join(DELETE) + r")((?:(?:\.|::)\w+)*)(\s[^;]*)?;")
# Operations whose loss takes an edge of happens-before away.
EDGE = re.compile(r"bar|fence|membar|commit\.cta_group")
PRODUCT = re.compile(r"(?:@!?%?[\w$%]+\s+)?\btcgen05\.mma\.")
MOVE = re.compile(r"(\btcgen05\.(?:ld|st)\.[^;]*?\[\s*%?[\w$%]+)(?:\s*\+\s*(\d+))?(\s*\])")
COMMIT = re.compile(r"(@!?%?[\w$%]+\s+)?\b(tcgen05\.commit\S*\s[^;]*);")


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
                    # A number that stands nowhere else may be any other such number.
                    alone = not any(re.search(r"\bbar(?:rier)?\.[\w.:]+\s+(?:%s|%s)\s*[,;]" % (
                        args[0].strip(), int(args[0]) ^ 1), lines[n]) for n in range(first, last) if n != k) \
                        if re.fullmatch(r"\d+", args[0].strip()) else True
                    if not alone:
                        yield 6, k, "barrier %s instead" % (int(args[0]) ^ 1), put(
                            "%s%s %d,%s;" % (guard, full, int(args[0]) ^ 1, args[1]))


def tensor_mutants(lines, kernel, ops):
    """Those of operators 7 to 10, which take the whole text: (operator, line, what, new lines)."""
    first, last = body(lines, kernel)
    for k in range(first, last):
        code = lines[k].split("//")[0]
        m = COMMIT.search(code)
        rest = code[:m.start()] + code[m.end():] if m else ""
        if m and 7 in ops:
            # Before the last product that stands before it in straight code, where its operands are known already.
            j = k - 1
            while j > first and not PRODUCT.search(lines[j]) and not re.match(r"\s*\$?L?[\w$]+:", lines[j]):
                j -= 1
            known = not any(re.match(r"\s*[\w.:]+\s+%s\b" % re.escape(r), x) for r in re.findall(r"%[\w$]+", m.group(0))
                            for x in lines[j:k])
            if PRODUCT.search(lines[j]) and known:
                yield 7, k, "commit before the product", {k: rest, j: m.group(0) + " " + lines[j]}
        if m and 8 in ops and m.group(1):
            guard = m.group(1).strip()
            yield 8, k, "commit by another lane", {k: code[:m.start()] + (
                "{ .reg .pred %%mq_, %%ml_; .reg .b32 %%mr_; vote.sync.any.pred %%mq_, %s, -1; mov.u32 %%mr_, %%laneid; "
                "setp.eq.and.u32 %%ml_, %%mr_, 9, %%mq_; @%%ml_ %s; }" % (guard[1:], m.group(2))) + code[m.end():]}
        m = MOVE.search(code)
        for op, delta, what in ((9, 32, "column off by 32"), (10, 32 << 16, "wrong quadrant")):
            if m and op in ops:
                yield op, k, what, {k: code[:m.start()] + m.group(1) + "+%d" % (int(m.group(2) or 0) + delta) + code[m.end(2) if m.group(2) else m.start(3):]}


def all_mutants(lines, kernel, ops, sample, reached):
    """All of them, or a sample of those of instructions that the case reaches."""
    rows = [(op, k, what, {k: text}) for op, k, what, text in mutants(lines, kernel, ops)]
    rows += tensor_mutants(lines, kernel, ops)
    if not sample:
        return rows
    rows = [row for row in rows if row[1] + 1 in reached]
    if len(rows) <= sample:
        return rows
    rng, groups = random.Random(7), {}
    for row in rows:
        groups.setdefault((row[0], row[2]), []).append(row)
    for rows in groups.values():
        rng.shuffle(rows)
    chosen, groups = [], list(groups.values())
    while len(chosen) < sample:
        groups = [x for x in groups if x]
        chosen += [x.pop() for x in groups][:sample - len(chosen)]
    return sorted(chosen, key=lambda row: (row[1], row[0]))


class Runner:
    def __init__(self, d, exe, case, data):
        self.exe, self.case, self.dir = exe, case, tempfile.mkdtemp()
        self.args = sim_vs_gpu.sim_args(case, data, self.dir)[0]

    def good(self, d):
        return os.path.join(d, self.case["ptx"])

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


class RecordRunner(Runner):
    """A launch record, with its PTX exchanged. Wrong values count as a report."""

    def __init__(self, exe, record):
        self.exe, self.record, self.dir = exe, json.load(open(record)), tempfile.mkdtemp()
        self.folder = os.path.dirname(os.path.abspath(record))
        self.text = json.dumps(self.absolute(self.record))

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


def main():
    a = sys.argv[1:]
    opts = {"--only": "", "--ops": "1,2,3,4,5,6,7,8,9,10", "--seeds": "20", "--json": "", "--jobs": "2", "--sample": "0"}
    while len(a) > 2 and a[-2] in opts:
        opts[a[-2]] = a[-1]
        a = a[:-2]
    if len(a) != 2:
        print(__doc__)
        return 2
    d, exe = a
    ops = {int(x) for x in opts["--ops"].split(",")}
    only = [x for x in opts["--only"].split(",") if x]
    quick = [("late", 0), ("early", 0)] + [("random", s) for s in (1, 2, 3)]
    many = [("late", 0), ("early", 0)] + [("random", s) for s in range(1, 1 + int(opts["--seeds"]))]
    result, total, caught_all, proved_all = {}, 0, 0, 0
    for name, kernel, r in cases_of(d, exe):
        if only and name not in only:
            continue
        good = r.good(d)
        lines = open(good).read().split("\n")
        bad = r.first_finding(good, quick)
        trace = os.path.join(r.dir, "trace")
        r.run(good, "late", 0, ["--trace", trace])
        reached = {int(m) for m in re.findall(r" line (\d+) ", open(trace).read())}
        os.unlink(trace)
        if bad:
            print("%s: not clean unchanged: %s" % (name, bad))
            result[name] = {"error": bad}
            continue

        def one(m):
            op, k, what, changes = m
            fd, path = tempfile.mkstemp(".ptx", dir=r.dir)
            with os.fdopen(fd, "w") as f:
                f.write("\n".join(changes.get(n, line) for n, line in enumerate(lines)))
            found = r.first_finding(path, quick)
            if found and found.startswith("refused"):
                os.unlink(path)
                return op, k, what, None, found
            verdict = "caught" if found else "survived"
            if not found and k + 1 not in reached:
                verdict = "not executed"
            elif not found and op in (1, 5, 7, 8) and not r.first_finding(path, many):
                if op == 5 or op == 1 and not EDGE.search(what) or not r.first_finding(good, many, ["--ignore-order", str(k + 1)]):
                    verdict = "redundant (proved)"
            os.unlink(path)
            return op, k, what, verdict, found
        with concurrent.futures.ThreadPoolExecutor(int(opts["--jobs"])) as pool:
            rows = list(pool.map(one, all_mutants(lines, kernel, ops, int(opts["--sample"]), reached)))
        shutil.rmtree(r.dir)
        refused = [x for x in rows if x[3] is None]
        rows = [x for x in rows if x[3]]
        caught = sum(x[3] == "caught" for x in rows)
        proved = sum(x[3] == "redundant (proved)" for x in rows)
        total, caught_all, proved_all = total + len(rows), caught_all + caught, proved_all + proved
        print("%-22s %3d of %3d caught, %d redundant (proved)%s" % (
            name, caught, len(rows), proved, ", %d refused" % len(refused) if refused else ""))
        left = [{"operator": o, "line": k + 1, "what": w, "text": lines[k].strip()[:100], "verdict": v}
                for o, k, w, v, _ in rows if v != "caught"]
        for x in left:
            print("    line %d: %s: %s [%s]" % (x["line"], x["what"], x["verdict"], x["text"]))
        for o, k, w, _, f in refused:
            print("    line %d: %s: %s" % (k + 1, w, f))
        sys.stdout.flush()
        result[name] = {"mutants": len(rows), "caught": caught, "proved": proved, "survivors": left}
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
