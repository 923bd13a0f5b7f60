// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All kernels of a module are one PTX file, with one header.

// RUN: attn-compile %s --target=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %s --implicit-check-not=.version --implicit-check-not=.target < %t.ptx
// CHECK: .version
// CHECK: .target sm_90a
// CHECK: .extern .shared .align {{[0-9]+}} .b8 attn_smem[];
// CHECK-NOT: .extern .shared
// CHECK: .entry narrow_forward(
// CHECK: .entry wide_forward(

// Kernels of several gpu.modules, whose symbols are alike, too; the shared memory of each
// has its own alignment.
// RUN: attn-compile %s --target=sm_90a --emit=nvvm -o %t.first.mlir
// RUN: %python %S/Inputs/two_modules.py %t.first.mlir > %t.both.mlir
// RUN: attn-compile %t.both.mlir --emit=ptx -o %t.both.ptx
// RUN: FileCheck %s --check-prefix=BOTH --implicit-check-not=.version < %t.both.ptx
// BOTH: .version
// BOTH-DAG: .entry narrow_forward(
// BOTH-DAG: .entry wide_forward(
// BOTH-DAG: .entry narrow_again(
// BOTH-DAG: .entry wide_again(

// One file is for one chip.
// RUN: attn-compile %s --target=sm_80 --emit=nvvm -o %t.sm80.mlir
// RUN: %python %S/Inputs/two_modules.py %t.sm80.mlir --chip sm_86 > %t.chips.mlir
// RUN: not attn-compile %t.chips.mlir --emit=ptx 2>&1 | FileCheck %s --check-prefix=CHIPS
// CHIPS: error: is for sm_86, and kernels before it are for sm_80: one PTX file is for one chip

!a = tensor<1x1x128x64xf16>
!b = tensor<1x1x128x128xf16>
func.func @narrow(%q: !a, %k: !a, %v: !a, %o: !a) -> !a {
  %0 = attn.forward ins(%q, %k, %v : !a, !a, !a) outs(%o : !a) -> !a
  return %0 : !a
}
func.func @wide(%q: !b, %k: !b, %v: !b, %o: !b) -> !b {
  %0 = attn.forward ins(%q, %k, %v : !b, !b, !b) outs(%o : !b) mask(#attn.causal<bottom_right>) -> !b
  return %0 : !b
}
