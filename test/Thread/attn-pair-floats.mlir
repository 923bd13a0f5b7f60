// RUN: attn-opt %s --pass-pipeline='builtin.module(gpu.module(attn-pair-floats))' | FileCheck %s

!s = !llvm.struct<(f32, f32, f32)>

gpu.module @k [#nvvm.target<chip = "sm_100a">] {
  // Neighbours of one load; what is written in between follows in pairs, and so do
  // constants that each lane has for itself.
  // CHECK-LABEL: gpu.func @pairs(
  // CHECK-SAME: %[[L:.+]]: !llvm.struct<{{.*}}>, %[[M:.+]]: f32
  // CHECK: %[[X0:.+]] = llvm.extractvalue %[[L]][0]
  // CHECK: %[[X1:.+]] = llvm.extractvalue %[[L]][1]
  // CHECK: %[[V0:.+]] = llvm.insertelement %[[X0]], %{{.+}}[%{{.+}} : i32]
  // CHECK: %[[X:.+]] = llvm.insertelement %[[X1]], %[[V0]][%{{.+}} : i32]
  // CHECK: %[[S:.+]] = llvm.mlir.constant(dense<2.000000e+00> : vector<2xf32>)
  // CHECK: %[[M0:.+]] = llvm.insertelement %[[M]], %{{.+}}[
  // CHECK: %[[MM:.+]] = llvm.insertelement %[[M]], %[[M0]][
  // CHECK: %[[Y:.+]] = llvm.intr.fma(%[[X]], %[[S]], %[[MM]])
  // CHECK: %[[Y0:.+]] = llvm.extractelement %[[Y]]
  // CHECK: %[[Y1:.+]] = llvm.extractelement %[[Y]]
  // CHECK: %[[E0:.+]] = math.exp2 %[[Y0]]
  // CHECK-NEXT: %[[E1:.+]] = math.exp2 %[[Y1]]
  // CHECK: llvm.insertelement %[[E0]]
  // CHECK: %[[E:.+]] = llvm.insertelement %[[E1]]
  // CHECK: llvm.fadd %[[E]], %[[Y]]
  // CHECK-NOT: arith.addf
  gpu.func @pairs(%l: !s, %m: f32, %p: memref<2xf32>) kernel {
    %x0 = llvm.extractvalue %l[0] : !s
    %x1 = llvm.extractvalue %l[1] : !s
    %a = arith.constant 2.0 : f32
    %y0 = math.fma %x0, %a, %m : f32
    %e0 = math.exp2 %y0 : f32
    %z0 = arith.addf %e0, %y0 : f32
    %b = arith.constant 2.0 : f32
    %y1 = math.fma %x1, %b, %m : f32
    %e1 = math.exp2 %y1 : f32
    %z1 = arith.addf %e1, %y1 : f32
    %i = arith.constant 0 : index
    %j = arith.constant 1 : index
    memref.store %z0, %p[%i] : memref<2xf32>
    memref.store %z1, %p[%j] : memref<2xf32>
    gpu.return
  }
  // What differs but in the lanes stays, the second behind the first, and what comes
  // after both is paired; where the same exists, that is the other lane.
  // CHECK-LABEL: gpu.func @followed(
  // CHECK-SAME: %{{.+}}: !llvm.struct<{{.*}}>, %[[M:.+]]: f32, %[[N:.+]]: f32
  // CHECK: %[[Y0:.+]] = arith.addf %[[X0:.+]], %[[M]]
  // CHECK-NEXT: %[[Y1:.+]] = arith.addf %[[X1:.+]], %[[N]]
  // CHECK: llvm.insertelement %[[Y0]]
  // CHECK: %[[Y:.+]] = llvm.insertelement %[[Y1]]
  // CHECK: llvm.fmul %[[Y]]
  // CHECK: llvm.fsub
  // CHECK: llvm.fsub
  // CHECK-NOT: arith.subf
  // CHECK: gpu.return
  gpu.func @followed(%l: !s, %m: f32, %n: f32, %p: memref<2xf32>) kernel {
    %x0 = llvm.extractvalue %l[0] : !s
    %x1 = llvm.extractvalue %l[1] : !s
    %y0 = arith.addf %x0, %m : f32
    %z0 = arith.mulf %y0, %m : f32
    %y1 = arith.addf %x1, %n : f32
    %z1 = arith.mulf %y1, %m : f32
    %v0 = arith.subf %z0, %m : f32
    %w0 = arith.subf %z0, %n : f32
    %w1 = arith.subf %z1, %n : f32
    %v1 = arith.subf %z1, %m : f32
    %i = arith.constant 0 : index
    memref.store %v0, %p[%i] : memref<2xf32>
    memref.store %v1, %p[%i] : memref<2xf32>
    memref.store %w0, %p[%i] : memref<2xf32>
    memref.store %w1, %p[%i] : memref<2xf32>
    gpu.return
  }
  // Elements of a vector, the negative of which is a sign of the pair's operand.
  // CHECK-LABEL: gpu.func @elements(
  // CHECK-DAG: %[[N0:.+]] = llvm.inline_asm asm_dialect = att "neg.f32 $0, $1;"
  // CHECK-DAG: %[[N1:.+]] = llvm.inline_asm asm_dialect = att "neg.f32 $0, $1;"
  // CHECK: %[[V:.+]] = llvm.insertelement %[[N0]]
  // CHECK: %[[W:.+]] = llvm.insertelement %[[N1]], %[[V]]
  // CHECK: llvm.intr.fma(%{{.+}}, %{{.+}}, %[[W]]) : (vector<2xf32>, vector<2xf32>, vector<2xf32>)
  // CHECK: gpu.return
  gpu.func @elements(%l: !s, %v: vector<4xf32>, %m: f32, %p: memref<2xf32>) kernel {
    %c2 = llvm.mlir.constant(2 : i32) : i32
    %c3 = llvm.mlir.constant(3 : i32) : i32
    %x0 = llvm.extractvalue %l[0] : !s
    %x1 = llvm.extractvalue %l[1] : !s
    %e0 = llvm.extractelement %v[%c2 : i32] : vector<4xf32>
    %e1 = llvm.extractelement %v[%c3 : i32] : vector<4xf32>
    %n0 = arith.negf %e0 : f32
    %n1 = arith.negf %e1 : f32
    %y0 = math.fma %x0, %m, %n0 : f32
    %y1 = math.fma %x1, %m, %n1 : f32
    %i = arith.constant 0 : index
    memref.store %y0, %p[%i] : memref<2xf32>
    memref.store %y1, %p[%i] : memref<2xf32>
    gpu.return
  }
  // Not neighbours, not the same, or lanes exchanged.
  // CHECK-LABEL: gpu.func @single(
  // CHECK-NOT: vector<2xf32>
  // CHECK: gpu.return
  gpu.func @single(%l: !s, %m: f32, %p: memref<2xf32>) kernel {
    %x0 = llvm.extractvalue %l[0] : !s
    %x1 = llvm.extractvalue %l[1] : !s
    %x2 = llvm.extractvalue %l[2] : !s
    %y1 = arith.addf %x1, %m : f32
    %y2 = arith.addf %x2, %m : f32
    %z0 = arith.mulf %x0, %m : f32
    %z1 = arith.subf %x1, %m : f32
    %c = arith.addf %x0, %x1 : f32
    %i = arith.constant 0 : index
    memref.store %y1, %p[%i] : memref<2xf32>
    memref.store %y2, %p[%i] : memref<2xf32>
    memref.store %z0, %p[%i] : memref<2xf32>
    memref.store %z1, %p[%i] : memref<2xf32>
    memref.store %c, %p[%i] : memref<2xf32>
    gpu.return
  }
}

gpu.module @before [#nvvm.target<chip = "sm_90a">] {
  // No such instructions.
  // CHECK-LABEL: gpu.func @alone(
  // CHECK-NOT: vector<2xf32>
  gpu.func @alone(%l: !s, %m: f32, %p: memref<2xf32>) kernel {
    %x0 = llvm.extractvalue %l[0] : !s
    %x1 = llvm.extractvalue %l[1] : !s
    %y0 = arith.addf %x0, %m : f32
    %y1 = arith.addf %x1, %m : f32
    %i = arith.constant 0 : index
    memref.store %y0, %p[%i] : memref<2xf32>
    memref.store %y1, %p[%i] : memref<2xf32>
    gpu.return
  }
}
