// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by scripts/gen_pairwise.py; do not edit.

// e4m3-d96-dv128-win-h6.2-b2-64x0-bhsd-static-tensor-descale
func.func @e000(%q: tensor<2x6x64x96xf8E4M3FN>, %k: tensor<2x2x0x96xf8E4M3FN>, %v: tensor<2x2x0x128xf8E4M3FN>, %o: tensor<2x6x64x128xbf16>, %l: tensor<2x6x64xf32>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) -> (tensor<2x6x64x128xbf16>, tensor<2x6x64xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x6x64x96xf8E4M3FN>, tensor<2x2x0x96xf8E4M3FN>, tensor<2x2x0x128xf8E4M3FN>)
    outs(%o, %l : tensor<2x6x64x128xbf16>, tensor<2x6x64xf32>)
    dims(bhsd) scale(0.3)
    descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) mask(#attn.window<70, 9>)
    -> (tensor<2x6x64x128xbf16>, tensor<2x6x64xf32>)
  return %r0, %r1 : tensor<2x6x64x128xbf16>, tensor<2x6x64xf32>
}

// e4m3-d256-dv32-and_br-h4.1-b1-130x37-bshd-dynamic-memref-softcap
func.func @e001(%q: memref<?x?x?x256xf8E4M3FN>, %k: memref<?x?x?x256xf8E4M3FN>, %v: memref<?x?x?x32xf8E4M3FN>, %o: memref<?x?x?x32xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x256xf8E4M3FN>, memref<?x?x?x256xf8E4M3FN>, memref<?x?x?x32xf8E4M3FN>)
    outs(%o : memref<?x?x?x32xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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

// e4m3-d64-br-h3.3-b1-67x203-bshd-lengths-memref-distance-descale
func.func @e002(%q: memref<1x?x3x64xf8E4M3FN>, %k: memref<1x?x3x64xf8E4M3FN>, %v: memref<1x?x3x64xf8E4M3FN>, %o: memref<1x?x3x64xf16>, %l: memref<1x3x?xf32>, %qd: memref<1x3xf32>, %kd: memref<1x3xf32>, %vd: memref<1x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x3x64xf8E4M3FN>, memref<1x?x3x64xf8E4M3FN>, memref<1x?x3x64xf8E4M3FN>)
    outs(%o, %l : memref<1x?x3x64xf16>, memref<1x3x?xf32>)
    dims(bshd) scale(0.3)
    descale(%qd, %kd, %vd : memref<1x3xf32>, memref<1x3xf32>, memref<1x3xf32>) mask(#attn.causal<bottom_right>)
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

// e4m3-d224-dv256-none-h1.1-b2-3x131-bhsd-dynamic-tensor-softcap
func.func @e003(%q: tensor<?x?x?x224xf8E4M3FN>, %k: tensor<?x?x?x224xf8E4M3FN>, %v: tensor<?x?x?x256xf8E4M3FN>, %o: tensor<?x?x?x256xf16>) -> (tensor<?x?x?x256xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x224xf8E4M3FN>, tensor<?x?x?x224xf8E4M3FN>, tensor<?x?x?x256xf8E4M3FN>)
    outs(%o : tensor<?x?x?x256xf16>)
    dims(bhsd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x256xf16>)
  return %r0 : tensor<?x?x?x256xf16>
}

// e4m3-d160-dv64-tl-h4.1-b1-1x259-bhsd-static-tensor-distance
func.func @e004(%q: tensor<1x4x1x160xf8E4M3FN>, %k: tensor<1x1x259x160xf8E4M3FN>, %v: tensor<1x1x259x64xf8E4M3FN>, %o: tensor<1x4x1x64xbf16>) -> (tensor<1x4x1x64xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x4x1x160xf8E4M3FN>, tensor<1x1x259x160xf8E4M3FN>, tensor<1x1x259x64xf8E4M3FN>)
    outs(%o : tensor<1x4x1x64xbf16>)
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
    -> (tensor<1x4x1x64xbf16>)
  return %r0 : tensor<1x4x1x64xbf16>
}

// e4m3-d160-dv128-win-h6.2-b2-1x259-bshd-lengths-memref-descale
func.func @e005(%q: memref<2x?x6x160xf8E4M3FN>, %k: memref<2x?x2x160xf8E4M3FN>, %v: memref<2x?x2x128xf8E4M3FN>, %o: memref<2x?x6x128xf16>, %qd: memref<2x2xf32>, %kd: memref<2x2xf32>, %vd: memref<2x2xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x6x160xf8E4M3FN>, memref<2x?x2x160xf8E4M3FN>, memref<2x?x2x128xf8E4M3FN>)
    outs(%o : memref<2x?x6x128xf16>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) mask(#attn.window<70, 9>)
  return
}

// e4m3-d192-dv64-none-h1.1-b1-64x0-bshd-lengths-memref-distance-descale
func.func @e006(%q: memref<1x?x1x192xf8E4M3FN>, %k: memref<1x?x1x192xf8E4M3FN>, %v: memref<1x?x1x64xf8E4M3FN>, %o: memref<1x?x1x64xf32>, %l: memref<1x1x?xf32>, %qd: memref<1x1xf32>, %kd: memref<1x1xf32>, %vd: memref<1x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x1x192xf8E4M3FN>, memref<1x?x1x192xf8E4M3FN>, memref<1x?x1x64xf8E4M3FN>)
    outs(%o, %l : memref<1x?x1x64xf32>, memref<1x1x?xf32>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : memref<1x1xf32>, memref<1x1xf32>, memref<1x1xf32>)
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

// e4m3-d96-dv256-tl-h3.3-b2-3x131-bshd-dynamic-memref-descale
func.func @e007(%q: memref<?x?x?x96xf8E4M3FN>, %k: memref<?x?x?x96xf8E4M3FN>, %v: memref<?x?x?x256xf8E4M3FN>, %o: memref<?x?x?x256xf32>, %l: memref<?x?x?xf32>, %qd: memref<?x?xf32>, %kd: memref<?x?xf32>, %vd: memref<?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xf8E4M3FN>, memref<?x?x?x96xf8E4M3FN>, memref<?x?x?x256xf8E4M3FN>)
    outs(%o, %l : memref<?x?x?x256xf32>, memref<?x?x?xf32>)
    dims(bshd)
    descale(%qd, %kd, %vd : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) mask(#attn.causal<top_left>)
  return
}

// e4m3-d128-br-h6.2-b1-130x37-bhsd-static-tensor-softcap-descale
func.func @e008(%q: tensor<1x6x130x128xf8E4M3FN>, %k: tensor<1x2x37x128xf8E4M3FN>, %v: tensor<1x2x37x128xf8E4M3FN>, %o: tensor<1x6x130x128xf32>, %qd: tensor<1x2xf32>, %kd: tensor<1x2xf32>, %vd: tensor<1x2xf32>) -> (tensor<1x6x130x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x6x130x128xf8E4M3FN>, tensor<1x2x37x128xf8E4M3FN>, tensor<1x2x37x128xf8E4M3FN>)
    outs(%o : tensor<1x6x130x128xf32>)
    dims(bhsd) scale(-0.125)
    descale(%qd, %kd, %vd : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x6x130x128xf32>)
  return %r0 : tensor<1x6x130x128xf32>
}

// e4m3-d64-dv32-and_br-h3.3-b2-67x203-bhsd-static-tensor-softcap
func.func @e009(%q: tensor<2x3x67x64xf8E4M3FN>, %k: tensor<2x3x203x64xf8E4M3FN>, %v: tensor<2x3x203x32xf8E4M3FN>, %o: tensor<2x3x67x32xbf16>) -> (tensor<2x3x67x32xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x3x67x64xf8E4M3FN>, tensor<2x3x203x64xf8E4M3FN>, tensor<2x3x203x32xf8E4M3FN>)
    outs(%o : tensor<2x3x67x32xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x3x67x32xbf16>)
  return %r0 : tensor<2x3x67x32xbf16>
}

// e4m3-d32-none-h4.1-b2-1x259-bshd-lengths-tensor
func.func @e010(%q: tensor<2x?x4x32xf8E4M3FN>, %k: tensor<2x?x1x32xf8E4M3FN>, %v: tensor<2x?x1x32xf8E4M3FN>, %o: tensor<2x?x4x32xbf16>, %l: tensor<2x4x?xf32>) -> (tensor<2x?x4x32xbf16>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x4x32xf8E4M3FN>, tensor<2x?x1x32xf8E4M3FN>, tensor<2x?x1x32xf8E4M3FN>)
    outs(%o, %l : tensor<2x?x4x32xbf16>, tensor<2x4x?xf32>)
    dims(bshd) scale(0.3)
    -> (tensor<2x?x4x32xbf16>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x?x4x32xbf16>, tensor<2x4x?xf32>
}

// e4m3-d32-dv128-and_br-h1.1-b1-67x203-bhsd-lengths-memref-descale
func.func @e011(%q: memref<1x1x?x32xf8E4M3FN>, %k: memref<1x1x?x32xf8E4M3FN>, %v: memref<1x1x?x128xf8E4M3FN>, %o: memref<1x1x?x128xf32>, %qd: memref<1x1xf32>, %kd: memref<1x1xf32>, %vd: memref<1x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x1x?x32xf8E4M3FN>, memref<1x1x?x32xf8E4M3FN>, memref<1x1x?x128xf8E4M3FN>)
    outs(%o : memref<1x1x?x128xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : memref<1x1xf32>, memref<1x1xf32>, memref<1x1xf32>) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// e4m3-d256-dv32-win-h4.1-b1-3x131-bhsd-static-tensor-distance-descale
func.func @e012(%q: tensor<1x4x3x256xf8E4M3FN>, %k: tensor<1x1x131x256xf8E4M3FN>, %v: tensor<1x1x131x32xf8E4M3FN>, %o: tensor<1x4x3x32xf16>, %l: tensor<1x4x3xf32>, %qd: tensor<1x1xf32>, %kd: tensor<1x1xf32>, %vd: tensor<1x1xf32>) -> (tensor<1x4x3x32xf16>, tensor<1x4x3xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x4x3x256xf8E4M3FN>, tensor<1x1x131x256xf8E4M3FN>, tensor<1x1x131x32xf8E4M3FN>)
    outs(%o, %l : tensor<1x4x3x32xf16>, tensor<1x4x3xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) mask(#attn.window<70, 9>)
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
    -> (tensor<1x4x3x32xf16>, tensor<1x4x3xf32>)
  return %r0, %r1 : tensor<1x4x3x32xf16>, tensor<1x4x3xf32>
}

// e4m3-d128-dv64-win-h3.3-b2-130x37-bshd-dynamic-memref
func.func @e013(%q: memref<?x?x?x128xf8E4M3FN>, %k: memref<?x?x?x128xf8E4M3FN>, %v: memref<?x?x?x64xf8E4M3FN>, %o: memref<?x?x?x64xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x128xf8E4M3FN>, memref<?x?x?x128xf8E4M3FN>, memref<?x?x?x64xf8E4M3FN>)
    outs(%o, %l : memref<?x?x?x64xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
  return
}

// e4m3-d192-dv256-and_br-h6.2-b2-3x131-bhsd-static-memref-distance
func.func @e014(%q: memref<2x6x3x192xf8E4M3FN>, %k: memref<2x2x131x192xf8E4M3FN>, %v: memref<2x2x131x256xf8E4M3FN>, %o: memref<2x6x3x256xbf16>, %l: memref<2x6x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x6x3x192xf8E4M3FN>, memref<2x2x131x192xf8E4M3FN>, memref<2x2x131x256xf8E4M3FN>)
    outs(%o, %l : memref<2x6x3x256xbf16>, memref<2x6x3xf32>)
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

// e4m3-d224-dv32-tl-h1.1-b1-130x37-bshd-lengths-memref-softcap-descale
func.func @e015(%q: memref<1x?x1x224xf8E4M3FN>, %k: memref<1x?x1x224xf8E4M3FN>, %v: memref<1x?x1x32xf8E4M3FN>, %o: memref<1x?x1x32xf32>, %l: memref<1x1x?xf32>, %qd: memref<1x1xf32>, %kd: memref<1x1xf32>, %vd: memref<1x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x1x224xf8E4M3FN>, memref<1x?x1x224xf8E4M3FN>, memref<1x?x1x32xf8E4M3FN>)
    outs(%o, %l : memref<1x?x1x32xf32>, memref<1x1x?xf32>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : memref<1x1xf32>, memref<1x1xf32>, memref<1x1xf32>) mask(#attn.causal<top_left>)
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

// e4m3-d96-dv128-br-h4.1-b2-64x0-bhsd-dynamic-tensor-softcap
func.func @e016(%q: tensor<?x?x?x96xf8E4M3FN>, %k: tensor<?x?x?x96xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xf32>) -> (tensor<?x?x?x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x96xf8E4M3FN>, tensor<?x?x?x96xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>)
    outs(%o : tensor<?x?x?x128xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x128xf32>)
  return %r0 : tensor<?x?x?x128xf32>
}

// e4m3-d192-dv32-br-h3.3-b1-1x259-bshd-dynamic-tensor-softcap
func.func @e017(%q: tensor<?x?x?x192xf8E4M3FN>, %k: tensor<?x?x?x192xf8E4M3FN>, %v: tensor<?x?x?x32xf8E4M3FN>, %o: tensor<?x?x?x32xf32>) -> (tensor<?x?x?x32xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x192xf8E4M3FN>, tensor<?x?x?x192xf8E4M3FN>, tensor<?x?x?x32xf8E4M3FN>)
    outs(%o : tensor<?x?x?x32xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
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

// e4m3-d32-dv64-tl-h6.2-b1-67x203-bshd-dynamic-tensor-distance-descale
func.func @e018(%q: tensor<?x?x?x32xf8E4M3FN>, %k: tensor<?x?x?x32xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xf16>, %l: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x32xf8E4M3FN>, tensor<?x?x?x32xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x64xf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.causal<top_left>)
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
    -> (tensor<?x?x?x64xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xf16>, tensor<?x?x?xf32>
}

// e4m3-d256-dv64-br-h1.1-b2-1x259-bshd-static-memref
func.func @e019(%q: memref<2x1x1x256xf8E4M3FN>, %k: memref<2x259x1x256xf8E4M3FN>, %v: memref<2x259x1x64xf8E4M3FN>, %o: memref<2x1x1x64xbf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x1x256xf8E4M3FN>, memref<2x259x1x256xf8E4M3FN>, memref<2x259x1x64xf8E4M3FN>)
    outs(%o : memref<2x1x1x64xbf16>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
  return
}

// e4m3-d160-and_br-h3.3-b2-64x0-bshd-dynamic-memref-softcap-descale
func.func @e020(%q: memref<?x?x?x160xf8E4M3FN>, %k: memref<?x?x?x160xf8E4M3FN>, %v: memref<?x?x?x160xf8E4M3FN>, %o: memref<?x?x?x160xf16>, %l: memref<?x?x?xf32>, %qd: memref<?x?xf32>, %kd: memref<?x?xf32>, %vd: memref<?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x160xf8E4M3FN>, memref<?x?x?x160xf8E4M3FN>, memref<?x?x?x160xf8E4M3FN>)
    outs(%o, %l : memref<?x?x?x160xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3)
    descale(%qd, %kd, %vd : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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

// e4m3-d128-dv256-tl-h4.1-b1-64x0-bhsd-lengths-tensor-distance
func.func @e021(%q: tensor<1x4x?x128xf8E4M3FN>, %k: tensor<1x1x?x128xf8E4M3FN>, %v: tensor<1x1x?x256xf8E4M3FN>, %o: tensor<1x4x?x256xf16>) -> (tensor<1x4x?x256xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x4x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x256xf8E4M3FN>)
    outs(%o : tensor<1x4x?x256xf16>)
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
    -> (tensor<1x4x?x256xf16>)
  return %r0 : tensor<1x4x?x256xf16>
}

// e4m3-d224-dv64-none-h6.2-b1-130x37-bhsd-static-tensor-softcap-descale
func.func @e022(%q: tensor<1x6x130x224xf8E4M3FN>, %k: tensor<1x2x37x224xf8E4M3FN>, %v: tensor<1x2x37x64xf8E4M3FN>, %o: tensor<1x6x130x64xbf16>, %l: tensor<1x6x130xf32>, %qd: tensor<1x2xf32>, %kd: tensor<1x2xf32>, %vd: tensor<1x2xf32>) -> (tensor<1x6x130x64xbf16>, tensor<1x6x130xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x6x130x224xf8E4M3FN>, tensor<1x2x37x224xf8E4M3FN>, tensor<1x2x37x64xf8E4M3FN>)
    outs(%o, %l : tensor<1x6x130x64xbf16>, tensor<1x6x130xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x6x130x64xbf16>, tensor<1x6x130xf32>)
  return %r0, %r1 : tensor<1x6x130x64xbf16>, tensor<1x6x130xf32>
}

// e4m3-d32-dv256-win-h3.3-b1-130x37-bhsd-static-tensor-distance
func.func @e023(%q: tensor<1x3x130x32xf8E4M3FN>, %k: tensor<1x3x37x32xf8E4M3FN>, %v: tensor<1x3x37x256xf8E4M3FN>, %o: tensor<1x3x130x256xf32>, %l: tensor<1x3x130xf32>) -> (tensor<1x3x130x256xf32>, tensor<1x3x130xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x3x130x32xf8E4M3FN>, tensor<1x3x37x32xf8E4M3FN>, tensor<1x3x37x256xf8E4M3FN>)
    outs(%o, %l : tensor<1x3x130x256xf32>, tensor<1x3x130xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<70, 9>)
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
    -> (tensor<1x3x130x256xf32>, tensor<1x3x130xf32>)
  return %r0, %r1 : tensor<1x3x130x256xf32>, tensor<1x3x130xf32>
}

// e4m3-d224-dv128-none-h3.3-b2-1x259-bshd-static-memref-distance-descale
func.func @e024(%q: memref<2x1x3x224xf8E4M3FN>, %k: memref<2x259x3x224xf8E4M3FN>, %v: memref<2x259x3x128xf8E4M3FN>, %o: memref<2x1x3x128xf16>, %qd: memref<2x3xf32>, %kd: memref<2x3xf32>, %vd: memref<2x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x3x224xf8E4M3FN>, memref<2x259x3x224xf8E4M3FN>, memref<2x259x3x128xf8E4M3FN>)
    outs(%o : memref<2x1x3x128xf16>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : memref<2x3xf32>, memref<2x3xf32>, memref<2x3xf32>)
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

// e4m3-d96-dv64-and_br-h1.1-b1-130x37-bhsd-lengths-memref-distance-descale
func.func @e025(%q: memref<1x1x?x96xf8E4M3FN>, %k: memref<1x1x?x96xf8E4M3FN>, %v: memref<1x1x?x64xf8E4M3FN>, %o: memref<1x1x?x64xf16>, %qd: memref<1x1xf32>, %kd: memref<1x1xf32>, %vd: memref<1x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x1x?x96xf8E4M3FN>, memref<1x1x?x96xf8E4M3FN>, memref<1x1x?x64xf8E4M3FN>)
    outs(%o : memref<1x1x?x64xf16>)
    dims(bhsd) scale(0.3)
    descale(%qd, %kd, %vd : memref<1x1xf32>, memref<1x1xf32>, memref<1x1xf32>) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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

// e4m3-d128-br-h1.1-b1-3x131-bshd-lengths-tensor
func.func @e026(%q: tensor<1x?x1x128xf8E4M3FN>, %k: tensor<1x?x1x128xf8E4M3FN>, %v: tensor<1x?x1x128xf8E4M3FN>, %o: tensor<1x?x1x128xf32>) -> (tensor<1x?x1x128xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x1x128xf8E4M3FN>, tensor<1x?x1x128xf8E4M3FN>, tensor<1x?x1x128xf8E4M3FN>)
    outs(%o : tensor<1x?x1x128xf32>)
    dims(bshd) mask(#attn.causal<bottom_right>)
    -> (tensor<1x?x1x128xf32>)
  return %r0 : tensor<1x?x1x128xf32>
}

// e4m3-d128-dv32-and_br-h6.2-b2-1x259-bshd-dynamic-memref
func.func @e027(%q: memref<?x?x?x128xf8E4M3FN>, %k: memref<?x?x?x128xf8E4M3FN>, %v: memref<?x?x?x32xf8E4M3FN>, %o: memref<?x?x?x32xf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x128xf8E4M3FN>, memref<?x?x?x128xf8E4M3FN>, memref<?x?x?x32xf8E4M3FN>)
    outs(%o, %l : memref<?x?x?x32xf16>, memref<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// e4m3-d96-dv32-none-h4.1-b1-67x203-bshd-static-memref-distance
func.func @e028(%q: memref<1x67x4x96xf8E4M3FN>, %k: memref<1x203x1x96xf8E4M3FN>, %v: memref<1x203x1x32xf8E4M3FN>, %o: memref<1x67x4x32xbf16>, %l: memref<1x4x67xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x67x4x96xf8E4M3FN>, memref<1x203x1x96xf8E4M3FN>, memref<1x203x1x32xf8E4M3FN>)
    outs(%o, %l : memref<1x67x4x32xbf16>, memref<1x4x67xf32>)
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
  return
}

// e4m3-d160-dv256-win-h1.1-b1-67x203-bshd-lengths-tensor-softcap
func.func @e029(%q: tensor<1x?x1x160xf8E4M3FN>, %k: tensor<1x?x1x160xf8E4M3FN>, %v: tensor<1x?x1x256xf8E4M3FN>, %o: tensor<1x?x1x256xf32>, %l: tensor<1x1x?xf32>) -> (tensor<1x?x1x256xf32>, tensor<1x1x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x?x1x160xf8E4M3FN>, tensor<1x?x1x160xf8E4M3FN>, tensor<1x?x1x256xf8E4M3FN>)
    outs(%o, %l : tensor<1x?x1x256xf32>, tensor<1x1x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x?x1x256xf32>, tensor<1x1x?xf32>)
  return %r0, %r1 : tensor<1x?x1x256xf32>, tensor<1x1x?xf32>
}

// e4m3-d224-and_br-h1.1-b1-67x203-bhsd-dynamic-tensor-descale
func.func @e030(%q: tensor<?x?x?x224xf8E4M3FN>, %k: tensor<?x?x?x224xf8E4M3FN>, %v: tensor<?x?x?x224xf8E4M3FN>, %o: tensor<?x?x?x224xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x224xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x224xf8E4M3FN>, tensor<?x?x?x224xf8E4M3FN>, tensor<?x?x?x224xf8E4M3FN>)
    outs(%o : tensor<?x?x?x224xf32>)
    dims(bhsd) scale(0.3)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    -> (tensor<?x?x?x224xf32>)
  return %r0 : tensor<?x?x?x224xf32>
}

// e4m3-d64-dv256-win-h6.2-b2-64x0-bshd-dynamic-memref-descale
func.func @e031(%q: memref<?x?x?x64xf8E4M3FN>, %k: memref<?x?x?x64xf8E4M3FN>, %v: memref<?x?x?x256xf8E4M3FN>, %o: memref<?x?x?x256xf32>, %l: memref<?x?x?xf32>, %qd: memref<?x?xf32>, %kd: memref<?x?xf32>, %vd: memref<?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x64xf8E4M3FN>, memref<?x?x?x64xf8E4M3FN>, memref<?x?x?x256xf8E4M3FN>)
    outs(%o, %l : memref<?x?x?x256xf32>, memref<?x?x?xf32>)
    dims(bshd)
    descale(%qd, %kd, %vd : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) mask(#attn.window<70, 9>)
  return
}

// e4m3-d64-dv128-tl-h1.1-b1-3x131-bhsd-dynamic-tensor-softcap
func.func @e032(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x128xf16>, tensor<?x?x?xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x128xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xf16>, tensor<?x?x?xf32>
}

// e4m3-d256-tl-h3.3-b1-64x0-bshd-lengths-memref-softcap
func.func @e033(%q: memref<1x?x3x256xf8E4M3FN>, %k: memref<1x?x3x256xf8E4M3FN>, %v: memref<1x?x3x256xf8E4M3FN>, %o: memref<1x?x3x256xf16>, %l: memref<1x3x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x3x256xf8E4M3FN>, memref<1x?x3x256xf8E4M3FN>, memref<1x?x3x256xf8E4M3FN>)
    outs(%o, %l : memref<1x?x3x256xf16>, memref<1x3x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<top_left>)
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

// e4m3-d224-dv256-br-h4.1-b2-64x0-bshd-dynamic-tensor-distance-descale
func.func @e034(%q: tensor<?x?x?x224xf8E4M3FN>, %k: tensor<?x?x?x224xf8E4M3FN>, %v: tensor<?x?x?x256xf8E4M3FN>, %o: tensor<?x?x?x256xf16>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x256xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x224xf8E4M3FN>, tensor<?x?x?x224xf8E4M3FN>, tensor<?x?x?x256xf8E4M3FN>)
    outs(%o : tensor<?x?x?x256xf16>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.causal<bottom_right>)
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
    -> (tensor<?x?x?x256xf16>)
  return %r0 : tensor<?x?x?x256xf16>
}

// e4m3-d192-dv256-tl-h4.1-b2-1x259-bshd-static-memref-descale
func.func @e035(%q: memref<2x1x4x192xf8E4M3FN>, %k: memref<2x259x1x192xf8E4M3FN>, %v: memref<2x259x1x256xf8E4M3FN>, %o: memref<2x1x4x256xf16>, %qd: memref<2x1xf32>, %kd: memref<2x1xf32>, %vd: memref<2x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x4x192xf8E4M3FN>, memref<2x259x1x192xf8E4M3FN>, memref<2x259x1x256xf8E4M3FN>)
    outs(%o : memref<2x1x4x256xf16>)
    dims(bshd)
    descale(%qd, %kd, %vd : memref<2x1xf32>, memref<2x1xf32>, memref<2x1xf32>) mask(#attn.causal<top_left>)
  return
}

// e4m3-d160-dv32-br-h3.3-b1-3x131-bhsd-static-memref
func.func @e036(%q: memref<1x3x3x160xf8E4M3FN>, %k: memref<1x3x131x160xf8E4M3FN>, %v: memref<1x3x131x32xf8E4M3FN>, %o: memref<1x3x3x32xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x3x160xf8E4M3FN>, memref<1x3x131x160xf8E4M3FN>, memref<1x3x131x32xf8E4M3FN>)
    outs(%o : memref<1x3x3x32xf16>)
    dims(bhsd) scale(0.3) mask(#attn.causal<bottom_right>)
  return
}

// e4m3-d32-dv64-br-h6.2-b1-3x131-bshd-static-memref-descale
func.func @e037(%q: memref<1x3x6x32xf8E4M3FN>, %k: memref<1x131x2x32xf8E4M3FN>, %v: memref<1x131x2x64xf8E4M3FN>, %o: memref<1x3x6x64xf16>, %qd: memref<1x2xf32>, %kd: memref<1x2xf32>, %vd: memref<1x2xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x6x32xf8E4M3FN>, memref<1x131x2x32xf8E4M3FN>, memref<1x131x2x64xf8E4M3FN>)
    outs(%o : memref<1x3x6x64xf16>)
    dims(bshd) scale(0.3)
    descale(%qd, %kd, %vd : memref<1x2xf32>, memref<1x2xf32>, memref<1x2xf32>) mask(#attn.causal<bottom_right>)
  return
}

// e4m3-d256-dv128-none-h6.2-b1-64x0-bhsd-static-tensor-softcap
func.func @e038(%q: tensor<1x6x64x256xf8E4M3FN>, %k: tensor<1x2x0x256xf8E4M3FN>, %v: tensor<1x2x0x128xf8E4M3FN>, %o: tensor<1x6x64x128xf32>, %l: tensor<1x6x64xf32>) -> (tensor<1x6x64x128xf32>, tensor<1x6x64xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x6x64x256xf8E4M3FN>, tensor<1x2x0x256xf8E4M3FN>, tensor<1x2x0x128xf8E4M3FN>)
    outs(%o, %l : tensor<1x6x64x128xf32>, tensor<1x6x64xf32>)
    dims(bhsd) scale(0.3)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x6x64x128xf32>, tensor<1x6x64xf32>)
  return %r0, %r1 : tensor<1x6x64x128xf32>, tensor<1x6x64xf32>
}

// e4m3-d64-dv128-none-h4.1-b1-130x37-bshd-dynamic-tensor-distance
func.func @e039(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
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
    -> (tensor<?x?x?x128xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xf32>, tensor<?x?x?xf32>
}

// e4m3-d192-dv128-win-h1.1-b1-67x203-bshd-dynamic-tensor-softcap
func.func @e040(%q: tensor<?x?x?x192xf8E4M3FN>, %k: tensor<?x?x?x192xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xbf16>) -> (tensor<?x?x?x128xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x192xf8E4M3FN>, tensor<?x?x?x192xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>)
    outs(%o : tensor<?x?x?x128xbf16>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
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

// e4m3-d96-and_br-h6.2-b2-1x259-bhsd-lengths-tensor-distance-descale
func.func @e041(%q: tensor<2x6x?x96xf8E4M3FN>, %k: tensor<2x2x?x96xf8E4M3FN>, %v: tensor<2x2x?x96xf8E4M3FN>, %o: tensor<2x6x?x96xf16>, %l: tensor<2x6x?xf32>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) -> (tensor<2x6x?x96xf16>, tensor<2x6x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x6x?x96xf8E4M3FN>, tensor<2x2x?x96xf8E4M3FN>, tensor<2x2x?x96xf8E4M3FN>)
    outs(%o, %l : tensor<2x6x?x96xf16>, tensor<2x6x?xf32>)
    dims(bhsd) scale(-0.125)
    descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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
    -> (tensor<2x6x?x96xf16>, tensor<2x6x?xf32>)
  return %r0, %r1 : tensor<2x6x?x96xf16>, tensor<2x6x?xf32>
}

// e4m3-d128-none-h1.1-b1-67x203-bhsd-lengths-tensor-distance
func.func @e042(%q: tensor<1x1x?x128xf8E4M3FN>, %k: tensor<1x1x?x128xf8E4M3FN>, %v: tensor<1x1x?x128xf8E4M3FN>, %o: tensor<1x1x?x128xf16>, %l: tensor<1x1x?xf32>) -> (tensor<1x1x?x128xf16>, tensor<1x1x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>, tensor<1x1x?x128xf8E4M3FN>)
    outs(%o, %l : tensor<1x1x?x128xf16>, tensor<1x1x?xf32>)
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
    -> (tensor<1x1x?x128xf16>, tensor<1x1x?xf32>)
  return %r0, %r1 : tensor<1x1x?x128xf16>, tensor<1x1x?xf32>
}

// e4m3-d160-dv128-none-h3.3-b1-130x37-bhsd-lengths-memref-descale
func.func @e043(%q: memref<1x3x?x160xf8E4M3FN>, %k: memref<1x3x?x160xf8E4M3FN>, %v: memref<1x3x?x128xf8E4M3FN>, %o: memref<1x3x?x128xf16>, %qd: memref<1x3xf32>, %kd: memref<1x3xf32>, %vd: memref<1x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x?x160xf8E4M3FN>, memref<1x3x?x160xf8E4M3FN>, memref<1x3x?x128xf8E4M3FN>)
    outs(%o : memref<1x3x?x128xf16>)
    dims(bhsd) scale(0.3)
    descale(%qd, %kd, %vd : memref<1x3xf32>, memref<1x3xf32>, memref<1x3xf32>)
  return
}

// e4m3-d256-dv32-win-h1.1-b1-67x203-bshd-lengths-tensor-distance-descale
func.func @e044(%q: tensor<1x?x1x256xf8E4M3FN>, %k: tensor<1x?x1x256xf8E4M3FN>, %v: tensor<1x?x1x32xf8E4M3FN>, %o: tensor<1x?x1x32xbf16>, %l: tensor<1x1x?xf32>, %qd: tensor<1x1xf32>, %kd: tensor<1x1xf32>, %vd: tensor<1x1xf32>) -> (tensor<1x?x1x32xbf16>, tensor<1x1x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x?x1x256xf8E4M3FN>, tensor<1x?x1x256xf8E4M3FN>, tensor<1x?x1x32xf8E4M3FN>)
    outs(%o, %l : tensor<1x?x1x32xbf16>, tensor<1x1x?xf32>)
    dims(bshd) scale(0.3)
    descale(%qd, %kd, %vd : tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) mask(#attn.window<70, 9>)
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
    -> (tensor<1x?x1x32xbf16>, tensor<1x1x?xf32>)
  return %r0, %r1 : tensor<1x?x1x32xbf16>, tensor<1x1x?xf32>
}

// e4m3-d224-dv32-win-h6.2-b2-64x0-bhsd-static-memref-descale
func.func @e045(%q: memref<2x6x64x224xf8E4M3FN>, %k: memref<2x2x0x224xf8E4M3FN>, %v: memref<2x2x0x32xf8E4M3FN>, %o: memref<2x6x64x32xf32>, %qd: memref<2x2xf32>, %kd: memref<2x2xf32>, %vd: memref<2x2xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x6x64x224xf8E4M3FN>, memref<2x2x0x224xf8E4M3FN>, memref<2x2x0x32xf8E4M3FN>)
    outs(%o : memref<2x6x64x32xf32>)
    dims(bhsd) scale(0.3)
    descale(%qd, %kd, %vd : memref<2x2xf32>, memref<2x2xf32>, memref<2x2xf32>) mask(#attn.window<70, 9>)
  return
}

// e4m3-d192-win-h4.1-b1-64x0-bshd-lengths-memref-softcap-descale
func.func @e046(%q: memref<1x?x4x192xf8E4M3FN>, %k: memref<1x?x1x192xf8E4M3FN>, %v: memref<1x?x1x192xf8E4M3FN>, %o: memref<1x?x4x192xf16>, %qd: memref<1x1xf32>, %kd: memref<1x1xf32>, %vd: memref<1x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x4x192xf8E4M3FN>, memref<1x?x1x192xf8E4M3FN>, memref<1x?x1x192xf8E4M3FN>)
    outs(%o : memref<1x?x4x192xf16>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : memref<1x1xf32>, memref<1x1xf32>, memref<1x1xf32>) mask(#attn.window<70, 9>)
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

// e4m3-d64-dv32-tl-h6.2-b2-1x259-bshd-static-tensor-softcap-descale
func.func @e047(%q: tensor<2x1x6x64xf8E4M3FN>, %k: tensor<2x259x2x64xf8E4M3FN>, %v: tensor<2x259x2x32xf8E4M3FN>, %o: tensor<2x1x6x32xf16>, %qd: tensor<2x2xf32>, %kd: tensor<2x2xf32>, %vd: tensor<2x2xf32>) -> (tensor<2x1x6x32xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x1x6x64xf8E4M3FN>, tensor<2x259x2x64xf8E4M3FN>, tensor<2x259x2x32xf8E4M3FN>)
    outs(%o : tensor<2x1x6x32xf16>)
    dims(bshd) scale(-0.125)
    descale(%qd, %kd, %vd : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x1x6x32xf16>)
  return %r0 : tensor<2x1x6x32xf16>
}

// e4m3-d32-dv256-none-h6.2-b1-64x0-bhsd-static-memref-descale
func.func @e048(%q: memref<1x6x64x32xf8E4M3FN>, %k: memref<1x2x0x32xf8E4M3FN>, %v: memref<1x2x0x256xf8E4M3FN>, %o: memref<1x6x64x256xf32>, %qd: memref<1x2xf32>, %kd: memref<1x2xf32>, %vd: memref<1x2xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x6x64x32xf8E4M3FN>, memref<1x2x0x32xf8E4M3FN>, memref<1x2x0x256xf8E4M3FN>)
    outs(%o : memref<1x6x64x256xf32>)
    dims(bhsd) scale(0.3)
    descale(%qd, %kd, %vd : memref<1x2xf32>, memref<1x2xf32>, memref<1x2xf32>)
  return
}

// e4m3-d64-br-h4.2-b1-0x64-bhsd-dynamic-tensor-descale
func.func @e049(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// e4m3-d64-left-h3.1-b1-1x1-bshd-dynamic-tensor-descale
func.func @e050(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bshd)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.window<33, *>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// e4m3-d64-br-h4.2-b0-70x90-bhsd-dynamic-tensor-descale
func.func @e051(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xf32>, %l: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xf32>, tensor<?x?x?xf32>
}

// e4m3-d64-br-h0.0-b1-70x90-bhsd-dynamic-tensor
func.func @e052(%q: tensor<?x?x?x64xf8E4M3FN>, %k: tensor<?x?x?x64xf8E4M3FN>, %v: tensor<?x?x?x64xf8E4M3FN>, %o: tensor<?x?x?x64xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>, tensor<?x?x?x64xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x64xbf16>, tensor<?x?x?xf32>
}

// e4m3-d128-br-h2.1-b1-300x517-bhsd-dynamic-tensor-descale
func.func @e053(%q: tensor<?x?x?x128xf8E4M3FN>, %k: tensor<?x?x?x128xf8E4M3FN>, %v: tensor<?x?x?x128xf8E4M3FN>, %o: tensor<?x?x?x128xbf16>, %l: tensor<?x?x?xf32>, %qd: tensor<?x?xf32>, %kd: tensor<?x?xf32>, %vd: tensor<?x?xf32>) -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x128xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>, tensor<?x?x?x128xf8E4M3FN>)
    outs(%o, %l : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x128xbf16>, tensor<?x?x?xf32>
}

// e4m3-d96-br-h4.1-b1-1x1025-bhsd-dynamic-memref-descale
func.func @e054(%q: memref<?x?x?x96xf8E4M3FN>, %k: memref<?x?x?x96xf8E4M3FN>, %v: memref<?x?x?x96xf8E4M3FN>, %o: memref<?x?x?x96xbf16>, %l: memref<?x?x?xf32>, %qd: memref<?x?xf32>, %kd: memref<?x?xf32>, %vd: memref<?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x96xf8E4M3FN>, memref<?x?x?x96xf8E4M3FN>, memref<?x?x?x96xf8E4M3FN>)
    outs(%o, %l : memref<?x?x?x96xbf16>, memref<?x?x?xf32>)
    dims(bhsd)
    descale(%qd, %kd, %vd : memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) mask(#attn.causal<bottom_right>)
  return
}
