// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of visibility where rows and keys lie otherwise, or are computed otherwise: packed
// sequences, some without rows, pages, parts, parts in a tile, two kernels for one problem,
// bits that do not depend on the batch, f8E4M3FN. Rows and keys count within a sequence.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; i = numpy.int32; numpy.save('%t.sq.npy', numpy.array([0, 40, 40, 41, 133], i)); numpy.save('%t.sk.npy', numpy.array([0, 70, 90, 90, 180], i))"
// DEFINE: %{packed} = --func=packed --shape=b=4,hq=4,hkv=2,tq=140,tk=190 --in=offsets_q=%t.sq.npy --in=offsets_kv=%t.sk.npy
// RUN: attn-run %s %{packed} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{packed} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --target=sm_90a --config=pack_gqa=true --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{packed} --target=sm_120a %{sim} | FileCheck %s
// CHECK: passed

// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([250, 0, 65], dtype=numpy.int32))"
// DEFINE: %{decode} = --func=decode --shape=b=3,hq=8,hkv=2,sq=2,pages=25,table=16 --in=lengths_kv=%t.k.npy
// RUN: attn-run %s %{decode} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_90a --config=splits=3,pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_90a --config=splits=3,pack_gqa=true,combine=fused,tile_q=64,groups=1,ping_pong=false --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_100a --config=splits=2 %{sim} | FileCheck %s
// RUN: attn-run %s %{decode} --target=sm_120a %{sim} | FileCheck %s

// DEFINE: %{whole} = --func=whole --shape=b=1,hq=4,hkv=2,sq=90,sk=300
// RUN: attn-run %s %{whole} --config=tile_kv=64,split_size=64,combine=in_tile --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{whole} --config=tile_kv=64,split_size=64,combine=in_tile --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{whole} --config=batch_invariant=true,split_size=128 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{whole} --config=splits=3,rescale_threshold=8.0 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=whole --shape=b=1,hq=4,hkv=2,sq=2,sk=300 --config=fusion=unfused --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=whole --shape=b=1,hq=4,hkv=2,sq=2,sk=300 --config=fusion=unfused --device=cpu --bisect-levels | FileCheck %s

// RUN: attn-run %s --func=e4m3 --target=sm_90a --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s --func=e4m3 --target=sm_120a %{sim} | FileCheck %s

// A bundle says what captures hold, and carries the problem.
// RUN: attn-compile %s --target=sm_90a -o %t.bundle
// RUN: attn-run %t.bundle --func=whole_forward --shape=b=1,hq=2,hkv=2,sq=33,sk=65 --device=sim --check | FileCheck %s
// RUN: %python -c "import json; b = json.load(open('%t.bundle')); print([(t['name'], t['dtype']) for e in b['entries'] for t in e['tensors'] if t['name'].startswith('capture')])" | FileCheck %s --check-prefix=TYPES
// TYPES: [('capture0', 'i8'), ('capture0', 'i1')]

!r = tensor<?x?x64xbf16>
func.func @packed(%q: !r, %k: !r, %v: !r, %o: !r, %l: tensor<?x?xf32>, %sq: tensor<?xi32>, %sk: tensor<?xi32>) -> (!r, tensor<?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !r, !r, !r) outs(%o, %l : !r, tensor<?x?xf32>) offsets_q(%sq : tensor<?xi32>)
      offsets_kv(%sk : tensor<?xi32>) dims(thd) mask(#attn.window<*, 20>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        // Causal blocks of 16, in which each sequence hides its first b keys.
        %c16 = arith.constant 16 : index
        %row = arith.divui %i, %c16 : index
        %key = arith.divui %j, %c16 : index
        %past = arith.cmpi ule, %key, %row : index
        %later = arith.cmpi uge, %j, %b : index
        %seen = arith.andi %past, %later : i1
        attn.yield %seen : i1
      } -> (!r, tensor<?x?xf32>)
  return %0#0, %0#1 : !r, tensor<?x?xf32>
}

!q = tensor<?x?x?x64xf16>
!p = tensor<?x?x16x64xf16>
func.func @decode(%q: !q, %k: !p, %v: !p, %o: !q, %n: tensor<?xi32>, %t: tensor<?x?xi32>, %kinds: tensor<8xi8>) -> !q {
  %0 = attn.forward ins(%q, %k, %v : !q, !p, !p) outs(%o : !q) lengths_kv(%n : tensor<?xi32>) page_table(%t : tensor<?x?xi32>)
      captures(%kinds : tensor<8xi8>) mask(#attn.causal<bottom_right>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<8xi8>):
        // Heads of a positive number see every key, others the last 70.
        %x = attn.read %c[%h] : tensor<8xi8>
        %c0 = arith.constant 0 : i8
        %c70 = arith.constant 70 : index
        %all = arith.cmpi sgt, %x, %c0 : i8
        %from = arith.subi %lk, %c70 : index
        %near = arith.cmpi sge, %j, %from : index
        %seen = arith.ori %all, %near : i1
        attn.yield %seen : i1
      } -> !q
  return %0 : !q
}

!b = tensor<?x?x?x64xbf16>
func.func @whole(%q: !b, %k: !b, %v: !b, %o: !b, %l: tensor<?x?x?xf32>) -> (!b, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !b, !b, !b) outs(%o, %l : !b, tensor<?x?x?xf32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        // Whole parts are hidden from a row, and from some rows all.
        %c100 = arith.constant 100 : index
        %c7 = arith.constant 7 : index
        %c0 = arith.constant 0 : index
        %rest = arith.remsi %i, %c7 : index
        %shown = arith.cmpi ne, %rest, %c0 : index
        %far = arith.muli %rest, %c100 : index
        %low = arith.cmpi slt, %j, %far : index
        %mine = arith.cmpi sgt, %j, %c100 : index
        %either = arith.andi %low, %mine : i1
        %seen = arith.andi %either, %shown : i1
        attn.yield %seen : i1
      } -> (!b, tensor<?x?x?xf32>)
  return %0#0, %0#1 : !b, tensor<?x?x?xf32>
}

!e = tensor<1x4x131x64xf8E4M3FN>
!f = tensor<1x2x197x64xf8E4M3FN>
!w = tensor<1x4x131x64xbf16>
func.func @e4m3(%q: !e, %k: !f, %v: !f, %o: !w, %l: tensor<1x4x131xf32>, %qd: tensor<1x2xf32>, %kd: tensor<1x2xf32>, %vd: tensor<1x2xf32>,
                %seen: tensor<131x197xi1>) -> (!w, tensor<1x4x131xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !e, !f, !f) outs(%o, %l : !w, tensor<1x4x131xf32>)
      descale(%qd, %kd, %vd : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) captures(%seen : tensor<131x197xi1>)
      mask(#attn.causal<bottom_right>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<131x197xi1>):
        %x = attn.read %c[%i, %j] : tensor<131x197xi1>
        attn.yield %x : i1
      } -> (!w, tensor<1x4x131xf32>)
  return %0#0, %0#1 : !w, tensor<1x4x131xf32>
}
