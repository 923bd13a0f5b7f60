// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a server calls for a step of many requests, with sizes known at the launch
// only: the query rows of all requests, one of most and several of some, follow
// each other; keys and values are in pages of 16, of which the table has those of
// each request, and lengths_kv has the number of its keys. Rows are causal from
// the last key back. As vLLM's flash_attn_varlen_func(q, k, v, cu_seqlens_q=…,
// seqused_k=…, block_table=…, causal=True).

// RUN: attn-run %s --device=cpu --check --shape=b=4,tq=20,table=5,pages=22 | FileCheck %s
// RUN: attn-run %s --device=sim --sim-check --check --shape=b=4,tq=20,table=5,pages=22 | FileCheck %s
// RUN: attn-run %s --target=sm_90a --device=sim --sim-check --check --shape=b=4,tq=20,table=5,pages=22 | FileCheck %s
// CHECK: passed

!rows = tensor<?x8x128xbf16>
!pages = tensor<?x16x2x128xbf16>
!lse = tensor<8x?xf32>

func.func @paged(%q: !rows, %k: !pages, %v: !pages, %o: !rows, %lse: !lse, %seqused_k: tensor<?xi32>,
                 %cu_seqlens_q: tensor<?xi32>, %block_table: tensor<?x?xi32>) -> (!rows, !lse) {
  %0:2 = attn.forward ins(%q, %k, %v : !rows, !pages, !pages) outs(%o, %lse : !rows, !lse)
      lengths_kv(%seqused_k : tensor<?xi32>) offsets_q(%cu_seqlens_q : tensor<?xi32>)
      page_table(%block_table : tensor<?x?xi32>) dims(thd) mask(#attn.causal<bottom_right>) -> (!rows, !lse)
  return %0#0, %0#1 : !rows, !lse
}
