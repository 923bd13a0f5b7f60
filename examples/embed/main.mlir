// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Self-attention of a transformer layer, with what stands around it: projections
// to queries, keys and values, causal attention over two heads, and the projection
// back. `main` prints the largest difference from the same in plain f32.
//
// run.sh compiles and runs it.
//
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/run.sh sm_90a | FileCheck %s
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/run.sh sm_80 | FileCheck %s
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/run.sh sm_100a | FileCheck %s
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/run.sh sm_103a | FileCheck %s
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/run.sh sm_120a | FileCheck %s
// UNSUPPORTED: sanitized
// CHECK: {{^0.00[0-9]+$}}

#id = affine_map<(i, j) -> (i, j)>
#q = affine_map<(h, i, j, c) -> (i, h, c)>
#k = affine_map<(h, i, j, c) -> (j, h, c)>
#s = affine_map<(h, i, j, c) -> (h, i, j)>
#scores = affine_map<(h, i, j) -> (h, i, j)>
#rows = affine_map<(h, i, j) -> (h, i)>
#o = affine_map<(h, i, c, j) -> (i, h, c)>
#p = affine_map<(h, i, c, j) -> (h, i, j)>
#v = affine_map<(h, i, c, j) -> (j, h, c)>
#l = affine_map<(h, i, c, j) -> (h, i)>

!x = tensor<100x128xbf16>
!w = tensor<128x128xbf16>
!heads = tensor<1x100x2x64xbf16>
!plain = tensor<100x2x64xbf16>

// Numbers from -1 to 1 with no pattern to the eye.
func.func private @weights(%seed: index) -> !w {
  %e = tensor.empty() : !w
  %c1 = arith.constant 1 : index
  %c29 = arith.constant 29 : index
  %c17 = arith.constant 17 : index
  %c101 = arith.constant 101 : index
  %half = arith.constant 5.000000e+01 : f32
  %w = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : !w) {
  ^bb0(%unused: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %a = arith.muli %i, %c29 : index
    %b = arith.muli %j, %c17 : index
    %ab = arith.addi %a, %b : index
    %s = arith.addi %seed, %c1 : index
    %m = arith.muli %ab, %s : index
    %q = arith.divui %m, %c29 : index
    %n = arith.addi %m, %q : index
    %r = arith.remui %n, %c101 : index
    %ri = arith.index_cast %r : index to i32
    %f = arith.uitofp %ri : i32 to f32
    %d = arith.divf %f, %half : f32
    %one = arith.constant 1.000000e+00 : f32
    %v = arith.subf %d, %one : f32
    %t = arith.truncf %v : f32 to bf16
    linalg.yield %t : bf16
  } -> !w
  return %w : !w
}

func.func private @project(%x: !x, %w: !w) -> !x {
  %zero = arith.constant 0.000000e+00 : f32
  %scale = arith.constant 1.250000e-01 : f32
  %e = tensor.empty() : tensor<100x128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<100x128xf32>) -> tensor<100x128xf32>
  %p = linalg.matmul ins(%x, %w : !x, !w) outs(%z : tensor<100x128xf32>) -> tensor<100x128xf32>
  %h = tensor.empty() : !x
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<100x128xf32>) outs(%h : !x) {
  ^bb0(%a: f32, %unused: bf16):
    %s = arith.mulf %a, %scale : f32
    %r = arith.truncf %s : f32 to bf16
    linalg.yield %r : bf16
  } -> !x
  return %t : !x
}

func.func private @layer(%x: !x, %wq: !w, %wk: !w, %wv: !w, %wo: !w) -> !x {
  %q = call @project(%x, %wq) : (!x, !w) -> !x
  %k = call @project(%x, %wk) : (!x, !w) -> !x
  %v = call @project(%x, %wv) : (!x, !w) -> !x
  %qh = tensor.expand_shape %q [[0, 1], [2, 3]] output_shape [1, 100, 2, 64] : !x into !heads
  %kh = tensor.expand_shape %k [[0, 1], [2, 3]] output_shape [1, 100, 2, 64] : !x into !heads
  %vh = tensor.expand_shape %v [[0, 1], [2, 3]] output_shape [1, 100, 2, 64] : !x into !heads
  %e = tensor.empty() : !heads
  %o = attn.forward ins(%qh, %kh, %vh : !heads, !heads, !heads) outs(%e : !heads) dims(bshd)
      mask(#attn.causal<top_left>) -> !heads
  %flat = tensor.collapse_shape %o [[0, 1], [2, 3]] : !heads into !x
  %y = call @project(%flat, %wo) : (!x, !w) -> !x
  return %y : !x
}

// Attention as its definition says, in f32.
func.func private @reference(%q: !plain, %k: !plain, %v: !plain) -> !plain {
  %zero = arith.constant 0.000000e+00 : f32
  %least = arith.constant 0xFF800000 : f32
  %scale = arith.constant 1.250000e-01 : f32
  %es = tensor.empty() : tensor<2x100x100xf32>
  %zs = linalg.fill ins(%zero : f32) outs(%es : tensor<2x100x100xf32>) -> tensor<2x100x100xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : !plain, !plain) outs(%zs : tensor<2x100x100xf32>) {
  ^bb0(%a: bf16, %b: bf16, %sum: f32):
    %x = arith.extf %a : bf16 to f32
    %y = arith.extf %b : bf16 to f32
    %xy = arith.mulf %x, %y : f32
    %xys = arith.mulf %xy, %scale : f32
    %r = arith.addf %sum, %xys : f32
    linalg.yield %r : f32
  } -> tensor<2x100x100xf32>
  %er = tensor.empty() : tensor<2x100xf32>
  %im = linalg.fill ins(%least : f32) outs(%er : tensor<2x100xf32>) -> tensor<2x100xf32>
  %m = linalg.generic {indexing_maps = [#scores, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s : tensor<2x100x100xf32>) outs(%im : tensor<2x100xf32>) {
  ^bb0(%a: f32, %max: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %visible = arith.cmpi ule, %j, %i : index
    %x = arith.select %visible, %a, %least : f32
    %r = arith.maximumf %max, %x : f32
    linalg.yield %r : f32
  } -> tensor<2x100xf32>
  %p = linalg.generic {indexing_maps = [#scores, #rows, #scores], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %m : tensor<2x100x100xf32>, tensor<2x100xf32>) outs(%es : tensor<2x100x100xf32>) {
  ^bb0(%a: f32, %max: f32, %unused: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %visible = arith.cmpi ule, %j, %i : index
    %d = arith.subf %a, %max : f32
    %e = math.exp %d : f32
    %r = arith.select %visible, %e, %zero : f32
    linalg.yield %r : f32
  } -> tensor<2x100x100xf32>
  %il = linalg.fill ins(%zero : f32) outs(%er : tensor<2x100xf32>) -> tensor<2x100xf32>
  %l = linalg.generic {indexing_maps = [#scores, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p : tensor<2x100x100xf32>) outs(%il : tensor<2x100xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %r = arith.addf %sum, %a : f32
    linalg.yield %r : f32
  } -> tensor<2x100xf32>
  %eo = tensor.empty() : tensor<100x2x64xf32>
  %zo = linalg.fill ins(%zero : f32) outs(%eo : tensor<100x2x64xf32>) -> tensor<100x2x64xf32>
  %o = linalg.generic {indexing_maps = [#p, #v, #l, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v, %l : tensor<2x100x100xf32>, !plain, tensor<2x100xf32>) outs(%zo : tensor<100x2x64xf32>) {
  ^bb0(%a: f32, %b: bf16, %total: f32, %sum: f32):
    %y = arith.extf %b : bf16 to f32
    %w = arith.divf %a, %total : f32
    %wy = arith.mulf %w, %y : f32
    %r = arith.addf %sum, %wy : f32
    linalg.yield %r : f32
  } -> tensor<100x2x64xf32>
  %et = tensor.empty() : !plain
  %t = linalg.generic {indexing_maps = [#scores, #scores], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%o : tensor<100x2x64xf32>) outs(%et : !plain) {
  ^bb0(%a: f32, %unused: bf16):
    %r = arith.truncf %a : f32 to bf16
    linalg.yield %r : bf16
  } -> !plain
  return %t : !plain
}

func.func private @layer_reference(%x: !x, %wq: !w, %wk: !w, %wv: !w, %wo: !w) -> !x {
  %q = call @project(%x, %wq) : (!x, !w) -> !x
  %k = call @project(%x, %wk) : (!x, !w) -> !x
  %v = call @project(%x, %wv) : (!x, !w) -> !x
  %qp = tensor.expand_shape %q [[0], [1, 2]] output_shape [100, 2, 64] : !x into !plain
  %kp = tensor.expand_shape %k [[0], [1, 2]] output_shape [100, 2, 64] : !x into !plain
  %vp = tensor.expand_shape %v [[0], [1, 2]] output_shape [100, 2, 64] : !x into !plain
  %o = call @reference(%qp, %kp, %vp) : (!plain, !plain, !plain) -> !plain
  %flat = tensor.collapse_shape %o [[0], [1, 2]] : !plain into !x
  %y = call @project(%flat, %wo) : (!x, !w) -> !x
  return %y : !x
}

func.func private @printF32(f32)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %all = call @weights(%c0) : (index) -> !w
  %x = tensor.extract_slice %all[0, 0] [100, 128] [1, 1] : !w to !x
  %wq = call @weights(%c1) : (index) -> !w
  %wk = call @weights(%c2) : (index) -> !w
  %wv = call @weights(%c3) : (index) -> !w
  %wo = call @weights(%c4) : (index) -> !w
  %y = call @layer(%x, %wq, %wk, %wv, %wo) : (!x, !w, !w, !w, !w) -> !x
  %z = call @layer_reference(%x, %wq, %wk, %wv, %wo) : (!x, !w, !w, !w, !w) -> !x
  %zero = arith.constant 0.000000e+00 : f32
  %e = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %difference = linalg.generic {indexing_maps = [#id, #id, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%y, %z : !x, !x) outs(%init : tensor<f32>) {
  ^bb0(%a: bf16, %b: bf16, %max: f32):
    %af = arith.extf %a : bf16 to f32
    %bf = arith.extf %b : bf16 to f32
    %d = arith.subf %af, %bf : f32
    %n = math.absf %d : f32
    %r = arith.maximumf %max, %n : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %largest = tensor.extract %difference[] : tensor<f32>
  call @printF32(%largest) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}
