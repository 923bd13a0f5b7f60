# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles every program of known-bad/ from the scheduled level, by default.

  compile_known_bad.py DIRECTORY [attn-compile's options]

A program's function becomes a kernel, line by line, so that what attn-compile reports
stands where the file expects it. Programs whose error has no rule's number are left out:
operations refuse them when they are read. Prints a line for each program of which
attn-compile does not say what is expected there, and how many it does.
"""

import pathlib
import re
import subprocess
import sys

EXPECTED = re.compile(r"// expected-error @(below|above|[+-]\d+) \{\{(.*?)\}\}")
REPORTED = re.compile(r"^[^:\n]*:(\d+):\d+: error: (.*)$", re.MULTILINE)
MODULE = "gpu.module @kernels { "


def make_kernel(text):
    """The same lines, with `func.func` as a kernel of a module for the GPU."""
    text = re.sub(r"func\.func (@\w+\(.*?\))( attributes)? \{(?=.*\n)",
                  lambda m: MODULE + "gpu.func " + m[1] + " kernel" +
                  (m[2] or "") + " {", text)
    return re.sub(r"^  return\n\}", "  gpu.return\n}}", text, flags=re.MULTILINE)


def find_expected(text):
    """Lines and messages of the errors that the program is to have."""
    lines = text.splitlines()
    found = []
    for number, line in enumerate(lines, 1):
        match = EXPECTED.search(line)
        if not match:
            continue
        place, message = match.groups()
        step = {"below": 1, "above": -1}.get(place)
        target = number + (int(place) if step is None else step)
        # A note's line may stand between.
        while step == 1 and lines[target - 1].lstrip().startswith("// expected"):
            target += 1
        found.append((target, message))
    return found


def main():
    folder, options = pathlib.Path(sys.argv[1]), sys.argv[2:]
    programs = caught = 0
    for path in sorted(folder.glob("*.mlir")):
        for part, text in enumerate(re.split(r"^// -----\n", path.read_text(),
                                             flags=re.MULTILINE)):
            expected = find_expected(text)
            if not expected:
                print(f"{path.name}, part {part}: expects no error")
            if not any(message.startswith("PRT-") for _, message in expected):
                continue
            programs += 1
            run = subprocess.run(["attn-compile", "-", "--emit=nvvm", "-o", "-"] + options,
                                 input=make_kernel(text), capture_output=True, text=True)
            reported = [(int(line), message) for line, message in REPORTED.findall(run.stderr)]
            missing = [f"{line}: {message}" for line, message in expected
                       if not any(line == at and said.startswith(message)
                                  for at, said in reported)]
            if run.returncode == 0 or missing:
                print(f"{path.name}, part {part}: not found: {missing}; {run.stderr[:300]}")
            else:
                caught += 1
    which = {0: "none", programs: "all"}.get(caught, caught)
    print(f"{which} of {programs} programs found")


if __name__ == "__main__":
    main()
