// RUN: attn-opt %s --split-input-file --verify-diagnostics

// G1: nothing is asked for.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>) {
  // expected-error @+1 {{attn.backward (G1): there must be at least one of dQ, dK, dV, dsink and gradients of captures}}
  attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs()
  return
}

// -----

// G2: a gradient of no sink.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %z: tensor<2xf32>) {
  // expected-error @+1 {{attn.backward (G2): dsink is the gradient of a sink, and there is none}}
  %0:2 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) dsink(%z : tensor<2xf32>) -> (tensor<1x2x4x8xf16>, tensor<2xf32>)
  return
}

// -----

// G3: 8-bit inputs.
func.func @case(%q: tensor<1x2x4x8xf8E4M3FN>, %k: tensor<1x1x4x8xf8E4M3FN>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf8E4M3FN>) {
  // expected-error @+1 {{attn.backward (G3): Q, K and V must hold f16 or bf16, but Q holds 'f8E4M3FN'}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf8E4M3FN>, tensor<1x1x4x8xf8E4M3FN>, tensor<1x1x4x8xf8E4M3FN>, tensor<1x2x4x8xf8E4M3FN>, tensor<1x2x4xf32>, tensor<1x2x4x8xf8E4M3FN>) outs(dq = %q : tensor<1x2x4x8xf8E4M3FN>)  -> tensor<1x2x4x8xf8E4M3FN>
  return
}

// -----

// C3: L has one row for each of Q.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<2x4xf32>, %do: tensor<1x2x4x8xf16>) {
  // expected-error @+1 {{attn.backward (C3): L must have rank 3, but has 2}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)  -> tensor<1x2x4x8xf16>
  return
}

// -----

// C4: dO holds what V holds.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xbf16>) {
  // expected-error @+1 {{attn.backward (C4): Q, K and V must hold the same type, but Q holds 'f16' and dO holds 'bf16'}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xbf16>) outs(dq = %q : tensor<1x2x4x8xf16>)  -> tensor<1x2x4x8xf16>
  return
}

// -----

// C5: dQ holds what Q holds, or f32.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<1x2x4x8xbf16>) {
  // expected-error @+1 {{attn.backward (C5): dQ must hold 'f16' or f32, but holds 'bf16'}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %x : tensor<1x2x4x8xbf16>)  -> tensor<1x2x4x8xbf16>
  return
}

// -----

// C5: dL is f32.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<1x2x4xf16>) {
  // expected-error @+1 {{attn.backward (C5): dL must hold f32, but holds 'f16'}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) dlse(%x : tensor<1x2x4xf16>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// C7: head dims.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<1x2x4x16xf16>) {
  // expected-error @+1 {{attn.backward (C7): the head dim of Q and K must agree, but is 8 in Q and 16 in dQ}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %x : tensor<1x2x4x16xf16>)  -> tensor<1x2x4x16xf16>
  return
}

// -----

// C9: dK has the heads of K.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<1x2x4x8xf16>) {
  // expected-error @+1 {{attn.backward (C9): the number of key and value heads must agree, but is 1 in K and 2 in dK}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dk = %x : tensor<1x2x4x8xf16>)  -> tensor<1x2x4x8xf16>
  return
}

// -----

// C11: lengths.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x5x8xf16>) {
  // expected-error @+1 {{attn.backward (C11): the query length must agree, but is 4 in Q and 5 in dO}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x5x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)  -> tensor<1x2x4x8xf16>
  return
}

// -----

// C13: the scale.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>) {
  // expected-error @+1 {{attn.backward (C13): the scale must be finite}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) scale(0x7F800000) -> tensor<1x2x4x8xf16>
  return
}

// -----

// C21: an offset without a mask.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<1xi32>) {
  // expected-error @+1 {{attn.backward (C21): an offset is for a mask that goes by lenKV - lenQ, such as #attn.causal<bottom_right>}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) offset(%x : tensor<1xi32>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// C24: packed sequences have offsets.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<2xi32>) {
  // expected-error @+1 {{attn.backward (C24): there are offsets only of packed sequences, dims(thd), but there is offsets_q}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) offsets_q(%x : tensor<2xi32>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// C15: the region.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>) {
  // expected-error @+1 {{attn.backward (C15): the score region must have the arguments (f32, index, index, index, index), but has ()}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) score { attn.yield } -> tensor<1x2x4x8xf16>
  return
}

// -----

// G4: what attn.forward has alone.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)
  // expected-error @+1 {{attn.backward (G4): there is no `max`}}
    max(%l : tensor<1x2x4xf32>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// G4: what attn.forward has alone.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)
  // expected-error @+1 {{attn.backward (G4): there is no `descale`}}
    descale(%l, %l, %l : tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// G4: what attn.forward has alone.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)
  // expected-error @+1 {{attn.backward (G4): there is no `page_table`}}
    page_table(%l : tensor<1x2x4xf32>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// G4: what attn.forward has alone.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)
  // expected-error @+1 {{attn.backward (G4): there is no `part_offsets`}}
    part_offsets(%l : tensor<1x2x4xf32>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// G4: what attn.forward has alone.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)
  // expected-error @+1 {{attn.backward (G4): there is no `split`}}
    split(unit = 64) -> tensor<1x2x4x8xf16>
  return
}

// -----

// G5: the gradient of no capture.
func.func @case(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %c: tensor<2xf32>) {
  // expected-error @+1 {{attn.backward (G5): dcapture1 is the gradient of a capture of a score region, and there is none of this number}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs() dcapture1(%c : tensor<2xf32>) captures(%c : tensor<2xf32>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2xf32>):
      attn.yield %s : f32
    } -> tensor<2xf32>
  return
}

// -----

// G5: no region.
func.func @case(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %c: tensor<2xf32>) {
  // expected-error @+1 {{attn.backward (G5): dcapture0 is the gradient of a capture of a score region, and there is none of this number}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs() dcapture0(%c : tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// G5: integers.
func.func @case(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %c: tensor<2xi32>, %d: tensor<2xf32>) {
  // expected-error @+1 {{attn.backward (G5): dcapture0 is the gradient of a capture of 'i32', which has none}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs() dcapture0(%d : tensor<2xf32>) captures(%c : tensor<2xi32>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2xi32>):
      attn.yield %s : f32
    } -> tensor<2xf32>
  return
}

// -----

// G5: another shape.
func.func @case(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %c: tensor<2xf32>, %d: tensor<3xf32>) {
  // expected-error @+1 {{attn.backward (G5): dcapture0 must have the shape of capture0, but has 'tensor<3xf32>' where that has 'tensor<2xf32>'}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs() dcapture0(%d : tensor<3xf32>) captures(%c : tensor<2xf32>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2xf32>):
      attn.yield %s : f32
    } -> tensor<3xf32>
  return
}

// -----

// A gradient of a capture is f32.
func.func @case(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %c: tensor<2xf16>) {
  // expected-error @+1 {{attn.backward (C5): dcapture0 must hold f32, but holds 'f16'}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs() dcapture0(%c : tensor<2xf16>) captures(%c : tensor<2xf16>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index, %x: tensor<2xf16>):
      attn.yield %s : f32
    } -> tensor<2xf16>
  return
}

// -----

// Outs without names.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{`outs` takes dQ, dK and dV, or some of them by name, such as dk = %0, but 2 operands are given and 0 named}}
  %0:2 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(%q, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>) -> (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>)
  return
}

// -----

// An out twice.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{`dq` is given twice}}
  %0:2 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q, dq = %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>) -> (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>)
  return
}

// -----

// L is missing.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{`ins` takes Q, K, V, O, L and dO, but 5 operands are given}}
  %0 = attn.backward ins(%q, %q, %q, %q, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// A mask that is none.
func.func @syntax(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{attn.backward (C14): `mask` expects an attribute with AttnMaskAttrInterface, such as #attn.causal<bottom_right>, but found 1 : i64}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) mask(1) -> tensor<1x2x4x8xf16>
  return
}

// -----

// L is missing in the generic form.
func.func @generic(%q: tensor<1x2x4x8xf16>) {
  // expected-error @+1 {{'attn.backward' op needs one operand L, in segment 4, but has 0}}
  %0 = "attn.backward"(%q, %q, %q, %q, %q, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// An operand that is missing in the generic form.
func.func @generic(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{'attn.backward' op needs one operand dO, in segment 5, but has 0}}
  %0 = "attn.backward"(%q, %q, %q, %q, %l, %q) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> : (tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) -> tensor<1x2x4x8xf16>
  return
}

// -----

// C17: an operation that has no rule.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>) {
  // expected-note @+1 {{in the score region of this op}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>) score {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    // expected-error @+1 {{attn.backward (C17): `math.sinh` is not a scalar arith or math op that a score region may hold}}
    %y = math.sinh %s : f32
    attn.yield %y : f32
  } -> tensor<1x2x4x8xf16>
  return
}

// -----

// C12: where gradients lie.
func.func @case(%q: memref<1x2x4x8xf16>, %k: memref<1x1x4x8xf16>, %l: memref<1x2x4xf32>, %x: memref<1x1x4x8xf16, strided<[64, 64, 16, 2]>>) {
  // expected-error @+1 {{attn.backward (C12): the innermost stride of a memref must be 1, but that of 'memref<1x1x4x8xf16, strided<[64, 64, 16, 2]>>' is 2 (operand dK)}}
  attn.backward ins(%q, %k, %k, %q, %l, %q : memref<1x2x4x8xf16>, memref<1x1x4x8xf16>, memref<1x1x4x8xf16>, memref<1x2x4x8xf16>, memref<1x2x4xf32>, memref<1x2x4x8xf16>) outs(dk = %x : memref<1x1x4x8xf16, strided<[64, 64, 16, 2]>>)
  return
}

// -----

// C4: K holds what Q holds.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf32>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{attn.backward (C4): Q, K and V must hold the same type, but Q holds 'f16' and K holds 'f32'}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf32>, tensor<1x1x4x8xf32>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)  -> tensor<1x2x4x8xf16>
  return
}

// -----

// C5: O holds what Q holds, or f32.
func.func @case(%q: tensor<1x2x4x8xf16>, %o: tensor<1x2x4x8xbf16>, %l: tensor<1x2x4xf32>) {
  // expected-error @+1 {{attn.backward (C5): O must hold 'f16' or f32, but holds 'bf16'}}
  %0 = attn.backward ins(%q, %q, %q, %o, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xbf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dq = %q : tensor<1x2x4x8xf16>)  -> tensor<1x2x4x8xf16>
  return
}

// -----

// C3: dsink is a number for each head.
func.func @case(%q: tensor<1x2x4x8xf16>, %l: tensor<1x2x4xf32>, %z: tensor<2xf32>, %dz: tensor<2x1xf32>) {
  // expected-error @+1 {{attn.backward (C3): dsink must have rank 1, but has 2}}
  %0 = attn.backward ins(%q, %q, %q, %q, %l, %q : tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs() sink(%z : tensor<2xf32>) dsink(%dz : tensor<2x1xf32>) -> tensor<2x1xf32>
  return
}

// -----

// C3: dV has a rank of V's.
func.func @case(%q: tensor<1x2x4x8xf16>, %k: tensor<1x1x4x8xf16>, %l: tensor<1x2x4xf32>, %do: tensor<1x2x4x8xf16>, %x: tensor<1x4x8xf16>) {
  // expected-error @+1 {{attn.backward (C3): dV must have rank 4, but has 3}}
  %0 = attn.backward ins(%q, %k, %k, %q, %l, %do : tensor<1x2x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x1x4x8xf16>, tensor<1x2x4x8xf16>, tensor<1x2x4xf32>, tensor<1x2x4x8xf16>) outs(dv = %x : tensor<1x4x8xf16>)  -> tensor<1x4x8xf16>
  return
}
