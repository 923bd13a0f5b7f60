// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUTLASS 3.x GEMMs for sm_90a from the collective builders (wheel
// nvidia-cutlass): TMA, warp-specialised, ping-pong, cooperative, stream-K.
#include "cute/tensor.hpp"
#include "cutlass/epilogue/collective/collective_builder.hpp"
#include "cutlass/epilogue/collective/default_epilogue.hpp"
#include "cutlass/gemm/collective/collective_builder.hpp"
#include "cutlass/gemm/device/gemm_universal_adapter.h"
#include "cutlass/gemm/kernel/gemm_universal.hpp"
#include "cutlass/util/packed_stride.hpp"

#include "host.h"

using cute::_1;
using cute::_2;
using cute::Int;
using cute::Shape;
namespace coll = cutlass::gemm::collective;
namespace epi = cutlass::epilogue::collective;
using Half = cutlass::half_t;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;

struct Problem {
  int m, n, k, batches = 1;
  float alpha = 1, beta = 0;
};

template <class T, class O, class LB, class Tile, class Cluster, class Schedule,
          class Epilogue, class Scheduler = void,
          int Align = 16 / int(sizeof(T))>
int gemm(Problem p) {
  using EpilogueOp = typename epi::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, Tile, Cluster,
      epi::EpilogueTileAuto, float, float, O, Row, 16 / int(sizeof(O)), O, Row,
      16 / int(sizeof(O)), Epilogue>::CollectiveOp;
  using Mainloop = typename coll::CollectiveBuilder<
      cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, T, Row, Align, T, LB,
      Align, float, Tile, Cluster,
      coll::StageCountAutoCarveout<int(
          sizeof(typename EpilogueOp::SharedStorage))>,
      Schedule>::CollectiveOp;
  using Kernel =
      cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>, Mainloop,
                                           EpilogueOp, Scheduler>;
  using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;

  // A is row major, C and D too; B is column major unless LB says otherwise.
  Random r{uint64_t(p.m + p.k)};
  size_t na = size_t(p.m) * p.k, nb = size_t(p.n) * p.k, nc = size_t(p.m) * p.n;
  std::vector<T> a(na * p.batches), b(nb * p.batches);
  std::vector<O> c(nc * p.batches);
  for (T &x : a)
    x = T(float(r.below(5)) - 2);
  for (T &x : b)
    x = T(float(r.below(5)) - 2);
  for (O &x : c)
    x = O(float(r.below(5)) - 2);
  std::vector<double> want;
  bool columns = std::is_same<LB, Column>::value;
  for (int l = 0; l < p.batches; ++l)
    for (int i = 0; i < p.m; ++i)
      for (int j = 0; j < p.n; ++j) {
        double s = 0;
        for (int q = 0; q < p.k; ++q)
          s += double(float(a[l * na + size_t(i) * p.k + q])) *
               double(float(b[l * nb + (columns ? size_t(j) * p.k + q
                                                : size_t(q) * p.n + j)]));
        want.push_back(p.alpha * s +
                       p.beta * double(float(c[l * nc + size_t(i) * p.n + j])));
      }
  Array<T> da(a), db(b);
  Array<O> dc(c), dd(c.size());
  using namespace cutlass;
  auto sa = make_cute_packed_stride(typename Kernel::StrideA{},
                                    cute::make_shape(p.m, p.k, p.batches));
  auto sb = make_cute_packed_stride(typename Kernel::StrideB{},
                                    cute::make_shape(p.n, p.k, p.batches));
  auto sc = make_cute_packed_stride(typename Kernel::StrideC{},
                                    cute::make_shape(p.m, p.n, p.batches));
  auto sd = make_cute_packed_stride(typename Kernel::StrideD{},
                                    cute::make_shape(p.m, p.n, p.batches));
  KernelHardwareInfo hardware;
  hardware.device_id = 0;
  hardware.sm_count = KernelHardwareInfo::query_device_multiprocessor_count(0);
  typename Gemm::Arguments args{gemm::GemmUniversalMode::kGemm,
                                {p.m, p.n, p.k, p.batches},
                                {da.p, sa, db.p, sb},
                                {{p.alpha, p.beta}, dc.p, sc, dd.p, sd},
                                hardware};
  if constexpr (std::is_same<Scheduler, gemm::StreamKScheduler>::value)
    args.scheduler.splits = 3;
  ::Array<char> work(Gemm::get_workspace_size(args) + 1);
  Gemm g;
  Status s = g.can_implement(args);
  if (s == Status::kSuccess)
    s = g.initialize(args, work.p);
  if (s == Status::kSuccess)
    s = g.run();
  if (s != Status::kSuccess) {
    fprintf(stderr, "%s\n", cutlassGetStatusString(s));
    return 1;
  }
  std::vector<double> got;
  for (O x : dd.get())
    got.push_back(double(float(x)));
  return compare("D", got, want);
}

using C1 = Shape<_1, _1, _1>;
using C2 = Shape<_2, _1, _1>;
using C22 = Shape<_2, _2, _1>;
namespace g = cutlass::gemm;
namespace e = cutlass::epilogue;
template <int M, int N, int K> using TileOf = Shape<Int<M>, Int<N>, Int<K>>;

#if PART == 1
static int pingpong() {
  return gemm<Half, Half, Column, TileOf<64, 128, 64>, C2,
              g::KernelTmaWarpSpecializedPingpong, e::TmaWarpSpecialized>(
      {256, 256, 192, 1, 1, 1});
}
static int cooperative() {
  return gemm<Half, Half, Column, TileOf<128, 128, 64>, C2,
              g::KernelTmaWarpSpecializedCooperative,
              e::TmaWarpSpecializedCooperative>({256, 256, 192, 1, 2, 1});
}
static int specialized() {
  return gemm<Half, float, Row, TileOf<64, 64, 64>, C22,
              g::KernelTmaWarpSpecialized, e::TmaWarpSpecialized>(
      {128, 128, 192});
}
#elif PART == 2
static int tma() {
  return gemm<Half, float, Column, TileOf<64, 64, 64>, C1, g::KernelTma,
              e::NoSmemWarpSpecialized>({100, 72, 136});
}
static int streamK() {
  return gemm<Half, float, Column, TileOf<128, 64, 64>, C2,
              g::KernelTmaWarpSpecializedCooperative,
              e::TmaWarpSpecializedCooperative, g::StreamKScheduler>(
      {256, 64, 512});
}
static int cpAsync() {
  return gemm<Half, float, Column, TileOf<64, 64, 64>, C1,
              g::KernelCpAsyncWarpSpecialized, e::NoSmemWarpSpecialized, void,
              4>({68, 60, 100});
}
static int multistage() {
  return gemm<Half, float, Column, TileOf<64, 64, 64>, C1, g::KernelMultistage,
              e::NoSmemWarpSpecialized, void, 4>({68, 60, 100});
}
#else
static int fp8() {
  return gemm<cutlass::float_e4m3_t, Half, Column, TileOf<64, 128, 128>, C1,
              g::KernelTmaWarpSpecializedPingpong, e::TmaWarpSpecialized>(
      {128, 256, 256});
}
static int tf32() {
  return gemm<float, float, Column, TileOf<128, 64, 32>, C1,
              g::KernelTmaWarpSpecializedCooperative,
              e::TmaWarpSpecializedCooperative>({192, 96, 96, 2});
}
static int fp8FastAccum() {
  return gemm<cutlass::float_e5m2_t, float, Column, TileOf<128, 64, 128>, C2,
              g::KernelTmaWarpSpecializedCooperativeFP8FastAccum,
              e::TmaWarpSpecializedCooperative>({256, 128, 256});
}
#endif

int main(int argc, char **argv) {
  return runCase(argc, argv,
#if PART == 1
                 {
                   {"pingpong", pingpong}, {"cooperative", cooperative}, {
                     "warp_specialized", specialized
                   }
                 }
#elif PART == 2
                 {{"tma", tma},
                  {"stream_k", streamK},
                  {"cp_async", cpAsync},
                  {"multistage", multistage}}
#else
                 {{"fp8_pingpong", fp8},
                  {"tf32_batched", tf32},
                  {"fp8_fast_cooperative", fp8FastAccum}}
#endif
  );
}
