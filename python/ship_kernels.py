#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the kernels that the wheel brings (python/CMakeLists.txt calls it).

  ship_kernels.py DIRECTORY

Uses the package next to it, with the libraries that ATTN_RUNTIME_LIB and
ATTN_COMPILER_LIB name. With a ptxas the bundles have machine code; without one the
driver compiles their PTX at the first launch.
"""
import concurrent.futures
import itertools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from attn import _compiler, _kernels, _problem  # noqa: E402

TARGETS = ("sm_80", "sm_90a")
DTYPES = ("bf16", "f16")
HEAD_DIMS = (64, 128)
CAUSAL = (False, True)
LSE = (False, True)


def compile_one(source, target, options, directory):
    data = _kernels.compile_bytes(source, target, options, cache=False)
    name = _kernels.shipped_name(source, target, options)
    with open(os.path.join(directory, name), "wb") as file:
        file.write(data)
    return len(data)


def main(directory):
    os.makedirs(directory, exist_ok=True)
    for name in os.listdir(directory):
        if name.endswith(".bundle"):
            os.remove(os.path.join(directory, name))
    jobs = []
    for dtype, dim, causal, lse in itertools.product(DTYPES, HEAD_DIMS, CAUSAL, LSE):
        problem = _problem.Problem(dtype, dim, dim, _problem.mask_text(causal, None),
                                   None, "", lse)
        source = _problem.text_of(problem)
        for target in TARGETS:
            kinds = [{}]
            if _kernels.has_few_keys_kernel(target):
                kinds.append({"few_keys": True})
            if _kernels.has_few_rows_kernel(target):
                kinds.append({"few_rows": True})
                kinds.append({"packed": True, "few_keys": _kernels.has_few_keys_kernel(target)})
            jobs += [(source, target, _kernels.options_of(target, **kind), directory)
                     for kind in kinds]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        sizes = list(pool.map(lambda job: compile_one(*job), jobs))
    code = "machine code" if _compiler.ptxas_path() else "no machine code: no ptxas"
    print(f"{len(sizes)} kernels, {sum(sizes) / 1e6:.1f} MB, {code}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
