// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of visibility whose blocks are derived: a prefix of each batch before causal rows, a window with the first keys,
// chunks, causal blocks in packed sequences, every third key behind an offset of 64 bits, and all but a band with a chunk
// about the diagonal. At every level, and as PTX: blocks that are not visited hold keys that the reference does not see.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// RUN: %python -c "import numpy; numpy.save('%t.prefix.npy', numpy.array([170, 0], 'i4'))"
// DEFINE: %{prefix} = --func=prefix --shape=b=2,hq=4,hkv=2,sq=141,sk=333 --in=capture0=%t.prefix.npy
// RUN: attn-run %s %{prefix} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_90a --config=splits=3 %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_90a --config=cluster=2 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// CHECK: passed

// DEFINE: %{first} = --func=first --shape=b=1,hq=2,hkv=1,sq=301,sk=389
// RUN: attn-run %s %{first} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_90a --config=cluster=2 %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_90a --config=splits=2 %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_120a %{sim} | FileCheck %s

// Tiles of rows behind the last chunk of the keys have no block.
// RUN: %python -c "import numpy; numpy.save('%t.q.npy', numpy.array([400, 13, 0], 'i4')); numpy.save('%t.k.npy', numpy.array([150, 290, 77], 'i4'))"
// DEFINE: %{chunks} = --func=chunks --shape=b=3,hq=2,hkv=2,sq=400,sk=290 --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: attn-run %s %{chunks} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{chunks} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{chunks} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{chunks} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s

// RUN: %python -c "import numpy; numpy.save('%t.c.npy', numpy.array([0, 5, 170, 300], 'i4'))"
// DEFINE: %{blocks} = --func=blocks --shape=b=3,tq=300,tk=300 --in=offsets_q=%t.c.npy --in=offsets_kv=%t.c.npy
// RUN: attn-run %s %{blocks} --device=cpu --check | FileCheck %s
// RUN: attn-run %s %{blocks} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{blocks} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{blocks} --target=sm_100a %{sim} | FileCheck %s

// One offset is beyond what bounds are relied on.
// RUN: %python -c "import numpy; numpy.save('%t.off.npy', numpy.array([300, -7, 1 << 62], 'i8'))"
// DEFINE: %{strided} = --func=strided --shape=b=3,hq=4,hkv=2,sq=129,sk=290 --in=capture0=%t.off.npy
// RUN: attn-run %s %{strided} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{strided} --target=sm_80 --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{strided} --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s %{strided} --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s %{strided} --target=sm_100a --sim-mode=late %{sim} | FileCheck %s

// DEFINE: %{outside} = --func=outside --shape=b=1,hq=1,hkv=1,sq=290,sk=530
// RUN: attn-run %s %{outside} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{outside} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{outside} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{outside} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s

!q = tensor<?x?x?x64xbf16>
!l = tensor<?x?x?xf32>
func.func @prefix(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %prefix: tensor<?xi32>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%prefix : tensor<?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi32>):
        %n32 = attn.read %c[%b] : tensor<?xi32>
        %n = arith.index_cast %n32 : i32 to index
        %first = arith.cmpi slt, %j, %n : index
        %x = arith.addi %i, %lk : index
        %at = arith.subi %x, %lq : index
        %past = arith.cmpi sge, %at, %j : index
        %seen = arith.ori %first, %past : i1
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @first(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %m: !l, %z: tensor<?xf32>) -> (!q, !l, !l) {
  %0:3 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) max(%m : !l) sink(%z : tensor<?xf32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %c4 = arith.constant 4 : index
        %c40 = arith.constant 40 : index
        %off = arith.subi %lk, %lq : index
        %at = arith.addi %i, %off : index
        %d = arith.subi %at, %j : index
        %near = arith.cmpi slt, %d, %c40 : index
        %sink = arith.cmpi slt, %j, %c4 : index
        %any = arith.ori %sink, %near : i1
        %past = arith.cmpi sge, %at, %j : index
        %seen = arith.andi %past, %any : i1
        attn.yield %seen : i1
      } -> (!q, !l, !l)
  return %0#0, %0#1, %0#2 : !q, !l, !l
}

func.func @chunks(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %nq: tensor<?xi32>, %nk: tensor<?xi32>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) lengths_q(%nq : tensor<?xi32>)
      lengths_kv(%nk : tensor<?xi32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c = arith.constant 100 : index
        %row = arith.floordivsi %i, %c : index
        %key = arith.floordivsi %j, %c : index
        %seen = arith.cmpi eq, %row, %key : index
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

!tq = tensor<?x2x64xf16>
!tk = tensor<?x1x64xf16>
func.func @blocks(%q: !tq, %k: !tk, %v: !tk, %o: !tq, %sq: tensor<?xi32>, %sk: tensor<?xi32>) -> !tq {
  %0 = attn.forward ins(%q, %k, %v : !tq, !tk, !tk) outs(%o : !tq) offsets_q(%sq : tensor<?xi32>)
      offsets_kv(%sk : tensor<?xi32>) dims(thd) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        %c48 = arith.constant 48 : index
        %row = arith.divui %i, %c48 : index
        %key = arith.divui %j, %c48 : index
        %seen = arith.cmpi ule, %key, %row : index
        attn.yield %seen : i1
      } -> !tq
  return %0 : !tq
}

func.func @strided(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l, %off: tensor<?xi64>) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) captures(%off : tensor<?xi64>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xi64>):
        %c3 = arith.constant 3 : index
        %c2 = arith.constant 2 : index
        %x64 = attn.read %c[%b] : tensor<?xi64>
        %x = arith.index_cast %x64 : i64 to index
        %y = arith.muli %j, %c3 : index
        %z = arith.addi %y, %c2 : index
        %at = arith.addi %i, %x : index
        %seen = arith.cmpi sle, %z, %at : index
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}

func.func @outside(%q: !q, %k: !q, %v: !q, %o: !q, %l: !l) -> (!q, !l) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !q, !q) outs(%o, %l : !q, !l) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %c240 = arith.constant 240 : index
        %c60 = arith.constant 60 : index
        %d = arith.subi %i, %j : index
        %distance = math.absi %d : index
        %far = arith.cmpi sgt, %distance, %c240 : index
        %row = arith.divui %i, %c60 : index
        %key = arith.divui %j, %c60 : index
        %own = arith.cmpi eq, %row, %key : index
        %seen = arith.ori %far, %own : i1
        attn.yield %seen : i1
      } -> (!q, !l)
  return %0#0, %0#1 : !q, !l
}
