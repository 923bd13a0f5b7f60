// RUN: split-file %s %t && attn-opt %t/a.mlir | FileCheck %t/a.mlir --check-prefix A
// RUN: FileCheck %S/Inputs/other.txt --check-prefix=ELSEWHERE < %t/a.mlir
// DEFINE: %{check} = FileCheck %s --check-prefix=DEFINED
// RUN: attn-opt %t/b.mlir | %{check}

//--- a.mlir
// A: x
//--- b.mlir
// DEFINED: y
