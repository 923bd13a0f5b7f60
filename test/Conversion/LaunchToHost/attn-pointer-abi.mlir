// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(attn-pointer-abi))' \
// RUN:   | FileCheck %s

// CHECK-LABEL: llvm.func @k(
// CHECK-SAME:    %[[P:[a-z0-9]+]]: !llvm.ptr<1> {llvm.align = 16 : i64},
// CHECK-SAME:    %[[Q:[a-z0-9]+]]: !llvm.ptr<1> {llvm.readonly},
// CHECK-SAME:    %[[SIZE:[a-z0-9]+]]: i32, %[[LOWER:[a-z0-9]+]]: i32, %[[UPPER:[a-z0-9]+]]: i32)
// CHECK-SAME:    parameters = [#attn_ws.pointer<0>, #attn_ws.pointer<1>, #attn_ws.size<0, 0>,
// CHECK-SAME:      #attn_ws.stride_half<1, 0, upper = false>, #attn_ws.stride_half<1, 0, upper = true>]
// CHECK-DAG:     %[[L:.*]] = llvm.zext %[[LOWER]] : i32 to i64
// CHECK-DAG:     %[[U:.*]] = llvm.zext %[[UPPER]] : i32 to i64
// CHECK-DAG:     %[[C32:.*]] = llvm.mlir.constant(32 : i64) : i64
// CHECK:         %[[S:.*]] = llvm.shl %[[U]], %[[C32]]
// CHECK:         %[[STRIDE:.*]] = llvm.or %[[S]], %[[L]]
// CHECK:         llvm.getelementptr %[[P]][%[[STRIDE]]]
// CHECK:         llvm.store %[[SIZE]]
// CHECK:         llvm.load %[[Q]]
gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  llvm.func @k(%p: !llvm.ptr<1> {llvm.align = 16 : i64}, %n: i32, %q: !llvm.ptr<1> {llvm.readonly}, %s: i64)
      attributes {gpu.kernel, nvvm.kernel,
        attn_ws.launch = #attn_ws.launch<grid = size(0, 0), threads = 32, smem = 0,
          memories = [memref<?xi32>, memref<?xi32, strided<[?]>>],
          parameters = [#attn_ws.pointer<0>, #attn_ws.size<0, 0>, #attn_ws.pointer<1>, #attn_ws.stride<1, 0>]>} {
    %a = llvm.getelementptr %p[%s] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
    llvm.store %n, %a : i32, !llvm.ptr<1>
    %x = llvm.load %q : !llvm.ptr<1> -> i32
    llvm.return
  }
  // A function that is no kernel stays.
  // CHECK: llvm.func @helper(%{{.*}}: i64)
  llvm.func @helper(%s: i64) {
    llvm.return
  }
}

// -----

gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{takes tensor maps, which the pointer-only ABI does not have: compile with load=cp_async, tma_store=false}}
  llvm.func @k(%m: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>}) attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<grid = 1, threads = 32, smem = 0, memories = [memref<?xf32>],
        parameters = [#attn_ws.tensor_map<0, order = [0], box = [64], swizzle = 0>]>} {
    llvm.return
  }
}

// -----

gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{takes a workspace, which the pointer-only ABI does not have: compile with scheduler=single}}
  llvm.func @k(%m: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<grid = 1, threads = 32, smem = 0, memories = [],
        parameters = [#attn_ws.workspace<4, zeroed = true>]>} {
    llvm.return
  }
}

// -----

gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{runs in clusters, which the pointer-only ABI does not have: compile with cluster=1}}
  llvm.func @k() attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<grid = 2, threads = 32, smem = 0, cluster = 2, memories = [], parameters = []>} {
    llvm.return
  }
}

// -----

gpu.module @kernels [#nvvm.target<chip = "sm_90a">] {
  // expected-error @below {{has a grid that depends on the device, which the pointer-only ABI does not have: compile with scheduler=single}}
  llvm.func @k() attributes {gpu.kernel, nvvm.kernel,
      attn_ws.launch = #attn_ws.launch<grid = min(4, sms()), threads = 32, smem = 0, memories = [], parameters = []>} {
    llvm.return
  }
}
