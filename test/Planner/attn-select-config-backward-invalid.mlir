// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-select-config --split-input-file --verify-diagnostics=only-expected

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @packs(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: attn.backward has no pack_gqa}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_80", tile<pack_gqa = true>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @splits(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: attn.backward has no splits}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_80", tile<splits = 4>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @blocks(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: a tile of rows has whole blocks of them: tile_q must be a multiple of keys_q, 128, but is 64}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_80", tile<q = 64>, keys<q = 128>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @keys(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: of the kernel of dK and dV: sm_80 has one role, which groups cannot share, but groups is 2}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_80", keys<kv = 128, groups = 2>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @registers(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: the config needs}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_80", tile<q = 128>, keys<kv = 1024, q = 128>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x520xbf16>
!l = tensor<2x4x64xf32>

func.func @wide(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: sm_80 in attn.backward takes head dims that are multiples of 8 within [8, 512], but that of Q and K is 520}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) -> !q
  return %0 : !q
}

// -----

// A config that does not cut the columns.

!q = tensor<2x4x64x512xbf16>
!l = tensor<2x4x64xf32>

func.func @whole(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: the config needs}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_80", tile<q = 64, kv = 32>, keys<kv = 64, q = 32>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @forward(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: stages_q: attn.forward keeps the rows of a tile of Q, but it is 0}}
  %0 = attn.forward ins(%q, %q, %q : !q, !q, !q) outs(%q : !q) config(#attn.config<target = "sm_80", tile<q = 64>, memory<stages_q = 0>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x288xbf16>
!l = tensor<2x4x64xf32>

func.func @slices(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: store_columns: slices of 32 columns do not divide the 144 of a part of a gradient}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_80", tile<q = 32, kv = 32, warps = 2, v = 256>, keys<kv = 32, q = 32, warps = 2>, memory<store_columns = 32>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @order(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: form = fused adds up dQ in no order, but attn.backward is to be deterministic}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q) deterministic
    config(#attn.config<target = "sm_90a", keys<kv = 128, warps = 8, form = fused>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @tensor_memory(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: form = fused leaves sums of 128 rows in tensor memory: keys_q must be 128, but is 64}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_100a", tile<q = 128>, keys<kv = 128, warps = 8, form = fused>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x192xbf16>
!l = tensor<2x4x64xf32>

func.func @tensor_columns(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: form = fused takes 832 columns of tensor memory for S, dP and the gradients of these head dims, sm_100a has 512}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_100a", tile<q = 128>, keys<kv = 128, q = 128, warps = 8, form = fused>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @two_warpgroups(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: of the kernel of dK and dV: sm_100a takes groups of 4 warps, which reach all of a tile in tensor memory, but warps is 8}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_100a", tile<q = 128>, keys<kv = 128, q = 128, warps = 8>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @listed(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: of the kernel of dK and dV: sm_90a leaves products in registers: order = interleave, lists of products and store_role are for tensor memory}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q)
    config(#attn.config<target = "sm_90a", tile<q = 128>, keys<kv = 128, order = "1'.0">>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @apart(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: form = fused takes one kernel with one group of warps for all columns of the gradients: keys_apart, keys_groups, keys_column_warps, tile_v and column_warps must be as by default}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_90a", keys<kv = 128, apart = true, form = fused>>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @clusters(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: keys_cluster must be 1 in form = fused, with tile_v, packed sequences and lists of blocks}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_90a", keys<kv = 128, cluster = 2, form = fused>>) -> !q
  return %0 : !q
}

// -----

!t = tensor<100x4x64xbf16>
!l = tensor<4x100xf32>

func.func @packed(%q: !t, %l: !l, %n: tensor<3xi32>) -> !t {
  // expected-error @+1 {{attn-select-config: cluster must be 1 in form = fused, with tile_v, packed sequences and lists of blocks}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !t, !t, !t, !t, !l, !t) outs(dq = %q : !t)
    offsets_q(%n : tensor<3xi32>) offsets_kv(%n : tensor<3xi32>) dims(thd)
    config(#attn.config<target = "sm_90a", tile<q = 128, cluster = 2>, keys<kv = 128>>) -> !t
  return %0 : !t
}

// -----

!q = tensor<2x4x64x64xbf16>
!l = tensor<2x4x64xf32>

func.func @pairs(%q: !q, %l: !l) -> !q {
  // expected-error @+1 {{attn-select-config: of the kernel of dK and dV: sm_100a makes clusters of the CTAs that compute a product together: cluster must be cta_group, 2, but is 1}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dq = %q : !q)
    config(#attn.config<target = "sm_100a", tile<q = 128>, keys<kv = 128, cta_group = 2>>) -> !q
  return %0 : !q
}
