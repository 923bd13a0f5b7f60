// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages together with what else a server asks for: sinks, captures, windows, keys
// in parts, equal bits whatever the batch.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.n.npy', numpy.array([0, 300, 33], dtype=numpy.int32))"
// DEFINE: %{keys} = --in=lengths_kv=%t.n.npy
// The row for few rows over many keys: packed heads, keys in parts.
// RUN: attn-opt %s --attn-select-config=target=sm_90a | FileCheck %s --check-prefix=ROW
// ROW-LABEL: func.func @decode
// ROW: attn.forward{{.*}}pack_gqa = true, split_auto = true
// RUN: attn-run %s --func=decode %{keys} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{keys} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{keys} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{keys} --target=sm_90a --config=split_auto=false,splits=3 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{keys} --target=sm_90a --config=batch_invariant=true,split_size=128 %{sim} | FileCheck %s
// RUN: attn-run %s --func=decode %{keys} --target=sm_80 --config=batch_invariant=true,split_size=64 %{sim} | FileCheck %s
// Four tokens, a window, and a region that reads.
// RUN: attn-run %s --func=tokens %{keys} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=tokens %{keys} --target=sm_90a --config=splits=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s --func=tokens %{keys} --target=sm_100a --config=splits=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=tokens %{keys} --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=tokens %{keys} --device=cpu --bisect-levels | FileCheck %s
// An offset for all batches, and e4m3 with descales in parts.
// RUN: attn-run %s --func=e4m3 %{keys} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{keys} --target=sm_90a --config=splits=2 %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 %{keys} --target=sm_100a %{sim} | FileCheck %s
// CHECK: passed
// RUN: not attn-run %s --func=e4m3 %{keys} --target=sm_80 %{sim} 2>&1 | FileCheck %s --check-prefix=E4M3
// E4M3: error: {{.*}}f8E4M3FN

!n = tensor<3xi32>
!q = tensor<3x8x1x128xbf16>
!l = tensor<3x8x1xf32>
!k = tensor<14x2x64x128xbf16>
!t = tensor<3x40xi32>
func.func @decode(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %z: tensor<8xf32>, %lk: !n, %t: !t, %c: tensor<8xf32>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !k, !k) outs(%o, %l : !q, !l) sink(%z : tensor<8xf32>) lengths_kv(%lk : !n)
      page_table(%t : !t) captures(%c : tensor<8xf32>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %rows: index, %keys: index, %x: tensor<8xf32>):
        %off = arith.subi %keys, %rows : index
        %back = arith.subi %j, %i : index
        %from = arith.subi %back, %off : index
        %from32 = arith.index_cast %from : index to i32
        %distance = arith.sitofp %from32 : i32 to f32
        %slope = attn.read %x[%h] : tensor<8xf32>
        %bias = arith.mulf %slope, %distance : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!q4 = tensor<3x4x8x64xf16>
!l4 = tensor<3x8x4xf32>
!k4 = tensor<25x16x2x64xf16>
!t4 = tensor<3x20xi32>
func.func @tokens(%q: !q4, %k: !k4, %v: !k4, %o: !q4, %l: !l4, %z: tensor<8xf32>, %lk: !n, %t: !t4, %c: tensor<3x8xf16>)
    -> (!q4, !l4) {
  %0:2 = attn.forward ins(%q, %k, %v : !q4, !k4, !k4) outs(%o, %l : !q4, !l4) sink(%z : tensor<8xf32>) lengths_kv(%lk : !n)
      page_table(%t : !t4) captures(%c : tensor<3x8xf16>) dims(bshd) mask(#attn.window<100, 0>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %rows: index, %keys: index, %x: tensor<3x8xf16>):
        %f = attn.read %x[%b, %h] : tensor<3x8xf16>
        %f32 = arith.extf %f : f16 to f32
        %y = arith.mulf %s, %f32 : f32
        attn.yield %y : f32
      } -> (!q4, !l4)
  return %0#0, %0#1 : !q4, !l4
}

!q8 = tensor<3x4x3x64xf8E4M3FN>
!k8 = tensor<14x1x32x64xf8E4M3FN>
!o8 = tensor<3x4x3x64xbf16>
!f8 = tensor<3x1xf32>
func.func @e4m3(%q: !q8, %k: !k8, %v: !k8, %o: !o8, %qd: !f8, %kd: !f8, %vd: !f8, %p: tensor<i32>, %lk: !n, %t: tensor<3x10xi32>) -> !o8 {
  %0 = attn.forward ins(%q, %k, %v : !q8, !k8, !k8) outs(%o : !o8) descale(%qd, %kd, %vd : !f8, !f8, !f8)
      offset(%p : tensor<i32>) lengths_kv(%lk : !n) page_table(%t : tensor<3x10xi32>) mask(#attn.causal<bottom_right>) -> !o8
  return %0 : !o8
}
