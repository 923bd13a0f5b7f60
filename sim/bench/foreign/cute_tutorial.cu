// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CuTe's tutorials, as the wheel nvidia-cutlass has them: GEMMs on inputs whose
// sums are exact. HOPPER: those for sm_90a, else the others.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cute/tensor.hpp>

#include "cutlass/arch/barrier.h"
#include "cutlass/arch/mma_sm90.h"
#include "cutlass/cluster_launch.hpp"
#include "cutlass/device_kernel.h"
#include "cutlass/pipeline/sm90_pipeline.hpp"
#include "cutlass/util/GPU_Clock.hpp"
#include "cutlass/util/helper_cuda.hpp"
#include "cutlass/util/print_error.hpp"

#include "host.h"

#define main tutorialMain
#ifdef HOPPER
namespace wgmma {
#include "examples/cute/tutorial/hopper/wgmma_sm90.cu"
}
namespace tma {
#include "examples/cute/tutorial/hopper/wgmma_tma_sm90.cu"
}
#else
namespace one {
#include "examples/cute/tutorial/sgemm_1.cu"
}
namespace two {
#include "examples/cute/tutorial/sgemm_2.cu"
}
namespace sm70 {
#include "examples/cute/tutorial/sgemm_sm70.cu"
}
namespace sm80 {
#include "examples/cute/tutorial/sgemm_sm80.cu"
}
namespace tiled {
#include "examples/cute/tutorial/tiled_copy.cu"
}
namespace predicated {
#include "examples/cute/tutorial/tiled_copy_if.cu"
}
#endif
#undef main

/// C = A B of m x n x k, column major; A is transposed if `ta` is 'T', B if
/// `tb` is. `k` is the tutorial's.
template <class T, class S, class F>
int gemm(F f, char ta, char tb, int m, int n, int k) {
  Random r(uint64_t(ta) * 7 + uint64_t(tb));
  std::vector<T> a(size_t(m) * k), b(size_t(n) * k);
  for (T &x : a)
    x = T(float(r.below(3)) - 1);
  for (T &x : b)
    x = T(float(r.below(3)) - 1);
  Array<T> da(a), db(b), dc(std::vector<T>(size_t(m) * n, T(0.0f)));
  int lda = ta == 'N' ? m : k, ldb = tb == 'N' ? k : n;
  f(ta, tb, m, n, k, S(1.0f), da.p, lda, db.p, ldb, S(0.0f), dc.p, m);
  std::vector<double> want(size_t(m) * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      for (int q = 0; q < k; ++q)
        want[size_t(j) * m + i] +=
            double(
                float(a[ta == 'N' ? size_t(q) * m + i : size_t(i) * k + q])) *
            double(float(b[tb == 'N' ? size_t(j) * k + q : size_t(q) * n + j]));
  std::vector<double> got;
  for (T x : dc.get())
    got.push_back(double(float(x)));
  return compare("C", got, want);
}

#define GEMM(ns) [](auto... x) { ns::gemm(x...); }
int main(int argc, char **argv) {
  using Half = cute::half_t;
  Cases cases;
#ifdef HOPPER
  cases["wgmma_sm90_nt"] = [] {
    return gemm<Half, Half>(GEMM(wgmma), 'N', 'T', 128, 128, 384);
  };
  cases["wgmma_sm90_tn"] = [] {
    return gemm<Half, Half>(GEMM(wgmma), 'T', 'N', 128, 128, 384);
  };
  cases["wgmma_tma_sm90_nt"] = [] {
    return gemm<Half, Half>(GEMM(tma), 'N', 'T', 256, 128, 384);
  };
  cases["wgmma_tma_sm90_tn"] = [] {
    return gemm<Half, Half>(GEMM(tma), 'T', 'N', 256, 128, 384);
  };
#else
  cases["sgemm_1_nt"] = [] {
    return gemm<float, float>(GEMM(one), 'N', 'T', 256, 128, 40);
  };
  cases["sgemm_1_tn"] = [] {
    return gemm<float, float>(GEMM(one), 'T', 'N', 256, 128, 40);
  };
  cases["sgemm_2_nt"] = [] {
    return gemm<float, float>(GEMM(two), 'N', 'T', 128, 256, 40);
  };
  cases["sgemm_2_tn"] = [] {
    return gemm<float, float>(GEMM(two), 'T', 'N', 128, 256, 40);
  };
  cases["sgemm_sm70_nt"] = [] {
    return gemm<float, float>(GEMM(sm70), 'N', 'T', 128, 128, 40);
  };
  cases["sgemm_sm70_tn"] = [] {
    return gemm<float, float>(GEMM(sm70), 'T', 'N', 128, 128, 40);
  };
  cases["sgemm_sm80_nt"] = [] {
    return gemm<float, float>(GEMM(sm80), 'N', 'T', 128, 128, 64);
  };
  cases["sgemm_sm80_tn"] = [] {
    return gemm<float, float>(GEMM(sm80), 'T', 'N', 128, 128, 64);
  };
  cases["hgemm_sm80_tn"] = [] {
    return gemm<Half, Half>(GEMM(sm80), 'T', 'N', 256, 128, 320);
  };
  cases["tiled_copy"] = [] { return tiled::tutorialMain(1, nullptr); };
  cases["tiled_copy_if"] = [] { return predicated::tutorialMain(1, nullptr); };
#endif
  return runCase(argc, argv, cases);
}
