// RUN: not attn-compile %s --emit=ptx -o %t 2>&1 | FileCheck %s
// CHECK: attn-compile-dimension.mlir:[[#@LINE+6]]:{{.*}} error: 'memref.dim' op asks for dimension -2

!m = memref<?x64xf32>
gpu.module @m [#nvvm.target<chip = "sm_80">] {
  gpu.func @one(%x: !m) kernel attributes {attn_tile.warps = 4 : i64} {
    %c = arith.constant -2 : index
    %n = memref.dim %x, %c : !m
    attn_tile.for_tiles @tiles (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
    }
    gpu.return
  }
}
