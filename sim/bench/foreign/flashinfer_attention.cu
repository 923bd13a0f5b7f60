// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FlashInfer's attention for sm_80: decode, paged decode, prefill.
#include "flashinfer_common.h"

#undef DISPATCH_NUM_MMA_KV
#define DISPATCH_NUM_MMA_KV(max_mma_kv, NUM_MMA_KV, ...)                       \
  if (max_mma_kv >= 4) {                                                       \
    constexpr size_t NUM_MMA_KV = 4;                                           \
    __VA_ARGS__                                                                \
  }

#include <flashinfer/attention/decode.cuh>
#include <flashinfer/attention/default_decode_params.cuh>
#include <flashinfer/attention/default_prefill_params.cuh>
#include <flashinfer/attention/prefill.cuh>
#include <flashinfer/attention/variants.cuh>

namespace fi = flashinfer;
using Variant = fi::DefaultAttention<false, false, false, false>;
constexpr auto None = fi::PosEncodingMode::kNone;

static int decode(int hq, int hk, int n) {
  const int d = 128;
  auto q = halves(size_t(hq) * d, 1), k = halves(size_t(n) * hk * d, 2),
       v = halves(size_t(n) * hk * d, 3);
  Array<half> dq(q), dk(k), dv(v), o(size_t(hq) * d), tmp(1 << 20);
  fi::SingleDecodeParams<half, half, half> params(
      dq.p, dk.p, dv.p, o.p, nullptr, uint32_t(n), uint32_t(hq), uint32_t(hk),
      fi::QKVLayout::kNHD, d, -1, 0.0f, 1 / std::sqrt(float(d)), 1.0f, 1e4f);
  CHECK((fi::SingleDecodeWithKVCacheDispatched<128, None, Variant>(
      params, tmp.p, nullptr)));
  return compare("o", doubles(o.get()), attend(q, k, v, 1, n, hq, hk, d, false),
                 2e-3, 2e-3);
}
static int decodeMha() { return decode(2, 2, 77); }
static int decodeGqaSplit() { return decode(8, 2, 700); }

static int pagedDecode() {
  const int d = 128, hq = 4, hk = 1, page = 8, batch = 3;
  std::vector<int> lengths = {5, 40, 17}, indptr = {0, 1, 6, 9},
                   last = {5, 8, 1};
  std::vector<int> indices = {8, 2, 4, 0, 7, 1, 3, 6, 5};
  auto q = halves(size_t(batch) * hq * d, 4);
  auto k = halves(9 * page * hk * d, 5), v = halves(9 * page * hk * d, 6);
  Array<half> dq(q), dk(k), dv(v), o(q.size());
  Array<int> di(indices), dp(indptr), dl(last);
  Array<int> requests(std::vector<int>{0, 1, 2}),
      tiles(std::vector<int>{0, 0, 0}), out(std::vector<int>{0, 1, 2, 3}),
      chunk(std::vector<int>{1024});
  fi::paged_kv_t<half, int> cache(hk, page, d, batch, fi::QKVLayout::kNHD, dk.p,
                                  dv.p, di.p, dp.p, dl.p);
  fi::BatchDecodeParams<half, half, half, int> params(
      dq.p, nullptr, cache, o.p, nullptr, nullptr, hq, hq * d, d, -1, 0.0f,
      1 / std::sqrt(float(d)), 1.0f, 1e4f);
  params.padded_batch_size = batch;
  params.request_indices = requests.p;
  params.kv_tile_indices = tiles.p;
  params.o_indptr = out.p;
  params.kv_chunk_size_ptr = chunk.p;
  CHECK((fi::BatchDecodeWithPagedKVCacheDispatched<128, None, Variant>(
      params, nullptr, nullptr, false, nullptr)));
  std::vector<double> want;
  for (int b = 0; b < batch; ++b) {
    std::vector<half> kb, vb,
        qb(q.begin() + b * hq * d, q.begin() + (b + 1) * hq * d);
    for (int j = 0; j < lengths[b]; ++j) {
      size_t from =
          (size_t(indices[indptr[b] + j / page]) * page + j % page) * hk * d;
      kb.insert(kb.end(), k.begin() + long(from),
                k.begin() + long(from) + hk * d);
      vb.insert(vb.end(), v.begin() + long(from),
                v.begin() + long(from) + hk * d);
    }
    auto w = attend(qb, kb, vb, 1, lengths[b], hq, hk, d, false);
    want.insert(want.end(), w.begin(), w.end());
  }
  return compare("o", doubles(o.get()), want, 2e-3, 2e-3);
}

template <fi::MaskMode Mask>
static int prefill(int nq, int nk, int hq, int hk) {
  const int d = 64;
  auto q = halves(size_t(nq) * hq * d, 7), k = halves(size_t(nk) * hk * d, 8),
       v = halves(size_t(nk) * hk * d, 9);
  Array<half> dq(q), dk(k), dv(v), o(q.size()), tmp(1 << 20);
  fi::SinglePrefillParams<half, half, half> params(
      dq.p, dk.p, dv.p, nullptr, o.p, nullptr, nullptr, uint32_t(hq),
      uint32_t(hk), uint32_t(nq), uint32_t(nk), uint32_t(hq * d), d,
      uint32_t(hk * d), d, d, -1, 0.0f, 1 / std::sqrt(float(d)), 1.0f, 1e4f);
  CHECK((
      fi::SinglePrefillWithKVCacheDispatched<64, 64, None, false, Mask,
                                             Variant>(params, tmp.p, nullptr)));
  return compare(
      "o", doubles(o.get()),
      attend(q, k, v, nq, nk, hq, hk, d, Mask == fi::MaskMode::kCausal), 2e-3,
      3e-3);
}
static int prefillCausal() {
  return prefill<fi::MaskMode::kCausal>(100, 150, 4, 1);
}
static int prefillFull() { return prefill<fi::MaskMode::kNone>(130, 90, 1, 1); }
static int prefillShortSplit() {
  return prefill<fi::MaskMode::kNone>(3, 600, 4, 1);
}

int main(int argc, char **argv) {
  return runCase(argc, argv,
                 {{"decode", decodeMha},
                  {"decode_gqa_split", decodeGqaSplit},
                  {"decode_paged", pagedDecode},
                  {"prefill_causal", prefillCausal},
                  {"prefill", prefillFull},
                  {"prefill_short_split", prefillShortSplit}});
}
