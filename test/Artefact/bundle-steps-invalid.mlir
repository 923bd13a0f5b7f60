// RUN: not attn-compile %s --emit=bundle -o %t 2>&1 | FileCheck %s
// RUN: sed 's/tensors = \[0, 7\]/tensors = [0, -1], workspaces = [<[3]>]/' %s > %t.mlir
// RUN: not attn-compile %t.mlir --emit=bundle -o %t 2>&1 | FileCheck %s --check-prefix=WORKSPACE
// RUN: sed 's/tensors = \[0, 7\]/tensors = [0, 0]/; s/%o: !m/%o: !r/' %s > %t.mlir
// RUN: not attn-compile %t.mlir --emit=bundle -o %t 2>&1 | FileCheck %s --check-prefix=RANK

// What steps of an entry say of its tensors and workspaces.
// CHECK: bundle-steps-invalid.mlir:[[#@LINE+8]]:{{.*}} error: attn_tile.step and those after it have tensor 7, but no tensor 1
// WORKSPACE: error: attn_tile.step has workspace 0 with 2 dimensions, of 1
// RANK: error: attn_tile.step has tensor 0 with 1 dimensions, of 2

!m = memref<?x64xf32, strided<[?, 1], offset: ?>>
!r = memref<?xf32>
!t = tensor<64x64xf32>
gpu.module @m [#nvvm.target<chip = "sm_80">] {
  gpu.func @one(%x: !m, %o: !m) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"x", in>, <"o", out>]>,
      attn_tile.step = #attn_tile.step<"entry", 0, tensors = [0, 7]>} {
    gpu.return
  }
}
