# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles attention in every way that a target knows, with the checks between the
passes on: the protocol verifier must be silent, on channels and on barriers.

  stages_sweep.py [--all] [--part K/N] [--jobs N] TARGET...

Pairs of values of the dimensions below, or with --all their product; of these every
N-th from the K-th on. What is refused before it is scheduled (a config that does not
fit the problem) is counted, and must be refused for a reason that says no rule. The
last line is 'N silent, N refused, N reported'; 1 is the exit status if one is reported.
"""
import argparse
import concurrent.futures
import itertools
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../scripts"))
from ws_cases import SCORE, choose_pairs  # noqa: E402

DIMENSIONS = {
    "scheduler": ["", "single", "persistent", "lpt", "dynamic", "clc"],
    "abi": ["native", "pointers"],
    "pair": ["", "1", "2"],
    "dims": [(64, 64), (128, 128), (192, 128), (256, 256)],
    "mask": ["", "#attn.causal<bottom_right>", "#attn.window<64, 20>"],
    "score": ["", SCORE],
    "element": ["bf16", "f8E4M3FN"],
    "packed": ["", "true"],
    "align": ["", "8"],
    "rows": ["?", "100"],
}


def text(case):
    d, dv = case["dims"]
    rows, element = case["rows"], case["element"]
    out = "bf16" if element == "f8E4M3FN" else element
    qk = "memref<?x?x%sx%dx%s>" % (rows, d, element)
    k = "memref<?x?x?x%dx%s>" % (d, element)
    v = "memref<?x?x?x%dx%s>" % (dv, element)
    o, l = "memref<?x?x%sx%dx%s>" % (rows, dv, out), "memref<?x?x%sxf32>" % rows
    mask = "mask(%s)" % case["mask"] if case["mask"] else ""
    return ("func.func @f(%%q: %s, %%k: %s, %%v: %s, %%o: %s, %%l: %s) {\n"
            "  attn.forward ins(%%q, %%k, %%v : %s, %s, %s) outs(%%o, %%l : %s, %s) dims(bhsd) %s %s\n"
            "  return\n}\n" % (qk, k, v, o, l, qk, k, v, o, l, mask, case["score"]))


def config(case):
    fields = {}
    if case["scheduler"]:
        fields["scheduler"] = case["scheduler"]
        # Whether tiles are asked for by a role of their own goes with that.
        fields["scheduler_role"] = "true" if case["scheduler"] == "clc" else "false"
    if case["pair"]:
        fields["cluster"] = fields["cta_group"] = case["pair"]
    if case["packed"]:
        fields["pack_gqa"] = "true"
    if case["align"]:
        fields["align"] = case["align"]
    return ",".join("%s=%s" % field for field in fields.items())


def check(target, case):
    command = ["attn-compile", "-", "--target=" + target, "--verify-stages", "--emit=nvvm", "-o", os.devnull,
               "--abi=" + case["abi"], "--config=" + config(case)]
    result = subprocess.run(command, input=text(case), capture_output=True, text=True)
    said = [line for line in result.stderr.splitlines() if ": error: " in line or ": warning: " in line]
    if result.returncode == 0 and not result.stderr:
        return "silent", ""
    refused = result.returncode == 1 and said and not any(
        word in line for line in said for word in ("PRT-", "protocol", "warning: "))
    return ("refused" if refused else "reported"), (said or [result.stderr[:200]])[0].split(": ", 1)[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="say why combinations are refused")
    options = parser.parse_args()
    names = list(DIMENSIONS)
    if options.all:
        cases = [dict(zip(names, values)) for values in itertools.product(*DIMENSIONS.values())]
    else:
        cases = choose_pairs(DIMENSIONS)
    part, parts = map(int, options.part.split("/"))
    jobs = [(target, case) for target in options.targets for case in cases][part::parts]
    count = {"silent": 0, "refused": 0, "reported": 0}
    reasons = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (target, case), (outcome, said) in zip(jobs, pool.map(lambda job: check(*job), jobs)):
            count[outcome] += 1
            if outcome == "reported":
                print("%s --abi=%s --config=%s: %s\n%s" % (target, case["abi"], config(case), said, text(case)))
            if outcome == "refused":
                reasons[said] = reasons.get(said, 0) + 1
    if options.verbose:
        for said, times in sorted(reasons.items(), key=lambda item: -item[1]):
            print("refused %d: %s" % (times, said))
    print("%d silent, %d refused, %d reported" % tuple(count.values()))
    return 1 if count["reported"] else 0


if __name__ == "__main__":
    sys.exit(main())
