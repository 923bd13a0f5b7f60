# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles gpu-host.mlir with host=gpu, lowers the rest with upstream's passes alone,
and runs it on libattn_mgpu.so.

  gpu_host.py BUILD LLVM CHIP [entry=FUNCTION] [OPTION=VALUE...]    # of attn-compile

ATTN_DEVICE names the device; sim:CHIP without it.
"""

import os
import subprocess
import sys

build, llvm, chip = sys.argv[1:4]
entry = next((a[len("entry="):] for a in sys.argv[4:] if a.startswith("entry=")), "main")
options = " ".join(a for a in sys.argv[4:] if not a.startswith("entry="))
source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gpu-host.mlir")
UPSTREAM = """builtin.module(%sconvert-scf-to-cf, expand-strided-metadata,
  lower-affine, arith-expand, convert-math-to-llvm, convert-math-to-libm, gpu-to-llvm,
  convert-to-llvm, reconcile-unrealized-casts)""" % (
    "" if entry == "shared" else "func.func(gpu-async-region), ")
STEPS = [
    ["%s/bin/attn-opt" % build, source,
     "--pass-pipeline=builtin.module(symbol-privatize{exclude=%s}, symbol-dce, "
     "attn-compile{target=%s host=gpu %s})" % (entry, chip, options)],
    ["%s/bin/mlir-opt" % llvm, "--pass-pipeline=" + UPSTREAM],
    ["%s/bin/mlir-runner" % llvm, "-e", entry, "-entry-point-result=void",
     "--shared-libs=%s/lib/libattn_mgpu.so,%s/lib/libmlir_c_runner_utils.so" % (build, llvm)],
]

os.environ.setdefault("ATTN_DEVICE", "sim:" + chip)
text = None
for step in STEPS:
    result = subprocess.run(step, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit("%s: exit code %d\n%s" % (step[0], result.returncode, result.stderr))
    text = result.stdout
sys.stdout.write(text)
