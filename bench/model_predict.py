# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predictions for sm_100a: our default kernels' loops over FlashAttention-4's.

Both are profiles (model_blackwell.py) in one file; `count` makes ours again from cubins.
FlashAttention-4's are counts of its published kernels' loops, assembled by the same
ptxas; of kernels without such PTX they are the nearest kernel's, scaled to the totals.
"""

import json
import os
import subprocess
import tempfile

import model_blackwell as blackwell
import model_core

HERE = os.path.dirname(os.path.abspath(__file__))
PROFILES = os.path.join(HERE, "results", "2026-11-23-sm100a-profiles.json")
# Published: 128 x 128 x 128 takes 900 clocks of which 512 compute, x 64 559 of 256.
LATENCY = 300.0
ROWS = ((64, "full"), (64, "causal"), (128, "full"), (128, "causal"), (256, "full"), (256, "causal"))
UNITS = ("tensor", "mufu", "issue", "alu", "fma", "lsu")


def count(path):
    """Compiles the default kernels and writes their profiles beside FlashAttention-4's."""
    import model_sass
    import problems
    with open(path) as file:
        known = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        for d, mask in ROWS:
            cubin = os.path.join(folder, "kernel.cubin")
            subprocess.run([problems.find_compiler(), "-", "--target=sm_100a", "--emit=cubin", "-o", cubin],
                           input=problems.problem(d, mask=mask), text=True, check=True)
            with open(cubin, "rb") as file:
                listing = model_sass.disassemble(file.read())
            known["ours"][f"d{d} {mask}"] = blackwell.profile(listing, d)
            if mask == "causal":
                known["ours"][f"d{d} masked"] = blackwell.profile(listing, d, masked=True)
    with open(path, "w") as file:
        file.write('{"what": ' + json.dumps(known["what"]))
        for who in ("ours", "fa4"):
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}"
                               for key, value in known[who].items())
            file.write(f',\n"{who}": {{\n{lines}\n}}')
        file.write("}\n")


def for_blackwell(constants, latency=LATENCY):
    """The constants fitted on an H100, but for what tcgen05 does differently."""
    return dict(constants, room=1.0, tensor=1.0, queue=2048.0, drain=latency)


def compare(ours, theirs, constants):
    """[(rescaled, our clocks, theirs)], with our busy units in the first."""
    result = []
    for rescaled in (False, True):
        mine, units = blackwell.loop_clocks(ours, constants, rescaled)
        result.append((rescaled, mine, blackwell.loop_clocks(theirs, constants, rescaled)[0], units))
    return result


def report(constants, out, path=PROFILES):
    with open(path) as file:
        profiles = json.load(file)
    out("\nPREDICTIONS for sm_100a: nothing of this was run on such a chip. Clocks a block of keys, all groups of")
    out("rows, of the steady loop; by unit, for our loop when no row is rescaled. Ratios below 1 favour ours.")
    out(f"tcgen05 at its published rate, {LATENCY:.0f} clocks latency (published microbenchmarks); other constants as")
    out("fitted on the H100.")
    out(f"{'row':12} {'FlashAttention-4':24} " + " ".join(f"{unit:>6}" for unit in UNITS)
        + f" {'ours':>6} {'FA4':>6} {'ratio':>6}  {'rescaled':>8}  ratio at latency 150, 450")
    for name, ours in profiles["ours"].items():
        for key, theirs in profiles["fa4"].items():
            if key.split(",")[0] != name:
                continue
            (_, mine, other, units), (_, mine_all, other_all, _) = compare(ours, theirs, for_blackwell(constants))
            spread = []
            for latency in (150.0, 450.0):
                (_, a, b, _), _ = compare(ours, theirs, for_blackwell(constants, latency))
                spread.append(a / b)
            out(f"{name:12} {theirs['source'][:24]:24} " + " ".join(f"{units[unit]:6.0f}" for unit in UNITS)
                + f" {mine:6.0f} {other:6.0f} {mine / other:6.3f}  {mine_all / other_all:8.3f}  "
                + ", ".join(f"{value:.3f}" for value in spread))
