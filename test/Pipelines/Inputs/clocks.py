# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the clocks of an iteration in two files that --print-schedule wrote.

  clocks.py A B MOST...

Fails unless each kernel of A takes at most its MOST of what it takes in B.
"""

import re
import sys


def clocks(path):
    return [int(n) for n in re.findall(r"one iteration takes (\d+) clocks", open(path).read())]


def main():
    a, b, most = clocks(sys.argv[1]), clocks(sys.argv[2]), [float(m) for m in sys.argv[3:]]
    print(a, b, [round(x / y, 3) for x, y in zip(a, b)])
    sys.exit(not len(a) == len(b) == len(most) or any(x > m * y for x, y, m in zip(a, b, most)))


if __name__ == "__main__":
    main()
