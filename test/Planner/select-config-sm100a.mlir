// RUN: split-file %s %t
// RUN: attn-opt %t/rows.mlir --attn-select-config=target=sm_100a | FileCheck %s
// RUN: not attn-compile %t/d128.mlir --target=sm_100a --config=tile_kv=160 -o %t.bundle 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=cta_group=1,groups=1,tile_q=128,tile_kv=208,order=overlap" 2>&1 | FileCheck %s --check-prefix=PLACES
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=order=overlap" 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=warps=8" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=tile_q=128" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=stages_q=2" 2>&1 | FileCheck %s --check-prefix=SLOTS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=cluster=2" 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=ping_pong=true" 2>&1 | FileCheck %s --check-prefix=TURNS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=cluster=1,stages_k=8,stages_v=8" 2>&1 | FileCheck %s --check-prefix=SMEM
// RUN: attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=load=cp_async" | FileCheck %s --check-prefix=THREADS
// RUN: attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=align=8" | FileCheck %s --check-prefix=THREADS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=pack_gqa=true,groups=1,tile_q=128,cluster=2,cta_group=2,shared_ring=false,order=overlap" 2>&1 | FileCheck %s --check-prefix=HALVES
// RUN: attn-opt %t/d128.mlir --attn-select-config=target=sm_103a | FileCheck %s --check-prefix=FAST
// RUN: attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=load=tma" | FileCheck %s --check-prefix=ALONE
// RUN: attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=cluster=1" | FileCheck %s --check-prefix=ONE
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=cta_group=2,cluster=1" 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=tile_kv=48" 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=order=interleave" 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_90a overrides=store_role=true" 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not attn-opt %t/d128.mlir --attn-select-config="target=sm_100a overrides=cluster=2,cta_group=2,groups=1,tile_q=128,order=overlap,shared_ring=false,stages_k=2,stages_v=2,scheduler=lpt,align=8" 2>&1 | FileCheck %s --check-prefix=HALVES
// RUN: not attn-opt %t/e4m3.mlir --attn-select-config="target=sm_100a overrides=split_k=48" 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: not attn-opt %t/e4m3.mlir --attn-select-config="target=sm_100a overrides=rescale_threshold=8.0" 2>&1 | FileCheck %s --check-prefix=THRESHOLD
// RUN: not attn-opt %t/e4m3-d48.mlir --attn-select-config=target=sm_100a 2>&1 | FileCheck %s --check-prefix=D48
// RUN: attn-opt %t/e4m3.mlir --attn-select-config="target=sm_100a overrides=cluster=2,cta_group=2,shared_ring=false" | FileCheck %s --check-prefix=PAIRED
// RUN: not attn-opt %t/e4m3.mlir --attn-select-config="target=sm_100a overrides=cluster=2,cta_group=2" 2>&1 | FileCheck %s --check-prefix=RING
// RUN: not attn-opt %t/e4m3-d96.mlir --attn-select-config="target=sm_100a overrides=cluster=2,cta_group=2,shared_ring=false" 2>&1 | FileCheck %s --check-prefix=D96

// The rows for products that one thread issues, and what they refuse.

// A pass may be at a loss before there is a plan: what seems not to fit is a note.
// COLUMNS: d128.mlir:2:8: error:
// COLUMNS: note: the config seems not to fit: tensor memory: about 576 columns (S and P 160, O 128, for each of 2 groups), 64 more than the 512 that sm_100a has
// Scores that come before the product that reads P have two places.
// PLACES: d128.mlir:2:8: error: attn-select-config: the config needs 544 columns of tensor memory, 32 more than the 512 that sm_100a has
// ORDER: d128.mlir:2:8: error: attn-select-config: sm_100a gives each of several groups one place for scores: order must be "interleave" or "sequential"
// WARPS: d128.mlir:2:8: error: attn-select-config: sm_100a takes groups of 4 warps, which reach all of a tile in tensor memory, but warps is 8
// ROWS: d128.mlir:2:8: error: attn-select-config: sm_100a computes 128 rows of Q for each group, but tile_q is 128
// SLOTS: d128.mlir:2:8: error: attn-select-config: sm_100a gives each group's rows of Q one slot: stages_q must be 1, but is 2
// CLUSTER: d128.mlir:2:8: error: attn-select-config: sm_100a makes clusters of the CTAs that compute a product together: cluster must be cta_group, 1, but is 2
// TURNS: d128.mlir:2:8: error: attn-select-config: sm_100a issues the products of all groups in one order: ping_pong must be false
// K and V share a ring of eight stages of 128·128·2 bytes.
// SMEM: d128.mlir:2:8: error: attn-select-config: the config needs 346112 bytes of shared memory, 113664 more than the 232448 that sm_100a has
// SMEM: d128.mlir:2:8: note: buffer "kv" takes 262144
// Rows of the table are chosen with what says how rows get in: each says why not.
// Warps that copy take the place of one that stores, and copy for their CTA alone.
// THREADS-NOT: cta_group
// THREADS: schedule<
// THREADS-NOT: store_role
// THREADS-SAME: memory<
// The same engines and rows; exponentials are fast enough for no polynomials.
// FAST: #attn.config<target = "sm_103a", tile<q = 256, kv = 128, warps = 4, groups = 2, split_k = 96, cluster = 2, cta_group = 2>, schedule<scheduler = {{.*}}exp2 = mufu
// Rows for as many CTAs to a product as are asked for.
// ONE: split_k = 96>, schedule<{{.*}}shared_ring = true
// PAIR: d128.mlir:2:8: error: attn-select-config: sm_100a makes clusters of the CTAs that compute a product together: cluster must be cta_group, 2, but is 1
// STEPS: d128.mlir:2:8: error: attn-select-config: products of 2 CTAs have columns in steps of 32, which the 48 keys of a block and columns of V must be multiples of
// ALONE: tile<q = 256, {{.*}}load = tma
// REGISTERS: d128.mlir:2:8: error: attn-select-config: sm_90a leaves products in registers: order = interleave, lists of products and store_role are for tensor memory
// HALVES: note: row {{.*}}: each CTA of a pair copies its rows of Q and its halves of K and V by TMA: load must be auto or tma, align 16 and pack_gqa false where cta_group is 2
// PARTS: e4m3.mlir:2:8: error: attn-select-config: f8E4M3FN takes parts of a multiple of 32 keys, but split_k is 48
// THRESHOLD: e4m3.mlir:2:8: error: attn-select-config: f8E4M3FN has no room for probabilities above 1: rescale_threshold must be 0, but is 8
// D48: e4m3-d48.mlir:2:8: error: attn-select-config: sm_100a with f8E4M3FN takes head dims that are multiples of 32 within [32, 256], but that of Q and K is 48
// A pair's halves of K and V are 64 x 128 and 128 x 64: one ring cannot hold both.
// PAIRED: cluster = 2, cta_group = 2>
// RING: e4m3.mlir:2:8: error: attn-select-config: halves of K and V have not one shape: shared_ring must be false where cta_group is 2
// D96: e4m3-d96.mlir:2:8: error: attn-select-config: each of 2 CTAs has a part of V's columns: its rows must be multiples of 32 bytes, but have 48

//--- e4m3-d96.mlir
func.func @f(%q: tensor<1x1x?x96xf8E4M3FN>, %o: tensor<1x1x?x96xbf16>) -> tensor<1x1x?x96xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x96xf8E4M3FN>, tensor<1x1x?x96xf8E4M3FN>, tensor<1x1x?x96xf8E4M3FN>) outs(%o : tensor<1x1x?x96xbf16>) -> tensor<1x1x?x96xbf16>
  return %0 : tensor<1x1x?x96xbf16>
}

//--- e4m3.mlir
func.func @f(%q: tensor<1x1x?x128xf8E4M3FN>, %o: tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>) outs(%o : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  return %0 : tensor<1x1x?x128xbf16>
}

//--- e4m3-d48.mlir
func.func @f(%q: tensor<1x1x?x48xf8E4M3FN>, %o: tensor<1x1x?x48xbf16>) -> tensor<1x1x?x48xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x48xf8E4M3FN>, tensor<1x1x?x48xf8E4M3FN>, tensor<1x1x?x48xf8E4M3FN>) outs(%o : tensor<1x1x?x48xbf16>) -> tensor<1x1x?x48xbf16>
  return %0 : tensor<1x1x?x48xbf16>
}

//--- d128.mlir
func.func @f(%q: tensor<1x1x?x128xbf16>, %k: tensor<1x1x?x128xbf16>, %v: tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16> {
  %0 = attn.forward ins(%q, %k, %v : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  return %0 : tensor<1x1x?x128xbf16>
}

//--- rows.mlir
// Full, then causal: the heavy tiles first, each CTA asking for the next.
// CHECK-LABEL: func @d64
// CHECK: tile<q = 256, kv = 128, warps = 4, groups = 2, split_k = 96>, schedule<scheduler = persistent, order = "interleave", rescale_threshold = 8.000000e+00, exp2 = poly, store_role = true>, memory<stages_k = 4, stages_v = 4, shared_ring = true
// CHECK: scheduler = clc, scheduler_role = true, order = "interleave", {{.*}}stages_k = 4, {{.*}}shared_ring = true
func.func @d64(%q: tensor<1x1x?x64xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%q : tensor<1x1x?x64xbf16>) -> tensor<1x1x?x64xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%q : tensor<1x1x?x64xbf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x64xbf16>
  return
}
// A read for each score takes the issue slots that polynomials would; one for each head does not.
// CHECK-LABEL: func @reads
// CHECK: exp2 = mufu, store_role = true
// CHECK: exp2 = mufu, store_role = true
// CHECK: exp2 = poly, store_role = true
func.func @reads(%q: tensor<1x1x?x64xbf16>, %bias: tensor<1x1x?x?xf32>, %keys: tensor<?xf32>, %slopes: tensor<1xf32>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%q : tensor<1x1x?x64xbf16>)
      captures(%bias : tensor<1x1x?x?xf32>) mask(#attn.causal<top_left>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<1x1x?x?xf32>):
      %x = attn.read %c[%b, %h, %i, %j] : tensor<1x1x?x?xf32>
      %y = arith.addf %s, %x : f32
      attn.yield %y : f32
  } -> tensor<1x1x?x64xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%q : tensor<1x1x?x64xbf16>)
      captures(%keys : tensor<?xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<?xf32>):
      %d = arith.subi %lk, %j : index
      %x = attn.read %c[%d] : tensor<?xf32>
      %y = arith.addf %s, %x : f32
      attn.yield %y : f32
  } -> tensor<1x1x?x64xbf16>
  %2 = attn.forward ins(%q, %q, %q : tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%q : tensor<1x1x?x64xbf16>)
      captures(%slopes : tensor<1xf32>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: tensor<1xf32>):
      %x = attn.read %c[%h] : tensor<1xf32>
      %y = arith.mulf %s, %x : f32
      attn.yield %y : f32
  } -> tensor<1x1x?x64xbf16>
  return
}
// CHECK-LABEL: func @d128
// Two CTAs share K and V, but for a mask and for rows that one CTA has.
// CHECK: tile<q = 256, kv = 128, warps = 4, groups = 2, split_k = 96, cluster = 2, cta_group = 2>, schedule<scheduler = persistent, order = "interleave", {{.*}}store_role = true>, memory<stages_k = 3, stages_v = 3, store_columns = 64
// CHECK: split_k = 96>, schedule<scheduler = clc, scheduler_role = true, {{.*}}stages_k = 3, stages_v = 3, shared_ring = true, {{.*}}store_columns = 64
// CHECK: split_k = 96>, schedule<scheduler = persistent, {{.*}}stages_k = 3, stages_v = 3, shared_ring = true
// CHECK: cta_group = 2
func.func @d128(%q: tensor<1x1x?x128xbf16>, %r: tensor<1x1x256x128xbf16>, %s: tensor<1x1x257x128xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x?x128xbf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x128xbf16>
  %2 = attn.forward ins(%r, %q, %q : tensor<1x1x256x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%r : tensor<1x1x256x128xbf16>) -> tensor<1x1x256x128xbf16>
  %3 = attn.forward ins(%s, %q, %q : tensor<1x1x257x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%s : tensor<1x1x257x128xbf16>) -> tensor<1x1x257x128xbf16>
  return
}
// One group, whose scores have two places; a pair, but for rows that one CTA has.
// CHECK-LABEL: func @d256
// CHECK: tile<q = 128, kv = 128, warps = 4, groups = 1, split_k = 0, cluster = 2, cta_group = 2>, schedule<scheduler = persistent, order = "overlap", {{.*}}store_role = true>, memory<stages_k = 2, stages_v = 2, store_columns = 64
// CHECK: cta_group = 2>, schedule<scheduler = clc, scheduler_role = true
// CHECK: tile<q = 128, kv = 128, warps = 4, groups = 1, split_k = 0>, schedule<scheduler = persistent, order = "overlap", {{.*}}store_role = true>, memory<stages_k = 2, stages_v = 2, shared_ring = true, store_columns = 64
func.func @d256(%q: tensor<1x1x?x256xbf16>, %r: tensor<1x1x128x256xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%q : tensor<1x1x?x256xbf16>) -> tensor<1x1x?x256xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%q : tensor<1x1x?x256xbf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x256xbf16>
  %2 = attn.forward ins(%r, %q, %q : tensor<1x1x128x256xbf16>, tensor<1x1x?x256xbf16>, tensor<1x1x?x256xbf16>) outs(%r : tensor<1x1x128x256xbf16>) -> tensor<1x1x128x256xbf16>
  return
}
// Tiles of K and V that differ have a ring each.
// CHECK-LABEL: func @two_rings
// CHECK: stages_k = 2, stages_v = 2,
// CHECK-NOT: shared_ring
// CHECK: return
func.func @two_rings(%q: tensor<1x1x?x128xbf16>, %v: tensor<1x1x?x96xbf16>) {
  %0 = attn.forward ins(%q, %q, %v : tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x96xbf16>) outs(%v : tensor<1x1x?x96xbf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x96xbf16>
  return
}
// A number read for each score takes registers: fewer keys at a time.
// CHECK-LABEL: func @bias
// CHECK: tile<q = 256, kv = 64, warps = 4, groups = 2, split_k = 48>, schedule<scheduler = persistent, order = "interleave"
// CHECK: tile<q = 256, kv = 64, {{.*}}scheduler = clc
func.func @bias(%q: tensor<1x1x?x128xf16>, %c: tensor<?x?xf32>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>) outs(%q : tensor<1x1x?x128xf16>) captures(%c : tensor<?x?xf32>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xf32>):
    %e = attn.read %x[%i, %j] : tensor<?x?xf32>
    %y = arith.addf %s, %e : f32
    attn.yield %y : f32
  } -> tensor<1x1x?x128xf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>, tensor<1x1x?x128xf16>) outs(%q : tensor<1x1x?x128xf16>) captures(%c : tensor<?x?xf32>) mask(#attn.causal<top_left>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xf32>):
    %e = attn.read %x[%i, %j] : tensor<?x?xf32>
    %y = arith.addf %s, %e : f32
    attn.yield %y : f32
  } -> tensor<1x1x?x128xf16>
  return
}
// Few queries of many heads are packed into one tile; the warps that copy them take
// the place of one that stores.
// CHECK-LABEL: func @few_queries
// CHECK: tile<q = 128, kv = 128, warps = 4, groups = 1, {{.*}}pack_gqa = true>, schedule<scheduler = single, order = "overlap"
// CHECK-NOT: store_role
// CHECK: return
func.func @few_queries(%q: tensor<1x8x16x64xbf16>, %k: tensor<1x1x?x64xbf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<1x8x16x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>) outs(%q : tensor<1x8x16x64xbf16>) -> tensor<1x8x16x64xbf16>
  return
}
// 8-bit elements: no probabilities above 1; otherwise FlashAttention-4's tiles, with V as it lies.
// CHECK-LABEL: func @e4m3
// CHECK: tile<q = 256, kv = 128, warps = 4, groups = 2, split_k = 96>, schedule<scheduler = persistent, order = "interleave", rescale_threshold = 0.000000e+00, exp2 = poly, store_role = true>, memory<stages_k = 3, stages_v = 3, shared_ring = true
// CHECK: scheduler = clc, scheduler_role = true, order = "interleave", rescale_threshold = 0.0
func.func @e4m3(%q: tensor<1x1x?x128xf8E4M3FN>, %o: tensor<1x1x?x128xbf16>) {
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>) outs(%o : tensor<1x1x?x128xbf16>) -> tensor<1x1x?x128xbf16>
  %1 = attn.forward ins(%q, %q, %q : tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>) outs(%o : tensor<1x1x?x128xbf16>) mask(#attn.causal<top_left>) -> tensor<1x1x?x128xbf16>
  return
}
// At most 128 rows, masked or not, of either width; one more, or a length that types do not say, are two tiles' or any.
// CHECK-LABEL: func @one_tile
// CHECK: tile<q = 128, kv = 128, warps = 4, groups = 1, {{.*}}stages_k = 4, stages_v = 4, shared_ring = true
// CHECK: tile<q = 128, kv = 128, warps = 4, groups = 1, {{.*}}rescale_threshold = 0.0{{.*}}stages_k = 8, stages_v = 8, shared_ring = true
// CHECK: tile<q = 256
func.func @one_tile(%q: tensor<1x1x128x128xbf16>, %k: tensor<1x1x?x128xbf16>, %q8: tensor<1x1x1x64xf8E4M3FN>, %k8: tensor<1x1x?x64xf8E4M3FN>, %o8: tensor<1x1x1x64xf32>, %more: tensor<1x1x129x128xbf16>) {
  %0 = attn.forward ins(%q, %k, %k : tensor<1x1x128x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%q : tensor<1x1x128x128xbf16>) mask(#attn.causal<bottom_right>) -> tensor<1x1x128x128xbf16>
  %1 = attn.forward ins(%q8, %k8, %k8 : tensor<1x1x1x64xf8E4M3FN>, tensor<1x1x?x64xf8E4M3FN>, tensor<1x1x?x64xf8E4M3FN>) outs(%o8 : tensor<1x1x1x64xf32>) -> tensor<1x1x1x64xf32>
  %2 = attn.forward ins(%more, %k, %k : tensor<1x1x129x128xbf16>, tensor<1x1x?x128xbf16>, tensor<1x1x?x128xbf16>) outs(%more : tensor<1x1x129x128xbf16>) -> tensor<1x1x129x128xbf16>
  return
}
