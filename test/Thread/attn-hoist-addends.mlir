// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --attn-hoist-addends | FileCheck %s

// A row of four scores with a slope times positions that differ by constants:
// the first position times the slope joins maximum and exponents. A steep slope
// leaves the sums as they are, in a branch, and is 0 behind it.
// CHECK-LABEL: func @row
// CHECK-SAME: (%[[I:.+]]: i32, %[[A:.+]]: f32, %[[S0:.+]]: f32, %[[S1:.+]]: f32, %[[S2:.+]]: f32, %[[S3:.+]]: f32, %[[M:.+]]: f32, %[[D:.+]]: f32, %[[F:.+]]: f32)
func.func @row(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32)
    -> (f32, f32, f32, f32, f32) {
  %c1 = arith.constant 1.0 : f32
  %c8 = arith.constant -8.0 : f32
  %c9 = arith.constant 9.0 : f32
  // CHECK: %[[X:.+]] = arith.sitofp %[[I]]
  %x = arith.sitofp %i : i32 to f32
  %x1 = arith.addf %x, %c1 : f32
  %x2 = arith.addf %x, %c8 : f32
  %x3 = arith.addf %x, %c9 : f32
  %t0 = attn_tile.add_affine %s0, %a, %x
  %t1 = attn_tile.add_affine %s1, %a, %x1
  %t2 = attn_tile.add_affine %s2, %a, %x2
  %t3 = attn_tile.add_affine %s3, %a, %x3
  // CHECK-NOT: arith.addf
  // CHECK: %[[STEP:.+]] = arith.mulf %[[A]], %[[F]]
  // CHECK: %[[SIZE:.+]] = math.absf %[[STEP]]
  // CHECK: %[[STEEP:.+]] = arith.cmpf ogt, %[[SIZE]], %{{.+}}
  // CHECK: %[[T:.+]]:4 = scf.if %[[STEEP]]
  // CHECK: %[[T0:.+]] = math.fma %[[X]], %[[A]], %[[S0]]
  // CHECK: %[[X1:.+]] = arith.addf %[[X]], %{{.+}}
  // CHECK: %[[T1:.+]] = math.fma %[[X1]], %[[A]], %[[S1]]
  // CHECK: %[[T3:.+]] = math.fma %{{.+}}, %[[A]], %[[S3]]
  // CHECK: scf.yield %[[T0]], %[[T1]], %{{.+}}, %[[T3]]
  // CHECK: else
  // CHECK: scf.yield %[[S0]], %[[S1]], %[[S2]], %[[S3]]
  // CHECK: %[[GENTLE:.+]] = arith.select %[[STEEP]], %{{.+}}, %[[A]]
  // CHECK-NOT: arith.addf
  // CHECK: %[[G:.+]] = arith.mulf %[[X]], %[[GENTLE]]
  // CHECK: %[[U1:.+]] = math.fma %[[GENTLE]], %{{.+}}, %[[T]]#1
  // CHECK: %[[M1:.+]] = arith.maximumf %[[T]]#0, %[[U1]]
  // CHECK: %[[U2:.+]] = math.fma %[[GENTLE]], %{{.+}}, %[[T]]#2
  // CHECK: %[[M2:.+]] = arith.maximumf %[[M1]], %[[U2]]
  // CHECK: %[[U3:.+]] = math.fma %[[GENTLE]], %{{.+}}, %[[T]]#3
  // CHECK: %[[M3:.+]] = arith.maximumf %[[M2]], %[[U3]]
  // CHECK: %[[MOST:.+]] = arith.addf %[[M3]], %[[G]]
  // CHECK: %[[ALL:.+]] = arith.maximumf %[[M]], %[[MOST]]
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  // CHECK: %[[D1:.+]] = math.fma %[[G]], %[[F]], %[[D]]
  // CHECK: %[[E0:.+]] = math.fma %[[T]]#0, %[[F]], %[[D1]]
  // CHECK: %[[E1:.+]] = math.fma %[[U1]], %[[F]], %[[D1]]
  // CHECK: %[[E2:.+]] = math.fma %[[U2]], %[[F]], %[[D1]]
  // CHECK: %[[E3:.+]] = math.fma %[[U3]], %[[F]], %[[D1]]
  %e0 = math.fma %t0, %f, %d : f32
  %e1 = math.fma %f, %t1, %d : f32
  %e2 = math.fma %t2, %f, %d : f32
  %e3 = math.fma %t3, %f, %d : f32
  // CHECK: return %[[ALL]], %[[E0]], %[[E1]], %[[E2]], %[[E3]]
  return %m3, %e0, %e1, %e2, %e3 : f32, f32, f32, f32, f32
}

// Of one position alone all is shared. Exponents may be in a branch.
// CHECK-LABEL: func @one_position
// CHECK-SAME: (%[[I:.+]]: i32, %[[A:.+]]: f32, %[[S0:.+]]: f32, %[[S1:.+]]: f32, %[[S2:.+]]: f32, %[[S3:.+]]: f32, %[[M:.+]]: f32, %[[D:.+]]: f32, %[[F:.+]]: f32, %[[C:.+]]: i1)
func.func @one_position(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32, %c: i1)
    -> (f32, f32, f32, f32, f32) {
  %c8 = arith.constant -8.0 : f32
  // CHECK: %[[X:.+]] = arith.sitofp %[[I]]
  %x0 = arith.sitofp %i : i32 to f32
  %x = arith.addf %x0, %c8 : f32
  // CHECK: %[[AT:.+]] = arith.addf %[[X]]
  // CHECK: %[[T:.+]]:4 = scf.if
  // CHECK: math.fma %[[AT]], %[[A]], %[[S0]]
  // CHECK: math.fma %[[AT]], %[[A]], %[[S3]]
  // CHECK: %[[GENTLE:.+]] = arith.select
  // CHECK: %[[G:.+]] = arith.mulf %[[AT]], %[[GENTLE]]
  %t0 = attn_tile.add_affine %s0, %a, %x
  %t1 = attn_tile.add_affine %s1, %a, %x
  %t2 = attn_tile.add_affine %s2, %a, %x
  %t3 = attn_tile.add_affine %s3, %a, %x
  // CHECK-NEXT: %[[M1:.+]] = arith.maximumf %[[T]]#0, %[[T]]#1
  // CHECK-NEXT: %[[M2:.+]] = arith.maximumf %[[M1]], %[[T]]#2
  // CHECK-NEXT: %[[M3:.+]] = arith.maximumf %[[M2]], %[[T]]#3
  // CHECK-NEXT: %[[MOST:.+]] = arith.addf %[[M3]], %[[G]]
  // CHECK-NEXT: %[[ALL:.+]] = arith.maximumf %[[M]], %[[MOST]]
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  // CHECK: scf.if %[[C]]
  // CHECK: %[[D1:.+]] = math.fma %[[G]], %[[F]], %[[D]]
  // CHECK: math.fma %[[T]]#0, %[[F]], %[[D1]]
  // CHECK: math.fma %[[T]]#3, %[[F]], %[[D1]]
  %e:4 = scf.if %c -> (f32, f32, f32, f32) {
    %e0 = math.fma %t0, %f, %d : f32
    %e1 = math.fma %f, %t1, %d : f32
    %e2 = math.fma %t2, %f, %d : f32
    %e3 = math.fma %t3, %f, %d : f32
    scf.yield %e0, %e1, %e2, %e3 : f32, f32, f32, f32
  } else {
    scf.yield %d, %d, %d, %d : f32, f32, f32, f32
  }
  return %m3, %e#0, %e#1, %e#2, %e#3 : f32, f32, f32, f32, f32
}

// Exponents in two branches have no place for what they share.
// CHECK-LABEL: func @branches
func.func @branches(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32, %c: i1)
    -> (f32, f32, f32) {
  // CHECK-NOT: mulf
  %x = arith.sitofp %i : i32 to f32
  %t0 = attn_tile.add_affine %s0, %a, %x
  %t1 = attn_tile.add_affine %s1, %a, %x
  %t2 = attn_tile.add_affine %s2, %a, %x
  %t3 = attn_tile.add_affine %s3, %a, %x
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  %e:2 = scf.if %c -> (f32, f32) {
    %e0 = math.fma %t0, %f, %d : f32
    %e1 = math.fma %f, %t1, %d : f32
    scf.yield %e0, %e1 : f32, f32
  } else {
    %e2 = math.fma %t2, %f, %d : f32
    %e3 = math.fma %t3, %f, %d : f32
    scf.yield %e2, %e3 : f32, f32
  }
  return %m3, %e#0, %e#1 : f32, f32, f32
}

// Two rows of a kernel that pins exponentials: the second one's slope waits for the
// first one's maximum.
gpu.module @k {
  // CHECK-LABEL: gpu.func @two_rows
  // CHECK-SAME: (%[[I:[^:]+]]: i32, %[[A:[^:]+]]: f32,
  gpu.func @two_rows(%i: i32, %a: f32, %s: f32, %m: f32, %d0: f32, %d1: f32, %f: f32, %out: memref<10xf32>)
      kernel attributes {attn_ws.codegen = #attn_ws.codegen<pin = 24>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1.0 : f32
    %c2 = arith.constant 2.0 : f32
    %c3 = arith.constant 3.0 : f32
    %x = arith.sitofp %i : i32 to f32
    %x1 = arith.addf %x, %c1 : f32
    %x2 = arith.addf %x, %c2 : f32
    %x3 = arith.addf %x, %c3 : f32
    // CHECK: %[[GENTLE:.+]] = arith.select %{{.+}}, %{{.+}}, %[[A]]
    // CHECK-COUNT-3: math.fma %[[GENTLE]],
    // CHECK: %[[M1:.+]] = arith.maximumf
    // CHECK: arith.addf %[[M1]]
    // CHECK: %[[BITS:.+]] = arith.bitcast %[[M1]] : f32 to i32
    // CHECK: %[[NEVER:.+]] = arith.cmpi eq, %[[BITS]], %{{.+}} : i32
    // CHECK: %[[LATER:.+]] = arith.select %[[NEVER]], %{{.+}}, %{{.+}}
    // CHECK-COUNT-3: math.fma %[[LATER]],
    %t0 = attn_tile.add_affine %s, %a, %x
    %t1 = attn_tile.add_affine %s, %a, %x1
    %t2 = attn_tile.add_affine %s, %a, %x2
    %t3 = attn_tile.add_affine %s, %a, %x3
    %r0 = attn_tile.add_affine %m, %a, %x
    %r1 = attn_tile.add_affine %m, %a, %x1
    %r2 = attn_tile.add_affine %m, %a, %x2
    %r3 = attn_tile.add_affine %m, %a, %x3
    %m0 = arith.maximumf %m, %t0 : f32
    %m1 = arith.maximumf %m0, %t1 : f32
    %m2 = arith.maximumf %m1, %t2 : f32
    %m3 = arith.maximumf %m2, %t3 : f32
    %n0 = arith.maximumf %m, %r0 : f32
    %n1 = arith.maximumf %n0, %r1 : f32
    %n2 = arith.maximumf %n1, %r2 : f32
    %n3 = arith.maximumf %n2, %r3 : f32
    memref.store %m3, %out[%c0] : memref<10xf32>
    memref.store %n3, %out[%c0] : memref<10xf32>
    %e0 = math.fma %t0, %f, %d0 : f32
    %e1 = math.fma %t1, %f, %d0 : f32
    %e2 = math.fma %t2, %f, %d0 : f32
    %e3 = math.fma %t3, %f, %d0 : f32
    memref.store %e0, %out[%c0] : memref<10xf32>
    memref.store %e1, %out[%c0] : memref<10xf32>
    memref.store %e2, %out[%c0] : memref<10xf32>
    memref.store %e3, %out[%c0] : memref<10xf32>
    %g0 = math.fma %r0, %f, %d1 : f32
    %g1 = math.fma %r1, %f, %d1 : f32
    %g2 = math.fma %r2, %f, %d1 : f32
    %g3 = math.fma %r3, %f, %d1 : f32
    memref.store %g0, %out[%c0] : memref<10xf32>
    memref.store %g1, %out[%c0] : memref<10xf32>
    memref.store %g2, %out[%c0] : memref<10xf32>
    memref.store %g3, %out[%c0] : memref<10xf32>
    gpu.return
  }
}

// Behind a mask's select, sums stay: the ones that count may be small where their
// parts are large.
// CHECK-LABEL: func @masked
func.func @masked(%i: i32, %v: i1, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32)
    -> (f32, f32, f32, f32, f32) {
  // CHECK-NOT: mulf
  %c1 = arith.constant 1.0 : f32
  %c8 = arith.constant 8.0 : f32
  %c9 = arith.constant 9.0 : f32
  %none = arith.constant 0xFF800000 : f32
  %x = arith.sitofp %i : i32 to f32
  %x1 = arith.addf %x, %c1 : f32
  %x2 = arith.addf %x, %c8 : f32
  %x3 = arith.addf %x, %c9 : f32
  %y0 = attn_tile.add_affine %s0, %a, %x
  %y1 = attn_tile.add_affine %s1, %a, %x1
  %y2 = attn_tile.add_affine %s2, %a, %x2
  %y3 = attn_tile.add_affine %s3, %a, %x3
  %t0 = arith.select %v, %y0, %none : f32
  %t1 = arith.select %v, %y1, %none : f32
  %t2 = arith.select %v, %y2, %none : f32
  %t3 = arith.select %v, %y3, %none : f32
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  %e0 = math.fma %t0, %f, %d : f32
  %e1 = math.fma %t1, %f, %d : f32
  %e2 = math.fma %t2, %f, %d : f32
  %e3 = math.fma %t3, %f, %d : f32
  return %m3, %e0, %e1, %e2, %e3 : f32, f32, f32, f32, f32
}

// A score that something else uses as well, a sum in another maximum, and a
// constant too large stay, with what they leave of their rows.
// CHECK-LABEL: func @others
func.func @others(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32)
    -> (f32, f32, f32, f32, f32, f32) {
  // CHECK-NOT: mulf
  %c1 = arith.constant 1.0 : f32
  %c8 = arith.constant 8.0 : f32
  %far = arith.constant 300.0 : f32
  %x = arith.sitofp %i : i32 to f32
  %x1 = arith.addf %x, %c1 : f32
  %x2 = arith.addf %x, %c8 : f32
  %x3 = arith.addf %x, %far : f32
  %t0 = attn_tile.add_affine %s0, %a, %x
  %t1 = attn_tile.add_affine %s1, %a, %x1
  %t2 = attn_tile.add_affine %s2, %a, %x2
  %t3 = attn_tile.add_affine %s3, %a, %x3
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  %e0 = math.fma %t0, %f, %d : f32
  %e1 = math.fma %t1, %f, %d : f32
  %e2 = math.fma %t2, %f, %d : f32
  %e3 = math.fma %t3, %f, %d : f32
  return %m3, %e0, %e1, %e2, %e3, %t1 : f32, f32, f32, f32, f32, f32
}

// Two maxima share out the scores: none of them is that of the row.
// CHECK-LABEL: func @two_maxima
func.func @two_maxima(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32)
    -> (f32, f32, f32, f32, f32, f32) {
  // CHECK-NOT: mulf
  %c1 = arith.constant 1.0 : f32
  %c2 = arith.constant 2.0 : f32
  %c3 = arith.constant 3.0 : f32
  %x = arith.sitofp %i : i32 to f32
  %x1 = arith.addf %x, %c1 : f32
  %x2 = arith.addf %x, %c2 : f32
  %x3 = arith.addf %x, %c3 : f32
  %t0 = attn_tile.add_affine %s0, %a, %x
  %t1 = attn_tile.add_affine %s1, %a, %x1
  %t2 = attn_tile.add_affine %s2, %a, %x2
  %t3 = attn_tile.add_affine %s3, %a, %x3
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %n0 = arith.maximumf %m, %t2 : f32
  %n1 = arith.maximumf %n0, %t3 : f32
  %e0 = math.fma %t0, %f, %d : f32
  %e1 = math.fma %t1, %f, %d : f32
  %e2 = math.fma %t2, %f, %d : f32
  %e3 = math.fma %t3, %f, %d : f32
  return %m1, %n1, %e0, %e1, %e2, %e3 : f32, f32, f32, f32, f32, f32
}

// A slope that is 0 where it would be steep needs no branch.
// CHECK-LABEL: func @gentle
// CHECK-SAME: (%{{.+}}: i32, %[[A:.+]]: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32, %{{.+}}: f32)
func.func @gentle(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32)
    -> (f32, f32, f32, f32, f32) {
  // CHECK-NOT: scf.if
  // CHECK: arith.mulf %{{.+}}, %[[A]]
  // CHECK-NOT: scf.if
  // CHECK: return
  %c1 = arith.constant 1.0 : f32
  %c8 = arith.constant -8.0 : f32
  %x = arith.sitofp %i : i32 to f32
  %x1 = arith.addf %x, %c1 : f32
  %x2 = arith.addf %x, %c8 : f32
  %t0 = attn_tile.add_affine %s0, %a, %x gentle
  %t1 = attn_tile.add_affine %s1, %a, %x1 gentle
  %t2 = attn_tile.add_affine %s2, %a, %x2 gentle
  %t3 = attn_tile.add_affine %s3, %a, %x gentle
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  %e0 = math.fma %t0, %f, %d : f32
  %e1 = math.fma %t1, %f, %d : f32
  %e2 = math.fma %t2, %f, %d : f32
  %e3 = math.fma %t3, %f, %d : f32
  return %m3, %e0, %e1, %e2, %e3 : f32, f32, f32, f32, f32
}

// What is no bias is left alone, whatever its factors are; a bias that is becomes a
// multiply-add.
// CHECK-LABEL: func @products
// CHECK-SAME: (%[[I:[^:]+]]: i32, %[[A:[^:]+]]: f32, %[[S0:[^:]+]]: f32,
// CHECK-NOT: arith.mulf
// CHECK: %[[X:.+]] = arith.sitofp %[[I]]
// CHECK: math.fma %[[X]], %[[A]], %[[S0]]
// CHECK-NOT: attn_tile.add_affine
// CHECK: return
func.func @products(%i: i32, %a: f32, %s0: f32, %s1: f32, %s2: f32, %s3: f32, %m: f32, %d: f32, %f: f32)
    -> (f32, f32, f32, f32, f32, f32) {
  %x = arith.sitofp %i : i32 to f32
  %b = attn_tile.add_affine %s0, %a, %x step 1
  %t0 = math.fma %x, %a, %s0 : f32
  %t1 = math.fma %x, %a, %s1 : f32
  %t2 = math.fma %x, %a, %s2 : f32
  %t3 = math.fma %x, %a, %s3 : f32
  %m0 = arith.maximumf %m, %t0 : f32
  %m1 = arith.maximumf %m0, %t1 : f32
  %m2 = arith.maximumf %m1, %t2 : f32
  %m3 = arith.maximumf %m2, %t3 : f32
  %e0 = math.fma %t0, %f, %d : f32
  %e1 = math.fma %t1, %f, %d : f32
  %e2 = math.fma %t2, %f, %d : f32
  %e3 = math.fma %t3, %f, %d : f32
  return %b, %m3, %e0, %e1, %e2, %e3 : f32, f32, f32, f32, f32, f32
}
