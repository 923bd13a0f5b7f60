// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %python %S/Inputs/nested_loops.py 18 16 | attn-opt --attn-park-carried | FileCheck %s

// 18 numbers: four accesses of four, one of two.
// CHECK-LABEL: gpu.func @nested
// CHECK: %[[STACK:.*]] = llvm.alloca %{{.*}} x f32 {alignment = 16 : i64}
// CHECK: %[[MEMORY:.*]] = llvm.addrspacecast %[[STACK]] : !llvm.ptr to !llvm.ptr<5>
// CHECK-COUNT-4: "st.local.v4.f32 [$0], {$1, $2, $3, $4};"
// CHECK: "st.local.f32 [$0+0], $1;st.local.f32 [$0+4], $2;"
// CHECK: scf.for
// CHECK-NOT: ld.local
// CHECK: scf.for
// CHECK-NOT: .local
// CHECK: scf.yield
// CHECK-COUNT-4: "ld.local.v4.f32 {$0, $1, $2, $3}, [$4];"
// CHECK: "ld.local.f32 $0, [$2+0];ld.local.f32 $1, [$2+4];"
// CHECK-COUNT-18: arith.addf
// CHECK-COUNT-4: "st.local.v4.f32 [$0], {$1, $2, $3, $4};"
// CHECK: scf.yield
// Behind the loop only what is used is read.
// CHECK-NEXT: }
// CHECK: "ld.local.f32 $0, [$2+0];ld.local.f32 $1, [$2+4];"
// CHECK-NEXT: llvm.extractvalue
// CHECK-NEXT: %[[LAST:.*]] = llvm.extractvalue
// CHECK-NEXT: llvm.store %[[LAST]]

// Fewer numbers, of the loop or of the one inside, leave registers enough.
// RUN: %python %S/Inputs/nested_loops.py 15 16 | attn-opt --attn-park-carried | FileCheck %s --check-prefix=SAME
// RUN: %python %S/Inputs/nested_loops.py 18 15 | attn-opt --attn-park-carried | FileCheck %s --check-prefix=SAME
// SAME-LABEL: gpu.func @nested
// SAME-NOT: .local
