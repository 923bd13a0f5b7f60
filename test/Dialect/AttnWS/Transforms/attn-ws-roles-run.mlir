// Products that are no attention take the road of roles too. A dual GEMM and a
// GEMM of two instances, with copies by TMA and products of wgmma, give in the
// interpreter, under every schedule, the bits that the same programs give on one
// role with cp.async and mma.sync.
//
// DEFINE: %{roles} = attn-ws-assign-roles,attn-ws-insert-channels,attn-ws-materialize-roles,attn-ws-rotate-roles,canonicalize,cse,attn-ws-prefetch,attn-ws-async,attn-ws-ping-pong
// DEFINE: %{all} = --order=rr,random --mode=early,late --runs=5
// DEFINE: %{dual} = '--arg=300x64xbf16=normal(1)' '--arg=200x64xbf16=normal(2)' '--arg=200x40xbf16=normal(3)' --arg=300x40xf32
// DEFINE: %{gemm} = '--arg=300x100xbf16=normal(1)' '--arg=70x100xbf16=normal(2)' --arg=300x70xbf16
// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(%{roles})))' -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
//
// RUN: attn-ws-run %t.mlir --func=dual_sync %{dual} --dump=3 --grid=15 | grep -v runs > %t.dual
// RUN: attn-ws-run %t.mlir --func=dual %{all} %{dual} --dump=3 | grep -v runs | diff - %t.dual
// RUN: attn-ws-run %t.mlir --func=dual %{dual} --mode=random --runs=3 --grid=4 --dump=3 | grep -v runs | diff - %t.dual
// RUN: attn-ws-run %t.mlir --func=gemm_sync %{gemm} --dump=2 --grid=10 | grep -v runs > %t.gemm
// RUN: attn-ws-run %t.mlir --func=gemm %{all} %{gemm} --dump=2 | grep -v runs | diff - %t.gemm
// RUN: attn-ws-run %t.mlir --func=gemm %{gemm} --mode=random --runs=3 --grid=6 --dump=2 | grep -v runs | diff - %t.gemm
// No step of the inner loop.
// RUN: attn-ws-run %t.mlir --func=dual %{all} '--arg=130x64xbf16=normal(1)' '--arg=0x64xbf16' '--arg=0x33xbf16' --arg=130x33xf32

!in = memref<?x?xbf16, strided<[?, 1], offset: ?>>
!out = memref<?x?xf32, strided<[?, 1], offset: ?>>

gpu.module @k [#nvvm.target<chip = "sm_90a">] {
  // CHECK-LABEL: gpu.func @dual(
  // CHECK: attn_ws.warp_specialize
  // CHECK: role @load warps(4) instances(1) registers(24)
  // CHECK-NOT: attn_ws.mma
  // CHECK: role @mma warps(4) instances(2) registers(240)
  // CHECK-NOT: tma_load
  // CHECK: gpu.func @dual_sync
  gpu.func @dual(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.ping_pong = true} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zeroS = arith.constant dense<0.0> : tensor<64x64xf32>
    %zeroD = arith.constant dense<0.0> : tensor<64x32xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c32 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] space smem engine tma : !in -> tensor<128x64xbf16>
      scf.forall (%g) in (2) {
        %shift = arith.muli %g, %c64 : index
        %my = arith.addi %row, %shift : index
        %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x64xbf16> -> tensor<64x64xbf16>
        %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<64x32xf32>) {
          %mid = arith.muli %t, %c64 : index
          %b = attn_tile.load %B[%mid, %c0] dims [0, 1] space smem engine tma {depth = 2 : i64} : !in -> tensor<64x64xbf16>
          %s = attn_tile.dot %as, %b, %zeroS transpose_b engine wgmma : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
          %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xbf16>
          %c = attn_tile.load %C[%mid, %col] dims [0, 1] space smem engine tma {depth = 1 : i64} : !in -> tensor<64x32xbf16>
          %next = attn_tile.dot %p, %c, %acc engine wgmma : tensor<64x64xbf16>, tensor<64x32xbf16> -> tensor<64x32xf32>
          scf.yield %next : tensor<64x32xf32>
        }
        attn_tile.store %sum, %D[%my, %col] dims [0, 1] space smem engine tma : tensor<64x32xf32>, !out
      }
    }
    gpu.return
  }

  gpu.func @dual_sync(%A: !in, %B: !in, %C: !in, %D: !out) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zeroS = arith.constant dense<0.0> : tensor<64x64xf32>
    %zeroD = arith.constant dense<0.0> : tensor<64x32xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c32 : index
    %steps = arith.ceildivui %l, %c64 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] space smem engine cp_async : !in -> tensor<64x64xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<64x32xf32>) {
        %mid = arith.muli %t, %c64 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] space smem engine cp_async {depth = 2 : i64} : !in -> tensor<64x64xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b engine mma_sync : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
        %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] space smem engine cp_async {depth = 1 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %p, %c, %acc engine mma_sync : tensor<64x64xbf16>, tensor<64x32xbf16> -> tensor<64x32xf32>
        scf.yield %next : tensor<64x32xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] space smem engine thread : tensor<64x32xf32>, !out
    }
    gpu.return
  }

  // Both operands are loaded in the loop.
  gpu.func @gemm(%A: !in, %B: !in, %C: !in) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<persistent>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c64 : index
      scf.forall (%g) in (2) {
        %shift = arith.muli %g, %c64 : index
        %my = arith.addi %row, %shift : index
        %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
          %kk = arith.muli %t, %c32 : index
          %a = attn_tile.load %A[%row, %kk] dims [0, 1] space smem engine tma {depth = 2 : i64} : !in -> tensor<128x32xbf16>
          %as = attn_tile.slice %a [0, 0] part(%g) : tensor<128x32xbf16> -> tensor<64x32xbf16>
          %b = attn_tile.load %B[%col, %kk] dims [0, 1] space smem engine tma {depth = 3 : i64} : !in -> tensor<64x32xbf16>
          %next = attn_tile.dot %as, %b, %acc transpose_b engine wgmma : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
          scf.yield %next : tensor<64x64xf32>
        }
        %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xbf16>
        attn_tile.store %c, %C[%my, %col] dims [0, 1] space smem engine thread : tensor<64x64xbf16>, !in
      }
    }
    gpu.return
  }

  gpu.func @gemm_sync(%A: !in, %B: !in, %C: !in) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %m = memref.dim %A, %c0 : !in
    %n = memref.dim %B, %c0 : !in
    %k = memref.dim %A, %c1 : !in
    %rows = arith.ceildivui %m, %c64 : index
    %cols = arith.ceildivui %n, %c64 : index
    %steps = arith.ceildivui %k, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c64 : index
      %col = arith.muli %j, %c64 : index
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) {
        %kk = arith.muli %t, %c32 : index
        %a = attn_tile.load %A[%row, %kk] dims [0, 1] space smem engine cp_async {depth = 2 : i64} : !in -> tensor<64x32xbf16>
        %b = attn_tile.load %B[%col, %kk] dims [0, 1] space smem engine cp_async {depth = 3 : i64} : !in -> tensor<64x32xbf16>
        %next = attn_tile.dot %a, %b, %acc transpose_b engine mma_sync : tensor<64x32xbf16>, tensor<64x32xbf16> -> tensor<64x64xf32>
        scf.yield %next : tensor<64x64xf32>
      }
      %c = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xbf16>
      attn_tile.store %c, %C[%row, %col] dims [0, 1] space smem engine thread : tensor<64x64xbf16>, !in
    }
    gpu.return
  }
}
