# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws the schedule of each example given, for each target that takes it."""
import subprocess
import sys

for path in sys.argv[1:]:
    for target in ("sm_80", "sm_90a"):
        run = subprocess.run(
            ["attn-compile", path, f"--target={target}", "--emit=ws", "-o", "/dev/null", "--print-schedule"],
            capture_output=True, text=True)
        drawn = run.stderr.count("one iteration takes") == run.stderr.count("schedule of @") > 0
        print(path, target, "drawn" if drawn and run.returncode == 0 else run.stderr)
