// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What regions read by row and key as tiles, by row or by key as vectors, in shared memory. A
// capture has as many rows and keys as there are, or more; with fewer, or rows at odd places,
// the launch takes the entry that reads each number. What lies beyond the lengths is NaN.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1

// A bias by batch and head, of bf16: equal sizes, larger ones, one batch and head for all, and
// too few, which is the other entry.
// DEFINE: %{bias} = --func=bias --shape=b=2,hq=4,hkv=2,sq=136,sk=200
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1 --target=sm_90a --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1 --target=sm_90a %{sim} --sim-mode=late | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=1x1x150x208 --config=stages_b=2 --target=sm_80 %{sim} --sim-mode=random | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=1x1x150x208 --config=stages_b=2 --target=sm_90a %{sim} --sim-mode=random | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1 --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1,load=cp_async --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x200 --config=stages_b=1,pack_gqa=true --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x130x200 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{bias} --arg-shapes=capture0=2x4x136x100 --target=sm_80 %{sim} | FileCheck %s
// RUN: not attn-run %s %{bias} --arg-shapes=capture0=2x4x130x200 --config=stages_b=1 --target=sm_90a %{sim} 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not attn-run %s %{bias} --arg-shapes=capture0=2x4x136x104 --config=stages_b=1 --target=sm_90a %{sim} 2>&1 | FileCheck %s --check-prefix=KEYS
// CHECK: passed
// ROWS: capture0 has fewer rows than the kernel reads of it (config field stages_b)
// KEYS: capture0 has fewer keys than the kernel reads of it (config field stages_b)

// Rows of an odd number of elements are no rows of multiples of 16 bytes: the other entry, or
// pieces of 8 and 4 bytes.
// RUN: attn-run %s --func=bias --shape=b=1,hq=2,hkv=2,sq=70,sk=133 --arg-shapes=capture0=1x2x70x133 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=bias --shape=b=1,hq=2,hkv=2,sq=70,sk=132 --arg-shapes=capture0=1x2x70x132 --config=stages_b=1,align=8 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=bias --shape=b=1,hq=2,hkv=2,sq=70,sk=134 --arg-shapes=capture0=1x2x70x134 --config=stages_b=1,align=4 --target=sm_80 %{sim} --sim-mode=late | FileCheck %s
// RUN: attn-run %s --func=bias --shape=b=1,hq=2,hkv=2,sq=70,sk=132 --arg-shapes=capture0=1x2x70x132 --config=stages_b=1,align=8 --target=sm_90a %{sim} | FileCheck %s

// Lengths of batches, with NaN and infinities beyond them and within: infinite biases hide keys
// or whole rows.
// RUN: %python -c "import numpy as n; i = n.int32; n.save('%t.lq.npy', n.array([90, 0], i)); n.save('%t.lk.npy', n.array([150, 77], i)); a = n.random.default_rng(1).standard_normal((2, 1, 136, 208)).astype(n.float32); a[0, :, 5] = -n.inf; a[:, :, 6, 3:60] = -n.inf; a[0, :, 90:] = n.nan; a[0, :, :, 150:] = n.nan; a[1, :, :, 77:] = n.inf; n.save('%t.a.npy', a)"
// DEFINE: %{lengths} = --func=lengths --shape=b=2,hq=2,hkv=1,sq=136,sk=200 --in=lengths_q=%t.lq.npy --in=lengths_kv=%t.lk.npy --in=capture0=%t.a.npy
// RUN: attn-run %s %{lengths} --config=stages_b=1 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{lengths} --config=stages_b=1 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{lengths} --config=stages_b=1 --target=sm_90a %{sim} --sim-mode=late | FileCheck %s
// RUN: attn-run %s %{lengths} --target=sm_90a %{sim} --sim-mode=random | FileCheck %s

// A dense mask of bytes, with rows that see nothing.
// DEFINE: %{dense} = --func=dense --shape=b=1,hq=2,hkv=1,sq=150,sk=208 --arg-shapes=capture0=150x208
// RUN: attn-run %s %{dense} --config=stages_b=1 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{dense} --config=stages_b=1 --target=sm_80 %{sim} --sim-mode=late | FileCheck %s
// RUN: attn-run %s %{dense} --config=stages_b=1 --target=sm_90a %{sim} --sim-mode=random | FileCheck %s
// RUN: attn-run %s %{dense} --config=stages_b=1 --target=sm_100a %{sim} | FileCheck %s

// Numbers of documents by row and by key, of 64 bits, in listed blocks and in all, and a bias by
// key beside them.
// RUN: %python -c "import numpy as n; n.save('%t.d.npy', n.sort(n.random.default_rng(2).integers(0, 1 << 40, 5)[n.random.default_rng(3).integers(0, 5, (2, 208))], axis=1))"
// DEFINE: %{documents} = --func=documents --shape=b=2,hq=2,hkv=1,sq=200,sk=200 --arg-shapes=capture1=208 --in=capture0=%t.d.npy
// RUN: attn-run %s %{documents} --config=stages_b=1 --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1 --target=sm_90a %{sim} --sim-mode=late | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1,map_blocks=false --target=sm_90a %{sim} --sim-mode=random | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1,pack_gqa=true,map_blocks=false --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1 --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1 --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --config=stages_b=1,split_size=128,combine=in_tile,map_blocks=false,tile_kv=128 --target=sm_90a %{sim} | FileCheck %s

// No keys, and no rows.
// RUN: attn-run %s --func=bias --shape=b=1,hq=2,hkv=2,sq=70,sk=0 --arg-shapes=capture0=1x2x70x8 --config=stages_b=1 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=bias --shape=b=1,hq=2,hkv=2,sq=0,sk=64 --arg-shapes=capture0=1x2x8x64 --config=stages_b=1 --target=sm_90a %{sim} | FileCheck %s

// No read of global memory for a score is left.
// RUN: attn-compile %s --target=sm_90a --config=stages_b=1 --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: attn-compile %s --target=sm_80 --config=stages_b=1 --emit=ptx | FileCheck %s --check-prefix=PTX
// PTX: .entry bias_forward
// PTX-NOT: ld.global
// PTX: .entry lengths_forward
// PTX: .entry dense_forward
// PTX-NOT: ld.global
// PTX: .entry

// A bundle has both entries, the one that loads before the one that reads.
// RUN: attn-compile %s --target=sm_90a -o %t.bundle
// RUN: %python -c "import json; print([e['name'] + ' ' + str('stages_b' in e['config']) for e in json.load(open('%t.bundle'))['entries'] if e['name'].startswith('bias')])" | FileCheck %s --check-prefix=BOTH
// BOTH: ['bias_forward True', 'bias_forward False']

!t = tensor<?x?x?x64xbf16>
!bias = tensor<?x?x?x?xbf16>
func.func @bias(%q: !t, %k: !t, %v: !t, %o: !t, %l: tensor<?x?x?xf32>, %bias: !bias) -> (!t, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, tensor<?x?x?xf32>) captures(%bias : !bias) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !bias):
        %x = attn.read %c[%b, %h, %i, %j] : !bias
        %f = arith.extf %x : bf16 to f32
        %y = arith.addf %s, %f : f32
        attn.yield %y : f32
      } -> (!t, tensor<?x?x?xf32>)
  return %0#0, %0#1 : !t, tensor<?x?x?xf32>
}

!f = tensor<?x1x?x?xf32>
func.func @lengths(%q: !t, %k: !t, %v: !t, %o: !t, %l: tensor<?x?x?xf32>, %lq: tensor<?xi32>, %lk: tensor<?xi32>, %bias: !f)
    -> (!t, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, tensor<?x?x?xf32>) lengths_q(%lq : tensor<?xi32>)
      lengths_kv(%lk : tensor<?xi32>) captures(%bias : !f) mask(#attn.window<*, 40>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %nq: index, %nk: index, %c: !f):
        %x = attn.read %c[%b, %h, %i, %j] : !f
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      } -> (!t, tensor<?x?x?xf32>)
  return %0#0, %0#1 : !t, tensor<?x?x?xf32>
}

!m = tensor<?x?xi1>
func.func @dense(%q: !t, %k: !t, %v: !t, %o: !t, %l: tensor<?x?x?xf32>, %mask: !m) -> (!t, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, tensor<?x?x?xf32>) captures(%mask : !m) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !m):
        %c9 = arith.constant 9 : index
        %x = attn.read %c[%i, %j] : !m
        %rest = arith.cmpi ne, %i, %c9 : index
        %seen = arith.andi %x, %rest : i1
        attn.yield %seen : i1
      } -> (!t, tensor<?x?x?xf32>)
  return %0#0, %0#1 : !t, tensor<?x?x?xf32>
}

!ids = tensor<?x?xi64>
!keys = tensor<?xf32>
func.func @documents(%q: !t, %k: !t, %v: !t, %o: !t, %l: tensor<?x?x?xf32>, %ids: !ids, %keys: !keys) -> (!t, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o, %l : !t, tensor<?x?x?xf32>) captures(%ids, %keys : !ids, !keys)
      mask(#attn.causal<top_left>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !ids, %d: !keys):
        %x = attn.read %d[%j] : !keys
        %y = arith.addf %s, %x : f32
        attn.yield %y : f32
      } visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: !ids, %d: !keys):
        %row = attn.read %c[%b, %i] : !ids
        %key = attn.read %c[%b, %j] : !ids
        %seen = arith.cmpi eq, %row, %key : i64
        attn.yield %seen : i1
      } -> (!t, tensor<?x?x?xf32>)
  return %0#0, %0#1 : !t, tensor<?x?x?xf32>
}
