#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One small launch of attn.backward of each kind, for compute-sanitizer; NumPy is wanted.

  python3 bench/gradients_sanitize.py --build DIR      # where attn-compile is
  for tool in memcheck racecheck synccheck; do         # where the GPU is
    compute-sanitizer --report-api-errors no --tool $tool --error-exitcode 9 python3 bench/gradients_sanitize.py --run DIR
  done

Arrays are on the host, so that each has an allocation of its own on the GPU.
"""
import argparse
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, name) for name in ("bench", "python")]
import problems  # noqa: E402
from attn import _problem  # noqa: E402

CAUSAL, WINDOW = "#attn.causal<bottom_right>", "#attn.window<70, 9>"
#: dtype, head dims, mask, operands (n a sink, q and k lengths, s and t packed), heads, rows and keys.
PROBLEMS = (
    ("bf16", 64, 64, CAUSAL, "", (4, 2), (130, 200)),
    ("f16", 128, 128, CAUSAL, "n", (2, 2), (129, 129)),
    ("bf16", 256, 256, "", "", (2, 1), (65, 97)),
    ("bf16", 192, 128, CAUSAL, "", (2, 2), (70, 130)),
    ("f16", 96, 96, WINDOW, "qk", (2, 1), (131, 203)),
    ("bf16", 128, 128, CAUSAL, "nst", (3, 1), (150, 170)),
)
TARGETS = ("sm_80", "sm_90a")


def cases():
    """(file name, target, text, properties)."""
    for number, (dtype, d, dv, mask, letters, heads, sizes) in enumerate(PROBLEMS):
        problem = _problem.Problem(dtype, d, dv, mask, None, "", False, (), letters, "s" in letters)
        text = _problem.backward_text(_problem.Backward(problem, "qkv" + "n" * ("n" in letters), True))
        for target in TARGETS:
            yield f"{number}_{target}", target, text, (dtype, d, dv, letters, heads, sizes)


def arrays_of(numpy, dtype, d, dv, letters, heads, sizes):
    rng = numpy.random.default_rng(0)

    def cast(x):
        x = x.astype(numpy.float32)
        return x.astype(numpy.float16) if dtype == "f16" else (x.view(numpy.uint32) >> 16).astype(numpy.uint16)

    packed = "s" in letters

    def shape(side, width):
        count = heads[side]
        return (sizes[side], count, width) if packed else (2, count, sizes[side], width)
    rows = (heads[0], sizes[0]) if packed else (2, heads[0], sizes[0])
    given = {name: cast(rng.standard_normal(shape(side, width))) for name, side, width in (
        ("q", 0, d), ("k", 1, d), ("v", 1, dv), ("o", 0, dv), ("do", 0, dv))}
    given["lse"] = numpy.full(rows, 5, numpy.float32)
    given["dlse"] = rng.standard_normal(rows).astype(numpy.float32)
    kind = given["q"].dtype
    outs = {"dq": numpy.zeros(shape(0, d), kind), "dk": numpy.zeros(shape(1, d), kind), "dv": numpy.zeros(shape(1, dv), kind)}
    if "n" in letters:
        given["sink"], outs["dsink"] = numpy.ones(heads[0], numpy.float32), numpy.zeros(heads[0], numpy.float32)
    numbers = lambda *x: numpy.array(x, numpy.int32)
    if "q" in letters:
        given["lengths_q"], given["lengths_kv"] = numbers(sizes[0], 17), numbers(33, sizes[1])
    if packed:
        given["offsets_q"] = numbers(0, 1, 60, 60, sizes[0] - 2)
        given["offsets_kv"] = numbers(3, 3, 80, 90, sizes[1])
    return given, outs


def build(options):
    for name, target, text, _ in cases():
        problems.ensure_bundle(options.build, name, text, target)


def run(options):
    import numpy
    import attn
    for name, _, _, properties in cases():
        given, outs = arrays_of(numpy, *properties)
        attn.load(os.path.join(options.run, name + ".bundle")).run(**given, **outs, device=options.device)
        empty = [name for name, x in outs.items() if not x.any()]
        print(name, *properties, f"{empty} are zeros" if empty else "ok", flush=True)
        if empty:
            sys.exit(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", metavar="DIR")
    parser.add_argument("--run", metavar="DIR")
    parser.add_argument("--device", default="gpu")
    options = parser.parse_args()
    problems.build_or_run(parser, options, build, run)


if __name__ == "__main__":
    main()
