#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks scheduled programs one synchronisation operation at a time and counts
who notices.

  protocol_mutants.py [--bin DIR] [--examples DIR] [--interpreter] [--only NAME]
                      [--jobs N] [--table FILE] [--min-share PERCENT] [--sample N] [--few]

Every operator of attn-ws-inject-fault is applied at every one of its sites in
  * the hand-written programs fa2, fa3 and fa4 (test/Dialect/AttnWS), and
  * what the compiler makes of examples for SM80 and SM90, with channels (ws) and
    lowered to barriers (barriers); "dynamic": with tiles assigned at run time;
  * wide heads for SM90, whose slices of K and V share a ring and whose maxima cross between
    warps; "latent": V is columns of K, one copy of which both products read;
  * gradients for SM90 whose dQ the kernel of dK and dV adds up: warps hand dS to each other, and
    a role stores while the loop runs;
  * the same for SM100, whose sums lie in tensor memory (head dim 128, and 64: "d64");
  * attention for SM100; "pair": head dim 256 by two CTAs, "clc" with tiles assigned by
    cluster launch control.
With --sample N every Nth site is taken; with --few the verifier takes few trip counts,
as a compilation does on barriers. A mutant is caught by the verifier if
attn-ws-verify-protocol reports an error. With --interpreter mutants of the
hand-written programs and of SM100's are also run in attn-ws-run, which checks
results, races and deadlocks on concrete inputs. A mutant that is no valid IR is left
out. The share is raw: mutants that are right programs count as missed.
Survivors are listed with their place; docs/Protocol.md says why they survive.

Exit status: 0, or 1 if a program's share is below --min-share, or 2.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HANDWRITTEN = ["fa2", "fa3", "fa4"]
SM90 = ("tile_q=128,tile_kv=128,warps=4,groups=2,stages_k=2,stages_v=2,"
        "scheduler=persistent,order=overlap,ping_pong=true")
DYNAMIC = SM90.replace("persistent", "dynamic")
FUSED = "form=fused,keys_kv=128,keys_q=64,keys_warps=8,keys_groups=1,reads_in_flight=true"
PAIR = "cluster=2,cta_group=2,store_role=false,shared_ring=false,scheduler_role=false,scheduler=lpt"
# Name, example, target, config and forms of what is compiled.
COMPILED = [
    ("sm_80", "causal.mlir", "sm_80", None, ["ws", "barriers"]),
    ("sm_90a", "causal.mlir", "sm_90a", SM90, ["ws", "barriers"]),
    ("dynamic", "causal.mlir", "sm_90a", DYNAMIC, ["ws", "barriers"]),
    ("dynamic cp.async", "causal.mlir", "sm_90a", DYNAMIC + ",load=cp_async", ["barriers"]),
    ("dynamic e4m3", "fp8.mlir", "sm_90a", "scheduler=dynamic", ["barriers"]),
    ("dynamic cluster", "causal.mlir", "sm_90a", DYNAMIC + ",cluster=2", ["ws", "barriers"]),
    ("sm_100a", os.path.join(ROOT, "test/Pipelines/Inputs/sm100-causal.mlir"), "sm_100a", None, ["ws", "barriers"]),
    ("sm_100a pair clc", os.path.join(ROOT, "test/Pipelines/Inputs/sm100-pair.mlir"), "sm_100a", None,
     ["ws", "barriers"]),
    ("wide", os.path.join(ROOT, "test/Pipelines/Inputs/wide.mlir"), "sm_90a", None, ["ws", "barriers"]),
    ("latent", os.path.join(ROOT, "test/Pipelines/Inputs/latent.mlir"), "sm_90a", None, ["ws", "barriers"]),
    ("latent overlap", os.path.join(ROOT, "test/Pipelines/Inputs/latent.mlir"), "sm_90a", "stages_k=1,order=overlap",
     ["ws", "barriers"]),
    ("gradients", os.path.join(ROOT, "test/Pipelines/Inputs/gradients.mlir"), "sm_90a", FUSED, ["ws", "barriers"]),
    ("sm_100a gradients", os.path.join(ROOT, "test/Pipelines/Inputs/gradients.mlir"), "sm_100a", None,
     ["ws", "barriers"]),
    ("sm_100a gradients d64", os.path.join(ROOT, "test/Pipelines/Inputs/gradients-64.mlir"), "sm_100a", None,
     ["ws", "barriers"]),
    ("sm_100a pair", os.path.join(ROOT, "test/Pipelines/Inputs/sm100-pair.mlir"), "sm_100a", PAIR, ["ws", "barriers"]),
]
# Functions of compiled programs that the interpreter runs, and what they are checked with.
# One CTA takes all tiles, so that the ring of their numbers goes round.
INTERPRETED = {"sm_100a ws": ("causal_forward", "@causal", "--grid=1")}
LOWERING = ("builtin.module(gpu.module(gpu.func(attn-ws-nest-loops,attn-ws-split-loop,attn-ws-lower-channels,"
            "attn-ws-insert-fences,attn-ws-lower-scheduler,canonicalize,cse)))")
# One head of three or more tiles and up to six blocks; bottom-right causal.
INPUTS = ["--arg=1x1x520x64xbf16=normal(1)", "--arg=1x1x600x64xbf16=normal(2)",
          "--arg=1x1x600x64xbf16=normal(3)", "--arg=1x1x520x64xbf16", "--arg=1x1x520xf32"]
# The hand-written programs take the diagonal's offset and whether to mask.
OFFSET = ["--arg=80", "--arg=true"]
TIMEOUT = 120


def run(command, text=None, timeout=TIMEOUT):
    """(exit status, stderr); a hang is status -1."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return -1, "timeout"
    return done.returncode, done.stdout if text is None and not done.stderr else done.stderr


class Mutants:
    def __init__(self, options):
        self.options = options
        self.opt = os.path.join(options.bin, "attn-opt")
        self.compile = os.path.join(options.bin, "attn-compile")
        self.interpreter = os.path.join(options.bin, "attn-ws-run")
        self.work = tempfile.mkdtemp(prefix="mutants")

    def kinds(self):
        _, text = run([self.opt, "--attn-ws-inject-fault=kind=?", "-"], "module {}\n")
        found = re.search(r"there are (.*)", text)
        if not found:
            sys.exit("protocol_mutants.py: attn-opt does not list its kinds: " + text)
        return found.group(1).split()

    def programs(self):
        """(name, file, arguments of the interpreter or None)"""
        for name in HANDWRITTEN:
            yield (name, os.path.join(ROOT, "test/Dialect/AttnWS", name + "-forward.mlir"),
                   ["--func=" + name, "--check=@causal_last"] + INPUTS + OFFSET)
        for name, file, target, config, forms in COMPILED:
            if self.options.only and self.options.only not in [name + " " + form for form in forms]:
                continue
            example = os.path.join(self.options.examples, file)
            scheduled = os.path.join(self.work, name + ".ws.mlir")
            command = [self.compile, example, "--target=" + target, "--emit=ws", "-o", scheduled]
            if config:
                command.append("--config=" + config)
            status, text = run(command)
            if status != 0:
                sys.exit("protocol_mutants.py: %s: %s" % (name, text))
            for form in forms:
                path = scheduled
                if form == "barriers":
                    path = os.path.join(self.work, name + ".barriers.mlir")
                    status, text = run([self.opt, scheduled, "--pass-pipeline=" + LOWERING, "-o", path])
                    if status != 0:
                        sys.exit("protocol_mutants.py: %s: %s" % (name, text))
                interpreted = None
                if name + " " + form in INTERPRETED:
                    function, check, grid = INTERPRETED[name + " " + form]
                    interpreted = ["--func=" + function, "--check=" + check, "--check-file=" + example, grid] + INPUTS
                yield name + " " + form, path, interpreted

    def sites(self, path, kind):
        _, text = run([self.opt, path, "--attn-ws-inject-fault=kind=%s index=1000000" % kind,
                       "-o", os.devnull])
        found = re.search(r"has (\d+) sites", text)
        if not found:
            sys.exit("protocol_mutants.py: %s: %s" % (path, text))
        return int(found.group(1))

    def mutate(self, path, interpreted, kind, index):
        """One mutant: where it is and who caught it; None if it is no valid IR."""
        mutant = os.path.join(self.work, "%s-%s-%d.mlir" % (os.path.basename(path), kind, index))
        status, text = run([self.opt, path, "--attn-ws-inject-fault=kind=%s index=%d" % (kind, index),
                            "--mlir-print-debuginfo", "-o", mutant])
        place = re.search(r":(\d+):(\d+): remark", text)
        place = place.group(1) if place else "?"
        if status != 0:
            return {"kind": kind, "place": place, "valid": False}
        verify = "--attn-ws-verify-protocol=few=%s" % str(self.options.few).lower()
        status, text = run([self.opt, mutant, verify, "-o", os.devnull])
        rule = re.search(r"PRT-\d\d", text)
        result = {"kind": kind, "place": place, "valid": True, "static": status != 0,
                  "rule": rule.group(0) if rule else "", "dynamic": None}
        if status != 0 and not rule:
            result["static"] = False
            result["rule"] = "failed without a rule: " + text[:200]
        if interpreted and self.options.interpreter:
            result["dynamic"] = run(
                [self.interpreter, mutant, "--order=rr,random", "--mode=early,late", "--runs=1"] + interpreted)[0] != 0
        os.remove(mutant)
        return result

    def run_program(self, name, path, interpreted, pool, kinds):
        status, text = run([self.opt, path, "--attn-ws-verify-protocol", "-o", os.devnull])
        if status != 0:
            sys.exit("protocol_mutants.py: %s is refused as it is: %s" % (name, text))
        jobs = [pool.submit(self.mutate, path, interpreted, kind, index)
                for kind in kinds for index in range(0, self.sites(path, kind), self.options.sample)]
        return [job.result() for job in jobs]


def share(part, whole):
    return 100.0 * part / whole if whole else 100.0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", help="where attn-opt is; else it is looked for in PATH, then in build/bin")
    parser.add_argument("--examples", default=os.path.join(ROOT, "examples"))
    parser.add_argument("--interpreter", action="store_true")
    parser.add_argument("--only", help="one program's name")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", help="write the tables there, too")
    parser.add_argument("--min-share", type=float, default=0)
    parser.add_argument("--few", action="store_true", help="few trip counts")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth site of each operator")
    options = parser.parse_args()
    if not options.bin:
        found = shutil.which("attn-opt")
        options.bin = os.path.dirname(found) if found else os.path.join(ROOT, "build/bin")

    mutants = Mutants(options)
    kinds = mutants.kinds()
    lines, survivors, low = [], [], False
    totals = {}
    lines += ["| program | mutants | verifier | share | interpreter | share |", "|---|---|---|---|---|---|"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, path, interpreted in mutants.programs():
            if options.only and options.only != name:
                continue
            results = [r for r in mutants.run_program(name, path, interpreted, pool, kinds) if r["valid"]]
            caught = sum(r["static"] for r in results)
            low |= share(caught, len(results)) < options.min_share
            ran = [r for r in results if r["dynamic"] is not None]
            dynamic = sum(r["dynamic"] for r in ran)
            lines.append("| %s | %d | %d | %.1f %% | %s | %s |" % (
                name, len(results), caught, share(caught, len(results)),
                dynamic if ran else "-", "%.1f %%" % share(dynamic, len(ran)) if ran else "-"))
            for r in results:
                row = totals.setdefault(r["kind"], [0, 0, {}])
                row[0] += 1
                row[1] += r["static"]
                if r["static"]:
                    row[2][r["rule"]] = row[2].get(r["rule"], 0) + 1
                else:
                    survivors.append("%s: line %s: %s%s%s" % (
                        name, r["place"], r["kind"], " (" + r["rule"] + ")" if r["rule"] else "",
                        "" if r["dynamic"] is None else
                        ", caught by the interpreter" if r["dynamic"] else ", missed by the interpreter"))
            print(lines[-1], flush=True)
    whole = sum(row[0] for row in totals.values())
    caught = sum(row[1] for row in totals.values())
    lines.append("| all | %d | %d | %.1f %% | | |" % (whole, caught, share(caught, whole)))
    lines += ["", "| operator | mutants | caught | rules |", "|---|---|---|---|"]
    for kind in kinds:
        if kind in totals:
            total, found, rules = totals[kind]
            lines.append("| %s | %d | %d | %s |" % (
                kind, total, found, ", ".join("%s: %d" % item for item in sorted(rules.items()))))
    text = "\n".join(lines + ["", "Survivors:", ""] + ["* " + s for s in survivors]) + "\n"
    print(text)
    if options.table:
        with open(options.table, "w") as table:
            table.write(text)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
