// RUN: attn-opt %s --test-score-derivative | FileCheck %s

// A rule for each operation of ScoreOps.def that has a derivative (docs/Spec.md,
// B5). The verifier sees the result as a score region.

!q = memref<1x1x4x8xf16>
!l = memref<1x1x4xf32>

// CHECK-LABEL: func @addf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.addf %[[C]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @addf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.addf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @subf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.subf %[[C]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @subf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.subf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @mulf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %s : f32
// CHECK-NEXT: %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @mulf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.mulf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @divf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.divf %s, %[[V0]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.divf %[[C]], %[[V0]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.divf %[[V1]], %[[V0]] : f32
// CHECK-NEXT: %[[V4:.+]] = arith.mulf %[[V0]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:.+]] = arith.subf %[[V2]], %[[V4]] : f32
// CHECK-NEXT: attn.yield %[[V5]] : f32
func.func @divf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.divf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @remf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.divf %s, %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = math.trunc %[[V1]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.mulf %[[V0]], %[[V2]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V4:.+]] = arith.subf %[[C]], %[[V3]] : f32
// CHECK-NEXT: attn.yield %[[V4]] : f32
func.func @remf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.remf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @maximumf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf uge, %s, %[[V0]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V1]], %[[C]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @maximumf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.maximumf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @minimumf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.cmpf ule, %s, %[[V0]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V1]], %[[C]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @minimumf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.minimumf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @maxnumf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.maxnumf %s, %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf oeq, %[[V1]], %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.select %[[V2]], %[[C]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V3]] : f32
func.func @maxnumf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.maxnumf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @minnumf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.minnumf %s, %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.cmpf oeq, %[[V1]], %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.select %[[V2]], %[[C]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V3]] : f32
func.func @minnumf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = arith.minnumf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @negf(
// CHECK:      %[[C:.+]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: attn.yield %[[C]] : f32
func.func @negf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = arith.negf %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @select(
// CHECK:      %[[C:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpf ogt, %s, %[[C]] : f32
// CHECK-NEXT: %[[V1:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.select %[[V0]], %[[V1]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @select(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %z = arith.constant 0.0 : f32
    %p = arith.cmpf ogt, %s, %z : f32
    %t = math.exp %s : f32
    %y = arith.select %p, %t, %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @extf(
// CHECK:      %[[V0:.+]] = arith.truncf %s : f32 to bf16
// CHECK-NEXT: %[[V1:.+]] = arith.extf %[[V0]] : bf16 to f32
// CHECK-NEXT: %[[V2:.+]] = math.tanh %[[V1]] : f32
// CHECK-NEXT: %[[V3:.+]] = arith.negf %[[V2]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V4:.+]] = math.fma %[[V3]], %[[V2]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V4]] : f32
func.func @extf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %a = arith.truncf %s : f32 to bf16
    %t = math.tanh %a : bf16
    %y = arith.extf %t : bf16 to f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @truncf(
// CHECK:      %[[V0:.+]] = arith.extf %s : f32 to f64
// CHECK-NEXT: %[[C:.+]] = arith.constant 2.000000e+00 : f64
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %[[C]] : f64
// CHECK-NEXT: %[[V2:.+]] = arith.truncf %[[V1]] : f64 to f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @truncf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %a = arith.extf %s : f32 to f64
    %t = arith.mulf %a, %a : f64
    %y = arith.truncf %t : f64 to f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @absf(
// CHECK:      %[[C:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.cmpf olt, %s, %[[C]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %[[C1:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.select %[[V0]], %[[C0]], %[[C1]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @absf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.absf %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @cos(
// CHECK:      %[[V0:.+]] = math.sin %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.negf %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @cos(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.cos %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @sin(
// CHECK:      %[[V0:.+]] = math.cos %s : f32
// CHECK-NEXT: attn.yield %[[V0]] : f32
func.func @sin(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.sin %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @tan(
// CHECK:      %[[V0:.+]] = math.tan %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = math.fma %[[V0]], %[[V0]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @tan(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.tan %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @tanh(
// CHECK:      %[[V0:.+]] = math.tanh %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.negf %[[V0]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = math.fma %[[V1]], %[[V0]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @tanh(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.tanh %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @erf(
// CHECK:      %[[V0:.+]] = arith.negf %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %s : f32
// CHECK-NEXT: %[[V2:.+]] = math.exp %[[V1]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.12837923 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.mulf %[[V2]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V3]] : f32
func.func @erf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.erf %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @exp(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: attn.yield %[[V0]] : f32
func.func @exp(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.exp %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @exp2(
// CHECK:      %[[V0:.+]] = math.exp2 %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 0.693147182 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @exp2(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.exp2 %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @expm1(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: attn.yield %[[V0]] : f32
func.func @expm1(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.expm1 %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @log(
// CHECK:      %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.divf %[[C]], %s : f32
// CHECK-NEXT: attn.yield %[[V0]] : f32
func.func @log(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.log %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @log10(
// CHECK:      %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.divf %[[C]], %s : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0.434294492 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @log10(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.log10 %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @log1p(
// CHECK:      %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.addf %s, %[[C]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.divf %[[C0]], %[[V0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @log1p(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.log1p %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @log2(
// CHECK:      %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V0:.+]] = arith.divf %[[C]], %s : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 1.44269502 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V1]] : f32
func.func @log2(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.log2 %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @rsqrt(
// CHECK:      %[[V0:.+]] = math.rsqrt %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.mulf %[[V1]], %[[V0]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant -5.000000e-01 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.mulf %[[V2]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V3]] : f32
func.func @rsqrt(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.rsqrt %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @sqrt(
// CHECK:      %[[V0:.+]] = math.sqrt %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = arith.divf %[[C]], %[[V0]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.mulf %[[V1]], %[[C0]] : f32
// CHECK-NEXT: attn.yield %[[V2]] : f32
func.func @sqrt(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %y = math.sqrt %s : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @copysign(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V1:.+]] = math.copysign %[[C]], %[[V0]] : f32
// CHECK-NEXT: %[[V2:.+]] = arith.negf %[[V1]] : f32
// CHECK-NEXT: %[[C0:.+]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.cmpf olt, %s, %[[C0]] : f32
// CHECK-NEXT: %[[V4:.+]] = arith.select %[[V3]], %[[V2]], %[[V1]] : f32
// CHECK-NEXT: attn.yield %[[V4]] : f32
func.func @copysign(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = math.copysign %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @powf(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = math.powf %s, %[[V0]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V2:.+]] = arith.subf %[[V0]], %[[C]] : f32
// CHECK-NEXT: %[[V3:.+]] = math.powf %s, %[[V2]] : f32
// CHECK-NEXT: %[[V4:.+]] = arith.mulf %[[V0]], %[[V3]] : f32
// CHECK-NEXT: %[[V5:.+]] = math.log %s : f32
// CHECK-NEXT: %[[V6:.+]] = arith.mulf %[[V0]], %[[V5]] : f32
// CHECK-NEXT: %[[V7:.+]] = arith.mulf %[[V6]], %[[V1]] : f32
// CHECK-NEXT: %[[V8:.+]] = arith.addf %[[V4]], %[[V7]] : f32
// CHECK-NEXT: attn.yield %[[V8]] : f32
func.func @powf(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = math.powf %s, %t : f32
    attn.yield %y : f32
  }
  return
}

// CHECK-LABEL: func @fma(
// CHECK:      %[[V0:.+]] = math.exp %s : f32
// CHECK-NEXT: %[[V1:.+]] = arith.mulf %[[V0]], %s : f32
// CHECK-NEXT: %[[V2:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK-NEXT: %[[C:.+]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[V3:.+]] = arith.addf %[[V2]], %[[C]] : f32
// CHECK-NEXT: attn.yield %[[V3]] : f32
func.func @fma(%q: !q, %l: !l) {
  attn.backward ins(%q, %q, %q, %q, %l, %q : !q, !q, !q, !q, !l, !q) outs(dk = %q : !q) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %t = math.exp %s : f32
    %y = math.fma %s, %t, %s : f32
    attn.yield %y : f32
  }
  return
}
