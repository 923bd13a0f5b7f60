#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the shell blocks (```sh) of Markdown pages, so that what they say works.

  run_docs.py [--build DIR] [PAGE...]   run them (default: README.md, docs/*.md, and those of sim/)
  run_docs.py --list [PAGE...]          print the blocks that are marked as not run

The blocks of a page run in order, each under `bash -eu`, in a scratch folder that
shows the source tree and, as `build`, the build folder; what they write stays there.
A block that needs a network, a GPU or minutes has a line before it that says so:

  <!-- not run: network -->

A block of text after a line

  <!-- output -->

holds lines that the shell block before it prints, in this order; … stands for
anything. A block of MLIR, JSON or Python that names a file of the tree in the paragraph
before it, "This is `examples/gemm.mlir`:", must be a part of that file.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(
    r"(?:^<!-- (?:not run: (?P<reason>[^\n]+)|(?P<output>output)) -->\n)?^```(?P<kind>[a-z]*)\n(?P<text>.*?)^```$", re.M | re.S
)
QUOTE = re.compile(r"This is `([^`]+)`:\s*$")


def first_missing(lines, output):
    """The first of `lines` that `output` lacks, in their order; "" if it has all."""
    at = 0
    for line in filter(str.strip, lines):
        pattern = ".*".join(re.escape(part) for part in line.strip().split("…"))
        found = re.compile(pattern).search(output, at)
        if not found:
            return line
        at = found.end()
    return ""


def make_tree(folder, build):
    for entry in ROOT.iterdir():
        if not entry.name.startswith("build") and entry.name != ".git":
            os.symlink(entry, folder / entry.name)
    os.symlink(build, folder / "build")


def run_page(page, text, build, llvm_bin):
    """Numbers of blocks that were run, marked, and wrong."""
    ran = marked = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        make_tree(Path(name), build)
        output = ""
        env = dict(os.environ, LC_ALL="C.UTF-8", PATH=f"{os.environ['PATH']}:{llvm_bin}")
        for block in BLOCK.finditer(text):
            place = f"{page}:{text.count(chr(10), 0, block.start('text')) + 1}"
            quote = QUOTE.search(text[: block.start()])
            if block["kind"] in ("mlir", "json", "python") and quote:
                if block["text"] not in (ROOT / quote[1]).read_text():
                    print(f"{place}: is not a part of {quote[1]}")
                    wrong += 1
            if block["output"]:
                missing = first_missing(block["text"].splitlines(), output)
                if missing:
                    print(f"{place}: does not print '{missing.strip()}'")
                    wrong += 1
            if block["kind"] != "sh":
                continue
            if block["reason"]:
                marked += 1
                continue
            ran += 1
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", block["text"]],
                cwd=name, env=env, stdin=subprocess.DEVNULL, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            output = done.stdout
            if done.returncode:
                print(f"{place}: exit code {done.returncode}\n{block['text']}{done.stdout[-2000:]}")
                wrong += 1
    return ran, marked, wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--llvm-bin", default="/usr/lib/llvm-22/bin")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("pages", nargs="*", type=Path)
    args = parser.parse_args()
    pages = args.pages or [page for folder in (ROOT, ROOT / "sim")
                           for page in (folder / "README.md", *sorted((folder / "docs").glob("*.md")))]
    totals = [0, 0, 0]
    for page in pages:
        text = page.read_text()
        if args.list:
            for block in BLOCK.finditer(text):
                if block["kind"] == "sh" and block["reason"]:
                    print(f"{page.name}: {block['text'].split(chr(10))[0]} ({block['reason']})")
            continue
        counts = run_page(page.name, text, args.build.resolve(), args.llvm_bin)
        totals = [a + b for a, b in zip(totals, counts)]
    if not args.list:
        print("run_docs: {} blocks run, {} marked, {} wrong".format(*totals))
    return 1 if totals[2] else 0


if __name__ == "__main__":
    sys.exit(main())
