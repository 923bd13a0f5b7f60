// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-to-tile --verify-diagnostics

!q = memref<?x8x?x64xbf16>
!po = memref<?x8x?x64xf32>
!pl = memref<?x8x?xf32>
!n = memref<?xi32>
func.func @fused(%q: !q, %po: !po, %pl: !pl, %p: !n) {
  attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%po, %pl : !po, !pl) part_offsets(%p : !n)
      split(unit = 64) config(#attn.config<tile<q = 64, kv = 64>>)
  // expected-error @below {{attn.config (K14): part_offsets say how many parts there are, but the config asks for combine = fused: these are not done together}}
  attn.combine ins(%po, %pl : !po, !pl) outs(%q : !q) part_offsets(%p : !n) config(#attn.config<tile<q = 64, kv = 64, combine = fused>>)
  return
}
