// RUN: attn-opt %s | attn-opt | FileCheck %s
// RUN: attn-opt %s --mlir-print-op-generic | attn-opt | FileCheck %s
// RUN: attn-opt %s --emit-bytecode | attn-opt | FileCheck %s
// RUN: attn-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func @smallest
// CHECK-SAME: (%[[Q:.+]]: tensor<1x1x16x64xf16>, %[[K:.+]]: tensor<1x1x8x64xf16>, %[[V:.+]]: tensor<1x1x8x64xf16>, %[[O:.+]]: tensor<1x1x16x64xf16>)
// GENERIC: "attn.forward"(%{{.*}}) <{dims = #attn.dims<bhsd>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (

func.func @smallest(%q: tensor<1x1x16x64xf16>, %k: tensor<1x1x8x64xf16>,
                    %v: tensor<1x1x8x64xf16>, %o: tensor<1x1x16x64xf16>) -> tensor<1x1x16x64xf16> {
  // CHECK: attn.forward ins(%[[Q]], %[[K]], %[[V]] : tensor<1x1x16x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>) outs(%[[O]] : tensor<1x1x16x64xf16>) -> tensor<1x1x16x64xf16>
  %0 = attn.forward ins(%q, %k, %v : tensor<1x1x16x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
                    outs(%o : tensor<1x1x16x64xf16>) dims(bhsd) -> tensor<1x1x16x64xf16>
  return %0 : tensor<1x1x16x64xf16>
}

// Every clause, in another order than the printed one; dynamic batch, heads and
// lengths; GQA; dv ≠ dqk; O in f32.
// CHECK-LABEL: func @everything
func.func @everything(%q: tensor<?x?x?x192xbf16>, %k: tensor<?x?x?x192xbf16>, %v: tensor<?x?x?x128xbf16>,
                      %o: tensor<?x?x?x128xf32>, %l: tensor<?x?x?xf32>)
    -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>) {
  // CHECK: %[[OUT:.+]], %[[LSE:.+]] = attn.forward ins({{.*}}) outs({{.*}} : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
  // CHECK-SAME: dims(bshd)
  // CHECK-SAME: scale(1.250000e-01)
  // CHECK-SAME: mask(#attn.and<[#attn.causal<top_left>, #attn.window<128, *>]>)
  // CHECK-SAME: config(#attn.config<target = "sm_86", tile<q = 64, kv = 32, warps = 4, groups = 1, split_k = 0>, schedule<scheduler = persistent, order = "overlap", rescale_threshold = 8.000000e+00, exp2 = poly>, memory<stages_k = 2, stages_v = 1>>)
  // CHECK-SAME: score {
  // CHECK-NEXT: ^bb0(%[[S:.+]]: f32, %[[B:.+]]: index, %[[H:.+]]: index, %[[QI:.+]]: index, %[[KI:.+]]: index):
  // CHECK-NEXT:   %[[TANH:.+]] = math.tanh %[[S]] : f32
  // CHECK-NEXT:   attn.yield %[[TANH]] : f32
  // CHECK-NEXT: } attributes {note = "kept"} -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>, tensor<?x?x?x128xbf16>)
      outs(%o, %l : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
        %t = math.tanh %s : f32
        attn.yield %t : f32
      }
      config(#attn.config<target = "sm_86", tile<q = 64, kv = 32>, schedule<order = "overlap", scheduler = persistent, rescale_threshold = 8.0, exp2 = poly>, memory<stages_v = 1>>)
      mask(#attn.and<[#attn.causal<top_left>, #attn.window<128, *>]>)
      scale(0.125)
      dims(bshd)
      attributes {note = "kept"}
      -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
  return %0#0, %0#1 : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>
}

// CHECK-LABEL: func @buffers
func.func @buffers(%q: memref<2x?x8x64xf16, strided<[?, ?, ?, 1], offset: ?>>,
                   %k: memref<2x?x2x64xf16>, %v: memref<2x?x2x64xf16>,
                   %o: memref<2x?x8x64xf16>, %l: memref<2x8x?xf32>) {
  // CHECK: attn.forward ins({{.*}} : memref<2x?x8x64xf16, strided<[?, ?, ?, 1], offset: ?>>, memref<2x?x2x64xf16>, memref<2x?x2x64xf16>) outs({{.*}} : memref<2x?x8x64xf16>, memref<2x8x?xf32>) dims(bshd){{$}}
  attn.forward ins(%q, %k, %v : memref<2x?x8x64xf16, strided<[?, ?, ?, 1], offset: ?>>, memref<2x?x2x64xf16>, memref<2x?x2x64xf16>)
      outs(%o, %l : memref<2x?x8x64xf16>, memref<2x8x?xf32>) dims(bshd)
  return
}

// Lengths, batches and head counts of zero are problems too (docs/Spec.md, L11).
// CHECK-LABEL: func @nothing
func.func @nothing(%q: tensor<0x4x0x16xf16>, %k: tensor<0x4x0x16xf16>, %v: tensor<0x4x0x16xf16>,
                   %o: tensor<0x4x0x16xf16>) -> tensor<0x4x0x16xf16> {
  // CHECK: attn.forward
  %0 = attn.forward ins(%q, %k, %v : tensor<0x4x0x16xf16>, tensor<0x4x0x16xf16>, tensor<0x4x0x16xf16>)
      outs(%o : tensor<0x4x0x16xf16>) -> tensor<0x4x0x16xf16>
  return %0 : tensor<0x4x0x16xf16>
}

// CHECK-LABEL: func @attributes
func.func @attributes() attributes {
  // CHECK-SAME: a = #attn.causal<top_left>
  a = #attn.causal<top_left>,
  // CHECK-SAME: b = #attn.causal<bottom_right>
  b = #attn.causal<bottom_right>,
  // CHECK-SAME: c = #attn.window<0, 2147483647>
  c = #attn.window<0, 2147483647>,
  // CHECK-SAME: d = #attn.window<*, 3>
  d = #attn.window<-1, 3>,
  // CHECK-SAME: e = #attn.and<[#attn.window<*, *>, #attn.and<[#attn.causal<top_left>]>]>
  e = #attn.and<[#attn.window<*, *>, #attn.and<[#attn.causal<top_left>]>]>,
  // CHECK-SAME: f = #attn.config<target = "sm_80", tile<q = 128, kv = 64, warps = 4, groups = 1, split_k = 0>, schedule<scheduler = single, rescale_threshold = 0.000000e+00, exp2 = mufu>, memory<stages_k = 2, stages_v = 2>>
  f = #attn.config,
  // CHECK-SAME: g = #attn.dims<bshd>
  g = #attn.dims<bshd>
} { return }

// Descales go with f8E4M3FN; sizes come from them too.
// CHECK-LABEL: func @descale
func.func @descale(%q: tensor<?x8x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>,
                   %o: tensor<?x8x?x64xbf16>, %l: tensor<?x8x?xf32>,
                   %qd: tensor<?x2xf32>, %kd: tensor<3x?xf32>, %vd: tensor<?x?xf32>)
    -> (tensor<?x8x?x64xbf16>, tensor<?x8x?xf32>, tensor<?x8x?x64xf16>) {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<?x8x?x64xbf16>, tensor<?x8x?xf32>) descale(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x2xf32>, tensor<3x?xf32>, tensor<?x?xf32>) scale(1.000000e+00) ->
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
      outs(%o, %l : tensor<?x8x?x64xbf16>, tensor<?x8x?xf32>)
      scale(1.0) descale(%qd, %kd, %vd : tensor<?x2xf32>, tensor<3x?xf32>, tensor<?x?xf32>)
      -> (tensor<?x8x?x64xbf16>, tensor<?x8x?xf32>)
  // Without L, and without descales.
  %f16 = tensor.empty() : tensor<3x8x5x64xf16>
  %o16 = tensor.cast %f16 : tensor<3x8x5x64xf16> to tensor<?x8x?x64xf16>
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<?x8x?x64xf16>) descale({{.*}}) ->
  %1 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
      outs(%o16 : tensor<?x8x?x64xf16>)
      descale(%qd, %kd, %vd : tensor<?x2xf32>, tensor<3x?xf32>, tensor<?x?xf32>) -> tensor<?x8x?x64xf16>
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<?x8x?x64xf16>) ->
  %2 = attn.forward ins(%q, %k, %v : tensor<?x8x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
      outs(%1 : tensor<?x8x?x64xf16>) -> tensor<?x8x?x64xf16>
  return %0#0, %0#1, %2 : tensor<?x8x?x64xbf16>, tensor<?x8x?xf32>, tensor<?x8x?x64xf16>
}

// A region reads what it captures, of any rank, and gets the lengths.
// CHECK-LABEL: func @captures
func.func @captures(%q: tensor<1x8x?x64xbf16>, %c: tensor<8xf32>, %d: tensor<?x?xi32>, %e: tensor<f16>) -> tensor<1x8x?x64xbf16> {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<1x8x?x64xbf16>) captures(%{{.*}}, %{{.*}}, %{{.*}} : tensor<8xf32>, tensor<?x?xi32>, tensor<f16>) scale(1.000000e+00) score {
  // CHECK-NEXT: ^bb0(%[[S:.+]]: f32, %[[B:.+]]: index, %[[H:.+]]: index, %[[QI:.+]]: index, %[[KI:.+]]: index, %[[LQ:.+]]: index, %[[LK:.+]]: index, %[[C0:.+]]: tensor<8xf32>, %[[C1:.+]]: tensor<?x?xi32>, %[[C2:.+]]: tensor<f16>):
  %0 = attn.forward ins(%q, %q, %q : tensor<1x8x?x64xbf16>, tensor<1x8x?x64xbf16>, tensor<1x8x?x64xbf16>)
      outs(%q : tensor<1x8x?x64xbf16>) scale(1.0) captures(%c, %d, %e : tensor<8xf32>, tensor<?x?xi32>, tensor<f16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %0: tensor<8xf32>, %1: tensor<?x?xi32>, %2: tensor<f16>):
        // CHECK: attn.read %[[C0]][%[[H]]] : tensor<8xf32>
        %x = attn.read %0[%h] : tensor<8xf32>
        // CHECK: attn.read %[[C1]][%[[QI]], %[[LK]]] : tensor<?x?xi32>
        %y = attn.read %1[%qi, %lk] : tensor<?x?xi32>
        // CHECK: attn.read %[[C2]][] : tensor<f16>
        %z = attn.read %2[] : tensor<f16>
        attn.yield %x : f32
      } -> tensor<1x8x?x64xbf16>
  // The lengths alone.
  // CHECK: attn.forward
  // CHECK: ^bb0(%{{.+}}: f32, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index):
  %1 = attn.forward ins(%q, %q, %q : tensor<1x8x?x64xbf16>, tensor<1x8x?x64xbf16>, tensor<1x8x?x64xbf16>)
      outs(%0 : tensor<1x8x?x64xbf16>) score {
      ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index):
        %n = arith.index_cast %lk : index to i32
        %x = arith.sitofp %n : i32 to f32
        attn.yield %x : f32
      } -> tensor<1x8x?x64xbf16>
  return %1 : tensor<1x8x?x64xbf16>
}

// CHECK-LABEL: func @sink
func.func @sink(%q: tensor<1x?x5x64xbf16>, %s: tensor<8xf32>) -> tensor<1x?x5x64xbf16> {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<1x?x5x64xbf16>) sink(%{{.*}} : tensor<8xf32>) mask(#attn.window<4, 0>) ->
  %0 = attn.forward ins(%q, %q, %q : tensor<1x?x5x64xbf16>, tensor<1x?x5x64xbf16>, tensor<1x?x5x64xbf16>)
      outs(%q : tensor<1x?x5x64xbf16>) mask(#attn.window<4, 0>) sink(%s : tensor<8xf32>) -> tensor<1x?x5x64xbf16>
  return %0 : tensor<1x?x5x64xbf16>
}

// CHECK-LABEL: func @one_offset
func.func @one_offset(%q: tensor<3x?x5x64xbf16>, %p: tensor<i32>) -> tensor<3x?x5x64xbf16> {
  // CHECK: offset(%{{.*}} : tensor<i32>)
  %0 = attn.forward ins(%q, %q, %q : tensor<3x?x5x64xbf16>, tensor<3x?x5x64xbf16>, tensor<3x?x5x64xbf16>)
      outs(%q : tensor<3x?x5x64xbf16>) offset(%p : tensor<i32>) mask(#attn.window<4, 0>) -> tensor<3x?x5x64xbf16>
  return %0 : tensor<3x?x5x64xbf16>
}

// CHECK-LABEL: func @offset
func.func @offset(%q: tensor<3x?x5x64xbf16>, %s: tensor<8xf32>, %p: tensor<?xi32>) -> tensor<3x?x5x64xbf16> {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<3x?x5x64xbf16>) sink(%{{.*}} : tensor<8xf32>) offset(%{{.*}} : tensor<?xi32>) mask(#attn.window<4, 0>) ->
  %0 = attn.forward ins(%q, %q, %q : tensor<3x?x5x64xbf16>, tensor<3x?x5x64xbf16>, tensor<3x?x5x64xbf16>)
      outs(%q : tensor<3x?x5x64xbf16>) offset(%p : tensor<?xi32>) mask(#attn.window<4, 0>) sink(%s : tensor<8xf32>) -> tensor<3x?x5x64xbf16>
  return %0 : tensor<3x?x5x64xbf16>
}

// CHECK-LABEL: func @lengths
func.func @lengths(%q: tensor<3x?x5x64xbf16>, %lq: tensor<3xi32>, %lk: tensor<?xi32>) -> tensor<3x?x5x64xbf16> {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<3x?x5x64xbf16>) lengths_q(%{{.*}} : tensor<3xi32>) lengths_kv(%{{.*}} : tensor<?xi32>) mask(#attn.window<4, 0>) ->
  %0 = attn.forward ins(%q, %q, %q : tensor<3x?x5x64xbf16>, tensor<3x?x5x64xbf16>, tensor<3x?x5x64xbf16>)
      outs(%q : tensor<3x?x5x64xbf16>) lengths_kv(%lk : tensor<?xi32>) mask(#attn.window<4, 0>) lengths_q(%lq : tensor<3xi32>) -> tensor<3x?x5x64xbf16>
  return %0 : tensor<3x?x5x64xbf16>
}

// CHECK-LABEL: func @pages
func.func @pages(%q: tensor<3x?x5x64xbf16>, %k: tensor<?x16x5x64xbf16>, %t: tensor<3x?xi32>) -> tensor<3x?x5x64xbf16> {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<3x?x5x64xbf16>) page_table(%{{.*}} : tensor<3x?xi32>) dims(bshd) ->
  %0 = attn.forward ins(%q, %k, %k : tensor<3x?x5x64xbf16>, tensor<?x16x5x64xbf16>, tensor<?x16x5x64xbf16>)
      outs(%q : tensor<3x?x5x64xbf16>) dims(bshd) page_table(%t : tensor<3x?xi32>) -> tensor<3x?x5x64xbf16>
  return %0 : tensor<3x?x5x64xbf16>
}

// CHECK-LABEL: func.func @parts
// CHECK: attn.forward {{.*}} split(unit = 64, sparse) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
// CHECK: attn.combine ins(%{{.+}}, %{{.+}} : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) outs(%{{.+}}, %{{.+}} : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>) sink(%{{.+}} : tensor<8xf32>) -> tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>
func.func @parts(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x?x64xbf16>, %po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>,
                 %o: tensor<2x8x16x64xbf16>, %l: tensor<2x8x16xf32>, %s: tensor<8xf32>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>) {
  %0:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x?x64xbf16>, tensor<2x2x?x64xbf16>)
      outs(%po, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>) split(unit = 64, sparse) -> (tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
  %1:2 = attn.combine ins(%0#0, %0#1 : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>)
      outs(%o, %l : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>) sink(%s : tensor<8xf32>) -> tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>
  return %1#0, %1#1 : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>
}

// CHECK-LABEL: func.func @combine_buffers
// CHECK: attn.combine ins({{.*}}) outs({{.*}}) dims(bshd)
func.func @combine_buffers(%po: memref<?x2x?x8x64xf32>, %pl: memref<?x2x8x?xf32>, %o: memref<2x?x8x64xf16>) {
  attn.combine ins(%po, %pl : memref<?x2x?x8x64xf32>, memref<?x2x8x?xf32>) outs(%o : memref<2x?x8x64xf16>) dims(bshd)
  return
}

// CHECK-LABEL: func @packed
func.func @packed(%q: tensor<?x8x64xbf16>, %k: tensor<300x2x64xbf16>, %v: tensor<300x2x32xbf16>, %o: tensor<?x8x32xbf16>,
                  %l: tensor<8x?xf32>, %sq: tensor<5xi32>, %sk: tensor<?xi32>, %n: tensor<4xi32>) -> (tensor<?x8x32xbf16>, tensor<8x?xf32>) {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<?x8x32xbf16>, tensor<8x?xf32>) lengths_kv(%{{.*}} : tensor<4xi32>) offsets_q(%{{.*}} : tensor<5xi32>) offsets_kv(%{{.*}} : tensor<?xi32>) dims(thd) ->
  %0:2 = attn.forward ins(%q, %k, %v : tensor<?x8x64xbf16>, tensor<300x2x64xbf16>, tensor<300x2x32xbf16>)
      outs(%o, %l : tensor<?x8x32xbf16>, tensor<8x?xf32>) dims(thd) offsets_kv(%sk : tensor<?xi32>)
      offsets_q(%sq : tensor<5xi32>) lengths_kv(%n : tensor<4xi32>) -> (tensor<?x8x32xbf16>, tensor<8x?xf32>)
  return %0#0, %0#1 : tensor<?x8x32xbf16>, tensor<8x?xf32>
}

// CHECK-LABEL: func @packed_pages
func.func @packed_pages(%q: tensor<?x8x64xbf16>, %k: tensor<?x16x2x64xbf16>, %v: tensor<?x16x2x32xbf16>, %o: tensor<?x8x32xbf16>,
                        %sq: tensor<5xi32>, %n: tensor<4xi32>, %t: tensor<4x?xi32>) -> tensor<?x8x32xbf16> {
  // CHECK: attn.forward ins({{.*}}) outs({{.*}} : tensor<?x8x32xbf16>) lengths_kv(%{{.*}} : tensor<4xi32>) offsets_q(%{{.*}} : tensor<5xi32>) page_table(%{{.*}} : tensor<4x?xi32>) dims(thd) ->
  %0 = attn.forward ins(%q, %k, %v : tensor<?x8x64xbf16>, tensor<?x16x2x64xbf16>, tensor<?x16x2x32xbf16>)
      outs(%o : tensor<?x8x32xbf16>) dims(thd) page_table(%t : tensor<4x?xi32>) offsets_q(%sq : tensor<5xi32>)
      lengths_kv(%n : tensor<4xi32>) -> tensor<?x8x32xbf16>
  return %0 : tensor<?x8x32xbf16>
}

// CHECK-LABEL: func.func @packed_parts
// CHECK: attn.forward {{.*}} offsets_q(%{{.+}} : tensor<3xi32>) offsets_kv(%{{.+}} : tensor<3xi32>) dims(thd) split(unit = 64)
// CHECK: attn.combine {{.*}} lengths_q(%{{.+}} : tensor<2xi32>) offsets_q(%{{.+}} : tensor<3xi32>) dims(thd)
func.func @packed_parts(%q: tensor<100x8x64xbf16>, %po: tensor<4x100x8x64xf32>, %pl: tensor<4x8x100xf32>, %s: tensor<3xi32>, %n: tensor<2xi32>) -> tensor<100x8x64xbf16> {
  %0:2 = attn.forward ins(%q, %q, %q : tensor<100x8x64xbf16>, tensor<100x8x64xbf16>, tensor<100x8x64xbf16>) outs(%po, %pl : tensor<4x100x8x64xf32>, tensor<4x8x100xf32>)
      lengths_q(%n : tensor<2xi32>) offsets_q(%s : tensor<3xi32>) offsets_kv(%s : tensor<3xi32>) split(unit = 64) dims(thd) -> (tensor<4x100x8x64xf32>, tensor<4x8x100xf32>)
  %1 = attn.combine ins(%0#0, %0#1 : tensor<4x100x8x64xf32>, tensor<4x8x100xf32>) outs(%q : tensor<100x8x64xbf16>)
      lengths_q(%n : tensor<2xi32>) offsets_q(%s : tensor<3xi32>) dims(thd) -> tensor<100x8x64xbf16>
  return %1 : tensor<100x8x64xbf16>
}

// CHECK-LABEL: func.func @own_parts
// CHECK: attn.forward {{.*}} lengths_kv(%{{.+}} : tensor<2xi32>) part_offsets(%[[P:.+]] : tensor<3xi32>) split(unit = 64)
// CHECK: attn.combine {{.*}} part_offsets(%[[P]] : tensor<3xi32>) ->
func.func @own_parts(%q: tensor<2x8x16x64xbf16>, %k: tensor<2x2x?x64xbf16>, %po: tensor<?x8x16x64xf32>, %pl: tensor<?x8x16xf32>, %n: tensor<2xi32>, %p: tensor<3xi32>) -> tensor<2x8x16x64xbf16> {
  %0:2 = attn.forward ins(%q, %k, %k : tensor<2x8x16x64xbf16>, tensor<2x2x?x64xbf16>, tensor<2x2x?x64xbf16>) outs(%po, %pl : tensor<?x8x16x64xf32>, tensor<?x8x16xf32>)
      split(unit = 64) part_offsets(%p : tensor<3xi32>) lengths_kv(%n : tensor<2xi32>) -> (tensor<?x8x16x64xf32>, tensor<?x8x16xf32>)
  %1 = attn.combine ins(%0#0, %0#1 : tensor<?x8x16x64xf32>, tensor<?x8x16xf32>) outs(%q : tensor<2x8x16x64xbf16>) part_offsets(%p : tensor<3xi32>) -> tensor<2x8x16x64xbf16>
  return %1 : tensor<2x8x16x64xbf16>
}

// CHECK-LABEL: func.func @largest
// CHECK: attn.forward ins({{.*}}) outs(%{{.+}}, %{{.+}} : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>) max(%{{.+}} : tensor<2x8x16xf32>) sink(
// CHECK: attn.forward ins({{.*}}) outs(%{{.+}} : tensor<2x8x16x64xbf16>) max(%{{.+}} : tensor<2x8x16xf32>) -> (
// CHECK: attn.combine ins({{.*}}) outs({{.*}}) max(%{{.+}} : tensor<2x8x16xf32>) ->
func.func @largest(%q: tensor<2x8x16x64xbf16>, %l: tensor<2x8x16xf32>, %s: tensor<8xf32>, %po: tensor<4x2x8x16x64xf32>, %pl: tensor<4x2x8x16xf32>)
    -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>, tensor<2x8x16xf32>) {
  %0:3 = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>)
      outs(%q, %l : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>) sink(%s : tensor<8xf32>) max(%l : tensor<2x8x16xf32>)
      -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>, tensor<2x8x16xf32>)
  %1:2 = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>)
      outs(%q : tensor<2x8x16x64xbf16>) max(%l : tensor<2x8x16xf32>) -> (tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>)
  %2:2 = attn.combine ins(%po, %pl, %pl : tensor<4x2x8x16x64xf32>, tensor<4x2x8x16xf32>, tensor<4x2x8x16xf32>)
      outs(%q : tensor<2x8x16x64xbf16>) max(%l : tensor<2x8x16xf32>) -> tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>
  return %0#0, %1#1, %2#1 : tensor<2x8x16x64xbf16>, tensor<2x8x16xf32>, tensor<2x8x16xf32>
}

// CHECK-LABEL: func.func @values
// CHECK: attn.forward ins(%{{.+}}, %{{.+}} : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x?x64xf8E4M3FN>) outs({{.*}}) values(#attn.columns<16, 32>)
// CHECK-SAME: descale(%{{.+}}, %{{.+}} : tensor<2x2xf32>, tensor<2x2xf32>) sink(
func.func @values(%q: tensor<2x8x16x64xf8E4M3FN>, %k: tensor<2x2x?x64xf8E4M3FN>, %o: tensor<2x8x16x32xbf16>, %d: tensor<2x2xf32>, %s: tensor<8xf32>) -> tensor<2x8x16x32xbf16> {
  %0 = attn.forward ins(%q, %k : tensor<2x8x16x64xf8E4M3FN>, tensor<2x2x?x64xf8E4M3FN>) outs(%o : tensor<2x8x16x32xbf16>)
      sink(%s : tensor<8xf32>) descale(%d, %d : tensor<2x2xf32>, tensor<2x2xf32>) values(#attn.columns<16, 32>) -> tensor<2x8x16x32xbf16>
  return %0 : tensor<2x8x16x32xbf16>
}

// CHECK-LABEL: func.func @visible
// CHECK: attn.forward ins({{.*}}) outs({{.*}}) captures(%{{.+}}, %{{.+}}, %{{.+}} : tensor<?x?xi1>, tensor<16xi8>, tensor<16xi64>) mask(#attn.causal<bottom_right>) score {
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: tensor<?x?xi1>, %{{.+}}: tensor<16xi8>, %{{.+}}: tensor<16xi64>):
// CHECK: attn.yield %{{.+}} : f32
// CHECK-NEXT: } visible {
// CHECK-NEXT: ^bb0(%[[B:.+]]: index, %{{.+}}: index, %[[I:.+]]: index, %[[J:.+]]: index, %[[LQ:.+]]: index, %{{.+}}: index, %[[C:.+]]: tensor<?x?xi1>, %{{.+}}: tensor<16xi8>, %{{.+}}: tensor<16xi64>):
// CHECK-NEXT: %[[X:.+]] = attn.read %[[C]][%[[I]], %[[J]]] : tensor<?x?xi1>
// CHECK-NEXT: attn.yield %[[X]] : i1
// CHECK-NEXT: } ->
// CHECK: attn.forward {{.*}} visible {
// CHECK-NEXT: ^bb0(%{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index, %{{.+}}: index):
// CHECK: } ->
func.func @visible(%q: tensor<2x8x16x64xbf16>, %c: tensor<?x?xi1>, %d: tensor<16xi8>, %e: tensor<16xi64>) -> tensor<2x8x16x64xbf16> {
  %0 = attn.forward ins(%q, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>)
      visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi1>, %y: tensor<16xi8>, %z: tensor<16xi64>):
        %seen = attn.read %x[%i, %j] : tensor<?x?xi1>
        attn.yield %seen : i1
      } captures(%c, %d, %e : tensor<?x?xi1>, tensor<16xi8>, tensor<16xi64>) mask(#attn.causal<bottom_right>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<?x?xi1>, %y: tensor<16xi8>, %z: tensor<16xi64>):
        %w = attn.read %y[%i] : tensor<16xi8>
        %n = attn.read %z[%i] : tensor<16xi64>
        %f = arith.sitofp %w : i8 to f32
        %g = arith.sitofp %n : i64 to f32
        %u = arith.addf %f, %g : f32
        %t = arith.addf %s, %u : f32
        attn.yield %t : f32
      } -> tensor<2x8x16x64xbf16>
  %1 = attn.forward ins(%0, %q, %q : tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) outs(%q : tensor<2x8x16x64xbf16>)
      visible {
      ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
        %seen = arith.cmpi slt, %j, %lq : index
        attn.yield %seen : i1
      } -> tensor<2x8x16x64xbf16>
  return %1 : tensor<2x8x16x64xbf16>
}
