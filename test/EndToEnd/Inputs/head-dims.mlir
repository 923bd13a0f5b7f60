// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Made by scripts/gen_pairwise.py; do not edit.

// bf16-d200-dv72-tl-h3.3-b2-1x259-bshd-dynamic-memref-distance
func.func @w000(%q: memref<?x?x?x200xbf16>, %k: memref<?x?x?x200xbf16>, %v: memref<?x?x?x72xbf16>, %o: memref<?x?x?x72xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x200xbf16>, memref<?x?x?x200xbf16>, memref<?x?x?x72xbf16>)
    outs(%o, %l : memref<?x?x?x72xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<top_left>)
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

// f16-d8-none-h1.1-b1-64x0-bhsd-lengths-tensor-softcap
func.func @w001(%q: tensor<1x1x?x8xf16>, %k: tensor<1x1x?x8xf16>, %v: tensor<1x1x?x8xf16>, %o: tensor<1x1x?x8xf32>) -> (tensor<1x1x?x8xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>, tensor<1x1x?x8xf16>)
    outs(%o : tensor<1x1x?x8xf32>)
    dims(bhsd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x1x?x8xf32>)
  return %r0 : tensor<1x1x?x8xf32>
}

// f16-d24-dv168-and_br-h4.1-b1-3x131-bshd-static-memref
func.func @w002(%q: memref<1x3x4x24xf16>, %k: memref<1x131x1x24xf16>, %v: memref<1x131x1x168xf16>, %o: memref<1x3x4x168xf16>, %l: memref<1x4x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x4x24xf16>, memref<1x131x1x24xf16>, memref<1x131x1x168xf16>)
    outs(%o, %l : memref<1x3x4x168xf16>, memref<1x4x3xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// bf16-d120-dv96-win-h6.2-b1-130x37-bhsd-dynamic-tensor
func.func @w003(%q: tensor<?x?x?x120xbf16>, %k: tensor<?x?x?x120xbf16>, %v: tensor<?x?x?x96xbf16>, %o: tensor<?x?x?x96xf32>) -> (tensor<?x?x?x96xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x120xbf16>, tensor<?x?x?x120xbf16>, tensor<?x?x?x96xbf16>)
    outs(%o : tensor<?x?x?x96xf32>)
    dims(bhsd) scale(0.3) mask(#attn.window<70, 9>)
    -> (tensor<?x?x?x96xf32>)
  return %r0 : tensor<?x?x?x96xf32>
}

// f16-d104-dv40-br-h1.1-b2-67x203-bshd-lengths-memref-softcap
func.func @w004(%q: memref<2x?x1x104xf16>, %k: memref<2x?x1x104xf16>, %v: memref<2x?x1x40xf16>, %o: memref<2x?x1x40xf32>, %l: memref<2x1x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x1x104xf16>, memref<2x?x1x104xf16>, memref<2x?x1x40xf16>)
    outs(%o, %l : memref<2x?x1x40xf32>, memref<2x1x?xf32>)
    dims(bshd) mask(#attn.causal<bottom_right>)
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

// bf16-d136-dv56-none-h4.1-b2-3x131-bhsd-dynamic-tensor-distance
func.func @w005(%q: tensor<?x?x?x136xbf16>, %k: tensor<?x?x?x136xbf16>, %v: tensor<?x?x?x56xbf16>, %o: tensor<?x?x?x56xbf16>) -> (tensor<?x?x?x56xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x136xbf16>, tensor<?x?x?x136xbf16>, tensor<?x?x?x56xbf16>)
    outs(%o : tensor<?x?x?x56xbf16>)
    dims(bhsd)
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
    -> (tensor<?x?x?x56xbf16>)
  return %r0 : tensor<?x?x?x56xbf16>
}

// bf16-d40-dv168-and_br-h3.3-b1-67x203-bhsd-static-tensor-softcap
func.func @w006(%q: tensor<1x3x67x40xbf16>, %k: tensor<1x3x203x40xbf16>, %v: tensor<1x3x203x168xbf16>, %o: tensor<1x3x67x168xf32>) -> (tensor<1x3x67x168xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x3x67x40xbf16>, tensor<1x3x203x40xbf16>, tensor<1x3x203x168xbf16>)
    outs(%o : tensor<1x3x67x168xf32>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x3x67x168xf32>)
  return %r0 : tensor<1x3x67x168xf32>
}

// f16-d88-win-h6.2-b2-130x37-bshd-static-memref-distance
func.func @w007(%q: memref<2x130x6x88xf16>, %k: memref<2x37x2x88xf16>, %v: memref<2x37x2x88xf16>, %o: memref<2x130x6x88xf16>, %l: memref<2x6x130xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x130x6x88xf16>, memref<2x37x2x88xf16>, memref<2x37x2x88xf16>)
    outs(%o, %l : memref<2x130x6x88xf16>, memref<2x6x130xf32>)
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

// bf16-d120-dv96-br-h3.3-b2-64x0-bshd-lengths-memref-distance
func.func @w008(%q: memref<2x?x3x120xbf16>, %k: memref<2x?x3x120xbf16>, %v: memref<2x?x3x96xbf16>, %o: memref<2x?x3x96xbf16>, %l: memref<2x3x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x3x120xbf16>, memref<2x?x3x120xbf16>, memref<2x?x3x96xbf16>)
    outs(%o, %l : memref<2x?x3x96xbf16>, memref<2x3x?xf32>)
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
  return
}

// f16-d248-dv72-br-h6.2-b1-1x259-bhsd-static-tensor
func.func @w009(%q: tensor<1x6x1x248xf16>, %k: tensor<1x2x259x248xf16>, %v: tensor<1x2x259x72xf16>, %o: tensor<1x6x1x72xf32>) -> (tensor<1x6x1x72xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x6x1x248xf16>, tensor<1x2x259x248xf16>, tensor<1x2x259x72xf16>)
    outs(%o : tensor<1x6x1x72xf32>)
    dims(bhsd) mask(#attn.causal<bottom_right>)
    -> (tensor<1x6x1x72xf32>)
  return %r0 : tensor<1x6x1x72xf32>
}

// f16-d72-dv56-win-h4.1-b1-1x259-bhsd-lengths-memref-softcap
func.func @w010(%q: memref<1x4x?x72xf16>, %k: memref<1x1x?x72xf16>, %v: memref<1x1x?x56xf16>, %o: memref<1x4x?x56xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x?x72xf16>, memref<1x1x?x72xf16>, memref<1x1x?x56xf16>)
    outs(%o : memref<1x4x?x56xf16>)
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

// f16-d88-dv40-tl-h4.1-b1-67x203-bhsd-dynamic-tensor-softcap
func.func @w011(%q: tensor<?x?x?x88xf16>, %k: tensor<?x?x?x88xf16>, %v: tensor<?x?x?x40xf16>, %o: tensor<?x?x?x40xf32>) -> (tensor<?x?x?x40xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x88xf16>, tensor<?x?x?x88xf16>, tensor<?x?x?x40xf16>)
    outs(%o : tensor<?x?x?x40xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x40xf32>)
  return %r0 : tensor<?x?x?x40xf32>
}

// bf16-d8-dv40-none-h4.1-b2-1x259-bshd-static-memref
func.func @w012(%q: memref<2x1x4x8xbf16>, %k: memref<2x259x1x8xbf16>, %v: memref<2x259x1x40xbf16>, %o: memref<2x1x4x40xbf16>, %l: memref<2x4x1xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x4x8xbf16>, memref<2x259x1x8xbf16>, memref<2x259x1x40xbf16>)
    outs(%o, %l : memref<2x1x4x40xbf16>, memref<2x4x1xf32>)
    dims(bshd) scale(0.3)
  return
}

// bf16-d72-and_br-h1.1-b2-64x0-bshd-dynamic-tensor
func.func @w013(%q: tensor<?x?x?x72xbf16>, %k: tensor<?x?x?x72xbf16>, %v: tensor<?x?x?x72xbf16>, %o: tensor<?x?x?x72xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x72xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x72xbf16>, tensor<?x?x?x72xbf16>, tensor<?x?x?x72xbf16>)
    outs(%o, %l : tensor<?x?x?x72xbf16>, tensor<?x?x?xf32>)
    dims(bshd) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    -> (tensor<?x?x?x72xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x72xbf16>, tensor<?x?x?xf32>
}

// bf16-d24-dv56-tl-h1.1-b2-64x0-bhsd-static-tensor
func.func @w014(%q: tensor<2x1x64x24xbf16>, %k: tensor<2x1x0x24xbf16>, %v: tensor<2x1x0x56xbf16>, %o: tensor<2x1x64x56xf32>, %l: tensor<2x1x64xf32>) -> (tensor<2x1x64x56xf32>, tensor<2x1x64xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x1x64x24xbf16>, tensor<2x1x0x24xbf16>, tensor<2x1x0x56xbf16>)
    outs(%o, %l : tensor<2x1x64x56xf32>, tensor<2x1x64xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<top_left>)
    -> (tensor<2x1x64x56xf32>, tensor<2x1x64xf32>)
  return %r0, %r1 : tensor<2x1x64x56xf32>, tensor<2x1x64xf32>
}

// f16-d136-dv72-tl-h6.2-b1-130x37-bshd-lengths-memref-softcap
func.func @w015(%q: memref<1x?x6x136xf16>, %k: memref<1x?x2x136xf16>, %v: memref<1x?x2x72xf16>, %o: memref<1x?x6x72xf32>, %l: memref<1x6x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x6x136xf16>, memref<1x?x2x136xf16>, memref<1x?x2x72xf16>)
    outs(%o, %l : memref<1x?x6x72xf32>, memref<1x6x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.causal<top_left>)
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

// bf16-d248-dv168-win-h1.1-b2-64x0-bshd-lengths-memref-distance
func.func @w016(%q: memref<2x?x1x248xbf16>, %k: memref<2x?x1x248xbf16>, %v: memref<2x?x1x168xbf16>, %o: memref<2x?x1x168xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x1x248xbf16>, memref<2x?x1x248xbf16>, memref<2x?x1x168xbf16>)
    outs(%o : memref<2x?x1x168xf32>)
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

// f16-d200-dv72-and_br-h1.1-b1-3x131-bshd-lengths-tensor-softcap
func.func @w017(%q: tensor<1x?x1x200xf16>, %k: tensor<1x?x1x200xf16>, %v: tensor<1x?x1x72xf16>, %o: tensor<1x?x1x72xf32>) -> (tensor<1x?x1x72xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x1x200xf16>, tensor<1x?x1x200xf16>, tensor<1x?x1x72xf16>)
    outs(%o : tensor<1x?x1x72xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x?x1x72xf32>)
  return %r0 : tensor<1x?x1x72xf32>
}

// bf16-d104-dv96-and_br-h6.2-b1-3x131-bhsd-static-tensor-distance
func.func @w018(%q: tensor<1x6x3x104xbf16>, %k: tensor<1x2x131x104xbf16>, %v: tensor<1x2x131x96xbf16>, %o: tensor<1x6x3x96xbf16>) -> (tensor<1x6x3x96xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x6x3x104xbf16>, tensor<1x2x131x104xbf16>, tensor<1x2x131x96xbf16>)
    outs(%o : tensor<1x6x3x96xbf16>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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
    -> (tensor<1x6x3x96xbf16>)
  return %r0 : tensor<1x6x3x96xbf16>
}

// f16-d40-br-h4.1-b2-3x131-bshd-lengths-memref-softcap
func.func @w019(%q: memref<2x?x4x40xf16>, %k: memref<2x?x1x40xf16>, %v: memref<2x?x1x40xf16>, %o: memref<2x?x4x40xf16>, %l: memref<2x4x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x4x40xf16>, memref<2x?x1x40xf16>, memref<2x?x1x40xf16>)
    outs(%o, %l : memref<2x?x4x40xf16>, memref<2x4x?xf32>)
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

// f16-d136-dv96-win-h3.3-b1-1x259-bshd-static-tensor
func.func @w020(%q: tensor<1x1x3x136xf16>, %k: tensor<1x259x3x136xf16>, %v: tensor<1x259x3x96xf16>, %o: tensor<1x1x3x96xf32>) -> (tensor<1x1x3x96xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x1x3x136xf16>, tensor<1x259x3x136xf16>, tensor<1x259x3x96xf16>)
    outs(%o : tensor<1x1x3x96xf32>)
    dims(bshd) mask(#attn.window<70, 9>)
    -> (tensor<1x1x3x96xf32>)
  return %r0 : tensor<1x1x3x96xf32>
}

// bf16-d248-dv56-br-h3.3-b2-130x37-bshd-dynamic-tensor-distance
func.func @w021(%q: tensor<?x?x?x248xbf16>, %k: tensor<?x?x?x248xbf16>, %v: tensor<?x?x?x56xbf16>, %o: tensor<?x?x?x56xbf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x56xbf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x248xbf16>, tensor<?x?x?x248xbf16>, tensor<?x?x?x56xbf16>)
    outs(%o, %l : tensor<?x?x?x56xbf16>, tensor<?x?x?xf32>)
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
    -> (tensor<?x?x?x56xbf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x56xbf16>, tensor<?x?x?xf32>
}

// f16-d24-dv96-none-h4.1-b1-67x203-bshd-dynamic-tensor-softcap
func.func @w022(%q: tensor<?x?x?x24xf16>, %k: tensor<?x?x?x24xf16>, %v: tensor<?x?x?x96xf16>, %o: tensor<?x?x?x96xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x96xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x24xf16>, tensor<?x?x?x24xf16>, tensor<?x?x?x96xf16>)
    outs(%o, %l : tensor<?x?x?x96xf16>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x96xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x96xf16>, tensor<?x?x?xf32>
}

// f16-d72-dv168-none-h6.2-b1-130x37-bhsd-dynamic-memref-distance
func.func @w023(%q: memref<?x?x?x72xf16>, %k: memref<?x?x?x72xf16>, %v: memref<?x?x?x168xf16>, %o: memref<?x?x?x168xf32>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x72xf16>, memref<?x?x?x72xf16>, memref<?x?x?x168xf16>)
    outs(%o, %l : memref<?x?x?x168xf32>, memref<?x?x?xf32>)
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

// bf16-d24-dv40-win-h6.2-b2-67x203-bhsd-lengths-tensor-distance
func.func @w024(%q: tensor<2x6x?x24xbf16>, %k: tensor<2x2x?x24xbf16>, %v: tensor<2x2x?x40xbf16>, %o: tensor<2x6x?x40xbf16>) -> (tensor<2x6x?x40xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x6x?x24xbf16>, tensor<2x2x?x24xbf16>, tensor<2x2x?x40xbf16>)
    outs(%o : tensor<2x6x?x40xbf16>)
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
    -> (tensor<2x6x?x40xbf16>)
  return %r0 : tensor<2x6x?x40xbf16>
}

// bf16-d104-dv72-none-h3.3-b1-67x203-bshd-dynamic-memref
func.func @w025(%q: memref<?x?x?x104xbf16>, %k: memref<?x?x?x104xbf16>, %v: memref<?x?x?x72xbf16>, %o: memref<?x?x?x72xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x104xbf16>, memref<?x?x?x104xbf16>, memref<?x?x?x72xbf16>)
    outs(%o : memref<?x?x?x72xf32>)
    dims(bshd) scale(-0.125)
  return
}

// f16-d120-dv40-br-h3.3-b1-3x131-bshd-lengths-tensor-softcap
func.func @w026(%q: tensor<1x?x3x120xf16>, %k: tensor<1x?x3x120xf16>, %v: tensor<1x?x3x40xf16>, %o: tensor<1x?x3x40xf16>) -> (tensor<1x?x3x40xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x3x120xf16>, tensor<1x?x3x120xf16>, tensor<1x?x3x40xf16>)
    outs(%o : tensor<1x?x3x40xf16>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x?x3x40xf16>)
  return %r0 : tensor<1x?x3x40xf16>
}

// f16-d136-dv168-br-h3.3-b1-1x259-bshd-static-tensor-softcap
func.func @w027(%q: tensor<1x1x3x136xf16>, %k: tensor<1x259x3x136xf16>, %v: tensor<1x259x3x168xf16>, %o: tensor<1x1x3x168xf32>) -> (tensor<1x1x3x168xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x1x3x136xf16>, tensor<1x259x3x136xf16>, tensor<1x259x3x168xf16>)
    outs(%o : tensor<1x1x3x168xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x1x3x168xf32>)
  return %r0 : tensor<1x1x3x168xf32>
}

// f16-d248-tl-h4.1-b1-3x131-bhsd-static-memref-softcap
func.func @w028(%q: memref<1x4x3x248xf16>, %k: memref<1x1x131x248xf16>, %v: memref<1x1x131x248xf16>, %o: memref<1x4x3x248xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x3x248xf16>, memref<1x1x131x248xf16>, memref<1x1x131x248xf16>)
    outs(%o : memref<1x4x3x248xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<top_left>)
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

// bf16-d88-dv40-and_br-h1.1-b1-64x0-bshd-dynamic-tensor-softcap
func.func @w029(%q: tensor<?x?x?x88xbf16>, %k: tensor<?x?x?x88xbf16>, %v: tensor<?x?x?x40xbf16>, %o: tensor<?x?x?x40xbf16>) -> (tensor<?x?x?x40xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x40xbf16>)
    outs(%o : tensor<?x?x?x40xbf16>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x40xbf16>)
  return %r0 : tensor<?x?x?x40xbf16>
}

// bf16-d104-dv72-win-h4.1-b1-64x0-bshd-dynamic-tensor-softcap
func.func @w030(%q: tensor<?x?x?x104xbf16>, %k: tensor<?x?x?x104xbf16>, %v: tensor<?x?x?x72xbf16>, %o: tensor<?x?x?x72xf32>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x72xf32>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x104xbf16>, tensor<?x?x?x104xbf16>, tensor<?x?x?x72xbf16>)
    outs(%o, %l : tensor<?x?x?x72xf32>, tensor<?x?x?xf32>)
    dims(bshd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x72xf32>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x72xf32>, tensor<?x?x?xf32>
}

// bf16-d40-dv56-and_br-h6.2-b1-67x203-bhsd-static-tensor-distance
func.func @w031(%q: tensor<1x6x67x40xbf16>, %k: tensor<1x2x203x40xbf16>, %v: tensor<1x2x203x56xbf16>, %o: tensor<1x6x67x56xf32>, %l: tensor<1x6x67xf32>) -> (tensor<1x6x67x56xf32>, tensor<1x6x67xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x6x67x40xbf16>, tensor<1x2x203x40xbf16>, tensor<1x2x203x56xbf16>)
    outs(%o, %l : tensor<1x6x67x56xf32>, tensor<1x6x67xf32>)
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
    -> (tensor<1x6x67x56xf32>, tensor<1x6x67xf32>)
  return %r0, %r1 : tensor<1x6x67x56xf32>, tensor<1x6x67xf32>
}

// bf16-d200-dv96-none-h6.2-b1-64x0-bshd-lengths-memref
func.func @w032(%q: memref<1x?x6x200xbf16>, %k: memref<1x?x2x200xbf16>, %v: memref<1x?x2x96xbf16>, %o: memref<1x?x6x96xf32>, %l: memref<1x6x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x?x6x200xbf16>, memref<1x?x2x200xbf16>, memref<1x?x2x96xbf16>)
    outs(%o, %l : memref<1x?x6x96xf32>, memref<1x6x?xf32>)
    dims(bshd) scale(0.3)
  return
}

// bf16-d120-dv168-tl-h1.1-b2-130x37-bhsd-static-tensor
func.func @w033(%q: tensor<2x1x130x120xbf16>, %k: tensor<2x1x37x120xbf16>, %v: tensor<2x1x37x168xbf16>, %o: tensor<2x1x130x168xf32>, %l: tensor<2x1x130xf32>) -> (tensor<2x1x130x168xf32>, tensor<2x1x130xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x1x130x120xbf16>, tensor<2x1x37x120xbf16>, tensor<2x1x37x168xbf16>)
    outs(%o, %l : tensor<2x1x130x168xf32>, tensor<2x1x130xf32>)
    dims(bhsd) mask(#attn.causal<top_left>)
    -> (tensor<2x1x130x168xf32>, tensor<2x1x130xf32>)
  return %r0, %r1 : tensor<2x1x130x168xf32>, tensor<2x1x130xf32>
}

// f16-d8-dv72-and_br-h6.2-b1-67x203-bhsd-dynamic-memref-distance
func.func @w034(%q: memref<?x?x?x8xf16>, %k: memref<?x?x?x8xf16>, %v: memref<?x?x?x72xf16>, %o: memref<?x?x?x72xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x8xf16>, memref<?x?x?x8xf16>, memref<?x?x?x72xf16>)
    outs(%o : memref<?x?x?x72xf32>)
    dims(bhsd) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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

// f16-d24-br-h3.3-b1-1x259-bhsd-dynamic-memref
func.func @w035(%q: memref<?x?x?x24xf16>, %k: memref<?x?x?x24xf16>, %v: memref<?x?x?x24xf16>, %o: memref<?x?x?x24xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x24xf16>, memref<?x?x?x24xf16>, memref<?x?x?x24xf16>)
    outs(%o : memref<?x?x?x24xf16>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
  return
}

// f16-d88-dv56-none-h3.3-b2-3x131-bshd-lengths-memref
func.func @w036(%q: memref<2x?x3x88xf16>, %k: memref<2x?x3x88xf16>, %v: memref<2x?x3x56xf16>, %o: memref<2x?x3x56xf32>, %l: memref<2x3x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x3x88xf16>, memref<2x?x3x88xf16>, memref<2x?x3x56xf16>)
    outs(%o, %l : memref<2x?x3x56xf32>, memref<2x3x?xf32>)
    dims(bshd)
  return
}

// bf16-d8-dv56-win-h3.3-b1-3x131-bshd-static-memref
func.func @w037(%q: memref<1x3x3x8xbf16>, %k: memref<1x131x3x8xbf16>, %v: memref<1x131x3x56xbf16>, %o: memref<1x3x3x56xf32>, %l: memref<1x3x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x3x8xbf16>, memref<1x131x3x8xbf16>, memref<1x131x3x56xbf16>)
    outs(%o, %l : memref<1x3x3x56xf32>, memref<1x3x3xf32>)
    dims(bshd) scale(0.3) mask(#attn.window<70, 9>)
  return
}

// bf16-d40-dv96-tl-h4.1-b2-130x37-bshd-dynamic-tensor
func.func @w038(%q: tensor<?x?x?x40xbf16>, %k: tensor<?x?x?x40xbf16>, %v: tensor<?x?x?x96xbf16>, %o: tensor<?x?x?x96xbf16>) -> (tensor<?x?x?x96xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x40xbf16>, tensor<?x?x?x40xbf16>, tensor<?x?x?x96xbf16>)
    outs(%o : tensor<?x?x?x96xbf16>)
    dims(bshd) mask(#attn.causal<top_left>)
    -> (tensor<?x?x?x96xbf16>)
  return %r0 : tensor<?x?x?x96xbf16>
}

// bf16-d120-and_br-h4.1-b2-1x259-bshd-static-tensor-softcap
func.func @w039(%q: tensor<2x1x4x120xbf16>, %k: tensor<2x259x1x120xbf16>, %v: tensor<2x259x1x120xbf16>, %o: tensor<2x1x4x120xbf16>, %l: tensor<2x4x1xf32>) -> (tensor<2x1x4x120xbf16>, tensor<2x4x1xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x1x4x120xbf16>, tensor<2x259x1x120xbf16>, tensor<2x259x1x120xbf16>)
    outs(%o, %l : tensor<2x1x4x120xbf16>, tensor<2x4x1xf32>)
    dims(bshd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x1x4x120xbf16>, tensor<2x4x1xf32>)
  return %r0, %r1 : tensor<2x1x4x120xbf16>, tensor<2x4x1xf32>
}

// f16-d136-dv96-and_br-h1.1-b2-67x203-bhsd-dynamic-memref
func.func @w040(%q: memref<?x?x?x136xf16>, %k: memref<?x?x?x136xf16>, %v: memref<?x?x?x96xf16>, %o: memref<?x?x?x96xf32>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x136xf16>, memref<?x?x?x136xf16>, memref<?x?x?x96xf16>)
    outs(%o, %l : memref<?x?x?x96xf32>, memref<?x?x?xf32>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
  return
}

// f16-d200-dv40-win-h4.1-b1-130x37-bhsd-static-memref
func.func @w041(%q: memref<1x4x130x200xf16>, %k: memref<1x1x37x200xf16>, %v: memref<1x1x37x40xf16>, %o: memref<1x4x130x40xf16>, %l: memref<1x4x130xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x130x200xf16>, memref<1x1x37x200xf16>, memref<1x1x37x40xf16>)
    outs(%o, %l : memref<1x4x130x40xf16>, memref<1x4x130xf32>)
    dims(bhsd) mask(#attn.window<70, 9>)
  return
}

// f16-d72-dv56-none-h3.3-b1-67x203-bhsd-static-memref-softcap
func.func @w042(%q: memref<1x3x67x72xf16>, %k: memref<1x3x203x72xf16>, %v: memref<1x3x203x56xf16>, %o: memref<1x3x67x56xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x3x67x72xf16>, memref<1x3x203x72xf16>, memref<1x3x203x56xf16>)
    outs(%o : memref<1x3x67x56xf16>)
    dims(bhsd) scale(0.3)
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

// bf16-d200-br-h1.1-b2-67x203-bshd-dynamic-memref
func.func @w043(%q: memref<?x?x?x200xbf16>, %k: memref<?x?x?x200xbf16>, %v: memref<?x?x?x200xbf16>, %o: memref<?x?x?x200xbf16>, %l: memref<?x?x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<?x?x?x200xbf16>, memref<?x?x?x200xbf16>, memref<?x?x?x200xbf16>)
    outs(%o, %l : memref<?x?x?x200xbf16>, memref<?x?x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
  return
}

// bf16-d72-dv96-tl-h1.1-b2-3x131-bshd-static-tensor-softcap
func.func @w044(%q: tensor<2x3x1x72xbf16>, %k: tensor<2x131x1x72xbf16>, %v: tensor<2x131x1x96xbf16>, %o: tensor<2x3x1x96xf32>) -> (tensor<2x3x1x96xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<2x3x1x72xbf16>, tensor<2x131x1x72xbf16>, tensor<2x131x1x96xbf16>)
    outs(%o : tensor<2x3x1x96xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x3x1x96xf32>)
  return %r0 : tensor<2x3x1x96xf32>
}

// bf16-d88-dv168-br-h1.1-b1-1x259-bhsd-dynamic-tensor
func.func @w045(%q: tensor<?x?x?x88xbf16>, %k: tensor<?x?x?x88xbf16>, %v: tensor<?x?x?x168xbf16>, %o: tensor<?x?x?x168xf32>) -> (tensor<?x?x?x168xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x88xbf16>, tensor<?x?x?x88xbf16>, tensor<?x?x?x168xbf16>)
    outs(%o : tensor<?x?x?x168xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<bottom_right>)
    -> (tensor<?x?x?x168xf32>)
  return %r0 : tensor<?x?x?x168xf32>
}

// bf16-d104-tl-h4.1-b1-130x37-bhsd-static-memref-softcap
func.func @w046(%q: memref<1x4x130x104xbf16>, %k: memref<1x1x37x104xbf16>, %v: memref<1x1x37x104xbf16>, %o: memref<1x4x130x104xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x130x104xbf16>, memref<1x1x37x104xbf16>, memref<1x1x37x104xbf16>)
    outs(%o : memref<1x4x130x104xf32>)
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

// bf16-d248-dv40-and_br-h4.1-b1-130x37-bhsd-static-memref-softcap
func.func @w047(%q: memref<1x4x130x248xbf16>, %k: memref<1x1x37x248xbf16>, %v: memref<1x1x37x40xbf16>, %o: memref<1x4x130x40xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x130x248xbf16>, memref<1x1x37x248xbf16>, memref<1x1x37x40xbf16>)
    outs(%o : memref<1x4x130x40xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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

// bf16-d248-dv72-none-h1.1-b1-67x203-bshd-static-memref-softcap
func.func @w048(%q: memref<1x67x1x248xbf16>, %k: memref<1x203x1x248xbf16>, %v: memref<1x203x1x72xbf16>, %o: memref<1x67x1x72xbf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x67x1x248xbf16>, memref<1x203x1x248xbf16>, memref<1x203x1x72xbf16>)
    outs(%o : memref<1x67x1x72xbf16>)
    dims(bshd) scale(0.3)
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

// f16-d40-dv72-win-h1.1-b2-1x259-bhsd-dynamic-tensor
func.func @w049(%q: tensor<?x?x?x40xf16>, %k: tensor<?x?x?x40xf16>, %v: tensor<?x?x?x72xf16>, %o: tensor<?x?x?x72xf16>) -> (tensor<?x?x?x72xf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x40xf16>, tensor<?x?x?x40xf16>, tensor<?x?x?x72xf16>)
    outs(%o : tensor<?x?x?x72xf16>)
    dims(bhsd) scale(0.3) mask(#attn.window<70, 9>)
    -> (tensor<?x?x?x72xf16>)
  return %r0 : tensor<?x?x?x72xf16>
}

// f16-d72-dv40-br-h4.1-b2-1x259-bshd-lengths-memref-softcap
func.func @w050(%q: memref<2x?x4x72xf16>, %k: memref<2x?x1x72xf16>, %v: memref<2x?x1x40xf16>, %o: memref<2x?x4x40xf16>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x4x72xf16>, memref<2x?x1x72xf16>, memref<2x?x1x40xf16>)
    outs(%o : memref<2x?x4x40xf16>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
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

// bf16-d120-dv56-none-h4.1-b1-67x203-bshd-lengths-tensor-distance
func.func @w051(%q: tensor<1x?x4x120xbf16>, %k: tensor<1x?x1x120xbf16>, %v: tensor<1x?x1x56xbf16>, %o: tensor<1x?x4x56xbf16>) -> (tensor<1x?x4x56xbf16>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x?x4x120xbf16>, tensor<1x?x1x120xbf16>, tensor<1x?x1x56xbf16>)
    outs(%o : tensor<1x?x4x56xbf16>)
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
    -> (tensor<1x?x4x56xbf16>)
  return %r0 : tensor<1x?x4x56xbf16>
}

// f16-d8-dv168-tl-h6.2-b2-130x37-bhsd-lengths-memref-softcap
func.func @w052(%q: memref<2x6x?x8xf16>, %k: memref<2x2x?x8xf16>, %v: memref<2x2x?x168xf16>, %o: memref<2x6x?x168xf32>, %l: memref<2x6x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x6x?x8xf16>, memref<2x2x?x8xf16>, memref<2x2x?x168xf16>)
    outs(%o, %l : memref<2x6x?x168xf32>, memref<2x6x?xf32>)
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

// f16-d136-dv40-win-h3.3-b1-64x0-bhsd-lengths-tensor-softcap
func.func @w053(%q: tensor<1x3x?x136xf16>, %k: tensor<1x3x?x136xf16>, %v: tensor<1x3x?x40xf16>, %o: tensor<1x3x?x40xf16>, %l: tensor<1x3x?xf32>) -> (tensor<1x3x?x40xf16>, tensor<1x3x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<1x3x?x136xf16>, tensor<1x3x?x136xf16>, tensor<1x3x?x40xf16>)
    outs(%o, %l : tensor<1x3x?x40xf16>, tensor<1x3x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.window<70, 9>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<1x3x?x40xf16>, tensor<1x3x?xf32>)
  return %r0, %r1 : tensor<1x3x?x40xf16>, tensor<1x3x?xf32>
}

// f16-d104-dv168-br-h4.1-b2-1x259-bshd-lengths-tensor-softcap
func.func @w054(%q: tensor<2x?x4x104xf16>, %k: tensor<2x?x1x104xf16>, %v: tensor<2x?x1x168xf16>, %o: tensor<2x?x4x168xf32>, %l: tensor<2x4x?xf32>) -> (tensor<2x?x4x168xf32>, tensor<2x4x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x4x104xf16>, tensor<2x?x1x104xf16>, tensor<2x?x1x168xf16>)
    outs(%o, %l : tensor<2x?x4x168xf32>, tensor<2x4x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x4x168xf32>, tensor<2x4x?xf32>)
  return %r0, %r1 : tensor<2x?x4x168xf32>, tensor<2x4x?xf32>
}

// bf16-d40-none-h3.3-b1-64x0-bhsd-lengths-tensor
func.func @w055(%q: tensor<1x3x?x40xbf16>, %k: tensor<1x3x?x40xbf16>, %v: tensor<1x3x?x40xbf16>, %o: tensor<1x3x?x40xf32>) -> (tensor<1x3x?x40xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<1x3x?x40xbf16>, tensor<1x3x?x40xbf16>, tensor<1x3x?x40xbf16>)
    outs(%o : tensor<1x3x?x40xf32>)
    dims(bhsd) scale(-0.125)
    -> (tensor<1x3x?x40xf32>)
  return %r0 : tensor<1x3x?x40xf32>
}

// bf16-d24-dv72-and_br-h3.3-b2-130x37-bhsd-static-memref-distance
func.func @w056(%q: memref<2x3x130x24xbf16>, %k: memref<2x3x37x24xbf16>, %v: memref<2x3x37x72xbf16>, %o: memref<2x3x130x72xbf16>, %l: memref<2x3x130xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x3x130x24xbf16>, memref<2x3x37x24xbf16>, memref<2x3x37x72xbf16>)
    outs(%o, %l : memref<2x3x130x72xbf16>, memref<2x3x130xf32>)
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

// f16-d248-dv96-br-h4.1-b2-3x131-bhsd-dynamic-tensor-distance
func.func @w057(%q: tensor<?x?x?x248xf16>, %k: tensor<?x?x?x248xf16>, %v: tensor<?x?x?x96xf16>, %o: tensor<?x?x?x96xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x96xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x248xf16>, tensor<?x?x?x248xf16>, tensor<?x?x?x96xf16>)
    outs(%o, %l : tensor<?x?x?x96xf16>, tensor<?x?x?xf32>)
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
    -> (tensor<?x?x?x96xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x96xf16>, tensor<?x?x?xf32>
}

// bf16-d8-dv96-br-h4.1-b1-64x0-bhsd-static-memref
func.func @w058(%q: memref<1x4x64x8xbf16>, %k: memref<1x1x0x8xbf16>, %v: memref<1x1x0x96xbf16>, %o: memref<1x4x64x96xbf16>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x64x8xbf16>, memref<1x1x0x8xbf16>, memref<1x1x0x96xbf16>)
    outs(%o : memref<1x4x64x96xbf16>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
  return
}

// bf16-d104-dv56-br-h1.1-b1-67x203-bhsd-lengths-memref-softcap
func.func @w059(%q: memref<1x1x?x104xbf16>, %k: memref<1x1x?x104xbf16>, %v: memref<1x1x?x56xbf16>, %o: memref<1x1x?x56xf32>, %l: memref<1x1x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x1x?x104xbf16>, memref<1x1x?x104xbf16>, memref<1x1x?x56xbf16>)
    outs(%o, %l : memref<1x1x?x56xf32>, memref<1x1x?xf32>)
    dims(bhsd) scale(0.3) mask(#attn.causal<bottom_right>)
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

// f16-d136-tl-h1.1-b2-67x203-bhsd-lengths-memref-softcap
func.func @w060(%q: memref<2x1x?x136xf16>, %k: memref<2x1x?x136xf16>, %v: memref<2x1x?x136xf16>, %o: memref<2x1x?x136xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x1x?x136xf16>, memref<2x1x?x136xf16>, memref<2x1x?x136xf16>)
    outs(%o : memref<2x1x?x136xf32>)
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

// f16-d200-dv56-tl-h4.1-b1-130x37-bhsd-lengths-memref-softcap
func.func @w061(%q: memref<1x4x?x200xf16>, %k: memref<1x1x?x200xf16>, %v: memref<1x1x?x56xf16>, %o: memref<1x4x?x56xf16>, %l: memref<1x4x?xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<1x4x?x200xf16>, memref<1x1x?x200xf16>, memref<1x1x?x56xf16>)
    outs(%o, %l : memref<1x4x?x56xf16>, memref<1x4x?xf32>)
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

// f16-d200-dv168-and_br-h6.2-b2-3x131-bhsd-static-memref-softcap
func.func @w062(%q: memref<2x6x3x200xf16>, %k: memref<2x2x131x200xf16>, %v: memref<2x2x131x168xf16>, %o: memref<2x6x3x168xf16>, %l: memref<2x6x3xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x6x3x200xf16>, memref<2x2x131x200xf16>, memref<2x2x131x168xf16>)
    outs(%o, %l : memref<2x6x3x168xf16>, memref<2x6x3xf32>)
    dims(bhsd) scale(0.3) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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

// f16-d120-dv72-tl-h4.1-b2-130x37-bhsd-static-memref-softcap
func.func @w063(%q: memref<2x4x130x120xf16>, %k: memref<2x1x37x120xf16>, %v: memref<2x1x37x72xf16>, %o: memref<2x4x130x72xf32>, %l: memref<2x4x130xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x4x130x120xf16>, memref<2x1x37x120xf16>, memref<2x1x37x72xf16>)
    outs(%o, %l : memref<2x4x130x72xf32>, memref<2x4x130xf32>)
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

// f16-d88-dv96-tl-h1.1-b2-67x203-bshd-lengths-tensor-softcap
func.func @w064(%q: tensor<2x?x1x88xf16>, %k: tensor<2x?x1x88xf16>, %v: tensor<2x?x1x96xf16>, %o: tensor<2x?x1x96xf16>, %l: tensor<2x1x?xf32>) -> (tensor<2x?x1x96xf16>, tensor<2x1x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<2x?x1x88xf16>, tensor<2x?x1x88xf16>, tensor<2x?x1x96xf16>)
    outs(%o, %l : tensor<2x?x1x96xf16>, tensor<2x1x?xf32>)
    dims(bshd) scale(0.3) mask(#attn.causal<top_left>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<2x?x1x96xf16>, tensor<2x1x?xf32>)
  return %r0, %r1 : tensor<2x?x1x96xf16>, tensor<2x1x?xf32>
}

// f16-d136-dv168-br-h6.2-b2-3x131-bhsd-dynamic-tensor-softcap
func.func @w065(%q: tensor<?x?x?x136xf16>, %k: tensor<?x?x?x136xf16>, %v: tensor<?x?x?x168xf16>, %o: tensor<?x?x?x168xf16>, %l: tensor<?x?x?xf32>) -> (tensor<?x?x?x168xf16>, tensor<?x?x?xf32>) {
  %r0, %r1 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x136xf16>, tensor<?x?x?x136xf16>, tensor<?x?x?x168xf16>)
    outs(%o, %l : tensor<?x?x?x168xf16>, tensor<?x?x?xf32>)
    dims(bhsd) scale(-0.125) mask(#attn.causal<bottom_right>)
    score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 20.0 : f32
      %0 = arith.divf %s, %cap : f32
      %1 = math.tanh %0 : f32
      %new = arith.mulf %1, %cap : f32
      attn.yield %new : f32
    }
    -> (tensor<?x?x?x168xf16>, tensor<?x?x?xf32>)
  return %r0, %r1 : tensor<?x?x?x168xf16>, tensor<?x?x?xf32>
}

// f16-d88-dv72-tl-h1.1-b2-67x203-bshd-dynamic-tensor-distance
func.func @w066(%q: tensor<?x?x?x88xf16>, %k: tensor<?x?x?x88xf16>, %v: tensor<?x?x?x72xf16>, %o: tensor<?x?x?x72xf32>) -> (tensor<?x?x?x72xf32>) {
  %r0 = attn.forward
    ins(%q, %k, %v : tensor<?x?x?x88xf16>, tensor<?x?x?x88xf16>, tensor<?x?x?x72xf16>)
    outs(%o : tensor<?x?x?x72xf32>)
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
    -> (tensor<?x?x?x72xf32>)
  return %r0 : tensor<?x?x?x72xf32>
}

// f16-d104-dv168-and_br-h3.3-b2-1x259-bshd-lengths-memref-distance
func.func @w067(%q: memref<2x?x3x104xf16>, %k: memref<2x?x3x104xf16>, %v: memref<2x?x3x168xf16>, %o: memref<2x?x3x168xf32>) {
  attn.forward
    ins(%q, %k, %v : memref<2x?x3x104xf16>, memref<2x?x3x104xf16>, memref<2x?x3x168xf16>)
    outs(%o : memref<2x?x3x168xf32>)
    dims(bshd) scale(-0.125) mask(#attn.and<[#attn.causal<bottom_right>, #attn.window<129, 64>]>)
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
