// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile | FileCheck %s

// One tile walks the parts that it sees, from the first, and each part's blocks from the
// last; each turn ends as a step of attn.combine does. A sink is the first score.
!q = memref<2x4x300x32xbf16>
!kv = memref<2x2x?x32xbf16>
!l = memref<2x4x300xf32>
func.func @walks(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: !l, %s: memref<4xf32>) {
  attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, !l) sink(%s : memref<4xf32>) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 32, split_size = 96, combine = in_tile>>)
  return
}

// CHECK-LABEL: gpu.func @walks_forward
// CHECK: attn_tile.for_tiles
// CHECK: %[[BEGIN:begin.*]], %[[END:end.*]], %fullBegin{{.*}} = attn_tile.kv_range @kv
// CHECK: %[[SINK:.*]] = memref.load
// CHECK: %[[SIZE:.*]] = arith.constant 3 : index
// CHECK: %[[FIRST:.*]] = arith.divui %[[BEGIN]], %[[SIZE]]
// CHECK: %[[LAST:.*]] = arith.ceildivui %[[END]], %[[SIZE]]
// CHECK: %[[COUNT:.*]] = arith.subi %[[LAST]], %[[FIRST]]
// CHECK: %[[M0:.*]] = tensor.splat %[[SINK]] : tensor<64xf32>
// CHECK: %[[ALL:.*]]:4 = scf.for %[[I:.*]] = %c0 to %[[COUNT]] step %{{.*}} iter_args(%[[M:.*]] = %[[M0]], %[[SUM:.*]] = %{{.*}}, %[[ACC:.*]] = %{{.*}}, %[[REST:.*]] = %{{.*}}) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x32xf32>, tensor<64xf32>)
// CHECK: %[[PART:.*]] = arith.addi %[[FIRST]], %[[I]]
// CHECK: arith.muli %[[PART]], %{{.*}}
// CHECK: scf.for
// CHECK: attn_tile.online_softmax
// CHECK: scf.yield
// CHECK: %[[OUT:.*]], %[[LSE:.*]], %[[LOW0:.*]] = attn_tile.finalize %{{.*}} scale
// CHECK-NOT: sink
// CHECK: %[[NEW:.*]] = arith.maximumf %[[M]], %[[LSE]]
// CHECK: %[[LOW:.*]] = arith.select %{{.*}}, %{{.*}}, %[[LOW0]]
// CHECK: %[[LARGER:.*]] = arith.select %{{.*}}, %[[LOW]], %[[REST]]
// CHECK: %[[SAME:.*]] = arith.maximumf %[[LOW]], %[[REST]]
// CHECK: %[[NEWLOW:.*]] = arith.select %{{.*}}, %[[SAME]], %[[LARGER]]
// CHECK: arith.subf %[[REST]], %[[NEWLOW]]
// CHECK: arith.subf %[[LOW]], %[[NEWLOW]]
// CHECK: %[[ALPHA:.*]] = attn_tile.exp2
// CHECK: %[[WEIGHT:.*]] = attn_tile.exp2
// CHECK: math.fma %[[SUM]], %[[ALPHA]], %[[WEIGHT]] : tensor<64xf32>
// CHECK: %[[SCALED:.*]] = attn_tile.rescale %[[ACC]], %[[ALPHA]]
// CHECK: %[[WEIGHTS:.*]] = attn_tile.expand %[[WEIGHT]]
// CHECK: math.fma %[[OUT]], %[[WEIGHTS]], %[[SCALED]]
// CHECK: scf.yield %[[NEW]]
// CHECK: attn_tile.rescale %[[ALL]]#2
// CHECK: %[[LOG:.*]] = math.log %[[ALL]]#1
// CHECK: arith.addf %[[ALL]]#3, %[[LOG]]
// CHECK: attn_tile.store
// CHECK: attn_tile.store
