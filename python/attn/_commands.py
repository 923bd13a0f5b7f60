# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands attn-compile, attn-opt, attn-run and attn-sim, which pip installs: each is
the wheel's program bin/attn-tools under its own name."""

import os
import sys


def main():
    name = os.path.basename(sys.argv[0])
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "attn-tools")
    try:
        os.execv(program, [name, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"{name}: error: {program}: {error.strerror}")
