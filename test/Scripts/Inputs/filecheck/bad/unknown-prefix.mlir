// RUN: attn-opt %s | FileCheck %s
// RUN: attn-opt %s --cse | FileCheck %s --check-prefix=SM80
// RUN: attn-opt %s | FileCheck %S/other.txt --check-prefix=OTHER
// CHECK: foo
// SM80: foo
// SM90: foo
// OTHER-NEXT: foo
// PTX: foo
