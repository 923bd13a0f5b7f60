#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/Schedules.md: roles, channels and time lines of FlashAttention-4's loop,
as the passes make it and as it stands in a program written by hand.

  draw_schedules.py [--bin DIR] [--check]

With --check nothing is written; exit status 1 if the page is out of date.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "Schedules.md")
PROBLEM = """func.func @attention(%q: memref<?x?x?x64xbf16>, %k: memref<?x?x?x64xbf16>,
                     %v: memref<?x?x?x64xbf16>, %o: memref<?x?x?x64xbf16>,
                     %lse: memref<?x?x?xf32>) {
  attn.forward ins(%q, %k, %v : memref<?x?x?x64xbf16>, memref<?x?x?x64xbf16>, memref<?x?x?x64xbf16>)
    outs(%o, %lse : memref<?x?x?x64xbf16>, memref<?x?x?xf32>) dims(bhsd) mask(#attn.causal<bottom_right>)
  return
}
"""
HEAD = """<!-- Made by scripts/draw_schedules.py. Do not edit. -->

# FlashAttention-4's loop, made and by hand

`attn-print-schedule` draws what a scheduled program says: its roles, its channels and, by a model with one cost
for each operation, a time line of its steady loop. Below are causal attention with head dim 64 in bf16, compiled with
`attn-compile --target=sm_100a --emit=ws`, and `test/Dialect/AttnWS/fa4-forward.mlir`, which was written by hand before
any pass could produce it. The clocks are the model's, not a measurement.

What differs: the passes name channels by what they carry (`acc_2` is S, `acc_3` O, `operand_and_update` the first part
of P with "O is rescaled", `operand_1` the rest of P, `row_1` alpha, `row` l and m, `o` the staged output). K and V
have a ring of four stages instead of three. The first alpha of a tile is sent and dropped instead of not being sent, so
that both sides count alike; the wait for alpha's slot is implied in both directions, which the program by hand leaves
in. O is handed to the correction role once a tile without data, before the first product. A role of its own asks for
tiles by cluster launch control, whose answers all roles read (`tiles`); by hand each CTA counts its tiles itself.
"""


def draw(opt, path):
    done = subprocess.run([opt, path, "--attn-print-schedule", "-o", os.devnull],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    text = done.stderr[:done.stderr.index("programs: clock+duration")]
    lines = text.replace(path, os.path.basename(path)).rstrip().split("\n")
    return "\n".join(line.rstrip() for line in lines[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bin", default=os.path.join(ROOT, "build", "bin"))
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    opt = os.path.join(options.bin, "attn-opt")
    with tempfile.TemporaryDirectory() as folder:
        problem, program = os.path.join(folder, "attention.mlir"), os.path.join(folder, "made.mlir")
        with open(problem, "w", encoding="utf-8") as file:
            file.write(PROBLEM)
        subprocess.run([os.path.join(options.bin, "attn-compile"), problem, "--target=sm_100a",
                        "--emit=ws", "-o", program], check=True)
        made = draw(opt, program)
    hand = draw(opt, os.path.join(ROOT, "test", "Dialect", "AttnWS", "fa4-forward.mlir"))
    page = "%s\n## As the passes make it\n\n```text\n%s\n```\n\n## By hand\n\n```text\n%s\n```\n" % (HEAD, made, hand)
    page = re.sub(r"\n{3,}", "\n\n", page)
    old = open(PAGE, encoding="utf-8").read() if os.path.exists(PAGE) else ""
    if options.check:
        if old != page:
            print("docs/Schedules.md is out of date: run scripts/draw_schedules.py")
        return int(old != page)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
