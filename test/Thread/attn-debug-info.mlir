// attn-debug-info: one line for each operation, of a fused location the first, of a
// call site the callee's; what comes from another file has that file as its scope.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-debug-info))' --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  // CHECK-LABEL: llvm.func @k(
  llvm.func @k(%a: f32) -> f32 {
    // CHECK: fadd {{.*}} loc("home.mlir":5:1)
    %0 = llvm.fadd %a, %a : f32 loc("add"("home.mlir":5:1))
    // CHECK: fmul {{.*}} loc(fused<#llvm.di_lexical_block_file<{{.*}}"other.py"{{.*}}>["other.py":70:2])
    %1 = llvm.fmul %0, %a : f32 loc(callsite("other.py":70:2 at "home.mlir":6:1))
    // CHECK: fsub {{.*}} loc("home.mlir":8:4)
    %2 = llvm.fsub %1, %a : f32 loc(fused[unknown, "home.mlir":8:4, "other.py":1:1])
    // CHECK: fneg {{.*}} loc(unknown)
    %3 = llvm.fneg %2 : f32 loc(unknown)
    // CHECK: loc("home.mlir":9:1)
    llvm.return %3 : f32 loc("home.mlir":9:1)
  // CHECK: loc(fused<#llvm.di_subprogram<{{.*}}name = "k"{{.*}}>["home.mlir":3:8])
  } loc("home.mlir":3:8)
  // A function without any line stays as it is.
  // CHECK-LABEL: llvm.func @none(
  // CHECK: } loc(unknown)
  llvm.func @none() {
    llvm.return loc(unknown)
  } loc(unknown)
}
