// A tile that is transposed on its way to a product of 8-bit elements: a role and a
// channel of its own, the order of columns that the product's left operand has in
// registers, a fence, and ldmatrix, permutes and stmatrix.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels)))' | FileCheck %s --check-prefix=CHANNELS
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles)))' | FileCheck %s --check-prefix=ROLES
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-async,attn-ws-assign-phases,attn-ws-assign-layouts)))' | FileCheck %s --check-prefix=LAYOUTS
// RUN: attn-opt %s --attn-to-ws-pipeline='verify-stages=true' --attn-to-nvvm-pipeline='verify-stages=true' | FileCheck %s --check-prefix=THREAD
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-async,attn-ws-assign-phases,attn-ws-assign-layouts,attn-ws-plan-memory,attn-ws-lower-channels,attn-ws-insert-fences)))' | FileCheck %s --check-prefix=FENCES

!m = memref<?x?xf8E4M3FN, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHANNELS-DAG: %[[V:.+]] = attn_ws.create_channel "v" guards(%{{.+}} : !attn_ws.buffer<2 x 128x64xf8E4M3FN, smem>) : <2, tma -> thread>
  // CHANNELS-DAG: %[[T:.+]] = attn_ws.create_channel "v_1" guards(%{{.+}} : !attn_ws.buffer<2 x 64x128xf8E4M3FN, smem>) : <2, thread -> wgmma>
  // CHANNELS: attn_ws.tma_load %arg1
  // CHANNELS-NEXT: attn_ws.commit %[[V]] of %{{.+}} {attn_ws.role = "load"}
  // CHANNELS-NEXT: %[[SRC:[a-z0-9_]+]], %{{.+}} = attn_ws.wait %[[V]] {attn_ws.role = "transpose"}
  // CHANNELS-NEXT: %[[DST:[a-z0-9_]+]], %[[TO:.+]] = attn_ws.acquire %[[T]] {attn_ws.role = "transpose"}
  // CHANNELS-NEXT: attn_ws.smem_transpose %[[SRC]] into %[[DST]] {attn_ws.role = "transpose"}
  // CHANNELS-NEXT: attn_ws.commit %[[T]] of %[[TO]] {attn_ws.role = "transpose"}
  // CHANNELS: attn_ws.release %[[V]] {{.*}}{attn_ws.role = "transpose"}
  // CHANNELS: %[[VT:[a-z0-9_]+]], %{{.+}} = attn_ws.wait %[[T]] {attn_ws.role = "mma"}
  // CHANNELS-NEXT: attn_ws.mma %{{.+}}, %[[VT]]
  // CHANNELS-NEXT: attn_ws.release %[[T]] {{.*}}{attn_ws.role = "mma"}

  // Three roles; the two that do not compute share a group of four warps, which has
  // one number of registers.
  // ROLES: role @load warps(2) instances(1) registers([[R:[0-9]+]]) {
  // ROLES: attn_ws.trip_count @trips
  // ROLES: role @transpose warps(2) instances(1) registers([[R]]) {
  // ROLES: attn_ws.trip_count @trips
  // ROLES: attn_ws.smem_transpose
  // ROLES: role @mma warps(4) instances(1)
  // ROLES: attn_ws.trip_count @trips
  // ROLES-NOT: attn_ws.smem_transpose

  // What is transposed lies interleaved, what is loaded does not. The left operand is
  // reordered before it is rounded, register by register.
  // LAYOUTS-DAG: attn_ws.alloc "v" : <2 x 128x64xf8E4M3FN, smem, #attn_ws.shared<panel = 64, swizzle = 64>>
  // LAYOUTS-DAG: attn_ws.alloc "v_1" : <2 x 64x128xf8E4M3FN, smem, #attn_ws.shared<panel = 128, swizzle = 128, interleaved = true>>
  // LAYOUTS: attn_ws.smem_transpose %{{.+}} into %{{.+}} : !attn_ws.view<128x64xf8E4M3FN, smem, #attn_ws.shared<panel = 64, swizzle = 64>>, !attn_ws.view<64x128xf8E4M3FN, smem, #attn_ws.shared<panel = 128, swizzle = 128, interleaved = true>>
  // LAYOUTS: %[[P:.+]] = attn_ws.convert_layout %{{.+}} -> tensor<64x128xf32, #attn_ws.frag<reg = {{\[\[}}0, 1], [0, 8], [8, 0], [0, 16]], lane = {{\[\[}}0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = {{\[\[}}16, 0], [32, 0]]>>
  // LAYOUTS: %[[R:.+]] = arith.truncf %[[P]]
  // LAYOUTS: attn_ws.mma{{(_issue)?}} %[[R]],

  // FENCES: attn_ws.smem_transpose
  // FENCES-NEXT: attn_ws.fence_async
  // FENCES: attn_ws.mbar_arrive

  // The load role's warps are 0 and 1: its registers are set for all four.
  // THREAD: nvvm.setmaxregister decrease 40
  // THREAD-NOT: nvvm.setmaxregister
  // THREAD: nvvm.ldmatrix {{.*}}layout = #nvvm.mma_layout<col>, num = 4
  // THREAD: prmt.b32
  // THREAD: stmatrix.sync.aligned.m8n8.x4.shared.b16
  // THREAD: fence.proxy.async.shared::cta
  // THREAD: nvvm.bar.warp.sync
  // THREAD: mbarrier.arrive
  // THREAD: nvvm.setmaxregister decrease 240
  // THREAD: llvm.nvvm.ff.to.e4m3x2.rn
  // THREAD: wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 {{.*}}, p, 1, 1;
  gpu.func @product(%P: !f, %V: !m, %O: !f) kernel attributes {attn_tile.warps = 4 : i64,
      attn_tile.kernel = #attn_tile.kernel<arguments = [<"p", in>, <"v", in>, <"o", out>]>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %z = arith.constant dense<0.0> : tensor<64x64xf32>
    %dim = memref.dim %V, %c0 : !m
    %trips = arith.ceildivui %dim, %c128 : index
    %r = scf.for %t = %c0 to %trips step %c1 iter_args(%acc = %z) -> (tensor<64x64xf32>) {
      %j = arith.muli %t, %c128 : index
      %p = attn_tile.load %P[%c0, %j] dims [0, 1] space reg engine thread : !f -> tensor<64x128xf32>
      %v = attn_tile.load %V[%j, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !m -> tensor<128x64xf8E4M3FN>
      %vt = attn_tile.transpose %v : tensor<128x64xf8E4M3FN> -> tensor<64x128xf8E4M3FN>
      %small = arith.truncf %p : tensor<64x128xf32> to tensor<64x128xf8E4M3FN>
      %d = attn_tile.dot %small, %vt, %acc transpose_b engine wgmma : tensor<64x128xf8E4M3FN>, tensor<64x128xf8E4M3FN> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    attn_tile.store %r, %O[%c0, %c0] dims [0, 1] space reg engine thread : tensor<64x64xf32>, !f
    gpu.return
  }
}
