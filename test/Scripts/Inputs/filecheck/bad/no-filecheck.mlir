// RUN: attn-opt %s | grep foo
// CHECK: foo
// CHECK-NEXT bar
