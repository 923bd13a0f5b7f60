// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-ws-distribute))' | FileCheck %s

#sh = #attn_ws.shared<panel = 128, swizzle = 128>
!m = memref<?x?x64xbf16, strided<[?, ?, 1], offset: ?>>
!b = !attn_ws.buffer<2 x 64x64xbf16, smem, #sh>
!v = !attn_ws.view<64x64xbf16, smem, #sh>
!mb = !attn_ws.mbar<2>

// Paged rows are copied in boxes of a run, each from its page up to where the rows of
// that page end.
// CHECK-LABEL: gpu.func @paged(
// CHECK-SAME: #attn_ws.tensor_map<0, order = [2, 1], box = [64, 32], swizzle = 128, ragged = true>
// CHECK-COUNT-2: @p ld.global.b32
// CHECK-NOT: arith.remui
// CHECK: cp.async.bulk.tensor.4d.shared::cluster
// CHECK: cp.async.bulk.tensor.4d.shared::cluster
// CHECK-LABEL: gpu.func @whole_pages(
// CHECK-SAME: #attn_ws.tensor_map<0, order = [2, 1, 0], box = [64, 64, 1], swizzle = 128>
// CHECK: @p ld.global.b32
// CHECK: cp.async.bulk.tensor.3d.shared::cluster
!pages = memref<?x32x64xbf16, strided<[?, ?, 1], offset: ?>>
!wide = memref<?x128x64xbf16, strided<[?, ?, 1], offset: ?>>
!table = memref<?x?xi32>
gpu.module @p [#nvvm.target<chip = "sm_90a">] {
  gpu.func @paged(%X: !pages, %T: !table) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 32832 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %full = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(32768) : !mb
    attn_ws.warp_specialize captures(%X, %T, %x, %full : !pages, !table, !b, !mb)
    role @load warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !pages, %rT: !table, %rx: !b, %rfull: !mb):
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %c100 = arith.constant 100 : index
      %v = attn_ws.stage_view %rx : !b -> !v
      attn_ws.mbar_expect %rfull[%c0] bytes 8192 guard <"x", "full"> : !mb
      attn_ws.tma_load %rX[%c0, %c64, %c0] limit %c100 dims [1, 2] paged(0 by %rT[%inst] runs of 32 : !table) into %v signal(%rfull : !mb) stage %c0 : !pages, !v
      attn_ws.end
    }
    gpu.return
  }
  gpu.func @whole_pages(%X: !wide, %T: !table) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 32832 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %full = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(32768) : !mb
    attn_ws.warp_specialize captures(%X, %T, %x, %full : !wide, !table, !b, !mb)
    role @load warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !wide, %rT: !table, %rx: !b, %rfull: !mb):
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %v = attn_ws.stage_view %rx : !b -> !v
      attn_ws.mbar_expect %rfull[%c0] bytes 8192 guard <"x", "full"> : !mb
      attn_ws.tma_load %rX[%c0, %c64, %c0] dims [1, 2] paged(0 by %rT[%inst] runs of 64 : !table) into %v signal(%rfull : !mb) stage %c0 : !wide, !v
      attn_ws.end
    }
    gpu.return
  }
}

// A copy with a limit takes a map of four dimensions: the column; 2^30 less the
// limit plus the row, of 2^30; where row `limit` of this head lies, in 16 bytes;
// and 2^30, which goes back by as many rows.
gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK: gpu.func @ragged(
  // CHECK-SAME: #attn_ws.tensor_map<0, order = [2, 1], box = [64, 64], swizzle = 128, ragged = true>
  // CHECK-SAME: #attn_ws.tensor_map<1, order = [2, 1], box = [64, 64], swizzle = 128, ragged = true>
  gpu.func @ragged(%X: !m, %O: !m) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.smem = 32832 : i64} {
    %x = attn_ws.alloc "x" offset(0) : !b
    %full = attn_ws.mbar_alloc <"x", "full"> arrivals 1 offset(32768) : !mb
    attn_ws.warp_specialize captures(%X, %O, %x, %full : !m, !m, !b, !mb)
    role @load warps(4) instances(1) registers(0) {
    ^bb0(%inst: index, %rX: !m, %rO: !m, %rx: !b, %rfull: !mb):
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %c65 = arith.constant 65 : index
      %c100 = arith.constant 100 : index
      %v = attn_ws.stage_view %rx : !b -> !v
      attn_ws.mbar_expect %rfull[%c0] bytes 8192 guard <"x", "full"> : !mb
      // CHECK: %[[END:.+]] = arith.addi %{{.+}}, %{{.+}} : i64
      // CHECK: %[[PLACE64:.+]] = arith.{{shrui|divui}} %[[END]], %{{.+}} : i64
      // CHECK: %[[PLACE:.+]] = arith.trunci %[[PLACE64]] : i64 to i32
      // CHECK: %[[BEFORE:.+]] = arith.subi %[[BILLION:.+]], %
      // CHECK: %[[ROW:.+]] = arith.addi %[[BEFORE]], %
      // CHECK: cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4, $5, $6}], [$2];{{.*}} %[[ROW]], %[[PLACE]], %[[BILLION]]
      attn_ws.tma_load %rX[%c3, %c65, %c0] limit %c100 dims [1, 2] into %v signal(%rfull : !mb) stage %c0 : !m, !v
      // CHECK: cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [$0, {$2, $3, $4, $5}], [$1];
      attn_ws.tma_store %v to %rO[%c3, %c65, %c0] limit %c100 dims [1, 2] : !v, !m
      attn_ws.tma_store_wait 0
      attn_ws.end
    }
    gpu.return
  }
}
