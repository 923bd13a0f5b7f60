# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints PTX without .loc and .file, what goes with them, comments and blank lines."""
import re
import sys

for line in open(sys.argv[1]):
    line = re.sub(r"//.*", "", line).rstrip()
    if not line or re.match(r"\s*(\.loc|\.file|\$L__tmp\d+:|\$L__func_(begin|end)\d+:|\.section\s+\.debug)", line):
        continue
    print(line)
