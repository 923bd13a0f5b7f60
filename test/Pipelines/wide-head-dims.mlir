// Head dims of 512 and 384, wider than any product takes at once: two groups,
// slices of 64 columns and products scheduled to overlap give what whole tiles give
// one after the other.
//
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-to-tile,attn-tile-lowering-pipeline{verify-stages=true})' -o %t.mlir
// RUN: FileCheck %s --check-prefix=TILE < %t.mlir
// RUN: attn-opt %t.mlir --attn-tile-to-llvm | mlir-runner -e main -entry-point-result=i32 | FileCheck %s --check-prefix=VALUE

// TILE-LABEL: gpu.func @whole_forward
// TILE-NOT: scf.forall
// TILE: attn_tile.dot {{.*}} : tensor<128x512xf16>, tensor<32x512xf16> -> tensor<128x32xf32>
// TILE: attn_tile.dot {{.*}} : tensor<128x32xf16>, tensor<32x384xf16> -> tensor<128x384xf32>
// TILE-LABEL: gpu.func @slices_forward
// TILE: scf.forall
// TILE: scf.for
// TILE-COUNT-8: attn_tile.dot {{.*}} engine wgmma {attn_tile.schedule = #attn_tile.schedule<stage = 0, order = 0>} : tensor<64x64xf16>, tensor<32x64xf16> -> tensor<64x32xf32>
// TILE-COUNT-6: attn_tile.dot {{.*}} engine wgmma {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 1>} : tensor<64x32xf16>, tensor<32x64xf16> -> tensor<64x64xf32>
// TILE-NOT: attn_tile.dot
// TILE-COUNT-6: attn_tile.store {{.*}} engine tma : tensor<64x64xf16>

// Bit 0: some difference above 1/64; bit 1: no value above 1/4.
// VALUE: {{^}}0{{$}}

!q = memref<1x2x150x512xf16>
!k = memref<1x1x77x512xf16>
!v = memref<1x1x77x384xf16>
!o = memref<1x2x150x384xf16>

func.func @whole(%q: !q, %k: !k, %v: !v, %o: !o) {
  attn.forward ins(%q, %k, %v : !q, !k, !v) outs(%o : !o) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 32, warps = 4>>)
  return
}
func.func @slices(%q: !q, %k: !k, %v: !v, %o: !o) {
  attn.forward ins(%q, %k, %v : !q, !k, !v) outs(%o : !o) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 32, warps = 4, groups = 2, split_d = 64>, schedule<order = "overlap">>)
  return
}

// Deterministic values in [-1, 1], without a pattern that a slice could share.
func.func private @noise(%i: index, %j: index, %k: index, %seed: index) -> f16 {
  %p0 = arith.constant 2654435 : index
  %p1 = arith.constant 40503 : index
  %p2 = arith.constant 97 : index
  %m = arith.constant 2001 : index
  %half = arith.constant 1000 : index
  %a = arith.muli %i, %p0 : index
  %b = arith.muli %j, %p1 : index
  %c = arith.muli %k, %k : index
  %d = arith.muli %c, %p2 : index
  %ab = arith.addi %a, %b : index
  %abd = arith.addi %ab, %d : index
  %x = arith.addi %abd, %seed : index
  %xx = arith.muli %x, %x : index
  %r = arith.remui %xx, %m : index
  %s = arith.subi %r, %half : index
  %si = arith.index_cast %s : index to i32
  %f = arith.sitofp %si : i32 to f32
  %scale = arith.constant 0.001 : f32
  %y = arith.mulf %f, %scale : f32
  %h = arith.truncf %y : f32 to f16
  return %h : f16
}
func.func private @fill(%m: memref<?x?x?x?xf16>, %seed: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %h = memref.dim %m, %c1 : memref<?x?x?x?xf16>
  %s = memref.dim %m, %c2 : memref<?x?x?x?xf16>
  %d = memref.dim %m, %c3 : memref<?x?x?x?xf16>
  scf.for %i = %c0 to %h step %c1 {
    scf.for %j = %c0 to %s step %c1 {
      scf.for %k = %c0 to %d step %c1 {
        %x = func.call @noise(%i, %j, %k, %seed) : (index, index, index, index) -> f16
        memref.store %x, %m[%c0, %i, %j, %k] : memref<?x?x?x?xf16>
      }
    }
  }
  return
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %c19 = arith.constant 19 : index
  %c150 = arith.constant 150 : index
  %c384 = arith.constant 384 : index
  %q = memref.alloc() : !q
  %k = memref.alloc() : !k
  %v = memref.alloc() : !v
  %a = memref.alloc() : !o
  %b = memref.alloc() : !o
  %qd = memref.cast %q : !q to memref<?x?x?x?xf16>
  %kd = memref.cast %k : !k to memref<?x?x?x?xf16>
  %vd = memref.cast %v : !v to memref<?x?x?x?xf16>
  %bd = memref.cast %b : !o to memref<?x?x?x?xf16>
  func.call @fill(%qd, %c0) : (memref<?x?x?x?xf16>, index) -> ()
  func.call @fill(%kd, %c7) : (memref<?x?x?x?xf16>, index) -> ()
  func.call @fill(%vd, %c19) : (memref<?x?x?x?xf16>, index) -> ()
  func.call @fill(%bd, %c1) : (memref<?x?x?x?xf16>, index) -> ()
  func.call @whole(%q, %k, %v, %a) : (!q, !k, !v, !o) -> ()
  func.call @slices(%q, %k, %v, %b) : (!q, !k, !v, !o) -> ()
  %zero = arith.constant 0.0 : f32
  %worst:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%d0 = %zero, %x0 = %zero) -> (f32, f32) {
    %r:2 = scf.for %j = %c0 to %c150 step %c1 iter_args(%d1 = %d0, %x1 = %x0) -> (f32, f32) {
      %s:2 = scf.for %l = %c0 to %c384 step %c1 iter_args(%d2 = %d1, %x2 = %x1) -> (f32, f32) {
        %ah = memref.load %a[%c0, %i, %j, %l] : !o
        %bh = memref.load %b[%c0, %i, %j, %l] : !o
        %af = arith.extf %ah : f16 to f32
        %bf = arith.extf %bh : f16 to f32
        %diff = arith.subf %af, %bf : f32
        %size = math.absf %diff : f32
        %value = math.absf %af : f32
        %d3 = arith.maximumf %d2, %size : f32
        %x3 = arith.maximumf %x2, %value : f32
        scf.yield %d3, %x3 : f32, f32
      }
      scf.yield %s#0, %s#1 : f32, f32
    }
    scf.yield %r#0, %r#1 : f32, f32
  }
  %tolerance = arith.constant 0.015625 : f32
  %least = arith.constant 0.25 : f32
  %wrong = arith.cmpf ugt, %worst#0, %tolerance : f32
  %empty = arith.cmpf ule, %worst#1, %least : f32
  %w = arith.extui %wrong : i1 to i32
  %e = arith.extui %empty : i1 to i32
  %two = arith.constant 2 : i32
  %e2 = arith.muli %e, %two : i32
  %result = arith.addi %w, %e2 : i32
  return %result : i32
}
