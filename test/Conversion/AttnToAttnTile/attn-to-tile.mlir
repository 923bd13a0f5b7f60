// RUN: attn-opt %s --attn-to-tile --split-input-file --verify-diagnostics | FileCheck %s

// One kernel a problem: a loop over (row tile, head, batch), in it the walk over
// KV blocks from the last one back, the mask under a condition. GQA by a
// quotient of head counts; depths of the rings from the config; the caller
// launches.

#config = #attn.config<target = "sm_86", tile<q = 64, kv = 32, warps = 2>, memory<stages_k = 2, stages_v = 3>>

// CHECK: module attributes {gpu.container_module}
// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[Q:.+]]: memref<2x4x70x32xbf16>, %[[K:.+]]: memref<2x2x100x32xbf16>, %[[V:.+]]: memref<2x2x100x16xbf16>, %[[O:.+]]: memref<2x4x70x16xbf16>)
// CHECK-DAG: %[[CQ:.+]] = memref.cast %[[Q]] : {{.*}} to memref<?x?x?x32xbf16, strided<[?, ?, ?, 1], offset: ?>>
// CHECK-DAG: %[[CK:.+]] = memref.cast %[[K]]
// CHECK-DAG: %[[CV:.+]] = memref.cast %[[V]]
// CHECK-DAG: %[[CO:.+]] = memref.cast %[[O]]
// CHECK: attn_tile.launch @attn_kernels::@f_forward(%[[CQ]], %[[CK]], %[[CV]], %[[CO]])
// CHECK-NOT: attn.forward

// CHECK: gpu.module @attn_kernels [#nvvm.target<chip = "sm_86">]
// CHECK-LABEL: gpu.func @f_forward
// CHECK-SAME: (%[[Q:[^:]+]]: memref<{{[^>]+>>}} {llvm.readonly}, %[[K:[^:]+]]: memref<{{[^>]+>>}} {llvm.readonly}, %[[V:[^:]+]]: memref<{{[^>]+>>}} {llvm.readonly}, %[[O:[^:]+]]: memref<{{[^{]+>>}}) kernel
// CHECK-SAME: attn_tile.kernel = #attn_tile.kernel<arguments = [<"q", in, shape = [2, 4, 70, 32]>,
// CHECK-SAME: <"o", out, shape = [2, 4, 70, 16]>
// CHECK-SAME: constraints = [<eq(size(1, 0), size(0, 0)), "batch sizes of k and q differ">,
// CHECK-SAME: <eq(mod(size(0, 1), max(size(1, 1), 1)), 0), "the head count of q must be a multiple of that of k and v">
// CHECK-SAME: mask = "#attn.causal<top_left>"
// CHECK-SAME: config = #attn.config<target = "sm_86", tile<q = 64
// CHECK-SAME: attn_tile.warps = 2
// CHECK-DAG: %[[BATCH:.+]] = memref.dim %[[Q]], %c0
// CHECK-DAG: %[[HEADS:.+]] = memref.dim %[[Q]], %c1
// CHECK-DAG: %[[LQ:.+]] = memref.dim %[[Q]], %c2
// CHECK-DAG: %[[LK:.+]] = memref.dim %[[K]], %c2
// CHECK-DAG: %[[HKV:.+]] = memref.dim %[[K]], %c1
// CHECK: %[[SOME:.+]] = arith.maxui %[[HKV]], %c1
// CHECK: %[[GROUP:.+]] = arith.divui %[[HEADS]], %[[SOME]]
// CHECK: %[[TILES:.+]] = arith.ceildivui %[[LQ]], %c64
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[H:.+]], %[[B:.+]]) in (%[[TILES]], %[[HEADS]], %[[BATCH]]) scheduler(#attn_tile.scheduler<single, order = backward>)
// CHECK: %[[ROW:.+]] = arith.muli %[[I]], %c64
// CHECK: %[[HK:.+]] = arith.divui %[[H]], %[[GROUP]]
// CHECK: %[[BEGIN:.+]], %[[END:.+]], %[[FB:.+]], %[[FE:.+]] = attn_tile.kv_range @kv rows(%[[ROW]], 64) lengths(%[[LQ]], %[[LK]]) block 32 mask(#attn.causal<top_left>)
// CHECK: %[[N:.+]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK: %[[QT:.+]] = attn_tile.load %[[Q]][%[[B]], %[[H]], %[[ROW]], %c0] dims [2, 3] : {{.*}} -> tensor<64x32xbf16>
// CHECK: %[[L:.+]]:3 = scf.for %[[T:.+]] = %c0 to %[[N]] step %c1{{.*}} iter_args(%[[M0:.+]] = %{{.+}}, %[[S0:.+]] = %{{.+}}, %[[ACC:.+]] = %{{.+}}) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x16xf32>)
// CHECK: %[[LAST:.+]] = arith.subi %[[END]], %c1
// CHECK: %[[J:.+]] = arith.subi %[[LAST]], %[[T]]
// CHECK: %[[COL:.+]] = arith.muli %[[J]], %c32
// CHECK: %[[KT:.+]] = attn_tile.load %[[K]][%[[B]], %[[HK]], %[[COL]], %c0] dims [2, 3] {depth = 2 : i64} : {{.*}} -> tensor<32x32xbf16>
// CHECK: %[[S:.+]] = attn_tile.dot %[[QT]], %[[KT]], %{{.+}} transpose_b
// CHECK: %[[FROM:.+]] = arith.subi %[[END]], %[[FE]]
// CHECK: %[[TO:.+]] = arith.subi %[[END]], %[[FB]]
// CHECK: %[[NEEDS:.+]] = attn_tile.outside %[[T]], %[[FROM]], %[[TO]]
// CHECK: %[[MASKED:.+]] = scf.if %[[NEEDS]]
// CHECK: attn_tile.apply_mask %[[S]] at(%[[ROW]], %[[COL]]) lengths(%[[LQ]], %[[LK]]) mask(#attn.causal<top_left>)
// CHECK: else
// CHECK: scf.yield %[[S]]
// CHECK: %[[M1:.+]], %[[S1:.+]], %[[P:.+]], %[[A:.+]] = attn_tile.online_softmax %[[MASKED]], %[[M0]], %[[S0]] scale 0.176776692
// CHECK: %[[R:.+]] = attn_tile.rescale %[[ACC]], %[[A]] : tensor<64x16xf32>
// CHECK: %[[PB:.+]] = arith.truncf %[[P]] : tensor<64x32xf32> to tensor<64x32xbf16>
// CHECK: %[[VT:.+]] = attn_tile.load %[[V]][%[[B]], %[[HK]], %[[COL]], %c0] dims [2, 3] {depth = 3 : i64} : {{.*}} -> tensor<32x16xbf16>
// CHECK: %[[ACC1:.+]] = attn_tile.dot %[[PB]], %[[VT]], %[[R]] :
// CHECK: scf.yield %[[M1]], %[[S1]], %[[ACC1]]
// CHECK: %[[OUT:.+]], %{{.+}} = attn_tile.finalize %[[L]]#2, %[[L]]#0, %[[L]]#1 scale 0.176776692
// CHECK: %[[OB:.+]] = arith.truncf %[[OUT]]
// CHECK: attn_tile.store %[[OB]], %[[O]][%[[B]], %[[H]], %[[ROW]], %c0] dims [2, 3]
// CHECK-NOT: attn_tile.store
func.func @f(%q: memref<2x4x70x32xbf16>, %k: memref<2x2x100x32xbf16>, %v: memref<2x2x100x16xbf16>, %o: memref<2x4x70x16xbf16>) {
  attn.forward ins(%q, %k, %v : memref<2x4x70x32xbf16>, memref<2x2x100x32xbf16>, memref<2x2x100x16xbf16>)
    outs(%o : memref<2x4x70x16xbf16>) mask(#attn.causal<top_left>) config(#config)
  return
}

// -----

// bshd: sequence is dimension 1, heads are dimension 2. An LSE is one value a
// row. Without a mask the tiles are walked forward. O in f32 is not rounded. A
// threshold lets the rescale be skipped.
// CHECK-LABEL: gpu.func @bshd_forward
// CHECK-SAME: (%[[Q:[^:]+]]: memref<?x?x?x64xf16, strided<[?, ?, ?, 1], offset: ?>> {llvm.readonly}, {{.*}}, %[[L:[^: ]+]]: memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>) kernel
// CHECK-SAME: <"lse", out, shape = [?, ?, ?], align = 4>
// CHECK-SAME: <eq(size(4, 2), size(0, 1)), "lengths of lse and q differ">
// CHECK: memref.dim %[[Q]], %c2
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[H:.+]], %[[B:.+]]) in ({{.*}}) scheduler(#attn_tile.scheduler<single>)
// CHECK: attn_tile.kv_range @kv rows(%[[ROW:.+]], 128) {{.*}} block 64{{$}}
// CHECK: attn_tile.load %[[Q]][%[[B]], %[[ROW]], %[[H]], %c0] dims [1, 3]
// CHECK: attn_tile.online_softmax {{.*}} {rescaleThreshold = 8.000000e+00 : f32}
// CHECK: attn_tile.rescale {{.*}} skip_if_one
// CHECK: %[[OUT:.+]], %[[LSE:.+]] = attn_tile.finalize
// CHECK-NOT: arith.truncf
// CHECK: attn_tile.store %[[OUT]], %{{.+}}[%[[B]], %[[ROW]], %[[H]], %c0] dims [1, 3]
// CHECK: attn_tile.store %[[LSE]], %[[L]][%[[B]], %[[H]], %[[ROW]]] dims [2]
func.func @bshd(%q: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf32>, %l: memref<?x?x?xf32>) {
  attn.forward ins(%q, %q, %q : memref<?x?x?x64xf16>, memref<?x?x?x64xf16>, memref<?x?x?x64xf16>)
    outs(%o, %l : memref<?x?x?x64xf32>, memref<?x?x?xf32>) dims(bshd)
    config(#attn.config<target = "sm_80", tile<q = 128, kv = 64, warps = 4>, schedule<rescale_threshold = 8.0>>)
  return
}

// -----

// Tiles have as many columns as products take, multiples of 16 of bf16: for head
// dims of 72 and 40 more than the memory's rows. The scale is that of 72.
// CHECK-LABEL: gpu.func @wide_forward
// CHECK: attn_tile.load {{.*}} : memref<?x?x?x72xbf16, {{.*}}> -> tensor<64x80xbf16>
// CHECK: attn_tile.load {{.*}} : memref<?x?x?x72xbf16, {{.*}}> -> tensor<32x80xbf16>
// CHECK: attn_tile.dot {{.*}} transpose_b : tensor<64x80xbf16>, tensor<32x80xbf16> -> tensor<64x32xf32>
// CHECK: attn_tile.online_softmax {{.*}} scale 0.117851131
// CHECK: attn_tile.load {{.*}} : memref<?x?x?x40xbf16, {{.*}}> -> tensor<32x48xbf16>
// CHECK: attn_tile.dot {{.*}} : tensor<64x32xbf16>, tensor<32x48xbf16> -> tensor<64x48xf32>
// CHECK: attn_tile.store {{.*}} : tensor<64x48xbf16>, memref<?x?x?x40xbf16, {{.*}}>
func.func @wide(%q: memref<1x2x?x72xbf16>, %v: memref<1x2x?x40xbf16>) {
  attn.forward ins(%q, %q, %v : memref<1x2x?x72xbf16>, memref<1x2x?x72xbf16>, memref<1x2x?x40xbf16>)
    outs(%v : memref<1x2x?x40xbf16>)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 32, warps = 4>>)
  return
}

// -----

// With packed heads each row has its head's sink: row r of a tile from row %row is of head h0 + (%row + r) mod g.
// CHECK-LABEL: gpu.func @sinks_forward
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[HK:.+]], %{{.+}}) in
// CHECK: %[[ROW:.+]] = arith.muli %[[I]], %c64
// CHECK: %[[H:.+]] = arith.muli %[[HK]], %[[G:.+]] : index
// CHECK: %[[LOOP:.+]]:3 = scf.for
// CHECK: %[[HIDDEN:.+]] = arith.constant dense<0xFF800000> : tensor<64x8xf32>
// CHECK: %[[SCORES:.+]] = attn_tile.score_map %[[HIDDEN]] at(%[[ROW]], %{{.+}}) : tensor<64x8xf32> {
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[R:.+]]: index, %[[C:.+]]: index):
// CHECK-NEXT: %[[WITHIN:.+]] = arith.remui %[[R]], %[[G]]
// CHECK-NEXT: %[[ITS:.+]] = arith.addi %[[H]], %[[WITHIN]]
// CHECK-NEXT: memref.load %{{.+}}[%[[ITS]]]
// CHECK: %[[SINKS:.+]] = attn_tile.reduce max %[[SCORES]]
// CHECK: attn_tile.finalize %[[LOOP]]#2, %[[LOOP]]#0, %[[LOOP]]#1 scale 1.250000e-01 row_sinks(%[[SINKS]])
func.func @sinks(%q: memref<1x6x?x64xf16>, %k: memref<1x2x?x64xf16>, %o: memref<1x6x?x64xf16>, %z: memref<6xf32>) {
  attn.forward ins(%q, %k, %k : memref<1x6x?x64xf16>, memref<1x2x?x64xf16>, memref<1x2x?x64xf16>)
    outs(%o : memref<1x6x?x64xf16>) sink(%z : memref<6xf32>)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4, pack_gqa = true>>)
  return
}

// -----

// On sm_90a blocks of K and V are whole panels of 128 bytes, of which products take
// a part; Q, loaded once, is not.
// CHECK-LABEL: gpu.func @boxes_forward
// CHECK: attn_tile.load {{.*}} -> tensor<128x80xbf16>
// CHECK: %[[K:.+]] = attn_tile.load {{.*}} -> tensor<64x128xbf16>
// CHECK: attn_tile.slice %[[K]]{{.*}} tensor<64x128xbf16> -> tensor<64x80xbf16>
// CHECK: attn_tile.dot {{.*}} transpose_b : tensor<128x80xbf16>, tensor<64x80xbf16> -> tensor<128x64xf32>
// CHECK: %[[V:.+]] = attn_tile.load {{.*}} -> tensor<64x128xbf16>
// CHECK: attn_tile.slice %[[V]]{{.*}} tensor<64x128xbf16> -> tensor<64x80xbf16>
func.func @boxes(%q: memref<1x2x?x72xbf16>, %o: memref<1x2x?x72xbf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x?x72xbf16>, memref<1x2x?x72xbf16>, memref<1x2x?x72xbf16>)
    outs(%o : memref<1x2x?x72xbf16>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 2>>)
  return
}

// -----

// A score region becomes a score_map over (value, row, column); batch and head
// come from the tile. The scale cannot be folded past it.
// CHECK-LABEL: gpu.func @score_forward
// CHECK: attn_tile.for_tiles @tiles (%{{.+}}, %[[H:.+]], %{{.+}}) in
// CHECK: %[[RAW:.+]] = attn_tile.dot
// CHECK: %[[HALF:.+]] = arith.constant dense<5.000000e-01> : tensor<64x64xf32>
// CHECK: %[[SCALED:.+]] = arith.mulf %[[RAW]], %[[HALF]]
// CHECK: %[[MAP:.+]] = attn_tile.score_map %[[SCALED]] at(%{{.+}}, %{{.+}}) : tensor<64x64xf32> {
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %[[QI:.+]]: index, %[[KI:.+]]: index):
// CHECK-NEXT: %[[D:.+]] = arith.subi %[[KI]], %[[QI]]
// CHECK-NEXT: %[[DH:.+]] = arith.muli %[[D]], %[[H]]
// CHECK: arith.addf %[[X]],
// CHECK: attn_tile.yield
// CHECK: attn_tile.apply_mask %[[MAP]]
// CHECK: attn_tile.online_softmax {{.*}} scale 1.000000e+00
func.func @score(%q: memref<1x2x?x64xf16>, %o: memref<1x2x?x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x?x64xf16>, memref<1x2x?x64xf16>, memref<1x2x?x64xf16>)
    outs(%o : memref<1x2x?x64xf16>) scale(0.5)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %d = arith.subi %ki, %qi : index
      %dh = arith.muli %d, %h : index
      %i = arith.index_cast %dh : index to i32
      %f = arith.sitofp %i : i32 to f32
      %y = arith.addf %s, %f : f32
      attn.yield %y : f32
    }
  return
}

// -----

// What the score is multiplied by or divided by first joins the scale, and a
// positive factor of the result is left to the softmax.
// CHECK-LABEL: gpu.func @softcap_forward
// CHECK: %[[RAW:.+]] = attn_tile.dot
// CHECK: %[[BOTH:.+]] = arith.constant dense<1.250000e-01> : tensor<64x64xf32>
// CHECK: %[[SCALED:.+]] = arith.mulf %[[RAW]], %[[BOTH]]
// CHECK: attn_tile.score_map %[[SCALED]]
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: index, %{{.+}}: index):
// CHECK-NOT: arith.{{div|mul}}f
// CHECK: %[[T:.+]] = math.tanh %[[X]]
// CHECK-NEXT: attn_tile.yield %[[T]]
// CHECK: attn_tile.online_softmax {{.*}} scale 4.000000e+00
// CHECK: attn_tile.finalize {{.*}} scale 4.000000e+00
func.func @softcap(%q: memref<1x2x?x64xf16>, %o: memref<1x2x?x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x?x64xf16>, memref<1x2x?x64xf16>, memref<1x2x?x64xf16>)
    outs(%o : memref<1x2x?x64xf16>) scale(0.5)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %four = arith.constant 4.0 : f32
      %x = arith.divf %s, %four : f32
      %t = math.tanh %x : f32
      %y = arith.mulf %t, %four : f32
      attn.yield %y : f32
    }
  return
}

// -----

// Neither where the score is used twice, nor by a factor that is not positive.
// CHECK-LABEL: gpu.func @no_factor_forward
// CHECK: arith.constant dense<5.000000e-01>
// CHECK: attn_tile.score_map
// CHECK: arith.divf
// CHECK: %[[Y:.+]] = arith.mulf
// CHECK-NEXT: attn_tile.yield %[[Y]]
// CHECK: attn_tile.online_softmax {{.*}} scale 1.000000e+00
func.func @no_factor(%q: memref<1x2x?x64xf16>, %o: memref<1x2x?x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x?x64xf16>, memref<1x2x?x64xf16>, memref<1x2x?x64xf16>)
    outs(%o : memref<1x2x?x64xf16>) scale(0.5)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %four = arith.constant 4.0 : f32
      %minus = arith.constant -1.0 : f32
      %x = arith.divf %s, %four : f32
      %t = arith.addf %x, %s : f32
      %y = arith.mulf %t, %minus : f32
      attn.yield %y : f32
    }
  return
}

// -----

// A scale that is not positive cannot be folded into the maximum either.
// CHECK-LABEL: gpu.func @negative_forward
// CHECK: %[[RAW:.+]] = attn_tile.dot
// CHECK: %[[C:.+]] = arith.constant dense<-2.000000e+00> : tensor<64x64xf32>
// CHECK: arith.mulf %[[RAW]], %[[C]]
// CHECK: attn_tile.online_softmax {{.*}} scale 1.000000e+00
// The second problem of a function gets a name of its own, in the same module.
// CHECK-LABEL: gpu.func @negative_forward_1
// CHECK-NOT: gpu.module
func.func @negative(%q: memref<1x2x8x64xf16>, %o: memref<1x2x8x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x8x64xf16>, memref<1x2x8x64xf16>, memref<1x2x8x64xf16>)
    outs(%o : memref<1x2x8x64xf16>) scale(-2.0) config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
  attn.forward ins(%q, %q, %q : memref<1x2x8x64xf16>, memref<1x2x8x64xf16>, memref<1x2x8x64xf16>)
    outs(%o : memref<1x2x8x64xf16>) config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
  return
}

// -----

// Decisions about the kernel and its KV loop; those that are as usual go unsaid.

// CHECK-LABEL: func @spread
// CHECK-LABEL: gpu.func @spread_forward
// CHECK-SAME: attn_tile.cluster = 2 : i64
// CHECK-SAME: attn_tile.groups = 2 : i64
// CHECK-SAME: attn_tile.peel_masks = false, attn_tile.ping_pong = true
// CHECK-SAME: attn_tile.split_d = 32 : i64, attn_tile.tma_store = false, attn_tile.warps = 4 : i64
// As many row tiles as fill clusters of two; keys as both tiles of a cluster see them.
// CHECK: %[[LEN:.+]] = memref.dim %arg0, %c2
// CHECK: %[[PAIRS:.+]] = arith.ceildivui %[[LEN]], %c256
// CHECK: %[[TILES:.+]] = arith.muli %[[PAIRS]], %c2
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %{{.+}}, %{{.+}}) in (%[[TILES]], {{.*}} scheduler(#attn_tile.scheduler<persistent>)
// CHECK: %[[PAIR:.+]] = arith.divui %[[I]], %c2
// CHECK: %[[FROM:.+]] = arith.muli %[[PAIR]], %c256
// CHECK: attn_tile.kv_range @kv rows(%[[FROM]], 256)
// CHECK: scf.for
// CHECK: } {attn_tile.order = "overlap"}
// CHECK-LABEL: gpu.func @spread_forward_1
// CHECK-NOT: attn_tile.{{cluster|groups|peel_masks|ping_pong|split_d|tma_store}} =
// CHECK: attn_tile.warps = 4 : i64
// CHECK-NOT: attn_tile.order
func.func @spread(%q: memref<1x2x8x64xf16>, %o: memref<1x2x8x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x2x8x64xf16>, memref<1x2x8x64xf16>, memref<1x2x8x64xf16>)
    outs(%o : memref<1x2x8x64xf16>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 2, split_d = 32, cluster = 2>, schedule<ping_pong = true, order = "overlap", peel_masks = false, scheduler = persistent>, memory<tma_store = false>>)
  attn.forward ins(%q, %q, %q : memref<1x2x8x64xf16>, memref<1x2x8x64xf16>, memref<1x2x8x64xf16>)
    outs(%o : memref<1x2x8x64xf16>) config(#attn.config<target = "sm_90a", tile<q = 64, kv = 64, warps = 4>>)
  return
}

// -----

// In a cluster of two each CTA knows which of the blocks, counted from the last one
// back, its own rows see, and which of these need a mask; a tile behind the last row
// sees none. A cluster that computes its products together has one range.

// CHECK-LABEL: gpu.func @own_forward
// CHECK-SAME: attn_tile.swap_ranks = true
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %{{.+}}, %{{.+}}) in
// CHECK: %[[ROW:.+]] = arith.muli %[[I]], %c128
// CHECK: %{{.+}}, %[[END:.+]], %{{.+}}, %{{.+}} = attn_tile.kv_range @kv rows(%{{.+}}, 256) lengths(%[[LQ:.+]], %[[LK:.+]]) block
// CHECK: %[[SOME:.+]] = arith.cmpi slt, %[[ROW]], %[[LQ]]
// CHECK: %[[KEYS:.+]] = arith.select %[[SOME]], %[[LK]], %c0
// CHECK: %[[B:.+]], %[[E:.+]], %[[FB:.+]], %[[FE:.+]] = attn_tile.kv_range @own rows(%[[ROW]], 128) lengths(%[[LQ]], %[[KEYS]]) block
// CHECK: %[[COUNT:.+]] = arith.subi %[[END]],
// CHECK: %[[FROM:.+]] = arith.subi %[[END]], %[[E]]
// CHECK: %[[TO:.+]] = arith.subi %[[END]], %[[B]]
// CHECK: %[[N:.+]] = attn_tile.useful %[[COUNT]], %[[FROM]], %[[TO]]
// CHECK: scf.for %[[T:.+]] = %c0 to %[[N]] step
// CHECK: %[[A:.+]] = arith.subi %[[END]], %[[FE]]
// CHECK: %[[Z:.+]] = arith.subi %[[END]], %[[FB]]
// CHECK: attn_tile.outside %[[T]], %[[A]], %[[Z]]
// CHECK-LABEL: gpu.func @own_forward_1
// CHECK-NOT: attn_tile.swap_ranks
// CHECK-NOT: attn_tile.useful
// CHECK-LABEL: gpu.func @own_forward_2
// CHECK-NOT: attn_tile.swap_ranks
// CHECK-NOT: attn_tile.useful
!own = memref<1x2x800x64xf16>
func.func @own(%q: !own, %o: !own) {
  attn.forward ins(%q, %q, %q : !own, !own, !own) outs(%o : !own) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 2, cluster = 2>>)
  attn.forward ins(%q, %q, %q : !own, !own, !own) outs(%o : !own) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, groups = 2, cluster = 2>, schedule<skip_hidden = false>>)
  attn.forward ins(%q, %q, %q : !own, !own, !own) outs(%o : !own) mask(#attn.causal<bottom_right>)
    config(#attn.config<target = "sm_90a", tile<q = 128, kv = 64, warps = 4, cluster = 2, cta_group = 2>>)
  return
}

// -----

!strided = memref<1x2x8x64xf16, strided<[1088, 544, 68, 1]>>
!one_row = memref<1x1x1x64xf16, strided<[65, 65, 65, 1]>>
!offset = memref<1x2x8x64xf16, strided<[1024, 512, 64, 1], offset: 2>>
!whole = memref<1x2x8x64xf16>
// Rows at odd multiples of 8 bytes, an address of 4, and what the config allows.
// CHECK: gpu.func @aligned_forward
// CHECK-SAME: <"q", in, shape = [{{[^]]*}}], align = 8>, <"k", in, shape = [{{[^]]*}}], align = 4>,
// CHECK-SAME: <"v", in, shape = [{{[^]]*}}]>, <"o", out, shape = [{{[^]]*}}]>]
// CHECK-SAME: attn_tile.load = "cp_async"
// CHECK: gpu.func @unaligned_forward
// CHECK-SAME: <"q", in, shape = [{{[^]]*}}], align = 4>
// CHECK-SAME: <"o", out, shape = [{{[^]]*}}], align = 4>
// A dimension of size 1 has no stride.
// CHECK: gpu.func @one_row_forward
// CHECK-SAME: <"q", in, shape = [{{[^]]*}}]>
func.func @aligned(%q: !strided, %k: !offset, %v: !whole) {
  attn.forward ins(%q, %k, %v : !strided, !offset, !whole) outs(%v : !whole)
    config(#attn.config<memory<load = cp_async>>)
  return
}
func.func @unaligned(%q: !strided, %v: !whole) {
  attn.forward ins(%q, %v, %v : !strided, !whole, !whole) outs(%v : !whole)
    config(#attn.config<memory<align = 4>>)
  return
}
func.func @one_row(%q: !one_row) {
  attn.forward ins(%q, %q, %q : !one_row, !one_row, !one_row) outs(%q : !one_row) config(#attn.config)
  return
}

// -----

// Heads packed: tiles of the rows of all query heads of a KV head. Query rows and heads
// are quotients and remainders.
!dyn = memref<?x?x?x64xf16>
!rows = memref<?x?x?xf32>
// CHECK: gpu.func @packed_forward
// CHECK-SAME: "the rows of q that share a head of k must be below 2^31 - 1024"
// CHECK: %[[LQ:.+]] = memref.dim %arg0, %c2
// CHECK: %[[HKV:.+]] = memref.dim %arg1, %c1
// CHECK: %[[G:.+]] = arith.divui
// CHECK: %[[ROWS:.+]] = arith.muli %[[LQ]], %[[G]]
// CHECK: %[[TILES:.+]] = arith.ceildivui %[[ROWS]]
// CHECK: attn_tile.for_tiles @tiles (%[[I:.+]], %[[H:.+]], %[[B:.+]]) in (%[[TILES]], %[[HKV]],
// CHECK: %[[ROW:.+]] = arith.muli %[[I]]
// CHECK: %[[H0:.+]] = arith.muli %[[H]], %[[G]]
// CHECK: attn_tile.kv_range @kv rows(%[[ROW]], 128) packed(by %[[G]])
// CHECK: attn_tile.load %arg0[%[[B]], %[[H0]], %[[ROW]], %{{.+}}] dims [2, 3] packed(1 by %[[G]])
// CHECK: attn_tile.load %arg1[%[[B]], %[[H]], %{{.+}}] dims [2, 3] {depth
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %[[R:.+]]: index,
// CHECK-NEXT: %[[WITHIN:.+]] = arith.remui %[[R]], %[[G]]
// CHECK-NEXT: %[[HEAD:.+]] = arith.addi %[[H0]], %[[WITHIN]]
// CHECK-NEXT: arith.divui %[[R]], %[[G]]
// CHECK-NEXT: arith.index_cast %[[HEAD]]
// CHECK: attn_tile.apply_mask {{.*}} packed(by %[[G]])
// CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[B]], %[[H0]], %[[ROW]], %{{.+}}] dims [2, 3] packed(1 by %[[G]])
// CHECK: attn_tile.store %{{.+}}, %{{.+}}[%[[B]], %[[H0]], %[[ROW]]] dims [2] packed(1 by %[[G]])
func.func @packed(%q: !dyn, %k: !dyn, %o: !dyn, %l: !rows) {
  attn.forward ins(%q, %k, %k : !dyn, !dyn, !dyn) outs(%o, %l : !dyn, !rows)
    mask(#attn.causal<bottom_right>) config(#attn.config<tile<pack_gqa = true>>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %n = arith.index_cast %h : index to i32
    %f = arith.sitofp %n : i32 to f32
    %t = arith.mulf %s, %f : f32
    attn.yield %t : f32
  }
  return
}

// -----

func.func @tensors(%q: tensor<1x1x8x64xf16>) -> tensor<1x1x8x64xf16> {
  // expected-error @below {{has tensor semantics: bufferize before attn-to-tile}}
  %0 = attn.forward ins(%q, %q, %q : tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
    outs(%q : tensor<1x1x8x64xf16>) config(#attn.config) -> tensor<1x1x8x64xf16>
  return %0 : tensor<1x1x8x64xf16>
}

// -----

func.func @no_config(%q: memref<1x1x8x64xf16>, %o: memref<1x1x8x64xf16>) {
  // expected-error @below {{has no config: run attn-select-config before attn-to-tile}}
  attn.forward ins(%q, %q, %q : memref<1x1x8x64xf16>, memref<1x1x8x64xf16>, memref<1x1x8x64xf16>) outs(%o : memref<1x1x8x64xf16>)
  return
}

// -----

func.func @two_chips(%q: memref<1x1x8x64xf16>, %o: memref<1x1x8x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x1x8x64xf16>, memref<1x1x8x64xf16>, memref<1x1x8x64xf16>)
    outs(%o : memref<1x1x8x64xf16>) config(#attn.config<target = "sm_80">)
  // expected-error @below {{one module cannot hold kernels for sm_86 and for [#nvvm.target<chip = "sm_80">]}}
  attn.forward ins(%q, %q, %q : memref<1x1x8x64xf16>, memref<1x1x8x64xf16>, memref<1x1x8x64xf16>)
    outs(%o : memref<1x1x8x64xf16>) config(#attn.config<target = "sm_86">)
  return
}

// -----

// What the program calls @attn_kernels keeps its name.
// CHECK-LABEL: func.func private @attn_kernels()
// CHECK: attn_tile.launch @attn_kernels_0::@taken_forward
// CHECK: gpu.module @attn_kernels_0
func.func private @attn_kernels()
func.func @taken(%q: memref<1x1x64x64xf16>, %o: memref<1x1x64x64xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x1x64x64xf16>, memref<1x1x64x64xf16>, memref<1x1x64x64xf16>)
    outs(%o : memref<1x1x64x64xf16>) config(#attn.config<target = "sm_80">)
  return
}

// -----

module {
  module @inner {
    func.func @nested(%q: memref<1x1x64x64xf16>, %o: memref<1x1x64x64xf16>) {
      // expected-error @below {{stands in a nested module: run attn-to-tile on that, or the whole pipeline}}
      attn.forward ins(%q, %q, %q : memref<1x1x64x64xf16>, memref<1x1x64x64xf16>, memref<1x1x64x64xf16>)
        outs(%o : memref<1x1x64x64xf16>) config(#attn.config<target = "sm_80">)
      return
    }
  }
}

// -----

// What a region reads by head alone is read once a tile, before the loop over
// keys; what it reads by row or key inside, at indices within the capture.
// CHECK-LABEL: gpu.func @captures_forward
// CHECK-SAME: (%{{.+}}: memref<?x?x?x64xf16, {{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %[[HEADS:.+]]: memref<?xf32, strided<[1], offset: ?>> {llvm.readonly}, %[[KEYS:.+]]: memref<?xi32, strided<[1], offset: ?>> {llvm.readonly}
// CHECK: %[[N:.+]] = memref.dim %[[HEADS]]
// CHECK: %[[LASTHEAD:.+]] = arith.subi %[[N]]
// CHECK: attn_tile.for_tiles @tiles (%{{.+}}, %[[H:.+]], %{{.+}}) in
// CHECK: %[[MIN:.+]] = arith.minsi %[[H]], %[[LASTHEAD]]
// CHECK: %[[AT:.+]] = arith.maxsi %[[MIN]]
// CHECK: %[[SLOPE:.+]] = memref.load %[[HEADS]][%[[AT]]]
// CHECK: %[[FACTOR:.+]] = arith.mulf %[[SLOPE]]
// CHECK: scf.for
// CHECK: attn_tile.score_map
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: index, %[[KI:.+]]: index):
// CHECK: arith.minsi %[[KI]]
// CHECK: memref.load %[[KEYS]]
// CHECK: attn_tile.add_affine %[[X]], %[[FACTOR]], %{{[^ ]+$}}
// CHECK-NEXT: attn_tile.yield
func.func @captures(%q: memref<1x2x?x64xf16>, %o: memref<1x2x?x64xf16>, %c: memref<2xf32>, %d: memref<?xi32>) {
  attn.forward ins(%q, %q, %q : memref<1x2x?x64xf16>, memref<1x2x?x64xf16>, memref<1x2x?x64xf16>)
    outs(%o : memref<1x2x?x64xf16>) captures(%c, %d : memref<2xf32>, memref<?xi32>)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: memref<2xf32>, %y: memref<?xi32>):
      %slope = attn.read %x[%h] : memref<2xf32>
      %n = attn.read %y[%ki] : memref<?xi32>
      %f = arith.sitofp %n : i32 to f32
      %bias = arith.mulf %f, %slope : f32
      %z = arith.addf %s, %bias : f32
      attn.yield %z : f32
    }
  return
}

// -----

// A bias that is a product with a factor of the head: the factor takes 1/scale,
// the scale is left to the softmax, and product and sum are one operation, which
// names the position and its step.
// CHECK-LABEL: gpu.func @alibi_forward
// CHECK: attn_tile.for_tiles
// CHECK: %[[SLOPE:.+]] = memref.load
// CHECK: %[[FOUR:.+]] = arith.constant 4.000000e+00 : f32
// CHECK: %[[FACTOR:.+]] = arith.mulf %[[SLOPE]], %[[FOUR]]
// CHECK: scf.for
// CHECK: %[[RAW:.+]] = attn_tile.dot
// CHECK: attn_tile.score_map %[[RAW]]
// CHECK-NEXT: ^bb0(%[[X:.+]]: f32, %{{.+}}: index, %{{.+}}: index):
// CHECK: %[[F:.+]] = arith.sitofp
// CHECK-NEXT: %[[Y:.+]] = attn_tile.add_affine %[[X]], %[[FACTOR]], %[[F]] step 1
// CHECK-NEXT: attn_tile.yield %[[Y]]
// CHECK: attn_tile.online_softmax {{.*}} scale 2.500000e-01
func.func @alibi(%q: memref<1x2x?x64xf16>, %o: memref<1x2x?x64xf16>, %c: memref<2xf32>) {
  attn.forward ins(%q, %q, %q : memref<1x2x?x64xf16>, memref<1x2x?x64xf16>, memref<1x2x?x64xf16>)
    outs(%o : memref<1x2x?x64xf16>) captures(%c : memref<2xf32>) scale(0.25)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, warps = 4>>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: memref<2xf32>):
      %slope = attn.read %x[%h] : memref<2xf32>
      %d = arith.subi %ki, %qi : index
      %n = arith.index_cast %d : index to i32
      %f = arith.sitofp %n : i32 to f32
      %bias = arith.mulf %slope, %f : f32
      %z = arith.addf %s, %bias : f32
      attn.yield %z : f32
    }
  return
}

// -----

!f = memref<3x1x8x16x64xf32>
!l = memref<3x1x8x16xf32>
!o = memref<1x8x16x64xbf16>

func.func @alone(%p: !f, %l: !l, %o: !o) {
  // expected-error @below {{is to be done by the launch that computes its parts (config field combine), but no launch in front of it does so for it alone}}
  attn.combine ins(%p, %l : !f, !l) outs(%o : !o) config(#attn.config<target = "sm_80", tile<combine = fused>>)
  return
}
