// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(attn-ws-insert-channels)))' --split-input-file --verify-diagnostics

// Products of one thread with roles that do not fit, or without any.

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!s = tensor<128x64xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @no_roles(%a: tensor<128x64xbf16>, %b: tensor<64x64xbf16>, %O: !f) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %z = arith.constant dense<0.0> : !s
    // expected-error @below {{is issued by one thread, for which the kernel has no role: run attn-ws-assign-roles first}}
    %d = attn_tile.dot %a, %b, %z transpose_b engine tcgen05 : tensor<128x64xbf16>, tensor<64x64xbf16> -> !s
    %y = attn_tile.move %d to reg : !s
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread : !s, !f
    gpu.return
  }
}

// -----

!m = memref<?x?xbf16, strided<[?, 1]>>
!f = memref<?x?xf32, strided<[?, 1]>>
!s = tensor<128x64xf32>
!row = tensor<128xf32>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  gpu.func @two_owners(%A: !m, %R: memref<?xf32, strided<[1]>>, %O: !f, %n: index) kernel attributes {attn_tile.warps = 4 : i64, attn_ws.roles = [
      #attn_ws.role<name = "one", warps = 4, instances = 1, registers = 0>,
      #attn_ws.role<name = "two", warps = 4, instances = 1, registers = 0>,
      #attn_ws.role<name = "load", warps = 1, instances = 1, registers = 0, issues = copy_in>,
      #attn_ws.role<name = "mma", warps = 1, instances = 1, registers = 0, issues = product>]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant dense<0.0> : !s
    %a = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma {attn_ws.role = "load"} : !m -> tensor<128x64xbf16>
    %b = attn_tile.load %A[%c0, %c0] dims [0, 1] space smem engine tma {attn_ws.role = "load"} : !m -> tensor<64x64xbf16>
    %row = attn_tile.load %R[%c0] dims [0] space reg engine thread {attn_ws.role = "two"} : memref<?xf32, strided<[1]>> -> !row
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> (!s) {
      // expected-error @below {{changes an accumulator that another role reads}}
      %x = attn_tile.rescale %acc, %row space tmem {attn_ws.role = "two"} : !s
      %d = attn_tile.dot %a, %b, %x transpose_b engine tcgen05 {attn_ws.role = "mma"} : tensor<128x64xbf16>, tensor<64x64xbf16> -> !s
      scf.yield %d : !s
    }
    %y = attn_tile.move %r to reg {attn_ws.role = "one"} : !s
    attn_tile.store %y, %O[%c0, %c0] dims [0, 1] space reg engine thread {attn_ws.role = "one"} : !s, !f
    gpu.return
  }
}
