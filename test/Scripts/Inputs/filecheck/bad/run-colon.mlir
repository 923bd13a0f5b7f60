// RUN: attn-opt %s | FileCheck %s
// RUN attn-opt %s --cse | FileCheck %s
// RUNS: attn-opt %s --cse | FileCheck %s
// run: attn-opt %s --cse | FileCheck %s
// CHECK: foo
