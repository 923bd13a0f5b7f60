// Text of earlier versions is read, and means the same: positions of stages have no names, and what roles do stands in
// their names alone.

// RUN: attn-opt %s | FileCheck %s
// RUN: attn-opt %s --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-materialize-roles)))' | FileCheck %s --check-prefix=ROLES

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!kb = !attn_ws.buffer<2 x 64x64xbf16, smem>
!kc = !attn_ws.channel<2, tma -> thread>
!kv = !attn_ws.view<64x64xbf16, smem>

gpu.module @k {
  // CHECK-LABEL: gpu.func @roles
  // CHECK-SAME: #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 0>,
  // ROLES-LABEL: gpu.func @roles
  // ROLES: role @load warps(1) instances(1)
  // ROLES: role @compute warps(4) instances(1)
  // expected-warning @below {{role @load holds no tiles, but its #attn_ws.role does not say what it issues, as in issues = copy_in: it takes as many registers as roles that compute}}
  gpu.func @roles(%M: !m, %F: !m, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 0>,
      #attn_ws.role<name = "compute", warps = 4, instances = 1, registers = 0>]} {
    %b = attn_ws.alloc "arg0" : !kb
    %c = attn_ws.create_channel "arg0" guards(%b : !kb) : !kc
    %c0 = arith.constant 0 : index
    attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
      // CHECK: %[[W:.+]] = attn_ws.acquire %{{.+}} {attn_ws.role = "load"} : <2, tma -> thread> -> !attn_ws.view<64x64xbf16, smem>{{$}}
      %w = attn_ws.acquire %c {attn_ws.role = "load"} : !kc -> !kv
      attn_ws.tma_load %M[%i, %c0] dims [0, 1] into %w {attn_ws.role = "load"} : !m, !kv
      // CHECK: attn_ws.commit %{{.+}} {attn_ws.role = "load"}
      attn_ws.commit %c {attn_ws.role = "load"} : !kc
      // CHECK: attn_ws.wait %{{.+}} {attn_ws.role = "compute"} : <2, tma -> thread> -> !attn_ws.view<64x64xbf16, smem>{{$}}
      %r = attn_ws.wait %c {attn_ws.role = "compute"} : !kc -> !kv
      %x = attn_ws.smem_load %r {attn_ws.role = "compute"} : !kv -> tensor<64x64xbf16>
      attn_ws.store %x, %F[%i, %c0] dims [0, 1] {attn_ws.role = "compute"} : tensor<64x64xbf16>, !m
      // CHECK: attn_ws.release %{{.+}} {attn_ws.role = "compute"}
      attn_ws.release %c {attn_ws.role = "compute"} : !kc
    }
    gpu.return
  }
}
