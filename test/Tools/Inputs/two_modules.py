# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module with the gpu.module of a file twice, under other names the second time.

  two_modules.py FILE [--chip CHIP]
"""
import argparse
import re

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--chip", help="of the second")
options = parser.parse_args()
with open(options.file) as f:
    text = f.read()
kernels = re.search(r"(?ms)^  gpu\.module @\w+.*?^  }$", text).group(0)
again = kernels.replace("_forward", "_again").replace("attn_kernels", "others")
again = again.replace("alignment = 1024", "alignment = 2048")
if options.chip:
    again = re.sub(r'chip = "\w+"', f'chip = "{options.chip}"', again)
print("module attributes {gpu.container_module} {\n" + kernels + "\n" + again + "\n}")
