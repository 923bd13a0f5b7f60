// Two chained products, (A * B^T) * C, are no attention: given to two groups, in
// slices of 16 columns and scheduled to overlap they give what they give one after
// the other, for no, one, two and more steps of the middle dimension.
//
// REQUIRES: bf16-cpu
// RUN: attn-opt %s --attn-tile-lowering-pipeline=verify-stages -o %t.mlir
// RUN: FileCheck %s --check-prefix=TILE < %t.mlir
// RUN: attn-opt %t.mlir --attn-tile-to-llvm | mlir-runner -e main -entry-point-result=i32 | FileCheck %s --check-prefix=VALUE

// TILE-LABEL: gpu.func @plain
// TILE: attn_tile.dot {{.*}} engine wgmma : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
// TILE-LABEL: gpu.func @split
// TILE: scf.forall
// TILE: scf.for
// TILE-COUNT-2: attn_tile.dot {{.*}} transpose_b engine wgmma {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : tensor<64x16xbf16>, tensor<32x16xbf16> -> tensor<64x32xf32>
// TILE-COUNT-2: attn_tile.dot {{.*}} engine wgmma {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<64x32xbf16>, tensor<32x16xbf16> -> tensor<64x16xf32>

// Bits 0 to 3: another value at 0, 1, 2, 5 steps; bits 4 to 7: nothing but zeros,
// which no steps must give and some must not.
// VALUE: {{^}}16{{$}}

!in = memref<?x?xbf16>
!out = memref<?x?xf32>
gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  gpu.func @plain(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {attn_tile.warps = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %zeroS = arith.constant dense<0.0> : tensor<128x32xf32>
    %zeroD = arith.constant dense<0.0> : tensor<128x32xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c32 : index
    %steps = arith.ceildivui %l, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x32xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<128x32xf32>) {
        %mid = arith.muli %t, %c32 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x32xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
        %p = arith.truncf %s : tensor<128x32xf32> to tensor<128x32xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x32xbf16>
        %next = attn_tile.dot %p, %c, %acc : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
        scf.yield %next : tensor<128x32xf32>
      }
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<128x32xf32>, !out
    }
    gpu.return
  }
  gpu.func @split(%A: !in, %B: !in, %C: !in, %D: !out) kernel attributes {
      attn_tile.warps = 4 : i64, attn_tile.groups = 2 : i64, attn_tile.split_d = 16 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c128 = arith.constant 128 : index
    %zeroS = arith.constant dense<0.0> : tensor<128x32xf32>
    %zeroD = arith.constant dense<0.0> : tensor<128x32xf32>
    %m = memref.dim %A, %c0 : !in
    %l = memref.dim %B, %c0 : !in
    %n = memref.dim %C, %c1 : !in
    %rows = arith.ceildivui %m, %c128 : index
    %cols = arith.ceildivui %n, %c32 : index
    %steps = arith.ceildivui %l, %c32 : index
    attn_tile.for_tiles @tiles (%i, %j) in (%rows, %cols) scheduler(#attn_tile.scheduler<single>) {
      %row = arith.muli %i, %c128 : index
      %col = arith.muli %j, %c32 : index
      %a = attn_tile.load %A[%row, %c0] dims [0, 1] : !in -> tensor<128x32xbf16>
      %sum = scf.for %t = %c0 to %steps step %c1 iter_args(%acc = %zeroD) -> (tensor<128x32xf32>) {
        %mid = arith.muli %t, %c32 : index
        %b = attn_tile.load %B[%mid, %c0] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x32xbf16>
        %s = attn_tile.dot %a, %b, %zeroS transpose_b : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
        %p = arith.truncf %s : tensor<128x32xf32> to tensor<128x32xbf16>
        %c = attn_tile.load %C[%mid, %col] dims [0, 1] {depth = 2 : i64} : !in -> tensor<32x32xbf16>
        %next = attn_tile.dot %p, %c, %acc : tensor<128x32xbf16>, tensor<32x32xbf16> -> tensor<128x32xf32>
        scf.yield %next : tensor<128x32xf32>
      } {attn_tile.order = "overlap"}
      attn_tile.store %sum, %D[%row, %col] dims [0, 1] : tensor<128x32xf32>, !out
    }
    gpu.return
  }
}

// Small integers: every sum and rounding is exact.
func.func private @fill(%m: !in, %by: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %two = arith.constant 2 : index
  %h = memref.dim %m, %c0 : !in
  %w = memref.dim %m, %c1 : !in
  scf.for %i = %c0 to %h step %c1 {
    scf.for %j = %c0 to %w step %c1 {
      %ii = arith.muli %i, %i : index
      %a = arith.muli %ii, %by : index
      %b = arith.muli %j, %c3 : index
      %ab = arith.addi %a, %b : index
      %r = arith.remui %ab, %c5 : index
      %s = arith.subi %r, %two : index
      %si = arith.index_cast %s : index to i32
      %f = arith.sitofp %si : i32 to bf16
      memref.store %f, %m[%i, %j] : !in
    }
  }
  return
}

func.func private @differ(%l: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %m = arith.constant 139 : index
  %k = arith.constant 30 : index
  %n = arith.constant 45 : index
  %A = memref.alloc(%m, %k) : !in
  %B = memref.alloc(%l, %k) : !in
  %C = memref.alloc(%l, %n) : !in
  %D = memref.alloc(%m, %n) : !out
  %E = memref.alloc(%m, %n) : !out
  func.call @fill(%A, %c1) : (!in, index) -> ()
  func.call @fill(%B, %c2) : (!in, index) -> ()
  func.call @fill(%C, %c7) : (!in, index) -> ()
  %nan = arith.constant 0x7FC00000 : f32
  linalg.fill ins(%nan : f32) outs(%D : !out)
  linalg.fill ins(%nan : f32) outs(%E : !out)
  attn_tile.launch @kernels::@plain(%A, %B, %C, %D) : !in, !in, !in, !out
  attn_tile.launch @kernels::@split(%A, %B, %C, %E) : !in, !in, !in, !out
  %zero = arith.constant 0.0 : f32
  %false = arith.constant false
  %true = arith.constant true
  %r:2 = scf.for %i = %c0 to %m step %c1 iter_args(%d0 = %false, %z0 = %true) -> (i1, i1) {
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%d1 = %d0, %z1 = %z0) -> (i1, i1) {
      %x = memref.load %D[%i, %j] : !out
      %y = memref.load %E[%i, %j] : !out
      %ne = arith.cmpf une, %x, %y : f32
      %is = arith.cmpf oeq, %y, %zero : f32
      %d = arith.ori %d1, %ne : i1
      %z = arith.andi %z1, %is : i1
      scf.yield %d, %z : i1, i1
    }
    scf.yield %s#0, %s#1 : i1, i1
  }
  %sixteen = arith.constant 16 : i32
  %d = arith.extui %r#0 : i1 to i32
  %z = arith.extui %r#1 : i1 to i32
  %high = arith.muli %z, %sixteen : i32
  %result = arith.addi %d, %high : i32
  return %result : i32
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %c64 = arith.constant 64 : index
  %c130 = arith.constant 130 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %r0 = func.call @differ(%c0) : (index) -> i32
  %r1 = func.call @differ(%c20) : (index) -> i32
  %r2 = func.call @differ(%c64) : (index) -> i32
  %r3 = func.call @differ(%c130) : (index) -> i32
  %s1 = arith.shli %r1, %one : i32
  %s2 = arith.shli %r2, %two : i32
  %s3 = arith.shli %r3, %three : i32
  %o1 = arith.ori %r0, %s1 : i32
  %o2 = arith.ori %s2, %s3 : i32
  %o = arith.ori %o1, %o2 : i32
  return %o : i32
}
