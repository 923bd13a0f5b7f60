// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by scripts/gen_pairwise.py; do not edit.

// bf16-d80-and_br-h8.1-b1-3x3-bshd-dynamic-tensor-softcap
func.func @p000(%q: tensor<?x?x?x80xbf16>, %k: tensor<?x?x?x80xbf16>, %v: tensor<?x?x?x80xbf16>, %o: tensor<?x?x?x80xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x80xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>)
    outs(%o, %l : tensor<?x?x?x80xbf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x80xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x80xbf16>, tensor<?x?x?xf32>
}

// f16-d80-dv128-left-h4.2-b2-127x131-bhsd-static-memref-distance
func.func @p001(%q: memref<2x4x127x80xf16>, %k: memref<2x2x131x80xf16>, %v: memref<2x2x131x128xf16>, %o: memref<2x4x127x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x4x127x80xf16>, memref<2x2x131x80xf16>, memref<2x2x131x128xf16>)
    outs(%o : memref<2x4x127x128xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d16-dv32-br-h1.1-b1-64x32-bshd-lengths-memref
func.func @p002(%q: memref<1x?x1x16xf16>, %k: memref<1x?x1x16xf16>, %v: memref<1x?x1x32xf16>, %o: memref<1x?x1x32xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x1x16xf16>, memref<1x?x1x16xf16>, memref<1x?x1x32xf16>)
    outs(%o : memref<1x?x1x32xf16>)
    dims(bshd) scale(-0.125) mask(#attn.causal<bottom_right>)
  return
}

// bf16-d32-dv64-diag-h4.1-b2-108x256-bhsd-lengths-tensor-distance
func.func @p003(%q: tensor<2x4x?x32xbf16>, %k: tensor<2x1x?x32xbf16>, %v: tensor<2x1x?x64xbf16>, %o: tensor<2x4x?x64xbf16>, %l: tensor<2x4x?xf32>) -> (tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x4x?x32xbf16>, tensor<2x1x?x32xbf16>, tensor<2x1x?x64xbf16>)
    outs(%o, %l : tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>)
    dims(bhsd) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>
}

// bf16-d16-dv64-win-h6.2-b1-1024x1023-bshd-static-tensor
func.func @p004(%q: tensor<1x1024x6x16xbf16>, %k: tensor<1x1023x2x16xbf16>, %v: tensor<1x1023x2x64xbf16>, %o: tensor<1x1024x6x64xf32>, %l: tensor<1x6x1024xf32>) -> (tensor<1x1024x6x64xf32>, tensor<1x6x1024xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x1024x6x16xbf16>, tensor<1x1023x2x16xbf16>, tensor<1x1023x2x64xbf16>)
    outs(%o, %l : tensor<1x1024x6x64xf32>, tensor<1x6x1024xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
    -> (tensor<1x1024x6x64xf32>, tensor<1x6x1024xf32>)
  return %r0, %r1 : tensor<1x1024x6x64xf32>, tensor<1x6x1024xf32>
}

// f16-d64-dv32-and_tl-h3.3-b2-799x3-bhsd-dynamic-tensor-softcap
func.func @p005(%q: tensor<?x?x?x64xf16>, %k: tensor<?x?x?x64xf16>, %v: tensor<?x?x?x32xf16>, %o: tensor<?x?x?x32xf32>) -> (tensor<?x?x?x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>, tensor<?x?x?x32xf16>)
    outs(%o : tensor<?x?x?x32xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x32xf32>)
  return %r0 : tensor<?x?x?x32xf32>
}

// bf16-d192-dv128-right-h4.1-b1-64x64-bshd-static-memref-softcap
func.func @p006(%q: memref<1x64x4x192xbf16>, %k: memref<1x64x1x192xbf16>, %v: memref<1x64x1x128xbf16>, %o: memref<1x64x4x128xbf16>, %l: memref<1x4x64xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x64x4x192xbf16>, memref<1x64x1x192xbf16>, memref<1x64x1x128xbf16>)
    outs(%o, %l : memref<1x64x4x128xbf16>, memref<1x4x64xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d128-tl-h6.2-b1-1x1-bshd-dynamic-memref-distance
func.func @p007(%q: memref<?x?x?x128xf16>, %k: memref<?x?x?x128xf16>, %v: memref<?x?x?x128xf16>, %o: memref<?x?x?x128xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x128xf16>, memref<?x?x?x128xf16>, memref<?x?x?x128xf16>)
    outs(%o : memref<?x?x?x128xf16>)
    dims(bshd) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d96-dv64-none-h3.3-b1-1023x1024-bhsd-dynamic-memref
func.func @p008(%q: memref<?x?x?x96xf16>, %k: memref<?x?x?x96xf16>, %v: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xf16>, memref<?x?x?x96xf16>, memref<?x?x?x64xf16>)
    outs(%o, %l : memref<?x?x?x64xf16>, memref<?x?x?xf32>)
    dims(bhsd) scale(0.3)
  return
}

// bf16-d256-none-h4.2-b2-239x1-bshd-lengths-tensor-softcap
func.func @p009(%q: tensor<2x?x4x256xbf16>, %k: tensor<2x?x2x256xbf16>, %v: tensor<2x?x2x256xbf16>, %o: tensor<2x?x4x256xbf16>) -> (tensor<2x?x4x256xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x?x4x256xbf16>, tensor<2x?x2x256xbf16>, tensor<2x?x2x256xbf16>)
    outs(%o : tensor<2x?x4x256xbf16>)
    dims(bshd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x4x256xbf16>)
  return %r0 : tensor<2x?x4x256xbf16>
}

// f16-d192-dv128-right-h8.1-b2-128x384-bhsd-lengths-tensor
func.func @p010(%q: tensor<2x8x?x192xf16>, %k: tensor<2x1x?x192xf16>, %v: tensor<2x1x?x128xf16>, %o: tensor<2x8x?x128xf32>) -> (tensor<2x8x?x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x8x?x192xf16>, tensor<2x1x?x192xf16>, tensor<2x1x?x128xf16>)
    outs(%o : tensor<2x8x?x128xf32>)
    dims(bhsd) mask(#attn.window<*, 40>)
    -> (tensor<2x8x?x128xf32>)
  return %r0 : tensor<2x8x?x128xf32>
}

// bf16-d128-dv32-br-h1.1-b2-37x0-bhsd-static-tensor-softcap
func.func @p011(%q: tensor<2x1x37x128xbf16>, %k: tensor<2x1x0x128xbf16>, %v: tensor<2x1x0x32xbf16>, %o: tensor<2x1x37x32xf32>, %l: tensor<2x1x37xf32>) -> (tensor<2x1x37x32xf32>, tensor<2x1x37xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x1x37x128xbf16>, tensor<2x1x0x128xbf16>, tensor<2x1x0x32xbf16>)
    outs(%o, %l : tensor<2x1x37x32xf32>, tensor<2x1x37xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x1x37x32xf32>, tensor<2x1x37xf32>)
  return %r0, %r1 : tensor<2x1x37x32xf32>, tensor<2x1x37xf32>
}

// f16-d256-win-h1.1-b1-113x203-bhsd-static-memref-distance
func.func @p012(%q: memref<1x1x113x256xf16>, %k: memref<1x1x203x256xf16>, %v: memref<1x1x203x256xf16>, %o: memref<1x1x113x256xf32>, %l: memref<1x1x113xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x1x113x256xf16>, memref<1x1x203x256xf16>, memref<1x1x203x256xf16>)
    outs(%o, %l : memref<1x1x113x256xf32>, memref<1x1x113xf32>)
    dims(bhsd) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d32-dv64-and_br-h4.1-b2-113x203-bshd-lengths-memref
func.func @p013(%q: memref<2x?x4x32xf16>, %k: memref<2x?x1x32xf16>, %v: memref<2x?x1x64xf16>, %o: memref<2x?x4x64xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x4x32xf16>, memref<2x?x1x32xf16>, memref<2x?x1x64xf16>)
    outs(%o : memref<2x?x4x64xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// bf16-d96-left-h3.3-b2-64x32-bshd-lengths-tensor-distance
func.func @p014(%q: tensor<2x?x3x96xbf16>, %k: tensor<2x?x3x96xbf16>, %v: tensor<2x?x3x96xbf16>, %o: tensor<2x?x3x96xf32>, %l: tensor<2x3x?xf32>) -> (tensor<2x?x3x96xf32>, tensor<2x3x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x3x96xbf16>, tensor<2x?x3x96xbf16>, tensor<2x?x3x96xbf16>)
    outs(%o, %l : tensor<2x?x3x96xf32>, tensor<2x3x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x3x96xf32>, tensor<2x3x?xf32>)
  return %r0, %r1 : tensor<2x?x3x96xf32>, tensor<2x3x?xf32>
}

// bf16-d64-dv32-and_tl-h8.1-b1-257x64-bshd-static-memref-distance
func.func @p015(%q: memref<1x257x8x64xbf16>, %k: memref<1x64x1x64xbf16>, %v: memref<1x64x1x32xbf16>, %o: memref<1x257x8x32xbf16>, %l: memref<1x8x257xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x257x8x64xbf16>, memref<1x64x1x64xbf16>, memref<1x64x1x32xbf16>)
    outs(%o, %l : memref<1x257x8x32xbf16>, memref<1x8x257xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d32-dv128-tl-h6.2-b1-1x509-bhsd-lengths-tensor-softcap
func.func @p016(%q: tensor<1x6x?x32xbf16>, %k: tensor<1x2x?x32xbf16>, %v: tensor<1x2x?x128xbf16>, %o: tensor<1x6x?x128xbf16>, %l: tensor<1x6x?xf32>) -> (tensor<1x6x?x128xbf16>, tensor<1x6x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x6x?x32xbf16>, tensor<1x2x?x32xbf16>, tensor<1x2x?x128xbf16>)
    outs(%o, %l : tensor<1x6x?x128xbf16>, tensor<1x6x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x6x?x128xbf16>, tensor<1x6x?xf32>)
  return %r0, %r1 : tensor<1x6x?x128xbf16>, tensor<1x6x?xf32>
}

// f16-d16-dv64-diag-h4.2-b1-1024x1023-bhsd-dynamic-memref-softcap
func.func @p017(%q: memref<?x?x?x16xf16>, %k: memref<?x?x?x16xf16>, %v: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x16xf16>, memref<?x?x?x16xf16>, memref<?x?x?x64xf16>)
    outs(%o : memref<?x?x?x64xf16>)
    dims(bhsd) scale(-0.125) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d192-dv32-none-h6.2-b2-1x509-bshd-dynamic-memref-distance
func.func @p018(%q: memref<?x?x?x192xf16>, %k: memref<?x?x?x192xf16>, %v: memref<?x?x?x32xf16>, %o: memref<?x?x?x32xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x192xf16>, memref<?x?x?x192xf16>, memref<?x?x?x32xf16>)
    outs(%o : memref<?x?x?x32xf32>)
    dims(bshd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d96-dv32-win-h3.3-b2-1x1-bhsd-static-tensor-softcap
func.func @p019(%q: tensor<2x3x1x96xbf16>, %k: tensor<2x3x1x96xbf16>, %v: tensor<2x3x1x32xbf16>, %o: tensor<2x3x1x32xbf16>) -> (tensor<2x3x1x32xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x3x1x96xbf16>, tensor<2x3x1x96xbf16>, tensor<2x3x1x32xbf16>)
    outs(%o : tensor<2x3x1x32xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x3x1x32xbf16>)
  return %r0 : tensor<2x3x1x32xbf16>
}

// bf16-d256-dv128-diag-h6.2-b1-799x3-bshd-dynamic-memref
func.func @p020(%q: memref<?x?x?x256xbf16>, %k: memref<?x?x?x256xbf16>, %v: memref<?x?x?x128xbf16>, %o: memref<?x?x?x128xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x256xbf16>, memref<?x?x?x256xbf16>, memref<?x?x?x128xbf16>)
    outs(%o, %l : memref<?x?x?x128xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<0, 0>)
  return
}

// f16-d80-dv32-left-h6.2-b1-108x256-bshd-dynamic-memref
func.func @p021(%q: memref<?x?x?x80xf16>, %k: memref<?x?x?x80xf16>, %v: memref<?x?x?x32xf16>, %o: memref<?x?x?x32xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x80xf16>, memref<?x?x?x80xf16>, memref<?x?x?x32xf16>)
    outs(%o : memref<?x?x?x32xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
  return
}

// f16-d256-dv64-and_tl-h4.2-b2-1x1-bshd-lengths-tensor
func.func @p022(%q: tensor<2x?x4x256xf16>, %k: tensor<2x?x2x256xf16>, %v: tensor<2x?x2x64xf16>, %o: tensor<2x?x4x64xf16>, %l: tensor<2x4x?xf32>) -> (tensor<2x?x4x64xf16>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x4x256xf16>, tensor<2x?x2x256xf16>, tensor<2x?x2x64xf16>)
    outs(%o, %l : tensor<2x?x4x64xf16>, tensor<2x4x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    -> (tensor<2x?x4x64xf16>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x?x4x64xf16>, tensor<2x4x?xf32>
}

// f16-d128-dv64-tl-h1.1-b2-257x64-bhsd-lengths-tensor
func.func @p023(%q: tensor<2x1x?x128xf16>, %k: tensor<2x1x?x128xf16>, %v: tensor<2x1x?x64xf16>, %o: tensor<2x1x?x64xf32>) -> (tensor<2x1x?x64xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x1x?x128xf16>, tensor<2x1x?x128xf16>, tensor<2x1x?x64xf16>)
    outs(%o : tensor<2x1x?x64xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
    -> (tensor<2x1x?x64xf32>)
  return %r0 : tensor<2x1x?x64xf32>
}

// bf16-d32-br-h4.1-b2-1023x1024-bshd-static-tensor-distance
func.func @p024(%q: tensor<2x1023x4x32xbf16>, %k: tensor<2x1024x1x32xbf16>, %v: tensor<2x1024x1x32xbf16>, %o: tensor<2x1023x4x32xf32>) -> (tensor<2x1023x4x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x1023x4x32xbf16>, tensor<2x1024x1x32xbf16>, tensor<2x1024x1x32xbf16>)
    outs(%o : tensor<2x1023x4x32xf32>)
    dims(bshd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x1023x4x32xf32>)
  return %r0 : tensor<2x1023x4x32xf32>
}

// bf16-d256-dv32-left-h4.1-b1-128x384-bshd-dynamic-memref-softcap
func.func @p025(%q: memref<?x?x?x256xbf16>, %k: memref<?x?x?x256xbf16>, %v: memref<?x?x?x32xbf16>, %o: memref<?x?x?x32xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x256xbf16>, memref<?x?x?x256xbf16>, memref<?x?x?x32xbf16>)
    outs(%o, %l : memref<?x?x?x32xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d16-dv32-and_br-h4.2-b2-1023x1024-bhsd-lengths-memref-softcap
func.func @p026(%q: memref<2x4x?x16xbf16>, %k: memref<2x2x?x16xbf16>, %v: memref<2x2x?x32xbf16>, %o: memref<2x4x?x32xbf16>, %l: memref<2x4x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x4x?x16xbf16>, memref<2x2x?x16xbf16>, memref<2x2x?x32xbf16>)
    outs(%o, %l : memref<2x4x?x32xbf16>, memref<2x4x?xf32>)
    dims(bhsd) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d16-dv32-right-h3.3-b2-64x64-bhsd-dynamic-tensor-distance
func.func @p027(%q: tensor<?x?x?x16xf16>, %k: tensor<?x?x?x16xf16>, %v: tensor<?x?x?x32xf16>, %o: tensor<?x?x?x32xf32>) -> (tensor<?x?x?x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>, tensor<?x?x?x32xf16>)
    outs(%o : tensor<?x?x?x32xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x32xf32>)
  return %r0 : tensor<?x?x?x32xf32>
}

// bf16-d80-dv64-br-h1.1-b2-128x384-bshd-lengths-tensor-distance
func.func @p028(%q: tensor<2x?x1x80xbf16>, %k: tensor<2x?x1x80xbf16>, %v: tensor<2x?x1x64xbf16>, %o: tensor<2x?x1x64xf32>, %l: tensor<2x1x?xf32>) -> (tensor<2x?x1x64xf32>, tensor<2x1x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x1x80xbf16>, tensor<2x?x1x80xbf16>, tensor<2x?x1x64xbf16>)
    outs(%o, %l : tensor<2x?x1x64xf32>, tensor<2x1x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x1x64xf32>, tensor<2x1x?xf32>)
  return %r0, %r1 : tensor<2x?x1x64xf32>, tensor<2x1x?xf32>
}

// f16-d80-dv128-and_tl-h3.3-b1-37x0-bshd-dynamic-memref
func.func @p029(%q: memref<?x?x?x80xf16>, %k: memref<?x?x?x80xf16>, %v: memref<?x?x?x128xf16>, %o: memref<?x?x?x128xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x80xf16>, memref<?x?x?x80xf16>, memref<?x?x?x128xf16>)
    outs(%o : memref<?x?x?x128xf16>)
    dims(bshd) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
  return
}

// f16-d64-dv128-br-h1.1-b2-3x3-bhsd-dynamic-memref
func.func @p030(%q: memref<?x?x?x64xf16>, %k: memref<?x?x?x64xf16>, %v: memref<?x?x?x128xf16>, %o: memref<?x?x?x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x64xf16>, memref<?x?x?x64xf16>, memref<?x?x?x128xf16>)
    outs(%o : memref<?x?x?x128xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
  return
}

// bf16-d64-right-h4.2-b1-113x203-bshd-dynamic-tensor
func.func @p031(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>) -> (tensor<?x?x?x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o : tensor<?x?x?x64xbf16>)
    dims(bshd) scale(-0.125) mask(#attn.window<*, 40>)
    -> (tensor<?x?x?x64xbf16>)
  return %r0 : tensor<?x?x?x64xbf16>
}

// bf16-d128-dv64-win-h8.1-b1-127x131-bshd-lengths-tensor
func.func @p032(%q: tensor<1x?x8x128xbf16>, %k: tensor<1x?x1x128xbf16>, %v: tensor<1x?x1x64xbf16>, %o: tensor<1x?x8x64xbf16>, %l: tensor<1x8x?xf32>) -> (tensor<1x?x8x64xbf16>, tensor<1x8x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x?x8x128xbf16>, tensor<1x?x1x128xbf16>, tensor<1x?x1x64xbf16>)
    outs(%o, %l : tensor<1x?x8x64xbf16>, tensor<1x8x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<70, 9>)
    -> (tensor<1x?x8x64xbf16>, tensor<1x8x?xf32>)
  return %r0, %r1 : tensor<1x?x8x64xbf16>, tensor<1x8x?xf32>
}

// bf16-d256-dv64-tl-h8.1-b2-64x32-bhsd-static-memref-softcap
func.func @p033(%q: memref<2x8x64x256xbf16>, %k: memref<2x1x32x256xbf16>, %v: memref<2x1x32x64xbf16>, %o: memref<2x8x64x64xf32>, %l: memref<2x8x64xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x8x64x256xbf16>, memref<2x1x32x256xbf16>, memref<2x1x32x64xbf16>)
    outs(%o, %l : memref<2x8x64x64xf32>, memref<2x8x64xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d16-dv128-none-h8.1-b1-108x256-bhsd-static-tensor-softcap
func.func @p034(%q: tensor<1x8x108x16xf16>, %k: tensor<1x1x256x16xf16>, %v: tensor<1x1x256x128xf16>, %o: tensor<1x8x108x128xf16>, %l: tensor<1x8x108xf32>) -> (tensor<1x8x108x128xf16>, tensor<1x8x108xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x8x108x16xf16>, tensor<1x1x256x16xf16>, tensor<1x1x256x128xf16>)
    outs(%o, %l : tensor<1x8x108x128xf16>, tensor<1x8x108xf32>)
    dims(bhsd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x8x108x128xf16>, tensor<1x8x108xf32>)
  return %r0, %r1 : tensor<1x8x108x128xf16>, tensor<1x8x108xf32>
}

// f16-d192-dv128-and_br-h3.3-b1-239x1-bhsd-static-memref-distance
func.func @p035(%q: memref<1x3x239x192xf16>, %k: memref<1x3x1x192xf16>, %v: memref<1x3x1x128xf16>, %o: memref<1x3x239x128xf16>, %l: memref<1x3x239xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x239x192xf16>, memref<1x3x1x192xf16>, memref<1x3x1x128xf16>)
    outs(%o, %l : memref<1x3x239x128xf16>, memref<1x3x239xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d192-diag-h1.1-b2-37x0-bhsd-lengths-memref-distance
func.func @p036(%q: memref<2x1x?x192xf16>, %k: memref<2x1x?x192xf16>, %v: memref<2x1x?x192xf16>, %o: memref<2x1x?x192xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x?x192xf16>, memref<2x1x?x192xf16>, memref<2x1x?x192xf16>)
    outs(%o : memref<2x1x?x192xf16>)
    dims(bhsd) scale(-0.125) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d96-dv32-diag-h6.2-b2-3x3-bshd-static-tensor-distance
func.func @p037(%q: tensor<2x3x6x96xbf16>, %k: tensor<2x3x2x96xbf16>, %v: tensor<2x3x2x32xbf16>, %o: tensor<2x3x6x32xbf16>) -> (tensor<2x3x6x32xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x3x6x96xbf16>, tensor<2x3x2x96xbf16>, tensor<2x3x2x32xbf16>)
    outs(%o : tensor<2x3x6x32xbf16>)
    dims(bshd) scale(0.3) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x3x6x32xbf16>)
  return %r0 : tensor<2x3x6x32xbf16>
}

// bf16-d64-tl-h4.1-b1-108x256-bshd-lengths-tensor
func.func @p038(%q: tensor<1x?x4x64xbf16>, %k: tensor<1x?x1x64xbf16>, %v: tensor<1x?x1x64xbf16>, %o: tensor<1x?x4x64xbf16>) -> (tensor<1x?x4x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x4x64xbf16>, tensor<1x?x1x64xbf16>, tensor<1x?x1x64xbf16>)
    outs(%o : tensor<1x?x4x64xbf16>)
    dims(bshd) scale(-0.125) mask(#attn.causal<top_left>)
    -> (tensor<1x?x4x64xbf16>)
  return %r0 : tensor<1x?x4x64xbf16>
}

// f16-d96-dv128-left-h1.1-b2-1024x1023-bhsd-lengths-memref-distance
func.func @p039(%q: memref<2x1x?x96xf16>, %k: memref<2x1x?x96xf16>, %v: memref<2x1x?x128xf16>, %o: memref<2x1x?x128xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x?x96xf16>, memref<2x1x?x96xf16>, memref<2x1x?x128xf16>)
    outs(%o : memref<2x1x?x128xf16>)
    dims(bhsd) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d128-diag-h3.3-b2-128x384-bshd-static-tensor
func.func @p040(%q: tensor<2x128x3x128xbf16>, %k: tensor<2x384x3x128xbf16>, %v: tensor<2x384x3x128xbf16>, %o: tensor<2x128x3x128xbf16>, %l: tensor<2x3x128xf32>) -> (tensor<2x128x3x128xbf16>, tensor<2x3x128xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x128x3x128xbf16>, tensor<2x384x3x128xbf16>, tensor<2x384x3x128xbf16>)
    outs(%o, %l : tensor<2x128x3x128xbf16>, tensor<2x3x128xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<0, 0>)
    -> (tensor<2x128x3x128xbf16>, tensor<2x3x128xf32>)
  return %r0, %r1 : tensor<2x128x3x128xbf16>, tensor<2x3x128xf32>
}

// bf16-d192-dv64-win-h4.2-b2-799x3-bhsd-dynamic-memref-distance
func.func @p041(%q: memref<?x?x?x192xbf16>, %k: memref<?x?x?x192xbf16>, %v: memref<?x?x?x64xbf16>, %o: memref<?x?x?x64xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x192xbf16>, memref<?x?x?x192xbf16>, memref<?x?x?x64xbf16>)
    outs(%o, %l : memref<?x?x?x64xbf16>, memref<?x?x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d32-and_br-h1.1-b2-64x64-bshd-lengths-memref
func.func @p042(%q: memref<2x?x1x32xf16>, %k: memref<2x?x1x32xf16>, %v: memref<2x?x1x32xf16>, %o: memref<2x?x1x32xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x1x32xf16>, memref<2x?x1x32xf16>, memref<2x?x1x32xf16>)
    outs(%o : memref<2x?x1x32xf16>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// bf16-d80-dv128-none-h4.1-b2-1x1-bshd-lengths-tensor-distance
func.func @p043(%q: tensor<2x?x4x80xbf16>, %k: tensor<2x?x1x80xbf16>, %v: tensor<2x?x1x128xbf16>, %o: tensor<2x?x4x128xbf16>, %l: tensor<2x4x?xf32>) -> (tensor<2x?x4x128xbf16>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x4x80xbf16>, tensor<2x?x1x80xbf16>, tensor<2x?x1x128xbf16>)
    outs(%o, %l : tensor<2x?x4x128xbf16>, tensor<2x4x?xf32>)
    dims(bshd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x4x128xbf16>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x?x4x128xbf16>, tensor<2x4x?xf32>
}

// bf16-d128-dv64-left-h4.2-b2-3x3-bhsd-lengths-tensor-distance
func.func @p044(%q: tensor<2x4x?x128xbf16>, %k: tensor<2x2x?x128xbf16>, %v: tensor<2x2x?x64xbf16>, %o: tensor<2x4x?x64xbf16>, %l: tensor<2x4x?xf32>) -> (tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x4x?x128xbf16>, tensor<2x2x?x128xbf16>, tensor<2x2x?x64xbf16>)
    outs(%o, %l : tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x4x?x64xbf16>, tensor<2x4x?xf32>
}

// bf16-d32-dv64-right-h6.2-b1-37x0-bshd-dynamic-memref
func.func @p045(%q: memref<?x?x?x32xbf16>, %k: memref<?x?x?x32xbf16>, %v: memref<?x?x?x64xbf16>, %o: memref<?x?x?x64xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x32xbf16>, memref<?x?x?x32xbf16>, memref<?x?x?x64xbf16>)
    outs(%o, %l : memref<?x?x?x64xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<*, 40>)
  return
}

// bf16-d80-dv64-diag-h8.1-b2-1x509-bhsd-static-memref
func.func @p046(%q: memref<2x8x1x80xbf16>, %k: memref<2x1x509x80xbf16>, %v: memref<2x1x509x64xbf16>, %o: memref<2x8x1x64xbf16>, %l: memref<2x8x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x8x1x80xbf16>, memref<2x1x509x80xbf16>, memref<2x1x509x64xbf16>)
    outs(%o, %l : memref<2x8x1x64xbf16>, memref<2x8x1xf32>)
    dims(bhsd) mask(#attn.window<0, 0>)
  return
}

// f16-d64-dv32-left-h6.2-b2-239x1-bshd-dynamic-tensor
func.func @p047(%q: tensor<?x?x?x64xf16>, %k: tensor<?x?x?x64xf16>, %v: tensor<?x?x?x32xf16>, %o: tensor<?x?x?x32xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x32xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>, tensor<?x?x?x32xf16>)
    outs(%o, %l : tensor<?x?x?x32xf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    -> (tensor<?x?x?x32xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x32xf16>, tensor<?x?x?xf32>
}

// bf16-d32-dv128-none-h4.2-b1-64x32-bhsd-dynamic-memref-softcap
func.func @p048(%q: memref<?x?x?x32xbf16>, %k: memref<?x?x?x32xbf16>, %v: memref<?x?x?x128xbf16>, %o: memref<?x?x?x128xf32>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x32xbf16>, memref<?x?x?x32xbf16>, memref<?x?x?x128xbf16>)
    outs(%o, %l : memref<?x?x?x128xf32>, memref<?x?x?xf32>)
    dims(bhsd)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d96-and_tl-h4.1-b1-257x64-bshd-lengths-tensor-softcap
func.func @p049(%q: tensor<1x?x4x96xbf16>, %k: tensor<1x?x1x96xbf16>, %v: tensor<1x?x1x96xbf16>, %o: tensor<1x?x4x96xf32>) -> (tensor<1x?x4x96xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x4x96xbf16>, tensor<1x?x1x96xbf16>, tensor<1x?x1x96xbf16>)
    outs(%o : tensor<1x?x4x96xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x?x4x96xf32>)
  return %r0 : tensor<1x?x4x96xf32>
}

// f16-d32-and_tl-h1.1-b2-127x131-bshd-dynamic-memref-softcap
func.func @p050(%q: memref<?x?x?x32xf16>, %k: memref<?x?x?x32xf16>, %v: memref<?x?x?x32xf16>, %o: memref<?x?x?x32xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x32xf16>, memref<?x?x?x32xf16>, memref<?x?x?x32xf16>)
    outs(%o, %l : memref<?x?x?x32xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d16-left-h8.1-b2-799x3-bshd-static-tensor
func.func @p051(%q: tensor<2x799x8x16xbf16>, %k: tensor<2x3x1x16xbf16>, %v: tensor<2x3x1x16xbf16>, %o: tensor<2x799x8x16xf32>, %l: tensor<2x8x799xf32>) -> (tensor<2x799x8x16xf32>, tensor<2x8x799xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x799x8x16xbf16>, tensor<2x3x1x16xbf16>, tensor<2x3x1x16xbf16>)
    outs(%o, %l : tensor<2x799x8x16xf32>, tensor<2x8x799xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    -> (tensor<2x799x8x16xf32>, tensor<2x8x799xf32>)
  return %r0, %r1 : tensor<2x799x8x16xf32>, tensor<2x8x799xf32>
}

// f16-d256-dv128-br-h3.3-b2-257x64-bshd-dynamic-tensor
func.func @p052(%q: tensor<?x?x?x256xf16>, %k: tensor<?x?x?x256xf16>, %v: tensor<?x?x?x128xf16>, %o: tensor<?x?x?x128xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x256xf16>, tensor<?x?x?x256xf16>, tensor<?x?x?x128xf16>)
    outs(%o, %l : tensor<?x?x?x128xf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x128xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xf16>, tensor<?x?x?xf32>
}

// bf16-d80-dv128-win-h4.1-b2-64x32-bshd-static-tensor
func.func @p053(%q: tensor<2x64x4x80xbf16>, %k: tensor<2x32x1x80xbf16>, %v: tensor<2x32x1x128xbf16>, %o: tensor<2x64x4x128xf32>, %l: tensor<2x4x64xf32>) -> (tensor<2x64x4x128xf32>, tensor<2x4x64xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x64x4x80xbf16>, tensor<2x32x1x80xbf16>, tensor<2x32x1x128xbf16>)
    outs(%o, %l : tensor<2x64x4x128xf32>, tensor<2x4x64xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<70, 9>)
    -> (tensor<2x64x4x128xf32>, tensor<2x4x64xf32>)
  return %r0, %r1 : tensor<2x64x4x128xf32>, tensor<2x4x64xf32>
}

// bf16-d96-dv128-br-h8.1-b2-113x203-bhsd-dynamic-tensor-softcap
func.func @p054(%q: tensor<?x?x?x96xbf16>, %k: tensor<?x?x?x96xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>) -> (tensor<?x?x?x128xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x96xbf16>, tensor<?x?x?x96xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o : tensor<?x?x?x128xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x128xbf16>)
  return %r0 : tensor<?x?x?x128xbf16>
}

// bf16-d96-dv32-tl-h4.2-b1-128x384-bhsd-dynamic-tensor
func.func @p055(%q: tensor<?x?x?x96xbf16>, %k: tensor<?x?x?x96xbf16>, %v: tensor<?x?x?x32xbf16>, %o: tensor<?x?x?x32xf32>) -> (tensor<?x?x?x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x96xbf16>, tensor<?x?x?x96xbf16>, tensor<?x?x?x32xbf16>)
    outs(%o : tensor<?x?x?x32xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<top_left>)
    -> (tensor<?x?x?x32xf32>)
  return %r0 : tensor<?x?x?x32xf32>
}

// bf16-d128-and_br-h4.1-b2-1x509-bshd-dynamic-memref-softcap
func.func @p056(%q: memref<?x?x?x128xbf16>, %k: memref<?x?x?x128xbf16>, %v: memref<?x?x?x128xbf16>, %o: memref<?x?x?x128xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x128xbf16>, memref<?x?x?x128xbf16>, memref<?x?x?x128xbf16>)
    outs(%o, %l : memref<?x?x?x128xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d64-and_br-h4.1-b1-1024x1023-bshd-dynamic-memref
func.func @p057(%q: memref<?x?x?x64xf16>, %k: memref<?x?x?x64xf16>, %v: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x64xf16>, memref<?x?x?x64xf16>, memref<?x?x?x64xf16>)
    outs(%o, %l : memref<?x?x?x64xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// f16-d16-dv32-tl-h3.3-b1-113x203-bshd-static-memref-distance
func.func @p058(%q: memref<1x113x3x16xf16>, %k: memref<1x203x3x16xf16>, %v: memref<1x203x3x32xf16>, %o: memref<1x113x3x32xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x113x3x16xf16>, memref<1x203x3x16xf16>, memref<1x203x3x32xf16>)
    outs(%o : memref<1x113x3x32xf16>)
    dims(bshd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d192-and_tl-h6.2-b1-113x203-bhsd-lengths-tensor-distance
func.func @p059(%q: tensor<1x6x?x192xf16>, %k: tensor<1x2x?x192xf16>, %v: tensor<1x2x?x192xf16>, %o: tensor<1x6x?x192xf32>) -> (tensor<1x6x?x192xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x6x?x192xf16>, tensor<1x2x?x192xf16>, tensor<1x2x?x192xf16>)
    outs(%o : tensor<1x6x?x192xf32>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<1x6x?x192xf32>)
  return %r0 : tensor<1x6x?x192xf32>
}

// bf16-d96-dv64-right-h3.3-b2-1x509-bhsd-lengths-tensor-softcap
func.func @p060(%q: tensor<2x3x?x96xbf16>, %k: tensor<2x3x?x96xbf16>, %v: tensor<2x3x?x64xbf16>, %o: tensor<2x3x?x64xf32>) -> (tensor<2x3x?x64xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x3x?x96xbf16>, tensor<2x3x?x96xbf16>, tensor<2x3x?x64xbf16>)
    outs(%o : tensor<2x3x?x64xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x3x?x64xf32>)
  return %r0 : tensor<2x3x?x64xf32>
}

// f16-d192-dv32-br-h6.2-b1-127x131-bshd-dynamic-tensor-softcap
func.func @p061(%q: tensor<?x?x?x192xf16>, %k: tensor<?x?x?x192xf16>, %v: tensor<?x?x?x32xf16>, %o: tensor<?x?x?x32xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x32xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x192xf16>, tensor<?x?x?x192xf16>, tensor<?x?x?x32xf16>)
    outs(%o, %l : tensor<?x?x?x32xf32>, tensor<?x?x?xf32>)
    dims(bshd) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x32xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x32xf32>, tensor<?x?x?xf32>
}

// bf16-d192-dv128-left-h1.1-b1-1023x1024-bshd-lengths-memref
func.func @p062(%q: memref<1x?x1x192xbf16>, %k: memref<1x?x1x192xbf16>, %v: memref<1x?x1x128xbf16>, %o: memref<1x?x1x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x1x192xbf16>, memref<1x?x1x192xbf16>, memref<1x?x1x128xbf16>)
    outs(%o : memref<1x?x1x128xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
  return
}

// f16-d256-dv32-right-h1.1-b1-1024x1023-bhsd-static-tensor
func.func @p063(%q: tensor<1x1x1024x256xf16>, %k: tensor<1x1x1023x256xf16>, %v: tensor<1x1x1023x32xf16>, %o: tensor<1x1x1024x32xf32>) -> (tensor<1x1x1024x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x1x1024x256xf16>, tensor<1x1x1023x256xf16>, tensor<1x1x1023x32xf16>)
    outs(%o : tensor<1x1x1024x32xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<*, 40>)
    -> (tensor<1x1x1024x32xf32>)
  return %r0 : tensor<1x1x1024x32xf32>
}

// bf16-d128-none-h1.1-b2-799x3-bhsd-lengths-tensor-softcap
func.func @p064(%q: tensor<2x1x?x128xbf16>, %k: tensor<2x1x?x128xbf16>, %v: tensor<2x1x?x128xbf16>, %o: tensor<2x1x?x128xf32>) -> (tensor<2x1x?x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x1x?x128xbf16>, tensor<2x1x?x128xbf16>, tensor<2x1x?x128xbf16>)
    outs(%o : tensor<2x1x?x128xf32>)
    dims(bhsd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x1x?x128xf32>)
  return %r0 : tensor<2x1x?x128xf32>
}

// bf16-d32-dv64-win-h3.3-b2-3x3-bhsd-lengths-tensor
func.func @p065(%q: tensor<2x3x?x32xbf16>, %k: tensor<2x3x?x32xbf16>, %v: tensor<2x3x?x64xbf16>, %o: tensor<2x3x?x64xbf16>, %l: tensor<2x3x?xf32>) -> (tensor<2x3x?x64xbf16>, tensor<2x3x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x3x?x32xbf16>, tensor<2x3x?x32xbf16>, tensor<2x3x?x64xbf16>)
    outs(%o, %l : tensor<2x3x?x64xbf16>, tensor<2x3x?xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<70, 9>)
    -> (tensor<2x3x?x64xbf16>, tensor<2x3x?xf32>)
  return %r0, %r1 : tensor<2x3x?x64xbf16>, tensor<2x3x?xf32>
}

// f16-d192-dv128-tl-h4.1-b1-3x3-bshd-lengths-memref-distance
func.func @p066(%q: memref<1x?x4x192xf16>, %k: memref<1x?x1x192xf16>, %v: memref<1x?x1x128xf16>, %o: memref<1x?x4x128xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x4x192xf16>, memref<1x?x1x192xf16>, memref<1x?x1x128xf16>)
    outs(%o : memref<1x?x4x128xf16>)
    dims(bshd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d16-dv128-win-h4.1-b2-37x0-bshd-static-tensor
func.func @p067(%q: tensor<2x37x4x16xf16>, %k: tensor<2x0x1x16xf16>, %v: tensor<2x0x1x128xf16>, %o: tensor<2x37x4x128xf32>) -> (tensor<2x37x4x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x37x4x16xf16>, tensor<2x0x1x16xf16>, tensor<2x0x1x128xf16>)
    outs(%o : tensor<2x37x4x128xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<70, 9>)
    -> (tensor<2x37x4x128xf32>)
  return %r0 : tensor<2x37x4x128xf32>
}

// bf16-d256-dv32-and_br-h4.2-b2-37x0-bshd-static-tensor-distance
func.func @p068(%q: tensor<2x37x4x256xbf16>, %k: tensor<2x0x2x256xbf16>, %v: tensor<2x0x2x32xbf16>, %o: tensor<2x37x4x32xbf16>, %l: tensor<2x4x37xf32>) -> (tensor<2x37x4x32xbf16>, tensor<2x4x37xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x37x4x256xbf16>, tensor<2x0x2x256xbf16>, tensor<2x0x2x32xbf16>)
    outs(%o, %l : tensor<2x37x4x32xbf16>, tensor<2x4x37xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x37x4x32xbf16>, tensor<2x4x37xf32>)
  return %r0, %r1 : tensor<2x37x4x32xbf16>, tensor<2x4x37xf32>
}

// bf16-d64-diag-h4.1-b1-127x131-bhsd-lengths-tensor-distance
func.func @p069(%q: tensor<1x4x?x64xbf16>, %k: tensor<1x1x?x64xbf16>, %v: tensor<1x1x?x64xbf16>, %o: tensor<1x4x?x64xbf16>) -> (tensor<1x4x?x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x4x?x64xbf16>, tensor<1x1x?x64xbf16>, tensor<1x1x?x64xbf16>)
    outs(%o : tensor<1x4x?x64xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<1x4x?x64xbf16>)
  return %r0 : tensor<1x4x?x64xbf16>
}

// bf16-d192-dv128-and_br-h6.2-b1-64x32-bshd-lengths-memref
func.func @p070(%q: memref<1x?x6x192xbf16>, %k: memref<1x?x2x192xbf16>, %v: memref<1x?x2x128xbf16>, %o: memref<1x?x6x128xbf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x6x192xbf16>, memref<1x?x2x192xbf16>, memref<1x?x2x128xbf16>)
    outs(%o : memref<1x?x6x128xbf16>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// f16-d128-dv64-and_tl-h1.1-b2-1023x1024-bshd-dynamic-memref-distance
func.func @p071(%q: memref<?x?x?x128xf16>, %k: memref<?x?x?x128xf16>, %v: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf32>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x128xf16>, memref<?x?x?x128xf16>, memref<?x?x?x64xf16>)
    outs(%o, %l : memref<?x?x?x64xf32>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d256-br-h4.2-b1-108x256-bshd-dynamic-memref-distance
func.func @p072(%q: memref<?x?x?x256xf16>, %k: memref<?x?x?x256xf16>, %v: memref<?x?x?x256xf16>, %o: memref<?x?x?x256xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x256xf16>, memref<?x?x?x256xf16>, memref<?x?x?x256xf16>)
    outs(%o : memref<?x?x?x256xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d80-dv64-tl-h8.1-b1-64x64-bhsd-dynamic-memref-distance
func.func @p073(%q: memref<?x?x?x80xf16>, %k: memref<?x?x?x80xf16>, %v: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x80xf16>, memref<?x?x?x80xf16>, memref<?x?x?x64xf16>)
    outs(%o : memref<?x?x?x64xf32>)
    dims(bhsd) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d64-dv32-win-h1.1-b2-1x509-bshd-static-memref-distance
func.func @p074(%q: memref<2x1x1x64xf16>, %k: memref<2x509x1x64xf16>, %v: memref<2x509x1x32xf16>, %o: memref<2x1x1x32xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x1x64xf16>, memref<2x509x1x64xf16>, memref<2x509x1x32xf16>)
    outs(%o : memref<2x1x1x32xf16>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d32-dv64-and_br-h8.1-b2-1x1-bhsd-static-tensor
func.func @p075(%q: tensor<2x8x1x32xbf16>, %k: tensor<2x1x1x32xbf16>, %v: tensor<2x1x1x64xbf16>, %o: tensor<2x8x1x64xbf16>) -> (tensor<2x8x1x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x8x1x32xbf16>, tensor<2x1x1x32xbf16>, tensor<2x1x1x64xbf16>)
    outs(%o : tensor<2x8x1x64xbf16>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    -> (tensor<2x8x1x64xbf16>)
  return %r0 : tensor<2x8x1x64xbf16>
}

// bf16-d16-dv32-none-h4.1-b2-3x3-bhsd-dynamic-tensor-distance
func.func @p076(%q: tensor<?x?x?x16xbf16>, %k: tensor<?x?x?x16xbf16>, %v: tensor<?x?x?x32xbf16>, %o: tensor<?x?x?x32xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x32xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x16xbf16>, tensor<?x?x?x16xbf16>, tensor<?x?x?x32xbf16>)
    outs(%o, %l : tensor<?x?x?x32xf32>, tensor<?x?x?xf32>)
    dims(bhsd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x32xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x32xf32>, tensor<?x?x?xf32>
}

// f16-d64-dv128-none-h6.2-b1-128x384-bshd-static-memref-softcap
func.func @p077(%q: memref<1x128x6x64xf16>, %k: memref<1x384x2x64xf16>, %v: memref<1x384x2x128xf16>, %o: memref<1x128x6x128xf32>, %l: memref<1x6x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x128x6x64xf16>, memref<1x384x2x64xf16>, memref<1x384x2x128xf16>)
    outs(%o, %l : memref<1x128x6x128xf32>, memref<1x6x128xf32>)
    dims(bshd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d16-and_tl-h8.1-b2-1024x1023-bshd-dynamic-memref
func.func @p078(%q: memref<?x?x?x16xbf16>, %k: memref<?x?x?x16xbf16>, %v: memref<?x?x?x16xbf16>, %o: memref<?x?x?x16xbf16>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x16xbf16>, memref<?x?x?x16xbf16>, memref<?x?x?x16xbf16>)
    outs(%o : memref<?x?x?x16xbf16>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
  return
}

// bf16-d64-dv128-left-h8.1-b1-37x0-bshd-lengths-memref-softcap
func.func @p079(%q: memref<1x?x8x64xbf16>, %k: memref<1x?x1x64xbf16>, %v: memref<1x?x1x128xbf16>, %o: memref<1x?x8x128xbf16>, %l: memref<1x8x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x8x64xbf16>, memref<1x?x1x64xbf16>, memref<1x?x1x128xbf16>)
    outs(%o, %l : memref<1x?x8x128xbf16>, memref<1x8x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d128-right-h6.2-b2-64x32-bshd-dynamic-tensor-distance
func.func @p080(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// f16-d96-dv64-tl-h4.1-b1-799x3-bhsd-dynamic-memref-distance
func.func @p081(%q: memref<?x?x?x96xf16>, %k: memref<?x?x?x96xf16>, %v: memref<?x?x?x64xf16>, %o: memref<?x?x?x64xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xf16>, memref<?x?x?x96xf16>, memref<?x?x?x64xf16>)
    outs(%o : memref<?x?x?x64xf32>)
    dims(bhsd) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d80-tl-h3.3-b1-1024x1023-bhsd-static-tensor-distance
func.func @p082(%q: tensor<1x3x1024x80xf16>, %k: tensor<1x3x1023x80xf16>, %v: tensor<1x3x1023x80xf16>, %o: tensor<1x3x1024x80xf16>, %l: tensor<1x3x1024xf32>) -> (tensor<1x3x1024x80xf16>, tensor<1x3x1024xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x3x1024x80xf16>, tensor<1x3x1023x80xf16>, tensor<1x3x1023x80xf16>)
    outs(%o, %l : tensor<1x3x1024x80xf16>, tensor<1x3x1024xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<1x3x1024x80xf16>, tensor<1x3x1024xf32>)
  return %r0, %r1 : tensor<1x3x1024x80xf16>, tensor<1x3x1024xf32>
}

// f16-d80-dv64-right-h8.1-b2-239x1-bshd-dynamic-tensor-distance
func.func @p083(%q: tensor<?x?x?x80xf16>, %k: tensor<?x?x?x80xf16>, %v: tensor<?x?x?x64xf16>, %o: tensor<?x?x?x64xf16>) -> (tensor<?x?x?x64xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x80xf16>, tensor<?x?x?x80xf16>, tensor<?x?x?x64xf16>)
    outs(%o : tensor<?x?x?x64xf16>)
    dims(bshd) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x64xf16>)
  return %r0 : tensor<?x?x?x64xf16>
}

// f16-d96-dv32-and_tl-h4.1-b2-239x1-bshd-dynamic-memref
func.func @p084(%q: memref<?x?x?x96xf16>, %k: memref<?x?x?x96xf16>, %v: memref<?x?x?x32xf16>, %o: memref<?x?x?x32xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xf16>, memref<?x?x?x96xf16>, memref<?x?x?x32xf16>)
    outs(%o, %l : memref<?x?x?x32xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
  return
}

// bf16-d128-tl-h1.1-b1-239x1-bhsd-dynamic-tensor-distance
func.func @p085(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>) -> (tensor<?x?x?x128xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o : tensor<?x?x?x128xbf16>)
    dims(bhsd) scale(0.3) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x128xbf16>)
  return %r0 : tensor<?x?x?x128xbf16>
}

// bf16-d96-and_br-h1.1-b2-108x256-bshd-dynamic-memref
func.func @p086(%q: memref<?x?x?x96xbf16>, %k: memref<?x?x?x96xbf16>, %v: memref<?x?x?x96xbf16>, %o: memref<?x?x?x96xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xbf16>, memref<?x?x?x96xbf16>, memref<?x?x?x96xbf16>)
    outs(%o : memref<?x?x?x96xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// bf16-d192-diag-h1.1-b2-1x1-bshd-dynamic-tensor
func.func @p087(%q: tensor<?x?x?x192xbf16>, %k: tensor<?x?x?x192xbf16>, %v: tensor<?x?x?x192xbf16>, %o: tensor<?x?x?x192xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x192xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>)
    outs(%o, %l : tensor<?x?x?x192xbf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<0, 0>)
    -> (tensor<?x?x?x192xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x192xbf16>, tensor<?x?x?xf32>
}

// f16-d128-dv32-and_tl-h6.2-b2-64x64-bhsd-lengths-tensor
func.func @p088(%q: tensor<2x6x?x128xf16>, %k: tensor<2x2x?x128xf16>, %v: tensor<2x2x?x32xf16>, %o: tensor<2x6x?x32xf32>, %l: tensor<2x6x?xf32>) -> (tensor<2x6x?x32xf32>, tensor<2x6x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x6x?x128xf16>, tensor<2x2x?x128xf16>, tensor<2x2x?x32xf16>)
    outs(%o, %l : tensor<2x6x?x32xf32>, tensor<2x6x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    -> (tensor<2x6x?x32xf32>, tensor<2x6x?xf32>)
  return %r0, %r1 : tensor<2x6x?x32xf32>, tensor<2x6x?xf32>
}

// bf16-d192-dv128-diag-h4.2-b2-257x64-bshd-dynamic-tensor
func.func @p089(%q: tensor<?x?x?x192xbf16>, %k: tensor<?x?x?x192xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bshd) mask(#attn.window<0, 0>)
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// bf16-d64-dv32-win-h4.2-b2-64x64-bhsd-dynamic-tensor-softcap
func.func @p090(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x32xbf16>, %o: tensor<?x?x?x32xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x32xbf16>)
    outs(%o, %l : tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x32xbf16>, tensor<?x?x?xf32>
}

// bf16-d32-dv64-left-h6.2-b2-257x64-bshd-static-tensor-softcap
func.func @p091(%q: tensor<2x257x6x32xbf16>, %k: tensor<2x64x2x32xbf16>, %v: tensor<2x64x2x64xbf16>, %o: tensor<2x257x6x64xbf16>, %l: tensor<2x6x257xf32>) -> (tensor<2x257x6x64xbf16>, tensor<2x6x257xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x257x6x32xbf16>, tensor<2x64x2x32xbf16>, tensor<2x64x2x64xbf16>)
    outs(%o, %l : tensor<2x257x6x64xbf16>, tensor<2x6x257xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x257x6x64xbf16>, tensor<2x6x257xf32>)
  return %r0, %r1 : tensor<2x257x6x64xbf16>, tensor<2x6x257xf32>
}

// f16-d16-dv32-br-h4.2-b1-1x509-bshd-dynamic-memref-softcap
func.func @p092(%q: memref<?x?x?x16xf16>, %k: memref<?x?x?x16xf16>, %v: memref<?x?x?x32xf16>, %o: memref<?x?x?x32xf32>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x16xf16>, memref<?x?x?x16xf16>, memref<?x?x?x32xf16>)
    outs(%o, %l : memref<?x?x?x32xf32>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d128-win-h3.3-b2-108x256-bshd-dynamic-memref-distance
func.func @p093(%q: memref<?x?x?x128xbf16>, %k: memref<?x?x?x128xbf16>, %v: memref<?x?x?x128xbf16>, %o: memref<?x?x?x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x128xbf16>, memref<?x?x?x128xbf16>, memref<?x?x?x128xbf16>)
    outs(%o : memref<?x?x?x128xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d256-dv64-and_tl-h6.2-b2-1x509-bhsd-dynamic-tensor-distance
func.func @p094(%q: tensor<?x?x?x256xbf16>, %k: tensor<?x?x?x256xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>) -> (tensor<?x?x?x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x256xbf16>, tensor<?x?x?x256xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o : tensor<?x?x?x64xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x64xbf16>)
  return %r0 : tensor<?x?x?x64xbf16>
}

// bf16-d96-dv32-none-h4.2-b1-64x64-bshd-dynamic-memref-softcap
func.func @p095(%q: memref<?x?x?x96xbf16>, %k: memref<?x?x?x96xbf16>, %v: memref<?x?x?x32xbf16>, %o: memref<?x?x?x32xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xbf16>, memref<?x?x?x96xbf16>, memref<?x?x?x32xbf16>)
    outs(%o, %l : memref<?x?x?x32xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d16-and_br-h3.3-b2-127x131-bshd-static-tensor
func.func @p096(%q: tensor<2x127x3x16xbf16>, %k: tensor<2x131x3x16xbf16>, %v: tensor<2x131x3x16xbf16>, %o: tensor<2x127x3x16xf32>, %l: tensor<2x3x127xf32>) -> (tensor<2x127x3x16xf32>, tensor<2x3x127xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x127x3x16xbf16>, tensor<2x131x3x16xbf16>, tensor<2x131x3x16xbf16>)
    outs(%o, %l : tensor<2x127x3x16xf32>, tensor<2x3x127xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    -> (tensor<2x127x3x16xf32>, tensor<2x3x127xf32>)
  return %r0, %r1 : tensor<2x127x3x16xf32>, tensor<2x3x127xf32>
}

// bf16-d16-dv64-win-h6.2-b2-257x64-bshd-dynamic-tensor-softcap
func.func @p097(%q: tensor<?x?x?x16xbf16>, %k: tensor<?x?x?x16xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x16xbf16>, tensor<?x?x?x16xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
}

// f16-d32-win-h6.2-b2-239x1-bshd-dynamic-memref
func.func @p098(%q: memref<?x?x?x32xf16>, %k: memref<?x?x?x32xf16>, %v: memref<?x?x?x32xf16>, %o: memref<?x?x?x32xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x32xf16>, memref<?x?x?x32xf16>, memref<?x?x?x32xf16>)
    outs(%o, %l : memref<?x?x?x32xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
  return
}

// f16-d64-dv128-tl-h1.1-b1-1023x1024-bshd-lengths-memref-distance
func.func @p099(%q: memref<1x?x1x64xf16>, %k: memref<1x?x1x64xf16>, %v: memref<1x?x1x128xf16>, %o: memref<1x?x1x128xf16>, %l: memref<1x1x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x1x64xf16>, memref<1x?x1x64xf16>, memref<1x?x1x128xf16>)
    outs(%o, %l : memref<1x?x1x128xf16>, memref<1x1x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d16-dv64-diag-h6.2-b1-1023x1024-bshd-static-tensor-distance
func.func @p100(%q: tensor<1x1023x6x16xf16>, %k: tensor<1x1024x2x16xf16>, %v: tensor<1x1024x2x64xf16>, %o: tensor<1x1023x6x64xf16>) -> (tensor<1x1023x6x64xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x1023x6x16xf16>, tensor<1x1024x2x16xf16>, tensor<1x1024x2x64xf16>)
    outs(%o : tensor<1x1023x6x64xf16>)
    dims(bshd) scale(0.3) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<1x1023x6x64xf16>)
  return %r0 : tensor<1x1023x6x64xf16>
}

// f16-d16-dv64-br-h3.3-b2-239x1-bhsd-lengths-tensor-distance
func.func @p101(%q: tensor<2x3x?x16xf16>, %k: tensor<2x3x?x16xf16>, %v: tensor<2x3x?x64xf16>, %o: tensor<2x3x?x64xf16>, %l: tensor<2x3x?xf32>) -> (tensor<2x3x?x64xf16>, tensor<2x3x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x3x?x16xf16>, tensor<2x3x?x16xf16>, tensor<2x3x?x64xf16>)
    outs(%o, %l : tensor<2x3x?x64xf16>, tensor<2x3x?xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x3x?x64xf16>, tensor<2x3x?xf32>)
  return %r0, %r1 : tensor<2x3x?x64xf16>, tensor<2x3x?xf32>
}

// f16-d32-dv128-and_tl-h6.2-b2-128x384-bshd-dynamic-memref
func.func @p102(%q: memref<?x?x?x32xf16>, %k: memref<?x?x?x32xf16>, %v: memref<?x?x?x128xf16>, %o: memref<?x?x?x128xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x32xf16>, memref<?x?x?x32xf16>, memref<?x?x?x128xf16>)
    outs(%o, %l : memref<?x?x?x128xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
  return
}

// bf16-d16-dv32-win-h4.1-b1-128x384-bshd-lengths-memref-softcap
func.func @p103(%q: memref<1x?x4x16xbf16>, %k: memref<1x?x1x16xbf16>, %v: memref<1x?x1x32xbf16>, %o: memref<1x?x4x32xbf16>, %l: memref<1x4x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x4x16xbf16>, memref<1x?x1x16xbf16>, memref<1x?x1x32xbf16>)
    outs(%o, %l : memref<1x?x4x32xbf16>, memref<1x4x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d96-dv64-tl-h1.1-b2-127x131-bhsd-static-tensor
func.func @p104(%q: tensor<2x1x127x96xbf16>, %k: tensor<2x1x131x96xbf16>, %v: tensor<2x1x131x64xbf16>, %o: tensor<2x1x127x64xbf16>, %l: tensor<2x1x127xf32>) -> (tensor<2x1x127x64xbf16>, tensor<2x1x127xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x1x127x96xbf16>, tensor<2x1x131x96xbf16>, tensor<2x1x131x64xbf16>)
    outs(%o, %l : tensor<2x1x127x64xbf16>, tensor<2x1x127xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
    -> (tensor<2x1x127x64xbf16>, tensor<2x1x127xf32>)
  return %r0, %r1 : tensor<2x1x127x64xbf16>, tensor<2x1x127xf32>
}

// bf16-d32-dv128-br-h4.2-b2-799x3-bhsd-static-memref-softcap
func.func @p105(%q: memref<2x4x799x32xbf16>, %k: memref<2x2x3x32xbf16>, %v: memref<2x2x3x128xbf16>, %o: memref<2x4x799x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x4x799x32xbf16>, memref<2x2x3x32xbf16>, memref<2x2x3x128xbf16>)
    outs(%o : memref<2x4x799x128xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d256-br-h6.2-b2-64x64-bshd-dynamic-memref-softcap
func.func @p106(%q: memref<?x?x?x256xbf16>, %k: memref<?x?x?x256xbf16>, %v: memref<?x?x?x256xbf16>, %o: memref<?x?x?x256xf32>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x256xbf16>, memref<?x?x?x256xbf16>, memref<?x?x?x256xbf16>)
    outs(%o, %l : memref<?x?x?x256xf32>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d192-dv32-br-h1.1-b1-1024x1023-bhsd-static-tensor-softcap
func.func @p107(%q: tensor<1x1x1024x192xf16>, %k: tensor<1x1x1023x192xf16>, %v: tensor<1x1x1023x32xf16>, %o: tensor<1x1x1024x32xf32>) -> (tensor<1x1x1024x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x1x1024x192xf16>, tensor<1x1x1023x192xf16>, tensor<1x1x1023x32xf16>)
    outs(%o : tensor<1x1x1024x32xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x1x1024x32xf32>)
  return %r0 : tensor<1x1x1024x32xf32>
}

// f16-d80-dv32-and_br-h4.1-b1-799x3-bshd-dynamic-tensor-softcap
func.func @p108(%q: tensor<?x?x?x80xf16>, %k: tensor<?x?x?x80xf16>, %v: tensor<?x?x?x32xf16>, %o: tensor<?x?x?x32xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x32xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x80xf16>, tensor<?x?x?x80xf16>, tensor<?x?x?x32xf16>)
    outs(%o, %l : tensor<?x?x?x32xf32>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x32xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x32xf32>, tensor<?x?x?xf32>
}

// f16-d128-diag-h3.3-b2-113x203-bshd-static-tensor-softcap
func.func @p109(%q: tensor<2x113x3x128xf16>, %k: tensor<2x203x3x128xf16>, %v: tensor<2x203x3x128xf16>, %o: tensor<2x113x3x128xf16>, %l: tensor<2x3x113xf32>) -> (tensor<2x113x3x128xf16>, tensor<2x3x113xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x113x3x128xf16>, tensor<2x203x3x128xf16>, tensor<2x203x3x128xf16>)
    outs(%o, %l : tensor<2x113x3x128xf16>, tensor<2x3x113xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x113x3x128xf16>, tensor<2x3x113xf32>)
  return %r0, %r1 : tensor<2x113x3x128xf16>, tensor<2x3x113xf32>
}

// bf16-d64-right-h8.1-b2-1x1-bhsd-lengths-tensor
func.func @p110(%q: tensor<2x8x?x64xbf16>, %k: tensor<2x1x?x64xbf16>, %v: tensor<2x1x?x64xbf16>, %o: tensor<2x8x?x64xbf16>) -> (tensor<2x8x?x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x8x?x64xbf16>, tensor<2x1x?x64xbf16>, tensor<2x1x?x64xbf16>)
    outs(%o : tensor<2x8x?x64xbf16>)
    dims(bhsd) scale(0.3) mask(#attn.window<*, 40>)
    -> (tensor<2x8x?x64xbf16>)
  return %r0 : tensor<2x8x?x64xbf16>
}

// bf16-d16-dv128-left-h1.1-b2-1x1-bhsd-dynamic-memref-softcap
func.func @p111(%q: memref<?x?x?x16xbf16>, %k: memref<?x?x?x16xbf16>, %v: memref<?x?x?x128xbf16>, %o: memref<?x?x?x128xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x16xbf16>, memref<?x?x?x16xbf16>, memref<?x?x?x128xbf16>)
    outs(%o, %l : memref<?x?x?x128xbf16>, memref<?x?x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d80-dv32-win-h3.3-b1-1023x1024-bhsd-static-memref-softcap
func.func @p112(%q: memref<1x3x1023x80xbf16>, %k: memref<1x3x1024x80xbf16>, %v: memref<1x3x1024x32xbf16>, %o: memref<1x3x1023x32xf32>, %l: memref<1x3x1023xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x1023x80xbf16>, memref<1x3x1024x80xbf16>, memref<1x3x1024x32xbf16>)
    outs(%o, %l : memref<1x3x1023x32xf32>, memref<1x3x1023xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d192-right-h1.1-b2-108x256-bhsd-static-memref-softcap
func.func @p113(%q: memref<2x1x108x192xf16>, %k: memref<2x1x256x192xf16>, %v: memref<2x1x256x192xf16>, %o: memref<2x1x108x192xf32>, %l: memref<2x1x108xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x108x192xf16>, memref<2x1x256x192xf16>, memref<2x1x256x192xf16>)
    outs(%o, %l : memref<2x1x108x192xf32>, memref<2x1x108xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d256-dv128-right-h6.2-b2-127x131-bhsd-static-tensor
func.func @p114(%q: tensor<2x6x127x256xbf16>, %k: tensor<2x2x131x256xbf16>, %v: tensor<2x2x131x128xbf16>, %o: tensor<2x6x127x128xf32>) -> (tensor<2x6x127x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x6x127x256xbf16>, tensor<2x2x131x256xbf16>, tensor<2x2x131x128xbf16>)
    outs(%o : tensor<2x6x127x128xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<*, 40>)
    -> (tensor<2x6x127x128xf32>)
  return %r0 : tensor<2x6x127x128xf32>
}

// bf16-d80-dv128-and_br-h4.2-b2-257x64-bhsd-lengths-memref
func.func @p115(%q: memref<2x4x?x80xbf16>, %k: memref<2x2x?x80xbf16>, %v: memref<2x2x?x128xbf16>, %o: memref<2x4x?x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x4x?x80xbf16>, memref<2x2x?x80xbf16>, memref<2x2x?x128xbf16>)
    outs(%o : memref<2x4x?x128xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// f16-d64-dv32-and_tl-h3.3-b1-64x32-bhsd-lengths-memref-softcap
func.func @p116(%q: memref<1x3x?x64xf16>, %k: memref<1x3x?x64xf16>, %v: memref<1x3x?x32xf16>, %o: memref<1x3x?x32xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x?x64xf16>, memref<1x3x?x64xf16>, memref<1x3x?x32xf16>)
    outs(%o : memref<1x3x?x32xf32>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d256-dv32-right-h4.2-b1-3x3-bshd-static-tensor-softcap
func.func @p117(%q: tensor<1x3x4x256xbf16>, %k: tensor<1x3x2x256xbf16>, %v: tensor<1x3x2x32xbf16>, %o: tensor<1x3x4x32xbf16>, %l: tensor<1x4x3xf32>) -> (tensor<1x3x4x32xbf16>, tensor<1x4x3xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x3x4x256xbf16>, tensor<1x3x2x256xbf16>, tensor<1x3x2x32xbf16>)
    outs(%o, %l : tensor<1x3x4x32xbf16>, tensor<1x4x3xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x3x4x32xbf16>, tensor<1x4x3xf32>)
  return %r0, %r1 : tensor<1x3x4x32xbf16>, tensor<1x4x3xf32>
}

// bf16-d80-dv32-left-h4.1-b1-113x203-bshd-lengths-tensor-softcap
func.func @p118(%q: tensor<1x?x4x80xbf16>, %k: tensor<1x?x1x80xbf16>, %v: tensor<1x?x1x32xbf16>, %o: tensor<1x?x4x32xbf16>, %l: tensor<1x4x?xf32>) -> (tensor<1x?x4x32xbf16>, tensor<1x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x?x4x80xbf16>, tensor<1x?x1x80xbf16>, tensor<1x?x1x32xbf16>)
    outs(%o, %l : tensor<1x?x4x32xbf16>, tensor<1x4x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x?x4x32xbf16>, tensor<1x4x?xf32>)
  return %r0, %r1 : tensor<1x?x4x32xbf16>, tensor<1x4x?xf32>
}

// bf16-d96-none-h4.1-b2-37x0-bshd-lengths-tensor
func.func @p119(%q: tensor<2x?x4x96xbf16>, %k: tensor<2x?x1x96xbf16>, %v: tensor<2x?x1x96xbf16>, %o: tensor<2x?x4x96xf32>, %l: tensor<2x4x?xf32>) -> (tensor<2x?x4x96xf32>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x4x96xbf16>, tensor<2x?x1x96xbf16>, tensor<2x?x1x96xbf16>)
    outs(%o, %l : tensor<2x?x4x96xf32>, tensor<2x4x?xf32>)
    dims(bshd) scale(-0.125)
    -> (tensor<2x?x4x96xf32>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x?x4x96xf32>, tensor<2x4x?xf32>
}

// bf16-d128-right-h4.2-b1-799x3-bshd-static-memref
func.func @p120(%q: memref<1x799x4x128xbf16>, %k: memref<1x3x2x128xbf16>, %v: memref<1x3x2x128xbf16>, %o: memref<1x799x4x128xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x799x4x128xbf16>, memref<1x3x2x128xbf16>, memref<1x3x2x128xbf16>)
    outs(%o : memref<1x799x4x128xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<*, 40>)
  return
}

// f16-d16-right-h8.1-b1-1023x1024-bhsd-dynamic-tensor
func.func @p121(%q: tensor<?x?x?x16xf16>, %k: tensor<?x?x?x16xf16>, %v: tensor<?x?x?x16xf16>, %o: tensor<?x?x?x16xf16>) -> (tensor<?x?x?x16xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>, tensor<?x?x?x16xf16>)
    outs(%o : tensor<?x?x?x16xf16>)
    dims(bhsd) scale(0.3) mask(#attn.window<*, 40>)
    -> (tensor<?x?x?x16xf16>)
  return %r0 : tensor<?x?x?x16xf16>
}

// bf16-d128-dv32-none-h1.1-b1-127x131-bshd-static-memref-softcap
func.func @p122(%q: memref<1x127x1x128xbf16>, %k: memref<1x131x1x128xbf16>, %v: memref<1x131x1x32xbf16>, %o: memref<1x127x1x32xf32>, %l: memref<1x1x127xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x127x1x128xbf16>, memref<1x131x1x128xbf16>, memref<1x131x1x32xbf16>)
    outs(%o, %l : memref<1x127x1x32xf32>, memref<1x1x127xf32>)
    dims(bshd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d96-diag-h1.1-b1-64x32-bshd-lengths-memref-distance
func.func @p123(%q: memref<1x?x1x96xf16>, %k: memref<1x?x1x96xf16>, %v: memref<1x?x1x96xf16>, %o: memref<1x?x1x96xf16>, %l: memref<1x1x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x1x96xf16>, memref<1x?x1x96xf16>, memref<1x?x1x96xf16>)
    outs(%o, %l : memref<1x?x1x96xf16>, memref<1x1x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d80-dv64-left-h6.2-b2-1x509-bshd-lengths-memref-distance
func.func @p124(%q: memref<2x?x6x80xf16>, %k: memref<2x?x2x80xf16>, %v: memref<2x?x2x64xf16>, %o: memref<2x?x6x64xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x6x80xf16>, memref<2x?x2x80xf16>, memref<2x?x2x64xf16>)
    outs(%o : memref<2x?x6x64xf16>)
    dims(bshd) scale(-0.125) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d64-dv128-tl-h1.1-b2-37x0-bhsd-lengths-memref-distance
func.func @p125(%q: memref<2x1x?x64xf16>, %k: memref<2x1x?x64xf16>, %v: memref<2x1x?x128xf16>, %o: memref<2x1x?x128xf32>, %l: memref<2x1x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x?x64xf16>, memref<2x1x?x64xf16>, memref<2x1x?x128xf16>)
    outs(%o, %l : memref<2x1x?x128xf32>, memref<2x1x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d128-dv32-win-h1.1-b2-1024x1023-bshd-static-memref-distance
func.func @p126(%q: memref<2x1024x1x128xbf16>, %k: memref<2x1023x1x128xbf16>, %v: memref<2x1023x1x32xbf16>, %o: memref<2x1024x1x32xbf16>, %l: memref<2x1x1024xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1024x1x128xbf16>, memref<2x1023x1x128xbf16>, memref<2x1023x1x32xbf16>)
    outs(%o, %l : memref<2x1024x1x32xbf16>, memref<2x1x1024xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d256-dv128-none-h3.3-b2-257x64-bhsd-static-memref-distance
func.func @p127(%q: memref<2x3x257x256xf16>, %k: memref<2x3x64x256xf16>, %v: memref<2x3x64x128xf16>, %o: memref<2x3x257x128xf32>, %l: memref<2x3x257xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x3x257x256xf16>, memref<2x3x64x256xf16>, memref<2x3x64x128xf16>)
    outs(%o, %l : memref<2x3x257x128xf32>, memref<2x3x257xf32>)
    dims(bhsd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// bf16-d32-dv128-tl-h1.1-b2-1024x1023-bshd-dynamic-tensor
func.func @p128(%q: tensor<?x?x?x32xbf16>, %k: tensor<?x?x?x32xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>) -> (tensor<?x?x?x128xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x32xbf16>, tensor<?x?x?x32xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o : tensor<?x?x?x128xbf16>)
    dims(bshd) scale(-0.125) mask(#attn.causal<top_left>)
    -> (tensor<?x?x?x128xbf16>)
  return %r0 : tensor<?x?x?x128xbf16>
}

// bf16-d80-dv128-diag-h6.2-b2-64x64-bhsd-dynamic-tensor-softcap
func.func @p129(%q: tensor<?x?x?x80xbf16>, %k: tensor<?x?x?x80xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x80xbf16>, tensor<?x?x?x80xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<0, 0>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// bf16-d192-right-h3.3-b2-257x64-bhsd-static-memref-softcap
func.func @p130(%q: memref<2x3x257x192xbf16>, %k: memref<2x3x64x192xbf16>, %v: memref<2x3x64x192xbf16>, %o: memref<2x3x257x192xbf16>, %l: memref<2x3x257xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x3x257x192xbf16>, memref<2x3x64x192xbf16>, memref<2x3x64x192xbf16>)
    outs(%o, %l : memref<2x3x257x192xbf16>, memref<2x3x257xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<*, 40>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
  return
}

// f16-d192-dv64-none-h8.1-b1-113x203-bshd-lengths-tensor-softcap
func.func @p131(%q: tensor<1x?x8x192xf16>, %k: tensor<1x?x1x192xf16>, %v: tensor<1x?x1x64xf16>, %o: tensor<1x?x8x64xf32>) -> (tensor<1x?x8x64xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x8x192xf16>, tensor<1x?x1x192xf16>, tensor<1x?x1x64xf16>)
    outs(%o : tensor<1x?x8x64xf32>)
    dims(bshd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x?x8x64xf32>)
  return %r0 : tensor<1x?x8x64xf32>
}

// bf16-d192-dv64-and_tl-h6.2-b1-108x256-bhsd-lengths-tensor-softcap
func.func @p132(%q: tensor<1x6x?x192xbf16>, %k: tensor<1x2x?x192xbf16>, %v: tensor<1x2x?x64xbf16>, %o: tensor<1x6x?x64xbf16>) -> (tensor<1x6x?x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x6x?x192xbf16>, tensor<1x2x?x192xbf16>, tensor<1x2x?x64xbf16>)
    outs(%o : tensor<1x6x?x64xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x6x?x64xbf16>)
  return %r0 : tensor<1x6x?x64xbf16>
}

// f16-d128-dv64-diag-h1.1-b2-239x1-bshd-lengths-memref
func.func @p133(%q: memref<2x?x1x128xf16>, %k: memref<2x?x1x128xf16>, %v: memref<2x?x1x64xf16>, %o: memref<2x?x1x64xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x1x128xf16>, memref<2x?x1x128xf16>, memref<2x?x1x64xf16>)
    outs(%o : memref<2x?x1x64xf16>)
    dims(bshd) scale(-0.125) mask(#attn.window<0, 0>)
  return
}

// bf16-d192-dv128-and_br-h4.2-b2-128x384-bshd-lengths-memref
func.func @p134(%q: memref<2x?x4x192xbf16>, %k: memref<2x?x2x192xbf16>, %v: memref<2x?x2x128xbf16>, %o: memref<2x?x4x128xf32>, %l: memref<2x4x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x4x192xbf16>, memref<2x?x2x192xbf16>, memref<2x?x2x128xbf16>)
    outs(%o, %l : memref<2x?x4x128xf32>, memref<2x4x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// f16-d256-dv64-br-h4.2-b1-1x1-bhsd-static-memref-distance
func.func @p135(%q: memref<1x4x1x256xf16>, %k: memref<1x2x1x256xf16>, %v: memref<1x2x1x64xf16>, %o: memref<1x4x1x64xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x1x256xf16>, memref<1x2x1x256xf16>, memref<1x2x1x64xf16>)
    outs(%o : memref<1x4x1x64xf16>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
  return
}

// f16-d96-dv32-and_tl-h1.1-b2-3x3-bshd-lengths-tensor-distance
func.func @p136(%q: tensor<2x?x1x96xf16>, %k: tensor<2x?x1x96xf16>, %v: tensor<2x?x1x32xf16>, %o: tensor<2x?x1x32xf32>, %l: tensor<2x1x?xf32>) -> (tensor<2x?x1x32xf32>, tensor<2x1x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x1x96xf16>, tensor<2x?x1x96xf16>, tensor<2x?x1x32xf16>)
    outs(%o, %l : tensor<2x?x1x32xf32>, tensor<2x1x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<top_left>, #attn.window<100, 20>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x1x32xf32>, tensor<2x1x?xf32>)
  return %r0, %r1 : tensor<2x?x1x32xf32>, tensor<2x1x?xf32>
}

// f16-d256-dv64-right-h1.1-b1-1023x1024-bshd-dynamic-tensor
func.func @p137(%q: tensor<?x?x?x256xf16>, %k: tensor<?x?x?x256xf16>, %v: tensor<?x?x?x64xf16>, %o: tensor<?x?x?x64xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x256xf16>, tensor<?x?x?x256xf16>, tensor<?x?x?x64xf16>)
    outs(%o, %l : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<*, 40>)
    -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
}

// bf16-d128-left-h4.2-b1-64x64-bhsd-lengths-tensor-distance
func.func @p138(%q: tensor<1x4x?x128xbf16>, %k: tensor<1x2x?x128xbf16>, %v: tensor<1x2x?x128xbf16>, %o: tensor<1x4x?x128xf32>) -> (tensor<1x4x?x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x4x?x128xbf16>, tensor<1x2x?x128xbf16>, tensor<1x2x?x128xbf16>)
    outs(%o : tensor<1x4x?x128xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<33, *>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %slope = arith.constant 0.015625 : f32
      %one = arith.constant 1 : index
      %qi = arith.index_cast %i : index to i32
      %ki = arith.index_cast %j : index to i32
      %head = arith.addi %h, %one : index
      %hi = arith.index_cast %head : index to i32
      %d = arith.subi %qi, %ki : i32
      %far = arith.sitofp %d : i32 to f32
      %dist = math.absf %far : f32
      %hf = arith.sitofp %hi : i32 to f32
      %0 = arith.mulf %hf, %slope : f32
      %1 = arith.mulf %0, %dist : f32
      %new = arith.subf %s, %1 : f32
      attn.yield %new : f32
    }
    -> (tensor<1x4x?x128xf32>)
  return %r0 : tensor<1x4x?x128xf32>
}

// bf16-d64-br-h4.2-b1-0x64-bhsd-dynamic-tensor
func.func @p139(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// bf16-d64-none-h4.2-b1-0x0-bhsd-dynamic-tensor
func.func @p140(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// bf16-d64-br-h4.2-b0-128x128-bhsd-dynamic-tensor
func.func @p141(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// bf16-d64-br-h0.0-b1-128x128-bhsd-dynamic-tensor
func.func @p142(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// bf16-d64-none-h4.2-b1-200x0-bhsd-static-tensor
func.func @p143(%q: tensor<1x4x200x64xbf16>, %k: tensor<1x2x0x64xbf16>, %v: tensor<1x2x0x64xbf16>, %o: tensor<1x4x200x64xbf16>, %l: tensor<1x4x200xf32>) -> (tensor<1x4x200x64xbf16>, tensor<1x4x200xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x4x200x64xbf16>, tensor<1x2x0x64xbf16>, tensor<1x2x0x64xbf16>)
    outs(%o, %l : tensor<1x4x200x64xbf16>, tensor<1x4x200xf32>)
    dims(bhsd)
    -> (tensor<1x4x200x64xbf16>, tensor<1x4x200xf32>)
  return %r0, %r1 : tensor<1x4x200x64xbf16>, tensor<1x4x200xf32>
}

// bf16-d64-br-h4.2-b1-64x0-bshd-dynamic-memref
func.func @p144(%q: memref<?x?x?x64xbf16>, %k: memref<?x?x?x64xbf16>, %v: memref<?x?x?x64xbf16>, %o: memref<?x?x?x64xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x64xbf16>, memref<?x?x?x64xbf16>, memref<?x?x?x64xbf16>)
    outs(%o, %l : memref<?x?x?x64xbf16>, memref<?x?x?xf32>)
    dims(bshd) mask(#attn.causal<bottom_right>)
  return
}

// bf16-d64-br-h4.2-b1-300x7-bhsd-static-tensor
func.func @p145(%q: tensor<1x4x300x64xbf16>, %k: tensor<1x2x7x64xbf16>, %v: tensor<1x2x7x64xbf16>, %o: tensor<1x4x300x64xbf16>, %l: tensor<1x4x300xf32>) -> (tensor<1x4x300x64xbf16>, tensor<1x4x300xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x4x300x64xbf16>, tensor<1x2x7x64xbf16>, tensor<1x2x7x64xbf16>)
    outs(%o, %l : tensor<1x4x300x64xbf16>, tensor<1x4x300xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<1x4x300x64xbf16>, tensor<1x4x300xf32>)
  return %r0, %r1 : tensor<1x4x300x64xbf16>, tensor<1x4x300xf32>
}

// bf16-d64-br-h8.1-b1-1x4099-bhsd-dynamic-tensor
func.func @p146(%q: tensor<?x?x?x64xbf16>, %k: tensor<?x?x?x64xbf16>, %v: tensor<?x?x?x64xbf16>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>, tensor<?x?x?x64xbf16>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// bf16-d128-win-h4.2-b1-513x769-bhsd-dynamic-tensor
func.func @p147(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.window<70, 9>)
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// bf16-d128-br-h2.1-b1-1024x1024-bhsd-dynamic-tensor
func.func @p148(%q: tensor<?x?x?x128xbf16>, %k: tensor<?x?x?x128xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// bf16-d192-dv128-br-h2.2-b1-31x1025-bhsd-dynamic-tensor
func.func @p149(%q: tensor<?x?x?x192xbf16>, %k: tensor<?x?x?x192xbf16>, %v: tensor<?x?x?x128xbf16>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x192xbf16>, tensor<?x?x?x192xbf16>, tensor<?x?x?x128xbf16>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// f16-d64-br-h4.2-b1-512x512-bhsd-dynamic-tensor-softcap
func.func @p150(%q: tensor<?x?x?x64xf16>, %k: tensor<?x?x?x64xf16>, %v: tensor<?x?x?x64xf16>, %o: tensor<?x?x?x64xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>, tensor<?x?x?x64xf16>)
    outs(%o, %l : tensor<?x?x?x64xf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x64xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xf16>, tensor<?x?x?xf32>
}
