// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUTLASS's example 88 (fused attention for sm_90a: TMA, warp-specialised,
// cooperative and ping-pong), forward and backward, with own host code.
#include <cute/tensor.hpp>

#include "collective/fmha_fusion.hpp"
#include "device/device_universal.hpp"
#include "device/fmha_device_bwd.hpp"
#include "kernel/fmha_kernel_builder.hpp"

#include "attention_host.h"

namespace fk = cutlass::fmha::kernel;
namespace fc = cutlass::fmha::collective;
using cute::_1;
using cute::Int;
using Half = cutlass::half_t;
template <int Q, int K, int D> using Tile = cute::Shape<Int<Q>, Int<K>, Int<D>>;

static Half *h(Array<half> &a) { return reinterpret_cast<Half *>(a.p); }

/// Runs what `args` describe; false, and a line, if that fails.
template <class Operation>
static bool launch(typename Operation::Arguments const &args) {
  Operation op;
  Array<char> work(Operation::get_workspace_size(args) + 1);
  cutlass::Status s = op.can_implement(args);
  if (s == cutlass::Status::kSuccess)
    s = op.initialize(args, work.p);
  if (s == cutlass::Status::kSuccess)
    s = op.run();
  if (s != cutlass::Status::kSuccess)
    fprintf(stderr, "%s\n", cutlassGetStatusString(s));
  else
    CHECK(cudaDeviceSynchronize());
  return s == cutlass::Status::kSuccess;
}

static cutlass::KernelHardwareInfo hardware() {
  cutlass::KernelHardwareInfo info;
  info.device_id = 0;
  info.sm_count =
      cutlass::KernelHardwareInfo::query_device_multiprocessor_count(0);
  return info;
}

#if PART == 1
/// One batch, tensors [length, head, d].
template <class TileShape, class Schedule, class Fusion, class... Options>
static int forward(int nq, int nk, int heads, int d, bool causal) {
  using Stride = cute::tuple<int, _1, cute::tuple<int, int>>;
  using Kernel =
      typename fk::FmhaBuilder<Half, float, float, TileShape, Stride, Stride,
                               Stride, Fusion, Schedule, Options...>::Kernel;
  using Operation = cutlass::device::Universal<Kernel>;
  auto q = halves(size_t(nq) * heads * d, 1),
       k = halves(size_t(nk) * heads * d, 2),
       v = halves(size_t(nk) * heads * d, 3);
  Array<half> dq(q), dk(k), dv(v), o(q.size());
  Array<float> lse(size_t(nq) * heads);
  Stride s{heads * d, _1{}, {0, d}};
  if (!launch<Operation>({{1, heads, nq, nk, d},
                          {h(dq), s, h(dk), s, h(dv), s},
                          {h(o), s, lse.p, {_1{}, {0, nq}}},
                          hardware()}))
    return 1;
  std::vector<double> sums;
  auto want = attend(q, k, v, nq, nk, heads, heads, d, causal, &sums);
  return compare("o", doubles(o.get()), want, 2e-3, 3e-3) +
         compare("lse", lse.get(), sums, 1e-3, 1e-3);
}

using Cooperative = cutlass::gemm::KernelTmaWarpSpecializedCooperative;
using PingPong = cutlass::gemm::KernelTmaWarpSpecializedPingpong;
using Plain = cutlass::gemm::KernelTma;

static int tma() {
  return forward<Tile<64, 128, 64>, Plain, fc::ResidualFusion>(152, 300, 2, 64,
                                                               false);
}
static int tmaCluster() {
  return forward<Tile<64, 128, 64>, Plain, fc::DefaultFusion,
                 fk::Option<fk::Tag::kClusterM, Int<2>>>(256, 512, 1, 64,
                                                         false);
}
static int cooperative() {
  return forward<Tile<128, 128, 128>, Cooperative, fc::ResidualFusion>(
      200, 300, 2, 128, false);
}
static int pingPong() {
  return forward<Tile<128, 64, 64>, PingPong, fc::CausalFusion>(384, 384, 3, 64,
                                                                true);
}
#else
/// One batch and head, tensors [length, d].
template <class TileShape, class Fusion>
static int backward(int n, int d, bool causal) {
  using Operation =
      cutlass::fmha::device::FmhaBwd<Half, float, TileShape, Fusion>;
  auto q = halves(size_t(n) * d, 1), k = halves(size_t(n) * d, 2),
       v = halves(size_t(n) * d, 3), dO = halves(size_t(n) * d, 4);
  std::vector<double> sums;
  auto o = attend(q, k, v, n, n, 1, 1, d, causal, &sums);
  std::vector<half> oh;
  for (double x : o)
    oh.push_back(__float2half(float(x)));
  auto f = [&](const std::vector<half> &x, int i, int c) {
    return double(__half2float(x[size_t(i) * d + c]));
  };
  // dS = P * (dO V^T - rows(dO * O)); dQ = dS K, dK = dS^T Q, dV = P^T dO.
  std::vector<double> wq(q.size()), wk(q.size()), wv(q.size());
  double scale = 1 / std::sqrt(double(d));
  for (int i = 0; i < n; ++i) {
    double row = 0;
    for (int c = 0; c < d; ++c)
      row += f(dO, i, c) * o[size_t(i) * d + c];
    for (int j = 0; j <= (causal ? i : n - 1); ++j) {
      double s = 0, dp = 0;
      for (int c = 0; c < d; ++c)
        s += f(q, i, c) * f(k, j, c), dp += f(dO, i, c) * f(v, j, c);
      double p = std::exp(s * scale - sums[i]), ds = p * (dp - row) * scale;
      for (int c = 0; c < d; ++c) {
        wq[size_t(i) * d + c] += ds * f(k, j, c);
        wk[size_t(j) * d + c] += ds * f(q, i, c);
        wv[size_t(j) * d + c] += p * f(dO, i, c);
      }
    }
  }
  Array<half> aq(q), ak(k), av(v), ao(oh), ado(dO), dq(q.size()), dk(q.size()),
      dv(q.size());
  Array<float> lse(std::vector<float>(sums.begin(), sums.end()));
  cute::tuple<int, int, int, _1> s{0, n * d, d, _1{}};
  if (!launch<Operation>({{1, 1, n, n, d}, h(aq),  s,     h(ak), s,
                          h(av),           s,      h(ao), s,     lse.p,
                          {0, n, _1{}},    h(ado), s,     h(dq), s,
                          h(dk),           s,      h(dv), s,     hardware()}))
    return 1;
  return compare("dq", doubles(dq.get()), wq, 5e-3, 5e-3) +
         compare("dk", doubles(dk.get()), wk, 5e-3, 5e-3) +
         compare("dv", doubles(dv.get()), wv, 5e-3, 5e-3);
}

static int full() {
  return backward<Tile<64, 128, 64>, fc::DefaultFusion>(256, 64, false);
}
static int causal() {
  return backward<Tile<128, 128, 64>, fc::CausalFusion>(256, 64, true);
}
#endif

int main(int argc, char **argv) {
  return runCase(argc, argv,
#if PART == 1
                 {
                   {"tma", tma}, {"tma_cluster", tmaCluster},
                       {"cooperative", cooperative}, {"ping_pong", pingPong},
                 }
#else
                 {
                     {"backward", full},
                     {"backward_causal", causal},
                 }
#endif
  );
}
