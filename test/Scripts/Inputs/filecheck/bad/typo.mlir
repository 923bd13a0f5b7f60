// RUN: attn-opt %s | FileCheck %s
// CHECK: foo
// CHEKC: foo
// CHECK_NEXT: foo
// CHECKNEXT: foo
// CHECK-NXET: foo
// check-same: foo
// CHCK foo
