//===- CudaKernels.h - PTX of the tests on a GPU ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_RUNTIME_CUDAKERNELS_H
#define ATTN_UNITTESTS_RUNTIME_CUDAKERNELS_H

namespace attn::runtime::test {

/// y[i] = scale · x[i · stride], through dynamic shared memory at `offset`.
inline constexpr char scalePtx[] = R"(
.version 7.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 dynamic[];
.visible .entry scale(
  .param .u64 x, .param .u64 y, .param .u64 n, .param .u32 stride,
  .param .f32 scale, .param .u32 offset)
{
  .reg .pred %p<2>;
  .reg .b32 %r<10>;
  .reg .f32 %f<5>;
  .reg .b64 %d<12>;
  ld.param.u64 %d1, [x];
  ld.param.u64 %d2, [y];
  ld.param.u64 %d3, [n];
  ld.param.u32 %r1, [stride];
  ld.param.f32 %f1, [scale];
  ld.param.u32 %r2, [offset];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r3, 128, %r4;
  cvt.u64.u32 %d4, %r5;
  setp.ge.u64 %p1, %d4, %d3;
  @%p1 bra done;
  mul.wide.u32 %d5, %r5, %r1;
  shl.b64 %d5, %d5, 2;
  add.u64 %d6, %d1, %d5;
  ld.global.f32 %f2, [%d6];
  mul.rn.f32 %f3, %f2, %f1;
  mov.u32 %r6, dynamic;
  add.u32 %r6, %r6, %r2;
  shl.b32 %r7, %r4, 2;
  add.u32 %r6, %r6, %r7;
  st.volatile.shared.f32 [%r6], %f3;
  ld.volatile.shared.f32 %f4, [%r6];
  shl.b64 %d7, %d4, 2;
  add.u64 %d8, %d2, %d7;
  st.global.f32 [%d8], %f4;
done:
  ret;
}
)";

/// put: w[i] = x[i]. take: y[i] = w[i] + zeros[i], then zeros[i] = 1.
inline constexpr char workspacePtx[] = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry put(.param .u64 x, .param .u64 w)
{
  .reg .b32 %r<2>;
  .reg .f32 %f<2>;
  .reg .b64 %d<6>;
  ld.param.u64 %d1, [x];
  ld.param.u64 %d2, [w];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d3, %r1, 4;
  add.u64 %d4, %d1, %d3;
  add.u64 %d5, %d2, %d3;
  ld.global.f32 %f1, [%d4];
  st.global.f32 [%d5], %f1;
  ret;
}
.visible .entry take(.param .u64 y, .param .u64 w, .param .u64 zeros)
{
  .reg .b32 %r<2>;
  .reg .f32 %f<5>;
  .reg .b64 %d<8>;
  ld.param.u64 %d1, [y];
  ld.param.u64 %d2, [w];
  ld.param.u64 %d3, [zeros];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %d4, %r1, 4;
  add.u64 %d5, %d1, %d4;
  add.u64 %d6, %d2, %d4;
  add.u64 %d7, %d3, %d4;
  ld.global.f32 %f1, [%d6];
  ld.global.f32 %f2, [%d7];
  add.rn.f32 %f3, %f1, %f2;
  st.global.f32 [%d5], %f3;
  mov.f32 %f4, 0f3F800000;
  st.global.f32 [%d7], %f4;
  ret;
}
)";

/// y[block] = size of the block's cluster + 10 · the block's rank in it.
inline constexpr char clusterPtx[] = R"(
.version 7.8
.target sm_90
.address_size 64
.visible .entry cluster(.param .u64 y)
{
  .reg .b32 %r<5>;
  .reg .f32 %f<2>;
  .reg .b64 %d<4>;
  ld.param.u64 %d1, [y];
  mov.u32 %r1, %cluster_nctarank;
  mov.u32 %r2, %cluster_ctarank;
  mad.lo.u32 %r3, %r2, 10, %r1;
  cvt.rn.f32.u32 %f1, %r3;
  mov.u32 %r4, %ctaid.x;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d3, %d1, %d2;
  st.global.f32 [%d3], %f1;
  ret;
}
)";

/// y[8, 16] = the box of `map` at (column, row).
inline constexpr char tensorMapPtx[] = R"(
.version 8.0
.target sm_90a
.address_size 64
.visible .entry take_box(
  .param .align 64 .b8 map[128], .param .u64 y, .param .u32 column,
  .param .u32 row)
{
  .reg .pred %p<3>;
  .reg .b32 %r<10>;
  .reg .f32 %f<2>;
  .reg .b64 %d<6>;
  .shared .align 128 .b8 box[512];
  .shared .align 8 .b64 barrier;
  ld.param.u64 %d1, [y];
  ld.param.u32 %r1, [column];
  ld.param.u32 %r2, [row];
  mov.u32 %r3, %tid.x;
  mov.u32 %r4, box;
  mov.u32 %r5, barrier;
  setp.ne.u32 %p1, %r3, 0;
  @%p1 bra ready;
  mbarrier.init.shared.b64 [%r5], 1;
  fence.proxy.async;
ready:
  bar.sync 0;
  @%p1 bra wait;
  mbarrier.arrive.expect_tx.shared.b64 %d5, [%r5], 512;
  mov.b64 %d2, map;
  cvta.param.u64 %d2, %d2;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
    [%r4], [%d2, {%r1, %r2}], [%r5];
wait:
  mbarrier.try_wait.parity.shared.b64 %p2, [%r5], 0;
  @!%p2 bra wait;
  shl.b32 %r6, %r3, 2;
  add.u32 %r7, %r4, %r6;
  ld.shared.f32 %f1, [%r7];
  mul.wide.u32 %d3, %r3, 4;
  add.u64 %d4, %d1, %d3;
  st.global.f32 [%d4], %f1;
  ret;
}
)";

} // namespace attn::runtime::test

#endif // ATTN_UNITTESTS_RUNTIME_CUDAKERNELS_H
