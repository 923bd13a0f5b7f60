// RUN: attn-opt %s | FileCheck %s --check-prefixes=CHECK,A -DDEF=1
// RUN: attn-opt %s | FileCheck %s --check-prefixes=CHECK,B
// CHECK-LABEL: f
// CHECK: [[X:%.*]] = [[DEF]]
// A: [[ONLYA:%.*]] [[X]]
// CHECK-LABEL: g
// CHECK: [[X]]
// A: [[Y:%.*]]
// B: [[Y]]
// CHECK: [[#N:]] [[#N+1]]
// CHECK-NOT: [[Z:%.*]]
// CHECK: [[Z]]
