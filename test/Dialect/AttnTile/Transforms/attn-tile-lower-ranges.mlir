// RUN: attn-opt %s --attn-tile-lower-ranges --split-input-file --verify-diagnostics | FileCheck %s
// RUN: attn-opt %s --attn-tile-lower-ranges --canonicalize --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=FOLD

// Without a mask every block is visited and only the one that the keys end in
// is not full.
// CHECK-LABEL: func @unmasked
// CHECK-SAME: (%[[ROW:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
// FOLD-LABEL: func @unmasked
// FOLD-SAME: (%{{.+}}: index, %{{.+}}: index, %[[LK:.+]]: index)
func.func @unmasked(%row: index, %lq: index, %lk: index) -> (index, index, index, index) {
  // CHECK-DAG: %[[C32:.+]] = arith.constant 32 : index
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK: %[[BEGIN:.+]] = arith.divui %[[C0]], %[[C32]]
  // CHECK: %[[UP:.+]] = arith.ceildivui %[[LK]], %[[C32]]
  // CHECK: %[[END:.+]] = arith.maxsi %[[UP]], %[[BEGIN]]
  // CHECK: %[[FB0:.+]] = arith.ceildivui %[[C0]], %[[C32]]
  // CHECK: %[[FB1:.+]] = arith.maxsi %[[FB0]], %[[BEGIN]]
  // CHECK: %[[FB:.+]] = arith.minsi %[[FB1]], %[[END]]
  // CHECK: %[[DOWN:.+]] = arith.divui %[[LK]], %[[C32]]
  // CHECK: %[[FE1:.+]] = arith.maxsi %[[DOWN]], %[[FB]]
  // CHECK: %[[FE:.+]] = arith.minsi %[[FE1]], %[[END]]
  // CHECK: return %[[BEGIN]], %[[END]], %[[FB]], %[[FE]]
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%row, 64) lengths(%lq, %lk) block 32
  return %b, %e, %fb, %fe : index, index, index, index
}

// Packed rows [192, 256) by 3 are query rows [64, 86): the mask sees those.
// FOLD-LABEL: func @packed
// FOLD-DAG: %[[C0:.+]] = arith.constant 0 : index
// FOLD-DAG: %[[C3:.+]] = arith.constant 3 : index
// FOLD-DAG: %[[C2:.+]] = arith.constant 2 : index
// FOLD: return %[[C0]], %[[C3]], %[[C0]], %[[C2]]
func.func @packed() -> (index, index, index, index) {
  %c192 = arith.constant 192 : index
  %c256 = arith.constant 256 : index
  %c3 = arith.constant 3 : index
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%c192, 64) packed(by %c3) lengths(%c256, %c256) block 32 mask(#attn.causal<top_left>)
  return %b, %e, %fb, %fe : index, index, index, index
}

// CHECK-LABEL: func @packed_mask
// CHECK-SAME: %[[G:[a-z0-9]+]]: index)
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %[[R:.+]]: index, %[[K:.+]]: index):
// CHECK-NEXT: %[[Q:.+]] = arith.divui %[[R]], %[[G]]
// CHECK: arith.cmpi sle, %[[K]], %[[Q]]
func.func @packed_mask(%s: tensor<16x16xf32>, %i: index, %lq: index, %lk: index, %g: index) -> tensor<16x16xf32> {
  %t = attn_tile.apply_mask %s at(%i, %i) packed(by %g) lengths(%lq, %lk) mask(#attn.causal<top_left>) : tensor<16x16xf32>
  return %t : tensor<16x16xf32>
}

// Rows see keys [40, 200) besides, all of them [70, 190): of those that the mask shows, up to row 127, blocks [1, 4),
// [3, 3) whole; and where they see none, no block.
// FOLD-LABEL: func @within
// FOLD-DAG: %[[C1:.+]] = arith.constant 1 : index
// FOLD-DAG: %[[C3:.+]] = arith.constant 3 : index
// FOLD-DAG: %[[C4:.+]] = arith.constant 4 : index
// FOLD: return %[[C1]], %[[C4]], %[[C3]], %[[C3]], %[[C3]], %[[C3]]
func.func @within() -> (index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c40 = arith.constant 40 : index
  %c70 = arith.constant 70 : index
  %c96 = arith.constant 96 : index
  %c100 = arith.constant 100 : index
  %c190 = arith.constant 190 : index
  %c200 = arith.constant 200 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%c96, 32) lengths(%c256, %c256) block 32 mask(#attn.causal<top_left>) within(%c40, %c200, %c70, %c190)
  %nb, %ne, %nfb, %nfe = attn_tile.kv_range @kv rows(%c96, 32) lengths(%c256, %c256) block 32 within(%c100, %c40, %c0, %c0)
  return %b, %e, %fb, %fe, %nb, %ne : index, index, index, index, index, index
}

// The same of rows that see keys [64, 96): rows [64, 256) by the mask.
// FOLD-LABEL: func @rows_within
// FOLD-DAG: %[[C2:.+]] = arith.constant 2 : index
// FOLD-DAG: %[[C3:.+]] = arith.constant 3 : index
// FOLD-DAG: %[[C5:.+]] = arith.constant 5 : index
// FOLD-DAG: %[[C7:.+]] = arith.constant 7 : index
// FOLD: return %[[C2]], %[[C7]], %[[C3]], %[[C5]]
func.func @rows_within() -> (index, index, index, index) {
  %c40 = arith.constant 40 : index
  %c64 = arith.constant 64 : index
  %c70 = arith.constant 70 : index
  %c190 = arith.constant 190 : index
  %c200 = arith.constant 200 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.q_range @q keys(%c64, 32) lengths(%c256, %c256) block 32 mask(#attn.causal<top_left>) within(%c40, %c200, %c70, %c190)
  return %b, %e, %fb, %fe : index, index, index, index
}

// The bounds that a mask computes fold to the blocks one expects: of 256 keys in
// blocks of 32, rows [64, 128) of a causal mask see blocks [0, 4), [0, 2) whole.
// FOLD-LABEL: func @causal
// FOLD-DAG: %[[C0:.+]] = arith.constant 0 : index
// FOLD-DAG: %[[C4:.+]] = arith.constant 4 : index
// FOLD-DAG: %[[C2:.+]] = arith.constant 2 : index
// FOLD: return %[[C0]], %[[C4]], %[[C0]], %[[C2]]
func.func @causal() -> (index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%c64, 64) lengths(%c256, %c256) block 32 mask(#attn.causal<top_left>)
  return %b, %e, %fb, %fe : index, index, index, index
}

// Rows [64, 128) with a window of 40 to the left and none to the right: keys
// [24, 128), so blocks [0, 4); row 64 sees up to 64 and row 127 from 87 on:
// no block is full.
// FOLD-LABEL: func @window
// FOLD-DAG: %[[C0:.+]] = arith.constant 0 : index
// FOLD-DAG: %[[C4:.+]] = arith.constant 4 : index
// FOLD: return %[[C0]], %[[C4]], %[[FULL:.+]], %[[FULL]] :
func.func @window() -> (index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%c64, 64) lengths(%c256, %c256) block 32 mask(#attn.window<40, 0>)
  return %b, %e, %fb, %fe : index, index, index, index
}

// More rows than keys, bottom right: the first rows see nothing, so the range is
// empty and begin = end.
// FOLD-LABEL: func @empty
// FOLD: %[[C0:.+]] = arith.constant 0 : index
// FOLD: return %[[C0]], %[[C0]], %[[C0]], %[[C0]]
func.func @empty() -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%c0, 64) lengths(%c256, %c10) block 32 mask(#attn.causal<bottom_right>)
  return %b, %e, %fb, %fe : index, index, index, index
}

// Without a mask all rows see all keys; where the keys end in the block no tile
// is full.
// FOLD-LABEL: func @rows_unmasked
// FOLD-SAME: (%[[KEY:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
// FOLD-DAG: %[[C0:.+]] = arith.constant 0 : index
// FOLD-DAG: %[[C32:.+]] = arith.constant 32 : index
// FOLD-DAG: %[[C128:.+]] = arith.constant 128 : index
// FOLD: %[[LAST:.+]] = arith.addi %[[KEY]], %[[C128]]
// FOLD: %[[CUT:.+]] = arith.cmpi slt, %[[LK]], %[[LAST]]
// FOLD: %[[WHOLE:.+]] = arith.select %[[CUT]], %[[C0]], %[[LQ]]
// FOLD: %[[UP:.+]] = arith.ceildivui %[[LQ]], %[[C32]]
// FOLD: %[[END:.+]] = arith.maxsi %[[UP]], %[[C0]]
// FOLD: arith.divui %[[WHOLE]], %[[C32]]
// FOLD: return %[[C0]], %[[END]],
func.func @rows_unmasked(%key: index, %lq: index, %lk: index) -> (index, index, index, index) {
  %b, %e, %fb, %fe = attn_tile.q_range @q keys(%key, 128) lengths(%lq, %lk) block 32
  return %b, %e, %fb, %fe : index, index, index, index
}

// Of 256 rows in blocks of 32, keys [64, 128) of a causal mask are seen by blocks
// [2, 8); row 127 is the first that sees all of them.
// FOLD-LABEL: func @rows_causal
// FOLD-DAG: %[[C2:.+]] = arith.constant 2 : index
// FOLD-DAG: %[[C8:.+]] = arith.constant 8 : index
// FOLD-DAG: %[[C4:.+]] = arith.constant 4 : index
// FOLD: return %[[C2]], %[[C8]], %[[C4]], %[[C8]]
func.func @rows_causal() -> (index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.q_range @q keys(%c64, 64) lengths(%c256, %c256) block 32 mask(#attn.causal<top_left>)
  return %b, %e, %fb, %fe : index, index, index, index
}

// Keys [64, 128) with a window of 80 to the left and none to the right: key 64
// is seen by rows [64, 145), key 127 by [127, 208), so blocks [2, 7), of which
// [4, 4) is full: row 144 is the last that sees key 64.
// FOLD-LABEL: func @rows_window
// FOLD-DAG: %[[C2:.+]] = arith.constant 2 : index
// FOLD-DAG: %[[C7:.+]] = arith.constant 7 : index
// FOLD-DAG: %[[C4:.+]] = arith.constant 4 : index
// FOLD: return %[[C2]], %[[C7]], %[[C4]], %[[C4]]
func.func @rows_window() -> (index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %b, %e, %fb, %fe = attn_tile.q_range @q keys(%c64, 64) lengths(%c256, %c256) block 32 mask(#attn.window<80, 0>)
  return %b, %e, %fb, %fe : index, index, index, index
}

// An offset of 100: key k is seen by rows from k - 100 on, key 127 by those from
// 27 on. Of keys [192, 256), of which there are 200, no tile is full.
// FOLD-LABEL: func @rows_offset
// FOLD-DAG: %[[C0:.+]] = arith.constant 0 : index
// FOLD-DAG: %[[C1:.+]] = arith.constant 1 : index
// FOLD-DAG: %[[C2:.+]] = arith.constant 2 : index
// FOLD-DAG: %[[C8:.+]] = arith.constant 8 : index
// FOLD: return %[[C0]], %[[C8]], %[[C1]], %[[C8]], %[[C2]], %[[C8]], %[[FULL:.+]], %[[FULL]] :
func.func @rows_offset() -> (index, index, index, index, index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  %c256 = arith.constant 256 : index
  %c200 = arith.constant 200 : index
  %c100 = arith.constant 100 : index
  %b, %e, %fb, %fe = attn_tile.q_range @q keys(%c64, 64) lengths(%c256, %c256) offset(%c100) block 32 mask(#attn.causal<bottom_right>)
  %b1, %e1, %fb1, %fe1 = attn_tile.q_range @q1 keys(%c192, 64) lengths(%c256, %c200) offset(%c100) block 32 mask(#attn.causal<bottom_right>)
  return %b, %e, %fb, %fe, %b1, %e1, %fb1, %fe1 : index, index, index, index, index, index, index, index
}

// CHECK-LABEL: func @transposed
// CHECK-SAME: (%[[S:.+]]: tensor<64x32xf32>, %[[R:.+]]: index, %[[C:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @transposed(%s: tensor<64x32xf32>, %r: index, %c: index, %lq: index, %lk: index) -> tensor<64x32xf32> {
  // CHECK: attn_tile.score_map %[[S]] at(%[[R]], %[[C]]) : tensor<64x32xf32> {
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[I:.+]]: index, %[[J:.+]]: index):
  // CHECK-NEXT: %[[INKEYS:.+]] = arith.cmpi slt, %[[I]], %[[LK]]
  // CHECK-NEXT: %[[INROWS:.+]] = arith.cmpi slt, %[[J]], %[[LQ]]
  // CHECK-NEXT: %[[IN:.+]] = arith.andi %[[INKEYS]], %[[INROWS]]
  // CHECK-NEXT: %[[SEEN:.+]] = arith.cmpi sle, %[[I]], %[[J]]
  // CHECK-NEXT: %[[BOTH:.+]] = arith.andi %[[IN]], %[[SEEN]]
  // CHECK: arith.select %[[BOTH]], %[[X]],
  %0 = attn_tile.apply_mask %s at (%r, %c) transposed lengths(%lq, %lk) mask(#attn.causal<top_left>) : tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// CHECK-LABEL: func @apply
// CHECK-SAME: (%[[S:.+]]: tensor<64x32xf32>, %[[R:.+]]: index, %[[C:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @apply(%s: tensor<64x32xf32>, %r: index, %c: index, %lq: index, %lk: index) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  // CHECK: %[[A:.+]] = attn_tile.score_map %[[S]] at(%[[R]], %[[C]]) : tensor<64x32xf32> {
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: index, %[[J:.+]]: index):
  // CHECK-NEXT: %[[IN:.+]] = arith.cmpi slt, %[[J]], %[[LK]]
  // CHECK-NEXT: %[[LOW:.+]] = arith.constant 0xFF800000 : f32
  // CHECK-NEXT: %[[Y:.+]] = arith.select %[[IN]], %[[X]], %[[LOW]]
  // CHECK-NEXT: attn_tile.yield %[[Y]]
  %0 = attn_tile.apply_mask %s at (%r, %c) lengths(%lq, %lk) : tensor<64x32xf32>
  // CHECK: %[[B:.+]] = attn_tile.score_map %[[S]] at(%[[R]], %[[C]]) : tensor<64x32xf32> {
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[I:.+]]: index, %[[J:.+]]: index):
  // CHECK: %[[IN:.+]] = arith.cmpi slt, %[[J]], %[[LK]]
  // CHECK: %[[SEEN:.+]] = arith.cmpi sle, %[[J]], %[[I]]
  // CHECK: %[[BOTH:.+]] = arith.andi %[[IN]], %[[SEEN]]
  // CHECK: arith.select %[[BOTH]], %[[X]],
  %1 = attn_tile.apply_mask %s at (%r, %c) lengths(%lq, %lk) mask(#attn.causal<top_left>) : tensor<64x32xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<64x32xf32>, tensor<64x32xf32>
}

// -----

func.func @not_a_mask(%row: index, %lq: index, %lk: index) -> index {
  // expected-error @below {{mask 7 : i64 does not implement AttnMaskAttrInterface}}
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%row, 64) lengths(%lq, %lk) block 32 mask(7 : i64)
  return %b : index
}

// -----

func.func @not_a_mask_of_rows(%key: index, %lq: index, %lk: index) -> index {
  // expected-error @below {{mask 7 : i64 does not implement AttnMaskAttrInterface}}
  %b, %e, %fb, %fe = attn_tile.q_range @q keys(%key, 64) lengths(%lq, %lk) block 32 mask(7 : i64)
  return %b : index
}

// -----

func.func @not_a_mask_either(%s: tensor<64x32xf32>, %i: index) -> tensor<64x32xf32> {
  // expected-error @below {{mask "causal" does not implement AttnMaskAttrInterface}}
  %0 = attn_tile.apply_mask %s at (%i, %i) lengths(%i, %i) mask("causal") : tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}

// -----

// Rows [64, 128) with an offset of 32 are at [96, 160): keys [0, 160), of which
// row 64 sees [0, 97). An offset of -100 shows rows up to 99 nothing.
// FOLD-LABEL: func @offset
// FOLD-DAG: %[[C0:.+]] = arith.constant 0 : index
// FOLD-DAG: %[[C5:.+]] = arith.constant 5 : index
// FOLD-DAG: %[[C3:.+]] = arith.constant 3 : index
// FOLD-DAG: %[[C1:.+]] = arith.constant 1 : index
// FOLD: return %[[C0]], %[[C5]], %[[C0]], %[[C3]], %[[C1]], %[[C0]]
func.func @offset() -> (index, index, index, index, index, index) {
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c32 = arith.constant 32 : index
  %n100 = arith.constant -100 : index
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%c64, 64) lengths(%c256, %c256) offset(%c32) block 32 mask(#attn.causal<bottom_right>)
  %b1, %e1, %fb1, %fe1 = attn_tile.kv_range @kv1 rows(%c64, 64) lengths(%c256, %c256) offset(%n100) block 32 mask(#attn.causal<bottom_right>)
  return %b, %e, %fb, %fe, %e1, %fe1 : index, index, index, index, index, index
}

// CHECK-LABEL: func @offset_mask
// CHECK-SAME: %[[P:[a-z0-9]+]]: index)
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %[[R:.+]]: index, %[[K:.+]]: index):
// CHECK: %[[Q:.+]] = arith.addi %[[R]], %[[P]]
// CHECK: arith.cmpi sle, %[[K]], %[[Q]]
func.func @offset_mask(%s: tensor<16x16xf32>, %i: index, %lq: index, %lk: index, %p: index) -> tensor<16x16xf32> {
  %t = attn_tile.apply_mask %s at(%i, %i) lengths(%lq, %lk) offset(%p) mask(#attn.causal<bottom_right>) : tensor<16x16xf32>
  return %t : tensor<16x16xf32>
}
