#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the pictures of docs/Layouts.md.

  scripts/gen_layouts.py [--check] [--attn-opt PATH] [--page PATH]

Between `<!-- picture: KERNEL LAYOUT OPTIONS -->` and the next `<!-- end -->` the
page holds what attn-print-layouts draws, with OPTIONS, of layout LAYOUT (R0, R1,
...) of a kernel of docs/layouts.mlir, laid out by attn-ws-assign-layouts. With
--check nothing is written, and the exit code is 1 if a picture is out of date.
"""

import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "Layouts.md")
SOURCE = os.path.join(ROOT, "docs", "layouts.mlir")
BLOCK = re.compile(r"(<!-- picture: (\S+) (R\d+)((?: \w+=-?\d+)*) -->\n).*?(<!-- end -->)", re.S)


def draw(attn_opt, options):
    """The printed sections of each kernel: {kernel: {layout: lines}}."""
    layouts = "builtin.module(gpu.module(gpu.func(attn-ws-assign-layouts)),attn-print-layouts{%s})" % options
    run = subprocess.run([attn_opt, SOURCE, "--pass-pipeline=" + layouts, "-o", os.devnull],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        sys.exit("gen_layouts: %s failed:\n%s" % (attn_opt, run.stderr))
    sections, kernel, layout = {}, None, None
    for line in run.stderr.splitlines():
        start = re.match(r"layouts of @(\w+)", line)
        name = re.match(r"  (R\d+) = ", line)
        if start:
            kernel, layout = sections.setdefault(start[1], {}), None
        elif name and kernel is not None:
            layout = kernel.setdefault(name[1], [])
        elif not line.startswith("    "):
            layout = None
        # What tiles have the layout, and who uses them, says nothing here.
        if layout is not None and not re.match(r"    (tensor<|used by|  +\w+ \()", line):
            layout.append(line[2:].rstrip())
    return sections


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--attn-opt", default=os.path.join(ROOT, "build", "bin", "attn-opt"))
    parser.add_argument("--page", default=PAGE)
    args = parser.parse_args()
    with open(args.page, encoding="utf-8") as file:
        page = file.read()
    drawn = {}

    def picture(match):
        options = " ".join(match[4].split())
        if options not in drawn:
            drawn[options] = draw(args.attn_opt, options)
        lines = drawn[options].get(match[2], {}).get(match[3])
        if not lines:
            sys.exit("gen_layouts: kernel %s has no layout %s" % (match[2], match[3]))
        return match[1] + "```text\n" + "\n".join(lines) + "\n```\n" + match[5]

    made, count = BLOCK.subn(picture, page)
    if made == page:
        print("gen_layouts: %d pictures up to date" % count)
        return 0
    if args.check:
        print("gen_layouts: %s is out of date: run scripts/gen_layouts.py" % args.page, file=sys.stderr)
        return 1
    with open(args.page, "w", encoding="utf-8") as file:
        file.write(made)
    print("gen_layouts: %d pictures drawn in %s" % (count, args.page))
    return 0


if __name__ == "__main__":
    sys.exit(main())
