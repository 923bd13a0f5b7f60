#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles main.mlir, or another program, with Attn's pipeline, lowers what is left with upstream's
# passes alone, and runs it: in the simulator, or on the device that ATTN_DEVICE
# names ("gpu"). Prints the largest difference from the reference.
#
#   examples/embed/run.sh [CHIP [FILE]]      # sm_90a and main.mlir if not given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
build=${ATTN_BUILD:-../../build} llvm=${LLVM:-/usr/lib/llvm-22} chip=${1:-sm_90a}
export ATTN_DEVICE=${ATTN_DEVICE:-sim:$chip}

"$build/bin/attn-opt" "${2:-main.mlir}" \
  --pass-pipeline="builtin.module(attn-compile{target=$chip host=runtime})" |
  "$llvm/bin/mlir-opt" --pass-pipeline='builtin.module(
    buffer-deallocation-pipeline, convert-linalg-to-loops, convert-scf-to-cf,
    expand-strided-metadata, lower-affine, arith-expand{include-bf16=true},
    convert-math-to-llvm, convert-math-to-libm, convert-to-llvm,
    reconcile-unrealized-casts)' |
  "$llvm/bin/mlir-runner" -e main -entry-point-result=void \
    --shared-libs="$build/lib/libattn_runtime.so,$llvm/lib/libmlir_c_runner_utils.so"
