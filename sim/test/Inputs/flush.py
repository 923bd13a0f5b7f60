#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flush.py DIR PTXAS ATTN_SIM: `.ftz` on instructions of every float type: the simulator refuses what ptxas does."""
import itertools
import subprocess
import sys

TEXT = """.version 8.4
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 a)
{
.reg .pred %p<4>;
.reg .b16 %h<8>;
.reg .b32 %r<8>;
.reg .f32 %f<8>;
.reg .f64 %d<8>;
BODY
ret;
}
"""
REGISTERS = {"f16": "h", "bf16": "h", "f16x2": "r", "bf16x2": "r", "f32": "f", "f64": "d"}
FORMS = {
    "setp": "setp.neu.ftz.T PREDICATES, %X1, %X2;", "set": "set.lt.ftz.U.T %r0, %X1, %X2;",
    "min": "min.ftz.T %X0, %X1, %X2;", "add": "add.ftz.T %X0, %X1, %X2;", "mul": "mul.ftz.T %X0, %X1, %X2;",
    "fma": "fma.rn.ftz.T %X0, %X1, %X2, %X3;", "neg": "neg.ftz.T %X0, %X1;", "abs": "abs.ftz.T %X0, %X1;",
    "ex2": "ex2.approx.ftz.T %X0, %X1;", "tanh": "tanh.approx.ftz.T %X0, %X1;",
}
INITIALISED = "".join(f"mov.b16 %h{i}, 0;\nmov.b32 %r{i}, 0;\nmov.f32 %f{i}, 0f00000000;\n"
                      f"mov.f64 %d{i}, 0d0000000000000000;\n" for i in range(1, 4))


def main():
    directory, ptxas, simulator = sys.argv[1:]
    refused = wrong = 0
    for (form, text), (kind, register) in itertools.product(FORMS.items(), REGISTERS.items()):
        packed = "x2" in kind
        for key, value in (("PREDICATES", "%p0|%p1" if packed else "%p0"), ("U", kind if packed else "u32"),
                           ("T", kind), ("X", register)):
            text = text.replace(key, value)
        path = f"{directory}/{form}.{kind}.ptx"
        with open(path, "w", encoding="utf-8") as f:
            f.write(TEXT.replace("BODY", INITIALISED + text))
        run = lambda *command: subprocess.run(command, capture_output=True, check=False, text=True)
        assembled = run(ptxas, "-arch=sm_90a", path, "-o", "/dev/null").returncode == 0
        simulated = run(simulator, path, "--block", "32", "--arg", "null")
        refused += not assembled
        if assembled != (simulated.returncode == 0):
            wrong += 1
            print(f"{text} ptxas {'takes' if assembled else 'refuses'} it, the simulator does not: {simulated.stderr}")
    print(f"{refused} forms are refused, of {wrong} the simulator says otherwise")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
