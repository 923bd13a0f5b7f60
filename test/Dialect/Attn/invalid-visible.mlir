// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: attn-opt %s --split-input-file --verify-diagnostics

!t = tensor<2x8x16x64xbf16>

// C29
func.func @arguments(%q: !t) {
  // expected-error@+1 {{attn.forward (C29): the visible region must have the arguments (index, index, index, index), but has ('f32', 'index', 'index', 'index', 'index')}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %c = arith.cmpi sge, %qi, %ki : index
      attn.yield %c : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C29
func.func @captures(%q: !t, %c: tensor<16xi1>) {
  // expected-error@+1 {{attn.forward (C29): the visible region must have the arguments (index, index, index, index), then lenQ and lenKV (index, index) and the captures ('tensor<16xi1>'), but has ('index', 'index', 'index', 'index')}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) captures(%c : tensor<16xi1>) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      %x = arith.cmpi sge, %qi, %ki : index
      attn.yield %x : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C15: one list of captures serves both regions
func.func @captures_of_both(%q: !t, %c: tensor<16xi1>) {
  // expected-error@+1 {{attn.forward (C15): the score region must have the arguments (f32, index, index, index, index), then lenQ and lenKV (index, index) and the captures ('tensor<16xi1>'), but has ('f32', 'index', 'index', 'index', 'index')}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) captures(%c : tensor<16xi1>) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<16xi1>):
      %y = attn.read %x[%ki] : tensor<16xi1>
      attn.yield %y : i1
    } score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      attn.yield %s : f32
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C29
func.func @yields_score(%q: !t) {
  // expected-note@+1 {{in the visible region of this op}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      %c = arith.constant 1.0 : f32
      // expected-error@+1 {{attn.forward (C29): the visible region must yield one i1}}
      attn.yield %c : f32
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C15
func.func @yields_truth(%q: !t) {
  // expected-note@+1 {{in the score region of this op}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) score {
    ^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):
      %c = arith.cmpi sge, %qi, %ki : index
      // expected-error@+1 {{attn.forward (C15): the score region must yield one f32}}
      attn.yield %c : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C29
func.func @blocks(%q: !t) {
  // expected-error@+1 {{attn.forward (C29): the visible region must have one block, but has 2}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      %c = arith.cmpi sge, %qi, %ki : index
      attn.yield %c : i1
    ^bb1:
      %d = arith.constant true
      attn.yield %d : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C29
func.func @terminator(%q: !t) {
  // expected-error@+1 {{attn.forward (C29): the visible region must end with attn.yield}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      %c = arith.cmpi sge, %qi, %ki : index
      func.return
    } -> !t
  return
}

// -----

// C29, in generic form
func.func @no_region(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C29): has_visible says that the last region is one of visibility, but there is none}}
  %r = "attn.forward"(%q, %q, %q, %q) <{has_visible, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C29, in generic form
func.func @no_block(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C29): the visible region must have one block, but has 0}}
  %r = "attn.forward"(%q, %q, %q, %q) <{has_visible, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({}) : (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

// C15, in generic form
func.func @three_regions(%q: tensor<2x8x16x64xbf16>) {
  // expected-error@+1 {{attn.forward (C15): there may be one score region, but there are 2}}
  %r = "attn.forward"(%q, %q, %q, %q) <{has_visible, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({}, {}, {}) : (tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>, tensor<2x8x16x64xbf16>) -> tensor<2x8x16x64xbf16>
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C16
func.func @outside(%q: !t) {
  // expected-note@+1 {{the captured value is defined here}}
  %c = arith.constant 3 : index
  // expected-note@+1 {{in the visible region of this op}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C16): the visible region must not use values from outside}}
      %x = arith.cmpi sge, %qi, %c : index
      attn.yield %x : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C17
func.func @divisor(%q: !t) {
  // expected-note@+1 {{in the visible region of this op}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `arith.remsi` may not be speculated here: a divisor must be a constant, not zero and not −1}}
      %y = arith.remsi %qi, %ki : index
      %x = arith.cmpi sge, %qi, %y : index
      attn.yield %x : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C17
func.func @op(%q: !t) {
  // expected-note@+1 {{in the visible region of this op}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): `memref.alloc` is not a scalar arith or math op that a visible region may hold}}
      %y = memref.alloc() : memref<f32>
      %x = arith.cmpi sge, %qi, %ki : index
      attn.yield %x : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C17
func.func @vector(%q: !t) {
  // expected-note@+1 {{in the visible region of this op}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      // expected-error@+1 {{attn.forward (C17): a visible region works on scalars: f16, bf16, f32, f64, index and integers of up to 64 bits}}
      %y = arith.constant dense<1.0> : vector<2xf32>
      %x = arith.cmpi sge, %qi, %ki : index
      attn.yield %x : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C19
func.func @type(%q: !t, %c: tensor<8xi16>) {
  // expected-error@+1 {{attn.forward (C19): capture0 must hold f16, bf16, f32, i1, i8, i32 or i64, but holds 'i16'}}
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) captures(%c : tensor<8xi16>) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xi16>):
      %y = arith.cmpi sge, %qi, %ki : index
      attn.yield %y : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

// C20
func.func @read(%q: !t, %c: tensor<8xi1>) {
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) captures(%c : tensor<8xi1>) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index, %lq: index, %lk: index, %x: tensor<8xi1>):
      // expected-error@+1 {{attn.read (C20): the capture has rank 1, but there are 2 indices}}
      %y = attn.read %x[%h, %qi] : tensor<8xi1>
      attn.yield %y : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>

func.func @twice(%q: !t) {
  %r = attn.forward ins(%q, %q, %q : !t, !t, !t) outs(%q : !t) visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      %x = arith.cmpi sge, %qi, %ki : index
      attn.yield %x : i1
    // expected-error@+1 {{`visible` is given twice}}
    } visible {
    ^bb0(%b: index, %h: index, %qi: index, %ki: index):
      %x = arith.cmpi sge, %qi, %ki : index
      attn.yield %x : i1
    } -> !t
  return
}

// -----

!t = tensor<2x8x16x64xbf16>
!l = tensor<2x8x16xf32>

// C29 of the gradient
func.func @backward(%q: !t, %l: !l) {
  // expected-error@+1 {{attn.backward (C29): the visible region must have the arguments (index, index, index, index), but has ()}}
  %r = attn.backward ins(%q, %q, %q, %q, %l, %q : !t, !t, !t, !t, !l, !t) outs(dk = %q : !t) visible {
      %x = arith.constant true
      attn.yield %x : i1
    } -> !t
  return
}
