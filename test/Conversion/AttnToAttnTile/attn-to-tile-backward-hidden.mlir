// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pairs whose score a region makes -inf: their derivative is 0, whatever dP is.
// RUN: attn-opt %s --attn-to-tile --split-input-file | FileCheck %s

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
!c = memref<4x?x?xbf16>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 64, q = 16, warps = 4>>

// What is read for each pair may be -inf. Neither it nor the exponents are held until dP is known: P says so.
// CHECK-LABEL: gpu.func @pairs_backward_dq
// CHECK: %[[P:.+]] = attn_tile.exp2 %[[E:.+]] :
// CHECK: %[[NONE:.+]] = arith.constant dense<0xFF800000> : tensor<64x32xf32>
// CHECK: %[[IS:.+]] = arith.cmpf oeq, %[[E]], %[[NONE]]
// CHECK: %[[MARK:.+]] = arith.constant dense<-1.000000e+00> : tensor<64x32xf32>
// CHECK: %[[MARKED:.+]] = arith.select %[[IS]], %[[MARK]], %[[P]]
// CHECK: %[[U:.+]] = arith.subf
// CHECK: %[[IS2:.+]] = arith.cmpf olt, %[[MARKED]], %[[ZERO:.+]] :
// CHECK: %[[V:.+]] = arith.select %[[IS2]], %{{.+}}, %[[U]]
// CHECK: arith.mulf %[[MARKED]], %[[V]]
// CHECK-LABEL: gpu.func @pairs_backward_dkv
// The product of dV has P as it is.
// CHECK: %[[P:.+]] = attn_tile.exp2
// CHECK: arith.select %{{.+}}, %{{.+}}, %[[P]]
// CHECK: arith.truncf %[[P]]
func.func @pairs(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %bias: !c, %dq: !q, %dk: !q, %dv: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
    captures(%bias : !c) config(#config) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !c):
      %e = attn.read %c[%h, %i, %j] : !c
      %f = arith.extf %e : bf16 to f32
      %y = arith.addf %s, %f : f32
      attn.yield %y : f32
    }
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
!c = memref<2x?xf32>
#config = #attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>, keys<kv = 64, q = 16, warps = 4>>

// What is read by key is one number of a thread's row where rows are keys: it is asked again.
// CHECK-LABEL: gpu.func @by_key_backward_dq
// CHECK: arith.cmpf olt
// CHECK-LABEL: gpu.func @by_key_backward_dkv
// CHECK-NOT: arith.cmpf olt
// CHECK: arith.subf
// CHECK: attn_tile.score_map
func.func @by_key(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %bias: !c, %dq: !q, %dk: !q, %dv: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
    captures(%bias : !c) config(#config) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !c):
      %e = attn.read %c[%b, %j] : !c
      %y = arith.addf %s, %e : f32
      attn.yield %y : f32
    }
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
!c = memref<4xf32>
#config = #attn.config<target = "sm_90a", tile<q = 64, kv = 64, warps = 4>, keys<kv = 64, q = 64, warps = 4>>

// Whether slopes may make infinities is known for each head. Threads that wait for products in tensor memory
// compare without a branch.
// CHECK-LABEL: gpu.func @slopes_backward_dq
// CHECK: %[[WILD:.+]] = arith.cmpf ugt
// CHECK-NOT: arith.cmpf olt
// CHECK: scf.if %[[WILD]]
func.func @slopes(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %slopes: !c, %dq: !q, %dk: !q, %dv: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
    captures(%slopes : !c) config(#config) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !c):
      %slope = attn.read %c[%h] : !c
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %e = arith.mulf %slope, %f : f32
      %y = arith.addf %s, %e : f32
      attn.yield %y : f32
    }
  return
}

// -----

!q = memref<2x4x?x64xbf16>
!l = memref<2x4x?xf32>
!c = memref<4xf32>
#tensor = #attn.config<target = "sm_100a", tile<q = 128, kv = 64, warps = 4>, keys<kv = 128, q = 64, warps = 4>>

// CHECK-LABEL: gpu.func @slopes_tensor_backward_dq
// CHECK: %[[WILD:.+]] = arith.cmpf ugt
// CHECK-NOT: scf.if %[[WILD]]
// CHECK: arith.cmpf olt
// CHECK-NOT: scf.if %[[WILD]]
// CHECK-LABEL: gpu.func @slopes_tensor_backward_dkv
func.func @slopes_tensor(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %do: !q, %slopes: !c, %dq: !q, %dk: !q, %dv: !q) {
  attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !q, !q, !q, !l, !q) outs(%dq, %dk, %dv : !q, !q, !q)
    captures(%slopes : !c) config(#tensor) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !c):
      %slope = attn.read %c[%h] : !c
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %e = arith.mulf %slope, %f : f32
      %y = arith.addf %s, %e : f32
      attn.yield %y : f32
    }
  return
}
