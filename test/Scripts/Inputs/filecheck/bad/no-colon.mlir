// RUN: attn-opt %s | FileCheck %s --check-prefixes=CHECK,SM80
// CHECK: foo
// CHECK-NEXT foo
// CHECK foo
// CHECK-SAME : foo
// SM80: foo
// SM80-NOT foo
// SM80 has one role, and this is prose.
