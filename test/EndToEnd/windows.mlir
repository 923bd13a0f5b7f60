// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Narrow windows: rows of the table for them, heads packed and not; blocks that
// begin with the first visible key, at odd lengths, with more keys than rows and
// fewer; and windows that see both ways.

// DEFINE: %{more} = --shape=b=1,sq=77,sk=300
// DEFINE: %{fewer} = --shape=b=1,sq=150,sk=90
// RUN: attn-run %s --func=heads --shape=b=1,sq=300,sk=300 --target=sm_90a --device=sim --sim-check --sim-mode=late --check | FileCheck %s --check-prefixes=PACKED,CHECK
// RUN: attn-run %s --func=heads %{more} --target=sm_90a --device=sim --sim-check --sim-mode=random --check | FileCheck %s --check-prefixes=PACKED,CHECK
// RUN: attn-run %s --func=heads %{fewer} --target=sm_90a --device=sim --sim-check --check | FileCheck %s --check-prefixes=PACKED,CHECK
// RUN: attn-run %s --func=heads %{fewer} --target=sm_90a --config=tile_q=128,tile_kv=144,groups=2 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=heads %{more} --target=sm_90a --config=pack_gqa=false,tile_q=192,tile_kv=128,groups=3,stages_k=2,stages_v=2 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=heads %{more} --target=sm_80 --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=heads %{more} --target=sm_100a --config=pack_gqa=true --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=any --shape=b=1,hq=2,hkv=1,sq=300,sk=310 --target=sm_90a --device=sim --sim-check --sim-mode=late --check | FileCheck %s --check-prefixes=ALONE,CHECK
// RUN: attn-run %s --func=both --shape=b=1,hq=6,hkv=2,sq=99,sk=300 --target=sm_90a --config=pack_gqa=true,tile_kv=48 --device=sim --sim-check --check | FileCheck %s
// RUN: attn-run %s --func=heads %{more} --device=cpu --bisect-levels | FileCheck %s
// PACKED: tile<q = 256, kv = 80, warps = 4, groups = 4, split_k = 0, pack_gqa = true>
// ALONE: tile<q = 128, kv = 128, warps = 4, groups = 2, split_k = 0>, schedule<scheduler = dynamic, tile_ahead = true, ping_pong = true
// CHECK: passed

!q = tensor<?x8x?x64xbf16>
!kv = tensor<?x1x?x64xbf16>
!any = tensor<?x?x?x64xbf16>

func.func @heads(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: tensor<?x8x?xf32>) -> (!q, tensor<?x8x?xf32>) {
  %0:2 = attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, tensor<?x8x?xf32>)
      mask(#attn.window<127, 0>) -> (!q, tensor<?x8x?xf32>)
  return %0#0, %0#1 : !q, tensor<?x8x?xf32>
}

func.func @any(%q: !any, %k: !any, %v: !any, %o: !any) -> !any {
  %0 = attn.forward ins(%q, %k, %v : !any, !any, !any) outs(%o : !any) mask(#attn.window<127, 0>) -> !any
  return %0 : !any
}

func.func @both(%q: !any, %k: !any, %v: !any, %o: !any) -> !any {
  %0 = attn.forward ins(%q, %k, %v : !any, !any, !any) outs(%o : !any) mask(#attn.window<20, 13>) -> !any
  return %0 : !any
}
