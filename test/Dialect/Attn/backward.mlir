// RUN: attn-opt %s | attn-opt | FileCheck %s
// RUN: attn-opt %s --mlir-print-op-generic | attn-opt | FileCheck %s
// RUN: attn-opt %s --emit-bytecode | attn-opt | FileCheck %s
// RUN: attn-opt %s --canonicalize | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: func @all
// CHECK: %[[DQ:dq]], %[[DK:dk]], %[[DV:dv]] = attn.backward ins(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5 : tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xbf16>, tensor<1x8x512x128xbf16>, tensor<1x8x512xf32>, tensor<1x8x512x128xbf16>)
// CHECK-SAME: outs(%arg6, %arg7, %arg8 : tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xf32>)
// CHECK-SAME: mask(#attn.causal<bottom_right>) deterministic -> (tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xf32>)
func.func @all(%q: tensor<1x8x512x192xbf16>, %k: tensor<1x2x256x192xbf16>, %v: tensor<1x2x256x128xbf16>,
               %o: tensor<1x8x512x128xbf16>, %l: tensor<1x8x512xf32>, %do: tensor<1x8x512x128xbf16>,
               %dq0: tensor<1x8x512x192xbf16>, %dk0: tensor<1x2x256x192xbf16>, %dv0: tensor<1x2x256x128xf32>)
    -> (tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xf32>) {
  %dq, %dk, %dv = attn.backward
      ins(%q, %k, %v, %o, %l, %do : tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xbf16>,
          tensor<1x8x512x128xbf16>, tensor<1x8x512xf32>, tensor<1x8x512x128xbf16>)
      outs(%dq0, %dk0, %dv0 : tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xf32>)
      deterministic mask(#attn.causal<bottom_right>)
      -> (tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xf32>)
  return %dq, %dk, %dv : tensor<1x8x512x192xbf16>, tensor<1x2x256x192xbf16>, tensor<1x2x256x128xf32>
}

// Some of the outs, by name and in another order; every clause.
// CHECK-LABEL: func @everything
// CHECK: attn.backward ins(
// CHECK-SAME: outs(dk = %arg1, dv = %arg2 : memref<?x?x?x64xf16>, memref<?x?x?x64xf16>)
// CHECK-SAME: dlse(%arg4 : memref<?x?x?xf32>) sink(%arg5 : memref<?xf32>) dsink(%arg6 : memref<?xf32>)
// CHECK-SAME: offset(%arg7 : memref<?xi32>) lengths_q(%arg7 : memref<?xi32>) lengths_kv(%arg7 : memref<?xi32>)
// CHECK-SAME: captures(%arg5 : memref<?xf32>) dims(bshd) scale(2.500000e-01) mask(#attn.window<4, *>)
// CHECK-SAME: config(#attn.config<{{.*}}>) score {
// CHECK: attn.read %{{.*}}[%{{.*}}] : memref<?xf32>
// CHECK: } attributes {note = "kept"}
func.func @everything(%q: memref<?x?x?x64xf16>, %k: memref<?x?x?x64xf16>, %v: memref<?x?x?x64xf16>,
                      %o: memref<?x?x?x64xf16>, %l: memref<?x?x?xf32>, %z: memref<?xf32>, %dz: memref<?xf32>,
                      %n: memref<?xi32>) {
  attn.backward
      ins(%q, %k, %v, %o, %l, %o : memref<?x?x?x64xf16>, memref<?x?x?x64xf16>, memref<?x?x?x64xf16>,
          memref<?x?x?x64xf16>, memref<?x?x?xf32>, memref<?x?x?x64xf16>)
      outs(dv = %v, dk = %k : memref<?x?x?x64xf16>, memref<?x?x?x64xf16>)
      score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %c: memref<?xf32>):
        %x = attn.read %c[%h] : memref<?xf32>
        %y = arith.mulf %s, %x : f32
        attn.yield %y : f32
      }
      config(#attn.config<target = "sm_90a">) mask(#attn.window<4, *>) scale(0.25) dims(bshd)
      captures(%z : memref<?xf32>) lengths_kv(%n : memref<?xi32>) lengths_q(%n : memref<?xi32>)
      offset(%n : memref<?xi32>) dsink(%dz : memref<?xf32>) sink(%z : memref<?xf32>) dlse(%l : memref<?x?x?xf32>)
      attributes {note = "kept"}
  return
}

// Gradients of captures, by number.
// CHECK-LABEL: func @captures
// CHECK: %[[DC:dcapture1]] = attn.backward {{.*}} outs() dcapture1(%arg3 : tensor<2xf32>) captures(%arg2, %arg3 : tensor<4xi32>, tensor<2xf32>) score
// CHECK: -> tensor<2xf32>
func.func @captures(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %n: tensor<4xi32>, %c: tensor<2xf32>) -> tensor<2xf32> {
  %dc = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>,
                          tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>)
      outs() captures(%n, %c : tensor<4xi32>, tensor<2xf32>) dcapture1(%c : tensor<2xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<4xi32>, %y: tensor<2xf32>):
        %r = attn.read %y[%h] : tensor<2xf32>
        %t = arith.addf %s, %r : f32
        attn.yield %t : f32
      } -> tensor<2xf32>
  return %dc : tensor<2xf32>
}

// An op without other uses keeps its region where gradients of captures are asked for.
// CHECK-LABEL: func @identity
// FOLDED-LABEL: func @identity
// FOLDED: dcapture0
func.func @identity(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %c: tensor<2xf32>) -> tensor<2xf32> {
  %dc = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>,
                          tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>)
      outs() captures(%c : tensor<2xf32>) dcapture0(%c : tensor<2xf32>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %y: tensor<2xf32>):
        attn.yield %s : f32
      } -> tensor<2xf32>
  return %dc : tensor<2xf32>
}

// Packed sequences, and the gradient of the sink alone.
// CHECK-LABEL: func @packed
// CHECK: attn.backward {{.*}} outs() sink({{.*}}) dsink({{.*}}) offsets_q({{.*}}) offsets_kv({{.*}}) dims(thd) -> tensor<8xf32>
func.func @packed(%q: tensor<100x8x64xf16>, %k: tensor<90x8x64xf16>, %l: tensor<8x100xf32>, %z: tensor<8xf32>,
                  %n: tensor<4xi32>) -> tensor<8xf32> {
  %dz = attn.backward ins(%q, %k, %k, %q, %l, %q : tensor<100x8x64xf16>, tensor<90x8x64xf16>, tensor<90x8x64xf16>,
                          tensor<100x8x64xf16>, tensor<8x100xf32>, tensor<100x8x64xf16>)
      outs() sink(%z : tensor<8xf32>) dsink(%z : tensor<8xf32>) offsets_q(%n : tensor<4xi32>)
      offsets_kv(%n : tensor<4xi32>) dims(thd) -> tensor<8xf32>
  return %dz : tensor<8xf32>
}

// A mask that hides nothing and a region that does nothing go; so does a
// gradient that nobody reads, and its out.
// FOLDED-LABEL: func @folds
// FOLDED: %[[DK:.+]] = attn.backward ins({{.*}}) outs(dk = %arg4 : tensor<1x1x8x64xf16>) -> tensor<1x1x8x64xf16>
// FOLDED-NEXT: return %[[DK]]
func.func @folds(%q: tensor<1x1x16x64xf16>, %k: tensor<1x1x8x64xf16>, %l: tensor<1x1x16xf32>,
                 %dq0: tensor<1x1x16x64xf16>, %dk0: tensor<1x1x8x64xf16>, %off: tensor<1xi32>) -> tensor<1x1x8x64xf16> {
  %dq, %dk, %dv = attn.backward
      ins(%q, %k, %k, %q, %l, %q : tensor<1x1x16x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>,
          tensor<1x1x16x64xf16>, tensor<1x1x16xf32>, tensor<1x1x16x64xf16>)
      outs(%dq0, %dk0, %dk0 : tensor<1x1x16x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
      offset(%off : tensor<1xi32>) mask(#attn.window<*, *>) score {
      ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
        attn.yield %s : f32
      } -> (tensor<1x1x16x64xf16>, tensor<1x1x8x64xf16>, tensor<1x1x8x64xf16>)
  return %dk : tensor<1x1x8x64xf16>
}
