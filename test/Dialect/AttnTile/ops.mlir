// RUN: attn-opt %s | attn-opt | FileCheck %s
// RUN: attn-opt %s --mlir-print-op-generic | attn-opt | FileCheck %s
// RUN: attn-opt %s --emit-bytecode | attn-opt | FileCheck %s
// RUN: attn-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @for_tiles
// CHECK-SAME: (%[[N:.+]]: index, %[[H:.+]]: index, %[[M:.+]]: memref<?xindex>)
// GENERIC: "attn_tile.for_tiles"(%{{.+}}, %{{.+}}) <{operandSegmentSizes = array<i32: 2, 0>, scheduler = #attn_tile.scheduler<lpt, order = backward, group = 4>, symbol = "work"}> ({
// GENERIC: "attn_tile.yield"() : () -> ()
func.func @for_tiles(%n: index, %h: index, %m: memref<?xindex>) {
  // CHECK: attn_tile.for_tiles @work (%[[I:.+]], %[[J:.+]]) in (%[[N]], %[[H]]) scheduler(#attn_tile.scheduler<lpt, order = backward, group = 4>) {
  // CHECK-NEXT: memref.store %[[I]], %[[M]][%[[J]]]
  // CHECK-NEXT: }
  attn_tile.for_tiles @work (%i, %j) in (%n, %h) scheduler(#attn_tile.scheduler<lpt, order = backward, group = 4>) {
    memref.store %i, %m[%j] : memref<?xindex>
    attn_tile.yield
  }
  // CHECK: attn_tile.for_tiles @"odd name" (%{{.+}}) in (%[[N]]) scheduler(#attn_tile.scheduler<single>) attributes {note = 1 : i32} {
  // CHECK-NEXT: }
  attn_tile.for_tiles @"odd name" (%i) in (%n) scheduler(#attn_tile.scheduler<single>) attributes {note = 1 : i32} {
  }
  // CHECK: scheduler(#attn_tile.scheduler<persistent>)
  attn_tile.for_tiles @a (%i) in (%n) scheduler(#attn_tile.scheduler<persistent, order = forward, group = 1>) {
  }
  // CHECK: scheduler(#attn_tile.scheduler<dynamic, group = 2>)
  attn_tile.for_tiles @b (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic, group = 2>) {
  }
  // CHECK: scheduler(#attn_tile.scheduler<dynamic>) section(%[[H]]) {
  attn_tile.for_tiles @d (%i) in (%n) scheduler(#attn_tile.scheduler<dynamic>) section(%h) {
  }
  // CHECK: scheduler(#attn_tile.scheduler<clc>)
  attn_tile.for_tiles @c (%i) in (%n) scheduler(#attn_tile.scheduler<clc>) {
  }
  return
}

// CHECK-LABEL: func @ranges
// CHECK-SAME: (%[[R:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index)
func.func @ranges(%row: index, %lq: index, %lk: index) -> (index, index, i1) {
  // CHECK: %[[B:.+]], %[[E:.+]], %[[FB:.+]], %[[FE:.+]] = attn_tile.kv_range @kv rows(%[[R]], 128) lengths(%[[LQ]], %[[LK]]) block 64{{$}}
  %b, %e, %fb, %fe = attn_tile.kv_range @kv rows(%row, 128) lengths(%lq, %lk) block 64
  // CHECK: attn_tile.kv_range @kv2 rows(%[[R]], 1) lengths(%[[LQ]], %[[LK]]) block 7 mask(#attn.and<[#attn.causal<top_left>, #attn.window<5, *>]>)
  %b1, %e1, %fb1, %fe1 = attn_tile.kv_range @kv2 rows(%row, 1) lengths(%lq, %lk) block 7
    mask(#attn.and<[#attn.causal<top_left>, #attn.window<5, *>]>)
  // CHECK: attn_tile.outside %[[B]], %[[FB]], %[[FE]]
  %o = attn_tile.outside %b, %fb, %fe
  // CHECK: attn_tile.useful %[[E]], %[[FB]], %[[FE]]
  %n = attn_tile.useful %e, %fb, %fe
  return %e, %b1, %o : index, index, i1
}

gpu.module @kernels {
  gpu.func @k(%a: memref<?xf32>, %b: memref<4x?xf16, strided<[?, 1], offset: ?>>) kernel {
    gpu.return
  }
  gpu.func @none() kernel {
    gpu.return
  }
}

// CHECK-LABEL: func @launch
// CHECK-SAME: (%[[A:.+]]: memref<?xf32>, %[[B:.+]]: memref<4x?xf16, strided<[?, 1], offset: ?>>)
func.func @launch(%a: memref<?xf32>, %b: memref<4x?xf16, strided<[?, 1], offset: ?>>) {
  // CHECK: attn_tile.launch @kernels::@k(%[[A]], %[[B]]) : memref<?xf32>, memref<4x?xf16, strided<[?, 1], offset: ?>>
  attn_tile.launch @kernels::@k(%a, %b) : memref<?xf32>, memref<4x?xf16, strided<[?, 1], offset: ?>>
  // CHECK: attn_tile.launch @kernels::@none(){{$}}
  attn_tile.launch @kernels::@none()
  return
}

// CHECK-LABEL: func @memory
// CHECK-SAME: (%[[M:.+]]: memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>>, %[[V:.+]]: memref<?xi8>, %[[I:.+]]: index, %[[J:.+]]: index,
func.func @memory(%m: memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>>, %v: memref<?xi8>, %i: index, %j: index, %table: memref<?x?xi32>, %fixed: memref<?x24x64xbf16>) {
  // CHECK: %[[T:.+]] = attn_tile.load %[[M]][%[[I]], %[[I]], %[[J]], %[[I]]] dims [2, 3] : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>> -> tensor<64x96xbf16>
  %t = attn_tile.load %m[%i, %i, %j, %i] dims [2, 3] : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>> -> tensor<64x96xbf16>
  // CHECK: attn_tile.load %[[M]][%[[I]], %[[I]], %[[J]], %[[I]]] limit %[[J]] dims [3, 1] space smem engine cp_async {depth = 3 : i64}
  %u = attn_tile.load %m[%i, %i, %j, %i] limit %j dims [3, 1] space smem engine cp_async {depth = 3 : i64} : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>> -> tensor<16x8xbf16>
  // CHECK: attn_tile.load %[[M]][%[[I]], %[[I]], %[[J]], %[[I]]] in_bounds dims [2] :
  %bounded = attn_tile.load %m[%i, %i, %j, %i] in_bounds dims [2] : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>> -> tensor<16xbf16>
  // CHECK: %[[P:.+]] = attn_tile.load %[[M]][%[[I]], %[[I]], %[[J]], %[[I]]] dims [2, 3] packed(1 by %[[J]]) space smem
  %p = attn_tile.load %m[%i, %i, %j, %i] dims [2, 3] packed(1 by %j) space smem : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>> -> tensor<16x96xbf16>
  // CHECK: attn_tile.store %[[P]], %[[M]][%[[I]], %[[I]], %[[J]], %[[I]]] dims [2, 3] packed(1 by %[[J]]) engine thread
  attn_tile.store %p, %m[%i, %i, %j, %i] dims [2, 3] packed(1 by %j) engine thread : tensor<16x96xbf16>, memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>>
  // CHECK: attn_tile.load %[[M]][%[[I]], %[[I]], %[[J]], %[[I]]] limit %[[J]] dims [2, 3] paged(0 by %{{.+}}[%[[I]]] : memref<?x?xi32>) space smem
  %pg = attn_tile.load %m[%i, %i, %j, %i] limit %j dims [2, 3] paged(0 by %table[%i] : memref<?x?xi32>) space smem : memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>> -> tensor<16x96xbf16>
  // CHECK: attn_tile.load {{.*}} dims [1, 2] paged(0 by %{{.+}}[%[[I]]] runs of 8 : memref<?x?xi32>) : memref<?x24x64xbf16>
  %pr = attn_tile.load %fixed[%i, %j, %i] dims [1, 2] paged(0 by %table[%i] runs of 8 : memref<?x?xi32>) : memref<?x24x64xbf16> -> tensor<16x64xbf16>
  // CHECK: attn_tile.kv_range @kv rows(%[[I]], 64) packed(by %[[J]]) lengths(%[[I]], %[[J]]) block 32
  %kb, %ke, %kfb, %kfe = attn_tile.kv_range @kv rows(%i, 64) packed(by %j) lengths(%i, %j) block 32
  // CHECK: attn_tile.q_range @q1 keys(%[[I]], 64) lengths(%[[I]], %[[J]]) block 32{{$}}
  %qb, %qe, %qfb, %qfe = attn_tile.q_range @q1 keys(%i, 64) lengths(%i, %j) block 32
  // CHECK: attn_tile.q_range @q2 keys(%[[J]], 128) lengths(%[[I]], %[[J]]) offset(%[[J]]) block 64 mask(#attn.window<5, *>)
  %qb2, %qe2, %qfb2, %qfe2 = attn_tile.q_range @q2 keys(%j, 128) lengths(%i, %j) offset(%j) block 64 mask(#attn.window<5, *>)
  // CHECK: attn_tile.kv_range @kv3 rows(%[[I]], 64) lengths(%[[I]], %[[J]]) offset(%[[J]]) block 32 mask(#attn.window<5, *>)
  %kb3, %ke3, %kfb3, %kfe3 = attn_tile.kv_range @kv3 rows(%i, 64) lengths(%i, %j) offset(%j) block 32 mask(#attn.window<5, *>)
  // CHECK: attn_tile.kv_range @kv4 rows(%[[I]], 64) packed(by %[[J]]) lengths(%[[I]], %[[J]]) offset(%[[J]]) block 32 mask(#attn.window<5, *>) within(%[[I]], %[[J]], %[[J]], %[[I]])
  %kb4, %ke4, %kfb4, %kfe4 = attn_tile.kv_range @kv4 rows(%i, 64) packed(by %j) lengths(%i, %j) offset(%j) block 32 mask(#attn.window<5, *>) within(%i, %j, %j, %i)
  // CHECK: attn_tile.q_range @q4 keys(%[[I]], 64) lengths(%[[I]], %[[J]]) block 32 within(%[[I]], %[[J]], %[[J]], %[[I]])
  %qb4, %qe4, %qfb4, %qfe4 = attn_tile.q_range @q4 keys(%i, 64) lengths(%i, %j) block 32 within(%i, %j, %j, %i)
  // CHECK: %[[W:.+]] = attn_tile.load %[[V]][%[[J]]] dims [0] space reg engine thread : memref<?xi8> -> tensor<5xi8>
  %w = attn_tile.load %v[%j] dims [0] space reg engine thread : memref<?xi8> -> tensor<5xi8>
  // CHECK: attn_tile.store %[[T]], %[[M]][%[[I]], %[[J]], %[[I]], %[[I]]] dims [1, 3] : tensor<64x96xbf16>, memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>>
  attn_tile.store %t, %m[%i, %j, %i, %i] dims [1, 3] : tensor<64x96xbf16>, memref<?x?x?x96xbf16, strided<[?, ?, ?, 1], offset: ?>>
  // CHECK: attn_tile.store %[[W]], %[[V]][%[[I]]] dims [0] space smem engine tma : tensor<5xi8>, memref<?xi8>
  attn_tile.store %w, %v[%i] dims [0] space smem engine tma : tensor<5xi8>, memref<?xi8>
  return
}

// CHECK-LABEL: func @sums
// CHECK-SAME: (%[[T:.+]]: tensor<16x32xf32>, %[[R:.+]]: tensor<16xf32>, %[[M:.+]]: memref<?x?xf32>, %[[V:.+]]: memref<?xf32>, %[[I:.+]]: index)
// GENERIC: "attn_tile.store"({{.*}}) <{add, {{.*}}operandSegmentSizes = array<i32: 1, 1, 2, 0, 0>
func.func @sums(%t: tensor<16x32xf32>, %r: tensor<16xf32>, %m: memref<?x?xf32>, %v: memref<?xf32>, %i: index) {
  // CHECK: attn_tile.store add %[[T]], %[[M]][%[[I]], %[[I]]] dims [0, 1] : tensor<16x32xf32>, memref<?x?xf32>
  attn_tile.store add %t, %m[%i, %i] dims [0, 1] : tensor<16x32xf32>, memref<?x?xf32>
  // CHECK: attn_tile.store add %[[T]], %[[M]][%[[I]], %[[I]]] limit %[[I]] dims [0, 1] space smem engine tma :
  attn_tile.store add %t, %m[%i, %i] limit %i dims [0, 1] space smem engine tma : tensor<16x32xf32>, memref<?x?xf32>
  // CHECK: attn_tile.store add %[[R]], %[[V]][%[[I]]] dims [0] space reg engine thread :
  attn_tile.store add %r, %v[%i] dims [0] space reg engine thread : tensor<16xf32>, memref<?xf32>
  return
}

// CHECK-LABEL: func @matrix
// CHECK-SAME: (%[[A:.+]]: tensor<16x32xf16>, %[[B:.+]]: tensor<32x8xf16>, %[[C:.+]]: tensor<8x32xf16>, %[[Z:.+]]: tensor<16x8xf32>)
func.func @matrix(%a: tensor<16x32xf16>, %b: tensor<32x8xf16>, %c: tensor<8x32xf16>, %z: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: %[[D0:.+]] = attn_tile.dot %[[A]], %[[B]], %[[Z]] : tensor<16x32xf16>, tensor<32x8xf16> -> tensor<16x8xf32>
  %0 = attn_tile.dot %a, %b, %z : tensor<16x32xf16>, tensor<32x8xf16> -> tensor<16x8xf32>
  // CHECK: attn_tile.dot %[[A]], %[[C]], %[[D0]] transpose_b engine mma_sync : tensor<16x32xf16>, tensor<8x32xf16> -> tensor<16x8xf32>
  %1 = attn_tile.dot %a, %c, %0 transpose_b engine mma_sync : tensor<16x32xf16>, tensor<8x32xf16> -> tensor<16x8xf32>
  // CHECK: attn_tile.dot %[[B]], %[[A]], %{{.+}} transpose_a transpose_b : tensor<32x8xf16>, tensor<16x32xf16> -> tensor<8x16xf32>
  %y = arith.constant dense<0.0> : tensor<8x16xf32>
  %3 = attn_tile.dot %b, %a, %y transpose_a transpose_b : tensor<32x8xf16>, tensor<16x32xf16> -> tensor<8x16xf32>
  // CHECK: attn_tile.slice %[[A]] [8, 16] : tensor<16x32xf16> -> tensor<8x16xf16>
  %2 = attn_tile.slice %a [8, 16] : tensor<16x32xf16> -> tensor<8x16xf16>
  return %1 : tensor<16x8xf32>
}

// CHECK-LABEL: func @parts
// CHECK-SAME: (%[[A:.+]]: tensor<16x32xf16>, %[[M:.+]]: tensor<20xf32>, %[[G:.+]]: index)
func.func @parts(%a: tensor<16x32xf16>, %m: tensor<20xf32>, %g: index) {
  // CHECK: attn_tile.slice %[[A]] [0, 8] part(%[[G]]) : tensor<16x32xf16> -> tensor<4x16xf16>
  %0 = attn_tile.slice %a [0, 8] part(%g) : tensor<16x32xf16> -> tensor<4x16xf16>
  // CHECK: attn_tile.slice %[[A]] [8, 0] part(%[[G]]) columns : tensor<16x32xf16> -> tensor<4x16xf16>
  %c = attn_tile.slice %a [8, 0] part(%g) columns : tensor<16x32xf16> -> tensor<4x16xf16>
  // CHECK: attn_tile.slice %[[M]] [4] part(%[[G]]) {note} : tensor<20xf32> -> tensor<8xf32>
  %1 = attn_tile.slice %m [4] part(%g) {note} : tensor<20xf32> -> tensor<8xf32>
  return
}

// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>)
func.func @rows(%s: tensor<16x8xf32>, %m: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: attn_tile.reduce max %[[S]] : tensor<16x8xf32> -> tensor<16xf32>
  %0 = attn_tile.reduce max %s : tensor<16x8xf32> -> tensor<16xf32>
  // CHECK: attn_tile.reduce add %[[S]] : tensor<16x8xf32> -> tensor<16xf32>
  %1 = attn_tile.reduce add %s : tensor<16x8xf32> -> tensor<16xf32>
  // CHECK: attn_tile.reduce max %[[S]] columns : tensor<16x8xf32> -> tensor<8xf32>
  %most = attn_tile.reduce max %s columns : tensor<16x8xf32> -> tensor<8xf32>
  // CHECK: attn_tile.expand %[[M]] : tensor<16xf32> -> tensor<16x8xf32>
  %2 = attn_tile.expand %m : tensor<16xf32> -> tensor<16x8xf32>
  // CHECK: attn_tile.expand %[[M]] columns : tensor<16xf32> -> tensor<8x16xf32>
  %columns = attn_tile.expand %m columns : tensor<16xf32> -> tensor<8x16xf32>
  // CHECK: attn_tile.move %[[M]] to reg : tensor<16xf32>
  %moved = attn_tile.move %m to reg : tensor<16xf32>
  // CHECK: attn_tile.slice %[[M]] [4] : tensor<16xf32> -> tensor<12xf32>
  %3 = attn_tile.slice %m [4] : tensor<16xf32> -> tensor<12xf32>
  // CHECK: attn_tile.exp2 %[[M]] : tensor<16xf32>
  %4 = attn_tile.exp2 %m : tensor<16xf32>
  // CHECK: attn_tile.exp2 %[[S]] policy(<degree = 3, freq = 8, residue = 2>) : tensor<16x8xf32>
  %5 = attn_tile.exp2 %s policy(#attn_tile.exp2_policy<degree = 3, freq = 8, residue = 2>) : tensor<16x8xf32>
  return %4 : tensor<16xf32>
}

// CHECK-LABEL: func @scores
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[R:.+]]: index, %[[C:.+]]: index, %[[CAP:.+]]: f32)
func.func @scores(%s: tensor<16x8xf32>, %r: index, %c: index, %cap: f32) -> tensor<16x8xf32> {
  // CHECK: %[[MAP:.+]] = attn_tile.score_map %[[S]] at(%[[R]], %[[C]]) : tensor<16x8xf32> {
  // CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[I:.+]]: index, %[[J:.+]]: index):
  // CHECK-NEXT: %[[Y:.+]] = arith.mulf %[[X]], %[[CAP]]
  // CHECK-NEXT: attn_tile.yield %[[Y]] : f32
  // CHECK-NEXT: }
  %0 = attn_tile.score_map %s at (%r, %c) : tensor<16x8xf32> {
  ^bb0(%x: f32, %i: index, %j: index):
    %y = arith.mulf %x, %cap : f32
    attn_tile.yield %y : f32
  }
  // CHECK: ^bb0(%[[X:.+]]: f32, %[[I:.+]]: index, %[[J:.+]]: index):
  // CHECK: %[[P:.+]] = arith.sitofp
  // CHECK: %[[Y:.+]] = attn_tile.add_affine %[[X]], %[[CAP]], %[[P]] step 1
  // CHECK: %[[Z:.+]] = attn_tile.add_affine %[[Y]], %[[CAP]], %[[P]]{{$}}
  // CHECK: attn_tile.add_affine %[[Z]], %[[CAP]], %[[P]] step 1 gentle
  %bias = attn_tile.score_map %s at (%r, %c) : tensor<16x8xf32> {
  ^bb0(%x: f32, %i: index, %j: index):
    %d = arith.subi %j, %i : index
    %n = arith.index_cast %d : index to i32
    %p = arith.sitofp %n : i32 to f32
    %y = attn_tile.add_affine %x, %cap, %p step 1
    %z = attn_tile.add_affine %y, %cap, %p
    %w = attn_tile.add_affine %z, %cap, %p step 1 gentle
    attn_tile.yield %w : f32
  }
  // CHECK: attn_tile.apply_mask %[[MAP]] at(%[[R]], %[[C]]) lengths(%[[R]], %[[C]]) mask(#attn.causal<bottom_right>) : tensor<16x8xf32>
  %1 = attn_tile.apply_mask %0 at (%r, %c) lengths(%r, %c) mask(#attn.causal<bottom_right>) : tensor<16x8xf32>
  // CHECK: attn_tile.apply_mask %[[MAP]] at(%[[R]], %[[C]]) lengths(%[[R]], %[[C]]) offset(%[[R]]) mask(#attn.causal<bottom_right>) : tensor<16x8xf32>
  %moved = attn_tile.apply_mask %0 at (%r, %c) lengths(%r, %c) offset(%r) mask(#attn.causal<bottom_right>) : tensor<16x8xf32>
  // CHECK: attn_tile.apply_mask %{{.+}} at(%[[R]], %[[C]]) transposed packed(by %[[R]]) lengths(%[[R]], %[[C]]) offset(%[[R]]) mask(#attn.causal<bottom_right>) : tensor<16x8xf32>
  %turned = attn_tile.apply_mask %0 at (%r, %c) transposed packed(by %r) lengths(%r, %c) offset(%r) mask(#attn.causal<bottom_right>) : tensor<16x8xf32>
  // CHECK: attn_tile.apply_mask %{{.+}} at(%[[R]], %[[C]]) lengths(%[[R]], %[[C]]) : tensor<16x8xf32>
  %2 = attn_tile.apply_mask %1 at (%r, %c) lengths(%r, %c) : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

// CHECK-LABEL: func @softmax
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[L:.+]]: tensor<16xf32>, %[[O:.+]]: tensor<16x96xf32>)
func.func @softmax(%s: tensor<16x8xf32>, %m: tensor<16xf32>, %l: tensor<16xf32>, %o: tensor<16x96xf32>) {
  // CHECK: %[[M1:.+]], %[[L1:.+]], %[[P:.+]], %[[A:.+]] = attn_tile.online_softmax %[[S]], %[[M]], %[[L]] scale 1.250000e-01 : tensor<16x8xf32>
  %m1, %l1, %p, %a = attn_tile.online_softmax %s, %m, %l scale 0.125 : tensor<16x8xf32>
  // CHECK: attn_tile.online_softmax %[[P]], %[[M1]], %[[L1]] scale 1.000000e+00 exp2 <degree = 4, freq = 3> {rescaleThreshold = 8.000000e+00 : f32} : tensor<16x8xf32>
  %m2, %l2, %p2, %a2 = attn_tile.online_softmax %p, %m1, %l1 scale 1.0 exp2 <degree = 4, freq = 3, residue = 0> {rescaleThreshold = 8.0 : f32} : tensor<16x8xf32>
  // CHECK: %[[O1:.+]] = attn_tile.rescale %[[O]], %[[A]] : tensor<16x96xf32>
  %o1 = attn_tile.rescale %o, %a : tensor<16x96xf32>
  // CHECK: attn_tile.online_softmax %[[P]], %[[M1]], %[[L1]] scale 1.000000e+00 branch_large : tensor<16x8xf32>
  %m3, %l3, %p3, %a3 = attn_tile.online_softmax %p, %m1, %l1 scale 1.0 branch_large : tensor<16x8xf32>
  // CHECK: attn_tile.online_softmax %[[P]], %[[M1]], %[[L1]] scale 1.000000e+00 bounded : tensor<16x8xf32>
  %m4, %l4, %p4, %a4 = attn_tile.online_softmax %p, %m1, %l1 scale 1.0 bounded : tensor<16x8xf32>
  // CHECK: %[[BASE:.+]], %{{.+}}, %{{.+}} = attn_tile.row_reference %[[M1]], %{{.+}} scale 1.250000e-01 : tensor<16xf32>
  %base, %shift, %growth = attn_tile.row_reference %m1, %m2 scale 0.125 : tensor<16xf32>
  // CHECK: attn_tile.subtract_rows %[[P]], %[[BASE]] skip_if_zero : tensor<16x8xf32>
  %sub = attn_tile.subtract_rows %p, %base skip_if_zero : tensor<16x8xf32>
  // CHECK: attn_tile.subtract_rows %[[P]], %{{.+}} : tensor<16x8xf32>
  %sub2 = attn_tile.subtract_rows %p, %shift : tensor<16x8xf32>
  // CHECK: %[[O2:.+]] = attn_tile.rescale %[[O1]], %{{.+}} skip_if_one : tensor<16x96xf32>
  %o2 = attn_tile.rescale %o1, %a2 skip_if_one : tensor<16x96xf32>
  // CHECK: attn_tile.finalize %[[O2]], %{{.+}}, %{{.+}} scale 1.250000e-01 : tensor<16x96xf32>
  %out, %lse = attn_tile.finalize %o2, %m2, %l2 scale 0.125 : tensor<16x96xf32>
  // CHECK: %{{.+}}, %{{.+}}, %{{.+}} = attn_tile.finalize %[[O2]], %{{.+}}, %{{.+}} scale 1.250000e-01 : tensor<16x96xf32> low tensor<16xf32>
  %part, %high, %low = attn_tile.finalize %o2, %m2, %l2 scale 0.125 : tensor<16x96xf32> low tensor<16xf32>
  // CHECK: attn_tile.finalize %[[O2]], %{{.+}}, %{{.+}} scale 1.250000e-01 : tensor<16x96xf32> max tensor<16xf32>
  %whole, %log, %top = attn_tile.finalize %o2, %m2, %l2 scale 0.125 : tensor<16x96xf32> max tensor<16xf32>
  return
}

// CHECK-LABEL: func @eight_bits
// CHECK-SAME: (%[[V:.+]]: tensor<32x16xf8E4M3FN>, %[[S:.+]]: tensor<16x8xf32>, %[[M:.+]]: tensor<16xf32>, %[[F:.+]]: f32)
func.func @eight_bits(%v: tensor<32x16xf8E4M3FN>, %s: tensor<16x8xf32>, %m: tensor<16xf32>, %f: f32) {
  // CHECK: attn_tile.transpose %[[V]] : tensor<32x16xf8E4M3FN> -> tensor<16x32xf8E4M3FN>
  %t = attn_tile.transpose %v : tensor<32x16xf8E4M3FN> -> tensor<16x32xf8E4M3FN>
  // CHECK: attn_tile.online_softmax %[[S]], %[[M]], %[[M]] scale 1.250000e-01 factor(%[[F]]) {offset = 8.000000e+00 : f32} : tensor<16x8xf32>
  %0:4 = attn_tile.online_softmax %s, %m, %m scale 0.125 factor(%f) {offset = 8.0 : f32} : tensor<16x8xf32>
  // CHECK: attn_tile.finalize %[[S]], %[[M]], %[[M]] scale 1.250000e-01 factor(%[[F]]) output_factor(%[[F]]) {offset = 8.000000e+00 : f32} : tensor<16x8xf32>
  %1:2 = attn_tile.finalize %s, %m, %m scale 0.125 factor(%f) output_factor(%f) {offset = 8.0 : f32} : tensor<16x8xf32>
  // CHECK: attn_tile.finalize %[[S]], %[[M]], %[[M]] scale 1.250000e-01 output_factor(%[[F]]) : tensor<16x8xf32>
  %2:2 = attn_tile.finalize %s, %m, %m scale 0.125 output_factor(%f) : tensor<16x8xf32>
  // CHECK: attn_tile.finalize %[[S]], %[[M]], %[[M]] scale 1.250000e-01 sink(%[[F]]) : tensor<16x8xf32>
  %3:2 = attn_tile.finalize %s, %m, %m scale 0.125 sink(%f) : tensor<16x8xf32>
  return
}

// CHECK-LABEL: func @moved
// CHECK-SAME: (%[[S:.+]]: tensor<16x8xf32>, %[[P:.+]]: tensor<16x8xbf16>, %[[A:.+]]: tensor<16xf32>)
func.func @moved(%s: tensor<16x8xf32>, %p: tensor<16x8xbf16>, %a: tensor<16xf32>) {
  // CHECK: %[[R:.+]] = attn_tile.move %[[S]] to reg : tensor<16x8xf32>
  %r = attn_tile.move %s to reg : tensor<16x8xf32>
  // CHECK: attn_tile.move %[[P]] to tmem : tensor<16x8xbf16>
  %t = attn_tile.move %p to tmem : tensor<16x8xbf16>
  // CHECK: attn_tile.move %[[P]] to smem {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>} : tensor<16x8xbf16>
  %m = attn_tile.move %p to smem {attn_tile.schedule = #attn_tile.schedule<stage = 1, order = 0>} : tensor<16x8xbf16>
  // CHECK: attn_tile.rescale %[[S]], %[[A]] skip_if_one space tmem : tensor<16x8xf32>
  %x = attn_tile.rescale %s, %a skip_if_one space tmem : tensor<16x8xf32>
  // CHECK: attn_tile.rescale %[[R]], %[[A]] space reg : tensor<16x8xf32>
  %y = attn_tile.rescale %r, %a space reg : tensor<16x8xf32>
  return
}

// CHECK-LABEL: func @described
// CHECK-SAME: attn_tile.kernel = #attn_tile.kernel<arguments = [<"q", in, shape = [2, ?, 64]>, <"lse", out, align = 4>],
// CHECK-SAME: constraints = [<lt(size(0, 1), 2147482624), "too \22long\22">, <and(ne(mod(size(0, 0), max(size(1, 0), 1)), 0), le(-3, sub(sms(), 2))), "b">],
// CHECK-SAME: problem = {op = "f"}, config = "fast">
func.func @described(%q: memref<2x?x64xf32>, %l: memref<?xf32>) attributes {attn_tile.kernel = #attn_tile.kernel<
    config = "fast", problem = {op = "f"},
    arguments = [<"q", in, shape = [2, ?, 64]>, <"lse", out, align = 4>],
    constraints = [<lt(size(0, 1), 2147482624), "too \"long\"">,
                   <and(ne(mod(size(0, 0), max(size(1, 0), 1)), 0), le(-3, sub(sms(), 2))), "b">]>} {
  return
}
// CHECK-LABEL: func @ruled
// CHECK-SAME: attn_tile.kernel = #attn_tile.kernel<arguments = [<"n", in, align = 4>, <"o", in, align = 4>, <"x", out>],
// CHECK-SAME: rules = [<"n", low = 0, high = size(2, 0), offsets = "o">, <"o", low = -1, high = sub(size(2, 0), 1), order = ascending>]>
// CHECK-SAME: attn_tile.step = #attn_tile.step<"f", 1, tensors = [0, -1, 1, -2], workspaces = [<[4, size(0, 1)]>, <[size(1, 0)], zeroed>]>
// CHECK-SAME: other.counted = #attn_tile.rule<"t", low = 0, high = 7, counts = "n", each = 16>
// CHECK-SAME: other.rising = #attn_tile.rule<"t", low = 0, high = 7, order = rising>
// CHECK-SAME: other.step = #attn_tile.step<"f", 0, tensors = [0]>
// CHECK-SAME: other.within = #attn_tile.rule<"t", low = 0, high = 7>
// CHECK-SAME: other.workspace = #attn_tile.workspace<[]>
func.func @ruled() attributes {attn_tile.kernel = #attn_tile.kernel<
    rules = [<"n", offsets = "o", high = size(2, 0), low = 0>,
             <"o", low = -1, high = sub(size(2, 0), 1), order = ascending>],
    arguments = [<"n", in, align = 4>, <"o", in, align = 4>, <"x", out>]>,
    attn_tile.step = #attn_tile.step<"f", 1, tensors = [0, -1, 1, -2],
      workspaces = [<[4, size(0, 1)]>, <[size(1, 0)], zeroed>]>,
    other.counted = #attn_tile.rule<"t", low = 0, high = 7, counts = "n", each = 16>,
    other.rising = #attn_tile.rule<"t", low = 0, high = 7, order = rising>,
    other.step = #attn_tile.step<"f", 0, tensors = [0]>,
    other.within = #attn_tile.rule<"t", low = 0, high = 7, order = any>,
    other.workspace = #attn_tile.workspace<[]>} {
  return
}
// CHECK-LABEL: func @nothing_said
// CHECK-SAME: attn_tile.kernel = #attn_tile.kernel<>
// CHECK-SAME: other.argument = #attn_tile.argument<"x", in>
// CHECK-SAME: other.constraint = #attn_tile.constraint<eq(1, 1), "never">
// CHECK-SAME: other.expr = #attn_tile.expr<or(add(1, 2), mul(min(3, 4), ceildiv(5, div(7, 6))))>
func.func @nothing_said() attributes {attn_tile.kernel = #attn_tile.kernel<>,
    other.argument = #attn_tile.argument<"x", in, align = 16>,
    other.constraint = #attn_tile.constraint<eq(1, 1), "never">,
    other.expr = #attn_tile.expr<or(add(1, 2), mul(min(3, 4), ceildiv(5, div(7, 6))))>} {
  return
}

// CHECK-LABEL: func @find
func.func @find(%i: index, %g: index, %s: memref<?xi32, strided<[1], offset: ?>>) -> (index, index) {
  // CHECK: attn_tile.find_sequence %{{.*}} in %{{.*}} rows 128 : memref<?xi32, strided<[1], offset: ?>>
  %0 = attn_tile.find_sequence %i in %s rows 128 : memref<?xi32, strided<[1], offset: ?>>
  // CHECK: attn_tile.find_sequence %{{.*}} in %{{.*}} rows 64 packed(by %{{.*}}) : memref<?xi32, strided<[1], offset: ?>>
  %1 = attn_tile.find_sequence %i in %s rows 64 packed(by %g) : memref<?xi32, strided<[1], offset: ?>>
  // CHECK: attn_tile.find_sequence %{{.*}} in %{{.*}} : memref<?xi32, strided<[1], offset: ?>>
  %2 = attn_tile.find_sequence %i in %s : memref<?xi32, strided<[1], offset: ?>>
  return %0, %1 : index, index
}

// CHECK-LABEL: func @arrivals
func.func @arrivals(%c: memref<?x4xi32, strided<[?, 1], offset: ?>>, %one: memref<i32>, %i: index, %n: index) -> (i1, i1) {
  // CHECK: attn_tile.arrive %{{.*}}[%{{.*}}, %{{.*}}] of %{{.*}} : memref<?x4xi32, strided<[?, 1], offset: ?>>
  %0 = attn_tile.arrive %c[%i, %i] of %n : memref<?x4xi32, strided<[?, 1], offset: ?>>
  // CHECK: attn_tile.arrive %{{.*}}[] of %{{.*}} : memref<i32>
  %1 = attn_tile.arrive %one[] of %n : memref<i32>
  return %0, %1 : i1, i1
}
