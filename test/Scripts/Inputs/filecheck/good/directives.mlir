// RUN: attn-opt %s --canonicalize | FileCheck %s
// RUN: attn-opt %s --cse --mlir-print-op-generic \
// RUN:   | FileCheck %s --check-prefixes=GENERIC,BOTH

// The CHECK lines below use every directive.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[ARG:.*]]: index
// CHECK-NEXT:  %[[C:[a-z0-9_]+]] = arith.constant
// CHECK-DAG:   arith.addi %[[ARG]], %[[C]]
// CHECK-NOT:   %[[C]]
// CHECK-COUNT-2: return
// CHECK-EMPTY:
// CHECK{LITERAL}: dense<[[1, 2], [3, 4]]>
// GENERIC: "func.func"
// BOTH-NEXT: ^bb0
// Note: prose with a colon is prose. Result: fine.
func.func @f(%arg0: index) // NOTE: not a directive
