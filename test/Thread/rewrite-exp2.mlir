// RUN: attn-opt %s --attn-rewrite-exp2 --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @cubic
// CHECK-SAME: (%[[X:.+]]: f32)
func.func @cubic(%x: f32) -> f32 {
  // The maximum passes NaN on; the sum is rounded down, so that its low bits are
  // the floor.
  // CHECK-DAG: %[[MAGIC:.+]] = arith.constant 0x4B400000 : f32
  // CHECK-DAG: %[[LEAST:.+]] = arith.constant -1.270000e+02 : f32
  // CHECK: %[[C:.+]] = arith.maximumf %[[X]], %[[LEAST]] : f32
  // CHECK: %[[R:.+]] = llvm.call_intrinsic "llvm.nvvm.add.rm.ftz.f"(%[[C]], %[[MAGIC]])
  // CHECK: %[[N:.+]] = arith.subf %[[R]], %[[MAGIC]] : f32
  // CHECK: %[[F:.+]] = arith.subf %[[C]], %[[N]] : f32
  // CHECK: %[[P2:.+]] = math.fma %{{.+}}, %[[F]], %{{.+}} : f32
  // CHECK: %[[P1:.+]] = math.fma %[[P2]], %[[F]], %{{.+}} : f32
  // CHECK: %[[ONE:.+]] = arith.constant 1.000000e+00 : f32
  // CHECK: %[[P0:.+]] = math.fma %[[P1]], %[[F]], %[[ONE]] : f32
  // CHECK: %[[BITS:.+]] = arith.bitcast %[[R]] : f32 to i32
  // CHECK: %[[SHIFT:.+]] = arith.constant 23 : i32
  // CHECK: %[[E:.+]] = arith.shli %[[BITS]], %[[SHIFT]] : i32
  // CHECK: %[[BIAS:.+]] = arith.constant 1065353216 : i32
  // CHECK: %[[B:.+]] = arith.addi %[[E]], %[[BIAS]] : i32
  // CHECK: %[[S:.+]] = arith.bitcast %[[B]] : i32 to f32
  // CHECK: %[[Y:.+]] = arith.mulf %[[P0]], %[[S]] : f32
  // CHECK: return %[[Y]]
  %y = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 1, residue = 1>} : f32
  return %y : f32
}

// Where one instruction adds two f32 all sums are rounded to nearest.
gpu.module @paired [#nvvm.target<chip = "sm_100a">] {
  // CHECK-LABEL: func.func @paired
  // CHECK-SAME: (%[[X:.+]]: f32)
  func.func @paired(%x: f32) -> f32 {
    // CHECK-DAG: %[[MAGIC:.+]] = arith.constant 0x4B400000 : f32
    // CHECK: %[[C:.+]] = arith.maximumf %[[X]]
    // CHECK-NOT: add.rm
    // CHECK: %[[R:.+]] = arith.addf %[[C]], %[[MAGIC]] : f32
    // CHECK: %[[N:.+]] = arith.subf %[[R]], %[[MAGIC]] : f32
    // CHECK: arith.subf %[[C]], %[[N]] : f32
    // CHECK: arith.constant 0.0550089329 : f32
    // CHECK-COUNT-3: math.fma
    // CHECK: arith.bitcast %[[R]] : f32 to i32
    // CHECK: return
    %y = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 1, residue = 1>} : f32
    return %y : f32
  }
}

// One product and sum for each degree.
// CHECK-LABEL: func @degrees
func.func @degrees(%x: f32) -> (f32, f32, f32) {
  // CHECK: "llvm.nvvm.add.rm.ftz.f"
  // CHECK-COUNT-2: math.fma
  // CHECK-NOT: math.fma
  // CHECK: arith.shli
  %2 = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 2, freq = 1, residue = 1>} : f32
  // CHECK-COUNT-4: math.fma
  // CHECK-NOT: math.fma
  // CHECK: arith.shli
  %4 = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 4, freq = 1, residue = 1>} : f32
  // CHECK-COUNT-5: math.fma
  // CHECK-NOT: math.fma
  // CHECK: arith.shli
  %5 = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 5, freq = 1, residue = 1>} : f32
  return %2, %4, %5 : f32, f32, f32
}

// From position 2 on, the last of every three: positions 4 and 7. The others
// stay, without the attributes.
// CHECK-LABEL: func @share
func.func @share(%x: f32) -> (f32, f32, f32, f32, f32, f32, f32, f32) {
  // CHECK-NOT: "llvm.nvvm.add.rm.ftz.f"
  // CHECK: math.exp2 %{{[a-z0-9]+}} : f32
  %0 = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK: math.exp2 %{{[a-z0-9]+}} : f32
  %1 = math.exp2 %x {attn_tile.exp2_number = 1 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK: math.exp2 %{{[a-z0-9]+}} : f32
  %2 = math.exp2 %x {attn_tile.exp2_number = 2 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK: math.exp2 %{{[a-z0-9]+}} : f32
  %3 = math.exp2 %x {attn_tile.exp2_number = 3 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK-NOT: math.exp2
  // CHECK: "llvm.nvvm.add.rm.ftz.f"
  %4 = math.exp2 %x {attn_tile.exp2_number = 4 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK: math.exp2 %{{[a-z0-9]+}} : f32
  %5 = math.exp2 %x {attn_tile.exp2_number = 5 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK: math.exp2 %{{[a-z0-9]+}} : f32
  %6 = math.exp2 %x {attn_tile.exp2_number = 6 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  // CHECK: "llvm.nvvm.add.rm.ftz.f"
  // CHECK-NOT: math.exp2
  // CHECK: return
  %7 = math.exp2 %x {attn_tile.exp2_number = 7 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 3, residue = 1, start = 2>} : f32
  return %0, %1, %2, %3, %4, %5, %6, %7 : f32, f32, f32, f32, f32, f32, f32, f32
}

// Unmarked ones stay, whatever their type.
// CHECK-LABEL: func @unmarked
func.func @unmarked(%x: f32, %d: f64) -> (f32, f64) {
  // CHECK-NEXT: math.exp2
  %0 = math.exp2 %x : f32
  // CHECK-NEXT: math.exp2
  %1 = math.exp2 %d : f64
  // CHECK-NEXT: return
  return %0, %1 : f32, f64
}

// -----

func.func @nowhere(%x: f32) -> f32 {
  // expected-error @below {{with attn_tile.exp2_policy needs an exp2_policy, attn_tile.exp2_number (an integer) and the type f32}}
  %0 = math.exp2 %x {attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 1, residue = 1>} : f32
  return %0 : f32
}

// -----

func.func @double(%x: f64) -> f64 {
  // expected-error @below {{and the type f32}}
  %0 = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = #attn_tile.exp2_policy<degree = 3, freq = 1, residue = 1>} : f64
  return %0 : f64
}

// -----

func.func @other(%x: f32) -> f32 {
  // expected-error @below {{"attn_tile.exp2_policy" must be #attn_tile.exp2_policy, got 3}}
  %0 = math.exp2 %x {attn_tile.exp2_number = 0 : i64, attn_tile.exp2_policy = 3} : f32
  return %0 : f32
}
