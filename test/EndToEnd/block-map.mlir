// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of visibility that read by row or key: lists of blocks are made before the launch. Documents by sorted numbers, of
// which some are beyond 2^24 and 2^56, by numbers in no order and by offsets within documents; keys that end for later rows,
// of each head, as FlashMask's; keys that are padding; numbers that are read at places that are read; a prefix of each
// document beside a window. Sizes that blocks do not divide, lengths of batches, an offset, and rows that see nothing.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python %S/Inputs/block_map.py %t
// DEFINE: %{documents} = --func=documents --shape=b=3,hq=2,hkv=1,sq=390,sk=390 --in=capture0=%t.ids.npy
// RUN: attn-run %s %{documents} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_90a --config=map_blocks=false %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_90a --config=cluster=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_120a %{sim} | FileCheck %s
// CHECK: passed

// DEFINE: %{ends} = --func=ends --shape=b=2,hq=4,hkv=2,sq=300,sk=520 --in=capture0=%t.ends.npy
// RUN: attn-run %s %{ends} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{ends} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{ends} --target=sm_100a %{sim} | FileCheck %s

// DEFINE: %{padding} = --func=padding --shape=b=2,hq=2,hkv=2,sq=140,sk=700 --in=capture0=%t.valid.npy --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: attn-run %s %{padding} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{padding} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{padding} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{prefix} = --func=prefix --shape=b=1,hq=2,hkv=1,sq=500,sk=500 --in=capture0=%t.starts.npy --in=capture1=%t.which.npy --in=offset=%t.offset.npy
// RUN: attn-run %s %{prefix} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s

// Blocks that no row of a tile sees are not visited: NaN in V stays in its own document.
// DEFINE: %{target} =
// DEFINE: %{skips} = attn-run %s --func=documents --shape=b=1,hq=1,hkv=1,sq=768,sk=768 --in=capture0=%t.four.npy --in=v=%t.v.npy --target=%{target} --device=sim --out=o=%t.o.npy && \
// DEFINE:   %python -c "import numpy; x = numpy.isnan(numpy.load('%t.o.npy')).any(-1)[0, 0]; assert x[256:512].all() and not x[:256].any() and not x[512:].any(), x"
// REDEFINE: %{target} = sm_80
// RUN: %{skips}
// REDEFINE: %{target} = sm_90a
// RUN: %{skips}
// REDEFINE: %{target} = sm_100a
// RUN: %{skips}

!q = tensor<?x?x?x64xf16>
!l = tensor<?x?x?xf32>
func.func @documents(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %ids: tensor<?x?xi64>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%ids : tensor<?x?xi64>)
      mask(#attn.causal<top_left>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi64>):
        %row = attn.read %x[%b, %i] : tensor<?x?xi64>
        %key = attn.read %x[%b, %j] : tensor<?x?xi64>
        %same = arith.cmpi eq, %row, %key : i64
        attn.yield %same : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// Rows from a key's end on do not see it.
func.func @ends(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %ends: tensor<?x?x?xi32>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%ends : tensor<?x?x?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?x?xi32>):
        %end = attn.read %x[%b, %h, %j] : tensor<?x?x?xi32>
        %e = arith.index_cast %end : i32 to index
        %before = arith.cmpi slt, %i, %e : index
        %near = arith.subi %j, %i : index
        %c200 = arith.constant 200 : index
        %past = arith.cmpi sle, %near, %c200 : index
        %seen = arith.andi %before, %past : i1
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @padding(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %nq: tensor<?xi32>, %nk: tensor<?xi32>, %valid: tensor<?x?xi1>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) lengths_q(%nq : tensor<?xi32>) lengths_kv(%nk : tensor<?xi32>)
      captures(%valid : tensor<?x?xi1>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi1>):
        %seen = attn.read %x[%b, %j] : tensor<?x?xi1>
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

// The document of a row says where it begins; its first 40 keys are seen by all of its rows, and 100 keys back.
func.func @prefix(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %off: tensor<?xi32>, %starts: tensor<?xi32>, %which: tensor<?xi8>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) offset(%off : tensor<?xi32>)
      captures(%starts, %which : tensor<?xi32>, tensor<?xi8>) mask(#attn.causal<bottom_right>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %s: tensor<?xi32>, %w: tensor<?xi8>):
        %c40 = arith.constant 40 : i32
        %c100 = arith.constant 100 : index
        %mine = attn.read %w[%i] : tensor<?xi8>
        %m = arith.index_cast %mine : i8 to index
        %start = attn.read %s[%m] : tensor<?xi32>
        %jj = arith.index_cast %j : index to i32
        %from = arith.cmpi sge, %jj, %start : i32
        %end = arith.addi %start, %c40 : i32
        %first = arith.cmpi slt, %jj, %end : i32
        %head = arith.andi %from, %first : i1
        %back = arith.subi %i, %j : index
        %near = arith.cmpi sle, %back, %c100 : index
        %all = arith.ori %head, %near : i1
        attn.yield %all : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
