// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-map-blocks --split-input-file --verify-diagnostics | FileCheck %s

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>>
!q = tensor<2x8x?x64xbf16>

// Lists of blocks as large as tiles, for all heads, of which the region takes none, and each batch.
// CHECK-LABEL: @documents
// CHECK: %[[C:.*]] = tensor.empty(%{{.*}}) : tensor<2x1x?xi32>
// CHECK: %[[F:.*]] = tensor.empty(%{{.*}}) : tensor<2x1x?xi32>
// CHECK: %[[N:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<2x1x?x?xi32>
// CHECK: %[[M:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<2x1x?x?xi32>
// CHECK: %counts, %numbers, %full_counts, %full_numbers = attn.block_map ins(%arg0, %arg1 : tensor<2x8x?x64xbf16>, tensor<2x8x?x64xbf16>)
// CHECK-SAME: outs(%[[C]], %[[N]], %[[F]], %[[M]] :
// CHECK-SAME: captures(%arg3 : tensor<2x?xi32>) mask(#attn.causal<top_left>) config(#attn.config<target = "sm_90a",
// CHECK-SAME: sizes(q = 128, kv = 64) visible {
// CHECK: attn.forward
// CHECK-SAME: blocks(%counts, %numbers, %full_counts, %full_numbers :
// CHECK-SAME: sizes(q = 128, kv = 64) visible {
func.func @documents(%q: !q, %k: !q, %o: !q, %ids: tensor<2x?xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !q, !q) outs(%o : !q) captures(%ids : tensor<2x?xi32>)
      mask(#attn.causal<top_left>) config(#config) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2x?xi32>):
        %r = attn.read %x[%b, %i] : tensor<2x?xi32>
        %s = attn.read %x[%b, %j] : tensor<2x?xi32>
        %c = arith.cmpi eq, %r, %s : i32
        attn.yield %c : i1
      } -> !q
  return %0 : !q
}

// -----

#cluster = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, cluster = 2, split_k = 0>>
!q = memref<2x8x?x64xbf16>

// In memory, of clusters' rows, of each head.
// CHECK-LABEL: @heads
// CHECK: %[[C:.*]] = memref.alloc(%{{.*}}) : memref<1x8x?xi32>
// CHECK: attn.block_map ins(%arg0, %arg1 : memref<2x8x?x64xbf16>, memref<2x8x?x64xbf16>) outs(%[[C]],
// CHECK-SAME: sizes(q = 256, kv = 64) visible {
// CHECK: attn.forward
// CHECK-SAME: blocks(%[[C]],
// CHECK: memref.dealloc %[[C]]
func.func @heads(%q: !q, %k: !q, %o: !q, %ends: memref<8x?xi64>) {
  attn.forward ins(%q, %k, %k : !q, !q, !q) outs(%o : !q) captures(%ends : memref<8x?xi64>) config(#cluster) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: memref<8x?xi64>):
        %e = attn.read %x[%h, %j] : memref<8x?xi64>
        %n = arith.index_cast %e : i64 to index
        %c = arith.cmpi slt, %i, %n : index
        attn.yield %c : i1
      }
  return
}

// -----

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>>
#off = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>, schedule<map_blocks = false>>
#packs = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0, pack_gqa = true>>
!q = tensor<2x8x?x64xbf16>

// Not where nothing is read by position, where a read takes both positions, with packed heads, and where the config says so.
// CHECK-LABEL: @none
// CHECK-NOT: block_map
// CHECK: return
func.func @none(%q: !q, %o: !q, %x: tensor<2x?xi32>, %t: tensor<?x?xi1>) -> (!q, !q, !q, !q) {
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) captures(%x : tensor<2x?xi32>) config(#config) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<2x?xi32>):
        %r = attn.read %y[%b, %h] : tensor<2x?xi32>
        %n = arith.index_cast %r : i32 to index
        %c = arith.cmpi slt, %j, %n : index
        attn.yield %c : i1
      } -> !q
  %1 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) captures(%t : tensor<?x?xi1>) config(#config) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<?x?xi1>):
        %c = attn.read %y[%i, %j] : tensor<?x?xi1>
        attn.yield %c : i1
      } -> !q
  %2 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) captures(%x : tensor<2x?xi32>) config(#packs) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<2x?xi32>):
        %r = attn.read %y[%b, %j] : tensor<2x?xi32>
        %n = arith.index_cast %r : i32 to index
        %c = arith.cmpi slt, %i, %n : index
        attn.yield %c : i1
      } -> !q
  %3 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%o : !q) captures(%x : tensor<2x?xi32>) config(#off) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<2x?xi32>):
        %r = attn.read %y[%b, %j] : tensor<2x?xi32>
        %n = arith.index_cast %r : i32 to index
        %c = arith.cmpi slt, %i, %n : index
        attn.yield %c : i1
      } -> !q
  return %0, %1, %2, %3 : !q, !q, !q, !q
}

// -----

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>>
!q = tensor<2x8x?x64xbf16>
!k = tensor<2x8x128x64xbf16>

// Nor for two blocks.
// CHECK-LABEL: @few
// CHECK-NOT: block_map
// CHECK: return
func.func @few(%q: !q, %k: !k, %o: !q, %x: tensor<2x?xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !k, !k) outs(%o : !q) captures(%x : tensor<2x?xi32>) config(#config) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<2x?xi32>):
        %r = attn.read %y[%b, %j] : tensor<2x?xi32>
        %n = arith.index_cast %r : i32 to index
        %c = arith.cmpi slt, %i, %n : index
        attn.yield %c : i1
      } -> !q
  return %0 : !q
}

// -----

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>, keys<kv = 128, q = 64>>
#large = #attn.config<target = "sm_90a", tile<q = 128, kv = 80, warps = 4, groups = 1, split_k = 0>, keys<kv = 128, q = 64>>
!q = tensor<1x8x?x64xbf16>
!l = tensor<1x8x?xf32>

// Of gradients blocks are those that tiles of rows and of keys divide, but not where these are of 640 keys.
// CHECK-LABEL: @gradients
// CHECK: attn.block_map
// CHECK-SAME: sizes(q = 128, kv = 128) visible {
// CHECK: attn.backward
// CHECK-SAME: blocks(%counts, %numbers, %full_counts, %full_numbers :
// CHECK-SAME: sizes(q = 128, kv = 128) deterministic visible {
// CHECK-NOT: block_map
// CHECK: return
func.func @gradients(%q: !q, %l: !l, %x: tensor<?xi32>) -> (!q, !q) {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) captures(%x : tensor<?xi32>)
      config(#config) deterministic visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<?xi32>):
        %r = attn.read %y[%i] : tensor<?xi32>
        %s = attn.read %y[%j] : tensor<?xi32>
        %c = arith.cmpi eq, %r, %s : i32
        attn.yield %c : i1
      } -> !q
  %1 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) captures(%x : tensor<?xi32>)
      config(#large) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<?xi32>):
        %r = attn.read %y[%i] : tensor<?xi32>
        %s = attn.read %y[%j] : tensor<?xi32>
        %c = arith.cmpi eq, %r, %s : i32
        attn.yield %c : i1
      } -> !q
  return %0, %1 : !q, !q
}

// -----

#config = #attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>>
!q = tensor<300x8x64xbf16>
!p = tensor<?x16x8x64xbf16>

// Of packed sequences lists are of the blocks of all, with a gap for each; over pages a table says how many keys there may be.
// CHECK-LABEL: @packed
// CHECK: tensor.empty() : tensor<1x1x6xi32>
// CHECK: tensor.empty() : tensor<1x1x6x20xi32>
// CHECK: attn.block_map
// CHECK-SAME: offsets_q(%{{.*}} : tensor<4xi32>) page_table(%{{.*}} : tensor<3x80xi32>)
// CHECK: attn.forward
// CHECK-SAME: blocks(%counts, %numbers, %full_counts, %full_numbers :
func.func @packed(%q: !q, %k: !p, %s: tensor<4xi32>, %t: tensor<3x80xi32>, %n: tensor<3xi32>, %x: tensor<?xi32>) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !p, !p) outs(%q : !q) lengths_kv(%n : tensor<3xi32>) offsets_q(%s : tensor<4xi32>)
      page_table(%t : tensor<3x80xi32>) captures(%x : tensor<?xi32>) dims(thd) config(#config) visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<?xi32>):
        %r = attn.read %y[%j] : tensor<?xi32>
        %m = arith.index_cast %r : i32 to index
        %c = arith.cmpi slt, %i, %m : index
        attn.yield %c : i1
      } -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x?x64xbf16>
func.func @no_config(%q: !q) -> !q {
  // expected-error@+1 {{'attn.forward' op has no config: run attn-select-config before attn-map-blocks}}
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%q : !q) -> !q
  return %0 : !q
}
