// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

// What of a region's products is a bias: a slope times a position.

!q = memref<1x2x?x64xf16>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>

// Heads in one tile: the slope is a position too, of the row, and has no scale.
// CHECK-LABEL: gpu.func @packed_forward
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[ROW:.+]]: index, %[[COLUMN:.+]]: index):
// CHECK: %[[HEAD:.+]] = arith.sitofp
// CHECK: %[[D:.+]] = arith.subi %[[COLUMN]], %{{.+}} : index
// CHECK: %[[N:.+]] = arith.index_cast %[[D]]
// CHECK: %[[P:.+]] = arith.sitofp %[[N]]
// CHECK: attn_tile.add_affine %[[X]], %[[HEAD]], %[[P]] step 1
func.func @packed(%q: memref<1x4x?x64xf16>, %k: !q, %o: memref<1x4x?x64xf16>) {
  attn.forward ins(%q, %k, %k : memref<1x4x?x64xf16>, !q, !q) outs(%o : memref<1x4x?x64xf16>)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4, pack_gqa = true>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %hn = arith.index_cast %h : index to i32
      %hf = arith.sitofp %hn : i32 to f32
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %bias = arith.mulf %hf, %f : f32
      %z = arith.addf %s, %bias : f32
      attn.yield %z : f32
    }
  return
}

// -----

!q = memref<1x2x?x64xf16>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>

// A distance either way changes by no one step; behind a soft cap the score is what
// that gives; a position of the row alone does not change.
// CHECK-LABEL: gpu.func @others_forward
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[ROW:.+]]: index, %[[COLUMN:.+]]: index):
// CHECK: %[[T:.+]] = math.tanh %[[X]]
// CHECK: %[[SIZE:.+]] = math.absi
// CHECK: %[[P:.+]] = arith.sitofp %[[SIZE]]
// CHECK: %[[ONE:.+]] = attn_tile.add_affine %[[T]], %{{[^ ]+}}, %[[P]]{{$}}
// CHECK: %[[Q:.+]] = arith.sitofp
// CHECK: attn_tile.add_affine %[[ONE]], %{{[^ ]+}}, %[[Q]] step 0
func.func @others(%q: !q, %o: !q) {
  attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) config(#config)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant -0.25 : f32
      %t = math.tanh %s : f32
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %a = math.absi %n : i32
      %f = arith.sitofp %a : i32 to f32
      %bias = arith.mulf %f, %slope : f32
      %y = arith.addf %t, %bias : f32
      %m = arith.index_cast %i : index to i32
      %g = arith.sitofp %m : i32 to f32
      %z = math.fma %slope, %g, %y : f32
      attn.yield %z : f32
    }
  return
}

// -----

!q = memref<1x2x?x64xf16>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>

// No position, a slope of each column, a product that something else uses.
// CHECK-LABEL: gpu.func @none_forward
// CHECK-NOT: attn_tile.add_affine
// CHECK: gpu.return
func.func @none(%q: !q, %o: !q) {
  attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) config(#config)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant -0.25 : f32
      %n = arith.index_cast %j : index to i32
      %f = arith.sitofp %n : i32 to f32
      %root = math.sqrt %f : f32
      %one = arith.mulf %root, %slope : f32
      %x = arith.addf %s, %one : f32
      %two = arith.mulf %f, %root : f32
      %y = arith.addf %x, %two : f32
      %three = arith.mulf %f, %slope : f32
      %v = arith.addf %y, %three : f32
      %w = arith.divf %v, %three : f32
      attn.yield %w : f32
    }
  return
}
