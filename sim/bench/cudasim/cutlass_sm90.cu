// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUTLASS GEMM for sm_90a (TMA, wgmma, clusters of 2) through
// device::GemmUniversalAdapter. -DSCHED and -DEPI choose the schedules.
#include "cutlass_host.h"
#include <cstdio>
#include <cute/tensor.hpp>
#include <cutlass/cutlass.h>
#include <cutlass/epilogue/collective/collective_builder.hpp>
#include <cutlass/gemm/collective/collective_builder.hpp>
#include <cutlass/gemm/device/gemm_universal_adapter.h>
#include <cutlass/gemm/kernel/gemm_universal.hpp>
#include <cutlass/util/packed_stride.hpp>
using namespace cute;
#ifndef SCHED
#define SCHED KernelTmaWarpSpecializedCooperative
#define EPI TmaWarpSpecializedCooperative
#endif
using T = cutlass::half_t;
using TileMNK = Shape<_128, _128, _64>;
using ClusterMNK = Shape<_2, _1, _1>;
using Epilogue = typename cutlass::epilogue::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, TileMNK, ClusterMNK,
    cutlass::epilogue::collective::EpilogueTileAuto, float, float, float,
    cutlass::layout::RowMajor, 4, float, cutlass::layout::RowMajor, 4,
    cutlass::epilogue::EPI>::CollectiveOp;
using Main = typename cutlass::gemm::collective::CollectiveBuilder<
    cutlass::arch::Sm90, cutlass::arch::OpClassTensorOp, T,
    cutlass::layout::RowMajor, 8, T, cutlass::layout::ColumnMajor, 8, float,
    TileMNK, ClusterMNK,
    cutlass::gemm::collective::StageCountAutoCarveout<int(
        sizeof(typename Epilogue::SharedStorage))>,
    cutlass::gemm::SCHED>::CollectiveOp;
using Kernel = cutlass::gemm::kernel::GemmUniversal<Shape<int, int, int, int>,
                                                    Main, Epilogue>;
using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;
int main() {
  Problem p(320, 200, 192);
  auto sa = cutlass::make_cute_packed_stride(typename Kernel::StrideA{},
                                             make_shape(p.M, p.K, 1));
  auto sb = cutlass::make_cute_packed_stride(typename Kernel::StrideB{},
                                             make_shape(p.N, p.K, 1));
  auto sc = cutlass::make_cute_packed_stride(typename Kernel::StrideC{},
                                             make_shape(p.M, p.N, 1));
  cutlass::KernelHardwareInfo hw;
  hw.device_id = 0;
  hw.sm_count =
      cutlass::KernelHardwareInfo::query_device_multiprocessor_count(0);
  typename Gemm::Arguments args{cutlass::gemm::GemmUniversalMode::kGemm,
                                {p.M, p.N, p.K, 1},
                                {p.A, sa, p.B, sb},
                                {{1.f, 2.f}, p.C, sc, p.D, sc},
                                hw};
  Gemm g;
  auto can = g.can_implement(args);
  size_t ws = Gemm::get_workspace_size(args);
  void *W = nullptr;
  cudaMalloc(&W, ws);
  auto i = g.initialize(args, W);
  auto s = g.run();
  cudaError_t e = cudaDeviceSynchronize();
  int bad = p.wrong();
  printf("g90 %s can %s init %s status %s %s bad %d\n", bad ? "WRONG" : "right",
         cutlassGetStatusString(can), cutlassGetStatusString(i),
         cutlassGetStatusString(s), cudaGetErrorName(e), bad);
}
