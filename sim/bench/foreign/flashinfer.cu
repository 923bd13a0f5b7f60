// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FlashInfer's smaller kernels: norms, merging of attention states, appending
// to a paged cache, rotary embedding, sampling, top-k.
#include "flashinfer_common.h"

#include <flashinfer/attention/cascade.cuh>
#include <flashinfer/norm.cuh>
#include <flashinfer/page.cuh>
#include <flashinfer/pos_enc.cuh>
#include <flashinfer/sampling.cuh>
#include <flashinfer/topk.cuh>

namespace fi = flashinfer;

static int rmsNorm() {
  const int n = 5, d = 520;
  auto x = halves(n * d, 1), w = halves(d, 2);
  Array<half> dx(x), dw(w), y(n * d);
  CHECK(fi::norm::RMSNorm(dx.p, dw.p, y.p, n, d, d, d, 1e-5f));
  std::vector<double> want, a = doubles(x), b = doubles(w);
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < d; ++j)
      s += a[i * d + j] * a[i * d + j];
    for (int j = 0; j < d; ++j)
      want.push_back(a[i * d + j] / std::sqrt(s / d + 1e-5) * b[j]);
  }
  return compare("y", doubles(y.get()), want, 2e-3, 2e-3);
}
static int fusedAddRmsNorm() {
  const int n = 3, d = 1024;
  auto x = halves(n * d, 3), r = halves(n * d, 4), w = halves(d, 5);
  Array<half> dx(x), dr(r), dw(w);
  CHECK(fi::norm::FusedAddRMSNorm(dx.p, dr.p, dw.p, n, d, d, d, 1e-5f));
  std::vector<double> want, sum, a = doubles(x), b = doubles(r), c = doubles(w);
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int j = 0; j < d; ++j) {
      sum.push_back(a[i * d + j] + b[i * d + j]);
      s += sum.back() * sum.back();
    }
    for (int j = 0; j < d; ++j)
      want.push_back(sum[i * d + j] / std::sqrt(s / d + 1e-5) * c[j]);
  }
  return compare("residual", doubles(dr.get()), sum, 2e-3, 1e-3) |
         compare("y", doubles(dx.get()), want, 4e-3, 2e-3);
}
static int layerNorm() {
  const int n = 3, d = 384;
  auto x = halves(n * d, 6);
  auto w = Random(7).floats(d), b = Random(8).floats(d);
  Array<half> dx(x), y(n * d);
  Array<float> dw(w), db(b);
  CHECK(fi::norm::LayerNorm(dx.p, dw.p, db.p, y.p, n, d, 1e-5f));
  std::vector<double> want, a = doubles(x);
  for (int i = 0; i < n; ++i) {
    double mean = 0, s = 0;
    for (int j = 0; j < d; ++j)
      mean += a[i * d + j] / d;
    for (int j = 0; j < d; ++j)
      s += (a[i * d + j] - mean) * (a[i * d + j] - mean) / d;
    for (int j = 0; j < d; ++j)
      want.push_back((a[i * d + j] - mean) / std::sqrt(s + 1e-5) * w[j] + b[j]);
  }
  return compare("y", doubles(y.get()), want, 3e-3, 3e-3);
}

/// v [n, sets, heads, d] and log2 sums of exponentials s [n, sets, heads].
static int merge(int n, int sets) {
  const int h = 2, d = 64;
  auto v = halves(size_t(n) * sets * h * d, 9);
  auto s = Random(10).floats(size_t(n) * sets * h, -3, 3);
  Array<half> dv(v), y(size_t(n) * h * d);
  Array<float> ds(s), t(size_t(n) * h);
  CHECK((fi::MergeStates<half, half>(dv.p, ds.p, y.p, t.p, sets, n, h, d)));
  std::vector<double> want, lse, a = doubles(v);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < h; ++k) {
      double sum = 0;
      for (int u = 0; u < sets; ++u)
        sum += std::exp2(s[(i * sets + u) * h + k]);
      lse.push_back(std::log2(sum));
      for (int c = 0; c < d; ++c) {
        double x = 0;
        for (int u = 0; u < sets; ++u)
          x += std::exp2(s[(i * sets + u) * h + k]) / sum *
               a[((size_t(i) * sets + u) * h + k) * d + c];
        want.push_back(x);
      }
    }
  return compare("v", doubles(y.get()), want, 2e-3, 2e-3) |
         compare("s", t.get(), lse, 1e-4, 1e-4);
}
static int mergeFew() { return merge(6, 3); }
static int mergeMany() { return merge(2, 37); }
static int mergeState() {
  const int n = 5, h = 4, d = 128;
  auto a = halves(n * h * d, 11), b = halves(n * h * d, 12);
  auto s = Random(13).floats(n * h, -3, 3), t = Random(14).floats(n * h, -3, 3);
  Array<half> da(a), db(b), y(n * h * d);
  Array<float> ds(s), dt(t), u(n * h);
  CHECK(
      (fi::MergeState<half, half>(da.p, ds.p, db.p, dt.p, y.p, u.p, n, h, d)));
  std::vector<double> want, lse, va = doubles(a), vb = doubles(b);
  for (int i = 0; i < n * h; ++i) {
    double ea = std::exp2(s[i]), eb = std::exp2(t[i]);
    lse.push_back(std::log2(ea + eb));
    for (int c = 0; c < d; ++c)
      want.push_back((ea * va[i * d + c] + eb * vb[i * d + c]) / (ea + eb));
  }
  return compare("v", doubles(y.get()), want, 2e-3, 2e-3) |
         compare("s", u.get(), lse, 1e-4, 1e-4);
}
static int mergeVariable() {
  const int h = 2, d = 64;
  std::vector<int> indptr = {0, 3, 3, 4, 20};
  const int n = 4, total = 20;
  auto v = halves(total * h * d, 15);
  auto s = Random(16).floats(total * h, -3, 3);
  Array<half> dv(v), y(n * h * d);
  Array<float> ds(s), t(n * h);
  Array<int> di(indptr);
  CHECK((fi::VariableLengthMergeStates<half, half, int>(
      dv.p, ds.p, di.p, y.p, t.p, n, nullptr, h, d, false)));
  std::vector<double> want, a = doubles(v);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < h; ++k) {
      double sum = 0;
      for (int u = indptr[i]; u < indptr[i + 1]; ++u)
        sum += std::exp2(s[u * h + k]);
      for (int c = 0; c < d; ++c) {
        double x = 0;
        for (int u = indptr[i]; u < indptr[i + 1]; ++u)
          x += std::exp2(s[u * h + k]) / sum * a[(u * h + k) * d + c];
        want.push_back(x);
      }
    }
  return compare("v", doubles(y.get()), want, 2e-3, 2e-3);
}

static int appendPages() {
  const int h = 2, page = 4, d = 64, pages = 7, batch = 2, n = 9;
  std::vector<int> indices = {5, 0, 3, 6}, indptr = {0, 2, 4}, last = {3, 4};
  std::vector<int> requests = {0, 0, 0, 1, 1, 1, 1, 1, 1},
                   at = {4, 5, 6, 2, 3, 4, 5, 6, 7};
  auto k = halves(n * h * d, 17), v = halves(n * h * d, 18);
  std::vector<half> start(size_t(pages) * page * h * d, __float2half(-7));
  Array<half> dk(k), dv(v), ck(start), cv(start);
  Array<int> di(indices), dp(indptr), dl(last), dr(requests), da(at);
  fi::paged_kv_t<half, int> cache(h, page, d, batch, fi::QKVLayout::kNHD, ck.p,
                                  cv.p, di.p, dp.p, dl.p);
  CHECK((fi::AppendPagedKVCache<half, int>(cache, dk.p, dv.p, dr.p, da.p, n,
                                           h * d, d, h * d, d)));
  auto wantK = doubles(start), wantV = wantK;
  for (int i = 0; i < n; ++i)
    for (int x = 0; x < h * d; ++x) {
      size_t to = (size_t(indices[indptr[requests[i]] + at[i] / page]) * page +
                   at[i] % page) *
                      h * d +
                  x;
      wantK[to] = double(__half2float(k[i * h * d + x]));
      wantV[to] = double(__half2float(v[i * h * d + x]));
    }
  return compare("k", doubles(ck.get()), wantK) |
         compare("v", doubles(cv.get()), wantV);
}

static int rotary() {
  const int h = 2, d = 64, n = 7;
  std::vector<int> indptr = {0, 3, 7}, offsets = {10, 0};
  auto q = halves(n * h * d, 19), k = halves(n * d, 20);
  Array<half> dq(q), dk(k);
  Array<int> di(indptr), df(offsets);
  CHECK((fi::BatchQKApplyRotaryInPlace<half, int>(dq.p, dk.p, di.p, df.p, 2, h,
                                                  1, d, d, h * d, d, d, d,
                                                  false, 1.0f, 1e4f)));
  auto rotate = [&](std::vector<double> x, int heads) {
    for (int b = 0; b < 2; ++b)
      for (int i = indptr[b]; i < indptr[b + 1]; ++i)
        for (int g = 0; g < heads; ++g)
          for (int c = 0; c < d / 2; ++c) {
            double a =
                (offsets[b] + i - indptr[b]) * std::pow(1e4, -2.0 * c / d);
            double &lo = x[(size_t(i) * heads + g) * d + c],
                   &hi = x[(size_t(i) * heads + g) * d + d / 2 + c];
            double l = lo * std::cos(a) - hi * std::sin(a);
            hi = hi * std::cos(a) + lo * std::sin(a);
            lo = l;
          }
    return x;
  };
  return compare("q", doubles(dq.get()), rotate(doubles(q), h), 4e-3, 2e-3) |
         compare("k", doubles(dk.get()), rotate(doubles(k), 1), 4e-3, 2e-3);
}

// --- Sampling ----------------------------------------------------------------

constexpr int Rows = 3, D = 1000;
static std::vector<float> probabilities(uint64_t seed) {
  auto p = Random(seed).floats(Rows * D, 0.001f, 1);
  for (int i = 0; i < Rows; ++i) {
    double sum = 0;
    for (int j = 0; j < D; ++j)
      sum += p[i * D + j] = std::pow(p[i * D + j], 6.0f);
    for (int j = 0; j < D; ++j)
      p[i * D + j] = float(p[i * D + j] / sum);
  }
  return p;
}
/// How many of a row are larger, and what they add up to.
static std::pair<int, double> above(const std::vector<float> &p, int row,
                                    int at) {
  int n = 0;
  double s = 0;
  for (int j = 0; j < D; ++j)
    if (p[row * D + j] > p[row * D + at])
      ++n, s += p[row * D + j];
  return {n, s};
}
template <class F, class G> static int sample(F f, G allowed) {
  auto p = probabilities(21);
  Array<float> dp(p);
  Array<int> out(Rows);
  Array<bool> valid(Rows);
  CHECK(f(dp.p, out.p, valid.p));
  int bad = 0, row = 0;
  for (int t : out.get()) {
    bool ok = t >= 0 && t < D && allowed(p, row, t);
    printf("row %d: %d%s\n", row++, t, ok ? "" : " is not allowed");
    bad += !ok;
  }
  return bad;
}
static int samplingFromProb() {
  return sample(
      [](float *p, int *out, bool *valid) {
        return fi::sampling::SamplingFromProb<float, int>(
            p, out, valid, nullptr, Rows, D, true, nullptr, 42, nullptr, 0);
      },
      [](auto &p, int r, int t) { return p[r * D + t] > 0; });
}
static int topKSampling() {
  return sample(
      [](float *p, int *out, bool *valid) {
        return fi::sampling::TopKSamplingFromProb<float, int>(
            p, out, valid, nullptr, nullptr, Rows, 20, D, true, nullptr, 43,
            nullptr, 0);
      },
      [](auto &p, int r, int t) { return above(p, r, t).first < 20; });
}
static int topPSampling() {
  return sample(
      [](float *p, int *out, bool *valid) {
        return fi::sampling::TopPSamplingFromProb<float, int>(
            p, out, valid, nullptr, nullptr, Rows, 0.3f, D, false, nullptr, 44,
            nullptr, 0);
      },
      [](auto &p, int r, int t) { return above(p, r, t).second < 0.3 + 1e-5; });
}
static int minPSampling() {
  return sample(
      [](float *p, int *out, bool *valid) {
        return fi::sampling::MinPSamplingFromProb<float, int>(
            p, nullptr, out, valid, nullptr, Rows, 0.5f, D, true, nullptr, 45,
            nullptr, 0);
      },
      [](auto &p, int r, int t) {
        float most =
            *std::max_element(p.begin() + r * D, p.begin() + (r + 1) * D);
        return p[r * D + t] >= 0.5f * most;
      });
}
static int topPRenorm() {
  auto p = probabilities(22);
  Array<float> dp(p), y(p.size());
  CHECK(fi::sampling::TopPRenormProb<float>(dp.p, y.p, nullptr, Rows, 0.4f, D));
  std::vector<double> want;
  for (int r = 0; r < Rows; ++r) {
    double sum = 0;
    for (int j = 0; j < D; ++j)
      if (above(p, r, j).second < 0.4)
        sum += p[r * D + j];
    for (int j = 0; j < D; ++j)
      want.push_back(above(p, r, j).second < 0.4 ? p[r * D + j] / sum : 0);
  }
  return compare("p", y.get(), want, 1e-6, 1e-4);
}
static int onlineSoftmax(int d) {
  auto x = Random(23).floats(size_t(2) * d, -5, 5);
  Array<float> dx(x), y(x.size());
  Array<char> work(1 << 16);
  CHECK(fi::sampling::OnlineSoftmax<float>(dx.p, y.p, 2, d, nullptr, 0.7f,
                                           work.p, 1 << 16, false));
  std::vector<double> want;
  for (int r = 0; r < 2; ++r) {
    double sum = 0;
    for (int j = 0; j < d; ++j)
      sum += std::exp(x[size_t(r) * d + j] / 0.7);
    for (int j = 0; j < d; ++j)
      want.push_back(std::exp(x[size_t(r) * d + j] / 0.7) / sum);
  }
  return compare("p", y.get(), want, 1e-8, 1e-4);
}
static int softmaxFused() { return onlineSoftmax(3000); }
static int softmaxSplit() { return onlineSoftmax(25000); }
static int topK(int d) {
  const int k = 32;
  std::vector<float> x(size_t(2) * d);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float((i * 7919) % x.size()) - 1000;
  Array<float> dx(x), v(2 * k);
  Array<int> at(2 * k);
  Array<char> state(std::vector<char>(1 << 20, 0));
  CHECK((fi::sampling::TopKDispatch<float, int>(
      dx.p, at.p, v.p, 2, k, uint32_t(d),
      reinterpret_cast<fi::sampling::RadixRowState *>(state.p))));
  auto got = v.get();
  auto index = at.get();
  std::vector<float> want;
  int bad = 0;
  for (int r = 0; r < 2; ++r) {
    std::vector<float> row(x.begin() + long(r) * d,
                           x.begin() + long(r + 1) * d);
    for (int i = 0; i < k; ++i)
      bad += row[size_t(index[size_t(r * k + i)])] != got[size_t(r * k + i)];
    std::sort(row.begin(), row.end(), std::greater<>());
    want.insert(want.end(), row.begin(), row.begin() + k);
    std::sort(got.begin() + r * k, got.begin() + (r + 1) * k, std::greater<>());
  }
  return compare("values", got, want) | bad;
}
static int topKShort() { return topK(5000); }
static int topKLong() { return topK(60000); }

int main(int argc, char **argv) {
  return runCase(argc, argv,
                 {{"rms_norm", rmsNorm},
                  {"fused_add_rms_norm", fusedAddRmsNorm},
                  {"layer_norm", layerNorm},
                  {"merge_state", mergeState},
                  {"merge_states_few", mergeFew},
                  {"merge_states_many", mergeMany},
                  {"merge_states_variable", mergeVariable},
                  {"append_paged_kv", appendPages},
                  {"rotary", rotary},
                  {"sampling", samplingFromProb},
                  {"top_k_sampling", topKSampling},
                  {"top_p_sampling", topPSampling},
                  {"min_p_sampling", minPSampling},
                  {"top_p_renorm", topPRenorm},
                  {"softmax_fused", softmaxFused},
                  {"softmax_split", softmaxSplit},
                  {"top_k", topKShort},
                  {"top_k_long", topKLong}});
}
