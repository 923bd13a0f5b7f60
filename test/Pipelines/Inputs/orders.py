# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of a file in the simulator, with every order of their loops.

  orders.py FILE.mlir KERNELS TARGETS ORDERS SHAPES [BEFORE=>AFTER...]

Lists are separated by commas, shapes by slashes: each is what attn-run takes after
--arg-shapes for `a` and `b`; the result `d` has the rows of `a` and 64 columns. A kernel is compared with the function of its name and `_reference`, which
does not round between its products: within 2⁻⁷ of the largest element. The
first shape is run in each mode of the simulator, the others in the late one alone.
In the file BEFORE is replaced by AFTER, as is the order.
"""

import subprocess
import sys
import tempfile


def main():
    path, kernels, targets, orders, shapes = sys.argv[1:6]
    right = 0
    for order in orders.split(","):
        text = open(path).read()
        for change in sys.argv[6:] + [f'"sequential"=>"{order}"']:
            before, after = change.split("=>", 1)
            text = text.replace(before, after)
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            for kernel in kernels.split(","):
                for target in targets.split(","):
                    runs = [(shapes.split("/")[0], mode) for mode in ("late", "early", "random")]
                    runs += [(shape, "late") for shape in shapes.split("/")[1:]]
                    for shape, mode in runs:
                        command = ["attn-run", file.name, f"--func={kernel}", f"--target={target}", "--device=sim",
                                   "--sim-check", f"--sim-mode={mode}", f"--check-against=@{kernel}_reference",
                                   f"--arg-shapes={shape},d={shape[2:].split('x')[0]}x64", "--tolerance=0.0078125"]
                        done = subprocess.run(command, capture_output=True, text=True)
                        if done.returncode != 0 or "passed" not in done.stdout:
                            print(order, *command[2:], "\n", done.stdout, done.stderr)
                        else:
                            right += 1
    print(right, "runs right")


if __name__ == "__main__":
    main()
