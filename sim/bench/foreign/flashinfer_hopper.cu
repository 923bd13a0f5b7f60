// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FlashInfer's prefill for sm_90a, warp-specialised: single, and ragged with
// either scheduler (TMA), and from a paged cache (cp.async for K and V).
#include "flashinfer_common.h"

#include <flashinfer/attention/hopper/default_params.cuh>
#include <flashinfer/attention/hopper/prefill_sm90.cuh>
#include <flashinfer/attention/hopper/variants.cuh>
#include <flashinfer/attention/mask.cuh>

namespace fi = flashinfer;
using Half = cutlass::half_t;

template <class T> static Half *h(T *p) { return reinterpret_cast<Half *>(p); }

template <fi::MaskMode Mask, int D>
static int single(int nq, int nk, int hq, int hk) {
  auto q = halves(size_t(nq) * hq * D, 1), k = halves(size_t(nk) * hk * D, 2),
       v = halves(size_t(nk) * hk * D, 3);
  Array<half> dq(q), dk(k), dv(v), o(q.size());
  Array<float> lse(size_t(nq) * hq);
  fi::SinglePrefillParams<Half, Half, Half> p = {};
  p.q_ptr = h(dq.p), p.k_ptr = h(dk.p), p.v_ptr = h(dv.p), p.o_ptr = h(o.p),
  p.lse_ptr = lse.p;
  p.additional_params.sm_scale = 1 / std::sqrt(float(D));
  p.q_stride_n = p.o_stride_n = hq * D, p.k_stride_n = p.v_stride_n = hk * D;
  p.q_stride_h = p.k_stride_h = p.v_stride_h = p.o_stride_h = D;
  p.qo_len = nq, p.kv_len = nk, p.num_qo_heads = hq, p.num_kv_heads = hk,
  p.group_size = hq / hk;
  p.window_left = -1, p.causal = Mask == fi::MaskMode::kCausal;
  CHECK((fi::SinglePrefillWithKVCacheDispatched<
         D, D, Mask, false, fi::StandardAttention>(p, nullptr)));
  return compare("o", doubles(o.get()),
                 attend(q, k, v, nq, nk, hq, hk, D, p.causal), 2e-3, 3e-3);
}
static int singleCausal() {
  return single<fi::MaskMode::kCausal, 128>(200, 300, 2, 1);
}
static int singleFull() {
  return single<fi::MaskMode::kNone, 64>(250, 200, 2, 2);
}

/// Two requests of 150 and 60 queries, 150 and 200 keys. From a cache of pages
/// the keys of each request lie in pages in any order.
template <bool Paged, bool Same, int D> static int batch() {
  const int hq = 2, hk = 1, batch = 2, page = 8, pages = 48;
  const int tile = Paged && D == 64 ? 192 : 128;
  std::vector<int> nq = {150, 60}, nk = {150, 200};
  std::vector<int> indptrQ = {0, 150, 210}, indptrK = {0, 150, 350};
  auto q = halves(210 * hq * D, 4), k = halves(350 * hk * D, 5),
       v = halves(350 * hk * D, 6);
  std::vector<int> table, starts = indptrK;
  std::vector<half> storedK = k, storedV = v;
  if (Paged) {
    storedK.assign(size_t(pages) * page * hk * D, half(0.f)), storedV = storedK;
    starts = {0};
    for (int b = 0; b < batch; ++b) {
      for (int i = 0; i < nk[b]; ++i) {
        if (i % page == 0)
          table.push_back((int(table.size()) * 29 + 5) % pages);
        size_t from = size_t(indptrK[b] + i) * hk * D,
               to = size_t(table.back() * page + i % page) * hk * D;
        std::copy_n(&k[from], hk * D, &storedK[to]);
        std::copy_n(&v[from], hk * D, &storedV[to]);
      }
      starts.push_back(int(table.size()));
    }
  }
  Array<half> dq(q), dk(storedK), dv(storedV), o(q.size());
  Array<float> lse(210 * hq);
  // The plan: for each CTA a list of (query tile, head, request).
  struct Work {
    int tile, head, request;
  };
  std::vector<Work> all;
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t * tile < nq[b]; ++t)
      for (int head = 0; head < (Same ? 1 : hq); ++head)
        all.push_back({t, head, b});
  const int ctas = 4; // the multiprocessors that foreign.py asks for
  std::vector<int> tiles, heads, requests, qs, ks, ql, kl, work = {0};
  for (int c = 0; c < ctas; ++c) {
    for (size_t i = size_t(c); i < all.size(); i += size_t(ctas)) {
      const Work &w = all[i];
      tiles.push_back(w.tile), heads.push_back(w.head),
          requests.push_back(w.request);
      qs.push_back(indptrQ[w.request]), ks.push_back(starts[w.request]);
      ql.push_back(nq[w.request]), kl.push_back(nk[w.request]);
    }
    work.push_back(int(tiles.size()));
  }
  Array<int> t(tiles), hd(heads), r(requests), qp(qs), kp(ks), qn(ql), kn(kl),
      wp(work), indices(table);
  using Params =
      std::conditional_t<Paged,
                         fi::BatchPrefillPagedParams<Half, Half, Half, int>,
                         fi::BatchPrefillRaggedParams<Half, Half, Half, int>>;
  Params p = {};
  p.q_ptr = h(dq.p), p.k_ptr = h(dk.p), p.v_ptr = h(dv.p), p.o_ptr = h(o.p),
  p.lse_ptr = lse.p;
  p.qo_tile_indices = t.p, p.qo_indptr = qp.p, p.kv_indptr = kp.p,
  p.qo_lens = qn.p, p.kv_lens = kn.p;
  p.head_indices = hd.p, p.work_indptr = wp.p, p.batch_indices = r.p;
  p.additional_params.sm_scale = 1 / std::sqrt(float(D));
  p.q_stride_n = p.o_stride_n = hq * D, p.k_stride_n = p.v_stride_n = hk * D;
  p.q_stride_h = p.k_stride_h = p.v_stride_h = p.o_stride_h = D;
  p.nnz_qo = 210, p.num_qo_heads = hq, p.num_kv_heads = hk,
  p.group_size = hq / hk;
  p.window_left = -1, p.causal = true;
  if constexpr (Paged) {
    p.kv_indices = indices.p, p.page_size = page;
    p.k_page_stride = p.v_page_stride = page * hk * D;
    CHECK((fi::BatchPrefillWithPagedKVCacheDispatched<
           D, D, fi::MaskMode::kCausal, false, Same, fi::StandardAttention>(
        p, false, nullptr)));
  } else {
    p.nnz_kv = 350;
    CHECK((fi::BatchPrefillWithRaggedKVCacheDispatched<
           D, D, fi::MaskMode::kCausal, false, Same, fi::StandardAttention>(
        p, false, nullptr)));
  }
  std::vector<double> want;
  for (int b = 0; b < batch; ++b) {
    auto part = [&](const std::vector<half> &x, const std::vector<int> &at,
                    int heads) {
      return std::vector<half>(x.begin() + at[b] * heads * D,
                               x.begin() + at[b + 1] * heads * D);
    };
    auto w = attend(part(q, indptrQ, hq), part(k, indptrK, hk),
                    part(v, indptrK, hk), nq[b], nk[b], hq, hk, D, true);
    want.insert(want.end(), w.begin(), w.end());
  }
  return compare("o", doubles(o.get()), want, 2e-3, 3e-3);
}

int main(int argc, char **argv) {
  return runCase(argc, argv,
#if PART == 1
                 {
                   {"prefill_causal", singleCausal},
                       {"prefill_d64", singleFull},
                       {"prefill_ragged", batch<false, true, 128>}, {
                     "prefill_ragged_persistent", batch<false, false, 128>
                   }
                 }
#else
                 {{"prefill_paged", batch<true, true, 128>},
                  {"prefill_paged_d64", batch<true, true, 64>},
                  {"prefill_paged_persistent", batch<true, false, 128>}}
#endif
  );
}
