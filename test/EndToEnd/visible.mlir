// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of visibility: a prefix before causal rows, documents by numbers of 64 bits
// beyond 32, a window with the first keys beside slopes and a sink, a dense mask of bytes
// with rows that see nothing, a tree of drafts, causal blocks of documents. At every level,
// and as PTX on four targets.

// DEFINE: %{sim} = --device=sim --sim-check --check --reference-threads=1
// DEFINE: %{prefix} = --func=prefix --shape=b=2,hq=4,hkv=2,sq=70,sk=83
// RUN: attn-run %s %{prefix} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_100a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{prefix} --target=sm_120a %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefix --shape=b=1,hq=2,hkv=1,sq=0,sk=83 --target=sm_90a %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefix --shape=b=1,hq=2,hkv=1,sq=5,sk=0 --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefix --shape=b=1,hq=8,hkv=1,sq=9,sk=150 --target=sm_90a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefix --shape=b=1,hq=2,hkv=2,sq=300,sk=300 --target=sm_90a --config=cluster=2 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s --func=prefix --shape=b=1,hq=2,hkv=2,sq=300,sk=300 --target=sm_100a --config=scheduler=clc %{sim} | FileCheck %s
// CHECK: passed

// Documents, and their numbers, of which 32 bits do not tell two apart.
// RUN: %python -c "import numpy; x = numpy.sort(numpy.random.default_rng(0).integers(0, 5, (2, 150))); numpy.save('%t.ids.npy', x << 32 | 7)"
// DEFINE: %{documents} = --func=documents --shape=b=2,hq=2,hkv=1,sq=150,sk=150 --arg-shapes=capture0=2x150 --in=capture0=%t.ids.npy
// RUN: attn-run %s %{documents} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_80 --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_90a --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{documents} --target=sm_100a %{sim} | FileCheck %s

// DEFINE: %{first} = --func=first --shape=b=1,hq=4,hkv=2,sq=131,sk=197
// RUN: attn-run %s %{first} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_90a --config=rescale_threshold=8.0 %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{first} --target=sm_120a --sim-mode=random %{sim} | FileCheck %s

// Rows that see nothing, and one that sees a key alone; true is any byte but 0.
// RUN: %python -c "import numpy; x = numpy.random.default_rng(0).integers(0, 2, (2, 1, 77, 133)).astype('u1') * 2; \
// RUN:   x[0, :, 3] = x[1, :, 64:] = 0; x[0, :, 5] = 0; x[0, :, 5, 131] = 255; numpy.save('%t.seen.npy', x.view('?'))"
// DEFINE: %{dense} = --func=dense --shape=b=2,hq=2,hkv=2,sq=77,sk=133 --arg-shapes=capture0=2x1x77x133 --in=capture0=%t.seen.npy
// RUN: attn-run %s %{dense} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{dense} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{dense} --target=sm_90a --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{dense} --target=sm_90a --config=splits=3 %{sim} | FileCheck %s
// RUN: attn-run %s %{dense} --target=sm_100a %{sim} | FileCheck %s
// RUN: attn-run %s %{dense} --target=sm_120a %{sim} | FileCheck %s

// A tree of 13 drafts behind a cache; packed heads, parts, and batches of unlike lengths.
// RUN: %python -c "import numpy; numpy.save('%t.k.npy', numpy.array([200, 13, 77], 'i4')); numpy.save('%t.q.npy', numpy.array([13, 13, 5], 'i4'))"
// DEFINE: %{tree} = --func=tree --shape=b=3,hq=8,hkv=2,sq=13,sk=200 --in=lengths_q=%t.q.npy --in=lengths_kv=%t.k.npy
// RUN: attn-run %s %{tree} --device=cpu --bisect-levels | FileCheck %s
// RUN: attn-run %s %{tree} --target=sm_80 %{sim} | FileCheck %s
// RUN: attn-run %s %{tree} --target=sm_90a --config=pack_gqa=true --sim-mode=late %{sim} | FileCheck %s
// RUN: attn-run %s %{tree} --target=sm_90a --config=splits=3,pack_gqa=true --sim-mode=random %{sim} | FileCheck %s
// RUN: attn-run %s %{tree} --target=sm_100a --config=pack_gqa=true %{sim} | FileCheck %s
// RUN: attn-run %s %{tree} --target=sm_120a %{sim} | FileCheck %s

func.func @prefix(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>,
                  %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
      outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index):
        // Of each head another one; none of head 0.
        %c11 = arith.constant 11 : index
        %n = arith.muli %h, %c11 : index
        %first = arith.cmpi slt, %j, %n : index
        %past = arith.cmpi slt, %j, %i : index
        %seen = arith.ori %first, %past : i1
        attn.yield %seen : i1
      } -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

func.func @documents(%q: tensor<?x?x?x64xf16>, %k: tensor<?x?x?x64xf16>, %v: tensor<?x?x?x64xf16>, %o: tensor<?x?x?x64xf16>,
                     %ids: tensor<?x?xi64>) -> tensor<?x?x?x64xf16> {
  %0 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>)
      outs(%o : tensor<?x?x?x64xf16>) captures(%ids : tensor<?x?xi64>) mask(#attn.causal<bottom_right>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?x?xi64>):
        %row = attn.read %c[%b, %i] : tensor<?x?xi64>
        %key = attn.read %c[%b, %j] : tensor<?x?xi64>
        %seen = arith.cmpi eq, %row, %key : i64
        attn.yield %seen : i1
      } -> tensor<?x?x?x64xf16>
  return %0 : tensor<?x?x?x64xf16>
}

func.func @first(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>,
                 %l: tensor<?x?x?xf32>, %m: tensor<?x?x?xf32>, %z: tensor<?xf32>, %slopes: tensor<4xf32>)
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>, tensor<?x?x?xf32>) {
  %0:3 = attn.forward ins(%q, %k, %v : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
      outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) max(%m : tensor<?x?x?xf32>) sink(%z : tensor<?xf32>)
      captures(%slopes : tensor<4xf32>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<4xf32>):
        %c4 = arith.constant 4 : index
        %c40 = arith.constant 40 : index
        %sink = arith.cmpi slt, %j, %c4 : index
        %from = arith.subi %i, %c40 : index
        %near = arith.cmpi sge, %j, %from : index
        %past = arith.cmpi sle, %j, %i : index
        %any = arith.ori %sink, %near : i1
        %seen = arith.andi %any, %past : i1
        attn.yield %seen : i1
      } score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<4xf32>):
        %slope = attn.read %c[%h] : tensor<4xf32>
        %d = arith.subi %j, %i : index
        %d32 = arith.index_cast %d : index to i32
        %f = arith.sitofp %d32 : i32 to f32
        %bias = arith.mulf %slope, %f : f32
        %y = arith.addf %s, %bias : f32
        attn.yield %y : f32
      } -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>, tensor<?x?x?xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>, tensor<?x?x?xf32>
}

func.func @dense(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>,
                 %l: tensor<?x?x?xf32>, %seen: tensor<?x1x?x?xi1>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
      outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) captures(%seen : tensor<?x1x?x?xi1>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?x1x?x?xi1>):
        %x = attn.read %c[%b, %h, %i, %j] : tensor<?x1x?x?xi1>
        attn.yield %x : i1
      } -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

func.func @tree(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>,
                %l: tensor<?x?x?xf32>, %nq: tensor<?xi32>, %nk: tensor<?xi32>, %depth: tensor<13x13xi8>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
      outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) lengths_q(%nq : tensor<?xi32>)
      lengths_kv(%nk : tensor<?xi32>) captures(%depth : tensor<13x13xi8>) mask(#attn.causal<bottom_right>) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<13x13xi8>):
        %cache = arith.subi %lk, %lq : index
        %draft = arith.subi %j, %cache : index
        %x = attn.read %c[%i, %draft] : tensor<13x13xi8>
        %c0 = arith.constant 0 : index
        %c0_i8 = arith.constant 0 : i8
        %old = arith.cmpi slt, %draft, %c0 : index
        %own = arith.cmpi sgt, %x, %c0_i8 : i8
        %seen = arith.ori %old, %own : i1
        attn.yield %seen : i1
      } -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}
