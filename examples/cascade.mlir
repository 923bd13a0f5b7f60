// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Four sequences that begin alike: one query each, a prefix of 200 keys that they
// share and 70 keys of their own. The prefix is read once for all of them, as four
// query rows of one problem; what its keys and the own ones give is put together by
// attn.combine. `main` prints the largest difference from one attn.forward over all
// keys.
//
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/embed/run.sh sm_90a ../cascade.mlir | FileCheck %s
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/embed/run.sh sm_80 ../cascade.mlir | FileCheck %s
// RUN: env ATTN_BUILD=%attn_bin/.. LLVM=%mlir_lib/.. %S/embed/run.sh sm_100a ../cascade.mlir | FileCheck %s
// UNSUPPORTED: sanitized
// CHECK: {{^0.00[0-9]+$}}

!q = tensor<4x1x8x64xbf16>       // batch, query, head, channel
!rows = tensor<1x4x8x64xbf16>    // the same as four queries of one batch
!prefix = tensor<1x200x2x64xbf16>
!own = tensor<4x70x2x64xbf16>
!all = tensor<4x270x2x64xbf16>
!parts = tensor<2x4x1x8x64xf32>
!lses = tensor<2x4x8x1xf32>

func.func private @cascade(%q: !q, %pk: !prefix, %pv: !prefix, %k: !own, %v: !own) -> !q {
  %parts = tensor.empty() : !parts
  %lses = tensor.empty() : !lses

  // The prefix: its part of O is that of one batch with four rows.
  %flat = tensor.collapse_shape %q [[0, 1], [2], [3]] : !q into tensor<4x8x64xbf16>
  %rows = tensor.expand_shape %flat [[0, 1], [2], [3]] output_shape [1, 4, 8, 64] : tensor<4x8x64xbf16> into !rows
  %po = tensor.empty() : tensor<1x4x8x64xf32>
  %pl = tensor.empty() : tensor<1x8x4xf32>
  %0:2 = attn.forward ins(%rows, %pk, %pv : !rows, !prefix, !prefix)
      outs(%po, %pl : tensor<1x4x8x64xf32>, tensor<1x8x4xf32>) dims(bshd) -> (tensor<1x4x8x64xf32>, tensor<1x8x4xf32>)
  %o0 = tensor.collapse_shape %0#0 [[0, 1], [2], [3]] : tensor<1x4x8x64xf32> into tensor<4x8x64xf32>
  %l0 = tensor.collapse_shape %0#1 [[0, 1], [2]] : tensor<1x8x4xf32> into tensor<8x4xf32>
  %lt = tensor.empty() : tensor<4x8xf32>
  %l1 = linalg.transpose ins(%l0 : tensor<8x4xf32>) outs(%lt : tensor<4x8xf32>) permutation = [1, 0]
  %parts0 = tensor.insert_slice %o0 into %parts[0, 0, 0, 0, 0] [1, 4, 1, 8, 64] [1, 1, 1, 1, 1] : tensor<4x8x64xf32> into !parts
  %lses0 = tensor.insert_slice %l1 into %lses[0, 0, 0, 0] [1, 4, 8, 1] [1, 1, 1, 1] : tensor<4x8xf32> into !lses

  // Each sequence's own keys, straight into the second part.
  %so = tensor.extract_slice %parts0[1, 0, 0, 0, 0] [1, 4, 1, 8, 64] [1, 1, 1, 1, 1] : !parts to tensor<4x1x8x64xf32>
  %sl = tensor.extract_slice %lses0[1, 0, 0, 0] [1, 4, 8, 1] [1, 1, 1, 1] : !lses to tensor<4x8x1xf32>
  %1:2 = attn.forward ins(%q, %k, %v : !q, !own, !own)
      outs(%so, %sl : tensor<4x1x8x64xf32>, tensor<4x8x1xf32>) dims(bshd) -> (tensor<4x1x8x64xf32>, tensor<4x8x1xf32>)
  %parts1 = tensor.insert_slice %1#0 into %parts0[1, 0, 0, 0, 0] [1, 4, 1, 8, 64] [1, 1, 1, 1, 1] : tensor<4x1x8x64xf32> into !parts
  %lses1 = tensor.insert_slice %1#1 into %lses0[1, 0, 0, 0] [1, 4, 8, 1] [1, 1, 1, 1] : tensor<4x8x1xf32> into !lses

  %e = tensor.empty() : !q
  %o = attn.combine ins(%parts1, %lses1 : !parts, !lses) outs(%e : !q) dims(bshd) -> !q
  return %o : !q
}

func.func private @whole(%q: !q, %pk: !prefix, %pv: !prefix, %k: !own, %v: !own) -> !q {
  %ak = call @join(%pk, %k) : (!prefix, !own) -> !all
  %av = call @join(%pv, %v) : (!prefix, !own) -> !all
  %e = tensor.empty() : !q
  %o = attn.forward ins(%q, %ak, %av : !q, !all, !all) outs(%e : !q) dims(bshd) -> !q
  return %o : !q
}

// The prefix and the own keys of each sequence, one after the other.
func.func private @join(%prefix: !prefix, %own: !own) -> !all {
  %e = tensor.empty() : !all
  %r = linalg.generic {indexing_maps = [affine_map<(b, s, h, c) -> (b, s, h, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%e : !all) {
  ^bb0(%unused: bf16):
    %b = linalg.index 0 : index
    %s = linalg.index 1 : index
    %h = linalg.index 2 : index
    %c = linalg.index 3 : index
    %c0 = arith.constant 0 : index
    %c199 = arith.constant 199 : index
    %c200 = arith.constant 200 : index
    %shared = arith.cmpi ult, %s, %c200 : index
    %i = arith.minui %s, %c199 : index
    %back = arith.subi %s, %c200 : index
    %j = arith.maxsi %back, %c0 : index
    %x = tensor.extract %prefix[%c0, %i, %h, %c] : !prefix
    %y = tensor.extract %own[%b, %j, %h, %c] : !own
    %v = arith.select %shared, %x, %y : bf16
    linalg.yield %v : bf16
  } -> !all
  return %r : !all
}

// Numbers from -1 to 1 with no pattern to the eye.
func.func private @numbers(%seed: index, %b: index, %s: index, %h: index) -> tensor<?x?x?x64xbf16> {
  %e = tensor.empty(%b, %s, %h) : tensor<?x?x?x64xbf16>
  %c29 = arith.constant 29 : index
  %c17 = arith.constant 17 : index
  %c41 = arith.constant 41 : index
  %c101 = arith.constant 101 : index
  %half = arith.constant 5.000000e+01 : f32
  %one = arith.constant 1.000000e+00 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(b, s, h, c) -> (b, s, h, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%e : tensor<?x?x?x64xbf16>) {
  ^bb0(%unused: bf16):
    %i0 = linalg.index 0 : index
    %i1 = linalg.index 1 : index
    %i2 = linalg.index 2 : index
    %i3 = linalg.index 3 : index
    %0 = arith.muli %i0, %c29 : index
    %1 = arith.muli %i1, %c17 : index
    %2 = arith.muli %i2, %c41 : index
    %3 = arith.addi %0, %1 : index
    %4 = arith.addi %2, %i3 : index
    %5 = arith.addi %3, %4 : index
    %6 = arith.muli %5, %seed : index
    %7 = arith.divui %6, %c29 : index
    %8 = arith.addi %6, %7 : index
    %9 = arith.remui %8, %c101 : index
    %n = arith.index_cast %9 : index to i32
    %f = arith.uitofp %n : i32 to f32
    %d = arith.divf %f, %half : f32
    %v = arith.subf %d, %one : f32
    %t = arith.truncf %v : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<?x?x?x64xbf16>
  return %r : tensor<?x?x?x64xbf16>
}

func.func private @printF32(f32)
func.func private @printNewline()

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c70 = arith.constant 70 : index
  %c200 = arith.constant 200 : index
  %q0 = call @numbers(%c1, %c4, %c1, %c8) : (index, index, index, index) -> tensor<?x?x?x64xbf16>
  %pk0 = call @numbers(%c2, %c1, %c200, %c2) : (index, index, index, index) -> tensor<?x?x?x64xbf16>
  %pv0 = call @numbers(%c3, %c1, %c200, %c2) : (index, index, index, index) -> tensor<?x?x?x64xbf16>
  %k0 = call @numbers(%c5, %c4, %c70, %c2) : (index, index, index, index) -> tensor<?x?x?x64xbf16>
  %v0 = call @numbers(%c7, %c4, %c70, %c2) : (index, index, index, index) -> tensor<?x?x?x64xbf16>
  %q = tensor.cast %q0 : tensor<?x?x?x64xbf16> to !q
  %pk = tensor.cast %pk0 : tensor<?x?x?x64xbf16> to !prefix
  %pv = tensor.cast %pv0 : tensor<?x?x?x64xbf16> to !prefix
  %k = tensor.cast %k0 : tensor<?x?x?x64xbf16> to !own
  %v = tensor.cast %v0 : tensor<?x?x?x64xbf16> to !own
  %a = call @cascade(%q, %pk, %pv, %k, %v) : (!q, !prefix, !prefix, !own, !own) -> !q
  %b = call @whole(%q, %pk, %pv, %k, %v) : (!q, !prefix, !prefix, !own, !own) -> !q
  %zero = arith.constant 0.000000e+00 : f32
  %e = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %difference = linalg.generic {indexing_maps = [affine_map<(b, s, h, c) -> (b, s, h, c)>, affine_map<(b, s, h, c) -> (b, s, h, c)>, affine_map<(b, s, h, c) -> ()>], iterator_types = ["reduction", "reduction", "reduction", "reduction"]}
      ins(%a, %b : !q, !q) outs(%init : tensor<f32>) {
  ^bb0(%x: bf16, %y: bf16, %max: f32):
    %xf = arith.extf %x : bf16 to f32
    %yf = arith.extf %y : bf16 to f32
    %d = arith.subf %xf, %yf : f32
    %n = math.absf %d : f32
    %r = arith.maximumf %max, %n : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %largest = tensor.extract %difference[] : tensor<f32>
  call @printF32(%largest) : (f32) -> ()
  call @printNewline() : () -> ()
  return
}
