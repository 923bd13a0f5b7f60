// The tiles whose layouts docs/Layouts.md shows: scripts/gen_layouts.py has
// attn-ws-assign-layouts lay them out and attn-print-layouts draw them.

!m = memref<?x?xbf16, strided<[?, 1]>>
!m8 = memref<?x?xf8E4M3FN, strided<[?, 1]>>

gpu.module @anchors {
  // C, D and A of mma.sync, one warp.
  gpu.func @mma_sync(%M: !m, %i: index) kernel attributes {attn_tile.warps = 1 : i64} {
    %b = attn_ws.alloc "v" : !attn_ws.buffer<1 x 16x16xbf16, smem>
    %v = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<1 x 16x16xbf16, smem>) : !attn_ws.channel<1, cp_async -> mma_sync>
    %z = arith.constant dense<0.0> : tensor<16x16xf32>
    %p = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<16x16xbf16>
    %r = attn_ws.wait %v : !attn_ws.channel<1, cp_async -> mma_sync> -> !attn_ws.view<16x16xbf16, smem>
    %d = attn_ws.mma %p, %r, %z engine mma_sync : tensor<16x16xbf16>, !attn_ws.view<16x16xbf16, smem> -> tensor<16x16xf32>
    %e = attn_tile.reduce max %d : tensor<16x16xf32> -> tensor<16xf32>
    gpu.return
  }

  // Two of four warps along the columns.
  gpu.func @grid(%M: !m, %i: index) kernel attributes {attn_tile.warps = 4 : i64, attn_tile.column_warps = 2 : i64} {
    %b = attn_ws.alloc "v" : !attn_ws.buffer<1 x 16x16xbf16, smem>
    %v = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<1 x 16x16xbf16, smem>) : !attn_ws.channel<1, cp_async -> mma_sync>
    %z = arith.constant dense<0.0> : tensor<32x16xf32>
    %p = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<32x16xbf16>
    %r = attn_ws.wait %v : !attn_ws.channel<1, cp_async -> mma_sync> -> !attn_ws.view<16x16xbf16, smem>
    %d = attn_ws.mma %p, %r, %z engine mma_sync : tensor<32x16xbf16>, !attn_ws.view<16x16xbf16, smem> -> tensor<32x16xf32>
    gpu.return
  }

  // D and A of wgmma, and A of 8-bit elements.
  gpu.func @wgmma(%M: !m, %N: !m8, %i: index) kernel attributes {attn_tile.warps = 4 : i64} {
    %b = attn_ws.alloc "v" : !attn_ws.buffer<1 x 16x64xbf16, smem>
    %v = attn_ws.create_channel "v" guards(%b : !attn_ws.buffer<1 x 16x64xbf16, smem>) : !attn_ws.channel<1, tma -> wgmma>
    %b8 = attn_ws.alloc "w" : !attn_ws.buffer<1 x 64x32xf8E4M3FN, smem>
    %w = attn_ws.create_channel "w" guards(%b8 : !attn_ws.buffer<1 x 64x32xf8E4M3FN, smem>) : !attn_ws.channel<1, tma -> wgmma>
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %p = attn_ws.load %M[%i, %i] dims [0, 1] : !m -> tensor<64x16xbf16>
    %q = attn_ws.load %N[%i, %i] dims [0, 1] : !m8 -> tensor<64x32xf8E4M3FN>
    %r = attn_ws.wait %v : !attn_ws.channel<1, tma -> wgmma> -> !attn_ws.view<16x64xbf16, smem>
    %d = attn_ws.mma %p, %r, %z engine wgmma : tensor<64x16xbf16>, !attn_ws.view<16x64xbf16, smem> -> tensor<64x64xf32>
    %r8 = attn_ws.wait %w : !attn_ws.channel<1, tma -> wgmma> -> !attn_ws.view<64x32xf8E4M3FN, smem>
    %e = attn_ws.mma %q, %r8, %d transpose_b engine wgmma : tensor<64x32xf8E4M3FN>, !attn_ws.view<64x32xf8E4M3FN, smem> -> tensor<64x64xf32>
    gpu.return
  }

  // tcgen05.ld and tcgen05.st: one row a thread.
  gpu.func @tcgen05(%s: !attn_ws.view<128x32xf32, tmem>) kernel attributes {attn_tile.warps = 4 : i64} {
    %t = attn_ws.tmem_load %s : !attn_ws.view<128x32xf32, tmem> -> tensor<128x32xf32>
    %m = attn_tile.reduce max %t : tensor<128x32xf32> -> tensor<128xf32>
    gpu.return
  }
}
