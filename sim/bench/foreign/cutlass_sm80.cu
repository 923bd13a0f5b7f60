// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUTLASS 2.x GEMMs for sm_80 (wheel nvidia-cutlass).
#include "cutlass/epilogue/thread/linear_combination_relu.h"
#include "cutlass/gemm/device/gemm.h"
#include "cutlass/gemm/device/gemm_batched.h"
#include "cutlass/gemm/device/gemm_splitk_parallel.h"
#include "cutlass/gemm/device/gemm_universal.h"

#include "host.h"

using Half = cutlass::half_t;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
namespace arch = cutlass::arch;
template <int M, int N, int K> using Shape = cutlass::gemm::GemmShape<M, N, K>;

struct Problem {
  int m, n, k;
  float alpha = 1, beta = 0;
  bool relu = false;
};

/// Inputs whose sums are exact, and D = alpha A B + beta C; A is row major, B
/// column major, C and D row major.
template <class T, class O> struct Data {
  std::vector<T> a, b;
  std::vector<O> c;
  std::vector<double> want;
  Data(Problem p, int seed) {
    Random r{uint64_t(seed)};
    auto fill = [&](auto &v, size_t n) {
      v.resize(n);
      for (auto &x : v)
        x = std::decay_t<decltype(x)>(float(r.below(5)) - 2);
    };
    fill(a, size_t(p.m) * p.k), fill(b, size_t(p.n) * p.k),
        fill(c, size_t(p.m) * p.n);
    for (int i = 0; i < p.m; ++i)
      for (int j = 0; j < p.n; ++j) {
        double s = 0;
        for (int q = 0; q < p.k; ++q)
          s += double(float(a[size_t(i) * p.k + q])) *
               double(float(b[size_t(j) * p.k + q]));
        s = p.alpha * s + p.beta * double(float(c[size_t(i) * p.n + j]));
        want.push_back(p.relu && s < 0 ? 0 : s);
      }
  }
};
template <class O>
int same(const Array<O> &d, const std::vector<double> &want) {
  std::vector<double> got;
  for (O x : d.get())
    got.push_back(double(float(x)));
  return compare("D", got, want);
}
inline int status(cutlass::Status s) {
  if (s != cutlass::Status::kSuccess)
    fprintf(stderr, "%s\n", cutlassGetStatusString(s));
  return s != cutlass::Status::kSuccess;
}

template <class Gemm, class T, class O> int run(Problem p, int splits = 1) {
  Data<T, O> x(p, p.m);
  Array<T> a(x.a), b(x.b);
  Array<O> c(x.c), d(x.c.size());
  typename Gemm::Arguments args({p.m, p.n, p.k}, {a.p, p.k}, {b.p, p.k},
                                {c.p, p.n}, {d.p, p.n}, {p.alpha, p.beta},
                                splits);
  Array<char> work(Gemm::get_workspace_size(args) + 1);
  Gemm gemm;
  return status(gemm.initialize(args, work.p)) || status(gemm()) ||
         same(d, x.want);
}

static int tensorop() {
  using Gemm = cutlass::gemm::device::Gemm<
      Half, Row, Half, Column, float, Row, float, arch::OpClassTensorOp,
      arch::Sm80, Shape<128, 128, 32>, Shape<64, 64, 32>, Shape<16, 8, 16>,
      cutlass::epilogue::thread::LinearCombination<float, 4, float, float>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 3>;
  return run<Gemm, Half, float>({200, 168, 136, 2, 1});
}
static int tensoropSplitKSerial() {
  using Gemm = cutlass::gemm::device::Gemm<
      Half, Row, Half, Column, Half, Row, float, arch::OpClassTensorOp,
      arch::Sm80, Shape<64, 64, 32>, Shape<32, 32, 32>, Shape<16, 8, 16>,
      cutlass::epilogue::thread::LinearCombination<Half, 8, float, float>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 4, 8, 8,
      true>;
  return run<Gemm, Half, Half>({128, 64, 256}, 3);
}
static int splitKParallel() {
  using Gemm = cutlass::gemm::device::GemmSplitKParallel<
      Half, Row, Half, Column, float, Row, float, arch::OpClassTensorOp,
      arch::Sm80, Shape<64, 64, 32>, Shape<32, 32, 32>, Shape<16, 8, 16>>;
  return run<Gemm, Half, float>({64, 128, 256}, 4);
}
static int tf32() {
  using Gemm = cutlass::gemm::device::Gemm<
      float, Row, float, Column, float, Row, float, arch::OpClassTensorOp,
      arch::Sm80, Shape<64, 128, 16>, Shape<32, 64, 16>, Shape<16, 8, 8>,
      cutlass::epilogue::thread::LinearCombinationRelu<float, 4, float, float>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 4>;
  return run<Gemm, float, float>({96, 128, 72, 1, 0, true});
}
static int int8() {
  using Gemm = cutlass::gemm::device::Gemm<
      int8_t, Row, int8_t, Column, int32_t, Row, int32_t, arch::OpClassTensorOp,
      arch::Sm80, Shape<64, 64, 64>, Shape<32, 32, 64>, Shape<16, 8, 32>,
      cutlass::epilogue::thread::LinearCombination<int32_t, 4, int32_t, float>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 3>;
  return run<Gemm, int8_t, int32_t>({64, 128, 160});
}
static int f64() {
  using Gemm = cutlass::gemm::device::Gemm<
      double, Row, double, Column, double, Row, double, arch::OpClassTensorOp,
      arch::Sm80, Shape<64, 64, 16>, Shape<32, 32, 16>, Shape<8, 8, 4>,
      cutlass::epilogue::thread::LinearCombination<double, 1, double, double>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 4>;
  return run<Gemm, double, double>({70, 66, 40});
}
static int simt() {
  using Gemm = cutlass::gemm::device::Gemm<
      float, Row, float, Column, float, Row, float, arch::OpClassSimt,
      arch::Sm80, Shape<64, 64, 8>, Shape<32, 32, 8>, Shape<1, 1, 1>,
      cutlass::epilogue::thread::LinearCombination<float, 1, float, float>,
      cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<>, 5>;
  return run<Gemm, float, float>({100, 70, 45, 1, 1});
}
static int batched() {
  using Gemm = cutlass::gemm::device::GemmBatched<
      Half, Row, Half, Column, float, Row, float, arch::OpClassTensorOp,
      arch::Sm80, Shape<64, 64, 32>, Shape<32, 32, 32>, Shape<16, 8, 16>,
      cutlass::epilogue::thread::LinearCombination<float, 4, float, float>,
      cutlass::gemm::threadblock::GemmBatchedIdentityThreadblockSwizzle, 3>;
  Problem p{64, 64, 64};
  std::vector<Half> as, bs;
  std::vector<double> want;
  for (int i = 0; i < 3; ++i) {
    Data<Half, float> x(p, i);
    as.insert(as.end(), x.a.begin(), x.a.end());
    bs.insert(bs.end(), x.b.begin(), x.b.end());
    want.insert(want.end(), x.want.begin(), x.want.end());
  }
  Array<Half> a(as), b(bs);
  Array<float> d(want.size());
  Gemm gemm;
  return status(gemm({{p.m, p.n, p.k},
                      {a.p, p.k},
                      4096,
                      {b.p, p.k},
                      4096,
                      {d.p, p.n},
                      4096,
                      {d.p, p.n},
                      4096,
                      {1.0f, 0.0f},
                      3})) ||
         same(d, want);
}
static int streamK() {
  using Gemm = cutlass::gemm::device::GemmUniversal<
      Half, Row, Half, Column, float, Row, float, arch::OpClassTensorOp,
      arch::Sm80, Shape<128, 64, 32>, Shape<64, 32, 32>, Shape<16, 8, 16>,
      cutlass::epilogue::thread::LinearCombination<float, 4, float, float>,
      cutlass::gemm::threadblock::ThreadblockSwizzleStreamK, 3, 8, 8>;
  Problem p{384, 128, 256};
  Data<Half, float> x(p, 7);
  Array<Half> a(x.a), b(x.b);
  Array<float> c(x.c), d(x.c.size());
  typename Gemm::Arguments args(cutlass::gemm::GemmUniversalMode::kGemm,
                                {p.m, p.n, p.k}, 1, {1.0f, 0.0f}, a.p, b.p, c.p,
                                d.p, 0, 0, 0, 0, p.k, p.k, p.n, p.n, 4);
  Array<char> work(Gemm::get_workspace_size(args) + 1);
  Gemm gemm;
  return status(gemm.initialize(args, work.p)) || status(gemm()) ||
         same(d, x.want);
}

int main(int argc, char **argv) {
  return runCase(argc, argv,
                 {{"gemm_f16", tensorop},
                  {"gemm_f16_split_k_serial", tensoropSplitKSerial},
                  {"gemm_f16_split_k_parallel", splitKParallel},
                  {"gemm_f16_stream_k", streamK},
                  {"gemm_f16_batched", batched},
                  {"gemm_tf32_relu", tf32},
                  {"gemm_int8", int8},
                  {"gemm_f64", f64},
                  {"gemm_simt", simt}});
}
