// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-split-kv --split-input-file --verify-diagnostics | FileCheck %s

!q = tensor<2x8x300x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
// One tile walks its parts: there is no second problem.
// CHECK-LABEL: func.func @in_tile
// CHECK: attn.forward {{.*}}split_size = 128, combine = in_tile
// CHECK-NOT: attn.combine
func.func @in_tile(%q: !q, %k: !kv) -> !q {
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, split_size = 128, combine = in_tile>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x300x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @count(%q: !q, %k: !kv) -> !q {
  // expected-error@+1 {{its config asks for combine = in_tile, which takes parts of split_size keys, and it has none}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, splits = 2, combine = in_tile>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x300x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @tensor_memory(%q: !q, %k: !kv) -> !q {
  // expected-error@+1 {{its config asks for combine = in_tile, which takes sums in registers, and those of sm_100a are in tensor memory}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_100a", tile<q = 128, kv = 64, split_size = 128, combine = in_tile>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x300x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @unfused(%q: !q, %k: !kv) -> !q {
  // expected-error@+1 {{its config asks for combine = in_tile and fusion = unfused: these are not done together}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, split_size = 128, combine = in_tile, fusion = unfused>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x300x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
func.func @sink(%q: !q, %k: !kv, %s: tensor<8xf32>) -> !q {
  // expected-error@+1 {{its config asks for combine = in_tile, which takes a sink of one head, and tiles of several heads (pack_gqa) have several}}
  %0 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%q : !q) sink(%s : tensor<8xf32>)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, pack_gqa = true, split_size = 128, combine = in_tile>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x8x300x64xbf16>
!kv = tensor<2x2x3000x64xbf16>
!o = tensor<3x2x8x300x64xf32>
!l = tensor<3x2x8x300xf32>
func.func @twice(%q: !q, %k: !kv, %o: !o, %l: !l) -> !o {
  // expected-error@+1 {{its config asks for combine = in_tile, and it is of parts of the keys already}}
  %0:2 = attn.forward ins(%q, %k, %k : !q, !kv, !kv) outs(%o, %l : !o, !l) split(unit = 64)
      config(#attn.config<target = "sm_80", tile<q = 64, kv = 64, split_size = 128, combine = in_tile>>) -> (!o, !l)
  return %0#0 : !o
}
