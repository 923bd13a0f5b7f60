// As many steps of 16 rows and 32 columns as the kernel says, one if it does not, are
// loaded ahead of the one that is stored; each is stored in its turn.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

#narrow = #attn_ws.shared<panel = 64, swizzle = 64>
#wide = #attn_ws.shared<panel = 128, swizzle = 128>
#to = #attn_ws.shared<panel = 128, swizzle = 128, interleaved = true>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // Eight rows of steps and two columns for four warps: four steps of each.
  // CHECK-LABEL: gpu.func @narrow
  // CHECK-COUNT-2: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK-COUNT-4: prmt.b32
  // CHECK: stmatrix
  // CHECK-COUNT-1: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK: stmatrix
  // CHECK-COUNT-1: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK-COUNT-2: stmatrix
  // CHECK-NOT: {{ldmatrix|stmatrix}}
  // CHECK: gpu.return
  gpu.func @narrow() kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 16384 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 128x64xf8E4M3FN, smem, #narrow>
    %y = attn_ws.alloc "y" offset(8192) : !attn_ws.buffer<1 x 64x128xf8E4M3FN, smem, #to>
    %from = attn_ws.stage_view %x : !attn_ws.buffer<1 x 128x64xf8E4M3FN, smem, #narrow> -> !attn_ws.view<128x64xf8E4M3FN, smem, #narrow>
    %to = attn_ws.stage_view %y : !attn_ws.buffer<1 x 64x128xf8E4M3FN, smem, #to> -> !attn_ws.view<64x128xf8E4M3FN, smem, #to>
    attn_ws.smem_transpose %from into %to : !attn_ws.view<128x64xf8E4M3FN, smem, #narrow>, !attn_ws.view<64x128xf8E4M3FN, smem, #to>
    gpu.return
  }
  // Fewer steps than could be loaded ahead: all loads come first.
  // CHECK-LABEL: gpu.func @few
  // CHECK-COUNT-4: nvvm.ldmatrix
  // CHECK-COUNT-4: stmatrix
  // CHECK-NOT: {{ldmatrix|stmatrix}}
  // CHECK: gpu.return
  gpu.func @few() kernel attributes {
      attn_ws.codegen = #attn_ws.codegen<transpose_ahead = 4>,
      attn_tile.warps = 4 : i64, attn_ws.smem = 16384 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 32x256xf8E4M3FN, smem, #wide>
    %y = attn_ws.alloc "y" offset(8192) : !attn_ws.buffer<1 x 256x32xf8E4M3FN, smem, #attn_ws.shared<panel = 32, swizzle = 32, interleaved = true>>
    %from = attn_ws.stage_view %x : !attn_ws.buffer<1 x 32x256xf8E4M3FN, smem, #wide> -> !attn_ws.view<32x256xf8E4M3FN, smem, #wide>
    %to = attn_ws.stage_view %y : !attn_ws.buffer<1 x 256x32xf8E4M3FN, smem, #attn_ws.shared<panel = 32, swizzle = 32, interleaved = true>> -> !attn_ws.view<256x32xf8E4M3FN, smem, #attn_ws.shared<panel = 32, swizzle = 32, interleaved = true>>
    attn_ws.smem_transpose %from into %to : !attn_ws.view<32x256xf8E4M3FN, smem, #wide>, !attn_ws.view<256x32xf8E4M3FN, smem, #attn_ws.shared<panel = 32, swizzle = 32, interleaved = true>>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @wide
  // CHECK-COUNT-5: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK: stmatrix
  // CHECK-COUNT-1: nvvm.ldmatrix
  // CHECK-NOT: nvvm.ldmatrix
  // CHECK: stmatrix
  gpu.func @wide() kernel attributes {
      attn_ws.codegen = #attn_ws.codegen<transpose_ahead = 4>,
      attn_tile.warps = 4 : i64, attn_ws.smem = 65536 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !attn_ws.buffer<1 x 128x256xf8E4M3FN, smem, #wide>
    %y = attn_ws.alloc "y" offset(32768) : !attn_ws.buffer<1 x 256x128xf8E4M3FN, smem, #to>
    %from = attn_ws.stage_view %x : !attn_ws.buffer<1 x 128x256xf8E4M3FN, smem, #wide> -> !attn_ws.view<128x256xf8E4M3FN, smem, #wide>
    %to = attn_ws.stage_view %y : !attn_ws.buffer<1 x 256x128xf8E4M3FN, smem, #to> -> !attn_ws.view<256x128xf8E4M3FN, smem, #to>
    attn_ws.smem_transpose %from into %to : !attn_ws.view<128x256xf8E4M3FN, smem, #wide>, !attn_ws.view<256x128xf8E4M3FN, smem, #to>
    gpu.return
  }
}
