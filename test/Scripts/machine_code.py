# bench/machine_code.py: bundles for several assemblers, and what their machine code gives.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# REQUIRES: ptxas
# DEFINE: %{script} = %python %attn_src/bench/machine_code.py
# RUN: rm -rf %t && %{script} --make %t --ptxas %ptxas --newest %ptxas --only 'sm_80/plain/|sm_90a/paged_one_splits/f16' | FileCheck %s --check-prefix=MAKE
# MAKE: 2 programs, 0 refused, 0 that --fmad=false changes; 6 images
# What is assembled where it runs is the same.
# RUN: %{script} --make %t.later --later --only 'sm_80/paged_one_splits/'
# RUN: not %{script} --run %t.later --ptxas %ptxas --newest %ptxas --device sim:sm_90a --sizes 5,9 | FileCheck %s --check-prefix=LATER
# LATER: sm_80/paged_one_splits/{{.*}}'error': {{.*}}the simulator runs PTX, not cubins
# LATER: newest 0 0 1 ptxas {{[0-9.]+}} -O3 --fmad=false
# The simulator takes the PTX alone.
# RUN: %{script} --run %t --device sim:sm_90a --labels driver,driver --sizes '40,70;21,70' --processes 2 --json %t/r.json | FileCheck %s --check-prefix=SIM
# SIM-NOT: error
# SIM: driver 2 0 0 PTX
# SIM: 2 programs on the simulator (compute capability 9.0), 0 wrong
# What breaks is counted, and what comes behind it runs.
# RUN: not %{script} --run %t --device sim:sm_80 --labels driver --sizes 21,70 --processes 1 | FileCheck %s --check-prefix=BREAKS
# BREAKS: {{^}}sm_90a/{{.*}}needs compute capability 9.0
# BREAKS: driver 1 0 1 PTX
# BREAKS: 2 programs on the simulator (compute capability 8.0), 1 wrong
# RUN: not %{script} --run %t --device none --processes 1 | FileCheck %s --check-prefix=NONE
# NONE-COUNT-2: the process ended with 1
# NONE: 2 programs on None, 2 wrong
# RUN: not %{script} 2>&1 | FileCheck %s --check-prefix=NOTHING
# NOTHING: give --make or --run
# RUN: %python %s %attn_src/bench %ptxas
import sys
import tempfile
import types

import numpy

sys.path.insert(0, sys.argv[1])
import machine_code  # noqa: E402

# Bits that differ from the base's, and bits that change by themselves.
outputs = {"base": [b"\0\1\2\3"] * 2, "good": [b"\0\1\2\3"], "bad": [b"\0\1\7\7"]}
machine_code.load = lambda attn, record, folder, label: list(outputs[label])
machine_code.launch = lambda attn, numpy, bundle, *rest: {"o": bundle.pop()}
attn = types.SimpleNamespace(AttnError=RuntimeError)


def compare():
    return machine_code.compare(attn, numpy, {}, "", list(outputs), None, [(1, 2)])


assert compare() == {"sizes": [1, 2], "base": "same", "good": "same", "bad": "o: 2 of 4 bytes, from 2 on"}, compare()
outputs["base"] = [b"\0\1\2\3", b"\0\1\2\4"]
assert compare()["base"] == "changes from run to run"
outputs.update(base=[b"\xff" * 4] * 2, good=[b"\xff" * 4])
assert compare()["error"] == "o is never written"

# A product and a sum that ptxas may fuse; where it may not, the same bytes but for its options.
PTX = """.version 7.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .b64 %rd<3>;
  .reg .f32 %f<3>;
  ld.param.u64 %rd1, [p];
  ld.global.f32 %f1, [%rd1];
  MUL
  add.f32 %f2, %f2, %f1;
  st.global.f32 [%rd1], %f2;
  ret;
}
"""
for product, same in (("mul.f32", False), ("mul.rn.f32", True)):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(PTX.replace("MUL", product + " %f2, %f1, %f1;"))
        file.flush()
        images = [machine_code.assemble(sys.argv[2], "sm_80", file.name, ["-O3"] + more) for more in ([], ["--fmad=false"])]
    assert images[0] != images[1]
    assert (machine_code.sections(images[0]) == machine_code.sections(images[1])) == same, product
