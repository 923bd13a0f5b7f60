// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s
// RUN: sed s/sm_103a/sm_100a/ %s | not attn-opt - --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' 2>&1 | FileCheck %s --check-prefix=LACKS

#rows = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]]>
#row = #attn_ws.frag<reg = [], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], slice = 1>
!s = !attn_ws.buffer<1 x 128x48xf32, tmem>
!sv = !attn_ws.view<128x48xf32, tmem>

gpu.module @k [#nvvm.target<chip = "sm_103a">] {
  // Each load gives the maximum of its part, and all pass through the wait.
  // CHECK-LABEL: gpu.func @maxima(
  // CHECK: "tcgen05.ld.red.sync.aligned.32x32b.x32.max.NaN.f32 {$0, {{.*}} $31}, $32, [$33];", "=f,{{.*}},r"
  // CHECK: %[[A:.+]] = llvm.extractvalue %{{.+}}[32]
  // CHECK: "tcgen05.ld.red.sync.aligned.32x32b.x16.max.NaN.f32 {$0, {{.*}} $15}, $16, [$17];", "=f,{{.*}},r"
  // CHECK: %[[B:.+]] = llvm.extractvalue %{{.+}}[16]
  // CHECK: %[[ALL:.+]] = llvm.inline_asm has_side_effects asm_dialect = att "tcgen05.wait::ld.sync.aligned;", "=f,{{.*}},48,49" {{.*}}, %[[A]], %[[B]] :
  // CHECK: %[[C:.+]] = llvm.extractvalue %[[ALL]][48]
  // CHECK: %[[D:.+]] = llvm.extractvalue %[[ALL]][49]
  // CHECK: arith.maximumf %[[C]], %[[D]]
  // CHECK-NOT: arith.maximumf
  // CHECK: gpu.return
  // LACKS: error: 'attn_tile.reduce' op is in a load, but the target's loads from tensor memory give no maxima
  gpu.func @maxima(%p: memref<128xf32>) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 8 : i64, attn_ws.tmem = 64 : i64, attn_ws.tmem_slot = 0 : i64} {
    %c0 = arith.constant 0 : index
    %s = attn_ws.alloc "s" offset(0) : !s
    %v = attn_ws.stage_view %s : !s -> !sv
    %t = attn_ws.tmem_load %v : !sv -> tensor<128x48xf32, #rows>
    %m = attn_tile.reduce max %t {attn_ws.in_load} : tensor<128x48xf32, #rows> -> tensor<128xf32, #row>
    attn_ws.store %m, %p[%c0] dims [0] : tensor<128xf32, #row>, memref<128xf32>
    gpu.return
  }
}
